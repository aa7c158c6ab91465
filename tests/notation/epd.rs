//! Extended position description.

use std::path::PathBuf;

use jadoube::notation::epd::Epd;
use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::Terms;

use crate::shared;
use crate::util::data;

#[test]
fn lines_are_read_as_the_table_has_them() {
    let rows = data!("epd/reading.txt");
    assert!(rows.len() > 25);
    for row in rows {
        let [text, expected] = &row[..] else { panic!("two cells: {row:?}") };
        let expected = if expected == "=" { text } else { expected };
        match Epd::parse(text) {
            Err(error) => assert_eq!(format!("error: {error}"), *expected, "{row:?}"),
            Ok(epd) => {
                assert_eq!(epd.to_string(), *expected, "{row:?}");
                let again = Epd::parse(expected).unwrap();
                assert_eq!(again.operations, epd.operations, "{row:?}");
            }
        }
    }
}

#[test]
fn operations_are_found_by_opcode() {
    let text =
        "r3k3/8/8/8/8/8/8/4K2R w Kq - bm O-O Rh8+; id \"a 1\"; ce -35; D2 66; hmvc 7; fmvn 0;";
    let epd = Epd::parse(text).unwrap();
    let position = epd.setup.position(&Terms::default()).unwrap();
    assert_eq!(epd.get("bm").unwrap(), ["O-O", "Rh8+"]);
    assert_eq!(epd.text("id").as_deref(), Some("a 1"));
    assert_eq!(epd.number("ce"), Some(-35));
    assert_eq!(epd.number("D2"), Some(66));
    assert_eq!(epd.number("bm"), None);
    assert_eq!(epd.number("D3"), None);
    assert_eq!(epd.text("D3"), None);
    let moves = epd.moves("bm", &position).unwrap();
    let squares: Vec<_> = moves.iter().map(|mv| coordinate::to_string(&position, *mv)).collect();
    assert_eq!(squares, ["e1g1", "h1h8"]);
    assert_eq!(epd.moves("am", &position).unwrap(), []);
    let error = epd.moves("id", &position).unwrap_err().to_string();
    assert_eq!(error, "'a 1' is not a move");
    assert_eq!(fen::six_fields(&epd.setup), "r3k3/8/8/8/8/8/8/4K2R w Kq - 7 1");
}

/// The suites that lie beside the repository: every line is read, and every best or avoided move
/// is a legal move, which is written back as it was but for signs of check.
#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn suites_are_read_whole() {
    let suites = [
        "suites/wacnew.epd",
        "suites/bratko-kopec.epd",
        "suites/arasan2024.epd",
        "suites/STS1-STS15_LAN_v3.epd",
    ];
    for suite in suites {
        let path: PathBuf = shared::data(suite);
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let mut moves = 0;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let epd = Epd::parse(line).unwrap_or_else(|error| panic!("{line}: {error}"));
            let position = epd.setup.position(&Terms::default()).unwrap();
            for opcode in ["bm", "am"] {
                let read = epd.moves(opcode, &position);
                moves += read.unwrap_or_else(|error| panic!("{line}: {error}")).len();
            }
        }
        assert!(moves > 20, "{suite}: {moves} moves");
    }
}
