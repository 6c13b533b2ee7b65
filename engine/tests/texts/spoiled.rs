//! Good texts with something spoiled: nearer to what is read than noise is.

use proptest::prelude::*;

/// One of `texts` with pieces cut out, doubled, exchanged or overwritten; `signs` is a pattern of what is written over them.
pub(crate) fn spoiled(texts: &'static [&'static str], signs: &'static str) -> impl Strategy<Value = String> {
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4, signs);
    (prop::sample::select(texts), prop::collection::vec(edit, 0..5)).prop_map(|(text, edits)| {
        let mut letters: Vec<char> = text.chars().collect();
        for (a, b, kind, new) in edits {
            let (a, b) = (a.index(letters.len() + 1), b.index(letters.len() + 1));
            let (from, to) = (a.min(b), a.max(b).min(a.min(b) + 12));
            match kind {
                0 => drop(letters.splice(from..to, new.chars())),
                1 => drop(letters.splice(from..from, new.chars())),
                2 => letters.truncate(to),
                _ => {
                    let piece = letters[from..to].to_vec();
                    letters.splice(from..from, piece);
                }
            }
        }
        letters.into_iter().collect()
    })
}
