//! Lines from a stream, of any bytes and any length. Memory stays bounded: of a line without end
//! only the beginning is kept.

use std::io::{self, BufRead, ErrorKind};

/// How much of a line is kept, in bytes: a game of a hundred thousand moves.
const LONGEST: usize = 1 << 20;

/// A line as it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct RawLine {
    /// Its bytes without the line feed, at most [`LONGEST`].
    pub(super) bytes: Vec<u8>,
    /// Whether there was more.
    pub(super) cut: bool,
}

/// Reads lines.
pub(super) struct Input<R> {
    stream: R,
}

impl<R: BufRead> Input<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream }
    }

    /// The next line, or `None` at the end. A last line needs no line feed.
    pub(super) fn next_line(&mut self) -> io::Result<Option<RawLine>> {
        let mut line = RawLine { bytes: Vec::new(), cut: false };
        let mut anything = false;
        loop {
            let available = match self.stream.fill_buf() {
                Ok([]) => return Ok(anything.then_some(line)),
                Ok(available) => available,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            anything = true;
            let end = available.iter().position(|&byte| byte == b'\n');
            let part = &available[..end.unwrap_or(available.len())];
            let room = LONGEST - line.bytes.len();
            line.cut |= part.len() > room;
            line.bytes.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.stream.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_a_line_feed_or_the_input() {
        let mut input = Input::new(io::BufReader::with_capacity(3, &b"uci\r\n\nisready\nquit"[..]));
        let mut lines = Vec::new();
        while let Some(line) = input.next_line().unwrap() {
            assert!(!line.cut);
            lines.push(String::from_utf8(line.bytes).unwrap());
        }
        assert_eq!(lines, ["uci\r", "", "isready", "quit"]);
    }

    #[test]
    fn a_line_without_end_takes_bounded_memory() {
        let mut text = vec![b'x'; 3 * LONGEST];
        text.extend_from_slice(b"\nisready\n");
        let mut input = Input::new(&text[..]);
        let long = input.next_line().unwrap().unwrap();
        assert_eq!((long.bytes.len(), long.cut), (LONGEST, true));
        let next = input.next_line().unwrap().unwrap();
        assert_eq!((next.bytes.as_slice(), next.cut), (&b"isready"[..], false));
        assert_eq!(input.next_line().unwrap(), None);
    }
}
