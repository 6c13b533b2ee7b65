//! Each move of a FORTE position with what it is worth, of moves that are the same by symmetry one.
//!
//! Values are those of the side that makes the move, plies count from it on. Where nobody was seen to win, the replies that hold
//! say how far a proof is away.

use std::io::{self, Write};

use engine::games::forte::{Forte, Options};
use engine::{Game, Position, Registered};
use serde::Serialize;
use solvers::forte::{self, Limits, MoveAnswer};

use super::proofs::Proof;
use crate::failure::Failure;
use crate::output::{Align, Answer, Output, Table, thousands};

/// A move and what is known of it.
#[derive(Debug, Serialize)]
struct ProvedMove {
    game: &'static str,
    /// The position's line in its file.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    rules: String,
    position: String,
    side: &'static str,
    #[serde(rename = "move")]
    mv: String,
    /// How many moves are the same by symmetry, this one included.
    same: u32,
    #[serde(flatten)]
    proof: Proof,
    /// The other side's replies up to symmetry, and those that were not seen to lose against attacks of up to so many plies.
    distinct_replies: usize,
    holding: Vec<String>,
    tried: u8,
}

impl ProvedMove {
    fn new(pos: &Forte, rules: &Options, line: Option<u64>, found: &MoveAnswer) -> Result<Self, Failure> {
        let next = pos.play(found.mv);
        Ok(Self {
            game: Forte::ID.name(),
            line,
            rules: rules.to_string(),
            position: pos.to_string(),
            side: Forte::SIDE_NAMES[pos.side().index()],
            mv: found.mv.to_string(),
            same: found.same,
            proof: Proof::new(&next, &found.answer)?.of_the_move_before(found.mv),
            distinct_replies: found.replies,
            holding: found.holding.iter().map(ToString::to_string).collect(),
            tried: if found.tried == 0 { 0 } else { found.tried + 1 },
        })
    }

    fn row(&self) -> [String; 9] {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let proof = &self.proof;
        let holding = match proof.value {
            "unknown" => format!("{} of {} in {}", self.holding.len(), self.distinct_replies, self.tried),
            _ => "-".to_owned(),
        };
        [
            self.mv.clone(),
            self.same.to_string(),
            proof.value.to_owned(),
            or_dash(proof.plies.map(|plies| plies.to_string())),
            or_dash(proof.best.clone()),
            holding,
            or_dash(proof.strategy.map(thousands)),
            thousands(proof.nodes),
            if proof.verified { "yes" } else { "no" }.to_owned(),
        ]
    }
}

impl Answer for ProvedMove {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.row().join("  "))
    }
}

/// Solves the moves of a position: a JSON line each as soon as it is known, or a table.
pub(super) fn solve(
    pos: &Forte,
    rules: &Options,
    line: Option<u64>,
    limits: Limits,
    output: &mut Output,
) -> Result<(), Failure> {
    use Align::{Left, Right};
    let mut table = Table::new(&[Left, Right, Left, Right, Left, Left, Right, Right, Left]);
    let titles = ["move", "same", "value", "plies", "reply", "replies that hold", "positions", "nodes", "verified"];
    table.row(titles.map(str::to_owned));
    forte::solve_moves(pos, limits, |found| {
        let proved = ProvedMove::new(pos, rules, line, &found)?;
        if !output.is_json() {
            table.row(proved.row());
            return Ok(());
        }
        output.answer(&proved)?;
        Ok::<(), Failure>(output.flush()?)
    })?;
    if output.is_json() {
        return Ok(());
    }
    writeln!(output, "{pos}\n")?;
    Ok(table.write(output, 0)?)
}
