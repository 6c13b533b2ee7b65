//! Who wins a joust: attacks by both sides in turn, from the shortest on; where none is found, what all open positions come to.

use std::ops::{AddAssign, RangeInclusive};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use engine::games::forte::board::{SIZE, WIDTH};
use engine::games::forte::{Forte, Move};
use engine::{Game, MoveList, Position, Side, Value};
use fxhash::FxHashSet;

use super::duel::Duel;
use super::proof_numbers::long_win;
use super::replies::Replies;
use super::search::{Attack, MOST_PLIES, Order, Shared, Stopped};
use super::set_ups::by_set_ups;
use super::standoff::Standoff;
use super::strategy::{Strategy, Writer};

/// How far a search goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The longest win or loss that is looked for by attacks of a length set beforehand, up to [`MOST_PLIES`].
    pub plies: u8,
    /// Jousts in a tree, of which each thread has one, in which wins of any length are looked for by proof numbers; about a hundred bytes each. Zero
    /// for none; draws are not looked for then either.
    pub tree: usize,
    /// Nodes after which it is given up.
    pub nodes: u64,
    /// Nodes for the question whether a shorter win is ruled out.
    pub least_nodes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { plies: 15, tree: 8_000_000, nodes: 2_000_000_000, least_nodes: 2_000_000 }
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The value for the side to move; `None` if it was not found.
    pub value: Option<Value>,
    /// Within how many plies the win can be forced.
    pub plies: Option<u8>,
    /// The most plies within which nobody can force it, shown by trying every move of both sides; zero if nothing was shown.
    pub none_within: u8,
    /// The side to move's best move: the winning one, in a draw one that holds, or the one that holds out the longest.
    pub best: Option<Move>,
    /// Whether the nodes were used up before everything had been tried.
    pub is_given_up: bool,
    /// How the winner wins.
    pub strategy: Option<Strategy>,
    /// How both sides hold a draw.
    pub draw: Option<Draw>,
    /// What it took to find out who wins.
    pub search: Effort,
    /// What it took to write the strategy out.
    pub writing: Effort,
    /// What it took to ask whether a shorter win is ruled out.
    pub least: Effort,
}

impl Answer {
    /// Whether nobody can force the win sooner.
    #[must_use]
    pub fn is_least(&self) -> bool {
        self.plies.is_some_and(|plies| plies < 3 || self.none_within + 2 >= plies)
    }

    /// The nodes of all that was done.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.search.nodes + self.writing.nodes + self.least.nodes
    }
}

/// A joust that neither side can win: repetition draws it.
#[derive(Clone, Debug)]
pub struct Draw {
    /// What each side plays so as not to lose, and to win where the other lets it.
    pub holding: [Strategy; 2],
    /// Positions that were looked through because no attack decides them.
    pub open: usize,
    /// What comes about if both play so, until a position comes back.
    pub line: Vec<Move>,
}

/// What a part of the work took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Jousts with the attacker to move whose attacks were tried.
    pub nodes: u64,
    /// Time on the clock.
    pub time: Duration,
}

impl AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.time += other.time;
    }
}

/// Asks who wins a position.
///
/// # Panics
/// If `limits.plies` is more than [`MOST_PLIES`].
#[must_use]
pub fn solve(pos: &Forte, limits: Limits) -> Answer {
    Solver::new(limits).answer(pos, |solver| solver.value(pos))
}

/// Tells the efforts of one part of the work after the other.
struct Stopwatch {
    nodes: u64,
    begun: Instant,
}

impl Stopwatch {
    fn start(shared: &Shared) -> Self {
        Self { nodes: shared.nodes(), begun: Instant::now() }
    }

    /// What has been done since the last lap.
    fn lap(&mut self, shared: &Shared) -> Effort {
        let last = std::mem::replace(self, Self::start(shared));
        Effort { nodes: self.nodes - last.nodes, time: self.begun - last.begun }
    }
}

/// A position of which it is known who wins.
pub(super) struct Won {
    pub(super) value: Value,
    pub(super) plies: u8,
    pub(super) best: Option<Move>,
    pub(super) strategy: Strategy,
}

/// A position that is settled.
pub(super) enum Found {
    Won(Won),
    Drawn(Draw),
}

/// Attacks of up to so many plies come before everything else: they cost next to nothing, and their lengths are exact.
const SHORT: u8 = 7;

/// A shorter win than that by proof numbers is looked for with so small a part of the nodes.
const SHORTENING: u64 = 20;

/// An attempt by attacks of a set length, before trees become large, has so small a part of them.
const ATTEMPT: u64 = 100;

/// The first trees have so many jousts, the next ones so many times as many, and that of the side to move so many times as many as
/// those after each of its moves.
const FIRST_TREE: usize = 1 << 12;
const GROWTH: usize = 8;
const SECOND_TREE: usize = GROWTH * FIRST_TREE;
const OWN_TREE: usize = 64;

/// The largest trees with which open positions are looked through before the trees of all replies grow as large as they may.
const MIDDLE_TREE: usize = 1 << 18;

/// Something to try, with all nodes that are left or with at most so many: where it is cut short, the next one is tried.
struct Stage {
    what: What,
    nodes: Option<u64>,
}

#[derive(Clone, Copy)]
enum What {
    /// Attacks of a length set beforehand, from so many plies to so many.
    Lengths(u8, u8),
    /// Trees of growing size, from so many jousts to so many.
    Trees(usize, usize),
    /// All open positions, with trees of up to so many jousts; the second time goes on where the first one ended.
    Open(usize),
}

/// How an attack begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// With what threatens to win by threats.
    Threatening,
    /// With any move, these first, as it must where there are few knights on the board; all later ones are of
    /// [`Order::Quiet`].
    Any,
}

/// Facts, and how far to go.
pub(super) struct Solver {
    shared: Shared,
    pub(super) limits: Limits,
    writing: Effort,
}

impl Solver {
    /// With nothing known yet.
    ///
    /// # Panics
    /// If `limits.plies` is more than [`MOST_PLIES`].
    pub(super) fn new(limits: Limits) -> Self {
        assert!(limits.plies <= MOST_PLIES, "at most {MOST_PLIES} plies");
        Self { shared: Shared::new(limits.nodes), limits, writing: Effort::default() }
    }

    /// What a search for the winner of a position comes to; it has as many nodes as the limits allow.
    pub(super) fn answer(
        &mut self,
        pos: &Forte,
        search: impl FnOnce(&mut Self) -> Result<Option<Found>, Stopped>,
    ) -> Answer {
        self.shared.allow(self.limits.nodes);
        self.writing = Effort::default();
        let mut watch = Stopwatch::start(&self.shared);
        let found = search(self);
        let is_given_up = found.is_err();
        let (won, draw) = match found.unwrap_or(None) {
            Some(Found::Won(won)) => (Some(won), None),
            Some(Found::Drawn(draw)) => (None, Some(draw)),
            None => (None, None),
        };
        let mut effort = watch.lap(&self.shared);
        effort.nodes -= self.writing.nodes;
        // Several threads may have written at a time.
        effort.time = effort.time.saturating_sub(self.writing.time);
        let none_within = won.as_ref().map_or(0, |won| self.none_within(pos, won));
        let least = watch.lap(&self.shared);
        let (value, plies) = won.as_ref().map(|won| (won.value, won.plies)).unzip();
        let (best, strategy) = won.map(|won| (won.best, won.strategy)).unzip();
        let drawn = draw.as_ref().map(|draw| (Value::Draw, draw.line.first().copied()));
        Answer {
            value: value.or(drawn.map(|(value, _)| value)),
            plies,
            none_within,
            best: best.flatten().or(drawn.and_then(|(_, mv)| mv)),
            is_given_up,
            strategy,
            draw,
            search: effort,
            writing: self.writing,
            least,
        }
    }

    pub(super) fn value(&mut self, pos: &Forte) -> Result<Option<Found>, Stopped> {
        if pos.outcome().is_some() {
            let strategy = Strategy::new(!pos.side());
            return Ok(Some(Found::Won(Won { value: Value::Loss, plies: 0, best: None, strategy })));
        }
        match Replies::new(pos) {
            Some(mut replies) => self.value_by(pos, &mut replies),
            None => by_set_ups(self, pos),
        }
    }

    /// Who wins a position, or that nobody does, by what loses after each of the replies of the side to move.
    pub(super) fn value_by(&mut self, pos: &Forte, replies: &mut Replies) -> Result<Option<Found>, Stopped> {
        let mut standoff = Standoff::new(pos);
        for Stage { what, nodes } in self.stages() {
            let found = match nodes {
                Some(nodes) => {
                    let found = self.with_nodes(nodes, |solver| solver.try_what(what, pos, (replies, &mut standoff)));
                    found.unwrap_or(None)
                }
                None => self.try_what(what, pos, (replies, &mut standoff))?,
            };
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// What is tried one after the other. Some wins cost a tree next to nothing and attacks of a set length very much, with others it
    /// is the reverse, and where nearly all moves lose, all open positions may tell sooner than a large tree.
    fn stages(&self) -> Vec<Stage> {
        let Limits { plies, tree, nodes, .. } = self.limits;
        let short = SHORT.min(plies);
        let lengths = |from, nodes| Stage { what: What::Lengths(from, plies), nodes };
        let trees = |from: usize, to: usize| Stage { what: What::Trees(from.min(tree), to.min(tree)), nodes: None };
        let open = |most: usize, nodes| Stage { what: What::Open(most.min(tree)), nodes };
        if tree == 0 {
            return vec![lengths(1, None)];
        }
        let mut stages = vec![Stage { what: What::Lengths(1, short), nodes: None }, trees(FIRST_TREE, FIRST_TREE)];
        stages.push(lengths(short + 1, Some(nodes / ATTEMPT)));
        if tree > FIRST_TREE {
            stages.push(trees(SECOND_TREE, SECOND_TREE));
        }
        stages.push(open(MIDDLE_TREE, Some(nodes / SHORTENING)));
        if tree > SECOND_TREE {
            stages.push(trees(GROWTH * SECOND_TREE, tree));
        }
        stages.push(open(tree, None));
        stages
    }

    fn try_what(
        &mut self,
        what: What,
        pos: &Forte,
        (replies, standoff): (&mut Replies, &mut Standoff),
    ) -> Result<Option<Found>, Stopped> {
        match what {
            What::Lengths(from, to) => Ok(self.by_length(pos, from..=to, replies)?.map(Found::Won)),
            What::Trees(from, to) => {
                let won = self.by_proof_numbers(pos, from, to, replies)?;
                Ok(won.map(|won| Found::Won(self.shortened(pos, won))))
            }
            What::Open(most) => {
                let found = standoff.look_through(self, most);
                self.writing += standoff.writing();
                found
            }
        }
    }

    /// What all threads share.
    pub(super) const fn shared(&self) -> &Shared {
        &self.shared
    }

    /// What a search comes to with half of the nodes that are left.
    pub(super) fn with_half<T>(
        &mut self,
        search: impl FnOnce(&mut Self) -> Result<Option<T>, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let half = self.shared.most_nodes().saturating_sub(self.shared.nodes()) / 2;
        self.with_nodes(half, search)
    }

    /// What a search comes to with at most so many nodes more.
    fn with_nodes<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Self) -> Result<Option<T>, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let before = self.shared.most_nodes();
        self.shared.allow_up_to(before.min(self.shared.nodes().saturating_add(nodes)));
        let found = search(self);
        self.shared.allow_up_to(before);
        found
    }

    /// Longer and longer attacks by the side to move and by the other, until one wins.
    fn by_length(
        &mut self,
        pos: &Forte,
        lengths: RangeInclusive<u8>,
        replies: &mut Replies,
    ) -> Result<Option<Won>, Stopped> {
        for plies in lengths {
            for opening in [Opening::Threatening, Opening::Any] {
                if plies % 2 == 1 {
                    if let Some(won) = self.win(pos, plies, opening)? {
                        return Ok(Some(won));
                    }
                } else if replies.lose(self, pos, plies, opening)? {
                    // Not where some lose by trees, or by attacks of another kind than the last of them does.
                    let by_length = if replies.took_trees() { None } else { self.loss(pos, plies, opening)? };
                    return by_length.map_or_else(|| self.loss_by(pos, replies), |won| Ok(Some(won)));
                }
            }
        }
        Ok(None)
    }

    /// A win or loss that was found by proof numbers, or a shorter one if that can be found in few enough nodes.
    fn shortened(&mut self, pos: &Forte, won: Won) -> Won {
        let few = self.limits.nodes / SHORTENING;
        self.with_nodes(few, |solver| solver.shorter(pos, &won)).ok().flatten().unwrap_or(won)
    }

    fn shorter(&mut self, pos: &Forte, won: &Won) -> Result<Option<Won>, Stopped> {
        let lengths = won.plies % 2..=self.limits.plies.min(won.plies - 1);
        for plies in lengths.step_by(2).filter(|&plies| plies > SHORT) {
            for opening in [Opening::Threatening, Opening::Any] {
                let found = match won.value {
                    Value::Win => self.win(pos, plies, opening)?,
                    _ => self.loss(pos, plies, opening)?,
                };
                if found.is_some() {
                    return Ok(found);
                }
            }
        }
        Ok(None)
    }

    /// Trees of growing size, from the one to the other, for the other side after each reply and some times as large for the side to move,
    /// until one side is seen to win.
    fn by_proof_numbers(
        &mut self,
        pos: &Forte,
        from: usize,
        to: usize,
        replies: &mut Replies,
    ) -> Result<Option<Won>, Stopped> {
        let never = AtomicBool::new(false);
        let duel = Duel::new(pos, pos.side()).expect("the joust has begun");
        let most = self.limits.tree;
        let (mut size, mut tried) = (from, 0);
        while size <= to {
            let own = most.min(OWN_TREE * size);
            if own > tried {
                tried = own;
                let found = long_win(&self.shared, &never, duel, own)?;
                if let Some((plies, mv)) = found
                    && let Some(strategy) = self.write(pos.side(), &[(*pos, mv)], plies)?
                {
                    return Ok(Some(Won { value: Value::Win, plies, best: Some(mv), strategy }));
                }
            }
            replies.grow_trees(&self.shared, pos, size)?;
            if replies.holding.is_empty() {
                return self.loss_by(pos, replies);
            }
            size = if size < to { to.min(GROWTH * size) } else { usize::MAX };
        }
        Ok(None)
    }

    /// The side to move loses by what was found out after each of its replies.
    fn loss_by(&mut self, pos: &Forte, replies: &mut Replies) -> Result<Option<Won>, Stopped> {
        let won = replies.loss(&self.shared, pos);
        self.writing += replies.writing();
        won
    }

    /// The side to move wins within `plies`.
    pub(super) fn win(&mut self, pos: &Forte, plies: u8, opening: Opening) -> Result<Option<Won>, Stopped> {
        let Some(mv) = self.attack(pos, plies, opening)? else { return Ok(None) };
        let strategy = self.write(pos.side(), &[(*pos, mv)], plies)?;
        Ok(strategy.map(|strategy| Won { value: Value::Win, plies, best: Some(mv), strategy }))
    }

    /// The side to move loses within `plies`, whatever it does.
    pub(super) fn loss(&mut self, pos: &Forte, plies: u8, opening: Opening) -> Result<Option<Won>, Stopped> {
        let mut answers = Vec::new();
        for mv in moves(pos) {
            let next = pos.play(mv);
            if next.outcome().is_some() {
                return Ok(None);
            }
            let Some(answer) = self.attack(&next, plies - 1, opening)? else { return Ok(None) };
            answers.push((next, answer));
        }
        let best = self.longest(pos, plies, opening)?;
        let strategy = self.write(!pos.side(), &answers, plies - 1)?;
        Ok(strategy.map(|strategy| Won { value: Value::Loss, plies, best, strategy }))
    }

    /// If nothing of it has been forgotten, the strategy that begins with the winner's answers in positions that he wins by them within `plies`.
    fn write(&mut self, winner: Side, answers: &[(Forte, Move)], plies: u8) -> Result<Option<Strategy>, Stopped> {
        let mut watch = Stopwatch::start(&self.shared);
        let never = AtomicBool::new(false);
        let mut writer = Writer::new(&self.shared, &never, winner);
        let mut is_whole = true;
        for (pos, answer) in answers {
            is_whole = is_whole && writer.write(pos, *answer, plies)?;
        }
        let strategy = writer.finish();
        self.writing += watch.lap(&self.shared);
        Ok(is_whole.then_some(strategy))
    }

    /// A move of a lost position that is not lost within fewer plies.
    fn longest(&self, pos: &Forte, plies: u8, opening: Opening) -> Result<Option<Move>, Stopped> {
        let mut all = moves(pos);
        let first = all.next();
        for mv in first.into_iter().chain(all) {
            if plies < 4 || self.attack(&pos.play(mv), plies - 3, opening)?.is_none() {
                return Ok(Some(mv));
            }
        }
        Ok(first)
    }

    /// The move that wins within `plies` for the side to move.
    pub(super) fn attack(&self, pos: &Forte, plies: u8, opening: Opening) -> Result<Option<Move>, Stopped> {
        let duel = Duel::new(pos, pos.side()).expect("the joust has begun");
        let never = AtomicBool::new(false);
        let mut candidates = {
            let mut attack = Attack::new(&self.shared, &never);
            if let Some(mv) = attack.win(duel, plies, Order::Threats)? {
                return Ok(Some(mv));
            }
            if plies < 3 {
                return Ok(None);
            }
            attack.candidates(duel, plies, Order::Quiet)?
        };
        if opening == Opening::Any {
            let others = from_the_middle(duel).into_iter().filter(|mv| !candidates.contains(mv));
            candidates = candidates.iter().copied().chain(others).collect();
        }
        for mv in candidates {
            if self.wins_by(duel.attacked(mv), plies - 1)? {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// Whether the attacker has won within `plies` after every move of the defender, who is to move.
    fn wins_by(&self, duel: Duel, plies: u8) -> Result<bool, Stopped> {
        if duel.losses() != 0 {
            return Ok(false);
        }
        let mut seen = FxHashSet::default();
        let replies: Vec<Duel> =
            duel.replies().map(|mv| duel.defended(mv)).filter(|next| seen.insert(next.canonical().0)).collect();
        Ok(self.shared.hold_out(&replies, plies - 1, Order::Quiet)?.is_none())
    }

    /// The most plies within which a full search rules a win out, as far as that can be told in few enough nodes.
    fn none_within(&mut self, pos: &Forte, won: &Won) -> u8 {
        // Of a lost position one move that holds out is enough.
        let (pos, moved) = match (won.value, won.best) {
            (Value::Win, _) => (*pos, 0),
            (_, Some(best)) => (pos.play(best), 1),
            (_, None) => return 0,
        };
        let Some(duel) = Duel::new(&pos, pos.side()).filter(|_| pos.outcome().is_none()) else { return 0 };
        self.shared.allow(self.limits.least_nodes);
        let never = AtomicBool::new(false);
        let mut attack = Attack::new(&self.shared, &never);
        let lengths = (1..(won.plies - moved).saturating_sub(1)).step_by(2);
        let ruled_out = lengths.take_while(|&plies| attack.win(duel, plies, Order::All) == Ok(None));
        ruled_out.last().map_or(0, |plies| plies + moved)
    }
}

pub(super) fn moves(pos: &Forte) -> impl Iterator<Item = Move> {
    let mut list = MoveList::new();
    pos.moves(&mut list);
    (0..list.len()).map(move |index| list[index])
}

/// The attacker's moves, those to the middle of the board first, and of those that are the same by symmetry one.
fn from_the_middle(duel: Duel) -> Vec<Move> {
    let from_middle = |at: u32| (2 * at).abs_diff(SIZE - 1);
    let mut seen = FxHashSet::default();
    let mut moves: Vec<Move> = duel.attacks(!0).filter(|&mv| seen.insert(duel.attacked(mv).canonical().0)).collect();
    moves.sort_by_key(|mv| from_middle(mv.to() / WIDTH) + from_middle(mv.to() % WIDTH));
    moves
}
