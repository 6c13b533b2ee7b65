//! `fort uci`: chess for graphical boards and tournament programs, which speak the UCI protocol.

use std::io;

use crate::cli::Global;
use crate::failure::Failure;
use crate::output::Output;
use crate::uci;

const EXAMPLES: &str = "\
Examples:
  fort uci
  fort uci bench
  fort uci go depth 12
  printf 'position startpos moves e2e4\\ngo movetime 1000\\n' | fort uci

Give a graphical board or a tournament program this command as its engine. Options:
Hash, Threads, MultiPV, Ponder, Move Overhead, UCI_Chess960, UCI_ShowWDL, Clear Hash.
Beside the protocol's commands there are d (the board), eval (the static value),
bench (nodes and speed) and go perft N. At the end of input a search that has a
limit is finished. --threads sets what the option Threads begins with, else 1.";

/// Play chess for a program that speaks the UCI protocol
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A single command to obey instead of those on standard input
    #[arg(value_name = "COMMAND", trailing_var_arg = true)]
    words: Vec<String>,
}

/// Obeys commands until there are no more.
pub(crate) fn run(arguments: &Arguments, global: Global, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        return Err(Failure::input("fort uci speaks the UCI protocol, which has no JSON"));
    }
    let threads = global.asked_threads();
    let out = Box::new(io::stdout());
    if arguments.words.is_empty() {
        uci::serve(io::BufReader::new(io::stdin()), out, threads)
    } else {
        uci::serve(io::Cursor::new(arguments.words.join(" ")), out, threads)
    }
}
