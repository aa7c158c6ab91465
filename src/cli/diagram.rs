//! `jadoube diagram`: a position as an SVG picture; and `jadoube book-preprocessor`, by which mdBook
//! turns the `chess` blocks of its pages into such pictures.
#![allow(clippy::print_stdout)] // a command's business is to print

use std::io::Read;

use anyhow::{Context, Result, anyhow};
use serde_json::Value;

use super::terms::TermsArguments;
use crate::notation::san;
use crate::rules::{Color, Game};
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
    /// What stands in the picture for those who do not see it
    #[arg(long, default_value = "A chess position")]
    caption: String,
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
    println!("{}", Diagram { game: &game, black_below, caption: &arguments.caption }.svg());
    Ok(())
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
    println!("{book}");
    Ok(())
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
