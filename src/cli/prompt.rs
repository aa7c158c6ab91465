//! The line that a person types at a terminal, with editing, a history and completion. What can be
//! typed is told by the caller, as whole lines; nothing here knows what a line means.

use anyhow::{Context as _, Result};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

/// A prompt at a terminal.
pub struct Prompt(Editor<Completion, MemHistory>);

/// The lines that make sense now.
#[derive(Default)]
struct Completion {
    lines: Vec<String>,
}

impl Prompt {
    /// A prompt with an empty history.
    ///
    /// # Errors
    /// The terminal cannot be used.
    pub fn new() -> Result<Self> {
        let config = Config::builder().auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).context("terminal")?;
        editor.set_helper(Some(Completion::default()));
        Ok(Self(editor))
    }

    /// Asks for a line; `None` at the end of input and after Ctrl-C. The tab key completes what is
    /// typed to the next word of the lines given.
    ///
    /// # Errors
    /// The terminal cannot be read.
    pub fn ask(&mut self, prompt: &str, lines: Vec<String>) -> Result<Option<String>> {
        if let Some(helper) = self.0.helper_mut() {
            helper.lines = lines;
        }
        match self.0.readline(prompt) {
            Ok(line) => Ok(Some(line)),
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(error) => Err(error).context("terminal"),
        }
    }
}

/// Where the word under the cursor begins, and what it can become: the next words of the lines that
/// go on as typed, each once, whatever the case of the letters.
fn next_words(typed: &str, lines: &[String]) -> (usize, Vec<String>) {
    let start = typed.rfind(' ').map_or(0, |at| at + 1);
    let mut words: Vec<String> = Vec::new();
    for line in lines {
        let goes_on = line.get(..typed.len()).is_some_and(|head| head.eq_ignore_ascii_case(typed));
        if !goes_on {
            continue;
        }
        let word = line[start..].split(' ').next().unwrap_or("").to_owned();
        if !word.is_empty() && !words.contains(&word) {
            words.push(word);
        }
    }
    (start, words)
}

impl Completer for Completion {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(next_words(line.get(..position).unwrap_or(line), &self.lines))
    }
}

impl Hinter for Completion {
    type Hint = String;
}

impl Highlighter for Completion {}
impl Validator for Completion {}
impl Helper for Completion {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_completed_by_the_lines_that_go_on_as_typed() {
        let lines =
            ["White plays e2e4", "White plays e2e3", "White points out men", "Black waives"]
                .map(str::to_owned);
        let words = |typed: &str| next_words(typed, &lines);
        assert_eq!(words("").1, ["White", "Black"]);
        assert_eq!(words("wh"), (0, vec!["White".to_owned()]));
        assert_eq!(words("White p").1, ["plays", "points"]);
        assert_eq!(words("white plays e2"), (12, vec!["e2e4".to_owned(), "e2e3".to_owned()]));
        assert_eq!(words("White points out ").1, ["men"]);
        assert!(words("Green").1.is_empty());
        assert!(words("Whité p").1.is_empty(), "no line is cut within a letter");
    }
}
