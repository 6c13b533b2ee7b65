//! A `.mat` file read line by line, each move checked by the rules.
//!
//! What programs write differently is taken as it is meant: line ends, tabs, blanks, the order of dice and of moves, `*` or
//! none, `bar` or 25, `off` or 0, a roll that cannot be played with nothing behind it or with words. A roll with nothing
//! behind it that has one legal move was played so; if it has several, or `????` stands there, its side has resigned.
//! Rules that a file does not state are read from what happens in it: beavers, and Jacoby's rule where the points agree
//! with it only.

use super::super::options::{Crawford, CubeUse};
use super::cells::{Cell, cells};
use super::write::SET_POSITION;
use super::{Game, Record, column_name, plain};
use crate::games::backgammon::{Backgammon, Board, Cup, Move, Options, Turn, Word};
use crate::games::portable::BadGame;
use crate::{MoveList, Node as _, Outcome, Position as _, Side};

impl Record {
    /// Whether a text says the length of a match, as no other file does.
    #[must_use]
    pub fn has_heading(text: &str) -> bool {
        Heading::read(text).is_ok()
    }

    /// Reads a file: one match, or one session.
    ///
    /// # Errors
    /// Says the line, what is wrong there and what was expected.
    pub fn read(text: &str) -> Result<Self, BadGame> {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let heading = Heading::read(text)?;
        let rules = heading.rules(text)?;
        let read = |rules: Options| Reader::new(&heading, rules).read(text);
        let result = read(rules);
        let says_jacoby = heading.tag("Jacoby").or(heading.tag("Rules")).is_some();
        if result.is_err() && rules.cube == CubeUse::Money && !says_jacoby {
            return read(Options { has_jacoby: true, ..rules }).or(result);
        }
        result
    }
}

fn bad(line: usize, what: impl Into<String>) -> BadGame {
    BadGame { line, what: what.into() }
}

/// The lines with their numbers, blanks instead of tabs.
fn lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    (1..).zip(text.lines().map(|line| line.replace('\t', "        ")))
}

/// What stands before the first game.
struct Heading {
    tags: Vec<(usize, String, String)>,
    length: u8,
    /// The line that says the length.
    line: usize,
}

impl Heading {
    fn read(text: &str) -> Result<Self, BadGame> {
        let mut tags = Vec::new();
        for (number, line) in lines(text) {
            if let Some((name, value)) = read_tag(&line) {
                tags.push((number, name, value));
            } else if let Some(length) = read_length(&line) {
                let most = Options::MAX_LENGTH;
                let length = u8::try_from(length).ok().filter(|&length| length <= most);
                let length = length.ok_or_else(|| bad(number, format!("the longest match is one to {most} points")))?;
                return Ok(Self { tags, length, line: number });
            }
        }
        Err(bad(
            1,
            "no line says the length of the match, such as \"5 point match\"; for money it is \"0 point match\"",
        ))
    }

    fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(_, other, _)| other == name).map(|(_, _, value)| value.as_str())
    }

    /// The rules of the first game but for its score, as far as they are stated.
    fn rules(&self, text: &str) -> Result<Options, BadGame> {
        let at =
            |name| self.tags.iter().rev().find(|(_, other, _)| other == name).map_or(self.line, |&(line, ..)| line);
        let is = |name, word: &str| self.tag(name).is_some_and(|value| value.eq_ignore_ascii_case(word));
        if let Some(variation) = self.tag("Variation").filter(|_| !is("Variation", "Backgammon")) {
            return Err(bad(at("Variation"), format!("{variation}, which is another game than Backgammon")));
        }
        if let Some(rules) = self.tag("Rules") {
            let rules: Options = rules.parse().map_err(|error| bad(at("Rules"), format!("Rules: {error}")))?;
            if rules.length != self.length {
                let what = format!("the rules have match={}, and the match is one to {}", rules.length, self.length);
                return Err(bad(at("Rules"), what));
            }
            return Ok(rules);
        }
        let is_match = self.length > 0;
        let has_cube = !is_match && !is("CubeLimit", "1");
        let says_beavers = is("Beaver", "On") || text.to_ascii_lowercase().contains("beavers");
        Ok(Options {
            length: self.length,
            cube: if has_cube { CubeUse::Money } else { CubeUse::Off },
            has_jacoby: has_cube && is("Jacoby", "On"),
            has_beavers: has_cube && says_beavers,
            crawford: if is_match && is("Crawford", "Off") { Crawford::Off } else { Crawford::Next },
            ..Options::default()
        })
    }
}

/// Reads `; [Name "value"]`.
fn read_tag(line: &str) -> Option<(String, String)> {
    let inner = line.trim().strip_prefix([';', '#'])?.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.split_once('"')?;
    Some((name.trim().to_owned(), value.trim_end().strip_suffix('"')?.to_owned()))
}

/// Reads `5 point match`; a session may also be called so, or unlimited.
fn read_length(line: &str) -> Option<u64> {
    let words: Vec<String> = line.split_whitespace().map(str::to_ascii_lowercase).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        [number, "point" | "points", "match", ..] => number.parse().ok(),
        ["money" | "unlimited", "match" | "game" | "session", ..] => Some(0),
        _ => None,
    }
}

/// Reads `name : 0   name : 2`: the left and the right one.
fn read_score(line: &str) -> Option<[(String, u64); 2]> {
    let line = line.trim();
    let (rest, right_points) = line.rsplit_once(':')?;
    let split = rest.match_indices(':').find_map(|(at, _)| {
        let behind = rest[at + 1..].trim_start();
        let digits = behind.bytes().take_while(u8::is_ascii_digit).count();
        let right = behind[digits..].trim();
        let is_split = digits > 0 && behind[digits..].starts_with(char::is_whitespace) && !right.is_empty();
        is_split.then(|| Some(((rest[..at].trim().to_owned(), behind[..digits].parse().ok()?), right.to_owned())))
    });
    let (left, right) = split??;
    let right_points = right_points.trim();
    let is_number = right_points.bytes().all(|byte| byte.is_ascii_digit());
    Some([left, (right, right_points.parse().ok().filter(|_| is_number)?)])
}

/// Where in a game the reader is.
enum State {
    /// Before the first.
    Before,
    /// Behind a line `Game 3`.
    Named,
    /// Behind the names and the score: these rules, and perhaps a position to begin at.
    Begun { rules: Options, score: [u64; 2], set_up: Option<Cup> },
    /// Among its moves.
    Playing { rules: Options, game: Game },
    /// Behind its result.
    Over,
}

struct Reader<'a> {
    heading: &'a Heading,
    record: Record,
    state: State,
    /// Whether the Crawford game has been played.
    is_past_crawford: bool,
    line: usize,
}

impl<'a> Reader<'a> {
    fn new(heading: &'a Heading, rules: Options) -> Self {
        let mut record = Record::new([String::new(), String::new()], rules);
        for (_, name, value) in &heading.tags {
            record.set_tag(name, value);
        }
        let is_past_crawford = rules.crawford == Crawford::Past;
        Self { heading, record, state: State::Before, is_past_crawford, line: heading.line }
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, BadGame> {
        Err(bad(self.line, what))
    }

    fn read(mut self, text: &str) -> Result<Record, BadGame> {
        for (number, line) in lines(text).skip(self.heading.line) {
            self.line = number;
            self.take(&line)?;
        }
        self.finish();
        if self.record.games.is_empty() {
            return self.error("no games; one begins with \"Game 1\", names and score, and a first roll");
        }
        Ok(self.record)
    }

    fn take(&mut self, line: &str) -> Result<(), BadGame> {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return Ok(());
        }
        if let Some(set_up) = trimmed.strip_prefix(SET_POSITION) {
            return self.set_up(set_up);
        }
        if trimmed.starts_with([';', '#']) {
            return Ok(());
        }
        if is_title(trimmed) {
            self.finish();
            self.state = State::Named;
            return Ok(());
        }
        if read_length(line).is_some() {
            return self.error("a second match; a file has one");
        }
        match self.state {
            State::Before => self.error(format!("{trimmed:?} before the first game, which begins with \"Game 1\"")),
            State::Named => self.begin(line),
            _ => {
                let cells = cells(line).map_err(|what| bad(self.line, what))?;
                cells.into_iter().try_for_each(|(side, cell)| self.cell(side, cell))
            }
        }
    }

    /// Takes the line with names and score.
    fn begin(&mut self, line: &str) -> Result<(), BadGame> {
        let Some([(left, black), (right, white)]) = read_score(line) else {
            return self.error("names and score are expected, such as \"Black : 0     White : 2\"");
        };
        let score = [white, black];
        let last = self.record.games.last().filter(|game| game.outcome.is_some());
        if let Some(expected) = last.map(Game::score_after).filter(|expected| *expected != score) {
            let [white, black] = expected;
            return self.error(format!("the score is {black}-{white} by the games before, not as it stands here"));
        }
        let rules = self.rules_at(score)?;
        if self.record.games.is_empty() {
            self.record.players = self.names(&left, &right);
            self.record.rules = rules;
        }
        self.state = State::Begun { rules, score, set_up: None };
        Ok(())
    }

    /// The names of White and Black: as tags have them, if the columns mean the same.
    fn names(&self, left: &str, right: &str) -> [String; 2] {
        let columns = [right, left].map(column_name);
        if let (Some(one), Some(two)) = (self.heading.tag("Player 1"), self.heading.tag("Player 2")) {
            // XG has its second player in the left column, others their first.
            for names in [[two, one], [one, two]] {
                if names.map(column_name) == columns {
                    return names.map(str::to_owned);
                }
            }
        }
        [plain(right), plain(left)]
    }

    /// The rules of the game at this score.
    fn rules_at(&self, score: [u64; 2]) -> Result<Options, BadGame> {
        let first = self.record.rules;
        if first.length == 0 {
            return Ok(first);
        }
        let length = u64::from(first.length);
        if score.iter().any(|&points| points >= length) {
            return self.error(format!("the match is over when a side has {length} points, and one has"));
        }
        let standing = score.map(|points| points as u8);
        if self.record.games.is_empty() && self.heading.tag("Rules").is_some() && standing == first.standing {
            return Ok(first);
        }
        let needing_one = score.iter().filter(|&&points| points + 1 == length).count();
        let crawford = match first.crawford {
            Crawford::Off => Crawford::Off,
            // Both can need one point only behind the Crawford game.
            _ if needing_one > 0 && self.is_past_crawford || needing_one == 2 && length > 1 => Crawford::Past,
            _ => Crawford::Next,
        };
        Ok(Options { standing, crawford, ..first })
    }

    /// Takes XG's line with a position.
    fn set_up(&mut self, text: &str) -> Result<(), BadGame> {
        let State::Begun { rules, score, set_up } = &mut self.state else {
            return self.error("a position is set before the first roll of a game");
        };
        let (letters, cube) = text.rsplit_once('/').unwrap_or((text, "0"));
        let owner = if cube.starts_with('-') { -1 } else { i32::from(cube != "0") };
        let (doublings, is_crawford) = (cube.trim_start_matches('-'), u8::from(rules.is_crawford_game()));
        let [white, black] = if rules.length > 0 { *score } else { [0, 0] };
        let xgid = format!("XGID={letters}:{doublings}:{owner}:1:00:{white}:{black}:{is_crawford}:{}:10", rules.length);
        match Cup::parse(&xgid, rules) {
            Ok(cup) => *set_up = Some(cup),
            Err(error) => return Err(bad(self.line, format!("in the position that is set: {}", error.what))),
        }
        Ok(())
    }

    fn cell(&mut self, side: Side, cell: Cell<'_>) -> Result<(), BadGame> {
        if let State::Begun { rules, score, set_up } = &self.state {
            let opening = opening(*rules, set_up.as_ref(), side, cell).map_err(|what| bad(self.line, what))?;
            let game = Game::new(opening, *score);
            self.state = State::Playing { rules: *rules, game };
        } else if let (State::Playing { game, .. }, Cell::Roll { dice, .. }) = (&mut self.state, cell) {
            roll(game, side, dice).map_err(|what| bad(self.line, what))?;
        }
        let State::Playing { rules, game } = &mut self.state else {
            return self.error("the game is over; the next one begins with \"Game\" and a number");
        };
        let done = match cell {
            Cell::Roll { play, .. } => play_roll(game, play),
            Cell::Double if is_offered_double(game, side) => say(game, side, Word::Beaver),
            Cell::Double => say(game, side, Word::Double),
            Cell::Beaver => say(game, side, Word::Beaver),
            Cell::Take => say(game, side, Word::Take),
            Cell::Drop => say(game, side, Word::Drop),
            Cell::Wins(points) => end(game, side, points, rules.length),
            Cell::Resigns => Ok(()),
        };
        done.map_err(|what| bad(self.line, what))?;
        if matches!(cell, Cell::Wins(_)) {
            self.finish();
        }
        Ok(())
    }

    /// Keeps the game that ends here.
    fn finish(&mut self) {
        if let State::Playing { rules, game } = std::mem::replace(&mut self.state, State::Over) {
            self.is_past_crawford |= rules.is_crawford_game();
            self.record.games.push(game);
        }
    }
}

/// Whether a line begins a game: `Game 3`.
fn is_title(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("game"))
        && words.next().is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
        && words.next().is_none()
}

/// The position that a game begins at: the first cell says who begins with which dice.
fn opening(rules: Options, set_up: Option<&Cup>, side: Side, cell: Cell<'_>) -> Result<Backgammon, String> {
    let set_up = set_up.map(|cup| Backgammon { side, ..*cup.pending() });
    match (cell, set_up) {
        (Cell::Roll { dice: [a, b], .. }, None) if a == b => {
            Err(format!("the opening roll has two different numbers, not {a}{b}"))
        }
        (Cell::Roll { dice, .. }, None) => Ok(Backgammon::before_roll(Board::start(), side, &rules).roll(dice)),
        (Cell::Roll { dice, .. }, Some(pos)) if pos.turn != Turn::Over => Ok(Cup::new(pos).roll(dice)),
        (Cell::Double, Some(pos)) if pos.may_double() && pos.turn != Turn::Over => {
            Ok(Backgammon { turn: Turn::Choice, ..pos })
        }
        _ => Err("a game begins with a roll, such as \"31: 8/5 6/5\"".to_owned()),
    }
}

/// Takes the dice of a side that rolls, after what goes without saying.
fn roll(game: &mut Game, side: Side, dice: [u8; 2]) -> Result<(), String> {
    match game.waiting() {
        Some(pos) if pos.side == side && pos.turn == Turn::Choice => game.push(Move::word(Word::Roll)),
        Some(pos) if pos.side == side && pos.turn == Turn::Answer => game.push(Move::word(Word::Take)),
        _ => {}
    }
    if game.cup().is_none() || game.side() != Some(side) {
        return Err(format!("{} rolls, and {}", name(side), expected(game)));
    }
    game.roll(dice);
    Ok(())
}

/// Plays the dice that were rolled.
fn play_roll(game: &mut Game, play: &str) -> Result<(), String> {
    let Some(pos) = game.waiting() else { return Ok(()) };
    let is_none = ["cannot", "can't", "no move"]
        .iter()
        .any(|word| play.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word)));
    if !is_none && !play.is_empty() && !play.starts_with("???") {
        let mv = pos
            .find_move(play)
            .map_err(|error| format!("{}'s {}{}: {error}", name(pos.side), pos.dice[0], pos.dice[1]))?;
        game.push(mv);
        return Ok(());
    }
    let mut list = MoveList::new();
    pos.moves(&mut list);
    match &list[..] {
        &[mv] if mv.as_word() == Some(Word::Pass) || play.is_empty() => game.push(mv),
        [mv, ..] if is_none => return Err(format!("{} can move, {mv} for one", name(pos.side))),
        // The dice were rolled and the game given up.
        _ => {}
    }
    Ok(())
}

/// Whether the side is to answer a double, so that its own double is a beaver where there are beavers.
fn is_offered_double(game: &Game, side: Side) -> bool {
    game.waiting().is_some_and(|pos| pos.side == side && pos.turn == Turn::Take && pos.may_beaver())
}

/// Takes a word about the cube.
fn say(game: &mut Game, side: Side, word: Word) -> Result<(), String> {
    let mut list = MoveList::new();
    if let Some(pos) = game.waiting().filter(|pos| pos.side == side) {
        pos.moves(&mut list);
    }
    if list.contains(&Move::word(word)) {
        game.push(Move::word(word));
        return Ok(());
    }
    Err(format!("{} says {:?}, and {}", name(side), word.text(), expected(game)))
}

/// Takes the result.
fn end(game: &mut Game, side: Side, said: u64, length: u8) -> Result<(), String> {
    // Some write the points that decide a match, not those of the game.
    let decides = |side: Side, points: u64| length > 0 && game.score[side.index()] + points >= u64::from(length);
    if let Some(Outcome::Win { side, points }) = game.outcome {
        let points = u64::from(points);
        // gnubg writes gammons here that do not count by Jacoby's rule, and leaves them out of the score.
        let is_gammon =
            |pos: &Backgammon| pos.turn == Turn::Over && said == u64::from(pos.kind_of_win(side) * pos.cube.value());
        if said == points || said < points && decides(side, said) || game.waiting().is_some_and(is_gammon) {
            return Ok(());
        }
        return Err(format!("{} has won {points}, not {said}", name(side)));
    }
    let cube = game.cup().map_or_else(|| game.positions[game.positions.len() - 1].cube, |cup| cup.pending().cube);
    let value = u64::from(cube.value());
    let is_worth = (1..=3).any(|kind| said == kind * value);
    if !is_worth && !decides(side, said) {
        return Err(format!(
            "a game is given up for {value}, {} or {} with this cube, not {said}",
            2 * value,
            3 * value
        ));
    }
    let points = u16::try_from(said).map_err(|_| format!("{said} is more than a game can be worth"))?;
    game.resign(side, points);
    Ok(())
}

/// Sides as a reader of columns knows them.
const fn name(side: Side) -> &'static str {
    match side {
        Side::First => "the right column",
        Side::Second => "the left column",
    }
}

/// What a game waits for.
fn expected(game: &Game) -> String {
    let Some(pos) = game.waiting().copied().or_else(|| game.cup().map(|cup| *cup.pending())) else {
        return "the game is over".to_owned();
    };
    let what = match pos.turn {
        Turn::Choice => "may double or roll",
        Turn::Roll | Turn::Opening if pos.stakes.is_crawford_game() => "is to roll; it is the Crawford game",
        Turn::Roll | Turn::Opening if pos.stakes.has_cube() => "is to roll, and may not double",
        Turn::Roll | Turn::Opening => "is to roll",
        Turn::Play => "has not moved",
        Turn::Take => "is to take or drop a double",
        Turn::Answer => "is to take or drop a beaver",
        Turn::Dropped | Turn::Over => return "the game is over".to_owned(),
    };
    format!("{} {what}", name(pos.side))
}
