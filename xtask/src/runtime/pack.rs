//! Writes the compressed forms of the runtime's files: all of them for a release, and gzip for the
//! tests of exported pages. On one's own machine nothing is gained by them. Does not know how the
//! files were made.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};
use kernel::manifest::{Asset, Manifest};

use super::publish::files_in;
use crate::project;
use crate::shell::{compress, said, say, size};
use crate::stamp::Stamp;

/// The folders of the files.
const FOLDERS: [&str; 2] = ["runtime/files", "runtime/snapshot"];

/// Brotli quality. 9 packs the runtime in a quarter of the time of 11 and is within a tenth of its
/// size.
const BROTLI: u8 = 9;
/// The level of zstd, which browsers that accept it decompress twice as fast. For what every first
/// visit fetches.
const ZSTD: i32 = 19;
/// As a power of two: 8 MiB, the largest window that HTTP allows for zstd (RFC 9659).
const ZSTD_WINDOW: u32 = 23;

/// Compresses every file that has no compressed form yet.
pub(super) fn run() -> Result<()> {
    let path = project::path("runtime/manifest.json");
    let folders = FOLDERS.map(project::path);
    // Over the compressed forms too: files that are made again are the same, and have none.
    let stamp = || Stamp::of("runtime-packed", std::slice::from_ref(&path), &listing(&folders)?);
    let before = stamp()?;
    if before.is_current(&path) {
        return Ok(());
    }
    let since = Instant::now();
    before.clear()?;
    say("compressing the runtime");
    let manifest: Manifest = serde_json::from_slice(&fs::read(&path)?)?;
    let mut files = Vec::new();
    for folder in &folders {
        files.extend(files_in(folder)?);
    }
    let lacks = |file: &&PathBuf| ["br", "gz"].iter().any(|form| !with_form(file, form).exists());
    let files: Vec<&PathBuf> = files.iter().filter(plain).filter(lacks).collect();
    compress(files.iter().map(|file| (file.as_path(), BROTLI)))?;
    let snapshot = files_in(&project::path("runtime/snapshot"))?;
    let wasm = manifest
        .core
        .iter()
        .filter(|file| file.role == "wasm")
        .filter_map(|file| local(&file.asset));
    for file in snapshot
        .iter()
        .filter(plain)
        .cloned()
        .chain(wasm)
        .filter(|file| !with_form(file, "zst").exists())
    {
        zstd(&file)?;
    }
    report(&manifest);
    stamp()?.write()?;
    said("compressed", since);
    Ok(())
}

/// Writes the gzip form of every file that has none yet, quickly.
pub(super) fn gzip() -> Result<()> {
    let mut files = Vec::new();
    for folder in FOLDERS.map(project::path) {
        files.extend(files_in(&folder)?);
    }
    files.retain(|file| plain(&file) && !with_form(file, "gz").exists());
    crate::shell::gzip(files.iter().map(PathBuf::as_path))
}

/// Returns whether a file is not a compressed form itself.
fn plain(file: &&PathBuf) -> bool {
    !["br", "gz", "zst"].iter().any(|form| file.extension().is_some_and(|it| it == *form))
}

/// Returns the names and sizes of all files in the folders.
fn listing(folders: &[PathBuf]) -> Result<String> {
    let mut lines = Vec::new();
    for folder in folders {
        for file in files_in(folder)? {
            lines.push(format!("{} {}\n", file.display(), fs::metadata(&file)?.len()));
        }
    }
    lines.sort();
    Ok(lines.concat())
}

/// Writes the zstd form beside a file.
fn zstd(file: &Path) -> Result<()> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut encoder = zstd::Encoder::new(fs::File::create(with_form(file, "zst"))?, ZSTD)?;
    encoder.window_log(ZSTD_WINDOW)?;
    encoder.multithread(2)?;
    encoder.set_pledged_src_size(Some(content.len() as u64))?;
    std::io::copy(&mut content.as_slice(), &mut encoder)?;
    encoder.finish()?;
    Ok(())
}

/// Says how much a first visit fetches, and how much there is in all.
fn report(manifest: &Manifest) {
    let roles = ["wasm", "lock", "index", "facts", "heap", "libraries"];
    let first: u64 = manifest
        .core
        .iter()
        .filter(|file| roles.contains(&file.role.as_str()))
        .map(|file| sent(&file.asset))
        .sum();
    let all: u64 = manifest.packages.iter().map(|package| sent(&package.asset)).sum();
    say(&format!("{} packages in {} (brotli)", manifest.packages.len(), size(all)));
    say(&format!(
        "a first visit fetches {} of the runtime before Python runs (brotli)",
        size(first)
    ));
}

/// Returns how many bytes are sent for a file, in brotli.
fn sent(asset: &Asset) -> u64 {
    let packed = local(asset).and_then(|file| fs::metadata(with_form(&file, "br")).ok());
    packed.map_or(asset.bytes, |file| file.len())
}

/// Returns the local path of a file of the runtime.
fn local(asset: &Asset) -> Option<PathBuf> {
    let name = asset.url.rsplit('/').next()?;
    FOLDERS.iter().map(|folder| project::path(folder).join(name)).find(|file| file.exists())
}

fn with_form(file: &Path, form: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(form);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_that_is_missing_or_cut_off_is_another_listing() -> Result<()> {
        let folder = std::env::temp_dir().join(format!("insitu-pack-{}", std::process::id()));
        crate::runtime::reset(&folder)?;
        let (plain, form) = (folder.join("heap.bin"), folder.join("heap.bin.gz"));
        let listed = || listing(std::slice::from_ref(&folder));
        fs::write(&plain, "plain")?;
        let without = listed()?;
        fs::write(&form, "packed")?;
        let whole = listed()?;
        fs::write(&form, "pack")?;
        let cut_off = listed()?;
        assert!(without != whole && whole != cut_off, "{without}{whole}{cut_off}");
        // The same files, made again.
        fs::remove_file(&form)?;
        fs::write(&plain, "plain")?;
        assert_eq!(listed()?, without);
        Ok(fs::remove_dir_all(&folder)?)
    }
}
