//! OpenBench's way to ask for openings: `jadoube "genfens N seed S book FILE" "quit"`. Each is
//! answered by a line `info string genfens FEN`.

use anyhow::{Context, Result, bail};

use super::output::print_line;
use crate::notation::{epd, fen};
use crate::rules::Position;
use crate::rules::laws::Terms;
use crate::train::generate;

/// The request among a program's arguments, if the first of them is one.
pub fn asked_for(mut arguments: impl Iterator<Item = String>) -> Option<String> {
    let first = arguments.next()?;
    (first.split_whitespace().next() == Some("genfens")).then_some(first)
}

/// Answers a request.
///
/// # Errors
/// When it is not `genfens N seed S [book FILE|None]` (words after that are passed over, as the
/// protocol asks), or the book cannot be read.
pub fn run(request: &str) -> Result<()> {
    let words: Vec<&str> = request.split_whitespace().collect();
    let ["genfens", count, "seed", seed, rest @ ..] = &words[..] else {
        bail!("'{request}': not 'genfens N seed S book FILE'");
    };
    let count = count.parse().with_context(|| format!("genfens '{count}': no number"))?;
    let seed = seed.parse().with_context(|| format!("genfens seed '{seed}': no number"))?;
    let book = match rest {
        ["book", name, ..] if !name.eq_ignore_ascii_case("none") => read_book(name)?,
        _ => Vec::new(),
    };
    generate(count, seed, &book, |position| {
        print_line(format_args!("info string genfens {}", fen::orthodox(position)))
    })?;
    Ok(())
}

/// The positions of a book in FEN or EPD, one a line.
fn read_book(path: &str) -> Result<Vec<Position>> {
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read '{path}'"))?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let book = lines
        .map(|(index, line)| {
            let setup = fen::parse(line).or_else(|_| epd::Epd::parse(line).map(|epd| epd.setup));
            setup
                .map_err(anyhow::Error::from)
                .and_then(|setup| Ok(setup.position(&Terms::default())?))
                .with_context(|| format!("'{path}' line {}", index + 1))
        })
        .collect::<Result<Vec<_>>>()?;
    if book.is_empty() {
        bail!("'{path}' holds no position");
    }
    Ok(book)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_first_argument_of_that_name_is_a_request() {
        let asked = |words: &[&str]| asked_for(words.iter().map(|&word| word.to_owned()));
        assert!(asked(&["genfens 1 seed 2 book None", "quit"]).is_some());
        assert!(asked(&["bench"]).is_none());
        assert!(asked(&[]).is_none());
    }

    #[test]
    fn a_request_that_cannot_be_read_is_named() {
        for (request, named) in [
            ("genfens", "'genfens'"),
            ("genfens x seed 1", "'x'"),
            ("genfens 1 seed y book None", "'y'"),
            ("genfens 1 seed 1 book /no/such/book", "/no/such/book"),
        ] {
            let error = format!("{:#}", run(request).unwrap_err());
            assert!(error.contains(named), "{error}");
        }
    }
}
