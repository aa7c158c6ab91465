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

/// What the scripts of a test of the arbiter show: events of the game's language, one a line, with
/// what is expected after each on lines that begin with `=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shown {
    /// Something is done as the law has it, and nothing follows but that the game goes on.
    pub kept: bool,
    /// Something is done against it, and the arbiter rules on that.
    pub broken: bool,
}

impl Shown {
    /// What either of two tests shows.
    pub fn or(self, other: Self) -> Self {
        Self { kept: self.kept || other.kept, broken: self.broken || other.broken }
    }

    /// What a test function of this name shows in the text of its file; `None` where it has no
    /// script.
    pub fn by(file: &str, function: &str) -> Option<Self> {
        const RULINGS: [&str; 11] = [
            "right",
            "duty",
            "restored",
            "won",
            "annulled",
            "refuted",
            "error",
            "lapsed",
            "incomplete",
            "stands",
            "over",
        ];
        let block = block_of(file, function)?;
        let (mut shown, mut expected): (Self, Vec<&str>) = (Self::default(), Vec::new());
        let mut scripts = false;
        // A line that begins no expectation ends those of the event before.
        for line in block.split('\n').flat_map(|line| line.split("\\n")).chain([""]) {
            let line = line.trim().trim_start_matches('"');
            if let Some(expectation) = line.strip_prefix("= ") {
                expected.push(expectation);
                continue;
            }
            scripts |= !expected.is_empty();
            let ruled = |text: &&str| RULINGS.iter().any(|word| text.starts_with(word));
            let broken = expected.iter().any(ruled);
            shown.broken |= broken;
            shown.kept |= !broken && !expected.is_empty();
            expected.clear();
        }
        scripts.then_some(shown)
    }
}

/// The test function of this name, with the comment above it.
fn block_of<'a>(file: &'a str, function: &str) -> Option<&'a str> {
    let signature = format!("\n#[test]\nfn {function}(");
    // An empty line separates each function from the one before.
    file.split("\n\n").find(|block| format!("\n{block}").contains(&signature))
}

/// Whether the text of a file holds the test function, with a comment above it that cites the
/// row's law.
///
/// # Errors
/// What is missing.
pub fn is_proven(row: &Row, file: &str, function: &str) -> Result<(), Unproven> {
    let block = block_of(file, function).ok_or(Unproven::NoTest)?;
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
    fn a_script_shows_the_law_kept_or_broken() {
        let file = "#[test]\nfn kept() {\n    rules(\n        \"White plays e2e4\n         = turn Black\",\n    );\n}\n\n\
                    #[test]\nfn broken() {\n    rules(\"White plays e2e5\\n= right Black king\\n= turn Black\");\n}\n\n\
                    #[test]\nfn neither() {\n    let a = 1;\n}\n";
        let shown = |kept, broken| Some(Shown { kept, broken });
        assert_eq!(Shown::by(file, "kept"), shown(true, false));
        assert_eq!(Shown::by(file, "broken"), shown(false, true));
        assert_eq!(Shown::by(file, "neither"), None);
        assert_eq!(Shown::by(file, "none"), None);
    }

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
