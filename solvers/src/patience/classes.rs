//! Classes: positions that differ by how runs are shifted between their two ends, stored and searched as one.
//!
//! All of this holds where single cards move and are built both ways and where not every card may fill an empty pile
//! (`Masks::has_classes`). [`Start::gather`] finds the one position that stands for its class, [`Start::visit`] tells every
//! move that leads out of the class from any position in it, [`Start::loosen`] makes one that is never a mistake, and
//! [`Start::tidy`] makes all that is made at once.
//!
//! **What a class is.** Call a card *loose* if it and all that lies on it rest on neighbours, and any other card of the
//! tableau an *anchor*; an anchor is *closed* if an anchor lies on it, else *open*. (A King that fills an empty pile is
//! an anchor; its coming and going are moves of the search.) The loose cards of a suit form *intervals* between anchors
//! that follow each other in building. A pile is its anchors and at most one run, so the interval between `a` and `b`
//! lies upwards on `a`, downwards on `b`, or is split into a lower part on `a` and an upper part on `b`; and an open
//! anchor carries a part of the interval below it or of the one above it, or is *clear*. Moving a loose card to the
//! other part of its interval, a *shift*, can be taken back at once. So positions that shifts lead to from each other
//! are all won or all lost: they are a class.
//!
//! **One position stands for it.** Open anchors and the intervals between them that are not empty form *chains*, which
//! end where an interval is empty, an anchor is closed, or a neighbour is home or does not exist. Each interval needs
//! one of its ends, so of a chain's anchors at most one is not needed: a chain of `m` intervals has at most `m + 1` open
//! anchors. If it has fewer, no card of it can be shifted, and a chain that is no ring has but one arrangement: counted
//! from its closed or missing end, each interval must lie on the far end. (All of a suit can be a ring, which has two
//! arrangements; shifts do not lead from one to the other, and they are two classes.) If it has `m + 1`, either one
//! anchor is clear or one interval is split, all intervals below lie upwards and all above lie downwards: the
//! arrangements stand in one row, each a shift from the next. At its one end all intervals lie downwards and the lowest
//! anchor is clear. `gather` shifts cards upwards until none can be: each chain is at that end then, or has none other.
//! Chains do not meddle with each other, so equal anchors (and rings) mean equal gathered positions.
//!
//! **Every move out of it.** A move that is no shift takes an anchor onto a neighbour, a King to an empty pile, or a
//! card home. That needs the card to be available, and for the first kind its neighbour too. Along its row each card
//! of a chain is seen to become available: an interval's card when it is about to be shifted, an anchor when it is
//! clear. A loose neighbour of a clear anchor is available, for all intervals lie away from that anchor. A neighbour
//! that is an anchor ends the chain; both must be clear, the lower one at the upper end of its row and the upper one
//! gathered. `visit` follows each row upwards with all other chains gathered, and so meets all of these.
//! Where the move is possible in several positions of the class, the class it leads to is the same: the same anchors,
//! and the rest of the chain is arranged in the only way that lets the card go, or on a row.
//!
//! A safe card that may go home in some position of the class may in the gathered one: if it is loose, the card below
//! it is home or missing, so that its interval lies downwards and ends with it; if it is an anchor, it is the lowest of
//! its chain, and clear in the gathered position if it can be cleared at all.

use std::ops::ControlFlow;

use super::masks::Masks;
use super::start::{Rests, Shortcut, Start};
use super::state::{Foundations, State, Step, Way, each};

/// The moves already told, one bit each by the way and the card.
#[derive(Default)]
struct Told([u64; 4]);

impl Told {
    /// Whether a move is told for the first time.
    #[inline]
    fn is_new(&mut self, step: Step) -> bool {
        let (told, bit) = (&mut self.0[step.way() as usize], 1 << step.card());
        let is_new = *told & bit == 0;
        *told |= bit;
        is_new
    }
}

/// A row of arrangements being followed: the one reached, and the shifts that led there.
struct Row {
    state: State,
    shifts: [Step; 13],
    shifted: usize,
}

impl Row {
    /// The row that begins with a gathered position.
    #[inline]
    fn new(state: &State) -> Self {
        Self { state: *state, shifts: [Step(0); 13], shifted: 0 }
    }

    /// Shifts a card onto its lower neighbour.
    #[inline]
    fn shift(&mut self, start: &Start, foundations: &Foundations, card: u64) {
        let step = Step::new(first(card), Way::Lower);
        start.play(&mut self.state, &mut foundations.clone(), step);
        self.shifts[self.shifted] = step;
        self.shifted += 1;
    }
}

/// The first card of a set, which has one.
#[inline]
fn first(cards: u64) -> u8 {
    cards.trailing_zeros() as u8
}

impl Start {
    /// Sends home what may go at once, gathers the class and loosens anchors, until nothing of that changes anything;
    /// tells every step.
    #[inline]
    pub(super) fn tidy(&self, state: &mut State, foundations: &mut Foundations, mut tell: impl FnMut(Step)) {
        loop {
            self.settle(state, foundations, &mut tell);
            self.gather(state, foundations, &mut tell);
            let is_settled = state.available & foundations.next & foundations.safe == 0;
            if is_settled && !self.loosen(state, foundations, &mut tell) {
                return;
            }
        }
    }

    /// Shifts cards onto their upper neighbours until none can be.
    #[inline]
    pub(super) fn gather(&self, state: &mut State, foundations: &mut Foundations, tell: &mut impl FnMut(Step)) {
        loop {
            let on_lower = self.rests(state).lower;
            let mut card = state.available & self.masks.lowers(state.available) & on_lower;
            if card == 0 {
                return;
            }
            card &= card.wrapping_neg();
            while card & on_lower != 0 {
                let step = Step::new(first(card), Way::Upper);
                self.play(state, foundations, step);
                tell(step);
                card = self.masks.lowers(card);
            }
        }
    }

    /// The loose cards: those that rest on a neighbour, as all cards above them do.
    #[inline]
    pub(super) fn loose(&self, state: &State, rests: &Rests) -> u64 {
        let on_neighbour = rests.lower | rests.upper;
        let mut loose = state.available & on_neighbour;
        loop {
            let under = self.masks.lowers(loose & rests.lower) | self.masks.uppers(loose & rests.upper);
            let more = under & on_neighbour & !loose;
            if more == 0 {
                return loose;
            }
            loose |= more;
        }
    }

    /// Moves an anchor onto a neighbour if both its neighbours are loose; `false` if there is none to be moved. Tells
    /// every step.
    ///
    /// Let `x` be an anchor that can be cleared, between an interval `I` that ends with `x-1` and an interval `J` that
    /// begins with `x+1`. Let neither of these two be a King that may fill an empty pile, and `x+1` no card that may
    /// yet begin its foundation. Let `p` be the position, and `q` the one with `x` on a neighbour, where it is loose,
    /// and what it lay on uncovered. Then `q` can be won if `p` can; of course `p` can if `q` can.
    ///
    /// For play in `q` as in `p` until `x` itself is moved there, but have `x`, with what it carries in `p`, always on
    /// a neighbour: if it carries cards of `J`, all of `I` lies upwards on the anchor below, and `x` on `x-1`; if it
    /// carries cards of `I`, all of `J` lies downwards on the anchor above, and `x` on `x+1`; if it is clear, both are
    /// so, and it can change over. The other anchors carry what they carry in `p`, and more is uncovered in `q`. So
    /// what is available in `p` is so in `q`, but for `x-1` in the first case and `x+1` in the second, and `x` is
    /// where it is needed to go on. What could the two do in `p`?
    /// - Take or become a place for `x` or the card under them: that moves `x`, or is a shift of `I` or `J`.
    /// - Fill an empty pile: this was excluded, as long as `x` is there.
    /// - `x+1` goes home: only after `x`, as it is not the base.
    /// - `x-1` goes home in the first case, while all of `I` lies under it: only as the base. Then clear `x` first, by
    ///   shifting all of `J` to the anchor above; `x-1` goes home in `q`, and at once `x` and `J` follow, which are safe,
    ///   and leave `q` no worse than `p`.
    ///
    /// When `x` moves in `p`, it was clear; if onto a neighbour, `q` has it so already; if to an empty pile or home,
    /// it can be made available in `q`: then both are the same again. Until then both intervals have cards: cards of
    /// `I` go home from the lowest on or from the base on, and when `x-1` has gone `x` follows, being the last of
    /// its run in `q`; cards of `J` go home from the base on, which is not `x+1`, or after `x`.
    ///
    /// Whether a base may still come is asked of `Start::bases` while it is open: over all others the game is lost,
    /// and it does not matter what is played.
    #[inline]
    fn loosen(&self, state: &mut State, foundations: &mut Foundations, tell: &mut impl FnMut(Step)) -> bool {
        let masks = &self.masks;
        if !self.uses(Shortcut::Loosening) {
            return false;
        }
        let loose = self.loose(state, &self.rests(state));
        let bases = if foundations.are_open() { self.bases } else { 1 << state.base() };
        let kept = masks.beside_filling | Masks::before(bases);
        let between = !loose & !foundations.home & masks.uppers(loose) & masks.lowers(loose) & !kept;
        if between == 0 {
            return false;
        }
        for clear in each(state.available & !loose) {
            let mut row = Row::new(state);
            let mut card = masks.uppers(1 << clear);
            while card & row.state.available & loose != 0 {
                while card & loose != 0 {
                    row.shift(self, foundations, card);
                    card = masks.uppers(card);
                }
                if card & between != 0 {
                    let step = Step::new(first(card), Way::Upper);
                    self.play(&mut row.state, foundations, step);
                    row.shifts[..row.shifted].iter().for_each(|&step| tell(step));
                    tell(step);
                    *state = row.state;
                    return true;
                }
                card = masks.uppers(card);
            }
        }
        false
    }

    /// Tells every move that leads out of the class of `state`, which is tidy: each once, with a position of the class
    /// in which it can be made and the shifts that lead there. Ends early if `see` breaks.
    #[inline]
    pub(super) fn visit<B>(
        &self,
        state: &State,
        foundations: &Foundations,
        mut see: impl FnMut(&State, &[Step], Step) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let masks = &self.masks;
        let rests = self.rests(state);
        let loose = self.loose(state, &rests);
        let filling = if state.empty_piles() > 0 { masks.filling & !rests.table } else { 0 };
        let mut told = Told::default();
        let mut tell = |row: &Row, card: u64, way: Way, is_possible: bool| {
            let step = Step::new(first(card), way);
            if is_possible && told.is_new(step) {
                see(&row.state, &row.shifts[..row.shifted], step)?;
            }
            ControlFlow::Continue(())
        };
        let mut row = Row::new(state);
        for card in each(state.available & (foundations.next | filling)) {
            let card = 1 << card;
            tell(&row, card, Way::Home, card & foundations.next != 0)?;
            tell(&row, card, Way::Table, card & filling != 0)?;
        }
        for clear in each(state.available & !loose) {
            row = Row::new(state);
            let mut clear = 1_u64 << clear;
            loop {
                let mut card = masks.uppers(clear);
                let upper = card & row.state.available;
                tell(&row, clear, Way::Home, clear & foundations.next != 0)?;
                tell(&row, clear, Way::Table, clear & filling != 0)?;
                tell(&row, clear, Way::Lower, masks.lowers(clear) & row.state.available != 0)?;
                tell(&row, clear, Way::Upper, upper != 0)?;
                if upper & loose == 0 {
                    // Two clear anchors side by side: either may go onto the other.
                    if upper != 0 {
                        tell(&row, upper, Way::Lower, true)?;
                    }
                    break;
                }
                while card & loose != 0 {
                    tell(&row, card, Way::Home, card & foundations.next != 0)?;
                    tell(&row, card, Way::Table, card & filling != 0)?;
                    row.shift(self, foundations, card);
                    card = masks.uppers(card);
                }
                clear = card;
            }
        }
        ControlFlow::Continue(())
    }
}
