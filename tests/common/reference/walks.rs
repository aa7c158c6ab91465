//! Random games and positions for the tests that set two programs against each other, weighted so
//! that what the laws have of their own comes up often. It must stay reproducible: the same seed
//! gives the same positions.

use super::moves::{self, Move};
use super::{
    Board, Color, Kind, Position, Terms, fen, rank_of, square_at, square_name, square_named,
};

/// The seven codes.
pub const CODES: [&str; 7] = [
    "chess",
    "england1804",
    "france1804",
    "accomplished1837",
    "british1897",
    "rogers1907",
    "federation1912",
];

/// Marsaglia's xorshift with 64 bits of state, his shifts 13, 7 and 17 ("Xorshift RNGs", 2003).
pub struct Random(u64);

impl Random {
    /// A generator for any seed.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A number from 0 to `limit` - 1.
    pub fn below(&mut self, limit: usize) -> usize {
        ((self.next() >> 16) % limit as u64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of the choices.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

/// A game from a start, by random legal moves.
pub struct Walk {
    /// The start, as [`Position::new`] read it.
    pub start: String,
    /// What it was played under.
    pub terms: Terms,
    /// The moves, in coordinate form.
    pub moves: Vec<String>,
    /// The position reached, with trailing fields.
    pub fen: String,
}

/// `count` games of up to `plies` plies, each from one of the starts. A game ends early where
/// there is no legal move.
pub fn random_walks(
    seed: u64,
    count: usize,
    starts: &[(String, Terms)],
    plies: usize,
) -> Vec<Walk> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let (start, terms) = random.pick(starts).clone();
            let length = random.below(plies + 1);
            let mut position = Position::new(&start, &terms);
            let mut played = Vec::new();
            for _ in 0..length {
                let Some(m) = random_move(&mut random, &position) else { break };
                played.push(moves::name(&position, m));
                position = moves::make(&position, m);
            }
            Walk { start, terms, moves: played, fen: position.fen() }
        })
        .collect()
}

/// A legal move, the rarer kinds preferred.
fn random_move(random: &mut Random, position: &Position) -> Option<Move> {
    let legal = moves::legal(position);
    let weights: Vec<usize> = legal.iter().map(|&m| weight(position, m)).collect();
    let total: usize = weights.iter().sum();
    if legal.is_empty() {
        return None;
    }
    // Mates and stalemates seldom come by chance.
    let ends_the_game = |m: &&Move| moves::legal(&moves::make(position, **m)).is_empty();
    if random.once_in(2)
        && let Some(&m) = legal.iter().find(ends_the_game)
    {
        return Some(m);
    }
    let mut left = random.below(total);
    for (m, weight) in legal.into_iter().zip(weights) {
        if left < weight {
            return Some(m);
        }
        left -= weight;
    }
    None
}

fn weight(position: &Position, m: Move) -> usize {
    match m {
        Move::Castling { .. } => 24,
        Move::EnPassant { .. } => 24,
        Move::Promotion { .. } => 4,
        Move::Double { .. } => 4,
        Move::Null => 1,
        Move::Plain { from, to } => {
            let man = position.board[from].map(|(_, kind)| kind);
            let in_a_corner = [0, 7, 56, 63].contains(&to);
            match (man, position.board[to].is_some()) {
                _ if in_a_corner => 8,
                (_, true) => 8,
                // Kings at home mostly keep their rights to castle.
                (Some(Kind::King), _) if position.rights[position.turn as usize] != [None; 2] => 1,
                (Some(Kind::Pawn), _) => 5,
                _ => 4,
            }
        }
    }
}

/// The starting position without the pieces on `given`, as a FEN with that castling field.
pub fn odds_array(given: &[&str], turn: char, castling: &str) -> String {
    let mut board = fen::read_board(fen::ARRAY);
    for square in given {
        board[square_named(square)] = None;
    }
    format!("{} {turn} {castling} - 0 1", fen::write_board(&board))
}

/// The castling field of the starting position without `given`, the letters of given rooks left in
/// if `ghosts`.
pub fn array_castling(given: &[&str], ghosts: bool) -> String {
    let letters: String = [('K', "h1"), ('Q', "a1"), ('k', "h8"), ('q', "a8")]
        .iter()
        .filter(|(_, corner)| ghosts || !given.contains(corner))
        .map(|(letter, _)| letter)
        .collect();
    if letters.is_empty() { "-".to_string() } else { letters }
}

/// `count` starts under a code: arrays at odds and made-up positions, with undertakings, givers
/// and single switches at random. Each of them [`Position::new`] accepts.
pub fn random_starts(seed: u64, count: usize, code: &str) -> Vec<(String, Terms)> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| match random.below(5) {
            0 => array_start(&mut random, code),
            1 => made_up_start(&mut random, code, &HOME),
            2 => made_up_start(&mut random, code, &PAWNS),
            3 => made_up_start(&mut random, code, &CORNERED),
            _ => made_up_start(&mut random, code, &FEW),
        })
        .collect()
}

/// `count` arrays of Chess960, each player's his own, some with an undertaking of White's.
pub fn chess960_starts(seed: u64, count: usize) -> Vec<(String, Terms)> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let mut board: Board = [None; 64];
            for color in [Color::White, Color::Black] {
                for (file, kind) in chess960_rank(&mut random).into_iter().enumerate() {
                    board[square_at(file, color.home_rank())] = Some((color, kind));
                    let pawn = (color, Kind::Pawn);
                    let rank = if color == Color::White { 1 } else { 6 };
                    // Few pawns, so that castling and checks come early.
                    board[square_at(file, rank)] = (!random.once_in(2)).then_some(pawn);
                }
            }
            let mut terms = Terms { chess960: true, ..Terms::of("chess") };
            terms.undertaking = random_undertaking(&mut random, &board, Color::White, 1);
            let start = format!("{} w KQkq - 0 1", fen::write_board(&board));
            (start, terms)
        })
        .filter(|(start, _)| {
            let board = fen::read_board(start.split(' ').next().expect("a board"));
            waiting_king_is_safe(&board, 'w')
        })
        .collect()
}

/// A first rank of Chess960: bishops on either colour, the king between the rooks.
fn chess960_rank(random: &mut Random) -> [Kind; 8] {
    let mut rank = [None; 8];
    rank[2 * random.below(4)] = Some(Kind::Bishop);
    rank[2 * random.below(4) + 1] = Some(Kind::Bishop);
    for kind in [Kind::Queen, Kind::Knight, Kind::Knight] {
        let free: Vec<usize> = (0..8).filter(|&file| rank[file].is_none()).collect();
        rank[*random.pick(&free)] = Some(kind);
    }
    let mut rest = [Kind::Rook, Kind::King, Kind::Rook].into_iter();
    rank.map(|placed| placed.or_else(|| rest.next()).expect("three files are left for three men"))
}

fn random_terms(random: &mut Random, code: &str) -> Terms {
    let mut terms = Terms::of(code);
    terms.giver_white = random.once_in(2);
    if random.once_in(6) {
        terms.ghost_castling = Some(random.once_in(2));
    }
    if random.once_in(6) {
        terms.stalemate = Some(random.pick(&["draw", "win", "loss"]).to_string());
    }
    terms
}

/// What is given, as White's squares; the last is of moves alone.
const ODDS: [&[&str]; 9] =
    [&["a1"], &["a1"], &["h1"], &["f2"], &["b1"], &["a1", "h1"], &["a1", "b1"], &["c1"], &[]];

fn array_start(random: &mut Random, code: &str) -> (String, Terms) {
    let mut terms = random_terms(random, code);
    let mirror = |square: &str| {
        let square = square_named(square);
        square_name(square_at(square % 8, 7 - rank_of(square)))
    };
    terms.odds = random
        .pick(&ODDS)
        .iter()
        .map(|square| if terms.giver_white { square.to_string() } else { mirror(square) })
        .collect();
    let given: Vec<&str> = terms.odds.iter().map(String::as_str).collect();
    let mut white_to_move = random.once_in(2);
    if random.once_in(3) {
        terms.odds_moves = 1 + random.below(4) as u32;
        white_to_move = !terms.giver_white;
    }
    let castling = array_castling(&given, !random.once_in(3));
    let start = odds_array(&given, if white_to_move { 'w' } else { 'b' }, &castling);
    let board = fen::read_board(start.split(' ').next().expect("a board"));
    terms.undertaking = random_undertaking(random, &board, giver_of(&terms), 1);
    (start, terms)
}

fn giver_of(terms: &Terms) -> Color {
    if terms.giver_white { Color::White } else { Color::Black }
}

/// An undertaking that the position may hold, empty half of the time.
fn random_undertaking(random: &mut Random, board: &Board, giver: Color, fullmove: u32) -> String {
    if random.once_in(2) {
        return String::new();
    }
    let men = |wanted: fn(Kind) -> bool| -> Vec<usize> {
        (0..64)
            .filter(|&square| {
                board[square].is_some_and(|(color, kind)| color == giver && wanted(kind))
            })
            .collect()
    };
    let pawns = men(|kind| kind == Kind::Pawn);
    let pieces = men(|kind| kind != Kind::Pawn && kind != Kind::King);
    let one = match random.below(8) {
        0 | 1 if !pawns.is_empty() => format!("pawn@{}", square_name(*random.pick(&pawns))),
        2 | 3 if !pieces.is_empty() => format!("man@{}", square_name(*random.pick(&pieces))),
        4 => "pawn".to_string(),
        5 => random.pick(&["queen", "rook", "bishop", "knight"]).to_string(),
        6 => format!("square={}", square_name(random.below(64))),
        _ => "draw".to_string(),
    };
    match random.below(4) {
        0 => format!("{one},within={}", fullmove + random.below(4) as u32),
        1 => format!("{one},{}", random.pick(&["queen", "pawn", "knight"])),
        _ => one,
    }
}

/// What a made-up position is like.
struct Manner {
    /// One king stands in a corner, and most pieces are the other's.
    cornered: bool,
    /// The kings stand on e1 and e8, rooks perhaps in their corners.
    kings_at_home: bool,
    /// The most pieces beside these, of both players together.
    men: usize,
    /// Pawns stand on their fifth to seventh ranks.
    far_pawns: bool,
    kinds: &'static [Kind],
}

const HOME: Manner = Manner {
    cornered: false,
    kings_at_home: true,
    men: 8,
    far_pawns: false,
    kinds: &[Kind::Pawn, Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen],
};

const PAWNS: Manner = Manner {
    cornered: false,
    kings_at_home: false,
    men: 6,
    far_pawns: true,
    kinds: &[Kind::Pawn, Kind::Pawn, Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook],
};

const FEW: Manner = Manner {
    cornered: false,
    kings_at_home: false,
    men: 3,
    far_pawns: true,
    kinds: &[Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Bishop, Kind::Rook, Kind::Queen],
};

const CORNERED: Manner = Manner {
    cornered: true,
    kings_at_home: false,
    men: 6,
    far_pawns: false,
    kinds: &[Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Rook, Kind::Queen],
};

fn made_up_start(random: &mut Random, code: &str, manner: &Manner) -> (String, Terms) {
    loop {
        let mut terms = random_terms(random, code);
        let board = made_up_board(random, manner);
        if manner.kings_at_home && random.once_in(2) {
            let corner = *random.pick(&["a1", "h1", "a8", "h8"]);
            terms.odds = vec![corner.to_string()];
            terms.giver_white = corner.ends_with('1');
        }
        let turn = if random.once_in(2) { 'w' } else { 'b' };
        let castling = if manner.kings_at_home { made_up_castling(random) } else { "-".into() };
        let fullmove = 1 + random.below(20) as u32;
        let mut start = format!("{} {turn} {castling} - 0 {fullmove}", fen::write_board(&board));
        if random.once_in(5) {
            terms.giver_white = turn == 'b';
            terms.odds_moves = 1 + random.below(4) as u32;
            start += &format!(" oddsmoves:{}", 1 + random.below(terms.odds_moves as usize));
        }
        terms.undertaking = random_undertaking(random, &board, giver_of(&terms), fullmove);
        if waiting_king_is_safe(&board, turn) {
            return (start, terms);
        }
    }
}

fn made_up_castling(random: &mut Random) -> String {
    let letters: String = "KQkq".chars().filter(|_| !random.once_in(4)).collect();
    if letters.is_empty() { "-".into() } else { letters }
}

fn made_up_board(random: &mut Random, manner: &Manner) -> Board {
    let mut board: Board = [None; 64];
    let weaker = if random.once_in(2) { Color::White } else { Color::Black };
    if manner.kings_at_home {
        for color in [Color::White, Color::Black] {
            board[square_at(4, color.home_rank())] = Some((color, Kind::King));
            for file in [0, 7] {
                if random.once_in(2) {
                    board[square_at(file, color.home_rank())] = Some((color, Kind::Rook));
                }
            }
        }
    } else {
        let one = if manner.cornered { *random.pick(&[0, 7, 56, 63]) } else { random.below(64) };
        let other = (one + 1 + random.below(63)) % 64;
        board[one] = Some((weaker, Kind::King));
        board[other] = Some((weaker.other(), Kind::King));
    }
    for _ in 0..=random.below(manner.men) {
        let of_the_weaker = random.once_in(if manner.cornered { 5 } else { 2 });
        let color = if of_the_weaker { weaker } else { weaker.other() };
        let kind = *random.pick(manner.kinds);
        let square = random.below(64);
        let rank = color.own_rank(rank_of(square));
        let misplaced =
            kind == Kind::Pawn && (rank == 0 || rank == 7 || (manner.far_pawns && rank < 4));
        if board[square].is_none() && !misplaced {
            board[square] = Some((color, kind));
        }
    }
    board
}

fn waiting_king_is_safe(board: &Board, turn: char) -> bool {
    let mover = if turn == 'w' { Color::White } else { Color::Black };
    let king = fen::king_of(board, mover.other());
    !moves::attacked(board, king, mover)
}
