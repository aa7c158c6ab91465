//! The laws of 1907 as rows of the coverage table; the text prints no VI. It
//! must never quote the text.

use super::Place::{Arbiter, Clock, DrawClaim, Odds, Physical, Record, Rules, Undertaking};
use super::Status::Enforced;
use super::{Place, Row, Status, Text};

const fn law(number: &'static str, gist: &'static str, place: Place, status: Status) -> Row {
    Row::new(Text::Rogers1907, number, gist, place, status)
}

/// The fifty-one laws, I to LII.
pub(super) static ROWS: [Row; 51] = [
    law(
        "I",
        "The board lies with a white square at each player's right-hand corner.",
        Physical,
        Status::Physical {
            reason: "How a wooden board lies; the program's board cannot be turned wrongly.",
        },
    ),
    law(
        "II",
        "A wrongly laid board may be put right until either player has made more than three moves.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::a_wrong_board_is_adjusted_within_three_moves"],
        },
    ),
    law(
        "III",
        "The men are of a usual pattern, to be objected to before the first move, and one set serves a whole game.",
        Physical,
        Status::Physical { reason: "The pattern of the men; the program's men have none." },
    ),
    law(
        "IV",
        "A man omitted or misplaced in the array annuls the game whenever it is found out.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::a_piece_wrongly_placed_annuls_the_game_at_any_stage",
            ],
        },
    ),
    law(
        "V",
        "White is drawn by lot and begins unless agreed; colours stay, the move alternates; an annulled game is begun anew.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::white_begins",
                "tests/arbiter/series.rs::the_first_move_alternates",
            ],
        },
    ),
    law(
        "VII",
        "The giver of odds has the choice of men and the first move of each game unless agreed otherwise.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::giver_has_the_first_move",
                "tests/arbiter/rogers1907.rs::the_giver_begins",
            ],
        },
    ),
    law(
        "VIII",
        "Players move by turns, one man at a time but in castling, and never twice running unless as odds.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::one_man_a_turn_and_turn_about",
                "tests/rules/odds.rs::several_moves_in_the_first_turn",
                "tests/arbiter/rogers1907.rs::a_move_out_of_turn_is_taken_back_without_penalty",
            ],
        },
    ),
    law(
        "IX",
        "Men touched must be moved or taken, of several the one the opponent names; failing that the king moves.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::pieces_touched_are_moved_or_captured_or_the_king_moves",
            ],
        },
    ),
    law(
        "X",
        "A move is complete when the hand leaves the man, which may not go to squares it has already touched.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::squares_touched_in_deliberating_are_barred"],
        },
    ),
    law(
        "XI",
        "A pawn on the eighth rank must become a piece other than a king, and only then is the move complete.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/promotion.rs::pawn_becomes_the_piece_chosen",
                "tests/arbiter/rogers1907.rs::a_promotion_is_complete_when_the_piece_is_chosen",
            ],
        },
    ),
    law(
        "XII",
        "When castling is allowed, and that the king is moved first or together with the rook.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/castling.rs::where_king_and_rook_arrive",
                "tests/rules/castling.rs::what_forbids_castling",
                "tests/arbiter/rogers1907.rs::the_king_moves_first_in_castling",
            ],
        },
    ),
    law(
        "XIII",
        "Taking in passing is compulsory when there is no other move.",
        Rules,
        Enforced { tests: &["tests/rules/movement.rs::taking_in_passing_may_be_forced"] },
    ),
    law(
        "XIV",
        "A false move is retracted for a legal one or a king's move; a false capture is made legally or the king moves.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::a_false_move_is_made_legally_or_the_king_moves"],
        },
    ),
    law(
        "XV",
        "To move out of turn is an illegal move.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::a_move_out_of_turn_is_taken_back_without_penalty",
            ],
        },
    ),
    law(
        "XVI",
        "Who does not call check can exact nothing if the check goes unnoticed.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::a_check_not_called_bars_the_penalty_and_not_the_correction",
            ],
        },
    ),
    law(
        "XVII",
        "In check, a move that does not stop the check is illegal.",
        Rules,
        Enforced {
            tests: &[
                "tests/rules/movement.rs::a_king_is_never_left_in_check",
                "tests/arbiter/rogers1907.rs::a_check_not_called_bars_the_penalty_and_not_the_correction",
            ],
        },
    ),
    law(
        "XVIII",
        "A false move found later is undone with all that followed; if it cannot be traced the game is annulled.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::an_illegal_move_found_later_is_put_right"],
        },
    ),
    law(
        "XIX",
        "Disputes of fact go to a bystander or umpire, disputes of law to an authority, and both rule finally.",
        Physical,
        Status::Physical {
            reason: "It names persons to decide; refusal to accept them is rogers1907:XXVIII.",
        },
    ),
    law(
        "XX",
        "Bystanders and umpires keep silent unless appealed to, or a wrong array or false move has gone unseen.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::bystanders_may_point_out_an_error_after_another_move",
            ],
        },
    ),
    law(
        "XXI",
        "A bystander's interference, advice or encouragement annuls the game.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/rogers1907.rs::a_bystander_s_advice_annuls_the_game"] },
    ),
    law(
        "XXII",
        "A waived penalty earns no like favour; the right to one lapses with the next move or touch.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::a_penalty_is_lost_by_touching_and_by_moving"],
        },
    ),
    law(
        "XXIII",
        "Where neither the man touched nor the king can move there is no penalty.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::what_cannot_be_moved_costs_nothing_where_the_king_cannot_move",
            ],
        },
    ),
    law(
        "XXIV",
        "A king moved as a penalty may not castle.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::a_false_move_is_made_legally_or_the_king_moves"],
        },
    ),
    law(
        "XXV",
        "Time spent in choosing a penalty runs against the player who chooses.",
        Clock,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::time_spent_choosing_a_penalty_is_the_chooser_s"],
        },
    ),
    law(
        "XXVI",
        "Who fails to make the agreed number of moves in an hour, usually eighteen, forfeits the game.",
        Clock,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::eighteen_moves_an_hour_unless_agreed_otherwise"],
        },
    ),
    law(
        "XXVII",
        "Each player keeps his adversary's time and need tell him nothing of it.",
        Clock,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::eighteen_moves_an_hour_unless_agreed_otherwise"],
        },
    ),
    law(
        "XXVIII",
        "Refusing a ruling, ceasing to play or wilfully upsetting the men loses the game.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::ceasing_disarranging_and_refusing_lose"],
        },
    ),
    law(
        "XXIX",
        "A draw may be claimed on three repetitions of moves or position, or fifty moves without a capture.",
        DrawClaim,
        Enforced {
            tests: &[
                "tests/rules/claims.rs::fifty_moves_of_each",
                "tests/rules/claims.rs::recurrence_of_position",
                "tests/rules/claims.rs::repeated_series_of_moves",
                "tests/rules/searched.rs::a_full_count_is_an_option_of_the_player_to_move",
                "tests/rules/searched.rs::a_recurrence_is_an_option_of_the_player_to_move",
                "tests/arbiter/rogers1907.rs::either_player_may_claim_a_draw",
            ],
        },
    ),
    // Rules when odds are given.
    law(
        "XXX",
        "The giver of odds has the choice of colour and the first move unless agreed otherwise.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::giver_has_the_first_move",
                "tests/arbiter/rogers1907.rs::the_giver_begins",
            ],
        },
    ),
    law(
        "XXXI",
        "A pawn given is the king's bishop's.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::which_man_is_given"] },
    ),
    law(
        "XXXII",
        "The moves received may not pass the fourth rank until the adversary has moved.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::how_far_the_first_moves_may_go",
                "tests/rules/odds.rs::one_move_alone_may_go_far_in_1897_and_not_in_1907",
            ],
        },
    ),
    law(
        "XXXIII",
        "Odds of the exchange: the giver takes off a rook of his choice and names the knight or bishop given for it.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::which_man_is_given"] },
    ),
    law(
        "XXXIV",
        "Two or more moves received are made at once and count together as the first move.",
        Odds,
        Enforced {
            tests: &[
                "tests/rules/odds.rs::several_moves_in_the_first_turn",
                "tests/arbiter/rogers1907.rs::odds_moves_count_as_one_for_the_clock",
            ],
        },
    ),
    law(
        "XXXV",
        "The giver chooses which knight, rook or two minor pieces he gives.",
        Odds,
        Enforced { tests: &["tests/rules/odds.rs::which_man_is_given"] },
    ),
    law(
        "XXXVI",
        "The giver of a rook may not castle on the side it was taken from.",
        Odds,
        Enforced { tests: &["tests/rules/castling.rs::who_may_castle_without_the_rook"] },
    ),
    law(
        "XXXVII",
        "A particular pawn with which a player has undertaken to mate may not be queened.",
        Undertaking,
        Enforced { tests: &["tests/rules/undertakings.rs::a_marked_pawn_and_its_promotion"] },
    ),
    law(
        "XXXVIII",
        "In an undertaking to mate on a square the adverse king must stand on it when mated.",
        Undertaking,
        Enforced { tests: &["tests/rules/undertakings.rs::mate_on_a_square"] },
    ),
    law(
        "XXXIX",
        "Who undertakes to win in a particular way loses if he wins in another, or draws.",
        Undertaking,
        Enforced { tests: &["tests/rules/undertakings.rs::anything_else_loses"] },
    ),
    // Rules for play by consultation.
    law(
        "XL",
        "In consultation a player is bound by the move communicated, by whatever means.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::in_consultation_a_move_sent_binds_and_one_out_of_turn_loses",
            ],
        },
    ),
    law(
        "XLI",
        "A move made on the player's own board is corrected to agree with the one communicated.",
        Record,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::the_player_s_own_board_is_altered_to_the_move_sent",
                "tests/arbiter/rogers1907.rs::in_consultation_a_move_sent_binds_and_one_out_of_turn_loses",
            ],
        },
    ),
    law(
        "XLII",
        "Of the meanings of a communicated move the adversary announces his choice; else the mover's intention holds.",
        Record,
        Enforced {
            tests: &[
                "tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say",
                "tests/arbiter/rogers1907.rs::the_readings_of_a_record_are_found_on_the_board",
                "tests/arbiter/rogers1907.rs::the_receiver_adopts_a_reading",
            ],
        },
    ),
    law(
        "XLIII",
        "In consultation, moving two men or out of turn forfeits the game.",
        Arbiter,
        Enforced {
            tests: &[
                "tests/arbiter/rogers1907.rs::in_consultation_a_move_sent_binds_and_one_out_of_turn_loses",
            ],
        },
    ),
    law(
        "XLIV",
        "A bystander allowed to take part in a consultation game gives the adversary the win if he claims it.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/rogers1907.rs::bystanders_in_consultation"] },
    ),
    law(
        "XLV",
        "A bystander's interference makes a consultation game void.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/rogers1907.rs::bystanders_in_consultation"] },
    ),
    // Rules for play by correspondence.
    law(
        "XLVI",
        "A correspondence game has an umpire whose decisions are final.",
        Physical,
        Status::Physical {
            reason: "The appointment of a person; what he rules on stands in the other laws.",
        },
    ),
    law(
        "XLVII",
        "A dispatched move is final, and a false one is penalised as over the board.",
        Arbiter,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::moves_sent_are_final_and_pay_as_over_the_board"],
        },
    ),
    law(
        "XLVIII",
        "Of the meanings of a move sent the receiver states his choice in reply; else the sender's intention holds.",
        Record,
        Enforced {
            tests: &[
                "tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say",
                "tests/arbiter/rogers1907.rs::the_readings_of_a_record_are_found_on_the_board",
                "tests/arbiter/rogers1907.rs::the_receiver_adopts_a_reading",
            ],
        },
    ),
    law(
        "XLIX",
        "One move at a time is owed; further moves sent bind the sender, and are penalised if false.",
        Record,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::moves_sent_are_final_and_pay_as_over_the_board"],
        },
    ),
    law(
        "L",
        "Without an agreed penalty for delay, a move not sent by its time forfeits the game.",
        Clock,
        Enforced {
            tests: &["tests/arbiter/rogers1907.rs::no_move_or_none_that_can_be_read_forfeits"],
        },
    ),
    law(
        "LI",
        "Assistance beyond what was agreed loses the game.",
        Arbiter,
        Enforced { tests: &["tests/arbiter/rogers1907.rs::assistance_in_correspondence_loses"] },
    ),
    law(
        "LII",
        "An unintelligible move counts as a move not sent, once the opponent has told the umpire.",
        Record,
        Enforced {
            tests: &[
                "tests/notation/descriptive.rs::a_text_means_what_the_laws_and_the_books_say",
                "tests/arbiter/rogers1907.rs::no_move_or_none_that_can_be_read_forfeits",
            ],
        },
    ),
];
