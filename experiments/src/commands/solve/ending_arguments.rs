//! What `fort solve` understands of games whose endings are solved: which options, and for which game.

use std::path::PathBuf;

use engine::{Deterministic, GameId, Registered};

use super::Arguments;
use super::tables::Asked;
use crate::cli::Global;
use crate::failure::Failure;
use crate::output::Output;

/// What only games with tables of endings understand.
#[derive(Debug, clap::Args)]
pub(super) struct EndingArguments {
    /// Chess: solve all endings of up to N men, kings included, and show them in figures [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4),
        conflicts_with_all = ["position", "file"])]
    pub(super) men: Option<u8>,
    /// Checkers: solve all endgames of up to N pieces, and show them in figures or look positions up in them [default:
    /// 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(2..=6))]
    pub(super) pieces: Option<u8>,
    /// Keep the tables: chess in this file, checkers in this directory, where a run that was killed goes on
    #[arg(long, value_name = "PATH", conflicts_with_all = ["position", "file"])]
    pub(super) out: Option<PathBuf>,
    /// Take the tables from this file (chess) or directory (checkers) instead of solving
    #[arg(long, value_name = "PATH")]
    pub(super) tables: Option<PathBuf>,
    /// Checkers: check N cells of each table by the rules, one ply on
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["position", "file"])]
    pub(super) verify: Option<u64>,
}

impl EndingArguments {
    fn all_given(&self) -> impl Iterator<Item = &'static str> {
        [
            ("--men", self.men.is_some()),
            ("--pieces", self.pieces.is_some()),
            ("--out", self.out.is_some()),
            ("--tables", self.tables.is_some()),
            ("--verify", self.verify.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The first option that was given, if any.
    pub(super) fn given(&self) -> Option<&'static str> {
        self.all_given().next()
    }

    /// Refuses options that are another game's.
    pub(super) fn refuse(&self, game: GameId, others: &[&str]) -> Result<(), Failure> {
        match self.all_given().find(|given| others.contains(given)) {
            None => Ok(()),
            Some(option) => {
                let own = if game == GameId::Chess {
                    "--men, --out, --tables"
                } else {
                    "--pieces, --out, --tables, --verify"
                };
                Err(Failure::input(format_args!("{option}: {game} is not asked that; its options are {own}")))
            }
        }
    }
}

/// What is asked of a game's endings.
pub(crate) struct EndingTask<'a, G: Deterministic> {
    pub(super) asked: &'a EndingArguments,
    /// The positions to look up, if that is what is asked.
    pub(super) positions: Option<Asked<G>>,
    pub(super) rules: G::Rules,
    /// Which positions are solved.
    pub(super) extent: &'static str,
    pub(super) global: Global,
    pub(super) output: &'a mut Output,
}

impl<'a, G: Deterministic + Registered> EndingTask<'a, G> {
    /// What the command line asks.
    pub(super) fn new(
        arguments: &'a Arguments,
        extent: &'static str,
        global: Global,
        output: &'a mut Output,
    ) -> Result<Self, Failure> {
        let rules = arguments.game.rules::<G>()?;
        let positions = Asked::<G>::read(arguments, &rules)?;
        Ok(Self { asked: &arguments.endings, positions, rules, extent, global, output })
    }
}
