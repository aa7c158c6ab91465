//! Tells the tests whether the larger test data lie beside the repository: what needs them is
//! reported as ignored where they do not. Nothing else is built differently.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=JADOUBE_SHARED");
    println!("cargo::rustc-check-cfg=cfg(shared_data)");
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let shared =
        std::env::var_os("JADOUBE_SHARED").map_or_else(|| root.join("../shared"), PathBuf::from);
    if shared.join("data").is_dir() {
        println!("cargo::rustc-cfg=shared_data");
    }
}
