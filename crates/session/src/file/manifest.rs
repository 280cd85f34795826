//! `manifest.json`: what a file contains.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::file::Error;
use crate::file::bounds::{FORMAT_VERSION, MAX_NAME_BYTES, MAX_PARTS};
use crate::log::SCHEMA;

/// What says that a zip file is one of these.
pub(crate) const FORMAT: &str = "insitu-session";
/// The manifest's own path.
pub(crate) const MANIFEST: &str = "manifest.json";
/// The log's path.
pub(crate) const LOG: &str = "log.jsonl";

/// What a file contains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Manifest {
    /// Always `insitu-session`.
    pub format: String,
    /// The version of the file's form.
    pub version: u32,
    /// The version of the log's schema.
    pub log_version: u32,
    /// The session's title; empty before the first question.
    pub title: String,
    /// Every other file of the archive.
    pub parts: Vec<Part>,
}

/// A file of the archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// Its path.
    pub path: String,
    /// Its size when inflated.
    pub bytes: u64,
    /// SHA-256 of its bytes in hexadecimal.
    pub sha256: String,
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum Kind {
    /// The records.
    Log,
    /// Bytes that a record refers to by their SHA-256.
    Blob {
        /// Their media type.
        media_type: String,
    },
    /// One of the user's data files.
    File {
        /// Its name, with the folders that it came in.
        name: String,
        /// Its media type, if the browser knew it.
        media_type: String,
    },
}

/// The fields that are the same in every version.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Head {
    format: String,
    version: u32,
    log_version: u32,
}

impl Manifest {
    /// Reads a manifest and checks everything that can be checked without the parts.
    pub(crate) fn read(json: &[u8]) -> Result<Self, Error> {
        let head: Head = serde_json::from_slice(json).map_err(|_| Error::NoSession)?;
        if head.format != FORMAT {
            return Err(Error::NoSession);
        }
        if head.version > FORMAT_VERSION || head.log_version > SCHEMA {
            return Err(Error::Newer { format: head.version, log: head.log_version });
        }
        let manifest: Self =
            serde_json::from_slice(json).map_err(|error| damaged(&error.to_string()))?;
        if head.version == 0 {
            return Err(damaged("there is no format 0"));
        }
        if manifest.parts.len() > MAX_PARTS {
            return Err(Error::TooMany(manifest.parts.len()));
        }
        let mut paths = BTreeSet::new();
        let mut names = BTreeSet::new();
        for part in &manifest.parts {
            if !part.is_in_place() {
                return Err(Error::Suspicious(format!(
                    "its part {:?} is in the wrong place",
                    part.path
                )));
            }
            if !paths.insert(&part.path) {
                return Err(Error::Suspicious(format!("it lists the part {:?} twice", part.path)));
            }
            if let Kind::File { name, .. } = &part.kind {
                if let Some(why) = wrong_name(name) {
                    return Err(Error::Suspicious(format!("its data file {name:?} {why}")));
                }
                if !names.insert(name) {
                    return Err(Error::Suspicious(format!("it has two data files {name:?}")));
                }
            }
        }
        if !manifest.parts.iter().any(|part| part.kind == Kind::Log) {
            return Err(damaged("it lists no log"));
        }
        Ok(manifest)
    }
}

impl Part {
    /// Returns the part as the user knows it.
    pub(crate) fn label(&self) -> String {
        match &self.kind {
            Kind::Log => "The log of the session".to_owned(),
            Kind::Blob { media_type } => format!("An output ({media_type:?}, {:?})", self.path),
            Kind::File { name, .. } => format!("The data file {name:?}"),
        }
    }

    /// Returns whether its path is the one that its kind has.
    fn is_in_place(&self) -> bool {
        match &self.kind {
            Kind::Log => self.path == LOG,
            Kind::Blob { .. } => self.path == blob_path(&self.sha256) && is_digest(&self.sha256),
            Kind::File { .. } => self.path.strip_prefix("files/").is_some_and(|number| {
                (1..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
            }),
        }
    }
}

/// Returns the path of a blob.
pub(crate) fn blob_path(sha256: &str) -> String {
    format!("blobs/{sha256}")
}

/// Returns what is wrong with the name of a data file, which may contain folders.
pub(crate) fn wrong_name(name: &str) -> Option<&'static str> {
    if name.len() > MAX_NAME_BYTES {
        return Some("has a name that is too long");
    }
    if name.chars().any(char::is_control) {
        return Some("has control characters in its name");
    }
    let outside = name.split('/').any(|part| matches!(part, "" | "." | ".."));
    outside.then_some("has a name that leads out of its folder")
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn damaged(why: &str) -> Error {
    Error::Damaged { part: "The list of the file's parts".to_owned(), why: why.to_owned() }
}
