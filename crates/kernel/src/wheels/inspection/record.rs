//! `RECORD`: the list of a wheel's files with the hash of each.

use std::collections::HashMap;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::wheels::Refusal;
use crate::wheels::inspection::archive::shown;

/// The list, by path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Record {
    listed: HashMap<String, Vec<u8>>,
    /// Files that cannot have a hash: the list itself and its signatures.
    unlisted: [String; 3],
}

impl Record {
    /// Reads the list of the wheel whose own folder is `info`.
    pub(crate) fn read(text: &str, info: &str) -> Result<Self, Refusal> {
        let unlisted = ["RECORD", "RECORD.jws", "RECORD.p7s"].map(|name| format!("{info}/{name}"));
        let mut listed = HashMap::new();
        let mut lines = csv::ReaderBuilder::new();
        for line in lines.has_headers(false).flexible(true).from_reader(text.as_bytes()).records() {
            let line = line.map_err(|_| Refusal::damaged("its RECORD cannot be read"))?;
            let (path, hash) = (line.get(0).unwrap_or_default(), line.get(1).unwrap_or_default());
            if unlisted.iter().any(|own| own == path) {
                continue;
            }
            let hash = hash
                .strip_prefix("sha256=")
                .and_then(|hash| BASE64_URL_SAFE_NO_PAD.decode(hash).ok());
            let hash = hash.ok_or_else(|| {
                Refusal::damaged(format!("its RECORD has no SHA-256 for {}", shown(path)))
            })?;
            if listed.insert(path.to_owned(), hash.clone()).is_some_and(|other| other != hash) {
                return Err(Refusal::damaged(format!(
                    "its RECORD has two hashes for {}",
                    shown(path)
                )));
            }
        }
        Ok(Self { listed, unlisted })
    }

    /// Checks that a file has the hash that is listed for it.
    pub(crate) fn expect(&self, path: &str, bytes: &[u8]) -> Result<(), Refusal> {
        match self.listed.get(path) {
            Some(hash) if hash[..] == Sha256::digest(bytes)[..] => Ok(()),
            Some(_) => Err(Refusal::damaged(format!(
                "{} is not the file that its RECORD lists",
                shown(path)
            ))),
            None if self.unlisted.iter().any(|own| own == path) => Ok(()),
            None => Err(Refusal::damaged(format!("its RECORD does not list {}", shown(path)))),
        }
    }

    /// Checks that no file is listed that is not there.
    pub(crate) fn expect_all(&self, is_there: impl Fn(&str) -> bool) -> Result<(), Refusal> {
        match self.listed.keys().filter(|path| !is_there(path)).min() {
            Some(path) => Err(Refusal::damaged(format!("{} is listed and missing", shown(path)))),
            None => Ok(()),
        }
    }
}
