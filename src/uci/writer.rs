//! The way out: replies become lines, whole and in order, whichever thread speaks, and go to the
//! debug log as well when there is one. What the engine says is put in the protocol's words here.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::wire::{Info, Reply, ScoreText};
use crate::engine::{Bound, Event, EventListener, Score, bench::Total};
use crate::notation::descriptive::Origins;
use crate::notation::{Notation, coordinate};
use crate::rules::laws::Outcome;
use crate::rules::{Game, Move, Position};

/// Where replies go.
pub(super) struct UciWriter {
    outlets: Mutex<Outlets>,
}

struct Outlets {
    output: Box<dyn Write + Send>,
    /// Why something could not be written, the first time.
    fault: Option<io::Error>,
    log: Option<(File, Instant)>,
    /// In which notation lines are told besides.
    notation: Notation,
}

impl UciWriter {
    pub(super) fn new(output: impl Write + Send + 'static) -> Self {
        Self {
            outlets: Mutex::new(Outlets {
                output: Box::new(output),
                fault: None,
                log: None,
                notation: Notation::Coordinate,
            }),
        }
    }

    fn outlets(&self) -> MutexGuard<'_, Outlets> {
        self.outlets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes a reply. When nobody reads any more, the end of the input will show it.
    pub(super) fn say(&self, reply: &Reply) {
        let text = format!("{reply}\n");
        let mut outlets = self.outlets();
        let written = outlets.output.write_all(text.as_bytes());
        if let Err(fault) = written.and_then(|()| outlets.output.flush()) {
            outlets.fault.get_or_insert(fault);
        }
        outlets.log('<', text.as_bytes());
    }

    /// Whether all that was said could be written.
    pub(super) fn conclude(&self) -> io::Result<()> {
        self.outlets().fault.take().map_or(Ok(()), Err)
    }

    /// Writes a line that came in to the log.
    pub(super) fn log_input(&self, line: &[u8]) {
        self.outlets().log('>', line);
    }

    /// Begins another log, or none.
    pub(super) fn set_log(&self, file: Option<File>) {
        self.outlets().log = file.map(|file| (file, Instant::now()));
    }

    /// Chooses the notation in which lines and moves are told besides; coordinates are told anyway.
    pub(super) fn set_notation(&self, notation: Notation) {
        self.outlets().notation = notation;
    }
}

impl Outlets {
    /// Each line with the milliseconds since the log began, and `>` for in or `<` for out.
    fn log(&mut self, direction: char, text: &[u8]) {
        if let Some((file, began)) = &mut self.log {
            let time = began.elapsed().as_millis();
            for line in text.trim_ascii_end().split(|&byte| byte == b'\n') {
                let mut entry = format!("{time} {direction} ").into_bytes();
                entry.extend_from_slice(line);
                entry.push(b'\n');
                // A full disk is no reason to stop playing.
                let _ = file.write_all(&entry);
            }
        }
    }
}

impl EventListener for UciWriter {
    fn on_event(&self, event: &Event<'_>) {
        let notation = self.outlets().notation;
        let translation = translated(event, notation).map(Reply::String);
        // Nothing may come after the answer to a search.
        let is_answer = matches!(event, Event::Best { .. });
        let (before, after) = if is_answer { (translation, None) } else { (None, translation) };
        before.iter().for_each(|reply| self.say(reply));
        self.say(&in_words(event));
        after.iter().for_each(|reply| self.say(reply));
    }
}

/// A line of the search, or the move chosen, in a notation for people.
fn translated(event: &Event<'_>, notation: Notation) -> Option<String> {
    if notation == Notation::Coordinate {
        return None;
    }
    let line = |game: &Game, moves: &[Move]| {
        notation.line(game.position(), &Origins::in_game(game), moves)
    };
    match event {
        Event::Line { game, report, .. } => {
            let place = if report.multi_pv > 1 {
                format!("line {}: ", report.multi_pv)
            } else {
                String::new()
            };
            Some(format!("{place}{}", line(game, report.pv)))
        }
        Event::Best { game, best, .. } => best.map(|mv| format!("best move {}", line(game, &[mv]))),
        _ => None,
    }
}

fn in_words(event: &Event<'_>) -> Reply {
    let text = |root: &Position, mv: &Move| coordinate::to_string(root, *mv);
    match event {
        Event::Line { game, report, time, wdl } => {
            let bound = match report.bound {
                Some(Bound::Lower) => Some("lowerbound"),
                Some(Bound::Upper) => Some("upperbound"),
                Some(Bound::Exact) | None => None,
            };
            Reply::Info(Box::new(Info {
                depth: Some(report.depth),
                seldepth: Some(report.selective_depth),
                multipv: Some(report.multi_pv),
                score: Some(score(report.score)),
                bound,
                wdl: *wdl,
                nodes: Some(report.nodes),
                nps: Some(speed(report.nodes, *time)),
                hashfull: Some(report.hashfull),
                tbhits: Some(report.tablebase_hits),
                time: Some(time.as_millis()),
                pv: report.pv.iter().map(|mv| text(game.position(), mv)).collect(),
                ..Info::default()
            }))
        }
        Event::RootMove { root, depth, mv, number } => Reply::Info(Box::new(Info {
            depth: Some(*depth),
            currmove: Some(text(root, mv)),
            currmovenumber: Some(*number),
            ..Info::default()
        })),
        Event::Over { root, outcome } => Reply::Info(Box::new(Info {
            depth: Some(0),
            score: Some(score_of_end(root, *outcome)),
            ..Info::default()
        })),
        Event::Claim => Reply::String("claim draw".to_owned()),
        Event::Best { game, best, ponder } => Reply::BestMove {
            best: best.as_ref().map(|mv| text(game.position(), mv)),
            ponder: ponder.as_ref().map(|mv| text(game.position(), mv)),
        },
        Event::Counted { root, mv, nodes } => Reply::Text(format!("{}: {nodes}", text(root, mv))),
        Event::CountEnd { nodes: Some(nodes) } => {
            Reply::Text(format!("\nNodes searched: {nodes}\n"))
        }
        Event::CountEnd { nodes: None } => Reply::String("perft stopped".to_owned()),
        Event::BenchPosition { number, of, law, nodes } => {
            Reply::Text(format!("position {number} of {of} ({law}): {nodes} nodes"))
        }
        Event::BenchEnd { nodes: Some(nodes), time } => {
            let total = Total { nodes: *nodes, time: *time };
            Reply::Text(format!(
                "time {} ms\n{} nodes {} nps",
                time.as_millis(),
                total.nodes,
                total.speed()
            ))
        }
        Event::BenchEnd { nodes: None, .. } => Reply::String("bench stopped".to_owned()),
        Event::Remark(text) => Reply::String((*text).to_owned()),
        Event::Error(text) => Reply::Error((*text).to_owned()),
    }
}

fn speed(nodes: u64, time: Duration) -> u64 {
    Total { nodes, time }.speed()
}

fn score(score: Score) -> ScoreText {
    score.mate_moves().map_or(ScoreText::Centipawns(score.0), ScoreText::Mate)
}

/// The score of a position without legal moves. `mate 1` for the player to move who has won by it
/// (amateur1804:XVI): XBoard behind UCI2WB then claims his win, and takes `mate 0` for resigning.
fn score_of_end(root: &Position, outcome: Outcome) -> ScoreText {
    match outcome.winner {
        Some(winner) if winner == root.turn() => ScoreText::Mate(1),
        Some(_) => ScoreText::Mate(0),
        None => ScoreText::Centipawns(0),
    }
}
