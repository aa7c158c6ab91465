//! The laws of 1897 for play by correspondence that the arbiter keeps, each kept and broken: part
//! III.

use super::holds;

fn rules(lines: &str) {
    holds("british1897", lines);
}

/// british1897:III.2
#[test]
fn aids_are_allowed_with_a_day_for_each_reply() {
    rules(
        "play correspondence 48
         White reads a book
         = noted [III.2]
         = no rights",
    );
    rules(
        "play correspondence 12
         White reads a book
         = right Black win [III.2]",
    );
    rules(
        "play correspondence 48
         White asks advice
         = right Black win",
    );
}

/// british1897:III.3 british1897:I.13
#[test]
fn a_message_is_read_as_a_legal_move_where_it_can_be() {
    let position = "play correspondence 48
         position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9";
    rules(&format!(
        "{position}
         White sends \"R moves\" meaning a1a4 a1b2
         = fen 4k3/8/8/8/R7/8/8/4K3
         = turn Black"
    ));
    rules(&format!(
        "{position}
         White sends \"R-4\" meaning a1a4 a1d1
         = right Black adopt a1a4 [III.3]
         = right Black adopt a1d1 [III.3]"
    ));
    rules(&format!(
        "{position}
         White sends \"R-9\" meaning nothing
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [III.3]"
    ));
}

/// british1897:III.4
#[test]
fn of_several_moves_sent_the_receiver_adopts_one() {
    let sent = "play correspondence 48
         White sends e2e4 d2d4
         = right Black adopt e2e4 [III.4]
         = right Black adopt d2d4 [III.4]";
    rules(&format!(
        "{sent}
         Black adopts d2d4
         = fen rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR
         = turn Black"
    ));
    rules(&format!(
        "{sent}
         Black adopts a2a4
         = lapsed Black"
    ));
}

/// british1897:III.5
#[test]
fn an_illegal_move_of_a_series_pays_when_it_is_reached() {
    let sent = "play correspondence 48
         White sends e2e4 if e7e5 g1f3 if b8c6 f1a6
         = turn Black";
    rules(&format!(
        "{sent}
         Black sends e7e5
         = fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R
         = turn Black
         Black sends g8f6
         = turn White
         = no rights"
    ));
    rules(
        "play correspondence 48
         White sends e2e4 if e7e5 g1g3 if b8c6 f1c4
         Black sends e7e5
         = right Black king: e1e2 [III.5]",
    );
}

/// british1897:I.13 british1897:II.7 british1897:III.3 british1897:III.4
#[test]
fn a_record_is_read_from_the_board() {
    let game = "position 4k3/8/8/8/8/8/3R4/R3K3 w - - 0 9";
    // A sign may be left out where the move can be known without it (I.13C).
    rules(&format!(
        "play consultation
         {game}
         White sends \"R(Q2)-Q8\"
         = turn Black
         = no rights"
    ));
    rules(&format!(
        "play consultation
         {game}
         White sends \"R-Q1\"
         = right Black adopt a1d1 [III.3]
         = right Black adopt d2d1 [III.3]
         Black adopts d2d1
         = fen 4k3/8/8/8/8/8/8/R2RK3"
    ));
    // No legal move is expressed: Penalty C.
    rules(&format!(
        "play consultation
         {game}
         White sends \"Kt-B3\"
         = right Black king: e1e2 e1f1 e1f2 e1d1 [III.3, II.11]"
    ));
    rules(
        "play consultation
         White sends \"P-K4\" \"P-Q4\"
         = right Black adopt d2d4 [III.4]
         = right Black adopt e2e4 [III.4]",
    );
    rules(&format!(
        "{game}
         White seals \"R-Q1\"
         = noted
         game resumes
         = right Black adopt a1d1 [II.7c]
         = right Black adopt d2d1 [II.7c]"
    ));
}
