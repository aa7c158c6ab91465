//! Opening books in PolyGlot's format (its "Book Format" page): a sorted file of sixteen-byte
//! entries, big-endian: the position's key, a move, its weight, and four bytes of learning that
//! nobody reads. A book is read into memory once and never written. It offers only legal moves and
//! never decides whether it is asked.
//!
//! The keys are made by the crate `polyglot-book-rs`, which holds the format's 781 numbers; the
//! file is read here, since that crate takes any file for a book and trusts its moves.
//!
//! A book knows today's game. A position of an old code is the same position to it as long as its
//! pieces and rights are: the openings are good there too. It has nothing for a position with moves
//! of odds to be made or a right to castle without a rook, which no book can describe, nor under
//! an undertaking, where its moves lead to another game.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use polyglot_book_rs::hash::polyglot_hash;
use polyglot_book_rs::types as polyglot;
use thiserror::Error;

use crate::rules::{Color, Move, MoveKind, PieceKind, Position, Square, Wing, splitmix};

/// The bytes of an entry.
const ENTRY_SIZE: usize = 16;

/// The largest file that is taken for a book, in bytes: many times the largest in use.
const LARGEST_FILE: u64 = 1 << 30;

/// Why a file is no book. Each names the file.
#[derive(Debug, Error)]
pub enum BookError {
    /// It cannot be read.
    #[error("book '{}': {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// It has no entry.
    #[error("book '{}': the file is empty", .0.display())]
    Empty(PathBuf),
    /// It ends within an entry.
    #[error("book '{}': {size} bytes are not a whole number of entries of 16", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: usize,
    },
    /// It is larger than any book.
    #[error("book '{}': {size} bytes are more than a book has", path.display())]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
    },
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

/// An opening book.
pub struct Book {
    /// Sorted by key; the entries of one key in the order of the file.
    entries: Vec<Entry>,
}

impl Book {
    /// Reads a book. One whose entries are out of order is put in order.
    ///
    /// # Errors
    /// [`BookError`] when the file cannot be read, is empty, or is no whole number of entries.
    pub fn open(path: &Path) -> Result<Self, BookError> {
        let failed = |error| BookError::Read { path: path.to_owned(), error };
        let mut file = File::open(path).map_err(failed)?;
        let size = file.metadata().map_err(failed)?.len();
        if size > LARGEST_FILE {
            return Err(BookError::TooLarge { path: path.to_owned(), size });
        }
        let mut bytes = Vec::new();
        // A device says that it has no bytes and then has many: read no more than a book has.
        file.by_ref().take(LARGEST_FILE).read_to_end(&mut bytes).map_err(failed)?;
        Self::from_bytes(path, &bytes)
    }

    fn from_bytes(path: &Path, bytes: &[u8]) -> Result<Self, BookError> {
        if bytes.is_empty() {
            return Err(BookError::Empty(path.to_owned()));
        }
        if !bytes.len().is_multiple_of(ENTRY_SIZE) {
            return Err(BookError::Truncated { path: path.to_owned(), size: bytes.len() });
        }
        let entry = |bytes: &[u8]| {
            let number = |from: usize, to: usize| {
                bytes[from..to].iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
            };
            Entry { key: number(0, 8), mv: number(8, 10) as u16, weight: number(10, 12) as u16 }
        };
        let mut entries: Vec<Entry> = bytes.chunks_exact(ENTRY_SIZE).map(entry).collect();
        if !entries.is_sorted_by_key(|entry| entry.key) {
            entries.sort_by_key(|entry| entry.key);
        }
        Ok(Self { entries })
    }

    /// How many entries the book has, at least 1.
    #[allow(clippy::len_without_is_empty)] // an empty book is refused
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// The book's moves in a position with their weights, in the order of the book. Moves that are
    /// not legal there are left out, and a move that the book has twice comes once, its weights
    /// added.
    pub fn moves(&self, position: &Position) -> Vec<(Move, u32)> {
        let mut moves: Vec<(Move, u32)> = Vec::new();
        if !is_describable(position) {
            return moves;
        }
        let key = key(position);
        let legal = position.legal_moves();
        let first = self.entries.partition_point(|entry| entry.key < key);
        for entry in self.entries[first..].iter().take_while(|entry| entry.key == key) {
            let Some(mv) = legal.iter().copied().find(|mv| is_written(*mv, entry.mv)) else {
                continue;
            };
            match moves.iter_mut().find(|(known, _)| *known == mv) {
                Some((_, weight)) => *weight += u32::from(entry.weight),
                None => moves.push((mv, entry.weight.into())),
            }
        }
        moves
    }

    /// A move of the book, chosen with the likelihood of its weight; a move of no weight never.
    /// The same seed chooses the same move in the same position.
    pub fn choose(&self, position: &Position, seed: u64) -> Option<Move> {
        let moves = self.moves(position);
        let total: u64 = moves.iter().map(|(_, weight)| u64::from(*weight)).sum();
        if total == 0 {
            return None;
        }
        let mut point = splitmix(seed ^ splitmix(position.key())) % total;
        for (mv, weight) in moves {
            match point.checked_sub(u64::from(weight)) {
                None => return Some(mv),
                Some(rest) => point = rest,
            }
        }
        None
    }
}

/// Whether a book can describe the position: see the head of this file.
fn is_describable(position: &Position) -> bool {
    let board = position.board();
    let ghosts =
        Color::ALL.iter().any(|&c| Wing::ALL.iter().any(|&wing| board.ghost_right(c, wing)));
    position.undertaking().is_none() && board.odds_moves() == 0 && !ghosts
}

/// Whether a legal move is the one that an entry writes: from bit 0 upward the file and rank
/// reached, the file and rank left, and the promotion, none, knight, bishop, rook, queen. The king
/// castles on to his rook's square; some books have him go two squares, which is understood.
fn is_written(mv: Move, written: u16) -> bool {
    let square = |shift: u32| Square::at((written >> shift) as u8, (written >> (shift + 3)) as u8);
    let promotion = match written >> 12 & 7 {
        0 => None,
        kind => PieceKind::PROMOTIONS.get(usize::from(kind) - 1).copied(),
    };
    let castles = mv.kind() == MoveKind::Castle && square(0) == mv.castled_king();
    mv.from() == square(6) && (mv.to() == square(0) || castles) && mv.promotion() == promotion
}

/// The PolyGlot key of a position's pieces, turn, castling rights, and square of capturing en
/// passant.
///
/// The format counts that square whenever a pawn stands ready to take, though it be pinned; a
/// [`Position`] remembers it only when the capture is legal. The rare position where they differ
/// is in no book for us.
pub fn key(position: &Position) -> u64 {
    polyglot_hash(&Described(position))
}

/// A position as the crate that makes the keys wants it described.
struct Described<'a>(&'a Position);

impl polyglot::BoardPosition for Described<'_> {
    fn piece_at(&self, square: u8) -> polyglot::Piece {
        let piece = self.0.piece_at(Square::new(square));
        piece.map_or(polyglot::Piece::Empty, |piece| polyglot::Piece::from_char(piece.letter()))
    }

    /// White's king's wing is bit 0, his queen's bit 1, Black's bits 2 and 3.
    fn castling_rights(&self) -> u8 {
        let board = self.0.board();
        let mut rights = 0;
        for rook in board.castling_rooks() {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            let queens_wing = rook.file() < board.king(color).file();
            rights |= 1 << (2 * color.index() + usize::from(queens_wing));
        }
        rights
    }

    fn en_passant_file(&self) -> Option<u8> {
        self.0.en_passant().map(Square::file)
    }

    fn is_white_to_move(&self) -> bool {
        self.0.turn() == Color::White
    }
}
