//! The styles in which moves are printed: the words and signs of each, as data. Which form of a
//! move is the least that is unambiguous is decided elsewhere.

use crate::rules::PieceKind;
use crate::rules::laws::words;

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

/// The words of a style.
pub(super) struct Words {
    pub(super) knight: &'static str,
    /// After each letter that stands for a word.
    pub(super) dot: &'static str,
    /// Between the words of a move.
    pub(super) blank: &'static str,
    pub(super) to: &'static str,
    pub(super) takes: &'static str,
    /// The words for the first rank to the eighth.
    pub(super) ranks: [&'static str; 8],
    /// Castling where it can be on one side alone (empty in a style that always names it), with the king's rook and with the queen's.
    pub(super) castles: [&'static str; 3],
    pub(super) en_passant: &'static str,
    pub(super) check: &'static str,
    pub(super) mate: &'static str,
    /// Before and after what a pawn becomes.
    pub(super) promotion: [&'static str; 2],
}

const NUMBERS: [&str; 8] = ["1", "2", "3", "4", "5", "6", "7", "8"];

const FULL: Words = Words {
    knight: "Knight",
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
    knight: "Kt",
    dot: "",
    blank: "",
    to: "-",
    takes: "x",
    ranks: NUMBERS,
    castles: ["", "0-0", "0-0-0"],
    en_passant: " e.p.",
    check: " ch",
    mate: " mate",
    promotion: ["(", ")"],
};

const EARLY: Words = Words {
    knight: "Kt",
    dot: ".",
    blank: " ",
    to: " to ",
    takes: " takes ",
    ranks: ["sq.", "2d", "3d", "4th", "5th", "6th", "7th", "8th"],
    castles: ["Castles", "Castles K. R.", "Castles Q. R."],
    en_passant: " en pas.",
    check: " ch.",
    mate: " mate",
    promotion: [", becoming a ", ""],
};

const VICTORIAN: Words = Words {
    knight: "Kt",
    dot: "",
    blank: " ",
    to: " to ",
    takes: " takes ",
    ranks: ["sq", "2", "3", "4", "5", "6", "7", "8"],
    castles: ["Castles", "Castles K R", "Castles Q R"],
    en_passant: " en pas.",
    check: " ch",
    mate: " mate",
    promotion: [" (", ")"],
};

const EDWARDIAN: Words = Words {
    knight: "Kt",
    dot: "",
    blank: "",
    to: "-",
    takes: "x",
    ranks: [" sq", "2", "3", "4", "5", "6", "7", "8"],
    castles: ["Castles", "Castles KR", "Castles QR"],
    en_passant: " e.p.",
    check: " ch",
    mate: " mate",
    promotion: ["(", ")"],
};

const MODERN: Words = Words {
    knight: "N",
    dot: "",
    blank: "",
    to: "-",
    takes: "x",
    ranks: NUMBERS,
    castles: ["", "O-O", "O-O-O"],
    en_passant: " e.p.",
    check: "ch",
    mate: " mate",
    promotion: ["=", ""],
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
        let full = matches!(self, Self::Full);
        match kind {
            PieceKind::Pawn => {
                if full {
                    "Pawn"
                } else {
                    "P"
                }
            }
            PieceKind::Knight => self.words().knight,
            PieceKind::Bishop => {
                if full {
                    "Bishop"
                } else {
                    "B"
                }
            }
            PieceKind::Rook => {
                if full {
                    "Rook"
                } else {
                    "R"
                }
            }
            PieceKind::Queen => {
                if full {
                    "Queen"
                } else {
                    "Q"
                }
            }
            PieceKind::King => {
                if full {
                    "King"
                } else {
                    "K"
                }
            }
        }
    }
}
