//! What an engine may offer beyond the protocol: variants, old laws, perft.

use std::time::Instant;

use super::handshake::{declared, offered};
use super::subject::{Root, Subject};
use super::{Chapter, Exam, Point, Unmet, fails, not_offered};
use crate::referee::client::DeclaredKind;
use crate::rules::laws::{Code, Terms};

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Variants, laws and perft",
    points: &[
        Point { name: "a choice of UCI_Variant is confirmed", examine: variant },
        Point { name: "stalemate wins under england1804", examine: stalemate_wins },
        Point { name: "castling without a rook under british1897", examine: ghost_castling },
        Point { name: "0000 answers a move of the odds", examine: odds_of_moves },
        Point { name: "go perft counts", examine: perft },
        Point { name: "go perft ends at stop", examine: perft_stops },
    ],
};

fn variant(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    let DeclaredKind::Combo { values, .. } = offered(&mut subject, "UCI_Variant")?.kind else {
        return Err(fails("UCI_Variant is no combo"));
    };
    let name = values.iter().find(|value| *value != "chess");
    let name = name.ok_or_else(|| not_offered("chess alone"))?;
    subject.send(&format!("setoption name UCI_Variant value {name}"))?;
    let lines = subject.await_ready(exam.patience.ready)?;
    let start = format!("info string variant {name} ");
    let found = lines.iter().find_map(|line| line.strip_prefix(&start));
    found.map_or_else(
        || Err(not_offered(format!("no 'info string variant {name} ...'"))),
        |rest| Ok(format!("{name}: {}", rest.split(" startpos").next().unwrap_or(rest))),
    )
}

/// An engine that offers our option `Laws` with that value, set to it, and with other options set.
fn under<'a>(
    exam: &'a Exam,
    code: Code,
    others: &[(&str, &str)],
) -> Result<(Subject<'a>, Terms), Unmet> {
    let mut subject = Subject::start(exam)?;
    let options = declared(&mut subject)?;
    let knows = options.iter().any(|option| {
        option.name == "Laws" && option.values().iter().any(|value| value == code.word())
    });
    if !knows {
        return Err(not_offered(format!("no option Laws with {code}")));
    }
    let mut subject = Subject::ready(exam)?;
    subject.send(&format!("setoption name Laws value {code}"))?;
    for (name, value) in others {
        subject.send(&format!("setoption name {name} value {value}"))?;
    }
    Ok((subject, Terms::from(code)))
}

fn stalemate_wins(exam: &Exam) -> Result<String, Unmet> {
    let (mut subject, terms) = under(exam, Code::England1804, &[])?;
    let root = Root::under(&terms, "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "");
    let begun = subject.go(&root, "go depth 3")?;
    let search = subject.answer(begun, Instant::now() + exam.patience.stop)?;
    let search = search.ok_or_else(|| fails("no bestmove"))?;
    let wins = search.infos.iter().any(|info| info.contains("score mate 1"));
    let seen = format!("bestmove {}, score {}", search.best, if wins { "mate 1" } else { "other" });
    if wins && search.best == "(none)" { Ok(seen) } else { Err(fails(seen)) }
}

fn ghost_castling(exam: &Exam) -> Result<String, Unmet> {
    let (mut subject, mut terms) =
        under(exam, Code::British1897, &[("Odds", "rook"), ("Odds Giver", "White")])?;
    terms.odds = "rook".parse().expect("rook odds are known");
    // White's one move but for the king's is the king's castling, and it mates.
    let text = "fen 4k3/8/8/8/8/8/8/4K3 w Q - 0 1";
    let read = Root::under(&terms, text, "e1c1");
    subject.search(&read, "go depth 2")?;
    let made = Root::under(&terms, text, "");
    let search = subject.search(&made, "go depth 2 searchmoves e1c1")?;
    if search.best == "e1c1" {
        Ok("bestmove e1c1".to_owned())
    } else {
        Err(fails(format!("'bestmove {}', not 'e1c1'", search.best)))
    }
}

fn odds_of_moves(exam: &Exam) -> Result<String, Unmet> {
    let (mut subject, mut terms) =
        under(exam, Code::British1897, &[("Odds", "pawn,moves=2"), ("Odds Giver", "Black")])?;
    terms.odds = "f7,moves=2".parse().expect("these odds are known");
    let text = "fen rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let search = subject.search(&Root::under(&terms, text, "e2e4"), "go depth 2")?;
    subject.search(&Root::under(&terms, text, "e2e4 0000 d2d4"), "go depth 2")?;
    Ok(format!("bestmove {}", search.best))
}

/// The line `Nodes searched: N` that Stockfish made usual.
const COUNTED: &str = "Nodes searched: ";

fn perft(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    subject.go(&Root::startpos(), "go perft 3")?;
    let until = Instant::now() + exam.patience.stop;
    while let Some(line) = subject.read(until)? {
        if let Some(count) = line.text.strip_prefix(COUNTED) {
            subject.expect_quiet()?;
            return if count == "8902" {
                Ok(count.to_owned())
            } else {
                Err(fails(format!("{count} lines of three plies, not 8902")))
            };
        }
        if line.text.starts_with("bestmove") {
            break;
        }
    }
    Err(not_offered(format!("no line '{COUNTED}'")))
}

fn perft_stops(exam: &Exam) -> Result<String, Unmet> {
    perft(exam).map_err(|unmet| match unmet {
        Unmet::Fails(_) => not_offered("it does not count"),
        other => other,
    })?;
    let mut subject = Subject::ready(exam)?;
    subject.go(&Root::startpos(), "go perft 9")?;
    subject.send("stop")?;
    subject.await_ready(exam.patience.stop)?;
    let search = subject.search(&Root::startpos(), "go depth 1")?;
    Ok(format!("then bestmove {}", search.best))
}
