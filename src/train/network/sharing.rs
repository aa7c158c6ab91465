//! Steps that inputs take together. The weights of one input are learnt from the positions that have
//! it. But what is true of a knight on a square is mostly true wherever the king stands, and mostly
//! true of the squares beside it. So besides a step for each weight there is one for each set of
//! inputs that are alike, from the sum of their gradients, by which all of them move. It comes from
//! many more positions and has much less noise. (The factorised inputs of other trainers of chess
//! networks are the same with one kind of set: a piece on a square, with the king in any zone.)

use std::collections::BTreeMap;
use std::ops::Range;

use crate::eval::network::features::{FLAGS, RELATED, ZONE_SIZE, ZONES};

/// The pieces of both colours, with the king in all zones.
const PIECES: Range<usize> = 0..ZONES * ZONE_SIZE;
/// The relations between pieces.
const RELATIONS: Range<usize> = RELATED..FLAGS;

/// Which inputs move together. An input may be in several sets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Sharing {
    /// The inputs of each set.
    sets: Vec<Vec<usize>>,
    /// The sets of each input.
    sets_of: Vec<Vec<usize>>,
}

impl Sharing {
    /// All sets: of pieces, with the king in any zone, those on one square, on one and the squares
    /// beside it, on one file, on one rank, and anywhere; of pieces anywhere, those with the king in
    /// one zone; of relations, those on one rank and anywhere.
    pub(super) fn new() -> Self {
        let kinds = [
            alike(PIECES, |input| (piece(input), file(input), rank(input))),
            beside(),
            alike(PIECES, |input| (piece(input), file(input))),
            alike(PIECES, |input| (piece(input), rank(input))),
            alike(PIECES, piece),
            alike(PIECES, plane),
            alike(RELATIONS, |input| (plane(input), rank(input))),
            alike(RELATIONS, plane),
        ];
        let sets = kinds.concat();
        let mut sets_of = vec![Vec::new(); FLAGS];
        for (number, set) in sets.iter().enumerate() {
            for &input in set {
                sets_of[input].push(number);
            }
        }
        Self { sets, sets_of }
    }

    /// How many sets there are.
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// The numbers of the sets that an input is in.
    pub(super) fn sets_of(&self, input: usize) -> &[usize] {
        self.sets_of.get(input).map_or(&[], Vec::as_slice)
    }

    /// The sum of the gradients of a set's inputs, each a row as wide as `sum`, over all threads.
    pub(super) fn sum(&self, set: usize, gradients: &[&mut [f32]], sum: &mut [f32]) {
        sum.fill(0.0);
        for gradient in gradients {
            for &input in &self.sets[set] {
                let row = &gradient[input * sum.len()..][..sum.len()];
                for (sum, slope) in sum.iter_mut().zip(row) {
                    *sum += slope;
                }
            }
        }
    }
}

/// The 64 inputs that an input is one of: those of a piece, the king being in one zone, or of a
/// relation.
fn plane(input: usize) -> usize {
    input / 64
}

/// The piece that an input tells of, whatever the king's zone.
fn piece(input: usize) -> usize {
    plane(input % ZONE_SIZE)
}

fn file(input: usize) -> usize {
    input % 8
}

fn rank(input: usize) -> usize {
    input / 8 % 8
}

/// The sets of inputs that have the same key.
fn alike<K: Ord>(inputs: Range<usize>, key: impl Fn(usize) -> K) -> Vec<Vec<usize>> {
    let mut sets: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for input in inputs {
        sets.entry(key(input)).or_default().push(input);
    }
    sets.into_values().collect()
}

/// For each piece and square the set of that piece on it and on the squares that a king's move leads
/// to, with the king in any zone.
fn beside() -> Vec<Vec<usize>> {
    let is_beside = |centre: usize, input: usize| {
        piece(centre) == piece(input)
            && file(centre).abs_diff(file(input)) <= 1
            && rank(centre).abs_diff(rank(input)) <= 1
    };
    (0..ZONE_SIZE)
        .map(|centre| PIECES.filter(|&input| is_beside(centre, input)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In how many sets two inputs are together, by the numbers that the book gives the inputs.
    fn expected(one: usize, other: usize) -> usize {
        let (file, rank) = (|input| input % 8, |input| input / 8 % 8);
        // Squares within one and the same king's move of both, counted along a file or a rank.
        let common = |one: usize, other: usize| {
            (0..8usize).filter(|&at| at.abs_diff(one) <= 1 && at.abs_diff(other) <= 1).count()
        };
        let same = |is_same: bool| usize::from(is_same);
        let same_rank = same(rank(one) == rank(other));
        match (one, other) {
            (0..3072, 0..3072) if one % 768 / 64 == other % 768 / 64 => {
                let on_square = file(one) == file(other) && rank(one) == rank(other);
                let centres = common(file(one), file(other)) * common(rank(one), rank(other));
                let zones = same(one / 768 == other / 768);
                1 + zones + same(file(one) == file(other)) + same_rank + same(on_square) + centres
            }
            (3328..4992, 3328..4992) if one / 64 == other / 64 => 1 + same_rank,
            _ => 0,
        }
    }

    #[test]
    fn inputs_are_together_where_piece_or_relation_and_place_are_alike() {
        let sharing = Sharing::new();
        for one in (0..FLAGS).step_by(23) {
            let sets = sharing.sets_of(one);
            for other in 0..FLAGS {
                let is_together = |set: &&usize| sharing.sets[**set].contains(&other);
                let found = sets.iter().filter(is_together).count();
                assert_eq!(found, expected(one, other), "{one} {other}");
            }
        }
        assert!(sharing.sets_of(FLAGS).is_empty());
    }
}
