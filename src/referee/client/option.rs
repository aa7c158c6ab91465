//! The options that an engine declares: `option` lines in, what they may be set to out.

/// An option as an engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredOption {
    /// Its name.
    pub name: String,
    /// What it takes.
    pub kind: DeclaredKind,
    /// What breaks the protocol in the declaration, in words. What can be read of it counts.
    pub fault: Option<String>,
}

/// What an option takes. A field is `None` where the declaration does not have it, or has it in a
/// form that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DeclaredKind {
    /// `true` or `false`.
    Check {
        /// The default.
        default: Option<bool>,
    },
    /// A whole number.
    Spin {
        /// The default.
        default: Option<i64>,
        /// The smallest.
        min: Option<i64>,
        /// The greatest.
        max: Option<i64>,
    },
    /// One of several words.
    Combo {
        /// The default.
        default: Option<String>,
        /// The words.
        values: Vec<String>,
    },
    /// Any text.
    String {
        /// The default.
        default: Option<String>,
    },
    /// Nothing: it is pressed.
    Button,
    /// A kind that UCI does not know.
    Unknown,
}

impl DeclaredOption {
    /// Reads `name N type T default D var V var V`, an `option` line without that word.
    ///
    /// # Errors
    /// There is no name or no type, in words.
    pub fn parse(text: &str) -> Result<Self, String> {
        let rest = text.trim_start().strip_prefix("name ").ok_or("no name")?;
        let (name, rest) = rest.split_once(" type ").ok_or("no type")?;
        let name = name.trim().to_owned();
        if name.is_empty() {
            return Err("an empty name".to_owned());
        }
        let (kind, rest) = rest.trim().split_once(' ').unwrap_or((rest.trim(), ""));
        let mut reader = FieldReader { fields: fields(rest), fault: None };
        let kind = match kind {
            "check" => {
                let default = reader.one("default");
                let parsed = default.as_deref().and_then(|text| text.parse().ok());
                if let (Some(other), None) = (&default, parsed) {
                    reader.note(format!("default '{other}' is not true or false"));
                }
                DeclaredKind::Check { default: parsed }
            }
            "spin" => {
                let default = reader.number("default");
                let (min, max) = (reader.number("min"), reader.number("max"));
                if let (Some(default), Some(min), Some(max)) = (default, min, max)
                    && !(min..=max).contains(&default)
                {
                    reader.note(format!("default {default} is not from {min} to {max}"));
                }
                DeclaredKind::Spin { default, min, max }
            }
            "combo" => {
                let default = reader.one("default");
                let values: Vec<String> = reader.all("var").map(str::to_owned).collect();
                if let Some(default) = default.as_ref().filter(|word| !values.contains(word)) {
                    reader.note(format!("default '{default}' is none of its values"));
                }
                DeclaredKind::Combo { default, values }
            }
            "string" => DeclaredKind::String { default: reader.one("default") },
            "button" => DeclaredKind::Button,
            other => {
                reader.note(format!("type '{other}'"));
                DeclaredKind::Unknown
            }
        };
        Ok(Self { name, kind, fault: reader.fault })
    }

    /// Reads an `option` line as [`DeclaredOption::parse`] does.
    ///
    /// # Errors
    /// Whatever breaks the protocol, in words.
    pub fn parse_strictly(text: &str) -> Result<Self, String> {
        let mut option = Self::parse(text)?;
        option.fault.take().map_or(Ok(option), Err)
    }

    /// The values that a combo lists; none for other kinds.
    pub fn values(&self) -> &[String] {
        match &self.kind {
            DeclaredKind::Combo { values, .. } => values,
            _ => &[],
        }
    }

    /// Whether it can be set to a value.
    ///
    /// # Errors
    /// What it can be set to instead.
    pub fn accepts(&self, value: &str) -> Result<(), String> {
        let (fits, wanted) = match &self.kind {
            DeclaredKind::Check { .. } => {
                let fits = ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word));
                (fits, "not true or false".to_owned())
            }
            DeclaredKind::Spin { min, max, .. } => {
                let (min, max) = (min.unwrap_or(i64::MIN), max.unwrap_or(i64::MAX));
                let fits = value.parse().is_ok_and(|number| (min..=max).contains(&number));
                (fits, format!("not a number from {min} to {max}"))
            }
            DeclaredKind::Combo { values, .. } => {
                let fits = values.iter().any(|known| known.eq_ignore_ascii_case(value));
                (fits, format!("not {}", values.join(", ")))
            }
            DeclaredKind::Button => {
                (value.is_empty(), "it is a button and takes no value".to_owned())
            }
            DeclaredKind::String { .. } | DeclaredKind::Unknown => (true, String::new()),
        };
        if fits { Ok(()) } else { Err(wanted) }
    }

    /// The `setoption` that sets it to its default. `None` for a button, for an option without a
    /// default, and for an empty text: some engines take `<empty>` for the name of a file.
    pub fn set_to_default(&self) -> Option<String> {
        let value = match &self.kind {
            DeclaredKind::Check { default } => default.as_ref()?.to_string(),
            DeclaredKind::Spin { default, .. } => default.as_ref()?.to_string(),
            DeclaredKind::Combo { default, .. } => default.clone()?,
            DeclaredKind::String { default } => {
                default.clone().filter(|text| !matches!(&text[..], "" | "<empty>"))?
            }
            DeclaredKind::Button | DeclaredKind::Unknown => return None,
        };
        Some(format!("setoption name {} value {value}", self.name))
    }
}

/// The fields of a declaration, and the first fault found in them.
struct FieldReader {
    fields: Vec<(&'static str, String)>,
    fault: Option<String>,
}

impl FieldReader {
    fn note(&mut self, fault: String) {
        self.fault.get_or_insert(fault);
    }

    /// Every value of a field.
    fn all(&self, word: &str) -> impl Iterator<Item = &str> {
        self.fields.iter().filter(move |(known, _)| *known == word).map(|(_, value)| &value[..])
    }

    /// The value of a field that must be there once; the first, if it is there again.
    fn one(&mut self, word: &str) -> Option<String> {
        let mut found = self.all(word).map(str::to_owned);
        let (first, second) = (found.next(), found.next());
        drop(found);
        match (&first, second) {
            (None, _) => self.note(format!("no {word}")),
            (Some(_), Some(_)) => self.note(format!("two words {word}")),
            (Some(_), None) => {}
        }
        first
    }

    fn number(&mut self, word: &str) -> Option<i64> {
        let text = self.one(word)?;
        let number = text.parse().ok();
        if number.is_none() {
            self.note(format!("{word} '{text}' is no whole number"));
        }
        number
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
    fn options_are_read_and_set_to_their_defaults() {
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
            let option = DeclaredOption::parse_strictly(text).expect(text);
            let wanted = (!set.is_empty()).then(|| format!("setoption name {set}"));
            assert_eq!(option.set_to_default(), wanted, "{text}");
        }
    }

    #[test]
    fn the_values_of_a_combo_are_listed() {
        let variant = "name UCI_Variant type combo default chess var chess var atomic";
        let variant = DeclaredOption::parse(variant).unwrap();
        assert_eq!(variant.name, "UCI_Variant");
        assert_eq!(variant.values(), ["chess", "atomic"]);
        let hash = DeclaredOption::parse("name Hash type spin default 1 min 1 max 9").unwrap();
        assert_eq!(hash.values().len(), 0);
    }

    #[test]
    fn faults_of_a_declaration_are_named() {
        for (text, fault) in [
            ("Hash type spin default 16 min 1 max 1024", "no name"),
            ("type spin", "no name"),
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
            let found = DeclaredOption::parse_strictly(text).expect_err(text);
            assert!(found.contains(fault), "{text}: {found}");
        }
    }

    #[test]
    fn values_are_checked_even_where_the_declaration_is_faulty() {
        for (declared, good, bad) in [
            ("type spin default 1 min -1 max 9", &["-1", "9"][..], &["10", "abc", "", "1.5"][..]),
            ("type spin default 1", &["99999"], &["many"]),
            ("type check default true", &["false", "True"], &["yes", ""]),
            ("type combo default a b var a b var c", &["a b", "C"], &["a", "b"]),
            ("type button", &[""], &["now"]),
            ("type string default <empty>", &["", "abc", "min 3"], &[]),
            ("type unheard-of", &["", "abc"], &[]),
        ] {
            let option = DeclaredOption::parse(&format!("name An Option {declared}")).unwrap();
            assert_eq!(option.name, "An Option");
            for value in good {
                assert_eq!(option.accepts(value), Ok(()), "{declared}: {value}");
            }
            for value in bad {
                assert!(option.accepts(value).is_err(), "{declared}: {value}");
            }
        }
    }
}
