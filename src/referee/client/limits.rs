//! How long an engine may think: limits as a user writes them, and a player's clock. Arithmetic on
//! durations; it never reads the time.

use std::fmt::{self, Write};
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::arbiter::clock::{HOUR, Limit, periods};
use crate::rules::laws::Code;

/// A time control: so many moves in so much time, in one period after another, of which the last is
/// repeated, or all moves in one; with an increment after each move. What is left of a period goes
/// over into the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The periods; those from `count` on are not used.
    periods: [Period; MOST_PERIODS],
    /// How many periods there are, at least 1.
    count: usize,
    /// Added after each move.
    increment: Duration,
}

/// A period of a time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Period {
    /// Moves to be made in it; `None`: it lasts for the rest of the game.
    moves: Option<u32>,
    time: Duration,
}

/// No time control has more periods.
const MOST_PERIODS: usize = 8;

/// The limits of a search. Where several are set, each holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock.
    pub clock: Option<TimeControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

/// Why a text is no limit. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LimitError {
    /// Not a time control.
    #[error(
        "time control '{0}': not MOVES/TIME+INCREMENT with TIME and INCREMENT in seconds, MOVES/ and +INCREMENT optional, nor up to eight MOVES/TIME joined by commas, nor a code of law such as federation1912@60"
    )]
    TimeControl(String),
    /// A code that knows no time limit, or leaves its numbers to the players.
    #[error("time control '{0}': {1}")]
    Code(String, &'static str),
    /// Not a number, or nothing at all.
    #[error("{0} '{1}': not a number from 1 upward")]
    Number(&'static str, String),
}

/// The longest time believed, in seconds: a fortnight.
const LONGEST: f64 = 14.0 * 24.0 * 3600.0;

fn seconds(text: &str) -> Option<Duration> {
    let whole = match text.split_once(':') {
        None => text.parse().ok()?,
        Some((minutes, seconds)) => {
            60.0 * minutes.parse::<f64>().ok()? + seconds.parse::<f64>().ok()?
        }
    };
    (0.0..=LONGEST).contains(&whole).then(|| Duration::from_secs_f64(whole))
}

impl TimeControl {
    /// The periods one after the other, if there are not too many and only the last lasts for the
    /// rest of the game.
    fn of(given: &[Period], increment: Duration) -> Option<Self> {
        let (last, others) = given.split_last()?;
        let mut periods = [*last; MOST_PERIODS];
        periods.get_mut(..given.len())?.copy_from_slice(given);
        let ends = others.iter().all(|period| period.moves.is_some());
        let timed = given.iter().all(|period| !period.time.is_zero());
        (ends && timed).then_some(Self { periods, count: given.len(), increment })
    }

    /// The period of that number, from 0; the last is repeated.
    fn period(&self, number: usize) -> Period {
        self.periods[number.min(self.count - 1)]
    }

    /// Reads the time limit of a code: `federation1912`, `british1897=20/60,15/60`,
    /// `rogers1907@60`, where the hour is played in sixty seconds. `None` where the text names no
    /// code.
    fn of_code(text: &str) -> Option<Result<Self, LimitError>> {
        let bad = || LimitError::TimeControl(text.to_owned());
        let (rest, hour) = match text.split_once('@') {
            Some((rest, hour)) => (rest, seconds(hour).filter(|hour| !hour.is_zero())),
            None => (text, Some(Duration::from_secs(HOUR.into()))),
        };
        let (code, own) =
            rest.split_once('=').map_or((rest, None), |(code, own)| (code, Some(own)));
        let code = Code::parse(code)?;
        let limit = match own {
            Some(own) => own.replace(',', " ").parse::<Limit>().ok().ok_or_else(bad),
            None => Limit::of(code).ok_or_else(|| {
                let why = match code {
                    Code::British1897 => {
                        "it leaves the moves to the players: british1897=20/60,15/60"
                    }
                    _ => "it knows no time limit",
                };
                LimitError::Code(text.to_owned(), why)
            }),
        };
        Some(limit.and_then(|limit| {
            let hour = hour.ok_or_else(bad)?;
            let given: Vec<Period> = periods(code, &limit, false)
                .into_iter()
                .map(|(moves, time)| Period {
                    moves: Some(moves),
                    time: hour.mul_f64(f64::from(time) / f64::from(HOUR)),
                })
                .collect();
            Self::of(&given, Duration::ZERO).ok_or_else(bad)
        }))
    }
}

impl FromStr for TimeControl {
    type Err = LimitError;

    /// Reads `40/60+0.6`, `8+0.08`, `2:30`, `20/3600,15/3600`, `federation1912@60`.
    fn from_str(text: &str) -> Result<Self, LimitError> {
        if let Some(of_code) = Self::of_code(text) {
            return of_code;
        }
        let bad = || LimitError::TimeControl(text.to_owned());
        let (periods, increment) = text.split_once('+').unwrap_or((text, "0"));
        let period = |text: &str| {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok().filter(|moves| *moves > 0)?), time),
                None => (None, text),
            };
            Some(Period { moves, time: seconds(time)? })
        };
        let periods: Option<Vec<Period>> = periods.split(',').map(period).collect();
        let increment = seconds(increment).ok_or_else(bad)?;
        Self::of(&periods.ok_or_else(bad)?, increment).ok_or_else(bad)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, period) in self.periods[..self.count].iter().enumerate() {
            if number > 0 {
                f.write_str(",")?;
            }
            if let Some(moves) = period.moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", period.time.as_secs_f64())?;
        }
        if self.increment.is_zero() {
            Ok(())
        } else {
            write!(f, "+{}", self.increment.as_secs_f64())
        }
    }
}

impl Limits {
    /// Sets one limit by its name: `tc`, `movetime` (milliseconds), `st` (seconds), `nodes`,
    /// `depth`. Says whether the name is one of these.
    ///
    /// # Errors
    /// The value cannot be read.
    pub fn set(&mut self, name: &str, value: &str) -> Result<bool, LimitError> {
        fn number<T: FromStr + PartialOrd + From<u8>>(
            name: &'static str,
            text: &str,
        ) -> Result<T, LimitError> {
            let read = text.parse().ok().filter(|number| *number >= T::from(1));
            read.ok_or_else(|| LimitError::Number(name, text.to_owned()))
        }
        match name {
            "tc" => self.clock = Some(value.parse()?),
            "movetime" => self.move_time = Some(Duration::from_millis(number("movetime", value)?)),
            "st" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let bad = || LimitError::Number("st", value.to_owned());
                self.move_time = Some(time.ok_or_else(bad)?);
            }
            "nodes" => self.nodes = Some(number("nodes", value)?),
            "depth" => self.depth = Some(number("depth", value)?),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Whether nothing bounds the engine.
    pub fn is_unbounded(&self) -> bool {
        *self == Self::default()
    }

    /// The limits given here, and for those that are not, the others.
    pub fn or(self, others: Self) -> Self {
        if self.is_unbounded() { others } else { self }
    }
}

impl fmt::Display for Limits {
    /// As the tag `TimeControl` of PGN has it, extended by what PGN has no word for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        // The tag has colons between the periods of a time control.
        words.extend(self.clock.map(|clock| clock.to_string().replace(',', ":")));
        words.extend(self.move_time.map(|time| format!("{}/move", time.as_secs_f64())));
        words.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        words.extend(self.depth.map(|depth| format!("depth={depth}")));
        if words.is_empty() {
            words.push("-".to_owned());
        }
        f.write_str(&words.join(" "))
    }
}

/// What a player has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// The number of the period, from 0.
    period: usize,
    moves_left: Option<u32>,
}

impl Clock {
    /// The clock at the start of a game.
    pub const fn new(control: TimeControl) -> Self {
        let first = control.periods[0];
        Self { control, left: first.time, period: 0, moves_left: first.moves }
    }

    /// The time left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// A move has been made in that time. Says whether the clock has run out; `margin` is the
    /// lateness that is overlooked.
    #[must_use]
    pub fn spend(&mut self, time: Duration, margin: Duration) -> bool {
        let fell = time > self.left + margin;
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let Some(moves) = &mut self.moves_left {
            *moves -= 1;
            if *moves == 0 {
                self.period += 1;
                let next = self.control.period(self.period);
                self.moves_left = next.moves;
                self.left += next.time;
            }
        }
        fell
    }
}

/// Writes the `go` command for a player with these limits; the clocks are White's and Black's, and
/// `to_move` is the place of the player to move among them. `ponder` says that he is not yet to
/// move.
pub fn go_command(
    limits: Limits,
    clocks: [Option<Clock>; 2],
    to_move: usize,
    ponder: bool,
) -> String {
    let mut go = if ponder { "go ponder" } else { "go" }.to_owned();
    let mut add = |name: &str, value: u128| {
        let _ = write!(go, " {name} {value}");
    };
    if clocks[to_move].is_some() {
        // Engines know two clocks or none; one that has none gets its opponent's.
        let clock = |color: usize| clocks[color].or(clocks[1 - color]);
        for (color, name) in [(0, "wtime"), (1, "btime")] {
            // Nothing left, within the margin, is not to be taken for no clock.
            add(name, clock(color).map_or(0, |clock| clock.left.as_millis()).max(1));
        }
        for (color, name) in [(0, "winc"), (1, "binc")] {
            add(name, clock(color).map_or(0, |clock| clock.control.increment.as_millis()));
        }
        if let Some(moves) = clocks[to_move].and_then(|clock| clock.moves_left) {
            add("movestogo", moves.into());
        }
    }
    limits.move_time.into_iter().for_each(|time| add("movetime", time.as_millis()));
    limits.nodes.into_iter().for_each(|nodes| add("nodes", nodes.into()));
    limits.depth.into_iter().for_each(|depth| add("depth", depth.into()));
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for (text, moves, time, increment) in [
            ("8+0.08", None, 8_000, 80),
            ("40/60+0.6", Some(40), 60_000, 600),
            ("2:30", None, 150_000, 0),
            ("0.5", None, 500, 0),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let period = Period { moves, time: ms(time) };
            assert_eq!(control, TimeControl::of(&[period], ms(increment)).unwrap());
            assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
        }
        for text in [
            "",
            "0",
            "x",
            "40/",
            "0/60",
            "5+x",
            "-1",
            "1e300",
            "nan",
            "5+",
            "inf",
            "60,20/60",
            "20/60,",
            "1/1,1/1,1/1,1/1,1/1,1/1,1/1,1/1,1/1",
            "rogers1907@0",
            "rogers1907=x",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains(&format!("'{text}'")), "{error}");
        }
    }

    #[test]
    fn codes_of_law_have_time_controls() {
        for (text, periods) in [
            ("federation1912", "20/3600"),
            ("rogers1907", "18/3600"),
            ("rogers1907@60", "18/60"),
            ("rogers1907=24/60", "24/3600"),
            // british1897:II.10B counts for the first time after two hours.
            ("british1897=20/60,15/60", "35/7200,15/3600"),
            ("british1897=20/60@60", "40/120,20/60"),
        ] {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string(), periods, "{text}");
            assert_eq!(control.to_string().parse::<TimeControl>().unwrap(), control);
        }
        for (text, why) in [
            ("british1897", "leaves the moves to the players"),
            ("england1804", "knows no time limit"),
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains(why), "{error}");
        }
        let limits = Limits { clock: "35/7200,15/3600".parse().ok(), ..Limits::default() };
        assert_eq!(limits.to_string(), "35/7200:15/3600", "as the tag of PGN has it");
    }

    #[test]
    fn periods_follow_each_other_and_the_last_is_repeated() {
        let mut clock = Clock::new("2/1,1/3".parse().unwrap());
        assert!(!clock.spend(ms(400), ms(0)));
        assert!(!clock.spend(ms(400), ms(0)));
        assert_eq!(clock.left(), ms(3_200), "the second period, with what was left");
        assert!(!clock.spend(ms(200), ms(0)));
        assert_eq!(clock.left(), ms(6_000), "the last again");
        assert!(clock.spend(ms(6_001), ms(0)));
    }

    #[test]
    fn limits_are_set_by_name() {
        let mut limits = Limits::default();
        for (name, value) in
            [("tc", "1+0.1"), ("movetime", "40"), ("nodes", "5000"), ("depth", "9")]
        {
            assert_eq!(limits.set(name, value), Ok(true));
        }
        assert_eq!(limits.to_string(), "1+0.1 0.04/move nodes=5000 depth=9");
        assert_eq!(limits.set("st", "0.5"), Ok(true));
        assert_eq!(limits.move_time, Some(ms(500)));
        assert_eq!(limits.set("hash", "1"), Ok(false));
        for (name, value) in [("nodes", "0"), ("depth", "-1"), ("movetime", "1.5"), ("st", "0")] {
            assert!(limits.set(name, value).is_err(), "{name} {value}");
        }
        let fallback = Limits { depth: Some(3), ..Limits::default() };
        assert_eq!(limits.or(fallback), limits);
        assert_eq!(Limits::default().or(fallback), fallback);
    }

    #[test]
    fn a_clock_runs_and_falls() {
        let mut clock = Clock::new("2/1+0.1".parse().unwrap());
        assert!(!clock.spend(ms(400), ms(0)));
        assert_eq!(clock.left(), ms(700));
        assert!(!clock.spend(ms(700), ms(0)), "exactly in time");
        assert_eq!(clock.left(), ms(1_100), "the second period has begun");
        assert!(!clock.spend(ms(1_105), ms(5)), "within the margin");
        assert!(clock.spend(ms(106), ms(5)), "over it");
    }

    #[test]
    fn go_says_what_the_engine_needs() {
        let clock = |text: &str| Some(Clock::new(text.parse().unwrap()));
        let none = Limits::default();
        assert_eq!(
            go_command(none, [clock("40/8+0.1"), clock("4+0.2")], 0, false),
            "go wtime 8000 btime 4000 winc 100 binc 200 movestogo 40"
        );
        assert_eq!(
            go_command(none, [clock("40/8+0.1"), clock("4+0.2")], 1, true),
            "go ponder wtime 8000 btime 4000 winc 100 binc 200"
        );
        let nodes = Limits { nodes: Some(5), depth: Some(7), move_time: Some(ms(9)), ..none };
        assert_eq!(
            go_command(nodes, [None, clock("4")], 0, false),
            "go movetime 9 nodes 5 depth 7"
        );
        assert_eq!(
            go_command(none, [None, clock("4")], 1, false),
            "go wtime 4000 btime 4000 winc 0 binc 0"
        );
    }
}
