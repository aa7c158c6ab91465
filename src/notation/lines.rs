//! Files of positions, one on a line, as other programs and people leave them. It knows nothing of
//! what a line says.

/// The lines of a text that say something, each with its number from 1 and without blanks around
/// it. NUL bytes and byte order marks are blanks wherever they stand, and so are carriage returns
/// at a line's end. Lines that begin with `#` say nothing.
pub fn lines(text: &str) -> impl Iterator<Item = (usize, String)> {
    (1..).zip(text.split('\n')).filter_map(|(number, line)| {
        let line = line.replace(['\0', '\u{feff}'], " ");
        let line = line.trim();
        (!line.is_empty() && !line.starts_with('#')).then(|| (number, line.to_owned()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_other_programs_leave_behind_is_blank() {
        let text = "\u{feff}one\r\n\0\0\r\r\n # a comment\n two\0three\0\r\r\n\u{feff}\nfour";
        let found: Vec<_> = lines(text).collect();
        let expected = [(1, "one"), (4, "two three"), (6, "four")];
        assert_eq!(found, expected.map(|(number, line)| (number, line.to_owned())));
        assert_eq!(lines("").count(), 0);
    }
}
