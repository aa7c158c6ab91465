//! Lists of numbers to be tuned, in the form that OpenBench takes: a line each,
//! `name, int, value, min, max, step, rate`. Blank lines and what follows a `#` are passed over.

use thiserror::Error;

use super::spsa::Tunable;

/// Why a list cannot be read. Each names the line.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ListError {
    /// A line that has not seven parts.
    #[error("line {0}: 'name, int, value, min, max, step, rate' is needed, not '{1}'")]
    Parts(usize, String),
    /// A part that is no number, or a type that is neither `int` nor `float`.
    #[error("line {line}: {part} '{text}': not {wanted}")]
    Part {
        /// The line.
        line: usize,
        /// Which part.
        part: &'static str,
        /// The text at fault.
        text: String,
        /// What is needed.
        wanted: &'static str,
    },
    /// A value out of its range, or a range or step of nothing.
    #[error("line {line}: '{name}': {why}")]
    Range {
        /// The line.
        line: usize,
        /// The number.
        name: String,
        /// What is wrong.
        why: &'static str,
    },
    /// A name that stands twice.
    #[error("line {0}: '{1}' stands twice")]
    Twice(usize, String),
    /// No line at all.
    #[error("there is nothing to tune")]
    Empty,
}

/// Reads a list.
///
/// # Errors
/// [`ListError`] names the line at fault.
pub fn read(text: &str) -> Result<Vec<Tunable>, ListError> {
    let mut tunables: Vec<Tunable> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let tunable = one(number, line)?;
        if tunables.iter().any(|known| known.name == tunable.name) {
            return Err(ListError::Twice(number, tunable.name));
        }
        tunables.push(tunable);
    }
    if tunables.is_empty() { Err(ListError::Empty) } else { Ok(tunables) }
}

fn one(line: usize, text: &str) -> Result<Tunable, ListError> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let [name, kind, start, min, max, step, rate] = parts[..] else {
        return Err(ListError::Parts(line, text.to_owned()));
    };
    let part = |part, text: &str, wanted| ListError::Part { line, part, text: text.into(), wanted };
    let whole = match kind {
        "int" => true,
        "float" => false,
        _ => return Err(part("type", kind, "int or float")),
    };
    let number = |named, text: &str| {
        let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
        number.ok_or_else(|| part(named, text, "a number"))
    };
    let tunable = Tunable {
        name: name.to_owned(),
        whole,
        start: number("value", start)?,
        min: number("min", min)?,
        max: number("max", max)?,
        step: number("step", step)?,
        rate: number("rate", rate)?,
    };
    let why = if name.is_empty() {
        "no name"
    } else if tunable.min >= tunable.max {
        "min must be below max"
    } else if !(tunable.min..=tunable.max).contains(&tunable.start) {
        "the value is not between min and max"
    } else if tunable.step <= 0.0 || tunable.rate < 0.0 {
        "the step must be above 0, and the rate not below"
    } else {
        return Ok(tunable);
    };
    Err(ListError::Range { line, name: name.to_owned(), why })
}

/// A number in the form of a list.
pub fn line(tunable: &Tunable) -> String {
    let Tunable { name, whole, start, min, max, step, rate } = tunable;
    let kind = if *whole { "int" } else { "float" };
    format!("{name}, {kind}, {start}, {min}, {max}, {step}, {rate}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "# margins\nfutility, int, 110, 30, 250, 14, 0.002\n\n \
                    x , float, 0.5,-1,1,.1,1 # y\nstays, int, 1, 0, 2, 1, 0\n";
        let list = read(text).unwrap();
        assert_eq!(list.len(), 3);
        assert_eq!(list[2].rate, 0.0);
        assert_eq!((list[0].name.as_str(), list[0].whole, list[0].step), ("futility", true, 14.0));
        assert_eq!((list[1].name.as_str(), list[1].whole, list[1].min), ("x", false, -1.0));
        let again: Vec<String> = list.iter().map(line).collect();
        assert_eq!(read(&again.join("\n")).unwrap(), list);
    }

    #[test]
    fn what_is_no_list_is_refused_by_its_line() {
        for (text, at_fault) in [
            ("", "nothing to tune"),
            ("a, int, 1, 0, 2, 1", "line 1"),
            ("\na, real, 1, 0, 2, 1, 1", "line 2: type 'real'"),
            ("a, int, x, 0, 2, 1, 1", "value 'x'"),
            ("a, int, inf, 0, 2, 1, 1", "value 'inf'"),
            ("a, int, 3, 0, 2, 1, 1", "'a': the value"),
            ("a, int, 1, 2, 0, 1, 1", "min must be below max"),
            ("a, int, 1, 0, 2, 0, 1", "the step must be above 0"),
            ("a, int, 1, 0, 2, 1, -1", "the rate not below"),
            (", int, 1, 0, 2, 1, 1", "no name"),
            ("a, int, 1, 0, 2, 1, 1\na, int, 1, 0, 2, 1, 1", "line 2: 'a' stands twice"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(at_fault), "{text}: {error}");
        }
    }
}
