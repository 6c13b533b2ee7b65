//! `fort completions`: a script that teaches a shell to complete `fort`'s commands, options and game names.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;
use serde::Serialize;

use crate::cli::Cli;
use crate::failure::Failure;
use crate::output::{Answer, Output};

const EXAMPLES: &str = "\
Examples:
  fort completions bash > ~/.local/share/bash-completion/completions/fort
  fort completions fish > ~/.config/fish/completions/fort.fish";

/// Print a script that completes fort's commands and options in a shell
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

#[derive(Serialize)]
struct Script {
    shell: String,
    script: String,
}

impl Answer for Script {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.script.as_bytes())
    }
}

/// Prints the script.
pub(crate) fn run(arguments: &Arguments, output: &mut Output) -> Result<(), Failure> {
    // Into memory first: the generator panics when a write fails.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "fort", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    output.answer(&Script { shell: arguments.shell.to_string(), script })
}
