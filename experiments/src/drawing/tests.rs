//! Random lines of every game, drawn: what a page may rely on, and that each drawing shows what its position has.

use std::collections::BTreeSet;

use engine::cards::Card;
use engine::games::backgammon::{Backgammon, Turn};
use engine::games::checkers::Checkers;
use engine::games::chess::Chess;
use engine::games::chessboard::Chessboard;
use engine::games::force3::Force3;
use engine::games::fortac::Fortac;
use engine::games::forte::Forte;
use engine::games::fortress::{Fortress, FortressOptions};
use engine::games::patience::{Kind, Patience, Target};
use engine::{Afterstate, Game, MoveList, Node, Position, Puzzle, Rng, Side, rng};
use rand::RngExt;
use roxmltree::Document;

use super::*;

type Scene = BTreeSet<Piece>;

/// A line of random moves from `start`, at most so many.
fn line<P: Position>(start: P, most: usize, rng: &mut Rng) -> (Vec<P>, Vec<P::Move>) {
    let (mut positions, mut moves) = (vec![start], Vec::new());
    let mut list = MoveList::new();
    for _ in 0..most {
        let pos = &positions[positions.len() - 1];
        list.clear();
        pos.moves(&mut list);
        if list.is_empty() {
            break;
        }
        let mv = list[rng.random_range(0..list.len())];
        moves.push(mv);
        positions.push(pos.play(mv).sample(rng));
    }
    (positions, moves)
}

fn standard<N: Node>() -> N::Rules {
    N::Rules::default()
}

/// Lines of a two-player game under these rules, drawn and held to what [`drawn`] asks.
fn games<G: Game + Drawn>(rules: &str, count: u64, most: usize) -> Vec<(Vec<G>, Vec<Scene>)> {
    let rules: G::Rules = rules.parse().unwrap_or_else(|_| panic!("{rules} are rules"));
    let games = (0..count).map(|seed| {
        let mut rng = rng::stream(seed, 0);
        let (positions, _) = line(G::start(&rules).sample(&mut rng), most, &mut rng);
        let scenes = drawn(&rules, &positions);
        (positions, scenes)
    });
    games.collect()
}

/// The scenes of a line: well-formed, of pieces that there are, inside the board, without equal pieces; they change when
/// what stands there does.
fn drawn<P: Drawn>(rules: &P::Rules, positions: &[P]) -> Vec<Scene> {
    let board = P::board(rules);
    let scenes = P::scenes(positions);
    assert_eq!(scenes.len(), positions.len());
    let first = svg(&board, &scenes[0]);
    let document = Document::parse(&first).unwrap_or_else(|error| panic!("{error}: {first}"));
    let symbols: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name(SYMBOL))
        .map(|node| node.attribute("id").unwrap())
        .collect();
    assert_eq!(symbols.iter().collect::<BTreeSet<_>>().len(), symbols.len(), "ids are unique");
    let prefix = symbols[0].split('-').next().unwrap();
    assert!(symbols.iter().all(|id| id.starts_with(&format!("{prefix}-"))), "{symbols:?}");
    for used in document.descendants().filter_map(|node| node.attribute("href")) {
        assert!(symbols.contains(&used.trim_start_matches('#')), "{used} is a symbol");
    }
    for (pos, scene) in positions.iter().zip(&scenes) {
        for Piece { what, at: [x, y] } in scene {
            let half = match what {
                What::Shape(id) => {
                    assert!(symbols.contains(&id.as_ref()), "{id} is a symbol");
                    extent(&document, id)
                }
                What::Text(text) => [7 * text.chars().count() as i32, 11],
            };
            let inside = |at: u32, half: i32, size: u32| at as i32 >= half && at as i32 + half <= size as i32;
            assert!(
                inside(*x, half[0], board.size[0]) && inside(*y, half[1], board.size[1]),
                "{what:?} {x} {y}: {pos}"
            );
        }
    }
    assert!(Document::parse(&svg(&board, &scenes[scenes.len() - 1])).is_ok());
    let sets: Vec<Scene> = scenes.iter().map(|scene| scene.iter().cloned().collect()).collect();
    assert!(scenes.iter().zip(&sets).all(|(scene, set)| scene.len() == set.len()), "no two pieces are equal");
    for (scenes, positions) in sets.windows(2).zip(positions.windows(2)) {
        let are_alike = placed(&positions[0]) == placed(&positions[1]);
        assert!(scenes[0] != scenes[1] || are_alike, "{} and {}", positions[0], positions[1]);
    }
    sets
}

const SYMBOL: (&str, &str) = ("http://www.w3.org/2000/svg", "symbol");

/// A position's picture without the line that says whose turn it is.
fn placed<P: Position>(pos: &P) -> String {
    let picture = pos.picture();
    picture.lines().filter(|line| !line.contains("to move")).collect()
}

/// How far a symbol reaches from its centre, across and down, as far as its rectangles and circles say.
fn extent(document: &Document<'_>, id: &str) -> [i32; 2] {
    let symbol = document.descendants().find(|node| node.attribute("id") == Some(id)).expect("a symbol");
    let mut extent = [20, 20];
    for node in symbol.descendants() {
        let number = |name: &str| node.attribute(name).and_then(|text| text.parse::<i32>().ok());
        let reach = |from: &str, size: &str| Some([number(from)?, number(from)? + number(size)?]);
        let around = |centre: &str| Some([number(centre)? - number("r")?, number(centre)? + number("r")?]);
        let (across, down) = (reach("x", "width").or(around("cx")), reach("y", "height").or(around("cy")));
        for (extent, ends) in extent.iter_mut().zip([across, down]) {
            let farthest = ends.into_iter().flatten().map(i32::abs).max();
            *extent = farthest.map_or(*extent, |farthest| farthest.max(*extent));
        }
    }
    extent
}

/// The pieces of a scene whose symbol's name begins like that.
fn count(scene: &Scene, prefix: &str) -> usize {
    scene.iter().filter(|piece| matches!(&piece.what, What::Shape(id) if id.starts_with(prefix))).count()
}

/// How many pieces have gone, and how many have come, of those that are shapes.
fn changes(scenes: &[Scene]) -> (usize, usize) {
    let shapes =
        |one: &Scene, other: &Scene| one.difference(other).filter(|piece| matches!(piece.what, What::Shape(_))).count();
    (shapes(&scenes[0], &scenes[1]), shapes(&scenes[1], &scenes[0]))
}

#[test]
fn chess_shows_all_men_and_a_move_changes_few() {
    for (rules, most) in [("", 300), ("variant=chess960,start=17", 60)] {
        for (positions, scenes) in games::<Chess>(rules, 20, most) {
            for (pos, scene) in positions.iter().zip(&scenes) {
                assert_eq!(scene.len(), pos.occupied().count_ones() as usize);
                assert_eq!((count(scene, "chess-K"), count(scene, "chess-k")), (1, 1));
            }
            assert!(scenes.windows(2).all(|pair| matches!(changes(pair), (1..=2, 1..=2))), "castling moves two");
        }
    }
    let start = &games::<Chess>("", 1, 0)[0].1[0];
    assert_eq!((start.len(), count(start, "chess-P"), count(start, "chess-n")), (32, 8, 2));
    // a1 is at the lower left.
    let rook = start.iter().filter(|piece| piece.what == What::Shape("chess-R".into())).map(|piece| piece.at);
    assert_eq!(rook.min(), Some([78, 608]));
}

#[test]
fn checkers_shows_all_pieces_on_dark_squares_and_kings_as_such() {
    for (positions, scenes) in games::<Checkers>("", 20, 200) {
        for (pos, scene) in positions.iter().zip(&scenes) {
            for (side, name) in Side::BOTH.into_iter().zip(["black", "white"]) {
                assert_eq!(count(scene, &format!("checkers-{name}-man")), pos.men(side).count_ones() as usize);
                assert_eq!(count(scene, &format!("checkers-{name}-king")), pos.kings(side).count_ones() as usize);
            }
            assert!(scene.iter().all(|piece| (piece.at[0] / 80 + piece.at[1] / 80) % 2 == 1), "{pos}");
        }
        for (pos, pair) in positions.iter().zip(scenes.windows(2)) {
            let taken = changes(pair).0 - 1;
            assert!(changes(pair).1 == 1 && taken <= pos.of(!pos.mover()).count_ones() as usize);
        }
    }
    let pos = Checkers::parse("B:W32:BK1", &standard::<Checkers>()).expect("a position");
    let scene: Vec<Piece> = Checkers::scenes(&[pos]).concat();
    assert!(scene.contains(&Piece::shape("checkers-black-king", [128, 48])), "1 is at the top left: {scene:?}");
    assert!(scene.contains(&Piece::shape("checkers-white-man", [528, 608])), "{scene:?}");
}

#[test]
fn forte_shows_fourteen_knights_wherever_they_are() {
    for (rules, knights) in [("", [7, 7]), ("a=5,b=6", [5, 6]), ("setup=free,a=6,b=5", [6, 5])] {
        for (positions, scenes) in games::<Forte>(rules, 10, 60) {
            assert!(scenes.iter().all(|scene| [count(scene, "forte-A"), count(scene, "forte-B")] == knights));
            for (pos, pair) in positions.iter().zip(scenes.windows(2)) {
                let moved = if pos.in_hand(pos.side()) > 0 { 6 } else { 1 };
                assert!(changes(pair).0 == changes(pair).1 && changes(pair).0 <= moved, "{pos}");
            }
        }
    }
}

#[test]
fn force3_shows_eight_tiles_and_six_pawns() {
    for (positions, scenes) in games::<Force3>("", 30, 60) {
        for scene in &scenes {
            assert_eq!(["force3-tile", "force3-x", "force3-o"].map(|prefix| count(scene, prefix)), [8, 3, 3]);
        }
        for (pos, pair) in positions.windows(2).zip(scenes.windows(2)) {
            let tiles = pair[0].difference(&pair[1]).filter(|piece| piece.what == What::Shape("force3-tile".into()));
            assert_eq!(tiles.count(), usize::from(pos[0].hole() != pos[1].hole()));
            // A slide takes two pawns along at most.
            assert!(matches!(changes(pair), (1..=3, 1..=3)));
        }
    }
}

#[test]
fn fortac_shows_men_hands_combos_and_the_deck_and_cards_keep_their_places() {
    for (rules, lengths) in [("", 150), ("deck=no_redraw", 80)] {
        for (positions, scenes) in games::<Fortac>(rules, 15, lengths) {
            for (pos, scene) in positions.iter().zip(&scenes) {
                let hands = Side::BOTH.map(|side| pos.hand(side).len() as usize);
                let made = Side::BOTH.map(|side| pos.made(side).len() as usize);
                let men = 8 + hands[0] + hands[1] + made[0] + made[1];
                assert_eq!(count(scene, "fortac-"), men);
                let deck = format!("deck {} · discarded {}", pos.deck().len(), pos.discards().len());
                assert!(scene.iter().any(|piece| piece.what == What::Text(deck.clone())));
            }
            // A move is of one man, of two that swap, or of three that are pushed; a card goes and a card comes; combos come.
            assert!(scenes.windows(2).all(|pair| changes(pair).0 <= 4 && changes(pair).1 <= 6));
        }
    }
}

#[test]
fn backgammon_shows_fifteen_checkers_a_side() {
    for rules in ["", "cube=money,beavers=on", "match=7,standing=6-3"] {
        for (positions, scenes) in games::<Backgammon>(rules, 12, 150) {
            for (pos, scene) in positions.iter().zip(&scenes) {
                assert_eq!(checkers(scene), 30, "{pos}");
                let is_rolled = pos.turn() == Turn::Play;
                let dice =
                    (1..=6).map(|pips| count(scene, &format!("backgammon-{}-{pips}", mover(pos)))).sum::<usize>();
                assert_eq!(dice, if is_rolled { 2 } else { 0 });
                assert_eq!(count(scene, "backgammon-cube"), usize::from(pos.stakes().has_cube()));
            }
        }
    }
}

fn mover(pos: &Backgammon) -> &'static str {
    if pos.side() == Side::First { "white" } else { "black" }
}

/// The checkers that are drawn, and those that a number stands for: it counts five that are drawn.
fn checkers(scene: &Scene) -> usize {
    let drawn = ["white", "black"].map(|name| {
        let exact = format!("backgammon-{name}");
        let stand = scene.iter().filter(|piece| piece.what == What::Shape(exact.clone().into())).count();
        stand + count(scene, &format!("{exact}-off"))
    });
    let written = scene.iter().filter_map(|piece| match &piece.what {
        What::Text(text) => text.parse::<usize>().ok(),
        What::Shape(_) => None,
    });
    drawn[0] + drawn[1] + written.map(|number| number - 5).sum::<usize>()
}

#[test]
fn patience_shows_every_card_but_those_that_foundations_cover() {
    every_card::<engine::games::fortress::FortressRules>("");
    every_card::<engine::games::chessboard::ChessboardRules>("");
    every_card::<engine::games::chessboard::ChessboardRules>("units=build,empty=any");
}

fn every_card<K: Kind>(rules: &str) {
    let rules = rules.parse().unwrap_or_else(|_| panic!("{rules} are rules"));
    for seed in 0..12 {
        let mut rng = rng::stream(seed, 0);
        let start = Patience::<K>::deal(&rules, &mut rng);
        let (positions, moves) = line(start, 150, &mut rng);
        let scenes = drawn(&rules, &positions);
        for (pos, scene) in positions.iter().zip(&scenes) {
            let covered: usize = (0..4).map(|suit| usize::from(pos.home_count(suit).saturating_sub(1))).sum();
            assert_eq!(count(scene, ""), 52 - covered, "{pos}");
        }
        for (mv, pair) in moves.iter().zip(scenes.windows(2)) {
            let is_home = mv.to == Target::Foundation;
            // The card, with what lies on it where a build moves; and the card that a foundation covers.
            let gone: Vec<&Piece> = pair[0].difference(&pair[1]).filter(|piece| is_card(piece)).collect();
            let come: Vec<&Piece> = pair[1].difference(&pair[0]).filter(|piece| is_card(piece)).collect();
            assert!(come.iter().any(|piece| is(piece, mv.card)), "{mv} moves its card");
            let most = if is_home { 2 } else { 13 };
            assert!(gone.len() <= most && come.len() <= gone.len(), "{mv}: {gone:?} {come:?}");
            assert!(gone.iter().map(|piece| piece.at[1]).collect::<BTreeSet<_>>().len() <= 2, "one pile loses cards");
        }
    }
}

fn is_card(piece: &Piece) -> bool {
    matches!(piece.what, What::Shape(_))
}

fn is(piece: &Piece, card: Card) -> bool {
    matches!(&piece.what, What::Shape(id) if id.ends_with(&format!("-{card}")))
}

/// The order of piles means nothing to a position, and much to a person at a table.
#[test]
fn piles_keep_their_places_whatever_order_a_position_has_them_in() {
    // Where no empty pile is filled, there is one place for each pile.
    let rules: FortressOptions = "empty=none".parse().expect("rules");
    let mut compared = 0;
    for seed in 0..60 {
        let mut rng = rng::stream(seed, 0);
        let (positions, moves) = line(Fortress::deal(&rules, &mut rng), 100, &mut rng);
        let shuffled: Vec<Fortress> = (0..).zip(&positions).map(|(turns, pos)| turned(pos, turns, rules)).collect();
        assert_eq!(positions, shuffled);
        let sorted = |scenes: Vec<Vec<Piece>>| -> Vec<Scene> { scenes.into_iter().map(Scene::from_iter).collect() };
        assert_eq!(sorted(Fortress::scenes(&positions)), sorted(Fortress::scenes(&shuffled)));
        compared += moves.len();
    }
    assert!(compared > 150, "{compared} moves are some");
}

/// The same position with its piles written in another order.
fn turned(pos: &Fortress, turns: usize, rules: FortressOptions) -> Fortress {
    let text = pos.to_string();
    let (piles, foundations) = text.split_once(';').unwrap_or((&text, "C0 D0 H0 S0"));
    let mut piles: Vec<&str> = piles.split('|').collect();
    piles.rotate_left(turns % 10);
    Fortress::parse(&format!("{};{foundations}", piles.join("|")), &rules).expect("a position")
}

#[test]
fn the_longest_piles_fit() {
    let rules = standard::<Chessboard>();
    let ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
    let suit = |suit: &str| ranks.map(|rank| format!("{rank}{suit}")).join(" ");
    let eighteen = format!("AS 2S 3S 4S 5S {}|6S|7S|8S|9S|TS JS QS KS|{}|{}||", suit("H"), suit("D"), suit("C"));
    for text in [eighteen, format!("{} {} {} {}|||||||||", suit("C"), suit("D"), suit("H"), suit("S"))] {
        drawn(&rules, &[Chessboard::parse(&text, &rules).expect("a position")]);
    }
}

#[test]
fn what_chance_has_still_to_give_is_left_out() {
    let rules = standard::<Backgammon>();
    let scenes = drawn(&rules, &[Backgammon::pending(&Backgammon::start(&rules))]);
    assert!(!scenes[0].iter().any(is_die));
    let rules = standard::<Fortac>();
    let scenes = drawn(&rules, &[Fortac::pending(&Fortac::start(&rules))]);
    assert_eq!(count(&scenes[0], "fortac-"), 8);
}

fn is_die(piece: &Piece) -> bool {
    matches!(&piece.what, What::Shape(id) if id.ends_with(|last: char| last.is_ascii_digit()))
}

#[test]
fn pieces_are_painted_by_place_and_words_last() {
    let pieces = [Piece::text("a < b & c", [1, 1]), Piece::shape("one", [9, 2]), Piece::shape("two", [8, 7])];
    let order: Vec<[u32; 2]> = in_order(&pieces).iter().map(|piece| piece.at).collect();
    assert_eq!(order, [[8, 7], [9, 2], [1, 1]]);
    assert!(pieces[0].element().contains(">a &lt; b &amp; c</text>"));
}
