//! Tells the program which commit it is built from, for `fort --version` and the records of long runs.
//!
//! Asks git about this workspace's own sources; without git, or in a copy without its history, the commit is `unknown`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What the binary is made of, relative to the workspace: a change to any of it is a change to the program.
const SOURCES: [&str; 6] =
    ["engine/src", "search/src", "solvers/src", "experiments/src", "experiments/build.rs", "Cargo.lock"];

fn main() {
    // Asked for when this runs: worktrees that share a target directory share this program too, built in one of them.
    let package = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the package is");
    let workspace = Path::new(&package).parent().expect("the package lies in the workspace");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", workspace.join(source).display());
    }
    let commit = commit(workspace).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=FORT_COMMIT={commit}");
}

/// The short hash, with `+changes` behind it where a source differs from the commit.
fn commit(workspace: &Path) -> Option<String> {
    // A copy without history inside somebody else's repository must not borrow that repository's commit.
    let top = git(workspace, &["rev-parse", "--show-toplevel"])?;
    if PathBuf::from(top).canonicalize().ok()? != workspace.canonicalize().ok()? {
        return None;
    }
    watch_head(workspace);
    let hash = git(workspace, &["rev-parse", "--short=12", "HEAD"])?;
    let mut status = vec!["status", "--porcelain", "--"];
    status.extend(SOURCES);
    let changes = if git(workspace, &status)?.is_empty() { "" } else { "+changes" };
    Some(hash + changes)
}

/// Asks cargo to run this again when HEAD moves. Only files that exist are named: a missing one would always rerun.
fn watch_head(workspace: &Path) {
    let branch = git(workspace, &["rev-parse", "--symbolic-full-name", "HEAD"]).unwrap_or_default();
    for name in ["HEAD", "packed-refs", branch.as_str()] {
        let Some(path) = git(workspace, &["rev-parse", "--git-path", name]) else { continue };
        let path = workspace.join(path);
        if path.is_file() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
}

/// What git answers, if it can. The environment of a hook that happens to run the build is not passed on.
fn git(directory: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    // Asking for the status must not lock the index against somebody's commit.
    command.current_dir(directory).arg("--no-optional-locks").args(arguments);
    for name in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"] {
        command.env_remove(name);
    }
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
