//! Runs: loose cards, which can be moved and taken back, moved together; with the proofs that this loses no win.
//!
//! All of this holds where single cards move, are built both ways, and may all fill an empty pile (`Masks::has_runs`).
//! A card is *loose* if it rests on a neighbour or on the table. Moving a loose card within the tableau can be
//! taken back at once: the neighbour that it left is available, or its old place is empty. So the positions before
//! and after can be reached from each other, and either both can be won or neither.
//!
//! Where cards are built one way only, a move of a run cannot be taken back; where builds move as one, a part of a run
//! may be wanted elsewhere. Nothing here is done then. Where not every card may fill an empty pile, more is known of
//! runs, and [`classes`](super::classes) has that.

use super::start::{Rests, Shortcut, Start};
use super::state::{Foundations, State, Step, Way, each};

impl Start {
    /// Makes a move, and if the card rested on a neighbour, moves on what lay under it: the next card of its run
    /// follows onto it, and so on to the end of the run. `false` if the move cannot be taken back. Tells every step.
    /// `rests` is how the cards rest before.
    ///
    /// The run stops where a card is uncovered that could go home. Then it is for the search to say whether it goes on.
    ///
    /// This loses no win. Words first. Take loose cards on which nothing lies but loose cards, none of them one that
    /// could go home. An *interval* is a longest row `a … b` of these that follow each other in building. It lies in
    /// *parts*, each a run of cards that follow each other: one upwards on the card `a-1`, one downwards on `b+1`, any
    /// number on the table, in a pile each. A position `q` is *as good as* `p` if the same cards are home, all cards
    /// outside intervals rest alike, and each part in `q` is a part of `p`, lying alike, or the *union* of two or more
    /// that follow each other, lying on `a-1` or `b+1` only if one of them does in `p`. (In `q` safe cards may be home
    /// that are not in `p`; [`safe_move`](engine::Puzzle::safe_move) proves that it loses nothing.)
    ///
    /// So what is bare outside intervals in `p` is bare in `q`, which has no fewer empty piles; and each union has an
    /// empty pile to spare, unless it is of two parts, on `a-1` and on `b+1`, which are the whole interval. By way of
    /// that pile the search can *turn* a union on the table: its last card goes there, and the rest is carried along.
    ///
    /// Whatever is done in `p`, the search has moves in `q` after which it is as good again:
    /// - *A loose card `x` moves.* If it is a part by itself and in no union, it moves alike. Else, if to an empty pile,
    ///   nothing is done in `q`: the part that `x` leaves, or the union with it, is a union with the new part now. If to
    ///   a card of another part that is in the same union, nothing is done, too. If in another one, what holds `x` in
    ///   `q` is carried to what holds that card; a union is turned before if its card is not the last. If to `a-1`,
    ///   what holds `x` is carried there, unless it lies on `b+1`, where it may stay.
    /// - *By that* a union may have lost its part on `a-1`. It is carried to `b+1` if it has a part there, else to its
    ///   spare pile, with `a` as its last card. Or it may be a single part in `p` now, on the table the other way up:
    ///   it is turned. (All is the same with `b+1` for `a-1`.)
    /// - *A fixed card moves* onto a card of an interval: it is bare, so nothing of that interval lies on it in `q`
    ///   either, and the union that holds the card is turned if need be. Anything else is done alike. The card is loose
    ///   now and a part, or the end of one.
    /// - *A card that could go home moves* in the tableau. In `q` the run under it is carried along, onto it, but can be
    ///   carried back at once to its old place, since the run stops before a card that could go home.
    /// - *A card goes home.* If it is not safe, it is outside intervals and rests alike. If it is safe, the card before
    ///   it is home, so it is `a`, and nothing of its interval lies on `a-1` in `q`: if it is in a union, that lies on
    ///   `b+1` and ends with it, or has a pile to spare, and [`unwind`](Self::unwind) turns it.
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
        if !masks.has_runs || step.way() == Way::Home || !self.uses(Shortcut::Carrying) {
            return false;
        }
        let mut card = 1_u64 << step.card();
        let rises = card & rests.lower != 0;
        if !rises && card & rests.upper == 0 {
            return card & rests.table != 0;
        }
        let (run, way) = if rises { (rests.lower, Way::Upper) } else { (rests.upper, Way::Lower) };
        loop {
            card = if rises { masks.lowers(card) } else { masks.uppers(card) };
            if card & foundations.next != 0 || card & (run | rests.table) == 0 {
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
    /// let `t+1` be available, or let there be an empty pile. Then `t` goes there, `t-1` onto `t`,
    /// and so on down to `w+1`. All of these are loose, so the position after is as good as the one before; but in it
    /// `w` is available and goes home safely.
    ///
    /// None of the run is home, since it lies in the tableau.
    #[inline]
    pub(super) fn unwind(&self, state: &mut State, foundations: &mut Foundations, tell: &mut impl FnMut(Step)) -> bool {
        let masks = &self.masks;
        if !masks.has_runs || !self.uses(Shortcut::Unwinding) {
            return false;
        }
        let on_lower = self.rests(state).lower & !foundations.home;
        for cover in each(masks.uppers(foundations.next & foundations.safe) & on_lower) {
            let mut top = 1_u64 << cover;
            while masks.uppers(top) & on_lower != 0 {
                top = masks.uppers(top);
            }
            let onto_upper = masks.uppers(top) & state.available != 0;
            let to_table = state.empty_piles() > 0;
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
