//! What is done with the moves that the generator sends: they are counted, listed, looked for, made
//! on the board, or passed on where odds of moves allow them. No sink decides what is legal in
//! ordinary play; the reach of odds moves is the one law known here.

use std::ops::ControlFlow::{self, Break, Continue};

use super::bitboard::Bitboard;
use super::board::Board;
use super::checks::Checks;
use super::moves::{Move, MoveKind, MoveList};
use super::types::{Color, PieceKind, Square};

/// Receives legal moves in sets. Each method answers whether it wants more: after a `Break` the
/// generator sends nothing.
pub trait Sink {
    /// The number so far, of a sink that only counts. Sliders then add theirs all at once, and are
    /// not sent one by one.
    #[inline(always)]
    fn sum(&mut self) -> Option<&mut u64> {
        None
    }
    /// A piece other than a pawn can go from one square to each of several.
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()>;
    /// Each square of `to` is reached by the pawn `step` behind it (see [`Bitboard::step`]).
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()>;
    /// The same for moves to the last rank: four moves a square.
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()>;
    /// One of the moves of [`MoveKind`]'s rarer kinds: castling of either sort, en
    /// passant, the null move.
    fn rare(&mut self, mv: Move) -> ControlFlow<()>;
}

/// Counts.
pub(super) struct Counting(pub(super) u64);

impl Sink for Counting {
    #[inline(always)]
    fn sum(&mut self) -> Option<&mut u64> {
        Some(&mut self.0)
    }
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, _: Square, to: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(to.count());
        Continue(())
    }
    #[inline(always)]
    fn pawns(&mut self, _: i8, to: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(to.count());
        Continue(())
    }
    #[inline(always)]
    fn promotions(&mut self, _: i8, to: Bitboard) -> ControlFlow<()> {
        self.0 += 4 * u64::from(to.count());
        Continue(())
    }
    #[inline(always)]
    fn rare(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        Continue(())
    }
}

/// Makes a list.
pub(super) struct Listing<'a> {
    pub(super) board: &'a Board,
    pub(super) list: &'a mut MoveList,
}

/// Makes a list of the moves that give check.
pub(super) struct ListingChecks<'a> {
    pub(super) listing: Listing<'a>,
    pub(super) checks: Checks,
}

impl Sink for ListingChecks<'_> {
    #[inline(always)]
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()> {
        self.listing.steps(kind, from, to & self.checks.reached(kind, from))
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        let direct = to & self.checks.pawn_checks();
        let uncovering = (to - direct) & self.checks.discoverers().step(step);
        let uncover = |to: &Square| self.checks.uncovers(to.offset(-step), *to);
        let checking = direct | uncovering.into_iter().filter(uncover).collect();
        self.listing.pawns(step, checking)
    }
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            for kind in PROMOTIONS {
                self.rare(Move::new(to.offset(-step), to, kind))?;
            }
        }
        Continue(())
    }
    fn rare(&mut self, mv: Move) -> ControlFlow<()> {
        let board = self.listing.board;
        // What is moved by a rare move is a king or a pawn.
        let kind = if mv.is_castling() { PieceKind::King } else { PieceKind::Pawn };
        if self.checks.given_by(board, kind, mv) { self.listing.rare(mv) } else { Continue(()) }
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
    fn steps(&mut self, _: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()> {
        debug_assert!(to.is_empty() || self.board.of_color(self.board.turn).contains(from));
        self.list.extend(to.into_iter().map(|to| Move::new(from, to, MoveKind::Normal)));
        Continue(())
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        let normal = |to: Square| Move::new(to.offset(-step), to, MoveKind::Normal);
        self.list.extend(to.into_iter().map(normal));
        Continue(())
    }
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            for kind in PROMOTIONS {
                self.list.push(Move::new(to.offset(-step), to, kind));
            }
        }
        Continue(())
    }
    fn rare(&mut self, mv: Move) -> ControlFlow<()> {
        self.list.push(mv);
        Continue(())
    }
}

/// Looks for any move at all, and stops at the first.
pub(super) struct AnyMove;

impl Sink for AnyMove {
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, _: Square, to: Bitboard) -> ControlFlow<()> {
        stop_if(to.any())
    }
    #[inline(always)]
    fn pawns(&mut self, _: i8, to: Bitboard) -> ControlFlow<()> {
        stop_if(to.any())
    }
    #[inline(always)]
    fn promotions(&mut self, _: i8, to: Bitboard) -> ControlFlow<()> {
        stop_if(to.any())
    }
    #[inline(always)]
    fn rare(&mut self, _: Move) -> ControlFlow<()> {
        Break(())
    }
}

#[inline(always)]
fn stop_if(found: bool) -> ControlFlow<()> {
    if found { Break(()) } else { Continue(()) }
}

/// Looks for one move, and stops the generator when it has come.
pub(super) struct Membership<'a> {
    pub(super) board: &'a Board,
    pub(super) wanted: Move,
}

impl Sink for Membership<'_> {
    #[inline(always)]
    fn steps(&mut self, _: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()> {
        let wanted = self.wanted;
        stop_if(
            wanted.kind() == MoveKind::Normal && wanted.from() == from && to.contains(wanted.to()),
        )
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        let wanted = self.wanted;
        stop_if(
            wanted.kind() == MoveKind::Normal
                && to.contains(wanted.to())
                && wanted.to().offset(-step) == wanted.from()
                && self.board.of_kind(PieceKind::Pawn).contains(wanted.from()),
        )
    }
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        let wanted = self.wanted;
        stop_if(
            wanted.promotion().is_some()
                && to.contains(wanted.to())
                && wanted.to().offset(-step) == wanted.from(),
        )
    }
    #[inline(always)]
    fn rare(&mut self, mv: Move) -> ControlFlow<()> {
        stop_if(mv == self.wanted)
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
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()> {
        self.board.visit_steps(Self::US, kind, from, to, &mut self.visit);
        Continue(())
    }
    #[inline(always)]
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        self.board.visit_pawns(Self::US, step, to, &mut self.visit);
        Continue(())
    }
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            for kind in PROMOTIONS {
                let mv = Move::new(to.offset(-step), to, kind);
                (self.visit)(&self.board.play_kind(mv, PieceKind::Pawn));
            }
        }
        Continue(())
    }
    fn rare(&mut self, mv: Move) -> ControlFlow<()> {
        (self.visit)(&self.board.play(mv));
        Continue(())
    }
}

/// The same by the general way of making moves, which the old laws need.
pub(super) struct OldChildren<'a, F> {
    pub(super) board: &'a Board,
    pub(super) visit: F,
}

impl<F: FnMut(&Board)> Sink for OldChildren<'_, F> {
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            let mv = Move::new(from, to, MoveKind::Normal);
            (self.visit)(&self.board.play_kind(mv, kind));
        }
        Continue(())
    }
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            let mv = Move::new(to.offset(-step), to, MoveKind::Normal);
            (self.visit)(&self.board.play_kind(mv, PieceKind::Pawn));
        }
        Continue(())
    }
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        for to in to {
            for kind in PROMOTIONS {
                self.rare(Move::new(to.offset(-step), to, kind))?;
            }
        }
        Continue(())
    }
    fn rare(&mut self, mv: Move) -> ControlFlow<()> {
        (self.visit)(&self.board.play(mv));
        Continue(())
    }
}

/// Passes on the moves that odds of several moves allow: within the reach that the code sets, and,
/// for all but the last of them, without check, since the opponent could not answer it.
pub(super) struct OddsMoves<'a, S> {
    pub(super) board: &'a Board,
    pub(super) sink: &'a mut S,
    pub(super) last: bool,
}

impl<S> OddsMoves<'_, S> {
    fn within_reach(&self, to: Bitboard) -> Bitboard {
        to & self.board.laws.odds_reach.squares(self.board.turn)
    }

    fn gives_no_check(&self, mv: Move) -> bool {
        self.last || {
            let after = self.board.play(mv);
            after.checkers(after.turn).is_empty()
        }
    }
}

impl<S: Sink> Sink for OddsMoves<'_, S> {
    fn steps(&mut self, kind: PieceKind, from: Square, to: Bitboard) -> ControlFlow<()> {
        let to = self
            .within_reach(to)
            .into_iter()
            .filter(|&to| self.gives_no_check(Move::new(from, to, MoveKind::Normal)))
            .collect();
        self.sink.steps(kind, from, to)
    }
    fn pawns(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        let to = self
            .within_reach(to)
            .into_iter()
            .filter(|&to| self.gives_no_check(Move::new(to.offset(-step), to, MoveKind::Normal)))
            .collect();
        self.sink.pawns(step, to)
    }
    fn promotions(&mut self, step: i8, to: Bitboard) -> ControlFlow<()> {
        // Four kinds that may or may not check: each square is passed on as its single moves.
        for to in self.within_reach(to) {
            for kind in PROMOTIONS {
                self.rare(Move::new(to.offset(-step), to, kind))?;
            }
        }
        Continue(())
    }
    fn rare(&mut self, mv: Move) -> ControlFlow<()> {
        let lands = if mv.is_castling() { mv.castled_king() } else { mv.to() };
        if self.within_reach(lands.bitboard()).any() && self.gives_no_check(mv) {
            self.sink.rare(mv)
        } else {
            Continue(())
        }
    }
}
