//! What the old laws cost ordinary chess: the instructions of a bulk perft through the generator
//! that branches between the laws, against the same through its instance for today's law called
//! directly. Instructions are counted by valgrind's callgrind, in processes of this very program,
//! so that the load of the machine is no matter. Without valgrind, and in a build that is not
//! optimised, there is nothing to measure, and the tests are skipped.

use std::process::{Command, ExitCode, Stdio};

use jadoube::notation::fen;
use jadoube::perft;
use jadoube::rules::Board;
use jadoube::rules::laws::Terms;
use libtest_mimic::{Failed, Trial};

/// The most that the branch may cost, in percent of the instructions.
const LIMIT: f64 = 1.0;

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// The positions, the depths in plies and the counts. Each takes a few seconds under callgrind.
const POSITIONS: [(&str, &str, u32, u64); 2] =
    [("the starting position", fen::INITIAL, 5, 4_865_609), ("Kiwipete", KIWIPETE, 4, 4_085_603)];

/// Defines a count as [`perft::count`] makes it, through one of the generator's doors: what is
/// compared differs in the door alone.
macro_rules! count_through {
    ($(#[$doc:meta])* $name:ident, $count_legal:ident, $for_each_child:ident) => {
        $(#[$doc])*
        fn $name(board: &Board, depth: u32) -> u64 {
            let mut nodes = 0;
            match depth {
                0 => return 1,
                1 => return board.$count_legal(),
                2 => board.$for_each_child(|child| nodes += child.$count_legal()),
                _ => board.$for_each_child(|child| nodes += $name(child, depth - 1)),
            }
            nodes
        }
    };
}

count_through! {
    /// Through the dispatching generator.
    dispatching, count_legal, for_each_child
}
count_through! {
    /// Through the instance for today's law.
    modern, count_legal_modern, for_each_child_modern
}

/// Counts the legal lines of so many plies.
type Count = fn(&Board, u32) -> u64;

/// The ways to count, by the word that asks a process of this program for one.
const WAYS: [(&str, Count); 3] =
    [("library", perft::count), ("dispatching", dispatching), ("modern", modern)];

/// What a process does when it is asked to count: `count WAY FEN DEPTH NODES`.
pub fn count(words: &[String]) -> ExitCode {
    let [way, text, depth, nodes] = words else { return ExitCode::FAILURE };
    let way = WAYS.iter().find(|(word, _)| word == way).map(|(_, count)| count);
    let board = *fen::parse(text).unwrap().position(&Terms::default()).unwrap().board();
    let counted = way.unwrap()(&board, depth.parse().unwrap());
    if counted == nodes.parse::<u64>().unwrap() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The instructions of a process that counts.
fn instructions(way: &str, fen: &str, depth: u32, nodes: u64) -> Result<u64, Failed> {
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(std::env::current_exe()?)
        .args(["count", way, fen, &depth.to_string(), &nodes.to_string()])
        .output()?;
    let report = String::from_utf8_lossy(&output.stderr);
    let collected = report.lines().find_map(|line| line.split_once("Collected : "));
    match collected.and_then(|(_, number)| number.trim().parse().ok()) {
        Some(number) if output.status.success() => Ok(number),
        _ => Err(format!("{way}, {fen}: {}\n{report}", output.status).into()),
    }
}

/// Measures one position: what a process needs before it counts is taken off.
fn branch_costs_little(name: &str, fen: &str, depth: u32, nodes: u64) -> Result<(), Failed> {
    let net = |way| -> Result<u64, Failed> {
        Ok(instructions(way, fen, depth, nodes)?.saturating_sub(instructions(way, fen, 0, 1)?))
    };
    let direct = net("modern")?;
    let per_node = direct as f64 / nodes as f64;
    println!("{name}, depth {depth}: {direct} instructions called directly, {per_node:.2} a node");
    for way in ["dispatching", "library"] {
        let branching = net(way)?;
        let cost = 100.0 * (branching as f64 / direct as f64 - 1.0);
        println!("{name}, depth {depth}: {branching} instructions, {way}: {cost:+.2} %");
        if cost > LIMIT {
            return Err(format!("{name}: the branch costs {cost:+.2} %, over {LIMIT} %").into());
        }
    }
    Ok(())
}

/// A trial for each position; skipped where there is nothing to measure with.
pub fn trials() -> Vec<Trial> {
    let quiet = || Command::new("valgrind").arg("--version").stdout(Stdio::null()).status();
    let measured = !cfg!(debug_assertions) && quiet().is_ok_and(|status| status.success());
    let trials = POSITIONS.map(|(name, fen, depth, nodes)| {
        let test = format!("the_branch_between_laws_costs_little_in_{}", name.replace(' ', "_"));
        Trial::test(test, move || branch_costs_little(name, fen, depth, nodes))
            .with_kind("valgrind, release build")
            .with_ignored_flag(!measured)
    });
    trials.into()
}
