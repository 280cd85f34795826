//! Publishes the runtime's files: their names, compressed forms and entries of the manifest. Does not know
//! how the files were made.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use kernel::manifest::{Asset, CoreFile, Manifest, Package};
use serde_json::json;

use super::catalog::Catalog;
use crate::shell::{compress, said, say, size};
use crate::{digest, project};

/// Brotli quality. 9 packs the runtime in a quarter of the time of 11 and is within a tenth of its size.
const QUALITY: u8 = 9;

/// Writes `runtime/files/*`, `runtime/packages.json` and `runtime/absent.json` from the compiled archives in
/// `work`.
pub(super) fn publish(catalog: &Catalog, work: &Path) -> Result<()> {
    let folder = project::path("runtime/files");
    super::reset(&folder)?;

    let mut packages = Vec::new();
    let mut locked = BTreeMap::new();
    for wanted in &catalog.wanted {
        let file_name = wanted.published_file();
        let source = work.join(&file_name);
        let asset = place(&source, &folder, &format!("{}-{}", wanted.name, wanted.version), "whl")?;
        locked.insert(
            wanted.name.clone(),
            json!({
                "name": wanted.name,
                "version": wanted.version,
                "file_name": file_name,
                "install_dir": "site",
                "package_type": "package",
                "sha256": asset.sha256,
                "depends": wanted.depends,
                "imports": wanted.imports,
                "unvendored_tests": false,
            }),
        );
        packages.push(Package {
            name: wanted.name.clone(),
            version: wanted.version.clone(),
            file_name,
            asset,
            depends: wanted.depends.clone(),
            imports: wanted.imports.clone(),
            up_front: wanted.up_front,
            rank: wanted.rank,
        });
    }

    let mut core = Vec::new();
    for (role, file, stem, extension) in super::CORE {
        // Only the standard library was compiled; the rest is Pyodide's own, unchanged.
        let compiled = work.join(file);
        let source = if compiled.exists() { compiled } else { super::pyodide().join(file) };
        core.push(CoreFile { role: role.into(), asset: place(&source, &folder, stem, extension)? });
    }
    let lock = work.join("pyodide-lock.json");
    fs::write(&lock, serde_json::to_vec(&json!({ "info": catalog.info, "packages": locked }))?)?;
    core.push(CoreFile { role: "lock".into(), asset: place(&lock, &folder, "pyodide-lock", "json")? });

    say("compressing the runtime");
    let since = Instant::now();
    let files = files_in(&folder)?;
    compress(files.iter().map(|file| (file.as_path(), QUALITY)))?;
    said("compressed", since);

    let manifest = Manifest { pyodide: catalog.pyodide.clone(), core, packages };
    let all: u64 = manifest.packages.iter().map(|package| sent(&package.asset, &folder)).sum();
    say(&format!(
        "Pyodide {}: {} packages in {} (compressed); {} modules absent",
        manifest.pyodide,
        manifest.packages.len(),
        size(all),
        catalog.absent().len()
    ));
    fs::write(project::path("runtime/absent.json"), serde_json::to_vec_pretty(&catalog.absent())?)?;
    Ok(fs::write(project::path("runtime/packages.json"), serde_json::to_vec_pretty(&manifest)?)?)
}

/// Returns how many bytes are sent for a file in `folder`, in brotli.
pub(super) fn sent(asset: &Asset, folder: &Path) -> u64 {
    let name = asset.url.rsplit('/').next().unwrap_or_default();
    fs::metadata(folder.join(format!("{name}.br"))).map_or(asset.bytes, |file| file.len())
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
    let mut files =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    // The longest first, so that none is left over at the end for a single core.
    files.sort_by_cached_key(|file| std::cmp::Reverse(fs::metadata(file).map_or(0, |data| data.len())));
    Ok(files)
}
