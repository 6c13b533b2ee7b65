//! What the first moves are worth to the side that starts.
//!
//! Games are put into classes by their first moves from the start, the opening's included. Moves that a symmetry of the game
//! turns into each other are one class, named by the text that comes first. Each class is compared with all other games;
//! classes with few games are put together and not compared.

use std::collections::BTreeMap;

use super::scores::Scores;
use super::section::{Cell, Section};
use super::{Aspect, Replayed, Studied, Unit};
use crate::output::counted;
use crate::stats::clusters::Clusters;
use crate::stats::comparison::{FALSE_DISCOVERIES, benjamini_hochberg, differ};
use crate::stats::proportion::Interval;

/// Games by their first moves.
#[derive(Debug)]
pub(crate) struct FirstMoves {
    /// How many moves make a class.
    plies: usize,
    /// A class with fewer games is not compared.
    least: u64,
    classes: BTreeMap<String, Scores>,
    /// Games whose first moves are not known, or that were over before.
    unknown: u64,
}

impl FirstMoves {
    /// Classes by so many plies, each compared if it has so many games.
    pub(crate) fn new(plies: usize, least: u64) -> Self {
        Self { plies, least, classes: BTreeMap::new(), unknown: 0 }
    }

    /// The classes that have enough games, the best for the starter first; names decide among equals.
    pub(crate) fn compared(&self) -> Vec<(&String, &Scores)> {
        let mut compared: Vec<_> = self.classes.iter().filter(|(_, scores)| scores.games() >= self.least).collect();
        compared.sort_by(|(_, one), (_, other)| other.clusters().score().total_cmp(&one.clusters().score()));
        compared
    }
}

/// The class of a game by its first `plies` moves; `None` if they are not known.
pub(super) fn class<G: Studied>(game: &Replayed<G>, plies: usize) -> Option<String> {
    let (start, lead) = game.from_start.as_ref()?;
    let line: Vec<Vec<G::Move>> = lead.iter().chain(&game.moves).take(plies).map(|&mv| G::images(start, mv)).collect();
    if line.len() < plies {
        return None;
    }
    let symmetries = 0..line.first()?.len();
    let shown = symmetries.map(|symmetry| {
        let moves: Vec<String> = line.iter().map(|images| images[symmetry].to_string()).collect();
        moves.join(" ")
    });
    shown.min()
}

impl<G: Studied> Aspect<G> for FirstMoves {
    fn add(&mut self, unit: &Unit<G>) {
        for game in &unit.games {
            match class(game, self.plies) {
                Some(class) => {
                    let Replayed { record, .. } = game;
                    self.classes.entry(class).or_default().add(unit.group, record.winner, record.starter);
                }
                None => self.unknown += 1,
            }
        }
    }

    fn sections(&self) -> Vec<Section> {
        if self.classes.is_empty() && self.unknown == 0 {
            return Vec::new();
        }
        let mut section = Section::new(
            "openings",
            self.title(),
            &[
                "first_moves",
                "games",
                "wins",
                "draws",
                "losses",
                "score",
                "low",
                "high",
                "others",
                "probability",
                "marked",
            ],
        );
        let compared = self.compared();
        let rare: Vec<_> = self.classes.iter().filter(|(_, scores)| scores.games() < self.least).collect();
        let others: Vec<Clusters> = compared.iter().map(|(name, _)| self.others(name)).collect();
        let probabilities: Vec<f64> =
            compared.iter().zip(&others).map(|((_, scores), others)| differ(&scores.clusters(), others)).collect();
        let adjusted = benjamini_hochberg(&probabilities);
        for (((name, scores), others), probability) in compared.iter().zip(&others).zip(adjusted) {
            let rest = [
                if compared.len() + rare.len() > 1 { Cell::Score(others.score()) } else { Cell::Nothing },
                Cell::Probability(probability),
                Cell::Mark(probability < FALSE_DISCOVERIES),
            ];
            let cells = [Cell::Text((*name).clone())].into_iter();
            section.row(cells.chain(scores.counts()).chain(scores.cells()).chain(rest));
        }
        if !rare.is_empty() {
            section.row(together(&rare));
        }
        vec![section]
    }
}

/// The row of classes with few games, which are not compared.
fn together(rare: &[(&String, &Scores)]) -> Vec<Cell> {
    let sum = |count: fn(&Scores) -> u64| Cell::Count(rare.iter().map(|(_, scores)| count(scores)).sum());
    let mut all = Clusters::default();
    for (_, scores) in rare {
        all.merge(&scores.clusters());
    }
    let Interval { low, high } = all.interval();
    vec![
        Cell::Text(format!("({} rarer)", rare.len())),
        sum(Scores::games),
        sum(|scores| scores.results().wins),
        sum(|scores| scores.results().draws),
        sum(|scores| scores.results().losses),
        Cell::Score(all.score()),
        Cell::Score(low),
        Cell::Score(high),
        Cell::Nothing,
        Cell::Nothing,
        Cell::Mark(false),
    ]
}

impl FirstMoves {
    /// All games but those of a class.
    fn others(&self, name: &str) -> Clusters {
        let mut others = Clusters::default();
        let classes = self.classes.iter().filter(|(other, _)| *other != name);
        classes.for_each(|(_, scores)| others.merge(&scores.clusters()));
        others
    }

    fn title(&self) -> String {
        let first = if self.plies == 1 { "move is" } else { &format!("{} moves are", self.plies) };
        let unknown = match self.unknown {
            0 => String::new(),
            games => format!("\n({} left out, whose first moves are not known)", counted(games, "game")),
        };
        format!(
            "What the first {first} worth to the side that starts, up to symmetry: its score with the 95 % interval, and\n\
             that of all other games. The probability of such a difference by chance is adjusted for the number\n\
             of classes (Benjamini-Hochberg); * where it is below {FALSE_DISCOVERIES}:{unknown}"
        )
    }
}
