//! The options that a program may set, as data: names, kinds and ranges stand once, for the answer to `uci` and for
//! reading values.

use std::time::Duration;

use engine::games::chess::Variant;

use super::command::quoted;

/// What an option takes.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A whole number.
    Spin { default: u64, least: u64, most: u64 },
    /// Yes or no.
    Check { default: bool },
    /// Nothing.
    Button,
}

const OPTIONS: [(&str, Kind); 8] = [
    ("Hash", Kind::Spin { default: 64, least: 1, most: 65_536 }),
    ("Clear Hash", Kind::Button),
    ("Threads", Kind::Spin { default: 1, least: 1, most: 256 }),
    ("MultiPV", Kind::Spin { default: 1, least: 1, most: 64 }),
    ("Ponder", Kind::Check { default: false }),
    ("Move Overhead", Kind::Spin { default: 10, least: 0, most: 5_000 }),
    ("UCI_Chess960", Kind::Check { default: false }),
    ("UCI_ShowWDL", Kind::Check { default: false }),
];

/// What is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    /// The table's size in MiB.
    pub(super) hash: usize,
    /// Threads of a search.
    pub(super) threads: usize,
    /// Lines that are wanted.
    pub(super) lines: usize,
    /// What is lost between the clock and the engine.
    pub(super) overhead: Duration,
    /// Which chess.
    pub(super) variant: Variant,
    /// Whether chances of winning, drawing and losing are told beside scores.
    pub(super) shows_chances: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hash: 64,
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(10),
            variant: Variant::Standard,
            shows_chances: false,
        }
    }
}

/// What the engine has to do after an option was set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Nothing.
    Nothing,
    /// Make a table of another size.
    Resize,
    /// Forget what was found.
    Clear,
    /// Take the position as one of another variant.
    Reread,
}

/// The answer to `uci` about options.
pub(super) fn declarations() -> String {
    let declare = |(name, kind): &(&str, Kind)| match kind {
        Kind::Spin { default, least, most } => {
            format!("option name {name} type spin default {default} min {least} max {most}")
        }
        Kind::Check { default } => format!("option name {name} type check default {default}"),
        Kind::Button => format!("option name {name} type button"),
    };
    OPTIONS.iter().map(declare).collect::<Vec<_>>().join("\n")
}

/// A value that was given.
#[derive(Clone, Copy)]
enum Value {
    Number(u64),
    Yes(bool),
    Pressed,
}

/// Finds an option by name, in whatever letters, and reads its value.
fn look_up(name: &str, value: Option<&str>) -> Result<(&'static str, Value), String> {
    let Some(&(name, kind)) = OPTIONS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)) else {
        let names = OPTIONS.map(|(name, _)| name).join(", ");
        return Err(format!("there is no option {}; the options are {names}", quoted(name)));
    };
    let given = value.unwrap_or_default().trim();
    let value = match kind {
        Kind::Button => Some(Value::Pressed),
        Kind::Check { .. } if given.eq_ignore_ascii_case("true") => Some(Value::Yes(true)),
        Kind::Check { .. } if given.eq_ignore_ascii_case("false") => Some(Value::Yes(false)),
        Kind::Check { .. } => None,
        Kind::Spin { least, most, .. } => {
            given.parse().ok().filter(|number| (least..=most).contains(number)).map(Value::Number)
        }
    };
    let accepted = || match kind {
        Kind::Spin { least, most, .. } => format!("a whole number from {least} to {most}"),
        _ => "true or false".to_owned(),
    };
    let value = value.ok_or_else(|| format!("{name} does not take {}; it takes {}", quoted(given), accepted()))?;
    Ok((name, value))
}

impl Settings {
    /// Sets an option, or says why not and leaves everything as it is.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Change, String> {
        match look_up(name, value)? {
            ("Hash", Value::Number(mebibytes)) => {
                self.hash = mebibytes as usize;
                return Ok(Change::Resize);
            }
            ("Threads", Value::Number(threads)) => self.threads = threads as usize,
            ("MultiPV", Value::Number(lines)) => self.lines = lines as usize,
            ("Move Overhead", Value::Number(time)) => self.overhead = Duration::from_millis(time),
            ("UCI_Chess960", Value::Yes(is_960)) => {
                let variant = if is_960 { Variant::Chess960 } else { Variant::Standard };
                let changed = variant != std::mem::replace(&mut self.variant, variant);
                return Ok(if changed { Change::Reread } else { Change::Nothing });
            }
            ("UCI_ShowWDL", Value::Yes(shows)) => self.shows_chances = shows,
            ("Clear Hash", _) => return Ok(Change::Clear),
            // Ponder tells whether the program will ever send `go ponder`; nothing depends on it.
            _ => {}
        }
        Ok(Change::Nothing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_declared() {
        let mut settings = Settings::default();
        for (name, kind) in OPTIONS {
            let value = match kind {
                Kind::Spin { default, .. } => default.to_string(),
                Kind::Check { default } => default.to_string(),
                Kind::Button => String::new(),
            };
            settings.set(name, Some(&value)).expect(name);
        }
        assert_eq!(settings, Settings::default());
        assert!(declarations().contains("option name Hash type spin default 64 min 1 max 65536\n"));
    }

    #[test]
    fn options_are_set_by_name_in_any_letters() {
        let mut settings = Settings::default();
        assert_eq!(settings.set("hash", Some("1")), Ok(Change::Resize));
        assert_eq!(settings.set("THREADS", Some("256")), Ok(Change::Nothing));
        assert_eq!(settings.set("multipv", Some(" 64 ")), Ok(Change::Nothing));
        assert_eq!(settings.set("move overhead", Some("0")), Ok(Change::Nothing));
        assert_eq!(settings.set("uci_chess960", Some("True")), Ok(Change::Reread));
        assert_eq!(settings.set("uci_chess960", Some("true")), Ok(Change::Nothing));
        assert_eq!(settings.set("UCI_ShowWDL", Some("true")), Ok(Change::Nothing));
        assert_eq!(settings.set("clear hash", None), Ok(Change::Clear));
        let expected = Settings {
            hash: 1,
            threads: 256,
            lines: 64,
            overhead: Duration::ZERO,
            variant: Variant::Chess960,
            shows_chances: true,
        };
        assert_eq!(settings, expected);
    }

    #[test]
    fn other_values_are_refused_and_change_nothing() {
        let mut settings = Settings::default();
        for (name, value, reason) in [
            ("Hash", Some("0"), "a whole number from 1 to 65536"),
            ("Hash", Some("65537"), "a whole number from 1 to 65536"),
            ("Hash", Some("-1"), "does not take \"-1\""),
            ("Hash", Some("99999999999999999999999"), "a whole number"),
            ("Hash", None, "does not take \"\""),
            ("Threads", Some("two"), "from 1 to 256"),
            ("UCI_ShowWDL", Some("yes"), "true or false"),
            ("Ponder", None, "true or false"),
            ("Contempt", Some("5"), "there is no option \"Contempt\"; the options are Hash, Clear Hash"),
        ] {
            let message = settings.set(name, value).expect_err(name);
            assert!(message.contains(reason), "{name}: {message}");
        }
        assert_eq!(settings, Settings::default());
    }
}
