//! Running the program as a stranger would, for the tests of it from outside.

use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs `fort` with these arguments and this standard input.
pub(crate) fn fort_reading(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("fort"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments may be gone before it reads.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

/// What the program wrote.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes UTF-8")
}
