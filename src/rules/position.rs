//! A valid position: the [`Board`] with its keys and the counters that the laws of draws ask for.
//! A position is made by [`Setup`](super::Setup) or by a legal move, never otherwise, so nothing
//! here checks it again.

use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::laws::{Breach, FiftyMoves, Laws, Terms, Undertaking};
use super::movegen::Scope;
use super::moves::{Move, MoveKind, MoveList};
use super::setup::Setup;
use super::types::{Color, Piece, PieceKind, Square};
use super::zobrist;

/// A position under a law. Cheap to copy: a move makes a new one.
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    men: [Option<Piece>; 64],
    checkers: Bitboard,
    /// Men and turn.
    men_key: u64,
    castling_key: u64,
    /// What does not change in a game: the law and the undertaking.
    law_key: u64,
    key: u64,
    pawn_key: u64,
    /// The men of each colour that are not pawns.
    piece_keys: [u64; 2],
    undertaking: Option<Undertaking>,
    /// What became of the marked man, once he is gone.
    mark_lost: Option<Breach>,
    halfmove: u16,
    fullmove: u16,
    captureless: u16,
    notice: Option<u16>,
    chess960: bool,
}

impl Position {
    /// The initial array of today's game.
    pub fn initial() -> Self {
        Setup::initial().position(&Terms::default()).expect("the initial array is a position")
    }

    /// The position that a checked setup describes.
    pub(super) fn found(board: Board, setup: &Setup, terms: &Terms) -> Self {
        let giver = terms.giver(Some(setup));
        let undertaking = terms.undertaking.map(|conditions| Undertaking { giver, conditions });
        let laws_seed = zobrist::of_law(0, board.laws.seed() ^ Laws::MODERN.seed());
        let modern = board.laws == Laws::MODERN && undertaking.is_none();
        let bound_seed = undertaking.map_or(0, |bound| {
            zobrist::of_law(1, bound.conditions.seed() << 1 | bound.giver as u64)
        });
        let marked_in_vain = undertaking.is_some_and(|bound| bound.conditions.mark.is_some())
            && board.marked().is_none();
        let mut position = Self {
            board,
            men: setup.men,
            checkers: board.checkers(board.turn),
            men_key: if board.turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 },
            castling_key: zobrist::castling(board.castling),
            law_key: if modern { 0 } else { laws_seed ^ bound_seed },
            key: 0,
            pawn_key: 0,
            piece_keys: [0; 2],
            undertaking,
            mark_lost: marked_in_vain.then_some(Breach::MarkedManTaken),
            halfmove: setup.halfmove,
            fullmove: setup.fullmove.max(1),
            captureless: setup.captureless.unwrap_or(0).max(setup.halfmove),
            notice: None,
            chess960: terms.chess960,
        };
        for square in Square::all() {
            if let Some(piece) = setup.men[square.index()] {
                position.toggle_keys(piece, square);
            }
        }
        if board.laws.fifty_moves == FiftyMoves::Notice {
            let listed = position.is_listed_ending();
            position.notice = setup.notice.or(if listed { Some(0) } else { None });
        }
        position.key = position.full_key();
        position
    }

    /// The men and rights.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.board.turn
    }

    /// The man on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.men[square.index()]
    }

    /// The law.
    #[inline]
    pub const fn laws(&self) -> Laws {
        self.board.laws
    }

    /// The undertaking, if a player is bound by one.
    #[inline]
    pub const fn undertaking(&self) -> Option<Undertaking> {
        self.undertaking
    }

    /// What became of the marked man, once he is taken or promoted.
    pub(super) const fn mark_lost(&self) -> Option<Breach> {
        self.mark_lost
    }

    /// Plies since the last capture or pawn move: FEN's fifth field.
    pub const fn halfmove(&self) -> u16 {
        self.halfmove
    }

    /// The number of the move to be made, from 1: FEN's sixth field.
    pub const fn fullmove(&self) -> u16 {
        self.fullmove
    }

    /// Plies since the last capture.
    pub const fn captureless(&self) -> u16 {
        self.captureless
    }

    /// Plies since notice of fifty moves was given, under a law that has it.
    pub const fn notice(&self) -> Option<u16> {
        self.notice
    }

    /// Plies that the law's fifty-move rule has counted, 100 being fifty moves of each; 0 under a
    /// law that counts none.
    pub const fn fifty_count(&self) -> u16 {
        match self.board.laws.fifty_moves {
            FiftyMoves::CapturesAndPawns => self.halfmove,
            FiftyMoves::Captures => self.captureless,
            FiftyMoves::Notice => match self.notice {
                Some(plies) => plies,
                None => 0,
            },
            FiftyMoves::Off => 0,
        }
    }

    /// Whether castling is written as in Chess960.
    pub const fn chess960(&self) -> bool {
        self.chess960
    }

    /// The square a pawn can be taken on in passing, when a legal move does so.
    pub const fn en_passant(&self) -> Option<Square> {
        self.board.en_passant
    }

    /// The key of everything that decides the moves and the result to come, the law included,
    /// history excepted.
    #[inline(always)]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The same without the moves left for an undertaking: positions that are alike by it have the
    /// same possible moves.
    #[inline]
    pub fn key_of_moves(&self) -> u64 {
        self.key ^ self.moves_left().map_or(0, moves_left_key)
    }

    /// The key of men and turn alone: what british1897:I.16 and federation1912:32c call the
    /// position.
    #[inline]
    pub const fn men_key(&self) -> u64 {
        self.men_key
    }

    /// The key of the pawns.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.pawn_key
    }

    /// The key of one colour's men that are not pawns.
    #[inline]
    pub const fn piece_key(&self, color: Color) -> u64 {
        self.piece_keys[color as usize]
    }

    /// The men that check the player to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Whether the player to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.board.legal_moves()
    }

    /// The legal moves of a scope.
    pub fn moves(&self, scope: Scope) -> MoveList {
        self.board.moves(scope)
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal(mv)
    }

    /// What a move takes, if it takes.
    #[inline]
    pub const fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Piece::new(self.board.turn.other(), PieceKind::Pawn)),
            MoveKind::Castle | MoveKind::GhostCastle | MoveKind::Null => None,
            _ => self.men[mv.to().index()],
        }
    }

    /// Whether a move takes or promotes.
    #[inline]
    pub const fn is_noisy(&self, mv: Move) -> bool {
        self.captured(mv).is_some() || mv.promotion().is_some()
    }

    /// Whether a legal move checks the adversary.
    pub fn gives_check(&self, mv: Move) -> bool {
        let after = self.board.play_man(mv, self.moving_kind(mv));
        after.checkers(after.turn).any()
    }

    /// The position after a legal move.
    pub fn play(&self, mv: Move) -> Self {
        let mut after = *self;
        after.board = self.board.play_man(mv, self.moving_kind(mv));
        after.move_men(mv);
        after.count(mv, self);
        after.settle_en_passant();
        if after.board.castling != self.board.castling {
            after.castling_key = zobrist::castling(after.board.castling);
        }
        after.checkers = after.board.checkers(after.board.turn);
        if self.board.marked().is_some() && after.board.marked().is_none() {
            let promoted = mv.promotion().is_some() && self.board.marked() == Some(mv.from());
            after.mark_lost =
                Some(if promoted { Breach::MarkedManPromoted } else { Breach::MarkedManTaken });
        }
        after.key = after.full_key();
        after
    }

    /// The position with the turn passed, for the null-move search. No legal move does this;
    /// the null move of the odds is [`Move::NULL`].
    pub fn pass(&self) -> Self {
        let mut after = *self;
        after.board = self.board.after_null();
        after.men_key ^= zobrist::BLACK_TO_MOVE;
        after.halfmove += 1;
        after.captureless += 1;
        after.checkers = Bitboard::EMPTY;
        after.key = after.full_key();
        after
    }

    #[inline(always)]
    fn moving_kind(&self, mv: Move) -> PieceKind {
        // A legal move has a man on its first square, except the null move, which asks for none.
        self.men[mv.from().index()].map_or(PieceKind::Pawn, Piece::kind)
    }

    #[inline(always)]
    fn toggle_keys(&mut self, piece: Piece, square: Square) {
        let key = zobrist::man(piece, square);
        self.men_key ^= key;
        if piece.kind() == PieceKind::Pawn {
            self.pawn_key ^= key;
        } else {
            self.piece_keys[piece.color().index()] ^= key;
        }
    }

    #[inline(always)]
    fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.men[square.index()].take();
        if let Some(piece) = piece {
            self.toggle_keys(piece, square);
        }
        piece
    }

    #[inline(always)]
    fn set(&mut self, piece: Piece, square: Square) {
        self.men[square.index()] = Some(piece);
        self.toggle_keys(piece, square);
    }

    /// Moves the men on the mailbox and in the keys.
    #[inline(always)]
    fn move_men(&mut self, mv: Move) {
        self.men_key ^= zobrist::BLACK_TO_MOVE;
        let (from, to) = (mv.from(), mv.to());
        match mv.kind() {
            MoveKind::Null => {}
            MoveKind::Castle => {
                let us = self.board.turn.other();
                let wing = Wing::toward(from, to);
                self.lift(from);
                self.lift(to);
                self.set(Piece::new(us, PieceKind::King), wing.king_to(us));
                self.set(Piece::new(us, PieceKind::Rook), wing.rook_to(us));
            }
            MoveKind::EnPassant => {
                self.lift(Square::at(to.file(), from.rank()));
                if let Some(pawn) = self.lift(from) {
                    self.set(pawn, to);
                }
            }
            _ => {
                self.lift(to);
                if let Some(piece) = self.lift(from) {
                    let kind = mv.promotion().unwrap_or(piece.kind());
                    self.set(Piece::new(piece.color(), kind), to);
                }
            }
        }
    }

    /// Moves the counters on. The turn has already passed.
    #[inline(always)]
    fn count(&mut self, mv: Move, before: &Self) {
        let taken = before.captured(mv).is_some();
        let pawn = before.moving_kind(mv) == PieceKind::Pawn && !mv.is_null();
        self.captureless = if taken { 0 } else { self.captureless.saturating_add(1) };
        self.halfmove = if taken || pawn { 0 } else { self.halfmove.saturating_add(1) };
        if self.board.turn == Color::White {
            self.fullmove = self.fullmove.saturating_add(1);
        }
        if self.board.laws.fifty_moves == FiftyMoves::Notice {
            self.notice = match self.notice {
                Some(plies) => Some(plies.saturating_add(1)),
                None => self.is_listed_ending().then_some(0),
            };
        }
    }

    /// Keeps the en passant square only when a legal capture uses it. A pawn's two steps can
    /// check by themselves, which the capture answers, or uncover a slider, which the look along
    /// the lines sees; no other check can stand.
    #[inline(always)]
    fn settle_en_passant(&mut self) {
        if let Some(over) = self.board.en_passant {
            let us = self.board.turn;
            let takers = super::attacks::pawn_attacks(us.other(), over)
                & self.board.men(us, PieceKind::Pawn);
            if !takers.into_iter().any(|from| self.board.en_passant_is_safe(from, over)) {
                self.board.en_passant = None;
            }
        }
    }

    /// The key of the whole position from its parts.
    #[inline(always)]
    fn full_key(&self) -> u64 {
        let mut key = self.men_key ^ self.castling_key ^ self.law_key;
        if let Some(over) = self.board.en_passant {
            key ^= zobrist::en_passant(over);
        }
        if !self.board.old.is_empty() || self.undertaking.is_some() {
            key ^= self.old_law_key();
        }
        key
    }

    #[cold]
    fn old_law_key(&self) -> u64 {
        let old = self.board.old;
        let mut key = zobrist::ghosts(old.ghosts());
        if let Some(square) = old.marked() {
            key ^= zobrist::marked(square);
        }
        if old.odds_moves() > 0 {
            key ^= zobrist::of_law(2, u64::from(old.odds_moves()));
        }
        if let Some(left) = self.moves_left() {
            key ^= moves_left_key(left);
        }
        key
    }

    /// Under `within=N`: how many moves the giver still has for his mate, this one included.
    pub fn moves_left(&self) -> Option<u16> {
        let bound = self.undertaking?;
        let limit = bound.conditions.within?.get();
        // Once White, bound, has moved, his move of this number is spent.
        let spent = if bound.giver == Color::White && self.board.turn == Color::Black {
            self.fullmove
        } else {
            self.fullmove - 1
        };
        Some(limit.saturating_sub(spent))
    }

    /// Whether one of the endings stands in which fifty moves are counted on notice
    /// (accomplished1837:19; amateur1804:XVII names two of them and "&c."): K+Q v K, K+R+B v K+R,
    /// K+B+B v K, K+B+N v K.
    pub fn is_listed_ending(&self) -> bool {
        if self.board.occupied().count() > 5 || self.board.of_kind(PieceKind::Pawn).any() {
            return false;
        }
        let material = |color| {
            [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight]
                .map(|kind| self.board.men(color, kind).count())
        };
        let listed = |strong, weak| {
            matches!(
                (material(strong), material(weak)),
                ([1, 0, 0, 0] | [0, 0, 2, 0] | [0, 0, 1, 1], [0, 0, 0, 0])
                    | ([0, 1, 1, 0], [0, 1, 0, 0])
            )
        };
        listed(Color::White, Color::Black) || listed(Color::Black, Color::White)
    }
}

/// The part of a key that says how many moves are left for an undertaking.
fn moves_left_key(left: u16) -> u64 {
    zobrist::of_law(3, u64::from(left))
}

impl std::fmt::Debug for Position {
    /// A diagram, the eighth rank first, and whose turn it is.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let letter = self.piece_at(Square::at(file, rank)).map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        write!(f, " {} to move, {:?}", self.turn(), self.laws())
    }
}
