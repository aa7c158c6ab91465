//! The laws of 1897 as rows of the coverage table, in four parts. It must never
//! quote the text.

use super::Place::{Arbiter, Clock, DrawClaim, Odds, Physical, Record, Rules, Undertaking};
use super::Status::Enforced;
use super::{Place, Row, Status, Text};

const fn law(number: &'static str, gist: &'static str, place: Place, status: Status) -> Row {
    Row::new(Text::British1897, number, gist, place, status)
}

/// The forty laws: sixteen, eleven, five and eight.
pub(super) static ROWS: [Row; 40] = [
    // Part I: materials, terms and fundamental laws.
    law(
        "I.1",
        "The board has sixty-four squares, white and black by turns, and a white one at each right-hand corner.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::board_and_its_lines"] },
    ),
    law(
        "I.2",
        "Files run from player to player, ranks across, and diagonals along squares of one colour from edge to edge.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::board_and_its_lines"] },
    ),
    law(
        "I.3",
        "Each player counts the ranks from his own side: one player's first is the other's eighth.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::ranks_are_counted_from_each_side"] },
    ),
    law(
        "I.4",
        "Each player has eight pieces and eight pawns of his own colour; the colour is drawn by lot unless agreed.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::men_and_their_array",
                "tests/arbiter/british1897.rs::the_players_keep_their_colours",
            ],
        },
    ),
    law(
        "I.5",
        "How the men stand at the beginning, when a man is on a square, and what it is to adjust one.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::men_and_their_array",
                "tests/arbiter/british1897.rs::adjusting_needs_notice_just_before_and_one_s_own_turn",
            ],
        },
    ),
    law(
        "I.6",
        "Bishops, knights and rooks are the king's or the queen's by the half of the board they begin on.",
        Record,
        Enforced {
            tests: &["tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say"],
        },
    ),
    law(
        "I.7",
        "Files are named after the pieces that begin on them, squares by file and by the player's own ranks.",
        Record,
        Enforced {
            tests: &["tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say"],
        },
    ),
    law(
        "I.8",
        "A pawn is named after the file it stands on; of several on one file the foremost is the first.",
        Record,
        Enforced {
            tests: &["tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say"],
        },
    ),
    law(
        "I.9",
        "Which squares each man commands: lines stop at the first man, knights leap, pawns command forward diagonals.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::piece_moves"] },
    ),
    law(
        "I.10",
        "A king is in check when an adverse man commands his square.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::a_king_is_never_left_in_check"] },
    ),
    law(
        "I.11",
        "What a legal move is for each man, order of play, taking in passing, promotion, castling, and no king in check.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::piece_moves",
                "tests/rules/movement.rs::one_man_a_turn_and_turn_about",
                "tests/rules/movement.rs::double_step_and_taking_in_passing",
                "tests/rules/movement.rs::a_king_is_never_left_in_check",
                "tests/rules/promotion.rs::pawn_becomes_the_piece_chosen",
                "tests/rules/castling.rs::where_king_and_rook_arrive",
                "tests/rules/castling.rs::what_forbids_castling",
                "tests/arbiter/british1897.rs::a_turn_ends_with_one_legal_move_and_a_promotion_is_named",
            ],
        },
    ),
    law(
        "I.12",
        "Games are played over the board or by communicated moves, and may be at odds given before they begin.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::moves_are_communicated_only_where_that_was_agreed",
            ],
        },
    ),
    law(
        "I.13",
        "How a move is written in full and in short; a record is read as a legal move wherever it can be.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/by_letter1897.rs::a_record_is_read_from_the_board",
                "tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say",
                "tests/arbiter/by_letter1897.rs::a_message_is_read_as_a_legal_move_where_it_can_be",
            ],
        },
    ),
    law(
        "I.14",
        "What a sealed move is, and the moment at which each kind of move is complete.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/british1897.rs::a_move_is_complete_when_the_piece_is_quitted"],
        },
    ),
    law(
        "I.15",
        "What checkmate and stalemate are, and that a game which no legal moves can win is a drawn game.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/endings.rs::checkmate_wins",
                "tests/rules/endings.rs::stalemate_is_what_each_code_makes_of_it",
                "tests/rules/endings.rs::a_game_that_cannot_be_won_is_drawn",
                "tests/rules/dead.rs::locked_pawns_are_dead_exactly_where_no_line_of_play_wins",
                "tests/rules/dead.rs::a_series_that_wins_is_found_exactly_where_there_is_one",
            ],
        },
    ),
    law(
        "I.16",
        "A position is the men on their squares; two are identical when like men stand on the same squares.",
        DrawClaim,
        Enforced { tests: &["tests/rules/claims.rs::what_makes_positions_the_same"] },
    ),
    // Part II: games played over the board.
    law(
        "II.1",
        "The first move alternates; begun by the wrong player, a game may be annulled before the fourth move is complete.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::the_wrong_player_s_first_move_annuls_the_game_before_the_fourth",
                "tests/arbiter/series.rs::the_first_move_alternates",
            ],
        },
    ),
    law(
        "II.2",
        "A wrong board or array lets either player annul the game before the second player's fourth move is complete.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::a_wrong_board_or_array_annuls_the_game_before_the_second_player_s_fourth_move",
            ],
        },
    ),
    law(
        "II.3",
        "A player may adjust any man in his own turn if he gives notice just before touching it.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::adjusting_needs_notice_just_before_and_one_s_own_turn",
            ],
        },
    ),
    law(
        "II.4",
        "A promoted pawn left standing under its new name may, and on demand must, be replaced by the piece.",
        Physical,
        Status::Physical {
            reason: "Which block of wood stands for the piece; here the piece is there at once.",
        },
    ),
    law(
        "II.5",
        "Penalties for touching men that are not then moved or taken, in one's own turn or the other's, and in castling.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/british1897.rs::pieces_touched_and_not_moved"] },
    ),
    law(
        "II.6",
        "Illegal moves, substituted moves and moves out of turn: what is restored, which penalties, when to annul.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/british1897.rs::illegal_moves_and_moves_out_of_turn"] },
    ),
    law(
        "II.7",
        "Adjourned games resumed from a wrong position or with an unclear, illegal or missing sealed move.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/by_letter1897.rs::a_record_is_read_from_the_board",
                "tests/arbiter/british1897.rs::an_adjourned_game_is_resumed_from_where_it_stood",
            ],
        },
    ),
    law(
        "II.8",
        "Draws: by agreement, by claim of fifty moves without capture, recurrence or endless checks, and by stalemate.",
        DrawClaim,
        Enforced {
            tests: &[
                "tests/rules/claims.rs::fifty_moves_of_each",
                "tests/rules/claims.rs::recurrence_of_position",
                "tests/rules/claims.rs::endless_checks",
                "tests/rules/claims.rs::endless_checks_are_checks_without_end",
                "tests/rules/endless.rs::proofs_of_endless_checks_agree_with_a_solver",
                "tests/rules/endless.rs::short_series_are_found_among_many_checks",
                "tests/rules/endless.rs::counts_do_not_end_a_series",
                "tests/rules/endings.rs::stalemate_is_what_each_code_makes_of_it",
                "tests/rules/searched.rs::a_full_count_is_an_option_of_the_player_to_move",
                "tests/rules/searched.rs::a_bound_giver_does_not_claim_his_own_loss",
                "tests/rules/searched.rs::a_recurrence_is_an_option_of_the_player_to_move",
                "tests/rules/searched.rs::endless_checks_at_the_root_are_an_option",
                "tests/arbiter/british1897.rs::draws_are_agreed_or_claimed_before_touching",
            ],
        },
    ),
    law(
        "II.9",
        "Offences that forfeit the game when the opponent claims it at once; a resigned game is won by the other.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::a_forfeit_must_be_claimed_before_the_next_move",
            ],
        },
    ),
    law(
        "II.10",
        "Time limits with and without a fixed end of play, proportional tests, forfeit, annulment and correction.",
        Clock,
        Enforced {
            tests: &["tests/arbiter/british1897.rs::the_time_limit_with_and_without_a_fixed_end"],
        },
    ),
    law(
        "II.11",
        "Penalties A, B and C: what each is, who chooses, when it must be exacted and when the right to it is lost.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::penalties_are_exacted_before_touching_and_only_if_legal",
            ],
        },
    ),
    // Part III: games played by communication of moves.
    law(
        "III.1",
        "The other parts hold for games played by communicated moves wherever they can.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/british1897.rs::moves_are_communicated_only_where_that_was_agreed",
            ],
        },
    ),
    law(
        "III.2",
        "With a day or more for each reply most aids are allowed; with less, and in consultation, ordinary law holds.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/by_letter1897.rs::aids_are_allowed_with_a_day_for_each_reply"],
        },
    ),
    law(
        "III.3",
        "A message that expresses no legal move costs Penalty C; of several meanings the receiver announces his choice.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/by_letter1897.rs::a_record_is_read_from_the_board",
                "tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say",
                "tests/arbiter/by_letter1897.rs::a_message_is_read_as_a_legal_move_where_it_can_be",
            ],
        },
    ),
    law(
        "III.4",
        "Of several moves sent unconditionally for one turn the receiver adopts and announces any one.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/by_letter1897.rs::a_record_is_read_from_the_board",
                "tests/arbiter/by_letter1897.rs::of_several_moves_sent_the_receiver_adopts_one",
            ],
        },
    ),
    law(
        "III.5",
        "In a series sent with assumed replies an illegal move is punished if reached, and what follows it is void.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/by_letter1897.rs::an_illegal_move_of_a_series_pays_when_it_is_reached",
            ],
        },
    ),
    // Part IV: games at odds.
    law(
        "IV.1",
        "The other parts hold for games at odds wherever they can.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::ordinary_law_holds_at_odds",
                "tests/rules/odds.rs::odds_that_give_nothing_are_refused",
            ],
        },
    ),
    law(
        "IV.2",
        "The giver of odds makes the first move unless agreed otherwise.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::giver_has_the_first_move"] },
    ),
    law(
        "IV.3",
        "The man given is the king's bishop's pawn, or the queen's knight, bishop or rook, unless agreed otherwise.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::which_man_is_given"] },
    ),
    law(
        "IV.4",
        "Two moves or more in one turn open the game, and none of them takes a man beyond the player's fourth rank.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::several_moves_in_the_first_turn",
                "tests/rules/odds.rs::how_far_the_first_moves_may_go",
                "tests/rules/odds.rs::one_move_alone_may_go_far_in_1897_and_not_in_1907",
            ],
        },
    ),
    law(
        "IV.5",
        "The king may castle where his rook was removed before the game, if its square has been empty throughout.",
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
        "IV.6",
        "To mate with a pawn is to mate with one that has not gone beyond the seventh rank.",
        Undertaking,
        Enforced { tests: &["tests/rules/undertakings.rs::mate_with_a_pawn"] },
    ),
    law(
        "IV.7",
        "To mate on a given square is to mate the king while he stands on it.",
        Undertaking,
        Enforced { tests: &["tests/rules/undertakings.rs::mate_on_a_square"] },
    ),
    law(
        "IV.8",
        "Who undertakes a conditional mate forfeits the game unless he mates so, or is himself mated.",
        Undertaking,
        Enforced {
            tests: &[
                "tests/rules/undertakings.rs::anything_else_loses",
                "tests/rules/undertakings.rs::mate_with_a_marked_piece",
                "tests/rules/undertakings.rs::mate_with_a_man_of_a_kind",
                "tests/rules/searched.rs::moves_left_for_an_undertaking_hide_no_recurrence",
            ],
        },
    ),
];
