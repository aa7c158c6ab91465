//! What the tests of notation share: terms in a line of words, data files, and random walks. It
//! must never decide what is right: that is in the data and in the tests.

use jadoube::notation::fen;
use jadoube::rules::laws::{Code, FiftyMoves, Repetition, Stalemate, Terms};
use jadoube::rules::{Color, Position};

/// Reads terms such as `british1897 odds=rook giver=White undertaking=man@b1 chess960`, in which
/// everything may be missing.
pub fn terms(text: &str) -> Terms {
    let mut terms = Terms::default();
    for word in text.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        match name {
            "odds" => terms.odds = value.parse().unwrap(),
            "undertaking" => terms.undertaking = Some(value.parse().unwrap()),
            "giver" if value == "White" => terms.odds_giver = Some(Color::White),
            "giver" if value == "Black" => terms.odds_giver = Some(Color::Black),
            "chess960" => terms.chess960 = true,
            "ghosts" => terms.castle_without_rook = Some(value == "yes"),
            "stalemate" => terms.stalemate = Some(Stalemate::parse(value).unwrap()),
            "fifty" => terms.fifty_moves = Some(FiftyMoves::parse(value).unwrap()),
            "repetition" => terms.repetition = Some(Repetition::parse(value).unwrap()),
            _ => terms.code = Code::parse(word).unwrap_or_else(|| panic!("no terms: {word}")),
        }
    }
    terms
}

/// The position of a FEN on terms.
pub fn position(fen: &str, terms: &Terms) -> Position {
    let setup = fen::parse(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
    setup.position(terms).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The rows of a data file, split at `|`, trimmed; empty lines and lines that begin with `#` are
/// left out. `data!("san/read.txt")`.
macro_rules! data {
    ($path:literal) => {
        $crate::util::rows(include_str!(concat!("../data/", $path)))
    };
}
pub(crate) use data;

pub fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// A source of numbers that is the same on every machine (xorshift64*, Vigna 2016).
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }
}

/// Terms and starts that between them have everything a position can hold: every code, odds of
/// pieces and of moves for both colours, every sort of undertaking, ghost rights in both manners, a
/// rook in the corner of the rook given, Chess960, promotions near, few pieces.
pub const STARTS: &[(&str, &str)] = &[
    ("chess", ""),
    ("england1804", ""),
    ("france1804 odds=knight giver=White", ""),
    ("france1804 odds=pawn,moves=2 giver=Black", ""),
    ("accomplished1837 odds=rook giver=White", ""),
    ("accomplished1837 odds=h8 giver=Black", ""),
    ("accomplished1837 odds=pawn,moves=3 giver=White", ""),
    ("accomplished1837 odds=rook giver=White", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("accomplished1837", "r3k2r/8/8/8/8/8/8/N3K2R w KQkq - 0 12"),
    ("accomplished1837", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 12 ghosts:Qk"),
    ("british1897 odds=rook giver=White", ""),
    ("british1897 odds=exchange giver=Black", ""),
    ("british1897 odds=a1,a8 giver=White", ""),
    ("british1897 odds=pawn,moves=2 giver=White", ""),
    ("british1897 undertaking=pawn@f2 giver=White", ""),
    ("british1897 undertaking=man@b8 giver=Black", ""),
    ("british1897 undertaking=man@h1 giver=White", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"),
    ("british1897", "8/4P3/8/2k5/8/8/2K2p2/8 w - - 7 30 captureless:34"),
    ("rogers1907 odds=rook giver=White", ""),
    ("rogers1907 undertaking=pawn@e7 giver=White", "8/4P3/8/2k5/8/8/2K2p2/8 w - - 0 30"),
    ("rogers1907 undertaking=square=e4,within=40 giver=White", ""),
    ("federation1912 odds=rook giver=White", ""),
    ("federation1912 odds=pawn,moves=3 giver=Black", ""),
    ("federation1912 odds=moves=1 giver=White", ""),
    ("england1804", "8/8/8/2k5/8/8/2KB4/8 w - - 0 30"),
    ("france1804", "8/8/8/2k5/8/8/2KBN3/8 w - - 0 30"),
    ("france1804", "8/8/8/2k5/8/8/2KQ4/8 w - - 3 30 notice:12"),
    ("chess undertaking=queen,square=e4 giver=White", ""),
    ("chess stalemate=win ghosts=yes odds=rook", ""),
    ("chess", "r3k2r/pPp1qpb1/bn2pnp1/3PN3/1p2P3/2N2Q2/PPPBBPpP/R3K2R w KQkq - 0 1"),
    ("chess", "8/PPP4k/8/8/8/8/4Kppp/8 w - - 0 1"),
    ("chess", "N1N1k3/8/8/8/N1N1q2q/8/4K2Q/Q1Q4Q w - - 0 1"),
    ("chess960 chess", "nrkbqrbn/pppppppp/8/8/8/8/PPPPPPPP/NRKBQRBN w FBfb - 0 1"),
    ("chess960 chess", "1r1kr3/8/8/8/8/8/8/RR1KRR2 w EBeb - 0 1"),
];

/// The position that a row of [`STARTS`] begins from: its FEN, or the starting position of its terms.
pub fn start(words: &str, fen: &str) -> (Terms, Position) {
    let terms = terms(words);
    let position = if fen.is_empty() {
        terms.start().position(&terms).unwrap()
    } else {
        position(fen, &terms)
    };
    (terms, position)
}

/// Calls `visit` with the terms and every position of random walks, `walks` from each start, of at
/// most `plies` moves.
pub fn walk(walks: usize, plies: usize, mut visit: impl FnMut(&Terms, &Position)) {
    for (index, (words, fen)) in STARTS.iter().enumerate() {
        let (terms, start) = start(words, fen);
        for round in 0..walks {
            let mut dice = Dice::new((index * walks + round) as u64 + 1);
            let mut position = start;
            visit(&terms, &position);
            for _ in 0..plies {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position = position.play(moves[dice.below(moves.len())]);
                visit(&terms, &position);
            }
        }
    }
}
