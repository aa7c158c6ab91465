//! Lines that were tried beside a game: each begins after some of its moves. Two that begin alike
//! share their beginning only in what is shown; each is kept whole.

use serde::{Deserialize, Serialize};

use super::message::{LineMove, VariationView};
use crate::notation::pgn::Record;
use crate::notation::{coordinate, san};
use crate::rules::{Color, Position};

/// As many lines a game may have.
const MOST_LINES: usize = 50;
/// As many moves a line may have.
const LONGEST_LINE: usize = 200;
/// No line of a PGN has more characters than this.
const WIDTH: usize = 79;

/// A line.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// After how many moves of the game it begins.
    pub ply: usize,
    /// Its moves in coordinates.
    pub moves: Vec<String>,
}

/// The lines of a game, in the order in which they were begun.
#[derive(Serialize, Deserialize, Clone, Default, Debug)]
#[serde(transparent)]
pub struct Variations(Vec<Line>);

impl Variations {
    /// Keeps a line: one that goes on where another ends takes its place, and one that another
    /// begins with is known already.
    ///
    /// # Errors
    /// One line: there are as many as there may be, or it is as long as it may be.
    pub fn add(&mut self, line: &Line) -> Result<(), String> {
        if line.moves.len() > LONGEST_LINE {
            return Err(format!("a line has at most {LONGEST_LINE} moves"));
        }
        let begins = |whole: &Line, part: &Line| {
            whole.ply == part.ply && whole.moves.starts_with(&part.moves)
        };
        if self.0.iter().any(|other| begins(other, line)) {
            return Ok(());
        }
        let before = self
            .0
            .iter()
            .position(|other| begins(line, other) && line.moves.len() == other.moves.len() + 1);
        match before {
            Some(at) => self.0[at] = line.clone(),
            None if self.0.len() >= MOST_LINES => {
                return Err(format!("a game has at most {MOST_LINES} lines beside it"));
            }
            None => self.0.push(line.clone()),
        }
        Ok(())
    }

    /// Forgets one.
    ///
    /// # Errors
    /// There is none of that index.
    pub fn forget(&mut self, index: usize) -> Result<(), String> {
        if index >= self.0.len() {
            return Err(format!("line {index}: there is none"));
        }
        self.0.remove(index);
        Ok(())
    }

    /// Forgets those that begin after more moves than these.
    pub fn keep_to(&mut self, ply: usize) {
        self.0.retain(|line| line.ply <= ply);
    }

    /// The lines as the page is shown them.
    pub fn view(&self, at: impl Fn(usize) -> Option<Position>) -> Vec<VariationView> {
        let view = |line: &Line| {
            let moves = at(line.ply).map_or_else(Vec::new, |start| moves(&start, &line.moves));
            VariationView { ply: line.ply, moves }
        };
        self.0.iter().map(view).collect()
    }

    /// A game as PGN, each line in brackets after the move that was played in its stead.
    pub fn write(&self, record: &Record) -> String {
        if self.0.is_empty() {
            return record.to_string();
        }
        let game = record.game();
        let mut words: Vec<String> = comment(&record.introduction);
        let made = game.positions().iter().zip(game.moves()).zip(record.remarks());
        let mut due = true;
        for (ply, ((position, mv), remark)) in made.enumerate() {
            words.push(format!("{}{}", number(position, due), san::to_string(position, *mv)));
            let before = words.len();
            words.extend(remark.nags.iter().map(|nag| format!("${nag}")));
            words.extend(comment(&remark.comment));
            for line in self.0.iter().filter(|line| line.ply == ply) {
                words.extend(bracketed(position, line));
            }
            due = words.len() > before;
        }
        // PGN has a place for a line only beside a move: what was tried after the last is told.
        for line in self.0.iter().filter(|line| line.ply >= game.moves().len()) {
            let tried = moves(record.position(), &line.moves);
            let sans: Vec<String> = tried.into_iter().map(|mv| mv.san).collect();
            words.extend(comment(&format!("Tried: {}", sans.join(" "))));
        }
        words.push(record.result.token().to_owned());
        let mut text = format!("{}\n", record.all_tags());
        let mut column = 0;
        for word in words {
            let length = word.chars().count();
            if column > 0 {
                let wraps = column + 1 + length > WIDTH;
                text.push(if wraps { '\n' } else { ' ' });
                column = if wraps { 0 } else { column + 1 };
            }
            text.push_str(&word);
            column += length;
        }
        text.push_str("\n\n");
        text
    }
}

/// A line with its brackets, a word for each move.
fn bracketed(start: &Position, line: &Line) -> Vec<String> {
    let mut position = *start;
    let mut words: Vec<String> = Vec::new();
    for (index, mv) in moves(start, &line.moves).into_iter().enumerate() {
        words.push(format!("{}{}", number(&position, index == 0), mv.san));
        if let Some(mv) = coordinate::parse(&position, &mv.text) {
            position = position.play(mv);
        }
    }
    if let Some(first) = words.first_mut() {
        first.insert(0, '(');
    }
    if let Some(last) = words.last_mut() {
        last.push(')');
    }
    words
}

/// The number of a move, as it is written before White's and before the first of several.
fn number(position: &Position, first: bool) -> String {
    match (position.turn(), first) {
        (Color::White, _) => format!("{}. ", position.fullmove()),
        (Color::Black, true) => format!("{}... ", position.fullmove()),
        (Color::Black, false) => String::new(),
    }
}

/// A comment as words, which no brace inside can end.
fn comment(text: &str) -> Vec<String> {
    let text = text.replace(['{', '}'], "");
    if text.trim().is_empty() {
        return Vec::new();
    }
    format!("{{{}}}", text.trim()).split_whitespace().map(str::to_owned).collect()
}

/// The moves of a line, as far as they are legal.
pub fn moves(start: &Position, line: &[String]) -> Vec<LineMove> {
    let mut position = *start;
    let mut told = Vec::new();
    for text in line {
        let Some(mv) = coordinate::parse(&position, text) else { break };
        told.push(LineMove { text: text.clone(), san: san::to_string(&position, mv) });
        position = position.play(mv);
    }
    told
}

#[cfg(test)]
mod tests {
    use crate::notation::pgn::Reader;
    use crate::web::message::{Player, TermsWords};
    use crate::web::play::Play;

    fn play() -> Play {
        let terms = TermsWords { laws: "british1897".to_owned(), ..TermsWords::default() };
        let mut play = Play::new(terms.record().unwrap(), [Player::Person; 2], None);
        for mv in ["e4", "e5", "Nf3"] {
            play.move_by(mv).unwrap();
        }
        play
    }

    #[test]
    fn a_line_grows_and_another_branches_off() {
        let mut play = play();
        let first = play.vary(1, &[], "P to Q B 4").unwrap();
        assert_eq!(first.moves, ["c7c5"]);
        let second = play.vary(1, &first.moves, "Nc3").unwrap();
        play.vary(1, &first.moves, "Nf3").unwrap();
        play.vary(1, &[], "c5").unwrap();
        let shown = play.variations.view(|ply| play.position_at(ply));
        let sans: Vec<Vec<&str>> = shown
            .iter()
            .map(|line| line.moves.iter().map(|mv| mv.san.as_str()).collect())
            .collect();
        assert_eq!(sans, [vec!["c5", "Nc3"], vec!["c5", "Nf3"]]);
        assert_eq!(second.moves.len(), 2);
        assert!(play.vary(1, &first.moves, "Qh5xf7").is_err());
        assert_eq!(play.ply(), 3, "the game is as it was");
        play.variations.forget(0).unwrap();
        assert!(play.variations.forget(1).is_err());
    }

    #[test]
    fn a_game_with_lines_reads_back_as_the_game() {
        let mut play = play();
        play.vary(1, &["c7c5".to_owned()], "Nf3").unwrap();
        play.vary(3, &[], "d6").unwrap();
        let text = play.pgn();
        assert!(text.contains("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 {Tried: d6} *"), "{text}");
        let read = Reader::new(text.as_bytes()).next().unwrap().unwrap().replay().unwrap();
        assert_eq!(read.game().moves(), play.game().moves());
        assert_eq!(read.terms(), play.record().terms());
    }

    #[test]
    fn what_is_taken_back_takes_the_lines_after_it_along() {
        let mut play = play();
        play.vary(1, &[], "c5").unwrap();
        play.vary(3, &[], "d6").unwrap();
        play.undo().unwrap();
        assert_eq!(play.variations.view(|ply| play.position_at(ply)).len(), 1);
    }
}
