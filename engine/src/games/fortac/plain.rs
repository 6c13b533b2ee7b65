//! The rules once more, for tests only: plain loops over a 4x4 array, hands and deck as lists of names.
//!
//! Written from the rule sheet and sharing nothing with the game's own code, texts included; [`Plain::perft`] is what
//! `testdata/fortac/perft.csv` was computed with, and what the tests compare the fast generator with.

use std::collections::BTreeSet;

const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A position: rows from the top, `'R'`, `'B'` or `'E'`; player 0 is Red.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    board: [[char; 4]; 4],
    hands: [Vec<String>; 2],
    deck: Vec<String>,
    discards: Vec<String>,
    made: [Vec<&'static str>; 2],
    player: usize,
    rules: String,
    over: bool,
}

/// `(row, column)` from the top left.
type Place = (i32, i32);

impl Plain {
    /// Reads a decision position's text; panics on anything else.
    pub(super) fn read(text: &str, rules: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let mut board = [['E'; 4]; 4];
        for (row, letters) in words[0].split('/').enumerate() {
            for (column, letter) in letters.chars().enumerate() {
                board[row][column] = letter;
            }
        }
        let value = |index: usize| words[index].split('=').nth(1).expect("key=value");
        let cards = |list: &str| -> Vec<String> {
            let mut cards = Vec::new();
            for part in list.split('+').filter(|&part| part != "-") {
                let copies = part.chars().next().and_then(|digit| digit.to_digit(10)).unwrap_or(1);
                let card = part.trim_start_matches(char::is_numeric).to_owned();
                (0..copies).for_each(|_| cards.push(card.clone()));
            }
            cards
        };
        let made = |list: &str| {
            let types = ["corners", "centre", "orthogonal", "diagonal"];
            types.into_iter().filter(|name| list.split('+').any(|part| part == *name)).collect::<Vec<_>>()
        };
        let (red, black) = value(6).split_once('/').expect("red/black");
        Self {
            board,
            hands: [cards(value(2)), cards(value(3))],
            deck: cards(value(4)),
            discards: cards(value(5)),
            made: [made(red), made(black)],
            player: ["red", "black"].iter().position(|&name| name == words[1]).expect("a side"),
            rules: rules.to_owned(),
            over: false,
        }
    }

    fn has_rule(&self, rule: &str) -> bool {
        self.rules.split(',').any(|part| part == rule)
    }

    fn at(&self, (row, column): Place) -> Option<char> {
        if (0..4).contains(&row) && (0..4).contains(&column) {
            Some(self.board[row as usize][column as usize])
        } else {
            None
        }
    }

    fn is_man(&self, place: Place) -> bool {
        matches!(self.at(place), Some('R' | 'B'))
    }

    fn places() -> impl Iterator<Item = Place> {
        (0..4).flat_map(|row| (0..4).map(move |column| (row, column)))
    }

    fn men_of(&self, player: usize) -> BTreeSet<Place> {
        Self::places().filter(|&place| self.at(place) == Some(['R', 'B'][player])).collect()
    }

    /// Whether one man takes part in Jump, Trade, Switch or Push with a neighbour in this direction.
    fn are_adjacent(&self, a: Place, b: Place) -> bool {
        let (rows, columns) = ((a.0 - b.0).abs(), (a.1 - b.1).abs());
        if self.has_rule("adjacency=4") { rows + columns == 1 } else { rows.max(columns) == 1 }
    }

    /// All moves: the text of each with the board after it.
    fn moves(&self) -> Vec<(String, String, [[char; 4]; 4])> {
        let mut found: Vec<(String, String, [[char; 4]; 4])> = Vec::new();
        if self.over {
            return found;
        }
        let kinds: BTreeSet<&String> = self.hands[self.player].iter().collect();
        for card in kinds {
            for from in self.men_of(self.player) {
                for to in Self::places() {
                    if let Some((board, is_null)) = self.try_move(card, from, to) {
                        let text = if is_null {
                            format!("{card}:null")
                        } else {
                            format!("{card}:{}-{}", name(from), name(to))
                        };
                        if !found.iter().any(|(other, ..)| *other == text) {
                            found.push((text, card.clone(), board));
                        }
                    }
                }
            }
        }
        found
    }

    /// The texts of all moves, sorted.
    pub(super) fn move_texts(&self) -> Vec<String> {
        let mut texts: Vec<String> = self.moves().into_iter().map(|(text, ..)| text).collect();
        texts.sort();
        texts
    }

    /// The board after a man went from `from` to `to` by `card`, if it may, and whether that swapped own men.
    fn try_move(&self, card: &str, from: Place, to: Place) -> Option<([[char; 4]; 4], bool)> {
        if from == to {
            return None;
        }
        let (rows, columns) = (to.0 - from.0, to.1 - from.1);
        let (distance, straight) = (rows.abs().max(columns.abs()), rows == 0 || columns == 0);
        let diagonal = rows.abs() == columns.abs();
        let is_corner = [0, 3].contains(&to.0) && [0, 3].contains(&to.1);
        let unit = (rows.signum(), columns.signum());
        let along = |steps: i32| (from.0 + steps * unit.0, from.1 + steps * unit.1);
        let is_free_way = (1..distance).all(|steps| self.at(along(steps)) == Some('E'));
        let goes = match card {
            "hop" => straight && distance == 1,
            "skip" => diagonal && distance == 1,
            "king" => distance == 1,
            "horse" => rows.abs() * columns.abs() == 2,
            "rook" => straight && is_free_way,
            "bishop" => diagonal && is_free_way,
            "zip" => is_corner,
            "zap" => !is_corner,
            "jump" => {
                (straight || diagonal) && distance == 2 && self.is_man(along(1)) && self.are_adjacent(from, along(1))
            }
            "trade" | "switch" => {
                if self.at(to) == Some('E') || self.are_adjacent(from, to) != (card == "trade") {
                    return None;
                }
                let is_null = self.at(from) == self.at(to);
                if is_null && self.has_rule("null_swap=off") {
                    return None;
                }
                let mut board = self.board;
                board[from.0 as usize][from.1 as usize] = self.at(to)?;
                board[to.0 as usize][to.1 as usize] = self.at(from)?;
                return Some((board, is_null));
            }
            "push" => return self.try_push(from, to).map(|board| (board, false)),
            _ => panic!("no card {card}"),
        };
        if !goes || self.at(to) != Some('E') {
            return None;
        }
        let mut board = self.board;
        board[to.0 as usize][to.1 as usize] = self.at(from)?;
        board[from.0 as usize][from.1 as usize] = 'E';
        Some((board, false))
    }

    fn try_push(&self, from: Place, to: Place) -> Option<[[char; 4]; 4]> {
        if !self.are_adjacent(from, to) || !DIRECTIONS.contains(&(to.0 - from.0, to.1 - from.1)) {
            return None;
        }
        let mut chain = vec![from];
        let mut place = to;
        while self.is_man(place) {
            chain.push(place);
            place = (place.0 + to.0 - from.0, place.1 + to.1 - from.1);
        }
        if self.at(place) != Some('E') || !(2..=3).contains(&chain.len()) {
            return None;
        }
        let mut board = self.board;
        for &man in chain.iter().rev() {
            let behind = (man.0 + to.0 - from.0, man.1 + to.1 - from.1);
            board[behind.0 as usize][behind.1 as usize] = self.at(man)?;
            board[man.0 as usize][man.1 as usize] = 'E';
        }
        Some(board)
    }

    /// The position after a move, but for the draw.
    fn play(&self, card: &str, board: [[char; 4]; 4]) -> Self {
        let mut next = self.clone();
        next.board = board;
        let index = next.hands[self.player].iter().position(|other| other == card).expect("a card of the hand");
        next.discards.push(next.hands[self.player].remove(index));
        for owner in [self.player, 1 - self.player] {
            if next.over || (owner != self.player && !self.has_rule("combo=any_time")) {
                continue;
            }
            let (before, after) = (combo(&self.men_of(owner)), combo(&next.men_of(owner)));
            if let Some(kind) = after
                && (before.is_none() || self.men_of(owner) != next.men_of(owner))
                && !next.made[owner].contains(&kind)
            {
                next.made[owner].push(kind);
                next.over = next.made[owner].len() == 2;
            }
        }
        next
    }

    /// The positions after the draw, one for each kind of card.
    fn draws(mut self) -> Vec<Self> {
        let mover = self.player;
        self.player = 1 - mover;
        if self.over {
            return vec![self];
        }
        if self.deck.is_empty() {
            if self.has_rule("deck=no_redraw") {
                return vec![self];
            }
            if self.has_rule("deck=draw_game") {
                self.over = true;
                return vec![self];
            }
            self.deck = std::mem::take(&mut self.discards);
        }
        let kinds: BTreeSet<String> = self.deck.iter().cloned().collect();
        let draw = |card: String| {
            let mut next = self.clone();
            let index = next.deck.iter().position(|other| *other == card).expect("a card of the deck");
            let drawn = next.deck.remove(index);
            next.hands[mover].push(drawn);
            next
        };
        kinds.into_iter().map(draw).collect()
    }

    /// The number of sequences of `depth` moves, every kind of card drawn between two of them counted once.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let after = |(_, card, board): (String, String, _)| self.play(&card, board).draws();
        moves.into_iter().flat_map(after).map(|next| next.perft(depth - 1)).sum()
    }
}

/// The square's name, `a1` at the bottom left.
fn name((row, column): Place) -> String {
    format!("{}{}", ["a", "b", "c", "d"][column as usize], 4 - row)
}

/// The type of combo that these men make.
pub(super) fn combo(men: &BTreeSet<Place>) -> Option<&'static str> {
    let all = |test: &dyn Fn(Place) -> bool| men.iter().all(|&place| test(place));
    let first = *men.first()?;
    if all(&|(row, column)| row % 3 == 0 && column % 3 == 0) {
        Some("corners")
    } else if all(&|(row, column)| row % 3 != 0 && column % 3 != 0) {
        Some("centre")
    } else if all(&|(row, _)| row == first.0) || all(&|(_, column)| column == first.1) {
        Some("orthogonal")
    } else if all(&|(row, column)| row == column) || all(&|(row, column)| row + column == 3) {
        Some("diagonal")
    } else {
        None
    }
}
