//! Which cards bring a side's last missing man into a combo: asked of both sides at every evaluation, and of all twelve
//! kinds of card at once, since what is not held may be drawn.

use std::sync::LazyLock;

use engine::Side;
use engine::games::fortac::board::{CORNERS, HOPS, LEAPS, LINES, PATTERNS, SKIPS, STEPS};
use engine::games::fortac::moves::adjacent;
use engine::games::fortac::{Adjacency, Card, Cards, Combo, Fortac, Square, Squares};

/// A set of kinds of card, a bit each in the order of [`Card`].
pub(crate) type Kinds = u16;

/// Two squares, seen from the first.
#[derive(Clone, Copy)]
struct Pair {
    /// The cards of one step or leap, Zip and Zap: they need an empty target and nothing else.
    steps: Kinds,
    /// The slide along the line that both squares are on, if there is one.
    slide: Kinds,
    /// The squares between them on that line.
    between: Squares,
}

static PAIRS: [[Pair; 16]; 16] = pairs();

const fn pairs() -> [[Pair; 16]; 16] {
    let mut table = [[Pair { steps: 0, slide: 0, between: 0 }; 16]; 16];
    let mut from = 0;
    while from < 16 {
        let mut to = 0;
        while to < 16 {
            table[from][to] = pair(from, to);
            to += 1;
        }
        from += 1;
    }
    table
}

const fn pair(from: usize, to: usize) -> Pair {
    let target = 1 << to;
    let mut steps = if CORNERS & target != 0 { of(Card::Zip) } else { of(Card::Zap) };
    let reaches = [(HOPS, Card::Hop), (SKIPS, Card::Skip), (STEPS, Card::King), (LEAPS, Card::Horse)];
    let mut index = 0;
    while index < reaches.len() {
        if reaches[index].0[from] & target != 0 {
            steps |= of(reaches[index].1);
        }
        index += 1;
    }
    let (files, ranks) = ((to % 4) as i32 - (from % 4) as i32, (to / 4) as i32 - (from / 4) as i32);
    let slide = match (files, ranks) {
        (0, 0) => 0,
        (_, 0) | (0, _) => of(Card::Rook),
        _ if files == ranks || files == -ranks => of(Card::Bishop),
        _ => 0,
    };
    let mut between = 0;
    if slide != 0 {
        let step = 4 * ranks.signum() + files.signum();
        let mut square = from as i32 + step;
        while square != to as i32 {
            between |= 1 << square;
            square += step;
        }
    }
    Pair { steps, slide, between }
}

const fn of(card: Card) -> Kinds {
    1 << card as u32
}

/// The kinds in a multiset.
pub(crate) fn kinds(cards: Cards) -> Kinds {
    cards.kinds().fold(0, |kinds, card| kinds | of(card))
}

/// The number of cards that are of these kinds.
#[inline]
pub(crate) fn copies(cards: Cards, mut kinds: Kinds) -> u32 {
    let mut copies = 0;
    while kinds != 0 {
        copies += cards.copies(Card::ALL[kinds.trailing_zeros() as usize]);
        kinds &= kinds - 1;
    }
    copies
}

/// The cards that take a man of `own` from `from` to `to` and move no other of its own men.
fn carriers(from: Square, to: Square, [own, other]: [Squares; 2], adjacency: Adjacency) -> Kinds {
    let occupied = own | other;
    let Pair { steps, slide, between } = PAIRS[from.index()][to.index()];
    let met = between & occupied;
    if occupied & to.bit() == 0 {
        let may_jump = adjacency == Adjacency::Eight || slide == of(Card::Rook);
        let jump = if met == between && between.is_power_of_two() && may_jump { of(Card::Jump) } else { 0 };
        return steps | jump | if met == 0 { slide } else { 0 };
    }
    if adjacent(from, adjacency) & to.bit() == 0 {
        return of(Card::Switch);
    }
    let line = LINES[from.index()].iter().find(|line| line.near == to.bit());
    let may_push = line.is_some_and(|line| {
        line.beyond & occupied == 0 || line.beyond & other != 0 && line.far != 0 && line.far & occupied == 0
    });
    of(Card::Trade) | if may_push { of(Card::Push) } else { 0 }
}

/// A pattern from which one man is missing.
#[derive(Clone, Copy, Debug)]
struct Near {
    combo: Combo,
    /// The man that is not in it, and the square that he should be on.
    stray: Square,
    hole: Square,
}

/// The ways to place four men.
pub(crate) const PLACEMENTS: usize = 1820;

/// What the searches look up of a side's men.
#[derive(Debug)]
struct Placements {
    /// By the squares of four men a number below [`PLACEMENTS`].
    numbers: Vec<u16>,
    /// By that number the near patterns: from the place given there to the place of the next.
    begins: Vec<u16>,
    near: Vec<Near>,
}

static PLACED: LazyLock<Placements> = LazyLock::new(|| {
    let mut placed = Placements { numbers: vec![0; 1 << 16], begins: vec![0], near: Vec::new() };
    for men in (0..=Squares::MAX).filter(|men| men.count_ones() == 4) {
        placed.numbers[usize::from(men)] = placed.begins.len() as u16 - 1;
        for (pattern, combo) in PATTERNS {
            let [stray, hole] = [men & !pattern, pattern & !men];
            if hole.is_power_of_two() {
                let [stray, hole] = [stray, hole].map(|set| Square::new(set.trailing_zeros()));
                placed.near.push(Near { combo, stray, hole });
            }
        }
        placed.begins.push(placed.near.len() as u16);
    }
    placed
});

/// The number of a placement of four men, below [`PLACEMENTS`], in the order of their squares as numbers.
#[inline]
pub(crate) fn number(men: Squares) -> usize {
    usize::from(PLACED.numbers[usize::from(men)])
}

/// How combos can be completed by one move of a last missing man, in view of the cards held and those in the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Threats {
    /// The kinds of card that complete a combo of a type that is not made.
    pub(crate) cards: Kinds,
    /// The number of patterns that a card held completes.
    pub(crate) patterns: u32,
}

/// The threats of `side`.
#[inline]
pub(crate) fn threats(pos: &Fortac, side: Side) -> Threats {
    let (men, made, held) = ([pos.men(side), pos.men(!side)], pos.made(side), kinds(pos.hand(side)));
    let placed = &*PLACED;
    let number = usize::from(placed.numbers[usize::from(men[0])]);
    let mut threats = Threats::default();
    for near in &placed.near[usize::from(placed.begins[number])..usize::from(placed.begins[number + 1])] {
        if !made.contains(near.combo) {
            let cards = carriers(near.stray, near.hole, men, pos.adjacency());
            threats.cards |= cards;
            threats.patterns += u32::from(cards & held != 0);
        }
    }
    threats
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::moves::targets;
    use engine::rng::stream;

    use super::*;
    use crate::train::fortac::random_men;

    #[test]
    fn carriers_are_the_cards_with_this_target() {
        let mut pushes_of_own = 0;
        for seed in 0..3_000 {
            let [own, other] = random_men(&mut stream(seed, 0));
            for adjacency in [Adjacency::Eight, Adjacency::Four] {
                for from in Square::of(own) {
                    for to in Square::of(!own) {
                        let reaches = |&card: &Card| targets(card, from, own, other, adjacency) & to.bit() != 0;
                        let all = Card::ALL.into_iter().filter(reaches).fold(0, |kinds, card| kinds | of(card));
                        let found = carriers(from, to, [own, other], adjacency);
                        // A push that also moves an own man is none.
                        let differs = all ^ found;
                        assert!(differs == 0 || differs == of(Card::Push) && all & differs != 0, "{from} {to}");
                        pushes_of_own += u32::from(differs != 0);
                    }
                }
            }
        }
        assert!(pushes_of_own > 100);
    }
}
