//! `fort match`: two players meet in many games.
//!
//! Games run in parallel, each from its own index (see [`crate::arena`]); with `--out` they are journalled as they
//! finish, and the same command carries on after a kill. The directory then holds `games.csv`, a row a game in the
//! order of the indices, the same games in the game's own form if it has one (`games.pgn`, `games.pdn`, `games.mat`), `summary.json`,
//! `summary.txt`, and the `journal` they are made from: see [`files`].

mod files;
mod luck;

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use engine::{Afterstate, Deterministic, Game, Registered, Score};
use search::Sensed;
use search::luck::Luck;

use crate::arena::{Arena, Format};
use crate::cli::{Global, pool_of};
use crate::external::Hosts;
use crate::failure::{Context, Failure};
use crate::journal::{Description, path_in};
use crate::notation::{GamesFile, Notated};
use crate::openings::{Book, Judge, Openings, is_fair};
use crate::output::{Answer, Output};
use crate::pairing::Contestant;
use crate::players::{self, Boxed};
use crate::record::{FORM, UnitRecord};
use crate::referee::Warnings;
use crate::registry::{Foreseen, Solved, Visitor, visit};
use crate::spec::Spec;
use crate::start::GameArguments;
use crate::survey::{self, Course};
use crate::tally::{Heading, Summary, Tally};
use solvers::Solvable;

use self::files::Files;
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
  fort match forte --tournament --player alphabeta:depth=3 --player alphabeta:depth=2 --games 50

Engines outside, one process for each thread:
  uci:cmd=PATH     chess, by the UCI protocol; option.NAME=VALUE sets an option, as often as needed
  line:cmd=PATH    every game, by the protocol of experiments/PROTOCOL.md; fort engine speaks it too
each with args=\"WORDS\", depth=N, nodes=N, time=50ms or clock=2s+20ms, and timeout=60s (120s) for an answer
where no time is set. Whoever answers later than time and margin (100ms), moves illegally, ends,
keeps silent or talks nonsense loses the game by time, illegal_move, crash, stall or nonsense.

Two games make a pair: the same opening (and dice or cards), sides swapped. Results
do not depend on --threads. With --out the run is journalled; after a kill the same
command carries on and ends with the same files.

Openings, each position once, taken in turn:
  none             the start of the game
  random:PLIES     so many random moves
  fair:PLIES       forte: so many random moves that leave neither side a short forced win
  FILE             a position text a line; empty lines and lines with # are skipped
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

/// Play a match of two players and say who is stronger
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
    /// timeout=60s; twice. A time or clock may have margin=100ms, by which an answer may be late. alphabeta also takes hash=MIB, threads=N, weights=FILE and
    /// tables=PATH (chess, checkers), without=NAME+NAME (`null_move`, reductions, …) and margins=NAME:N+NAME:N (a wrong name lists them); expectiminimax
    /// net=FILE (backgammon, fortac, force3) and filter=MOVES:POINTS (above the horizon only so many moves, within so many points of the best)
    #[arg(long = "player", value_name = "SPEC", required = true)]
    players: Vec<Spec>,
    /// Games to play, or series with --tournament; two make a pair, and an odd last one stands alone
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// The master seed: all that is random follows from it
    #[arg(long, value_name = "S", value_parser = crate::ranges::whole, default_value_t = 1)]
    seed: u64,
    /// Where games begin: none, random:PLIES, fair:PLIES (forte), or a FILE with a position a line, in chess also FEN, EPD, PGN and
    /// Polyglot books, in checkers ballots and PDN, in backgammon .mat: see below [default: random:2, in forte fair:3, if nothing else is random, else none]
    #[arg(long, value_name = "none|random:PLIES|fair:PLIES|FILE[:plies=N]")]
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

/// A match as it was asked for.
struct Order<'a> {
    setup: &'a Setup,
    rules: &'a str,
    threads: usize,
}

/// Plays the match and prints its summary.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &mut Output) -> Result<(), Failure> {
    let GameArguments { game, rules } = &arguments.game;
    let order = Order { setup: &arguments.setup, rules, threads: global.threads() };
    let summary = visit(*game, order)?;
    output.answer(&summary)?;
    if !output.is_json()
        && let Some(directory) = &arguments.setup.out
    {
        writeln!(output, "Files         {}", directory.display())?;
    }
    Ok(())
}

impl Answer for Summary {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        write!(out, "{self}")
    }
}

impl Visitor for Order<'_> {
    type Output = Result<Summary, Failure>;

    fn deterministic<G: Deterministic + Registered + Sensed + Solved + Notated + Hosts>(self) -> Self::Output {
        if self.setup.luck.is_some() {
            return Err(Failure::input(format_args!("--luck: there is no chance in {}", G::ID)));
        }
        let judge = |pos: &G| G::prover().is_some_and(|mut prover| is_fair(&mut *prover, pos));
        let judge = G::prover().is_some().then_some(&judge as &Judge<G>);
        play(&self, G::ID.name(), (None, judge), |spec, rules| players::deterministic::<G>(spec, rules, 1))
    }

    fn chance<G: Game + Registered + Sensed + Notated + Hosts + Foreseen>(self) -> Self::Output {
        let luck = self.setup.luck.as_ref().map(Evaluation::luck::<G>).transpose()?;
        if luck.is_some() && !self.setup.tournament && is_match::<G>(&self.rules.parse().bad_input("--rules")?) {
            let why =
                "in a game of a match luck is told in chances to win the match, not in points; play whole matches";
            return Err(Failure::input(format_args!("--luck: {why}: --tournament")));
        }
        play(&self, G::ID.name(), (luck, None), |spec, rules| players::chance::<G>(spec, rules, 1))
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

/// Plays a match of `G` between players that `build` makes.
fn play<G: Notated>(
    order: &Order<'_>,
    game: &str,
    (luck, judge): (Option<Luck<G>>, Option<&Judge<G>>),
    build: impl Fn(&Spec, &G::Rules) -> Result<Boxed<G>, Failure> + Sync,
) -> Result<Summary, Failure> {
    let setup = order.setup;
    let [one, two] = setup.players.as_slice() else {
        let given = setup.players.len();
        return Err(Failure::input(format!("a match has two players, --player twice; {given} given")));
    };
    let rules: G::Rules = order.rules.parse().bad_input("--rules")?;
    let openings = setup.openings.clone().unwrap_or_else(|| default_openings::<G>(setup, [one, two], judge));
    if setup.tournament {
        if G::series(&rules).is_none() {
            return Err(Failure::input(format!("--tournament: {game} has no series to play")));
        }
        if matches!(openings, Openings::File { .. } | Openings::Fair(_)) {
            return Err(Failure::input(
                "--tournament: its games have rules of their own; openings none or random:PLIES",
            ));
        }
    }
    let (book, openings_words) = if setup.tournament {
        (Book::Start, openings.to_string())
    } else {
        let pool = pool_of(order.threads)?;
        pool.install(|| Book::new(&openings, (&rules, judge), setup.seed, setup.games.div_ceil(2)))?
    };
    let build = |spec| build(spec, &rules);
    // A player that the game does not have is refused before anything is written.
    build(one)?;
    build(two)?;
    let heading = Heading {
        game: game.to_owned(),
        rules: rules.to_string(),
        players: [one.to_string(), two.to_string()],
        tournament: setup.tournament,
        openings: openings.to_string(),
        seed: setup.seed,
        reproducible: one.is_reproducible() && two.is_reproducible(),
        luck: setup.luck.as_ref().map(ToString::to_string),
        most_points: if setup.tournament { 0 } else { G::MAX_POINTS },
        twins: one == two && one.is_deterministic() && one.is_reproducible(),
    };
    let arena = Arena {
        rules: rules.clone(),
        openings,
        book,
        seed: setup.seed,
        format: if setup.tournament { Format::Series } else { Format::Games },
        players: |contestant| match contestant {
            Contestant::One => build(one),
            Contestant::Two => build(two),
        },
        luck,
        warnings: Warnings::default(),
    };
    let description = describe(&heading, &openings_words, setup.games);
    conduct(order, &arena, &heading, &description, G::games_file(&rules))
}

/// Two players without a choice of their own would play one game over and over.
fn default_openings<G: Game>(setup: &Setup, players: [&Spec; 2], judge: Option<&Judge<G>>) -> Openings {
    let is_one_game = !G::After::IS_CHANCE && players.iter().all(|player| player.is_deterministic());
    match judge {
        _ if !is_one_game => Openings::Start,
        Some(_) if !setup.tournament => Openings::Fair(3),
        _ => Openings::Random(2),
    }
}

fn describe(heading: &Heading, openings: &str, games: u64) -> Description {
    Description::of("match")
        .with("game", &heading.game)
        .with("rules", &heading.rules)
        .with("player 1", &heading.players[0])
        .with("player 2", &heading.players[1])
        .with("tournament", &heading.tournament)
        .with("openings", openings)
        .with("seed", &heading.seed)
        .with("games", &games)
        .with("luck", heading.luck.as_deref().unwrap_or("none"))
        .with("record", &FORM)
}

/// Plays what the journal lacks, and writes the files if they are wanted.
fn conduct(
    &Order { setup, threads, .. }: &Order<'_>,
    arena: &impl survey::Work<Result = UnitRecord>,
    heading: &Heading,
    description: &Description,
    games: Option<GamesFile>,
) -> Result<Summary, Failure> {
    let journal = setup.out.as_deref().map(path_in).transpose()?;
    let course = Course {
        units: 0..setup.games,
        threads: NonZeroUsize::new(threads),
        journal: journal.as_deref().map(|path| (path, description)),
        progress: Some((if heading.tournament { "series" } else { "games" }, 1)),
    };
    let mut tally = Tally::default();
    // Files are not touched before the journal has turned out to be this run's.
    let mut files = None;
    survey::run(arena, &course, |index, unit| {
        tally.add(index, &unit);
        if let Some(directory) = &setup.out {
            let files = match &mut files {
                Some(files) => files,
                None => files.insert(Files::create(directory, heading, games)?),
            };
            files.add(index, &unit)?;
        }
        Ok(())
    })?;
    let summary = tally.summary(heading);
    if let Some(files) = files {
        files.finish(&summary)?;
    }
    Ok(summary)
}

fn json(summary: &Summary) -> String {
    serde_json::to_string_pretty(summary).expect("a summary has text keys and no failing parts")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use clap::Parser;
    use engine::{Node, Position, Side};
    use rand::RngExt;
    use search::Random;

    use super::*;
    use crate::record::COLUMNS;
    use crate::trial::{DiceNim, Master, Nim};

    /// A command line without the game: the tests bring theirs.
    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        setup: Setup,
        #[arg(long, default_value = "")]
        rules: String,
        #[arg(long, default_value_t = 2)]
        threads: usize,
    }

    impl Line {
        fn order(&self) -> Order<'_> {
            Order { setup: &self.setup, rules: &self.rules, threads: self.threads }
        }
    }

    fn setup(line: &str) -> Line {
        Line::try_parse_from(format!("match {line}").split(' ')).expect(line)
    }

    fn nim(spec: &Spec, _: &<Nim as Node>::Rules) -> Result<Boxed<Nim>, Failure> {
        match spec {
            Spec::Perfect | Spec::AlphaBeta(_) => Ok(Box::new(Master)),
            Spec::Random => Ok(Box::new(Random)),
            _ => Err(Failure::input("no such player of Nim")),
        }
    }

    fn dice(spec: &Spec, _: &<DiceNim as Node>::Rules) -> Result<Boxed<DiceNim>, Failure> {
        match spec {
            Spec::Random => Ok(Box::new(Random)),
            _ => Err(Failure::input("no such player of dice Nim")),
        }
    }

    fn play_nim(line: &str) -> Result<Summary, Failure> {
        play(&setup(line).order(), "nim", (None, None), nim)
    }

    fn refused(line: &str) -> String {
        input_failure(line, play_nim(line))
    }

    fn refused_dice(line: &str) -> String {
        let setup = setup(line);
        let luck = setup.setup.luck.as_ref().map(luck_in_nim);
        input_failure(line, play(&setup.order(), "dice", (luck, None), dice))
    }

    fn input_failure(line: &str, played: Result<Summary, Failure>) -> String {
        match played.expect_err(line) {
            Failure::Input(message) => message,
            other => panic!("{line}: {other:?}"),
        }
    }

    /// A high number is luck for whoever has thrown it.
    fn luck_in_nim(_: &Evaluation) -> Luck<DiceNim> {
        Box::new(|_, came| {
            let luck = (came.count() as i64 - 2) * 1_000_000;
            if came.side() == Side::First { luck } else { -luck }
        })
    }

    /// The final files of a directory by name, without the columns named `seconds…`.
    fn files(directory: &Path) -> Vec<(String, String)> {
        let names = ["games.csv", "summary.json", "summary.txt"];
        let read = |name: &str| std::fs::read_to_string(directory.join(name)).expect(name);
        names.into_iter().map(|name| (name.to_owned(), without_seconds(name, read(name)))).collect()
    }

    fn without_seconds(name: &str, text: String) -> String {
        if name != "games.csv" {
            return text;
        }
        let differs = |column: usize| COLUMNS.get(column).is_some_and(|name| name.starts_with("seconds"));
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        let rows = reader.records().map(|row| {
            let row = row.expect("a row");
            let cells = row.iter().enumerate().filter(|&(column, _)| !differs(column)).map(|(_, cell)| cell);
            cells.collect::<Vec<_>>().join("|")
        });
        rows.collect::<Vec<_>>().join("\n")
    }

    /// Plays `line` into a new directory with these threads; gives the files and the directory.
    fn written(line: &str, threads: u32, chance: bool) -> (Vec<(String, String)>, tempfile::TempDir) {
        let directory = tempfile::tempdir().expect("a directory");
        rerun(line, threads, chance, directory.path());
        (files(directory.path()), directory)
    }

    fn rerun(line: &str, threads: u32, chance: bool, directory: &Path) {
        let setup = setup(&format!("{line} --threads {threads} --out {}", directory.display()));
        let order = setup.order();
        let luck = order.setup.luck.as_ref().map(luck_in_nim);
        let summary =
            if chance { play(&order, "dice", (luck, None), dice) } else { play(&order, "nim", (None, None), nim) };
        summary.expect(line);
    }

    const RANDOM: &str = "--player random --player random --seed 7";

    #[test]
    fn one_and_four_threads_write_the_same_files() {
        for (line, chance) in [
            (format!("{RANDOM} --games 101"), false),
            (format!("{RANDOM} --games 100 --openings random:3 --rules ply_cap=8"), false),
            (format!("{RANDOM} --games 50 --tournament"), false),
            (format!("{RANDOM} --games 100"), true),
            (format!("{RANDOM} --games 100 --luck static"), true),
            (format!("{RANDOM} --games 50 --tournament --openings random:1"), true),
        ] {
            let ((one, _), (four, _)) = (written(&line, 1, chance), written(&line, 4, chance));
            assert_eq!(one, four, "{line}");
        }
    }

    #[test]
    fn a_match_killed_at_any_byte_ends_like_an_undisturbed_one() {
        let line = format!("{RANDOM} --games 60 --rules ply_cap=9");
        let (undisturbed, directory) = written(&line, 2, false);
        let journal = directory.path().join("journal");
        let mut rng = engine::rng::stream(1, 1);
        for _ in 0..20 {
            let whole = std::fs::read(&journal).expect("readable");
            let cut = rng.random_range(0..=whole.len());
            std::fs::write(&journal, &whole[..cut]).expect("writable");
            std::fs::remove_file(directory.path().join("games.csv")).expect("there");
            rerun(&line, 2, false, directory.path());
            assert_eq!(files(directory.path()), undisturbed, "cut to {cut}");
        }
    }

    #[test]
    fn luck_is_kept_in_the_journal() {
        let line = format!("{RANDOM} --games 60 --luck static");
        let (undisturbed, directory) = written(&line, 2, true);
        let text = |name: &str| undisturbed.iter().find(|(file, _)| file == name).expect(name).1.clone();
        let summary: serde_json::Value = serde_json::from_str(&text("summary.json")).expect("JSON");
        assert!(summary["points"].is_null() && summary["luck"] == "static", "{summary}");
        assert!(summary["adjusted_points"].as_f64().is_some_and(|points| points.abs() > 0.001), "{summary}");
        assert!(text("summary.txt").contains("(luck by static)"));
        assert!(text("games.csv").lines().next().expect("a header").ends_with("|luck_1"));
        let journal = directory.path().join("journal");
        let whole = std::fs::read(&journal).expect("readable");
        std::fs::write(&journal, &whole[..whole.len() / 2]).expect("writable");
        rerun(&line, 1, true, directory.path());
        assert_eq!(files(directory.path()), undisturbed);
        let message = refused_dice(&format!("{RANDOM} --games 60 --out {}", directory.path().display()));
        assert!(message.contains("luck is \"static\" there and \"none\" here"), "{message}");
    }

    #[test]
    fn a_complete_run_writes_its_files_again_from_the_journal() {
        let line = format!("{RANDOM} --games 10");
        let (_, directory) = written(&line, 2, true);
        let read = |name: &str| std::fs::read(directory.path().join(name)).expect(name);
        let (table, journal) = (read("games.csv"), read("journal"));
        std::fs::remove_file(directory.path().join("games.csv")).expect("there");
        rerun(&line, 1, true, directory.path());
        assert!(read("games.csv") == table && read("journal") == journal, "seconds included");
    }

    #[test]
    fn the_journal_of_another_run_is_refused_and_its_files_left_alone() {
        let (before, directory) = written(&format!("{RANDOM} --games 10"), 1, false);
        let out = format!("--out {}", directory.path().display());
        for (line, reason) in [
            (format!("{RANDOM} --games 12 {out}"), "games is \"10\" there and \"12\" here"),
            (format!("{RANDOM}1 --games 10 {out}"), "seed is \"7\" there and \"71\" here"),
            (format!("{RANDOM} --games 10 --openings random:1 {out}"), "openings is \"none\" there"),
            (format!("--player perfect --player random --seed 7 --games 10 {out}"), "player 1 is \"random\" there"),
        ] {
            let message = refused(&line);
            assert!(message.contains(reason), "{message} should say {reason}");
        }
        assert_eq!(files(directory.path()), before);
    }

    #[test]
    fn a_doctored_game_is_refused_although_its_checksum_fits() {
        let line = format!("{RANDOM} --games 4");
        let (_, directory) = written(&line, 1, false);
        let path = directory.path().join("journal");
        let text = std::fs::read_to_string(&path).expect("readable");
        let doctored: Vec<String> = text
            .lines()
            .map(|line| {
                let json = line[9..].replace("\"plies\":", "\"plies\":1");
                format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes()))
            })
            .collect();
        std::fs::write(&path, doctored.concat()).expect("writable");
        let message = refused(&format!("{line} --out {}", directory.path().display()));
        assert!(message.contains("unit 0: plies: not what the moves lead to"), "{message}");
    }

    #[test]
    fn whoever_begins_wins_between_masters() {
        let summary = play_nim("--player perfect --player perfect --games 20 --openings none").expect("played");
        let json = serde_json::to_value(&summary).expect("JSON");
        assert_eq!((&json["wins"], &json["losses"], &json["pairs"]["even"]), (&10.into(), &10.into(), &10.into()));
        assert_eq!((&json["first_player"]["wins"], &json["first_player"]["losses"]), (&20.into(), &0.into()));
        assert_eq!((&json["elo"], &json["elo_error"], &json["los"]), (&0.0.into(), &0.0.into(), &0.5.into()));
        assert_eq!((&json["complete"], &json["endings"]["empty"]), (&true.into(), &20.into()));
    }

    #[test]
    fn a_master_beats_chance() {
        let summary = play_nim("--player random --player perfect --games 200").expect("played");
        let json = serde_json::to_value(&summary).expect("JSON");
        assert!(json["score"].as_f64().expect("a number") < 0.1, "{summary}");
        assert!(json["elo"].as_f64().expect("a number") < -300.0, "{summary}");
        assert_eq!(json["players"], serde_json::json!(["random", "perfect"]));
    }

    #[test]
    fn openings_are_random_where_nothing_else_is() {
        let default = |line: &str| {
            serde_json::to_value(play_nim(line).expect(line)).expect("JSON")["openings"].as_str().map(str::to_owned)
        };
        assert_eq!(
            default("--player alphabeta:depth=1 --player alphabeta:depth=2 --games 2").as_deref(),
            Some("random:2")
        );
        assert_eq!(default("--player alphabeta:depth=1 --player random --games 2").as_deref(), Some("none"));
        assert_eq!(default("--player perfect --player perfect --games 2").as_deref(), Some("none"));
        let chance = play(&setup("--player random --player random --games 2").order(), "dice", (None, None), dice)
            .expect("played");
        assert!(chance.to_string().contains("openings none"), "{chance}");
    }

    #[test]
    fn bad_input_is_refused_with_a_message() {
        for (line, reason) in [
            ("--player random --games 2", "two players"),
            ("--player random --player random --player random --games 2", "3 given"),
            ("--player random --player greedy --games 2", "no such player"),
            ("--player random --player random --games 2 --rules no=1", "--rules: there is no rule option"),
            ("--player random --player random --games 2 --openings /no/such/file", "/no/such/file: No such file"),
            ("--player random --player random --games 2 --openings random:99", "give fewer plies"),
            ("--player random --player random --games 2 --tournament --openings file", "rules of their own"),
            ("--player random --player random --games 2 --out /proc/nowhere", "/proc/nowhere"),
        ] {
            let message = refused(line);
            assert!(message.contains(reason), "{line}: {message}");
        }
        for line in [
            "--player random --player random --games 2 --luck dynamic",
            "--player random --player random --games 2 --luck net=",
            "--player random --player random --games 0",
            "--player random --player random --games -1",
            "--player random --player random",
            "--player alphabeta:depth=0 --player random --games 2",
            "--player random --player random --games 2 --openings random:x",
            "--games 2",
        ] {
            let error = Line::try_parse_from(format!("match {line}").split(' ')).err().expect(line);
            assert_eq!(error.exit_code(), 2, "{line}");
        }
    }
}
