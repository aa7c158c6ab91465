//! The same position with the colours exchanged: every law is the same for White and Black, so
//! whatever is proved of one must be proved of the other. It must never know a result. The exchange
//! itself is the program's own: the prover proves what comes of it like any other position, so that
//! a fault there cannot hide here.

use jadoube::rules::laws::Terms;
use jadoube::rules::{Color, Setup};

/// The setup with White and Black exchanged. `terms` are those of the setup, not yet mirrored: the
/// move number is such that their giver has made as many moves as before, since an undertaking may
/// count them.
pub fn setup(setup: &Setup, terms: &Terms) -> Setup {
    // With White to move both have made one move less than the number says; with Black to move,
    // White has made as many. The giver is the other player now, and so is the side to move.
    let giver = terms.giver(Some(setup));
    let fullmove = match (giver, setup.turn) {
        (Color::White, Color::Black) => setup.fullmove + 1,
        (Color::Black, Color::White) => setup.fullmove.saturating_sub(1).max(1),
        _ => setup.fullmove,
    };
    Setup { fullmove, ..setup.mirrored() }
}

/// A coordinate move, each rank mirrored: `e1c1` becomes `e8c8`.
pub fn coordinate(text: &str) -> String {
    text.chars()
        .map(|letter| match letter {
            '1'..='8' => char::from(b'1' + b'8' - letter as u8),
            other => other,
        })
        .collect()
}
