//! The words of a text of games: tags, comments, glyphs, brackets, and everything else.
//!
//! One pass and no recursion: what was sought once in vain is not sought again, so that nonsense of any length takes its
//! length in time. What the words mean is the [reader's](super::read) to say.

use super::read::BadGame;
use super::{is_of_tag, tidy};

/// The glyph of a judgement in signs.
pub(super) fn glyph_of(remark: &str) -> Option<u8> {
    let signs = ["!", "?", "!!", "??", "!?", "?!", "*"];
    (1..).zip(signs).find(|&(_, sign)| sign == remark).map(|(glyph, _)| glyph)
}

/// What the moves of a game are made of.
pub(super) enum Token<'a> {
    /// The end of the text, or the next game's first tag.
    End,
    Open,
    Close,
    Comment(String),
    Glyph(u8),
    /// A move, a number, a result, or something that is none of these.
    Word(&'a str),
}

/// A place in the text and the line it is on.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// The line, from 1.
    pub(super) line: usize,
    /// Whether a brace may still close a comment: what was sought in vain once is not sought again.
    may_close: bool,
    /// Whether a star ends a word that is not its own: else it is a word's part.
    star_ends: bool,
}

impl<'a> Lexer<'a> {
    pub(super) const fn new(text: &'a str, star_ends: bool) -> Self {
        Self { text, at: 0, line: 1, may_close: true, star_ends }
    }

    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn next_character(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text.as_bytes()[self.at - 1] == b'\n'
    }

    fn error<T>(&self, what: impl Into<String>) -> Result<T, BadGame> {
        Err(BadGame { line: self.line, what: what.into() })
    }

    /// Goes on by a number of bytes and counts the lines in them.
    fn advance(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    pub(super) fn skip_line(&mut self) {
        let rest = self.rest();
        self.advance(rest.find('\n').map_or(rest.len(), |end| end + 1));
    }

    /// Passes over blanks and over escaped lines, which begin with `%`.
    pub(super) fn skip_blanks(&mut self) {
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
    pub(super) fn tag(&mut self) -> Result<(&'a str, String), BadGame> {
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
    pub(super) fn comment(&mut self) -> Result<String, BadGame> {
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
    pub(super) fn token(&mut self) -> Result<Token<'a>, BadGame> {
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
            Some('*') => Token::Word("*"),
            _ => return Ok(self.word()),
        };
        self.advance(1);
        Ok(token)
    }

    fn glyph(&mut self) -> Result<Token<'a>, BadGame> {
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
        let is_end = |next: char| next.is_whitespace() || "{}()[];$".contains(next) || next == '*' && self.star_ends;
        let mut end = rest.find(is_end).unwrap_or(rest.len());
        if let [b'(', b'Q' | b'R' | b'B' | b'N', b')', ..] = rest.as_bytes()[end..] {
            end += 3;
            end += rest[end..].find(is_end).unwrap_or(rest.len() - end);
        }
        self.advance(end);
        let word = &rest[..end];
        glyph_of(word).map_or(Token::Word(word), Token::Glyph)
    }
}
