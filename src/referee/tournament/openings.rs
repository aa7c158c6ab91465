//! The positions that games begin from: read from a file and put in order. Every one is validated
//! under the match's law before the first game; nothing here is random but by a seed.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::notation::fen;
use crate::notation::lines::lines;
use crate::notation::pgn::{PgnError, Reader, Transcript};
use crate::rules::laws::{Terms, TermsError};
use crate::rules::{Game, Setup, SetupError, splitmix};

/// Why there are no openings.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// The file cannot be read.
    #[error("openings '{}': {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// A line is no position.
    #[error("openings '{}', line {line}: {why}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// Its line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// There is nothing in the file.
    #[error("openings '{}': no position", .0.display())]
    Empty(PathBuf),
    /// No game begins on the terms of the match.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The terms of the match have no array of their own.
    #[error("the starting position of these odds: {0}")]
    Array(SetupError),
}

/// A list of openings, never empty. An opening is a game with a few moves made, or none.
pub struct Openings(Vec<Game>);

impl Openings {
    /// The starting position that games on these terms begin from.
    ///
    /// # Errors
    /// The odds leave no position, or no game can begin on the terms.
    pub fn array(terms: &Terms) -> Result<Self, OpeningsError> {
        let start = terms.begin()?.position(terms).map_err(OpeningsError::Array)?;
        Ok(Self(vec![Game::new(start)]))
    }

    /// Reads a file of games, if its name ends in `.pgn`, else of FENs or EPDs, one on a line,
    /// blank lines and those that begin with `#` passed over. Games are played on the match's terms
    /// whatever their tags say of terms; one without a FEN begins from the starting position. Of a
    /// game the first `plies` are taken, or all.
    ///
    /// # Errors
    /// [`OpeningsError`] names the file and the line.
    pub fn read(path: &Path, terms: &Terms, plies: Option<usize>) -> Result<Self, OpeningsError> {
        let failed = |error| OpeningsError::Read { path: path.to_owned(), error };
        let at_fault = |(line, why)| OpeningsError::Line { path: path.to_owned(), line, why };
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let games = if is_pgn {
            let stream = BufReader::new(File::open(path).map_err(failed)?);
            games(stream, terms, plies).map_err(at_fault)?
        } else {
            let bytes = std::fs::read(path).map_err(failed)?;
            positions(&String::from_utf8_lossy(&bytes), terms).map_err(at_fault)?
        };
        if games.is_empty() { Err(OpeningsError::Empty(path.to_owned())) } else { Ok(Self(games)) }
    }

    /// Puts them in an order that the seed decides (Fisher and Yates's shuffle).
    pub fn shuffle(&mut self, seed: u64) {
        let mut state = splitmix(seed);
        for last in (1..self.0.len()).rev() {
            state = splitmix(state);
            self.0.swap(last, (state % (last as u64 + 1)) as usize);
        }
    }

    /// How many there are, at least 1.
    #[allow(clippy::len_without_is_empty)] // a list of none cannot be made
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The opening of a round; after the last the first comes again.
    pub fn of_round(&self, round: usize) -> &Game {
        &self.0[round % self.0.len()]
    }
}

/// A line at fault and what is wrong with it.
type LineError = (usize, String);

fn games(
    stream: impl BufRead,
    terms: &Terms,
    plies: Option<usize>,
) -> Result<Vec<Game>, LineError> {
    let at_fault = |error: PgnError| (error.line, error.fault.to_string());
    let opening = |transcript: Result<Transcript, PgnError>| {
        let transcript = transcript.map_err(at_fault)?;
        let setup = transcript.setup(terms).map_err(at_fault)?;
        is_of_the_game_s_kind(&setup, terms).map_err(|why| (transcript.line, why))?;
        let record = transcript.replay_under(terms).map_err(at_fault)?;
        let mut game = record.game().clone();
        while plies.is_some_and(|plies| game.moves().len() > plies) {
            game.undo();
        }
        unfinished(game).map_err(|why| (transcript.line, why))
    };
    Reader::new(stream).map(opening).collect()
}

fn positions(text: &str, terms: &Terms) -> Result<Vec<Game>, LineError> {
    lines(text).map(|(number, line)| opening(&line, terms).map_err(|why| (number, why))).collect()
}

/// Refuses a game that is over before it has begun.
fn unfinished(game: Game) -> Result<Game, String> {
    match game.outcome() {
        Some(outcome) => {
            let laws = game.position().laws();
            Err(format!("the game is over: {}", outcome.in_words(laws)))
        }
        None => Ok(game),
    }
}

/// Refuses a position of Chess960 where that is not what is played: its castling rights would be
/// lost.
fn is_of_the_game_s_kind(setup: &Setup, terms: &Terms) -> Result<(), String> {
    if setup.asks_for_chess960(terms) {
        return Err("castling as in Chess960: --chess960 is missing".to_owned());
    }
    Ok(())
}

/// A FEN, or an EPD: four fields, then operations, of which none matters here.
fn opening(line: &str, terms: &Terms) -> Result<Game, String> {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let is_count = |field: &&&str| field.bytes().all(|byte| byte.is_ascii_digit());
    let counts = fields.iter().skip(4).take(2).take_while(is_count).count();
    let kept = fields.len().min(4 + counts);
    let setup = fen::parse(&fields[..kept].join(" ")).map_err(|error| error.to_string())?;
    let position = setup.position(terms).map_err(|error| error.to_string())?;
    is_of_the_game_s_kind(&setup, terms)?;
    unfinished(Game::new(position))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::rules::laws::{Code, Variant};

    fn openings(text: &str, terms: &Terms) -> Result<Openings, OpeningsError> {
        read(text, "epd", terms, None)
    }

    fn read(
        text: &str,
        ending: &str,
        terms: &Terms,
        plies: Option<usize>,
    ) -> Result<Openings, OpeningsError> {
        // A name of its own for each call: tests of one process run side by side.
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let call = CALLS.fetch_add(1, Ordering::Relaxed);
        let name = format!("jadoube-openings-{}-{call}.{ending}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::write(&path, text).unwrap();
        let read = Openings::read(&path, terms, plies);
        std::fs::remove_file(path).unwrap();
        read
    }

    fn fens(openings: &Openings) -> Vec<String> {
        (0..openings.len()).map(|n| fen::to_string(openings.of_round(n).position())).collect()
    }

    #[test]
    fn positions_are_read_in_every_form() {
        let text = "# ours\n\n4k3/8/8/8/8/8/8/R3K3 w Q - 3 9\r\n\
                    4k3/8/8/8/8/8/8/R3K3 b - -\n\
                    4k3/8/8/8/8/8/8/R3K3 w - - bm Ra8; id \"x\";\n\
                    4k3/8/8/8/8/8/8/R3K3 w - - 0 1 ;D1 5\n";
        assert_eq!(
            fens(&openings(text, &Terms::default()).unwrap()),
            [
                "4k3/8/8/8/8/8/8/R3K3 w Q - 3 9",
                "4k3/8/8/8/8/8/8/R3K3 b - - 0 1",
                "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
                "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
            ]
        );
    }

    #[test]
    fn the_line_at_fault_is_named() {
        for (text, line, at_fault) in [
            ("4k3/8/8/8/8/8/8/4K2R w - -\nx\n", 2, "'x'"),
            ("4k3/8/8/8/8/8/8/8 w - - 0 1\n", 1, "White has 0 kings"),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n", 1, "the game is over: Drawn: stalemate"),
        ] {
            let error = openings(text, &Terms::default()).err().unwrap().to_string();
            assert!(error.contains(&format!("line {line}: ")), "{error}");
            assert!(error.contains(at_fault), "{error}");
        }
        assert!(matches!(openings("\n", &Terms::default()), Err(OpeningsError::Empty(_))));
        let nowhere = Openings::read(Path::new("/nowhere/at all.epd"), &Terms::default(), None);
        assert!(matches!(nowhere, Err(OpeningsError::Read { .. })));
    }

    #[test]
    fn games_are_played_on_the_match_s_terms() {
        let text = "[Event \"a\"]\n\n1. e4 e5 2. Nf3 *\n\n\
                    [FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O 1-0\n";
        let games = read(text, "pgn", &Terms::from(Code::France1804), None).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games.of_round(0).moves().len(), 3);
        assert_eq!(games.of_round(0).position().laws().code, Code::France1804);
        assert_eq!(fen::to_string(games.of_round(1).position()), "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
        for (text, line, at_fault) in [
            ("[Event \"a\"]\n\n1. e4\nKe7 *\n", 4, "'Ke7'"),
            ("[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n", 1, "the game is over"),
        ] {
            let error = read(text, "pgn", &Terms::default(), None).err().unwrap().to_string();
            assert!(error.contains(&format!("line {line}: ")), "{error}");
            assert!(error.contains(at_fault), "{error}");
        }
    }

    #[test]
    fn castling_of_chess960_is_not_lost() {
        let chess960 = Terms { chess960: true, ..Terms::default() };
        for fen in [
            "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w KQkq - 0 1",
            "nrbbqnkr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQNKR w HBhb - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        ] {
            let game = format!("[Event \"a\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n*\n");
            for (text, ending) in [(format!("{fen}\n"), "epd"), (game, "pgn")] {
                let error = read(&text, ending, &Terms::default(), None).err().unwrap();
                let error = error.to_string();
                assert!(error.contains("line 1: ") && error.contains("--chess960"), "{error}");
                let openings = read(&text, ending, &chess960, None).unwrap();
                let kept = fen::to_string(openings.of_round(0).position());
                assert!(!kept.contains(" - - "), "{kept}");
            }
        }
        // A letter that nothing explains makes no Chess960.
        openings("4k3/8/8/8/8/8/8/4K2R w Q - 0 1\n", &Terms::default()).unwrap();
    }

    #[test]
    fn blanks_of_other_programs_are_blanks() {
        let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 3 9";
        let text = format!("\u{feff}{fen}\r\r\n\0\0\n{fen}\0\n");
        assert_eq!(fens(&openings(&text, &Terms::default()).unwrap()), [fen; 2]);
        let game = "\u{feff}[Event \"a\"]\r\n\r\n1. e4 e5 *\r\r\n\0\0\n";
        assert_eq!(read(game, "pgn", &Terms::default(), None).unwrap().len(), 1);
    }

    #[test]
    fn games_are_cut_after_so_many_plies() {
        let text = "[Event \"a\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"b\"]\n\n1. e4 *\n";
        for (plies, lengths) in [(3, [3, 1]), (1, [1, 1]), (0, [0, 0])] {
            let games = read(text, "pgn", &Terms::default(), Some(plies)).unwrap();
            let found = [0, 1].map(|round| games.of_round(round).moves().len());
            assert_eq!(found, lengths);
        }
        let whole = read(text, "pgn", &Terms::default(), Some(4)).err().unwrap().to_string();
        assert!(whole.contains("the game is over"), "{whole}");
    }

    #[test]
    fn a_shuffle_is_a_permutation_that_the_seed_decides() {
        let lines: Vec<String> =
            (1..=50).map(|n| format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 {n}\n")).collect();
        let shuffled = |seed| {
            let mut openings = openings(&lines.concat(), &Terms::default()).unwrap();
            openings.shuffle(seed);
            fens(&openings)
        };
        let one = shuffled(1);
        assert_eq!(one, shuffled(1));
        assert_ne!(one, shuffled(2));
        let mut sorted = one.clone();
        sorted.sort();
        sorted.dedup();
        assert_eq!(sorted.len(), 50);
        assert_ne!(one[0], fens(&openings(&lines.concat(), &Terms::default()).unwrap())[0]);
    }

    #[test]
    fn the_array_of_the_terms_is_an_opening() {
        let terms = Variant::PawnAndTwo.terms();
        let array = Openings::array(&terms).unwrap();
        assert_eq!(array.of_round(5).position().board().odds_moves(), 2);
    }
}
