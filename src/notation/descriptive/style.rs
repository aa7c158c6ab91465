//! The styles in which moves are printed: the words and signs of each, as data. Which form of a
//! move is the least that is unambiguous is decided elsewhere.

use crate::rules::PieceKind;
use crate::rules::laws::{Code, words};

words! {
    /// A style of printing moves.
    Style {
        /// In full, as british1897:I.13A has it: `Pawn on King's second square to King's fourth square`.
        Full = "full",
        /// The abbreviations of british1897:I.13B: `P-K4`, `Kt(K5)xP`, `0-0`.
        Code1897 = "code",
        /// Books up to the middle of the nineteenth century: `P. to K. 4th`, `Castles K. R.`.
        Early = "early",
        /// Books of the later nineteenth century: `P to K 4`, `Kt to Q B 3`, `P takes P en pas.`.
        Victorian = "victorian",
        /// Books around 1900: `P-K4`, `Kt-QB3`, `Castles`.
        Edwardian = "edwardian",
        /// The twentieth century: `P-K4`, `N-QB3`, `O-O`, `P-K8=Q`.
        Modern = "modern",
    }
}

impl Style {
    /// The style of the time of a code.
    pub const fn of_code(code: Code) -> Self {
        match code {
            Code::England1804 | Code::France1804 | Code::Accomplished1837 => Self::Early,
            Code::British1897 => Self::Code1897,
            Code::Rogers1907 | Code::Federation1912 => Self::Edwardian,
            Code::Chess => Self::Modern,
        }
    }
}

/// The words of a style.
pub(super) struct Words {
    /// Pawn, knight, bishop, rook, queen, king, without a dot.
    pieces: [&'static str; 6],
    /// After each letter that stands for a word.
    pub(super) dot: &'static str,
    /// Between the words of a move.
    pub(super) blank: &'static str,
    pub(super) to: &'static str,
    pub(super) takes: &'static str,
    /// The words for the first rank to the eighth.
    pub(super) ranks: [&'static str; 8],
    /// Castling where it can be on one side alone (empty in a style that always names it), with
    /// the king's rook and with the queen's.
    pub(super) castles: [&'static str; 3],
    pub(super) en_passant: &'static str,
    pub(super) check: &'static str,
    pub(super) mate: &'static str,
    /// Before and after what a pawn becomes.
    pub(super) promotion: [&'static str; 2],
}

const FULL: Words = Words {
    pieces: ["Pawn", "Knight", "Bishop", "Rook", "Queen", "King"],
    dot: "",
    blank: " ",
    to: " to ",
    takes: " takes ",
    ranks: [
        "first square",
        "second square",
        "third square",
        "fourth square",
        "fifth square",
        "sixth square",
        "seventh square",
        "eighth square",
    ],
    castles: ["", "Castles King's Rook", "Castles Queen's Rook"],
    en_passant: " in passing",
    check: ", check",
    mate: ", mate",
    promotion: [" ", ""],
};

const CODE: Words = Words {
    pieces: ["P", "Kt", "B", "R", "Q", "K"],
    dot: "",
    blank: "",
    to: "-",
    takes: "x",
    ranks: ["1", "2", "3", "4", "5", "6", "7", "8"],
    castles: ["", "0-0", "0-0-0"],
    en_passant: " e.p.",
    check: " ch",
    mate: " mate",
    promotion: ["(", ")"],
};

const VICTORIAN: Words = Words {
    blank: " ",
    to: " to ",
    takes: " takes ",
    ranks: ["sq", "2", "3", "4", "5", "6", "7", "8"],
    castles: ["Castles", "Castles K R", "Castles Q R"],
    en_passant: " en pas.",
    promotion: [" (", ")"],
    ..CODE
};

const EARLY: Words = Words {
    dot: ".",
    ranks: ["sq.", "2d", "3d", "4th", "5th", "6th", "7th", "8th"],
    castles: ["Castles", "Castles K. R.", "Castles Q. R."],
    check: " ch.",
    promotion: [", becoming a ", ""],
    ..VICTORIAN
};

const EDWARDIAN: Words = Words {
    ranks: [" sq", "2", "3", "4", "5", "6", "7", "8"],
    castles: ["Castles", "Castles KR", "Castles QR"],
    ..CODE
};

const MODERN: Words = Words {
    pieces: ["P", "N", "B", "R", "Q", "K"],
    castles: ["", "O-O", "O-O-O"],
    check: "ch",
    promotion: ["=", ""],
    ..CODE
};

impl Style {
    pub(super) const fn words(self) -> &'static Words {
        match self {
            Self::Full => &FULL,
            Self::Code1897 => &CODE,
            Self::Early => &EARLY,
            Self::Victorian => &VICTORIAN,
            Self::Edwardian => &EDWARDIAN,
            Self::Modern => &MODERN,
        }
    }

    /// The name of a piece, without a dot.
    pub(super) const fn piece(self, kind: PieceKind) -> &'static str {
        self.words().pieces[kind.index()]
    }
}
