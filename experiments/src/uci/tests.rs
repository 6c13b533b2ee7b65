//! The engine over channels, as a program would use it, without a process.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use engine::rng;
use rand::RngExt;
use search::signature;

use super::serve;
use crate::failure::Failure;

/// How long anything may take before a test fails, on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// A reader of what a channel brings.
struct Inlet {
    lines: Receiver<String>,
    rest: io::Cursor<Vec<u8>>,
}

impl Read for Inlet {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.position() == self.rest.get_ref().len() as u64 {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            self.rest = io::Cursor::new(line.into_bytes());
        }
        self.rest.read(buffer)
    }
}

/// A writer into a channel, for which every write must be whole lines.
struct Outlet(Sender<String>);

impl Write for Outlet {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        let lines = text.strip_suffix('\n').ok_or_else(|| io::Error::other("half a line"))?;
        for line in lines.split('\n') {
            self.0.send(line.to_owned()).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine at work.
struct Session {
    lines: Option<Sender<String>>,
    answers: Receiver<String>,
    end: JoinHandle<Result<(), Failure>>,
}

impl Session {
    /// An engine with a small table.
    fn new() -> Self {
        let ((lines, inlet), (outlet, answers)) = (channel(), channel());
        let input = BufReader::new(Inlet { lines: inlet, rest: io::Cursor::default() });
        let end = std::thread::spawn(move || serve(input, Box::new(Outlet(outlet)), None));
        let session = Self { lines: Some(lines), answers, end };
        session.say("setoption name Hash value 1");
        session
    }

    fn say(&self, line: &str) {
        let lines = self.lines.as_ref().expect("the input is open");
        lines.send(format!("{line}\n")).expect("the engine listens");
    }

    /// All lines up to the one that begins so.
    fn until(&self, beginning: &str) -> Vec<String> {
        let mut heard = Vec::new();
        loop {
            let line =
                self.answers.recv_timeout(PATIENCE).unwrap_or_else(|_| panic!("no {beginning} after {heard:#?}"));
            let is_last = line.starts_with(beginning);
            heard.push(line);
            if is_last {
                return heard;
            }
        }
    }

    /// What is answered before `readyok`.
    fn answers_to(&self, line: &str) -> String {
        self.say(line);
        self.say("isready");
        self.until("readyok").join("\n")
    }

    /// The last line of what `go …` answers, and everything before it.
    fn search(&self, line: &str) -> (String, Vec<String>) {
        self.say(line);
        let mut heard = self.until("bestmove");
        (heard.pop().expect("a best move"), heard)
    }

    /// Nothing that begins so is said for a while.
    fn is_silent(&self, beginning: &str) -> bool {
        let end = Instant::now() + Duration::from_millis(150);
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match self.answers.recv_timeout(left) {
                Ok(line) if line.starts_with(beginning) => return false,
                Ok(_) => {}
                Err(_) => break,
            }
        }
        true
    }

    /// Ends the input, and gives what was still said.
    fn close(mut self) -> Vec<String> {
        self.lines = None;
        let mut heard = Vec::new();
        while let Ok(line) = self.answers.recv_timeout(PATIENCE) {
            heard.push(line);
        }
        assert!(self.end.is_finished() || self.answers.recv_timeout(PATIENCE).is_err());
        self.end.join().expect("no panic").expect("everything was written");
        heard
    }
}

/// A mate in two moves, and a position with one legal move.
const MATE_IN_TWO: &str = "position fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1";
const FORCED: &str = "position fen 7k/8/8/8/8/7p/8/r6K w - - 0 1";

#[test]
fn an_engine_introduces_itself_and_its_options() {
    let session = Session::new();
    session.say("uci");
    let heard = session.until("uciok").join("\n");
    assert!(heard.starts_with("id name Fortissimo "), "{heard}");
    for option in
        ["Hash type spin", "Threads", "MultiPV", "Ponder", "Move Overhead", "UCI_Chess960", "Clear Hash type button"]
    {
        assert!(heard.contains(&format!("option name {option}")), "{option}: {heard}");
    }
    assert_eq!(session.answers_to(""), "readyok");
}

#[test]
fn a_search_tells_of_its_iterations_and_answers_with_a_line_to_ponder() {
    let session = Session::new();
    let (best, heard) = session.search("go depth 4");
    assert!(best.starts_with("bestmove ") && best.contains(" ponder "), "{best}");
    assert_eq!(heard.len(), 4, "{heard:#?}");
    for (depth, line) in (1..).zip(&heard) {
        assert!(line.starts_with(&format!("info depth {depth} seldepth ")), "{line}");
        for word in [" multipv 1 score cp ", " nodes ", " nps ", " hashfull ", " time ", " pv "] {
            assert!(line.contains(word), "{line}");
        }
        assert!(!line.contains(" wdl "), "{line}");
    }
    session.say("setoption name UCI_ShowWDL value true");
    assert!(session.search("go depth 1").1[0].contains(" wdl "));
}

#[test]
fn the_table_is_kept_until_a_new_game() {
    let session = Session::new();
    let nodes = || {
        let (_, heard) = session.search("go depth 5");
        let words: Vec<&str> = heard.last().expect("an iteration").split(' ').collect();
        let at = words.iter().position(|&word| word == "nodes").expect("nodes");
        words[at + 1].parse::<u64>().expect("a number")
    };
    let first = nodes();
    assert!(nodes() < first);
    session.say("ucinewgame");
    assert_eq!(nodes(), first);
    session.say("setoption name Clear Hash");
    assert_eq!(nodes(), first);
}

#[test]
fn mates_are_found_and_written_in_moves() {
    let session = Session::new();
    session.say(MATE_IN_TWO);
    for go in ["go mate 2", "go depth 5", "go mate 5"] {
        let (_, heard) = session.search(go);
        assert!(heard.last().expect("an iteration").contains(" score mate 2 "), "{go}: {heard:#?}");
    }
    let (_, heard) = session.search("go mate 1");
    // Tables of endings know of a mate, but it is none in one move.
    assert!(heard.iter().all(|line| !line.contains(" score mate 1 ")), "{heard:#?}");
    assert_eq!(heard.last().map(String::as_str), Some("info string there is no mate in 1"));
    session.say(&format!("{MATE_IN_TWO} moves a2a7"));
    assert!(session.search("go mate 2").1.last().expect("an iteration").contains(" score mate -1 "));
}

#[test]
fn a_mate_that_a_search_for_a_move_misses_is_proved() {
    let session = Session::new();
    // MATE.137 of testdata/chess/mates.epd.
    session.say("position fen 6R1/8/8/4N3/2p4k/2P5/6P1/1K6 w - - 0 1");
    let (best, heard) = session.search("go mate 5");
    let line = heard.last().expect("an iteration");
    assert!(line.starts_with("info depth 9 ") && line.contains(" score mate 5 "), "{heard:#?}");
    let moves: Vec<&str> = line.split(" pv ").nth(1).expect("a line").split(' ').collect();
    assert!(moves.len() == 9 && best == format!("bestmove {} ponder {}", moves[0], moves[1]), "{best}: {line}");
    assert!(session.search("go mate 4").1.contains(&"info string there is no mate in 4".to_owned()));
    let (best, heard) = session.search(&format!("go mate 5 searchmoves b1b2 {}", moves[0]));
    assert!(best.starts_with(&format!("bestmove {} ", moves[0])), "{heard:#?}");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let session = Session::new();
    for (fen, score, word) in
        [("R6k/6pp/8/8/8/8/8/7K b - - 0 1", "mate 0", "mate"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0", "stalemate")]
    {
        session.say(&format!("position fen {fen}"));
        let (best, heard) = session.search("go wtime 100 btime 100");
        assert_eq!(best, "bestmove 0000");
        assert!(heard[0].ends_with(&format!("no legal move: {word}")), "{heard:?}");
        assert_eq!(heard[1], format!("info depth 0 score {score}"));
        session.say("go infinite");
        assert!(session.is_silent("bestmove"));
        session.say("stop");
        session.until("bestmove 0000");
    }
}

#[test]
fn an_infinite_search_answers_when_it_is_stopped_and_not_before() {
    let session = Session::new();
    for position in ["position startpos", MATE_IN_TWO] {
        for go in ["go infinite", "go", "go ponder wtime 10 btime 10", "go infinite depth 1"] {
            session.say(position);
            session.say(go);
            assert!(session.is_silent("bestmove"), "{position}, {go}");
            assert!(session.answers_to("").ends_with("readyok"), "an engine at work is there all the same");
            let begun = Instant::now();
            session.say("stop");
            session.until("bestmove");
            assert!(begun.elapsed() < PATIENCE / 10, "{go}: {:?}", begun.elapsed());
        }
    }
}

#[test]
fn a_ponder_hit_starts_the_clock() {
    let session = Session::new();
    // The search ends by itself, was over before the hit, or has no choice.
    for (position, go) in [
        ("position startpos moves e2e4", "go ponder wtime 3000 btime 300"),
        ("position startpos moves e2e4", "go ponder movetime 30"),
        (MATE_IN_TWO, "go ponder wtime 3000 btime 300"),
        (FORCED, "go ponder wtime 60000000 btime 60000000"),
    ] {
        session.say(position);
        session.say(go);
        assert!(session.is_silent("bestmove"), "{go}");
        session.say("ponderhit");
        session.until("bestmove");
    }
    // Neither is asked for here.
    assert_eq!(session.answers_to("ponderhit"), "readyok");
    assert_eq!(session.answers_to("stop"), "readyok");
}

#[test]
fn several_lines_begin_with_different_moves() {
    let session = Session::new();
    session.say("setoption name MultiPV value 3");
    let (best, heard) = session.search("go depth 3");
    let last: Vec<&String> = heard.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    let first_moves: Vec<&str> = last.iter().filter_map(|line| line.split(" pv ").nth(1)?.split(' ').next()).collect();
    assert_eq!(first_moves.len(), 3, "{heard:#?}");
    assert!(first_moves[0] != first_moves[1] && first_moves[1] != first_moves[2] && first_moves[0] != first_moves[2]);
    assert!(best.starts_with(&format!("bestmove {}", first_moves[0])), "{best}: {first_moves:?}");
    for (number, line) in (1..).zip(last) {
        assert!(line.contains(&format!(" multipv {number} ")), "{line}");
    }
    // No more lines than moves.
    session.say("setoption name MultiPV value 64");
    assert_eq!(session.search("go depth 1 searchmoves a2a3 h2h4").1.len(), 2);
}

#[test]
fn only_the_moves_named_are_searched() {
    let session = Session::new();
    assert!(session.search("go depth 3 searchmoves a2a3").0.starts_with("bestmove a2a3"));
    let (best, heard) = session.search("go searchmoves a2a3 e2e5 depth 2");
    assert!(best.starts_with("bestmove a2a3"), "{best}");
    assert!(heard[0].contains("\"e2e5\" is not legal here"), "{heard:?}");
    let (_, heard) = session.search("go depth 1 searchmoves e7e5");
    assert!(heard[1].contains("all are searched"), "{heard:?}");
}

#[test]
fn a_move_without_an_alternative_is_played_at_once() {
    let session = Session::new();
    session.say(FORCED);
    let begun = Instant::now();
    let (best, _) = session.search("go wtime 60000000 btime 60000000");
    assert!(best.starts_with("bestmove h1h2"), "{best}");
    assert!(begun.elapsed() < PATIENCE / 10);
}

#[test]
fn a_setup_with_an_error_leaves_the_position_before() {
    let session = Session::new();
    session.say("position startpos moves e2e4");
    for (line, reason) in [
        ("position startpos moves d2d4 d7d5 e2e5", "move 3 of the game, \"e2e5\", is not legal"),
        ("position fen 8/8/8/8 w - - 0 1", "the one before is kept"),
        ("position fen", "the one before is kept"),
        ("position", "position is followed by startpos or fen"),
    ] {
        let answer = session.answers_to(line);
        assert!(answer.starts_with("info string ") && answer.contains(reason), "{answer}");
        assert!(session.answers_to("d").contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"));
    }
}

#[test]
fn castling_is_written_by_the_variant() {
    let session = Session::new();
    let castle = "position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let go = "go depth 1 searchmoves e1h1";
    session.say(castle);
    assert!(session.search(go).0.starts_with("bestmove e1g1"));
    session.say("setoption name UCI_Chess960 value true");
    // The position at hand has become one of Chess960.
    assert!(session.answers_to("d").contains("R3K2R w HAha - 0 1"));
    assert!(session.search(go).0.starts_with("bestmove e1h1"));
    session.say("position fen bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1");
    // Standard chess has no such rights.
    session.say("setoption name UCI_Chess960 value false");
    assert!(session.answers_to("d").contains("Fen: rnbqkbnr/pppppppp/"));
}

#[test]
fn repetitions_of_the_game_are_known_to_the_search() {
    let session = Session::new();
    // A queen down, Black is saved by the third occurrence alone: after Kg8 the position has stood twice.
    let shuffle = "position fen 6k1/8/8/8/8/8/q7/7K b - - 0 1 moves g8h8 h1g1 h8g8 g1h1 g8h8 h1g1 h8g8";
    session.say(shuffle);
    let (best, heard) = session.search("go depth 3 searchmoves g1h1");
    assert!(heard.last().expect("an iteration").contains(" score cp 0 "), "{best}: {heard:#?}");
}

#[test]
fn a_count_is_divided_by_the_first_move() {
    let session = Session::new();
    session.say("go perft 3");
    let heard = session.until("info string perft took");
    assert!(heard.iter().any(|line| line == "e2e4: 600"), "{heard:#?}");
    assert!(heard.iter().any(|line| line == "Nodes searched: 8902"), "{heard:#?}");
    session.say("go perft 99");
    session.say("stop");
    session.until("info string perft was stopped");
    session.say("go perft 0");
    assert!(session.until("info string perft took").iter().any(|line| line == "Nodes searched: 1"));
}

#[test]
fn the_bench_has_the_nodes_of_the_signature() {
    let session = Session::new();
    session.say("bench 3");
    let heard = session.until("Nodes/second");
    assert_eq!(heard.iter().filter(|line| line.starts_with("info string position")).count(), signature::POSITIONS);
    let total = |heard: &[String]| heard.iter().find(|line| line.starts_with("Nodes searched  : ")).cloned();
    let first = total(&heard).expect("a total");
    session.say("go depth 4");
    session.say("bench 3");
    assert_eq!(total(&session.until("Nodes/second")), Some(first), "nothing before changes it");
    session.say("bench 100");
    session.say("stop");
    session.until("info string the bench was stopped");
}

#[test]
fn commands_wait_for_the_work_before_them() {
    let session = Session::new();
    session.say("go depth 6");
    session.say("position startpos moves e2e4");
    session.say("setoption name MultiPV value 2");
    session.say("go depth 2");
    let (first, second) = (session.until("bestmove"), session.until("bestmove"));
    assert!(first.iter().all(|line| !line.contains("multipv 2")), "{first:#?}");
    assert!(second.iter().any(|line| line.contains("multipv 2")), "{second:#?}");
}

#[test]
fn a_program_need_not_wait_for_one_answer_before_it_goes_on() {
    let session = Session::new();
    for line in ["go infinite", "stop", "position startpos moves e2e4", "go infinite", "go perft 99", "stop"] {
        session.say(line);
    }
    session.until("bestmove");
    session.until("bestmove");
    session.until("info string perft was stopped");
    for line in ["go infinite", "stop", "go ponder wtime 100 btime 100", "ponderhit"] {
        session.say(line);
    }
    session.until("bestmove");
    session.until("bestmove");
}

#[test]
fn nonsense_is_told_and_nothing_else_happens() {
    let session = Session::new();
    for line in
        ["xyzzy", "setoption name Hash value 0", "setoption name Hash value 65537", "setoption name Nope", "debug"]
    {
        let answer = session.answers_to(line);
        assert!(answer.starts_with("info string ") && answer.lines().count() == 2, "{line}: {answer}");
    }
    assert_eq!(session.answers_to("debug on"), "readyok");
    assert!(session.answers_to("joho stop").contains("info string skipped \"joho\"\ninfo string stop: nothing runs"));
    assert!(session.answers_to("eval").contains("static value: cp "));
    assert!(session.answers_to("register later").contains("nothing to register"));
}

#[test]
fn at_the_end_of_input_what_has_a_limit_is_finished_and_the_rest_stopped() {
    for (go, answers) in [("go depth 4", 1), ("go infinite", 1), ("go ponder wtime 10 btime 10", 1), ("isready", 0)] {
        let session = Session::new();
        session.say(go);
        let heard = session.close();
        assert_eq!(heard.iter().filter(|line| line.starts_with("bestmove")).count(), answers, "{go}: {heard:#?}");
        assert!(go != "go depth 4" || heard.iter().any(|line| line.starts_with("info depth 4 ")), "{heard:#?}");
    }
    let session = Session::new();
    session.say("go depth 3");
    session.say("position startpos moves e2e4");
    session.say("go depth 3");
    assert_eq!(session.close().iter().filter(|line| line.starts_with("bestmove")).count(), 2);
}

#[test]
fn quitting_ends_a_search_and_what_waits() {
    let session = Session::new();
    session.say("go infinite");
    session.say("go depth 99");
    session.say("quit");
    assert!(session.close().iter().filter(|line| line.starts_with("bestmove")).count() == 1);
}

#[test]
fn a_reader_that_has_gone_ends_the_engine() {
    let ((lines, inlet), (outlet, answers)) = (channel(), channel());
    let input = BufReader::new(Inlet { lines: inlet, rest: io::Cursor::default() });
    drop(answers);
    let end = std::thread::spawn(move || serve(input, Box::new(Outlet(outlet)), None));
    lines.send("go depth 99\n".to_owned()).expect("the engine listens");
    assert!(matches!(end.join().expect("no panic"), Err(Failure::ClosedPipe)));
}

/// Words of the protocol and others, of which random lines are made. Searches are ended by the `stop` after each line.
const WORDS: &str = "uci isready ucinewgame position startpos fen moves go wtime btime winc binc movestogo depth nodes \
    movetime mate infinite ponder searchmoves perft stop ponderhit setoption name value Hash Threads MultiPV Clear \
    Ponder Move Overhead UCI_Chess960 UCI_ShowWDL true false d eval debug on off register e2e4 e7e5 g1f3 e1g1 e1h1 \
    a7a8q 0000 8/8/8/8/8/8/8/8 rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR 4k3/8/8/8/8/8/4P3/4K2R w b KQkq K H - 0 1 2 3 \
    -1 99999999999999999999 é \u{0} xyzzy";

#[test]
fn random_lines_neither_panic_nor_hang() {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    for seed in 0..12 {
        let mut rng = rng::stream(0x0C1, seed);
        let session = Session::new();
        for _ in 0..120 {
            let mut line: Vec<&str> =
                (0..rng.random_range(1..9)).map(|_| words[rng.random_range(0..words.len())]).collect();
            // Half of the lines begin as commands do.
            let heads =
                ["position startpos moves", "position fen", "go depth 2", "go nodes 50", "go", "setoption name"];
            if rng.random_bool(0.5) {
                line.insert(0, heads[rng.random_range(0..heads.len())]);
            }
            session.say(&line.join(" "));
            session.say("stop");
        }
        session.say("position startpos");
        session.say("go depth 1");
        let heard = session.close();
        assert!(heard.iter().any(|line| line.starts_with("bestmove")), "seed {seed}");
    }
}
