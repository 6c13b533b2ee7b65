//! Chess, by the laws of FIDE (2023), with Chess960 and the boxed set's shorter rules as variants:
//!
//! 1. Men move as everybody knows; a move may not leave the own king in check. A pawn that reaches the last row becomes
//!    queen, rook, bishop or knight.
//! 2. Castling: king and rook have not moved, nothing stands between, the king is not in check and neither passes nor
//!    reaches an attacked square. In Chess960 both end where they do in standard chess, wherever they came from.
//! 3. En passant: a pawn that made a double step may be captured as if it had made one, in the next ply only.
//!    `variant=boxed` has neither 2 nor 3.
//! 4. A side in check without a legal move is mated; without check it is stalemate, a draw.
//! 5. The third occurrence of a position (same men, side, castling rights and possible en-passant captures) is a draw,
//!    and so are 50 moves by each side without a capture or a pawn's move; mate on the last of them comes first. By
//!    default these draws count as always claimed; `draws=automatic` waits for the fifth occurrence and 75 moves.
//! 6. A position in which no sequence of moves can mate is a draw, as far as material alone shows it
//!    ([`Chess::is_dead_by_material`]): bare kings, one minor piece, or bishops of one colour of square only. (Other dead
//!    positions, such as blocked pawns, are played on until rule 5 ends them.)
//!
//! [`Chess`] is 64 bytes, one cache line. [`board`] has the men, [`attacks`] and [`sliding`] the tables, [`generate`] the
//! legal moves, [`text`] FEN with everything that can be wrong with one, [`moves`] UCI's move texts, [`san`] those of
//! people, [`epd`] and [`pgn`] positions and games in files, [`polyglot`] opening books.

pub mod attacks;
pub mod board;
pub mod checks;
pub mod epd;
mod exchange;
pub mod generate;
#[cfg(any(test, not(target_feature = "bmi2")))]
mod magics;
pub mod moves;
mod options;
pub mod pgn;
pub mod polyglot;
pub mod san;
pub mod sliding;
pub mod text;

pub use board::{Chess, Kind};
pub use moves::{Move, Special, square_name, square_of};
pub use options::{ARRAYS, Draws, Options, Variant};

use attacks::DARK;
use generate::Lister;

use crate::history::Clock;
use crate::score::{Outcome, Side};
use crate::{BadPosition, Deterministic, Game, GameId, IllegalMove, MoveList, Node, PathRules, Position, Registered};

impl Chess {
    /// The start array of a number of Chess960 (Scharnagl's numbering), 518 the usual one, for both sides.
    ///
    /// # Panics
    /// If the number is not below [`ARRAYS`].
    #[must_use]
    pub fn start_array(number: u16) -> [Kind; 8] {
        assert!(number < ARRAYS, "start arrays have numbers below 960");
        let mut row: [Option<Kind>; 8] = [None; 8];
        let number = usize::from(number);
        row[number % 4 * 2 + 1] = Some(Kind::Bishop);
        row[number / 4 % 4 * 2] = Some(Kind::Bishop);
        let mut place = |nth: usize, kind| {
            let mut free = row.iter_mut().filter(|square| square.is_none());
            *free.nth(nth).expect("a start array has room for its men") = Some(kind);
        };
        place(number / 16 % 6, Kind::Queen);
        let (first, second) = KNIGHTS[number / 96];
        // The second knight is counted among the squares that the first leaves.
        place(first, Kind::Knight);
        place(second - 1, Kind::Knight);
        for kind in [Kind::Rook, Kind::King, Kind::Rook] {
            place(0, kind);
        }
        row.map(|kind| kind.expect("eight men are placed"))
    }

    /// The start position.
    fn start_of(options: Options) -> Self {
        let mut pos = Self::empty(options.variant);
        let mut rooks = 0;
        for (file, kind) in Self::start_array(options.start).into_iter().enumerate() {
            pos.put(Side::First, kind, file);
            pos.put(Side::First, Kind::Pawn, 8 + file);
            pos.put(Side::Second, Kind::Pawn, 48 + file);
            pos.put(Side::Second, kind, 56 + file);
            if kind == Kind::Rook {
                rooks |= 0x101 << file;
            }
        }
        let castling = if options.variant == Variant::Boxed { 0 } else { rooks };
        pos.set(Side::First, castling, board::NO_EN_PASSANT, 0, 1);
        pos
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers() != 0
    }

    /// Whether neither side has the material to mate, however the other plays: bare kings, one knight or bishop in all,
    /// or bishops that all stand on squares of one colour.
    #[inline]
    #[must_use]
    pub fn is_dead_by_material(&self) -> bool {
        let mating = self.rook_movers() | self.of_kind(Kind::Pawn);
        if mating != 0 {
            return false;
        }
        let (knights, bishops) = (self.of_kind(Kind::Knight), self.of_kind(Kind::Bishop));
        match (knights, bishops) {
            (0, _) => bishops & DARK == 0 || bishops & !DARK == 0,
            (_, 0) => knights.is_power_of_two(),
            _ => false,
        }
    }

    /// Appends the captures and promotions to `list`: all there are, each legal.
    pub fn noisy_moves(&self, list: &mut MoveList<Move>) {
        self.generate_noisy(&mut Lister::new(self, list));
    }
}

/// Where the knights go among the five squares left, by the number's last digit.
const KNIGHTS: [(usize, usize); 10] = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];

impl Node for Chess {
    type Rules = Options;

    #[inline]
    fn key(&self) -> u64 {
        Self::key(self)
    }

    fn parse(text: &str, rules: &Options) -> Result<Self, BadPosition> {
        text::parse(text, rules.variant)
    }

    fn picture(&self) -> String {
        text::picture(self)
    }
}

impl Position for Chess {
    type Move = Move;
    type After = Self;

    #[inline]
    fn moves(&self, list: &mut MoveList<Move>) {
        self.generate(&mut Lister::new(self, list));
    }

    #[inline(always)]
    #[allow(clippy::inline_always)] // As in `board`: 1.3 times the boards in a search.
    fn play(&self, mv: Move) -> Self {
        Self::play(self, mv)
    }

    fn count(&self) -> u64 {
        match self.side() {
            Side::First => self.count_as::<true>(),
            Side::Second => self.count_as::<false>(),
        }
    }

    /// With the sides known and all inlined, the compiler leaves out keys, counters and most of the copy.
    fn count_after(&self, mv: Move) -> u64 {
        match self.side() {
            Side::First => self.play_as::<true, false>(mv).count_as::<false>(),
            Side::Second => self.play_as::<false, false>(mv).count_as::<true>(),
        }
    }

    /// UCI's texts and algebraic notation: see [`san`].
    fn find_move(&self, text: &str) -> Result<Move, IllegalMove> {
        san::find_move(self, text)
    }
}

impl Game for Chess {
    const SIDE_NAMES: [&'static str; 2] = ["white", "black"];

    fn start(rules: &Options) -> Self {
        Self::start_of(*rules)
    }

    #[inline]
    fn side(&self) -> Side {
        Self::side(self)
    }

    #[inline]
    fn next_side(after: &Self) -> Side {
        after.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_moves() {
            None
        } else if self.is_check() {
            Some(Outcome::win(!self.side()))
        } else {
            Some(Outcome::Draw)
        }
    }

    fn outcome_after(after: &Self) -> Option<Outcome> {
        after.outcome()
    }

    fn ending(&self) -> &'static str {
        if self.is_check() { "mate" } else { "stalemate" }
    }

    #[inline]
    fn is_dead(&self) -> bool {
        self.is_dead_by_material()
    }

    #[inline]
    fn clock(&self) -> u32 {
        Self::clock(self)
    }

    fn repeats(&self, earlier: &Self) -> bool {
        self.is_same_but_for_counters(earlier)
    }

    fn path_rules(rules: &Options) -> PathRules {
        let (repetitions, plies, reason) = match rules.draws {
            Draws::Claimed => (3, 100, "fifty_moves"),
            Draws::Automatic => (5, 150, "seventyfive_moves"),
        };
        PathRules { repetitions: Some(repetitions), clock: Some(Clock { plies, reason }), ply_cap: None }
    }
}

impl Deterministic for Chess {}

impl Registered for Chess {
    const ID: GameId = GameId::Chess;
    const TITLE: &'static str = "Chess (FIDE laws of 2023)";
    const TEXT_FORM: &'static str = text::TEXT_FORM;
}
