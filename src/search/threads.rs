//! The threads of a search: how they run, and which of them answers.

use super::request::{Observer, Request};
use super::worker::{Shared, StopIfPanicking, Worker};
use crate::eval::{Evaluator, Score};
use crate::rules::Move;

/// The stack of a search thread in bytes, and what the caller of
/// [`Searcher::search`](super::Searcher::search) should have. A search can stand as deep as its
/// longest line, with the moves of each position on the way.
pub const STACK: usize = 32 << 20;

/// Lets the workers search, each on a thread of its own but the first, which reports, and returns
/// when all have ended. The number of those that ran: those that the system gives no thread are
/// the last.
///
/// # Panics
/// When one of them has panicked; the others have ended then.
pub(super) fn run_threads<E: Evaluator>(
    workers: &mut [Worker<E>],
    request: &Request<'_>,
    root_moves: &[Move],
    shared: &Shared<'_>,
    observer: &mut dyn Observer,
) -> usize {
    let (leader, helpers) = workers.split_at_mut(1);
    std::thread::scope(|scope| {
        let _guard = StopIfPanicking(&shared.stop);
        let mut running = 1;
        for helper in helpers {
            let run = move || {
                let _guard = StopIfPanicking(&shared.stop);
                helper.run(request, root_moves, shared, None);
            };
            let thread = std::thread::Builder::new().stack_size(STACK);
            if thread.spawn_scoped(scope, run).is_err() {
                break;
            }
            running += 1;
        }
        leader[0].run(request, root_moves, shared, Some(observer));
        running
    })
}

/// What a thread has found: the best move, its score, and the iteration it has finished, in plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vote {
    pub(super) mv: Move,
    pub(super) score: Score,
    pub(super) depth: usize,
}

/// The centipawns by which the weight of the lowest score among the votes is above zero.
const LEAST_WEIGHT: i32 = 10;

/// The index of the thread that answers. Each thread votes for its best move, and its vote weighs
/// the more the deeper it has searched and the higher its score is. A proved win is taken before
/// any majority, a proved loss after it. The first thread wins a tie, and answers when no thread
/// has finished an iteration.
pub(super) fn elect(votes: &[Vote]) -> usize {
    let voters = || votes.iter().enumerate().filter(|(_, vote)| vote.depth > 0);
    let worst = voters().map(|(_, vote)| vote.score.0).min().unwrap_or(0);
    let weight = |vote: &Vote| i64::from(vote.score.0 - worst + LEAST_WEIGHT) * vote.depth as i64;
    let votes_for = |mv: Move| -> i64 {
        voters().filter(|(_, vote)| vote.mv == mv).map(|(_, vote)| weight(vote)).sum()
    };
    let better = |ours: &Vote, theirs: &Vote| {
        if ours.score.is_decided() || theirs.score.is_decided() {
            theirs.score > ours.score
        } else {
            votes_for(theirs.mv) > votes_for(ours.mv)
        }
    };
    voters()
        .reduce(|ours, theirs| if better(ours.1, theirs.1) { theirs } else { ours })
        .map_or(0, |(index, _)| index)
}

/// Makes workers forget what they have learnt, on as many threads as the machine runs at once.
pub(super) fn clear_workers<E: Evaluator>(workers: &mut [Worker<E>]) {
    let processors = std::thread::available_parallelism().map_or(1, |count| count.get());
    let share = workers.len().div_ceil(processors).max(1);
    std::thread::scope(|scope| {
        for share in workers.chunks_mut(share) {
            let clear = move || share.iter_mut().for_each(Worker::clear);
            if std::thread::Builder::new().spawn_scoped(scope, clear).is_err() {
                break;
            }
        }
    });
    // Those of a thread that the system did not give; the others have nothing left to clear.
    workers.iter_mut().for_each(Worker::clear);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{MoveKind, Square};

    fn vote(to: Square, score: Score, depth: usize) -> Vote {
        Vote { mv: Move::new(Square::E1, to, MoveKind::Normal), score, depth }
    }

    #[test]
    fn two_threads_outvote_one_that_scores_a_little_higher() {
        let (one, other) = (Square::D1, Square::F1);
        let votes =
            [vote(one, Score(30), 10), vote(other, Score(25), 10), vote(other, Score(25), 10)];
        assert_eq!(elect(&votes), 1);
        // Far higher is another matter.
        let votes =
            [vote(one, Score(95), 10), vote(other, Score(25), 10), vote(other, Score(25), 10)];
        assert_eq!(elect(&votes), 0);
    }

    #[test]
    fn a_deeper_vote_weighs_more() {
        let votes = [vote(Square::D1, Score(20), 8), vote(Square::F1, Score(20), 9)];
        assert_eq!(elect(&votes), 1);
    }

    #[test]
    fn the_first_thread_wins_a_tie() {
        let votes = [vote(Square::D1, Score(20), 8), vote(Square::F1, Score(20), 8)];
        assert_eq!(elect(&votes), 0);
    }

    #[test]
    fn a_proved_win_beats_any_majority_and_the_quicker_one_the_slower() {
        let (one, other) = (Square::D1, Square::F1);
        let evaluated = vote(one, Score(400), 30);
        let votes = [evaluated, evaluated, vote(other, Score::mate_in(9), 5)];
        assert_eq!(elect(&votes), 2);
        let votes = [vote(other, Score::mate_in(9), 20), vote(one, Score::mate_in(7), 5)];
        assert_eq!(elect(&votes), 1);
    }

    #[test]
    fn a_proved_loss_is_the_last_choice() {
        let (one, other) = (Square::D1, Square::F1);
        let lost = vote(one, Score::mated_in(8), 30);
        assert_eq!(elect(&[lost, lost, vote(other, Score(-900), 3)]), 2);
        // Of two losses the later one is chosen.
        assert_eq!(elect(&[lost, vote(other, Score::mated_in(12), 30)]), 1);
    }

    #[test]
    fn a_thread_without_a_finished_iteration_has_no_vote() {
        let unfinished = vote(Square::D1, Score::mate_in(1), 0);
        assert_eq!(elect(&[unfinished, vote(Square::F1, Score(-50), 1)]), 1);
        assert_eq!(elect(&[unfinished, unfinished]), 0);
    }
}
