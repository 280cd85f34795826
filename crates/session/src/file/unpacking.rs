//! Reading a file, which anybody may have made.
//!
//! Sizes are checked before anything is inflated, and nothing is inflated beyond its size; nothing
//! of the archive is used that the manifest does not list with its SHA-256.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use zip::ZipArchive;

use crate::file::bounds::{MAX_LOG_BYTES, MAX_MANIFEST_BYTES, MAX_PARTS, MAX_TOTAL_BYTES, is_bomb};
use crate::file::error::expect_at_most;
use crate::file::manifest::{Kind, MANIFEST, Manifest, Part};
use crate::file::packing::digest;
use crate::file::{Blob, DataFile, Error};
use crate::log::{Body, Kept};

/// What a file contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unpacked {
    /// The list of its parts.
    pub manifest: Manifest,
    /// The records, in the current schema, numbered without gaps, as a storage takes them. They say
    /// of each data file whether the file contains it.
    pub log: String,
    /// What could not be read of the log, as sentences.
    pub damage: Vec<String>,
    /// The bytes that records refer to.
    pub blobs: Vec<Blob>,
    /// The data files.
    pub files: Vec<DataFile>,
}

/// The parts of an archive by their paths: index and size.
type Listed = BTreeMap<String, (usize, u64)>;

/// Reads a file. Runs nothing and stores nothing.
///
/// # Errors
/// The first thing that is wrong with it.
pub fn unpack(file: &[u8]) -> Result<Unpacked, Error> {
    expect_at_most("file", file.len() as u64, MAX_TOTAL_BYTES)?;
    let mut archive = ZipArchive::new(Cursor::new(file)).map_err(|_| Error::NoSession)?;
    let listed = list(&mut archive)?;
    let &(at, bytes) = listed.get(MANIFEST).ok_or(Error::NoSession)?;
    expect_at_most("list of the file's parts", bytes, MAX_MANIFEST_BYTES)?;
    let label = "The list of the file's parts";
    let manifest = Manifest::read(&inflate(&mut archive, at, bytes, label)?)?;
    let known: BTreeSet<&str> = manifest.parts.iter().map(|part| part.path.as_str()).collect();
    if let Some(stray) =
        listed.keys().find(|path| *path != MANIFEST && !known.contains(path.as_str()))
    {
        return Err(Error::Suspicious(format!("it has a part {stray:?} that it does not list")));
    }
    let mut unpacked = Unpacked { manifest: manifest.clone(), ..Unpacked::default() };
    let mut log = Vec::new();
    for part in manifest.parts {
        let bytes = part_bytes(&mut archive, &listed, &part)?;
        match part.kind {
            Kind::Log => log = bytes,
            Kind::Blob { media_type } => unpacked.blobs.push(Blob { media_type, bytes }),
            Kind::File { name, media_type } => {
                unpacked.files.push(DataFile { name, media_type, bytes })
            }
        }
    }
    (unpacked.log, unpacked.damage) = adopt(&log, &unpacked.files)?;
    Ok(unpacked)
}

/// Lists an archive without inflating anything.
fn list(archive: &mut ZipArchive<Cursor<&[u8]>>) -> Result<Listed, Error> {
    if archive.len() > MAX_PARTS + 1 {
        return Err(Error::TooMany(archive.len()));
    }
    if archive.has_overlapping_files().map_err(|_| Error::NoSession)? {
        return Err(Error::Suspicious("its parts overlap".to_owned()));
    }
    let mut listed = Listed::new();
    let mut total = 0_u64;
    for at in 0..archive.len() {
        let part = archive.by_index_raw(at).map_err(|_| Error::NoSession)?;
        let (path, bytes) = (part.name().to_owned(), part.size());
        if part.encrypted() {
            return Err(Error::Suspicious(format!("its part {path:?} is encrypted")));
        }
        if is_bomb(part.compressed_size(), bytes) {
            return Err(Error::Suspicious(format!("its part {path:?} inflates to {bytes} bytes")));
        }
        total = total.saturating_add(bytes);
        listed.insert(path, (at, bytes));
    }
    expect_at_most("content of the file", total, MAX_TOTAL_BYTES + MAX_MANIFEST_BYTES)?;
    Ok(listed)
}

/// Returns the bytes of a part, if they are those that the manifest lists.
fn part_bytes(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    listed: &Listed,
    part: &Part,
) -> Result<Vec<u8>, Error> {
    let damaged = |why: &str| Error::Damaged { part: part.label(), why: why.to_owned() };
    let &(at, bytes) = listed.get(&part.path).ok_or_else(|| damaged("it is missing"))?;
    if bytes != part.bytes {
        return Err(damaged(&format!("it has {bytes} bytes instead of {}", part.bytes)));
    }
    if part.kind == Kind::Log {
        expect_at_most("log of the session", bytes, MAX_LOG_BYTES)?;
    }
    let content = inflate(archive, at, bytes, &part.label())?;
    if digest(&content) != part.sha256 {
        return Err(damaged("its bytes are not those that were exported"));
    }
    Ok(content)
}

/// Inflates a part, and nothing beyond the size that it claims.
fn inflate(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    at: usize,
    bytes: u64,
    label: &str,
) -> Result<Vec<u8>, Error> {
    let damaged = |why: String| Error::Damaged { part: label.to_owned(), why };
    let part = archive.by_index(at).map_err(|error| damaged(error.to_string()))?;
    let mut content = Vec::with_capacity(usize::try_from(bytes).unwrap_or_default());
    let read = part
        .take(bytes + 1)
        .read_to_end(&mut content)
        .map_err(|error| damaged(error.to_string()))?;
    if read as u64 != bytes {
        return Err(damaged(format!("it does not have the {bytes} bytes that it claims")));
    }
    Ok(content)
}

/// Returns the records as a new session stores them, and what could not be read of them.
fn adopt(log: &[u8], files: &[DataFile]) -> Result<(String, Vec<String>), Error> {
    let read = crate::log::read(log)?;
    let mut events = read.events;
    let copies: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    for (seq, event) in (1..).zip(&mut events) {
        crate::log::check(&event.body)
            .map_err(|error| damaged_log(format!("record {seq}: {error}")))?;
        // The file that the sender had is not one of this browser.
        if let Body::FileAdded { name, kept, wheel, .. } = &mut event.body {
            // Nor has anybody confirmed a wheel here, whatever the file contains under its name.
            if let Some(wheel) = wheel {
                wheel.confirmed = false;
            }
            let is_copy = wheel.is_none() && copies.contains(name.as_str());
            *kept = if is_copy { Kept::Copy } else { Kept::None };
        }
        event.seq = seq;
    }
    let log = crate::log::encode_all(&events).map_err(|error| damaged_log(error.to_string()))?;
    Ok((log, read.damage.iter().map(ToString::to_string).collect()))
}

fn damaged_log(why: String) -> Error {
    Error::Damaged { part: "The log of the session".to_owned(), why }
}
