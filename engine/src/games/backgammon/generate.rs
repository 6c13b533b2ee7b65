//! Legal plays: every distinct result of a roll once, without a list to compare with.
//!
//! All is done in the mover's count, where checkers go down: points 1 to 24, the bar is 25, and 0 is off.
//!
//! **Two different dice**, `a` the larger. A play moves checker `x` by `a` and checker `y` by `b`. Most plays can be made in
//! either order, so all with `a` first are listed, and of those with `b` first only such `x` as could not go first (an
//! entering checker in the way, checkers outside home that keep others from being borne off). Plays with different
//! `(x, y)` have different results, with two exceptions. If `x` is where `y` arrives or the other way round, one checker
//! has in effect gone `a + b`: for each such checker at most three results exist, by whether a blot was hit on
//! either stop or on none. And of two checkers borne off nobody can say by which die.
//!
//! **Doubles.** A play is a set of up to four points that checkers leave. Played from the highest down any legal set is
//! legal, and different sets have different results: sets are listed in that order.
//!
//! As many dice as possible must be played, and the larger if there is a choice of one.

use super::board::{BAR, Board, HOME, POINTS, seen_by};
use super::moves::{Move, Step};
use crate::{MoveList, Side};

/// What the plays are handed to: a list, or a count.
pub(super) trait Sink {
    /// One play.
    fn play(&mut self, view: &View, steps: &[Step]);
    /// The plays of `steps` followed by a step by `die` from each point of `sources`.
    fn plays(&mut self, view: &View, steps: &[Step], sources: u32, die: u8);
}

/// The board as the mover sees it.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Points with own checkers, the bar as 25.
    mine: u32,
    /// Those with more than one.
    pairs: u32,
    /// Points on which a checker may land: all but those held by two or more of the other side.
    open: u32,
    /// Points with a single checker of the other side.
    blots: u32,
    /// Own checkers on the bar.
    bar: u8,
}

impl View {
    pub(super) fn new(board: &Board, side: Side) -> Self {
        let (mine, theirs) = (board.owned(side), board.owned(!side));
        let made = board.made();
        Self {
            mine: seen_by(side, mine),
            pairs: seen_by(side, mine & made),
            open: seen_by(side, !(theirs & made)) & POINTS,
            blots: seen_by(side, theirs & !made) & POINTS,
            bar: board.count(side, BAR),
        }
    }

    /// Whether a step lands on a blot.
    #[inline]
    fn hits(&self, step: Step) -> bool {
        self.blots >> step.to() & 1 == 1
    }

    /// The points that a checker may leave by `die`.
    #[inline]
    fn sources(&self, die: u8) -> u32 {
        if self.bar > 0 {
            return self.mine & self.open << die & 1 << BAR;
        }
        let steps = self.mine & self.open << die;
        if self.mine & !HOME != 0 { steps } else { steps | self.bears_off(die) }
    }

    /// The point from which `die` bears off, where all checkers are home: its own or, if nothing is higher, the highest.
    #[inline]
    fn bears_off(&self, die: u8) -> u32 {
        if self.mine >> die == 0 && self.mine != 0 { 1 << self.mine.ilog2() } else { self.mine & 1 << die }
    }

    /// The board after a step, as far as another single step needs it.
    #[inline]
    fn after(&self, step: Step) -> Self {
        let (from, to) = (1 << step.from, 1_u32 << step.to() & POINTS);
        let bar = if step.from == BAR { self.bar - 1 } else { self.bar };
        // A point that held more than one still holds some.
        Self { mine: self.mine & (!from | self.pairs) | to, bar, ..*self }
    }
}

/// Hands every distinct play of a roll to `sink`; nothing at all if the roll cannot be played.
pub(super) fn plays(board: &Board, side: Side, dice: [u8; 2], sink: &mut impl Sink) {
    let view = View::new(board, side);
    if dice[0] == dice[1] {
        Doubles::new(board, side, view, dice[0]).plays(sink);
    } else {
        mixed(&view, dice[0].max(dice[1]), dice[0].min(dice[1]), sink);
    }
}

/// The plays by which one checker goes both dice, by where it starts.
#[derive(Default)]
struct Through {
    /// Without a hit on the way.
    plain: u32,
    /// With a hit after the larger die.
    by_larger: u32,
    /// With a hit after the smaller die.
    by_smaller: u32,
}

fn mixed(view: &View, a: u8, b: u8, sink: &mut impl Sink) {
    let (firsts, seconds) = (view.sources(a), view.sources(b));
    let mut through = Through::default();
    let mut both_off = None;
    let mut is_played = false;
    for x in bits(firsts) {
        let step = Step { from: x, die: a };
        let mut rest = view.after(step).sources(b);
        is_played |= rest != 0;
        // The same checker goes on.
        if x > a && rest >> (x - a) & 1 == 1 {
            rest &= !(1 << (x - a));
            let hit = view.hits(step);
            let seen = if hit { &mut through.by_larger } else { &mut through.plain };
            one_checker(sink, view, seen, x, [step, Step { from: x - a, die: b }]);
        }
        // The checker that went first stood where the other arrives.
        if x + b <= BAR && rest >> (x + b) & 1 == 1 {
            rest &= !(1 << (x + b));
            one_checker(sink, view, &mut through.plain, x + b, [step, Step { from: x + b, die: b }]);
        }
        if x <= a {
            let off = rest & HOME & ((2 << b) - 1);
            if off != 0 {
                // Exactly one point, as all checkers are home.
                both_off = Some(1 << x | off);
            }
        }
        sink.plays(view, &[step], rest, b);
    }
    for y in bits(seconds) {
        let step = Step { from: y, die: b };
        let all = view.after(step).sources(a);
        is_played |= all != 0;
        let mut rest = all & !firsts;
        if y > b && all >> (y - b) & 1 == 1 {
            rest &= !(1 << (y - b));
            let seen = if view.hits(step) { &mut through.by_smaller } else { &mut through.plain };
            one_checker(sink, view, seen, y, [step, Step { from: y - b, die: a }]);
        }
        if y <= b && both_off == Some(1 << y | rest) {
            continue;
        }
        sink.plays(view, &[step], rest, a);
    }
    if !is_played {
        if firsts != 0 {
            sink.plays(view, &[], firsts, a);
        } else {
            sink.plays(view, &[], seconds, b);
        }
    }
}

/// A play of one checker from `point` by both dice, unless there was one with the same hits.
#[inline]
fn one_checker(sink: &mut impl Sink, view: &View, seen: &mut u32, point: u8, steps: [Step; 2]) {
    if *seen >> point & 1 == 0 {
        *seen |= 1 << point;
        sink.play(view, &steps);
    }
}

/// The numbers of the bits of a mask, lowest first.
#[inline]
fn bits(mut mask: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let bit = mask.trailing_zeros() as u8;
            mask &= mask - 1;
            bit
        })
    })
}

/// The plays of a double.
struct Doubles {
    view: View,
    die: u8,
    counts: [u8; 26],
    steps: [Step; 4],
}

impl Doubles {
    fn new(board: &Board, side: Side, view: View, die: u8) -> Self {
        Self { view, die, counts: board.counts(side), steps: [Step { from: 0, die }; 4] }
    }

    fn plays(&mut self, sink: &mut impl Sink) {
        let view = self.view;
        // Most rolls can be played in full; where not, three steps are tried, then two, then one.
        for length in (1..=4).rev() {
            if self.extend(view, 0, length, sink) {
                return;
            }
        }
    }

    /// Adds steps from the last one's point downwards until there are `length`; says whether there was such a play.
    fn extend(&mut self, view: View, depth: usize, length: usize, sink: &mut impl Sink) -> bool {
        let last = if depth == 0 { BAR } else { self.steps[depth - 1].from };
        let sources = view.sources(self.die) & ((2_u32 << last) - 1);
        if sources == 0 {
            return false;
        }
        if depth + 1 == length {
            let view = self.view;
            sink.plays(&view, &self.steps[..depth], sources, self.die);
            return true;
        }
        let mut found = false;
        for from in bits(sources) {
            let step = Step { from, die: self.die };
            self.steps[depth] = step;
            self.counts[from as usize] -= 1;
            self.counts[step.to() as usize] += 1;
            found |= self.extend(self.stepped(&view, step), depth + 1, length, sink);
            self.counts[from as usize] += 1;
            self.counts[step.to() as usize] -= 1;
        }
        found
    }

    /// The view after a step, by the counts.
    fn stepped(&self, view: &View, step: Step) -> View {
        let mut mine = view.mine;
        if self.counts[step.from as usize] == 0 {
            mine &= !(1 << step.from);
        }
        if step.to() > 0 {
            mine |= 1 << step.to();
        }
        View { mine, bar: self.counts[BAR as usize], ..*view }
    }
}

/// Lists the plays.
impl Sink for MoveList<Move> {
    #[inline]
    fn play(&mut self, view: &View, steps: &[Step]) {
        self.push(written(view, steps));
    }

    #[inline]
    fn plays(&mut self, view: &View, steps: &[Step], sources: u32, die: u8) {
        let start = written(view, steps);
        for from in bits(sources) {
            let step = Step { from, die };
            // A blot is hit once: not again by a second checker that lands on its point.
            let is_hit = view.hits(step) && steps.iter().all(|other| other.to() != step.to());
            self.push(start.and(steps.len(), step, is_hit));
        }
    }
}

/// The move of these steps.
#[inline]
fn written(view: &View, steps: &[Step]) -> Move {
    let mut mv = Move::NONE;
    for (index, &step) in steps.iter().enumerate() {
        let is_hit = view.hits(step) && steps[..index].iter().all(|other| other.to() != step.to());
        mv = mv.and(index, step, is_hit);
    }
    mv
}

/// Counts the plays.
pub(super) struct Count(pub(super) u64);

impl Sink for Count {
    #[inline]
    fn play(&mut self, _: &View, _: &[Step]) {
        self.0 += 1;
    }

    #[inline]
    fn plays(&mut self, _: &View, _: &[Step], sources: u32, _: u8) {
        self.0 += u64::from(sources.count_ones());
    }
}
