//! Packing: which positions of which games become samples, in which order, and what is kept aside.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::super::pack_file::{PackError, PackFile, Settings};
use super::super::sample::{Points, Sample};
use super::super::{PackProgress, Packing};
use super::{Folder, SETTINGS, games, packed, packing};
use crate::eval::network::RatingAdvantage;
use crate::rules::Color;
use crate::train::TrainingGame;

#[test]
fn packing_gives_the_same_file_on_any_number_of_threads_and_with_little_memory() {
    let folder = Folder::new("same");
    let one = packing(&folder, games());
    let header = one.run(&|_| {}).unwrap();
    let expected = std::fs::read(&one.out).unwrap();
    let size = std::fs::metadata(&one.inputs[0]).unwrap().len();
    let all_the_same = |first: &Packing, expected: &[u8]| {
        for (threads, memory) in [(3, 1 << 30), (2, size * 4), (1, size)] {
            let other = Packing { threads, memory, out: folder.path("other"), ..first.clone() };
            let passes = std::sync::Mutex::new(0);
            other.run(&|progress| *passes.lock().unwrap() = progress.passes).unwrap();
            assert_eq!(*passes.lock().unwrap() > 1, memory < 1 << 30);
            assert!(
                std::fs::read(&other.out).unwrap() == expected,
                "{threads} threads, {memory} bytes"
            );
        }
    };
    all_the_same(&one, &expected);
    let positions: usize = games().iter().map(|game| game.plies.len()).sum();
    assert_eq!((header.games, header.positions), (150, positions as u64));
    let left_out: u64 = header.left_out.values().sum();
    assert_eq!(header.training + header.validation + left_out, header.positions);
    assert_eq!(header.families.iter().sum::<u64>(), header.training + header.validation);
    for reason in ["in check", "best move captures or promotes", "decided", "first plies"] {
        assert!(header.left_out[reason] > 0, "{reason}");
    }
    let shuffled = Settings { seed: 2, ..SETTINGS };
    let other = Packing { settings: shuffled, out: folder.path("other"), ..one };
    let again = other.run(&|_| {}).unwrap();
    assert_eq!(again.left_out, header.left_out);
    assert_ne!(std::fs::read(&other.out).unwrap(), expected);
}

#[test]
fn what_is_added_to_a_file_while_it_is_packed_is_left_out() {
    let folder = Folder::new("growing");
    let mut packing = packing(&folder, games());
    let expected = packing.run(&|_| {}).unwrap();
    let bytes = std::fs::read(&packing.out).unwrap();
    // Two passes, and games are added while they go on.
    let whole = std::fs::read(&packing.inputs[0]).unwrap();
    packing.memory = whole.len() as u64 * 10;
    let append = |bytes: &[u8]| {
        let mut file = OpenOptions::new().append(true).open(&packing.inputs[0]).unwrap();
        file.write_all(bytes).unwrap();
    };
    let (times, passes) = (AtomicU64::new(0), AtomicU64::new(0));
    let grow = |progress: PackProgress| {
        passes.store(progress.passes, Relaxed);
        match times.fetch_add(1, Relaxed) {
            0 => append(&whole[30..]),
            1 => append(&whole[8..]),
            _ => {}
        }
    };
    // The file ends within a chunk when packing begins: the first eight bytes name the format.
    append(&whole[8..30]);
    assert_eq!(packing.run(&grow).unwrap(), expected);
    assert_eq!(passes.load(Relaxed), 2);
    assert!(std::fs::read(&packing.out).unwrap() == bytes);
}

#[test]
fn what_is_packed_is_quiet_and_scored_for_the_side_to_move() {
    let folder = Folder::new("quiet");
    let file = packed(&folder, games());
    let mut expected = Vec::new();
    for game in games() {
        let log = (f64::from(game.nodes[0]) / f64::from(game.nodes[1])).log2();
        let advantage = RatingAdvantage::of(Color::White, (100.0 * log).round() as i16);
        for (place, (position, ply)) in game.positions().enumerate() {
            let early = game.opening.len() + place < 10 || position.board().odds_moves() > 0;
            let noisy = position.in_check() || position.is_noisy(ply.mv);
            if early || noisy || ply.score.abs() > 3000 {
                continue;
            }
            let (turn, white) = (position.turn(), position.turn() == Color::White);
            let points = match game.winner {
                None => Points::Draw,
                Some(winner) if winner == turn => Points::Win,
                Some(_) => Points::Loss,
            };
            let score = if white { ply.score } else { -ply.score };
            expected.push(Sample::new(&position, advantage, score, points).to_bytes());
        }
    }
    let mut found = [file.training(), file.validation()].concat();
    found.sort_unstable();
    expected.sort_unstable();
    assert!(found == expected, "{} found, {} expected", found.len(), expected.len());
}

#[test]
fn a_score_by_td_lambda_is_that_of_the_side_to_move() {
    let folder = Folder::new("later");
    let won = |game: &&TrainingGame| game.winner == Some(Color::White) && game.plies.len() > 40;
    let game = games().iter().find(won).unwrap();
    let mut packing = packing(&folder, std::slice::from_ref(game));
    packing.settings.td_lambda = 0.999;
    // Whether the game is kept aside is the seed's choice.
    while packing.run(&|_| {}).is_err() {
        packing.settings.seed += 1;
    }
    let file = PackFile::open(&packing.out).unwrap();
    for sample in file.training().iter().map(Sample::from_checked) {
        // So near to 1 the result is nearly all.
        assert_eq!(sample.score > 0, sample.points == Points::Win, "{sample:?}");
    }
}

#[test]
fn a_game_is_kept_aside_wherever_it_lies() {
    let folder = Folder::new("wherever");
    let (some, others) = games().split_at(60);
    let first = packing(&folder, some);
    let moved = folder.path("some");
    std::fs::rename(&first.inputs[0], &moved).unwrap();
    let second = packing(&folder, others);
    let samples = |inputs: &[&PathBuf]| {
        let inputs = inputs.iter().map(|&input| input.clone()).collect();
        let packing = Packing { inputs, ..first.clone() };
        packing.run(&|_| {}).unwrap();
        let file = PackFile::open(&packing.out).unwrap();
        (file.training().to_vec(), file.validation().to_vec())
    };
    let both = samples(&[&moved, &second.inputs[0]]);
    assert!(samples(&[&second.inputs[0], &moved]) == both, "in any order of files");
    let (learnt, aside) = samples(&[&moved]);
    assert!(!aside.is_empty() && aside.iter().all(|sample| both.1.contains(sample)));
    assert!(learnt.iter().all(|sample| both.0.contains(sample)), "alone or with others");
}

#[test]
fn a_game_is_learnt_from_or_kept_aside_as_a_whole() {
    let folder = Folder::new("aside");
    let game = games().iter().find(|game| game.plies.len() > 60).unwrap();
    let (mut learnt, mut kept) = (0, 0);
    for seed in 0..40 {
        let mut packing = packing(&folder, std::slice::from_ref(game));
        packing.settings.seed = seed;
        match packing.run(&|_| {}) {
            Ok(header) => {
                assert_eq!(header.validation, 0, "seed {seed}");
                learnt += 1;
            }
            Err(PackError::Empty(_)) => kept += 1,
            Err(error) => panic!("{error}"),
        }
    }
    assert!(learnt > 20 && kept > 0, "one in five: {kept} of 40");
}
