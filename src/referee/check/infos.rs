//! What an engine reports about its search.

use super::handshake::offered;
use super::subject::{Root, Subject, exact_move};
use super::{Chapter, Exam, Point, Unmet, fails};
use crate::referee::client::{Evaluation, InfoLine};
use crate::rules::Position;

pub(super) const CHAPTER: Chapter = Chapter {
    title: "Reports of the search",
    points: &[
        Point { name: "info lines can be read", examine: readable },
        Point { name: "every move of a pv is legal", examine: lines_are_legal },
        Point { name: "a mate is a mate score", examine: mate_score },
        Point { name: "MultiPV shows that many lines", examine: several_lines },
    ],
};

/// A middle game with much to do: castling, captures, promotions to come.
const MIDDLE_GAME: &str =
    "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The `info` lines of a search, each of which must keep to the protocol.
fn lines_of(infos: &[String]) -> Result<Vec<InfoLine>, Unmet> {
    let read = |text: &String| {
        let mut line = InfoLine::parse(text);
        match line.fault.take() {
            Some(fault) => Err(fails(format!("{fault} in 'info {text}'"))),
            None => Ok(line),
        }
    };
    infos.iter().map(read).collect()
}

fn readable(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let search = subject.search(&Root::new(MIDDLE_GAME, ""), "go depth 6")?;
    let lines = lines_of(&search.infos)?;
    let full = |line: &&InfoLine| {
        line.search.depth.is_some() && line.search.score.is_some() && !line.pv.is_empty()
    };
    let last = lines.iter().rfind(full).ok_or_else(|| fails("no line with depth, score and pv"))?;
    let mut unknown: Vec<&String> = lines.iter().flat_map(|line| &line.unknown).collect();
    unknown.sort();
    unknown.dedup();
    let more =
        if unknown.is_empty() { String::new() } else { format!(", words unknown {unknown:?}") };
    if last.pv[0] != search.best {
        return Err(fails(format!("pv {} but bestmove {}", last.pv[0], search.best)));
    }
    Ok(format!("{} lines{more}", search.infos.len()))
}

/// How many plies of a line are legal: an error names the first that is not.
fn legal_plies(position: &Position, line: &[String]) -> Result<usize, String> {
    let mut position = *position;
    for word in line {
        let mv = exact_move(&position, word).ok_or_else(|| format!("'{word}'"))?;
        position = position.play(mv);
    }
    Ok(line.len())
}

fn lines_are_legal(exam: &Exam) -> Result<String, Unmet> {
    let mut plies = 0;
    for (place, moves) in [
        (MIDDLE_GAME, ""),
        ("startpos", "e2e4 e7e5 g1f3 b8c6 f1b5"),
        ("fen 8/2P5/1K6/8/8/6k1/5p2/8 w - - 0 1", ""),
        ("fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", ""),
    ] {
        let mut subject = Subject::ready(exam)?;
        let root = Root::new(place, moves);
        let search = subject.search(&root, "go depth 7")?;
        for (line, info) in lines_of(&search.infos)?.iter().zip(&search.infos) {
            plies += legal_plies(&root.position, &line.pv)
                .map_err(|word| fails(format!("{word} is not legal in 'info {info}'")))?;
        }
    }
    Ok(format!("{plies} plies"))
}

fn mate_score(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::ready(exam)?;
    let mut scores = Vec::new();
    for (text, wanted) in [
        ("fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", 1),
        ("fen 6k1/1R6/8/8/8/8/8/R6K b - - 0 1", -1),
    ] {
        let search = subject.search(&Root::new(text, ""), "go depth 6")?;
        let lines = lines_of(&search.infos)?;
        let score = lines.iter().rev().find_map(|line| line.search.score);
        match score {
            Some(Evaluation::Mate(moves)) if moves == wanted => scores.push(wanted),
            Some(other) => return Err(fails(format!("score {other}, not mate {wanted}"))),
            None => return Err(fails("no score")),
        }
    }
    Ok(format!("mate {} and mate {}", scores[0], scores[1]))
}

fn several_lines(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    offered(&mut subject, "MultiPV")?;
    drop(subject);
    let mut subject = Subject::ready(exam)?;
    subject.send("setoption name MultiPV value 3")?;
    let search = subject.search(&Root::startpos(), "go depth 5")?;
    let lines = lines_of(&search.infos)?;
    let mut firsts = Vec::new();
    for number in 1..=3 {
        let line = lines.iter().rfind(|line| line.line_number == Some(number));
        let line = line.ok_or_else(|| fails(format!("no line with multipv {number}")))?;
        firsts.extend(line.pv.first().cloned());
    }
    let shown = firsts.join(" ");
    firsts.sort();
    firsts.dedup();
    if firsts.len() == 3 { Ok(shown) } else { Err(fails(format!("not three moves: {shown}"))) }
}
