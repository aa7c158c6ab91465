//! `jadoube laws` as a user meets it. What it says of positions stands in `tests/data/cli`; the
//! table is held against the rows it prints.

use jadoube::rules::laws::coverage::{Counts, Text, rows};

use crate::program::jadoube;

fn laws(arguments: &[&str]) -> String {
    let arguments: Vec<String> =
        std::iter::once(&"laws").chain(arguments).map(|word| (*word).to_owned()).collect();
    let output = jadoube(&arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The words of a command line, of which some stand in quotation marks.
fn words(line: &str) -> Vec<String> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

/// Each `$ ` in the file is a command; what follows is what it prints, or, where that begins with
/// `error:`, the only line of an error with which it fails.
#[test]
fn positions_are_judged_as_the_transcript_has_it() {
    let text = include_str!("../data/cli/laws.txt");
    let commands: Vec<&str> = text.split("\n$ jadoube ").skip(1).collect();
    assert!(commands.len() > 15);
    for command in commands {
        let (line, expected) = command.split_once('\n').unwrap();
        let output = jadoube(&words(line));
        let printed = [&output.stdout[..], &output.stderr[..]].concat();
        let printed = String::from_utf8(printed).unwrap();
        assert_eq!(printed.trim_end(), expected.trim_end(), "{line}");
        let fails = expected.starts_with("error:");
        assert_eq!(output.status.success(), !fails, "{line}");
        assert!(!fails || printed.lines().count() == 1, "{line}");
        assert!(printed.lines().all(|line| fails || line.chars().count() <= 80), "{line}");
    }
}

/// A code can be asked about by its name alone or as the law of the game; a ready game is looked
/// at under every code.
#[test]
fn the_law_of_the_game_is_the_one_asked_about() {
    for code in ["chess", "british1897"] {
        let alone = laws(&[code, "--fen", "startpos"]);
        assert!(alone.contains(&format!("\n{code} ")), "{alone}");
        assert_eq!(laws(&["--fen", "startpos", "--laws", code]), alone);
        assert_eq!(laws(&[code, "--fen", "startpos", "--laws", code]), alone);
    }
    let rook = ["--fen", "startpos", "--odds", "rook", "--laws", "british1897"];
    assert_eq!(laws(&rook), laws(&[&["british1897"], &rook[..4]].concat()));
    assert!(laws(&["--fen", "startpos", "--laws", "drawodds"]).contains("\nall "));
}

#[test]
fn the_table_has_every_law_and_counts_them() {
    let all = laws(&[]);
    assert!(all.ends_with(&format!("\n{}\n", Counts::of(rows()))), "{all}");
    assert!(all.contains("172 laws: "));
    for text in Text::ALL {
        let one = laws(&[text.id()]);
        assert!(all.contains(&one), "the whole table is made of its parts");
        assert!(one.starts_with(&format!("{}: {}\n\n", text.id(), text.counts())));
        let numbers: Vec<&str> = one
            .lines()
            .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
            .filter_map(|line| line.split_whitespace().next())
            .collect();
        let expected: Vec<&str> = text.rows().iter().map(|row| row.number).collect();
        assert_eq!(numbers, expected, "{text}");
        for code in text.codes() {
            assert_eq!(laws(&[code]), one, "a code is read in its text");
        }
        for row in text.rows() {
            let words: Vec<&str> = one.split_whitespace().collect();
            let gist: Vec<&str> = row.gist.split_whitespace().collect();
            assert!(words.windows(gist.len()).any(|window| window == gist), "{}", row.citation());
        }
    }
    assert!(all.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn the_proofs_are_named_when_asked_for() {
    let (plain, proved) = (laws(&["rogers1907"]), laws(&["rogers1907", "--tests"]));
    assert!(!plain.contains(".rs::"));
    let tests = Text::Rogers1907.rows().iter().flat_map(|row| row.status.tests());
    for test in tests {
        assert!(proved.lines().any(|line| line.trim() == *test), "{test}");
    }
}

/// What a law concerns and how far it is enforced stand in columns.
#[test]
fn the_table_says_how_far_each_law_goes() {
    let of_1897 = laws(&["british1897"]);
    for row in [
        "I.1      rules       enforced  The board has sixty-four squares",
        "I.4      rules       enforced  Each player has eight pieces",
        "I.6      record      enforced  Bishops, knights and rooks",
        "II.8     draw claim  enforced  Draws: ",
        "III.1    arbiter     enforced  The other parts",
        "IV.1     odds        enforced  The other parts",
        "IV.8     undertaking enforced  Who undertakes",
    ] {
        assert!(of_1897.lines().any(|line| line.trim().starts_with(row)), "{row}");
    }
    let all = laws(&[]);
    for (place, status) in [("clock", "enforced"), ("physical", "physical")] {
        let columns = format!(" {place:11} {status} ");
        assert!(all.lines().any(|line| line.contains(&columns)), "{columns}");
    }
}
