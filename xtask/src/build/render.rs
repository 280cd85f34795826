//! What draws the things that code rendered: the frame's script, the renderers, and the manifest that lists them.

use std::collections::BTreeMap;

use anyhow::Result;
use serde_json::{Value, json};

use super::scripts;
use super::site::Site;
use crate::digest;

/// The renderers, as the page asks for them.
const RENDERERS: [&str; 6] = ["math", "pdf", "pdf-worker", "plotly", "plotly-full", "vega"];

/// Writes `render/` of the site.
pub(super) fn build(site: &mut Site) -> Result<()> {
    scripts::bundle(&scripts::RENDER, site.profile)?;
    // Not hashed: the server puts this one into the frame's document itself.
    site.write("render/frame.js", &scripts::content("render.js")?)?;
    let mut manifest: BTreeMap<&str, Value> = BTreeMap::new();
    for name in RENDERERS {
        let content = scripts::content(&format!("{name}.js"))?;
        let url = site.write_hashed(&format!("render/{name}"), "js", &content)?;
        let asset = json!({ "url": url, "bytes": content.len(), "integrity": digest::integrity(&content) });
        manifest.insert(name, asset);
    }
    site.write("render/manifest.json", &serde_json::to_vec(&manifest)?)
}
