//! Diagrams: a position as an SVG picture, with the same pieces as the page's, and the blocks of
//! the book that describe one. It draws what it is given, and checks what a block promises.

use std::fmt::Write;

use super::message::TermsWords;
use super::play::Play;
use crate::notation::san;
use crate::rules::laws::excerpt;
use crate::rules::{Color, Game, Piece, Square};

/// The pictures of the pieces.
const PIECES: &str = include_str!("page/pieces.svg");
/// The side of a square, in the units of the picture.
const SIDE: usize = 50;
/// The side of the board, and the width of the edge with its letters and numbers.
const BOARD: usize = 8 * SIDE;
const EDGE: usize = SIDE / 2;
/// The height of a line of the caption, in the same units, and its length in characters.
const LINE: usize = 18;
const LINE_LENGTH: usize = 56;

/// A position to be drawn, and how.
pub struct Diagram<'a> {
    /// The game whose last position is drawn; the squares of its last move are marked.
    pub game: &'a Game,
    /// Whether Black sits below.
    pub black_below: bool,
    /// What stands below it, and what a screen reader says.
    pub caption: &'a str,
    /// Whether the caption is written into the picture, too.
    pub with_caption: bool,
    /// Arrows beside that of the last move.
    pub arrows: &'a [(Square, Square)],
    /// Squares to be noticed.
    pub squares: &'a [Square],
}

impl Diagram<'_> {
    /// The picture, on one line, complete in itself.
    pub fn svg(&self) -> String {
        let title = escape(self.caption);
        let lines = if self.with_caption { wrapped(self.caption) } else { Vec::new() };
        let (width, height) = (BOARD + EDGE, BOARD + EDGE + lines.len() * LINE);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\" aria-label=\"{title}\" font-family=\"sans-serif\">"
        );
        let last = self.game.moves().last().filter(|mv| !mv.is_null());
        let last =
            last.map(|mv| (mv.from(), if mv.is_castling() { mv.castled_king() } else { mv.to() }));
        for square in Square::all() {
            let of_last_move = last.is_some_and(|(from, to)| square == from || square == to);
            self.draw_square(&mut svg, square, of_last_move);
        }
        for (from, to) in last.iter().chain(self.arrows) {
            svg.push_str(&self.arrow(*from, *to));
        }
        self.draw_edges(&mut svg);
        for (number, line) in lines.iter().enumerate() {
            let _ = write!(
                svg,
                "<text x=\"{EDGE}\" y=\"{}\" font-size=\"14\" fill=\"currentColor\">{}</text>",
                BOARD + EDGE + number * LINE + 12,
                escape(line)
            );
        }
        svg.push_str("</svg>");
        svg
    }

    /// A square, what stands on it, and what is to be noticed about it.
    fn draw_square(&self, svg: &mut String, square: Square, of_last_move: bool) {
        let position = self.game.position();
        let (x, y) = self.corner(square);
        let light = (square.file() + square.rank()) % 2 == 1;
        let color = match (light, of_last_move) {
            (true, false) => "#eee3cd",
            (false, false) => "#8fa98b",
            (true, true) => "#ebd794",
            (false, true) => "#b7b867",
        };
        let _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{color}\"/>"
        );
        if self.squares.contains(&square) {
            let _ = write!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#c8553d\" opacity=\"0.55\"/>"
            );
        }
        if position.undertaking().and_then(|bound| bound.conditions.square) == Some(square) {
            let _ = write!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#0f6fb5\" stroke-width=\"3\" stroke-dasharray=\"7 4\"/>",
                x + 2,
                y + 2,
                SIDE - 4,
                SIDE - 4
            );
        }
        if let Some(piece) = position.piece_at(square) {
            svg.push_str(&picture(piece, x, y));
        }
        if position.board().marked() == Some(square) {
            let _ = write!(
                svg,
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"none\" stroke=\"#7a2fb0\" stroke-width=\"3\"/>",
                x + SIDE / 2,
                y + SIDE / 2,
                SIDE / 2 - 2
            );
        }
    }

    /// The letters of the files and the numbers of the ranks.
    fn draw_edges(&self, svg: &mut String) {
        for index in 0..8u8 {
            let (x, y) = self.corner(Square::at(index, index));
            let file = char::from(b'a' + index);
            let _ = write!(
                svg,
                "<text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"middle\" fill=\"currentColor\">{file}</text><text x=\"{}\" y=\"{}\" font-size=\"14\" text-anchor=\"middle\" fill=\"currentColor\">{}</text>",
                x + SIDE / 2,
                BOARD + 17,
                EDGE / 2,
                y + SIDE / 2 + 5,
                index + 1
            );
        }
    }

    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (usize, usize) {
        let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
        let (column, row) = if self.black_below { (7 - file, rank) } else { (file, 7 - rank) };
        (SIDE / 2 + column * SIDE, row * SIDE)
    }

    fn arrow(&self, from: Square, to: Square) -> String {
        let middle = |square| {
            let (x, y) = self.corner(square);
            ((x + SIDE / 2) as f64, (y + SIDE / 2) as f64)
        };
        let ((ax, ay), (bx, by)) = (middle(from), middle(to));
        let length = (bx - ax).hypot(by - ay).max(1.0);
        let (dx, dy) = ((bx - ax) / length, (by - ay) / length);
        let (nx, ny) = (bx - dx * 20.0, by - dy * 20.0);
        format!(
            "<g stroke=\"#0f6fb5\" fill=\"#0f6fb5\" opacity=\"0.6\"><path d=\"M{ax:.0} {ay:.0}L{nx:.0} {ny:.0}\" stroke-width=\"7\"/><path stroke=\"none\" d=\"M{:.0} {:.0}L{:.0} {:.0}L{:.0} {:.0}z\"/></g>",
            bx - dx * 3.0,
            by - dy * 3.0,
            nx - dy * 11.0,
            ny + dx * 11.0,
            nx + dy * 11.0,
            ny - dx * 11.0
        )
    }
}

/// A piece with its corner there.
fn picture(piece: Piece, x: usize, y: usize) -> String {
    let (fill, stroke, inner) = match piece.color() {
        Color::White => ("#fffdf6", "#26221d", "#26221d"),
        Color::Black => ("#34302c", "#100e0c", "#cfc6b8"),
    };
    let scale = SIDE as f64 / 100.0;
    format!(
        "<g transform=\"translate({x} {y}) scale({scale})\" fill=\"{fill}\" stroke=\"{stroke}\" color=\"{inner}\">{}</g>",
        drawing(piece.kind().letter())
    )
}

/// What a symbol of the pictures holds, on one line.
fn drawing(letter: char) -> String {
    let open = format!("<symbol id=\"{letter}\" viewBox=\"0 0 100 100\">");
    let inside = PIECES.split_once(&open).and_then(|(_, rest)| rest.split_once("</symbol>"));
    inside.map_or_else(String::new, |(drawing, _)| drawing.replace('\n', ""))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text in lines that go below the board.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LINE_LENGTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Two squares, as in `e2e4`.
///
/// # Errors
/// One line that names the text.
pub fn arrow(text: &str) -> Result<(Square, Square), String> {
    let square = |range| text.get(range).and_then(Square::parse);
    match (square(0..2), square(2..4), text.len()) {
        (Some(from), Some(to), 4) if from != to => Ok((from, to)),
        _ => Err(format!("'{}': not an arrow such as e2e4", excerpt(text))),
    }
}

/// A square, as in `e4`.
///
/// # Errors
/// One line that names the text.
pub fn square(text: &str) -> Result<Square, String> {
    Square::parse(text).ok_or_else(|| format!("'{}': not a square such as e4", excerpt(text)))
}

/// What a block of the book describes, one `name: value` a line.
#[derive(Default)]
struct Block {
    terms: TermsWords,
    moves: String,
    below: String,
    caption: String,
    holds: Vec<String>,
    arrows: Vec<(Square, Square)>,
    squares: Vec<Square>,
}

impl Block {
    fn read(text: &str) -> Result<Self, String> {
        let mut block = Self::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (name, value) = line
                .split_once(':')
                .ok_or_else(|| format!("diagram: '{}': not NAME: VALUE", excerpt(line)))?;
            let value = value.trim().to_owned();
            match name.trim() {
                "laws" => block.terms.laws = value,
                "odds" => block.terms.odds = Some(value),
                "giver" => block.terms.giver = Some(value),
                "undertaking" => block.terms.undertaking = Some(value),
                "fen" => block.terms.fen = Some(value),
                "moves" => block.moves = value,
                "below" => block.below = value,
                "caption" => block.caption = value,
                "holds" => block.holds.push(value),
                "arrows" => {
                    block.arrows = value.split(' ').map(arrow).collect::<Result<_, _>>()?;
                }
                "squares" => {
                    block.squares = value.split(' ').map(square).collect::<Result<_, _>>()?;
                }
                name => return Err(format!("diagram: '{}': no such name", excerpt(name))),
            }
        }
        Ok(block)
    }

    /// What the page of the board reads of its address, to begin a game from the position.
    fn fragment(&self) -> String {
        let given = |value: &Option<String>| value.clone().unwrap_or_default();
        let words = [
            ("laws", self.terms.laws.clone()),
            ("odds", given(&self.terms.odds)),
            ("giver", given(&self.terms.giver)),
            ("undertaking", given(&self.terms.undertaking)),
            ("fen", given(&self.terms.fen)),
            ("moves", self.moves.clone()),
            ("below", self.below.clone()),
        ];
        let pairs = words.iter().filter(|(_, value)| !value.is_empty());
        pairs
            .map(|(name, value)| format!("{name}={}", percent(value)))
            .collect::<Vec<_>>()
            .join("&")
    }
}

/// Text as a part of an address: what is not plain is written by its bytes.
fn percent(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.,/".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// The picture that a block of the book describes, with its caption. Moves are played under the
/// terms, and each promise (`holds`) is checked in the last position: `legal MOVE`,
/// `illegal MOVE`, `claim` and the words of a draw that may be claimed, or the words of the result.
///
/// # Errors
/// One line that names the text at fault, or the promise that is not kept.
///
/// `board` is the address of a running board, to which the picture leads.
pub fn of_block(text: &str, board: &str) -> Result<String, String> {
    let block = Block::read(text)?;
    let players = [super::message::Player::Person; 2];
    let mut play = Play::new(block.terms.record()?, players, None);
    for word in block.moves.split_whitespace() {
        let mv = play.read(word)?;
        play.make(mv)?;
    }
    for promise in &block.holds {
        let position = play.game().position();
        let is_kept = match promise.split_once(' ') {
            Some(("legal", mv)) => san::parse(position, mv).is_ok(),
            Some(("illegal", mv)) => san::parse(position, mv).is_err(),
            Some(("claim", words)) => {
                play.claims().iter().any(|claim| play.end_of_claim(*claim).words == words)
            }
            _ => play.end.as_ref().is_some_and(|end| end.words == *promise),
        };
        if !is_kept {
            let found = play.end.as_ref().map_or("the game goes on", |end| &end.words);
            return Err(format!("diagram '{}': '{promise}' does not hold: {found}", block.caption));
        }
    }
    let diagram = Diagram {
        game: play.game(),
        black_below: block.below == "Black",
        caption: &block.caption,
        with_caption: false,
        arrows: &block.arrows,
        squares: &block.squares,
    };
    let caption = escape(&block.caption);
    let link = escape(&format!("{board}/#{}", block.fragment()));
    Ok(format!(
        "<figure>{}<figcaption>{caption} <a href=\"{link}\">On the board</a></figcaption></figure>",
        diagram.svg()
    ))
}

/// Replaces each ```` ```chess ```` block of a page by its picture. `board` is the address of a
/// running board.
///
/// # Errors
/// As [`of_block`].
pub fn of_page(page: &str, board: &str) -> Result<String, String> {
    let mut out = String::with_capacity(page.len());
    let mut block: Option<String> = None;
    // How many backquotes close the block of another kind that is passed over.
    let mut other: Option<usize> = None;
    for line in page.split_inclusive('\n') {
        let text = line.trim_end();
        let quotes = text.len() - text.trim_start_matches('`').len();
        match (&mut block, other) {
            (Some(drawn), _) if text == "```" => {
                out.push_str(&of_block(drawn, board)?);
                out.push('\n');
                block = None;
            }
            (Some(drawn), _) => drawn.push_str(line),
            (None, None) if text == "```chess" => block = Some(String::new()),
            (None, _) => {
                other = match other {
                    None => (quotes >= 3).then_some(quotes),
                    Some(open) => (quotes < open || quotes != text.len()).then_some(open),
                };
                out.push_str(line);
            }
        }
    }
    match block {
        Some(text) => Err(format!("diagram: '{}': no ``` closes it", excerpt(&text))),
        None => Ok(out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CASTLING: &str = "laws: accomplished1837\nodds: a1\ngiver: White\nfen: 8/8/8/2B5/2p5/1kp5/8/R3K3 w Q - 0 1\n";

    #[test]
    fn a_block_becomes_a_picture_of_one_line_with_every_piece() {
        let picture =
            of_block(&format!("{CASTLING}holds: legal O-O-O\ncaption: a < b"), "http://b").unwrap();
        assert_eq!(picture.lines().count(), 1);
        assert_eq!(picture.matches("<g transform").count(), 6);
        assert!(picture.contains(
            "<figcaption>a &lt; b <a href=\"http://b/#laws=accomplished1837&amp;odds=a1"
        ));
        let after = of_block(
            &format!("{CASTLING}moves: O-O-O c2 Ra3\nholds: White wins: Black is checkmated"),
            "",
        )
        .unwrap();
        assert!(after.contains("&amp;moves=O-O-O%20c2%20Ra3\">"), "{after}");
        assert!(after.contains("opacity"), "the last move is an arrow");
    }

    #[test]
    fn a_promise_that_does_not_hold_is_an_error() {
        for (line, word) in [
            ("holds: illegal O-O-O", "illegal O-O-O"),
            ("holds: White wins", "the game goes on"),
            ("colour: red", "colour"),
            ("moves: Ke9", "Ke9"),
            ("nothing", "nothing"),
            ("arrows: e2e4 e9e1", "e9e1"),
            ("squares: x4", "x4"),
            ("holds: claim Drawn: agreed", "claim Drawn"),
        ] {
            let error = of_block(&format!("{CASTLING}{line}\n"), "").unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn only_chess_blocks_of_a_page_are_touched() {
        let page = format!("a\n```text\nb\n```\n```chess\n{CASTLING}```\nc\n");
        let made = of_page(&page, "").unwrap();
        assert!(
            made.starts_with("a\n```text\nb\n```\n<figure>") && made.ends_with("</figure>\nc\n")
        );
        assert!(of_page("```chess\nlaws: chess\n", "").is_err());
        let example = "````text\n```chess\nnothing\n```\n````\n";
        assert_eq!(of_page(example, "").unwrap(), example);
    }
}
