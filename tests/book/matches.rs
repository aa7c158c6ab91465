//! The examples of the book's pages on the first steps, on matches and on OpenBench, and of the README, run as they are
//! printed; and the Makefile as OpenBench uses it. Numbers are those of one version of the engine:
//! what is compared is the text around them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::folder::Folder;
use crate::page::{blocks, compare, words};

const MATCHES: &str = include_str!("../../book/src/matches.md");
const OPENBENCH: &str = include_str!("../../book/src/openbench.md");
const FIRST_STEPS: &str = include_str!("../../book/src/first-steps.md");
const README: &str = include_str!("../../README.md");

/// A line without its numbers, `inf` and `unbounded` being such, and with single blanks.
fn without_numbers(line: &str) -> String {
    let masked: String = line
        .replace("inf", "0")
        .replace("unbounded", "0")
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect();
    let words = masked.split_whitespace().map(|word| {
        let mut text = String::new();
        let mut letters = word.replace("...", "\u{2026}").chars().collect::<Vec<_>>();
        // A sign belongs to its number, and a point within it.
        letters.dedup_by(|next, last| *last == '0' && (*next == '0' || *next == '.'));
        text.extend(letters);
        text.replace("-0", "0").replace('\u{2026}', "...")
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Runs a command of a page in a folder, `jadoube` being the program under test.
fn run(line: &str, folder: &Path) -> Output {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_jadoube"));
    let command = words(line);
    assert_eq!(command[0], "jadoube", "{line}");
    let engine = format!("cmd={}", program.display());
    let arguments = command[1..].iter().map(|word| match &word[..] {
        "cmd=jadoube" | "cmd=target/release/jadoube" => engine.clone(),
        "jadoube" => program.display().to_string(),
        _ => word.clone(),
    });
    Command::new(&program).args(arguments).current_dir(folder).output().unwrap()
}

/// Runs the commands of a page one after another in one folder, and says how many there were.
fn run_all(page: &str, folder: &Path) -> usize {
    let blocks = blocks(page, "text");
    let commands: Vec<_> = blocks.iter().filter(|block| block[0].starts_with("$ ")).collect();
    for block in &commands {
        let output = run(&block[0][2..], folder);
        let refused = block[1].starts_with("error: ");
        assert_eq!(output.status.code(), Some(i32::from(refused)), "{}: {output:?}", block[0]);
        let bytes = if refused { output.stderr } else { output.stdout };
        let text = String::from_utf8(bytes).unwrap();
        // How games end is the engine's affair, and changes with it.
        let shown =
            block.iter().position(|line| *line == "Endings:").map_or(block.len(), |at| at + 1);
        let printed: Vec<String> =
            block[1..shown].iter().map(|line| without_numbers(line)).collect();
        let printed: Vec<&str> = printed.iter().map(String::as_str).collect();
        let mut lines = text.lines().map(without_numbers);
        compare(&printed, || lines.next());
        // What ends in dots, or in a line cut short, does not show all that is printed.
        let rest: Vec<String> = lines.collect();
        let cut = shown < block.len() || printed.last().is_some_and(|last| last.ends_with("..."));
        assert!(rest.is_empty() || cut, "{}: {rest:?}", block[0]);
    }
    commands.len()
}

#[test]
fn numbers_are_passed_over_and_nothing_else() {
    assert_eq!(without_numbers("  Score 87.50 %, Elo -338.04 +/- inf"), "Score 0 %, Elo 0 +/- 0");
    assert_eq!(without_numbers("  Pairs: [0, 10, 3]"), "Pairs: [0, 0, 0]");
    assert_eq!(without_numbers("  none  0.00 ..."), "none 0 ...");
    assert_ne!(without_numbers("1 won"), without_numbers("1 lost"));
}

#[test]
fn every_command_of_the_page_on_matches_does_what_it_says() {
    let folder = Folder::new("matches");
    for block in blocks(MATCHES, "toml") {
        let name = block[0].strip_prefix("# ").expect("a file says its name");
        // A text between single quotes is taken as it is, backslashes and all.
        let program = format!("cmd = '{}'", env!("CARGO_BIN_EXE_jadoube"));
        let text = block.join("\n").replace("cmd = \"jadoube\"", &program);
        std::fs::write(folder.0.join(name), text).unwrap();
    }
    for block in blocks(MATCHES, "errors") {
        let name = block[0].strip_prefix("# ").expect("a file says its name");
        std::fs::write(folder.0.join(name), block.join("\n")).unwrap();
    }
    assert!(run_all(MATCHES, &folder.0) >= 9);
}

#[test]
fn the_readme_shows_what_the_commands_print() {
    let folder = Folder::new("readme");
    assert_eq!(run_all(README, &folder.0), 3);
}

#[test]
fn every_option_of_a_match_is_on_the_page() {
    for command in ["match", "ladder", "tune", "check"] {
        let help = Command::new(env!("CARGO_BIN_EXE_jadoube")).args([command, "--help"]).output();
        let help = String::from_utf8(help.unwrap().stdout).unwrap();
        let options = help.split_whitespace().filter(|word| word.starts_with("--"));
        let mut seen = 0;
        for option in options.map(|word| word.trim_matches([',', '.'])) {
            let known = ["--help", "--chess960", "--event", "--each"].contains(&option);
            let told = MATCHES.contains(&format!("`{option}`"))
                || MATCHES.contains(&format!("`{option} "))
                || MATCHES.contains(&format!(" {option} "));
            assert!(known || told, "{command} {option}");
            seen += 1;
        }
        assert!(seen >= 2, "{help}");
    }
}

#[test]
fn openbench_can_read_the_bench_and_its_description() {
    let folder = Folder::new("openbench");
    assert_eq!(run_all(OPENBENCH, &folder.0), 1);
    let block = &blocks(OPENBENCH, "json")[0];
    let description: serde_json::Value = serde_json::from_str(&block.join("\n")).unwrap();
    let compiler = description["build"]["compilers"][0].as_str().unwrap();
    let least = concat!("cargo>=", env!("CARGO_PKG_RUST_VERSION"));
    assert!(compiler.starts_with(least), "{compiler} is not {least}");
}

/// A `cargo` that notes what it is given stands for the real one. What it builds notes the same.
#[cfg(unix)]
const CARGO: &str = r#"#!/bin/sh
echo "cargo $* CC=$CC CXX=$CXX RUSTFLAGS=$RUSTFLAGS" >> asked
built=target/release
while [ $# -gt 0 ]; do
    case $1 in --target) built=target/profile/$2/release ;; esac
    shift
done
mkdir -p "$built"
printf '#!/bin/sh\necho "jadoube $*" >> asked\n' > "$built/jadoube"
chmod +x "$built/jadoube"
"#;

/// What is called, in its order, when the Makefile is run as OpenBench does with this tool for
/// profiles and with `flags` as RUSTFLAGS. `None` where there is no `make`.
#[cfg(unix)]
fn called_by_make(folder: &str, profdata: &str, flags: &str) -> Option<Vec<String>> {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(folder);
    let at = |name: &str| folder.0.join(name);
    std::fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/Makefile"), at("Makefile")).unwrap();
    let tool = "#!/bin/sh\necho \"profdata $1\" >> asked\n";
    for (name, script) in [("cargo", CARGO), ("profdata", tool)] {
        std::fs::write(at(name), script).unwrap();
        std::fs::set_permissions(at(name), std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    let path = format!("{}:{}", folder.0.display(), std::env::var("PATH").unwrap());
    let profdata = format!("PROFDATA={profdata}");
    let made = Command::new("make")
        .args(["-j", "EXE=Jadoube-01234567", "CC=cargo", "CXX=cargo", &profdata])
        .env("PATH", path)
        .env("RUSTFLAGS", flags)
        .current_dir(&folder.0)
        .output()
        .ok()?;
    assert!(made.status.success(), "{made:?}");
    assert!(std::fs::read_to_string(at("Jadoube-01234567")).unwrap().contains("jadoube"));
    let asked = std::fs::read_to_string(at("asked")).unwrap();
    Some(asked.lines().map(|line| line.trim_end().to_owned()).collect())
}

#[cfg(unix)]
#[test]
fn the_makefile_builds_as_openbench_asks() {
    let Some(called) = called_by_make("make", "", "") else { return };
    assert_eq!(called, ["cargo build --release CC= CXX= RUSTFLAGS="]);
}

#[cfg(unix)]
#[test]
fn with_a_tool_for_profiles_the_makefile_builds_by_the_profile_of_a_bench() {
    for (folder, flags) in [("make-profiled", ""), ("make-flags", "-C target-cpu=x86-64")] {
        let Some(called) = called_by_make(folder, "profdata", flags) else { return };
        let [generate, bench, merge, use_it] = &called[..] else { panic!("{called:?}") };
        assert_eq!([bench.as_str(), merge], ["jadoube bench", "profdata merge"]);
        for (build, flag) in [(generate, "-Cprofile-generate="), (use_it, "-Cprofile-use=")] {
            let (command, rustflags) = build.split_once(" CC= CXX= RUSTFLAGS=").expect(build);
            // RUSTFLAGS replace all flags that are given otherwise, so the profile's must be among them.
            let place = if flags.is_empty() { command } else { rustflags };
            assert!(place.contains(flag), "{build}");
            assert!(rustflags.starts_with(flags), "{build}");
            assert_eq!(rustflags.is_empty(), flags.is_empty(), "{build}");
        }
    }
}

#[test]
fn every_command_of_the_first_steps_does_what_it_says() {
    let folder = Folder::new("first-steps");
    for block in ["epd", "pgn"].into_iter().flat_map(|kind| blocks(FIRST_STEPS, kind)) {
        let name = block[0].trim_start_matches(['#', '%', ' ']);
        std::fs::write(folder.0.join(name), block.join("\n") + "\n").unwrap();
    }
    assert!(run_all(FIRST_STEPS, &folder.0) >= 6);
}
