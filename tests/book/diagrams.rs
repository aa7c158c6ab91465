//! The diagrams of the book: each is drawn, and each position is what its block promises; and the
//! program as mdBook calls it.

use std::path::{Path, PathBuf};
use std::process::Output;

use jadoube::web::diagram;

use crate::program::{jadoube, jadoube_on};

/// Every page of the book, with its text.
fn pages() -> Vec<(PathBuf, String)> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    let folders = [source.clone(), source.join("laws")];
    let entries = folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths = entries.map(|entry| entry.unwrap().path());
    let pages = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| (path.clone(), std::fs::read_to_string(path).unwrap())).collect()
}

#[test]
fn every_diagram_of_the_book_is_what_it_promises() {
    let mut pictures = 0;
    for (path, page) in pages() {
        let drawn = diagram::of_page(&page, "");
        let drawn = drawn.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        pictures += drawn.matches("<figure><svg").count();
    }
    assert!(pictures >= 30, "{pictures} diagrams");
}

#[test]
fn every_diagram_of_the_book_promises_something() {
    for (path, page) in pages() {
        for block in page.split("```chess\n").skip(1) {
            let block = block.split("```").next().unwrap();
            assert!(block.contains("holds: "), "{}: {block}", path.display());
            assert!(block.contains("caption: "), "{}: {block}", path.display());
        }
    }
}

fn diagram(arguments: &[&str]) -> Output {
    jadoube(&[&["diagram"], arguments].concat())
}

#[test]
fn the_command_draws_what_it_is_told_with_the_terms_below() {
    let output = diagram(&[
        "--laws",
        "british1897",
        "--odds",
        "rook",
        "--arrows",
        "e2e4",
        "d2d4",
        "--squares",
        "e4",
    ]);
    let picture = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    for (what, count) in [
        ("<g transform", 31),
        ("opacity=\"0.6\"", 2),
        ("opacity=\"0.55\"", 1),
        ("aria-label=\"Laws british1897, Odds rook, OddsGiver White. White to move\"", 1),
        // Below the board the caption is broken into lines.
        (">Laws british1897, Odds rook, OddsGiver White.", 1),
    ] {
        assert_eq!(picture.matches(what).count(), count, "{what}: {picture}");
    }
    let named = diagram(&["--caption", "One <two>"]);
    assert!(String::from_utf8_lossy(&named.stdout).contains(">One &lt;two&gt;</text>"));
    for (wrong, word) in [(["--arrows", "e2e9"], "e2e9"), (["--squares", "i1"], "i1")] {
        let refused = diagram(&wrong);
        assert!(!refused.status.success());
        assert!(String::from_utf8_lossy(&refused.stderr).contains(word));
    }
}

fn preprocess(input: &str) -> Output {
    jadoube_on(input, &["book-preprocessor"])
}

/// A book as mdBook 0.4 and 0.5 send it.
fn book(list: &str, block: &str) -> String {
    let chapter = |content: &str, below: serde_json::Value| {
        serde_json::json!({"Chapter": {
            "name": "A", "content": content, "number": null, "sub_items": below, "path": "a.md",
            "source_path": "a.md", "parent_names": []
        }})
    };
    let below = chapter(block, serde_json::json!([]));
    let items = [serde_json::json!("Separator"), chapter("nothing", serde_json::json!([below]))];
    let context = serde_json::json!({"root": "/", "renderer": "html", "mdbook_version": "0.5.0"});
    serde_json::json!([context, {list: items}]).to_string()
}

#[test]
fn mdbook_gets_its_book_back_with_pictures() {
    let block = "```chess\nlaws: chess\nmoves: e4\nholds: legal e5\ncaption: x\n```\n";
    for list in ["sections", "items"] {
        let output = preprocess(&book(list, block));
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let made: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(made[list][0], "Separator");
        let outer = &made[list][1]["Chapter"];
        assert_eq!(outer["content"], "nothing");
        let inner = outer["sub_items"][0]["Chapter"]["content"].as_str().unwrap();
        assert!(inner.starts_with("<figure><svg") && inner.ends_with("</figure>\n"), "{inner}");
    }
    let output = preprocess(&book("items", "```chess\nlaws: chess\nholds: legal e5\n```\n"));
    let fault = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && fault.contains("a.md") && fault.contains("legal e5"));
    assert!(!preprocess("nonsense").status.success());
}
