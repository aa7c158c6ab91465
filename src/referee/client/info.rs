//! What an engine writes about its search, as it arrives: `info` and `bestmove` lines. Text in,
//! values out; whether a move is legal is not asked here.

use std::fmt;

/// What an `info` line says about the search as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// The score for the player to move.
    pub score: Option<Evaluation>,
    /// Plies.
    pub depth: Option<u32>,
    /// Plies.
    pub selective_depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// The engine's own measure of its time, in milliseconds.
    pub time: Option<u64>,
}

/// An engine's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// Centipawns.
    Centipawns(i32),
    /// Moves until mate; negative, or 0, for the loser.
    Mate(i32),
}

impl Evaluation {
    /// Mates as more than any number of centipawns, so that scores can be compared.
    pub fn centipawns(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Self::Centipawns(score) => score.clamp(-MATE / 2, MATE / 2),
            Self::Mate(moves) if moves > 0 => MATE - moves.min(MATE / 2),
            Self::Mate(moves) => -MATE - moves.max(-MATE / 2),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// A whole `info` line. A match takes from it what can be read; the compliance check asks for the
/// fault as well.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InfoLine {
    /// The search as a whole.
    pub search: SearchInfo,
    /// Which of the best lines it is (`multipv`), from 1.
    pub line_number: Option<u64>,
    /// The moves after `pv`.
    pub pv: Vec<String>,
    /// Words that the protocol does not know.
    pub unknown: Vec<String>,
    /// The first field that breaks the protocol, in words.
    pub fault: Option<String>,
}

impl InfoLine {
    /// Reads a line without its first word, up to `pv` or free text. A field that cannot be read
    /// is left out, and the first of them is named in [`InfoLine::fault`].
    pub fn parse(text: &str) -> Self {
        let mut line = Self::default();
        let mut words = text.split_ascii_whitespace();
        while let Some(word) = words.next() {
            let mut number = |line: &mut Self| -> Option<u64> {
                let text = words.next().unwrap_or_default();
                let number = text.parse().ok();
                line.fault_if(number.is_none(), || format!("{word} '{text}'"));
                number
            };
            match word {
                "depth" => line.search.depth = number(&mut line).map(saturated),
                "seldepth" => line.search.selective_depth = number(&mut line).map(saturated),
                "nodes" => line.search.nodes = number(&mut line),
                "time" => line.search.time = number(&mut line),
                "multipv" => line.line_number = number(&mut line),
                "currmovenumber" | "hashfull" | "nps" | "tbhits" | "sbhits" | "cpuload" => {
                    number(&mut line);
                }
                "wdl" => {
                    for _ in 0..3 {
                        number(&mut line);
                    }
                }
                "currmove" => {
                    let is_missing = words.next().is_none();
                    line.fault_if(is_missing, || "currmove without a move".to_owned());
                }
                "lowerbound" | "upperbound" => {}
                "score" => {
                    let kind = words.next().unwrap_or_default();
                    let value = words.next().unwrap_or_default();
                    line.search.score = match (kind, value.parse()) {
                        ("cp", Ok(score)) => Some(Evaluation::Centipawns(score)),
                        ("mate", Ok(moves)) => Some(Evaluation::Mate(moves)),
                        _ => None,
                    };
                    let is_bad = line.search.score.is_none();
                    line.fault_if(is_bad, || format!("score '{kind} {value}'"));
                }
                "pv" => {
                    line.pv = words.map(str::to_owned).collect();
                    break;
                }
                "string" | "refutation" | "currline" => break,
                _ => line.unknown.push(word.to_owned()),
            }
        }
        line
    }

    fn fault_if(&mut self, is_bad: bool, fault: impl FnOnce() -> String) {
        if is_bad && self.fault.is_none() {
            self.fault = Some(fault());
        }
    }
}

fn saturated(plies: u64) -> u32 {
    plies.try_into().unwrap_or(u32::MAX)
}

/// A `bestmove` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The word after `bestmove`, empty if there is none.
    pub best: String,
    /// The word after `ponder`.
    pub ponder: Option<String>,
}

impl BestMove {
    /// Reads a line; `None` if it is not a `bestmove` line.
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.split_ascii_whitespace();
        words.next().filter(|word| *word == "bestmove")?;
        let best = words.next().unwrap_or_default().to_owned();
        let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
        Some(Self { best, ponder: ponder.map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_an_info_line_is_read() {
        let line = InfoLine::parse(
            "depth 8 seldepth 12 multipv 2 score cp -31 upperbound wdl 1 2 997 nodes 5 nps 6 \
             hashfull 7 tbhits 0 time 8 ebf 2 pv e2e4 e7e5",
        );
        assert_eq!(
            line.search,
            SearchInfo {
                score: Some(Evaluation::Centipawns(-31)),
                depth: Some(8),
                selective_depth: Some(12),
                nodes: Some(5),
                time: Some(8),
            }
        );
        assert_eq!((line.line_number, line.fault), (Some(2), None));
        assert_eq!(line.pv, ["e2e4", "e7e5"]);
        assert_eq!(line.unknown, ["ebf", "2"]);
        assert_eq!(InfoLine::parse("score mate -3").search.score, Some(Evaluation::Mate(-3)));
    }

    #[test]
    fn a_bad_field_is_named_and_left_out() {
        for (text, fault) in [
            ("depth", "depth ''"),
            ("depth x", "depth 'x'"),
            ("depth -1 nodes -2", "depth '-1'"),
            ("score", "score ' '"),
            ("score cp", "score 'cp '"),
            ("score pawns 3", "score 'pawns 3'"),
            ("score cp 0.31", "score 'cp 0.31'"),
            ("nodes -1", "nodes '-1'"),
            ("time 1e9", "time '1e9'"),
            ("wdl 1 2", "wdl ''"),
            ("currmove", "currmove without a move"),
        ] {
            let line = InfoLine::parse(text);
            assert_eq!(line.fault.as_deref(), Some(fault), "{text}");
            assert_eq!(line.search, SearchInfo::default(), "{text}");
        }
        assert_eq!(InfoLine::parse("string depth x"), InfoLine::default());
        assert_eq!(InfoLine::parse("score x 1 nodes 7").search.nodes, Some(7));
    }

    #[test]
    fn scores_are_in_order() {
        use Evaluation::{Centipawns, Mate};
        let rising = [
            Mate(0),
            Mate(-1),
            Mate(-30),
            Centipawns(i32::MIN),
            Centipawns(-1),
            Centipawns(0),
            Centipawns(i32::MAX),
            Mate(9),
            Mate(1),
        ];
        let numbers = rising.map(Evaluation::centipawns);
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    }

    #[test]
    fn best_moves_are_read() {
        let both = |best: &str, ponder: Option<&str>| {
            Some(BestMove { best: best.to_owned(), ponder: ponder.map(str::to_owned) })
        };
        assert_eq!(BestMove::parse("bestmove e2e4 ponder e7e5"), both("e2e4", Some("e7e5")));
        assert_eq!(BestMove::parse("bestmove e2e4 ponder"), both("e2e4", None));
        assert_eq!(BestMove::parse("bestmove e2e4 e7e5"), both("e2e4", None));
        assert_eq!(BestMove::parse("bestmove"), both("", None));
        assert_eq!(BestMove::parse("info depth 1"), None);
        assert_eq!(BestMove::parse("bestmoves e2e4"), None);
    }
}
