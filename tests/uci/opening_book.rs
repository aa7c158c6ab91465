//! Opening books: made here byte by byte, and, where the folder `shared` is at hand, the published
//! keys and books.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use jadoube::engine::book::{Book, BookError, key};
use jadoube::engine::{Engine, SearchLimits};
use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::{Code, Terms, Variant};
use jadoube::rules::{Game, Position};

use crate::conversations::Deaf;
use crate::folder::File;

/// The book of a file that holds these bytes.
fn book(name: &str, bytes: &[u8]) -> Result<Book, BookError> {
    Book::open(File::new(&format!("{name}.bin"), bytes).path())
}

/// An entry: the destination, the origin and the promotion are spelt as in `e7e8q`.
fn entry(key: u64, mv: &str, weight: u16) -> Vec<u8> {
    let bytes = mv.as_bytes();
    let place = |at: usize| u16::from(bytes[at] - b'a') | u16::from(bytes[at + 1] - b'1') << 3;
    let promotion = bytes.get(4).map_or(0, |kind| "nbrq".find(*kind as char).unwrap() as u16 + 1);
    let mv = place(2) | place(0) << 6 | promotion << 12;
    [&key.to_be_bytes()[..], &mv.to_be_bytes(), &weight.to_be_bytes(), &[0; 4]].concat()
}

fn position(text: &str, terms: &Terms) -> Position {
    fen::parse(text).unwrap().position(terms).unwrap()
}

fn words(position: &Position, moves: &[(jadoube::rules::Move, u32)]) -> Vec<String> {
    moves.iter().map(|(mv, w)| format!("{}:{w}", coordinate::to_string(position, *mv))).collect()
}

/// A published file of keys or moves.
fn shared(file: &str) -> PathBuf {
    crate::shared::data("polyglot").join(file)
}

/// The first keys of the format's own page, so that there is a check without other files.
#[test]
fn keys_are_the_published_ones() {
    for (text, published) in [
        (fen::INITIAL, 0x463b_9618_1691_fc9c),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", 0x823c_9b50_fd11_4196),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", 0x22a4_8b5a_8e47_ff78),
        ("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPPKPPP/RNBQ1BNR b kq - 0 3", 0x652a_607c_a3f2_42c1),
        ("rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3", 0x3c81_23ea_7b06_7637),
        ("rnbqkbnr/p1pppppp/8/8/P6P/R1p5/1P1PPPP1/1NBQKBNR b Kkq - 0 4", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key(&position(text, &Terms::default())), published, "{text}");
    }
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn every_shared_key_agrees() {
    let (vectors, games) = (shared("key_vectors.csv"), shared("shakmaty_zobrist_chess.csv"));
    let read = |path| std::fs::read_to_string(path).unwrap();
    let mut checked = 0;
    for line in read(vectors).lines().skip(1) {
        let (text, hex) = line.rsplit_once(',').unwrap();
        let published = u64::from_str_radix(hex, 16).unwrap();
        assert_eq!(key(&position(text, &Terms::default())), published, "{line}");
        checked += 1;
    }
    for line in read(games).lines().skip(1) {
        let [_, moves, hex] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let mut game = Game::new(Position::initial());
        for mv in moves.split_whitespace() {
            assert!(game.play(coordinate::parse(game.position(), mv).unwrap()), "{line}");
        }
        let low = u128::from_str_radix(hex.trim_start_matches("0x"), 16).unwrap() as u64;
        assert_eq!(key(game.position()), low, "{line}");
        checked += 1;
    }
    assert_eq!(checked, 109);
}

#[test]
fn a_move_is_found_by_its_weight_and_only_if_legal() {
    let start = Position::initial();
    let key = key(&start);
    let book = book(
        "weights",
        &[
            entry(key - 1, "e2e4", 7),
            entry(key, "d2d4", 10),
            entry(key, "e2e5", 1000),
            entry(key, "e2e4", 20),
            entry(key, "g1f3", 0),
            entry(key, "d2d4", 20),
            entry(key + 1, "c2c4", 9),
        ]
        .concat(),
    )
    .unwrap();
    assert_eq!(book.len(), 7);
    assert_eq!(words(&start, &book.moves(&start)), ["d2d4:30", "e2e4:20", "g1f3:0"]);

    let mut chosen = std::collections::HashMap::new();
    for seed in 0..10_000 {
        let mv = book.choose(&start, seed).unwrap();
        assert_eq!(book.choose(&start, seed), Some(mv));
        *chosen.entry(coordinate::to_string(&start, mv)).or_insert(0) += 1;
    }
    // Three in five, within five standard deviations of 49.
    assert!((5_755..6_245).contains(&chosen["d2d4"]), "{chosen:?}");
    assert_eq!(chosen["d2d4"] + chosen["e2e4"], 10_000, "a move of no weight is never chosen");
}

#[test]
fn moves_of_no_weight_alone_are_not_played() {
    let start = Position::initial();
    let book = book("none", &entry(key(&start), "e2e4", 0)).unwrap();
    assert_eq!(book.moves(&start).len(), 1);
    assert_eq!(book.choose(&start, 1), None);
}

#[test]
fn castling_promotion_and_taking_in_passing_are_read() {
    for (text, written, read) in [
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1h1", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "e1c1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8a8", "e8c8"),
        // Not castling: the same squares for a rook.
        ("4k3/8/8/8/8/8/4K3/4R2r w - - 0 1", "e1h1", "e1h1"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8n", "a7a8n"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a7a8q"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6"),
    ] {
        let position = position(text, &Terms::default());
        let book = book("forms", &entry(key(&position), written, 1)).unwrap();
        let mv = book.choose(&position, 0).unwrap();
        assert_eq!(coordinate::to_string(&position, mv), read, "{text}");
    }
}

#[test]
fn a_book_is_asked_only_where_it_can_describe_the_position() {
    let entries = |position: &Position| entry(key(position), "e2e4", 1);
    for (terms, known) in [
        (Terms::default(), true),
        (Terms::from(Code::England1804), true),
        (Variant::KnightOdds.terms(), true),
        (Variant::RookOdds.terms(), false),
        (Variant::PawnAndTwo.terms(), false),
        (Variant::SquareMate.terms(), false),
    ] {
        let start = terms.start().position(&terms).unwrap();
        let book = book("laws", &entries(&start)).unwrap();
        assert_eq!(!book.moves(&start).is_empty(), known, "{terms:?}");
    }
}

/// The first search of a game may take longer. A move from the book is no search.
#[test]
fn the_first_search_of_a_game_is_the_first_after_the_book() {
    let file = File::new("first.bin", entry(key(&Position::initial()), "e2e4", 1));
    let mut engine = Engine::new(Arc::new(Deaf)).unwrap();
    engine.set_option("Book File", file.path().to_str()).unwrap();
    engine.set_option("OwnBook", Some("true")).unwrap();
    let one_ply = || SearchLimits { depth: Some(1), ..SearchLimits::default() };
    for _ in 0..2 {
        engine.new_game();
        for (moves, is_first) in [(&[][..], true), (&["e2e4", "e7e5"], true), (&["d2d4"], false)] {
            engine.set_position(None, moves).unwrap();
            assert_eq!(engine.circumstances().first_of_game, is_first, "{moves:?}");
            engine.go(one_ply(), Instant::now());
            engine.wait();
        }
    }
}

#[test]
fn a_file_that_is_no_book_is_named() {
    let start = Position::initial();
    let whole = entry(key(&start), "e2e4", 1);
    for (name, bytes) in [("empty", &[][..]), ("cut", &whole[..15]), ("odd", b"e2e4 is best ...\n")]
    {
        let file = File::new(name, bytes);
        let error = Book::open(file.path()).err().expect(name).to_string();
        assert!(error.contains(file.name()), "{error}");
        assert!(!error.contains('\n'), "{error}");
    }
    let nowhere = Path::new("/nowhere/at all.bin");
    assert!(matches!(Book::open(nowhere), Err(BookError::Read { .. })));
    assert!(Book::open(&std::env::temp_dir()).is_err(), "a folder is no book");
}

#[test]
fn a_book_out_of_order_is_put_in_order() {
    let start = Position::initial();
    let key = key(&start);
    let entries = [entry(key + 5, "a2a3", 1), entry(key, "e2e4", 3), entry(1, "a2a3", 1)];
    let book = book("order", &entries.concat()).unwrap();
    assert_eq!(words(&start, &book.moves(&start)), ["e2e4:3"]);
}

#[test]
#[cfg_attr(not(shared_data), ignore = "needs the shared test data")]
fn the_shared_books_are_read() {
    let book = Book::open(&shared("performance.bin")).unwrap();
    assert_eq!(book.len(), 92_954);
    let start = Position::initial();
    let first = words(&start, &book.moves(&start));
    assert!(first.iter().any(|mv| mv.starts_with("e2e4:")), "{first:?}");
    for seed in 0..50 {
        let mut game = Game::new(Position::initial());
        // A book may shuffle for ever; sixty plies are longer than an opening.
        while let Some(mv) = book.choose(game.position(), seed).filter(|_| game.moves().len() < 60)
        {
            assert!(game.play(mv));
        }
        assert!(game.moves().len() >= 4, "seed {seed}: {:?}", game.moves());
    }

    let trap = Book::open(&shared("lasker-trap.bin")).unwrap();
    let mut game = Game::new(Position::initial());
    for mv in "d2d4 d7d5 c2c4 e7e5 d4e5 d5d4 e2e3 f8b4 c1d2 d4e3 d2b4 e3f2 e1e2".split(' ') {
        assert!(game.play(coordinate::parse(game.position(), mv).unwrap()), "{mv}");
    }
    let best = trap.choose(game.position(), 3).map(|mv| coordinate::to_string(game.position(), mv));
    assert_eq!(best.as_deref(), Some("f2g1n"));

    let small = Book::open(&shared("book_small.bin")).unwrap();
    assert_eq!(small.len(), 31_467);
    assert!(!small.moves(&start).is_empty());
}
