//! Tests of the list of sessions, and the browser of all tests of stored sessions.

pub(crate) mod browser;

use super::{SessionInfo, first, unused};

fn session(id: &str, changed: f64) -> SessionInfo {
    SessionInfo { id: id.to_owned(), changed, last: Some(3.0), ..SessionInfo::default() }
}

#[test]
fn a_tab_opens_the_session_that_it_had_else_the_one_that_was_changed_last() {
    let sessions = [
        session("old", 1.0),
        session("new", 5.0),
        SessionInfo { deleted: Some(7.0), ..session("deleted", 9.0) },
        SessionInfo { last: None, ..session("empty", 9.0) },
    ];
    for (chosen, only, expected) in [
        (Some("old"), false, Some("old")),
        (Some("old"), true, Some("old")),
        (None, false, Some("new")),
        (Some("deleted"), false, Some("new")),
        (Some("empty"), true, None),
    ] {
        let found = first(&sessions, chosen, only).map(|one| one.id.as_str());
        assert_eq!(found, expected, "{chosen:?}, {only}");
    }
}

#[test]
fn copies_go_after_thirty_days_without_use_unless_their_session_is_pinned() {
    let day = 24.0 * 3_600_000.0;
    let session = |id: &str, changed, pinned| SessionInfo {
        id: id.to_owned(),
        changed,
        pinned,
        ..SessionInfo::default()
    };
    let sessions = [
        session("old", 9.0 * day, false),
        session("pinned", day, true),
        session("new", 10.5 * day, false),
    ];
    let found: Vec<&str> = unused(&sessions, 40.0 * day).map(|one| one.id.as_str()).collect();
    assert_eq!(found, ["old"]);
}
