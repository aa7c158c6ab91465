//! Ends that the referee may give a game before the law does, when both engines have shown for
//! long enough how it will end. Each tracker is pure: it is given every move and reports whether its
//! condition holds. Each is off under a law it would be wrong for.

use std::str::FromStr;

use thiserror::Error;

use crate::rules::laws::Stalemate;
use crate::rules::{Color, FIFTY_MOVES, Position};
use crate::tablebases::Tablebases;

/// When a player whom both engines' scores call lost is taken to resign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resign {
    /// Moves of each player in a row.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// When players are taken to agree to a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Draw {
    /// Not before so many moves of each have been made, those of the opening apart.
    pub after: u32,
    /// Moves of each player in a row.
    pub moves: u32,
    /// Centipawns either way.
    pub score: i32,
}

/// Which games the user has the referee end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// Resignation.
    pub resign: Option<Resign>,
    /// Draws by score.
    pub draw: Option<Draw>,
    /// The number of moves of each after which a game is drawn.
    pub length: Option<u32>,
    /// Whether the players claim draws for themselves alone: nothing is claimed for them.
    pub own_claims: bool,
}

impl Adjudication {
    /// What is adjudicated, in the words of the command line; nothing where nothing is.
    pub fn in_words(&self) -> String {
        let mut words = Vec::new();
        words.extend(
            self.resign
                .map(|Resign { moves, score }| format!("resign movecount={moves},score={score}")),
        );
        words.extend(self.draw.map(|Draw { after, moves, score }| {
            format!("draw movenumber={after},movecount={moves},score={score}")
        }));
        words.extend(self.length.map(|length| format!("maxmoves {length}")));
        words.extend(self.own_claims.then(|| "own-claims".to_owned()));
        words.join("; ")
    }
}

/// Why a text asks for no adjudication.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AdjudicationError {
    /// A word that is no setting.
    #[error("adjudication '{0}': not {1}")]
    Unknown(String, &'static str),
    /// A value that is no number from 1 upward.
    #[error("adjudication '{0}': a number from 1 upward is needed")]
    Number(String),
}

/// Reads `name=value` words, each value a number from 1 upward, into the places of these names.
fn read(
    text: &str,
    names: &'static str,
    mut place: impl FnMut(&str, i32) -> bool,
) -> Result<(), AdjudicationError> {
    for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let number = value.parse().ok().filter(|number| *number >= 1);
        let number = number.ok_or_else(|| AdjudicationError::Number(word.to_owned()))?;
        if !place(name, number) {
            return Err(AdjudicationError::Unknown(word.to_owned(), names));
        }
    }
    Ok(())
}

impl FromStr for Resign {
    type Err = AdjudicationError;

    /// Reads `movecount=3,score=600`.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let mut resign = Self { moves: 3, score: 600 };
        read(text, "movecount= or score=", |name, number| {
            match name {
                "movecount" => resign.moves = number.unsigned_abs(),
                "score" => resign.score = number,
                _ => return false,
            }
            true
        })?;
        Ok(resign)
    }
}

impl FromStr for Draw {
    type Err = AdjudicationError;

    /// Reads `movenumber=40,movecount=8,score=10`.
    fn from_str(text: &str) -> Result<Self, AdjudicationError> {
        let mut draw = Self { after: 40, moves: 8, score: 10 };
        read(text, "movenumber=, movecount= or score=", |name, number| {
            match name {
                "movenumber" => draw.after = number.unsigned_abs(),
                "movecount" => draw.moves = number.unsigned_abs(),
                "score" => draw.score = number,
                _ => return false,
            }
            true
        })?;
        Ok(draw)
    }
}

/// An end given by the referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Adjudicated {
    /// That player is taken to resign.
    Resigns(Color),
    /// The players are taken to agree to a draw.
    Draw,
    /// The game is longer than the match allows.
    TooLong,
    /// The position is won by that player, or drawn, as tablebases have it.
    Tablebase(Option<Color>),
}

/// What tablebases make of the game, where they are right to the last: under a law that is theirs
/// from here on, and with the fifty-move count as it stands. A win that the count may spoil is
/// none yet.
pub fn by_tablebases(tables: &Tablebases, position: &Position) -> Option<Adjudicated> {
    let winner = match tables.result(position)? {
        2 => position.turn(),
        -2 => position.turn().other(),
        _ => return Some(Adjudicated::Tablebase(None)),
    };
    // A result is that of a count which begins now; a distance may be one ply short.
    let in_time = position.halfmove() == 0
        || tables.distance_to_zeroing(position).is_some_and(|plies| {
            plies.unsigned_abs() + u32::from(position.halfmove()) < u32::from(FIFTY_MOVES)
        });
    in_time.then_some(Adjudicated::Tablebase(Some(winner)))
}

/// Follows one game.
pub struct Tracker {
    resign: Option<Resign>,
    draw: Option<Draw>,
    length: Option<u32>,
    /// Plies in a row at which White (place 0) or Black was lost by the side to move's account.
    lost: [u32; 2],
    /// Plies in a row at which the side to move thought the game even.
    even: u32,
    plies: u32,
}

impl Tracker {
    /// A tracker for a game that begins from a position. `all_know_the_law`: whether every
    /// engine scores by the game's law.
    ///
    /// Off are: resignation, where stalemate decides or an undertaking binds and an engine scores
    /// by another law; draws by score and by length, where an undertaking makes a draw a loss;
    /// draws by score, where an engine scores by another law.
    pub fn new(wanted: Adjudication, start: &Position, all_know_the_law: bool) -> Self {
        let bound = start.undertaking().is_some();
        let own_scores = all_know_the_law || (!bound && start.laws().stalemate == Stalemate::Draw);
        Self {
            resign: wanted.resign.filter(|_| own_scores),
            draw: wanted.draw.filter(|_| own_scores && !bound),
            length: wanted.length.filter(|_| !bound),
            lost: [0; 2],
            even: 0,
            plies: 0,
        }
    }

    /// A move has been made, the side to move's engine having given that score for himself, if any.
    /// `irreversible` is a capture or a pawn's move: a game in which something happens is not
    /// drawn by score.
    pub fn note_score(
        &mut self,
        mover: Color,
        score: Option<i32>,
        irreversible: bool,
    ) -> Option<Adjudicated> {
        self.plies += 1;
        let (us, them) = (mover.index(), mover.other().index());
        let at_least = |limit: i32, sign: i32| score.is_some_and(|score| sign * score >= limit);
        if let Some(resign) = self.resign {
            // Lost are the side to move by a low score and his opponent by a high one.
            self.lost[us] = if at_least(resign.score, -1) { self.lost[us] + 1 } else { 0 };
            self.lost[them] = if at_least(resign.score, 1) { self.lost[them] + 1 } else { 0 };
            let lost = Color::ALL.into_iter().find(|c| self.lost[c.index()] >= 2 * resign.moves);
            if let Some(lost) = lost {
                return Some(Adjudicated::Resigns(lost));
            }
        }
        if let Some(draw) = self.draw {
            let even = score.is_some_and(|score| score.abs() <= draw.score) && !irreversible;
            self.even = if even { self.even + 1 } else { 0 };
            if self.even >= 2 * draw.moves && self.plies >= 2 * draw.after {
                return Some(Adjudicated::Draw);
            }
        }
        self.length
            .filter(|moves| self.plies >= moves.saturating_mul(2))
            .map(|_| Adjudicated::TooLong)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::{Code, Terms, Variant};

    fn start(terms: &Terms) -> Position {
        terms.start().position(terms).unwrap()
    }

    /// The verdicts on a game whose scores these are, White's first, `None` for a silent engine.
    fn verdict(
        wanted: Adjudication,
        terms: &Terms,
        all_know: bool,
        scores: impl IntoIterator<Item = Option<i32>>,
    ) -> Option<(usize, Adjudicated)> {
        let mut tracker = Tracker::new(wanted, &start(terms), all_know);
        let mut mover = Color::White;
        scores.into_iter().enumerate().find_map(|(ply, score)| {
            let verdict = tracker.note_score(mover, score, false);
            mover = mover.other();
            verdict.map(|verdict| (ply + 1, verdict))
        })
    }

    const NOTHING: Adjudication =
        Adjudication { resign: None, draw: None, length: None, own_claims: false };
    const RESIGN: Adjudication =
        Adjudication { resign: Some(Resign { moves: 2, score: 500 }), ..NOTHING };
    const DRAW: Adjudication =
        Adjudication { draw: Some(Draw { after: 4, moves: 2, score: 10 }), ..NOTHING };
    const LENGTH: Adjudication = Adjudication { length: Some(3), ..NOTHING };

    #[test]
    fn both_must_think_a_player_lost_for_long_enough() {
        let chess = Terms::default();
        let judge =
            |scores: &[i32]| verdict(RESIGN, &chess, true, scores.iter().map(|score| Some(*score)));
        let black = Adjudicated::Resigns(Color::Black);
        assert_eq!(judge(&[500, -500, 500, -500]), Some((4, black)));
        assert_eq!(judge(&[-900, 900, -900, 900]), Some((4, Adjudicated::Resigns(Color::White))));
        assert_eq!(judge(&[500, -499, 500, -500, 500]), None, "the loser hopes once");
        assert_eq!(judge(&[499, -500, 500, -500, 500]), Some((5, black)));
        let silent = [Some(900), None, Some(900), None, Some(900), None];
        assert_eq!(verdict(RESIGN, &chess, true, silent), None, "silence is no opinion");
    }

    #[test]
    fn draws_need_time_and_quiet() {
        let chess = Terms::default();
        let even = |number| std::iter::repeat_n(Some(-10), number);
        assert_eq!(verdict(DRAW, &chess, true, even(20)), Some((8, Adjudicated::Draw)));
        let mut scores: Vec<_> = even(7).collect();
        scores.push(Some(11));
        scores.extend(even(20));
        assert_eq!(verdict(DRAW, &chess, true, scores), Some((12, Adjudicated::Draw)));

        let mut tracker = Tracker::new(DRAW, &start(&chess), true);
        for ply in 0..30 {
            let verdict = tracker.note_score(Color::White, Some(0), ply % 3 == 0);
            assert_eq!(verdict, None, "a pawn moves every third ply");
        }
    }

    #[test]
    fn long_games_end() {
        let chess = Terms::default();
        let silent = || std::iter::repeat_n(None, 20);
        assert_eq!(verdict(LENGTH, &chess, true, silent()), Some((6, Adjudicated::TooLong)));
    }

    #[test]
    fn each_is_off_under_a_law_it_is_wrong_for() {
        let won = || (0..20).map(|ply| Some(if ply % 2 == 0 { 900 } else { -900 }));
        let even = || std::iter::repeat_n(Some(0), 20);
        let england = Terms::from(Code::England1804);
        let france = Terms::from(Code::France1804);
        let bound = Variant::SquareMate.terms();
        for (terms, all_know, resigns, draws, ends) in [
            (&france, true, true, true, true),
            (&france, false, true, true, true),
            (&england, true, true, true, true),
            (&england, false, false, false, true),
            (&bound, true, true, false, false),
            (&bound, false, false, false, false),
        ] {
            let is_on = |wanted, scores: Vec<_>| verdict(wanted, terms, all_know, scores).is_some();
            assert_eq!(is_on(RESIGN, won().collect()), resigns, "{terms:?} {all_know}");
            assert_eq!(is_on(DRAW, even().collect()), draws, "{terms:?} {all_know}");
            assert_eq!(is_on(LENGTH, even().collect()), ends, "{terms:?} {all_know}");
        }
    }

    #[test]
    fn settings_are_read() {
        let resign = "movecount=4,score=900".parse();
        assert_eq!(resign, Ok(Resign { moves: 4, score: 900 }));
        let draw = "movenumber=34 movecount=8 score=20".parse();
        assert_eq!(draw, Ok(Draw { after: 34, moves: 8, score: 20 }));
        for text in ["score=0", "score", "moves=3", "score=x"] {
            let error = text.parse::<Resign>().unwrap_err().to_string();
            assert!(error.contains(text), "{error}");
        }
        assert!("twosided=1".parse::<Draw>().is_err());
    }
}
