//! The files that a match writes. Each is opened before the first game, so that one that cannot be
//! written is refused in time; no two processes write to one; and every error names its file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::rules::splitmix;

/// Why a file cannot be had or written.
#[derive(Debug, Error)]
pub enum FileError {
    /// The system refuses.
    #[error("{what} '{}': {error}", path.display())]
    System {
        /// What the user calls it.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is being written to.
    #[error("{what} '{}': another match is writing to it", path.display())]
    Taken {
        /// What the user calls it.
        what: &'static str,
        /// The file.
        path: PathBuf,
    },
}

/// A number that tells a program from another that was built under its name: a digest of its file,
/// which is looked for as the system does when it starts the program in that folder. `None` if it
/// is not found.
pub fn fingerprint(program: &Path, folder: Option<&Path>) -> Option<u64> {
    let is_bare = program.parent().is_some_and(|parent| parent.as_os_str().is_empty());
    let places: Vec<PathBuf> = if is_bare {
        std::env::split_paths(&std::env::var_os("PATH")?).collect()
    } else {
        folder.map(Path::to_owned).into_iter().chain([PathBuf::new()]).collect()
    };
    let suffixed = |place: PathBuf| {
        let plain = place.join(program);
        let mut name = plain.clone().into_os_string();
        name.push(std::env::consts::EXE_SUFFIX);
        [plain, name.into()]
    };
    let found = places.into_iter().flat_map(suffixed).find(|path| path.is_file())?;
    digest(File::open(found).ok()?).ok()
}

fn digest(mut stream: impl Read) -> io::Result<u64> {
    let mut piece = vec![0; 1 << 16];
    let (mut sum, mut length) = (0_u64, 0_u64);
    loop {
        let mut size = 0;
        // Pieces are cut at the same places however the stream is read.
        while size < piece.len() {
            match stream.read(&mut piece[size..])? {
                0 => break,
                more => size += more,
            }
        }
        for word in piece[..size].chunks(8) {
            let mut bytes = [0; 8];
            bytes[..word.len()].copy_from_slice(word);
            sum = splitmix(sum ^ u64::from_le_bytes(bytes));
        }
        length += size as u64;
        if size == 0 {
            return Ok(splitmix(sum ^ length));
        }
    }
}

/// A file that this process alone writes to. One that was made for nothing is removed at the end.
#[derive(Debug)]
pub struct OutputFile {
    file: File,
    what: &'static str,
    path: PathBuf,
    /// Whether it is an ordinary file, which can be read, cut and locked: no terminal or pipe.
    ordinary: bool,
    /// Whether it was not there before.
    made: bool,
}

impl OutputFile {
    /// Opens a file and keeps what is in it. `what` is what the user calls it, `pgn` for example.
    ///
    /// # Errors
    /// It cannot be written, or another process writes to it.
    pub fn open(what: &'static str, path: &Path) -> Result<Self, FileError> {
        let failed = |error| FileError::System { what, path: path.to_owned(), error };
        let before = std::fs::metadata(path);
        let ordinary = before.as_ref().map_or(true, |data| data.is_file());
        let mut options = OpenOptions::new();
        options.read(ordinary).write(true).create(true).truncate(false);
        // A lock would keep readers out too: others may read, but not write.
        #[cfg(windows)]
        {
            use std::os::windows::fs::OpenOptionsExt;
            const FILE_SHARE_READ: u32 = 1;
            options.share_mode(FILE_SHARE_READ);
        }
        let file = options.open(path).map_err(failed)?;
        #[cfg(not(windows))]
        if ordinary && let Err(std::fs::TryLockError::WouldBlock) = file.try_lock() {
            return Err(FileError::Taken { what, path: path.to_owned() });
        }
        Ok(Self { file, what, path: path.to_owned(), ordinary, made: before.is_err() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn failed(&self, error: io::Error) -> FileError {
        FileError::System { what: self.what, path: self.path.clone(), error }
    }

    /// Whether nothing is in it, as in a terminal or a pipe.
    pub fn is_empty(&self) -> bool {
        !self.ordinary || self.file.metadata().is_ok_and(|data| data.len() == 0)
    }

    /// What is in it; nothing in a terminal or a pipe.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn contents(&mut self) -> Result<Vec<u8>, FileError> {
        let mut bytes = Vec::new();
        if self.ordinary {
            let read = self.file.rewind().and_then(|()| self.file.read_to_end(&mut bytes));
            read.map_err(|error| self.failed(error))?;
        }
        Ok(bytes)
    }

    /// Keeps so many bytes of it only.
    ///
    /// # Errors
    /// It cannot be cut.
    pub fn cut(&mut self, length: u64) -> Result<(), FileError> {
        if self.ordinary {
            self.file.set_len(length).map_err(|error| self.failed(error))?;
        }
        Ok(())
    }

    /// Writes behind what is in it, in one piece.
    ///
    /// # Errors
    /// It cannot be written, the disk being full for example.
    pub fn append(&mut self, text: &str) -> Result<(), FileError> {
        if self.ordinary {
            self.file.seek(SeekFrom::End(0)).map_err(|error| self.failed(error))?;
        }
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|error| self.failed(error))
    }

    /// Writes in place of what is in it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn replace(&mut self, text: &str) -> Result<(), FileError> {
        self.cut(0)?;
        self.append(text)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.made && self.ordinary && self.is_empty() {
            // An empty file that stays does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("jadoube-files-{}-{name}", std::process::id()))
    }

    #[test]
    fn one_process_writes_and_nothing_is_left_of_nothing() {
        let path = path("games");
        let mut file = OutputFile::open("pgn", &path).unwrap();
        if cfg!(unix) {
            let second = OutputFile::open("json", &path).unwrap_err().to_string();
            assert!(second.starts_with("json '") && second.contains("another match"), "{second}");
        }
        file.append("one ").unwrap();
        file.append("two").unwrap();
        assert_eq!(file.contents().unwrap(), b"one two");
        file.cut(4).unwrap();
        file.append("three").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"one three");
        drop(file);
        let mut file = OutputFile::open("pgn", &path).unwrap();
        file.replace("").unwrap();
        drop(file);
        assert!(path.exists(), "it was there before");
        std::fs::remove_file(&path).unwrap();
        drop(OutputFile::open("pgn", &path).unwrap());
        assert!(!path.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_names_the_file() {
        let mut file = OutputFile::open("pgn", Path::new("/dev/full")).unwrap();
        assert_eq!(file.contents().unwrap(), b"");
        let error = file.append("1. e4 *").unwrap_err().to_string();
        assert!(error.starts_with("pgn '/dev/full': No space left"), "{error}");
    }

    #[test]
    fn a_program_built_anew_is_another() {
        let one = path("program");
        std::fs::write(&one, "first").unwrap();
        let before = fingerprint(&one, None);
        assert!(before.is_some());
        assert_eq!(before, fingerprint(&one, None));
        std::fs::write(&one, "first\0").unwrap();
        assert_ne!(before, fingerprint(&one, None));
        std::fs::remove_file(&one).unwrap();
        assert_eq!(fingerprint(&one, None), None);
    }
}
