//! What a survey finds out: deal by deal as [`Row`]s, and added up as a [`Census`].
//!
//! A census keeps exact counts of everything, so that those of disjoint ranges merge into that of the whole. A
//! [`Block`] is the result of one unit of a survey as its journal keeps it: the rows where they are asked for, else
//! their census, which is what the rows would add up to.

use serde::{Deserialize, Serialize};
use solvers::{Solution, Verdict};

use crate::stats::distribution::Distribution;

/// What became of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Fate {
    /// It can be won, by a line of so many moves.
    #[serde(rename = "w")]
    Winnable(u32),
    /// It cannot be won.
    #[serde(rename = "u")]
    Unwinnable,
    /// The solver gave up.
    #[serde(rename = "?")]
    Undecided,
}

/// One deal of a survey.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(u32, u32, Fate)", into = "(u32, u32, Fate)")]
pub(crate) struct Row {
    /// The positions stored.
    pub(crate) stored: u32,
    /// The legal moves of the deal.
    pub(crate) playable: u32,
    /// The verdict.
    pub(crate) fate: Fate,
}

/// The columns of `deals.csv`; `moves` is the length of the solution found, and empty if there is none.
pub(crate) const COLUMNS: [&str; 5] = ["index", "verdict", "stored", "moves", "playable"];

impl Row {
    /// What a solver said of a deal.
    pub(crate) fn of<M>(solution: &Solution<M>) -> Self {
        let fate = match &solution.verdict {
            Verdict::Winnable(moves) => Fate::Winnable(moves.len() as u32),
            Verdict::Unwinnable => Fate::Unwinnable,
            Verdict::Undecided(_) => Fate::Undecided,
        };
        Self { stored: solution.stored, playable: solution.playable, fate }
    }

    /// The cells of deal `index`, by [`COLUMNS`].
    pub(crate) fn cells(&self, index: u64) -> [String; 5] {
        let (verdict, moves) = match self.fate {
            Fate::Winnable(moves) => ("winnable", moves.to_string()),
            Fate::Unwinnable => ("unwinnable", String::new()),
            Fate::Undecided => ("undecided", String::new()),
        };
        [index.to_string(), verdict.to_owned(), self.stored.to_string(), moves, self.playable.to_string()]
    }
}

impl From<(u32, u32, Fate)> for Row {
    fn from((stored, playable, fate): (u32, u32, Fate)) -> Self {
        Self { stored, playable, fate }
    }
}

impl From<Row> for (u32, u32, Fate) {
    fn from(row: Row) -> Self {
        (row.stored, row.playable, row.fate)
    }
}

/// Deals with the same verdict.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Group {
    /// The positions that the solver stored.
    pub(crate) stored: Distribution,
    /// The legal moves of the deal.
    pub(crate) playable: Distribution,
}

impl Group {
    /// The number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.stored.count()
    }

    fn add(&mut self, row: &Row) {
        self.stored.add(row.stored);
        self.playable.add(row.playable);
    }

    /// Adds the deals of `other`.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.stored.merge(&other.stored);
        self.playable.merge(&other.playable);
    }
}

/// Deals by verdict, with what there is to count of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Census {
    pub(crate) winnable: Group,
    pub(crate) unwinnable: Group,
    pub(crate) undecided: Group,
    /// The lengths in moves of the solutions found, automatic moves included.
    pub(crate) lengths: Distribution,
}

impl Census {
    /// Counts a deal.
    pub(crate) fn add(&mut self, row: &Row) {
        match row.fate {
            Fate::Winnable(moves) => {
                self.lengths.add(moves);
                self.winnable.add(row);
            }
            Fate::Unwinnable => self.unwinnable.add(row),
            Fate::Undecided => self.undecided.add(row),
        }
    }

    /// Adds the deals of `other`, which are none of these.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.winnable.merge(&other.winnable);
        self.unwinnable.merge(&other.unwinnable);
        self.undecided.merge(&other.undecided);
        self.lengths.merge(&other.lengths);
    }

    /// The number of deals.
    pub(crate) fn deals(&self) -> u64 {
        self.all().deals()
    }

    /// All deals as one group.
    pub(crate) fn all(&self) -> Group {
        let mut all = self.winnable.clone();
        all.merge(&self.unwinnable);
        all.merge(&self.undecided);
        all
    }

    /// Says what does not fit together, if anything.
    fn check(&self) -> Result<(), String> {
        let groups = [("winnable", &self.winnable), ("unwinnable", &self.unwinnable), ("undecided", &self.undecided)];
        for (name, group) in groups {
            if group.playable.count() != group.deals() {
                return Err(format!("{name}: {} deals, {} with moves", group.deals(), group.playable.count()));
            }
        }
        match (self.winnable.deals(), self.lengths.count()) {
            (winnable, lengths) if winnable == lengths => Ok(()),
            (winnable, lengths) => Err(format!("{winnable} winnable deals have {lengths} solutions")),
        }
    }
}

/// The result of a block of deals.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Block {
    /// Every deal, in order.
    Rows(Vec<Row>),
    /// Their census.
    Census(Census),
}

impl Block {
    /// An empty block.
    pub(crate) fn new(rows: bool) -> Self {
        if rows { Self::Rows(Vec::new()) } else { Self::Census(Census::default()) }
    }

    /// Adds the next deal.
    pub(crate) fn add(&mut self, row: Row) {
        match self {
            Self::Rows(rows) => rows.push(row),
            Self::Census(census) => census.add(&row),
        }
    }

    /// Says what is wrong with the block, which should have so many deals, and rows or no rows.
    pub(crate) fn check(&self, deals: u64, rows: bool) -> Result<(), String> {
        let there = match self {
            Self::Rows(list) => list.len() as u64,
            Self::Census(census) => {
                census.check()?;
                census.deals()
            }
        };
        if there != deals {
            return Err(format!("{there} deals where {deals} are expected"));
        }
        if matches!(self, Self::Rows(_)) == rows { Ok(()) } else { Err("rows and census are mixed up".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows() -> Vec<Row> {
        let fate = |n: u32| match n % 5 {
            0 => Fate::Winnable(60 + n),
            4 => Fate::Undecided,
            _ => Fate::Unwinnable,
        };
        (0..50).map(|n| Row { stored: n * n % 13, playable: n % 7, fate: fate(n) }).collect()
    }

    fn census(rows: &[Row]) -> Census {
        let mut census = Census::default();
        for row in rows {
            census.add(row);
        }
        census
    }

    #[test]
    fn disjoint_parts_merge_into_the_whole_in_any_order() {
        let rows = rows();
        let whole = census(&rows);
        for cut in [0, 1, 20, 50] {
            for order in [[&rows[..cut], &rows[cut..]], [&rows[cut..], &rows[..cut]]] {
                let mut parts = Census::default();
                for part in order {
                    parts.merge(&census(part));
                }
                assert_eq!(parts, whole, "cut at {cut}");
            }
        }
        let counts = [&whole.winnable, &whole.unwinnable, &whole.undecided].map(Group::deals);
        assert_eq!((counts, whole.deals(), whole.lengths.count()), ([10, 30, 10], 50, 10));
    }

    #[test]
    fn blocks_are_read_back_as_they_were() {
        for with_rows in [true, false] {
            let mut block = Block::new(with_rows);
            for row in rows() {
                block.add(row);
            }
            let text = serde_json::to_string(&block).expect("JSON");
            assert_eq!(serde_json::from_str::<Block>(&text).expect("read back"), block);
            assert_eq!(block.check(50, with_rows), Ok(()));
            assert!(block.check(51, with_rows).expect_err("too few").contains("50 deals where 51"));
            assert!(block.check(50, !with_rows).expect_err("the other kind").contains("mixed up"));
        }
    }

    #[test]
    fn a_census_that_does_not_fit_together_is_found() {
        let mut lengths = census(&rows());
        lengths.lengths.add(60);
        assert!(Block::Census(lengths).check(50, false).expect_err("one more").contains("10 winnable deals have 11"));
        let mut playable = census(&rows());
        playable.undecided.playable.add(3);
        assert!(Block::Census(playable).check(50, false).expect_err("one more").contains("undecided: 10 deals, 11"));
    }

    #[test]
    fn rows_have_a_cell_a_column() {
        let row = |fate| Row { stored: 12, playable: 3, fate };
        assert_eq!(row(Fate::Winnable(91)).cells(7), ["7", "winnable", "12", "91", "3"]);
        assert_eq!(row(Fate::Undecided).cells(0), ["0", "undecided", "12", "", "3"]);
    }
}
