//! The Universal Chess Interface.

pub mod wire;
