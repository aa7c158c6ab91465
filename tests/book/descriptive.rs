//! The page on descriptive notation: its scanned page becomes the game that is printed below it.

use std::process::{Command, Stdio};

use crate::folder::Folder;
use crate::page::{blocks, compare, words};

const PAGE: &str = include_str!("../../book/src/descriptive.md");

#[test]
fn the_scanned_page_becomes_the_game_that_is_printed() {
    let blocks = blocks(PAGE, "text");
    let [scan, commands @ ..] = &blocks[..] else { panic!("a scan on the page") };
    assert_eq!(commands.len(), 2, "to PGN, and to another print");
    let folder = Folder::new("scan");
    folder.write("scan.txt", scan.join("\n").as_bytes());
    for block in commands {
        let command = block[0].strip_prefix("$ jadoube ").expect("a command of ours");
        let program = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(words(command))
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        assert!(program.status.success(), "{command}");
        // The notes come while the game is read, the game when it is whole.
        let shown = String::from_utf8([program.stderr, program.stdout].concat()).unwrap();
        let mut lines = shown.trim_end().lines().map(str::to_owned);
        compare(&block[1..], || lines.next());
        assert_eq!(lines.next(), None, "{command} prints more");
    }
}
