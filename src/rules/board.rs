//! The board: the pieces, whose turn it is, and the rights that decide which moves are legal. It
//! has no keys, no counters and no history; [`Position`](super::Position) adds those. A board is
//! assumed valid: one king a side, the side not to move not in check. Nothing here checks that.

use super::attacks::{bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks};
use super::bitboard::Bitboard;
use super::laws::Laws;
use super::moves::{Move, MoveKind};
use super::types::{Color, Piece, PieceKind, Square};

/// The two wings a king can castle to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Wing {
    /// Toward the h-file.
    King = 0,
    /// Toward the a-file.
    Queen = 1,
}

impl std::fmt::Display for Wing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Self::King) { "king" } else { "queen" })
    }
}

impl Wing {
    /// Both wings, the king's first.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The corner of this wing on `color`'s first rank.
    #[inline]
    pub const fn corner(self, color: Color) -> Square {
        color.square(if matches!(self, Self::King) { 7 } else { 0 }, 0)
    }

    /// Where the king ends: the g-file or the c-file.
    #[inline]
    pub const fn king_to(self, color: Color) -> Square {
        color.square(if matches!(self, Self::King) { 6 } else { 2 }, 0)
    }

    /// Where the rook ends: the f-file or the d-file.
    #[inline]
    pub const fn rook_to(self, color: Color) -> Square {
        color.square(if matches!(self, Self::King) { 5 } else { 3 }, 0)
    }

    /// The wing on which a king castles with a rook on that file.
    #[inline]
    pub(crate) const fn toward(king: Square, rook: Square) -> Self {
        if rook.file() > king.file() { Self::King } else { Self::Queen }
    }
}

/// What only the old laws know of a position, packed so that one comparison with zero tells that
/// there is nothing of the kind: ghost castling rights, the marked piece of an undertaking, and the
/// moves of the odds still to be made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct HistoricalState(u32);

impl HistoricalState {
    const MARKED_SHIFT: u32 = 8;
    const ODDS_SHIFT: u32 = 16;
    const BLACK_RECEIVES: u32 = 1 << 4;

    #[inline(always)]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    const fn ghost_bit(color: Color, wing: Wing) -> u32 {
        1 << (2 * color as u32 + wing as u32)
    }

    #[inline]
    pub(crate) const fn ghost(self, color: Color, wing: Wing) -> bool {
        self.0 & Self::ghost_bit(color, wing) != 0
    }

    /// The four ghost rights as a number from 0 to 15, for hashing.
    #[inline]
    pub(crate) const fn ghosts(self) -> usize {
        (self.0 & 15) as usize
    }

    pub(crate) const fn add_ghost(&mut self, color: Color, wing: Wing) {
        self.0 |= Self::ghost_bit(color, wing);
    }

    const fn drop_ghost(&mut self, color: Color, wing: Wing) {
        self.0 &= !Self::ghost_bit(color, wing);
    }

    #[inline]
    pub(crate) const fn marked(self) -> Option<Square> {
        match self.0 >> Self::MARKED_SHIFT & 0xFF {
            0 => None,
            place => Some(Square::new(place as u8 - 1)),
        }
    }

    pub(crate) const fn mark(&mut self, square: Option<Square>) {
        let place = match square {
            Some(square) => square.index() as u32 + 1,
            None => 0,
        };
        self.0 = self.0 & !(0xFF << Self::MARKED_SHIFT) | place << Self::MARKED_SHIFT;
    }

    /// How many moves of the odds are still to be made.
    #[inline]
    pub(crate) const fn odds_moves(self) -> u8 {
        (self.0 >> Self::ODDS_SHIFT) as u8
    }

    /// Who makes them.
    pub(crate) const fn receiver(self) -> Color {
        if self.0 & Self::BLACK_RECEIVES != 0 { Color::Black } else { Color::White }
    }

    pub(crate) const fn set_odds_moves(&mut self, moves: u8, receiver: Color) {
        self.0 &= !(0xFF << Self::ODDS_SHIFT | Self::BLACK_RECEIVES);
        if moves > 0 {
            self.0 |= (moves as u32) << Self::ODDS_SHIFT;
            if matches!(receiver, Color::Black) {
                self.0 |= Self::BLACK_RECEIVES;
            }
        }
    }
}

/// The places of the sliders' sets in a board.
const DIAGONAL: usize = 2;
const STRAIGHT: usize = 3;

/// The pieces and the rights: all that the legality of a move depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Board {
    /// The pieces of both colours by the way they move: pawns, knights, diagonal sliders, straight
    /// sliders, kings. A queen is among both sorts of sliders.
    movers: [Bitboard; 5],
    colors: [Bitboard; 2],
    /// The squares of the rooks that may still castle.
    pub(crate) castling: Bitboard,
    pub(crate) laws: Laws,
    pub(crate) old: HistoricalState,
    pub(crate) turn: Color,
    /// The square passed over by the pawn that has just moved two, if an opposing pawn commands it.
    pub(crate) en_passant: Option<Square>,
}

impl Board {
    /// An empty board, to be filled by `Setup`.
    pub(crate) const fn empty(laws: Laws) -> Self {
        Self {
            movers: [Bitboard::EMPTY; 5],
            colors: [Bitboard::EMPTY; 2],
            castling: Bitboard::EMPTY,
            laws,
            old: HistoricalState(0),
            turn: Color::White,
            en_passant: None,
        }
    }

    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        self.toggle(piece.color(), piece.kind(), square.bitboard());
    }

    /// The pieces of that kind, of both colours.
    #[inline(always)]
    pub const fn of_kind(&self, kind: PieceKind) -> Bitboard {
        let [pawns, knights, diagonal, straight, kings] = self.movers;
        match kind {
            PieceKind::Pawn => pawns,
            PieceKind::Knight => knights,
            PieceKind::Bishop => Bitboard(diagonal.0 & !straight.0),
            PieceKind::Rook => Bitboard(straight.0 & !diagonal.0),
            PieceKind::Queen => Bitboard(diagonal.0 & straight.0),
            PieceKind::King => kings,
        }
    }

    /// The pieces of that colour.
    #[inline(always)]
    pub const fn of_color(&self, color: Color) -> Bitboard {
        self.colors[color as usize]
    }

    /// Whether a side has nothing but its king.
    #[inline(always)]
    pub fn has_bare_king(&self) -> bool {
        self.colors.iter().any(|men| !men.many())
    }

    /// The pieces of that colour and kind.
    #[inline(always)]
    pub fn pieces(&self, color: Color, kind: PieceKind) -> Bitboard {
        self.of_color(color) & self.of_kind(kind)
    }

    /// What a player's pieces and pawns are worth together, in centipawns by
    /// [Kaufman's values](PieceKind::kaufman_value).
    pub fn material(&self, color: Color) -> i32 {
        let worth =
            |kind: PieceKind| kind.kaufman_value() * self.pieces(color, kind).count() as i32;
        PieceKind::ALL.into_iter().map(worth).sum()
    }

    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Bitboard {
        self.colors[0] | self.colors[1]
    }

    /// Bishops and queens of that colour.
    #[inline(always)]
    pub(crate) fn diagonal_sliders(&self, color: Color) -> Bitboard {
        self.movers[DIAGONAL] & self.of_color(color)
    }

    /// Rooks and queens of that colour.
    #[inline(always)]
    pub(crate) fn orthogonal_sliders(&self, color: Color) -> Bitboard {
        self.movers[STRAIGHT] & self.of_color(color)
    }

    /// Where that player's king stands.
    #[inline(always)]
    pub fn king(&self, color: Color) -> Square {
        // A valid board has the king; on an empty one this is a1, never out of bounds.
        Square::new(self.pieces(color, PieceKind::King).0.trailing_zeros() as u8)
    }

    /// The kind of piece on a square.
    pub fn kind_at(&self, square: Square) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|&kind| self.of_kind(kind).contains(square))
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color =
            if self.of_color(Color::White).contains(square) { Color::White } else { Color::Black };
        self.kind_at(square).map(|kind| Piece::new(color, kind))
    }

    /// Whose turn it is.
    #[inline(always)]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The pieces of both colours that command a square when `pieces` stand on the board.
    pub fn attackers(&self, square: Square, pieces: Bitboard) -> Bitboard {
        let (diagonal, straight) = (self.movers[DIAGONAL], self.movers[STRAIGHT]);
        (pawn_attacks(Color::Black, square) & self.pieces(Color::White, PieceKind::Pawn))
            | (pawn_attacks(Color::White, square) & self.pieces(Color::Black, PieceKind::Pawn))
            | (knight_attacks(square) & self.of_kind(PieceKind::Knight))
            | (king_attacks(square) & self.of_kind(PieceKind::King))
            | (rook_attacks(square, pieces) & straight)
            | (bishop_attacks(square, pieces) & diagonal)
    }

    /// The pieces of the opponent that check the king of `color`.
    pub fn checkers(&self, color: Color) -> Bitboard {
        let king = self.king(color);
        self.attackers(king, self.occupied()) & self.of_color(color.other()) & !king.bitboard()
    }

    /// Whether the right to castle on that wing without a rook is alive.
    pub const fn ghost_right(&self, color: Color, wing: Wing) -> bool {
        self.old.ghost(color, wing)
    }

    /// The squares of the rooks of both sides that may still castle.
    pub const fn castling_rooks(&self) -> Bitboard {
        self.castling
    }

    /// The marked piece's square, while he lives.
    pub const fn marked(&self) -> Option<Square> {
        self.old.marked()
    }

    /// How many moves of his odds the receiver has still to make at once; 0 in ordinary play.
    pub const fn odds_moves(&self) -> u8 {
        self.old.odds_moves()
    }

    // ---- Making moves. A board is copied first: 80 bytes are cheaper than unmaking.

    /// Toggles squares in the set, or for a queen both sets, that pieces of a kind are in.
    #[inline(always)]
    fn toggle_kind(&mut self, kind: PieceKind, squares: Bitboard) {
        /// Each kind's set; a queen's first one.
        const SETS: [usize; 6] = [0, 1, DIAGONAL, STRAIGHT, DIAGONAL, 4];
        /// All squares for the queen, whose second set is the straight sliders'.
        const QUEENS: [Bitboard; 6] = {
            let mut masks = [Bitboard::EMPTY; 6];
            masks[PieceKind::Queen.index()] = Bitboard::ALL;
            masks
        };
        // Without a branch: in a search the kind cannot be foretold.
        self.movers[SETS[kind.index()]] ^= squares;
        self.movers[STRAIGHT] ^= squares & QUEENS[kind.index()];
    }

    /// Puts a piece where there is none or takes him up where he is; with two squares, moves him.
    #[inline(always)]
    fn toggle(&mut self, us: Color, kind: PieceKind, squares: Bitboard) {
        self.toggle_kind(kind, squares);
        self.colors[us.index()] ^= squares;
    }

    /// Clears a square on which, if anyone, an opponent of `us` stands.
    #[inline(always)]
    fn take(&mut self, us: Color, square: Square) {
        let bit = square.bitboard();
        for set in &mut self.movers {
            *set &= !bit;
        }
        self.colors[us.other().index()] &= !bit;
        self.castling &= !bit;
    }

    /// Ends the rights of castling that go when a piece of `kind` leaves a square.
    #[inline(always)]
    fn leave(&mut self, us: Color, kind: PieceKind, square: Square) {
        match kind {
            PieceKind::King => self.castling &= !Bitboard::rank_for(us, 0),
            PieceKind::Rook => self.castling &= !square.bitboard(),
            _ => {}
        }
    }

    /// The board after a legal move.
    pub fn play(&self, mv: Move) -> Self {
        self.play_kind(mv, self.kind_at(mv.from()).unwrap_or(PieceKind::Pawn))
    }

    /// The same, by a caller who knows what kind of piece stands on the first square.
    #[inline(always)]
    pub(crate) fn play_kind(&self, mv: Move, kind: PieceKind) -> Self {
        let theirs = self.of_color(self.turn.other());
        let captured = if theirs.contains(mv.to()) { self.kind_at(mv.to()) } else { None };
        let mut after = *self;
        after.make(mv, kind, captured);
        after
    }

    /// Makes a legal move of a piece of `kind` that takes a piece of the kind `captured` on the
    /// square he goes to.
    #[inline(always)]
    pub(crate) fn make(&mut self, mv: Move, kind: PieceKind, captured: Option<PieceKind>) {
        let us = self.turn;
        let (from, to) = (mv.from(), mv.to());
        self.turn = us.other();
        self.en_passant = None;
        match mv.kind() {
            MoveKind::Normal => {
                self.make_step(us, kind, from, to, captured);
                if kind == PieceKind::Pawn && from.index().abs_diff(to.index()) == 16 {
                    self.en_passant = self.passed_over(us, from, to);
                }
            }
            MoveKind::Null => {}
            MoveKind::GhostCastle => self.make_step(us, PieceKind::King, from, to, None),
            MoveKind::Castle => self.make_castling(us, from, to),
            MoveKind::EnPassant => {
                self.make_step(us, PieceKind::Pawn, from, to, None);
                let taken = Square::at(to.file(), from.rank());
                self.toggle(us.other(), PieceKind::Pawn, taken.bitboard());
                if self.old.marked() == Some(taken) {
                    self.old.mark(None);
                }
            }
            MoveKind::PromoteKnight
            | MoveKind::PromoteBishop
            | MoveKind::PromoteRook
            | MoveKind::PromoteQueen => {
                self.make_step(us, PieceKind::Pawn, from, to, captured);
                self.toggle_kind(PieceKind::Pawn, to.bitboard());
                self.toggle_kind(mv.promotion().unwrap_or(PieceKind::Queen), to.bitboard());
                if self.old.marked() == Some(to) {
                    self.old.mark(None);
                }
            }
        }
    }

    /// A piece of `kind` goes from one square to another, capturing what stands there. The turn has
    /// already passed on.
    #[inline(always)]
    fn make_step(
        &mut self,
        us: Color,
        kind: PieceKind,
        from: Square,
        to: Square,
        captured: Option<PieceKind>,
    ) {
        let both = from.bitboard() | to.bitboard();
        if let Some(captured) = captured {
            self.toggle(us.other(), captured, to.bitboard());
        }
        self.toggle(us, kind, both);
        // A rook's square is left by him alone or entered by whoever takes him.
        self.castling &= !both;
        if kind == PieceKind::King {
            self.castling &= !Bitboard::rank_for(us, 0);
        }
        if !self.old.is_empty() {
            self.follow_old_law(kind, from, to);
        }
    }

    /// The square that a pawn of `us` has passed over with two steps, if an opposing pawn commands
    /// it.
    #[inline(always)]
    fn passed_over(&self, us: Color, from: Square, to: Square) -> Option<Square> {
        let over = Square::new((from.index() + to.index()) as u8 / 2);
        let takers = self.pieces(us.other(), PieceKind::Pawn);
        (pawn_attacks(us, over) & takers).any().then_some(over)
    }

    /// King and rook castle; they may stand anywhere on the first rank.
    fn make_castling(&mut self, us: Color, king: Square, rook: Square) {
        let wing = Wing::toward(king, rook);
        let king_squares = king.bitboard() ^ wing.king_to(us).bitboard();
        let rook_squares = rook.bitboard() ^ wing.rook_to(us).bitboard();
        self.toggle(us, PieceKind::King, king_squares);
        self.toggle(us, PieceKind::Rook, rook_squares);
        self.castling &= !Bitboard::rank_for(us, 0);
        if !self.old.is_empty() {
            self.drop_ghosts_of(us);
            if self.old.marked() == Some(rook) {
                self.old.mark(Some(wing.rook_to(us)));
            }
            self.count_odds_move(us);
        }
    }

    /// The board with the turn passed on and nothing to be captured en passant.
    #[inline(always)]
    pub(crate) fn passed(&self, us: Color) -> Self {
        Self { turn: us.other(), en_passant: None, ..*self }
    }

    /// What an ordinary step changes in the rights and marks of the old laws. The turn has
    /// already passed on.
    #[cold]
    fn follow_old_law(&mut self, kind: PieceKind, from: Square, to: Square) {
        let us = self.turn.other();
        match self.old.marked() {
            Some(square) if square == from => self.old.mark(Some(to)),
            Some(square) if square == to => self.old.mark(None),
            _ => {}
        }
        if kind == PieceKind::King {
            self.drop_ghosts_of(us);
        }
        // british1897:IV.5 and federation1912:39: lost for good as soon as any piece stands on the
        // rook's square. accomplished1837:16 makes no such condition.
        if self.laws.ghost_needs_empty_corner() && Bitboard::CORNERS.contains(to) {
            for color in Color::ALL {
                for wing in Wing::ALL {
                    if wing.corner(color) == to {
                        self.old.drop_ghost(color, wing);
                    }
                }
            }
        }
        self.count_odds_move(us);
    }

    fn drop_ghosts_of(&mut self, color: Color) {
        for wing in Wing::ALL {
            self.old.drop_ghost(color, wing);
        }
    }

    fn count_odds_move(&mut self, mover: Color) {
        let left = self.old.odds_moves();
        if left > 0 && mover == self.old.receiver() {
            self.old.set_odds_moves(left - 1, mover);
        }
    }

    /// Whether the pawn's en passant capture leaves the side to move's own king out of check. Two
    /// pieces leave one rank at once here, so that ordinary pins do not tell.
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = self.turn;
        let them = us.other();
        let taken = Square::at(to.file(), from.rank()).bitboard();
        let pieces = (self.occupied() ^ from.bitboard() ^ taken) | to.bitboard();
        let king = self.king(us);
        ((rook_attacks(king, pieces) & self.orthogonal_sliders(them))
            | (bishop_attacks(king, pieces) & self.diagonal_sliders(them)))
        .is_empty()
    }
}

/// Making many moves of one piece, or of one rank of pawns, at the price of one copy: he is taken
/// up once, set down on each square in turn and shown there. Only for boards on which nothing of
/// the old laws is left; `us` is the player to move, given by a caller who knows it as a constant.
impl Board {
    /// Shows the board after each step of a piece who is no pawn.
    #[inline(always)]
    pub(crate) fn visit_steps(
        &self,
        us: Color,
        kind: PieceKind,
        from: Square,
        to: Bitboard,
        visit: &mut impl FnMut(&Self),
    ) {
        if to.is_empty() {
            return;
        }
        let mut after = self.passed(us);
        after.leave(us, kind, from);
        after.toggle(us, kind, from.bitboard());
        let prey = self.of_color(us.other());
        for to in to - prey {
            after.toggle(us, kind, to.bitboard());
            visit(&after);
            after.toggle(us, kind, to.bitboard());
        }
        for to in to & prey {
            let mut after = after;
            after.take(us, to);
            after.toggle(us, kind, to.bitboard());
            visit(&after);
        }
    }

    /// Shows the board after each move of a pawn to one of the squares, `step` behind which he
    /// stands. None is on the last rank.
    #[inline(always)]
    pub(crate) fn visit_pawns(
        &self,
        us: Color,
        step: i8,
        to: Bitboard,
        visit: &mut impl FnMut(&Self),
    ) {
        if to.is_empty() {
            return;
        }
        let mut after = self.passed(us);
        for to in to {
            let from = to.offset(-step);
            let moved = from.bitboard() | to.bitboard();
            match step.abs() {
                8 => {
                    after.toggle(us, PieceKind::Pawn, moved);
                    visit(&after);
                    after.toggle(us, PieceKind::Pawn, moved);
                }
                16 => {
                    after.toggle(us, PieceKind::Pawn, moved);
                    after.en_passant = after.passed_over(us, from, to);
                    visit(&after);
                    after.toggle(us, PieceKind::Pawn, moved);
                }
                _ => {
                    let mut after = after;
                    after.take(us, to);
                    after.toggle(us, PieceKind::Pawn, moved);
                    visit(&after);
                }
            }
        }
    }
}
