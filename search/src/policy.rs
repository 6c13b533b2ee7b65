//! Simple policies for puzzles: how a person without a solver might play, as a measure of what a deal asks for.
//!
//! [`Policy::Random`] makes any legal move, [`Policy::Greedy`] makes progress whenever a move does, and
//! [`Policy::Lookahead`] tries every move and takes the one that leaves the best position. Progress is the fall of
//! [`Puzzle::lower_bound`], in patience a card home. None of them remembers where it has been, so each gives up after
//! [`PATIENCE`] moves without progress.
//!
//! A policy's win is a proof that the deal can be won, by play that shares nothing with a solver. What is random comes
//! from the stream that is handed in, so a result depends on the deal and the stream alone.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use engine::{MoveList, Puzzle, Rng};
use rand::RngExt;

/// Moves without progress after which a policy gives up: enough that more hardly matter. Of 50,000 deals of FORTRESS
/// and CHESSBOARD lookahead wins 285 and 658 with 50, 297 and 682 with 100, 298 and 686 with 200 or 400.
pub const PATIENCE: u32 = 100;

/// How to choose a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Policy {
    /// Every legal move with equal probability.
    Random,
    /// Any of the moves that make progress; where there is none, any other.
    Greedy,
    /// After each move, and the safe moves that follow of themselves: the position with the most progress, among
    /// those the one with the most legal moves, among those any. The move before is never taken back at once.
    Lookahead,
}

/// How a policy's play ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Whether the puzzle was solved.
    pub is_solved: bool,
    /// The number of moves played, safe moves that followed of themselves not counted.
    pub moves: u32,
}

impl Policy {
    /// All policies, from the simplest on.
    pub const ALL: [Self; 3] = [Self::Random, Self::Greedy, Self::Lookahead];

    /// Its name: `random`, `greedy`, `lookahead`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
            Self::Lookahead => "lookahead",
        }
    }

    /// Plays `deal` until it is solved, until no move is left, or until [`PATIENCE`] moves have made no progress.
    pub fn play<P: Puzzle>(self, deal: &P, rng: &mut Rng) -> Ending {
        let mut play = Play { pos: deal.clone(), before: None, moves: MoveList::new(), equals: Vec::new() };
        let (mut least, mut idle) = (deal.lower_bound(), 0);
        let mut moves = 0;
        while !play.pos.is_solved() && idle < PATIENCE {
            let next = match self {
                Self::Random => play.any(rng),
                Self::Greedy => play.any_progress(rng),
                Self::Lookahead => play.best_after(rng),
            };
            let Some(next) = next else { break };
            moves += 1;
            idle += 1;
            if next.lower_bound() < least {
                (least, idle) = (next.lower_bound(), 0);
            }
            play.before = Some(std::mem::replace(&mut play.pos, next));
        }
        Ending { is_solved: play.pos.is_solved(), moves }
    }
}

/// A puzzle being played.
struct Play<P: Puzzle> {
    pos: P,
    /// The position before the last move.
    before: Option<P>,
    moves: MoveList<P::Move>,
    /// The positions to choose among.
    equals: Vec<P>,
}

impl<P: Puzzle> Play<P> {
    /// After any legal move; `None` if there is none.
    fn any(&mut self, rng: &mut Rng) -> Option<P> {
        self.generate();
        (!self.moves.is_empty()).then(|| self.pos.play(self.moves[rng.random_range(0..self.moves.len())]))
    }

    /// After any move that makes progress, else after any other.
    fn any_progress(&mut self, rng: &mut Rng) -> Option<P> {
        self.generate();
        let (pos, left) = (&self.pos, self.pos.lower_bound());
        self.equals.clear();
        self.equals.extend(self.moves.iter().map(|&mv| pos.play(mv)).filter(|next| next.lower_bound() < left));
        if self.equals.is_empty() { self.any(rng) } else { self.draw(rng) }
    }

    /// After the best move and the safe moves that follow it.
    fn best_after(&mut self, rng: &mut Rng) -> Option<P> {
        self.generate();
        self.equals.clear();
        let mut best = None;
        for &mv in self.moves.iter() {
            let mut next = self.pos.play(mv);
            if self.before.as_ref() == Some(&next) {
                continue;
            }
            while let Some(safe) = next.safe_move() {
                next = next.play(safe);
            }
            let worth = Some((Reverse(next.lower_bound()), next.count()));
            if worth > best {
                self.equals.clear();
                best = worth;
            }
            if worth == best {
                self.equals.push(next);
            }
        }
        self.draw(rng)
    }

    fn generate(&mut self) {
        self.moves.clear();
        self.pos.moves(&mut self.moves);
    }

    fn draw(&mut self, rng: &mut Rng) -> Option<P> {
        let count = self.equals.len();
        (count > 0).then(|| self.equals.swap_remove(rng.random_range(0..count)))
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no policy has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no policy {name:?}; the policies are random, greedy, lookahead")]
pub struct UnknownPolicy {
    /// The name as given.
    pub name: String,
}

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(name: &str) -> Result<Self, UnknownPolicy> {
        let found = Self::ALL.into_iter().find(|policy| policy.name() == name);
        found.ok_or_else(|| UnknownPolicy { name: name.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use engine::games::chessboard::Chessboard;
    use engine::games::fortress::Fortress;
    use engine::games::patience::Options;
    use engine::{BadPosition, NoOptions, Node, PackedMove, Position, rng};

    use super::*;

    /// A walk on the numbers from 0, which is home, to 9, with doors: `doors[n]` are the numbers that n leads to.
    #[derive(Clone, Debug, PartialEq, Eq)]
    struct Walk {
        at: u8,
        doors: [&'static [u8]; 10],
    }

    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    struct Door(u8);

    impl fmt::Display for Door {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.fmt(f)
        }
    }

    impl PackedMove for Door {
        const SLOTS: usize = 10;

        fn to_bits(self) -> u32 {
            self.0.into()
        }

        fn from_bits(bits: u32) -> Self {
            Self(bits as u8)
        }

        fn slot(self) -> usize {
            self.0.into()
        }
    }

    impl fmt::Display for Walk {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.at.fmt(f)
        }
    }

    impl Node for Walk {
        type Rules = NoOptions;

        fn key(&self) -> u64 {
            self.at.into()
        }

        fn parse(text: &str, _: &NoOptions) -> Result<Self, BadPosition> {
            let at = text.parse().map_err(|_| BadPosition::at(text, 0, "not a number"))?;
            Ok(Self { at, doors: [&[]; 10] })
        }

        fn picture(&self) -> String {
            self.to_string()
        }
    }

    impl Position for Walk {
        type Move = Door;
        type After = Self;

        fn moves(&self, list: &mut MoveList<Door>) {
            self.doors[usize::from(self.at)].iter().for_each(|&to| list.push(Door(to)));
        }

        fn play(&self, mv: Door) -> Self {
            Self { at: mv.0, ..self.clone() }
        }
    }

    impl Puzzle for Walk {
        fn deal(_: &NoOptions, _: &mut Rng) -> Self {
            Self { at: 9, doors: [&[]; 10] }
        }

        fn is_solved(&self) -> bool {
            self.at == 0
        }

        fn safe_move(&self) -> Option<Door> {
            (self.at == 2).then_some(Door(1))
        }

        /// Two numbers a floor.
        fn lower_bound(&self) -> u32 {
            u32::from(self.at.div_ceil(2))
        }
    }

    /// How 200 games from `at` end, with doors as given and none elsewhere.
    fn endings(policy: Policy, at: u8, given: &[(u8, &'static [u8])]) -> Vec<Ending> {
        let mut doors: [&'static [u8]; 10] = [&[]; 10];
        for &(from, to) in given {
            doors[usize::from(from)] = to;
        }
        let deal = Walk { at, doors };
        (0..200).map(|index| policy.play(&deal, &mut rng::stream(1, index))).collect()
    }

    /// How many of 200 games are won.
    fn won(policy: Policy, at: u8, given: &[(u8, &'static [u8])]) -> usize {
        endings(policy, at, given).iter().filter(|ending| ending.is_solved).count()
    }

    #[test]
    fn a_solved_puzzle_and_one_without_moves_are_over() {
        for policy in Policy::ALL {
            for (at, is_solved) in [(0, true), (5, false)] {
                let all = endings(policy, at, &[]);
                assert!(all.iter().all(|&ending| ending == Ending { is_solved, moves: 0 }), "{policy} at {at}");
            }
        }
    }

    #[test]
    fn greedy_makes_progress_where_random_does_not_look() {
        // Down to 6, from where it is a step home, or up to 9, a dead end.
        let doors: &[(u8, &'static [u8])] = &[(8, &[6, 9]), (6, &[0])];
        assert_eq!(won(Policy::Greedy, 8, doors), 200);
        assert!((60..140).contains(&won(Policy::Random, 8, doors)));
    }

    #[test]
    fn lookahead_sees_what_is_left_to_do_after_a_move() {
        // 8 and 7 are progress both; 7 has more doors, one of them home, and 8 leads into a dead end.
        let doors: &[(u8, &'static [u8])] = &[(9, &[8, 7]), (8, &[6]), (7, &[0, 5])];
        assert_eq!(won(Policy::Lookahead, 9, doors), 200);
        assert!((20..80).contains(&won(Policy::Greedy, 9, doors)));
    }

    #[test]
    fn lookahead_takes_the_most_progress_safe_moves_included() {
        // 2 becomes 1 of itself.
        let doors: &[(u8, &'static [u8])] = &[(9, &[3, 2, 4]), (1, &[0])];
        assert!(endings(Policy::Lookahead, 9, doors).iter().all(|&end| end == Ending { is_solved: true, moves: 2 }));
        assert!((40..100).contains(&won(Policy::Random, 9, &[(9, &[3, 2, 4]), (2, &[0])])));
    }

    #[test]
    fn to_and_fro_is_given_up() {
        // One step of progress from 9 to 6, then 6 and 5 for ever.
        let doors: &[(u8, &'static [u8])] = &[(9, &[6]), (6, &[5]), (5, &[6])];
        for (policy, moves) in [(Policy::Random, 1 + PATIENCE), (Policy::Greedy, 1 + PATIENCE), (Policy::Lookahead, 2)]
        {
            let all = endings(policy, 9, doors);
            assert!(all.iter().all(|&ending| ending == Ending { is_solved: false, moves }), "{policy}: {all:?}");
        }
    }

    #[test]
    fn texts_are_inverse() {
        for policy in Policy::ALL {
            assert_eq!(policy.to_string().parse(), Ok(policy));
        }
        let unknown = "clever".parse::<Policy>().expect_err("no such policy").to_string();
        assert_eq!(unknown, "there is no policy \"clever\"; the policies are random, greedy, lookahead");
    }

    #[test]
    fn the_same_stream_plays_the_same_game() {
        for policy in Policy::ALL {
            let play = |index| {
                let deal = Fortress::deal(&Options::default(), &mut rng::stream(1, index));
                policy.play(&deal, &mut rng::stream(2, index))
            };
            assert_eq!((0..50).map(play).collect::<Vec<_>>(), (0..50).map(play).collect::<Vec<_>>());
        }
    }

    #[test]
    fn looking_further_wins_more() {
        fn wins<P: Puzzle>() -> [usize; 3] {
            Policy::ALL.map(|policy| {
                let deal = |index| P::deal(&Default::default(), &mut rng::stream(1, index));
                (0..400).filter(|&index| policy.play(&deal(index), &mut rng::stream(2, index)).is_solved).count()
            })
        }
        for wins in [wins::<Fortress>(), wins::<Chessboard>()] {
            assert!(wins[0] <= wins[1] && wins[1] < wins[2], "{wins:?}");
        }
    }
}
