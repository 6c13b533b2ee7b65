//! FORCE 3 a second time, plainly and slowly: tiles have names, squares are pairs of numbers, and a slide remembers
//! which tile came from where. It shares nothing with the fast rules but the options, and checks them.

use super::{Ban, Both, Options, Relocate, Slide};

/// A square as (file, rank), each from 0 to 2.
type Place = (usize, usize);

const PLACES: [Place; 9] = [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)];

/// How a plain game stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Playing,
    Drawn,
    Won(char),
}

/// A position: which tile lies on each square, which pawn stands on each tile, and the tiles that have just slid.
#[derive(Clone, Debug)]
pub(super) struct Plain {
    options: Options,
    tile_on: [[Option<usize>; 3]; 3],
    pawn_on: [Option<char>; 8],
    mover: char,
    just_moved: Vec<(usize, Place)>,
}

fn other(side: char) -> char {
    if side == 'x' { 'o' } else { 'x' }
}

impl Plain {
    /// Reads the text form; the text is right or the test is wrong.
    pub(super) fn read(text: &str, options: Options) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows: Vec<&str> = fields[0].split('/').collect();
        let mut plain = Self {
            options,
            tile_on: [[None; 3]; 3],
            pawn_on: [None; 8],
            mover: fields[1].chars().next().unwrap(),
            just_moved: Vec::new(),
        };
        let mut tiles = 0;
        let mut hole = (0, 0);
        for (file, rank) in PLACES {
            match rows[2 - rank].chars().nth(file).unwrap() {
                '_' => hole = (file, rank),
                letter => {
                    plain.tile_on[file][rank] = Some(tiles);
                    plain.pawn_on[tiles] = (letter != '.').then_some(letter);
                    tiles += 1;
                }
            }
        }
        if let [file, rank] = fields[2].as_bytes() {
            let from = (usize::from(file - b'a'), usize::from(rank - b'1'));
            // The hole went from there to here, so each tile between went one step the other way.
            let path = straight(from, hole);
            for pair in path.windows(2) {
                plain.just_moved.push((plain.tile_at(pair[0]).unwrap(), pair[1]));
            }
        }
        plain
    }

    /// The text form, the hole's last square worked out from the tiles that slid.
    pub(super) fn text(&self) -> String {
        let rows: Vec<String> = (0..3)
            .rev()
            .map(|rank| {
                (0..3)
                    .map(|file| match self.tile_on[file][rank] {
                        None => '_',
                        Some(tile) => self.pawn_on[tile].unwrap_or('.'),
                    })
                    .collect()
            })
            .collect();
        let here: Vec<Place> = self.just_moved.iter().map(|&(tile, _)| self.place_of(tile)).collect();
        let was: Vec<Place> = self.just_moved.iter().map(|&(_, old)| old).collect();
        let before = here.iter().find(|place| !was.contains(place));
        let before = match before {
            Some(&(file, rank)) if self.options.ban != Ban::None => {
                format!("{}{}", ['a', 'b', 'c'][file], rank + 1)
            }
            _ => "-".to_owned(),
        };
        format!("{} {} {before}", rows.join("/"), self.mover)
    }

    fn tile_at(&self, (file, rank): Place) -> Option<usize> {
        self.tile_on[file][rank]
    }

    fn place_of(&self, tile: usize) -> Place {
        PLACES.into_iter().find(|&place| self.tile_at(place) == Some(tile)).unwrap()
    }

    fn pawn_at(&self, place: Place) -> Option<char> {
        self.tile_at(place).and_then(|tile| self.pawn_on[tile])
    }

    fn has_line(&self, side: char) -> bool {
        let held = |places: [Place; 3]| places.iter().all(|&place| self.pawn_at(place) == Some(side));
        (0..3).any(|i| held([(i, 0), (i, 1), (i, 2)]) || held([(0, i), (1, i), (2, i)]))
            || held([(0, 0), (1, 1), (2, 2)])
            || held([(0, 2), (1, 1), (2, 0)])
    }

    /// How the position stands after the ply of the side that is not to move.
    pub(super) fn state(&self) -> State {
        let moved = other(self.mover);
        if self.has_line(moved) && self.has_line(self.mover) {
            return match self.options.both {
                Both::Draw => State::Drawn,
                Both::MoverWins => State::Won(moved),
                Both::MoverLoses => State::Won(self.mover),
                Both::Continue => State::Playing,
            };
        }
        if self.has_line(moved) {
            return State::Won(moved);
        }
        if self.has_line(self.mover) && self.options.slide == Slide::OpponentWins {
            return State::Won(self.mover);
        }
        State::Playing
    }

    /// Every position one ply on, in no particular order; none if the game is over.
    pub(super) fn successors(&self) -> Vec<Self> {
        if self.state() != State::Playing {
            return Vec::new();
        }
        let mut next = Vec::new();
        let free: Vec<Place> = PLACES
            .into_iter()
            .filter(|&place| self.tile_at(place).is_some() && self.pawn_at(place).is_none())
            .collect();
        let own: Vec<Place> = PLACES.into_iter().filter(|&place| self.pawn_at(place) == Some(self.mover)).collect();
        for &to in &free {
            if own.len() < 3 {
                next.push(self.with_pawn(None, to));
            }
            let near = own.iter().filter(|&&from| self.may_walk(from, to));
            next.extend(near.map(|&from| self.with_pawn(Some(from), to)));
        }
        let hole = PLACES.into_iter().find(|&place| self.tile_at(place).is_none()).unwrap();
        let ends = PLACES.into_iter().filter(|&end| end != hole && (end.0 == hole.0 || end.1 == hole.1));
        next.extend(ends.filter_map(|end| self.slide(&straight(hole, end))));
        next
    }

    fn may_walk(&self, from: Place, to: Place) -> bool {
        let (files, ranks) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
        match self.options.relocate {
            Relocate::Any => true,
            Relocate::King => files.max(ranks) == 1,
            Relocate::Orthogonal => files + ranks == 1,
        }
    }

    fn with_pawn(&self, from: Option<Place>, to: Place) -> Self {
        let mut next = Self { mover: other(self.mover), just_moved: Vec::new(), ..self.clone() };
        if let Some(tile) = from.and_then(|from| self.tile_at(from)) {
            next.pawn_on[tile] = None;
        }
        next.pawn_on[self.tile_at(to).unwrap()] = Some(self.mover);
        next
    }

    /// Moves each tile of the path, whose first place is the hole, one step towards the hole, if the ban allows it.
    fn slide(&self, path: &[Place]) -> Option<Self> {
        let steps: Vec<(usize, Place, Place)> =
            path.windows(2).map(|pair| (self.tile_at(pair[1]).unwrap(), pair[1], pair[0])).collect();
        let returns = |&(tile, _, to): &(usize, Place, Place)| self.just_moved.contains(&(tile, to));
        let banned = match self.options.ban {
            Ban::Tile => steps.iter().any(returns),
            Ban::Position => steps.len() == self.just_moved.len() && steps.iter().all(returns),
            Ban::None => false,
        };
        if banned {
            return None;
        }
        let mut next = Self { mover: other(self.mover), just_moved: Vec::new(), ..self.clone() };
        for (tile, from, to) in steps {
            next.tile_on[from.0][from.1] = None;
            next.tile_on[to.0][to.1] = Some(tile);
            next.just_moved.push((tile, from));
        }
        Some(next)
    }

    /// The number of lines of play of `depth` plies.
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.successors().iter().map(|next| next.perft(depth - 1)).sum() }
    }
}

/// The places from one to another in the same rank or file, both included.
fn straight(from: Place, to: Place) -> Vec<Place> {
    let step = |a: usize, b: usize, i: usize| if b > a { a + i } else { a - i };
    let length = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1));
    (0..=length)
        .map(|i| {
            (
                if from.0 == to.0 { from.0 } else { step(from.0, to.0, i) },
                if from.1 == to.1 { from.1 } else { step(from.1, to.1, i) },
            )
        })
        .collect()
}
