//! Who begins the next game of a series, and with which pieces: amateur1804:II,
//! accomplished1837:9 and 10, british1897:II.1, rogers1907:V, federation1912:16 to 18. The first
//! game's lot is the players' own affair.

use super::state::Ending;
use crate::rules::Color;
use crate::rules::laws::Code;

/// One of the two players of a series, who may change colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The one named first.
    First,
    /// The other.
    Second,
}

impl Player {
    /// The other player.
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// A game of a series on level terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameOfSeries {
    /// Who has the first move.
    pub begins: Player,
    /// Who has the white pieces.
    pub white: Player,
}

impl GameOfSeries {
    /// The first game, by lot: who drew the white pieces begins. In 1804 and 1837 the move is
    /// drawn, and who won it may have either colour; here White.
    pub const fn by_lot(white: Player) -> Self {
        Self { begins: white, white }
    }

    /// The next game after this one has ended so.
    ///
    /// The first move alternates (amateur1804:II, accomplished1837:9, british1897:II.1a,
    /// rogers1907:V), but not after a game that counts for nothing: one drawn in 1837 (10), one
    /// annulled elsewhere (british1897:II.1c, rogers1907:V, federation1912:17). The colours stay
    /// with the players in 1837, 1897 † and 1907; in 1912 they alternate, and White begins (17,
    /// 18); so it is with today's matches, and in 1804 †.
    pub fn next(self, code: Code, ended: Ending) -> Self {
        let void = match code {
            Code::Accomplished1837 => matches!(ended, Ending::Drawn | Ending::Annulled),
            _ => ended == Ending::Annulled,
        };
        if void {
            return self;
        }
        let begins = self.begins.other();
        let keeps = matches!(code, Code::Accomplished1837 | Code::British1897 | Code::Rogers1907);
        Self { begins, white: if keeps { self.white } else { begins } }
    }

    /// The colour that has the first move.
    pub fn first_color(self) -> Color {
        if self.begins == self.white { Color::White } else { Color::Black }
    }
}
