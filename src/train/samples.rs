//! The positions that the tuner learns from, packed: for each one its terms, as the evaluation
//! itself lists them, and the few numbers that blend them into a score. A million take about
//! 250 MB. Positions are never changed here.

use std::path::Path;

use super::games::{FileError, GameReader};
use crate::eval::terms::{Look, TERMS, Tally};
use crate::eval::{SCALE_ONE, mop_up, scale};
use crate::rules::{Board, Color, Position};

/// Positions with a score beyond this, in centipawns, teach nothing.
const DECIDED: i16 = 1_500;

/// What blends the sums of a board's terms into a score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// 24 with all pieces on the board, 0 with kings and pawns alone.
    phase: u8,
    /// What is left of the end game's worth, out of [`SCALE_ONE`], when White is better, then
    /// when Black is.
    scale: [u8; 2],
    /// Centipawns for White beside all terms.
    bonus: i16,
}

impl Blend {
    fn of(board: &Board, phase: i32) -> Self {
        let left = |end| scale(board, end) as u8; // 0 to SCALE_ONE
        Self { phase: phase as u8, scale: [left(1), left(-1)], bonus: mop_up(board) as i16 }
    }

    /// How much the middle game's sum and the end game's weigh, both from 0 to 1.
    pub(super) fn shares(self, end: f32) -> (f32, f32) {
        let middle = f32::from(self.phase) / 24.0;
        let left = f32::from(self.scale[usize::from(end < 0.0)]) / SCALE_ONE as f32;
        (middle, (1.0 - middle) * left)
    }

    /// The score in centipawns for White.
    pub(super) fn score(self, middle: f32, end: f32) -> f32 {
        let shares = self.shares(end);
        middle * shares.0 + end * shares.1 + f32::from(self.bonus)
    }
}

/// One position, as the tuner sees it.
#[derive(Clone, Copy)]
pub(super) struct Sample<'a> {
    pub(super) blend: Blend,
    /// The search's score in centipawns for White.
    pub(super) score: i16,
    /// 1 when White won, 0.5 for a draw, 0 when Black won.
    pub(super) result: f32,
    pub(super) terms: &'a [u16],
    /// How often each of the terms counts for White.
    pub(super) counts: &'a [i8],
}

#[derive(Clone, Copy)]
struct Head {
    blend: Blend,
    score: i16,
    /// 2 when White won, 1 for a draw, 0 when Black won.
    result: u8,
    game: u32,
    /// Where its terms begin.
    start: usize,
}

/// The positions of some files of self-play.
#[derive(Default)]
pub struct Samples {
    heads: Vec<Head>,
    terms: Vec<u16>,
    counts: Vec<i8>,
    /// Games read.
    pub games: u32,
    /// The fewest and the most nodes a move that the games were played at; (0, 0) when unknown.
    pub nodes: (u64, u64),
}

/// Lists the terms of one board.
pub(super) struct List {
    counts: Box<[i16; TERMS]>,
    seen: Vec<u16>,
}

impl List {
    pub(super) fn new() -> Self {
        Self { counts: Box::new([0; TERMS]), seen: Vec::new() }
    }
}

impl Tally for List {
    fn add(&mut self, term: usize, count: i32) {
        if self.counts[term] == 0 {
            self.seen.push(term as u16); // TERMS is far below 65,536
        }
        self.counts[term] += count as i16;
    }
}

impl Samples {
    /// Adds the quiet positions of a file that were played under today's law: not in check, the
    /// move chosen neither a capture nor a promotion, and not decided yet.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn read(&mut self, path: &Path) -> Result<(), FileError> {
        let mut list = List::new();
        for game in GameReader::open(path)? {
            let game = game?;
            if !game.start.is_orthodox() {
                continue;
            }
            for (position, ply) in game.positions() {
                let quiet = !position.in_check() && !position.is_noisy(ply.mv);
                if quiet && ply.score.abs() <= DECIDED {
                    self.add(&position, ply.score, game.winner, &mut list);
                }
            }
            self.games += 1;
            let nodes = game.nodes.map(u64::from);
            let (fewest, most) = (nodes[0].min(nodes[1]), nodes[0].max(nodes[1]));
            self.nodes = match self.nodes {
                (0, 0) => (fewest, most),
                (so_far, _) => (fewest.min(so_far), most.max(self.nodes.1)),
            };
        }
        Ok(())
    }

    pub(super) fn add(
        &mut self,
        position: &Position,
        score: i16,
        winner: Option<Color>,
        list: &mut List,
    ) {
        let board = position.board();
        let phase = Look::tally(board, list);
        let result = match winner {
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
            None => 1,
        };
        self.heads.push(Head {
            blend: Blend::of(board, phase),
            score,
            result,
            game: self.games,
            start: self.terms.len(),
        });
        for term in list.seen.drain(..) {
            let count = std::mem::take(&mut list.counts[usize::from(term)]);
            // A term that was seen twice, having cancelled in between, is listed once.
            if count != 0 {
                self.terms.push(term);
                self.counts.push(count.clamp(-128, 127) as i8);
            }
        }
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// Which game a position belongs to.
    pub(super) fn game(&self, index: usize) -> u32 {
        self.heads[index].game
    }

    pub(super) fn get(&self, index: usize) -> Sample<'_> {
        let head = self.heads[index];
        let end = self.heads.get(index + 1).map_or(self.terms.len(), |next| next.start);
        Sample {
            blend: head.blend,
            score: head.score,
            result: f32::from(head.result) / 2.0,
            terms: &self.terms[head.start..end],
            counts: &self.counts[head.start..end],
        }
    }
}
