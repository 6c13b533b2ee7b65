//! What all single games of an event have in common, whoever played them.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault};

use fxhash::FxHasher;
use serde::Serialize;

use super::Figure;
use crate::pairing::Contestant;
use crate::record::UnitRecord;
use crate::stats::Trinomial;
use crate::stats::clusters::Clusters;
use crate::stats::proportion::Interval;

/// A running count of games.
#[derive(Clone, Debug, Default)]
pub(super) struct Games {
    starters: Trinomial,
    /// The starters' score, by pairs.
    starters_by_pair: Clusters,
    /// The starters' half points and the games of the pair that is being counted.
    open_pair: (u64, u64),
    endings: BTreeMap<String, u64>,
    plies: Plies,
    /// Nodes by entrant.
    nodes: Vec<u64>,
    openings: HashSet<u64, BuildHasherDefault<FxHasher>>,
}

/// Lengths of games.
#[derive(Clone, Copy, Debug, Default)]
struct Plies {
    total: u64,
    shortest: Option<u32>,
    longest: u32,
}

/// Games in figures.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Overview {
    /// How whoever began did, over all single games.
    pub(super) first_player: FirstPlayer,
    /// Single games by the way they ended.
    pub(super) endings: BTreeMap<String, u64>,
    pub(super) plies: Lengths,
    /// Nodes searched by each player.
    pub(crate) nodes: Vec<u64>,
    /// Different positions in which games began.
    pub(super) distinct_openings: u64,
    /// Whether all units were played: summaries are only written when they were.
    complete: bool,
}

/// How whoever began did.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct FirstPlayer {
    pub(super) games: u64,
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) score: f64,
    /// Its 95 % interval, estimated between pairs.
    #[serde(flatten)]
    pub(super) interval: Interval,
}

/// Plies from the opening to the end.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Lengths {
    pub(super) mean: f64,
    pub(super) shortest: u32,
    pub(super) longest: u32,
}

impl Games {
    /// Counts the games of the next unit.
    pub(super) fn add(&mut self, unit: &UnitRecord) {
        for game in &unit.games {
            self.open_pair.0 += u64::from(self.starters.add(game.winner, game.starter));
            self.open_pair.1 += 1;
            *self.endings.entry(game.ended.clone()).or_default() += 1;
            self.plies.total += u64::from(game.plies);
            self.plies.shortest = Some(self.plies.shortest.map_or(game.plies, |plies| plies.min(game.plies)));
            self.plies.longest = self.plies.longest.max(game.plies);
            for (entrant, nodes) in unit.fixture.players.into_iter().zip(game.nodes) {
                if self.nodes.len() <= entrant {
                    self.nodes.resize(entrant + 1, 0);
                }
                self.nodes[entrant] += nodes;
            }
            self.openings.insert(self.openings.hasher().hash_one(&game.opening));
        }
        if unit.fixture.starter == Contestant::Two {
            let (half_points, games) = std::mem::take(&mut self.open_pair);
            self.starters_by_pair.add(half_points, games);
        }
    }

    /// The figures of games that have all been counted, of so many entrants.
    pub(super) fn overview(&self, entrants: usize) -> Overview {
        let (first, games) = (self.starters, self.starters.games());
        let mut by_pair = self.starters_by_pair;
        if self.open_pair.1 > 0 {
            by_pair.add(self.open_pair.0, self.open_pair.1);
        }
        let mut nodes = self.nodes.clone();
        nodes.resize(entrants, 0);
        Overview {
            first_player: FirstPlayer {
                games,
                wins: first.wins,
                draws: first.draws,
                losses: first.losses,
                score: by_pair.score(),
                interval: by_pair.interval(),
            },
            endings: self.endings.clone(),
            plies: Lengths {
                mean: self.plies.total as f64 / games as f64,
                shortest: self.plies.shortest.unwrap_or(0),
                longest: self.plies.longest,
            },
            nodes,
            distinct_openings: self.openings.len() as u64,
            complete: true,
        }
    }
}

impl Overview {
    /// What all games say, whoever played them.
    pub(crate) fn figures(&self) -> Vec<Figure> {
        let FirstPlayer { wins, draws, losses, score, interval: Interval { low, high }, .. } = self.first_player;
        let endings: Vec<String> = self.endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        let Lengths { mean, shortest, longest } = self.plies;
        vec![
            ("First player", format!("{score:.4} ({low:.4} to {high:.4}, 95 %): +{wins} ={draws} -{losses}")),
            ("Endings", endings.join(", ")),
            ("Plies", format!("{mean:.1} ({shortest} to {longest})")),
            ("Openings", format!("{} different", self.distinct_openings)),
        ]
    }
}
