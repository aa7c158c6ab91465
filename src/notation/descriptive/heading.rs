//! What stands above the moves of a game in a book, as tags: labelled lines (`White: Morphy`),
//! names in brackets below the columns, `Between A and B`, a place and a date, the odds. What it
//! cannot tell it leaves to the comment before the first move.

use crate::notation::pgn::Tags;
use crate::rules::laws::Odds;
use crate::rules::{Color, Square};

use super::names::{files, wing_of};
use crate::rules::{Bitboard, PieceKind};

/// What a heading says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Heading {
    pub(super) tags: Tags,
    /// Everything else, line after line.
    pub(super) rest: Vec<String>,
}

/// Reads the lines above the moves.
pub(super) fn read(lines: &[&str]) -> Heading {
    let mut heading = Heading::default();
    let mut names_due = false;
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        let bare = line.trim_matches(['(', ')', '[', ']', '.', ' ']);
        if is_number_of_game(bare) {
            continue;
        }
        let is_columns = is_heading_of_columns(bare);
        // Odds may stand in one line with a place and a date.
        let is_label = heading.labelled(line);
        let has_odds = !is_label && heading.odds(bare);
        let known = is_label
            || heading.players(line, names_due)
            || heading.place_and_date(bare)
            || has_odds;
        names_due = is_columns || (names_due && known);
        if !known && !is_columns && !is_heading_of_page(bare) {
            heading.rest.push(line.to_owned());
        }
    }
    heading
}

impl Heading {
    fn set(&mut self, name: &str, value: &str) {
        if self.tags.get(name).is_none() {
            self.tags.set(name, value);
        }
    }

    fn labelled(&mut self, line: &str) -> bool {
        let found = label(line);
        if let Some((name, value)) = found {
            self.set(name, value);
        }
        found.is_some()
    }

    /// `Remove White's Queen's Rook`, `White gives the odds of Queen's Rook`, `Pawn and two moves`.
    fn odds(&mut self, line: &str) -> bool {
        let lower = line.to_lowercase().replace(['\'', '’'], "").replace('.', " ");
        let words: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty() && !matches!(*word, "the" | "s" | "from" | "board"))
            .collect();
        let stated =
            words.iter().any(|word| matches!(*word, "remove" | "odds" | "gives" | "giving"));
        let moves = moves_of_odds(&words);
        if !stated && moves == 0 {
            return false;
        }
        let giver = owner(&words);
        let giver = giver.unwrap_or(if moves > 0 { Color::Black } else { Color::White });
        let mut items: Vec<String> = words
            .split(|word| *word == "and")
            .filter_map(|part| piece_given(part, owner(part).unwrap_or(giver)))
            .collect();
        if moves > 0 {
            items.push(format!("moves={moves}"));
        }
        let text = items.join(",");
        if items.is_empty() || text.parse::<Odds>().is_err() {
            return false;
        }
        self.set("Odds", &text);
        self.set("OddsGiver", &giver.to_string());
        true
    }

    /// Names of the players: after `Between`, after `White`, or in brackets below the columns.
    fn players(&mut self, line: &str, below_columns: bool) -> bool {
        let bare = line.trim_end_matches('.');
        if let Some(names) = bare.strip_prefix("Between ").or(bare.strip_prefix("between ")) {
            let names = names.strip_prefix("Messrs. ").unwrap_or(names);
            if let Some((white, black)) = names.split_once(" and ") {
                let (black, place) = black.split_once(", ").unwrap_or((black, ""));
                self.set("White", name(white));
                self.set("Black", name(black));
                self.place_and_date(place);
                return true;
            }
        }
        let in_brackets: Vec<&str> = line
            .split('(')
            .skip(1)
            .filter_map(|part| part.split_once(')'))
            .map(|(n, _)| n)
            .collect();
        let after_colors =
            line.to_lowercase().starts_with("white") && line.to_lowercase().contains("black");
        if let [white, black] = in_brackets[..]
            && (below_columns || after_colors)
        {
            self.set("White", name(white));
            self.set("Black", name(black));
            return true;
        }
        for (begin, tag) in
            [("White", "White"), ("Black", "Black"), ("WHITE", "White"), ("BLACK", "Black")]
        {
            let rest =
                line.strip_prefix(begin).map(|rest| rest.trim_start_matches(['.', ',', ' ']));
            let value = rest.and_then(|rest| {
                rest.strip_prefix(['-', '—', '–', ':'])
                    .or(Some(rest).filter(|r| r.starts_with('(') || r.starts_with("M")))
            });
            if let Some(value) = value.map(name).filter(|value| !value.is_empty()) {
                self.set(tag, value);
                return true;
            }
        }
        false
    }

    /// `Played at Leipsic, 1851`, `London, 27th May, 1844`.
    fn place_and_date(&mut self, line: &str) -> bool {
        let year = line
            .split(|c: char| !c.is_ascii_digit())
            .find(|word| word.len() == 4 && word.starts_with('1'));
        let Some(year) = year else { return false };
        if self.tags.get("Date").is_some() {
            return false;
        }
        let month = MONTHS.iter().position(|month| {
            line.split(|c: char| !c.is_alphabetic())
                .any(|word| word.len() > 2 && month.starts_with(word))
        });
        let day = line
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|word| word.parse::<u8>().ok())
            .find(|day| (1..=31).contains(day));
        let text = match (month, day) {
            (Some(month), Some(day)) => format!("{year}.{:02}.{day:02}", month + 1),
            (Some(month), None) => format!("{year}.{:02}.??", month + 1),
            (None, _) => format!("{year}.??.??"),
        };
        self.set("Date", &text);
        let mut place = line;
        for begin in ["Played ", "played ", "at ", "in "] {
            place = place.strip_prefix(begin).unwrap_or(place);
        }
        let place = place.split([',', ';', '(']).next().unwrap_or_default().trim();
        let is_place = place.starts_with(char::is_uppercase)
            && !place.contains(|c: char| c.is_ascii_digit())
            && !MONTHS.iter().any(|month| place.starts_with(&month[..3]));
        if is_place {
            self.set("Site", place);
        }
        true
    }
}

/// The name and the value of a labelled line: `Name: value`, the name one word of letters with a
/// capital, or a PGN tag.
pub(super) fn label(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let tag = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]"));
    let (name, value) = match tag.and_then(|tag| tag.split_once(" \"")) {
        Some(parts) => parts,
        None => line.split_once(": ")?,
    };
    let is_name = name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some((name, value))
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A name without what stands around it.
fn name(text: &str) -> &str {
    text.trim().trim_matches(['(', ')', ',', ' ', ':', '-'])
}

/// `GAME XII`, `Game the First`, `No. 5`.
fn is_number_of_game(line: &str) -> bool {
    let lower = line.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    match words[..] {
        ["game"] => true,
        ["game" | "no" | "no.", number] => is_number(number),
        ["game", "the", _] | ["game", "no" | "no.", _] => true,
        ["game", "number", _] => true,
        _ => false,
    }
}

fn is_number(word: &str) -> bool {
    let word = word.trim_end_matches('.');
    let roman = word.chars().all(|c| "ivxlcdm".contains(c));
    !word.is_empty() && (roman || word.chars().all(|c| c.is_ascii_digit() || "lio".contains(c)))
}

/// A title in capitals with the number of a page, which says nothing of the game.
fn is_heading_of_page(line: &str) -> bool {
    let is_number = |word: &str| word.len() <= 4 && word.bytes().all(|c| c.is_ascii_digit());
    let mut words = line.split_whitespace();
    let ends = [words.next(), words.next_back()];
    ends.iter().flatten().any(|word| is_number(word)) && !line.contains(char::is_lowercase)
}

/// `White. Black.`
pub(super) fn is_heading_of_columns(line: &str) -> bool {
    let lower = line.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words.next() == Some("white") && words.next() == Some("black") && words.next().is_none()
}

/// Whether a line begins a game of its own: `GAME IV.`, or a tag with which games begin.
pub(super) fn begins_game(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("[Event ") || is_number_of_game(line.trim_matches(['.', ' ', ',', '—', '-']))
}

/// How many moves are given: `pawn and two moves`, `pawn and move`.
fn moves_of_odds(words: &[&str]) -> u8 {
    let at = words.iter().position(|word| matches!(*word, "move" | "moves"));
    let Some(at) = at.filter(|at| *at > 0) else { return 0 };
    match words[at - 1] {
        "and" if at > 1 && words[at - 2] == "pawn" => 1,
        "two" | "2" => 2,
        "three" | "3" => 3,
        "four" | "4" => 4,
        _ => 0,
    }
}

/// The player whom some words name.
fn owner(words: &[&str]) -> Option<Color> {
    words.iter().find_map(|word| match *word {
        "white" | "whites" => Some(Color::White),
        "black" | "blacks" => Some(Color::Black),
        _ => None,
    })
}

/// The square of a piece that is given, in the words of the odds.
fn piece_given(words: &[&str], giver: Color) -> Option<String> {
    let kinds: Vec<PieceKind> = words.iter().filter_map(|word| kind(word)).collect();
    let named = |kind: PieceKind| {
        let name = match kind {
            PieceKind::King => return None,
            other => other.name(),
        };
        Some(name.to_owned())
    };
    // The laws name the piece where the heading does not.
    let file = match kinds[..] {
        [kind] => return named(kind),
        [wing, kind] if kind != PieceKind::Pawn => files(Some(wing_of(wing)?), kind)?,
        [file, PieceKind::Pawn] => files(None, file)?,
        [wing, file, PieceKind::Pawn] => files(Some(wing_of(wing)?), file)?,
        _ => return None,
    };
    let is_pawn = kinds.last() == Some(&PieceKind::Pawn);
    let rank = Bitboard::rank_for(giver, u8::from(is_pawn));
    let squares: Vec<Square> = (file & rank).into_iter().collect();
    match squares[..] {
        [square] => Some(square.to_string()),
        _ => None,
    }
}

fn kind(word: &str) -> Option<PieceKind> {
    let word = word.strip_suffix('s').filter(|word| word.len() > 1).unwrap_or(word);
    Some(match word {
        "k" | "king" => PieceKind::King,
        "q" | "queen" => PieceKind::Queen,
        "r" | "rook" => PieceKind::Rook,
        "b" | "bishop" => PieceKind::Bishop,
        "kt" | "n" | "knight" => PieceKind::Knight,
        "p" | "pawn" => PieceKind::Pawn,
        _ => return None,
    })
}
