//! The arbiter: what it rules under each code. Cases are scripts in the event language; those of
//! `tests/data/arbiter` were written from the texts of the laws alone.

mod accomplished1837;
mod amateur1804;
mod anything;
mod best;
mod british1897;
mod by_letter1897;
#[path = "../common/chance.rs"]
mod chance;
mod federation1912;
mod messages;
mod proofs;
mod rogers1907;
mod script;
mod series;
mod tables;

use std::path::Path;

/// Plays lines under a code and fails with every line that is not met.
fn holds(code: &str, lines: &str) {
    let lines: Vec<&str> = lines.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let unmet = script::play(code, &lines);
    assert!(unmet.is_empty(), "{code}:\n{}", unmet.join("\n"));
}

/// Plays every case of a code's file.
fn cases_of(code: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/data/arbiter/{code}.txt"));
    let Ok(text) = std::fs::read_to_string(&path) else { return };
    let cases = script::cases(&text);
    assert!(!cases.is_empty(), "{} holds no case", path.display());
    let mut faults = Vec::new();
    for case in &cases {
        assert!(!case.laws.is_empty(), "{code}: '{}' names no law", case.title);
        let unmet = case.play(code);
        if !unmet.is_empty() {
            faults.push(format!(
                "{} [{}]\n  {}",
                case.title,
                case.laws.join(" "),
                unmet.join("\n  ")
            ));
        }
    }
    let (failed, all) = (faults.len(), cases.len());
    assert!(faults.is_empty(), "{code}: {failed} of {all} cases\n\n{}", faults.join("\n\n"));
}

/// Each case of 1804 names the reading.
#[test]
fn cases_of_1804() {
    cases_of("amateur1804");
}

#[test]
fn cases_of_1837() {
    cases_of("accomplished1837");
}

#[test]
fn cases_of_1897() {
    cases_of("british1897");
}

#[test]
fn cases_of_1907() {
    cases_of("rogers1907");
}

#[test]
fn cases_of_1912() {
    cases_of("federation1912");
}

#[test]
fn the_example_of_the_page_holds() {
    holds(
        "british1897",
        "position 4k3/8/8/8/8/8/8/R3K3 w - - 0 1
         White plays a1b2
         = right Black retract [II.6b]
         = right Black move a1: a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1 [II.6b]
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2 [II.6b]
         Black exacts king
         = restored
         = moves: e1d1 e1d2 e1e2 e1f1 e1f2",
    );
}

/// A touched piece that the opponent captures out of turn binds nobody any more.
#[test]
fn a_duty_ends_with_the_piece_it_is_about() {
    for code in ["chess", "rogers1907", "england1804"] {
        holds(
            code,
            "position 4k3/p4p2/8/8/8/8/1B6/4K3 b - - 0 9
             Black touches a7
             = duty Black move a7: a7a5 a7a6
             White plays b2a7
             = right Black retract
             Black waives
             = no rights
             = moves of f7: f7f5 f7f6",
        );
    }
}

/// amateur1804:XIII, accomplished1837:5: once the check is called, what he touched no longer binds
/// him to a move that leaves it.
#[test]
fn a_check_called_after_a_touch_must_be_met() {
    for code in ["england1804", "accomplished1837"] {
        holds(
            code,
            "position 4k3/8/8/2n5/8/8/P7/4K3 b - - 0 9
             Black plays c5d3
             White touches a2
             White waives
             = error
             Black calls check
             = lapsed White
             = not duty White move a2
             = moves of a2: none",
        );
    }
}

/// An opponent's king moved by mistake goes back, whatever else is touched meanwhile.
#[test]
fn a_piece_out_of_its_place_is_settled_before_a_touch() {
    holds(
        "rogers1907",
        "position 4k3/8/8/8/8/8/P7/4K3 w - - 0 9
         White moves e8 e3
         White touches a2
         = right Black king: e1d1 e1d2 e1e2 e1f1 e1f2
         Black exacts king
         = restored
         = fen 4k3/8/8/8/8/8/P7/4K3",
    );
}

/// amateur1804:XII: who had still to choose what he pays has it no more once the opponent has erred
/// himself: no two open rights of one player are in the same words.
#[test]
fn what_was_not_insisted_on_ends_with_the_next_offence() {
    holds(
        "england1804",
        "position r3k2r/8/8/8/8/8/5Q2/4K3 b kq - 0 9
         Black castles kingside
         = duty Black king
         = duty Black move h8
         White moves a8 a5
         = right Black king: e1d1 e1d2 e1e2 e1f1 [VI]",
    );
}

/// accomplished1837:2: a penalty that was open is not used any more by who moves an opponent's piece
/// himself instead: the board it speaks of is gone.
#[test]
fn a_right_ends_when_its_holder_moves_an_opponent_s_piece() {
    holds(
        "accomplished1837",
        "position 4k3/8/8/8/8/8/7P/N3K3 w - - 0 9
         White plays a1a2
         Black moves h2 h3
         = right White king: e8d7 e8d8 e8e7 e8f7 e8f8
         = right White stand
         Black exacts stand
         = error",
    );
}

/// A move sent is no more than one made: no king is captured by it.
#[test]
fn no_move_sent_captures_a_king() {
    for code in ["rogers1907", "accomplished1837", "chess"] {
        holds(
            code,
            "play correspondence 48
             position 4k3/8/8/8/8/8/8/R3K3 w - - 0 9
             White sends a1e8
             = error
             = moves of a1: a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8 a1b1 a1c1 a1d1",
        );
    }
}

/// amateur1804:I, XIII: the board is turned, and the check that was not called may still be left.
#[test]
fn a_board_put_right_changes_nothing_of_a_check() {
    holds(
        "england1804",
        "board turned
         moves e2e4 f7f6
         White plays d1h5
         Black touches a7
         = duty Black move a7: a7a5 a7a6
         = right Black ignore
         Black points out board
         Black exacts correct
         = moves: a7a5 a7a6
         Black plays a7a6
         = turn White",
    );
}
