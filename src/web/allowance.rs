//! How much of the server's time one page may use, so that none can use it up: time saved in quiet
//! moments and spent by messages. It measures nothing itself.

use std::time::Duration;

use tokio::time::Instant;

/// The share of the server's time that a page may use, as a divisor.
const SHARE: u32 = 5;
/// As much time a page can save.
const MOST_SAVED: Duration = Duration::from_millis(400);
/// Every message counts at least this: reading and answering it takes time that is not measured.
const LEAST: Duration = Duration::from_micros(30);

/// What a page has saved, and what it owes.
pub struct Allowance {
    saved: Duration,
    owed: Duration,
    since: Instant,
}

impl Allowance {
    /// A page that has just connected.
    pub fn new(now: Instant) -> Self {
        Self { saved: MOST_SAVED, owed: Duration::ZERO, since: now }
    }

    /// A message has used so much time.
    pub fn spend(&mut self, cost: Duration, now: Instant) {
        self.earn(now);
        let cost = cost.max(LEAST);
        self.owed += cost.saturating_sub(self.saved);
        self.saved = self.saved.saturating_sub(cost);
    }

    /// When the next message may be read, if not at once.
    pub fn waits_until(&self) -> Option<Instant> {
        (!self.owed.is_zero()).then(|| self.since + self.owed * SHARE)
    }

    /// Counts what has been earned by now.
    pub fn earn(&mut self, now: Instant) {
        let earned = now.saturating_duration_since(self.since) / SHARE;
        self.since = now;
        self.saved = (self.saved + earned.saturating_sub(self.owed)).min(MOST_SAVED);
        self.owed = self.owed.saturating_sub(earned);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_used_up_his_time_waits_five_times_as_long() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        allowance.spend(MOST_SAVED, start);
        assert_eq!(allowance.waits_until(), None);
        allowance.spend(Duration::from_millis(10), start);
        assert_eq!(allowance.waits_until(), Some(start + Duration::from_millis(50)));
        allowance.earn(start + Duration::from_millis(50));
        assert_eq!(allowance.waits_until(), None);
    }

    #[test]
    fn the_smallest_messages_count_too_and_no_page_saves_for_ever() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        let later = start + Duration::from_secs(3600);
        let mut count = 0;
        while allowance.waits_until().is_none() {
            allowance.spend(Duration::ZERO, later);
            count += 1;
        }
        let most = MOST_SAVED.as_micros() / LEAST.as_micros();
        assert!((most..=most + 1).contains(&count), "{count} messages");
    }
}
