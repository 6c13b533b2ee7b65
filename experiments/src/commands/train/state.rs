//! All that a training knows after a generation, as one file.
//!
//! Eight bytes of magic, the length of a JSON head, the head (recipe, generation, rows of the curve), the length of the
//! current networks and these as a `.net`, the same for the best, and a CRC-32 of all. Lengths and checksum are `u32`,
//! little-endian.

use search::net::{Nets, Precision};
use search::train::{Brain, Learned};
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The name in the training's directory.
pub(super) const CHECKPOINT: &str = "checkpoint";
/// The networks that won their contests.
pub(super) const BEST: &str = "best.net";
/// How it went.
pub(super) const CURVE: &str = "curve.csv";

const MAGIC: [u8; 8] = *b"FORTTRN1";

/// What a training is made of besides networks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The recipe, the same for all of a training.
    pub(super) recipe: String,
    /// Generations that are done.
    pub(super) generation: u32,
    /// The generation of the best networks.
    pub(super) best: u32,
    /// The curve.
    pub(super) rows: Vec<Row>,
}

/// A row of the curve: a block of games, a pass over labels, or a contest. Real numbers are in millionths, so that they are
/// read back as they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Row {
    /// The generation, from 1.
    pub(super) generation: u32,
    /// `games`, a class of positions, or `gate`.
    pub(super) of: String,
    /// Games so far, the number of the pass, or pairs of games.
    pub(super) number: u64,
    /// The mean cost of what was learnt from.
    pub(super) training: Option<i64>,
    /// The mean cost of what was not.
    pub(super) held_out: Option<i64>,
    /// The candidate's points a game, and the standard error.
    pub(super) points: Option<(i64, i64)>,
    /// Whether the candidate became the best.
    pub(super) is_better: Option<bool>,
}

/// A number in millionths.
pub(super) fn millionths(number: f64) -> i64 {
    (number * 1e6).round() as i64
}

/// Millionths as a number.
pub(super) fn number(millionths: i64) -> f64 {
    millionths as f64 / 1e6
}

impl Row {
    /// The columns' names.
    pub(super) const COLUMNS: &'static str = "generation,of,number,training,held_out,points,error,better";

    /// The row as text, cells separated by commas.
    pub(super) fn text(&self) -> String {
        let real = |number_of: Option<i64>| number_of.map_or_else(String::new, |part| format!("{:.6}", number(part)));
        let better = match self.is_better {
            Some(true) => "yes",
            Some(false) => "no",
            None => "",
        };
        let cells = [
            self.generation.to_string(),
            self.of.clone(),
            self.number.to_string(),
            real(self.training),
            real(self.held_out),
            real(self.points.map(|(points, _)| points)),
            real(self.points.map(|(_, error)| error)),
            better.to_owned(),
        ];
        cells.join(",")
    }
}

/// A training between two generations.
#[derive(Clone, Debug)]
pub(super) struct State<G: Learned> {
    pub(super) head: Head,
    /// What learns on.
    pub(super) current: Brain<G>,
    /// What won its contests.
    pub(super) best: Brain<G>,
}

impl<G: Learned> State<G> {
    /// The file's bytes.
    pub(super) fn to_bytes(&self) -> Result<Vec<u8>, Failure> {
        let head = serde_json::to_vec(&self.head).map_err(Failure::running)?;
        let [current, best] = [&self.current, &self.best].map(|brain| brain.to_nets("").to_bytes(Precision::Single));
        let mut bytes = MAGIC.to_vec();
        for part in [&head, &current, &best] {
            let length = u32::try_from(part.len()).map_err(|_| Failure::running("the checkpoint has 4 GB"))?;
            bytes.extend(length.to_le_bytes());
            bytes.extend(part);
        }
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        Ok(bytes)
    }

    /// Reads the file's bytes, or says what is wrong with them.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or("the file is too short")?;
        let mut rest = content.strip_prefix(&MAGIC).ok_or("not a checkpoint of this version of fort train")?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err("the checksum is wrong: the file is damaged".into());
        }
        let mut part = || {
            let (length, after) = rest.split_first_chunk::<4>().ok_or("the file is too short")?;
            let parts = after.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or("the file is too short")?;
            rest = parts.1;
            Ok::<&[u8], String>(parts.0)
        };
        let head = serde_json::from_slice(part()?).map_err(|error| error.to_string())?;
        let mut brain = || {
            let nets = Nets::from_bytes(part()?).map_err(|error| error.to_string())?;
            Brain::from_nets(nets).map_err(|error| error.to_string())
        };
        Ok(Self { head, current: brain()?, best: brain()? })
    }

    /// The curve as a file.
    pub(super) fn curve(&self) -> String {
        let rows = self.head.rows.iter().map(|row| row.text() + "\n");
        format!("{}\n", Row::COLUMNS) + &rows.collect::<String>()
    }
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::Fortac;
    use search::net::Activation;

    use super::*;

    fn state() -> State<Fortac> {
        let [current, best] = [1, 2].map(|seed| Brain::random(&[8], Activation::Relu, seed).expect("a shape"));
        let rows = vec![
            Row { generation: 1, of: "games".into(), number: 20, held_out: Some(512_345), ..Row::default() },
            Row {
                generation: 1,
                of: "gate".into(),
                number: 5,
                points: Some((-1_500_000, 2)),
                is_better: Some(false),
                ..Row::default()
            },
        ];
        let head = Head { recipe: "fort train".into(), generation: 1, best: 0, rows };
        State { head, current, best }
    }

    #[test]
    fn a_checkpoint_round_trips() {
        let state = state();
        let bytes = state.to_bytes().expect("bytes");
        let read = State::<Fortac>::from_bytes(&bytes).expect("readable");
        assert!(read.head == state.head && read.current == state.current && read.best == state.best);
        assert_eq!(
            read.curve().lines().skip(1).collect::<Vec<_>>(),
            ["1,games,20,,0.512345,,,", "1,gate,5,,,-1.500000,0.000002,no"]
        );
    }

    #[test]
    fn damage_is_refused() {
        let bytes = state().to_bytes().expect("bytes");
        for length in (0..bytes.len()).step_by(7) {
            assert!(State::<Fortac>::from_bytes(&bytes[..length]).is_err(), "cut to {length}");
        }
        for place in (0..bytes.len()).step_by(11) {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(State::<Fortac>::from_bytes(&changed).is_err(), "byte {place}");
        }
    }
}
