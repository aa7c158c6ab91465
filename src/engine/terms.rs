//! Which game the options choose: the law, odds and undertaking that the next `position` is read
//! under, and the starting position that `startpos` means. A switch that is set beats `Laws`,
//! `Laws` beats `UCI_Variant`; in which order they were set does not matter.

use super::options::{Options, YesNo};
use crate::rules::laws::{Terms, TermsChoice, Variant};
use crate::rules::{Color, Setup};

impl Options {
    /// The terms of the game.
    pub fn terms(&self) -> Terms {
        let choice = TermsChoice {
            law: self.law(),
            stalemate: self.stalemate.0,
            castle_without_rook: self.castle_without_rook.0.map(|word| word == YesNo::Yes),
            fifty_moves: self.fifty_moves.0,
            repetition: self.repetition.0,
            odds: self.odds.0.clone(),
            odds_giver: self.odds_giver.0.map(Color::from),
            undertaking: self.undertaking.0,
            chess960: self.uci_chess960.0,
        };
        choice.terms()
    }

    /// The law or ready game in force.
    pub fn law(&self) -> Variant {
        self.laws.0.unwrap_or(self.uci_variant.0)
    }

    /// The starting position that `startpos` means. Only `UCI_Variant` decides it: a GUI that sends
    /// `startpos` and knows of nothing else has the full array on its board.
    pub fn array(&self) -> Setup {
        self.uci_variant.0.terms().start()
    }

    /// The starting position to set up where the law and odds chosen begin from another one than
    /// `startpos`.
    pub fn position_to_set_up(&self) -> Option<Setup> {
        // Terms on which no game begins are refused with the next `startpos`.
        let (wanted, meant) = (self.terms().begin().ok()?, self.array());
        (wanted.pieces != meant.pieces || wanted.turn != meant.turn).then_some(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::laws::{Code, GhostCastling, Laws, Stalemate};

    fn options(settings: &[(&str, &str)]) -> Options {
        let mut options = Options::default();
        for (name, value) in settings {
            options.set(name, Some(value)).unwrap();
        }
        options
    }

    /// In every order of three settings: a switch, `Laws`, `UCI_Variant`.
    #[test]
    fn the_order_of_setting_does_not_matter() {
        let settings =
            [("Stalemate", "loss"), ("Laws", "england1804"), ("UCI_Variant", "british1897")];
        for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
            let laws = options(&order.map(|index| settings[index])).terms().laws();
            assert_eq!((laws.code, laws.stalemate), (Code::England1804, Stalemate::Loss));
        }
        let laws = |settings: &[_]| options(settings).terms().laws();
        assert_eq!(laws(&settings[1..]).stalemate, Stalemate::Win);
        assert_eq!(laws(&settings[2..]), Laws::of(Code::British1897));
        // python-chess sends this before each game: it must not undo `Laws`.
        let sent = [("Laws", "england1804"), ("UCI_Variant", "chess")];
        assert_eq!(laws(&sent), Laws::of(Code::England1804));
    }

    #[test]
    fn only_the_variant_decides_what_startpos_means() {
        let array = |settings: &[_]| fen::six_fields(&options(settings).array());
        assert_eq!(array(&[("Laws", "rookodds"), ("Odds", "queen")]), fen::INITIAL);
        let without_a1 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1";
        assert_eq!(array(&[("UCI_Variant", "rookodds"), ("Laws", "chess")]), without_a1);
    }

    #[test]
    fn the_array_to_set_up_is_told_where_it_is_another() {
        let told = |settings: &[_]| {
            options(settings).position_to_set_up().map(|setup| fen::six_fields(&setup))
        };
        let without_a1 = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1";
        assert_eq!(told(&[]), None);
        assert_eq!(told(&[("Laws", "england1804")]), None);
        assert_eq!(told(&[("UCI_Variant", "rookodds")]), None);
        assert_eq!(told(&[("Laws", "rookodds")]).as_deref(), Some(without_a1));
        // accomplished1837:9: the giver, here Black, begins.
        let black = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
        let settings = [("Laws", "accomplished1837"), ("Odds", "queen"), ("Odds Giver", "Black")];
        assert_eq!(told(&settings).as_deref(), Some(black));
    }

    #[test]
    fn who_gives_is_found_out_when_nobody_says() {
        let giver = |settings: &[_]| options(settings).terms().giver(None);
        assert_eq!(giver(&[("UCI_Variant", "pawnandmove")]), Color::Black);
        assert_eq!(giver(&[("Odds", "a8")]), Color::Black);
        assert_eq!(giver(&[("Odds", "pawn,moves=2")]), Color::Black);
        assert_eq!(giver(&[("Odds", "rook")]), Color::White);
        assert_eq!(giver(&[("Undertaking", "man@g8"), ("Odds", "a1")]), Color::Black);
        assert_eq!(giver(&[("Odds", "a8"), ("Odds Giver", "White")]), Color::White);
    }

    #[test]
    fn switches_may_be_set_alone() {
        let laws = options(&[("Castle Without Rook", "yes")]).terms().laws();
        assert_eq!(laws.castle_without_rook, GhostCastling::CornerEmpty);
        let off = options(&[("Laws", "british1897"), ("Castle Without Rook", "no")]).terms().laws();
        assert_eq!(off.castle_without_rook, GhostCastling::No);
    }
}
