//! Taking up a match that was broken off: the games that stand in its PGN are not played again.
//! It believes a game only where everything that can be checked says that this match would have
//! played it.

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::pgn::REASON;
use super::tournament::Match;
use crate::notation::pgn::{GameResult, PgnError, Reader, Transcript};
use crate::rules::Color;
use crate::rules::laws::Terms;

/// A game that was finished before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Done {
    /// Its number in the schedule.
    pub number: usize,
    /// Who won it.
    pub winner: Option<Color>,
    /// How it ended.
    pub how: String,
}

/// Why a match cannot be taken up.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read or cut.
    #[error("pgn '{}': {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// A game cannot be read.
    #[error("pgn '{}', {error}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// The line and the fault.
        error: PgnError,
    },
    /// A game is none of this match.
    #[error("pgn '{}', line {line}: not a game of this match: {why}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// The line the game begins in.
        line: usize,
        /// What is different.
        why: String,
    },
}

/// The games that stand in the file, in its order. A last game of which only a part was written
/// is cut off. A file that is not there has no games.
///
/// # Errors
/// [`ResumeError`] names the file and the game.
pub fn take_up(path: &Path, the_match: &Match) -> Result<Vec<Done>, ResumeError> {
    let games = take_up_among(path, &[the_match], |_, _| Ok(0))?;
    Ok(games.into_iter().map(|(_, done)| done).collect())
}

/// The games of several matches that stand in one file, each with its match's place among them,
/// which `whose` finds out from a game and its terms.
///
/// # Errors
/// [`ResumeError`] names the file and the game.
pub fn take_up_among(
    path: &Path,
    matches: &[&Match],
    whose: impl Fn(&Transcript, &Terms) -> Result<usize, String>,
) -> Result<Vec<(usize, Done)>, ResumeError> {
    let failed = |error| ResumeError::File { path: path.to_owned(), error };
    let mut bytes = match std::fs::read(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        read => read.map_err(failed)?,
    };
    let whole = whole_games(&bytes);
    if whole < bytes.len() {
        let file = OpenOptions::new().write(true).open(path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        bytes.truncate(whole);
    }
    let mut games: Vec<(usize, Done)> = Vec::new();
    for transcript in Reader::new(&bytes[..]) {
        let at_fault = |error| ResumeError::Pgn { path: path.to_owned(), error };
        let transcript = transcript.map_err(at_fault)?;
        let foreign =
            |why| ResumeError::Foreign { path: path.to_owned(), line: transcript.line, why };
        let (place, done) = recognise(&transcript, matches, &whose).map_err(foreign)?;
        if !games.iter().any(|(other, known)| (*other, known.number) == (place, done.number)) {
            games.push((place, done));
        }
    }
    Ok(games)
}

/// How many bytes at the beginning are whole games: all, unless the last has no result.
fn whole_games(bytes: &[u8]) -> usize {
    const BEGINNING: &[u8] = b"[Event ";
    let begins =
        |at: &usize| bytes[*at..].starts_with(BEGINNING) && (*at == 0 || bytes[*at - 1] == b'\n');
    let Some(last) = (0..bytes.len()).rev().find(begins) else { return bytes.len() };
    let has_result = Reader::new(&bytes[last..])
        .next()
        .is_some_and(|game| game.is_ok_and(|game| game.result.is_some()));
    if has_result && bytes.ends_with(b"\n\n") { bytes.len() } else { last }
}

fn recognise(
    transcript: &Transcript,
    matches: &[&Match],
    whose: &impl Fn(&Transcript, &Terms) -> Result<usize, String>,
) -> Result<(usize, Done), String> {
    let record = transcript.replay().map_err(|error| error.to_string())?;
    let place = whose(transcript, record.terms())?;
    let the_match = matches[place];
    let tag = |name: &str| transcript.tags.get(name).unwrap_or_default();
    let schedule = the_match.schedule;
    let round = tag("Round");
    let of_round = schedule.games() / schedule.rounds;
    let number = round.split_once('.').and_then(|(round, place)| {
        let (round, place): (usize, usize) = (round.parse().ok()?, place.parse().ok()?);
        (1..=of_round)
            .contains(&place)
            .then(|| round.checked_sub(1))?
            .map(|round| round.saturating_mul(of_round).saturating_add(place - 1))
    });
    let number = number.filter(|number| *number < schedule.games());
    let number = number.ok_or_else(|| format!("it has no round '{round}'"))?;
    let fixture = schedule.fixture(number);
    for (color, player) in [("White", fixture.white), ("Black", fixture.black)] {
        let name = &the_match.engines[player].name;
        if tag(color) != name {
            return Err(format!("round {round} has '{name}' for {color}, not '{}'", tag(color)));
        }
    }
    if !the_match.could_have_played(fixture, record.terms().laws(), record.game()) {
        return Err(format!("round {round} has another law or opening"));
    }
    let winner = match transcript.result {
        Some(GameResult::WhiteWins) => Some(Color::White),
        Some(GameResult::BlackWins) => Some(Color::Black),
        Some(GameResult::Drawn) => None,
        Some(GameResult::Unknown) | None => return Err(format!("round {round} has no result")),
    };
    Ok((place, Done { number, winner, how: tag(REASON).to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_cut_short_is_no_whole_game() {
        let game = |moves: &str| format!("[Event \"a\"]\n[Round \"1.1\"]\n\n{moves}");
        let whole = game("1. e4 e5 1-0\n\n");
        assert_eq!(whole_games(b""), 0);
        assert_eq!(whole_games(whole.as_bytes()), whole.len());
        for cut in [game("1. e4 e"), game("1. e4 e5 1-0"), game(""), "[Event \"a".to_owned()] {
            let text = whole.repeat(2) + &cut;
            assert_eq!(whole_games(text.as_bytes()), 2 * whole.len(), "{cut}");
        }
    }
}
