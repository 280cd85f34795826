//! Files that were damaged, and files that were made to do harm.

use std::io::{Cursor, Write};

use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::{FIGURE, session, small};
use crate::file::packing::digest;
use crate::file::{Error, pack, unpack};

/// Returns an archive of these parts.
fn archive(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (path, bytes) in parts {
        archive.start_file(*path, options).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn part(path: &str, bytes: &[u8], kind: &Value) -> Value {
    let mut part = json!({ "path": path, "bytes": bytes.len(), "sha256": digest(bytes) });
    part.as_object_mut().unwrap().extend(kind.as_object().unwrap().clone());
    part
}

fn log_part() -> Value {
    part("log.jsonl", small().as_bytes(), &json!({ "kind": "log" }))
}

fn blob_part() -> Value {
    part(
        &format!("blobs/{}", digest(FIGURE)),
        FIGURE,
        &json!({ "kind": "blob", "mediaType": "image/png" }),
    )
}

fn file_part(path: &str, name: &str) -> Value {
    part(path, b"x", &json!({ "kind": "file", "name": name, "mediaType": "" }))
}

fn manifest(parts: &[Value]) -> Value {
    json!({ "format": "insitu-session", "version": 1, "logVersion": 3, "title": "", "parts": parts })
}

/// Returns a file of this manifest, with a log and further parts.
fn file(manifest: &Value, more: &[(&str, &[u8])]) -> Vec<u8> {
    let (manifest, log) = (manifest.to_string(), small());
    let parts = [("manifest.json", manifest.as_bytes()), ("log.jsonl", log.as_bytes())];
    archive(&[&parts, more].concat())
}

/// Changes a size in the local header and in the central directory.
fn claiming(mut file: Vec<u8>, size: u32, claimed: u32) -> Vec<u8> {
    let size = size.to_le_bytes();
    let places: Vec<usize> = (0..file.len() - 4).filter(|at| file[*at..*at + 4] == size).collect();
    assert!(!places.is_empty());
    for at in places {
        file[at..at + 4].copy_from_slice(&claimed.to_le_bytes());
    }
    file
}

fn suspicious(file: &[u8]) -> String {
    match unpack(file) {
        Err(Error::Suspicious(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn damaged(file: &[u8]) -> (String, String) {
    match unpack(file) {
        Err(Error::Damaged { part, why }) => (part, why),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_files_that_these_tests_change_can_be_opened() {
    assert!(unpack(&file(&manifest(&[log_part()]), &[])).is_ok());
    assert!(
        unpack(&file(
            &manifest(&[log_part(), file_part("files/1", "a.csv")]),
            &[("files/1", b"x")]
        ))
        .is_ok()
    );
}

#[test]
fn another_kind_of_file_is_none() {
    let json = manifest(&[log_part()]);
    let mut other = json.clone();
    other["format"] = json!("something-else");
    let whole = pack(session()).unwrap();
    for file in [
        b"".as_slice(),
        b"region,revenue\n",
        &archive(&[]),
        &archive(&[("word/document.xml", b"<w/>")]),
        &archive(&[("manifest.json", b"no JSON")]),
        &file(&other, &[]),
        &whole[..whole.len() - 30],
        &whole[..40],
    ] {
        assert_eq!(unpack(file).unwrap_err(), Error::NoSession, "{file:?}");
    }
}

#[test]
fn a_newer_version_asks_for_an_update() {
    for (field, format, log) in [("version", 2, 3), ("logVersion", 1, 4)] {
        let mut newer = manifest(&[json!({ "path": "unknown", "kind": "unknown" })]);
        newer[field] = json!(newer[field].as_u64().unwrap() + 1);
        let error = unpack(&file(&newer, &[])).unwrap_err();
        assert_eq!(error, Error::Newer { format, log });
        assert!(error.to_string().contains("Update this page by reloading it"), "{error}");
    }
}

#[test]
fn what_the_manifest_does_not_list_is_refused() {
    for stray in ["extra.bin", "files/1", "../../outside", "/etc/passwd", "LOG.jsonl"] {
        let why = suspicious(&file(&manifest(&[log_part()]), &[(stray, b"x")]));
        assert_eq!(why, format!("it has a part {stray:?} that it does not list"));
    }
}

#[test]
fn parts_in_the_wrong_place_and_names_that_lead_elsewhere_are_refused() {
    let mut disguised = blob_part();
    disguised["path"] = json!("log.jsonl");
    let mut upper = blob_part();
    upper["sha256"] = json!(digest(FIGURE).to_uppercase());
    let mut moved = log_part();
    moved["path"] = json!("files/1");
    for part in
        [disguised, upper, moved, file_part("files/../log.jsonl", "a"), file_part("files/", "a")]
    {
        let path = part["path"].as_str().unwrap().to_owned();
        let why = suspicious(&file(&manifest(&[log_part(), part]), &[]));
        assert_eq!(why, format!("its part {path:?} is in the wrong place"));
    }
    let long = "x".repeat(1025);
    for (name, expected) in [
        ("../a.csv", "has a name that leads out of its folder"),
        ("/a.csv", "has a name that leads out of its folder"),
        ("a//b.csv", "has a name that leads out of its folder"),
        ("", "has a name that leads out of its folder"),
        ("a\u{0}.csv", "has control characters in its name"),
        (&long, "has a name that is too long"),
    ] {
        let why = suspicious(&file(
            &manifest(&[log_part(), file_part("files/1", name)]),
            &[("files/1", b"x")],
        ));
        assert_eq!(why, format!("its data file {name:?} {expected}"));
    }
}

#[test]
fn nothing_is_listed_twice() {
    let twice = file(&manifest(&[log_part(), log_part()]), &[]);
    assert_eq!(suspicious(&twice), "it lists the part \"log.jsonl\" twice");
    let parts = [log_part(), file_part("files/1", "a"), file_part("files/2", "a")];
    let names = file(&manifest(&parts), &[("files/1", b"x"), ("files/2", b"x")]);
    assert_eq!(suspicious(&names), "it has two data files \"a\"");
}

#[test]
fn a_damaged_part_is_named() {
    let path = blob_part()["path"].as_str().unwrap().to_owned();
    let label = format!("An output (\"image/png\", {path:?})");
    let with =
        |content: &[u8]| damaged(&file(&manifest(&[log_part(), blob_part()]), &[(&path, content)]));
    let other: Vec<u8> = FIGURE.iter().rev().copied().collect();
    assert_eq!(
        with(&other),
        (label.clone(), "its bytes are not those that were exported".to_owned())
    );
    assert_eq!(
        with(b"short"),
        (label.clone(), format!("it has 5 bytes instead of {}", FIGURE.len()))
    );
    let absent = file(&manifest(&[log_part(), blob_part()]), &[]);
    assert_eq!(damaged(&absent), (label, "it is missing".to_owned()));
    let parts = [log_part(), file_part("files/1", "sales.csv")];
    let (part, _) = damaged(&file(&manifest(&parts), &[("files/1", b"y")]));
    assert_eq!(part, "The data file \"sales.csv\"");
    assert_eq!(damaged(&file(&manifest(&[]), &[])).1, "it lists no log");
}

#[test]
fn every_changed_byte_is_noticed_or_changes_nothing() {
    let whole = pack(session()).unwrap();
    let expected = unpack(&whole).unwrap();
    for at in 0..whole.len().min(4_000) {
        let mut file = whole.clone();
        file[at] ^= 0x41;
        // Times and flags of the archive mean nothing here.
        if let Ok(read) = unpack(&file) {
            assert_eq!(read, expected, "byte {at}");
        }
    }
}

#[test]
fn a_zip_bomb_is_refused_before_it_is_inflated() {
    let zeros = vec![0; 32 << 20];
    let bomb = file(&manifest(&[log_part()]), &[("files/1", &zeros)]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());
    assert_eq!(suspicious(&bomb), "its part \"files/1\" inflates to 33554432 bytes");
    // The same in the place of the manifest, which is read first.
    let early = archive(&[("manifest.json", &zeros)]);
    assert_eq!(suspicious(&early), "its part \"manifest.json\" inflates to 33554432 bytes");
}

#[test]
fn a_bomb_that_claims_to_be_small_is_cut_off() {
    let zeros = vec![0; 32 << 20];
    let bomb = file(&manifest(&[log_part(), file_part("files/1", "a")]), &[("files/1", &zeros)]);
    let bomb = claiming(bomb, 32 << 20, 1);
    let (part, why) = damaged(&bomb);
    assert_eq!(
        (part.as_str(), why.as_str()),
        ("The data file \"a\"", "it does not have the 1 bytes that it claims")
    );
}

#[test]
fn parts_that_share_their_bytes_are_refused() {
    let json = manifest(&[log_part()]);
    let source = file(&json, &[("files/1", FIGURE)]);
    let mut appended = ZipWriter::new_append(Cursor::new(source)).unwrap();
    appended.shallow_copy_file("files/1", "files/2").unwrap();
    let shared = appended.finish().unwrap().into_inner();
    assert_eq!(ZipArchive::new(Cursor::new(&shared)).unwrap().len(), 4);
    assert_eq!(suspicious(&shared), "its parts overlap");
}

#[test]
fn too_many_parts_are_refused() {
    let names: Vec<String> = (0..10_001).map(|at| format!("files/{at}")).collect();
    let parts: Vec<(&str, &[u8])> =
        names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_eq!(
        unpack(&file(&manifest(&[log_part()]), &parts)).unwrap_err(),
        Error::TooMany(10_003)
    );
}

#[test]
fn what_claims_to_inflate_to_more_than_the_bound_is_refused() {
    // Noise of a linear congruential generator: a real file with an impossible size, which its
    // ratio does not show.
    let mut random = 1_u32;
    let noise: Vec<u8> = (0..3 << 20)
        .map(|_| {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (random >> 24) as u8
        })
        .collect();
    let large =
        claiming(file(&manifest(&[log_part()]), &[("files/1", &noise)]), 3 << 20, 550 << 20);
    let error = unpack(&large).unwrap_err();
    assert!(matches!(error, Error::TooLarge { what: "content of the file", .. }), "{error}");
    assert!(error.to_string().contains("has 551 MB, and 516 MB is the most"), "{error}");
}

#[test]
fn a_log_that_is_none_is_refused() {
    let nonsense = b"no record\n".as_slice();
    let json = manifest(&[part("log.jsonl", nonsense, &json!({ "kind": "log" }))]).to_string();
    let file = archive(&[("manifest.json", json.as_bytes()), ("log.jsonl", nonsense)]);
    assert!(matches!(unpack(&file), Err(Error::Log(_))));
}

#[test]
fn an_encrypted_part_is_refused() {
    let mut file = file(&manifest(&[log_part()]), &[]);
    // Bit 0 of the flags of the first entry in the central directory.
    let central = (0..file.len() - 4).find(|at| file[*at..*at + 4] == *b"PK\x01\x02").unwrap();
    file[central + 8] |= 1;
    assert_eq!(suspicious(&file), "its part \"manifest.json\" is encrypted");
}
