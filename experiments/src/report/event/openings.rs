//! What each opening was worth to whoever started from it.

use engine::Game;
use fxhash::FxHashMap;

use crate::output::{counted, thousands};
use crate::pairing::Contestant;
use crate::report::page::{Block, Cell, Part, Plot, Table};
use crate::report::plot::{Bars, Estimate, Estimates, FIRST};
use crate::stats::Trinomial;
use crate::stats::clusters::Clusters;
use crate::stats::proportion::Interval;
use crate::study::Replayed;
use crate::study::first_moves::FirstMoves;
use crate::study::scores::Scores;

/// The table has at most so many openings, and a plot of single ones.
const MOST_ROWS: usize = 400;
const MOST_ESTIMATES: usize = 40;
/// Classes of scores.
const CLASSES: usize = 10;

/// Openings in the order in which they came.
#[derive(Debug, Default)]
pub(super) struct Openings {
    numbers: FxHashMap<String, usize>,
    all: Vec<Opening>,
}

#[derive(Debug)]
struct Opening {
    /// The moves that lead there, or else the position.
    name: String,
    /// Where its first game is in the reel.
    line: Option<usize>,
    starters: Scores,
    /// Player 1's results, in a match of two.
    own: Trinomial,
    plies: u64,
}

impl Openings {
    /// Takes the next game of a group, in which `own` is player 1; it has this place in the reel if it is there.
    pub(super) fn add<G: Game>(&mut self, (group, own): (u64, Contestant), game: &Replayed<G>, line: Option<usize>) {
        let Replayed { record, from_start, .. } = game;
        let next = self.all.len();
        let number = *self.numbers.entry(record.opening.clone()).or_insert(next);
        if number == next {
            let is_known = !record.lead.is_empty() && from_start.is_some();
            let name = if is_known { &record.lead } else { &record.opening };
            let (starters, own) = (Scores::default(), Trinomial::default());
            self.all.push(Opening { name: name.clone(), line, starters, own, plies: 0 });
        }
        let opening = &mut self.all[number];
        opening.starters.add(group, record.winner, record.starter);
        opening.own.add(record.winner, own);
        opening.plies += u64::from(record.plies);
    }

    /// The plots and the table; nothing where all games began alike.
    pub(super) fn part(&self, entrants: usize, first_moves: Option<&FirstMoves>) -> Option<Part> {
        let mut blocks: Vec<Block> = Vec::new();
        let score = "score of the side that starts";
        if let Some(first_moves) = first_moves {
            let rows = first_moves
                .compared()
                .into_iter()
                .take(MOST_ESTIMATES)
                .map(|(name, scores)| row(name, scores))
                .collect();
            let plot = Estimates { axis: score, rows, level: Some(0.5) };
            let note = "Games by the first move from the start, up to symmetry, with the 95 % interval; classes with few \
                        games are left out.";
            blocks.extend(Plot::block("Score by first move", plot.svg(), note));
        }
        if self.all.len() > 1 {
            blocks.extend(self.plot(score));
            blocks.push(Block::Table(self.table(entrants)));
        }
        (!blocks.is_empty()).then(|| Part::new("Score by opening", blocks))
    }

    /// A few openings one by one, many by what they are worth.
    fn plot(&self, score: &str) -> Option<Block> {
        if self.all.len() <= MOST_ESTIMATES {
            let mut rows: Vec<_> = self.all.iter().map(|opening| row(&opening.name, &opening.starters)).collect();
            rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
            let plot = Estimates { axis: score, rows, level: Some(0.5) };
            return Plot::block("Score by opening", plot.svg(), "With the 95 % interval.");
        }
        let mut counts = [0_u32; CLASSES + 1];
        for opening in &self.all {
            let class = (opening.starters.clusters().score() * CLASSES as f64).round();
            counts[class as usize] += 1;
        }
        let classes = counts
            .iter()
            .enumerate()
            .map(|(class, &count)| (format!("{:.1}", class as f64 / CLASSES as f64), vec![count.into()]));
        let plot = Bars { axes: [score, "openings"], classes: classes.collect(), colours: &[FIRST] };
        Plot::block("Openings by score", plot.svg(), "In the middle are those from which both sides did equally well.")
    }

    fn table(&self, entrants: usize) -> Table {
        let two = entrants == 2;
        let head = ["opening", "games", "starter won", "drawn", "lost", "starter's score"];
        let own = two.then_some("player 1's score");
        let rows = self.all.iter().take(MOST_ROWS).map(|opening| opening.row(two)).collect();
        let caption = match self.all.len() {
            ..=MOST_ROWS => counted(self.all.len() as u64, "opening"),
            all => format!("the first {MOST_ROWS} of {all} openings; games.csv has all games with theirs"),
        };
        let head = head.into_iter().chain(own).chain(["plies"]).map(str::to_owned).collect();
        Table { caption, head, rows }
    }
}

impl Opening {
    fn row(&self, two: bool) -> Vec<Cell> {
        let Trinomial { wins, draws, losses } = self.starters.results();
        let name = self.name.clone();
        let mut cells = vec![self.line.map_or_else(|| Cell::words(&name), |line| Cell::Line(name.clone(), line))];
        cells.extend([self.starters.games(), wins, draws, losses].map(|count| Cell::number(thousands(count))));
        cells.push(Cell::number(format!("{:.3}", self.starters.clusters().score())));
        if two {
            let Trinomial { wins, draws, .. } = self.own;
            let score = (wins as f64 + draws as f64 / 2.0) / self.own.games() as f64;
            cells.push(Cell::number(format!("{score:.3}")));
        }
        cells.push(Cell::number(format!("{:.1}", self.plies as f64 / self.starters.games() as f64)));
        cells
    }
}

fn row(name: &str, scores: &Scores) -> (String, Estimate) {
    let clusters: Clusters = scores.clusters();
    let Interval { low, high } = clusters.interval();
    (format!("{name} ({})", scores.games()), Estimate { low, value: clusters.score(), high })
}
