//! Writing a file.

use std::collections::BTreeSet;
use std::io::{Cursor, Write};

use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipArchive, ZipWriter};

use crate::file::Error;
use crate::file::bounds::{FORMAT_VERSION, MAX_LOG_BYTES, MAX_PARTS, MAX_TOTAL_BYTES, is_bomb};
use crate::file::error::expect_at_most;
use crate::file::manifest::{FORMAT, Kind, LOG, MANIFEST, Manifest, Part, blob_path, wrong_name};
use crate::log::{SCHEMA, State};

/// What is handed on.
#[derive(Clone, Debug, Default)]
pub struct Session {
    /// The records, as they are stored. What cannot be read of them is left out.
    pub log: Vec<u8>,
    /// The bytes that records refer to, as far as they are still there.
    pub blobs: Vec<Blob>,
    /// The user's data files, if they are to be handed on.
    pub files: Vec<DataFile>,
}

/// Bytes that a record refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    /// Their media type.
    pub media_type: String,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A data file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Its name, with the folders that it came in.
    pub name: String,
    /// Its media type, if known.
    pub media_type: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// How hard parts are compressed. The page waits for it: the usual level takes several times as
/// long for little.
const LEVEL: i64 = 1;

type Archive = ZipWriter<Cursor<Vec<u8>>>;

/// Returns a session as a file. The same session is the same bytes.
///
/// # Errors
/// If the log cannot be read, a bound is exceeded, or a data file has an impossible name.
pub fn pack(session: Session) -> Result<Vec<u8>, Error> {
    let Session { log, blobs, files } = session;
    let read = crate::log::read(&log)?;
    let log =
        crate::log::encode_all(&read.events).map_err(|error| Error::Writing(error.to_string()))?;
    expect_at_most("log of the session", log.len() as u64, MAX_LOG_BYTES)?;
    let title = State::of(&read.events).title();
    let mut contents = vec![(Kind::Log, log.into_bytes())];
    contents.extend(
        blobs.into_iter().map(|blob| (Kind::Blob { media_type: blob.media_type }, blob.bytes)),
    );
    let mut names = BTreeSet::new();
    for DataFile { name, media_type, bytes } in files {
        if let Some(why) = wrong_name(&name) {
            return Err(Error::Name(name, why));
        }
        if !names.insert(name.clone()) {
            return Err(Error::Name(name, "has the name of another one"));
        }
        contents.push((Kind::File { name, media_type }, bytes));
    }
    if contents.len() > MAX_PARTS {
        return Err(Error::TooMany(contents.len()));
    }
    let total = contents.iter().map(|(_, bytes)| bytes.len() as u64).sum();
    expect_at_most("session", total, MAX_TOTAL_BYTES)?;
    write(title, contents).map_err(|error| Error::Writing(error.to_string()))
}

fn write(
    title: String,
    contents: Vec<(Kind, Vec<u8>)>,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let mut parts: Vec<Part> = Vec::with_capacity(contents.len());
    let mut seen = BTreeSet::new();
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut files = 0;
    for (kind, bytes) in contents {
        let sha256 = digest(&bytes);
        let path = match &kind {
            Kind::Log => LOG.to_owned(),
            Kind::Blob { .. } => blob_path(&sha256),
            Kind::File { .. } => {
                files += 1;
                format!("files/{files}")
            }
        };
        // Two records may refer to the same bytes.
        if !seen.insert(path.clone()) {
            continue;
        }
        add(&mut archive, &path, &bytes)?;
        parts.push(Part { path, bytes: bytes.len() as u64, sha256, kind });
    }
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: FORMAT_VERSION,
        log_version: SCHEMA,
        title,
        parts,
    };
    add(&mut archive, MANIFEST, &serde_json::to_vec_pretty(&manifest)?)?;
    Ok(archive.finish()?.into_inner())
}

/// Adds a part: deflated, unless a reader would take it for a zip bomb then.
fn add(archive: &mut Archive, path: &str, bytes: &[u8]) -> Result<(), Box<dyn std::error::Error>> {
    let mut alone = ZipWriter::new(Cursor::new(Vec::new()));
    put(&mut alone, path, bytes, CompressionMethod::Deflated)?;
    let mut alone = ZipArchive::new(alone.finish()?)?;
    let deflated = alone.by_index_raw(0)?;
    let size = deflated.compressed_size();
    if size >= bytes.len() as u64 || is_bomb(size, bytes.len() as u64) {
        return put(archive, path, bytes, CompressionMethod::Stored);
    }
    Ok(archive.raw_copy_file(deflated)?)
}

fn put(
    archive: &mut Archive,
    path: &str,
    bytes: &[u8],
    method: CompressionMethod,
) -> Result<(), Box<dyn std::error::Error>> {
    // No time of its own: the same session is the same bytes.
    let options = SimpleFileOptions::default().compression_method(method);
    let options = match method {
        CompressionMethod::Deflated => options.compression_level(Some(LEVEL)),
        _ => options,
    };
    let options = options.last_modified_time(DateTime::DEFAULT);
    archive.start_file(path, options)?;
    Ok(archive.write_all(bytes)?)
}

/// Returns the SHA-256 of bytes in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
