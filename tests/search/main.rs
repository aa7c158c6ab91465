//! The search from outside, under every law: what it says is true of the position, whatever the
//! law, the number of threads and the node at which it is broken off.

mod advantage;
mod analysis;
mod bare_kings;
#[path = "../common/chance.rs"]
mod chance;
mod ends;
#[path = "../common/folder.rs"]
mod folder;
mod king_and_pawn;
mod lines;
#[path = "../common/made_table.rs"]
mod made_table;
mod mates;
#[path = "../common/program.rs"]
mod program;
#[path = "../common/prover/mod.rs"]
mod prover;
mod puzzles;
mod see;
#[path = "../common/shared.rs"]
mod shared;
#[path = "../common/king_and_pawn.rs"]
mod solved;
mod tablebases;
mod tables;
mod threads;

use jadoube::eval::Score;
use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::Terms;
use jadoube::rules::{Game, Position};
use jadoube::search::{Observer, Report};

use chance::Random;

/// The position of a FEN.
fn position(text: &str, terms: &Terms) -> Position {
    fen::parse(text).unwrap().position(terms).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A game from a FEN and moves.
fn game(text: &str, moves: &str, terms: &Terms) -> Game {
    let mut game = Game::new(position(text, terms));
    for mv in moves.split_whitespace() {
        let mv = coordinate::parse(game.position(), mv).expect(mv);
        assert!(game.play(mv));
    }
    game
}

/// Goes on with a game by so many moves made at random, or fewer where it ends.
fn play_at_random(random: &mut Random, game: &mut Game, plies: usize) {
    for _ in 0..plies {
        if game.outcome().is_some() {
            return;
        }
        assert!(game.play(random.one_of(&game.position().legal_moves())));
    }
}

/// Keeps what is reported, each line held to the moves that can be played.
struct EventListener<'a> {
    root: &'a Position,
    lines: usize,
    scores: Vec<Score>,
    /// Whether every score was said to be decided.
    decided: bool,
}

impl<'a> EventListener<'a> {
    fn new(root: &'a Position) -> Self {
        Self { root, lines: 0, scores: Vec::new(), decided: true }
    }
}

impl Observer for EventListener<'_> {
    fn line(&mut self, report: &Report<'_>) {
        lines::assert_playable(self.root, report.pv);
        self.lines += 1;
        self.scores.push(report.score);
        self.decided &= report.decided;
    }
}
