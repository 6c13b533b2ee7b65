//! Reading games: one pass over the text, no recursion, and a new beginning after an error.

use super::{Game, Ply, is_of_tag, tidy};
use crate::games::chess::{Chess, Options, Variant, san};
use crate::{Game as _, Node, Outcome, Side};

/// Tags of a game, at most: far above what anybody writes.
const TAGS: usize = 256;

/// Something in a text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadPgn {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, and what would be accepted.
    pub what: String,
}

/// Reads the games of a text, one after another.
///
/// After an error it goes on at the next game: at a line that begins with `[Event `, or with another tag after moves.
#[must_use]
pub fn games(text: &str) -> Games<'_> {
    // A byte order mark is no part of the text.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Games { lexer: Lexer { text, at: 0, line: 1, may_close: true }, part: Part::Tags }
}

/// The games of a text.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    lexer: Lexer<'a>,
    part: Part,
}

/// Where in a game the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Tags,
    Moves,
}

impl Iterator for Games<'_> {
    type Item = Result<Game, BadPgn>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game();
        if game.is_err() {
            self.go_to_next_game();
        }
        game.transpose()
    }
}

impl Games<'_> {
    fn game(&mut self) -> Result<Option<Game>, BadPgn> {
        self.part = Part::Tags;
        let Some(mut game) = self.header()? else { return Ok(None) };
        self.part = Part::Moves;
        self.moves(&mut game)?;
        Ok(Some(game))
    }

    /// Reads tags, and comments before the first move; `None` at the end of the text.
    fn header(&mut self) -> Result<Option<Game>, BadPgn> {
        let mut game = Game::new(Chess::start(&Options::default()));
        let mut set_up = SetUp::default();
        let (mut tags, mut has_event) = (0, false);
        loop {
            self.lexer.skip_blanks();
            match self.lexer.next_character() {
                None if tags == 0 => return Ok(None),
                // The next game has begun.
                Some('[') if has_event && self.lexer.rest().starts_with("[Event ") => break,
                Some('[') => {
                    let line = self.lexer.line;
                    let (name, value) = self.lexer.tag()?;
                    // What stands before the first tag is not said of this game.
                    if tags == 0 {
                        game.intro.clear();
                    }
                    tags += 1;
                    if tags > TAGS {
                        return Err(BadPgn { line, what: format!("more than {TAGS} tags") });
                    }
                    has_event |= name == "Event";
                    match name {
                        "FEN" => set_up.fen = Some((line, value)),
                        "Variant" => set_up.variant = read_variant(line, &value)?,
                        _ => game.set_tag(name, &value),
                    }
                }
                Some('{' | ';') => append(&mut game.intro, &self.lexer.comment()?),
                _ => break,
            }
        }
        game.start = set_up.position()?;
        Ok(Some(game))
    }

    /// Reads moves up to the result.
    fn moves(&mut self, game: &mut Game) -> Result<(), BadPgn> {
        let first_line = self.lexer.line;
        let mut pos = game.start;
        // How many variations are open around this place. They are counted, not entered.
        let mut depth = 0_usize;
        loop {
            self.lexer.skip_blanks();
            let line = self.lexer.line;
            let error = |what: String| Err(BadPgn { line, what });
            match self.lexer.token()? {
                Token::End if depth > 0 => return error("a variation is not closed: \")\" missing".to_owned()),
                Token::End => {
                    let what = format!(
                        "the moves that begin on line {first_line} have no result at their end; it is 1-0, 0-1, 1/2-1/2 \
                         or *"
                    );
                    return error(what);
                }
                Token::Open => depth += 1,
                Token::Close if depth == 0 => return error("\")\" without a variation that it closes".to_owned()),
                Token::Close => depth -= 1,
                _ if depth > 0 => {}
                Token::Comment(comment) => match game.plies.last_mut() {
                    Some(ply) => append(&mut ply.comment, &comment),
                    None => append(&mut game.intro, &comment),
                },
                Token::Glyph(glyph) => game.plies.last_mut().into_iter().for_each(|ply| ply.glyphs.push(glyph)),
                Token::Result(result) => {
                    game.result = result;
                    return Ok(());
                }
                Token::Word(word) => {
                    if let Some(ply) = read_ply(&pos, word).map_err(|what| BadPgn { line, what })? {
                        pos = pos.play(ply.mv);
                        game.plies.push(ply);
                    }
                }
            }
        }
    }

    /// Passes over the rest of a game in which something was wrong.
    fn go_to_next_game(&mut self) {
        let lexer = &mut self.lexer;
        if self.part == Part::Moves && lexer.is_at_line_start() && is_tag_line(lexer.rest()) {
            return;
        }
        let mut part = self.part;
        loop {
            lexer.skip_line();
            let rest = lexer.rest();
            let line = rest.lines().next().unwrap_or("").trim();
            if rest.is_empty() || line.starts_with("[Event ") || part == Part::Moves && is_tag_line(line) {
                return;
            }
            if !line.is_empty() && !is_tag_line(line) {
                part = Part::Moves;
            }
        }
    }
}

/// Whether a line is a tag, and not the inside of a comment such as `[%clk 0:01]`.
fn is_tag_line(line: &str) -> bool {
    line.strip_prefix('[').is_some_and(|rest| rest.starts_with(|first: char| first.is_ascii_alphabetic()))
}

/// What the tags say of the start position.
#[derive(Default)]
struct SetUp {
    variant: Option<Variant>,
    fen: Option<(usize, String)>,
}

impl SetUp {
    fn position(&self) -> Result<Chess, BadPgn> {
        let options = Options::of(self.variant.unwrap_or(Variant::Standard));
        match &self.fen {
            None => Ok(Chess::start(&options)),
            Some((line, fen)) => Chess::parse(fen, &options)
                .map_err(|error| BadPgn { line: *line, what: format!("the FEN is wrong {error}") }),
        }
    }
}

fn read_variant(line: usize, text: &str) -> Result<Option<Variant>, BadPgn> {
    let letters = |character: &char| character.is_ascii_alphanumeric();
    let name: String = text.chars().filter(letters).collect::<String>().to_ascii_lowercase();
    match name.as_str() {
        "" | "standard" | "normal" | "chess" | "fromposition" => Ok(Some(Variant::Standard)),
        "boxed" => Ok(Some(Variant::Boxed)),
        name if name.ends_with("960") || name.starts_with("fischer") => Ok(Some(Variant::Chess960)),
        _ => Err(BadPgn { line, what: format!("variant {text:?}; those known are Standard, Chess960 and Boxed") }),
    }
}

/// A move with a number before it or a judgement after it, or either alone.
fn read_ply(pos: &Chess, word: &str) -> Result<Option<Ply>, String> {
    let text = without_number(word);
    if text.is_empty() || text == "e.p." {
        return Ok(None);
    }
    let mv = san::find_move(pos, text).map_err(|error| error.to_string())?;
    let remark = &text[text.trim_end_matches(['!', '?']).len()..];
    Ok(Some(Ply { mv, glyphs: glyph_of(remark).into_iter().collect(), comment: String::new() }))
}

/// The text after `12.`, `12...` or `...`; a number alone is nothing.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|first: char| first.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(['.', '…']) { rest.trim_start_matches(['.', '…']) } else { word }
}

/// The glyph of a judgement in signs.
fn glyph_of(remark: &str) -> Option<u8> {
    let signs = ["!", "?", "!!", "??", "!?", "?!"];
    (1..).zip(signs).find(|&(_, sign)| sign == remark).map(|(glyph, _)| glyph)
}

/// Adds a comment to another.
fn append(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}

/// What the moves of a game are made of.
enum Token<'a> {
    /// The end of the text, or the next game's first tag.
    End,
    Open,
    Close,
    Comment(String),
    Glyph(u8),
    Result(Option<Outcome>),
    /// A move, a number, or something that is neither.
    Word(&'a str),
}

/// A place in the text and the line it is on.
#[derive(Clone, Debug)]
struct Lexer<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// Whether a brace may still close a comment: what was sought in vain once is not sought again.
    may_close: bool,
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn next_character(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, BadPgn> {
        Err(BadPgn { line: self.line, what: what.into() })
    }

    /// Goes on by a number of bytes and counts the lines in them.
    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.advance(rest.find('\n').map_or(rest.len(), |end| end + 1));
    }

    /// Passes over blanks and over escaped lines, which begin with `%`.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.advance(rest.len() - rest.trim_start().len());
            if !(self.is_at_line_start() && self.rest().starts_with('%')) {
                return;
            }
            self.skip_line();
        }
    }

    /// Reads `[Name "value"]`.
    fn tag(&mut self) -> Result<(&'a str, String), BadPgn> {
        let line = self.rest().lines().next().unwrap_or("");
        let inner = line.strip_prefix('[').unwrap_or(line).trim_start();
        let name = &inner[..inner.find(|character| !is_of_tag(character)).unwrap_or(inner.len())];
        let Some(quoted) = inner[name.len()..].trim_start().strip_prefix('"').filter(|_| !name.is_empty()) else {
            return self.error("this is no tag; tags are written [Name \"value\"]");
        };
        let mut value = String::new();
        let mut characters = quoted.char_indices().peekable();
        let end = loop {
            match characters.next() {
                None => return self.error(format!("the value of tag {name} is not closed by a quote on its line")),
                Some((at, '"')) => break at + 1,
                Some((_, '\\')) => {
                    let escaped = characters.next_if(|&(_, next)| matches!(next, '"' | '\\'));
                    value.push(escaped.map_or('\\', |(_, next)| next));
                }
                Some((_, character)) => value.push(character),
            }
        };
        let Some(after) = quoted[end..].trim_start().strip_prefix(']') else {
            return self.error(format!("tag {name} is not closed: \"]\" missing after its value"));
        };
        self.advance(line.len() - after.len());
        Ok((name, value))
    }

    /// Reads `{…}`, or `;` and the rest of the line.
    fn comment(&mut self) -> Result<String, BadPgn> {
        let rest = self.rest();
        if rest.starts_with(';') {
            let line = rest.lines().next().unwrap_or("");
            self.advance(line.len());
            return Ok(tidy(&line[1..]));
        }
        match self.closing_brace() {
            Some(end) => {
                self.advance(end + 1);
                Ok(tidy(&rest[1..end]))
            }
            None => self.error("the comment that opens here is not closed: \"}\" missing"),
        }
    }

    /// Where the comment that opens here is closed, if it is. One that has another game in it has lost its brace.
    fn closing_brace(&mut self) -> Option<usize> {
        let rest = self.rest();
        if !self.may_close {
            return None;
        }
        for (at, sign) in rest.match_indices(['}', '\n']) {
            if sign == "}" {
                return Some(at);
            }
            if rest[at + 1..].starts_with("[Event ") {
                return None;
            }
        }
        self.may_close = false;
        None
    }

    /// The next token of the moves, blanks passed over before.
    fn token(&mut self) -> Result<Token<'a>, BadPgn> {
        match self.next_character() {
            None | Some('[') => return Ok(Token::End),
            Some('{' | ';') => return self.comment().map(Token::Comment),
            Some('$') => return self.glyph(),
            Some('}') => return self.error("\"}\" without a comment that it closes"),
            Some(']') => return self.error("\"]\" without a tag that it closes"),
            Some(_) => {}
        }
        let token = match self.next_character() {
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some('*') => Token::Result(None),
            _ => return Ok(self.word()),
        };
        self.advance(1);
        Ok(token)
    }

    fn glyph(&mut self) -> Result<Token<'a>, BadPgn> {
        let digits = &self.rest()[1..];
        let digits = &digits[..digits.find(|next: char| !next.is_ascii_digit()).unwrap_or(digits.len())];
        match digits.parse() {
            Ok(glyph) => {
                self.advance(1 + digits.len());
                Ok(Token::Glyph(glyph))
            }
            Err(_) => self.error("glyphs are written $0 to $255"),
        }
    }

    /// Everything up to a blank or a sign with a meaning of its own, save the brackets of `e8(Q)`.
    fn word(&mut self) -> Token<'a> {
        let rest = self.rest();
        let is_end = |next: char| next.is_whitespace() || "{}()[];$*".contains(next);
        let mut end = rest.find(is_end).unwrap_or(rest.len());
        if let [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..] = rest.as_bytes()[end..] {
            end += 3;
            end += rest[end..].find(is_end).unwrap_or(rest.len() - end);
        }
        self.advance(end);
        match &rest[..end] {
            "1-0" => Token::Result(Some(Outcome::win(Side::First))),
            "0-1" => Token::Result(Some(Outcome::win(Side::Second))),
            "1/2-1/2" | "1/2" => Token::Result(Some(Outcome::Draw)),
            word => glyph_of(word).map_or(Token::Word(word), Token::Glyph),
        }
    }
}
