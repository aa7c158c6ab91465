//! The wire against each known defect of the parser crate, and against everything else that can
//! arrive: no line may panic, lose a token in silence, or turn into a command it is not.

use std::time::{Duration, Instant};

use jadoube::notation::fen;
use jadoube::rules::laws::Terms;
use jadoube::uci::wire::{Command, Go, PositionCommand, Reply, Start, parse};

fn command(text: &str) -> Command {
    let line = parse(text.as_bytes());
    assert!(line.complaints.is_empty(), "{text}: {:?}", line.complaints);
    line.command.unwrap_or_else(|| panic!("{text} is a command"))
}

fn go(text: &str) -> Go {
    match command(text) {
        Command::Go(go) => *go,
        other => panic!("{text}: {other:?}"),
    }
}

fn position(text: &str) -> PositionCommand {
    match command(text) {
        Command::Position(position) => position,
        other => panic!("{text}: {other:?}"),
    }
}

fn option(text: &str) -> (String, Option<String>) {
    match command(text) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{text}: {other:?}"),
    }
}

/// Defect: `go ` and its like without a newline make the crate panic.
#[test]
fn go_with_blanks_and_no_newline() {
    assert_eq!(go("go "), Go::default());
    assert_eq!(go("go"), Go::default());
    assert_eq!(go("go infinite "), Go { infinite: true, ..Go::default() });
    assert_eq!(go("go mate 1 "), Go { mate: Some(1), ..Go::default() });
}

/// Defect: 256 to 999 for a depth, a mate or the moves to go make the crate panic.
#[test]
fn numbers_beyond_a_byte() {
    for number in [255, 256, 300, 999] {
        assert_eq!(go(&format!("go depth {number}")).depth, Some(number));
        assert_eq!(go(&format!("go mate {number}")).mate, Some(number));
        assert_eq!(go(&format!("go movestogo {number}")).movestogo, Some(number));
    }
}

/// Defect: numbers are cut after three or twelve digits, and the rest of the line is lost.
#[test]
fn numbers_of_many_digits() {
    let long = go("go nodes 1234567890123456 depth 1000 movestogo 123456");
    assert_eq!(long.nodes, Some(1_234_567_890_123_456));
    assert_eq!(long.depth, Some(1000));
    assert_eq!(long.movestogo, Some(123_456));
    let beyond = parse(b"go nodes 99999999999999999999999999 wtime 5000");
    assert_eq!(beyond.complaints.len(), 1);
    let Some(Command::Go(go)) = beyond.command else { panic!("it is a go") };
    assert_eq!((go.nodes, go.wtime), (Some(u64::MAX), Some(5000)));
}

/// Defect: of `go ponder wtime`, `go infinite wtime` and `go movetime 1000 wtime` only the clock
/// is kept.
#[test]
fn words_of_time_stand_together() {
    let clock = "wtime 60000 btime 59000 winc 1000 binc 900 movestogo 40";
    let alone = go(&format!("go {clock}"));
    assert_eq!((alone.wtime, alone.btime), (Some(60_000), Some(59_000)));
    assert_eq!((alone.winc, alone.binc, alone.movestogo), (Some(1000), Some(900), Some(40)));
    assert_eq!(go(&format!("go ponder {clock}")), Go { ponder: true, ..alone.clone() });
    assert_eq!(go(&format!("go infinite {clock}")), Go { infinite: true, ..alone.clone() });
    assert_eq!(go(&format!("go {clock} infinite")), Go { infinite: true, ..alone.clone() });
    assert_eq!(go(&format!("go movetime 1000 {clock}")), Go { movetime: Some(1000), ..alone });
}

/// Defect: two blanks after `moves` give no moves, in silence.
#[test]
fn blanks_between_moves() {
    for text in [
        "position startpos moves  e2e4 e7e5",
        "position  startpos  moves e2e4   e7e5  ",
        "position startpos moves\te2e4\te7e5\r\n",
    ] {
        assert_eq!(position(text).moves, ["e2e4", "e7e5"]);
    }
    assert_eq!(position("position startpos moves").moves.len(), 0);
}

/// Defect: a move the crate cannot read ends the list, in silence.
#[test]
fn no_move_ends_the_list() {
    let moves = ["e2e4", "0000", "e7e8=q", "--", "O-O", "\u{2654}", "g1f3"];
    let text = format!("position startpos moves {}", moves.join(" "));
    assert_eq!(position(&text).moves, moves);
    assert_eq!(go(&format!("go searchmoves {} depth 3", moves.join(" "))).searchmoves, moves);
}

/// Defect: four-field FENs, Shredder-FEN's letters, a halfmove clock of -1 and move numbers above
/// 9999 fail or lose the moves.
#[test]
fn fens_of_every_kind() {
    for text in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 12345",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 captureless:7",
    ] {
        let read = position(&format!("position fen {text} moves e2e4 e7e5"));
        assert_eq!(read.start, Start::Fen(text.to_owned()));
        assert_eq!(read.moves, ["e2e4", "e7e5"]);
        let chess960 = Terms { chess960: text.contains('H'), ..Terms::default() };
        assert!(fen::parse(text).expect(text).position(&chess960).is_ok(), "{text}");
    }
}

/// Defect: an option whose name has a word that begins with `value` fails, or loses the rest.
#[test]
fn option_names_with_value_in_them() {
    for (text, name, value) in [
        ("setoption name Valued Men value 3", "Valued Men", Some("3")),
        ("setoption name Pawn Values value 100 80", "Pawn Values", Some("100 80")),
        ("setoption name Pawn valuesque", "Pawn valuesque", None),
    ] {
        assert_eq!(option(text), (name.to_owned(), value.map(str::to_owned)));
    }
}

/// Defect: values keep the blanks behind them.
#[test]
fn option_values_are_trimmed() {
    assert_eq!(option("setoption name Hash value 64  \r\n").1.as_deref(), Some("64"));
    assert_eq!(option("setoption name A value two  words ").1.as_deref(), Some("two  words"));
    assert_eq!(option("setoption name A value  ").1.as_deref(), Some(""));
}

/// Defect: junk before a command makes it unknown. The protocol wants the junk left aside.
#[test]
fn junk_before_a_command() {
    let line = parse(b"joho debug on\n");
    assert_eq!(line.command, Some(Command::Debug(true)));
    assert_eq!(line.complaints, ["'joho' ignored"]);
    assert_eq!(parse("\u{feff}uci".as_bytes()).command, Some(Command::Uci));
    assert_eq!(parse(b"\xff\xfe\x00 isready").command, Some(Command::IsReady));
}

/// Defect: `isreadyX` is accepted, and its like.
#[test]
fn commands_are_whole_words() {
    for text in ["isreadyX", "ucinewgameX", "ponderhitX", "quitX", "goX", "debug onX", "uciX"] {
        let line = parse(text.as_bytes());
        assert_eq!(line.command, None, "{text}");
        assert_eq!(line.complaints.len(), 1, "{text}");
        assert!(line.complaints[0].contains(text.split(' ').next_back().unwrap()), "{text}");
    }
}

/// Defect: the crate cannot write these.
#[test]
fn replies_beyond_the_crate() {
    let none = Reply::BestMove { best: None, ponder: None };
    assert_eq!(none.to_string(), "bestmove (none)");
    let null = Reply::BestMove { best: Some("0000".into()), ponder: None };
    assert_eq!(null.to_string(), "bestmove 0000");
}

/// Defect: 0.4 ms for a line of 500 moves. A plain split takes a hundredth of that; the bound here
/// leaves room for a busy machine and a build without optimisation.
#[test]
fn long_lines_are_quick() {
    let line = format!("position startpos moves{}", " g1f3 g8f6 f3g1 f6g8".repeat(125));
    let begin = Instant::now();
    let quickest = (0..100)
        .map(|_| {
            let begin = Instant::now();
            assert_eq!(position(&line).moves.len(), 500);
            begin.elapsed()
        })
        .min();
    assert!(quickest < Some(Duration::from_micros(300)), "{quickest:?}");
    let huge = "x".repeat(4_000_000);
    for line in
        [huge.clone(), format!("setoption name {huge} value {huge}"), format!("go depth {huge}")]
    {
        let read = parse(line.as_bytes());
        assert!(read.complaints.iter().all(|complaint| complaint.len() < 500));
    }
    assert!(begin.elapsed() < Duration::from_secs(10));
}
