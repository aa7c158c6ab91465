//! Openings made by random plies. The seed and the round decide which plies are tried, one line
//! after another; an engine of the match, given few nodes, decides which line is balanced enough
//! to be kept. It judges no game, and nothing here is random but by the seed.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use thiserror::Error;

use crate::referee::client::{Client, Fault, SearchEnd};
use crate::referee::game::{Choice, Presentation, restrict, tell_terms};
use crate::rules::laws::Terms;
use crate::rules::{Color, Game, Setup, splitmix};

/// Nodes that the judging engine may look at.
pub const OPENING_CHECK_NODES: u32 = 5_000;
/// How long it may take for them; one that knows no limit of nodes is then stopped, and its last
/// score taken.
const JUDGING_TIME: Duration = Duration::from_secs(2);
/// How many lines are tried for one opening.
pub const LINES_TRIED: usize = 300;
/// Openings of how many rounds are remembered: more than are ever played at once.
const REMEMBERED: usize = 1_000;

/// The user's settings for random openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomPlies {
    /// How many plies, at least 1. A null move in an odds of moves is one.
    pub plies: u32,
    /// Decides the plies.
    pub seed: u64,
    /// Centipawns either way. On level terms the score is held against an even one; at odds and
    /// under an undertaking against that of the position the plies begin from, which is what the
    /// players have agreed to be even.
    pub balance: i32,
}

/// Why there is no random opening.
#[derive(Debug, Error)]
pub enum RandomError {
    /// The judging engine has failed twice.
    #[error("random plies: engine '{0}', which judges them, {1}")]
    Judge(String, Fault),
    /// The judging engine sends no score for the position.
    #[error("random plies: engine '{0}', which judges them, gives no score")]
    NoScore(String),
    /// Every line tried ends the game, or favours a player too much.
    #[error(
        "random plies: of {LINES_TRIED} lines of {} plies for round {round}, none is within {} centipawns",
        wanted.plies, wanted.balance
    )]
    NoneBalanced {
        /// The round, from 1.
        round: usize,
        /// What was wanted.
        wanted: RandomPlies,
    },
}

/// What a line begins from.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    /// The round, from 0.
    pub round: usize,
    /// The starting position, or an opening of a file.
    pub base: &'a Game,
    /// The terms of the games.
    pub terms: &'a Terms,
    /// The name of the engine that judges.
    pub judge: &'a str,
}

/// The maker of the openings of a match. Boards may ask it at once; it makes one at a time.
pub struct RandomOpenings {
    wanted: RandomPlies,
    judge: Mutex<Judge>,
}

#[derive(Default)]
struct Judge {
    client: Option<Client>,
    made: HashMap<usize, Game>,
}

impl RandomOpenings {
    /// A maker that has made none.
    pub fn new(wanted: RandomPlies) -> Self {
        Self { wanted, judge: Mutex::default() }
    }

    /// The lines that are tried for a round, in this order. Those that end the game, or allow a
    /// claim, are left out.
    pub fn lines(&self, round: usize, base: &Game) -> impl Iterator<Item = Game> {
        let first = splitmix(splitmix(self.wanted.seed) ^ round as u64);
        let plies = self.wanted.plies;
        (0..LINES_TRIED as u64)
            .filter_map(move |number| walk(base, plies, splitmix(first.wrapping_add(number))))
    }

    /// Takes a line for the round's opening, whatever its balance: a game of the round has begun
    /// with it.
    pub fn adopt(&self, round: usize, opening: Game) {
        self.judge().made.entry(round).or_insert(opening);
    }

    /// The opening of a round, the same however often it is asked for while the round is played.
    /// `start` starts the judging engine.
    ///
    /// # Errors
    /// `RandomError`.
    pub fn opening(
        &self,
        ground: Ground<'_>,
        start: impl Fn() -> Result<Client, Fault>,
    ) -> Result<Game, RandomError> {
        let mut judge = self.judge();
        if let Some(made) = judge.made.get(&ground.round) {
            return Ok(made.clone());
        }
        let opening = self.make(ground, &mut judge, &start)?;
        judge.made.retain(|round, _| round + REMEMBERED > ground.round);
        judge.made.insert(ground.round, opening.clone());
        Ok(opening)
    }

    fn make(
        &self,
        ground: Ground<'_>,
        judge: &mut Judge,
        start: &impl Fn() -> Result<Client, Fault>,
    ) -> Result<Game, RandomError> {
        let level = ground.terms.odds.is_none() && ground.terms.undertaking.is_none();
        let even =
            if level { 0 } else { judge.score(ground.base, ground, start)?.unwrap_or_default() };
        for line in self.lines(ground.round, ground.base) {
            let score = judge.score(&line, ground, start)?;
            if score.is_some_and(|score| (score - even).abs() <= self.wanted.balance) {
                return Ok(line);
            }
        }
        Err(RandomError::NoneBalanced { round: ground.round + 1, wanted: self.wanted })
    }

    /// Ends the judging engine; it is started again when it is needed.
    pub fn dismiss(&self, politely: bool) {
        let client = self.judge().client.take();
        if let Some(client) = client {
            if politely {
                client.quit()
            } else {
                client.abandon()
            };
        }
    }

    /// A board that panics leaves the judge as it was: at worst an engine that is replaced.
    fn judge(&self) -> MutexGuard<'_, Judge> {
        self.judge.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Judge {
    /// White's score by the engine, in centipawns; `None` where an engine without knowledge of the
    /// law can be offered no move. A failed engine is started anew once.
    fn score(
        &mut self,
        game: &Game,
        ground: Ground<'_>,
        start: &impl Fn() -> Result<Client, Fault>,
    ) -> Result<Option<i32>, RandomError> {
        let mut attempt = || {
            let mut client = self.client.take().map_or_else(start, Ok)?;
            let score = ask(&mut client, game, ground.terms)?;
            self.client = Some(client);
            Ok(score)
        };
        let answer = match attempt() {
            Err(Fault::Interrupted) => Err(Fault::Interrupted),
            Err(_) => attempt(),
            answered => answered,
        };
        match answer {
            Ok(None) => Ok(None),
            Ok(Some(Some(score))) => Ok(Some(score)),
            Ok(Some(None)) => Err(RandomError::NoScore(ground.judge.to_owned())),
            Err(fault) => Err(RandomError::Judge(ground.judge.to_owned(), fault)),
        }
    }
}

/// Asks an engine for White's score: the outer `None` where it can be offered no move, the inner
/// where it gives no score.
fn ask(client: &mut Client, game: &Game, terms: &Terms) -> Result<Option<Option<i32>>, Fault> {
    let giver = terms.giver(Some(&Setup::of(game.start())));
    let knows = tell_terms(client, terms, giver)?;
    client.new_game()?;
    let shown = Presentation::of_game(game, knows);
    let mut go = format!("go nodes {OPENING_CHECK_NODES}");
    match shown.choice(game.position()) {
        Some(Choice::None) => return Ok(None),
        Some(Choice::Among(moves)) => restrict(&mut go, game.position(), &moves),
        None => {}
    }
    let (SearchEnd::InTime(answer) | SearchEnd::Late(answer)) =
        client.go(shown.command(), &go, JUDGING_TIME)?;
    let for_white =
        |score: i32| if game.position().turn() == Color::White { score } else { -score };
    Ok(Some(answer.info.score.map(|score| for_white(score.centipawns()))))
}

/// The game with so many random plies made, every legal move being as likely as every other.
/// `None` where the game ends, or a player may claim a draw.
fn walk(base: &Game, plies: u32, mut state: u64) -> Option<Game> {
    let mut game = base.clone();
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            return None;
        }
        state = splitmix(state);
        let mv = moves[(state % moves.len() as u64) as usize];
        if !game.play(mv) || game.outcome().is_some() || !game.claims_by_record().is_empty() {
            return None;
        }
    }
    Some(game)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::laws::{Code, Variant};

    fn maker(plies: u32, seed: u64) -> RandomOpenings {
        RandomOpenings::new(RandomPlies { plies, seed, balance: 100 })
    }

    fn array(terms: &Terms) -> Game {
        Game::new(terms.start().position(terms).unwrap())
    }

    fn first_lines(maker: &RandomOpenings, round: usize, base: &Game) -> Vec<String> {
        maker.lines(round, base).take(20).map(|game| fen::to_string(game.position())).collect()
    }

    #[test]
    fn the_seed_and_the_round_decide_the_lines() {
        let base = array(&Terms::default());
        let lines = |seed, round| first_lines(&maker(8, seed), round, &base);
        assert_eq!(lines(1, 0), lines(1, 0));
        assert_ne!(lines(1, 0), lines(1, 1));
        assert_ne!(lines(1, 0), lines(2, 0));
        let mut different = lines(1, 0);
        different.sort();
        different.dedup();
        assert!(different.len() > 15, "{different:?}");
    }

    #[test]
    fn lines_are_legal_games_under_every_law_and_odds() {
        for code in Code::ALL {
            for odds in ["none", "rook", "pawn,moves=3", "exchange"] {
                let mut terms = Terms::from(*code);
                terms.odds = odds.parse().unwrap();
                let base = array(&terms);
                let lines: Vec<Game> = maker(9, 3).lines(0, &base).take(5).collect();
                assert_eq!(lines.len(), 5);
                for line in lines {
                    assert_eq!(line.moves().len(), 9);
                    assert_eq!(line.start().key(), base.start().key());
                    assert_eq!(line.outcome(), None);
                }
            }
        }
    }

    #[test]
    fn lines_that_end_the_game_are_left_out() {
        // A lone pawn that is bound to mate, and soon taken.
        let terms = Variant::PawnMate.terms();
        let start = fen::parse("8/8/8/3k4/3P4/8/8/K7 b - - 0 1").unwrap();
        let base = Game::new(start.position(&terms).unwrap());
        let lines = maker(2, 0).lines(0, &base).count();
        assert!((1..LINES_TRIED).contains(&lines), "{lines}");
    }

    #[test]
    fn a_line_once_adopted_is_kept() {
        let base = array(&Terms::default());
        let maker = maker(4, 1);
        let line = maker.lines(7, &base).nth(3).unwrap();
        maker.adopt(7, line.clone());
        let terms = Terms::default();
        let ground = Ground { round: 7, base: &base, terms: &terms, judge: "A" };
        let kept = maker.opening(ground, || panic!("nobody is asked")).unwrap();
        assert_eq!(kept.moves(), line.moves());
    }
}
