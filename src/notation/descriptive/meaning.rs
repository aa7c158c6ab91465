//! What a text says of a move, and which legal moves it can mean. Nothing here reads text, and
//! nothing here knows how pieces move: it asks for legal moves and compares.

use super::names::Origins;
use crate::rules::{Bitboard, Color, Move, MoveKind, PieceKind, Position, Square, Wing};

/// The name of a piece or pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Name {
    pub(super) kind: PieceKind,
    /// The wing that a piece is called after.
    pub(super) wing: Option<Wing>,
    /// The squares of the files that a pawn is called after; all squares for a piece.
    pub(super) files: Bitboard,
    /// Which of the pawns on its file a pawn is, 0 being the furthest from its player's first
    /// rank (british1897:I.8).
    pub(super) nth: Option<u8>,
}

impl Name {
    /// A piece or pawn without further name.
    pub(super) const fn plain(kind: PieceKind) -> Self {
        Self { kind, wing: None, files: Bitboard::ALL, nth: None }
    }

    /// What it costs to call the piece on a square by this name.
    fn cost(self, position: &Position, origins: &Origins, square: Square) -> Option<u32> {
        let is_nth = |nth| place_on_file(position, square) == Some(nth);
        if !self.files.contains(square) || !self.nth.is_none_or(is_nth) {
            return None;
        }
        self.wing.map_or(Some(0), |wing| origins.cost_of_wing(square, wing))
    }
}

/// How many pawns of its colour on its file stand further from their first rank than the one on a
/// square.
fn place_on_file(position: &Position, square: Square) -> Option<u8> {
    let color = position.piece_at(square)?.color();
    let pawns = position.board().pieces(color, PieceKind::Pawn) & Bitboard::file(square.file());
    let rank = square.rank_for(color);
    Some(pawns.into_iter().filter(|pawn| pawn.rank_for(color) > rank).count() as u8)
}

/// What is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    Move,
    Capture,
    /// On that side, or on either where none is named.
    Castle(Option<Wing>),
}

/// What a text says of a move. What it does not say is as wide as can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Description {
    pub(super) mover: Name,
    /// The squares it may come from.
    pub(super) from: Bitboard,
    pub(super) action: Action,
    /// The squares it may go to.
    pub(super) to: Bitboard,
    pub(super) captured: Name,
    /// The squares where the captured piece may stand.
    pub(super) at: Bitboard,
    pub(super) en_passant: bool,
    pub(super) promotion: Option<PieceKind>,
    pub(super) check: bool,
    pub(super) mate: bool,
}

impl Description {
    /// A text that has said nothing yet but who moves.
    pub(super) const fn of(mover: Name) -> Self {
        Self {
            mover,
            from: Bitboard::ALL,
            action: Action::Move,
            to: Bitboard::ALL,
            captured: Name::plain(PieceKind::Pawn),
            at: Bitboard::ALL,
            en_passant: false,
            promotion: None,
            check: false,
            mate: false,
        }
    }

    /// How far from a text's plain sense a legal move is, if it can mean that move at all: 0 for
    /// the plain sense; more where a wing is where a piece stands and not where it comes from,
    /// where an en passant capture is not called so, or where a promotion is left out (queen
    /// first). When `lenient`, a check or mate that is none costs too.
    pub(super) fn cost(
        &self,
        position: &Position,
        origins: &Origins,
        mv: Move,
        lenient: bool,
    ) -> Option<u32> {
        if mv.is_null() {
            return None;
        }
        let mut cost = match self.action {
            Action::Castle(wing) => {
                let king_side = mv.castled_king().file() == 6;
                let side = if king_side { Wing::King } else { Wing::Queen };
                (mv.is_castling() && wing.is_none_or(|wing| wing == side)).then_some(0)?
            }
            _ => self.cost_of_squares(position, origins, mv)?,
        };
        if self.check || self.mate {
            let kept = if self.mate {
                let after = position.play(mv);
                after.in_check() && !after.board().has_legal_move()
            } else {
                position.gives_check(mv)
            };
            if !kept {
                cost += lenient.then_some(CHECK_THAT_IS_NONE)?;
            }
        }
        Some(cost)
    }

    fn cost_of_squares(&self, position: &Position, origins: &Origins, mv: Move) -> Option<u32> {
        if mv.is_castling() || !self.from.contains(mv.from()) {
            return None;
        }
        let kind = position.piece_at(mv.from())?.kind();
        if kind != self.mover.kind || (self.en_passant && mv.kind() != MoveKind::EnPassant) {
            return None;
        }
        let mut cost = self.mover.cost(position, origins, mv.from())?;
        match (self.action, position.captured(mv)) {
            (Action::Move, None) => {}
            (Action::Capture, Some(captured)) => {
                let square = captured_on(position.turn(), mv);
                if captured.kind() != self.captured.kind || !self.at.contains(square) {
                    return None;
                }
                cost += self.captured.cost(position, origins, square)?;
                cost += u32::from(mv.kind() == MoveKind::EnPassant && !self.en_passant);
            }
            _ => return None,
        }
        if !self.to.contains(mv.to()) {
            return None;
        }
        match (self.promotion, mv.promotion()) {
            (stated, made) if stated == made => Some(cost),
            (None, Some(PieceKind::Queen)) => Some(cost + 1),
            (None, Some(_)) => Some(cost + 3),
            _ => None,
        }
    }
}

/// What a check or mate costs that the move does not give.
const CHECK_THAT_IS_NONE: u32 = 4;

/// Where the captured piece stands.
pub(super) fn captured_on(turn: Color, mv: Move) -> Square {
    match mv.kind() {
        MoveKind::EnPassant => Square::at(mv.to().file(), turn.square(0, 4).rank()),
        _ => mv.to(),
    }
}
