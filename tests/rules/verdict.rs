//! Results that the laws decide and random games seldom reach, each worked by hand. It must not
//! use the reference: these are the cases themselves.

use jadoube::notation::fen;
use jadoube::rules::laws::{Breach, Code, Outcome, Reason, Terms};
use jadoube::rules::{Color, PieceKind};

/// A condition of the marked pawn and of a kind that only he could still become: under no code can
/// both be kept (rogers1907:XXXVII-XXXIX, british1897:IV.8).
#[test]
fn the_marked_pawn_cannot_become_the_man_undertaken() {
    let rows = [
        ("4k3/8/8/8/8/8/P7/4K3 w - - 0 9", true),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 9", false),
        ("4k3/8/8/8/8/8/P7/3QK3 w - - 0 9", false),
    ];
    for &code in Code::ALL {
        let undertaking = Some("pawn@a2,queen".parse().expect("an undertaking"));
        let terms = Terms { undertaking, odds_giver: Some(Color::White), ..Terms::from(code) };
        for (text, lost) in rows {
            let position = fen::parse(text).expect("a FEN").position(&terms).expect("legal");
            let breach = Reason::Undertaking(Breach::NoPieceLeft(PieceKind::Queen));
            let expected = lost.then_some(Outcome::win(Color::Black, breach));
            assert_eq!(position.outcome(), expected, "{code:?} {text}");
        }
    }
}
