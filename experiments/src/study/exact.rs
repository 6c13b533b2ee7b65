//! Openings of a solved game by their exact value: what the players made of it.

use std::sync::Arc;

use engine::{Deterministic, Probe, Value};

use super::scores::Scores;
use super::section::{Cell, Section};
use super::{Aspect, Unit};
use crate::stats::distribution::Distribution;

/// Games by the value of the position that they began at, for the side to move there.
pub(crate) struct Openings<G> {
    table: Arc<dyn Probe<G>>,
    /// Won, drawn and lost openings.
    values: [OfValue; 3],
}

#[derive(Debug, Default)]
struct OfValue {
    movers: Scores,
    distances: Distribution,
    plies: Distribution,
}

impl<G: Deterministic> Openings<G> {
    /// Nothing yet, with what the table knows.
    pub(crate) fn new(table: Arc<impl Probe<G> + 'static>) -> Self {
        Self { table, values: Default::default() }
    }
}

impl<G: Deterministic> Aspect<G> for Openings<G> {
    fn add(&mut self, unit: &Unit<G>) {
        for game in &unit.games {
            let opening = &game.history.positions()[0];
            let Some(known) = self.table.probe(opening) else { continue };
            let index = match known.value {
                Value::Win => 0,
                Value::Draw => 1,
                Value::Loss => 2,
            };
            let of_value = &mut self.values[index];
            of_value.movers.add(unit.group, game.record.winner, game.record.seats.of(opening.side()));
            of_value.plies.add(game.record.plies);
            if let Some(plies) = known.plies {
                of_value.distances.add(plies.into());
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        let title = "Openings by their exact value for the side to move there, with the mean of the plies to the end that the\n\
                     table tells and of those that were played: how that side scored";
        let mut section = Section::new(
            "exact",
            title,
            &["opening", "games", "wins", "draws", "losses", "score", "low", "high", "plies_exact", "plies_played"],
        );
        for (name, OfValue { movers, distances, plies }) in ["won", "drawn", "lost"].into_iter().zip(&self.values) {
            let means = [distances, plies].map(|plies| plies.digest().mean.map_or(Cell::Nothing, Cell::Mean));
            let cells = [Cell::Text(name.to_owned())].into_iter();
            section.row(cells.chain(movers.counts()).chain(movers.cells()).chain(means));
        }
        vec![section]
    }
}
