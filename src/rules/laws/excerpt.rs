//! Text at fault, made fit for an error of one line. It changes no text that is used.

/// How many characters of a text an error repeats at most.
const LONGEST: usize = 60;

/// The text as an error names it: on one line, without control characters, at most sixty
/// characters and a mark that some are left out.
pub fn excerpt(text: &str) -> String {
    let mut shown = String::new();
    for word in text.split(|c: char| c.is_whitespace() || c.is_control()) {
        if !word.is_empty() && !shown.is_empty() {
            shown.push(' ');
        }
        shown.push_str(word);
        if let Some((end, _)) = shown.char_indices().nth(LONGEST) {
            shown.truncate(end);
            shown.push('…');
            break;
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_is_one_short_line() {
        assert_eq!(excerpt(" Nf3 "), "Nf3");
        assert_eq!(excerpt("a\r\n\tb\u{2028}c\u{7}d"), "a b c d");
        assert_eq!(excerpt(""), "");
        assert_eq!(excerpt("\n\n"), "");
        assert_eq!(excerpt(&"x".repeat(LONGEST)), "x".repeat(LONGEST));
        let long = excerpt(&"x".repeat(1000));
        assert_eq!(long.chars().count(), LONGEST + 1);
        assert!(long.ends_with('…'));
    }
}
