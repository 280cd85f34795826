//! The output of esbuild: the frame and worker of the kernel, the page's own scripts, the
//! stylesheet.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::Profile;
use super::site::Site;
use crate::project;
use crate::runtime::engine;
use crate::shell::{feed, node, say};
use crate::stamp::Stamp;

/// Bundles that are built together.
pub(super) struct Group {
    name: &'static str,
    /// The folders of their sources.
    sources: &'static [&'static str],
    /// Entry, bundle in `target/bundles`, and esbuild's format.
    entries: &'static [(&'static str, &'static str, &'static str)],
    /// Constants that the scripts name, and what they are.
    constants: fn() -> Result<Value>,
}

/// The scripts of the kernel's frame.
pub(super) const KERNEL: Group = Group {
    name: "kernel",
    sources: &["web/frames", "web/kernel/frame", "web/kernel/worker", "web/runtime/hash.ts"],
    entries: &[
        ("web/kernel/frame/main.ts", "frame.js", "iife"),
        ("web/kernel/worker/main.ts", "worker.js", "iife"),
    ],
    // The frame starts no other script in the place of the SQL engine's.
    constants: || Ok(json!({ "SQL_ENGINE": format!("{:?}", engine::script_hash()?) })),
};

/// The scripts of the frame that shows rendered results: its own, and the renderers, each fetched
/// when it is needed.
pub(super) const RENDER: Group = Group {
    name: "render",
    sources: &["web/render", "web/frames"],
    entries: &[
        ("web/render/frame/main.ts", "render.js", "iife"),
        ("web/render/renderers/math.ts", "math.js", "iife"),
        ("web/render/renderers/pdf.ts", "pdf.js", "iife"),
        ("web/render/renderers/pdf/maps.ts", "pdf-maps.js", "iife"),
        ("web/render/renderers/pdf/worker.ts", "pdf-worker.js", "iife"),
        ("web/render/renderers/plotly.ts", "plotly.js", "iife"),
        ("web/render/renderers/plotly-full.ts", "plotly-full.js", "iife"),
        ("web/render/renderers/vega.ts", "vega.js", "iife"),
    ],
    constants: none,
};

/// The scripts and styles that the page loads beside its WebAssembly.
const PAGE: Group = Group {
    name: "page",
    sources: &[
        "web/console",
        "web/editor",
        "web/elements",
        "web/embedding",
        "web/endpoint",
        "web/exporting",
        "web/frames",
        "web/highlight",
        "web/local_model",
        "web/render",
        "web/results",
        "web/runtime",
        "web/static_host",
        "web/storage",
        "style",
    ],
    entries: &[
        ("web/console/main.ts", "console.js", "esm"),
        ("web/editor/main.ts", "editor.js", "esm"),
        ("web/embedding/main.ts", "embedding.js", "esm"),
        ("web/embedding/element.ts", "embed.js", "esm"),
        ("web/endpoint/main.ts", "endpoint.js", "esm"),
        ("web/exporting/main.ts", "exports.js", "esm"),
        ("web/exporting/worker.ts", "exporting.js", "iife"),
        ("web/highlight/main.ts", "highlight.js", "esm"),
        ("web/local_model/main.ts", "local_model.js", "esm"),
        ("web/local_model/worker.ts", "local_model_worker.js", "iife"),
        ("web/results/main.ts", "results.js", "esm"),
        ("web/runtime/main.ts", "runtime.js", "iife"),
        ("web/static_host/first.ts", "first.js", "iife"),
        ("web/static_host/removal.ts", "removal.js", "iife"),
        ("web/static_host/served.ts", "served.js", "iife"),
        ("web/static_host/service_worker.ts", "service_worker.js", "iife"),
        ("web/storage/main.ts", "storage.js", "esm"),
        ("style/main.css", "insitu.css", "css"),
    ],
    constants: none,
};

/// llama.cpp as WebAssembly, for a model in the tab: for browsers with 64-bit memory, and for the
/// others, with a script of its own.
const ENGINES: [(&str, &str, &str); 3] = [
    ("local_model_engine", "wasm", "node_modules/@wllama/wllama/esm/wasm/wllama.wasm"),
    ("local_model_engine_32", "wasm", "node_modules/@wllama/wllama-compat/wasm/wllama.wasm"),
    ("local_model_engine_32", "js", "node_modules/@wllama/wllama-compat/wasm/wllama.js"),
];

/// Builds the bundles of a group, if any of their sources changed.
pub(super) fn bundle(group: &Group, profile: Profile) -> Result<()> {
    let mut inputs =
        vec![project::path("package-lock.json"), project::path("xtask/scripts/bundle.mjs")];
    inputs.extend(group.sources.iter().map(|&source| project::path(source)));
    let constants = (group.constants)()?;
    let extra = format!("{profile:?} {:?} {constants}", group.entries);
    let stamp = Stamp::of(&format!("bundles-{}", group.name), &inputs, &extra)?;
    if group.entries.iter().all(|(_, to, _)| stamp.is_current(&folder().join(to))) {
        return Ok(());
    }
    say(&format!("bundling the {}'s scripts", group.name));
    stamp.clear()?;
    let entries: Vec<_> = group
        .entries
        .iter()
        .map(|(from, to, format)| {
            json!({ "from": project::path(from), "to": folder().join(to), "format": format })
        })
        .collect();
    let job = json!({
        "minify": profile == Profile::Release,
        "entries": entries,
        "constants": constants,
    });
    feed(&mut node("xtask/scripts/bundle.mjs")?, &job.to_string())?;
    stamp.write()
}

/// Returns the content of a bundle built earlier in this build.
pub(super) fn content(name: &str) -> Result<Vec<u8>> {
    let file = folder().join(name);
    fs::read(&file).with_context(|| format!("cannot read {}", file.display()))
}

/// Builds the page's bundles and writes them into the site; the kernel's are written with its
/// manifest.
pub(super) fn build(site: &mut Site) -> Result<()> {
    bundle(&PAGE, site.profile)?;
    let address = site.write_hashed("pkg/insitu", "css", &content("insitu.css")?)?;
    site.name("page.css", address);
    // Not hashed: the server inlines it into the page's document.
    site.write("pkg/runtime.js", &content("runtime.js")?)?;
    // Not hashed either: parts of documents, and service workers, one of which gets a list of
    // files.
    for name in ["first.js", "removal.js", "served.js", "service_worker.js"] {
        site.write(&format!("static_host/{name}"), &content(name)?)?;
    }
    // For pages of other sites, which load it under a name that stays.
    site.write("embed.js", &content("embed.js")?)?;
    let names = [
        "console",
        "editor",
        "embedding",
        "endpoint",
        "exports",
        "highlight",
        "local_model",
        "local_model_worker",
        "results",
        "storage",
    ];
    for name in names {
        let file = format!("{name}.js");
        let address = site.write_hashed(&format!("pkg/{name}"), "js", &content(&file)?)?;
        site.name(&file, address);
    }
    for (name, kind, file) in ENGINES {
        let engine =
            fs::read(project::path(file)).with_context(|| format!("cannot read {file}"))?;
        let address = site.write_hashed(&format!("pkg/{name}"), kind, &engine)?;
        site.name(&format!("{name}.{kind}"), address);
    }
    Ok(())
}

fn none() -> Result<Value> {
    Ok(json!({}))
}

fn folder() -> PathBuf {
    project::path("target/bundles")
}
