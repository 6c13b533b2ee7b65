//! The two kinds of board that `fort play` talks about: a game against somebody, and a deal played alone.
//!
//! A solitaire is played beside its exact solver, which gives the hints and, unless the person wants no help, watches for
//! the move that loses. Everything it says is proved, or said not to be known.
//!
//! A game draws from three streams of its seed: chance, the other player, and hints, so that asking for a hint does
//! not change the dice. A move taken back keeps the dice that were rolled before it; what follows is rolled anew.

use engine::{Afterstate, Game, History, PathRules, Rng, Score, Side, rng};
use search::Player;
use serde::Serialize;
use solvers::{Limit, Solvable, Verdict};

use super::conversation::{Board, Said, Standing};
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

    fn wait(&mut self) -> Said<Vec<String>> {
        let mut news = Vec::new();
        while self.history.current().side() != self.person && self.history.ending().is_none() {
            let mv = self.other.player.choose(&self.history, &mut self.choices)?.mv;
            news.push(format!("{} plays {mv}", self.other.name));
            self.advance(mv);
        }
        Ok(news)
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

    const HINT: &'static str = "what the player would do";

    fn hint(&mut self) -> Said<String> {
        let choice = self.other.player.choose(&self.history, &mut self.hints)?;
        let score = choice.score.map(|score| format!(" ({})", (self.other.words)(score))).unwrap_or_default();
        Ok(format!("{} would play {}{score}", self.other.name, choice.mv))
    }
}

/// Whether the person is told when the deal is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Watch {
    /// As soon as it is.
    On,
    /// Only when asking for a hint.
    Off,
}

/// Whether a deal could be won, for its record: `null` where the solver gave up.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Prospects {
    /// At the start.
    winnable: Option<bool>,
    /// At the end.
    end_winnable: Option<bool>,
}

/// A position of a solitaire, with what is known of it.
struct Stand<P: Solvable> {
    pos: P,
    /// What the solver said, once it was asked.
    verdict: Option<Verdict<P::Move>>,
}

/// A solitaire.
pub(super) struct Alone<P: Solvable> {
    current: Stand<P>,
    /// The positions in which the person moved, and the moves.
    line: Vec<(Stand<P>, P::Move)>,
    solver: P::Solver,
    limit: Limit,
    watch: Watch,
    /// The verdict, in a word, on the position of which a remark was last asked.
    told: Option<&'static str>,
}

impl<P: Solvable> Alone<P> {
    /// A deal, or a position of one; `limit` is the solver's for one position.
    pub(super) fn new(pos: P, limit: Limit, watch: Watch) -> Self {
        let current = Stand { pos, verdict: None };
        Self { current, line: Vec::new(), solver: P::Solver::default(), limit, watch, told: None }
    }

    /// The moves so far, as text.
    pub(super) fn moves(&self) -> Vec<String> {
        self.line.iter().map(|(_, mv)| mv.to_string()).collect()
    }

    /// Whether the deal is won.
    pub(super) fn result(&self) -> Result {
        Result::Solved(self.current.pos.is_solved())
    }

    /// Advice where the position is lost.
    fn way_back(&mut self) -> String {
        let (solver, limit) = (&mut self.solver, self.limit);
        let mut known = self.line.iter_mut().rev().map(|(stand, _)| stand.verdict(solver, limit));
        match known.position(|verdict| *verdict != Verdict::Unwinnable) {
            None if self.line.is_empty() => "this deal cannot be won".to_owned(),
            None => "this deal cannot be won, from its start on".to_owned(),
            Some(lost) => {
                let back = counted(lost as u64 + 1, "move");
                format!("none: this position can no longer be won; undo {back} to where it was not yet lost")
            }
        }
    }

    /// Whether the deal could be won at the start and can be at the end.
    pub(super) fn prospects(&mut self) -> Prospects {
        let (solver, limit) = (&mut self.solver, self.limit);
        let mut winnable = |stand: &mut Stand<P>| match stand.verdict(solver, limit) {
            Verdict::Winnable(_) => Some(true),
            Verdict::Unwinnable => Some(false),
            Verdict::Undecided(_) => None,
        };
        let end_winnable = winnable(&mut self.current);
        let start = self.line.first_mut().map(|(stand, _)| winnable(stand));
        Prospects { winnable: start.unwrap_or(end_winnable), end_winnable }
    }
}

impl<P: Solvable> Stand<P> {
    /// What is known of the position; the solver is asked the first time.
    fn verdict(&mut self, solver: &mut P::Solver, limit: Limit) -> &Verdict<P::Move> {
        self.verdict.get_or_insert_with(|| P::solve(solver, &self.pos, limit).verdict)
    }

    /// What is known of the position that `mv` leads to without asking the solver: a winning line that begins with it
    /// goes on, and what is lost stays lost.
    fn after(&self, mv: P::Move) -> Self {
        let verdict = match &self.verdict {
            Some(Verdict::Winnable(line)) if line.first() == Some(&mv) => Some(Verdict::Winnable(line[1..].to_vec())),
            Some(Verdict::Unwinnable) => Some(Verdict::Unwinnable),
            _ => None,
        };
        Self { pos: self.pos.play(mv), verdict }
    }
}

impl<P: Solvable> Board for Alone<P> {
    type Position = P;

    fn position(&self) -> &P {
        &self.current.pos
    }

    fn wait(&mut self) -> Said<Vec<String>> {
        Ok(Vec::new())
    }

    fn standing(&self) -> Standing {
        if self.current.pos.is_solved() {
            Standing::Over(format!("solved in {}", counted(self.line.len() as u64, "move")))
        } else if self.current.pos.count() > 0 {
            Standing::Turn(format!("move {}", self.line.len() + 1))
        } else {
            Standing::Stuck("no moves left: undo or quit".to_owned())
        }
    }

    fn play(&mut self, mv: P::Move) {
        let next = self.current.after(mv);
        self.line.push((std::mem::replace(&mut self.current, next), mv));
    }

    fn undo(&mut self) -> bool {
        let Some((before, _)) = self.line.pop() else { return false };
        self.current = before;
        true
    }

    const HINT: &'static str = "the first move of a line that wins, and its length";

    fn hint(&mut self) -> Said<String> {
        Ok(match self.current.verdict(&mut self.solver, self.limit) {
            Verdict::Winnable(line) => match line.first() {
                Some(mv) => format!("{mv}, to win in {}", counted(line.len() as u64, "move")),
                None => "the game is won".to_owned(),
            },
            Verdict::Unwinnable => self.way_back(),
            Verdict::Undecided(limit) => {
                let limit = *limit;
                let safe = self.current.pos.safe_move().map(|mv| format!("; {mv} is safe: it loses no win"));
                format!("not known: given up after {limit}{}", safe.unwrap_or_default())
            }
        })
    }

    /// Tells of a verdict that differs from the one before.
    fn remark(&mut self) -> Option<String> {
        if self.watch == Watch::Off {
            return None;
        }
        let is_start = self.line.is_empty();
        let word = self.current.verdict(&mut self.solver, self.limit).word();
        let before = self.told.replace(word);
        let limit = self.limit;
        let words = match (before, word) {
            (Some(before), now) if before == now => return None,
            (None, "winnable") => return None,
            (Some("unwinnable"), "winnable") => "this position can be won again".to_owned(),
            (_, "winnable") => "this position can be won".to_owned(),
            (_, "undecided") => format!("whether this position can be won is not known: given up after {limit}"),
            _ if is_start => "this deal cannot be won".to_owned(),
            (Some("winnable"), _) => "this position can no longer be won: undo takes the move back".to_owned(),
            _ => "this position cannot be won".to_owned(),
        };
        Some(words)
    }

    const HOME: Option<&'static str> = Some("play every card home that loses no win by it");

    fn home(&mut self) -> Vec<P::Move> {
        let mut moves = Vec::new();
        while let Some(mv) = self.current.pos.safe_move() {
            self.play(mv);
            moves.push(mv);
        }
        moves
    }
}
