//! What a move gains where both sides go on capturing on its square: asked of most moves that a search looks at, so
//! answered without playing them.
//!
//! An exchange is played out in the mind: the sides take turns, each captures with its cheapest man or stops, whichever
//! is better for it. Men behind others join when the line opens. All captures are legal: a man pinned to its king takes
//! part only along its line, while the man that pins it stands; nobody but the king captures where a line to it has been
//! opened; the king captures only what nobody guards. A pawn that captures on the last row becomes a queen.
//!
//! Only a threshold is asked for, so that most exchanges end after the first look: the side to capture must gain a
//! certain amount, or it has lost the question; what the other must gain follows from it.

use super::attacks::{BETWEEN, BISHOP_LINES, KING, KNIGHT, LINE, ROOK_LINES, Squares};
use super::board::{Chess, Kind};
use super::moves::{Move, Special};
use super::sliding::{bishop, rook};
use crate::Side;
use crate::bitboard::Bits;

impl Chess {
    /// Whether the exchange that a legal move starts gains at least `least` for the side to move, men being worth
    /// `worth[kind.bits()]`.
    ///
    /// ```
    /// use engine::{Node, Position, games::chess::Chess};
    /// let pos = Chess::parse("4k3/3p4/4p3/8/8/8/4R3/4K3 w - - 0 1", &Default::default())?;
    /// let worth = [0, 5, 3, 9, 1, 3, 0, 0];
    /// let takes = pos.find_move("e2e6").unwrap();
    /// assert!(pos.exchange_gains(takes, -4, &worth) && !pos.exchange_gains(takes, -3, &worth));
    /// # Ok::<(), engine::BadPosition>(())
    /// ```
    #[must_use]
    pub fn exchange_gains(&self, mv: Move, least: i32, worth: &[i32; 8]) -> bool {
        let captured = mv.captured().map_or(0, |kind| worth[kind.bits()]);
        let placed = worth[mv.placed_bits() as usize];
        let gain = captured + placed - worth[mv.piece_bits() as usize];
        // Nobody guards what a king may capture, nor where it castles to.
        if gain < least || mv.piece() == Kind::King {
            return gain >= least;
        }
        let passed = if mv.special() == Special::EnPassant { 1 << (mv.to() ^ 8) } else { 0 };
        let occupied = self.occupied() & !(1 << mv.from()) & !passed | 1 << mv.to();
        !self.recapture_gains(mv.to(), occupied, gain - least + 1, placed, worth)
    }

    /// Whether the side that is not to move gains at least `need`, which is positive, by capturing a man worth `victim`
    /// on `to`.
    fn recapture_gains(&self, to: usize, mut occupied: Squares, need: i32, victim: i32, worth: &[i32; 8]) -> bool {
        let (mut side, mut need, mut victim) = (!self.side(), need, victim);
        let mut attackers = None;
        loop {
            // Whoever cannot gain enough has lost the question: for the side that was asked about the answer is no.
            let lost = side == self.side();
            let queen = worth[Kind::Queen.bits()] - worth[Kind::Pawn.bits()];
            let queen = if to / 8 == last_row(side) { queen } else { 0 };
            if need > victim + queen {
                return lost;
            }
            let attackers = attackers.get_or_insert_with(|| {
                self.attackers(to, Side::First, occupied) | self.attackers(to, Side::Second, occupied)
            });
            *attackers &= occupied;
            let able = *attackers & self.men(side);
            let able = if able == 0 { 0 } else { able & !self.bound_to_king(side, to, occupied) };
            let Some((kind, man)) = self.cheapest(able) else { return lost };
            occupied ^= man;
            *attackers |= rook(to, occupied) & self.rook_movers() | bishop(to, occupied) & self.bishop_movers();
            if kind == Kind::King {
                let is_guarded = *attackers & occupied & self.men(!side) != 0;
                return lost == (is_guarded || need > victim);
            }
            let queen = if kind == Kind::Pawn { queen } else { 0 };
            (need, victim) = (victim + queen - need + 1, worth[kind.bits()] + queen);
            if need <= 0 {
                return lost;
            }
            side = !side;
        }
    }

    /// The cheapest of some men of a side.
    #[inline]
    fn cheapest(&self, men: Squares) -> Option<(Kind, Squares)> {
        let found = |kind| self.of_kind(kind) & men;
        let kind = Kind::ALL.into_iter().find(|&kind| found(kind) != 0)?;
        let men = found(kind);
        Some((kind, men & men.wrapping_neg()))
    }

    /// The men of a side that may not capture on `to`: those pinned elsewhere, and all but the king where a line to it
    /// has been opened.
    #[inline]
    fn bound_to_king(&self, side: Side, to: usize, occupied: Squares) -> Squares {
        let king = self.king(side);
        let sliders = ROOK_LINES[king] & self.rook_movers() | BISHOP_LINES[king] & self.bishop_movers();
        let mut bound = 0;
        for slider in Bits(sliders & self.men(!side) & occupied & !(1 << to)) {
            let blockers = BETWEEN[king][slider as usize] & occupied;
            if blockers == 0 {
                return !(1 << king);
            }
            // On the line from the king through the target a pinned man may capture.
            if blockers.is_power_of_two() && LINE[king][slider as usize] >> to & 1 == 0 {
                bound |= blockers;
            }
        }
        bound
    }

    /// Whether the side to move has a legal move: where it is not in check, a man that is not pinned and has room
    /// around it settles the matter.
    #[must_use]
    pub fn has_moves(&self) -> bool {
        let (side, own, occupied) = (self.side(), self.men(self.side()), self.occupied());
        let free = own & !self.pins();
        let pawns = self.of_kind(Kind::Pawn) & free;
        let ahead = if side == Side::First { pawns << 8 } else { pawns >> 8 };
        let has_room = |from: u32| {
            let from = from as usize;
            let straight = if self.rook_movers() >> from & 1 == 1 { ROOK_LINES[from] } else { 0 };
            let aslant = if self.bishop_movers() >> from & 1 == 1 { BISHOP_LINES[from] } else { 0 };
            KING[from] & (straight | aslant) & !own != 0
        };
        let is_easy = self.checkers() == 0
            && (ahead & !occupied != 0
                || Bits(self.of_kind(Kind::Knight) & free).any(|from| KNIGHT[from as usize] & !own != 0)
                || Bits((self.rook_movers() | self.bishop_movers()) & free).any(has_room));
        is_easy || crate::Position::count(self) > 0
    }
}

/// The row on which a side's pawns promote.
const fn last_row(side: Side) -> usize {
    match side {
        Side::First => 7,
        Side::Second => 0,
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::games::chess::Options;
    use crate::{Game, MoveList, Node, Position, rng};

    const WORTH: [i32; 8] = [0, 500, 330, 900, 100, 320, 0, 0];

    /// Calls `look` with positions of random games, from the start and from positions with few men.
    fn for_random_positions(games: u64, mut look: impl FnMut(&Chess, &MoveList<Move>)) {
        let starts = [
            "",
            "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "1r1q1rk1/P1P2ppp/3bbn2/3p4/3P4/2NBB3/p1p2PPP/1R1Q1RK1 w - - 0 1",
            "8/8/8/2k5/8/1K6/1P6/7r w - - 0 1",
        ];
        for game in 0..games {
            let mut rng = rng::stream(7, game);
            let mut pos = match starts[game as usize % starts.len()] {
                "" => Chess::start(&Options::default()),
                text => Chess::parse(text, &Options::default()).expect("a position"),
            };
            for _ in 0..120 {
                let mut list = MoveList::new();
                pos.moves(&mut list);
                look(&pos, &list);
                if list.is_empty() {
                    break;
                }
                pos = pos.play(list[rng.random_range(0..list.len())]);
            }
        }
    }

    /// What the side to move gains by legal captures on `to`, each by the cheapest man, or by none.
    fn recapture(pos: &Chess, to: usize) -> i32 {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let is_capture = |mv: &&Move| mv.to() == to && pos.men(!pos.side()) >> to & 1 == 1;
        let is_best = |mv: &&Move| mv.promoted().is_none_or(|kind| kind == Kind::Queen);
        let price = |mv: &&Move| (Kind::ALL.iter().position(|&kind| kind == mv.piece()), mv.from());
        let cheapest = list.iter().filter(is_capture).filter(is_best).min_by_key(price);
        cheapest.map_or(0, |&mv| exchange(pos, mv).max(0))
    }

    /// What a move gains when the exchange that it starts is played out by the rules of the game.
    fn exchange(pos: &Chess, mv: Move) -> i32 {
        let captured = mv.captured().map_or(0, |kind| WORTH[kind.bits()]);
        let promoted = mv.promoted().map_or(0, |kind| WORTH[kind.bits()] - WORTH[Kind::Pawn.bits()]);
        captured + promoted - recapture(&pos.play(mv), mv.lands())
    }

    #[test]
    fn exchanges_gain_what_playing_them_out_does() {
        let (mut asked, mut gains) = (0, std::collections::BTreeSet::new());
        for_random_positions(300, |pos, list| {
            for &mv in list.iter() {
                let gain = exchange(pos, mv);
                for least in [gain - 400, gain - 1, gain, gain + 1, gain + 400] {
                    assert_eq!(pos.exchange_gains(mv, least, &WORTH), gain >= least, "{pos} {mv} gains {gain}");
                }
                asked += 1;
                gains.insert(gain);
            }
        });
        assert!(asked > 300_000 && gains.len() > 100, "{asked} moves, {} gains", gains.len());
    }

    fn gains(text: &str, mv: &str) -> i32 {
        let pos = Chess::parse(text, &Options::default()).expect("a position");
        let mv = pos.find_move(mv).expect("a move");
        let gain = (-2_000..2_000).rev().find(|&least| pos.exchange_gains(mv, least, &WORTH));
        gain.expect("no move loses more than two queens")
    }

    #[test]
    fn pinned_men_take_no_part() {
        // The knight guards d7 unless the rook pins it; the king may not capture there.
        assert_eq!(gains("4k3/3p4/8/4n3/8/7B/8/3RR1K1 w - - 0 1", "h3d7"), 100);
        assert_eq!(gains("4k3/3p4/8/4n3/8/7B/8/3R1RK1 w - - 0 1", "h3d7"), 100 - 330);
        // A rook pinned by a rook may take it.
        assert_eq!(gains("4k3/4r3/8/8/8/8/8/4R1K1 w - - 0 1", "e1e4"), -500);
    }

    #[test]
    fn nobody_but_the_king_captures_under_an_opened_line() {
        // The knight leaves the e-file with check; the pawn that guards d6 must not care for it.
        assert_eq!(gains("4k3/2p5/3p4/8/4N3/8/8/4R1K1 w - - 0 1", "e4d6"), 100);
    }

    #[test]
    fn men_behind_others_join() {
        assert_eq!(gains("3r2k1/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100 - 500);
        assert_eq!(gains("3r2k1/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5"), 100);
        assert_eq!(gains("6k1/8/5b2/4p3/8/2B5/1Q6/6K1 w - - 0 1", "c3e5"), 100);
    }

    #[test]
    fn promotions_and_en_passant_count() {
        assert_eq!(gains("3r2k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7d8q"), 500 + 800);
        assert_eq!(gains("3rr1k1/4P3/8/8/8/8/8/6K1 w - - 0 1", "e7d8q"), 500 + 800 - 900);
        assert_eq!(gains("6k1/8/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6"), 100);
        assert_eq!(gains("6k1/2p5/8/3pP3/8/8/8/6K1 w - d6 0 1", "e5d6"), 0);
    }

    #[test]
    fn checks_are_seen_before_they_are_given() {
        let mut given = 0;
        for_random_positions(400, |pos, list| {
            let checks = pos.checks();
            for &mv in list.iter() {
                let is_check = pos.play(mv).is_check();
                assert_eq!(checks.given_by(pos, mv), is_check, "{pos} {mv}");
                given += u32::from(is_check);
            }
        });
        assert!(given > 10_000, "{given}");
    }

    #[test]
    fn a_side_has_moves_or_it_has_none() {
        let mut ends = 0;
        for_random_positions(1_000, |pos, list| {
            assert_eq!(pos.has_moves(), !list.is_empty(), "{pos}");
            assert_eq!(pos.outcome().is_some(), list.is_empty(), "{pos}");
            ends += u32::from(list.is_empty());
        });
        assert!(ends > 50, "{ends}");
        for (text, has_moves) in [
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
            ("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", false),
            ("k7/8/1Q6/8/8/8/p7/K7 b - - 0 1", false),
            ("7k/7P/7K/8/8/8/8/8 b - - 0 1", false),
            ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", false),
            ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", true),
        ] {
            let pos = Chess::parse(text, &Options::default()).expect("a position");
            assert_eq!(pos.has_moves(), has_moves, "{text}");
        }
    }
}
