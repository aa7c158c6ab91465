//! Tests of the reference generator by itself under today's law: published node counts, and the
//! cases that generators get wrong. The engine must not be used here.

use crate::reference::{Position, Terms};

const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The position after moves.
pub fn after(fen: &str, terms: &Terms, moves: &str) -> Position {
    moves.split_whitespace().fold(Position::new(fen, terms), |position, m| position.play(m))
}

/// Whether a move is legal.
pub fn allows(position: &Position, uci: &str) -> bool {
    position.legal_moves().iter().any(|m| m == uci)
}

#[test]
fn published_counts_of_chess() {
    let rows: [(&str, &[u64]); 6] = [
        (ARRAY, &[20, 400, 8902, 197_281]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2039, 97_862, 4_085_603],
        ),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", &[14, 191, 2812, 43_238, 674_624]),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            &[6, 264, 9467, 422_333],
        ),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", &[44, 1486, 62_379]),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2079, 89_890],
        ),
    ];
    for (fen, counts) in rows {
        let position = Position::new(fen, &Terms::of("chess"));
        for (index, &count) in counts.iter().enumerate() {
            assert_eq!(position.perft(index as u32 + 1), count, "{fen} depth {}", index + 1);
        }
    }
}

#[test]
fn published_counts_of_chess960() {
    let rows: [(&str, [u64; 4]); 6] = [
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            [21, 528, 12_189, 326_672],
        ),
        (
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            [21, 807, 18_002, 667_366],
        ),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10_471, 273_318]),
        (
            "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
            [22, 593, 13_440, 382_958],
        ),
        (
            "1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
            [28, 1120, 31_058, 1_171_749],
        ),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", [20, 400, 8902, 197_281]),
    ];
    let chess960 = Terms { chess960: true, ..Terms::of("chess") };
    for (fen, counts) in rows {
        let position = Position::new(fen, &chess960);
        for (index, &count) in counts.iter().enumerate() {
            assert_eq!(position.perft(index as u32 + 1), count, "{fen} depth {}", index + 1);
        }
    }
}

#[test]
fn chess960_castling_is_king_takes_rook() {
    let chess960 = Terms { chess960: true, ..Terms::of("chess") };
    let start = "4k3/8/8/8/8/8/8/1RK3R1 w KQ - 0 1";
    assert_eq!(
        after(start, &chess960, "c1b1").fen(),
        "4k3/8/8/8/8/8/8/2KR2R1 b - - 1 1",
        "the queen's side, where the king stands still"
    );
    assert_eq!(after(start, &chess960, "c1g1").fen(), "4k3/8/8/8/8/8/8/1R3RK1 b - - 1 1");
    // The castled king would stand on the rank of a rook that his own rook has shielded.
    let shielded = "4k3/8/8/8/8/8/8/rRK5 w Q - 0 1";
    assert!(!allows(&Position::new(shielded, &chess960), "c1b1"));
    // X-FEN: the letter means the outermost rook, an inner one has its file's letter.
    let inner = Position::new("4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", &chess960);
    assert_eq!(inner.fen(), "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1");
    assert!(allows(&inner, "e1b1") && !allows(&inner, "e1a1"));
}

#[test]
fn en_passant_that_would_uncover_the_king_is_illegal() {
    let chess = Terms::of("chess");
    let along_the_rank = Position::new("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 2", &chess);
    assert!(!allows(&along_the_rank, "e5d6"));
    let free = Position::new("8/8/K7/3pP2r/8/8/8/4k3 w - d6 0 2", &chess);
    assert!(allows(&free, "e5d6"));
    assert_eq!(free.play("e5d6").fen(), "8/8/K2P4/7r/8/8/8/4k3 b - - 0 2");
}
