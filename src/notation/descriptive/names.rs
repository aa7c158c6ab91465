//! What descriptive notation calls files, squares and pieces. Files are named after the pieces that
//! stand on them at the start of an ordinary game, and ranks are counted from each player's own
//! side (british1897:I.7). Bishops, knights and rooks keep the wing that they come from as a name
//! (I.6); pawns are named after the file on which they stand now (I.8). Nothing here reads text.

use crate::rules::{Bitboard, Color, Game, Move, MoveKind, PieceKind, Position, Square, Wing};

/// Which wing each bishop, knight and rook on the board comes from, as far as that is known: those
/// that stood on their squares of an ordinary game when the game began.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Origins {
    /// The squares where the pieces of the king's and of the queen's wing stand now.
    wings: [Bitboard; 2],
}

impl Origins {
    /// The origins at the start of a game.
    pub fn of(start: &Position) -> Self {
        let mut origins = Self::default();
        for color in Color::ALL {
            for (file, kind) in
                [(0, PieceKind::Rook), (1, PieceKind::Knight), (2, PieceKind::Bishop)]
            {
                for (wing, file) in [(Wing::Queen, file), (Wing::King, 7 - file)] {
                    let square = color.square(file, 0);
                    let piece = start.piece_at(square);
                    if piece.is_some_and(|piece| piece.kind() == kind && piece.color() == color) {
                        origins.wings[wing as usize] |= square.bitboard();
                    }
                }
            }
        }
        origins
    }

    /// The origins in the present position of a game.
    pub fn in_game(game: &Game) -> Self {
        let moves = game.positions().iter().zip(game.moves());
        moves.fold(Self::of(game.start()), |origins, (position, mv)| origins.after(position, *mv))
    }

    /// The origins after a legal move of `position`.
    pub fn after(mut self, position: &Position, mv: Move) -> Self {
        if mv.is_null() {
            return self;
        }
        if mv.kind() == MoveKind::Castle {
            let wing = if mv.to().file() > mv.from().file() { Wing::King } else { Wing::Queen };
            let of_rook = Wing::ALL.map(|side| self.wings[side as usize].contains(mv.to()));
            for (side, was) in self.wings.iter_mut().zip(of_rook) {
                *side = *side - mv.to().bitboard();
                if was {
                    *side |= wing.rook_to(position.turn()).bitboard();
                }
            }
            return self;
        }
        for side in &mut self.wings {
            let was = side.contains(mv.from());
            *side = *side - (mv.from().bitboard() | mv.to().bitboard());
            if was && mv.promotion().is_none() {
                *side |= mv.to().bitboard();
            }
        }
        self
    }

    /// The wing that the piece on a square comes from.
    pub fn wing(&self, square: Square) -> Option<Wing> {
        Wing::ALL.into_iter().find(|wing| self.wings[*wing as usize].contains(square))
    }

    /// Whether the piece on a square can be called after that wing, and at what cost: nothing where
    /// it comes from there or its origin is unknown and it stands there, one where it only stands
    /// there now.
    pub(super) fn cost_of_wing(&self, square: Square, wing: Wing) -> Option<u32> {
        let stands = wing_of_file(square.file()) == wing;
        match self.wing(square) {
            Some(origin) if origin == wing => Some(0),
            Some(_) => stands.then_some(1),
            None => stands.then_some(0),
        }
    }
}

/// The wing of a file, 0 to 7.
pub(super) const fn wing_of_file(file: u8) -> Wing {
    if file < 4 { Wing::Queen } else { Wing::King }
}

/// The piece that names a file, 0 to 7.
pub(super) const fn piece_of_file(file: u8) -> PieceKind {
    match file {
        0 | 7 => PieceKind::Rook,
        1 | 6 => PieceKind::Knight,
        2 | 5 => PieceKind::Bishop,
        3 => PieceKind::Queen,
        _ => PieceKind::King,
    }
}

/// The squares of the files that such a name can mean: of both wings where it names none. `None`
/// for what is no name of a file.
pub(super) fn files(wing: Option<Wing>, kind: PieceKind) -> Option<Bitboard> {
    if kind == PieceKind::Pawn || (wing.is_some() && is_royal(kind)) {
        return None;
    }
    let named = (0..8)
        .filter(|file| piece_of_file(*file) == kind)
        .filter(|file| wing.is_none_or(|wing| wing_of_file(*file) == wing));
    Some(named.fold(Bitboard::EMPTY, |set, file| set | Bitboard::file(file)))
}

/// Kings and queens name a file each, and a wing.
pub(super) const fn is_royal(kind: PieceKind) -> bool {
    matches!(kind, PieceKind::King | PieceKind::Queen)
}

/// The wing that a king or a queen names.
pub(super) const fn wing_of(kind: PieceKind) -> Option<Wing> {
    match kind {
        PieceKind::King => Some(Wing::King),
        PieceKind::Queen => Some(Wing::Queen),
        _ => None,
    }
}
