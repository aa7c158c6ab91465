//! The debug log of the wire: every line to and from every engine, with the time. It is written
//! for people; nothing reads it.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A log file that several engines share.
struct LogFile {
    writer: Mutex<BufWriter<File>>,
    opened: Instant,
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
    /// The file cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let writer = Mutex::new(BufWriter::new(File::create(path)?));
        let file = Some(Arc::new(LogFile { writer, opened: Instant::now() }));
        Ok(Self { file, who: "".into() })
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
        // A log that cannot be written must not end a match.
        if let Ok(mut writer) = file.writer.lock() {
            for line in text.lines() {
                let _ = writeln!(writer, "{time:.6} {} {direction} {line}", self.who);
            }
            let _ = writer.flush();
        }
    }
}
