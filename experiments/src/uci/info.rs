//! How scores and lines of play are written.
//!
//! A score is in hundredths of a pawn, or a mate in so many moves. A result that an endgame table knows without its
//! distance counts [`Score::MAX_PLIES`]` / 2` plies; it is written as 200 pawns, less a hundredth for each ply to the
//! table. Static values stay within 90 pawns.
//!
//! Chances (`UCI_ShowWDL`) are a logistic model of the score s in hundredths of a pawn, in thousandths:
//! wins 1 / (1 + exp((150 - s) / 80)), losses the same of -s, draws what is left: at 0 some 133 734 133, and a lead of a
//! pawn and a half wins every other game. The two numbers are set by hand, not fitted to games.

use std::fmt::Write;
use std::time::Duration;

use engine::Score;
use engine::games::chess::Move;
use search::sense::chess::CENTIPAWN;

/// What a result known without its distance counts, in hundredths of a pawn.
const KNOWN: i32 = 20_000;
/// Mates farther away than this many plies are results without a distance: no search reaches them.
const FARTHEST: u32 = 1_000;

/// A score as programs read it.
pub(super) fn score(score: Score) -> String {
    match score.plies() {
        Some(plies) if plies <= FARTHEST => {
            let moves = plies.div_ceil(2) as i32;
            format!("mate {}", if score.0 > 0 { moves } else { -moves })
        }
        _ => format!("cp {}", centipawns(score)),
    }
}

/// The score that programs write so, `cp 31` or `mate -2`; `None` if it is neither. A mate of the side to move takes it an odd number
/// of plies.
pub(crate) fn read(kind: &str, number: i64) -> Option<Score> {
    let moves = u32::try_from(number.unsigned_abs()).unwrap_or(u32::MAX).min(FARTHEST);
    match kind {
        "mate" if number > 0 => Some(Score::win_in(2 * moves - 1)),
        "mate" => Some(Score::loss_in(2 * moves)),
        "cp" => {
            let most = i64::from(Score::MAX_STATIC.0 / CENTIPAWN);
            Some(Score(number.clamp(-most, most) as i32 * CENTIPAWN))
        }
        _ => None,
    }
}

/// A score in hundredths of a pawn, decided or not.
fn centipawns(score: Score) -> i32 {
    match score.plies() {
        None => score.0 / CENTIPAWN,
        Some(plies) => {
            let beyond = (plies as i32 - Score::MAX_PLIES / 2).clamp(0, FARTHEST as i32);
            (KNOWN - beyond) * score.0.signum()
        }
    }
}

/// The chances of winning, drawing and losing in thousandths.
fn chances(score: Score) -> [u32; 3] {
    const EVEN: f64 = 150.0;
    const SCALE: f64 = 80.0;
    let centipawns = f64::from(centipawns(score));
    let share = |lead: f64| (1000.0 / (1.0 + ((EVEN - lead) / SCALE).exp())).round() as u32;
    let (wins, losses) = (share(centipawns), share(-centipawns));
    [wins, 1000 - wins - losses, losses]
}

/// How a search stands, beside its lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    /// Plies searched, and the farthest looked at.
    pub(super) depth: u32,
    pub(super) deepest: u32,
    /// Nodes of all threads.
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// The table's use in thousandths.
    pub(super) fullness: u32,
    pub(super) shows_chances: bool,
}

impl Standing {
    /// One line of play with its score: the `number`th best, from 1.
    pub(super) fn line(&self, number: usize, value: Score, line: &[Move]) -> String {
        let Self { depth, deepest, .. } = *self;
        let mut text = format!("info depth {depth} seldepth {deepest} multipv {number} score {}", score(value));
        // Writing to a text cannot fail.
        if self.shows_chances {
            let [wins, draws, losses] = chances(value);
            let _ = write!(text, " wdl {wins} {draws} {losses}");
        }
        let _ = write!(text, " {} pv", self.cost());
        for mv in line {
            let _ = write!(text, " {mv}");
        }
        text
    }

    /// How far a search has come that has no line to show yet.
    pub(super) fn progress(&self) -> String {
        format!("info depth {} {}", self.depth, self.cost())
    }

    fn cost(&self) -> String {
        let Self { nodes, fullness, .. } = *self;
        let milliseconds = self.time.as_millis();
        let speed = u128::from(nodes) * 1_000_000 / self.time.as_micros().max(1);
        format!("nodes {nodes} nps {speed} hashfull {fullness} time {milliseconds}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_centipawns_or_mates_in_moves() {
        for (units, expected) in [
            (Score(0), "cp 0"),
            (Score(123_999), "cp 123"),
            (Score(-35_000), "cp -35"),
            (Score::win_in(1), "mate 1"),
            (Score::win_in(2), "mate 1"),
            (Score::win_in(5), "mate 3"),
            (Score::loss_in(2), "mate -1"),
            (Score::loss_in(0), "mate 0"),
            (Score::win_in(253), "mate 127"),
            (Score::win_in(50_000), "cp 20000"),
            (Score::win_in(50_007), "cp 19993"),
            (Score::loss_in(50_012), "cp -19988"),
        ] {
            assert_eq!(score(units), expected, "{units:?}");
        }
    }

    #[test]
    fn scores_are_read_as_they_are_written() {
        for text in ["cp 0", "cp 123", "cp -35", "mate 1", "mate 3", "mate -1", "mate 0", "mate -500"] {
            let (kind, number) = text.split_once(' ').expect("two words");
            let read = read(kind, number.parse().expect("a number")).expect(text);
            assert_eq!(score(read), text);
        }
        for (kind, number) in [("cp", i64::MAX), ("cp", i64::MIN)] {
            assert!(!read(kind, number).expect("a score").is_decided());
        }
        assert!(read("mate", i64::MIN).expect("a score").is_decided());
        assert_eq!(read("wdl", 3), None);
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        assert_eq!(chances(Score(0)), [133, 734, 133]);
        assert_eq!(chances(Score(150 * CENTIPAWN))[0], 500);
        assert_eq!(chances(Score::win_in(3)), [1000, 0, 0]);
        assert_eq!(chances(Score::loss_in(4)), [0, 0, 1000]);
        let mut last = 0;
        for lead in -9_000..=9_000 {
            let [wins, draws, losses] = chances(Score(lead * CENTIPAWN));
            assert!(wins >= last && wins + draws + losses == 1000, "{lead}");
            last = wins;
        }
    }
}
