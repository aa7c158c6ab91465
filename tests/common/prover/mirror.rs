//! The same position with the colours exchanged: every law is the same for White and Black, so
//! whatever is proved of one must be proved of the other. It must never know a result.

use jadoube::rules::laws::{Mark, OddsItem, Terms};
use jadoube::rules::{CastlingLetter, Color, Piece, Setup, Square};

/// The terms with the players' parts exchanged.
pub fn terms(terms: &Terms) -> Terms {
    let mut mirrored = terms.clone();
    mirrored.odds_giver = terms.odds_giver.map(Color::other);
    for item in &mut mirrored.odds.items {
        if let OddsItem::Square(square) = item {
            *square = square.mirrored();
        }
    }
    if let Some(conditions) = &mut mirrored.undertaking {
        conditions.square = conditions.square.map(Square::mirrored);
        conditions.mark = conditions.mark.map(|mark| match mark {
            Mark::Pawn(square) => Mark::Pawn(square.mirrored()),
            Mark::Man(square) => Mark::Man(square.mirrored()),
        });
    }
    mirrored
}

/// The setup with every piece on the mirrored square and in the other colour. `terms` are those of
/// the setup, not yet mirrored: the move number is such that their giver has made as many moves as
/// before, since an undertaking may count them.
pub fn setup(setup: &Setup, terms: &Terms) -> Setup {
    let mut mirrored = setup.clone();
    for square in Square::all() {
        mirrored.men[square.mirrored().index()] =
            setup.men[square.index()].map(|man| Piece::new(man.color().other(), man.kind()));
    }
    mirrored.turn = setup.turn.other();
    for letter in mirrored.castling.iter_mut().chain(&mut mirrored.ghosts) {
        *letter = match *letter {
            CastlingLetter::Wing(color, wing) => CastlingLetter::Wing(color.other(), wing),
            CastlingLetter::File(color, file) => CastlingLetter::File(color.other(), file),
        };
    }
    mirrored.en_passant = setup.en_passant.map(Square::mirrored);
    mirrored.marked = setup.marked.map(|marked| marked.map(Square::mirrored));
    // With White to move both have made one move less than the number says; with Black to move,
    // White has made as many. The giver is the other player now, and so is the side to move.
    let giver = terms.giver(Some(setup));
    mirrored.fullmove = match (giver, setup.turn) {
        (Color::White, Color::Black) => setup.fullmove + 1,
        (Color::Black, Color::White) => setup.fullmove.saturating_sub(1).max(1),
        _ => setup.fullmove,
    };
    mirrored
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
