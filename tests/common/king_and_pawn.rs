//! King and pawn against king, solved from the laws of the moves alone and written as a Syzygy
//! table of results, `KPvK.rtbw`: the tests of the decoder need no other table. Nothing of the
//! engine is used here. Squares are numbered 0 (a1) to 63 (h8); White has the pawn.

use std::collections::HashMap;

/// Where the pieces stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pieces {
    pub pawn: u8,
    pub king: u8,
    /// The king of the side without the pawn.
    pub bare: u8,
}

/// How many king's moves two squares are apart.
fn distance(one: u8, other: u8) -> u8 {
    (one % 8).abs_diff(other % 8).max((one / 8).abs_diff(other / 8))
}

/// The squares a king's move away.
fn around(king: u8) -> impl Iterator<Item = u8> {
    (0..64).filter(move |&square| distance(square, king) == 1)
}

impl Pieces {
    fn place(self) -> usize {
        usize::from(self.pawn) << 12 | usize::from(self.king) << 6 | usize::from(self.bare)
    }

    fn pawn_attacks(self, square: u8) -> bool {
        square / 8 == self.pawn / 8 + 1 && (square % 8).abs_diff(self.pawn % 8) == 1
    }

    /// Whether the position can be, with White to move or Black.
    pub fn are_legal(self, white_moves: bool) -> bool {
        (8..56).contains(&self.pawn)
            && self.pawn != self.king
            && self.pawn != self.bare
            && distance(self.king, self.bare) > 1
            && !(white_moves && self.pawn_attacks(self.bare))
    }
}

/// Whether the queen or the rook that a pawn becomes wins, Black to move: it can neither be taken
/// nor does it stalemate. Every other position of these endings is won (`queen`: as a queen does).
fn promoted_wins(pieces: Pieces, square: u8, queen: bool) -> bool {
    if distance(pieces.bare, square) == 1 && distance(pieces.king, square) > 1 {
        return false;
    }
    // The bare king shields nothing from a piece that attacks him.
    let reaches = |target: u8| {
        let step = |from: u8, to: u8| (i32::from(to) - i32::from(from)).signum();
        let (file, rank) = (step(square % 8, target % 8), step(square / 8, target / 8));
        let straight = file == 0 || rank == 0;
        let apart = ((square % 8).abs_diff(target % 8), (square / 8).abs_diff(target / 8));
        if target == square || !(straight || queen && apart.0 == apart.1) {
            return false;
        }
        let mut between = (1..distance(square, target))
            .map(|n| i32::from(square) + i32::from(n) * (8 * rank + file));
        between.all(|at| at != i32::from(pieces.king))
    };
    let can_move =
        around(pieces.bare).any(|to| distance(to, pieces.king) > 1 && to != square && !reaches(to));
    can_move || reaches(pieces.bare)
}

/// Which positions White wins.
pub struct Solution {
    white_moves: Vec<bool>,
    black_moves: Vec<bool>,
}

impl Solution {
    /// Works backward from promotion until nothing new is won.
    pub fn find() -> Self {
        let mut found =
            Self { white_moves: vec![false; 1 << 18], black_moves: vec![false; 1 << 18] };
        loop {
            let mut new = false;
            for pieces in all() {
                let place = pieces.place();
                if pieces.are_legal(true)
                    && !found.white_moves[place]
                    && found.white_has_a_win(pieces)
                {
                    found.white_moves[place] = true;
                    new = true;
                }
                if pieces.are_legal(false)
                    && !found.black_moves[place]
                    && found.black_must_lose(pieces)
                {
                    found.black_moves[place] = true;
                    new = true;
                }
            }
            if !new {
                return found;
            }
        }
    }

    /// Whether White wins.
    pub fn is_won(&self, pieces: Pieces, white_moves: bool) -> bool {
        if white_moves {
            self.white_moves[pieces.place()]
        } else {
            self.black_moves[pieces.place()]
        }
    }

    fn white_has_a_win(&self, pieces: Pieces) -> bool {
        let mut king_moves = around(pieces.king)
            .filter(|&to| to != pieces.pawn && distance(to, pieces.bare) > 1)
            .map(|king| Pieces { king, ..pieces });
        let is_free = |square: u8| square != pieces.king && square != pieces.bare;
        let ahead = pieces.pawn + 8;
        let push = |pawn: u8| self.is_won(Pieces { pawn, ..pieces }, false);
        king_moves.any(|pieces| self.is_won(pieces, false))
            || is_free(ahead)
                && if ahead >= 56 {
                    [true, false].into_iter().any(|queen| promoted_wins(pieces, ahead, queen))
                } else {
                    push(ahead) || pieces.pawn < 16 && is_free(ahead + 8) && push(ahead + 8)
                }
    }

    fn black_must_lose(&self, pieces: Pieces) -> bool {
        let mut moves = around(pieces.bare)
            .filter(|&to| distance(to, pieces.king) > 1 && !pieces.pawn_attacks(to))
            .peekable();
        if moves.peek().is_none() {
            return pieces.pawn_attacks(pieces.bare);
        }
        moves.all(|bare| bare != pieces.pawn && self.is_won(Pieces { bare, ..pieces }, true))
    }
}

/// Every way to put the three pieces on squares.
pub fn all() -> impl Iterator<Item = Pieces> {
    (8..56u8).flat_map(|pawn| {
        (0..64u8).flat_map(move |king| (0..64u8).map(move |bare| Pieces { pawn, king, bare }))
    })
}

/// The positions with the pawn on one file: the pawn's ranks, then the king on the squares that
/// are left, then the other king on those.
const ON_A_FILE: usize = 6 * 63 * 62;

/// The values in the order of the table, for a file of the pawn and a side to move: 4 is won, 2
/// drawn, 0 lost for the player. What cannot be gets the value before it.
fn values(solution: &Solution, file: u8, white_moves: bool) -> Vec<u16> {
    let mut last = 2;
    let value = |number: usize| {
        let pawn = 8 * (number % 6 + 1) as u8 + file;
        let mut king = (number / 6 % 63) as u8;
        king += u8::from(king >= pawn);
        let mut bare = (number / 6 / 63) as u8;
        for taken in [pawn.min(king), pawn.max(king)] {
            bare += u8::from(bare >= taken);
        }
        let pieces = Pieces { pawn, king, bare };
        if pieces.are_legal(white_moves) {
            last = match (solution.is_won(pieces, white_moves), white_moves) {
                (true, true) => 4,
                (true, false) => 0,
                (false, _) => 2,
            };
        }
        last
    };
    (0..ON_A_FILE).map(value).collect()
}

/// A symbol: a value, or two symbols one after the other.
#[derive(Clone, Copy)]
enum Symbol {
    Value(u16),
    Pair(usize, usize),
}

/// The pair that occurs most often is made a symbol, again and again. Returns the symbols and the
/// sequence in them.
fn pair_up(values: &[u16]) -> (Vec<Symbol>, Vec<usize>) {
    /// A pair that occurs less often costs more than it saves.
    const LEAST: usize = 8;
    /// The most values that a symbol may stand for.
    const LONGEST: usize = 256;
    let mut symbols: Vec<Symbol> = Vec::new();
    let mut lengths = Vec::new();
    for value in [0, 2, 4] {
        if values.contains(&value) {
            symbols.push(Symbol::Value(value));
            lengths.push(1);
        }
    }
    let symbol_of = |value: &u16| {
        symbols.iter().position(|symbol| matches!(symbol, Symbol::Value(v) if v == value)).unwrap()
    };
    let mut sequence: Vec<usize> = values.iter().map(symbol_of).collect();
    loop {
        let mut counts: HashMap<(usize, usize), usize> = HashMap::new();
        for pair in sequence.windows(2) {
            *counts.entry((pair[0], pair[1])).or_default() += 1;
        }
        let best = counts
            .into_iter()
            .filter(|((a, b), count)| *count >= LEAST && lengths[*a] + lengths[*b] <= LONGEST)
            // The pairs themselves decide between equals: the file is always the same.
            .max_by_key(|&(pair, count)| (count, pair));
        let Some(((a, b), _)) = best else { return (symbols, sequence) };
        let new = symbols.len();
        symbols.push(Symbol::Pair(a, b));
        lengths.push(lengths[a] + lengths[b]);
        let mut replaced = Vec::with_capacity(sequence.len());
        let mut at = 0;
        while at < sequence.len() {
            if sequence[at..].starts_with(&[a, b]) {
                replaced.push(new);
                at += 2;
            } else {
                replaced.push(sequence[at]);
                at += 1;
            }
        }
        sequence = replaced;
    }
}

/// The lengths of Huffman's codes in bits, for symbols that occur so often.
fn code_lengths(counts: &[usize]) -> Vec<u32> {
    let mut lengths = vec![0; counts.len()];
    let mut heap: Vec<(usize, Vec<usize>)> =
        counts.iter().enumerate().map(|(symbol, &count)| (count.max(1), vec![symbol])).collect();
    while heap.len() > 1 {
        heap.sort_by(|a, b| b.cmp(a));
        let ((one, mut under), (other, rest)) = (heap.pop().unwrap(), heap.pop().unwrap());
        under.extend(rest);
        under.iter().for_each(|&symbol| lengths[symbol] += 1);
        heap.push((one + other, under));
    }
    lengths
}

/// The values of one part, compressed: what stands in each section of the file.
struct Compressed {
    header: Vec<u8>,
    index: Vec<u8>,
    sizes: Vec<u8>,
    blocks: Vec<u8>,
}

/// Bytes of a block, and positions of an entry of the index, as powers of two.
const BLOCK_BITS: u32 = 6;
const INDEX_BITS: u32 = 10;

fn compress(values: &[u16]) -> Compressed {
    let (symbols, sequence) = pair_up(values);
    let mut counts = vec![0; symbols.len()];
    sequence.iter().for_each(|&symbol| counts[symbol] += 1);
    let lengths = code_lengths(&counts);
    // Symbols are numbered from the longest code to the shortest.
    let mut order: Vec<usize> = (0..symbols.len()).collect();
    order.sort_by_key(|&symbol| (std::cmp::Reverse(lengths[symbol]), symbol));
    let mut number = vec![0; symbols.len()];
    order.iter().enumerate().for_each(|(at, &symbol)| number[symbol] = at);
    let (longest, shortest) = (lengths[order[0]], lengths[order[order.len() - 1]]);
    let longer_than = |bits: u32| lengths.iter().filter(|&&length| length > bits).count();
    // The lowest code of each length: the longest begin at nothing, each shorter after those.
    let mut lowest = vec![0u64; longest as usize + 1];
    for bits in (shortest..longest).rev() {
        let of_longer = longer_than(bits) - longer_than(bits + 1);
        lowest[bits as usize] = (lowest[bits as usize + 1] + of_longer as u64) / 2;
    }
    let mut header = vec![0, BLOCK_BITS as u8, INDEX_BITS as u8, 0];
    let (blocks, starts) = fill_blocks(&symbols, &sequence, |symbol| {
        let bits = lengths[symbol];
        (lowest[bits as usize] + (number[symbol] - longer_than(bits)) as u64, bits)
    });
    header.extend((starts.len() as u32).to_le_bytes());
    header.extend([longest as u8, shortest as u8]);
    for bits in shortest..=longest {
        header.extend((longer_than(bits) as u16).to_le_bytes());
    }
    header.extend((symbols.len() as u16).to_le_bytes());
    for &symbol in &order {
        let (left, right) = match symbols[symbol] {
            Symbol::Value(value) => (value.into(), 0xFFF),
            Symbol::Pair(left, right) => (number[left], number[right]),
        };
        header.extend([left as u8, (left >> 8 | (right & 15) << 4) as u8, (right >> 4) as u8]);
    }
    header.resize(header.len().next_multiple_of(2), 0);
    let ends = starts[1..].iter().copied().chain([values.len()]);
    let sizes =
        starts.iter().zip(ends).flat_map(|(from, to)| ((to - from - 1) as u16).to_le_bytes());
    // An entry of the index is for the middle of its positions.
    let entries = values.len().div_ceil(1 << INDEX_BITS);
    let index = (0..entries).flat_map(|entry| {
        let middle = (2 * entry + 1) << (INDEX_BITS - 1);
        let block = starts.partition_point(|&start| start <= middle) - 1;
        let mut bytes = (block as u32).to_le_bytes().to_vec();
        bytes.extend(((middle - starts[block]) as u16).to_le_bytes());
        bytes
    });
    Compressed { header, index: index.collect(), sizes: sizes.collect(), blocks }
}

/// Writes the codes of a sequence into blocks that none of them straddles. Returns the bytes, and
/// the number of the first value of each block.
fn fill_blocks(
    symbols: &[Symbol],
    sequence: &[usize],
    code: impl Fn(usize) -> (u64, u32),
) -> (Vec<u8>, Vec<usize>) {
    fn values(symbols: &[Symbol], symbol: usize) -> usize {
        match symbols[symbol] {
            Symbol::Value(_) => 1,
            Symbol::Pair(left, right) => values(symbols, left) + values(symbols, right),
        }
    }
    let room = 8 << BLOCK_BITS;
    let (mut bits, mut starts, mut written) = (Vec::new(), vec![0], 0);
    for &symbol in sequence {
        let (code, length) = code(symbol);
        if bits.len() + length as usize > starts.len() * room {
            bits.resize(starts.len() * room, false);
            starts.push(written);
        }
        bits.extend((0..length).rev().map(|bit| code >> bit & 1 == 1));
        written += values(symbols, symbol);
    }
    bits.resize(starts.len() * room, false);
    let byte = |bits: &[bool]| bits.iter().fold(0, |byte, &bit| byte << 1 | u8::from(bit));
    (bits.chunks(8).map(byte).collect(), starts)
}

/// The table's file. Its checksum, which readers pass over, is nothing.
pub fn table(solution: &Solution) -> Vec<u8> {
    // What it is; results for both sides to move, with pawns.
    let mut file = vec![0x71, 0xE8, 0x23, 0x5D, 3];
    // For each file of the pawn: the pawn comes first; pawn, king, the other king; for either side.
    (0..4).for_each(|_| file.extend([0x00, 0x11, 0x66, 0xEE]));
    file.resize(file.len().next_multiple_of(2), 0);
    let parts: Vec<Compressed> = (0..4)
        .flat_map(|pawn| [true, false].map(|white_moves| (pawn, white_moves)))
        .map(|(pawn, white_moves)| compress(&values(solution, pawn, white_moves)))
        .collect();
    parts.iter().for_each(|part| file.extend(&part.header));
    parts.iter().for_each(|part| file.extend(&part.index));
    parts.iter().for_each(|part| file.extend(&part.sizes));
    for part in &parts {
        file.resize(file.len().next_multiple_of(64), 0);
        file.extend(&part.blocks);
    }
    file.resize(file.len().next_multiple_of(64) + 16, 0);
    file
}
