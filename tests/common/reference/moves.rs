//! Moves of the reference: pseudo-legal generation, making by copying, and legality by asking
//! whether a king could be taken. It must know nothing of results.

use super::rules::Ghosts;
use super::{
    Board, Color, Kind, Marked, Position, Right, WINGS, Wing, file_of, rank_of, square_at,
    square_name, step,
};

/// A move of any sort.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    Plain {
        from: usize,
        to: usize,
    },
    /// A pawn's two squares at once.
    Double {
        from: usize,
        to: usize,
    },
    EnPassant {
        from: usize,
        to: usize,
    },
    Promotion {
        from: usize,
        to: usize,
        kind: Kind,
    },
    Castling {
        wing: Wing,
        right: Right,
    },
    /// The answer to a move of the odds that is not the last.
    Null,
}

const ROOK_WAYS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP_WAYS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING_STEPS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const KNIGHT_STEPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Whether a piece of `by` attacks `target`.
pub(super) fn attacked(board: &Board, target: usize, by: Color) -> bool {
    let stands = |square: Option<usize>, kind: Kind| {
        square.is_some_and(|square| board[square] == Some((by, kind)))
    };
    let behind = -by.forward();
    if [-1, 1].iter().any(|&side| stands(step(target, (side, behind)), Kind::Pawn))
        || KNIGHT_STEPS.iter().any(|&way| stands(step(target, way), Kind::Knight))
        || KING_STEPS.iter().any(|&way| stands(step(target, way), Kind::King))
    {
        return true;
    }
    let slider = |ways: &[(i32, i32)], kind: Kind| {
        ways.iter().any(|&way| {
            let first = first_man(board, target, way).and_then(|square| board[square]);
            first == Some((by, kind)) || first == Some((by, Kind::Queen))
        })
    };
    slider(&ROOK_WAYS, Kind::Rook) || slider(&BISHOP_WAYS, Kind::Bishop)
}

/// The square of the first piece met on the way from `from`.
fn first_man(board: &Board, from: usize, way: (i32, i32)) -> Option<usize> {
    let mut at = step(from, way)?;
    while board[at].is_none() {
        at = step(at, way)?;
    }
    Some(at)
}

/// The squares of the pieces of `by` that attack `target`, each tried by itself with all the others
/// turned into mere obstacles.
pub(super) fn attackers(board: &Board, target: usize, by: Color) -> Vec<usize> {
    (0..64)
        .filter(|&square| board[square].is_some_and(|(color, _)| color == by))
        .filter(|&square| {
            let mut alone = *board;
            for man in &mut alone {
                if man.is_some() {
                    // A piece of the attacked side does not attack it.
                    *man = Some((by.other(), Kind::Pawn));
                }
            }
            alone[square] = board[square];
            attacked(&alone, target, by)
        })
        .collect()
}

/// The legal moves.
pub(super) fn legal(position: &Position) -> Vec<Move> {
    let me = position.turn;
    if position.odds_left > 0 && me == position.rules.giver {
        // While moves of the odds remain the giver can only pass.
        return vec![Move::Null];
    }
    let mut moves = pseudo_legal(position);
    moves.retain(|&m| {
        let next = make(position, m);
        let exposed = attacked(&next.board, next.king(me), me.other());
        // A move of the odds that is not the last may not give check, since the opponent could
        // not answer it.
        let too_soon = next.odds_left > 0 && attacked(&next.board, next.king(me.other()), me);
        !exposed && !too_soon
    });
    moves
}

/// The moves that are legal but for the safety of the king who moves.
fn pseudo_legal(position: &Position) -> Vec<Move> {
    let mut moves = Vec::with_capacity(64);
    for from in 0..64 {
        match position.board[from] {
            Some((color, kind)) if color == position.turn => match kind {
                Kind::Pawn => pawn_moves(position, from, &mut moves),
                Kind::Knight => steps(position, from, &KNIGHT_STEPS, &mut moves),
                Kind::Bishop => slides(position, from, &BISHOP_WAYS, &mut moves),
                Kind::Rook => slides(position, from, &ROOK_WAYS, &mut moves),
                Kind::Queen => {
                    slides(position, from, &ROOK_WAYS, &mut moves);
                    slides(position, from, &BISHOP_WAYS, &mut moves);
                }
                Kind::King => steps(position, from, &KING_STEPS, &mut moves),
            },
            _ => {}
        }
    }
    castlings(position, &mut moves);
    if position.odds_left > 0 && position.rules.odds_in_own_half {
        moves.retain(|&m| match m {
            Move::Plain { to, .. }
            | Move::Double { to, .. }
            | Move::EnPassant { to, .. }
            | Move::Promotion { to, .. } => position.turn.own_rank(rank_of(to)) <= 3,
            Move::Castling { .. } | Move::Null => true,
        });
    }
    moves
}

fn steps(position: &Position, from: usize, ways: &[(i32, i32)], moves: &mut Vec<Move>) {
    for &way in ways {
        if let Some(to) = step(from, way) {
            match position.board[to] {
                Some((color, _)) if color == position.turn => {}
                _ => moves.push(Move::Plain { from, to }),
            }
        }
    }
}

fn slides(position: &Position, from: usize, ways: &[(i32, i32)], moves: &mut Vec<Move>) {
    for &way in ways {
        let mut at = from;
        while let Some(to) = step(at, way) {
            match position.board[to] {
                None => moves.push(Move::Plain { from, to }),
                Some((color, _)) => {
                    if color != position.turn {
                        moves.push(Move::Plain { from, to });
                    }
                    break;
                }
            }
            at = to;
        }
    }
}

fn pawn_moves(position: &Position, from: usize, moves: &mut Vec<Move>) {
    let me = position.turn;
    let forward = me.forward();
    let ahead = step(from, (0, forward)).expect("a pawn never stands on its last rank");
    if position.board[ahead].is_none() {
        pawn_arrives(position, from, ahead, moves);
        if me.own_rank(rank_of(from)) == 1 {
            let beyond = step(ahead, (0, forward)).expect("the fourth rank is on the board");
            if position.board[beyond].is_none() {
                moves.push(Move::Double { from, to: beyond });
            }
        }
    }
    for side in [-1, 1] {
        if let Some(to) = step(from, (side, forward)) {
            match position.board[to] {
                Some((color, _)) if color != me => pawn_arrives(position, from, to, moves),
                None if position.en_passant == Some(to) => {
                    moves.push(Move::EnPassant { from, to });
                }
                _ => {}
            }
        }
    }
}

fn pawn_arrives(position: &Position, from: usize, to: usize, moves: &mut Vec<Move>) {
    if position.turn.own_rank(rank_of(to)) < 7 {
        moves.push(Move::Plain { from, to });
        return;
    }
    if position.marked == Marked::On(from) && !position.rules.marked_pawn_promotes {
        return; // rogers1907:XXXVII: "he may not Queen it"
    }
    for kind in [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight] {
        moves.push(Move::Promotion { from, to, kind });
    }
}

/// The file on which the king ends, and the one on which the rook does.
fn castled_files(wing: Wing) -> (usize, usize) {
    match wing {
        Wing::King => (6, 5),
        Wing::Queen => (2, 3),
    }
}

fn castlings(position: &Position, moves: &mut Vec<Move>) {
    let me = position.turn;
    let rank = me.home_rank();
    for wing in WINGS {
        let Some(right) = position.rights[me as usize][wing as usize] else { continue };
        let king_from = file_of(position.king(me));
        let (king_to, rook_to) = castled_files(wing);
        let corner = square_at(right.rook_file, rank);
        if right.ghost
            && position.rules.ghosts == Ghosts::CornerEmpty
            && position.board[corner].is_some()
        {
            continue;
        }
        // Every square between king and rook, and every square that either crosses or ends on, is
        // empty but for these two. The given rook's own square is no such square.
        let mut files: Vec<usize> = between(king_from, right.rook_file);
        files.extend(between(king_from, king_to));
        files.push(king_to);
        if !right.ghost {
            files.extend(between(right.rook_file, rook_to));
            files.push(rook_to);
        }
        let free = files.iter().all(|&file| {
            file == king_from
                || (!right.ghost && file == right.rook_file)
                || position.board[square_at(file, rank)].is_none()
        });
        if !free {
            continue;
        }
        // The king is not in check and passes over no commanded square, nor on to one.
        let mut lifted = position.board;
        lifted[position.king(me)] = None;
        let mut path = between(king_from, king_to);
        path.extend([king_from, king_to]);
        if path.iter().any(|&file| attacked(&lifted, square_at(file, rank), me.other())) {
            continue;
        }
        moves.push(Move::Castling { wing, right });
    }
}

/// The files strictly between two files.
fn between(one: usize, other: usize) -> Vec<usize> {
    (one.min(other) + 1..one.max(other)).collect()
}

/// The position after a move that [`pseudo_legal`] gave, or the null move.
pub(super) fn make(position: &Position, m: Move) -> Position {
    let mut next = position.clone();
    let me = position.turn;
    next.en_passant = None;
    next.halfmove += 1;
    match m {
        Move::Null => {}
        Move::Plain { from, to } => transfer(&mut next, from, to),
        Move::Double { from, to } => {
            transfer(&mut next, from, to);
            next.en_passant = Some((from + to) / 2);
        }
        Move::EnPassant { from, to } => {
            remove(&mut next, square_at(file_of(to), rank_of(from)));
            transfer(&mut next, from, to);
        }
        Move::Promotion { from, to, kind } => {
            transfer(&mut next, from, to);
            next.board[to] = Some((me, kind));
            if next.marked == Marked::On(to) {
                next.marked = Marked::Promoted;
            }
        }
        Move::Castling { wing, right } => castle(&mut next, wing, right),
    }
    if me == position.rules.receiver() && next.odds_left > 0 {
        next.odds_left -= 1;
    }
    if me == Color::Black {
        next.fullmove += 1;
    }
    next.turn = me.other();
    next
}

/// Takes an opponent's piece off the board.
fn remove(next: &mut Position, square: usize) {
    next.board[square] = None;
    next.halfmove = 0;
    if next.marked == Marked::On(square) {
        next.marked = Marked::Taken;
    }
}

/// Moves a piece, capturing what stands on the square it goes to.
fn transfer(next: &mut Position, from: usize, to: usize) {
    let (color, kind) = next.board[from].expect("a man moves");
    if next.board[to].is_some() {
        remove(next, to);
    }
    next.board[to] = next.board[from].take();
    if kind == Kind::Pawn {
        next.halfmove = 0;
    }
    if kind == Kind::King {
        next.kings[color as usize] = to;
        next.rights[color as usize] = [None, None];
    }
    if next.marked == Marked::On(from) {
        next.marked = Marked::On(to);
    }
    lose_rights(next, from, to);
}

/// Drops the rights that end when a piece leaves `from` and arrives on `to`.
fn lose_rights(next: &mut Position, from: usize, to: usize) {
    for color in [Color::White, Color::Black] {
        for wing in WINGS {
            let Some(right) = next.rights[color as usize][wing as usize] else { continue };
            let corner = square_at(right.rook_file, color.home_rank());
            let lost = if !right.ghost {
                from == corner || to == corner
            } else {
                match next.rules.ghosts {
                    // "has been unoccupied throughout the game", by any piece of either side.
                    Ghosts::CornerEmpty => to == corner,
                    // Only a king's move, which is seen to elsewhere.
                    Ghosts::CornerIgnored => false,
                    Ghosts::Never => true,
                }
            };
            if lost {
                next.rights[color as usize][wing as usize] = None;
            }
        }
    }
}

fn castle(next: &mut Position, wing: Wing, right: Right) {
    let me = next.turn;
    let rank = me.home_rank();
    let (king_file, rook_file) = castled_files(wing);
    let king_from = next.king(me);
    let king_to = square_at(king_file, rank);
    let rook_from = square_at(right.rook_file, rank);
    let rook_to = square_at(rook_file, rank);
    let marked_before = next.marked;
    next.board[king_from] = None;
    if !right.ghost {
        next.board[rook_from] = None;
        next.board[rook_to] = Some((me, Kind::Rook));
        if marked_before == Marked::On(rook_from) {
            next.marked = Marked::On(rook_to);
        }
    }
    next.board[king_to] = Some((me, Kind::King));
    if marked_before == Marked::On(king_from) {
        next.marked = Marked::On(king_to);
    }
    next.kings[me as usize] = king_to;
    next.rights[me as usize] = [None, None];
}

/// A move in coordinate form.
pub(super) fn name(position: &Position, m: Move) -> String {
    let pair = |from: usize, to: usize| square_name(from) + &square_name(to);
    match m {
        Move::Plain { from, to } | Move::Double { from, to } | Move::EnPassant { from, to } => {
            pair(from, to)
        }
        Move::Promotion { from, to, kind } => {
            let letter = match kind {
                Kind::Queen => 'q',
                Kind::Rook => 'r',
                Kind::Bishop => 'b',
                Kind::Knight => 'n',
                Kind::Pawn | Kind::King => panic!("no promotion to {kind:?}"),
            };
            format!("{}{letter}", pair(from, to))
        }
        Move::Castling { wing, right } => {
            let rank = position.turn.home_rank();
            let file =
                if position.rules.chess960 { right.rook_file } else { castled_files(wing).0 };
            pair(position.king(position.turn), square_at(file, rank))
        }
        Move::Null => "0000".to_string(),
    }
}
