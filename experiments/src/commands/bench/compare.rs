//! Two benches side by side: what `--save` wrote before, and what was measured now.
//!
//! A time means something only beside another one from the same machine, and only for the same work: where the nodes
//! differ the search has changed, and nodes per second compare but the result does not.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Speed;
use crate::failure::{Context, Failure};
use crate::output::{Align, Table, thousands};

/// A saved bench. What else stands in the file is not compared.
#[derive(Debug, Deserialize)]
pub(super) struct Before {
    games: Vec<Measured>,
}

/// What was measured of a game then.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Measured {
    game: String,
    nps: u64,
    signature: u64,
}

/// How a game's bench differs from the one before.
#[derive(Debug, PartialEq, Serialize)]
pub(super) struct Change {
    before: Measured,
    /// Nodes a second now, over those before: above 1 is faster.
    ratio: f64,
    same_signature: bool,
}

impl Before {
    /// Reads what `--save` wrote.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let place = format!("--compare {}", path.display());
        let text = fs::read_to_string(path).bad_input(&place)?;
        let before: Self = serde_json::from_str(&text)
            .map_err(|error| format!("not what fort bench --save writes: {error}"))
            .bad_input(&place)?;
        match before.games.iter().find(|old| old.nps == 0) {
            Some(old) => Err(Failure::input(format_args!("{place}: {}: nps is 0; expected 1 or more", old.game))),
            None => Ok(before),
        }
    }

    /// The difference from then to now; `None` if the game was not measured then.
    pub(super) fn change(&self, now: &Speed) -> Option<Change> {
        let before = self.games.iter().find(|old| old.game == now.game)?.clone();
        let ratio = now.nps as f64 / before.nps as f64;
        let same_signature = before.signature == now.signature;
        Some(Change { before, ratio, same_signature })
    }
}

/// Writes the differences, if there is anything to differ from.
pub(super) fn write(games: &[Speed], out: &mut dyn Write) -> io::Result<()> {
    let mut table = Table::new(&[Align::Left, Align::Right, Align::Right, Align::Right, Align::Left]);
    table.row(["game", "nodes/s before", "now", "ratio", "nodes"].map(str::to_owned));
    let mut compared = false;
    for now in games {
        let Some(Change { before, ratio, same_signature }) = &now.change else { continue };
        compared = true;
        let nodes = if *same_signature {
            "the same".to_owned()
        } else {
            format!("{} before, {} now", thousands(before.signature), thousands(now.signature))
        };
        table.row([now.game.to_owned(), thousands(before.nps), thousands(now.nps), format!("{ratio:.3}"), nodes]);
    }
    if compared {
        writeln!(out)?;
        table.write(out, 0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now(game: &'static str, nps: u64, signature: u64) -> Speed {
        Speed {
            game,
            nodes: signature,
            seconds: 1.0,
            nps,
            signature,
            perft_nps: 1,
            playout_moves_per_second: 1,
            deals_per_second: None,
            change: None,
        }
    }

    fn read(text: &str) -> Result<Before, String> {
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(file.path(), text).expect("written");
        Before::read(file.path()).map_err(|failure| match failure {
            Failure::Input(message) => message,
            other => panic!("expected bad input, got {other:?}"),
        })
    }

    #[test]
    fn what_was_saved_is_compared() {
        let saved = super::super::Bench { games: vec![now("forte", 1_000, 77)], threads: 1, repeat: 1 };
        let before = read(&serde_json::to_string_pretty(&saved).expect("JSON")).expect("a bench");
        let faster = before.change(&now("forte", 1_500, 77)).expect("measured before");
        assert_eq!((faster.ratio, faster.same_signature), (1.5, true));
        assert!(!before.change(&now("forte", 1_000, 78)).expect("measured before").same_signature);
        assert_eq!(before.change(&now("fortac", 1, 1)), None);
    }

    #[test]
    fn people_see_the_ratio_and_what_changed() {
        let before = read(r#"{"games":[{"game":"forte","nps":2000,"signature":1234}]}"#).expect("a bench");
        let mut speed = now("forte", 1_000, 1_235);
        speed.change = before.change(&speed);
        let mut text = Vec::new();
        write(&[speed, now("fortac", 1, 1)], &mut text).expect("memory takes everything");
        let text = String::from_utf8(text).expect("text");
        assert!(text.contains("0.500") && text.contains("1,234 before, 1,235 now"), "{text}");
        assert!(!text.contains("fortac"), "{text}");
    }

    #[test]
    fn what_is_no_bench_is_refused_with_its_place() {
        for (text, reason) in [
            ("", "line 1 column 0"),
            ("forte 77\n", "line 1 column 2"),
            ("{}", "missing field `games`"),
            (r#"{"games":[{"game":"forte","nps":-1,"signature":1}]}"#, "expected u64 at line 1"),
            (r#"{"games":[{"game":"forte","nps":0,"signature":1}]}"#, "forte: nps is 0"),
        ] {
            let message = read(text).expect_err(text);
            assert!(message.starts_with("--compare ") && message.contains(reason), "{message}");
        }
        assert!(Before::read(Path::new("/no/such/file")).is_err());
    }
}
