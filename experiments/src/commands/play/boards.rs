//! The two kinds of board that `fort play` talks about: a game against somebody, and a deal played alone.
//!
//! A game draws from three streams of its seed: chance, the other player, and hints, so that asking for a hint does
//! not change the dice. A move taken back keeps the dice that were rolled before it; what follows is rolled anew.

use engine::{Afterstate, Game, History, PathRules, Puzzle, Rng, Score, Side, rng};
use search::Player;
use serde::Serialize;

use super::conversation::{Board, Standing};
use crate::commands::show::Ended;
use crate::output::counted;

/// Whether and how a game has ended, for its record.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Result {
    /// A two-player game; none while it is not finished.
    Outcome(Option<Ended>),
    /// A solitaire.
    Solved(bool),
}

/// The other side's player, and what it is called.
pub(super) struct Other<G: Game> {
    pub(super) player: Box<dyn Player<G>>,
    pub(super) name: String,
    /// How people read its scores.
    pub(super) words: fn(Score) -> String,
}

/// A two-player game, the person at one side.
pub(super) struct Opposed<G: Game> {
    history: History<G>,
    /// The positions in which somebody moved, and the moves.
    line: Vec<(G, G::Move)>,
    person: Side,
    other: Other<G>,
    chance: Rng,
    choices: Rng,
    hints: Rng,
}

impl<G: Game> Opposed<G> {
    /// A game that stands at `pos`. What chance gave for `pos` came from stream 0 of the seed.
    pub(super) fn new(pos: G, rules: PathRules, person: Side, mut other: Other<G>, seed: u64) -> Self {
        other.player.new_game();
        let [chance, choices, hints] = [1, 2, 3].map(|index| rng::stream(seed, index));
        Self { history: History::new(pos, rules), line: Vec::new(), person, other, chance, choices, hints }
    }

    /// The moves so far, as text.
    pub(super) fn moves(&self) -> Vec<String> {
        self.line.iter().map(|(_, mv)| mv.to_string()).collect()
    }

    /// How the game ended, if it did.
    pub(super) fn result(&self) -> Result {
        Result::Outcome(self.history.ending().map(|ending| Ended::new::<G>(ending.outcome, ending.reason)))
    }

    fn advance(&mut self, mv: G::Move) {
        let pos = self.history.current().clone();
        self.history.push(pos.play(mv).sample(&mut self.chance));
        self.line.push((pos, mv));
    }
}

impl<G: Game> Board for Opposed<G> {
    type Position = G;

    fn position(&self) -> &G {
        self.history.current()
    }

    fn wait(&mut self) -> Vec<String> {
        let mut news = Vec::new();
        while self.history.current().side() != self.person && self.history.ending().is_none() {
            let mv = self.other.player.choose(&self.history, &mut self.choices).mv;
            news.push(format!("{} plays {mv}", self.other.name));
            self.advance(mv);
        }
        news
    }

    fn standing(&self) -> Standing {
        match self.history.ending() {
            Some(ending) => {
                let yours = match ending.outcome.winner() {
                    None => "",
                    Some(side) if side == self.person => " (you win)",
                    Some(_) => " (you lose)",
                };
                Standing::Over(Ended::new::<G>(ending.outcome, ending.reason).sentence() + yours)
            }
            None => Standing::Turn(format!("your move, {}", G::SIDE_NAMES[self.person.index()])),
        }
    }

    fn play(&mut self, mv: G::Move) {
        self.advance(mv);
    }

    fn undo(&mut self) -> bool {
        let Some(last) = self.line.iter().rposition(|(pos, _)| pos.side() == self.person) else { return false };
        let rules = self.history.path_rules();
        let mut positions = self.line.drain(..).collect::<Vec<_>>();
        let (back, _) = positions[last].clone();
        positions.truncate(last);
        let mut path = positions.iter().map(|(pos, _)| pos.clone()).chain([back]);
        let first = path.next().expect("the path holds at least the position gone back to");
        self.history = History::new(first, rules);
        path.for_each(|pos| self.history.push(pos));
        self.line = positions;
        true
    }

    fn hint(&mut self) -> String {
        let choice = self.other.player.choose(&self.history, &mut self.hints);
        let score = choice.score.map(|score| format!(" ({})", (self.other.words)(score))).unwrap_or_default();
        format!("{} would play {}{score}", self.other.name, choice.mv)
    }
}

/// A solitaire.
pub(super) struct Alone<P: Puzzle> {
    current: P,
    /// The positions in which the person moved, and the moves.
    line: Vec<(P, P::Move)>,
}

impl<P: Puzzle> Alone<P> {
    /// A deal, or a position of one.
    pub(super) fn new(pos: P) -> Self {
        Self { current: pos, line: Vec::new() }
    }

    /// The moves so far, as text.
    pub(super) fn moves(&self) -> Vec<String> {
        self.line.iter().map(|(_, mv)| mv.to_string()).collect()
    }

    /// Whether the deal is won.
    pub(super) fn result(&self) -> Result {
        Result::Solved(self.current.is_solved())
    }
}

impl<P: Puzzle> Board for Alone<P> {
    type Position = P;

    fn position(&self) -> &P {
        &self.current
    }

    fn wait(&mut self) -> Vec<String> {
        Vec::new()
    }

    fn standing(&self) -> Standing {
        if self.current.is_solved() {
            Standing::Over(format!("solved in {}", counted(self.line.len() as u64, "move")))
        } else if self.current.count() > 0 {
            Standing::Turn(format!("move {}", self.line.len() + 1))
        } else {
            Standing::Stuck("no moves left: undo or quit".to_owned())
        }
    }

    fn play(&mut self, mv: P::Move) {
        let next = self.current.play(mv);
        self.line.push((std::mem::replace(&mut self.current, next), mv));
    }

    fn undo(&mut self) -> bool {
        let Some((before, _)) = self.line.pop() else { return false };
        self.current = before;
        true
    }

    fn hint(&mut self) -> String {
        match self.current.safe_move() {
            Some(mv) => format!("{mv} is safe: it loses no win"),
            None => "no move here is known to be safe".to_owned(),
        }
    }
}
