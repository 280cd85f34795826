//! The snapshot: the memory of an interpreter that has imported everything, from which the kernel
//! starts; with the index of the packages' archives and the harness. Does not know what they
//! contain: `web/kernel/build` does.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Result;
use kernel::manifest::{Asset, CoreFile, Manifest};
use serde_json::json;

use super::publish::place;
use crate::shell::{feed, python, run_quietly, said, say, typescript};
use crate::stamp::Stamp;
use crate::{project, runtime::reset};

/// The files that the script writes: their role, which is also the published stem, name and
/// extension.
const FILES: [(&str, &str, &str); 4] = [
    ("index", "index.json", "json"),
    ("facts", "facts.json", "json"),
    ("heap", "heap.bin", "bin"),
    ("libraries", "libraries.bin", "bin"),
];

/// Makes `runtime/snapshot/` and `runtime/manifest.json` from `runtime/packages.json`, unless they
/// are current.
pub(super) fn run() -> Result<()> {
    let inputs = [
        "runtime/packages.json",
        "runtime/absent.json",
        "web/kernel/harness/insitu",
        "web/kernel/build",
        "web/kernel/worker",
        "package-lock.json",
        "xtask/scripts/pack.py",
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
    let package = project::path("web/kernel/harness/insitu");
    run_quietly(python()?.arg(project::path("xtask/scripts/pack.py")).arg(&package).arg(&harness))?;
    say("taking the snapshot");
    take(&manifest, &harness, &work)?;

    manifest.core.push(publish(&harness, &folder, "harness", "zip")?);
    for (role, file, extension) in FILES {
        manifest.core.push(publish(&work.join(file), &folder, role, extension)?);
    }
    fs::write(project::path("runtime/manifest.json"), serde_json::to_vec_pretty(&manifest)?)?;
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
    let absent: serde_json::Value =
        serde_json::from_slice(&fs::read(project::path("runtime/absent.json"))?)?;
    let job = json!({ "core": core, "packages": packages, "absent": absent, "target": target });
    feed(&mut typescript("xtask/scripts/snapshot.mjs")?, &job.to_string())
}

fn publish(file: &Path, folder: &Path, role: &str, extension: &str) -> Result<CoreFile> {
    Ok(CoreFile { role: role.to_owned(), asset: place(file, folder, role, extension)? })
}

/// Returns the local path of a file of the runtime.
fn local(asset: &Asset) -> PathBuf {
    project::path("runtime/files").join(asset.url.rsplit('/').next().unwrap_or_default())
}
