//! Self-play for training. A game depends on the seed and on its number, on nothing else, so that
//! a run that is killed goes on where it was and gives the same games on any number of threads.
//! Each finished game is added to the file at once. Nothing is printed here.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::Random;
use super::adjudicate::Adjudicator;
use super::games::{
    EndedBy, FileError, GameFile, HIGHEST_SCORE, RunHeader, ScoredMove, TrainingGame,
};
use super::mix::{Kind, Mix};
use super::openings::{self, SoftNodes};
use crate::eval::{MAX_PLY, NetworkEvaluator, Score};
use crate::rules::laws::{DrawnBy, Outcome, Terms};
use crate::rules::{Color, Game};
use crate::search::{NoProber, Request, SearchResult, Searcher, Silent};

/// Mebibytes of transposition table for each player.
const TABLE: usize = 1;
/// A game as long as this, in plies, is ended.
const LONGEST: usize = 500;
/// So is one in which for so many plies nothing has been captured and no pawn has moved: not every law
/// has a rule for it.
const IDLE: u16 = 100;
/// How long finished games may wait in memory before they are handed to the system.
const FLUSH_AFTER: Duration = Duration::from_secs(2);

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Datagen {
    /// How many games the file is to hold in the end.
    pub games: u64,
    /// Nodes after which no new iteration begins, for each move of a player of full strength.
    pub nodes: u32,
    /// Games at once, at least 1.
    pub threads: usize,
    /// The seed of everything that is left to chance.
    pub seed: u64,
    /// The kinds of game.
    pub mix: Mix,
    /// The text that the mix was read from, for the header.
    pub mix_text: String,
    /// The file that games are added to.
    pub out: PathBuf,
    /// What both players evaluate by.
    pub evaluation: NetworkEvaluator,
}

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Games in the file, those of an earlier run included.
    pub games: u64,
    /// Games added by this run.
    pub new_games: u64,
    /// Positions that were thought about, added by this run.
    pub new_positions: u64,
}

/// The file and the figures, behind one lock.
struct Output {
    file: GameFile,
    progress: Progress,
    flushed: Instant,
}

/// The two players of a game. They share a table when they are equally strong.
struct Players {
    searchers: [Searcher; 2],
}

impl Players {
    fn new(evaluation: &NetworkEvaluator) -> Self {
        let searcher = || Searcher::with_evaluator(evaluation.clone(), TABLE, 1);
        Self { searchers: [searcher(), searcher()] }
    }

    /// What a player of full strength thinks of an opening.
    fn judge(&mut self, game: &Game, nodes: u32) -> Score {
        self.clear();
        self.search(game, [nodes; 2]).score
    }

    fn clear(&mut self) {
        self.searchers.iter_mut().for_each(Searcher::clear);
    }

    /// What the player to move finds.
    fn search(&mut self, game: &Game, nodes: [u32; 2]) -> SearchResult {
        let player = game.position().turn().index();
        let searcher = if nodes[0] == nodes[1] { 0 } else { player };
        let request = Request { game, search_moves: &[], multi_pv: 1, depth: MAX_PLY, mate: None };
        let control = SoftNodes(nodes[player].into());
        self.searchers[searcher].search(&request, &control, &mut Silent, &NoProber)
    }
}

/// A score for White, in the range that a file carries.
fn for_white(score: Score, turn: Color) -> i16 {
    let bound = i32::from(HIGHEST_SCORE);
    score.for_white(turn).0.clamp(-bound, bound) as i16
}

impl Datagen {
    /// What the file says of this run.
    pub fn header(&self) -> RunHeader {
        RunHeader {
            program: concat!("Jadoube ", env!("CARGO_PKG_VERSION")).to_owned(),
            evaluation: self.evaluation.to_string(),
            seed: self.seed,
            nodes: self.nodes,
            mix: self.mix_text.clone(),
        }
    }

    /// Plays the games that the file does not hold yet. `progress` is called after each. A true
    /// `stop` ends the run once the games in progress are over.
    ///
    /// # Errors
    /// When the file cannot be used, is damaged, or holds the games of another run.
    pub fn run(
        &self,
        stop: &AtomicBool,
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Progress, FileError> {
        let mut done = HashSet::new();
        let file = GameFile::take_up(&self.out, &self.header(), |game| {
            done.insert(game.number);
        })?;
        let begun = Progress { games: done.len() as u64, ..Progress::default() };
        progress(begun);
        let output = Mutex::new(Output { file, progress: begun, flushed: Instant::now() });
        let (next, failed) = (AtomicU64::new(0), AtomicBool::new(false));
        let failure = Mutex::new(None);
        let work = || {
            let mut players = Players::new(&self.evaluation);
            while !failed.load(Relaxed) && !stop.load(Relaxed) {
                let number = next.fetch_add(1, Relaxed);
                if number >= self.games {
                    return;
                }
                if done.contains(&number) {
                    continue;
                }
                let game = self.play(number, &mut players);
                match self.keep(&output, &game) {
                    Ok(now) => progress(now),
                    Err(error) => {
                        failed.store(true, Relaxed);
                        failure.lock().unwrap_or_else(|e| e.into_inner()).get_or_insert(error);
                    }
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                scope.spawn(work);
            }
        });
        if let Some(error) = failure.into_inner().unwrap_or_else(|e| e.into_inner()) {
            return Err(error);
        }
        let mut output = output.into_inner().unwrap_or_else(|e| e.into_inner());
        output.file.flush()?;
        Ok(output.progress)
    }

    /// Adds a game to the file.
    fn keep(&self, output: &Mutex<Output>, game: &TrainingGame) -> Result<Progress, FileError> {
        let mut output = output.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        output.file.write(game)?;
        if output.flushed.elapsed() > FLUSH_AFTER {
            output.file.flush()?;
            output.flushed = Instant::now();
        }
        let progress = &mut output.progress;
        progress.games += 1;
        progress.new_games += 1;
        progress.new_positions += game.plies.len() as u64;
        Ok(*progress)
    }

    /// Plays one game.
    fn play(&self, number: u64, players: &mut Players) -> TrainingGame {
        let mut random = Random::new(self.seed, number);
        let kind = self.mix.choose(&mut random);
        let giver = kind.either_gives.then(|| Color::ALL[random.below(2)]);
        let terms = kind.terms_given_by(giver);
        let nodes = self.nodes_of(kind, &terms);
        let (mut game, opening_plies) =
            openings::fair(kind, &terms, &mut random, |game| players.judge(game, self.nodes));
        players.clear();
        let mut adjudicator = Adjudicator::new(game.start(), nodes);
        let mut plies = Vec::new();
        let (winner, ended_by) = loop {
            if let Some(outcome) = game.outcome() {
                break (outcome.winner, EndedBy::Law);
            }
            let position = *game.position();
            if game.moves().len() >= LONGEST || position.halfmove() >= IDLE {
                let outcome = position.drawn(DrawnBy::ThirdOccurrence);
                break (outcome.winner, EndedBy::Length);
            }
            let found = players.search(&game, nodes);
            if let Some(outcome) = claimed(&game, found.score) {
                break (outcome.winner, EndedBy::Claim);
            }
            let mv = found.best.expect("the game has not ended, so there is a move");
            let score = for_white(found.score, position.turn());
            plies.push(ScoredMove { mv, score });
            if let Some(winner) = adjudicator.record(score, game.moves().len()) {
                // The last position is kept, its move is made: all plies are played.
                break (winner, EndedBy::Adjudication);
            }
            let legal = game.play(mv);
            assert!(legal, "the search plays legal moves");
        };
        TrainingGame {
            number,
            terms,
            start: *game.start(),
            opening: game.moves()[..opening_plies].to_vec(),
            plies,
            winner,
            ended_by,
            nodes,
        }
    }

    /// Soft nodes of White and of Black.
    fn nodes_of(&self, kind: &Kind, terms: &Terms) -> [u32; 2] {
        let mut nodes =
            kind.strength.map(|factor| (f64::from(self.nodes) * factor).max(1.0) as u32);
        if terms.giver(None) == Color::Black {
            nodes.reverse();
        }
        nodes
    }
}

/// How the game ends if the player to move, who thinks himself at `score`, claims what he may, or
/// if both agree that nothing happens any more where the law has no rule of repetition.
fn claimed(game: &Game, score: Score) -> Option<Outcome> {
    let turn = game.position().turn();
    let worth_while = |outcome: &Outcome| match outcome.winner {
        Some(winner) => winner == turn,
        None => score.0 <= 0,
    };
    let claims = game.claims_by_record().into_iter().map(|claim| game.outcome_of_claim(claim));
    let agreed = (game.occurrences() >= 3)
        .then(|| game.position().drawn(DrawnBy::ThirdOccurrence))
        .filter(|outcome| outcome.winner.is_none());
    claims.chain(agreed).find(worth_while)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::games::GameReader;
    use crate::train::mix::USUAL_MIX;

    fn settings(name: &str, games: u64) -> Datagen {
        let out = std::env::temp_dir().join(format!("jadoube-{}-{name}", std::process::id()));
        let _ = std::fs::remove_file(&out);
        let mix = Mix::parse(USUAL_MIX).unwrap();
        let (mix_text, evaluation) = (USUAL_MIX.to_owned(), NetworkEvaluator::default());
        Datagen { games, nodes: 40, threads: 2, seed: 5, mix, mix_text, out, evaluation }
    }

    fn run(datagen: &Datagen) -> Result<Progress, FileError> {
        datagen.run(&AtomicBool::new(false), &|_| {})
    }

    /// The bytes of the games of a file, in the order of their numbers.
    fn games(datagen: &Datagen) -> Vec<Vec<u8>> {
        let mut games: Vec<_> =
            GameReader::open(&datagen.out).unwrap().map(|game| game.unwrap()).collect();
        games.sort_by_key(|game| game.number);
        games.iter().map(TrainingGame::encode).collect()
    }

    #[test]
    fn a_run_killed_at_any_byte_goes_on_and_gives_the_same_games() {
        let whole = settings("whole", 8);
        let progress = run(&whole).unwrap();
        assert_eq!((progress.games, progress.new_games), (8, 8));
        let expected = games(&whole);
        assert_eq!(expected.len(), 8);
        let bytes = std::fs::read(&whole.out).unwrap();
        let broken = settings("broken", 8);
        // Every byte of the magic and the header, then some of the games.
        let places = (0..40).chain((40..bytes.len()).step_by(bytes.len() / 6));
        for place in places {
            std::fs::write(&broken.out, &bytes[..place]).unwrap();
            let progress = run(&broken).unwrap();
            assert_eq!(progress.games, 8, "killed at byte {place}");
            assert_eq!(games(&broken), expected, "killed at byte {place}");
        }
        for datagen in [whole, broken] {
            std::fs::remove_file(datagen.out).unwrap();
        }
    }

    #[test]
    fn the_file_of_another_run_is_refused_with_the_setting_that_differs() {
        let one = settings("one", 1);
        run(&one).unwrap();
        let other = Datagen { nodes: 41, ..one.clone() };
        let error = run(&other).unwrap_err().to_string();
        assert!(error.contains("nodes is 40, not 41"), "{error}");
        std::fs::write(&one.out, "dear diary\nsecond line\n").unwrap();
        let error = run(&one).unwrap_err().to_string();
        assert!(error.contains("no file of training games"), "{error}");
        assert_eq!(std::fs::read(&one.out).unwrap().len(), 23, "it was left alone");
        std::fs::remove_file(&one.out).unwrap();
        let nowhere = Datagen { out: one.out.join("no/such"), ..one };
        assert!(run(&nowhere).unwrap_err().to_string().contains("no/such"));
    }

    #[test]
    fn a_damaged_byte_is_found_wherever_it_is() {
        let one = settings("damaged", 2);
        run(&one).unwrap();
        let bytes = std::fs::read(&one.out).unwrap();
        let whole: Vec<_> = GameReader::open(&one.out).unwrap().map(Result::unwrap).collect();
        for place in (0..bytes.len()).step_by(7) {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x20;
            std::fs::write(&one.out, &damaged).unwrap();
            let read = GameReader::open(&one.out).and_then(|mut reader| {
                let games = reader.by_ref().collect::<Result<Vec<_>, _>>()?;
                Ok((games, reader.was_cut_short()))
            });
            // A length that grew past the end of the file looks like a game cut short.
            let unnoticed = read.is_ok_and(|(games, cut)| games.len() == whole.len() && !cut);
            assert!(!unnoticed, "byte {place}");
        }
        std::fs::remove_file(&one.out).unwrap();
    }
}
