//! `fort study`: what the games of a match say of the game itself.
//!
//! The games are read from the journal that `fort match --out` keeps, and every one is played again. What is asked
//! of them is in [`crate::study`]; here it becomes one answer, as text, as JSON, or as files with a table each.

use std::io::{self, Write};
use std::path::PathBuf;

use engine::{Deterministic, Game, Registered};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::archive::Archive;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::{Answer, Output, thousands};
use crate::registry::{Visitor, visit};
use crate::stats::distribution::Digest;
use crate::stats::proportion::Interval;
use crate::study::first_moves::FirstMoves;
use crate::study::overview::{FirstPlayer, Overview};
use crate::study::section::Section;
use crate::study::{Aspect, Beginning, Groups, Kind, Studied, Unit};
use crate::tally::Heading;

const EXAMPLES: &str = "\
Examples:
  fort match force3 --player alphabeta:nodes=1000 --player alphabeta:nodes=1000 --games 2000 --openings random:4 --out DIR
  fort study DIR                  what starting is worth, by first moves; lengths and ends of games
  fort study DIR --plies 2        classes by the first two moves
  fort study DIR --out RESULTS    study.txt, study.json and a CSV file for each table
  fort study DIR --json | jq .openings

Of FORTE's tournaments also: jousts and tournaments by standing, and what the handicap changes; of FORTAC: what
cards are worth in the first hand, what is done with them, combos; of FORCE 3: openings by their exact value.
Of a solved game that is what players make of it, of others what is believed by those who played: games of a match
begin where --openings says, and players of one program have the same blind spots.";

/// Say what the games of a match tell of the game: the first move's worth, openings, lengths, ends, cards, standings
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The directory of a finished match, from `fort match --out`
    #[arg(value_name = "DIR")]
    directory: PathBuf,
    /// How many first moves make a class of openings; not asked of tournaments, whose games differ in rules
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=8))]
    plies: u8,
    /// Classes with fewer games are put together and not compared
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    least: u64,
    /// Write study.txt, study.json and a CSV file for each table into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What was found.
#[derive(Debug, Serialize)]
struct Study {
    game: String,
    rules: String,
    players: Vec<String>,
    tournament: bool,
    /// As the match was told; `openings` is what a table is called.
    #[serde(rename = "opened_by")]
    openings: String,
    seed: String,
    /// Units: games, or series in a tournament.
    games: u64,
    /// Units that differ in openings or moves; what intervals are estimated from is these, by pairs.
    different: u64,
    /// How whoever began did, over all single games.
    first_player: FirstPlayer,
    /// Plies from the opening to the end.
    plies: Digest,
    #[serde(flatten)]
    sections: Sections,
}

/// Tables by their names.
#[derive(Debug)]
struct Sections(Vec<Section>);

impl Serialize for Sections {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|section| map.serialize_entry(section.name, section))?;
        map.end()
    }
}

impl Answer for Study {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Self { game, rules, players, tournament, openings, seed, games, .. } = self;
        let unit = if *tournament { "series" } else { "games" };
        let rules = if rules.is_empty() { String::new() } else { format!(" ({rules})") };
        let players = match players.as_slice() {
            [one, two] => format!("{one} and {two}"),
            many => format!("{} players", many.len()),
        };
        writeln!(out, "{game}{rules}: {} {unit} of {players}", thousands(*games))?;
        writeln!(
            out,
            "openings {openings}, seed {seed}; {} different, which the intervals take in\n",
            thousands(self.different)
        )?;
        let FirstPlayer { games, wins, draws, losses, score, interval: Interval { low, high } } = self.first_player;
        let [wins, draws, losses] = [wins, draws, losses].map(thousands);
        writeln!(
            out,
            "First player  {score:.4} ({low:.4} to {high:.4}, 95 %): +{wins} ={draws} -{losses} of {} games",
            thousands(games)
        )?;
        let Digest { min, median, p90, p99, max, mean, .. } = self.plies;
        let [min, median, p90, p99, max] = [min, median, p90, p99, max].map(Option::unwrap_or_default);
        let mean = mean.unwrap_or_default();
        writeln!(out, "Plies         {mean:.1} in the mean; {min} to {max}, median {median}, 90 % {p90}, 99 % {p99}")?;
        self.sections.0.iter().try_for_each(|section| section.write(out))
    }
}

/// A match to be studied.
struct Match<'a> {
    arguments: &'a Arguments,
    archive: &'a Archive,
}

impl Visitor for Match<'_> {
    type Output = Result<Study, Failure>;

    fn deterministic<G: Deterministic + Registered + Studied>(self) -> Self::Output {
        self.study::<G>()
    }

    fn chance<G: Game + Registered + Studied>(self) -> Self::Output {
        self.study::<G>()
    }

    fn puzzle<P: Registered>(self) -> Self::Output {
        Err(Failure::input(format_args!("{}: {} is a solitaire, without matches", self.archive.place(), P::ID)))
    }
}

impl Match<'_> {
    fn study<G: Studied>(self) -> Result<Study, Failure> {
        let Heading { rules, game, players, tournament, openings, seed, .. } = self.archive.heading()?;
        let rules: G::Rules = rules.parse().bad_input(self.archive.place())?;
        let beginning = if openings == "none" { Beginning::AtTheStart } else { Beginning::Anywhere };
        let (mut groups, mut overview) = (Groups::default(), Overview::default());
        let kind = if tournament { Kind::Series } else { Kind::Games };
        let mut aspects = G::aspects(&rules, kind);
        // Games of a series differ in rules and starts, so their first moves are not those of one game.
        if !tournament {
            let Arguments { plies, least, .. } = *self.arguments;
            aspects.insert(0, Box::new(FirstMoves::new(plies.into(), least)));
        }
        let units = self.archive.finished()?.all;
        let games = units.len() as u64;
        for (index, record) in units {
            let unit = Unit::<G>::replay(groups.group(&record), record, beginning);
            let unit = unit.bad_input(format_args!("{}: unit {index}", self.archive.place()))?;
            overview.add(&unit);
            for aspect in &mut aspects {
                aspect.add(&unit);
            }
        }
        let sections = Aspect::<G>::sections(&overview).into_iter();
        let sections = sections.chain(aspects.iter().flat_map(|aspect| aspect.sections())).collect();
        Ok(Study {
            game,
            rules: rules.to_string(),
            players,
            tournament,
            openings,
            seed: seed.to_string(),
            games,
            different: groups.different(),
            first_player: overview.first_player(),
            plies: overview.plies(),
            sections: Sections(sections),
        })
    }
}

/// Studies the match, writes the files if they are wanted, and prints what was found.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    let archive = Archive::open(&arguments.directory)?;
    if let Some(out) = &arguments.out {
        std::fs::create_dir_all(out).bad_input(format_args!("--out {}", out.display()))?;
    }
    let study = visit(archive.game, Match { arguments, archive: &archive })?;
    if let Some(out) = &arguments.out {
        let mut text = Vec::new();
        study.write(&mut text)?;
        FinalFile::write(&out.join("study.txt"), &String::from_utf8_lossy(&text))?;
        let json = serde_json::to_string_pretty(&study).map_err(io::Error::from)?;
        FinalFile::write(&out.join("study.json"), &format!("{json}\n"))?;
        study.sections.0.iter().try_for_each(|section| section.write_csv(out))?;
    }
    output.answer(&study)
}
