//! The files of the page, as they are in the program. No other file is ever served.

/// Path, type and text.
pub const FILES: &[(&str, &str, &str)] = &[
    ("/", HTML, include_str!("page/index.html")),
    ("/style.css", "text/css; charset=utf-8", include_str!("page/style.css")),
    ("/pieces.svg", SVG, include_str!("page/pieces.svg")),
    ("/icon.svg", SVG, include_str!("page/icon.svg")),
    ("/main.js", SCRIPT, include_str!("page/main.js")),
    ("/board.js", SCRIPT, include_str!("page/board.js")),
    ("/socket.js", SCRIPT, include_str!("page/socket.js")),
    ("/dialog.js", SCRIPT, include_str!("page/dialog.js")),
    ("/side.js", SCRIPT, include_str!("page/side.js")),
    ("/dom.js", SCRIPT, include_str!("page/dom.js")),
    ("/moves.js", SCRIPT, include_str!("page/moves.js")),
    ("/arbiter.js", SCRIPT, include_str!("page/arbiter.js")),
    ("/sound.js", SCRIPT, include_str!("page/sound.js")),
    ("/theme.js", SCRIPT, include_str!("page/theme.js")),
];

const HTML: &str = "text/html; charset=utf-8";
const SVG: &str = "image/svg+xml";
const SCRIPT: &str = "text/javascript; charset=utf-8";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_as_a_whole() {
        let bytes: usize = FILES.iter().map(|(_, _, text)| text.len()).sum();
        assert!(bytes < 300_000, "{bytes} bytes");
    }
}
