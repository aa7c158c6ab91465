//! The decoder against a compressed table of our own, king and pawn against king, whose every
//! value is known from a solver that shares nothing with the engine.

use super::chance::Random;
use super::folder::Folder;
use super::position;
use super::solved::{self, Pieces, Solution};
use super::tablebases::open;
use jadoube::rules::laws::Terms;
use jadoube::rules::{Color, Piece, PieceKind, Position, Setup};
use jadoube::tablebases::Tablebases;

/// The folder of the table, and its bytes.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/syzygy");
const TABLE: &[u8] = include_bytes!("../data/syzygy/KPvK.rtbw");

/// The position, with the pawn of this colour. `None`: it cannot be.
fn with_pawn_of(color: Color, pieces: Pieces, pawn_moves: bool) -> Option<Position> {
    let mut setup = Setup::empty();
    let turned = |square: u8| usize::from(if color == Color::White { square } else { square ^ 56 });
    setup.pieces[turned(pieces.pawn)] = Some(Piece::new(color, PieceKind::Pawn));
    setup.pieces[turned(pieces.king)] = Some(Piece::new(color, PieceKind::King));
    setup.pieces[turned(pieces.bare)] = Some(Piece::new(color.other(), PieceKind::King));
    setup.turn = if pawn_moves { color } else { color.other() };
    pieces.are_legal(pawn_moves).then(|| setup.position(&Terms::default()).unwrap())
}

/// Every position that can be, with the result for the player to move.
fn all(solution: &Solution) -> impl Iterator<Item = (Position, i32)> {
    let cases = Color::ALL.map(|color| [(color, true), (color, false)]);
    cases.into_iter().flatten().flat_map(move |(color, pawn_moves)| {
        solved::all().filter_map(move |pieces| {
            let won = solution.is_won(pieces, pawn_moves);
            let result = if !won {
                0
            } else if pawn_moves {
                2
            } else {
                -2
            };
            Some((with_pawn_of(color, pieces, pawn_moves)?, result))
        })
    })
}

/// The number of wins with the pawn on the files a to d, for either side to move, that the bitbase
/// of Stockfish asserted for many years.
#[test]
fn the_solver_finds_the_published_number_of_wins() {
    let solution = Solution::find();
    let wins = solved::all()
        .filter(|pieces| pieces.pawn % 8 < 4)
        .flat_map(|pieces| [(pieces, true), (pieces, false)])
        .filter(|(pieces, white_moves)| solution.is_won(*pieces, *white_moves));
    assert_eq!(wins.count(), 111_282);
}

#[test]
fn the_table_is_the_one_the_writer_makes() {
    assert!(solved::table(&Solution::find()) == TABLE);
}

#[test]
fn every_position_of_a_compressed_table_is_decoded() {
    let tables = Tablebases::open(FOLDER).unwrap();
    assert_eq!((tables.files(), tables.max_pieces(), tables.damaged().len()), (1, 3, 0));
    let mut decoded = 0;
    for (position, result) in all(&Solution::find()) {
        assert_eq!(tables.result(&position), Some(result), "{position:?}");
        decoded += 1;
    }
    assert_eq!(decoded, 2 * 331_352, "positions of both colours");
}

/// Cut and changed at random: answers or none, no panic, no hang.
#[test]
fn no_damage_to_a_compressed_table_does_harm() {
    let folder = Folder::new("torn-pawn");
    let ending = position("8/4k3/8/4K3/8/4P3/8/8 w - - 0 1", &Terms::default());
    let mut random = Random(7);
    let mut other = 0;
    for round in 0..400 {
        let mut bytes = TABLE.to_vec();
        if round % 3 == 0 {
            // To a length that a table could have.
            bytes.truncate(random.below(bytes.len() / 64) * 64 + 16);
        } else {
            // The header is the tender part.
            let reach = if round % 3 == 1 { 600 } else { bytes.len() };
            for _ in 0..=random.below(8) {
                bytes[random.below(reach)] = random.below(256) as u8;
            }
        }
        folder.write("KPvK.rtbw", &bytes);
        let result = open(&folder).ok().and_then(|tables| tables.result(&ending));
        assert!(result.is_none_or(|result| (-2..=2).contains(&result)));
        other += usize::from(result != Some(2));
    }
    assert!(other > 100, "only {other} of the damages made a difference");
}
