//! The options behind a player's kind: `option=value,…`, with quotes.

use super::BadSpec;

/// An option that a kind of player takes, with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Given {
    pub(super) option: &'static str,
    /// What it is an option of, where that has a name of its own: `Skill Level` in `option.Skill Level=11`.
    pub(super) of: String,
    pub(super) value: String,
}

/// Splits `option=value,…` at commas and equals signs outside quotes, and takes the quotes off.
pub(super) fn split_options(text: &str) -> Result<Vec<(String, String)>, BadSpec> {
    let mut options = Vec::new();
    let mut characters = text.char_indices().peekable();
    while characters.peek().is_some() {
        let (mut name, mut value) = (String::new(), None);
        let mut open = None;
        let mut start = None;
        let mut end = text.len();
        while let Some((at, character)) = characters.next() {
            start.get_or_insert(at);
            let in_name = value.is_none();
            let part = value.as_mut().unwrap_or(&mut name);
            match (character, open) {
                ('"', Some(_)) if characters.next_if(|&(_, next)| next == '"').is_some() => part.push('"'),
                ('"', Some(_)) => open = None,
                ('"', None) => open = Some(at),
                (',', None) => {
                    end = at;
                    break;
                }
                ('=', None) if in_name => value = Some(String::new()),
                _ => part.push(character),
            }
        }
        if let Some(at) = open {
            return Err(BadSpec::OpenQuote { text: text.to_owned(), at: text[..at].chars().count() + 1 });
        }
        let Some(value) = value else {
            let text = &text[start.unwrap_or(end)..end];
            return Err(BadSpec::NotKeyValue { text: text.to_owned() });
        };
        options.push((name.trim().to_owned(), value));
    }
    Ok(options)
}

/// A value as [`split_options`] reads it back.
pub(super) fn quoted(value: &str) -> String {
    if value.contains([',', '"']) { format!("\"{}\"", value.replace('"', "\"\"")) } else { value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_commas_and_equals_signs() {
        let options = split_options(r#"cmd="a, b=""c""",option."Skill Level"=11,x==y"#).expect("options");
        let expected = [("cmd", "a, b=\"c\""), ("option.Skill Level", "11"), ("x", "=y")];
        assert_eq!(options, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
