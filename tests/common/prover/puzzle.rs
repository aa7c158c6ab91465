//! A law puzzle: a position that one law solves by one move and another law by another. This file
//! reads its line, an EPD-like one, and must never decide what the solution is.
//!
//! A line is a FEN (our trailing fields allowed) and operations, each after a semicolon:
//! `topic` is what the position shows; `laws`, `stalemate`, `castle`, `odds`, `giver` and
//! `undertaking` are the terms it is played on; `best` the moves, in coordinates joined by commas,
//! that force the quickest win of the player to move, `plies` its length; `versus` says what the
//! other law differs in (`laws=rogers1907 undertaking=none`), `versus-best` and `versus-plies` are
//! the same under it, with `none` when no win can be
//! forced within so many plies. Empty lines and lines that begin with `#` are left out.

use jadoube::notation::fen;
use jadoube::rules::Setup;
use jadoube::rules::laws::{Code, Odds, Stalemate, Terms};
use jadoube::rules::{Color, Position};

/// What one law makes of the position.
#[derive(Clone, Debug)]
pub struct Side {
    /// The law.
    pub terms: Terms,
    /// The moves that win soonest, in coordinates.
    pub best: Vec<String>,
    /// How soon.
    pub plies: u32,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position, under either law.
    pub setup: Setup,
    /// What it shows.
    pub topic: String,
    /// The law it is about.
    pub here: Side,
    /// The law it is compared with.
    pub there: Side,
}

impl Puzzle {
    /// Reads a line. It is test data: a fault in it is a failure of the test.
    pub fn parse(line: &str) -> Self {
        let mut operations = line.split(';').map(str::trim);
        let fen = operations.next().expect("a line begins with a FEN");
        let mut puzzle = Self {
            setup: fen::parse(fen).unwrap_or_else(|error| panic!("{error}")),
            topic: String::new(),
            here: Side { terms: Terms::default(), best: Vec::new(), plies: 0 },
            there: Side { terms: Terms::default(), best: Vec::new(), plies: 0 },
        };
        for operation in operations {
            let (name, value) = operation.split_once(' ').unwrap_or((operation, ""));
            puzzle.read(name, value);
        }
        puzzle
    }

    fn read(&mut self, name: &str, value: &str) {
        let moves = || match value {
            "none" => Vec::new(),
            _ => value.split(',').map(str::to_owned).collect(),
        };
        let number = || value.parse().unwrap_or_else(|_| panic!("{name} {value}: not a number"));
        match name {
            "topic" => value.clone_into(&mut self.topic),
            "best" => self.here.best = moves(),
            "plies" => self.here.plies = number(),
            "versus" => {
                self.there.terms = self.here.terms.clone();
                for change in value.split(' ') {
                    let (name, value) = change.split_once('=').expect("a change is NAME=VALUE");
                    set(&mut self.there.terms, name, value);
                }
            }
            "versus-best" => self.there.best = moves(),
            "versus-plies" => self.there.plies = number(),
            _ => set(&mut self.here.terms, name, value),
        }
    }

    /// The position under one of the two laws.
    pub fn position(&self, side: &Side) -> Position {
        self.setup
            .position(&side.terms)
            .unwrap_or_else(|error| panic!("{}: {error}", fen::write(&self.setup)))
    }
}

/// Sets one term.
fn set(terms: &mut Terms, name: &str, value: &str) {
    let read = match name {
        "laws" => Code::parse(value).map(|code| terms.code = code),
        "stalemate" => Stalemate::parse(value).map(|stalemate| terms.stalemate = Some(stalemate)),
        "castle" => ["no", "yes"]
            .iter()
            .position(|&word| word == value)
            .map(|yes| terms.castle_without_rook = Some(yes == 1)),
        "odds" => value.parse::<Odds>().ok().map(|odds| terms.odds = odds),
        "giver" => Color::ALL
            .into_iter()
            .find(|color| color.to_string() == value)
            .map(|color| terms.odds_giver = Some(color)),
        "undertaking" if value == "none" => {
            terms.undertaking = None;
            Some(())
        }
        "undertaking" => value.parse().ok().map(|conditions| terms.undertaking = Some(conditions)),
        _ => None,
    };
    read.unwrap_or_else(|| panic!("operation '{name} {value}' cannot be read"));
}

/// The puzzles of a file.
pub fn parse_all(text: &str) -> Vec<Puzzle> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(Puzzle::parse)
        .collect()
}
