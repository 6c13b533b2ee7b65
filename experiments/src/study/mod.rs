//! Studies: what the games of a match say of the game itself.
//!
//! A match tells which player is stronger; a study of the same records tells what the first move is worth, how long games are,
//! how they end and what matters in them. Every record is played again, so that nothing is believed that the rules do not
//! give. What is asked of every game stands in [`overview`] and [`first_moves`]; what only one game has, [`Studied`] adds:
//! FORTE the [`standings`] of tournaments, FORTAC its [`cards`], FORCE 3 the [`exact`] values of openings.
//!
//! An [`Aspect`] takes the units of a match in order and becomes [`Section`]s. Games of one pair depend on each other, and a game
//! that was played before says nothing new, which all intervals take in ([`Groups`]).

pub(crate) mod cards;
pub(crate) mod exact;
pub(crate) mod first_moves;
pub(crate) mod overview;
pub(crate) mod scores;
pub(crate) mod section;
pub(crate) mod standings;
mod symmetry;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault};

use engine::{Afterstate, Game, History};
use fxhash::FxHasher;

use crate::pairing::Contestant;
use crate::record::{self, BadRecord, GameRecord, UnitRecord, replay};

use self::section::Section;

/// A game of which matches are studied.
pub(crate) trait Studied: Game {
    /// A move from a line that begins at `start` as each symmetry of the game that leaves `start` as it is shows it, the move
    /// itself first. The order of symmetries is the same for every move.
    fn images(_start: &Self, mv: Self::Move) -> Vec<Self::Move> {
        vec![mv]
    }

    /// What is asked of this game and of no other, in matches of `kind` by these rules.
    fn aspects(_rules: &Self::Rules, _kind: Kind) -> Vec<Box<dyn Aspect<Self>>> {
        Vec::new()
    }
}

/// What the units of a match are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Single games.
    Games,
    /// Series of games.
    Series,
}

/// One side of a study.
pub(crate) trait Aspect<G: Game> {
    /// Takes the next unit of the match.
    fn add(&mut self, unit: &Unit<G>);

    /// What the units say.
    fn sections(&self) -> Vec<Section>;
}

/// Which units depend on each other: those of a pair, and pairs that play the same games move by move.
///
/// Players without a choice of their own repeat their games where an opening comes back: their number would make intervals
/// short, but they are one experiment.
#[derive(Debug, Default)]
pub(crate) struct Groups {
    /// By the games of a pair's first unit: the group.
    first_met: HashMap<u64, u64>,
    /// The pair that came last, by who met, and its group.
    last: Option<(([usize; 2], u64), u64)>,
    /// Units that were not played before, move by move.
    different: HashSet<u64>,
}

impl Groups {
    /// The group of the next unit; units come in order.
    pub(crate) fn group(&mut self, unit: &UnitRecord) -> u64 {
        let games: Vec<[&String; 2]> = unit.games.iter().map(|game| [&game.opening, &game.moves]).collect();
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(games);
        self.different.insert(hash);
        let pair = (unit.fixture.players, unit.fixture.pair);
        match self.last {
            Some((last, group)) if last == pair => group,
            _ => {
                let new = self.first_met.len() as u64;
                let group = *self.first_met.entry(hash).or_insert(new);
                self.last = Some((pair, group));
                group
            }
        }
    }

    /// The number of units that are different.
    pub(crate) fn different(&self) -> u64 {
        self.different.len() as u64
    }
}

/// A unit of a match, played again.
pub(crate) struct Unit<G: Game> {
    /// Its group: see [`Groups`].
    pub(crate) group: u64,
    /// Who won it.
    pub(crate) winner: Option<Contestant>,
    /// Its games.
    pub(crate) games: Vec<Replayed<G>>,
}

/// A game of a match, played again.
pub(crate) struct Replayed<G: Game> {
    /// What was written down.
    pub(crate) record: GameRecord,
    /// All its positions.
    pub(crate) history: History<G>,
    /// The move played in each position but the last.
    pub(crate) moves: Vec<G::Move>,
    /// Where it began and the moves that led to the first of its positions, where those are known.
    pub(crate) from_start: Option<(G, Vec<G::Move>)>,
}

/// Whether the games of a match are known from their start even without a record of how it led to the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beginning {
    /// Their first position is the start, or what chance made of it.
    AtTheStart,
    /// Their first position may be any.
    Anywhere,
}

impl<G: Game> Unit<G> {
    /// Plays a unit of `group` again.
    pub(crate) fn replay(group: u64, record: UnitRecord, beginning: Beginning) -> Result<Self, BadRecord> {
        let UnitRecord { winner, games, .. } = record;
        let games = games.into_iter().map(|game| Replayed::new(game, beginning)).collect::<Result<_, _>>()?;
        Ok(Self { group, winner, games })
    }
}

impl<G: Game> Replayed<G> {
    fn new(record: GameRecord, beginning: Beginning) -> Result<Self, BadRecord> {
        let history = replay::<G>(&record)?;
        let moves = record::moves(&record, &history)?;
        let first = &history.positions()[0];
        let from_start = if !record.lead.is_empty() {
            let start = start_of::<G>(&record)?;
            let lead = record::lead(&record, &start)?;
            Some((start, lead))
        } else if beginning == Beginning::AtTheStart || !G::After::IS_CHANCE && *first == start_of::<G>(&record)? {
            Some((first.clone(), Vec::new()))
        } else {
            None
        };
        Ok(Self { record, history, moves, from_start })
    }

    /// Every position in which somebody moved, with the move and what came of it.
    pub(crate) fn steps(&self) -> impl Iterator<Item = (&G, G::Move, &G)> {
        let positions = self.history.positions();
        positions.iter().zip(&self.moves).zip(&positions[1..]).map(|((pos, &mv), next)| (pos, mv, next))
    }
}

/// The start of a game without chance.
fn start_of<G: Game>(record: &GameRecord) -> Result<G, BadRecord> {
    let rules: G::Rules = record.rules.parse().map_err(|error| record::bad("rules", error))?;
    let start = G::start(&rules).branches().next();
    start.map(|(start, _)| start).ok_or_else(|| record::bad("lead", "the game has no start"))
}
