//! The options that an engine declares, and what values they may have.

/// An option as the engine declares it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// Its name.
    pub name: String,
    /// The values of a combo.
    pub values: Vec<String>,
    kind: Kind,
}

/// What values an option takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Check,
    Spin {
        least: i64,
        most: i64,
    },
    Combo,
    Button,
    /// A string, or a kind that UCI does not know.
    Other,
}

impl Declared {
    /// Reads `option name N type T default D var V var V` without its first word.
    pub fn parse(text: &str) -> Option<Self> {
        let rest = text.strip_prefix("name ")?;
        let (name, rest) = rest.split_once(" type ")?;
        let values = rest.split(" var ").skip(1).map(|value| value.trim().to_owned()).collect();
        let words: Vec<&str> = rest.split_ascii_whitespace().collect();
        let bound = |name: &str| {
            words.windows(2).find(|two| two[0] == name).and_then(|two| two[1].parse().ok())
        };
        let kind = match words.first() {
            Some(&"check") => Kind::Check,
            Some(&"spin") => Kind::Spin {
                least: bound("min").unwrap_or(i64::MIN),
                most: bound("max").unwrap_or(i64::MAX),
            },
            Some(&"combo") => Kind::Combo,
            Some(&"button") => Kind::Button,
            _ => Kind::Other,
        };
        Some(Self { name: name.trim().to_owned(), values, kind })
    }

    /// Whether it may have a value.
    ///
    /// # Errors
    /// What it may have instead.
    pub fn accepts(&self, value: &str) -> Result<(), String> {
        let (fits, wanted) = match self.kind {
            Kind::Check => {
                let fits = ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word));
                (fits, "not true or false".to_owned())
            }
            Kind::Spin { least, most } => {
                let fits = value.parse().is_ok_and(|number| (least..=most).contains(&number));
                (fits, format!("not a number from {least} to {most}"))
            }
            Kind::Combo => {
                let fits = self.values.iter().any(|known| known.eq_ignore_ascii_case(value));
                (fits, format!("not {}", self.values.join(", ")))
            }
            Kind::Button => (value.is_empty(), "it is a button and takes no value".to_owned()),
            Kind::Other => (true, String::new()),
        };
        if fits { Ok(()) } else { Err(wanted) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_understood() {
        let option = "name UCI_Variant type combo default chess var chess var atomic";
        let option = Declared::parse(option).unwrap();
        assert_eq!(option.name, "UCI_Variant");
        assert_eq!(option.values, ["chess", "atomic"]);
        let hash = Declared::parse("name Hash type spin default 1 min 1 max 9").unwrap();
        assert_eq!(hash.values.len(), 0);
        assert_eq!(Declared::parse("type spin"), None);
    }

    #[test]
    fn values_are_held_against_the_declaration() {
        for (declared, good, bad) in [
            ("type spin default 1 min -1 max 9", &["-1", "9"][..], &["10", "abc", "", "1.5"][..]),
            ("type spin default 1", &["99999"], &["many"]),
            ("type check default true", &["false", "True"], &["yes", ""]),
            ("type combo default a b var a b var c", &["a b", "C"], &["a", "b"]),
            ("type button", &[""], &["now"]),
            ("type string default <empty>", &["", "abc", "min 3"], &[]),
            ("type unheard-of", &["", "abc"], &[]),
        ] {
            let option = Declared::parse(&format!("name An Option {declared}")).unwrap();
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
