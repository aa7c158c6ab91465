//! `jadoube arbiter`: a game under the arbiter, event by event, from the keyboard or a file, in text
//! or in JSON. It only reads and prints: the arbiter rules.
#![allow(clippy::print_stdout)] // a command's business is to print

use std::fmt::Write as _;
use std::io::{BufRead, IsTerminal, Write as _};
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use crate::arbiter::{Arbiter, Ending, Event, Ruling, RulingJson, Setting, State, list, offences};
use crate::rules::laws::Code;
use crate::rules::{Color, Square};

/// What `help` and an empty line tell.
const HELP: &str = "\
One event a line, such as:
  White plays e2e4          White touches g1 f1       White adjusts a1 notice with
  White plays d1h5 check    White castles kingside    White lifts e2 / places e2e4 / quits
  Black exacts king         Black waives              Black points out illegal move
  Black claims repetition   Black offers a draw       White clock 1:05:00
  White seals e2e4          game resumes              White sends \"R-Q1\" meaning a1d1 f1d1
Commands: moves, rights, board, rulings, undo, save FILE, load FILE, code CODE (a new game), help, quit";

/// Rule on a game, event by event.
#[derive(clap::Args, Debug)]
pub struct Arguments {
    /// The code a new game is played under
    #[arg(long, value_name = "CODE", default_value = "chess", value_parser = code)]
    laws: Code,

    /// Read and write JSON, one object a line
    #[arg(long)]
    json: bool,

    /// Print what every code makes of the same offences, as a table in Markdown
    #[arg(long, conflicts_with_all = ["json", "file"])]
    table: bool,

    /// A file of a setting and events, ruled on line by line; without one, standard input
    file: Option<PathBuf>,
}

fn code(text: &str) -> Result<Code, String> {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    Code::parse(text).ok_or_else(|| format!("not one of {}", codes.join(", ")))
}

/// A line that a program sends.
#[derive(Deserialize)]
struct Request {
    event: String,
}

/// What a program is answered.
#[derive(Serialize)]
struct Reply {
    event: String,
    turn: String,
    fen: String,
    moves: Vec<String>,
    result: Option<String>,
    rulings: Vec<RulingJson>,
    rights: Vec<RulingJson>,
}

/// What a program is answered when its line cannot be taken.
#[derive(Serialize)]
struct Fault<'a> {
    event: &'a str,
    error: &'a str,
}

/// The table: the game, and the lines of a setting not yet begun.
struct Session {
    arbiter: Arbiter,
    setting: Vec<String>,
    code: Code,
    json: bool,
}

/// Runs the command.
///
/// # Errors
/// The file cannot be read, or in a file the first line that cannot be taken.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.table {
        print!("{}", offences::table());
        return Ok(());
    }
    let code = arguments.laws;
    let mut session = Session {
        arbiter: Arbiter::new(Setting::new(code))?,
        setting: Vec::new(),
        code,
        json: arguments.json,
    };
    if let Some(path) = &arguments.file {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("file '{}'", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            if let Some(error) = session.line(line, true) {
                bail!("{}:{}: {error}", path.display(), number + 1);
            }
        }
        return Ok(());
    }
    let stdin = std::io::stdin();
    let asking = stdin.is_terminal() && !arguments.json;
    loop {
        if asking {
            print!("{} > ", session.arbiter.state().turn());
            std::io::stdout().flush()?;
        }
        let mut bytes = Vec::new();
        if stdin.lock().read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        if matches!(line.trim(), "quit" | "exit") {
            return Ok(());
        }
        let _ = session.line(line.trim(), false);
    }
}

impl Session {
    /// Takes one line and answers it; returns what was wrong with it.
    fn line(&mut self, line: &str, quiet: bool) -> Option<String> {
        let request = match (self.json, quiet) {
            (true, false) => match serde_json::from_str::<Request>(line) {
                Ok(request) => request.event,
                Err(_) if line.is_empty() => return None,
                Err(error) => {
                    return self.fault(line, &format!("not a JSON object with 'event': {error}"));
                }
            },
            _ => line.to_owned(),
        };
        let line = request.trim();
        if line.starts_with('#') || (line.is_empty() && quiet) {
            return None;
        }
        match self.answer(line) {
            Ok(()) => None,
            Err(error) => self.fault(line, &error),
        }
    }

    fn fault(&self, line: &str, error: &str) -> Option<String> {
        if self.json {
            let fault = Fault { event: line, error };
            println!("{}", serde_json::to_string(&fault).expect("strings are JSON"));
        } else {
            println!("error: {error}");
        }
        Some(error.to_owned())
    }

    fn answer(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("" | "help", "") => println!("{HELP}"),
            ("moves", "") => println!("moves: {}", list(&self.arbiter.state().moves())),
            ("rights", "") => self.print_rights(),
            ("board", "") => print!("{}", board(self.arbiter.state())),
            ("rulings", "") => self.print_rulings(),
            ("undo", "") if self.arbiter.undo() => self.show("undo", &[]),
            ("undo", "") => return Err("there is nothing to undo".to_owned()),
            ("save", file) if !file.is_empty() => {
                std::fs::write(file, self.arbiter.save())
                    .map_err(|error| format!("file '{file}': {error}"))?;
                println!("saved");
            }
            ("load", file) if !file.is_empty() => self.load(file)?,
            _ if Setting::begins(line) => self.set(line)?,
            _ => self.event(line)?,
        }
        Ok(())
    }

    /// A line of a setting begins a new game with it.
    fn set(&mut self, line: &str) -> Result<(), String> {
        if self.arbiter.events().next().is_some() && !line.to_ascii_lowercase().starts_with("code")
        {
            return Err(format!("'{line}': a new game begins with a line 'code CODE'"));
        }
        let mut lines = self.setting.clone();
        if line.to_ascii_lowercase().starts_with("code") {
            lines.clear();
        } else if lines.is_empty() {
            lines.push(format!("code {}", self.code));
        }
        lines.push(line.to_owned());
        let setting = Setting::read(lines.iter().map(String::as_str)).map_err(|e| e.to_string())?;
        self.arbiter = Arbiter::new(setting).map_err(|error| error.to_string())?;
        self.setting = lines;
        if self.json {
            self.show(line, &[]);
        }
        Ok(())
    }

    fn load(&mut self, file: &str) -> Result<(), String> {
        let text =
            std::fs::read_to_string(file).map_err(|error| format!("file '{file}': {error}"))?;
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let first = lines.iter().position(|line| !Setting::begins(line)).unwrap_or(lines.len());
        let setting = Setting::read(lines[..first].iter().copied()).map_err(|e| e.to_string())?;
        let mut arbiter = Arbiter::new(setting).map_err(|error| error.to_string())?;
        for line in &lines[first..] {
            let event: Event = line.parse().map_err(|error| format!("file '{file}': {error}"))?;
            arbiter.take(event).map_err(|error| format!("file '{file}': '{line}': {error}"))?;
        }
        self.setting = lines[..first].iter().map(|line| (*line).to_owned()).collect();
        self.arbiter = arbiter;
        self.show("load", &[]);
        Ok(())
    }

    fn event(&mut self, line: &str) -> Result<(), String> {
        let event: Event = line.parse().map_err(|error| format!("{error}"))?;
        let rulings = self.arbiter.take(event).map_err(|error| format!("'{line}': {error}"))?;
        let rulings = rulings.to_vec();
        self.show(line, &rulings);
        Ok(())
    }

    /// Prints what an event led to.
    fn show(&self, line: &str, rulings: &[Ruling]) {
        let state = self.arbiter.state();
        let code = state.code();
        if self.json {
            let reply = Reply {
                event: line.to_owned(),
                turn: state.turn().to_string(),
                fen: state.scene().fen(),
                moves: state.moves().iter().map(ToString::to_string).collect(),
                result: state.ending().map(result),
                rulings: rulings.iter().map(|ruling| ruling.json(code)).collect(),
                rights: state.open_rights().iter().map(|ruling| ruling.json(code)).collect(),
            };
            println!("{}", serde_json::to_string(&reply).expect("strings are JSON"));
            return;
        }
        println!("{line}");
        print!("{}", all_told(rulings, code));
        if state.ending().is_none() && std::io::stdin().is_terminal() {
            print!("{}", board(state));
            self.print_rights();
        }
    }

    fn print_rights(&self) {
        let state = self.arbiter.state();
        for right in state.open_rights() {
            println!("  open: {}", right.line(state.code()));
        }
    }

    fn print_rulings(&self) {
        let code = self.arbiter.state().code();
        for (event, rulings) in self.arbiter.events() {
            println!("{event}");
            print!("{}", all_told(rulings, code));
        }
    }
}

/// Rulings, each with our wording under it unless the next one has the same.
fn all_told(rulings: &[Ruling], code: Code) -> String {
    let mut text = String::new();
    for (number, ruling) in rulings.iter().enumerate() {
        let _ = write!(text, "  {}", ruling.line(code));
        if let Some(until) = ruling.until {
            let _ = write!(text, ", {until}");
        }
        text.push('\n');
        let words = ruling.words(code);
        let next = rulings.get(number + 1).map(|next| next.words(code));
        if !words.is_empty() && next.as_ref() != Some(&words) {
            let _ = writeln!(text, "      {words}");
        }
    }
    text
}

fn result(ending: Ending) -> String {
    match ending {
        Ending::Won(Color::White) => "1-0",
        Ending::Won(Color::Black) => "0-1",
        Ending::Drawn => "1/2-1/2",
        Ending::Annulled => "annulled",
    }
    .to_owned()
}

/// The board as a diagram, White below.
fn board(state: &State) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let _ = write!(text, "  {} ", rank + 1);
        for file in 0..8 {
            let piece = state.scene().piece_at(Square::at(file, rank));
            let _ = write!(text, " {}", piece.map_or('.', |piece| piece.letter()));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "     a b c d e f g h   {} to move", state.turn());
    text
}
