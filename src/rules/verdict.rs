//! What the law makes of a position: whether the game has ended in it, and for whom. Ends that
//! depend on the game's history or on a player's claim are [`Game`](super::Game)'s.

use super::bitboard::Bitboard;
use super::laws::{
    Breach, DrawnBy, FiftyMoves, Outcome, Reason, Repetition, Stalemate, Undertaking,
};
use super::position::Position;
use super::types::{Color, PieceKind, Square};

/// Fifty moves of each, in plies.
pub const FIFTY_MOVES: u16 = 100;
/// Seventy-five moves of each, in plies.
pub const SEVENTY_FIVE_MOVES: u16 = 150;

impl Position {
    /// How the game has ended, if the position itself has ended it.
    pub fn outcome(&self) -> Option<Outcome> {
        match self.standing_outcome() {
            Some(standing) => Some(self.first_of_ends(standing)),
            None => (!self.has_legal_move()).then(|| self.outcome_without_moves()),
        }
    }

    /// [`Position::outcome`], except that a lack of legal moves alone is not looked for: a search
    /// finds that out when it comes to the moves.
    #[inline]
    pub fn outcome_before_moves(&self) -> Option<Outcome> {
        self.standing_outcome().map(|standing| self.first_of_ends(standing))
    }

    /// Which of several ends comes first: checkmate and stalemate end the game with the move that
    /// brings them about, before anything is counted and before a limit has passed.
    pub fn first_of_ends(&self, other: Outcome) -> Outcome {
        if self.has_legal_move() { other } else { self.outcome_without_moves() }
    }

    /// How the game has ended when the player to move has no legal move: checkmate or stalemate,
    /// and what the law and an undertaking make of it.
    pub fn outcome_without_moves(&self) -> Outcome {
        if !self.in_check() {
            return self.outcome_of_stalemate();
        }
        let winner = self.turn().other();
        match self.undertaking() {
            Some(bound) if bound.giver == winner && !self.mate_is_as_undertaken(bound) => {
                Outcome::win(self.turn(), Reason::Undertaking(Breach::WrongMate))
            }
            _ => Outcome::win(winner, Reason::Checkmate),
        }
    }

    /// amateur1804:XVI and its successors; under an undertaking stalemate is not the mate
    /// undertaken, whatever the code makes of it (british1897:IV.8, rogers1907:XXXIX).
    fn outcome_of_stalemate(&self) -> Outcome {
        let stalemated = self.turn();
        if let Some(bound) = self.undertaking() {
            return bound.failed(Breach::NotMated(DrawnBy::Stalemate));
        }
        match self.laws().stalemate {
            Stalemate::Draw => Outcome { winner: None, reason: Reason::Stalemate },
            Stalemate::Win => Outcome::win(stalemated, Reason::Stalemate),
            Stalemate::Loss => Outcome::win(stalemated.other(), Reason::Stalemate),
        }
    }

    /// How the game has ended although legal moves remain: an undertaking that can no longer be
    /// kept, a dead position, fifty moves since notice, seventy-five moves today.
    fn standing_outcome(&self) -> Option<Outcome> {
        if let Some(bound) = self.undertaking()
            && let Some(breach) = self.breach(bound)
        {
            return Some(bound.failed(breach));
        }
        let automatic = self.laws().has_automatic_limits() && self.halfmove() >= SEVENTY_FIVE_MOVES;
        let drawn_by = if self.is_dead() {
            DrawnBy::Dead
        } else if self.notice().is_some_and(|plies| plies >= FIFTY_MOVES) {
            DrawnBy::FiftyOnNotice
        } else if automatic {
            DrawnBy::SeventyFiveMoves
        } else {
            return None;
        };
        Some(self.drawn(drawn_by))
    }

    /// The outcome of a game that ends without a winner on the board: a draw, or the loss of the
    /// player who had undertaken to mate.
    pub fn drawn(&self, by: DrawnBy) -> Outcome {
        match self.undertaking() {
            Some(bound) => bound.failed(Breach::NotMated(by)),
            None => Outcome { winner: None, reason: by.reason() },
        }
    }

    /// Whether the mate on the board meets every condition of the undertaking.
    fn mate_is_as_undertaken(&self, bound: Undertaking) -> bool {
        let conditions = bound.conditions;
        let board = self.board();
        let by_kind = |kind| (self.checkers() & board.of_kind(kind)).any();
        let by_marked = || board.marked().is_some_and(|marked| self.checkers().contains(marked));
        conditions.kinds().all(by_kind)
            && (conditions.mark.is_none() || by_marked())
            && conditions.square.is_none_or(|square| board.king(self.turn()) == square)
            && conditions.within.is_none_or(|limit| self.moves_made(bound.giver) <= limit.get())
    }

    /// How many moves a player has made since move 1, by the fullmove number.
    fn moves_made(&self, player: Color) -> u16 {
        if player == Color::White && self.turn() == Color::Black {
            self.fullmove()
        } else {
            self.fullmove() - 1
        }
    }

    /// Why the undertaking can no longer be kept, if it cannot, the player to move having moves.
    pub fn breach(&self, bound: Undertaking) -> Option<Breach> {
        if let Some(breach) = self.mark_lost() {
            return Some(breach);
        }
        let board = self.board();
        let pawns = board.pieces(bound.giver, PieceKind::Pawn);
        // The marked pawn may not become another piece (rogers1907:XXXVII), or is lost by it.
        let marked = board.marked().map_or(Bitboard::EMPTY, Square::bitboard);
        let missing = bound.conditions.kinds().find(|&kind| {
            let to_be = if kind == PieceKind::Pawn { pawns } else { pawns - marked };
            (board.pieces(bound.giver, kind) | to_be).is_empty()
        });
        let bare = board.of_color(bound.giver).count() == 1;
        match (missing, bound.conditions.within) {
            (Some(kind), _) => Some(Breach::NoPieceLeft(kind)),
            _ if bare => Some(Breach::BareKing),
            (None, Some(limit)) if self.moves_made(bound.giver) >= limit.get() => {
                Some(Breach::LimitPassed)
            }
            _ => None,
        }
    }
}

impl Undertaking {
    /// The giver has failed, and so lost.
    pub(crate) fn failed(self, breach: Breach) -> Outcome {
        Outcome::win(self.giver.other(), Reason::Undertaking(breach))
    }
}

/// What a search asks of the law. It never reads a law itself.
impl Position {
    /// The key by which the law in force tells whether a position has stood before. FIDE 9.2.3 asks
    /// for the same pieces and the same possible moves: the moves left for an undertaking are no
    /// part of it. Where the law has no rule, the same.
    #[inline]
    pub fn repetition_key(&self) -> u64 {
        match self.laws().repetition {
            Repetition::Fide | Repetition::Off => self.key_of_moves(),
            Repetition::Men | Repetition::MenOrSeries => self.placement_key(),
        }
    }

    /// Whether the law's count of fifty moves is full, so that a draw is to be had.
    #[inline]
    pub fn fifty_moves_are_full(&self) -> bool {
        self.fifty_count() >= FIFTY_MOVES
    }

    /// Whether a draw that the record of the game proves is an option of the player to move, who
    /// may as well play on (british1897:II.8b-c, federation1912:32c-d). It is as good as the end of
    /// the game in three cases: where either player may claim (rogers1907:XXIX); today, when match
    /// runners end the game; and at a third occurrence where the law has no rule of recurrence,
    /// since both players are then taken to agree to a draw.
    #[inline]
    pub fn only_mover_claims(&self, ground: DrawnBy) -> bool {
        let laws = self.laws();
        let agreed = ground == DrawnBy::ThirdOccurrence && laws.repetition == Repetition::Off;
        laws.only_mover_claims() && !laws.has_automatic_limits() && !agreed
    }

    /// Whether only what today's law and its tablebases know can happen from here: stalemate is a
    /// draw, captures and pawn moves reset the count, nobody is bound by an undertaking, and
    /// neither ghost rights nor moves of odds are left.
    pub fn is_orthodox(&self) -> bool {
        self.laws().stalemate == Stalemate::Draw
            && self.laws().fifty_moves == FiftyMoves::CapturesAndPawns
            && self.undertaking().is_none()
            && self.board().old.is_empty()
    }

    /// Whether to pass the turn can be assumed to be worth no more than the best move, which is
    /// what the null-move heuristic rests on. It is not while moves of the odds are to be made.
    /// With only king and pawns the player may be in zugzwang; where stalemate decides the game
    /// he may be so with one piece, and be glad of it.
    #[inline]
    pub fn null_move_allowed(&self) -> bool {
        let board = self.board();
        let kings_and_pawns = board.of_kind(PieceKind::King) | board.of_kind(PieceKind::Pawn);
        let pieces = board.of_color(self.turn()) - kings_and_pawns;
        let needed = if self.stalemate_decides() { 2 } else { 1 };
        pieces.count() >= needed && board.odds_moves() == 0
    }

    /// Whether a player who has no move and is not in check has won or lost, so that nothing may
    /// be concluded about a position before it is known to have a legal move.
    #[inline]
    pub fn stalemate_decides(&self) -> bool {
        self.laws().stalemate != Stalemate::Draw || self.undertaking().is_some()
    }

    /// Whether the player to move may have won at this very ply by having no legal move: as the
    /// stalemated under England's law, or against an undertaking. A bound of the search that
    /// rests on "he cannot have won yet" must then not be used.
    #[inline]
    pub fn side_to_move_may_have_won(&self) -> bool {
        match self.undertaking() {
            Some(bound) => bound.giver != self.turn(),
            None => self.laws().stalemate == Stalemate::Win,
        }
    }
}
