//! Runs: loose cards, which can be moved and taken back, moved together; with the proofs that this loses no win.
//!
//! All of this holds where single cards move and are built both ways (`is_reversible`). A card is *loose* if it rests
//! on a neighbour, or on the table while it may fill an empty pile. Moving a loose card within the tableau can be
//! taken back at once: the neighbour that it left is available, or its old place is empty. So the positions before
//! and after can be reached from each other, and either both can be won or neither.
//!
//! Where cards are built one way only, a move of a run cannot be taken back; where builds move as one, a part of a run
//! may be wanted elsewhere. Nothing here is done then.

use super::start::{Rests, Start};
use super::state::{Foundations, State, Step, Way, each};

impl Start {
    /// Makes a move, and if the card was loose, moves on what lay under it: `false` if the move cannot be taken back.
    /// Tells every step. `rests` is how the cards rest before.
    ///
    /// If the card rested on a neighbour, the next card of its run follows onto it, and so on as long as the next one
    /// is loose; but where a card is uncovered that could go home, the run stops. Then it is for the search to say
    /// whether the run goes on.
    ///
    /// This loses no win. Call available neighbours `x`, `x+1` in two piles a *seam*. A loose one of them can be put
    /// onto the other, and then the loose card under it, and so on: the seam shifts, in both directions, until the
    /// card at it is not loose. An empty pile and a loose card that may fill it make a seam as well. Call positions
    /// *alike* if they differ by such shifts alone. `carry` shifts seams all the way, from one end to the other, and
    /// never needs a pile more than a position with the seam in between has filled. What must be shown is that a
    /// position `p` with seams in between has no move that some position alike, with all seams at one of their ends,
    /// has not. Let `x` be a card moved in `p`, other than by a shift.
    /// - In the tableau `x` is not loose. If it is at a seam, this is at an end, with `x` bare, and that end is chosen;
    ///   else nothing happens to `x`. So `x` is available. Say its target is `y = x+1` (`x-1` is the mirror image).
    ///   These two are a seam at an end; at another seam of `y`, with `y+1`, again `y` does not rest on a neighbour,
    ///   so it is at an end: bare, or if it is loose at the end of the other pile. Either way it is available.
    ///   If the target is an empty pile, there still is one.
    /// - If a safe `x` goes home, the card before it is home, so a seam has it at its end, where it goes home too.
    /// - If a card goes home that is not safe (that is, a base card), it may be in the midst of a run. It is available
    ///   in some position of the shift, and there the run stops, since it could go home.
    ///
    /// The two positions after the move are alike again.
    #[inline]
    pub(super) fn carry(
        &self,
        state: &mut State,
        foundations: &mut Foundations,
        step: Step,
        rests: &Rests,
        mut tell: impl FnMut(Step),
    ) -> bool {
        self.play(state, foundations, step);
        tell(step);
        let masks = &self.masks;
        if !masks.is_reversible || step.way() == Way::Home || !self.carries {
            return false;
        }
        let mut card = 1_u64 << step.card();
        let loose_on_table = rests.table & masks.filling;
        let rises = card & rests.lower != 0;
        if !rises && card & rests.upper == 0 {
            return card & loose_on_table != 0;
        }
        let (run, way) = if rises { (rests.lower, Way::Upper) } else { (rests.upper, Way::Lower) };
        loop {
            card = if rises { masks.lowers(card) } else { masks.uppers(card) };
            if card & foundations.next != 0 || card & (run | loose_on_table) == 0 {
                return true;
            }
            let step = Step::new(card.trailing_zeros() as u8, way);
            self.play(state, foundations, step);
            tell(step);
            if card & run == 0 {
                return true;
            }
        }
    }

    /// Turns over a run that lies on a card wanted by its foundation, so that the card is free to go home, and the run
    /// after it. `false` if there is none.
    ///
    /// Let `w` be a card that would go home at once if it were available, under a run `w+1 … t` of its upper
    /// neighbours, each resting on the one before and `t` the last card of the pile, and let `t` have a place to go:
    /// let `t+1` be available, or let there be an empty pile that may take `t`. Then `t` goes there, `t-1` onto `t`,
    /// and so on down to `w+1`. All of these are loose, so the position after is as good as the one before; but in it
    /// `w` is available and goes home safely.
    ///
    /// None of the run is home, since it lies in the tableau, and whether an empty pile takes it is asked for `t`
    /// alone, the only card that goes there.
    #[inline]
    pub(super) fn unwind(&self, state: &mut State, foundations: &mut Foundations, tell: &mut impl FnMut(Step)) -> bool {
        let masks = &self.masks;
        if !masks.is_reversible || !self.unwinds {
            return false;
        }
        let on_lower = self.rests(state).lower & !foundations.home;
        for cover in each(masks.uppers(foundations.next & foundations.safe) & on_lower) {
            let mut top = 1_u64 << cover;
            while masks.uppers(top) & on_lower != 0 {
                top = masks.uppers(top);
            }
            let onto_upper = masks.uppers(top) & state.available != 0;
            let to_table = state.empty_piles() > 0 && top & masks.filling != 0;
            if top & state.available == 0 || !onto_upper && !to_table {
                continue;
            }
            let mut way = if onto_upper { Way::Upper } else { Way::Table };
            loop {
                let step = Step::new(top.trailing_zeros() as u8, way);
                self.play(state, foundations, step);
                tell(step);
                if top == 1 << cover {
                    return true;
                }
                (top, way) = (masks.lowers(top), Way::Upper);
            }
        }
        false
    }
}
