//! Castling, with the rook and without it: amateur1804:XI and XII, accomplished1837:8 and 16,
//! british1897:I.11E and IV.5, rogers1907:XII and XXXVI, federation1912:12 and 39. It must never
//! rest on what a FEN is understood to mean at the first move, so its positions are later ones.

use jadoube::notation::fen;
use jadoube::rules::{Color, PieceKind, Position, Square};

use crate::table::{
    CODES, allows, legal, men, mirrored, mirrored_line, mirrored_list, mirrored_terms, play,
    play_all, position, start, symbol,
};

/// The codes under which a player may castle on the side whose rook he has given.
const WITHOUT_ROOK: [&str; 3] = ["accomplished1837", "british1897", "federation1912"];
/// The others.
const WITH_ROOK_ALONE: [&str; 4] = ["chess", "england1804", "france1804", "rogers1907"];

/// The castling moves among the legal ones, as the king's move of two squares, sorted.
fn castlings(position: &Position) -> String {
    let by_king = |mv: &String| {
        let from = Square::parse(&mv[..2]).and_then(|from| position.piece_at(from));
        from.is_some_and(|man| man.kind() == PieceKind::King)
    };
    let far = |mv: &String| mv.as_bytes()[0].abs_diff(mv.as_bytes()[2]) > 1;
    let moves: Vec<String> = legal(position).into_iter().filter(by_king).filter(far).collect();
    moves.join(" ")
}

/// amateur1804:XI, british1897:I.11, rogers1907:XII, federation1912:12: the king goes two squares
/// toward the rook, neither more nor less, and the rook stands on the square that he has passed
/// over.
#[test]
fn where_king_and_rook_arrive() {
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 20";
    let cases = [("e1g1", ["f1 R", "g1 K", "h1 -"]), ("e1c1", ["d1 R", "c1 K", "a1 -"])];
    for code in CODES {
        let white = position(code, fen);
        assert_eq!(castlings(&white), "e1c1 e1g1", "{code}");
        let black = position(code, &mirrored(fen));
        assert_eq!(castlings(&black), "e8c8 e8g8", "{code}");
        for (mv, places) in cases {
            let white = play(&white, mv);
            let black = play(&black, &mirrored_line(mv));
            for place in places {
                let (square, man) = (&place[..2], &place[3..]);
                assert_eq!(symbol(&white, square), man, "{code}: {mv} {square}");
                let square = mirrored_line(square);
                assert_eq!(symbol(&black, &square), man.to_lowercase(), "{code}: {mv} {square}");
            }
        }
    }
}

/// amateur1804:XII, accomplished1837:8, british1897:I.11, rogers1907:XII, federation1912:12: king
/// and rook have not moved, nothing stands between them, and the king is not in check, does not
/// pass over a commanded square and does not arrive on one.
#[test]
fn what_forbids_castling() {
    let standing = [
        // Nothing forbids it.
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 20", "e1c1 e1g1"),
        // A right that the game no longer has.
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 20", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 20", "e1c1"),
        // A piece between: each of the five squares, of either colour.
        ("4k3/8/8/8/8/8/8/RN2K2R w KQ - 0 20", "e1g1"),
        ("4k3/8/8/8/8/8/8/R1b1K2R w KQ - 0 20", "e1g1"),
        ("4k3/8/8/8/8/8/8/R2QK2R w KQ - 0 20", "e1g1"),
        ("4k3/8/8/8/8/8/8/R3KB1R w KQ - 0 20", "e1c1"),
        ("4k3/8/8/8/8/8/8/R3K1bR w KQ - 0 20", "e1c1"),
        // In check.
        ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 20", ""),
        ("4k3/8/8/8/8/5n2/8/R3K2R w KQ - 0 20", ""),
        // Passing over a commanded square.
        ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 20", "e1g1"),
        ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 20", "e1c1"),
        // Arriving on one.
        ("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 20", "e1g1"),
        ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 20", "e1c1"),
        // A pawn commands what it could take.
        ("4k3/8/8/8/8/8/1p6/R3K2R w KQ - 0 20", "e1g1"),
    ];
    let played = [
        // Neither king nor rook has moved.
        ("b3b4 e8e7 b4b5 e7e8", "e1c1 e1g1"),
        // The king has moved and come back.
        ("e1e2 e8e7 e2e1 e7e8", ""),
        // A rook has.
        ("h1h2 e8e7 h2h1 e7e8", "e1c1"),
        ("a1a2 e8e7 a2a1 e7e8", "e1g1"),
        // Castling itself is a king's move.
        ("e1g1 e8d7 f1e1 d7d8 g1f2 d8d7 e1h1 d7d8 f2e1 d8d7", ""),
        // A rook has been taken, and the other has come to its square.
        ("b3b4 d5h1 a1d1 h1d5 d1d2 d5c6 d2h2 c6d5 h2h1 e8e7", ""),
    ];
    let fen = "4k3/8/8/3b4/8/1P6/8/R3K2R w KQ - 0 20";
    for code in CODES {
        for (fen, wanted) in standing {
            assert_eq!(castlings(&position(code, fen)), wanted, "{code}: {fen}");
            let fen = mirrored(fen);
            assert_eq!(castlings(&position(code, &fen)), mirrored_list(wanted), "{code}: {fen}");
        }
        for (line, wanted) in played {
            let after = play_all(&position(code, fen), line);
            assert_eq!(castlings(&after), wanted, "{code}: {line}");
            let after = play_all(&position(code, &mirrored(fen)), &mirrored_line(line));
            assert_eq!(castlings(&after), mirrored_list(wanted), "{code}: {line}, by Black");
        }
    }
}

/// accomplished1837:8: it does not prevent castling that the king has been in check, nor that the
/// rook is attacked; nor, under any code, that the rook passes over a commanded square.
#[test]
fn what_does_not_forbid_castling() {
    let cases = [
        // A check, warded off by the bishop, after which the checking rook has left the file.
        ("4k3/4r3/8/8/8/8/6B1/R3K2R w KQ - 0 20", "g2e4 e7b7"),
        // Either rook attacked.
        ("r3k3/8/8/8/8/8/8/R3K2R w KQ - 0 20", ""),
        ("4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 20", ""),
        // The square next to the rook commanded.
        ("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 20", ""),
    ];
    for code in CODES {
        for (fen, line) in cases {
            let before = position(code, fen);
            assert_eq!(before.in_check(), !line.is_empty(), "{code}: {fen}");
            assert_eq!(castlings(&play_all(&before, line)), "e1c1 e1g1", "{code}: {fen} {line}");
            let black = play_all(&position(code, &mirrored(fen)), &mirrored_line(line));
            assert_eq!(castlings(&black), "e8c8 e8g8", "{code}: {fen} {line}, by Black");
        }
    }
}

/// White's moves that clear his queen's side, and Black's answers.
const QUEEN_SIDE: &str = "b1c3 a7a6 d2d4 a6a5 c1f4 h7h6 d1d3 h6h5";
/// The same where the queen's knight is given too.
const QUEEN_SIDE_NO_KNIGHT: &str = "d2d4 a7a6 c1f4 h7h6 d1d3 h6h5";
/// Moves that clear his king's side.
const KING_SIDE: &str = "g1f3 a7a6 e2e3 a6a5 f1e2 h7h6";

/// A game at odds, as far as a line of the giver's and the receiver's moves takes it. Where Black
/// gives and White begins, White makes a move that does not matter first.
fn at_odds(terms: &str, line: &str) -> Position {
    let array = start(terms);
    if terms.contains("giver=black") {
        let waiting = if array.turn() == Color::White { "g2g3 " } else { "" };
        play_all(&array, &format!("{waiting}{}", mirrored_line(line)))
    } else {
        play_all(&array, line)
    }
}

/// amateur1804:XII, accomplished1837:8, accomplished1837:16, british1897:IV.5, rogers1907:XXXVI,
/// federation1912:39: which codes let a player castle on the side whose rook was given, and that no
/// rook appears when he does.
#[test]
fn who_may_castle_without_the_rook() {
    // The queen's rook, which is meant where nothing else is said; the king's; rook and knight.
    let games = [
        ("odds=rook", QUEEN_SIDE, "e1c1"),
        ("odds=h1", KING_SIDE, "e1g1"),
        ("odds=rook,knight", QUEEN_SIDE_NO_KNIGHT, "e1c1"),
    ];
    let codes = [(&WITHOUT_ROOK[..], true), (&WITH_ROOK_ALONE[..], false)];
    for (code, may) in codes.iter().flat_map(|(codes, may)| codes.iter().map(move |c| (c, *may))) {
        for (odds, line, mv) in games {
            for giver in ["white", "black"] {
                let terms = format!("{code} {odds} giver=white");
                let (terms, mv) = match giver {
                    "white" => (terms, mv.to_owned()),
                    _ => (mirrored_terms(&terms), mirrored_line(mv)),
                };
                let before = at_odds(&terms, line);
                assert_eq!(allows(&before, &mv), may, "{terms}: {mv}");
                if may {
                    castles_alone(&before, &mv);
                }
            }
        }
        // On the other side the rook still stands, and nobody forbids that castling.
        let other = at_odds(&format!("{code} odds=rook"), KING_SIDE);
        assert!(allows(&other, "e1g1"), "{code}");
        assert_eq!(symbol(&play(&other, "e1g1"), "f1"), "R", "{code}");
    }
    // The switch can give the right under any code, or take it away.
    for code in WITH_ROOK_ALONE {
        assert!(allows(&at_odds(&format!("{code} odds=rook castle=yes"), QUEEN_SIDE), "e1c1"));
    }
    for code in WITHOUT_ROOK {
        assert!(!allows(&at_odds(&format!("{code} odds=rook castle=no"), QUEEN_SIDE), "e1c1"));
    }
    // british1897:IV.5 says "a player", 1837 and 1912 "the giver": where both have given a rook.
    for (code, white_gives, black_gives) in [
        ("accomplished1837", "KQk", "Kkq"),
        ("british1897", "KQkq", "KQkq"),
        ("federation1912", "KQk", "Kkq"),
        ("rogers1907", "Kk", "Kk"),
        ("england1804", "Kk", "Kk"),
    ] {
        for (giver, wanted) in [("white", white_gives), ("black", black_gives)] {
            let array = start(&format!("{code} odds=a1,a8 giver={giver}"));
            let fen = fen::to_string(&array);
            assert_eq!(fen.split(' ').nth(2), Some(wanted), "{code}, {giver}");
        }
    }
    // So too where the exchange is given.
    assert!(allows(&at_odds("british1897 odds=exchange", QUEEN_SIDE), "e1c1"));
    // A rook that is gone on level terms was not given.
    for code in CODES {
        assert_eq!(castlings(&position(code, "4k3/8/8/8/8/8/8/4K3 w - - 0 20")), "", "{code}");
    }
}

/// After this move the king alone has moved, two squares.
fn castles_alone(before: &Position, mv: &str) {
    let after = play(before, mv);
    assert_eq!(men(&after), men(before), "{mv}: no rook appears");
    for square in Square::all().map(|square| square.to_string()) {
        let was = symbol(before, &square);
        let is = symbol(&after, &square);
        match &square {
            from if *from == mv[..2] => assert_eq!(is, "-", "{mv}"),
            to if *to == mv[2..] => assert_eq!(is.to_uppercase(), "K", "{mv}"),
            _ => assert_eq!(is, was, "{mv}: {square}"),
        }
    }
}

/// british1897:IV.5, federation1912:39: the rook's square is empty and has always been, so that the
/// first piece of either side who stands there ends the right for good. accomplished1837:16 makes
/// no such condition: as if the rook stood there, a piece in the corner neither matters nor moves.
#[test]
fn a_man_in_the_corner() {
    // Terms, position, line, the castling move, and whether the corner stays empty all the time.
    let cases = [
        ("odds=rook", "4k3/8/8/8/8/2N5/7P/4K3 w Q - 0 20", "c3e2 e8e7 e2d4 e7e8", "e1c1", true),
        // A knight of White's passes through the corner and stands there.
        ("odds=rook", "4k3/8/8/8/8/1N6/7P/4K3 w Q - 0 20", "b3a1 e8e7 h2h3 e7e8", "e1c1", false),
        ("odds=rook", "4k3/8/8/8/8/1N6/7P/4K3 w Q - 0 20", "b3a1 e8e7 a1b3 e7e8", "e1c1", false),
        // A knight of Black's, and a bishop, that have been and gone.
        (
            "odds=rook",
            "4k3/8/8/8/8/1n6/7P/4K3 w Q - 0 20",
            "h2h3 b3a1 h3h4 a1b3 h4h5 b3c5",
            "e1c1",
            false,
        ),
        ("odds=rook", "4k3/8/8/4b3/8/8/7P/4K3 w Q - 0 20", "h2h3 e5a1 h3h4 a1e5", "e1c1", false),
        // The king's side.
        ("odds=h1", "4k3/8/8/8/8/8/P4N2/4K3 w K - 0 20", "f2h1 e8e7 h1f2 e7e8", "e1g1", false),
        ("odds=h1", "4k3/8/8/8/8/8/P4N2/4K3 w K - 0 20", "f2h3 e8e7 h3f2 e7e8", "e1g1", true),
        // A piece who stands there when the position is set up: White's, Black's, the other rook.
        ("odds=rook", "4k3/8/8/8/8/8/8/N3K3 w Q - 0 20", "", "e1c1", false),
        ("odds=rook", "4k3/8/8/8/8/8/8/n3K3 w Q - 0 20", "", "e1c1", false),
        ("odds=rook", "4k3/8/8/8/8/8/8/b3K3 w Q - 0 20", "", "e1c1", false),
        ("odds=rook", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 20", "", "e1c1", false),
    ];
    for code in WITHOUT_ROOK {
        for (odds, fen, line, mv, always_empty) in cases {
            let may = always_empty || code == "accomplished1837";
            let terms = format!("{code} {odds} giver=white");
            let turned = (mirrored(fen), mirrored_line(line), mirrored_line(mv));
            for (terms, (fen, line, mv)) in [
                (terms.clone(), (fen.to_owned(), line.to_owned(), mv.to_owned())),
                (mirrored_terms(&terms), turned),
            ] {
                let at = play_all(&position(&terms, &fen), &line);
                assert_eq!(allows(&at, &mv), may, "{terms}: {fen} {line}");
                if may {
                    castles_alone(&at, &mv);
                }
            }
        }
    }
}

/// accomplished1837:16, british1897:IV.5, federation1912:39: all that is asked of the king and of
/// the squares between in ordinary castling is asked here, b1 included.
#[test]
fn what_forbids_castling_without_the_rook() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w Q - 0 20", "", true),
        // No such right.
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 20", "", false),
        // A piece between the king and the corner, of either side.
        ("4k3/8/8/8/8/8/8/1N2K3 w Q - 0 20", "", false),
        ("4k3/8/8/8/8/8/8/1n2K3 w Q - 0 20", "", false),
        ("4k3/8/8/8/8/8/8/2B1K3 w Q - 0 20", "", false),
        ("4k3/8/8/8/8/8/8/3QK3 w Q - 0 20", "", false),
        // In check; passing over a commanded square; arriving on one.
        ("4k3/8/8/8/8/8/4r3/4K3 w Q - 0 20", "", false),
        ("3rk3/8/8/8/8/8/8/4K3 w Q - 0 20", "", false),
        ("2r1k3/8/8/8/8/8/8/4K3 w Q - 0 20", "", false),
        // b1 and a1 commanded, which the king does not cross.
        ("1r2k3/8/8/8/8/8/8/4K3 w Q - 0 20", "", true),
        ("r3k3/8/8/8/8/8/8/4K3 w Q - 0 20", "", true),
        // The king has moved and come back.
        ("4k3/8/8/8/8/8/8/4K3 w Q - 0 20", "e1e2 e8e7 e2e1 e7e8", false),
        // He has castled on the other side.
        (
            "4k3/8/8/8/8/8/8/4K2R w KQ - 0 20",
            "e1g1 e8d7 f1e1 d7d8 g1f2 d8d7 e1h1 d7d8 f2e1 d8d7",
            false,
        ),
    ];
    for code in WITHOUT_ROOK {
        for (fen, line, may) in cases {
            let terms = format!("{code} odds=rook giver=white");
            let at = play_all(&position(&terms, fen), line);
            assert_eq!(allows(&at, "e1c1"), may, "{terms}: {fen} {line}");
            let terms = mirrored_terms(&terms);
            let at = play_all(&position(&terms, &mirrored(fen)), &mirrored_line(line));
            assert_eq!(allows(&at, "e8c8"), may, "{terms}: {fen} {line}, by Black");
        }
    }
}
