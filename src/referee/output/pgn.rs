//! A finished game as a record of PGN: the law and the odds in its tags, the engines' scores,
//! depths and times in its comments, and at its end the reason in words. It writes no file.

use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use crate::notation::Notation;
use crate::notation::descriptive::Origins;
use crate::notation::pgn::{GameResult, Record};
use crate::referee::client::{Evaluation, Limits, SearchInfo};
use crate::referee::game::{Cause, MoveNote, Played};
use crate::referee::tournament::tags::{
    ADJUDICATION, PROGRAMS, REASON, TIME_CONTROL, TIME_CONTROLS,
};
use crate::referee::tournament::{Finished, Match};
use crate::rules::Color;
use crate::rules::laws::Terms;

/// What the tags say besides the game itself.
#[derive(Clone)]
pub struct Heading<'a> {
    /// The event.
    pub event: &'a str,
    /// The round, from 1, and the game's number in it, from 1.
    pub round: (usize, usize),
    /// The names of White's engine and Black's.
    pub names: [&'a str; 2],
    /// The programs they are, if that is to be said.
    pub programs: [Option<String>; 2],
    /// What the referee ends ahead of the law, if anything.
    pub adjudication: String,
    /// The law and the odds.
    pub terms: &'a Terms,
    /// White's limits and Black's.
    pub limits: [Limits; 2],
    /// In which notation each move is told besides, in its comment; not in SAN, which the game is
    /// in anyway.
    pub notation: Notation,
}

impl<'a> Heading<'a> {
    /// The heading of a match's game.
    pub fn of(finished: &'a Finished, the_match: &'a Match, event: &'a str) -> Self {
        let fixture = finished.fixture;
        let engines = [fixture.white, fixture.black].map(|player| &the_match.engines[player]);
        Self {
            event,
            round: (fixture.round + 1, fixture.place + 1),
            names: engines.map(|engine| &engine.name[..]),
            programs: engines.map(|engine| Some(engine.program_in_words())),
            adjudication: the_match.adjudication.in_words(),
            terms: &finished.terms,
            limits: finished.limits,
            notation: Notation::San,
        }
    }
}

/// The game as PGN can tell it.
pub fn record(heading: Heading<'_>, played: &Played) -> Record {
    let mut record = Record::new(heading.terms, *played.game.start());
    let plies = played.game.moves().len();
    let mut tag = |name: &str, value: &str| record.tags.set(name, value);
    tag("Event", heading.event);
    tag("Date", &today());
    tag("Round", &format!("{}.{}", heading.round.0, heading.round.1));
    tag("White", heading.names[0]);
    tag("Black", heading.names[1]);
    match heading.limits {
        [white, black] if white == black => tag(TIME_CONTROL, &white.to_string()),
        limits => {
            for (name, limits) in TIME_CONTROLS.into_iter().zip(limits) {
                tag(name, &limits.to_string());
            }
        }
    }
    for (name, program) in PROGRAMS.into_iter().zip(&heading.programs) {
        if let Some(program) = program {
            tag(name, program);
        }
    }
    if !heading.adjudication.is_empty() {
        tag(ADJUDICATION, &heading.adjudication);
    }
    tag("PlyCount", &plies.to_string());
    tag("Termination", played.ending.termination());
    tag(REASON, &played.ending.kind_in_words());
    let mut rulings = played.rulings.iter().peekable();
    let mut origins = Origins::of(played.game.start());
    for (ply, (mv, note)) in played.game.moves().iter().zip(&played.notes).enumerate() {
        while let Some((_, ruling)) = rulings.next_if(|(at, _)| *at <= ply) {
            record.comment(&format!("{ruling}."));
        }
        let before = *record.position();
        let legal = record.play(*mv);
        debug_assert!(legal, "a game's moves are legal");
        if let Some(text) = comment(note) {
            record.comment(&text);
        }
        // After the score, which programs look for at the beginning.
        if heading.notation != Notation::San {
            record.comment(&heading.notation.write(&before, &origins, *mv));
            origins = origins.after(&before, *mv);
        }
    }
    for (_, ruling) in rulings {
        record.comment(&format!("{ruling}."));
    }
    record.comment(&played.in_words());
    record.result = match (&played.ending.cause, played.ending.winner) {
        (Cause::Interrupted, _) => GameResult::Unknown,
        (_, None) => GameResult::Drawn,
        (_, Some(Color::White)) => GameResult::WhiteWins,
        (_, Some(Color::Black)) => GameResult::BlackWins,
    };
    record
}

/// `+0.31/12 0.045s`: the side to move's score in pawns, the depth, the time.
fn comment(note: &MoveNote) -> Option<String> {
    let info: SearchInfo = note.info?;
    let mut text = String::new();
    match info.score {
        Some(Evaluation::Centipawns(score)) => {
            let _ = write!(text, "{:+.2}", f64::from(score) / 100.0);
        }
        Some(Evaluation::Mate(moves)) => {
            let sign = if moves > 0 { '+' } else { '-' };
            let _ = write!(text, "{sign}M{}", moves.unsigned_abs());
        }
        None => {}
    }
    if let Some(depth) = info.depth {
        let _ = write!(text, "/{depth}");
    }
    if !text.is_empty() {
        text.push(' ');
    }
    let _ = write!(text, "{:.3}s", note.time.as_secs_f64());
    if note.false_claim {
        text.push_str(" false claim");
    }
    Some(text)
}

/// Today's date in Greenwich, as PGN writes it.
fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    format!("{year:04}.{month:02}.{day:02}")
}

/// The date so many days after 1 January 1970, in the Gregorian calendar. The year is counted from
/// March, so that the leap day is its last.
const fn civil(days: u64) -> (u64, u64, u64) {
    // 1 March 0000 was 719,468 days before 1970; 400 years have 146,097 days.
    let days = days + 719_468;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // From March on, five months have 153 days.
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let year = days / 146_097 * 400 + year_of_era;
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::notation::coordinate;
    use crate::notation::pgn::Reader;
    use crate::referee::game::Ending;
    use crate::rules::laws::{Code, Reason, Variant};
    use crate::rules::{Game, Position};

    fn played(start: Position, moves: &str, ending: Ending) -> Played {
        let mut game = Game::new(start);
        for word in moves.split_whitespace() {
            assert!(game.play(coordinate::parse(game.position(), word).unwrap()), "{word}");
        }
        let mut notes = vec![MoveNote::default(); game.moves().len()];
        if let Some(last) = notes.last_mut() {
            let score = Some(Evaluation::Centipawns(-31));
            let info = SearchInfo { score, depth: Some(12), ..SearchInfo::default() };
            let time = Duration::from_millis(45);
            *last = MoveNote { info: Some(info), time, ..MoveNote::default() };
        }
        Played { game, notes, ending, late: None, rulings: Vec::new(), broken: [false; 2] }
    }

    fn heading(terms: &Terms) -> Heading<'_> {
        let limits = Limits { nodes: Some(5), ..Limits::default() };
        Heading {
            event: "A \"test\"",
            round: (3, 2),
            names: ["A", "B"],
            programs: [None, None],
            adjudication: String::new(),
            terms,
            limits: [limits; 2],
            notation: Notation::San,
        }
    }

    #[test]
    fn an_ordinary_game_has_ordinary_tags() {
        let ending = Ending { winner: Some(Color::Black), cause: Cause::Law(Reason::Checkmate) };
        let played = played(Position::initial(), "f2f3 e7e5 g2g4 d8h4", ending);
        let terms = Terms::default();
        let pgn = record(heading(&terms), &played).to_string();
        let undated: Vec<_> = pgn.lines().filter(|line| !line.starts_with("[Date")).collect();
        assert_eq!(
            undated,
            [
                "[Event \"A \\\"test\\\"\"]",
                "[Site \"?\"]",
                "[Round \"3.2\"]",
                "[White \"A\"]",
                "[Black \"B\"]",
                "[Result \"0-1\"]",
                "[TimeControl \"nodes=5\"]",
                "[PlyCount \"4\"]",
                "[Termination \"normal\"]",
                "[Reason \"checkmate\"]",
                "",
                "1. f3 e5 2. g4 Qh4# {-0.31/12 0.045s Black wins: White is checkmated (FIDE",
                "5.1.1)} 0-1",
                "",
            ]
        );
    }

    #[test]
    fn another_notation_stands_in_the_comments_after_the_score() {
        let ending = Ending { winner: Some(Color::Black), cause: Cause::Law(Reason::Checkmate) };
        let played = played(Position::initial(), "f2f3 e7e5 g2g4 d8h4", ending);
        let terms = Terms::default();
        let heading = Heading { notation: Notation::Descriptive, ..heading(&terms) };
        let pgn = record(heading, &played).to_string();
        let moves = pgn.rsplit("\n\n").nth(1).unwrap().replace('\n', " ");
        assert_eq!(
            moves,
            "1. f3 {P-KB3} 1... e5 {P-K4} 2. g4 {P-KN4} 2... Qh4# {-0.31/12 0.045s Q-R5 mate \
             Black wins: White is checkmated (FIDE 5.1.1)} 0-1"
        );
    }

    #[test]
    fn the_law_and_the_odds_are_said() {
        let mut terms = Variant::PawnAndTwo.terms();
        terms.code = Code::British1897;
        terms.undertaking = Some("draw".parse().unwrap());
        let start = terms.start().position(&terms).unwrap();
        let ending = Ending { winner: None, cause: Cause::Interrupted };
        let pgn = record(heading(&terms), &played(start, "e2e4 0000 d2d4", ending)).to_string();
        for line in [
            "[Laws \"british1897\"]",
            "[Odds \"f7,moves=2\"]",
            "[OddsGiver \"Black\"]",
            "[Undertaking \"draw\"]",
            "[SetUp \"1\"]",
            "[FEN \"rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]",
            "[Termination \"unterminated\"]",
            "1. e4 -- 2. d4 {-0.31/12 0.045s the match was broken off} *",
        ] {
            assert!(pgn.lines().any(|found| found == line), "{line} in\n{pgn}");
        }
        let read = Reader::new(pgn.as_bytes()).next().unwrap().unwrap().replay().unwrap();
        assert_eq!(read.game().moves().len(), 3);
        assert_eq!(read.terms(), &terms);
    }

    #[test]
    fn days_are_dated() {
        for (days, date) in [
            (0, (1970, 1, 1)),
            (59, (1970, 3, 1)),
            (11_016, (2000, 2, 29)),
            (11_017, (2000, 3, 1)),
            (20_453, (2025, 12, 31)),
            (47_540, (2100, 2, 28)),
            (47_541, (2100, 3, 1)),
        ] {
            assert_eq!(civil(days), date);
        }
    }
}
