//! A solution told for a person at a table: which card goes from which pile where, step by step.
//!
//! A [`Step`] covers the single moves that are one act for a person: cards that go home one after the other, a run
//! turned over, a build carried through other piles. The steps of a line cover it without gap or overlap, in order, so
//! that they give the solver's moves back. What a step says is read off the layouts before and after its moves, never
//! guessed from the look of the moves. Piles are numbered as in the picture, and keep their places throughout.

use std::io::{self, Write};

use engine::cards::Card;
use engine::games::patience::{Kind, Move, PILES, Patience, Place, Target};
use engine::{MoveList, Position, Puzzle};
use fxhash::FxHashSet;
use serde::{Deserialize, Serialize};
use solvers::Solvable;

use crate::output::{counted, write_behind};

/// What a person does in one go: the moves `first..=last` of the line, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Step {
    pub(crate) first: usize,
    pub(crate) last: usize,
    /// What to do, in words.
    pub(crate) text: String,
    /// The moves, separated by blanks.
    pub(crate) moves: String,
}

/// A solitaire whose lines can be told to a person.
pub(crate) trait Told: Solvable {
    /// The steps of a line of legal moves that begins here.
    fn steps(&self, line: &[Self::Move]) -> Vec<Step>;

    /// The most cards that any line has home at once, those that are home already included; `None` if more than
    /// `limit` positions would have to be looked at.
    fn most_home(&self, limit: u32) -> Option<u32>;

    /// The number of cards home.
    fn home(&self) -> u32;
}

impl<K: Kind> Told for Patience<K>
where
    Self: Solvable<Move = Move>,
{
    fn steps(&self, line: &[Move]) -> Vec<Step> {
        Teller::new(*self, line).steps()
    }

    /// Looks at everything that can be reached, but plays safe moves at once. The proof of [`Puzzle::safe_move`] holds
    /// for any line, not only for one that wins: the changed line has foundations as high or higher at every moment.
    fn most_home(&self, limit: u32) -> Option<u32> {
        let settled = |mut pos: Self| {
            while let Some(mv) = pos.safe_move() {
                pos = pos.play(mv);
            }
            pos
        };
        let first = settled(*self);
        let mut seen = FxHashSet::from_iter([first]);
        let mut open = vec![first];
        let mut most = 0;
        let mut list = MoveList::new();
        while let Some(pos) = open.pop() {
            most = most.max(pos.home());
            list.clear();
            pos.moves(&mut list);
            for &mv in list.iter() {
                let next = settled(pos.play(mv));
                if seen.insert(next) {
                    open.push(next);
                }
            }
            if seen.len() > limit as usize {
                return None;
            }
        }
        Some(most)
    }

    fn home(&self) -> u32 {
        52 - self.left()
    }
}

/// The cards of each pile, first card first.
type Layout = [Vec<Card>; PILES];

fn layout<K: Kind>(pos: &Patience<K>) -> Layout {
    std::array::from_fn(|pile| {
        let under = |&card: &Card| match pos.place(card) {
            Place::On(under) => Some(under),
            _ => None,
        };
        let mut cards: Vec<Card> = std::iter::successors(pos.top(pile), under).collect();
        cards.reverse();
        cards
    })
}

/// A move with the piles it is about.
struct Act {
    mv: Move,
    from: usize,
    /// The pile it goes to; none for a foundation.
    to: Option<usize>,
    /// The cards that move: one, or a run moved as a unit, lowest lying card first.
    cards: Vec<Card>,
    /// Whether it decides the base.
    sets_base: bool,
}

impl Act {
    fn new<K: Kind>(mv: Move, pos: &Patience<K>, before: &Layout, after: &Layout) -> Self {
        let at = |layout: &Layout| layout.iter().position(|pile| pile.contains(&mv.card));
        let from = at(before).expect("a legal move takes a card from a pile");
        let depth = before[from].iter().position(|&card| card == mv.card).expect("the pile holds the card");
        Self {
            mv,
            from,
            to: at(after),
            cards: before[from][depth..].to_vec(),
            sets_base: mv.to == Target::Foundation && pos.base().is_none(),
        }
    }

    /// `8C from pile 3`.
    fn origin(&self) -> String {
        format!("{} from pile {}", words(&self.cards), self.from + 1)
    }
}

/// A line, ready to be told.
struct Teller {
    acts: Vec<Act>,
    /// Before each move, and after the last.
    layouts: Vec<Layout>,
}

impl Teller {
    fn new<K: Kind>(mut pos: Patience<K>, line: &[Move]) -> Self {
        let mut acts = Vec::with_capacity(line.len());
        let mut layouts = vec![layout(&pos)];
        for &mv in line {
            let next = pos.play(mv);
            let after = layout(&next);
            acts.push(Act::new(mv, &pos, &layouts[layouts.len() - 1], &after));
            layouts.push(after);
            pos = next;
        }
        Self { acts, layouts }
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut start = 0;
        while start < self.acts.len() {
            let (end, text) = self.step(start);
            let moves: Vec<String> = self.acts[start..end].iter().map(|act| act.mv.to_string()).collect();
            steps.push(Step { first: start + 1, last: end, text, moves: moves.join(" ") });
            start = end;
        }
        steps
    }

    /// The step that begins with a move: the index behind its last move, and its words.
    fn step(&self, start: usize) -> (usize, String) {
        self.base(start)
            .or_else(|| self.home(start))
            .or_else(|| self.carried(start))
            .or_else(|| self.turned(start))
            .unwrap_or_else(|| self.single(start))
    }

    /// The card that decides the base.
    fn base(&self, start: usize) -> Option<(usize, String)> {
        let act = &self.acts[start];
        let rank = Card::RANKS[usize::from(act.mv.card.rank())] as char;
        let text = || format!("{} goes home: the base is {rank}, so every foundation begins with {rank}", act.origin());
        act.sets_base.then(|| (start + 1, text()))
    }

    /// Cards that go home one after the other.
    fn home(&self, start: usize) -> Option<(usize, String)> {
        let acts = &self.acts[start..];
        let count = acts.iter().take_while(|act| act.to.is_none()).count();
        let acts = &acts[..count];
        let end = start + count;
        let verb = if count == 1 { "goes" } else { "go" };
        if count > 1 && self.layouts[end].iter().all(Vec::is_empty) {
            // Every card there is goes home: where each lies matters no longer.
            let cards: Vec<Card> = acts.iter().map(|act| act.mv.card).collect();
            return Some((end, format!("all that is left goes home: {}", listed(&runs(&cards)))));
        }
        let parts = acts.chunk_by(|one, other| one.from == other.from).map(|acts| {
            let cards: Vec<Card> = acts.iter().map(|act| act.mv.card).collect();
            format!("{} from pile {}", listed(&runs(&cards)), acts[0].from + 1)
        });
        (count > 0).then(|| (end, format!("{} {verb} home", parts.collect::<Vec<_>>().join(", then "))))
    }

    /// The end of a pile that lies at the end of another, in the same order, after several moves of its cards.
    fn carried(&self, start: usize) -> Option<(usize, String)> {
        let moves = self.acts[start..].iter().take_while(|act| act.to.is_some()).count();
        let end = (start + 2..=start + moves).rev().find(|&end| self.carries(start, end))?;
        let (from, to) = self.changed(start, end)?;
        let length = self.layouts[end][from].len();
        let cards = words(&self.layouts[start][from][length..]);
        let mut between: Vec<usize> = self.acts[start..end].iter().filter_map(|act| act.to).collect();
        between.retain(|&pile| pile != from && pile != to);
        between.sort_unstable();
        between.dedup();
        let between: Vec<String> = between.into_iter().map(|pile| self.pile(start, pile)).collect();
        let text = format!("{cards} from pile {} {}, through {}", from + 1, self.target(start, to), listed(&between));
        Some((end, text))
    }

    /// Whether the moves `start..end` do nothing but carry a build: all that has changed is that the last cards of one
    /// pile lie at the end of another, and only these cards have moved.
    fn carries(&self, start: usize, end: usize) -> bool {
        let Some((from, to)) = self.changed(start, end) else { return false };
        let (before, after) = (&self.layouts[start], &self.layouts[end]);
        let cards = &before[from][after[from].len()..];
        cards.len() > 1
            && after[to].len() == before[to].len() + cards.len()
            && before[from].starts_with(&after[from])
            && after[to].starts_with(&before[to])
            && after[to].ends_with(cards)
            && self.acts[start..end].iter().all(|act| act.cards.iter().all(|card| cards.contains(card)))
    }

    /// The two piles in which the layouts before the moves `start` and `end` differ, the one that has lost cards
    /// first; `None` if there are not two such.
    fn changed(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        let (before, after) = (&self.layouts[start], &self.layouts[end]);
        let mut changed = (0..PILES).filter(|&pile| before[pile] != after[pile]);
        let (one, other) = (changed.next()?, changed.next()?);
        let is_loser = |pile: usize| after[pile].len() < before[pile].len();
        match (changed.next(), is_loser(one), is_loser(other)) {
            (None, true, false) => Some((one, other)),
            (None, false, true) => Some((other, one)),
            _ => None,
        }
    }

    /// Cards of one pile moved onto each other, so that they lie the other way round.
    fn turned(&self, start: usize) -> Option<(usize, String)> {
        let is_alone = |act: &Act| act.cards.len() == 1 && act.to.is_some();
        let first = &self.acts[start];
        let mut end = start + 1;
        while end < self.acts.len()
            && is_alone(first)
            && is_alone(&self.acts[end])
            && (self.acts[end].from, self.acts[end].to) == (first.from, first.to)
            && self.carried(end).is_none()
        {
            end += 1;
        }
        let cards: Vec<Card> = self.acts[start..end].iter().map(|act| act.mv.card).collect();
        let text = || {
            let target = self.target(start, first.to.expect("a card turned over stays in the tableau"));
            format!("turn {} from pile {} over {target}", words(&cards), first.from + 1)
        };
        (end > start + 1).then(|| (end, text()))
    }

    /// A move by itself, in the tableau.
    fn single(&self, start: usize) -> (usize, String) {
        let act = &self.acts[start];
        let target = self.target(start, act.to.expect("moves home are told before"));
        let as_one = if act.cards.len() > 1 { ", as one" } else { "" };
        (start + 1, format!("{} {target}{as_one}", act.origin()))
    }

    /// `onto 9C on pile 7` or `into empty pile 4`, as the piles are before a move.
    fn target(&self, before: usize, pile: usize) -> String {
        match self.layouts[before][pile].last() {
            Some(top) => format!("onto {top} on pile {}", pile + 1),
            None => format!("into empty pile {}", pile + 1),
        }
    }

    /// `pile 7` or `empty pile 4`, as the piles are before a move.
    fn pile(&self, before: usize, pile: usize) -> String {
        let empty = if self.layouts[before][pile].is_empty() { "empty " } else { "" };
        format!("{empty}pile {}", pile + 1)
    }
}

fn words(cards: &[Card]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Cards in order, four or more that follow each other in suit as `3H to 7H`.
fn runs(cards: &[Card]) -> Vec<String> {
    let follows = |one: &Card, other: &Card| other.suit() == one.suit() && other.rank() == (one.rank() + 1) % 13;
    let mut words = Vec::new();
    for run in cards.chunk_by(follows) {
        match run {
            [first, _, _, .., last] => words.push(format!("{first} to {last}")),
            run => words.extend(run.iter().map(ToString::to_string)),
        }
    }
    words
}

/// `AH`, `AH and 2H`, `AH, 2H and 3H`.
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}

/// Writes the steps of a line from `deal`, with the layout drawn again from time to time, and the end.
pub(super) fn write_steps<P: Told>(deal: &P, steps: &[Step], out: &mut dyn Write) -> io::Result<()> {
    /// A picture is drawn at the first card home from so many steps after the last picture on,
    const SOON: usize = 6;
    /// and at the latest after so many.
    const LATEST: usize = 10;
    let mut pos = deal.clone();
    let mut drawn = 0;
    let wide = steps.len().to_string().len();
    for (number, step) in (1..).zip(steps) {
        let home = pos.home();
        for text in step.moves.split(' ') {
            pos = pos.play(pos.find_move(text).expect("the steps of a line are its legal moves"));
        }
        let covered = match (step.first, step.last) {
            (first, last) if first == last => String::new(),
            (first, last) => format!(" (moves {first} to {last})"),
        };
        write_behind(&format!("{number:>wide$}.  "), &format!("{}{covered}", step.text), out)?;
        let is_time = number - drawn >= LATEST || number - drawn >= SOON && pos.home() > home;
        if is_time && number < steps.len() {
            drawn = number;
            writeln!(out, "\n{}\n", pos.picture().trim_end_matches('\n'))?;
        }
    }
    writeln!(
        out,
        "\nwon: all cards are home after {}",
        counted(steps.last().map_or(0, |step| step.last) as u64, "move")
    )
}

/// Says of a lost deal how far it can be brought.
pub(super) fn write_loss<P: Told>(deal: &P, most_home: Option<u32>, out: &mut dyn Write) -> io::Result<()> {
    if deal.count() == 0 {
        writeln!(out, "no card can be moved at all")?;
    }
    match (most_home, deal.home()) {
        (None, _) => Ok(()),
        (Some(0), _) => writeln!(out, "no line brings a single card home"),
        (Some(most), home) if most == home => writeln!(out, "no line brings more cards home than the {home} there are"),
        (Some(most), _) => writeln!(out, "the most cards that any line brings home: {most} of 52"),
    }
}
