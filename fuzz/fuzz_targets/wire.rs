//! Any bytes as a line of UCI. The wire must obey or refuse each line that is not blank, and its
//! refusals must be lines.

#![no_main]

use jadoube::uci::wire::{Reply, parse};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for line in bytes.split(|&byte| byte == b'\n') {
        let read = parse(line);
        let error = Reply::Error(read.complaints.join("; ")).to_string();
        assert!(!error.contains(['\n', '\r']));
    }
});
