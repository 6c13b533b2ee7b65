//! Who did how well: of two players the match in figures, of many a table, ratings, and everybody against everybody.

use crate::output::thousands;
use crate::record::UnitRecord;
use crate::report::page::{Block, Cell, Part, Plot, Table};
use crate::report::plot::{Estimate, Estimates};
use crate::stats::Trinomial;
use crate::tally::Figure;
use crate::tally::league::{League, Rated, Standing};
use crate::tally::summary::Duel;

/// What it took each entrant to choose.
#[derive(Debug)]
pub(super) struct Effort {
    nodes: Vec<u64>,
    micros: Vec<u64>,
}

impl Effort {
    /// Nothing yet, of so many entrants.
    pub(super) fn of(entrants: usize) -> Self {
        Self { nodes: vec![0; entrants], micros: vec![0; entrants] }
    }

    /// Takes the next unit.
    pub(super) fn add(&mut self, unit: &UnitRecord) {
        for game in &unit.games {
            for (contestant, entrant) in unit.fixture.players.into_iter().enumerate() {
                self.nodes[entrant] += game.nodes[contestant];
                self.micros[entrant] += game.thought[contestant];
            }
        }
    }

    const HEAD: [&'static str; 3] = ["nodes", "seconds", "nodes a second"];

    fn cells(&self, entrant: usize) -> [Cell; 3] {
        let (nodes, seconds) = (self.nodes[entrant], self.micros[entrant] as f64 / 1e6);
        let speed =
            if nodes > 0 && seconds > 0.0 { thousands((nodes as f64 / seconds) as u64) } else { "-".to_owned() };
        [Cell::number(thousands(nodes)), Cell::number(format!("{seconds:.1}")), Cell::number(speed)]
    }
}

fn figures(figures: Vec<Figure>) -> Block {
    Block::Figures(figures.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}

fn head<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// A match of two.
pub(super) fn duel(duel: &Duel, effort: &Effort) -> Vec<Part> {
    let sides = [(duel.wins, duel.losses, duel.score), (duel.losses, duel.wins, 1.0 - duel.score)];
    let row = |(index, (wins, losses, score)): (usize, (u64, u64, f64))| {
        let cells = [
            Cell::number((index + 1).to_string()),
            Cell::words(&duel.heading.players[index]),
            Cell::number(thousands(wins)),
            Cell::number(thousands(duel.draws)),
            Cell::number(thousands(losses)),
            Cell::number(format!("{score:.4}")),
        ];
        cells.into_iter().chain(effort.cells(index)).collect()
    };
    let rows = sides.into_iter().enumerate().map(row).collect();
    let names = ["#", "player", "wins", "draws", "losses", "score"];
    let table = Table { caption: String::new(), head: head(names.into_iter().chain(Effort::HEAD)), rows };
    let mut all = duel.figures();
    all.extend(duel.overview.figures());
    vec![Part::new("The match in figures", vec![Block::Table(table), figures(all)])]
}

/// An event of many.
pub(super) fn league(league: &League, effort: &Effort) -> Vec<Part> {
    let standings = Part::new("Standings", standings(league, effort));
    let meetings = Part::new(
        "Everybody against everybody",
        vec![Block::Table(cross_table(league)), Block::Table(superiority(league))],
    );
    vec![standings, meetings]
}

fn standings(league: &League, effort: &Effort) -> Vec<Block> {
    let has_points = league.standings.iter().any(|standing| standing.points.is_some());
    let has_reason = league.standings.iter().any(|standing| standing.why.is_some());
    let names = ["place", "#", "player", "rating", "games", "wins", "draws", "losses", "score"];
    let names =
        names.into_iter().chain(has_points.then_some("points")).chain(has_reason.then_some("by")).chain(Effort::HEAD);
    let row = |standing: &Standing| {
        let Standing { place, number, player, games, wins, draws, losses, score, points, why, .. } = standing;
        let mut cells = vec![
            Cell::number(place.to_string()),
            Cell::number(number.to_string()),
            Cell::words(player),
            Cell::number(Rated(standing).to_string()),
            Cell::number(thousands(*games)),
            Cell::number(thousands(*wins)),
            Cell::number(thousands(*draws)),
            Cell::number(thousands(*losses)),
            Cell::number(if score.is_nan() { "-".to_owned() } else { format!("{score:.4}") }),
        ];
        cells.extend(points.map(|points| Cell::number(format!("{points:+.4}"))));
        cells.extend(why.clone().map(Cell::Words));
        cells.extend(effort.cells(number - 1));
        cells
    };
    let rows = league.standings.iter().map(row).collect();
    let table = Table { caption: String::new(), head: head(names), rows };
    let ratings = Estimates { axis: "Elo, the mean of all at 0", rows: rated(league), level: None };
    let note = "Ratings by Bradley and Terry from all meetings, with 95 % intervals estimated by pairs. Who has won or lost \
                everything has none.";
    let plot = Plot::block("Ratings", ratings.svg(), note);
    [Some(Block::Table(table)), plot, Some(figures(league.overview.figures()))].into_iter().flatten().collect()
}

fn rated(league: &League) -> Vec<(String, Estimate)> {
    let estimate = |standing: &Standing| {
        let (value, error) = (standing.rating?, standing.rating_error?);
        Some((
            format!("{}  {}", standing.number, standing.player),
            Estimate { low: value - error, value, high: value + error },
        ))
    };
    let mut rows: Vec<_> = league.standings.iter().filter_map(estimate).collect();
    rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
    rows
}

/// A table of all entrants by all, in the order of the standings, of their numbers.
fn matrix(league: &League, caption: &str, cell: impl Fn(usize, usize) -> String) -> Table {
    let numbers: Vec<usize> = league.standings.iter().map(|standing| standing.number).collect();
    let row = |standing: &Standing| {
        let row = standing.number;
        let cells = numbers.iter().map(|&column| if row == column { "×".to_owned() } else { cell(row, column) });
        [Cell::number(row.to_string()), Cell::words(&standing.player)]
            .into_iter()
            .chain(cells.map(Cell::Number))
            .collect()
    };
    let rows = league.standings.iter().map(row).collect();
    let columns = numbers.iter().map(ToString::to_string);
    Table { caption: caption.to_owned(), head: head(["#", "player"]).into_iter().chain(columns).collect(), rows }
}

fn cross_table(league: &League) -> Table {
    matrix(league, "Wins, draws and losses of rows against columns", |row, column| {
        let results = league.results(row, column);
        results
            .map_or_else(|| ".".to_owned(), |Trinomial { wins, draws, losses }| format!("+{wins} ={draws} -{losses}"))
    })
}

fn superiority(league: &League) -> Table {
    let caption = "Likelihood of superiority of rows over columns, in %";
    matrix(league, caption, |row, column| format!("{:.1}", 100.0 * league.los[row - 1][column - 1]))
}
