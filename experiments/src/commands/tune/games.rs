//! The games that a tuner learns from: the engine against itself, a journal line a game.
//!
//! A game follows from the run's seed and its index. It begins after eight or nine random moves that leave neither side
//! far ahead, both sides search a fixed number of nodes, and it ends by the rules or when the scores have long been
//! clear ([`Verdict`]). What is kept is all of it: where it began, the moves, the score of each, the result. Which of
//! its positions are worth learning from is decided when they are [read](super::samples).

use std::marker::PhantomData;

use engine::games::checkers::Checkers;
use engine::games::chess::{Chess, square_of};
use engine::games::forte::Forte;
use engine::{History, MoveList, NoProbe, Outcome, Position, Probe, Rng, Side};
use rand::RngExt;
use search::Limits;
use search::player::{AlphaBetaPlayer, Budget, Habits, Player};
use search::tune::Tunable;
use search::{Sense, Sensed};
use serde::{Deserialize, Serialize};
use solvers::checkers::{self, Patience};

use crate::failure::Failure;
use crate::openings;
use crate::streams::{Purpose, stream};
use crate::survey::Work;

/// How a game is played for its tuner, and read again.
pub(crate) trait SelfPlayed: Tunable {
    /// The fewest random plies at the start of a game; half of the games have one more, so that both sides begin alike
    /// often.
    const RANDOM_PLIES: u32;
    /// The largest lead after the random plies, in hundredths of a unit.
    const LARGEST_LEAD: i32;
    /// A lead that is won, in hundredths of a unit: a game ends if it has been as large for some plies.
    const CLEAR: i32;
    /// The first ply at which even scores begin to end a game.
    const EVEN_FROM: u32;
    /// The first ply after the random ones whose position is learnt from: before it are the opening's accidents.
    const LEARNT_FROM: usize = 6;

    /// What the players look up.
    type Look: Probe<Self>;

    /// It.
    fn look() -> Self::Look;

    /// The move of the list that is written like this.
    fn find(&self, list: &MoveList<Self::Move>, word: &str) -> Option<Self::Move>;
}

impl SelfPlayed for Chess {
    const RANDOM_PLIES: u32 = 8;
    const LARGEST_LEAD: i32 = 1_000;
    const CLEAR: i32 = 2_500;
    const EVEN_FROM: u32 = 60;

    type Look = NoProbe;

    fn look() -> NoProbe {
        NoProbe
    }

    /// Comparing squares takes a tenth of the time of writing every move out.
    fn find(&self, list: &MoveList<Self::Move>, word: &str) -> Option<Self::Move> {
        let from = square_of(word.get(..2)?)?;
        let to = square_of(word.get(2..4)?)?;
        let promoted = match word.get(4..)? {
            "" => None,
            letter => Some(engine::games::chess::Kind::of_letter(letter.chars().next()?)?),
        };
        list.iter().copied().find(|mv| mv.from() == from && mv.lands() == to && mv.promoted() == promoted)
    }
}

impl SelfPlayed for Checkers {
    const RANDOM_PLIES: u32 = 6;
    const LARGEST_LEAD: i32 = 150;
    const CLEAR: i32 = 700;
    const EVEN_FROM: u32 = 60;

    type Look = checkers::Look;

    /// Games end where the tables know the result, which is also the best teacher of what comes before.
    fn look() -> checkers::Look {
        checkers::Look::new(Patience::Waits)
    }

    fn find(&self, list: &MoveList<Self::Move>, word: &str) -> Option<Self::Move> {
        list.iter().copied().find(|mv| mv.to_string() == word)
    }
}

impl SelfPlayed for Forte {
    const RANDOM_PLIES: u32 = 2;
    const LARGEST_LEAD: i32 = 400;
    const CLEAR: i32 = 4_500;
    const EVEN_FROM: u32 = 60;
    /// Jousts are short, and what is far from a line is what there is to learn.
    const LEARNT_FROM: usize = 0;

    type Look = NoProbe;

    fn look() -> NoProbe {
        NoProbe
    }

    fn find(&self, list: &MoveList<Self::Move>, word: &str) -> Option<Self::Move> {
        list.iter().copied().find(|mv| mv.to_string() == word)
    }
}

/// A search goes on for so many times its nodes before it is cut off within an iteration.
const HARD_LIMIT: u64 = 8;
/// The bytes of a player's table: enough for a few thousand nodes a move, and cleared in no time.
const TABLE_BYTES: usize = 1 << 20;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Played {
    /// The position after the random moves.
    pub(crate) start: String,
    /// The moves after it, with blanks between them.
    pub(crate) moves: String,
    /// The score of each move in hundredths of a unit for the side that made it; none where there was no choice.
    pub(crate) scores: Vec<Option<i32>>,
    /// The result of the side that moves first in a game: 1, 0 or -1.
    pub(crate) first: i8,
    /// Why the game ended, in a word.
    pub(crate) ended: String,
}

/// Games of the engine against itself, as work for [`crate::survey`].
pub(crate) struct SelfPlay<G: SelfPlayed> {
    /// The nodes after which a search begins no further iteration.
    pub(crate) nodes: u64,
    /// The master seed.
    pub(crate) seed: u64,
    /// What both sides know.
    pub(crate) sense: G::Sense,
}

type Opponent<G> = AlphaBetaPlayer<<G as Position>::Move, <G as Sensed>::Sense, <G as SelfPlayed>::Look>;

impl<G: SelfPlayed> Work for SelfPlay<G> {
    type Tools = [Opponent<G>; 2];
    type Result = Played;

    fn tools(&self) -> Result<Self::Tools, Failure> {
        let limits =
            Limits { soft_nodes: Some(self.nodes), nodes: Some(self.nodes.saturating_mul(HARD_LIMIT)), ..Limits::NONE };
        let (budget, habits) = (Budget::of_move(limits), Habits { bytes: Some(TABLE_BYTES), ..Habits::default() });
        Ok([0, 1].map(|_| AlphaBetaPlayer::new(self.sense.clone(), G::look(), budget, habits)))
    }

    fn unit(&self, players: &mut Self::Tools, index: u64) -> Result<Played, Failure> {
        let mut rng = stream(self.seed, Purpose::SelfPlay, index);
        let start: G = opening(&mut players[0], &mut rng)?;
        play::<G>(players, &start, &mut rng)
    }

    fn check(&self, _: u64, game: &Played) -> Result<(), String> {
        let moves = game.moves.split_ascii_whitespace().count();
        if moves == game.scores.len() { Ok(()) } else { Err(format!("{moves} moves and {} scores", game.scores.len())) }
    }
}

/// A position after random moves in which neither side is far ahead.
fn opening<G: SelfPlayed>(player: &mut Opponent<G>, rng: &mut Rng) -> Result<G, Failure> {
    let rules = G::Rules::default();
    loop {
        let pos = openings::random::<G>(&rules, G::RANDOM_PLIES + u32::from(rng.random::<bool>()), rng)?.pos;
        Player::<G>::new_game(player);
        let score = player.choose(&History::new(pos.clone(), G::path_rules(&rules)), rng)?.score;
        if score.is_some_and(|score| score.0.abs() <= G::LARGEST_LEAD * hundredth::<G>()) {
            return Ok(pos);
        }
    }
}

/// Plays one game to its end.
fn play<G: SelfPlayed>(players: &mut [Opponent<G>; 2], start: &G, rng: &mut Rng) -> Result<Played, Failure> {
    players.iter_mut().for_each(Player::<G>::new_game);
    let mut history = History::new(start.clone(), G::path_rules(&G::Rules::default()));
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    let mut verdict = Verdict::<G>::default();
    let (outcome, ended) = loop {
        if let Some(ending) = history.ending() {
            break (ending.outcome, ending.reason);
        }
        let side = history.current().side();
        let choice = players[side.index()].choose(&history, rng)?;
        let score = choice.score.map(|score| score.0 / hundredth::<G>());
        moves.push(choice.mv.to_string());
        scores.push(score);
        history.push(history.current().play(choice.mv));
        if let Some(outcome) = verdict.after(side, score, history.plies()) {
            break (outcome, "adjudicated");
        }
    };
    let first = outcome.points_for(Side::First).signum() as i8;
    Ok(Played { start: start.to_string(), moves: moves.join(" "), scores, first, ended: ended.to_owned() })
}

/// A hundredth of a game's unit in units of its scores.
const fn hundredth<G: Sensed>() -> i32 {
    G::Sense::UNIT / 100
}

/// Ends games whose result has long been clear: a lead of [`SelfPlayed::CLEAR`] for some plies, as both sides see it, or
/// next to nothing for many plies late in the game.
struct Verdict<G> {
    leader: Option<Side>,
    clear: u32,
    even: u32,
    game: PhantomData<G>,
}

impl<G> Default for Verdict<G> {
    fn default() -> Self {
        Self { leader: None, clear: 0, even: 0, game: PhantomData }
    }
}

impl<G: SelfPlayed> Verdict<G> {
    const CLEAR_PLIES: u32 = 4;
    const EVEN: i32 = 4;
    const EVEN_PLIES: u32 = 12;

    /// The result, if it is clear after `side` moved with this score. A move without a choice says nothing.
    fn after(&mut self, side: Side, score: Option<i32>, plies: u32) -> Option<Outcome> {
        let score = score?;
        let leader = match score {
            _ if score >= G::CLEAR => Some(side),
            _ if score <= -G::CLEAR => Some(!side),
            _ => None,
        };
        self.clear = match leader {
            Some(_) if leader == self.leader => self.clear + 1,
            Some(_) => 1,
            None => 0,
        };
        self.leader = leader;
        self.even = if score.abs() <= Self::EVEN && plies > G::EVEN_FROM { self.even + 1 } else { 0 };
        match leader {
            Some(side) if self.clear >= Self::CLEAR_PLIES => Some(Outcome::win(side)),
            _ if self.even >= Self::EVEN_PLIES => Some(Outcome::Draw),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_end_once_their_result_is_clear() {
        let play = |scores: &[i32], from: u32| {
            let mut verdict = Verdict::<Chess>::default();
            scores.iter().enumerate().find_map(|(ply, &score)| {
                let side = Side::BOTH[ply % 2];
                verdict.after(side, Some(score), from + ply as u32).map(|outcome| (ply, outcome))
            })
        };
        let second = Outcome::win(Side::Second);
        assert_eq!(play(&[-2500, 2600, -9999, 2500], 1), Some((3, second)));
        assert_eq!(play(&[2600, -2499, 2600, -2600, 2600], 1), None, "a score below breaks the row");
        assert_eq!(play(&[2600, 2600, 2600, 2600], 1), None, "both sides must agree who leads");
        assert_eq!(play(&[4; 12], 61), Some((11, Outcome::Draw)));
        assert_eq!(play(&[4; 12], 60), None, "even scores do not count so early");
        assert_eq!(play(&[0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 61), None);
    }

    #[test]
    fn a_game_depends_on_seed_and_index_only() {
        let work = SelfPlay::<Chess> { nodes: 60, seed: 3, sense: Chess::sense() };
        let mut players = work.tools().expect("players");
        let games: Vec<Played> = (0..3).map(|index| work.unit(&mut players, index).expect("a game")).collect();
        assert_eq!(work.unit(&mut players, 1).expect("a game"), games[1]);
        assert_ne!(games[0].start, games[1].start);
        assert!(games.iter().all(|game| work.check(0, game).is_ok()));
        let short = Played { scores: Vec::new(), ..games[0].clone() };
        assert!(work.check(0, &short).expect_err("refused").contains("moves and 0 scores"));
    }
}
