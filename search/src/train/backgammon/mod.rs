//! Backgammon for networks: what they see of a board and what they foretell.
//!
//! Three classes: while the sides can still meet (`contact`), the same when a side has hardly anything left to play with
//! (`crashed`: six checkers or fewer beyond its ace and deuce points), and when they cannot meet any more (`race`). All see the *raw* board
//! (`raw`): per side and point whether there is a blot, two or more, three or more, and how many above three; the bar likewise; what is borne
//! off. While there is contact they see besides what an expert would count (`expert`): races, primes, shots, escapes. The side that
//! acts next comes first, each side seen from its own end.
//!
//! Foretold are five probabilities, as everywhere since Tesauro: a win, a win with a gammon or more, with a backgammon; a
//! loss with a gammon or more, with a backgammon.

mod expert;
mod raw;
mod seen;

use engine::games::backgammon::board::seen_by;
use engine::games::backgammon::{Backgammon, Board, Cup, Move, Options, Turn};
use engine::{Game, MoveList, Odds, Outcome, Side};

use super::{Learned, Line};
use crate::net::{Inputs, Outputs};
use crate::sense::backgammon::doubling;
use crate::sense::backgammon::order::Outlook;
use seen::Seen;

/// The places of the outputs.
pub const WIN: usize = 0;
/// A win with a gammon or a backgammon.
pub const WIN_GAMMON: usize = 1;
/// A win with a backgammon.
pub const WIN_BACKGAMMON: usize = 2;
/// A loss with a gammon or a backgammon.
pub const LOSE_GAMMON: usize = 3;
/// A loss with a backgammon.
pub const LOSE_BACKGAMMON: usize = 4;

const CONTACT: usize = 0;
const CRASHED: usize = 1;
const RACE: usize = 2;

/// Who has no more checkers than this beyond the ace and deuce points has crashed.
const MOST_CRASHED: u32 = 6;

/// Whether a side has hardly any checkers left that can still move without giving way.
fn is_crashed(board: &Board) -> bool {
    Side::BOTH.into_iter().any(|side| board.count_in(side, !seen_by(side, 0b110)) <= MOST_CRASHED)
}

impl Learned for Backgammon {
    const NAME: &'static str = "backgammon";
    const ENCODING: &'static str = "backgammon/1";
    const CLASSES: &'static [&'static str] = &["contact", "crashed", "race"];
    const HEIRS: &'static [(&'static str, &'static str)] = &[("crashed", "contact")];
    const OUTPUTS: usize = 5;
    const OUTPUT_NAMES: &'static [&'static str] =
        &["win", "win gammon", "win backgammon", "lose gammon", "lose backgammon"];

    fn input_count(class: usize) -> usize {
        2 * raw::OF_A_SIDE + if class == RACE { 2 * raw::OF_A_RACER } else { 2 * expert::OF_A_SIDE }
    }

    fn class(after: &Cup) -> usize {
        match after.pending().board() {
            board if !board.is_contact() => RACE,
            board if is_crashed(board) => CRASHED,
            _ => CONTACT,
        }
    }

    fn inputs(after: &Cup, inputs: &mut Inputs) {
        let pos = after.pending();
        let (board, side) = (pos.board(), pos.side());
        let seen = [Seen::new(board, side), Seen::new(board, !side)];
        raw::add(&seen[0], 0, inputs);
        raw::add(&seen[1], raw::OF_A_SIDE, inputs);
        let begin = 2 * raw::OF_A_SIDE;
        if board.is_contact() {
            expert::add(&seen[0], begin, inputs);
            expert::add(&seen[1], begin + expert::OF_A_SIDE, inputs);
        } else {
            raw::add_race(&seen[0], begin, inputs);
            raw::add_race(&seen[1], begin + raw::OF_A_RACER, inputs);
        }
    }

    fn keep_likely(pos: &Self, moves: &mut MoveList<Move>, most: usize) {
        if pos.turn() == Turn::Play && moves.len() > most {
            let outlook = Outlook::new(pos);
            moves.keep_best(most, |&mv| outlook.promise(mv));
        }
    }

    fn targets(outcome: Outcome, side: Side) -> Outputs {
        let points = outcome.points_for(side);
        let mut outputs = Outputs::default();
        for (index, is_so) in [points > 0, points > 1, points > 2, points < -1, points < -2].into_iter().enumerate() {
            outputs[index] = if is_so { 1.0 } else { 0.0 };
        }
        outputs
    }

    fn turned(outputs: &Outputs) -> Outputs {
        let mut turned = *outputs;
        turned[WIN] = 1.0 - outputs[WIN];
        turned[WIN_GAMMON..=WIN_BACKGAMMON].copy_from_slice(&outputs[LOSE_GAMMON..=LOSE_BACKGAMMON]);
        turned[LOSE_GAMMON..=LOSE_BACKGAMMON].copy_from_slice(&outputs[WIN_GAMMON..=WIN_BACKGAMMON]);
        turned
    }

    fn outputs(odds: &Odds) -> Outputs {
        let mut outputs = Outputs::default();
        outputs[WIN..=WIN_BACKGAMMON].copy_from_slice(&odds.win);
        outputs[LOSE_GAMMON..=LOSE_BACKGAMMON].copy_from_slice(&odds.loss[1..]);
        outputs
    }

    fn equity(outputs: &Outputs) -> f32 {
        2.0 * outputs[WIN] - 1.0 + outputs[WIN_GAMMON] + outputs[WIN_BACKGAMMON]
            - outputs[LOSE_GAMMON]
            - outputs[LOSE_BACKGAMMON]
    }

    fn worth(after: &Cup, outputs: &Outputs) -> f32 {
        if after.pending().stakes().has_cube() {
            doubling::points(after, outputs) as f32
        } else {
            Self::equity(outputs)
        }
    }

    /// The kind of a win does not follow from its points where there is a cube.
    fn finished(after: &Cup, outcome: Outcome, side: Side) -> (Outputs, f32) {
        let pos = after.pending();
        let kind = pos.winner_on_board().map_or(1, |winner| pos.kind_of_win(winner));
        let kind = outcome.winner().map_or(outcome, |side| Outcome::Win { side, points: kind });
        let worth = doubling::result(pos.stakes(), side, outcome.points_for(side));
        (Self::targets(kind, side), worth as f32)
    }

    /// A match is worth a point whatever the cube shows.
    fn stake(pos: &Self) -> f32 {
        if pos.stakes().is_match() { 1.0 } else { f32::from(pos.cube().value()) }
    }

    fn is_open(after: &Cup) -> bool {
        let pos = after.pending();
        Side::BOTH.into_iter().any(|side| pos.stakes().may_double(side, pos.cube()))
    }

    fn decided(after: Cup, expected: &Outputs) -> Cup {
        doubling::decided(after, expected)
    }

    fn lines(pos: &Self) -> Vec<Line<Self>> {
        doubling::lines(pos)
    }

    fn advice(pos: &Self, points: &[f64]) -> (usize, String) {
        doubling::advice(pos, points)
    }

    fn knows(pos: &Self, _: &Options) -> Result<(), String> {
        if pos.stakes().counts_wins_only() {
            return Err("the networks of backgammon count gammons; leave score=wins out".to_owned());
        }
        Ok(())
    }

    /// No gammon of a side that has borne a checker off, no more gammons than wins, no more backgammons than gammons.
    fn corrected(after: &Cup, outputs: &mut Outputs) {
        let pos = after.pending();
        let is_safe = |side| pos.board().remaining(side) < 15;
        let bound = |outputs: &mut Outputs, gammon: usize, backgammon: usize, most: f32, is_safe: bool| {
            outputs[gammon] = if is_safe { 0.0 } else { outputs[gammon].min(most) };
            outputs[backgammon] = outputs[backgammon].min(outputs[gammon]);
        };
        let win = outputs[WIN];
        bound(outputs, WIN_GAMMON, WIN_BACKGAMMON, win, is_safe(!pos.side()));
        bound(outputs, LOSE_GAMMON, LOSE_BACKGAMMON, 1.0 - win, is_safe(pos.side()));
    }
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::Options;
    use engine::rng::stream;
    use engine::{Afterstate, MoveList, Node, Position};
    use rand::RngExt;

    use super::*;

    /// Afterstates of random games.
    fn afterstates(count: usize) -> Vec<Cup> {
        let mut rng = stream(1, 9);
        let mut found = Vec::new();
        let mut list = MoveList::new();
        while found.len() < count {
            let mut pos = Backgammon::start(&Options::default()).sample(&mut rng);
            while pos.outcome().is_none() && found.len() < count {
                list.clear();
                pos.moves(&mut list);
                let after = pos.play(list[rng.random_range(0..list.len())]);
                if Backgammon::outcome_after(&after).is_none() {
                    found.push(after);
                }
                pos = after.sample(&mut rng);
            }
        }
        found
    }

    #[test]
    fn inputs_are_in_order_and_in_range() {
        let mut inputs = Inputs::new();
        for after in afterstates(3_000) {
            inputs.clear();
            Backgammon::inputs(&after, &mut inputs);
            let count = Backgammon::input_count(Backgammon::class(&after)) as u32;
            let list = inputs.list();
            assert!(list.windows(2).all(|pair| pair[0].0 < pair[1].0), "{after}: {list:?}");
            assert!(
                list.iter().all(|&(index, value)| index < count && (-1.0..=6.1).contains(&value)),
                "{after}: {list:?}"
            );
        }
    }

    #[test]
    fn both_sides_see_the_same_from_their_ends() {
        let pos = |text: &str| Cup::parse(text, &Options::default()).expect("a position");
        let (mut white, mut black) = (Inputs::new(), Inputs::new());
        Backgammon::inputs(&pos("sGfwATDgc/ABMA"), &mut white);
        Backgammon::inputs(&pos("sGfwATDgc/ABMA:black"), &mut black);
        assert_eq!(white, black);
    }

    #[test]
    fn outcomes_and_their_turned_views_agree() {
        for points in [1, 2, 3] {
            let outcome = Outcome::Win { side: Side::First, points };
            let (won, lost) = (Backgammon::targets(outcome, Side::First), Backgammon::targets(outcome, Side::Second));
            assert_eq!(Backgammon::turned(&won)[..5], lost[..5]);
            assert!((Backgammon::equity(&won) - f32::from(points)).abs() < 1e-6);
            assert!((Backgammon::equity(&lost) + f32::from(points)).abs() < 1e-6);
        }
    }
}
