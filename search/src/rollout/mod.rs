//! Rollouts: what a node is worth, by playing many games from it to the end.
//!
//! Networks play both sides. From every game's result the luck in it is taken off, as [`luck`](crate::luck) has it but for
//! each output by itself: at each chance node the best move's outputs after what came, minus their mean over all that could
//! have come, the best among a few moves that look likely. That is zero in expectation however good the networks are; so an estimate's expectation is what these
//! players would get, and its error is a fraction of the plain average's. What is left of the error is the players' own.
//!
//! Where there is a doubling cube, points are counted with it, and luck is told in points as in probabilities. Both sides double,
//! take and drop by what the networks expect. A game that ends by a drop counts with the probabilities that made it end,
//! as in other programs: those of the same game without a cube, but for the positions that it was not played on to.
//!
//! Games end early where a table of odds knows the rest. The first two throws run through all there are (`dice`), the later
//! ones come from a stream of the seed and the game's number: different nodes are rolled out with the same dice, and the
//! number of threads changes nothing, to the bit.
//!
//! Next: `game` plays one game, `choose` finds its moves, [`Estimate`] adds games up.

mod choose;
mod dice;
mod estimate;
mod game;
#[cfg(test)]
mod tests;

use engine::{Game, Side};
use rayon::prelude::*;

use self::choose::{Decided, decide};
pub use self::choose::{MARGIN, MOST_LOOKED_AT};
use self::estimate::Value;
pub use self::estimate::{Estimate, Mean};
use self::game::{Chances, Played, play};
use crate::net::Outputs;
use crate::train::{Best, Brain, Desk, Learned};

/// How a node is rolled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The number of the first game: 0, or what an estimate that is to be [joined](Estimate::joined) has.
    pub begin: u64,
    /// The number of games, at least 1. A multiple of the throws (36 in backgammon), or of their square, spreads the
    /// first rolls evenly.
    pub games: u64,
    /// How many plies the players look beyond the static values of their moves: 0 is fast, each more costs some
    /// twenty times as much for a choice.
    pub plies: u32,
    /// Games are judged by the networks after so many rolls, at least 1; `None` to play them to the end.
    pub horizon: Option<u32>,
    /// The master seed.
    pub seed: u64,
}

/// What networks say of a node at once, as a side sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Expected points.
    pub equity: f64,
    /// The probabilities, named by [`Rollouts::output_names`].
    pub outputs: Vec<f64>,
}

impl Judgement {
    fn new<G: Learned>(value: &Value) -> Self {
        Self { equity: value.points, outputs: value.outputs[..G::OUTPUTS].to_vec() }
    }
}

/// What to roll out: a move, or decisions of both sides that end with a roll or with the game.
#[derive(Clone, Debug)]
pub struct Candidate<G: Game> {
    /// The move, or what is decided.
    pub moves: Vec<G::Move>,
    /// What is left behind.
    pub after: G::After,
    /// Its static value for the side to move.
    pub judgement: Judgement,
}

/// Whatever rolls out the nodes of a game: one call a node, so that callers need not know the networks' game at compile
/// time to be one that can be [learnt](Learned).
pub trait Rollouts<G: Game>: Send + Sync {
    /// What the outputs are the probabilities of.
    fn output_names(&self) -> &'static [&'static str];

    /// All moves of a position, from the best static value to the worst; none if it is finished. Where something else is to
    /// be decided, a double or its answer, all that the decisions of both may [lead](Learned::lines) to, in that order.
    fn candidates(&self, pos: &G) -> Vec<Candidate<G>>;

    /// Of decisions that are worth so many points, the place of the best for both, and what there is to say about it;
    /// `None` where the candidates are moves.
    fn advice(&self, pos: &G, points: &[f64]) -> Option<(usize, String)>;

    /// What points are counted by: the number that a doubling cube shows.
    fn stake(&self, pos: &G) -> f64;

    /// Whether the networks can tell how a position is worth playing on under its rules.
    ///
    /// # Errors
    /// Why not.
    fn knows(&self, pos: &G, rules: &G::Rules) -> Result<(), String>;

    /// The static value of an afterstate, finished or not, as `viewer` sees it.
    fn judge(&self, after: &G::After, viewer: Side) -> Judgement;

    /// Rolls an afterstate out, as `viewer` sees it, on the threads of the pool that it is called in.
    fn roll(&self, after: &G::After, viewer: Side, plan: &Plan) -> Estimate;
}

/// Rollouts by these networks, and by the table of odds that they may have.
#[derive(Clone, Debug)]
pub struct ByNetworks<G: Game>(pub Brain<G>);

impl<G: Learned> Rollouts<G> for ByNetworks<G> {
    fn output_names(&self) -> &'static [&'static str] {
        G::OUTPUT_NAMES
    }

    fn candidates(&self, pos: &G) -> Vec<Candidate<G>> {
        let lines = G::lines(pos);
        if !lines.is_empty() {
            let candidate = |(moves, after)| Candidate { moves, judgement: self.judge(&after, pos.side()), after };
            return lines.into_iter().map(candidate).collect();
        }
        let ranked = self.0.ranked(pos, &mut Desk::default()).into_iter();
        let candidate = |Best { mv, after, outputs, points, .. }| {
            let judgement = Judgement::new::<G>(&Value::seen::<G>(pos.side(), pos.side(), (outputs, points)));
            Candidate { moves: vec![mv], after, judgement }
        };
        ranked.map(candidate).collect()
    }

    fn advice(&self, pos: &G, points: &[f64]) -> Option<(usize, String)> {
        (!G::lines(pos).is_empty()).then(|| G::advice(pos, points))
    }

    fn stake(&self, pos: &G) -> f64 {
        f64::from(G::stake(pos))
    }

    fn knows(&self, pos: &G, rules: &G::Rules) -> Result<(), String> {
        G::knows(pos, rules)
    }

    fn judge(&self, after: &G::After, viewer: Side) -> Judgement {
        let (side, promised) = if let Some(outcome) = G::outcome_after(after) {
            (viewer, G::finished(after, outcome, viewer))
        } else {
            let outputs = self.0.judge(after, &mut Desk::default());
            (G::next_side(after), (outputs, self.0.worth(after, &outputs)))
        };
        Judgement::new::<G>(&Value::seen::<G>(viewer, side, promised))
    }

    fn roll(&self, after: &G::After, viewer: Side, plan: &Plan) -> Estimate {
        let ended = |result| {
            let played = Played { result, ..Played::default() };
            Estimate::of::<G>(&vec![played; plan.games as usize])
        };
        if let Some(outcome) = G::outcome_after(after) {
            return ended(Value::seen::<G>(viewer, viewer, G::finished(after, outcome, viewer)));
        }
        let after = match decide(&self.0, after, &mut Desk::default()) {
            Decided::On(after) => after,
            Decided::Over(promised) => return ended(Value::seen::<G>(viewer, G::next_side(after), promised)),
        };
        // The same for all games: here there is time for all moves.
        let first = Chances::new(&self.0, (&after, viewer), usize::MAX, &mut Desk::default());
        let games: Vec<Played> = (plan.begin..plan.begin + plan.games)
            .into_par_iter()
            .map_init(Desk::default, |desk, number| play(&self.0, (&first, viewer), (plan, number), desk))
            .collect();
        Estimate::of::<G>(&games)
    }
}

/// Outputs of `side` as `viewer` sees them.
fn seen_by<G: Learned>(viewer: Side, side: Side, outputs: Outputs) -> Outputs {
    if viewer == side { outputs } else { G::turned(&outputs) }
}
