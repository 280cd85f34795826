//! The Python packages that tests use natively: pandas and friends, in `target/python`. No virtual
//! environment, since Debian's Python often lacks the module that creates one.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::project;
use crate::runtime::reset;
use crate::shell::{python, run_quietly, said, say};
use crate::stamp::Stamp;

/// Lists of packages, complete and with hashes, so that pip adds nothing.
const LISTS: [&str; 5] = [
    "web/kernel/harness/requirements-test.txt",
    "end2end/requirements.txt",
    "crates/exports/tests/requirements.txt",
    "end2end/sdk/requirements.txt",
    "end2end/container/requirements.txt",
];

/// Installs the packages if the lists changed; returns the folder to put on `PYTHONPATH`.
pub(super) fn install() -> Result<PathBuf> {
    let folder = project::path("target/python");
    let stamp = Stamp::of("python", &LISTS.map(project::path), "")?;
    if stamp.is_current(&folder) {
        return Ok(folder);
    }
    say("installing Python packages for the tests");
    let since = Instant::now();
    stamp.clear()?;
    reset(&folder)?;
    let mut pip = python()?;
    pip.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-input",
        "--only-binary=:all:",
        "--no-deps",
        "--require-hashes",
    ]);
    // All at once: with `--target`, a later run replaces the programs of an earlier one.
    pip.arg("--target").arg(&folder);
    for list in LISTS {
        pip.arg("-r").arg(project::path(list));
    }
    // Newer pips refuse a separate folder beside Debian's packages without this; older ones ignore
    // it.
    pip.env("PIP_BREAK_SYSTEM_PACKAGES", "1").env("PIP_ROOT_USER_ACTION", "ignore");
    run_quietly(&mut pip).context("pip could not install the packages of the tests")?;
    stamp.write()?;
    said("Python packages", since);
    Ok(folder)
}
