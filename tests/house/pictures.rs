//! The two pictures that the book's architecture page begins with: the parts and what each may use,
//! and the way of a `go` to its `bestmove`. They are drawn from tables, and the files in the book
//! must be what is drawn. After a change of a table, `JADOUBE_DRAW=1 cargo test --test house` writes
//! them anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::MAY_USE;

/// Where a stage of the second picture is, and what happens there.
struct Stage {
    /// Files below `src`.
    files: &'static [&'static str],
    /// A line or two.
    what: [&'static str; 2],
}

/// From the wire down to a node, and back up to the wire.
const GO: [Stage; 9] = [
    Stage {
        files: &["uci/input.rs", "uci/wire/go.rs"],
        what: [
            "a line of bytes is read and becomes Command::Go;",
            "what makes no sense is reported",
        ],
    },
    Stage {
        files: &["uci/session.rs"],
        what: ["the command becomes SearchLimits; the input thread", "goes back to reading"],
    },
    Stage {
        files: &["engine/mod.rs", "engine/limits.rs"],
        what: [
            "limits become a budget of time and a timer;",
            "the game and the options are copied",
        ],
    },
    Stage {
        files: &["engine/thinker.rs", "engine/book.rs"],
        what: [
            "the thinking thread takes the job; a move of the",
            "opening book may answer at once",
        ],
    },
    Stage {
        files: &["search/mod.rs", "search/threads.rs"],
        what: ["the tablebases are asked about the root;", "every thread searches"],
    },
    Stage {
        files: &["search/worker.rs", "search/root.rs"],
        what: ["one iteration after another, each a ply deeper,", "until the timer says enough"],
    },
    Stage {
        files: &["search/node.rs", "search/prune.rs", "search/moves.rs", "search/quiescence.rs"],
        what: ["the numbered steps of a node,", "called again for every child"],
    },
    Stage {
        files: &["engine/thinker.rs", "engine/events.rs"],
        what: [
            "after each iteration an Event with the best line;",
            "at the end one with the best move",
        ],
    },
    Stage {
        files: &["uci/writer.rs", "uci/wire/reply.rs"],
        what: ["events become lines:", "info …, and in the end bestmove"],
    },
];

/// The opening tag. Lines and letters have the colour of the page's text, so that a dark page shows
/// them as well as a light one. A blank line would end the picture for Markdown, so there is none.
fn open(width: usize, height: usize, title: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
         aria-label=\"{title}\" style=\"max-width:100%;height:auto\" font-family=\"sans-serif\" \
         font-size=\"14\" fill=\"currentColor\">\n<title>{title}</title>\n"
    )
}

fn rectangle(picture: &mut String, [x, y, width, height]: [usize; 4]) {
    writeln!(
        picture,
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\" fill=\"none\" \
         stroke=\"currentColor\"/>"
    )
    .unwrap();
}

fn line(picture: &mut String, [x1, y1, x2, y2]: [usize; 4], opacity: &str) {
    writeln!(
        picture,
        "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"currentColor\" \
         stroke-opacity=\"{opacity}\"/>"
    )
    .unwrap();
}

/// A line down to a place, and the head of an arrow there.
fn arrow(picture: &mut String, [x, from, to]: [usize; 3]) {
    line(picture, [x, from, x, to - 6], "1");
    writeln!(picture, "<path d=\"M{} {} l5 7 l5 -7 z\"/>", x - 5, to - 7).unwrap();
}

fn text(picture: &mut String, x: usize, y: usize, style: &str, words: &str) {
    writeln!(picture, "<text x=\"{x}\" y=\"{y}\"{style}>{words}</text>").unwrap();
}

/// The parts as stairs. Each is a box; a dot to the left of a box, below another, says that the
/// first may use the second. That no dot can stand to the right of a box is the rule that no way
/// leads back up.
fn parts() -> String {
    const STEP: usize = 48;
    const ROW: usize = 34;
    const BOX: [usize; 2] = [94, 24];
    let count = MAY_USE.len();
    let (x, y) = (|place: usize| 8 + STEP * place, |place: usize| 8 + ROW * place);
    let mut picture = open(
        x(count - 1) + BOX[0] + 8,
        y(count) + 4,
        "The parts of the program: a dot in the row of a part, below another, means that it may use it",
    );
    for (row, (part, allowed)) in MAY_USE.iter().enumerate() {
        let used: Vec<usize> = allowed
            .iter()
            .map(|name| MAY_USE.iter().position(|(part, _)| part == name).unwrap())
            .collect();
        let middle = y(row) + BOX[1] / 2;
        if let Some(first) = used.iter().min() {
            line(&mut picture, [x(*first) + 20, middle, x(row), middle], "0.35");
        }
        let last_user = MAY_USE.iter().rposition(|(_, allowed)| allowed.contains(part));
        if let Some(last) = last_user {
            let end = y(last) + BOX[1] / 2;
            line(&mut picture, [x(row) + 20, y(row) + BOX[1], x(row) + 20, end], "0.35");
        }
        for place in used {
            writeln!(picture, "<circle cx=\"{}\" cy=\"{middle}\" r=\"5\"/>", x(place) + 20)
                .unwrap();
        }
        rectangle(&mut picture, [x(row), y(row), BOX[0], BOX[1]]);
        text(&mut picture, x(row) + 10, y(row) + 17, "", part);
    }
    picture + "</svg>\n"
}

/// The stages of a `go` from top to bottom.
fn way_of_a_go() -> String {
    const ROW: usize = 66;
    const BOX: [usize; 4] = [8, 30, 700, 48];
    let y = |place: usize| BOX[1] + ROW * place;
    let end = y(GO.len());
    let mut picture = open(
        716,
        end + 24,
        "From go to bestmove: the files that a search passes through, in order",
    );
    let bold = " font-weight=\"bold\"";
    text(&mut picture, 20, 18, bold, "go wtime 60000 btime 60000");
    for (place, stage) in GO.iter().enumerate() {
        let top = y(place);
        arrow(&mut picture, [32, top - if place == 0 { 10 } else { 18 }, top]);
        rectangle(&mut picture, [BOX[0], top, BOX[2], BOX[3]]);
        let mono = " font-family=\"monospace\" font-size=\"13\"";
        for (index, files) in stage.files.chunks(2).enumerate() {
            text(&mut picture, 20, top + 20 + 18 * index, mono, &files.join(", "));
        }
        for (index, words) in stage.what.into_iter().enumerate() {
            text(&mut picture, 350, top + 20 + 18 * index, "", words);
        }
    }
    arrow(&mut picture, [32, end - 18, end]);
    text(&mut picture, 20, end + 16, bold, "bestmove e2e4 ponder e7e5");
    picture + "</svg>\n"
}

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src/images").join(name)
}

#[test]
fn the_pictures_of_the_architecture_page_are_drawn_from_the_tables() {
    let page = include_str!("../../book/src/architecture.md");
    for (name, drawn) in [("parts.svg", parts()), ("go.svg", way_of_a_go())] {
        assert!(!drawn.contains("\n\n"), "{name} has a blank line");
        if std::env::var_os("JADOUBE_DRAW").is_some() {
            fs::write(file(name), &drawn).unwrap();
        }
        let kept = fs::read_to_string(file(name)).unwrap_or_default().replace('\r', "");
        assert!(kept == drawn, "{name} is out of date: JADOUBE_DRAW=1 cargo test --test house");
        assert!(page.contains(&format!("{{{{#include images/{name}}}}}")), "{name} is not shown");
    }
}

#[test]
fn every_file_on_the_way_of_a_go_is_there() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for stage in &GO {
        for name in stage.files {
            assert!(source.join(name).is_file(), "{name}");
        }
    }
}
