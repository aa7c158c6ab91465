//! Lines that were tried beside a game, or that its PGN brought along: each begins after some of its
//! moves. Two that begin alike share their beginning only in what is shown and in PGN, where one is
//! a variation of the other; each is kept whole.

use serde::{Deserialize, Serialize};

use super::message::{LineMove, VariationView};
use crate::notation::pgn::{Record, Remark, Variation};
use crate::notation::{coordinate, san};
use crate::rules::{Move, Position};

/// As many lines a game may have.
const MOST_LINES: usize = 100;
/// As many moves a line may have.
const LONGEST_LINE: usize = 200;
/// A line.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// After how many moves of the game it begins.
    pub ply: usize,
    /// Its moves in coordinates.
    pub moves: Vec<String>,
    /// What is said of them, of each in its place; of those at the end, or of all, nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Note>,
}

/// What is said of a move of a line.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Default, Debug)]
#[serde(default)]
struct Note {
    /// Before it, where a variation of a PGN begins with it.
    before: String,
    nags: Vec<u8>,
    after: String,
}

impl Line {
    /// A line of which nothing is said.
    pub fn new(ply: usize, moves: Vec<String>) -> Self {
        Self { ply, moves, notes: Vec::new() }
    }
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
            Some(at) => {
                let mut notes = std::mem::take(&mut self.0[at].notes);
                notes.extend(line.notes.iter().skip(notes.len()).cloned());
                self.0[at] = Line { notes, ..line.clone() };
            }
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
            let mut moves = at(line.ply).map_or_else(Vec::new, |start| moves(&start, &line.moves));
            for (mv, note) in moves.iter_mut().zip(&line.notes) {
                mv.note = in_words(&note.nags, &[&note.before, &note.after]);
            }
            VariationView { ply: line.ply, moves }
        };
        self.0.iter().map(view).collect()
    }

    /// Takes the variations out of a record. Gives how many there was no room for.
    pub fn take_from(&mut self, record: &mut Record) -> usize {
        let starts: Vec<Position> = record.game().positions().to_vec();
        let mut left_out = 0;
        for (ply, (start, remark)) in starts.iter().zip(record.remarks_mut()).enumerate() {
            for variation in std::mem::take(&mut remark.variations) {
                let mut lines = Vec::new();
                flatten(&Line::new(ply, Vec::new()), start, &variation, &mut lines);
                left_out += lines.iter().filter(|line| self.add(line).is_err()).count();
            }
        }
        left_out
    }

    /// Puts the lines into a record as variations of the moves that were played in their stead.
    pub fn put_into(&self, record: &mut Record) {
        let starts: Vec<Position> = record.game().positions().to_vec();
        for line in &self.0 {
            let made = record.remarks_mut().get_mut(line.ply).zip(starts.get(line.ply));
            if let Some((remark, start)) = made {
                insert(&mut remark.variations, &legal(start, line));
                continue;
            }
            // PGN has a place for a line only beside a move: what was tried after the last is told.
            let tried = moves(record.position(), &line.moves);
            let sans: Vec<String> = tried.into_iter().map(|mv| mv.san).collect();
            record.comment(&format!("Tried: {}", sans.join(" ")));
        }
    }
}

/// A variation as a line that begins as `stem` does, and those within it.
fn flatten(stem: &Line, start: &Position, variation: &Variation, lines: &mut Vec<Line>) {
    let mut position = *start;
    let mut line = stem.clone();
    line.notes.resize(line.moves.len(), Note::default());
    let mut before = variation.introduction.clone();
    let mut within = Vec::new();
    for (mv, remark) in &variation.moves {
        within.extend(remark.variations.iter().map(|inner| (line.clone(), position, inner)));
        line.moves.push(coordinate::to_string(&position, *mv));
        line.notes.push(Note {
            before: std::mem::take(&mut before),
            nags: remark.nags.clone(),
            after: remark.comment.clone(),
        });
        position = position.play(*mv);
    }
    lines.push(line);
    for (stem, start, inner) in within {
        flatten(&stem, &start, inner, lines);
    }
}

/// The legal moves of a line, with what is said of each.
fn legal(start: &Position, line: &Line) -> Vec<(Move, Note)> {
    let mut position = *start;
    let mut made = Vec::new();
    for (index, text) in line.moves.iter().enumerate() {
        let Some(mv) = coordinate::parse(&position, text) else { break };
        made.push((mv, line.notes.get(index).cloned().unwrap_or_default()));
        position = position.play(mv);
    }
    made
}

/// Adds a line to the variations of a move: it goes along one that begins alike, and leaves it where
/// they part.
fn insert(variations: &mut Vec<Variation>, line: &[(Move, Note)]) {
    let Some((first, note)) = line.first() else { return };
    let Some(alike) = variations.iter_mut().find(|one| one.moves[0].0 == *first) else {
        let introduction = note.before.clone();
        let moves = line.iter().map(|(mv, note)| (*mv, remark(note))).collect();
        variations.push(Variation { introduction, moves });
        return;
    };
    for (index, (mv, note)) in line.iter().enumerate() {
        match alike.moves.get_mut(index) {
            Some((known, _)) if known == mv => {}
            Some((_, remark)) => return insert(&mut remark.variations, &line[index..]),
            None => alike.moves.push((*mv, remark(note))),
        }
    }
}

fn remark(note: &Note) -> Remark {
    Remark { nags: note.nags.clone(), comment: note.after.clone(), variations: Vec::new() }
}

/// What is said of a move, for people: signs for the commonest glyphs, then the words, without the
/// commands that programs write.
pub fn in_words(nags: &[u8], texts: &[&str]) -> String {
    let sign = |nag: &u8| ["!", "?", "!!", "??", "!?", "?!"].get(usize::from(*nag).wrapping_sub(1));
    let mut words: Vec<&str> = nags.iter().filter_map(sign).copied().collect();
    for text in texts {
        let mut rest = *text;
        while let Some((before, command)) = rest.split_once("[%") {
            words.push(before.trim());
            rest = command.split_once(']').map_or("", |(_, after)| after);
        }
        words.push(rest.trim());
    }
    words.retain(|word| !word.is_empty());
    words.join(" ")
}

/// The moves of a line, as far as they are legal.
pub fn moves(start: &Position, line: &[String]) -> Vec<LineMove> {
    let mut position = *start;
    let mut told = Vec::new();
    for text in line {
        let Some(mv) = coordinate::parse(&position, text) else { break };
        let san = san::to_string(&position, mv);
        told.push(LineMove { text: text.clone(), san, note: String::new() });
        position = position.play(mv);
    }
    told
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use crate::notation::pgn::Reader;
    use crate::web::hall::games_of;
    use crate::web::kept::Kept;
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
        let sicilian = play.vary(1, &[], "c5").unwrap();
        play.vary(1, &sicilian.moves, "Nf3").unwrap();
        play.vary(1, &sicilian.moves, "Nc3").unwrap();
        play.vary(3, &[], "d6").unwrap();
        let text = play.pgn();
        let moves = "1. e4 e5 (1... c5 2. Nf3 (2. Nc3)) 2. Nf3 {Tried: d6} *";
        assert!(text.contains(moves), "{text}");
        let read = Reader::new(text.as_bytes()).next().unwrap().unwrap().replay().unwrap();
        assert_eq!(read.game().moves(), play.game().moves());
        assert_eq!(read.terms(), play.record().terms());
    }

    /// The variations of a PGN, with what is said of them, come out as they went in, also after the
    /// file of games has had them, and a line that a person adds finds its place among them.
    #[test]
    fn variations_go_in_and_come_out() {
        let moves = "1. e4 $1 {best} ({Or} 1. d4 {solid} 1... d5 (1... Nf6 {Indian} 2. c4 (2. Nf3)) 2. c4) \
            (1. c4) 1... e5 2. Nf3 (2. f4 $5 exf4) *";
        let text = format!("[Laws \"british1897\"]\n\n{moves}\n");
        let (mut plays, faults) = games_of(&text);
        assert!(faults.is_empty(), "{faults:?}");
        let play = plays.remove(0);
        let in_one_line = |text: String| text.replace('\n', " ");
        assert!(in_one_line(play.pgn()).contains(moves), "{}", play.pgn());
        let kept = serde_json::to_string(&Kept::of(&play)).unwrap();
        let mut play = serde_json::from_str::<Kept>(&kept).unwrap().play().unwrap();
        assert!(in_one_line(play.pgn()).contains(moves), "{}", play.pgn());
        let line: Vec<String> = ["d2d4", "g8f6"].map(str::to_owned).into();
        play.vary(0, &line, "Bg5").unwrap();
        let more = moves.replace("(2. Nf3)", "(2. Nf3) (2. Bg5)");
        assert!(in_one_line(play.pgn()).contains(&more), "{}", play.pgn());
        let shown = play.variations.view(|ply| play.position_at(ply));
        assert_eq!(shown[0].moves[0].note, "Or solid");
        assert_eq!(in_words(&[5], &["", "[%eval 0.3] so [%clk 1]"]), "!? so");
    }

    #[test]
    fn variations_beyond_what_a_game_may_have_are_told() {
        let one = "(1. d4 d5) ".repeat(1_000);
        assert!(games_of(&format!("1. e4 {one} *")).1.is_empty(), "they are all the same");
        let mut many = String::new();
        for first in "a3 a4 b3 b4 c3 c4 d3 d4 e3 f3 f4 g3".split(' ') {
            for reply in "a6 a5 b6 b5 c6 c5 d6 d5 e6 e5".split(' ') {
                many += &format!("(1. {first} {reply}) ");
            }
        }
        let (plays, faults) = games_of(&format!("1. e4 {many} *"));
        assert_eq!(plays.len(), 1);
        assert!(faults[0].contains("20 variations are left out"), "{faults:?}");
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
