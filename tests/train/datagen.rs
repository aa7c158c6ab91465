//! `jadoube datagen` and `genfens` as a user runs them: games are played, looked into, joined and
//! shuffled, and what is refused is named.

use super::path;
use crate::folder::Folder;
use crate::program::{jadoube, text};

#[test]
fn games_are_played_inspected_joined_and_shuffled() {
    let folder = Folder::new("whole");
    let [mix, one, two, both, shuffled] =
        ["mix.toml", "one.games", "two.games", "both.games", "shuffled.games"]
            .map(|name| path(&folder, name));
    std::fs::write(
        &mix,
        "[[game]]\nweight = 1\nlaws = \"british1897\"\nodds = \"rook\"\ngiver = \"either\"\n\
         [[game]]\nweight = 1\nstrength = [1.0, 0.5]\n",
    )
    .unwrap();
    for (file, seed) in [(&one, "1"), (&two, "2")] {
        let played = jadoube(&[
            "datagen", "--games", "6", "--nodes", "30", "--seed", seed, "--mix", &mix, "--out",
            file,
        ]);
        assert!(played.status.success(), "{}", text(&played.stderr));
        assert!(text(&played.stderr).contains("6 games; 6 of them"), "{}", text(&played.stderr));
    }
    let joined = jadoube(&["datagen", "--merge", &one, &two, "--out", &both]);
    assert_eq!(text(&joined.stdout), format!("12 games in {both}\n"));
    let dealt = jadoube(&[
        "datagen",
        "--shuffle",
        &both,
        "--out",
        &shuffled,
        "--seed",
        "3",
        "--memory",
        "1",
    ]);
    assert_eq!(text(&dealt.stdout), format!("12 games in {shuffled}\n"));
    let inspect = |file: &str| text(&jadoube(&["datagen", "--inspect", file]).stdout);
    let (of_both, of_shuffled) = (inspect(&both), inspect(&shuffled));
    assert_eq!(of_both, of_shuffled, "shuffling loses nothing and adds nothing");
    for line in ["12 games", "seed 1, 30 nodes", "seed 2, 30 nodes", "unequal players", "Odds=rook"]
    {
        assert!(of_both.contains(line), "{line}: {of_both}");
    }
    assert_ne!(std::fs::read(&both).unwrap(), std::fs::read(&shuffled).unwrap());
}

#[test]
fn what_cannot_be_done_is_named() {
    let folder = Folder::new("faults");
    let [mix, foreign] = ["mix.toml", "foreign"].map(|name| path(&folder, name));
    std::fs::write(&foreign, "[Event \"?\"]\n").unwrap();
    let refused = |arguments: &[&str], named: &str| {
        let output = jadoube(arguments);
        assert!(!output.status.success());
        let error = text(&output.stderr);
        assert!(error.contains(named), "{error}");
        assert_eq!(error.trim().lines().count(), 1, "{error}");
    };
    refused(&["datagen"], "--out FILE is missing");
    refused(&["datagen", "--inspect", &foreign], "no file of training games");
    refused(&["datagen", "--merge", &foreign, "--out", &foreign], "read and written at once");
    for (text, named) in [
        ("", "names no game"),
        ("[[game]]\nweight = 0", "weight must be above 0"),
        ("[[game]]\nweight = 1\nlaws = \"1804\"", "'1804'"),
        ("[[game]]\nweight = 1\nodds = \"e1\"", "e1"),
        ("[[game]]\nweight = 1\nlwas = \"chess\"", "lwas"),
        ("[[game]]\nweight = 1\nundertaking = \"pawn@e5\"", "e5"),
        ("[[game]]\nweight = 1\nmen = 2", "men must be 3 to 32"),
        ("[[game]]\nweight = 1\nmen = 9\nodds = \"rook\"", "without odds"),
    ] {
        std::fs::write(&mix, text).unwrap();
        let out = path(&folder, "out.games");
        refused(&["datagen", "--games", "1", "--mix", &mix, "--out", &out], named);
    }
}

#[test]
fn openbench_gets_the_openings_it_asks_for() {
    let folder = Folder::new("genfens");
    let book = path(&folder, "book.epd");
    std::fs::write(&book, "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq -\n")
        .unwrap();
    for book in ["None", &book] {
        let request = format!("genfens 4 seed 17 book {book}");
        let answered = jadoube(&[&request, "quit"]);
        assert!(answered.status.success());
        let lines = text(&answered.stdout);
        assert_eq!(lines.lines().count(), 4);
        for line in lines.lines() {
            let fen = line.strip_prefix("info string genfens ").unwrap();
            assert_eq!(fen.split(' ').count(), 6, "{fen}");
            let setup = jadoube::notation::fen::parse(fen).unwrap();
            setup.position(&Default::default()).unwrap();
        }
    }
}
