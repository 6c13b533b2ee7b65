//! Finished tables, and what they know of a position.

use engine::games::checkers::Checkers;
use engine::{Known, Probe, Value};

use super::BadTables;
use super::build::{self, Bench, Store};
use super::code;
use super::figures::Figures;
use super::file::{self, Cells, Holds, Order};
use super::material::{MOST_PIECES, Pair, Slice};
use super::runs::Runs;
use super::view::{After, View, placements};

/// Tables of endgames with up to so many pieces. See [the module](super).
#[derive(Debug)]
pub struct Tables {
    pieces: usize,
    /// By the slice's number.
    slices: Vec<Option<Held>>,
    figures: Vec<(Slice, Figures)>,
}

/// What is held of a slice.
#[derive(Debug)]
struct Held {
    /// How far apart cells are whose mover's, and whose rival's placements are neighbours.
    strides: [usize; 2],
    values: Values,
}

#[derive(Debug)]
enum Values {
    /// With plies: [codes](code).
    Codes(Vec<u8>),
    /// Without.
    Runs(Runs),
}

impl Held {
    fn new(pair: Pair, slice: Slice, cells: Cells) -> Self {
        let (order, values) = match cells {
            Cells::Codes(codes) => (Order::Rows, Values::Codes(codes)),
            Cells::Runs(order, runs) => (order, Values::Runs(runs)),
        };
        let [row, column] = match order {
            Order::Rows => [pair.columns.placements(), 1],
            Order::Columns => [1, pair.rows.placements()],
        };
        Self { strides: if slice == pair.first() { [row, column] } else { [column, row] }, values }
    }

    #[inline]
    fn known(&self, mover: usize, rival: usize) -> Known {
        let cell = self.strides[0] * mover + self.strides[1] * rival;
        match &self.values {
            Values::Codes(codes) => code::known(codes[cell]),
            Values::Runs(runs) => Known { value: runs.value(cell), plies: None },
        }
    }

    fn bytes(&self) -> usize {
        match &self.values {
            Values::Codes(codes) => codes.len(),
            Values::Runs(runs) => runs.bytes(),
        }
    }
}

/// What is known of a position whose best move leads to what is known of the next.
pub(super) fn before(next: Known) -> Known {
    let value = match next.value {
        Value::Loss => Value::Win,
        Value::Draw => Value::Draw,
        Value::Win => Value::Loss,
    };
    Known { value, plies: next.plies.map(|plies| plies + 1) }
}

/// The better of two moves; distances count if both are known.
pub(super) fn better(one: Known, other: Known) -> Known {
    if one.value != other.value {
        return if one.value > other.value { one } else { other };
    }
    let plies = one.plies.zip(other.plies);
    let plies =
        plies.map(|(plies, others)| if one.value == Value::Win { plies.min(others) } else { plies.max(others) });
    Known { plies, ..one }
}

impl Tables {
    /// Solves all endgames with up to `pieces` pieces and keeps them with their plies. On one core, up to four pieces
    /// take half a second and 7 MB, five a quarter of a minute and 180 MB, six (more are the same) six minutes and
    /// 3.4 GB.
    #[must_use]
    pub fn up_to(pieces: usize) -> Self {
        let mut bench = Bench::default();
        let mut tables = Self::empty(pieces);
        let pairs = Pair::up_to(pieces);
        for &pair in &pairs {
            let figures = bench.solve(pair, |solved, _| solved.figures.clone());
            tables.figures.extend(pair.slices().zip(figures));
        }
        for pair in pairs {
            for slice in pair.slices() {
                let cells = bench.shelf.take(slice).map(Cells::Codes);
                tables.slices[slice.number()] = cells.map(|cells| Held::new(pair, slice, cells));
            }
        }
        tables
    }

    /// Reads all tables of a store: those with two pieces, three, and so on, up to the first number of which none is
    /// there.
    ///
    /// # Errors
    /// If there are none, one is missing among others, or one is not what was written; the error has its name.
    pub fn open(store: &dyn Store) -> Result<Self, BadTables> {
        let pairs = Pair::up_to(MOST_PIECES);
        let mut tables = Self::empty(0);
        for group in pairs.chunk_by(|one, other| one.pieces() == other.pieces()) {
            let pieces = group[0].pieces();
            let (mut found, mut missing) = (false, None);
            for &pair in group {
                let name = build::table_name(pair);
                match build::read_file(store, &name)? {
                    Some(bytes) => {
                        tables.read(pair, &name, &bytes)?;
                        found = true;
                    }
                    None => missing = missing.or(Some(name)),
                }
            }
            match missing {
                None => tables.pieces = pieces,
                Some(name) if found || pieces == 2 => return Err(BadTables::Missing { name }),
                Some(_) => break,
            }
        }
        Ok(tables)
    }

    fn empty(pieces: usize) -> Self {
        let slices = std::iter::repeat_with(|| None).take(Slice::NUMBERS).collect();
        Self { pieces: pieces.min(MOST_PIECES), slices, figures: Vec::new() }
    }

    fn read(&mut self, pair: Pair, name: &str, bytes: &[u8]) -> Result<(), BadTables> {
        let content = file::read(name, bytes, pair, Holds::finally(pair.pieces()))?;
        for ((slice, figures), cells) in pair.slices().zip(content.figures).zip(content.cells) {
            self.slices[slice.number()] = Some(Held::new(pair, slice, cells));
            self.figures.push((slice, figures));
        }
        Ok(())
    }

    /// The most pieces of a position that is known.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The figures of every slice.
    #[must_use]
    pub fn figures(&self) -> &[(Slice, Figures)] {
        &self.figures
    }

    /// The bytes that the tables take in memory.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.slices.iter().flatten().map(Held::bytes).sum()
    }

    /// What is known of a position without a capture, in one look; `None` if there is one, or too many pieces.
    #[inline]
    #[must_use]
    pub fn quiet(&self, pos: &Checkers) -> Option<Known> {
        if pos.count_pieces() as usize > self.pieces || pos.jumpers() != 0 {
            return None;
        }
        let [mover, rival] = placements(pos);
        Some(self.at(After { mover: rival, rival: mover }))
    }

    /// What is known of what stands after a move, for the side that is to move then and need not jump.
    #[inline]
    fn at(&self, After { mover, rival }: After) -> Known {
        if rival.pieces() == 0 {
            return Known { value: Value::Loss, plies: Some(0) };
        }
        if mover.pieces() == 0 {
            // Alone on the board it can move; the other side cannot.
            return Known { value: Value::Win, plies: Some(1) };
        }
        let slice = Slice { mover: rival.material(), rival: mover.material() };
        let held = self.slices[slice.number()].as_ref().expect("all slices up to a number of pieces are there");
        held.known(rival.number(), mover.number())
    }

    /// The same for any position: captures are followed until there are none.
    fn resolved(&self, after: After) -> Known {
        if after.rival.pieces() == 0 {
            return self.at(after);
        }
        let view = View::new(after.rival, after.mover);
        let jumpers = view.jumpers();
        if jumpers == 0 {
            return self.at(after);
        }
        let mut best: Option<Known> = None;
        view.each_jump(jumpers, |after| {
            let known = before(self.resolved(after));
            best = Some(best.map_or(known, |best| better(best, known)));
        });
        best.expect("who can jump has a jump")
    }
}

/// Knows every position with few enough pieces; where the side to move must jump, captures are followed until there
/// are none. Plies are known with up to [`MOST_WITH_PLIES`](super::MOST_WITH_PLIES) pieces, and with more if the
/// tables were solved here and now.
impl Probe<Checkers> for Tables {
    fn probe(&self, pos: &Checkers) -> Option<Known> {
        if pos.count_pieces() as usize > self.pieces {
            return None;
        }
        let [mover, rival] = placements(pos);
        Some(self.resolved(After { mover: rival, rival: mover }))
    }
}
