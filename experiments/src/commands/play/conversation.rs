//! The dialogue of `fort play`: one loop for every kind of game.
//!
//! A [`Board`] knows the game; [`converse`] reads lines and answers them. A line that is no legal move is answered with
//! what was wrong, and asked for again. A line may hold several moves and requests: they are taken in order, and one
//! that means nothing ends the line. The dialogue ends with the game, at `quit`, or at the end of the input.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read, Write};

use engine::{MoveList, Node, Position};

use crate::failure::{Context, Failure};
use crate::output::{counted, write_words};

/// What is said, or the failure of a player that is a program outside.
pub(super) type Said<T> = Result<T, Failure>;

/// A game that a person takes part in.
pub(super) trait Board {
    /// The game's type.
    type Position: Position;

    /// Where the game stands.
    fn position(&self) -> &Self::Position;

    /// Lets everybody else act until it is the person's turn or the game is over, and says what they did.
    fn wait(&mut self) -> Said<Vec<String>>;

    /// Whose turn it is, or how the game ended.
    fn standing(&self) -> Standing;

    /// Plays the person's move, a legal one.
    fn play(&mut self, mv: <Self::Position as Position>::Move);

    /// Goes back to before the person's last move; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// What a hint is, for the help.
    const HINT: &'static str;

    /// Advice, in words.
    fn hint(&mut self) -> Said<String>;

    /// What is to be said of the board as it stands after a move or one taken back, if anything.
    fn remark(&mut self) -> Option<String> {
        None
    }

    /// What `home` does, for the help; `None` if the game knows no such request.
    const HOME: Option<&'static str> = None;

    /// Plays every move that can be played without a thought, and gives them.
    fn home(&mut self) -> Vec<<Self::Position as Position>::Move> {
        Vec::new()
    }
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

/// What is left of the line that is being taken.
#[derive(Default)]
struct Pending {
    words: VecDeque<String>,
    /// Whether the board has been drawn since it changed last; within a line it is not.
    is_drawn: bool,
}

impl Pending {
    /// Forgets the rest of the line, and says so.
    fn drop_rest(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let rest: Vec<String> = self.words.drain(..).collect();
        if rest.is_empty() { Ok(()) } else { writeln!(out, "not played: {}", rest.join(" ")) }
    }
}

/// Leads the dialogue to its end.
pub(super) fn converse<B: Board>(
    board: &mut B,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    prompt: Prompt,
) -> Result<(), Failure> {
    let mut pending = Pending::default();
    // The last move of a line that goes on, to be named in a remark on it.
    let mut played: Option<String> = None;
    loop {
        for news in board.wait()? {
            writeln!(out, "{news}")?;
        }
        let standing = board.standing();
        pending.is_drawn = pending.words.is_empty() || matches!(standing, Standing::Over(_));
        if pending.is_drawn {
            writeln!(out, "\n{}\n", board.position().picture().trim_end_matches('\n'))?;
        }
        if let Some(remark) = board.remark() {
            let after = played.take().map(|mv| format!("after {mv}: ")).unwrap_or_default();
            writeln!(out, "{after}{remark}")?;
        }
        if let Standing::Over(result) = standing {
            pending.drop_rest(out)?;
            writeln!(out, "{result}")?;
            return Ok(());
        }
        let is_within = !pending.words.is_empty();
        match turn(board, &mut pending, input, out, prompt)? {
            Next::Leave => return Ok(()),
            Next::Played(mv) => played = (is_within || !pending.words.is_empty()).then_some(mv),
            Next::Board => played = None,
        }
    }
}

/// What follows on the person's answer.
enum Next {
    /// The person has made this move.
    Played(String),
    /// The board has changed, or is to be shown.
    Board,
    /// The person has left.
    Leave,
}

/// Takes what is left of the line, and further lines, until the person changes the board or leaves.
fn turn<B: Board>(
    board: &mut B,
    pending: &mut Pending,
    input: &mut dyn BufRead,
    out: &mut dyn Write,
    prompt: Prompt,
) -> Result<Next, Failure> {
    loop {
        while let Some(word) = pending.words.pop_front() {
            match take(board, &word, out)? {
                Taken::Next(next) => return Ok(next),
                Taken::Answered => {}
                Taken::Refused => pending.drop_rest(out)?,
            }
        }
        if !pending.is_drawn {
            return Ok(Next::Board);
        }
        let (Standing::Turn(words) | Standing::Stuck(words) | Standing::Over(words)) = board.standing();
        match prompt {
            Prompt::SameLine => write!(out, "{words}> ")?,
            Prompt::OwnLine => writeln!(out, "{words}")?,
        }
        out.flush()?;
        match read_line(input).while_running("standard input")? {
            // A move may be written with blanks, so the whole line is tried first.
            Line::Text(text) if find(board.position(), &text).is_some() => {
                pending.words.push_back(text.trim().to_owned());
            }
            Line::Text(text) => pending.words.extend(text.split_whitespace().map(str::to_owned)),
            Line::TooLong => writeln!(out, "that line is too long for a move; `help` says what can be typed")?,
            Line::End => {
                writeln!(out, "\nend of input; the game is not finished")?;
                return Ok(Next::Leave);
            }
        }
    }
}

/// What became of one word of a line.
enum Taken {
    /// The board has changed, or the person leaves.
    Next(Next),
    /// It was a question, and is answered.
    Answered,
    /// It means nothing here, which has been said.
    Refused,
}

/// Answers one request, or plays one move.
fn take<B: Board>(board: &mut B, word: &str, out: &mut dyn Write) -> Result<Taken, Failure> {
    match word {
        "help" | "?" => write_help::<B>(out)?,
        "moves" => write_moves(board.position(), out)?,
        "hint" => writeln!(out, "{}", board.hint()?)?,
        "show" => return Ok(Taken::Next(Next::Board)),
        "undo" if board.undo() => return Ok(Taken::Next(Next::Board)),
        "undo" => writeln!(out, "there is no move of yours to take back")?,
        "home" | "auto" if B::HOME.is_some() => {
            let moves: Vec<String> = board.home().iter().map(ToString::to_string).collect();
            if moves.is_empty() {
                writeln!(out, "no card goes home that is sure to lose no win by it")?;
            } else {
                writeln!(out, "{}: {}", counted(moves.len() as u64, "move"), moves.join(" "))?;
                return Ok(Taken::Next(Next::Board));
            }
        }
        "quit" => {
            writeln!(out, "the game is not finished")?;
            return Ok(Taken::Next(Next::Leave));
        }
        text => {
            if let Some(mv) = find(board.position(), text) {
                board.play(mv);
                return Ok(Taken::Next(Next::Played(mv.to_string())));
            }
            let error = board.position().find_move(text).err().map(|error| error.to_string()).unwrap_or_default();
            writeln!(out, "{error}; `help` says what else can be typed")?;
            return Ok(Taken::Refused);
        }
    }
    Ok(Taken::Answered)
}

/// The legal move that a text names; if none is written exactly so, the only one that differs in capitals alone.
fn find<P: Position>(pos: &P, text: &str) -> Option<P::Move> {
    if let Ok(mv) = pos.find_move(text) {
        return Some(mv);
    }
    let mut list = MoveList::new();
    pos.moves(&mut list);
    let mut alike = list.iter().filter(|mv| mv.to_string().eq_ignore_ascii_case(text.trim()));
    alike.next().copied().filter(|_| alike.next().is_none())
}

fn write_help<B: Board>(out: &mut dyn Write) -> io::Result<()> {
    let home = B::HOME.map(|does| ("home", does));
    writeln!(out, "Type a move as `moves` lists it, or several separated by blanks, or one of:")?;
    let requests = [("moves", "the legal moves"), ("hint", B::HINT)].into_iter().chain(home).chain([
        ("undo", "take back your last move"),
        ("show", "the board again"),
        ("help", "this"),
        ("quit", "leave the game"),
    ]);
    requests.into_iter().try_for_each(|(word, does)| writeln!(out, "  {word:<7} {does}"))
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
