//! Standard algebraic notation, both ways. What is written is minimal and exact; what is read may
//! be written as loosely as people and old programs do, but must mean one legal move. A reading is
//! always by the legal moves of a position: nothing here knows how pieces move.
//!
//! Castling without the rook (british1897:IV.5, federation1912:39, accomplished1837:16) is written
//! as ordinary castling, and the null move of odds of several moves as `--`. `#` stands on every
//! checkmate, whoever may have won by it under an undertaking; a stalemate has no sign.
//!
//! ```
//! use jadoube::notation::san;
//! use jadoube::rules::Position;
//!
//! let start = Position::initial();
//! // Read loosely, written exactly.
//! let mv = san::parse(&start, "Ng1-f3")?;
//! assert_eq!(san::to_string(&start, mv), "Nf3");
//! assert!(san::parse(&start, "Nf4").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use thiserror::Error;

use super::coordinate;
use crate::rules::laws::excerpt;
use crate::rules::{Move, MoveList, PieceKind, Position, Square};

/// The null move of the odds, as it is written.
pub const NULL: &str = "--";

/// Why a text is no move of a position. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SanError {
    /// The text has not the form of a move.
    #[error("'{0}' is not a move")]
    Unreadable(String),
    /// The move cannot be made here.
    #[error("'{0}' is not a legal move here")]
    Illegal(String),
    /// Several legal moves can be meant: they are listed.
    #[error("'{0}' is ambiguous: {1}")]
    Ambiguous(String, String),
}

/// Writes a legal move of the position.
pub fn to_string(position: &Position, mv: Move) -> String {
    if mv.is_null() {
        return NULL.to_owned();
    }
    let mut san = if mv.is_castling() {
        if mv.castled_king().file() == 6 { "O-O" } else { "O-O-O" }.to_owned()
    } else {
        man_and_squares(position, mv)
    };
    if let Some(kind) = mv.promotion() {
        san.push('=');
        san.push(capital(kind));
    }
    let after = position.play(mv);
    if after.in_check() {
        san.push(if after.has_legal_move() { '+' } else { '#' });
    }
    san
}

/// Writes a legal move of the position with figurines for letters, white ones for both players:
/// `♘f3`.
pub fn to_figurines(position: &Position, mv: Move) -> String {
    let figurine = |c| match c {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        other => other,
    };
    to_string(position, mv).chars().map(figurine).collect()
}

fn capital(kind: PieceKind) -> char {
    kind.letter().to_ascii_uppercase()
}

/// The piece, as much of its square as tells it from its fellows, `x` for a capture, and where it
/// goes.
fn man_and_squares(position: &Position, mv: Move) -> String {
    let kind = moving_kind(position, mv);
    let takes = position.captured(mv).is_some();
    let mut san = String::with_capacity(8);
    if kind == PieceKind::Pawn {
        if takes {
            san.push(file_letter(mv.from()));
        }
    } else {
        san.push(capital(kind));
        san.push_str(&origin(position, mv, kind));
    }
    if takes {
        san.push('x');
    }
    san.push_str(&mv.to().to_string());
    san
}

/// What must be said of the square a piece leaves: nothing, its file, its rank, or both.
fn origin(position: &Position, mv: Move, kind: PieceKind) -> String {
    let from = mv.from();
    let moves = position.legal_moves();
    let rivals = moves.iter().filter(|other| {
        other.to() == mv.to()
            && other.from() != from
            && !other.is_castling()
            && moving_kind(position, **other) == kind
    });
    let (mut any, mut on_file, mut on_rank) = (false, false, false);
    for rival in rivals {
        any = true;
        on_file |= rival.from().file() == from.file();
        on_rank |= rival.from().rank() == from.rank();
    }
    match (any, on_file, on_rank) {
        (false, ..) => String::new(),
        (true, false, _) => file_letter(from).to_string(),
        (true, true, false) => (from.rank() + 1).to_string(),
        (true, true, true) => from.to_string(),
    }
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

fn moving_kind(position: &Position, mv: Move) -> PieceKind {
    position.piece_at(mv.from()).map_or(PieceKind::Pawn, |man| man.kind())
}

/// Reads a move of the position. Signs of check, capture and promotion may be missing or wrong,
/// signs of judgement may follow (`!?`), castling may be written with noughts, the squares in
/// full (`Ng1-f3`, `e2e4`), the pieces as figurines.
///
/// # Errors
/// [`SanError`] names the text, and the moves it could mean when there are several.
pub fn parse(position: &Position, text: &str) -> Result<Move, SanError> {
    let illegal = || SanError::Illegal(excerpt(text));
    let bare = without_signs(text);
    let moves = position.legal_moves();
    if is_null(bare) {
        return moves.into_iter().find(|mv| mv.is_null()).ok_or_else(illegal);
    }
    if let Some(king_file) = castling(bare) {
        let meant = |mv: &Move| mv.is_castling() && mv.castled_king().file() == king_file;
        return moves.into_iter().find(meant).ok_or_else(illegal);
    }
    let words = Words::read(bare).ok_or_else(|| SanError::Unreadable(excerpt(text)))?;
    let candidates: MoveList =
        moves.into_iter().filter(|mv| words.describe(position, *mv)).collect();
    match candidates.as_slice() {
        [] => words.castling_in_squares(position, bare).ok_or_else(illegal),
        [mv] => Ok(*mv),
        several => {
            let written: Vec<String> = several.iter().map(|mv| to_string(position, *mv)).collect();
            Err(SanError::Ambiguous(excerpt(text), written.join(" or ")))
        }
    }
}

/// Whether a text is the null move in any of the forms that programs write.
pub fn is_null(text: &str) -> bool {
    ["--", "Z0", "0000", "@@@@", "null"].iter().any(|form| form.eq_ignore_ascii_case(text.trim()))
}

/// Signs that may follow a move and change nothing of it.
const SIGNS: [&str; 13] =
    ["+", "#", "!", "?", "e.p.", "e.p", "ep", "mate", "ch.", "ch", "(=)", "†", "‡"];

/// The text without what may follow a move.
fn without_signs(text: &str) -> &str {
    let mut bare = text.trim();
    while let Some(shorter) = SIGNS.iter().find_map(|sign| bare.strip_suffix(sign)) {
        bare = shorter.trim_end();
    }
    bare
}

/// The file where the king arrives, if the text is castling: letters O of either case or noughts,
/// with strokes or without.
fn castling(bare: &str) -> Option<u8> {
    let mut rings = 0;
    for character in bare.chars() {
        match character {
            'O' | 'o' | '0' => rings += 1,
            '-' | '–' | '‐' | '‑' if rings > 0 => {}
            _ => return None,
        }
    }
    match rings {
        2 => Some(6),
        3 => Some(2),
        _ => None,
    }
}

/// What a text says of a move.
struct Words {
    /// The piece; `None` where a move in two squares leaves it open.
    kind: Option<PieceKind>,
    from_file: Option<u8>,
    from_rank: Option<u8>,
    to: Square,
    promotion: Option<PieceKind>,
}

impl Words {
    /// The longest form, `Ng1xf3` or `e7xd8(Q)`, has nine characters.
    const LONGEST: usize = 9;

    fn read(bare: &str) -> Option<Self> {
        let mut rest: Vec<char> = bare.chars().take(Self::LONGEST + 1).collect();
        if rest.len() > Self::LONGEST {
            return None;
        }
        let letter = rest.first().copied().and_then(man);
        if letter.is_some() {
            rest.remove(0);
        }
        let promotion = take_promotion(&mut rest)?;
        let (rank, file) = (rest.pop()?, rest.pop()?);
        let to = Square::parse(&format!("{file}{rank}"))?;
        if rest.last().is_some_and(|c| matches!(c, '-' | '–' | 'x' | 'X' | '×' | ':')) {
            rest.pop();
        }
        let (from_file, from_rank) = match rest[..] {
            [] => (None, None),
            [file @ 'a'..='h'] => (Some(file as u8 - b'a'), None),
            [rank @ '1'..='8'] => (None, Some(rank as u8 - b'1')),
            [file @ 'a'..='h', rank @ '1'..='8'] => {
                (Some(file as u8 - b'a'), Some(rank as u8 - b'1'))
            }
            _ => return None,
        };
        let in_squares = from_file.is_some() && from_rank.is_some();
        let kind = letter.or(if in_squares { None } else { Some(PieceKind::Pawn) });
        Some(Self { kind, from_file, from_rank, to, promotion })
    }

    /// Whether a legal move is one that the words can mean. Where they leave out what a pawn
    /// becomes, each promotion is.
    fn describe(&self, position: &Position, mv: Move) -> bool {
        !mv.is_null()
            && !mv.is_castling()
            && mv.to() == self.to
            && self.kind.is_none_or(|kind| moving_kind(position, mv) == kind)
            && self.from_file.is_none_or(|file| mv.from().file() == file)
            && self.from_rank.is_none_or(|rank| mv.from().rank() == rank)
            && (self.promotion.is_none() || mv.promotion() == self.promotion)
    }

    /// Castling written by squares: as coordinates, or, the king's step of two squares being no
    /// other move of his, as `Kg1`.
    fn castling_in_squares(&self, position: &Position, bare: &str) -> Option<Move> {
        match self.kind {
            None => coordinate::parse(position, &bare.replace(['-', '–'], "")),
            Some(PieceKind::King) if !position.chess960() => {
                let moves = position.legal_moves();
                let meant = |mv: &Move| mv.is_castling() && mv.castled_king() == self.to;
                moves.into_iter().find(meant)
            }
            Some(_) => None,
        }
    }
}

/// The piece that the first character names. `b` is the file: only the capital is a bishop.
fn man(character: char) -> Option<PieceKind> {
    Some(match character {
        'N' | 'n' | '♘' | '♞' => PieceKind::Knight,
        'B' | '♗' | '♝' => PieceKind::Bishop,
        'R' | 'r' | '♖' | '♜' => PieceKind::Rook,
        'Q' | 'q' | '♕' | '♛' => PieceKind::Queen,
        'K' | 'k' | '♔' | '♚' => PieceKind::King,
        'P' | '♙' | '♟' => PieceKind::Pawn,
        _ => return None,
    })
}

/// Takes `=Q`, `Q`, `q`, `(Q)` or `/Q` off the end. `None` when there is a piece that no pawn may
/// become.
fn take_promotion(rest: &mut Vec<char>) -> Option<Option<PieceKind>> {
    let length = rest.len();
    let end = if rest.last() == Some(&')') { length - 1 } else { length };
    let Some(letter) = end.checked_sub(1).map(|last| rest[last]) else { return Some(None) };
    if !letter.is_alphabetic() && man(letter).is_none() {
        return Some(None);
    }
    let kind = if letter == 'b' { Some(PieceKind::Bishop) } else { man(letter) };
    let kind = kind.filter(|kind| PieceKind::PROMOTIONS.contains(kind))?;
    rest.truncate(end - 1);
    if rest.last().is_some_and(|c| matches!(c, '=' | '(' | '/')) {
        rest.pop();
    }
    Some(Some(kind))
}
