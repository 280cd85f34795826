//! Which logs are refused.

use std::path::Path;

use super::*;

#[test]
fn a_newer_log_is_refused_with_its_headers() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/log/newer/v9.jsonl");
    let error = read(&std::fs::read(path).unwrap()).unwrap_err();
    let header = |seq: u64, kind: &str| Header {
        seq,
        ms: 1_764_000_000_000 + seq * 500,
        kind: kind.to_owned(),
    };
    let headers = vec![header(1, "created"), header(2, "hologram")];
    assert_eq!(error, ReadError::Newer { schema: 9, headers });
    assert_eq!(
        error.to_string(),
        "the session was saved by a newer version of this page (schema 9, known up to 3). Reload the page to open it; \
         nothing of it was changed"
    );
}

#[test]
fn a_log_without_a_known_version_is_refused() {
    let record = |version: u32| {
        let rest = format!(
            r#""v":{version},"seq":1,"after":0,"ms":0,"body":{{"kind":"pinned","pinned":true}}}}"#
        );
        format!("{{\"crc\":\"{:08x}\",{rest}\n", crc32fast::hash(rest.as_bytes()))
    };
    assert_eq!(read(b"").unwrap_err(), ReadError::Empty);
    assert_eq!(read(b"no log\n").unwrap_err(), ReadError::Empty);
    assert_eq!(read(record(0).as_bytes()).unwrap_err(), ReadError::Unknown { schema: 0 });
    assert_eq!(read(record(2).as_bytes()).unwrap().events.len(), 1);
}

#[test]
fn one_log_has_one_version() {
    let record = |version: u32, seq: u64| {
        let after = seq - 1;
        let rest = format!(
            r#""v":{version},"seq":{seq},"after":{after},"ms":0,"body":{{"kind":"pinned","pinned":true}}}}"#
        );
        format!("{{\"crc\":\"{:08x}\",{rest}\n", crc32fast::hash(rest.as_bytes()))
    };
    let log = read(format!("{}{}", record(1, 1), record(2, 2)).as_bytes()).unwrap();
    assert_eq!(log.events.iter().map(|event| event.seq).collect::<Vec<_>>(), [2]);
    let [damage] = log.damage.as_slice() else { panic!("{:?}", log.damage) };
    assert_eq!(
        damage.to_string(),
        "Record 1 (\"pinned\") is not understood: it has schema 1 in a log of schema 2. All others are kept."
    );
}
