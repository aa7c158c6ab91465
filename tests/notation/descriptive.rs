//! English descriptive notation, both ways.

use std::collections::{BTreeMap, BTreeSet};

use jadoube::notation::descriptive::{
    self, Layout, Origins, Reading, Sheet, SheetReader, Style, write_sheet,
};
use jadoube::notation::pgn::Record;
use jadoube::notation::san;

use crate::damage::damage;
use crate::util::{Dice, STARTS, data, start};

/// The names of british1897:I.6, british1897:I.7 and british1897:I.8 and of federation1912:6, the
/// records of british1897:I.13, and the list of meanings on which british1897:III.3, rogers1907:XLII,
/// rogers1907:XLVIII and rogers1907:LII rule.
#[test]
fn a_text_means_what_the_laws_and_the_books_say() {
    let mut laws = BTreeSet::new();
    for row in data!("descriptive/meanings.txt") {
        let [source, words, fen, text, wanted] = row.try_into().unwrap();
        let (_, position) = start(&words, &fen);
        let found = descriptive::meanings(&position, &Origins::of(&position), &text);
        let found: BTreeSet<String> =
            found.into_iter().map(|mv| san::to_string(&position, mv)).collect();
        let wanted: BTreeSet<String> =
            wanted.split(", ").filter(|san| *san != "-").map(str::to_owned).collect();
        assert_eq!(found, wanted, "{source}: {text} in {fen}");
        laws.insert(source);
    }
    for law in ["british1897:I.13C", "british1897:II.7 c", "british1897:III.3", "rogers1907:XLII"] {
        assert!(laws.contains(law), "{law} has no row");
    }
}

#[test]
fn every_legal_move_is_read_as_it_was_printed_in_every_style_under_every_law() {
    for (index, (words, fen)) in STARTS.iter().enumerate() {
        let (_, start) = start(words, fen);
        for round in 0..3 {
            let mut dice = Dice::new((index * 3 + round) as u64 + 1);
            let (mut position, mut origins) = (start, Origins::of(&start));
            for _ in 0..80 {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for &style in Style::ALL {
                    // All of them would take too long in a test; each has its turn.
                    for _ in 0..3 {
                        let mv = moves[dice.below(moves.len())];
                        let text = descriptive::write(&position, &origins, mv, style);
                        let read = descriptive::parse(&position, &origins, &text);
                        assert_eq!(read, Ok(mv), "{style}: {text} in\n{position:?}");
                    }
                }
                let mv = moves[dice.below(moves.len())];
                origins = origins.after(&position, mv);
                position = position.play(mv);
            }
        }
    }
}

#[test]
fn moves_are_printed_in_the_least_form_of_each_style() {
    for row in data!("descriptive/printed.txt") {
        let (fen, mv, texts) = (&row[0], &row[1], &row[2..]);
        let (_, position) = start("chess", fen);
        let mv = san::parse(&position, mv).unwrap();
        let origins = Origins::of(&position);
        assert_eq!(texts.len(), Style::ALL.len());
        for (&style, wanted) in Style::ALL.iter().zip(texts) {
            let printed = descriptive::write(&position, &origins, mv, style);
            assert_eq!(&printed, wanted, "{style}: {fen}");
        }
    }
}

#[test]
fn a_text_that_means_no_move_is_reported_with_the_nearest() {
    let (_, position) = start("chess", "");
    let origins = Origins::of(&position);
    let error = descriptive::parse(&position, &origins, "Kt-KB4").unwrap_err().to_string();
    assert!(error.starts_with("'Kt-KB4' is no legal move here"), "{error}");
    assert!(error.contains("(Nf3)"), "{error}");
    let error = descriptive::parse(&position, &origins, "Kt-B3").unwrap_err().to_string();
    assert_eq!(error, "'Kt-B3' is ambiguous: Kt-QB3 or Kt-KB3");
}

/// A game of random moves from a start of the list, at most `plies` long.
fn random_game(index: usize, plies: usize) -> Record {
    let (words, fen) = STARTS[index % STARTS.len()];
    let (terms, start) = start(words, fen);
    let mut record = Record::new(&terms, start);
    let mut dice = Dice::new(index as u64 + 1);
    for _ in 0..plies {
        let moves = record.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        assert!(record.play(moves[dice.below(moves.len())]));
    }
    record
}

/// The style and the layout of the n-th sheet: each meets each.
fn manner(index: usize) -> (Style, Layout) {
    let styles = Style::ALL.len();
    (Style::ALL[index % styles], Layout::ALL[index / styles % Layout::ALL.len()])
}

/// All sheets of a text.
fn sheets(text: &str) -> Vec<Sheet> {
    SheetReader::new(text.as_bytes()).map(|sheet| sheet.unwrap()).collect()
}

#[test]
fn a_file_of_games_comes_back_the_same_from_every_style_and_layout() {
    let games: Vec<Record> = (0..10 * STARTS.len()).map(|index| random_game(index, 70)).collect();
    let mut text = String::new();
    for (index, game) in games.iter().enumerate() {
        let (style, layout) = manner(index);
        text += &write_sheet(game, index + 1, style, layout);
    }
    let found = sheets(&text);
    assert_eq!(found.len(), games.len());
    let reading = Reading { strict: true, ..Reading::default() };
    for (sheet, game) in found.iter().zip(&games) {
        let read = sheet.transcribe(&reading).unwrap_or_else(|error| panic!("{error}\n{sheet}"));
        assert_eq!(read.record.to_string(), game.to_string(), "{sheet}");
        assert_eq!(read.corrections, []);
    }
}

/// Whether a game came back whole, or else whether it was said that it may not have.
fn came_back(sheet: &Sheet, game: &Record) -> bool {
    match sheet.transcribe(&Reading::default()) {
        Ok(read) => {
            let same = read.record.game().moves() == game.game().moves();
            let told = !read.corrections.is_empty() || !read.doubts.is_empty();
            assert!(same || told, "another game, and nothing said:\n{sheet}{}", read.record);
            same
        }
        Err(_) => false,
    }
}

#[test]
fn games_damaged_in_one_character_of_fifty_come_back() {
    let games = 100;
    let mut whole = 0;
    let mut counts = BTreeMap::new();
    for index in 0..games {
        let game = random_game(index, 70);
        // Books print abbreviations; the full words of 1897 are read from clean text alone.
        let (style, layout) = manner(index);
        let style = if style == Style::Full { Style::Early } else { style };
        let printed = write_sheet(&game, 1, style, layout);
        let mut dice = Dice::new(index as u64 + 1);
        let scanned = damage(&printed, 50, &mut dice, &mut counts);
        let [sheet] = &sheets(&scanned)[..] else { continue };
        let back = came_back(sheet, &game);
        whole += usize::from(back);
    }
    assert!(counts.len() > 20, "every kind of damage is done: {counts:?}");
    assert!(whole * 100 >= games * 98, "{whole} of {games}");
}
