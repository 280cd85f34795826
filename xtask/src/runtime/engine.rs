//! The package `duckdb`: our own Python around DuckDB as WebAssembly, which comes from npm.
//!
//! It is a wheel like every other one, so that the page checks its hash and fetches it with its
//! first import. What is in it, `web/kernel/duckdb` and `web/kernel/sql` decide.

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;

use super::wheel::{ENGINE, Origin, Wheel};
use crate::shell::{feed, node, python, said, say};
use crate::stamp::Stamp;
use crate::{digest, project};

/// DuckDB's own version; that of the npm package is another one.
const VERSION: &str = "1.4.3";

const NPM: &str = "node_modules/@duckdb/duckdb-wasm";

/// What the Python of the package imports.
const NEEDED: [&str; 4] = ["arro3-core", "arro3-io", "numpy", "pandas"];

/// Returns the package's wheel, which `make` writes.
pub(super) fn wheel() -> Wheel {
    Wheel {
        name: "duckdb".to_owned(),
        version: VERSION.to_owned(),
        file: format!("duckdb-{VERSION}-py3-none-any.whl"),
        // It follows from this repository and from package-lock.json.
        sha256: String::new(),
        depends: NEEDED.map(str::to_owned).to_vec(),
        imports: vec!["duckdb".to_owned()],
        origin: Origin::Engine,
        tested: true,
        modified: None,
        up_front: false,
        rank: None,
    }
}

/// Returns the SHA-256 of the worker's script in the wheel, in hexadecimal. `make` has written it.
pub(crate) fn script_hash() -> Result<String> {
    let script = script();
    let content = fs::read(&script).with_context(|| format!("cannot read {}", script.display()))?;
    Ok(digest::of(&content))
}

fn script() -> PathBuf {
    project::path(ENGINE).join("engine.js")
}

/// Makes the wheel, unless it is current.
pub(super) fn make() -> Result<()> {
    let target = wheel().path();
    let inputs = [
        "package-lock.json",
        "web/frames",
        "web/kernel/duckdb/duckdb",
        "web/kernel/sql",
        "web/kernel/worker",
        "xtask/scripts/bundle.mjs",
        "xtask/scripts/engine.py",
        "xtask/src/runtime/engine.rs",
    ];
    let stamp = Stamp::of("engine", &inputs.map(project::path), "")?;
    if stamp.is_current(&target) {
        return Ok(());
    }
    let since = Instant::now();
    stamp.clear()?;
    say("making the package of the SQL engine");
    let folder = project::path(ENGINE);
    super::reset(&folder)?;
    let script = script();
    let entry =
        json!({ "from": project::path("web/kernel/sql/main.ts"), "to": script, "format": "iife" });
    let job = json!({ "minify": true, "entries": [entry] });
    feed(&mut node("xtask/scripts/bundle.mjs")?, &job.to_string())?;
    let job = json!({
        "to": target,
        "version": VERSION,
        "python": project::path("web/kernel/duckdb/duckdb"),
        "script": script,
        "wasm": project::path(NPM).join("dist/duckdb-eh.wasm"),
    });
    feed(python()?.arg(project::path("xtask/scripts/engine.py")), &job.to_string())?;
    stamp.write()?;
    said("SQL engine", since);
    Ok(())
}
