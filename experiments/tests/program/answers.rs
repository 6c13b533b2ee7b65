//! What the program answers where it must succeed.

use serde_json::Value;

use crate::program::{fort_reading, text};

/// What a command prints; it must succeed.
pub(crate) fn printed(arguments: &[&str], input: &str) -> String {
    let output = fort_reading(arguments, input.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout).to_owned()
}

/// The JSON documents of a command, one a line.
pub(crate) fn lines(arguments: &[&str], input: &str) -> Vec<Value> {
    let text = printed(&[arguments, &["--json"]].concat(), input);
    text.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))).collect()
}
