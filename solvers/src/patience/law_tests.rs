//! The solver under all seventy-two sets of rules, of both games: they are one game but for their defaults.
//!
//! What the plain search decides by the engine's rules, the solver must decide alike; wins are replayed by code of
//! their own. Where rules allow more, whatever was winnable stays so.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::ControlFlow;

use engine::cards::Card;
use engine::games::patience::{Base, Build, Circular, Empty, Laws, Options, Units};
use engine::{MoveList, Node, Position, Puzzle, Rng, rng};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::start::{Shortcut, Start};
use super::state::{Foundations, State, Step, Way, each};
use super::*;
use crate::exhaust::exhaust;
use crate::verdict::Verdict;

/// Piles of cards, foundations of these heights, and their base, as a position.
fn laid_out<K: Kind>(laws: Laws, piles: &[Vec<String>], heights: [u8; 4], base: u8) -> Patience<K> {
    let piles: Vec<String> = piles.iter().map(|pile| pile.join(" ")).collect();
    let [clubs, diamonds, hearts, spades] = heights;
    let base = match laws.base {
        Base::Free => format!(" base={}", char::from(Card::RANKS[usize::from(base)])),
        Base::Ace => String::new(),
    };
    let text = format!("{} ; C{clubs} D{diamonds} H{hearts} S{spades}{base}", piles.join("|"));
    Patience::parse(&text, &Options::from(laws)).expect(&text)
}

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
    laid_out(laws, &piles, heights, base)
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
    let lacking: [Shortcut; 5] =
        [Shortcut::Unwinding, Shortcut::Carrying, Shortcut::Hope, Shortcut::Classes, Shortcut::Loosening];
    for lack in lacking {
        let mut solver = Solver::<FortressRules>::default();
        let mut without = Solver::<FortressRules>::default();
        without.search.start.lacking = Some(lack);
        let mut differing = 0;
        for (stream, laws) in Laws::all().enumerate() {
            let mut rng = rng::stream(25, stream as u64);
            for index in 0..60 {
                let pos = if index < 45 { small(laws, &mut rng) } else { deal(laws, 25, index) };
                let words = (solve(&mut solver, &pos, 20_000), solve(&mut without, &pos, 20_000));
                assert!(words.0 == words.1 || words.1 == "undecided", "{laws:?}: {words:?}, {pos}");
                differing += u32::from(solver.search.seen.len() != without.search.seen.len());
            }
        }
        assert!(differing > 40, "it is of use, here in {differing} layouts");
    }
}

/// The laws under which classes are searched.
fn laws_with_classes() -> impl Iterator<Item = Laws> {
    Laws::all().filter(|laws| laws.units == Units::One && laws.build == Build::Both && laws.empty != Empty::Any)
}

/// On whole deals: with classes and without, and with classes but no anchor loosened for nothing.
#[test]
fn classes_change_no_verdict_on_deals() {
    let lacking: [Shortcut; 2] = [Shortcut::Classes, Shortcut::Loosening];
    for lack in lacking {
        let mut solver = Solver::<ChessboardRules>::default();
        let mut without = Solver::<ChessboardRules>::default();
        without.search.start.lacking = Some(lack);
        let (mut fewer, mut won) = (0, 0);
        for laws in laws_with_classes() {
            for index in 0..250 {
                let pos = deal(laws, 26, index);
                let words = (solve(&mut solver, &pos, 10_000), solve(&mut without, &pos, 10_000));
                assert!(words.0 == words.1 || words.1 == "undecided", "{laws:?}: {words:?}, {pos}");
                won += u32::from(words == ("winnable", "winnable"));
                fewer += u32::from(solver.search.seen.len() < without.search.seen.len());
            }
        }
        assert!(fewer > 200 && won > 10, "{won} deals are won, {fewer} with fewer positions");
    }
}

/// A game half played: runs of suit neighbours, in no order on a few piles, so that there are many loose cards.
fn of_runs(laws: Laws, rng: &mut Rng) -> Patience<ChessboardRules> {
    let base = if laws.base == Base::Free { rng.random_range(0..13) } else { 0 };
    let least = rng.random_range(1..=6);
    let heights: [u8; 4] = std::array::from_fn(|_| rng.random_range(0..=1) * rng.random_range(least..=least + 5));
    let heights = if heights == [0; 4] { [1; 4] } else { heights };
    let mut runs: Vec<Vec<String>> = Vec::new();
    for suit in 0..4 {
        let mut steps = heights[usize::from(suit)]..13;
        while !steps.is_empty() {
            let length = rng.random_range(1..=4);
            let mut run: Vec<Card> =
                steps.by_ref().take(length).map(|step| Card::new(suit, (base + step) % 13)).collect();
            if rng.random_range(0..2) == 0 {
                run.reverse();
            }
            runs.push(run.iter().map(ToString::to_string).collect());
        }
    }
    runs.shuffle(rng);
    let mut piles = vec![Vec::new(); 10];
    for (place, run) in runs.into_iter().enumerate() {
        piles[if place < 10 { place } else { rng.random_range(0..10) }].extend(run);
    }
    laid_out(laws, &piles, heights, base)
}

/// Where there is most to gather and to loosen.
#[test]
fn the_plain_search_agrees_where_runs_are_many() {
    let mut solver = Solver::<ChessboardRules>::default();
    let mut decided = Decided::default();
    for (stream, laws) in laws_with_classes().enumerate() {
        let mut rng = rng::stream(28, stream as u64);
        for _ in 0..400 {
            decided.check(&mut solver, &of_runs(laws, &mut rng));
        }
    }
    let Decided { winnable, unwinnable, also_solved } = decided;
    assert!(winnable > 500 && unwinnable > 500, "{winnable} won, {unwinnable} lost");
    assert_eq!(also_solved, winnable + unwinnable, "all are solved");
}

/// A position without its available cards, which follow from it.
fn key(state: &State) -> (u64, u64) {
    (state.low, state.high)
}

/// All positions of a class, by trying every shift; `None` if there are very many.
fn members(start: &Start, first: &State, foundations: &Foundations) -> Option<Vec<State>> {
    let mut found = vec![*first];
    let mut met = HashSet::from([key(first)]);
    let mut next = 0;
    while next < found.len() && found.len() < 3_000 {
        let state = found[next];
        let rests = start.rests(&state);
        let loose = start.loose(&state, &rests);
        let [_, (_, lower), (_, upper), _] = start.moves(&state, foundations, &rests);
        for (way, cards) in [(Way::Lower, lower), (Way::Upper, upper)] {
            for card in each(cards & loose) {
                let mut other = state;
                start.play(&mut other, &mut foundations.clone(), Step::new(card, way));
                if met.insert(key(&other)) {
                    found.push(other);
                }
            }
        }
        next += 1;
    }
    (found.len() < 3_000).then_some(found)
}

/// The gathered positions that all moves but shifts lead to from any position of a class.
fn ways_out(start: &Start, members: &[State], foundations: &Foundations) -> BTreeSet<(u64, u64)> {
    let mut out = BTreeSet::new();
    for state in members {
        let rests = start.rests(state);
        let loose = start.loose(state, &rests);
        for (way, cards) in start.moves(state, foundations, &rests) {
            let is_shift = way == Way::Lower || way == Way::Upper;
            for card in each(if is_shift { cards & !loose } else { cards }) {
                let (mut next, mut foundations) = (*state, *foundations);
                start.play(&mut next, &mut foundations, Step::new(card, way));
                start.gather(&mut next, &mut foundations, &mut |_| {});
                out.insert(key(&next));
            }
        }
    }
    out
}

/// In random games: every position of a class is gathered to the same one, and what is told of the ways out of that
/// one are the ways out of all of them, each by a line that can be played.
#[test]
fn a_class_has_one_gathered_position_and_its_ways_out() {
    let mut start = Start::default();
    let (mut large, mut out) = (0, 0);
    for (stream, laws) in laws_with_classes().enumerate() {
        let mut rng = rng::stream(27, stream as u64);
        for game in 0..150 {
            let pos: Patience<ChessboardRules> =
                if game % 2 == 0 { deal(laws, 27, game) } else { small(laws, &mut rng) };
            let mut state = start.take(&pos);
            let mut foundations = Foundations::of(&state, &start.masks);
            loop {
                start.gather(&mut state, &mut foundations, &mut |_| {});
                let Some(members) = members(&start, &state, &foundations) else { break };
                for member in &members {
                    let mut gathered = *member;
                    start.gather(&mut gathered, &mut foundations.clone(), &mut |_| {});
                    assert_eq!(gathered, state, "{laws:?}: {pos}");
                }
                let mut told = BTreeSet::new();
                let mut steps = Vec::new();
                let all = start.visit(&state, &foundations, |before, shifts, step| {
                    let mut replayed = state;
                    for &shift in shifts {
                        start.play(&mut replayed, &mut foundations.clone(), shift);
                    }
                    assert_eq!(replayed, *before);
                    let (mut next, mut foundations) = (*before, foundations);
                    start.play(&mut next, &mut foundations, step);
                    start.gather(&mut next, &mut foundations, &mut |_| {});
                    told.insert(key(&next));
                    steps.push((next, foundations));
                    ControlFlow::<()>::Continue(())
                });
                assert!(all.is_continue());
                assert_eq!(told, ways_out(&start, &members, &foundations), "{laws:?}: {pos}");
                large += u32::from(members.len() > 10);
                out += steps.len();
                if steps.is_empty() {
                    break;
                }
                // Cards in the tableau make the larger classes.
                let stay = |(_, after): &&(State, Foundations)| after.home == foundations.home;
                let staying: Vec<&(State, Foundations)> = steps.iter().filter(stay).collect();
                (state, foundations) = match staying.len() {
                    0 => steps[rng.random_range(0..steps.len())],
                    many => *staying[rng.random_range(0..many)],
                };
            }
        }
    }
    assert!(large > 50 && out > 10_000, "{large} large classes, {out} ways out");
}
