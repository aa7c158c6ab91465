//! What a person can choose for a game, with a line on what each choice changes, and positions of
//! the laws to try. It decides nothing: the words are those of the options.

use super::message::{Catalogue, Choice, PuzzleView};

/// All of it.
pub fn catalogue() -> Catalogue {
    Catalogue {
        version: env!("CARGO_PKG_VERSION"),
        laws: LAWS.iter().map(choice).collect(),
        odds: ODDS.iter().map(choice).collect(),
        undertakings: UNDERTAKINGS.iter().map(choice).collect(),
        puzzles: PUZZLES.iter().map(Puzzle::view).collect(),
        threads: most_threads(),
    }
}

/// As many threads an analysis may have: those of the machine, but no more than eight.
pub fn most_threads() -> usize {
    std::thread::available_parallelism().map_or(1, |count| count.get().min(8))
}

type Row = (&'static str, &'static str, &'static str);

fn choice(row: &Row) -> Choice {
    Choice { word: row.0, title: row.1, about: row.2 }
}

const LAWS: &[Row] = &[
    ("chess", "Today's law", "The laws of FIDE, as everybody plays them."),
    (
        "england1804",
        "1804, as in England",
        "A stalemated player wins the game. No repetition rule.",
    ),
    ("france1804", "1804, as in France", "Stalemate is a draw. No repetition rule."),
    (
        "accomplished1837",
        "1837, The Accomplished Chess Player",
        "The giver of a rook castles as if it were there.",
    ),
    (
        "british1897",
        "1897, the British Chess Code",
        "A player castles without the rook given while its corner has always been empty; only captures restart the fifty moves.",
    ),
    (
        "rogers1907",
        "1907, Rogers",
        "No castling without the rook; either player may claim; a pawn undertaken to mate may not promote.",
    ),
    (
        "federation1912",
        "1912, the British Chess Federation",
        "White always begins; the giver of a rook castles without it.",
    ),
    ("stalematewins", "Stalemate wins", "Today's law, but a stalemated player wins."),
    ("rookodds", "Rook odds", "White plays without the queen's rook and may castle without it."),
    ("knightodds", "Knight odds", "White plays without the queen's knight."),
    ("pawnandmove", "Pawn and move", "Black plays without the pawn on f7; White begins."),
    ("pawnandtwo", "Pawn and two moves", "Black plays without f7; White begins with two moves."),
    ("pawnmate", "Mate with a pawn", "White must mate with a pawn."),
    ("cappedpawn", "The capped pawn", "White must mate with the pawn from f2."),
    ("cappedpiece", "The capped knight", "White must mate with the knight from b1."),
    ("squaremate", "Mate on e4", "White must mate the king on e4."),
    ("drawodds", "Draw odds", "White must win: a draw counts as a win for Black."),
];

const ODDS: &[Row] = &[
    ("", "None", "Both players have everything."),
    ("pawn", "Pawn", "The giver's king's bishop's pawn."),
    ("pawn,moves=1", "Pawn and move", "The pawn, and the receiver begins."),
    ("pawn,moves=2", "Pawn and two moves", "The pawn, and the receiver begins with two moves."),
    ("knight", "Knight", "The giver's queen's knight."),
    ("bishop", "Bishop", "The giver's queen's bishop."),
    ("rook", "Rook", "The giver's queen's rook. Some codes let the king castle without it."),
    ("exchange", "Exchange", "The giver's queen's rook for the receiver's queen's knight."),
    ("minors", "Two minor pieces", "The giver's queen's knight and queen's bishop."),
    ("queen", "Queen", "The giver's queen."),
    ("moves=2", "Two moves", "The receiver begins with two moves."),
];

const UNDERTAKINGS: &[Row] = &[
    ("", "None", "Any mate wins."),
    ("pawn", "Mate with a pawn", "A mate by anything but a pawn loses."),
    ("knight", "Mate with a knight", "A mate by anything but a knight loses."),
    ("bishop", "Mate with a bishop", "A mate by anything but a bishop loses."),
    ("rook", "Mate with a rook", "A mate by anything but a rook loses."),
    ("pawn@f2", "The capped pawn", "The pawn that starts on f2 must mate; White gives."),
    ("man@b1", "The capped knight", "The knight that starts on b1 must mate; White gives."),
    ("square=e4", "On a named square", "The king must be mated on e4."),
    ("within=30", "Within thirty moves", "The mate must come by move 30."),
    ("draw", "To win", "A draw counts as a loss."),
];

/// A position that shows a law.
struct Puzzle {
    title: &'static str,
    story: &'static str,
    /// The law, the odds, who gives, the undertaking; what is empty is left out.
    terms: [&'static str; 4],
    fen: &'static str,
    /// The first move of the solution, in coordinates.
    #[cfg(test)]
    key: &'static str,
}

impl Puzzle {
    fn view(&self) -> PuzzleView {
        let [laws, odds, giver, undertaking] = self.terms;
        let given = |word: &'static str| (!word.is_empty()).then_some(word);
        let white = self.fen.split(' ').nth(1) == Some("w");
        PuzzleView {
            title: self.title,
            story: self.story,
            laws,
            odds: given(odds),
            giver: given(giver),
            undertaking: given(undertaking),
            fen: self.fen,
            side: if white { "White" } else { "Black" },
        }
    }
}

/// One line a puzzle, so that the list can be read.
macro_rules! puzzle {
    ($title:literal, $story:literal, $terms:expr, $fen:literal, $key:literal) => {
        Puzzle {
            title: $title,
            story: $story,
            terms: $terms,
            fen: $fen,
            #[cfg(test)]
            key: $key,
        }
    };
}

/// Positions to try. A prover holds each to its story: they stand in `tests/data/laws/puzzles.epd`.
const PUZZLES: &[Puzzle] = &[
    puzzle!(
        "Castling alone",
        "1837. The queen's rook was given, and the king castles as if it stood in its corner; the rook on a1 is the other one. Mate in two.",
        ["accomplished1837", "a1", "White", ""],
        "8/8/8/2B5/2p5/1kp5/8/R3K3 w Q - 0 1",
        "e1c1"
    ),
    puzzle!(
        "Run for stalemate",
        "1804, as in England. A player who is stalemated wins: Black needs one move.",
        ["england1804", "", "", ""],
        "8/6p1/6P1/p4q2/P4p2/5N2/Q4P1K/2N2k2 b - - 0 50",
        "f5h3"
    ),
    puzzle!(
        "A longer run",
        "1804, as in England. White is stalemated sooner than any mate can come.",
        ["england1804", "", "", ""],
        "4R3/7k/8/8/8/1p4Q1/1Pp5/K7 w - - 0 20",
        "e8h8"
    ),
    puzzle!(
        "The capped pawn",
        "1897. White has undertaken to mate with the ringed pawn. The queen's mates would lose the game.",
        ["british1897", "", "White", "pawn@c2"],
        "k7/8/B1P5/K6b/8/8/3Q4/8 w - - 0 24 marked:c6",
        "a5b6"
    ),
    puzzle!(
        "The capped knight",
        "1907. Black has undertaken to mate with the ringed knight. The queen could mate at once, and Black would have lost. Mate in three.",
        ["rogers1907", "", "Black", "man@g6"],
        "K7/Pr6/q5n1/6R1/8/4k3/8/8 b - - 0 49",
        "b7a7"
    ),
    puzzle!(
        "On the named square",
        "1897. White has undertaken to mate on b7; the mate in one is on the wrong square.",
        ["british1897", "", "White", "square=b7"],
        "2k5/R5r1/3Q4/1P2KP2/4p3/8/8/8 w - - 0 43",
        "a7a8"
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::{Conditions, Odds, Variant};
    use crate::web::message::TermsWords;
    use crate::web::play::Play;

    #[test]
    fn every_choice_is_a_word_of_the_options() {
        let words: Vec<_> = LAWS.iter().map(|row| row.0).collect();
        let all: Vec<_> = Variant::ALL.iter().map(|variant| variant.word()).collect();
        assert_eq!(words, all);
        assert!(ODDS[1..].iter().all(|row| row.0.parse::<Odds>().is_ok()));
        assert!(UNDERTAKINGS[1..].iter().all(|row| row.0.parse::<Conditions>().is_ok()));
    }

    #[test]
    fn every_puzzle_is_one_that_the_prover_proves() {
        let proved = include_str!("../../tests/data/laws/puzzles.epd");
        for puzzle in PUZZLES {
            let [laws, odds, giver, undertaking] = puzzle.terms;
            let line = proved.lines().find(|line| line.starts_with(puzzle.fen));
            let line = line.unwrap_or_else(|| panic!("{} is not proved", puzzle.title));
            let line = format!("{line};");
            let has = |name: &str, value: &str| {
                value.is_empty() || line.contains(&format!("; {name} {value};"))
            };
            assert!(has("laws", laws) && has("odds", odds), "{line}");
            assert!(has("giver", giver) && has("undertaking", undertaking), "{line}");
            assert!(has("best", puzzle.key), "{line}");
            let owned = |word: &str| Some(word.to_owned());
            let terms = TermsWords {
                laws: laws.to_owned(),
                odds: owned(odds),
                giver: owned(giver),
                undertaking: owned(undertaking),
                fen: owned(puzzle.fen),
            };
            let players = [crate::web::message::Player::Person; 2];
            let mut play = Play::new(terms.record().unwrap(), players, None);
            play.make(play.read(puzzle.key).unwrap()).unwrap();
        }
    }
}
