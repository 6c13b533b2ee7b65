//! Lists of weights by name: a term is a range of places, the terms lie one after the other.

/// Declares terms by name and number of places: a constant with the first place for each, a list of all of them, and the
/// number of places in all.
macro_rules! terms {
    ($list:ident, $total:ident: $($(#[$meta:meta])* $name:ident: $size:expr;)*) => {
        terms!(@offsets 0; $($(#[$meta])* $name: $size;)*);
        /// The number of places.
        pub const $total: usize = 0 $(+ $size)*;
        /// The terms by name, with their first place and their number of places.
        pub const $list: &[(&str, usize, usize)] = &[$((stringify!($name), $name, $size)),*];
    };
    (@offsets $at:expr; $(#[$meta:meta])* $name:ident: $size:expr; $($rest:tt)*) => {
        $(#[$meta])*
        pub const $name: usize = $at;
        terms!(@offsets $at + $size; $($rest)*);
    };
    (@offsets $at:expr;) => {};
}

pub(crate) use terms;
