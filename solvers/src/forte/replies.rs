//! What the side to move can do, and whether it has been seen to lose after it.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use engine::games::forte::{Forte, Move};
use engine::{Game, Position, Side, Value};
use fxhash::FxHashMap;
use rayon::prelude::*;

use super::duel::Duel;
use super::moves::up_to_symmetry;
use super::proof_numbers::long_win;
use super::search::{Shared, Stopped};
use super::solve::{Effort, Opening, Solver, Won};
use super::strategy::{Strategy, Writer};

/// So few replies that hold are worth attacks that begin with any move, which take some fifty times as long.
const FEW: usize = 4;

/// The replies of the side to move, of those that are the same by symmetry one.
pub(super) struct Replies {
    /// Those that have not been seen to lose.
    pub(super) holding: Vec<Move>,
    /// To how many plies, the reply included, all were tried by attacks of a length set beforehand.
    pub(super) tried: u8,
    /// Whether all are tried, also if one is seen to hold.
    is_thorough: bool,
    lost: Vec<Lost>,
    /// The other moves that are the same by symmetry as the first one, where there are any.
    twins: FxHashMap<Move, Vec<Move>>,
    /// What wins against those that lose by proof numbers: trees are not kept, so that it is written at once.
    strategy: Strategy,
    writing: Effort,
}

/// A reply that loses.
#[derive(Clone, Copy, Debug)]
struct Lost {
    mv: Move,
    /// Within so many plies, itself included.
    plies: u8,
    /// By this, if it is not written yet.
    answer: Option<Move>,
}

impl Replies {
    /// Those in a position; `None` before the holes are chosen, or when the joust is over.
    pub(super) fn new(pos: &Forte) -> Option<Self> {
        let has_begun = Side::BOTH.into_iter().all(|side| pos.in_hand(side) == 0);
        (has_begun && pos.outcome().is_none()).then(|| {
            let classes = up_to_symmetry(pos);
            Self {
                holding: classes.iter().map(|class| class[0]).collect(),
                tried: 0,
                is_thorough: false,
                lost: Vec::new(),
                twins: classes.into_iter().map(|class| (class[0], class[1..].to_vec())).collect(),
                strategy: Strategy::new(!pos.side()),
                writing: Effort::default(),
            }
        })
    }

    /// The same, all to be tried, also if one is seen to hold.
    pub(super) fn thorough(self) -> Self {
        Self { is_thorough: true, ..self }
    }

    /// Whether all that hold lose within `plies`, themselves included, by attacks of that length.
    pub(super) fn lose(&mut self, solver: &Solver, pos: &Forte, plies: u8, opening: Opening) -> Result<bool, Stopped> {
        if opening == Opening::Any && self.holding.len() > FEW {
            return Ok(false);
        }
        let mut index = 0;
        while index < self.holding.len() {
            let answer = solver.attack(&pos.play(self.holding[index]), plies - 1, opening)?;
            if answer.is_some() {
                self.lost.push(Lost { mv: self.holding.remove(index), plies, answer });
            } else if self.is_thorough {
                index += 1;
            } else {
                self.holding.swap(0, index);
                return Ok(false);
            }
        }
        if opening == Opening::Threatening {
            self.tried = plies;
        }
        Ok(self.holding.is_empty())
    }

    /// Looks for wins of the other side after the replies that hold, in trees of so many jousts, and writes them out.
    pub(super) fn grow_trees(&mut self, shared: &Shared, pos: &Forte, size: usize) -> Result<(), Stopped> {
        let never = AtomicBool::new(false);
        let strategy = std::mem::replace(&mut self.strategy, Strategy::new(!pos.side()));
        let writer = Mutex::new((Writer::resume(shared, &never, strategy), Effort::default()));
        let try_one = |&mv: &Move| -> Result<Option<u8>, Stopped> {
            let next = pos.play(mv);
            let duel = Duel::new(&next, next.side()).filter(|_| next.outcome().is_none());
            let Some(duel) = duel else { return Ok(None) };
            let Some((plies, answer)) = long_win(shared, &never, duel, size)? else { return Ok(None) };
            let mut writer = writer.lock().unwrap_or_else(PoisonError::into_inner);
            let begun = Instant::now();
            let is_whole = self.write(&mut writer.0, pos, (mv, answer), plies)?;
            writer.1 += Effort { nodes: 0, time: begun.elapsed() };
            Ok(is_whole.then_some(plies + 1))
        };
        let found: Vec<_> = self.holding.par_iter().map(try_one).collect();
        let (writer, writing) = writer.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.strategy = writer.finish();
        self.writing += writing;
        self.sort_out(&found)
    }

    /// Takes out of those that hold, each with what its trees found, the ones that lose.
    fn sort_out(&mut self, found: &[Result<Option<u8>, Stopped>]) -> Result<(), Stopped> {
        let tried = std::mem::take(&mut self.holding);
        for (mv, found) in tried.into_iter().zip(found) {
            match *found {
                Ok(Some(plies)) => self.lost.push(Lost { mv, plies, answer: None }),
                _ => self.holding.push(mv),
            }
        }
        if found.contains(&Err(Stopped)) { Err(Stopped) } else { Ok(()) }
    }

    /// Whether some lose by proof numbers.
    pub(super) fn took_trees(&self) -> bool {
        self.lost.iter().any(|lost| lost.answer.is_none())
    }

    /// The loss that comes of it when none holds, if nothing of it has been forgotten.
    pub(super) fn loss(&mut self, shared: &Shared, pos: &Forte) -> Result<Option<Won>, Stopped> {
        let begun = Instant::now();
        let never = AtomicBool::new(false);
        let strategy = std::mem::replace(&mut self.strategy, Strategy::new(!pos.side()));
        let mut writer = Writer::resume(shared, &never, strategy);
        let mut is_whole = Ok(true);
        for lost in &self.lost {
            if let Some(answer) = lost.answer
                && is_whole == Ok(true)
            {
                is_whole = self.write(&mut writer, pos, (lost.mv, answer), lost.plies - 1);
            }
        }
        self.strategy = writer.finish();
        self.writing += Effort { nodes: 0, time: begun.elapsed() };
        if !is_whole? {
            return Ok(None);
        }
        let (best, plies) = self.lost.iter().max_by_key(|lost| lost.plies).map(|lost| (lost.mv, lost.plies)).unzip();
        let strategy = std::mem::replace(&mut self.strategy, Strategy::new(!pos.side()));
        Ok(Some(Won { value: Value::Loss, plies: plies.unwrap_or(0), best, strategy }))
    }

    /// Writes how a reply loses to an answer, within so many plies after it, and how those do that are the same by symmetry.
    fn write(
        &self,
        writer: &mut Writer<'_>,
        pos: &Forte,
        (mv, answer): (Move, Move),
        plies: u8,
    ) -> Result<bool, Stopped> {
        let next = pos.play(mv);
        let mut is_whole = writer.write(&next, answer, plies)?;
        let image = |pos: &Forte| Duel::new(pos, pos.side()).map(|duel| duel.canonical().1);
        for &twin in &self.twins[&mv] {
            let twin = pos.play(twin);
            if let (Some(one), Some(other)) = (image(&next), image(&twin)) {
                is_whole &= writer.write(&twin, other.of_move(one.of_move(answer)), plies)?;
            }
        }
        Ok(is_whole)
    }

    /// What writing took since this was asked last.
    pub(super) fn writing(&mut self) -> Effort {
        std::mem::take(&mut self.writing)
    }
}
