//! The `option` lines of an engine, read strictly: text in, description or fault out.

/// What an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: i64,
        /// The smallest.
        min: i64,
        /// The greatest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: String,
        /// The words.
        values: Vec<String>,
    },
    /// Any text.
    String {
        /// The default.
        default: String,
    },
    /// Nothing: it is pressed.
    Button,
}

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
}

impl Declared {
    /// Reads an `option` line without that word; the error says what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rest = text.trim_start().strip_prefix("name ").ok_or("no name")?;
        let (name, rest) = rest.split_once(" type ").ok_or("no type")?;
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err("an empty name".to_owned());
        }
        let (kind, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let fields = fields(rest);
        let one = |word: &str| {
            let mut found = fields.iter().filter(|(known, _)| *known == word);
            match (found.next(), found.next()) {
                (Some((_, value)), None) => Ok(value.clone()),
                (None, _) => Err(format!("no {word}")),
                (Some(_), Some(_)) => Err(format!("two words {word}")),
            }
        };
        let number = |word: &str| {
            let text = one(word)?;
            text.parse::<i64>().map_err(|_| format!("{word} '{text}' is no whole number"))
        };
        let kind = match kind {
            "check" => match one("default")?.as_str() {
                "true" => Kind::Check { default: true },
                "false" => Kind::Check { default: false },
                other => return Err(format!("default '{other}' is not true or false")),
            },
            "spin" => {
                let (default, min, max) = (number("default")?, number("min")?, number("max")?);
                if !(min..=max).contains(&default) {
                    return Err(format!("default {default} is not from {min} to {max}"));
                }
                Kind::Spin { default, min, max }
            }
            "combo" => {
                let default = one("default")?;
                let values: Vec<String> = fields
                    .iter()
                    .filter(|(word, _)| *word == "var")
                    .map(|(_, v)| v.clone())
                    .collect();
                if !values.contains(&default) {
                    return Err(format!("default '{default}' is none of its values"));
                }
                Kind::Combo { default, values }
            }
            "string" => Kind::String { default: one("default")? },
            "button" => Kind::Button,
            other => return Err(format!("type '{other}'")),
        };
        Ok(Self { name, kind })
    }

    /// The `setoption` that gives it its default. Nothing for a button, nor for an empty text: some
    /// engines take `<empty>` for the name of a file.
    pub fn set_to_default(&self) -> Option<String> {
        let value = match &self.kind {
            Kind::Check { default } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { default, .. } => default.clone(),
            Kind::String { default } if matches!(&default[..], "" | "<empty>") => return None,
            Kind::String { default } => default.clone(),
            Kind::Button => return None,
        };
        Some(format!("setoption name {} value {value}", self.name))
    }
}

/// Splits a line at the words `default`, `min`, `max` and `var`.
fn fields(text: &str) -> Vec<(&'static str, String)> {
    const WORDS: [&str; 4] = ["default", "min", "max", "var"];
    let mut fields: Vec<(&'static str, String)> = Vec::new();
    for word in text.split_ascii_whitespace() {
        if let Some(known) = WORDS.into_iter().find(|known| *known == word) {
            fields.push((known, String::new()));
        } else if let Some((_, value)) = fields.last_mut() {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
    }
    fields
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_and_set() {
        for (text, set) in [
            ("name Hash type spin default 16 min 1 max 1024", "Hash value 16"),
            ("name Clear Hash type button", ""),
            ("name Own Book type check default false", "Own Book value false"),
            (
                "name Style type combo default Very Solid var Very Solid var Wild",
                "Style value Very Solid",
            ),
            ("name Path type string default <empty>", ""),
            ("name Path type string default", ""),
            ("name Net type string default a b.net", "Net value a b.net"),
        ] {
            let option = Declared::parse(text).expect(text);
            let wanted = (!set.is_empty()).then(|| format!("setoption name {set}"));
            assert_eq!(option.set_to_default(), wanted, "{text}");
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, fault) in [
            ("Hash type spin default 16 min 1 max 1024", "no name"),
            ("name Hash", "no type"),
            ("name  type spin default 1 min 1 max 1", "an empty name"),
            ("name Hash type spin default 16 min 1", "no max"),
            ("name Hash type spin default 16 min 32 max 64", "16 is not from 32 to 64"),
            ("name Hash type spin default x min 1 max 2", "'x'"),
            ("name Hash type spin default 1 default 2 min 1 max 2", "two words default"),
            ("name Ponder type check default False", "'False'"),
            ("name Ponder type check", "no default"),
            ("name Style type combo default Solid var Wild", "'Solid'"),
            ("name Path type path default", "'path'"),
        ] {
            let found = Declared::parse(text).expect_err(text);
            assert!(found.contains(fault), "{text}: {found}");
        }
    }
}
