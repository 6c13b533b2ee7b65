//! `draw_rules.epd` as far as its rows tell a rule of the game, not the value of a search.

use engine::games::chess::epd::{self, Epd};
use engine::games::chess::{Chess, Kind, Move, Options};
use engine::{Game, History, MoveList, Outcome, Position};

fn rows(kind: &str) -> Vec<Epd> {
    let text = include_str!("../../../testdata/chess/draw_rules.epd");
    let is_meant = |epd: &Epd| epd.text("id").is_some_and(|id| id.starts_with(&format!("DR.{kind}.")));
    let read = epd::records(text, &Options::default()).map(|record| record.expect("a record"));
    read.filter(is_meant).collect()
}

fn legal(pos: &Chess) -> MoveList<Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// Why a game that stands at `pos` ends after `mv`, by the usual rules.
fn reason_after(pos: &Chess, mv: Move) -> Option<&'static str> {
    let mut history = History::new(*pos, Chess::path_rules(&Options::default()));
    history.push(pos.play(mv));
    history.ending().map(|ending| ending.reason)
}

#[test]
fn material_that_cannot_mate_is_dead() {
    let rows = rows("insuf");
    assert_eq!(rows.len(), 8);
    for row in rows {
        let is_dead = match row.text("c1") {
            Some("insufficient=yes") => true,
            Some("insufficient=no") => false,
            other => panic!("{row}: {other:?}"),
        };
        assert_eq!(row.pos.is_dead(), is_dead, "{row}");
    }
}

#[test]
fn mate_on_the_last_ply_comes_before_fifty_moves() {
    let row = &rows("fifty")[0];
    let mates = row.moves("bm").expect("legal moves");
    assert_eq!((row.pos.clock(), mates.len()), (99, 1));
    for &mv in legal(&row.pos).iter() {
        let reason = if mates.contains(&mv) { "mate" } else { "fifty_moves" };
        assert_eq!(reason_after(&row.pos, mv), Some(reason), "{row} {mv}");
    }
}

#[test]
fn only_captures_and_pawns_reset_the_clock() {
    let rows = rows("fifty");
    let zeroing: Vec<&Epd> = rows.iter().filter(|row| row.text("c1") == Some("zeroing")).collect();
    assert_eq!(zeroing.len(), 1);
    for row in zeroing {
        let best = row.moves("bm").expect("legal moves");
        for &mv in legal(&row.pos).iter() {
            let resets = mv.piece() == Kind::Pawn || mv.captured().is_some();
            assert_eq!(row.pos.play(mv).clock(), if resets { 0 } else { 100 }, "{row} {mv}");
            assert_eq!(reason_after(&row.pos, mv) == Some("fifty_moves"), !resets, "{row} {mv}");
            assert_eq!(reason_after(&row.pos, mv).is_none(), best.contains(&mv), "{row} {mv}");
        }
    }
}

#[test]
fn promotions_to_avoid_are_stalemate() {
    let rows = rows("promo");
    assert_eq!(rows.len(), 4);
    for row in rows {
        for mv in row.moves("am").expect("legal moves") {
            assert_eq!(reason_after(&row.pos, mv), Some("stalemate"), "{row} {mv}");
            assert_eq!(row.pos.play(mv).outcome(), Some(Outcome::Draw), "{row} {mv}");
        }
    }
}

#[test]
fn desperados_leave_no_reply_but_stalemate() {
    let rows = rows("stale");
    assert_eq!(rows.len(), 6);
    for row in rows {
        let best = row.moves("bm").expect("legal moves");
        assert_eq!(best.len(), 1, "{row}");
        let pos = row.pos.play(best[0]);
        let captures: Vec<Move> = legal(&pos).iter().copied().filter(|mv| mv.captured().is_some()).collect();
        assert!(!captures.is_empty(), "{row}");
        for mv in captures {
            assert_eq!(reason_after(&pos, mv), Some("stalemate"), "{row} {mv}");
        }
    }
}
