//! A joust as an attack sees it: the attacker's knights and the defender's, whoever is to move.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::forte::board::{self, FORTS, OPENING_HOLES, TARGETS};
use engine::games::forte::{Forte, Move};

/// The knights of both, as words of [`board`]. Hole i of either side serves the same columns, so that it does not matter
/// which side attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Duel {
    pub(super) attacker: u64,
    pub(super) defender: u64,
}

/// From where a knight can come to a bit on an empty board: [`TARGETS`] the other way round.
static SOURCES: [u64; 64] = {
    let mut table = [0; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            if TARGETS[from] >> to & 1 == 1 {
                table[to] |= 1 << from;
            }
            to += 1;
        }
        from += 1;
    }
    table
};

/// The 54 lines.
static LINES: [u64; 54] = {
    let mut table = [0; 54];
    let (mut count, mut index) = (0, 0);
    while index < board::DIRECTIONS.len() {
        let direction = board::DIRECTIONS[index];
        let starts = board::line_starts(direction);
        let mut start = 0;
        while start < 64 {
            if starts >> start & 1 == 1 {
                table[count] = (1 | 1 << direction | 1 << (2 * direction) | 1 << (3 * direction)) << start;
                count += 1;
            }
            start += 1;
        }
        index += 1;
    }
    table
};

impl Duel {
    /// The joust, attacked by `attacker`; `None` before the holes are chosen.
    pub(super) fn new(pos: &Forte, attacker: Side) -> Option<Self> {
        let is_begun = Side::BOTH.into_iter().all(|side| pos.in_hand(side) == 0);
        is_begun.then(|| Self { attacker: pos.knights(attacker), defender: pos.knights(!attacker) })
    }

    /// The empty forts.
    #[inline]
    pub(super) const fn free(self) -> u64 {
        FORTS & !(self.attacker | self.defender)
    }

    /// After the attacker's move.
    #[inline]
    pub(super) fn attacked(self, mv: Move) -> Self {
        Self { attacker: moved(self.attacker, mv), ..self }
    }

    /// After the defender's move.
    #[inline]
    pub(super) fn defended(self, mv: Move) -> Self {
        Self { defender: moved(self.defender, mv), ..self }
    }

    /// The attacker's moves to forts of `targets`.
    pub(super) fn attacks(self, targets: u64) -> impl Iterator<Item = Move> {
        moves(self.movable(self.attacker), self.free() & targets)
    }

    /// The defender's moves.
    pub(super) fn replies(self) -> impl Iterator<Item = Move> {
        moves(self.movable(self.defender), self.free())
    }

    /// The joust's first move comes from a marked hole.
    #[inline]
    const fn movable(self, knights: u64) -> u64 {
        if (self.attacker | self.defender) & FORTS == 0 { knights & OPENING_HOLES } else { knights }
    }

    /// The forts on which the attacker could complete a line at once.
    #[inline]
    pub(super) fn wins(self) -> u64 {
        completing(self.attacker, self.free())
    }

    /// The forts on which the defender could.
    #[inline]
    pub(super) fn losses(self) -> u64 {
        completing(self.defender, self.free())
    }

    /// The attacker's move that completes a line on one of `forts`, which are [`wins`](Self::wins).
    pub(super) fn win_on(self, forts: u64) -> Option<Move> {
        let to = Bits(forts).next()?;
        let comes = |&from: &u32| board::has_line(self.attacker & !(1 << from) | 1 << to);
        Bits(SOURCES[to as usize] & self.attacker).find(comes).map(|from| Move::knight(from, to))
    }

    /// The defender's moves onto `fort`, the only one on which the attacker wins, after which he does not: a knight that
    /// leaves another fort may open a line there.
    pub(super) fn blocks(self, fort: u32) -> impl Iterator<Item = Move> {
        let sources = Bits(SOURCES[fort as usize] & self.defender);
        sources.map(move |from| Move::knight(from, fort)).filter(move |&mv| self.defended(mv).wins() == 0)
    }

    /// The attacker's moves that can lead to a threat to complete a line, to forts of `targets`: those that make three of a
    /// line whose fourth fort is free, or any where there are three already.
    pub(super) fn approaches(self, targets: u64) -> impl Iterator<Item = Move> {
        Bits(self.attacker).flat_map(move |from| {
            let rest = self.attacker & !(1 << from);
            let forts = TARGETS[from as usize] & self.free() & targets;
            Bits(forts & self.third_forts(rest)).map(move |to| Move::knight(from, to))
        })
    }

    /// The forts that make three of an open line with two of `knights`; all if there are three.
    fn third_forts(self, knights: u64) -> u64 {
        let mut forts = 0;
        for line in LINES {
            if line & self.defender == 0 {
                match (line & knights).count_ones() {
                    0 | 1 => {}
                    2 => forts |= line,
                    _ => return !0,
                }
            }
        }
        forts
    }

    /// The least of the images by mirror and flip of rows, and which it is.
    pub(super) fn canonical(self) -> (Self, Image) {
        let images = [Image::Same, Image::Mirrored, Image::Flipped, Image::Both];
        let all = images.map(|image| (self.seen(image), image));
        all.into_iter().min_by_key(|(duel, _)| *duel).unwrap_or((self, Image::Same))
    }

    fn seen(self, image: Image) -> Self {
        Self { attacker: image.of(self.attacker), defender: image.of(self.defender) }
    }
}

/// A symmetry of the game; each undoes itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Image {
    Same,
    Mirrored,
    Flipped,
    Both,
}

impl Image {
    #[inline]
    fn of(self, knights: u64) -> u64 {
        match self {
            Self::Same => knights,
            Self::Mirrored => board::mirrored(knights),
            Self::Flipped => board::flipped(knights),
            Self::Both => board::turned(knights),
        }
    }

    /// The image of a move.
    pub(super) fn of_move(self, mv: Move) -> Move {
        let bit = |place: u32| self.of(1 << place).trailing_zeros();
        Move::knight(bit(mv.from()), bit(mv.to()))
    }
}

#[inline]
fn moved(knights: u64, mv: Move) -> u64 {
    knights & !(1 << mv.from()) | 1 << mv.to()
}

fn moves(knights: u64, free: u64) -> impl Iterator<Item = Move> {
    Bits(knights).flat_map(move |from| Bits(TARGETS[from as usize] & free).map(move |to| Move::knight(from, to)))
}

/// The forts of `free` on which one of `knights` could complete a line at once.
#[inline]
fn completing(knights: u64, free: u64) -> u64 {
    let mut forts = 0;
    for to in Bits(board::completions(knights, free)) {
        let comes = |from: u32| board::has_line(knights & !(1 << from) | 1 << to);
        if Bits(SOURCES[to as usize] & knights).any(comes) {
            forts |= 1 << to;
        }
    }
    forts
}
