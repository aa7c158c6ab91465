//! The random numbers behind the keys of positions. Keys identify positions in tables and
//! histories; they are not Polyglot's and mean nothing outside this program.

use super::bitboard::Bitboard;
use super::random::splitmix;
use super::types::{Piece, Square};

/// `N` numbers of a stream of its own.
const fn stream<const N: usize>(stream: u64) -> [u64; N] {
    let mut numbers = [0; N];
    let mut index = 0;
    while index < N {
        numbers[index] = splitmix(splitmix(stream).wrapping_add(index as u64));
        index += 1;
    }
    numbers
}

static PIECES: [[u64; 64]; 12] = {
    let mut table = [[0; 64]; 12];
    let mut piece = 0;
    while piece < 12 {
        table[piece] = stream(1 + piece as u64);
        piece += 1;
    }
    table
};
static CASTLING: [u64; 64] = stream(20);
static EN_PASSANT: [u64; 8] = stream(21);
static GHOSTS: [u64; 16] = stream(22);
static MARKED: [u64; 64] = stream(23);
/// Added to the key when it is Black's turn.
pub(super) const BLACK_TO_MOVE: u64 = splitmix(24);

#[inline(always)]
pub(super) fn man(piece: Piece, square: Square) -> u64 {
    PIECES[piece.index()][square.index()]
}

#[inline]
pub(super) fn castling(rooks: Bitboard) -> u64 {
    rooks.into_iter().fold(0, |key, rook| key ^ CASTLING[rook.index()])
}

#[inline(always)]
pub(super) fn en_passant(square: Square) -> u64 {
    EN_PASSANT[square.file() as usize]
}

#[inline(always)]
pub(super) fn ghosts(rights: usize) -> u64 {
    // No rights, no key.
    if rights == 0 { 0 } else { GHOSTS[rights & 15] }
}

#[inline(always)]
pub(super) fn marked(square: Square) -> u64 {
    MARKED[square.index()]
}

/// The key of a law, of moves of odds or of a move limit; `kind` keeps the three apart.
pub(super) const fn of_law(kind: u64, value: u64) -> u64 {
    splitmix(splitmix(100 + kind) ^ value)
}
