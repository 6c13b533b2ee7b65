//! What the engine does on a thread of its own: searching, counting, the bench. Each can be told to stop at any moment.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::registry::Solved;
use engine::games::chess::{Chess, Move};
use engine::{History, NoProbe, PackedMove, Score};
use search::limits::{Stop, Stopped};
use search::parallel::{Memory, Plan, Root, alpha_beta_until};
use search::prove::{first_look, prove};
use search::{Limits, Report, Sensed, Table, signature};

use super::info::Standing;
use super::lines::Lines;
use super::setup::legal_moves;

/// What is kept from search to search.
pub(super) struct Means {
    pub(super) table: Table,
    pub(super) memory: Memory<Move>,
}

impl Means {
    /// Nothing known yet, in a table of so many MiB.
    pub(super) fn new(mebibytes: usize) -> Self {
        Self { table: Table::with_bytes(mebibytes << 20), memory: Memory::default() }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.table.clear();
        self.memory.clear();
    }
}

/// A search for a move.
pub(super) struct Search {
    pub(super) game: History<Chess>,
    /// The moves to choose among, if not all; not empty.
    pub(super) only: Option<Vec<Move>>,
    pub(super) plan: Plan,
    pub(super) stop: Arc<Stop>,
    /// A mate in so many moves is enough.
    pub(super) mate: Option<u32>,
    pub(super) shows_chances: bool,
    /// Whether it waits for tables of endings that are not solved yet.
    pub(super) waits: bool,
}

impl Search {
    /// Searches, telling of each iteration; gives the answer.
    pub(super) fn run(self, means: &mut Means, lines: &Lines) -> String {
        means.table.age();
        let report = match self.mate {
            Some(moves) => self.prove(moves, means, lines),
            None => self.search((&self.plan, &self.stop), means, lines),
        };
        self.answer(&report, &means.table)
    }

    fn root(&self) -> Root<'_, Chess> {
        Root { only: self.only.as_deref(), ..Root::of_game(&self.game) }
    }

    fn search(&self, (plan, stop): (&Plan, &Stop), means: &mut Means, lines: &Lines) -> Report<Move> {
        let (sense, table) = (Chess::sense(), &means.table);
        let look = Chess::look(!self.waits);
        let mut shown = None;
        let memory = &mut means.memory;
        let report = alpha_beta_until(self.root(), (&sense, &look, table), (plan, stop), memory, &mut |report| {
            self.show((report, stop.nodes()), table, lines);
            shown = Some(gist(report));
            if lines.is_gone() || self.is_mate(report.score) || self.stop.is_stopped() {
                stop.stop();
            }
        });
        // An iteration that was broken off, or another thread, may have found better.
        if report.depth > 0 && shown != Some(gist(&report)) {
            self.show((&report, stop.nodes()), table, lines);
        }
        report
    }

    /// Looks for a mate: by a short search as for a move, then by proof.
    fn prove(&self, moves: u32, means: &mut Means, lines: &Lines) -> Report<Move> {
        let first = Plan { limits: first_look(&self.plan.limits), lines: 1, ..self.plan };
        let mut report = self.search((&first, &Stop::new(&first.limits)), means, lines);
        let is_lost = report.score <= Score::loss_in(0) + search::limits::MAX_DEPTH as i32;
        if self.is_mate(report.score) || is_lost || self.stop.is_stopped() {
            return report;
        }
        let most = moves.saturating_mul(2).saturating_sub(1).min(self.plan.limits.last_depth());
        let (root, sense, table) = (self.root(), Chess::sense(), &means.table);
        let side = root.pos.side();
        let proof = prove(&root, (side, most), (&sense, table), &self.stop, &mut |plies, nodes| {
            let standing = self.standing((plies, plies), report.nodes + nodes, table);
            lines.say(&standing.progress());
            if lines.is_gone() {
                self.stop.stop();
            }
        });
        report.nodes += self.stop.nodes();
        match proof {
            Ok(Some(win)) => {
                (report.score, report.depth, report.line) = (Score::win_in(win.plies), win.plies, win.line);
                report.deepest = win.plies;
                self.show((&report, report.nodes), table, lines);
            }
            Ok(None) => lines.tell(&format!("there is no mate in {}", most.div_ceil(2))),
            Err(Stopped) => {}
        }
        report
    }

    fn is_mate(&self, score: Score) -> bool {
        let is_near = |moves| score.plies().is_some_and(|plies| plies.div_ceil(2) <= moves);
        score.0 > 0 && self.mate.is_some_and(is_near)
    }

    fn standing(&self, (depth, deepest): (u32, u32), nodes: u64, table: &Table) -> Standing {
        Standing {
            depth,
            deepest,
            nodes,
            time: self.stop.elapsed(),
            fullness: table.per_mille_full(),
            shows_chances: self.shows_chances,
        }
    }

    fn show(&self, (report, nodes): (&Report<Move>, u64), table: &Table, lines: &Lines) {
        let standing = self.standing((report.depth, report.deepest.max(report.depth)), nodes, table);
        let mut text = standing.line(1, report.score, &report.line);
        for (index, (line, score)) in report.others.iter().enumerate() {
            text.push('\n');
            text.push_str(&standing.line(index + 2, *score, line));
        }
        lines.say(&text);
    }

    /// The move, and what to ponder on: the second of the line, or what the table has after the first.
    fn answer(&self, report: &Report<Move>, table: &Table) -> String {
        let best = report.line[0];
        let next = self.game.current().play(best);
        let legal = legal_moves(&next);
        let of_table = || table.get(next.key()).and_then(|entry| entry.best).map(Move::from_bits);
        let reply = report.line.get(1).copied().or_else(of_table).filter(|reply| legal.contains(reply));
        match reply {
            Some(reply) => format!("bestmove {best} ponder {reply}"),
            None => format!("bestmove {best}"),
        }
    }
}

/// What a report says, without how long it took.
fn gist(report: &Report<Move>) -> (Vec<Move>, Score, u32) {
    (report.line.clone(), report.score, report.depth)
}

/// The number of lines of moves of length `depth`, or nothing if it was stopped.
fn count(pos: &Chess, depth: u32, stop: &Stop) -> Option<u64> {
    // Small enough to be waited for.
    const SMALL: u32 = 3;
    if depth <= SMALL {
        return (!stop.is_stopped()).then(|| engine::perft::perft(pos, depth));
    }
    legal_moves(pos).iter().map(|&mv| count(&pos.play(mv), depth - 1, stop)).sum()
}

/// Counts the tree below each move.
pub(super) fn perft(pos: &Chess, depth: u32, stop: &Stop, lines: &Lines) {
    let begun = Instant::now();
    let mut total = u64::from(depth == 0);
    for &mv in legal_moves(pos).iter().filter(|_| depth > 0) {
        let Some(nodes) = count(&pos.play(mv), depth - 1, stop).filter(|_| !lines.is_gone()) else {
            return lines.tell("perft was stopped");
        };
        lines.say(&format!("{mv}: {nodes}"));
        total += nodes;
    }
    lines.say(&format!("\nNodes searched: {total}\n"));
    lines.tell(&format!("perft took {} ms", begun.elapsed().as_millis()));
}

/// What stops the bench: one for each of its searches, which stop themselves, and the last for the whole.
pub(super) fn stops_of_bench() -> Vec<Arc<Stop>> {
    (0..=signature::POSITIONS).map(|_| Arc::new(Stop::new(&Limits::NONE))).collect()
}

/// Searches the bench's positions as `fort bench chess` does: at the usual depth, the number of nodes is the signature.
pub(super) fn bench(depth: u32, stops: &[Arc<Stop>], lines: &Lines) {
    let Some((whole, stops)) = stops.split_last() else { return };
    let (sense, plan) = (Chess::sense(), Plan::new(Limits::depth(depth)));
    let mut table = Table::with_bytes(Table::DEFAULT_BYTES);
    let (mut nodes, mut time) = (0, Duration::ZERO);
    for (number, (pos, stop)) in signature::positions::<Chess>().iter().zip(stops).enumerate() {
        table.clear();
        let (begun, memory) = (Instant::now(), &mut Memory::default());
        let report = alpha_beta_until(Root::of(pos), (&sense, &NoProbe, &table), (&plan, stop), memory, &mut |_| {});
        time += begun.elapsed();
        nodes += report.nodes;
        if whole.is_stopped() || lines.is_gone() {
            return lines.tell("the bench was stopped");
        }
        let best = report.line[0];
        lines.tell(&format!("position {} of {}: {best}, {} nodes", number + 1, stops.len(), report.nodes));
    }
    let speed = u128::from(nodes) * 1_000_000 / time.as_micros().max(1);
    lines.say(&format!(
        "\nTotal time (ms) : {}\nNodes searched  : {nodes}\nNodes/second    : {speed}",
        time.as_millis()
    ));
}
