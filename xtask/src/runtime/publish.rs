//! Publishes the runtime's files: their names and entries of the manifest. Does not know
//! how the files were made.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use kernel::manifest::{Asset, CoreFile, Manifest, Package};
use serde_json::json;

use super::catalog::Catalog;
use crate::shell::say;
use crate::{digest, project};

/// Writes `runtime/files/*`, `runtime/packages.json` and `runtime/absent.json` from the compiled
/// archives in `work`.
pub(super) fn publish(catalog: &Catalog, work: &Path) -> Result<()> {
    let folder = project::path("runtime/files");
    super::reset(&folder)?;

    let mut packages = Vec::new();
    for wheel in &catalog.wheels {
        let source = work.join(&wheel.file);
        let asset = place(&source, &folder, &format!("{}-{}", wheel.name, wheel.version), "whl")?;
        packages.push(Package {
            name: wheel.name.clone(),
            version: wheel.version.clone(),
            asset,
            depends: wheel.depends.clone(),
            imports: wheel.imports.clone(),
            up_front: wheel.up_front,
            rank: wheel.rank,
            untested: !wheel.tested,
            modified: wheel.modified.clone(),
        });
    }

    let mut core = Vec::new();
    for (role, file, stem, extension) in super::CORE {
        // Only the standard library was compiled; the rest is Pyodide's own, unchanged.
        let compiled = work.join(file);
        let source = if compiled.exists() { compiled } else { super::pyodide().join(file) };
        core.push(CoreFile { role: role.into(), asset: place(&source, &folder, stem, extension)? });
    }
    // Packages come from the index, not from Pyodide's installer.
    let lock = work.join("pyodide-lock.json");
    fs::write(&lock, serde_json::to_vec(&json!({ "info": catalog.info, "packages": {} }))?)?;
    core.push(CoreFile {
        role: "lock".into(),
        asset: place(&lock, &folder, "pyodide-lock", "json")?,
    });

    let manifest = Manifest { pyodide: catalog.pyodide.clone(), core, packages };
    say(&format!(
        "Pyodide {}: {} packages; {} modules absent",
        manifest.pyodide,
        manifest.packages.len(),
        catalog.absent().len()
    ));
    fs::write(project::path("runtime/absent.json"), serde_json::to_vec_pretty(&catalog.absent())?)?;
    Ok(fs::write(project::path("runtime/packages.json"), serde_json::to_vec_pretty(&manifest)?)?)
}

/// Copies a file under its hashed name.
pub(super) fn place(source: &Path, folder: &Path, stem: &str, extension: &str) -> Result<Asset> {
    let content = fs::read(source).with_context(|| format!("cannot read {}", source.display()))?;
    let sha256 = digest::of(&content);
    let name = digest::hashed_name(stem, extension, &sha256);
    fs::write(folder.join(&name), &content)?;
    Ok(Asset {
        url: format!("/runtime/{name}"),
        bytes: content.len() as u64,
        sha256,
        tree: digest::tree(&content),
    })
}

pub(super) fn files_in(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<std::io::Result<Vec<_>>>()?;
    // The longest first, so that none is left over at the end for a single core.
    files.sort_by_cached_key(|file| {
        std::cmp::Reverse(fs::metadata(file).map_or(0, |data| data.len()))
    });
    Ok(files)
}
