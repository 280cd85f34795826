//! The renderers of results: the frame's script, the renderers, the font of formulas, and the
//! manifest that lists them.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::scripts;
use super::site::Site;
use crate::{digest, project};

/// The renderers, by the names that the page uses.
const RENDERERS: [&str; 7] =
    ["math", "pdf", "pdf-maps", "pdf-worker", "plotly", "plotly-full", "vega"];

/// The font of formulas, in its package.
const MATH_FONT: &str =
    "node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2";

/// Writes `render/` of the site.
pub(super) fn build(site: &mut Site) -> Result<()> {
    scripts::bundle(&scripts::RENDER, site.profile)?;
    // Not hashed: the server inlines it into the frame's document.
    site.write("render/frame.js", &scripts::content("render.js")?)?;
    let mut manifest: BTreeMap<&str, Value> = BTreeMap::new();
    for name in RENDERERS {
        let content = scripts::content(&format!("{name}.js"))?;
        manifest.insert(name, asset(site, name, "js", &content)?);
    }
    let font = project::path(MATH_FONT);
    let font = fs::read(&font).with_context(|| format!("cannot read {}", font.display()))?;
    manifest.insert("math-font", asset(site, "math-font", "woff2", &font)?);
    site.write("render/manifest.json", &serde_json::to_vec(&manifest)?)
}

fn asset(site: &mut Site, name: &str, extension: &str, content: &[u8]) -> Result<Value> {
    let url = site.write_hashed(&format!("render/{name}"), extension, content)?;
    Ok(json!({ "url": url, "bytes": content.len(), "integrity": digest::integrity(content) }))
}
