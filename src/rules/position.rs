//! A valid position: the [`Board`] with its keys and the counters that the laws of draws ask for.
//! A position begins from what a setup has checked or from a legal move, never otherwise, so
//! nothing here checks it again.

use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::checks::Checks;
use super::laws::{Breach, Code, FiftyMoves, Laws, Undertaking};
use super::movegen::{Restraints, Scope};
use super::moves::{Move, MoveKind, MoveList};
use super::types::{Color, Piece, PieceKind, Square};
use super::zobrist;

/// A position under a law. Cheap to copy: a move makes a new one.
///
/// ```
/// use jadoube::notation::san;
/// use jadoube::rules::{Color, Position};
///
/// let start = Position::initial();
/// assert_eq!(start.legal_moves().len(), 20);
///
/// let after = start.play(san::parse(&start, "e4")?);
/// assert_eq!(after.turn(), Color::Black);
/// assert_ne!(after.key(), start.key());
/// assert!(!after.in_check() && after.outcome().is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    pieces: [Option<Piece>; 64],
    /// The checkers and the pinned pieces, for the generator and for whoever asks.
    restraints: Restraints,
    /// Pieces and turn.
    placement_key: u64,
    key: u64,
    /// The pawns; White's pieces that are not pawns; Black's.
    group_keys: [u64; 3],
    undertaking: Option<Undertaking>,
    /// What became of the marked piece, once he is gone.
    mark_lost: Option<Breach>,
    halfmove: u16,
    fullmove: u16,
    captureless: u16,
    notice: Option<u16>,
    chess960: bool,
}

/// What a position begins from: all of it has been checked.
pub(super) struct Beginning {
    pub(super) board: Board,
    /// The pieces of the board, square by square.
    pub(super) pieces: [Option<Piece>; 64],
    pub(super) undertaking: Option<Undertaking>,
    pub(super) halfmove: u16,
    pub(super) fullmove: u16,
    pub(super) captureless: u16,
    /// As [`Position::notice`], if it was told.
    pub(super) notice: Option<u16>,
    pub(super) chess960: bool,
}

impl Position {
    /// The first position of a game.
    pub(super) fn begin(beginning: Beginning) -> Self {
        let Beginning { board, pieces, undertaking, .. } = beginning;
        let marked_in_vain = undertaking.is_some_and(|bound| bound.conditions.mark.is_some())
            && board.marked().is_none();
        let mut position = Self {
            board,
            pieces: [None; 64],
            restraints: board.restraints(),
            placement_key: if board.turn == Color::Black { zobrist::BLACK_TO_MOVE } else { 0 },
            key: 0,
            group_keys: [0; 3],
            undertaking,
            mark_lost: marked_in_vain.then_some(Breach::MarkedPieceCaptured),
            halfmove: beginning.halfmove,
            fullmove: beginning.fullmove,
            captureless: beginning.captureless,
            notice: None,
            chess960: beginning.chess960,
        };
        for square in Square::all() {
            if let Some(piece) = pieces[square.index()] {
                position.set(piece, square);
            }
        }
        if board.laws.fifty_moves == FiftyMoves::Notice {
            let listed = position.is_listed_ending();
            position.notice = beginning.notice.or(if listed { Some(0) } else { None });
        }
        position.key = position.full_key();
        position
    }

    /// The pieces and rights.
    #[inline(always)]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.board.turn
    }

    /// The piece on a square.
    #[inline(always)]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    /// The piece on each square, by [`Square::index`].
    #[inline(always)]
    pub const fn pieces(&self) -> &[Option<Piece>; 64] {
        &self.pieces
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

    /// What became of the marked piece, once he is taken or promoted.
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

    /// The square a pawn can be captured on en passant, when a legal move does so.
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

    /// The key of pieces and turn alone: what british1897:I.16 and federation1912:32c call the
    /// position.
    #[inline]
    pub const fn placement_key(&self) -> u64 {
        self.placement_key
    }

    /// The key of the pawns.
    #[inline]
    pub const fn pawn_key(&self) -> u64 {
        self.group_keys[0]
    }

    /// The key of one colour's pieces that are not pawns.
    #[inline]
    pub const fn piece_key(&self, color: Color) -> u64 {
        self.group_keys[1 + color as usize]
    }

    /// The pieces that check the player to move.
    #[inline(always)]
    pub const fn checkers(&self) -> Bitboard {
        self.restraints.checkers
    }

    /// Whether the player to move is in check.
    #[inline(always)]
    pub const fn in_check(&self) -> bool {
        self.restraints.checkers.any()
    }

    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.moves(Scope::All)
    }

    /// The legal moves of a scope.
    pub fn moves(&self, scope: Scope) -> MoveList {
        let mut list = MoveList::new();
        self.list_moves(scope, &mut list);
        list
    }

    /// Appends the legal moves of a scope to a list, which must have room for them: a list that
    /// held no more than the other moves of this position has.
    pub fn list_moves(&self, scope: Scope, list: &mut MoveList) {
        self.board.list_moves(Some(self.restraints), scope, list);
    }

    /// Appends the legal moves of a scope that give check, in the order of [`Position::moves`].
    pub fn list_checks(&self, scope: Scope, list: &mut MoveList) {
        self.board.list_checks(Some(self.restraints), scope, list);
    }

    /// Whether there is a legal move at all.
    pub fn has_legal_move(&self) -> bool {
        self.board.has_move_within(Some(self.restraints))
    }

    /// Whether a move is legal here. Any sixteen bits may be asked about.
    pub fn is_legal(&self, mv: Move) -> bool {
        self.board.is_legal_within(Some(self.restraints), mv)
    }

    /// What a move takes, if it takes.
    #[inline]
    pub const fn captured(&self, mv: Move) -> Option<Piece> {
        match mv.kind() {
            MoveKind::EnPassant => Some(Piece::new(self.board.turn.other(), PieceKind::Pawn)),
            MoveKind::Castle | MoveKind::GhostCastle | MoveKind::Null => None,
            _ => self.pieces[mv.to().index()],
        }
    }

    /// Whether a move takes or promotes.
    #[inline]
    pub const fn is_noisy(&self, mv: Move) -> bool {
        self.captured(mv).is_some() || mv.promotion().is_some()
    }

    /// What tells which moves give check, for a caller who asks about several.
    pub fn checks(&self) -> Checks {
        Checks::of(&self.board)
    }

    /// Whether a legal move gives check, by the [`Position::checks`] of this position.
    #[inline]
    pub fn gives_check_by(&self, checks: &Checks, mv: Move) -> bool {
        checks.given_by(&self.board, self.moving_kind(mv), mv)
    }

    /// Whether a legal move gives check.
    pub fn gives_check(&self, mv: Move) -> bool {
        self.gives_check_by(&self.checks(), mv)
    }

    /// The position after a legal move.
    pub fn play(&self, mv: Move) -> Self {
        self.play_with_key(mv, |_| {})
    }

    /// The same, and its key is told as soon as it is known, so that what is stored by the key can
    /// be fetched while the rest is worked out.
    #[inline(always)]
    pub fn play_with_key(&self, mv: Move, on_key: impl FnOnce(u64)) -> Self {
        let mut after = *self;
        let kind = self.moving_kind(mv);
        let captured = self.captured(mv);
        after.board.make(mv, kind, captured.map(Piece::kind));
        after.move_pieces(mv, captured);
        after.count(kind == PieceKind::Pawn && !mv.is_null(), captured.is_some());
        if after.board.en_passant.is_some() {
            after.settle_en_passant();
        }
        if !self.board.old.is_empty() {
            after.note_lost_mark(mv, self);
        }
        after.key = after.key_after(self);
        on_key(after.key);
        after.restraints = after.board.restraints();
        after
    }

    /// The key after a legal move, by the pieces and the turn alone. It is a mere guess: rights that the
    /// move gives or ends are left out, and a move of two pieces is not understood.
    #[inline(always)]
    pub fn likely_key_after(&self, mv: Move) -> u64 {
        let (from, to) = (mv.from(), mv.to());
        let man = |piece: Option<Piece>, square| piece.map_or(0, |man| zobrist::man(man, square));
        let moving = self.piece_at(from);
        let moved = man(moving, from) ^ man(moving, to) ^ man(self.piece_at(to), to);
        self.key ^ zobrist::BLACK_TO_MOVE ^ self.en_passant_key() ^ moved
    }

    /// The position with the turn passed, for the null-move search. No legal move does this;
    /// the null move of the odds is [`Move::NULL`].
    pub fn pass(&self) -> Self {
        let mut after = *self;
        after.board = self.board.passed(self.board.turn);
        after.placement_key ^= zobrist::BLACK_TO_MOVE;
        after.halfmove += 1;
        after.captureless += 1;
        after.key = after.key_after(self);
        after.restraints = after.board.restraints();
        after
    }

    #[inline(always)]
    fn moving_kind(&self, mv: Move) -> PieceKind {
        // A legal move has a piece on its first square, except the null move, which asks for none.
        self.pieces[mv.from().index()].map_or(PieceKind::Pawn, Piece::kind)
    }

    #[inline(always)]
    fn toggle_keys(&mut self, piece: Piece, square: Square) {
        let key = zobrist::man(piece, square);
        self.placement_key ^= key;
        let group = match piece.kind() {
            PieceKind::Pawn => 0,
            _ => 1 + piece.color().index(),
        };
        self.group_keys[group] ^= key;
    }

    #[inline(always)]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.pieces[square.index()] = None;
        self.toggle_keys(piece, square);
    }

    #[inline(always)]
    fn set(&mut self, piece: Piece, square: Square) {
        self.pieces[square.index()] = Some(piece);
        self.toggle_keys(piece, square);
    }

    /// Moves the pieces on the mailbox and in the keys. The turn has already passed.
    #[inline(always)]
    fn move_pieces(&mut self, mv: Move, captured: Option<Piece>) {
        self.placement_key ^= zobrist::BLACK_TO_MOVE;
        let (from, to) = (mv.from(), mv.to());
        let Some(piece) = self.pieces[from.index()] else { return };
        match mv.kind() {
            MoveKind::Null => {}
            MoveKind::Castle => {
                let us = piece.color();
                let (rook, wing) = (Piece::new(us, PieceKind::Rook), Wing::toward(from, to));
                self.lift(piece, from);
                self.lift(rook, to);
                self.set(piece, wing.king_to(us));
                self.set(rook, wing.rook_to(us));
            }
            kind => {
                if let Some(captured) = captured {
                    let square = match kind {
                        MoveKind::EnPassant => Square::at(to.file(), from.rank()),
                        _ => to,
                    };
                    self.lift(captured, square);
                }
                self.lift(piece, from);
                let promoted = mv.promotion().map(|kind| Piece::new(piece.color(), kind));
                self.set(promoted.unwrap_or(piece), to);
            }
        }
    }

    /// Moves the counters on. The turn has already passed.
    #[inline(always)]
    fn count(&mut self, pawn: bool, taken: bool) {
        self.captureless = if taken { 0 } else { self.captureless.saturating_add(1) };
        self.halfmove = if taken || pawn { 0 } else { self.halfmove.saturating_add(1) };
        let black_moved = self.board.turn == Color::White;
        self.fullmove = self.fullmove.saturating_add(u16::from(black_moved));
        if self.board.laws.fifty_moves == FiftyMoves::Notice {
            self.notice = match self.notice {
                Some(plies) => Some(plies.saturating_add(1)),
                None => self.is_listed_ending().then_some(0),
            };
        }
    }

    /// What became of the marked piece, if this move has cost him his mark.
    #[cold]
    fn note_lost_mark(&mut self, mv: Move, before: &Self) {
        let marked = before.board.marked();
        if marked.is_some() && self.board.marked().is_none() {
            let promoted = mv.promotion().is_some() && marked == Some(mv.from());
            self.mark_lost = Some(if promoted {
                Breach::MarkedPiecePromoted
            } else {
                Breach::MarkedPieceCaptured
            });
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
                & self.board.pieces(us, PieceKind::Pawn);
            if !takers.into_iter().any(|from| self.board.en_passant_is_safe(from, over)) {
                self.board.en_passant = None;
            }
        }
    }

    /// The key of the whole position from its parts.
    fn full_key(&self) -> u64 {
        let laws_seed = zobrist::of_law(0, self.board.laws.seed() ^ Laws::MODERN.seed());
        let bound_seed = self.undertaking.map_or(0, |bound| {
            zobrist::of_law(1, bound.conditions.seed() << 1 | bound.giver as u64)
        });
        let modern = self.board.laws == Laws::MODERN && self.undertaking.is_none();
        let law_key = if modern { 0 } else { laws_seed ^ bound_seed };
        let castling_key = zobrist::castling(self.board.castling);
        self.placement_key ^ castling_key ^ self.en_passant_key() ^ law_key ^ self.old_law_key()
    }

    /// The same for a position that has come from another by a move, from what has changed.
    #[inline(always)]
    fn key_after(&self, before: &Self) -> u64 {
        let mut key = before.key ^ before.placement_key ^ self.placement_key;
        key ^= before.en_passant_key() ^ self.en_passant_key();
        if self.board.castling != before.board.castling {
            key ^= zobrist::castling(before.board.castling ^ self.board.castling);
        }
        if !before.board.old.is_empty() || self.undertaking.is_some() {
            key ^= before.old_law_key() ^ self.old_law_key();
        }
        key
    }

    #[inline(always)]
    fn en_passant_key(&self) -> u64 {
        self.board.en_passant.map_or(0, zobrist::en_passant)
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

    /// Whether one of the endings stands in which fifty moves are counted on notice. By
    /// accomplished1837:19 they are K+Q v K, K+R+B v K+R, K+B+B v K and K+B+N v K, and so they are
    /// where the switch alone has set the count. amateur1804:XVII names the second and the last,
    /// with "&c.", as "difficult mates", which K+Q v K is not.
    pub fn is_listed_ending(&self) -> bool {
        if self.board.occupied().count() > 5 || self.board.of_kind(PieceKind::Pawn).any() {
            return false;
        }
        let queen_is_listed = !matches!(self.board.laws.code, Code::England1804 | Code::France1804);
        let material = |color| {
            [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight]
                .map(|kind| self.board.pieces(color, kind).count())
        };
        let listed = |strong, weak| match (material(strong), material(weak)) {
            ([1, 0, 0, 0], [0, 0, 0, 0]) => queen_is_listed,
            ([0, 0, 2, 0] | [0, 0, 1, 1], [0, 0, 0, 0]) | ([0, 1, 1, 0], [0, 1, 0, 0]) => true,
            _ => false,
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
