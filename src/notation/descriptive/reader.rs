//! Parts a stream of text into the sheets of its games. It reads line by line and keeps no more
//! than one game and the lines after it that may belong to the next. A game begins with a heading
//! such as `GAME IV.`, after a line with a result, or with a move numbered 1 below something that
//! is no move.

use std::io::{self, BufRead};

use super::heading::begins_game;
use super::prose::{begins_first_move, begins_with_move};
use super::transcribe::Sheet;

/// The sheets of a stream. Bytes that are no UTF-8 are taken for Latin-1.
pub struct SheetReader<R> {
    stream: R,
    /// The number of the last line taken from the stream, from 1.
    line: usize,
    /// A line that belongs to the next game.
    pending: Vec<String>,
    over: bool,
}

impl<R: BufRead> SheetReader<R> {
    /// A reader at the beginning of a stream.
    pub fn new(stream: R) -> Self {
        Self { stream, line: 0, pending: Vec::new(), over: false }
    }

    fn next_line(&mut self) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        if self.stream.read_until(b'\n', &mut bytes)? == 0 {
            self.over = true;
            return Ok(None);
        }
        self.line += 1;
        let text = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(latin) => latin.as_bytes().iter().map(|&byte| char::from(byte)).collect(),
        };
        let text = text.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n', '\u{c}']);
        Ok(Some(text.to_owned()))
    }
}

impl<R: BufRead> Iterator for SheetReader<R> {
    type Item = io::Result<Sheet>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut lines = std::mem::take(&mut self.pending);
        let mut first = self.line + 1 - lines.len();
        // How many lines there were when the last move was read, and whether the result came.
        let (mut moves_end, mut ended) = (None::<usize>, false);
        while !self.over {
            let line = match self.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    self.over = true;
                    return Some(Err(error));
                }
            };
            let blank = line.trim().is_empty();
            if blank && lines.is_empty() {
                first = self.line + 1;
                continue;
            }
            let has_moves = moves_end.is_some();
            let anew = has_moves && !blank && {
                let apart = moves_end != Some(lines.len());
                let mut since = lines[moves_end.unwrap_or(0)..].iter();
                let blank_since = since.any(|line| line.trim().is_empty());
                begins_game(&line)
                    || (ended && apart && !line.trim_start().starts_with(['(', '[', '{']))
                    || (blank_since && begins_first_move(&line))
            };
            if anew {
                // What stands between the last move and the first of the next is its heading.
                let keep = if begins_game(&line) { lines.len() } else { moves_end.unwrap_or(0) };
                self.pending = lines.split_off(keep);
                self.pending.push(line);
                return Some(Ok(Sheet { line: first, lines }));
            }
            if !blank {
                let result = ends_with_result(&line);
                if result || begins_with_move(&line) {
                    moves_end = Some(lines.len() + 1);
                    ended |= result;
                }
            }
            lines.push(line);
        }
        let any = lines.iter().any(|line| !line.trim().is_empty());
        any.then_some(Ok(Sheet { line: first, lines }))
    }
}

/// Whether the last words of a line are a result.
fn ends_with_result(line: &str) -> bool {
    const ENDS: [&str; 14] = [
        "resigns",
        "resigned",
        "wins",
        "won",
        "drawn game",
        "drawn",
        "draws",
        "unfinished game",
        "unfinished",
        "1-0",
        "0-1",
        "1/2-1/2",
        "½-½",
        "adjourned",
    ];
    let lower = line.trim_end_matches(['.', ' ', '\t', ')', '!']).to_lowercase();
    ENDS.iter().any(|end| lower.ends_with(end))
}
