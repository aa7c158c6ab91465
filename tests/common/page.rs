//! What the tests of the book's pages share: their blocks, and the comparison of what a command
//! prints with what the page says. There `...` stands for anything within a line, and alone on a
//! line for any number of lines.

/// A page's blocks of that kind: `text` is plain text.
pub fn blocks<'a>(page: &'a str, kind: &str) -> Vec<Vec<&'a str>> {
    let beginning = format!("```{kind}");
    let mut lines = page.lines();
    let mut blocks = Vec::new();
    while lines.any(|line| line == beginning) {
        blocks.push(lines.by_ref().take_while(|line| *line != "```").collect());
    }
    blocks
}

/// The words of a command line: blanks part them, save within single quotes.
pub fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(letter),
        }
    }
    words
}

/// Whether a line is as printed.
fn is_like(line: &str, printed: &str) -> bool {
    let mut parts = printed.split("...");
    let first = parts.next().unwrap();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut open = false;
    for part in parts {
        open = part.is_empty();
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    open || rest.is_empty()
}

/// Holds lines to what is printed. They are asked for one by one.
pub fn compare(printed: &[&str], mut next: impl FnMut() -> Option<String>) {
    let mut skip = false;
    for &wanted in printed {
        if wanted == "..." {
            skip = true;
            continue;
        }
        loop {
            let line = next().unwrap_or_else(|| panic!("'{wanted}' never came"));
            if is_like(&line, wanted) {
                break;
            }
            assert!(skip, "'{line}' is not '{wanted}'");
        }
        skip = false;
    }
}
