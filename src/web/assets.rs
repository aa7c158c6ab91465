//! The files of the page, as they are in the program. No other file is ever served. The page's
//! modules are small files for those who read them; a browser fetches them as one, and the drawings
//! of the pieces with the page itself: each request more is time before the board is there.

use std::fmt::Write;

/// A file: its path, its type and its text.
pub struct File {
    /// Where it is asked for.
    pub path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// What it says.
    pub text: String,
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The modules of the page, each after those that it imports.
const MODULES: &[(&str, &str)] = &[
    ("dom", include_str!("page/dom.js")),
    ("memory", include_str!("page/memory.js")),
    ("theme", include_str!("page/theme.js")),
    ("sound", include_str!("page/sound.js")),
    ("socket", include_str!("page/socket.js")),
    ("moves", include_str!("page/moves.js")),
    ("side", include_str!("page/side.js")),
    ("arbiter", include_str!("page/arbiter.js")),
    ("board", include_str!("page/board.js")),
    ("dialog", include_str!("page/dialog.js")),
    ("main", include_str!("page/main.js")),
];

/// All of them.
pub fn files() -> Vec<File> {
    let file = |path, kind, text| File { path, kind, text };
    vec![
        file("/", HTML, page()),
        file("/style.css", CSS, include_str!("page/style.css").to_owned()),
        file("/icon.svg", SVG, include_str!("page/icon.svg").to_owned()),
        file("/main.js", SCRIPT, script(MODULES)),
        // The pages of the book have this one alone.
        file("/theme.js", SCRIPT, include_str!("page/theme.js").to_owned()),
    ]
}

/// The page with the drawings of the pieces, which it uses by their names.
fn page() -> String {
    let pieces = include_str!("page/pieces.svg")
        .replace("<svg ", "<svg class=\"hidden\" aria-hidden=\"true\" ")
        .replace("symbol id=\"", "symbol id=\"piece-");
    include_str!("page/index.html").replace("<!-- pieces.svg -->", &pieces)
}

/// Modules as one script. Each becomes a function that gives what the module exports, so that its
/// own names stay its own; its imports take what they name from those before it.
fn script(modules: &[(&str, &str)]) -> String {
    let mut script = String::new();
    for (name, text) in modules {
        let mut exports = Vec::new();
        let _ = writeln!(script, "const of_{name} = (() => {{");
        for line in text.lines() {
            if let Some(import) = import(line) {
                script += &import;
            } else if let Some(declared) = line.strip_prefix("export ") {
                exports.extend(declared_name(declared));
                script += declared;
            } else {
                script += line;
            }
            script.push('\n');
        }
        let _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
    }
    script
}

/// `import { a, b } from "./name.js";` or `import * as a from "./name.js";` as a declaration.
fn import(line: &str) -> Option<String> {
    let (what, from) = line.strip_prefix("import ")?.split_once(" from ")?;
    let module = from.strip_prefix("\"./")?.strip_suffix(".js\";")?;
    let what = what.strip_prefix("* as ").unwrap_or(what);
    Some(format!("const {what} = of_{module};"))
}

/// The name that a declaration declares.
fn declared_name(line: &str) -> Option<&str> {
    let rest = ["function ", "class ", "const "].iter().find_map(|word| line.strip_prefix(word))?;
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_as_a_whole() {
        let bytes: usize = files().iter().map(|file| file.text.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }

    #[test]
    fn the_page_has_the_pieces() {
        let page = page();
        for kind in ["p", "n", "b", "r", "q", "k"] {
            assert!(page.contains(&format!("<symbol id=\"piece-{kind}\"")), "{kind}");
        }
    }

    #[test]
    fn modules_become_one_script_in_which_each_keeps_its_names() {
        let one = "const own = 1;\nexport const a = () => own;\nexport function b() {}\n";
        let two = "import { a, b } from \"./one.js\";\nimport * as one from \"./one.js\";\n\
                   export class C {}\nconst own = a() + one.a();\n";
        let wanted = "\
            const of_one = (() => {\nconst own = 1;\nconst a = () => own;\nfunction b() {}\n\
            return { a, b };\n})();\n\
            const of_two = (() => {\nconst { a, b } = of_one;\nconst one = of_one;\n\
            class C {}\nconst own = a() + one.a();\nreturn { C };\n})();\n";
        assert_eq!(script(&[("one", one), ("two", two)]), wanted);
    }

    #[test]
    fn every_module_of_the_page_is_in_its_script_after_what_it_imports() {
        for (at, (name, text)) in MODULES.iter().enumerate() {
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let import = import(line).unwrap_or_else(|| panic!("{name}: {line}"));
                let module = import.rsplit_once("of_").unwrap().1.trim_end_matches(';');
                let known = MODULES[..at].iter().any(|(before, _)| *before == module);
                assert!(known, "{name}: {line}");
            }
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/page");
        for entry in std::fs::read_dir(folder).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            if let Some(module) = file.strip_suffix(".js") {
                assert!(MODULES.iter().any(|(name, _)| *name == module), "{file}");
            }
        }
    }
}
