//! Players: whatever chooses a move. A `dyn Player` is called once a move, never once a node.
//!
//! From the weakest to the strongest: [`Random`], [`Greedy`] (the best static value), [`ExpectiminimaxPlayer`] and
//! [`AlphaBetaPlayer`] within a [`Budget`], and [`Perfect`], who has a table of the whole game. A player keeps nothing
//! from game to game, and draws what is random from the stream that he is handed, so that a game depends on its seed
//! alone unless a limit in time is set.

use std::time::{Duration, Instant};

use engine::{Deterministic, Game, History, MoveList, PackedMove, Position, Probe, Prover, Rng, Score};
use rand::RngExt;

use crate::deepen::Report;
use crate::expectiminimax::Filter;
use crate::limits::Stop;
use crate::luck::value_of_move;
use crate::margins::Changes;
use crate::parallel::{self, Memory, Plan, Root, alpha_beta_until};
use crate::proving::{self, Ally};
use crate::terminal::{changes_hands, known_score, seen_back, terminal_score};
use crate::terms::{Clock, Clocks, PlayerFailed, Terms};
use crate::{Features, Limits, Sense, Table};

/// A chosen move and what the choice cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move.
    pub mv: M,
    /// Its value for the side to move, if the player has an opinion.
    pub score: Option<Score>,
    /// Nodes searched for it.
    pub nodes: u64,
    /// The depth reached, in plies.
    pub depth: u32,
}

impl<M: Copy> Choice<M> {
    /// A move played without a search.
    pub const fn unsearched(mv: M) -> Self {
        Self { mv, score: None, nodes: 0, depth: 0 }
    }

    fn searched(report: &Report<M>) -> Self {
        Self { mv: report.line[0], score: Some(report.score), nodes: report.nodes, depth: report.depth }
    }
}

/// What a player answers.
pub type Answer<M> = Result<Choice<M>, PlayerFailed>;

/// Whatever chooses a move.
pub trait Player<G: Game>: Send {
    /// Forgets everything: a new game starts with empty tables and a full clock.
    fn new_game(&mut self);

    /// The same for a game by these rules, which only programs outside need be told: others see them in its positions.
    fn begin(&mut self, _rules: &G::Rules) {
        self.new_game();
    }

    /// How long the player may think: what a referee holds it to.
    fn terms(&self) -> Terms {
        Terms::FREE
    }

    /// Tells what a referee's clocks show before the next move. A player whom nobody tells keeps his own.
    fn see_clocks(&mut self, _clocks: &Clocks) {}

    /// Chooses a legal move in the current position of `game`, which has at least one. Everything random comes from
    /// `rng`.
    ///
    /// # Errors
    /// If the player is a program outside and does not play along; it is not asked again in this game.
    fn choose(&mut self, game: &History<G>, rng: &mut Rng) -> Answer<G::Move>;
}

fn legal_moves<G: Game>(pos: &G) -> MoveList<G::Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    list
}

/// Every legal move with equal probability.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &History<G>, rng: &mut Rng) -> Answer<G::Move> {
        let list = legal_moves(game.current());
        Ok(Choice::unsearched(list[rng.random_range(0..list.len())]))
    }
}

/// The move with the best static value, any of them among equals.
#[derive(Clone, Debug)]
pub struct Greedy<S> {
    sense: S,
}

impl<S> Greedy<S> {
    /// A player that goes by `sense` alone.
    pub const fn new(sense: S) -> Self {
        Self { sense }
    }
}

impl<G: Game, S: Sense<G>> Player<G> for Greedy<S> {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &History<G>, rng: &mut Rng) -> Answer<G::Move> {
        let pos = game.current();
        let trace = self.sense.begin(pos);
        let value = |mv| value_of_move(&self.sense, &trace, pos, mv);
        let list = legal_moves(pos);
        let (mv, score) = best_of(&list, value, rng);
        Ok(Choice { mv, score: Some(score), nodes: list.len() as u64, depth: 1 })
    }
}

/// Any of the moves of the highest value, each with equal probability.
fn best_of<M: Copy, V: Ord + Copy>(list: &[M], value: impl Fn(M) -> V, rng: &mut Rng) -> (M, V) {
    let valued: Vec<(M, V)> = list.iter().map(|&mv| (mv, value(mv))).collect();
    let best = valued.iter().map(|&(_, value)| value).max().expect("a player is asked where there are moves");
    let equals: Vec<(M, V)> = valued.into_iter().filter(|&(_, value)| value == best).collect();
    equals[rng.random_range(0..equals.len())]
}

/// How much a player may search: within limits for each move, and by a clock for the game if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The same for every move.
    pub limits: Limits,
    /// What runs down.
    pub clock: Option<Clock>,
    /// How much later than agreed it may answer, for a referee; the player does not reckon with it.
    pub margin: Duration,
}

impl Budget {
    /// The same limits for every move, and no clock.
    #[must_use]
    pub const fn of_move(limits: Limits) -> Self {
        Self { limits, clock: None, margin: Terms::MARGIN }
    }

    /// A clock and nothing else.
    #[must_use]
    pub const fn of_clock(start: Duration, increment: Duration) -> Self {
        Self { limits: Limits::NONE, clock: Some(Clock { start, increment }), margin: Terms::MARGIN }
    }
}

/// A budget in use: a clock runs down.
#[derive(Clone, Copy, Debug)]
struct Purse {
    budget: Budget,
    left: Duration,
}

impl Purse {
    fn new(budget: Budget) -> Self {
        Self { budget, left: budget.clock.map_or(Duration::ZERO, |clock| clock.start) }
    }

    /// The limits of the next move.
    fn limits(&self) -> Limits {
        let Budget { limits, clock, .. } = self.budget;
        let Some(Clock { increment, .. }) = clock else { return limits };
        let timed = Limits::of_clock(self.left, increment, None);
        let time = limits.time.into_iter().chain(timed.time).min();
        Limits { time, soft_time: timed.soft_time, ..limits }
    }

    fn spend(&mut self, time: Duration) {
        if let Some(Clock { increment, .. }) = self.budget.clock {
            self.left = self.left.saturating_sub(time) + increment;
        }
    }

    fn terms(&self) -> Terms {
        let Budget { limits, clock, margin } = self.budget;
        Terms { time: limits.time, clock, margin }
    }

    /// Goes by what somebody else's clock shows.
    fn see(&mut self, clocks: &Clocks) {
        if let Some(shown) = clocks.own {
            self.left = shown.left;
        }
    }
}

/// How a player searches, whatever its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// The memory of its table in bytes; `None` for as much as its node budget needs, at most [`Table::DEFAULT_BYTES`].
    pub bytes: Option<usize>,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The features it uses.
    pub features: Features,
    /// What is set among the margins that it prunes and reduces by.
    pub margins: Changes,
    /// Which moves expectiminimax looks at above the horizon; all of them without.
    pub filter: Option<Filter>,
}

impl Default for Habits {
    fn default() -> Self {
        Self { bytes: None, threads: 1, features: Features::PLAY, margins: Changes::NONE, filter: None }
    }
}

/// What every searching player has.
#[derive(Debug)]
struct Desk<M> {
    purse: Purse,
    table: Table,
    memory: Memory<M>,
    habits: Habits,
}

impl<M: PackedMove> Desk<M> {
    fn new(budget: Budget, habits: &Habits) -> Self {
        let table = habits.bytes.map_or_else(|| Table::for_nodes(budget.limits.nodes), Table::with_bytes);
        Self { purse: Purse::new(budget), table, memory: Memory::default(), habits: *habits }
    }

    fn new_game(&mut self) {
        self.purse = Purse::new(self.purse.budget);
        self.table.clear();
        self.memory.clear();
    }

    /// Runs a search within the budget; a move without an alternative is played at once, and adds its increment.
    fn choose<G: Game<Move = M>>(
        &mut self,
        pos: &G,
        search: impl FnOnce(&Table, &Plan, &mut Memory<M>) -> Report<M>,
    ) -> Choice<M> {
        let begun = Instant::now();
        if let [only] = *legal_moves(pos) {
            self.purse.spend(begun.elapsed());
            return Choice::unsearched(only);
        }
        self.table.age();
        let Habits { threads, features, margins, filter, .. } = self.habits;
        let plan = Plan { threads, features, margins, filter, ..Plan::new(self.purse.limits()) };
        let report = search(&self.table, &plan, &mut self.memory);
        self.purse.spend(begun.elapsed());
        Choice::searched(&report)
    }
}

/// Plays by alpha-beta.
#[derive(Debug)]
pub struct AlphaBetaPlayer<M, S, P> {
    sense: S,
    probe: P,
    desk: Desk<M>,
}

impl<M: PackedMove, S, P> AlphaBetaPlayer<M, S, P> {
    /// A player with an empty table.
    pub fn new(sense: S, probe: P, budget: Budget, habits: Habits) -> Self {
        Self { sense, probe, desk: Desk::new(budget, &habits) }
    }
}

impl<G: Deterministic, S: Sense<G>, P: Probe<G>> Player<G> for AlphaBetaPlayer<G::Move, S, P> {
    fn new_game(&mut self) {
        self.desk.new_game();
    }

    fn terms(&self) -> Terms {
        self.desk.purse.terms()
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.desk.purse.see(clocks);
    }

    fn choose(&mut self, game: &History<G>, _: &mut Rng) -> Answer<G::Move> {
        let (sense, probe) = (&self.sense, &self.probe);
        Ok(self.desk.choose(game.current(), |table, plan, memory| {
            let stop = Stop::new(&plan.limits);
            alpha_beta_until(Root::of_game(game), (sense, probe, table), (plan, &stop), memory, &mut |_| {})
        }))
    }
}

/// Plays by alpha-beta with a prover at its side: see [`proving`].
pub struct ProvingPlayer<G: Position, S, P> {
    sense: S,
    probe: P,
    prover: Box<dyn Prover<G>>,
    is_winning: bool,
    desk: Desk<G::Move>,
}

impl<G: Position, S, P> ProvingPlayer<G, S, P> {
    /// A player with an empty table, and a prover that has found out nothing yet.
    pub fn new(sense: S, probe: P, prover: Box<dyn Prover<G>>, budget: Budget, habits: Habits) -> Self {
        Self { sense, probe, prover, is_winning: false, desk: Desk::new(budget, &habits) }
    }
}

impl<G: Deterministic, S: Sense<G>, P: Probe<G>> Player<G> for ProvingPlayer<G, S, P> {
    fn new_game(&mut self) {
        self.desk.new_game();
        self.prover.forget();
        self.is_winning = false;
    }

    fn terms(&self) -> Terms {
        self.desk.purse.terms()
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.desk.purse.see(clocks);
    }

    fn choose(&mut self, game: &History<G>, _: &mut Rng) -> Answer<G::Move> {
        let Self { sense, probe, prover, is_winning, desk } = self;
        Ok(desk.choose(game.current(), |table, plan, memory| {
            let ally = Ally { prover: &mut **prover, memory, is_winning: *is_winning };
            let report;
            (report, *is_winning) =
                proving::search(Root::of_game(game), (&*sense, &*probe, table), ally, plan, &mut |_| {});
            report
        }))
    }
}

/// Plays by expectiminimax.
#[derive(Debug)]
pub struct ExpectiminimaxPlayer<M, S> {
    sense: S,
    desk: Desk<M>,
}

impl<M: PackedMove, S> ExpectiminimaxPlayer<M, S> {
    /// A player with an empty table. Of shallow searches it is small: it is cleared before each game, which would take longer than
    /// the game itself.
    pub fn new(sense: S, budget: Budget, mut habits: Habits) -> Self {
        const SHALLOW: [usize; 2] = [1 << 12, 1 << 21];
        let depth = budget.limits.depth.map_or(usize::MAX, |depth| depth as usize);
        habits.bytes = habits.bytes.or_else(|| SHALLOW.get(depth.wrapping_sub(1)).copied());
        Self { sense, desk: Desk::new(budget, &habits) }
    }
}

impl<G: Game, S: Sense<G>> Player<G> for ExpectiminimaxPlayer<G::Move, S> {
    fn new_game(&mut self) {
        self.desk.new_game();
    }

    fn terms(&self) -> Terms {
        self.desk.purse.terms()
    }

    fn see_clocks(&mut self, clocks: &Clocks) {
        self.desk.purse.see(clocks);
    }

    fn choose(&mut self, game: &History<G>, _: &mut Rng) -> Answer<G::Move> {
        let sense = &self.sense;
        Ok(self.desk.choose(game.current(), |table, plan, _| {
            parallel::expectiminimax(game.current(), (sense, table), plan, &mut |_| {})
        }))
    }
}

/// Plays by a complete table of results: the fastest win, any draw, the slowest loss.
#[derive(Clone, Debug)]
pub struct Perfect<P> {
    probe: P,
}

impl<P> Perfect<P> {
    /// A player that knows what `probe` knows. Positions outside it count as draws.
    pub const fn new(probe: P) -> Self {
        Self { probe }
    }
}

impl<G: Deterministic, P: Probe<G>> Player<G> for Perfect<P> {
    fn new_game(&mut self) {}

    fn choose(&mut self, game: &History<G>, rng: &mut Rng) -> Answer<G::Move> {
        let pos = game.current();
        let value = |mv| {
            let next = pos.play(mv);
            let score = match next.outcome() {
                Some(outcome) => terminal_score::<G>(outcome, next.side(), 1),
                None => self.probe.probe(&next).map_or(Score::DRAW, |known| known_score(known, 1)),
            };
            seen_back(changes_hands::<G>(pos.side(), next.side()), score)
        };
        let (mv, score) = best_of(&legal_moves(pos), value, rng);
        Ok(Choice { mv, score: Some(score), nodes: 0, depth: 0 })
    }
}

#[cfg(test)]
mod tests {
    use engine::toy::Tree;
    use engine::{Known, NoOptions, NoProbe, Node, PathRules, Value};

    use super::*;
    use crate::Shown;
    use crate::minimax::minimax;
    use crate::sense::Noise;

    /// What `player` chooses in a tree, with many random streams: the moves that came up.
    fn choices(player: &mut impl Player<Tree>, tree: &str) -> Vec<u16> {
        let pos = Tree::parse(tree, &NoOptions).expect("a tree");
        let game = History::new(pos, PathRules::default());
        let mut choose = |seed| player.choose(&game, &mut engine::rng::stream(seed, 0)).expect("a choice");
        let mut moves: Vec<u16> = (0..50).map(|seed| choose(seed).mv.0).collect();
        moves.sort_unstable();
        moves.dedup();
        moves
    }

    /// Knows every tree, whose results are worth at most a point.
    struct Omniscient;

    impl Probe<Tree> for Omniscient {
        fn probe(&self, pos: &Tree) -> Option<Known> {
            let score = minimax(pos, 99, 0, &|_, _| Score::DRAW);
            let plies = score.plies().map(|plies| plies as u16);
            let value = match score.0.signum() {
                1 => Value::Win,
                -1 => Value::Loss,
                _ => Value::Draw,
            };
            Some(Known { value, plies })
        }
    }

    #[test]
    fn the_perfect_player_wins_soon_and_loses_late() {
        for (tree, best) in [
            ("(((1)) 1 0)", &[1][..]),
            ("(-1 ((-1)) -1)", &[1]),
            ("(-1 (0) ((-1)))", &[1]),
            ("((1 -1) (0 1) (0))", &[1, 2]),
        ] {
            assert_eq!(choices(&mut Perfect::new(Omniscient), tree), best, "{tree}");
        }
    }

    #[test]
    fn equals_are_chosen_at_random_and_nothing_else_is() {
        let sense = Noise::<false> { seed: 1, range: 9 };
        assert_eq!(choices(&mut Random, "(1 0 -1)"), [0, 1, 2]);
        assert_eq!(choices(&mut Greedy::new(sense), "(1 0 1 -1)"), [0, 2]);
    }

    fn small(bytes: usize) -> Habits {
        Habits { bytes: Some(bytes), ..Habits::default() }
    }

    #[test]
    fn a_new_game_starts_with_an_empty_table() {
        let pos = Tree::parse("((1 -1 0) (0 (1 -1)) (-1 1))", &NoOptions).expect("a tree");
        let (sense, budget) = (Noise::<false> { seed: 1, range: 9 }, Budget::of_move(Limits::depth(3)));
        let mut player = AlphaBetaPlayer::new(sense, NoProbe, budget, small(4096));
        let game = History::new(pos, PathRules::default());
        let mut rng = engine::rng::stream(1, 0);
        let first = player.choose(&game, &mut rng).expect("a choice");
        let second = player.choose(&game, &mut rng).expect("a choice");
        assert!(second.nodes < first.nodes, "the table helps within a game");
        Player::<Tree>::new_game(&mut player);
        assert_eq!(player.choose(&game, &mut rng), Ok(first));
    }

    const SECOND: Duration = Duration::from_secs(1);

    fn clock(start: Duration, increment: Duration) -> Purse {
        Purse::new(Budget::of_clock(start, increment))
    }

    #[test]
    fn a_clock_gives_a_share_of_what_is_left_and_never_more_than_half() {
        let limits = clock(30 * SECOND, SECOND).limits();
        assert_eq!(limits.soft_time, Some(Duration::from_millis(1750)));
        assert!(limits.time > limits.soft_time && limits.time < Some(10 * SECOND));
        let short = clock(SECOND, 10 * SECOND).limits();
        assert!(short.time <= Some(SECOND / 2) && short.soft_time <= short.time);
    }

    #[test]
    fn a_clock_and_limits_a_move_both_count() {
        let each = Limits { depth: Some(9), nodes: Some(7), time: Some(Duration::from_millis(20)), ..Limits::NONE };
        let clock = Budget::of_clock(30 * SECOND, SECOND);
        let limits = Purse::new(Budget { limits: each, ..clock }).limits();
        assert_eq!(limits, Limits { soft_time: Purse::new(clock).limits().soft_time, ..each });
    }

    #[test]
    fn a_clock_runs_down_and_gains_the_increment() {
        let mut purse = clock(10 * SECOND, SECOND);
        purse.spend(3 * SECOND);
        assert_eq!(purse.left, 8 * SECOND);
        purse.spend(20 * SECOND);
        assert_eq!(purse.left, SECOND, "an overdrawn clock is empty but for the increment");
        let shown = Shown { left: 7 * SECOND, increment: SECOND };
        purse.see(&Clocks { own: Some(shown), other: None });
        purse.see(&Clocks { own: None, other: Some(shown) });
        assert_eq!(purse.left, 7 * SECOND, "a referee's clock counts");
    }

    #[test]
    fn a_forced_move_costs_no_search_and_gains_the_increment() {
        let pos = Tree::parse("((1 -1))", &NoOptions).expect("a tree");
        let budget = Budget::of_clock(10 * SECOND, SECOND);
        let mut player = AlphaBetaPlayer::new(Noise::<false> { seed: 1, range: 9 }, NoProbe, budget, small(64));
        let game = History::new(pos, PathRules::default());
        let choice = player.choose(&game, &mut engine::rng::stream(1, 0)).expect("a choice");
        assert_eq!((choice.nodes, choice.score), (0, None));
        assert!(player.desk.purse.left > 10 * SECOND && player.desk.purse.left <= 11 * SECOND);
        Player::<Tree>::new_game(&mut player);
        assert_eq!(player.desk.purse.left, 10 * SECOND, "a new game has a full clock");
    }
}
