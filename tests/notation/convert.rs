//! `jadoube convert` as a user runs it: files and pipes, what is corrected and what is refused, one
//! bad game among good ones, the other notations, headings, progress, memory.

use std::process::{Command, Stdio};

use jadoube::notation::pgn::{Reader, Record};

use crate::folder::Folder;
use crate::games::random_game;
use crate::program::{jadoube_on, text};

/// What a run printed, and its exit status.
struct Ran {
    status: i32,
    out: String,
    err: String,
}

fn convert(arguments: &[&str], input: &str) -> Ran {
    let output = jadoube_on(input, &[&["convert"], arguments].concat());
    Ran {
        status: output.status.code().unwrap(),
        out: text(&output.stdout),
        err: text(&output.stderr),
    }
}

/// Without fault or remark.
fn converted(arguments: &[&str], input: &str) -> String {
    let ran = convert(arguments, input);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{arguments:?}\n{input}");
    ran.out
}

/// The games of a PGN text.
fn games(pgn: &str) -> Vec<Record> {
    Reader::new(pgn.as_bytes()).map(|game| game.unwrap().replay().unwrap()).collect()
}

/// The moves of the only game of a PGN text.
fn moves(pgn: &str) -> String {
    let records = games(pgn);
    assert_eq!(records.len(), 1, "{pgn}");
    pgn.rsplit("\n\n").nth(1).unwrap().replace('\n', " ")
}

#[test]
fn a_file_becomes_a_sheet_and_the_sheet_the_same_file() {
    let folder = Folder::new("convert-files");
    let pgn: String = (0..8).map(|index| random_game(index, 40).to_string()).collect();
    folder.write("games.pgn", pgn.as_bytes());
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    let (games, sheet, back) = (path("games.pgn"), path("sheet.txt"), path("back.pgn"));
    assert_eq!(converted(&[&games, "--output", &sheet], ""), "");
    assert_eq!(converted(&[&sheet, "-o", &back, "--strict"], ""), "");
    assert_eq!(std::fs::read_to_string(&back).unwrap(), pgn);
    // Two files are read one after the other.
    assert_eq!(converted(&[&sheet, &sheet], ""), pgn.repeat(2));
}

#[test]
fn standard_input_is_read_and_told_apart() {
    let pgn = random_game(0, 40).to_string();
    let sheet = converted(&[], &pgn);
    assert!(sheet.starts_with("GAME 1.\n"), "{sheet}");
    assert_eq!(converted(&["-"], &sheet), pgn);
    assert_eq!(converted(&["--from", "descriptive", "--to", "pgn"], &sheet), pgn);
    assert_eq!(converted(&["--to", "descriptive"], &sheet), sheet);
    let paragraph = converted(&["--layout", "paragraph", "--style", "modern"], &pgn);
    assert!(paragraph.contains("1. ") && !paragraph.contains("BLACK."), "{paragraph}");
    assert_eq!(converted(&[], &paragraph), pgn);
}

#[test]
fn corrections_are_told_and_strict_makes_none() {
    let text = "1. P-K4 P-K4\n2. Et-KB3 Kt-QB3\n";
    let ran = convert(&[], text);
    assert_eq!(ran.status, 0);
    assert_eq!(moves(&ran.out), "1. e4 e5 2. Nf3 Nc6 *");
    assert_eq!(ran.err, "note: -: line 2, column 4: 'Et' read as 'Kt'\n");
    let strict = convert(&["--strict"], text);
    assert_eq!((strict.status, strict.out.as_str()), (1, ""));
    assert!(strict.err.starts_with("error: -: line 2, column "), "{}", strict.err);
    assert!(
        strict.err.contains("Et-KB3") && strict.err.contains("the nearest: "),
        "{}",
        strict.err
    );
}

#[test]
fn what_remains_ambiguous_is_told_with_all_meanings() {
    let ran = convert(&[], "1. Kt-B3\n");
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("line 1, column 4: 'Kt-B3' can be N"), "{}", ran.err);
    assert!(ran.err.contains("Nc3") && ran.err.contains("Nf3"), "{}", ran.err);
    assert_eq!(games(&ran.out).len(), 1, "the game is kept");
    let strict = convert(&["--strict"], "1. Kt-B3\n");
    assert_eq!((strict.status, strict.out.as_str()), (1, ""));
    // What follows may decide.
    let text = "1. Kt-B3 Kt-QB3 2. Kt-Q5\n";
    assert_eq!(moves(&converted(&["--strict"], text)), "1. Nc3 Nc6 2. Nd5 *");
}

#[test]
fn one_bad_game_does_not_lose_the_rest() {
    let good = "1. P-K4 P-K4\n2. Kt-KB3 Kt-QB3\nWhite wins.\n\n";
    let bad = "1. P-K4 P-K4\n2. Kt-KB6 Kt-KB6\n3. R-K7 R-K7\n4. Q-KR8 Q-KR8\n5. R-K7 R-K7\n\
        6. Q-R8 Q-R8\nWhite wins.\n\n";
    let ran = convert(&[], &format!("GAME 1.\n{good}GAME 2.\n{bad}GAME 3.\n{good}"));
    assert_eq!(ran.status, 1);
    let records = games(&ran.out);
    assert_eq!(records.len(), 2, "{}", ran.out);
    assert!(records.iter().all(|game| game.game().moves().len() == 4), "{}", ran.out);
    assert!(ran.err.contains("error: 1 of 3 games not converted as they stand"), "{}", ran.err);
    assert!(ran.err.starts_with("error: -: line "), "{}", ran.err);
    let pgn = "[Event \"a\"]\n\n1. e4 e5 1-0\n\n[Event \"b\"]\n\n1. e5 1-0\n\n[Event \"c\"]\n\n1. d4 0-1\n";
    let ran = convert(&[], pgn);
    assert_eq!(ran.status, 1);
    assert_eq!(ran.out.matches("P to ").count(), 3, "{}", ran.out);
    assert!(ran.err.starts_with("error: -: line 7: move 1.: 'e5'"), "{}", ran.err);
    assert!(ran.err.ends_with("error: 1 of 3 games not converted as they stand\n"), "{}", ran.err);
}

#[test]
fn the_notations_of_correspondence_and_figurines_are_written_and_read() {
    let pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f5 6. exf5 g6 7. fxg6 Nf6 8. gxh7 \
        Rg8 9. hxg8=N Qd5 *";
    let whole = converted(&["--to", "pgn"], pgn);
    for (to, wanted) in [
        ("long", "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 5. O-O f7-f5"),
        ("numeric", "1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 2536 4736 5. 5171 6765"),
        ("figurines", "1. e4 e5 2. ♘f3 ♘c6 3. ♗b5 a6 4. ♗xc6 dxc6 5. O-O f5"),
    ] {
        let written = converted(&["--to", to], pgn);
        assert!(moves(&written).starts_with(wanted), "{written}");
        assert_eq!(converted(&["--to", "pgn"], &written), whole, "{to}");
        // Without tags too, and from there to the notation of books.
        let bare = written.rsplit("\n\n").nth(1).unwrap();
        assert_eq!(converted(&["--to", "pgn"], bare), whole, "{to}");
        assert!(converted(&[], bare).contains("Kt to K B 3"), "{to}");
    }
    assert!(moves(&converted(&["--to", "numeric"], pgn)).contains("9. 87784 4845"));
}

#[test]
fn headings_become_tags_and_remarks_comments() {
    let text = "GAME XII.\n\nRemove White's Queen's Rook.\n\n\
        Between Mr. Morphy and Mr. Le Carpentier, New Orleans, 1849.\n\n\
        \x20     WHITE.                   BLACK.\n\
        1. P. to K. 4th.           P. to K. 4th.\n\
        2. Kt. to K. B. 3d.        Kt. to Q. B. 3d.\n\
        3. P. to Q. 4th.           P. takes P. [The usual move.]\n\
        146                 CHESS PRAXIS.\n\
        4. B. to Q. B. 4th.        B. to Q. Kt. 5th, ch.\n\
        \x20  And White wins.\n\n\
        GAME THE SECOND.\n\n\
        WHITE--Mr. A.\nBLACK--Mr. B.\n\n\
        1. P-K4 P-K4\n\n\
        GAME 3.\n\n\
        Played at London, 27th May, 1851. Pawn and two moves.\n\
        White: Anderssen\n\
        Black: Kieseritzky\n\n\
        1. P to K 4, 2. P to Q 4, P to K 3; 3. B to Q 3, P to Q B 4.\n";
    let out = converted(&["--strict"], text);
    let records = games(&out);
    assert_eq!(records.len(), 3, "{out}");
    let tags = |index: usize, names: &[&str]| -> Vec<String> {
        let all = records[index].all_tags();
        names.iter().map(|name| all.get(name).unwrap_or("-").to_owned()).collect()
    };
    let who = ["White", "Black", "Site", "Date", "Result", "Odds", "OddsGiver"];
    let first =
        ["Mr. Morphy", "Mr. Le Carpentier", "New Orleans", "1849.??.??", "1-0", "a1", "White"];
    assert_eq!(tags(0, &who), first);
    assert!(out.contains("3. d4 exd4 {The usual move.} 4. Bc4 Bb4+ 1-0"), "{out}");
    assert!(!out.contains("PRAXIS"), "a heading of a page says nothing of the game: {out}");
    assert_eq!(tags(1, &who[..2]), ["Mr. A.", "Mr. B."]);
    let third = ["Anderssen", "Kieseritzky", "London", "1851.05.27", "*", "pawn,moves=2", "Black"];
    assert_eq!(tags(2, &who), third);
    assert!(out.contains("1. e4 -- 2. d4 e6 3. Bd3 c5 *"), "{out}");
}

#[test]
fn the_law_the_odds_and_the_undertaking_become_tags_of_ours() {
    let text = "1. P-K4 P-K4\n";
    let terms = ["--laws", "british1897", "--odds", "rook", "--undertaking", "pawn@f2"];
    let out = converted(&terms, text);
    for tag in ["[Laws \"british1897\"]", "[Odds \"rook\"]", "[Undertaking \"pawn@f2\"]"] {
        assert!(out.contains(tag), "{tag} in\n{out}");
    }
    assert_eq!(converted(&[], &converted(&[], &out)), out);
}

#[test]
fn bad_arguments_get_one_line_that_names_them() {
    for (arguments, named) in [
        (&["no-such-file.pgn"][..], "no-such-file.pgn"),
        (&["--style", "gothic"], "gothic"),
        (&["--layout", "spiral"], "spiral"),
        (&["--output", "/no/such/folder/x"], "/no/such/folder/x"),
        (&["--laws", "roman"], "roman"),
        (&[], "no games were found"),
    ] {
        let ran = convert(arguments, "");
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{arguments:?}");
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
        assert!(ran.err.starts_with("error: ") && ran.err.contains(named), "{}", ran.err);
    }
}

/// On a terminal, which `script` of util-linux gives; where there is none this shows nothing.
#[cfg(target_os = "linux")]
#[test]
fn progress_is_shown_on_a_terminal_for_long_files_alone() {
    let folder = Folder::new("convert-progress");
    let game = random_game(0, 40).to_string();
    folder.write("short.pgn", game.as_bytes());
    folder.write("long.pgn", game.repeat((3 << 20) / game.len()).as_bytes());
    let shown = |name: &str| {
        let file = folder.0.join(name);
        let command = format!(
            "'{}' convert '{}' -o '{}'",
            env!("CARGO_BIN_EXE_jadoube"),
            file.display(),
            folder.0.join("out").display()
        );
        let output = Command::new("script").args(["-qec", &command, "/dev/null"]).output();
        output.ok().map(|output| String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let (Some(short), Some(long)) = (shown("short.pgn"), shown("long.pgn")) else {
        println!("no `script` here");
        return;
    };
    assert_eq!(short, "");
    assert!(long.contains(" of ") && long.contains("left"), "{long:?}");
}

/// What is kept in memory is one game, however many a stream has.
#[cfg(target_os = "linux")]
#[test]
fn memory_is_bounded_by_the_longest_game() {
    use std::io::{BufRead, BufReader, Write};

    /// The most memory that a conversion of so many games had in use, in KiB, as it waits for more.
    fn most_memory(sheet: &str, game: &str, times: usize) -> u64 {
        let mut program = Command::new(env!("CARGO_BIN_EXE_jadoube"))
            .args(["convert", "--from", sheet])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut input = program.stdin.take().unwrap();
        let output = BufReader::new(program.stdout.take().unwrap());
        let (game, status) = (game.to_owned(), format!("/proc/{}/status", program.id()));
        let writer = std::thread::spawn(move || {
            (0..times).for_each(|_| input.write_all(game.as_bytes()).unwrap());
            // Everything but what the pipe holds has been read by now.
            let text = std::fs::read_to_string(status).unwrap();
            let line = text.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
            line.split_whitespace().nth(1).unwrap().parse().unwrap()
        });
        assert!(output.lines().map_while(Result::ok).count() > times);
        assert!(program.wait().unwrap().success());
        writer.join().unwrap()
    }

    let mut record = random_game(0, 12);
    record.comment(&"A long comment on the last move. ".repeat(100));
    let pgn = record.to_string();
    let sheet = converted(&[], &pgn);
    for (from, game) in [("pgn", pgn), ("descriptive", sheet)] {
        let [few, many] = [60, 3_000].map(|times| most_memory(from, &game, times));
        assert!(3_000 * game.len() > 8 << 20, "the games are many");
        assert!(many < few + 2_048, "{from}: {few} KiB for 60 games, {many} KiB for 3,000");
    }
}
