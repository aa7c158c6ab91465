//! Self-play: the engine against itself from random openings, at a fixed number of nodes a move,
//! under today's law alone. Each game is appended to a file when it ends, so that a run that is
//! interrupted keeps what it has and goes on from there. A game depends on the seed and on its
//! number, on nothing else. Nothing is printed here.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use thiserror::Error;

use super::Random;
use super::record::{Close, Record};
use crate::eval::{Classical, MAX_PLY, Score};
use crate::rules::{Color, Game, Position};
use crate::search::{Control, Found, Iteration, NoProber, Request, Searcher, Silent};

/// Mebibytes of table for each thread.
const TABLE: usize = 8;
/// The openings: that many random plies or one more.
const RANDOM_PLIES: usize = 8;
/// An opening is kept only when the search finds it within so many centipawns of even.
const BALANCED: i32 = 120;
/// Won: a score as high as this, in centipawns, for so many plies running, so that both players
/// see it.
const WON: (i32, u32) = (1000, 5);
/// Drawn: from this ply on, a score within so many centipawns of even for so many plies running.
const DRAWN_FROM: u16 = 80;
const DRAWN: (i32, u32) = (8, 16);
/// A game as long as this, in plies, is called a draw.
const LONGEST: u16 = 400;
/// Positions with a score beyond this, in centipawns, teach nothing.
const DECIDED: i32 = 1500;

/// What is to be played.
#[derive(Clone, Debug)]
pub struct SelfPlay {
    /// How many games the file is to hold in the end.
    pub games: u32,
    /// Nodes after which no new iteration begins, for each move.
    pub nodes: u64,
    /// Games at once, at least 1.
    pub threads: usize,
    /// The seed of the openings.
    pub seed: u64,
    /// The file the games are appended to.
    pub out: PathBuf,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games in the file, those of an earlier run included.
    pub games: u32,
    /// Games added by this run.
    pub new_games: u32,
    /// Positions added by this run.
    pub positions: u64,
}

/// Why self-play cannot go on.
#[derive(Debug, Error)]
pub enum SelfPlayError {
    /// The file cannot be opened, read or written.
    #[error("'{}': {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file holds something else than games of this run.
    #[error("'{}' holds games of another seed or number of nodes ('{line}'); name another file", path.display())]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// The line at fault.
        line: String,
    },
}

/// Begins no iteration after so many nodes, and ends one that runs on ten times as long.
struct SoftNodes(u64);

impl Control for SoftNodes {
    fn must_stop(&self, nodes: u64) -> bool {
        nodes >= self.0.saturating_mul(10)
    }

    fn may_go_deeper(&self, iteration: &Iteration) -> bool {
        iteration.nodes < self.0
    }
}

impl SelfPlay {
    /// Plays the games that the file does not hold yet. `progress` hears of each one that ends.
    ///
    /// # Errors
    /// When the file cannot be used, or holds the games of another run.
    pub fn run(&self, progress: &(dyn Fn(Progress) + Sync)) -> Result<Progress, SelfPlayError> {
        let (file, done) = self.open()?;
        let todo: Vec<u32> = (0..self.games).filter(|number| !done.contains(number)).collect();
        let begun = Progress { games: done.len() as u32, ..Progress::default() };
        let state = Mutex::new((file, begun));
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let failure = Mutex::new(None);
        let work = || {
            let mut searcher = Searcher::<Classical>::new(TABLE, 1);
            while !failed.load(Relaxed)
                && let Some(&number) = todo.get(next.fetch_add(1, Relaxed))
            {
                let records = self.play(number, &mut searcher);
                // A thread that panics ends the run: there is no use in its lock.
                let mut state = state.lock().expect("no thread panics while it holds the lock");
                if let Err(error) = self.append(&mut state.0, number, &records) {
                    *failure.lock().expect("no thread panics while it holds the lock") =
                        Some(error);
                    failed.store(true, Relaxed);
                    return;
                }
                state.1.games += 1;
                state.1.new_games += 1;
                state.1.positions += records.len() as u64;
                progress(state.1);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(work);
            }
        });
        match failure.into_inner().expect("no thread panics while it holds the lock") {
            Some(error) => Err(error),
            None => Ok(state.into_inner().expect("no thread panics while it holds the lock").1),
        }
    }

    /// Opens the file, cuts off an unfinished game, and says which games it holds.
    fn open(&self) -> Result<(File, HashSet<u32>), SelfPlayError> {
        let fault = |error| SelfPlayError::File { path: self.out.clone(), error };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&self.out)
            .map_err(fault)?;
        let mut reader = BufReader::new(file);
        let (mut done, mut line) = (HashSet::new(), String::new());
        let (mut place, mut finished) = (0, 0);
        loop {
            line.clear();
            let length = reader.read_line(&mut line).map_err(fault)?;
            if length == 0 {
                break;
            }
            place += length as u64;
            if let Some(close) = Close::read(&line).filter(|_| line.ends_with('\n')) {
                if close.seed != self.seed || close.nodes != self.nodes {
                    let (path, line) = (self.out.clone(), line.trim_end().to_owned());
                    return Err(SelfPlayError::OtherRun { path, line });
                }
                done.insert(close.game);
                finished = place;
            }
        }
        let mut file = reader.into_inner();
        if place > 0 && finished == 0 {
            // Perhaps one unfinished game; perhaps a file that was never ours.
            refuse_foreign(&self.out, &mut file)
                .map_err(|line| SelfPlayError::OtherRun { path: self.out.clone(), line })?;
        }
        file.set_len(finished).map_err(fault)?;
        file.seek(SeekFrom::End(0)).map_err(fault)?;
        Ok((file, done))
    }

    fn append(
        &self,
        file: &mut File,
        number: u32,
        records: &[Record],
    ) -> Result<(), SelfPlayError> {
        let mut text = String::new();
        for record in records {
            text.push_str(&record.write());
            text.push('\n');
        }
        let close = Close { game: number, seed: self.seed, nodes: self.nodes };
        text.push_str(&close.write());
        text.push('\n');
        file.write_all(text.as_bytes())
            .map_err(|error| SelfPlayError::File { path: self.out.clone(), error })
    }

    /// Plays one game and returns its quiet positions.
    fn play(&self, number: u32, searcher: &mut Searcher<Classical>) -> Vec<Record> {
        let mut random = Random::new(self.seed, u64::from(number));
        let (mut game, mut ply) = loop {
            let (game, ply) = random_opening(&mut random);
            searcher.clear();
            if self.search(&game, searcher).score.0.abs() <= BALANCED {
                break (game, ply);
            }
        };
        let mut records = Vec::new();
        let mut referee = Referee::default();
        let winner = loop {
            if let Some(winner) = ended(&game, ply) {
                break winner;
            }
            let found = self.search(&game, searcher);
            let position = game.position();
            let white = match position.turn() {
                Color::White => found.score,
                Color::Black => -found.score,
            };
            let best = found.best.expect("the game has not ended, so there is a move");
            if !position.in_check() && !position.is_noisy(best) && white.0.abs() <= DECIDED {
                records.push(Record {
                    position: *position,
                    score: white.0 as i16,
                    winner: None,
                    ply,
                });
            }
            if let Some(winner) = referee.judge(white, ply) {
                break winner;
            }
            let legal = game.play(best);
            assert!(legal, "the search plays legal moves");
            ply += 1;
        };
        for record in &mut records {
            record.winner = winner;
        }
        records
    }

    fn search(&self, game: &Game, searcher: &mut Searcher<Classical>) -> Found {
        let request = Request { game, search_moves: &[], multi_pv: 1, depth: MAX_PLY, mate: None };
        searcher.search(&request, &SoftNodes(self.nodes), &mut Silent, &NoProber)
    }
}

/// Looks whether a file without one finished game begins like ours; the line at fault if not.
fn refuse_foreign(path: &Path, file: &mut File) -> Result<(), String> {
    let mut first = String::new();
    let unreadable = |_| path.display().to_string();
    file.rewind().map_err(unreadable)?;
    BufReader::new(file).read_line(&mut first).map_err(unreadable)?;
    if Record::read(&first).is_ok() { Ok(()) } else { Err(first.trim().to_owned()) }
}

/// A game begun by random legal moves, and how many.
fn random_opening(random: &mut Random) -> (Game, u16) {
    'again: loop {
        let mut game = Game::new(Position::initial());
        let plies = RANDOM_PLIES + random.below(2);
        for _ in 0..plies {
            let moves = game.position().legal_moves();
            if moves.is_empty() || !game.play(moves[random.below(moves.len())]) {
                continue 'again;
            }
        }
        if game.outcome().is_none() {
            return (game, plies as u16);
        }
    }
}

/// How the game has ended by the law, by a claim that any player would make, or by its length:
/// the winner, if there is one.
fn ended(game: &Game, ply: u16) -> Option<Option<Color>> {
    if let Some(outcome) = game.outcome() {
        return Some(outcome.winner);
    }
    (!game.claims().is_empty() || ply >= LONGEST).then_some(None)
}

/// Ends games that both players hold to be decided.
#[derive(Default)]
struct Referee {
    white_wins: u32,
    black_wins: u32,
    drawn: u32,
}

impl Referee {
    /// Hears the score for White at each ply and names the winner, or nobody, once that is clear.
    fn judge(&mut self, white: Score, ply: u16) -> Option<Option<Color>> {
        let count = |holds, plies: u32| if holds { plies + 1 } else { 0 };
        self.white_wins = count(white.0 >= WON.0, self.white_wins);
        self.black_wins = count(white.0 <= -WON.0, self.black_wins);
        self.drawn = count(ply >= DRAWN_FROM && white.0.abs() <= DRAWN.0, self.drawn);
        if self.white_wins >= WON.1 {
            Some(Some(Color::White))
        } else if self.black_wins >= WON.1 {
            Some(Some(Color::Black))
        } else {
            (self.drawn >= DRAWN.1).then_some(None)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(name: &str, games: u32) -> SelfPlay {
        let out = std::env::temp_dir().join(format!("jadoube-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&out);
        SelfPlay { games, nodes: 60, threads: 2, seed: 5, out }
    }

    /// The games of a file, in the order of their numbers.
    fn games(path: &Path) -> Vec<String> {
        let text = std::fs::read_to_string(path).unwrap();
        let mut games = Vec::new();
        let mut lines = String::new();
        for line in text.lines() {
            lines += &format!("{line}\n");
            if let Some(close) = Close::read(line) {
                games.push((close.game, std::mem::take(&mut lines)));
            }
        }
        assert_eq!(lines, "");
        games.sort_unstable();
        games.into_iter().map(|(_, lines)| lines).collect()
    }

    #[test]
    fn an_interrupted_run_goes_on_and_gives_the_same_games() {
        let whole = settings("whole", 6);
        let progress = whole.run(&|_| {}).unwrap();
        assert_eq!((progress.games, progress.new_games), (6, 6));
        let expected = games(&whole.out);
        for line in expected.iter().flat_map(|game| game.lines()).filter(|l| !l.starts_with('#')) {
            let record = Record::read(line).unwrap();
            assert!(!record.position.in_check());
            assert!(i32::from(record.score).abs() <= DECIDED);
            assert!(usize::from(record.ply) >= RANDOM_PLIES);
        }

        let broken = SelfPlay { games: 3, ..settings("broken", 3) };
        broken.run(&|_| {}).unwrap();
        let mut file = OpenOptions::new().append(true).open(&broken.out).unwrap();
        file.write_all(b"4k3/8/8/8/8/8/4P3/4K3 w - - 3 20;-57;1/2-1/2;38\n4k3/8/8").unwrap();
        let resumed = SelfPlay { games: 6, ..broken.clone() };
        let progress = resumed.run(&|_| {}).unwrap();
        assert_eq!((progress.games, progress.new_games), (6, 3));
        assert_eq!(games(&resumed.out), expected);

        let other = SelfPlay { nodes: 61, ..resumed.clone() };
        let error = other.run(&|_| {}).unwrap_err().to_string();
        assert!(error.contains("seed 5 nodes 60"), "{error}");
        std::fs::remove_file(&whole.out).unwrap();
        std::fs::remove_file(&resumed.out).unwrap();
    }

    #[test]
    fn a_file_that_was_never_ours_is_left_alone() {
        let foreign = settings("foreign", 1);
        std::fs::write(&foreign.out, "dear diary\nsecond line\n").unwrap();
        let error = foreign.run(&|_| {}).unwrap_err().to_string();
        assert!(error.contains("dear diary"), "{error}");
        assert_eq!(std::fs::read_to_string(&foreign.out).unwrap().len(), 23);
        std::fs::remove_file(&foreign.out).unwrap();
        let nowhere = SelfPlay { out: foreign.out.join("no/such"), ..foreign };
        assert!(nowhere.run(&|_| {}).unwrap_err().to_string().contains("no/such"));
    }

    #[test]
    fn a_referee_waits_until_both_players_agree() {
        let mut referee = Referee::default();
        for _ in 1..WON.1 {
            assert_eq!(referee.judge(Score(-WON.0), 30), None);
        }
        assert_eq!(referee.judge(Score(0), 34), None);
        for _ in 1..WON.1 {
            assert_eq!(referee.judge(Score(-WON.0), 40), None);
        }
        assert_eq!(referee.judge(Score(-WON.0), 45), Some(Some(Color::Black)));
        let mut referee = Referee::default();
        for ply in 0..DRAWN.1 as u16 - 1 {
            assert_eq!(referee.judge(Score(3), DRAWN_FROM + ply), None);
        }
        assert_eq!(referee.judge(Score(-3), 200), Some(None));
    }
}
