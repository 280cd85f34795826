//! The kernel's files: frame, worker, and the manifest that lists it with the runtime.

use std::fs;

use anyhow::{Context, Result};
use kernel::manifest::{Asset, CoreFile, Manifest};

use super::scripts;
use super::site::Site;
use crate::{digest, project};

/// Writes `kernel/` of the site.
pub(super) fn build(site: &mut Site) -> Result<()> {
    scripts::bundle(&scripts::KERNEL, site.profile)?;
    // Not hashed: the server inlines it into the frame's document.
    site.write("kernel/frame.js", &scripts::content("frame.js")?)?;

    let runtime = fs::read(project::path("runtime/manifest.json"))
        .context("cannot read runtime/manifest.json")?;
    let mut manifest: Manifest = serde_json::from_slice(&runtime)?;
    manifest.core.push(core(site, "worker", "js", &scripts::content("worker.js")?)?);
    let address = site.write_hashed("kernel/manifest", "json", &serde_json::to_vec(&manifest)?)?;
    site.name("manifest.json", address);
    Ok(())
}

fn core(site: &mut Site, role: &str, extension: &str, content: &[u8]) -> Result<CoreFile> {
    let url = site.write_hashed(&format!("kernel/{role}"), extension, content)?;
    let asset = Asset {
        url,
        bytes: content.len() as u64,
        sha256: digest::of(content),
        tree: digest::tree(content),
    };
    Ok(CoreFile { role: role.into(), asset })
}
