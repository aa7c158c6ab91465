//! Engines described in a TOML file, in the words of the command line: each table `[[engine]]` has
//! the keys `cmd`, `name`, `args`, `dir`, `tc`, `movetime`, `st`, `nodes`, `depth`, `ponder`,
//! `restart`, and in `option` the engine's own options. Text in, descriptions out; nothing is
//! started here.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use thiserror::Error;
use toml::{Spanned, Table, Value};

use super::spec::{EngineSpec, SpecError};

/// Why a file describes no engines. Each names the file, the line and what is at fault in it.
#[derive(Debug, Error)]
pub enum RosterError {
    /// The file cannot be read.
    #[error("engines '{}': {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A line is at fault.
    #[error("engines '{}', line {line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1; where an engine is at fault, that of its `[[engine]]`.
        line: usize,
        /// What is wrong.
        fault: RosterFault,
    },
    /// There is nothing in it.
    #[error("engines '{}': no table [[engine]]", .0.display())]
    Empty(PathBuf),
}

/// What is wrong with a line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum RosterFault {
    /// It is no TOML, or has a table that is no engine.
    #[error("{0}")]
    Syntax(String),
    /// A key's value is of a kind that the key does not take.
    #[error("key '{key}': {wanted} is needed")]
    Value {
        /// The key.
        key: String,
        /// What it takes.
        wanted: &'static str,
    },
    /// An engine is not described by its keys.
    #[error(transparent)]
    Engine(#[from] SpecError),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Roster {
    #[serde(default)]
    engine: Vec<Spanned<Table>>,
}

/// Reads a file of engines. The words of `each` come first, so that an engine's own keys prevail.
///
/// # Errors
/// [`RosterError`].
pub fn read(path: &Path, each: &[String]) -> Result<Vec<EngineSpec>, RosterError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| RosterError::Read { path: path.to_owned(), error })?;
    let engines = parse(&text, each).map_err(|(line, fault)| RosterError::Line {
        path: path.to_owned(),
        line,
        fault,
    })?;
    if engines.is_empty() { Err(RosterError::Empty(path.to_owned())) } else { Ok(engines) }
}

/// The engines of a text, or the line at fault.
fn parse(text: &str, each: &[String]) -> Result<Vec<EngineSpec>, (usize, RosterFault)> {
    let line_of = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let roster: Roster = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| line_of(span.start));
        (line, RosterFault::Syntax(error.message().replace('\n', "; ")))
    })?;
    let describe = |table: &Spanned<Table>| {
        engine(table.get_ref(), each).map_err(|fault| (line_of(table.span().start), fault))
    };
    roster.engine.iter().map(describe).collect()
}

fn engine(table: &Table, each: &[String]) -> Result<EngineSpec, RosterFault> {
    let mut words = Vec::new();
    let mut arguments = None;
    for (key, value) in table {
        match (key.as_str(), value) {
            ("args", Value::Array(listed)) => {
                let word = |value: &Value| value.as_str().map(str::to_owned);
                let listed: Option<Vec<String>> = listed.iter().map(word).collect();
                let wanted = "a text or a list of texts";
                arguments =
                    Some(listed.ok_or_else(|| RosterFault::Value { key: key.clone(), wanted })?);
            }
            ("option", Value::Table(options)) => {
                for (name, value) in options {
                    let key = format!("option.{name}");
                    words.push(format!("{key}={}", scalar(&key, value)?));
                }
            }
            ("option", _) => {
                let wanted = "a table of the engine's options";
                return Err(RosterFault::Value { key: key.clone(), wanted });
            }
            _ => words.push(format!("{key}={}", scalar(key, value)?)),
        }
    }
    let mut spec = EngineSpec::parse(&words, each)?;
    if let Some(arguments) = arguments {
        spec.arguments = arguments;
    }
    Ok(spec)
}

/// A value as the command line has it.
fn scalar(key: &str, value: &Value) -> Result<String, RosterFault> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(yes) => Ok(yes.to_string()),
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => {
            let wanted = "a text, a number, true or false";
            Err(RosterFault::Value { key: key.to_owned(), wanted })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_say_what_words_say() {
        let text = "[[engine]]\ncmd = \"./a b\"\nargs = ['-x', \"y z\"]\nnodes = 9\nponder = true\n\
                    option.Hash = 64\noption.\"Book File\" = \"a=b\"\n\n\
                    [[engine]]\ncmd = 'c'\nname = 'C'\nargs = '-x \"y z\"'\ntc = '8+0.08'\n\
                    restart = 'on'\n[engine.option]\nPonder = false\nZeta = 1\nAlpha = 2.5\n";
        let word = |word: &str| word.to_owned();
        let each = [word("option.hash=1"), word("depth=3")];
        let engines = parse(text, &each).unwrap();
        let words =
            |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        let same = [
            words(&[
                "cmd=./a b",
                "args=-x 'y z'",
                "nodes=9",
                "ponder",
                "option.Hash=64",
                "option.Book File=a=b",
            ]),
            words(&[
                "cmd=c",
                "name=C",
                "args=-x \"y z\"",
                "tc=8+0.08",
                "restart=on",
                "option.Ponder=false",
                "option.Zeta=1",
                "option.Alpha=2.5",
            ]),
        ];
        assert_eq!(engines, same.map(|words| EngineSpec::parse(&words, &each).unwrap()));
    }

    #[test]
    fn the_key_at_fault_is_named() {
        for (text, line, at_fault) in [
            ("[[engine]]\ncmd = 'a'\n\n[[engine]]\nhash = 64\n", 4, "'hash=64'"),
            ("\n[[engine]]\nname = 'A'\n", 2, "cmd="),
            ("[[engine]]\ncmd = 'a'\nnodes = 'many'\n", 1, "nodes 'many'"),
            ("[[engine]]\ncmd = 'a'\nnodes = 0\n", 1, "nodes '0'"),
            ("[[engine]]\ncmd = ['a']\n", 1, "key 'cmd'"),
            ("[[engine]]\ncmd = 'a'\nargs = [1]\n", 1, "key 'args'"),
            ("[[engine]]\ncmd = 'a'\nargs = '\"x'\n", 1, "'\"x'"),
            ("[[engine]]\ncmd = 'a'\nrestart = 'maybe'\n", 1, "'restart=maybe'"),
            ("[[engine]]\ncmd = 'a'\noption = 'x'\n", 1, "key 'option'"),
            ("[[engine]]\ncmd = 'a'\noption.Hash = [1]\n", 1, "key 'option.Hash'"),
            ("[[engine]]\ncmd = 'a'\n[[motor]]\ncmd = 'b'\n", 3, "`motor`"),
            ("[engine]\ncmd = 'a'\n", 1, "sequence"),
            ("[[engine]]\ncmd = \n", 2, "string"),
            ("[[engine]]\ncmd = 'a'\ncmd = 'b'\n", 3, "duplicate"),
        ] {
            let (found, fault) = parse(text, &[]).unwrap_err();
            assert!(fault.to_string().contains(at_fault), "{text}: {fault}");
            assert_eq!(fault.to_string().lines().count(), 1, "{fault}");
            assert_eq!(found, line, "{text}: {fault}");
        }
        let nowhere = read(Path::new("/nowhere/at all.toml"), &[]).unwrap_err().to_string();
        assert!(nowhere.contains("/nowhere/at all.toml"), "{nowhere}");
    }
}
