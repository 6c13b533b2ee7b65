//! Walks a strategy against every reply, by the rules alone: not a line in common with the search that found it.

use engine::games::forte::Forte;
use engine::{Game, MoveList, Outcome, Position};
use fxhash::FxHashMap;

use super::strategy::{Planned, Strategy};

/// What a walk through a whole strategy has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Positions with the winner to move, each once.
    pub positions: u64,
    /// Replies of the loser.
    pub replies: u64,
    /// The plies of the longest play.
    pub plies: u32,
}

/// What is wrong with a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Flaw {
    /// The strategy has no move where the winner is to move.
    #[error("no move for {0}")]
    Missing(Forte),
    /// The strategy's move cannot be made.
    #[error("{1} cannot be played in {0}")]
    Illegal(Forte, String),
    /// The other side completes a line.
    #[error("the loser wins in {0}")]
    Lost(Forte),
    /// A position comes back: the game would be drawn by repetition.
    #[error("{0} comes back")]
    Circle(Forte),
}

/// Walks `strategy` from `pos`, whoever is to move there, against every reply.
///
/// # Errors
/// The first flaw that is met.
pub fn verify(pos: &Forte, strategy: &Strategy) -> Result<Walk, Flaw> {
    let mut walker = Walker { strategy, depths: FxHashMap::default(), replies: 0 };
    let plies = if pos.side() == strategy.winner { walker.winner(pos)? } else { walker.loser(pos, None)? };
    Ok(Walk { positions: walker.depths.len() as u64, replies: walker.replies, plies })
}

struct Walker<'a> {
    strategy: &'a Strategy,
    /// The longest play from each position that has been walked; `None` while the walk is inside it.
    depths: FxHashMap<Forte, Option<u32>>,
    replies: u64,
}

impl Walker<'_> {
    /// The plies of the longest play with the winner to move.
    fn winner(&mut self, pos: &Forte) -> Result<u32, Flaw> {
        match self.depths.get(pos) {
            Some(Some(plies)) => return Ok(*plies),
            Some(None) => return Err(Flaw::Circle(*pos)),
            None => {}
        }
        self.depths.insert(*pos, None);
        let Planned { mv, threat, .. } = *self.strategy.moves.get(pos).ok_or(Flaw::Missing(*pos))?;
        let mut legal = MoveList::new();
        pos.moves(&mut legal);
        if !legal.contains(&mv) {
            return Err(Flaw::Illegal(*pos, mv.to_string()));
        }
        let after = pos.play(mv);
        let plies = 1 + match after.outcome() {
            Some(outcome) if outcome == Outcome::win(self.strategy.winner) => 0,
            Some(_) => return Err(Flaw::Lost(after)),
            None => self.loser(&after, threat)?,
        };
        self.depths.insert(*pos, Some(plies));
        Ok(plies)
    }

    /// The same with the loser to move, who tries everything; `threat` wins wherever it can still be played.
    fn loser(&mut self, pos: &Forte, threat: Option<engine::games::forte::Move>) -> Result<u32, Flaw> {
        let mut replies = MoveList::new();
        pos.moves(&mut replies);
        let mut longest = 0;
        let mut answers = MoveList::new();
        for &reply in replies.iter() {
            self.replies += 1;
            let next = pos.play(reply);
            if next.outcome().is_some() {
                return Err(Flaw::Lost(next));
            }
            answers.clear();
            if threat.is_some() {
                next.moves(&mut answers);
            }
            let wins = threat.filter(|threat| answers.contains(threat));
            let is_over = wins.is_some_and(|mv| next.play(mv).outcome() == Some(Outcome::win(self.strategy.winner)));
            let plies = if is_over { 1 } else { self.winner(&next)? };
            longest = longest.max(1 + plies);
        }
        Ok(longest)
    }
}

#[cfg(test)]
mod tests {
    use engine::games::forte::{Move, Options};
    use engine::{Node, Side};

    use super::*;

    /// A knight of each side on the board: A's goes to and fro, whatever B does.
    #[test]
    fn a_circle_is_seen() {
        let start = "A...../....../....../....../....../B..... ....... ....... A";
        let start = Forte::parse(start, &Options::default()).expect("a position");
        let mut strategy = Strategy { winner: Side::First, moves: FxHashMap::default() };
        let (mut open, mut moves) = (vec![start], MoveList::new());
        while let Some(pos) = open.pop() {
            if strategy.moves.contains_key(&pos) {
                continue;
            }
            moves.clear();
            pos.moves(&mut moves);
            let lowest: Move = moves[0];
            strategy.moves.insert(pos, Planned { mv: lowest, threat: None, within: 1 });
            let after = pos.play(lowest);
            moves.clear();
            after.moves(&mut moves);
            open.extend(moves.iter().map(|&mv| after.play(mv)));
        }
        assert!(matches!(verify(&start, &strategy), Err(Flaw::Circle(_))));
    }
}
