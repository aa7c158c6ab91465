//! Folders for the time of one test.
#![allow(dead_code, reason = "each test that includes this module uses a part of it")]

use std::path::PathBuf;

/// A folder of its own for one test, gone with it.
pub struct Folder(pub PathBuf);

impl Folder {
    /// Makes the folder. Tests of one program must give different names.
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("jadoube-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file into it.
    pub fn write(&self, name: &str, bytes: &[u8]) -> &Self {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
