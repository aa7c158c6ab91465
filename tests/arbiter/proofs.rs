//! Claims that look ahead: what is proved or refuted, and the line of play that shows it.

use jadoube::arbiter::{Arbiter, Ending, Event, Kind, Ruling};
use jadoube::notation::coordinate;
use jadoube::rules::Position;

/// What a claim leads to, and the game after it.
fn claim(code: &str, position: &str, claim: &str) -> (Vec<Ruling>, Arbiter) {
    let mut arbiter = Arbiter::read(&format!("code {code}\nposition {position}")).expect("a game");
    let event: Event = claim.parse().expect("a claim");
    let told = arbiter.take(event).expect("it can be claimed").to_vec();
    (told, arbiter)
}

/// The positions that a line leads through, the first one's first; every move is legal.
fn played(arbiter: &Arbiter, ruling: &Ruling) -> Vec<Position> {
    let start = arbiter.state().scene().position().expect("a position");
    let mut positions = vec![*start];
    for step in &ruling.line_shown {
        let at = positions[positions.len() - 1];
        let mv = coordinate::parse(&at, &step.to_string()).expect("a legal move");
        positions.push(at.play(mv));
    }
    positions
}

/// british1897:II.8d, federation1912:32b
#[test]
fn endless_checks_are_shown_by_a_line_that_comes_back() {
    for code in ["british1897", "federation1912"] {
        for position in
            ["6k1/6p1/8/7Q/8/8/nn6/7K w - - 0 1", "3bk1K1/8/3p4/8/2Q1Pr2/8/7q/8 w - - 0 1"]
        {
            let (told, arbiter) = claim(code, position, "White claims endless checks");
            assert_eq!(told[0].kind, Kind::Proved, "{code} {position}");
            assert_eq!(arbiter.state().ending(), Some(Ending::Drawn));
            let positions = played(&arbiter, &told[0]);
            assert!(positions.len() > 2, "{code} {position}");
            let (last, before) = positions.split_last().expect("not empty");
            assert!(before.iter().any(|at| at.key() == last.key()), "{code} {position}");
            assert!(positions.iter().skip(1).step_by(2).all(|at| at.in_check()));
        }
        let (told, arbiter) =
            claim(code, "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "White claims repetition");
        assert_eq!((told[0].kind, arbiter.state().ending()), (Kind::Refuted, None));
        let (told, arbiter) =
            claim(code, "4k3/8/8/8/8/7p/8/N3K3 w - - 0 1", "White claims endless checks");
        assert_eq!((told[0].kind, arbiter.state().ending()), (Kind::Refuted, None));
        assert!(told[0].line_shown.is_empty() && !told[0].about.is_empty());
    }
}

/// british1897:I.15c
#[test]
fn a_drawn_game_is_proved_or_refuted_by_a_series_that_wins() {
    for position in ["4k3/8/8/8/8/8/8/KB6 w - - 0 1", "4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1"]
    {
        let (told, arbiter) = claim("british1897", position, "White claims drawn game");
        assert_eq!(told[0].kind, Kind::Proved, "{position}");
        assert_eq!(arbiter.state().ending(), Some(Ending::Drawn));
    }
    for position in [
        "4k3/8/8/8/8/8/8/KN5n w - - 0 1",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ] {
        let (told, arbiter) = claim("british1897", position, "White claims drawn game");
        assert_eq!((told[0].kind, arbiter.state().ending()), (Kind::Refuted, None), "{position}");
        let last = played(&arbiter, &told[0]).pop().expect("not empty");
        assert!(last.in_check() && last.legal_moves().is_empty(), "{position}");
    }
}
