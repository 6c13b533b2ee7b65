//! What a search knows beyond the rules: evaluation, ordering, and which moves are noisy.
//!
//! A [`Sense`] belongs to one game; its state along a line (sums, accumulators) travels in its trace. The search is
//! generic over it, so that a hand-made evaluation, a network, or noise for tests plug in alike.

pub mod backgammon;
pub mod checkers;
pub mod chess;
mod force3;
mod fortac;
pub mod forte;
mod net;
mod noise;
pub mod taper;
pub(crate) mod terms;

use std::sync::Arc;

use engine::{Forecast, Game, Known, MoveList, Outcome, Score, Side};

use crate::Margins;
use crate::net::{BadNet, Nets};
use crate::rollout::Rollouts;
use crate::tune::text::BadWeights;
pub use backgammon::BackgammonSense;
pub use checkers::CheckersSense;
pub use chess::ChessSense;
pub use force3::Force3Sense;
pub use fortac::FortacSense;
pub use forte::ForteSense;
pub use net::{ByNets, NetSearch, NetSense, judging};
pub use noise::Noise;

/// What a search knows beyond the rules.
pub trait Sense<G: Game>: Clone + Send + Sync {
    /// What is kept along a line of play: piece-square sums, a network's accumulators; `()` if nothing.
    type Trace: Clone + Send;

    /// What is worth working out once before the moves of a position are looked at one by one; `()` if nothing.
    type Glance;

    /// What tells the moves of a position that make a threat, worked out once before the first is asked; `()` if none do.
    type Aims;

    /// A small advantage (a pawn in chess) in the units of [`evaluate`](Self::evaluate): what margins are made of.
    const UNIT: i32;

    /// Whether [`is_noisy`](Self::is_noisy) ever says yes. If not, quiescence is compiled away.
    const HAS_NOISE: bool = false;

    /// Whether the search may leave out and shorten what looks unimportant in this game (null move, reductions, pruning:
    /// [`Features::SELECTIVE`](crate::Features::SELECTIVE)). If not, all of that is compiled away.
    const SELECTIVE: bool = false;

    /// Whether every move that wins the game [threatens](Self::threatens): mate is check. If so, a search for a win looks at
    /// nothing else in its last ply.
    const WINS_BY_THREATS: bool = false;

    /// The most noisy moves in a row that quiescence follows.
    const QUIET_PLIES: u32 = 8;

    /// Whether an [evaluation](Self::evaluate) costs more than a look into memory far away, as that of a network does: then
    /// expectiminimax keeps static values in its table. Of its evaluations in backgammon a fifth to a third are repeated.
    const IS_DEAR: bool = false;

    /// Half the width of the first window that an iteration is tried with.
    const WINDOW: i32 = Self::UNIT / 2;

    /// By how much the selective steps prune and reduce, unless a player says otherwise.
    const MARGINS: Margins = Margins::USUAL;

    /// The trace of a position, from scratch.
    fn begin(&self, pos: &G) -> Self::Trace;

    /// The trace after `mv` was played in `pos` and led to `after`. Chance does not change it: it equals
    /// [`begin`](Self::begin) of every position that can follow `after`.
    fn follow(&self, trace: &Self::Trace, pos: &G, mv: G::Move, after: &G::After) -> Self::Trace;

    /// The static value of what a move leaves behind, for the side that acts next: in games without chance strictly inside
    /// [`Score::MAX_STATIC`], in others no more either way than can still be won ([`most_worth`](Self::most_worth)), which is what the
    /// bounds of chance nodes start from. Only asked of nodes that are not finished.
    fn evaluate(&self, after: &G::After, trace: &Self::Trace) -> Score;

    /// What a static value says for sure, if it is no estimate: the result and how many plies off it is.
    #[inline]
    fn settles(&self, _value: Score) -> Option<Known> {
        None
    }

    /// What the end of a game is worth to `side`, where `pos` is some position of that game: the outcome's points, unless points
    /// are a means to something else, as they are in a match.
    #[inline]
    fn worth(&self, _pos: &G, outcome: Outcome, side: Side) -> Score {
        Score(outcome.points_for(side) * Score::POINT)
    }

    /// The most that `winner` can still get out of a node: what bounds of chance nodes start from.
    #[inline]
    fn most_worth(&self, after: &G::After, winner: Side) -> Score {
        Score(i32::from(G::most_points(after, winner)) * Score::POINT)
    }

    /// What positions have in common that are likely to be misjudged alike (the pawns, in chess): the search corrects
    /// static values by it. `None` if nothing.
    #[inline]
    fn kin(&self, _trace: &Self::Trace) -> Option<u64> {
        None
    }

    /// Looks at a position whose moves are about to be ranked.
    fn glance(&self, pos: &G) -> Self::Glance;

    /// How promising a move looks before it is searched: higher is tried earlier, 0 says nothing. History weighs up to
    /// [`MOST_HISTORY`](crate::order::MOST_HISTORY), a killer one more; what must come first is above both.
    fn promise(&self, _pos: &G, _glance: &Self::Glance, _mv: G::Move) -> i32 {
        0
    }

    /// Whether the moves of a position may be [filtered](crate::expectiminimax::Filter) by their static values: not where
    /// these say little about them, such as doubles.
    #[inline]
    fn may_filter(&self, _pos: &G) -> bool {
        true
    }

    /// Whether a move changes so much that a static value before it means little: quiescence looks at such moves.
    fn is_noisy(&self, _pos: &G, _glance: &Self::Glance, _mv: G::Move) -> bool {
        false
    }

    /// Appends the noisy moves of a position that is not finished to `list`, in order of generation; a game that can
    /// make them alone overrides it.
    fn noisy_moves(&self, pos: &G, glance: &Self::Glance, list: &mut MoveList<G::Move>) {
        pos.moves(list);
        list.retain(|&mv| self.is_noisy(pos, glance, mv));
    }

    /// Whether the side to move must answer a threat (a check): then no static value means anything, all its moves count
    /// as noisy, and nothing is left out.
    #[inline]
    fn is_threatened(&self, _pos: &G) -> bool {
        false
    }

    /// Whether a move makes a threat that the other side must answer: [`is_threatened`](Self::is_threatened) of what it
    /// leads to.
    #[inline]
    fn threatens(&self, _pos: &G, _aims: &Self::Aims, _mv: G::Move) -> bool {
        false
    }

    /// Whether the rival would take something if the side to move passed, so that a static value promises too much.
    #[inline]
    fn hangs(&self, _pos: &G) -> bool {
        false
    }

    /// Whether [`may_answer`](Self::may_answer) ever says no.
    const TELLS_ANSWERS: bool = false;

    /// Whether a move may be an answer to the threat that the side to move [is under](Self::is_threatened). All others lose at
    /// once, and are searched only where no move is an answer.
    #[inline]
    fn may_answer(&self, _pos: &G, _glance: &Self::Glance, _mv: G::Move) -> bool {
        true
    }

    /// Looks at a position whose moves are about to be asked whether they [threaten](Self::threatens).
    fn aims(&self, pos: &G) -> Self::Aims;

    /// The position after passing up the move, with its trace, where passing would hardly ever be best: what null move
    /// asks for. `None` where it might be (zugzwang), or is no question.
    #[inline]
    fn pass(&self, _pos: &G, _trace: &Self::Trace) -> Option<(G, Self::Trace)> {
        None
    }

    /// What a noisy move wins at once, before any reply, in the units of [`evaluate`](Self::evaluate).
    #[inline]
    fn gain(&self, _pos: &G, _mv: G::Move) -> i32 {
        0
    }

    /// Whether the exchange that a move starts brings at least `least` units.
    #[inline]
    fn holds(&self, _pos: &G, _mv: G::Move, _least: i32) -> bool {
        true
    }

    /// The key of the position that a move leads to, where it is cheap to know before the move is played: a search asks
    /// for the table's memory that early. A wrong one costs time only.
    #[inline]
    fn likely_key(&self, _pos: &G, _mv: G::Move) -> Option<u64> {
        None
    }

    /// What kind of thing a noisy move takes, a number below [`PREY`](crate::order::PREY), for the history of noisy moves.
    #[inline]
    fn prey(&self, _mv: G::Move) -> usize {
        0
    }

    /// Whether any move can be noisy: `false` only if none [is](Self::is_noisy), and then quiescence generates nothing.
    fn may_be_noisy(&self, _glance: &Self::Glance) -> bool {
        Self::HAS_NOISE
    }
}

/// A game that the searches know more of than its rules: the link from its type to its [`Sense`].
pub trait Sensed: Game {
    /// What is known.
    type Sense: Sense<Self>;

    /// The depth of the [bench](crate::signature): about a second of searching; less where a ply more would take ten,
    /// or where the whole game is soon searched.
    const BENCH_DEPTH: u32;

    /// The chance to win the match that a search's score for the side to move in `pos` means; `None` where no match is played.
    fn match_chance(_pos: &Self, _score: Score) -> Option<f64> {
        None
    }

    /// The sense that players use unless told otherwise.
    fn sense() -> Self::Sense;

    /// The same sense, which asks a table of odds before it judges for itself; as it is where it can make no use of one.
    #[must_use]
    fn sense_with_odds(_odds: Option<Arc<dyn Forecast<Self>>>) -> Self::Sense {
        Self::sense()
    }

    /// What rolls out nodes by the networks of [`sense`](Self::sense), and by a table of odds before them; `None` if it does
    /// not go by networks, or there is no chance.
    #[must_use]
    fn rollouts(_odds: Option<Arc<dyn Forecast<Self>>>) -> Option<Box<dyn Rollouts<Self>>> {
        None
    }

    /// What these networks are good for, with a table of odds before them.
    ///
    /// # Errors
    /// If the networks are not for this game, or it has none.
    fn by_nets(_nets: Nets, _odds: Option<Arc<dyn Forecast<Self>>>) -> Result<Box<dyn ByNets<Self>>, BadNet> {
        Err(BadNet::Unlearned)
    }

    /// The same sense with other weights, from a text; `None` if it has none that could be exchanged. They stay in memory
    /// as long as the program runs.
    #[must_use]
    fn sense_with(_weights: &str) -> Option<Result<Self::Sense, BadWeights>> {
        None
    }
}
