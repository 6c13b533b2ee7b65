//! Positions drawn in SVG: what of a board never changes, and what stands on it.
//!
//! A [`Board`] is drawn once; a scene is a list of [`Piece`]s, each a symbol or words at a place. [`Drawn::scenes`] takes a
//! whole line of play, because what lies on a table keeps its place even where a position does not say which (piles of a
//! patience, cards in a hand). A piece that has not moved is an equal piece in both of two scenes, and no scene has two equal
//! pieces: what has changed is the difference of two sets.
//!
//! A drawing needs no style sheet, font or file from elsewhere. Sides differ in lightness and shape, not in hue alone. Ids
//! begin with the game's name. Pieces are painted by [place](in_order), columns from left to right and each from the top, words
//! last.
//!
//! `elements` writes SVG and has the colours, `squares` is the board of squares that several games share; a game's
//! drawing is the file of its name. [`svg`] puts a whole picture together.

mod backgammon;
mod checkers;
mod chess;
mod elements;
mod force3;
mod fortac;
mod forte;
mod patience;
mod squares;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use engine::Position;

use elements::{INK, words};

/// What of a board never changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Board {
    /// Width and height in the units of the drawing: a square, a point or a card is some 60 to 100 units wide.
    pub(crate) size: [u32; 2],
    /// The elements beneath all pieces.
    pub(crate) ground: String,
    /// The symbols by which pieces are drawn, each around its own origin, the centre of the piece.
    pub(crate) shapes: String,
}

/// Something that stands on a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Piece {
    pub(crate) what: What,
    /// Where its centre is.
    pub(crate) at: [u32; 2],
}

/// How a piece looks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum What {
    /// The symbol of this id.
    Shape(Cow<'static, str>),
    /// Words, of [this size](TEXT_SIZE).
    Text(String),
}

/// The size of the words that are pieces.
pub(crate) const TEXT_SIZE: u32 = 22;

impl Piece {
    fn shape(id: impl Into<Cow<'static, str>>, at: [u32; 2]) -> Self {
        Self { what: What::Shape(id.into()), at }
    }

    fn text(text: impl Into<String>, at: [u32; 2]) -> Self {
        Self { what: What::Text(text.into()), at }
    }

    /// The element that draws it.
    pub(crate) fn element(&self) -> String {
        let [x, y] = self.at;
        match &self.what {
            What::Shape(id) => format!(r##"<use href="#{id}" x="{x}" y="{y}"/>"##),
            What::Text(text) => words(self.at, TEXT_SIZE, INK, text),
        }
    }
}

/// A game of which positions can be drawn.
pub(crate) trait Drawn: Position {
    /// The board for a game under these rules.
    fn board(rules: &Self::Rules) -> Board;

    /// What stands on the board in each position of a line of play.
    fn scenes(positions: &[Self]) -> Vec<Vec<Piece>>;

    /// What a move leads to, as a position that lacks what chance has still to give: it can be drawn.
    fn pending(after: &Self::After) -> Self;
}

/// The pieces in the order in which they are painted.
pub(crate) fn in_order(pieces: &[Piece]) -> Vec<&Piece> {
    let mut pieces: Vec<&Piece> = pieces.iter().collect();
    pieces.sort_by_key(|piece| (matches!(piece.what, What::Text(_)), piece.at));
    pieces
}

/// A scene as a file of its own.
pub(crate) fn svg(board: &Board, pieces: &[Piece]) -> String {
    let Board { size: [width, height], ground, shapes } = board;
    let pieces: Vec<String> = in_order(pieces).into_iter().map(Piece::element).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n<defs>\n{shapes}\n</defs>\n{ground}\n{}\n</svg>\n",
        pieces.join("\n")
    )
}
