//! Which squares a piece commands: leaper tables and magic bitboards, all computed when the crate
//! is compiled. Pure geometry: no position and no rule is known here.
//!
//! Sliding attacks are looked up by the method of magic bitboards (Lasse Hansen and Pradyumna
//! Kannan, 2006): the pieces on the relevant squares, multiplied by a number found by trial, index
//! a table. The table is filled by `line_attacks`, the same slow routine that the tests check.

use super::bitboard::Bitboard;
use super::types::{Color, PieceKind, Square};

/// The attacks of a slider along one line, by subtraction on the line's pieces (the method known as
/// hyperbola quintessence). `line` may contain the slider's own square.
const fn line_attacks(square: usize, pieces: u64, line: u64) -> u64 {
    let slider = 1u64 << square;
    let line = line & !slider;
    let forward = (pieces & line).wrapping_sub(slider << 1);
    let backward =
        (pieces & line).reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (forward ^ backward) & line
}

/// File, rank, diagonal and antidiagonal through each square.
const LINES: [[u64; 4]; 64] = {
    let mut lines = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let mut other = 0;
        while other < 64 {
            let (file_too, rank_too) = (other % 8, other / 8);
            let bit = 1u64 << other;
            if file == file_too {
                lines[square][0] |= bit;
            }
            if rank == rank_too {
                lines[square][1] |= bit;
            }
            if file - rank == file_too - rank_too {
                lines[square][2] |= bit;
            }
            if file + rank == file_too + rank_too {
                lines[square][3] |= bit;
            }
            other += 1;
        }
        square += 1;
    }
    lines
};

const fn slow_rook(square: usize, pieces: u64) -> u64 {
    let lines = &LINES[square];
    line_attacks(square, pieces, lines[0]) | line_attacks(square, pieces, lines[1])
}

const fn slow_bishop(square: usize, pieces: u64) -> u64 {
    let lines = &LINES[square];
    line_attacks(square, pieces, lines[2]) | line_attacks(square, pieces, lines[3])
}

/// How one square finds its attacks in [`ATTACKS`].
#[derive(Clone, Copy)]
struct Magic {
    /// The squares whose pieces matter: the lines without their ends.
    mask: u64,
    /// The multiplier.
    factor: u64,
    /// Where this square's attacks begin in the table.
    offset: u32,
    /// 64 less the bits of the index.
    shift: u32,
}

impl Magic {
    #[inline(always)]
    const fn index(&self, pieces: u64) -> usize {
        self.offset as usize
            + ((pieces & self.mask).wrapping_mul(self.factor) >> self.shift) as usize
    }
}

/// The sum of two to the number of relevant squares: 102,400 for rooks, 5,248 for bishops.
const TABLE_SIZE: usize = 102_400 + 5_248;

const fn magics(factors: &[u64; 64], rook: bool) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let mut offset = if rook { 0 } else { 102_400 };
    let mut square = 0;
    while square < 64 {
        let [file, rank, ..] = LINES[square];
        let edges = (Bitboard::BACK_RANKS.0 & !rank)
            | ((Bitboard::file(0).0 | Bitboard::file(7).0) & !file);
        let mask = (if rook { slow_rook(square, 0) } else { slow_bishop(square, 0) }) & !edges;
        let bits = mask.count_ones();
        magics[square] = Magic { mask, factor: factors[square], offset, shift: 64 - bits };
        offset += 1 << bits;
        square += 1;
    }
    magics
}

static ROOKS: [Magic; 64] = magics(&ROOK_FACTORS, true);
static BISHOPS: [Magic; 64] = magics(&BISHOP_FACTORS, false);

/// The attacks of rooks, then of bishops, square by square.
#[allow(long_running_const_eval)] // a second or two, once in a build
static ATTACKS: [Bitboard; TABLE_SIZE] = {
    let rooks = magics(&ROOK_FACTORS, true);
    let bishops = magics(&BISHOP_FACTORS, false);
    let mut table = [Bitboard::EMPTY; TABLE_SIZE];
    let mut square = 0;
    while square < 64 {
        // Every subset of the mask in turn, by the carry of the subtraction.
        let mut pieces = 0u64;
        loop {
            table[rooks[square].index(pieces)] = Bitboard(slow_rook(square, pieces));
            pieces = pieces.wrapping_sub(rooks[square].mask) & rooks[square].mask;
            if pieces == 0 {
                break;
            }
        }
        loop {
            table[bishops[square].index(pieces)] = Bitboard(slow_bishop(square, pieces));
            pieces = pieces.wrapping_sub(bishops[square].mask) & bishops[square].mask;
            if pieces == 0 {
                break;
            }
        }
        square += 1;
    }
    table
};

/// The squares a rook on `square` commands when `pieces` stand on the board: up to and including
/// the first piece on each line.
#[inline(always)]
pub fn rook_attacks(square: Square, pieces: Bitboard) -> Bitboard {
    let index = ROOKS[square.index()].index(pieces.0);
    debug_assert!(index < TABLE_SIZE);
    // SAFETY: `index` adds at most 2^bits - 1 to this square's offset, and the offsets and sizes
    // of all squares sum to TABLE_SIZE, which the tests check for every square.
    unsafe { *ATTACKS.get_unchecked(index) }
}

/// The squares a bishop on `square` commands when `pieces` stand on the board.
#[inline(always)]
pub fn bishop_attacks(square: Square, pieces: Bitboard) -> Bitboard {
    let index = BISHOPS[square.index()].index(pieces.0);
    debug_assert!(index < TABLE_SIZE);
    // SAFETY: as in `rook_attacks`.
    unsafe { *ATTACKS.get_unchecked(index) }
}

/// The squares a queen on `square` commands when `pieces` stand on the board.
#[inline(always)]
pub fn queen_attacks(square: Square, pieces: Bitboard) -> Bitboard {
    rook_attacks(square, pieces) | bishop_attacks(square, pieces)
}

/// The squares within the board at the given (file, rank) distances of each square.
const fn leaper(steps: &[(i32, i32)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut square = 0;
    while square < 64 {
        let mut step = 0;
        while step < steps.len() {
            let file = square as i32 % 8 + steps[step].0;
            let rank = square as i32 / 8 + steps[step].1;
            if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
                table[square].0 |= 1 << (8 * rank + file);
            }
            step += 1;
        }
        square += 1;
    }
    table
}

static KNIGHT: [Bitboard; 64] =
    leaper(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING: [Bitboard; 64] =
    leaper(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
static PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];

/// The squares a knight on `square` commands.
#[inline(always)]
pub fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// The squares a king on `square` commands.
#[inline(always)]
pub fn king_attacks(square: Square) -> Bitboard {
    KING[square.index()]
}

/// The squares a pawn of `color` on `square` commands.
#[inline(always)]
pub fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN[color.index()][square.index()]
}

/// The squares a piece of that kind commands; a pawn's depend on its colour.
#[inline]
pub fn attacks(kind: PieceKind, color: Color, square: Square, pieces: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => pawn_attacks(color, square),
        PieceKind::Knight => knight_attacks(square),
        PieceKind::Bishop => bishop_attacks(square, pieces),
        PieceKind::Rook => rook_attacks(square, pieces),
        PieceKind::Queen => queen_attacks(square, pieces),
        PieceKind::King => king_attacks(square),
    }
}

/// All squares that pawns of `color` on the given squares command.
#[inline(always)]
pub fn pawns_attacks(color: Color, pawns: Bitboard) -> Bitboard {
    match color {
        Color::White => pawns.step(7) | pawns.step(9),
        Color::Black => pawns.step(-7) | pawns.step(-9),
    }
}

/// All squares that knights on the given squares command.
#[inline(always)]
pub fn knights_attacks(knights: Bitboard) -> Bitboard {
    let near = knights.step(1) | knights.step(-1);
    let far = knights.step(1).step(1) | knights.step(-1).step(-1);
    near << 16 | near >> 16 | far << 8 | far >> 8
}

/// Every table of two squares at once: strictly between them, or the whole line through them.
const fn pairs(between: bool) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut line = 0;
        while line < 4 {
            let mut rest = LINES[a][line] & !(1 << a);
            while rest != 0 {
                let b = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                table[a][b] = Bitboard(if between {
                    line_attacks(a, 1 << b, LINES[a][line])
                        & line_attacks(b, 1 << a, LINES[a][line])
                } else {
                    LINES[a][line]
                });
            }
            line += 1;
        }
        a += 1;
    }
    table
}

static BETWEEN: [[Bitboard; 64]; 64] = pairs(true);
static THROUGH: [[Bitboard; 64]; 64] = pairs(false);

/// The squares strictly between two squares of one rank, file or diagonal; otherwise none.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two different squares; none if they share no line.
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    THROUGH[a.index()][b.index()]
}

/// What the generator asks about the square of a king, all in one place.
#[repr(align(64))]
pub(crate) struct KingRays {
    /// The squares he steps to.
    pub(crate) steps: Bitboard,
    /// The squares from which a knight checks him.
    pub(crate) knights: Bitboard,
    /// The squares from which opposing pawns check a king of each colour.
    pub(crate) pawns: [Bitboard; 2],
    /// The rank and file through him: whence a rook would check him on an empty board.
    pub(crate) cross: Bitboard,
    /// The diagonal (running from a1 toward h8) and the antidiagonal through him.
    pub(crate) diagonals: [Bitboard; 2],
    /// The squares from which a knight commands one of those around him or, when he is on a first
    /// or eighth rank, one that he may pass over in castling.
    pub(crate) knight_zone: Bitboard,
}

impl KingRays {
    const fn new(king: usize) -> Self {
        let [file, rank, diagonal, antidiagonal] = LINES[king];
        let mut zone = 0;
        let home = rank & Bitboard::BACK_RANKS.0 & Bitboard::CASTLING_FILES.0;
        let mut around = KING[king].0 | home;
        while around != 0 {
            zone |= KNIGHT[around.trailing_zeros() as usize].0;
            around &= around - 1;
        }
        Self {
            steps: KING[king],
            knights: KNIGHT[king],
            pawns: [PAWN[0][king], PAWN[1][king]],
            cross: Bitboard(file | rank),
            diagonals: [Bitboard(diagonal), Bitboard(antidiagonal)],
            knight_zone: Bitboard(zone),
        }
    }
}

/// The rays of a king on `square`.
#[inline(always)]
pub(crate) fn king_rays(square: Square) -> &'static KingRays {
    static KING_RAYS: [KingRays; 64] = {
        let mut rays = [const { KingRays::new(0) }; 64];
        let mut square = 1;
        while square < 64 {
            rays[square] = KingRays::new(square);
            square += 1;
        }
        rays
    };
    &KING_RAYS[square.index()]
}

/// The squares that matter when a king and a rook on their first rank castle.
pub(crate) struct CastlingPath {
    /// Those that must be empty: what either passes over, king and rook themselves left out.
    pub(crate) clear: Bitboard,
    /// Those that must not be commanded: what the king passes over and where he ends, but not
    /// where he stands.
    pub(crate) king: Bitboard,
}

impl CastlingPath {
    const NONE: Self = Self { clear: Bitboard::EMPTY, king: Bitboard::EMPTY };

    /// The path from those files on the rank whose squares begin at `rank`.
    const fn new(king: u8, rook: u8, rank: u32) -> Self {
        let (king_to, rook_to) = if rook > king { (6, 5) } else { (2, 3) };
        let (king_bit, rook_bit) = (1 << king, 1 << rook);
        let passed = span(king, king_to) & !king_bit;
        let clear = (span(king, rook) | passed | span(rook, rook_to)) & !king_bit & !rook_bit;
        Self { clear: Bitboard((clear as u64) << rank), king: Bitboard((passed as u64) << rank) }
    }
}

/// The squares of one rank from one file to another, both included, as a byte.
const fn span(a: u8, b: u8) -> u8 {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    (0xFF << low) & (0xFF >> (7 - high))
}

/// The path of castling with king and rook on those squares of `color`'s first rank.
#[inline(always)]
pub(crate) fn castling_path(color: Color, king: Square, rook: Square) -> &'static CastlingPath {
    /// By colour and the files of king and rook.
    static PATHS: [[[CastlingPath; 8]; 8]; 2] = {
        let mut paths = [const { [const { [const { CastlingPath::NONE }; 8] }; 8] }; 2];
        let mut at = 0;
        while at < 128 {
            let (color, king, rook) = (at / 64, at / 8 % 8, at % 8);
            paths[color][king][rook] = CastlingPath::new(king as u8, rook as u8, 56 * color as u32);
            at += 1;
        }
        paths
    };
    &PATHS[color.index()][king.file() as usize][rook.file() as usize]
}

/// Found by trial of random numbers with few bits set; `every_magic_is_right` proves them.
#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x4480_01A2_13C0_0080, 0xA200_2010_8041_0200, 0x0900_2001_0040_0A10,
    0x2100_0410_0021_0138, 0x4200_1004_2008_0200, 0x2300_0400_0100_8208,
    0x0080_8000_8200_0100, 0x8600_0A01_0C80_2044, 0x0404_8000_8440_0220,
    0x890A_4010_01C0_A001, 0x0982_0020_4600_8010, 0x410E_8018_0080_1002,
    0x1311_0007_0010_0800, 0x0003_0002_0401_0008, 0x020B_0002_0001_0004,
    0x0046_0002_0089_4504, 0x0380_0DC0_0840_6000, 0x0030_0040_0820_0041,
    0x3070_0220_0400_2801, 0x8510_0080_0800_8010, 0x9224_0080_0408_0081,
    0x4006_0081_0080_0400, 0x0C20_5101_0004_0200, 0x0002_0200_0100_9044,
    0x0080_2080_8000_4001, 0x0840_024F_8020_0480, 0x0090_0400_2008_0020,
    0x0808_01C8_8010_0080, 0x0206_0400_8080_0800, 0x1002_00C2_0008_30A4,
    0x0010_6824_0010_0201, 0x0051_8102_0000_6084, 0x0080_4000_2080_0082,
    0x0000_2000_8480_4000, 0x4180_1000_8180_2004, 0x0D30_1000_8280_0804,
    0x0241_8008_0280_1400, 0x8084_8002_0080_0400, 0x2000_3012_0400_1108,
    0x4010_0244_1200_1191, 0x1000_8028_4000_8000, 0x0210_0020_0040_4000,
    0x0360_1020_0101_0040, 0x0010_0102_89A1_0010, 0x8008_0040_2004_0400,
    0x7002_0011_0802_0004, 0x8202_1008_0224_0001, 0x8000_0A89_2C42_0004,
    0x4000_8000_4010_2080, 0x1000_8040_0020_0080, 0x4200_2000_1002_8880,
    0x1004_2040_AB12_0200, 0x4000_8014_0008_0180, 0x0410_8004_0002_0180,
    0x8012_0001_4814_4600, 0x0108_0084_2111_4200, 0x0000_9080_0046_E101,
    0x0000_8011_0028_4005, 0x0002_1020_0208_4101, 0x2000_0500_2008_1001,
    0x2083_0010_0800_0403, 0x0001_0008_0400_0247, 0x8508_1000_8128_0214,
    0x0C24_0440_8224_1106,
];

/// As [`ROOK_FACTORS`].
#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x0004_2444_0400_2A00, 0x8090_1408_008A_2000, 0x3104_081B_8111_0000,
    0x02A4_0405_8000_8040, 0x2404_0504_0860_5000, 0x9018_2828_1820_4248,
    0x8801_0802_1004_1003, 0x4080_60A1_0828_4000, 0x0000_301C_2104_5400,
    0x0040_2008_0140_4082, 0x4C84_0461_0401_0000, 0x0000_0806_004C_3801,
    0x0132_3088_2000_0000, 0x0800_820A_0220_00A0, 0x3040_4414_8610_1010,
    0x0210_0101_1802_0200, 0x0208_0020_0821_4800, 0x402A_6010_4428_2090,
    0x0010_0208_8080_1100, 0x4084_0008_4040_0808, 0x0044_0002_0121_1040,
    0x384B_2002_0201_2050, 0x0004_0001_0C21_0400, 0x4046_0003_0110_C200,
    0xC210_4000_0448_020C, 0x000C_2A00_2002_2401, 0x0018_0400_0200_2200,
    0x0000_8020_8602_0200, 0x1209_0100_0090_4000, 0x0010_0100_0880_8090,
    0x0404_0041_8109_3000, 0x0440_4102_0884_0944, 0x021A_1010_0804_A000,
    0x0009_0420_0110_0180, 0x0000_8250_0019_0400, 0x0000_8401_0050_0900,
    0x0004_0084_0048_0410, 0x0A01_0042_00A1_0112, 0x1808_0080_8901_0800,
    0x0008_4840_8041_0080, 0x0908_0410_4400_084C, 0x1201_0908_0206_2005,
    0x080A_0A00_8218_1000, 0x4101_0020_1801_4500, 0x5340_2A10_4040_8402,
    0x0821_4A00_8200_2100, 0x0002_9004_0100_0080, 0x1021_0C04_2080_0842,
    0x0001_0801_0420_0284, 0x0000_2088_0410_8000, 0x5600_2200_8444_2000,
    0x0280_8004_8404_1900, 0x0496_0211_6022_0002, 0xC000_0828_0808_2A80,
    0x0820_0821_0820_8020, 0x9804_0822_0419_2412, 0x4100_4040_4410_4000,
    0x0000_818C_0108_0200, 0x2100_0002_0201_3400, 0x4480_0184_1A84_040C,
    0x8080_0082_4010_4100, 0x4002_2010_1010_0130, 0x0000_100A_1808_28A0,
    0x04A0_0101_0104_0888,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks the board step by step: a second way to the same sets.
    fn walk(square: Square, pieces: Bitboard, steps: [(i8, i8); 4]) -> Bitboard {
        let mut set = Bitboard::EMPTY;
        for (file_step, rank_step) in steps {
            let (mut file, mut rank) = (square.file() as i8, square.rank() as i8);
            loop {
                (file, rank) = (file + file_step, rank + rank_step);
                if !(0..8).contains(&file) || !(0..8).contains(&rank) {
                    break;
                }
                let here = Square::at(file as u8, rank as u8);
                set |= here.bitboard();
                if pieces.contains(here) {
                    break;
                }
            }
        }
        set
    }

    #[test]
    fn every_magic_is_right() {
        for square in Square::all() {
            for (magic, steps, rook) in [
                (ROOKS[square.index()], [(0, 1), (1, 0), (0, -1), (-1, 0)], true),
                (BISHOPS[square.index()], [(1, 1), (1, -1), (-1, -1), (-1, 1)], false),
            ] {
                let end = magic.offset as usize + (1 << (64 - magic.shift));
                assert!(end <= TABLE_SIZE);
                let mut pieces = 0u64;
                loop {
                    // Pieces on the edges must not matter.
                    for pieces in [Bitboard(pieces), Bitboard(pieces | !magic.mask)] {
                        let looked_up = if rook {
                            rook_attacks(square, pieces)
                        } else {
                            bishop_attacks(square, pieces)
                        };
                        let inner = Bitboard(pieces.0 & magic.mask);
                        assert_eq!(looked_up, walk(square, inner, steps), "{square}");
                    }
                    pieces = pieces.wrapping_sub(magic.mask) & magic.mask;
                    if pieces == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn pawns_and_knights_in_bulk_attack_what_each_attacks() {
        for square in Square::all() {
            assert_eq!(knights_attacks(square.bitboard()), knight_attacks(square));
            for color in Color::ALL {
                let pawns = pawns_attacks(color, square.bitboard());
                assert_eq!(pawns, pawn_attacks(color, square));
            }
        }
    }

    #[test]
    fn the_rays_of_a_king_are_those_of_the_pieces_that_check_him() {
        for king in Square::all() {
            let king_rays = king_rays(king);
            assert_eq!(king_rays.steps, king_attacks(king));
            for other in Square::all() {
                let sees = |set: Bitboard| set.contains(other);
                let checks = |kind, color| {
                    attacks(kind, color, other, Bitboard::EMPTY).contains(king) && king != other
                };
                assert_eq!(sees(king_rays.knights), checks(PieceKind::Knight, Color::White));
                let [diagonal, antidiagonal] = king_rays.diagonals;
                assert_eq!(diagonal & antidiagonal, king.bitboard());
                if king != other {
                    assert_eq!(sees(king_rays.cross), checks(PieceKind::Rook, Color::White));
                    let bishop = checks(PieceKind::Bishop, Color::White);
                    assert_eq!(sees(diagonal | antidiagonal), bishop);
                }
                for color in Color::ALL {
                    let pawn = checks(PieceKind::Pawn, color.other());
                    assert_eq!(sees(king_rays.pawns[color.index()]), pawn);
                }
                let mut near = king_rays.steps;
                if Bitboard::BACK_RANKS.contains(king) {
                    let castling = (2..7).map(|file| Square::at(file, king.rank()));
                    near |= castling.collect();
                }
                assert_eq!(sees(king_rays.knight_zone), (knight_attacks(other) & near).any());
            }
        }
    }

    #[test]
    fn the_castling_paths_of_the_starting_position_are_the_ordinary_ones() {
        let squares = |set: Bitboard| {
            set.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
        };
        for (color, king, rook, clear, passed) in [
            (Color::White, "e1", "h1", "f1 g1", "f1 g1"),
            (Color::White, "e1", "a1", "b1 c1 d1", "c1 d1"),
            (Color::Black, "e8", "a8", "b8 c8 d8", "c8 d8"),
            // Chess960: king and rook exchange places, the king stays, he goes all the way.
            (Color::White, "f1", "g1", "", "g1"),
            (Color::White, "g1", "h1", "f1", ""),
            (Color::Black, "b8", "h8", "c8 d8 e8 f8 g8", "c8 d8 e8 f8 g8"),
            (Color::White, "b1", "a1", "c1 d1", "c1"),
        ] {
            let at = |text| Square::parse(text).unwrap();
            let path = castling_path(color, at(king), at(rook));
            assert_eq!(squares(path.clear), clear, "{king}{rook}");
            assert_eq!(squares(path.king), passed, "{king}{rook}");
        }
    }

    #[test]
    fn between_and_line_agree_with_the_sliders() {
        for a in Square::all() {
            for b in Square::all() {
                let aligned = queen_attacks(a, Bitboard::EMPTY).contains(b);
                assert_eq!(line(a, b).any(), aligned, "{a} {b}");
                let inside = queen_attacks(a, b.bitboard()) & queen_attacks(b, a.bitboard());
                assert_eq!(
                    between(a, b),
                    if aligned { inside & line(a, b) } else { Bitboard::EMPTY }
                );
            }
        }
    }
}
