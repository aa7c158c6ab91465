//! The arguments by which a command is given the terms of a game: the law, single switches, odds,
//! an undertaking. Every command that takes them takes them in these words. Nothing is computed
//! here.

use std::fmt::Display;

use anyhow::{Context, bail};

use super::output::tell;
use crate::notation::fen;
use crate::rules::laws::{
    Conditions, FiftyMoves, Odds, Repetition, Stalemate, Terms, TermsChoice, Variant,
};
use crate::rules::{Color, Position};

/// The terms of a game, to be flattened into a command's arguments.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Terms of the game")]
pub struct TermsArguments {
    /// A code (chess, england1804, france1804, accomplished1837, british1897, rogers1907,
    /// federation1912) or a ready game (stalematewins, rookodds, knightodds, pawnandmove,
    /// pawnandtwo, pawnmate, cappedpawn, cappedpiece, squaremate, drawodds)
    #[arg(long, value_name = "LAW", default_value = "chess", value_parser = one_of(Variant::ALL))]
    pub laws: Variant,

    /// What stalemate is for the stalemated player: draw, win, loss
    #[arg(long, value_name = "WORD", default_value = "auto", value_parser = auto_or(Stalemate::ALL))]
    pub stalemate: Auto<Stalemate>,

    /// Whether a player castles on the side whose rook was given: yes, no
    #[arg(long, value_name = "WORD", default_value = "auto", value_parser = yes_or_no)]
    pub castle_without_rook: Auto<bool>,

    /// What begins the count anew: captures-and-pawns, captures, notice (by the defender), off
    #[arg(long, value_name = "WORD", default_value = "auto", value_parser = auto_or(FiftyMoves::ALL))]
    pub fifty_moves: Auto<FiftyMoves>,

    /// What makes two positions the same: fide, men, series, off
    #[arg(long, value_name = "WORD", default_value = "auto", value_parser = auto_or(Repetition::ALL))]
    pub repetition: Auto<Repetition>,

    /// What is given: none, or pawn, knight, bishop, rook, queen, exchange, minors, squares and
    /// moves=N, joined by commas. Without a FEN the pieces are taken off the starting position
    #[arg(long)]
    pub odds: Option<Odds>,

    /// Who gives the odds and is bound by the undertaking: White, Black, or in a match the name of
    /// the engine that always does
    #[arg(long, value_name = "GIVER", default_value = "auto", value_parser = giver)]
    pub odds_giver: Auto<Giver>,

    /// How the giver has undertaken to mate: pawn, queen, rook, bishop, knight, pawn@f2, man@b1,
    /// square=e4, within=30, joined by commas; draw for draw odds
    #[arg(long, value_name = "CONDITIONS")]
    pub undertaking: Option<Conditions>,

    /// Castling as in Chess960
    #[arg(long)]
    pub chess960: bool,
}

/// `auto`, which leaves the matter to the law, or a value. (To clap an `Option` is an argument
/// that may be missing.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Auto<T>(pub Option<T>);

/// Who gives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Giver {
    /// The player of that colour.
    Color(Color),
    /// The engine of that name, whatever colour it has.
    Engine(String),
}

impl TermsArguments {
    /// The terms these arguments describe.
    ///
    /// # Errors
    /// The giver is no colour.
    pub fn terms(&self) -> anyhow::Result<Terms> {
        match &self.odds_giver.0 {
            None => Ok(self.given_by(None)),
            Some(Giver::Color(color)) => Ok(self.given_by(Some(*color))),
            Some(Giver::Engine(name)) => bail!("odds giver '{name}': not White, Black or auto"),
        }
    }

    /// The terms, the giver being that player whatever the arguments say of him.
    pub fn given_by(&self, giver: Option<Color>) -> Terms {
        let choice = TermsChoice {
            law: self.laws,
            stalemate: self.stalemate.0,
            castle_without_rook: self.castle_without_rook.0,
            fifty_moves: self.fifty_moves.0,
            repetition: self.repetition.0,
            odds: self.odds.clone(),
            odds_giver: giver,
            undertaking: self.undertaking,
            chess960: self.chess960,
        };
        choice.terms()
    }

    /// The position of a FEN under these terms, or without one the starting position they begin
    /// from. What had to be dropped or understood is said on standard error.
    ///
    /// # Errors
    /// The text is no FEN or describes no position, or the giver is no colour.
    pub fn position(&self, fen: Option<&str>) -> anyhow::Result<Position> {
        let terms = self.terms()?;
        let (setup, remarks) = match fen {
            Some(text) => fen::parse_with_remarks(text)?,
            None => (terms.begin()?, Vec::new()),
        };
        for remark in remarks {
            tell(format_args!("note: {remark}"));
        }
        let (position, notes) = setup
            .position_with_notes(&terms)
            .with_context(|| format!("position '{}'", fen::write(&setup)))?;
        for note in notes {
            tell(format_args!("note: {note}"));
        }
        Ok(position)
    }
}

/// Reads one of the values by its word, without regard to case.
pub(super) fn one_of<T: Copy + Display + Send + Sync + 'static>(
    values: &'static [T],
) -> impl Fn(&str) -> Result<T, String> + Clone {
    |text| {
        let named = |value: &&T| value.to_string().eq_ignore_ascii_case(text);
        values.iter().find(named).copied().ok_or_else(|| format!("not {}", list(values)))
    }
}

/// Reads `auto` or one of the values.
fn auto_or<T: Copy + Display + Send + Sync + 'static>(
    values: &'static [T],
) -> impl Fn(&str) -> Result<Auto<T>, String> + Clone {
    let value = one_of(values);
    move |text| match value(text) {
        Ok(value) => Ok(Auto(Some(value))),
        Err(_) if text.eq_ignore_ascii_case("auto") => Ok(Auto(None)),
        Err(fault) => Err(format!("{fault} or auto")),
    }
}

/// Reads `auto`, a colour, or a name.
fn giver(text: &str) -> Result<Auto<Giver>, String> {
    let color = auto_or(&Color::ALL)(text);
    Ok(color.map_or_else(
        |_| Auto(Some(Giver::Engine(text.to_owned()))),
        |Auto(color)| Auto(color.map(Giver::Color)),
    ))
}

fn yes_or_no(text: &str) -> Result<Auto<bool>, String> {
    match text.to_ascii_lowercase().as_str() {
        "yes" => Ok(Auto(Some(true))),
        "no" => Ok(Auto(Some(false))),
        "auto" => Ok(Auto(None)),
        _ => Err("not yes, no or auto".to_owned()),
    }
}

fn list<T: Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::engine::options::Options;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        terms: TermsArguments,
    }

    /// The terms by the options of UCI and by the arguments of a command.
    fn both(settings: &[(&str, &str)]) -> [Terms; 2] {
        let mut options = Options::default();
        let mut words = vec!["jadoube".to_owned()];
        for (name, value) in settings {
            options.set(name, Some(value)).expect("an option");
            words.push(format!("--{}={value}", name.to_ascii_lowercase().replace(' ', "-")));
        }
        let arguments = Command::try_parse_from(words).expect("arguments").terms;
        [options.terms(), arguments.terms().expect("a colour gives")]
    }

    #[test]
    fn uci_and_the_command_line_choose_the_same_game() {
        let odds = "none pawn knight rook exchange a1 a8 f7,moves=2 pawn,moves=2 rook,a8 moves=1";
        let odds: Vec<Option<&str>> = odds.split(' ').map(Some).chain([None]).collect();
        let undertakings = [None, Some("draw"), Some("pawn@f2"), Some("man@b8"), Some("square=e4")];
        let mut games = std::collections::HashSet::new();
        for law in Variant::ALL.iter().map(|law| law.word()) {
            for odds in &odds {
                for undertaking in undertakings {
                    for giver in [None, Some("White"), Some("Black")] {
                        let mut settings = vec![("Laws", law)];
                        settings.extend(odds.map(|odds| ("Odds", odds)));
                        settings.extend(undertaking.map(|text| ("Undertaking", text)));
                        settings.extend(giver.map(|giver| ("Odds Giver", giver)));
                        let [uci, command] = both(&settings);
                        assert_eq!(uci, command, "{settings:?}");
                        assert_eq!(uci.removed(None), command.removed(None), "{settings:?}");
                        games.insert(format!("{uci:?}"));
                    }
                }
            }
        }
        assert!(games.len() > 1000, "{} games", games.len());
        // Every switch by itself.
        for (name, value) in [
            ("Stalemate", "loss"),
            ("Castle Without Rook", "no"),
            ("Fifty Moves", "notice"),
            ("Repetition", "series"),
        ] {
            for law in Variant::ALL.iter().map(|law| law.word()) {
                let [uci, command] = both(&[("Laws", law), (name, value)]);
                assert_eq!(uci, command, "{law} {name}");
                assert_ne!(uci, both(&[("Laws", law)])[0], "{law} {name}");
            }
        }
    }

    /// A ready game with other odds is another game: who gives is found by the odds.
    #[test]
    fn odds_that_are_set_make_another_game_of_a_ready_one() {
        for (settings, removed, giver) in [
            (&[("Laws", "pawnandmove"), ("Odds", "rook")][..], "a1", Color::White),
            (&[("Laws", "pawnandmove"), ("Odds", "a8")], "a8", Color::Black),
            (&[("Laws", "rookodds"), ("Odds", "pawn,moves=2")], "f7", Color::Black),
            (
                &[("Laws", "pawnandmove"), ("Odds", "rook"), ("Odds Giver", "Black")],
                "a8",
                Color::Black,
            ),
            (&[("Laws", "cappedpawn"), ("Undertaking", "pawn@f7")], "", Color::Black),
            (&[("Laws", "pawnandmove")], "f7", Color::Black),
        ] {
            for terms in both(settings) {
                let squares = terms.removed(None).into_iter().map(|square| square.to_string());
                assert_eq!(squares.collect::<String>(), removed, "{settings:?}");
                assert_eq!(terms.giver(None), giver, "{settings:?}");
            }
        }
    }
}
