//! Events out of bytes, by the rules of the HTML standard.

use super::*;

#[track_caller]
fn check(text: &str, wanted: &[(Option<&str>, &str)]) {
    let found = Frames::new().read(text.as_bytes()).unwrap();
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
    frames.push(b"data: secret");
    assert_eq!(format!("{frames:?}"), "Frames { pending: 12, .. }");
}

fn parsed(pieces: &[&[u8]]) -> Result<Vec<Frame>, FrameError> {
    let mut parser = Frames::new();
    let mut events = Vec::new();
    for piece in pieces {
        parser.push(piece);
        while let Some(event) = parser.next() {
            events.push(event?);
        }
    }
    Ok(events)
}

fn event(name: Option<&str>, data: &str) -> Frame {
    Frame { name: name.map(str::to_owned), data: data.to_owned() }
}

#[test]
fn every_line_end_and_every_split_reads_the_same() {
    let text = "\u{feff}: hi\n\nevent: a\ndata: one\ndata:two\nid: 7\n\ndata: größer 🙂\n\nevent: b\n\ndata\n\ndata: cut";
    let wanted = [event(Some("a"), "one\ntwo"), event(None, "größer 🙂"), event(None, "")];
    for line_end in ["\n", "\r", "\r\n"] {
        let bytes = text.replace('\n', line_end).into_bytes();
        assert_eq!(parsed(&[&bytes]).as_deref(), Ok(&wanted[..]), "{line_end:?}");
        for at in 0..bytes.len() {
            let (left, right) = bytes.split_at(at);
            assert_eq!(
                parsed(&[left, right]).as_deref(),
                Ok(&wanted[..]),
                "{line_end:?} split at {at}"
            );
        }
        let single: Vec<&[u8]> = bytes.chunks(1).collect();
        assert_eq!(parsed(&single).as_deref(), Ok(&wanted[..]), "{line_end:?} byte by byte");
    }
}

#[test]
fn an_event_has_a_bound_however_it_comes() {
    let piece = vec![b'x'; 1024 * 1024];
    let one_line: Vec<&[u8]> = std::iter::once(&b"data: "[..]).chain([&piece[..]; 17]).collect();
    assert_eq!(parsed(&one_line), Err(FrameError::TooLong));
    let many_lines: Vec<&[u8]> = [&b"data: "[..], &piece[..], b"\n"].repeat(17);
    assert_eq!(parsed(&many_lines), Err(FrameError::TooLong));
    let many_events: Vec<&[u8]> = [&b"data: "[..], &piece[..], b"\n\n"].repeat(17);
    assert_eq!(parsed(&many_events).map(|events| events.len()), Ok(17));
}

#[test]
fn bytes_that_are_not_utf8_are_refused_after_the_events_before_them() {
    let mut parser = Frames::new();
    parser.push(b"data: one\n\ndata: \xff\ndata: two\n\n");
    parser.push(b"data: three\n\n");
    assert_eq!(parser.next(), Some(Ok(event(None, "one"))));
    assert_eq!(parser.next(), Some(Err(FrameError::NotUtf8)));
    assert_eq!(parser.next(), Some(Err(FrameError::NotUtf8)));
}
