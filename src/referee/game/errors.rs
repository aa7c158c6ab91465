//! What players are made to do in a match under the arbiter: a script of events, each at a ply of a
//! game. It is read here; what becomes of the events is for the arbiter to say.

use std::str::FromStr;

use thiserror::Error;

use crate::arbiter::Event;

/// A script of events for the games of a match.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ErrorScript {
    events: Vec<ScriptedEvent>,
}

/// An event of the script.
#[derive(Clone, PartialEq, Debug)]
struct ScriptedEvent {
    /// The number of the game in the match, from 1; `None` for every game.
    game: Option<usize>,
    /// The number of the half-move before which it happens, from 1, those of the opening counted.
    ply: usize,
    event: Event,
}

/// Why a text is no script. It names the line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: '{text}': expected {expected}")]
pub struct ScriptError {
    line: usize,
    text: String,
    expected: String,
}

impl ErrorScript {
    /// The events of a game before a ply that has come, each with its place in the script.
    pub fn at(&self, game: usize, ply: usize) -> impl Iterator<Item = (usize, &Event)> {
        self.events
            .iter()
            .enumerate()
            .filter(move |(_, line)| line.ply == ply && line.game.is_none_or(|of| of == game))
            .map(|(place, line)| (place, &line.event))
    }
}

impl FromStr for ErrorScript {
    type Err = ScriptError;

    /// Reads lines such as `game 1 ply 12 White touches e2`, or `game *` for every game. Empty lines
    /// and those that begin with `#` are passed over.
    fn from_str(text: &str) -> Result<Self, ScriptError> {
        let mut events = Vec::new();
        for (number, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let fault = |expected: &str| ScriptError {
                line: number + 1,
                text: line.to_owned(),
                expected: expected.to_owned(),
            };
            events.push(scripted(line).map_err(|expected| fault(&expected))?);
        }
        Ok(Self { events })
    }
}

/// Reads one line; on an error, what was expected.
fn scripted(line: &str) -> Result<ScriptedEvent, String> {
    const FORM: &str = "game NUMBER ply NUMBER EVENT, or game * for every game";
    let mut words = line.splitn(5, char::is_whitespace);
    let mut next = || words.next().ok_or(FORM);
    let [game_word, game, ply_word, ply, event] = [next()?, next()?, next()?, next()?, next()?];
    if !game_word.eq_ignore_ascii_case("game") || !ply_word.eq_ignore_ascii_case("ply") {
        return Err(FORM.to_owned());
    }
    let number = |text: &str| text.parse().ok().filter(|number| *number > 0).ok_or(FORM);
    let game = if game == "*" { None } else { Some(number(game)?) };
    let event = event.parse().map_err(|error: crate::arbiter::EventError| error.to_string())?;
    Ok(ScriptedEvent { game, ply: number(ply)?, event })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_tells_what_happens_before_a_ply() {
        let script: ErrorScript = "# errors\n\ngame 1 ply 3 White touches g1\n\
                                   game * ply 3 Black resigns\nGAME 2 PLY 4 Black plays e7e4"
            .parse()
            .unwrap();
        let at = |game, ply| -> Vec<String> {
            script.at(game, ply).map(|(_, event)| event.to_string()).collect()
        };
        assert_eq!(at(1, 3), ["White touches g1", "Black resigns"]);
        assert_eq!(at(2, 3), ["Black resigns"]);
        assert_eq!(at(2, 4), ["Black plays e7e4"]);
        assert!(at(1, 4).is_empty());
    }

    #[test]
    fn a_line_that_is_none_is_named() {
        for line in [
            "game 1 ply 3",
            "game 0 ply 3 White touches e2",
            "game 1 ply x White touches e2",
            "White touches e2",
            "game 1 ply 3 White dances",
        ] {
            let error = format!("\n{line}").parse::<ErrorScript>().unwrap_err().to_string();
            assert!(error.starts_with("line 2: '") && error.contains("expected"), "{error}");
        }
    }
}
