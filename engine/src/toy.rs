//! Games written as text, for testing a search on trees one can see through.
//!
//! `(1 (-3 2) (0 5))` is a position with three moves: to a finished game worth one point for `First`, to a position in
//! which `Second` chooses between -3 and 2, and to one with 0 and 5. `[4 2:-6]` is chance: 4 with weight 1, -6 with
//! weight 2. `+(…)` is a position in which the same side moves again, and a leading `~` says that `Second` moves
//! first. [`Tree`] has no chance and is for alpha-beta; [`Gamble`] has.

use std::fmt;
use std::sync::Arc;

use crate::rules::NoOptions;
use crate::score::{Outcome, Side};
use crate::zobrist::mix;
use crate::{Afterstate, BadPosition, Deterministic, Game, MoveList, Node, PackedMove, Position};

/// What a text tree is made of.
#[derive(Debug, PartialEq, Eq)]
enum Shape {
    /// A finished game: points for `First`.
    Leaf(i16),
    /// A choice; `again` if the side that moved before chooses once more.
    Choice { again: bool, children: Vec<Branch> },
    /// A chance node: branches and weights.
    Chance(Vec<(Branch, u32)>),
}

/// A subtree with its hash, shared by all positions that point into it.
#[derive(Clone, Debug)]
struct Branch {
    shape: Arc<Shape>,
    hash: u64,
}

impl PartialEq for Branch {
    fn eq(&self, other: &Self) -> bool {
        self.hash == other.hash && (Arc::ptr_eq(&self.shape, &other.shape) || self.shape == other.shape)
    }
}

impl Eq for Branch {}

impl Branch {
    fn new(shape: Shape) -> Self {
        let hash = match &shape {
            // Far from the numbers that the other hashes begin with.
            Shape::Leaf(points) => mix(1 << 32 | u64::from(points.cast_unsigned())),
            Shape::Choice { again, children } => {
                children.iter().fold(2 + u64::from(*again), |hash, child| mix(hash ^ child.hash))
            }
            Shape::Chance(branches) => {
                branches.iter().fold(4, |hash, (child, weight)| mix(mix(hash ^ child.hash) ^ u64::from(*weight)))
            }
        };
        Self { shape: Arc::new(shape), hash }
    }
}

impl fmt::Display for Branch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.shape {
            Shape::Leaf(points) => write!(f, "{points}"),
            Shape::Choice { again, children } => {
                f.write_str(if *again { "+(" } else { "(" })?;
                for (index, child) in children.iter().enumerate() {
                    write!(f, "{}{child}", if index == 0 { "" } else { " " })?;
                }
                f.write_str(")")
            }
            Shape::Chance(branches) => {
                f.write_str("[")?;
                for (index, (child, weight)) in branches.iter().enumerate() {
                    f.write_str(if index == 0 { "" } else { " " })?;
                    match weight {
                        1 => write!(f, "{child}")?,
                        _ => write!(f, "{weight}:{child}")?,
                    }
                }
                f.write_str("]")
            }
        }
    }
}

/// A reader of trees: the text and the byte it stands at.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    chance: bool,
}

impl Reader<'_> {
    fn error<T>(&self, what: &str) -> Result<T, BadPosition> {
        Err(BadPosition::at(self.text, self.at, what))
    }

    fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    fn branch(&mut self) -> Result<Branch, BadPosition> {
        match self.peek() {
            Some(b'+') => {
                self.at += 1;
                self.children(true)
            }
            Some(b'(') => self.children(false),
            Some(b'[') if self.chance => self.chance(),
            Some(b'-' | b'0'..=b'9') => self.number().map(|points| Branch::new(Shape::Leaf(points))),
            _ => self.error("expected a number, \"(\", \"+(\" or, with chance, \"[\""),
        }
    }

    fn children(&mut self, again: bool) -> Result<Branch, BadPosition> {
        if self.peek() != Some(b'(') {
            return self.error("expected \"(\"");
        }
        self.at += 1;
        let mut children = Vec::new();
        while self.peek() != Some(b')') {
            children.push(self.branch()?);
        }
        if children.is_empty() {
            return self.error("a choice needs a move");
        }
        self.at += 1;
        Ok(Branch::new(Shape::Choice { again, children }))
    }

    fn chance(&mut self) -> Result<Branch, BadPosition> {
        self.at += 1;
        let mut branches = Vec::new();
        while self.peek() != Some(b']') {
            let start = self.at;
            let weight = match self.number() {
                Ok(weight) if weight > 0 && self.text.as_bytes().get(self.at) == Some(&b':') => {
                    self.at += 1;
                    u32::from(weight.cast_unsigned())
                }
                _ => {
                    self.at = start;
                    1
                }
            };
            if self.peek() == Some(b'[') {
                return self.error("chance directly after chance");
            }
            branches.push((self.branch()?, weight));
        }
        if branches.is_empty() {
            return self.error("chance needs a branch");
        }
        self.at += 1;
        Ok(Branch::new(Shape::Chance(branches)))
    }

    fn number(&mut self) -> Result<i16, BadPosition> {
        self.peek();
        let rest = &self.text[self.at..];
        let digits = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit()).map_or(rest.len(), |(end, _)| end);
        match rest[..digits].parse::<i16>() {
            Ok(number) if number.abs() <= 200 => {
                self.at += digits;
                Ok(number)
            }
            _ => self.error("expected a number from -200 to 200"),
        }
    }
}

fn read(text: &str, chance: bool) -> Result<(Branch, Side), BadPosition> {
    let mut reader = Reader { text, at: 0, chance };
    let second = reader.peek() == Some(b'~');
    reader.at += usize::from(second);
    let branch = reader.branch()?;
    if reader.peek().is_some() {
        return reader.error("the tree ends before this");
    }
    Ok((branch, if second { Side::Second } else { Side::First }))
}

/// The number of a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Child(pub u16);

impl fmt::Display for Child {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl PackedMove for Child {
    const SLOTS: usize = 64;

    fn to_bits(self) -> u32 {
        u32::from(self.0)
    }

    fn from_bits(bits: u32) -> Self {
        Self(bits as u16)
    }

    fn slot(self) -> usize {
        usize::from(self.0) % Self::SLOTS
    }
}

macro_rules! tree {
    ($(#[$meta:meta])* $Name:ident, $chance:literal) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $Name {
            node: Branch,
            side: Side,
        }

        impl fmt::Display for $Name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}{}", if self.side == Side::Second { "~" } else { "" }, self.node)
            }
        }

        impl Node for $Name {
            type Rules = NoOptions;

            fn key(&self) -> u64 {
                mix(self.node.hash ^ self.side as u64)
            }

            fn parse(text: &str, _: &NoOptions) -> Result<Self, BadPosition> {
                read(text, $chance).map(|(node, side)| Self { node, side })
            }

            fn picture(&self) -> String {
                self.to_string()
            }
        }

        impl $Name {
            /// The node that child `index` leads to, and who acts there if it is a position.
            fn child(&self, index: u16) -> Self {
                let Shape::Choice { children, .. } = &*self.node.shape else { unreachable!("only choices have moves") };
                Self { node: children[usize::from(index)].clone(), side: self.side }.after_move()
            }

            /// Hands the move over unless the shape says that the same side acts again.
            fn after_move(self) -> Self {
                match &*self.node.shape {
                    Shape::Choice { again: true, .. } => self,
                    _ => Self { side: !self.side, ..self },
                }
            }

            fn children(&self, list: &mut MoveList<Child>) {
                if let Shape::Choice { children, .. } = &*self.node.shape {
                    (0..children.len() as u16).for_each(|index| list.push(Child(index)));
                }
            }

            fn result(&self) -> Option<Outcome> {
                match &*self.node.shape {
                    Shape::Leaf(0) => Some(Outcome::Draw),
                    Shape::Leaf(points) => Some(Outcome::Win {
                        side: if *points > 0 { Side::First } else { Side::Second },
                        points: points.unsigned_abs(),
                    }),
                    _ => None,
                }
            }
        }
    };
}

tree! {
    /// A text tree without chance.
    Tree, false
}
tree! {
    /// A text tree in which moves may lead to chance.
    Gamble, true
}

impl Position for Tree {
    type Move = Child;
    type After = Self;

    fn moves(&self, list: &mut MoveList<Child>) {
        self.children(list);
    }

    fn play(&self, mv: Child) -> Self {
        self.child(mv.0)
    }
}

impl Game for Tree {
    const ALTERNATES: bool = false;
    const MAX_POINTS: u16 = 200;
    const SIDE_NAMES: [&'static str; 2] = ["first", "second"];

    fn start(_: &NoOptions) -> Self {
        Self { node: Branch::new(Shape::Leaf(0)), side: Side::First }
    }

    fn side(&self) -> Side {
        self.side
    }

    fn next_side(after: &Self) -> Side {
        after.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn outcome_after(after: &Self) -> Option<Outcome> {
        after.result()
    }

    fn ending(&self) -> &'static str {
        "leaf"
    }
}

impl Deterministic for Tree {}

impl Position for Gamble {
    type Move = Child;
    type After = Lottery;

    fn moves(&self, list: &mut MoveList<Child>) {
        self.children(list);
    }

    fn play(&self, mv: Child) -> Lottery {
        Lottery(self.child(mv.0))
    }
}

impl Game for Gamble {
    const ALTERNATES: bool = false;
    const MAX_POINTS: u16 = 200;
    const SIDE_NAMES: [&'static str; 2] = ["first", "second"];

    fn start(_: &NoOptions) -> Lottery {
        Lottery(Self { node: Branch::new(Shape::Leaf(0)), side: Side::First })
    }

    fn side(&self) -> Side {
        self.side
    }

    fn next_side(after: &Lottery) -> Side {
        after.0.side
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn outcome_after(after: &Lottery) -> Option<Outcome> {
        after.0.result()
    }

    fn ending(&self) -> &'static str {
        "leaf"
    }
}

/// What a move of a [`Gamble`] leaves behind: a position, or chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lottery(Gamble);

impl fmt::Display for Lottery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Node for Lottery {
    type Rules = NoOptions;

    fn key(&self) -> u64 {
        mix(self.0.key())
    }

    fn parse(text: &str, rules: &NoOptions) -> Result<Self, BadPosition> {
        Gamble::parse(text, rules).map(Self)
    }

    fn picture(&self) -> String {
        self.to_string()
    }
}

impl Afterstate<Gamble> for Lottery {
    const IS_CHANCE: bool = true;

    fn branches(self) -> impl Iterator<Item = (Gamble, u32)> {
        let side = self.0.side;
        let branches = match &*self.0.node.shape {
            Shape::Chance(branches) => branches
                .iter()
                .map(|(node, weight)| {
                    let again = matches!(&*node.shape, Shape::Choice { again: true, .. });
                    let side = if again { !side } else { side };
                    (Gamble { node: node.clone(), side }, *weight)
                })
                .collect(),
            _ => vec![(self.0, 1)],
        };
        branches.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perft::{perft, perft_after};

    fn tree(text: &str) -> Tree {
        Tree::parse(text, &NoOptions).expect("a tree")
    }

    #[test]
    fn text_round_trips() {
        for text in ["(1 (-3 2) (0 5))", "~(7)", "(+(1 2) -3)"] {
            assert_eq!(tree(text).to_string(), text);
        }
        let gamble = "(1 [2:3 -4 (5 6)])";
        assert_eq!(Gamble::parse(gamble, &NoOptions).expect("a gamble").to_string(), gamble);
    }

    #[test]
    fn malformed_trees_are_refused_with_the_place() {
        for (text, at) in [("(1", 3), ("()", 2), ("(1))", 4), ("[1 2]", 1), ("(201)", 2), ("x", 1), ("", 1)] {
            assert_eq!(Tree::parse(text, &NoOptions).expect_err(text).at, at, "{text}");
        }
        assert!(Gamble::parse("([])", &NoOptions).is_err());
    }

    #[test]
    fn sides_take_turns_unless_told_otherwise() {
        let root = tree("((1) +(2))");
        assert_eq!(root.side(), Side::First);
        assert_eq!(root.play(Child(0)).side(), Side::Second);
        assert_eq!(root.play(Child(1)).side(), Side::First);
        assert_eq!(root.play(Child(1)).play(Child(0)).outcome(), Some(Outcome::Win { side: Side::First, points: 2 }));
    }

    #[test]
    fn chance_branches_count_once_each() {
        let gamble = Gamble::parse("(1 [2:(3 4) (5 6 7)])", &NoOptions).expect("a gamble");
        assert_eq!(perft(&gamble, 1), 2);
        assert_eq!(perft(&gamble, 2), 5);
        assert_eq!(perft_after::<Gamble>(gamble.play(Child(1)), 1), 5);
    }
}
