//! Alpha-beta with a prover at its side: forced wins that lie deeper than a search of all moves sees, for and against.
//!
//! Some of the budget goes to the prover, who looks for a win in the root. If there is none, alpha-beta chooses a move and the prover
//! looks for a win of the other side after it; a move that loses is taken back, and alpha-beta chooses among the others. What
//! budget remains is spent in halves, so that there is always some left for one choice more.

use std::time::{Duration, Instant};

use engine::{Attempt, Deterministic, Found, MoveList, Probe, Prover, Score};

use crate::deepen::{Progress, Report};
use crate::limits::Stop;
use crate::parallel::{Memory, Plan, Root, alpha_beta_until};
use crate::{Limits, Sense, Table};

/// Nodes of a prover between two looks at the clock.
const PORTION: u64 = 2_000;
/// The longest wins that a prover looks for in the root, and after a move of ours.
const LONGEST: [u32; 2] = [25, 12];
/// The parts of the budget that the prover's search for a win takes, and of what is left that of the other side's.
const PARTS: [f64; 2] = [0.2, 0.25];
/// When so little is left of the budget, the choice stands.
const LAST: f64 = 0.125;

/// Searches `root` by alpha-beta and `prover` within the plan's limits. With a limit in depth alone, the prover looks as far as the
/// depth goes.
pub fn search<G: Deterministic, S: Sense<G>, P: Probe<G>>(
    root: Root<'_, G>,
    means: (&S, &P, &Table),
    prover: &mut dyn Prover<G>,
    (plan, memory): (&Plan, &mut Memory<G::Move>),
    progress: Progress<'_, G::Move>,
) -> Report<G::Move> {
    let mut budget = Budget::new(plan.limits);
    if let Some((mv, plies)) = budget.prove(prover, root.pos, LONGEST[0], PARTS[0]) {
        let report = Report {
            line: vec![mv],
            score: Score::win_in(plies),
            depth: plies,
            nodes: budget.nodes,
            deepest: plies,
            others: Vec::new(),
        };
        progress(&report);
        return report;
    }
    let mut moves = MoveList::new();
    root.pos.moves(&mut moves);
    let mut left: Vec<G::Move> = root.only.map_or_else(|| moves.to_vec(), <[G::Move]>::to_vec);
    let mut choice: Option<Report<G::Move>> = None;
    let mut latest_loss: Option<(u32, Report<G::Move>)> = None;
    loop {
        let limits = budget.half();
        let before = budget.nodes;
        let mut tell = |report: &Report<G::Move>| progress(&Report { nodes: before + report.nodes, ..report.clone() });
        let part = Plan { limits, ..*plan };
        let report =
            alpha_beta_until(Root { only: Some(&left), ..root }, means, (&part, &Stop::new(&limits)), memory, &mut tell);
        budget.nodes += report.nodes;
        let mv = report.line[0];
        let is_known = report.score.is_decided() || choice.as_ref().is_some_and(|choice| choice.line[0] == mv);
        let refuted = if is_known { None } else { budget.prove(prover, &root.pos.play(mv), LONGEST[1], PARTS[1]) };
        match refuted {
            None => choice = Some(report),
            Some((_, plies)) => {
                left.retain(|&other| other != mv);
                let report = Report { score: Score::loss_in(plies + 1), line: vec![mv], ..report };
                if latest_loss.as_ref().is_none_or(|&(latest, _)| latest < plies) {
                    latest_loss = Some((plies, report));
                }
            }
        }
        if left.is_empty() || budget.is_spent() || choice.is_some() && budget.is_bottomless() {
            break;
        }
    }
    let mut report = choice.or(latest_loss.map(|(_, report)| report)).expect("a round has ended");
    report.nodes = budget.nodes;
    report
}

/// What is left of the limits of a search.
struct Budget {
    limits: Limits,
    begun: Instant,
    nodes: u64,
}

impl Budget {
    fn new(limits: Limits) -> Self {
        Self { limits, begun: Instant::now(), nodes: 0 }
    }

    fn time(&self) -> Option<Duration> {
        self.limits.soft_time.into_iter().chain(self.limits.time).min()
    }

    fn most_nodes(&self) -> Option<u64> {
        self.limits.soft_nodes.into_iter().chain(self.limits.nodes).min()
    }

    /// Whether nothing but depth ends the search.
    fn is_bottomless(&self) -> bool {
        self.time().is_none() && self.most_nodes().is_none()
    }

    /// The part that is left, of whatever is scarcer.
    fn left(&self) -> f64 {
        let time = self.time().map_or(1.0, |time| 1.0 - self.begun.elapsed().as_secs_f64() / time.as_secs_f64());
        let nodes = self.most_nodes().map_or(1.0, |most| 1.0 - self.nodes as f64 / most as f64);
        time.min(nodes)
    }

    fn is_spent(&self) -> bool {
        self.left() < LAST
    }

    /// Half of what is left, as the limits of a search.
    fn half(&self) -> Limits {
        let left = self.left().max(0.0) / 2.0;
        Limits {
            depth: self.limits.depth,
            nodes: self.most_nodes().map(|most| ((most as f64 * left) as u64).max(1)),
            time: self.time().map(|time| time.mul_f64(left)),
            ..Limits::NONE
        }
    }

    /// Looks for a win of the side to move, for a part of what is left: the move, and within how many plies it wins.
    fn prove<G: Deterministic>(
        &mut self,
        prover: &mut dyn Prover<G>,
        pos: &G,
        longest: u32,
        part: f64,
    ) -> Option<(G::Move, u32)> {
        let until = self.left() * (1.0 - part);
        let longest = if self.is_bottomless() { self.limits.depth.map_or(longest, |depth| depth.min(longest)) } else { longest };
        while self.left() > until || self.is_bottomless() {
            let spare = self.most_nodes().map_or(PORTION, |most| ((self.left() - until) * most as f64) as u64);
            let Attempt { found, nodes } = prover.prove(pos, longest, spare.clamp(1, PORTION));
            self.nodes += nodes;
            match found {
                Found::Win(mv, plies) => return Some((mv, plies)),
                Found::Nothing => return None,
                Found::Stopped => {}
            }
        }
        None
    }
}
