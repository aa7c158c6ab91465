//! Which moves win at once by the law, and which are the last that a law allows. A search asks it
//! of single moves and must get a cheap answer; what the end is, `verdict` alone decides.

use super::laws::{FiftyMoves, Stalemate};
use super::moves::Move;
use super::position::Position;
use super::types::PieceKind;
use super::verdict::{FIFTY_MOVES, SEVENTY_FIVE_MOVES};

impl Position {
    /// Whether the law lets the side to move win otherwise than by mate: against a player bound by
    /// an undertaking, or by stalemating where that wins.
    #[inline]
    pub fn can_win_without_mate(&self) -> bool {
        match self.undertaking() {
            Some(bound) => bound.giver != self.turn(),
            None => self.laws().stalemate == Stalemate::Loss,
        }
    }

    /// Whether a legal move wins at once: it captures the marked piece or the last that could give
    /// the mate undertaken, leaves the giver a dead position, or stalemates where that wins. Quiet
    /// mates are left to the search.
    #[inline]
    pub fn wins_at_once(&self, mv: Move) -> bool {
        self.can_win_without_mate()
            && (self.is_noisy(mv) || self.may_stalemate())
            && self.is_won_after(mv)
    }

    /// Whether a quiet move could win at once.
    #[inline]
    pub fn may_win_by_a_quiet_move(&self) -> bool {
        self.can_win_without_mate() && self.may_stalemate()
    }

    #[cold]
    fn is_won_after(&self, mv: Move) -> bool {
        self.play(mv).outcome().is_some_and(|outcome| outcome.winner == Some(self.turn()))
    }

    /// Whether the opponent has so little beside his king and pawns that he may be stalemated.
    /// With two pieces hemmed in it can happen, but so seldom that it is left to the search.
    fn may_stalemate(&self) -> bool {
        let board = self.board();
        let immobile = board.of_kind(PieceKind::King) | board.of_kind(PieceKind::Pawn);
        (board.of_color(self.turn().other()) - immobile).count() <= 1
    }

    /// Whether the side to move is bound to mate with this very move, so that each of his moves
    /// ends the game (`within=N`).
    #[inline]
    pub fn must_mate_now(&self) -> bool {
        self.undertaking().is_some_and(|bound| bound.giver == self.turn())
            && self.moves_left() == Some(1)
    }

    /// In how many plies a count of the law ends the game or lets a player end it, if nothing
    /// begins the count anew; `None` where none is running. A mate with the last of them still
    /// counts.
    pub fn plies_until_count_is_full(&self) -> Option<u16> {
        let counts = match self.laws().fifty_moves {
            FiftyMoves::CapturesAndPawns | FiftyMoves::Captures => true,
            FiftyMoves::Notice => self.notice().is_some(),
            FiftyMoves::Off => false,
        };
        let fifty = counts.then(|| FIFTY_MOVES.saturating_sub(self.fifty_count()));
        let limit = self.laws().has_automatic_limits();
        let automatic = limit.then(|| SEVENTY_FIVE_MOVES.saturating_sub(self.halfmove()));
        fifty.into_iter().chain(automatic).min()
    }
}

#[cfg(test)]
mod tests {
    use super::super::laws::{Code, Terms, Variant};
    use super::*;
    use crate::rules::Setup;

    #[test]
    fn nothing_but_mate_wins_in_ordinary_chess() {
        let position = Position::initial();
        assert!(!position.can_win_without_mate() && !position.may_win_by_a_quiet_move());
        assert!(!position.must_mate_now());
        assert!(position.legal_moves().into_iter().all(|mv| !position.wins_at_once(mv)));
    }

    #[test]
    fn each_law_has_its_count() {
        let plies = |terms: &Terms, change: fn(&mut Setup)| {
            let mut setup = terms.start();
            change(&mut setup);
            setup.position(terms).unwrap().plies_until_count_is_full()
        };
        let late = |setup: &mut Setup| (setup.halfmove, setup.captureless) = (90, Some(95));
        let noticed = |setup: &mut Setup| (setup.halfmove, setup.notice) = (10, Some(97));
        assert_eq!(plies(&Terms::default(), late), Some(10));
        assert_eq!(plies(&Code::British1897.into(), late), Some(5));
        assert_eq!(plies(&Code::France1804.into(), late), None);
        assert_eq!(plies(&Code::France1804.into(), noticed), Some(3));
        let off = Terms { fifty_moves: Some(FiftyMoves::Off), ..Terms::default() };
        assert_eq!(plies(&off, late), Some(60), "FIDE's 75 moves remain");
        assert_eq!(plies(&Variant::DrawOdds.terms(), |_| {}), Some(100));
    }
}
