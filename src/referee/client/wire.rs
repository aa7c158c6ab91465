//! The wire to one engine: lines out, lines in, and what can go wrong with them. The match and the
//! compliance check both speak to engines through here. It knows nothing of what the lines mean.

use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::log::WireLog;
use super::process::{Exit, InfoLines, Line, Process, Shutdown, Silence};
use super::spec::EngineSpec;

/// How often a wait looks whether it has been broken off.
const INTERRUPTIBLE: Duration = Duration::from_millis(100);

/// Tells every wait that its result is no longer wanted. All copies share one state.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicBool>);

impl Interrupt {
    /// Breaks off.
    pub fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been broken off.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why an engine cannot go on: its process must be ended.
#[derive(Debug, Error)]
pub enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(std::io::Error),
    /// It has ended, or, without a status, still runs but has closed its output or no longer reads.
    #[error("{}", ending(*.0))]
    Ended(Option<ExitStatus>),
    /// It did not answer that command.
    #[error("does not answer '{0}'")]
    Silent(&'static str),
    /// Its answer is no longer wanted.
    #[error("was broken off")]
    Interrupted,
}

fn ending(status: Option<ExitStatus>) -> String {
    status.map_or_else(
        || "has closed its input or its output".to_owned(),
        |status| format!("has ended of itself ({status})"),
    )
}

/// An open wire to a running engine.
pub struct Wire {
    process: Process,
    interrupt: Interrupt,
}

impl Wire {
    /// Starts an engine.
    ///
    /// # Errors
    /// [`Fault::Start`].
    pub fn open(
        spec: &EngineSpec,
        infos: InfoLines,
        log: &WireLog,
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        let log = log.of(&spec.name);
        let process = Process::start(spec, infos, log).map_err(Fault::Start)?;
        Ok(Self { process, interrupt: interrupt.clone() })
    }

    /// Writes lines, in one piece. `text` has no line end after its last line.
    ///
    /// # Errors
    /// [`Fault::Ended`].
    pub fn write(&mut self, text: &str) -> Result<(), Fault> {
        self.process.write(text).map_err(|_| self.ended())
    }

    /// The next line, or `None` if there is none before that moment.
    ///
    /// # Errors
    /// [`Fault::Ended`] or [`Fault::Interrupted`].
    pub fn read(&mut self, until: Instant) -> Result<Option<Line>, Fault> {
        loop {
            match self.process.read(until.min(Instant::now() + INTERRUPTIBLE)) {
                Ok(line) => return Ok(Some(line)),
                Err(Silence::Closed) => return Err(self.ended()),
                Err(Silence::TimedOut) if self.interrupt.is_set() => {
                    return Err(Fault::Interrupted);
                }
                Err(Silence::TimedOut) if Instant::now() >= until => return Ok(None),
                Err(Silence::TimedOut) => {}
            }
        }
    }

    /// Hands each line to `other` until the line `last` comes. Whether it came before that moment.
    ///
    /// # Errors
    /// [`Fault::Ended`] or [`Fault::Interrupted`].
    pub fn read_to(
        &mut self,
        last: &str,
        until: Instant,
        mut other: impl FnMut(Line),
    ) -> Result<bool, Fault> {
        while let Some(line) = self.read(until)? {
            if line.text == last {
                return Ok(true);
            }
            other(line);
        }
        Ok(false)
    }

    /// Throws away the lines that have come and were not read, and returns them.
    pub fn stale_lines(&mut self) -> Vec<Line> {
        self.process.stale_lines()
    }

    /// Ends the engine as [`Process::end`] does.
    pub fn close(self, patience: Duration) -> Option<ExitStatus> {
        self.process.end(patience)
    }

    /// Lets the engine end as [`Process::shut_down`] does.
    pub fn shut_down(self, shutdown: Shutdown, patience: Duration) -> Exit {
        self.process.shut_down(shutdown, patience)
    }

    fn ended(&mut self) -> Fault {
        Fault::Ended(self.process.final_status())
    }
}

/// The `setoption` command. An empty value presses a button.
pub fn set_option(name: &str, value: &str) -> String {
    let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
    format!("setoption name {name}{value}")
}
