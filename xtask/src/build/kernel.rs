//! The kernel's files: frame, worker, Python harness, and the manifest that lists them with the runtime.

use std::fs;

use anyhow::{Context, Result};
use kernel::manifest::{Asset, CoreFile, Manifest};

use super::scripts;
use super::site::Site;
use crate::shell::{python, run_quietly};
use crate::{digest, project};

/// Writes `kernel/` of the site.
pub(super) fn build(site: &mut Site) -> Result<()> {
    scripts::bundle(&scripts::KERNEL, site.profile)?;
    // Not hashed: the server puts this one into the frame's document itself.
    site.write("kernel/frame.js", &scripts::content("frame.js")?)?;

    let archive = project::path("target/harness.zip");
    let package = project::path("public/kernel/harness/insitu");
    run_quietly(python()?.arg(project::path("xtask/scripts/pack.py")).arg(&package).arg(&archive))?;

    let runtime =
        fs::read(project::path("runtime/manifest.json")).context("cannot read runtime/manifest.json")?;
    let mut manifest: Manifest = serde_json::from_slice(&runtime)?;
    manifest.core.push(core(site, "worker", "js", &scripts::content("worker.js")?)?);
    manifest.core.push(core(site, "harness", "zip", &fs::read(&archive)?)?);
    site.write("kernel/manifest.json", &serde_json::to_vec(&manifest)?)
}

fn core(site: &mut Site, role: &str, extension: &str, content: &[u8]) -> Result<CoreFile> {
    let url = site.write_hashed(&format!("kernel/{role}"), extension, content)?;
    let asset = Asset { url, bytes: content.len() as u64, sha256: digest::of(content) };
    Ok(CoreFile { role: role.into(), asset })
}
