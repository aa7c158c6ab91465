//! Packing: games become samples in an order that the seed decides. A sample's place is a random
//! number that depends on the seed, the game and the ply alone, and so does whether the game is kept
//! aside; a pass over the games gathers the samples of a range of these numbers, as many as the
//! memory allows, and sorts them. So the result is the same on any number of threads and with any
//! memory. Nothing is searched here.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::super::Random;
use super::super::games::{FileError, GameReader, RawGame, RunHeader, ScoredMove, TrainingGame};
use super::pack_file::{PackError, PackHeader, PackWriter, Settings};
use super::sample::{Points, SAMPLE_SIZE, Sample};
use super::td;
use crate::eval::network::features::{self, BUCKETS};
use crate::eval::network::{FEATURES, HEADS, RatingAdvantage};
use crate::rules::{Color, Position};

/// Games that a thread takes at a time.
const GAMES_AT_ONCE: usize = 64;
/// Parts that the samples of a pass are sorted in.
const PARTS: usize = 64;

/// What is to be packed.
#[derive(Clone, Debug)]
pub struct Packing {
    /// Files of training games. What is added to them meanwhile is left out.
    pub inputs: Vec<PathBuf>,
    /// The file to be made.
    pub out: PathBuf,
    /// Which positions, and their order.
    pub settings: Settings,
    /// Threads, at least 1.
    pub threads: usize,
    /// Bytes of memory to be used at most, about.
    pub memory: u64,
}

/// How far packing has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PackProgress {
    /// The pass, from 1.
    pub pass: u64,
    /// Passes over the games.
    pub passes: u64,
    /// Games read in this pass.
    pub games: u64,
    /// Their positions.
    pub positions: u64,
    /// Bytes of the files read in this pass.
    pub bytes: u64,
    /// Bytes of all files.
    pub all_bytes: u64,
}

/// A sample and the random number that decides its place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Keyed {
    key: u64,
    sample: [u8; SAMPLE_SIZE],
}

/// Why a position is left out.
#[derive(Clone, Copy)]
enum Reason {
    Opening,
    MovesOfOdds,
    Check,
    Noisy,
    Decided,
}

impl Reason {
    const ALL: [Self; 5] =
        [Self::Opening, Self::MovesOfOdds, Self::Check, Self::Noisy, Self::Decided];

    const fn words(self) -> &'static str {
        match self {
            Self::Opening => "first plies",
            Self::MovesOfOdds => "moves of odds still to be made",
            Self::Check => "in check",
            Self::Noisy => "best move captures or promotes",
            Self::Decided => "decided",
        }
    }

    /// Why a position at that ply of its game teaches nothing, if so; the first reason that holds.
    fn against(
        settings: &Settings,
        ply: usize,
        position: &Position,
        at: ScoredMove,
    ) -> Option<Self> {
        if ply < settings.first_ply as usize {
            Some(Self::Opening)
        } else if position.board().odds_moves() > 0 {
            Some(Self::MovesOfOdds)
        } else if position.in_check() {
            Some(Self::Check)
        } else if position.is_noisy(at.mv) {
            Some(Self::Noisy)
        } else if at.score.unsigned_abs() > settings.decided.unsigned_abs() {
            Some(Self::Decided)
        } else {
            None
        }
    }
}

/// The games of all files, in their order.
struct Source<'a> {
    inputs: &'a [PathBuf],
    /// Where each file ends, for this run.
    ends: &'a [u64],
    file: usize,
    reader: Option<GameReader>,
    /// Bytes of the files before this one.
    bytes_before: u64,
    bytes: u64,
    runs: Vec<RunHeader>,
}

impl<'a> Source<'a> {
    fn new(inputs: &'a [PathBuf], ends: &'a [u64]) -> Self {
        let runs = Vec::new();
        Self { inputs, ends, file: 0, reader: None, bytes_before: 0, bytes: 0, runs }
    }

    /// The next games; none at the end.
    fn take(&mut self) -> Result<Vec<RawGame>, FileError> {
        let mut taken = Vec::with_capacity(GAMES_AT_ONCE);
        while taken.len() < GAMES_AT_ONCE && self.file < self.inputs.len() {
            let reader = match &mut self.reader {
                Some(reader) => reader,
                none => none.insert(GameReader::open(&self.inputs[self.file])?),
            };
            let game = reader.next_raw()?;
            let inside = reader.bytes_read() <= self.ends[self.file];
            self.bytes = self.bytes_before + reader.bytes_read();
            match game.filter(|_| inside) {
                Some(game) => {
                    taken.push(game);
                }
                None => {
                    for run in reader.headers() {
                        if !self.runs.contains(run) {
                            self.runs.push(run.clone());
                        }
                    }
                    self.bytes_before += self.ends[self.file];
                    (self.file, self.reader) = (self.file + 1, None);
                }
            }
        }
        Ok(taken)
    }
}

/// What a thread has gathered in a pass.
struct Gathered {
    /// By the high bits of the key.
    parts: Vec<Vec<Keyed>>,
    /// Samples kept aside; gathered in the first pass only.
    validation: Vec<Keyed>,
    counts: Counts,
}

#[derive(Default)]
struct Counts {
    games: u64,
    positions: u64,
    left_out: [u64; Reason::ALL.len()],
    families: [u64; 3],
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.positions += other.positions;
        let sums = self.left_out.iter_mut().chain(&mut self.families);
        for (sum, count) in sums.zip(other.left_out.iter().chain(&other.families)) {
            *sum += count;
        }
    }
}

impl Settings {
    /// How much stronger White's player is, by the nodes that each had for a move.
    fn advantage(&self, nodes: [u32; 2]) -> RatingAdvantage {
        if nodes[0] == nodes[1] {
            return RatingAdvantage::NONE;
        }
        let [white, black] = nodes.map(|nodes| f64::from(nodes.max(1)));
        let points = f64::from(self.elo_per_doubling) * (white / black).log2();
        RatingAdvantage::of(Color::White, points.round().clamp(-3000.0, 3000.0) as i16)
    }
}

impl Packing {
    /// Packs. `progress` is called now and then.
    ///
    /// # Errors
    /// When a file of games cannot be read or is damaged, when the new file cannot be written, and
    /// when it would hold nothing.
    pub fn run(&self, progress: &(dyn Fn(PackProgress) + Sync)) -> Result<PackHeader, PackError> {
        let mut ends = Vec::new();
        for path in &self.inputs {
            let io = |error| PackError::Io { path: path.clone(), error };
            ends.push(std::fs::metadata(path).map_err(io)?.len());
        }
        let all_bytes: u64 = ends.iter().sum();
        // A position takes four bytes there at least; sorting needs little more than the samples.
        let samples = all_bytes / 4;
        let needed = samples * size_of::<Keyed>() as u64 * 9 / 8;
        let passes = needed.div_ceil(self.memory.max(1)).max(1);
        let mut writer = PackWriter::create(&self.out)?;
        let (mut counts, mut runs, mut validation) = (Counts::default(), Vec::new(), Vec::new());
        let mut training = 0;
        for pass in 0..passes {
            let mut source = Source::new(&self.inputs, &ends);
            let begun = PackProgress { pass: pass + 1, passes, all_bytes, ..Default::default() };
            let mut gathered = self.gather(&mut source, begun, progress)?;
            if pass == 0 {
                gathered.iter().for_each(|one| counts.add(&one.counts));
                validation = gathered.iter_mut().flat_map(|one| one.validation.drain(..)).collect();
                runs = source.runs;
            }
            for part in 0..PARTS {
                let mut samples = Vec::new();
                for one in &mut gathered {
                    samples.append(&mut one.parts[part]);
                    one.parts[part] = Vec::new();
                }
                samples.sort_unstable();
                training += samples.len() as u64;
                samples.iter().try_for_each(|one| writer.put(&one.sample))?;
            }
        }
        validation.sort_unstable();
        validation.iter().try_for_each(|one| writer.put(&one.sample))?;
        if training == 0 {
            return Err(PackError::Empty(self.out.clone()));
        }
        let left_out = Reason::ALL.iter().zip(counts.left_out);
        let header = PackHeader {
            features: FEATURES,
            heads: HEADS,
            training,
            validation: validation.len() as u64,
            games: counts.games,
            positions: counts.positions,
            left_out: left_out.map(|(reason, count)| (reason.words().to_owned(), count)).collect(),
            families: counts.families,
            settings: self.settings.clone(),
            runs,
            distilled: None,
        };
        writer.finish(&header)?;
        Ok(header)
    }

    /// One pass over the games.
    fn gather(
        &self,
        source: &mut Source<'_>,
        begun: PackProgress,
        progress: &(dyn Fn(PackProgress) + Sync),
    ) -> Result<Vec<Gathered>, PackError> {
        let source = Mutex::new(source);
        let (games, positions) = (AtomicU64::new(0), AtomicU64::new(0));
        let work = || -> Result<Gathered, FileError> {
            let mut gathered = Gathered {
                parts: vec![Vec::new(); PARTS],
                validation: Vec::new(),
                counts: Counts::default(),
            };
            loop {
                let (taken, bytes) = {
                    let mut source = source.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                    (source.take()?, source.bytes)
                };
                if taken.is_empty() {
                    return Ok(gathered);
                }
                let before = gathered.counts.positions;
                for game in &taken {
                    self.add(game.checksum(), &game.decode()?, begun, &mut gathered);
                }
                games.fetch_add(taken.len() as u64, Relaxed);
                positions.fetch_add(gathered.counts.positions - before, Relaxed);
                let (games, positions) = (games.load(Relaxed), positions.load(Relaxed));
                progress(PackProgress { games, positions, bytes, ..begun });
            }
        };
        let done: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            threads
                .into_iter()
                .map(|thread| {
                    thread.join().unwrap_or_else(|fault| std::panic::resume_unwind(fault))
                })
                .collect()
        });
        Ok(done.into_iter().collect::<Result<_, _>>()?)
    }

    /// Adds the samples of a game that belong into this pass. What is random follows from the
    /// game's checksum, not from its place: what one file of samples keeps aside, so do others.
    fn add(&self, checksum: u32, game: &TrainingGame, pass: PackProgress, gathered: &mut Gathered) {
        let seed = Random::new(self.settings.seed, checksum.into()).next();
        let mut random = Random::new(seed, 0);
        let aside = random.below(self.settings.validation.max(1) as usize) == 0;
        let advantage = self.settings.advantage(game.nodes);
        let scores = td::scores(game, self.settings.td_lambda, self.settings.unit);
        gathered.counts.games += 1;
        for (place, (position, ply)) in game.positions().enumerate() {
            gathered.counts.positions += 1;
            let ply_number = game.opening.len() + place;
            let against = Reason::against(&self.settings, ply_number, &position, ply);
            if let Some(reason) = against {
                gathered.counts.left_out[reason as usize] += 1;
                continue;
            }
            gathered.counts.families[features::head(&position) / BUCKETS] += 1;
            let key = random.next();
            let part = part_of(key, pass);
            let wanted = if aside { pass.pass == 1 } else { part.is_some() };
            if !wanted {
                continue;
            }
            let turn = position.turn();
            let score = if turn == Color::White { scores[place] } else { -scores[place] };
            let sample = Sample::new(&position, advantage, score, Points::of(game.winner, turn));
            let sample = sample.to_bytes();
            match part.filter(|_| !aside) {
                Some(part) => gathered.parts[part].push(Keyed { key, sample }),
                None => gathered.validation.push(Keyed { key, sample }),
            }
        }
    }
}

/// The part of a pass that a key belongs to; `None` if it belongs to another pass.
fn part_of(key: u64, pass: PackProgress) -> Option<usize> {
    let part = ((u128::from(key) * u128::from(pass.passes) * PARTS as u128) >> 64) as u64;
    (part / PARTS as u64 + 1 == pass.pass).then_some(part as usize % PARTS)
}
