//! Walks a strategy against every reply, by the rules alone: not a line in common with the search that found it.

use engine::games::forte::{Forte, Move};
use engine::{Game, MoveList, Outcome, Position};
use fxhash::FxHashMap;

use super::strategy::{Planned, Strategy};

/// What a walk through a whole strategy has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    /// Positions with the strategy's side to move, each once.
    pub positions: u64,
    /// Replies of the other side.
    pub replies: u64,
    /// The plies of the longest play; `None` of a strategy that only holds.
    pub plies: Option<u32>,
}

/// What a strategy is to bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// To complete a line, whatever the other side does. Nothing may come back.
    Win,
    /// That the other side never completes one. What comes back is drawn.
    Hold,
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
    #[error("the other side wins in {0}")]
    Lost(Forte),
    /// A position comes back: the game would be drawn by repetition.
    #[error("{0} comes back")]
    Circle(Forte),
}

/// Walks `strategy` from `pos`, whoever is to move there, against every reply.
///
/// # Errors
/// The first flaw that is met.
pub fn verify(pos: &Forte, strategy: &Strategy, aim: Aim) -> Result<Walk, Flaw> {
    let mut walker = Walker { strategy, depths: FxHashMap::default(), replies: 0 };
    let plies = match aim {
        Aim::Win if pos.side() == strategy.side => Some(walker.own(pos)?),
        Aim::Win => Some(walker.other(pos, None)?),
        Aim::Hold => {
            walker.hold(pos)?;
            None
        }
    };
    Ok(Walk { positions: walker.depths.len() as u64, replies: walker.replies, plies })
}

struct Walker<'a> {
    strategy: &'a Strategy,
    /// The longest play from each position that has been walked; `None` while the walk is inside it, or where circles are allowed.
    depths: FxHashMap<Forte, Option<u32>>,
    replies: u64,
}

impl Walker<'_> {
    /// The plies of the longest play with the strategy's side to move.
    fn own(&mut self, pos: &Forte) -> Result<u32, Flaw> {
        match self.depths.get(pos) {
            Some(Some(plies)) => return Ok(*plies),
            Some(None) => return Err(Flaw::Circle(*pos)),
            None => {}
        }
        self.depths.insert(*pos, None);
        let plies = 1 + match self.planned(pos)? {
            None => 0,
            Some((after, threat)) => self.other(&after, threat)?,
        };
        self.depths.insert(*pos, Some(plies));
        Ok(plies)
    }

    /// The same with the other side to move, which tries everything; `threat` wins wherever it can still be played.
    fn other(&mut self, pos: &Forte, threat: Option<Move>) -> Result<u32, Flaw> {
        let mut longest = 0;
        for next in self.after_replies(pos, threat)? {
            longest = longest.max(1 + next.map_or(Ok(1), |next| self.own(&next))?);
        }
        Ok(longest)
    }

    /// Everything that the strategy can come to: as plays may go round in circles, position by position rather than line by line.
    fn hold(&mut self, pos: &Forte) -> Result<(), Flaw> {
        let mut open = if pos.side() == self.strategy.side {
            vec![*pos]
        } else {
            self.after_replies(pos, None)?.into_iter().flatten().collect()
        };
        while let Some(pos) = open.pop() {
            if self.depths.insert(pos, None).is_none()
                && let Some((after, threat)) = self.planned(&pos)?
            {
                open.extend(self.after_replies(&after, threat)?.into_iter().flatten());
            }
        }
        Ok(())
    }

    /// The position after the planned move and what that threatens; `None` if it wins.
    fn planned(&self, pos: &Forte) -> Result<Option<(Forte, Option<Move>)>, Flaw> {
        let Planned { mv, threat, .. } = *self.strategy.moves.get(pos).ok_or(Flaw::Missing(*pos))?;
        let mut legal = MoveList::new();
        pos.moves(&mut legal);
        if !legal.contains(&mv) {
            return Err(Flaw::Illegal(*pos, mv.to_string()));
        }
        let after = pos.play(mv);
        match after.outcome() {
            Some(outcome) if outcome == Outcome::win(self.strategy.side) => Ok(None),
            Some(_) => Err(Flaw::Lost(after)),
            None => Ok(Some((after, threat))),
        }
    }

    /// The positions after all replies; `None` for those in which `threat` wins.
    fn after_replies(&mut self, pos: &Forte, threat: Option<Move>) -> Result<Vec<Option<Forte>>, Flaw> {
        let (mut replies, mut answers) = (MoveList::new(), MoveList::new());
        pos.moves(&mut replies);
        self.replies += replies.len() as u64;
        let after = |&reply: &Move| {
            let next = pos.play(reply);
            if next.outcome().is_some() {
                return Err(Flaw::Lost(next));
            }
            answers.clear();
            if threat.is_some() {
                next.moves(&mut answers);
            }
            let wins = threat.filter(|threat| answers.contains(threat));
            let is_over = wins.is_some_and(|mv| next.play(mv).outcome() == Some(Outcome::win(self.strategy.side)));
            Ok((!is_over).then_some(next))
        };
        replies.iter().map(after).collect()
    }
}

#[cfg(test)]
mod tests {
    use engine::games::forte::Options;
    use engine::{Node, Side};

    use super::*;

    /// A knight of each side on the board: A's goes to and fro, whatever B does, so that it neither wins nor loses.
    #[test]
    fn a_circle_is_no_win_but_holds() {
        let start = "A...../....../....../....../....../B..... ....... ....... A";
        let start = Forte::parse(start, &Options::default()).expect("a position");
        let mut strategy = Strategy { side: Side::First, moves: FxHashMap::default() };
        let (mut open, mut moves) = (vec![start], MoveList::new());
        while let Some(pos) = open.pop() {
            if strategy.moves.contains_key(&pos) {
                continue;
            }
            moves.clear();
            pos.moves(&mut moves);
            let lowest: Move = moves[0];
            strategy.moves.insert(pos, Planned { mv: lowest, threat: None, within: None });
            let after = pos.play(lowest);
            moves.clear();
            after.moves(&mut moves);
            open.extend(moves.iter().map(|&mv| after.play(mv)));
        }
        assert!(matches!(verify(&start, &strategy, Aim::Win), Err(Flaw::Circle(_))));
        let walk = verify(&start, &strategy, Aim::Hold).expect("a knight each completes no line");
        assert_eq!((walk.positions, walk.plies), (strategy.moves.len() as u64, None));
        let missing = *strategy.moves.keys().find(|&&pos| pos != start).expect("more than one");
        strategy.moves.remove(&missing);
        assert_eq!(verify(&start, &strategy, Aim::Hold), Err(Flaw::Missing(missing)));
    }
}
