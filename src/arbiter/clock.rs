//! Time limits as the codes have them, as pure functions of the time used and the moves made:
//! british1897:II.10, rogers1907:XXVI, federation1912:36. Nothing here measures time.

use std::fmt;
use std::str::FromStr;

use crate::rules::laws::Code;

/// Seconds in an hour.
pub const HOUR: u32 = 3600;

/// How many moves are due in each hour: the last number holds for every later hour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limit {
    /// Moves due in the first hour, the second, and so on; never empty.
    per_hour: Vec<u32>,
}

/// What a time limit makes of a player's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeRuling {
    /// He has made the moves that are due.
    InTime,
    /// He has not, and forfeits the game.
    Forfeits,
}

/// What the end of play makes of both clocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndRuling {
    /// Both have made the moves that are due.
    BothInTime,
    /// The first player named has not: he forfeits.
    FirstForfeits,
    /// The second has not.
    SecondForfeits,
    /// Neither has: the game is annulled.
    Annulled,
}

impl Limit {
    /// So many moves in every hour.
    pub fn each_hour(moves: u32) -> Self {
        Self { per_hour: vec![moves] }
    }

    /// The limit a code has where none was agreed: twenty moves an hour in 1912 (36 a), eighteen
    /// in 1907 (XXVI: "generally eighteen").
    pub fn of(code: Code) -> Option<Self> {
        match code {
            Code::Rogers1907 => Some(Self::each_hour(18)),
            Code::Federation1912 => Some(Self::each_hour(20)),
            _ => None,
        }
    }

    /// Moves due in the hour of that number, from 0.
    pub fn due_in(&self, hour: u32) -> u32 {
        let last = *self.per_hour.last().expect("a limit names at least one hour");
        self.per_hour.get(hour as usize).copied().unwrap_or(last)
    }

    /// Moves due in so many whole hours.
    pub fn due_by(&self, hours: u32) -> u64 {
        let named = self.per_hour.len() as u32;
        let first: u64 = (0..hours.min(named)).map(|hour| u64::from(self.due_in(hour))).sum();
        first + u64::from(hours.saturating_sub(named)) * u64::from(self.due_in(named))
    }

    /// Moves due for the time used in seconds, an incomplete hour counted in proportion and any
    /// fraction omitted: british1897:II.10C(c).
    pub fn due_in_proportion(&self, used: u32) -> u64 {
        let (hours, rest) = (used / HOUR, used % HOUR);
        self.due_by(hours) + u64::from(self.due_in(hours)) * u64::from(rest) / u64::from(HOUR)
    }
}

/// A limit as the periods of a chess clock: moves and the seconds for them, one after the other, the
/// last repeated; time that is left goes over into the next. A clock set so runs out exactly when
/// [`at_whole_hours`] forfeits the game.
pub fn periods(code: Code, limit: &Limit, fixed_end: bool) -> Vec<(u32, u32)> {
    let first = first_test(code, fixed_end);
    let named = (limit.per_hour.len() as u32).max(first + 1);
    let due = |hours: u32| u32::try_from(limit.due_by(hours)).unwrap_or(u32::MAX);
    let mut periods = vec![(due(first), first * HOUR)];
    periods.extend((first..named).map(|hour| (limit.due_in(hour), HOUR)));
    // Periods that are all alike are one.
    while let [.., before, last] = periods[..]
        && before == last
    {
        periods.pop();
    }
    periods
}

/// The hour after which the moves due are first counted: the second in british1897:II.10B, a game
/// without a fixed end; everywhere else the first (british1897:II.10C, rogers1907:XXVI,
/// federation1912:36a).
fn first_test(code: Code, fixed_end: bool) -> u32 {
    if code == Code::British1897 && !fixed_end { 2 } else { 1 }
}

/// Whether a player who has used so many seconds has made the moves due in his whole hours.
pub fn at_whole_hours(
    code: Code,
    limit: &Limit,
    fixed_end: bool,
    used: u32,
    moves: u64,
) -> TimeRuling {
    let hours = used / HOUR;
    if hours >= first_test(code, fixed_end) && moves < limit.due_by(hours) {
        TimeRuling::Forfeits
    } else {
        TimeRuling::InTime
    }
}

/// The further test at the time fixed for the end of play: british1897:II.10C(c) and (d). Each
/// player is given as seconds used and moves made.
pub fn at_the_end(limit: &Limit, first: (u32, u64), second: (u32, u64)) -> EndRuling {
    let short = |(used, moves): (u32, u64)| moves < limit.due_in_proportion(used);
    match (short(first), short(second)) {
        (true, true) => EndRuling::Annulled,
        (true, false) => EndRuling::FirstForfeits,
        (false, true) => EndRuling::SecondForfeits,
        (false, false) => EndRuling::BothInTime,
    }
}

impl FromStr for Limit {
    type Err = &'static str;

    /// Reads `20/60 15/60`: moves in the first hour, then in each later one.
    fn from_str(text: &str) -> Result<Self, &'static str> {
        const EXPECTED: &str = "moves an hour, such as 20/60 15/60";
        let moves = |term: &str| {
            let number = term.strip_suffix("/60").ok_or(EXPECTED)?;
            number.parse().ok().filter(|moves| (1..=1000).contains(moves)).ok_or(EXPECTED)
        };
        let per_hour: Vec<u32> = text.split_whitespace().map(moves).collect::<Result<_, _>>()?;
        if per_hour.is_empty() { Err(EXPECTED) } else { Ok(Self { per_hour }) }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let terms: Vec<String> = self.per_hour.iter().map(|moves| format!("{moves}/60")).collect();
        f.write_str(&terms.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The worked example of the preface to the code of 1897: after four hours A, who has used 2 h
    /// 10 min, has made 36 moves and forfeits, since 37 are due; B has made 35 in 1 h 50 min.
    #[test]
    fn the_example_of_the_preface_of_1897() {
        let limit: Limit = "20/60 15/60".parse().expect("a limit");
        let (a, b) = (2 * HOUR + 10 * 60, HOUR + 50 * 60);
        assert_eq!(limit.due_in_proportion(a), 37);
        assert_eq!(limit.due_in_proportion(b), 32);
        assert_eq!(at_the_end(&limit, (a, 36), (b, 35)), EndRuling::FirstForfeits);
        assert_eq!(at_the_end(&limit, (a, 37), (b, 35)), EndRuling::BothInTime);
        assert_eq!(at_the_end(&limit, (b, 35), (a, 36)), EndRuling::SecondForfeits);
        assert_eq!(at_the_end(&limit, (a, 36), (b, 31)), EndRuling::Annulled);
        // The periodical test alone finds nothing: 35 moves were due in two hours.
        let code = Code::British1897;
        assert_eq!(at_whole_hours(code, &limit, true, a, 36), TimeRuling::InTime);
    }

    #[test]
    fn moves_are_due_by_the_hour() {
        for (code, text, fixed_end, used, moves, expected) in [
            // british1897:II.10B: two hours pass before anything is counted.
            (Code::British1897, "20/60 15/60", false, 2 * HOUR - 1, 0, TimeRuling::InTime),
            (Code::British1897, "20/60 15/60", false, 2 * HOUR, 34, TimeRuling::Forfeits),
            (Code::British1897, "20/60 15/60", false, 2 * HOUR, 35, TimeRuling::InTime),
            (Code::British1897, "20/60 15/60", false, 3 * HOUR, 49, TimeRuling::Forfeits),
            // british1897:II.10C: every complete hour is tested.
            (Code::British1897, "20/60 15/60", true, HOUR, 19, TimeRuling::Forfeits),
            (Code::British1897, "20/60 15/60", true, HOUR, 20, TimeRuling::InTime),
            // rogers1907:XXVI, federation1912:36a.
            (Code::Rogers1907, "18/60", false, HOUR, 17, TimeRuling::Forfeits),
            (Code::Rogers1907, "18/60", false, HOUR, 18, TimeRuling::InTime),
            (Code::Federation1912, "20/60", false, 2 * HOUR, 39, TimeRuling::Forfeits),
            (Code::Federation1912, "20/60", false, 2 * HOUR, 40, TimeRuling::InTime),
        ] {
            let limit: Limit = text.parse().expect("a limit");
            let found = at_whole_hours(code, &limit, fixed_end, used, moves);
            assert_eq!(found, expected, "{code} {text}: {moves} moves in {used} s");
        }
    }

    /// For every number of moves, the time at which the clock of the periods runs out is the first
    /// at which the law forfeits the game.
    #[test]
    fn the_periods_of_a_clock_run_out_where_the_law_forfeits() {
        for (code, text, fixed_end) in [
            (Code::British1897, "20/60 15/60", false),
            (Code::British1897, "20/60 15/60", true),
            (Code::British1897, "20/60", false),
            (Code::British1897, "24/60 20/60 15/60", false),
            (Code::Rogers1907, "18/60", false),
            (Code::Federation1912, "20/60", false),
        ] {
            let limit: Limit = text.parse().expect("a limit");
            let periods = periods(code, &limit, fixed_end);
            for made in 0..200_u32 {
                let (mut moves, mut left) = (0, 0);
                for number in 0.. {
                    let (due, time) = *periods.get(number).unwrap_or(&periods[periods.len() - 1]);
                    left += time;
                    moves += due;
                    if moves > made {
                        break;
                    }
                }
                let at = |used| at_whole_hours(code, &limit, fixed_end, used, made.into());
                assert_eq!(at(left - 1), TimeRuling::InTime, "{code} {text} {made}");
                assert_eq!(at(left), TimeRuling::Forfeits, "{code} {text} {made}");
            }
        }
    }
}
