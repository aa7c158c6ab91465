//! The user's settings for an engine: how to start it, what to call it, its options, its limits.
//! Text in, description out; nothing is started here.

use std::path::PathBuf;

use thiserror::Error;

use super::limits::{LimitError, Limits};

/// An engine to be matched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it runs in, if not the referee's.
    pub folder: Option<PathBuf>,
    /// What it is called in reports.
    pub name: String,
    /// Options to set, in this order, whether or not the engine declares them.
    pub options: Vec<(String, String)>,
    /// Its limits, where they differ from the match's.
    pub limits: Limits,
    /// Whether it thinks in its opponent's time.
    pub ponder: bool,
    /// Whether a new process is started for each game.
    pub restart: bool,
    /// What tells the program from another under its name: [`fingerprint`] of its file, where that
    /// is known.
    ///
    /// [`fingerprint`]: crate::referee::files::fingerprint
    pub build: Option<u64>,
}

/// Why words do not describe an engine. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SpecError {
    /// A word that is no setting.
    #[error(
        "engine '{0}': not cmd=, args=, dir=, name=, option.NAME=, tc=, movetime=, st=, nodes=, depth=, ponder, restart=on|off"
    )]
    Unknown(String),
    /// A setting that is neither on nor off.
    #[error("engine '{0}': on or off is needed")]
    Switch(String),
    /// No program.
    #[error("engine '{0}': cmd= is missing")]
    NoProgram(String),
    /// A limit that cannot be read.
    #[error("engine: {0}")]
    Limit(#[from] LimitError),
    /// Quotation marks that do not close.
    #[error("engine arguments '{0}': a quotation mark is not closed")]
    Quote(String),
}

fn switch(word: &str, value: &str) -> Result<bool, SpecError> {
    match value {
        "on" | "true" => Ok(true),
        "off" | "false" => Ok(false),
        _ => Err(SpecError::Switch(word.to_owned())),
    }
}

/// Splits arguments at blanks, but not within quotation marks, single or double.
fn split_arguments(text: &str) -> Result<Vec<String>, SpecError> {
    let mut arguments = Vec::new();
    let mut current: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (quote, letter) {
            (Some(open), _) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                current.get_or_insert_default();
            }
            (None, _) if letter.is_whitespace() => arguments.extend(current.take()),
            _ => current.get_or_insert_default().push(letter),
        }
    }
    arguments.extend(current);
    if quote.is_some() { Err(SpecError::Quote(text.to_owned())) } else { Ok(arguments) }
}

impl EngineSpec {
    /// Reads the words of one `--engine`: `cmd=./a name=A option.Hash=64 tc=8+0.08`. Words of
    /// `each` come first, so that the engine's own prevail.
    ///
    /// # Errors
    /// `SpecError` names the word at fault.
    pub fn parse(words: &[String], each: &[String]) -> Result<Self, SpecError> {
        let mut spec = Self {
            program: PathBuf::new(),
            arguments: Vec::new(),
            folder: None,
            name: String::new(),
            options: Vec::new(),
            limits: Limits::default(),
            ponder: false,
            restart: false,
            build: None,
        };
        for word in each.iter().chain(words) {
            spec.set(word)?;
        }
        if spec.program.as_os_str().is_empty() {
            return Err(SpecError::NoProgram(words.join(" ")));
        }
        if spec.name.is_empty() {
            let stem = spec.program.file_stem().unwrap_or(spec.program.as_os_str());
            spec.name = stem.to_string_lossy().into_owned();
        }
        Ok(spec)
    }

    /// The program in the words of the command line, with all that decides how it plays but for its
    /// limits: two engines of which these words are the same are one engine.
    pub fn program_in_words(&self) -> String {
        let mut words = vec![format!("cmd={}", self.program.display())];
        if !self.arguments.is_empty() {
            words.push(format!("args=\"{}\"", self.arguments.join(" ")));
        }
        words.extend(self.folder.as_ref().map(|folder| format!("dir={}", folder.display())));
        let mut options = self.options.clone();
        options.sort_by_key(|(name, _)| name.to_lowercase());
        words.extend(options.iter().map(|(name, value)| format!("option.{name}={value}")));
        words.extend(self.ponder.then(|| "ponder".to_owned()));
        words.extend(self.build.map(|build| format!("build={build:016x}")));
        words.join(" ")
    }

    fn set(&mut self, word: &str) -> Result<(), SpecError> {
        let unknown = || SpecError::Unknown(word.to_owned());
        if word == "ponder" {
            self.ponder = true;
            return Ok(());
        }
        let (name, value) = word.split_once('=').ok_or_else(unknown)?;
        match name {
            "cmd" => self.program = value.into(),
            "args" => self.arguments = split_arguments(value)?,
            "dir" => self.folder = Some(value.into()),
            "name" => self.name = value.to_owned(),
            // Every engine here speaks UCI.
            "proto" if value == "uci" => {}
            "ponder" => self.ponder = switch(word, value)?,
            "restart" => self.restart = switch(word, value)?,
            _ => match name.strip_prefix("option.") {
                Some(option) if !option.is_empty() => {
                    self.options.retain(|(known, _)| !known.eq_ignore_ascii_case(option));
                    self.options.push((option.to_owned(), value.to_owned()));
                }
                _ if self.limits.set(name, value)? => {}
                _ => return Err(unknown()),
            },
        }
        Ok(())
    }
}

/// Gives engines of one name different ones: `A`, `A 2`, `A 3`.
pub fn distinguish(engines: &mut [EngineSpec]) {
    for index in 1..engines.len() {
        let (before, rest) = engines.split_at_mut(index);
        let plain = rest[0].name.clone();
        let mut number = 2;
        while before.iter().any(|other| other.name == rest[0].name) {
            rest[0].name = format!("{plain} {number}");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str], each: &[&str]) -> Result<EngineSpec, SpecError> {
        let owned =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        EngineSpec::parse(&owned(words), &owned(each))
    }

    #[test]
    fn words_describe_an_engine() {
        let spec = parse(
            &[
                "cmd=./a b",
                "args=-x 'y z' \"\"",
                "option.Hash=64",
                "option.Book File=a=b",
                "nodes=9",
            ],
            &["option.hash=1", "tc=1+0.1", "ponder", "restart=on"],
        )
        .unwrap();
        assert_eq!(spec.program, PathBuf::from("./a b"));
        assert_eq!(spec.name, "a b");
        assert_eq!(spec.arguments, ["-x", "y z", ""]);
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        assert_eq!(spec.options, [option("Hash", "64"), option("Book File", "a=b")]);
        assert_eq!(spec.limits.to_string(), "1+0.1 nodes=9");
        assert!(spec.ponder && spec.restart);
    }

    #[test]
    fn nonsense_is_named() {
        for (word, at_fault) in [
            ("cmd", "'cmd'"),
            ("hash=64", "'hash=64'"),
            ("option.=3", "'option.=3'"),
            ("nodes=x", "'x'"),
            ("restart=maybe", "'restart=maybe'"),
            ("args=\"x", "'\"x'"),
            ("name=A", "cmd="),
            ("proto=xboard", "'proto=xboard'"),
        ] {
            let error = parse(&[word], &[]).unwrap_err().to_string();
            assert!(error.contains(at_fault), "{error}");
        }
    }

    #[test]
    fn names_are_made_different() {
        let named = |name: &str| parse(&["cmd=x", &format!("name={name}")], &[]).unwrap();
        let mut engines = [named("A"), named("A"), named("B"), named("A")];
        distinguish(&mut engines);
        assert_eq!(engines.map(|engine| engine.name), ["A", "A 2", "B", "A 3"]);
    }
}
