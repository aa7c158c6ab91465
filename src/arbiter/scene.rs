//! What stands on the board: a valid position, or one that only an error makes (a king left in
//! check, a piece wrongly placed), which the board and the generator cannot hold. Moves of the
//! first kind are the generator's; those of the second are found here, slowly and plainly.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::step::Step;
use crate::notation::{coordinate, fen};
use crate::rules::attacks::attacks;
use crate::rules::laws::Terms;
use crate::rules::{
    Bitboard, CastlingLetter, Color, Piece, PieceKind, Position, Setup, Square, Wing,
};

/// A position, valid or not, under the terms of the game.
#[derive(Clone, Debug)]
pub struct Scene {
    setup: Arc<Setup>,
    /// The valid position that this is, if it is one.
    position: Option<Arc<Position>>,
}

impl PartialEq for Scene {
    fn eq(&self, other: &Self) -> bool {
        self.setup == other.setup
    }
}

impl Scene {
    /// What a setup describes.
    pub fn of(setup: Setup, terms: &Terms) -> Self {
        match setup.position(terms) {
            Ok(position) => Self::from(position),
            Err(_) => Self { setup: Arc::new(setup), position: None },
        }
    }

    /// The pieces, the turn and the rights.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The valid position that this is, or `None` where only an error has made it.
    pub fn position(&self) -> Option<&Position> {
        self.position.as_deref()
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.setup.turn
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.setup.pieces[square.index()]
    }

    /// The FEN, in full.
    pub fn fen(&self) -> String {
        fen::write(&self.setup)
    }

    /// Whether a player has a piece of his own on the square.
    pub fn is_of(&self, square: Square, color: Color) -> bool {
        self.piece_at(square).is_some_and(|piece| piece.color() == color)
    }

    /// Where a player's king stands. A scene always has both kings.
    pub fn king(&self, color: Color) -> Square {
        let king = Piece::new(color, PieceKind::King);
        Square::all()
            .find(|square| self.piece_at(*square) == Some(king))
            .expect("no event takes a king off the board")
    }

    /// The opponent's pieces that give check to a player's king.
    pub fn checkers(&self, color: Color) -> Bitboard {
        attackers(&self.setup.pieces, self.king(color), color.other())
    }

    /// The legal moves, sorted. In a position that only an error makes: the moves of the pieces
    /// that leave no own king in check and capture no king.
    pub fn legal(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = match self.position() {
            Some(position) => position
                .legal_moves()
                .into_iter()
                .filter_map(|mv| coordinate::to_string(position, mv).parse().ok())
                .collect(),
            None => self.moves_leaving(Bitboard::EMPTY),
        };
        steps.sort();
        steps
    }

    /// The moves after which no piece but those on `ignored` checks the player's king: what a
    /// player may do who need not meet a check of theirs. Castling is judged as usual.
    pub fn moves_leaving(&self, ignored: Bitboard) -> Vec<Step> {
        let us = self.turn();
        let home = self.king(us);
        let mut steps: Vec<Step> = self
            .pseudo_legal()
            .into_iter()
            .filter(|step| {
                let pieces = self.pieces_after(*step);
                let king = Piece::new(us, PieceKind::King);
                let at = Square::all().find(|square| pieces[square.index()] == Some(king));
                // The king himself may still not go where he would be in check.
                let ignored = if at == Some(home) { ignored } else { Bitboard::EMPTY };
                at.is_some_and(|at| (attackers(&pieces, at, us.other()) - ignored).is_empty())
            })
            .collect();
        if self.checkers(us).is_empty() || !ignored.is_empty() {
            steps.extend(self.castling_moves(ignored));
        }
        steps.sort();
        steps.dedup();
        steps
    }

    /// Moves by the movement of the pieces alone, whatever becomes of the own king; no castling.
    pub fn pseudo_legal(&self) -> Vec<Step> {
        let us = self.turn();
        let mut steps = Vec::new();
        for from in Square::all().filter(|square| self.is_of(*square, us)) {
            for to in self.reach(from) {
                let step = Step::new(from, to);
                let pawn = self.piece_at(from).is_some_and(|piece| piece.kind() == PieceKind::Pawn);
                if pawn && to.rank_for(us) == 7 {
                    let kinds =
                        [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
                    steps.extend(kinds.map(|kind| Step { promotion: Some(kind), ..step }));
                } else {
                    steps.push(step);
                }
            }
        }
        steps
    }

    /// Where the piece on a square can go by its own movement.
    fn reach(&self, from: Square) -> Vec<Square> {
        let Some(piece) = self.piece_at(from) else { return Vec::new() };
        let (us, them) = (piece.color(), piece.color().other());
        let pieces = &self.setup.pieces;
        let can_be_captured = |square: Square| {
            pieces[square.index()].is_some_and(|p| p.color() == them && p.kind() != PieceKind::King)
        };
        let commanded = attacks(piece.kind(), us, from, occupied(pieces));
        if piece.kind() != PieceKind::Pawn {
            let free = |to: &Square| pieces[to.index()].is_none() || can_be_captured(*to);
            return commanded.into_iter().filter(free).collect();
        }
        let passing = self.setup.en_passant.filter(|square| square.rank_for(us) == 5);
        let mut to: Vec<Square> = commanded
            .into_iter()
            .filter(|to| can_be_captured(*to) || passing == Some(*to))
            .collect();
        let rank = from.rank_for(us);
        let ahead = |steps: u8| us.square(from.file(), rank + steps);
        if rank < 7 && pieces[ahead(1).index()].is_none() {
            to.push(ahead(1));
            if rank == 1 && pieces[ahead(2).index()].is_none() {
                to.push(ahead(2));
            }
        }
        to
    }

    /// Castling in a position that only an error makes, or past a check that need not be met.
    fn castling_moves(&self, ignored: Bitboard) -> Vec<Step> {
        let us = self.turn();
        let home = us.square(4, 0);
        let pieces = &self.setup.pieces;
        let may = |wing: &Wing| {
            let letter = CastlingLetter::Wing(us, *wing);
            let king = pieces[home.index()] == Some(Piece::new(us, PieceKind::King));
            let rook = pieces[wing.corner(us).index()] == Some(Piece::new(us, PieceKind::Rook));
            let between: &[u8] = if *wing == Wing::King { &[5, 6] } else { &[1, 2, 3] };
            let crossed: &[u8] = if *wing == Wing::King { &[4, 5, 6] } else { &[4, 3, 2] };
            let empty = |file: &u8| pieces[us.square(*file, 0).index()].is_none();
            let safe = |file: &u8| {
                (attackers(pieces, us.square(*file, 0), us.other()) - ignored).is_empty()
            };
            self.setup.castling.contains(&letter)
                && king
                && rook
                && between.iter().all(empty)
                && crossed.iter().all(safe)
        };
        Wing::ALL.into_iter().filter(may).map(|wing| Step::castling(us, wing)).collect()
    }

    /// The pieces after a move, legal or not. The king's two squares along his rank are castling
    /// where the rook stands in that corner.
    fn pieces_after(&self, step: Step) -> [Option<Piece>; 64] {
        let mut pieces = self.setup.pieces;
        let Some(piece) = pieces[step.from.index()].take() else { return pieces };
        let us = piece.color();
        if let Some(taken) = self.captured(step) {
            pieces[taken.index()] = None;
        }
        if let Some(wing) = self.castles(step) {
            let rook = pieces[wing.corner(us).index()].take();
            pieces[wing.rook_to(us).index()] = rook;
        }
        let kind = step.promotion.unwrap_or(piece.kind());
        pieces[step.to.index()] = Some(Piece::new(us, kind));
        pieces
    }

    /// The wing to which a move castles, or would if it were legal: the king goes two squares from
    /// his own, with a rook of his in that corner or a right to castle without one.
    pub fn castles(&self, step: Step) -> Option<Wing> {
        let piece = self.piece_at(step.from)?;
        let us = piece.color();
        let home = us.square(4, 0);
        if piece.kind() != PieceKind::King || step.from != home {
            return None;
        }
        let wing = Wing::ALL.into_iter().find(|wing| wing.king_to(us) == step.to)?;
        let rook = Some(Piece::new(us, PieceKind::Rook));
        let letter = CastlingLetter::Wing(us, wing);
        let rook_there = self.piece_at(wing.corner(us)) == rook;
        (rook_there || self.setup.castling.contains(&letter)).then_some(wing)
    }

    /// Whether a move is legal here.
    pub fn is_legal(&self, step: Step) -> bool {
        match self.position() {
            Some(position) => coordinate::parse(position, &step.to_string())
                .is_some_and(|mv| coordinate::to_string(position, mv) == step.to_string()),
            None => self.legal().contains(&step),
        }
    }

    /// Whether a move captures something.
    pub fn captured(&self, step: Step) -> Option<Square> {
        let piece = self.piece_at(step.from)?;
        if self.is_of(step.to, piece.color().other()) {
            return Some(step.to);
        }
        let passed = Square::at(step.to.file(), step.from.rank());
        let passing = piece.kind() == PieceKind::Pawn
            && self.setup.en_passant == Some(step.to)
            && step.from.file() != step.to.file()
            && self.piece_at(passed) == Some(Piece::new(piece.color().other(), PieceKind::Pawn));
        passing.then_some(passed)
    }

    /// Whether both kings still stand after a move, whatever else goes wrong.
    pub fn keeps_the_kings(&self, step: Step) -> bool {
        each_has_one_king(&self.pieces_after(step))
    }

    /// Whether each player has one king, as a scene that play goes on from must have.
    pub fn has_both_kings(&self) -> bool {
        each_has_one_king(&self.setup.pieces)
    }

    /// The scene after a move, legal or not, with the turn passed to the other player.
    pub fn after(&self, step: Step, terms: &Terms) -> Self {
        if let Some(position) = self.position()
            && let Some(mv) = coordinate::parse(position, &step.to_string())
            && coordinate::to_string(position, mv) == step.to_string()
        {
            return Self::from(position.play(mv));
        }
        let mut setup = Setup::clone(&self.setup);
        let mover = self.piece_at(step.from).map_or(self.turn(), Piece::color);
        let pawn = self.piece_at(step.from).is_some_and(|piece| piece.kind() == PieceKind::Pawn);
        let quiet = !pawn && self.captured(step).is_none();
        setup.pieces = self.pieces_after(step);
        setup.castling = self.rights_after(step);
        setup.en_passant = None;
        if pawn && step.from.rank_for(mover) == 1 && step.to.rank_for(mover) == 3 {
            setup.en_passant = Some(mover.square(step.from.file(), 2));
        }
        setup.halfmove = if quiet { setup.halfmove.saturating_add(1) } else { 0 };
        setup.captureless = setup.captureless.map(|plies| plies.saturating_add(1));
        setup.notice = setup.notice.map(|plies| plies.saturating_add(1));
        if setup.turn == Color::Black {
            setup.fullmove = setup.fullmove.saturating_add(1);
        }
        setup.turn = setup.turn.other();
        Self::of(setup, terms)
    }

    /// The castling letters left after a move by its squares.
    fn rights_after(&self, step: Step) -> ArrayVec<CastlingLetter, 16> {
        let lost = |letter: &CastlingLetter| match *letter {
            CastlingLetter::Wing(color, wing) => {
                let squares = [color.square(4, 0), wing.corner(color)];
                squares.contains(&step.from) || squares.contains(&step.to)
            }
            CastlingLetter::File(..) => true,
        };
        self.setup.castling.iter().copied().filter(|letter| !lost(letter)).collect()
    }

    /// The scene with the other player to move.
    pub fn with_turn(&self, turn: Color, terms: &Terms) -> Self {
        let mut setup = Setup::clone(&self.setup);
        if setup.turn != turn {
            setup.turn = turn;
            setup.en_passant = None;
        }
        Self::of(setup, terms)
    }

    /// The scene with a piece put on a square, or taken off it.
    pub fn with_piece(&self, square: Square, piece: Option<Piece>, terms: &Terms) -> Self {
        let mut setup = Setup::clone(&self.setup);
        setup.pieces[square.index()] = piece;
        Self::of(setup, terms)
    }

    /// The scene without any right to castle for one player.
    pub fn without_castling(&self, color: Color, terms: &Terms) -> Self {
        let mut setup = Setup::clone(&self.setup);
        setup.castling.retain(
            |letter| !matches!(letter, CastlingLetter::Wing(of, _) | CastlingLetter::File(of, _) if *of == color),
        );
        Self::of(setup, terms)
    }
}

impl From<Position> for Scene {
    fn from(position: Position) -> Self {
        Self { setup: Arc::new(Setup::of(&position)), position: Some(Arc::new(position)) }
    }
}

/// Whether each player has exactly one king.
fn each_has_one_king(pieces: &[Option<Piece>; 64]) -> bool {
    Color::ALL.into_iter().all(|color| {
        let king = Some(Piece::new(color, PieceKind::King));
        pieces.iter().filter(|man| **man == king).count() == 1
    })
}

/// All squares with a piece on them.
fn occupied(pieces: &[Option<Piece>; 64]) -> Bitboard {
    Square::all().filter(|square| pieces[square.index()].is_some()).collect()
}

/// The pieces of a player that command a square.
fn attackers(pieces: &[Option<Piece>; 64], square: Square, by: Color) -> Bitboard {
    let all = occupied(pieces);
    Square::all()
        .filter(|from| {
            pieces[from.index()].is_some_and(|piece| {
                piece.color() == by && attacks(piece.kind(), by, *from, all).contains(square)
            })
        })
        .collect()
}
