//! The built program at the other end of two pipes, for tests that talk to it.
#![allow(dead_code)] // each test uses what it needs

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

/// No answer takes so long, even on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// The program, speaking UCI. Dropped, it is killed.
pub struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<String>,
}

impl Engine {
    pub fn start() -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (sender, output) = channel();
        let stdout = BufReader::new(child.stdout.take().unwrap());
        std::thread::spawn(move || {
            for line in stdout.lines() {
                if line.is_err() || sender.send(line.unwrap()).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, output }
    }

    /// Sends a line; the fault, if there is one, tells how the program has ended.
    pub fn send(&mut self, text: &str) -> Result<(), String> {
        let input = self.input.as_mut().expect("the input has not ended");
        let sent = input.write_all(format!("{text}\n").as_bytes()).and_then(|()| input.flush());
        sent.map_err(|error| format!("'{text}' not sent, {error}: {:?}", self.child.wait()))
    }

    /// Ends the input.
    pub fn end_input(&mut self) {
        self.input = None;
    }

    pub fn input_has_ended(&self) -> bool {
        self.input.is_none()
    }

    /// The next line within a time.
    pub fn line(&self, within: Duration) -> Result<String, RecvTimeoutError> {
        self.output.recv_timeout(within)
    }

    /// Waits for the end of the program.
    pub fn wait(&mut self) -> ExitStatus {
        self.child.wait().unwrap()
    }

    /// Begins to measure.
    pub fn watch(&self) -> Stopwatch {
        Stopwatch { began: Instant::now(), processor: self.processor_time() }
    }

    /// The time since a watch was begun: on the wall or on the processors, whichever is less, so
    /// that a machine with other work does not count against the program.
    pub fn time_since(&self, watch: &Stopwatch) -> Duration {
        let wall = watch.began.elapsed();
        let spent = self.processor_time().zip(watch.processor).map(|(now, then)| now - then);
        spent.map_or(wall, |spent| spent.min(wall))
    }

    /// What all its threads have spent on the processors, in steps of ten milliseconds; only Linux
    /// tells.
    fn processor_time(&self) -> Option<Duration> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).ok()?;
        // The name in parentheses may hold blanks; user and system time are the 14th and 15th.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || fields.next()?.parse::<u64>().ok();
        Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// When something began, by two clocks.
pub struct Stopwatch {
    began: Instant,
    processor: Option<Duration>,
}
