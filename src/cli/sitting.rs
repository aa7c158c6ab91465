//! What a match, a ladder and tuning share while they run: their engines made ready, their files,
//! and what becomes of them when they are broken off.

use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};

use super::Interrupted;
use super::output::tell;
use super::terms::one_of;
use crate::notation::Notation;
use crate::referee::client::Interrupt;
use crate::referee::output::pgn;
use crate::referee::tournament::{Finished, Match, MatchError};
use crate::referee::{FileError, OutputFile};

/// Starts every engine once, and says what is wanted of one that it does not offer.
pub(super) fn ready(the_match: &Match) -> Result<(), MatchError> {
    for missing in the_match.check_engines()? {
        tell(format_args!("warning: {missing}"));
    }
    Ok(())
}

/// Says why the log ends early, if it does.
pub(super) fn tell_of_log(the_match: &Match) {
    if let Some(error) = the_match.log.take_failure() {
        tell(format_args!("warning: {error}"));
    }
}

/// Whether somebody has broken the command off.
pub(super) struct BrokenOff(Interrupt);

impl BrokenOff {
    /// Sets `interrupt` when Ctrl-C is pressed, or the process is asked to end.
    pub(super) fn watch(interrupt: &Interrupt) -> Result<Self> {
        let broken_off = Interrupt::default();
        let both = [interrupt.clone(), broken_off.clone()];
        ctrlc::set_handler(move || both.iter().for_each(Interrupt::set))
            .context("cannot watch for the end")?;
        Ok(Self(broken_off))
    }

    /// Whether somebody has.
    pub(super) fn is_set(&self) -> bool {
        self.0.is_set()
    }

    /// Says so where that is why no game could be begun.
    pub(super) fn before_a_game(&self, ready: Result<(), MatchError>) -> Result<()> {
        match ready {
            Err(_) if self.0.is_set() => {
                bail!(Interrupted("broken off before the first game".to_owned()))
            }
            ready => Ok(ready?),
        }
    }

    /// Says so, and how to go on, unless all was done that was asked for.
    pub(super) fn unless(&self, is_over: bool, what: &str, games: &str, kept: bool) -> Result<()> {
        if is_over || !self.0.is_set() {
            return Ok(());
        }
        let how = if kept {
            "the same command with --resume goes on"
        } else {
            "without --pgn no game was kept, and it cannot go on"
        };
        bail!(Interrupted(format!("the {what} was broken off after {games}; {how}")))
    }
}

/// Where games go, to be flattened into the arguments of a match.
#[derive(clap::Args)]
pub struct OutputArguments {
    /// Add every game to this new file
    #[arg(long, help_heading = OUTPUT)]
    pub(super) pgn: Option<PathBuf>,
    /// Go on with a match that was broken off: its games stand in the PGN
    #[arg(long, help_heading = OUTPUT, requires = "pgn")]
    pub(super) resume: bool,
    /// Write a summary to this file
    #[arg(long, help_heading = OUTPUT)]
    pub(super) json: Option<PathBuf>,
    /// The event's name in the PGN
    #[arg(long, help_heading = OUTPUT, default_value = "Jadoube match")]
    pub(super) event: String,
    /// Tell each move besides in this notation, in its comment in the PGN: coordinate, descriptive
    #[arg(long, help_heading = OUTPUT, value_name = "WORD", default_value = "san",
        value_parser = one_of(Notation::ALL), requires = "pgn")]
    pub(super) pgn_notation: Notation,
}

/// The heading of the help.
pub(super) const OUTPUT: &str = "What is kept and reported";

/// The files that a match or a ladder writes, opened before its first game.
pub(super) struct Files {
    /// The games.
    pub(super) pgn: Option<OutputFile>,
    json: Option<OutputFile>,
    /// The event's name in the PGN.
    event: String,
    /// In which notation the comments of the PGN tell the moves besides.
    notation: Notation,
}

impl Files {
    /// Opens them. Games that stand in the file already are only added to when they are this
    /// match's.
    ///
    /// # Errors
    /// One cannot be written, or the PGN is not to be resumed and has games.
    pub(super) fn open(arguments: &OutputArguments) -> Result<Self> {
        let OutputArguments { pgn, json, resume, event, pgn_notation } = arguments;
        let open = |what: &'static str, path: &Option<PathBuf>| {
            path.as_ref().map(|path| OutputFile::open(what, path)).transpose()
        };
        let pgn = open("pgn", pgn)?;
        if let Some(file) = pgn.as_ref().filter(|_| !*resume) {
            ensure!(
                file.is_empty(),
                "pgn '{}': the file has games already; --resume goes on with them",
                file.path().display()
            );
        }
        let json = open("json", json)?;
        Ok(Self { pgn, json, event: event.clone(), notation: *pgn_notation })
    }

    /// Adds a game to the PGN, in one piece.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn keep(&mut self, finished: &Finished, the_match: &Match) -> Result<(), FileError> {
        let Some(file) = &mut self.pgn else { return Ok(()) };
        let heading = pgn::Heading {
            notation: self.notation,
            ..pgn::Heading::of(finished, the_match, &self.event)
        };
        file.append(&pgn::record(heading, &finished.played).to_string())
    }

    /// Writes the summary in numbers.
    ///
    /// # Errors
    /// It cannot be written.
    pub(super) fn sum_up(&mut self, numbers: &impl serde::Serialize) -> Result<()> {
        if let Some(file) = &mut self.json {
            file.replace(&(serde_json::to_string_pretty(numbers)? + "\n"))?;
        }
        Ok(())
    }
}
