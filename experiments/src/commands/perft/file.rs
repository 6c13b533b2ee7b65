//! `fort perft --file`: published counts of many positions, checked by all threads.
//!
//! A line is a position and its counts by depth, `POSITION ;D1 20 ;D2 400`, as collections of chess positions have
//! them; after `;U3` moves of one position with the same result count once. Everything is read before anything is counted, so that a bad line is told at once. Each count is a task of its
//! own; results are told in the order of the file.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use engine::{Deterministic, Node, Position, Registered};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};
use serde::Serialize;

use crate::failure::{Context, Failure};
use crate::output::{Align, Answer, Table, counted, thousands};

use super::Merge;

/// Which of a file's counts are checked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// None deeper.
    pub(super) depth: u32,
    /// None larger.
    pub(super) nodes: u64,
}

/// A published count.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Count<P> {
    /// The line of the file, from 1.
    line: usize,
    pos: P,
    depth: u32,
    merge: Merge,
    nodes: u64,
}

/// What the file's counts came to.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: &'static str,
    file: String,
    positions: usize,
    /// Counts that were checked.
    counts: usize,
    /// Counts beyond the limits.
    left_out: usize,
    nodes: u64,
    seconds: f64,
    mismatches: Vec<Mismatch>,
}

/// A count that is not what the file says.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Mismatch {
    line: usize,
    position: String,
    depth: u32,
    unique: bool,
    expected: u64,
    nodes: u64,
}

impl Answer for Report {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut table = Table::new(&[Align::Left, Align::Left, Align::Right, Align::Right]);
        for Mismatch { line, position, depth, unique, expected, nodes } in &self.mismatches {
            let counts = [format!("{} expected", thousands(*expected)), format!("{} counted", thousands(*nodes))];
            let [expected, nodes] = counts;
            let what = if *unique { " unique" } else { "" };
            table.row([format!("line {line}, depth {depth}{what}:"), position.clone(), expected, nodes]);
        }
        table.write(out, 2)?;
        let right = self.counts - self.mismatches.len();
        write!(out, "{}: {} of {} right", self.game, thousands(right as u64), counted(self.counts as u64, "count"))?;
        write!(out, " in {}", counted(self.positions as u64, "position"))?;
        if self.left_out > 0 {
            write!(out, " ({} beyond the limits)", thousands(self.left_out as u64))?;
        }
        write!(out, "; {} nodes in {:.3} s", thousands(self.nodes), self.seconds)?;
        // Below a millisecond the speed is that of the clock.
        if self.seconds >= 0.001 {
            write!(out, " ({} nodes/s)", thousands((self.nodes as f64 / self.seconds) as u64))?;
        }
        writeln!(out)
    }
}

impl Report {
    /// That some counts differ is a failure of the command, told after its answer.
    pub(super) fn verdict(&self) -> Result<(), Failure> {
        match self.mismatches.len() {
            0 => Ok(()),
            wrong => Err(Failure::running(format_args!(
                "{}: {} of {} differ",
                self.file,
                wrong,
                counted(self.counts as u64, "count")
            ))),
        }
    }
}

/// Checks a file's counts on the threads of `pool`.
pub(super) fn check<G: Deterministic + Registered>(
    path: &Path,
    rules: &G::Rules,
    limits: Limits,
    pool: &rayon::ThreadPool,
) -> Result<Report, Failure> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).bad_input(format_args!("--file {file}"))?;
    let lines = read::<G>(&text, rules).map_err(|error| Failure::input(format_args!("--file {file}: {error}")))?;
    let all = lines.iter().flatten();
    let wanted: Vec<&Count<G>> =
        all.filter(|count| count.depth <= limits.depth && count.nodes <= limits.nodes).collect();
    let began = Instant::now();
    let nodes: Vec<u64> = pool.install(|| wanted.par_iter().with_max_len(1).map(|count| count.counted()).collect());
    let seconds = began.elapsed().as_secs_f64();
    let differ = wanted.iter().zip(&nodes).filter(|(count, nodes)| count.nodes != **nodes);
    Ok(Report {
        game: G::ID.name(),
        file,
        positions: lines.len(),
        counts: wanted.len(),
        left_out: lines.iter().map(Vec::len).sum::<usize>() - wanted.len(),
        nodes: nodes.iter().sum(),
        seconds,
        mismatches: differ.map(|(count, &nodes)| count.mismatch(nodes)).collect(),
    })
}

impl<P: Position> Count<P> {
    fn counted(&self) -> u64 {
        super::count(&self.pos, self.depth, self.merge)
    }

    fn mismatch(&self, nodes: u64) -> Mismatch {
        let &Self { line, depth, merge, nodes: expected, .. } = self;
        let unique = merge == Merge::SameResults;
        Mismatch { line, position: self.pos.to_string(), depth, unique, expected, nodes }
    }
}

/// The counts of each line that is not empty and does not begin with `#`.
fn read<P: Node>(text: &str, rules: &P::Rules) -> Result<Vec<Vec<Count<P>>>, String> {
    let lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(number, line)| read_line(number, line, rules).map_err(|why| format!("line {number}: {why}"))).collect()
}

fn read_line<P: Node>(number: usize, line: &str, rules: &P::Rules) -> Result<Vec<Count<P>>, String> {
    // A position may have semicolons of its own, but none before a D or U.
    let Some(end) = [";D", ";U"].into_iter().filter_map(|begin| line.find(begin)).min() else {
        return Err("there are no counts; a line is written POSITION ;D1 20 ;D2 400".to_owned());
    };
    let pos = P::parse(line[..end].trim_end(), rules).map_err(|error| error.to_string())?;
    let counts = line[end + 1..].split(';').map(str::trim);
    counts
        .map(|text| {
            let (merge, depth, nodes) = read_count(text)
                .ok_or_else(|| format!("{text:?} is not a count; a count is written D2 400, of depth 0 to 127"))?;
            Ok(Count { line: number, pos: pos.clone(), depth, merge, nodes })
        })
        .collect()
}

/// Reads `D2 400` or `U2 400`.
fn read_count(text: &str) -> Option<(Merge, u32, u64)> {
    let kinds = [('D', Merge::Nothing), ('U', Merge::SameResults)];
    let (rest, merge) = kinds.into_iter().find_map(|(letter, merge)| Some((text.strip_prefix(letter)?, merge)))?;
    let (depth, nodes) = rest.split_once(' ')?;
    let depth = depth.parse().ok().filter(|depth| *depth <= super::MOST_DEPTH)?;
    Some((merge, depth, nodes.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use engine::NoOptions;
    use engine::toy::Tree;

    use super::*;

    #[test]
    fn a_line_has_a_position_and_its_counts() {
        let text = "# depth and count\n\n(1 (2 3)) ;D1 2 ;D2 2\r\n(1);D1 1\n((1 1) (1 1)) ;D2 4 ;U2 1\n";
        let lines = read::<Tree>(text, &NoOptions).expect("counts");
        let found: Vec<Vec<_>> = lines
            .iter()
            .map(|line| line.iter().map(|count| (count.line, count.depth, count.nodes)).collect())
            .collect();
        assert_eq!(found, [vec![(3, 1, 2), (3, 2, 2)], vec![(4, 1, 1)], vec![(5, 2, 4), (5, 2, 1)]]);
        assert!(lines.iter().flatten().all(|count| count.counted() == count.nodes));
    }

    #[test]
    fn a_bad_line_is_named_with_what_is_wrong() {
        for (text, reason) in [
            ("(1) ;D1 1\n(1)", "line 2: there are no counts"),
            ("(1 x) ;D1 1", "line 1: at character 4"),
            ("(1) ;D1", "line 1: \"D1\" is not a count"),
            ("(1) ;D1 one", "line 1: \"D1 one\" is not a count"),
            ("(1) ;D1 1 ;E2 1", "line 1: \"E2 1\" is not a count"),
            ("(1) ;D128 1", "line 1: \"D128 1\" is not a count"),
            ("(1) ;D1 1;", "line 1: \"\" is not a count"),
        ] {
            let error = read::<Tree>(text, &NoOptions).expect_err(text);
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }
}
