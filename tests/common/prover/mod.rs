//! A prover for the tests: which moves force a decided win within so many plies, whatever the
//! opponent replies. It looks at every legal move of both players and asks the rules alone
//! (`legal_moves`, `play`, `outcome`) how a game ends, so every law, stalemate as a win,
//! undertakings, ghost castling and breaches count as the rules have them. It must never use the
//! engine's search or evaluation (`engine`, beside it, asks the engine for the tests), and it
//! leaves no legal move out: moves are only put in an order, and what was found of a position is
//! remembered.
//!
//! Ends that hang on the history of a game (repetitions, claims) are not seen. That can only miss
//! a way to win and never forge one, save where a player could claim a draw: a proved win may
//! always be played so that it grows shorter with every move, hence without repeating.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

pub mod engine;
pub mod mirror;
pub mod puzzle;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use jadoube::rules::{Color, Move, Position};

/// The shortest forced win of the player to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Win {
    /// Plies until the end: the winner's own moves and the replies. 0 when the position itself has
    /// ended the game in his favour.
    pub plies: u32,
    /// Every move that forces the win within that length.
    pub moves: Vec<Move>,
}

/// What is known of a position: the player wins within `proved` plies, and not within `refuted`.
#[derive(Clone, Copy)]
struct Known {
    proved: u8,
    refuted: Option<u8>,
    /// The move that proved or refuted, to be looked at first next time.
    best: Option<Move>,
}

impl Known {
    const NOTHING: Self = Self { proved: u8::MAX, refuted: None, best: None };
}

/// Keys are random numbers already.
#[derive(Default)]
pub struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// The table is emptied when it holds so many positions (16 bytes each and as many again unused).
const MOST_POSITIONS: usize = 1 << 23;

/// Proves wins of one player under the law of the positions it is given. It may be asked about
/// many positions of one game; the law and the undertaking are in their keys.
pub struct Prover {
    player: Color,
    known: HashMap<u64, Known, BuildHasherDefault<KeyHasher>>,
    /// The reply that refuted last, for each number of plies left.
    killers: [Option<Move>; 64],
    /// Positions looked at.
    pub nodes: u64,
    /// How many positions may be looked at before the prover gives up; see [`Prover::gave_up`].
    pub most_nodes: u64,
}

impl Prover {
    /// A prover of wins for `player`.
    pub fn new(player: Color) -> Self {
        Self {
            player,
            known: HashMap::default(),
            killers: [None; 64],
            nodes: 0,
            most_nodes: u64::MAX,
        }
    }

    /// Whether the limit of nodes was reached. Its "no" is then worth nothing, its "yes" is good.
    pub fn gave_up(&self) -> bool {
        self.nodes >= self.most_nodes
    }

    /// Whether the player wins within so many plies (at most 63) by force.
    pub fn wins_within(&mut self, position: &Position, plies: u32) -> bool {
        // The counts of fifty and seventy-five moves are no part of a position's key: so near to
        // their end the memory would not be sound.
        let counted = u32::from(position.halfmove().max(position.notice().unwrap_or(0)));
        assert!(plies < 64 && counted + plies < 100, "too long to be remembered by position");
        self.wins(position, plies as u8)
    }

    /// The legal moves of the player (who must be to move) that force a win within so many plies,
    /// the move itself included.
    pub fn winning_moves(&mut self, position: &Position, plies: u32) -> Vec<Move> {
        assert_eq!(position.turn(), self.player);
        if plies == 0 || position.outcome().is_some() {
            return Vec::new();
        }
        let moves = position.legal_moves();
        moves.into_iter().filter(|&mv| self.wins_within(&position.play(mv), plies - 1)).collect()
    }

    /// The length of the shortest forced win, if there is one within so many plies.
    pub fn shortest(&mut self, position: &Position, plies: u32) -> Option<u32> {
        (0..=plies).find(|&plies| self.wins_within(position, plies))
    }

    fn wins(&mut self, position: &Position, plies: u8) -> bool {
        self.nodes += 1;
        if plies == 0 {
            return self.is_won(position) == Some(true);
        }
        if self.gave_up() {
            return false;
        }
        let known = self.known.get(&position.key()).copied().unwrap_or(Known::NOTHING);
        if plies >= known.proved {
            return true;
        }
        if known.refuted.is_some_and(|refuted| plies <= refuted) {
            return false;
        }
        if let Some(won) = self.is_won(position) {
            return won;
        }
        let (won, best) = if position.turn() == self.player {
            self.some_move_wins(position, plies, known.best)
        } else {
            self.every_move_loses(position, plies, known.best)
        };
        // The last two plies are sooner searched again than remembered.
        if plies > 2 && !self.gave_up() {
            self.remember(position.key(), known, plies, won, best);
        }
        won
    }

    /// Whether the position is an end, and then whether it is the player's win.
    fn is_won(&self, position: &Position) -> Option<bool> {
        position.outcome().map(|outcome| outcome.winner == Some(self.player))
    }

    fn remember(&mut self, key: u64, known: Known, plies: u8, won: bool, best: Option<Move>) {
        if self.known.len() >= MOST_POSITIONS {
            self.known.clear();
        }
        let best = best.or(known.best);
        let now = if won {
            Known { proved: plies, best, ..known }
        } else {
            Known { refuted: Some(plies), best, ..known }
        };
        self.known.insert(key, now);
    }

    fn some_move_wins(
        &mut self,
        position: &Position,
        plies: u8,
        first: Option<Move>,
    ) -> (bool, Option<Move>) {
        let mut moves = position.legal_moves();
        if plies > 2 {
            // The fewer replies, the shorter the proof; checks before all others.
            moves.sort_by_cached_key(|&mv| {
                let after = position.play(mv);
                let replies = after.board().count_legal();
                (Some(mv) != first, !after.in_check(), replies)
            });
        }
        let winner = moves.into_iter().find(|&mv| self.wins(&position.play(mv), plies - 1));
        (winner.is_some(), winner)
    }

    fn every_move_loses(
        &mut self,
        position: &Position,
        plies: u8,
        first: Option<Move>,
    ) -> (bool, Option<Move>) {
        let killer = self.killers[usize::from(plies)];
        let mut moves = position.legal_moves();
        moves.sort_by_key(|&mv| {
            (Some(mv) != first, Some(mv) != killer, position.captured(mv).is_none())
        });
        let refutation = moves.into_iter().find(|&mv| !self.wins(&position.play(mv), plies - 1));
        if refutation.is_some() {
            self.killers[usize::from(plies)] = refutation;
        }
        (refutation.is_none(), refutation)
    }
}

/// The shortest forced win of the player to move within so many plies, with all moves that force
/// it.
pub fn prove(position: &Position, plies: u32) -> Option<Win> {
    let mut prover = Prover::new(position.turn());
    let plies = prover.shortest(position, plies)?;
    Some(Win { plies, moves: prover.winning_moves(position, plies) })
}
