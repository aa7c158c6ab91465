//! The files of networks, which `EvalFile` names. What is in such a file is `eval::network`'s
//! business.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use crate::eval::network::{Network, NetworkError};

/// The largest file that is taken for a network, in bytes: many times the largest there is.
const LARGEST_FILE: u64 = 1 << 26;

/// Why a file gives no network. Each names the file.
#[derive(Debug, Error)]
pub enum NetworkFileError {
    /// It cannot be read.
    #[error("network '{}': {error}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// What it holds is no network.
    #[error("network '{}': {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: NetworkError,
    },
}

/// Reads a network.
///
/// # Errors
/// [`NetworkFileError`] names the file and says what is wrong with it.
pub fn open(path: &Path) -> Result<Arc<Network>, NetworkFileError> {
    let mut bytes = Vec::new();
    // A longer file is cut here, and then refused for its length.
    let read = File::open(path).and_then(|file| file.take(LARGEST_FILE).read_to_end(&mut bytes));
    read.map_err(|error| NetworkFileError::Read { path: path.to_owned(), error })?;
    let network = Network::read(&bytes);
    let content = |error| NetworkFileError::Content { path: path.to_owned(), error };
    network.map(Arc::new).map_err(content)
}
