//! Moves that leave an ending: captures and promotions, looked up in the tables of the endings they lead to.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::chess::Kind;
use engine::games::chess::attacks::{KING, Squares};

use super::ending::{Man, Placed, Placement};
use super::ground::{Ground, Spot};
use super::sweep::{ahead, attackers, attacks};
use super::worth::Worth;

/// What is known of other endings: the worth of a placement for its side to move.
pub(super) trait Lookup {
    fn worth(&self, placement: Placement) -> Worth;
}

/// The best move out of the ending for each square of the last man, [`Worth::NONE`] without one.
pub(super) struct Exits<'a, L> {
    ground: Ground,
    spot: Spot,
    /// The side to move.
    side: Side,
    /// The squares of the last man that are legal.
    legal: Squares,
    others: &'a L,
    best: [Worth; 64],
}

impl<'a, L: Lookup> Exits<'a, L> {
    /// All moves of `side` out of the ending.
    pub(super) fn best(ground: Ground, spot: Spot, side: Side, legal: Squares, others: &'a L) -> [Worth; 64] {
        let mut exits = Self { ground, spot, side, legal, others, best: [Worth::NONE; 64] };
        exits.king_captures();
        if let Some(first) = ground.ending.first {
            exits.first_captures(first);
            exits.last_captures(first);
            exits.first_promotes(first);
        }
        exits.last_promotes();
        exits.best
    }

    /// Takes note of a move with the last man on `square`, if it is legal.
    fn offer(&mut self, square: u32, after: Worth) {
        let best = &mut self.best[square as usize];
        *best = (*best).max(after.before());
    }

    fn first(&self, man: Man) -> Placed {
        Placed::new(man, self.spot.first)
    }

    fn last(&self, square: u32) -> Placed {
        Placed::new(self.ground.ending.last, square as usize)
    }

    /// What the other side has with a man left, or with none.
    fn with(&self, kings: [usize; 2], man: Option<Placed>) -> Worth {
        match man {
            Some(man) => self.others.worth(Placement::three(kings, man, !self.side)),
            None if KING[kings[0]] >> kings[1] & 1 == 1 => Worth::ILLEGAL,
            None => Worth::DRAW,
        }
    }

    fn king_captures(&mut self) {
        let (side, kings) = (self.side, self.spot.kings);
        let king = kings[side.index()];
        let moved = |to: usize| {
            let mut kings = kings;
            kings[side.index()] = to;
            kings
        };
        if let Some(first) = self.ground.ending.first
            && first.side != side
            && KING[king] >> self.spot.first & 1 == 1
        {
            for square in Bits(self.legal) {
                self.offer(square, self.with(moved(self.spot.first), Some(self.last(square))));
            }
        }
        if self.ground.ending.last.side != side {
            let left = self.ground.ending.first.map(|first| self.first(first));
            for square in Bits(KING[king] & self.legal) {
                self.offer(square, self.with(moved(square as usize), left));
            }
        }
    }

    /// The first man captures the last.
    fn first_captures(&mut self, first: Man) {
        if first.side != self.side || self.ground.ending.last.side == self.side {
            return;
        }
        for square in Bits(attacks(first, self.spot.first, self.spot.occupied) & self.legal) {
            for kind in kinds_on(first, square as usize) {
                let man = Placed::new(Man { kind, ..first }, square as usize);
                self.offer(square, self.with(self.spot.kings, Some(man)));
            }
        }
    }

    /// The last man captures the first.
    fn last_captures(&mut self, first: Man) {
        let last = self.ground.ending.last;
        if last.side != self.side || first.side == self.side {
            return;
        }
        let from = attackers(last, self.spot.first, self.spot.occupied) & self.legal;
        if from == 0 {
            return;
        }
        for kind in kinds_on(last, self.spot.first) {
            let man = Placed::new(Man { kind, ..last }, self.spot.first);
            let after = self.with(self.spot.kings, Some(man));
            for square in Bits(from) {
                self.offer(square, after);
            }
        }
    }

    fn first_promotes(&mut self, first: Man) {
        if first.side != self.side || !is_before_last_row(first, self.spot.first) {
            return;
        }
        let to = ahead(first.side, self.spot.first);
        if self.spot.occupied >> to & 1 == 1 {
            return;
        }
        for square in Bits(self.legal & !(1 << to)) {
            for kind in Kind::PROMOTIONS {
                let men = [Placed::new(Man { kind, ..first }, to), self.last(square)];
                self.offer(square, self.others.worth(Placement::four(self.spot.kings, men, !self.side)));
            }
        }
    }

    fn last_promotes(&mut self) {
        let last = self.ground.ending.last;
        if last.side != self.side || last.kind != Kind::Pawn {
            return;
        }
        for square in Bits(self.legal) {
            if !is_before_last_row(last, square as usize) {
                continue;
            }
            let to = ahead(last.side, square as usize);
            if self.spot.occupied >> to & 1 == 1 {
                continue;
            }
            for kind in Kind::PROMOTIONS {
                let promoted = Placed::new(Man { kind, ..last }, to);
                let after = match self.ground.ending.first {
                    None => self.with(self.spot.kings, Some(promoted)),
                    Some(first) => {
                        let men = [self.first(first), promoted];
                        self.others.worth(Placement::four(self.spot.kings, men, !self.side))
                    }
                };
                self.offer(square, after);
            }
        }
    }
}

/// Whether a man is a pawn that its next step promotes.
fn is_before_last_row(man: Man, square: usize) -> bool {
    man.kind == Kind::Pawn && square / 8 == if man.side == Side::First { 6 } else { 1 }
}

/// What a man can be after a move to `square`.
fn kinds_on(man: Man, square: usize) -> impl Iterator<Item = Kind> {
    let is_promoted = man.kind == Kind::Pawn && (square / 8).is_multiple_of(7);
    let kinds = Kind::PROMOTIONS.into_iter().map(move |kind| if is_promoted { kind } else { man.kind });
    kinds.take(if is_promoted { Kind::PROMOTIONS.len() } else { 1 })
}
