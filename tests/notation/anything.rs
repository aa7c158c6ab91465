//! Whatever arrives, no reader panics or hangs, and each error is one line; what is read can be
//! written and read again. Random bytes, and texts that were valid before somebody sat on the
//! keyboard. The targets of `fuzz/` make the same checks without a bound. `JADOUBE_FUZZ_CASES` and
//! `JADOUBE_FUZZ_SEED` ask for more, or for other texts.

use std::sync::LazyLock;

use jadoube::notation::descriptive::write_sheet;
use jadoube::rules::Position;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use crate::checks;
use crate::games::{manner, random_game};
use crate::util::{STARTS, start};

/// A number from the environment.
fn setting(name: &str, default: u64) -> u64 {
    let number = |text: String| text.parse().unwrap_or_else(|_| panic!("{name} is a number"));
    std::env::var(name).map_or(default, number)
}

/// Of each property. A test must not depend on chance, so the seed is fixed too.
fn cases() -> u32 {
    u32::try_from(setting("JADOUBE_FUZZ_CASES", 4096)).expect("JADOUBE_FUZZ_CASES fits 32 bits")
}

/// Texts that are valid, or nearly: the second cell of a data file, or the third.
fn seeds() -> Vec<String> {
    let mut seeds = Vec::new();
    for (text, column) in [
        (include_str!("../data/fen/valid.txt"), 1),
        (include_str!("../data/fen/ghosts.txt"), 2),
        (include_str!("../data/epd/reading.txt"), 0),
        (include_str!("../data/san/read.txt"), 2),
    ] {
        seeds.extend(crate::util::rows(text).into_iter().map(|row| row[column].clone()));
    }
    let pgn =
        include_str!("../data/pgn/reading.txt").lines().filter(|line| !line.starts_with("=>"));
    seeds.extend(pgn.map(|line| line.replace("\\n", "\n")));
    let terms = ["pawn,moves=2", "a1,b1,exchange", "minors", "none", "pawn@f2,square=e4,within=30"];
    seeds.extend(terms.map(str::to_owned));
    seeds.push("man@b1,knight,draw".to_owned());
    seeds
}

/// One thing that happens to a text: where, how much of it, and what.
type Accident = (prop::sample::Index, prop::sample::Index, u8, char);

fn mishap(text: &str, (at, to, what, new): &Accident, others: &[String]) -> String {
    let characters: Vec<char> = text.chars().collect();
    let (a, b) = (at.index(characters.len() + 1), to.index(characters.len() + 1));
    let (a, b) = (a.min(b), a.max(b));
    let string = |part: &[char]| part.iter().collect::<String>();
    let (before, middle, after) =
        (string(&characters[..a]), string(&characters[a..b]), string(&characters[b..]));
    match what % 6 {
        0 => before + &after,
        1 => format!("{before}{new}{middle}{after}"),
        2 => format!("{before}{middle}{middle}{after}"),
        3 => format!("{after}{middle}{before}"),
        4 => format!("{before}{new}{after}"),
        _ => format!("{before}{}{after}", others[to.index(others.len())]),
    }
}

/// A valid text after a few mishaps, at most 4 kB long.
fn mutated() -> impl Strategy<Value = String> {
    let seeds = seeds();
    let accidents = prop::collection::vec(any::<Accident>(), 0..6);
    (any::<prop::sample::Index>(), accidents).prop_map(move |(first, accidents)| {
        let mut text = first.get(&seeds).clone();
        for accident in &accidents {
            text = mishap(&text, accident, &seeds);
            text = text.chars().take(4096).collect();
        }
        text
    })
}

/// Bytes of any sort, or mostly those that the notations use.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let letters = b"KQRBNPkqrbnpabcdefgh12345678 /-+#=xO0.:;,@{}()[]\"\\\n\r%$!?w*\xff".to_vec();
    prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        prop::collection::vec(prop::sample::select(letters), 0..200),
    ]
}

/// What score sheets are made of, and what is made of it by scanners.
const WORDS: &[&str] = &[
    "K",
    "Q",
    "R",
    "B",
    "Kt",
    "N",
    "P",
    "King's",
    "Queen's",
    "Pawn",
    "Knight",
    "Rook",
    "square",
    "first",
    "second",
    "4th",
    "3d",
    "sq.",
    "1",
    "2",
    "3",
    "4",
    "8",
    "1.",
    "2.",
    "12...",
    "to",
    "-",
    "takes",
    "x",
    "on",
    "(",
    ")",
    "[",
    "]",
    "{",
    "P-K4",
    "P-K4",
    "P. to K. 4th",
    "Kt-KB3",
    "KtxP",
    "Castles",
    "0-0",
    "0-0-0",
    "with",
    "ch.",
    "mate",
    "e.p.",
    "en",
    "pas.",
    "becoming",
    "a",
    "=Q",
    "!",
    "?!",
    ",",
    ";",
    "Et",
    "ICt",
    "cb",
    "G",
    "l",
    "I",
    "0",
    "fo",
    "White",
    "Black",
    "wins.",
    "resigns",
    "Drawn game.",
    "WHITE.",
    "BLACK.",
    "GAME 2.",
    "GAME IV.",
    "Remove",
    "odds",
    "of",
    "Between A and B",
    "London, 1851",
    "White: A",
    "Odds: rook",
    "Laws: british1897",
    "FEN: 8",
    "prose",
    "…",
    "♘",
    "½",
    "\t",
    "\u{0}",
    "é",
    "\u{2028}",
    "99999999999999999999",
];

/// The beginnings of a few games in print, in every style and layout.
fn printed_sheets() -> &'static [String] {
    static SHEETS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let sheet = |index| {
            let (style, layout) = manner(index);
            write_sheet(&random_game(index, 12), index, style, layout)
        };
        (0..36).map(sheet).collect()
    });
    &SHEETS
}

fn positions() -> Vec<Position> {
    STARTS.iter().map(|(words, fen)| start(words, fen).1).collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: cases(),
        rng_seed: RngSeed::Fixed(setting("JADOUBE_FUZZ_SEED", 1804)),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_bytes_are_read_or_refused(bytes in bytes(), which in any::<prop::sample::Index>()) {
        let text = String::from_utf8_lossy(&bytes);
        checks::fen(&text);
        checks::epd(&text);
        checks::terms(&text);
        checks::pgn(&bytes);
        checks::san(which.get(&positions()), &text);
        checks::sheets(&text);
        checks::descriptive(which.get(&positions()), &text);
    }

    #[test]
    fn mutated_texts_are_read_or_refused(text in mutated(), which in any::<prop::sample::Index>()) {
        checks::fen(&text);
        checks::epd(&text);
        checks::terms(&text);
        checks::pgn(text.as_bytes());
        checks::san(which.get(&positions()), &text);
    }

    /// Words of score sheets in any order, right and wrong, on several lines.
    #[test]
    fn words_of_score_sheets_are_read_or_refused(
        words in prop::collection::vec((prop::sample::select(WORDS.to_vec()), 0..12u8), 0..24),
        which in any::<prop::sample::Index>(),
    ) {
        let mut text = String::new();
        for (word, gap) in words {
            text += word;
            text += match gap { 0 => "\n", 1 => "", 2 => "   ", 3 => "\n\n", 4 => "-\n", _ => " " };
        }
        checks::sheets(&text);
        checks::descriptive(which.get(&positions()), &text);
    }

    /// A printed sheet after a few mishaps.
    #[test]
    fn spoilt_score_sheets_are_read_or_refused(
        which in any::<prop::sample::Index>(),
        accidents in prop::collection::vec(any::<Accident>(), 0..4),
    ) {
        let sheets = printed_sheets();
        let mut text = which.get(sheets).clone();
        for accident in &accidents {
            text = mishap(&text, accident, sheets);
            text = text.chars().take(600).collect();
        }
        checks::sheets(&text);
    }

    /// The castling and trailing fields have the richest grammar: random ones behind a board.
    #[test]
    fn fields_behind_a_board_are_read_or_refused(
        board in prop::sample::select(vec![
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "r3k2r/8/8/3pP3/8/8/8/R3K2R",
            "1rk4r/8/8/8/8/8/8/RRK3RR", "4k3/8/8/4N3/8/8/5P2/1N2K3", "8/8/8/2k5/8/8/2KQ4/8",
        ]),
        turn in "[wb]", castling in "[KQkqA-Ha-h]{0,6}|-", en_passant in "[a-h][36]|-",
        counts in "( [0-9]{1,5}){0,2}",
        fields in "( (marked:([a-h][1-8]|none)|oddsmoves:[0-9]{1,2}|ghosts:[KQkq]{0,4}|captureless:[0-9]{1,3}|notice:[0-9]{1,3})){0,5}",
    ) {
        let castling = if castling.is_empty() { "-" } else { &castling };
        checks::fen(&format!("{board} {turn} {castling} {en_passant}{counts}{fields}"));
    }
}

/// Long texts take time in proportion to their length.
#[test]
fn long_texts_are_no_burden() {
    let begun = std::time::Instant::now();
    for part in [
        "(", "{", "}", "[", "]", "[a \"", "$", "1-0 ", "1. ", "e4 ", "\\", "\"", "%", ";", "\n",
        "K", "P-K4 ", "Kt ",
    ] {
        let text = part.repeat(200_000);
        checks::pgn(text.as_bytes());
        checks::fen(&text);
        checks::epd(&text);
        checks::terms(&text);
        let part = part.repeat(4_000);
        checks::sheets(&part);
        checks::sheets(&format!("1. P-K4 {part}"));
        checks::sheets(&format!("1. {}", part.replace(' ', "\n")));
    }
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
