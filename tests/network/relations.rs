//! The relations between pieces that the network is told of, held against their definitions, piece by
//! piece on a board without bitboards.

use jadoube::eval::network::RatingAdvantage;
use jadoube::eval::network::features::{FLAGS, RELATED, active};
use jadoube::rules::laws::Terms;
use jadoube::rules::{Color, Piece, PieceKind, Position};

use super::position;
use crate::chance::Random;

/// The pieces by file and rank, 0 to 7.
struct Plain([[Option<Piece>; 8]; 8]);

type Place = (i32, i32);

const STRAIGHT: [Place; 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [Place; 4] = [(1, 1), (-1, 1), (1, -1), (-1, -1)];

impl Plain {
    fn of(position: &Position) -> Self {
        let mut board = [[None; 8]; 8];
        for square in position.board().occupied() {
            board[usize::from(square.file())][usize::from(square.rank())] =
                position.piece_at(square);
        }
        Self(board)
    }

    fn at(&self, (file, rank): Place) -> Option<Piece> {
        let inside = (0..8).contains(&file) && (0..8).contains(&rank);
        if inside { self.0[file as usize][rank as usize] } else { None }
    }

    fn pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        let places = (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank)));
        places.filter_map(|place| Some((place, self.at(place)?)))
    }

    /// Whether a piece on one square attacks another square.
    fn attacks(&self, from: Place, piece: Piece, to: Place) -> bool {
        let (files, ranks) = (to.0 - from.0, to.1 - from.1);
        let slides = |steps: &[Place]| {
            steps.iter().any(|step| {
                let mut place = from;
                loop {
                    place = (place.0 + step.0, place.1 + step.1);
                    if place == to {
                        return true;
                    }
                    let inside = (0..8).contains(&place.0) && (0..8).contains(&place.1);
                    if !inside || self.at(place).is_some() {
                        return false;
                    }
                }
            })
        };
        match piece.kind() {
            PieceKind::Pawn => files.abs() == 1 && ranks == forward(piece.color()),
            PieceKind::Knight => files.abs() * ranks.abs() == 2,
            PieceKind::Bishop => slides(&DIAGONAL),
            PieceKind::Rook => slides(&STRAIGHT),
            PieceKind::Queen => slides(&DIAGONAL) || slides(&STRAIGHT),
            PieceKind::King => from != to && files.abs() <= 1 && ranks.abs() <= 1,
        }
    }

    /// The kinds of a colour's pieces that attack a square.
    fn attackers(&self, color: Color, to: Place) -> Vec<PieceKind> {
        let own = self.pieces().filter(|(_, piece)| piece.color() == color);
        own.filter(|&(from, piece)| self.attacks(from, piece, to))
            .map(|(_, piece)| piece.kind())
            .collect()
    }

    /// Which of the relations a piece is in, in their order.
    fn relations(&self, place: Place, piece: Piece) -> [bool; 4] {
        let (us, them) = (piece.color(), piece.color().other());
        let is_pawn = piece.kind() == PieceKind::Pawn;
        let pawns = |color: Color| {
            let pieces = self
                .pieces()
                .filter(move |&(_, piece)| piece == Piece::new(color, PieceKind::Pawn));
            pieces.map(|(place, _)| place)
        };
        let ahead = |other: Place| (other.1 - place.1) * forward(us) > 0;
        let passed = !pawns(them).any(|other| (other.0 - place.0).abs() <= 1 && ahead(other));
        let isolated = !pawns(us).any(|other| (other.0 - place.0).abs() == 1);
        let attackers = self.attackers(them, place);
        let threatened = attackers.iter().any(|&by| {
            by != PieceKind::King
                && piece.kind() != PieceKind::King
                && value(by) < value(piece.kind())
        });
        let hanging = piece.kind() != PieceKind::King
            && !attackers.is_empty()
            && self.attackers(us, place).is_empty();
        [is_pawn && passed, is_pawn && isolated, threatened, hanging]
    }
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

/// The pieces by their value, a bishop as much as a knight.
fn value(kind: PieceKind) -> usize {
    [1, 3, 3, 5, 9, 100][kind.index()]
}

/// The inputs of a perspective by the definitions: own pieces's planes first, squares seen from the own
/// side with the own king on the files a to d.
fn expected(position: &Position, perspective: Color) -> Vec<usize> {
    let plain = Plain::of(position);
    let ranks = if perspective == Color::White { 0 } else { 7 };
    let files = if position.board().king(perspective).file() < 4 { 0 } else { 7 };
    let mut inputs = Vec::new();
    for ((file, rank), piece) in plain.pieces() {
        let square = 8 * (rank as usize ^ ranks) + (file as usize ^ files);
        for (number, related) in plain.relations((file, rank), piece).into_iter().enumerate() {
            let plane = 2 * number + usize::from(piece.color() != perspective);
            inputs.extend(related.then_some(RELATED + 64 * plane + square));
        }
    }
    inputs.sort_unstable();
    inputs
}

fn found(position: &Position, perspective: Color) -> Vec<usize> {
    let all = active(position, perspective, RatingAdvantage::NONE);
    let mut inputs: Vec<usize> = all.into_iter().map(usize::from).collect();
    inputs.retain(|input| (RELATED..FLAGS).contains(input));
    inputs.sort_unstable();
    inputs
}

#[test]
fn relations_are_what_their_definitions_say() {
    let mut random = Random(7);
    let mut seen = [0; 8];
    for _ in 0..60 {
        let mut position = Position::initial();
        for _ in 0..120 {
            let moves = position.legal_moves();
            if position.outcome().is_some() {
                break;
            }
            position = position.play(moves[random.next() as usize % moves.len()]);
            for perspective in Color::ALL {
                let inputs = found(&position, perspective);
                assert_eq!(inputs, expected(&position, perspective), "{position:?}");
                inputs.iter().for_each(|input| seen[(input - RELATED) / 64] += 1);
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 1000), "{seen:?}");
}

#[test]
fn crowded_and_odd_boards_have_room_for_all_their_relations() {
    for text in [
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - - 0 1",
        "k7/PpPpPpPp/8/PpPpPpPp/8/8/8/K7 w - - 0 1",
        "4k3/8/1p1p1p1p/2P1P1P1/1n1n1n1n/2P1P1P1/8/4K3 w - - 0 1",
    ] {
        let position = position(text, &Terms::default());
        for perspective in Color::ALL {
            assert_eq!(found(&position, perspective), expected(&position, perspective), "{text}");
        }
    }
}
