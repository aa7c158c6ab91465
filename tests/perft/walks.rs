//! Invariants of the move generator and of positions, proved by walking: on every position of the
//! tables, on random games from them under today's law and the old ones, and on the 960 arrays.
//! Nothing here knows a count.

use std::collections::HashSet;

use crate::reference::walks::Random;
use jadoube::notation::fen;
use jadoube::perft::suite;
use jadoube::rules::laws::{Terms, Variant};
use jadoube::rules::{
    Color, Move, MoveKind, MoveList, Piece, PieceKind, Position, Scope, Setup, Square,
};

const PLIES: usize = if cfg!(debug_assertions) { 60 } else { 200 };

/// The positions of the tables under today's law, as Chess960 where they are meant so.
fn corpus() -> Vec<Position> {
    [include_str!("../data/perft/positions.epd"), include_str!("../data/laws/perft.epd")]
        .into_iter()
        .flat_map(str::lines)
        .filter_map(|line| line.split(';').next().filter(|fen| fen.contains('/')))
        .filter_map(|fen| suite::parse(&format!("{fen};D1 1")).ok()?.pop())
        .filter_map(|case| case.position(&Terms::default()).ok())
        .filter(|position| position.board().odds_moves() == 0)
        .collect()
}

/// A number from 0 to 959 names an array, in the order of Reinhard Scharnagl's numbering.
fn array960(number: usize) -> Setup {
    let mut files = [None; 8];
    let mut place = |nth: usize, kind| {
        let mut free = (0..8).filter(|&file| files[file].is_none());
        let file = free.nth(nth).unwrap();
        files[file] = Some(kind);
    };
    let (light, dark) = (number % 4 * 2 + 1, number / 4 % 4 * 2);
    place(light, PieceKind::Bishop);
    place(dark - usize::from(dark > light), PieceKind::Bishop);
    place(number / 16 % 6, PieceKind::Queen);
    let pairs = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)];
    let (first, second) = pairs[number / 96];
    place(second, PieceKind::Knight);
    place(first, PieceKind::Knight);
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        place(0, kind);
    }
    let mut setup = Setup::initial();
    for color in Color::ALL {
        for (file, kind) in (0..).zip(files) {
            let man = Piece::new(color, kind.unwrap());
            setup.pieces[color.square(file, 0).index()] = Some(man);
        }
    }
    setup
}

/// Every position of a random game, the first included.
fn walk(start: &Position, plies: usize, random: &mut Random) -> Vec<Position> {
    let mut positions = vec![*start];
    for _ in 0..plies {
        let position = positions[positions.len() - 1];
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        positions.push(position.play(*random.pick(&moves)));
    }
    positions
}

/// That a position given back by its description is the same to the last key.
fn assert_same_when_recomputed(position: &Position, terms: &Terms) {
    let text = fen::to_string(position);
    let again = fen::parse(&text).unwrap().position(terms);
    let again = again.unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(again.board() == position.board(), "{text}");
    assert_eq!(again.key(), position.key(), "{text}");
    assert_eq!(again.placement_key(), position.placement_key(), "{text}");
    assert_eq!(again.pawn_key(), position.pawn_key(), "{text}");
    for color in Color::ALL {
        assert_eq!(again.piece_key(color), position.piece_key(color), "{text}");
    }
    assert_eq!(again.checkers(), position.checkers(), "{text}");
    assert_eq!(fen::to_string(&again), text);
}

/// That the generator's ways to the moves of a position agree.
fn assert_generator_agrees_with_itself(position: &Position) {
    let text = fen::to_string(position);
    let board = position.board();
    let moves = position.legal_moves();
    let distinct: HashSet<Move> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "{text}");
    assert_eq!(board.count_legal(), moves.len() as u64, "{text}");
    assert_eq!(board.count_legal_historical(), moves.len() as u64, "{text}");
    assert_eq!(board.has_legal_move(), !moves.is_empty(), "{text}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{text}");
    assert_eq!(position.checkers(), board.checkers(board.turn()), "{text}");
    let (noisy, quiet) = (board.moves(Scope::Noisy), board.moves(Scope::Quiet));
    assert_eq!(
        (position.moves(Scope::Noisy), position.moves(Scope::Quiet)),
        (noisy.clone(), quiet.clone()),
        "{text}"
    );
    assert!(noisy.iter().all(|&mv| position.is_noisy(mv)), "{text}");
    assert!(quiet.iter().all(|&mv| !position.is_noisy(mv)), "{text}");
    let parts: HashSet<Move> = noisy.iter().chain(&quiet).copied().collect();
    assert_eq!(parts, distinct, "{text}");
    assert_eq!(noisy.len() + quiet.len(), moves.len(), "{text}");
    let mut children = 0;
    let mut played = moves.iter().map(|&mv| board.play(mv)).collect::<Vec<_>>();
    board.for_each_child(|child| {
        children += 1;
        let same = played.iter().position(|after| after == child);
        played.swap_remove(same.unwrap_or_else(|| panic!("{text}: a child that no move makes")));
    });
    assert_eq!(children, moves.len(), "{text}");
}

/// Whether a move changes nothing but the squares of one piece and of what it captures, and the turn.
fn only_places_change(before: &Position, mv: Move, after: &Position) -> bool {
    mv.kind() == MoveKind::Normal
        && after.en_passant().is_none()
        && before.board().castling_rooks() == after.board().castling_rooks()
        && before.board().odds_moves() == 0
        && (before.laws(), before.undertaking()) == (Terms::default().laws(), None)
}

/// That what is asked about moves before they are made is what they do.
fn assert_moves_do_what_is_said_of_them(position: &Position) {
    let checks = position.checks();
    for mv in position.legal_moves() {
        let text = || format!("{mv:?} in {}", fen::to_string(position));
        let mut told = None;
        let after = position.play_with_key(mv, |key| told = Some(key));
        assert_eq!(told, Some(after.key()), "{}", text());
        if only_places_change(position, mv, &after) {
            assert_eq!(position.likely_key_after(mv), after.key(), "{}", text());
        }
        let checked = after.board().checkers(after.turn());
        assert_eq!(after.checkers(), checked, "{}", text());
        assert_eq!(position.gives_check_by(&checks, mv), checked.any(), "{}", text());
        assert!(position.is_legal(mv) && position.board().is_legal(mv), "{}", text());
    }
    for scope in [Scope::All, Scope::Noisy, Scope::Quiet] {
        let mut checking = position.moves(scope);
        checking.retain(|mv| position.gives_check(*mv));
        let mut listed = MoveList::new();
        position.list_checks(scope, &mut listed);
        assert_eq!(listed, checking, "{}", fen::to_string(position));
    }
}

#[test]
fn the_two_instances_agree_where_nothing_old_is_left() {
    let mut random = Random::new(1);
    for start in corpus() {
        for position in walk(&start, PLIES, &mut random) {
            let legal = position.legal_moves().len() as u64;
            assert_eq!(position.board().count_legal_modern(), legal, "{position:?}");
            assert_eq!(position.board().count_legal_historical(), legal, "{position:?}");
        }
    }
}

#[test]
fn today_s_games_keep_their_keys() {
    let mut random = Random::new(2);
    for start in corpus() {
        let terms = Terms { chess960: start.chess960(), ..Terms::default() };
        for position in walk(&start, PLIES, &mut random) {
            assert_generator_agrees_with_itself(&position);
            assert_moves_do_what_is_said_of_them(&position);
            assert_same_when_recomputed(&position, &terms);
        }
    }
}

#[test]
fn old_games_keep_their_keys() {
    let mut random = Random::new(3);
    let odds =
        ["none", "a1", "h8", "rook", "exchange", "pawn,moves=2", "knight", "moves=3", "a8,b1"];
    let undertakings = ["", "pawn", "draw", "pawn@g2", "man@g1", "square=e4,within=20"];
    for &variant in Variant::ALL {
        for _ in 0..if cfg!(debug_assertions) { 4 } else { 20 } {
            let mut terms = variant.terms();
            terms.odds = random.pick(&odds).parse().unwrap();
            terms.undertaking = random.pick(&undertakings).parse().ok();
            terms.odds_giver = None;
            let Ok(start) = terms.start().position(&terms) else { continue };
            for position in walk(&start, PLIES, &mut random) {
                assert_generator_agrees_with_itself(&position);
                assert_moves_do_what_is_said_of_them(&position);
                assert_same_when_recomputed(&position, &terms);
            }
        }
    }
}

#[test]
fn the_960_arrays_survive_the_round_trip() {
    let mut random = Random::new(4);
    let terms = Terms { chess960: true, ..Terms::default() };
    let mut arrays = HashSet::new();
    for number in 0..960 {
        let start = array960(number).position(&terms).unwrap();
        assert_eq!(start.board().castling_rooks().count(), 4, "array {number}");
        assert!(arrays.insert(fen::to_string(&start)), "array {number}");
        for position in walk(&start, PLIES / 4, &mut random) {
            assert_generator_agrees_with_itself(&position);
            assert_moves_do_what_is_said_of_them(&position);
            assert_same_when_recomputed(&position, &terms);
        }
    }
    assert!(arrays.contains(fen::INITIAL));
}

#[test]
fn any_sixteen_bits_may_be_asked_about() {
    let mut random = Random::new(5);
    let mut positions = corpus();
    for variant in [Variant::RookOdds, Variant::PawnAndTwo, Variant::CappedPawn] {
        let terms = variant.terms();
        positions.extend(walk(&terms.start().position(&terms).unwrap(), 30, &mut random));
    }
    let asked = if cfg!(debug_assertions) { 4 } else { 40 };
    for _ in 0..asked {
        let position = *random.pick(&positions);
        let legal: HashSet<Move> = position.legal_moves().into_iter().collect();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            assert_eq!(position.is_legal(mv), legal.contains(&mv), "{position:?} {mv:?}");
        }
    }
}

#[test]
fn scharnagl_s_numbers_are_as_published() {
    let first_rank = |number| -> String {
        let setup = array960(number);
        (0..8).map(|file| setup.pieces[Square::at(file, 0).index()].unwrap().letter()).collect()
    };
    assert_eq!(first_rank(518), "RNBQKBNR");
    assert_eq!(first_rank(0), "BBQNNRKR");
    assert_eq!(first_rank(959), "RKRNNQBB");
}
