//! The shortest lines against plain breadth-first search, against a search without bound or hurry on whole deals, and
//! against the other solver; the bound against its definition.

use std::collections::{HashMap, HashSet};

use engine::cards::Card;
use engine::games::chessboard::ChessboardRules;
use engine::games::fortress::FortressRules;
use engine::games::patience::{Base, Circular, Options};
use engine::{MoveList, Node as _, Position, Puzzle, Rng, rng};
use rand::RngExt;
use rand::seq::SliceRandom;

use super::super::state::ALL;
use super::*;
use crate::Solvable;
use crate::patience::Solver;

fn deal<K: Kind>(seed: u64, index: u64) -> Patience<K> {
    Patience::deal(&Options::default(), &mut rng::stream(seed, index))
}

fn within(line: &[Move]) -> u32 {
    line.iter().filter(|mv| mv.to != Target::Foundation).count() as u32
}

/// Shortens, has the line replayed, and asks that it is proved shortest; its length, or none if the deal is lost.
fn shortest<K: Kind>(shortener: &mut Shortener, pos: &Patience<K>, known: Option<&[Move]>) -> Option<u32>
where
    Patience<K>: Solvable<Move = Move>,
{
    let found = shortener.shorten(pos, known, Limit::SHORTEST);
    let Some(line) = found.verdict.moves() else {
        assert_eq!(found.verdict, Verdict::Unwinnable, "{pos}");
        return None;
    };
    let text: Vec<String> = line.iter().map(ToString::to_string).collect();
    assert_eq!(Patience::replay(pos, &text.join(" ")), Ok(line.len()), "{pos}");
    assert_eq!(found.proved(), Some(line.len() as u32), "{pos}");
    found.proved()
}

/// The fewest moves by plain breadth-first search: the engine's moves, one by one, nothing made at once.
/// `Err` if more than `most` positions are met.
fn breadth_first<P: Puzzle + std::hash::Hash>(pos: &P, most: usize) -> Result<Option<u32>, ()> {
    let mut seen = HashSet::from([pos.clone()]);
    let mut layer = vec![pos.clone()];
    let mut list = MoveList::new();
    for length in 0.. {
        if layer.is_empty() {
            return Ok(None);
        }
        if layer.iter().any(Puzzle::is_solved) {
            return Ok(Some(length));
        }
        let mut next_layer = Vec::new();
        for pos in layer {
            list.clear();
            pos.moves(&mut list);
            next_layer.extend(list.iter().map(|&mv| pos.play(mv)).filter(|next| seen.insert(next.clone())));
        }
        if seen.len() > most {
            return Err(());
        }
        layer = next_layer;
    }
    unreachable!("lengths have no end")
}

/// Both agree where the plain search comes to an end; whether it did, and whether it found a win.
fn agrees<K: Kind>(shortener: &mut Shortener, pos: &Patience<K>) -> Option<bool>
where
    Patience<K>: Solvable<Move = Move>,
{
    let plain = breadth_first(pos, 30_000).ok()?;
    assert_eq!(shortest(shortener, pos, None), plain, "{pos}");
    if let Verdict::Winnable(mut line) = shortener.shorten(pos, None, Limit::SHORTEST).verdict {
        // What is known is counted, not played: where it is one move too long, a shorter line is still found.
        line.push(Move { card: Card(0), to: Target::Empty });
        assert_eq!(shortest(shortener, pos, Some(&line)), plain, "{pos}");
    }
    Some(plain.is_some())
}

/// A layout in which `left` cards are spread over ten piles at random and the others are home.
fn layout<K: Kind>(laws: Laws, left: u8, rng: &mut Rng) -> Patience<K> {
    let base = if laws.base == Base::Ace { 0 } else { rng.random_range(0..13) };
    let mut heights = [13; 4];
    // Every other layout has all of one suit, its base card with the rest.
    let whole = if rng.random() { 13 } else { 0 };
    heights[3] -= whole;
    for _ in whole..left {
        let high: Vec<usize> = (0..4).filter(|&suit| heights[suit] > 1).collect();
        heights[high[rng.random_range(0..high.len())]] -= 1;
    }
    let mut cards: Vec<String> = (0..4)
        .flat_map(|suit| (heights[suit]..13).map(move |step| (suit as u8, step)))
        .map(|(suit, step)| Card::new(suit, (base + step) % 13).to_string())
        .collect();
    cards.shuffle(rng);
    let mut piles = vec![Vec::new(); 10];
    let first_empty = rng.random_range(7..=10);
    for (index, card) in cards.into_iter().enumerate() {
        let pile = if index < first_empty { index } else { rng.random_range(0..first_empty) };
        piles[pile].push(card);
    }
    let piles: Vec<String> = piles.iter().map(|pile| pile.join(" ")).collect();
    let [clubs, diamonds, hearts, spades] = heights;
    let base = if laws.base == Base::Ace {
        String::new()
    } else {
        format!(" base={}", Card::new(0, base).to_string().remove(0))
    };
    let text = format!("{} ; C{clubs} D{diamonds} H{hearts} S{spades}{base}", piles.join("|"));
    Patience::parse(&text, &laws.into()).expect("a layout")
}

/// Random layouts of few cards under every set of rules in which single cards move.
#[test]
fn plain_breadth_first_search_agrees_on_small_layouts() {
    let mut shortener = Shortener::default();
    let mut rng = rng::stream(11, 0);
    let (mut won, mut lost) = (0, 0);
    for laws in Laws::all().filter(|laws| laws.units == Units::One) {
        for _ in 0..12 {
            let left = rng.random_range(13..=19);
            match agrees(&mut shortener, &layout::<ChessboardRules>(laws, left, &mut rng)) {
                Some(true) => won += 1,
                Some(false) => lost += 1,
                None => {}
            }
        }
    }
    assert!(won > 100 && lost > 100, "{won} won, {lost} lost");
}

/// Positions near the end of winning lines of random deals.
fn check_endings<K: Kind>(deals: u64, wins: u32)
where
    Patience<K>: Solvable<Move = Move>,
{
    let (mut solver, mut shortener) = (Solver::<K>::default(), Shortener::default());
    let mut won = 0;
    for index in 0..deals {
        let mut pos = deal::<K>(12, index);
        let Verdict::Winnable(line) = solver.solve(&pos, Limit::default()).verdict else { continue };
        let mut most_left = 15;
        for mv in line {
            if pos.left() <= most_left {
                won += u32::from(agrees(&mut shortener, &pos) == Some(true));
                most_left = pos.left().saturating_sub(3);
            }
            pos = pos.play(mv);
        }
    }
    assert!(won >= wins, "{won}");
}

#[test]
fn plain_breadth_first_search_agrees_on_endings() {
    check_endings::<FortressRules>(200, 130);
    check_endings::<ChessboardRules>(60, 150);
}

/// The fewest moves within the tableau by Dijkstra's algorithm on the engine's moves, home moves costing nothing: no
/// bound, no base fixed, base cards sent home or not as the rules allow; only what the engine calls safe is made at
/// once. `Err` if more than `most` positions are met.
fn without_bound<K: Kind>(pos: &Patience<K>, most: usize) -> Result<Option<u32>, ()> {
    let settled = |mut pos: Patience<K>| {
        while let Some(mv) = pos.safe_move() {
            pos = pos.play(mv);
        }
        pos
    };
    let mut layer = vec![settled(*pos)];
    let mut seen: HashSet<Patience<K>> = HashSet::from_iter(layer.clone());
    let mut list = MoveList::new();
    for length in 0.. {
        let (mut index, mut next_layer) = (0, Vec::new());
        while let Some(&pos) = layer.get(index) {
            index += 1;
            if pos.is_solved() {
                return Ok(Some(length));
            }
            list.clear();
            pos.moves(&mut list);
            for &mv in list.iter() {
                let next = settled(pos.play(mv));
                if mv.to != Target::Foundation {
                    next_layer.push(next);
                } else if seen.insert(next) {
                    layer.push(next);
                }
            }
        }
        next_layer.retain(|&next| seen.insert(next));
        if next_layer.is_empty() {
            return Ok(None);
        }
        if seen.len() > most {
            return Err(());
        }
        layer = next_layer;
    }
    unreachable!("lengths have no end")
}

/// Deals that are lost, or won with few moves: those that take many leave too much to a search without bound.
fn check_whole_deals<K: Kind>(laws: Laws, deals: u64, most: u32) -> (u32, u32)
where
    Patience<K>: Solvable<Move = Move, Rules = Options<K>>,
{
    let mut shortener = Shortener::default();
    let (mut won, mut lost) = (0, 0);
    for index in 0..deals {
        let pos = Patience::<K>::deal(&laws.into(), &mut rng::stream(13, index));
        let least = shortest(&mut shortener, &pos, None);
        if least.is_some_and(|least| least > most) {
            continue;
        }
        let Ok(plain) = without_bound(&pos, 1_500_000) else { continue };
        assert_eq!(least, plain.map(|length| length + 52), "{pos}");
        *if least.is_some() { &mut won } else { &mut lost } += 1;
    }
    (won, lost)
}

#[test]
fn a_search_without_bound_agrees_on_whole_deals() {
    let (won, lost) = check_whole_deals::<FortressRules>(FortressRules::STANDARD, 180, 76);
    assert!(won >= 3 && lost > 100, "{won} won, {lost} lost");
    let (won, lost) = check_whole_deals::<ChessboardRules>(ChessboardRules::STANDARD, 80, 71);
    assert!(won >= 4 && lost >= 20, "{won} won, {lost} lost");
    // Base cards with a neighbour on either side, though King and Ace are none.
    let laws = Laws { circular: Circular::Off, ..ChessboardRules::STANDARD };
    let (won, lost) = check_whole_deals::<ChessboardRules>(laws, 40, 72);
    assert!(won >= 2 && lost >= 5, "{won} won, {lost} lost");
}

/// Random deals whose shortest line puts the last card of a suit on its base card, which could go home: from there, if
/// not too far from the end.
#[test]
fn a_search_without_bound_agrees_where_base_cards_are_held() {
    let mut shortener = Shortener::default();
    let mut compared = 0;
    for index in 0..400 {
        let mut pos = deal::<ChessboardRules>(20, index);
        let Verdict::Winnable(line) = shortener.shorten(&pos, None, Limit::SHORTEST).verdict else { continue };
        for (made, &mv) in line.iter().enumerate() {
            let base = pos.base().filter(|base| (mv.card.rank() + 1) % 13 == *base);
            let waits = |card: Card| base == Some(card.rank()) && pos.home_count(card.suit()) == 0;
            let left = within(&line[made..]);
            if left <= 20 && matches!(mv.to, Target::Onto(card) if waits(card)) {
                assert_eq!(without_bound(&pos, 200_000), Ok(Some(left)), "{pos}");
                compared += 1;
            }
            pos = pos.play(mv);
        }
    }
    assert!(compared >= 7, "{compared}");
}

/// On won deals: proved, never longer than the other solver's line, whether or not that is known; twice the same.
fn check_won_deals<K: Kind>(wanted: u32)
where
    Patience<K>: Solvable<Move = Move>,
{
    let (mut solver, mut shortener) = (Solver::<K>::default(), Shortener::default());
    let (mut won, mut shorter) = (0, 0);
    for index in 0.. {
        if won == wanted {
            break;
        }
        let pos = deal::<K>(14, index);
        let Verdict::Winnable(line) = solver.solve(&pos, Limit::default()).verdict else { continue };
        let least = shortest(&mut shortener, &pos, Some(&line)).expect("the deal is won");
        assert!(least <= line.len() as u32);
        won += 1;
        shorter += u32::from(least < line.len() as u32);
        if won % 10 == 0 {
            assert_eq!(shortest(&mut shortener, &pos, None), Some(least));
            let [used, fresh] = [&mut shortener, &mut Shortener::default()]
                .map(|shortener| shortener.shorten(&pos, Some(&line), Limit::SHORTEST));
            assert_eq!(used, fresh);
        }
    }
    assert!(shorter > wanted / 2, "{shorter}");
}

#[test]
fn never_longer_than_the_other_solver() {
    check_won_deals::<FortressRules>(200);
    check_won_deals::<ChessboardRules>(200);
}

#[test]
fn lost_deals_are_lost() {
    let (mut solver, mut shortener) = (Solver::<FortressRules>::default(), Shortener::default());
    let mut lost = 0;
    for index in 0..100 {
        let pos = deal(15, index);
        if solver.solve(&pos, Limit::default()).verdict == Verdict::Unwinnable {
            assert_eq!(shortest(&mut shortener, &pos, None), None);
            lost += 1;
        }
    }
    assert!(lost > 60);
}

fn check_limits<K: Kind>(deals: u64)
where
    Patience<K>: Solvable<Move = Move>,
{
    let (mut solver, mut shortener) = (Solver::<K>::default(), Shortener::default());
    let mut unproved = 0;
    for index in 0..deals {
        let pos = deal::<K>(16, index);
        let Verdict::Winnable(line) = solver.solve(&pos, Limit::default()).verdict else { continue };
        let least = shortest(&mut shortener, &pos, Some(&line)).expect("the deal is won");
        let mut lower = 0;
        for positions in [1, 30, 1_000, 3_000] {
            let found = shortener.shorten(&pos, Some(&line), Limit { positions });
            let text: Vec<String> = found.verdict.moves().expect("won").iter().map(ToString::to_string).collect();
            assert_eq!(Patience::replay(&pos, &text.join(" ")).ok().map(|count| count as u32), found.upper());
            assert!(found.lower <= least && Some(least) <= found.upper() && found.upper() <= Some(line.len() as u32));
            assert!(found.lower >= lower, "more positions, no less known");
            lower = found.lower;
            unproved += u32::from(found.proved().is_none());
        }
        let limit = Limit { positions: 1 };
        assert_eq!(shortener.shorten(&pos, None, limit).verdict, Verdict::Undecided(limit));
    }
    assert!(unproved > 20, "{unproved}");
}

#[test]
fn a_limit_leaves_bounds_and_a_line() {
    check_limits::<FortressRules>(60);
    check_limits::<ChessboardRules>(20);
}

#[test]
fn builds_that_move_as_one_are_refused() {
    let laws = Laws { units: Units::Build, ..FortressRules::STANDARD };
    assert!(refused(laws).is_some() && refused(FortressRules::STANDARD).is_none());
    let pos = layout::<FortressRules>(laws, 12, &mut rng::stream(17, 0));
    let found = Shortener::default().shorten(&pos, None, Limit::SHORTEST);
    assert_eq!((found.lower, found.verdict), (12, Verdict::Undecided(Limit::SHORTEST)));
}

/// The bound as it is defined, but for what held base cards add: over all orders of going home, the fewest cards outside
/// `forced` that have one below them that goes earlier; `home` are those that have gone.
fn by_definition(origin: &Origin, tableau: &Tableau, forced: u64, home: u64, known: &mut HashMap<u64, usize>) -> usize {
    if home == ALL {
        return 0;
    }
    if let Some(&least) = known.get(&home) {
        return least;
    }
    let gone_below =
        |card: u8| each(home & !tableau.foundations.home).any(|low| tableau.above[usize::from(low)] >> card & 1 == 1);
    let can_go = |card: &u8| origin.order(tableau).before[usize::from(*card)] & !home == 0;
    let counts = each(ALL & !home).filter(can_go).map(|card| {
        let cover = each(tableau.above[usize::from(card)] & !home & !forced);
        let first_gone_below = cover.filter(|&above| !gone_below(above)).count();
        first_gone_below + by_definition(origin, tableau, forced, home | 1 << card, known)
    });
    let least = counts.min().expect("some card can go home next");
    known.insert(home, least);
    least
}

/// The settled tableaus of a random game, each with those one move further on. If the base is open, it is the rank of
/// some available card.
fn random_game<K: Kind>(index: u64, length: usize) -> (Origin, Vec<(Tableau, Vec<Tableau>)>) {
    let mut rng = rng::stream(18, index);
    let pos = Patience::<K>::deal(&Options::default(), &mut rng);
    let base = pos.base().or_else(|| pos.available().next().map(Card::rank)).expect("cards are available");
    let origin = Origin::new(&pos);
    let mut nexts = Vec::new();
    origin.tableau(base).settle(0, &mut |tableau| nexts.push(*tableau));
    let mut game = Vec::new();
    while game.len() < length && !nexts.is_empty() {
        let tableau = nexts.swap_remove(rng.random_range(0..nexts.len()));
        nexts.clear();
        for (way, cards) in origin.moves(&tableau) {
            for card in each(cards) {
                let mut next = tableau;
                origin.play(&mut next, Step::new(card, way));
                next.settle(tableau.held(), &mut |next| nexts.push(*next));
            }
        }
        game.push((tableau, nexts.clone()));
    }
    (origin, game)
}

/// The bound against its definition; how often base cards were held.
fn check_bound<K: Kind>(games: u64) -> u32 {
    let mut bounds = Bounds::default();
    let mut held_met = 0;
    for index in 0..games {
        let (origin, game) = random_game::<K>(index, 10);
        for (tableau, _) in game {
            assert_eq!(origin.decode(tableau.key()).above, tableau.above);
            let held = tableau.held();
            held_met += held.count_ones();
            // The last card of a suit is the one before its base card, and is moved twice.
            let lasts = each(held).fold(0, |lasts, card| lasts | 1_u64 << (card / 13 * 13 + (card % 13 + 12) % 13));
            let defined = by_definition(&origin, &tableau, lasts, tableau.foundations.home, &mut HashMap::new());
            let bound = bounds.bound(&origin, &tableau, 0, u32::MAX);
            assert_eq!(bound, defined as u32 + 2 * lasts.count_ones());
        }
    }
    held_met
}

#[test]
fn the_bound_is_what_it_says() {
    assert_eq!(check_bound::<FortressRules>(30), 0);
    assert!(check_bound::<ChessboardRules>(30) > 20);
}

fn check_falls<K: Kind>(games: u64) {
    let mut bounds = Bounds::default();
    let mut falls = 0;
    for index in 0..games {
        let (origin, game) = random_game::<K>(index, 40);
        for (tableau, nexts) in game {
            let bound = bounds.bound(&origin, &tableau, 0, u32::MAX);
            for next in nexts {
                let from_scratch = bounds.bound(&origin, &next, 0, u32::MAX);
                assert!(from_scratch + 1 >= bound);
                assert_eq!(bounds.bound(&origin, &next, bound - 1, u32::MAX), from_scratch);
                falls += u32::from(from_scratch + 1 == bound);
            }
        }
    }
    assert!(falls > 1_000, "{falls}");
}

#[test]
fn the_bound_falls_by_one_at_most() {
    check_falls::<FortressRules>(1_000);
    check_falls::<ChessboardRules>(1_000);
}

/// On every shortest line the bound is never more than what the line still takes.
fn check_admissible<K: Kind>(deals: u64)
where
    Patience<K>: Solvable<Move = Move>,
{
    let (mut shortener, mut bounds) = (Shortener::default(), Bounds::default());
    for index in 0..deals {
        let mut pos = deal::<K>(19, index);
        let Verdict::Winnable(line) = shortener.shorten(&pos, None, Limit::SHORTEST).verdict else { continue };
        let base = line.iter().find(|mv| mv.to == Target::Foundation).expect("cards go home").card.rank();
        for (made, &mv) in line.iter().enumerate() {
            let origin = Origin::new(&pos);
            let tableau = origin.tableau(base);
            // Before a home move the line is not settled.
            if mv.to != Target::Foundation {
                assert!(bounds.bound(&origin, &tableau, 0, u32::MAX) <= within(&line[made..]), "{pos}");
            }
            pos = pos.play(mv);
        }
    }
}

#[test]
fn the_bound_is_admissible_along_shortest_lines() {
    check_admissible::<FortressRules>(150);
    check_admissible::<ChessboardRules>(40);
}
