//! `jadoube diagram`: a position as an SVG picture; and `jadoube book-preprocessor`, by which mdBook
//! turns the `chess` blocks of its pages into such pictures.

use std::io::Read;

use anyhow::{Context, Result, anyhow};
use serde_json::Value;

use super::output::print_line;
use super::terms::TermsArguments;
use crate::notation::pgn::Tags;
use crate::notation::san;
use crate::rules::{Color, Game, Setup, Square};
use crate::web;
use crate::web::diagram::{self, Diagram};

/// The arguments of `jadoube diagram`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The position; without it, the one that the terms begin from
    fen: Option<String>,
    /// Moves to make first, in SAN; the last one is shown by an arrow
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Who sits below: White, Black
    #[arg(long, default_value = "White", value_name = "COLOR", value_parser = color)]
    below: Color,
    /// What stands below the board; by default the terms and whose turn it is
    #[arg(long)]
    caption: Option<String>,
    /// Arrows, as two squares each: e2e4
    #[arg(long, num_args = 1.., value_name = "SQUARES", value_parser = diagram::arrow)]
    arrows: Vec<(Square, Square)>,
    /// Squares to be noticed
    #[arg(long, num_args = 1.., value_name = "SQUARE", value_parser = diagram::square)]
    squares: Vec<Square>,
    #[command(flatten)]
    terms: TermsArguments,
}

/// The arguments of `jadoube book-preprocessor`.
#[derive(clap::Args)]
pub struct PreprocessorArguments {
    /// mdBook's question whether a renderer is served: `supports html`
    #[arg(num_args = 0..=2, value_name = "supports RENDERER")]
    question: Vec<String>,
}

fn color(text: &str) -> Result<Color, String> {
    let named = |color: &Color| color.to_string().eq_ignore_ascii_case(text);
    Color::ALL.into_iter().find(named).ok_or_else(|| "not White or Black".to_owned())
}

/// Prints the picture.
pub fn run(arguments: &Arguments) -> Result<()> {
    let mut game = Game::new(arguments.terms.position(arguments.fen.as_deref())?);
    for text in &arguments.moves {
        let mv = san::parse(game.position(), text)?;
        let legal = game.play(mv);
        debug_assert!(legal, "SAN is read by the legal moves");
    }
    let black_below = arguments.below == Color::Black;
    let terms = arguments.terms.terms()?;
    let caption = arguments.caption.clone().unwrap_or_else(|| {
        let giver = terms.giver(Some(&Setup::of(game.start())));
        let words: Vec<String> = Tags::of_terms(&terms, giver)
            .iter()
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        format!("{}. {} to move", words.join(", "), game.position().turn())
    });
    let diagram = Diagram {
        game: &game,
        black_below,
        caption: &caption,
        with_caption: true,
        arrows: &arguments.arrows,
        squares: &arguments.squares,
    };
    Ok(print_line(diagram.svg())?)
}

/// Answers mdBook: `supports` by the exit status, otherwise the book from standard input with its
/// blocks drawn.
pub fn preprocess(arguments: &PreprocessorArguments) -> Result<()> {
    if arguments.question.first().is_some_and(|word| word == "supports") {
        return Ok(());
    }
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).context("standard input")?;
    let input: Value = serde_json::from_str(&text).context("standard input")?;
    let [_, book] = input.as_array().map(Vec::as_slice).unwrap_or_default() else {
        return Err(anyhow!("standard input: not mdBook's context and book"));
    };
    let mut book = book.clone();
    // mdBook calls them sections up to 0.4 and items since 0.5.
    for name in ["sections", "items"] {
        if let Some(list) = book.get_mut(name).and_then(Value::as_array_mut) {
            list.iter_mut().try_for_each(draw)?;
        }
    }
    Ok(print_line(book)?)
}

/// Draws the blocks of a chapter and of those below it.
fn draw(item: &mut Value) -> Result<()> {
    let Some(chapter) = item.get_mut("Chapter") else { return Ok(()) };
    let name = chapter.get("path").and_then(Value::as_str).unwrap_or("a chapter").to_owned();
    let board = format!("http://127.0.0.1:{}", web::USUAL_PORT);
    if let Some(content) = chapter.get_mut("content")
        && let Some(page) = content.as_str()
    {
        *content =
            diagram::of_page(page, &board).map_err(|fault| anyhow!("{name}: {fault}"))?.into();
    }
    match chapter.get_mut("sub_items").and_then(Value::as_array_mut) {
        Some(list) => list.iter_mut().try_for_each(draw),
        None => Ok(()),
    }
}
