//! From texts to a game of chess: the position a game began with, and its moves.
//!
//! A setup with anything wrong in it is refused as a whole. Castling may be written as the king's two steps or as the
//! king taking its rook, in chess and in Chess960; where the king could also step to that square, the text means the
//! step.

use engine::games::chess::{Chess, Move, Options, Special, Variant, square_of};
use engine::{Game, History, MoveList, Node, Position};

use super::command::{Setup, quoted};

/// The game that a setup describes, or what is wrong with it.
pub(super) fn game(setup: &Setup, variant: Variant) -> Result<History<Chess>, String> {
    let options = Options::of(variant);
    let start = match &setup.fen {
        None => Chess::start(&options),
        Some(fen) => Chess::parse(fen, &options).map_err(|error| error.to_string())?,
    };
    let mut game = History::new(start, Chess::path_rules(&options));
    for (index, text) in setup.moves.iter().enumerate() {
        let pos = game.current();
        let mv = find(&legal_moves(pos), text)
            .ok_or_else(|| format!("move {} of the game, {}, is not legal in {pos}", index + 1, quoted(text)))?;
        let next = pos.play(mv);
        game.push(next);
    }
    Ok(game)
}

/// The legal moves of a position.
pub(super) fn legal_moves(pos: &Chess) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// The legal move that a text means.
pub(crate) fn find(legal: &[Move], text: &str) -> Option<Move> {
    let (from, to) = (square_of(text.get(..2)?)?, square_of(text.get(2..4)?)?);
    let made = text.get(4..).unwrap_or_default().to_ascii_lowercase();
    let promotes = |mv: Move| mv.promoted().map_or(String::new(), |kind| kind.letter().to_string()) == made;
    let is_castling = |mv: Move| mv.special() == Special::Castling;
    let of_squares = |mv: &Move| mv.from() == from && !is_castling(*mv) && mv.to() == to && promotes(*mv);
    let as_castling =
        |mv: &Move| mv.from() == from && is_castling(*mv) && made.is_empty() && (mv.to() == to || mv.lands() == to);
    // A rook's square first: where the king lands on the other rook's square, the text means that rook.
    let onto_rook = |mv: &Move| as_castling(mv) && mv.to() == to;
    let found = legal.iter().copied().find(of_squares);
    found.or_else(|| legal.iter().copied().find(onto_rook)).or_else(|| legal.iter().copied().find(as_castling))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(fen: &str, variant: Variant, moves: &[&str]) -> Result<String, String> {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        let setup = Setup { fen: (!fen.is_empty()).then(|| fen.to_owned()), moves };
        game(&setup, variant).map(|game| game.current().to_string())
    }

    #[test]
    fn a_game_has_all_its_positions() {
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].map(str::to_owned).to_vec();
        let game = game(&Setup { fen: None, moves }, Variant::Standard).expect("a game");
        assert_eq!((game.keys().len(), game.occurrences()), (5, 2));
    }

    #[test]
    fn castling_is_read_both_ways() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for variant in [Variant::Standard, Variant::Chess960] {
            for (king, rook) in [("e1g1", "e1h1"), ("e1c1", "e1a1")] {
                let castled = read(fen, variant, &[king]).expect(king);
                assert_eq!(read(fen, variant, &[rook]).expect(rook), castled);
                assert!(castled.contains(if king == "e1g1" { "R4RK1" } else { "2KR3R" }), "{castled}");
            }
        }
    }

    #[test]
    fn where_the_king_could_step_the_text_means_the_step() {
        let fen = "5k2/8/8/8/8/8/8/R4K1R w HA - 0 1";
        let stepped = read(fen, Variant::Chess960, &["f1g1"]).expect("a step");
        assert!(stepped.contains("R5KR"), "{stepped}");
        let castled = read(fen, Variant::Chess960, &["f1h1"]).expect("castling");
        assert!(castled.contains("R4RK1"), "{castled}");
    }

    #[test]
    fn promotions_name_what_is_made() {
        let fen = "8/P6k/8/8/8/8/8/7K w - - 0 1";
        assert!(read(fen, Variant::Standard, &["a7a8n"]).expect("a knight").starts_with("N7/"));
        assert!(read(fen, Variant::Standard, &["a7a8Q"]).expect("a queen").starts_with("Q7/"));
        for wrong in ["a7a8", "a7a8k", "a7a8p", "h1g1q"] {
            read(fen, Variant::Standard, &[wrong]).expect_err(wrong);
        }
    }

    #[test]
    fn what_is_no_legal_move_is_refused_with_its_place() {
        for text in ["e2e5", "e7e5", "0000", "e2", "", "e2e4q", "ééééé", "e2e4e5"] {
            let message = read("", Variant::Standard, &["d2d4", "d7d5", text]).expect_err(text);
            assert!(message.starts_with("move 3 of the game, ") && message.contains("is not legal in"), "{message}");
        }
        assert!(read("8/8 w", Variant::Standard, &[]).expect_err("no FEN").contains("four or six fields"));
    }
}
