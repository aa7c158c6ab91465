//! That the table of laws tells the truth about its tests: each one it names exists here and cites
//! the law it is named for. What the rows themselves must be is tested beside them.

use std::collections::HashMap;
use std::path::Path;

use jadoube::rules::laws::coverage::rows;

/// The text of each test with the comment above it, by `path::function`.
fn tests_of(path: &str) -> HashMap<String, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(root.join(path)).expect("a file that the table names");
    let mut tests = HashMap::new();
    // Each function begins a block that an empty line separates from the one before.
    for block in text.split("\n\n").filter(|block| block.contains("\n#[test]\nfn ")) {
        let (_, rest) = block.split_once("\n#[test]\nfn ").expect("filtered");
        let (name, _) = rest.split_once('(').expect("a function has parentheses");
        tests.insert(format!("{path}::{name}"), block.to_owned());
    }
    tests
}

/// Whether a comment cites a law: the number must end there, so that `IV.1` is not found in `IV.11`.
fn cites(block: &str, citation: &str) -> bool {
    block.match_indices(citation).any(|(at, _)| {
        let next = block[at + citation.len()..].chars().next();
        next.is_none_or(|letter| !letter.is_ascii_alphanumeric())
    })
}

#[test]
fn every_test_named_exists_and_cites_its_law() {
    let mut files: HashMap<&str, HashMap<String, String>> = HashMap::new();
    let mut named = 0;
    for row in rows() {
        for test in row.status.tests() {
            let (path, _) = test.split_once("::").expect("path::function");
            let tests = files.entry(path).or_insert_with(|| tests_of(path));
            let citation = row.citation();
            let Some(block) = tests.get(*test) else { panic!("{citation}: no test {test}") };
            let comment = block.split("#[test]").next().expect("a part before");
            assert!(cites(comment, &citation), "{test} does not cite {citation}");
            named += 1;
        }
    }
    assert!(named > 70, "only {named} tests are named");
}

#[test]
fn every_law_that_a_test_cites_names_it() {
    let files = ["movement", "castling", "promotion", "endings", "claims", "odds", "undertakings"];
    for path in files.map(|file| format!("tests/laws/{file}.rs")) {
        let tests = tests_of(&path);
        assert!(!tests.is_empty(), "{path}");
        for (test, block) in tests {
            let comment = block.split("#[test]").next().expect("a part before");
            let mut cited = 0;
            for row in rows().filter(|row| cites(comment, &row.citation())) {
                let listed = row.status.tests().contains(&test.as_str());
                assert!(listed, "{} does not name {test}", row.citation());
                cited += 1;
            }
            assert!(cited > 0, "{test} cites no law");
        }
    }
}
