//! The file of games: one line of JSON for each state of a game, appended after each change. The
//! last line of a game counts; a line that was cut off by a crash is passed over. Opening the file
//! writes it anew with one line a game. Only one server may have it.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::kept::Kept;
use super::play::Play;

/// The file.
pub struct Store {
    file: File,
    /// Held while the server runs, so that no second one has the file.
    _lock: File,
}

#[derive(Serialize, Deserialize)]
struct Line {
    id: u64,
    /// `None` when the game was forgotten.
    game: Option<Kept>,
}

impl Store {
    /// Opens the file, or makes it, and reads its games.
    ///
    /// # Errors
    /// One line with the path: it cannot be read or written, or another server has it.
    pub fn open(path: &Path) -> io::Result<(Self, BTreeMap<u64, Play>)> {
        let named = |error: io::Error| {
            io::Error::new(error.kind(), format!("games file '{}': {error}", path.display()))
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(named)?;
        }
        let beside = |ending: &str| -> PathBuf {
            let mut name = path.as_os_str().to_owned();
            name.push(ending);
            name.into()
        };
        let lock = File::create(beside(".lock")).map_err(named)?;
        if lock.try_lock().is_err() {
            let busy = io::Error::new(io::ErrorKind::ResourceBusy, "another board has it open");
            return Err(named(busy));
        }
        let text = match fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(named(error)),
        };
        let mut games = BTreeMap::new();
        for line in text.lines() {
            let Ok(Line { id, game }) = serde_json::from_str(line) else { continue };
            match game.map(Kept::play) {
                Some(Ok(play)) => drop(games.insert(id, play)),
                Some(Err(_)) => {}
                None => drop(games.remove(&id)),
            }
        }
        let fresh = beside(".new");
        let mut whole = Vec::new();
        for (id, play) in &games {
            write_line(&mut whole, *id, Some(Kept::of(play)))?;
        }
        fs::write(&fresh, whole).map_err(named)?;
        fs::rename(&fresh, path).map_err(named)?;
        let file = OpenOptions::new().append(true).open(path).map_err(named)?;
        Ok((Self { file, _lock: lock }, games))
    }

    /// Writes the state of a game, or that it was forgotten.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn keep(&mut self, id: u64, play: Option<&Play>) -> io::Result<()> {
        let mut line = Vec::new();
        write_line(&mut line, id, play.map(Kept::of))?;
        self.file.write_all(&line)
    }
}

fn write_line(out: &mut Vec<u8>, id: u64, game: Option<Kept>) -> io::Result<()> {
    serde_json::to_writer(&mut *out, &Line { id, game })?;
    out.push(b'\n');
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::message::{Player, TermsWords};

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("jadoube-store-{}-{name}", std::process::id()))
    }

    fn play(laws: &str, odds: &str) -> Play {
        let terms = TermsWords {
            laws: laws.to_owned(),
            odds: Some(odds.to_owned()),
            ..TermsWords::default()
        };
        Play::new(terms.record().unwrap(), [Player::Person, Player::Elo(1200)], None)
    }

    #[test]
    fn games_outlive_the_server_and_a_line_cut_off() {
        let path = path("cut");
        let (mut store, games) = Store::open(&path).unwrap();
        assert!(games.is_empty());
        let mut first = play("british1897", "rook");
        store.keep(1, Some(&first)).unwrap();
        first.make(first.read("Nf3").unwrap()).unwrap();
        store.keep(1, Some(&first)).unwrap();
        store.keep(2, Some(&play("chess", "none"))).unwrap();
        store.keep(2, None).unwrap();
        store.file.write_all(b"{\"id\":1,\"game\":{\"pgn\":\"[Ev").unwrap();
        drop(store);
        for _ in 0..2 {
            let (_store, games) = Store::open(&path).unwrap();
            assert_eq!(games.keys().collect::<Vec<_>>(), [&1]);
            assert_eq!(games[&1].game().moves(), first.game().moves());
            assert_eq!(games[&1].pgn(), first.pgn());
            assert_eq!(games[&1].players, first.players);
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_second_server_is_refused_the_file() {
        let path = path("twice");
        let _first = Store::open(&path).unwrap();
        let error = Store::open(&path).err().unwrap().to_string();
        assert!(error.contains("another board"), "{error}");
        fs::remove_file(&path).unwrap();
    }
}
