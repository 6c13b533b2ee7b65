//! Moves: whole turns of up to four steps in 32 bits, and the words of the cube.
//!
//! From the lowest bit: the die of the first step and that of the others (three bits each), the points that checkers leave
//! (five bits each, 0 for none), and a bit a step that hits. A move without a die is a word: `pass`, or a decision about
//! the cube.
//!
//! A move is written as is usual: `24/18*/15`, `bar/20`, `6/off`, `8/4(2)`. One checker's steps are written as one,
//! stops on the way only where there was a hit; the highest checker comes first.

use std::fmt::{self, Write};

use super::board::BAR;
use crate::PackedMove;

/// One checker moved by one die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The point it leaves as its side counts, 25 for the bar.
    pub from: u8,
    /// The number on the die.
    pub die: u8,
}

impl Step {
    /// The point it reaches, 0 for off.
    #[inline]
    #[must_use]
    pub const fn to(self) -> u8 {
        self.from.saturating_sub(self.die)
    }
}

/// A whole turn, or a decision about the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u32);

/// What is said instead of moving checkers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Word {
    /// The roll cannot be played.
    Pass = 0,
    /// No double: the dice are rolled.
    Roll = 1,
    /// A double is offered.
    Double = 2,
    /// The double, or the beaver, is taken.
    Take = 3,
    /// The double is taken and at once doubled again.
    Beaver = 4,
    /// The double, or the beaver, is refused: the game is lost.
    Drop = 5,
}

impl Word {
    /// All of them, as numbered.
    pub const ALL: [Self; 6] = [Self::Pass, Self::Roll, Self::Double, Self::Take, Self::Beaver, Self::Drop];

    /// As it is written.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Roll => "roll",
            Self::Double => "double",
            Self::Take => "take",
            Self::Beaver => "beaver",
            Self::Drop => "drop",
        }
    }
}

const SOURCES: u32 = 6;
const HITS: u32 = 26;

impl Move {
    /// No step yet.
    pub(super) const NONE: Self = Self(0);

    /// A word.
    #[inline]
    #[must_use]
    pub const fn word(word: Word) -> Self {
        Self((word as u32) << SOURCES)
    }

    /// Which word it is; `None` for moves of checkers.
    #[must_use]
    pub fn as_word(self) -> Option<Word> {
        if self.0 & 0b111 != 0 {
            return None;
        }
        Word::ALL.get((self.0 >> SOURCES & 0b111) as usize).copied()
    }

    /// The same with step `index` besides, which hits or not.
    #[inline]
    pub(super) const fn and(self, index: usize, step: Step, is_hit: bool) -> Self {
        let die = if index == 0 { (step.die as u32) | (step.die as u32) << 3 } else { (step.die as u32) << 3 };
        let kept = if index == 0 { self.0 } else { self.0 & !0b111_000 };
        let source = (step.from as u32) << (SOURCES + 5 * index as u32);
        Self(kept | die | source | (is_hit as u32) << (HITS + index as u32))
    }

    /// The steps in the order in which they can be made.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Step> + Clone {
        let (first, others) = ((self.0 & 0b111) as u8, (self.0 >> 3 & 0b111) as u8);
        let count = if first == 0 { 0 } else { 4 };
        let step = move |index: u32| Step {
            from: (self.0 >> (SOURCES + 5 * index) & 31) as u8,
            die: if index == 0 { first } else { others },
        };
        (0..count).map(step).take_while(|step| step.from != 0)
    }

    /// A mask of the points, as the mover counts, on which a blot is hit.
    #[inline]
    #[must_use]
    pub fn hits(self) -> u32 {
        if self.0 >> HITS == 0 {
            return 0;
        }
        let hit = |(index, step): (usize, Step)| (self.0 >> (HITS + index as u32) & 1) << step.to();
        self.steps().enumerate().map(hit).fold(0, |mask, bit| mask | bit) & !1
    }

    /// How many checkers more (or fewer) there are on each point; index 0 is off.
    pub(super) fn change(self) -> [i8; 26] {
        let mut change = [0; 26];
        for step in self.steps() {
            change[step.from.min(BAR) as usize] -= 1;
            change[step.to().min(BAR) as usize] += 1;
        }
        change
    }

    /// The points on which checkers land, as a mask.
    pub(super) fn landings(self) -> u32 {
        self.steps().fold(0, |mask, step| mask | 1 << step.to())
    }
}

impl PackedMove for Move {
    const SLOTS: usize = 1 << 10;

    #[inline]
    fn to_bits(self) -> u32 {
        self.0
    }

    #[inline]
    fn from_bits(bits: u32) -> Self {
        Self(bits)
    }

    #[inline]
    fn slot(self) -> usize {
        (self.0 >> SOURCES & 0x3FF) as usize
    }
}

/// One checker's way: where it starts, the stops that are written, where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Run {
    from: u8,
    to: u8,
    stops: u32,
}

impl Move {
    /// The ways of the checkers that move, highest first.
    fn runs(self) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::with_capacity(4);
        for step in self.steps() {
            match runs.iter_mut().find(|run| run.to == step.from && run.to > 0) {
                Some(run) => {
                    run.stops |= 1 << run.to;
                    run.to = step.to();
                }
                None => runs.push(Run { from: step.from, to: step.to(), stops: 0 }),
            }
        }
        // Steps may have come in the order in which the dice had to be played: a way can end where another begins.
        while let Some((first, second)) = joint(&runs) {
            let tail = runs[second];
            runs[first].stops |= tail.stops | 1 << tail.from;
            runs[first].to = tail.to;
            runs.remove(second);
        }
        let hits = self.hits();
        for run in &mut runs {
            run.stops &= hits;
        }
        runs.sort_unstable_by(|a, b| b.cmp(a));
        runs
    }
}

/// Two ways of which the one ends where the other begins.
fn joint(runs: &[Run]) -> Option<(usize, usize)> {
    let find = |&(first, second): &(usize, usize)| runs[first].to == runs[second].from && runs[first].to > 0;
    (0..runs.len()).flat_map(|first| (0..runs.len()).map(move |second| (first, second))).find(find)
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(word) = self.as_word() {
            return f.pad(word.text());
        }
        let hits = self.hits();
        let mut text = String::new();
        for same in self.runs().chunk_by(|a, b| a == b) {
            if !text.is_empty() {
                text.push(' ');
            }
            write_run(&mut text, same[0], hits)?;
            if same.len() > 1 {
                write!(text, "({})", same.len())?;
            }
        }
        f.pad(&text)
    }
}

fn write_run(text: &mut String, run: Run, hits: u32) -> fmt::Result {
    if run.from == BAR {
        text.push_str("bar");
    } else {
        write!(text, "{}", run.from)?;
    }
    let mut stops = run.stops;
    while stops != 0 {
        let stop = stops.ilog2();
        write!(text, "/{stop}*")?;
        stops &= !(1 << stop);
    }
    if run.to == 0 {
        return text.write_str("/off");
    }
    let mark = if hits >> run.to & 1 == 1 { "*" } else { "" };
    write!(text, "/{}{mark}", run.to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mv(steps: &[(u8, u8, bool)]) -> Move {
        steps
            .iter()
            .enumerate()
            .fold(Move::NONE, |mv, (index, &(from, die, is_hit))| mv.and(index, Step { from, die }, is_hit))
    }

    #[test]
    fn moves_are_written_as_people_do() {
        for (steps, text) in [
            (&[(8, 3, false), (6, 1, false)][..], "8/5 6/5"),
            (&[(24, 6, true), (18, 3, false)], "24/18*/15"),
            (&[(18, 3, false), (24, 6, false)], "24/15"),
            (&[(25, 4, false), (25, 4, false), (13, 4, true), (13, 4, false)], "bar/21(2) 13/9*(2)"),
            (&[(24, 2, false), (24, 2, false), (22, 2, false), (22, 2, false)], "24/20(2)"),
            (&[(6, 6, false), (5, 5, false)], "6/off 5/off"),
            (&[(4, 3, true), (1, 4, false)], "4/1*/off"),
        ] {
            assert_eq!(mv(steps).to_string(), text);
        }
        for word in Word::ALL {
            assert_eq!(
                (Move::word(word).as_word(), Move::word(word).to_string()),
                (Some(word), word.text().to_owned())
            );
        }
    }

    #[test]
    fn any_bits_are_some_move() {
        for bits in (0..u32::MAX).step_by(65_521) {
            let mv = Move::from_bits(bits);
            assert!(mv.to_string().len() < 60 && mv.slot() < Move::SLOTS);
            let _ = (mv.hits(), mv.landings(), mv.change());
        }
    }
}
