//! The solver under all seventy-two sets of rules, of both games: they are one game but for their defaults.
//!
//! What the plain search decides by the engine's rules, the solver must decide alike; wins are replayed by code of
//! their own. Where rules allow more, whatever was winnable stays so.

use std::collections::HashMap;

use engine::cards::Card;
use engine::games::patience::{Base, Build, Circular, Empty, Laws, Options, Units};
use engine::{MoveList, Node, Position, Puzzle, Rng, rng};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::start::Start;
use super::state::{Foundations, Step, each};
use super::*;
use crate::exhaust::exhaust;
use crate::verdict::Verdict;

/// A game half played: the cards of high rank, counted from the base, in a few piles, in no order.
fn small<K: Kind>(laws: Laws, rng: &mut Rng) -> Patience<K> {
    let base = if laws.base == Base::Free { rng.random_range(0..13) } else { 0 };
    let least = rng.random_range(1..=6);
    let heights: [u8; 4] = std::array::from_fn(|_| rng.random_range(least..=least + 4));
    let is_left = |card: &Card| (card.rank() + 13 - base) % 13 >= heights[usize::from(card.suit())];
    let mut left: Vec<Card> = Card::all().filter(is_left).collect();
    left.shuffle(rng);
    // A spare pile now and then; more would make everything winnable.
    let used = rng.random_range(9..=10);
    let mut piles = vec![Vec::new(); 10];
    for (place, card) in left.into_iter().enumerate() {
        piles[place % used].push(card.to_string());
    }
    let piles: Vec<String> = piles.into_iter().map(|pile| pile.join(" ")).collect();
    let [clubs, diamonds, hearts, spades] = heights;
    let base = match laws.base {
        Base::Free => format!(" base={}", char::from(Card::RANKS[usize::from(base)])),
        Base::Ace => String::new(),
    };
    let text = format!("{} ; C{clubs} D{diamonds} H{hearts} S{spades}{base}", piles.join("|"));
    Patience::parse(&text, &Options::from(laws)).expect(&text)
}

/// A deal under some laws.
fn deal<K: Kind>(laws: Laws, seed: u64, index: u64) -> Patience<K> {
    Patience::deal(&Options::from(laws), &mut rng::stream(seed, index))
}

/// The verdict's word, within a limit; a win is replayed.
fn solve<K: Kind>(solver: &mut Solver<K>, pos: &Patience<K>, positions: u32) -> &'static str
where
    Patience<K>: Solvable<Move = Move>,
{
    let solution = solver.solve(pos, Limit { positions });
    if let Some(moves) = solution.verdict.moves() {
        let replayed = <Patience<K> as Solvable>::replay(pos, &solution.line());
        assert_eq!(replayed, Ok(moves.len()), "{:?}: {pos}", pos.laws());
    }
    solution.verdict.word()
}

/// What the plain search makes of a position.
#[derive(Default)]
struct Decided {
    winnable: u32,
    unwinnable: u32,
    also_solved: u32,
}

impl Decided {
    /// Holds the solver to what the plain search decides within its cap.
    fn check<K: Kind>(&mut self, solver: &mut Solver<K>, pos: &Patience<K>)
    where
        Patience<K>: Solvable<Move = Move>,
    {
        let raw = exhaust(pos, Limit { positions: 3_000 });
        match raw.verdict {
            Verdict::Winnable(_) => self.winnable += 1,
            Verdict::Unwinnable => self.unwinnable += 1,
            Verdict::Undecided(_) => return,
        }
        let word = solve(solver, pos, 20_000);
        assert!(word == raw.verdict.word() || word == "undecided", "{:?}: {word}, {pos}", pos.laws());
        self.also_solved += u32::from(word != "undecided");
    }
}

fn check_every_law<K: Kind>(seed: u64)
where
    Patience<K>: Solvable<Move = Move>,
{
    // One solver for all: the rules come with the deal.
    let mut solver = Solver::<K>::default();
    let mut decided: HashMap<Empty, Decided> = HashMap::new();
    for (stream, laws) in Laws::all().enumerate() {
        let mut rng = rng::stream(seed, stream as u64);
        let decided = decided.entry(laws.empty).or_default();
        for _ in 0..100 {
            decided.check(&mut solver, &small(laws, &mut rng));
        }
        for index in 0..20 {
            decided.check(&mut solver, &deal(laws, seed, index));
        }
    }
    for (empty, &Decided { winnable, unwinnable, also_solved }) in &decided {
        assert!(winnable > 50 && unwinnable > 50, "{empty:?}: {winnable} won, {unwinnable} lost");
        let all = winnable + unwinnable;
        assert!(also_solved * 100 > all * 99, "{empty:?}: of {all} positions only {also_solved} were solved");
    }
}

#[test]
fn the_plain_search_agrees_under_every_law_of_fortress() {
    check_every_law::<FortressRules>(20);
}

#[test]
fn the_plain_search_agrees_under_every_law_of_chessboard() {
    check_every_law::<ChessboardRules>(21);
}

/// Random games from small layouts and deals: the moves are the engine's under every law, and so are their results.
#[test]
fn keys_follow_the_engine_under_every_law() {
    let mut start = Start::default();
    for (stream, laws) in Laws::all().enumerate() {
        let mut rng = rng::stream(22, stream as u64);
        for game in 0..30 {
            let mut pos: Patience<FortressRules> =
                if game % 3 == 0 { deal(laws, 22, game) } else { small(laws, &mut rng) };
            let mut state = start.take(&pos);
            let mut foundations = Foundations::of(&state, &start.masks);
            let mut met = HashMap::new();
            for _ in 0..100 {
                assert_eq!(*met.entry((state.low, state.high)).or_insert(pos), pos, "two positions with one key");
                let mut list = MoveList::new();
                pos.moves(&mut list);
                let mut theirs: Vec<String> = list.iter().map(ToString::to_string).collect();
                let moves = start.moves(&state, &foundations, &start.rests(&state)).into_iter();
                let steps: Vec<Step> =
                    moves.flat_map(|(way, cards)| each(cards).map(move |card| Step::new(card, way))).collect();
                let mut ours: Vec<String> = steps.iter().map(|step| step.to_move().to_string()).collect();
                ours.sort();
                theirs.sort();
                assert_eq!(ours, theirs, "{laws:?}: {pos}");
                if steps.is_empty() {
                    break;
                }
                let step = steps[rng.random_range(0..steps.len())];
                start.play(&mut state, &mut foundations, step);
                pos = pos.play(step.to_move());
            }
        }
    }
}

/// A build of all thirteen cards of a suit, circular, is no place for itself, but can go to an empty pile.
#[test]
fn a_whole_suit_moves_to_an_empty_pile_only() {
    let laws =
        Laws { empty: Empty::Any, units: Units::Build, build: Build::Both, circular: Circular::On, base: Base::Free };
    let text = "KD 5C 6C 7C 8C 9C TC JC QC KC AC 2C 3C 4C||AD 2D 3D|4D 5D 6D|7D 8D 9D|TD JD QD|AH 2H 3H 4H 5H 6H 7H 8H \
        9H TH JH QH KH|AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS|| ; C0 D0 H0 S0 base=-";
    let pos = Patience::<ChessboardRules>::parse(text, &Options::from(laws)).expect(text);
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let mut start = Start::default();
    let state = start.take(&pos);
    let moves = start.moves(&state, &Foundations::of(&state, &start.masks), &start.rests(&state));
    let ours = moves.into_iter().flat_map(|(way, cards)| each(cards).map(move |card| Step::new(card, way).to_move()));
    let mut ours: Vec<String> = ours.map(|mv| mv.to_string()).collect();
    let mut theirs: Vec<String> = list.iter().map(ToString::to_string).collect();
    ours.sort();
    theirs.sort();
    assert_eq!(ours, theirs);
    assert!(ours.contains(&"5C>E".to_owned()) && !ours.contains(&"5C>4C".to_owned()));
}

/// Laws that allow whatever `laws` allow, and in one question more.
fn wider(laws: Laws) -> impl Iterator<Item = Laws> {
    let more = move |is: bool, wide: Laws| is.then_some(wide);
    [
        more(laws.empty == Empty::None, Laws { empty: Empty::Kings, ..laws }),
        more(laws.empty == Empty::Kings, Laws { empty: Empty::Any, ..laws }),
        more(laws.units == Units::One, Laws { units: Units::Build, ..laws }),
        more(laws.build != Build::Both, Laws { build: Build::Both, ..laws }),
        more(laws.circular == Circular::Off, Laws { circular: Circular::On, ..laws }),
        more(laws.base == Base::Ace, Laws { base: Base::Free, ..laws }),
    ]
    .into_iter()
    .flatten()
}

/// A line that wins under some laws is legal under wider ones. Holds for an Ace base as against a free one too: the
/// first card home is an Ace then.
#[test]
fn what_is_winnable_stays_so_under_wider_laws() {
    let mut solver = Solver::<FortressRules>::default();
    let mut gained = 0;
    for index in 0..25 {
        let verdicts: HashMap<Laws, &str> =
            Laws::all().map(|laws| (laws, solve(&mut solver, &deal(laws, 23, index), 5_000))).collect();
        for laws in Laws::all() {
            for wide in wider(laws) {
                match (verdicts[&laws], verdicts[&wide]) {
                    ("winnable", "unwinnable") => panic!("deal {index} is won under {laws:?}, lost under {wide:?}"),
                    ("unwinnable", "winnable") => gained += 1,
                    _ => {}
                }
            }
        }
    }
    assert!(gained > 100, "wider laws win more deals, here only {gained}");
}

/// The joint search over an open base against its thirteen games, under every law with a free base.
#[test]
fn the_open_base_agrees_with_the_thirteen_fixed_ones_under_every_law() {
    let mut solver = Solver::<FortressRules>::default();
    for laws in Laws::all().filter(|laws| laws.base == Base::Free) {
        for index in 0..6 {
            let pos = deal(laws, 24, index);
            let joint = solve(&mut solver, &pos, 20_000);
            let fixed: Vec<&str> = (0..13)
                .map(|base| solver.solve_with_base(&pos, base, Limit { positions: 20_000 }).verdict.word())
                .collect();
            match joint {
                "winnable" => assert!(fixed.iter().any(|&word| word != "unwinnable"), "{laws:?}: {pos}"),
                "unwinnable" => assert!(fixed.iter().all(|&word| word != "winnable"), "{laws:?}: {pos}"),
                _ => {}
            }
        }
    }
}

/// Each shortcut is left out in turn, under every law it concerns.
#[test]
fn no_shortcut_changes_a_verdict_under_any_law() {
    let lacking: [fn(&mut Start); 3] =
        [|start| start.unwinds = false, |start| start.carries = false, |start| start.asks_hope = false];
    for lack in lacking {
        let mut solver = Solver::<FortressRules>::default();
        let mut without = Solver::<FortressRules>::default();
        lack(&mut without.search.start);
        let mut differing = 0;
        for (stream, laws) in Laws::all().enumerate() {
            let mut rng = rng::stream(25, stream as u64);
            for _ in 0..40 {
                let pos = small(laws, &mut rng);
                let words = (solve(&mut solver, &pos, 100_000), solve(&mut without, &pos, 100_000));
                assert!(words.0 == words.1 || words.1 == "undecided", "{laws:?}: {words:?}, {pos}");
                differing += u32::from(solver.search.seen.len() != without.search.seen.len());
            }
        }
        assert!(differing > 50, "it is of use, here in {differing} layouts");
    }
}
