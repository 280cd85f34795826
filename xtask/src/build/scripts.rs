//! What esbuild makes: the frame and worker of the kernel, the page's highlighter, the stylesheet.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::json;

use super::Profile;
use super::site::Site;
use crate::project;
use crate::shell::{feed, node, say};
use crate::stamp::Stamp;

/// Entry, bundle in `target/bundles`, and esbuild's format.
const ENTRIES: [(&str, &str, &str); 4] = [
    ("public/kernel/frame/main.js", "frame.js", "iife"),
    ("public/kernel/worker/main.js", "worker.js", "iife"),
    ("public/highlight/main.js", "highlight.js", "esm"),
    ("style/main.css", "insitu.css", "css"),
];

/// A bundle made earlier in this build.
pub(super) fn bundle(name: &str) -> Result<Vec<u8>> {
    let file = folder().join(name);
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}

fn folder() -> PathBuf {
    project::path("target/bundles")
}

/// Makes all bundles, if any of their sources changed.
pub(super) fn bundle_all(profile: Profile) -> Result<()> {
    let inputs =
        ["public/kernel/frame", "public/kernel/worker", "public/highlight", "style", "package-lock.json"];
    let stamp = Stamp::of("bundles", &inputs.map(project::path), &format!("{profile:?} {ENTRIES:?}"))?;
    if stamp.is_current(&folder()) {
        return Ok(());
    }
    say("bundling scripts and styles");
    stamp.clear()?;
    let entries: Vec<_> = ENTRIES
        .iter()
        .map(|(from, to, format)| {
            json!({ "from": project::path(from), "to": folder().join(to), "format": format })
        })
        .collect();
    let job = json!({ "minify": profile == Profile::Release, "entries": entries });
    feed(&mut node("xtask/scripts/bundle.mjs")?, &job.to_string())?;
    stamp.write()
}

/// Puts the page's bundles into the site; the kernel's are put there with its manifest.
pub(super) fn build(site: &mut Site) -> Result<()> {
    let address = site.write_hashed("pkg/insitu", "css", &bundle("insitu.css")?)?;
    site.name("page.css", address);
    let address = site.write_hashed("pkg/highlight", "js", &bundle("highlight.js")?)?;
    site.name("highlight.js", address);
    Ok(())
}
