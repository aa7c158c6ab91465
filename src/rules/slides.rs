//! What sliders command, all of them at once, where it does not matter which slider it is: for the
//! safety of a king and for counting moves. Each slider alone is looked up in
//! [`attacks`](super::attacks).

use super::bitboard::Bitboard;

/// A set for each sort of line: ranks, files, antidiagonals and diagonals.
type ByLine = [Bitboard; 4];

/// The squares that sliders command up the board (on a rank, toward h) and down it on each sort of
/// line. `sliders` are those that move on such lines, and `free` the squares that no piece stands
/// on. From one direction a square is commanded by one slider at the most, so that counting these
/// sets counts moves. By the parallel prefix method of Kogge and Stone (1973): with each of three
/// rounds the sliders go twice as far over free squares, with one more step up to a piece. The four
/// directions up the board and the four down are each a vector of a processor that has vectors.
#[inline(always)]
pub(crate) fn slides(sliders: ByLine, free: Bitboard) -> [ByLine; 2] {
    const NOT_A: u64 = !Bitboard::file(0).0;
    const NOT_H: u64 = !Bitboard::file(7).0;
    /// Toward h, up the file, up the antidiagonal and up the diagonal.
    const STEPS: [u32; 4] = [1, 8, 7, 9];
    /// Where such a step can end, and where the opposite one can.
    const UP: [u64; 4] = [NOT_A, !0, NOT_H, NOT_A];
    const DOWN: [u64; 4] = [NOT_H, !0, NOT_A, NOT_H];
    let sliders = sliders.map(|set| set.0);
    let (mut up, mut down) = (sliders, sliders);
    let mut free_up = UP.map(|within| within & free.0);
    let mut free_down = DOWN.map(|within| within & free.0);
    for round in 0..3 {
        for lane in 0..4 {
            let far = STEPS[lane] << round;
            up[lane] |= free_up[lane] & (up[lane] << far);
            free_up[lane] &= free_up[lane] << far;
            down[lane] |= free_down[lane] & (down[lane] >> far);
            free_down[lane] &= free_down[lane] >> far;
        }
    }
    for lane in 0..4 {
        up[lane] = (up[lane] << STEPS[lane]) & UP[lane];
        down[lane] = (down[lane] >> STEPS[lane]) & DOWN[lane];
    }
    [up.map(Bitboard), down.map(Bitboard)]
}

/// All squares that sliders command, `straight` being rooks and queens, `diagonal` bishops and
/// queens, and `free` the squares that no piece stands on.
#[inline(always)]
pub(crate) fn sliders_attacks(straight: Bitboard, diagonal: Bitboard, free: Bitboard) -> Bitboard {
    let [up, down] = slides([straight, straight, diagonal, diagonal], free);
    let mut all = [Bitboard::EMPTY; 4];
    for line in 0..4 {
        all[line] = up[line] | down[line];
    }
    all[0] | all[1] | all[2] | all[3]
}

#[cfg(test)]
mod tests {
    use super::super::attacks::{bishop_attacks, rook_attacks};
    use super::super::zobrist::splitmix;
    use super::*;

    #[test]
    fn sliders_in_bulk_agree_with_sliders_one_by_one() {
        for seed in 0..2000 {
            // Half the squares of a random board, a quarter, or an eighth, are full.
            let thin = |salt: u64| (0..seed % 3).fold(!0, |set, i| set & splitmix(seed + salt + i));
            let [straight, diagonal, others] = [10_000, 20_000, 30_000]
                .map(|salt| Bitboard(splitmix(seed + 3 * salt) & thin(salt)));
            let men = straight | diagonal | others;
            let rooks = straight.into_iter().map(|rook| rook_attacks(rook, men));
            let bishops = diagonal.into_iter().map(|bishop| bishop_attacks(bishop, men));
            let one_by_one: Vec<Bitboard> = rooks.chain(bishops).collect();
            let all = one_by_one.iter().fold(Bitboard::EMPTY, |all, &attacks| all | attacks);
            assert_eq!(sliders_attacks(straight, diagonal, !men), all);
            // Counted by lines and directions, each move of each slider is there once.
            let sets = slides([straight, straight, diagonal, diagonal], !men);
            let counted: u32 = sets.into_iter().flatten().map(Bitboard::count).sum();
            assert_eq!(counted, one_by_one.into_iter().map(Bitboard::count).sum::<u32>());
        }
    }
}
