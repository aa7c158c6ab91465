//! The referee's side of the UCI protocol: one engine, from its start to its end. It believes
//! nothing the engine says of moves and results; it only hands over the words.

use std::fmt::Write;
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use thiserror::Error;

use super::declared::Declared;
use super::log::WireLog;
use super::process::{Line, Process, Silence};
use super::spec::EngineSpec;

/// How long an engine may take for what is no thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// From its start to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`.
    pub ready: Duration,
    /// From `stop` to `bestmove`, and from `quit` to its end.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        let seconds = Duration::from_secs;
        Self { start: seconds(20), ready: seconds(20), stop: seconds(3) }
    }
}

/// How long a wait goes on unheeding when the match is broken off.
const INTERRUPTIBLE: Duration = Duration::from_millis(100);

/// Tells every wait that nobody wants its end any more. Copies are one and the same.
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

/// Why an engine can play no more: its process must be ended.
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
    /// Nobody wants its answer any more.
    #[error("was broken off")]
    Interrupted,
}

fn ending(status: Option<ExitStatus>) -> String {
    status.map_or_else(
        || "has closed its input or its output".to_owned(),
        |status| format!("has ended of itself ({status})"),
    )
}

/// What an engine says when it moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The word after `bestmove`.
    pub best: String,
    /// The word after `ponder`.
    pub ponder: Option<String>,
    /// From the command to the answer.
    pub time: Duration,
    /// What it said last of its thinking.
    pub info: Info,
    /// What it claims, before its move.
    pub claim: Option<String>,
}

/// What an `info` line says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The score for the player to move.
    pub score: Option<Evaluation>,
    /// Plies.
    pub depth: Option<u32>,
    /// Plies.
    pub selective_depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The engine's own measure of its time, in milliseconds.
    pub time: Option<u64>,
}

/// An engine's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Centipawns.
    Centipawns(i32),
    /// Moves until mate; negative, or 0, for the loser.
    Mate(i32),
}

impl Evaluation {
    /// Mates as more than any number of centipawns, so that scores can be compared.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(score) => score.clamp(-MATE / 2, MATE / 2),
            Self::Mate(moves) if moves > 0 => MATE - moves.min(MATE / 2),
            Self::Mate(moves) => -MATE - moves.max(-MATE / 2),
        }
    }
}

impl Info {
    /// Reads what it understands of an `info` line without its first word.
    pub fn parse(text: &str) -> Self {
        let mut info = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "depth" => info.depth = number().and_then(|n| n.try_into().ok()),
                "seldepth" => info.selective_depth = number().and_then(|n| n.try_into().ok()),
                "nodes" => info.nodes = number().and_then(|n| n.try_into().ok()),
                "time" => info.time = number().and_then(|n| n.try_into().ok()),
                "score" => {
                    let kind = words.next();
                    let value = words.next().and_then(|word| word.parse().ok());
                    info.score = match kind {
                        Some("cp") => value.map(Evaluation::Centipawns),
                        Some("mate") => value.map(Evaluation::Mate),
                        _ => None,
                    };
                }
                "pv" | "string" => break,
                _ => {}
            }
        }
        info
    }
}

/// How a search ended.
#[derive(Debug)]
pub enum Reply {
    /// In time, as far as `go` was told.
    Move(Answer),
    /// Too late; the engine has answered meanwhile, after `stop`, and can play on in other games.
    Late(Answer),
}

/// A running engine that has shaken hands.
pub struct Client {
    process: Process,
    spec: Arc<EngineSpec>,
    patience: Patience,
    /// The options it declares.
    pub options: Vec<Declared>,
    stray_moves: u32,
    /// Whether the engine thinks in its opponent's time: one `bestmove` is still to come.
    pondering: bool,
    interrupt: Interrupt,
}

impl Client {
    /// Starts an engine, shakes hands and sets the user's options.
    ///
    /// # Errors
    /// [`Fault`]; the process has then been ended.
    pub fn start(
        spec: &Arc<EngineSpec>,
        patience: Patience,
        log: &WireLog,
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        let log = log.of(&spec.name);
        let folder = spec.folder.as_deref();
        let process =
            Process::start(&spec.program, &spec.arguments, folder, log).map_err(Fault::Start)?;
        let mut client = Self {
            process,
            spec: spec.clone(),
            patience,
            options: Vec::new(),
            stray_moves: 0,
            pondering: false,
            interrupt: interrupt.clone(),
        };
        client.shake_hands()?;
        if spec.ponder && client.declares("Ponder").is_some() {
            client.set_option("Ponder", "true")?;
        }
        let options = client.spec.options.clone();
        for (name, value) in options {
            client.set_option(&name, &value)?;
        }
        Ok(client)
    }

    fn shake_hands(&mut self) -> Result<(), Fault> {
        self.write("uci")?;
        let until = Instant::now() + self.patience.start;
        loop {
            let line = self.expect_line(until, "uci")?;
            if line.text == "uciok" {
                return Ok(());
            }
            let option = line.text.strip_prefix("option ").and_then(Declared::parse);
            // No engine has a thousand options; a flood of them is junk.
            if let Some(option) = option.filter(|_| self.options.len() < 1000) {
                self.options.push(option);
            }
        }
    }

    /// What the user says of the engine.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Whether the engine declares an option, by a name in any case.
    pub fn declares(&self, name: &str) -> Option<&Declared> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// What the user wants of the engine and it does not offer, in words that follow its name: it
    /// is told all the same.
    ///
    /// # Errors
    /// An option that it has cannot have the value the user gives it.
    pub fn unfit_wishes(&self, chess960: bool) -> Result<Vec<String>, String> {
        let mut missing = Vec::new();
        for (name, value) in &self.spec.options {
            match self.declares(name) {
                None => missing.push(format!("declares no option '{name}'")),
                Some(option) => option
                    .accepts(value)
                    .map_err(|wanted| format!("cannot have option.{name}={value}: {wanted}"))?,
            }
        }
        for (wanted, name) in [(self.spec.ponder, "Ponder"), (chess960, "UCI_Chess960")] {
            if wanted && self.declares(name).is_none() {
                missing.push(format!("declares no option '{name}'"));
            }
        }
        Ok(missing)
    }

    /// Sets an option. An empty value presses a button.
    ///
    /// # Errors
    /// The engine has ended.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        let mut command = format!("setoption name {name}");
        if !value.is_empty() {
            let _ = write!(command, " value {value}");
        }
        self.write(&command)
    }

    /// Says that a new game begins, and waits until the engine is ready.
    ///
    /// # Errors
    /// The engine has ended or does not answer.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.tell("ucinewgame")
    }

    /// Tells the engine something and waits until it is ready. What it still had to say of what
    /// was before comes first, and is not taken for an answer to what it is asked next.
    fn tell(&mut self, line: &str) -> Result<(), Fault> {
        self.drop_stale_lines();
        self.write(&format!("{line}\nisready"))?;
        self.await_ready()
    }

    fn await_ready(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + self.patience.ready;
        loop {
            let line = self.expect_line(until, "isready")?;
            if line.text == "readyok" {
                return Ok(());
            }
            self.note_stray(&line);
        }
    }

    /// Asks for a move: `position` and `go` are the two lines. The time runs from `go`, when the
    /// engine has the position. Waits for that long; then says `stop` and waits a little more.
    ///
    /// # Errors
    /// The engine has ended, or does not answer at all.
    pub fn go(&mut self, position: &str, go: &str, allowance: Duration) -> Result<Reply, Fault> {
        self.tell(position)?;
        self.ask(go, allowance)
    }

    /// Has the engine think in its opponent's time: `position` ends with the move that it expects
    /// of him, `go` says `ponder`. No answer is waited for.
    ///
    /// # Errors
    /// The engine has ended or does not answer.
    pub fn ponder(&mut self, position: &str, go: &str) -> Result<(), Fault> {
        self.tell(position)?;
        self.write(go)?;
        self.pondering = true;
        Ok(())
    }

    /// Whether the engine thinks in its opponent's time.
    pub const fn is_pondering(&self) -> bool {
        self.pondering
    }

    /// The opponent has made the move the engine expected: from now on it thinks in its own time.
    /// A move it sent too early counts as made in no time. Waits as [`Client::go`] does.
    ///
    /// # Errors
    /// The engine has ended, or does not answer at all.
    pub fn ponder_hit(&mut self, allowance: Duration) -> Result<Reply, Fault> {
        self.pondering = false;
        self.ask("ponderhit", allowance)
    }

    /// What the engine thinks about will not come. Waits for the move it owes and throws it away.
    ///
    /// # Errors
    /// The engine has ended, or does not answer.
    pub fn stop_pondering(&mut self) -> Result<(), Fault> {
        if std::mem::take(&mut self.pondering) {
            self.write("stop")?;
            let until = Instant::now() + self.patience.stop;
            self.await_move(Instant::now(), until, "stop")?;
        }
        Ok(())
    }

    fn ask(&mut self, command: &str, allowance: Duration) -> Result<Reply, Fault> {
        let begun = Instant::now();
        self.write(command)?;
        match self.await_move(begun, begun + allowance, "go") {
            Ok(answer) => return Ok(Reply::Move(answer)),
            Err(Fault::Silent(_)) => {}
            Err(fault) => return Err(fault),
        }
        self.write("stop")?;
        let late = self.await_move(begun, Instant::now() + self.patience.stop, "go")?;
        Ok(Reply::Late(late))
    }

    fn await_move(
        &mut self,
        begun: Instant,
        until: Instant,
        command: &'static str,
    ) -> Result<Answer, Fault> {
        loop {
            let line = self.expect_line(until, command)?;
            let Some(rest) = line.text.strip_prefix("bestmove") else { continue };
            let mut words = rest.split_ascii_whitespace();
            let best = words.next().unwrap_or_default().to_owned();
            let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
            return Ok(Answer {
                best,
                ponder: ponder.map(str::to_owned),
                time: line.at.saturating_duration_since(begun),
                info: line.kept.info.as_deref().map(Info::parse).unwrap_or_default(),
                claim: line.kept.claim,
            });
        }
    }

    /// How many moves the engine has sent without being asked, since this was last called.
    pub fn take_stray_moves(&mut self) -> u32 {
        std::mem::take(&mut self.stray_moves)
    }

    fn drop_stale_lines(&mut self) {
        for line in self.process.stale_lines() {
            self.note_stray(&line);
        }
    }

    fn note_stray(&mut self, line: &Line) {
        if line.text.starts_with("bestmove") {
            self.stray_moves += 1;
        }
    }

    fn write(&mut self, text: &str) -> Result<(), Fault> {
        self.process.write(text).map_err(|_| Fault::Ended(self.process.status_of_the_dead()))
    }

    fn expect_line(&mut self, until: Instant, command: &'static str) -> Result<Line, Fault> {
        loop {
            let now = Instant::now();
            match self.process.read(until.min(now + INTERRUPTIBLE)) {
                Ok(line) => return Ok(line),
                Err(Silence::Closed) => {
                    return Err(Fault::Ended(self.process.status_of_the_dead()));
                }
                Err(Silence::TimedOut) if self.interrupt.is_set() => {
                    return Err(Fault::Interrupted);
                }
                Err(Silence::TimedOut) if Instant::now() >= until => {
                    return Err(Fault::Silent(command));
                }
                Err(Silence::TimedOut) => {}
            }
        }
    }

    /// Ends the engine, politely first.
    pub fn quit(self) -> Option<ExitStatus> {
        self.process.end(self.patience.stop)
    }

    /// Ends an engine that has failed, at once.
    pub fn abandon(self) -> Option<ExitStatus> {
        self.process.end(Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn info_lines_are_understood() {
        let info = Info::parse(
            "depth 12 seldepth 18 multipv 1 score cp -31 lowerbound nodes 5000 nps 1 time 7 pv e2e4 depth",
        );
        assert_eq!(
            info,
            Info {
                score: Some(Evaluation::Centipawns(-31)),
                depth: Some(12),
                selective_depth: Some(18),
                nodes: Some(5000),
                time: Some(7),
            }
        );
        assert_eq!(Info::parse("score mate -3").score, Some(Evaluation::Mate(-3)));
        for nonsense in
            ["", "depth", "score", "score cp", "score xx 3", "depth -1 nodes -2", "time 1e9"]
        {
            assert_eq!(Info::parse(nonsense), Info::default(), "{nonsense}");
        }
    }

    #[test]
    fn scores_are_in_order() {
        use Evaluation::{Centipawns, Mate};
        let rising = [
            Mate(0),
            Mate(-1),
            Mate(-30),
            Centipawns(i32::MIN),
            Centipawns(-1),
            Centipawns(0),
            Centipawns(i32::MAX),
            Mate(9),
            Mate(1),
        ];
        let numbers = rising.map(Evaluation::centipawns);
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    }
}
