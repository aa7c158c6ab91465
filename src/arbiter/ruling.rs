//! What the arbiter answers: rulings, each with the choice it speaks of, the exact moves it leaves,
//! and the clauses it rests on. Text and JSON are written from the same value.

use std::fmt;
use std::str::FromStr;

use serde::Serialize;

use super::step::Step;
use crate::rules::laws::Code;
use crate::rules::laws::coverage::Text;
use crate::rules::laws::words;
use crate::rules::{Color, Square, Wing};

words! {
    /// What a ruling does.
    Kind {
        /// A player may exact something.
        Right = "right",
        /// A player must do something, and nobody need ask for it.
        Duty = "duty",
        /// What was done has no consequence.
        Nothing = "nothing",
        /// A move is not yet complete.
        Incomplete = "incomplete",
        /// An irregularity can no longer be changed.
        Stands = "stands",
        /// A player has lost the rights that were open to him.
        Lapsed = "lapsed",
        /// An earlier position is on the board again.
        Restored = "restored",
        /// A claim holds.
        Proved = "proved",
        /// A claim does not hold.
        Refuted = "refuted",
        /// Something is on the record.
        Noted = "noted",
        /// The game is void.
        Annulled = "annulled",
        /// The game is drawn.
        Drawn = "drawn",
        /// A player has won.
        Won = "won",
    }
}

/// What may be exacted, or has to be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Choice {
    /// The player moves his own piece from that square.
    Move(Square),
    /// He captures the opponent's piece on that square.
    Capture(Square),
    /// He captures the piece on the first square with that on the second.
    CaptureWith(Square, Square),
    /// He castles.
    Castle(Wing),
    /// He moves his king.
    King,
    /// He makes any legal move.
    Legal,
    /// He makes exactly this move.
    Play(Step),
    /// The position before the offence is restored, and he is free.
    Retract,
    /// What was done is left as it is.
    Stand,
    /// The piece is put back.
    Replace,
    /// A check may be left as it is.
    Ignore,
    /// Each player takes his last move back.
    Takeback,
    /// He completes the castling he began.
    Complete,
    /// The move of the rook alone is the move.
    Rook,
    /// The record is taken to mean this.
    Adopt(Step),
    /// The game is annulled.
    Annul,
    /// The game is begun again.
    Restart,
    /// What is wrong is put right, and the game goes on.
    Correct,
    /// The game goes on with things as they stand.
    Continue,
    /// The opponent's forfeit is claimed.
    Win,
}

impl Choice {
    const PLAIN: [(Self, &'static str); 14] = [
        (Self::King, "king"),
        (Self::Legal, "legal"),
        (Self::Retract, "retract"),
        (Self::Stand, "stand"),
        (Self::Replace, "replace"),
        (Self::Ignore, "ignore"),
        (Self::Takeback, "takeback"),
        (Self::Complete, "complete"),
        (Self::Rook, "rook"),
        (Self::Annul, "annul"),
        (Self::Restart, "restart"),
        (Self::Correct, "correct"),
        (Self::Continue, "continue"),
        (Self::Win, "win"),
    ];
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move(square) => write!(f, "move {square}"),
            Self::Capture(square) => write!(f, "capture {square}"),
            Self::CaptureWith(what, with) => write!(f, "capture {what} with {with}"),
            Self::Castle(wing) => write!(f, "castle {wing}side"),
            Self::Play(step) => write!(f, "play {step}"),
            Self::Adopt(step) => write!(f, "adopt {step}"),
            plain => {
                let word = Self::PLAIN.iter().find(|(choice, _)| choice == plain);
                f.write_str(word.map_or("", |(_, word)| word))
            }
        }
    }
}

impl FromStr for Choice {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let lower = text.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let square = |word: &str| Square::parse(word).ok_or(());
        Ok(match words[..] {
            ["move", at] => Self::Move(square(at)?),
            ["capture", at] => Self::Capture(square(at)?),
            ["capture", what, "with", with] => Self::CaptureWith(square(what)?, square(with)?),
            ["castle", "kingside"] => Self::Castle(Wing::King),
            ["castle", "queenside"] => Self::Castle(Wing::Queen),
            ["play", step] => Self::Play(step.parse()?),
            ["adopt", step] => Self::Adopt(step.parse()?),
            [word] => Self::PLAIN.iter().find(|(_, plain)| *plain == word).ok_or(())?.0,
            _ => return Err(()),
        })
    }
}

/// Until when a right may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Until {
    /// Until its holder touches a piece or moves.
    Touch(Color),
    /// Until that player has completed his next move.
    Move(Color),
    /// Until so many moves have been completed on each side.
    Moves(u8),
    /// As long as the game lasts.
    Game,
}

impl fmt::Display for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Touch(who) => write!(f, "until {who} touches a piece"),
            Self::Move(who) => write!(f, "until {who} has moved"),
            Self::Moves(count) => write!(f, "until {count} moves of each are made"),
            Self::Game => f.write_str("as long as the game lasts"),
        }
    }
}

/// One ruling.
#[derive(Clone, PartialEq, Debug)]
pub struct Ruling {
    /// What it does.
    pub kind: Kind,
    /// Whom it speaks of.
    pub who: Option<Color>,
    /// What may be exacted or must be done.
    pub choice: Option<Choice>,
    /// The exact moves left to the player who has to move, sorted; `None` where it speaks of none.
    pub moves: Option<Vec<Step>>,
    /// The clauses it rests on, by number.
    pub clauses: Vec<&'static str>,
    /// Until when a right may be used.
    pub until: Option<Until>,
    /// The line of play that proves or refutes a claim, if one does.
    pub line_shown: Vec<Step>,
    /// What it is about, in our words, where the law's own gist does not say it.
    pub about: String,
}

impl Ruling {
    /// A ruling of a kind, resting on these clauses.
    pub fn new(kind: Kind, clauses: &[&'static str]) -> Self {
        Self {
            kind,
            who: None,
            choice: None,
            moves: None,
            clauses: clauses.to_vec(),
            until: None,
            line_shown: Vec::new(),
            about: String::new(),
        }
    }

    /// The same, of a player.
    pub fn of(mut self, who: Color) -> Self {
        self.who = Some(who);
        self
    }

    /// The same, with the line of play that shows it.
    pub fn shown_by(mut self, line: Vec<Step>) -> Self {
        self.line_shown = line;
        self
    }

    /// The same, with a word of what it is about.
    pub fn about(mut self, about: impl Into<String>) -> Self {
        self.about = about.into();
        self
    }

    /// The ruling in the page's own form, the clauses named with their text.
    pub fn line(&self, code: Code) -> String {
        let mut line = self.kind.to_string();
        if let Some(who) = self.who {
            line += &format!(" {who}");
        }
        if let Some(choice) = self.choice {
            line += &format!(" {choice}");
        }
        if let Some(moves) = &self.moves {
            line += ": ";
            line += &list(moves);
        }
        if !self.clauses.is_empty() {
            let cited: Vec<String> = self.clauses.iter().map(|clause| cite(code, clause)).collect();
            line += &format!(" [{}]", cited.join(", "));
        }
        line
    }

    /// Our wording: what it is about, then the gist of each law cited.
    pub fn words(&self, code: Code) -> String {
        let mut parts = Vec::new();
        if !self.about.is_empty() {
            parts.push(self.about.clone());
        }
        for gist in self.clauses.iter().filter_map(|clause| gist(code, clause)) {
            if !parts.iter().any(|part| part == gist) {
                parts.push(gist.to_owned());
            }
        }
        parts.join(" ")
    }

    /// The ruling as programs read it.
    pub fn json(&self, code: Code) -> RulingJson {
        RulingJson {
            kind: self.kind.word(),
            who: self.who.map(|who| who.to_string()),
            choice: self.choice.map(|choice| choice.to_string()),
            moves: self.moves.as_ref().map(|moves| moves.iter().map(Step::to_string).collect()),
            clauses: self.clauses.iter().map(|clause| cite(code, clause)).collect(),
            until: self.until.map(|until| until.to_string()),
            line: self.line_shown.iter().map(Step::to_string).collect(),
            words: self.words(code),
        }
    }
}

/// A ruling as JSON writes it.
#[derive(Serialize, Clone, Debug)]
#[allow(missing_docs)] // the names are those of `Ruling`; `line` is the line shown
pub struct RulingJson {
    pub kind: &'static str,
    pub who: Option<String>,
    pub choice: Option<String>,
    pub moves: Option<Vec<String>>,
    pub clauses: Vec<String>,
    pub until: Option<String>,
    pub line: Vec<String>,
    pub words: String,
}

/// Moves as the page writes them: separated by blanks, `none` where there are none.
pub fn list(moves: &[Step]) -> String {
    if moves.is_empty() {
        return "none".to_owned();
    }
    moves.iter().map(Step::to_string).collect::<Vec<_>>().join(" ")
}

/// The text that a code is read in; today's law has none of ours.
pub fn text_of(code: Code) -> Option<Text> {
    Text::from_id(code.word())
}

/// A clause with its text, as `british1897:II.6b`, or `FIDE 4.3`.
pub fn cite(code: Code, clause: &str) -> String {
    text_of(code).map_or_else(|| format!("FIDE {clause}"), |text| format!("{text}:{clause}"))
}

/// The number of the law that a clause belongs to: `II.6` of `II.6b`, `II.10` of `II.10C`, `22` of
/// `22a`, `XXIX` of `XXIX b`.
pub fn law_number(clause: &str) -> &str {
    let number = clause.split([' ', '(']).next().unwrap_or(clause);
    match number.rfind(|c: char| c.is_ascii_digit()) {
        Some(last) => &number[..=last],
        None => number.trim_end_matches(|c: char| c.is_ascii_lowercase()),
    }
}

/// What the law of a clause says, in one line of ours.
pub fn gist(code: Code, clause: &str) -> Option<&'static str> {
    text_of(code)?.law(law_number(clause)).map(|row| row.gist)
}
