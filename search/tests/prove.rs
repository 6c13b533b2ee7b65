//! Proofs of wins against a search that tries everything, in games that take turns and in trees that do not.

use engine::games::chess::{Chess, Move, Options};
use engine::rng::stream;
use engine::toy::Tree;
use engine::{Deterministic, Game, MoveList, NoOptions, Node, Outcome, Position, Side};
use rand::RngExt;
use search::limits::{Stop, Stopped};
use search::parallel::Root;
use search::prove::{Win, prove};
use search::sense::Noise;
use search::{Limits, Sense, Sensed, Table};

fn moves<G: Game>(pos: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// Whether `side` can force a win within `plies`, by trying everything.
fn wins_within<G: Deterministic>(pos: &G, side: Side, plies: u32) -> bool {
    let list = moves(pos);
    if list.is_empty() || plies == 0 {
        return pos.outcome().and_then(Outcome::winner) == Some(side);
    }
    let mut next = list.iter().map(|&mv| wins_within(&pos.play(mv), side, plies - 1));
    if pos.side() == side { next.any(|wins| wins) } else { next.all(|wins| wins) }
}

fn proof<G: Deterministic, S: Sense<G>>(
    root: &Root<'_, G>,
    (side, most): (Side, u32),
    sense: &S,
    nodes: Option<u64>,
) -> Result<Option<Win<G::Move>>, Stopped> {
    // Small, so that entries are replaced.
    let table = Table::with_bytes(1 << 11);
    prove(root, (side, most), (sense, &table), &Stop::new(&Limits { nodes, ..Limits::NONE }), &mut |_, _| {})
}

/// The shortest win is found, none where there is none, and the line given is one.
fn check<G: Deterministic, S: Sense<G>>(pos: &G, sense: &S, most: u32) -> [bool; 2] {
    Side::BOTH.map(|side| {
        let shortest = (0..=most).find(|&plies| wins_within(pos, side, plies));
        let win = proof(&Root::of(pos), (side, most), sense, None).expect("no limit");
        assert_eq!(win.as_ref().map(|win| win.plies), shortest, "{pos} for {side:?}");
        let Some(win) = win else { return false };
        assert_eq!(win.line.len(), win.plies as usize, "{pos} for {side:?}");
        let end = win.line.iter().fold(pos.clone(), |pos, &mv| {
            assert!(moves(&pos).contains(&mv), "{pos}: {mv}");
            pos.play(mv)
        });
        assert_eq!(end.outcome().and_then(Outcome::winner), Some(side), "{pos}: {:?}", win.line);
        true
    })
}

/// A random tree in which the same side may move twice.
fn random_tree(rng: &mut engine::rng::Rng, depth: u32) -> String {
    if depth == 0 || rng.random_range(0..12) == 0 {
        return rng.random_range(-1..=2_i32).to_string();
    }
    let children: Vec<_> = (0..rng.random_range(1..=3)).map(|_| random_tree(rng, depth - 1)).collect();
    let again = if rng.random_range(0..4) == 0 { "+" } else { "" };
    format!("{again}({})", children.join(" "))
}

#[test]
fn proofs_agree_with_trying_everything_on_random_trees() {
    let sense = Noise::<false> { seed: 1, range: 9 };
    let mut won = [0; 2];
    for seed in 0..2_000 {
        let text = format!("({})", random_tree(&mut stream(seed, 7), 6));
        let tree = Tree::parse(&text, &NoOptions).expect("a tree");
        for (won, wins) in won.iter_mut().zip(check(&tree, &sense, 8)) {
            *won += u32::from(wins);
        }
    }
    assert!(won.iter().all(|&won| won > 100), "of each kind there are enough: {won:?}");
}

fn chess(text: &str) -> Chess {
    Chess::parse(text, &Options::default()).expect("a position")
}

#[test]
fn proofs_agree_with_trying_everything_in_chess() {
    let mut won = [0; 2];
    for text in [
        // Mates in two of testdata/chess/mates.epd (the first a problem with promotions), and an ending with stalemates.
        "8/5R2/2K1P3/4k3/8/b1PPpp1B/5p2/8 w - - 0 1",
        "7k/8/8/8/8/8/R7/1R5K w - - 0 1",
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
        "5k2/5P2/5K2/8/8/8/8/1Q6 b - - 0 1",
        // Black mates in two.
        "6k1/8/8/8/1r6/r7/8/2K5 b - - 0 1",
    ] {
        let pos = chess(text);
        check(&pos, &Chess::sense(), 3);
        for &mv in moves(&pos).iter() {
            for (won, wins) in won.iter_mut().zip(check(&pos.play(mv), &Chess::sense(), 3)) {
                *won += u32::from(wins);
            }
        }
    }
    assert!(won[0] > 4 && won[1] > 0, "{won:?}");
}

const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R5K w - -";

fn plies(root: &Root<'_, Chess>) -> Option<u32> {
    proof(root, (Side::First, 9), &Chess::sense(), None).expect("no limit").map(|win| win.plies)
}

#[test]
fn what_the_path_ends_is_no_win() {
    let rules = Chess::path_rules(&Options::default());
    let on_move = |clock: u32| chess(&format!("{TWO_ROOKS} {clock} 80"));
    // Mate counts before the fifty moves of each side do; a position in which they are full does not.
    assert_eq!(plies(&Root { rules, ..Root::of(&on_move(97)) }), Some(3));
    assert_eq!(plies(&Root { rules, ..Root::of(&on_move(98)) }), None);
    assert_eq!(plies(&Root::of(&on_move(98))), Some(3), "where nothing is said of fifty moves they do not count");
    let pos = on_move(60);
    let game: Vec<u64> = moves(&pos).iter().map(|&mv| pos.play(mv).key()).collect();
    assert_eq!(plies(&Root { rules, game: &game, ..Root::of(&pos) }), None, "every move leads where the game has been");
}

#[test]
fn a_table_keeps_proofs_after_different_games_apart() {
    let rules = Chess::path_rules(&Options::default());
    let pos = chess(&format!("{TWO_ROOKS} 96 80"));
    let replies = |mv: &Move| {
        let next = pos.play(*mv);
        moves(&next).iter().map(|&reply| next.play(reply).key()).collect::<Vec<_>>()
    };
    let game: Vec<u64> = moves(&pos).iter().flat_map(replies).collect();
    let table = Table::with_bytes(1 << 20);
    let plies = |root: &Root<'_, Chess>| {
        let stop = Stop::new(&Limits::NONE);
        let win = prove(root, (Side::First, 3), (&Chess::sense(), &table), &stop, &mut |_, _| {});
        win.expect("no limit").map(|win| win.plies)
    };
    assert_eq!(
        plies(&Root { rules, game: &game, ..Root::of(&pos) }),
        None,
        "every reply leads where the game has been"
    );
    assert_eq!(plies(&Root { rules, ..Root::of(&pos) }), Some(3));
}

#[test]
fn only_the_moves_named_are_tried_at_the_root() {
    let pos = chess(&format!("{TWO_ROOKS} 0 1"));
    let named = |text: &str| -> [Move; 1] { [pos.find_move(text).expect("legal")] };
    let with = |only: &[Move]| {
        let root = Root { only: Some(only), ..Root::of(&pos) };
        let win = proof(&root, (Side::First, 7), &Chess::sense(), None).expect("no limit");
        win.map(|win| (win.plies, win.line[0]))
    };
    assert_eq!(with(&named("b1b7")), Some((3, named("b1b7")[0])));
    assert_eq!(with(&named("h1h2")), Some((7, named("h1h2")[0])));
    assert_eq!(plies(&Root::of(&pos)), Some(3), "of all moves");
}

#[test]
fn a_proof_can_be_stopped() {
    let pos = chess("6R1/8/8/4N3/2p4k/2P5/6P1/1K6 w - - 0 1");
    for nodes in [1, 100, 10_000] {
        assert_eq!(proof(&Root::of(&pos), (Side::First, 9), &Chess::sense(), Some(nodes)), Err(Stopped));
    }
}
