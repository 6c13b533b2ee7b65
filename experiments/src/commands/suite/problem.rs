//! What a record of a test suite asks, and whether a search's answer is right.
//!
//! Operations ask: `bm` (one of these moves), `am` (none of these), `dm` (a mate in so many moves, negative for the side to
//! move being mated), `result win`, `draw` or `loss` (of the side to move), `c1 "draw"` (the value of a draw, to the unit), and
//! `c0` of the form `f5=100, Bf2=46` (points for moves, as the Strategic Test Suite has them).
//!
//! A result is judged by what the tables know of the position after the move, if they know it, else by the value: within
//! [`DRAWISH`] it says draw, above that a win, below a loss. So a won position in which the search sees nothing counts as
//! failed, even if its move is right.

use engine::record::Record;
use engine::{Deterministic, Position, Probe, Score, Value};
use search::{Report, Sense, Sensed};

/// Values up to this say that neither side wins, in hundredths of [`Sense::UNIT`].
const DRAWISH: i32 = 30;

/// What a record asks.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Question<M> {
    /// One of these moves.
    Best(Vec<M>),
    /// None of these.
    Avoid(Vec<M>),
    /// A mate within so many plies: the mover's if positive.
    Mate(i64),
    /// The value of a draw.
    Draw,
    /// A result for the side to move.
    Result(Value),
}

/// A position of the suite.
pub(super) struct Problem<G: Position> {
    pub(super) name: String,
    pub(super) pos: G,
    questions: Vec<Question<G::Move>>,
    /// Points for moves, if the suite gives any.
    points: Vec<(G::Move, u32)>,
}

impl<G: Deterministic + Sensed> Problem<G> {
    /// What a record asks; `number` names it if it has no name.
    pub(super) fn new(number: usize, record: &Record<G>) -> Result<Self, String> {
        let name = record.text("id").map_or_else(|| format!("line {number}"), str::to_owned);
        let mut questions = Vec::new();
        for (opcode, question) in [("bm", Question::Best as fn(_) -> _), ("am", Question::Avoid)] {
            if !record.operands(opcode).is_empty() {
                questions.push(question(record.moves(opcode).map_err(|error| format!("{name}: {opcode}: {error}"))?));
            }
        }
        if let Some(moves) = record.number("dm") {
            questions.push(Question::Mate(if moves > 0 { 2 * moves - 1 } else { 2 * moves }));
        }
        if record.text("c1") == Some("draw") {
            questions.push(Question::Draw);
        }
        if let Some(text) = record.text("result") {
            let result = result(text)
                .ok_or_else(|| format!("{name}: result: {text:?} is none; accepted are win, draw and loss"))?;
            questions.push(Question::Result(result));
        }
        let points = record.text("c0").map_or_else(Vec::new, |text| points(&record.pos, text));
        Ok(Self { name, pos: record.pos.clone(), questions, points })
    }

    pub(super) fn asks_nothing(&self) -> bool {
        self.questions.is_empty()
    }

    /// The mate that is asked for, in plies, negative for the side to move being mated.
    pub(super) fn mate(&self) -> Option<i64> {
        self.questions
            .iter()
            .find_map(|question| if let Question::Mate(plies) = question { Some(*plies) } else { None })
    }

    /// The most points that can be won, if there are any.
    pub(super) fn most_points(&self) -> Option<u32> {
        self.points.iter().map(|&(_, points)| points).max()
    }

    /// The points that a move wins, if there are any to be won.
    pub(super) fn points_for(&self, mv: G::Move) -> Option<u32> {
        let won = self.points.iter().find(|&&(other, _)| other == mv).map_or(0, |&(_, points)| points);
        (!self.points.is_empty()).then_some(won)
    }

    pub(super) fn is_solved_by(&self, report: &Report<G::Move>, tables: &impl Probe<G>) -> bool {
        let mv = report.line[0];
        self.questions.iter().all(|question| match question {
            Question::Best(moves) => moves.contains(&mv),
            Question::Avoid(moves) => !moves.contains(&mv),
            Question::Draw => report.score == Score::DRAW,
            Question::Result(asked) => self.result_of(report, tables) == *asked,
            Question::Mate(plies) => report
                .score
                .plies()
                .is_some_and(|found| i64::from(found) <= plies.abs() && (report.score.0 > 0) == (*plies > 0)),
        })
    }

    /// What the search's move and value come to.
    fn result_of(&self, report: &Report<G::Move>, tables: &impl Probe<G>) -> Value {
        if let Some(next) = tables.probe(&self.pos.play(report.line[0])) {
            return match next.value {
                Value::Loss => Value::Win,
                Value::Draw => Value::Draw,
                Value::Win => Value::Loss,
            };
        }
        let margin = G::Sense::UNIT / 100 * DRAWISH;
        match report.score.0 {
            value if value > margin => Value::Win,
            value if value < -margin => Value::Loss,
            _ => Value::Draw,
        }
    }
}

fn result(text: &str) -> Option<Value> {
    [("win", Value::Win), ("draw", Value::Draw), ("loss", Value::Loss)]
        .into_iter()
        .find_map(|(name, value)| (name == text).then_some(value))
}

/// The points for moves in a comment `f5=100, Bf2=46`; none if it is another comment.
fn points<G: Position>(pos: &G, text: &str) -> Vec<(G::Move, u32)> {
    let point = |part: &str| {
        let (mv, points) = part.trim().split_once('=').filter(|(mv, _)| !mv.is_empty())?;
        // A promotion has an equals sign of its own.
        let (mv, points) =
            points.rsplit_once('=').map_or((mv.to_owned(), points), |(rest, p)| (format!("{mv}={rest}"), p));
        Some((pos.find_move(&mv).ok()?, points.trim().parse().ok()?))
    };
    text.split(',').map(point).collect::<Option<_>>().unwrap_or_default()
}
