//! The other side of the board: squares, setups, games and their terms with White and Black
//! exchanged. What is legal, and who wins, is mirrored with them.

use super::game::Game;
use super::laws::{Mark, OddsItem, Terms};
use super::moves::Move;
use super::setup::{CastlingLetter, Setup};
use super::types::{Color, Piece, Square};

impl CastlingLetter {
    /// The same right for the other player.
    const fn mirrored(self) -> Self {
        match self {
            Self::Wing(color, wing) => Self::Wing(color.other(), wing),
            Self::File(color, file) => Self::File(color.other(), file),
        }
    }
}

impl Setup {
    /// The setup with White and Black exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let swapped = |piece: Piece| Piece::new(piece.color().other(), piece.kind());
        let mut mirrored = self.clone();
        for (square, piece) in Square::all().zip(&self.pieces) {
            mirrored.pieces[square.mirrored().index()] = piece.map(swapped);
        }
        mirrored.turn = self.turn.other();
        for letters in [&mut mirrored.castling[..], &mut mirrored.ghosts[..]] {
            letters.iter_mut().for_each(|letter| *letter = letter.mirrored());
            // White's are written first.
            letters.sort_by_key(|letter| letter.letter().is_ascii_lowercase());
        }
        mirrored.en_passant = self.en_passant.map(Square::mirrored);
        mirrored.marked = self.marked.map(|marked| marked.map(Square::mirrored));
        mirrored
    }
}

impl Terms {
    /// The terms with White and Black exchanged, the giver included where the terms name one.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let mut mirrored = self.clone();
        mirrored.odds_giver = self.odds_giver.map(Color::other);
        for item in &mut mirrored.odds.items {
            if let OddsItem::Square(square) = item {
                *square = square.mirrored();
            }
        }
        if let Some(conditions) = &mut mirrored.undertaking {
            conditions.square = conditions.square.map(Square::mirrored);
            conditions.mark = conditions.mark.map(|mark| match mark {
                Mark::Pawn(square) => Mark::Pawn(square.mirrored()),
                Mark::Man(square) => Mark::Man(square.mirrored()),
            });
        }
        mirrored
    }
}

impl Game {
    /// The game with White and Black exchanged, under terms that [`Terms::mirrored`] made. `None`
    /// if it cannot be played under these terms.
    #[must_use]
    pub fn mirrored(&self, terms: &Terms) -> Option<Self> {
        let mut mirror = Self::new(Setup::of(self.start()).mirrored().position(terms).ok()?);
        for mv in self.moves() {
            // The null move has no squares.
            let mv = match mv.is_null() {
                true => Move::NULL,
                false => Move::new(mv.from().mirrored(), mv.to().mirrored(), mv.kind()),
            };
            if !mirror.play(mv) {
                return None;
            }
        }
        Some(mirror)
    }
}
