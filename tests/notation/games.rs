//! Games for the tests of whole files: of random moves, and of the engine against itself on all
//! terms. The same number is the same game on every machine.

use std::thread;

use jadoube::eval::MAX_PLY;
use jadoube::notation::descriptive::{Layout, Style};
use jadoube::notation::pgn::{GameResult, Record};
use jadoube::rules::laws::{Code, Terms};
use jadoube::search::{FixedNodes, NoProber, Request, STACK, Searcher, Silent};

use crate::util::{Dice, STARTS, start};

/// A game of random moves from a start of the list, at most `plies` long.
pub fn random_game(index: usize, plies: usize) -> Record {
    let (words, fen) = STARTS[index % STARTS.len()];
    let (terms, start) = start(words, fen);
    let mut record = Record::new(&terms, start);
    play_at_random(&mut record, &mut Dice::new(index as u64 + 1), plies);
    record
}

fn play_at_random(record: &mut Record, dice: &mut Dice, plies: usize) {
    for _ in 0..plies {
        let moves = record.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        assert!(record.play(moves[dice.below(moves.len())]));
    }
}

/// The style and the layout of the n-th sheet: each meets each.
pub fn manner(index: usize) -> (Style, Layout) {
    let styles = Style::ALL.len();
    (Style::ALL[index % styles], Layout::ALL[index / styles % Layout::ALL.len()])
}

/// Every code; every odds that has a name, squares and moves; every sort of undertaking.
pub fn all_terms() -> Vec<Terms> {
    let mut all: Vec<Terms> = Code::ALL.iter().map(|code| Terms::from(*code)).collect();
    let odds = [
        "pawn",
        "knight",
        "bishop",
        "rook",
        "queen",
        "exchange",
        "minors",
        "a1,b1",
        "pawn,moves=2",
        "moves=3",
    ];
    let undertakings = [
        "pawn",
        "queen",
        "knight",
        "pawn@f2",
        "man@b1",
        "square=e4",
        "within=30",
        "draw",
        "rook,within=40",
    ];
    for code in [Code::British1897, Code::Rogers1907] {
        all.extend(odds.map(|text| Terms { odds: text.parse().unwrap(), ..Terms::from(code) }));
    }
    for code in [Code::British1897, Code::Chess] {
        let bound = |text: &str| Some(text.parse().unwrap());
        all.extend(
            undertakings.map(|text| Terms { undertaking: bound(text), ..Terms::from(code) }),
        );
    }
    all
}

/// Games of the engine against itself, some on each of [`all_terms`] in turn, after six random
/// plies.
pub fn self_play(games: usize) -> Vec<Record> {
    let play = move || {
        let terms = all_terms();
        let mut searcher: Searcher = Searcher::new(1, 1);
        let game = |index| self_game(&mut searcher, &terms[index % terms.len()], index);
        (0..games).map(game).collect()
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(play).unwrap();
    thread.join().unwrap()
}

/// No game is longer, in plies.
const LONGEST: usize = 200;
/// For each move.
const NODES: u64 = 60;

fn self_game(searcher: &mut Searcher, terms: &Terms, index: usize) -> Record {
    searcher.clear();
    let mut record = Record::new(terms, terms.start().position(terms).unwrap());
    play_at_random(&mut record, &mut Dice::new(index as u64 + 1), 6);
    while record.game().outcome().is_none() && record.game().moves().len() < LONGEST {
        let request = Request {
            game: record.game(),
            search_moves: &[],
            multi_pv: 1,
            depth: MAX_PLY,
            mate: None,
        };
        let found = searcher.search(&request, &FixedNodes(NODES), &mut Silent, &NoProber);
        let Some(best) = found.best else { break };
        assert!(record.play(best));
    }
    record.result = GameResult::of(record.game().outcome());
    record
}
