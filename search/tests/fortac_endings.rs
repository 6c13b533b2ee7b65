//! FORTAC with few cards left: every turn plays a card, so that without a new deck the game is soon over. A plain solver that
//! shares nothing with the search says what each position is worth, and the search must say the same once it is deep enough.

use std::collections::HashMap;

use engine::games::fortac::board::Squares;
use engine::games::fortac::{Adjacency, Card, Cards, Combos, EmptyDeck, Fortac, FortacRules, NullSwap};
use engine::rng::stream;
use engine::{Afterstate, Game, MoveList, Node, Position, Rng, Score, Side};
use rand::RngExt;
use rand::seq::SliceRandom;
use search::minimax::expectation;
use search::parallel::{Plan, expectiminimax};
use search::{Features, Limits, Sensed, Table};

/// All that tells positions of one game under one set of rules apart.
type Key = ([Squares; 2], [Cards; 2], Cards, [Combos; 2], Side);

/// Backward induction: what positions are worth to their side to move, in points.
struct Solver {
    values: HashMap<Key, f64>,
    most: usize,
}

impl Solver {
    fn new(most: usize) -> Self {
        Self { values: HashMap::new(), most }
    }

    /// The value of a position; `None` where it hangs on more positions than are to be looked at.
    fn value(&mut self, pos: &Fortac) -> Option<f64> {
        if let Some(outcome) = pos.outcome() {
            return Some(f64::from(outcome.points_for(pos.side())));
        }
        let both = |of: fn(&Fortac, Side) -> Cards| Side::BOTH.map(|side| of(pos, side));
        let key = (Side::BOTH.map(|side| pos.men(side)), both(Fortac::hand), pos.deck(), made(pos), pos.side());
        if let Some(&value) = self.values.get(&key) {
            return Some(value);
        }
        if self.values.len() >= self.most {
            return None;
        }
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let mut best = f64::NEG_INFINITY;
        for &mv in list.iter() {
            let (mut sum, mut weights) = (0.0, 0.0);
            for (next, weight) in pos.play(mv).branches() {
                sum -= f64::from(weight) * self.value(&next)?;
                weights += f64::from(weight);
            }
            best = best.max(sum / weights);
        }
        self.values.insert(key, best);
        Some(best)
    }

    /// Whether the side to move wins within so many moves of both sides, whatever is drawn.
    fn is_won(pos: &Fortac, moves: u32) -> bool {
        if let Some(outcome) = pos.outcome() {
            return outcome.points_for(pos.side()) > 0;
        }
        let mut list = MoveList::new();
        pos.moves(&mut list);
        moves > 0 && list.iter().any(|&mv| pos.play(mv).branches().all(|(next, _)| Self::is_lost(&next, moves - 1)))
    }

    fn is_lost(pos: &Fortac, moves: u32) -> bool {
        if let Some(outcome) = pos.outcome() {
            return outcome.points_for(pos.side()) < 0;
        }
        let mut list = MoveList::new();
        pos.moves(&mut list);
        moves > 0 && list.iter().all(|&mv| pos.play(mv).branches().all(|(next, _)| Self::is_won(&next, moves - 1)))
    }
}

fn made(pos: &Fortac) -> [Combos; 2] {
    Side::BOTH.map(|side| pos.made(side))
}

/// The cards that allow the fewest moves, above all under `adjacency=4`, so that games of ten of them can be solved.
const SLOW: &str = "4jump+4trade+4push";

/// A random position with so many cards of the pool in the deck and hands of these sizes, Red's first, where Red is to move: men anywhere, often with a combo made.
fn random(rules: FortacRules, pool: Cards, deck: u32, hands: [u32; 2], rng: &mut Rng) -> Fortac {
    let mut squares = ['R', 'B', 'E', 'E'].repeat(4);
    squares.shuffle(rng);
    let mut rest = Cards::DECK;
    let mut draw = |mut pool: Cards, count: u32| {
        let mut drawn = Cards::NONE;
        for _ in 0..count {
            let card: Card = pool.nth(rng.random_range(0..pool.len()));
            (pool, rest, drawn) = (pool.without(card), rest.without(card), drawn.with(card));
        }
        drawn
    };
    let red = draw(pool, hands[0]);
    let black = draw(pool.minus(red), hands[1]);
    let deck = draw(pool.minus(red).minus(black), deck);
    let ranks: Vec<String> = squares.chunks(4).map(|rank| rank.iter().collect()).collect();
    let combos = ["-", "corners", "centre", "orthogonal", "diagonal"];
    let [by_red, by_black] = [(); 2].map(|()| combos[rng.random_range(0..5)]);
    let text = format!(
        "{} red red={red} black={black} deck={deck} discards={rest} combos={by_red}/{by_black}",
        ranks.join("/")
    );
    Fortac::parse(&text, &rules).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn searched(pos: &Fortac, depth: u32, features: Features) -> Score {
    let plan = Plan { features, ..Plan::new(Limits::depth(depth)) };
    expectiminimax(pos, (&Fortac::sense(), &Table::with_bytes(1 << 22)), &plan, &mut |_| {}).score
}

/// Positions of one kind.
#[derive(Clone, Copy)]
struct Endings {
    rules: FortacRules,
    /// What the cards are drawn from.
    pool: Cards,
    deck: u32,
    hands: [u32; 2],
}

/// Searches endings of one kind that the solver knows by looking at no more than 20,000 positions each, until there have been so
/// many that are won or lost for certain and so many that are not.
fn compare(endings: Endings, (decided, open): (u32, u32)) {
    let Endings { rules, pool, deck, hands } = endings;
    let is_played_out = rules.deck == EmptyDeck::NoRedraw;
    // A move a card, and one to find that there is none.
    let depth = deck + 1 + if is_played_out { hands[0] + hands[1] } else { 0 };
    let mut left = [decided, open];
    for seed in 0.. {
        if left == [0, 0] {
            break;
        }
        let mut rng = stream(seed, u64::from(16 * deck + 4 * hands[0] + hands[1]));
        let pos = random(rules, pool, deck, hands, &mut rng);
        let value = if pos.outcome().is_none() { Solver::new(20_000).value(&pos) } else { None };
        let Some(value) = value else { continue };
        let left = &mut left[usize::from(value.abs() < 1.0)];
        if *left == 0 {
            continue;
        }
        *left -= 1;
        for features in [Features::PLAY, Features::SOUND - Features::STAR2] {
            let score = searched(&pos, depth, features);
            // Every average is rounded down by less than a unit, and both sides' add up.
            let error = (f64::from(score.0) - value * f64::from(Score::POINT)).abs();
            assert!(error <= f64::from(depth), "{score} instead of {value} in {pos} under {rules}");
        }
    }
}

#[test]
fn endings_without_a_new_deck_are_searched_to_their_exact_values() {
    let rules = FortacRules { deck: EmptyDeck::NoRedraw, ..FortacRules::default() };
    for hands in [[1, 1], [2, 1], [2, 2], [3, 2]] {
        compare(Endings { rules, pool: Cards::DECK, deck: 0, hands }, (40, 0));
    }
    let rules = FortacRules { adjacency: Adjacency::Four, null_swap: NullSwap::Off, ..rules };
    let pool = Cards::read(SLOW).expect("cards");
    compare(Endings { rules, pool, deck: 0, hands: [3, 3] }, (10, 0));
    for (deck, quota) in [(1, (20, 0)), (2, (20, 2)), (3, (15, 0)), (4, (10, 1))] {
        compare(Endings { rules, pool, deck, hands: [3, 3] }, quota);
    }
}

#[test]
fn endings_that_the_empty_deck_draws_are_searched_to_their_exact_values() {
    let rules = FortacRules { deck: EmptyDeck::DrawGame, ..FortacRules::default() };
    for deck in 0..=3 {
        compare(Endings { rules, pool: Cards::DECK, deck, hands: [3, 3] }, (5, 5));
    }
}

/// With the discards shuffled the game goes on, but for what is won by force.
#[test]
fn wins_whatever_is_drawn_are_whole_points() {
    let rules = FortacRules::default();
    let (mut won, mut lost) = (0, 0);
    for seed in 0..2_000 {
        let mut rng = stream(seed, 99);
        let deck = rng.random_range(0..=4);
        let pos = random(rules, Cards::DECK, deck, [3, 3], &mut rng);
        let (is_won, is_lost) = (Solver::is_won(&pos, 1), Solver::is_lost(&pos, 2));
        if is_won || is_lost {
            let score = searched(&pos, 2, Features::PLAY);
            assert_eq!(score.0, if is_won { Score::POINT } else { -Score::POINT }, "{pos}");
        }
        won += u32::from(is_won);
        lost += u32::from(is_lost);
    }
    assert!(won > 20 && lost > 5, "{won} {lost}");
}

/// The same by the plain recursion over all moves and cards, which agrees with the search to the unit.
#[test]
fn plain_expectation_agrees_with_the_solver() {
    for (empty, deck, hands) in
        [(EmptyDeck::NoRedraw, 0, [1, 1]), (EmptyDeck::NoRedraw, 0, [2, 1]), (EmptyDeck::DrawGame, 1, [3, 3])]
    {
        let rules = FortacRules { deck: empty, ..FortacRules::default() };
        let depth = deck + 1 + if empty == EmptyDeck::NoRedraw { hands[0] + hands[1] } else { 0 };
        for seed in 0..20 {
            let pos = random(rules, Cards::DECK, deck, hands, &mut stream(seed, 7));
            let Some(value) = Solver::new(200_000).value(&pos) else { continue };
            let plain = expectation(&Fortac::sense(), &pos, depth, 0);
            let error = (f64::from(plain.0) - value * f64::from(Score::POINT)).abs();
            assert!(error <= f64::from(depth), "{plain} instead of {value} in {pos} under {rules}");
            if pos.outcome().is_none() {
                assert_eq!(searched(&pos, depth, Features::SOUND), plain, "{pos}");
            }
        }
    }
}
