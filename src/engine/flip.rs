//! The other side of the board: a position and the terms of its game with the players' parts
//! exchanged, so that Black is where White was. What is legal, and who wins, is mirrored with it.

use crate::rules::laws::{Mark, OddsItem, Terms};
use crate::rules::{CastlingLetter, Color, Piece, Setup};

fn letter(letter: CastlingLetter) -> CastlingLetter {
    match letter {
        CastlingLetter::Wing(color, wing) => CastlingLetter::Wing(color.other(), wing),
        CastlingLetter::File(color, file) => CastlingLetter::File(color.other(), file),
    }
}

/// The setup mirrored.
pub fn setup(setup: &Setup) -> Setup {
    let mut flipped = setup.clone();
    for (index, man) in setup.men.iter().enumerate() {
        flipped.men[index ^ 56] = man.map(|man| Piece::new(man.color().other(), man.kind()));
    }
    flipped.turn = setup.turn.other();
    // White's letters are written first.
    flipped.castling = setup.castling.iter().copied().map(letter).collect();
    flipped.castling.sort_by_key(|letter| letter.letter().is_ascii_lowercase());
    flipped.ghosts = setup.ghosts.iter().copied().map(letter).collect();
    flipped.ghosts.sort_by_key(|letter| letter.letter().is_ascii_lowercase());
    flipped.en_passant = setup.en_passant.map(|square| square.mirrored());
    flipped.marked = setup.marked.map(|marked| marked.map(|square| square.mirrored()));
    flipped
}

/// The terms mirrored. `giver` is who gives now.
pub fn terms(terms: &Terms, giver: Color) -> Terms {
    let mut flipped = terms.clone();
    flipped.odds_giver = Some(giver.other());
    for item in &mut flipped.odds.items {
        if let OddsItem::Square(square) = item {
            *square = square.mirrored();
        }
    }
    if let Some(conditions) = &mut flipped.undertaking {
        conditions.square = conditions.square.map(|square| square.mirrored());
        conditions.mark = conditions.mark.map(|mark| match mark {
            Mark::Pawn(square) => Mark::Pawn(square.mirrored()),
            Mark::Man(square) => Mark::Man(square.mirrored()),
        });
    }
    flipped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Classical, Evaluator};
    use crate::notation::fen;
    use crate::perft;
    use crate::rules::laws::Variant;

    #[test]
    fn the_game_is_the_same_from_the_other_side() {
        for (variant, text) in [
            (
                Variant::Chess,
                "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            ),
            (Variant::Chess, "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3"),
            (Variant::RookOdds, "r3kbnr/pppppppp/8/8/8/8/PPPPPPPP/4KBNR w KQkq - 0 1"),
            (Variant::CappedPiece, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
            (Variant::SquareMate, "8/8/8/3k4/8/2Q5/3K4/4R3 w - - 0 60"),
            (Variant::PawnAndTwo, "rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ] {
            let before = fen::parse(text).unwrap();
            let agreed = variant.terms();
            let there = before.position(&agreed).unwrap();
            let mirrored = terms(&agreed, agreed.giver(Some(&before)));
            let flipped = setup(&Setup::of(&there));
            let here = flipped.position(&mirrored).unwrap();
            assert_eq!(here.turn(), there.turn().other());
            assert_eq!(perft::count(here.board(), 3), perft::count(there.board(), 3), "{text}");
            assert_eq!(
                Classical::default().evaluate(&here),
                Classical::default().evaluate(&there),
                "{text}"
            );
            let giver = |position: &crate::rules::Position| position.undertaking().map(|u| u.giver);
            assert_eq!(giver(&here), giver(&there).map(Color::other));
            let back = setup(&Setup::of(&here))
                .position(&terms(&mirrored, mirrored.giver(Some(&flipped))));
            assert_eq!(fen::to_string(&back.unwrap()), fen::to_string(&there));
        }
    }
}
