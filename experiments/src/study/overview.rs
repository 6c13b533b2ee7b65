//! What is asked of every game: what starting is worth, how long games are, how they end.

use std::collections::BTreeMap;

use engine::Game;
use serde::Serialize;

use super::scores::Scores;
use super::section::{Cell, Section};
use super::{Aspect, Unit};
use crate::stats::distribution::{Digest, Distribution};
use crate::stats::proportion::Interval;

/// Single games, whoever played them.
#[derive(Debug, Default)]
pub(crate) struct Overview {
    starters: Scores,
    plies: Distribution,
    /// By the reason why games ended, in the order of their names.
    endings: BTreeMap<String, Ending>,
}

/// The games that ended for one reason.
#[derive(Debug, Default)]
struct Ending {
    starters: Scores,
    plies: Distribution,
}

/// How the starters did.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct FirstPlayer {
    pub(crate) games: u64,
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) score: f64,
    /// The 95 % interval, estimated between pairs.
    #[serde(flatten)]
    pub(crate) interval: Interval,
}

impl Overview {
    /// How the starters did in all games.
    pub(crate) fn first_player(&self) -> FirstPlayer {
        let (results, clusters) = (self.starters.results(), self.starters.clusters());
        FirstPlayer {
            games: results.games(),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            score: clusters.score(),
            interval: clusters.interval(),
        }
    }

    /// The lengths of games in plies from their opening on.
    pub(crate) fn plies(&self) -> Digest {
        self.plies.digest()
    }
}

impl<G: Game> Aspect<G> for Overview {
    fn add(&mut self, unit: &Unit<G>) {
        for game in &unit.games {
            let record = &game.record;
            let ending = self.endings.entry(record.ended.clone()).or_default();
            for (starters, plies) in [(&mut self.starters, &mut self.plies), (&mut ending.starters, &mut ending.plies)]
            {
                starters.add(unit.group, record.winner, record.starter);
                plies.add(record.plies);
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        let mut section = Section::new(
            "endings",
            "How games end, who has won then, and after how many plies:",
            &["ending", "games", "share", "starter_won", "drawn", "starter_lost", "plies_median", "plies_mean"],
        );
        for (name, Ending { starters, plies }) in &self.endings {
            let (results, digest) = (starters.results(), plies.digest());
            section.row([
                Cell::Text(name.clone()),
                Cell::Count(results.games()),
                Cell::part(results.games(), self.starters.games()),
                Cell::Count(results.wins),
                Cell::Count(results.draws),
                Cell::Count(results.losses),
                digest.median.map_or(Cell::Nothing, |plies| Cell::Count(plies.into())),
                digest.mean.map_or(Cell::Nothing, Cell::Mean),
            ]);
        }
        vec![section]
    }
}
