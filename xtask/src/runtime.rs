//! `cargo xtask runtime`: makes the Python runtime that the page hands to the kernel, in
//! `runtime/`.
//!
//! Owns the order: the catalog, the sources, edits, bytecode, names, and the snapshot of all that;
//! and the compression, apart. It never accepts a file whose SHA-256 differs from the one in
//! Pyodide's own lock, in `xtask/data/extras.json` or in an operator's `packages.toml`.

pub(crate) mod additions;
pub(crate) mod catalog;
pub(crate) mod engine;
mod modified;
mod pack;
mod publish;
mod snapshot;
mod sources;
pub(crate) mod wheel;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde_json::json;

use crate::shell::{node, run as run_command, said, say};
use crate::stamp::Stamp;
use crate::{npm, project};
use additions::catalog_of_build;
use catalog::Catalog;
use wheel::Origin;

/// Pyodide's own files: role in the manifest, name in the npm package, stem and extension of the
/// published name.
const CORE: [(&str, &str, &str, &str); 2] = [
    ("wasm", "pyodide.asm.wasm", "pyodide.asm", "wasm"),
    ("stdlib", "python_stdlib.zip", "python_stdlib", "zip"),
];

/// Makes `runtime/`, unless it exists already for the same inputs; `force` makes it again.
pub(crate) fn run(force: bool) -> Result<()> {
    npm::install()?;
    let _lock = lock()?;
    engine::make()?;
    packages(force)?;
    snapshot::run()
}

/// Fetches the wheels of the project's set.
pub(crate) fn download() -> Result<()> {
    npm::install()?;
    let _lock = lock()?;
    sources::fetch(&Catalog::of_project()?)
}

/// Writes the compressed forms of the files, for a release.
pub(crate) fn pack() -> Result<()> {
    let _lock = lock()?;
    pack::run()
}

/// Writes the gzip forms of the files, which an exported page has.
pub(crate) fn pack_gzip() -> Result<()> {
    let _lock = lock()?;
    pack::gzip()
}

/// Waits until no other xtask makes the runtime, a `serve --dev` for instance; then its result is
/// used.
fn lock() -> Result<fs::File> {
    fs::create_dir_all(project::downloads())?;
    let lock = fs::File::create(project::downloads().join("lock"))?;
    lock.lock()?;
    Ok(lock)
}

/// Makes the packages' archives and `runtime/packages.json`, unless they are current.
fn packages(force: bool) -> Result<()> {
    let catalog = catalog_of_build()?;
    warn_of_additions(&catalog);
    let mut inputs = [
        "node_modules/pyodide/package.json",
        "node_modules/pyodide/pyodide-lock.json",
        "xtask/data",
        wheel::ENGINE,
        "xtask/scripts/bytecode.py",
        "xtask/scripts/font.py",
        "xtask/scripts/int64",
        "xtask/scripts/precompile.mjs",
        "xtask/src/runtime.rs",
        "xtask/src/runtime",
        "crates/kernel/src/manifest.rs",
        additions::FILE,
    ]
    .map(project::path)
    .to_vec();
    inputs.extend(catalog.wheels.iter().filter_map(|wheel| match &wheel.origin {
        Origin::File(path) => Some(path.clone()),
        Origin::Distribution | Origin::Index | Origin::Font { .. } | Origin::Engine => None,
    }));
    let stamp = Stamp::of("runtime", &inputs, "")?;
    if !force && stamp.is_current(&project::path("runtime/packages.json")) {
        say("Python runtime: up to date");
        return Ok(());
    }
    let since = Instant::now();
    stamp.clear()?;

    sources::fetch(&catalog)?;

    let work = project::path("target/runtime-work");
    reset(&work)?;
    let edited = project::path("target/runtime-edited");
    reset(&edited)?;
    let modified = modified::write(&catalog.wheels, &edited)?;
    say(&format!(
        "compiling the standard library and {} packages to bytecode",
        catalog.wheels.len()
    ));
    let compiling = Instant::now();
    precompile(&catalog, &modified, &work)?;
    said("bytecode", compiling);

    publish::publish(&catalog, &work)?;
    fs::remove_dir_all(&work)?;
    fs::remove_dir_all(&edited)?;
    stamp.write()?;
    said("Python runtime", since);
    Ok(())
}

/// Says which packages an operator has added.
fn warn_of_additions(catalog: &Catalog) {
    let added: Vec<_> = catalog.wheels.iter().filter(|wheel| !wheel.tested).collect();
    if added.is_empty() {
        return;
    }
    let names: Vec<_> =
        added.iter().map(|wheel| format!("{} {}", wheel.name, wheel.version)).collect();
    say(&format!(
        "{} adds {}: outside of what the project tests, and their licences are not in THIRD-PARTY-NOTICES",
        additions::FILE,
        names.join(", ")
    ));
}

/// Returns the folder with Pyodide's own files.
fn pyodide() -> PathBuf {
    project::path("node_modules/pyodide")
}

/// Creates an empty folder at `path`.
pub(crate) fn reset(path: &Path) -> Result<()> {
    if path.exists() {
        fs::remove_dir_all(path).with_context(|| format!("cannot empty {}", path.display()))?;
    }
    Ok(fs::create_dir_all(path)?)
}

/// Writes the compiled form of every archive into `work`, of the `modified` ones from their edited
/// wheels; in two processes, since one interpreter uses one core.
fn precompile(catalog: &Catalog, modified: &BTreeMap<String, PathBuf>, work: &Path) -> Result<()> {
    let mut jobs = vec![json!({
        "source": pyodide().join("python_stdlib.zip"),
        "target": work.join("python_stdlib.zip"),
        "root": "/lib/python314.zip",
        "drop": [],
        "pure": false,
    })];
    for wheel in &catalog.wheels {
        jobs.push(json!({
            "source": modified.get(&wheel.name).cloned().unwrap_or_else(|| wheel.path()),
            "target": work.join(&wheel.file),
            "root": "/lib/python3.14/site-packages",
            "drop": catalog.drop,
            "pure": wheel.made_pure(),
        }));
    }
    jobs.sort_by_cached_key(|job| {
        std::cmp::Reverse(
            fs::metadata(job["source"].as_str().unwrap_or_default()).map_or(0, |file| file.len()),
        )
    });
    let mut halves = [Vec::new(), Vec::new()];
    for (index, job) in jobs.into_iter().enumerate() {
        // 0 1 1 0 0 1 1 0 …: both halves take about as long.
        halves[usize::from(matches!(index % 4, 1 | 2))].push(job);
    }
    std::thread::scope(|scope| {
        let running: Vec<_> = halves
            .iter()
            .enumerate()
            .map(|(index, half)| {
                scope.spawn(move || -> Result<()> {
                    let list = work.join(format!("jobs-{index}.json"));
                    fs::write(&list, serde_json::to_vec(half)?)?;
                    run_command(node("xtask/scripts/precompile.mjs")?.arg(pyodide()).arg(list))
                })
            })
            .collect();
        for half in running {
            match half.join() {
                Ok(done) => done?,
                Err(_) => bail!("compiling to bytecode ended abnormally"),
            }
        }
        Ok(())
    })
}
