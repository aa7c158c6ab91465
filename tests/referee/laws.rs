//! Games under every law: engines that know it and engines that do not, and the ends that a
//! referee brings about for the players.

use std::sync::Arc;

use jadoube::notation::{coordinate, fen};
use jadoube::referee::game::{Adjudicated, Adjudication, Cause};
use jadoube::referee::tournament::Openings;
use jadoube::rules::laws::{Breach, Code, DrawnBy, Reason, Terms, Variant};
use jadoube::rules::{Color, MoveKind};
use jadoube::tablebases::Tablebases;
use libtest_mimic::Trial;

use super::folder::File;
use super::made_table::constant_table;
use super::stage::{engine, folder, games, mark, stage, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("every law is served to engines that know it and to others", every_law_is_served),
        trial("an engine that gives has its odds with either colour", odds_follow_the_engine),
        trial("repetitions end as each law has it", repetitions_end_as_the_law_has_it),
        trial("tablebases end the games whose law is theirs", tablebases_end_games),
        trial("castling without a rook is shown to each as it can be read", ghosts_are_played),
    ]
}

/// Odds, undertaking.
const GAMES: &[(&str, Option<&str>)] = &[
    ("none", None),
    ("rook", None),
    ("pawn,moves=3", None),
    ("exchange", None),
    ("moves=1", Some("draw")),
    ("none", Some("pawn@g2")),
    ("none", Some("man@b1,within=20")),
    ("knight", Some("square=e4,queen")),
];

fn every_law_is_served() {
    for code in Code::ALL {
        for (odds, undertaking) in GAMES {
            let mut terms = Terms::from(*code);
            terms.odds = odds.parse().unwrap();
            terms.undertaking = undertaking.map(|text| text.parse().unwrap());
            terms.odds_giver = Some(Color::White);
            if terms.begin().is_err() {
                // federation1912:18: White begins, so that only Black can give moves.
                terms.odds_giver = Some(Color::Black);
            }
            let mark = mark();
            let engines =
                [engine("Knows", "knows=1 seed=3", &mark), engine("Not", "seed=4", &mark)];
            for game in games(&stage(engines, 1, &terms)) {
                let ending = &game.played.ending;
                assert!(!ending.is_fault(), "{code} {odds} {undertaking:?}: {ending:?}");
            }
        }
    }
}

fn odds_follow_the_engine() {
    let mut terms = Terms::from(Code::British1897);
    terms.odds = "a1".parse().unwrap();
    terms.odds_giver = Some(Color::White);
    let mark = mark();
    let engines = [engine("Gives", "knows=1 seed=3", &mark), engine("Takes", "seed=4", &mark)];
    let mut the_match = stage(engines, 1, &terms);
    the_match.engine_gives = Some(0);
    let starts: Vec<String> =
        games(&the_match).iter().map(|game| fen::to_string(game.played.game.start())).collect();
    assert_eq!(
        starts,
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1",
            "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        ]
    );
}

/// Knights out and home, for ever: White's score, Black's score, after how many plies the game
/// ends, who has won, and why.
fn repetitions_end_as_the_law_has_it() {
    let script = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(5).join(",");
    let chess = Terms::default();
    let of = |code| Terms::from(code);
    let bound = Variant::SquareMate.terms();
    let drawn = |reason| (None, Cause::Law(reason));
    let failed = |by| (Some(Color::Black), Cause::Law(Reason::Undertaking(Breach::NotMated(by))));
    for (terms, white, black, plies, (winner, cause)) in [
        (&chess, "cp 900", "cp 900", 8, drawn(Reason::ThirdOccurrence)),
        (&of(Code::Federation1912), "cp 0", "cp 0", 8, drawn(Reason::ThirdOccurrence)),
        // White hopes to win; Black claims at his own turn.
        (&of(Code::Federation1912), "cp 30", "cp -30", 9, drawn(Reason::ThirdOccurrence)),
        // rogers1907:XXIX: a player may claim, whosever turn it is.
        (&of(Code::Rogers1907), "cp 30", "cp -30", 8, drawn(Reason::ThirdOccurrence)),
        (&of(Code::England1804), "cp 30", "cp -30", 8, (None, Cause::Agreement)),
        (&of(Code::Accomplished1837), "cp 30", "cp 30", 8, (None, Cause::Agreement)),
        // Under an undertaking a draw is the giver's loss.
        (&bound, "cp 0", "cp 0", 8, failed(DrawnBy::ThirdOccurrence)),
    ] {
        let mark = mark();
        let player = |name, score: &str| {
            let score = score.replace(' ', "_");
            engine(name, &format!("script={script} score={score}"), &mark)
        };
        let mut the_match = stage([player("A", white), player("B", black)], 1, terms);
        the_match.schedule.repeat = false;
        let game = games(&the_match).remove(0).played;
        assert_eq!(game.game.moves().len(), plies, "{} {:?}", terms.code, game.ending);
        assert_eq!((game.ending.winner, game.ending.cause), (winner, cause), "{}", terms.code);
    }
}

fn tablebases_end_games() {
    let folder = folder();
    folder
        .write("KQvK.rtbw", &constant_table(true))
        .write("start.epd", b"7k/8/8/8/8/8/q7/KQ6 w - - 9 30\n");
    let epd = folder.file("start.epd");
    let won = (Some(Color::White), Cause::Adjudication(Adjudicated::Tablebase(Some(Color::White))));
    let goes_on = (None, Cause::Adjudication(Adjudicated::TooLong));
    for (code, plies, (winner, cause)) in [(Code::Chess, 1, won), (Code::England1804, 4, goes_on)] {
        let terms = Terms::from(code);
        let mark = mark();
        let player = |name| engine(name, "script=b1a2,h8h7,a2b3,h7h8", &mark);
        let mut the_match = stage([player("A"), player("B")], 1, &terms);
        the_match.schedule.repeat = false;
        the_match.adjudication.length = Some(2);
        the_match.tablebases =
            Some(Arc::new(Tablebases::open(folder.0.to_str().unwrap()).unwrap()));
        the_match.openings = Openings::read(&epd, &terms, None).unwrap();
        let game = games(&the_match).remove(0).played;
        assert_eq!(game.game.moves().len(), plies, "{code} {:?}", game.ending);
        assert_eq!((game.ending.winner, game.ending.cause), (winner, cause), "{code}");
    }
}

fn ghosts_are_played() {
    let mut terms = Terms::from(Code::British1897);
    terms.odds = "rook".parse().unwrap();
    let mark = mark();
    let knows = engine("Knows", "knows=1 script=e1c1", &mark);
    let mut the_match = stage([knows, engine("Not", "seed=9", &mark)], 1, &terms);
    the_match.schedule.repeat = false;
    the_match.adjudication = Adjudication { length: Some(3), ..Adjudication::default() };
    let file = File::new("ghosts.epd", "4k3/8/8/8/8/8/7P/4K2R w KQ - 0 1\n");
    the_match.openings = Openings::read(file.path(), &terms, None).unwrap();
    let game = games(&the_match).remove(0).played;
    let first = game.game.moves()[0];
    assert_eq!(first.kind(), MoveKind::GhostCastle);
    assert_eq!(coordinate::to_string(game.game.start(), first), "e1c1");
    assert!(!game.ending.is_fault() && game.game.moves().len() == 6, "{:?}", game.ending);
}
