//! What sliders command, all of them at once, where it does not matter which slider it is: for the
//! safety of a king and for counting moves. Each slider alone is looked up in
//! [`attacks`](super::attacks).

use super::bitboard::Bitboard;

/// A set for each sort of line: ranks, files, antidiagonals and diagonals.
type ByLine = [Bitboard; 4];

/// Toward h, up the file, up the antidiagonal and up the diagonal.
const STEPS: [u32; 4] = [1, 8, 7, 9];

const NOT_A: u64 = !Bitboard::file(0).0;
const NOT_H: u64 = !Bitboard::file(7).0;

/// The squares that a slider may pass over: on the edges his way ends. What holds for both
/// directions and forbids something in each lane lets the compiler keep them together.
const INNER: [u64; 4] = [NOT_A & NOT_H, !Bitboard::BACK_RANKS.0, NOT_A & NOT_H, NOT_A & NOT_H];
/// Where a step up the board can end, and where one down it can.
const UP: [u64; 4] = [NOT_A, !0, NOT_H, NOT_A];
const DOWN: [u64; 4] = [NOT_H, !0, NOT_A, NOT_H];

/// The free squares of a board as sliders go over them, by the parallel prefix method of Kogge and
/// Stone (1973): in each of three rounds a slider goes twice as far as in the one before. The four
/// directions up the board and the four down are each a vector of a processor that has vectors.
#[derive(Clone, Copy)]
pub(crate) struct FreeLines {
    /// Where a slider going up the board by 1, 2 and 4 steps at once finds them all free.
    up: [[u64; 4]; 3],
    /// The same down the board.
    down: [[u64; 4]; 3],
}

impl FreeLines {
    /// The lines of a board on which nothing stands on the squares of `free`.
    #[inline(always)]
    pub(crate) fn new(free: Bitboard) -> Self {
        let inner = INNER.map(|inner| inner & free.0);
        let (mut up, mut down) = ([inner; 3], [inner; 3]);
        for round in 1..3 {
            for lane in 0..4 {
                let far = STEPS[lane] << (round - 1);
                up[round][lane] = up[round - 1][lane] & (up[round - 1][lane] << far);
                down[round][lane] = down[round - 1][lane] & (down[round - 1][lane] >> far);
            }
        }
        Self { up, down }
    }

    /// The squares that sliders command up the board (on a rank, toward h) and down it on each sort
    /// of line. From one direction a square is commanded by one slider at the most, so that
    /// counting these sets counts moves.
    #[inline(always)]
    pub(crate) fn slides(&self, sliders: ByLine) -> [ByLine; 2] {
        let sliders = sliders.map(|set| set.0);
        let (mut up, mut down) = (sliders, sliders);
        for round in 0..3 {
            for lane in 0..4 {
                let far = STEPS[lane] << round;
                up[lane] |= self.up[round][lane] & (up[lane] << far);
                down[lane] |= self.down[round][lane] & (down[lane] >> far);
            }
        }
        for lane in 0..4 {
            up[lane] = (up[lane] << STEPS[lane]) & UP[lane];
            down[lane] = (down[lane] >> STEPS[lane]) & DOWN[lane];
        }
        [up.map(Bitboard), down.map(Bitboard)]
    }

    /// All squares that sliders command, `straight` being rooks and queens, `diagonal` bishops and
    /// queens.
    #[inline(always)]
    pub(crate) fn attacks(&self, straight: Bitboard, diagonal: Bitboard) -> Bitboard {
        let [up, down] = self.slides([straight, straight, diagonal, diagonal]);
        let mut all = [Bitboard::EMPTY; 4];
        for line in 0..4 {
            all[line] = up[line] | down[line];
        }
        all[0] | all[1] | all[2] | all[3]
    }
}

/// What four sets of sliders command each: along ranks and files those of `straight`, along
/// diagonals and antidiagonals those of `diagonal`, over the squares of `free`. Here the sets, not the
/// sorts of lines, lie side by side in vectors; a call of its own keeps them there.
#[inline(never)]
pub(crate) fn slides_of_sets(
    straight: &[Bitboard; 4],
    diagonal: &[Bitboard; 4],
    free: Bitboard,
) -> [[Bitboard; 4]; 2] {
    let straight = straight.map(|set| set.0);
    let diagonal = diagonal.map(|set| set.0);
    let [ranks, files] = [along::<0>(straight, free), along::<1>(straight, free)];
    let [antidiagonals, diagonals] = [along::<2>(diagonal, free), along::<3>(diagonal, free)];
    let both = |one: [u64; 4], other: [u64; 4]| {
        let mut all = [Bitboard::EMPTY; 4];
        for set in 0..4 {
            all[set] = Bitboard(one[set] | other[set]);
        }
        all
    };
    [both(ranks, files), both(antidiagonals, diagonals)]
}

/// What sets of sliders command along one sort of line, both ways.
#[inline(always)]
fn along<const LINE: usize>(sets: [u64; 4], free: Bitboard) -> [u64; 4] {
    let step = STEPS[LINE];
    let inner = free.0 & INNER[LINE];
    let (mut free_up, mut free_down) = (inner, inner);
    let (mut up, mut down) = (sets, sets);
    for round in 0..3 {
        let far = step << round;
        for set in 0..4 {
            up[set] |= free_up & (up[set] << far);
            down[set] |= free_down & (down[set] >> far);
        }
        free_up &= free_up << far;
        free_down &= free_down >> far;
    }
    for set in 0..4 {
        up[set] = (up[set] << step) & UP[LINE] | (down[set] >> step) & DOWN[LINE];
    }
    up
}

#[cfg(test)]
mod tests {
    use super::super::attacks::{bishop_attacks, rook_attacks};
    use super::super::random::splitmix;
    use super::*;

    #[test]
    fn sliders_in_bulk_agree_with_sliders_one_by_one() {
        for seed in 0..2000 {
            // Half the squares of a random board, a quarter, or an eighth, are full.
            let thin = |salt: u64| (0..seed % 3).fold(!0, |set, i| set & splitmix(seed + salt + i));
            let [straight, diagonal, others] = [10_000, 20_000, 30_000]
                .map(|salt| Bitboard(splitmix(seed + 3 * salt) & thin(salt)));
            let pieces = straight | diagonal | others;
            let rooks = straight.into_iter().map(|rook| rook_attacks(rook, pieces));
            let bishops = diagonal.into_iter().map(|bishop| bishop_attacks(bishop, pieces));
            let one_by_one: Vec<Bitboard> = rooks.chain(bishops).collect();
            let all = one_by_one.iter().fold(Bitboard::EMPTY, |all, &attacks| all | attacks);
            let lines = FreeLines::new(!pieces);
            assert_eq!(lines.attacks(straight, diagonal), all);
            // Four sets at once, each of which is kept apart from the others.
            let quarters: [Bitboard; 4] =
                std::array::from_fn(|quarter| Bitboard(splitmix(seed + 40_000 * quarter as u64)));
            let [straights, diagonals] =
                [straight, diagonal].map(|all| quarters.map(|quarter| all & quarter));
            let [by_straights, by_diagonals] = slides_of_sets(&straights, &diagonals, !pieces);
            for set in 0..4 {
                let rooks = straights[set].into_iter().map(|rook| rook_attacks(rook, pieces));
                let bishops = diagonals[set].into_iter().map(|from| bishop_attacks(from, pieces));
                assert_eq!(by_straights[set], rooks.fold(Bitboard::EMPTY, |all, to| all | to));
                assert_eq!(by_diagonals[set], bishops.fold(Bitboard::EMPTY, |all, to| all | to));
            }
            // Counted by lines and directions, each move of each slider is there once.
            let sets = lines.slides([straight, straight, diagonal, diagonal]);
            let counted: u32 = sets.into_iter().flatten().map(Bitboard::count).sum();
            assert_eq!(counted, one_by_one.into_iter().map(Bitboard::count).sum::<u32>());
        }
    }
}
