//! The score of a match while it is played: a tally for each pairing, how games ended, whose fault
//! it was, how often a game was played before, and whether the sequential test is decided. It
//! counts; it prints nothing.

use std::collections::{HashMap, HashSet};

use super::schedule::Schedule;
use super::stats::{GameScore, Sprt, SprtState, Tally};
use crate::referee::game::{Played, is_fault};
use crate::rules::{Color, Game, splitmix};

/// What counts of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted {
    /// Its number in the schedule.
    pub number: usize,
    /// Who won it.
    pub winner: Option<Color>,
    /// How it ended, in the words of [`Ending::kind_in_words`](crate::referee::game::Ending::kind_in_words).
    pub how: String,
    /// What `line_of` makes of its moves.
    pub line: u64,
}

impl Counted {
    /// What counts of a game just played.
    pub fn new(number: usize, played: &Played) -> Self {
        let ending = &played.ending;
        let line = line_of(&played.game);
        Self { number, winner: ending.winner, how: ending.kind_in_words(), line }
    }
}

/// A number that two games share if they began from one position and went on by the same moves,
/// and hardly otherwise.
pub fn line_of(game: &Game) -> u64 {
    let mix = |line: u64, mv: &crate::rules::Move| splitmix(line ^ u64::from(mv.bits().get()));
    game.moves().iter().fold(splitmix(game.start().key()), mix)
}

/// How an engine failed, and how often.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failures {
    /// Its place among the engines.
    pub engine: usize,
    /// In the words of [`Ending::kind_in_words`](crate::referee::game::Ending::kind_in_words).
    pub how: String,
    /// The games it lost by that.
    pub games: u64,
}

/// The score of a match.
pub struct Standings {
    pub(in crate::referee) names: Vec<String>,
    pub(in crate::referee) schedule: Schedule,
    pub(in crate::referee) tallies: Vec<Tally>,
    /// The first finished game of each pair whose second is still to come: its score for the
    /// pairing's first engine.
    half_pairs: HashMap<usize, GameScore>,
    pub(in crate::referee) endings: Vec<(String, u64)>,
    pub(in crate::referee) failures: Vec<Failures>,
    /// White, Black and the line of every game without a fault.
    lines: HashSet<(usize, usize, u64)>,
    repeats: u64,
    sprt: Option<Sprt>,
    /// The verdict of the sequential test and its ratio then.
    decided: Option<(SprtState, f64)>,
}

/// How the sequential test stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Trial {
    /// Its settings.
    pub sprt: Sprt,
    /// The log-likelihood ratio now, or when it was decided.
    pub llr: f64,
    /// The verdict. Once taken it stays, whatever games in progress then still bring.
    pub verdict: SprtState,
}

impl Standings {
    /// No game played.
    pub fn new(names: Vec<String>, schedule: Schedule, sprt: Option<Sprt>) -> Self {
        Self {
            tallies: vec![Tally::default(); schedule.pairings()],
            names,
            schedule,
            half_pairs: HashMap::new(),
            endings: Vec::new(),
            failures: Vec::new(),
            lines: HashSet::new(),
            repeats: 0,
            sprt,
            decided: None,
        }
    }

    /// Counts a game. Games are to be counted in the order in which they ended.
    pub fn add(&mut self, game: &Counted) {
        let fixture = self.schedule.fixture(game.number);
        let of_round = self.schedule.games() / self.schedule.rounds.max(1);
        let pairing = fixture.place * self.schedule.pairings() / of_round.max(1);
        let first_is_white = self.schedule.pairing(pairing).0 == fixture.white;
        let for_white = match game.winner {
            Some(Color::White) => GameScore::Win,
            Some(Color::Black) => GameScore::Loss,
            None => GameScore::Draw,
        };
        let score = if first_is_white { for_white } else { for_white.reversed() };
        self.tallies[pairing].add_game(score);
        if let Some(pair) = fixture.pair {
            match self.half_pairs.remove(&pair) {
                Some(other) => self.tallies[pairing].add_pair(score, other),
                None => {
                    self.half_pairs.insert(pair, score);
                }
            }
        }
        if is_fault(&game.how) {
            let loser = if for_white == GameScore::Win { fixture.black } else { fixture.white };
            self.count_failure(loser, &game.how);
        } else if !self.lines.insert((fixture.white, fixture.black, game.line)) {
            self.repeats += 1;
        }
        match self.endings.iter_mut().find(|(known, _)| *known == game.how) {
            Some((_, count)) => *count += 1,
            None => self.endings.push((game.how.clone(), 1)),
        }
        self.decide();
    }

    fn count_failure(&mut self, engine: usize, how: &str) {
        let known = |failures: &&mut Failures| failures.engine == engine && failures.how == how;
        match self.failures.iter_mut().find(known) {
            Some(failures) => failures.games += 1,
            None => self.failures.push(Failures { engine, how: how.to_owned(), games: 1 }),
        }
    }

    fn decide(&mut self) {
        if let Some(sprt) = self.sprt.filter(|_| self.decided.is_none()) {
            let verdict = sprt.verdict(self.first());
            if verdict != SprtState::Open {
                self.decided = Some((verdict, sprt.llr(self.first())));
            }
        }
    }

    /// The tally of the first pairing: the first engine against the second.
    pub fn first(&self) -> &Tally {
        &self.tallies[0]
    }

    /// How the sequential test stands, if there is one.
    pub fn trial(&self) -> Option<Trial> {
        self.sprt.map(|sprt| {
            let open = || (SprtState::Open, sprt.llr(self.first()));
            let (verdict, llr) = self.decided.unwrap_or_else(open);
            Trial { sprt, llr, verdict }
        })
    }

    /// Whether the sequential test has taken a hypothesis: no more games are needed.
    pub const fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// Games counted.
    pub fn games(&self) -> u64 {
        self.tallies.iter().map(Tally::games).sum()
    }

    /// Games that the same players had played before move by move, with the same colours.
    pub const fn repeats(&self) -> u64 {
        self.repeats
    }

    /// Games lost by a fault of an engine.
    pub fn faults(&self) -> u64 {
        self.failures.iter().map(|failures| failures.games).sum()
    }

    /// Wins, draws and losses of an engine against all others.
    pub(in crate::referee) fn total(&self, engine: usize) -> Tally {
        let mut total = Tally::default();
        for (number, tally) in self.tallies.iter().enumerate() {
            let (first, second) = self.schedule.pairing(number);
            total.draws += if first == engine || second == engine { tally.draws } else { 0 };
            if first == engine {
                total.wins += tally.wins;
                total.losses += tally.losses;
            } else if second == engine {
                total.wins += tally.losses;
                total.losses += tally.wins;
            }
        }
        total
    }

    /// The points one engine made against another, if they are paired.
    pub(in crate::referee) fn points_between(&self, row: usize, column: usize) -> Option<f64> {
        self.tallies.iter().enumerate().find_map(|(number, tally)| {
            match self.schedule.pairing(number) {
                pairing if pairing == (row, column) => Some(tally.points()),
                pairing if pairing == (column, row) => Some(tally.games() as f64 - tally.points()),
                _ => None,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::referee::tournament::Format;

    fn standings(rounds: usize, sprt: Option<Sprt>) -> Standings {
        let schedule = Schedule { engines: 2, rounds, repeat: false, format: Format::RoundRobin };
        Standings::new(vec!["A".to_owned(), "B".to_owned()], schedule, sprt)
    }

    fn game(number: usize, winner: Option<Color>, how: &str, line: u64) -> Counted {
        Counted { number, winner, how: how.to_owned(), line }
    }

    #[test]
    fn a_test_once_decided_stays_decided() {
        let sprt: Sprt = "elo0=0,elo1=200,model=logistic".parse().unwrap();
        let mut standings = standings(400, Some(sprt));
        // The first engine has White in every other game.
        let for_first =
            |number: usize| if number.is_multiple_of(2) { Color::White } else { Color::Black };
        let mut number = 0;
        while !standings.is_decided() {
            standings.add(&game(number, Some(for_first(number)), "checkmate", number as u64));
            number += 1;
        }
        let then = standings.trial().unwrap();
        assert_eq!(then.verdict, SprtState::H1);
        while sprt.verdict(standings.first()) != SprtState::Open {
            let loss = Some(for_first(number).other());
            standings.add(&game(number, loss, "checkmate", number as u64));
            number += 1;
        }
        assert_eq!(standings.trial(), Some(then));
    }

    #[test]
    fn failures_are_the_loser_s() {
        let mut standings = standings(6, None);
        let signal = "engine failed: has ended of itself (signal: 9 (SIGKILL))";
        for (number, winner, how) in [
            (0, Color::White, signal),
            (1, Color::Black, "illegal move"),
            (2, Color::White, signal),
            (3, Color::White, "checkmate"),
            (4, Color::Black, "loss on time"),
        ] {
            standings.add(&game(number, Some(winner), how, number as u64));
        }
        // In the second game the second engine has White.
        let told: Vec<_> =
            standings.failures.iter().map(|f| (f.engine, &f.how[..], f.games)).collect();
        assert_eq!(told, [(1, signal, 2), (1, "illegal move", 1), (0, "loss on time", 1)]);
        assert_eq!(standings.faults(), 4);
    }

    #[test]
    fn a_game_is_the_same_with_the_same_colours_only() {
        let mut standings = standings(6, None);
        // Games 0, 2 and 4 have the same colours; a fault is no repetition.
        for (number, how, repeats) in [
            (0, "checkmate", 0),
            (1, "checkmate", 0),
            (2, "checkmate", 1),
            (3, "loss on time", 1),
            (5, "checkmate", 2),
        ] {
            standings.add(&game(number, Some(Color::White), how, 7));
            assert_eq!(standings.repeats(), repeats, "{number}");
        }
    }
}
