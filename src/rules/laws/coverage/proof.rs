//! Whether the tests that the table names are there and cite their laws, judged by their text.
//! It reads no file itself.

use super::Row;

/// Why a test that a row names proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unproven {
    /// There is no such test in its file.
    NoTest,
    /// The comment above it does not cite the law.
    NotCited,
}

/// Whether the text of a file holds the test function, with a comment above it that cites the
/// row's law.
///
/// # Errors
/// What is missing.
pub fn is_proven(row: &Row, file: &str, function: &str) -> Result<(), Unproven> {
    let signature = format!("\n#[test]\nfn {function}(");
    // An empty line separates each function from the one before.
    let block = file.split("\n\n").find(|block| format!("\n{block}").contains(&signature));
    let block = block.ok_or(Unproven::NoTest)?;
    let comment = block.split("#[test]").next().unwrap_or("");
    let citation = row.citation();
    let cited = comment.match_indices(&citation).any(|(at, _)| {
        // The number must end there, so that IV.1 is not found in IV.11.
        let next = comment[at + citation.len()..].chars().next();
        next.is_none_or(|letter| !letter.is_ascii_alphanumeric())
    });
    if cited { Ok(()) } else { Err(Unproven::NotCited) }
}

#[cfg(test)]
mod tests {
    use super::super::find;
    use super::*;

    #[test]
    fn a_test_must_be_there_and_cite_its_law() {
        let row = find("british1897:IV.1").expect("a law");
        let file = "//! File.\n\n/// british1897:IV.1\n#[test]\nfn here() {\n}\n\n/// british1897:IV.11\n#[test]\nfn other() {\n}\n";
        assert_eq!(is_proven(row, file, "here"), Ok(()));
        assert_eq!(is_proven(row, file, "other"), Err(Unproven::NotCited));
        assert_eq!(is_proven(row, file, "her"), Err(Unproven::NoTest));
        assert_eq!(is_proven(row, "", "here"), Err(Unproven::NoTest));
    }
}
