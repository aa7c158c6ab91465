//! The larger test data, which are not in the repository: in `../shared`, or in the folder that
//! `JADOUBE_SHARED` names. `build.rs` looks for them, and without them every test that calls
//! [`data`] is reported as ignored.

use std::path::{Path, PathBuf};

/// A file or folder of the shared data.
///
/// # Panics
/// It is not there.
pub fn data(path: &str) -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared");
    let root = std::env::var_os("JADOUBE_SHARED").map_or_else(beside, PathBuf::from);
    let path = root.join("data").join(path);
    assert!(path.exists(), "{} is missing", path.display());
    path
}
