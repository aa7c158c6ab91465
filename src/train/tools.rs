//! What is done with files of training games: look into them, join them, shuffle them. Nothing is
//! printed here.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::Random;
use super::games::{FileError, GameFile, GameReader, RunHeader, TrainingGame, terms_text};
use crate::rules::Color;

/// Upper bounds of the classes of scores in an inspection, in centipawns either way; the last
/// class is everything above.
pub const SCORE_CLASSES: [i16; 8] = [10, 50, 100, 200, 400, 800, 1_600, 3_200];

/// What some files of games hold.
#[derive(Clone, Debug, Default)]
pub struct Inspection {
    /// Games.
    pub games: u64,
    /// Positions that were thought about.
    pub positions: u64,
    /// Files that end with a piece of a game.
    pub cut_short: u64,
    /// Games and positions by terms, `level chess` being today's law on level terms.
    pub by_terms: BTreeMap<String, (u64, u64)>,
    /// Games won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// Games by the way they ended.
    pub by_end: BTreeMap<&'static str, u64>,
    /// Positions by pieces on the board: 1 to 4, 5 to 8, ... 29 to 32.
    pub by_pieces: [u64; 8],
    /// Positions by the size of their score: see [`SCORE_CLASSES`].
    pub by_score: [u64; SCORE_CLASSES.len() + 1],
    /// Positions that have stood before in these files.
    pub duplicates: u64,
    /// The runs the games come from.
    pub headers: Vec<RunHeader>,
    keys: Vec<u64>,
}

impl Inspection {
    /// Looks into files, one after another. It needs eight bytes of memory a position.
    ///
    /// # Errors
    /// When a file cannot be read or is damaged.
    pub fn of(paths: &[PathBuf]) -> Result<Self, FileError> {
        let mut inspection = Self::default();
        for path in paths {
            let mut reader = GameReader::open(path)?;
            for game in &mut reader {
                inspection.add(&game?);
            }
            inspection.cut_short += u64::from(reader.was_cut_short());
            inspection.headers.extend_from_slice(reader.headers());
        }
        let mut keys = std::mem::take(&mut inspection.keys);
        keys.sort_unstable();
        inspection.duplicates = keys.windows(2).filter(|pair| pair[0] == pair[1]).count() as u64;
        Ok(inspection)
    }

    fn add(&mut self, game: &TrainingGame) {
        let plies = game.plies.len() as u64;
        self.games += 1;
        self.positions += plies;
        let class = self.by_terms.entry(terms_in_words(game)).or_default();
        *class = (class.0 + 1, class.1 + plies);
        self.results[match game.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
        *self.by_end.entry(game.ended_by.word()).or_default() += 1;
        for (position, ply) in game.positions() {
            let pieces = position.board().occupied().count() as usize;
            self.by_pieces[(pieces.max(1) - 1) / 4] += 1;
            let size = ply.score.unsigned_abs();
            let class = SCORE_CLASSES.iter().position(|&bound| size <= bound.unsigned_abs());
            self.by_score[class.unwrap_or(SCORE_CLASSES.len())] += 1;
            self.keys.push(position.key());
        }
    }
}

/// The terms of a game on one line.
fn terms_in_words(game: &TrainingGame) -> String {
    let text = terms_text(&game.terms, game.terms.giver(None));
    let words: Vec<&str> = text.lines().collect();
    let unequal = if game.nodes[0] == game.nodes[1] { "" } else { ", unequal players" };
    let terms = if words.is_empty() { "level chess".to_owned() } else { words.join(" ") };
    terms + unequal
}

impl fmt::Display for Inspection {
    /// The tables, each line with counts and shares.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        let (games, positions) = (self.games, self.positions);
        writeln!(f, "{games} games, {positions} positions")?;
        for header in &self.headers {
            let RunHeader { program, evaluation, seed, nodes, .. } = header;
            writeln!(f, "  run: {program}, evaluation {evaluation}, seed {seed}, {nodes} nodes")?;
        }
        if self.cut_short > 0 {
            writeln!(f, "  {} files end with a piece of a game", self.cut_short)?;
        }
        let duplicates = self.duplicates;
        writeln!(f, "Duplicate positions: {duplicates} ({:.2} %)", share(duplicates, positions))?;
        writeln!(f, "Terms (games, positions, share of positions):")?;
        for (terms, &(games, count)) in &self.by_terms {
            writeln!(f, "  {games:>9} {count:>11} {:>6.2} %  {terms}", share(count, positions))?;
        }
        writeln!(f, "Results:")?;
        for (count, name) in self.results.into_iter().zip(["1-0", "1/2-1/2", "0-1"]) {
            writeln!(f, "  {count:>9} {:>6.2} %  {name}", share(count, games))?;
        }
        writeln!(f, "Ended by:")?;
        for (name, &count) in &self.by_end {
            writeln!(f, "  {count:>9} {:>6.2} %  {name}", share(count, games))?;
        }
        writeln!(f, "Pieces on the board:")?;
        for (class, &count) in self.by_pieces.iter().enumerate() {
            let (low, high) = (4 * class + 1, 4 * class + 4);
            writeln!(f, "  {count:>11} {:>6.2} %  {low} to {high}", share(count, positions))?;
        }
        writeln!(f, "Scores in centipawns, either way:")?;
        for (class, &count) in self.by_score.iter().enumerate() {
            let name = match SCORE_CLASSES.get(class) {
                Some(bound) => format!("up to {bound}"),
                None => "above".to_owned(),
            };
            writeln!(f, "  {count:>11} {:>6.2} %  {name}", share(count, positions))?;
        }
        Ok(())
    }
}

/// Joins files into one, in their order, and returns the number of games.
///
/// # Errors
/// When a file cannot be read, is damaged, or the new one cannot be written.
pub fn merge(inputs: &[PathBuf], out: &Path) -> Result<u64, FileError> {
    let mut file = GameFile::create(out)?;
    let mut games = 0;
    for path in inputs {
        let mut reader = GameReader::open(path)?;
        let mut headers_written = 0;
        while let Some(game) = reader.next() {
            let game = game?;
            for header in &reader.headers()[headers_written..] {
                file.write_header(header)?;
            }
            headers_written = reader.headers().len();
            file.write(&game)?;
            games += 1;
        }
    }
    file.flush()?;
    Ok(games)
}

/// Writes the games of files in an order that the seed decides, holding about `memory` bytes of
/// games at a time, and returns their number. The games are first dealt to piles at random, in
/// files beside the new one; then each pile is shuffled.
///
/// # Errors
/// When a file cannot be read, is damaged, or a new one cannot be written.
pub fn shuffle(inputs: &[PathBuf], out: &Path, seed: u64, memory: u64) -> Result<u64, FileError> {
    let mut bytes = 0;
    for path in inputs {
        let io = |error| FileError::Io { path: path.clone(), error };
        bytes += std::fs::metadata(path).map_err(io)?.len();
    }
    let piles = bytes.div_ceil(memory.max(1)).clamp(1, 1 << 10) as usize;
    let pile_path = |pile: usize| {
        let mut name = out.as_os_str().to_owned();
        name.push(format!(".pile{pile}"));
        PathBuf::from(name)
    };
    let mut random = Random::new(seed, 0);
    let mut headers: Vec<RunHeader> = Vec::new();
    {
        let mut files = (0..piles)
            .map(|pile| GameFile::create(&pile_path(pile)))
            .collect::<Result<Vec<_>, _>>()?;
        for path in inputs {
            let mut reader = GameReader::open(path)?;
            for game in &mut reader {
                files[random.below(piles)].write(&game?)?;
            }
            for header in reader.headers() {
                if !headers.contains(header) {
                    headers.push(header.clone());
                }
            }
        }
        files.iter_mut().try_for_each(GameFile::flush)?;
    }
    let mut file = GameFile::create(out)?;
    headers.iter().try_for_each(|header| file.write_header(header))?;
    let mut total = 0;
    for pile in 0..piles {
        let path = pile_path(pile);
        let mut games = GameReader::open(&path)?.collect::<Result<Vec<_>, _>>()?;
        for last in (1..games.len()).rev() {
            games.swap(last, random.below(last + 1));
        }
        games.iter().try_for_each(|game| file.write(game))?;
        total += games.len() as u64;
        std::fs::remove_file(&path).map_err(|error| FileError::Io { path, error })?;
    }
    file.flush()?;
    Ok(total)
}
