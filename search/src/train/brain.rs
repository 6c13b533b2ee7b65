//! The networks of a game as a judge of afterstates, and moves chosen by it.

use std::sync::Arc;

use engine::zobrist::mix;
use engine::{Forecast, Game, MoveList, Outcome};

use super::Learned;
use crate::net::{Accumulator, Activation, BadNet, BadShape, Inputs, Nets, Network, Outputs, Pass, Shape};

/// The networks of a game, one a class.
#[derive(Clone, Debug)]
pub struct Brain<G: Game> {
    pub(super) networks: Vec<Network>,
    forecast: Option<Arc<dyn Forecast<G>>>,
}

impl<G: Game> PartialEq for Brain<G> {
    fn eq(&self, other: &Self) -> bool {
        self.networks == other.networks
    }
}

/// Memory for judging: one a thread, used again and again.
#[derive(Clone, Debug)]
pub struct Desk<G: Game> {
    pub(super) list: MoveList<G::Move>,
    pub(super) inputs: Inputs,
    pub(super) pass: Pass,
    /// The class of the afterstate from which others are judged by their differences, if one was judged.
    base_class: Option<usize>,
    base: Inputs,
    difference: Inputs,
    base_sums: Accumulator,
    sums: Accumulator,
}

impl<G: Game> Default for Desk<G> {
    fn default() -> Self {
        Self {
            list: MoveList::new(),
            inputs: Inputs::new(),
            pass: Pass::default(),
            base_class: None,
            base: Inputs::new(),
            difference: Inputs::new(),
            base_sums: Accumulator::default(),
            sums: Accumulator::default(),
        }
    }
}

/// The move that a brain likes best.
#[derive(Clone, Debug)]
pub struct Best<G: Game> {
    /// The move; the first in order of generation of those that are equal.
    pub mv: G::Move,
    /// What it leaves behind.
    pub after: G::After,
    /// What to expect of it, as the side that moves sees it.
    pub outputs: Outputs,
    /// The points that it promises that side.
    pub points: f32,
    /// The result, if the move ends the game at once.
    pub outcome: Option<Outcome>,
}

impl<G: Learned> Brain<G> {
    /// Networks of random weights with these hidden layers, the same for every class.
    ///
    /// # Errors
    /// If there are no such networks.
    pub fn random(hidden: &[usize], activation: Activation, seed: u64) -> Result<Self, BadShape> {
        let network = |class: usize| {
            let shape =
                Shape { inputs: G::input_count(class), hidden: hidden.to_vec(), outputs: G::OUTPUTS, activation };
            Network::random(shape, mix(seed ^ class as u64))
        };
        let networks = (0..G::CLASSES.len()).map(network).collect::<Result<_, _>>()?;
        Ok(Self { networks, forecast: None })
    }

    /// The networks of a file, if they are this game's.
    ///
    /// # Errors
    /// Where game, encoding, classes or sizes are others.
    pub fn from_nets(nets: Nets) -> Result<Self, BadNet> {
        let expect = |what, found: &str, accepted: &str| {
            if found == accepted {
                Ok(())
            } else {
                Err(BadNet::Foreign { what, found: found.to_owned(), accepted: accepted.to_owned() })
            }
        };
        expect("a network for the game", &nets.game, G::NAME)?;
        expect("inputs of the kind", &nets.encoding, G::ENCODING)?;
        let classes = nets.classes;
        let names: Vec<&str> = classes.iter().map(|(name, _)| name.as_str()).collect();
        let place = |class: &str| names.iter().position(|&name| name == class);
        let elder = |class| G::HEIRS.iter().find(|(heir, _)| *heir == class).map(|&(_, elder)| elder);
        let places: Option<Vec<usize>> =
            G::CLASSES.iter().map(|&class| place(class).or_else(|| place(elder(class)?))).collect();
        let is_strange = names.iter().any(|name| !G::CLASSES.contains(name));
        let Some(places) = places.filter(|_| !is_strange) else {
            return Err(BadNet::Foreign {
                what: "networks for",
                found: names.join(" "),
                accepted: G::CLASSES.join(" "),
            });
        };
        let networks: Vec<Network> = places.into_iter().map(|place| classes[place].1.clone()).collect();
        for (class, network) in networks.iter().enumerate() {
            let Shape { inputs, outputs, .. } = network.shape();
            let sizes = |inputs, outputs| format!("{inputs} inputs and {outputs} outputs");
            expect("a network of", &sizes(*inputs, *outputs), &sizes(G::input_count(class), G::OUTPUTS))?;
        }
        Ok(Self { networks, forecast: None })
    }

    /// The networks for a file, with how they were made.
    #[must_use]
    pub fn to_nets(&self, recipe: &str) -> Nets {
        let names = G::CLASSES.iter().map(|&name| name.to_owned());
        Nets {
            game: G::NAME.to_owned(),
            encoding: G::ENCODING.to_owned(),
            recipe: recipe.to_owned(),
            classes: names.zip(self.networks.iter().cloned()).collect(),
        }
    }

    /// The same brain with a table of what is known exactly: it is asked before the networks are.
    #[must_use]
    pub fn with_forecast(self, forecast: Option<Arc<dyn Forecast<G>>>) -> Self {
        Self { forecast, ..self }
    }

    /// The outputs of an afterstate that is [certain](Learned::certain) or that the table knows, as the side that acts next
    /// sees it.
    #[inline]
    #[must_use]
    pub fn known(&self, after: &G::After) -> Option<Outputs> {
        if let Some(outputs) = G::certain(after) {
            return Some(outputs);
        }
        let odds = self.forecast.as_ref()?.forecast(after)?;
        Some(G::outputs(&odds))
    }

    /// The points of an afterstate with these outputs, as the side that acts next sees both: known, where a cube may still be
    /// turned, or as the game [has](Learned::worth) it.
    #[inline]
    #[must_use]
    pub fn worth(&self, after: &G::After, outputs: &Outputs) -> f32 {
        self.known_points(after).map_or_else(|| G::worth(after, outputs), |points| points as f32)
    }

    #[inline]
    fn known_points(&self, after: &G::After) -> Option<f64> {
        if G::is_open(after) { self.forecast.as_ref()?.points(after) } else { None }
    }

    /// Whether a table knows all that is still to be known of an afterstate.
    #[must_use]
    pub fn settles(&self, after: &G::After) -> bool {
        self.known(after).is_some() && (!G::is_open(after) || self.known_points(after).is_some())
    }

    /// The networks, in the order of [`Learned::CLASSES`].
    #[must_use]
    pub fn networks(&self) -> &[Network] {
        &self.networks
    }

    /// Puts a network in the place of a class's.
    ///
    /// # Panics
    /// If there is no such class, or its network has other inputs or outputs.
    pub fn set_network(&mut self, class: usize, network: Network) {
        let (old, new) = (self.networks[class].shape(), network.shape());
        assert_eq!((old.inputs, old.outputs), (new.inputs, new.outputs), "a network for this class");
        self.networks[class] = network;
    }

    /// What to expect of an afterstate that is not finished, as the side that acts next sees it: known, or judged from
    /// scratch.
    #[must_use]
    pub fn judge(&self, after: &G::After, desk: &mut Desk<G>) -> Outputs {
        if let Some(outputs) = self.known(after) {
            return outputs;
        }
        self.judge_with(after, (&mut desk.inputs, &mut desk.pass))
    }

    /// What the networks alone make of an afterstate.
    #[inline]
    pub(crate) fn judge_with(&self, after: &G::After, (inputs, pass): (&mut Inputs, &mut Pass)) -> Outputs {
        inputs.clear();
        G::inputs(after, inputs);
        corrected::<G>(after, self.networks[G::class(after)].evaluate(inputs, pass))
    }

    /// The best move by the judgement of what it leaves behind; `None` if there are no moves.
    ///
    /// Afterstates of one class are judged by their differences from the first of them, which is twice as fast; values may
    /// differ from those of [`judge`](Self::judge) in the last places.
    #[must_use]
    pub fn best(&self, pos: &G, desk: &mut Desk<G>) -> Option<Best<G>> {
        desk.base_class = None;
        self.best_of(pos, usize::MAX, desk)
    }

    /// The same of the `most` moves that [look best](Learned::keep_likely), for each of these positions: as a rule they are what
    /// chance may bring after one move, and all are judged by their differences from one afterstate.
    pub(crate) fn best_likely(&self, positions: &[G], most: usize, desk: &mut Desk<G>) -> Vec<Option<Best<G>>> {
        desk.base_class = None;
        positions.iter().map(|pos| self.best_of(pos, most, desk)).collect()
    }

    fn best_of(&self, pos: &G, most: usize, desk: &mut Desk<G>) -> Option<Best<G>> {
        let mut best: Option<Best<G>> = None;
        self.each(pos, most, desk, |candidate| {
            if best.as_ref().is_none_or(|best| candidate.points > best.points) {
                best = Some(candidate);
            }
        });
        best
    }

    /// All moves with what [`best`](Self::best) makes of them, from the best to the worst; of equals the first in order of
    /// generation comes first.
    #[must_use]
    pub fn ranked(&self, pos: &G, desk: &mut Desk<G>) -> Vec<Best<G>> {
        let mut all = Vec::new();
        desk.base_class = None;
        self.each(pos, usize::MAX, desk, |candidate| all.push(candidate));
        all.sort_by(|a, b| b.points.total_cmp(&a.points));
        all
    }

    /// Hands out every move, or the likely ones, judged.
    #[inline]
    fn each(&self, pos: &G, most: usize, desk: &mut Desk<G>, mut take: impl FnMut(Best<G>)) {
        let mut list = std::mem::take(&mut desk.list);
        list.clear();
        pos.moves(&mut list);
        if most < list.len() {
            G::keep_likely(pos, &mut list, most);
        }
        for &mv in list.iter() {
            let after = pos.play(mv);
            let outcome = G::outcome_after(&after);
            let (outputs, points) = if let Some(outcome) = outcome {
                G::finished(&after, outcome, pos.side())
            } else {
                let outputs = self.judge_near(&after, desk);
                let points = self.worth(&after, &outputs);
                if G::next_side(&after) == pos.side() { (outputs, points) } else { (G::turned(&outputs), -points) }
            };
            take(Best { mv, after, outputs, points, outcome });
        }
        desk.list = list;
    }

    /// The same as [`judge`](Self::judge) by the difference from the first afterstate that was judged, if that was of the
    /// same class.
    fn judge_near(&self, after: &G::After, desk: &mut Desk<G>) -> Outputs {
        if let Some(outputs) = self.known(after) {
            return outputs;
        }
        let class = G::class(after);
        let network = &self.networks[class];
        desk.inputs.clear();
        G::inputs(after, &mut desk.inputs);
        if desk.base_class == Some(class) {
            desk.difference.set_difference(&desk.base, &desk.inputs);
            if desk.difference.list().len() < desk.inputs.list().len() {
                desk.sums.set_from(network, &desk.base_sums, &desk.difference);
                return corrected::<G>(after, network.finish(&desk.sums, &mut desk.pass));
            }
        } else if desk.base_class.is_none() {
            desk.base_class = Some(class);
            std::mem::swap(&mut desk.base, &mut desk.inputs);
            desk.base_sums.set(network, &desk.base);
            return corrected::<G>(after, network.finish(&desk.base_sums, &mut desk.pass));
        }
        corrected::<G>(after, network.evaluate(&desk.inputs, &mut desk.pass))
    }
}

#[inline]
fn corrected<G: Learned>(after: &G::After, outputs: &Outputs) -> Outputs {
    let mut outputs = *outputs;
    G::corrected(after, &mut outputs);
    outputs
}
