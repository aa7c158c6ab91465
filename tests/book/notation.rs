//! The examples of the book's page on notation, run as they are printed, and its table of fields.

use crate::page::{blocks, compare, words};
use crate::program::jadoube_on;

const PAGE: &str = include_str!("../../book/src/notation.md");

/// Runs the program on an input; what it prints, its errors too.
fn run(arguments: &[String], input: &str) -> String {
    let output = jadoube_on(input, arguments);
    let refused = !output.stderr.is_empty();
    assert_eq!(output.status.code(), Some(i32::from(refused)), "{arguments:?}");
    String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
}

#[test]
fn every_example_prints_what_the_page_says() {
    let blocks = blocks(PAGE, "text");
    assert_eq!(blocks.len(), 2, "a session and a command on the page");
    for block in blocks {
        let said = block.iter().take_while(|line| line.starts_with(['>', '$'])).count();
        let text = match block[0].strip_prefix("$ jadoube ") {
            Some(command) => run(&words(command), ""),
            None => {
                let session: Vec<&str> = block[..said].iter().map(|line| &line[2..]).collect();
                run(&[], &format!("{}\n", session.join("\n")))
            }
        };
        let mut lines = text.lines();
        compare(&block[said..], || lines.next().map(str::to_owned));
    }
}

/// Every field in the table is read back, and the table has them all: the error names each.
#[test]
fn every_field_is_on_the_page() {
    let rows: Vec<&str> = PAGE
        .lines()
        .skip_while(|line| !line.starts_with("| field |"))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('`').nth(1).unwrap())
        .collect();
    let bare = "4k3/8/8/8/4P3/8/8/4K3 w - - 0 1";
    for field in &rows {
        let text = format!("{bare} {field}");
        assert!(jadoube::notation::fen::parse(&text).is_ok(), "{text}");
    }
    let error = jadoube::notation::fen::parse(&format!("{bare} no:field")).unwrap_err();
    let known = error.to_string();
    for row in &rows {
        let name = row.split(':').next().unwrap();
        assert!(known.contains(&format!("{name}:")), "{name} in '{known}'");
    }
    let (_, names) = known.split_once(": not ").unwrap();
    let named = names.split(' ').filter(|word| word.trim_end_matches(',').ends_with(':'));
    assert_eq!(named.count(), rows.len(), "{known}");
}
