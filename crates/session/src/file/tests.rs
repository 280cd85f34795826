//! Round trips, and files that nobody should open.

mod hostile;
mod transcripts;

use std::sync::Arc;

use kernel::{Outcome, Shown, Status};

use crate::file::packing::digest;
use crate::file::*;
use crate::log::{
    BlobRef, Body, End, Kept, Origin, Place, StoredOutcome, StoredPart, Writer, encode_all, read,
};

pub(crate) const FIGURE: &[u8] = b"\x89PNG\r\n\x1a\n and what follows";
pub(crate) const TABLE: &[u8] = b"region,revenue\nnorth,5\nsouth,7\n";

/// Returns records of these events, a second after each other.
pub(crate) fn log_of(bodies: impl IntoIterator<Item = Body>) -> String {
    let mut writer = Writer::default();
    (1..).zip(bodies).map(|(second, body)| writer.append(second * 1_000, body).unwrap().1).collect()
}

pub(crate) fn figure() -> StoredPart {
    let place = Place::Form { result: 0, form: "image/png".to_owned(), base64: true };
    let blob = BlobRef {
        sha256: digest(FIGURE),
        media_type: "image/png".to_owned(),
        bytes: FIGURE.len() as u64,
    };
    StoredPart { place, blob }
}

/// Returns the end of an execution with one figure.
pub(crate) fn drawn(execution: u32, status: Status) -> Body {
    let inline = Outcome { status, results: vec![Shown::default()], ..Outcome::default() };
    let outcome = Arc::new(StoredOutcome { inline, parts: vec![figure()] });
    Body::ExecutionEnded { execution, outcome }
}

pub(crate) fn began(execution: u32, origin: Origin, code: &str) -> Body {
    Body::ExecutionBegan { execution, origin, code: code.to_owned(), runtime: None }
}

pub(crate) fn asked(turn: u32, parent: Option<u32>, text: &str) -> Body {
    Body::QuestionAsked {
        turn,
        parent,
        text: text.to_owned(),
        model: "a model".to_owned(),
        local: false,
    }
}

pub(crate) fn called(turn: u32, step: u32, code: &str) -> Body {
    Body::StepCalled {
        turn,
        step,
        reply: 0,
        call: format!("call_{step}"),
        remark: String::new(),
        purpose: "Draw".to_owned(),
        code: code.to_owned(),
    }
}

pub(crate) fn answered(turn: u32, text: &str) -> [Body; 2] {
    let answer = Body::AnswerFinished {
        turn,
        text: text.to_owned(),
        for_model: None,
        claims: Vec::new(),
        remarks: Vec::new(),
        choices: Vec::new(),
        not_computed: false,
    };
    [answer, Body::TurnEnded { turn, end: End::Answered, message: None }]
}

pub(crate) fn added(file: u32, name: &str, kept: Kept) -> Body {
    let (bytes, sha256) = (TABLE.len() as u64, Some(digest(TABLE)));
    Body::FileAdded { file, name: name.to_owned(), path: None, bytes, sha256, kept, wheel: None }
}

pub(crate) fn wheel(file: u32, name: &str, package: &crate::log::Wheel) -> Body {
    let (bytes, sha256) = (TABLE.len() as u64, Some(digest(TABLE)));
    let wheel = Some(package.clone());
    Body::FileAdded {
        file,
        name: name.to_owned(),
        path: None,
        bytes,
        sha256,
        kept: Kept::Copy,
        wheel,
    }
}

/// Returns the records of a session with a file, a question and a figure.
pub(crate) fn small() -> String {
    let step = Origin::Step { turn: 2, step: 3 };
    let first = [Body::Created { id: "a".to_owned() }, added(1, "sales/north.csv", Kept::Handle)];
    let asked = [asked(2, None, "What is the revenue?"), called(2, 3, "df.plot()")];
    let ran = [began(4, step, "df.plot()"), drawn(4, Status::Ok)];
    log_of(first.into_iter().chain(asked).chain(ran).chain(answered(2, "It is 12.")))
}

/// Returns a session with one blob and two data files.
pub(crate) fn session() -> Session {
    let text = "text/csv".to_owned();
    Session {
        log: small().into_bytes(),
        blobs: vec![Blob { media_type: "image/png".to_owned(), bytes: FIGURE.to_vec() }],
        files: vec![
            DataFile {
                name: "sales/north.csv".to_owned(),
                media_type: text,
                bytes: TABLE.to_vec(),
            },
            DataFile {
                name: "über.csv".to_owned(),
                media_type: String::new(),
                bytes: b"x\n".repeat(2_000),
            },
        ],
    }
}

#[test]
fn a_session_is_read_as_it_was_written() {
    let written = session();
    let file = pack(written.clone()).unwrap();
    let unpacked = unpack(&file).unwrap();
    assert_eq!(unpacked.blobs, written.blobs);
    assert_eq!(unpacked.files, written.files);
    assert_eq!(unpacked.damage, Vec::<String>::new());
    assert_eq!(unpacked.manifest.title, "What is the revenue?");
    let mut events = read(&written.log).unwrap().events;
    let Body::FileAdded { kept, .. } = &mut events[1].body else {
        panic!("the second event adds the file")
    };
    *kept = Kept::Copy;
    assert_eq!(unpacked.log, encode_all(&events).unwrap());
    assert_eq!(pack(written).unwrap(), file, "the same session is the same bytes");
}

#[test]
fn the_first_format_is_read_and_written_as_it_was_then() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/golden/file");
    let (file, list) = (format!("{folder}/v1.insitu"), format!("{folder}/v1.json"));
    let written = pack(session()).unwrap();
    if std::env::var_os("INSITU_BLESS").is_some() {
        let manifest = unpack(&written).unwrap().manifest;
        std::fs::write(&file, &written).unwrap();
        std::fs::write(&list, format!("{}\n", serde_json::to_string_pretty(&manifest).unwrap()))
            .unwrap();
    }
    let stored = unpack(&std::fs::read(file).unwrap()).unwrap();
    assert_eq!(unpack(&written).unwrap(), stored);
    let manifest = serde_json::to_string_pretty(&stored.manifest).unwrap();
    assert_eq!(format!("{manifest}\n"), std::fs::read_to_string(list).unwrap());
}

#[test]
fn what_compresses_as_a_bomb_does_is_stored_and_read() {
    let zeros = DataFile {
        name: "zeros.bin".to_owned(),
        media_type: String::new(),
        bytes: vec![0; 3 << 20],
    };
    let file = pack(Session { files: vec![zeros.clone()], ..session() }).unwrap();
    assert!(file.len() > 3 << 20, "{}", file.len());
    assert_eq!(unpack(&file).unwrap().files, [zeros]);
}

#[test]
fn without_data_files_the_log_says_that_they_have_to_be_added_again() {
    let unpacked = unpack(&pack(Session { files: Vec::new(), ..session() }).unwrap()).unwrap();
    let events = read(unpacked.log.as_bytes()).unwrap().events;
    assert!(matches!(&events[1].body, Body::FileAdded { kept: Kept::None, .. }));
}

#[test]
fn a_wheel_was_confirmed_by_nobody_here_also_if_the_file_has_one_of_its_name() {
    let package = crate::log::Wheel {
        name: "attrs".to_owned(),
        version: "26.1.0".to_owned(),
        sha256: digest(TABLE),
        confirmed: true,
    };
    let log = log_of([Body::Created { id: "a".to_owned() }, wheel(1, "attrs.whl", &package)]);
    let file =
        DataFile { name: "attrs.whl".to_owned(), media_type: String::new(), bytes: TABLE.to_vec() };
    let session = Session { log: log.into_bytes(), files: vec![file], blobs: Vec::new() };
    let unpacked = unpack(&pack(session).unwrap()).unwrap();
    let Body::FileAdded { kept, wheel, .. } =
        &read(unpacked.log.as_bytes()).unwrap().events[1].body
    else {
        panic!("the second event adds the wheel")
    };
    let named = crate::log::Wheel { confirmed: false, ..package };
    assert_eq!((*kept, wheel.as_ref()), (Kept::None, Some(&named)));
}

#[test]
fn gaps_of_a_compacted_log_are_closed_and_damage_is_left_behind() {
    let log = small();
    let mut lines: Vec<&str> = log.split_inclusive('\n').collect();
    lines[4] = "{\"crc\":\"00000000\",nonsense}\n";
    let damaged = Session { log: lines.concat().into_bytes(), ..session() };
    let unpacked = unpack(&pack(damaged).unwrap()).unwrap();
    let read = read(unpacked.log.as_bytes()).unwrap();
    assert_eq!((read.damage, read.torn_at), (Vec::new(), None));
    let numbers: Vec<u64> = read.events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
}

#[test]
fn the_same_bytes_are_one_part() {
    let mut twice = session();
    twice.blobs.push(twice.blobs[0].clone());
    let unpacked = unpack(&pack(twice).unwrap()).unwrap();
    assert_eq!(unpacked, unpack(&pack(session()).unwrap()).unwrap());
}

#[test]
fn what_cannot_be_written_is_named() {
    let named = |name: &str| DataFile { name: name.to_owned(), ..session().files[0].clone() };
    let with = |files: Vec<DataFile>| pack(Session { files, ..session() }).unwrap_err().to_string();
    for (files, expected) in [
        (
            vec![named("../a.csv")],
            "The data file \"../a.csv\" has a name that leads out of its folder, so it cannot be handed on. Rename it and add \
             it to the session again.",
        ),
        (
            vec![named("a.csv"), named("a.csv")],
            "The data file \"a.csv\" has the name of another one, so it cannot be handed on. Rename it and add it to the \
             session again.",
        ),
    ] {
        assert_eq!(with(files), expected);
    }
    let empty = pack(Session::default()).unwrap_err().to_string();
    assert_eq!(
        empty,
        "The log of the session cannot be opened: the log has no record that can be read."
    );
}
