//! The hand-made evaluation: the weighted terms of [`super::terms`], tapered between middle game
//! and end game, and drawn toward zero where the men left can hardly win. It stays until a network
//! takes its place.

use super::terms::{Look, Tally};
use super::weights::WEIGHTS;
use super::{Evaluator, Score};
use crate::rules::laws::Stalemate;
use crate::rules::{Bitboard, Board, Color, PieceKind, Position};

/// The hand-made evaluator. It keeps nothing between positions.
#[derive(Clone, Default)]
pub struct Classical;

/// Sums weights.
#[derive(Default)]
struct Sum {
    middle: i32,
    end: i32,
}

impl Tally for Sum {
    #[inline(always)]
    fn add(&mut self, term: usize, count: i32) {
        let (middle, end) = WEIGHTS[term];
        self.middle += i32::from(middle) * count;
        self.end += i32::from(end) * count;
    }
}

impl Evaluator for Classical {
    fn evaluate(&mut self, position: &Position) -> Score {
        let board = position.board();
        let mut sum = Sum::default();
        let phase = Look::tally(board, &mut sum);
        let drawish =
            position.laws().stalemate == Stalemate::Draw && position.undertaking().is_none();
        let end = if drawish { sum.end * scale(board, sum.end) / SCALE_ONE } else { sum.end };
        let white = (sum.middle * phase + end * (24 - phase)) / 24 + mop_up(board);
        let ours = if position.turn() == Color::White { white } else { -white };
        Score(ours).clipped()
    }
}

/// The full worth of an end game, for [`scale`].
pub const SCALE_ONE: i32 = 64;

/// How much of an end game's worth is left, out of [`SCALE_ONE`], when the better side can hardly
/// win: without pawns it must be more than a minor man ahead; bishops of opposite colours hold.
/// Right only where stalemate is a draw.
pub fn scale(board: &Board, end: i32) -> i32 {
    let strong = if end > 0 { Color::White } else { Color::Black };
    let worth = |color| {
        3 * (board.men(color, PieceKind::Knight) | board.men(color, PieceKind::Bishop)).count()
            + 5 * board.men(color, PieceKind::Rook).count()
            + 9 * board.men(color, PieceKind::Queen).count()
    };
    let (ours, theirs) = (worth(strong), worth(strong.other()));
    let pawns = board.men(strong, PieceKind::Pawn).count();
    if pawns == 0 && ours <= theirs + 3 {
        return if ours < 5 { 2 } else { 12 };
    }
    let bishops = |color| board.men(color, PieceKind::Bishop);
    let (white, black) = (bishops(Color::White), bishops(Color::Black));
    let opposite =
        white.count() == 1 && black.count() == 1 && ((white | black) & Bitboard::DARK).count() == 1;
    match opposite {
        true if ours == 3 && theirs == 3 => 28,
        true => 48,
        false => (40 + 6 * pawns as i32).min(SCALE_ONE),
    }
}

/// Against a bare king: to the edge with him, and our king after him. Centipawns for White.
fn mop_up(board: &Board) -> i32 {
    for strong in Color::ALL {
        let weak = strong.other();
        if board.of_color(weak).count() == 1 && board.of_color(strong).count() > 1 {
            let (hunter, hunted) = (board.king(strong), board.king(weak));
            let edge = |line: u8| i32::from(line.min(7 - line));
            let to_edge = 6 - edge(hunted.file()) - edge(hunted.rank());
            let apart = i32::from(hunter.file().abs_diff(hunted.file()))
                + i32::from(hunter.rank().abs_diff(hunted.rank()));
            let mut bonus = 12 * to_edge + 6 * (14 - apart);
            // With bishop and knight he must go to a corner of the bishop's colour.
            let bishops = board.men(strong, PieceKind::Bishop);
            if bishops.count() == 1 && board.men(strong, PieceKind::Knight).any() {
                let dark = (bishops & Bitboard::DARK).any();
                let corners = if dark { [(0, 0), (7, 7)] } else { [(7, 0), (0, 7)] };
                let nearest = corners.map(|(file, rank): (u8, u8)| {
                    hunted.file().abs_diff(file).max(hunted.rank().abs_diff(rank))
                });
                bonus += 20 * (7 - i32::from(nearest[0].min(nearest[1])));
            }
            return if strong == Color::White { bonus } else { -bonus };
        }
    }
    0
}
