//! Games that are decided before their rules end them, to save time: by what both players think of them, by tables, by length.
//!
//! A draw is agreed when both players have seen next to nothing in it for some moves each, a game is resigned when a player
//! has seen himself lost for some moves, or both have seen that. A table's word is exact: positions
//! that it knows end the game as best play would, unless a rule that counts moves might interfere. Of a game longer than a limit
//! nobody is the winner. Each has its word in the record, by which summaries count it: see [`Reason`].

use std::fmt;
use std::str::FromStr;

use engine::{Ending, Game, History, Known, Outcome, Score, Side, Value};

use crate::fields::Fields;

/// By what a game can be adjudicated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// `adjudicated_draw`: both players saw nothing in it.
    Draw,
    /// `resignation`: a player saw himself lost.
    Resignation,
    /// `table`: the position is solved.
    Table,
    /// `ply_limit`: it was too long.
    PlyLimit,
}

impl Reason {
    const ALL: [Self; 4] = [Self::Draw, Self::Resignation, Self::Table, Self::PlyLimit];

    /// The word in a record.
    const fn word(self) -> &'static str {
        match self {
            Self::Draw => "adjudicated_draw",
            Self::Resignation => "resignation",
            Self::Table => "table",
            Self::PlyLimit => "ply_limit",
        }
    }

    /// The reason that a word means.
    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.word() == word)
    }

    /// Whether a game can end so for this reason.
    pub(crate) fn allows(self, outcome: Outcome) -> bool {
        match self {
            Self::Draw | Self::PlyLimit => outcome == Outcome::Draw,
            Self::Resignation => outcome != Outcome::Draw,
            Self::Table => true,
        }
    }

    /// An ending for this reason.
    pub(crate) fn ending(self, outcome: Outcome) -> Ending {
        Ending { outcome, reason: self.word() }
    }
}

/// `--draw`: both have seen at most `score` of an advantage in each of their last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct DrawRule {
    moves: u32,
    score: f64,
    /// Not before so many moves of each.
    after: u32,
}

/// `--resign`: a player has seen himself at least `score` behind in each of his last `moves` moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct ResignRule {
    moves: u32,
    score: f64,
    sides: Sides,
}

/// Who must have seen it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sides {
    /// The player who is behind.
    One,
    /// Both.
    Both,
}

const MOVES: &str = "1 or more moves";
const SCORE: &str = "a number from 0, in small advantages (pawns in chess), in games with chance in points";

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fields = Fields::read(text, &["moves", "score", "after"], "moves=N,score=X[,after=N]")?;
        let rule = Self {
            moves: fields.need("moves", MOVES)?,
            score: fields.need("score", SCORE)?,
            after: fields.get("after", "a number of moves")?.unwrap_or(0),
        };
        check(rule.moves, rule.score).map(|()| rule)
    }
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fields = Fields::read(text, &["moves", "score", "sides"], "moves=N,score=X[,sides=one|both]")?;
        let sides = match fields.get::<String>("sides", "one, both")?.as_deref() {
            None | Some("one") => Sides::One,
            Some("both") => Sides::Both,
            Some(other) => return Err(format!("sides does not take {other:?}; accepted: one, both")),
        };
        let rule = Self { moves: fields.need("moves", MOVES)?, score: fields.need("score", SCORE)?, sides };
        check(rule.moves, rule.score).map(|()| rule)
    }
}

fn check(moves: u32, score: f64) -> Result<(), String> {
    if moves == 0 {
        return Err(format!("moves does not take 0; accepted: {MOVES}"));
    }
    if score.is_nan() || !(0.0..=1e6).contains(&score) {
        return Err(format!("score does not take {score}; accepted: {SCORE}"));
    }
    Ok(())
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, score, after } = self;
        write!(f, "moves={moves},score={score},after={after}")
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { moves, score, sides } = self;
        let sides = if *sides == Sides::Both { "both" } else { "one" };
        write!(f, "moves={moves},score={score},sides={sides}")
    }
}

/// What is known of positions.
pub(crate) type Table<G> = Box<dyn Fn(&G) -> Option<Known> + Send + Sync>;

/// By what the games of a match are adjudicated.
pub(crate) struct Adjudication<G> {
    pub(crate) draw: Option<DrawRule>,
    pub(crate) resign: Option<ResignRule>,
    /// The most plies after the opening.
    pub(crate) plies: Option<u32>,
    pub(crate) table: Option<Table<G>>,
    /// What the rules' scores are in.
    pub(crate) unit: f64,
}

#[cfg(test)]
impl<G> Adjudication<G> {
    /// No game is.
    pub(crate) const NONE: Self = Self { draw: None, resign: None, plies: None, table: None, unit: 1.0 };
}

/// Watches a game.
pub(crate) struct Observer<'a, G> {
    rules: &'a Adjudication<G>,
    /// Moves in a row in which each side saw next to nothing.
    even: [u32; 2],
    /// Moves in a row in which each side saw itself far behind, and far ahead.
    behind: [u32; 2],
    ahead: [u32; 2],
}

impl<'a, G: Game> Observer<'a, G> {
    /// Of a game that begins.
    pub(crate) fn new(rules: &'a Adjudication<G>) -> Self {
        Self { rules, even: [0; 2], behind: [0; 2], ahead: [0; 2] }
    }

    /// Takes what `side` thought of its move; a player without an opinion has seen nothing.
    pub(crate) fn see(&mut self, side: Side, score: Option<Score>) {
        let index = side.index();
        let score = score.map(|score| f64::from(score.0) / self.rules.unit);
        let count = |run: &mut u32, holds: bool| *run = if holds { *run + 1 } else { 0 };
        let holds = |test: &dyn Fn(f64) -> bool| score.is_some_and(test);
        if let Some(rule) = self.rules.draw {
            count(&mut self.even[index], holds(&|score| score.abs() <= rule.score));
        }
        if let Some(rule) = self.rules.resign {
            count(&mut self.behind[index], holds(&|score| score <= -rule.score));
            count(&mut self.ahead[index], holds(&|score| score >= rule.score));
        }
    }

    /// How the game ends now, if it does; its rules have not ended it.
    pub(crate) fn ending(&self, game: &History<G>) -> Option<Ending> {
        let Adjudication { draw, resign, plies, table, .. } = self.rules;
        if let Some(outcome) = table.as_ref().and_then(|table| solved(game, table)) {
            return Some(Reason::Table.ending(outcome));
        }
        if let Some(rule) = resign {
            let has_lost = |side: Side| {
                let other_agrees = rule.sides == Sides::One || self.ahead[(!side).index()] >= rule.moves;
                self.behind[side.index()] >= rule.moves && other_agrees
            };
            if let Some(loser) = Side::BOTH.into_iter().find(|&side| has_lost(side)) {
                return Some(Reason::Resignation.ending(Outcome::win(!loser)));
            }
        }
        if draw.is_some_and(|rule| game.plies() >= 2 * rule.after && self.even.iter().all(|&run| run >= rule.moves)) {
            return Some(Reason::Draw.ending(Outcome::Draw));
        }
        plies.filter(|&plies| game.plies() >= plies).map(|_| Reason::PlyLimit.ending(Outcome::Draw))
    }
}

/// What best play leads to from here, if the table knows.
///
/// It does not know the rule that counts moves without progress. A win whose distance fits into what is left of the count is one whatever
/// happens; of others the game decides.
fn solved<G: Game>(game: &History<G>, table: &Table<G>) -> Option<Outcome> {
    let pos = game.current();
    let Known { value, plies } = table(pos)?;
    let is_in_time = game
        .path_rules()
        .clock
        .is_none_or(|clock| plies.is_some_and(|plies| pos.clock() + u32::from(plies) <= clock.plies));
    match value {
        Value::Draw => Some(Outcome::Draw),
        Value::Win => is_in_time.then(|| Outcome::win(pos.side())),
        Value::Loss => is_in_time.then(|| Outcome::win(!pos.side())),
    }
}

#[cfg(test)]
mod tests {
    use engine::{Node, Position};

    use super::*;
    use crate::trial::{Nim, NimRules};

    /// A game of Nim in which so many stones were taken one by one.
    fn game(plies: u32) -> History<Nim> {
        let start = Nim::parse("21 first", &NimRules::default()).expect("a position");
        let mut game = History::new(start, Nim::path_rules(&NimRules::default()));
        for _ in 0..plies {
            let mv = game.current().find_move("take1").expect("a move");
            game.push(game.current().play(mv));
        }
        game
    }

    /// How a game of `scores`, the first side's and the second's in turn, ends, and after how many plies.
    fn adjudicated(rules: &Adjudication<Nim>, scores: &[Option<f64>]) -> Option<(u32, Ending)> {
        let mut observer = Observer::new(rules);
        let mut side = Side::First;
        for (&score, plies) in scores.iter().zip(1..) {
            observer.see(side, score.map(|score| Score((score * 1000.0) as i32)));
            side = !side;
            if let Some(ending) = observer.ending(&game(plies)) {
                return Some((plies, ending));
            }
        }
        None
    }

    fn rules(draw: Option<&str>, resign: Option<&str>) -> Adjudication<Nim> {
        let draw = draw.map(|text| text.parse().expect("a rule"));
        Adjudication {
            draw,
            resign: resign.map(|text| text.parse().expect("a rule")),
            unit: 1000.0,
            ..Adjudication::NONE
        }
    }

    #[test]
    fn a_draw_is_what_both_have_seen_long_enough() {
        let draw = |text, scores: &[f64]| {
            let scores: Vec<_> = scores.iter().copied().map(Some).collect();
            adjudicated(&rules(Some(text), None), &scores).map(|(plies, ending)| {
                assert_eq!((ending.outcome, ending.reason), (Outcome::Draw, "adjudicated_draw"));
                plies
            })
        };
        assert_eq!(draw("moves=2,score=0.5", &[0.5, -0.5, 0.1, 0.0, 9.0]), Some(4));
        assert_eq!(draw("moves=2,score=0.5", &[0.5, -0.5, 0.6, 0.0, 0.0, 0.0, 0.0]), Some(7));
        assert_eq!(draw("moves=2,score=0.5", &[0.5, -0.6, 0.5, -0.6, 0.5, -0.6]), None);
        assert_eq!(draw("moves=1,score=0,after=3", &[0.0; 9]), Some(6));
    }

    #[test]
    fn who_has_long_been_far_behind_has_lost() {
        let lost = |text, scores: &[f64]| {
            let scores: Vec<_> = scores.iter().copied().map(Some).collect();
            adjudicated(&rules(None, Some(text)), &scores).map(|(plies, ending)| {
                assert_eq!(ending.reason, "resignation");
                (plies, ending.outcome.winner())
            })
        };
        assert_eq!(lost("moves=2,score=5", &[-5.0, 0.0, -6.0, 0.0]), Some((3, Some(Side::Second))));
        assert_eq!(
            lost("moves=2,score=5", &[0.0, -5.0, 0.0, -4.0, 0.0, -5.0, 0.0, -9.0]),
            Some((8, Some(Side::First)))
        );
        assert_eq!(
            lost("moves=2,score=5,sides=both", &[-5.0, 4.0, -6.0, 5.0, -6.0, 5.0]),
            Some((6, Some(Side::Second)))
        );
        assert_eq!(lost("moves=2,score=5,sides=both", &[-5.0, 4.0, -6.0, 4.0, -6.0, 4.0]), None);
    }

    #[test]
    fn who_has_no_opinion_has_not_agreed() {
        let silent = [Some(0.0), None, Some(0.0), None, Some(0.0), None];
        assert_eq!(adjudicated(&rules(Some("moves=1,score=1"), None), &silent), None);
        assert_eq!(adjudicated(&rules(None, Some("moves=1,score=0,sides=both")), &silent), None);
    }

    #[test]
    fn long_games_and_solved_positions_end() {
        let long = Adjudication { plies: Some(4), ..Adjudication::NONE };
        let (plies, ending) = adjudicated(&long, &[None; 9]).expect("an ending");
        assert_eq!((plies, ending), (4, Reason::PlyLimit.ending(Outcome::Draw)));
        let table: Table<Nim> = Box::new(|pos| {
            let known = pos.to_string().starts_with("16 ");
            known.then_some(Known { value: Value::Loss, plies: Some(9) })
        });
        let solved = Adjudication { table: Some(table), ..Adjudication::NONE };
        let (plies, ending) = adjudicated(&solved, &[None; 9]).expect("an ending");
        // After five stones the second side is to move and loses.
        assert_eq!((plies, ending), (5, Reason::Table.ending(Outcome::win(Side::First))));
    }

    #[test]
    fn rules_read_and_print() {
        let draw: DrawRule = "score=0.1,moves=8".parse().expect("a rule");
        assert_eq!(draw.to_string(), "moves=8,score=0.1,after=0");
        let resign: ResignRule = "moves=3,score=6,sides=both".parse().expect("a rule");
        assert_eq!(resign.to_string(), "moves=3,score=6,sides=both");
        for (text, reason) in [
            ("moves=3", "score is missing"),
            ("moves=0,score=1", "moves does not take 0"),
            ("moves=3,score=-1", "score does not take -1"),
            ("moves=3,score=NaN", "score does not take NaN"),
            ("moves=3,score=1,sides=all", "accepted: one, both"),
        ] {
            let message = text.parse::<ResignRule>().expect_err(text);
            assert!(message.contains(reason), "{text}: {message}");
        }
        for reason in Reason::ALL {
            assert_eq!(Reason::of_word(reason.word()), Some(reason));
        }
        assert_eq!(Reason::of_word("mate"), None);
    }
}
