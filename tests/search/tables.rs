//! What the table of a search and the tablebases know: mates that the law's count forestalls are
//! not believed, and what is won in the tables is won on the board.

use jadoube::eval::Score;
use jadoube::notation::fen;
use jadoube::rules::laws::{Code, Terms};
use jadoube::rules::{Color, Game, Position, splitmix};
use jadoube::search::{FixedNodes, NoProber, Prober, Request, SearchResult, Searcher};
use jadoube::tablebases::Tablebases;

use super::ends::some_setup;
use super::tablebases::real_tables;
use super::{EventListener, position};
use crate::chance::Random;

fn search<'a>(
    searcher: &mut Searcher,
    game: &'a Game,
    nodes: u64,
    prober: &dyn Prober,
) -> (SearchResult, EventListener<'a>) {
    let mut listener = EventListener::new(game.position());
    let request = Request { game, search_moves: &[], multi_pv: 1, depth: 60, mate: None };
    let found = searcher.search(&request, &FixedNodes(nodes), &mut listener, prober);
    (found, listener)
}

/// After the mates have been found with the count at nothing, the same position with the count
/// nearly full: no mate is reported that the count forestalls.
#[test]
fn a_mate_from_the_table_is_held_to_the_count_of_the_law() {
    for code in [Code::Chess, Code::France1804, Code::British1897, Code::Rogers1907] {
        let terms = Terms::from(code);
        let mut searcher = Searcher::new(16, 1);
        let at = |plies: u16| {
            let mut setup = fen::parse("8/8/8/3k4/8/8/8/KRR5 w - - 0 80").unwrap();
            (setup.halfmove, setup.captureless, setup.notice) = (plies, Some(plies), Some(plies));
            setup.position(&terms).unwrap()
        };
        let game = Game::new(at(0));
        let (found, _) = search(&mut searcher, &game, 400_000, &NoProber);
        assert!(found.score.is_mate(), "{code}: {:?}", found.score);
        for count in (60..100).step_by(2) {
            let game = Game::new(at(count));
            let (found, _) = search(&mut searcher, &game, 10_000, &NoProber);
            let plies = Score::MATE.0 - found.score.0;
            let left = 100 - i32::from(count);
            assert!(!found.score.is_mate() || plies <= left, "{code} {count}: {:?}", found.score);
        }
    }
}

/// A position of three or four pieces that the player to move wins or has lost by the tables.
fn some_won_ending(random: &mut Random, tables: &Tablebases) -> Option<(Position, Color)> {
    let position = some_setup(random).position(&Terms::default()).ok()?;
    if position.board().occupied().count() > 4 || position.outcome().is_some() {
        return None;
    }
    match tables.result(&position)? {
        2 => Some((position, position.turn())),
        -2 => Some((position, position.turn().other())),
        _ => None,
    }
}

/// The engine, with few nodes a move, wins what the tables call won against a defender who holds
/// out as long as they tell him to, and never lets a position stand twice.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn a_hundred_won_endings_are_won() {
    let tables = real_tables();
    let mut random = Random(3);
    let mut searcher = Searcher::new(1, 1);
    let mut won = 0;
    while won < 100 {
        let Some((start, winner)) = some_won_ending(&mut random, &tables) else { continue };
        let mut game = Game::new(start);
        while game.outcome().is_none() {
            let here = *game.position();
            let mv = if here.turn() == winner {
                let (found, listener) = search(&mut searcher, &game, 100, &tables);
                assert!(found.score >= Score::TABLEBASE, "{}", fen::to_string(&here));
                assert!(listener.scores.iter().all(|score| *score >= Score::TABLEBASE));
                found.best.unwrap()
            } else {
                let holds = |after: &Position| tables.distance_to_zeroing(after).unwrap_or(0);
                let moves = here.legal_moves().into_iter();
                moves
                    .max_by_key(|&mv| (holds(&here.play(mv)), splitmix(mv.bits().get().into())))
                    .unwrap()
            };
            assert!(game.play(mv));
            let now = fen::to_string(game.position());
            assert!(game.occurrences() == 1, "{} goes in a circle: {now}", fen::to_string(&start));
        }
        let winner_is = game.outcome().unwrap().winner;
        assert_eq!(winner_is, Some(winner), "{}", fen::to_string(&start));
        won += 1;
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_score_at_a_tablebase_root_is_the_tables() {
    let tables = real_tables();
    for (text, expected) in [
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", Score::ZERO),
        ("8/8/8/4k3/8/8/4P3/4K3 b - - 0 1", Score::ZERO),
        ("8/8/8/3k4/8/8/8/KQ5r w - - 0 1", Score::TABLEBASE),
        ("8/8/3k4/8/8/8/8/KQ6 b - - 0 1", -Score::TABLEBASE),
        ("8/8/8/3k4/8/8/8/KBN5 w - - 90 80", Score::ZERO),
    ] {
        let game = Game::new(position(text, &Terms::default()));
        let (found, listener) = search(&mut Searcher::new(1, 1), &game, 2_000, &tables);
        let told = listener.scores.iter().chain([&found.score]);
        let same = |score: &Score| match expected {
            Score::ZERO => *score == Score::ZERO,
            _ => score.0.signum() == expected.0.signum() && score.0.abs() >= expected.0.abs(),
        };
        assert!(told.clone().all(same), "{text}: {:?}", listener.scores);
        assert!(listener.decided && listener.lines > 0, "{text}");
    }
}

/// No tables are needed to know that two kings cannot win.
#[test]
fn bare_kings_are_drawn_without_tables() {
    for text in ["8/8/4k3/8/8/3K4/8/8 w - - 0 1", "8/8/4k3/8/8/3KB3/8/8 b - - 0 1"] {
        let game = Game::new(position(text, &Terms::default()));
        let (found, listener) = search(&mut Searcher::new(1, 1), &game, 2_000, &NoProber);
        assert_eq!(found.score, Score::ZERO);
        assert!(listener.decided && listener.scores.iter().all(|score| *score == Score::ZERO));
    }
}
