//! Alpha-beta with a prover before it: forced wins that lie deeper than a search of all moves sees.
//!
//! A small part of the budget goes to the prover, who looks for a win in the root; if there is none alpha-beta has the rest. Where
//! the last move was part of a proved win the prover is asked until it finds the rest of it. Tried and left out, because it
//! cost more than it brought (300 to 400 jousts of FORTE each against alpha-beta alone): a fifth of the budget for the prover and
//! another for the win of the other side after the chosen move, -44 Elo at 10,000 nodes a move and -31 at 50,000; a tenth and
//! two fifths of what was left, -17 at 20,000. A twentieth and nothing else, -3 ± 11, is what is done.

use std::fmt;
use std::time::Instant;

use engine::{Attempt, Deterministic, Found, Probe, Prover, Score};

use crate::deepen::{Progress, Report};
use crate::limits::Stop;
use crate::parallel::{Memory, Plan, Root, alpha_beta_until};
use crate::{Limits, Sense, Table};

/// Nodes of a prover between two looks at the clock.
const PORTION: u64 = 2_000;
/// The longest win that a prover looks for, in plies.
const LONGEST: u32 = 25;
/// The prover's part of the budget, and where a win is known to be there.
const PARTS: [f64; 2] = [0.05, 0.9];

/// What a searcher with a prover keeps from move to move besides the table.
pub struct Ally<'a, G: Deterministic> {
    /// The prover.
    pub prover: &'a mut dyn Prover<G>,
    /// What alpha-beta has learnt.
    pub memory: &'a mut Memory<G::Move>,
    /// Whether the last choice was part of a proved win.
    pub is_winning: bool,
}

impl<G: Deterministic> fmt::Debug for Ally<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ally").field("is_winning", &self.is_winning).finish_non_exhaustive()
    }
}

/// Searches `root` by the prover and alpha-beta within the plan's limits; also whether the choice is part of a proved win. With
/// a limit in depth alone the prover looks as far as the depth goes.
pub fn search<G: Deterministic, S: Sense<G>, P: Probe<G>>(
    root: Root<'_, G>,
    means: (&S, &P, &Table),
    Ally { prover, memory, is_winning }: Ally<'_, G>,
    plan: &Plan,
    progress: Progress<'_, G::Move>,
) -> (Report<G::Move>, bool) {
    let mut budget = Budget { limits: plan.limits, begun: Instant::now(), nodes: 0 };
    let part = PARTS[usize::from(is_winning)];
    if let Some((mv, plies)) = budget.prove(prover, root.pos, part) {
        let (score, nodes) = (Score::win_in(plies), budget.nodes);
        let report = Report { line: vec![mv], score, depth: plies, nodes, deepest: plies, others: Vec::new() };
        progress(&report);
        return (report, true);
    }
    let limits = budget.rest();
    let spent = budget.nodes;
    let mut tell = |report: &Report<G::Move>| progress(&Report { nodes: spent + report.nodes, ..report.clone() });
    let rest = Plan { limits, ..*plan };
    let mut report = alpha_beta_until(root, means, (&rest, &Stop::new(&limits)), memory, &mut tell);
    report.nodes += spent;
    (report, false)
}

/// What is left of the limits of a search.
struct Budget {
    limits: Limits,
    begun: Instant,
    nodes: u64,
}

impl Budget {
    /// The part that is spent, of whatever is scarcer; 0 where nothing but depth ends the search.
    fn spent(&self) -> f64 {
        let Limits { time, soft_time, nodes, soft_nodes, .. } = self.limits;
        let elapsed = self.begun.elapsed().as_secs_f64();
        let of_time = soft_time.into_iter().chain(time).min().map_or(0.0, |time| elapsed / time.as_secs_f64());
        let of_nodes = soft_nodes.into_iter().chain(nodes).min().map_or(0.0, |nodes| self.nodes as f64 / nodes as f64);
        of_time.max(of_nodes)
    }

    /// The limits that are left. There is a node at least, so that there is a choice.
    fn rest(&self) -> Limits {
        let elapsed = self.begun.elapsed();
        let fewer = |nodes: Option<u64>| nodes.map(|nodes| nodes.saturating_sub(self.nodes).max(1));
        let Limits { depth, time, soft_time, nodes, soft_nodes } = self.limits;
        Limits {
            depth,
            time: time.map(|time| time.saturating_sub(elapsed)),
            soft_time: soft_time.map(|time| time.saturating_sub(elapsed)),
            nodes: fewer(nodes),
            soft_nodes: fewer(soft_nodes),
        }
    }

    /// Looks for a win of the side to move, for a part of the budget: the move, and within how many plies it wins.
    fn prove<G: Deterministic>(&mut self, prover: &mut dyn Prover<G>, pos: &G, part: f64) -> Option<(G::Move, u32)> {
        let Limits { depth, nodes, soft_nodes, .. } = self.limits;
        let longest = depth.map_or(LONGEST, |depth| depth.min(LONGEST));
        let most_nodes = soft_nodes.into_iter().chain(nodes).min().map_or(u64::MAX, |most| (most as f64 * part) as u64);
        while self.spent() < part && self.nodes < most_nodes {
            let Attempt { found, nodes } = prover.prove(pos, longest, PORTION.min(most_nodes - self.nodes));
            self.nodes += nodes;
            match found {
                Found::Win(mv, plies) => return Some((mv, plies)),
                Found::Nothing => break,
                Found::Stopped => {}
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use engine::toy::Tree;
    use engine::{NoOptions, NoProbe, Node};

    use super::*;
    use crate::sense::Noise;

    /// Needs so many nodes to tell that the second move wins in three plies, if it may look so far.
    struct Slow {
        needed: u64,
        spent: u64,
        asked: u32,
    }

    impl Prover<Tree> for Slow {
        fn forget(&mut self) {}

        fn prove(&mut self, _: &Tree, plies: u32, nodes: u64) -> Attempt<<Tree as engine::Position>::Move> {
            self.asked += 1;
            self.spent += nodes;
            let found = match self.spent >= self.needed {
                _ if plies < 3 => Found::Nothing,
                false => Found::Stopped,
                true => Found::Win(engine::PackedMove::from_bits(1), 3),
            };
            Attempt { found, nodes }
        }
    }

    /// The chosen move, the nodes in all, those of the prover, and whether the choice counts as proved.
    fn choose(needed: u64, limits: Limits, is_winning: bool) -> (u32, u64, u64, bool) {
        let pos = Tree::parse("((1 -1 0) (0 (1 -1)) (-1 1))", &NoOptions).expect("a tree");
        let (sense, table) = (Noise::<false> { seed: 1, range: 9 }, Table::with_bytes(4096));
        let mut slow = Slow { needed, spent: 0, asked: 0 };
        let mut memory = Memory::default();
        let ally = Ally { prover: &mut slow, memory: &mut memory, is_winning };
        let (report, is_proved) =
            search(Root::of(&pos), (&sense, &NoProbe, &table), ally, &Plan::new(limits), &mut |_| {});
        (engine::PackedMove::to_bits(report.line[0]), report.nodes, slow.spent, is_proved)
    }

    #[test]
    fn a_win_that_is_found_in_time_is_played() {
        assert_eq!(choose(40, Limits::nodes(1_000), false), (1, 50, 50, true));
        assert_eq!(choose(800, Limits::nodes(1_000), true), (1, 900, 900, true), "more time where there is a win");
        assert!(choose(1, Limits::depth(3), false).3);
    }

    #[test]
    fn what_the_prover_leaves_is_alpha_betas() {
        let (_, nodes, spent, is_proved) = choose(u64::MAX, Limits::nodes(1_000), false);
        assert!(!is_proved && spent == 50 && nodes > spent && nodes <= 1_000, "{nodes} {spent}");
        let (_, nodes, spent, _) = choose(u64::MAX, Limits::nodes(1), true);
        assert_eq!((nodes, spent), (1, 0), "a single node is alpha-beta's");
        assert!(!choose(1, Limits::depth(2), false).3, "the prover looks no farther than the depth");
    }
}
