//! The book's page on UCI against the table of options: every option has its row there, with its
//! type, its default, its range or words and its meaning, and no row tells of an option that is
//! not.

use jadoube::engine::options::{EMPTY, Kind, Options};
use jadoube::rules::laws::Variant;

const PAGE: &str = include_str!("../../book/src/uci.md");

/// The cells of each row of the table of options, the name first.
fn rows() -> Vec<Vec<&'static str>> {
    let table = PAGE.lines().skip_while(|line| !line.starts_with("| option |")).skip(2);
    let rows = table.take_while(|line| line.starts_with('|'));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

fn in_code(text: &str) -> String {
    format!("`{text}`")
}

#[test]
fn every_option_is_in_the_book_as_it_is() {
    let rows = rows();
    let named: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    let listed: Vec<&str> = Options::TABLE.iter().map(|spec| spec.name).collect();
    assert_eq!(named, listed, "the rows of the page and the options, in order");
    for (row, spec) in rows.iter().zip(Options::TABLE) {
        let [_, kind, default, range, meaning] = row[..] else { panic!("five cells: {row:?}") };
        assert_eq!(meaning, spec.help, "{}", spec.name);
        let (wanted_kind, wanted_default, wanted_range) = match spec.kind() {
            Kind::Check { default } => ("check", in_code(&default.to_string()), None),
            Kind::Spin { default, min, max } => {
                ("spin", in_code(&default.to_string()), Some(format!("{min} to {max}")))
            }
            Kind::Combo { default, choices } => {
                let games = choices.len() >= Variant::ALL.len();
                let words = (!games).then(|| in_code(&choices.join(" ")));
                ("combo", in_code(default), words)
            }
            Kind::String { default } if default.is_empty() => ("string", in_code(EMPTY), None),
            Kind::String { default } if spec.name == "UCI_EngineAbout" => {
                assert!(default.contains(env!("CARGO_PKG_VERSION")));
                ("string", "a line about the program".to_owned(), None)
            }
            Kind::String { default } => ("string", in_code(&default), None),
            Kind::Button => ("button", String::new(), None),
        };
        assert_eq!((kind, default), (wanted_kind, wanted_default.as_str()), "{}", spec.name);
        if let Some(wanted) = wanted_range {
            assert_eq!(range, wanted, "{}", spec.name);
        }
    }
}

#[test]
fn every_game_is_in_the_book() {
    let line = PAGE.lines().find(|line| line.starts_with("The games that `Laws`")).unwrap();
    let words: Vec<&str> = line.split(['`', ' ']).collect();
    for variant in Variant::ALL {
        assert!(words.contains(&variant.word()), "{variant}");
    }
}
