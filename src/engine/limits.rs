//! What bounds a search, and how a clock becomes two times: the one to aim at and the one never to
//! pass. Pure arithmetic: no time is read here.

use std::time::Duration;

use crate::rules::{Move, Position};

/// What `go` asks for, its moves read. A limit that was not named is `None`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SearchLimits {
    /// Milliseconds on each player's clock, White's first.
    pub time: [Option<u64>; 2],
    /// Milliseconds added for each move, White's first.
    pub increment: [u64; 2],
    /// Moves until the next time control, at least 1.
    pub moves_to_go: Option<u32>,
    /// Milliseconds for this move.
    pub move_time: Option<u64>,
    /// The deepest iteration in plies, at least 1.
    pub depth: Option<usize>,
    /// Nodes of all threads, at least 1.
    pub nodes: Option<u64>,
    /// End when a mate in so many moves is found, at least 1.
    pub mate: Option<u32>,
    /// Only an order to stop ends it.
    pub infinite: bool,
    /// The clock begins at the ponder hit.
    pub ponder: bool,
    /// Only these root moves, if any.
    pub search_moves: Vec<Move>,
}

/// What decides how long to think, beside the limits and the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Circumstances {
    /// Milliseconds that a move loses on its way to the GUI.
    pub overhead: u64,
    /// Whether the opponent's time is thought in, too.
    pub pondering: bool,
    /// Whether nothing of this game has been searched before.
    pub first_of_game: bool,
}

/// How long to think.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// The time to aim at; an iteration that is finished is asked whether it has passed. `None`:
    /// no time is aimed at.
    pub aim: Option<Duration>,
    /// The time at which the search ends whatever is unfinished.
    pub end: Option<Duration>,
}

/// How many moves the time on the clock is divided by with so many men on the board, kings and pawns
/// included, when nobody says how many moves are to come: 24 with 32 men, 8 with 8 men and fewer.
/// Games go on for longer; but the opening and the middle game decide most of them, and the later
/// moves still have the same share of what is left.
///
/// In 600 games from balanced openings the median number of moves until a game was decided fell
/// evenly from 46 at 32 men to 16 at 14, and stayed near there with fewer. Against 24 with any number
/// of men this made +23 ± 10 Elo in 739 games from positions near a stalemate under `england1804`
/// (median: 11 men, and 19 moves to come) at 1 s + 0.0175 s, and 0 ± 16 in 586 games from balanced
/// openings at that time and at 1 s + 0.01 s. Before, with one number for all, 24 against 45 made
/// +22.6 ± 21.0 and 18 against 24 -12.2 ± 24.3 in 400 games each, 14 against 24 +4.6 ± 24.1 in 300,
/// at 1 s + 0.01 s.
fn moves_to_come(men: u32) -> f64 {
    /// The moves for each man, ...
    const BY_MEN: f64 = 0.675;
    /// ... those that come whatever is on the board, ...
    const BASE: f64 = 2.4;
    /// ... and the fewest that are expected.
    const FEWEST: f64 = 8.0;
    (BASE + BY_MEN * f64::from(men)).max(FEWEST)
}

/// The share of the usable time that a single move may take at most. What is left is for the delays
/// of a busy machine, beyond those that `Move Overhead` knows of. Before a time control it is divided
/// by the square root of the moves to make: an even share, which is divided by their number, would
/// leave nothing more for a move that turns out to be hard.
const LARGEST_SHARE: f64 = 0.75;
/// The same where nobody says how many moves are to come.
///
/// With few men this is little more than the time aimed at. A longest search of at least 2.5 times that
/// time made 0 ± 9 Elo in 400 games from positions near a stalemate under `england1804` at
/// 1 s + 0.0175 s (+163 =74 -163).
const LARGEST_SHARE_OF_GAME: f64 = 0.15;
/// How much longer to think where the opponent's time is thought in, too.
const PONDER_FACTOR: f64 = 1.2;
/// How much longer to think at the first search of a game, which no earlier one has told anything: its
/// short iterations err most.
///
/// Together with the least patience of the timer this made +19 ± 10 Elo in 806 games from positions near
/// a stalemate under `england1804` at 1 s + 0.0175 s (+352 =147 -307), where the first move often
/// decides, and 0 ± 17 in 570 games from balanced openings at 1 s + 0.01 s. Four times as long, and a
/// least patience of 0.5, made -2 ± 10 against these in 421 games from positions near a stalemate.
const FIRST_SEARCH_FACTOR: f64 = 2.0;

impl SearchLimits {
    /// The times for the player to move.
    pub fn budget(&self, position: &Position, circumstances: Circumstances) -> Budget {
        let Circumstances { overhead, pondering, first_of_game } = circumstances;
        let player = position.turn();
        if let Some(time) = self.move_time {
            // At least half of what was asked for is used, however large the overhead is.
            let usable = time.saturating_sub(overhead).max(time / 2).max(1);
            return Budget { aim: None, end: Some(Duration::from_millis(usable)) };
        }
        let [ours, theirs] = [player, player.other()].map(|color| self.time[color.index()]);
        // A GUI that forgets our clock will hardly mean that we have for ever.
        let Some(time) = ours.or(theirs) else { return Budget::default() };
        let increment = self.increment[player.index()] as f64;
        let overhead = overhead as f64;
        let usable = (time as f64 - overhead).max(1.0);
        // Before a time control one move more is reckoned with than must be made: its time stays
        // on the clock when the last move falls to a busy machine.
        let to_control = self.moves_to_go.map(|moves| f64::from(moves.max(1).saturating_add(1)));
        let men = position.board().occupied().count();
        let moves = to_control.unwrap_or_else(|| moves_to_come(men));
        // What the moves after this one will add and cost, as far as it can be foreseen.
        let to_come = (increment - overhead) * (moves - 1.0);
        let pool = (usable + to_come).max(usable / 2.0);
        let share = to_control.map_or(LARGEST_SHARE_OF_GAME, |moves| LARGEST_SHARE / moves.sqrt());
        let longer = if first_of_game { FIRST_SEARCH_FACTOR } else { 1.0 };
        let end = (longer * (usable * share + 2.0 * (increment - overhead).max(0.0)))
            .min(usable * LARGEST_SHARE)
            .max(1.0);
        let aim = longer * pool / moves * if pondering { PONDER_FACTOR } else { 1.0 };
        let milliseconds = |value: f64| Some(Duration::from_secs_f64(value / 1000.0));
        Budget { aim: milliseconds(aim.min(end)), end: milliseconds(end) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::laws::Terms;

    fn clock(time: u64, increment: u64, moves_to_go: Option<u32>) -> SearchLimits {
        SearchLimits {
            time: [Some(time), Some(1)],
            increment: [increment, 0],
            moves_to_go,
            ..SearchLimits::default()
        }
    }

    fn milliseconds(budget: Budget) -> (f64, f64) {
        let value = |time: Option<Duration>| time.expect("there is a clock").as_secs_f64() * 1000.0;
        (value(budget.aim), value(budget.end))
    }

    /// An overhead of 10 ms, without pondering, after searches before.
    const USUAL: Circumstances =
        Circumstances { overhead: 10, pondering: false, first_of_game: false };

    /// White's times in the initial position.
    fn at_start(limits: &SearchLimits) -> Budget {
        limits.budget(&Position::initial(), USUAL)
    }

    /// King and rook against king and knight.
    fn ending() -> Position {
        let setup = fen::parse("8/4n3/4k3/8/8/3K3R/8/8 w - - 0 1").unwrap();
        setup.position(&Terms::default()).unwrap()
    }

    /// Whatever is on the clock, the end leaves the overhead and a quarter of the rest on it.
    #[test]
    fn the_end_never_reaches_the_flag() {
        let assert_ends = |limits: SearchLimits, overhead, usable: f64| {
            for position in [Position::initial(), ending()] {
                for first_of_game in [false, true] {
                    let circumstances = Circumstances { overhead, first_of_game, ..USUAL };
                    let (aim, end) = milliseconds(limits.budget(&position, circumstances));
                    assert!(end <= (0.75 * usable).max(1.0) + 1e-6, "{limits:?} {end}");
                    assert!(0.0 < aim && aim <= end, "{limits:?} {aim} {end}");
                }
            }
        };
        for time in [0u64, 1, 5, 12, 30, 100, 1000, 60_000, 5_400_000] {
            for increment in [0, 10, 1000, 30_000] {
                for moves_to_go in [None, Some(1), Some(2), Some(5), Some(40), Some(100)] {
                    for overhead in [0, 10, 500] {
                        let usable = time.saturating_sub(overhead) as f64;
                        assert_ends(clock(time, increment, moves_to_go), overhead, usable);
                    }
                }
            }
        }
    }

    #[test]
    fn an_ending_is_thought_about_for_longer_and_never_runs_out_of_time() {
        let aim = |left: f64, position: &Position| {
            milliseconds(clock(left as u64, 0, None).budget(position, USUAL)).0
        };
        assert!(aim(60_000.0, &ending()) > 2.0 * aim(60_000.0, &Position::initial()));
        let mut left = 60_000.0;
        for number in 1..=50 {
            let aim = aim(left, &ending());
            assert!(aim > 5.0, "move {number} with {left} ms: {aim}");
            left -= aim;
        }
    }

    #[test]
    fn forty_moves_get_through_on_the_aim() {
        let mut left = 2000.0;
        for to_go in (1..=40).rev() {
            let (aim, _) = milliseconds(at_start(&clock(left as u64, 0, Some(to_go))));
            assert!(aim > 5.0, "{to_go} moves to go with {left} ms: {aim}");
            left -= aim;
        }
        assert!((10.0..600.0).contains(&left), "{left}");
    }

    #[test]
    fn more_time_is_more_to_think_with() {
        let aim = |time| milliseconds(at_start(&clock(time, 0, None))).0;
        assert!(aim(60_000) > 1.9 * aim(30_000));
        let slow = clock(60_000, 1000, None);
        let with = |circumstances| milliseconds(slow.budget(&Position::initial(), circumstances));
        let (plain, end) = with(USUAL);
        let pondering = with(Circumstances { pondering: true, ..USUAL }).0;
        assert!(pondering > plain && plain > aim(60_000));
        let first = with(Circumstances { first_of_game: true, ..USUAL });
        assert!(first.0 > 1.5 * plain && first.1 > 1.5 * end);
    }

    #[test]
    fn a_time_for_the_move_is_used_but_for_the_overhead() {
        let end = |time, overhead| {
            let limits = SearchLimits { move_time: Some(time), ..SearchLimits::default() };
            let budget = limits.budget(&Position::initial(), Circumstances { overhead, ..USUAL });
            assert_eq!(budget.aim, None);
            budget.end.map(|end| end.as_millis())
        };
        assert_eq!(end(1000, 10), Some(990));
        assert_eq!(end(20, 100), Some(10));
        assert_eq!(end(0, 10), Some(1));
    }

    #[test]
    fn without_a_clock_there_is_no_end() {
        let limits = SearchLimits { depth: Some(3), ..SearchLimits::default() };
        assert_eq!(at_start(&limits), Budget::default());
        // The opponent's clock is better than none.
        let theirs = SearchLimits { time: [None, Some(1000)], ..SearchLimits::default() };
        assert!(at_start(&theirs).end.is_some());
    }
}
