//! Resuming a match that was broken off: the games in its PGN are not played again.
//! It accepts a game only where everything that can be checked agrees that this match would have
//! played it.

use std::path::PathBuf;

use thiserror::Error;

use super::run::Match;
use super::schedule::Fixture;
use super::standings::{Counted, line_of};
use super::tags::{ADJUDICATION, PROGRAMS, REASON, TIME_CONTROL, TIME_CONTROLS};
use crate::notation::pgn::{GameResult, PgnError, Reader, Transcript};
use crate::referee::files::{FileError, OutputFile};
use crate::rules::Color;
use crate::rules::laws::Terms;

/// Why a match cannot be resumed.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The file cannot be read or cut.
    #[error(transparent)]
    File(#[from] FileError),
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
/// is cut off.
///
/// # Errors
/// [`ResumeError`] names the file and the game.
pub fn resume_games(file: &mut OutputFile, the_match: &Match) -> Result<Vec<Counted>, ResumeError> {
    let games = resume_among(file, &[the_match], |_, _| Ok(0))?;
    Ok(games.into_iter().map(|(_, done)| done).collect())
}

/// The games of several matches that stand in one file, each with its match's place among them,
/// which `whose` finds out from a game and its terms.
///
/// # Errors
/// [`ResumeError`] names the file and the game.
pub fn resume_among(
    file: &mut OutputFile,
    matches: &[&Match],
    whose: impl Fn(&Transcript, &Terms) -> Result<usize, String>,
) -> Result<Vec<(usize, Counted)>, ResumeError> {
    let path = file.path().to_owned();
    let mut bytes = file.contents()?;
    let whole = whole_games(&bytes);
    if whole < bytes.len() {
        file.cut(whole as u64)?;
        bytes.truncate(whole);
    }
    let mut games: Vec<(usize, Counted)> = Vec::new();
    for transcript in Reader::new(&bytes[..]) {
        let at_fault = |error| ResumeError::Pgn { path: path.clone(), error };
        let transcript = transcript.map_err(at_fault)?;
        let foreign = |why| ResumeError::Foreign { path: path.clone(), line: transcript.line, why };
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
) -> Result<(usize, Counted), String> {
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
    same_conditions(transcript, the_match, fixture)
        .map_err(|why| format!("round {round} {why}"))?;
    if !the_match.could_have_played(fixture, record.terms().laws(), record.game()) {
        return Err(format!("round {round} has another law or opening"));
    }
    let winner = match transcript.result {
        Some(GameResult::WhiteWins) => Some(Color::White),
        Some(GameResult::BlackWins) => Some(Color::Black),
        Some(GameResult::Drawn) => None,
        Some(GameResult::Unknown) | None => return Err(format!("round {round} has no result")),
    };
    let line = line_of(record.game());
    Ok((place, Counted { number, winner, how: tag(REASON).to_owned(), line }))
}

/// That a game was played as the match plays it: with as much time, by the same programs, and
/// adjudicated alike. What a record of an older version does not say of the last two is believed.
fn same_conditions(
    transcript: &Transcript,
    the_match: &Match,
    fixture: Fixture,
) -> Result<(), String> {
    let tag = |name: &str| transcript.tags.get(name);
    let players = [fixture.white, fixture.black];
    for (name, player) in TIME_CONTROLS.into_iter().zip(players) {
        let engine = &the_match.engines[player];
        let limits = engine.limits.or(the_match.limits).to_string();
        let found = tag(name).or_else(|| tag(TIME_CONTROL)).unwrap_or("nothing");
        if found != limits {
            let name = &engine.name;
            return Err(format!("was played by '{name}' at '{found}', not at '{limits}'"));
        }
    }
    let mut is_ours = false;
    for (name, player) in PROGRAMS.into_iter().zip(players) {
        let engine = &the_match.engines[player];
        let program = engine.program_in_words();
        let Some(found) = tag(name) else { continue };
        is_ours = true;
        if found != program {
            return Err(format!(
                "was played by '{}' as '{found}', not as '{program}'",
                engine.name
            ));
        }
    }
    let adjudication = the_match.adjudication.in_words();
    let found = tag(ADJUDICATION).unwrap_or_default();
    if is_ours && found != adjudication {
        return Err(format!("was adjudicated by '{found}', not by '{adjudication}'"));
    }
    Ok(())
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
