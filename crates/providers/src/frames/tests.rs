//! Events out of bytes, by the rules of the HTML standard.

use super::*;

#[track_caller]
fn check(text: &str, wanted: &[(Option<&str>, &str)]) {
    let found = Frames::new().push(text.as_bytes()).unwrap();
    let found: Vec<(Option<&str>, &str)> =
        found.iter().map(|frame| (frame.name.as_deref(), frame.data.as_str())).collect();
    assert_eq!(found, wanted, "{text:?}");
}

#[test]
fn events_end_with_an_empty_line() {
    check("data: a\n\ndata:b\ndata: c\n\n", &[(None, "a"), (None, "b\nc")]);
    check("event: ping\r\ndata: {}\r\n\r\n", &[(Some("ping"), "{}")]);
    check(": comment\n\nid: 1\nretry: 5\nother: x\n\n", &[]);
    check("\u{feff}data: a\n\ndata: b\n", &[(None, "a")]);
    check("event: name\n\ndata: a\n\n", &[(None, "a")]);
}

#[test]
fn a_debugged_framing_shows_none_of_the_content() {
    let mut frames = Frames::new();
    frames.push(b"data: secret").unwrap();
    assert_eq!(format!("{frames:?}"), "Frames { pending: 12, .. }");
}
