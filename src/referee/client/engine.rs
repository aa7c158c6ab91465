//! The referee's side of the UCI protocol: one engine, from its start to its end. It believes
//! nothing the engine claims about moves and results; it only passes on its words.

use std::process::ExitStatus;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::info::{BestMove, InfoLine, SearchInfo};
use super::log::WireLog;
use super::option::DeclaredOption;
use super::process::{InfoLines, Line};
use super::spec::EngineSpec;
use super::wire::{self, Fault, Interrupt, Wire};

/// How long an engine may take for anything but a search.
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

/// An engine's move, and what it sent with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The word after `bestmove`.
    pub best: String,
    /// The word after `ponder`.
    pub ponder: Option<String>,
    /// From the command to the answer.
    pub time: Duration,
    /// The last report of its search.
    pub info: SearchInfo,
    /// What it claims, before its move.
    pub claim: Option<String>,
}

/// How a search ended.
#[derive(Debug)]
pub enum SearchEnd {
    /// Within the time that was allowed.
    InTime(Answer),
    /// Too late; the engine has answered meanwhile, after `stop`, and can play on in other games.
    Late(Answer),
}

/// A running engine that has answered `uci`.
pub struct Client {
    wire: Wire,
    spec: Arc<EngineSpec>,
    patience: Patience,
    /// The options it declares.
    pub options: Vec<DeclaredOption>,
    stray_moves: u32,
    /// Whether the engine thinks in its opponent's time: one `bestmove` is still to come.
    pondering: bool,
}

impl Client {
    /// Starts an engine, waits for `uciok` and sets the user's options.
    ///
    /// # Errors
    /// [`Fault`]; the process has then been ended.
    pub fn start(
        spec: &Arc<EngineSpec>,
        patience: Patience,
        log: &WireLog,
        interrupt: &Interrupt,
    ) -> Result<Self, Fault> {
        let mut client = Self {
            wire: Wire::open(spec, InfoLines::LastScore, log, interrupt)?,
            spec: spec.clone(),
            patience,
            options: Vec::new(),
            stray_moves: 0,
            pondering: false,
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
        self.wire.write("uci")?;
        let until = Instant::now() + self.patience.start;
        let options = &mut self.options;
        let is_answered = self.wire.read_to("uciok", until, |line| {
            let option = line.text.strip_prefix("option ");
            let option = option.and_then(|text| DeclaredOption::parse(text).ok());
            // No engine has a thousand options; a flood of them is junk.
            options.extend(option.filter(|_| options.len() < 1000));
        })?;
        if is_answered { Ok(()) } else { Err(Fault::Silent("uci")) }
    }

    /// The user's settings for the engine.
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Whether the engine declares an option, by a name in any case.
    pub fn declares(&self, name: &str) -> Option<&DeclaredOption> {
        self.options.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The options that the user sets and the engine does not declare, in words that follow its
    /// name. They are sent all the same.
    ///
    /// # Errors
    /// An option that it has cannot have the value the user gives it.
    pub fn unmet_options(&self, chess960: bool) -> Result<Vec<String>, String> {
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
        self.wire.write(&wire::set_option(name, value))
    }

    /// Announces a new game, and waits until the engine is ready.
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
        self.wire.write(&format!("{line}\nisready"))?;
        self.await_ready()
    }

    fn await_ready(&mut self) -> Result<(), Fault> {
        let until = Instant::now() + self.patience.ready;
        let stray_moves = &mut self.stray_moves;
        let is_ready = self.wire.read_to("readyok", until, |line| {
            *stray_moves += u32::from(is_move(&line));
        })?;
        if is_ready { Ok(()) } else { Err(Fault::Silent("isready")) }
    }

    /// Asks for a move: `position` and `go` are the two lines. The time runs from `go`, when the
    /// engine has the position. Waits for that long; then says `stop` and waits a little more.
    ///
    /// # Errors
    /// The engine has ended, or does not answer at all.
    pub fn go(
        &mut self,
        position: &str,
        go: &str,
        allowance: Duration,
    ) -> Result<SearchEnd, Fault> {
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
        self.wire.write(go)?;
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
    pub fn ponder_hit(&mut self, allowance: Duration) -> Result<SearchEnd, Fault> {
        self.pondering = false;
        self.ask("ponderhit", allowance)
    }

    /// What the engine thinks about will not come. Waits for the move it owes and throws it away.
    ///
    /// # Errors
    /// The engine has ended, or does not answer.
    pub fn stop_pondering(&mut self) -> Result<(), Fault> {
        if std::mem::take(&mut self.pondering) {
            self.wire.write("stop")?;
            let until = Instant::now() + self.patience.stop;
            self.await_move(Instant::now(), until, "stop")?;
        }
        Ok(())
    }

    fn ask(&mut self, command: &str, allowance: Duration) -> Result<SearchEnd, Fault> {
        let begun = Instant::now();
        self.wire.write(command)?;
        match self.await_move(begun, begun + allowance, "go") {
            Ok(answer) => return Ok(SearchEnd::InTime(answer)),
            Err(Fault::Silent(_)) => {}
            Err(fault) => return Err(fault),
        }
        self.wire.write("stop")?;
        let late = self.await_move(begun, Instant::now() + self.patience.stop, "go")?;
        Ok(SearchEnd::Late(late))
    }

    fn await_move(
        &mut self,
        begun: Instant,
        until: Instant,
        command: &'static str,
    ) -> Result<Answer, Fault> {
        while let Some(line) = self.wire.read(until)? {
            let Some(BestMove { best, ponder }) = BestMove::parse(&line.text) else { continue };
            let info = line.kept.info.as_deref().map(InfoLine::parse);
            return Ok(Answer {
                best,
                ponder,
                time: line.at.saturating_duration_since(begun),
                info: info.map(|info| info.search).unwrap_or_default(),
                claim: line.kept.claim,
            });
        }
        Err(Fault::Silent(command))
    }

    /// How many moves the engine has sent without being asked, since this was last called.
    pub fn take_stray_moves(&mut self) -> u32 {
        std::mem::take(&mut self.stray_moves)
    }

    fn drop_stale_lines(&mut self) {
        let stray = self.wire.stale_lines().iter().filter(|line| is_move(line)).count();
        self.stray_moves += stray as u32;
    }

    /// Ends the engine: by `quit` first, then by force.
    pub fn quit(self) -> Option<ExitStatus> {
        self.wire.close(self.patience.stop)
    }

    /// Ends an engine that has failed, at once.
    pub fn abandon(self) -> Option<ExitStatus> {
        self.wire.close(Duration::ZERO)
    }
}

fn is_move(line: &Line) -> bool {
    line.text.starts_with("bestmove")
}
