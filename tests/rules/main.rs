//! What the five codes say of movement, castling, promotion, the ends of a game, claims, odds and
//! undertakings, law by law, through the public interface. Each test cites the laws it proves,
//! and the table of laws names the test. The positions are made for the purpose; nothing here may
//! depend on a clock, on chance or on a file outside the repository.

mod agreed;
mod castling;
#[path = "../common/chance.rs"]
mod chance;
mod claims;
mod cli;
mod coverage;
mod dead;
mod endings;
mod endless;
mod mirrored;
mod movement;
mod odds;
#[path = "../common/program.rs"]
mod program;
mod promotion;
mod searched;
mod table;
mod undertakings;
mod verdict;
