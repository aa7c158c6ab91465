//! The relations between pieces that the network is told of, held against their definitions, square by
//! square on a board without bitboards.

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

    /// The same board without the piece on a square.
    fn without(&self, (file, rank): Place) -> Self {
        let mut board = self.0;
        board[file as usize][rank as usize] = None;
        Self(board)
    }

    /// Whether a pawn of this colour on a square would be passed: no opposing one is ahead of it on
    /// its file or the next to it.
    fn is_passed(&self, color: Color, place: Place) -> bool {
        let opposing = Piece::new(color.other(), PieceKind::Pawn);
        !self.pieces().any(|(other, piece)| {
            let ahead = (other.1 - place.1) * forward(color) > 0;
            piece == opposing && (other.0 - place.0).abs() <= 1 && ahead
        })
    }

    /// Whether a relation holds for a colour and a square, by the relations' numbers.
    fn holds(&self, relation: usize, color: Color, place: Place) -> bool {
        let (own, other) = (|kind| Piece::new(color, kind), color.other());
        let kind = self.at(place).filter(|piece| piece.color() == color).map(Piece::kind);
        let is = |kinds: &[PieceKind]| kind.is_some_and(|kind| kinds.contains(&kind));
        let of = |piece: Piece| self.pieces().filter(move |&(_, one)| one == piece);
        let king = |color: Color| of(Piece::new(color, PieceKind::King)).next().unwrap().0;
        let (attackers, defenders) = (self.attackers(other, place), self.attackers(color, place));
        match relation {
            0 => is(&[PieceKind::Pawn]) && self.is_passed(color, place),
            1 => {
                let beside = |(at, _): (Place, Piece)| (at.0 - place.0).abs() == 1;
                is(&[PieceKind::Pawn]) && !of(own(PieceKind::Pawn)).any(beside)
            }
            2 => attackers.iter().any(|&by| {
                let lesser = |kind| kind != PieceKind::King && value(by) < value(kind);
                by != PieceKind::King && kind.is_some_and(lesser)
            }),
            3 => {
                let exposed = !attackers.is_empty() && defenders.is_empty();
                kind.is_some_and(|kind| kind != PieceKind::King) && exposed
            }
            4 => {
                // A piece that slides would attack the king if this one were not there.
                let alone = self.without(place);
                kind.is_some_and(|kind| kind != PieceKind::King)
                    && self.pieces().filter(|(_, piece)| piece.color() == other).any(|(at, by)| {
                        alone.attacks(at, by, king(color)) && !self.attacks(at, by, king(color))
                    })
            }
            5 => {
                let minor = is(&[PieceKind::Knight, PieceKind::Bishop]);
                minor && defenders.contains(&PieceKind::Pawn)
            }
            6 => {
                let on_file = |(at, _): (Place, Piece)| at.0 == place.0;
                is(&[PieceKind::Rook]) && !of(own(PieceKind::Pawn)).any(on_file)
            }
            7 => {
                let behind = (place.0, place.1 - forward(color));
                self.at(behind) == Some(own(PieceKind::Pawn))
                    && self.is_passed(color, behind)
                    && (self.at(place).is_some() || !attackers.is_empty())
            }
            8 => {
                let (file, rank) = king(color);
                let distance = (file - place.0).abs().max((rank - place.1).abs());
                distance == 1 && !attackers.is_empty()
            }
            number => {
                let by = PieceKind::ALL[number - 8];
                let checks = self.attacks(place, own(by), king(other));
                kind.is_none() && attackers.is_empty() && defenders.contains(&by) && checks
            }
        }
    }
}

fn forward(color: Color) -> i32 {
    if color == Color::White { 1 } else { -1 }
}

/// The pieces by their value, a bishop as much as a knight.
fn value(kind: PieceKind) -> usize {
    [1, 3, 3, 5, 9, 100][kind.index()]
}

/// The inputs of a perspective by the definitions: own planes first, squares seen from the own side
/// with the own king on the files a to d.
fn expected(position: &Position, perspective: Color) -> Vec<usize> {
    let plain = Plain::of(position);
    let ranks = if perspective == Color::White { 0 } else { 7 };
    let files = if position.board().king(perspective).file() < 4 { 0 } else { 7 };
    let mut inputs = Vec::new();
    for (relation, color) in (0..13).flat_map(|relation| Color::ALL.map(|color| (relation, color)))
    {
        let plane = 2 * relation + usize::from(color != perspective);
        for (file, rank) in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
            let square = 8 * (rank as usize ^ ranks) + (file as usize ^ files);
            let holds = plain.holds(relation, color, (file, rank));
            inputs.extend(holds.then_some(RELATED + 64 * plane + square));
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

/// Random games, which every relation turns up in.
const GAMES: usize = 60;

#[test]
fn relations_are_what_their_definitions_say() {
    let mut random = Random(7);
    let mut seen = [0; 26];
    for _ in 0..GAMES {
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
    assert!(seen.iter().all(|&count| count > 300), "{seen:?}");
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
