//! The dialogue of `fort play`: one loop for every kind of game.
//!
//! A [`Board`] knows the game; [`converse`] reads lines and answers them. A line that is no legal move is answered with
//! what was wrong, and asked for again. The dialogue ends with the game, at `quit`, or at the end of the input.

use std::io::{self, BufRead, Read, Write};

use engine::{MoveList, Node, Position};

use crate::failure::{Context, Failure};
use crate::output::{counted, write_words};

const HELP: &str = "\
Type a move as `moves` lists it, or one of:
  moves   the legal moves
  hint    what the player would do
  undo    take back your last move
  show    the board again
  help    this
  quit    leave the game";

/// A game that a person takes part in.
pub(super) trait Board {
    /// The game's type.
    type Position: Position;

    /// Where the game stands.
    fn position(&self) -> &Self::Position;

    /// Lets everybody else act until it is the person's turn or the game is over, and says what they did.
    fn wait(&mut self) -> Vec<String>;

    /// Whose turn it is, or how the game ended.
    fn standing(&self) -> Standing;

    /// Plays the person's move, a legal one.
    fn play(&mut self, mv: <Self::Position as Position>::Move);

    /// Goes back to before the person's last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Advice, in words.
    fn hint(&mut self) -> String;
}

/// Whose turn it is, or how the game ended; with the words to say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// The person is to move.
    Turn(String),
    /// The person has no moves left, and may take some back.
    Stuck(String),
    /// The game is over.
    Over(String),
}

/// Where the person's typing appears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Prompt {
    /// Behind the prompt: at a terminal.
    SameLine,
    /// Not at all: the prompt ends its own line.
    OwnLine,
}

/// One line of input.
enum Line {
    Text(String),
    /// Too long for anything that can be meant.
    TooLong,
    End,
}

/// Leads the dialogue to its end.
pub(super) fn converse<B: Board>(
    board: &mut B,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    prompt: Prompt,
) -> Result<(), Failure> {
    loop {
        for news in board.wait() {
            writeln!(out, "{news}")?;
        }
        writeln!(out, "\n{}\n", board.position().picture().trim_end_matches('\n'))?;
        if let Standing::Over(result) = board.standing() {
            writeln!(out, "{result}")?;
            return Ok(());
        }
        if turn(board, input, out, prompt)? == Next::Leave {
            return Ok(());
        }
    }
}

/// What follows on the person's answer.
#[derive(PartialEq, Eq)]
enum Next {
    /// The board has changed.
    Board,
    /// The person has left.
    Leave,
}

/// Asks until the person changes the board or leaves.
fn turn<B: Board>(
    board: &mut B,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    prompt: Prompt,
) -> Result<Next, Failure> {
    loop {
        let (Standing::Turn(words) | Standing::Stuck(words) | Standing::Over(words)) = board.standing();
        match prompt {
            Prompt::SameLine => write!(out, "{words}> ")?,
            Prompt::OwnLine => writeln!(out, "{words}")?,
        }
        out.flush()?;
        let line = match read_line(input).while_running("standard input")? {
            Line::Text(line) => line,
            Line::TooLong => {
                writeln!(out, "that line is too long for a move; `help` says what can be typed")?;
                continue;
            }
            Line::End => {
                writeln!(out, "\nend of input; the game is not finished")?;
                return Ok(Next::Leave);
            }
        };
        match line.trim() {
            "" => {}
            "help" | "?" => writeln!(out, "{HELP}")?,
            "moves" => write_moves(board.position(), out)?,
            "hint" => writeln!(out, "{}", board.hint())?,
            "show" => return Ok(Next::Board),
            "undo" if board.undo() => return Ok(Next::Board),
            "undo" => writeln!(out, "there is no move of yours to take back")?,
            "quit" => {
                writeln!(out, "the game is not finished")?;
                return Ok(Next::Leave);
            }
            text => match board.position().find_move(text) {
                Ok(mv) => {
                    board.play(mv);
                    return Ok(Next::Board);
                }
                Err(error) => writeln!(out, "{error}; `help` says what else can be typed")?,
            },
        }
    }
}

fn write_moves(pos: &impl Position, out: &mut dyn Write) -> io::Result<()> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let words: Vec<String> = list.iter().map(ToString::to_string).collect();
    writeln!(out, "{}", counted(words.len() as u64, "move"))?;
    write_words(&words, out)
}

/// Reads a line of at most 4,096 bytes; bytes that are no text become signs that no move is written with.
fn read_line(input: &mut dyn BufRead) -> io::Result<Line> {
    const LIMIT: u64 = 4096;
    let mut bytes = Vec::new();
    input.take(LIMIT).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LIMIT && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// Reads to the end of the line and keeps nothing of it.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let waiting = input.fill_buf()?;
        let (used, ended) = match waiting.iter().position(|&byte| byte == b'\n') {
            Some(at) => (at + 1, true),
            None => (waiting.len(), waiting.is_empty()),
        };
        input.consume(used);
        if ended {
            return Ok(());
        }
    }
}
