//! The table of offences against codes: long enough, in the book as the program prints it, and
//! telling the codes apart.

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use jadoube::arbiter::Setting;
use jadoube::arbiter::offences::{CODES, OFFENCES, rulings, table};
use jadoube::rules::laws::Code;

#[test]
fn the_book_has_the_table_that_the_program_prints() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/offences.md");
    let text = std::fs::read_to_string(page).expect("the book's page of offences");
    assert!(text.contains(&table()), "print it again: jadoube arbiter --table");
}

/// Games of each code as `jadoube arbiter FILE` prints them.
#[test]
fn the_transcripts_are_what_the_program_prints() {
    for code in Code::ALL.iter().filter(|code| **code != Code::France1804) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/arbiter/transcripts");
        let game = folder.join(format!("{code}.game"));
        let output = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .arg("arbiter")
            .arg(&game)
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{code}: {output:?}");
        let printed = String::from_utf8(output.stdout).expect("text");
        let wanted = std::fs::read_to_string(folder.join(format!("{code}.out"))).expect("there");
        assert_eq!(printed, wanted, "{code}");
    }
}

/// The examples of the README and of the book's page, as the program prints them; scores of `best`
/// are those of one version of the engine, and are passed over.
#[test]
fn the_examples_are_what_the_program_prints() {
    let mut shown = 0;
    for page in ["README.md", "book/src/arbiter.md"] {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(page));
        let text = text.expect("a page");
        for block in text.split("```text\n").skip(1).filter(|block| block.starts_with("code ")) {
            let block = block.split("```").next().unwrap_or("");
            let lines: Vec<&str> =
                block.lines().take_while(|line| !line.starts_with("best")).collect();
            let settings = lines.iter().take_while(|line| Setting::begins(line)).count();
            let asked: Vec<&&str> = lines.iter().filter(|line| !line.starts_with(' ')).collect();
            let mut child = Command::new(env!("CARGO_BIN_EXE_jadoube"))
                .arg("arbiter")
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the program runs");
            let mut input = child.stdin.take().expect("piped");
            asked.iter().for_each(|line| writeln!(input, "{line}").expect("it listens"));
            drop(input);
            let output = child.wait_with_output().expect("it ends");
            let printed = String::from_utf8(output.stdout).expect("text");
            assert_eq!(printed.lines().collect::<Vec<_>>(), lines[settings..], "{page}");
            shown += 1;
        }
    }
    assert!(shown >= 3, "{shown}");
}

#[test]
fn every_offence_is_ruled_on_by_some_code_and_named_once() {
    assert!(OFFENCES.len() >= 40);
    let names: HashSet<&str> = OFFENCES.iter().map(|offence| offence.name).collect();
    assert_eq!(names.len(), OFFENCES.len());
    for offence in OFFENCES {
        let told: Vec<_> = CODES
            .iter()
            .map(|code| rulings(offence, *code).unwrap_or_else(|e| panic!("{}: {e}", offence.name)))
            .collect();
        assert!(told.iter().any(|rulings| !rulings.is_empty()), "{}", offence.name);
    }
}
