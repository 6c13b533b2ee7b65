//! Dialogues from first line to last, over games written as text and a small solitaire.

use std::fmt;

use engine::toy::{Child, Gamble, Tree};
use engine::{BadPosition, Game, MoveList, NoOptions, Node, PathRules, Position, Puzzle, Rng, Side};
use search::Random;
use solvers::exhaust::exhaust;
use solvers::replay::BadLine;
use solvers::{Limit, Solution, Solvable};

use super::boards::{Alone, Opposed, Other, Result, Watch};
use super::conversation::{Board, Prompt, converse};

/// Stones to be taken by twos and threes: taking the last wins, a single one left loses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Stones(u16);

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl Node for Stones {
    type Rules = NoOptions;

    fn key(&self) -> u64 {
        u64::from(self.0)
    }

    fn parse(text: &str, _: &NoOptions) -> std::result::Result<Self, BadPosition> {
        text.parse().map(Self).map_err(|_| BadPosition::at(text, 0, "expected a number"))
    }

    fn picture(&self) -> String {
        format!("{} {}", self.0, "o".repeat(usize::from(self.0)))
    }
}

impl Position for Stones {
    type Move = Child;
    type After = Self;

    fn moves(&self, list: &mut MoveList<Child>) {
        [2, 3].into_iter().filter(|&taken| taken <= self.0).for_each(|taken| list.push(Child(taken)));
    }

    fn play(&self, mv: Child) -> Self {
        Self(self.0 - mv.0)
    }
}

impl Puzzle for Stones {
    fn deal(_: &NoOptions, _: &mut Rng) -> Self {
        Self(7)
    }

    fn is_solved(&self) -> bool {
        self.0 == 0
    }

    fn safe_move(&self) -> Option<Child> {
        (self.0 == 2).then_some(Child(2))
    }

    fn lower_bound(&self) -> u32 {
        u32::from(self.0.div_ceil(3))
    }
}

impl Solvable for Stones {
    type Solver = ();
    type Shortener = ();

    const BENCH_DEALS: u64 = 1;

    fn solve((): &mut (), deal: &Self, limit: Limit) -> Solution<Child> {
        exhaust(deal, limit)
    }

    fn replay(_: &Self, line: &str) -> std::result::Result<usize, BadLine> {
        Ok(line.split_whitespace().count())
    }
}

fn alone(stones: u16, watch: Watch) -> Alone<Stones> {
    Alone::new(Stones(stones), Limit::default(), watch)
}

fn talk<B: Board>(board: &mut B, input: &[u8]) -> String {
    let mut out = Vec::new();
    converse(board, &mut &input[..], &mut out, Prompt::OwnLine).expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

fn opposed<G: Game>(text: &str, person: Side) -> Opposed<G> {
    let pos = G::parse(text, &Default::default()).expect("a position");
    let other = Other { player: Box::new(Random), name: "random".to_owned(), words: |score| score.to_string() };
    Opposed::new(pos, PathRules::default(), person, other, 1)
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut board = opposed::<Tree>("(1 ((3 3)))", Side::First);
    let text = talk(&mut board, b"1\n1\n");
    assert!(text.contains("random plays 0"), "{text}");
    assert!(text.ends_with("first wins 3 points: leaf (you win)\n"), "{text}");
    assert_eq!(board.moves(), ["1", "0", "1"]);
    assert_ne!(board.result(), Result::Outcome(None));
}

#[test]
fn the_other_side_begins_where_it_has_the_move() {
    let text = talk(&mut opposed::<Tree>("((-1 -1))", Side::Second), b"0\n");
    assert!(text.starts_with("random plays 0\n"), "{text}");
    assert!(text.ends_with("second wins: leaf (you win)\n"), "{text}");
}

#[test]
fn an_unreadable_move_is_explained_and_asked_for_again() {
    for nonsense in [&b"e2e4\n"[..], b"\xff\xfe\n", "\u{1F600}\n".as_bytes()] {
        let text = talk(&mut opposed::<Tree>("(1 2)", Side::First), &[nonsense, b"0\n"].concat());
        assert!(text.contains("is not a legal move here; legal are: 0 1"), "{text}");
        assert!(text.ends_with("first wins: leaf (you win)\n"), "{text}");
    }
}

#[test]
fn an_endless_line_is_refused_and_skipped() {
    let mut input = vec![b'x'; 100_000];
    input.extend(b"\n0\n");
    let text = talk(&mut opposed::<Tree>("(-2 1)", Side::First), &input);
    assert_eq!(text.matches("too long").count(), 1, "{text}");
    assert!(text.ends_with("second wins 2 points: leaf (you lose)\n"), "{text}");
}

#[test]
fn the_dialogue_ends_cleanly_with_its_input_or_at_quit() {
    for (input, end) in [
        (&b""[..], "\nend of input; the game is not finished\n"),
        (b"\n\n", "\nend of input; the game is not finished\n"),
        (b"moves", "\nend of input; the game is not finished\n"),
        (b"quit\n0\n", "your move, first\nthe game is not finished\n"),
    ] {
        let mut board = opposed::<Tree>("(0 0)", Side::First);
        let text = talk(&mut board, input);
        assert!(text.ends_with(end), "{text}");
        assert_eq!(board.result(), Result::Outcome(None));
    }
}

#[test]
fn requests_are_answered() {
    let text = talk(&mut opposed::<Tree>("(0 0 0)", Side::First), b"moves\nhelp\nhint\nundo\nshow\n");
    for answer in ["3 moves\n0  1  2\n", "take back your last move", "random would play ", "no move of yours"] {
        assert!(text.contains(answer), "{answer}: {text}");
    }
    assert_eq!(text.matches("(0 0 0)").count(), 2, "the picture at the start and on request: {text}");
}

#[test]
fn undo_goes_back_to_before_the_persons_last_move() {
    let mut board = opposed::<Tree>("((((5 6))) 1)", Side::First);
    talk(&mut board, b"0\n0\n");
    assert_eq!(board.moves().len(), 4, "{:?}", board.moves());
    let mut board = opposed::<Tree>("(((((5 6)))) 1)", Side::First);
    let text = talk(&mut board, b"0\n0\nundo\nundo\n1\n");
    assert_eq!(text.matches("(((((5 6)))) 1)").count(), 2, "back at the start: {text}");
    assert!(text.ends_with("first wins: leaf (you win)\n"), "{text}");
    assert_eq!(board.moves(), ["1"]);
    let mut board = opposed::<Tree>("(((4 0)))", Side::Second);
    assert!(talk(&mut board, b"undo\n").contains("no move of yours"), "the first move was not the person's");
}

#[test]
fn chance_speaks_between_the_moves() {
    let mut board = opposed::<Gamble>("([2:(1 1) (1 1 1)])", Side::First);
    let text = talk(&mut board, b"0\n");
    assert!(text.contains("random plays"), "{text}");
    assert!(text.ends_with("first wins: leaf (you win)\n"), "{text}");
}

#[test]
fn a_hint_does_not_change_what_follows() {
    let deep = "([(0 0 0 0 0 0 0) (1 1 1 1 1 1 1)] [(2 2 2 2 2 2 2 2) (3 3 3 3 3 3 3)])";
    let plain = talk(&mut opposed::<Gamble>(deep, Side::First), b"1\n");
    let hinted = talk(&mut opposed::<Gamble>(deep, Side::First), b"hint\nhint\n1\n");
    assert_eq!(plain.lines().last(), hinted.lines().last());
}

#[test]
fn a_solitaire_is_solved_or_stuck() {
    let mut board = alone(7, Watch::On);
    let text = talk(&mut board, b"3\n3\nmoves\nundo\n2\nhint\n2\n");
    assert!(text.contains("no moves left: undo or quit\n0 moves\n"), "{text}");
    assert!(text.contains("2, to win in 1 move\n"), "{text}");
    assert!(text.ends_with("solved in 3 moves\n"), "{text}");
    assert_eq!(board.moves(), ["3", "2", "2"]);
    assert_eq!(board.result(), Result::Solved(true));

    let mut stuck = alone(4, Watch::On);
    let text = talk(&mut stuck, b"3\n3\n");
    assert!(text.contains("the game is over"), "{text}");
    assert!(text.ends_with("end of input; the game is not finished\n"), "{text}");
    assert_eq!(stuck.result(), Result::Solved(false));
}

/// What is said of a position that is lost, in order, behind the move it is said after.
fn remarks(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.contains(" be won")).collect()
}

const LOST: &str = "this position can no longer be won: undo takes the move back";
const AGAIN: &str = "this position can be won again";

#[test]
fn the_move_that_loses_is_told_once_and_undo_brings_the_win_back() {
    // Of 9 stones 3, 3, 3 wins; 3, 3, 2 leaves one. Of 4, taking 3 leaves one.
    assert_eq!(remarks(&talk(&mut alone(9, Watch::On), b"3\n3\n3\n")), [""; 0]);
    let text = talk(&mut alone(9, Watch::On), b"3\n3\n2\nshow\nundo\n3\n");
    assert_eq!(remarks(&text), [LOST, AGAIN], "{text}");
    assert!(text.contains("\nthis position can no longer be won: undo takes the move back\nno moves left"), "{text}");
    let mut board = alone(9, Watch::Off);
    let text = talk(&mut board, b"3\n3\n2\nhint\nundo\nhint\n");
    assert_eq!(remarks(&text), ["none: this position can no longer be won; undo 1 move to where it was not yet lost"]);
    assert!(text.contains("\n3, to win in 1 move\n"), "{text}");
    let prospects = serde_json::to_string(&board.prospects()).expect("JSON");
    assert_eq!(prospects, r#"{"winnable":true,"end_winnable":true}"#);
}

#[test]
fn a_deal_that_cannot_be_won_is_told_at_the_start_and_never_again() {
    let mut board = alone(1, Watch::On);
    let text = talk(&mut board, b"hint\nundo\nshow\n");
    assert_eq!(remarks(&text), ["this deal cannot be won"; 2], "at the start and as the hint: {text}");
    let prospects = serde_json::to_string(&board.prospects()).expect("JSON");
    assert_eq!(prospects, r#"{"winnable":false,"end_winnable":false}"#);
    assert_eq!(remarks(&talk(&mut alone(1, Watch::Off), b"show\n")), [""; 0]);
}

#[test]
fn what_the_solver_gives_up_is_said_not_to_be_known() {
    let mut board = Alone::new(Stones(400), Limit { positions: 3 }, Watch::On);
    let text = talk(&mut board, b"2\nhint\n");
    let unknown = "whether this position can be won is not known: given up after 3 stored positions";
    assert_eq!(remarks(&text), [unknown], "{text}");
    assert!(text.contains("\nnot known: given up after 3 stored positions\n"), "{text}");
    let prospects = serde_json::to_string(&board.prospects()).expect("JSON");
    assert_eq!(prospects, r#"{"winnable":null,"end_winnable":null}"#);
}

#[test]
fn several_moves_on_a_line_are_played_until_one_is_bad() {
    let mut board = alone(11, Watch::On);
    let text = talk(&mut board, b"3 2 9 2 3\nundo undo\n3 3 3\n");
    assert!(text.contains("\"9\" is not a legal move here; legal are: 2 3;"), "{text}");
    assert!(text.contains("\nnot played: 2 3\n\n6 oooooo\n\nmove 3\n"), "{text}");
    assert_eq!(text.matches(" oo").count(), 4, "the board once a line: {text}");
    let text = talk(&mut alone(11, Watch::Off), b"3 3 hint\n");
    assert!(text.contains("\n3, to win in 2 moves\n\n5 ooooo\n\nmove 3\n"), "{text}");
    assert_eq!(board.moves(), ["3", "3", "3"]);
    let text = talk(&mut alone(9, Watch::On), b"3 3 2\n");
    assert_eq!(remarks(&text), [format!("after 2: {LOST}")], "{text}");
    let mut game = opposed::<Tree>("((((0 1) 1)) 1)", Side::First);
    let text = talk(&mut game, b"0 0 1\n");
    assert!(text.ends_with("\nnot played: 1\nfirst wins: leaf (you win)\n"), "{text}");
    assert_eq!(text.matches("random plays").count(), 2, "the other side answers between the moves: {text}");
    assert_eq!(game.moves().len(), 4, "{text}");
}

#[test]
fn home_plays_what_is_safe_and_games_without_do_not_know_it() {
    let mut board = alone(5, Watch::On);
    let text = talk(&mut board, b"home\n3 home\n");
    assert!(text.contains("no card goes home that is sure to lose no win by it"), "{text}");
    assert!(text.ends_with("1 move: 2\n\n0 \n\nsolved in 2 moves\n"), "{text}");
    assert_eq!(board.moves(), ["3", "2"]);
    assert!(talk(&mut alone(5, Watch::On), b"help\n").contains("\n  home    play every card home"));
    let text = talk(&mut opposed::<Tree>("(1 2)", Side::First), b"help\nhome\n0\n");
    assert!(text.contains("\"home\" is not a legal move here"), "{text}");
    assert!(!text.contains("  home "), "{text}");
}

#[test]
fn the_small_solitaire_keeps_the_contract() {
    engine::contract::check_puzzle::<Stones>(&NoOptions, engine::contract::Extent::default());
}
