//! What the network is told of how pieces stand to each other: which pawns are passed or isolated,
//! which pieces are attacked by lesser ones, which are attacked and not defended. It could learn all
//! this from the squares of the pieces, but only from many more games than the engine has played.

use crate::rules::{Bitboard, Color, PieceKind, Reach};

/// How many relations there are.
pub(super) const RELATIONS: usize = 4;
/// The most relations that pieces can be in, all together: a pawn in three, another piece in two, a
/// king in none.
pub(super) const MOST_RELATIONS: usize = 3 * 30;

/// The pieces in a relation, White's, then Black's, for each relation in turn: passed pawns; isolated
/// pawns; pieces attacked by one of less value; pieces other than the king, attacked and not defended.
pub type Relations = [Bitboard; 2 * RELATIONS];

/// The relations on a board given by the squares of each kind, pawn to king, and of each colour.
#[inline]
pub fn relations(kinds: &[Bitboard; 6], colors: &[Bitboard; 2]) -> Relations {
    let mut relations = [Bitboard::EMPTY; 2 * RELATIONS];
    let reach = Color::ALL.map(|color| Reach::of(color, kinds, colors));
    for color in Color::ALL {
        let (us, them) = (color.index(), color.other().index());
        let [pawns, opposing] = [us, them].map(|side| kinds[0] & colors[side]);
        let threatened = [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen]
            .into_iter()
            .fold(Bitboard::EMPTY, |all, kind| {
                all | kinds[kind.index()] & reach[them].of_lesser(kind)
            });
        let kings = kinds[PieceKind::King.index()];
        relations[us] = pawns & !stopped_by(opposing, color.other());
        relations[2 + us] = pawns & !neighbours(files_of(pawns));
        relations[4 + us] = threatened & colors[us];
        relations[6 + us] = colors[us] & !kings & reach[them].all & !reach[us].all;
    }
    relations
}

/// The squares on which an opponent's pawn has one of these pawns of `color` before it, on its own
/// file or a neighbouring one.
fn stopped_by(pawns: Bitboard, color: Color) -> Bitboard {
    let step = |squares: Bitboard, ranks: u32| match color {
        Color::White => squares << (8 * ranks),
        Color::Black => squares >> (8 * ranks),
    };
    let mut stopped = step(pawns | neighbours(pawns), 1);
    for ranks in [1, 2, 4] {
        stopped |= step(stopped, ranks);
    }
    stopped
}

/// The squares to the left and to the right of some squares.
fn neighbours(squares: Bitboard) -> Bitboard {
    squares.step(1) | squares.step(-1)
}

/// All squares of the files that some squares are on.
fn files_of(squares: Bitboard) -> Bitboard {
    let mut files = squares;
    for ranks in [1, 2, 4] {
        files |= files >> (8 * ranks);
    }
    Bitboard((files & Bitboard::rank(0)).0 * Bitboard::file(0).0)
}
