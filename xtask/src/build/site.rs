//! The folder that the server serves: names with hashes, compressed forms, and the list that the server reads.
//! Does not know how any file is made.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result};

use super::Profile;
use crate::shell::{compress, python, run_quietly, said, say};
use crate::stamp::Stamp;
use crate::{digest, project};

/// Brotli quality for what is small and fetched on every first visit: the best there is.
const QUALITY: u8 = 11;

/// `target/site` while it is written. What it holds from earlier builds and nobody wrote again is removed at the end.
pub(super) struct Site {
    /// How much is optimised.
    pub(super) profile: Profile,
    folder: PathBuf,
    assets: BTreeMap<String, String>,
    kept: BTreeSet<PathBuf>,
}

impl Site {
    /// Opens the folder, with the runtime's files in it.
    pub(super) fn open(profile: Profile) -> Result<Self> {
        let folder = project::site();
        fs::create_dir_all(&folder)?;
        let mut site = Self { profile, folder, assets: BTreeMap::new(), kept: BTreeSet::new() };
        site.runtime()?;
        Ok(site)
    }

    /// Writes a file under this `/`-separated path, if it is not there with this content.
    pub(super) fn write(&mut self, path: &str, content: &[u8]) -> Result<()> {
        let file = self.folder.join(path);
        if fs::read(&file).ok().as_deref() != Some(content) {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            // Compressed forms of an earlier content must not outlive it.
            for form in ["br", "gz"] {
                remove(&with_form(&file, form))?;
            }
            fs::write(&file, content).with_context(|| format!("cannot write {}", file.display()))?;
        }
        self.kept.insert(file);
        Ok(())
    }

    /// Writes a file under a name with its hash and returns its address: `stem` is `pkg/insitu`, for instance.
    pub(super) fn write_hashed(&mut self, stem: &str, extension: &str, content: &[u8]) -> Result<String> {
        let path = digest::hashed_name(stem, extension, &digest::of(content));
        self.write(&path, content)?;
        Ok(format!("/{path}"))
    }

    /// Tells the server under which address it finds `name`.
    pub(super) fn name(&mut self, name: &str, address: String) {
        self.assets.insert(name.to_owned(), address);
    }

    /// The sample data, made by their script when that changed.
    pub(super) fn samples(&mut self) -> Result<()> {
        let script = project::path("samples/generate.py");
        let made = project::path("target/samples");
        let stamp = Stamp::of("samples", std::slice::from_ref(&script), "")?;
        if !stamp.is_current(&made) {
            stamp.clear()?;
            fs::create_dir_all(&made)?;
            say("making the sample data");
            run_quietly(python()?.arg(&script).arg(&made))?;
            stamp.write()?;
        }
        self.copy_folder(&made, "samples")
    }

    /// Icons, as they are.
    pub(super) fn icons(&mut self) -> Result<()> {
        self.copy_folder(&project::path("public/icons"), "icons")
    }

    /// Writes the list of addresses, removes what is left of earlier builds and compresses what is new.
    pub(super) fn close(mut self) -> Result<()> {
        let assets = serde_json::to_vec_pretty(&self.assets)?;
        self.write("assets.json", &assets)?;
        // A development build compresses quickly; its forms are not what a release should send.
        let stamp = Stamp::of("compressed", &[], &format!("{:?} {}", self.profile, self.folder.display()))?;
        let mut loose = Vec::new();
        self.sweep(&self.folder, !stamp.is_current(&self.folder), &mut loose)?;
        if loose.is_empty() {
            return Ok(());
        }
        stamp.clear()?;
        say(&format!("compressing {} files", loose.len()));
        let since = Instant::now();
        let quality = if self.profile == Profile::Release { QUALITY } else { 4 };
        compress(loose.iter().map(|file| (file.as_path(), quality)))?;
        stamp.write()?;
        said("compressed", since);
        Ok(())
    }

    /// The runtime's files, hard-linked where the file system can: they are large and never change under their name.
    fn runtime(&mut self) -> Result<()> {
        let to = self.folder.join("runtime");
        fs::create_dir_all(&to)?;
        let folders = ["runtime/files", "runtime/snapshot"].map(|folder| fs::read_dir(project::path(folder)));
        for folder in folders {
            for entry in folder? {
                let entry = entry?;
                let target = to.join(entry.file_name());
                if !target.exists() && fs::hard_link(entry.path(), &target).is_err() {
                    fs::copy(entry.path(), &target)?;
                }
                self.kept.insert(target);
            }
        }
        Ok(())
    }

    fn copy_folder(&mut self, from: &Path, to: &str) -> Result<()> {
        for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
            let entry = entry?;
            self.write(&format!("{to}/{}", entry.file_name().to_string_lossy()), &fs::read(entry.path())?)?;
        }
        Ok(())
    }

    /// Removes files that this build did not write and lists those that have no compressed form yet, or with
    /// `all` those that should have one. The runtime's have theirs already.
    fn sweep(&self, folder: &Path, all: bool, loose: &mut Vec<PathBuf>) -> Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                self.sweep(&path, all, loose)?;
            } else if !self.kept.contains(&path) && !self.kept.contains(&path.with_extension("")) {
                remove(&path)?;
            } else if is_compressible(&path)
                && (all || !with_form(&path, "br").exists())
                && !path.starts_with(self.folder.join("runtime"))
            {
                loose.push(path);
            }
        }
        Ok(())
    }
}

/// Whether compressing such a file is worth it. The server's own list is not served.
fn is_compressible(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    name != "assets.json"
        && matches!(
            extension,
            "css" | "csv" | "html" | "js" | "json" | "mjs" | "svg" | "txt" | "wasm" | "zip"
        )
}

fn with_form(path: &Path, form: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(form);
    name.into()
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
        _ => Ok(()),
    }
}
