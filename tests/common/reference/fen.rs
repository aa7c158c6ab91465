//! FEN for the reference: the orthodox fields, X-FEN and Shredder castling letters, ghost rights,
//! and the trailing fields. It panics on what no test should give it; letters and en-passant
//! squares that cannot be are dropped in silence.

use super::rules::{Ghosts, Rules, Undertaking};
use super::{
    Board, Color, Kind, Marked, Position, Right, Terms, WINGS, Wing, file_of, moves, rank_of,
    square_at, square_name, square_named, step,
};
use std::sync::Arc;

const LETTERS: [(char, Kind); 6] = [
    ('P', Kind::Pawn),
    ('N', Kind::Knight),
    ('B', Kind::Bishop),
    ('R', Kind::Rook),
    ('Q', Kind::Queen),
    ('K', Kind::King),
];

/// The starting position, as the first field of a FEN.
pub(super) const ARRAY: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// What the trailing fields say, so far as they are there.
#[derive(Default)]
struct Trailing {
    marked: Option<String>,
    odds_moves: Option<u32>,
    ghosts: String,
}

/// See [`Position::new`].
pub(super) fn read(fen: &str, terms: &Terms) -> Position {
    let fields: Vec<&str> = fen.split_whitespace().collect();
    assert!(fields.len() >= 4, "too few fields: {fen:?}");
    let board = read_board(fields[0]);
    let turn = match fields[1] {
        "w" => Color::White,
        "b" => Color::Black,
        other => panic!("no colour: {other:?}"),
    };
    let (numbers, rest): (Vec<&str>, Vec<&str>) =
        fields[4..].iter().partition(|field| !field.contains(':'));
    let number = |index: usize, missing: u32| {
        numbers.get(index).map_or(missing, |text| text.parse().expect("a number"))
    };
    let (halfmove, fullmove) = (number(0, 0), number(1, 1));
    let trailing = read_trailing(&rest);

    let receiver = if terms.giver_white { Color::Black } else { Color::White };
    let odds_left = match trailing.odds_moves {
        Some(left) => left,
        // The game's start: the starting position less the pieces given, and the receiver begins.
        None if turn == receiver && fullmove == 1 && is_starting_position_less_pieces(&board) => {
            terms.odds_moves
        }
        None => 0,
    };
    let rules = Rules::new(terms, odds_left.max(terms.odds_moves));
    let mut position = Position {
        rules,
        undertaking: None,
        turn,
        kings: [king_of(&board, Color::White), king_of(&board, Color::Black)],
        rights: [[None; 2]; 2],
        en_passant: None,
        odds_left,
        marked: Marked::Nobody,
        halfmove,
        fullmove,
        board,
    };
    read_rights(&mut position, fields[2], &trailing);
    read_undertaking(&mut position, terms, trailing.marked.as_deref());
    position.en_passant = read_en_passant(&position, fields[3]);
    let waiting = turn.other();
    assert!(
        !moves::attacked(&position.board, position.king(waiting), turn),
        "the side not to move is in check: {fen:?}"
    );
    position
}

fn read_trailing(fields: &[&str]) -> Trailing {
    let mut trailing = Trailing::default();
    for field in fields {
        match field.split_once(':') {
            Some(("marked", square)) => trailing.marked = Some(square.to_string()),
            Some(("oddsmoves", left)) => {
                trailing.odds_moves = Some(left.parse().expect("a number of moves"));
            }
            Some(("ghosts", letters)) => trailing.ghosts = letters.to_string(),
            Some(("captureless", _)) => {} // no result of the position itself depends on it
            _ => panic!("no such field: {field:?}"),
        }
    }
    trailing
}

pub(super) fn read_board(field: &str) -> Board {
    let mut board = [None; 64];
    let ranks: Vec<&str> = field.split('/').collect();
    assert_eq!(ranks.len(), 8, "eight ranks: {field:?}");
    for (index, text) in ranks.iter().enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let kind = LETTERS
                .iter()
                .find(|(known, _)| *known == letter.to_ascii_uppercase())
                .unwrap_or_else(|| panic!("no man: {letter:?}"))
                .1;
            let rank = 7 - index;
            assert!(kind != Kind::Pawn || (rank != 0 && rank != 7), "a pawn on an end rank");
            board[square_at(file, rank)] = Some((color, kind));
            file += 1;
        }
        assert_eq!(file, 8, "eight files: {text:?}");
    }
    board
}

pub(super) fn king_of(board: &Board, color: Color) -> usize {
    let kings: Vec<usize> =
        (0..64).filter(|&square| board[square] == Some((color, Kind::King))).collect();
    assert_eq!(kings.len(), 1, "one king of each colour");
    kings[0]
}

/// Reads the castling field, and adds the rights that are understood.
fn read_rights(position: &mut Position, field: &str, trailing: &Trailing) {
    let mut a_ghost_letter = !trailing.ghosts.is_empty();
    for letter in field.chars().filter(|&letter| letter != '-') {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let found = if position.rules.chess960 {
            chess960_right(position, color, letter)
        } else {
            ordinary_right(position, color, letter, &mut a_ghost_letter, &trailing.ghosts)
        };
        if let Some((wing, right)) = found {
            position.rights[color as usize][wing as usize] = Some(right);
        }
    }
    let stripped = position.rules.ghosts != Ghosts::Never
        && !position.rules.chess960
        && position.fullmove == 1
        && !a_ghost_letter
        && is_starting_position_less_pieces(&position.board);
    if stripped {
        understand_rights(position);
    }
}

/// A right with the king on e1 or e8 and the rook, or the place it was taken from, in a corner.
fn ordinary_right(
    position: &Position,
    color: Color,
    letter: char,
    a_ghost_letter: &mut bool,
    declared_ghosts: &str,
) -> Option<(Wing, Right)> {
    let (wing, rook_file) = match letter.to_ascii_uppercase() {
        'K' | 'H' => (Wing::King, 7),
        'Q' | 'A' => (Wing::Queen, 0),
        _ => return None, // without Chess960 no letter means an inner rook
    };
    let corner = square_at(rook_file, color.home_rank());
    let rook_stands = position.board[corner] == Some((color, Kind::Rook));
    let ghosts = position.rules.ghosts;
    let given = position.rules.rook_given[color as usize][wing as usize];
    let ghost =
        !rook_stands || declared_ghosts.contains(letter) || (given && ghosts != Ghosts::Never);
    *a_ghost_letter |= ghost;
    if position.king(color) != square_at(4, color.home_rank()) {
        return None;
    }
    let exists = !ghost
        || match ghosts {
            Ghosts::Never => false,
            Ghosts::CornerEmpty => position.board[corner].is_none(),
            Ghosts::CornerIgnored => true,
        };
    exists.then_some((wing, Right { rook_file, ghost }))
}

/// An X-FEN or Shredder letter: the outermost rook of a wing, or the rook on a named file.
fn chess960_right(position: &Position, color: Color, letter: char) -> Option<(Wing, Right)> {
    let rank = color.home_rank();
    let king = position.king(color);
    if rank_of(king) != rank {
        return None;
    }
    let king_file = file_of(king);
    let is_rook =
        |file: &usize| position.board[square_at(*file, rank)] == Some((color, Kind::Rook));
    let rook_file = match letter.to_ascii_uppercase() {
        'K' => (king_file + 1..8).rev().find(is_rook)?,
        'Q' => (0..king_file).find(is_rook)?,
        named @ 'A'..='H' => Some((named as u8 - b'A') as usize).filter(is_rook)?,
        other => panic!("no castling letter: {other:?}"),
    };
    let wing = if rook_file > king_file { Wing::King } else { Wing::Queen };
    Some((wing, Right { rook_file, ghost: false }))
}

/// Whether every piece stands where he does in the starting position.
fn is_starting_position_less_pieces(board: &Board) -> bool {
    let array = read_board(ARRAY);
    (0..64).all(|square| board[square].is_none() || board[square] == array[square])
}

/// The rights of given rooks whose letters a GUI has stripped.
fn understand_rights(position: &mut Position) {
    for color in [Color::White, Color::Black] {
        for (wing, rook_file) in [(Wing::King, 7), (Wing::Queen, 0)] {
            if position.board[square_at(rook_file, color.home_rank())].is_none() {
                position.rights[color as usize][wing as usize] =
                    Some(Right { rook_file, ghost: true });
            }
        }
    }
}

/// Puts the undertaking in force, and finds its marked piece; without that piece there is none.
fn read_undertaking(position: &mut Position, terms: &Terms, marked: Option<&str>) {
    let Some(undertaking) = Undertaking::read(&terms.undertaking) else {
        assert!(marked.is_none(), "a marked man without an undertaking");
        return;
    };
    if let Some(at_the_start) = undertaking.marked {
        if marked == Some("none") {
            position.marked = Marked::Taken;
        } else {
            let square = marked.map_or(at_the_start, square_named);
            let suits = match position.board[square] {
                Some((color, kind)) => {
                    color == position.rules.giver
                        && (kind == Kind::Pawn || !undertaking.marked_is_pawn)
                }
                None => false,
            };
            assert!(suits || marked.is_none(), "no man of the giver to be marked on {marked:?}");
            if !suits {
                return;
            }
            position.marked = Marked::On(square);
        }
    }
    position.undertaking = Some(Arc::new(undertaking));
}

/// The square passed over, if the pawn that passed it stands where it must.
fn read_en_passant(position: &Position, field: &str) -> Option<usize> {
    if field == "-" {
        return None;
    }
    let square = square_named(field);
    let opponent = position.turn.other();
    let pawn = step(square, (0, opponent.forward()))?;
    let origin = step(square, (0, -opponent.forward()))?;
    let possible = opponent.own_rank(rank_of(square)) == 2
        && position.board[square].is_none()
        && position.board[origin].is_none()
        && position.board[pawn] == Some((opponent, Kind::Pawn));
    possible.then_some(square)
}

/// See [`Position::fen`]. The en-passant square is given only when a capture there is legal.
pub(super) fn write(position: &Position) -> String {
    let turn = if position.turn == Color::White { "w" } else { "b" };
    let takes_in_passing =
        moves::legal(position).iter().any(|m| matches!(m, moves::Move::EnPassant { .. }));
    let en_passant = match position.en_passant {
        Some(square) if takes_in_passing => square_name(square),
        _ => "-".to_string(),
    };
    let mut fen = format!(
        "{} {turn} {} {en_passant} {} {}",
        write_board(&position.board),
        write_rights(position),
        position.halfmove,
        position.fullmove
    );
    match position.marked {
        Marked::Nobody => {}
        Marked::On(square) => fen += &format!(" marked:{}", square_name(square)),
        Marked::Taken | Marked::Promoted => fen += " marked:none",
    }
    if position.odds_left > 0 {
        fen += &format!(" oddsmoves:{}", position.odds_left);
    }
    let ghosts = undeclared_ghosts(position);
    if !ghosts.is_empty() {
        fen += &format!(" ghosts:{ghosts}");
    }
    fen
}

pub(super) fn write_board(board: &Board) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let Some((color, kind)) = board[square_at(file, rank)] else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            let letter =
                LETTERS.iter().find(|(_, known)| *known == kind).expect("all are listed").0;
            text.push(if color == Color::White { letter } else { letter.to_ascii_lowercase() });
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn write_rights(position: &Position) -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        for wing in WINGS {
            if let Some(right) = position.rights[color as usize][wing as usize] {
                text.push(right_letter(position, color, wing, right));
            }
        }
    }
    if text.is_empty() { "-".to_string() } else { text }
}

/// `K` and `Q` for an outermost rook or a corner, otherwise the rook's file.
fn right_letter(position: &Position, color: Color, wing: Wing, right: Right) -> char {
    let plain = if wing == Wing::King { 'K' } else { 'Q' };
    let letter = match chess960_right(position, color, plain) {
        Some((_, outermost)) if position.rules.chess960 && outermost != right => {
            (b'A' + right.rook_file as u8) as char
        }
        _ => plain,
    };
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

/// The ghost rights that the castling field alone would be read as ordinary ones.
fn undeclared_ghosts(position: &Position) -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        for wing in WINGS {
            let Some(right) = position.rights[color as usize][wing as usize] else { continue };
            let corner = square_at(right.rook_file, color.home_rank());
            if right.ghost && position.board[corner] == Some((color, Kind::Rook)) {
                text.push(right_letter(position, color, wing, right));
            }
        }
    }
    text
}
