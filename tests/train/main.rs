//! The making of training data, as a user runs it.

mod datagen;
