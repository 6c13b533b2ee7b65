//! What a game says of itself so that a network can learn it.

use engine::{Afterstate, Game, MoveList, Odds, Outcome, PathRules, Position, Side};

use super::chances;
use crate::net::{Inputs, Outputs};

/// Moves in a row, and what they lead to.
pub type Line<G> = (Vec<<G as Position>::Move>, <G as Position>::After);

/// A game that networks can learn: what they see of an afterstate, and what they foretell of it.
///
/// All is seen by the side that acts next after the afterstate ([`Game::next_side`]). A game whose wins are worth one point needs
/// a single output, the chance to win, and nothing said of it; others say what their outputs are.
pub trait Learned: Game {
    /// The game's name in files.
    const NAME: &'static str;

    /// What the inputs mean, as a name with a version, such as `fortac/2`: another whenever a network made for the inputs
    /// before would misread them.
    const ENCODING: &'static str;

    /// The classes of positions, each with a network of its own: one, or more where a game has phases (contact, race).
    const CLASSES: &'static [&'static str] = &["all"];

    /// Classes that were split off from others: where a file has no network for the first, that for the second serves.
    const HEIRS: &'static [(&'static str, &'static str)] = &[];

    /// The number of outputs, each a probability; at most [`MOST_OUTPUTS`](crate::net::MOST_OUTPUTS).
    const OUTPUTS: usize;

    /// What each output is the probability of, in words: as many as there are [`OUTPUTS`](Self::OUTPUTS).
    const OUTPUT_NAMES: &'static [&'static str] = &["win"];

    /// Random moves at the start of each game of self-play, where the dice do not make games differ.
    const OPENING_PLIES: u32 = if <Self::After as Afterstate<Self>>::IS_CHANCE { 0 } else { 4 };

    /// The number of inputs of a class's networks.
    fn input_count(class: usize) -> usize;

    /// The class of an afterstate that is not finished: a place in [`CLASSES`](Self::CLASSES).
    fn class(_after: &Self::After) -> usize {
        0
    }

    /// Adds the inputs of an afterstate to the list, which is empty: numbers below its class's
    /// [`input_count`](Self::input_count), in rising order. Values are best between -1 and 1.
    fn inputs(after: &Self::After, inputs: &mut Inputs);

    /// What should have been foretold of a game that ended like this, as `side` sees it.
    #[must_use]
    fn targets(outcome: Outcome, side: Side) -> Outputs {
        chances::targets(outcome, side)
    }

    /// Outputs of the one side as the other sees them.
    #[must_use]
    fn turned(outputs: &Outputs) -> Outputs {
        chances::turned(outputs)
    }

    /// The points that outputs promise: a linear function of them.
    #[must_use]
    fn equity(outputs: &Outputs) -> f32 {
        chances::equity(outputs)
    }

    /// The points that outputs promise of an afterstate that is not finished, as the side that acts next sees both: not only
    /// [`equity`](Self::equity) where there is a doubling cube.
    #[must_use]
    fn worth(_after: &Self::After, outputs: &Outputs) -> f32 {
        Self::equity(outputs)
    }

    /// What should have been foretold of an afterstate that is finished with this outcome, as `side` sees it, and its points.
    #[must_use]
    fn finished(_after: &Self::After, outcome: Outcome, side: Side) -> (Outputs, f32) {
        let targets = Self::targets(outcome, side);
        (targets, Self::equity(&targets))
    }

    /// What points are counted by: the number that a doubling cube shows.
    #[must_use]
    fn stake(_pos: &Self) -> f32 {
        1.0
    }

    /// Whether points depend on decisions to come besides the moves (doubles), so that odds alone do not settle them.
    #[must_use]
    fn is_open(_after: &Self::After) -> bool {
        false
    }

    /// The afterstate once everything is decided that is decided before chance speaks (a double, and the answer to it), by
    /// what the side that acts next expects.
    #[must_use]
    fn decided(after: Self::After, _expected: &Outputs) -> Self::After {
        after
    }

    /// What the decisions before chance speaks may lead to, each with what is said on the way; none where the position asks for
    /// a move.
    #[must_use]
    fn lines(_pos: &Self) -> Vec<Line<Self>> {
        Vec::new()
    }

    /// Of [`lines`](Self::lines) that are worth so many points to the side to move, the place of the one that both sides'
    /// best decisions lead to, and what there is to say about it.
    ///
    /// # Panics
    /// Where there are no lines.
    #[must_use]
    fn advice(_pos: &Self, _points: &[f64]) -> (usize, String) {
        unreachable!("there are no lines to choose from")
    }

    /// Whether networks can tell how a position is worth playing on under its rules.
    ///
    /// # Errors
    /// Why not.
    fn knows(_pos: &Self, rules: &Self::Rules) -> Result<(), String> {
        if *rules == Self::Rules::default() {
            return Ok(());
        }
        Err(format!("the networks of {} know the standard rules alone, not {rules}; leave --rules out", Self::NAME))
    }

    /// The outputs of an afterstate that is not finished, but whose end is certain by the rules and cheap to see: networks are
    /// not asked about it and do not learn from it.
    #[inline]
    #[must_use]
    fn certain(_after: &Self::After) -> Option<Outputs> {
        None
    }

    /// Makes what a network foretells fit what is certain of an afterstate: what cannot happen has no probability.
    fn corrected(_after: &Self::After, _outputs: &mut Outputs) {}

    /// Leaves of a list of all moves at most the `most` that look best without a network; all, where nothing tells them
    /// apart that is cheaper than one.
    fn keep_likely(_pos: &Self, _moves: &mut MoveList<Self::Move>, _most: usize) {}

    /// What outputs say the same as these odds.
    #[must_use]
    fn outputs(odds: &Odds) -> Outputs {
        chances::outputs(odds)
    }

    /// Where a game of self-play begins, and what ends it by its path.
    #[must_use]
    fn lesson() -> (Self::After, PathRules) {
        let rules = Self::Rules::default();
        (Self::start(&rules), Self::path_rules(&rules))
    }
}
