//! That the table of laws tells the truth about its tests: each one it names exists here and cites
//! the law it is named for. What the rows themselves must be is tested beside them.

use std::collections::HashMap;
use std::path::Path;

use jadoube::rules::laws::coverage::{find, rows};
use jadoube::rules::laws::{Breach, Code, Laws, Outcome, Reason};

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
    let files = [
        "movement",
        "castling",
        "promotion",
        "endings",
        "dead",
        "claims",
        "endless",
        "odds",
        "searched",
        "undertakings",
    ];
    for path in files.map(|file| format!("tests/rules/{file}.rs")) {
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

#[test]
fn ends_of_games_name_their_clauses() {
    use Reason::{
        Checkmate, Dead, EndlessChecks, FiftyMoves, FiftyOnNotice, SameSeries, Stalemate,
        ThirdOccurrence,
    };
    let broken = Reason::Undertaking(Breach::WrongMate);
    let clauses = [
        (Stalemate, "england1804", "amateur1804:XVI"),
        (Stalemate, "france1804", "amateur1804:XVI"),
        (FiftyOnNotice, "england1804", "amateur1804:XVII"),
        (FiftyOnNotice, "france1804", "amateur1804:XVII"),
        (Stalemate, "accomplished1837", "accomplished1837:17"),
        (FiftyOnNotice, "accomplished1837", "accomplished1837:19"),
        (Checkmate, "british1897", "british1897:I.15 a"),
        (Dead, "british1897", "british1897:I.15 c"),
        (FiftyMoves, "british1897", "british1897:II.8 b"),
        (ThirdOccurrence, "british1897", "british1897:II.8 c"),
        (EndlessChecks, "british1897", "british1897:II.8 d"),
        (Stalemate, "british1897", "british1897:II.8 e"),
        (broken, "british1897", "british1897:IV.8"),
        (SameSeries, "rogers1907", "rogers1907:XXIX a"),
        (ThirdOccurrence, "rogers1907", "rogers1907:XXIX b"),
        (FiftyMoves, "rogers1907", "rogers1907:XXIX c"),
        (broken, "rogers1907", "rogers1907:XXXIX"),
        (Checkmate, "federation1912", "federation1912:30"),
        (Stalemate, "federation1912", "federation1912:32 a"),
        (EndlessChecks, "federation1912", "federation1912:32 b"),
        (ThirdOccurrence, "federation1912", "federation1912:32 c"),
        (FiftyMoves, "federation1912", "federation1912:32 d"),
    ];
    for (reason, code, clause) in clauses {
        let laws = Laws::of(Code::parse(code).expect("a code"));
        let found = Outcome { winner: None, reason }.clause(laws).expect("a clause");
        // The section's letter is printed with and without a space before it.
        assert_eq!(found.replace(' ', ""), clause.replace(' ', ""), "{code}");
        let (law, _) = clause.split_once(' ').unwrap_or((clause, ""));
        assert!(find(law).is_some_and(|row| !row.status.tests().is_empty()), "{clause}");
    }
}
