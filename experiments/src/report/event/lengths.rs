//! How long games were and how they ended, by who won.

use std::collections::BTreeMap;

use plotters::style::RGBColor;

use super::seen;
use crate::record::UnitRecord;
use crate::report::page::{Part, Plot};
use crate::report::plot::{Bars, FIRST, NEITHER, SECOND};
use crate::stats::distribution::{Class, Distribution};
use crate::tally::Heading;

/// Classes of lengths, at most about so many.
const CLASSES: u32 = 30;

/// Games by length and by ending: those won, drawn and lost by the first player, or among many by the starter.
#[derive(Debug, Default)]
pub(super) struct Lengths {
    all: Distribution,
    plies: [Distribution; 3],
    endings: BTreeMap<String, [u64; 3]>,
}

impl Lengths {
    /// Takes the next unit of an event of so many players.
    pub(super) fn add(&mut self, unit: &UnitRecord, entrants: usize) {
        for game in &unit.games {
            let result = seen(&unit.fixture, game, entrants);
            self.all.add(game.plies);
            self.plies[result].add(game.plies);
            self.endings.entry(game.ended.clone()).or_default()[result] += 1;
        }
    }

    /// The histograms.
    pub(super) fn part(&self, heading: &Heading) -> Part {
        let colours = [FIRST, NEITHER, SECOND];
        let names = if heading.players.len() == 2 {
            ["player 1 won", "drawn", "player 2 won"]
        } else {
            ["the starter won", "drawn", "the starter lost"]
        };
        let legend: Vec<(RGBColor, String)> = colours.into_iter().zip(names.map(str::to_owned)).collect();
        let lengths =
            Bars { axes: ["plies from the opening to the end", "games"], classes: self.classes(), colours: &colours };
        let endings = Bars { axes: ["", "games"], classes: self.ends(), colours: &colours };
        let blocks = [
            Plot::with_legend("Lengths of games", lengths.svg(), legend.clone(), ""),
            Plot::with_legend("How games ended", endings.svg(), legend, ""),
        ];
        Part::new("Lengths and endings", blocks.into_iter().flatten().collect())
    }

    fn classes(&self) -> Vec<(String, Vec<f64>)> {
        let digest = self.all.digest();
        // The longest games of all shall not make all others one class.
        let span = digest.p99_9.unwrap_or(0).saturating_sub(digest.min.unwrap_or(0)) + 1;
        let width =
            [1, 2, 5, 10, 20, 50, 100, 200, 500].into_iter().find(|width| span / width <= CLASSES).unwrap_or(1000);
        let named =
            |class: Class| (class.to_string(), self.plies.iter().map(|plies| plies.within(class) as f64).collect());
        self.all.even_classes(width).into_iter().map(named).collect()
    }

    /// The commonest ending first.
    fn ends(&self) -> Vec<(String, Vec<f64>)> {
        let mut ends: Vec<(&String, &[u64; 3])> = self.endings.iter().collect();
        ends.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.iter().sum::<u64>()));
        ends.into_iter()
            .map(|(name, counts)| (name.replace('_', " "), counts.iter().map(|&count| count as f64).collect()))
            .collect()
    }
}
