//! What a page replays: lines of play, position by position, in few bytes.
//!
//! A [`Reel`] keeps every different piece once and of each position what has changed since the one before, so that a game of
//! chess takes some three kilobytes. The page draws what it is told and knows no rules.

use fxhash::FxHashMap;
use serde::Serialize;

use crate::drawing::{Board, Drawn, Piece, TEXT_SIZE, What};

/// Lines of play on one kind of board.
#[derive(Debug)]
pub(crate) struct Reel {
    pub(crate) board: Board,
    /// What the lines are, such as `game`.
    unit: &'static str,
    /// What is to be said of them.
    pub(crate) note: String,
    numbers: FxHashMap<Piece, usize>,
    pieces: Vec<Piece>,
    lines: Vec<Line>,
}

/// What is told of a line beside its moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caption {
    /// What it is called in the list.
    pub(crate) name: String,
    /// Who plays, or what it is.
    pub(crate) heading: String,
    /// How it ended, in words.
    pub(crate) end: String,
    /// The same as short as can be, for the list.
    pub(crate) result: String,
    /// Who is to move in each position, in words; none in solitaires.
    pub(crate) movers: Vec<String>,
    /// How many of the moves are the opening's.
    pub(crate) opening: usize,
}

/// A line as the page has it.
#[derive(Debug, Serialize)]
struct Line {
    name: String,
    heading: String,
    end: String,
    result: String,
    opening: usize,
    /// The words for the movers, and which of them is to move in each position.
    movers: Vec<String>,
    turns: Vec<usize>,
    moves: Vec<String>,
    /// What comes with each position, by its piece's number and 1; what goes, by the same below zero.
    changes: Vec<Vec<i64>>,
}

#[derive(Serialize)]
struct Json<'a> {
    size: [u32; 2],
    text_size: u32,
    /// Each as the name of its shape or the words, whether it is a shape, and its place.
    pieces: Vec<(&'a str, bool, u32, u32)>,
    lines: &'a [Line],
}

impl Reel {
    /// Without lines yet.
    pub(crate) fn new(board: Board, unit: &'static str) -> Self {
        let (numbers, pieces) = (FxHashMap::default(), Vec::new());
        Self { board, unit, note: String::new(), numbers, pieces, lines: Vec::new() }
    }

    /// The number of lines.
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// The heading of the part.
    pub(super) fn title(&self) -> String {
        let mut letters = self.unit.chars();
        let first = letters.next().map(|letter| letter.to_ascii_uppercase());
        first.into_iter().chain(letters).chain("s, move by move".chars()).collect()
    }

    /// Adds a line: positions, and a move between each and the next.
    pub(crate) fn add<G: Drawn>(&mut self, caption: Caption, positions: &[G], moves: Vec<String>) {
        debug_assert_eq!(positions.len(), moves.len() + 1, "a position before each move and one at the end");
        let scenes = G::scenes(positions).into_iter().map(|scene| self.numbered(scene)).collect::<Vec<_>>();
        let mut before: &[usize] = &[];
        let changes = scenes.iter().map(|scene| {
            let gone = before.iter().filter(|piece| !scene.contains(piece)).map(|&piece| -1 - piece as i64);
            let come = scene.iter().filter(|piece| !before.contains(piece)).map(|&piece| 1 + piece as i64);
            let changes = gone.chain(come).collect();
            before = scene;
            changes
        });
        let changes = changes.collect();
        let Caption { name, heading, end, result, movers: words, opening } = caption;
        let mut movers: Vec<String> = Vec::new();
        let turns = words.into_iter().map(|mover| {
            movers.iter().position(|other| *other == mover).unwrap_or_else(|| {
                movers.push(mover);
                movers.len() - 1
            })
        });
        let turns = turns.collect();
        self.lines.push(Line { name, heading, end, result, opening, movers, turns, moves, changes });
    }

    fn numbered(&mut self, scene: Vec<Piece>) -> Vec<usize> {
        let number = |piece: Piece| {
            let next = self.pieces.len();
            let number = *self.numbers.entry(piece.clone()).or_insert(next);
            if number == next {
                self.pieces.push(piece);
            }
            number
        };
        scene.into_iter().map(number).collect()
    }

    /// All of it as JSON that may stand in a page: no `<` is in it, which could end the element.
    pub(super) fn json(&self) -> String {
        let piece = |Piece { what, at: [x, y] }: &'_ Piece| match what {
            What::Shape(name) => (name.clone().to_string(), true, *x, *y),
            What::Text(words) => (words.clone(), false, *x, *y),
        };
        let pieces: Vec<(String, bool, u32, u32)> = self.pieces.iter().map(piece).collect();
        let pieces = pieces.iter().map(|(name, is_shape, x, y)| (name.as_str(), *is_shape, *x, *y)).collect();
        let json = Json { size: self.board.size, text_size: TEXT_SIZE, pieces, lines: &self.lines };
        let text = serde_json::to_string(&json).expect("text keys and no failing parts");
        text.replace('<', "\\u003c")
    }
}
