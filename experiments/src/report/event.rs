//! The report of a match or a tournament, from its journal.
//!
//! Every game is played again. What is told of it stands in files of its own: [`standings`] who did how well, [`course`] how sure
//! that was when, [`openings`] and [`lengths`] what the games were like; tables of [`crate::study`] follow.

mod course;
mod lengths;
mod openings;
mod standings;

use std::ops::Range;

use engine::{Afterstate, Deterministic, Game, Registered, Side};

use self::course::Pairs;
use self::lengths::Lengths;
use self::openings::Openings;
use self::standings::Effort;
use super::page::{Block, Page, Part, Table};
use super::reel::{Caption, Reel};
use super::some_of;
use crate::archive::Archive;
use crate::drawing::Drawn;
use crate::event::{self, Unfinished};
use crate::failure::{Context, Failure};
use crate::notation::Notated;
use crate::output::{counted, thousands};
use crate::pairing::Contestant;
use crate::record::{BadRecord, GameRecord, UnitRecord};
use crate::registry::Visitor;
use crate::schedule::{Fixture, Placing};
use crate::spec::Spec;
use crate::study::first_moves::FirstMoves;
use crate::study::section::Section;
use crate::study::{Aspect, Beginning, Groups, Kind, Replayed, Studied, Unit};
use crate::tally::{Heading, Summary, Tally};

/// Classes of openings with fewer games are put together.
const LEAST: u64 = 20;

/// A match to tell of.
pub(crate) struct Event<'a> {
    pub(crate) archive: &'a Archive,
    /// The units that can be replayed.
    pub(crate) replays: &'a Range<u64>,
}

impl Visitor for Event<'_> {
    type Output = Result<Page, Failure>;

    fn deterministic<G: Deterministic + Registered + Notated + Studied + Drawn>(self) -> Self::Output {
        self.page::<G>()
    }

    fn chance<G: Game + Registered + Notated + Studied + Drawn>(self) -> Self::Output {
        self.page::<G>()
    }

    fn puzzle<P: Registered>(self) -> Self::Output {
        Err(Failure::input(format_args!("{}: {} is a solitaire, without matches", self.archive.place(), P::ID)))
    }
}

impl Event<'_> {
    fn page<G: Registered + Notated + Studied + Drawn>(&self) -> Result<Page, Failure> {
        let place = self.archive.place();
        let heading = self.heading::<G>()?;
        let units = self.archive.units()?;
        let rules: G::Rules = heading.rules.parse().bad_input(&place)?;
        let placings = event::follow::<Unfinished>(&self.archive.plan, &units.all, |_, _| Ok(())).unwrap_or_default();
        let mut count = Count::<G>::new(&heading, &rules, self.replays);
        let played = units.all.len() as u64;
        some_of(self.replays, played)?;
        for (index, unit) in units.all {
            count.add(index, unit).bad_input(format_args!("{place}: unit {index}"))?;
        }
        let mut page = count.page(placings);
        page.title = heading.title(played);
        page.facts = self.facts(&heading, played);
        if !units.is_complete {
            let all = thousands(self.archive.plan.units());
            let unit = if heading.tournament { "series" } else { "game" };
            page.warnings.push(format!(
                "The match is not over: these are the first {} of {all}, as far as they are finished without a gap.",
                counted(played, unit)
            ));
        }
        Ok(page)
    }

    /// What the journal says, and what follows from the game and the players.
    fn heading<G: Game>(&self) -> Result<Heading, Failure> {
        let heading = self.archive.heading()?;
        // A player of another program's version may not be read any more, which changes nothing but a remark.
        let reproducible =
            heading.players.iter().all(|player| player.parse::<Spec>().is_ok_and(|spec| spec.is_reproducible()));
        Ok(Heading { most_points: if heading.tournament { 0 } else { G::MAX_POINTS }, reproducible, ..heading })
    }

    fn facts(&self, heading: &Heading, played: u64) -> Vec<(String, String)> {
        let Heading { game, rules, players, format, tournament, openings, seed, .. } = heading;
        let adjudication = self.archive.part("adjudication").unwrap_or("none");
        let unit = if *tournament { "series" } else { "games" };
        let mut facts = vec![("game", game.clone())];
        if !rules.is_empty() {
            facts.push(("rules", rules.replace(',', ", ")));
        }
        facts.extend(format.iter().map(|format| ("format", format.clone())));
        if players.len() == 2 {
            facts.extend([("player 1", players[0].clone()), ("player 2", players[1].clone())]);
        }
        facts.extend([(unit, thousands(played)), ("openings", openings.clone()), ("seed", seed.to_string())]);
        if adjudication != "none" {
            facts.push(("adjudication", adjudication.to_owned()));
        }
        facts.extend(heading.luck.iter().map(|luck| ("luck by", luck.clone())));
        facts.extend(self.archive.plan.sprt.map(|sprt| ("test", event::Test(sprt).to_string().replace(',', ", "))));
        let again = if heading.reproducible {
            "the same command plays the same games"
        } else {
            "another run plays other games"
        };
        facts.push(("again", again.to_owned()));
        facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}

/// What is counted of the units.
struct Count<'a, G: Studied> {
    heading: &'a Heading,
    replays: &'a Range<u64>,
    beginning: Beginning,
    tally: Tally,
    pairs: Pairs,
    lengths: Lengths,
    openings: Openings,
    effort: Effort,
    groups: Groups,
    first_moves: Option<FirstMoves>,
    aspects: Vec<Box<dyn Aspect<G>>>,
    reel: Reel,
}

impl<'a, G: Notated + Studied + Drawn> Count<'a, G> {
    fn new(heading: &'a Heading, rules: &G::Rules, replays: &'a Range<u64>) -> Self {
        let kind = if heading.tournament { Kind::Series } else { Kind::Games };
        Self {
            heading,
            replays,
            beginning: if heading.openings == "none" { Beginning::AtTheStart } else { Beginning::Anywhere },
            tally: Tally::default(),
            pairs: Pairs::default(),
            lengths: Lengths::default(),
            openings: Openings::default(),
            effort: Effort::of(heading.players.len()),
            groups: Groups::default(),
            // Games of a series differ in rules and starts, so that their first moves are not those of one game.
            first_moves: (!heading.tournament).then(|| FirstMoves::new(1, LEAST)),
            aspects: G::aspects(rules, kind),
            reel: Reel::new(G::board(rules), "game"),
        }
    }

    /// Takes the next unit.
    fn add(&mut self, index: u64, unit: UnitRecord) -> Result<(), BadRecord> {
        self.tally.add(&unit);
        self.pairs.add(&unit);
        self.lengths.add(&unit, self.heading.players.len());
        self.effort.add(&unit);
        let (group, fixture) = (self.groups.group(&unit), unit.fixture);
        let unit = Unit::<G>::replay(group, unit, self.beginning)?;
        let line = self.replays.contains(&index).then(|| self.reel.len());
        if !self.heading.tournament {
            unit.games.iter().for_each(|game| self.openings.add((group, own(&fixture)), game, line));
        }
        if let Some(first_moves) = &mut self.first_moves {
            first_moves.add(&unit);
        }
        self.aspects.iter_mut().for_each(|aspect| aspect.add(&unit));
        if line.is_some() {
            for (number, game) in unit.games.iter().enumerate() {
                let name = fixture.name(self.heading.players.len());
                let name = if self.heading.tournament { format!("{name}.{}", number + 1) } else { name };
                let players = fixture.players.map(|player| self.heading.players[player].as_str());
                show(&mut self.reel, name, game, players);
            }
        }
        Ok(())
    }

    fn page(mut self, placings: Vec<Placing>) -> Page {
        let mut parts = match self.tally.summary(self.heading, placings) {
            Summary::Duel(duel) => standings::duel(&duel, &self.effort),
            Summary::League(league) => standings::league(&league, &self.effort),
        };
        if self.heading.players.len() == 2 {
            parts.push(self.pairs.part(self.heading.sprt, self.heading.tournament));
        }
        let first_moves = self.first_moves.iter();
        let sections = first_moves.flat_map(Aspect::<G>::sections);
        let sections: Vec<Section> = sections.chain(self.aspects.iter().flat_map(|aspect| aspect.sections())).collect();
        parts.push(self.lengths.part(self.heading));
        parts.extend(self.openings.part(self.heading.players.len(), self.first_moves.as_ref()));
        parts.extend(studied(&sections));
        self.reel.note = self.note();
        Page { parts, reel: (self.reel.len() > 0).then_some(self.reel), ..Page::default() }
    }

    /// Which games can be replayed, if not all.
    fn note(&self) -> String {
        let there = self.pairs.units();
        if self.replays.start == 0 && there <= self.replays.end {
            return String::new();
        }
        let Range { start, end } = self.replays;
        let end = thousands(there.min(*end));
        format!("Those from {start} to {end} of {}; fort report --replays A..B takes others.", thousands(there))
    }
}

/// Adds a game to what can be replayed, from its start where the moves to its opening are known.
fn show<G: Notated + Drawn>(reel: &mut Reel, name: String, game: &Replayed<G>, players: [&str; 2]) {
    let Replayed { record, history, moves, from_start } = game;
    let mut positions: Vec<G> = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let write = |pos: &G, mv: G::Move| G::SUITES.map_or_else(|| mv.to_string(), |suites| (suites.write)(pos, mv));
    let mut opening = 0;
    // With chance the way to an opening is not all in its moves.
    if let Some((start, lead)) = from_start.as_ref().filter(|_| !G::After::IS_CHANCE) {
        opening = lead.len();
        let mut pos = start.clone();
        for &mv in lead {
            words.push(write(&pos, mv));
            let next = pos.play(mv).branches().next().map_or_else(|| pos.clone(), |(next, _)| next);
            positions.push(std::mem::replace(&mut pos, next));
        }
    }
    words.extend(history.positions().iter().zip(moves).map(|(pos, &mv)| write(pos, mv)));
    positions.extend(history.positions().iter().cloned());
    let side = |side: Side| players[record.seats.of(side).index()];
    let movers = positions.iter().map(|pos| format!("{} ({})", G::SIDE_NAMES[pos.side().index()], side(pos.side())));
    let [first, second] = Side::BOTH.map(|seat| format!("{}: {}", G::SIDE_NAMES[seat.index()], side(seat)));
    let result = match (record.winner, record.ended.replace('_', " ")) {
        (None, how) => format!("½-½  {how}"),
        (Some(winner), how) if winner == record.seats.of(Side::First) => format!("1-0  {how}"),
        (Some(_), how) => format!("0-1  {how}"),
    };
    let caption = Caption {
        name,
        heading: format!("{first} — {second}"),
        end: ended(game, players),
        result,
        movers: movers.collect(),
        opening,
    };
    reel.add(caption, &positions, words);
}

/// Who won and how.
fn ended<G: Game>(Replayed { record, .. }: &Replayed<G>, players: [&str; 2]) -> String {
    let how = record.ended.replace('_', " ");
    let Some(winner) = record.winner else { return format!("drawn, {how}") };
    let is_seated = |&side: &Side| record.seats.of(side) == winner;
    let side = Side::BOTH.into_iter().find(is_seated).map_or("", |side| G::SIDE_NAMES[side.index()]);
    let points =
        if G::MAX_POINTS > 1 { format!(", {}", counted(record.points.into(), "point")) } else { String::new() };
    // Two copies of a player are told apart by their side.
    let name = if players[0] == players[1] { String::new() } else { format!(" ({})", players[winner.index()]) };
    format!("{side}{name} wins, {how}{points}")
}

/// The tables of a study.
fn studied(sections: &[Section]) -> Option<Part> {
    let tables: Vec<Block> =
        sections.iter().filter(|section| !section.is_empty()).map(|section| Block::Table(Table::of(section))).collect();
    (!tables.is_empty()).then(|| Part::new("What the games say of the game", tables))
}

/// Which of those who met is player 1 of a match of two, whichever of them the format names first.
fn own(fixture: &Fixture) -> Contestant {
    if fixture.players[0] == 0 { Contestant::One } else { Contestant::Two }
}

/// How a game looks to player 1 of two, or among many to its starter: 0 for won, 1 for drawn, 2 for lost.
fn seen(fixture: &Fixture, game: &GameRecord, entrants: usize) -> usize {
    let own = if entrants == 2 { own(fixture) } else { game.starter };
    match game.winner {
        None => 1,
        Some(winner) if winner == own => 0,
        Some(_) => 2,
    }
}
