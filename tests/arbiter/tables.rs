//! The table of offences against codes: long enough, in the book as the program prints it, and
//! telling the codes apart.

use std::collections::HashSet;
use std::path::Path;

use jadoube::arbiter::offences::{CODES, OFFENCES, rulings, table};

#[test]
fn the_book_has_the_table_that_the_program_prints() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/offences.md");
    let text = std::fs::read_to_string(page).expect("the book's page of offences");
    assert!(text.contains(&table()), "print it again: jadoube arbiter --table");
}

#[test]
fn every_offence_is_ruled_on_by_some_code_and_named_once() {
    assert!(OFFENCES.len() >= 40);
    let names: HashSet<&str> = OFFENCES.iter().map(|offence| offence.name).collect();
    assert_eq!(names.len(), OFFENCES.len());
    for offence in OFFENCES {
        let told: Vec<_> = CODES
            .iter()
            .map(|code| rulings(offence, *code).unwrap_or_else(|e| panic!("{}: {e}", offence.name)))
            .collect();
        assert!(told.iter().any(|rulings| !rulings.is_empty()), "{}", offence.name);
    }
}
