//! Endings known by heart: Syzygy tablebases (R. de Piece). Which files there are, and what they
//! say of a position. They know today's stalemate, today's castling and a fifty-move rule that
//! begins anew with captures and pawn moves: elsewhere [`Tablebases`] has no answer, whoever asks.
//!
//! The reader is our own. The crate `pyrrhic-rs`, which the tests compare it with, reads tables by
//! unchecked pointers, so that a damaged file ends the program; it takes every table for present,
//! prints on standard output, and cannot be asked at the root by two threads.

mod index;
mod material;
mod source;
mod table;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use thiserror::Error;

use crate::rules::{FIFTY_MOVES, Move, PieceKind, Position};
use material::Material;
use table::{Kind, Probed, TableFile};

/// Why there are no tablebases.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum TablebaseError {
    /// A folder cannot be read.
    #[error("tablebases '{}': {why}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        why: String,
    },
    /// No table is there.
    #[error("tablebases '{0}': no Syzygy table (.rtbw) there")]
    None(String),
}

/// The two tables of one material. Each is opened when it is first asked.
#[derive(Default)]
struct Tables {
    wdl: Lazy,
    dtz: Lazy,
}

#[derive(Default)]
struct Lazy {
    path: Option<PathBuf>,
    table: OnceLock<Option<TableFile>>,
}

impl Lazy {
    fn get(&self, kind: Kind, material: &Material) -> Option<&TableFile> {
        let open = || TableFile::open(self.path.as_ref()?, kind, material);
        self.table.get_or_init(open).as_ref()
    }
}

/// A set of tables. Any number of threads may ask it at once.
#[derive(Default)]
pub struct Tablebases {
    tables: HashMap<Material, Tables>,
    max_pieces: u32,
    files: usize,
    damaged: Vec<PathBuf>,
}

/// A position's result with the fifty-move rule in view: -2 lost, -1 lost but saved by the rule,
/// 0 drawn, 1 won but for the rule, 2 won.
type Result5 = i32;

/// The best a player can have, and whether he has it by a capture.
#[derive(Clone, Copy)]
struct ProbeResult {
    result: Result5,
    by_capture: bool,
}

impl Tablebases {
    /// Looks for tables in folders, joined as the system joins paths (`:`, on Windows `;`).
    ///
    /// # Errors
    /// A folder cannot be read, or no table is in any of them.
    pub fn open(folders: &str) -> Result<Self, TablebaseError> {
        let mut found = Self::default();
        for folder in std::env::split_paths(folders).filter(|path| !path.as_os_str().is_empty()) {
            found.look_into(&folder)?;
        }
        if found.max_pieces == 0 {
            return Err(TablebaseError::None(folders.to_owned()));
        }
        Ok(found)
    }

    fn look_into(&mut self, folder: &Path) -> Result<(), TablebaseError> {
        let failed = |error: std::io::Error| TablebaseError::Folder {
            path: folder.to_owned(),
            why: error.to_string(),
        };
        for entry in std::fs::read_dir(folder).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let kind = match path.extension().and_then(|ending| ending.to_str()) {
                Some("rtbw") => Kind::Wdl,
                Some("rtbz") => Kind::Dtz,
                _ => continue,
            };
            let name = path.file_stem().and_then(|stem| stem.to_str());
            let Some(material) = name.and_then(Material::parse) else { continue };
            if !looks_whole(&path, kind) {
                self.damaged.push(path);
                continue;
            }
            let tables = self.tables.entry(material).or_default();
            let place = if kind == Kind::Wdl { &mut tables.wdl } else { &mut tables.dtz };
            if place.path.is_none() {
                place.path = Some(path);
                self.files += 1;
                if kind == Kind::Wdl {
                    self.max_pieces = self.max_pieces.max(material.pieces() as u32);
                }
            }
        }
        Ok(())
    }

    /// The most pieces a position may have to be known; 0 when there are no tables.
    pub const fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    /// How many files are in use.
    pub fn files(&self) -> usize {
        self.files
    }

    /// Files that have a table's name and are none: cut short, or of another kind.
    pub fn damaged(&self) -> &[PathBuf] {
        &self.damaged
    }

    /// Whether the tables may be asked about a position at all.
    fn knows_law_of(&self, position: &Position) -> bool {
        position.is_orthodox() && position.board().castling_rooks().is_empty()
    }

    /// What the table alone says; it need not hold the right value where a capture is as good.
    fn look_up(&self, position: &Position, kind: Kind, wdl: Result5) -> Option<Probed> {
        let board = position.board();
        if board.occupied().count() == 2 {
            return Some(Probed::Value(0));
        }
        let material = Material::of(position);
        let (material, tables, flipped) = match self.tables.get(&material) {
            Some(tables) => (material, tables, false),
            None => (material.flipped(), self.tables.get(&material.flipped())?, true),
        };
        let lazy = if kind == Kind::Wdl { &tables.wdl } else { &tables.dtz };
        lazy.get(kind, &material)?.probe(position, flipped, wdl)
    }

    /// The result, by the table and by every capture. A table's value may be too low where a
    /// capture is as good, and knows nothing of capturing en passant.
    fn verdict(&self, position: &Position) -> Option<ProbeResult> {
        let mut best_capture = -3;
        let mut best_in_passing = -3;
        let moves = position.legal_moves();
        let mut quiet_moves = 0;
        for mv in &moves {
            if position.captured(*mv).is_none() {
                quiet_moves += 1;
                continue;
            }
            let result = -self.verdict(&position.play(*mv))?.result;
            if result == 2 {
                return Some(ProbeResult { result, by_capture: true });
            }
            let best = if mv.kind() == crate::rules::MoveKind::EnPassant {
                &mut best_in_passing
            } else {
                &mut best_capture
            };
            *best = result.max(*best);
        }
        let Some(Probed::Value(table)) = self.look_up(position, Kind::Wdl, 0) else { return None };
        let best = best_capture.max(best_in_passing);
        // Without the en passant capture the player would be stalemated, which is all the table
        // knows.
        let forced = best_in_passing > -3 && best_capture == -3 && quiet_moves == 0;
        if best_in_passing > best_capture.max(table) || forced {
            return Some(ProbeResult { result: best_in_passing, by_capture: true });
        }
        if best >= table {
            return Some(ProbeResult { result: best, by_capture: best > 0 });
        }
        Some(ProbeResult { result: table, by_capture: false })
    }

    /// Plies to the next capture or pawn move in the best play, by the sign of the result: above
    /// 100 or below -100 where the fifty-move rule saves the loser; 0 for a draw. Where a table
    /// counts moves it may be one too many.
    fn distance(&self, position: &Position) -> Option<i32> {
        let verdict = self.verdict(position)?;
        let result = verdict.result;
        if result == 0 || verdict.by_capture {
            return Some(of_zeroing_move(result));
        }
        let moves = position.legal_moves();
        let is_pawn_move = |mv: &&Move| {
            position.piece_at(mv.from()).is_some_and(|man| man.kind() == PieceKind::Pawn)
        };
        if result > 0 {
            for mv in moves.iter().filter(is_pawn_move) {
                if -self.verdict(&position.play(*mv))?.result == result {
                    return Some(of_zeroing_move(result));
                }
            }
        }
        match self.look_up(position, Kind::Dtz, result)? {
            Probed::Value(plies) => Some(of_zeroing_move(result) + plies * result.signum()),
            Probed::OtherSide => self.distance_by_moves(position, result),
        }
    }

    /// The same by every quiet move, where the table has only the other side to move.
    fn distance_by_moves(&self, position: &Position, result: Result5) -> Option<i32> {
        // A loser's captures and pawn moves end the count at once, which is his worst.
        let mut best = if result > 0 { i32::MAX } else { of_zeroing_move(result) };
        for mv in &position.legal_moves() {
            let pawn = position.piece_at(mv.from()).is_some_and(|m| m.kind() == PieceKind::Pawn);
            if pawn || position.captured(*mv).is_some() {
                continue;
            }
            let after = position.play(*mv);
            let distance = -self.distance(&after)?;
            if distance == 1 && is_mate(&after) {
                best = 1;
            } else if result > 0 {
                if distance > 0 {
                    best = best.min(distance.saturating_add(1));
                }
            } else {
                best = best.min(distance - 1);
            }
        }
        (best != i32::MAX).then_some(best)
    }

    /// The distance after a move of the root, seen by the side to move, the move counted.
    fn distance_after(&self, position: &Position, mv: Move) -> Option<i32> {
        let after = position.play(mv);
        if after.outcome().is_some_and(|outcome| outcome.winner.is_none()) && !is_mate(&after) {
            return Some(0);
        }
        let distance = if after.halfmove() == 0 {
            of_zeroing_move(-self.verdict(&after)?.result)
        } else {
            let distance = -self.distance(&after)?;
            distance + distance.signum()
        };
        Some(if is_mate(&after) { 1 } else { distance })
    }

    /// The moves that keep the best result, with that result as [`Tablebases::result`] has it, the
    /// fifty-move count as it stands. `None` where the tables do not know every move's distance.
    ///
    /// The moves are sorted into five sorts by the distance and the count: sure wins, wins that
    /// come too late, draws, losses that come too late, losses. The best sort's moves are returned.
    /// When no win is sure by a ply (tables may be a ply out) the quickest are.
    pub fn best_moves(&self, position: &Position) -> Option<(i32, Vec<Move>)> {
        let count = i32::from(position.halfmove());
        let (best, mut moves) = self.best_by_distance(position)?;
        if best > 0 {
            let sure = |distance: i32| best == 2 && distance + count < i32::from(FIFTY_MOVES);
            let quickest = moves.iter().map(|(distance, _)| *distance).min()?;
            moves.retain(|(distance, _)| sure(*distance) || *distance == quickest);
        }
        Some((best, moves.into_iter().map(|(_, mv)| mv).collect()))
    }

    /// The moves that win, each with the plies to the next capture, pawn move or mate: whoever
    /// plays the quickest converts the win, whatever the defence. `None` where no move wins, or
    /// where the tables do not know every move's distance.
    pub fn win_distances(&self, position: &Position) -> Option<Vec<(Move, i32)>> {
        let (best, moves) = self.best_by_distance(position)?;
        (best > 0).then(|| moves.into_iter().map(|(distance, mv)| (mv, distance)).collect())
    }

    /// The best sort of moves, each with its distance.
    fn best_by_distance(&self, position: &Position) -> Option<(i32, Vec<(i32, Move)>)> {
        if !self.knows_law_of(position) {
            return None;
        }
        let count = i32::from(position.halfmove());
        let mut sorted: Vec<(i32, i32, Move)> = Vec::new();
        for mv in &position.legal_moves() {
            let distance = self.distance_after(position, *mv)?;
            let in_time = distance.abs() + count <= i32::from(FIFTY_MOVES);
            let sort = distance.signum() * if in_time { 2 } else { 1 };
            sorted.push((sort, distance, *mv));
        }
        let best = sorted.iter().map(|(sort, ..)| *sort).max()?;
        sorted.retain(|(sort, ..)| *sort == best);
        Some((best, sorted.into_iter().map(|(_, distance, mv)| (distance, mv)).collect()))
    }

    /// The exact distance to the next capture or pawn move, for the tests and for the curious.
    /// `None` where the tables do not know.
    pub fn distance_to_zeroing(&self, position: &Position) -> Option<i32> {
        if self.knows_law_of(position) { self.distance(position) } else { None }
    }

    /// The result from -2 (lost) to 2 (won), ±1 where the fifty-move rule makes it a draw, as if
    /// the count began now. `None` where the tables do not know.
    pub fn result(&self, position: &Position) -> Option<i32> {
        if !self.knows_law_of(position) {
            return None;
        }
        self.verdict(position).map(|verdict| verdict.result)
    }
}

/// A file of the right length and beginning. The rest is looked at when it is asked.
fn looks_whole(path: &Path, kind: Kind) -> bool {
    use std::io::Read;
    let Ok(mut file) = std::fs::File::open(path) else { return false };
    let mut magic = [0; 4];
    // Blocks begin at multiples of 64; the checksum after the last has 16 bytes.
    file.metadata().is_ok_and(|data| data.len() % 64 == 16)
        && file.read_exact(&mut magic).is_ok()
        && magic == kind.magic()
}

fn is_mate(position: &Position) -> bool {
    position.in_check() && !position.has_legal_move()
}

/// The distance of a position in which the best move is a capture or a pawn move.
const fn of_zeroing_move(result: Result5) -> i32 {
    match result {
        -2 => -1,
        -1 => -101,
        1 => 101,
        2 => 1,
        _ => 0,
    }
}
