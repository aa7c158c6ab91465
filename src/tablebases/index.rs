//! Where a position stands in a Syzygy table (R. de Man, 2013): its pieces' squares as one
//! number. Symmetry is used up first, then the pieces are placed group by group, each group's
//! squares as a combination of those still free. Arithmetic alone; nothing here reads a file, and
//! squares that no position has make a wrong number, never a panic.

/// The most pieces of a table.
pub(super) const MAX_PIECES: usize = 7;

/// The ways to choose `k` (up to 6) of `n` (up to 63) squares.
const fn binomial(n: usize, k: usize) -> u64 {
    let mut product = 1;
    let mut i = 0;
    while i < k {
        if n < k {
            return 0;
        }
        product = product * (n - i) as u64 / (i + 1) as u64;
        i += 1;
    }
    product
}

/// How far a square's file is from the edge, 0 to 3.
const fn edge_distance(square: u8) -> usize {
    let file = square as usize % 8;
    if file < 4 { file } else { 7 - file }
}

/// The leading pawn's place, 0 to 23: files from the edge inward, ranks upward.
const fn lead_place(square: u8) -> usize {
    6 * edge_distance(square) + (square as usize / 8).saturating_sub(1) % 6
}

/// The place of a pawn behind the leading one, 0 to 47: the leading pawn has the highest.
const fn pawn_place(square: u8) -> usize {
    let from_left = (square % 8 > 3) as usize;
    let rank = (square as usize / 8).saturating_sub(1) % 6;
    47 - 12 * edge_distance(square) - 2 * rank - from_left
}

/// For one to six pawns of the leading colour: where the positions with the leading pawn on each
/// place begin, and how many there are on each file.
struct LeadPawns {
    begins: [[u64; 24]; 6],
    on_file: [[u64; 4]; 6],
}

static LEAD_PAWNS: LeadPawns = {
    let mut tables = LeadPawns { begins: [[0; 24]; 6], on_file: [[0; 4]; 6] };
    let mut others = 0;
    while others < 6 {
        let mut place = 0;
        while place < 24 {
            let (file, rank) = (place / 6, place % 6);
            if rank == 0 {
                tables.on_file[others][file] = 0;
            }
            tables.begins[others][place] = tables.on_file[others][file];
            let square = (8 * (rank + 1) + file) as u8;
            tables.on_file[others][file] += binomial(pawn_place(square), others);
            place += 1;
        }
        others += 1;
    }
    tables
};

/// The square in the triangle a1-d1-d4 by its number there: six off the long diagonal, then four
/// on it.
const TRIANGLE: [u8; 10] = [1, 2, 3, 10, 11, 19, 0, 9, 18, 27];

const fn triangle_place(square: u8) -> usize {
    let mut place = 0;
    while place < 10 {
        if TRIANGLE[place] == square {
            return place;
        }
        place += 1;
    }
    0
}

const fn is_on_diagonal(square: u8) -> bool {
    square / 8 == square % 8
}

const fn is_above_diagonal(square: u8) -> bool {
    square / 8 > square % 8
}

/// The places of two kings, the first in the triangle: pairs with the second king off the
/// diagonal first, those of two kings on it last. 462 in all.
static KINGS: [[u16; 64]; 10] = {
    let mut places = [[0; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut first = 0;
        while first < 10 {
            let mut second = 0;
            while second < 64 {
                let (a, b) = (TRIANGLE[first], second as u8);
                let files = (a % 8).abs_diff(b % 8);
                let ranks = (a / 8).abs_diff(b / 8);
                let apart = files > 1 || ranks > 1;
                let first_on = is_on_diagonal(a);
                // Symmetry about the diagonal is still unused when the first king stands on it.
                let unique = !(first_on && is_above_diagonal(b));
                let last = first_on && is_on_diagonal(b);
                if apart && unique && last == (both_on_diagonal == 1) {
                    places[first][second] = next;
                    next += 1;
                }
                second += 1;
            }
            first += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(next == 462);
    places
};

/// The place of a square below the diagonal among the 28 there, row by row.
const fn below_diagonal(square: u8) -> u64 {
    let (rank, file) = (square as u64 / 8, square as u64 % 8);
    // The rows above had 7, 6, ... squares.
    7 * rank - rank * (rank.saturating_sub(1)) / 2 + file.saturating_sub(rank + 1)
}

/// How the first pieces of a table are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lead {
    /// The two kings.
    Kings,
    /// Three pieces of kinds that occur once.
    Three,
    /// So many pawns of one colour, the leading pawn on this file (0 to 3, from the edge).
    Pawns(usize, usize),
}

impl Lead {
    /// How many pieces these are.
    pub(super) const fn pieces(self) -> usize {
        match self {
            Self::Kings => 2,
            Self::Three => 3,
            Self::Pawns(number, _) => number,
        }
    }

    /// In how many ways they can stand.
    pub(super) fn ways(self) -> u64 {
        match self {
            Self::Kings => 462,
            Self::Three => 31_332,
            Self::Pawns(number, file) => LEAD_PAWNS.on_file[(number - 1) % 6][file % 4],
        }
    }

    /// The place of the leading pieces, which symmetry has brought to where they are counted.
    fn place(self, squares: &mut [u8]) -> u64 {
        match self {
            Self::Kings => KINGS[triangle_place(squares[0])][usize::from(squares[1]) % 64].into(),
            Self::Three => three(squares),
            Self::Pawns(number, _) => {
                squares[1..number].sort_by_key(|square| std::cmp::Reverse(pawn_place(*square)));
                let begins = LEAD_PAWNS.begins[number - 1][lead_place(squares[0])];
                let others = squares[1..number].iter().enumerate();
                others.fold(begins, |sum, (index, square)| {
                    sum + binomial(pawn_place(*square), number - 1 - index)
                })
            }
        }
    }
}

/// The place of three different pieces, the first in the triangle; of those on the diagonal, the
/// first that is off it stands below.
fn three(squares: &[u8]) -> u64 {
    let [a, b, c] = [squares[0], squares[1], squares[2]];
    let file = |square: u8| u64::from(square % 8);
    let skip_b = u64::from(b > a);
    let skip_c = u64::from(c > a) + u64::from(c > b);
    let (all_b, all_c) = (63, 62);
    let (b_place, c_place) =
        (u64::from(b).saturating_sub(skip_b), u64::from(c).saturating_sub(skip_c));
    // The first piece off the diagonal, then one on it with the second off, and so on.
    let first_off = 6 * all_b * all_c;
    let second_off = 4 * 28 * all_c;
    let third_off = 4 * 7 * 28;
    if !is_on_diagonal(a) {
        (triangle_place(a) as u64 * all_b + b_place) * all_c + c_place
    } else if !is_on_diagonal(b) {
        first_off + (file(a) * 28 + below_diagonal(b)) * all_c + c_place
    } else if !is_on_diagonal(c) {
        let b_place = file(b).saturating_sub(skip_b);
        first_off + second_off + (file(a) * 7 + b_place) * 28 + below_diagonal(c)
    } else {
        let b_place = file(b).saturating_sub(skip_b);
        let c_place = file(c).saturating_sub(skip_c);
        first_off + second_off + third_off + (file(a) * 7 + b_place) * 6 + c_place
    }
}

/// A group of pieces placed together: how many, and what a step of theirs is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Group {
    /// How many pieces.
    pub pieces: usize,
    /// The number of positions between one place of the group and the next.
    pub factor: u64,
    /// Whether they are pawns, which have 48 squares.
    pub pawns: bool,
}

impl Group {
    /// In how many ways it can stand where so many squares are free.
    pub(super) fn ways(pieces: usize, free: usize) -> u64 {
        binomial(free, pieces)
    }

    /// Its place: a combination of the squares that the pieces before it leave.
    fn place(self, placed: &[u8], group: &mut [u8]) -> u64 {
        group.sort_unstable();
        let first = if self.pawns { 8 } else { 0 };
        group.iter().enumerate().fold(0, |sum, (index, square)| {
            let skipped = placed.iter().filter(|other| square > other).count();
            let free = usize::from(*square).saturating_sub(skipped + first);
            sum + binomial(free, index + 1)
        })
    }
}

/// The pawn that leads brought to the front: the one nearest the edge, the lowest there. Returns
/// its file, 0 to 3.
pub(super) fn bring_lead_pawn_forward(pawns: &mut [u8]) -> usize {
    let lead = (0..pawns.len()).min_by_key(|index| lead_place(pawns[*index])).unwrap_or(0);
    pawns.swap(0, lead);
    edge_distance(pawns[0])
}

/// The number of a position: `squares` are those of the table's pieces, in its order.
pub(super) fn number(squares: &mut [u8], lead: Lead, lead_factor: u64, groups: &[Group]) -> u64 {
    let mirror = |squares: &mut [u8], change: fn(u8) -> u8| {
        squares.iter_mut().for_each(|square| *square = change(*square));
    };
    if squares[0] % 8 > 3 {
        mirror(squares, |square| square ^ 7);
    }
    if !matches!(lead, Lead::Pawns(..)) {
        if squares[0] / 8 > 3 {
            mirror(squares, |square| square ^ 56);
        }
        let mut leading = squares[..lead.pieces()].iter();
        if leading.find(|square| !is_on_diagonal(**square)).is_some_and(|s| is_above_diagonal(*s)) {
            mirror(squares, |square| square >> 3 | (square & 7) << 3);
        }
    }
    let mut number = lead.place(squares) * lead_factor;
    let mut placed = lead.pieces();
    for group in groups {
        let (before, rest) = squares.split_at_mut(placed);
        number += group.place(before, &mut rest[..group.pieces]) * group.factor;
        placed += group.pieces;
    }
    number
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn kings_have_462_places() {
        let mut seen = HashSet::new();
        for first in 0..64 {
            for second in 0..64u8 {
                let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
                if near(first % 8, second % 8) && near(first / 8, second / 8) {
                    continue;
                }
                seen.insert(number(&mut [first, second], Lead::Kings, 1, &[]));
            }
        }
        assert_eq!(seen.len(), 462);
        assert_eq!(seen.into_iter().max(), Some(461));
    }

    #[test]
    fn three_men_have_31332_places() {
        let mut seen = HashSet::new();
        for a in 0..64 {
            for b in (0..64).filter(|b| *b != a) {
                for c in (0..64).filter(|c| *c != a && *c != b) {
                    seen.insert(number(&mut [a, b, c], Lead::Three, 1, &[]));
                }
            }
        }
        assert_eq!(seen.len() as u64, Lead::Three.ways());
        assert_eq!(seen.into_iter().max(), Some(31_331));
    }

    #[test]
    fn pawns_have_every_place_once() {
        for (pieces, ways) in [(1, 24), (2, 24 * 47 / 2 + 12)] {
            let mut seen = [0, 1, 2, 3].map(|_| HashSet::new());
            for a in 8..56 {
                for b in (8..56).filter(|b| *b != a) {
                    let mut squares = [a, b];
                    let squares = &mut squares[..pieces];
                    let file = bring_lead_pawn_forward(squares);
                    seen[file].insert(number(squares, Lead::Pawns(pieces, file), 1, &[]));
                }
            }
            let total: usize = seen.iter().map(HashSet::len).sum();
            assert_eq!(total, ways, "{pieces}");
            for (file, seen) in seen.iter().enumerate() {
                assert_eq!(seen.len() as u64, Lead::Pawns(pieces, file).ways());
                assert_eq!(seen.iter().max().map(|last| last + 1), Some(seen.len() as u64));
            }
        }
    }

    #[test]
    fn groups_are_combinations_of_free_squares() {
        let groups = [Group { pieces: 2, factor: 1, pawns: false }];
        let mut seen = HashSet::new();
        for a in 0..64 {
            for b in 0..64 {
                let mut squares = [0, 18, a, b];
                if a != b && ![0, 18].contains(&a) && ![0, 18].contains(&b) {
                    // Both kings stand on the diagonal: nothing turns the board.
                    seen.insert(number(&mut squares, Lead::Kings, 0, &groups));
                }
            }
        }
        assert_eq!(seen.len() as u64, Group::ways(2, 62));
        assert_eq!(seen.into_iter().max(), Some(62 * 61 / 2 - 1));
    }
}
