//! The referee against scripted engines: every fault ends its game with the right result and
//! reason, the match goes on, and nothing is left running. This program is its own engine: see
//! `mock.rs` and `proxy.rs`.

mod arbitrated;
mod check;
mod claims;
mod ends;
mod faults;
#[path = "../common/folder.rs"]
mod folder;
mod ladder;
mod laws;
#[path = "../common/made_table.rs"]
mod made_table;
mod mock;
mod openings;
mod pondering;
mod proxy;
#[cfg(unix)]
mod records;
mod stage;
mod tuning;
#[cfg(unix)]
mod whole;

use libtest_mimic::{Arguments, Trial};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "mock") {
        mock::run(&words[1..]);
    }
    if words.first().is_some_and(|word| word == "proxy") {
        proxy::run(&words[1..]);
    }
    let mut trials: Vec<Trial> = Vec::new();
    trials.extend(claims::trials());
    trials.extend(ends::trials());
    trials.extend(faults::trials());
    trials.extend(arbitrated::trials());
    trials.extend(check::trials());
    trials.extend(ladder::trials());
    trials.extend(laws::trials());
    trials.extend(openings::trials());
    trials.extend(pondering::trials());
    trials.extend(tuning::trials());
    #[cfg(unix)]
    trials.extend(records::trials());
    #[cfg(unix)]
    trials.extend(whole::trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
