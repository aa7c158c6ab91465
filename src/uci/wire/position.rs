//! The grammar of `position`: a start and moves, all kept as they are written. Whether the FEN is
//! one and the moves are legal is not asked here; that no token is lost is.

use super::{Command, Line, quoted};

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// `startpos`: the starting position of the game chosen by `UCI_Variant`.
    Array,
    /// `fen`, its fields as written with single blanks between them.
    Fen(String),
}

/// What `position` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionCommand {
    /// Where the game begins.
    pub start: Start,
    /// Every word after `moves`.
    pub moves: Vec<String>,
}

/// Reads what follows the word `position`.
pub(super) fn parse(text: &str) -> Line {
    let mut tokens = text.split_whitespace();
    let kind = tokens.next().unwrap_or("");
    let mut fields = Vec::new();
    let mut moves = Vec::new();
    let mut in_moves = false;
    for token in tokens {
        match token {
            _ if in_moves => moves.push(token.to_owned()),
            _ if token.eq_ignore_ascii_case("moves") => in_moves = true,
            _ => fields.push(token),
        }
    }
    let start = match kind.to_ascii_lowercase().as_str() {
        "startpos" if fields.is_empty() => Start::Array,
        "startpos" => {
            let text = quoted(&fields.join(" "));
            return Line::complaint(format!("position startpos: {text} where 'moves' belongs"));
        }
        "fen" if fields.is_empty() => {
            return Line::complaint("position fen: the FEN is missing".to_owned());
        }
        "fen" => Start::Fen(fields.join(" ")),
        "" => return Line::complaint("position: neither 'startpos' nor 'fen'".to_owned()),
        _ => {
            let text = quoted(kind);
            return Line::complaint(format!("position {text}: neither 'startpos' nor 'fen'"));
        }
    };
    Line::command(Command::Position(PositionCommand { start, moves }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> PositionCommand {
        match parse(text) {
            Line { command: Some(Command::Position(position)), complaints } => {
                assert!(complaints.is_empty());
                position
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn every_token_is_kept() {
        assert_eq!(position("startpos"), PositionCommand { start: Start::Array, moves: vec![] });
        assert_eq!(position("startpos moves").moves.len(), 0);
        assert_eq!(position("STARTPOS MOVES e2e4 0000 zz").moves, ["e2e4", "0000", "zz"]);
        let fen = "8/8/8/8/8/8/8/8 w - - 0 1 marked:e4";
        let read = position(&format!("fen  {}  moves  a2a3", fen.replace(' ', "  ")));
        assert_eq!(
            read,
            PositionCommand { start: Start::Fen(fen.into()), moves: vec!["a2a3".into()] }
        );
    }

    #[test]
    fn what_is_missing_is_said() {
        for (text, at_fault) in [
            ("", "neither"),
            ("fen", "missing"),
            ("fen moves e2e4", "missing"),
            ("startpos e2e4", "'e2e4' where"),
            ("rnbqkbnr/8 w", "'rnbqkbnr/8'"),
        ] {
            let line = parse(text);
            assert_eq!(line.command, None);
            assert_eq!(line.complaints.len(), 1);
            assert!(line.complaints[0].contains(at_fault), "{:?}", line.complaints);
        }
    }

    #[test]
    fn a_thousand_moves_are_a_thousand_moves() {
        let text = format!("startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(250));
        assert_eq!(position(&text).moves.len(), 1000);
    }
}
