//! The laws of 1837 that the arbiter keeps, each kept and broken.

use super::holds;

fn rules(lines: &str) {
    holds("accomplished1837", lines);
}

/// accomplished1837:1
#[test]
fn a_piece_touched_is_moved_and_an_accident_put_right() {
    rules(
        "White touches g1
         = duty White move g1: g1f3 g1h3 [1]
         White plays e2e4
         = right Black move g1: g1f3 g1h3 [1]",
    );
    rules(
        "White adjusts g1 notice after
         = nothing [1]
         = no rights
         White plays e2e4
         = no rights",
    );
    rules(
        "White adjusts g1 notice none
         = duty White move g1: g1f3 g1h3",
    );
    rules(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1
         White touches e2
         = duty White king: e1d1 e1d2 e1f1 e1f2 [1]",
    );
    rules(
        "White knocks over g1
         = nothing [1]",
    );
    rules(
        "White knocks over g1 notice none
         = duty White move g1: g1f3 g1h3",
    );
}

/// accomplished1837:2
#[test]
fn an_opponent_s_piece_touched_or_moved_has_three_prices() {
    rules(
        "position 4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1
         White touches d5
         = right Black capture d5: e4d5 [2]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [2]",
    );
    rules(
        "position 4k3/8/8/3p4/4P3/8/8/4K2R w K - 0 1
         White moves d5 d4
         = right Black capture d5: e4d5 [2]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [2]
         = right Black stand [2]
         Black exacts stand
         = turn White
         = moves of e1: e1d1 e1d2 e1e2 e1f1 e1f2",
    );
    rules(
        "White adjusts e7 notice after
         = nothing",
    );
}

/// accomplished1837:3
#[test]
fn a_false_move_is_left_made_rightly_or_paid_with_the_king() {
    rules(
        "position 4k3/8/8/8/8/8/8/N3K3 w - - 0 1
         White plays a1a2
         = right Black stand [3]
         = right Black move a1: a1b3 a1c2 [3]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [3]
         Black exacts stand
         = stands
         = fen 4k3/8/8/8/8/8/N7/4K3
         = turn Black",
    );
    rules(
        "position 4k3/8/8/8/8/1p6/8/NR2K3 w - - 0 1
         White plays a1b3
         = no rights",
    );
    rules(
        "position 4k3/8/8/8/8/2p5/8/N1R1K3 w - - 0 1
         White plays a1c3
         = right Black capture c3: c1c3 [3]
         = right Black move a1: a1b3 a1c2 [3]",
    );
    rules(
        "position 4k3/7p/8/8/8/8/8/N3K3 w - - 0 1
         White plays a1a2
         Black plays h7h6
         = stands [3]
         = no rights",
    );
}

/// accomplished1837:4
#[test]
fn of_two_moves_running_the_second_goes_back_or_both_stay() {
    rules(
        "White plays e2e4
         White plays d2d4
         = right Black retract [4]
         = right Black stand [4]
         Black exacts stand
         = fen rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR
         = turn Black",
    );
    rules(
        "White plays e2e4
         White plays d2d4
         Black exacts retract
         = restored
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    );
}

/// accomplished1837:5
#[test]
fn a_check_without_warning_need_not_be_noticed() {
    rules(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1
         White plays f1b5
         = right Black ignore: a7a5 a7a6 e8d8 e8e7 e8f7 e8f8 [5]
         Black plays a7a6
         White calls check
         = restored [5]
         = moves: e8d8 e8e7 e8f7 e8f8",
    );
    rules(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1
         White plays f1b5
         Black plays a7a6
         White plays a2a3
         Black points out check
         = right Black retract [5]
         Black exacts retract
         = fen 4k3/p7/8/1Q6/8/8/P7/4K3
         = turn Black",
    );
}

/// accomplished1837:6
#[test]
fn a_check_that_is_none_lets_the_misled_player_retract() {
    rules(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1
         White plays f1c4 check
         Black plays e8e7
         = right Black retract [6]
         Black exacts retract
         = turn Black
         = fen 4k3/p7/8/8/2Q5/8/P7/4K3",
    );
    rules(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1
         White plays f1c4
         Black plays e8e7
         = no rights",
    );
}

/// accomplished1837:8
#[test]
fn castling_after_king_or_rook_has_moved_costs_a_move_of_either() {
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w - - 0 9
         White castles kingside
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [8]
         = right Black move h1: h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 [8]",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         White castles kingside
         = no rights",
    );
}

/// accomplished1837:11
#[test]
fn nothing_is_penalised_once_the_opponent_has_moved() {
    rules(
        "White touches g1
         White plays e2e4
         = right Black move g1: g1f3 g1h3
         Black plays e7e5
         = lapsed Black [11]
         = no rights",
    );
    rules(
        "White touches g1
         White plays e2e4
         Black exacts move g1
         White plays g1f3
         = turn Black
         = no rights",
    );
}

/// accomplished1837:12
#[test]
fn a_wrong_board_or_array_is_rectified_before_four_moves() {
    let array = "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1";
    rules(&format!(
        "{array}
         White plays e2e4
         Black points out men
         = right White correct [12]
         = right Black correct [12]"
    ));
    rules(&format!(
        "{array}
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6
         Black points out men
         = right White correct [12]
         = right Black correct [12]
         White plays h2h3
         Black points out men
         = stands [12]"
    ));
    rules(
        "board turned
         White points out board
         = right White correct [12]
         = right Black correct [12]",
    );
    rules(
        "White points out board
         = nothing
         White points out men
         = nothing",
    );
}

/// accomplished1837:14
#[test]
fn the_forgetful_giver_begins_anew_or_mates_for_a_draw() {
    let array = "odds queen
         giver white
         array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    rules(&format!(
        "{array}
         moves e2e4 e7e5
         Black points out odds
         = duty White restart [14]
         = duty Black restart [14]
         = over"
    ));
    rules(&format!(
        "{array}
         moves e2e4 e7e5 f1c4 b8c6 d1h5 a7a6 b2b3 b7b6
         Black points out odds
         = stands [14]
         White plays h5f7 check
         = drawn [14]"
    ));
}

/// accomplished1837:18
#[test]
fn a_king_that_cannot_move_pays_nothing() {
    rules(
        "White touches e7
         = nothing [18]
         = no rights",
    );
    rules(
        "position 4k3/7p/8/8/8/8/8/4K3 w - - 0 9
         White touches h7
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [2]",
    );
}

/// accomplished1837:19
#[test]
fn notice_of_fifty_moves_is_given_in_listed_endings() {
    rules(
        "position 4k3/8/8/8/8/8/8/3QK3 w - - 0 1
         Black gives notice
         = noted [19]",
    );
    rules(
        "position 4k3/8/8/8/8/8/P7/3QK3 w - - 0 1
         Black gives notice
         = nothing [19]",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/3QK3 w - - 0 1
         White claims fifty moves
         = refuted White [19]
         = going on",
    );
}
