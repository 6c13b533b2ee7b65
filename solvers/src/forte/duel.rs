//! A joust as an attack sees it: the attacker's knights and the defender's, whoever is to move.

use engine::Side;
use engine::bitboard::Bits;
use engine::games::forte::board::{self, FORTS, OPENING_HOLES, SOURCES, TARGETS};
use engine::games::forte::{Forte, Move};

/// The knights of both, as words of [`board`]. Hole i of either side serves the same columns, so that it does not matter
/// which side attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Duel {
    pub(super) attacker: u64,
    pub(super) defender: u64,
}

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

    /// Where the attacker could complete a line at once, if the fort were empty.
    #[inline]
    pub(super) fn reach(self) -> u64 {
        completing(self.attacker)
    }

    /// Where the defender could, if the fort were empty.
    #[inline]
    pub(super) fn danger(self) -> u64 {
        completing(self.defender)
    }

    /// The forts on which the attacker could complete a line at once.
    #[inline]
    pub(super) fn wins(self) -> u64 {
        self.reach() & self.free()
    }

    /// The forts on which the defender could.
    #[inline]
    pub(super) fn losses(self) -> u64 {
        self.danger() & self.free()
    }

    /// The attacker's move that completes a line on one of `forts`, which are [`wins`](Self::wins).
    pub(super) fn win_on(self, forts: u64) -> Option<Move> {
        let to = Bits(forts).next()?;
        let comes = |&from: &u32| board::has_line(self.attacker & !(1 << from) | 1 << to);
        Bits(SOURCES[to as usize] & self.attacker).find(comes).map(|from| Move::knight(from, to))
    }

    /// The defender's knights that can block `fort`, the only one on which the attacker wins, so that he does not any more. One on a
    /// fort of `reach` cannot: it would open a line there.
    #[inline]
    pub(super) const fn blockers(self, fort: u32, reach: u64) -> u64 {
        SOURCES[fort as usize] & self.defender & !reach
    }

    /// Where the attacker can go without leaving the defender a line to complete, given the defender's `danger`: anywhere, or
    /// only where a line threatens, or nowhere.
    #[inline]
    pub(super) const fn parries(self, danger: u64) -> u64 {
        let losses = danger & self.free();
        match losses.count_ones() {
            0 => !0,
            1 => losses,
            _ => 0,
        }
    }

    /// The attacker's moves that leave the defender no line to complete.
    pub(super) fn safe_attacks(self) -> impl Iterator<Item = Move> {
        let danger = self.danger();
        moves(self.movable(self.attacker) & !danger, self.free() & self.parries(danger))
    }

    /// Those of them that can lead to a threat to complete a line: they make three of a line whose fourth fort is free,
    /// or there are three already.
    #[inline]
    pub(super) fn approaches(self) -> impl Iterator<Item = Move> {
        let danger = self.danger();
        let targets = self.free() & self.parries(danger);
        let open = OpenLines::beside(self.defender);
        Bits(self.attacker & !danger).flat_map(move |from| {
            let thirds = open.thirds(self.attacker & !(1 << from));
            Bits(TARGETS[from as usize] & targets & thirds).map(move |to| Move::knight(from, to))
        })
    }

    /// The least of the images by mirror and flip of rows, and which it is.
    pub(super) fn canonical(self) -> (Self, Image) {
        let attackers = Image::all_of(self.attacker);
        let least = attackers.into_iter().fold(u64::MAX, u64::min);
        let images = Image::ALL.into_iter().zip(attackers).filter(|&(_, attacker)| attacker == least);
        let seen = images.map(|(image, attacker)| (Self { attacker, defender: image.of(self.defender) }, image));
        seen.min_by_key(|(duel, _)| duel.defender).unwrap_or((self, Image::Same))
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
    const ALL: [Self; 4] = [Self::Same, Self::Mirrored, Self::Flipped, Self::Both];

    /// All images of knights, in the order of [`ALL`](Self::ALL).
    #[inline]
    fn all_of(knights: u64) -> [u64; 4] {
        let flipped = board::flipped(knights);
        [knights, board::turned(flipped), flipped, board::turned(knights)]
    }

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

/// The lines without a knight of the defender, by direction as the forts where they start.
#[derive(Clone, Copy)]
struct OpenLines([u64; board::DIRECTIONS.len()]);

impl OpenLines {
    #[inline]
    fn beside(defender: u64) -> Self {
        let forts = FORTS & !defender;
        Self(board::DIRECTIONS.map(|direction| {
            let pairs = forts & forts >> direction;
            pairs & pairs >> (2 * direction)
        }))
    }

    /// The forts that make three of an open line with two of `knights`, which make no line themselves; all if there are
    /// three.
    #[inline]
    fn thirds(self, knights: u64) -> u64 {
        let knights = knights & FORTS;
        let (mut forts, mut threes) = (0, 0);
        for (direction, open) in board::DIRECTIONS.into_iter().zip(self.0) {
            let next = knights >> direction;
            let (one, two) = (knights | next, knights & next);
            let (far_one, far_two) = (one >> (2 * direction), two >> (2 * direction));
            threes |= open & (two & far_one | one & far_two);
            let starts = open & (two | far_two | one & far_one);
            let pairs = starts | starts << direction;
            forts |= pairs | pairs << (2 * direction);
        }
        if threes == 0 { forts } else { !0 }
    }
}

/// The forts, `knights` not on them, on which one of them could complete a line at once.
#[inline]
fn completing(knights: u64) -> u64 {
    // Three stand in the line; a fourth comes from elsewhere.
    let comes = |to: u32| {
        let sources = SOURCES[to as usize] & knights;
        sources.count_ones() > 3 || Bits(sources).any(|from| board::has_line(knights & !(1 << from) | 1 << to))
    };
    let forts = board::completions(knights, FORTS & !knights);
    Bits(forts).filter(|&to| comes(to)).fold(0, |found, to| found | 1 << to)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jousts of seven knights against five, some of them in holes, from a fixed seed.
    fn jousts() -> impl Iterator<Item = Duel> {
        let mut word = 1;
        std::iter::repeat_with(move || {
            let mut duel = Duel { attacker: 0, defender: 0 };
            while duel.attacker.count_ones() < 7 || duel.defender.count_ones() < 5 {
                word = engine::zobrist::mix(word);
                let bit = 1 << (word % 64);
                let is_hole = bit & board::HOLES != 0;
                if duel.attacker.count_ones() < 7 && bit & (board::HOLES | duel.free()) != 0 {
                    duel.attacker |= bit;
                } else if is_hole || bit & duel.free() != 0 {
                    duel.defender |= bit;
                }
            }
            duel
        })
        .filter(|duel| !board::has_line(duel.attacker) && !board::has_line(duel.defender))
        .take(3_000)
    }

    /// The forts on which a knight could complete a line, each move tried.
    fn slow_wins(knights: u64, free: u64) -> u64 {
        let winning = moves(knights, free).filter(|&mv| board::has_line(moved(knights, mv)));
        winning.fold(0, |forts, mv| forts | 1 << mv.to())
    }

    #[test]
    fn wins_blocks_and_parries_are_what_trying_every_move_says() {
        let (mut wins, mut blocks, mut dangers) = (0, 0, 0);
        for duel in jousts() {
            assert_eq!(duel.wins(), slow_wins(duel.attacker, duel.free()));
            assert_eq!(duel.losses(), slow_wins(duel.defender, duel.free()));
            wins += duel.wins().count_ones();
            dangers += duel.danger().count_ones();
            let safe: Vec<Move> = duel.attacks(!0).filter(|&mv| duel.attacked(mv).losses() == 0).collect();
            assert_eq!(duel.safe_attacks().collect::<Vec<_>>(), safe);
            if duel.wins().is_power_of_two() {
                let fort = duel.wins().trailing_zeros();
                let to_fort = duel.replies().filter(|mv| mv.to() == fort);
                let slow =
                    to_fort.filter(|&mv| duel.defended(mv).wins() == 0).fold(0, |from, mv| from | 1 << mv.from());
                assert_eq!(duel.blockers(fort, duel.reach()), slow);
                blocks += slow.count_ones();
            }
        }
        assert!(wins > 1_000 && blocks > 1_000 && dangers > 100, "{wins} {blocks} {dangers}");
    }

    #[test]
    fn every_threat_is_an_approach() {
        let mut threats = 0;
        for duel in jousts().filter(|duel| duel.wins() == 0) {
            let approaches: Vec<Move> = duel.approaches().collect();
            for mv in duel.safe_attacks().filter(|&mv| duel.attacked(mv).wins() != 0) {
                assert!(approaches.contains(&mv), "{mv}");
                threats += 1;
            }
        }
        assert!(threats > 1_000, "{threats}");
    }

    #[test]
    fn all_images_have_one_canonical_form() {
        for duel in jousts().take(500) {
            let (canonical, image) = duel.canonical();
            assert_eq!([image.of(duel.attacker), image.of(duel.defender)], [canonical.attacker, canonical.defender]);
            for image in Image::ALL {
                let seen = Duel { attacker: image.of(duel.attacker), defender: image.of(duel.defender) };
                assert_eq!(seen.canonical().0, canonical);
            }
        }
    }
}
