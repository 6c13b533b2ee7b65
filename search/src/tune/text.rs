//! Weights as text: what is wrong with one, and the words that it is made of.
//!
//! Each game writes its weights in a form of its own: [`chess`](super::chess::text), [`checkers`](super::checkers).

/// What is wrong with a text of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadWeights {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub what: String,
}

/// The words of a text: brackets, commas and numbers.
pub(super) struct Words<'a> {
    rest: &'a str,
    line: usize,
}

impl<'a> Words<'a> {
    pub(super) const fn new(text: &'a str) -> Self {
        Self { rest: text, line: 1 }
    }

    pub(super) fn bad(&self, what: String) -> BadWeights {
        BadWeights { line: self.line, what }
    }

    /// The next word, empty at the end.
    pub(super) fn peek(&mut self) -> &'a str {
        let trimmed = self.rest.trim_start();
        self.line += self.rest[..self.rest.len() - trimmed.len()].matches('\n').count();
        self.rest = trimmed;
        let is_sign = |c: char| "()[],".contains(c);
        match trimmed.chars().next() {
            Some(first) if is_sign(first) => &trimmed[..1],
            _ => &trimmed[..trimmed.find(|c: char| is_sign(c) || c.is_whitespace()).unwrap_or(trimmed.len())],
        }
    }

    pub(super) fn accept(&mut self, word: &str) -> bool {
        let is_there = self.peek() == word;
        if is_there {
            self.rest = &self.rest[word.len()..];
        }
        is_there
    }

    pub(super) fn expect(&mut self, word: &str) -> Result<(), BadWeights> {
        self.expect_of(word, || "weights".to_owned())
    }

    pub(super) fn expect_of(&mut self, word: &str, of: impl Fn() -> String) -> Result<(), BadWeights> {
        if self.accept(word) {
            return Ok(());
        }
        let found = self.peek();
        Err(self.bad(format!("{found:?} where {word:?} belongs: {}", of())))
    }

    /// A closing bracket, perhaps after a comma.
    pub(super) fn close(&mut self, word: &str) -> Result<(), BadWeights> {
        self.accept(",");
        self.expect(word)
    }

    pub(super) fn number(&mut self) -> Result<i16, BadWeights> {
        let word = self.peek();
        match word.parse() {
            Ok(number) => {
                self.rest = &self.rest[word.len()..];
                Ok(number)
            }
            Err(_) => Err(self.bad(format!("{word:?} is not a whole number of 16 bits"))),
        }
    }
}
