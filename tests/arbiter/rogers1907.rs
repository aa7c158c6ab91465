//! The laws of 1907 that the arbiter keeps, each kept and broken.

use super::holds;

fn rules(lines: &str) {
    holds("rogers1907", lines);
}

/// rogers1907:II
#[test]
fn a_wrong_board_is_adjusted_within_three_moves() {
    rules(
        "board turned
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6
         Black points out board
         = right White correct [II]
         = right Black correct [II]
         White plays h2h3
         Black points out board
         = stands [II]",
    );
    rules(
        "White points out board
         = nothing",
    );
}

/// rogers1907:IV
#[test]
fn a_piece_wrongly_placed_annuls_the_game_at_any_stage() {
    let array = "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1";
    rules(&format!(
        "{array}
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6 b2b3 b7b6
         Black points out men
         = annulled [IV]"
    ));
    rules(
        "White points out men
         = nothing",
    );
}

/// rogers1907:VII rogers1907:XXX
#[test]
fn the_giver_begins() {
    rules(
        "odds rook
         giver black
         Black plays e7e5
         = no rights
         = turn White",
    );
    rules(
        "odds rook
         giver black
         White plays e2e4
         = right Black retract",
    );
}

/// rogers1907:VIII rogers1907:XV
#[test]
fn a_move_out_of_turn_is_taken_back_without_penalty() {
    rules(
        "White plays e2e4
         White plays d2d4
         = right Black retract [XV]
         Black exacts retract
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
         = no rights",
    );
    rules(
        "Black touches e7
         = nothing [XV]
         = no rights",
    );
}

/// rogers1907:IX
#[test]
fn pieces_touched_are_moved_or_captured_or_the_king_moves() {
    rules(
        "White touches g1
         = duty White move g1: g1f3 g1h3 [IX]",
    );
    rules(
        "White touches g1 b1
         = right Black move g1: g1f3 g1h3 [IX]
         = right Black move b1: b1a3 b1c3 [IX]",
    );
    rules(
        "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9
         White touches d5
         = duty White capture d5: e4d5 [IX]
         White plays e1e2
         = right Black capture d5: e4d5",
    );
    rules(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 9
         White touches e2
         = duty White king: e1d1 e1d2 e1f1 e1f2 [IX]",
    );
    rules(
        "White adjusts g1
         = nothing [IX]",
    );
    rules(
        "White adjusts g1 notice with
         = duty White move g1: g1f3 g1h3",
    );
}

/// rogers1907:X
#[test]
fn squares_touched_in_deliberating_are_barred() {
    rules(
        "White places g1f3
         White places g1h3
         = right Black play g1f3: g1f3 [X]
         = right Black play g1h3: g1h3 [X]
         Black exacts play g1f3
         White plays g1f3
         = turn Black",
    );
    rules(
        "White places b1c3
         White quits
         = turn Black",
    );
}

/// rogers1907:XI
#[test]
fn a_promotion_is_complete_when_the_piece_is_chosen() {
    rules(
        "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 9
         White plays a7a8
         = incomplete [XI]
         = turn White
         White names rook
         = fen R3k3/8/8/8/8/8/8/4K3",
    );
}

/// rogers1907:XII
#[test]
fn the_king_moves_first_in_castling() {
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White castles kingside rook first
         = fen 4k3/8/8/8/8/8/8/4KR2
         = turn Black",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White castles kingside together
         = fen 4k3/8/8/8/8/8/8/5RK1",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White castles kingside king alone
         = incomplete [XII]",
    );
}

/// rogers1907:XIV rogers1907:XXIV
#[test]
fn a_false_move_is_made_legally_or_the_king_moves() {
    rules("position 4k3/8/8/8/8/8/8/N3K2R w K - 0 9
         White plays a1a2
         = right Black legal: a1b3 a1c2 e1d1 e1d2 e1e2 e1f1 e1f2 e1g1 h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 [XIV]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [XIV,XXIV]");
    rules(
        "position 4k3/8/8/8/8/2p5/8/N1R1K3 w - - 0 9
         White plays a1c3
         = right Black capture c3: c1c3 [XIV]
         = right Black king: e1d1 e1e2 e1f1 e1f2 [XIV]
         Black exacts capture c3
         = moves: c1c3",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/N3K3 w - - 0 9
         White plays a1b3
         = no rights",
    );
}

/// rogers1907:XVI rogers1907:XVII
#[test]
fn a_check_not_called_bars_the_penalty_and_not_the_correction() {
    rules(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 9
         White plays f1b5
         = no rights
         = moves: e8d8 e8e7 e8f7 e8f8
         Black plays a7a6
         = right White retract [XVI,XVII]",
    );
    rules(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 9
         White plays f1b5 check
         Black plays a7a6
         = right White legal: e8d8 e8e7 e8f7 e8f8 [XIV]
         = right White king: e8d8 e8e7 e8f7 e8f8 [XIV]",
    );
}

/// rogers1907:XVIII
#[test]
fn an_illegal_move_found_later_is_put_right() {
    let played = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black plays a7a6
         White plays b3b4";
    rules(&format!(
        "{played}
         Black points out illegal move
         = restored [XVIII]
         = fen 4k3/p7/8/8/8/8/8/R3K3
         = no rights"
    ));
    rules(&format!(
        "{played}
         Black points out illegal move untraced
         = annulled [XVIII]"
    ));
    rules(
        "White plays e2e4
         Black points out illegal move
         = error",
    );
    rules(
        "White plays e2e4
         Black plays e7e5
         = turn White
         = no rights",
    );
}

/// rogers1907:XX
#[test]
fn bystanders_may_point_out_an_error_after_another_move() {
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Bystander points out illegal move
         = nothing [XX]
         Black plays a7a6
         Bystander points out illegal move
         = restored
         = fen 4k3/p7/8/8/8/8/8/R3K3",
    );
}

/// rogers1907:XXI
#[test]
fn a_bystander_s_advice_annuls_the_game() {
    rules(
        "Bystander advises White
         = annulled [XXI]",
    );
    rules(
        "White asks advice
         = going on",
    );
}

/// rogers1907:XXII
#[test]
fn a_penalty_is_lost_by_touching_and_by_moving() {
    let false_move = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3";
    rules(&format!(
        "{false_move}
         Black touches a7
         = lapsed Black [XXII]"
    ));
    rules(&format!(
        "{false_move}
         Black waives
         = lapsed Black
         = no rights"
    ));
    rules(&format!(
        "{false_move}
         Black exacts king
         = moves: e1d1 e1d2 e1e2 e1f1 e1f2"
    ));
}

/// rogers1907:XXIII
#[test]
fn what_cannot_be_moved_costs_nothing_where_the_king_cannot_move() {
    rules(
        "White touches a1
         = nothing [XXIII]
         = no rights",
    );
    rules(
        "position 4k3/8/8/8/8/8/P7/RB2K3 w - - 0 9
         White touches a1
         = duty White king: e1d1 e1d2 e1e2 e1f1 e1f2 [IX, XXIV]",
    );
}

/// rogers1907:XXVI rogers1907:XXVII
#[test]
fn eighteen_moves_an_hour_unless_agreed_otherwise() {
    rules(
        "White plays e2e4
         White clock 0:59:59
         = noted [XXVI]
         White clock 1:00:00
         = won Black [XXVI]",
    );
    rules(
        "time 1/60
         White plays e2e4
         White clock 1:00:00
         = noted
         White proves clock 0:50:00
         = noted [XXVII]",
    );
}

/// rogers1907:XXVIII
#[test]
fn ceasing_disarranging_and_refusing_lose() {
    rules(
        "White ceases play
         = won Black [XXVIII]",
    );
    rules(
        "Black upsets the board
         = won White [XXVIII]",
    );
    rules(
        "Black refuses the decision
         = won White [XXVIII]",
    );
    rules(
        "Black reads a book
         = going on",
    );
}

/// rogers1907:XXIX
#[test]
fn either_player_may_claim_a_draw() {
    rules(
        "moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8
         Black claims repetition
         = proved Black [XXIX]
         = drawn",
    );
    rules(
        "moves g1f3 g8f6 f3g1 f6g8
         Black claims repetition
         = refuted Black [XXIX]",
    );
}

/// rogers1907:XXXIV
#[test]
fn odds_moves_count_as_one_for_the_clock() {
    rules(
        "odds moves=2
         giver black
         time 2/60
         moves e2e4 0000 d2d4 e7e5
         White clock 1:00:00
         = won Black [XXVI]",
    );
    rules(
        "odds moves=2
         giver black
         time 1/60
         moves e2e4 0000 d2d4 e7e5
         White clock 1:00:00
         = noted",
    );
}

/// rogers1907:XLII rogers1907:XLVIII
#[test]
fn the_receiver_adopts_a_reading() {
    for play in ["consultation", "correspondence 48"] {
        rules(&format!(
            "play {play}
         position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9
         White sends \"R-4\" meaning a1a4 a1d1
         = right Black adopt a1a4 [XLII]
         = right Black adopt a1d1 [XLVIII]
         Black adopts a1a4
         = turn Black"
        ));
    }
    rules(
        "play consultation
         White sends \"P-K4\" meaning e2e4
         = turn Black
         = no rights",
    );
}

/// rogers1907:XLI
#[test]
fn the_player_s_own_board_is_altered_to_the_move_sent() {
    rules(
        "play consultation
         White sends e2e4
         White shows e2e4
         = nothing [XLI]
         White shows d2d4
         = restored White [XLI]
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
         = turn Black",
    );
    rules(
        "White plays e2e4
         White shows d2d4
         = error",
    );
}

/// rogers1907:XLII rogers1907:XLVIII
#[test]
fn the_readings_of_a_record_are_found_on_the_board() {
    rules(
        "play consultation
         moves e2e4 e7e5
         White sends \"Kt-B3\"
         = right Black adopt b1c3 [XLII]
         = right Black adopt g1f3 [XLII]
         Black adopts g1f3
         = turn Black",
    );
    rules(
        "play correspondence 48
         White sends \"P-K4\"
         = turn Black
         = no rights
         Black sends \"P-K4\"
         = fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
    );
    rules(
        "play correspondence 48
         White sends \"R-K4\"
         = right Black win [LII]",
    );
    rules(
        "play correspondence 48
         White sends \"P-K4\" \"P-Q4\"
         = right Black adopt d2d4 [XLVIII, XLIX]
         = right Black adopt e2e4 [XLVIII, XLIX]",
    );
}

/// rogers1907:XL rogers1907:XLI rogers1907:XLIII
#[test]
fn in_consultation_a_move_sent_binds_and_one_out_of_turn_loses() {
    rules(
        "play consultation
         White sends e2e4
         = turn Black
         White plays d2d4
         = won Black [XLIII]",
    );
    rules(
        "play board
         White plays e2e4
         White plays d2d4
         = going on",
    );
}

/// rogers1907:XLIV rogers1907:XLV
#[test]
fn bystanders_in_consultation() {
    rules(
        "play consultation
         Bystander joins White
         = right Black win [XLIV]
         Black exacts win
         = won Black",
    );
    rules(
        "play consultation
         Bystander advises White
         = annulled [XLV]",
    );
    rules(
        "play consultation
         White sends e2e4
         Black sends e7e5
         = going on
         = no rights",
    );
}

/// rogers1907:XLVII rogers1907:XLIX
#[test]
fn moves_sent_are_final_and_pay_as_over_the_board() {
    rules(
        "play correspondence 48
         position 4k3/8/8/8/8/8/8/N3K3 w - - 0 9
         White sends a1a2
         = right Black legal: a1b3 a1c2 e1d1 e1d2 e1e2 e1f1 e1f2 [XIV]
         = right Black king [XIV]",
    );
    rules(
        "play correspondence 48
         White sends e2e4
         = no rights
         White substitutes d2d4
         = right Black retract",
    );
    rules(
        "play correspondence 48
         White sends e2e4 d2d4
         = right Black adopt e2e4 [XLIX]
         = right Black adopt d2d4 [XLIX]",
    );
}

/// rogers1907:L rogers1907:LII
#[test]
fn no_move_or_none_that_can_be_read_forfeits() {
    rules(
        "play correspondence 48
         White sends nothing
         = won Black [L]",
    );
    rules(
        "play correspondence 48
         White sends \"?!\" meaning nothing
         = right Black win [LII]
         Black exacts win
         = won Black",
    );
    rules(
        "play correspondence 48
         White sends \"P-K4\" meaning e2e4
         = going on",
    );
}

/// rogers1907:LI
#[test]
fn assistance_in_correspondence_loses() {
    rules(
        "play correspondence 48
         White asks advice
         = won Black [LI]",
    );
    rules(
        "White asks advice
         = going on",
    );
}

/// rogers1907:XXV
#[test]
fn time_spent_choosing_a_penalty_is_the_chooser_s() {
    rules(
        "position 4k3/8/8/8/8/8/8/N3K3 w - - 0 9
         White plays a1a2
         = clock Black
         Black exacts king
         = clock White
         White plays e1e2
         = clock Black",
    );
    rules(
        "White touches g1 b1
         = clock Black",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/N3K3 w - - 0 9
         White plays a1c2
         = clock Black
         = no rights",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/N3K3 w - - 0 9
         White plays a1a2
         = right Black legal [XIV]
         = right Black king [XIV, XXIV]
         = clock Black",
    );
}
