//! Backward induction: from the finished games back to every other position, until nothing changes.
//!
//! A game that [numbers](Numbered) its positions gets a [`Table`] of all of them, reachable or not: the value for the
//! side to move and the number of plies to the end if the winner hurries and the loser delays. Play without end is a
//! draw. The method is retrograde analysis as Ströhlein described it (1970): first a pass that lists the moves of all
//! positions and turns them round, then a wave for each ply of distance. A position is won as soon as one move leads to
//! a lost one, and lost as soon as its last move is known to lead to a won one. Each move is looked at twice in all.
//!
//! The numbering must be exact; nothing is hashed, so that the table is a proof as far as the rules are right.
//! [`crate::force3`] solves FORCE 3 with it.

use engine::{Deterministic, Known, MoveList, Outcome, Probe, Score, Value};

/// A game whose positions can be numbered, so that a table of them is an array.
///
/// Positions are numbered as the side to move sees them: two that differ by swapping the sides may share a number, and
/// must then have the same value. The sides must take turns.
pub trait Numbered: Deterministic {
    /// One more than the largest number under `rules`; below 2^32.
    fn numbers(rules: &Self::Rules) -> usize;

    /// The number of this position; `None` if it is not a position under `rules`.
    fn number(&self, rules: &Self::Rules) -> Option<usize>;

    /// A position of that number, whoever is to move; `None` if there is none.
    fn numbered(number: usize, rules: &Self::Rules) -> Option<Self>;
}

/// What is known of one position: 0 is a draw, n + 1 a win in n plies, -n - 1 a loss in n plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Entry(i16);

impl Entry {
    const DRAW: Self = Self(0);

    fn decided(value: Value, plies: u16) -> Self {
        let distance = i16::try_from(plies + 1).expect("no best play is longer than 32,766 plies");
        match value {
            Value::Win => Self(distance),
            Value::Draw => Self::DRAW,
            Value::Loss => Self(-distance),
        }
    }

    /// The entry of a finished game.
    fn finished(outcome: Outcome, side: engine::Side) -> Self {
        Self(outcome.points_for(side).signum() as i16)
    }

    fn known(self) -> Known {
        let value = match self.0 {
            0 => Value::Draw,
            1.. => Value::Win,
            _ => Value::Loss,
        };
        Known { value, plies: (value != Value::Draw).then(|| self.0.unsigned_abs() - 1) }
    }
}

/// The solution of a game under some rules.
#[derive(Clone, Debug)]
pub struct Table<G: Numbered> {
    rules: G::Rules,
    entries: Vec<Entry>,
}

/// A solved game in figures. Positions are counted as the side to move sees them, if they can be reached from the
/// start and the game is not over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// All of them.
    pub positions: u64,
    /// Won for the side to move.
    pub win: u64,
    /// Lost for the side to move.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// What is known of the start.
    pub start: Known,
}

impl<G: Numbered> Table<G> {
    /// Solves the game: the values of all numbered positions.
    #[must_use]
    pub fn solve(rules: &G::Rules) -> Self {
        const { assert!(G::ALTERNATES, "a value is negated at each ply, so the sides must take turns") }
        let mut graph = Graph::of::<G>(rules);
        graph.propagate();
        Self { rules: rules.clone(), entries: graph.entries }
    }

    /// The rules it was solved for.
    #[must_use]
    pub fn rules(&self) -> &G::Rules {
        &self.rules
    }

    /// The moves that keep the value of `pos`: those that win soonest, all that draw, or those that lose latest; in
    /// order of generation. Empty if the game is over, or if `pos` is not in the table.
    #[must_use]
    pub fn best_moves(&self, pos: &G) -> Vec<G::Move> {
        let mut list = MoveList::new();
        pos.moves(&mut list);
        let valued: Vec<(Score, G::Move)> =
            list.iter().filter_map(|&mv| Some((-worth(self.probe(&pos.play(mv))?), mv))).collect();
        let best = valued.iter().map(|&(score, _)| score).max();
        valued.into_iter().filter(|&(score, _)| Some(score) == best).map(|(_, mv)| mv).collect()
    }

    /// Counts what can be reached from the start.
    ///
    /// # Panics
    /// Never: the start and what follows from it are positions under the rules.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let number = |pos: &G| pos.number(&self.rules).expect("a position that can be reached has a number");
        let start = G::start(&self.rules);
        let mut summary =
            Summary { positions: 0, win: 0, loss: 0, draw: 0, start: self.entries[number(&start)].known() };
        let mut seen = vec![false; self.entries.len()];
        seen[number(&start)] = true;
        let mut waiting = vec![start];
        let mut list = MoveList::new();
        while let Some(pos) = waiting.pop() {
            list.clear();
            pos.moves(&mut list);
            if list.is_empty() {
                continue;
            }
            summary.positions += 1;
            *match self.entries[number(&pos)].known().value {
                Value::Win => &mut summary.win,
                Value::Loss => &mut summary.loss,
                Value::Draw => &mut summary.draw,
            } += 1;
            for &mv in list.iter() {
                let next = pos.play(mv);
                if !std::mem::replace(&mut seen[number(&next)], true) {
                    waiting.push(next);
                }
            }
        }
        summary
    }
}

impl<G: Numbered> Probe<G> for Table<G> {
    fn probe(&self, pos: &G) -> Option<Known> {
        Some(self.entries.get(pos.number(&self.rules)?)?.known())
    }
}

/// A known result on the scale of scores: sooner wins and later losses are better.
fn worth(known: Known) -> Score {
    let plies = u32::from(known.plies.unwrap_or(0));
    match known.value {
        Value::Win => Score::win_in(plies),
        Value::Draw => Score::DRAW,
        Value::Loss => Score::loss_in(plies),
    }
}

/// All positions and their moves, turned round.
struct Graph {
    /// By number: the result of a finished game, then whatever is decided; a draw until then.
    entries: Vec<Entry>,
    /// By number: how many moves are not known to lead to a win of the other side.
    open: Vec<u32>,
    /// By number: where its predecessors begin in `sources`; one more for the end.
    first: Vec<u32>,
    /// Predecessors, those of one position in a row, one for each move.
    sources: Vec<u32>,
}

impl Graph {
    fn of<G: Numbered>(rules: &G::Rules) -> Self {
        let numbers = G::numbers(rules);
        let mut entries = vec![Entry::DRAW; numbers];
        let mut open = vec![0_u32; numbers];
        let mut targets: Vec<u32> = Vec::new();
        let mut list = MoveList::new();
        for number in 0..numbers {
            let Some(pos) = G::numbered(number, rules) else { continue };
            if let Some(outcome) = pos.outcome() {
                entries[number] = Entry::finished(outcome, pos.side());
                continue;
            }
            list.clear();
            pos.moves(&mut list);
            open[number] = list.len() as u32;
            targets.extend(list.iter().map(|&mv| {
                pos.play(mv).number(rules).expect("a move leads to a position under the same rules") as u32
            }));
        }
        let (first, sources) = turn_round(&open, &targets);
        Self { entries, open, first, sources }
    }

    fn predecessors(&self, number: u32) -> std::ops::Range<usize> {
        self.first[number as usize] as usize..self.first[number as usize + 1] as usize
    }

    /// One wave for each ply of distance, from the finished games on.
    fn propagate(&mut self) {
        let is_decided = |&number: &u32| self.entries[number as usize] != Entry::DRAW;
        let mut wave: Vec<u32> = (0..self.entries.len() as u32).filter(is_decided).collect();
        let mut plies = 0;
        while !wave.is_empty() {
            plies += 1;
            let mut next = Vec::new();
            for &number in &wave {
                let is_lost = self.entries[number as usize].known().value == Value::Loss;
                for edge in self.predecessors(number) {
                    let source = self.sources[edge] as usize;
                    if self.entries[source] != Entry::DRAW {
                        continue;
                    }
                    self.open[source] -= u32::from(!is_lost);
                    if is_lost {
                        self.entries[source] = Entry::decided(Value::Win, plies);
                    } else if self.open[source] == 0 {
                        self.entries[source] = Entry::decided(Value::Loss, plies);
                    } else {
                        continue;
                    }
                    next.push(source as u32);
                }
            }
            wave = next;
        }
    }
}

/// Turns edges round by counting: `moves[n]` consecutive `targets` belong to source n, in order. Gives for each target
/// where its sources begin (and the end), and the sources.
fn turn_round(moves: &[u32], targets: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let mut first = vec![0_u32; moves.len() + 1];
    for &target in targets {
        first[target as usize] += 1;
    }
    // Sums make each slot the end of its target's range; filling from the back turns it into the beginning.
    let mut sum = 0;
    for slot in &mut first {
        sum += *slot;
        *slot = sum;
    }
    let mut sources = vec![0_u32; targets.len()];
    let mut edge = targets.len();
    for (source, &count) in moves.iter().enumerate().rev() {
        for &target in targets[edge - count as usize..edge].iter().rev() {
            let slot = &mut first[target as usize];
            *slot -= 1;
            sources[*slot as usize] = source as u32;
        }
        edge -= count as usize;
    }
    (first, sources)
}

#[cfg(test)]
mod tests {
    use engine::Side;

    use super::*;

    #[test]
    fn entries_keep_value_and_distance() {
        for plies in [0, 1, 300, 32_766] {
            for value in [Value::Win, Value::Loss] {
                assert_eq!(Entry::decided(value, plies).known(), Known { value, plies: Some(plies) });
            }
        }
        assert_eq!(Entry::DRAW.known(), Known { value: Value::Draw, plies: None });
        let gammon = Outcome::Win { side: Side::First, points: 2 };
        assert_eq!(Entry::finished(gammon, Side::Second).known(), Known { value: Value::Loss, plies: Some(0) });
    }

    #[test]
    fn edges_turn_round() {
        // 0 -> 1, 2, 2; 1 -> nothing; 2 -> 0, 1.
        let (first, sources) = turn_round(&[3, 0, 2], &[1, 2, 2, 0, 1]);
        let to = |target: usize| sources[first[target] as usize..first[target + 1] as usize].to_vec();
        assert_eq!([to(0), to(1), to(2)], [vec![2], vec![0, 2], vec![0, 0]]);
    }
}
