//! Driving a bare king to where it can be mated, and knowing when it cannot. The training games end
//! before it comes to that, and what a network makes of such positions leads nowhere: without this it
//! let a rook's win go by repetition in three of eight games at 5,000 nodes a move, and under
//! `england1804`, where no count of moves ends a game of itself, went on with a knight alone for 400.

use super::Score;
use crate::rules::laws::Stalemate;
use crate::rules::{Bitboard, Board, Color, PieceKind, Position, Square};

/// The worth of a won ending beside its material, in centipawns: above whatever a network says.
const WON: i32 = 1_000;
/// A pawn that has advanced by a rank, in centipawns.
const ADVANCE: i32 = 8;

/// The score for the player to move where one side has a king alone and the other can force the mate
/// that it needs with its pieces, or has no pawn and cannot force any; `None` anywhere else. Where only
/// a pawn or a marked piece may give the mate this says nothing.
#[inline]
pub fn bare_king_score(position: &Position) -> Option<Score> {
    let board = position.board();
    let strong = against_bare_king(board)?;
    let square = match position.undertaking() {
        None => None,
        Some(bound) if bound.giver == strong && bound.conditions.any_piece_may_mate() => {
            bound.conditions.square
        }
        Some(_) => return None,
    };
    let driven = match square {
        None if pieces_can_mate(board, strong) => WON + driven(board, strong),
        Some(square) if pieces_can_mate_anywhere(board, strong) => driven_to(square, board, strong),
        _ => return cannot_be_won(position, strong).then_some(Score::ZERO),
    };
    let pawns = board.pieces(strong, PieceKind::Pawn);
    let advanced: i32 = pawns.into_iter().map(|square| i32::from(square.rank_for(strong))).sum();
    let score = driven + board.material(strong) + ADVANCE * advanced;
    Some(Score(if position.turn() == strong { score } else { -score }).clipped())
}

/// Whether the game is drawn when the pieces of `strong` cannot force mate on the bare king: `strong`
/// has no pawn to promote, stalemate does not lose, and no player has undertaken to mate.
fn cannot_be_won(position: &Position, strong: Color) -> bool {
    let pawns = position.board().pieces(strong, PieceKind::Pawn);
    let stalemate = position.laws().stalemate;
    pawns.is_empty() && position.undertaking().is_none() && stalemate != Stalemate::Loss
}

/// The player who has more than a king, where the other has a king alone.
#[inline]
fn against_bare_king(board: &Board) -> Option<Color> {
    let bare = Color::ALL.into_iter().find(|&color| !board.of_color(color).many())?;
    board.of_color(bare.other()).many().then_some(bare.other())
}

/// Whether the pieces of a colour, without its pawns, can force mate on a bare king: a queen, a
/// rook, bishops on both colours, bishop and knight, or three knights.
fn pieces_can_mate(board: &Board, strong: Color) -> bool {
    let of = |kind| board.pieces(strong, kind);
    let bishops = of(PieceKind::Bishop);
    let knights = of(PieceKind::Knight).count();
    let dark = bishops & Bitboard::DARK;
    let both_colors = dark.any() && (bishops - Bitboard::DARK).any();
    let major = (of(PieceKind::Queen) | of(PieceKind::Rook)).any();
    major || both_colors || (bishops.any() && knights > 0) || knights > 2
}

/// Whether the pieces of a colour, without its pawns, can force mate on any square of the board: its
/// queens and rooks are worth two rooks, which a queen alone is not.
fn pieces_can_mate_anywhere(board: &Board, strong: Color) -> bool {
    let worth = |kind: PieceKind| kind.kaufman_value() * board.pieces(strong, kind).count() as i32;
    worth(PieceKind::Queen) + worth(PieceKind::Rook) >= 2 * PieceKind::Rook.kaufman_value()
}

/// Centipawns for driving the bare king to a square where it must be mated, and for a king near it
/// that leaves it the way. With these numbers 4 of 12,300 games at 5,000 nodes a move were not won
/// (queens and rooks, mates on c6, a8 and e4); without those for a king in the way 12 were not. With
/// 40 in place of 100 a bare king got away from c6.
fn driven_to(square: Square, board: &Board, strong: Color) -> i32 {
    let (hunter, hunted) = (board.king(strong), board.king(strong.other()));
    let near = 10 * (7 - distance(hunter, hunted));
    // A king on the square or beside it keeps the other away from it.
    let in_the_way = (2 - distance(hunter, square)).max(0);
    100 * (7 - distance(hunted, square)) + near - 30 * in_the_way
}

/// The moves of a king from one square to another.
fn distance(one: Square, other: Square) -> i32 {
    one.file().abs_diff(other.file()).max(one.rank().abs_diff(other.rank())).into()
}

/// Centipawns for driving the bare king to the edge, or with bishop and knight to a corner of the
/// bishop's colour, and for a king near it. With these numbers the engine mated in each of 100 games
/// at 5,000 nodes a move: in 57 plies on average with bishop and knight.
fn driven(board: &Board, strong: Color) -> i32 {
    let (hunter, hunted) = (board.king(strong), board.king(strong.other()));
    let (file, rank) = (i32::from(hunted.file()), i32::from(hunted.rank()));
    let near = 20 * (7 - distance(hunter, hunted));
    let bishop = board.pieces(strong, PieceKind::Bishop);
    let with_knight = board.pieces(strong, PieceKind::Knight).any();
    if bishop.any() && with_knight && board.of_color(strong).count() == 3 {
        // The distance from the diagonal between the two wrong corners.
        let dark = (bishop & Bitboard::DARK).any();
        near + 100 * if dark { 7 - file - rank } else { file - rank }.abs()
    } else {
        let from_edge = |line: i32| line.min(7 - line);
        near + 20 * (6 - from_edge(file) - from_edge(rank))
    }
}
