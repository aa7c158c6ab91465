//! Positions in every form, ends of games, and positions that are none.

use std::time::Instant;

use super::handshake::{after, offered};
use super::subject::{Root, Subject};
use super::{Chapter, Exam, Point, Unmet, fails};
use crate::referee::client::InfoLine;
use crate::rules::laws::Terms;

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Positions",
    points: &[
        Point { name: "startpos moves with nothing after", examine: no_moves },
        Point { name: "a FEN with four fields", examine: four_fields },
        Point { name: "a FEN with moves", examine: fen_with_moves },
        Point { name: "double blanks", examine: blanks },
        Point { name: "tabs for blanks", examine: tabs },
        Point { name: "1001 plies of moves", examine: long_game },
        Point { name: "castling is e1g1", examine: castling },
        Point { name: "castling in Chess960 is king takes rook", examine: castling960 },
        Point { name: "promotions are e7e8q", examine: promotion },
        Point { name: "a pawn is captured en passant", examine: en_passant },
        Point { name: "checkmate on the board: no move, once", examine: checkmate },
        Point { name: "stalemate on the board: no move, once", examine: stalemate },
        Point { name: "illegal moves do no harm", examine: illegal_moves },
        Point { name: "invalid FENs do no harm", examine: invalid_fens },
    ],
};

fn moves(exam: &Exam, root: &Root) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let search = subject.search(root, "go depth 2")?;
    Ok(format!("bestmove {}", search.best))
}

/// A position in which the engine has one move, if it has read everything.
fn only_move(exam: &Exam, root: &Root, wanted: &str) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    forced(&mut subject, root, wanted)
}

fn forced(subject: &mut Subject, root: &Root, wanted: &str) -> Result<String, Unmet> {
    let search = subject.search(root, "go depth 2")?;
    if search.best == wanted {
        Ok(format!("bestmove {wanted}"))
    } else {
        Err(fails(format!("'bestmove {}', not '{wanted}', to '{}'", search.best, root.command)))
    }
}

fn no_moves(exam: &Exam) -> Result<String, Unmet> {
    moves(exam, &Root::startpos().written("position startpos moves"))
}

fn four_fields(exam: &Exam) -> Result<String, Unmet> {
    let text = "fen r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -";
    moves(exam, &Root::new(text, ""))
}

fn fen_with_moves(exam: &Exam) -> Result<String, Unmet> {
    only_move(exam, &Root::new("fen k7/6R1/8/8/8/8/7Q/7K w - - 0 1", "h2a2"), "a8b8")
}

fn blanks(exam: &Exam) -> Result<String, Unmet> {
    let line = " position  startpos  moves  e2e4   e7e5  g1f3 ";
    oddly_written(exam, line, "go   depth  2 ")
}

fn tabs(exam: &Exam) -> Result<String, Unmet> {
    oddly_written(exam, "position\tstartpos\tmoves\te2e4 \te7e5\tg1f3", "go\tdepth\t2")
}

fn oddly_written(exam: &Exam, line: &str, go: &str) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::new("startpos", "e2e4 e7e5 g1f3").written(line);
    let search = subject.search(&root, go)?;
    Ok(format!("bestmove {}", search.best))
}

fn long_game(exam: &Exam) -> Result<String, Unmet> {
    let line = "g1f3 g8f6 f3g1 f6g8 ".repeat(250);
    moves(exam, &Root::new("startpos", &format!("{line}e2e4")))
}

fn castling(exam: &Exam) -> Result<String, Unmet> {
    // Castling gives check, and Black has one move then.
    let root = Root::new("fen 4rk2/4p1pp/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    only_move(exam, &root, "f8g8")
}

fn castling960(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    offered(&mut subject, "UCI_Chess960")?;
    drop(subject);
    let mut subject = Subject::ready(exam)?;
    subject.send("setoption name UCI_Chess960 value true")?;
    let terms = Terms { chess960: true, ..Terms::default() };
    // Castling is White's one move.
    let text = "fen 4r2k/6pp/8/8/8/6p1/6P1/5KRB w K - 0 1";
    let made = forced(&mut subject, &Root::under(&terms, text, ""), "f1g1")?;
    subject.search(&Root::under(&terms, text, "f1g1"), "go depth 2")?;
    Ok(made)
}

fn promotion(exam: &Exam) -> Result<String, Unmet> {
    let text = "fen 7k/P5p1/8/8/8/8/8/7K w - - 0 1";
    only_move(exam, &Root::new(text, "a7a8q"), "h8h7")?;
    // Nothing but promotions is legal.
    moves(exam, &Root::new("fen 6rk/P6p/8/8/8/7p/7P/7K w - - 0 1", ""))
}

fn en_passant(exam: &Exam) -> Result<String, Unmet> {
    let text = "fen 8/8/7R/3k4/3p4/5N2/4P3/K1R1R3 w - - 0 1";
    only_move(exam, &Root::new(text, "e2e4"), "d4e3")
}

/// A root where the game is over: the engine must send `bestmove` once, without a move.
fn no_move(exam: &Exam, text: &str) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let root = Root::new(text, "");
    let begun = subject.go(&root, "go depth 3")?;
    let search = subject.answer(begun, Instant::now() + exam.patience.stop)?;
    let search = search.ok_or_else(|| fails("no bestmove"))?;
    subject.expect_quiet()?;
    let score = search.infos.iter().rev().find_map(|info| InfoLine::parse(info).search.score);
    let seen = format!(
        "bestmove {}, {}",
        search.best,
        score.map_or_else(|| "no score".to_owned(), |score| format!("score {score}"))
    );
    let says_none = matches!(&search.best[..], "(none)" | "0000" | "NULL");
    if says_none { Ok(seen) } else { Err(fails(seen)) }
}

fn checkmate(exam: &Exam) -> Result<String, Unmet> {
    no_move(exam, "fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
}

fn stalemate(exam: &Exam) -> Result<String, Unmet> {
    no_move(exam, "fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
}

fn illegal_moves(exam: &Exam) -> Result<String, Unmet> {
    const ILLEGAL: [&str; 5] = ["e2e5", "e2e4 e2e4", "xyz", "e2e4 e7e8q", "0000"];
    let mut subject = Subject::ready(exam)?;
    for words in ILLEGAL {
        let command = format!("position startpos moves {words}");
        let begun = subject.go(&Root::startpos().written(&command), "go depth 2")?;
        let answer = subject.answer(begun, begun + exam.short_search);
        let answer = answer.map_err(|unmet| after(&command, unmet))?;
        answer.ok_or_else(|| after(&command, fails("no bestmove")))?;
        subject.expect_quiet().map_err(|unmet| after(&command, unmet))?;
    }
    subject.search(&Root::startpos(), "go depth 2")?;
    Ok(format!("{} lines, each with one bestmove", ILLEGAL.len()))
}

fn invalid_fens(exam: &Exam) -> Result<String, Unmet> {
    const INVALID: [&str; 9] = [
        "position fen",
        "position",
        "position fen xyz",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1",
        "position fen rnbqkbnr/ppppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e9 -3 99999999999",
        "position fen kkkkkkkk/kkkkkkkk/8/8/8/8/PPPPPPPP/RNBQ1BNR w KQkq - 0 1",
    ];
    let mut subject = Subject::ready(exam)?;
    for command in INVALID {
        subject.send(command)?;
        subject.expect_quiet().map_err(|unmet| after(command, unmet))?;
    }
    subject.search(&Root::startpos(), "go depth 2")?;
    Ok(format!("{} of them", INVALID.len()))
}
