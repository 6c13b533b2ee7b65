//! Chess's generator beside that of `cozy-chess`, in one process and in turns, as ratios: what a machine's speed and its
//! other work do to one of them, they do to both.
//!
//! `cargo bench --package benches --bench chess_generator` prints a table; with `-- --test` small trees are counted once.
//! *Counting* is perft, leaves counted in bulk by both; *walking* lists the moves of every node and plays them, keys kept,
//! as a search does. Each cell is the best of [`ROUNDS`] rounds. Both counts are asserted.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cozy_chess::Board;
use engine::games::chess::{Chess, Move};
use engine::perft::perft;
use engine::{MoveList, Node, Position};

const ROUNDS: usize = 20;

/// A position, and its counts at a depth that takes a tenth of a second and at one that takes none.
struct Work {
    name: &'static str,
    fen: &'static str,
    large: (u32, u64),
    small: (u32, u64),
}

const WORKS: [Work; 4] = [
    Work {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        large: (6, 119_060_324),
        small: (4, 197_281),
    },
    Work {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        large: (5, 193_690_690),
        small: (3, 97_862),
    },
    Work {
        name: "middle game",
        fen: "r2q1rk1/1b1nbppp/p2ppn2/1p6/3NP3/1BN1B3/PPPQ1PPP/R4RK1 w - - 0 11",
        large: (5, 83_694_761),
        small: (3, 57_590),
    },
    Work {
        name: "endgame",
        fen: "8/1r3pk1/4p1p1/p2bP2p/P2N1P1P/1P4P1/3R1K2/8 w - - 0 40",
        large: (6, 118_700_467),
        small: (4, 232_714),
    },
];

/// Counts leaves in bulk, in the form that is fastest for this board: a closure of its own for the last ply.
fn count_theirs(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    if depth == 1 {
        board.generate_moves(|moves| {
            nodes += moves.len() as u64;
            false
        });
        return nodes;
    }
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += count_theirs(&next, depth - 1);
        }
        false
    });
    nodes
}

/// Lists the moves of every node down to the leaves' parents and plays all but those of the last list.
fn walk_ours(pos: &Chess, depth: u32, lists: &mut [MoveList<Move>]) -> u64 {
    let (list, rest) = lists.split_first_mut().expect("a list a ply");
    list.clear();
    pos.moves(list);
    if depth == 1 {
        return black_box(&list[..]).len() as u64;
    }
    let nodes = list.iter().map(|&mv| {
        let next = pos.play(mv);
        black_box(next.key());
        walk_ours(&next, depth - 1, rest)
    });
    nodes.sum()
}

/// The same with the other's board.
fn walk_theirs(board: &Board, depth: u32, lists: &mut [Vec<cozy_chess::Move>]) -> u64 {
    let (list, rest) = lists.split_first_mut().expect("a list a ply");
    list.clear();
    board.generate_moves(|moves| {
        for mv in moves {
            list.push(mv);
        }
        false
    });
    if depth == 1 {
        return black_box(&list[..]).len() as u64;
    }
    let nodes = list.iter().map(|&mv| {
        let mut next = board.clone();
        next.play_unchecked(mv);
        black_box(next.hash());
        walk_theirs(&next, depth - 1, rest)
    });
    nodes.sum()
}

/// The shorter of `best` and the time that `work` takes, which must give `nodes`.
fn keep_best(best: &mut Duration, nodes: u64, work: impl FnOnce() -> u64) {
    let began = Instant::now();
    let found = work();
    *best = began.elapsed().min(*best);
    assert_eq!(found, nodes);
}

/// The best times of counting, ours and theirs, and of walking one ply less.
fn measure(fen: &str, (depth, nodes): (u32, u64), rounds: usize) -> [Duration; 4] {
    let pos = Chess::parse(fen, &"".parse().expect("the standard rules")).expect("a position");
    let board: Board = fen.parse().expect("a position");
    let (walked, ours) = (perft(&pos, depth - 1), &mut vec![MoveList::new(); depth as usize]);
    let theirs = &mut vec![Vec::new(); depth as usize];
    let mut best = [Duration::MAX; 4];
    for _ in 0..rounds {
        keep_best(&mut best[0], nodes, || perft(black_box(&pos), depth));
        keep_best(&mut best[1], nodes, || count_theirs(black_box(&board), depth));
        keep_best(&mut best[2], walked, || walk_ours(black_box(&pos), depth - 1, ours));
        keep_best(&mut best[3], walked, || walk_theirs(black_box(&board), depth - 1, theirs));
    }
    best
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |name: &String| name.starts_with('-') || "chess_generator".contains(name.as_str());
    if !arguments.iter().all(is_wanted) {
        return;
    }
    if arguments.iter().any(|argument| argument == "--test") {
        for work in WORKS {
            measure(work.fen, work.small, 1);
            println!("Testing chess_generator/{}: success", work.name);
        }
        return;
    }
    println!("leaves counted in bulk, and moves listed and played; millions a second, best of {ROUNDS}");
    println!("position     depth  counting  cozy-chess  ratio   walking  cozy-chess  ratio");
    for Work { name, fen, large, .. } in WORKS {
        let [ours, theirs, walk, their_walk] = measure(fen, large, ROUNDS).map(|time| time.as_secs_f64());
        let walked = perft(&Chess::parse(fen, &"".parse().expect("rules")).expect("a position"), large.0 - 1) as f64;
        let (depth, leaves) = (large.0, large.1 as f64);
        let [a, b] = [ours, theirs].map(|seconds| leaves / seconds / 1e6);
        let [c, d] = [walk, their_walk].map(|seconds| walked / seconds / 1e6);
        println!("{name:<12} {depth:>5} {a:>9.0} {b:>11.0} {:>6.2} {c:>9.0} {d:>11.0} {:>6.2}", a / b, c / d);
    }
}
