//! The debug log of the wire: every line to and from every engine, with the time. It is written
//! for people; nothing reads it.

use std::fmt::Write;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use crate::referee::files::{FileError, OutputFile};

/// A log file that several engines share.
struct LogFile {
    state: Mutex<State>,
    opened: Instant,
}

struct State {
    file: OutputFile,
    /// Why nothing more is written.
    failure: Option<FileError>,
}

/// One engine's part of the log, or no log.
#[derive(Clone)]
pub struct WireLog {
    file: Option<Arc<LogFile>>,
    who: Arc<str>,
}

impl WireLog {
    /// No log.
    pub fn none() -> Self {
        Self { file: None, who: "".into() }
    }

    /// A log in a new file.
    ///
    /// # Errors
    /// The file cannot be made, or another process writes to it.
    pub fn create(path: &Path) -> Result<Self, FileError> {
        let mut file = OutputFile::open("log", path)?;
        file.cut(0)?;
        let state = Mutex::new(State { file, failure: None });
        let file = Some(Arc::new(LogFile { state, opened: Instant::now() }));
        Ok(Self { file, who: "".into() })
    }

    /// Why the log could not be written to its end, if it could not: that ends no match, but is
    /// reported when it is over.
    pub fn take_failure(&self) -> Option<FileError> {
        let file = self.file.as_ref()?;
        file.state.lock().unwrap_or_else(PoisonError::into_inner).failure.take()
    }

    /// The same log for one engine.
    pub fn of(&self, who: &str) -> Self {
        Self { file: self.file.clone(), who: who.into() }
    }

    /// Notes what the referee sends.
    pub fn sent(&self, text: &str) {
        self.note('<', text);
    }

    /// Notes what the engine writes.
    pub fn received(&self, text: &str) {
        self.note('>', text);
    }

    /// Notes a remark of the referee's own.
    pub fn remark(&self, text: &str) {
        self.note('#', text);
    }

    fn note(&self, direction: char, text: &str) {
        let Some(file) = &self.file else { return };
        let time = file.opened.elapsed().as_secs_f64();
        let mut text_of_file = String::new();
        for line in text.lines() {
            let _ = writeln!(text_of_file, "{time:.6} {} {direction} {line}", self.who);
        }
        let mut state = file.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.failure.is_none() {
            state.failure = state.file.append(&text_of_file).err();
        }
    }
}
