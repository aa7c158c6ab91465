//! The laws of 1897 that the arbiter keeps, each kept and broken: all but those of play by
//! correspondence, which `by_letter1897` has.

use super::holds;

fn rules(lines: &str) {
    holds("british1897", lines);
}

/// british1897:I.4
#[test]
fn the_players_keep_their_colours() {
    rules(
        "White touches e7
         = right Black move a2
         = right Black move b1
         = right Black move b2
         = right Black move c2
         = right Black move d2
         = right Black move e2
         = right Black move f2
         = right Black move g1
         = right Black move g2
         = right Black move h2",
    );
    rules(
        "White plays e7e5
         = error",
    );
    rules(
        "White plays e2e4
         = turn Black
         = no rights",
    );
}

/// british1897:I.5 british1897:II.3
#[test]
fn adjusting_needs_notice_just_before_and_one_s_own_turn() {
    rules(
        "White adjusts a1
         = nothing [II.3]
         = no rights",
    );
    rules(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1
         White adjusts e2 notice with
         = right Black king: e1d1 e1d2 e1f1 e1f2 [II.5b]",
    );
    rules(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1
         White adjusts e2 notice before
         = nothing [II.3]
         = no rights",
    );
    rules(
        "position 4k3/8/8/8/8/8/P6p/4K3 w - - 0 1
         Black adjusts h2
         = noted [II.5e]
         White plays a2a3
         Black plays e8e7
         = right White move h2
         = right White king",
    );
}

/// british1897:I.11
#[test]
fn a_turn_ends_with_one_legal_move_and_a_promotion_is_named() {
    rules(
        "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 1
         White plays a7a8
         = incomplete
         = turn White
         Black plays e8e7
         = right White retract",
    );
    rules(
        "position 4k3/P7/8/8/8/8/8/4K3 w - - 0 1
         White plays a7a8
         White names knight
         = fen N3k3/8/8/8/8/8/8/4K3
         = turn Black",
    );
}

/// british1897:I.12 british1897:III.1
#[test]
fn moves_are_communicated_only_where_that_was_agreed() {
    rules(
        "White sends e2e4
         = error",
    );
    rules(
        "play consultation
         White sends e2e4
         = turn Black
         Black touches e7
         = nothing
         Black sends d7d5
         = right White move e7: e7e5 e7e6 [II.5c]
         = right White move d7: d7d5 d7d6 [II.5c]",
    );
}

/// british1897:I.14
#[test]
fn a_move_is_complete_when_the_piece_is_quitted() {
    rules(
        "White places e2e3
         = incomplete [I.14]
         White places e2e4
         = incomplete
         = turn White
         White quits
         = turn Black
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    );
    rules(
        "White quits
         = error",
    );
}

/// british1897:II.1
#[test]
fn the_wrong_player_s_first_move_annuls_the_game_before_the_fourth() {
    rules(
        "Black plays e7e5
         = turn White
         White plays e2e4
         White points out first move
         = right White annul [II.1b]
         = right Black annul [II.1b]
         Black exacts annul
         = annulled [II.1b]",
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
         = stands [II.1b]
         = going on",
    );
    rules(
        "White plays e2e4
         Black points out first move
         = nothing",
    );
}

/// british1897:II.2
#[test]
fn a_wrong_board_or_array_annuls_the_game_before_the_second_player_s_fourth_move() {
    rules(
        "board turned
         moves e2e4 e7e5
         Black points out board
         = right White annul [II.2]
         = right Black annul [II.2]
         White exacts annul
         = annulled",
    );
    rules(
        "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w kq - 0 1
         moves e2e4 e7e5 d2d3 d7d6 a2a3 a7a6 h2h3
         Black points out men
         = right White annul
         = right Black annul
         Black plays h7h6
         Black points out men
         = stands [II.2]",
    );
    rules(
        "White points out board
         = nothing
         White points out men
         = nothing",
    );
}

/// british1897:II.5
#[test]
fn pieces_touched_and_not_moved() {
    // b: one that cannot be moved, the king paying at once.
    rules(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1
         White touches e2
         = right Black king: e1d1 e1d2 e1f1 e1f2 [II.5b]
         Black exacts king
         = moves: e1d1 e1d2 e1f1 e1f2",
    );
    // c: one that can be, only when another move is made.
    rules(
        "White touches g1
         = nothing [II.5c]
         = no rights
         White plays e2e4
         = right Black move g1: g1f3 g1h3 [II.5c]
         = right Black move e2: e2e3 e2e4 [II.5c]",
    );
    rules(
        "White touches g1
         White plays g1f3
         = no rights",
    );
    // e: in the opponent's turn.
    rules(
        "Black touches g8
         = noted [II.5e]
         White plays e2e4
         Black plays e7e5
         = right White move g8: g8f6 g8h6 [II.5c]
         = right White move e7: e7e5 e7e6 [II.5c]",
    );
    // a: a piece held in the hand.
    rules(
        "White lifts g1
         = right Black replace [II.5a]
         Black exacts replace
         = restored
         White plays g1f3
         = no rights",
    );
    // f: castling, the rook first or the king alone.
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         White castles kingside rook first
         = right Black rook [II.5f]
         Black exacts rook
         = fen 4k3/8/8/8/8/8/8/4KR2",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         White castles kingside king alone
         = right Black complete: e1g1 [II.5f]
         Black exacts complete
         = moves: e1g1
         White plays e1g1
         = fen 4k3/8/8/8/8/8/8/5RK1
         = turn Black",
    );
    // g: a man removed by mistake is replaced, and was touched.
    rules(
        "position 4k1n1/8/8/8/8/8/8/4K1R1 w - - 0 9
         White removes g8
         = duty White replace [II.5g]
         Black exacts replace
         = restored
         = fen 4k1n1/8/8/8/8/8/8/4K1R1",
    );
    // An accident is none of this.
    rules(
        "White knocks over a1
         = nothing [II.5]
         = no rights",
    );
}

/// british1897:II.6
#[test]
fn illegal_moves_and_moves_out_of_turn() {
    let position = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 1";
    rules(&format!(
        "{position}
         White plays a1b3
         = right Black retract [II.6b]
         = right Black move a1: a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1b1 a1c1 a1d1 [II.6b]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [II.6b]
         Black exacts move a1
         = restored
         = moves: a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1b1 a1c1 a1d1"
    ));
    // e: left uncorrected, the position is restored whenever it is found, without penalty.
    rules(&format!(
        "{position}
         White plays a1b3
         Black plays a7a6
         = lapsed Black
         White plays b3b4
         Black points out illegal move
         = restored [II.6e]
         = fen 4k3/p7/8/8/8/8/8/R3K3
         = no rights"
    ));
    rules(&format!(
        "{position}
         White plays a1b3
         Black plays a7a6
         Black points out illegal move untraced
         = annulled [II.6e]"
    ));
    // c: another move put in the place of the illegal one.
    rules(&format!(
        "{position}
         White plays a1b3
         White substitutes a1a3
         = right Black move a1 [II.6c]
         = right Black king [II.6c]"
    ));
    // d: out of turn; paid in the offender's next turn.
    rules(
        "White plays e2e4
         White plays d2d4
         = right Black retract [II.6d]
         Black exacts retract
         = restored
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
         Black plays e7e5
         = right Black move d2: d2d3 d2d4 [II.6d]
         = right Black king: e1e2 [II.6d]",
    );
    rules(&format!(
        "{position}
         White plays a1a3
         = no rights"
    ));
}

/// british1897:II.7
#[test]
fn an_adjourned_game_is_resumed_from_where_it_stood() {
    let adjourned = "position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9";
    rules(&format!(
        "{adjourned}
         White seals a1a4
         game resumes
         = fen 4k3/8/8/8/R7/8/8/4K3
         = turn Black"
    ));
    rules(&format!(
        "{adjourned}
         White seals \"R-R9\" meaning nothing
         game resumes
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [II.7c]"
    ));
    rules(&format!(
        "{adjourned}
         White seals nothing
         game resumes
         = right Black king [II.7c]"
    ));
    rules(&format!(
        "{adjourned}
         White seals \"R-4\" meaning a1a4 a1d1
         game resumes
         = right Black adopt a1a4 [II.7c]
         = right Black adopt a1d1 [II.7c]
         Black adopts a1d1
         = fen 4k3/8/8/8/8/8/8/3RK3"
    ));
    rules(&format!(
        "{adjourned}
         White seals a1a4
         game resumes unknown
         = annulled [II.7b]"
    ));
    rules(&format!(
        "{adjourned}
         White seals a1a4
         game resumes 4k3/8/8/8/8/8/8/1R2K3 w - - 0 9
         White plays b1b4
         Black plays e8e7
         Black points out position
         = restored [II.7a]
         = fen 4k3/8/8/8/R7/8/8/4K3"
    ));
}

/// british1897:II.8
#[test]
fn draws_are_agreed_or_claimed_before_touching() {
    rules(
        "White offers a draw
         Black accepts
         = drawn [II.8a]",
    );
    rules(
        "Black accepts
         = error",
    );
    let repeated = "moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    rules(&format!(
        "{repeated}
         White claims repetition
         = proved White [II.8c]
         = drawn [II.8c]"
    ));
    rules(&format!(
        "{repeated}
         White touches e2
         White claims repetition
         = refuted White [II.8c]
         = going on"
    ));
    rules(
        "White claims fifty moves
         = refuted White [II.8b]",
    );
    rules(
        "position 6k1/6p1/5n2/7Q/8/8/nn6/7K w - - 0 40
         White claims endless checks
         = refuted White",
    );
    rules(
        "position 6k1/6p1/8/7Q/8/8/nn6/7K w - - 0 40
         White claims endless checks
         = proved White [II.8d]
         = drawn",
    );
}

/// british1897:II.9
#[test]
fn a_forfeit_must_be_claimed_before_the_next_move() {
    rules(
        "White reads a book
         = right Black win [II.9c]
         Black claims forfeit
         = won Black [II.9c]",
    );
    rules(
        "Black uses a second board
         = right White win [II.9b]
         White plays e2e4
         = lapsed White
         White claims forfeit
         = refuted White
         = going on",
    );
    rules(
        "White upsets the board
         = right Black win [II.9a]",
    );
    rules(
        "White asks advice
         = right Black win [II.9d]",
    );
    rules(
        "position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black exacts king
         White refuses
         = right Black win [II.9e]
         Black exacts win
         = won Black",
    );
    rules(
        "White resigns
         = won Black [II.9]",
    );
    rules(
        "White plays e2e4
         Black plays e7e5
         = turn White
         = no rights",
    );
}

/// british1897:II.10
#[test]
fn the_time_limit_with_and_without_a_fixed_end() {
    // Ten moves of each in each line: eleven are due.
    let ten = "moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    rules(&format!(
        "time 20/60
         {ten}
         White clock 1:30:00
         = noted [II.10]
         White clock 2:00:00
         = won Black [II.10B]"
    ));
    rules(&format!(
        "time 2/60
         {ten}
         White clock 2:00:00
         = noted"
    ));
    rules(&format!(
        "time 20/60
         end 3:00
         {ten}
         White clock 1:00:00
         = won Black [II.10C]"
    ));
    rules(&format!(
        "time 20/60
         end 1:00
         {ten}
         White clock 0:10:00
         Black clock 0:15:00
         session ends
         = won White [II.10C]"
    ));
    rules(&format!(
        "time 20/60
         end 1:00
         {ten}
         White clock 0:30:00
         Black clock 0:30:00
         session ends
         = annulled [II.10C]"
    ));
    rules(
        "time 20/60
         White clock 1:00:00
         White proves clock 0:30:00
         = noted [II.10D]
         Black proves clock 0:30:00 by neglect
         = refuted [II.10D]",
    );
}

/// british1897:II.11
#[test]
fn penalties_are_exacted_before_touching_and_only_if_legal() {
    let position = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9";
    rules(&format!(
        "{position}
         White plays a1b3
         Black touches a7
         = lapsed Black [II.11a]
         = no rights"
    ));
    rules(&format!(
        "{position}
         White plays a1b3
         Black exacts capture a7
         = lapsed Black [II.11e]
         = no rights"
    ));
    // C where the king cannot move: a man the opponent selects.
    rules(
        "position 7k/8/8/8/8/8/PPP5/KRR5 w - - 0 9
         White touches h8
         = right Black move a2: a2a3 a2a4 [II.11]
         = right Black move b2: b2b3 b2b4 [II.11]
         = right Black move c1: c1d1 c1e1 c1f1 c1g1 c1h1 [II.11]
         = right Black move c2: c2c3 c2c4 [II.11]",
    );
    // B with king and rook both touched: here alone castling is a penalty.
    rules(
        "position 4k3/8/8/8/8/8/P7/4K2R w K - 0 9
         White touches e1 h1
         White plays a2a3
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2
         = right Black move h1: h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8
         = right Black move a2: a2a3 a2a4
         = right Black castle kingside: e1g1 [II.11]",
    );
    rules(
        "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 9
         White plays a1b3
         Black exacts king
         White plays e1e2
         = turn Black
         = no rights",
    );
}
