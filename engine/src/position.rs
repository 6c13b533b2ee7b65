//! Nodes, positions and rule options: what every game is made of, whatever its number of players.
//!
//! A [`Node`] is a node of the game tree, decision or chance; a [`Position`] is a node in which somebody chooses a
//! move. States are small and copied: [`Position::play`] returns the next node and leaves the old one alone, so there
//! is no undo to get wrong and a search may keep any node it likes.
//!
//! Next: [`crate::chance`] for where moves lead, [`crate::game`] for two players, [`crate::puzzle`] for one.

use std::fmt::{Debug, Display};

use crate::packed::PackedMove;
use crate::{Afterstate, Rules};

/// A node of the game tree, decision or chance: printable, readable, keyed.
pub trait Node: Clone + Eq + Debug + Display + Send + Sync + 'static {
    /// The rule options. What [`Position::play`] needs of them travels in the node.
    type Rules: Rules;

    /// A 64-bit key: equal nodes have equal keys. Unequal nodes may collide, so a key serves a cache, not a proof.
    fn key(&self) -> u64;

    /// Reads what `Display` printed; under the same rules the result equals the printed node.
    ///
    /// # Errors
    /// Says what is wrong and at which character.
    fn parse(text: &str, rules: &Self::Rules) -> Result<Self, BadPosition>;

    /// The node as a picture of text, several lines, for people.
    fn picture(&self) -> String;
}

/// A position of some game, and what may be played in it.
pub trait Position: Node {
    /// One whole turn, however many steps it has.
    type Move: PackedMove;
    /// Where a move leads: `Self`, or a chance node (dice to roll, a card to draw).
    type After: Afterstate<Self>;

    /// Appends all legal moves to `list`, none twice. No moves means that the game is over; a forced pass is a move.
    fn moves(&self, list: &mut MoveList<Self::Move>);

    /// The node that `mv` leads to. `mv` must be legal here; anything else is a bug in the caller.
    #[must_use]
    fn play(&self, mv: Self::Move) -> Self::After;

    /// The number of legal moves; games override it where leaves can be counted in bulk.
    fn count(&self) -> u64 {
        let mut list = MoveList::new();
        self.moves(&mut list);
        list.len() as u64
    }

    /// The number of legal moves after `mv`, summed over what chance gives; games override it where that takes less than
    /// the whole position.
    fn count_after(&self, mv: Self::Move) -> u64 {
        self.play(mv).branches().map(|(next, _)| next.count()).sum()
    }

    /// The number of sequences of two moves, with what chance gives between them; `list` is memory to use. Games override it
    /// where pairs can be counted without listing the first moves.
    fn count_pairs(&self, list: &mut MoveList<Self::Move>) -> u64 {
        list.clear();
        self.moves(list);
        list.iter().map(|&mv| self.count_after(mv)).sum()
    }

    /// Makes `list` the legal moves that lead to distinct nodes: of several with the same result the first.
    fn distinct_moves(&self, list: &mut MoveList<Self::Move>) {
        list.clear();
        self.moves(list);
        if !self.may_coincide(1) {
            return;
        }
        // Keys tell most nodes apart, and equal keys are no proof.
        let mut found: Vec<(u64, Self::After)> = Vec::with_capacity(list.len());
        list.retain(|&mv| {
            let after = self.play(mv);
            let key = after.key();
            let is_new = !found.iter().any(|(other, old)| *other == key && *old == after);
            if is_new {
                found.push((key, after));
            }
            is_new
        });
    }

    /// Whether here or after fewer than `plies` moves there may be a position of which two moves lead to the same node. Games
    /// override it where they can tell that there is none, so that counting distinct moves is as fast as counting all.
    fn may_coincide(&self, _plies: u32) -> bool {
        true
    }

    /// The legal move that `text` names: text becomes a move only by matching one.
    ///
    /// # Errors
    /// If no legal move is written like that; the error lists some that are.
    fn find_move(&self, text: &str) -> Result<Self::Move, IllegalMove> {
        let mut list = MoveList::new();
        self.moves(&mut list);
        let wanted = text.trim();
        list.iter().copied().find(|mv| mv.to_string() == wanted).ok_or_else(|| IllegalMove::new(wanted, &list))
    }
}

/// The legal moves of one position: a growing vector, since one backgammon roll can have over 2,000 plays.
///
/// Searches keep one list a ply and clear it, so that nothing is allocated inside the tree.
#[derive(Clone, Debug)]
pub struct MoveList<M>(Vec<M>);

impl<M> MoveList<M> {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Keeps only the moves of which `keep` is true, in their order.
    #[inline]
    pub fn retain(&mut self, keep: impl FnMut(&M) -> bool) {
        self.0.retain(keep);
    }

    /// Forgets all moves but the first `count`.
    #[inline]
    pub fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Keeps the `count` moves of the highest worth, from the best to the worst; of equals the earlier.
    ///
    /// ```
    /// let mut list = engine::MoveList::new();
    /// list.extend_from_slice(&[14, 32, 11, 34, 53]);
    /// list.keep_best(3, |number| number % 10);
    /// assert_eq!(*list, [14, 34, 53]);
    /// ```
    pub fn keep_best(&mut self, count: usize, worth: impl Fn(&M) -> i32) {
        if count == 0 {
            return self.0.clear();
        }
        // Few are kept of many: most moves are compared once, with the worst that is kept.
        let mut kept: Vec<(i32, M)> = Vec::with_capacity(count + 1);
        for mv in self.0.drain(..) {
            let worth = worth(&mv);
            if kept.len() < count || worth > kept[count - 1].0 {
                let place = kept.partition_point(|&(other, _)| other >= worth);
                kept.insert(place, (worth, mv));
                kept.truncate(count);
            }
        }
        self.0.extend(kept.into_iter().map(|(_, mv)| mv));
    }

    /// Adds moves in bulk.
    #[inline]
    pub fn extend_from_slice(&mut self, moves: &[M])
    where
        M: Copy,
    {
        self.0.extend_from_slice(moves);
    }

    /// Adds `count` moves, each made by `next`: room is made once for all of them.
    #[inline]
    pub fn push_many(&mut self, count: usize, mut next: impl FnMut() -> M) {
        // A mapped range is of a length that `Vec` trusts: there is no check a move.
        self.0.extend((0..count).map(|_| next()));
    }

    /// Forgets all moves and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<M> Default for MoveList<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> std::ops::Deref for MoveList<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> std::ops::DerefMut for MoveList<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.0
    }
}

/// A text that is not a position: what is wrong, and at which character (counted from 1) of the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("at character {at}: {what}")]
pub struct BadPosition {
    /// What is wrong there, and what would be accepted.
    pub what: String,
    /// The character, counted from 1.
    pub at: usize,
}

impl BadPosition {
    /// An error at the byte `offset` (from 0) of `text`; the byte offset is turned into a character count.
    #[must_use]
    pub fn at(text: &str, offset: usize, what: impl Into<String>) -> Self {
        let at = text.char_indices().take_while(|&(byte, _)| byte < offset).count() + 1;
        Self { what: what.into(), at }
    }
}

/// A text that names no legal move of the position it was read for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is not a legal move here; {legal}")]
pub struct IllegalMove {
    /// The text as given.
    pub text: String,
    /// A sentence naming moves that are legal.
    pub legal: String,
}

impl IllegalMove {
    /// The error for `text` where the moves of `list` would have been accepted.
    #[must_use]
    pub fn new<M: Display>(text: &str, list: &[M]) -> Self {
        const SHOWN: usize = 8;
        let legal = if list.is_empty() {
            "the game is over".to_owned()
        } else {
            let some: Vec<String> = list.iter().take(SHOWN).map(ToString::to_string).collect();
            let more = if list.len() > SHOWN { format!(" … ({} in all)", list.len()) } else { String::new() };
            format!("legal are: {}{more}", some.join(" "))
        };
        Self { text: text.to_owned(), legal }
    }
}
