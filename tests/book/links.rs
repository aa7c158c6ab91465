//! Every link of the book and of the README leads somewhere: to a file that is there, and to a
//! heading that is in it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
}

/// The text without its code, which holds no links.
fn prose(page: &str) -> String {
    let mut text = String::new();
    let mut fenced = false;
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            // Every other piece between backquotes is code.
            text.extend(line.split('`').step_by(2));
            text.push('\n');
        }
    }
    text
}

/// The targets of the links of a page.
fn targets(page: &str) -> Vec<String> {
    let text = prose(page);
    let after = text.split("](").skip(1);
    after.filter_map(|rest| rest.split_once(')').map(|(target, _)| target.to_owned())).collect()
}

/// The anchors of a page's headings, as mdBook and GitHub make them.
fn anchors(page: &str) -> BTreeSet<String> {
    let headings = page.lines().filter_map(|line| line.strip_prefix('#'));
    let slug = |heading: &str| -> String {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = text.chars().filter(|&c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.map(|c| if c == ' ' { '-' } else { c }).collect()
    };
    headings.map(slug).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = vec![root.join("README.md"), root.join("CHANGELOG.md")];
    pages(&root.join("book/src"), &mut all);
    let mut followed = 0;
    for page in &all {
        let text = fs::read_to_string(page).unwrap();
        for target in targets(&text) {
            if target.starts_with("http") {
                continue;
            }
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let path =
                if file.is_empty() { page.clone() } else { page.parent().unwrap().join(file) };
            assert!(path.exists(), "{}: no such file: {target}", page.display());
            if !anchor.is_empty() {
                let there = anchors(&fs::read_to_string(&path).unwrap());
                assert!(there.contains(anchor), "{}: no such heading: {target}", page.display());
            }
            followed += 1;
        }
    }
    assert!(followed > 50, "{followed} links followed");
}

#[test]
fn every_page_is_in_the_summary_once() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("book/src");
    let mut listed = targets(&fs::read_to_string(source.join("SUMMARY.md")).unwrap());
    listed.sort();
    let mut all = Vec::new();
    pages(&source, &mut all);
    let relative = all.iter().map(|page| page.strip_prefix(&source).unwrap());
    let mut there: Vec<String> = relative
        .map(|page| page.to_str().unwrap().replace('\\', "/"))
        .filter(|page| page != "SUMMARY.md")
        .collect();
    there.sort();
    assert_eq!(listed, there);
}
