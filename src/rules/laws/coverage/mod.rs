//! The table of the 172 numbered laws of the five texts: what each says, where
//! it is enforced, and which test proves it.
//!
//! The table is data about the program. It must never decide anything in a
//! game, quote a text (each gist is a paraphrase of ours), or name a test that
//! does not exist.

mod accomplished1837;
mod amateur1804;
mod british1897;
mod federation1912;
pub mod proof;
mod rogers1907;

use core::fmt;

/// One of the five law texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Text {
    /// The laws in "An Introduction to the History and Study of Chess", 1804.
    Amateur1804,
    /// "The Accomplished Chess Player", second edition, 1837.
    Accomplished1837,
    /// The British Chess Code, 1897.
    British1897,
    /// Rogers, "How to Play Chess", chapter VI, 1907.
    Rogers1907,
    /// The laws of the British Chess Federation, 1912.
    Federation1912,
}

/// The part of the program that a law concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Place {
    /// The movement of the men and what ends a game.
    Rules,
    /// Advantages given before the game.
    Odds,
    /// What the giver of odds has undertaken to do.
    Undertaking,
    /// Draws that a player claims or gives notice of.
    DrawClaim,
    /// Offences, penalties, order of play and forfeits.
    Arbiter,
    /// Written, sealed and communicated moves, and the names they use.
    Record,
    /// Time limits and their reckoning.
    Clock,
    /// Bodies and furniture alone.
    Physical,
}

/// How far the program goes with a law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The whole law holds on the program's board.
    Enforced {
        /// The tests that prove it, each as `path::function`.
        tests: &'static [&'static str],
    },
    /// The part of the law that concerns [`Row::place`] holds; another part
    /// still waits.
    Partly {
        /// The tests that prove the part that holds, each as `path::function`.
        tests: &'static [&'static str],
        /// Where the other part belongs.
        pending: Place,
    },
    /// Nothing enforces the law yet.
    NotYet,
    /// There is nothing in the law that a program could enforce.
    Physical {
        /// Why not.
        reason: &'static str,
    },
}

/// One numbered law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// The text that the law stands in.
    pub text: Text,
    /// Its number as the text prints it, with the part in the code of 1897:
    /// `XVI`, `16`, `IV.5`. 1912's first law, printed `I`, is `1`.
    pub number: &'static str,
    /// What it says, in one line of ours.
    pub gist: &'static str,
    /// The part of the program it mainly concerns.
    pub place: Place,
    /// How far the program goes with it.
    pub status: Status,
}

/// How many laws stand at each [`Status`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Laws enforced as a whole.
    pub enforced: usize,
    /// Laws enforced in part.
    pub partly: usize,
    /// Laws that nothing enforces yet.
    pub not_yet: usize,
    /// Laws of bodies and furniture alone.
    pub physical: usize,
}

impl Text {
    /// Every text, in order of time.
    pub const ALL: [Text; 5] = [
        Text::Amateur1804,
        Text::Accomplished1837,
        Text::British1897,
        Text::Rogers1907,
        Text::Federation1912,
    ];

    /// The word that cites the text, before the colon.
    pub const fn id(self) -> &'static str {
        match self {
            Text::Amateur1804 => "amateur1804",
            Text::Accomplished1837 => "accomplished1837",
            Text::British1897 => "british1897",
            Text::Rogers1907 => "rogers1907",
            Text::Federation1912 => "federation1912",
        }
    }

    /// The ids of the codes of law that this program reads in the text.
    pub const fn codes(self) -> &'static [&'static str] {
        match self {
            Text::Amateur1804 => &["england1804", "france1804"],
            Text::Accomplished1837 => &["accomplished1837"],
            Text::British1897 => &["british1897"],
            Text::Rogers1907 => &["rogers1907"],
            Text::Federation1912 => &["federation1912"],
        }
    }

    /// The text cited by `id`, which may be its own id or that of a code read
    /// in it.
    pub fn from_id(id: &str) -> Option<Text> {
        Text::ALL.into_iter().find(|text| text.id() == id || text.codes().contains(&id))
    }

    /// The laws of the text, in its own order.
    pub const fn rows(self) -> &'static [Row] {
        match self {
            Text::Amateur1804 => &amateur1804::ROWS,
            Text::Accomplished1837 => &accomplished1837::ROWS,
            Text::British1897 => &british1897::ROWS,
            Text::Rogers1907 => &rogers1907::ROWS,
            Text::Federation1912 => &federation1912::ROWS,
        }
    }

    /// The law of this number, or `None` where the text has none.
    pub fn law(self, number: &str) -> Option<&'static Row> {
        self.rows().iter().find(|row| row.number == number)
    }

    /// How many laws of the text stand at each status.
    pub fn counts(self) -> Counts {
        Counts::of(self.rows())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Place::Rules => "rules",
            Place::Odds => "odds",
            Place::Undertaking => "undertaking",
            Place::DrawClaim => "draw claim",
            Place::Arbiter => "arbiter",
            Place::Record => "record",
            Place::Clock => "clock",
            Place::Physical => "physical",
        })
    }
}

impl Status {
    /// The tests that prove what holds of the law; empty where nothing does.
    pub const fn tests(&self) -> &'static [&'static str] {
        match self {
            Status::Enforced { tests } | Status::Partly { tests, .. } => tests,
            Status::NotYet | Status::Physical { .. } => &[],
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Status::Enforced { .. } => "enforced",
            Status::Partly { .. } => "in part",
            Status::NotYet => "not yet",
            Status::Physical { .. } => "physical",
        })
    }
}

impl Row {
    /// The citation, such as `british1897:IV.5`.
    pub fn citation(&self) -> String {
        format!("{}:{}", self.text.id(), self.number)
    }

    /// The clauses of a row, for the files of this folder.
    const fn new(
        text: Text,
        number: &'static str,
        gist: &'static str,
        place: Place,
        status: Status,
    ) -> Row {
        Row { text, number, gist, place, status }
    }
}

impl Counts {
    /// Counts `rows`.
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Row>) -> Counts {
        let mut counts = Counts::default();
        for row in rows {
            *match row.status {
                Status::Enforced { .. } => &mut counts.enforced,
                Status::Partly { .. } => &mut counts.partly,
                Status::NotYet => &mut counts.not_yet,
                Status::Physical { .. } => &mut counts.physical,
            } += 1;
        }
        counts
    }

    /// All laws counted.
    pub const fn total(self) -> usize {
        self.enforced + self.partly + self.not_yet + self.physical
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} laws: {} enforced, {} in part, {} not yet, {} physical",
            self.total(),
            self.enforced,
            self.partly,
            self.not_yet,
            self.physical
        )
    }
}

/// Every law of every text, in order of time and number.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    Text::ALL.into_iter().flat_map(|text| text.rows())
}

/// The law cited, such as `british1897:IV.5` or, by the id of a code,
/// `england1804:XVI`; `None` where there is no such law.
pub fn find(citation: &str) -> Option<&'static Row> {
    let (id, number) = citation.split_once(':')?;
    Text::from_id(id)?.law(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `n` in Roman numerals, for `n` below ninety.
    fn roman(n: usize) -> String {
        const UNITS: [&str; 10] = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"];
        "L".repeat(n / 50)
            + match n % 50 / 10 {
                4 => "XL",
                tens => &"XXX"[..tens],
            }
            + UNITS[n % 10]
    }

    /// The numbers that each text prints, in order.
    fn printed(text: Text) -> Vec<String> {
        match text {
            Text::Amateur1804 => (1..=17).map(roman).collect(),
            Text::Accomplished1837 => (1..=20).map(|n| n.to_string()).collect(),
            Text::British1897 => [("I", 16), ("II", 11), ("III", 5), ("IV", 8)]
                .into_iter()
                .flat_map(|(part, last)| (1..=last).map(move |n| format!("{part}.{n}")))
                .collect(),
            Text::Rogers1907 => (1..=52).filter(|&n| n != 6).map(roman).collect(),
            Text::Federation1912 => (1..=44).map(|n| n.to_string()).collect(),
        }
    }

    #[test]
    fn numbering_is_complete_and_in_order() {
        for text in Text::ALL {
            let numbers: Vec<_> = text.rows().iter().map(|row| row.number).collect();
            assert_eq!(numbers, printed(text), "{text}");
            assert!(text.rows().iter().all(|row| row.text == text), "{text}");
        }
        let totals = Text::ALL.map(|text| text.counts().total());
        assert_eq!(totals, [17, 20, 40, 51, 44]);
        assert_eq!(Counts::of(rows()).total(), 172);
    }

    #[test]
    fn every_law_counts_whatever_its_status() {
        let counts = Counts { enforced: 8, partly: 4, not_yet: 2, physical: 1 };
        assert_eq!(counts.total(), 15);
        assert_eq!(counts.to_string(), "15 laws: 8 enforced, 4 in part, 2 not yet, 1 physical");
    }

    #[test]
    fn a_text_is_shown_by_its_id() {
        for text in Text::ALL {
            assert_eq!(text.to_string(), text.id());
            assert_eq!(Text::from_id(&text.to_string()), Some(text));
        }
    }

    #[test]
    fn gists_are_one_short_line_and_each_its_own() {
        let mut seen = std::collections::HashSet::new();
        for row in rows() {
            let length = row.gist.chars().count();
            let (citation, gist) = (row.citation(), row.gist);
            assert!((10..=140).contains(&length), "{citation}: {length}");
            assert!(gist.ends_with('.'), "{citation}: {gist}");
            assert!(!gist.contains(['\n', '"']), "{citation}: {gist}");
            assert!(seen.insert((row.text, gist)), "{citation}: {gist}");
        }
    }

    #[test]
    fn a_row_is_physical_in_place_and_status_together() {
        for row in rows() {
            let physical = match row.status {
                Status::Physical { reason } => {
                    assert!(reason.len() > 10, "{}", row.citation());
                    true
                }
                Status::Partly { pending, .. } => {
                    assert_ne!(pending, row.place, "{}", row.citation());
                    false
                }
                Status::Enforced { .. } | Status::NotYet => false,
            };
            assert_eq!(physical, row.place == Place::Physical, "{}", row.citation());
        }
    }

    #[test]
    fn play_is_enforced_and_says_by_which_test() {
        use Place::{DrawClaim, Odds, Rules, Undertaking};
        for row in rows() {
            let proven = !row.status.tests().is_empty();
            let of_play = matches!(row.place, Rules | Odds | Undertaking | DrawClaim);
            assert!(proven || !of_play, "{}", row.citation());
        }
    }

    #[test]
    fn laws_are_found_by_citation() {
        let citation = |name: &str| find(name).map(Row::citation);
        for row in rows() {
            assert_eq!(find(&row.citation()), Some(row));
        }
        let english = citation("england1804:XVI");
        assert_eq!(english.as_deref(), Some("amateur1804:XVI"));
        assert_eq!(english, citation("france1804:XVI"));
        for unknown in [
            "",
            "british1897",
            "british1897:",
            "british1897:IV.9",
            "rogers1907:VI",
            "rogers1907:vii",
            "federation1912:0",
            "chess:1",
        ] {
            assert_eq!(find(unknown), None, "{unknown}");
        }
    }
}
