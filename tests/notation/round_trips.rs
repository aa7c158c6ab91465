//! Whole games from PGN to score sheets and back, in every style: the same game, nothing corrected
//! and nothing ambiguous.

use std::num::NonZero;
use std::thread::{available_parallelism, scope};

use jadoube::notation::descriptive::{Layout, Reading, SheetReader, Style, write_sheet};
use jadoube::notation::pgn::{Reader, Record};

use crate::games::{all_terms, manner, random_game, self_play};
use crate::util::{STARTS, start};

const STRICT: fn() -> Reading = || Reading { strict: true, ..Reading::default() };

/// Prints games into one file and reads it back; the text of each must be the same PGN.
fn come_back(games: &[Record], style: Style, layout: Layout) {
    let mut printed = String::new();
    for (index, game) in games.iter().enumerate() {
        printed += &write_sheet(game, index + 1, style, layout);
    }
    let mut sheets = SheetReader::new(printed.as_bytes());
    for game in games {
        let sheet = sheets.next().expect("as many games as were printed").unwrap();
        let read = sheet.transcribe(&STRICT());
        let read = read.unwrap_or_else(|error| panic!("{style} {layout}: {error}\n{sheet}"));
        assert_eq!(read.record.to_string(), game.to_string(), "{style} {layout}:\n{sheet}");
        assert_eq!((read.corrections, read.doubts), (vec![], vec![]), "{style} {layout}:\n{sheet}");
    }
    assert!(sheets.next().is_none(), "{style} {layout}: more games than were printed");
}

/// As many games at once as there are processors, each in every style and layout.
fn all_come_back(games: &[Record]) {
    let processors = available_parallelism().map_or(1, NonZero::get);
    scope(|scope| {
        for part in games.chunks(games.len().div_ceil(processors)) {
            scope.spawn(move || {
                for &style in Style::ALL {
                    Layout::ALL.iter().for_each(|layout| come_back(part, style, *layout));
                }
            });
        }
    });
}

#[test]
fn games_of_random_moves_come_back_in_every_style() {
    let games: Vec<Record> = (0..2 * STARTS.len()).map(|index| random_game(index, 70)).collect();
    all_come_back(&games);
}

#[test]
fn games_of_the_engine_against_itself_come_back_in_every_style() {
    let games = self_play(all_terms().len());
    // The PGN of a game is where a user begins.
    let text: String = games.iter().map(Record::to_string).collect();
    let read: Vec<Record> =
        Reader::new(text.as_bytes()).map(|game| game.unwrap().replay().unwrap()).collect();
    assert_eq!(read.len(), games.len());
    for (read, game) in read.iter().zip(&games) {
        assert_eq!(read.to_string(), game.to_string());
    }
    all_come_back(&read);
}

/// The larger data beside the repository.
mod of_the_shared_data {
    use std::collections::HashSet;

    use jadoube::engine::book::Book;
    use jadoube::rules::laws::Terms;
    use jadoube::rules::{Move, Position};

    use super::*;
    use crate::historical::records_of_the_file;
    use crate::shared;

    #[test]
    #[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
    fn historical_games_come_back_in_every_style() {
        let records = records_of_the_file();
        assert_eq!(records.len(), 9);
        all_come_back(&records);
    }

    #[test]
    #[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
    fn problems_and_their_solutions_come_back_in_every_style() {
        let mut records = Vec::new();
        for file in ["mate_in_2", "mate_in_3", "mate_in_4"] {
            let bytes = std::fs::read(shared::data(&format!("mate/{file}.pgn"))).unwrap();
            records.extend(Reader::new(&bytes[..]).filter_map(|game| game.unwrap().replay().ok()));
        }
        assert!(records.len() >= 900, "{}", records.len());
        all_come_back(&records);
    }

    /// The games of a book: along its moves, and along those that lead to a position of the book,
    /// until one that another of its games goes through. Together they have every move of every
    /// position that can be reached from a start.
    fn games_of_book(book: &Book, start: Position) -> Vec<Record> {
        let (mut games, mut seen) = (Vec::new(), HashSet::new());
        let mut open: Vec<Vec<Move>> = vec![Vec::new()];
        while let Some(line) = open.pop() {
            let mut record = Record::new(&Terms::default(), start);
            line.iter().for_each(|mv| assert!(record.play(*mv)));
            let position = *record.position();
            let mut moves: Vec<Move> =
                book.moves(&position).into_iter().map(|(mv, _)| mv).collect();
            let is_known = |mv: &Move| !book.moves(&position.play(*mv)).is_empty();
            let is_new = seen.insert(position.key());
            if is_new {
                moves.extend(position.legal_moves().into_iter().filter(is_known));
            }
            if is_new && !moves.is_empty() {
                open.extend(moves.into_iter().map(|mv| [&line[..], &[mv]].concat()));
            } else {
                games.push(record);
            }
        }
        games
    }

    /// Where the trap of a book of seven entries is sprung.
    const TRAP: &str = "rnbqk1nr/ppp2ppp/8/4P3/1BP5/8/PP2KpPP/RN1Q1BNR b kq - 1 7";

    #[test]
    #[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
    fn opening_books_cut_to_games_come_back_in_every_style() {
        let books =
            [("lasker-trap", TRAP, 1), ("book_small", "", 5_000), ("performance", "", 5_000)];
        for (name, fen, least) in books {
            let book = Book::open(&shared::data(&format!("polyglot/{name}.bin"))).unwrap();
            let games = games_of_book(&book, start("chess", fen).1);
            let moves: usize = games.iter().map(|game| game.game().moves().len()).sum();
            println!("{name}: {} games, {moves} moves", games.len());
            assert!(games.len() >= least, "{name}: {}", games.len());
            // Each game in one style and layout: the next game is much like it. All of them take
            // minutes.
            let manners = 2 * Style::ALL.len();
            let all = std::env::var_os("JADOUBE_BOOKS_WHOLE").is_some();
            let step = if all { manners } else { 8 * manners };
            scope(|scope| {
                for index in 0..manners {
                    let part: Vec<Record> =
                        games.iter().skip(index).step_by(step).cloned().collect();
                    let (style, layout) = manner(index);
                    scope.spawn(move || come_back(&part, style, layout));
                }
            });
        }
    }
}
