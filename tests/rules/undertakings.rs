//! Undertakings to mate in a stated way: british1897:IV.6 to IV.8 and rogers1907:XXXVII to XXXIX.
//! The other codes know none; one may be agreed under them all the same, and means the same.

use jadoube::rules::Position;
use jadoube::rules::laws::{Breach, DrawnBy, Outcome, Reason};

use crate::table::{
    CODES, allows, game, legal, mirrored, mirrored_line, mirrored_result, mirrored_terms, play_all,
    position, result, setup, terms,
};

/// A position, a line of play, and what the game comes to under each of several undertakings of
/// White's.
type Case<'a> = (&'a str, &'a str, &'a [(&'a str, &'static str)]);

/// Tries cases under some codes and with the colours exchanged.
fn try_cases(codes: &[&str], cases: &[Case]) {
    for code in codes {
        for &(fen, line, results) in cases {
            for &(undertaking, wanted) in results {
                let agreed = format!("{code} undertaking={undertaking} giver=white");
                let after = play_all(&position(&agreed, fen), line);
                assert_eq!(result(after.outcome()), wanted, "{agreed}: {fen} {line}");
                let agreed = mirrored_terms(&agreed);
                let after = play_all(&position(&agreed, &mirrored(fen)), &mirrored_line(line));
                let wanted = mirrored_result(wanted);
                assert_eq!(result(after.outcome()), wanted, "{agreed}: {fen} {line}, by Black");
            }
        }
    }
}

/// In what way the undertaking has failed.
fn breach(outcome: Option<Outcome>) -> Option<Breach> {
    match outcome?.reason {
        Reason::Undertaking(breach) => Some(breach),
        _ => None,
    }
}

/// british1897:IV.6: a pawn gives the mate, alone or with another piece, as a pawn: not one that
/// has been promoted, nor one that has only uncovered the check.
#[test]
fn mate_with_a_pawn() {
    try_cases(
        &CODES,
        &[
            ("7k/5K1p/6P1/8/8/8/8/8 w - - 0 20", "g6g7", &[("pawn", "white")]),
            // Double check: the pawn is one of the checking pieces.
            ("7k/5Kp1/7P/8/8/8/8/7R w - - 0 20", "h6g7", &[("pawn", "white"), ("rook", "white")]),
            // Promoted to the piece that mates.
            (
                "7k/4P1pp/8/8/8/8/P7/K7 w - - 0 20",
                "e7e8q",
                &[("pawn", "black"), ("queen", "white"), ("draw", "white")],
            ),
            // The pawn moves, the bishop behind it mates.
            (
                "6bk/7p/8/4P3/8/8/8/B5K1 w - - 0 20",
                "e5e6",
                &[("pawn", "black"), ("bishop", "white"), ("draw", "white")],
            ),
            // The last pawn has gone, by promotion or capture: no pawn can mate any more.
            ("6k1/4P1pp/8/8/8/8/8/K7 w - - 0 20", "e7e8n", &[("pawn", "black"), ("draw", "-")]),
            (
                "r5k1/P5pp/8/8/8/8/8/K6R w - - 0 20",
                "h1h2 a8a7",
                &[("pawn", "black"), ("draw", "-")],
            ),
            // Another is left.
            ("r5k1/P5pp/8/8/8/8/P7/K6R w - - 0 20", "h1h2 a8a7", &[("pawn", "-")]),
        ],
    );
}

/// british1897:IV.8: the particular piece, wherever he has gone meanwhile, is among the checking
/// pieces. Once he is taken the game is lost, though moves remain.
#[test]
fn mate_with_a_marked_piece() {
    let two_rooks = "6k1/5ppp/3p4/8/8/8/8/RR4K1 w - - 0 20";
    try_cases(
        &CODES,
        &[
            // Of two rooks the marked one must mate.
            (two_rooks, "a1a8", &[("man@a1", "white"), ("man@b1", "black"), ("rook", "white")]),
            (two_rooks, "b1b8", &[("man@a1", "black"), ("man@b1", "white")]),
            // He is followed over the board,
            (two_rooks, "a1a5 d6d5 a5b5 d5d4 b5a5 d4d3 a5a8", &[("man@a1", "white")]),
            (two_rooks, "a1a5 d6d5 b1a1 d5d4 a1b1 d4d3 b1b8", &[("man@a1", "black")]),
            // and through castling, by which he may mate.
            (
                "4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 20",
                "e1g1",
                &[("man@h1", "white"), ("rook", "white"), ("knight", "black")],
            ),
            // He mates though another piece has moved, and not because he has moved.
            (
                "6bk/7p/8/4P3/8/8/8/B5K1 w - - 0 20",
                "e5e6",
                &[("man@a1", "white"), ("man@e5", "black"), ("pawn@e5", "black")],
            ),
            // In double check both pieces mate.
            (
                "7k/5Kp1/7P/8/8/8/8/7R w - - 0 20",
                "h6g7",
                &[("man@h1", "white"), ("man@h6", "white"), ("pawn@h6", "white")],
            ),
            // Taken, also in passing: lost at once.
            ("r5k1/5ppp/8/8/8/8/8/R5KR w - - 0 20", "h1h2 a8a1", &[("man@a1", "black")]),
            ("r5k1/5ppp/8/8/8/8/8/R5KR w - - 0 20", "h1h2 a8a1", &[("man@h1", "-")]),
            ("6k1/8/8/8/3p4/8/4P3/K6R w - - 0 20", "e2e4 d4e3", &[("pawn@e2", "black")]),
        ],
    );
    let taken = position("british1897 undertaking=man@a1", "r5k1/5ppp/8/8/8/8/8/R5KR w - - 0 20");
    let taken = play_all(&taken, "h1h2 a8a1");
    assert_eq!(breach(taken.outcome()), Some(Breach::MarkedPieceCaptured));
    assert!(!legal(&taken).is_empty(), "the moves remain legal");
    // No piece, an opponent's piece, and a king cannot be marked; nor can a piece as a pawn.
    for undertaking in ["man@c4", "man@g7", "man@g1", "pawn@a1"] {
        let agreed = format!("british1897 undertaking={undertaking} giver=white");
        assert!(setup(two_rooks).position(&terms(&agreed)).is_err(), "{agreed}");
    }
}

/// british1897:IV.8: a piece of the kind is among the checking pieces. When the last of them has
/// gone and no pawn can become one, the game is lost.
#[test]
fn mate_with_a_man_of_a_kind() {
    const MATES: [(&str, &str, &str); 5] = [
        ("7k/8/5KQ1/8/8/8/7P/8 w - - 0 20", "g6g7", "queen"),
        ("6k1/5ppp/8/8/8/8/7P/R5K1 w - - 0 20", "a1a8", "rook"),
        ("6bk/7p/8/4P3/8/8/7P/B5K1 w - - 0 20", "e5e6", "bishop"),
        ("6rk/6pp/8/6N1/8/8/7P/6K1 w - - 0 20", "g5f7", "knight"),
        ("7k/5K1p/6P1/8/8/8/7P/8 w - - 0 20", "g6g7", "pawn"),
    ];
    for code in CODES {
        for (fen, line, by) in MATES {
            for (_, _, undertaken) in MATES {
                let wanted = if by == undertaken { "white" } else { "black" };
                try_cases(&[code], &[(fen, line, &[(undertaken, wanted)])]);
            }
        }
    }
    try_cases(
        &CODES,
        &[
            // All the conditions together.
            (
                "7k/5Kp1/7P/8/8/8/8/7R w - - 0 20",
                "h6g7",
                &[("pawn,rook", "white"), ("rook,square=h8", "white"), ("pawn,square=g8", "black")],
            ),
            // The last knight is taken: with a pawn there may be another.
            (
                "6k1/8/8/8/8/5n2/7N/K6R w - - 0 20",
                "h1g1 f3g1",
                &[("knight", "-"), ("rook", "black")],
            ),
            ("6k1/8/8/8/8/5n2/P6N/K6R w - - 0 20", "h1g1 f3g1", &[("knight", "-"), ("rook", "-")]),
        ],
    );
    let none = position("chess undertaking=queen", "6k1/8/8/8/8/8/8/K6R w - - 0 20");
    let kind = jadoube::rules::PieceKind::Queen;
    assert_eq!(breach(none.outcome()), Some(Breach::NoPieceLeft(kind)));
    assert!(!legal(&none).is_empty());
}

/// british1897:IV.7, rogers1907:XXXVIII: the mated king stands on the square named.
#[test]
fn mate_on_a_square() {
    try_cases(
        &CODES,
        &[
            (
                "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 20",
                "a1a8",
                &[("square=g8", "white"), ("square=h8", "black"), ("square=a8", "black")],
            ),
            (
                "7k/5ppp/8/8/8/8/8/R5K1 w - - 0 20",
                "a1a8",
                &[("square=g8", "black"), ("square=h8", "white")],
            ),
            (
                "7k/8/5KQ1/8/8/8/8/8 w - - 0 20",
                "g6g7",
                &[("square=h8", "white"), ("queen,square=h8", "white"), ("square=g7", "black")],
            ),
        ],
    );
}

/// rogers1907:XXXVII: the marked pawn may not be promoted, to whatever piece and by whatever name
/// it was marked. Under the other codes it may, and the undertaking is lost by it.
#[test]
fn a_marked_pawn_and_its_promotion() {
    let fen = "3r3k/4P3/8/8/8/8/P7/K7 w - - 0 20";
    for code in CODES {
        for mark in ["pawn@e7", "man@e7"] {
            let agreed = format!("{code} undertaking={mark} giver=white");
            for (agreed, fen, from) in [
                (agreed.clone(), fen.to_owned(), "e7"),
                (mirrored_terms(&agreed), mirrored(fen), "e2"),
            ] {
                let at = position(&agreed, &fen);
                let promotions: Vec<String> =
                    legal(&at).into_iter().filter(|mv| mv.starts_with(from)).collect();
                let wanted = if code == "rogers1907" { 0 } else { 8 };
                assert_eq!(promotions.len(), wanted, "{agreed}: {promotions:?}");
                for mv in promotions {
                    let lost = play_all(&at, &mv);
                    assert_eq!(
                        breach(lost.outcome()),
                        Some(Breach::MarkedPiecePromoted),
                        "{agreed}"
                    );
                    assert!(!legal(&lost).is_empty(), "{agreed}: the moves remain legal");
                }
            }
        }
        // A pawn that was not marked is promoted as ever.
        let agreed = format!("{code} undertaking=pawn@a2 giver=white");
        assert!(allows(&position(&agreed, fen), "e7e8q"), "{agreed}");
        assert!(allows(&position(&agreed, fen), "e7d8n"), "{agreed}");
    }
    // On the seventh rank the pawn still checks, and may mate there.
    try_cases(
        &CODES,
        &[
            (
                "7k/5K1p/6P1/8/8/8/7P/8 w - - 0 20",
                "g6g7",
                &[("pawn@g6", "white"), ("pawn@h2", "black"), ("man@g6", "white")],
            ),
            // Mate by the promotion itself is not mate by the pawn.
            ("7k/4P1pp/8/8/8/8/P7/K7 w - - 0 20", "e7e8q", &[("pawn@a2", "black")]),
        ],
    );
    // Its owner may have no other move: the ban then stalemates him, and he has lost.
    let fen = "8/P7/8/8/8/6p1/5k2/7K w - - 0 20";
    for code in CODES {
        let at = position(&format!("{code} undertaking=pawn@a7 giver=white"), fen);
        let wanted = if code == "rogers1907" { "black" } else { "-" };
        assert_eq!(result(at.outcome()), wanted, "{code}");
    }
}

/// british1897:IV.8, rogers1907:XXXIX: if he does not mate as he undertook, the giver has lost, be
/// it by another mate, a draw of any sort, or because it has become impossible. The receiver is
/// bound by nothing.
#[test]
fn anything_else_loses() {
    try_cases(
        &CODES,
        &[
            // Any mate will do for him who has undertaken merely to win.
            (
                "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 20",
                "a1a8",
                &[("draw", "white"), ("within=20", "white")],
            ),
            // Stalemate is not mate, whichever player it befalls and whatever the code makes of it.
            ("7k/8/8/5QK1/8/8/8/8 w - - 0 20", "f5f7", &[("draw", "black"), ("queen", "black")]),
            ("8/8/8/8/8/4kp2/8/4K3 b - - 0 20", "f3f2 e1f1 e3f3", &[("draw", "black")]),
            // A game that cannot be won.
            ("8/8/8/8/8/3k1p2/8/5K2 b - - 0 20", "f3f2 f1f2", &[("draw", "black")]),
            (
                "7k/8/8/8/8/8/1r6/K1B5 w - - 0 20",
                "a1b2",
                &[("draw", "black"), ("square=h8", "black")],
            ),
            // The receiver mates as he pleases.
            ("r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 20", "a8a1", &[("draw", "black"), ("pawn", "black")]),
        ],
    );
    the_limit_of_moves();
    claims_of_draws();
}

/// british1897:IV.8, rogers1907:XXXIX: `within=N` ends with the giver's move of that number.
fn the_limit_of_moves() {
    let fen = |number: u8| format!("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 {number}");
    let at = |code: &str, number| {
        let agreed = format!("{code} undertaking=within=30 giver=white");
        let mirror = position(&mirrored_terms(&agreed), &mirrored(&fen(number)));
        (position(&agreed, &fen(number)), mirror)
    };
    for code in CODES {
        // The mate at move 30 is in time; any other move then is too late.
        let (white, black) = at(code, 30);
        assert_eq!(result(white.outcome()), "-", "{code}");
        assert_eq!(result(play_all(&white, "a1a8").outcome()), "white", "{code}");
        assert_eq!(result(play_all(&black, "a8a1").outcome()), "black", "{code}");
        for late in [play_all(&white, "a1a7"), play_all(&black, "a8a2")] {
            assert_eq!(breach(late.outcome()), Some(Breach::LimitPassed), "{code}");
            assert!(!legal(&late).is_empty(), "{code}");
        }
        let (white, black) = at(code, 29);
        assert_eq!(result(play_all(&white, "a1a7").outcome()), "-", "{code}");
        assert_eq!(result(play_all(&black, "a8a2").outcome()), "-", "{code}");
        let (white, black) = at(code, 31);
        assert_eq!(result(white.outcome()), "black", "{code}");
        assert_eq!(result(black.outcome()), "white", "{code}");
    }
}

/// british1897:IV.8, rogers1907:XXXIX: a draw that is claimed, or counted out, is the giver's loss.
fn claims_of_draws() {
    let shuffle = ["g1h1 g8h8 h1g1 h8g8"].repeat(2).join(" ");
    for code in ["chess", "british1897", "rogers1907", "federation1912"] {
        let agreed = format!("{code} undertaking=draw giver=white");
        let at = position(&agreed, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 20");
        let game = game(&at, &shuffle);
        assert_eq!(result(game.outcome()), "-", "{code}");
        let claims = game.claims();
        assert_eq!(claims[0].ground, DrawnBy::ThirdOccurrence, "{code}");
        let outcome = game.outcome_of_claim(claims[0]);
        assert_eq!(result(Some(outcome)), "black", "{code}");
        let by = Breach::NotMated(DrawnBy::ThirdOccurrence);
        assert_eq!(outcome.reason, Reason::Undertaking(by), "{code}");
    }
    for code in ["england1804", "france1804", "accomplished1837"] {
        let agreed = format!("{code} undertaking=draw giver=white");
        let at = position(&agreed, "7k/8/8/8/8/8/8/KBN5 w - - 0 20");
        let end: Position = play_all(&at, &["a1a2 h8g8 a2a1 g8h8"].repeat(25).join(" "));
        let by = Breach::NotMated(DrawnBy::FiftyOnNotice);
        assert_eq!(breach(end.outcome()), Some(by), "{code}");
        assert_eq!(result(end.outcome()), "black", "{code}");
    }
}
