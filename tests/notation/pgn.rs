//! Portable game notation.

use jadoube::notation::pgn::{GameResult, PgnError, Reader, Record, Transcript, Word};
use jadoube::notation::{fen, san};
use jadoube::rules::laws::{Terms, Variant};
use jadoube::rules::{Color, Game};

use crate::util::{Dice, STARTS, start, terms};

fn read(text: &str) -> Vec<Result<Transcript, PgnError>> {
    Reader::new(text.as_bytes()).collect()
}

fn read_one(text: &str) -> Transcript {
    let mut games = read(text);
    assert_eq!(games.len(), 1, "{games:?}");
    games.remove(0).unwrap()
}

fn words(game: &Transcript) -> Vec<&str> {
    game.words.iter().map(|word| word.text.as_str()).collect()
}

/// A summary of what was read: an error, or tags in brackets, moves with glyphs and comments, and
/// the result.
fn summary(game: &Result<Transcript, PgnError>) -> String {
    let game = match game {
        Ok(game) => game,
        Err(error) => return format!("error: {error}"),
    };
    let mut text = String::new();
    for (name, value) in game.tags.iter() {
        text += &format!("[{name}={value}] ");
    }
    if !game.comment.is_empty() {
        text += &format!("{{{}}} ", game.comment);
    }
    for word in &game.words {
        text += &summary_of_word(word);
        text.push(' ');
    }
    text + game.result.map_or("no result", GameResult::token)
}

/// A move with its glyphs, its comment and its variations.
fn summary_of_word(word: &Word) -> String {
    let mut text = word.text.clone();
    for nag in &word.nags {
        text += &format!("${nag}");
    }
    if !word.comment.is_empty() {
        text += &format!("{{{}}}", word.comment);
    }
    for line in &word.variations {
        let words: Vec<String> = line.words.iter().map(summary_of_word).collect();
        let comment = if line.comment.is_empty() { "" } else { &format!("{{{}}} ", line.comment) };
        text += &format!("({comment}{})", words.join(" "));
    }
    text
}

/// `tests/data/pgn/reading.txt`: a text, in which `\n` ends a line, and below it a summary of
/// each game, marked by `=>`.
#[test]
fn texts_are_read_as_the_table_has_them() {
    let mut cases = 0;
    let mut text = String::new();
    let mut found: Vec<String> = Vec::new();
    for line in include_str!("../data/pgn/reading.txt").lines() {
        if let Some(expected) = line.strip_prefix("=> ") {
            assert!(!found.is_empty(), "fewer games than said: {expected}\nin {text}");
            assert_eq!(found.remove(0), expected, "{text}");
            cases += 1;
        } else if !line.is_empty() && !line.starts_with("##") {
            assert!(found.is_empty(), "more games than said: {found:?}\nin {text}");
            text = line.replace("\\n", "\n");
            found = read(&text).iter().map(summary).collect();
        }
    }
    assert!(found.is_empty(), "more games than said: {found:?}");
    assert!(cases > 50, "{cases} cases");
}

#[test]
fn bytes_that_are_no_utf8_are_latin1() {
    let mut games = Reader::new(&b"\xef\xbb\xbf[White \"Br\xfchl\"]\n\n1. e4 {\xe9} *\n"[..]);
    let game = games.next().unwrap().unwrap();
    assert_eq!(game.tags.get("White"), Some("Brühl"));
    assert_eq!(game.words[0].comment, "é");
    assert!(games.next().is_none());
}

/// A stream that fails says so once, and does not go on for ever.
#[test]
fn a_failing_stream_is_one_error() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::Error::other("no\ndisk"))
        }
    }
    let stream = std::io::Read::chain(&b"1. e4 "[..], Broken);
    let games: Vec<_> = Reader::new(std::io::BufReader::new(stream)).collect();
    assert_eq!(games.len(), 1);
    let error = games[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "line 1: cannot be read: no disk");
}

#[test]
fn illegal_moves_are_named_with_their_line_and_number() {
    let faults = [
        ("1. e4 e5\n2. Ke3 *", "line 2: move 2.: 'Ke3' is not a legal move here"),
        ("1. e4 e5 2. Nf3\nNf7 *", "line 2: move 2...: 'Nf7' is not a legal move here"),
        ("1. d4 d5 2. Nf3 a6 3. Nd2 *", "line 1: move 3.: 'Nd2' is ambiguous: Nbd2 or Nfd2"),
        ("1. e4 hello *", "line 1: move 1...: 'hello' is not a move"),
        ("1. e4 -- 2. d4 *", "line 1: move 1...: '--' is not a legal move here"),
        ("[FEN \"x\"]\n\n*", "line 1: FEN pieces 'x': 1 ranks, not eight"),
        ("\n\n[FEN \"8/8/8/8/8/8/8/8 w - -\"]\n*", "line 3: FEN '8/8/8/8/8/8/8/8 w - - 0 1':"),
        ("[Laws \"fide\"]\n*", "line 1: tag Laws 'fide': not chess, england1804"),
        ("[Odds \"rok\"]\n*", "line 1: tag Odds: odds 'rok'"),
        ("[OddsGiver \"me\"]\n*", "line 1: tag OddsGiver 'me': not White or Black"),
        ("[Undertaking \"king\"]\n*", "line 1: tag Undertaking: undertaking 'king'"),
        ("[Stalemate \"no\"]\n*", "line 1: tag Stalemate 'no': not draw, win, loss"),
        ("[CastleWithoutRook \"1\"]\n*", "line 1: tag CastleWithoutRook '1': not yes or no"),
        ("[FiftyMoves \"50\"]\n*", "line 1: tag FiftyMoves '50': not captures-and-pawns"),
        ("[Repetition \"3\"]\n*", "line 1: tag Repetition '3': not fide"),
        (
            "[Undertaking \"man@e4\"]\n*",
            "line 1: FEN 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1': \
             no man of White, who gave the undertaking, stands on the marked square e4",
        ),
    ];
    for (text, expected) in faults {
        let error = read_one(text).replay().unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains('\n'));
    }
}

/// Games of every code, odds and undertaking, written and read again.
#[test]
fn what_is_written_reads_back_under_its_law() {
    let mut text = String::new();
    let mut records = Vec::new();
    for (index, (words, from)) in STARTS.iter().enumerate() {
        let (terms, start) = start(words, from);
        let mut dice = Dice::new(index as u64 + 77);
        let mut record = Record::new(&terms, start);
        record.tags.set("White", "Somebody \"of\" C:\\");
        record.tags.set("Annotator", "nobody");
        record.tags.set("FEN", "must not be written");
        record.introduction = "before } the { first\nmove".to_owned();
        for ply in 0..60 {
            let moves = record.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            assert!(record.play(moves[dice.below(moves.len())]));
            if ply % 7 == 3 {
                record.comment("%eval +0.31/12 [%clk 0:00:01] one two three four five six");
            }
        }
        record.result = GameResult::of(record.game().outcome());
        text += &record.to_string();
        records.push(record);
    }
    let games = read(&text);
    assert_eq!(games.len(), records.len());
    for (game, record) in games.into_iter().zip(&records) {
        let read = game.unwrap().replay().unwrap_or_else(|error| panic!("{error}\n{record}"));
        same(&read, record);
        assert_eq!(read.to_string(), record.to_string(), "the second writing is the first");
    }
    for line in text.lines().filter(|line| !line.starts_with('[')) {
        assert!(line.chars().count() < 80, "{line}");
        assert!(!line.starts_with('%'), "{line}");
        assert!(!line.ends_with(' '), "{line:?}");
    }
}

fn same(read: &Record, written: &Record) {
    let keys = |game: &Game| game.positions().iter().map(|p| p.key()).collect::<Vec<_>>();
    assert_eq!(read.game().moves(), written.game().moves());
    assert_eq!(keys(read.game()), keys(written.game()), "{written}");
    let fens = |record: &Record| [record.game().start(), record.position()].map(fen::to_string);
    assert_eq!(fens(read), fens(written));
    assert_eq!(read.position().laws(), written.position().laws());
    assert_eq!(read.position().undertaking(), written.position().undertaking());
    assert_eq!(read.result, written.result);
    assert_eq!(read.tags.get("White"), written.tags.get("White"));
    assert_eq!(read.introduction, "before ) the ( first move");
    assert_eq!(read.remarks(), written.remarks());
}

/// Positions from which no game of these terms begins: midway through the odds, the marked piece
/// away from home or gone, counts that six fields do not hold.
#[test]
fn a_game_from_the_middle_of_another_keeps_what_six_fields_leave_out() {
    for (index, (words, from)) in STARTS.iter().enumerate() {
        let (terms, mut start) = start(words, from);
        let mut dice = Dice::new(index as u64 + 5);
        for _ in 0..90 {
            let record = Record::new(&terms, start);
            let read = read_one(&record.to_string()).replay().unwrap();
            assert_eq!(fen::to_string(read.position()), fen::to_string(&start), "{record}");
            assert_eq!(read.position().key(), start.key(), "{record}");
            let moves = start.legal_moves();
            if moves.is_empty() {
                break;
            }
            start = start.play(moves[dice.below(moves.len())]);
        }
    }
}

fn tags_of(words: &str) -> Vec<String> {
    let terms = terms(words);
    let record = Record::new(&terms, terms.start().position(&terms).unwrap());
    let text = record.to_string();
    text.lines().skip(7).take_while(|line| !line.is_empty()).map(str::to_owned).collect()
}

#[test]
fn the_terms_have_tags_where_they_apply() {
    assert_eq!(tags_of(""), [""; 0]);
    assert_eq!(tags_of("british1897"), ["[Laws \"british1897\"]"]);
    assert_eq!(
        tags_of("british1897 odds=rook giver=White"),
        [
            "[SetUp \"1\"]",
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w KQkq - 0 1\"]",
            "[Laws \"british1897\"]",
            "[Odds \"rook\"]",
            "[OddsGiver \"White\"]",
        ]
    );
    assert_eq!(
        tags_of("federation1912 odds=pawn,moves=2 giver=Black"),
        [
            "[SetUp \"1\"]",
            "[FEN \"rnbqkbnr/ppppp1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]",
            "[Laws \"federation1912\"]",
            "[Odds \"pawn,moves=2\"]",
            "[OddsGiver \"Black\"]",
        ]
    );
    assert_eq!(
        tags_of("undertaking=man@b1,within=30 stalemate=win ghosts=yes fifty=off repetition=men"),
        [
            "[Stalemate \"win\"]",
            "[CastleWithoutRook \"yes\"]",
            "[FiftyMoves \"off\"]",
            "[Repetition \"men\"]",
            "[OddsGiver \"White\"]",
            "[Undertaking \"man@b1,within=30\"]",
        ]
    );
}

/// The tags of terms give the terms back; of the giver they say who he is.
#[test]
fn terms_survive_as_tags() {
    for (words, from) in STARTS {
        let (terms, start) = start(words, from);
        let read = read_one(&Record::new(&terms, start).to_string()).terms().unwrap();
        let given = !terms.odds.is_none() || terms.undertaking.is_some();
        let odds_giver = given.then(|| terms.giver(None));
        assert_eq!(read, Terms { odds_giver, ..terms });
    }
    for &variant in Variant::ALL {
        let read = read_one(&format!("[Laws \"{variant}\"]\n*")).terms().unwrap();
        assert_eq!(read, variant.terms());
    }
}

#[test]
fn the_null_moves_of_odds_are_written_and_may_be_missing() {
    let head = "[Laws \"federation1912\"]\n[Odds \"pawn,moves=2\"]\n[OddsGiver \"Black\"]\n\n";
    let written = read_one(&format!("{head}1. e4 -- 2. d4 Nc6 *")).replay().unwrap();
    assert!(written.to_string().ends_with("\n\n1. e4 -- 2. d4 Nc6 *\n\n"), "{written}");
    for text in ["1. e4 Z0 2. d4 Nc6 *", "1. e4 2. d4 Nc6 *", "1. e4 ... 2. d4 Nc6 *"] {
        let read = read_one(&format!("{head}{text}")).replay().unwrap();
        assert_eq!(read.game().moves(), written.game().moves());
    }
}

#[test]
fn a_game_may_begin_with_black() {
    let terms = terms("rogers1907 odds=knight giver=Black");
    let mut record = Record::new(&terms, terms.start().position(&terms).unwrap());
    assert_eq!(record.position().turn(), Color::Black);
    for text in ["e5", "e4", "Nf6"] {
        assert!(record.play(san::parse(record.position(), text).unwrap()));
    }
    assert!(record.to_string().contains("1... e5 2. e4 Nf6 *"), "{record}");
    assert_eq!(words(&read_one(&record.to_string())), ["e5", "e4", "Nf6"]);
}

#[test]
fn lines_are_broken_before_eighty_columns() {
    let mut record = Record::new(
        &Terms::default(),
        Terms::default().start().position(&Terms::default()).unwrap(),
    );
    record.comment(&"word ".repeat(100));
    record.comment(&"x".repeat(200));
    let text = record.to_string();
    let longest = text.lines().map(str::len).max();
    assert_eq!(longest, Some(200 + "}".len()), "a word is never broken");
    let widths = || text.lines().map(str::len).filter(|&width| width < 200);
    assert!(widths().max().unwrap() > 70 && widths().all(|width| width < 80), "{text}");
}

/// The text of the moves, when a game is read, played and written again.
fn written_again(text: &str) -> String {
    let record = read_one(text).replay().unwrap().to_string();
    record.split_once("\n\n").unwrap().1.trim_end().to_owned()
}

#[test]
fn variations_are_kept_with_all_that_is_said_in_them() {
    for text in [
        "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 2. Nf3 *",
        "1. e4 $1 {a} ({b} 1. d4 $5 {c} 1... d5 {d}) (1. c4) {e} 1... e5 *"
            .replace(" {e}", "")
            .as_str(),
        "1. e4 e5 (1... c5) 1-0",
        "1. e4 (1. d4 (1. c4 (1. Nf3 (1. b3)))) 0-1",
    ] {
        assert_eq!(written_again(text), text);
    }
    // Lines are no longer than PGN allows, and read back as the same.
    let line = "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 7. Rc1 c6 8. Bd3";
    let text = format!("1. e4 ({line} (8. Qc2 ({}))) 1... e5 *", "8. a3");
    let written = written_again(&text);
    assert_eq!(written.replace('\n', " "), text);
    assert!(written.lines().all(|line| line.chars().count() <= 79), "{written}");
}

/// The game is what counts: a variation that cannot be played costs nothing but its own moves, and
/// they are still told.
#[test]
fn what_cannot_be_played_in_a_variation_becomes_a_comment() {
    for (text, written) in [
        ("1. e4 (1. d4 d4 2. c4) e5 *", "1. e4 (1. d4 {not legal here: 1... d4 c4}) 1... e5 *"),
        ("1. e4 {a} (1. e5 {b} d5) e5 *", "1. e4 {a not legal here: 1. e5 d5} 1... e5 *"),
        ("1. e4 ({only words}) e5 *", "1. e4 {only words} 1... e5 *"),
    ] {
        assert_eq!(written_again(text), written);
    }
}

/// Under odds of moves the giver's silent answers are understood in variations too.
#[test]
fn variations_of_odds_games_have_their_silent_answers() {
    let tags = "[Laws \"accomplished1837\"]\n[Odds \"pawn,moves=2\"]\n[OddsGiver \"Black\"]\n\n";
    let written = written_again(&format!("{tags}1. e4 (1. d4 2. c4 e6) 2. d4 *"));
    assert_eq!(written, "1. e4 (1. d4 -- 2. c4 e6) 1... -- 2. d4 *");
}

#[test]
fn variations_are_bounded_in_depth_and_in_size() {
    let deep =
        |levels: usize| format!("1. e4 {}{} e5 *", "(1. d4 ".repeat(levels), ")".repeat(levels));
    let depth = |text: &str| read_one(text).replay().unwrap().to_string().matches('(').count();
    assert_eq!((depth(&deep(16)), depth(&deep(17)), depth(&deep(100_000))), (16, 16, 16));
    let many = format!("1. e4 {} e5 *", "(1. d4 d5) ".repeat(30_000));
    let game = read_one(&many);
    assert_eq!(words(&game), ["e4", "e5"]);
    assert_eq!(game.words[0].variations.len(), 10_000);
}
