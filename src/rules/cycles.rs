//! Which single step leads from one position back to an earlier one. Found by the difference of
//! their keys alone, without making a move (after Marcel van Kervinck, 2017); whether the way is
//! free is the caller's to see.

use once_cell::sync::Lazy;

use super::attacks::attacks;
use super::bitboard::Bitboard;
use super::types::{Color, Piece, PieceKind, Square};
use super::zobrist;

/// A power of two, more than twice the 3668 steps that can be taken back, so that a search for an
/// absent one soon meets an empty slot.
const SLOTS: usize = 8192;

/// A step to and fro: what it does to a key, and its two squares.
type Step = (u64, Square, Square);

/// The steps by the low bits of what they do to a key, those that collide one slot further on.
static STEPS: Lazy<Box<[Option<Step>]>> = Lazy::new(|| {
    let mut slots = vec![None; SLOTS].into_boxed_slice();
    for (difference, from, to) in all_steps() {
        let mut slot = difference as usize % SLOTS;
        while slots[slot].is_some() {
            slot = (slot + 1) % SLOTS;
        }
        slots[slot] = Some((difference, from, to));
    }
    slots
});

/// Every step that can be taken back: of any piece but a pawn, between any two squares that he
/// commands one from the other.
fn all_steps() -> impl Iterator<Item = Step> {
    let kinds = PieceKind::ALL.into_iter().filter(|&kind| kind != PieceKind::Pawn);
    Color::ALL.into_iter().flat_map(move |color| {
        kinds.clone().flat_map(move |kind| {
            let man = Piece::new(color, kind);
            Square::all().flat_map(move |from| {
                attacks(kind, color, from, Bitboard::EMPTY)
                    .into_iter()
                    .filter(move |&to| from < to)
                    .map(move |to| {
                        let squares = zobrist::man(man, from) ^ zobrist::man(man, to);
                        (squares ^ zobrist::BLACK_TO_MOVE, from, to)
                    })
            })
        })
    })
}

/// The two squares of the one step, in either direction, that makes two positions of different
/// turn the same, given the difference (exclusive or) of their [repetition keys]; `None` when no
/// single step does.
///
/// [repetition keys]: super::Position::repetition_key
#[inline]
pub fn step_between(difference: u64) -> Option<(Square, Square)> {
    let mut slot = difference as usize % SLOTS;
    while let Some((known, from, to)) = STEPS[slot] {
        if known == difference {
            return Some((from, to));
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_steps_as_there_are_pairs_of_squares() {
        // Knights 168, bishops 280, rooks 448, queens 728, kings 210 pairs, for either colour.
        assert_eq!(all_steps().count(), 2 * (168 + 280 + 448 + 728 + 210));
    }

    #[test]
    fn every_step_is_found_again() {
        for (difference, from, to) in all_steps() {
            assert_eq!(step_between(difference), Some((from, to)));
        }
        assert_eq!(step_between(0), None);
    }
}
