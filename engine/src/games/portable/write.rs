//! Writing games: tags, then moves and comments in lines below 80 columns.

use std::fmt::{self, Write};

use super::{Game, Portable, is_of_tag, mark, roster, tidy, unknown};
use crate::Side;

/// Characters in a line, at most: the standard asks for fewer than 80.
const WIDTH: usize = 79;

impl<G: Portable> fmt::Display for Game<G> {
    /// The whole game with an empty line at its end, so that games can be written one after another.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in roster::<G>() {
            write_tag(f, name, self.tag(name).unwrap_or(unknown(name)))?;
        }
        write_tag(f, "Result", mark(self.result))?;
        for (name, value) in self.tags().filter(|&(name, _)| roster::<G>().all(|other| other != name)) {
            write_tag(f, name, value)?;
        }
        if let Some([name, value]) = self.start.kind_tag() {
            write_tag(f, name, value)?;
        }
        if !self.start.is_usual_start() {
            write_tag(f, "SetUp", "1")?;
            write_tag(f, "FEN", &self.start.to_string())?;
        }
        write!(f, "\n{}\n\n", self.movetext())
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    debug_assert!(name.chars().all(is_of_tag), "tags are named by `set_tag`");
    write!(f, "[{name} \"")?;
    for character in value.chars() {
        if matches!(character, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(character)?;
    }
    f.write_str("\"]\n")
}

impl<G: Portable> Game<G> {
    fn movetext(&self) -> String {
        let mut lines = Lines::default();
        lines.comment(&self.intro);
        let mut pos = self.start.clone();
        let mut number = self.start.first_number();
        // A move of the second side gets a number where the first side's does not stand directly before it.
        let mut needs_number = true;
        for ply in &self.plies {
            let is_first = pos.side() == Side::First;
            if is_first || needs_number {
                lines.word(&format!("{number}{}", if is_first { "." } else { "..." }));
            }
            lines.word(&pos.write_move(ply.mv));
            for glyph in &ply.glyphs {
                lines.word(&format!("${glyph}"));
            }
            needs_number = lines.comment(&ply.comment);
            number += u32::from(!is_first);
            pos = pos.play(ply.mv);
        }
        lines.word(mark(self.result));
        lines.text
    }
}

/// Words in lines.
#[derive(Default)]
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Writes a word on this line or, if it has no room, on the next.
    fn word(&mut self, word: &str) {
        let width = word.chars().count();
        // At the beginning of a line these would be taken for an escaped line and for a tag.
        let must_stay = word.starts_with(['%', '[']);
        if self.column > 0 {
            if self.column + 1 + width > WIDTH && !must_stay {
                self.text.push('\n');
                self.column = 0;
            } else {
                self.text.push(' ');
                self.column += 1;
            }
        }
        self.text.push_str(word);
        self.column += width;
    }

    /// Writes a comment, if there is one, and says whether there was.
    fn comment(&mut self, comment: &str) -> bool {
        let comment = tidy(comment);
        if !comment.is_empty() {
            format!("{{{comment}}}").split(' ').for_each(|word| self.word(word));
        }
        !comment.is_empty()
    }
}
