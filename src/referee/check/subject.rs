//! The engine under examination: each line sent to it and each line it sends. Here are
//! the few things that hold for all it does, that it answers `isready` and moves once for each
//! `go`; the points themselves are in the other files.

use std::time::{Duration, Instant};

use super::{Exam, Unmet, fails};
use crate::notation::{coordinate, fen};
use crate::referee::client::wire::{self, Fault, Wire};
use crate::referee::client::{BestMove, Exit, InfoLines, Line, Shutdown};
use crate::rules::laws::Terms;
use crate::rules::{Move, Position};

/// How long a search is watched for a move that must not come yet.
pub const WATCH: Duration = Duration::from_millis(400);

/// A position and the command that sets it up.
pub struct Root {
    /// The command.
    pub command: String,
    /// The position after its moves.
    pub position: Position,
}

impl Root {
    /// `startpos` or a FEN, and the moves made from there, under today's law. Both are ours and
    /// legal.
    pub fn new(place: &str, moves: &str) -> Self {
        Self::under(&Terms::default(), place, moves)
    }

    /// The same under other terms.
    pub fn under(terms: &Terms, place: &str, moves: &str) -> Self {
        let text = place.strip_prefix("fen ").unwrap_or(fen::INITIAL);
        let setup = fen::parse(text).expect("the checks' own FENs are well formed");
        let start = setup.position(terms).expect("the checks' own positions are valid");
        let play = |position: Position, word: &str| {
            position.play(exact_move(&position, word).expect("the checks' own moves are legal"))
        };
        let position = moves.split_whitespace().fold(start, play);
        let separator = if moves.is_empty() { "" } else { " moves " };
        Self { command: format!("position {place}{separator}{moves}"), position }
    }

    /// Another way to write the same command.
    pub fn written(self, command: &str) -> Self {
        Self { command: command.to_owned(), ..self }
    }

    /// The starting position.
    pub fn startpos() -> Self {
        Self::new("startpos", "")
    }
}

/// A legal move written exactly as UCI writes it.
pub fn exact_move(position: &Position, word: &str) -> Option<Move> {
    coordinate::parse(position, word).filter(|mv| coordinate::to_string(position, *mv) == word)
}

/// What came of a `go`.
pub struct Search {
    /// The word after `bestmove`.
    pub best: String,
    /// The word after `ponder`.
    pub ponder: Option<String>,
    /// The `info` lines, without that word.
    pub infos: Vec<String>,
    /// From `go` to `bestmove`.
    pub time: Duration,
}

/// A running engine.
pub struct Subject<'a> {
    wire: Wire,
    exam: &'a Exam,
}

impl<'a> Subject<'a> {
    /// Starts the engine and sends nothing to it.
    pub fn start(exam: &'a Exam) -> Result<Self, Unmet> {
        let wire = Wire::open(&exam.spec, InfoLines::Every, &exam.log, &exam.interrupt)?;
        Ok(Self { wire, exam })
    }

    /// Starts the engine, waits for `uciok`, sets the user's options and waits until it is ready.
    pub fn ready(exam: &'a Exam) -> Result<Self, Unmet> {
        let mut subject = Self::start(exam)?;
        subject.handshake()?;
        for (name, value) in &exam.spec.options {
            subject.send(&wire::set_option(name, value))?;
        }
        subject.await_ready(exam.patience.ready)?;
        Ok(subject)
    }

    /// Sends `uci` and returns the lines before `uciok`.
    pub fn handshake(&mut self) -> Result<Vec<String>, Unmet> {
        self.send("uci")?;
        let lines = self.lines_before("uciok", self.exam.patience.start)?;
        lines.ok_or_else(|| fails("no uciok"))
    }

    /// Sends lines.
    pub fn send(&mut self, text: &str) -> Result<(), Unmet> {
        Ok(self.wire.write(text)?)
    }

    /// The next line within that time; `None` if there is none.
    pub fn read(&mut self, until: Instant) -> Result<Option<Line>, Unmet> {
        Ok(self.wire.read(until)?)
    }

    /// The lines before the one that is this; `None` if it does not come in that time.
    fn lines_before(&mut self, last: &str, wait: Duration) -> Result<Option<Vec<String>>, Unmet> {
        let until = Instant::now() + wait;
        let mut lines = Vec::new();
        let came = self.wire.read_to(last, until, |line| lines.push(line.text))?;
        Ok(came.then_some(lines))
    }

    /// Sends `isready` and returns the lines before `readyok`, which must come in that time.
    pub fn await_ready(&mut self, wait: Duration) -> Result<Vec<String>, Unmet> {
        self.send("isready")?;
        let lines = self.lines_before("readyok", wait)?;
        lines.ok_or_else(|| fails(format!("no readyok within {wait:?}")))
    }

    /// That the engine still answers, and makes no move that nobody asked for.
    pub fn expect_quiet(&mut self) -> Result<(), Unmet> {
        // A second move may come a moment after the first.
        std::thread::sleep(Duration::from_millis(20));
        let lines = self.await_ready(self.exam.patience.ready)?;
        match lines.iter().find(|line| line.starts_with("bestmove")) {
            Some(line) => Err(fails(format!("'{line}' that nobody asked for"))),
            None => Ok(()),
        }
    }

    /// Sends `position` and `go`.
    pub fn go(&mut self, root: &Root, go: &str) -> Result<Instant, Unmet> {
        let begun = Instant::now();
        self.send(&format!("{}\n{go}", root.command))?;
        Ok(begun)
    }

    /// The answer to a `go` of that moment, if it comes before the other.
    pub fn answer(&mut self, begun: Instant, until: Instant) -> Result<Option<Search>, Unmet> {
        let mut infos = Vec::new();
        while let Some(line) = self.read(until)? {
            if let Some(info) = line.text.strip_prefix("info ") {
                infos.push(info.to_owned());
            }
            let Some(BestMove { best, ponder }) = BestMove::parse(&line.text) else { continue };
            if best.is_empty() {
                return Err(fails("bestmove without a move"));
            }
            let time = line.at.saturating_duration_since(begun);
            return Ok(Some(Search { best, ponder, infos, time }));
        }
        Ok(None)
    }

    /// Has the engine search a little and waits for its move, which must be legal and alone.
    pub fn search(&mut self, root: &Root, go: &str) -> Result<Search, Unmet> {
        let allowance = self.exam.short_search;
        let begun = self.go(root, go)?;
        let search = self.answer(begun, begun + allowance)?;
        let search = search.ok_or_else(|| fails(format!("no bestmove within {allowance:?}")))?;
        self.expect_legal(root, &search)?;
        Ok(search)
    }

    /// That no move comes for a while.
    pub fn expect_no_move_yet(&mut self, begun: Instant) -> Result<(), Unmet> {
        match self.answer(begun, Instant::now() + WATCH)? {
            Some(search) => Err(fails(format!(
                "'bestmove {}' after {}, before it was asked to move",
                search.best,
                milliseconds(search.time)
            ))),
            None => Ok(()),
        }
    }

    /// Sends a line that ends a search, and returns the move, which must come at once, be legal
    /// and be alone. The time is that from this line on.
    pub fn end_search(&mut self, root: &Root, line: &str) -> Result<Search, Unmet> {
        let begun = Instant::now();
        self.send(line)?;
        let wait = self.exam.patience.stop;
        let search = self.answer(begun, begun + wait)?;
        let search = search.ok_or_else(|| fails(format!("no bestmove {wait:?} after {line}")))?;
        self.expect_legal(root, &search)?;
        Ok(search)
    }

    /// That the moves of an answer are legal, and that no further one comes.
    fn expect_legal(&mut self, root: &Root, search: &Search) -> Result<(), Unmet> {
        let Some(best) = exact_move(&root.position, &search.best) else {
            let text = fen::to_string(&root.position);
            return Err(fails(format!("'bestmove {}' is not legal in {text}", search.best)));
        };
        let after = root.position.play(best);
        let bad = |word: &&String| exact_move(&after, word).is_none();
        if let Some(word) = search.ponder.as_ref().filter(bad) {
            return Err(fails(format!("'ponder {word}' is not legal after {}", search.best)));
        }
        self.expect_quiet()
    }

    /// Asks the engine to end, and waits for it.
    pub fn shut_down(self, shutdown: Shutdown) -> Exit {
        self.wire.shut_down(shutdown, self.exam.patience.stop)
    }
}

impl From<Fault> for Unmet {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Interrupted => Self::Interrupted,
            Fault::Ended(None) => fails("it has closed its output"),
            Fault::Ended(Some(status)) => fails(format!("it has ended ({status})")),
            fault => fails(fault.to_string()),
        }
    }
}

/// A time as the report shows it.
pub fn milliseconds(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}
