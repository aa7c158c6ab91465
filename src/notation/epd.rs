//! Extended position description: the first four fields of a FEN, and operations: an opcode, its
//! operands, a semicolon. What programs really write is read too: the two counts of a FEN before
//! the operations, our trailing fields, no last semicolon, a semicolon too many. Operations are
//! kept as text; what they mean is the asker's business.

use std::fmt;

use thiserror::Error;

use super::fen::{self, FenError};
use super::san::{self, SanError};
use crate::rules::laws::excerpt;
use crate::rules::{Move, Position, Setup};

/// A position and what is said of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Epd {
    /// The position as described. `hmvc` and `fmvn` set its counts.
    pub setup: Setup,
    /// The operations in their order.
    pub operations: Vec<Operation>,
}

/// An opcode and its operands, such as `bm Nf3 e4` or `id "a.1"`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    /// What is said.
    pub opcode: String,
    /// Of what: moves, numbers, strings without their quotation marks.
    pub operands: Vec<String>,
}

/// Why a text is no EPD. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EpdError {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// An opcode begins with a letter or `_`; with a colon it would be one of our fields.
    #[error("EPD operation '{0}': not an opcode, which begins with a letter and has no colon")]
    Opcode(String),
    /// A string without its end.
    #[error("EPD operation '{0}': a quotation mark is not closed")]
    Unquoted(String),
    /// `hmvc` or `fmvn` with something that is no number.
    #[error("EPD operation '{0}': not a number")]
    Count(String),
}

impl Epd {
    /// Reads a line.
    ///
    /// # Errors
    /// [`EpdError`] names the text at fault.
    pub fn parse(text: &str) -> Result<Self, EpdError> {
        let (position, rest) = split_position(text);
        let mut epd = Self { setup: fen::parse(position)?, operations: operations(rest)? };
        epd.take_count("hmvc", |setup, count| setup.halfmove = count)?;
        epd.take_count("fmvn", |setup, count| setup.fullmove = count.max(1))?;
        Ok(epd)
    }

    fn take_count(&mut self, opcode: &str, set: fn(&mut Setup, u16)) -> Result<(), EpdError> {
        let Some(operands) = self.get(opcode) else { return Ok(()) };
        let text = operands.join(" ");
        let count = fen::count(&text)
            .ok_or_else(|| EpdError::Count(excerpt(&format!("{opcode} {text}"))))?;
        set(&mut self.setup, count);
        Ok(())
    }

    /// The operands of the first operation with that opcode.
    pub fn get(&self, opcode: &str) -> Option<&[String]> {
        let operation = self.operations.iter().find(|operation| operation.opcode == opcode)?;
        Some(&operation.operands)
    }

    /// The only operand of an operation, such as the text of `id`, or several joined by blanks.
    pub fn text(&self, opcode: &str) -> Option<String> {
        self.get(opcode).map(|operands| operands.join(" "))
    }

    /// The only operand of an operation as a number, such as that of `D3`, `ce` or `dm`.
    pub fn number(&self, opcode: &str) -> Option<i64> {
        match self.get(opcode)? {
            [number] => number.parse().ok(),
            _ => None,
        }
    }

    /// The moves of an operation such as `bm`, `am` or `pm`, each a legal move of the position;
    /// none without such an operation.
    ///
    /// # Errors
    /// [`SanError`] names the first that is not.
    pub fn moves(&self, opcode: &str, position: &Position) -> Result<Vec<Move>, SanError> {
        let operands = self.get(opcode).unwrap_or_default();
        operands.iter().map(|text| san::parse(position, text)).collect()
    }
}

/// Parts the position from the operations: four fields, then counts and our trailing fields as
/// far as they are there.
fn split_position(text: &str) -> (&str, &str) {
    let mut rest = text;
    for _ in 0..4 {
        rest = after_field(rest);
    }
    loop {
        let field = rest.trim_start().split(ends_field).next().unwrap_or_default();
        let is_ours = field.contains(':');
        if fen::count(field).is_none() && !is_ours {
            break;
        }
        let begin = rest.len() - rest.trim_start().len();
        rest = &rest[begin + field.len()..];
    }
    text.split_at(text.len() - rest.len())
}

/// A field may have the semicolon of an empty operation right behind it.
fn ends_field(character: char) -> bool {
    character.is_whitespace() || character == ';'
}

fn after_field(text: &str) -> &str {
    let text = text.trim_start();
    text.find(ends_field).map_or("", |end| &text[end..])
}

/// Reads operations up to the end of the text.
fn operations(text: &str) -> Result<Vec<Operation>, EpdError> {
    let mut operations = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let begin = rest;
        let mut words = Vec::new();
        loop {
            rest = rest.trim_start();
            match rest.chars().next() {
                None => break,
                Some(';') => {
                    rest = &rest[1..];
                    break;
                }
                Some('"') => {
                    let (string, after) =
                        quoted(&rest[1..]).ok_or_else(|| EpdError::Unquoted(excerpt(begin)))?;
                    words.push(string);
                    rest = after;
                }
                Some(_) => {
                    let end = rest
                        .find(|c: char| c.is_whitespace() || matches!(c, ';' | '"'))
                        .unwrap_or(rest.len());
                    words.push(rest[..end].to_owned());
                    rest = &rest[end..];
                }
            }
        }
        let is_opcode = |word: &String| {
            let begins = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
            begins && !word.contains(':') && !begin.starts_with('"')
        };
        match words.split_first() {
            None => {} // a semicolon too many
            Some((opcode, operands)) if is_opcode(opcode) => {
                operations.push(Operation { opcode: opcode.clone(), operands: operands.to_vec() })
            }
            Some(_) => return Err(EpdError::Opcode(excerpt(begin))),
        }
        rest = rest.trim_start();
    }
    Ok(operations)
}

/// A string up to its closing quotation mark, and what follows. `\"` and `\\` are a mark and a
/// stroke of the string.
fn quoted(text: &str) -> Option<(String, &str)> {
    let mut string = String::new();
    let mut characters = text.char_indices();
    while let Some((index, character)) = characters.next() {
        match character {
            '"' => return Some((string, &text[index + 1..])),
            '\\' if text[index + 1..].starts_with(['"', '\\']) => {
                string.extend(characters.next().map(|(_, escaped)| escaped));
            }
            _ => string.push(character),
        }
    }
    None
}

impl fmt::Display for Epd {
    /// The four fields, our trailing fields where the old laws add something, and the operations.
    /// Counts that `hmvc` and `fmvn` do not say are left out, as the form has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whole = fen::write(&self.setup);
        let fields = whole.split(' ').enumerate().filter(|(index, _)| !matches!(index, 4 | 5));
        let fields: Vec<&str> = fields.map(|(_, field)| field).collect();
        f.write_str(&fields.join(" "))?;
        for operation in &self.operations {
            write!(f, " {operation};")?;
        }
        Ok(())
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.opcode)?;
        // Comments and names are strings whatever they hold.
        let always = self.opcode == "id" || matches!(self.opcode.as_bytes(), [b'c', b'0'..=b'9']);
        for operand in &self.operands {
            let odd = |c: char| c.is_whitespace() || matches!(c, ';' | '"' | '\\');
            if always || operand.is_empty() || operand.contains(odd) {
                let escaped = operand.replace('\\', "\\\\").replace('"', "\\\"");
                write!(f, " \"{escaped}\"")?;
            } else {
                write!(f, " {operand}")?;
            }
        }
        Ok(())
    }
}
