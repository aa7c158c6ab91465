//! The files that options name: an opening book, a network and the debug log.

use std::io::Cursor;

use crate::folder::File;
use crate::output::Output;
use jadoube::eval::NetworkEvaluator;
use jadoube::eval::network::{FEATURES, HEADS, HIDDEN, Network, QA, QB, Weights};
use jadoube::uci;

/// What is answered to these lines.
fn conversation(lines: &str) -> String {
    let output = Output::default();
    uci::run(Cursor::new(lines.to_owned()), output.clone()).unwrap();
    output.text()
}

#[test]
fn a_book_is_used_when_it_is_wanted() {
    // The key of the starting position, 1. a2-a4, weight 1 (PolyGlot's book format).
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend_from_slice(&[0x02, 0x18, 0, 1, 0, 0, 0, 0]);
    let file = File::new("own-book.bin", entry);
    let book = format!("setoption name Book File value {}\n", file.name());
    let go = "position startpos\ngo movetime 1000\n";
    let best = |lines: String| {
        let answer = conversation(&lines);
        let best = answer.lines().find_map(|line| line.strip_prefix("bestmove "));
        best.unwrap_or_else(|| panic!("{answer}")).to_owned()
    };
    assert_eq!(best(format!("{book}setoption name OwnBook value true\n{go}")), "a2a4");
    assert_ne!(best(format!("{book}{go}")), "a2a4", "OwnBook is off");
    let analysing = "setoption name UCI_AnalyseMode value true\n";
    let lines = format!("{book}setoption name OwnBook value true\n{analysing}{go}");
    assert_ne!(best(lines), "a2a4", "an analysis asks no book");
}

#[test]
fn the_log_holds_both_sides_of_a_conversation() {
    let file = File::missing("log.txt");
    let answer = conversation(&format!(
        "setoption name Debug Log File value {}\nisready\nuci\n\
         setoption name Debug Log File value <empty>\nxyzzy\n",
        file.name()
    ));
    assert!(answer.contains("readyok") && answer.contains("'xyzzy'"));
    let log = std::fs::read_to_string(file.path()).unwrap();
    let lines: Vec<&str> = log.lines().filter_map(|line| Some(line.split_once(' ')?.1)).collect();
    assert_eq!(lines[..3], ["> isready", "< readyok", "> uci"]);
    assert!(lines.contains(&"< uciok"));
    assert_eq!(lines.last(), Some(&"> setoption name Debug Log File value <empty>"));
}

/// A network for which every position is as good for the side to move: `pawns` pawns.
fn constant_network(pawns: i32) -> Network {
    let weights = Weights {
        input_weights: &[0; FEATURES * HIDDEN],
        input_bias: &[0; HIDDEN],
        output_weights: &[0; HEADS * 2 * HIDDEN],
        output_bias: &[pawns * QA * QB; HEADS],
    };
    Network::new(&weights, 100.0, serde_json::Value::Null).unwrap()
}

#[test]
fn a_network_evaluates_once_it_is_named_and_a_bad_file_changes_nothing() {
    let networks = [3, 7].map(constant_network);
    let mut damaged = networks[1].write();
    damaged[9_999] ^= 1;
    let one = File::new("one.network", networks[0].write());
    let other = File::new("other.network", networks[1].write());
    let bad = File::new("bad.network", damaged);
    let set = |value: &str| format!("setoption name EvalFile value {value}\neval\n");
    let answer = conversation(&format!(
        "eval\n{}{}{}{}position startpos moves e2e4\n{}go nodes 300\n",
        set(one.name()),
        set(bad.name()),
        set("no/such/network"),
        set(other.name()),
        set(one.name()),
    ));
    let evaluations: Vec<&str> =
        answer.lines().filter_map(|line| line.strip_prefix("evaluation ")).collect();
    let usual_one = conversation("eval\n");
    assert!(usual_one.contains(evaluations[0]), "{answer}");
    let pawns = ["+3.00", "+3.00", "+3.00", "+7.00", "-3.00"];
    assert_eq!(evaluations[1..], pawns.map(|pawns| format!("{pawns} (in pawns, for White)")));
    for text in [
        format!("info string the evaluation is {} of '{}', by ", networks[0], one.name()),
        format!("info string error: network '{}': it is damaged", bad.name()),
        "info string error: network 'no/such/network': ".to_owned(),
        networks[1].to_string(),
        "bestmove ".to_owned(),
    ] {
        assert!(answer.contains(&text), "{text}: {answer}");
    }

    let cleared = conversation(&format!("{}{}", set(one.name()), set("<empty>")));
    let evaluations: Vec<&str> =
        cleared.lines().filter(|line| line.starts_with("evaluation ")).collect();
    assert!(evaluations[0].contains("+3.00") && usual_one.contains(evaluations[1]), "{cleared}");
    let usual = format!("info string the evaluation is {}", NetworkEvaluator::default());
    assert!(cleared.contains(&usual), "{cleared}");
}
