//! In which order moves are given, and which are left out.

use super::*;
use crate::rules::laws::{Stalemate, Terms, Variant};
use crate::rules::{Bitboard, Color, Piece, Setup, Square, splitmix};

/// The positions of some random games from the starting position.
pub(in crate::search) fn positions() -> Vec<Position> {
    let mut state = 1;
    let mut random = |below: usize| {
        state = splitmix(state);
        (state % below as u64) as usize
    };
    let mut positions = Vec::new();
    for _ in 0..8 {
        let mut position = Position::initial();
        for _ in 0..150 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            positions.push(position);
            position = position.play(moves[random(moves.len())]);
        }
    }
    positions
}

/// All that a picker gives, with the stage that each move comes from.
fn drain(mut picker: Picker, position: &Position, histories: &Histories) -> Vec<(Move, Stage)> {
    let mut picked = Vec::new();
    while let Some(mv) = picker.next(position, histories, Threats::default, &Default::default()) {
        picked.push((mv, picker.stage()));
    }
    picked
}

fn sorted(moves: impl IntoIterator<Item = Move>) -> Vec<u16> {
    let mut bits: Vec<u16> = moves.into_iter().map(|mv| mv.bits().get()).collect();
    bits.sort_unstable();
    bits
}

#[test]
fn every_legal_move_comes_once_and_in_its_stage() {
    let histories = Histories::new();
    let mut bad_seen = 0;
    for position in positions() {
        let moves = position.legal_moves();
        for table_move in moves.iter().copied().map(Some).chain([None]).step_by(5) {
            let picked = drain(Picker::all(table_move), &position, &histories);
            assert_eq!(sorted(picked.iter().map(|(mv, _)| *mv)), sorted(moves.iter().copied()));
            assert!(picked.is_sorted_by_key(|(_, stage)| *stage), "{position:?}");
            if table_move.is_some() {
                assert_eq!(Some(picked[0].0), table_move, "{position:?}");
            }
            for &(mv, stage) in &picked[usize::from(table_move.is_some())..] {
                assert_eq!(position.is_noisy(mv), stage != Stage::Quiet, "{mv:?} {position:?}");
                bad_seen += usize::from(stage == Stage::BadNoisy);
            }
        }
    }
    assert!(bad_seen > 100, "the games must have captures that lose something");
}

#[test]
fn the_upcoming_move_is_the_next_one_or_a_capture_that_is_put_off() {
    let histories = Histories::new();
    let mut told = 0;
    for position in positions() {
        let unasked = drain(Picker::all(None), &position, &histories);
        let mut picker = Picker::all(None);
        let mut upcoming = None;
        for (number, &(mv, stage)) in unasked.iter().enumerate() {
            let picked = picker.next(&position, &histories, Threats::default, &Default::default());
            assert_eq!(picked, Some(mv), "to ask changes nothing: {position:?}");
            if let Some(upcoming) = upcoming.filter(|upcoming| *upcoming != mv) {
                assert!(unasked.contains(&(upcoming, Stage::BadNoisy)), "{position:?}");
            }
            upcoming = if number % 3 > 0 { picker.upcoming() } else { None };
            told += usize::from(upcoming.is_some());
            assert!(stage != Stage::BadNoisy || upcoming.is_none());
        }
    }
    assert!(told > 1_000, "{told}");
}

#[test]
fn captures_come_by_what_they_gain() {
    let gain = |position: &Position, mv: Move| {
        position.captured(mv).map_or(0, |piece| SEE_VALUE[piece.kind().index()])
    };
    let histories = Histories::new();
    for position in positions() {
        let picked = drain(Picker::all(None), &position, &histories);
        for wanted in [Stage::GoodNoisy, Stage::BadNoisy] {
            // Without anything learnt yet, captures are ordered by what they take.
            let gains: Vec<i32> = picked
                .iter()
                .filter(|(mv, stage)| *stage == wanted && mv.promotion().is_none())
                .map(|(mv, _)| gain(&position, *mv))
                .collect();
            assert!(gains.is_sorted_by(|a, b| a >= b), "{wanted:?} {position:?}");
        }
    }
}

#[test]
fn quiescence_gets_no_move_that_loses_material() {
    let histories = Histories::new();
    for position in positions() {
        for checks in [false, true] {
            let mut wanted = position.legal_moves();
            wanted.retain(|mv| {
                (position.is_noisy(*mv) || checks && position.gives_check(*mv))
                    && see_ge(&position, *mv, 0)
            });
            let picked = drain(Picker::for_qsearch(None, checks), &position, &histories);
            assert_eq!(sorted(picked.iter().map(|(mv, _)| *mv)), sorted(wanted));
        }
    }
}

#[test]
fn no_quiet_move_comes_once_they_are_skipped() {
    let histories = Histories::new();
    for position in positions() {
        let mut picker = Picker::all(None);
        let next = |picker: &mut Picker| {
            picker.next(&position, &histories, Threats::default, &Default::default())
        };
        let mut noisy = Vec::new();
        let mut quiets = 0;
        while let Some(mv) = next(&mut picker) {
            if position.is_noisy(mv) {
                noisy.push(mv);
            } else {
                quiets += 1;
                picker.skip_quiets();
            }
        }
        assert!(quiets <= 1, "{position:?}");
        assert_eq!(sorted(noisy), sorted(position.moves(Scope::Noisy)));
    }
}

/// Positions of few pieces under some terms, in which the game is still open.
fn endings(terms: &Terms) -> Vec<Position> {
    let mut state = 7;
    let mut random = |below: usize| {
        state = splitmix(state);
        (state % below as u64) as usize
    };
    let mut positions = Vec::new();
    while positions.len() < 1_000 {
        let turn = Color::ALL[random(2)];
        let mut setup = Setup { turn, fullmove: 40, ..Setup::empty() };
        let rest = [Piece::WhiteQueen, Piece::WhitePawn, Piece::BlackPawn, Piece::BlackKnight];
        for man in [Piece::WhiteKing, Piece::BlackKing].into_iter().chain(rest) {
            setup.pieces[random(64)] = Some(man);
        }
        let position = setup.position(terms);
        positions.extend(position.ok().filter(|position| position.outcome().is_none()));
    }
    positions
}

/// Everything under which a game is won otherwise than by mate.
fn unusual_terms() -> [Terms; 3] {
    let stalemate = Some(Stalemate::Loss);
    [Terms { stalemate, ..Terms::default() }, Variant::DrawOdds.terms(), Variant::PawnMate.terms()]
}

#[test]
fn what_wins_at_once_comes_first_of_its_stage_and_is_never_left_out() {
    let histories = Histories::new();
    let mut seen = [0; 2];
    for position in unusual_terms().iter().flat_map(endings) {
        let moves = position.legal_moves();
        let wins: Vec<Move> =
            moves.iter().copied().filter(|mv| position.wins_at_once(*mv)).collect();
        let mut without_quiets = Picker::all(None);
        without_quiets.skip_quiets();
        for (picker, all) in [
            (Picker::all(None), true),
            (without_quiets, false),
            (Picker::for_qsearch(None, false), false),
            (Picker::for_qsearch(None, true), false),
        ] {
            let picked = drain(picker, &position, &histories);
            let name = format!("{picked:?} {position:?}");
            assert!(!all || picked.len() == moves.len(), "{name}");
            for stage in [Stage::GoodNoisy, Stage::Quiet] {
                let won = picked
                    .iter()
                    .filter(|(_, from)| *from == stage)
                    .map(|(mv, _)| wins.contains(mv));
                assert!(won.is_sorted_by(|a, b| a >= b), "{name}");
            }
            let given =
                picked.iter().filter(|(mv, stage)| wins.contains(mv) && *stage != Stage::BadNoisy);
            assert_eq!(given.count(), wins.len(), "{name}");
        }
        for &mv in &wins {
            seen[usize::from(position.is_noisy(mv))] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 10), "both kinds of wins: {seen:?}");
}

#[test]
fn quiescence_and_pruning_get_the_same_quiet_moves_under_every_law() {
    let histories = Histories::new();
    for position in unusual_terms().iter().flat_map(endings) {
        for checks in [false, true] {
            let mut wanted = position.legal_moves();
            wanted.retain(|mv| {
                position.wins_at_once(*mv)
                    || (position.is_noisy(*mv) || checks && position.gives_check(*mv))
                        && see_ge(&position, *mv, 0)
            });
            let picked = drain(Picker::for_qsearch(None, checks), &position, &histories);
            assert_eq!(
                sorted(picked.iter().map(|(mv, _)| *mv)),
                sorted(wanted),
                "checks {checks}: {position:?}"
            );
        }
        let mut picker = Picker::all(None);
        picker.skip_quiets();
        let mut wanted = position.legal_moves();
        wanted.retain(|mv| position.is_noisy(*mv) || position.wins_at_once(*mv));
        let picked = drain(picker, &position, &histories);
        assert_eq!(sorted(picked.iter().map(|(mv, _)| *mv)), sorted(wanted), "{position:?}");
    }
}

#[test]
fn the_better_remembered_move_comes_first() {
    let mut histories = Histories::new();
    let mut state = 3;
    for position in positions() {
        for mv in position.legal_moves() {
            state = splitmix(state);
            let bonus = (state % 2_000) as i32 - 1_000;
            match position.is_noisy(mv) {
                true => histories.reward_noisy(&position, mv, bonus),
                false => histories.reward_quiet(
                    &position,
                    Bitboard::EMPTY,
                    &Default::default(),
                    mv,
                    bonus,
                ),
            }
        }
        let earlier = EarlierMoves::default();
        let quiets = histories.quiets(&position, Bitboard::EMPTY, &earlier);
        for picker in [Picker::all(None), Picker::for_qsearch(None, true)] {
            let picked = drain(picker, &position, &histories);
            for checks in [false, true] {
                let scores = picked
                    .iter()
                    .filter(|(_, stage)| *stage == Stage::Quiet)
                    .filter(|(mv, _)| position.gives_check(*mv) == checks)
                    .map(|(mv, _)| quiets.score(&position, *mv));
                assert!(scores.is_sorted_by(|a, b| a >= b), "{picked:?} {position:?}");
            }
            // Of captures that take the same, too.
            let captures = picked
                .iter()
                .filter(|(mv, stage)| *stage == Stage::GoodNoisy && mv.promotion().is_none());
            let captures: Vec<(PieceKind, i32)> = captures
                .filter_map(|(mv, _)| {
                    let captured = position.captured(*mv)?.kind();
                    Some((captured, histories.of_noisy(&position, *mv)))
                })
                .collect();
            for kind in PieceKind::ALL {
                let of_kind = captures.iter().filter(|(captured, _)| *captured == kind);
                assert!(of_kind.is_sorted_by(|a, b| a.1 >= b.1), "{picked:?} {position:?}");
            }
        }
    }
}

/// Nothing learnt yet: of the quiet moves those come first that give check or bring a piece out of the
/// reach of lesser men, and those last that bring one into it. A check by such a piece may come anywhere.
#[test]
fn checks_and_escapes_come_first_and_exposures_last() {
    let histories = Histories::new();
    let mut seen = [0; 3];
    for position in positions() {
        let threats = Threats::of(&position);
        let mut picker = Picker::all(None);
        let mut ranks = Vec::new();
        while let Some(mv) =
            picker.next(&position, &histories, || threats, &EarlierMoves::default())
        {
            let kind = position.piece_at(mv.from()).expect("a man moves").kind();
            if picker.stage() == Stage::Quiet {
                let lesser = threats.reach.of_lesser(kind);
                let attacked = [mv.from(), mv.to()].map(|square| lesser.contains(square));
                let rank = match (position.gives_check(mv), attacked) {
                    (true, [false, true]) => continue,
                    (true, _) | (_, [true, false]) => 0,
                    (_, [false, true]) => 2,
                    _ => 1,
                };
                ranks.push(rank);
                seen[rank] += 1;
            }
        }
        assert!(ranks.is_sorted(), "{ranks:?} {position:?}");
    }
    assert!(seen.iter().all(|&count| count > 100), "all kinds of moves: {seen:?}");
}

/// A pawn that becomes a queen first, by what it takes; then what it may become beside.
#[test]
fn promotions_come_by_what_the_pawn_becomes() {
    let histories = Histories::new();
    let mut setup = Setup { fullmove: 40, ..Setup::empty() };
    for (square, man) in [
        (Square::at(2, 0), Piece::WhiteKing),
        (Square::at(7, 2), Piece::BlackKing),
        (Square::at(4, 6), Piece::WhitePawn),
        (Square::at(3, 7), Piece::BlackKnight),
        (Square::at(0, 7), Piece::BlackRook),
        (Square::at(1, 6), Piece::WhitePawn),
    ] {
        setup.pieces[square.index()] = Some(man);
    }
    let position = setup.position(&Terms::default()).unwrap();
    let order: Vec<(Option<PieceKind>, Option<PieceKind>)> =
        drain(Picker::all(None), &position, &histories)
            .into_iter()
            .filter(|(_, stage)| *stage == Stage::GoodNoisy)
            .map(|(mv, _)| (mv.promotion(), position.captured(mv).map(|man| man.kind())))
            .collect();
    let value = |kind: Option<PieceKind>| kind.map_or(0, |kind| SEE_VALUE[kind.index()]);
    let queens = order.iter().take_while(|(kind, _)| *kind == Some(PieceKind::Queen)).count();
    // b8, bxa8, e8 and exd8.
    assert_eq!(queens, 4, "a queen before all else: {order:?}");
    assert!(order[..4].is_sorted_by(|a, b| value(a.1) >= value(b.1)), "{order:?}");
    let rest = order[4..].iter().map(|(_, captured)| value(*captured));
    assert!(rest.is_sorted_by(|a, b| a >= b), "{order:?}");
}

/// Nothing learnt yet: a capture that loses no more than half of what it takes is tried before
/// the quiet moves, and any other after them.
#[test]
fn a_capture_that_loses_more_than_half_of_what_it_takes_comes_last() {
    let histories = Histories::new();
    let mut seen = [0; 2];
    for position in positions() {
        for (mv, stage) in drain(Picker::all(None), &position, &histories) {
            let Some(captured) = position.captured(mv).filter(|_| mv.promotion().is_none()) else {
                continue;
            };
            let half = SEE_VALUE[captured.kind().index()] / 2;
            let good = see_ge(&position, mv, -half);
            assert_eq!(stage == Stage::GoodNoisy, good, "{mv:?} {position:?}");
            seen[usize::from(good)] += usize::from(!see_ge(&position, mv, 0));
        }
    }
    assert!(seen.iter().all(|&count| count > 5), "both kinds of losing captures: {seen:?}");
}
