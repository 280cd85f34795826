//! Which files of a wheel are installed, and where: the libraries, and its own folder. Programs,
//! headers and other data belong to other folders, and nothing here uses them.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, ZipWriter};

use crate::wheels::Refusal;
use crate::wheels::inspection::archive::{Archive, expect_no_file_is_a_folder, shown, suspicious};
use crate::wheels::inspection::native::{self, Compiled};
use crate::wheels::inspection::record::Record;

/// What is installed of a wheel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    /// The paths of the installed files in `site-packages`, with their paths in the wheel.
    installed: BTreeMap<String, String>,
    /// How many files are not installed, by their kind.
    left_out: BTreeMap<Kind, u64>,
    /// The top-level modules, sorted.
    pub(crate) modules: Vec<String>,
}

/// A kind of files that are not installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    EntryPoints,
    Program,
    Header,
    Data,
    Bytecode,
}

/// The installed files, as the kernel takes them.
pub(crate) struct Packed {
    /// An archive whose entries are stored.
    pub(crate) archive: Vec<u8>,
    /// Their size.
    pub(crate) bytes: u64,
    /// Whether one of them is compiled.
    pub(crate) native: bool,
}

impl Contents {
    /// Sorts the files of the wheel whose own folder is `info`.
    pub(crate) fn of<'a>(
        paths: impl Iterator<Item = &'a str>,
        info: &str,
    ) -> Result<Self, Refusal> {
        let mut installed = BTreeMap::new();
        let mut left_out: BTreeMap<Kind, u64> = BTreeMap::new();
        let mut modules = BTreeSet::new();
        for path in paths {
            match place(path, info)? {
                Ok(target) => {
                    modules.extend(module(target, info)?);
                    if installed.insert(target.to_owned(), path.to_owned()).is_some() {
                        return Err(suspicious(&format!("it has {} twice", shown(target))));
                    }
                }
                Err(kind) => *left_out.entry(kind).or_default() += 1,
            }
        }
        expect_no_file_is_a_folder(&installed)?;
        if modules.is_empty() {
            return Err(Refusal::Empty);
        }
        let modules = modules.into_iter().map(str::to_owned).collect();
        Ok(Self { installed, left_out, modules })
    }

    /// Returns the names of the files and folders in `site-packages`.
    pub(crate) fn entries(&self) -> BTreeSet<&str> {
        self.installed.keys().map(|path| top(path)).collect()
    }

    /// Returns how many files are installed.
    pub(crate) fn files(&self) -> usize {
        self.installed.len()
    }

    /// Returns what is not installed, in words.
    pub(crate) fn left_out(&self) -> Vec<String> {
        let words = |(kind, &count): (&Kind, &u64)| match kind {
            Kind::EntryPoints => "entry points".to_owned(),
            Kind::Program => text::format::plural(count, "program"),
            Kind::Header => text::format::plural(count, "header"),
            Kind::Data => text::format::plural(count, "other data file"),
            Kind::Bytecode => text::format::plural(count, "bytecode file"),
        };
        self.left_out.iter().map(words).collect()
    }

    /// Compares every file of the wheel with its list, and packs those that are installed.
    pub(crate) fn pack(
        &self,
        archive: &mut Archive<'_>,
        record: &Record,
    ) -> Result<Packed, Refusal> {
        record.expect_all(|path| archive.has(path))?;
        let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
        let (mut size, mut native) = (0, false);
        for (target, path) in &self.installed {
            let bytes = archive.bytes(path)?;
            record.expect(path, &bytes)?;
            if target.ends_with(".so") {
                match native::read(&bytes) {
                    Compiled::Usable => native = true,
                    Compiled::NeedsEval => return Err(Refusal::Eval(target.clone())),
                    Compiled::Foreign => return Err(Refusal::Foreign(target.clone())),
                }
            }
            size += bytes.len() as u64;
            store(&mut writer, target, &bytes).map_err(Refusal::damaged)?;
        }
        let others: BTreeSet<&str> = self.installed.values().map(String::as_str).collect();
        let others: Vec<String> =
            archive.paths().filter(|path| !others.contains(path)).map(str::to_owned).collect();
        for path in others {
            record.expect(&path, &archive.bytes(&path)?)?;
        }
        let packed = writer.finish().map_err(Refusal::damaged)?.into_inner();
        Ok(Packed { archive: packed, bytes: size, native })
    }
}

/// Returns where a file is installed, or as what it is not.
fn place<'a>(path: &'a str, info: &str) -> Result<Result<&'a str, Kind>, Refusal> {
    let folder = top(path);
    if path.split('/').any(|part| part == "__pycache__") {
        return Ok(Err(Kind::Bytecode));
    }
    if !folder.ends_with(".data") || folder == path {
        let is_entry_points = path.strip_prefix(info) == Some("/entry_points.txt");
        return Ok(if is_entry_points { Err(Kind::EntryPoints) } else { Ok(path) });
    }
    let inside = path
        .strip_prefix(folder)
        .filter(|_| folder.strip_suffix(".data") == info.strip_suffix(".dist-info"));
    let inside = inside.and_then(|inside| inside.strip_prefix('/')?.split_once('/'));
    match inside {
        Some(("purelib" | "platlib", target)) => Ok(Ok(target)),
        Some(("scripts", _)) => Ok(Err(Kind::Program)),
        Some(("headers", _)) => Ok(Err(Kind::Header)),
        Some(("data", _)) => Ok(Err(Kind::Data)),
        _ => Err(suspicious(&format!("its part {} belongs nowhere", shown(path)))),
    }
}

/// Returns the top-level module that a file belongs to, if any.
fn module<'a>(target: &'a str, info: &str) -> Result<Option<&'a str>, Refusal> {
    let entry = top(target);
    let is_folder = entry != target;
    if !entry.is_ascii() {
        return Err(suspicious(&format!(
            "its part {} has a name that no module has",
            shown(target)
        )));
    }
    if !is_folder && entry.ends_with(".pth") {
        return Err(Refusal::Startup(shown(target)));
    }
    let describes =
        [".dist-info", ".egg-info", ".egg", ".egg-link"].iter().any(|end| entry.ends_with(end));
    if describes && entry != info {
        return Err(suspicious(&format!("its part {} describes another package", shown(target))));
    }
    let mut words = entry.split('.');
    let name = words.next().filter(|name| is_identifier(name));
    let is_module = if is_folder {
        words.next().is_none()
    } else {
        matches!(words.next_back(), Some("py" | "pyc" | "so"))
    };
    Ok(name.filter(|_| is_module))
}

fn is_identifier(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// Returns the first part of a path.
fn top(path: &str) -> &str {
    path.split_once('/').map_or(path, |(top, _)| top)
}

fn store(
    writer: &mut ZipWriter<Cursor<Vec<u8>>>,
    path: &str,
    bytes: &[u8],
) -> Result<(), Box<dyn Error>> {
    // No time of its own: the same wheel is the same archive.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::DEFAULT);
    writer.start_file(path, options)?;
    Ok(writer.write_all(bytes)?)
}
