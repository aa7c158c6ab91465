//! What a user has chosen, option by option, and the terms that follow. UCI's options, the command
//! line and the tags of a game record all come here: nothing else resolves a choice.

use super::{Conditions, FiftyMoves, Odds, Repetition, Stalemate, Terms, Variant};
use crate::rules::types::Color;

/// A law or ready game with what is set beside it. `None` leaves the matter to the law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermsChoice {
    /// The law or the ready game.
    pub law: Variant,
    /// The switch `Stalemate`.
    pub stalemate: Option<Stalemate>,
    /// The switch `Castle Without Rook`.
    pub castle_without_rook: Option<bool>,
    /// The switch `Fifty Moves`.
    pub fifty_moves: Option<FiftyMoves>,
    /// The switch `Repetition`.
    pub repetition: Option<Repetition>,
    /// The odds, in place of those of a ready game.
    pub odds: Option<Odds>,
    /// Who gives.
    pub odds_giver: Option<Color>,
    /// The undertaking, in place of that of a ready game.
    pub undertaking: Option<Conditions>,
    /// Whether castling follows Chess960.
    pub chess960: bool,
}

impl From<Variant> for TermsChoice {
    /// A law or ready game as it is.
    fn from(law: Variant) -> Self {
        Self {
            law,
            stalemate: None,
            castle_without_rook: None,
            fifty_moves: None,
            repetition: None,
            odds: None,
            odds_giver: None,
            undertaking: None,
            chess960: false,
        }
    }
}

impl TermsChoice {
    /// The terms of the game chosen. Odds or an undertaking that are set make another game of a
    /// ready one: who gives in it is then found by [`Terms::giver`], unless that is set too.
    pub fn terms(self) -> Terms {
        let law = self.law.terms();
        let as_ready = self.odds.is_none() && self.undertaking.is_none();
        Terms {
            code: law.code,
            stalemate: self.stalemate.or(law.stalemate),
            castle_without_rook: self.castle_without_rook.or(law.castle_without_rook),
            fifty_moves: self.fifty_moves.or(law.fifty_moves),
            repetition: self.repetition.or(law.repetition),
            odds: self.odds.unwrap_or(law.odds),
            odds_giver: self.odds_giver.or(law.odds_giver.filter(|_| as_ready)),
            undertaking: self.undertaking.or(law.undertaking),
            chess960: self.chess960,
        }
    }
}
