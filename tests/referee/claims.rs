//! What engines claim by `info string claim draw`, rightly or not, and what the referee claims for
//! them.

use jadoube::referee::game::{Adjudicated, Cause, Played};
use jadoube::referee::output::report::remark;
use jadoube::referee::tournament::{Match, Openings};
use jadoube::rules::Color;
use jadoube::rules::laws::{Breach, Code, DrawnBy, Reason, Terms, Variant};
use libtest_mimic::Trial;

use super::folder::File;
use super::stage::{engine, games, mark, stage, trial};

pub fn trials() -> Vec<Trial> {
    vec![
        trial("a right claim ends the game by its clause", right_claims),
        trial("a claim is weighed before the move", claim_without_a_move),
        trial("a claim under an undertaking is the giver's loss", claim_against_an_undertaking),
        trial("a false claim is told and the game goes on", false_claims),
        trial("a claim that comes too late is a loss on time", late_claim),
        trial("our engine claims for itself what profits it", our_engine_claims),
        trial("endless checks are claimed, or claimed for a player who gives them", endless_checks),
    ]
}

/// Knights out and home, for ever.
const SHUFFLE: &str = "g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8";
/// Where White checks for ever, and how.
const CHECKS: &str = "6k1/6p1/8/7Q/8/8/qq6/7K w - - 0 1";
const CHECKING: &str = "h5e8,g8h7,e8h5,h7g8,h5e8,g8h7,e8h5,h7g8,h5e8,g8h7";

/// A game of five moves of each at most: White's manner and Black's, the script apart.
fn scripted(white: &str, black: &str, script: &str, terms: &Terms) -> Match {
    let mark = mark();
    let player = |name, manner: &str| engine(name, &format!("script={script} {manner}"), &mark);
    let mut the_match = stage([player("A", white), player("B", black)], 1, terms);
    the_match.schedule.repeat = false;
    the_match.adjudication.length = Some(5);
    the_match
}

fn shuffled(white: &str, black: &str, terms: &Terms) -> Played {
    games(&scripted(white, black, SHUFFLE, terms)).remove(0).played
}

fn assert_ends(played: &Played, plies: usize, winner: Option<Color>, cause: &Cause) {
    assert_eq!(played.game.moves().len(), plies, "{:?}", played.ending);
    assert_eq!((played.ending.winner, &played.ending.cause), (winner, cause));
}

fn claims_noted(played: &Played) -> usize {
    played.notes.iter().filter(|note| note.false_claim).count()
}

/// Both hope to win, so that nothing is claimed for them: White claims at his fifth move.
fn right_claims() {
    let third = Cause::Law(Reason::ThirdOccurrence);
    for code in [Code::British1897, Code::Federation1912, Code::Rogers1907] {
        let terms = Terms::from(code);
        let played = shuffled("fault=claim-draw at=4 score=cp_30", "score=cp_30", &terms);
        assert_ends(&played, 8, None, &third);
        assert_eq!(claims_noted(&played), 0);
    }
    // Black claims at his own turn, where the position has stood twice before too.
    let terms = Terms::from(Code::British1897);
    let played = shuffled("score=cp_30", "fault=claim-draw at=4 score=cp_30", &terms);
    assert_ends(&played, 9, None, &third);
}

fn claim_without_a_move() {
    let terms = Terms::from(Code::Federation1912);
    let right = shuffled("fault=only-claim at=4 score=cp_30", "score=cp_30", &terms);
    assert_ends(&right, 8, None, &Cause::Law(Reason::ThirdOccurrence));
    let wrong = shuffled("fault=only-claim at=3 score=cp_30", "score=cp_30", &terms);
    let no_move = Cause::IllegalMove(Color::White, "(none)".to_owned());
    assert_ends(&wrong, 6, Some(Color::Black), &no_move);
}

fn claim_against_an_undertaking() {
    let terms = Terms { code: Code::British1897, ..Variant::SquareMate.terms() };
    let played = shuffled("fault=claim-draw at=4 score=cp_30", "score=cp_-900", &terms);
    let failed = Reason::Undertaking(Breach::NotMated(DrawnBy::ThirdOccurrence));
    assert_ends(&played, 8, Some(Color::Black), &Cause::Law(failed));
}

fn false_claims() {
    // Too early; and under a law that knows no such claim.
    for (code, at, plies, cause) in [
        (Code::British1897, 3, 10, Cause::Adjudication(Adjudicated::TooLong)),
        (Code::Chess, 2, 8, Cause::Law(Reason::ThirdOccurrence)),
        (Code::England1804, 3, 8, Cause::Agreement),
    ] {
        let manner = format!("fault=claim-draw at={at} score=cp_30");
        let the_match = scripted(&manner, "score=cp_30", SHUFFLE, &Terms::from(code));
        let finished = games(&the_match).remove(0);
        assert_ends(&finished.played, plies, None, &cause);
        assert_eq!(claims_noted(&finished.played), 1, "{code}");
        assert!(finished.played.notes[2 * at].false_claim);
        let told = remark(&finished, &["A".to_owned(), "B".to_owned()]).unwrap();
        let move_number = at + 1;
        let wanted = format!("claims of A's that are none: 1, the first at move {move_number}");
        assert!(told.ends_with(&wanted), "{told}");
    }
    // Nobody claims a win: the law itself ends such games.
    let chess = Terms::default();
    let played = shuffled("fault=false-claim at=0", "", &chess);
    assert_eq!(claims_noted(&played), 1);
}

fn late_claim() {
    let terms = Terms::from(Code::British1897);
    let mut the_match = scripted("fault=claim-draw at=0 delay=700", "", CHECKING, &terms);
    the_match.openings = opening(&terms);
    the_match.limits.clock = Some("0.2".parse().unwrap());
    let played = games(&the_match).remove(0).played;
    assert_ends(&played, 0, Some(Color::Black), &Cause::Time(Color::White));
}

fn opening(terms: &Terms) -> Openings {
    opening_of(CHECKS, terms)
}

fn opening_of(fen: &str, terms: &Terms) -> Openings {
    let file = File::new(&format!("{}.epd", mark()), fen);
    Openings::read(file.path(), terms, None).unwrap()
}

/// Nobody claims for the players here, and the program plays both.
fn our_engine_claims() {
    let fifty = Cause::Law(Reason::FiftyMoves);
    for (code, start, plies) in [
        // Level: whose turn it is when the count is full claims, and not before.
        (Code::Federation1912, "8/8/4k3/r7/8/4K3/7R/8 w - - 96 80", Some(4)),
        (Code::Chess, "8/8/4k3/r7/8/4K3/7R/8 b - - 98 80", Some(2)),
        // White has lost his win: whatever he plays, Black claims.
        (Code::Federation1912, "8/8/8/4k3/8/8/8/KQR5 b - - 99 90", Some(1)),
        (Code::Chess, "8/8/8/4k3/8/8/8/KQR5 b - - 99 90", Some(1)),
        // He begins the count anew by a capture, and goes on.
        (Code::Federation1912, "8/8/8/4k3/8/8/1r6/KQR5 w - - 100 90", None),
    ] {
        let terms = Terms::from(code);
        let ours = |name| {
            let mut spec = engine(name, "", "");
            spec.program = env!("CARGO_BIN_EXE_jadoube").into();
            spec.arguments.clear();
            spec
        };
        let mut the_match = stage([ours("A"), ours("B")], 1, &terms);
        the_match.schedule.repeat = false;
        the_match.openings = opening_of(start, &terms);
        the_match.limits.nodes = Some(300);
        the_match.adjudication.own_claims = true;
        let played = games(&the_match).remove(0).played;
        match plies {
            Some(plies) => assert_ends(&played, plies, None, &fifty),
            None => assert!(played.game.moves().len() > 1, "{:?}", played.ending),
        }
        assert_eq!(claims_noted(&played), 0);
    }
}

fn endless_checks() {
    let endless = Cause::Law(Reason::EndlessChecks);
    let too_long = Cause::Adjudication(Adjudicated::TooLong);
    for (code, white, plies, cause) in [
        // british1897:II.8d, federation1912:32b: he claims before his first check.
        (Code::British1897, "fault=claim-draw at=0 score=cp_30", 0, &endless),
        (Code::Federation1912, "fault=claim-draw at=0 score=cp_30", 0, &endless),
        // He thinks himself lost, and has given two checks.
        (Code::British1897, "score=cp_-500", 4, &endless),
        // He hopes to win; at his fifth move it is no draw yet.
        (Code::British1897, "score=cp_500", 10, &too_long),
        // No other code knows the claim.
        (Code::Accomplished1837, "fault=claim-draw at=0 score=cp_-500", 8, &Cause::Agreement),
    ] {
        let terms = Terms::from(code);
        let mut the_match = scripted(white, "score=cp_500", CHECKING, &terms);
        the_match.openings = opening(&terms);
        let played = games(&the_match).remove(0).played;
        assert_ends(&played, plies, None, cause);
    }
}
