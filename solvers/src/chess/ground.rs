//! One ending's positions as sets: for each place of the kings and the first man, the squares of the last as a word.
//!
//! Sets for whole boards are indexed by the squares of kings and first man, so that moves lead from word to word
//! without a symmetry; what is found out at a place that stands for others is copied to those ([`Ground::spread`]).

use engine::Side;
use engine::bitboard::Bits;
use engine::games::chess::Kind;
use engine::games::chess::attacks::{BETWEEN, KING, Squares};

use super::ending::{Ending, Man};
use super::sweep::{PAWN_ROWS, ahead, attackers, attacks, beside, double_steps, home_row, origins, single_steps};
use super::symmetry::Kings;

/// A place of the kings and the first man.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) kings: [usize; 2],
    /// The first man's square, 0 if there is none.
    pub(super) first: usize,
    /// Kings and first man.
    pub(super) occupied: Squares,
}

/// What the sets of an ending are indexed by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground {
    pub(super) ending: Ending,
    pub(super) kings: &'static Kings,
    /// How many squares the first man is given: one if there is none.
    pub(super) firsts: usize,
}

impl Ground {
    pub(super) fn of(ending: Ending) -> Self {
        let firsts = if ending.first.is_some() { 64 } else { 1 };
        Self { ending, kings: Kings::of(ending.has_pawns()), firsts }
    }

    /// The words of a set of whole boards.
    pub(super) fn words(self) -> usize {
        64 * 64 * self.firsts
    }

    /// The number of places that stand for all others, impossible ones included.
    pub(super) fn spots(self) -> usize {
        self.kings.pairs.len() * self.firsts
    }

    /// The place with a number; `None` where men would share a square or a pawn stand on its last row.
    fn spot(self, number: usize) -> Option<Spot> {
        let spot = self.spot_of(number);
        let taken = 1 << spot.kings[0] | 1 << spot.kings[1];
        match self.ending.first {
            None => Some(spot),
            Some(man) => (room(man) & !taken & 1 << spot.first != 0).then_some(spot),
        }
    }

    /// The place with a number that [`all_spots`](Self::all_spots) gives.
    #[inline]
    pub(super) fn spot_of(self, number: usize) -> Spot {
        let (kings, first) = (self.kings.pairs[number / self.firsts], number % self.firsts);
        let man = if self.ending.first.is_some() { 1 << first } else { 0 };
        Spot { kings, first, occupied: 1 << kings[0] | 1 << kings[1] | man }
    }

    /// The places that stand for all others, with their numbers.
    pub(super) fn all_spots(self) -> impl Iterator<Item = (usize, Spot)> {
        (0..self.spots()).filter_map(move |number| Some((number, self.spot(number)?)))
    }

    /// The word of a place.
    #[inline]
    pub(super) fn word(self, [king, other]: [usize; 2], first: usize) -> usize {
        (king << 6 | other) * self.firsts + first
    }

    /// The squares of the last man with which a position of this side to move is legal: the other king is not attacked.
    pub(super) fn legal(self, spot: Spot, side: Side) -> Squares {
        let rival = spot.kings[(!side).index()];
        let mut legal = room(self.ending.last) & !spot.occupied;
        if let Some(man) = self.ending.first
            && man.side == side
            && attacks(man, spot.first, spot.occupied) >> rival & 1 == 1
        {
            legal &= BETWEEN[spot.first][rival];
        }
        if self.ending.last.side == side {
            legal &= !attackers(self.ending.last, rival, spot.occupied);
        }
        legal
    }

    /// The squares of the last man with which this side can move, without a capture or promotion, to a position of
    /// `targets`. Pawns' double steps that pass a pawn of the other side are left out.
    #[inline]
    pub(super) fn sources(self, spot: Spot, side: Side, targets: &[Squares]) -> Squares {
        let mut sources = self.king_moves(spot, side, targets);
        if let Some(man) = self.ending.first
            && man.side == side
        {
            sources |= self.first_moves(spot, man, targets);
        }
        if self.ending.last.side == side {
            sources |= self.last_moves(spot, targets[self.word(spot.kings, spot.first)]);
        }
        sources
    }

    #[inline]
    fn king_moves(self, spot: Spot, side: Side, targets: &[Squares]) -> Squares {
        // Targets that are legal leave out squares beside the other king and on the last man.
        Bits(KING[spot.kings[side.index()]] & !spot.occupied).fold(0, |sources, to| {
            let mut kings = spot.kings;
            kings[side.index()] = to as usize;
            sources | targets[self.word(kings, spot.first)]
        })
    }

    #[inline]
    fn first_moves(self, spot: Spot, man: Man, targets: &[Squares]) -> Squares {
        let place = self.word(spot.kings, 0);
        if man.kind == Kind::Pawn {
            return self.first_pawn_moves(spot, man.side, &targets[place..place + 64]);
        }
        let reached = attacks(man, spot.first, spot.occupied) & !spot.occupied;
        Bits(reached).fold(0, |sources, to| sources | targets[place + to as usize] & !BETWEEN[spot.first][to as usize])
    }

    fn first_pawn_moves(self, spot: Spot, side: Side, targets: &[Squares]) -> Squares {
        let one = ahead(side, spot.first);
        if spot.occupied >> one & 1 == 1 || PAWN_ROWS >> one & 1 == 0 {
            return 0;
        }
        let single = targets[one];
        if home_row(side) >> spot.first & 1 == 0 {
            return single;
        }
        let two = ahead(side, one);
        if spot.occupied >> two & 1 == 1 {
            return single;
        }
        single | targets[two] & !(1 << one) & !self.passed(side, two)
    }

    #[inline]
    fn last_moves(self, spot: Spot, targets: Squares) -> Squares {
        let (Man { side, kind }, empty) = (self.ending.last, !spot.occupied);
        if kind != Kind::Pawn {
            return origins(kind, targets, empty);
        }
        let passing = match self.ending.first {
            Some(man) if man.side != side && man.kind == Kind::Pawn => beside(spot.first),
            _ => 0,
        };
        single_steps(side, targets & PAWN_ROWS) & PAWN_ROWS | double_steps(side, targets & !passing, empty)
    }

    /// The squares of the last man from which, if it is a pawn of the other side, it could capture a pawn of `side`
    /// en passant that has come to `square`.
    pub(super) fn passed(self, side: Side, square: usize) -> Squares {
        if self.ending.last.kind == Kind::Pawn && self.ending.last.side != side { beside(square) } else { 0 }
    }

    /// Calls `copy` with the word and the set of each place for which a place stands, itself included, once.
    #[inline]
    pub(super) fn spread(self, spot: Spot, squares: Squares, mut copy: impl FnMut(usize, Squares)) {
        for symmetry in self.kings.images(spot.kings) {
            let first = if self.firsts == 1 { 0 } else { symmetry.square(spot.first) };
            let kings = spot.kings.map(|king| symmetry.square(king));
            copy(self.word(kings, first), symmetry.squares(squares));
        }
    }
}

/// Where a man can stand.
fn room(man: Man) -> Squares {
    if man.kind == Kind::Pawn { PAWN_ROWS } else { !0 }
}
