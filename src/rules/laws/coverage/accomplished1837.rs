//! The laws of 1837 as rows of the coverage table. It must never quote the text.

use super::Place::{Arbiter, DrawClaim, Odds, Physical, Rules};
use super::Status::{Enforced, NotYet, Partly};
use super::{Place, Row, Status, Text};

const fn law(number: &'static str, gist: &'static str, place: Place, status: Status) -> Row {
    Row::new(Text::Accomplished1837, number, gist, place, status)
}

/// The twenty laws.
pub(super) static ROWS: [Row; 20] = [
    law(
        "1",
        "A man touched is moved, or the king for one that is pinned; quitting it ends the move; accidents are put right.",
        Arbiter,
        NotYet,
    ),
    law(
        "2",
        "An adverse man touched or moved: the offender takes it, or moves his king, or leaves it there, as is required.",
        Arbiter,
        NotYet,
    ),
    law(
        "3",
        "After a false move the adversary lets it stand, has it made rightly or has the king moved; too late once he plays.",
        Arbiter,
        NotYet,
    ),
    law(
        "4",
        "Of two moves made in succession the second is taken back, or both remain, as the adversary decides.",
        Arbiter,
        NotYet,
    ),
    law(
        "5",
        "A check not called may be ignored until it is; a check of unknown origin lets a player retract to meet it.",
        Arbiter,
        NotYet,
    ),
    law(
        "6",
        "A check called but not given lets the misled player retract until the adversary has completed his next move.",
        Arbiter,
        NotYet,
    ),
    law(
        "7",
        "No man may give check by a move that exposes its own king to check.",
        Rules,
        Enforced { tests: &["tests/laws/movement.rs::a_king_is_never_left_in_check"] },
    ),
    law(
        "8",
        "Castling is lost when king or rook moves, not by a past check or a rook attacked; the giver of a rook may castle.",
        Rules,
        Partly {
            tests: &[
                "tests/laws/castling.rs::what_forbids_castling",
                "tests/laws/castling.rs::what_does_not_forbid_castling",
                "tests/laws/castling.rs::who_may_castle_without_the_rook",
            ],
            pending: Arbiter,
        },
    ),
    law(
        "9",
        "The first move is drawn by lot, then alternates; the giver of odds has it, and the choice of colour.",
        Odds,
        Partly { tests: &["tests/laws/odds.rs::giver_has_the_first_move"], pending: Arbiter },
    ),
    law(
        "10",
        "A drawn game does not count: the player who began it begins the next one too.",
        Arbiter,
        NotYet,
    ),
    law(
        "11",
        "No irregularity can be penalised or taken back once the adversary has moved.",
        Arbiter,
        NotYet,
    ),
    law(
        "12",
        "A wrong board or array is put right before four moves have been played; after that the game is played out.",
        Arbiter,
        NotYet,
    ),
    law(
        "13",
        "The giver chooses which rook or knight he gives; a pawn given is always the king's bishop's.",
        Odds,
        Enforced { tests: &["tests/laws/odds.rs::which_man_is_given"] },
    ),
    law(
        "14",
        "Odds not taken off within four moves stay on the board, and mate by the forgetful giver is then a draw.",
        Arbiter,
        NotYet,
    ),
    law(
        "15",
        "Three or more first moves are confined to the receiver's own half of the board.",
        Odds,
        Enforced { tests: &["tests/laws/odds.rs::how_far_the_first_moves_may_go"] },
    ),
    law(
        "16",
        "The giver of a rook may castle on that side as if the rook stood on its square.",
        Odds,
        Enforced {
            tests: &[
                "tests/laws/castling.rs::who_may_castle_without_the_rook",
                "tests/laws/castling.rs::a_man_in_the_corner",
                "tests/laws/castling.rs::what_forbids_castling_without_the_rook",
            ],
        },
    ),
    law(
        "17",
        "Stalemate is a draw.",
        Rules,
        Enforced { tests: &["tests/laws/endings.rs::stalemate_is_what_each_code_makes_of_it"] },
    ),
    law(
        "18",
        "A king's move cannot be enforced as a penalty where it would put the king in check.",
        Arbiter,
        NotYet,
    ),
    law(
        "19",
        "In four endings the weaker side may give notice, and mate must then follow within fifty moves of each.",
        DrawClaim,
        Enforced { tests: &["tests/laws/claims.rs::fifty_moves_on_notice"] },
    ),
    law(
        "20",
        "What the laws have not provided for is decided by a third person, finally.",
        Physical,
        Status::Physical {
            reason: "It names a person to decide where the text is silent, not a rule to apply.",
        },
    ),
];
