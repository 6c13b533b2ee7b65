//! Checkers a second time, plainly and slowly: a board of rows and files, a letter a square, a jump by trial. It shares
//! nothing with the fast rules and checks them.

/// A position: rows from Black's side, `b` and `w` men, `B` and `W` kings, `.` for nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plain {
    squares: [[char; 8]; 8],
    mover: char,
}

/// A place on the board, (row, file).
type Place = (i32, i32);

/// Where a square's number lies.
fn place(number: usize) -> Place {
    let row = (number - 1) / 4;
    (row as i32, (2 * ((number - 1) % 4) + 1 - row % 2) as i32)
}

fn number((row, file): Place) -> String {
    (4 * row + file / 2 + 1).to_string()
}

impl Plain {
    /// Reads what the fast rules print; the text is right or the test is wrong.
    pub(super) fn read(text: &str) -> Self {
        let mut plain = Self { squares: [['.'; 8]; 8], mover: text.chars().next().unwrap().to_ascii_lowercase() };
        for part in text.split(':').skip(1).filter(|part| part.starts_with(['W', 'B'])) {
            let (colour, list) = part.split_at(1);
            for piece in list.split(',').filter(|piece| !piece.is_empty()) {
                let at = place(piece.trim_start_matches('K').parse().unwrap());
                let letter = if piece.starts_with('K') { colour.to_owned() } else { colour.to_lowercase() };
                plain.squares[at.0 as usize][at.1 as usize] = letter.chars().next().unwrap();
            }
        }
        plain
    }

    fn at(&self, (row, file): Place) -> Option<char> {
        let inside = (0..8).contains(&row) && (0..8).contains(&file);
        inside.then(|| self.squares[row as usize][file as usize])
    }

    fn put(&mut self, (row, file): Place, letter: char) {
        self.squares[row as usize][file as usize] = letter;
    }

    fn ways(piece: char) -> Vec<Place> {
        match piece {
            'b' => vec![(1, -1), (1, 1)],
            'w' => vec![(-1, -1), (-1, 1)],
            _ => vec![(1, -1), (1, 1), (-1, -1), (-1, 1)],
        }
    }

    fn crowned(piece: char, (row, _): Place) -> char {
        match (piece, row) {
            ('b', 7) => 'B',
            ('w', 0) => 'W',
            _ => piece,
        }
    }

    /// All legal moves with what they lead to, in full form.
    pub(super) fn moves(&self) -> Vec<(String, Self)> {
        let places: Vec<Place> = (0..8).flat_map(|row| (0..8).map(move |file| (row, file))).collect();
        let own = |&at: &Place| self.at(at).is_some_and(|piece| piece.to_ascii_lowercase() == self.mover);
        let mut found = Vec::new();
        for from in places.iter().copied().filter(own) {
            let mut lifted = self.clone();
            lifted.put(from, '.');
            lifted.jump(self.at(from).unwrap(), from, &number(from), &[], &mut found);
        }
        if !found.is_empty() {
            return found;
        }
        for from in places.iter().copied().filter(own) {
            let piece = self.at(from).unwrap();
            for (down, right) in Self::ways(piece) {
                let to = (from.0 + down, from.1 + right);
                if self.at(to) == Some('.') {
                    let mut next = self.clone();
                    next.put(from, '.');
                    next.put(to, Self::crowned(piece, to));
                    found.push((format!("{}-{}", number(from), number(to)), next.passed()));
                }
            }
        }
        found
    }

    fn passed(mut self) -> Self {
        self.mover = if self.mover == 'b' { 'w' } else { 'b' };
        self
    }

    /// Goes on jumping with a lifted piece that hovers over `at` and has jumped `taken`.
    fn jump(&self, piece: char, at: Place, path: &str, taken: &[Place], found: &mut Vec<(String, Self)>) {
        let mut is_over = true;
        for (down, right) in Self::ways(piece) {
            let (over, to) = ((at.0 + down, at.1 + right), (at.0 + 2 * down, at.1 + 2 * right));
            let is_rival = self.at(over).is_some_and(|other| other != '.' && other.to_ascii_lowercase() != self.mover);
            if !is_rival || taken.contains(&over) || self.at(to) != Some('.') {
                continue;
            }
            is_over = false;
            let path = format!("{path}x{}", number(to));
            let taken = [taken, &[over]].concat();
            let becomes = Self::crowned(piece, to);
            if becomes == piece {
                self.jump(piece, to, &path, &taken, found);
            } else {
                found.push((path, self.landed(becomes, to, &taken)));
            }
        }
        if is_over && !taken.is_empty() {
            found.push((path.to_owned(), self.landed(piece, at, taken)));
        }
    }

    fn landed(&self, piece: char, at: Place, taken: &[Place]) -> Self {
        let mut next = self.clone();
        next.put(at, piece);
        for &over in taken {
            next.put(over, '.');
        }
        next.passed()
    }
}
