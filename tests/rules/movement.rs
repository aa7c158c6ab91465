//! The board, the pieces and their moves, which every code has alike. Each position is tried under
//! all codes and with the colours exchanged. Castling and promotion have files of their own.

use jadoube::rules::laws::{Code, Terms};
use jadoube::rules::{Color, PieceKind, Square};

use crate::table::{
    CODES, board_of, destinations, legal, men, mirrored, mirrored_line, mirrored_list, play,
    play_all, position, start, terms,
};

/// british1897:I.1, british1897:I.2, federation1912:2: sixty-four squares in ranks and files,
/// light and dark by turns, with a light one at each right-hand corner.
#[test]
fn board_and_its_lines() {
    let light = |square: Square| (square.file() + square.rank()) % 2 == 1;
    assert_eq!(Square::all().count(), 64);
    assert!(light(Square::H1) && light(Square::A8), "the right-hand corners");
    for square in Square::all() {
        let [file, rank] = [square.file(), square.rank()];
        // A rook commands all of its file and rank, a bishop its diagonals, which keep to one
        // colour; each from an otherwise empty board, but for kings out of the way.
        let lines: Vec<Square> = Square::all().filter(|&s| s != square).collect();
        let straight = lines.iter().filter(|s| s.file() == file || s.rank() == rank);
        let slanted = lines.iter().filter(|s| {
            s.file().abs_diff(file) == s.rank().abs_diff(rank) && light(**s) == light(square)
        });
        for (letter, wanted) in [
            ('R', straight.map(Square::to_string).collect::<Vec<_>>()),
            ('B', slanted.map(Square::to_string).collect()),
        ] {
            let Some(fen) = lone_piece(letter, square) else { continue };
            let mut wanted = wanted;
            wanted.sort();
            assert_eq!(destinations(&position("chess", &fen), square), wanted.join(" "), "{fen}");
        }
    }
}

/// A position with a white piece on `square` and the kings on squares that it does not command
/// and that stand on no line of it; `None` where there are no such squares among the few tried.
fn lone_piece(letter: char, square: Square) -> Option<String> {
    let clear = |king: &Square| {
        let (files, ranks) =
            (king.file().abs_diff(square.file()), king.rank().abs_diff(square.rank()));
        files != 0 && ranks != 0 && files != ranks
    };
    let mut kings = Square::all().filter(clear);
    let (white, black) = (kings.next()?, kings.next_back()?);
    let apart = white.file().abs_diff(black.file()).max(white.rank().abs_diff(black.rank()));
    assert!(apart > 1, "the kings stand apart");
    Some(board_of(&[(letter, square), ('K', white), ('k', black)]) + " w - - 0 20")
}

/// british1897:I.3: each player counts the ranks from his own side. The pawns show it: two squares
/// bring them to their player's fourth rank, and his eighth promotes them.
#[test]
fn ranks_are_counted_from_each_side() {
    let at = Square::parse("c2").expect("a square");
    assert_eq!((at.rank_for(Color::White), at.rank_for(Color::Black)), (1, 6));
    let fen = "7k/2P5/8/8/8/8/2P5/7K w - - 0 20";
    for code in CODES {
        let white = position(code, fen);
        assert_eq!(destinations(&white, at), "c3 c4", "{code}");
        assert_eq!(legal(&white).iter().filter(|mv| mv.starts_with("c7c8")).count(), 4, "{code}");
        let black = position(code, &mirrored(fen));
        assert_eq!(destinations(&black, at.mirrored()), "c5 c6", "{code}");
        assert_eq!(legal(&black).iter().filter(|mv| mv.starts_with("c2c1")).count(), 4, "{code}");
    }
}

/// british1897:I.4, british1897:I.5, federation1912:4, federation1912:5: the pieces and how they
/// stand at the beginning.
#[test]
fn men_and_their_array() {
    let counts = [
        (PieceKind::King, 1),
        (PieceKind::Queen, 1),
        (PieceKind::Rook, 2),
        (PieceKind::Bishop, 2),
        (PieceKind::Knight, 2),
        (PieceKind::Pawn, 8),
    ];
    for code in CODES {
        let position = start(code);
        for color in Color::ALL {
            for (kind, count) in counts {
                let men = Square::all()
                    .filter_map(|square| position.piece_at(square))
                    .filter(|man| (man.color(), man.kind()) == (color, kind));
                assert_eq!(men.count(), count, "{code}: {color} {kind}");
            }
            let rank = |rank| {
                (0..8)
                    .map(|file| position.piece_at(color.square(file, rank)))
                    .map(|man| man.map_or('-', |man| man.kind().letter()))
                    .collect::<String>()
            };
            assert_eq!([rank(0), rank(1)], ["rnbqkbnr", "pppppppp"], "{code}: {color}");
        }
    }
}

/// rogers1907:V, federation1912:18: White makes the first move of a game on level terms; in 1912 of
/// any game, so that no terms by which Black would begin can be agreed.
#[test]
fn white_begins() {
    for code in CODES {
        assert_eq!(start(code).turn(), Color::White, "{code}");
    }
    for odds in ["knight", "rook", "pawn,moves=1", "pawn,moves=2"] {
        let terms = format!("federation1912 odds={odds}");
        assert_eq!(start(&terms).turn(), Color::White, "{terms}");
    }
    // A Black giver of a piece is played on request, and White begins then too.
    assert_eq!(start("federation1912 odds=rook giver=black").turn(), Color::White);
    // White gives no moves. A position that is set up says itself who is to move.
    for odds in ["pawn,moves=1", "pawn,moves=2", "f2,moves=2", "moves=1", "a1,moves=3"] {
        let refused = terms(&format!("federation1912 odds={odds} giver=white"));
        let error = refused.begin().expect_err(odds).to_string();
        assert!(error.contains("federation1912:18"), "{odds}: {error}");
        assert!(refused.start().position(&refused).is_ok(), "{odds}");
        let allowed = Terms { code: Code::Rogers1907, ..refused };
        assert_eq!(allowed.begin().map(|array| array.turn), Ok(Color::Black), "{odds}");
    }
    // What moves are given by is found out as ever: a square of White's names White.
    let by_square = terms("federation1912 odds=f2,moves=1");
    assert!(by_square.begin().is_err());
}

/// british1897:I.11, rogers1907:VIII, federation1912:1: the players move by turns, one piece each
/// time except in castling.
#[test]
fn one_man_a_turn_and_turn_about() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for code in CODES {
        for fen in [fen.to_owned(), mirrored(fen)] {
            let before = position(code, &fen);
            assert_eq!(legal(&before).len(), 48, "{code}: {fen}");
            for mv in legal(&before) {
                assert_ne!(mv, "0000", "{code}: {fen}");
                let after = play(&before, &mv);
                assert_eq!(after.turn(), before.turn().other(), "{code}: {mv}");
                // Pieces of the side to move that are no longer where they were.
                let moved = Square::all()
                    .filter(|&s| before.piece_at(s).is_some_and(|man| man.color() == before.turn()))
                    .filter(|&s| after.piece_at(s) != before.piece_at(s))
                    .count();
                let castled = ["e1g1", "e1c1", "e8g8", "e8c8"].contains(&mv.as_str());
                assert_eq!(moved, if castled { 2 } else { 1 }, "{code}: {mv}");
            }
        }
    }
}

/// british1897:I.9, british1897:I.11, federation1912:8, federation1912:9: where each piece goes. A
/// line ends before a piece of its own colour and upon one of the other; a knight leaps; a pawn
/// goes forward to empty squares and takes slantwise.
#[test]
fn piece_moves() {
    let cases = [
        // The king: one square in any direction.
        ("8/8/8/3p4/3KP3/8/8/7k w - - 0 20", "d4", "c3 c5 d3 d5 e3 e5"),
        // The queen: along file, rank and diagonal.
        (
            "7k/8/1p3P2/8/3Q2n1/8/3P4/K7 w - - 0 20",
            "d4",
            "a4 b2 b4 b6 c3 c4 c5 d3 d5 d6 d7 d8 e3 e4 e5 f2 f4 g1 g4",
        ),
        // The rook: along file and rank.
        ("7k/3p4/8/8/1P1R2n1/8/8/K7 w - - 0 20", "d4", "c4 d1 d2 d3 d5 d6 d7 e4 f4 g4"),
        // The bishop: along the diagonals.
        ("7k/8/1p3P2/8/3B4/8/1n6/K7 w - - 0 20", "d4", "b2 b6 c3 c5 e3 e5 f2 g1"),
        // The knight, hemmed in on every side.
        ("7k/8/2p1P3/1ppp1p2/2PNP3/1PnP1p2/8/K7 w - - 0 20", "d4", "b5 c2 c6 e2 f3 f5"),
        // The pawn: two squares or one at first, one thereafter.
        ("7k/8/8/8/8/8/4P3/K7 w - - 0 20", "e2", "e3 e4"),
        ("7k/8/8/8/8/4P3/8/K7 w - - 0 20", "e3", "e4"),
        // It neither passes over a piece nor takes forward.
        ("7k/8/8/8/8/4n3/4P3/K7 w - - 0 20", "e2", ""),
        ("7k/8/8/8/4n3/8/4P3/K7 w - - 0 20", "e2", "e3"),
        // It takes slantwise, the opponent's pieces alone.
        ("7k/8/8/8/3npR2/4P3/8/K7 w - - 0 20", "e3", "d4"),
        ("7k/8/8/8/8/3n1P2/4P3/K7 w - - 0 20", "e2", "d3 e3 e4"),
    ];
    for code in CODES {
        for (fen, from, wanted) in cases {
            let square = Square::parse(from).expect("a square");
            assert_eq!(destinations(&position(code, fen), square), wanted, "{code}: {fen}");
            let other = mirrored(fen);
            let found = destinations(&position(code, &other), square.mirrored());
            assert_eq!(found, mirrored_list(wanted), "{code}: {other}");
        }
    }
}

/// federation1912:10: a piece on whose square an opponent's piece moves is captured, and removed.
#[test]
fn a_captured_man_leaves_the_board() {
    let fen = "7k/8/8/3n4/4P3/8/8/K7 w - - 5 9";
    for code in CODES {
        for (fen, mv) in [(fen.to_owned(), "e4d5"), (mirrored(fen), "e5d4")] {
            let before = position(code, &fen);
            let after = play(&before, mv);
            let to = Square::parse(&mv[2..]).expect("a square");
            let man = after.piece_at(to).expect("the capturing man");
            assert_eq!((man.color(), man.kind()), (before.turn(), PieceKind::Pawn));
            assert_eq!(men(&after), 3, "{code}: {fen}");
        }
    }
}

/// accomplished1837:7, british1897:I.10, british1897:I.11, rogers1907:XVII, federation1912:11: a
/// king is in check when an opponent's piece commands his square, be that piece pinned or not; no
/// move leaves one's own king so, not even a move that checks the other.
#[test]
fn a_king_is_never_left_in_check() {
    let cases = [
        // The knight stands between: it may not move, though from f4 it would bear on g6.
        ("4r3/8/6k1/8/8/8/4N3/4K3 w - - 0 20", "e1d1 e1d2 e1f1 e1f2", false),
        // A rook in the same place may move along the line, and take at its end.
        (
            "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 20",
            "e1d1 e1d2 e1f1 e1f2 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8",
            false,
        ),
        // The white rook is pinned to its king and checks all the same.
        ("r7/8/8/8/R6k/8/8/K7 b - - 0 20", "a8a4 h4g3 h4g5 h4h3 h4h5", true),
        // In check: step aside, stand between, or take the checker.
        ("4k3/8/8/8/7b/8/8/R3K2R w - - 0 20", "e1d1 e1d2 e1e2 e1f1 h1h4", true),
        ("7k/8/8/8/4r3/8/3n4/4K3 w - - 0 20", "e1d1 e1d2 e1f2", true),
        // Two pieces check at once: only the king can move.
        ("4k3/8/8/8/4r3/5n2/3Q4/4K3 w - - 0 20", "e1d1 e1f1 e1f2", true),
    ];
    for code in CODES {
        for (fen, wanted, check) in cases {
            for (fen, wanted) in
                [(fen.to_owned(), wanted.to_owned()), (mirrored(fen), mirrored_list(wanted))]
            {
                let position = position(code, &fen);
                assert_eq!(legal(&position).join(" "), wanted, "{code}: {fen}");
                assert_eq!(position.in_check(), check, "{code}: {fen}");
            }
        }
    }
}

/// amateur1804:X, british1897:I.11, federation1912:13: a pawn that has moved two squares may be
/// taken as if it had moved one, by a pawn, at the next move only.
#[test]
fn double_step_and_taking_in_passing() {
    let cases = [
        // White's two steps pass the pawn on d4, which may take on e3, as may the one on f4.
        ("7k/8/8/8/3p1p2/8/4P3/K7 w - - 0 20", "e2e4", "d4e3 f4e3"),
        // One step from e3 passes nothing.
        ("7k/8/8/8/3p1p2/4P3/8/K7 w - - 0 20", "e3e4", ""),
        // The right is gone a move later.
        ("7k/8/8/8/3p1p2/8/4P3/K7 w - - 0 20", "e2e4 h8g8 a1a2", ""),
        // A king, a knight and a bishop do not capture en passant.
        ("8/8/8/8/b1n2k2/8/4P3/K7 w - - 0 20", "e2e4", ""),
        // Nor a pawn that would leave its king in check: two pieces go from the rank at once.
        ("8/8/8/8/k2p3R/8/4P3/K7 w - - 0 20", "e2e4", ""),
    ];
    for code in CODES {
        for (fen, line, wanted) in cases {
            for (fen, line, wanted) in [
                (fen.to_owned(), line.to_owned(), wanted.to_owned()),
                (mirrored(fen), mirrored_line(line), mirrored_list(wanted)),
            ] {
                let before = position(code, &fen);
                let after = play_all(&before, &line);
                let over = Square::parse("e3").expect("a square").for_color(before.turn());
                let passing: Vec<String> = legal(&after)
                    .into_iter()
                    .filter(|mv| {
                        mv.ends_with(&over.to_string())
                            && Square::parse(&mv[..2])
                                .and_then(|from| after.piece_at(from))
                                .is_some_and(|man| man.kind() == PieceKind::Pawn)
                    })
                    .collect();
                assert_eq!(passing.join(" "), wanted, "{code}: {fen} {line}");
                for mv in passing {
                    let taken = play(&after, &mv);
                    let passed = Square::parse("e4").expect("a square").for_color(before.turn());
                    assert_eq!(taken.piece_at(passed), None, "{code}: {fen} {mv}");
                    assert_eq!(men(&taken), men(&after) - 1, "{code}: {fen} {mv}");
                }
            }
        }
    }
}

/// rogers1907:XIII, federation1912:14: capturing en passant is compulsory when nothing else can be
/// played; without that right the same pieces are a stalemate.
#[test]
fn taking_in_passing_may_be_forced() {
    for code in CODES {
        let forced = "1r5k/8/4n3/3pP3/8/8/7r/K7 w - d6 0 20";
        assert_eq!(legal(&position(code, forced)), ["e5d6"], "{code}");
        assert_eq!(legal(&position(code, &mirrored(forced))), ["e4d3"], "{code}");
        let stuck = "1r5k/8/4n3/3pP3/8/8/7r/K7 w - - 0 20";
        assert!(legal(&position(code, stuck)).is_empty(), "{code}");
    }
}
