//! The PGN tags by which a game says under what conditions it was played: written with the game,
//! read when a match is resumed.

/// The tag that says how a game ended, in words that are the same for every game that ended so.
pub const REASON: &str = "Reason";
/// The tags that say what programs White and Black are.
pub const PROGRAMS: [&str; 2] = ["WhiteProgram", "BlackProgram"];
/// The tag that says what the referee ends ahead of the law.
pub const ADJUDICATION: &str = "Adjudication";

/// The tag that says how long both may think, and those that say it of White and of Black.
pub const TIME_CONTROL: &str = "TimeControl";
/// See [`TIME_CONTROL`].
pub const TIME_CONTROLS: [&str; 2] = ["WhiteTimeControl", "BlackTimeControl"];
