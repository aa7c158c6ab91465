//! The house rules that a program can check and clippy does not: which part and which module may
//! use which, how files begin and how long they are, what tests may not do. The table below is the
//! architecture; the book explains it.

mod circles;
mod pictures;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each part of `src` and the parts it may name by `crate::`.
const MAY_USE: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("memory", &[]),
    ("notation", &["rules"]),
    ("perft", &["rules", "notation"]),
    ("tablebases", &["rules"]),
    ("eval", &["rules", "memory"]),
    ("search", &["rules", "memory", "eval"]),
    ("engine", &["rules", "memory", "notation", "perft", "tablebases", "eval", "search"]),
    ("uci", &["rules", "notation", "engine"]),
    ("arbiter", &["rules", "notation"]),
    ("referee", &["rules", "notation", "tablebases", "arbiter", "uci"]),
    ("train", &["rules", "notation", "eval", "search"]),
    ("web", &["rules", "notation", "engine", "arbiter", "uci"]),
    (
        "cli",
        &[
            "rules",
            "memory",
            "notation",
            "perft",
            "tablebases",
            "eval",
            "search",
            "engine",
            "uci",
            "arbiter",
            "referee",
            "train",
            "web",
        ],
    ),
];

/// The lines of the longest file.
const LONGEST_FILE: usize = 600;

/// The files of a folder, however deep.
fn rust_files(folder: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files = Vec::new();
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// The part of `src` that a file belongs to, `None` for `lib.rs` and `main.rs`.
fn part_of(file: &Path) -> Option<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = file.strip_prefix(source).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
    Some(first.to_owned()).filter(|part| !part.ends_with(".rs"))
}

/// The parts that a line names: `crate::part` and the groups of `crate::{a::.., b::..}`.
fn parts_named(text: &str) -> BTreeSet<String> {
    let word = |text: &str| -> String {
        text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
    };
    text.match_indices("crate::").map(|(at, path)| word(&text[at + path.len()..])).collect()
}

#[test]
fn a_module_uses_only_what_the_plan_lets_it() {
    for file in rust_files("src") {
        let Some(part) = part_of(&file) else { continue };
        let row = MAY_USE.iter().find(|(name, _)| *name == part);
        let (_, allowed) = row.unwrap_or_else(|| panic!("src/{part} is not in the plan"));
        let text = fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            assert!(
                !line.contains("use crate::{"),
                "{}:{}: name one part a line",
                file.display(),
                number + 1
            );
            if line.trim_start().starts_with("//") {
                continue;
            }
            for named in parts_named(line) {
                assert!(
                    named == part || allowed.contains(&named.as_str()),
                    "{}:{}: {part} may not use {named}",
                    file.display(),
                    number + 1
                );
            }
        }
    }
}

#[test]
fn only_the_wire_names_the_parser_crate() {
    for file in rust_files("src") {
        let inside = file.to_string_lossy().replace('\\', "/");
        if inside.contains("/uci/wire") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        assert!(!code.into_iter().any(|line| line.contains("vampirc_uci")), "{inside}");
    }
}

#[test]
fn every_file_says_what_it_is_and_none_is_too_long() {
    for file in ["src", "tests", "benches"].into_iter().flat_map(rust_files) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(text.starts_with("//!"), "{} does not open with its purpose", file.display());
        let lines = text.lines().count();
        assert!(lines <= LONGEST_FILE, "{} has {lines} lines", file.display());
    }
}

/// Only what needs the shared test data may be left out, and only where they are missing.
#[test]
fn no_test_is_switched_off() {
    let (attribute, reason) = (["#[", "ignore"].concat(), ["ignore", " = \""].concat());
    for file in ["src", "tests"].into_iter().flat_map(rust_files) {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains(&attribute), "{}", file.display());
        for line in text.lines().filter(|line| line.contains(&reason)) {
            assert!(line.contains("not(shared_data)"), "{}: {line}", file.display());
        }
    }
}

/// The table of the book's page has the rows of the table above.
#[test]
fn the_book_s_table_of_parts_is_the_table_here() {
    let page = include_str!("../../book/src/architecture.md");
    let rows = page.lines().skip_while(|line| !line.starts_with("| part |")).skip(2);
    let rows: Vec<Vec<&str>> = rows
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let named: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let parts: Vec<&str> = MAY_USE.iter().map(|(part, _)| *part).collect();
    assert_eq!(named, parts);
    for (place, (row, (part, allowed))) in rows.iter().zip(MAY_USE).enumerate() {
        let listed: BTreeSet<&str> = match row[2] {
            "nothing" => BTreeSet::new(),
            "all above" | "everything" => parts[..place].iter().copied().collect(),
            list => list.split('`').skip(1).step_by(2).collect(),
        };
        assert_eq!(listed, allowed.iter().copied().collect(), "{part}");
    }
}
