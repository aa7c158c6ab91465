//! A position as somebody describes it, not yet believed. [`Setup::position`] either makes a
//! valid [`Position`] of it or returns every reason why not; rights that cannot be are dropped,
//! each with a note. Nothing else in the crate makes a position from nothing.

use arrayvec::ArrayVec;
use thiserror::Error;

use super::bitboard::Bitboard;
use super::board::{Board, Wing};
use super::laws::{Code, FiftyMoves, GhostCastling, Laws, Mark, Terms, Undertaking};
use super::moves::MoveKind;
use super::position::{Beginning, Position};
use super::types::{Color, Piece, PieceKind, Square};

/// A letter of a FEN's castling field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum CastlingLetter {
    /// `K`, `Q`, `k` or `q`.
    Wing(Color, Wing),
    /// `A` to `H` or `a` to `h` (Shredder-FEN, X-FEN): the file (0 to 7) of the rook.
    File(Color, u8),
}

impl CastlingLetter {
    /// The letter as FEN writes it.
    pub const fn letter(self) -> char {
        let (color, letter) = match self {
            Self::Wing(color, Wing::King) => (color, 'k'),
            Self::Wing(color, Wing::Queen) => (color, 'q'),
            Self::File(color, file) => (color, (b'a' + file) as char),
        };
        match color {
            Color::White => letter.to_ascii_uppercase(),
            Color::Black => letter,
        }
    }

    const fn color(self) -> Color {
        match self {
            Self::Wing(color, _) | Self::File(color, _) => color,
        }
    }
}

/// A position as described: any pieces anywhere.
///
/// ```
/// use jadoube::rules::laws::Terms;
/// use jadoube::rules::{Refusal, Setup, Square};
///
/// // Without the rook of h8 Black cannot castle on that side: the right is dropped, with a note.
/// let mut setup = Setup::initial();
/// setup.pieces[Square::H8.index()] = None;
/// let (position, notes) = setup.position_with_notes(&Terms::default())?;
/// assert_eq!(position.legal_moves().len(), 20);
/// assert_eq!(notes.len(), 1);
///
/// // Without a king there is no position, and every reason is given.
/// setup.pieces[Square::E8.index()] = None;
/// let error = setup.position(&Terms::default()).unwrap_err();
/// assert!(matches!(error.0[..], [Refusal::Kings(..)]), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The piece on each square.
    pub pieces: [Option<Piece>; 64],
    /// Whose turn it is.
    pub turn: Color,
    /// The castling field, letter by letter.
    pub castling: ArrayVec<CastlingLetter, 16>,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move, as FEN's fifth field counts them.
    pub halfmove: u16,
    /// The number of the move to be made, from 1.
    pub fullmove: u16,
    /// Where the marked piece stands now: `Some(None)` when he is gone, `None` when nothing is said
    /// and he stands where the undertaking names him.
    pub marked: Option<Option<Square>>,
    /// The castling letters that are said to be ghost rights although a rook stands in the corner
    /// (possible under accomplished1837:16 alone).
    pub ghosts: ArrayVec<CastlingLetter, 4>,
    /// How many moves of the odds are still to be made, if said.
    pub odds_moves: Option<u8>,
    /// Plies since the last capture, if said; otherwise taken to be [`Setup::halfmove`].
    pub captureless: Option<u16>,
    /// Plies since notice of fifty moves was given, if it was.
    pub notice: Option<u16>,
}

/// Something in a setup that cannot be and was left out, or was understood without being said.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Note {
    /// A castling letter without its king or rook at home.
    #[error("castling right '{}' dropped: king or rook is not at home", .0.letter())]
    CastlingDropped(CastlingLetter),
    /// A castling letter without its rook, under a law that knows no castling without one.
    #[error("castling right '{}' dropped: no rook, and this law does not castle without one", .0.letter())]
    GhostDropped(CastlingLetter),
    /// A castling letter of a rook given, whose corner is not empty.
    #[error("castling right '{}' dropped: the square of the rook given is not empty", .0.letter())]
    GhostCornerTaken(CastlingLetter),
    /// No pawn has just passed over that square.
    #[error("en passant square '{0}' dropped: no pawn has just passed over it")]
    EnPassantDropped(Square),
    /// A right to castle without a rook that a GUI must have stripped from the FEN.
    #[error(
        "{0} is understood to have the right to castle without the rook given on the {1}'s side"
    )]
    GhostUnderstood(Color, Wing),
}

/// A reason why a setup is no position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// Not exactly one king.
    #[error("{0} has {1} kings, not one")]
    Kings(Color, u32),
    /// More than sixteen pieces.
    #[error("{0} has {1} pieces, more than sixteen")]
    TooManyPieces(Color, u32),
    /// A pawn where none can stand.
    #[error("a pawn stands on {0}, on a first or eighth rank")]
    PawnOnBackRank(Square),
    /// The player whose turn it is could take the king.
    #[error("{0} is in check, and it is not {0}'s turn")]
    WrongSideInCheck(Color),
    /// The marked square holds no piece of the giver.
    #[error("no man of {1}, who gave the undertaking, stands on the marked square {0}")]
    NoMarkedPiece(Square, Color),
    /// `pawn@` names a piece that is no pawn.
    #[error("the marked man on {0} is no pawn")]
    MarkedPieceIsNoPawn(Square),
    /// A king cannot give check, so he cannot be the piece to mate with.
    #[error("the marked man on {0} is a king, who can never give mate")]
    MarkedKing(Square),
    /// An old code with pieces or rights placed as in Chess960.
    #[error(
        "{0} is not played from Chess960 placements: its castling is that of the ordinary array"
    )]
    Chess960UnderOldLaw(Code),
    /// Moves of odds remain, and the player who must wait is in check.
    #[error("{0} is in check while moves of the odds remain to be made")]
    CheckDuringOddsMoves(Color),
}

/// Every reason why a setup is no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", .0.iter().map(Refusal::to_string).collect::<Vec<_>>().join("; "))]
pub struct SetupError(pub Vec<Refusal>);

impl SetupError {
    /// Whether nothing is wrong but the marked piece, so that the position stands once the
    /// undertaking is left aside. A GUI that analyses sends such positions.
    pub fn is_about_the_mark_alone(&self) -> bool {
        self.0.iter().all(|refusal| {
            matches!(
                refusal,
                Refusal::NoMarkedPiece(..)
                    | Refusal::MarkedPieceIsNoPawn(_)
                    | Refusal::MarkedKing(_)
            )
        })
    }
}

impl Position {
    /// The starting position of today's game.
    pub fn initial() -> Self {
        Setup::initial().position(&Terms::default()).expect("the initial array is a position")
    }
}

impl Setup {
    /// An empty board with White to move.
    pub fn empty() -> Self {
        Self {
            pieces: [None; 64],
            turn: Color::White,
            castling: ArrayVec::new(),
            en_passant: None,
            halfmove: 0,
            fullmove: 1,
            marked: None,
            ghosts: ArrayVec::new(),
            odds_moves: None,
            captureless: None,
            notice: None,
        }
    }

    /// The starting position of ordinary chess, White to move.
    pub fn initial() -> Self {
        use PieceKind::{Bishop, King, Knight, Queen, Rook};
        const FIRST_RANK: [PieceKind; 8] =
            [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
        let mut setup = Self::empty();
        for color in Color::ALL {
            for (file, kind) in (0..).zip(FIRST_RANK) {
                setup.pieces[color.square(file, 0).index()] = Some(Piece::new(color, kind));
                setup.pieces[color.square(file, 1).index()] =
                    Some(Piece::new(color, PieceKind::Pawn));
            }
            for wing in Wing::ALL {
                setup.castling.push(CastlingLetter::Wing(color, wing));
            }
        }
        setup
    }

    /// The position, or every reason why there is none.
    ///
    /// # Errors
    /// [`SetupError`] lists each [`Refusal`].
    pub fn position(&self, terms: &Terms) -> Result<Position, SetupError> {
        self.position_with_notes(terms).map(|(position, _)| position)
    }

    /// The position of a board that has been checked.
    fn begin(&self, board: Board, terms: &Terms) -> Position {
        let giver = terms.giver(Some(self));
        Position::begin(Beginning {
            board,
            pieces: self.pieces,
            undertaking: terms.undertaking.map(|conditions| Undertaking { giver, conditions }),
            halfmove: self.halfmove,
            fullmove: self.fullmove.max(1),
            captureless: self.captureless.unwrap_or(0).max(self.halfmove),
            notice: self.notice,
            chess960: terms.chess960,
        })
    }

    /// The position with what was dropped or understood, or every reason why there is none.
    ///
    /// # Errors
    /// [`SetupError`] lists each [`Refusal`].
    pub fn position_with_notes(&self, terms: &Terms) -> Result<(Position, Vec<Note>), SetupError> {
        let mut builder = PositionBuilder {
            setup: self,
            terms,
            board: Board::empty(terms.laws()),
            notes: Vec::new(),
            refusals: Vec::new(),
            ghost_letters: false,
        };
        builder.place_pieces();
        // Without its two kings a board cannot be asked anything more.
        if !builder.refusals.iter().any(|refusal| matches!(refusal, Refusal::Kings(..))) {
            builder.read_castling();
            builder.understand_stripped_ghosts();
            builder.read_odds_moves();
            builder.mark();
            builder.check_turn();
        }
        // Nor, with more pieces than there are, for its moves.
        if builder.refusals.is_empty() {
            builder.read_en_passant();
        }
        if builder.refusals.is_empty() {
            Ok((self.begin(builder.board, terms), builder.notes))
        } else {
            Err(SetupError(builder.refusals))
        }
    }

    /// The squares of the odds that have not been taken off the board: their owner has more than he
    /// can have when all of them are given.
    pub fn odds_on_board(&self, terms: &Terms) -> Bitboard {
        let removed = terms.removed(Some(self));
        let of = |color| {
            let own = |square: &Square| {
                self.pieces[square.index()].is_some_and(|man| man.color() == color)
            };
            let pieces: Bitboard = Square::all().filter(own).collect();
            let named = removed & Bitboard::half(color);
            match pieces.count() {
                16.. => named,
                count if count + named.count() > 16 => named & pieces,
                _ => Bitboard::EMPTY,
            }
        };
        of(Color::White) | of(Color::Black)
    }

    /// Whether only Chess960 explains the castling field: it names the files of rooks, as
    /// Shredder-FEN does, or has letters that ordinary chess has no king and rook for and Chess960
    /// has. The old laws have no Chess960. Nothing is asked for where the terms are those of
    /// Chess960 already.
    pub fn asks_for_chess960(&self, terms: &Terms) -> bool {
        let modern = terms.code == Code::Chess && terms.castle_without_rook != Some(true);
        if !modern || terms.chess960 || self.castling.is_empty() {
            return false;
        }
        let dropped = |chess960| {
            let notes = self.position_with_notes(&Terms { chess960, ..terms.clone() });
            notes.map_or(0, |(_, notes)| {
                notes.iter().filter(|note| !matches!(note, Note::EnPassantDropped(_))).count()
            })
        };
        let files = |right: &CastlingLetter| matches!(right, CastlingLetter::File(..));
        self.castling.iter().any(files) || dropped(false) > dropped(true)
    }

    /// Whether every piece stands where the starting position has it: the starting position less
    /// any pieces.
    pub(crate) fn is_starting_position_less_pieces(&self) -> bool {
        let initial = Self::initial();
        self.pieces
            .iter()
            .zip(initial.pieces)
            .all(|(man, at_first)| man.is_none() || *man == at_first)
    }
}

/// The work of turning one setup into a board.
struct PositionBuilder<'a> {
    setup: &'a Setup,
    terms: &'a Terms,
    board: Board,
    notes: Vec<Note>,
    refusals: Vec<Refusal>,
    /// Whether the castling field has a letter of a rook given, kept or dropped.
    ghost_letters: bool,
}

impl PositionBuilder<'_> {
    fn place_pieces(&mut self) {
        for square in Square::all() {
            if let Some(piece) = self.setup.pieces[square.index()] {
                self.board.put(piece, square);
            }
        }
        self.board.turn = self.setup.turn;
        for color in Color::ALL {
            let kings = self.board.pieces(color, PieceKind::King).count();
            if kings != 1 {
                self.refusals.push(Refusal::Kings(color, kings));
            }
            let pieces = self.board.of_color(color).count();
            if pieces > 16 {
                self.refusals.push(Refusal::TooManyPieces(color, pieces));
            }
        }
        let misplaced = self.board.of_kind(PieceKind::Pawn) & Bitboard::BACK_RANKS;
        self.refusals.extend(misplaced.into_iter().map(Refusal::PawnOnBackRank));
    }

    fn check_turn(&mut self) {
        let waiting = self.board.turn.other();
        if self.board.checkers(waiting).any() {
            self.refusals.push(Refusal::WrongSideInCheck(waiting));
        }
        let mover = self.board.turn;
        let must_wait = self.board.odds_moves() > 0 && mover != self.board.old.receiver();
        if must_wait && self.board.checkers(mover).any() {
            self.refusals.push(Refusal::CheckDuringOddsMoves(mover));
        }
    }

    fn laws(&self) -> Laws {
        self.board.laws
    }

    fn read_castling(&mut self) {
        for letter in self.setup.castling.iter().copied() {
            match self.castling_rook(letter) {
                Ok(rook) if self.has_other_rook_beside(rook) => {
                    self.notes.push(Note::CastlingDropped(letter));
                }
                Ok(rook) => self.board.castling |= rook.bitboard(),
                Err(wing) => self.read_ghost(letter, wing),
            }
        }
        let old = self.laws().code != Code::Chess;
        if old && self.terms.chess960 && !self.castling_is_orthodox() {
            self.refusals.push(Refusal::Chess960UnderOldLaw(self.laws().code));
        }
    }

    /// Whether another rook on the same side of the king has a right already. In Chess960 as in
    /// the starting position there is one rook on each side.
    fn has_other_rook_beside(&self, rook: Square) -> bool {
        let color = if rook.rank() == 0 { Color::White } else { Color::Black };
        let king = self.board.king(color);
        let others = (self.board.castling & Bitboard::rank_for(color, 0)) - rook.bitboard();
        others.into_iter().any(|other| Wing::toward(king, other) == Wing::toward(king, rook))
    }

    fn castling_is_orthodox(&self) -> bool {
        self.board.castling.into_iter().all(|rook| {
            let color = if rook.rank() == 0 { Color::White } else { Color::Black };
            Bitboard::CORNERS.contains(rook) && self.board.king(color) == color.square(4, 0)
        })
    }

    /// The rook a letter means, or the wing on which it may mean a rook that was given.
    fn castling_rook(&self, letter: CastlingLetter) -> Result<Square, Option<Wing>> {
        let color = letter.color();
        let king = self.board.king(color);
        let home_rank = Bitboard::rank_for(color, 0);
        let rooks = self.board.pieces(color, PieceKind::Rook) & home_rank;
        let king_at_home = king == color.square(4, 0);
        let rook = match letter {
            CastlingLetter::File(_, file) => color.square(file, 0),
            CastlingLetter::Wing(_, wing) if self.terms.chess960 => {
                let mut outer = rooks.into_iter().filter(|rook| Wing::toward(king, *rook) == wing);
                let outermost = if wing == Wing::King { outer.last() } else { outer.next() };
                outermost.ok_or(None)?
            }
            CastlingLetter::Wing(_, wing) => wing.corner(color),
        };
        let orthodox = king_at_home && Bitboard::CORNERS.contains(rook);
        let wing = Wing::toward(king, rook);
        let named = self.was_given(color, rook)
            || self.setup.ghosts.contains(&CastlingLetter::Wing(color, wing));
        let ghosts = self.laws().castle_without_rook != GhostCastling::No;
        let given = named && ghosts && !self.terms.chess960;
        let stands =
            rooks.contains(rook) && home_rank.contains(king) && (orthodox || self.terms.chess960);
        match (stands, orthodox) {
            (true, _) if !(orthodox && given) => Ok(rook),
            (_, true) => Err(Some(wing)),
            _ => Err(None),
        }
    }

    /// A letter whose rook is missing, or was given: a ghost right if the law has one.
    fn read_ghost(&mut self, letter: CastlingLetter, wing: Option<Wing>) {
        let color = letter.color();
        let (Some(wing), false) = (wing, self.terms.chess960) else {
            self.notes.push(Note::CastlingDropped(letter));
            return;
        };
        self.ghost_letters = true;
        let taken = self.board.occupied().contains(wing.corner(color));
        match self.laws().castle_without_rook {
            GhostCastling::No => self.notes.push(Note::GhostDropped(letter)),
            GhostCastling::CornerEmpty if taken => self.notes.push(Note::GhostCornerTaken(letter)),
            _ => self.board.old.add_ghost(color, wing),
        }
    }

    /// Some GUIs strip the letter of a rook that is not there. In the starting position less any
    /// pieces, before the first move, the right is understood. A FEN that has such a letter
    /// anywhere, even one that was dropped, has not been stripped.
    fn understand_stripped_ghosts(&mut self) {
        let stripped = !self.ghost_letters && !self.terms.chess960;
        if !stripped || self.setup.fullmove > 1 || !self.setup.is_starting_position_less_pieces() {
            return;
        }
        for color in Color::ALL {
            for wing in Wing::ALL {
                let may = self.terms.may_castle_without_rook(color, Some(self.setup));
                if may && !self.board.occupied().contains(wing.corner(color)) {
                    self.board.old.add_ghost(color, wing);
                    self.notes.push(Note::GhostUnderstood(color, wing));
                }
            }
        }
    }

    /// Whether that rook is among the odds in force and was taken off, so that the one that stands
    /// on its square, if one does, is another. A player who still has so many rooks, and pawns that
    /// may have become rooks, that he cannot have given those the odds name has given none of them.
    fn was_given(&self, color: Color, rook: Square) -> bool {
        let of_kind = |kind| self.board.pieces(color, kind).count();
        let corners = Wing::ALL.map(|wing| wing.corner(color));
        let removed = self.terms.removed(Some(self.setup));
        let named = (removed & Bitboard::from_iter(corners)).count();
        removed.contains(rook) && of_kind(PieceKind::Rook) + of_kind(PieceKind::Pawn) + named <= 10
    }

    fn read_odds_moves(&mut self) {
        let giver = self.terms.giver(Some(self.setup));
        let receiver = giver.other();
        let at_the_start = self.setup.fullmove == 1
            && self.setup.turn == receiver
            && self.setup.is_starting_position_less_pieces();
        let moves = match self.setup.odds_moves {
            Some(said) if said > 0 => said,
            // None left is what a position says by saying nothing, so that to say it adds nothing.
            _ if at_the_start => self.terms.odds.moves,
            _ => 0,
        };
        self.board.old.set_odds_moves(moves, receiver);
    }

    fn mark(&mut self) {
        let Some(mark) = self.terms.undertaking.and_then(|conditions| conditions.mark) else {
            return;
        };
        let Some(square) = self.setup.marked.unwrap_or(Some(mark.square())) else { return };
        let giver = self.terms.giver(Some(self.setup));
        match self.setup.pieces[square.index()] {
            Some(man) if man.color() == giver => match (man.kind(), mark) {
                (PieceKind::King, _) => self.refusals.push(Refusal::MarkedKing(square)),
                (kind, Mark::Pawn(_)) if kind != PieceKind::Pawn => {
                    self.refusals.push(Refusal::MarkedPieceIsNoPawn(square));
                }
                _ => self.board.old.mark(Some(square)),
            },
            _ => self.refusals.push(Refusal::NoMarkedPiece(square, giver)),
        }
    }

    /// The en passant square is kept only when a legal capture uses it: so the key of a position
    /// says no more than the position does.
    fn read_en_passant(&mut self) {
        let Some(over) = self.setup.en_passant else { return };
        let (us, them) = (self.board.turn, self.board.turn.other());
        let pawn_to = them.square(over.file(), 3);
        let pawn_from = them.square(over.file(), 1);
        let plausible = over.rank_for(us) == 5
            && self.board.pieces(them, PieceKind::Pawn).contains(pawn_to)
            && !self.board.occupied().contains(over)
            && !self.board.occupied().contains(pawn_from);
        if !plausible {
            self.notes.push(Note::EnPassantDropped(over));
            return;
        }
        self.board.en_passant = Some(over);
        if !self.board.legal_moves().iter().any(|mv| mv.kind() == MoveKind::EnPassant) {
            self.board.en_passant = None;
        }
    }
}

impl Setup {
    /// The setup that describes a position, so that [`Setup::position`] gives it back.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let mut setup = Self {
            pieces: std::array::from_fn(|index| position.piece_at(Square::new(index as u8))),
            turn: board.turn(),
            castling: ArrayVec::new(),
            en_passant: board.en_passant,
            halfmove: position.halfmove(),
            fullmove: position.fullmove(),
            marked: None,
            ghosts: ArrayVec::new(),
            odds_moves: None,
            captureless: None,
            notice: position.notice(),
        };
        for color in Color::ALL {
            for wing in Wing::ALL {
                if let Some(letter) = castling_letter(position, color, wing) {
                    setup.castling.push(letter);
                }
                let corner = wing.corner(color);
                if board.ghost_right(color, wing)
                    && board.pieces(color, PieceKind::Rook).contains(corner)
                {
                    setup.ghosts.push(CastlingLetter::Wing(color, wing));
                }
            }
        }
        if position.undertaking().is_some_and(|bound| bound.conditions.mark.is_some()) {
            setup.marked = Some(board.marked());
        }
        if board.odds_moves() > 0 {
            setup.odds_moves = Some(board.odds_moves());
        }
        let counts_captures = position.laws().fifty_moves == FiftyMoves::Captures;
        if counts_captures && position.captureless() != position.halfmove() {
            setup.captureless = Some(position.captureless());
        }
        setup
    }
}

/// The letter of one right: `K` or `Q` where that says enough, a file where X-FEN needs one.
fn castling_letter(position: &Position, color: Color, wing: Wing) -> Option<CastlingLetter> {
    let board = position.board();
    let king = board.king(color);
    let home_rank = Bitboard::rank_for(color, 0);
    let toward = |rook: &Square| Wing::toward(king, *rook) == wing;
    let Some(rook) = (board.castling_rooks() & home_rank).into_iter().find(toward) else {
        return board.ghost_right(color, wing).then_some(CastlingLetter::Wing(color, wing));
    };
    let mut rooks = (board.pieces(color, PieceKind::Rook) & home_rank).into_iter().filter(toward);
    let outermost = if wing == Wing::King { rooks.last() } else { rooks.next() };
    Some(if outermost == Some(rook) {
        CastlingLetter::Wing(color, wing)
    } else {
        CastlingLetter::File(color, rook.file())
    })
}
