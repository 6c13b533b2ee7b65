//! A network as what a search knows of a game.

use std::cell::RefCell;
use std::sync::Arc;

use engine::{Afterstate, Forecast, Game, Position, Score};

use super::Sense;
use crate::luck::{self, Luck};
use crate::net::{BadNet, Inputs, Nets, Outputs, Pass};
use crate::parallel::{Plan, expectiminimax};
use crate::player::{Budget, ExpectiminimaxPlayer, Habits, Player};
use crate::rollout::{ByNetworks, Rollouts};
use crate::train::{Brain, Learned};
use crate::{Report, Table};

/// The evaluation of a game by its networks; all clones share them. It keeps nothing along the line.
#[derive(Debug)]
pub struct NetSense<G: Game> {
    brain: Arc<Brain<G>>,
}

impl<G: Game> Clone for NetSense<G> {
    fn clone(&self) -> Self {
        Self { brain: Arc::clone(&self.brain) }
    }
}

impl<G: Game> NetSense<G> {
    /// A sense that goes by these networks alone.
    #[must_use]
    pub const fn new(brain: Arc<Brain<G>>) -> Self {
        Self { brain }
    }

    /// The networks.
    #[must_use]
    pub fn brain(&self) -> &Brain<G> {
        &self.brain
    }
}

/// Searches a position by expectiminimax, with this table, within the limits of the plan; shows every iteration.
pub type NetSearch<G> =
    Box<dyn Fn(&G, &Table, &Plan, &mut dyn FnMut(&Report<<G as Position>::Move>)) -> Report<<G as Position>::Move>>;

/// All that a game's networks are good for, whatever [`Sense`] they serve.
pub trait ByNets<G: Game> {
    /// A player by expectiminimax who goes by them.
    fn player(self: Box<Self>, budget: Budget, habits: Habits) -> Box<dyn Player<G>>;

    /// The search by which that player finds its moves, for a single position.
    fn search(self: Box<Self>) -> NetSearch<G>;

    /// What tells luck by them.
    fn luck(self: Box<Self>) -> Luck<G>;

    /// What rolls out nodes by them.
    fn rollouts(self: Box<Self>) -> Box<dyn Rollouts<G>>;
}

/// Networks, and the table of odds that they may have, as a sense.
struct Judging<G: Game, S> {
    brain: Arc<Brain<G>>,
    sense: S,
}

impl<G: Learned, S: Sense<G> + 'static> ByNets<G> for Judging<G, S> {
    fn player(self: Box<Self>, budget: Budget, habits: Habits) -> Box<dyn Player<G>> {
        Box::new(ExpectiminimaxPlayer::new(self.sense, budget, habits))
    }

    fn search(self: Box<Self>) -> NetSearch<G> {
        Box::new(move |pos, table, plan, progress| expectiminimax(pos, (&self.sense, table), plan, progress))
    }

    fn luck(self: Box<Self>) -> Luck<G> {
        luck::by(self.sense)
    }

    fn rollouts(self: Box<Self>) -> Box<dyn Rollouts<G>> {
        let Self { brain, sense } = *self;
        // It may be the only other one who holds the networks.
        drop(sense);
        Box::new(ByNetworks(Arc::unwrap_or_clone(brain)))
    }
}

/// What [`Sensed::by_nets`](super::Sensed::by_nets) is in a game that has networks, of which `sense` makes an evaluation.
///
/// # Errors
/// If the networks are not for this game.
pub fn judging<G: Learned, S: Sense<G> + 'static>(
    nets: Nets,
    odds: Option<Arc<dyn Forecast<G>>>,
    sense: impl FnOnce(Arc<Brain<G>>) -> S,
) -> Result<Box<dyn ByNets<G>>, BadNet> {
    let brain = Arc::new(Brain::<G>::from_nets(nets)?.with_forecast(odds));
    Ok(Box::new(Judging { sense: sense(Arc::clone(&brain)), brain }))
}

thread_local! {
    /// An evaluation's memory, one a thread whatever the game: only its room is used again.
    static MEMORY: RefCell<(Inputs, Pass)> = RefCell::default();
}

impl<G: Learned> NetSense<G> {
    /// What is to be expected of an afterstate that is not finished, for the side that acts next.
    #[must_use]
    pub fn outputs(&self, after: &G::After) -> Outputs {
        self.brain
            .known(after)
            .unwrap_or_else(|| MEMORY.with_borrow_mut(|(inputs, pass)| self.brain.judge_with(after, (inputs, pass))))
    }
}

impl<G: Learned> Sense<G> for NetSense<G> {
    type Trace = ();
    type Glance = ();
    type Aims = ();

    const UNIT: i32 = Score::POINT / 20;
    const IS_DEAR: bool = true;

    fn begin(&self, _: &G) {}

    fn aims(&self, _: &G) {}

    fn glance(&self, _: &G) {}

    fn follow(&self, (): &(), _: &G, _: G::Move, _: &G::After) {}

    /// The points that the outputs promise; where there is no chance, short of a forced win.
    fn evaluate(&self, after: &G::After, (): &()) -> Score {
        let outputs = self.outputs(after);
        let units = (f64::from(G::equity(&outputs)) * f64::from(Score::POINT)).round() as i32;
        if G::After::IS_CHANCE { Score(units) } else { Score::from_static(units) }
    }
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::{Fortac, FortacRules};
    use engine::{Game, rng};

    use super::*;
    use crate::net::Activation;
    use crate::train::Desk;

    #[test]
    fn a_sense_says_what_its_brain_says() {
        let brain = Arc::new(Brain::<Fortac>::random(&[16], Activation::Relu, 1).expect("a shape"));
        let sense = NetSense::new(Arc::clone(&brain));
        let mut desk = Desk::default();
        let mut pos = Fortac::start(&FortacRules::default()).sample(&mut rng::stream(1, 0));
        for _ in 0..10 {
            let Some(best) = brain.best(&pos, &mut desk) else { break };
            if best.outcome.is_some() {
                break;
            }
            let score = sense.evaluate(&best.after, &()).points();
            assert!((score - f64::from(Fortac::equity(&brain.judge(&best.after, &mut desk)))).abs() < 1e-6);
            // As the side that has moved sees it, judged by differences.
            assert!((score + f64::from(Fortac::equity(&best.outputs))).abs() < 1e-5);
            pos = best.after.sample(&mut rng::stream(2, 0));
        }
    }
}
