fn main() {
    let pieces: usize = std::env::args().nth(1).unwrap().parse().unwrap();
    let dump = std::env::args().nth(2);
    let mut totals = [[0u64; 5]; 7];
    let text = std::fs::read_to_string("testdata/checkers/endgame_counts.csv").unwrap();
    let mut seen = 0;
    solvers::checkers::trial(pieces, |slice, f, plane| {
        let key = format!("{},{},{},{},{},", slice.pieces(), slice.mover.men, slice.mover.kings, slice.rival.men, slice.rival.kings);
        let ours = format!("{key}{},{},{},{},{},{},{},{},", f.positions, f.win, f.draw, f.loss, f.captures, f.longest_win, f.longest_wins, f.longest_loss);
        if let Some(line) = text.lines().find(|l| l.starts_with(&key)) {
            if !line.starts_with(&ours) { println!("DIFF\n {line}\n {ours}"); } else { seen += 1; }
        }
        let t = &mut totals[slice.pieces()];
        t[0] += f.win; t[1] += f.draw; t[2] += f.loss; t[3] = t[3].max(f.longest_win.into());
        if let Some(d) = &dump { std::fs::write(format!("{d}/{slice}"), plane).unwrap(); }
    });
    println!("{seen} rows agree {totals:?}");
}
