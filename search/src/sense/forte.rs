//! What the search knows of FORTE: lines that can still be made, and whose fourth knight is a move away.
//!
//! A knight reaches more than half the board, so three in an open line are nearly always a threat to win at once. The
//! evaluation settles that much exactly: whether the side to move wins now, and whether it can parry what it cannot win
//! against. Below that it counts, for each side, the lines without an enemy knight by the own knights on them,
//! and the knights that have left their holes. Everything is shifts and population counts over whole boards, some
//! hundred operations, so there is nothing to keep along the line of play.
//!
//! Weights: by hand. At three plies, without quiescence, they scored 0.532 (standard error 0.012) in 1,600 jousts against the
//! first guess, whose lines were worth 10, 40 and 120 thousand; five neighbours scored 0.485 to 0.514 in 1,000 jousts each
//! against them, which is noise. Geometry: [`engine::games::forte::board`].

use engine::bitboard::Bits;
use engine::games::forte::board::{self, DIRECTIONS, FORTS, TARGETS};
use engine::games::forte::{Forte, Move};
use engine::{Game, Score};

use super::{Sense, Sensed};

/// A hand-made evaluation; the fields say what each thing is worth, in units of [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForteSense {
    /// An open line with one, two, three own knights.
    pub lines: [i32; 3],
    /// A knight that has left its hole.
    pub developed: i32,
    /// The move.
    pub tempo: i32,
}

impl Default for ForteSense {
    fn default() -> Self {
        Self { lines: [10_000, 80_000, 300_000], developed: 20_000, tempo: 60_000 }
    }
}

/// A win or loss that the rules make sure within two plies, as a static value: far above sums of weights, far below
/// forced results that a search has seen.
const SURE: i32 = Score::POINT / 2;

impl Sensed for Forte {
    type Sense = ForteSense;

    const BENCH_DEPTH: u32 = 5;

    fn sense() -> ForteSense {
        ForteSense::default()
    }
}

impl Sense<Forte> for ForteSense {
    type Trace = ();
    type Glance = Threats;
    type Aims = ();

    const UNIT: i32 = 100_000;
    const HAS_NOISE: bool = true;

    fn begin(&self, _: &Forte) {}

    fn aims(&self, _: &Forte) {}

    fn glance(&self, pos: &Forte) -> Threats {
        let (own, enemy, free) = (pos.knights(pos.side()), pos.knights(!pos.side()), pos.free());
        Threats { parries: board::completions(enemy, free), wins: board::completions(own, free) }
    }

    fn follow(&self, (): &(), _: &Forte, _: Move, _: &Forte) {}

    fn evaluate(&self, after: &Forte, (): &()) -> Score {
        let (own, enemy, free) = (after.knights(after.side()), after.knights(!after.side()), after.free());
        if winning_forts(own, free) != 0 {
            return Score(SURE);
        }
        let threats = winning_forts(enemy, free);
        if threats.count_ones() > 1 || threats & !reach(own) != 0 {
            return Score(-SURE);
        }
        let balance = self.worth(own, enemy) - self.worth(enemy, own) + self.tempo;
        Score(balance.clamp(-SURE / 2, SURE / 2))
    }

    /// Wins, then moves onto a fort where the enemy would win, then by the number of forts that would win next, then by
    /// the number of lines through the fort.
    fn promise(&self, pos: &Forte, glance: &Threats, mv: Move) -> i32 {
        if mv.holes().is_some() {
            return 0;
        }
        let (own, enemy) = after_move(pos, mv);
        if glance.wins >> mv.to() & 1 == 1 && board::has_line(own) {
            return 1 << 20;
        }
        let parries = glance.parries >> mv.to() & 1;
        let threats = board::completions(own, FORTS & !(own | enemy)).count_ones();
        let lines = LINES_THROUGH[mv.to() as usize] - LINES_THROUGH[mv.from() as usize];
        (parries as i32) * (1 << 16) + (threats as i32) * (1 << 8) + lines
    }

    /// Moves that win, and moves onto a fort where the enemy would: both change the value by a whole joust, and
    /// in most positions there are none.
    fn is_noisy(&self, pos: &Forte, glance: &Threats, mv: Move) -> bool {
        if mv.holes().is_some() {
            return false;
        }
        let to = mv.to();
        glance.parries >> to & 1 == 1 || (glance.wins >> to & 1 == 1 && board::has_line(after_move(pos, mv).0))
    }

    fn may_be_noisy(&self, glance: &Threats) -> bool {
        glance.parries | glance.wins != 0
    }
}

/// The empty forts that would make a line with three knights as they stand, whoever could go there.
#[derive(Clone, Copy, Debug)]
pub struct Threats {
    /// With three of the enemy's: where to parry.
    parries: u64,
    /// With three of the own. The knight that goes there must not be one of them, so not every move to one wins.
    wins: u64,
}

impl ForteSense {
    /// What one side's knights are worth.
    fn worth(&self, own: u64, enemy: u64) -> i32 {
        let counts = open_lines(own & FORTS, enemy & FORTS);
        let lines: i32 = counts.iter().zip(self.lines).map(|(&count, weight)| count as i32 * weight).sum();
        lines + (own & FORTS).count_ones() as i32 * self.developed
    }
}

/// The number of lines without an `enemy` fort and with one, two and three of the `own` forts.
fn open_lines(own: u64, enemy: u64) -> [u32; 3] {
    let mut counts = [0; 3];
    for direction in DIRECTIONS {
        // Seen from the fort a line starts at: its four forts, added up in parallel for all lines.
        let [a, b, c, d] = [0, 1, 2, 3].map(|step| own >> (step * direction));
        let blocked =
            [0, 1, 2, 3].map(|step| enemy >> (step * direction)).into_iter().fold(0, |set, forts| set | forts);
        let open = board::line_starts(direction) & !blocked;
        let (first_one, first_two) = (a ^ b, a & b);
        let (last_one, last_two) = (c ^ d, c & d);
        let odd = first_one ^ last_one;
        let two_or_three = first_two ^ last_two | first_one & last_one;
        counts[0] += (open & odd & !two_or_three).count_ones();
        counts[1] += (open & two_or_three & !odd).count_ones();
        counts[2] += (open & two_or_three & odd).count_ones();
    }
    counts
}

/// The empty forts on which a move of one of `knights` would make a line.
fn winning_forts(knights: u64, free: u64) -> u64 {
    // Nearly always nothing: no three in a line with the fourth fort empty.
    if board::completions(knights, free) == 0 {
        return 0;
    }
    let with = |from: u32| board::completions(knights & !(1 << from), free) & TARGETS[from as usize & 63];
    Bits(knights).fold(0, |forts, from| forts | with(from))
}

/// The forts that some knight could go to on an empty board.
fn reach(knights: u64) -> u64 {
    Bits(knights).fold(0, |forts, from| forts | TARGETS[from as usize & 63])
}

/// The mover's knights and the other's after a knight's move.
fn after_move(pos: &Forte, mv: Move) -> (u64, u64) {
    let own = pos.knights(pos.side()) ^ (1 << mv.from() | 1 << mv.to());
    (own, pos.knights(!pos.side()))
}

/// How many of the 54 lines go through each fort; none through a hole.
const LINES_THROUGH: [i32; 64] = lines_through();

const fn lines_through() -> [i32; 64] {
    let mut table = [0; 64];
    let mut fort = 0;
    while fort < table.len() {
        let mut way = 0;
        while way < DIRECTIONS.len() {
            let starts = board::line_starts(DIRECTIONS[way]);
            let mut step = 0;
            while step < 4 {
                let back = step * DIRECTIONS[way];
                if back <= fort as u32 && starts >> (fort as u32 - back) & 1 == 1 {
                    table[fort] += 1;
                }
                step += 1;
            }
            way += 1;
        }
        fort += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use engine::games::forte::Options;
    use engine::{MoveList, Node, Position, rng};
    use rand::RngExt;

    use super::*;

    fn read(text: &str) -> Forte {
        Forte::parse(text, &Options::default()).expect("a position")
    }

    /// Calls `check` on the unfinished positions of random jousts.
    fn for_random_positions(mut check: impl FnMut(&Forte, &[Move])) {
        for seed in 0..20 {
            let mut rng = rng::stream(seed, 0);
            let mut pos = Forte::start(&Options::default());
            for _ in 0..60 {
                let mut list = MoveList::new();
                pos.moves(&mut list);
                if list.is_empty() {
                    break;
                }
                check(&pos, &list);
                pos = pos.play(list[rng.random_range(0..list.len())]);
            }
        }
    }

    /// Whether some move of the side to move ends the joust.
    fn wins_now(pos: &Forte) -> bool {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        list.iter().any(|&mv| pos.play(mv).outcome().is_some())
    }

    #[test]
    fn open_lines_count_as_one_by_one() {
        for_random_positions(|pos, _| {
            let (own, enemy) = (pos.knights(pos.side()), pos.knights(!pos.side()));
            let mut counts = [0; 4];
            for line in board::lines().filter(|line| line & enemy == 0 && line & own != 0) {
                counts[(line & own).count_ones() as usize - 1] += 1;
            }
            assert_eq!(open_lines(own & FORTS, enemy & FORTS), counts[..3], "{pos}");
        });
        let through: i32 = LINES_THROUGH.iter().sum();
        assert_eq!(through, 54 * 4);
    }

    #[test]
    fn sure_results_are_sure() {
        let (mut wins, mut losses, mut others) = (0, 0, 0);
        for_random_positions(|pos, moves| {
            let score = ForteSense::default().evaluate(pos, &());
            if wins_now(pos) {
                assert_eq!(score, Score(SURE), "{pos}");
                wins += 1;
            } else if score == Score(-SURE) {
                assert!(moves.iter().all(|&mv| wins_now(&pos.play(mv))), "{pos}");
                losses += 1;
            } else {
                assert!(score.0.abs() <= SURE / 2, "{pos} {score}");
                others += 1;
            }
        });
        assert!(wins > 20 && losses > 0 && others > 500, "{wins} {losses} {others}");
    }

    #[test]
    fn sides_and_symmetric_positions_are_treated_alike() {
        for_random_positions(|pos, _| {
            let sense = ForteSense::default();
            for image in [pos.mirrored(), pos.flipped(), pos.turned()] {
                assert_eq!(sense.evaluate(pos, &()), sense.evaluate(&image, &()), "{pos} {image}");
            }
        });
    }

    /// What a glance leaves out of sight is not there.
    #[test]
    fn a_glance_misses_no_noise_and_no_win() {
        let sense = ForteSense::default();
        let (mut wins, mut quiet) = (0, 0);
        for_random_positions(|pos, moves| {
            let glance = sense.glance(pos);
            quiet += usize::from(!sense.may_be_noisy(&glance));
            for &mv in moves {
                let is_win = pos.play(mv).outcome().is_some();
                wins += usize::from(is_win);
                let is_parry = glance.parries >> mv.to() & 1 == 1;
                assert_eq!(sense.is_noisy(pos, &glance, mv), is_win || is_parry, "{pos} {mv}");
                assert!(sense.may_be_noisy(&glance) || !(is_win || is_parry), "{pos} {mv}");
                assert_eq!(sense.promise(pos, &glance, mv) >= 1 << 20, is_win, "{pos} {mv}");
            }
        });
        assert!(wins > 20 && quiet > 200, "{wins} {quiet}");
    }

    #[test]
    fn noisy_moves_are_those_that_win_or_parry() {
        let sense = ForteSense::default();
        // A threatens d1; B can parry, but h1 makes its own line on b6.
        let pos = read("B.BB../....../....../....../....../AAA... o..o..o oo..o.. B");
        let noisy = |pos: &Forte| {
            let mut list = MoveList::new();
            pos.moves(&mut list);
            list.iter().copied().filter(|&mv| sense.is_noisy(pos, &sense.glance(pos), mv)).collect::<Vec<_>>()
        };
        let texts: Vec<String> = noisy(&pos).iter().map(ToString::to_string).collect();
        assert!(texts.contains(&"h1>b6".to_owned()), "{texts:?}");
        assert!(texts.contains(&"h4>d1".to_owned()), "{texts:?}");
        assert!(texts.iter().all(|text| text.ends_with(">b6") || text.ends_with(">d1")), "{texts:?}");
        let best = noisy(&pos)
            .into_iter()
            .max_by_key(|&mv| sense.promise(&pos, &sense.glance(&pos), mv))
            .expect("noisy moves");
        assert!(pos.play(best).outcome().is_some(), "the win is tried first, not {best}");
        assert!(noisy(&Forte::start(&Options::default())).is_empty());
    }
}
