//! The laws of 1804 that the arbiter keeps, each kept and broken. It must test nothing that the
//! text does not say without a † beside it.

use super::holds;

const BOTH: [&str; 2] = ["england1804", "france1804"];

fn both(lines: &str) {
    for code in BOTH {
        holds(code, lines);
    }
}

/// amateur1804:I
#[test]
fn a_board_turned_wrongly_is_put_right() {
    both(
        "board turned
         White plays e2e4
         Black points out board
         = right White correct [I]
         = right Black correct [I]
         Black exacts correct
         = restored
         = going on",
    );
    both(
        "White points out board
         = nothing",
    );
}

/// amateur1804:II
#[test]
fn the_giver_of_a_piece_begins() {
    both(
        "odds knight
         giver black
         Black plays e7e5
         = turn White
         = no rights",
    );
    both(
        "odds knight
         giver black
         White plays e2e4
         = right Black retract",
    );
}

/// amateur1804:III
#[test]
fn a_piece_forgotten_at_the_beginning_is_the_opponent_s_choice() {
    let forgotten = "array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1
         White plays e2e4
         Black plays e7e5
         White points out men
         = right Black restart [III]
         = right Black correct [III]";
    both(&format!("{forgotten}\nBlack exacts restart\n= annulled [III]"));
    both(&format!(
        "{forgotten}\nBlack exacts correct\n= restored\n= fen rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR\n= going on"
    ));
    both(
        "White plays e2e4
         Black points out men
         = nothing
         = going on",
    );
}

/// amateur1804:IV
#[test]
fn odds_forgotten_are_the_choice_of_the_one_who_suffers() {
    let forgotten = "odds knight
         array rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
         moves e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 d2d3 d7d6 c2c3
         Black points out odds
         = right Black restart [IV]
         = right Black continue [IV]";
    both(&format!("{forgotten}\nBlack exacts continue\n= stands [IV]\n= going on\n= no rights"));
    both(&format!("{forgotten}\nBlack exacts restart\n= annulled"));
    both(
        "odds knight
         giver white
         White plays e2e4
         Black points out odds
         = nothing
         = going on",
    );
}

/// amateur1804:V
#[test]
fn a_piece_touched_must_be_played_unless_it_is_adjusted() {
    both(
        "White touches g1
         = duty White move g1: g1f3 g1h3 [V]
         White plays g1f3
         = no rights",
    );
    both(
        "White touches g1
         White plays e2e4
         = right Black move g1: g1f3 g1h3 [V]
         Black exacts move g1
         = restored
         = moves: g1f3 g1h3",
    );
    both(
        "White adjusts g1 notice with
         = nothing [V]
         = no rights",
    );
    both(
        "White adjusts g1 notice after
         = duty White move g1: g1f3 g1h3 [V]",
    );
    both(
        "White knocks over g1
         = nothing [V]",
    );
}

/// amateur1804:VI
#[test]
fn an_opponent_s_piece_touched_is_captured_or_the_king_moves() {
    let position = "position 4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    both(&format!(
        "{position}
         White touches d5
         = right Black capture d5: e4d5 [VI]
         Black exacts capture d5
         = moves: e4d5"
    ));
    both(&format!(
        "{position}
         White touches e8
         = duty White king: e1d1 e1d2 e1e2 e1f1 e1f2 [VI]"
    ));
    both(
        "White touches e7
         = nothing [VI]
         = no rights",
    );
}

/// amateur1804:VII
#[test]
fn a_move_is_complete_when_the_piece_is_quitted() {
    both(
        "White places e2e3
         = duty White move e2: e2e3 e2e4
         White places e2e4
         White quits
         = fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR
         = turn Black
         White substitutes d2d4
         = right Black retract",
    );
}

/// amateur1804:VIII
#[test]
fn a_false_move_costs_a_king_s_move_and_stands_once_replied_to() {
    let position = "position 4k3/p7/8/8/8/8/8/R3K3 w - - 0 1";
    both(&format!(
        "{position}
         White plays a1b3
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [VIII]
         Black exacts king
         = restored
         = moves: e1d1 e1d2 e1e2 e1f1 e1f2"
    ));
    both(&format!(
        "{position}
         White plays a1b3
         Black plays a7a6
         = stands [VIII]
         = no rights
         White points out illegal move
         = stands
         = fen 4k3/8/p7/8/8/1R6/8/4K3"
    ));
    both(&format!(
        "{position}
         White plays a1b1
         = no rights"
    ));
}

/// amateur1804:XII
#[test]
fn castling_wrongly_is_paid_with_king_or_rook_at_the_offender_s_choice() {
    both(
        "position 4k3/8/8/8/8/8/5r2/4K2R w K - 0 1
         White castles kingside
         = duty White king: e1d1 e1f2 [XII]
         = duty White move h1: h1f1 h1g1 h1h2 h1h3 h1h4 h1h5 h1h6 h1h7 h1h8 [XII]
         White exacts king
         = restored
         = moves: e1d1 e1f2",
    );
    both(
        "position 4k3/8/8/8/8/8/8/4K2R w K - 0 1
         White castles kingside
         = no rights
         = turn Black",
    );
}

/// amateur1804:XIII
#[test]
fn a_check_not_called_need_not_be_met_until_it_is() {
    let position = "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1";
    both(&format!(
        "{position}
         White plays f1b5
         = right Black ignore: a7a5 a7a6 e8d8 e8e7 e8f7 e8f8 [XIII]
         Black plays a7a6
         White plays a2a3 check
         = restored [XIII]
         = fen 4k3/p7/8/1Q6/8/8/P7/4K3
         = turn Black
         = moves: e8d8 e8e7 e8f7 e8f8"
    ));
    both(&format!(
        "{position}
         White plays f1b5 check
         = no rights
         = moves: e8d8 e8e7 e8f7 e8f8"
    ));
    both(&format!(
        "{position}
         White plays f1b5
         Black plays a7a5
         White plays b5c5
         = going on"
    ));
}

/// amateur1804:XIV
#[test]
fn a_check_called_falsely_may_be_retracted() {
    both(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1
         White plays f1c4 check
         = noted [XIV]
         Black touches e8
         = right Black retract [XIV]
         Black exacts retract
         = restored
         = no rights",
    );
    both(
        "position 4k3/p7/8/8/8/8/P7/4KQ2 w - - 0 1
         White plays f1c4 check
         Black plays e8e7
         = right Black retract [XIV]
         White plays a2a3
         = no rights",
    );
}

/// amateur1804:XV
#[test]
fn a_pinned_piece_touched_costs_a_king_s_move() {
    both(
        "position 4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1
         White touches e2
         = duty White king: e1d1 e1d2 e1f1 e1f2 [XV]
         White plays e1d1
         = no rights",
    );
    both(
        "position 4k3/8/8/4b3/7b/8/5N2/r2RKR2 w - - 0 1
         White touches f2
         = duty White king: e1d2 e1e2 [XV]",
    );
    both(
        "position 3rkr2/8/8/7b/7b/8/5N2/4KB2 w - - 0 1
         White touches f2
         = nothing [XV]
         = no rights",
    );
}

/// amateur1804:XVII
#[test]
fn fifty_moves_are_counted_at_the_opponent_s_request() {
    both(
        "position 4k3/8/8/8/8/8/7r/R3K3 w - - 0 9
         Black gives notice
         = nothing [XVII]
         = going on",
    );
    both(
        "position 4k3/8/8/8/8/8/8/3NKB2 w - - 0 1
         Black gives notice
         = noted [XVII]
         Black claims fifty moves
         = refuted [XVII]",
    );
}

/// amateur1804:XIV
#[test]
fn a_sealed_move_calls_no_check_of_itself() {
    both(
        "White seals e2e4
         game resumes
         = not noted
         = no rights
         = turn Black",
    );
}
