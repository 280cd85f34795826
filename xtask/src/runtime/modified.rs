//! The packages that are shipped with edits of ours: `xtask/data/modified.json` names them, the
//! hashes of their wheels before and after, and the reason; `xtask/scripts/int64` has the edits.
//!
//! Owns that no other wheel gets through: one with another hash than the pinned one ends the build,
//! and is not shipped as it is. Does not know what the edits are.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use kernel::manifest::Modification;
use serde::Deserialize;

use super::wheel::Wheel;
use crate::shell::{python, run_quietly, say};
use crate::{digest, project};

/// The edits, and the program that applies them.
const SCRIPT: &str = "xtask/scripts/int64/patch.py";

/// An entry of `modified.json`.
#[derive(Deserialize)]
pub(super) struct Pin {
    /// Normalised name.
    name: String,
    #[serde(flatten)]
    modification: Modification,
}

/// Marks the wheels that have edits.
///
/// # Errors
/// Names the package whose wheel is another one than the edits were made for, or which no build
/// contains.
pub(super) fn mark(wheels: &mut BTreeMap<String, Wheel>, pins: Vec<Pin>) -> Result<()> {
    for Pin { name, modification } in pins {
        let wheel = wheels.get_mut(&name).with_context(|| {
            format!("xtask/data/modified.json has `{name}`, which no build contains")
        })?;
        ensure!(
            wheel.sha256 == modification.upstream,
            "{} is an unknown wheel: its SHA-256 is {}, and the edits in {SCRIPT} are made for {} alone. Without them its \
             integers would overflow, so the build ends; docs/decisions/0029-integers-of-64-bits.md says how to follow a new \
             version",
            wheel.file,
            wheel.sha256,
            modification.upstream
        );
        wheel.modified = Some(modification);
    }
    Ok(())
}

/// Writes the edited wheels into a folder, under their own file names. Returns them by the
/// packages' names.
///
/// # Errors
/// Names the wheel whose result is not the pinned one.
pub(super) fn write(wheels: &[Wheel], folder: &Path) -> Result<BTreeMap<String, PathBuf>> {
    let mut written = BTreeMap::new();
    for wheel in wheels {
        let Some(modification) = &wheel.modified else { continue };
        say(&format!("editing {} {}", wheel.name, wheel.version));
        let target = folder.join(&wheel.file);
        run_quietly(
            python()?.arg(project::path(SCRIPT)).arg(&wheel.name).arg(wheel.path()).arg(&target),
        )?;
        ensure!(
            digest::matches(&target, &modification.patched),
            "the edited {} is not the pinned one",
            wheel.file
        );
        written.insert(wheel.name.clone(), target);
    }
    Ok(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pins(upstream: &str) -> Vec<Pin> {
        let pin = serde_json::json!({ "name": "array", "upstream": upstream, "patched": "02", "why": "Reasons." });
        vec![serde_json::from_value(pin).unwrap()]
    }

    fn wheels(names: &[&str]) -> BTreeMap<String, Wheel> {
        let wheel = |name: &&str| {
            ((*name).to_owned(), Wheel { sha256: "01".into(), ..Wheel::named(name, "1") })
        };
        names.iter().map(wheel).collect()
    }

    #[test]
    fn a_pinned_wheel_is_marked_and_no_other() {
        let mut set = wheels(&["array", "table"]);
        mark(&mut set, pins("01")).unwrap();
        let expected =
            Modification { why: "Reasons.".into(), upstream: "01".into(), patched: "02".into() };
        assert_eq!((&set["array"].modified, &set["table"].modified), (&Some(expected), &None));
    }

    #[test]
    fn an_unknown_wheel_ends_the_build() {
        let error = mark(&mut wheels(&["array"]), pins("03")).unwrap_err().to_string();
        assert!(
            error.starts_with("array-1-py3-none-any.whl is an unknown wheel: its SHA-256 is 01,"),
            "{error}"
        );
    }

    #[test]
    fn a_package_that_is_gone_ends_the_build() {
        let error = mark(&mut wheels(&["table"]), pins("01")).unwrap_err().to_string();
        assert_eq!(error, "xtask/data/modified.json has `array`, which no build contains");
    }
}
