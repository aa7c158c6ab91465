//! Forsyth-Edwards notation: six fields, or four with defaults; X-FEN and Shredder-FEN castling
//! letters; and, after the six, fields of ours for what the old laws add to a position. It reads a
//! description and believes nothing: [`Setup::position`] judges it.
//!
//! Our trailing fields are `name:value`: `marked:e5` (where the marked piece stands; `marked:none`
//! when he is gone), `oddsmoves:1` (moves of the odds still to be made), `ghosts:Q` (letters of
//! the castling field that are rights without a rook although a rook stands in the corner),
//! `captureless:34` (plies since the last capture) and `notice:12` (plies since notice of fifty
//! moves). Field five stays the orthodox count.
//!
//! ```
//! use jadoube::notation::fen;
//! use jadoube::rules::laws::Terms;
//!
//! let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 20";
//! let position = fen::parse(text)?.position(&Terms::default())?;
//! assert_eq!(fen::to_string(&position), text);
//!
//! // An error names the text at fault.
//! let error = fen::parse("8/8/8/8/8/8/8/K6z w - - 0 1").unwrap_err();
//! assert!(error.to_string().contains("'z'"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::fmt::Write;

use thiserror::Error;

use crate::rules::laws::excerpt;
use crate::rules::{CastlingLetter, Color, Piece, Position, Setup, Square, Wing};

/// The starting position of ordinary chess.
pub const INITIAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The highest count the last two fields are believed to have; more is taken for this.
const HIGHEST_COUNT: u16 = 9999;

/// Why a text is no FEN. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// Fewer than four fields.
    #[error("FEN '{0}': at least four fields are needed (pieces, turn, castling, en passant)")]
    TooFewFields(String),
    /// The first field does not have eight ranks.
    #[error("FEN pieces '{0}': {1} ranks, not eight")]
    Ranks(String, usize),
    /// A rank does not have eight files.
    #[error("FEN pieces '{0}': rank '{1}' does not have eight squares")]
    Files(String, String),
    /// A character that is no piece and no number of empty squares.
    #[error("FEN pieces '{0}': '{man}' is no piece and no number from 1 to 8", man = .1.escape_debug())]
    Man(String, char),
    /// The second field is neither `w` nor `b`.
    #[error("FEN turn '{0}': not w or b")]
    Turn(String),
    /// The third field has a letter that is no right.
    #[error("FEN castling '{0}': '{letter}' is not K, Q, k, q, a file's letter or -", letter = .1.escape_debug())]
    Castling(String, char),
    /// More letters than rights.
    #[error("FEN castling '{0}': too many letters")]
    TooManyRights(String),
    /// The fourth field is no square.
    #[error("FEN en passant '{0}': not a square or -")]
    EnPassant(String),
    /// A move count that is no number.
    #[error("FEN {0} '{1}': not a number")]
    Count(&'static str, String),
    /// A trailing field that we do not know.
    #[error("FEN field '{0}': not marked:, oddsmoves:, ghosts:, captureless: or notice:")]
    Field(String),
    /// A trailing field whose value cannot be read.
    #[error("FEN field '{0}': '{1}' is not what it takes")]
    Value(String, String),
}

/// Reads a FEN.
///
/// # Errors
/// [`FenError`] names the text at fault.
pub fn parse(text: &str) -> Result<Setup, FenError> {
    parse_with_remarks(text).map(|(setup, _)| setup)
}

/// The same, with a remark for each count that is taken for another.
///
/// # Errors
/// [`FenError`] names the text at fault.
pub fn parse_with_remarks(text: &str) -> Result<(Setup, Vec<String>), FenError> {
    let mut remarks = Vec::new();
    let mut fields = text.split_whitespace();
    let too_few = || FenError::TooFewFields(excerpt(text));
    let mut setup = Setup::empty();
    read_placement(&mut setup, fields.next().ok_or_else(too_few)?)?;
    setup.turn = match fields.next().ok_or_else(too_few)? {
        "w" | "W" => Color::White,
        "b" | "B" => Color::Black,
        other => return Err(FenError::Turn(excerpt(other))),
    };
    read_castling(&mut setup, fields.next().ok_or_else(too_few)?)?;
    let fourth = fields.next().ok_or_else(too_few)?;
    // Some programs lose the blank between the stroke and the halfmove clock: `- -0 1`.
    let glued = fourth.strip_prefix('-').filter(|rest| !rest.is_empty());
    setup.en_passant = match glued {
        Some(count) if count.bytes().all(|byte| byte.is_ascii_digit()) => None,
        _ => read_en_passant(fourth)?,
    };
    let mut counts = ["halfmove clock", "move number"].into_iter();
    for field in glued.into_iter().chain(fields) {
        if field.contains(':') {
            read_trailing_field(&mut setup, field, &mut remarks)?;
            continue;
        }
        match counts.next() {
            Some(name @ "halfmove clock") => {
                setup.halfmove = read_count(name, field, 0, &mut remarks)?;
            }
            Some(name) => setup.fullmove = read_count(name, field, 1, &mut remarks)?,
            None => return Err(FenError::Field(excerpt(field))),
        }
    }
    Ok((setup, remarks))
}

fn read_en_passant(field: &str) -> Result<Option<Square>, FenError> {
    if field == "-" {
        return Ok(None);
    }
    let square = Square::parse(&field.to_ascii_lowercase());
    Ok(Some(square.ok_or_else(|| FenError::EnPassant(excerpt(field)))?))
}

fn read_placement(setup: &mut Setup, field: &str) -> Result<(), FenError> {
    let ranks: Vec<&str> = field.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(excerpt(field), ranks.len()));
    }
    for (row, text) in (0..8).rev().zip(&ranks) {
        let wrong_length = || FenError::Files(excerpt(field), excerpt(text));
        let mut file = 0;
        for letter in text.chars() {
            match (letter, Piece::from_letter(letter)) {
                ('1'..='8', _) => file += letter as u8 - b'0',
                (_, Some(_)) if file > 7 => return Err(wrong_length()),
                (_, Some(piece)) => {
                    setup.pieces[Square::at(file, row).index()] = Some(piece);
                    file += 1;
                }
                _ => return Err(FenError::Man(excerpt(field), letter)),
            }
            if file > 8 {
                return Err(wrong_length());
            }
        }
        if file != 8 {
            return Err(wrong_length());
        }
    }
    Ok(())
}

fn castling_letter(letter: char) -> Option<CastlingLetter> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    Some(match letter.to_ascii_lowercase() {
        'k' => CastlingLetter::Wing(color, Wing::King),
        'q' => CastlingLetter::Wing(color, Wing::Queen),
        file @ 'a'..='h' => CastlingLetter::File(color, file as u8 - b'a'),
        _ => return None,
    })
}

fn read_castling(setup: &mut Setup, field: &str) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for letter in field.chars() {
        let right =
            castling_letter(letter).ok_or_else(|| FenError::Castling(excerpt(field), letter))?;
        setup.castling.try_push(right).map_err(|_| FenError::TooManyRights(excerpt(field)))?;
    }
    Ok(())
}

fn read_count(
    name: &'static str,
    text: &str,
    lowest: u16,
    remarks: &mut Vec<String>,
) -> Result<u16, FenError> {
    let value = count(text).ok_or_else(|| FenError::Count(name, excerpt(text)))?.max(lowest);
    // A move number of 0 is common, and nothing is lost with it.
    let is_as_written = text.parse::<u16>().is_ok_and(|written| written.max(lowest) == value);
    if !is_as_written {
        remarks.push(format!("FEN {name} '{}' taken for {value}", excerpt(text)));
    }
    Ok(value)
}

/// A count as GUIs write it: below nothing is nothing, beyond belief is the highest believed.
pub(super) fn count(text: &str) -> Option<u16> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        None
    } else if text.starts_with('-') {
        Some(0)
    } else {
        Some(digits.parse().unwrap_or(HIGHEST_COUNT).min(HIGHEST_COUNT))
    }
}

fn read_trailing_field(
    setup: &mut Setup,
    field: &str,
    remarks: &mut Vec<String>,
) -> Result<(), FenError> {
    let (name, value) = field.split_once(':').unwrap_or((field, ""));
    let bad_value = || FenError::Value(excerpt(field), excerpt(value));
    let mut count = |name| read_count(name, value, 0, remarks).map_err(|_| bad_value());
    match name {
        "marked" if value == "none" => setup.marked = Some(None),
        "marked" => setup.marked = Some(Some(Square::parse(value).ok_or_else(bad_value)?)),
        "oddsmoves" => {
            let moves = value.parse().ok().filter(|&moves| moves <= 100);
            setup.odds_moves = Some(moves.ok_or_else(bad_value)?);
        }
        "captureless" => setup.captureless = Some(count("captureless")?),
        "notice" => setup.notice = Some(count("notice")?),
        "ghosts" => {
            for letter in value.chars() {
                let right = castling_letter(letter);
                let of_wing = right.filter(|right| matches!(right, CastlingLetter::Wing(..)));
                setup.ghosts.try_push(of_wing.ok_or_else(bad_value)?).map_err(|_| bad_value())?;
            }
        }
        _ => return Err(FenError::Field(excerpt(field))),
    }
    Ok(())
}

/// Writes a position in full: six fields, and ours after them where the old laws add something.
pub fn to_string(position: &Position) -> String {
    write(&Setup::of(position))
}

/// Writes the six orthodox fields, the letters of ghost rights removed: for a program that knows
/// no such law.
pub fn orthodox(position: &Position) -> String {
    let mut setup = Setup::of(position);
    setup.castling.retain(|letter| match *letter {
        CastlingLetter::Wing(color, wing) => !position.board().ghost_right(color, wing),
        CastlingLetter::File(..) => true,
    });
    six_fields(&setup)
}

/// Writes a description in full.
pub fn write(setup: &Setup) -> String {
    let mut fen = six_fields(setup);
    let mut add = |text: String| {
        fen.push(' ');
        fen.push_str(&text);
    };
    match setup.marked {
        Some(Some(square)) => add(format!("marked:{square}")),
        Some(None) => add("marked:none".to_owned()),
        None => {}
    }
    if let Some(moves) = setup.odds_moves {
        add(format!("oddsmoves:{moves}"));
    }
    if !setup.ghosts.is_empty() {
        add(format!("ghosts:{}", letters(&setup.ghosts)));
    }
    if let Some(plies) = setup.captureless {
        add(format!("captureless:{plies}"));
    }
    if let Some(plies) = setup.notice {
        add(format!("notice:{plies}"));
    }
    fen
}

fn letters(rights: &[CastlingLetter]) -> String {
    rights.iter().map(|right| right.letter()).collect()
}

/// The six orthodox fields of a description, as it is.
pub fn six_fields(setup: &Setup) -> String {
    let mut fen = String::with_capacity(96);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let man = setup.pieces[Square::at(file, rank).index()];
            if man.is_some() && empty > 0 {
                let _ = write!(fen, "{empty}");
            }
            empty = if man.is_some() { 0 } else { empty + 1 };
            fen.extend(man.map(Piece::letter));
        }
        if empty > 0 {
            let _ = write!(fen, "{empty}");
        }
        if rank > 0 {
            fen.push('/');
        }
    }
    let turn = if setup.turn == Color::White { 'w' } else { 'b' };
    let castling =
        if setup.castling.is_empty() { "-".to_owned() } else { letters(&setup.castling) };
    let en_passant = setup.en_passant.map_or("-".to_owned(), |square| square.to_string());
    let _ = write!(fen, " {turn} {castling} {en_passant} {} {}", setup.halfmove, setup.fullmove);
    fen
}
