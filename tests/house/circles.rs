//! Circles inside a part: of two modules beside each other, one may name the other, not both each
//! other. A module is known by its file; what a folder holds counts for the folder.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::rust_files;

/// The circles that are meant, each with its reason.
const MEANT: [(&str, &str); 1] = [
    // Terms begin from a setup with the odds taken off, and a setup becomes a position under terms.
    ("rules/laws", "rules/setup"),
];

/// A module's path below `src`: `["rules", "laws", "terms"]`.
type Module = Vec<String>;

/// Every module and its file.
fn modules() -> BTreeMap<Module, PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let module = |file: &PathBuf| -> Module {
        let inside = file.strip_prefix(&source).unwrap().with_extension("");
        let names = inside.iter().map(|name| name.to_str().unwrap().to_owned());
        names.filter(|name| !["mod", "lib", "main"].contains(&name.as_str())).collect()
    };
    rust_files("src").into_iter().map(|file| (module(&file), file)).collect()
}

/// A file's code without comments and without its tests.
fn code(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    code.lines().map(|line| line.split("//").next().unwrap().to_owned() + "\n").collect()
}

/// The word a text begins with.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Reads `a::b`, `a::{b, c::d}` and the like; adds every path to `found` and returns the rest.
fn read_tree<'a>(mut text: &'a str, mut path: Module, found: &mut Vec<Module>) -> &'a str {
    loop {
        if let Some(group) = text.strip_prefix('{') {
            let mut rest = group.trim_start();
            while !rest.is_empty() && !rest.starts_with('}') {
                let after = read_tree(rest, path.clone(), found);
                // What is no name, such as `*`, is passed over.
                let after = if after.len() == rest.len() { &rest[1..] } else { after };
                rest = after.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
            }
            return rest.strip_prefix('}').unwrap_or(rest);
        }
        let name = word(text);
        if name.is_empty() {
            found.push(path);
            return text;
        }
        path.push(name.to_owned());
        text = &text[name.len()..];
        let Some(rest) = text.strip_prefix("::") else {
            found.push(path);
            return text;
        };
        text = rest;
    }
}

/// What the code of a module names by paths that begin with `crate` or `super`.
fn named_by(module: &Module, code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            // The second of `super::super` is read with the first.
            if code[..at].ends_with("::") {
                continue;
            }
            let mut rest = &code[at..];
            let mut base = if start == "crate::" { Vec::new() } else { module.clone() };
            rest = rest.strip_prefix("crate::").unwrap_or(rest);
            while let Some(above) = rest.strip_prefix("super::") {
                base.pop();
                rest = above;
            }
            read_tree(rest, base, &mut found);
        }
    }
    found
}

/// Every pair of modules beside each other of which the first names the second.
fn uses() -> BTreeSet<(Module, Module)> {
    let modules = modules();
    let mut uses = BTreeSet::new();
    for (module, file) in &modules {
        for mut named in named_by(module, &code(file)) {
            while !named.is_empty() && !modules.contains_key(&named) {
                named.pop();
            }
            let shared = module.iter().zip(&named).take_while(|(a, b)| a == b).count();
            if shared < module.len().min(named.len()) {
                uses.insert((module[..=shared].to_vec(), named[..=shared].to_vec()));
            }
        }
    }
    uses
}

#[test]
fn no_two_modules_name_each_other() {
    let uses = uses();
    assert!(uses.len() > 300, "only {} uses were found", uses.len());
    for (one, other) in &uses {
        let names = [one.join("/"), other.join("/")];
        let meant = MEANT.contains(&(names[0].as_str(), names[1].as_str()));
        if one < other && !meant {
            let circle = uses.contains(&(other.clone(), one.clone()));
            assert!(!circle, "{} and {} name each other", names[0], names[1]);
        }
    }
}

#[test]
fn paths_are_read_as_the_compiler_reads_them() {
    let module = ["rules", "laws", "terms"].map(str::to_owned).to_vec();
    let code = "use crate::eval::{Score, network::{self, Network}};\nlet x = super::super::key(1);\n\
                use super::*;";
    let found: Vec<String> =
        named_by(&module, code).into_iter().map(|path| path.join("::")).collect();
    let expected = [
        "eval::Score",
        "eval::network::self",
        "eval::network::Network",
        "rules::key",
        "rules::laws",
    ];
    assert_eq!(found, expected);
}
