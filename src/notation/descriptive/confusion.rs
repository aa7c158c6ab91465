//! What scanners read wrongly: the confusions of `confusions.txt`, as data. A confusion costs the
//! same whatever it is; that a reading must be a legal move and let the rest of the game be played
//! is what decides between readings.

use std::sync::LazyLock;

/// What was printed and what was read for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Confusion {
    /// What was printed.
    pub printed: &'static str,
    /// What was read.
    pub read: &'static str,
}

/// All confusions that are known, in the order of the table in `confusions.txt`.
pub fn confusions() -> &'static [Confusion] {
    static TABLE: LazyLock<Vec<Confusion>> = LazyLock::new(|| {
        let rows = include_str!("confusions.txt").lines();
        let rows = rows.map(str::trim).filter(|row| !row.is_empty() && !row.starts_with("# "));
        rows.flat_map(|row| {
            let mut words = row.split_whitespace();
            let printed = words.next().unwrap_or_default();
            words.map(move |read| Confusion { printed, read })
        })
        .collect()
    });
    &TABLE
}

/// The confusions by the first character of what was printed.
pub(super) fn of(printed: char) -> &'static [(&'static [char], &'static [char])] {
    type Rows = Vec<(&'static [char], &'static [char])>;
    static BY_FIRST: LazyLock<Vec<Rows>> = LazyLock::new(|| {
        let leak = |text: &str| -> &'static [char] { text.chars().collect::<Vec<_>>().leak() };
        let mut rows = vec![Rows::new(); 128];
        for confusion in confusions() {
            let first = confusion.printed.chars().next().map_or(0, |c| c as usize);
            if let Some(row) = rows.get_mut(first) {
                row.push((leak(confusion.printed), leak(confusion.read)));
            }
        }
        rows
    });
    BY_FIRST.get(printed as usize).map_or(&[], Vec::as_slice)
}
