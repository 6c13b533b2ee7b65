//! Reading games: one pass over the text, no recursion, and a new beginning after an error.

use std::marker::PhantomData;

use super::lexer::{Lexer, Token, glyph_of};
use super::{Game, Mark, Ply, Portable};

/// Tags of a game, at most: far above what anybody writes.
const TAGS: usize = 256;

/// Something in a text that is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct BadGame {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there, and what would be accepted.
    pub what: String,
}

/// Reads the games of a text, one after another.
///
/// After an error it goes on at the next game: at a line that begins with `[Event `, or with another tag after moves.
#[must_use]
pub fn games<G: Portable>(text: &str) -> Games<'_, G> {
    // A byte order mark is no part of the text.
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    Games { lexer: Lexer::new(text, !G::STAR_PRAISES), part: Part::Tags, game: PhantomData }
}

/// A tag as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The line it is on, from 1.
    pub line: usize,
    /// What stands before its value.
    pub name: String,
    /// What stands between the quotes.
    pub value: String,
}

impl Tag {
    /// The last tag of this name.
    #[must_use]
    pub fn last<'a>(name: &str, tags: &'a [Self]) -> Option<&'a Self> {
        tags.iter().rfind(|tag| tag.name == name)
    }

    /// An error at this tag.
    #[must_use]
    pub const fn refused(&self, what: String) -> BadGame {
        BadGame { line: self.line, what }
    }
}

/// The games of a text.
#[derive(Clone, Debug)]
pub struct Games<'a, G> {
    lexer: Lexer<'a>,
    part: Part,
    game: PhantomData<G>,
}

/// Where in a game the reader is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Tags,
    Moves,
}

impl<G: Portable> Iterator for Games<'_, G> {
    type Item = Result<Game<G>, BadGame>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game();
        if game.is_err() {
            self.go_to_next_game();
        }
        game.transpose()
    }
}

impl<G: Portable> Games<'_, G> {
    fn game(&mut self) -> Result<Option<Game<G>>, BadGame> {
        self.part = Part::Tags;
        let Some((intro, tags)) = self.header()? else { return Ok(None) };
        self.part = Part::Moves;
        let mut game = Game { intro, ..Game::new(G::set_up(&tags)?) };
        for tag in &tags {
            game.set_tag(&tag.name, &tag.value);
        }
        let result = Tag::last("Result", &tags).filter(|_| G::RESULT_IN_TAG);
        self.moves(&mut game, result.and_then(|tag| G::read_result(tag.value.trim())))?;
        Ok(Some(game))
    }

    /// Reads tags, and comments before the first move; `None` at the end of the text.
    fn header(&mut self) -> Result<Option<(String, Vec<Tag>)>, BadGame> {
        let (mut intro, mut tags, mut has_event) = (String::new(), Vec::new(), false);
        loop {
            self.lexer.skip_blanks();
            match self.lexer.next_character() {
                None if tags.is_empty() => return Ok(None),
                // The next game has begun.
                Some('[') if has_event && self.lexer.rest().starts_with("[Event ") => break,
                Some('[') => {
                    let line = self.lexer.line;
                    let (name, value) = self.lexer.tag()?;
                    // What stands before the first tag is not said of this game.
                    if tags.is_empty() {
                        intro.clear();
                    }
                    if tags.len() == TAGS {
                        return Err(BadGame { line, what: format!("more than {TAGS} tags") });
                    }
                    has_event |= name == "Event";
                    tags.push(Tag { line, name: name.to_owned(), value });
                }
                Some('{' | ';') => append(&mut intro, &self.lexer.comment()?),
                _ => break,
            }
        }
        Ok(Some((intro, tags)))
    }

    /// Reads moves up to the result; `in_tag` is what the tags say of it, if they count.
    fn moves(&mut self, game: &mut Game<G>, in_tag: Option<Mark>) -> Result<(), BadGame> {
        let first_line = self.lexer.line;
        let mut pos = game.start.clone();
        // How many variations are open around this place. They are counted, not entered.
        let mut depth = 0_usize;
        loop {
            self.lexer.skip_blanks();
            let line = self.lexer.line;
            let error = |what: String| Err(BadGame { line, what });
            match self.lexer.token()? {
                Token::End if depth > 0 => return error("a variation is not closed: \")\" missing".to_owned()),
                Token::End => {
                    if let Some(mark) = in_tag {
                        game.result = mark.result();
                        return Ok(());
                    }
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
                Token::Word(word) => {
                    let text = without_number(word, G::BARE_NUMBERS);
                    if let Some(mark) = G::read_result(text) {
                        game.result = mark.result().or(in_tag.and_then(Mark::result));
                        return Ok(());
                    }
                    if let Some(mv) = pos.read_move(text).map_err(|what| BadGame { line, what })? {
                        pos = pos.play(mv);
                        let remark = &text[text.trim_end_matches(['!', '?', '*']).len()..];
                        game.plies.push(Ply {
                            mv,
                            glyphs: glyph_of(remark).into_iter().collect(),
                            comment: String::new(),
                        });
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

/// The text after `12.`, `12...` or `...`; a number alone is nothing, if `bare_numbers` may stand there.
fn without_number(word: &str, bare_numbers: bool) -> &str {
    let rest = word.trim_start_matches(|first: char| first.is_ascii_digit());
    if rest.is_empty() && bare_numbers || rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…'])
    } else {
        word
    }
}

/// Adds a comment to another.
fn append(comment: &mut String, more: &str) {
    if !comment.is_empty() && !more.is_empty() {
        comment.push(' ');
    }
    comment.push_str(more);
}
