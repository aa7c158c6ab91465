//! The laws of 1804 as rows of the coverage table, read in two ways: in England
//! and in France. It must never quote the text.

use super::Place::{Arbiter, DrawClaim, Odds, Rules};
use super::Status::Enforced;
use super::{Place, Row, Status, Text};

const fn law(number: &'static str, gist: &'static str, place: Place, status: Status) -> Row {
    Row::new(Text::Amateur1804, number, gist, place, status)
}

/// The seventeen laws.
pub(super) static ROWS: [Row; 17] = [
    law(
        "I",
        "The board is turned so that each player has a white square at his right hand.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/amateur1804.rs::a_board_turned_wrongly_is_put_right"] },
    ),
    law(
        "II",
        "The giver of a man has the move unless agreed otherwise; at even play lots are drawn, then the move alternates.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::giver_has_the_first_move",
                "tests/arbiter/amateur1804.rs::the_giver_of_a_piece_begins",
                "tests/arbiter/series.rs::the_first_move_alternates",
            ],
        },
    ),
    law(
        "III",
        "A man forgotten in the array: the adversary chooses a new game, or play goes on with the man put in its place.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::a_piece_forgotten_at_the_beginning_is_the_opponent_s_choice",
            ],
        },
    ),
    law(
        "IV",
        "Odds agreed but not taken off: whoever suffers by the mistake chooses to go on or to begin again.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::odds_forgotten_are_the_choice_of_the_one_who_suffers",
            ],
        },
    ),
    law(
        "V",
        "A man touched must be played unless the toucher says j'adoube; one upset by accident may be put right.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::a_piece_touched_must_be_played_unless_it_is_adjusted",
            ],
        },
    ),
    law(
        "VI",
        "An adverse man touched without j'adoube must be taken at the adversary's wish; if it cannot be, the king moves.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::an_opponent_s_piece_touched_is_captured_or_the_king_moves",
            ],
        },
    ),
    law(
        "VII",
        "A move stands once the hand has left the man; until then the man may go to any square.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/amateur1804.rs::a_move_is_complete_when_the_piece_is_quitted"],
        },
    ),
    law(
        "VIII",
        "A false move is paid for with a move of the king; unnoticed until the adversary has moved, it stands.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::a_false_move_costs_a_king_s_move_and_stands_once_replied_to",
            ],
        },
    ),
    law(
        "IX",
        "A pawn on the last rank becomes a queen or another piece, even while all the pieces are still on the board.",
        Rules,
        Enforced { tests: &["tests/rules/promotion.rs::pawn_becomes_the_piece_chosen"] },
    ),
    law(
        "X",
        "A pawn may advance two squares at its first move, and may then be taken in passing by a pawn.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::double_step_and_taking_in_passing"] },
    ),
    law(
        "XI",
        "In castling the king goes two squares, no further, and the rook stands next to him on the other side.",
        Rules,
        Enforced { tests: &["tests/rules/castling.rs::where_king_and_rook_arrive"] },
    ),
    law(
        "XII",
        "No castling in or through check, after a king's move or with a displaced rook; who tries moves king or rook.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/castling.rs::what_forbids_castling",
                "tests/rules/castling.rs::who_may_castle_without_the_rook",
                "tests/arbiter/amateur1804.rs::castling_wrongly_is_paid_with_king_or_rook_at_the_offender_s_choice",
            ],
        },
    ),
    law(
        "XIII",
        "A check not called need not be met; if it is called a move later, both players take back their last move.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::a_check_not_called_need_not_be_met_until_it_is",
            ],
        },
    ),
    law(
        "XIV",
        "A check called but not given: whoever touched a man because of it may retract until the next adverse move.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/amateur1804.rs::a_check_called_falsely_may_be_retracted",
                "tests/arbiter/amateur1804.rs::a_sealed_move_calls_no_check_of_itself",
            ],
        },
    ),
    law(
        "XV",
        "Whoever touches a man that may not leave its line must move the king; if he cannot, there is no penalty.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/amateur1804.rs::a_pinned_piece_touched_costs_a_king_s_move"],
        },
    ),
    law(
        "XVI",
        "Stalemate: in England the player whose king is stalemated wins; in France and elsewhere the game is drawn.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/endings.rs::stalemate_is_what_each_code_makes_of_it",
                "tests/rules/searched.rs::stalemate_comes_before_a_full_count",
                "tests/rules/searched.rs::a_move_that_ends_the_game_scores_what_the_rules_make_of_it",
            ],
        },
    ),
    law(
        "XVII",
        "In a difficult mate the weaker side may ask that fifty moves of each be counted; after them the game is drawn.",
        DrawClaim,
        Enforced {
            tests: &[
                "tests/rules/claims.rs::fifty_moves_on_notice",
                "tests/arbiter/amateur1804.rs::fifty_moves_are_counted_at_the_opponent_s_request",
            ],
        },
    ),
];
