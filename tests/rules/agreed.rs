//! What follows from the terms before a piece is moved: the law in force, who gives and who begins,
//! the clause and the words of each end of a game, and that positions under different terms are
//! different positions. No game is played here.

use std::collections::{HashMap, HashSet};

use jadoube::rules::laws::{
    Breach, Code, DrawnBy, FiftyMoves, Laws, Outcome, Reason, Repetition, Stalemate, Terms, Variant,
};
use jadoube::rules::{Color, PieceKind};

use crate::table::{CODES, setup, terms};

/// Terms with every value of every switch against every code.
fn switched() -> Vec<Terms> {
    fn or_none<T: Copy>(all: &[T]) -> impl Iterator<Item = Option<T>> + Clone {
        std::iter::once(None).chain(all.iter().copied().map(Some)).collect::<Vec<_>>().into_iter()
    }
    let mut all = Vec::new();
    for &code in Code::ALL {
        for stalemate in or_none(Stalemate::ALL) {
            for castle_without_rook in or_none(&[true, false]) {
                for fifty_moves in or_none(FiftyMoves::ALL) {
                    for repetition in or_none(Repetition::ALL) {
                        all.push(Terms {
                            stalemate,
                            castle_without_rook,
                            fifty_moves,
                            repetition,
                            ..Terms::from(code)
                        });
                    }
                }
            }
        }
    }
    all
}

/// Each switch sets its own law and leaves the others to the code.
#[test]
fn a_switch_beats_its_code() {
    for terms in switched() {
        let (laws, row) = (terms.laws(), Laws::of(terms.code));
        assert_eq!(laws.code, terms.code);
        assert_eq!(laws.stalemate, terms.stalemate.unwrap_or(row.stalemate), "{terms:?}");
        assert_eq!(laws.fifty_moves, terms.fifty_moves.unwrap_or(row.fifty_moves), "{terms:?}");
        assert_eq!(laws.repetition, terms.repetition.unwrap_or(row.repetition), "{terms:?}");
        assert_eq!(laws.marked_pawn_promotes, terms.code != Code::Rogers1907, "{terms:?}");
    }
}

/// The table of a search must not take what was found under one law for the truth under another.
#[test]
fn positions_under_different_laws_have_different_keys() {
    let mut keys = HashMap::new();
    for terms in switched() {
        let position = terms.start().position(&terms).unwrap();
        let laws = *keys.entry(position.key()).or_insert(position.laws());
        assert_eq!(laws, position.laws(), "one key for two laws");
    }
    let laws: HashSet<Laws> = keys.into_values().collect();
    let distinct: HashSet<Laws> = switched().iter().map(Terms::laws).collect();
    assert_eq!(laws.len(), distinct.len(), "each law has its key");
}

/// Nor what was found under one undertaking for the truth under another. Black can be bound too.
#[test]
fn positions_under_different_undertakings_have_different_keys() {
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut keys = HashMap::new();
    let words = "- draw pawn queen rook bishop knight pawn,queen bishop,knight man@b1 man@f2 man@b8 \
        pawn@f2 pawn@f7 pawn@f2,queen square=a1 square=e4 square=h8 square=e4,pawn within=1 \
        within=30 within=286 within=9999 within=30,square=e4 within=30,pawn man@b1,within=30";
    for undertaking in words.split_whitespace() {
        for giver in ["white", "black"] {
            let bound = format!("chess giver={giver} undertaking={undertaking}");
            let free = undertaking == "-";
            let agreed = terms(if free { "chess" } else { &bound });
            let Ok(position) = setup(fen).position(&agreed) else { continue };
            let before = keys.insert(position.key(), bound.clone());
            assert!(before.is_none() || free, "{bound} has the key of {before:?}");
        }
    }
    assert!(keys.len() > 40, "{} keys", keys.len());
}

/// The giver is whom the terms name; else the owner of the marked piece, of the first square that
/// the odds name, Black where moves are given, White otherwise. Who begins follows from it.
#[test]
fn the_giver_is_found_by_what_is_given() {
    for (agreed, giver, begins) in [
        ("chess", "White", "White"),
        ("chess odds=rook", "White", "White"),
        ("chess odds=rook giver=black", "Black", "White"),
        ("chess odds=a1", "White", "White"),
        ("chess odds=a8", "Black", "White"),
        ("chess odds=a1 giver=black", "Black", "White"),
        ("chess odds=knight,a8", "Black", "White"),
        ("chess odds=a8,a1", "Black", "White"),
        ("chess odds=a1,a8", "White", "White"),
        ("chess odds=moves=2", "Black", "White"),
        ("chess odds=pawn,moves=2", "Black", "White"),
        ("chess odds=f2,moves=2", "White", "Black"),
        ("chess undertaking=man@b8", "Black", "White"),
        ("chess undertaking=pawn@f2", "White", "White"),
        ("chess odds=a1 undertaking=man@b8", "Black", "White"),
        ("england1804 odds=a8", "Black", "Black"),
        ("british1897 odds=a8", "Black", "Black"),
        ("rogers1907 odds=a8", "Black", "Black"),
        ("accomplished1837 odds=a8", "Black", "Black"),
        ("federation1912 odds=a8", "Black", "White"),
        ("british1897 undertaking=pawn@f7", "Black", "Black"),
        ("british1897 giver=black", "Black", "White"),
    ] {
        let agreed_terms = terms(agreed);
        assert_eq!(agreed_terms.giver(None).to_string(), giver, "{agreed}");
        assert_eq!(agreed_terms.first_player().to_string(), begins, "{agreed}");
    }
}

/// The games that a GUI can choose by name: each code on level terms, and under today's law those
/// of the options' table: who gives, the pieces that are missing and who begins.
#[test]
fn a_ready_game_is_what_its_name_says() {
    for code in CODES {
        assert_eq!(Variant::parse(code).map(Variant::terms), Some(terms(code)), "{code}");
    }
    let ready = [
        ("stalematewins", "chess stalemate=win"),
        ("rookodds", "chess castle=yes odds=a1 giver=white"),
        ("knightodds", "chess odds=b1 giver=white"),
        ("pawnandmove", "chess odds=f7 giver=black"),
        ("pawnandtwo", "chess odds=f7,moves=2 giver=black"),
        ("pawnmate", "chess undertaking=pawn giver=white"),
        ("cappedpawn", "chess undertaking=pawn@f2 giver=white"),
        ("cappedpiece", "chess undertaking=man@b1 giver=white"),
        ("squaremate", "chess undertaking=square=e4 giver=white"),
        ("drawodds", "chess undertaking=draw giver=white"),
    ];
    for (name, agreed) in ready {
        assert_eq!(Variant::parse(name).map(Variant::terms), Some(terms(agreed)), "{name}");
    }
    assert_eq!(Variant::ALL.len(), CODES.len() + ready.len());
}

/// Every end of a game; of broken undertakings, one.
fn reasons() -> Vec<Reason> {
    let undertaking = Reason::Undertaking(Breach::BareKing);
    [Reason::Checkmate, undertaking].into_iter().chain(DrawnBy::ALL.map(DrawnBy::reason)).collect()
}

/// The clause of an end under each code that has one. The older ones are also compared with the
/// table of laws; here are FIDE's articles, and the codes that are silent.
#[test]
fn each_end_has_the_clause_of_its_code_and_no_other() {
    let fide = [
        (Reason::Checkmate, "FIDE 5.1.1"),
        (Reason::Stalemate, "FIDE 5.2.1"),
        (Reason::Dead, "FIDE 5.2.2"),
        (Reason::FiftyMoves, "FIDE 9.3"),
        (Reason::SeventyFiveMoves, "FIDE 9.6.2"),
        (Reason::ThirdOccurrence, "FIDE 9.2"),
        (Reason::FifthOccurrence, "FIDE 9.6.1"),
    ];
    let having = [7, 2, 2, 2, 7, 4, 5];
    for (code, number) in CODES.into_iter().zip(having) {
        let laws = terms(code).laws();
        let clause = |reason| Outcome { winner: None, reason }.clause(laws);
        let found: Vec<&str> = reasons().into_iter().filter_map(clause).collect();
        assert_eq!(found.len(), number, "{code}: {found:?}");
        let text = code.replace("england", "amateur").replace("france", "amateur");
        for (reason, article) in fide {
            let own = code == "chess";
            assert!(!own || clause(reason) == Some(article), "{article}");
        }
        let cited = if code == "chess" { "FIDE " } else { &text };
        assert!(found.iter().all(|clause| clause.starts_with(cited)), "{code}: {found:?}");
    }
}

/// A law that a switch has changed is no longer the code's, and its clause is not cited.
#[test]
fn a_clause_set_aside_is_not_cited() {
    for terms in switched() {
        let (laws, row) = (terms.laws(), Laws::of(terms.code));
        for reason in reasons() {
            let kept = match reason {
                Reason::Stalemate => laws.stalemate == row.stalemate,
                Reason::FiftyMoves | Reason::FiftyOnNotice => laws.fifty_moves == row.fifty_moves,
                Reason::ThirdOccurrence | Reason::SameSeries => laws.repetition == row.repetition,
                _ => true,
            };
            let outcome = Outcome { winner: None, reason };
            let cited = outcome.clause(row).filter(|_| kept);
            assert_eq!(outcome.clause(laws), cited, "{terms:?} {reason:?}");
        }
    }
}

/// What is said of the end of a game: who won, why, and by which clause.
#[test]
fn an_outcome_is_told_in_words() {
    let (white, black) = (Some(Color::White), Some(Color::Black));
    let breach = Reason::Undertaking;
    for (code, winner, reason, token, words) in [
        ("chess", white, Reason::Checkmate, "1-0", "White wins: Black is checkmated (FIDE 5.1.1)"),
        ("rogers1907", black, Reason::Checkmate, "0-1", "Black wins: White is checkmated"),
        (
            "england1804",
            black,
            Reason::Stalemate,
            "0-1",
            "Black wins: stalemate decides the game (amateur1804:XVI)",
        ),
        ("chess", None, Reason::Stalemate, "1/2-1/2", "Drawn: stalemate (FIDE 5.2.1)"),
        (
            "british1897",
            black,
            breach(Breach::MarkedPieceCaptured),
            "0-1",
            "Black wins: White has not kept his undertaking, the marked man being taken \
             (british1897:IV.8)",
        ),
        (
            "rogers1907",
            white,
            breach(Breach::NoPieceLeft(PieceKind::Pawn)),
            "1-0",
            "White wins: Black has not kept his undertaking, no pawn being left to mate with \
             (rogers1907:XXXIX)",
        ),
        (
            "chess",
            black,
            breach(Breach::NotMated(DrawnBy::FiftyMoves)),
            "0-1",
            "Black wins: White has not kept his undertaking, the game having ended without his \
             mate: fifty moves of each",
        ),
        (
            "rogers1907",
            None,
            Reason::SameSeries,
            "1/2-1/2",
            "Drawn: the same series of moves three times running (rogers1907:XXIX a)",
        ),
    ] {
        let outcome = Outcome { winner, reason };
        assert_eq!(outcome.token(), token, "{words}");
        assert_eq!(outcome.in_words(terms(code).laws()), words);
    }
    // No two ends are told alike.
    let mut told: Vec<String> = reasons().iter().map(Reason::to_string).collect();
    told.extend(
        [
            Breach::WrongMate,
            Breach::MarkedPieceCaptured,
            Breach::MarkedPiecePromoted,
            Breach::LimitPassed,
        ]
        .map(|breach| breach.to_string()),
    );
    let all = told.len();
    told.sort();
    told.dedup();
    assert!(told.len() == all && told.iter().all(|words| words.len() > 8), "{told:?}");
}
