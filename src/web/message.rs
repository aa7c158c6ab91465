//! The messages between page and server, as JSON: what a page may ask, and what it is told. Their
//! meaning is described in `book/src/board.md`. Nothing here knows a rule of chess.

use serde::{Deserialize, Serialize};

use crate::arbiter::RulingJson;

/// What a page asks.
#[derive(Deserialize, Debug)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The list of games.
    List,
    /// A new game. Answered by `game`; this page then watches it.
    New {
        /// The terms.
        terms: TermsWords,
        /// Who plays White and who Black.
        players: [Player; 2],
        /// The time control, if there is one.
        clock: Option<ClockWords>,
        /// Moves made before it begins, in SAN or coordinates, separated by blanks.
        #[serde(default)]
        moves: String,
        /// Whether it is played under the arbiter: a piece touched must move.
        #[serde(default)]
        touch: bool,
    },
    /// What these terms mean, before a game is begun.
    Terms {
        /// The terms.
        terms: TermsWords,
    },
    /// Watch this game: its state now and after each change.
    Watch {
        /// The game.
        game: u64,
    },
    /// Forget this game.
    Forget {
        /// The game.
        game: u64,
    },
    /// Make a move.
    Move {
        /// The game.
        game: u64,
        /// How many moves had been made when it was chosen; a move for another position is refused.
        ply: usize,
        /// A coordinate move, SAN, or English descriptive notation.
        text: String,
    },
    /// Something happens at the board of a game under the arbiter.
    Event {
        /// The game.
        game: u64,
        /// How many events had happened when it was chosen; one chosen earlier is refused.
        count: usize,
        /// The event, as `book/src/arbiter.md` writes it: `White touches e2`.
        text: String,
    },
    /// Try a move that was not played. The line is kept with the game. Answered by `look`.
    Vary {
        /// The game.
        game: u64,
        /// After how many of its moves.
        ply: usize,
        /// The moves of the line so far, in coordinates.
        line: Vec<String>,
        /// The next one, as in `move`.
        text: String,
    },
    /// Forget a line that was tried.
    Unvary {
        /// The game.
        game: u64,
        /// Its index in the game's list.
        index: usize,
    },
    /// Take back to the last move of a person.
    Undo {
        /// The game.
        game: u64,
    },
    /// Resign: the person to move, or the only person who plays.
    Resign {
        /// The game.
        game: u64,
    },
    /// Two people agree to a draw.
    Agree {
        /// The game.
        game: u64,
    },
    /// Claim a draw on the ground with this index in the game's list.
    Claim {
        /// The game.
        game: u64,
        /// The index.
        index: usize,
    },
    /// An earlier position of a game. Answered by `look`.
    Look {
        /// The game.
        game: u64,
        /// After how many moves.
        ply: usize,
        /// And after these moves that were not played, in coordinates.
        #[serde(default)]
        line: Vec<String>,
    },
    /// What the other codes say of a position of a game. Answered by `codes`.
    Codes {
        /// The game.
        game: u64,
        /// After how many moves.
        ply: usize,
        /// And after these moves that were not played.
        #[serde(default)]
        line: Vec<String>,
    },
    /// Analyse a position of a game until told to stop. Answered by `lines`, again and again.
    Analyse {
        /// The game.
        game: u64,
        /// After how many moves.
        ply: usize,
        /// And after these moves that were not played.
        #[serde(default)]
        line: Vec<String>,
        /// How many lines, 1 to 5.
        lines: u8,
        /// How many threads, 1 to [`Catalogue::threads`].
        #[serde(default)]
        threads: u8,
    },
    /// End the analysis.
    Stop,
    /// The game as PGN, or all games. Answered by `pgn`.
    Export {
        /// The game.
        game: Option<u64>,
    },
    /// Games of a PGN text become games here.
    Import {
        /// The text.
        pgn: String,
    },
}

/// Terms in the words of the options and of PGN tags. What is left out follows the law.
#[derive(Deserialize, Debug, Default, Clone)]
#[serde(deny_unknown_fields)]
pub struct TermsWords {
    /// A code or a ready game.
    pub laws: String,
    /// What is given.
    pub odds: Option<String>,
    /// `White` or `Black`.
    pub giver: Option<String>,
    /// How the giver has undertaken to mate.
    pub undertaking: Option<String>,
    /// The position to begin from.
    pub fen: Option<String>,
}

/// A time control: so many seconds for the game, or so many moves in each hour.
#[derive(Deserialize, Debug, Clone, Default)]
#[serde(deny_unknown_fields, default)]
pub struct ClockWords {
    /// Seconds for the game.
    pub seconds: u32,
    /// Seconds added for each move.
    pub increment: u32,
    /// Moves in an hour, as the codes limit time: `20/60 15/60`, or `code` for what the code says.
    pub limit: Option<String>,
}

/// Who plays.
#[derive(Serialize, Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Player {
    /// A person at this machine.
    Person,
    /// The engine as weak as this value of `UCI_Elo`.
    Elo(u16),
    /// The engine with so many nodes a move.
    Nodes(u64),
    /// The engine with so many milliseconds a move.
    Ms(u64),
}

/// What a page is told.
#[derive(Serialize, Debug)]
#[serde(tag = "is", rename_all = "lowercase")]
pub enum Reply {
    /// Sent first: what can be chosen.
    Catalogue(Box<Catalogue>),
    /// The games that are kept, the newest first.
    Games {
        /// The games.
        games: Vec<Summary>,
    },
    /// A game, whole.
    Game(Box<GameView>),
    /// A game that is no longer there.
    Gone {
        /// The game.
        game: u64,
    },
    /// An earlier position of a game, or one of a line that was tried.
    Look {
        /// The game.
        game: u64,
        /// The line's moves after the game's, none for a position of the game itself.
        line: Vec<LineMove>,
        /// The position.
        position: PositionView,
    },
    /// What terms mean.
    Terms {
        /// The law in words, a line for each part.
        words: Vec<String>,
        /// The position that the game begins from.
        position: Option<PositionView>,
        /// What is wrong with the terms, if anything is.
        fault: Option<String>,
    },
    /// What the other codes say.
    Codes {
        /// The position.
        fen: String,
        /// Lines of text.
        text: String,
    },
    /// The lines of an analysis.
    Lines(Box<LinesView>),
    /// A game as PGN.
    Pgn {
        /// The game; none for all of them.
        game: Option<u64>,
        /// The text.
        text: String,
    },
    /// How many games came of a PGN text.
    Imported {
        /// The games, in their order.
        games: Vec<u64>,
        /// What is wrong with others.
        faults: Vec<String>,
    },
    /// What was asked cannot be done.
    Error {
        /// One line that names what is wrong.
        text: String,
    },
}

/// What can be chosen for a game.
#[derive(Serialize, Debug)]
pub struct Catalogue {
    /// The version of the program.
    pub version: &'static str,
    /// Codes and ready games.
    pub laws: Vec<Choice>,
    /// What can be given.
    pub odds: Vec<Choice>,
    /// What can be undertaken.
    pub undertakings: Vec<Choice>,
    /// Positions to try.
    pub puzzles: Vec<PuzzleView>,
    /// As many threads an analysis may have.
    pub threads: usize,
}

/// One thing that can be chosen.
#[derive(Serialize, Debug)]
pub struct Choice {
    /// The word of the options.
    pub word: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// What it changes, in a line.
    pub about: &'static str,
}

/// A position that shows a law.
#[derive(Serialize, Debug)]
pub struct PuzzleView {
    /// Its name.
    pub title: &'static str,
    /// What is to be found.
    pub story: &'static str,
    /// The law.
    pub laws: &'static str,
    /// The odds.
    pub odds: Option<&'static str>,
    /// Who gives.
    pub giver: Option<&'static str>,
    /// The undertaking.
    pub undertaking: Option<&'static str>,
    /// The position.
    pub fen: &'static str,
    /// Who is to find it: `White` or `Black`.
    pub side: &'static str,
}

/// A game in a list.
#[derive(Serialize, Debug)]
pub struct Summary {
    /// The game.
    pub game: u64,
    /// Its players, its law.
    pub title: String,
    /// How many moves were made.
    pub plies: usize,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
}

/// A game, whole.
#[derive(Serialize, Debug)]
pub struct GameView {
    /// The game.
    pub game: u64,
    /// The present position.
    pub position: PositionView,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// The number of the first move.
    pub number: u16,
    /// Whether Black made the first move.
    pub black_first: bool,
    /// Who plays White and who Black.
    pub players: [Player; 2],
    /// What they are called.
    pub names: [String; 2],
    /// The word of the code.
    pub law: &'static str,
    /// The law in words, a line for each part.
    pub words: Vec<String>,
    /// The terms, to begin another game on them.
    pub terms: TermsView,
    /// How the game has ended.
    pub end: Option<EndView>,
    /// Draws that the person to move, or any person, may claim, in words.
    pub claims: Vec<String>,
    /// Whether the engine is thinking.
    pub thinking: bool,
    /// The clocks.
    pub clock: Option<ClockView>,
    /// What is said of each move, where anything is of any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// Lines beside the game: tried here, or brought along by its PGN.
    pub variations: Vec<VariationView>,
    /// What the arbiter has ruled, in a game played under him.
    pub touch: Option<TouchView>,
    /// Whether a person may take a move back.
    pub may_undo: bool,
    /// Whether a person may resign.
    pub may_resign: bool,
    /// Whether two people may agree to a draw.
    pub may_agree: bool,
}

/// Terms in the words of the options.
#[derive(Serialize, Debug)]
pub struct TermsView {
    /// The code.
    pub laws: String,
    /// What is given.
    pub odds: Option<String>,
    /// Who gives.
    pub giver: Option<String>,
    /// What is undertaken.
    pub undertaking: Option<String>,
}

/// How a game has ended.
#[derive(Serialize, Debug)]
pub struct EndView {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: String,
    /// Who won and why.
    pub words: String,
    /// The clause, where a law ends the game so.
    pub clause: Option<String>,
    /// What the clause says, in words of ours.
    pub gist: Option<&'static str>,
    /// The address of the book's page on that law.
    pub page: Option<String>,
}

/// A line that was tried beside a game.
#[derive(Serialize, Debug)]
pub struct VariationView {
    /// After how many moves of the game it begins.
    pub ply: usize,
    /// Its moves.
    pub moves: Vec<LineMove>,
}

/// A move of a line.
#[derive(Serialize, Debug)]
pub struct LineMove {
    /// In coordinates.
    pub text: String,
    /// In SAN.
    pub san: String,
    /// What is said of it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What the arbiter has ruled.
#[derive(Serialize, Debug)]
pub struct TouchView {
    /// How many events have happened.
    pub count: usize,
    /// The last events with the rulings on each.
    pub events: Vec<EventView>,
    /// What may be exacted now, and what must be done.
    pub rights: Vec<RulingJson>,
    /// Whether notice that fifty moves are counted means anything under this code.
    pub notice: bool,
}

/// An event with the rulings on it.
#[derive(Serialize, Debug)]
pub struct EventView {
    /// The event.
    pub text: String,
    /// The rulings.
    pub rulings: Vec<RulingJson>,
}

/// Clocks in milliseconds.
#[derive(Serialize, Debug)]
pub struct ClockView {
    /// What White and Black have left.
    pub left: [u64; 2],
    /// Whose clock runs: 0 for White, 1 for Black.
    pub running: Option<usize>,
    /// Moves still due before that time is up, where so many are due in the hour.
    pub due: Option<[u64; 2]>,
}

/// A position to be shown.
#[derive(Serialize, Debug)]
pub struct PositionView {
    /// How many moves led to it.
    pub ply: usize,
    /// Its FEN.
    pub fen: String,
    /// Sixty-four characters from a1 to h8, rank by rank; a dot for an empty square.
    pub board: String,
    /// `White` or `Black`.
    pub turn: String,
    /// The square of a king in check.
    pub check: Option<String>,
    /// Where the marked piece stands.
    pub marked: Option<String>,
    /// The square on which the mate must be given.
    pub named: Option<String>,
    /// The squares of the last move.
    pub last: Vec<String>,
    /// The last move in SAN.
    pub san: Option<String>,
    /// What else there is to know, in words.
    pub facts: Vec<String>,
    /// The legal moves, where a person is to choose one.
    pub legal: Vec<MoveView>,
}

/// A legal move.
#[derive(Serialize, Debug)]
pub struct MoveView {
    /// The square it leaves.
    pub from: String,
    /// The square to choose for it.
    pub to: String,
    /// As coordinates: what to send.
    pub text: String,
    /// In SAN.
    pub san: String,
    /// What a pawn becomes: `q`, `r`, `b` or `n`.
    pub promotion: Option<char>,
    /// Whether a king castles without a rook.
    pub alone: bool,
}

/// The lines of an analysis.
#[derive(Serialize, Debug, Clone)]
pub struct LinesView {
    /// The game.
    pub game: u64,
    /// After how many moves.
    pub ply: usize,
    /// And after these moves that were not played, in coordinates.
    pub line: Vec<String>,
    /// The lines, the best first.
    pub lines: Vec<LineView>,
}

/// A line of an analysis.
#[derive(Serialize, Debug, Clone)]
pub struct LineView {
    /// The depth in plies.
    pub depth: usize,
    /// Nodes searched.
    pub nodes: u64,
    /// The score for White, in words: `+0.35`, `mate in 3`.
    pub score: String,
    /// White's share of the bar, in thousandths.
    pub bar: u32,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// The squares of the first move.
    pub arrow: Vec<String>,
}

impl Reply {
    /// As it is sent.
    pub fn text(&self) -> std::sync::Arc<str> {
        serde_json::to_string(self).expect("replies have no maps with odd keys").into()
    }
}
