//! Openings: random legal moves from where a game begins, or men placed by chance, kept when neither
//! player has lost yet. Also the answer to OpenBench's `genfens`, which asks for such positions.
//! Nothing is printed here.

use std::io;

use super::Random;
use super::mix::{Kind, RANDOM_PLIES};
use crate::eval::{MAX_PLY, Score};
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Piece, PieceKind, Position, Setup, Square};
use crate::search::{Control, Iteration, NoProber, Request, Searcher, Silent};

/// A level opening is kept only when the search finds it within so many centipawns of even: about a
/// pawn. Farther from even most games teach how to win what is won.
const BALANCED: i32 = 80;
/// An endgame of men placed by chance is kept only within so many centipawns of even. Wider than an
/// opening's: an endgame must teach what wins and what does not.
const CONTESTED: i32 = 400;
/// An opening at odds or under an undertaking is kept unless the search finds it beyond this.
const LOST: i32 = 1_500;
/// Openings that are tried before the last one is kept whatever it is worth.
const OPENINGS_TRIED: usize = 50;
/// Random plies after a position of a book, for `genfens`; or one more.
const PLIES_AFTER_BOOK: usize = 3;
/// Soft nodes for the verdict on an opening of `genfens`.
const OPENING_CHECK_NODES: u64 = 2_000;
/// Mebibytes of its transposition table.
const TABLE: usize = 4;

/// Begins no iteration after so many nodes, and ends one that runs on ten times as long.
pub(super) struct SoftNodes(pub(super) u64);

impl Control for SoftNodes {
    fn must_stop(&self, nodes: u64) -> bool {
        nodes >= self.0.saturating_mul(10)
    }

    fn may_go_deeper(&self, iteration: &Iteration) -> bool {
        iteration.nodes < self.0
    }
}

/// A game begun by random legal moves that neither player has lost yet, and its plies. `judge`
/// gives the score of the player to move.
pub(super) fn fair(
    kind: &Kind,
    terms: &Terms,
    random: &mut Random,
    mut judge: impl FnMut(&Game) -> Score,
) -> (Game, usize) {
    let level = terms.odds.is_none() && terms.undertaking.is_none();
    let bound = match kind.men {
        Some(_) => CONTESTED,
        None if level => BALANCED,
        None => LOST,
    };
    let mut kept = None;
    for _ in 0..OPENINGS_TRIED {
        let first = start(kind, terms, random);
        let plies = kind.random_plies + random.below(2);
        let Some(game) = random_opening(first, plies, random) else { continue };
        let score = judge(&game);
        kept = Some((game, plies));
        if score.0.abs() <= bound {
            break;
        }
    }
    kept.unwrap_or_else(|| (Game::new(start(kind, terms, random)), 0))
}

/// The positions that `genfens` asks for: each is handed to `each` when it is found. They follow
/// from the seed and the book alone. An empty book stands for the initial position.
///
/// # Errors
/// Those of `each`, which end it.
pub fn generate(
    count: u64,
    seed: u64,
    book: &[Position],
    mut each: impl FnMut(&Position) -> io::Result<()>,
) -> io::Result<()> {
    let mut searcher: Searcher = Searcher::new(TABLE, 1);
    let mut random = Random::new(seed, 0);
    for _ in 0..count {
        let found = loop {
            let (first, plies) = match book.len() {
                0 => (Position::initial(), RANDOM_PLIES),
                size => (book[random.below(size)], PLIES_AFTER_BOOK),
            };
            let plies = plies + random.below(2);
            let Some(game) = random_opening(first, plies, &mut random) else { continue };
            searcher.clear();
            let request =
                Request { game: &game, search_moves: &[], multi_pv: 1, depth: MAX_PLY, mate: None };
            let control = SoftNodes(OPENING_CHECK_NODES);
            let score = searcher.search(&request, &control, &mut Silent, &NoProber).score;
            if score.0.abs() <= BALANCED {
                break *game.position();
            }
        };
        each(&found)?;
    }
    Ok(())
}

/// The position that a game on these terms begins from; in Chess960, and with a number of men, one
/// by chance.
fn start(kind: &Kind, terms: &Terms, random: &mut Random) -> Position {
    if let Some(most) = kind.men {
        return endgame(most, terms, random);
    }
    let setup = if terms.chess960 { chess960_start(random) } else { terms.start() };
    setup.position(terms).expect("a mix is checked when it is read")
}

/// A position of at most so many men of a full set and of more than half as many, placed by chance, in
/// which the game goes on.
fn endgame(most: usize, terms: &Terms, random: &mut Random) -> Position {
    loop {
        let count = most - random.below(most / 2);
        let placed = men(count, random).position(terms);
        if let Some(position) = placed.ok().filter(|position| position.outcome().is_none()) {
            return position;
        }
    }
}

/// So many men of a full set, both kings among them, on squares by chance. It may be no position.
fn men(count: usize, random: &mut Random) -> Setup {
    let (kings, mut others): (Vec<Piece>, Vec<Piece>) = Setup::initial()
        .pieces
        .into_iter()
        .flatten()
        .partition(|piece| piece.kind() == PieceKind::King);
    let mut setup = Setup::empty();
    let mut place = |piece: Piece, random: &mut Random| {
        // No pawn stands on the first or last rank.
        let (first, squares) = if piece.kind() == PieceKind::Pawn { (8, 48) } else { (0, 64) };
        loop {
            let square = &mut setup.pieces[first + random.below(squares)];
            if square.is_none() {
                *square = Some(piece);
                return;
            }
        }
    };
    for king in kings {
        place(king, random);
    }
    for _ in 2..count {
        place(others.swap_remove(random.below(others.len())), random);
    }
    setup.turn = Color::ALL[random.below(2)];
    setup
}

/// One of the 960 starting positions: bishops on both colours, the king between the rooks.
fn chess960_start(random: &mut Random) -> Setup {
    let mut rank: [Option<PieceKind>; 8] = [None; 8];
    rank[2 * random.below(4)] = Some(PieceKind::Bishop);
    rank[2 * random.below(4) + 1] = Some(PieceKind::Bishop);
    let mut place = |kind, among: usize, random: &mut Random| {
        let chosen = random.below(among);
        let mut free = rank.iter_mut().filter(|square| square.is_none());
        *free.nth(chosen).expect("so many squares are free") = Some(kind);
    };
    place(PieceKind::Queen, 6, random);
    place(PieceKind::Knight, 5, random);
    place(PieceKind::Knight, 4, random);
    let mut last = [PieceKind::Rook, PieceKind::King, PieceKind::Rook].into_iter();
    for square in rank.iter_mut().filter(|square| square.is_none()) {
        *square = last.next();
    }
    let mut setup = Setup::initial();
    for (file, kind) in rank.into_iter().enumerate() {
        for color in Color::ALL {
            let square: Square = color.square(file as u8, 0);
            setup.pieces[square.index()] = kind.map(|kind| Piece::new(color, kind));
        }
    }
    setup
}

/// A game begun by random legal moves; `None` when they ended it.
fn random_opening(start: Position, plies: usize, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(start);
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() || !game.play(moves[random.below(moves.len())]) {
            return None;
        }
    }
    game.outcome().is_none().then_some(game)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn chess960_starts_are_those_of_the_rule() {
        let mut random = Random::new(1, 1);
        let terms = Terms { chess960: true, ..Terms::default() };
        let mut seen = HashSet::new();
        for _ in 0..20_000 {
            let setup = chess960_start(&mut random);
            let kinds: Vec<_> =
                (0..8).map(|file| setup.pieces[file].expect("a full rank").kind()).collect();
            let at = |kind| -> Vec<usize> { (0..8).filter(|&file| kinds[file] == kind).collect() };
            let (bishops, rooks) = (at(PieceKind::Bishop), at(PieceKind::Rook));
            assert_ne!(bishops[0] % 2, bishops[1] % 2);
            assert!(rooks[0] < at(PieceKind::King)[0] && at(PieceKind::King)[0] < rooks[1]);
            assert!(setup.position(&terms).is_ok());
            seen.insert(kinds);
        }
        assert_eq!(seen.len(), 960);
    }

    #[test]
    fn endgames_have_kings_and_so_many_men_and_go_on() {
        let mut random = Random::new(3, 3);
        let mut counts = [0; 33];
        let mut kinds = HashSet::new();
        for _ in 0..2_000 {
            let position = endgame(9, &Terms::default(), &mut random);
            assert!(position.outcome().is_none());
            let board = position.board();
            assert_eq!(board.of_kind(PieceKind::King).count(), 2);
            counts[board.occupied().count() as usize] += 1;
            kinds.extend(board.occupied().into_iter().filter_map(|at| position.piece_at(at)));
        }
        assert!((6..=9).all(|men| counts[men] > 300), "{counts:?}");
        assert_eq!(counts[6..=9].iter().sum::<usize>(), 2_000);
        assert_eq!(kinds.len(), 12, "men of every kind and colour");
    }

    #[test]
    fn the_seed_decides_the_positions_and_none_has_ended() {
        let list = |seed| {
            let mut keys = Vec::new();
            generate(5, seed, &[], |position| {
                assert!(position.outcome().is_none());
                keys.push(position.key());
                Ok(())
            })
            .unwrap();
            keys
        };
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
    }
}
