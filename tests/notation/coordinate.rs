//! Coordinate moves.

use jadoube::notation::coordinate;
use jadoube::rules::{Move, Square};

use crate::util::{data, position, terms, walk};

#[test]
fn moves_are_read_as_the_table_has_them() {
    let rows = data!("san/coordinates.txt");
    assert!(rows.len() > 25);
    for row in rows {
        let [words, fen, text, expected] = &row[..] else { panic!("four cells: {row:?}") };
        let position = position(fen, &terms(words));
        let read = coordinate::parse(&position, text);
        let written = read.map(|mv| coordinate::to_string(&position, mv));
        assert_eq!(written.as_deref().unwrap_or("none"), expected, "{row:?}");
    }
}

/// Of all pairs of squares just those of legal moves are read.
#[test]
fn only_legal_moves_are_read() {
    let mut seen = 0;
    walk(1, 12, |_, position| {
        let moves = position.legal_moves();
        for from in Square::all() {
            for to in Square::all() {
                for promotion in ["", "n", "q"] {
                    let text = format!("{from}{to}{promotion}");
                    let read = coordinate::parse(position, &text);
                    let written: Vec<Move> = moves
                        .iter()
                        .filter(|mv| coordinate::to_string(position, **mv) == text)
                        .copied()
                        .collect();
                    match (read, &written[..]) {
                        (Some(mv), [meant]) => assert_eq!(mv, *meant, "{text}"),
                        (Some(mv), _) => assert!(mv.is_castling(), "{text} read as {mv:?}"),
                        (None, _) => assert!(written.is_empty(), "{text} in\n{position:?}"),
                    }
                    seen += usize::from(read.is_some());
                }
            }
        }
    });
    assert!(seen > 5_000, "{seen} moves");
}
