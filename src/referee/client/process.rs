//! An engine's process: lines in, lines out, and an end that leaves nothing behind. The process
//! leads a group of its own (a job, on Windows), so that whatever it starts ends with it, and a
//! signal to the terminal reaches the referee alone. When the referee itself is killed, Windows
//! ends the job and Linux the engine; elsewhere an engine that searches ends when it next reads its
//! input.
//!
//! Whatever the engine writes is bounded here: a line by [`LONGEST_LINE`], what is not yet read by
//! `WAITING_PIECES` (beyond them the engine must wait), and bytes that are no UTF-8 are replaced.
//! Lines that come in one piece are handed over in one, so that what an engine has written without
//! being asked is there to be thrown away before it is asked again. Of the `info` lines only the
//! last with a score is kept, and handed over with the next other line: they are many, and the
//! referee's time should be the engines'.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
#[cfg(target_os = "linux")]
use std::sync::LazyLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
#[cfg(target_os = "linux")]
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

#[cfg(unix)]
use process_wrap::std::ProcessGroup;
use process_wrap::std::{ChildWrapper, CommandWrap};
#[cfg(windows)]
use process_wrap::std::{CreationFlags, JobObject};
#[cfg(windows)]
use windows::Win32::System::Threading::CREATE_NEW_PROCESS_GROUP;

use super::log::WireLog;
use super::spec::EngineSpec;

/// The longest line, in bytes; the rest of a longer one is dropped.
pub const LONGEST_LINE: usize = 1 << 16;
/// The most that is read from an engine at once, in bytes.
const LARGEST_PIECE: usize = 1 << 14;
/// How many pieces may wait to be read.
const WAITING_PIECES: usize = 16;

/// A line the engine has written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its text, without blanks around it.
    pub text: String,
    /// When its end was read.
    pub at: Instant,
    /// What its `info` lines since the line before hold.
    pub kept: Kept,
}

/// What is kept of `info` lines for the line after them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Kept {
    /// The last with a score of the first line of play, without its first word.
    pub info: Option<String>,
    /// What follows [`CLAIM`] in the last that begins so.
    pub claim: Option<String>,
}

/// How a line of `info`, its first word apart, begins by which an engine claims something: UCI has
/// no word for it.
pub const CLAIM: &str = "string claim ";

/// What becomes of an engine's `info` lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InfoLines {
    /// The last with a score, and the last claim, come with the next other line ([`Kept`]).
    LastScore,
    /// Each is a line like any other.
    Every,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Silence {
    /// The time is up.
    TimedOut,
    /// The engine has closed its output: it has ended.
    Closed,
}

/// How an engine is asked to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shutdown {
    /// By `quit`; its input stays open.
    Quit,
    /// By the end of its input.
    EndOfInput,
}

/// How a process ended that was left to end by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exit {
    /// How it ended; `None` if it had to be ended by force.
    pub status: Option<ExitStatus>,
    /// From the request to its end.
    pub time: Duration,
    /// Whether something that it had started went on after it, and had to be ended by force.
    pub left_behind: bool,
}

/// How long a process that an engine has started may outlive it.
const CHILD_GRACE: Duration = Duration::from_millis(200);

/// How long an engine that has closed its output may take to end: the system frees its memory
/// first, and may write it down.
const EXIT_GRACE: Duration = Duration::from_secs(1);

/// A running engine.
pub struct Process {
    child: Box<dyn ChildWrapper>,
    input: Option<ChildStdin>,
    pieces: Receiver<Vec<Line>>,
    /// The lines of the last piece that are still to be read.
    lines: VecDeque<Line>,
    log: WireLog,
}

impl Process {
    /// Starts an engine's program.
    ///
    /// # Errors
    /// Those of the system.
    pub fn start(spec: &EngineSpec, infos: InfoLines, log: WireLog) -> io::Result<Self> {
        let mut command = Command::new(&spec.program);
        command.args(&spec.arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        let mut child = spawn_on_starter(command)?;
        let input = child.stdin().take();
        let output = child.stdout().take();
        let (sender, pieces) = sync_channel(WAITING_PIECES);
        if let Some(output) = output {
            let log = log.clone();
            thread::Builder::new()
                .name("engine output".to_owned())
                .spawn(move || read_lines(output, infos, &sender, &log))?;
        }
        Ok(Self { child, input, pieces, lines: VecDeque::new(), log })
    }

    /// Writes lines, in one piece. `text` has no line end after its last line.
    ///
    /// # Errors
    /// The engine no longer reads.
    pub fn write(&mut self, text: &str) -> io::Result<()> {
        self.log.sent(text);
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let mut bytes = Vec::with_capacity(text.len() + 1);
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(b'\n');
        input.write_all(&bytes)
    }

    /// The next line, if it comes before that moment.
    ///
    /// # Errors
    /// [`Silence`].
    pub fn read(&mut self, until: Instant) -> Result<Line, Silence> {
        loop {
            if let Some(line) = self.lines.pop_front() {
                return Ok(line);
            }
            let wait = until.saturating_duration_since(Instant::now());
            let piece = self.pieces.recv_timeout(wait).map_err(|error| match error {
                RecvTimeoutError::Timeout => Silence::TimedOut,
                RecvTimeoutError::Disconnected => Silence::Closed,
            })?;
            self.lines = piece.into();
        }
    }

    /// Throws away the lines that wait, at most so many as may wait, and returns them.
    pub fn stale_lines(&mut self) -> Vec<Line> {
        let waiting = self.pieces.try_iter().take(WAITING_PIECES).flatten();
        self.lines.drain(..).chain(waiting).collect()
    }

    /// Ends the engine and all it has started: asks it to quit, gives it that long, then ends the
    /// whole group by force. Returns how the engine itself ended, if the system says.
    pub fn end(mut self, patience: Duration) -> Option<ExitStatus> {
        let until = Instant::now() + patience;
        if !patience.is_zero() && self.write("quit").is_ok() {
            self.input = None;
            // Its output tells nothing: it may shut it early, or a child may hold it open.
            while Instant::now() < until && !self.has_exited() {
                self.stale_lines();
                thread::sleep(Duration::from_millis(1));
            }
        }
        self.end_group()
    }

    /// How the engine has ended whose output is closed, or who no longer reads: it may have closed
    /// them a moment before its end. `None` if it still runs.
    pub fn final_status(&mut self) -> Option<ExitStatus> {
        let until = Instant::now() + EXIT_GRACE;
        loop {
            let status = self.exit_status();
            if status.is_some() || Instant::now() >= until {
                return status;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// How the engine has ended, if it has.
    pub fn exit_status(&mut self) -> Option<ExitStatus> {
        self.child.inner_mut().try_wait().ok().flatten()
    }

    /// Asks the engine to end and waits that long for the engine to end by itself; then ends it, and
    /// whatever it leaves behind, by force.
    pub fn shut_down(mut self, shutdown: Shutdown, patience: Duration) -> Exit {
        let begun = Instant::now();
        match shutdown {
            // One that has ended already reads no more.
            Shutdown::Quit => drop(self.write("quit")),
            Shutdown::EndOfInput => self.input = None,
        }
        while begun.elapsed() < patience && !self.has_exited() {
            self.stale_lines();
            thread::sleep(Duration::from_millis(1));
        }
        let time = begun.elapsed();
        let status = self.exit_status();
        // A process still running holds the output open, or belongs to the group; a Windows job
        // does not tell.
        let mut left_behind = false;
        if status.is_some() {
            thread::sleep(CHILD_GRACE);
            let waiting = self.pieces.try_iter().take(WAITING_PIECES).count();
            let open = waiting == WAITING_PIECES
                || self.pieces.try_recv() != Err(TryRecvError::Disconnected);
            left_behind = open || (cfg!(unix) && self.child.start_kill().is_ok());
        }
        Exit { status, time, left_behind }
    }

    fn has_exited(&mut self) -> bool {
        // Waiting for the engine alone reaps it, after which its number, and its group's, could be
        // another's by the time the group is ended; but a group's number stays taken while a
        // process of the group lives, and an empty group has nothing to end.
        self.exit_status().is_some()
    }

    fn end_group(&mut self) -> Option<ExitStatus> {
        self.input = None;
        // Fails when nothing is left to end.
        let _ = self.child.start_kill();
        self.child.wait().ok()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end_group();
    }
}

/// Starts a process that leads a group or a job of its own and ends with this one.
#[cfg(not(target_os = "linux"))]
fn spawn_on_starter(command: Command) -> io::Result<Box<dyn ChildWrapper>> {
    spawn_in_group(command)
}

/// Starts a process that leads a group of its own and ends with this one. Linux means by a parent
/// the *thread* that started the process, so one thread starts them all, and ends with the whole
/// process alone.
#[cfg(target_os = "linux")]
fn spawn_on_starter(command: Command) -> io::Result<Box<dyn ChildWrapper>> {
    type Order = (Command, SyncSender<io::Result<Box<dyn ChildWrapper>>>);
    static ORDERS: LazyLock<io::Result<Sender<Order>>> = LazyLock::new(|| {
        let (sender, orders) = channel::<Order>();
        thread::Builder::new().name("engine starter".to_owned()).spawn(move || {
            for (mut command, answer) in orders {
                die_with_parent(&mut command);
                // Whoever asked waits for it.
                let _ = answer.send(spawn_in_group(command));
            }
        })?;
        Ok(sender)
    });
    let gone = || io::Error::other("the thread that starts engines has ended");
    let orders =
        ORDERS.as_ref().map_err(|error| io::Error::new(error.kind(), error.to_string()))?;
    let (answer, child) = sync_channel(1);
    orders.send((command, answer)).map_err(|_| gone())?;
    child.recv().map_err(|_| gone())?
}

/// Has the system kill the process when the thread that starts it ends.
#[cfg(target_os = "linux")]
fn die_with_parent(command: &mut Command) {
    use std::os::unix::process::CommandExt;

    use nix::sys::prctl::set_pdeathsig;
    use nix::sys::signal::Signal;
    use nix::unistd::{Pid, getppid};

    let referee = Pid::this();
    // SAFETY: between fork and exec only functions may be called that are safe in a signal's
    // handler. These are two bare system calls, which neither allocate nor lock.
    unsafe {
        command.pre_exec(move || {
            set_pdeathsig(Signal::SIGKILL)?;
            // The referee may have ended before that.
            if getppid() == referee { Ok(()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
        });
    }
}

fn spawn_in_group(command: Command) -> io::Result<Box<dyn ChildWrapper>> {
    let mut command = CommandWrap::from(command);
    #[cfg(unix)]
    command.wrap(ProcessGroup::leader());
    // A job ends as a whole, but only a group of its own does not hear the console's Ctrl-C.
    #[cfg(windows)]
    command.wrap(CreationFlags(CREATE_NEW_PROCESS_GROUP)).wrap(JobObject);
    command.spawn()
}

/// Reads until the engine closes its output or the receiver is gone.
fn read_lines(
    mut output: impl Read,
    infos: InfoLines,
    sender: &SyncSender<Vec<Line>>,
    log: &WireLog,
) {
    let mut chunk = [0; LARGEST_PIECE];
    let mut line: Vec<u8> = Vec::new();
    let mut kept = Kept::default();
    loop {
        let size = match output.read(&mut chunk) {
            Ok(0) => break,
            Ok(size) => size,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        let at = Instant::now();
        let mut rest = &chunk[..size];
        let mut piece = Vec::new();
        while let Some(end) = rest.iter().position(|byte| *byte == b'\n') {
            append(&mut line, &rest[..end]);
            rest = &rest[end + 1..];
            piece.extend(reportable_line(&line, at, &mut kept, infos, log));
            line.clear();
        }
        append(&mut line, rest);
        if !piece.is_empty() && sender.send(piece).is_err() {
            return;
        }
    }
    if let Some(last) = reportable_line(&line, Instant::now(), &mut kept, infos, log) {
        // The receiver may be gone.
        let _ = sender.send(vec![last]);
    }
}

fn append(line: &mut Vec<u8>, bytes: &[u8]) {
    let room = LONGEST_LINE.saturating_sub(line.len());
    line.extend_from_slice(&bytes[..bytes.len().min(room)]);
}

/// The line, unless it is an `info` line that is kept for the next line.
fn reportable_line(
    line: &[u8],
    at: Instant,
    kept: &mut Kept,
    infos: InfoLines,
    log: &WireLog,
) -> Option<Line> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    log.received(text);
    if let Some(news) = text.strip_prefix("info ").filter(|_| infos == InfoLines::LastScore) {
        let of_first_line = !news.contains(" multipv ") || news.contains(" multipv 1 ");
        if of_first_line && news.contains("score ") && !news.starts_with("string") {
            kept.info = Some(news.to_owned());
        } else if let Some(claim) = news.strip_prefix(CLAIM) {
            kept.claim = Some(claim.trim().to_owned());
        }
        return None;
    }
    Some(Line { text: text.to_owned(), at, kept: std::mem::take(kept) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(bytes: &[u8]) -> Vec<Line> {
        let (sender, pieces) = sync_channel(WAITING_PIECES);
        read_lines(bytes, InfoLines::LastScore, &sender, &WireLog::none());
        drop(sender);
        pieces.into_iter().flatten().collect()
    }

    fn texts(bytes: &[u8]) -> Vec<String> {
        lines_of(bytes).into_iter().map(|line| line.text).collect()
    }

    #[test]
    fn lines_are_cut_trimmed_and_made_readable() {
        assert_eq!(texts(b"uciok\r\n\n  readyok \nlast"), ["uciok", "readyok", "last"]);
        assert_eq!(texts(b"bad \xFF\xFE byte\n"), ["bad \u{fffd}\u{fffd} byte"]);
        let long = [vec![b'x'; 3 * LONGEST_LINE], b"\nnext\n".to_vec()].concat();
        let lines = texts(&long);
        assert_eq!((lines[0].len(), &lines[1][..]), (LONGEST_LINE, "next"));
    }

    #[test]
    fn a_claim_comes_with_the_move() {
        let lines = lines_of(
            b"info string claim  draw \ninfo string I claim nothing\nbestmove e2e4\n\
              info string claims draw\ninfo depth 1 string claim draw\nbestmove d2d4\n",
        );
        assert_eq!(lines[0].kept.claim.as_deref(), Some("draw"));
        assert_eq!(lines[1].kept.claim, None);
    }

    #[test]
    fn the_last_score_comes_with_the_move() {
        let lines = lines_of(
            b"info depth 1 score cp 10\ninfo depth 2 score cp 20 pv e2e4\n\
              info depth 2 multipv 2 score cp -5\ninfo string score nothing\n\
              info currmove e2e4\nbestmove e2e4\nbestmove d2d4\n",
        );
        assert_eq!(lines[0].kept.info.as_deref(), Some("depth 2 score cp 20 pv e2e4"));
        assert_eq!(lines[1].kept, Kept::default());
    }
}
