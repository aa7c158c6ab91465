//! What the terms of a game come to: the switches that each code sets, the odds, the undertaking.
//! It reads the laws into plain values and must not itself judge any position.

use super::{Color, Kind, Terms, Wing, square_at, square_named};

/// How a law treats castling without the rook that was given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Ghosts {
    /// There is none.
    Never,
    /// british1897:IV.5, federation1912:39: the rook's square is empty and has always been.
    CornerEmpty,
    /// accomplished1837:8, 16: as if the rook were at its square, whatever stands there.
    CornerIgnored,
}

/// What stalemate is to the player who is stalemated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stalemate {
    Draw,
    Win,
    Loss,
}

/// The law of a game, but for its undertaking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules {
    pub(super) ghosts: Ghosts,
    pub(super) stalemate: Stalemate,
    /// Whether a marked pawn may be promoted; rogers1907:XXXVII forbids it.
    pub(super) marked_pawn_promotes: bool,
    /// Whether the moves of the odds must end within the receiver's own four ranks.
    pub(super) odds_in_own_half: bool,
    /// The moves of the odds that were granted in all.
    pub(super) odds_moves: u32,
    pub(super) giver: Color,
    pub(super) chess960: bool,
    /// Whether the odds name the rook in that corner, by colour and then by wing.
    pub(super) rook_given: [[bool; 2]; 2],
}

impl Rules {
    /// `odds_moves` are the moves granted in all, which the FEN may put higher than the terms.
    pub(super) fn new(terms: &Terms, odds_moves: u32) -> Rules {
        let code = terms.code.as_str();
        let named = |color: Color, wing: Wing| {
            let file = if wing == Wing::King { 7 } else { 0 };
            let corner = square_at(file, color.home_rank());
            terms.odds.iter().any(|name| square_named(name) == corner)
        };
        Rules {
            ghosts: ghosts(code, terms.ghost_castling),
            stalemate: stalemate(code, terms.stalemate.as_deref()),
            marked_pawn_promotes: code != "rogers1907",
            odds_in_own_half: match code {
                // rogers1907:XXXII: "of a move or moves", not beyond the fourth rank.
                "rogers1907" => odds_moves >= 1,
                // british1897:IV.4: "two or more moves in one turn".
                "british1897" => odds_moves >= 2,
                // accomplished1837:15: "three or more first moves".
                "accomplished1837" => odds_moves >= 3,
                // federation1912:37 sets no limit, the texts of 1804 are silent.
                _ => false,
            },
            odds_moves,
            giver: if terms.giver_white { Color::White } else { Color::Black },
            chess960: terms.chess960,
            rook_given: [Color::White, Color::Black]
                .map(|color| [Wing::King, Wing::Queen].map(|wing| named(color, wing))),
        }
    }

    pub(super) fn receiver(&self) -> Color {
        self.giver.other()
    }
}

fn ghosts(code: &str, switch: Option<bool>) -> Ghosts {
    let of_the_code = match code {
        "chess" | "england1804" | "france1804" | "rogers1907" => Ghosts::Never,
        "accomplished1837" => Ghosts::CornerIgnored,
        "british1897" | "federation1912" => Ghosts::CornerEmpty,
        _ => panic!("no such code: {code:?}"),
    };
    match (switch, of_the_code) {
        (None, by_code) => by_code,
        (Some(false), _) => Ghosts::Never,
        // The switch alone, on any other code, follows 1897.
        (Some(true), Ghosts::Never) => Ghosts::CornerEmpty,
        (Some(true), by_code) => by_code,
    }
}

fn stalemate(code: &str, switch: Option<&str>) -> Stalemate {
    match switch {
        // amateur1804:XVI: "In England, he whose king is stale-mate wins the game".
        None if code == "england1804" => Stalemate::Win,
        None | Some("draw") => Stalemate::Draw,
        Some("win") => Stalemate::Win,
        Some("loss") => Stalemate::Loss,
        Some(other) => panic!("no such stalemate: {other:?}"),
    }
}

/// The conditions of an undertaking; all must hold at the mate.
#[derive(Clone, Debug, Default)]
pub(super) struct Undertaking {
    /// A pawn of the giver is among the checking pieces.
    pub(super) pawn: bool,
    /// Pieces of these kinds are among the checking pieces.
    pub(super) kinds: Vec<Kind>,
    /// This square at the start held the piece who must be among the checking pieces.
    pub(super) marked: Option<usize>,
    /// The marked piece must be a pawn (`pawn@`), not any piece (`man@`).
    pub(super) marked_is_pawn: bool,
    /// The mated king stands here.
    pub(super) square: Option<usize>,
    /// By this move of the giver's at the latest.
    pub(super) within: Option<u32>,
}

impl Undertaking {
    /// Reads the option's syntax; `None` if it is empty.
    pub(super) fn read(text: &str) -> Option<Undertaking> {
        if text.is_empty() {
            return None;
        }
        let mut result = Undertaking::default();
        for condition in text.split(',') {
            if let Some(name) = condition.strip_prefix("pawn@") {
                result.marked = Some(square_named(name));
                result.marked_is_pawn = true;
            } else if let Some(name) = condition.strip_prefix("man@") {
                result.marked = Some(square_named(name));
            } else if let Some(name) = condition.strip_prefix("square=") {
                result.square = Some(square_named(name));
            } else if let Some(number) = condition.strip_prefix("within=") {
                result.within = Some(number.parse().expect("a number of moves"));
            } else {
                match condition {
                    "pawn" => result.pawn = true,
                    "knight" => result.kinds.push(Kind::Knight),
                    "bishop" => result.kinds.push(Kind::Bishop),
                    "rook" => result.kinds.push(Kind::Rook),
                    "queen" => result.kinds.push(Kind::Queen),
                    "draw" => {}
                    other => panic!("no such condition: {other:?}"),
                }
            }
        }
        Some(result)
    }
}
