//! The laws of 1837 as rows of the coverage table. It must never quote the text.

use super::Place::{Arbiter, DrawClaim, Odds, Physical, Rules};
use super::Status::Enforced;
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
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::a_piece_touched_is_moved_and_an_accident_put_right",
            ],
        },
    ),
    law(
        "2",
        "An adverse man touched or moved: the offender takes it, or moves his king, or leaves it there, as is required.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::an_opponent_s_piece_touched_or_moved_has_three_prices",
            ],
        },
    ),
    law(
        "3",
        "After a false move the adversary lets it stand, has it made rightly or has the king moved; too late once he plays.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::a_false_move_is_left_made_rightly_or_paid_with_the_king",
            ],
        },
    ),
    law(
        "4",
        "Of two moves made in succession the second is taken back, or both remain, as the adversary decides.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::of_two_moves_running_the_second_goes_back_or_both_stay",
            ],
        },
    ),
    law(
        "5",
        "A check not called may be ignored until it is; a check of unknown origin lets a player retract to meet it.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::a_check_without_warning_need_not_be_noticed",
            ],
        },
    ),
    law(
        "6",
        "A check called but not given lets the misled player retract until the adversary has completed his next move.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::a_check_that_is_none_lets_the_misled_player_retract",
            ],
        },
    ),
    law(
        "7",
        "No man may give check by a move that exposes its own king to check.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::a_king_is_never_left_in_check"] },
    ),
    law(
        "8",
        "Castling is lost when king or rook moves, not by a past check or a rook attacked; the giver of a rook may castle.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/castling.rs::what_forbids_castling",
                "tests/rules/castling.rs::what_does_not_forbid_castling",
                "tests/rules/castling.rs::who_may_castle_without_the_rook",
                "tests/arbiter/accomplished1837.rs::castling_after_king_or_rook_has_moved_costs_a_move_of_either",
            ],
        },
    ),
    law(
        "9",
        "The first move is drawn by lot, then alternates; the giver of odds has it, and the choice of colour.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::giver_has_the_first_move",
                "tests/arbiter/series.rs::the_first_move_alternates",
            ],
        },
    ),
    law(
        "10",
        "A drawn game does not count: the player who began it begins the next one too.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/series.rs::a_drawn_game_of_1837_is_no_game"] },
    ),
    law(
        "11",
        "No irregularity can be penalised or taken back once the adversary has moved.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::nothing_is_penalised_once_the_opponent_has_moved",
            ],
        },
    ),
    law(
        "12",
        "A wrong board or array is put right before four moves have been played; after that the game is played out.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::a_wrong_board_or_array_is_rectified_before_four_moves",
            ],
        },
    ),
    law(
        "13",
        "The giver chooses which rook or knight he gives; a pawn given is always the king's bishop's.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::which_man_is_given"] },
    ),
    law(
        "14",
        "Odds not taken off within four moves stay on the board, and mate by the forgetful giver is then a draw.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/accomplished1837.rs::the_forgetful_giver_begins_anew_or_mates_for_a_draw",
            ],
        },
    ),
    law(
        "15",
        "Three or more first moves are confined to the receiver's own half of the board.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::how_far_the_first_moves_may_go"] },
    ),
    law(
        "16",
        "The giver of a rook may castle on that side as if the rook stood on its square.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/castling.rs::who_may_castle_without_the_rook",
                "tests/rules/castling.rs::a_man_in_the_corner",
                "tests/rules/castling.rs::what_forbids_castling_without_the_rook",
            ],
        },
    ),
    law(
        "17",
        "Stalemate is a draw.",
        Rules,
        Enforced { tests: &["tests/rules/endings.rs::stalemate_is_what_each_code_makes_of_it"] },
    ),
    law(
        "18",
        "A king's move cannot be enforced as a penalty where it would put the king in check.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/accomplished1837.rs::a_king_that_cannot_move_pays_nothing"],
        },
    ),
    law(
        "19",
        "In four endings the weaker side may give notice, and mate must then follow within fifty moves of each.",
        DrawClaim,
        Enforced {
            tests: &[
                "tests/rules/claims.rs::fifty_moves_on_notice",
                "tests/arbiter/accomplished1837.rs::notice_of_fifty_moves_is_given_in_listed_endings",
            ],
        },
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
