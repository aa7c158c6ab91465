//! What is played for training: kinds of game, each with a law, odds, an undertaking and a weight,
//! read from a small TOML file. Nothing is played here.

use serde::Deserialize;
use thiserror::Error;

use super::Random;
use crate::notation::pgn::{PgnFault, Tags};
use crate::rules::Color;
use crate::rules::laws::Terms;

/// The mix that is played when no other is named: four fifths of today's law, the rest shared by
/// the old codes, odds and undertakings.
pub const USUAL_MIX: &str = include_str!("usual_mix.toml");

/// Kinds of game and how often each is played.
#[derive(Clone, Debug)]
pub struct Mix {
    kinds: Vec<Kind>,
    total: f64,
}

/// One kind of game.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The terms; who gives is decided game by game if they leave it open.
    pub terms: Terms,
    /// Whether White and Black give by turns.
    pub either_gives: bool,
    /// How often it is played, against the sum of all weights.
    pub weight: f64,
    /// Random plies before the players think; or one more, by chance.
    pub random_plies: usize,
    /// A game begins from men placed by chance, at most so many and more than half as many, with both
    /// kings; `None`: from where the terms have it begin.
    pub men: Option<usize>,
    /// Soft nodes of the giver (White on level terms) and of the other, as factors.
    pub strength: [f64; 2],
}

/// Why a text is no mix.
#[derive(Debug, Error)]
pub enum MixError {
    /// It is no TOML, or has a key or a value that means nothing.
    #[error("mix: {0}")]
    Toml(String),
    /// A kind of game has terms that cannot be.
    #[error("mix: game {0}: {1}")]
    Terms(usize, String),
    /// A number out of its range.
    #[error("mix: game {0}: {1} must be {2}")]
    Range(usize, &'static str, &'static str),
    /// There is nothing in it.
    #[error("mix: it names no game")]
    Empty,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(default)]
    game: Vec<KindText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct KindText {
    weight: f64,
    laws: Option<String>,
    stalemate: Option<String>,
    castle_without_rook: Option<String>,
    fifty_moves: Option<String>,
    repetition: Option<String>,
    odds: Option<String>,
    undertaking: Option<String>,
    giver: Option<String>,
    #[serde(default)]
    chess960: bool,
    random_plies: Option<usize>,
    men: Option<usize>,
    #[serde(default = "equal")]
    strength: [f64; 2],
}

/// Random plies from where a game begins, unless its kind says otherwise; or one more. So many for
/// `genfens` too.
pub(super) const RANDOM_PLIES: usize = 8;

fn equal() -> [f64; 2] {
    [1.0, 1.0]
}

impl KindText {
    fn kind(self, number: usize) -> Result<Kind, MixError> {
        let range = |what, wanted| Err(MixError::Range(number, what, wanted));
        if !(self.weight.is_finite() && self.weight > 0.0) {
            return range("weight", "above 0");
        }
        // Men placed by chance need no random plies.
        let random_plies =
            self.random_plies.unwrap_or(if self.men.is_some() { 0 } else { RANDOM_PLIES });
        if random_plies > 40 {
            return range("random-plies", "at most 40");
        }
        let level = self.odds.is_none() && self.undertaking.is_none() && !self.chess960;
        if self.men.is_some_and(|men| !level || !(3..=32).contains(&men)) {
            return range("men", "3 to 32, without odds, undertaking and chess960");
        }
        if self.strength.iter().any(|factor| !(0.01..=100.0).contains(factor)) {
            return range("strength", "two factors from 0.01 to 100");
        }
        let either_gives = self.giver.as_deref() == Some("either");
        let giver = self.giver.clone().filter(|_| !either_gives);
        let tags = [
            ("Laws", &self.laws),
            ("Stalemate", &self.stalemate),
            ("CastleWithoutRook", &self.castle_without_rook),
            ("FiftyMoves", &self.fifty_moves),
            ("Repetition", &self.repetition),
            ("Odds", &self.odds),
            ("Undertaking", &self.undertaking),
            ("OddsGiver", &giver),
        ];
        let mut named = Tags::default();
        for (name, value) in tags {
            if let Some(value) = value {
                named.set(name, value);
            }
        }
        let mut terms =
            named.terms().map_err(|fault: PgnFault| MixError::Terms(number, fault.to_string()))?;
        terms.chess960 = self.chess960;
        let kind = Kind {
            terms,
            either_gives,
            weight: self.weight,
            random_plies,
            men: self.men,
            strength: self.strength,
        };
        kind.check(number)?;
        Ok(kind)
    }
}

impl Kind {
    /// Whether its games can begin at all, whoever gives.
    fn check(&self, number: usize) -> Result<(), MixError> {
        let givers: &[Option<Color>] =
            if self.either_gives { &[Some(Color::White), Some(Color::Black)] } else { &[None] };
        for &giver in givers {
            let terms = self.terms_given_by(giver);
            let start = terms.start().position(&terms);
            start.map_err(|error| MixError::Terms(number, error.to_string()))?;
        }
        Ok(())
    }

    /// The terms of one game.
    pub fn terms_given_by(&self, giver: Option<Color>) -> Terms {
        Terms { odds_giver: giver.or(self.terms.odds_giver), ..self.terms.clone() }
    }
}

impl Mix {
    /// Reads a mix: a table `[[game]]` for each kind, with `weight` and, where they are not
    /// today's on level terms, `laws`, the switches, `odds`, `undertaking`, `giver` (`White`,
    /// `Black` or `either`), `chess960`, `random-plies`, `men` and `strength`.
    ///
    /// # Errors
    /// [`MixError`] names what is wrong.
    pub fn parse(text: &str) -> Result<Self, MixError> {
        let read: Text =
            toml::from_str(text).map_err(|error| MixError::Toml(one_line(&error.to_string())))?;
        let kinds = read
            .game
            .into_iter()
            .enumerate()
            .map(|(index, kind)| kind.kind(index + 1))
            .collect::<Result<Vec<_>, _>>()?;
        if kinds.is_empty() {
            return Err(MixError::Empty);
        }
        let total = kinds.iter().map(|kind| kind.weight).sum();
        Ok(Self { kinds, total })
    }

    /// The kinds, in their order.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// A kind by chance, each as often as its weight says.
    pub(super) fn choose(&self, random: &mut Random) -> &Kind {
        let mut at = random.share() * self.total;
        for kind in &self.kinds {
            at -= kind.weight;
            if at < 0.0 {
                return kind;
            }
        }
        self.kinds.last().expect("a mix has a kind")
    }
}

fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("; ")
}
