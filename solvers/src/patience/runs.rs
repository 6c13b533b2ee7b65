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
use super::state::{ALL, Foundations, State, Step, Way, each};

impl Start {
    /// Makes a move, and if the card rested on a neighbour, moves on what lay under it: the next card of its run
    /// follows onto it, and so on to the end of the run. `false` if the move cannot be taken back. Tells every step.
    /// `rests` is how the cards rest before.
    ///
    /// The run stops where a card is uncovered that could go home, and, where not every card may fill an empty pile,
    /// where one is uncovered that may. Then it is for the search to say whether the run goes on.
    ///
    /// This loses no win. Call available neighbours `x`, `x+1` in two piles a *seam*, and `p` a position in which a run
    /// is shifted in part, so that at the seam both rest on a neighbour (or are the last of a run on the table).
    ///
    /// *Where not every card may fill an empty pile*, the run is shifted between two piles, and neither `x` nor `x+1`
    /// may fill one or go home. What else could be done in `p` that cannot be done before or after the whole shift?
    /// Nothing can be put on `x` or `x+1`, for the neighbours of either are the other one and the card under it. So
    /// all other moves leave them alone, and are possible with the run on either side, as is the shift after them.
    ///
    /// *Where every card may*, a run can also be put to an empty pile, in part or whole, and by and by `p` may have
    /// several runs on the table where the search has one. Take a maximal interval `a … b` of a suit whose cards are
    /// loose, with none among them that could go home, and the cards `a-1` and `b+1`, which can carry it if they are
    /// fixed and not buried. Call a position `q` *as good as* `p` if all that is fixed or home is the same, and each
    /// interval is placed as in `p`, or is *gathered*: all in one run, which lies on `a-1` or `b+1` only if some of it
    /// does in `p`, and on the table only if none does and it is on the table in two runs or more in `p`; and `q` has
    /// as many more empty piles as it has fewer runs on the table. So there is an empty pile to spare for each
    /// gathered interval, unless `p` has it on `a-1` and `b+1` and nowhere else; the search, which carries whole runs,
    /// can turn a gathered run over through it, and have the card at either end last, or carry it from `a-1` to `b+1`.
    /// What is done in `p`, the search does in `q`, which stays as good:
    /// - A loose card moves in `p`: if the interval is still placed so that the gathered run may lie where it does,
    ///   nothing is done. If the last of it leaves `a-1`, the run is carried to `b+1` if some of it is there, else to
    ///   the spare pile; if then it is one run on the table in `p` too, that ends with `a`, and so does this. If the
    ///   first card is put on `a-1`, the run is carried there, with `a` first. If two runs on the table become one, the
    ///   gathered one is turned over if it lies the other way. A first part of a run that was not gathered is moved:
    ///   the whole of it is carried along, or left, so that it is gathered.
    /// - The fixed card `a-1` moves in `p`, so nothing lies on it, nor in `q`. If onto `a`, the gathered run is turned
    ///   so that it ends with `a`. If to an empty pile, `q` has one as well. The card is loose now and joins the
    ///   intervals on both its sides; what is gathered of one takes in the other, run by run, through the spare pile.
    ///   (`b+1` is the mirror image.)
    /// - A card that could go home is in no interval and stops every run: it can be uncovered in `q` as in `p`.
    /// - A safe card goes home in `q` no later than in `p`: it is the last of its run or is made so by `unwind`.
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
        let rises = card & rests.lower != 0;
        if !rises && card & rests.upper == 0 {
            return card & rests.table & masks.filling != 0;
        }
        let any_fills = masks.filling == ALL;
        if step.way() == Way::Table && !any_fills {
            return true;
        }
        let (run, way) = if rises { (rests.lower, Way::Upper) } else { (rests.upper, Way::Lower) };
        let (last, stops) =
            if any_fills { (rests.table, foundations.next) } else { (0, foundations.next | masks.filling) };
        loop {
            card = if rises { masks.lowers(card) } else { masks.uppers(card) };
            if card & stops != 0 || card & (run | last) == 0 {
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
