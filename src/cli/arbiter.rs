//! `jadoube arbiter`: a game under the arbiter, event by event, from the keyboard or a file, in text
//! or in JSON. It only reads and prints: the arbiter rules.

use std::fmt::Write as _;
use std::io::{BufRead, ErrorKind, IsTerminal, Write as _};
use std::path::PathBuf;

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};

use super::advice::{Adviser, DEPTH};
use super::prompt::Prompt;
use crate::arbiter::{
    Arbiter, Ending, Event, Ruling, RulingJson, Setting, State, likely_events, list, offences,
};
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
Commands: moves, rights, board, rulings, undo, save FILE, load FILE, code CODE (a new game), help, quit;
  best [DEPTH]: which penalty is best to exact, and which move under it";

/// The commands, for completion.
const COMMANDS: [&str; 10] =
    ["moves", "rights", "board", "rulings", "undo", "save", "load", "best", "help", "quit"];

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

/// An event of the record, for a program that asks for all rulings.
#[derive(Serialize)]
struct Past {
    event: String,
    rulings: Vec<RulingJson>,
}

/// What a program is answered that asks for all rulings.
#[derive(Serialize)]
struct History<'a> {
    event: &'a str,
    history: Vec<Past>,
}

/// What a program is answered that asks for help.
#[derive(Serialize)]
struct Help<'a> {
    event: &'a str,
    help: &'a str,
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
    /// Whether the board and the open rights are shown after each event.
    shows_board: bool,
    /// Who knows what is best, once he has been asked.
    adviser: Option<Adviser>,
    /// What is to be printed.
    out: String,
}

/// Runs the command.
///
/// # Errors
/// The file cannot be read, or in a file the first line that cannot be taken.
pub fn run(arguments: &Arguments) -> anyhow::Result<()> {
    match hold(arguments) {
        // Whoever read the output has closed it.
        Err(error) if is_closed_pipe(&error) => Ok(()),
        other => other,
    }
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |error: &std::io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.downcast_ref::<std::io::Error>().is_some_and(closed)
}

fn hold(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.table {
        return Ok(std::io::stdout().write_all(offences::table().as_bytes())?);
    }
    let stdin = std::io::stdin();
    let asking = arguments.file.is_none() && !arguments.json && stdin.is_terminal();
    let code = arguments.laws;
    let mut session = Session {
        arbiter: Arbiter::new(Setting::new(code))?,
        setting: Vec::new(),
        code,
        json: arguments.json,
        shows_board: asking,
        adviser: None,
        out: String::new(),
    };
    if let Some(path) = &arguments.file {
        let text =
            std::fs::read_to_string(path).with_context(|| format!("file '{}'", path.display()))?;
        for (number, line) in text.lines().enumerate() {
            let fault = session.line(line, true);
            session.print()?;
            if let Some(error) = fault {
                bail!("{}:{}: {error}", path.display(), number + 1);
            }
        }
        return Ok(());
    }
    if asking {
        return session.converse();
    }
    loop {
        let mut bytes = Vec::new();
        if stdin.lock().read_until(b'\n', &mut bytes)? == 0 {
            return Ok(());
        }
        let line = String::from_utf8_lossy(&bytes);
        if is_end(&line) {
            return Ok(());
        }
        let _ = session.line(line.trim(), false);
        session.print()?;
    }
}

fn is_end(line: &str) -> bool {
    matches!(line.trim(), "quit" | "exit")
}

impl Session {
    /// Talks with a person at a terminal.
    fn converse(&mut self) -> anyhow::Result<()> {
        let mut prompt = Prompt::new()?;
        self.say(HELP);
        self.print()?;
        loop {
            let state = self.arbiter.state();
            let mut lines: Vec<String> = COMMANDS.map(str::to_owned).to_vec();
            lines.extend(Code::ALL.iter().map(|code| format!("code {code}")));
            lines.extend(likely_events(state));
            match prompt.ask(&format!("{} > ", state.turn()), lines)? {
                Some(line) if !is_end(&line) => {
                    let _ = self.line(line.trim(), false);
                    self.print()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// Adds a line to what is to be printed.
    fn say(&mut self, line: &str) {
        self.out += line;
        self.out.push('\n');
    }

    /// Adds an answer to a program.
    fn tell(&mut self, answer: &impl Serialize) {
        let line = serde_json::to_string(answer).expect("strings are JSON");
        self.say(&line);
    }

    /// Prints what there is to print.
    ///
    /// # Errors
    /// Standard output is closed.
    fn print(&mut self) -> std::io::Result<()> {
        let mut stdout = std::io::stdout().lock();
        stdout.write_all(std::mem::take(&mut self.out).as_bytes())?;
        stdout.flush()
    }

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

    fn fault(&mut self, line: &str, error: &str) -> Option<String> {
        if self.json {
            let fault = Fault { event: line, error };
            self.tell(&fault);
        } else {
            self.say(&format!("error: {error}"));
        }
        Some(error.to_owned())
    }

    fn answer(&mut self, line: &str) -> Result<(), String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let json = self.json;
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("" | "help", "") if json => self.tell(&Help { event: line, help: HELP }),
            ("" | "help", "") => self.say(HELP),
            ("moves" | "rights" | "board", "") if json => self.show(line, &[]),
            ("moves", "") => {
                self.say(&format!("moves: {}", list(&self.arbiter.state().moves())));
            }
            ("rights", "") => self.print_rights(),
            ("board", "") => self.out += &board(self.arbiter.state()),
            ("rulings", "") => self.print_rulings(line),
            ("undo", "") if self.arbiter.undo() => self.show("undo", &[]),
            ("undo", "") => return Err("there is nothing to undo".to_owned()),
            ("best", depth) => self.advise(line, depth)?,
            ("save", file) if !file.is_empty() => {
                std::fs::write(file, self.arbiter.save())
                    .map_err(|error| format!("file '{file}': {error}"))?;
                if json {
                    self.show(line, &[]);
                } else {
                    self.say("saved");
                }
            }
            ("load", file) if !file.is_empty() => self.load(file)?,
            ("save" | "load", _) => return Err(format!("'{line}': expected a file's name")),
            _ if Setting::begins(line) => self.set(line)?,
            _ => self.event(line)?,
        }
        Ok(())
    }

    /// Which penalty is best to exact, and which move is best under it.
    fn advise(&mut self, line: &str, depth: &str) -> Result<(), String> {
        let depth = match depth {
            "" => DEPTH,
            _ => depth
                .parse()
                .ok()
                .filter(|depth| (1..=60).contains(depth))
                .ok_or_else(|| format!("'{line}': expected a depth from 1 to 60 plies"))?,
        };
        let state = self.arbiter.state();
        if state.ending().is_some() {
            return Err("the game is over".to_owned());
        }
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => none.insert(Adviser::new().map_err(|error| error.to_string())?),
        };
        let advice = adviser.advise(state, depth);
        if self.json {
            self.tell(&advice.json(line));
        } else {
            self.out += &advice.text();
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
        let arbiter = Arbiter::read(&text).map_err(|error| format!("file '{file}': {error}"))?;
        self.setting = arbiter.setting_lines();
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
    fn show(&mut self, line: &str, rulings: &[Ruling]) {
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
            self.tell(&reply);
            return;
        }
        let told = all_told(rulings, code);
        let board = self.shows_board.then(|| board(state));
        self.say(line);
        self.out += &told;
        if let Some(board) = board {
            self.out += &board;
            self.print_rights();
        }
    }

    fn print_rights(&mut self) {
        let state = self.arbiter.state();
        for right in state.open_rights() {
            let _ = writeln!(self.out, "  open: {}", right.line(state.code()));
        }
    }

    fn print_rulings(&mut self, line: &str) {
        let code = self.arbiter.state().code();
        if self.json {
            let past = self.arbiter.events().map(|(event, rulings)| Past {
                event: event.to_string(),
                rulings: rulings.iter().map(|ruling| ruling.json(code)).collect(),
            });
            let history = History { event: line, history: past.collect() };
            self.tell(&history);
            return;
        }
        for (event, rulings) in self.arbiter.events() {
            let _ = writeln!(self.out, "{event}");
            self.out += &all_told(rulings, code);
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
        if !ruling.line_shown.is_empty() {
            let _ = writeln!(text, "      line: {}", list(&ruling.line_shown));
        }
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
    let now = match state.ending() {
        Some(ending) => format!("the game is over: {}", result(ending)),
        None => format!("{} to move", state.turn()),
    };
    let _ = writeln!(text, "     a b c d e f g h   {now}");
    text
}
