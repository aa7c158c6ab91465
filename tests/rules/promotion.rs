//! Promotion, which every code has alike. What an undertaking forbids is in `undertakings.rs`.

use crate::table::{
    CODES, legal, men, mirrored, mirrored_line, mirrored_list, play, position, symbol,
};

/// amateur1804:IX, british1897:I.11, rogers1907:XI, federation1912:15: a pawn that reaches the last
/// rank becomes a queen, rook, bishop or knight in that move, never a king, never nothing, and
/// whatever pieces are left.
#[test]
fn pawn_becomes_the_piece_chosen() {
    let cases = [
        // Straight on, and by capture.
        ("7k/P7/8/8/8/8/8/K7 w - - 0 20", "a7a8b a7a8n a7a8q a7a8r"),
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 20", "a7a8b a7a8n a7a8q a7a8r a7b8b a7b8n a7b8q a7b8r"),
        ("nn5k/P7/8/8/8/8/8/K7 w - - 0 20", "a7b8b a7b8n a7b8q a7b8r"),
        // All eight pieces are still on the board.
        ("rnb1kbnr/P1pppppp/8/8/8/8/1PPPPPPP/RNBQKBNR w KQkq - 0 20", "a7b8b a7b8n a7b8q a7b8r"),
    ];
    for code in CODES {
        for (fen, wanted) in cases {
            for (fen, wanted) in
                [(fen.to_owned(), wanted.to_owned()), (mirrored(fen), mirrored_list(wanted))]
            {
                let before = position(code, &fen);
                let from = &wanted[..2];
                let moves = legal(&before);
                let promotions: Vec<&String> =
                    moves.iter().filter(|mv| mv.starts_with(from)).collect();
                let found: Vec<&str> = promotions.iter().map(|mv| mv.as_str()).collect();
                assert_eq!(found.join(" "), wanted, "{code}: {fen}");
                for mv in found {
                    let after = play(&before, mv);
                    let man = symbol(&after, &mv[2..4]);
                    assert_eq!(man.to_lowercase(), mv[4..], "{code}: {fen} {mv}");
                    let white = man.chars().all(char::is_uppercase);
                    assert_eq!(white, from.ends_with('7'), "{code}: {fen} {mv}: its own colour");
                    assert_eq!(symbol(&after, from), "-", "{code}: {fen} {mv}");
                    let taken = usize::from(symbol(&before, &mv[2..4]) != "-");
                    assert_eq!(men(&after), men(&before) - taken, "{code}: {fen} {mv}");
                }
            }
        }
        // Two queens at once.
        let fen = "7k/P7/8/8/8/8/8/KQ6 w - - 0 20";
        let after = play(&position(code, fen), "a7a8q");
        assert_eq!([symbol(&after, "a8"), symbol(&after, "b1")], ["Q", "Q"], "{code}");
        let after = play(&position(code, &mirrored(fen)), &mirrored_line("a7a8q"));
        assert_eq!([symbol(&after, "a1"), symbol(&after, "b8")], ["q", "q"], "{code}");
    }
}
