//! What two players agree before the game: the code, switches against it, odds and an undertaking.
//! From the terms follow the [`Laws`] and the starting position that the game begins from.

use thiserror::Error;

use super::{
    Code, Conditions, FiftyMoves, GhostCastling, Laws, Mark, Odds, OddsItem, OddsReach, Repetition,
    Stalemate, words,
};
use crate::rules::setup::{CastlingLetter, Setup};
use crate::rules::types::{Color, Piece, Square};

/// The terms of a game. A switch that is `None` follows the code; one that is set keeps its value
/// whatever the code says.
///
/// ```
/// use jadoube::rules::laws::{Code, Terms};
/// use jadoube::rules::{Color, Square, Wing};
///
/// // White gives his queen's rook. By the law of 1912 he may still castle on that side.
/// let mut terms = Terms::from(Code::Federation1912);
/// terms.odds = "rook".parse()?;
/// let start = terms.start().position(&terms)?;
/// assert_eq!(start.piece_at(Square::A1), None);
/// assert!(start.board().ghost_right(Color::White, Wing::Queen));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// The code.
    pub code: Code,
    /// The switch `Stalemate`.
    pub stalemate: Option<Stalemate>,
    /// The switch `Castle Without Rook`. Set on a code that has no such law it follows
    /// british1897:IV.5.
    pub castle_without_rook: Option<bool>,
    /// The switch `Fifty Moves`.
    pub fifty_moves: Option<FiftyMoves>,
    /// The switch `Repetition`.
    pub repetition: Option<Repetition>,
    /// What is given.
    pub odds: Odds,
    /// What is undertaken.
    pub undertaking: Option<Conditions>,
    /// Who gives the odds or is bound by the undertaking; `None` leaves it to [`Terms::giver`].
    pub odds_giver: Option<Color>,
    /// Whether castling follows Chess960, so that `K` and `Q` in a FEN mean the outermost rook.
    pub chess960: bool,
}

/// Why no game can begin on certain terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TermsError {
    /// Black would make the first move.
    #[error(
        "White makes the first move of every game (federation1912:18), so that the giver of moves is Black"
    )]
    WhiteBegins,
    /// An item of the odds that names what another has named.
    #[error("odds '{0}': given twice, when {1} gives")]
    GivenTwice(OddsItem, Color),
}

impl From<Code> for Terms {
    /// A game on level terms under a code.
    fn from(code: Code) -> Self {
        Self {
            code,
            stalemate: None,
            castle_without_rook: None,
            fifty_moves: None,
            repetition: None,
            odds: Odds::default(),
            undertaking: None,
            odds_giver: None,
            chess960: false,
        }
    }
}

impl Default for Terms {
    /// Today's game on level terms.
    fn default() -> Self {
        Self::from(Code::Chess)
    }
}

impl Terms {
    /// The law that follows.
    pub fn laws(&self) -> Laws {
        let row = Laws::of(self.code);
        let castle_without_rook = match (self.castle_without_rook, row.castle_without_rook) {
            (None, of_code) => of_code,
            (Some(false), _) => GhostCastling::No,
            (Some(true), GhostCastling::No) => GhostCastling::CornerEmpty,
            (Some(true), of_code) => of_code,
        };
        let odds_reach = match (self.code, self.odds.moves) {
            // accomplished1837:15: "three or more first moves" are confined to his own territory.
            (Code::Accomplished1837, 3..) => OddsReach::OwnHalf,
            // british1897:IV.4 confines "two or more moves in one turn"; of the one it says
            // nothing.
            (Code::British1897, 1) => OddsReach::Anywhere,
            _ => row.odds_reach,
        };
        Laws {
            stalemate: self.stalemate.unwrap_or(row.stalemate),
            castle_without_rook,
            fifty_moves: self.fifty_moves.unwrap_or(row.fifty_moves),
            repetition: self.repetition.unwrap_or(row.repetition),
            odds_reach,
            ..row
        }
    }

    /// Who gives: as set; otherwise the owner of the marked piece (the piece that stands on its
    /// square in `setup`, or where `setup` says he stands now, else the player on whose side of the
    /// board the square lies), else of the first square the odds name, else Black if moves are
    /// given, else White.
    pub fn giver(&self, setup: Option<&Setup>) -> Color {
        let owner = |square: Square| {
            let man = setup.and_then(|setup| {
                // In the middle of a game he has left the square that names him, and may be gone.
                let stands = setup.marked.unwrap_or(Some(square))?;
                setup.pieces[stands.index()]
            });
            man.map_or(side_of(square), Piece::color)
        };
        let marked = self.undertaking.and_then(|conditions| conditions.mark).map(Mark::square);
        self.odds_giver.unwrap_or_else(|| match (marked, self.odds.first_square()) {
            (Some(square), _) => owner(square),
            (None, Some(square)) => side_of(square),
            (None, None) if self.odds.moves > 0 => Color::Black,
            (None, None) => Color::White,
        })
    }

    /// The squares of the starting position that the odds leave empty.
    pub fn removed(&self, setup: Option<&Setup>) -> super::Bitboard {
        self.odds.removed(self.giver(setup))
    }

    /// Whether a player may castle without a rook that was given, as far as the terms tell. Where
    /// the right is the giver's alone and no odds are named, either may be the giver.
    pub(crate) fn may_castle_without_rook(&self, player: Color, setup: Option<&Setup>) -> bool {
        let laws = self.laws();
        laws.castle_without_rook != GhostCastling::No
            && (!laws.only_the_giver_castles_without_rook()
                || self.odds.items.is_empty()
                || player == self.giver(setup))
    }

    /// The starting position that a game on these terms begins from, if one can begin on them. A
    /// position that is set up says itself who is to move, and asks nothing of this.
    ///
    /// # Errors
    /// [`TermsError`] says which law or which word stands against it.
    pub fn begin(&self) -> Result<Setup, TermsError> {
        if self.code == Code::Federation1912 && self.first_player() == Color::Black {
            return Err(TermsError::WhiteBegins);
        }
        let giver = self.giver(None);
        match self.odds.given_twice(giver) {
            Some(item) => Err(TermsError::GivenTwice(item, giver)),
            None => Ok(self.start()),
        }
    }

    /// Who makes the first move of a game on these terms. The receiver, where moves are given.
    /// Otherwise White today and in federation1912:18; in the older codes the giver
    /// (amateur1804:II, accomplished1837:9, british1897:IV.2, rogers1907:VII and XXX).
    pub fn first_player(&self) -> Color {
        let giver = self.giver(None);
        let level = self.odds.is_none() && self.undertaking.is_none();
        match self.code {
            _ if self.odds.moves > 0 => giver.other(),
            Code::Chess | Code::Federation1912 => Color::White,
            _ if level => Color::White,
            _ => giver,
        }
    }

    /// The starting position that the terms describe; [`Terms::begin`] also asks whether a game can
    /// begin.
    pub fn start(&self) -> Setup {
        let mut setup = Setup::initial();
        setup.turn = self.first_player();
        let removed = self.removed(None);
        for square in removed {
            setup.pieces[square.index()] = None;
        }
        setup.castling.retain(|letter| match *letter {
            CastlingLetter::Wing(color, wing) => {
                !removed.contains(wing.corner(color)) || self.may_castle_without_rook(color, None)
            }
            CastlingLetter::File(..) => true,
        });
        setup
    }
}

/// On whose side of the board a square lies.
fn side_of(square: Square) -> Color {
    if square.rank() < 4 { Color::White } else { Color::Black }
}

words! {
    /// A game that a GUI can choose by name, `UCI_Variant`: each code on level terms, and ready
    /// games under today's law.
    Variant {
        /// Today's chess.
        Chess = "chess",
        /// The code of 1804 as read in England.
        England1804 = "england1804",
        /// The code of 1804 as read in France.
        France1804 = "france1804",
        /// The code of 1837.
        Accomplished1837 = "accomplished1837",
        /// The code of 1897.
        British1897 = "british1897",
        /// The code of 1907.
        Rogers1907 = "rogers1907",
        /// The code of 1912.
        Federation1912 = "federation1912",
        /// Stalemate wins for the stalemated.
        StalemateWins = "stalematewins",
        /// White gives his queen's rook and may castle without it.
        RookOdds = "rookodds",
        /// White gives his queen's knight.
        KnightOdds = "knightodds",
        /// Black gives his king's bishop's pawn.
        PawnAndMove = "pawnandmove",
        /// Black gives that pawn, and White begins with two moves.
        PawnAndTwo = "pawnandtwo",
        /// White undertakes to mate with a pawn.
        PawnMate = "pawnmate",
        /// White undertakes to mate with his king's bishop's pawn.
        CappedPawn = "cappedpawn",
        /// White undertakes to mate with his queen's knight.
        CappedPiece = "cappedpiece",
        /// White undertakes to mate on e4.
        SquareMate = "squaremate",
        /// White undertakes to win.
        DrawOdds = "drawodds",
    }
}

impl Variant {
    /// The terms of the game.
    pub fn terms(self) -> Terms {
        let code = match self {
            Self::England1804 => Code::England1804,
            Self::France1804 => Code::France1804,
            Self::Accomplished1837 => Code::Accomplished1837,
            Self::British1897 => Code::British1897,
            Self::Rogers1907 => Code::Rogers1907,
            Self::Federation1912 => Code::Federation1912,
            _ => Code::Chess,
        };
        let mut terms = Terms::from(code);
        let f7 = Square::at(5, 6);
        match self {
            Self::StalemateWins => terms.stalemate = Some(Stalemate::Win),
            Self::RookOdds => {
                terms.castle_without_rook = Some(true);
                terms.give(Color::White, Square::A1, 0);
            }
            Self::KnightOdds => terms.give(Color::White, Square::B1, 0),
            Self::PawnAndMove => terms.give(Color::Black, f7, 0),
            Self::PawnAndTwo => terms.give(Color::Black, f7, 2),
            Self::PawnMate => terms.undertake("pawn"),
            Self::CappedPawn => terms.undertake("pawn@f2"),
            Self::CappedPiece => terms.undertake("man@b1"),
            Self::SquareMate => terms.undertake("square=e4"),
            Self::DrawOdds => terms.undertake("draw"),
            _ => {}
        }
        terms
    }
}

impl Terms {
    fn give(&mut self, giver: Color, square: Square, moves: u8) {
        self.odds_giver = Some(giver);
        self.odds.items.push(OddsItem::Square(square));
        self.odds.moves = moves;
    }

    fn undertake(&mut self, conditions: &str) {
        self.odds_giver = Some(Color::White);
        self.undertaking = Some(conditions.parse().expect("the ready games are well formed"));
    }
}
