//! The laws of 1912 that the arbiter keeps, each kept and broken.

use super::holds;

fn rules(lines: &str) {
    holds("federation1912", lines);
}

/// federation1912:1
#[test]
fn the_persons_move_alternately() {
    rules(
        "White plays e2e4
         = turn Black
         White plays d2d4
         = duty White replace
         = turn Black",
    );
}

/// federation1912:16
#[test]
fn each_person_has_the_men_of_one_colour() {
    rules(
        "White plays e2e4
         = turn Black
         = no rights",
    );
    rules(
        "White plays e7e5
         = error
         White moves e7 e5
         = right Black retract [24]",
    );
    // The rights are those of an opponent's man touched that cannot be captured.
    rules(
        "position 4k3/4p3/8/8/8/8/8/4K3 w - - 0 9
         White moves e7 e5
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [22b, 24, 27]",
    );
}

/// federation1912:3
#[test]
fn a_wrong_board_begins_the_game_again_before_four_moves_of_each() {
    rules(
        "board turned
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3
         Black points out board
         = duty White restart [3]
         = duty Black restart [3]",
    );
    rules(
        "board turned
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6
         Black points out board
         = stands [3]
         = going on",
    );
    rules(
        "White points out board
         = nothing",
    );
}

/// federation1912:7
#[test]
fn men_improperly_placed_annul_the_game_at_any_time() {
    rules(
        "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3 h7h6 b2b3 b7b6
         Black points out men
         = annulled [7]",
    );
    rules(
        "odds knight
         White plays e2e4
         Black points out men
         = nothing",
    );
}

/// federation1912:12
#[test]
fn the_king_is_moved_first_in_castling() {
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White castles kingside rook first
         = fen 4k3/8/8/8/8/8/8/4KR2
         = turn Black",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White castles kingside
         = fen 4k3/8/8/8/8/8/8/5RK1",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White castles kingside rook first
         = restored [12, 20d]",
    );
}

/// federation1912:15
#[test]
fn a_pawn_is_promoted_forthwith() {
    rules(
        "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 9
         White plays a7a8
         = incomplete [15]
         White plays e1e2
         = error
         White names bishop
         = fen B3k3/8/8/8/8/8/8/4K3",
    );
}

/// federation1912:18 federation1912:19
#[test]
fn the_wrong_first_move_annuls_the_game_on_demand_before_the_fourth() {
    rules(
        "Black plays e7e5
         White plays e2e4
         White points out first move
         = right White annul [19]
         = right Black annul [19]
         White exacts annul
         = annulled",
    );
    rules(
        "White plays e2e4
         White points out first move
         = nothing",
    );
    rules(
        "Black plays e7e5
         White plays e2e4
         Black plays d7d6
         White plays d2d3
         Black plays a7a6
         White plays a2a3
         Black plays h7h6
         White plays h2h3
         Black points out first move
         = stands [19]",
    );
}

/// federation1912:20
#[test]
fn a_move_is_complete_when_the_hand_has_quitted_the_piece() {
    rules(
        "White places e2e3
         White places e2e4
         = turn White
         White quits
         = turn Black",
    );
    rules(
        "White places e2e4
         = incomplete [20d]
         = turn White",
    );
}

/// federation1912:21
#[test]
fn adjusting_needs_notice_and_out_of_turn_consent() {
    rules(
        "White adjusts g1
         = nothing [21]",
    );
    rules(
        "White adjusts g1 notice with
         = duty White move g1: g1f3 g1h3 [22a]",
    );
    rules(
        "Black adjusts g8 with consent
         = nothing [21]",
    );
    rules(
        "Black adjusts g8
         White plays e2e4
         = duty Black move g8: g8f6 g8h6 [22a]",
    );
}

/// federation1912:22
#[test]
fn pieces_touched() {
    rules(
        "White touches g1
         = duty White move g1: g1f3 g1h3 [22a]
         White plays e2e4
         = right Black move g1: g1f3 g1h3",
    );
    rules(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 9
         White touches e2
         = right Black king: e1d1 e1d2 e1f1 e1f2 [22a]",
    );
    rules(
        "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9
         White touches d5
         = duty White capture d5: e4d5 [22b]",
    );
    rules(
        "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 9
         White touches d5 e4
         = duty White capture d5 with e4: e4d5 [22c]",
    );
    rules(
        "position 4k3/8/8/3p4/4P3/8/8/N3K3 w - - 0 9
         White touches d5 a1
         = right Black capture d5: e4d5 [22c]
         = right Black move a1: a1b3 a1c2 [22c]",
    );
    rules(
        "White touches g1 b1
         = right Black move g1: g1f3 g1h3 [22d]
         = right Black move b1: b1a3 b1c3 [22d]",
    );
    rules(
        "position 4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 9
         White touches d5 f5
         = right Black capture d5: e4d5 [22e]
         = right Black capture f5: e4f5 [22e]",
    );
    rules(
        "White touches a1
         = nothing [22a]
         = no rights",
    );
}

/// federation1912:23
#[test]
fn what_is_touched_or_moved_out_of_turn_counts_in_the_next() {
    rules(
        "White plays e2e4
         White plays d2d4
         = duty White replace [23]
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
         Black plays e7e5
         = duty White move d2: d2d3 d2d4 [22a]",
    );
    rules(
        "Black touches g8
         = noted [23]
         White plays e2e4
         = duty Black move g8: g8f6 g8h6",
    );
    rules(
        "White knocks over g8
         = nothing [23]
         = no rights",
    );
}

/// federation1912:24
#[test]
fn an_illegal_move_is_retracted_and_paid_for() {
    rules(
        "position 4k3/8/8/8/8/8/8/N3K2R w K - 0 9
         White plays a1a2
         = right Black retract [24]
         = right Black move a1: a1b3 a1c2 [24a]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [24a,27]",
    );
    rules(
        "position 4k3/8/8/8/8/2p5/8/N1R1K3 w - - 0 9
         White plays a1c3
         = right Black retract [24]
         = right Black capture c3: c1c3 [24b]
         = right Black move a1: a1b3 a1c2 [24b]
         = right Black king: e1d1 e1e2 e1f1 e1f2 [24b]",
    );
    rules(
        "White plays e2e4
         = turn Black
         = no rights",
    );
}

/// federation1912:25
#[test]
fn an_illegal_move_found_later_is_taken_back() {
    let played = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black plays a7a6";
    rules(&format!(
        "{played}
         White points out illegal move
         = restored [25]
         = fen 4k3/p7/8/8/8/8/8/R3K3
         = no rights"
    ));
    rules(&format!(
        "{played}
         White points out illegal move untraced
         = annulled [25]"
    ));
    rules(
        "White plays e2e4
         Black plays e7e5
         = turn White
         = no rights",
    );
}

/// federation1912:26
#[test]
fn a_penalty_is_exacted_before_touching() {
    let false_move = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3";
    rules(&format!(
        "{false_move}
         Black touches a7
         = lapsed Black [26]
         = not right Black king"
    ));
    rules(&format!(
        "{false_move}
         Black exacts king
         = restored"
    ));
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black exacts king
         White plays e1e2
         = turn Black
         = no rights",
    );
}

/// federation1912:27
#[test]
fn no_penalty_is_castling() {
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White plays e1e3
         = right Black retract [24]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [27]
         Black exacts king
         White castles kingside
         = won Black",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 9
         White touches e1
         White castles kingside
         = turn Black
         = no rights",
    );
}

/// federation1912:28
#[test]
fn an_illegal_demand_costs_the_right() {
    let false_move = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3";
    rules(&format!(
        "{false_move}
         Black exacts capture a7
         = lapsed Black [28]
         = no rights"
    ));
    rules(&format!(
        "{false_move}
         Black exacts move a1
         = restored"
    ));
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black exacts move a1
         White plays a1a2
         = turn Black
         = no rights",
    );
}

/// federation1912:29
#[test]
fn the_position_is_restored_before_a_penalty_is_paid() {
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black exacts king
         = restored
         = fen 4k3/p7/8/8/8/8/8/R3K3
         = moves: e1d1 e1d2 e1e2 e1f1 e1f2",
    );
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black exacts king
         White plays e1e2
         = fen 4k3/p7/8/8/8/8/4K3/R7",
    );
}

/// federation1912:32
#[test]
fn draws_are_proved_or_agreed() {
    rules(
        "moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8
         White claims repetition
         = proved White [32c]
         = drawn",
    );
    rules(
        "White claims repetition
         = refuted White [32c]",
    );
    rules(
        "White offers a draw
         Black declines
         = going on
         Black offers a draw
         White accepts
         = drawn [32e]",
    );
}

/// federation1912:33 federation1912:34 federation1912:35
#[test]
fn an_adjourned_game_is_set_up_and_resumed_rightly() {
    let sealed = "position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9
         White seals a1a4
         = noted [33]
         White plays a1a2
         = error";
    rules(&format!(
        "{sealed}
         game resumes
         = fen 4k3/8/8/8/R7/8/8/4K3"
    ));
    rules(&format!(
        "{sealed}
         game resumes unknown
         = annulled [35]"
    ));
    rules(&format!(
        "{sealed}
         game resumes clocks unknown
         = going on"
    ));
    rules(&format!(
        "{sealed}
         game resumes 4k3/8/8/8/8/8/8/1R2K3 w - - 0 9
         White plays b1b4
         Black points out position
         = restored [35]
         = fen 4k3/8/8/8/R7/8/8/4K3"
    ));
}

/// federation1912:36
#[test]
fn twenty_moves_an_hour_and_moves_taken_back_count() {
    rules(
        "White touches g1 b1
         = clock Black
         Black exacts move g1
         = clock White",
    );
    rules(
        "White clock 1:00:00
         = won Black [36]",
    );
    rules(
        "time 1/60
         White plays e2e4
         White clock 1:00:00
         = noted [36]",
    );
    rules(
        "time 2/60
         position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black plays a7a6
         White points out illegal move
         White plays a1a3
         White clock 1:00:00
         = noted",
    );
}

/// federation1912:37
#[test]
fn two_moves_of_odds_count_as_two_for_the_clock() {
    rules(
        "odds moves=2
         giver black
         time 2/60
         moves e2e4 0000 d2d4 e7e5
         White clock 1:00:00
         = noted",
    );
    rules(
        "odds moves=2
         giver black
         time 3/60
         moves e2e4 0000 d2d4 e7e5
         White clock 1:00:00
         = won Black [36]",
    );
}

/// federation1912:40 federation1912:41
#[test]
fn no_books_no_advice_and_no_spectators() {
    rules(
        "White reads a book
         = won Black [40]",
    );
    rules(
        "White asks advice
         = won Black [40]",
    );
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black plays a7a6
         Bystander points out illegal move
         = nothing [41]
         = fen 4k3/8/p7/8/8/1R6/8/4K3",
    );
}

/// federation1912:42
#[test]
fn what_forfeits_the_game() {
    rules(
        "White upsets the board
         = won Black [42a]",
    );
    rules(
        "White ceases play
         = won Black [42b]",
    );
    rules(
        "White clock 1:00:00
         = won Black [42c]",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/N3K3 w - - 0 9
         White plays a1a2
         Black exacts move a1
         White refuses
         = won Black [42d]",
    );
    rules(
        "White breaks the laws
         = won Black [42e]",
    );
    rules(
        "White plays e2e4
         Black plays e7e5
         = going on
         = no rights",
    );
}

/// federation1912:43 federation1912:44
#[test]
fn disputes_are_decided_elsewhere() {
    rules(
        "Black refuses the decision
         = won White [43]",
    );
    rules(
        "White seals \"R-4\" meaning e2e4 d2d4
         game resumes
         = nothing [44]
         = going on",
    );
}
