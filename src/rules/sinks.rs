//! What is done with the moves that the generator sends: they are counted, listed, looked for, made
//! on the board, or passed on where odds of moves allow them. No sink decides what is legal in
//! ordinary play; the reach of odds moves is the one law known here.

use super::bitboard::Bitboard;
use super::board::Board;
use super::movegen::Sink;
use super::moves::{Move, MoveKind, MoveList};
use super::types::{Color, PieceKind, Square};

/// Counts.
pub(super) struct Counting(pub(super) u64);

impl Sink for Counting {
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, _: Square, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn pawns(&mut self, _: i8, to: Bitboard) {
        self.0 += u64::from(to.count());
    }
    #[inline(always)]
    fn promotions(&mut self, _: i8, to: Bitboard) {
        self.0 += 4 * u64::from(to.count());
    }
    #[inline(always)]
    fn rare(&mut self, _: Move) {
        self.0 += 1;
    }
}

/// Makes a list.
pub(super) struct Listing<'a> {
    pub(super) board: &'a Board,
    pub(super) list: &'a mut MoveList,
}

impl Listing<'_> {
    #[inline(always)]
    fn push(&mut self, from: Square, to: Square, kind: MoveKind) {
        debug_assert!(
            self.board.of_color(self.board.turn).contains(from) || kind == MoveKind::Null
        );
        self.list.push(Move::new(from, to, kind));
    }
}

const PROMOTIONS: [MoveKind; 4] = [
    MoveKind::PromoteQueen,
    MoveKind::PromoteKnight,
    MoveKind::PromoteRook,
    MoveKind::PromoteBishop,
];

impl Sink for Listing<'_> {
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, from: Square, to: Bitboard) {
        for to in to {
            self.push(from, to, MoveKind::Normal);
        }
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            self.push(to.offset(-step), to, MoveKind::Normal);
        }
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for kind in PROMOTIONS {
                self.push(to.offset(-step), to, kind);
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        self.list.push(mv);
    }
}

/// Looks for one move.
pub(super) struct Membership<'a> {
    pub(super) board: &'a Board,
    pub(super) wanted: Move,
    pub(super) found: bool,
}

impl Sink for Membership<'_> {
    fn steps(&mut self, _: PieceKind, from: Square, to: Bitboard) {
        let wanted = self.wanted;
        self.found |=
            wanted.kind() == MoveKind::Normal && wanted.from() == from && to.contains(wanted.to());
    }
    fn pawns(&mut self, step: i8, to: Bitboard) {
        let wanted = self.wanted;
        self.found |= wanted.kind() == MoveKind::Normal
            && to.contains(wanted.to())
            && wanted.to().offset(-step) == wanted.from()
            && self.board.of_kind(PieceKind::Pawn).contains(wanted.from());
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        let wanted = self.wanted;
        self.found |= wanted.promotion().is_some()
            && to.contains(wanted.to())
            && wanted.to().offset(-step) == wanted.from();
    }
    fn rare(&mut self, mv: Move) {
        self.found |= mv == self.wanted;
    }
}

/// Makes every move and shows the board after it, where nothing of the old laws is left.
pub(super) struct Children<'a, const WHITE: bool, F> {
    pub(super) board: &'a Board,
    pub(super) visit: F,
}

impl<const WHITE: bool, F> Children<'_, WHITE, F> {
    const US: Color = if WHITE { Color::White } else { Color::Black };
}

impl<const WHITE: bool, F: FnMut(&Board)> Sink for Children<'_, WHITE, F> {
    #[inline(always)]
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) {
        self.board.visit_steps(Self::US, kind, from, to, &mut self.visit);
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) {
        self.board.visit_pawns(Self::US, step, to, &mut self.visit);
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for kind in PieceKind::PROMOTIONS {
                (self.visit)(&self.board.after_promotion(to.offset(-step), to, kind));
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        (self.visit)(&self.board.play(mv));
    }
}

/// The same by the general way of making moves, which the old laws need.
pub(super) struct OldChildren<'a, F> {
    pub(super) board: &'a Board,
    pub(super) visit: F,
}

impl<F: FnMut(&Board)> Sink for OldChildren<'_, F> {
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) {
        for to in to {
            (self.visit)(&self.board.after_step(kind, from, to));
        }
    }
    fn pawns(&mut self, step: i8, to: Bitboard) {
        for to in to {
            let mv = Move::new(to.offset(-step), to, MoveKind::Normal);
            (self.visit)(&self.board.play_man(mv, PieceKind::Pawn));
        }
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        for to in to {
            for kind in PROMOTIONS {
                self.rare(Move::new(to.offset(-step), to, kind));
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        (self.visit)(&self.board.play(mv));
    }
}

/// Passes on the moves that odds of several moves allow: within the reach that the code sets, and,
/// for all but the last of them, without check, since the adversary could not answer it.
pub(super) struct OddsMoves<'a, S> {
    pub(super) board: &'a Board,
    pub(super) sink: &'a mut S,
    pub(super) last: bool,
}

impl<S> OddsMoves<'_, S> {
    fn within_reach(&self, to: Bitboard) -> Bitboard {
        to & self.board.laws.odds_reach.squares(self.board.turn)
    }

    fn gives_no_check(&self, after: &Board) -> bool {
        self.last || after.checkers(after.turn).is_empty()
    }
}

impl<S: Sink> Sink for OddsMoves<'_, S> {
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) {
        let to = self
            .within_reach(to)
            .into_iter()
            .filter(|&to| self.gives_no_check(&self.board.after_step(kind, from, to)))
            .collect();
        self.sink.steps(kind, from, to);
    }
    fn pawns(&mut self, step: i8, to: Bitboard) {
        let to = self
            .within_reach(to)
            .into_iter()
            .filter(|&to| {
                let from = to.offset(-step);
                self.gives_no_check(&self.board.after_step(PieceKind::Pawn, from, to))
            })
            .collect();
        self.sink.pawns(step, to);
    }
    fn promotions(&mut self, step: i8, to: Bitboard) {
        // Four kinds that may or may not check: each square is passed on as its single moves.
        for to in self.within_reach(to) {
            for kind in PROMOTIONS {
                self.rare(Move::new(to.offset(-step), to, kind));
            }
        }
    }
    fn rare(&mut self, mv: Move) {
        let lands = if mv.is_castling() { mv.castled_king() } else { mv.to() };
        if self.within_reach(lands.bitboard()).any() && self.gives_no_check(&self.board.play(mv)) {
            self.sink.rare(mv);
        }
    }
}
