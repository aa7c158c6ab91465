//! The reference: a second, slow and simple move generator and judge, written apart from the
//! engine so that each can convict the other of an error. It must never use anything of the
//! engine's (only `std`), and it prefers the obvious way to the fast one: a board of sixty-four
//! squares, pseudo-legal moves, a copied board for every move, and the question "can the king be
//! taken?" for legality.
//!
//! It speaks in strings alone: FEN with trailing fields (`marked:SQ` or `marked:none`,
//! `oddsmoves:N`, `ghosts:LETTERS`), coordinate moves, and outcomes, listed at
//! [`Position::outcome`].
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

mod fen;
mod judge;
mod moves;
mod rules;
pub mod walks;

use rules::{Rules, Undertaking};
use std::sync::Arc;

/// What a game is played under, as a user would set it.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// `chess`, `england1804`, `france1804`, `accomplished1837`, `british1897`, `rogers1907` or
    /// `federation1912`.
    pub code: String,
    /// Castling without the rook; `None` leaves it to the code.
    pub ghost_castling: Option<bool>,
    /// `draw`, `win` or `loss` for the stalemated player; `None` leaves it to the code.
    pub stalemate: Option<String>,
    /// The squares of the pieces given, e.g. `a1`.
    pub odds: Vec<String>,
    /// Moves at once granted to the receiver by the odds, in all; 0 for none.
    pub odds_moves: u32,
    /// The giver's undertaking in option syntax (`pawn@f2,within=30`), empty for none.
    pub undertaking: String,
    /// Whether the giver of the odds and of the undertaking is White.
    pub giver_white: bool,
    /// Chess960: rooks and kings anywhere, castling written as king takes rook, no ghost rights.
    pub chess960: bool,
}

impl Terms {
    /// The terms of a code with nothing else agreed, White being the giver of anything added.
    pub fn of(code: &str) -> Terms {
        Terms { code: code.to_string(), giver_white: true, ..Terms::default() }
    }
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Color {
    White,
    Black,
}

impl Color {
    fn other(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }

    /// `white` or `black`, as outcomes name the winner.
    fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Black => "black",
        }
    }

    /// The rank, 0 to 7, on which this player's king begins.
    fn home_rank(self) -> usize {
        match self {
            Color::White => 0,
            Color::Black => 7,
        }
    }

    /// The direction in which this player's pawns advance, in ranks.
    fn forward(self) -> i32 {
        match self {
            Color::White => 1,
            Color::Black => -1,
        }
    }

    /// `rank` (0 to 7) counted from this player's own side: 0 is his first rank.
    fn own_rank(self, rank: usize) -> usize {
        match self {
            Color::White => rank,
            Color::Black => 7 - rank,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

/// The board: a1 is 0, h1 is 7, a8 is 56, h8 is 63.
type Board = [Option<(Color, Kind)>; 64];

fn file_of(square: usize) -> usize {
    square % 8
}

fn rank_of(square: usize) -> usize {
    square / 8
}

fn square_at(file: usize, rank: usize) -> usize {
    rank * 8 + file
}

/// The square `files` to the right and `ranks` up from `from`, if it is on the board.
fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let file = from as i32 % 8 + files;
    let rank = from as i32 / 8 + ranks;
    if (0..8).contains(&file) && (0..8).contains(&rank) {
        Some((rank * 8 + file) as usize)
    } else {
        None
    }
}

fn square_name(square: usize) -> String {
    let file = (b'a' + file_of(square) as u8) as char;
    let rank = (b'1' + rank_of(square) as u8) as char;
    format!("{file}{rank}")
}

/// Reads a square's name; panics on anything else.
fn square_named(name: &str) -> usize {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
            square_at((file - b'a') as usize, (rank - b'1') as usize)
        }
        _ => panic!("no square: {name:?}"),
    }
}

/// The two sides on which a player may castle, and the index of each in an array of rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wing {
    King,
    Queen,
}

const WINGS: [Wing; 2] = [Wing::King, Wing::Queen];

/// A right to castle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Right {
    /// File, 0 to 7, of the rook or of the corner it was taken from.
    rook_file: usize,
    /// The rook was given: the king moves alone.
    ghost: bool,
}

/// What has become of the marked piece of an undertaking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Marked {
    /// The undertaking marks no piece.
    Nobody,
    On(usize),
    Taken,
    Promoted,
}

/// A position in a game, with all of the law that bears on it.
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    undertaking: Option<Arc<Undertaking>>,
    board: Board,
    turn: Color,
    /// Squares of the kings, White's first.
    kings: [usize; 2],
    /// Castling rights, by colour and then by wing.
    rights: [[Option<Right>; 2]; 2],
    /// The square passed over by the pawn that has just moved two squares.
    en_passant: Option<usize>,
    /// Moves of the odds that the receiver still has to make.
    odds_left: u32,
    marked: Marked,
    /// Plies since the last capture or pawn move.
    halfmove: u32,
    /// The number of the move, raised after Black's.
    fullmove: u32,
}

impl Position {
    /// Reads a position: four, five or six fields of FEN, then any trailing fields. Panics on
    /// nonsense, for it is a test's tool.
    pub fn new(fen: &str, terms: &Terms) -> Position {
        fen::read(fen, terms)
    }

    /// The position in FEN, with the trailing fields that the six cannot say.
    pub fn fen(&self) -> String {
        fen::write(self)
    }

    /// The legal moves in coordinate form, sorted: castling is the king's two squares (king takes
    /// rook in Chess960), the null move is `0000`.
    pub fn legal_moves(&self) -> Vec<String> {
        let mut names: Vec<String> =
            moves::legal(self).into_iter().map(|m| moves::name(self, m)).collect();
        names.sort();
        names
    }

    /// The position after a move; panics if the move is not legal.
    pub fn play(&self, uci: &str) -> Position {
        moves::legal(self)
            .into_iter()
            .find(|&m| moves::name(self, m) == uci)
            .map(|m| moves::make(self, m))
            .unwrap_or_else(|| panic!("{uci} is not legal in {}", self.fen()))
    }

    /// The number of lines of `depth` legal plies. Only the absence of a legal move ends a line;
    /// results do not.
    pub fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => moves::legal(self).len() as u64,
            _ => {
                moves::legal(self).into_iter().map(|m| moves::make(self, m).perft(depth - 1)).sum()
            }
        }
    }

    /// Whether the king of the player to move is attacked.
    pub fn in_check(&self) -> bool {
        moves::attacked(&self.board, self.king(self.turn), self.turn.other())
    }

    /// The result that the position itself decides, `None` while the game goes on. The winner
    /// (`white`, `black`) or `draw` comes first, then the reason. The reasons are:
    ///
    /// - `checkmate`: mate where no undertaking binds the one who mated;
    /// - `undertaking fulfilled`: the giver has mated as he undertook;
    /// - `undertaking lost: mate otherwise`: he has mated, but not so;
    /// - `stalemate`: drawn, or won by one of the players as the law has it;
    /// - `undertaking lost: stalemate`;
    /// - `undertaking lost: marked piece taken`, `undertaking lost: marked piece promoted`,
    ///   `undertaking lost: no pawn left`, `undertaking lost: no piece of the kind left`,
    ///   `undertaking lost: move limit passed`: it can no longer be fulfilled;
    /// - `dead position`: drawn, no series of legal moves can win it;
    /// - `undertaking lost: dead position`.
    ///
    /// Where several hold, the earliest in this list is given.
    pub fn outcome(&self) -> Option<String> {
        judge::outcome(self)
    }

    fn king(&self, color: Color) -> usize {
        self.kings[color as usize]
    }
}
