//! The zip archive that a wheel is, whoever made it. Nothing is inflated beyond the size that it
//! claims, and claims are bounded.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Cursor, Read};

use sha2::{Digest, Sha256};
use zip::{CompressionMethod, ZipArchive};

use crate::wheels::inspection::bounds::{MAX_PATH_BYTES, MAX_TEXT_BYTES, is_bomb};
use crate::wheels::inspection::file_name::FileName;
use crate::wheels::{MAX_INFLATED_BYTES, MAX_PARTS, MAX_WHEEL_BYTES, Refusal};

/// The end record of a zip archive without a comment, in bytes.
const END: usize = 22;
/// The file type of a symbolic link, and the mask of file types, in a Unix mode.
const LINK: u32 = 0o120_000;
const TYPE: u32 = 0o170_000;

/// A wheel's archive whose list of parts has been checked.
pub(crate) struct Archive<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Index and size of each file, by path.
    parts: BTreeMap<String, (usize, u64)>,
}

impl<'a> Archive<'a> {
    /// Opens an archive and checks everything that can be checked without inflating it.
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, Refusal> {
        expect_at_most("file", bytes.len() as u64, MAX_WHEEL_BYTES)?;
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(Refusal::damaged)?;
        expect_plain(&archive, bytes)?;
        if archive.len() > MAX_PARTS {
            return Err(Refusal::TooMany(archive.len()));
        }
        if archive.has_overlapping_files().map_err(Refusal::damaged)? {
            return Err(suspicious("its parts overlap"));
        }
        let mut parts = BTreeMap::new();
        let mut total = 0_u64;
        for at in 0..archive.len() {
            let part = archive.by_index_raw(at).map_err(Refusal::damaged)?;
            let path = part.name().to_owned();
            let (compressed, size) = (part.compressed_size(), part.size());
            let wrong = if part.encrypted() {
                Some("is encrypted".to_owned())
            } else if part.unix_mode().is_some_and(|mode| mode & TYPE == LINK) {
                Some("is a link".to_owned())
            } else if !matches!(
                part.compression(),
                CompressionMethod::Stored | CompressionMethod::Deflated
            ) {
                Some("is compressed in a way that wheels do not use".to_owned())
            } else if is_bomb(compressed, size) {
                Some(format!("inflates to {size} bytes"))
            } else {
                wrong_path(&path).map(str::to_owned)
            };
            if let Some(wrong) = wrong {
                return Err(suspicious(&format!("its part {} {wrong}", shown(&path))));
            }
            total = total.saturating_add(size);
            // Folders say nothing that the paths of files do not.
            if !path.ends_with('/') && parts.insert(path.clone(), (at, size)).is_some() {
                return Err(twice(&path));
            }
        }
        expect_at_most("content", total, MAX_INFLATED_BYTES)?;
        expect_no_file_is_a_folder(&parts)?;
        Ok(Self { archive, parts })
    }

    /// Returns the paths of all files, sorted.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.parts.keys().map(String::as_str)
    }

    /// Returns whether there is a file of this path.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.parts.contains_key(path)
    }

    /// Returns the wheel's own folder, of which there has to be exactly one, that fits the file's
    /// name.
    pub(crate) fn dist_info(&self, file: &FileName) -> Result<String, Refusal> {
        let tops = self.paths().filter_map(|path| path.split_once('/')).map(|(top, _)| top);
        let infos: BTreeSet<&str> = tops.filter(|top| top.ends_with(".dist-info")).collect();
        let infos: Vec<&str> = infos.into_iter().collect();
        let [info] = infos[..] else {
            return Err(suspicious(&format!(
                "it describes {} packages instead of one",
                infos.len()
            )));
        };
        let named = info.strip_suffix(".dist-info").and_then(|stem| stem.rsplit_once('-'));
        match named {
            Some((name, version)) if file.fits(name, version) => Ok(info.to_owned()),
            _ => Err(suspicious(&format!("its folder {} does not fit its file name", shown(info)))),
        }
    }

    /// Returns a text of the wheel about itself.
    pub(crate) fn text(&mut self, path: &str) -> Result<String, Refusal> {
        let &(_, size) = self
            .parts
            .get(path)
            .ok_or_else(|| Refusal::damaged(format!("it has no {}", shown(path))))?;
        expect_at_most("description of itself", size, MAX_TEXT_BYTES)?;
        String::from_utf8(self.bytes(path)?)
            .map_err(|_| Refusal::damaged(format!("{} is not text in UTF-8", shown(path))))
    }

    /// Inflates a file, and nothing beyond the size that it claims.
    pub(crate) fn bytes(&mut self, path: &str) -> Result<Vec<u8>, Refusal> {
        let damaged = |why: String| Refusal::damaged(format!("{}: {why}", shown(path)));
        let &(at, size) =
            self.parts.get(path).ok_or_else(|| damaged("it is missing".to_owned()))?;
        let part = self.archive.by_index(at).map_err(|error| damaged(error.to_string()))?;
        let mut content = Vec::with_capacity(usize::try_from(size).unwrap_or_default());
        let read = part
            .take(size + 1)
            .read_to_end(&mut content)
            .map_err(|error| damaged(error.to_string()))?;
        if read as u64 != size {
            return Err(damaged(format!("it does not have the {size} bytes that it claims")));
        }
        Ok(content)
    }
}

/// Checks that there is one way to read the archive: its directory is the one that its last bytes
/// name, with as many entries as there are different names, and nothing stands before it or after
/// it.
fn expect_plain(archive: &ZipArchive<Cursor<&[u8]>>, bytes: &[u8]) -> Result<(), Refusal> {
    let Some(end) = bytes.len().checked_sub(END).and_then(|at| bytes.get(at..)) else {
        return Err(Refusal::damaged("it is too short"));
    };
    let number = |at: usize| u16::from_le_bytes([end[at], end[at + 1]]);
    let start = u32::from_le_bytes([end[16], end[17], end[18], end[19]]);
    if !end.starts_with(b"PK\x05\x06") || number(20) != 0 || archive.offset() != 0 {
        return Err(suspicious("it has bytes before or after its archive"));
    }
    if usize::from(number(10)) > MAX_PARTS {
        return Err(Refusal::TooMany(usize::from(number(10))));
    }
    if u64::from(start) != archive.central_directory_start() {
        return Err(suspicious("it has two lists of its parts"));
    }
    if usize::from(number(10)) != archive.len() {
        return Err(suspicious("it has a part twice"));
    }
    Ok(())
}

/// Returns what is wrong with the path of a part.
fn wrong_path(path: &str) -> Option<&'static str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    if path.len() > MAX_PATH_BYTES {
        return Some("has a path that is too long");
    }
    if text::file_name(path) != path || path.contains(['\\', ':']) {
        return Some("has characters in its path that no file of a package has");
    }
    let leads_out = path.split('/').any(|part| matches!(part, "" | "." | ".."));
    leads_out.then_some("leads out of its folder")
}

/// Checks that no path is both a file and a folder.
pub(crate) fn expect_no_file_is_a_folder<T>(files: &BTreeMap<String, T>) -> Result<(), Refusal> {
    for path in files.keys() {
        let mut folders = path.match_indices('/').map(|(at, _)| &path[..at]);
        if let Some(folder) = folders.find(|folder| files.contains_key(*folder)) {
            return Err(twice(folder));
        }
    }
    Ok(())
}

/// Returns a path as the user reads it.
pub(crate) fn shown(path: &str) -> String {
    format!("{:?}", text::truncated(&text::file_name(path), 120))
}

pub(crate) fn suspicious(why: &str) -> Refusal {
    Refusal::Suspicious(why.to_owned())
}

fn twice(path: &str) -> Refusal {
    suspicious(&format!("it has {} twice", shown(path)))
}

fn expect_at_most(what: &'static str, bytes: u64, most: u64) -> Result<(), Refusal> {
    if bytes > most { Err(Refusal::TooLarge { what, bytes, most }) } else { Ok(()) }
}

/// Returns the SHA-256 of bytes in hexadecimal.
pub(crate) fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
