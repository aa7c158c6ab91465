//! Damage as scanning does it to the text of a game: the confusions that books on the subject and
//! old scans show most, numbers lost or wrong, words parted at the end of a line, page headings.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::util::Dice;

/// Confusions of characters: what is printed, and what is read for it.
pub fn confusions() -> &'static [Vec<String>] {
    static ROWS: LazyLock<Vec<Vec<String>>> =
        LazyLock::new(|| crate::util::data!("descriptive/damage.txt"));
    &ROWS
}

const HEADINGS: [&str; 4] = [
    "CHESS PRAXIS.            145",
    "146      THE CHESS-PLAYER'S COMPANION.",
    "BOOK II.--THE EVANS GAMBIT.",
    "Digitized by the library",
];

/// Damages one character in `one_in` (blanks are not counted) of the lines after the heading, and
/// counts what was done to each kind.
pub fn damage(
    text: &str,
    one_in: usize,
    dice: &mut Dice,
    counts: &mut BTreeMap<String, usize>,
) -> String {
    let begin = text.rfind("\n\n\n").map_or(0, |at| at + 1);
    let moves = text.find("BLACK.").or(text.find("1. ")).unwrap_or(begin).max(begin);
    let (heading, body) = text.split_at(moves);
    let mut body: Vec<String> = body.chars().map(String::from).collect();
    let printed = body.iter().filter(|c| !c.trim().is_empty()).count();
    let mut left = printed / one_in;
    for _ in 0..1000 * printed {
        if left == 0 {
            break;
        }
        let at = dice.below(body.len());
        if let Some(kind) = damage_at(&mut body, at, dice) {
            *counts.entry(kind).or_default() += 1;
            left -= 1;
        }
    }
    format!("{heading}{}", body.concat())
}

/// Damages the text at a place if some kind of damage can happen there, and says which did.
fn damage_at(body: &mut [String], at: usize, dice: &mut Dice) -> Option<String> {
    let is = |index: usize, test: fn(char) -> bool| {
        body.get(index).is_some_and(|c| c.chars().count() == 1 && c.chars().all(test))
    };
    match dice.below(20) {
        // A word is parted at the end of a line.
        0 if at > 0
            && is(at - 1, |c| c.is_ascii_lowercase())
            && is(at, |c| c.is_ascii_lowercase()) =>
        {
            body[at].insert_str(0, "-\n");
            Some("a word parted by a hyphen at the end of a line".to_owned())
        }
        // A heading between two lines.
        1 if body[at] == "\n" && dice.below(10) == 0 => {
            body[at] = format!("\n{}\n", HEADINGS[dice.below(HEADINGS.len())]);
            Some("a page heading in between".to_owned())
        }
        // A number before a full stop is lost or wrong.
        2 if is(at, |c| c.is_ascii_digit()) && is(at + 1, |c| c == '.') => {
            let glued = |index: usize| index > 0 && !is(index - 1, char::is_whitespace);
            let two_figures = glued(at) && is(at - 1, |c| c.is_ascii_digit());
            if glued(at) && (!two_figures || glued(at - 1)) {
                return None; // it ends a move
            }
            if dice.below(2) == 0 {
                let begin = at - usize::from(two_figures);
                body[begin..=at + 1].iter_mut().for_each(String::clear);
                Some("the number of a move lost".to_owned())
            } else {
                body[at] = dice.below(10).to_string();
                Some("the number of a move wrong".to_owned())
            }
        }
        0..=2 => None,
        _ => {
            let [printed, read] = &confusions()[dice.below(confusions().len())][..] else {
                panic!("two cells in a row")
            };
            let length = printed.chars().count();
            let stands = printed.chars().enumerate().all(|(index, c)| {
                body.get(at + index).is_some_and(|found| *found == c.to_string())
            });
            if !stands {
                return None;
            }
            body[at] = read.clone();
            body[at + 1..at + length].iter_mut().for_each(String::clear);
            Some(format!("`{printed}` read as `{read}`"))
        }
    }
}
