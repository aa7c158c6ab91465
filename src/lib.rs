//! Jadoube: the rules of chess, old and new, and an engine that plays by them.
