//! Who plays whom, in what order and from which opening. Pure arithmetic: a game's number says
//! everything about it, so that a match broken off can be resumed at any game.

/// How the engines are paired.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Each against each.
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

/// All games of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// How many engines, at least 2.
    pub engines: usize,
    /// How many rounds, each of one game (or two, with `repeat`) of every pairing.
    pub rounds: usize,
    /// Whether each pairing plays its opening again with colours reversed.
    pub repeat: bool,
    /// How the engines are paired.
    pub format: Format,
}

/// One game of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The game's number, from 0.
    pub number: usize,
    /// The round, from 0; its opening too: a round's games all have one opening.
    pub round: usize,
    /// The game's place in its round, from 0.
    pub place: usize,
    /// The engine that has White, by its place among the engines.
    pub white: usize,
    /// The engine that has Black.
    pub black: usize,
    /// With `repeat`: the number of the pair of games this is one of.
    pub pair: Option<usize>,
}

impl Schedule {
    /// How many pairings there are.
    pub const fn pairings(&self) -> usize {
        match self.format {
            Format::RoundRobin => self.engines * (self.engines - 1) / 2,
            Format::Gauntlet => self.engines - 1,
        }
    }

    const fn games_of_pairing(&self) -> usize {
        if self.repeat { 2 } else { 1 }
    }

    /// How many games there are.
    pub const fn games(&self) -> usize {
        self.rounds * self.pairings() * self.games_of_pairing()
    }

    /// The two engines of a pairing, the lower first.
    pub fn pairing(&self, number: usize) -> (usize, usize) {
        if self.format == Format::Gauntlet {
            return (0, number + 1);
        }
        let mut rest = number;
        for first in 0..self.engines {
            let opponents = self.engines - first - 1;
            if rest < opponents {
                return (first, first + 1 + rest);
            }
            rest -= opponents;
        }
        unreachable!("pairing {number} of {}", self.pairings())
    }

    /// A game by its number, below [`Schedule::games`].
    pub fn fixture(&self, number: usize) -> Fixture {
        let meeting = number / self.games_of_pairing();
        let (round, pairing) = (meeting / self.pairings(), meeting % self.pairings());
        let (first, second) = self.pairing(pairing);
        let reversed = if self.repeat { number % 2 == 1 } else { round % 2 == 1 };
        let (white, black) = if reversed { (second, first) } else { (first, second) };
        Fixture {
            number,
            round,
            place: number - round * self.pairings() * self.games_of_pairing(),
            white,
            black,
            pair: self.repeat.then_some(meeting),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(schedule: Schedule) -> Vec<(usize, usize, usize)> {
        let fixture = |number| {
            let fixture = schedule.fixture(number);
            assert_eq!(fixture.number, number);
            (fixture.round, fixture.white, fixture.black)
        };
        (0..schedule.games()).map(fixture).collect()
    }

    #[test]
    fn two_engines_play_each_opening_with_both_colours() {
        let schedule = Schedule { engines: 2, rounds: 2, repeat: true, format: Format::RoundRobin };
        assert_eq!(games(schedule), [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]);
        assert_eq!(
            (0..4).map(|n| schedule.fixture(n).pair.unwrap()).collect::<Vec<_>>(),
            [0, 0, 1, 1]
        );
        let once = Schedule { repeat: false, ..schedule };
        assert_eq!(games(once), [(0, 0, 1), (1, 1, 0)]);
        assert_eq!(once.fixture(1).pair, None);
    }

    #[test]
    fn a_gauntlet_is_the_first_against_the_others() {
        let schedule = Schedule { engines: 4, rounds: 1, repeat: false, format: Format::Gauntlet };
        assert_eq!(games(schedule), [(0, 0, 1), (0, 0, 2), (0, 0, 3)]);
    }

    /// Everyone meets everyone equally often with each colour, and each place in a round is taken
    /// once.
    #[test]
    fn a_round_robin_is_fair() {
        for engines in 2..6 {
            let schedule =
                Schedule { engines, rounds: 3, repeat: true, format: Format::RoundRobin };
            let mut met = vec![vec![0; engines]; engines];
            let mut places = std::collections::HashSet::new();
            for number in 0..schedule.games() {
                let fixture = schedule.fixture(number);
                met[fixture.white][fixture.black] += 1;
                assert!(places.insert((fixture.round, fixture.place)));
            }
            for (white, row) in met.iter().enumerate() {
                for (black, times) in row.iter().enumerate() {
                    assert_eq!(*times, if white == black { 0 } else { 3 });
                }
            }
        }
    }
}
