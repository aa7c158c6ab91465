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

/// Whether a player who has used so many seconds has made the moves due in his whole hours. The
/// first test of british1897:II.10B, a game without a fixed end, is at two hours; everywhere else
/// it is at one (british1897:II.10C, rogers1907:XXVI, federation1912:36a).
pub fn at_whole_hours(
    code: Code,
    limit: &Limit,
    fixed_end: bool,
    used: u32,
    moves: u64,
) -> TimeRuling {
    let hours = used / HOUR;
    let first_test = if code == Code::British1897 && !fixed_end { 2 } else { 1 };
    if hours >= first_test && moves < limit.due_by(hours) {
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
