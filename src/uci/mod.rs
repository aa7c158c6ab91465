//! The engine at the other end of a Universal Chess Interface: lines come in, the engine
//! obeys them, and what it reports goes out. Nothing that comes in can end the loop but `quit` and the end of the
//! input, and no line is waited for while a search or a count is running.

mod input;
mod session;
mod show;
pub mod wire;
mod words;
mod writer;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::time::Instant;

use crate::engine::bench;
use input::Input;
use session::Session;
use writer::UciWriter;

pub use words::law_in_words;

/// Speaks UCI until `quit` or the end of the input, and then ends whatever is being done.
///
/// # Errors
/// When the input cannot be read, the system gives no thread to think on, or in the end because
/// something could not be written.
pub fn run(input: impl BufRead, output: impl Write + Send + 'static) -> io::Result<()> {
    let writer = Arc::new(UciWriter::new(output));
    let mut session = Session::new(Arc::clone(&writer))?;
    let mut input = Input::new(input);
    while let Some(line) = input.next_line()? {
        if !session.obey(&line, Instant::now()) {
            break;
        }
    }
    drop(session);
    writer.conclude()
}

/// Runs a bench and writes its lines; the last is `N nodes M nps`.
///
/// # Errors
/// In the end, because something could not be written.
pub fn run_bench(
    bench: &bench::Bench,
    output: impl Write + Send + 'static,
) -> io::Result<bench::Total> {
    let writer = UciWriter::new(output);
    let order = bench::unstoppable();
    let total = bench::run(bench, &order, &writer).expect("nobody stops this bench");
    writer.conclude()?;
    Ok(total)
}
