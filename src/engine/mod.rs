//! The engine as a whole, around the search: opening book, tablebases.

pub mod book;
