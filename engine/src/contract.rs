//! The contract every game is held to: random games from fixed seeds, checked at every node.
//!
//! A game's tests call [`check_game`] or [`check_puzzle`]; the functions panic with the position's text when a promise
//! of the traits is broken. They are public so that a ninth game, in this crate or another, gets them for one line.

use std::collections::HashSet;

use rand::RngExt;

use crate::rng::{self, Rng};
use crate::{Afterstate, Game, Mobility, MoveList, Node, PackedMove, Position, Puzzle};

/// How far a check goes.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Random games, with the seeds `0..games`.
    pub games: u64,
    /// Plies after which a game is broken off.
    pub plies: u32,
}

impl Default for Extent {
    fn default() -> Self {
        Self { games: 50, plies: 200 }
    }
}

/// Plays random games of a two-player game and checks every node of them.
///
/// # Panics
/// If the game breaks a promise of [`Node`], [`Position`], [`Afterstate`] or [`Game`].
pub fn check_game<G: Game>(rules: &G::Rules, extent: Extent) {
    check_rules(rules);
    for seed in 0..extent.games {
        let mut rng = rng::stream(seed, 0);
        let mut after = G::start(rules);
        for _ in 0..extent.plies {
            check_node(&after, rules);
            let next_side = G::next_side(&after);
            check_branches::<G>(&after);
            let at_once = G::outcome_after(&after);
            let pos = after.sample(&mut rng);
            check_position(&pos, rules);
            if !(G::After::IS_CHANCE) {
                assert_eq!(pos.side(), next_side, "next_side disagrees with side in {pos}");
            }
            if at_once.is_some() || !(G::After::IS_CHANCE) {
                assert_eq!(at_once, pos.outcome(), "a game that is over stays over: {pos}");
            }
            let count = pos.count();
            assert_eq!(pos.outcome().is_none(), count > 0, "moves exactly while there is no outcome: {pos}");
            let Some(mv) = random_move(&pos, &mut rng) else {
                assert!(!pos.ending().is_empty(), "a finished game says why: {pos}");
                break;
            };
            after = pos.play(mv);
            if G::ALTERNATES {
                assert_eq!(G::next_side(&after), !pos.side(), "sides take turns: {pos} {mv}");
            }
        }
    }
}

/// Plays random games of a puzzle and checks every node of them.
///
/// # Panics
/// If the game breaks a promise of [`Node`], [`Position`] or [`Puzzle`].
pub fn check_puzzle<P: Puzzle>(rules: &P::Rules, extent: Extent) {
    check_rules(rules);
    for seed in 0..extent.games {
        let mut rng = rng::stream(seed, 0);
        let mut pos = P::deal(rules, &mut rng);
        for _ in 0..extent.plies {
            check_position(&pos, rules);
            assert_eq!(pos.is_solved(), pos.lower_bound() == 0, "the bound is 0 exactly when solved: {pos}");
            if let Some(safe) = pos.safe_move() {
                let mut list = MoveList::new();
                pos.moves(&mut list);
                assert!(list.contains(&safe), "a safe move is a legal move: {safe} in {pos}");
            }
            let Mobility { playable, buildable } = pos.mobility();
            assert_eq!(playable > 0, pos.count() > 0, "something is playable exactly if there is a move: {pos}");
            assert!(buildable <= playable, "what can be built can be played: {pos}");
            let Some(mv) = random_move(&pos, &mut rng) else { break };
            let next = pos.play(mv);
            assert!(next.lower_bound() + 1 >= pos.lower_bound(), "a move is one move: {pos} {mv}");
            pos = next;
        }
    }
}

fn random_move<P: Position>(pos: &P, rng: &mut Rng) -> Option<P::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    if list.is_empty() {
        return None;
    }
    Some(list[rng.random_range(0..list.len())])
}

/// Options print and read back; nonsense does not.
fn check_rules<R: crate::Rules>(rules: &R) {
    assert_eq!(rules.to_string().parse::<R>().as_ref(), Ok(rules), "rules print and read back");
    assert_eq!("".parse::<R>(), Ok(R::default()), "no options are the default rules");
    assert!("no_such_option=1".parse::<R>().is_err());
    for option in R::OPTIONS {
        let default = format!("{}={}", option.key, option.default);
        assert_eq!(default.parse::<R>(), Ok(R::default()), "{default} is the default");
    }
}

/// Text round-trips; equal nodes have equal keys.
fn check_node<N: Node>(node: &N, rules: &N::Rules) {
    let text = node.to_string();
    let read = N::parse(&text, rules).unwrap_or_else(|error| panic!("{text:?} reads back: {error}"));
    assert_eq!(&read, node, "{text:?} reads back as the same node");
    assert_eq!(read.key(), node.key(), "the key made along the way equals the key from scratch: {text}");
    assert!(!node.picture().is_empty(), "a picture: {text}");
}

/// Moves are distinct, pack, and are found by their texts.
fn check_position<P: Position>(pos: &P, rules: &P::Rules) {
    check_node(pos, rules);
    let mut list = MoveList::new();
    pos.moves(&mut list);
    assert_eq!(pos.count(), list.len() as u64, "count agrees with moves: {pos}");
    let mut texts = HashSet::new();
    let mut packed = HashSet::new();
    for &mv in list.iter() {
        let text = mv.to_string();
        assert!(texts.insert(text.clone()), "two moves are written {text}: {pos}");
        assert!(packed.insert(mv.to_bits()), "two moves pack alike, one of them {text}: {pos}");
        assert_eq!(P::Move::from_bits(mv.to_bits()), mv, "{text} packs and unpacks");
        assert!(mv.slot() < P::Move::SLOTS && mv.kind() < P::Move::KINDS, "{text} has a slot and a kind");
        assert_eq!(pos.find_move(&text).as_ref(), Ok(&mv), "{text} is found by its text: {pos}");
        check_node(&pos.play(mv), rules);
    }
    for nonsense in ["", "no-such-move", "\u{1F600}"] {
        assert!(pos.find_move(nonsense).is_err());
    }
}

/// Weights are positive and fit; branches are distinct; sampling gives a branch.
fn check_branches<G: Game>(after: &G::After) {
    const LISTED: usize = 500;
    let mut sum = 0_u64;
    let mut keys = HashSet::new();
    let mut branches = Vec::new();
    for (pos, weight) in after.clone().branches() {
        assert!(weight > 0, "a branch of {after} has no weight");
        sum += u64::from(weight);
        keys.insert(pos.key());
        if branches.len() < LISTED {
            assert!(!branches.contains(&pos), "{after} has {pos} twice");
            branches.push(pos);
        }
    }
    assert!((1..=u64::from(u32::MAX)).contains(&sum), "the weights of {after} sum to {sum}");
    let drawn = after.clone().sample(&mut rng::stream(1, 1));
    assert!(keys.contains(&drawn.key()), "{after} gave {drawn}, which is none of its branches");
}

/// A set of texts that must be refused, each with its reason: none may panic or be read.
///
/// # Panics
/// If one is accepted, or refused with a message that lacks the given part.
pub fn check_refused<N: Node>(rules: &N::Rules, table: &[(&str, &str)]) {
    for (text, reason) in table {
        match N::parse(text, rules) {
            Ok(node) => panic!("{text:?} was read as {node}"),
            Err(error) => assert!(error.to_string().contains(reason), "{text:?}: {error}"),
        }
    }
}
