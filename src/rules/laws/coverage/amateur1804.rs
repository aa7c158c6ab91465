//! The laws of 1804 as rows of the coverage table, read in two ways: in England
//! and in France. It must never quote the text.

use super::Place::{Arbiter, DrawClaim, Odds, Physical, Rules};
use super::Status::{Enforced, NotYet, Partly};
use super::{Place, Row, Status, Text};

const fn law(number: &'static str, gist: &'static str, place: Place, status: Status) -> Row {
    Row::new(Text::Amateur1804, number, gist, place, status)
}

/// The seventeen laws.
pub(super) static ROWS: [Row; 17] = [
    law(
        "I",
        "The board is turned so that each player has a white square at his right hand.",
        Physical,
        Status::Physical {
            reason: "How a wooden board lies; the program's board cannot be turned wrongly.",
        },
    ),
    law(
        "II",
        "The giver of a man has the move unless agreed otherwise; at even play lots are drawn, then the move alternates.",
        Odds,
        Partly { tests: &["tests/laws/odds.rs::giver_has_the_first_move"], pending: Arbiter },
    ),
    law(
        "III",
        "A man forgotten in the array: the adversary chooses a new game, or play goes on with the man put in its place.",
        Arbiter,
        NotYet,
    ),
    law(
        "IV",
        "Odds agreed but not taken off: whoever suffers by the mistake chooses to go on or to begin again.",
        Arbiter,
        NotYet,
    ),
    law(
        "V",
        "A man touched must be played unless the toucher says j'adoube; one upset by accident may be put right.",
        Arbiter,
        NotYet,
    ),
    law(
        "VI",
        "An adverse man touched without j'adoube must be taken at the adversary's wish; if it cannot be, the king moves.",
        Arbiter,
        NotYet,
    ),
    law(
        "VII",
        "A move stands once the hand has left the man; until then the man may go to any square.",
        Arbiter,
        NotYet,
    ),
    law(
        "VIII",
        "A false move is paid for with a move of the king; unnoticed until the adversary has moved, it stands.",
        Arbiter,
        NotYet,
    ),
    law(
        "IX",
        "A pawn on the last rank becomes a queen or another piece, even while all the pieces are still on the board.",
        Rules,
        Enforced { tests: &["tests/laws/promotion.rs::pawn_becomes_the_piece_chosen"] },
    ),
    law(
        "X",
        "A pawn may advance two squares at its first move, and may then be taken in passing by a pawn.",
        Rules,
        Enforced { tests: &["tests/laws/movement.rs::double_step_and_taking_in_passing"] },
    ),
    law(
        "XI",
        "In castling the king goes two squares, no further, and the rook stands next to him on the other side.",
        Rules,
        Enforced { tests: &["tests/laws/castling.rs::where_king_and_rook_arrive"] },
    ),
    law(
        "XII",
        "No castling in or through check, after a king's move or with a displaced rook; who tries moves king or rook.",
        Rules,
        Partly {
            tests: &[
                "tests/laws/castling.rs::what_forbids_castling",
                "tests/laws/castling.rs::who_may_castle_without_the_rook",
            ],
            pending: Arbiter,
        },
    ),
    law(
        "XIII",
        "A check not called need not be met; if it is called a move later, both players take back their last move.",
        Arbiter,
        NotYet,
    ),
    law(
        "XIV",
        "A check called but not given: whoever touched a man because of it may retract until the next adverse move.",
        Arbiter,
        NotYet,
    ),
    law(
        "XV",
        "Whoever touches a man that may not leave its line must move the king; if he cannot, there is no penalty.",
        Arbiter,
        NotYet,
    ),
    law(
        "XVI",
        "Stalemate: in England the player whose king is stalemated wins; in France and elsewhere the game is drawn.",
        Rules,
        Enforced {
            tests: &[
                "tests/laws/endings.rs::stalemate_is_what_each_code_makes_of_it",
                "tests/laws/searched.rs::stalemate_comes_before_a_full_count",
                "tests/laws/searched.rs::a_move_that_ends_the_game_scores_what_the_rules_make_of_it",
            ],
        },
    ),
    law(
        "XVII",
        "In a difficult mate the weaker side may ask that fifty moves of each be counted; after them the game is drawn.",
        DrawClaim,
        Enforced { tests: &["tests/laws/claims.rs::fifty_moves_on_notice"] },
    ),
];
