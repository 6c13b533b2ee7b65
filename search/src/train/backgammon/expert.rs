//! What an expert counts while the sides can still meet, for one side.

use engine::games::backgammon::board::{BAR, HOME, POINTS};

use super::seen::Seen;
use crate::net::Inputs;

/// Inputs of one side.
pub(super) const OF_A_SIDE: usize = 30;

/// The rolls, of 36, that a single checker can play in full when the points of a mask before it are closed: bit 0 is the next
/// point, bit 11 the twelfth.
static FREEDOM: [u8; 4096] = freedom();

const fn freedom() -> [u8; 4096] {
    let mut table = [0; 4096];
    let mut mask = 0;
    while mask < 4096 {
        let mut a = 1;
        while a <= 6 {
            let mut b = 1;
            while b <= a {
                let is_stopped = mask >> (a - 1) & 1 == 1 && mask >> (b - 1) & 1 == 1;
                if !is_stopped && mask >> (a + b - 1) & 1 == 0 {
                    table[mask] += if a == b { 1 } else { 2 };
                }
                b += 1;
            }
            a += 1;
        }
        mask += 1;
    }
    table
}

/// The freedom of the other side's checker on `point` (0 is its bar), which moves upwards here.
#[inline]
fn their_freedom(seen: &Seen, point: u32) -> u32 {
    u32::from(FREEDOM[((seen.made & POINTS) >> point >> 1 & 0xFFF) as usize])
}

/// What the rolls of a side hit.
#[derive(Default)]
struct Shots {
    /// Rolls, of 36, that hit something.
    rolls: u32,
    /// Rolls that hit two blots.
    double: u32,
    /// Pips that the other side loses by the farthest blot that is hit, summed over the 36 rolls.
    pips: u32,
}

/// The points on which checkers of a side arrive by each roll, and which blots are among them.
fn shots(seen: &Seen) -> Shots {
    let (blots, open, bar) = (seen.their_blots(), seen.open(), seen.bar());
    let mut shots = Shots::default();
    if blots == 0 {
        return shots;
    }
    // Who has a checker on the bar may move nothing else first.
    let first = if bar > 0 { 1 << BAR } else { seen.mine };
    for a in 1..=6 {
        for b in 1..a {
            let (by_a, by_b) = (first >> a & open, first >> b & open);
            // With one checker on the bar the other die is free for whoever can use it.
            let then = |entered: u32, die: u32| match bar {
                0 => entered >> die,
                1 if entered != 0 => (seen.mine & POINTS | entered) >> die,
                _ => 0,
            };
            let once = (by_a | by_b) & blots;
            let hits = once | (then(by_a, b) | then(by_b, a)) & blots;
            let is_double = by_a & blots != 0 && by_b & blots != 0 && once & once.wrapping_sub(1) != 0;
            shots.add(hits, is_double, 2);
        }
        let mut steps = first;
        let mut hits = 0;
        for step in 0..4_u32 {
            steps = steps >> a & open;
            hits |= steps & blots;
            if steps == 0 {
                break;
            }
            if step + 1 == bar {
                // All have entered; the rest of the double is free.
                steps |= seen.mine & POINTS;
            } else if step + 1 < bar {
                steps = 1 << BAR;
            }
        }
        shots.add(hits, hits & hits.wrapping_sub(1) != 0, 1);
    }
    shots
}

impl Shots {
    #[inline]
    fn add(&mut self, hits: u32, is_double: bool, ways: u32) {
        if hits != 0 {
            self.rolls += ways;
            self.pips += ways * (hits.ilog2());
            self.double += if is_double { ways } else { 0 };
        }
    }
}

/// The length of the longest run of made points.
#[inline]
fn longest_prime(made: u32) -> u32 {
    let (mut run, mut length) = (made & POINTS, 0);
    while run != 0 {
        length += 1;
        run &= run >> 1;
    }
    length
}

/// Adds what `seen`'s side has, and has done to the other.
pub(super) fn add(seen: &Seen, begin: usize, inputs: &mut Inputs) {
    let mut next = begin;
    let mut push = |value: f32| {
        inputs.push(next, value);
        next += 1;
    };
    // The race, and what it takes to come home.
    push(seen.pips_above(0) as f32 / 100.0);
    push(seen.pips_above(6) as f32 / 100.0);
    push(seen.pips_above(18) as f32 / 20.0);
    // How far apart the last checkers are.
    push((seen.rear() as f32 - seen.their_rear() as f32) / 24.0);
    // Primes and the home board.
    let prime = longest_prime(seen.made);
    push(if prime >= 3 { 1.0 } else { 0.0 });
    push(if prime >= 4 { 1.0 } else { 0.0 });
    push(if prime >= 5 { 1.0 } else { 0.0 });
    push(if prime >= 6 { 1.0 } else { 0.0 });
    let board = (seen.made & HOME).count_ones();
    push(board as f32 / 6.0);
    push(if board >= 5 { 1.0 } else { 0.0 });
    push((seen.blots() & HOME).count_ones() as f32 / 3.0);
    // The other side's checkers behind: on the bar, in this side's home, how free the last ones are.
    let (their_bar, behind) = (seen.their_count(1), seen.their_count(HOME | 1));
    push(if their_bar > 0 { (board * board) as f32 / 36.0 } else { 0.0 });
    push(behind as f32 / 4.0);
    let rear = seen.their_rear();
    let freedom = their_freedom(seen, rear.min(24)) as f32 / 36.0;
    push(freedom);
    push((1.0 - freedom) * behind.min(4) as f32 / 4.0);
    let second = (seen.theirs & !(1 << rear) | 1 << BAR).trailing_zeros();
    push(their_freedom(seen, second.min(24)) as f32 / 36.0);
    let block = (seen.made & POINTS) >> rear.min(24) >> 1;
    push((block & 0x3F).count_ones() as f32 / 6.0);
    push((block & 0xFFF).count_ones() as f32 / 8.0);
    // How freely all of the other side's checkers outside its home move.
    let mut mobility = 0;
    let mut left = seen.theirs & !(HOME << 18) & !(1 << BAR);
    while left != 0 {
        let point = left.trailing_zeros();
        mobility += their_freedom(seen, point) * seen.their_count(1 << point);
        left &= left - 1;
    }
    push(mobility as f32 / 300.0);
    // Shots of this side.
    let shots = shots(seen);
    push(shots.rolls as f32 / 36.0);
    push(shots.double as f32 / 18.0);
    push(shots.pips as f32 / 360.0);
    // Anchors in the other side's home: any, and the farthest forward.
    let anchors = seen.made >> 19 & 0x3F;
    push(if anchors == 0 { 0.0 } else { 1.0 });
    push(if anchors == 0 { 0.0 } else { (6 - anchors.trailing_zeros()) as f32 / 6.0 });
    push(anchors.count_ones() as f32 / 3.0);
    push(seen.count(0x3F << 19 | 1 << BAR) as f32 / 4.0);
    // Spare checkers to play with before a point must be broken, and those stacked or buried.
    let (spare, all) = (seen.count(seen.spares), seen.spares.count_ones());
    push(spare.saturating_sub(2 * all) as f32 / 10.0);
    push(seen.count(0b1110) as f32 / 8.0);
    push(seen.pips_above(6).saturating_sub(seen.pips_above(18)) as f32 / 60.0);
    push((seen.blots() & (POINTS & !HOME)).count_ones() as f32 / 4.0);
}

#[cfg(test)]
mod tests {
    use engine::games::backgammon::{Backgammon, Options, Word, dice};
    use engine::rng::stream;
    use engine::{Afterstate, Game, MoveList, Node, Position};
    use rand::RngExt;

    use super::*;

    #[test]
    fn freedom_of_a_checker() {
        assert_eq!(FREEDOM[0], 36);
        // Behind a full prime nothing moves in full but what jumps it: no roll does.
        assert_eq!(FREEDOM[0b11_1111], 0);
        // Behind a five-prime only sixes, with whatever comes after them.
        assert_eq!(FREEDOM[0b01_1111], 11);
    }

    /// Shots as the generator sees them.
    #[test]
    fn shots_are_what_the_generator_can_hit() {
        let mut rng = stream(2, 2);
        let mut list = MoveList::new();
        let (mut asked, mut wrong) = (0, 0);
        for _ in 0..60 {
            let mut pos = Backgammon::start(&Options::default()).sample(&mut rng);
            for _ in 0..60 {
                list.clear();
                pos.moves(&mut list);
                if list.is_empty() {
                    break;
                }
                let after = pos.play(list[rng.random_range(0..list.len())]);
                if Backgammon::outcome_after(&after).is_none() && after.pending().board().is_contact() {
                    let side = after.pending().side();
                    let counted = shots(&Seen::new(after.pending().board(), side)).rolls;
                    let can_hit = |dice: [u8; 2]| {
                        let mut list = MoveList::new();
                        after.roll(dice).moves(&mut list);
                        list.iter().any(|mv| mv.as_word() != Some(Word::Pass) && mv.hits() != 0)
                    };
                    let exact: u32 = dice::ROLLS.iter().filter(|(dice, _)| can_hit(*dice)).map(|(_, ways)| ways).sum();
                    asked += 1;
                    wrong += u32::from(counted != exact);
                    assert!(counted.abs_diff(exact) <= 12, "{after}: {counted} for {exact}\n{}", after.picture());
                }
                pos = after.sample(&mut rng);
            }
        }
        // Dice that must be played otherwise are not looked at.
        assert!(wrong * 50 < asked, "{wrong} of {asked}");
    }
}
