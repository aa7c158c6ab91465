//! Tests of the reference generator and judge by themselves under the old laws: cases of each rule
//! worked by hand. The engine must not be used here.

use super::reference_chess::{after, allows};
use crate::reference::{Position, Terms, walks};

fn terms(code: &str, undertaking: &str) -> Terms {
    Terms { undertaking: undertaking.to_string(), ..Terms::of(code) }
}

fn rook_given(code: &str, corner: &str) -> Terms {
    Terms { odds: vec![corner.to_string()], giver_white: corner.ends_with('1'), ..Terms::of(code) }
}

/// Black gives the king's bishop's pawn and so many moves at once.
fn pawn_and_moves(code: &str, odds_moves: u32) -> Terms {
    Terms { odds: vec!["f7".to_string()], giver_white: false, odds_moves, ..Terms::of(code) }
}

fn outcome(fen: &str, terms: &Terms) -> String {
    Position::new(fen, terms).outcome().unwrap_or_default()
}

/// british1897:IV.5, federation1912:39, accomplished1837:8 and 16; not rogers1907:XXXVI nor
/// amateur1804:XII.
#[test]
fn castling_without_the_rook_by_code() {
    let with_it = ["accomplished1837", "british1897", "federation1912"];
    for code in walks::CODES {
        let position = Position::new("4k3/8/8/8/8/8/8/4K3 w Q - 0 9", &Terms::of(code));
        assert_eq!(allows(&position, "e1c1"), with_it.contains(&code), "{code}");
        if with_it.contains(&code) {
            assert_eq!(position.play("e1c1").fen(), "4k3/8/8/8/8/8/8/2K5 b - - 1 9", "{code}");
        }
        let switched = |on| Terms { ghost_castling: Some(on), ..Terms::of(code) };
        let fen = "4k3/8/8/8/8/8/8/4K3 b k - 0 9";
        assert!(allows(&Position::new(fen, &switched(true)), "e8g8"), "{code}");
        assert!(!allows(&Position::new(fen, &switched(false)), "e8g8"), "{code}");
    }
}

/// The ordinary conditions hold: federation1912:12 and 39, british1897:IV.5.
#[test]
fn castling_without_the_rook_has_the_ordinary_conditions() {
    let rows = [
        ("4k3/8/8/8/8/8/8/1N2K3 w Q - 0 9", "e1c1", false, "b1 is occupied"),
        ("1r2k3/8/8/8/8/8/8/4K3 w Q - 0 9", "e1c1", true, "b1 is commanded, which is no matter"),
        ("3rk3/8/8/8/8/8/8/4K3 w Q - 0 9", "e1c1", false, "passes over a commanded square"),
        ("2r1k3/8/8/8/8/8/8/4K3 w Q - 0 9", "e1c1", false, "on to a commanded square"),
        ("4r1k1/8/8/8/8/8/8/4K3 w Q - 0 9", "e1c1", false, "in check"),
        ("4k3/8/8/8/8/8/8/3K4 w Q - 0 9", "d1b1", false, "the king is not at home"),
        ("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 9", "e1c1", false, "an inner rook is in the way"),
    ];
    for code in ["accomplished1837", "british1897", "federation1912"] {
        for (fen, m, legal, why) in rows {
            assert_eq!(allows(&Position::new(fen, &Terms::of(code)), m), legal, "{code}: {why}");
        }
    }
}

/// "has been unoccupied throughout the game" (british1897:IV.5), but "as if the rook was at its
/// square" (accomplished1837:16).
#[test]
fn a_man_in_the_corner_ends_the_right_but_not_in_1837() {
    let theirs = ("4k3/6b1/8/8/8/8/7P/4K3 b Q - 0 9", "g7a1 h2h3 a1g7");
    let own = ("4k3/p6p/8/8/3B4/8/8/4K3 w Q - 0 9", "d4a1 h7h6 a1d4 h6h5");
    for (start, visit) in [theirs, own] {
        for code in ["british1897", "federation1912"] {
            assert!(!allows(&after(start, &Terms::of(code), visit), "e1c1"), "{code}");
        }
        assert!(!allows(&after(start, &switched_on("chess"), visit), "e1c1"), "the switch alone");
        assert!(allows(&after(start, &Terms::of("accomplished1837"), visit), "e1c1"));
    }
    // What stands in the corner neither matters nor moves.
    let in_the_corner = after(theirs.0, &Terms::of("accomplished1837"), "g7a1 h2h3 e8e7 e1c1");
    assert_eq!(in_the_corner.fen(), "8/4k3/8/8/8/7P/8/b1K5 b - - 2 11");
    // Only a king's move loses the right there.
    let moved = after(theirs.0, &Terms::of("accomplished1837"), "g7a1 e1f1 a1g7 f1e1 e8e7");
    assert!(!allows(&moved, "e1c1"));
}

fn switched_on(code: &str) -> Terms {
    Terms { ghost_castling: Some(true), ..Terms::of(code) }
}

#[test]
fn whose_rook_stands_in_the_corner() {
    let start = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 9";
    let played = |terms: &Terms| after(start, terms, "e1c1").fen();
    let ordinary = "4k3/8/8/8/8/8/8/2KR4 b - - 1 9";
    assert_eq!(played(&Terms::of("accomplished1837")), ordinary);
    assert_eq!(played(&Terms::of("british1897")), ordinary);
    assert_eq!(
        played(&rook_given("accomplished1837", "a1")),
        "4k3/8/8/8/8/8/8/R1K5 b - - 1 9",
        "the queen's rook was given, so this is the other one"
    );
    assert!(!allows(&Position::new(start, &rook_given("british1897", "a1")), "e1c1"));
    // The rook missing and another piece there: a right under 1837 alone.
    let knight = "4k3/8/8/8/8/8/8/N3K3 w Q - 0 9";
    assert!(allows(&Position::new(knight, &Terms::of("accomplished1837")), "e1c1"));
    assert!(!allows(&Position::new(knight, &Terms::of("federation1912")), "e1c1"));
    // A ghost right survives the writing when an own rook, not named by odds, has come there.
    let come = after("4k3/8/R7/8/8/8/8/4K3 w Q - 0 9", &Terms::of("accomplished1837"), "a6a1 e8e7");
    assert_eq!(come.fen(), "8/4k3/8/8/8/8/8/R3K3 w Q - 2 10 ghosts:Q");
    let again = Position::new(&come.fen(), &Terms::of("accomplished1837"));
    assert_eq!(again.play("e1c1").fen(), "8/4k3/8/8/8/8/8/R1K5 b - - 3 10");
}

/// Castling with the king alone, and a mate by the rook that stays (accomplished1837:16).
#[test]
fn a_castling_problem() {
    let start = "8/8/8/2B5/2p5/1kp5/8/R3K3 w Q - 0 1";
    let position = after(start, &rook_given("accomplished1837", "a1"), "e1c1");
    assert_eq!(position.legal_moves(), ["c3c2"]);
    assert_eq!(position.play("c3c2").play("a1a3").outcome().as_deref(), Some("white: checkmate"));
}

#[test]
fn a_stripped_letter_is_understood_at_the_start() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR";
    let both = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBN1";
    let rows = [
        (format!("{board} w Kkq - 0 1"), "KQkq"),
        (format!("{board} w KQkq - 0 1"), "KQkq"),
        (format!("{board} b kq - 0 1"), "Qkq"),
        (format!("{board} w Kkq - 0 2"), "Kkq"),
        (format!("{both} w kq - 0 1"), "KQkq"),
        (format!("{both} w Kkq - 0 1"), "Kkq"),
        ("rnbqkbnr/pppppppp/8/8/8/7P/PPPPPPP1/1NBQKBNR w Kkq - 0 1".to_string(), "Kkq"),
    ];
    for (fen, field) in rows {
        for code in ["accomplished1837", "british1897", "federation1912"] {
            let written = Position::new(&fen, &Terms::of(code)).fen();
            assert_eq!(written.split(' ').nth(2), Some(field), "{code}: {fen}");
        }
        let ordinary = Position::new(&fen, &Terms::of("chess")).fen();
        let field = ordinary.split(' ').nth(2).expect("a castling field");
        assert!(!field.contains('Q'), "chess: {fen}");
    }
}

/// british1897:IV.4, rogers1907:XXXII and XXXIV, accomplished1837:15, federation1912:37.
#[test]
fn moves_of_the_odds_and_their_limits() {
    let start = "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    for code in walks::CODES {
        let two = pawn_and_moves(code, 2);
        let first = after(start, &two, "e2e4");
        assert_eq!(first.legal_moves(), ["0000"], "{code}");
        let second = first.play("0000");
        assert_eq!(
            second.fen(),
            "rnbqkbnr/ppppp1pp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2 oddsmoves:1"
        );
        // 1.e4 leaves thirty moves, of which Qh5+, Bb5, Ba6 and e5 go beyond the fourth rank.
        let limited = ["british1897", "rogers1907"].contains(&code);
        assert_eq!(second.perft(1), if limited { 26 } else { 30 }, "{code}");
        assert_eq!(allows(&second, "d1h5"), !limited, "{code}");
        assert!(!allows(&second.play("d2d4"), "0000"), "{code}: the odds are over");
        // In three moves the second may not check, and 1837 keeps them at home.
        let three = pawn_and_moves(code, 3);
        assert!(!allows(&after(start, &three, "e2e4 0000"), "d1h5"), "{code}");
        let last = after(start, &three, "e2e3 0000 f1d3 0000");
        let at_home = limited || code == "accomplished1837";
        assert_eq!(allows(&last, "d1h5"), !at_home, "{code}");
    }
    let white_gives = Terms { odds_moves: 2, ..Terms::of("rogers1907") };
    let black_receives = after(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR b KQkq - 0 1",
        &white_gives,
        "e7e5 0000",
    );
    assert!(!allows(&black_receives, "d8h4") && allows(&black_receives, "d8g5"));
    assert!(allows(&black_receives.play("d8g5"), "e2e4"));
}

#[test]
fn a_null_move_ends_the_right_to_take_in_passing() {
    // After two pawns have gone two squares, only the second can be captured en passant.
    let start = "4k3/8/8/8/3p1p2/8/2P1P3/4K3 w - - 0 1 oddsmoves:2";
    let position = after(start, &pawn_and_moves("federation1912", 2), "c2c4 0000 e2e4");
    assert!(!allows(&position, "d4c3"));
    assert!(allows(&position, "d4e3") && allows(&position, "f4e3"));
}

/// amateur1804:XVI; accomplished1837:17; british1897:II.8e; federation1912:31, 32a.
#[test]
fn stalemate_by_code_and_switch() {
    let fen = "k7/2Q5/8/8/8/8/8/1K6 b - - 0 60";
    for code in walks::CODES {
        let expected = if code == "england1804" { "black: stalemate" } else { "draw: stalemate" };
        assert_eq!(outcome(fen, &Terms::of(code)), expected, "{code}");
        for (value, expected) in
            [("draw", "draw: stalemate"), ("win", "black: stalemate"), ("loss", "white: stalemate")]
        {
            let switched = Terms { stalemate: Some(value.to_string()), ..Terms::of(code) };
            assert_eq!(outcome(fen, &switched), expected, "{code}");
            // The giver has lost, whatever stalemate is otherwise (british1897:IV.8).
            let bound = Terms { undertaking: "draw".to_string(), ..switched };
            assert_eq!(outcome(fen, &bound), "black: undertaking lost: stalemate", "{code}");
        }
    }
}

#[test]
fn dead_positions_depend_on_stalemate() {
    let rows = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 60", true, true),
        ("4k3/8/8/8/8/8/8/2B1K3 w - - 0 60", true, false),
        ("4k1n1/8/8/8/8/8/8/4K3 w - - 0 60", true, false),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 60", true, false),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 60", false, false),
        ("4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 60", false, false),
        ("4k3/8/8/8/8/8/8/1NN1K3 w - - 0 60", false, false),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 60", false, false),
        ("4k3/8/8/4B3/8/8/8/2B1K3 w - - 0 60", true, false),
    ];
    for (fen, orthodox, decisive) in rows {
        let verdict = |dead: bool| if dead { "draw: dead position" } else { "" };
        assert_eq!(outcome(fen, &Terms::of("france1804")), verdict(orthodox), "{fen}");
        assert_eq!(outcome(fen, &Terms::of("england1804")), verdict(decisive), "{fen}");
    }
    // Under an undertaking a stalemate wins nothing for the giver, and a bare king can mate nobody.
    for code in ["british1897", "england1804"] {
        for (fen, dead, _) in rows {
            let men = fen.split(' ').next().unwrap();
            let expected = match men.chars().filter(|man| man.is_uppercase()).count() {
                1 => "black: undertaking lost: bare king",
                _ if dead => "black: undertaking lost: dead position",
                _ => "",
            };
            assert_eq!(outcome(fen, &terms(code, "draw")), expected, "{fen}");
        }
    }
}

/// british1897:IV.6-8, rogers1907:XXXVII-XXXIX.
#[test]
fn the_mate_and_the_undertaking() {
    let start = "7k/5K1p/6P1/8/8/8/8/8 w - - 0 7"; // g6-g7 mates
    let kept = "white: undertaking fulfilled";
    let broken = "black: undertaking lost: mate otherwise";
    let rows = [
        ("", "white: checkmate"),
        ("draw", kept),
        ("pawn", kept),
        ("pawn@g6", kept),
        ("man@g6", kept),
        ("square=h8", kept),
        ("square=h7", broken),
        ("queen", broken),
        ("within=7", kept),
        ("within=6", broken),
        ("pawn,square=h8,within=8", kept),
        ("pawn,square=g8", broken),
    ];
    for (undertaking, expected) in rows {
        let mated = after(start, &terms("rogers1907", undertaking), "g6g7");
        assert_eq!(mated.outcome().as_deref(), Some(expected), "{undertaking}");
    }
    // Black mates in the same way, in his seventh move; and White is bound by nothing.
    let mirrored = "8/8/8/8/8/6p1/5k1P/7K b - - 0 7";
    for (undertaking, expected) in [
        ("pawn,within=7", "black: undertaking fulfilled"),
        ("within=6", "white: undertaking lost: mate otherwise"),
    ] {
        let black = Terms { giver_white: false, ..terms("rogers1907", undertaking) };
        assert_eq!(after(mirrored, &black, "g3g2").outcome().as_deref(), Some(expected));
    }
    let white = terms("rogers1907", "pawn");
    assert_eq!(after(mirrored, &white, "g3g2").outcome().as_deref(), Some("black: checkmate"));
}

#[test]
fn the_marked_man_must_give_the_mate() {
    let start = "6k1/5ppp/8/8/8/8/8/RN4K1 w - - 0 9";
    for (undertaking, expected) in [
        ("man@a1", "white: undertaking fulfilled"),
        ("man@b1", "black: undertaking lost: mate otherwise"),
        ("rook", "white: undertaking fulfilled"),
        ("knight", "black: undertaking lost: mate otherwise"),
        ("man@c3", "white: checkmate"), // no man there: no undertaking
    ] {
        let mated = after(start, &terms("british1897", undertaking), "a1a8");
        assert_eq!(mated.outcome().as_deref(), Some(expected), "{undertaking}");
    }
    // A knight uncovers the rook's check, and then gives one of his own besides.
    let uncovered = "RN4k1/5ppp/8/8/8/8/8/6K1 w - - 0 9";
    let double = "R1N3k1/5ppp/8/8/8/8/8/6K1 w - - 0 9";
    for (start, m, undertaking, giver_wins) in [
        (uncovered, "b8c6", "man@a8", true),
        (uncovered, "b8c6", "man@b8", false),
        (uncovered, "b8c6", "rook,knight", false),
        (double, "c8e7", "man@a8", true),
        (double, "c8e7", "man@c8", true),
        (double, "c8e7", "rook,knight", true),
    ] {
        let mated = after(start, &terms("chess", undertaking), m).outcome().expect("a mate");
        assert_eq!(mated.starts_with("white"), giver_wins, "{undertaking}: {mated}");
    }
}

#[test]
fn the_marked_man_is_followed() {
    let rows = [
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 9", "man@a1", "e1c1", "marked:d1"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 9", "man@h1", "e1g1", "marked:f1"),
        ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 9", "man@b1", "b1c3 e8e7 a1a2", "marked:c3"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 9", "pawn@e2", "e2e4 d4e3", "marked:none"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 9", "pawn@e2", "e2e3 d4e3", "marked:none"),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 9", "pawn@e2", "e2e3 d4d3", "marked:e3"),
        ("4k3/P7/8/8/8/8/7P/4K3 w - - 0 9", "pawn@a7", "a7a8q", "marked:none"),
    ];
    for (start, undertaking, moves, field) in rows {
        let position = after(start, &terms("british1897", undertaking), moves);
        assert_eq!(position.fen().split(' ').nth(6), Some(field), "{moves}");
        let expected = (field == "marked:none").then(|| {
            let how = if moves.ends_with('q') { "promoted" } else { "taken" };
            format!("black: undertaking lost: marked man {how}")
        });
        assert_eq!(position.outcome(), expected, "{moves}");
    }
}

/// rogers1907:XXXVII: "he may not Queen it"; elsewhere it is legal and loses.
#[test]
fn the_marked_pawn_is_not_promoted_in_1907() {
    let start = "1n2k3/P7/8/8/8/8/7P/4K3 w - - 0 9";
    for code in walks::CODES {
        let marked = Position::new(start, &terms(code, "pawn@a7"));
        let by_field = Position::new(&format!("{start} marked:a7"), &terms(code, "pawn@a2"));
        let banned = code == "rogers1907";
        for position in [&marked, &by_field] {
            assert_eq!(allows(position, "a7a8n"), !banned, "{code}");
            assert_eq!(allows(position, "a7b8q"), !banned, "{code}");
        }
        let another = Position::new(start, &terms(code, "pawn@h2"));
        assert!(allows(&another, "a7a8q"), "{code}");
        assert!(allows(&Position::new(start, &terms(code, "pawn")), "a7b8q"), "{code}");
    }
    // It checks none the less: the king may not go where it commands.
    let guarded = Position::new("2k5/P7/8/8/8/8/8/4K3 b - - 0 9", &terms("rogers1907", "pawn@a7"));
    assert!(!allows(&guarded, "c8b8") && allows(&guarded, "c8b7"));
}

#[test]
fn an_undertaking_that_can_no_longer_be_fulfilled() {
    let lost = "black: undertaking lost: ";
    let rows = [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 4", "pawn", "no pawn left"),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 4", "pawn", "no pawn left"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 4", "pawn", ""),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 4", "queen", "no man of the kind left"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 4", "queen", ""),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 4", "rook,knight", "no man of the kind left"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 4", "within=4", ""),
        ("4k3/8/8/8/8/8/8/R3K3 b - - 0 4", "within=4", "move limit passed"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 5", "within=4", "move limit passed"),
    ];
    for (fen, undertaking, reason) in rows {
        let expected = if reason.is_empty() { String::new() } else { lost.to_string() + reason };
        assert_eq!(outcome(fen, &terms("british1897", undertaking)), expected, "{undertaking}");
    }
    let black = Terms { giver_white: false, ..terms("british1897", "within=4") };
    assert_eq!(outcome("r3k3/8/8/8/8/8/8/4K3 b - - 0 4", &black), "");
    assert_eq!(outcome("r3k3/8/8/8/8/8/8/4K3 w - - 0 4", &black), "");
    let passed = outcome("r3k3/8/8/8/8/8/8/4K3 w - - 0 5", &black);
    assert_eq!(passed, "white: undertaking lost: move limit passed");
}

/// A position read back from its own FEN is the same position.
#[test]
fn fen_says_everything() {
    for (seed, code) in walks::CODES.iter().enumerate() {
        let starts = walks::random_starts(seed as u64, 60, code);
        for walk in walks::random_walks(seed as u64, 150, &starts, 40) {
            let played = after(&walk.start, &walk.terms, &walk.moves.join(" "));
            let read = Position::new(&walk.fen, &walk.terms);
            let told = format!("{} {:?} {:?}", walk.start, walk.terms, walk.moves);
            assert_eq!(played.fen(), read.fen(), "{told}");
            assert_eq!(played.legal_moves(), read.legal_moves(), "{told}");
            assert_eq!(played.perft(2), read.perft(2), "{told}");
            let winner = |position: &Position| {
                position.outcome().map(|text| text.split(':').next().map(str::to_string))
            };
            assert_eq!(winner(&played), winner(&read), "{told}");
        }
    }
}

/// Random games are worth something only if they come upon what the laws have of their own.
#[test]
fn random_games_meet_the_laws() {
    let mut met = std::collections::BTreeMap::<String, usize>::new();
    let mut meet = |what: &str| *met.entry(what.to_string()).or_default() += 1;
    for (seed, code) in walks::CODES.iter().enumerate() {
        let starts = walks::random_starts(1000 + seed as u64, 300, code);
        for walk in walks::random_walks(2000 + seed as u64, 300, &starts, 40) {
            let mut position = Position::new(&walk.start, &walk.terms);
            for m in &walk.moves {
                let fen = position.fen();
                let next = position.play(m);
                if m == "0000" {
                    meet("null move");
                }
                if is_castling_without_rook(&fen, m, &next.fen()) {
                    meet("castling without the rook");
                }
                for field in ["ghosts:", "oddsmoves:1", "marked:none"] {
                    if next.fen().contains(field) {
                        meet(field);
                    }
                }
                if let Some(outcome) = next.outcome() {
                    let (winner, reason) = outcome.split_once(": ").expect("a winner and why");
                    meet(reason);
                    if reason == "stalemate" {
                        meet(&format!("{winner} at stalemate"));
                    }
                }
                position = next;
            }
        }
    }
    for what in [
        "null move",
        "castling without the rook",
        "ghosts:",
        "oddsmoves:1",
        "marked:none",
        "checkmate",
        "stalemate",
        "white at stalemate",
        "black at stalemate",
        "draw at stalemate",
        "dead position",
        "undertaking fulfilled",
        "undertaking lost: mate otherwise",
        "undertaking lost: stalemate",
        "undertaking lost: marked man taken",
        "undertaking lost: marked man promoted",
        "undertaking lost: no pawn left",
        "undertaking lost: no man of the kind left",
        "undertaking lost: move limit passed",
        "undertaking lost: dead position",
    ] {
        assert!(met.contains_key(what), "no {what}; met: {met:?}");
    }
}

/// Whether the king has moved two squares and no piece stands on the square he passed over.
fn is_castling_without_rook(before: &str, m: &str, after: &str) -> bool {
    let passed = match m {
        "e1c1" => "d1",
        "e1g1" => "f1",
        "e8c8" => "d8",
        "e8g8" => "f8",
        _ => return false,
    };
    let king = man_on(before, &m[..2]);
    (king == Some('K') || king == Some('k')) && man_on(after, passed).is_none()
}

/// The letter of the piece on a square of a FEN.
fn man_on(fen: &str, square: &str) -> Option<char> {
    let file = square.as_bytes()[0] - b'a';
    let rank = b'8' - square.as_bytes()[1];
    let mut at = 0;
    for letter in fen.split('/').nth(rank as usize)?.chars() {
        match letter.to_digit(10) {
            Some(empty) => at += empty as u8,
            None if at == file => return Some(letter),
            None => at += 1,
        }
    }
    None
}

/// The laws know no colours: with the board turned round and the pieces recoloured, the same holds.
#[test]
fn the_mirrored_game_is_the_same_game() {
    for (seed, code) in walks::CODES.iter().enumerate() {
        let starts = walks::random_starts(100 + seed as u64, 60, code);
        for walk in walks::random_walks(seed as u64, 100, &starts, 30) {
            if walk.terms.undertaking.contains("within") {
                continue; // White's move and Black's of one number are not alike
            }
            let mirrored = mirror_terms(&walk.terms);
            let here = Position::new(&walk.fen, &walk.terms);
            let there = Position::new(&mirror_fen(&walk.fen), &mirrored);
            let mut moves: Vec<String> =
                here.legal_moves().iter().map(|m| mirror_squares(m)).collect();
            moves.sort();
            assert_eq!(moves, there.legal_moves(), "{} {:?}", walk.fen, walk.terms);
            assert_eq!(here.perft(2), there.perft(2), "{} {:?}", walk.fen, walk.terms);
            let swapped = here.outcome().map(|text| {
                text.replace("white:", "*").replace("black:", "white:").replace('*', "black:")
            });
            assert_eq!(swapped, there.outcome(), "{} {:?}", walk.fen, walk.terms);
        }
    }
}

/// Swaps the ranks in the names of squares, a move's or an undertaking's.
fn mirror_squares(text: &str) -> String {
    text.split_inclusive(|c: char| !c.is_ascii_alphanumeric())
        .map(|part| {
            let mut mirrored = String::new();
            let mut last = ' ';
            for c in part.chars() {
                let named = ('a'..='h').contains(&last) && ('1'..='8').contains(&c);
                let turned = if named { (b'1' + b'8' - c as u8) as char } else { c };
                mirrored.push(turned);
                last = c;
            }
            mirrored
        })
        .collect()
}

fn mirror_terms(terms: &Terms) -> Terms {
    Terms {
        odds: terms.odds.iter().map(|square| mirror_squares(square)).collect(),
        undertaking: mirror_squares(&terms.undertaking),
        giver_white: !terms.giver_white,
        ..terms.clone()
    }
}

fn mirror_fen(fen: &str) -> String {
    let swap_case = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() }
            })
            .collect()
    };
    let mut fields: Vec<String> = fen.split(' ').map(str::to_string).collect();
    let ranks: Vec<String> = fields[0].split('/').rev().map(swap_case).collect();
    fields[0] = ranks.join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_string();
    fields[2] = swap_case(&fields[2]);
    fields[3] = mirror_squares(&fields[3]);
    for field in &mut fields[6..] {
        *field = match field.split_once(':') {
            Some(("ghosts", letters)) => format!("ghosts:{}", swap_case(letters)),
            Some((name, value)) => format!("{name}:{}", mirror_squares(value)),
            None => field.clone(),
        };
    }
    fields.join(" ")
}
