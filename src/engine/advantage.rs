//! How much stronger than the opponent the engine is told to think itself, from the options that
//! say so. What comes of it is the search's business.

use super::options::{OpponentSetting, Options, RatingAdvantage};
use crate::rules::{Board, Color, Game};
use crate::search::{Advantage, HIGHEST_ADVANTAGE};

/// What the engine takes its own rating for when a GUI tells it the opponent's. It is far above
/// most people's, and that is all that matters here.
const OWN_RATING: usize = 3000;
/// Elo points that a pawn given makes likely: with it players at piece odds are about even who
/// differ by some 500 points, at rook odds by 750.
const POINTS_A_PAWN: i32 = 150;

/// The advantage of the player to move, if there is any to count.
pub(super) fn of(options: &Options, game: &Game) -> Option<Advantage> {
    let stronger = game.position().turn();
    let points = match options.rating_advantage {
        RatingAdvantage::Points(0) => match options.uci_rating_adv.get() {
            0 => by_opponent(options),
            points => points,
        },
        RatingAdvantage::Points(points) => points.into(),
        RatingAdvantage::Auto => by_odds(game.start().board(), stronger),
    };
    let points = points.min(HIGHEST_ADVANTAGE.into()) as u16;
    (points > 0 && !options.uci_analyse_mode.0).then_some(Advantage { stronger, points })
}

/// By how much the engine's rating is above the one that the GUI gives the opponent.
fn by_opponent(options: &Options) -> usize {
    let own = if options.uci_limit_strength.0 { options.uci_elo.get() } else { OWN_RATING };
    let OpponentSetting(opponent) = &options.uci_opponent;
    let rating = opponent.split_whitespace().nth(1).and_then(|word| word.parse().ok());
    rating.map_or(0, |rating| own.saturating_sub(rating))
}

/// What the pieces that `giver` lacks at the beginning of the game suggest.
fn by_odds(start: &Board, giver: Color) -> usize {
    let given = start.material(giver.other()) - start.material(giver);
    usize::try_from(given * POINTS_A_PAWN / 100).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::laws::Terms;

    /// The points that options give to the player to move of a game from `fen`.
    fn points(fen: &str, settings: &[(&str, &str)]) -> Option<u16> {
        let mut options = Options::default();
        for (name, value) in settings {
            options.set(name, Some(value)).unwrap();
        }
        let position = fen::parse(fen).unwrap().position(&Terms::default()).unwrap();
        let advantage = of(&options, &Game::new(position));
        assert!(advantage.is_none_or(|advantage| advantage.stronger == position.turn()));
        advantage.map(|advantage| advantage.points)
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const KNIGHT_GIVEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1";
    const KNIGHT_TAKEN: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR b KQkq - 0 1";

    #[test]
    fn by_default_nobody_is_stronger() {
        assert_eq!(points(START, &[]), None);
        assert_eq!(points(KNIGHT_GIVEN, &[]), None);
    }

    #[test]
    fn the_number_beats_what_the_gui_sends() {
        let sent = ("UCI_RatingAdv", "300");
        assert_eq!(points(START, &[sent]), Some(300));
        assert_eq!(points(START, &[sent, ("Rating Advantage", "900")]), Some(900));
        assert_eq!(points(START, &[("UCI_RatingAdv", "-300")]), None);
        assert_eq!(points(START, &[("UCI_RatingAdv", "9000")]), Some(HIGHEST_ADVANTAGE));
    }

    #[test]
    fn the_opponent_s_rating_is_the_second_word() {
        let named = |value| points(START, &[("UCI_Opponent", value)]);
        assert_eq!(named("IM 2400 human Some Body"), Some(600));
        assert_eq!(named("none none computer Other Engine"), None);
        assert_eq!(named("none 3500 computer Other Engine"), None);
        assert_eq!(named(""), None);
    }

    #[test]
    fn odds_suggest_an_advantage_to_the_giver_alone() {
        let auto = [("Rating Advantage", "auto")];
        assert_eq!(points(START, &auto), None);
        assert_eq!(points(KNIGHT_GIVEN, &auto), Some(487));
        assert_eq!(points(KNIGHT_TAKEN, &auto), None);
    }

    #[test]
    fn analysis_is_without_favour() {
        let settings = [("Rating Advantage", "900"), ("UCI_AnalyseMode", "true")];
        assert_eq!(points(START, &settings), None);
    }
}
