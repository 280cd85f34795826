//! Wheels for the tests, honest ones and others.

use std::io::{Cursor, Write};

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::json;
use sha2::{Digest, Sha256};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::manifest::Manifest;
use crate::wheels::inspection::{Dropped, Runtime};

/// A wheel to be written: `good` 1.0, with changes.
pub(crate) struct Recipe {
    pub(crate) parts: Vec<(String, Vec<u8>)>,
    pub(crate) info: &'static str,
    /// The list of the files; made from the parts if it is `None`.
    pub(crate) record: Option<String>,
}

impl Recipe {
    /// Returns a wheel of pure Python with these files besides its own.
    pub(crate) fn with(parts: &[(&str, &[u8])]) -> Self {
        let info = "good-1.0.dist-info";
        let own: [(&str, &[u8]); 2] = [
            ("good-1.0.dist-info/METADATA", b"Metadata-Version: 2.1\nName: good\nVersion: 1.0\n"),
            (
                "good-1.0.dist-info/WHEEL",
                b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
            ),
        ];
        let parts =
            parts.iter().chain(&own).map(|(path, bytes)| ((*path).to_owned(), bytes.to_vec()));
        Self { parts: parts.collect(), info, record: None }
    }

    /// Replaces a part, or removes it.
    pub(crate) fn part(mut self, path: &str, bytes: Option<&[u8]>) -> Self {
        self.parts.retain(|(known, _)| known != path);
        self.parts.extend(bytes.map(|bytes| (path.to_owned(), bytes.to_vec())));
        self
    }

    /// Replaces the list of the files.
    pub(crate) fn record(mut self, record: &str) -> Self {
        self.record = Some(record.to_owned());
        self
    }

    /// Returns the wheel's bytes.
    pub(crate) fn wheel(self) -> Vec<u8> {
        let path = format!("{}/RECORD", self.info);
        let files = self.parts.iter().filter(|(path, _)| !path.ends_with('/'));
        let listed = files.map(|(path, bytes)| line(path, bytes));
        let record = self.record.unwrap_or_else(|| listed.chain([format!("{path},,\n")]).collect());
        let mut parts = self.parts;
        parts.push((path, record.into_bytes()));
        zip(&parts, CompressionMethod::Deflated)
    }
}

/// Returns the line of a file in `RECORD`.
pub(crate) fn line(path: &str, bytes: &[u8]) -> String {
    let path = if path.contains([',', '"']) {
        format!("\"{}\"", path.replace('"', "\"\""))
    } else {
        path.to_owned()
    };
    format!(
        "{path},sha256={},{}\n",
        BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(bytes)),
        bytes.len()
    )
}

/// Returns an archive of these parts.
pub(crate) fn zip(parts: &[(String, Vec<u8>)], method: CompressionMethod) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method);
    for (path, bytes) in parts {
        if path.ends_with('/') {
            archive.add_directory(path.as_str(), options).unwrap();
        } else {
            archive.start_file(path.as_str(), options).unwrap();
            archive.write_all(bytes).unwrap();
        }
    }
    archive.finish().unwrap().into_inner()
}

/// Returns a WebAssembly module that exports functions of these names, which do nothing.
pub(crate) fn wasm(exports: &[&str]) -> Vec<u8> {
    let section = |id: u8, content: Vec<u8>| {
        [vec![id, u8::try_from(content.len()).unwrap()], content].concat()
    };
    let count = u8::try_from(exports.len()).unwrap();
    let name = |name: &&str| {
        [vec![u8::try_from(name.len()).unwrap()], name.as_bytes().to_vec(), vec![0, 0]].concat()
    };
    [
        b"\0asm\x01\0\0\0".to_vec(),
        section(1, vec![1, 0x60, 0, 0]),
        section(3, vec![1, 0]),
        section(7, [vec![count], exports.iter().flat_map(name).collect()].concat()),
        section(10, vec![1, 2, 0, 0x0b]),
    ]
    .concat()
}

/// Returns an interpreter with one package, whose two modules only the index and only the manifest
/// know, and with one wheel that was dropped.
pub(crate) fn runtime() -> Runtime {
    let manifest = json!({
        "pyodide": "314", "core": [],
        "packages": [{
            "name": "scikit-learn", "version": "1.8", "depends": [], "imports": ["sklearn"],
            "asset": { "url": "", "bytes": 0, "sha256": "" }, "upFront": false, "rank": null,
        }],
    });
    let manifest: Manifest = serde_json::from_value(manifest).unwrap();
    let index = br#"{"archives":["scikit-learn"],"tree":{"scikit_learn.libs":{"a.so":[0,1,2]},"_build_utils.py":[0,1,2]},
        "modules":{"_build_utils":"scikit-learn","shared.part":"scikit-learn"},"absent":{},"standardLibrary":7}"#;
    let dropped = vec![Dropped { name: "Other_One".to_owned(), modules: vec!["other".to_owned()] }];
    Runtime::new(&manifest, index, dropped).unwrap()
}
