//! By how much the selective steps prune and reduce: each number with its name, its range and its reason.
//!
//! Values are in hundredths of [`Sense::UNIT`](crate::Sense::UNIT) (of a pawn, in chess), depths in plies. The forms are
//! common knowledge of chess programming. The numbers belong to a player, so that a match can compare two sets of them.

use std::sync::LazyLock;

macro_rules! margins {
    ($($(#[$meta:meta])* $name:ident: $value:literal in $least:literal..=$most:literal;)*) => {
        /// The numbers by which the selective steps go.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[$meta])* pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Self {
                Self::USUAL
            }
        }

        impl Margins {
            /// What players use in games that do not say otherwise.
            pub const USUAL: Self = Self { $($name: $value,)* };

            /// Names with the least and the most accepted.
            pub const NAMED: &'static [(&'static str, i32, i32)] = &[$((stringify!($name), $least, $most)),*];

            /// Sets the number of this name; `None` if there is no such name, or the number is out of its range.
            #[must_use]
            pub fn with(mut self, name: &str, number: i32) -> Option<Self> {
                match name {
                    $(stringify!($name) if ($least..=$most).contains(&number) => self.$name = number,)*
                    _ => return None,
                }
                Some(self)
            }
        }
    };
}

/// Numbers to be set among the margins, whatever the others are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Changes([Option<i32>; Margins::NAMED.len()]);

impl Changes {
    /// None.
    pub const NONE: Self = Self([None; Margins::NAMED.len()]);

    /// One more; `None` if there is no such name, or the number is out of its range.
    #[must_use]
    pub fn with(mut self, name: &str, number: i32) -> Option<Self> {
        let is_meant = |&(known, least, most): &(&str, i32, i32)| known == name && (least..=most).contains(&number);
        self.0[Margins::NAMED.iter().position(is_meant)?] = Some(number);
        Some(self)
    }

    /// Names and numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, i32)> {
        let named = Margins::NAMED.iter().zip(self.0);
        named.filter_map(|(&(name, ..), number)| number.map(|number| (name, number)))
    }

    /// Margins with these numbers set.
    ///
    /// # Panics
    /// Never: a change was within its range when it was made.
    #[must_use]
    pub fn of(&self, margins: Margins) -> Margins {
        self.iter().fold(margins, |margins, (name, number)| {
            margins.with(name, number).expect("a change was within its range when it was made")
        })
    }
}

impl Default for Changes {
    fn default() -> Self {
        Self::NONE
    }
}

margins! {
    /// The deepest node at which a static value above the window is believed.
    reverse_futility_depth: 6 in 0..=64;
    /// How far above the window it must be, for each ply: what a side can lose grows with the plies to go.
    reverse_futility: 80 in 0..=1_000;
    /// The deepest node, as late moves are searched, at which quiet moves are left out for a static value below the window.
    futility_depth: 8 in 0..=64;
    /// How far below it must be.
    futility_base: 100 in 0..=1_000;
    /// How much farther for each ply.
    futility: 90 in 0..=1_000;
    /// The deepest node at which late quiet moves are left out.
    late_depth: 8 in 0..=64;
    /// How many are looked at before, besides the square of the depth; half of both where the static value is not rising.
    late_moves: 10 in 0..=100;
    /// The deepest node at which moves are left out for losing an exchange.
    exchange_depth: 9 in 0..=64;
    /// What a quiet move may lose in it, for the square of each ply.
    quiet_exchange: 25 in 0..=1_000;
    /// What a noisy move may lose in it, for each ply.
    noisy_exchange: 90 in 0..=1_000;
    /// The deepest node at which quiescence is asked first for a static value below the window.
    razoring_depth: 3 in 0..=64;
    /// How far below it must be, for the square of each ply.
    razoring: 200 in 0..=2_000;
    /// The deepest node, as late moves are searched, at which quiet moves are left out for their history.
    history_depth: 4 in 0..=64;
    /// What history must say against it, for each ply.
    history: 5_000 in 0..=50_000;
    /// The least depth at which a side is let pass.
    null_depth: 3 in 1..=64;
    /// How much less deep the search after a pass is, besides a quarter of the depth.
    null_plies: 4 in 1..=16;
    /// A ply less for each so much above the window, up to three.
    null_step: 200 in 10..=2_000;
    /// The least depth at which late moves are reduced.
    reduction_depth: 3 in 2..=64;
    /// Hundredths of a ply by which they are at least.
    reduction_base: 80 in 0..=400;
    /// Hundredths of a ply for the product of the logarithms of depth and number.
    reduction: 43 in 0..=200;
    /// What history must say for a quiet move to be reduced a ply less, or against it for one more.
    reduction_history: 8_192 in 1_000..=100_000;
    /// Plies by which a move that threatens (gives check) is searched deeper.
    threat_extension: 1 in 0..=2;
    /// Plies by which a node's only move is searched deeper.
    forced_extension: 0 in 0..=2;
    /// The least depth at which it is asked whether the table's move is the only good one.
    singular_depth: 8 in 4..=64;
    /// How much worse the others must be, for each ply.
    singular: 2 in 0..=100;
    /// The least depth at which a missing table move costs a ply.
    internal_depth: 4 in 2..=64;
    /// The first plies of quiescence in which a side with something hanging may not stand on the static value.
    hanging_plies: 0 in 0..=16;
    /// What a capture may fall short by in quiescence: positional gains.
    delta: 350 in 0..=2_000;
}

/// Natural logarithms, times 256.
static LOGARITHMS: LazyLock<[i32; 64]> =
    LazyLock::new(|| std::array::from_fn(|number| (256.0 * (number.max(1) as f64).ln()).round() as i32));

impl Margins {
    /// How far above the window a static value must be to be believed; less where it is rising.
    pub(crate) fn of_reverse_futility(&self, unit: i32, depth: u32, improving: bool) -> i32 {
        share(unit, self.reverse_futility) * (depth as i32 - i32::from(improving))
    }

    /// How far below the window a static value must be for quiescence to be asked first.
    pub(crate) fn of_razoring(&self, unit: i32, depth: u32) -> i32 {
        unit * 3 + share(unit, self.razoring) * (depth * depth) as i32
    }

    /// How far below the window a static value must be for quiet moves to be hopeless.
    pub(crate) fn of_futility(&self, unit: i32, depth: u32) -> i32 {
        share(unit, self.futility_base) + share(unit, self.futility) * depth as i32
    }

    /// How many moves are looked at before the other quiet ones are left out.
    pub(crate) fn of_late_moves(&self, depth: u32, improving: bool) -> usize {
        let all = self.late_moves + (depth * depth) as i32;
        (if improving { all } else { all / 2 }) as usize
    }

    /// What history must say of a quiet move for it to be left out. It says up to three times
    /// [`MOST_HISTORY`](crate::order::MOST_HISTORY).
    pub(crate) fn of_history(&self, depth: u32) -> i32 {
        -self.history * depth as i32
    }

    /// What a quiet move must bring in the exchange it starts: less than nothing.
    pub(crate) fn of_quiet_exchange(&self, unit: i32, depth: u32) -> i32 {
        -share(unit, self.quiet_exchange) * (depth * depth) as i32
    }

    /// What a noisy move must bring in the exchange it starts: less than nothing.
    pub(crate) fn of_noisy_exchange(&self, unit: i32, depth: u32) -> i32 {
        -share(unit, self.noisy_exchange) * depth as i32
    }

    /// How much less deep the search after a pass is: more where there is much depth or the static value is far above.
    pub(crate) fn of_null_move(&self, unit: i32, depth: u32, above: i32) -> u32 {
        (self.null_plies + depth as i32 / 4 + (above / share(unit, self.null_step)).clamp(0, 3)) as u32
    }

    /// By how much the table's move must be better than all others to be singular.
    pub(crate) fn of_singular(&self, unit: i32, depth: u32) -> i32 {
        share(unit, self.singular) * depth as i32
    }

    /// What a capture may fall short by and still be looked at in quiescence.
    pub(crate) fn of_delta(&self, unit: i32) -> i32 {
        share(unit, self.delta)
    }

    /// How much less deep the `number`th move (from 1) of a node is searched at first: by the product of logarithms.
    pub(crate) fn of_reduction(&self, depth: u32, number: usize) -> i32 {
        let product = LOGARITHMS[depth.min(63) as usize] * LOGARITHMS[number.min(63)];
        if product == 0 { 0 } else { (self.reduction_base + self.reduction * (product >> 8) / 256) / 100 }
    }
}

/// So many hundredths of a unit.
fn share(unit: i32, hundredths: i32) -> i32 {
    unit / 100 * hundredths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_depth_and_later_moves_are_reduced_more() {
        let margins = Margins::default();
        for depth in 1..63 {
            for number in 1..63 {
                let reduction = margins.of_reduction(depth, number);
                assert!(reduction <= margins.of_reduction(depth + 1, number));
                assert!(reduction <= margins.of_reduction(depth, number + 1));
                assert!((0..10).contains(&reduction));
            }
        }
        assert_eq!((margins.of_reduction(1, 40), margins.of_reduction(40, 1)), (0, 0));
        assert!(margins.of_late_moves(3, true) > margins.of_late_moves(3, false));
    }

    #[test]
    fn numbers_are_set_by_name_and_within_their_range() {
        let usual = Margins::default();
        assert_eq!(Changes::NONE.of(usual), usual);
        for &(name, least, most) in Margins::NAMED {
            for number in [least, most] {
                let changes = Changes::NONE.with(name, number).expect("in range");
                assert_eq!(changes.iter().collect::<Vec<_>>(), [(name, number)]);
                assert_eq!(Some(changes.of(usual)), usual.with(name, number), "{name}");
            }
            assert!(usual.with(name, most + 1).is_none() && usual.with(name, least - 1).is_none(), "{name}");
            assert!(Changes::NONE.with(name, most + 1).is_none(), "{name}");
        }
        assert!(usual.with("tempo", 3).is_none() && Changes::NONE.with("tempo", 3).is_none());
    }
}
