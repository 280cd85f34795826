//! Writes a program with a site behind it: the program's bytes, and an archive of the files as they
//! are sent. The same program and the same site make the same bytes.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Seek, Write},
    path::Path,
};

use zip::{CompressionMethod, DateTime, ZipWriter, result::ZipError, write::SimpleFileOptions};

use super::{
    INDEX, Site,
    archive::{Archive, is_stored},
    index::{self, Index},
};

/// Writes `output`: the program at `program` with the site in the folder `site` behind it. A site
/// that the program has already is replaced.
///
/// # Errors
/// What cannot be read or written.
pub fn pack(program: &Path, site: &Path, output: &Path) -> Result<(), String> {
    let index = Site::find(Some(site))
        .and_then(|site| site.text(INDEX))
        .map_err(|error| error.to_string())?;
    let parsed = index::parse(&index)?;
    let cannot = |path: &Path, error: io::Error| format!("{}: {error}", path.display());
    let length = match Archive::open(program)? {
        Some(archive) => archive.start(),
        None => fs::metadata(program).map_err(|error| cannot(program, error))?.len(),
    };
    // Not in place: a program that runs cannot be written, and half a program should not be found.
    let unfinished = output.with_extension("unfinished");
    let write = || -> Result<(), ZipError> {
        let mut to = BufWriter::new(File::create(&unfinished)?);
        io::copy(&mut File::open(program)?.take(length), &mut to)?;
        add(&mut to, site, &index, &parsed)?;
        to.flush()?;
        fs::set_permissions(&unfinished, fs::metadata(program)?.permissions())?;
        Ok(fs::rename(&unfinished, output)?)
    };
    write().map_err(|error| format!("{} cannot be written ({error})", output.display()))
}

/// Appends the archive. The list of files comes first, by which a cut off archive is recognised.
fn add(
    to: &mut (impl Write + Seek),
    site: &Path,
    index: &str,
    files: &Index,
) -> Result<(), ZipError> {
    // Neither a time nor anything else that differs between two machines.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::default())
        .unix_permissions(0o644);
    let mut zip = ZipWriter::new(to);
    zip.start_file(INDEX, options)?;
    zip.write_all(index.as_bytes())?;
    for name in files.keys().filter(|name| is_stored(name, files)) {
        zip.start_file(name.as_str(), options)?;
        io::copy(&mut File::open(site.join(name))?, &mut zip)?;
    }
    zip.finish()?;
    Ok(())
}
