//! Standard output and standard error of the commands. What cannot be written is an error that
//! says so, never a panic; that nobody reads any more (`| head -1`) ends a command quietly.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

/// Whoever read standard output has gone: it is not a fault, and there is nobody to tell.
#[derive(Debug, thiserror::Error)]
#[error("standard output is closed")]
struct Closed;

/// Standard output. Its errors name it.
pub(super) struct Stdout;

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        io::stdout().write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush().map_err(named)
    }
}

/// An error of standard output, by name.
pub(super) fn named(error: io::Error) -> io::Error {
    match error.kind() {
        ErrorKind::BrokenPipe => io::Error::new(ErrorKind::BrokenPipe, Closed),
        ErrorKind::Interrupted => error,
        kind => io::Error::new(kind, format!("standard output: {error}")),
    }
}

/// Whether a command has ended because nobody reads what it prints.
pub(super) fn was_closed(error: &anyhow::Error) -> bool {
    error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>()).any(|cause| {
        cause.get_ref().is_some_and(<dyn std::error::Error + Send + Sync>::is::<Closed>)
    })
}

/// Prints a text as it stands.
///
/// # Errors
/// It cannot be written.
pub(super) fn print(text: impl Display) -> io::Result<()> {
    write!(Stdout, "{text}")?;
    Stdout.flush()
}

/// Prints a line.
///
/// # Errors
/// It cannot be written.
pub(super) fn print_line(line: impl Display) -> io::Result<()> {
    print(format_args!("{line}\n"))
}

/// Tells the user something beside the result, on standard error. When that is closed or full,
/// nobody can be told.
pub fn tell(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}
