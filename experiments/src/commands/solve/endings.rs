//! Games of which the endings are solved: all endings of few men in figures, tables kept in a file, or positions.
//!
//! Figures are counted on a whole board for each side to move; distances are plies to the end if the winner hurries and
//! the loser delays.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::Registered;
use serde::Serialize;

use super::Arguments;
use super::tables::Asked;
use crate::cli::Global;
use crate::failure::{Context, Failure};
use crate::final_file::FinalFile;
use crate::output::{Align, Answer, Output, Table, thousands};
use crate::registry::{EndingFigures, Endings, SideFigures, Solved};

/// What only games with tables of endings understand.
#[derive(Debug, clap::Args)]
pub(super) struct EndingArguments {
    /// Chess: solve all endings of up to N men, kings included, and show them in figures [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(3..=4),
        conflicts_with_all = ["position", "file"])]
    men: Option<u8>,
    /// Chess: keep the tables in this file
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "file"])]
    out: Option<PathBuf>,
    /// Chess: take the tables from this file instead of solving
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

impl EndingArguments {
    /// The first option that was given, if any.
    pub(super) fn given(&self) -> Option<&'static str> {
        [("--men", self.men.is_some()), ("--out", self.out.is_some()), ("--tables", self.tables.is_some())]
            .into_iter()
            .find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The tables, from their file if one is given.
    fn tables<G: Solved>(&self) -> Result<Arc<dyn Endings<G>>, Failure> {
        let kept = self.tables.as_ref().map(|path| std::fs::read(path).bad_input(path.display())).transpose()?;
        let place = self.tables.as_deref().unwrap_or(Path::new("")).display();
        let endings = G::endings(kept.as_deref()).bad_input(place)?;
        Ok(endings.expect("a game that says which endings it has has them"))
    }
}

/// An ending in figures.
#[derive(Debug, Serialize)]
struct SolvedEnding {
    game: &'static str,
    #[serde(flatten)]
    figures: EndingFigures,
}

/// Endings in figures, for people.
struct Endgames<'a>(&'a [EndingFigures], [&'static str; 2]);

/// Does what was asked for with a game's endings, `extent` of them.
pub(super) fn solve<G: Solved + Registered>(
    arguments: &Arguments,
    extent: &str,
    global: Global,
    output: &mut Output,
) -> Result<(), Failure> {
    let (rules, asked) = (arguments.game.rules::<G>()?, &arguments.endings);
    let positions = Asked::<G>::read(arguments, &rules)?;
    let endings = asked.tables::<G>()?;
    if let Some(positions) = positions {
        return positions.answer(&rules, endings.as_ref(), extent, output);
    }
    let men = usize::from(asked.men.unwrap_or(4));
    if let Some(path) = &asked.out {
        let mut file = FinalFile::create(path)?;
        let bytes = global.pool()?.install(|| endings.to_bytes(men));
        file.write_all(&bytes).while_running(path.display())?;
        file.finish()?;
    }
    let figures = global.pool()?.install(|| endings.figures(men));
    if output.is_json() {
        let mut figures = figures.into_iter();
        return figures.try_for_each(|figures| output.answer(&SolvedEnding { game: G::ID.name(), figures }));
    }
    Ok(Endgames(&figures, G::SIDE_NAMES).write(output)?)
}

impl Answer for SolvedEnding {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        Endgames(std::slice::from_ref(&self.figures), ["first", "second"]).write(out)
    }
}

impl Endgames<'_> {
    /// A row an ending and side to move.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        use Align::{Left, Right};
        let mut table = Table::new(&[Left, Left, Right, Right, Right, Right, Right, Right, Right]);
        let titles = ["ending", "to move", "positions", "won", "drawn", "lost", "longest win", "longest loss", "bytes"];
        table.row(titles.map(str::to_owned));
        for figures in self.0 {
            let name = |number: usize| if number == 0 { figures.ending.clone() } else { String::new() };
            let bytes = |number: usize| if number == 0 { thousands(figures.bytes) } else { String::new() };
            for (number, (side, seat)) in [figures.stronger, figures.weaker].iter().zip(self.1).enumerate() {
                let SideFigures { positions, win, draw, loss, longest_win, longest_loss } = *side;
                let [positions, win, draw, loss] = [positions, win, draw, loss].map(thousands);
                let [longest_win, longest_loss] =
                    [longest_win, longest_loss].map(|plies| plies.map_or_else(|| "-".to_owned(), |n| n.to_string()));
                let seat = seat.to_owned();
                let row = [name(number), seat, positions, win, draw, loss, longest_win, longest_loss, bytes(number)];
                table.row(row);
            }
        }
        table.write(out, 0)?;
        let bytes = self.0.iter().map(|figures| figures.bytes).sum();
        writeln!(
            out,
            "\n{} has the men named first; {} endings take {} bytes",
            self.1[0],
            self.0.len(),
            thousands(bytes)
        )
    }
}
