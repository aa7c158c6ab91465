//! The grammar of `go`: every word in any order, every number of any length. What cannot be read
//! is reported and never widens a search: an unreadable limit counts as the lowest there is.

use super::{Command, Line, quoted};

/// The highest depth that is told apart, in plies.
const HIGHEST_DEPTH: u32 = 1000;
/// The longest time that is told apart, in milliseconds: about three hundred years.
const LONGEST_TIME: u64 = 10_000_000_000_000;

/// What `go` asks for. A limit that was not named is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// White's clock in milliseconds.
    pub wtime: Option<u64>,
    /// Black's clock in milliseconds.
    pub btime: Option<u64>,
    /// White's increment in milliseconds a move.
    pub winc: Option<u64>,
    /// Black's increment in milliseconds a move.
    pub binc: Option<u64>,
    /// Moves until the next time control, at least 1.
    pub movestogo: Option<u32>,
    /// Milliseconds for this move.
    pub movetime: Option<u64>,
    /// The deepest iteration in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes, at least 1.
    pub nodes: Option<u64>,
    /// A mate in so many moves is looked for, at least 1.
    pub mate: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
    /// On the opponent's time, until `ponderhit` or `stop`.
    pub ponder: bool,
    /// Only these moves, as written.
    pub searchmoves: Vec<String>,
    /// No search: count the lines of so many plies, at least 1.
    pub perft: Option<u32>,
}

/// The words that begin something, in the protocol's own order.
const WORDS: [&str; 13] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

fn keyword(token: &str) -> Option<&'static str> {
    WORDS.into_iter().find(|word| word.eq_ignore_ascii_case(token))
}

/// Reads what follows the word `go`.
pub(super) fn parse(text: &str) -> Line {
    let mut go = Go::default();
    let mut complaints = Vec::new();
    let mut tokens = text.split_whitespace().peekable();
    while let Some(token) = tokens.next() {
        let Some(word) = keyword(token) else {
            complaints.push(format!("go: {} ignored", quoted(token)));
            continue;
        };
        match word {
            "infinite" => go.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                while let Some(text) = tokens.next_if(|token| keyword(token).is_none()) {
                    go.searchmoves.push(text.to_owned());
                }
            }
            _ => {
                let text = tokens.next_if(|token| keyword(token).is_none());
                let value = read_number(word, text, &mut complaints);
                go.set(word, value);
            }
        }
    }
    Line { command: Some(Command::Go(Box::new(go))), complaints }
}

/// The whole number in a text, which may be of any length and sign, and whether a fraction was cut
/// off; `None` where there is no number.
fn number(text: &str) -> Option<(i128, bool)> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (digits, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "0"));
    if [digits, fraction]
        .iter()
        .any(|part| part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_digit()))
    {
        return None;
    }
    let cut = digits.len() < unsigned.len();
    let magnitude = digits.parse().unwrap_or(i128::MAX);
    Some((if text.starts_with('-') { -magnitude } else { magnitude }, cut))
}

/// The least and the most that the number after a word may be.
fn range(word: &str) -> (i128, i128) {
    match word {
        "wtime" | "btime" | "winc" | "binc" | "movetime" => (0, i128::from(LONGEST_TIME)),
        // 0 says nothing of the next time control; 1 would have all the time spent on this move.
        "movestogo" => (0, i128::from(u32::MAX)),
        "nodes" => (1, i128::from(u64::MAX)),
        "mate" => (1, i128::from(u32::MAX)),
        _ => (1, i128::from(HIGHEST_DEPTH)),
    }
}

/// Reads the number that `word` announces, complaining of what has to be changed.
fn read_number(word: &str, text: Option<&str>, complaints: &mut Vec<String>) -> u64 {
    let (lowest, highest) = range(word);
    let value = match text.map(|text| (text, number(text))) {
        Some((_, Some((value, false)))) if (lowest..=highest).contains(&value) => value,
        Some((text, Some((value, _)))) => {
            let taken = value.clamp(lowest, highest);
            complaints.push(format!("go {word} {}: taken for {taken}", quoted(text)));
            taken
        }
        Some((text, None)) => {
            let text = quoted(text);
            complaints.push(format!("go {word} {text}: not a number, taken for {lowest}"));
            lowest
        }
        None => {
            complaints.push(format!("go {word}: a number is missing, taken for {lowest}"));
            lowest
        }
    };
    u64::try_from(value).unwrap_or(u64::MAX)
}

impl Go {
    fn set(&mut self, word: &str, value: u64) {
        let short = u32::try_from(value).unwrap_or(u32::MAX);
        match word {
            "wtime" => self.wtime = Some(value),
            "btime" => self.btime = Some(value),
            "winc" => self.winc = Some(value),
            "binc" => self.binc = Some(value),
            "movetime" => self.movetime = Some(value),
            "nodes" => self.nodes = Some(value),
            "movestogo" => self.movestogo = (short > 0).then_some(short),
            "mate" => self.mate = Some(short),
            "depth" => self.depth = Some(short),
            _ => self.perft = Some(short),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(text: &str) -> (Go, Vec<String>) {
        match parse(text) {
            Line { command: Some(Command::Go(go)), complaints } => (*go, complaints),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn everything_at_once_in_any_order() {
        let (all, complaints) =
            go("movestogo 12 searchmoves e2e4 d2d4 infinite ponder binc 4 winc 3 btime 2 wtime 1 \
             depth 5 nodes 6 mate 7 movetime 8");
        assert!(complaints.is_empty());
        let wanted = Go {
            wtime: Some(1),
            btime: Some(2),
            winc: Some(3),
            binc: Some(4),
            movestogo: Some(12),
            movetime: Some(8),
            depth: Some(5),
            nodes: Some(6),
            mate: Some(7),
            infinite: true,
            ponder: true,
            searchmoves: vec!["e2e4".into(), "d2d4".into()],
            perft: None,
        };
        assert_eq!(all, wanted);
    }

    #[test]
    fn numbers_are_clamped_and_reported_once() {
        for (text, complaint) in [
            ("depth 0", "go depth '0': taken for 1"),
            ("depth -3", "go depth '-3': taken for 1"),
            ("depth x", "go depth 'x': not a number, taken for 1"),
            ("depth", "go depth: a number is missing, taken for 1"),
            ("wtime -250", "go wtime '-250': taken for 0"),
            ("depth 99999999999999999999999", "taken for 1000"),
            (
                "nodes 99999999999999999999999999999999999999999999999",
                "taken for 18446744073709551615",
            ),
            ("movestogo -1", "go movestogo '-1': taken for 0"),
            ("wtime 10000.5", "go wtime '10000.5': taken for 10000"),
            ("winc -0.5", "go winc '-0.5': taken for 0"),
            ("movetime 1.x", "go movetime '1.x': not a number, taken for 0"),
            ("movetime .", "go movetime '.': not a number, taken for 0"),
            ("deepth", "go: 'deepth' ignored"),
        ] {
            let (_, complaints) = go(text);
            assert_eq!(complaints.len(), 1, "{text}: {complaints:?}");
            assert!(complaints[0].contains(complaint), "{text}: {complaints:?}");
        }
    }
}
