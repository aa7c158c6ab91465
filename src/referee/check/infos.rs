//! What an engine says of its search.

use super::handshake::offered;
use super::subject::{Root, Subject, exact_move};
use super::{Chapter, Exam, Point, Unmet, fails};
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

/// An `info` line, as far as a GUI reads it.
#[derive(Default)]
struct Event {
    depth: Option<u64>,
    line_number: Option<u64>,
    score: Option<(String, i64)>,
    pv: Vec<String>,
    /// Words that the protocol does not know.
    unknown: Vec<String>,
}

/// Reads an `info` line strictly; the error names what is wrong.
fn read(text: &str) -> Result<Event, String> {
    let mut news = Event::default();
    let mut words = text.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let mut number = |what: &str| {
            let text = words.next().unwrap_or_default();
            text.parse::<u64>().map_err(|_| format!("{what} '{text}'"))
        };
        match word {
            "depth" => news.depth = Some(number(word)?),
            "multipv" => news.line_number = Some(number(word)?),
            "seldepth" | "time" | "nodes" | "currmovenumber" | "hashfull" | "nps" | "tbhits"
            | "sbhits" | "cpuload" => {
                number(word)?;
            }
            "wdl" => {
                for _ in 0..3 {
                    number(word)?;
                }
            }
            "currmove" => {
                words.next().ok_or("currmove without a move")?;
            }
            "lowerbound" | "upperbound" => {}
            "score" => {
                let kind = words.next().unwrap_or_default();
                let value = words.next().unwrap_or_default();
                let number = value.parse().ok().filter(|_| matches!(kind, "cp" | "mate"));
                let number = number.ok_or_else(|| format!("score '{kind} {value}'"))?;
                news.score = Some((kind.to_owned(), number));
            }
            "pv" => {
                news.pv = words.map(str::to_owned).collect();
                break;
            }
            "string" | "refutation" | "currline" => break,
            _ => news.unknown.push(word.to_owned()),
        }
    }
    Ok(news)
}

fn news_of(infos: &[String]) -> Result<Vec<Event>, Unmet> {
    let read =
        |info: &String| read(info).map_err(|fault| fails(format!("{fault} in 'info {info}'")));
    infos.iter().map(read).collect()
}

fn readable(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::introduced(exam)?;
    let search = subject.search(&Root::new(MIDDLE_GAME, ""), "go depth 6")?;
    let news = news_of(&search.infos)?;
    let full = |news: &&Event| news.depth.is_some() && news.score.is_some() && !news.pv.is_empty();
    let last = news.iter().rfind(full).ok_or_else(|| fails("no line with depth, score and pv"))?;
    let mut unknown: Vec<&String> = news.iter().flat_map(|news| &news.unknown).collect();
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
        let mut subject = Subject::introduced(exam)?;
        let root = Root::new(place, moves);
        let search = subject.search(&root, "go depth 7")?;
        for (news, info) in news_of(&search.infos)?.iter().zip(&search.infos) {
            plies += legal_plies(&root.position, &news.pv)
                .map_err(|word| fails(format!("{word} is not legal in 'info {info}'")))?;
        }
    }
    Ok(format!("{plies} plies"))
}

fn mate_score(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::introduced(exam)?;
    let mut scores = Vec::new();
    for (text, wanted) in [
        ("fen 6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1", 1),
        ("fen 6k1/1R6/8/8/8/8/8/R6K b - - 0 1", -1),
    ] {
        let search = subject.search(&Root::new(text, ""), "go depth 6")?;
        let news = news_of(&search.infos)?;
        let score = news.iter().rev().find_map(|news| news.score.clone());
        match score {
            Some((kind, number)) if kind == "mate" && number == wanted => scores.push(wanted),
            Some((kind, number)) => {
                return Err(fails(format!("score {kind} {number}, not mate {wanted}")));
            }
            None => return Err(fails("no score")),
        }
    }
    Ok(format!("mate {} and mate {}", scores[0], scores[1]))
}

fn several_lines(exam: &Exam) -> Result<String, Unmet> {
    let mut subject = Subject::start(exam)?;
    offered(&mut subject, "MultiPV")?;
    drop(subject);
    let mut subject = Subject::introduced(exam)?;
    subject.say("setoption name MultiPV value 3")?;
    let search = subject.search(&Root::startpos(), "go depth 5")?;
    let news = news_of(&search.infos)?;
    let mut firsts = Vec::new();
    for number in 1..=3 {
        let line = news.iter().rfind(|news| news.line_number == Some(number));
        let line = line.ok_or_else(|| fails(format!("no line with multipv {number}")))?;
        firsts.extend(line.pv.first().cloned());
    }
    let shown = firsts.join(" ");
    firsts.sort();
    firsts.dedup();
    if firsts.len() == 3 { Ok(shown) } else { Err(fails(format!("not three moves: {shown}"))) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn news_are_read_strictly() {
        let news = read(
            "depth 8 seldepth 12 multipv 2 score cp -31 upperbound wdl 1 2 997 nodes 5 nps 6 hashfull 7 \
             tbhits 0 time 8 ebf 2 pv e2e4 e7e5",
        );
        let news = news.unwrap();
        assert_eq!((news.depth, news.line_number), (Some(8), Some(2)));
        assert_eq!((news.score, news.pv.len()), (Some(("cp".to_owned(), -31)), 2));
        assert_eq!(news.unknown, ["ebf", "2"]);
        for (text, fault) in [
            ("depth x", "depth 'x'"),
            ("depth 3 score cp", "score 'cp '"),
            ("score pawns 3", "score 'pawns 3'"),
            ("score cp 0.31", "score 'cp 0.31'"),
            ("nodes -1", "nodes '-1'"),
            ("wdl 1 2", "wdl ''"),
        ] {
            assert_eq!(read(text).err().as_deref(), Some(fault));
        }
        assert!(read("string depth x").is_ok());
    }
}
