//! Reads a wheel and decides whether it may be installed.

mod archive;
mod bounds;
mod contents;
mod file_name;
mod headers;
mod metadata;
mod names;
mod native;
mod record;
mod reserved;
mod runtime;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

use super::{Facts, Refusal};
use archive::Archive;
use contents::Contents;
use file_name::FileName;
use metadata::Metadata;
use record::Record;
pub use runtime::{Dropped, Runtime};

/// A wheel that may be installed once the user has confirmed it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wheel {
    /// What the user is asked to confirm.
    pub facts: Facts,
    /// Its files under their paths in `site-packages`: a zip archive whose entries are stored, as
    /// those of the runtime's packages are.
    pub archive: Vec<u8>,
}

/// Reads a wheel. Runs nothing of it.
///
/// # Errors
/// Why it cannot be installed, as a sentence for the user.
pub fn inspect(file: &str, bytes: &[u8], runtime: &Runtime) -> Result<Wheel, Refusal> {
    let name = FileName::read(file)?;
    let mut archive = Archive::open(bytes)?;
    let info = archive.dist_info(&name)?;
    name.expect_tags(&archive.text(&format!("{info}/WHEEL"))?)?;
    let metadata = Metadata::read(&archive.text(&format!("{info}/METADATA"))?, &name)?;
    let record = Record::read(&archive.text(&format!("{info}/RECORD"))?, &info)?;
    runtime.expect_free(&metadata.name)?;
    let contents = Contents::of(archive.paths(), &info)?;
    for module in &contents.modules {
        runtime.expect_free_module(module)?;
    }
    for entry in contents.entries() {
        runtime.expect_free_entry(entry)?;
    }
    let packed = contents.pack(&mut archive, &record)?;
    let facts = Facts {
        file: file.to_owned(),
        sha256: archive::digest(bytes),
        bytes: bytes.len() as u64,
        installed_bytes: packed.bytes,
        files: contents.files(),
        native: packed.native,
        missing: runtime.missing(&metadata.needs),
        left_out: contents.left_out(),
        name: metadata.name,
        version: metadata.version,
        modules: contents.modules,
    };
    Ok(Wheel { facts, archive: packed.archive })
}
