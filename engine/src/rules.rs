//! Rule options: the questions a rule sheet leaves open, as data with names, values and defaults.
//!
//! Options are written `key=value,key=value`; what is not named keeps its default. Each game has a small type of its
//! own for them that implements [`Rules`]; [`read_options`] and [`write_options`] are the two halves of its text.

use std::fmt::{self, Debug, Display};
use std::str::FromStr;

/// The rule options of a game: `Default` is the standard rule, `Display` and `FromStr` are inverse.
pub trait Rules: Clone + Default + Eq + Debug + Display + FromStr<Err = BadRules> + Send + Sync + 'static {
    /// Every option with its values, for help texts and error messages.
    const OPTIONS: &'static [RuleOption];
}

/// One rule option, as `fort games` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleOption {
    /// The key, such as `ban`.
    pub key: &'static str,
    /// What is accepted, such as `tile|position|none` or `1..=1000000`.
    pub values: &'static str,
    /// The default value, one of them.
    pub default: &'static str,
    /// The question it answers, in a few words.
    pub about: &'static str,
}

/// A text that is not a list of rule options.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadRules {
    /// Not of the form `key=value`.
    #[error("{text:?} is not a rule option; options are written key=value,key=value")]
    NotKeyValue {
        /// The part between two commas.
        text: String,
    },
    /// The game has no such option.
    #[error("there is no rule option {key:?}; this game has {known}")]
    UnknownKey {
        /// The key as given.
        key: String,
        /// The options there are.
        known: String,
    },
    /// The option does not take this value.
    #[error("rule option {key} does not take {value:?}; accepted: {accepted}")]
    BadValue {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// The values there are.
        accepted: String,
    },
    /// The same option twice.
    #[error("rule option {key} is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// Options that exclude each other.
    #[error("{what}")]
    Conflict {
        /// Which, and why.
        what: String,
    },
}

/// Splits `text` into options and hands each known key with its value to `set`, which says `None` for a value that
/// it does not take. The empty text sets nothing.
///
/// # Errors
/// The first thing that is not a known option with a value it takes.
pub fn read_options(
    text: &str,
    options: &[RuleOption],
    mut set: impl FnMut(&'static str, &str) -> Option<()>,
) -> Result<(), BadRules> {
    let mut seen: Vec<&str> = Vec::new();
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        let (key, value) = part
            .split_once('=')
            .map(|(key, value)| (key.trim(), value.trim()))
            .ok_or_else(|| BadRules::NotKeyValue { text: part.to_owned() })?;
        let option = options
            .iter()
            .find(|option| option.key == key)
            .ok_or_else(|| BadRules::UnknownKey { key: key.to_owned(), known: known(options) })?;
        if seen.contains(&key) {
            return Err(BadRules::Twice { key: key.to_owned() });
        }
        seen.push(key);
        set(option.key, value).ok_or_else(|| BadRules::BadValue {
            key: key.to_owned(),
            value: value.to_owned(),
            accepted: option.values.to_owned(),
        })?;
    }
    Ok(())
}

fn known(options: &[RuleOption]) -> String {
    if options.is_empty() {
        return "none".to_owned();
    }
    let all: Vec<String> = options.iter().map(|option| format!("{}={}", option.key, option.values)).collect();
    all.join(", ")
}

/// Writes `key=value,…` in the given order: the inverse of [`read_options`].
///
/// # Errors
/// Those of the formatter.
pub fn write_options(f: &mut fmt::Formatter<'_>, values: &[(&str, &dyn Display)]) -> fmt::Result {
    for (index, (key, value)) in values.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        write!(f, "{comma}{key}={value}")?;
    }
    Ok(())
}

/// The rules of a game that leaves nothing open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoOptions;

impl Rules for NoOptions {
    const OPTIONS: &'static [RuleOption] = &[];
}

impl Display for NoOptions {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        Ok(())
    }
}

impl FromStr for NoOptions {
    type Err = BadRules;

    fn from_str(text: &str) -> Result<Self, BadRules> {
        read_options(text, Self::OPTIONS, |_, _| None)?;
        Ok(Self)
    }
}

/// Declares an option whose values are words: an enum with `Display`, the words as `FromStr`-like `read`, and the
/// list of words. The first variant is the default.
///
/// ```
/// engine::word_option! {
///     /// What may not be undone.
///     pub enum Ban {
///         /// The tile.
///         Tile = "tile",
///         /// The whole move.
///         Position = "position",
///     }
/// }
/// assert_eq!(Ban::read("position"), Some(Ban::Position));
/// assert_eq!(Ban::default().to_string(), "tile");
/// ```
#[macro_export]
macro_rules! word_option {
    ($(#[$meta:meta])* pub enum $Name:ident {
        $(#[$first_meta:meta])* $First:ident = $first:literal
        $(, $(#[$variant_meta:meta])* $Variant:ident = $word:literal)* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $Name { $(#[$first_meta])* #[default] $First $(, $(#[$variant_meta])* $Variant)* }

        impl $Name {
            /// The variant written `word`, if there is one.
            #[must_use]
            pub fn read(word: &str) -> Option<Self> {
                match word { $first => Some(Self::$First), $($word => Some(Self::$Variant),)* _ => None }
            }

            /// The word that stands for it.
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self { Self::$First => $first, $(Self::$Variant => $word,)* }
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(self.word())
            }
        }
    };
}
