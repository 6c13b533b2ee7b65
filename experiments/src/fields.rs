//! Values of options that consist of several: `name=value,name=value`.

use std::str::FromStr;

/// Named values, each at most once.
pub(crate) struct Fields<'a> {
    text: &'a str,
    /// What would be accepted.
    form: &'static str,
    values: Vec<(&'a str, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Reads named values, of these names; `form` says what is accepted.
    pub(crate) fn read(text: &'a str, names: &[&str], form: &'static str) -> Result<Self, String> {
        let mut values: Vec<(&str, &str)> = Vec::new();
        for part in text.split(',') {
            let (name, value) =
                part.split_once('=').ok_or_else(|| format!("{part:?} in {text:?}; accepted: {form}"))?;
            if !names.contains(&name) {
                return Err(format!("{name:?} in {text:?}; accepted: {form}"));
            }
            if values.iter().any(|&(other, _)| other == name) {
                return Err(format!("{name} twice in {text:?}"));
            }
            values.push((name, value));
        }
        Ok(Self { text, form, values })
    }

    /// The value of this name, if it was given; `what` says what it must be.
    pub(crate) fn get<T: FromStr>(&self, name: &str, what: &str) -> Result<Option<T>, String> {
        let given = self.values.iter().find(|&&(other, _)| other == name);
        let read = |&(_, value): &(&str, &str)| {
            value.parse().map_err(|_| format!("{name} does not take {value:?}; accepted: {what}"))
        };
        given.map(read).transpose()
    }

    /// The value of this name, which must be given.
    pub(crate) fn need<T: FromStr>(&self, name: &str, what: &str) -> Result<T, String> {
        let missing = || format!("{name} is missing in {:?}; accepted: {}", self.text, self.form);
        self.get(name, what)?.ok_or_else(missing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_names_and_come_once() {
        let read = |text| Fields::read(text, &["moves", "score"], "moves=N,score=X");
        let fields = read("score=-0.5,moves=3").expect("fields");
        assert_eq!(
            (fields.need::<u32>("moves", "a number"), fields.get::<f64>("score", "a number")),
            (Ok(3), Ok(Some(-0.5)))
        );
        assert_eq!(read("moves=3").expect("fields").get::<f64>("score", "a number"), Ok(None));
        let missing = read("moves=3").expect("fields").need::<f64>("score", "a number").expect_err("missing");
        assert!(missing.contains("score is missing") && missing.contains("moves=N,score=X"), "{missing}");
        let wrong = read("moves=x").expect("fields").need::<u32>("moves", "1 or more").expect_err("wrong");
        assert_eq!(wrong, "moves does not take \"x\"; accepted: 1 or more");
        for (text, reason) in
            [("", "accepted"), ("moves", "\"moves\" in"), ("plies=3", "\"plies\" in"), ("moves=1,moves=2", "twice")]
        {
            let message = read(text).map(drop).expect_err(text);
            assert!(message.contains(reason), "{text}: {message}");
        }
    }
}
