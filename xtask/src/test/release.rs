//! The release build and its tests: sizes, encodings, the first visit, the one program.
//!
//! They take a quarter of an hour, and most changes cannot break what they protect. So the gate
//! runs them only if a file changed that decides how a release is made; the hash of these files as
//! they were when the tests last passed is in `xtask/release-inputs.sha256`, which the step writes.

use std::fs;

use anyhow::{Context, Result};

use super::{Tier, node_tests};
use crate::build::{self, Profile};
use crate::project;
use crate::shell::say;
use crate::stamp;

/// The file with the hash.
const PASSED: &str = "xtask/release-inputs.sha256";

/// What decides how a release is made.
const INPUTS: [&str; 15] = [
    ".cargo/config.toml",
    "Cargo.lock",
    "Cargo.toml",
    "end2end/release",
    "package-lock.json",
    "rust-toolchain.toml",
    "server/src/export",
    "server/src/export.rs",
    "server/src/site",
    "server/src/site.rs",
    "server/src/standalone",
    "server/src/standalone.rs",
    "xtask/scripts/compress.mjs",
    "xtask/src/gzip.rs",
    "xtask/src/runtime/pack.rs",
];

/// Builds and tests the release; in the gate, only if its inputs changed since it last passed.
pub(super) fn run(tier: Tier) -> Result<()> {
    let inputs = inputs()?;
    let passed = fs::read_to_string(project::path(PASSED)).unwrap_or_default();
    if tier != Tier::Full && passed.trim() == inputs {
        say("nothing that decides how a release is made has changed since its tests passed");
        return Ok(());
    }
    build::run(Profile::Release)?;
    node_tests::in_browsers("end2end/release", 1, tier, Profile::Release)?;
    fs::write(project::path(PASSED), format!("{inputs}\n"))
        .with_context(|| format!("cannot write {PASSED}"))?;
    say(&format!("wrote {PASSED}: commit it with the change"));
    Ok(())
}

/// Returns the hash of the inputs, the same in every checkout.
fn inputs() -> Result<String> {
    let root = project::root();
    let build = ["xtask/src/build", "xtask/src/build.rs"];
    stamp::hash_of(INPUTS.iter().chain(&build).map(|path| root.join(path)), &root)
}
