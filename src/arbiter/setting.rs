//! The setting of a game: the code, what was agreed, how the pieces were set up and what has been
//! played. Read from lines, before the first event.

use std::fmt;

use thiserror::Error;

use super::clock::Limit;
use super::event::{color, seconds};
use super::scene::Scene;
use super::step::Step;
use crate::notation::fen;
use crate::rules::laws::{Code, Terms, excerpt, words};
use crate::rules::{Color, Note, Setup};

words! {
    /// How a game is played.
    Play {
        /// Over the board.
        Board = "board",
        /// Sides consult, and communicate their moves.
        Consultation = "consultation",
        /// By letters.
        Correspondence = "correspondence",
    }
}

/// The setting of a game.
#[derive(Clone, Debug)]
pub struct Setting {
    /// What was agreed.
    pub terms: Terms,
    /// How it is played.
    pub play: Play,
    /// In correspondence, the hours allowed for each reply.
    pub hours: u32,
    /// The position that a game under way is taken up from.
    pub position: Option<Setup>,
    /// How the pieces stood at the beginning, if not as agreed.
    pub array: Option<Setup>,
    /// Whether the board lies wrongly.
    pub turned: bool,
    /// Who has the right to the first move, if not as the terms have it.
    pub first: Option<Color>,
    /// The time limit.
    pub limit: Option<Limit>,
    /// The time fixed for the end of play, in seconds from the beginning.
    pub end: Option<u32>,
    /// The moves made so far.
    pub moves: Vec<Step>,
    /// The lines it was read from, to save them.
    lines: Vec<String>,
}

/// Why a line of a setting cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SettingError {
    /// A line without `code` before it.
    #[error("'{0}': a setting begins with a line 'code CODE'")]
    NoCode(String),
    /// A value that cannot be read.
    #[error("'{line}': expected {expected}")]
    Value {
        /// The line.
        line: String,
        /// What it should have said.
        expected: String,
    },
    /// The position is none in which a game can go on.
    #[error("'{line}': {reason}")]
    Position {
        /// The line.
        line: String,
        /// Every reason.
        reason: String,
    },
    /// A move of `moves` that is not legal.
    #[error("move '{0}' is not legal there")]
    Illegal(Step),
}

impl Setting {
    /// A game under a code, with nothing else agreed.
    pub fn new(code: Code) -> Self {
        Self {
            terms: Terms::from(code),
            play: Play::Board,
            hours: 0,
            position: None,
            array: None,
            turned: false,
            first: None,
            limit: None,
            end: None,
            moves: Vec::new(),
            lines: vec![format!("code {code}")],
        }
    }

    /// Whether a line is one of a setting, by its first word.
    pub fn begins(line: &str) -> bool {
        const WORDS: [&str; 12] = [
            "code",
            "odds",
            "giver",
            "undertaking",
            "play",
            "position",
            "array",
            "board",
            "first",
            "time",
            "end",
            "moves",
        ];
        let first = line.split_whitespace().next().unwrap_or("");
        WORDS.iter().any(|word| word.eq_ignore_ascii_case(first))
    }

    /// Reads the lines of a setting.
    ///
    /// # Errors
    /// The first line that cannot be taken, with the reason.
    pub fn read<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Self, SettingError> {
        let mut setting: Option<Self> = None;
        for line in lines {
            let (word, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line, ""));
            let (word, value) = (word.to_ascii_lowercase(), value.trim());
            let fault = |expected: &str| SettingError::Value {
                line: excerpt(line),
                expected: expected.to_owned(),
            };
            if word == "code" {
                let code = Code::parse(value).ok_or_else(|| {
                    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
                    fault(&codes.join(", "))
                })?;
                setting = Some(Self::new(code));
                continue;
            }
            let Some(setting) = &mut setting else {
                return Err(SettingError::NoCode(excerpt(line)));
            };
            setting.take(&word, value).map_err(|expected| fault(&expected))?;
            setting.lines.push(format!("{word} {value}"));
        }
        let setting = setting.ok_or_else(|| SettingError::NoCode(String::new()))?;
        setting.start()?;
        Ok(setting)
    }

    /// Takes one line, or says what was expected.
    fn take(&mut self, word: &str, value: &str) -> Result<(), String> {
        let player = || color(value).ok_or_else(|| "White or Black".to_owned());
        match word {
            "odds" => self.terms.odds = value.parse().map_err(|e| format!("odds: {e}"))?,
            "giver" => self.terms.odds_giver = Some(player()?),
            "undertaking" => {
                self.terms.undertaking =
                    Some(value.parse().map_err(|e| format!("an undertaking: {e}"))?);
            }
            "play" => {
                let (how, hours) = value.split_once(' ').unwrap_or((value, "0"));
                self.play = Play::parse(how).ok_or("board, consultation or correspondence")?;
                self.hours = hours.trim().parse().map_err(|_| "a number of hours".to_owned())?;
            }
            "position" => self.position = Some(fen::parse(value).map_err(|e| e.to_string())?),
            "array" => self.array = Some(fen::parse(value).map_err(|e| e.to_string())?),
            "board" if value.eq_ignore_ascii_case("turned") => self.turned = true,
            "board" => return Err("board turned".to_owned()),
            "first" => self.first = Some(player()?),
            "time" => self.limit = Some(value.parse().map_err(|e: &str| e.to_owned())?),
            "end" => self.end = Some(seconds(value).ok_or("a time such as 4:00")?),
            "moves" => {
                for mv in value.split_whitespace() {
                    self.moves.push(mv.parse().map_err(|()| format!("a move, not '{mv}'"))?);
                }
            }
            other => return Err(format!("a line of a setting, not '{}'", excerpt(other))),
        }
        Ok(())
    }

    /// The position that the game begins from, before the moves made.
    ///
    /// # Errors
    /// Not one king a side, more pieces than there are, or pieces where none can stand.
    pub fn start(&self) -> Result<Scene, SettingError> {
        let setup = self.position.clone().or_else(|| self.array.clone());
        let setup = setup.unwrap_or_else(|| {
            let mut setup = self.terms.start();
            if let Some(first) = self.first {
                setup.turn = first;
            }
            setup
        });
        let mut setup = setup;
        let understood = |note: &Note| matches!(note, Note::GhostUnderstood(..));
        if self.position.is_some()
            && let Ok((_, notes)) = setup.position_with_notes(&self.terms)
            && notes.iter().any(understood)
        {
            // No GUI has stripped a right from a position written for the arbiter: at a first move
            // it would be understood, later it is not.
            setup.fullmove = 2;
        }
        if let Err(reasons) = setup.position(&self.terms) {
            let line = excerpt(&fen::write(&setup));
            return Err(SettingError::Position { line, reason: reasons.to_string() });
        }
        let mut scene = Scene::of(setup, &self.terms);
        let start = scene.clone();
        for step in &self.moves {
            if !scene.is_legal(*step) {
                return Err(SettingError::Illegal(*step));
            }
            scene = scene.after(*step, &self.terms);
        }
        Ok(start)
    }

    /// Who should make the first move.
    pub fn first_player(&self) -> Color {
        self.first.unwrap_or_else(|| self.terms.first_player())
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines.join("\n"))
    }
}
