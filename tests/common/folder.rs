//! Folders and files for the time of one test.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::path::{Path, PathBuf};

/// A folder of its own for one test, gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Makes the folder. Tests of one program must give different names.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Where a file of that name is, or would be, in it.
    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> &Self {
        std::fs::write(self.file(name), bytes).unwrap();
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A file of its own for one test, gone with it.
pub struct File {
    path: PathBuf,
    /// Where it is, alone.
    _folder: Folder,
}

impl File {
    /// A file that is not there yet. Tests of one program must give different names.
    pub fn missing(name: &str) -> Self {
        let folder = Folder::new(&format!("file-{name}"));
        Self { path: folder.file(name), _folder: folder }
    }

    /// A file that holds these bytes.
    pub fn new(name: &str, bytes: impl AsRef<[u8]>) -> Self {
        let file = Self::missing(name);
        std::fs::write(&file.path, bytes).unwrap();
        file
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The same as text.
    pub fn name(&self) -> &str {
        self.path.to_str().unwrap()
    }
}
