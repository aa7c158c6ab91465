//! `jadoube board`: serves the board for people in the browser.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use super::output::{print_line, tell};
use super::{advice, laws};
use crate::web::{self, Config};

/// The arguments of `jadoube board`.
#[derive(clap::Args)]
pub struct Arguments {
    /// The port; 0 takes any that is free [default: 18970, or any if that is taken]
    #[arg(long)]
    port: Option<u16>,
    /// The address to listen on. On any but the loopback the token printed at the start is needed,
    /// and what is sent can be read on its way
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// The file in which games are kept; by default games.jsonl in the user's data folder
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
}

/// Serves until the process ends.
pub fn run(arguments: &Arguments) -> Result<()> {
    let games = match &arguments.games {
        Some(path) => path.clone(),
        None => data_folder()
            .context("there is no data folder: name a file by --games")?
            .join("games.jsonl"),
    };
    let (listen, port) = (arguments.listen, arguments.port);
    let (other_codes, penalty) = (laws::of_each_code, advice::best_choice);
    let config = Config { listen, port, games, other_codes, penalty };
    web::serve(&config, |page| {
        print_line(format_args!("The board is at {page}"))?;
        if arguments.open {
            open(page);
        }
        Ok(())
    })?;
    Ok(())
}

/// Where a user's own files of this program belong.
fn data_folder() -> Option<PathBuf> {
    let from = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        from("LOCALAPPDATA")?
    } else if cfg!(target_os = "macos") {
        from("HOME")?.join("Library/Application Support")
    } else {
        from("XDG_DATA_HOME").or_else(|| Some(from("HOME")?.join(".local/share")))?
    };
    Some(base.join("jadoube"))
}

/// Shows a page in the user's browser. That this fails is no fault: the address is printed.
fn open(page: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else if cfg!(target_os = "macos") {
        Command::new("open")
    } else {
        Command::new("xdg-open")
    };
    let quiet = command.arg(page).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = quiet.spawn() {
        tell(format_args!("note: no browser could be opened: {error}"));
    }
}
