//! Games that cannot be won, held against a search of every position that the players can reach.
//! The search knows legal moves, mate and stalemate, and nothing of walls or of material.

use std::collections::HashSet;

use jadoube::rules::laws::Stalemate;
use jadoube::rules::{PieceKind, Position, Square, Winnable};

use crate::chance::Random;
use crate::table::{board_of, setup, terms};

/// What the laws make of stalemate.
const LAWS: [&str; 3] = ["british1897", "england1804", "chess stalemate=loss"];

/// Whether mate, or stalemate where it decides the game, can be reached; `None` where that takes
/// more than `most` positions to find out.
fn can_be_won(start: &Position, most: usize) -> Option<bool> {
    let stalemate_decides = start.laws().stalemate != Stalemate::Draw;
    let mut seen = HashSet::from([start.key()]);
    let mut open = std::collections::VecDeque::from([*start]);
    while let Some(position) = open.pop_front() {
        let moves = position.legal_moves();
        if moves.is_empty() && (position.in_check() || stalemate_decides) {
            return Some(true);
        }
        for after in moves.into_iter().map(|mv| position.play(mv)) {
            if seen.insert(after.key()) {
                open.push_back(after);
            }
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(false)
}

fn square(random: &mut Random) -> Square {
    Square::new(random.below(64) as u8)
}

/// Two kings and a row of pawn pairs that stop each other: each pair on the next file a rank higher
/// or lower, or beyond an empty file on the same rank. Now and then one is missing, or has a pawn
/// behind it. The kings are mostly on their own sides.
fn locked(random: &mut Random) -> String {
    let mut men: Vec<(char, Square)> = Vec::new();
    let mut file = random.below(2) as u8;
    let mut rank = 1 + random.below(5) as u8;
    while file < 8 {
        if random.below(16) > 0 {
            men.push(('P', Square::at(file, rank)));
            men.push(('p', Square::at(file, rank + 1)));
            if rank > 1 && random.below(16) == 0 {
                men.push(('P', Square::at(file, rank - 1)));
            }
        }
        match random.below(3) {
            0 => file += 2,
            up => {
                file += 1;
                rank = if (up == 1 && rank < 5) || rank == 1 { rank + 1 } else { rank - 1 };
            }
        }
    }
    let anywhere = random.below(4) == 0;
    for (king, home) in [('K', 0), ('k', 7)] {
        let free = std::iter::repeat_with(|| square(random))
            .filter(|square| anywhere || square.rank().abs_diff(home) < 3)
            .find(|square| men.iter().all(|(_, taken)| taken != square));
        men.push((king, free.expect("a free square")));
    }
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    format!("{} {turn} - - 0 60", board_of(&men))
}

/// british1897:I.15: whatever is called dead cannot be won, whatever stalemate is; and of locked
/// pawns none that cannot be won is missed.
#[test]
fn locked_pawns_are_dead_exactly_where_no_line_of_play_wins() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let [mut dead, mut alive] = [0; 2];
    for _ in 0..800 {
        let fen = locked(&mut random);
        for law in LAWS {
            let Ok(at) = setup(&fen).position(&terms(law)) else {
                continue;
            };
            let found = at.is_dead();
            // There are fewer pairs of kings, with both players to move, than the smaller number.
            let won = can_be_won(&at, if found { 200_000 } else { 8_192 });
            assert!(won != Some(found), "{law}: {fen}: {found}");
            assert!(won.is_some() || !found, "{law}: {fen}: not searched to the end");
            *(if found { &mut dead } else { &mut alive }) += 1;
        }
    }
    assert!(dead > 300 && alive > 300, "{dead} dead, {alive} alive");
}

/// A few pieces at random, now and then with locked pawns.
fn few(random: &mut Random) -> String {
    const SETS: [&str; 12] =
        ["Kk", "KkB", "Kkn", "KBkb", "KNkb", "KNNk", "KBkn", "KPkp", "KPk", "KBBk", "KRk", "KBPkp"];
    let mut men: Vec<(char, Square)> = Vec::new();
    for man in SETS[random.below(SETS.len())].chars() {
        let fits = |square: &Square| {
            let edge = square.rank() == 0 || square.rank() == 7;
            !(edge && matches!(man, 'P' | 'p'))
        };
        let free = std::iter::repeat_with(|| square(random))
            .filter(fits)
            .find(|square| men.iter().all(|(_, taken)| taken != square));
        men.push((man, free.expect("a free square")));
    }
    let turn = if random.below(2) == 0 { 'w' } else { 'b' };
    format!("{} {turn} - - 0 60", board_of(&men))
}

/// british1897:I.15: the search for any series of moves that wins, on a thousand small boards: a
/// series found is one, and where none is found a search of all that can be reached finds none.
#[test]
fn a_series_that_wins_is_found_exactly_where_there_is_one() {
    let mut random = Random(0xD1B5_4A32_D192_ED03);
    let (mut won, mut never, mut bare) = (0, 0, 0);
    while won + never < 1_000 {
        let fen = if random.below(2) == 0 { locked(&mut random) } else { few(&mut random) };
        let law = LAWS[random.below(LAWS.len())];
        let Ok(at) = setup(&fen).position(&terms(law)) else {
            continue;
        };
        match at.search_for_win(300_000) {
            Winnable::By(line) => {
                let end = line.iter().fold(at, |position, mv| {
                    assert!(position.is_legal(*mv), "{law}: {fen}: {line:?}");
                    position.play(*mv)
                });
                let stalemate = end.laws().stalemate != Stalemate::Draw;
                let no_move = end.legal_moves().is_empty();
                assert!(no_move && (end.in_check() || stalemate), "{law}: {fen}: {line:?}");
                won += 1;
            }
            Winnable::Never => {
                // Three bare pieces have half a million positions: a few of them are enough.
                let walls = at.board().of_kind(PieceKind::Pawn).any();
                bare += i32::from(!walls);
                if walls || (bare < 4 && at.board().occupied().count() <= 3) {
                    assert_eq!(can_be_won(&at, 700_000), Some(false), "{law}: {fen}");
                }
                never += 1;
            }
            Winnable::Undecided => panic!("{law}: {fen}: undecided"),
        }
    }
    assert!(won > 300 && never > 200 && bare < never / 2, "{won} won, {never} not, {bare} bare");
}
