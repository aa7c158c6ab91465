//! How the position itself ends a game: checkmate, stalemate, and a game that cannot be won.
//! Undertakings, which can turn any of these round, are in `undertakings.rs`.

use jadoube::rules::laws::Reason;

use crate::table::{CODES, mirrored, mirrored_line, mirrored_result, play_all, position, result};

/// british1897:I.15, federation1912:30: a king in check without a legal move is mated, and the
/// other player has won. Under every code.
#[test]
fn checkmate_wins() {
    let cases = [
        // On the back rank, smothered, by queen and king, by a pawn, in double check, by castling.
        ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 20", "a1a8", "white"),
        ("6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 20", "g5f7", "white"),
        ("7k/8/5KQ1/8/8/8/8/8 w - - 0 20", "g6g7", "white"),
        ("7k/5K1p/6P1/8/8/8/8/8 w - - 0 20", "g6g7", "white"),
        ("7k/5Kp1/7P/8/8/8/8/7R w - - 0 20", "h6g7", "white"),
        ("4rkr1/4p1p1/8/8/8/8/8/4K2R w K - 0 20", "e1g1", "white"),
        // A way out: a square, a capture, a piece between.
        ("6k1/6pp/8/8/8/8/8/R5K1 w - - 0 20", "a1a8", "-"),
        ("6k1/1b3ppp/8/8/8/8/8/R5K1 w - - 0 20", "a1a8", "-"),
        ("6k1/3n1ppp/8/8/8/8/8/R5K1 w - - 0 20", "a1a8", "-"),
    ];
    for code in CODES {
        for (fen, line, wanted) in cases {
            let after = play_all(&position(code, fen), line);
            assert_eq!(result(after.outcome()), wanted, "{code}: {fen} {line}");
            if let Some(outcome) = after.outcome() {
                assert_eq!(outcome.reason, Reason::Checkmate, "{code}: {fen} {line}");
            }
            let after = play_all(&position(code, &mirrored(fen)), &mirrored_line(line));
            assert_eq!(result(after.outcome()), mirrored_result(wanted), "{code}: {fen}, by Black");
        }
    }
}

/// amateur1804:XVI, accomplished1837:17, british1897:I.15, british1897:II.8, federation1912:31,
/// federation1912:32: no legal move and no check is stalemate. In England in 1804 the stalemated
/// player wins; elsewhere and afterwards the game is drawn. The switch sets any of the three.
#[test]
fn stalemate_is_what_each_code_makes_of_it() {
    // What it is for the player to move, who is White or Black by turns.
    let codes = [
        ("chess", "drawn"),
        ("england1804", "won"),
        ("france1804", "drawn"),
        ("accomplished1837", "drawn"),
        ("british1897", "drawn"),
        ("rogers1907", "drawn"),
        ("federation1912", "drawn"),
        ("chess stalemate=win", "won"),
        ("chess stalemate=loss", "lost"),
        ("england1804 stalemate=draw", "drawn"),
    ];
    let black_is_stalemated = [
        ("7k/8/8/5QK1/8/8/8/8 w - - 0 20", "f5f7"),
        ("1k6/8/PK6/8/8/8/8/8 w - - 0 20", "a6a7 b8a8 b6a6"),
        // With a piece left that may not move.
        ("kb6/8/1K6/8/8/8/8/7R w - - 0 20", "h1h8"),
        // The bishop cannot mate, but can stalemate.
        ("k7/2K5/8/8/8/8/8/2B5 w - - 0 20", "c1e3"),
    ];
    for (terms, wanted) in codes {
        for (fen, line) in black_is_stalemated {
            let wanted = match wanted {
                "won" => "black",
                "lost" => "white",
                drawn => drawn,
            };
            let after = play_all(&position(terms, fen), line);
            assert!(!after.in_check(), "{terms}: {fen}");
            assert_eq!(result(after.outcome()), wanted, "{terms}: {fen} {line}");
            assert_eq!(
                after.outcome().map(|o| o.reason),
                Some(Reason::Stalemate),
                "{terms}: {fen}"
            );
            let after = play_all(&position(terms, &mirrored(fen)), &mirrored_line(line));
            let wanted = mirrored_result(wanted);
            assert_eq!(result(after.outcome()), wanted, "{terms}: {fen}, by Black");
        }
    }
}

/// Kings and pawns that will stay where they are for ever.
const WALL: &str = "8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 w - - 0 60";

/// british1897:I.15: a game that no legal moves can win is drawn. Which games these are depends on
/// the law: where the stalemated player wins, a single minor piece can still decide.
#[test]
fn a_game_that_cannot_be_won_is_drawn() {
    // Pieces, whether the game is over where stalemate draws, and whether where it wins.
    let cases = [
        ("7k/8/8/8/8/8/8/K7 w - - 0 20", true, true),
        ("7k/8/8/8/8/8/8/KB6 w - - 0 20", true, false),
        ("7k/8/8/8/8/8/8/KN6 w - - 0 20", true, false),
        ("5b1k/8/8/8/8/8/8/K1B5 w - - 0 20", true, false),
        ("2b4k/8/8/8/8/8/8/K1B5 w - - 0 20", false, false),
        ("6nk/8/8/8/8/8/8/KB6 w - - 0 20", false, false),
        ("6nk/8/8/8/8/8/8/KN6 w - - 0 20", false, false),
        ("7k/8/8/8/8/8/8/KNN5 w - - 0 20", false, false),
        ("7k/8/8/8/8/8/P7/K7 w - - 0 20", false, false),
        ("7k/8/8/8/8/8/8/K1R5 w - - 0 20", false, false),
        // A wall of locked pawns that no king can pass.
        (WALL, true, true),
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/8 b - - 0 60", true, true),
        // No pawn on the h-file, and the pawn of g5 stands alone.
        ("8/8/3k4/1p1p1pp1/1P1P1PP1/3K4/8/8 w - - 0 60", false, false),
        // A way around the wall, with a pawn to take at its end.
        ("8/8/3k4/p1p1p3/P1P1P3/3K4/8/8 w - - 0 60", false, false),
        // One pawn is not locked.
        ("8/8/3k4/1p1p1p1p/1P1P1P2/3K3P/8/8 w - - 0 60", false, false),
        // A knight leaps over any wall.
        ("8/8/3k4/1p1p1p1p/1P1P1P1P/3K4/8/6N1 w - - 0 60", false, false),
    ];
    for code in CODES {
        for (fen, where_drawn, where_won) in cases {
            let over = if code == "england1804" { where_won } else { where_drawn };
            for fen in [fen.to_owned(), mirrored(fen)] {
                let outcome = position(code, &fen).outcome();
                assert_eq!(result(outcome), if over { "drawn" } else { "-" }, "{code}: {fen}");
                let dead = outcome.is_some_and(|outcome| outcome.reason == Reason::Dead);
                assert_eq!(dead, over, "{code}: {fen}");
            }
        }
        // Nobody can mate, so the giver of an undertaking has lost.
        let bound = format!("{code} undertaking=draw giver=white");
        assert_eq!(result(position(&bound, WALL).outcome()), "black", "{bound}");
    }
}
