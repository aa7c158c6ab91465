//! Everything a user can set, each option declared once, in the table at the end of this file:
//! from it come the listing, the reading and clamping of values, and the check that the book
//! leaves none out. Setting an option changes this record and nothing else; who owns what an
//! option is about looks here when the time has come.

use thiserror::Error;

use super::strength::{STRONGEST, WEAKEST};
use crate::notation::Notation;
use crate::rules::Color;
use crate::rules::laws::{
    Conditions, FiftyMoves, Odds, OddsError, Repetition, Stalemate, UndertakingError, Variant,
    words,
};
use crate::search::HIGHEST_ADVANTAGE;

/// The word for nothing in a string option.
pub const EMPTY: &str = "<empty>";
/// The word of a switch that follows what else was chosen.
pub const AUTO: &str = "auto";

/// Why an option was not set. Each names the text at fault; nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called '{0}'")]
    Unknown(String),
    /// A value that the option does not take.
    #[error("option '{name}' value '{value}': not {wanted}")]
    Value {
        /// The option.
        name: &'static str,
        /// The text at fault.
        value: String,
        /// What it takes.
        wanted: String,
    },
    /// Odds that cannot be read.
    #[error("option 'Odds': {0}")]
    Odds(#[from] OddsError),
    /// A file that cannot be used; the text names it.
    #[error("{0}")]
    File(String),
    /// Conditions that cannot be read.
    #[error("option 'Undertaking': {0}")]
    Undertaking(#[from] UndertakingError),
}

/// The type of an option, with its default, as it is listed to a GUI.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// True or false.
    Check {
        /// The value at first.
        default: bool,
    },
    /// A number in a range.
    Spin {
        /// The value at first.
        default: i64,
        /// The lowest value.
        min: i64,
        /// The highest value.
        max: i64,
    },
    /// One of some words.
    Combo {
        /// The word at first.
        default: &'static str,
        /// All words, the default among them.
        choices: Vec<&'static str>,
    },
    /// Any text.
    String {
        /// The text at first; empty where there is none.
        default: String,
    },
    /// Something that happens when it is pressed.
    Button,
}

/// What a user has set, or left at the default.
trait Setting: Default {
    /// How the option is listed.
    fn kind() -> Kind;

    /// Takes a new value. `Ok` may hold a remark: that the value had to be changed.
    fn set(&mut self, name: &'static str, text: &str) -> Result<Option<String>, OptionError>;
}

fn bad_value(name: &'static str, value: &str, wanted: impl Into<String>) -> OptionError {
    OptionError::Value { name, value: value.to_owned(), wanted: wanted.into() }
}

/// True or false.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check<const DEFAULT: bool>(pub bool);

impl<const DEFAULT: bool> Default for Check<DEFAULT> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<const DEFAULT: bool> Setting for Check<DEFAULT> {
    fn kind() -> Kind {
        Kind::Check { default: DEFAULT }
    }

    fn set(&mut self, name: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        self.0 = match text.to_ascii_lowercase().as_str() {
            "true" => true,
            "false" => false,
            _ => return Err(bad_value(name, text, "true or false")),
        };
        Ok(None)
    }
}

/// A number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spin<const DEFAULT: i64, const MIN: i64, const MAX: i64>(i64);

impl<const DEFAULT: i64, const MIN: i64, const MAX: i64> Spin<DEFAULT, MIN, MAX> {
    /// The value, within its range; 0 for one below.
    pub fn get(self) -> usize {
        usize::try_from(self.0).unwrap_or(0)
    }
}

impl<const DEFAULT: i64, const MIN: i64, const MAX: i64> Default for Spin<DEFAULT, MIN, MAX> {
    fn default() -> Self {
        Self(DEFAULT)
    }
}

impl<const DEFAULT: i64, const MIN: i64, const MAX: i64> Setting for Spin<DEFAULT, MIN, MAX> {
    fn kind() -> Kind {
        Kind::Spin { default: DEFAULT, min: MIN, max: MAX }
    }

    fn set(&mut self, name: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(bad_value(name, text, format!("a number from {MIN} to {MAX}")));
        }
        let beyond = if text.starts_with('-') { i64::MIN } else { i64::MAX };
        let value = text.parse().unwrap_or(beyond);
        self.0 = value.clamp(MIN, MAX);
        let remark = || format!("option '{name}' value '{text}': taken for {}", self.0);
        Ok((value != self.0).then(remark))
    }
}

/// Values that have words.
trait Words: Copy + PartialEq + 'static {
    const ALL: &'static [Self];
    fn word(self) -> &'static str;
}

macro_rules! has_words {
    ($($name:ident)+) => {
        $(impl Words for $name {
            const ALL: &'static [Self] = $name::ALL;
            fn word(self) -> &'static str {
                $name::word(self)
            }
        })+
    };
}

words! {
    /// The words of a switch that is on or off.
    YesNo {
        /// On.
        Yes = "yes",
        /// Off.
        No = "no",
    }
}

words! {
    /// The words for a player.
    Side {
        /// White.
        White = "White",
        /// Black.
        Black = "Black",
    }
}

impl From<Side> for Color {
    fn from(side: Side) -> Self {
        match side {
            Side::White => Self::White,
            Side::Black => Self::Black,
        }
    }
}

has_words! { Variant Notation Stalemate FiftyMoves Repetition YesNo Side }

fn find_word<T: Words>(text: &str) -> Option<T> {
    T::ALL.iter().copied().find(|value| value.word().eq_ignore_ascii_case(text))
}

fn all_words<T: Words>() -> impl Iterator<Item = &'static str> {
    T::ALL.iter().map(|value| value.word())
}

/// One of the values of `T`, the first unless another is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choice<T>(pub T);

impl<T: Words> Default for Choice<T> {
    fn default() -> Self {
        Self(T::ALL[0])
    }
}

impl<T: Words> Setting for Choice<T> {
    fn kind() -> Kind {
        Kind::Combo { default: T::ALL[0].word(), choices: all_words::<T>().collect() }
    }

    fn set(&mut self, name: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        let wanted = || all_words::<T>().collect::<Vec<_>>().join(", ");
        self.0 = find_word(text).ok_or_else(|| bad_value(name, text, wanted()))?;
        Ok(None)
    }
}

/// `auto`, or one of the values of `T`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Switch<T>(pub Option<T>);

impl<T> Default for Switch<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Words> Setting for Switch<T> {
    fn kind() -> Kind {
        Kind::Combo {
            default: AUTO,
            choices: std::iter::once(AUTO).chain(all_words::<T>()).collect(),
        }
    }

    fn set(&mut self, name: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        if text.eq_ignore_ascii_case(AUTO) {
            self.0 = None;
            return Ok(None);
        }
        let wanted = || format!("{AUTO}, {}", all_words::<T>().collect::<Vec<_>>().join(", "));
        self.0 = Some(find_word(text).ok_or_else(|| bad_value(name, text, wanted()))?);
        Ok(None)
    }
}

fn is_empty(text: &str) -> bool {
    text.is_empty() || text == EMPTY
}

/// `auto`, or odds. Cleared, it is `auto` again.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OddsSetting(pub Option<Odds>);

impl Setting for OddsSetting {
    fn kind() -> Kind {
        Kind::String { default: AUTO.to_owned() }
    }

    fn set(&mut self, _: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        let auto = is_empty(text) || text.eq_ignore_ascii_case(AUTO);
        self.0 = if auto { None } else { Some(text.parse()?) };
        Ok(None)
    }
}

/// Nothing, or the conditions of a mate.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UndertakingSetting(pub Option<Conditions>);

impl Setting for UndertakingSetting {
    fn kind() -> Kind {
        Kind::String { default: String::new() }
    }

    fn set(&mut self, _: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        self.0 = if is_empty(text) { None } else { Some(text.parse()?) };
        Ok(None)
    }
}

/// A file or folder, or none. Whether it is there is for its user to find out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PathSetting(pub Option<String>);

impl Setting for PathSetting {
    fn kind() -> Kind {
        Kind::String { default: String::new() }
    }

    fn set(&mut self, _: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        self.0 = (!is_empty(text)).then(|| text.to_owned());
        Ok(None)
    }
}

/// How much stronger than the opponent the engine is to think itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RatingAdvantage {
    /// So many Elo points, 0 to [`HIGHEST_ADVANTAGE`].
    Points(u16),
    /// As many as the odds suggest.
    Auto,
}

impl Default for RatingAdvantage {
    fn default() -> Self {
        Self::Points(0)
    }
}

impl Setting for RatingAdvantage {
    fn kind() -> Kind {
        Kind::String { default: "0".to_owned() }
    }

    fn set(&mut self, name: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        let points = text.parse().ok().filter(|points| *points <= HIGHEST_ADVANTAGE);
        let wanted = || format!("{AUTO} or a number from 0 to {HIGHEST_ADVANTAGE}");
        *self = match points {
            Some(points) => Self::Points(points),
            None if text.eq_ignore_ascii_case(AUTO) => Self::Auto,
            None if is_empty(text) => Self::default(),
            None => return Err(bad_value(name, text, wanted())),
        };
        Ok(None)
    }
}

/// Who the opponent is, in the words of the protocol: title, rating, `human` or `computer`, name.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpponentSetting(pub String);

impl Setting for OpponentSetting {
    fn kind() -> Kind {
        Kind::String { default: String::new() }
    }

    fn set(&mut self, _: &'static str, text: &str) -> Result<Option<String>, OptionError> {
        self.0 = if is_empty(text) { String::new() } else { text.to_owned() };
        Ok(None)
    }
}

/// How often a button was pressed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Button(pub u64);

impl Setting for Button {
    fn kind() -> Kind {
        Kind::Button
    }

    fn set(&mut self, _: &'static str, _: &str) -> Result<Option<String>, OptionError> {
        self.0 += 1;
        Ok(None)
    }
}

/// A text that is for reading only. Some GUIs send it back; that changes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct About;

/// What `UCI_EngineAbout` says.
pub const ABOUT: &str = concat!(
    "Jadoube ",
    env!("CARGO_PKG_VERSION"),
    ": plays, referees and explains chess under today's laws and five historical codes"
);

impl Setting for About {
    fn kind() -> Kind {
        Kind::String { default: ABOUT.to_owned() }
    }

    fn set(&mut self, _: &'static str, _: &str) -> Result<Option<String>, OptionError> {
        Ok(None)
    }
}

/// An option: its name, what it is for, and how to list and set it.
pub struct Spec {
    /// The name, as GUIs show it.
    pub name: &'static str,
    /// What it is for, in a line.
    pub help: &'static str,
    kind: fn() -> Kind,
    set: fn(&mut Options, &str) -> Result<Option<String>, OptionError>,
}

impl Spec {
    /// Its type, default and range.
    pub fn kind(&self) -> Kind {
        (self.kind)()
    }
}

macro_rules! options {
    ($($field:ident: $type:ty = $name:literal, $help:literal;)+) => {
        /// The value of every option.
        #[derive(Clone, PartialEq, Eq, Debug, Default)]
        pub struct Options {
            $(#[doc = $help] pub $field: $type,)+
        }

        impl Options {
            /// Every option, in the order in which GUIs list them.
            pub const TABLE: &'static [Spec] = &[
                $(Spec {
                    name: $name,
                    help: $help,
                    kind: <$type as Setting>::kind,
                    set: |options, text| options.$field.set($name, text),
                },)+
            ];
        }
    };
}

options! {
    hash: Spin<16, 1, 65_536> = "Hash", "The size of the transposition table in MiB.";
    threads: Spin<1, 1, 256> = "Threads", "How many threads search.";
    multi_pv: Spin<1, 1, 256> = "MultiPV", "How many best lines are searched and shown.";
    ponder: Check<false> = "Ponder",
        "Whether the GUI lets the engine think on the opponent's time; a little more time is spent on each move then.";
    move_overhead: Spin<10, 0, 10_000> = "Move Overhead",
        "Milliseconds that a move loses on its way to the GUI; kept back on the clock.";
    clear_hash: Button = "Clear Hash", "Forgets everything that was searched.";
    laws: Switch<Variant> = "Laws",
        "The law or ready game; `auto` leaves it to `UCI_Variant`. Takes no man off the board.";
    stalemate: Switch<Stalemate> = "Stalemate",
        "What stalemate is for the player stalemated; `auto` follows the law chosen.";
    castle_without_rook: Switch<YesNo> = "Castle Without Rook",
        "Whether the giver of a rook may castle without it; `auto` follows the law chosen.";
    fifty_moves: Switch<FiftyMoves> = "Fifty Moves",
        "Which moves the fifty-move law counts; `auto` follows the law chosen.";
    repetition: Switch<Repetition> = "Repetition",
        "Which positions are the same for the law of repetition; `auto` follows the law chosen.";
    odds: OddsSetting = "Odds",
        "What is given: `none`, or names and squares joined by commas, with `moves=N`; `auto` follows the game chosen.";
    odds_giver: Switch<Side> = "Odds Giver",
        "Who gives the odds and is bound by the undertaking; `auto` finds out by them.";
    undertaking: UndertakingSetting = "Undertaking",
        "The mate that the giver has undertaken to give; empty follows the game chosen.";
    own_book: Check<false> = "OwnBook", "Whether moves are taken from the opening book.";
    book_file: PathSetting = "Book File", "An opening book in PolyGlot's format.";
    syzygy_path: PathSetting = "SyzygyPath",
        "Folders with Syzygy tablebases; used only where the law is today's.";
    syzygy_50_move_rule: Check<true> = "Syzygy50MoveRule",
        "Whether wins that the fifty-move rule spoils count as draws in the tablebases.";
    syzygy_probe_depth: Spin<1, 1, 100> = "SyzygyProbeDepth",
        "The least depth, in plies, at which the largest tablebases are probed.";
    eval_file: PathSetting = "EvalFile",
        "A network to evaluate with; empty for the one that the program carries.";
    notation: Choice<Notation> = "Notation",
        "The notation in which lines and moves are told besides, as text for people.";
    debug_log_file: PathSetting = "Debug Log File",
        "A file that every line in and out is written to.";
    uci_variant: Choice<Variant> = "UCI_Variant",
        "The law or ready game, set by GUIs that know variants; `position startpos` means its starting position.";
    uci_chess960: Check<false> = "UCI_Chess960", "Whether castling is written and read as in Chess960.";
    uci_show_wdl: Check<false> = "UCI_ShowWDL",
        "Whether the chances of winning, drawing and losing are shown with the score.";
    uci_analyse_mode: Check<false> = "UCI_AnalyseMode",
        "Whether the GUI analyses: then neither the book nor a limited strength is used.";
    uci_limit_strength: Check<false> = "UCI_LimitStrength", "Whether to play as weakly as `UCI_Elo` says.";
    uci_elo: Spin<1500, { WEAKEST as i64 }, { STRONGEST as i64 }> = "UCI_Elo", "How well to play when the strength is limited.";
    skill_level: Spin<20, 0, 20> = "Skill Level",
        "How well to play, 20 being full strength; used when `UCI_LimitStrength` is off.";
    rating_advantage: RatingAdvantage = "Rating Advantage",
        "Elo points by which the opponent is weaker, 0 to 1500: the engine then keeps pieces on the board and avoids draws; `auto` takes what the odds suggest.";
    uci_rating_adv: Spin<0, -10_000, 10_000> = "UCI_RatingAdv",
        "The same as a GUI sends it; counts while `Rating Advantage` is 0.";
    uci_opponent: OpponentSetting = "UCI_Opponent",
        "The opponent's title, rating, kind and name as a GUI sends them; a rating below 3000 counts while neither advantage is set.";
    nodestime: Spin<0, 0, 10_000> = "nodestime",
        "Nodes that stand for a millisecond on the clock, for tests that must not depend on speed; 0 for real time.";
    uci_engine_about: About = "UCI_EngineAbout", "Who this is.";
}

impl Options {
    /// Sets an option by its name, in any case. `None` for the value is a button's press or an
    /// empty text. `Ok` holds the option's own name, and a remark if the value had to be changed.
    ///
    /// # Errors
    /// [`OptionError`] names the text at fault; nothing is changed then.
    pub fn set(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<(&'static str, Option<String>), OptionError> {
        let spec = Self::TABLE.iter().find(|spec| spec.name.eq_ignore_ascii_case(name));
        let spec = spec.ok_or_else(|| OptionError::Unknown(name.to_owned()))?;
        let remark = (spec.set)(self, value.unwrap_or("").trim())?;
        Ok((spec.name, remark))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The protocol separates by blanks: what a combo offers must be one word, and none that GUIs
    /// or the protocol take for something else.
    #[test]
    fn words_are_fit_for_the_protocol() {
        for spec in Options::TABLE {
            assert!(!spec.help.is_empty() && !spec.name.contains("value"));
            if let Kind::Combo { default, choices } = spec.kind() {
                assert!(choices.contains(&default), "{}", spec.name);
                for word in choices {
                    let fit = !word.contains(char::is_whitespace)
                        && !word.starts_with("var")
                        && word != "standard";
                    assert!(fit, "{}: {word}", spec.name);
                }
            }
        }
    }

    #[test]
    fn every_option_takes_what_it_lists() {
        for spec in Options::TABLE {
            let mut options = Options::default();
            let mut take = |value: &str| {
                let taken = options.set(&spec.name.to_uppercase(), Some(value));
                assert_eq!(taken, Ok((spec.name, None)), "{} {value}", spec.name);
            };
            match spec.kind() {
                Kind::Check { default } => {
                    [!default, default].iter().for_each(|on| take(&on.to_string()))
                }
                Kind::Spin { default, min, max } => {
                    assert!(min <= default && default <= max);
                    [min, max, default].iter().for_each(|number| take(&number.to_string()));
                }
                Kind::Combo { default, choices } => {
                    choices.into_iter().chain([default]).for_each(&mut take);
                }
                Kind::String { default } => take(if default.is_empty() { EMPTY } else { &default }),
                Kind::Button => continue,
            }
            assert_eq!(options, Options::default(), "{} went back to its default", spec.name);
        }
    }

    #[test]
    fn what_is_refused_changes_nothing() {
        let mut options = Options::default();
        for (name, value, at_fault) in [
            ("Hash", "many", "many"),
            ("Ponder", "perhaps", "perhaps"),
            ("Laws", "roman", "roman"),
            ("Odds", "rok", "rok"),
            ("Undertaking", "king", "king"),
            ("Nothing", "x", "Nothing"),
        ] {
            let error = options.set(name, Some(value)).unwrap_err().to_string();
            assert!(error.contains(at_fault), "{error}");
            assert_eq!(options, Options::default());
        }
    }

    #[test]
    fn numbers_are_clamped_and_it_is_said() {
        let mut options = Options::default();
        for (value, taken) in [("0", 1), ("-12", 1), ("99999999999999999999999", 65_536)] {
            let (_, remark) = options.set("Hash", Some(value)).unwrap();
            assert!(remark.is_some_and(|remark| remark.contains(value)));
            assert_eq!(options.hash.get(), taken);
        }
    }
}
