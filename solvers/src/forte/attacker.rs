//! Attacks for a player: wins of the side to move, looked for in small portions.

use std::sync::atomic::AtomicBool;

use engine::games::forte::{Forte, Move};
use engine::{Attempt, Found, Game, Prover};

use super::book;
use super::duel::Duel;
use super::search::{Attack, MOST_PLIES, Order, Shared, Stopped};

/// Finds wins by attacks of both orders, on one thread, and knows the first moves of the jousts that are proved.
#[derive(Debug)]
pub struct Attacker {
    shared: Shared,
}

impl Default for Attacker {
    fn default() -> Self {
        Self { shared: Shared::new(0) }
    }
}

impl Prover<Forte> for Attacker {
    fn forget(&mut self) {
        *self = Self::default();
    }

    /// The plies of a win are the least that attacks find, but for the moves that are known beforehand.
    fn prove(&mut self, pos: &Forte, plies: u32, nodes: u64) -> Attempt<Move> {
        let before = self.shared.nodes();
        self.shared.allow(nodes);
        let found = self.look(pos, plies).unwrap_or(Found::Stopped);
        Attempt { found, nodes: self.shared.nodes() - before }
    }
}

impl Attacker {
    fn look(&self, pos: &Forte, plies: u32) -> Result<Found<Move>, Stopped> {
        let Some(duel) = Duel::new(pos, pos.side()).filter(|_| pos.outcome().is_none()) else {
            return Ok(Found::Nothing);
        };
        if let Some((mv, known)) = book::known(duel)
            && u32::from(known) <= plies
        {
            return Ok(Found::Win(mv, known.into()));
        }
        let never = AtomicBool::new(false);
        let mut attack = Attack::new(&self.shared, &never);
        for within in (1..=plies.min(MOST_PLIES.into()) as u8).step_by(2) {
            if let Some(mv) = attack.win(duel, within, Order::Quiet)? {
                return Ok(Found::Win(mv, within.into()));
            }
        }
        Ok(Found::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use engine::Node;
    use engine::games::forte::Options;

    use super::*;

    #[test]
    fn a_win_is_found_in_small_portions() {
        let pos = Forte::parse("...B../....A./.....B/...B../..B.../..A..A o..o.oo o.o..o. B", &Options::default())
            .expect("a position");
        let mut attacker = Attacker::default();
        let mut attempts = 0;
        let found = loop {
            attempts += 1;
            match attacker.prove(&pos, 9, 1 << 10).found {
                Found::Stopped => assert!(attempts < 1_000, "it gets on"),
                found => break found,
            }
        };
        assert!(matches!(found, Found::Win(_, 3)), "{found:?}");
        assert!(matches!(attacker.prove(&pos, 1, 1 << 10).found, Found::Nothing));
    }
}
