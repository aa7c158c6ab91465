//! One line, one order: what each command does to the engine.

use std::fs::OpenOptions;
use std::sync::Arc;
use std::time::Instant;

use super::input::RawLine;
use super::show;
use super::wire::{
    self, Command, Go, OptionKind, OptionLine, PositionCommand, Reply, Start, quoted,
};
use super::words::law_in_words;
use super::writer::UciWriter;
use crate::engine::options::{Kind, Options, Spec};
use crate::engine::{Engine, SearchLimits, bench};
use crate::notation::{coordinate, fen};

/// A conversation.
pub(super) struct Session {
    engine: Engine,
    writer: Arc<UciWriter>,
    /// `debug on`.
    debug: bool,
}

impl Session {
    pub(super) fn new(writer: Arc<UciWriter>) -> std::io::Result<Self> {
        let listener = Arc::clone(&writer);
        Ok(Self { engine: Engine::new(listener)?, writer, debug: false })
    }

    fn say(&self, reply: Reply) {
        self.writer.say(&reply);
    }

    fn complain(&self, complaints: &[String]) {
        if !complaints.is_empty() {
            self.say(Reply::Error(complaints.join("; ")));
        }
    }

    /// Does what a line says. `false` after `quit`.
    pub(super) fn obey(&mut self, line: &RawLine, received: Instant) -> bool {
        self.writer.log_input(&line.bytes);
        let mut read = wire::parse(&line.bytes);
        if line.cut {
            let beginning = String::from_utf8_lossy(&line.bytes[..40.min(line.bytes.len())]);
            read.complaints =
                vec![format!("the line that begins {} is too long", quoted(&beginning))];
            // What is left of it is not what was intended; but a `go` must have its answer.
            read.command = read.command.filter(|command| matches!(command, Command::Go(_)));
        }
        let mut complaints = read.complaints;
        match read.command {
            None => self.complain(&complaints),
            Some(Command::Quit) => return false,
            // These may have more to complain of, and it goes into the same line.
            Some(Command::Go(go)) => self.go(*go, complaints, received),
            Some(Command::Position(position)) => {
                self.position(&position, &mut complaints);
                self.complain(&complaints);
            }
            Some(Command::SetOption { name, value }) => {
                self.set_option(&name, value.as_deref(), &mut complaints);
                self.complain(&complaints);
            }
            Some(command) => {
                self.complain(&complaints);
                self.obey_plain(&command);
            }
        }
        true
    }

    /// The commands that have nothing to go wrong.
    fn obey_plain(&mut self, command: &Command) {
        match command {
            Command::Uci => self.introduce(),
            Command::Debug(on) => self.debug = *on,
            Command::IsReady => self.say(Reply::ReadyOk),
            Command::NewGame => self.engine.new_game(),
            Command::Stop => self.engine.stop(),
            Command::PonderHit => self.engine.ponder_hit(),
            Command::Display => {
                let notation = self.engine.options().notation.0;
                self.say(Reply::Text(show::position(self.engine.game(), notation)));
            }
            Command::Eval => {
                let position = self.engine.game().position();
                self.say(Reply::Text(show::evaluation(self.engine.evaluation(), position)));
            }
            Command::Help => self.say(Reply::Text(show::HELP.to_owned())),
            Command::Flip => self.engine.flip(),
            Command::Bench(depth) => {
                self.engine.bench(depth.map_or(bench::DEPTH, |depth| depth as usize));
            }
            Command::Laws => {
                let text = law_in_words(self.engine.terms(), self.engine.game().start());
                self.say(Reply::Text(text));
            }
            // Nothing here needs to be registered; the rest are obeyed elsewhere.
            Command::Register
            | Command::Quit
            | Command::Go(_)
            | Command::Position(_)
            | Command::SetOption { .. } => {}
        }
    }

    fn introduce(&self) {
        self.say(Reply::IdName(concat!("Jadoube ", env!("CARGO_PKG_VERSION")).to_owned()));
        self.say(Reply::IdAuthor("the Jadoube developers".to_owned()));
        for spec in Options::TABLE {
            self.say(Reply::Option(listed(spec)));
        }
        #[cfg(feature = "tune")]
        for (name, kind) in crate::engine::parameters::listed() {
            self.say(Reply::Option(OptionLine { name, kind: option_kind(kind) }));
        }
        self.say(Reply::UciOk);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, complaints: &mut Vec<String>) {
        let before = self.engine.options().debug_log_file.clone();
        match self.engine.set_option(name, value) {
            Ok(remark) => complaints.extend(remark),
            Err(error) => {
                complaints.push(error.to_string());
                return;
            }
        }
        if name.eq_ignore_ascii_case("UCI_Variant") {
            self.say_variant();
        }
        self.writer.set_notation(self.engine.options().notation.0);
        if self.engine.options().debug_log_file != before {
            complaints.extend(self.open_log().err());
        }
    }

    /// Tells a GUI that knows variants what the game begins from. XBoard behind UCI2WB sets the
    /// board up by it.
    fn say_variant(&self) {
        let options = self.engine.options();
        let (name, start) = (options.uci_variant.0, fen::six_fields(&options.array()));
        self.say(Reply::String(format!(
            "variant {name} files 8 ranks 8 pocket 0 template fairy startpos {start}"
        )));
    }

    /// Begins the log that was asked for, or ends it. The one before stays if there is a fault.
    fn open_log(&self) -> Result<(), String> {
        let file = match &self.engine.options().debug_log_file.0 {
            Some(path) => {
                let opened = OpenOptions::new().create(true).append(true).open(path);
                let fault =
                    |error| format!("option 'Debug Log File' value {}: {error}", quoted(path));
                Some(opened.map_err(fault)?)
            }
            None => None,
        };
        self.writer.set_log(file);
        Ok(())
    }

    fn position(&mut self, command: &PositionCommand, complaints: &mut Vec<String>) {
        let fen = match &command.start {
            Start::Array => None,
            Start::Fen(text) => Some(text.as_str()),
        };
        let outcome = self.engine.set_position(fen, &command.moves);
        complaints.extend(outcome.err().map(|error| error.to_string()));
    }

    fn go(&mut self, go: Go, mut complaints: Vec<String>, received: Instant) {
        let position = self.engine.game().position();
        let mut search_moves = Vec::new();
        for text in &go.searchmoves {
            match coordinate::parse(position, text) {
                Some(mv) if !search_moves.contains(&mv) => search_moves.push(mv),
                Some(_) => {}
                None => complaints.push(format!("go searchmoves {}: not legal here", quoted(text))),
            }
        }
        self.complain(&complaints);
        if let Some(depth) = go.perft {
            self.engine.count(depth);
            return;
        }
        let limits = SearchLimits {
            time: [go.wtime, go.btime],
            increment: [go.winc, go.binc].map(Option::unwrap_or_default),
            moves_to_go: go.movestogo,
            move_time: go.movetime,
            depth: go.depth.map(|depth| depth as usize),
            nodes: go.nodes,
            mate: go.mate,
            infinite: go.infinite,
            ponder: go.ponder,
            search_moves,
        };
        if self.debug {
            let budget = limits.budget(position, self.engine.circumstances());
            self.say(Reply::String(format!(
                "time aimed at {:?}, end {:?}",
                budget.aim, budget.end
            )));
        }
        self.engine.go(limits, received);
    }
}

/// An option as it is listed to the GUI.
fn listed(spec: &Spec) -> OptionLine {
    OptionLine { name: spec.name.to_owned(), kind: option_kind(spec.kind()) }
}

fn option_kind(kind: Kind) -> OptionKind {
    match kind {
        Kind::Check { default } => OptionKind::Check { default },
        Kind::Spin { default, min, max } => OptionKind::Spin { default, min, max },
        Kind::Combo { default, choices } => OptionKind::Combo {
            default: default.to_owned(),
            choices: choices.into_iter().map(str::to_owned).collect(),
        },
        Kind::String { default } => OptionKind::String { default },
        Kind::Button => OptionKind::Button,
    }
}
