//! The snapshot: the memory of an interpreter that has imported everything, from which the kernel starts;
//! with the index of the packages' archives and the harness. Does not know what they contain:
//! `public/kernel/build` does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use kernel::manifest::{Asset, CoreFile, Manifest};
use serde_json::json;

use super::publish::{files_in, place, sent};
use crate::shell::{compress, feed, node, python, run_quietly, said, say, size};
use crate::stamp::Stamp;
use crate::{project, runtime::reset};

/// The files that the script writes: their role, which is also the published stem, name and extension.
const FILES: [(&str, &str, &str); 4] = [
    ("index", "index.json", "json"),
    ("facts", "facts.json", "json"),
    ("heap", "heap.bin", "bin"),
    ("libraries", "libraries.bin", "bin"),
];

/// Brotli quality, as for the other files of the runtime; and the level of zstd, which browsers that accept
/// it decompress twice as fast.
const BROTLI: u8 = 9;
const ZSTD: i32 = 19;
/// As a power of two: 8 MiB, the largest window that HTTP allows for zstd (RFC 9659).
const ZSTD_WINDOW: u32 = 23;

/// Makes `runtime/snapshot/` and `runtime/manifest.json` from `runtime/packages.json`, unless they are
/// current.
pub(super) fn run() -> Result<()> {
    let inputs = [
        "runtime/packages.json",
        "runtime/absent.json",
        "public/kernel/harness/insitu",
        "public/kernel/build",
        "public/kernel/worker/archive.js",
        "public/kernel/worker/interpreter.js",
        "public/kernel/worker/packages.js",
        "public/kernel/worker/snapshot.js",
        "xtask/scripts/snapshot.mjs",
        "xtask/src/runtime/snapshot.rs",
    ];
    let stamp = Stamp::of("snapshot", &inputs.map(project::path), "")?;
    if stamp.is_current(&project::path("runtime/manifest.json")) {
        return Ok(());
    }
    let since = Instant::now();
    stamp.clear()?;
    let text = fs::read_to_string(project::path("runtime/packages.json"))?;
    let mut manifest: Manifest = serde_json::from_str(&text)?;
    let folder = project::path("runtime/snapshot");
    reset(&folder)?;
    let work = project::path("target/snapshot-work");
    reset(&work)?;

    let harness = work.join("harness.zip");
    let package = project::path("public/kernel/harness/insitu");
    run_quietly(python()?.arg(project::path("xtask/scripts/pack.py")).arg(&package).arg(&harness))?;
    say("taking the snapshot");
    take(&manifest, &harness, &work)?;

    manifest.core.push(publish(&harness, &folder, "harness", "zip")?);
    for (role, file, extension) in FILES {
        manifest.core.push(publish(&work.join(file), &folder, role, extension)?);
    }
    say("compressing the snapshot");
    let files = files_in(&folder)?;
    compress(files.iter().map(|file| (file.as_path(), BROTLI)))?;
    for file in files.iter().cloned().chain(file_of(&manifest, "wasm")) {
        zstd(&file)?;
    }
    fs::write(project::path("runtime/manifest.json"), serde_json::to_vec_pretty(&manifest)?)?;
    report(&manifest);
    fs::remove_dir_all(&work)?;
    stamp.write()?;
    said("snapshot", since);
    Ok(())
}

/// Runs the script, which writes its files into `target`.
fn take(manifest: &Manifest, harness: &Path, target: &Path) -> Result<()> {
    let mut core: BTreeMap<&str, PathBuf> =
        manifest.core.iter().map(|file| (file.role.as_str(), local(&file.asset))).collect();
    core.insert("harness", harness.to_owned());
    let packages: Vec<_> = manifest
        .packages
        .iter()
        .map(|package| json!({ "name": package.name, "path": local(&package.asset), "upFront": package.up_front }))
        .collect();
    let absent: serde_json::Value = serde_json::from_slice(&fs::read(project::path("runtime/absent.json"))?)?;
    let job = json!({ "core": core, "packages": packages, "absent": absent, "target": target });
    feed(&mut node("xtask/scripts/snapshot.mjs")?, &job.to_string())
}

fn publish(file: &Path, folder: &Path, role: &str, extension: &str) -> Result<CoreFile> {
    Ok(CoreFile { role: role.to_owned(), asset: place(file, folder, role, extension)? })
}

/// Returns the local path of a file of the runtime.
fn local(asset: &Asset) -> PathBuf {
    project::path("runtime/files").join(asset.url.rsplit('/').next().unwrap_or_default())
}

fn file_of(manifest: &Manifest, role: &str) -> Option<PathBuf> {
    manifest.core.iter().find(|file| file.role == role).map(|file| local(&file.asset))
}

/// Writes the zstd form beside a file.
fn zstd(file: &Path) -> Result<()> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut name = file.as_os_str().to_owned();
    name.push(".zst");
    let mut encoder = zstd::Encoder::new(fs::File::create(&name)?, ZSTD)?;
    encoder.window_log(ZSTD_WINDOW)?;
    encoder.multithread(2)?;
    encoder.set_pledged_src_size(Some(content.len() as u64))?;
    std::io::copy(&mut content.as_slice(), &mut encoder)?;
    encoder.finish()?;
    Ok(())
}

fn report(manifest: &Manifest) {
    let roles = ["wasm", "lock", "index", "facts", "heap", "libraries"];
    let folders = ["runtime/files", "runtime/snapshot"].map(project::path);
    let first: u64 = manifest
        .core
        .iter()
        .filter(|file| roles.contains(&file.role.as_str()))
        .map(|file| folders.iter().map(|folder| sent(&file.asset, folder)).min().unwrap_or_default())
        .sum();
    say(&format!("a first visit fetches {} of the runtime before Python runs (brotli)", size(first)));
}
