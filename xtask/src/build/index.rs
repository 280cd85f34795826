//! `files.json`: every file of the site with its length and its SHA-256, in the order of their
//! paths. The server checks its site by it, and everybody can check what a server sends.
//!
//! A file that has the length and the time of the last build is not read again: the runtime has
//! hundreds of megabytes.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::{digest, project};

/// The file's name.
pub(super) const INDEX: &str = "files.json";

/// What the list says of a file.
#[derive(Serialize)]
struct Listed<'a> {
    bytes: u64,
    sha256: &'a str,
}

/// What was found out about a file.
#[derive(Clone, Deserialize, Serialize)]
struct Known {
    bytes: u64,
    /// When it was written, in nanoseconds since 1970.
    written: u128,
    sha256: String,
}

/// Writes the list of the files in `site`.
pub(super) fn write(site: &Path) -> Result<()> {
    let cache = project::path("target/stamps/files.json");
    let before: BTreeMap<String, Known> = fs::read(&cache)
        .ok()
        .and_then(|text| serde_json::from_slice(&text).ok())
        .unwrap_or_default();
    let mut known = BTreeMap::new();
    collect(site, "", &before, &mut known)?;
    let list: BTreeMap<_, _> = known
        .iter()
        .map(|(path, file)| (path, Listed { bytes: file.bytes, sha256: &file.sha256 }))
        .collect();
    fs::write(site.join(INDEX), serde_json::to_vec_pretty(&list)?)?;
    if let Some(folder) = cache.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(&cache, serde_json::to_vec(&known)?)?)
}

fn collect(
    folder: &Path,
    before: &str,
    earlier: &BTreeMap<String, Known>,
    known: &mut BTreeMap<String, Known>,
) -> Result<()> {
    for entry in
        fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?
    {
        let entry = entry?;
        let name = format!("{before}{}", entry.file_name().to_string_lossy());
        let file = entry.path();
        if file.is_dir() {
            collect(&file, &format!("{name}/"), earlier, known)?;
            continue;
        }
        if name == INDEX {
            continue;
        }
        let data = fs::metadata(&file)?;
        let written = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let written = written.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
        let same = earlier.get(&name).filter(|it| it.bytes == data.len() && it.written == written);
        let sha256 = match same {
            Some(earlier) => earlier.sha256.clone(),
            None => digest::of_file(&file)?,
        };
        known.insert(name, Known { bytes: data.len(), written, sha256 });
    }
    Ok(())
}
