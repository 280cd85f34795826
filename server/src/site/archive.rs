//! The archive of a site: a stored zip, at the end of a program or alone. Its files are read in
//! place, by their offsets.
//!
//! A file with a brotli form is not stored in plain as well; whoever needs it so gets it
//! decompressed. Knows no HTTP.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use flate2::{Compression, read::GzEncoder};
use zip::{CompressionMethod, ZipArchive, result::ZipError};

use super::{
    INDEX,
    index::{self, Index, Listed},
};

/// How much of a compressed file is read at a time.
const BUFFER: usize = 64 * 1024;

/// An open archive.
#[derive(Debug)]
pub(super) struct Archive {
    file: File,
    path: PathBuf,
    /// Where the archive begins: the length of the program before it.
    start: u64,
    places: BTreeMap<String, Place>,
    index: Index,
    /// What the list would say of itself.
    itself: Listed,
}

/// Where a stored file is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The offset of its first byte.
    pub(super) start: u64,
    /// Its length.
    pub(super) bytes: u64,
}

impl Archive {
    /// Opens the archive at the end of the file at `path`; none if it has none.
    pub(super) fn open(path: &Path) -> Result<Option<Self>, String> {
        let cannot = |error: io::Error| format!("it cannot be read ({error})");
        let file = File::open(path).map_err(cannot)?;
        let mut zip = match ZipArchive::new(BufReader::new(file.try_clone().map_err(cannot)?)) {
            Ok(zip) => zip,
            Err(ZipError::Io(error)) => return Err(cannot(error)),
            // Without its end an archive is not recognised as one; it has to be looked for.
            Err(_) if begins_within(&file).map_err(cannot)? => {
                return Err("its archive has no end, or a damaged one".to_owned());
            }
            Err(_) => return Ok(None),
        };
        let (mut places, mut begin) = (BTreeMap::new(), u64::MAX);
        for number in 0..zip.len() {
            let entry = zip
                .by_index_raw(number)
                .map_err(|error| format!("its archive is damaged ({error})"))?;
            let (name, bytes) = (entry.name().to_owned(), entry.size());
            let Some(start) =
                entry.data_start().filter(|_| entry.compression() == CompressionMethod::Stored)
            else {
                return Err(format!(
                    "{name} is compressed by the archive, so that it cannot be read in place"
                ));
            };
            begin = begin.min(entry.header_start());
            places.insert(name, Place { start, bytes });
        }
        let mut archive = Self {
            file,
            path: path.to_owned(),
            start: begin,
            places,
            index: Index::new(),
            itself: Listed::default(),
        };
        let mut text = String::new();
        archive
            .reader(INDEX)
            .and_then(|mut reader| reader.read_to_string(&mut text))
            .map_err(cannot)?;
        archive.index = index::parse(&text)?;
        archive.itself = index::listed(text.as_bytes()).map_err(cannot)?;
        archive.complete()?;
        Ok(Some(archive))
    }

    /// Reports files of the list that are not there, and ends beyond that of the file.
    fn complete(&self) -> Result<(), String> {
        let length = self.file.metadata().map_err(|error| error.to_string())?.len();
        if let Some((name, _)) =
            self.places.iter().find(|(_, place)| place.start.saturating_add(place.bytes) > length)
        {
            return Err(format!("{name} ends beyond the end of the file"));
        }
        match self
            .index
            .keys()
            .find(|name| is_stored(name, &self.index) && self.place(name).is_none())
        {
            Some(name) => Err(format!("{name} is missing, though {INDEX} lists it")),
            None => Ok(()),
        }
    }

    /// Returns the file that it is in.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the length of what is before the archive.
    pub(super) fn start(&self) -> u64 {
        self.start
    }

    /// Returns the list of files.
    pub(super) fn index(&self) -> &Index {
        &self.index
    }

    /// Returns length and hash of a file.
    pub(super) fn listed(&self, name: &str) -> Option<&Listed> {
        if name == INDEX { Some(&self.itself) } else { self.index.get(name) }
    }

    /// Returns the names of the stored files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str)
    }

    /// Returns where a file is stored under this very name.
    pub(super) fn place(&self, name: &str) -> Option<Place> {
        self.places.get(name).copied()
    }

    /// Returns a reader of a file, decompressed or compressed if it is not stored in its form.
    pub(super) fn reader(&self, name: &str) -> io::Result<Box<dyn Read + '_>> {
        if let Some(place) = self.place(name) {
            return Ok(Box::new(self.section(place)));
        }
        if let Some(place) = self.place(&format!("{name}.br")) {
            return Ok(Box::new(brotli::Decompressor::new(self.section(place), BUFFER)));
        }
        match name.strip_suffix(".gz").filter(|_| is_left_out(name, &self.index)) {
            Some(plain) => {
                Ok(Box::new(GzEncoder::new(self.reader(plain)?, Compression::default())))
            }
            None => Err(io::Error::new(io::ErrorKind::NotFound, "it is not in the archive")),
        }
    }

    /// Returns a reader of the bytes at a place.
    pub(super) fn section(&self, place: Place) -> Section<'_> {
        Section { file: &self.file, at: place.start, end: place.start.saturating_add(place.bytes) }
    }
}

/// Returns whether an archive stores a file that `index` lists in this very form.
pub(super) fn is_stored(name: &str, index: &Index) -> bool {
    !is_left_out(name, index) && !index.contains_key(&format!("{name}.br"))
}

/// Returns whether an archive leaves out a file that `index` lists: the gzip forms, since every
/// browser that can run the page takes brotli.
pub(super) fn is_left_out(name: &str, index: &Index) -> bool {
    name.strip_suffix(".gz").is_some_and(|plain| index.contains_key(plain))
}

/// A reader of a part of a file, which moves nobody else's position.
#[derive(Debug)]
pub(super) struct Section<'a> {
    file: &'a File,
    at: u64,
    end: u64,
}

impl Read for Section<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end.saturating_sub(self.at))
            .unwrap_or(usize::MAX)
            .min(buffer.len());
        let read = match buffer.get_mut(..left) {
            Some(part) if !part.is_empty() => read_at(self.file, part, self.at)?,
            _ => return Ok(0),
        };
        if read == 0 {
            return Err(io::Error::new(
                io::ErrorKind::UnexpectedEof,
                "the file ends before its archive does",
            ));
        }
        self.at = self.at.saturating_add(read as u64);
        Ok(read)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

/// Returns whether an archive of a site begins in the file: its first entry is the list of files.
fn begins_within(file: &File) -> io::Result<bool> {
    /// What an entry begins with, and how far behind it the entry's name is, as zip files have
    /// them.
    const SIGNATURE: &[u8] = b"PK\x03\x04";
    const NAME: usize = 30;
    const WINDOW: usize = NAME + INDEX.len();
    let mut reader = Section { file, at: 0, end: file.metadata()?.len() };
    let mut buffer = Vec::new();
    loop {
        let before = buffer.len();
        (&mut reader).take(1 << 20).read_to_end(&mut buffer)?;
        let found = buffer
            .windows(WINDOW)
            .any(|part| part.starts_with(SIGNATURE) && part.ends_with(INDEX.as_bytes()));
        if found || buffer.len() == before {
            return Ok(found);
        }
        // The last bytes again: an entry may begin in them.
        buffer.drain(..buffer.len().saturating_sub(WINDOW));
    }
}
