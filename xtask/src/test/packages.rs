//! The Python packages that tests use natively: pandas and friends, in `target/python`. No virtual
//! environment, since Debian's Python often lacks the module that creates one.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::project;
use crate::runtime::reset;
use crate::shell::{python, run_quietly, said, say};
use crate::stamp::Stamp;

/// Lists of packages: file, and whether it is complete, so that pip must not add dependencies.
const LISTS: [(&str, bool); 2] =
    [("public/kernel/harness/requirements-test.txt", false), ("end2end/requirements.txt", true)];

/// Installs the packages if the lists changed; returns the folder to put on `PYTHONPATH`.
pub(super) fn install() -> Result<PathBuf> {
    let folder = project::path("target/python");
    let stamp = Stamp::of("python", &LISTS.map(|(list, _)| project::path(list)), "")?;
    if stamp.is_current(&folder) {
        return Ok(folder);
    }
    say("installing Python packages for the tests");
    let since = Instant::now();
    stamp.clear()?;
    reset(&folder)?;
    for (list, complete) in LISTS {
        let mut pip = python()?;
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--no-input",
            "--only-binary=:all:",
            "--upgrade",
            "--target",
        ]);
        pip.arg(&folder).arg("-r").arg(project::path(list));
        if complete {
            pip.arg("--no-deps");
        }
        // Newer pips refuse a separate folder beside Debian's packages without this; older ones ignore it.
        pip.env("PIP_BREAK_SYSTEM_PACKAGES", "1").env("PIP_ROOT_USER_ACTION", "ignore");
        run_quietly(&mut pip).with_context(|| format!("pip could not install {list}"))?;
    }
    stamp.write()?;
    said("Python packages", since);
    Ok(folder)
}
