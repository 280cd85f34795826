//! The golden messages: each one round-trips unchanged, and every variant has one.

use std::{collections::BTreeSet, fs, path::Path};

use crate::protocol::{Control, FrameNotice, Message, Offer, read, write};
use crate::{Notice, Outcome, Reply, Request};
use serde::Serialize;
use serde_json::Value;

/// Returns the names of all variants, which serde lists in its error about an unknown one.
fn variants<T: Message>() -> BTreeSet<String> {
    let error = read::<T>(r#"{"type":"?"}"#).err().expect("there is no such variant").to_string();
    // "unknown variant `?`, expected one of `boot`, `load`, …": every second part is a name, the
    // first the question mark.
    error.split('`').skip(1).step_by(2).skip(1).map(str::to_owned).collect()
}

fn check<T: Message + Serialize>(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden").join(folder);
    let mut seen = BTreeSet::new();
    for entry in
        fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
    {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let golden: Value = serde_json::from_str(&text).unwrap();
        let message: T = read(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let written: Value = serde_json::from_str(&write(&message).unwrap()).unwrap();
        assert_eq!(written, golden, "{}", path.display());
        // Several examples of one variant differ in what follows a dot or a hyphen:
        // `executed-error.json`.
        assert!(
            path.file_stem()
                .unwrap()
                .to_str()
                .unwrap()
                .starts_with(golden["type"].as_str().unwrap()),
            "{} holds a message of another variant",
            path.display()
        );
        seen.insert(golden["type"].as_str().unwrap().to_owned());
    }
    assert_eq!(
        seen,
        variants::<T>(),
        "variants with and without an example in {}",
        folder.display()
    );
}

#[test]
fn every_request_has_an_example_that_comes_back_unchanged() {
    check::<Request>("request");
}

#[test]
fn every_reply_has_an_example_that_comes_back_unchanged() {
    check::<Reply>("reply");
}

#[test]
fn every_notice_has_an_example_that_comes_back_unchanged() {
    check::<Notice>("notice");
}

#[test]
fn every_offer_has_an_example_that_comes_back_unchanged() {
    check::<Offer>("offer");
}

#[test]
fn every_control_has_an_example_that_comes_back_unchanged() {
    check::<Control>("control");
}

#[test]
fn every_frame_notice_has_an_example_that_comes_back_unchanged() {
    check::<FrameNotice>("frame-notice");
}

#[test]
fn an_outcome_without_memory_and_variables_is_parsed() {
    let text = r#"{"type":"executed","id":1,"outcome":{"status":"ok","executionCount":1,"stdout":"","stderr":"",
        "results":[],"error":null,"files":[],"durationMs":3.5}}"#;
    let outcome = Outcome { execution_count: 1, duration_ms: 3.5, ..Outcome::default() };
    assert_eq!(read::<Reply>(text).unwrap(), Reply::Executed { id: 1, outcome });
}

#[test]
fn text_that_is_no_message_is_an_error() {
    for text in [
        "",
        "[]",
        "7",
        "{}",
        r#"{"type":7}"#,
        r#"{"type":"loaded"}"#,
        r#"{"type":"loaded","id":"x"}"#,
    ] {
        assert!(read::<Reply>(text).is_err(), "{text}");
    }
}
