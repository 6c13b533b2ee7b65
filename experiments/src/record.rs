//! The record of a game: enough to play it again, move by move, and to check that it was played by the rules.
//!
//! Moves are words with blanks between them, as the game writes them, but with commas where a move's own text has blanks. Where chance has a choice after a move, the
//! number of the branch that came follows, counted from 0 in the order of
//! [`Afterstate::branches`]: `hop:a1-a2#3`. Together with the text of the opening, which
//! is the position after the deal or the first roll, [`replay`] needs nothing else. How the opening was reached is kept
//! too, where moves alone say it.
//!
//! A [`UnitRecord`] is a line of a match's journal; [`columns`](GameRecord::columns) make a row of its `games.csv`.

use std::fmt::Display;

use engine::{Afterstate, Ending, Game, History, Outcome, Score, Side};
use search::Fault;
use serde::{Deserialize, Serialize};

use crate::adjudication::Reason;
use crate::pairing::{Contestant, Seats};
use crate::schedule::Fixture;

/// What a record holds, as a number: part of what a run is, so that no journal is carried on whose records hold less.
pub(crate) const FORM: u32 = 5;

/// A finished unit of a match: a game, or a series of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UnitRecord {
    /// Who met, and from where.
    pub(crate) fixture: Fixture,
    /// Who won; nobody in a draw.
    pub(crate) winner: Option<Contestant>,
    /// The game, or all games of the series in order.
    pub(crate) games: Vec<GameRecord>,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct GameRecord {
    /// The rules it was played by.
    pub(crate) rules: String,
    /// The position it began at.
    pub(crate) opening: String,
    /// The moves that led to it from the start, if they are known.
    pub(crate) lead: String,
    /// Who had which side.
    pub(crate) seats: Seats,
    /// Who started the game, the opening's own moves included; a set-up before it does not count.
    pub(crate) starter: Contestant,
    /// Who won; nobody in a draw.
    pub(crate) winner: Option<Contestant>,
    /// What the win is worth; 0 for a draw.
    pub(crate) points: u16,
    /// Plies after the opening.
    pub(crate) plies: u32,
    /// Nodes searched by each player.
    pub(crate) nodes: [u64; 2],
    /// Microseconds it took; with `thought` the only part that differs from run to run.
    pub(crate) micros: u64,
    /// Microseconds of them that each player took to choose.
    pub(crate) thought: [u64; 2],
    /// Why it ended, in a word: the game's own, the [`Fault`] by which the side to move has lost it, or a [`Reason`] to adjudicate it.
    pub(crate) ended: String,
    /// The moves.
    pub(crate) moves: String,
    /// How lucky the first player was, in units of 1e-7 points, if luck is told: see [`search::luck`].
    pub(crate) luck: Option<i64>,
}

/// The last column of `games.csv` where luck is told: the first player's, in points.
pub(crate) const LUCK_COLUMN: &str = "luck_1";

/// The columns of `games.csv`. `players` names the starter first, and `result` is his score before the other's;
/// `index` is the game's or the series', `game` the number within a series, `player_1` and `player_2` are the numbers of those who met, counted from 1
/// in the order of `--player`, and `starter` is one of them; `nodes_1` and `seconds_1` are those of `player_1`.
pub(crate) const COLUMNS: [&str; 21] = [
    "index",
    "round",
    "pair",
    "game",
    "opening",
    "players",
    "player_1",
    "player_2",
    "starter",
    "result",
    "points",
    "plies",
    "nodes",
    "nodes_1",
    "nodes_2",
    "seconds",
    "seconds_1",
    "seconds_2",
    "ended",
    "rules",
    "moves",
];

impl GameRecord {
    /// The row of game `number` of unit `index`, in the order of [`COLUMNS`], for all entrants by name.
    pub(crate) fn columns(
        &self,
        (index, fixture): (u64, &Fixture),
        number: usize,
        entrants: &[String],
    ) -> [String; 21] {
        let entrant = |contestant: Contestant| fixture.players[contestant.index()];
        let name = |contestant| &entrants[entrant(contestant)];
        let number_of = |contestant| (entrant(contestant) + 1).to_string();
        let result = match self.winner {
            None => "1/2-1/2",
            Some(winner) if winner == self.starter => "1-0",
            Some(_) => "0-1",
        };
        [
            index.to_string(),
            fixture.round.to_string(),
            fixture.pair.to_string(),
            number.to_string(),
            self.opening.clone(),
            format!("{} vs {}", name(self.starter), name(!self.starter)),
            number_of(Contestant::One),
            number_of(Contestant::Two),
            number_of(self.starter),
            result.to_owned(),
            self.points.to_string(),
            self.plies.to_string(),
            self.nodes.iter().sum::<u64>().to_string(),
            self.nodes[0].to_string(),
            self.nodes[1].to_string(),
            seconds(self.micros),
            seconds(self.thought[0]),
            seconds(self.thought[1]),
            self.ended.clone(),
            self.rules.clone(),
            self.moves.clone(),
        ]
    }
}

/// Microseconds in seconds, to the last digit.
fn seconds(micros: u64) -> String {
    format!("{}.{:06}", micros / 1_000_000, micros % 1_000_000)
}

/// Luck in points, to the last digit.
pub(crate) fn points_of_luck(luck: i64) -> String {
    let (sign, size, point) = (if luck < 0 { "-" } else { "" }, luck.unsigned_abs(), Score::POINT.unsigned_abs());
    format!("{sign}{}.{:07}", size / u64::from(point), size % u64::from(point))
}

/// What stands between a move and the number of the chance branch that came after it.
const BRANCH: char = '#';

/// Adds a move, and the branch of `after` that `pos` is, to the text of a game.
pub(crate) fn write_move<G: Game>(moves: &mut String, mv: G::Move, after: G::After, pos: &G) {
    if !moves.is_empty() {
        moves.push(' ');
    }
    moves.push_str(&mv.to_string().replace(' ', ","));
    if !G::After::IS_CHANCE {
        return;
    }
    let (mut branches, mut came) = (0, 0);
    for (branch, _) in after.branches() {
        if branch == *pos {
            came = branches;
        }
        branches += 1;
    }
    if branches > 1 {
        moves.push(BRANCH);
        moves.push_str(&came.to_string());
    }
}

/// What is wrong with the record of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}")]
pub(crate) struct BadRecord {
    place: String,
    what: String,
}

pub(crate) fn bad(place: impl Display, what: impl Display) -> BadRecord {
    BadRecord { place: place.to_string(), what: what.to_string() }
}

/// Plays the recorded game again: every move must be legal, the game must not end before the last one, and result,
/// points, plies and ending must be as recorded. A game that the side to move has lost by a [`Fault`], or that was [adjudicated](Reason), is
/// not over by its rules. Gives all positions.
pub(crate) fn replay<G: Game>(record: &GameRecord) -> Result<History<G>, BadRecord> {
    let rules: G::Rules = record.rules.parse().map_err(|error| bad("rules", error))?;
    let opening = G::parse(&record.opening, &rules).map_err(|error| bad("opening", error))?;
    check_lead(record, &opening, &rules)?;
    let mut history = History::new(opening, G::path_rules(&rules));
    for (index, word) in record.moves.split_whitespace().enumerate() {
        let place = || format!("move {} ({word})", index + 1);
        if history.ending().is_some() {
            return Err(bad(place(), "the game is over before it"));
        }
        let (_, pos) = read_move(history.current(), word).map_err(|what| bad(place(), what))?;
        history.push(pos);
    }
    let fault = Fault::of_word(&record.ended).map(|fault| forfeit(history.current(), fault));
    let ending = history.ending().or(fault).or_else(|| adjudicated(record));
    let ending = ending.ok_or_else(|| bad("end", "the game is not over after the last move"))?;
    compare(record, ending, history.plies())?;
    Ok(history)
}

/// How a game was adjudicated, if it was: by what is in the record, as far as the reason allows it.
fn adjudicated(record: &GameRecord) -> Option<Ending> {
    let reason = Reason::of_word(&record.ended)?;
    let outcome = match record.winner {
        None => Outcome::Draw,
        Some(winner) => {
            let side = if record.seats.of(Side::First) == winner { Side::First } else { Side::Second };
            Outcome::Win { side, points: record.points }
        }
    };
    reason.allows(outcome).then(|| reason.ending(outcome))
}

/// How a game ends in which the side to move has failed: the other side wins what it would by a resignation.
pub(crate) fn forfeit<G: Game>(pos: &G, fault: Fault) -> Ending {
    let outcome = Outcome::Win { side: !pos.side(), points: pos.forfeit_points() };
    Ending { outcome, reason: fault.word() }
}

/// The moves of a game that [`replay`] has played again.
pub(crate) fn moves<G: Game>(record: &GameRecord, history: &History<G>) -> Result<Vec<G::Move>, BadRecord> {
    let words = record.moves.split_whitespace().zip(history.positions());
    words.map(|(word, pos)| read_move(pos, word).map(|(mv, _)| mv).map_err(|what| bad(word, what))).collect()
}

/// The moves to the opening, where they are known.
pub(crate) fn lead<G: Game>(record: &GameRecord, start: &G) -> Result<Vec<G::Move>, BadRecord> {
    let mut pos = start.clone();
    let words = record.lead.split_whitespace();
    let moves = words.map(|word| {
        let (mv, next) = read_move(&pos, word)?;
        pos = next;
        Ok(mv)
    });
    moves.collect::<Result<_, String>>().map_err(|what| bad("lead", what))
}

/// The moves to the opening, where they are known, must lead there.
fn check_lead<G: Game>(record: &GameRecord, opening: &G, rules: &G::Rules) -> Result<(), BadRecord> {
    if record.lead.is_empty() {
        return Ok(());
    }
    let (start, _) = G::start(rules).branches().next().ok_or_else(|| bad("lead", "the game has no start"))?;
    let mut words = record.lead.split_whitespace();
    let reached = words
        .try_fold(start, |pos, word| read_move(&pos, word).map(|(_, pos)| pos))
        .map_err(|what| bad("lead", what))?;
    if reached == *opening { Ok(()) } else { Err(bad("lead", "not the way to the opening")) }
}

/// A recorded move and the position that it leads to.
pub(crate) fn read_move<G: Game>(pos: &G, word: &str) -> Result<(G::Move, G), String> {
    let (text, branch) = match word.rsplit_once(BRANCH) {
        Some((text, branch)) if G::After::IS_CHANCE => {
            (text, branch.parse().map_err(|_| format!("{branch:?} is no branch"))?)
        }
        _ => (word, 0_usize),
    };
    let mv = pos.find_move(text).map_err(|error| error.to_string())?;
    pos.play(mv)
        .branches()
        .nth(branch)
        .map(|(pos, _)| (mv, pos))
        .ok_or_else(|| format!("chance has no branch {branch}"))
}

fn compare(record: &GameRecord, ending: Ending, plies: u32) -> Result<(), BadRecord> {
    let (winner, points) = winner(ending.outcome, record.seats);
    let same = [
        ("winner", record.winner == winner),
        ("points", record.points == points),
        ("plies", record.plies == plies),
        ("ending", record.ended == ending.reason),
    ];
    match same.into_iter().find(|&(_, same)| !same) {
        None => Ok(()),
        Some((name, _)) => Err(bad(name, format!("not what the moves lead to: {ending:?} after {plies} plies"))),
    }
}

/// The winner of a game or series in contestants instead of sides, and what the win is worth.
pub(crate) fn winner(outcome: Outcome, seats: Seats) -> (Option<Contestant>, u16) {
    match outcome {
        Outcome::Draw => (None, 0),
        Outcome::Win { side, points } => (Some(seats.of(side)), points),
    }
}
