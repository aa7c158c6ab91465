//! The notation in which a user has chosen to be shown moves, for a single one and for numbered
//! lines. Nothing is read here, and nothing that programs tell each other is written by it.

use super::descriptive::{self, Origins, Style};
use super::{coordinate, san};
use crate::rules::laws::words;
use crate::rules::{Color, Move, Position};

words! {
    /// How moves are shown to people.
    Notation {
        /// `e2e4`, as programs write to each other.
        Coordinate = "coordinate",
        /// Standard algebraic notation: `Nf3`.
        San = "san",
        /// English descriptive notation in the style of the law's time: `Kt-KB3`.
        Descriptive = "descriptive",
    }
}

impl Notation {
    /// Writes a legal move of the position. `origins` are those of the game it belongs to.
    pub fn write(self, position: &Position, origins: &Origins, mv: Move) -> String {
        match self {
            Self::Coordinate => coordinate::to_string(position, mv),
            Self::San => san::to_string(position, mv),
            Self::Descriptive => {
                let style = Style::of_code(position.laws().code);
                descriptive::write(position, origins, mv, style)
            }
        }
    }

    /// Writes legal moves that follow each other from the position, with their numbers:
    /// `1. e4 e5 2. Nf3`, and in descriptive notation `1. P-K4, P-K4; 2. N-KB3`. Coordinates have
    /// no numbers.
    pub fn line(self, position: &Position, origins: &Origins, moves: &[Move]) -> String {
        let [after_white, after_black] = match self {
            Self::Descriptive => [",", ";"],
            _ => ["", ""],
        };
        let (mut position, mut origins) = (*position, *origins);
        let mut words = Vec::with_capacity(2 * moves.len());
        for (index, mv) in moves.iter().enumerate() {
            let is_white = position.turn() == Color::White;
            if self != Self::Coordinate && (is_white || index == 0) {
                let dots = if is_white { "." } else { "..." };
                words.push(format!("{}{dots}", position.fullmove()));
            }
            let end = match index + 1 == moves.len() {
                true => "",
                false if is_white => after_white,
                false => after_black,
            };
            words.push(self.write(&position, &origins, *mv) + end);
            origins = origins.after(&position, *mv);
            position = position.play(*mv);
        }
        words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::laws::{Code, Terms};

    fn line(code: Code, notation: Notation, skip: usize) -> String {
        let terms = Terms::from(code);
        let mut position = terms.start().position(&terms).unwrap();
        let mut origins = Origins::of(&position);
        let mut moves = Vec::new();
        let mut now = position;
        for (index, text) in ["e4", "e5", "Nf3", "Nc6", "Bb5"].into_iter().enumerate() {
            let mv = san::parse(&now, text).unwrap();
            if index < skip {
                origins = origins.after(&position, mv);
                position = position.play(mv);
            } else {
                moves.push(mv);
            }
            now = now.play(mv);
        }
        notation.line(&position, &origins, &moves)
    }

    #[test]
    fn lines_have_numbers_and_the_style_of_their_law() {
        let san = line(Code::Chess, Notation::San, 0);
        assert_eq!(san, "1. e4 e5 2. Nf3 Nc6 3. Bb5");
        let coordinates = line(Code::Chess, Notation::Coordinate, 0);
        assert_eq!(coordinates, "e2e4 e7e5 g1f3 b8c6 f1b5");
        for (code, wanted) in [
            (Code::Chess, "2. N-KB3, N-QB3; 3. B-N5"),
            (Code::England1804, "2. Kt. to K. B. 3d, Kt. to Q. B. 3d; 3. B. to Kt. 5th"),
            (Code::Accomplished1837, "2. Kt. to K. B. 3d, Kt. to Q. B. 3d; 3. B. to Kt. 5th"),
            (Code::British1897, "2. Kt-KB3, Kt-QB3; 3. B-Kt5"),
            (Code::Federation1912, "2. Kt-KB3, Kt-QB3; 3. B-Kt5"),
        ] {
            assert_eq!(line(code, Notation::Descriptive, 2), wanted);
        }
        assert_eq!(line(Code::British1897, Notation::Descriptive, 3), "2... Kt-QB3; 3. B-Kt5");
    }
}
