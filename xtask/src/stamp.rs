//! Records the inputs of a step's last run, so that a second run has nothing to do.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sha2::{Digest, Sha256};

use crate::project;

/// The inputs of a step: its name and a hash over them.
pub(crate) struct Stamp {
    file: PathBuf,
    inputs: String,
}

impl Stamp {
    /// Creates the stamp of step `name` over these files and folders (their names and contents,
    /// recursively) and `extra`. A missing file counts as empty.
    pub(crate) fn of(name: &str, inputs: &[PathBuf], extra: &str) -> Result<Self> {
        let mut hasher = Sha256::new();
        hasher.update(extra);
        for input in inputs {
            add(&mut hasher, input, Path::new(""))?;
        }
        let inputs = in_hex(hasher);
        Ok(Self { file: project::path("target/stamps").join(name), inputs })
    }

    /// Returns whether the step was done for exactly these inputs and `output` still exists.
    pub(crate) fn is_current(&self, output: &Path) -> bool {
        output.exists() && fs::read_to_string(&self.file).is_ok_and(|done| done == self.inputs)
    }

    /// Removes the record: the step's output is about to change.
    pub(crate) fn clear(&self) -> Result<()> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Records that the step is done.
    pub(crate) fn write(&self) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(fs::write(&self.file, &self.inputs)?)
    }
}

/// Returns a hash over files and folders below `root`, the same in every checkout. A missing file
/// counts as empty.
pub(crate) fn hash_of(inputs: impl Iterator<Item = PathBuf>, root: &Path) -> Result<String> {
    let mut hasher = Sha256::new();
    for input in inputs {
        add(&mut hasher, &input, root)?;
    }
    Ok(in_hex(hasher))
}

fn in_hex(hasher: Sha256) -> String {
    hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Adds a file, or everything in a folder, with names as they are below `root`.
fn add(hasher: &mut Sha256, path: &Path, root: &Path) -> Result<()> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<std::io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // Left behind by Python's tests, never an input.
            if entry.file_name() != "__pycache__" {
                add(hasher, &entry.path(), root)?;
            }
        }
    } else if path.is_file() {
        let content = fs::read(path)?;
        let name = path.strip_prefix(root).unwrap_or(path);
        hasher.update(name.to_string_lossy().as_bytes());
        hasher.update((content.len() as u64).to_le_bytes());
        hasher.update(content);
    }
    Ok(())
}
