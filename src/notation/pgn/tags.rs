//! The tags of a game, and the terms that some of them name. Tags are kept as they come, in their
//! order; only [`Tags::terms`] judges any of them.

use std::fmt;

use super::PgnFault;
use crate::rules::Color;
use crate::rules::laws::{FiftyMoves, Repetition, Stalemate, Terms, TermsChoice, Variant, excerpt};

/// The Seven Tag Roster with what stands for an unknown value.
pub(super) const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

const LAWS: &str = "Laws";
const ODDS: &str = "Odds";
const ODDS_GIVER: &str = "OddsGiver";
const UNDERTAKING: &str = "Undertaking";
const STALEMATE: &str = "Stalemate";
const CASTLE_WITHOUT_ROOK: &str = "CastleWithoutRook";
const FIFTY_MOVES: &str = "FiftyMoves";
const REPETITION: &str = "Repetition";
const VARIANT: &str = "Variant";

/// Where the game begins, when it is not the starting position.
pub(super) const FEN: &str = "FEN";
/// `1` when there is a [`FEN`].
pub(super) const SET_UP: &str = "SetUp";
/// Our trailing fields of the FEN, where the six do not say everything.
pub(super) const FEN_FIELDS: &str = "FENFields";

/// The tags that follow from a game and its terms, so that nobody else's value of them is written.
pub(super) const DERIVED: [&str; 12] = [
    SET_UP,
    FEN,
    FEN_FIELDS,
    VARIANT,
    LAWS,
    STALEMATE,
    CASTLE_WITHOUT_ROOK,
    FIFTY_MOVES,
    REPETITION,
    ODDS,
    ODDS_GIVER,
    UNDERTAKING,
];

/// Names and values, in order, each name once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The tags that name terms, `giver` being the player whom they make the giver. Today's law on
    /// level terms has none.
    pub fn of_terms(terms: &Terms, giver: Color) -> Self {
        let tags = of_terms(terms, giver);
        Self(tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Sets a tag, in its old place if it has one. Characters that no name may have are left out
    /// of it; characters of a value that would end a line become blanks.
    pub fn set(&mut self, name: &str, value: &str) {
        let barred = |c: char| c.is_whitespace() || c.is_control() || "[]\"\\{}();%".contains(c);
        let name: String = name.chars().filter(|&c| !barred(c)).collect();
        let value: String = value
            .chars()
            .map(|c| if c.is_control() || c == '\u{2028}' { ' ' } else { c })
            .collect();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None if name.is_empty() => {}
            None => self.0.push((name, value)),
        }
    }

    /// Takes a tag away.
    pub fn remove(&mut self, name: &str) {
        self.0.retain(|(known, _)| known != name);
    }

    /// All tags in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The terms that the tags name. Those of another program's game are today's law on level
    /// terms, in Chess960 if `Variant` says so.
    ///
    /// # Errors
    /// [`PgnFault`] names a tag of the terms with a value that is not one of its words.
    pub fn terms(&self) -> Result<Terms, PgnFault> {
        let law = match self.get(LAWS) {
            Some(word) => {
                Variant::parse(word).ok_or_else(|| bad(LAWS, word, words(Variant::ALL)))?
            }
            None => Variant::Chess,
        };
        let mut choice = TermsChoice::from(law);
        if let Some(word) = self.get(STALEMATE) {
            let value = Stalemate::parse(word);
            choice.stalemate =
                Some(value.ok_or_else(|| bad(STALEMATE, word, words(Stalemate::ALL)))?);
        }
        if let Some(word) = self.get(CASTLE_WITHOUT_ROOK) {
            choice.castle_without_rook = Some(match word {
                "yes" => true,
                "no" => false,
                _ => return Err(bad(CASTLE_WITHOUT_ROOK, word, "yes or no".to_owned())),
            });
        }
        if let Some(word) = self.get(FIFTY_MOVES) {
            let value = FiftyMoves::parse(word);
            choice.fifty_moves =
                Some(value.ok_or_else(|| bad(FIFTY_MOVES, word, words(FiftyMoves::ALL)))?);
        }
        if let Some(word) = self.get(REPETITION) {
            let value = Repetition::parse(word);
            choice.repetition =
                Some(value.ok_or_else(|| bad(REPETITION, word, words(Repetition::ALL)))?);
        }
        if let Some(text) = self.get(ODDS) {
            choice.odds = Some(text.parse()?);
        }
        if let Some(text) = self.get(UNDERTAKING) {
            choice.undertaking = Some(text.parse()?);
        }
        if let Some(word) = self.get(ODDS_GIVER) {
            choice.odds_giver = Some(match word {
                "White" => Color::White,
                "Black" => Color::Black,
                _ => return Err(bad(ODDS_GIVER, word, "White or Black".to_owned())),
            });
        }
        choice.chess960 = self.get(VARIANT).is_some_and(is_chess960);
        Ok(choice.terms())
    }
}

fn words<T: fmt::Display>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

fn bad(tag: &'static str, value: &str, takes: String) -> PgnFault {
    PgnFault::Value(tag, excerpt(value), takes)
}

/// `Chess960` and the names that other programs give it.
fn is_chess960(variant: &str) -> bool {
    let lower = variant.to_ascii_lowercase();
    lower.contains("960") || lower.replace(' ', "").starts_with("fischer")
}

/// The tags that name terms, `giver` being the player whom they make the giver. Today's law on
/// level terms has none.
pub(super) fn of_terms(terms: &Terms, giver: Color) -> Vec<(&'static str, String)> {
    let mut tags = Vec::new();
    let mut add = |name, value: String| tags.push((name, value));
    if terms.chess960 {
        add(VARIANT, "Chess960".to_owned());
    }
    let level = Terms::default();
    if terms.code != level.code {
        add(LAWS, terms.code.to_string());
    }
    if let Some(value) = terms.stalemate {
        add(STALEMATE, value.to_string());
    }
    if let Some(value) = terms.castle_without_rook {
        add(CASTLE_WITHOUT_ROOK, if value { "yes" } else { "no" }.to_owned());
    }
    if let Some(value) = terms.fifty_moves {
        add(FIFTY_MOVES, value.to_string());
    }
    if let Some(value) = terms.repetition {
        add(REPETITION, value.to_string());
    }
    if !terms.odds.is_none() {
        add(ODDS, terms.odds.to_string());
    }
    if !terms.odds.is_none() || terms.undertaking.is_some() {
        add(ODDS_GIVER, giver.to_string());
    }
    if let Some(conditions) = terms.undertaking {
        add(UNDERTAKING, conditions.to_string());
    }
    tags
}

impl fmt::Display for Tags {
    /// One tag a line, as PGN writes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.iter() {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        Ok(())
    }
}
