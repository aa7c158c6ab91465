//! Every end that a code's law gives a game, brought about by the engine of this build against
//! itself, and read back from the game's text.

use std::collections::HashSet;
use std::path::PathBuf;

use jadoube::notation::pgn::{Reader, Record};
use jadoube::notation::{coordinate, fen};
use jadoube::referee::game::Cause;
use jadoube::referee::output::pgn::{Heading, record};
use jadoube::referee::tournament::{Finished, Match, Openings};
use jadoube::rules::laws::{Breach, Code, DrawnBy, Laws, Outcome, Reason, Terms};
use jadoube::rules::{Color, PieceKind};
use libtest_mimic::Trial;

use super::folder::Folder;
use super::stage::{engine, folder, games, stage, trial};

pub fn trials() -> Vec<Trial> {
    vec![trial("every end that a law has is reached, and reads back", every_end)]
}

/// One code's part of a line of the table.
struct End {
    terms: Terms,
    own_claims: bool,
    start: &'static str,
    moves: &'static str,
    result: &'static str,
    reason: &'static str,
}

fn ends() -> Vec<End> {
    let mut ends = Vec::new();
    let lines = include_str!("../data/laws/ends.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&'static str> = line.split('|').map(str::trim).collect();
        let [codes, undertaking, start, moves, result, reason] = fields[..] else {
            panic!("six fields: {line}");
        };
        let words: Vec<&str> = codes.split_whitespace().collect();
        for code in Code::ALL {
            if !words.contains(&"all") && !words.contains(&code.to_string().as_str()) {
                continue;
            }
            let mut terms = Terms::from(*code);
            if let Some((what, giver)) = undertaking.split_once(", ") {
                terms.undertaking = Some(what.parse().unwrap());
                terms.odds_giver = Some(if giver == "white" { Color::White } else { Color::Black });
            }
            let own_claims = words.contains(&"unclaimed");
            ends.push(End { terms, own_claims, start, moves, result, reason });
        }
    }
    ends
}

/// The game as it stands before its last move, as a file of openings.
fn opening(end: &End, file: PathBuf) -> Openings {
    let start = fen::parse(end.start).unwrap().position(&end.terms).unwrap();
    let mut game = Record::new(&end.terms, start);
    for text in end.moves.split_whitespace() {
        let mv = coordinate::parse(game.position(), text).unwrap();
        assert!(game.play(mv), "{}: {text}", end.start);
    }
    let steps: HashSet<_> =
        game.position().legal_moves().iter().map(|mv| (mv.from(), mv.to())).collect();
    assert_eq!(steps.len(), 1, "{}", end.start);
    std::fs::write(&file, game.to_string()).unwrap();
    Openings::read(&file, &end.terms, None).unwrap()
}

fn play(end: &End, folder: &Folder) -> (Match, Finished) {
    // Our engine claims what it may, so where nobody is to claim another plays the forced move.
    let mut player = engine("Jadoube", "seed=1", "");
    if !end.own_claims {
        player.program = env!("CARGO_BIN_EXE_jadoube").into();
        player.arguments.clear();
    }
    let mut the_match = stage([player.clone(), player], 1, &end.terms);
    the_match.schedule.repeat = false;
    the_match.limits.nodes = Some(100);
    the_match.adjudication.length = None;
    the_match.adjudication.own_claims = end.own_claims;
    the_match.openings = opening(end, folder.file("opening.pgn"));
    let game = games(&the_match).remove(0);
    (the_match, game)
}

fn every_end() {
    let folder = folder();
    let mut seen = HashSet::new();
    for end in ends() {
        let (the_match, finished) = play(&end, &folder);
        let Cause::Law(reason) = finished.played.ending.cause else {
            panic!("{}: {:?}", end.start, finished.played.ending);
        };
        let made = end.moves.split_whitespace().count() + 1;
        assert_eq!(finished.played.game.moves().len(), made, "{}: {reason}", end.start);
        let heading = Heading::of(&finished, &the_match, "ends");
        let text = record(heading, &finished.played).to_string();
        let read = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let told = (read.result.unwrap().token(), read.tags.get("Reason").unwrap());
        assert_eq!(told, (end.result, end.reason), "{}", end.terms.code);
        let game = read.replay().unwrap();
        assert_eq!(game.game().moves(), finished.played.game.moves());
        let last = finished.played.game.position();
        assert_eq!(fen::to_string(game.position()), fen::to_string(last));
        seen.insert((end.terms.code, reason));
    }
    for code in Code::ALL {
        for reason in reasons_of(*code) {
            assert!(seen.contains(&(*code, reason)), "{code}: {reason}");
        }
    }
}

/// The reasons for which a code has a clause; of those that name a kind of piece, one.
fn reasons_of(code: Code) -> Vec<Reason> {
    let has_clause = |reason: &Reason| {
        Outcome { winner: None, reason: *reason }.clause(Laws::of(code)).is_some()
    };
    let no_mates = DrawnBy::ALL.into_iter().filter(|by| has_clause(&by.reason()));
    let breaches = [
        Breach::WrongMate,
        Breach::MarkedPieceCaptured,
        Breach::NoPieceLeft(PieceKind::Queen),
        Breach::BareKing,
        Breach::LimitPassed,
    ];
    // rogers1907:XXXVII: the marked pawn may not be promoted at all.
    let promoted = (code != Code::Rogers1907).then_some(Breach::MarkedPiecePromoted);
    let not_mated = no_mates.clone().map(Breach::NotMated);
    let breaches = breaches.into_iter().chain(promoted).chain(not_mated);
    let ends = [Reason::Checkmate].into_iter().chain(no_mates.map(DrawnBy::reason));
    ends.chain(breaches.map(Reason::Undertaking)).filter(has_clause).collect()
}
