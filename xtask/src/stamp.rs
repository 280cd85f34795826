//! Remembers which inputs a step was last done for, so that a second run has nothing to do.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;
use sha2::{Digest, Sha256};

use crate::project;

/// What a step was done for: a name and a hash over its inputs.
pub(crate) struct Stamp {
    file: PathBuf,
    inputs: String,
}

impl Stamp {
    /// The stamp of step `name` over these files and folders (their names and contents, recursively) and `extra`.
    /// What does not exist counts as empty.
    pub(crate) fn of(name: &str, inputs: &[PathBuf], extra: &str) -> Result<Self> {
        let mut hasher = Sha256::new();
        hasher.update(extra);
        for input in inputs {
            add(&mut hasher, input)?;
        }
        let inputs = hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { file: project::path("target/stamps").join(name), inputs })
    }

    /// Whether the step was done for exactly these inputs and `output` is still there.
    pub(crate) fn is_current(&self, output: &Path) -> bool {
        output.exists() && fs::read_to_string(&self.file).is_ok_and(|done| done == self.inputs)
    }

    /// Forgets the step: its output is about to change.
    pub(crate) fn clear(&self) -> Result<()> {
        match fs::remove_file(&self.file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Notes that the step is done.
    pub(crate) fn write(&self) -> Result<()> {
        if let Some(folder) = self.file.parent() {
            fs::create_dir_all(folder)?;
        }
        Ok(fs::write(&self.file, &self.inputs)?)
    }
}

fn add(hasher: &mut Sha256, path: &Path) -> Result<()> {
    if path.is_dir() {
        let mut entries: Vec<_> = fs::read_dir(path)?.collect::<std::io::Result<_>>()?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            // Left behind by Python's tests, never an input.
            if entry.file_name() != "__pycache__" {
                add(hasher, &entry.path())?;
            }
        }
    } else if path.is_file() {
        let content = fs::read(path)?;
        hasher.update(path.to_string_lossy().as_bytes());
        hasher.update((content.len() as u64).to_le_bytes());
        hasher.update(content);
    }
    Ok(())
}
