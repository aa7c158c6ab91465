//! Files of known counts, in the two forms in use: EPD lines with a count for each depth
//! (`FEN ;D1 20 ;D2 400`), and blocks of `id`, `epd` and `perft DEPTH COUNT` lines. A file may mix
//! them. This reads text; it opens no file and counts nothing.

use thiserror::Error;

use super::MAX_DEPTH;
use crate::notation::fen::{self, FenError};
use crate::notation::lines::lines;
use crate::rules::laws::Terms;
use crate::rules::{Position, Setup, SetupError};

/// A position and what is known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Case {
    /// The line of the file that has the position, from 1.
    pub line: usize,
    /// What the file calls it, if it does.
    pub id: Option<String>,
    /// The position as the file has it.
    pub fen: String,
    /// The same, read.
    pub setup: Setup,
    /// Depths, in plies, and the number of legal lines of each.
    pub counts: Vec<(u32, u64)>,
}

/// A line that is not of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {fault}")]
pub struct SuiteError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: SuiteFault,
}

/// What can be wrong with a line. Each names the text at fault.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SuiteFault {
    /// The position cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A count that is not written as one.
    #[error("'{0}' is not a depth from 1 to {MAX_DEPTH} and a count, as in 'D3 8902'")]
    Count(String),
    /// A count before any position.
    #[error("'{0}' stands before any position")]
    NoPosition(String),
    /// A position without counts.
    #[error("no count is given for '{0}'")]
    NoCounts(String),
}

/// Reads a suite: each position in the order of the file, and among them each line that is not of
/// a suite. Lines are those of [`lines`].
pub fn read(text: &str) -> Vec<Result<Case, SuiteError>> {
    let mut reader = Reader::default();
    for (number, line) in lines(text) {
        reader.line(number, &line);
    }
    reader.close();
    reader.read
}

/// Reads a suite in which every line is sound.
///
/// # Errors
/// [`SuiteError`] names the first line that is not of a suite.
pub fn parse(text: &str) -> Result<Vec<Case>, SuiteError> {
    read(text).into_iter().collect()
}

#[derive(Default)]
struct Reader {
    read: Vec<Result<Case, SuiteError>>,
    id: Option<String>,
    /// The position whose counts are read.
    open: Option<Case>,
    /// Whether a line at fault stands where that position or one of its counts would: that nothing
    /// is known of it is then no further fault.
    spoilt: bool,
    /// The faults in its counts, which are reported after it.
    faults: Vec<SuiteError>,
}

impl Reader {
    fn line(&mut self, line: usize, text: &str) {
        if let Err(fault) = self.words(line, text) {
            self.faults.push(SuiteError { line, fault });
            self.spoilt = true;
        }
    }

    fn words(&mut self, line: usize, text: &str) -> Result<(), SuiteFault> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match word {
            "id" => self.name(rest.trim()),
            "epd" => self.position(line, rest)?,
            "perft" => self.count(text, rest)?,
            _ => {
                let mut parts = text.split(';');
                self.position(line, parts.next().unwrap_or_default())?;
                for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
                    let count = part.strip_prefix(['D', 'd']);
                    self.count(part, count.ok_or_else(|| SuiteFault::Count(part.to_owned()))?)?;
                }
            }
        }
        Ok(())
    }

    /// A name is that of the position after it, or else of the one before it of which nothing has
    /// been said yet.
    fn name(&mut self, name: &str) {
        match &mut self.open {
            Some(case) if case.counts.is_empty() => case.id = Some(name.to_owned()),
            _ => {
                self.close();
                self.id = Some(name.to_owned());
            }
        }
    }

    fn position(&mut self, line: usize, fen: &str) -> Result<(), SuiteFault> {
        self.close();
        let (id, fen) = (self.id.take(), fen.trim().to_owned());
        let setup = fen::parse(&fen)?;
        self.open = Some(Case { line, id, fen, setup, counts: Vec::new() });
        Ok(())
    }

    /// Reads a depth and a count; `text` is all that was written of it.
    fn count(&mut self, text: &str, pair: &str) -> Result<(), SuiteFault> {
        let read = || {
            let (depth, count) = pair.split_once(char::is_whitespace)?;
            let depth: u32 = depth.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth))?;
            Some((depth, count.trim().parse().ok()?))
        };
        let count = read().ok_or_else(|| SuiteFault::Count(text.to_owned()))?;
        match &mut self.open {
            Some(case) => case.counts.push(count),
            // The counts of a position that could not be read.
            None if self.spoilt => {}
            None => return Err(SuiteFault::NoPosition(text.to_owned())),
        }
        Ok(())
    }

    /// Nothing more is said of the position.
    fn close(&mut self) {
        let known = self.open.take().filter(|case| !case.counts.is_empty() || !self.spoilt);
        self.read.extend(known.map(|case| match case.counts.is_empty() {
            true => Err(SuiteError { line: case.line, fault: SuiteFault::NoCounts(case.fen) }),
            false => Ok(case),
        }));
        self.read.extend(self.faults.drain(..).map(Err));
        self.spoilt = false;
    }
}

impl Case {
    /// The position under these terms, as Chess960 where the file means that.
    ///
    /// # Errors
    /// [`SetupError`] has every reason why there is no such position.
    pub fn position(&self, terms: &Terms) -> Result<Position, SetupError> {
        let chess960 = terms.chess960 || self.setup.asks_for_chess960(terms);
        self.setup.position(&Terms { chess960, ..terms.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read() {
        let suite = "# a comment\n\
            8/8/8/8/8/8/8/K1k5 w - - 0 1 ;D1 3 ;D2 15\n\n\
            id kings\nepd 8/8/8/8/8/8/8/K1k5 b - -\nperft 1 5\nperft 2 12\n\
            8/8/8/8/8/8/8/K1k5 w - -; D4 7;\n";
        let cases = parse(suite).unwrap();
        let read: Vec<_> = cases.iter().map(|case| (case.line, &case.counts[..])).collect();
        assert_eq!(read, [(2, &[(1, 3), (2, 15)][..]), (5, &[(1, 5), (2, 12)]), (8, &[(4, 7)])]);
        assert_eq!(cases[1].id.as_deref(), Some("kings"));
        assert_eq!(cases[2].id, None);
    }

    #[test]
    fn chess960_is_recognised() {
        for (fen, chess960) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", true),
            ("4k3/8/8/8/8/8/8/1R3K1R w KQ - 0 1", true),
            ("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1", true),
            // A letter that nothing explains is dropped and makes no Chess960.
            ("4k3/8/8/8/8/8/8/4K3 w Q - 0 1", false),
        ] {
            let case = &parse(&format!("{fen} ;D1 1")).unwrap()[0];
            assert_eq!(case.position(&Terms::default()).unwrap().chess960(), chess960, "{fen}");
        }
    }

    #[test]
    fn a_line_at_fault_hides_no_other() {
        let suite = "\u{feff}8/8/8/8/8/8/8/K1k5 w - - ;D1 3\r\r\nstray words\nid bad\nepd 8/8 w - -\n\
            perft 1 5\nid good\nepd 8/8/8/8/8/8/8/K1k5 w - -\nperft one\nperft 2 12\n\
            8/8/8/8/8/8/8/K1k5 w - - ;D1 x\0\nepd 8/8/8/8/8/8/8/K1k5 w - -\n\
            8/8/8/8/8/8/8/K1k5 w - - ;D1 3\0\r\n";
        let told: Vec<_> = read(suite)
            .into_iter()
            .map(|read| read.map(|case| (case.line, case.counts)).map_err(|error| error.line))
            .collect();
        let expected = [
            Ok((1, vec![(1, 3)])),
            Err(2),
            Err(4),
            Ok((7, vec![(2, 12)])),
            Err(8),
            Err(10),
            Err(11),
            Ok((12, vec![(1, 3)])),
        ];
        assert_eq!(told, expected);
    }

    #[test]
    fn what_is_no_suite_is_named() {
        for (suite, line, at_fault) in [
            ("\nperft 1 20", 2, "perft 1 20"),
            ("epd 8/8/8/8/8/8/8/K1k5 w - -", 1, "K1k5"),
            ("8/8/8/8/8/8/8/K1k5 w - - ;D1", 1, "D1"),
            ("8/8/8/8/8/8/8/K1k5 w - - ;E1 20", 1, "E1 20"),
            ("8/8/8/8/8/8/8/K1k5 w - - ;D0 1", 1, "D0 1"),
            ("8/8/8/8/8/8/8/K1k5 w - - ;D1 20x", 1, "D1 20x"),
            ("8/8/8/8/8/8/8/K1k5 w - - ;D1 3\n8/8/8 w - - ;D1 3", 2, "8/8/8"),
            ("stray words", 1, "'stray'"),
        ] {
            let error = parse(suite).unwrap_err();
            assert_eq!(error.line, line, "{suite}");
            assert!(error.to_string().contains(at_fault), "{error}");
        }
    }
}
