//! The clocks of a game: so much time for all moves, or so many moves in each hour as the codes
//! limit time. What the codes make of the time used, the arbiter says; here it is only measured.

use std::time::Instant;

use serde::{Deserialize, Serialize};

use super::message::ClockWords;
use crate::arbiter::clock::{HOUR, Limit, TimeRuling, at_whole_hours};
use crate::rules::Color;
use crate::rules::laws::Code;

/// No limit looks further ahead than this, in hours.
const LONGEST: u32 = 1_000;

/// The clocks of a game.
#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct GameClock {
    /// Milliseconds that White and Black have left; under a limit, that they have used.
    left: [u64; 2],
    /// Milliseconds added for each move.
    pub increment: u64,
    /// How many moves are due in each hour, where that is what is limited.
    #[serde(default)]
    limit: Option<HourLimit>,
    /// Whose clock is running since when. It stands still until the first move, and after a
    /// restart of the server until the next.
    #[serde(skip)]
    running: Option<(Color, Instant)>,
}

/// A limit as its text.
#[derive(Serialize, Deserialize, Clone, Debug)]
#[serde(try_from = "String", into = "String")]
struct HourLimit(Limit);

impl TryFrom<String> for HourLimit {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse().map(Self)
    }
}

impl From<HourLimit> for String {
    fn from(limit: HourLimit) -> Self {
        limit.0.to_string()
    }
}

impl GameClock {
    /// Both clocks at their beginning.
    ///
    /// # Errors
    /// One line: the limit cannot be read, or the code has none of its own.
    pub fn new(words: &ClockWords, code: Code) -> Result<Self, String> {
        let increment = u64::from(words.increment.min(3_600)) * 1000;
        let limit = match words.limit.as_deref() {
            None => None,
            Some("code") => Some(
                Limit::of(code).ok_or_else(|| format!("clock: {code} sets no limit of its own"))?,
            ),
            Some(text) => Some(text.parse().map_err(|fault| format!("clock: '{text}': {fault}"))?),
        };
        let base = u64::from(words.seconds.clamp(1, 86_400)) * 1000;
        let left = if limit.is_some() { [0; 2] } else { [base; 2] };
        Ok(Self { left, increment, limit: limit.map(HourLimit), running: None })
    }

    /// Milliseconds left, as of now: under a limit, until the hour at which too few moves would
    /// have been made. `moves` are those that each player has made.
    pub fn left(&self, code: Code, moves: [u64; 2]) -> [u64; 2] {
        let mut left = self.left;
        let gone = self.running.map(|(who, since)| {
            (who.index(), u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX))
        });
        let Some(HourLimit(limit)) = &self.limit else {
            if let Some((who, gone)) = gone {
                left[who] = left[who].saturating_sub(gone);
            }
            return left;
        };
        if let Some((who, gone)) = gone {
            left[who] = left[who].saturating_add(gone);
        }
        [0, 1].map(|who| {
            let hour = first_failing_hour(limit, code, moves[who]);
            (u64::from(hour) * u64::from(HOUR) * 1000).saturating_sub(left[who])
        })
    }

    /// Moves that each player has still to make before his time is up, where moves are limited.
    pub fn due(&self, code: Code, moves: [u64; 2]) -> Option<[u64; 2]> {
        let HourLimit(limit) = self.limit.as_ref()?;
        Some(
            moves.map(|made| {
                limit.due_by(first_failing_hour(limit, code, made)).saturating_sub(made)
            }),
        )
    }

    /// Whose clock runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(who, _)| who)
    }

    /// Stops whichever clock runs; a player who has completed a move gets what it adds.
    pub fn stop(&mut self, moved: bool) {
        let Some((who, since)) = self.running.take() else { return };
        let gone = u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX);
        let own = &mut self.left[who.index()];
        if self.limit.is_some() {
            *own = own.saturating_add(gone);
        } else {
            *own = own.saturating_sub(gone);
            if moved {
                *own += self.increment;
            }
        }
    }

    /// Starts a player's clock.
    pub fn start(&mut self, who: Color) {
        self.running = Some((who, Instant::now()));
    }

    /// The clocks as a file keeps them, standing still.
    pub fn standing(&self) -> Self {
        let mut clock = self.clone();
        clock.stop(false);
        clock
    }
}

/// The first whole hour at which so many moves are too few.
fn first_failing_hour(limit: &Limit, code: Code, moves: u64) -> u32 {
    let fails =
        |hour: &u32| at_whole_hours(code, limit, false, hour * HOUR, moves) == TimeRuling::Forfeits;
    (1..LONGEST).find(fails).unwrap_or(LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(limit: &str, code: Code) -> GameClock {
        let words = ClockWords { limit: Some(limit.to_owned()), ..ClockWords::default() };
        GameClock::new(&words, code).unwrap()
    }

    #[test]
    fn twenty_moves_an_hour_leave_an_hour_for_the_first_twenty() {
        let clock = limited("code", Code::Federation1912);
        assert_eq!(clock.left(Code::Federation1912, [0, 20]), [3_600_000, 7_200_000]);
        assert_eq!(clock.due(Code::Federation1912, [3, 20]), Some([17, 20]));
    }

    #[test]
    fn the_first_test_of_1897_is_at_two_hours() {
        let clock = limited("20/60 15/60", Code::British1897);
        assert_eq!(clock.left(Code::British1897, [0, 35]), [7_200_000, 10_800_000]);
        assert_eq!(clock.due(Code::British1897, [0, 35]), Some([35, 15]));
    }

    #[test]
    fn a_limit_that_no_code_sets_is_refused_with_its_text() {
        for (limit, word) in [("code", "chess"), ("20/30", "20/30")] {
            let words = ClockWords { limit: Some(limit.to_owned()), ..ClockWords::default() };
            assert!(GameClock::new(&words, Code::Chess).unwrap_err().contains(word));
        }
    }

    #[test]
    fn clocks_are_kept_with_their_limit() {
        let clock = limited("18/60", Code::Rogers1907);
        let text = serde_json::to_string(&clock).unwrap();
        let read: GameClock = serde_json::from_str(&text).unwrap();
        assert_eq!(read.due(Code::Rogers1907, [0, 0]), Some([18, 18]));
        assert!(serde_json::from_str::<GameClock>(&text.replace("18/60", "18")).is_err());
        let old: GameClock = serde_json::from_str(r#"{"left":[5000,6000],"increment":0}"#).unwrap();
        assert_eq!(old.left(Code::Chess, [0, 0]), [5000, 6000]);
    }
}
