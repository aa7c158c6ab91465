//! The laws of 1912 as rows of the coverage table. It must never quote the text.

use super::Place::{Arbiter, Clock, DrawClaim, Odds, Record, Rules};
use super::Status::Enforced;
use super::{Place, Row, Status, Text};

const fn law(number: &'static str, gist: &'static str, place: Place, status: Status) -> Row {
    Row::new(Text::Federation1912, number, gist, place, status)
}

/// The forty-four laws.
pub(super) static ROWS: [Row; 44] = [
    law(
        "1",
        "Two persons with sixteen men each move by turns, one man a turn but in castling.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::one_man_a_turn_and_turn_about",
                "tests/arbiter/federation1912.rs::the_persons_move_alternately",
            ],
        },
    ),
    law(
        "2",
        "The board has sixty-four light and dark squares in ranks and files, a light one at each right-hand corner.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::board_and_its_lines"] },
    ),
    law(
        "3",
        "A wrongly placed board means a fresh start before four moves of each; after that the game is played out.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::a_wrong_board_begins_the_game_again_before_four_moves_of_each",
            ],
        },
    ),
    law(
        "4",
        "Each set has king, queen, two rooks, two bishops, two knights and eight pawns, one light and one dark.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::men_and_their_array"] },
    ),
    law(
        "5",
        "How the men stand when a game begins.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::men_and_their_array"] },
    ),
    law(
        "6",
        "Which rook, bishop and knight are the king's and which the queen's; pawns are named after their files.",
        Record,
        Enforced {
            tests: &["tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say"],
        },
    ),
    law(
        "7",
        "Men wrongly placed, or omitted otherwise than as odds, annul the game whenever it appears.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::men_improperly_placed_annul_the_game_at_any_time",
            ],
        },
    ),
    law(
        "8",
        "How each man moves, and how a pawn moves and captures.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::piece_moves"] },
    ),
    law(
        "9",
        "No man moves to a square held by its own colour, and none but the knight passes over another.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::piece_moves"] },
    ),
    law(
        "10",
        "A man on whose square an adverse man moves is captured and leaves the board.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::a_captured_man_leaves_the_board"] },
    ),
    law(
        "11",
        "A king is never captured; a man checks him even where it is pinned itself; no king is left in check.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::a_king_is_never_left_in_check"] },
    ),
    law(
        "12",
        "Castling: neither man moved, squares between empty, king not in, through or into check; where both arrive.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/castling.rs::where_king_and_rook_arrive",
                "tests/rules/castling.rs::what_forbids_castling",
                "tests/arbiter/federation1912.rs::the_king_is_moved_first_in_castling",
            ],
        },
    ),
    law(
        "13",
        "A pawn that has moved two squares may be taken in passing at the next move, by a pawn alone.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::double_step_and_taking_in_passing"] },
    ),
    law(
        "14",
        "Taking in passing is compulsory when it is the only legal move.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::taking_in_passing_may_be_forced"] },
    ),
    law(
        "15",
        "A pawn on the eighth rank becomes at once a queen, rook, bishop or knight of its colour.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/promotion.rs::pawn_becomes_the_piece_chosen",
                "tests/arbiter/federation1912.rs::a_pawn_is_promoted_forthwith",
            ],
        },
    ),
    law(
        "16",
        "One person takes White and the other Black, by lot unless arranged.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/series.rs::colours_alternate_in_1912_and_an_annulled_game_does_not_count",
                "tests/arbiter/federation1912.rs::each_person_has_the_men_of_one_colour",
            ],
        },
    ),
    law(
        "17",
        "In a series the colours alternate, and an annulled game is not one of it.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/series.rs::colours_alternate_in_1912_and_an_annulled_game_does_not_count",
            ],
        },
    ),
    law(
        "18",
        "White makes the first move of every game.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::white_begins",
                "tests/arbiter/federation1912.rs::the_wrong_first_move_annuls_the_game_on_demand_before_the_fourth",
            ],
        },
    ),
    law(
        "19",
        "A game begun by the wrong person is annulled on demand before the fourth move of each, else played out.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::the_wrong_first_move_annuls_the_game_on_demand_before_the_fourth",
            ],
        },
    ),
    law(
        "20",
        "The moment at which each kind of move is complete, a sealed one included.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::a_move_is_complete_when_the_hand_has_quitted_the_piece",
            ],
        },
    ),
    law(
        "21",
        "The player may adjust any man on notice; his opponent only with consent.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::adjusting_needs_notice_and_out_of_turn_consent",
            ],
        },
    ),
    law(
        "22",
        "A man touched is moved or captured, of several the one the opponent selects; failing that the king moves.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/federation1912.rs::pieces_touched"] },
    ),
    law(
        "23",
        "Men touched or moved out of turn are put back and count as touched in the offender's next turn.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::what_is_touched_or_moved_out_of_turn_counts_in_the_next",
            ],
        },
    ),
    law(
        "24",
        "An illegal move noticed before the reply is retracted and paid for with that man, its capture or the king.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/federation1912.rs::an_illegal_move_is_retracted_and_paid_for"],
        },
    ),
    law(
        "25",
        "An illegal move found later is undone and play resumes there; if it cannot be traced the game is annulled.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/federation1912.rs::an_illegal_move_found_later_is_taken_back"],
        },
    ),
    law(
        "26",
        "A penalty must be exacted before the opponent touches a man.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/federation1912.rs::a_penalty_is_exacted_before_touching"],
        },
    ),
    law(
        "27",
        "A move made as a penalty may not be castling.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/federation1912.rs::no_penalty_is_castling"] },
    ),
    law(
        "28",
        "A demand for an illegal move is disregarded and forfeits the right to a penalty.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/federation1912.rs::an_illegal_demand_costs_the_right"] },
    ),
    law(
        "29",
        "The position before the offence is restored before the penalty is paid.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::the_position_is_restored_before_a_penalty_is_paid",
            ],
        },
    ),
    law(
        "30",
        "In check without a legal move the king is checkmated, and the opponent has won.",
        Rules,
        Enforced { tests: &["tests/rules/endings.rs::checkmate_wins"] },
    ),
    law(
        "31",
        "Without a legal move and not in check the king is stalemated.",
        Rules,
        Enforced { tests: &["tests/rules/endings.rs::stalemate_is_what_each_code_makes_of_it"] },
    ),
    law(
        "32",
        "Draws: stalemate, endless checks, a third recurrence, fifty moves without capture or pawn move, agreement.",
        DrawClaim,
        Enforced {
            tests: &[
                "tests/rules/claims.rs::fifty_moves_of_each",
                "tests/rules/claims.rs::recurrence_of_position",
                "tests/rules/claims.rs::what_makes_positions_the_same",
                "tests/rules/claims.rs::endless_checks",
                "tests/rules/claims.rs::endless_checks_are_checks_without_end",
                "tests/rules/endless.rs::proofs_of_endless_checks_agree_with_a_solver",
                "tests/rules/endless.rs::short_series_are_found_among_many_checks",
                "tests/rules/endings.rs::stalemate_is_what_each_code_makes_of_it",
                "tests/rules/searched.rs::a_full_count_is_an_option_of_the_player_to_move",
                "tests/rules/searched.rs::a_bound_giver_does_not_claim_his_own_loss",
                "tests/rules/searched.rs::a_recurrence_is_an_option_of_the_player_to_move",
                "tests/rules/searched.rs::endless_checks_at_the_root_are_an_option",
                "tests/arbiter/federation1912.rs::draws_are_proved_or_agreed",
            ],
        },
    ),
    law(
        "33",
        "At an adjournment the player writes his next move and seals it, out of reach of both.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::an_adjourned_game_is_set_up_and_resumed_rightly",
            ],
        },
    ),
    law(
        "34",
        "Both see that position and clock times are kept correctly with the sealed move.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::an_adjourned_game_is_set_up_and_resumed_rightly",
            ],
        },
    ),
    law(
        "35",
        "On resumption the sealed move is made; a wrong position is corrected or, failing that, the game annulled.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::an_adjourned_game_is_set_up_and_resumed_rightly",
            ],
        },
    ),
    law(
        "36",
        "Twenty moves an hour unless agreed; whose time runs when, its correction, and moves later retracted.",
        Clock,
        Enforced {
            tests: &[
                "tests/arbiter/federation1912.rs::twenty_moves_an_hour_and_moves_taken_back_count",
            ],
        },
    ),
    law(
        "37",
        "With a move or two given the pawn is the king's bishop's; two moves are made together and timed as two.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::which_man_is_given",
                "tests/rules/odds.rs::several_moves_in_the_first_turn",
                "tests/rules/odds.rs::how_far_the_first_moves_may_go",
                "tests/arbiter/federation1912.rs::two_moves_of_odds_count_as_two_for_the_clock",
            ],
        },
    ),
    law(
        "38",
        "Knight and rook given are the queen's unless agreed, and their giver has the first move.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::which_man_is_given",
                "tests/rules/odds.rs::giver_has_the_first_move",
            ],
        },
    ),
    law(
        "39",
        "The giver of a rook may castle on its side, if the rook's square has been unoccupied so far.",
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
        "40",
        "No one consults writings that bear on the game or asks another's advice during it.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/federation1912.rs::no_books_no_advice_and_no_spectators"],
        },
    ),
    law(
        "41",
        "Spectators neither point out breaches nor interfere, except to settle a question of fact.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/federation1912.rs::no_books_no_advice_and_no_spectators"],
        },
    ),
    law(
        "42",
        "Upsetting the board, ceasing play, exceeding the time or defying a demand or the laws forfeits the game.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/federation1912.rs::what_forfeits_the_game"] },
    ),
    law(
        "43",
        "A dispute of fact may go by agreement to an independent spectator, who decides finally.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/federation1912.rs::disputes_are_decided_elsewhere"] },
    ),
    law(
        "44",
        "A doubt about the laws, or a matter outside them, may go by agreement to the Federation's committee.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/federation1912.rs::disputes_are_decided_elsewhere"] },
    ),
];
