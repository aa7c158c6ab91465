//! The search: which move is best, under whatever law the position carries. It is pure: the
//! request says what to look at, a [`Control`] when to stop, an [`Observer`] hears of progress and
//! a [`Prober`] knows endings. It reads no clock, prints nothing, and tests no law itself.

mod request;
mod table;

pub use request::{Bound, Control, Iteration, NoProber, Observer, Prober, Report, Request, Wdl};
