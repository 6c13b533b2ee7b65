//! Endgames of English draughts.
#![allow(missing_docs)]

mod code;
mod figures;
mod material;
mod placement;
mod shelf;
mod view;
mod waves;

pub use figures::Figures;
pub use material::{MOST_PIECES, Material, Pair, Slice};

pub fn trial(pieces: usize, mut report: impl FnMut(Slice, Figures, &[u8])) {
    let mut shelf = shelf::Shelf::default();
    for pair in Pair::up_to(pieces) {
        let t = std::time::Instant::now();
        let rows = placement::Placements::of(pair.rows);
        let columns = placement::Placements::of(pair.columns);
        let solved = waves::solve(pair, &shelf, &rows, &columns);
        if std::env::var("V").is_ok() {
            eprintln!("{pair} {:?}", t.elapsed());
        }
        for ((slice, figures), plane) in pair.slices().zip(&solved.figures).zip(&solved.planes) {
            report(slice, *figures, plane);
        }
        shelf.put(pair, solved.planes);
    }
}
