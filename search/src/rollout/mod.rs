//! Rollouts: what a node is worth, by playing many games from it to the end.
//!
//! Networks play both sides. From every game's result the luck in it is taken off, as [`luck`](crate::luck) has it but for
//! each output by itself: at each chance node the best move's outputs after what came, minus their mean over all that could
//! have come, the best among a few moves that look likely. That is zero in expectation however good the networks are; so an estimate's expectation is what these
//! players would get, and its error is a fraction of the plain average's. What is left of the error is the players' own.
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

pub use self::choose::{MARGIN, MOST_LOOKED_AT};
pub use self::estimate::{Estimate, Mean};
use self::estimate::{Values, equity, values};
use self::game::{Chances, Played, play};
use crate::net::Outputs;
use crate::train::{Best, Brain, Desk, Learned};

/// How a node is rolled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
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
    fn new<G: Learned>(outputs: &Outputs) -> Self {
        let values = values(outputs);
        Self { equity: equity::<G>(&values), outputs: values[..G::OUTPUTS].to_vec() }
    }
}

/// A move to roll out.
#[derive(Clone, Debug)]
pub struct Candidate<G: Game> {
    /// The move.
    pub mv: G::Move,
    /// What it leaves behind.
    pub after: G::After,
    /// Its static value for the side that makes it.
    pub judgement: Judgement,
}

/// Whatever rolls out the nodes of a game: one call a node, so that callers need not know the networks' game at compile
/// time to be one that can be [learnt](Learned).
pub trait Rollouts<G: Game>: Send + Sync {
    /// What the outputs are the probabilities of.
    fn output_names(&self) -> &'static [&'static str];

    /// All moves of a position, from the best static value to the worst; none if it is finished.
    fn candidates(&self, pos: &G) -> Vec<Candidate<G>>;

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
        let ranked = self.0.ranked(pos, &mut Desk::default()).into_iter();
        let candidate =
            |(_, Best { mv, after, outputs, .. })| Candidate { mv, after, judgement: Judgement::new::<G>(&outputs) };
        ranked.map(candidate).collect()
    }

    fn judge(&self, after: &G::After, viewer: Side) -> Judgement {
        let outputs = match G::outcome_after(after) {
            Some(outcome) => G::targets(outcome, viewer),
            None => seen_by::<G>(viewer, G::next_side(after), self.0.judge(after, &mut Desk::default())),
        };
        Judgement::new::<G>(&outputs)
    }

    fn roll(&self, after: &G::After, viewer: Side, plan: &Plan) -> Estimate {
        // The same for all games: here there is time for all moves.
        let first = Chances::new(&self.0, (after, viewer), usize::MAX, &mut Desk::default());
        let games: Vec<Played> = (0..plan.games)
            .into_par_iter()
            .map_init(Desk::default, |desk, number| play(&self.0, (after, viewer), (plan, number), &first, desk))
            .collect();
        Estimate::of::<G>(&games)
    }
}

/// Outputs of `side` as `viewer` sees them.
fn seen_by<G: Learned>(viewer: Side, side: Side, outputs: Outputs) -> Outputs {
    if viewer == side { outputs } else { G::turned(&outputs) }
}

/// Adds values times a weight, place by place.
fn add(sum: &mut Values, values: &Values, weight: f64) {
    for (sum, value) in sum.iter_mut().zip(values) {
        *sum += weight * value;
    }
}
