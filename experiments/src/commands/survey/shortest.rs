//! What a summary tells of the fewest moves that win, if it was asked: beside the 52 moves home that every win takes,
//! and beside the lines that were found first.

use std::io::{self, Write};

use serde::Serialize;

use super::summary::{percent, write_digests, write_histogram};
use crate::census::Census;
use crate::census::shortest::FewestCensus;
use crate::output::thousands;
use crate::stats::distribution::{Class, Digest};

/// The width in moves of the classes of shortest lines.
const CLASS: u32 = 5;

/// In how few moves deals can be won.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShortestFigures {
    /// The winnable deals.
    pub(crate) deals: u64,
    /// Those whose shortest line is proved, of which the other figures are but where they say so.
    pub(crate) proved: u64,
    pub(crate) rate: f64,
    pub(crate) moves: Digest,
    pub(crate) histogram: Vec<Class>,
    /// By how many moves the lines found first were longer.
    pub(crate) saved: Digest,
    /// How far apart the bounds of the other deals are.
    pub(crate) gaps: Digest,
    /// The positions stored for a winnable deal.
    pub(crate) stored: Digest,
}

impl ShortestFigures {
    /// The figures of a census that is complete.
    pub(super) fn new(fewest: &FewestCensus, census: &Census) -> Self {
        let (deals, proved) = (census.winnable.deals(), fewest.proved.count());
        Self {
            deals,
            proved,
            rate: proved as f64 / deals.max(1) as f64,
            moves: fewest.proved.digest(),
            histogram: fewest.proved.even_classes(CLASS),
            saved: fewest.saved.digest(),
            gaps: fewest.gaps.digest(),
            stored: fewest.stored.digest(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let (proved, deals) = (thousands(self.proved), thousands(self.deals));
        writeln!(
            out,
            "\nfewest moves that win, the 52 home included: proved for {proved} of {deals} deals, {}",
            percent(self.rate, 3)
        )?;
        let mut rows = vec![("fewest moves", &self.moves), ("saved of those found", &self.saved)];
        if self.proved < self.deals {
            rows.push(("bounds apart, if not proved", &self.gaps));
        }
        rows.push(("positions stored", &self.stored));
        write_digests(&rows, out)?;
        if self.histogram.is_empty() { Ok(()) } else { write_histogram(&self.histogram, out) }
    }
}
