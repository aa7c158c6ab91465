//! The built program, run once to its end.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Output, Stdio};

/// Runs the program with these arguments.
pub fn jadoube<S: AsRef<OsStr>>(arguments: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_jadoube")).args(arguments).output().unwrap()
}

/// Runs the program with these arguments on an input.
pub fn jadoube_on<S: AsRef<OsStr>>(input: &str, arguments: &[S]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_jadoube"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    let input = input.to_owned();
    // One that refuses its arguments reads nothing.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).is_ok());
    let output = program.wait_with_output().unwrap();
    let _ = writer.join();
    output
}

/// What was printed, as text.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}
