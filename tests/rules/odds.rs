//! Odds: who begins, which piece is given, and several moves at once. Castling without the rook is
//! in `castling.rs`.

use jadoube::rules::laws::Odds;
use jadoube::rules::{Color, Position, Square};

use crate::table::{
    CODES, allows, legal, mirrored_line, mirrored_terms, play, play_all, position, result, start,
    symbol, terms,
};

/// amateur1804:II, accomplished1837:9, british1897:IV.2, rogers1907:VII, rogers1907:XXX,
/// federation1912:38: the giver of odds has the first move, White or Black, unless the odds are
/// themselves a first move. In 1912 he has it because the giver of a piece is White, and moves are
/// given by Black alone.
#[test]
fn giver_has_the_first_move() {
    let older = ["england1804", "france1804", "accomplished1837", "british1897", "rogers1907"];
    for code in older {
        for odds in ["pawn", "knight", "rook", "queen", "exchange", "minors", "rook,knight"] {
            for (giver, color) in [("white", Color::White), ("black", Color::Black)] {
                let terms = format!("{code} odds={odds} giver={giver}");
                assert_eq!(start(&terms).turn(), color, "{terms}");
            }
        }
        // The giver of an undertaking gives odds too.
        let terms = format!("{code} undertaking=pawn giver=black");
        assert_eq!(start(&terms).turn(), Color::Black, "{terms}");
    }
    for odds in ["knight", "rook"] {
        let terms = format!("federation1912 odds={odds}");
        assert_eq!(symbol(&start(&terms), if odds == "rook" { "a1" } else { "b1" }), "-");
        assert_eq!(start(&terms).turn(), Color::White, "{terms}");
    }
    // Pawn and move, and the odds of moves: the receiver begins.
    for code in CODES {
        for odds in ["pawn,moves=1", "pawn,moves=2", "moves=3"] {
            for (giver, color) in [("white", Color::Black), ("black", Color::White)] {
                let terms = format!("{code} odds={odds} giver={giver}");
                if !(code == "federation1912" && giver == "white") {
                    assert_eq!(start(&terms).turn(), color, "{terms}");
                }
            }
        }
    }
}

/// accomplished1837:13, british1897:IV.3, rogers1907:XXXI, rogers1907:XXXIII, rogers1907:XXXV,
/// federation1912:37, federation1912:38: which pieces leave the board. A name means the piece that
/// the codes name; where the choice is the giver's, he names it by its square.
#[test]
fn which_man_is_given() {
    // Odds, and the squares that are empty when White gives them.
    let cases = [
        ("none", ""),
        ("pawn", "f2"),
        ("pawn,moves=2", "f2"),
        ("knight", "b1"),
        ("bishop", "c1"),
        ("rook", "a1"),
        // By his own choice: the king's knight or rook, or another two minor pieces.
        ("g1", "g1"),
        ("h1", "h1"),
        ("minors", "b1 c1"),
        ("b1,f1", "b1 f1"),
        ("c1,f1", "c1 f1"),
        // A rook for a knight, or of the giver's choosing for a bishop of his naming.
        ("exchange", "a1 b8"),
        ("h1,c8", "c8 h1"),
        ("queen", "d1"),
        ("rook,knight", "a1 b1"),
    ];
    let empty_at_first = |terms: &str| {
        let array = start(terms);
        let full = start("chess");
        let mut missing: Vec<String> = Vec::new();
        for square in Square::all() {
            if array.piece_at(square) != full.piece_at(square) {
                assert_eq!(array.piece_at(square), None, "{terms}: {square}");
                missing.push(square.to_string());
            }
        }
        missing.sort();
        missing.join(" ")
    };
    for code in CODES {
        for (odds, squares) in cases {
            let terms = format!("{code} odds={odds} giver=white");
            assert_eq!(empty_at_first(&terms), squares, "{terms}");
            let terms = mirrored_terms(&terms);
            let turned = mirrored_line(squares);
            let mut turned: Vec<&str> = turned.split_whitespace().collect();
            turned.sort_unstable();
            assert_eq!(empty_at_first(&terms), turned.join(" "), "{terms}");
        }
    }
}

/// british1897:IV.1: odds are something given. What takes nothing off the board is refused, and so
/// is one piece or one number of moves given twice, with the word at fault.
#[test]
fn odds_that_give_nothing_are_refused() {
    for code in CODES {
        for (odds, fault) in [
            ("e5", "e5"),
            ("a1,e4", "e4"),
            ("a1,a1,a1", "a1"),
            ("rook,rook", "rook"),
            ("knight,minors", "minors"),
            ("moves=1,pawn,moves=2", "moves"),
        ] {
            let error = odds.parse::<Odds>().expect_err(odds).to_string();
            assert!(error.contains(fault), "{odds}: {error}");
        }
        // Whether these are one piece depends on who gives.
        for (odds, given_by, twice) in [
            ("rook,a1", "white", true),
            ("rook,a1", "black", false),
            ("a8,rook", "black", true),
            ("exchange,b8", "white", true),
            ("exchange,b8", "black", false),
        ] {
            let agreed = terms(&format!("{code} odds={odds} giver={given_by}"));
            let error = agreed.begin().err().map(|error| error.to_string());
            assert_eq!(error.is_some(), twice, "{code} {odds} {given_by}: {error:?}");
            assert!(error.is_none_or(|error| error.contains("given twice")), "{odds}");
        }
    }
}

/// Plays the receiver's moves, the giver answering each but the last with the null move.
fn at_once(position: &Position, moves: &[&str]) -> Position {
    play_all(position, &moves.join(" 0000 "))
}

/// british1897:IV.4, rogers1907:VIII, rogers1907:XXXIV, federation1912:37: a player who has
/// received several moves begins with them all, in one turn, and never afterwards moves twice. The
/// giver's null moves, his only ones meanwhile, stand in the record as moves.
#[test]
fn several_moves_in_the_first_turn() {
    let moves = ["e2e4", "d2d4", "g1f3", "b1c3"];
    for code in CODES {
        for count in 1..=moves.len() {
            let terms = format!("{code} odds=pawn,moves={count} giver=black");
            let mut at = start(&terms);
            for (made, mv) in moves[..count].iter().enumerate() {
                assert_eq!(at.turn(), Color::White, "{terms}");
                assert!(!allows(&at, "0000"), "{terms}: the receiver must move");
                assert_eq!(usize::from(at.fullmove()), made + 1, "{terms}: null moves count");
                at = play(&at, mv);
                if made + 1 < count {
                    assert_eq!(legal(&at), ["0000"], "{terms}");
                    assert_eq!(result(at.outcome()), "-", "{terms}");
                    at = play(&at, "0000");
                }
            }
            // Now the giver moves, and then each in his turn.
            assert_eq!(at.turn(), Color::Black, "{terms}");
            assert!(allows(&at, "e7e6") && !allows(&at, "0000"), "{terms}");
            let at = play(&at, "e7e6");
            assert!(!allows(&at, "0000"), "{terms}");
            assert!(!allows(&play(&at, "a2a3"), "0000"), "{terms}");
            // Black receives: the same with the colours exchanged, but in 1912 White begins.
            if code == "federation1912" {
                continue;
            }
            let terms = format!("{code} odds=pawn,moves={count} giver=white");
            let turned: Vec<String> = moves[..count].iter().map(|mv| mirrored_line(mv)).collect();
            let turned: Vec<&str> = turned.iter().map(String::as_str).collect();
            let at = at_once(&start(&terms), &turned);
            assert_eq!(at.turn(), Color::White, "{terms}");
            assert!(allows(&at, "e2e3") && !allows(&at, "0000"), "{terms}");
        }
    }
}

/// british1897:IV.4 confines "two or more moves in one turn", rogers1907:XXXII "a move or moves".
#[test]
fn one_move_alone_may_go_far_in_1897_and_not_in_1907() {
    let far = "4k3/8/8/8/8/8/PPPP1PPP/R1BQKBNR w KQ - 0 1 oddsmoves:1";
    for (code, allowed) in [("british1897", true), ("rogers1907", false), ("federation1912", true)]
    {
        let terms = format!("{code} odds=f7,moves=1 giver=black");
        assert_eq!(allows(&position(&terms, far), "d1h5"), allowed, "{terms}");
    }
}

/// accomplished1837:15, british1897:IV.4, rogers1907:XXXII, federation1912:37: not beyond the
/// receiver's fourth rank in 1897 and 1907, nor in 1837 with three moves or more; elsewhere as far
/// as he likes. Nowhere may a move before the last give check, which could not be answered.
#[test]
fn how_far_the_first_moves_may_go() {
    let confined = |code: &str, moves: u8| match code {
        "british1897" | "rogers1907" => true,
        "accomplished1837" => moves >= 3,
        _ => false,
    };
    let rank = |mv: &String| mv.as_bytes()[3] - b'0';
    for code in CODES {
        for moves in [2, 3] {
            let terms = format!("{code} odds=pawn,moves={moves} giver=black");
            // After e4 the queen and the king's bishop look beyond the middle of the board.
            let second = play_all(&start(&terms), "e2e4 0000");
            let far: Vec<String> = legal(&second).into_iter().filter(|mv| rank(mv) > 4).collect();
            let wanted: &[&str] = match (confined(code, moves), moves) {
                (true, _) => &[],
                // Qh5 is check along the diagonal that the pawn has left: not before the last.
                (false, 2) => &["d1h5", "e4e5", "f1a6", "f1b5"],
                (false, _) => &["e4e5", "f1a6", "f1b5"],
            };
            assert_eq!(far, wanted, "{terms}");
            assert!(allows(&second, "d1g4") && allows(&second, "f1c4"), "{terms}");
            if moves == 3 {
                let third = play_all(&second, "a2a3 0000");
                assert_eq!(allows(&third, "d1h5"), !confined(code, moves), "{terms}");
                if !confined(code, moves) {
                    // The last move may check: the opponent has the move and must answer.
                    let check = play(&third, "d1h5");
                    assert!(check.in_check() && !allows(&check, "0000"), "{terms}");
                    assert_eq!(legal(&check), ["g7g6"], "{terms}");
                }
            }
            // Black's fourth rank is White's fifth. In 1912 White begins.
            if code == "federation1912" {
                continue;
            }
            let terms = format!("{code} odds=pawn,moves={moves} giver=white");
            let second = play_all(&start(&terms), "e7e5 0000");
            let far = legal(&second).into_iter().filter(|mv| rank(mv) < 5).count();
            let wanted = match (confined(code, moves), moves) {
                (true, _) => 0,
                (false, 2) => 4,
                (false, _) => 3,
            };
            assert_eq!(far, wanted, "{terms}");
        }
        // Once the opponent has moved there is no limit under any code.
        let terms = format!("{code} odds=pawn,moves=2 giver=black");
        let at = play_all(&start(&terms), "e2e4 0000 d2d4 e7e6");
        assert!(allows(&at, "d1h5") && allows(&at, "e4e5") && allows(&at, "f1b5"), "{terms}");
    }
    // The mate that accomplished1837:15 is there to prevent, with the f-pawn off.
    let at =
        play_all(&start("federation1912 odds=pawn,moves=3 giver=black"), "e2e3 0000 f1d3 0000");
    assert!(play(&at, "d1h5").in_check());
    let at =
        play_all(&start("accomplished1837 odds=pawn,moves=3 giver=black"), "e2e3 0000 f1d3 0000");
    assert!(!allows(&at, "d1h5"));
}

/// british1897:IV.1: but for what the laws of odds say, a game at odds is like any other.
#[test]
fn ordinary_law_holds_at_odds() {
    let line = "e2e4 d7d5 e4e5 f7f5 e5f6 g8f6 g1f3 b8c6 f1b5 c8d7 e1g1 e7e6 f1e1 f8c5";
    for code in CODES {
        for (odds, board) in [
            ("pawn giver=white", "rnbqkbnr/pppppppp/8/8/8/8/PPPPP1PP/RNBQKBNR"),
            ("knight giver=white", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR"),
            ("queen giver=white", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR"),
        ] {
            let terms = format!("{code} odds={odds}");
            let mut at_odds = start(&terms);
            let mut level = position("chess", &format!("{board} w KQkq - 0 1"));
            for mv in line.split(' ') {
                assert_eq!(legal(&at_odds), legal(&level), "{terms}: before {mv}");
                (at_odds, level) = (play(&at_odds, mv), play(&level, mv));
            }
        }
        // Mate and stalemate are what they are on level terms.
        let terms = format!("{code} odds=knight giver=white");
        for fen in ["R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 20", "7k/5Q2/8/6K1/8/8/8/8 b - - 0 20"] {
            let [at_odds, level] = [&terms, code].map(|terms| position(terms, fen).outcome());
            assert_eq!(at_odds, level, "{terms}: {fen}");
            assert!(at_odds.is_some(), "{terms}: {fen}");
        }
    }
}
