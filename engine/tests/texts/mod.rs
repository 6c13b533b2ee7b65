//! What tests of PGN and of PDN ask alike: games read from a text, and good texts with something spoiled.

mod spoiled;

use engine::games::portable::{Game, Portable, games};

pub(crate) use spoiled::spoiled;

/// The only game of a text.
pub(crate) fn only<G: Portable>(text: &str) -> Game<G> {
    let mut all = games(text);
    let game = all.next().expect("a game").unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(all.next().is_none(), "{text}");
    game
}

/// The moves of a game in a line.
pub(crate) fn moves<G: Portable>(game: &Game<G>) -> String {
    let texts: Vec<String> = game.plies.iter().map(|ply| ply.mv.to_string()).collect();
    texts.join(" ")
}

/// Reads all games of a text; those that are good are written and read back.
pub(crate) fn check_games<G: Portable>(text: &str) {
    let read: Vec<_> = games::<G>(text).collect();
    assert!(read.len() <= text.len(), "something is read for each game: {text:?}");
    let good: Vec<Game<G>> = read.into_iter().flatten().collect();
    let written: String = good.iter().map(ToString::to_string).collect();
    let again: Vec<_> = games(&written).collect();
    assert_eq!(again, good.into_iter().map(Ok).collect::<Vec<_>>(), "{text:?}");
}

/// Reads a game that was written, which must be the same.
pub(crate) fn check_written<G: Portable>(game: &Game<G>) {
    let text = game.to_string();
    let mut read = only(&text);
    assert_eq!(read.to_string(), text);
    // Blanks of the comment before the moves are not kept.
    read.intro.clone_from(&game.intro);
    assert_eq!(&read, game);
}
