//! `fort match`: players meet in many games, two or more of them.
//!
//! Games run in parallel, each from its own index (see [`crate::arena`]); with `--out` they are journalled as they
//! finish, and the same command carries on after a kill. The directory then holds `games.csv`, a row a game in the
//! order of the indices, the same games in the game's own form if it has one (`games.pgn`, `games.pdn`, `games.mat`), `summary.json`,
//! `summary.txt`, and the `journal` they are made from: see [`files`].

mod event;
mod files;
mod judge;
mod luck;

use std::io::{self, Write};
use std::path::PathBuf;

use engine::{Afterstate, Deterministic, Game, Registered, Score};
use search::luck::Luck;
use search::{Sense, Sensed};

use crate::adjudication::{Adjudication, DrawRule, ResignRule, Table};
use crate::arena::{Arena, Kind};
use crate::cli::Global;
use crate::cluster::{Done, Portion};
use crate::event::{Plan, Test, player_part};
use crate::external::Hosts;
use crate::failure::{Context, Failure};
use crate::journal::Description;
use crate::notation::Notated;
use crate::openings::{Book, Judge, Openings};
use crate::output::{Answer, Output};
use crate::players::{self, Boxed};
use crate::record::FORM;
use crate::referee::Warnings;
use crate::registry::{Foreseen, Solved, Visitor, visit};
use crate::schedule::Format;
use crate::spec::Spec;
use crate::start::GameArguments;
use crate::tally::{Heading, Summary};
use solvers::Solvable;

use self::event::Event;
use self::judge::{judge, solved};
use self::luck::Evaluation;

/// The most games of a match.
const MOST_GAMES: u64 = 1_000_000_000;

const EXAMPLES: &str = "\
Examples:
  fort match force3 --player alphabeta:depth=6 --player random --games 200
  fort match forte --player alphabeta:nodes=20000 --player greedy --games 100 --out results/scratch/forte
  fort match fortac --player expectiminimax:plies=1 --player greedy --games 500 --json
  fort match chess --player alphabeta:nodes=5000 --player alphabeta:nodes=5000,without=null_move+singular --games 100
  fort match chess --player alphabeta:nodes=5000 --player alphabeta:nodes=5000,margins=futility:70 --games 100
  fort match chess --player alphabeta:nodes=5000 --player greedy --games 100 --openings book.bin:plies=16 --out DIR
  fort match checkers --player alphabeta:depth=8 --player alphabeta:depth=6 --games 288 --openings ballots --out DIR
  fort match backgammon --player gnubg:plies=0 --player pubeval --games 1000
  fort match chess --player 'uci:cmd=stockfish,time=10ms,option.Skill Level=5' --player alphabeta:time=10ms --games 100
  fort match forte --player 'line:cmd=./engine.py,args=\"--book my.book\",clock=5s+50ms' --player greedy --games 20
  fort match chess --player alphabeta:nodes=5000 --player alphabeta:nodes=4000 --games 20000 --sprt elo0=0,elo1=10
  fort match force3 --player perfect --player greedy --player random --games 100
  fort match checkers --player alphabeta:depth=4 --player greedy --player random --player alphabeta:depth=3 \
    --games 20 --format knockout
  fort match forte --tournament --player alphabeta:depth=3 --player alphabeta:depth=2 --games 50

Engines outside, one process for each thread:
  uci:cmd=PATH     chess, by the UCI protocol; option.NAME=VALUE sets an option, as often as needed
  line:cmd=PATH    every game, by the protocol of experiments/PROTOCOL.md; fort engine speaks it too
each with args=\"WORDS\", depth=N, nodes=N, time=50ms or clock=2s+20ms, and timeout=60s (120s)
for an answer where no time is set. Whoever answers later than time and margin (100ms),
moves illegally, ends, keeps silent or talks nonsense loses the game by time, illegal_move,
crash, stall or nonsense.

Many players have ratings, a cross-table and the likelihood of superiority in their summary.
Level meetings of a knockout go on by pairs, at most ten; then the better seed goes on.

Two games make a pair: the same opening (and dice or cards), sides swapped. Results
do not depend on --threads. With --out the run is journalled; after a kill the same
command carries on and ends with the same files.

Openings, each position once, taken in turn:
  none             the start of the game
  random:PLIES     so many random moves
  fair:PLIES       so many random moves that leave both sides about the same chances, in games
                   without chance: in forte no short forced win, in force3 a drawn position, else
                   less than half a small advantage (half a pawn) by a short search
  FILE             a position text a line; empty lines and lines with # are skipped
  FILE:order=random:start=N
                   shuffled by the seed; beginning with the N-th
in chess also, by the file's name or else by what is in it:
  FILE             FEN or EPD, a position a line; EPD's operations are passed over
  FILE.pgn         the positions at the end of its games, each with its result (* will do)
  FILE.pgn:plies=N the positions after N plies of its games, or at their end
  FILE.bin:plies=N random walks through a Polyglot book, moves drawn by weight: N plies, or
                   fewer where the book ends
in checkers also, by the file's name or else by what is in it:
  ballots          the 144 three-move ballots; ballots:156 and ballots:174 are the deck
                   with the twelve added later, and with the barred ones too
  FILE             positions, or moves from the start, 9-13 21-17 5-9, one a line
  FILE.pdn         the positions at the end of its games, as in chess; also FILE.pdn:plies=N
in backgammon also, by the file's name or else by its line \"5 point match\":
  FILE.mat:plies=N the positions after N moves of its games, words about the cube included; the
                   games and the match have the same length (match=N), or both none

Games of backgammon are one money session, games.mat; those of a match have a file each,
matches/PAIR.GAME.mat. In a session the first player has the left column. gnubg imports
both; say \"set jacoby off\" to it first unless jacoby=on.

games.pgn and games.pdn say 1-0 where the side that moves first has won: in chess that
is White, in checkers Black.";

/// Play a match of two players or a tournament of many and say who is stronger
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(flatten)]
    game: GameArguments,
    #[command(flatten)]
    setup: Setup,
}

/// What is the same for every game.
#[derive(Clone, Debug, clap::Args)]
struct Setup {
    /// A player: random, greedy, perfect, `alphabeta:depth=N|nodes=N|soft_nodes=N|time=50ms|clock=2s+20ms`,
    /// expectiminimax:plies=N|depth=N|nodes=N|time=50ms, in chess any UCI engine, `uci:cmd=PATH,time=50ms`, in every game any engine that speaks
    /// the line protocol, `line:cmd=PATH` (see below), in backgammon gnubg:plies=N and pubeval, each with cmd=PATH and
    /// timeout=60s; twice or more. A time or clock may have margin=100ms, by which an answer may be late. alphabeta also takes hash=MIB, threads=N, weights=FILE and
    /// tables=PATH (chess, checkers), without=NAME+NAME (`null_move`, reductions, …) and margins=NAME:N+NAME:N (a wrong name lists them); expectiminimax
    /// net=FILE (backgammon, fortac, force3) and filter=MOVES:POINTS (above the horizon only so many moves, within so many points of the best)
    #[arg(long = "player", value_name = "SPEC", required = true)]
    players: Vec<Spec>,
    /// Who meets whom: round-robin, gauntlet:SEEDS (the first so many against all others), swiss:ROUNDS or knockout
    #[arg(long, value_name = "FORMAT", default_value_t = Format::RoundRobin)]
    format: Format,
    /// Games that two players play when they meet, or series with --tournament; two make a pair. Of a match of two an odd last one stands
    /// alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// End a match of two as soon as a sequential test has decided (SPRT), after at most --games; see fort sprt
    #[arg(long, value_name = "elo0=X,elo1=Y[,…]", allow_hyphen_values = true)]
    sprt: Option<Test>,
    /// End a game as a draw when both players have seen at most so small an advantage in each of their last moves: moves=8,score=0.1,after=40
    #[arg(long, value_name = "moves=N,score=X[,after=N]")]
    draw: Option<DrawRule>,
    /// End a game when a player has seen himself so far behind in each of his last moves: moves=3,score=6; sides=both, if the other must have
    /// seen it too. Scores are those of fort analyse
    #[arg(long, value_name = "moves=N,score=X[,sides=both]")]
    resign: Option<ResignRule>,
    /// End a game when its position is solved, by the tables that alphabeta looks up (chess, checkers, force3)
    #[arg(long)]
    adjudicate_tables: bool,
    /// End a game as a draw after so many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: Option<u32>,
    /// The rating that a player of many is given, such as 1=3000; the others' are told by it [default: the mean is 0]
    #[arg(long, value_name = "NUMBER=ELO", value_parser = anchor)]
    anchor: Option<(usize, f64)>,
    /// The master seed: all that is random follows from it
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    seed: u64,
    /// Where games begin: none, random:PLIES, fair:PLIES, or a FILE with a position a line, in chess also FEN, EPD, PGN and
    /// Polyglot books, in checkers ballots and PDN, in backgammon .mat: see below [default: random:2, in forte fair:3, if nothing else is random, else none]
    #[arg(long, value_name = "none|random:PLIES|fair:PLIES|FILE[:plies=N][:order=random][:start=N]")]
    openings: Option<Openings>,
    /// Also tell points without the luck of dice or cards: a roll's value, by the best move's evaluation, minus the mean of all
    /// rolls. `static` is the evaluation that searches use, `net=FILE` that of networks. Unbiased whatever the evaluation
    #[arg(long, value_name = "static|net=FILE")]
    luck: Option<Evaluation>,
    /// Play series as the game defines them; statistics count series
    #[arg(long)]
    tournament: bool,
    /// Keep a journal and write games.csv, summary.json, summary.txt and, in chess, checkers and backgammon, games.pgn,
    /// games.pdn, games.mat or matches/*.mat into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Setup {
    fn plan(&self) -> Plan {
        let sprt = self.sprt.map(|Test(sprt)| sprt);
        Plan { format: self.format, entrants: self.players.len(), games: self.games, sprt }
    }
}

impl Setup {
    fn adjudication<G>(&self, table: Option<Table<G>>, unit: f64) -> Adjudication<G> {
        Adjudication { draw: self.draw, resign: self.resign, plies: self.max_plies, table, unit }
    }

    /// Refuses a rating for a player who is not there.
    fn check_anchor(&self) -> Result<(), Failure> {
        let count = self.players.len();
        match self.anchor {
            Some((number, _)) if number > count || count == 2 => Err(Failure::input(format_args!(
                "--anchor {number}: a number from 1 to that of the players, of whom there are more than two; {count} given"
            ))),
            _ => Ok(()),
        }
    }

    fn adjudication_words(&self) -> String {
        let parts = [
            self.draw.map(|rule| format!("draw {rule}")),
            self.resign.map(|rule| format!("resign {rule}")),
            self.adjudicate_tables.then(|| "tables".to_owned()),
            self.max_plies.map(|plies| format!("plies {plies}")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { "none".to_owned() } else { parts.join("; ") }
    }
}

/// Reads `NUMBER=ELO`.
fn anchor(text: &str) -> Result<(usize, f64), String> {
    let parts = text.split_once('=').and_then(|(number, elo)| Some((number.parse().ok()?, elo.parse().ok()?)));
    let parts = parts.filter(|&(number, elo): &(usize, f64)| number >= 1 && elo.is_finite());
    parts.ok_or_else(|| "accepted: the number of a player and a rating, such as 1=3000".to_owned())
}

/// A match as it was asked for.
struct Order<'a> {
    setup: &'a Setup,
    rules: &'a str,
    threads: usize,
    portion: Option<Portion<'a>>,
}

/// Plays the match and prints its summary.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let summary = ordered(arguments, global.threads(), None)?.whole();
    output.answer(&summary)?;
    if !output.is_json()
        && let Some(directory) = &arguments.setup.out
    {
        writeln!(output, "Files         {}", directory.display())?;
    }
    Ok(())
}

/// Checks a match and plays a portion of it, without writing its files.
pub(super) fn part(arguments: &Arguments, threads: usize, portion: Portion<'_>) -> Result<Done<Summary>, Failure> {
    let Plan { format, sprt, .. } = arguments.setup.plan();
    if sprt.is_some() || !format.is_one_stage() {
        let what = if sprt.is_some() { "--sprt".to_owned() } else { format!("--format {format}") };
        return Err(Failure::input(format_args!(
            "{what}: which games are played depends on the results of others, so that they cannot be cut into shards; \
             accepted: round-robin and gauntlet, without --sprt"
        )));
    }
    ordered(arguments, threads, Some(portion))
}

fn ordered(arguments: &Arguments, threads: usize, portion: Option<Portion<'_>>) -> Result<Done<Summary>, Failure> {
    let GameArguments { game, rules } = &arguments.game;
    visit(*game, Order { setup: &arguments.setup, rules, threads, portion })
}

impl Answer for Summary {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{self}")
    }
}

impl Visitor for Order<'_> {
    type Output = Result<Done<Summary>, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved + Notated + Hosts>(self) -> Self::Output {
        if self.setup.luck.is_some() {
            return Err(Failure::input(format_args!("--luck: there is no chance in {}", G::ID)));
        }
        let rules: G::Rules = self.rules.parse().bad_input("--rules")?;
        let judge = judge::<G>(&rules);
        let table = self.setup.adjudicate_tables.then(|| solved::<G>(&rules)).transpose()?;
        let is_fair_usual = G::prover().is_some();
        let extras = Extras { luck: None, judge: Some(judge), is_fair_usual, table, unit: G::Sense::UNIT.into() };
        play(&self, G::ID.name(), extras, |spec, rules| players::deterministic::<G>(spec, rules, 1))
    }

    fn chance<G: Game + Registered + Sensed + Notated + Hosts + Foreseen>(self) -> Self::Output {
        let luck = self.setup.luck.as_ref().map(Evaluation::luck::<G>).transpose()?;
        if luck.is_some() && !self.setup.tournament && is_match::<G>(&self.rules.parse().bad_input("--rules")?) {
            let why =
                "in a game of a match luck is told in chances to win the match, not in points; play whole matches";
            return Err(Failure::input(format_args!("--luck: {why}: --tournament")));
        }
        if self.setup.adjudicate_tables {
            return Err(Failure::input(format_args!(
                "--adjudicate-tables: there are no tables of results for {}",
                G::ID
            )));
        }
        if (self.setup.draw.is_some() || self.setup.resign.is_some()) && G::MAX_POINTS > 1 {
            let why = "what a game is worth that nobody has won yet only playing it tells";
            return Err(Failure::input(format_args!("--draw and --resign are not for {}: {why}", G::ID)));
        }
        let extras = Extras { luck, unit: Score::POINT.into(), ..Extras::NONE };
        play(&self, G::ID.name(), extras, |spec, rules| players::chance::<G>(spec, rules, 1))
    }

    fn puzzle<P: Registered + Solvable>(self) -> Self::Output {
        Err(Failure::input(format!("{} is a game of one player; see fort survey", P::ID)))
    }
}

/// Whether games by these rules are played for a match and not for points.
fn is_match<G: Game + Sensed>(rules: &G::Rules) -> bool {
    let (first, _) = G::start(rules).branches().next().expect("chance leads somewhere");
    G::match_chance(&first, Score::DRAW).is_some()
}

/// What a game may have for its matches.
struct Extras<G: Game> {
    luck: Option<Luck<G>>,
    /// Tells fair openings.
    judge: Option<Judge<G>>,
    /// Whether those are the usual ones.
    is_fair_usual: bool,
    /// By which games are adjudicated.
    table: Option<Table<G>>,
    /// What scores of players are in.
    unit: f64,
}

impl<G: Game> Extras<G> {
    const NONE: Self = Self { luck: None, judge: None, is_fair_usual: false, table: None, unit: 1.0 };
}

/// Plays a match of `G` between players that `build` makes.
fn play<G: Notated>(
    order: &Order<'_>,
    game: &str,
    extras: Extras<G>,
    build: impl Fn(&Spec, &G::Rules) -> Result<Boxed<G>, Failure> + Sync,
) -> Result<Done<Summary>, Failure> {
    let setup = order.setup;
    let Setup { players, format, seed, .. } = setup;
    let plan = setup.plan();
    plan.check().map_err(Failure::input)?;
    setup.check_anchor()?;
    let rules: G::Rules = order.rules.parse().bad_input("--rules")?;
    let openings = setup.openings.clone().unwrap_or_else(|| default_openings::<G>(setup, extras.is_fair_usual));
    let (book, openings_words) = book(order, &openings, (&rules, extras.judge))?;
    let build = |entrant: usize| build(&players[entrant], &rules);
    // A player that the game does not have is refused before anything is written.
    for entrant in 0..players.len() {
        build(entrant)?;
    }
    let heading = Heading {
        game: game.to_owned(),
        rules: rules.to_string(),
        players: players.iter().map(ToString::to_string).collect(),
        format: (!plan.is_match_of_two()).then(|| format.to_string()),
        tournament: setup.tournament,
        openings: openings.to_string(),
        seed: *seed,
        reproducible: players.iter().all(Spec::is_reproducible),
        luck: setup.luck.as_ref().map(ToString::to_string),
        anchor: setup.anchor.map(|(number, elo)| (number - 1, elo)),
        sprt: plan.sprt,
        most_points: if setup.tournament { 0 } else { G::MAX_POINTS },
        twins: matches!(players.as_slice(), [one, two] if one == two && one.is_deterministic() && one.is_reproducible()),
    };
    let kind = if setup.tournament { Kind::Series } else { Kind::Games };
    let games_file = G::games_file(&rules, players.len());
    let arena = Arena {
        rules: rules.clone(),
        openings,
        book,
        seed: *seed,
        kind,
        entrants: players.len(),
        players: build,
        luck: extras.luck,
        adjudication: setup.adjudication(extras.table, extras.unit),
        warnings: Warnings::default(),
    };
    let description = describe(&heading, &openings_words, setup);
    let event =
        Event { setup, plan, threads: order.threads, heading: &heading, description: &description, games: games_file };
    match order.portion {
        None => event.conduct(&arena).map(Done::Whole),
        Some(portion) => event.in_part(&arena, portion),
    }
}

/// Where the games begin, position by position, and the words for it. Games of a series have openings of their own.
fn book<G: Notated>(
    order: &Order<'_>,
    openings: &Openings,
    (rules, judge): (&G::Rules, Option<Judge<G>>),
) -> Result<(Book<G>, String), Failure> {
    let Setup { players, format, games, seed, tournament, .. } = order.setup;
    if !*tournament {
        let pairs = format.pairs(players.len(), *games);
        return Book::new(openings, (rules, judge), *seed, (pairs, order.threads));
    }
    if G::series(rules).is_none() {
        return Err(Failure::input("--tournament: this game has no series to play"));
    }
    if matches!(openings, Openings::File { .. } | Openings::Fair(_)) {
        return Err(Failure::input("--tournament: its games have rules of their own; openings none or random:PLIES"));
    }
    Ok((Book::Start, openings.to_string()))
}

/// Two players without a choice of their own would play one game over and over.
fn default_openings<G: Game>(setup: &Setup, is_fair_usual: bool) -> Openings {
    // Among many players any two may meet.
    let is_one_game =
        !G::After::IS_CHANCE && setup.players.iter().filter(|player| player.is_deterministic()).count() >= 2;
    match is_one_game {
        false => Openings::Start,
        true if is_fair_usual && !setup.tournament => Openings::Fair(3),
        true => Openings::Random(2),
    }
}

fn describe(heading: &Heading, openings: &str, setup: &Setup) -> Description {
    let mut description = Description::of("match")
        .with("game", &heading.game)
        .with("rules", &heading.rules)
        .with("format", &setup.format);
    for (player, number) in heading.players.iter().zip(1..) {
        description = description.with(&player_part(number), player);
    }
    description
        .with("tournament", &heading.tournament)
        .with("openings", openings)
        .with("seed", &heading.seed)
        .with("games", &setup.games)
        .with("sprt", &setup.sprt.as_ref().map_or_else(|| "none".to_owned(), ToString::to_string))
        .with("adjudication", &setup.adjudication_words())
        .with("luck", heading.luck.as_deref().unwrap_or("none"))
        .with("record", &FORM)
}

#[cfg(test)]
mod tests;
