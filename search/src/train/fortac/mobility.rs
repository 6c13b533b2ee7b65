//! How many moves each card allows, counted for all men at once: a step is one shift of the whole set, and no two men step
//! to the same square in the same direction.

use engine::games::fortac::board::{CORNERS, DIAGONAL, Direction, ORTHOGONAL};
use engine::games::fortac::{Adjacency, Card, Squares};

/// What is added up over four directions.
#[inline]
fn along(directions: &[Direction; 4], count: impl Fn(&Direction) -> Squares) -> u32 {
    directions.iter().map(|direction| count(direction).count_ones()).sum()
}

/// Those of the other side's men that are adjacent, and so on, along eight directions or four.
#[inline]
fn around(adjacency: Adjacency, count: impl Fn(&Direction) -> Squares) -> u32 {
    along(&ORTHOGONAL, &count) + if adjacency == Adjacency::Eight { along(&DIAGONAL, &count) } else { 0 }
}

fn slides(directions: &[Direction; 4], own: Squares, empty: Squares) -> u32 {
    let of = |direction: &Direction| {
        let first = direction.step(own) & empty;
        let second = direction.step(first) & empty;
        first.count_ones() + second.count_ones() + (direction.step(second) & empty).count_ones()
    };
    directions.iter().map(of).sum()
}

/// A leap by (2, 1) or the like, as steps that do not ask what they go over.
#[inline]
fn leaps(own: Squares, empty: Squares) -> u32 {
    // Files a and b may not go two files to the left, and so on; a shift by ranks falls off the board by itself.
    const NOT: [Squares; 4] = [0x7777, 0xEEEE, 0x3333, 0xCCCC];
    let (right, left) = ((own & NOT[0]) << 1, (own & NOT[1]) >> 1);
    let (rights, lefts) = ((own & NOT[2]) << 2, (own & NOT[3]) >> 2);
    let targets = [right << 8, right >> 8, left << 8, left >> 8, rights << 4, rights >> 4, lefts << 4, lefts >> 4];
    targets.into_iter().map(|set| (set & empty).count_ones()).sum()
}

/// The number of moves that a card allows the men of `own`. Swaps of two own men are not counted.
#[inline]
pub(crate) fn count(card: Card, own: Squares, other: Squares, adjacency: Adjacency) -> u32 {
    let occupied = own | other;
    let empty = !occupied;
    let steps = |direction: &Direction| direction.step(own) & empty;
    let behind = |direction: &Direction| direction.step(direction.step(own) & occupied);
    let trades = || around(adjacency, |direction| direction.step(own) & other);
    let jumps = || around(adjacency, |direction| behind(direction) & empty);
    match card {
        Card::Hop => along(&ORTHOGONAL, steps),
        Card::Skip => along(&DIAGONAL, steps),
        Card::King => along(&ORTHOGONAL, steps) + along(&DIAGONAL, steps),
        Card::Horse => leaps(own, empty),
        Card::Rook => slides(&ORTHOGONAL, own, empty),
        Card::Bishop => slides(&DIAGONAL, own, empty),
        Card::Zip => own.count_ones() * (CORNERS & empty).count_ones(),
        Card::Zap => own.count_ones() * (!CORNERS & empty).count_ones(),
        Card::Trade => trades(),
        Card::Switch => own.count_ones() * other.count_ones() - trades(),
        Card::Jump => jumps(),
        Card::Push => jumps() + around(adjacency, |direction| direction.step(behind(direction) & occupied) & empty),
    }
}

#[cfg(test)]
mod tests {
    use engine::games::fortac::Square;
    use engine::games::fortac::moves::targets;
    use engine::rng::stream;

    use super::*;
    use crate::train::fortac::random_men;

    #[test]
    fn counts_are_those_of_the_targets_of_each_man() {
        for seed in 0..2_000 {
            let [own, other] = random_men(&mut stream(seed, 0));
            for adjacency in [Adjacency::Eight, Adjacency::Four] {
                for card in Card::ALL {
                    let one_by_one: u32 =
                        Square::of(own).map(|from| targets(card, from, own, other, adjacency).count_ones()).sum();
                    assert_eq!(count(card, own, other, adjacency), one_by_one, "{card} {own:04x} {other:04x}");
                }
            }
        }
    }
}
