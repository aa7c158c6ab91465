//! The `jadoube` program.
fn main() {}
