//! What FORTRESS and CHESSBOARD share: fifty-two cards face up in ten piles, moved in suit until all are home.
//!
//! A game is a [`Patience`] of some [`Kind`]: the kind names it and gives the rules of its rule sheet, and stands in
//! [`crate::games::fortress`] or [`crate::games::chessboard`]. The state says of each card what it rests on
//! (`layout`) and carries the rules (`laws`), the generator asks what may rest on what (`moves`), and `text` reads and
//! writes deals. Positions are equal whatever the order of their piles: a pile's place means nothing in these games,
//! and an empty pile is one target however many there are.
//!
//! A new rule question becomes a field of [`Laws`] and an option of [`Options`], and is asked in one function of
//! `laws`, `layout` or `moves`. The solver in the crate `solvers` proves deals won or lost.

mod laws;
mod layout;
mod moves;
#[cfg(test)]
mod tests;
mod text;

use std::fmt::Debug;

use rand::seq::SliceRandom;

use crate::cards::Card;
use crate::{BadPosition, GameId, Mobility, MoveList, Node, Position, Puzzle, Registered, Rng};

pub use laws::{Base, Build, Circular, Empty, Laws, Options, Units};
pub use layout::{PILES, Patience, Place};
pub use moves::{Move, Target};

/// The questions on which the games of this family differ, answered by a type without values.
pub trait Kind: Copy + Eq + Debug + Send + Sync + 'static {
    /// The registered name.
    const ID: GameId;
    /// The name in print, with its source.
    const TITLE: &'static str;
    /// How a position is written.
    const TEXT_FORM: &'static str;
    /// The rules of its rule sheet.
    const STANDARD: Laws;
}

impl<K: Kind> Registered for Patience<K> {
    const ID: GameId = K::ID;
    const TITLE: &'static str = K::TITLE;
    const TEXT_FORM: &'static str = K::TEXT_FORM;
}

impl<K: Kind> Node for Patience<K> {
    type Rules = Options<K>;

    fn key(&self) -> u64 {
        self.hash_of_rests()
    }

    fn parse(text: &str, rules: &Options<K>) -> Result<Self, BadPosition> {
        text::parse(text, rules.laws)
    }

    fn picture(&self) -> String {
        text::picture(self)
    }
}

impl<K: Kind> Position for Patience<K> {
    type Move = Move;
    type After = Self;

    fn moves(&self, list: &mut MoveList<Move>) {
        self.each_move(|mv| list.push(mv));
    }

    fn count(&self) -> u64 {
        let mut count = 0;
        self.each_move(|_| count += 1);
        count
    }

    fn play(&self, mv: Move) -> Self {
        let mut next = *self;
        next.make(mv);
        next
    }
}

impl<K: Kind> Puzzle for Patience<K> {
    /// Shuffles by Fisher and Yates with unbiased draws; the first card dealt is the first of pile 1.
    fn deal(rules: &Options<K>, rng: &mut Rng) -> Self {
        let mut deck: [Card; 52] = std::array::from_fn(|index| Card(index as u8));
        deck.shuffle(rng);
        Self::from_deck(&deck, rules.laws)
    }

    fn is_solved(&self) -> bool {
        self.left() == 0
    }

    /// A card that can go home may do so at once, if the base is settled and [`Laws::is_safe`] says so.
    ///
    /// Proof. Let `c` be such a card, and take a line that wins without sending `c` home now. Play the same line after
    /// `c>F`, but leave out every move of a card that is home already, and send home whatever the line puts on a card
    /// that is home already. What could that be? Building is in suit, so on `c` only its neighbours can be put. The one
    /// before it in the order of its suit is home for good, or cannot be put on it (the last card of the suit, on a
    /// base card: there must be no such neighbour, or no building down). So the line can put on `c` only the next card
    /// of the suit, which goes home next; or, if `c` is the last of its suit, the base card, which is home. The same
    /// then holds for the next rank, and so on.
    /// Thus at every moment the changed line has the same tableau with some cards lifted out, all of them at home, and
    /// none of these ever carried a card that is not at home. Every card available in the one tableau is available in
    /// the other, every pile empty in the one is empty in the other, and foundations are as high or higher, so each
    /// move that is kept is legal. When the line has won, so has the changed line, in as many moves or fewer.
    ///
    /// A base card that can carry the last card of its suit lacks the first step: the last card cannot be home, and
    /// may need it as a place to lie. Playing base cards at once calls winnable deals lost.
    ///
    /// Where builds move as one, the line may put the next card on `c` together with a build that lies on it. That
    /// cannot go home at once, its first card being the lowest, and may have no other place: so only a `c` on which
    /// nothing can be put any more is safe. What is lifted out of a build is its end, and the rest is still a build.
    fn safe_move(&self) -> Option<Move> {
        let base = self.base()?;
        self.available()
            .find(|&card| self.goes_home(card) && self.laws().is_safe(card, base))
            .map(|card| Move { card, to: Target::Foundation })
    }

    /// The cards that are not home: each needs a move of its own to get there.
    fn lower_bound(&self) -> u32 {
        self.left()
    }

    /// Counts piles, which have an available card each: a card below it can only move at the head of a build that it
    /// ends.
    fn mobility(&self) -> Mobility {
        let (mut movable, mut onto_another) = (0_u64, 0_u64);
        self.each_move(|Move { card, to }| {
            movable |= 1 << card.0;
            onto_another |= u64::from(matches!(to, Target::Onto(_))) << card.0;
        });
        let piles = |cards: u64| match self.laws().units {
            Units::One => cards.count_ones(),
            Units::Build => {
                let holds = |&pile: &usize| self.pile_from_end(pile).any(|card| cards >> card.0 & 1 == 1);
                (0..PILES).filter(holds).count() as u32
            }
        };
        Mobility { playable: piles(movable), buildable: piles(onto_another) }
    }
}
