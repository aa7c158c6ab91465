//! Reads the games of a stream one at a time. It knows the form of PGN and nothing of chess, keeps
//! no more than one game, and after a fault goes on with the next game.

use std::io::BufRead;

use super::{GameResult, PgnError, PgnFault, Sideline, Transcript, Word};
use crate::rules::laws::excerpt;

/// What some programs begin a file of UTF-8 with.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Variations within variations deeper than this are passed over.
const DEEPEST: usize = 16;
/// As many moves the variations of a game have together; what follows in them is passed over.
const MOST_TRIED: usize = 20_000;

/// The games of a stream. Bytes that are no UTF-8 are taken for Latin-1. Each item is a game or
/// the first fault of a game.
pub struct Reader<R> {
    stream: R,
    /// The number of the last line taken from the stream, from 1.
    line: usize,
    /// What is left of that line, when a game has ended in it.
    rest: Option<String>,
    /// Whether the stream has failed or ended.
    over: bool,
}

impl<R: BufRead> Reader<R> {
    /// A reader at the beginning of a stream.
    pub fn new(stream: R) -> Self {
        Self { stream, line: 0, rest: None, over: false }
    }

    /// The next line, or what is left of the last, without its end.
    fn next_line(&mut self) -> Result<Option<String>, PgnError> {
        if let Some(rest) = self.rest.take() {
            return Ok(Some(rest));
        }
        let mut bytes = Vec::new();
        let read = self.stream.read_until(b'\n', &mut bytes).map_err(|error| {
            self.over = true;
            let fault = PgnFault::Stream(excerpt(&error.to_string()));
            PgnError { line: self.line + 1, fault }
        })?;
        if read == 0 {
            self.over = true;
            return Ok(None);
        }
        self.line += 1;
        if self.line == 1 && bytes.starts_with(BYTE_ORDER_MARK) {
            bytes.drain(..BYTE_ORDER_MARK.len());
        }
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(latin) => latin.as_bytes().iter().map(|&byte| char::from(byte)).collect(),
        };
        // Files that a crash has cut short often end in NUL bytes.
        Ok(Some(text.trim_end_matches(['\r', '\n']).replace('\0', " ")))
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Transcript, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut scribe = Scribe::default();
        while !self.over {
            match self.next_line() {
                Err(error) => return Some(Err(error)),
                Ok(None) => break,
                Ok(Some(line)) => {
                    if let Some(rest) = scribe.line(&line, self.line) {
                        self.rest = Some(rest).filter(|rest| !rest.trim().is_empty());
                        if let Some(game) = std::mem::take(&mut scribe).finish() {
                            return Some(game);
                        }
                    }
                }
            }
        }
        scribe.finish()
    }
}

/// Where the scribe is in the text.
#[derive(Default)]
enum Mode {
    #[default]
    Text,
    /// Within braces, since that line.
    Comment { text: String, since: usize },
}

/// Writes one game down.
#[derive(Default)]
struct Scribe {
    game: Transcript,
    mode: Mode,
    /// The variations that are open, the outermost first, and where that one began.
    open: Vec<Sideline>,
    variation: (String, usize),
    /// How many more are open that are passed over.
    passed_over: usize,
    /// How many moves all variations have so far.
    tried: usize,
    /// The result has been read: only a comment on it may follow.
    ended: bool,
    /// What is wrong with the game. The rest of it is passed over.
    fault: Option<PgnError>,
    /// Whether something other than tags has been passed over since the fault.
    passed_moves: bool,
    /// Whether an empty line has followed a tag.
    gap: bool,
}

impl Scribe {
    /// Takes a line. Returns what does not belong to this game any more, once it has ended.
    fn line(&mut self, line: &str, number: usize) -> Option<String> {
        if self.begins_next_game(line) {
            self.miss_what_is_open();
            return Some(line.to_owned());
        }
        if self.fault.is_some() {
            self.passed_moves |= !line.trim().is_empty() && !line.starts_with('[');
            return None;
        }
        if matches!(self.mode, Mode::Text) && line.starts_with('%') {
            return None;
        }
        self.gap |= line.trim().is_empty() && !self.game.tags.is_empty();
        let mut rest = line;
        while self.fault.is_none() {
            match self.step(rest, number) {
                Step::On(next) => rest = next,
                Step::EndOfLine => return None,
                Step::EndOfGame(next) => return Some(next.to_owned()),
            }
        }
        None
    }

    /// Whether a line belongs to the next game: a tag in the first column after moves have begun,
    /// or one that this game without moves has already. Within a comment only `Event` counts, with
    /// which a game begins.
    fn begins_next_game(&self, line: &str) -> bool {
        let Some((name, _, _)) = tag(line).filter(|_| line.starts_with('[')) else { return false };
        let is_event = name == "Event";
        if self.fault.is_some() {
            return self.passed_moves || is_event;
        }
        let moves = !self.game.words.is_empty() || self.game.result.is_some();
        match self.mode {
            Mode::Comment { .. } => is_event,
            Mode::Text if self.depth() > 0 => true,
            Mode::Text => moves || (self.game.tags.get(name).is_some() && (self.gap || is_event)),
        }
    }

    /// Takes the first token of what is left of a line.
    fn step<'a>(&mut self, text: &'a str, number: usize) -> Step<'a> {
        if let Mode::Comment { text: comment, .. } = &mut self.mode {
            let Some((inside, after)) = text.split_once('}') else {
                comment.push_str(text);
                comment.push(' ');
                return Step::EndOfLine;
            };
            comment.push_str(inside);
            let comment = std::mem::take(comment);
            self.mode = Mode::Text;
            self.say(&comment);
            return Step::On(after);
        }
        let text = text.trim_start();
        let Some(first) = text.chars().next() else {
            return if self.ended { Step::EndOfGame("") } else { Step::EndOfLine };
        };
        if self.ended && first != '{' {
            return Step::EndOfGame(text);
        }
        if self.game.line == 0 {
            self.game.line = number;
        }
        let after = &text[first.len_utf8()..];
        match first {
            '{' => self.mode = Mode::Comment { text: String::new(), since: number },
            ';' => {
                self.say(after);
                return Step::EndOfLine;
            }
            '(' if !text.starts_with("(=)") => {
                if self.depth() == 0 {
                    self.variation = (excerpt(text), number);
                }
                self.open();
            }
            ')' if self.depth() > 0 => self.close(),
            '$' => return Step::On(self.glyph(after)),
            '[' if self.game.words.is_empty() && self.depth() == 0 => {
                return self.tag(text, number);
            }
            '[' | ']' | '}' if self.depth() > 0 => return Step::On(word(text).1),
            '[' | ']' | '}' | ')' => self.fail(number, PgnFault::Stray(excerpt(text), first)),
            _ => {
                let (word, after) = word(text);
                self.word(word, number);
                return Step::On(after);
            }
        }
        Step::On(after)
    }

    fn tag<'a>(&mut self, text: &'a str, number: usize) -> Step<'a> {
        match tag(text) {
            Some((name, value, after)) => {
                self.game.tags.set(name, &value);
                Step::On(after)
            }
            None => {
                self.fail(number, PgnFault::Tag(excerpt(text)));
                Step::EndOfLine
            }
        }
    }

    fn depth(&self) -> usize {
        self.open.len() + self.passed_over
    }

    /// The line that is being written down: the innermost variation, or the game. None where a
    /// variation is passed over.
    fn words(&mut self) -> Option<&mut Vec<Word>> {
        if self.passed_over > 0 || (!self.open.is_empty() && self.tried >= MOST_TRIED) {
            return None;
        }
        Some(self.open.last_mut().map_or(&mut self.game.words, |line| &mut line.words))
    }

    /// A variation begins. It needs a move before it that it is an alternative to.
    fn open(&mut self) {
        let full = self.open.len() >= DEEPEST || self.tried >= MOST_TRIED;
        match self.words() {
            Some(words) if !words.is_empty() && !full => self.open.push(Sideline::default()),
            _ => self.passed_over += 1,
        }
    }

    fn close(&mut self) {
        if self.passed_over > 0 {
            self.passed_over -= 1;
            return;
        }
        let Some(line) = self.open.pop() else { return };
        let words = self.open.last_mut().map_or(&mut self.game.words, |line| &mut line.words);
        let Some(word) = words.last_mut() else { return };
        match line.words.is_empty() {
            true => add_words(&mut word.comment, &line.comment),
            false => word.variations.push(line),
        }
    }

    fn word(&mut self, word: &str, number: usize) {
        if let Some(result) = GameResult::parse(word) {
            if self.depth() == 0 {
                self.game.result = Some(result);
                self.ended = true;
            }
            return;
        }
        let bare = without_number(word);
        let text = bare.trim_end_matches(['!', '?']);
        let judgement = &bare[text.len()..];
        if !text.is_empty() && !OF_NO_MOVE.contains(&text) {
            let text = text.to_owned();
            let Some(words) = self.words() else { return };
            words.push(Word { text, line: number, ..Word::default() });
            self.tried += usize::from(!self.open.is_empty());
        }
        if let Some(nag) = nag(judgement) {
            self.judge(nag);
        }
    }

    fn glyph<'a>(&mut self, text: &'a str) -> &'a str {
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &text[..text.len() - after.len()];
        if let Ok(nag) = digits.parse() {
            self.judge(nag);
        }
        after
    }

    fn judge(&mut self, nag: u8) {
        if let Some(word) = self.words().and_then(|words| words.last_mut()) {
            word.nags.push(nag);
        }
    }

    /// A comment: on the last move of the game or of the variation, or before its first.
    fn say(&mut self, text: &str) {
        let Some(words) = self.words() else { return };
        if let Some(word) = words.last_mut() {
            add_words(&mut word.comment, text);
            return;
        }
        let line = self.open.last_mut().map(|line| &mut line.comment);
        add_words(line.unwrap_or(&mut self.game.comment), text);
    }

    fn fail(&mut self, line: usize, fault: PgnFault) {
        self.passed_moves |= !matches!(fault, PgnFault::Tag(_));
        self.fault.get_or_insert(PgnError { line, fault });
    }

    fn miss_what_is_open(&mut self) {
        if let Mode::Comment { text, since } = &self.mode {
            let (text, since) = (excerpt(&format!("{{{text}")), *since);
            self.fail(since, PgnFault::UnclosedComment(text));
        } else if self.depth() > 0 {
            let (text, since) = self.variation.clone();
            self.fail(since, PgnFault::UnclosedVariation(text));
        }
    }

    /// The game, its fault, or nothing where the text had no game at all.
    fn finish(mut self) -> Option<Result<Transcript, PgnError>> {
        self.miss_what_is_open();
        if let Some(error) = self.fault {
            return Some(Err(error));
        }
        let game = self.game;
        let empty = game.tags.is_empty() && game.words.is_empty() && game.result.is_none();
        (!empty).then_some(Ok(game))
    }
}

/// Adds text to what is said, with single blanks.
fn add_words(said: &mut String, text: &str) {
    for word in text.split_whitespace() {
        if !said.is_empty() {
            said.push(' ');
        }
        said.push_str(word);
    }
}

/// Words that stand after a move and are none: signs of check and of judgement.
const OF_NO_MOVE: [&str; 22] = [
    "e.p.", "ep", "+", "#", "mate", "ch", "(=)", "=", "+-", "-+", "+=", "=+", "+/-", "-/+", "+/=",
    "=/+", "±", "∓", "⩲", "⩱", "∞", "□",
];

/// What a token was.
enum Step<'a> {
    On(&'a str),
    EndOfLine,
    EndOfGame(&'a str),
}

/// Reads `[Name "value"]` at the beginning of a text: name, value and what follows. A quotation
/// mark within the value is read as part of it, whether or not a stroke stands before it.
fn tag(text: &str) -> Option<(&str, String, &str)> {
    let text = text.trim_start().strip_prefix('[')?.trim_start();
    let name_ends = text.find(|c: char| c.is_whitespace() || c == '"')?;
    let (name, text) = text.split_at(name_ends);
    let quoted = text.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut characters = quoted.char_indices();
    while let Some((index, character)) = characters.next() {
        let after = &quoted[index + character.len_utf8()..];
        match character {
            '"' => {
                if let Some(after) = after.trim_start().strip_prefix(']') {
                    return (!name.is_empty()).then_some((name, value, after));
                }
                value.push('"');
            }
            '\\' if after.starts_with(['"', '\\']) => {
                value.extend(characters.next().map(|(_, escaped)| escaped));
            }
            _ => value.push(character),
        }
    }
    None
}

/// The first word of a text and what follows. A promotion or an offer of a draw in brackets
/// belongs to its word.
fn word(text: &str) -> (&str, &str) {
    let bracketed = ["(Q)", "(R)", "(B)", "(N)", "(=)"];
    let mut end = 0;
    while let Some(character) = text[end..].chars().next() {
        if let Some(part) = bracketed.iter().find(|part| text[end..].starts_with(**part)) {
            end += part.len();
            continue;
        }
        // The first character is never a sign of its own: `step` has seen to those.
        let sign = matches!(character, '{' | '}' | '(' | ')' | '[' | ']' | ';' | '$');
        if character.is_whitespace() || (sign && end > 0) {
            break;
        }
        end += character.len_utf8();
    }
    text.split_at(end)
}

/// A word without the move number that it may begin with: `12.`, `12...`, `12.e4`, `…e5`.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_castling_or_null = word.starts_with("0-") || word.starts_with("0000");
    // Four figures, or five, are a move of correspondence chess.
    let is_numeric = matches!(word.len(), 4 | 5) && word.bytes().all(|c| matches!(c, b'1'..=b'8'));
    let is_number = !is_numeric && (rest.is_empty() || rest.starts_with(|c: char| c != '-'));
    if is_number && !is_castling_or_null { rest.trim_start_matches(['.', '…']) } else { word }
}

/// The glyph of a judgement.
fn nag(judgement: &str) -> Option<u8> {
    Some(match judgement {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => return None,
    })
}
