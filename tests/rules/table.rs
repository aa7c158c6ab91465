//! The table at which the tests play: terms, positions and moves as text. It must know no law.

use jadoube::notation::{coordinate, fen};
use jadoube::rules::laws::{Code, Outcome, Stalemate, Terms};
use jadoube::rules::{Color, Game, Move, Position, Setup, Square};

/// Every code, today's law first.
pub const CODES: [&str; 7] = [
    "chess",
    "england1804",
    "france1804",
    "accomplished1837",
    "british1897",
    "rogers1907",
    "federation1912",
];

/// The terms that a text describes: the code, then words such as `odds=rook`, `giver=black`,
/// `undertaking=pawn@f2` and `castle=yes`.
pub fn terms(text: &str) -> Terms {
    let mut words = text.split_whitespace();
    let code = words.next().and_then(Code::parse).expect("a code");
    let mut terms = Terms::from(code);
    for word in words {
        let (name, value) = word.split_once('=').expect("name=value");
        match name {
            "odds" => terms.odds = value.parse().expect("odds"),
            "giver" => terms.odds_giver = Some(color(value)),
            "undertaking" => terms.undertaking = Some(value.parse().expect("an undertaking")),
            "stalemate" => terms.stalemate = Some(Stalemate::parse(value).expect("a value")),
            "castle" => terms.castle_without_rook = Some(value == "yes"),
            _ => panic!("no such term: {word}"),
        }
    }
    terms
}

/// `white` or `black`.
fn color(text: &str) -> Color {
    if text == "black" { Color::Black } else { Color::White }
}

/// The position of a FEN, on the terms described.
pub fn position(agreed: &str, text: &str) -> Position {
    setup(text).position(&terms(agreed)).unwrap_or_else(|error| panic!("{agreed}: {text}: {error}"))
}

/// A FEN not yet believed.
pub fn setup(text: &str) -> Setup {
    fen::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The starting position from which a game on these terms begins.
pub fn start(agreed: &str) -> Position {
    let terms = terms(agreed);
    terms.start().position(&terms).unwrap_or_else(|error| panic!("{agreed}: {error}"))
}

/// The board field of a FEN with these pieces on it.
pub fn board_of(men: &[(char, Square)]) -> String {
    let rank = |rank: u8| {
        let row: String = (0..8)
            .map(|file| {
                let on = men.iter().find(|(_, square)| *square == Square::at(file, rank));
                on.map_or('1', |(letter, _)| *letter)
            })
            .collect();
        row
    };
    (0..8).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// The legal moves in coordinates, sorted.
pub fn legal(position: &Position) -> Vec<String> {
    let moves = position.legal_moves();
    let mut texts: Vec<String> =
        moves.into_iter().map(|mv| coordinate::to_string(position, mv)).collect();
    texts.sort();
    texts
}

/// Whether a move in coordinates is legal.
pub fn allows(position: &Position, mv: &str) -> bool {
    legal(position).iter().any(|legal| legal == mv)
}

/// Where the piece on a square can go, sorted.
pub fn destinations(position: &Position, from: Square) -> String {
    let from = from.to_string();
    let moves = legal(position);
    let of_man: Vec<&str> = moves.iter().filter_map(|mv| mv.strip_prefix(from.as_str())).collect();
    of_man.join(" ")
}

/// The legal move that a text means.
pub fn find(position: &Position, text: &str) -> Move {
    coordinate::parse(position, text)
        .filter(|&mv| position.is_legal(mv))
        .unwrap_or_else(|| panic!("{text} is not legal in {position:?}"))
}

/// The position after one move.
pub fn play(position: &Position, mv: &str) -> Position {
    position.play(find(position, mv))
}

/// The position after several.
pub fn play_all(position: &Position, line: &str) -> Position {
    line.split_whitespace().fold(*position, |position, mv| play(&position, mv))
}

/// A game that begins from a position, so far as a line takes it.
pub fn game(start: &Position, line: &str) -> Game {
    let mut game = Game::new(*start);
    go_on(&mut game, line);
    game
}

/// Plays more moves of a game.
pub fn go_on(game: &mut Game, line: &str) {
    for text in line.split_whitespace() {
        let mv = find(game.position(), text);
        assert!(game.play(mv), "{text}");
    }
}

/// The piece on a square as FEN writes him, `-` for none.
pub fn symbol(position: &Position, square: &str) -> String {
    let square = Square::parse(square).expect("a square");
    position.piece_at(square).map_or('-', jadoube::rules::Piece::letter).to_string()
}

/// How many pieces stand on the board.
pub fn men(position: &Position) -> usize {
    Square::all().filter(|&square| position.piece_at(square).is_some()).count()
}

/// An end of a game in short: who wins, or `drawn`; `-` while the game goes on.
pub fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "-",
        Some(None) => "drawn",
        Some(Some(Color::White)) => "white",
        Some(Some(Color::Black)) => "black",
    }
}

/// A result with the colours exchanged.
pub fn mirrored_result(result: &'static str) -> &'static str {
    match result {
        "white" => "black",
        "black" => "white",
        other => other,
    }
}

/// A FEN with the colours exchanged and the board turned over.
pub fn mirrored(fen: &str) -> String {
    let swap = |letter: char| {
        if letter.is_lowercase() {
            letter.to_ascii_uppercase()
        } else {
            letter.to_ascii_lowercase()
        }
    };
    let fields: Vec<&str> = fen.split(' ').collect();
    let board: Vec<String> =
        fields[0].split('/').rev().map(|rank| rank.chars().map(swap).collect()).collect();
    let turn = if fields[1] == "w" { "b" } else { "w" };
    let rights: String = fields[2].chars().map(swap).collect();
    let rest = fields[4..].join(" ");
    format!("{} {turn} {rights} {} {rest}", board.join("/"), mirrored_line(fields[3]))
}

/// Moves or squares in their order, with the board turned over.
pub fn mirrored_line(line: &str) -> String {
    let turn = |letter: char| match letter {
        '1'..='8' => char::from(b'1' + b'8' - letter as u8),
        other => other,
    };
    line.chars().map(turn).collect()
}

/// A sorted list of moves or squares with the board turned over, sorted again.
pub fn mirrored_list(list: &str) -> String {
    let turned = mirrored_line(list);
    let mut words: Vec<&str> = turned.split(' ').collect();
    words.sort_unstable();
    words.join(" ")
}

/// Terms with the colours exchanged: White's giver becomes Black, and each square is turned over.
pub fn mirrored_terms(terms: &str) -> String {
    let turn = |condition: &str| {
        let square = condition.rsplit(['@', '=']).next().filter(|text| text.len() == 2);
        match square.filter(|text| Square::parse(text).is_some()) {
            Some(square) => condition.replace(square, &mirrored_line(square)),
            None => condition.to_owned(),
        }
    };
    let words = terms.split(' ').map(|word| match word.split_once('=') {
        Some(("giver", "white")) => "giver=black".to_owned(),
        Some((name @ ("odds" | "undertaking"), list)) => {
            format!("{name}={}", list.split(',').map(turn).collect::<Vec<_>>().join(","))
        }
        _ => word.to_owned(),
    });
    words.collect::<Vec<_>>().join(" ")
}
