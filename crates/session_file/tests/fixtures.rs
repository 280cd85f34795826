//! The session files that each version of the product has written are opened, and have what the
//! session had then: the folders of `end2end/fixtures`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../../session_log/tests/fixtures/summary.rs"]
mod summary;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use session_file::{DataFile, Kind, unpack};
use session_log::{BlobRef, State, read};

use crate::summary::summary;

const EVERYTHING: &str = "Everything of a session";
const SALES: &str = "day,region,units,revenue\n2026-01-03,North,3,10.5\n2026-01-17,South,1,32.25\n\
                     2026-02-02,North,2,4.0\n2026-02-09,West,5,7.25\n2026-03-01,South,4,18.0\n";

/// Returns the folders, the oldest first.
fn folders() -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../end2end/fixtures");
    let folders =
        (1..).map(|number| all.join(format!("v{number}"))).take_while(|folder| folder.exists());
    let folders: Vec<_> = folders.collect();
    assert!(folders.len() >= 2, "no fixture is ever removed");
    folders
}

#[test]
fn every_session_file_has_its_session_and_its_data_where_it_was_made_with_them() {
    for folder in folders() {
        let expected: Value =
            serde_json::from_slice(&fs::read(folder.join("expected.json")).unwrap()).unwrap();
        for (name, kept, data) in
            [("session.insitu", "none", None), ("session-with-data.insitu", "copy", Some(SALES))]
        {
            let file = unpack(&fs::read(folder.join(name)).unwrap()).unwrap();
            assert_eq!(
                (file.manifest.title.as_str(), &file.damage),
                ("Which region earns most?", &Vec::new())
            );
            let data: Vec<_> = data.map(sales).into_iter().collect();
            assert_eq!(file.files, data, "{name} in {}", folder.display());
            let blobs =
                file.manifest.parts.iter().filter(|part| matches!(part.kind, Kind::Blob { .. }));
            let blobs: BTreeMap<_, _> = blobs.map(|part| &part.sha256).zip(&file.blobs).collect();
            let find = |blob: &BlobRef| blobs.get(&blob.sha256).map(|blob| blob.bytes.clone());
            let state = State::of(&read(file.log.as_bytes()).unwrap().events);
            let mut expected = expected[EVERYTHING].clone();
            // A session file says of each data file whether it has it.
            expected["files"][0]["kept"] = kept.into();
            assert_eq!(summary(&state, find), expected, "{name} in {}", folder.display());
        }
    }
}

fn sales(text: &str) -> DataFile {
    let (name, media_type) = ("sales.csv".to_owned(), String::new());
    DataFile { name, media_type, bytes: text.as_bytes().to_vec() }
}
