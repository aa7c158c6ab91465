//! Where a line ends by the law, by a repetition or by a tablebase. The position is asked what the
//! law says; no law is known here.

use std::cmp::Ordering;
use std::ops::ControlFlow::{self, Break, Continue};
use std::sync::atomic::Ordering::Relaxed;

use super::context::{Window, tt_cutoff};
use super::request::Wdl;
use super::table::{Bound, Entry};
use super::worker::{NOTHING, Shared, Worker};
use crate::eval::{Evaluator, MAX_PLY, Score};
use crate::rules::attacks::between;
use crate::rules::laws::{Breach, DrawnBy, Outcome, Reason};
use crate::rules::{ENDLESS_CHECKS_AT_SIGHT, Game, Position, step_between};

/// Where a position has stood before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Earlier {
    InLine,
    TwiceInGame,
}

impl<E: Evaluator> Worker<E> {
    /// The score of a game that has ended, for the side to move. A win by the position itself is a
    /// mate score; a win that depends on the game's history lies just below the mate scores.
    pub(super) fn outcome_score(&self, outcome: Outcome, position: &Position, ply: usize) -> Score {
        let by_history = matches!(
            outcome.reason,
            Reason::Undertaking(Breach::NotMated(by)) if by != DrawnBy::Dead && by != DrawnBy::Stalemate
        );
        let win = match by_history {
            true => Score::BY_HISTORY - ply as i32,
            false => Score::mate_in(ply),
        };
        match outcome.winner {
            None => self.draw_score(position),
            Some(winner) if winner == position.turn() => win,
            Some(_) => -win,
        }
    }

    /// What is known before the moves are generated. `Break` is the score of a game that has ended:
    /// by the law, or by a repetition, which the search takes for a draw under every law.
    /// `Continue` is the least score of the side to move: 0 if it may claim a draw, otherwise
    /// [`NOTHING`].
    pub(super) fn terminal_score(
        &self,
        position: &Position,
        ply: usize,
    ) -> ControlFlow<Score, Score> {
        if let Some(outcome) = position.outcome_before_moves() {
            return Break(self.outcome_score(outcome, position, ply));
        }
        let ground = if position.fifty_moves_are_full() {
            DrawnBy::FiftyMoves
        } else {
            match self.repetition(position) {
                Some(Earlier::InLine) => {
                    let cycle = position.drawn(DrawnBy::ThirdOccurrence);
                    return Break(self.outcome_score(cycle, position, ply));
                }
                Some(Earlier::TwiceInGame) => DrawnBy::ThirdOccurrence,
                None => return Continue(NOTHING),
            }
        };
        let drawn = position.drawn(ground);
        let outcome = position.first_of_ends(drawn);
        let score = self.outcome_score(outcome, position, ply);
        let is_option = outcome == drawn && position.only_mover_claims();
        match score.cmp(&self.draw_score(position)) {
            Ordering::Equal if is_option => Continue(score),
            // Under an undertaking to mate, the claim would lose. It is not made.
            Ordering::Less if is_option => Continue(NOTHING),
            _ => Break(score),
        }
    }

    /// The score of the best claim of the side to move at the root, where the law lets players
    /// claim; [`NOTHING`] when there is none, or only claims that lose.
    pub(super) fn claim_at_root(&self, game: &Game) -> Score {
        let root = game.position();
        let claims = match root.only_mover_claims() && game.outcome().is_none() {
            true => game.claims_within(ENDLESS_CHECKS_AT_SIGHT),
            false => Vec::new(),
        };
        let scores =
            claims.iter().map(|claim| self.outcome_score(game.outcome_of_claim(*claim), root, 0));
        scores.filter(|score| *score >= Score::ZERO).max().unwrap_or(NOTHING)
    }

    /// The index of the oldest key that can recur, with no capture, pawn move or null move since,
    /// and the index of the position's own key.
    fn recurring_keys(&self, position: &Position) -> (usize, usize) {
        let now = self.keys.len() - 1;
        (now.saturating_sub(usize::from(position.halfmove())).max(self.key_floor), now)
    }

    /// Where the position has stood before: once in the line searched, or twice in the game. The
    /// root belongs to the game.
    fn repetition(&self, position: &Position) -> Option<Earlier> {
        let (oldest, now) = self.recurring_keys(position);
        let key = self.keys[now];
        let mut seen = 0;
        // The same side is to move every second ply, and no repetition takes fewer than four.
        let mut index = now;
        while index >= oldest + 2 {
            index -= 2;
            if self.keys[index] == key && now - index >= 4 {
                seen += 1;
                if index >= self.game_keys {
                    return Some(Earlier::InLine);
                }
                if seen == 2 {
                    return Some(Earlier::TwiceInGame);
                }
            }
        }
        None
    }

    /// Whether one move leads back to a position that has stood in the line searched, or twice in
    /// the game where a third occurrence ends it. Where it must be claimed, the claim would be the
    /// opponent's.
    pub(super) fn upcoming_repetition(&self, position: &Position) -> bool {
        let (oldest, now) = self.recurring_keys(position);
        let ends_by_record = !position.only_mover_claims();
        let board = position.board();
        let (occupied, ours) = (board.occupied(), board.of_color(position.turn()));
        // One move of this side undoes an odd number of plies, three or more.
        (oldest..(now + 1).saturating_sub(3)).rev().step_by(2).any(|index| {
            let earlier = self.keys[index];
            step_between(self.keys[now] ^ earlier).is_some_and(|(from, to)| {
                (ours.contains(from) || ours.contains(to))
                    && (between(from, to) & occupied).is_empty()
                    && (index >= self.game_keys
                        || (ends_by_record && self.keys[oldest..index].contains(&earlier)))
            })
        })
    }

    /// The table's entry of a position. The table does not know the law's move count: a win that
    /// would come after the count is full is no win here, so the bound of such an entry is dropped.
    pub(super) fn table_entry(
        &self,
        position: &Position,
        ply: usize,
        shared: &Shared<'_>,
    ) -> Option<Entry> {
        let mut entry = shared.table.probe(position.key(), ply)?;
        let from = if entry.score.is_mate() { Score::MATE } else { Score::TABLEBASE };
        let plies = from.0 - entry.score.0.abs() - ply as i32;
        let claims_a_win = match entry.bound {
            Some(Bound::Lower) => entry.score > Score::ZERO,
            Some(Bound::Upper) => entry.score < Score::ZERO,
            _ => true,
        };
        let too_late = |left: u16| plies > i32::from(left);
        if entry.score.is_decided()
            && claims_a_win
            && position.plies_until_count_is_full().is_some_and(too_late)
        {
            entry.bound = None;
        }
        Some(entry)
    }

    /// Step 5: the tablebase score of a position, if it gives a cutoff. It is stored in the
    /// transposition table.
    pub(super) fn probe_tablebases(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        window: Window,
        shared: &Shared<'_>,
    ) -> Option<Score> {
        let pieces = position.board().occupied().count();
        if pieces > shared.probe_pieces
            || (pieces == shared.probe_pieces && depth < shared.prober.least_depth())
            || position.halfmove() != 0
            || position.board().castling_rooks().any()
        {
            return None;
        }
        let wdl = shared.prober.wdl(position)?;
        shared.tablebase_hits.fetch_add(1, Relaxed);
        let won = Score::TABLEBASE - ply as i32;
        let (score, bound) = match wdl {
            Wdl::Win => (won, Bound::Lower),
            Wdl::Loss => (-won, Bound::Upper),
            Wdl::Draw => (self.draw_score(position), Bound::Exact),
        };
        let entry = Entry {
            best: None,
            score,
            eval: None,
            depth: (depth + 6).min(MAX_PLY as i32 - 1),
            bound: Some(bound),
            pv: window.is_pv(),
        };
        // On the principal variation the search goes on, to find the way to mate.
        (tt_cutoff(entry, window) && !window.is_pv()).then(|| {
            shared.store_tt(position, ply, entry);
            score
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Classical;
    use crate::rules::Setup;
    use crate::rules::Square;
    use crate::rules::laws::{Code, Terms};
    use crate::search::request::{FixedNodes, NoProber, Request};
    use crate::search::table::TranspositionTable;

    /// What is left of a bound that was stored at ply 0 when it is met at `ply`, with so many
    /// plies counted by the law of the code.
    fn bound_met(
        code: Code,
        counted: u16,
        ply: usize,
        score: Score,
        bound: Bound,
    ) -> Option<Bound> {
        let setup = Setup {
            halfmove: counted,
            captureless: Some(counted),
            notice: Some(counted),
            ..Setup::initial()
        };
        let position = setup.position(&Terms::from(code)).unwrap();
        let table = TranspositionTable::new(1).unwrap();
        let entry =
            Entry { best: None, score, eval: None, depth: 9, bound: Some(bound), pv: false };
        table.store(position.key(), 0, entry);
        let shared = Shared::new(&table, &FixedNodes(1), &NoProber, 1);
        let worker = Worker::new(0, Classical::default());
        worker.table_entry(&position, ply, &shared).unwrap().bound
    }

    #[test]
    fn a_win_after_the_count_is_full_gives_no_bound() {
        let (win, loss) = (Score::mate_in(13), Score::mated_in(14));
        for code in [Code::Chess, Code::France1804, Code::British1897, Code::Rogers1907] {
            for ply in [0, 5] {
                let met = |counted, score, bound| bound_met(code, counted, ply, score, bound);
                for bound in [Bound::Lower, Bound::Exact] {
                    assert_eq!(met(87, win, bound), Some(bound), "{code}: mate with the last ply");
                    assert_eq!(met(88, win, bound), None, "{code}");
                }
                for bound in [Bound::Upper, Bound::Exact] {
                    assert_eq!(met(86, loss, bound), Some(bound), "{code}");
                    assert_eq!(met(87, loss, bound), None, "{code}");
                }
                // That there is no more than a win, or no less than a loss, stays true.
                assert_eq!(met(99, win, Bound::Upper), Some(Bound::Upper), "{code}");
                assert_eq!(met(99, loss, Bound::Lower), Some(Bound::Lower), "{code}");
                assert_eq!(met(99, Score(500), Bound::Exact), Some(Bound::Exact), "{code}");
            }
        }
    }

    #[test]
    fn a_tablebase_win_is_held_to_the_count_too() {
        let win = Score::TABLEBASE - 13;
        assert_eq!(bound_met(Code::Chess, 87, 3, win, Bound::Lower), Some(Bound::Lower));
        assert_eq!(bound_met(Code::Chess, 88, 3, win, Bound::Lower), None);
    }

    const OUT: [(&str, &str); 2] = [("g1", "f3"), ("g8", "f6")];
    const BACK: [(&str, &str); 2] = [("f3", "g1"), ("f6", "g8")];

    fn square(name: &str) -> Square {
        let name = name.as_bytes();
        Square::at(name[0] - b'a', name[1] - b'1')
    }

    fn legal(position: &Position, (from, to): (&str, &str)) -> crate::rules::Move {
        let (from, to) = (square(from), square(to));
        let moves = position.legal_moves();
        *moves.iter().find(|mv| mv.from() == from && mv.to() == to).expect("a legal move")
    }

    /// What is known of each position of a line that is searched after so many plies of a game in
    /// which the knights go out and back; `None` in the line is a null move.
    fn repetitions(
        plies_of_game: usize,
        line: impl IntoIterator<Item = Option<(&'static str, &'static str)>>,
    ) -> Vec<Option<Earlier>> {
        let mut game = Game::new(Position::initial());
        for step in [OUT, BACK].concat().into_iter().cycle().take(plies_of_game) {
            assert!(game.play(legal(game.position(), step)));
        }
        let table = TranspositionTable::new(1).unwrap();
        let shared = Shared::new(&table, &FixedNodes(1), &NoProber, 1);
        let request = Request { game: &game, search_moves: &[], multi_pv: 1, depth: 1, mate: None };
        let mut worker = Worker::new(0, Classical::default());
        worker.begin(&request, &game.position().legal_moves(), &shared);
        let mut position = *game.position();
        let mut found = Vec::new();
        for (ply, step) in line.into_iter().enumerate() {
            position = match step {
                Some(step) => worker.make(&position, legal(&position, step), ply, &shared),
                None => {
                    worker.key_floor = worker.keys.len();
                    let after = position.pass();
                    worker.keys.push(after.repetition_key());
                    after
                }
            };
            found.push(worker.repetition(&position));
        }
        found
    }

    #[test]
    fn a_position_met_twice_in_the_line_is_a_repetition() {
        let line = [OUT, BACK, OUT].concat().into_iter().map(Some);
        // The root belongs to the game: meeting it once more is its second occurrence only.
        let found = repetitions(0, line);
        assert_eq!(found[..4], [None; 4]);
        assert_eq!(found[4..], [Some(Earlier::InLine); 2]);
    }

    #[test]
    fn a_position_that_stood_once_in_the_game_is_none_yet_and_twice_is_one() {
        assert_eq!(repetitions(3, [Some(BACK[1])]), [None]);
        assert_eq!(repetitions(7, [Some(BACK[1])]), [Some(Earlier::TwiceInGame)]);
    }

    #[test]
    fn nothing_repeats_across_a_pawn_move_or_a_null_move() {
        let pawn = [Some(("e2", "e3"))];
        let out_and_back = || {
            let black_first = [OUT[1], OUT[0], BACK[1], BACK[0]];
            black_first.into_iter().map(Some)
        };
        let after_pawn = repetitions(8, pawn.into_iter().chain(out_and_back()));
        // The position after the pawn move stood in the line; nothing before it can recur.
        assert_eq!(after_pawn[..4], [None; 4]);
        assert_eq!(after_pawn[4], Some(Earlier::InLine));
        let around_null = [None, Some(OUT[1]), None, Some(BACK[1])];
        assert_eq!(repetitions(8, around_null), [None; 4]);
    }
}
