//! Which outputs go first.

use std::error::Error;

use super::*;
use crate::log::encode_all;
use crate::log::testing::{answered, asked, began, called, figure, log};
use crate::log::{Body, Id};

/// A session with a figure in each of these turns: turn, blob, bytes.
fn session(id: &str, figures: &[(Id, &str, u64)]) -> Vec<Body> {
    let mut bodies = vec![Body::Created { id: id.to_owned() }];
    let mut parent = None;
    for &(turn, blob, bytes) in figures {
        let (step, execution) = (turn + 100, turn + 200);
        bodies.extend([
            asked(turn, parent),
            called(turn, step, "a"),
            began(execution, turn, step, "a"),
        ]);
        bodies.push(figure(execution, blob, bytes));
        bodies.extend(answered(turn));
        parent = Some(turn);
    }
    bodies
}

fn dropped(sessions: &[Vec<Body>], bytes: u64) -> Vec<String> {
    let states: Vec<State> =
        sessions.iter().map(|bodies| State::of(&log(bodies.clone()))).collect();
    let states: Vec<&State> = states.iter().collect();
    to_drop(&states, bytes).into_iter().map(|drop| drop.output.sha256).collect()
}

#[test]
fn the_oldest_outputs_go_first_and_those_of_the_newest_turn_never() {
    let one = session("one", &[(1, "a", 10), (2, "b", 20), (3, "c", 30)]);
    let cases: [(u64, &[&str]); 5] =
        [(0, &[]), (1, &["a"]), (10, &["a"]), (11, &["a", "b"]), (1_000, &["a", "b"])];
    for (bytes, expected) in cases {
        assert_eq!(dropped(std::slice::from_ref(&one), bytes), expected, "{bytes}");
    }
}

#[test]
fn what_is_pinned_shared_shown_last_or_gone_is_kept() {
    let one = || session("one", &[(1, "a", 10), (2, "b", 20), (3, "c", 30)]);
    let pinned = |bodies: Vec<Body>| [bodies, vec![Body::Pinned { pinned: true }]].concat();
    assert_eq!(dropped(&[pinned(one())], 1_000), [""; 0]);
    // The other session's newest turn refers to the same bytes.
    assert_eq!(dropped(&[one(), session("two", &[(1, "b", 20)])], 1_000), ["a"]);
    assert_eq!(dropped(&[session("two", &[(1, "b", 20)]), one()], 1_000), ["a"]);
    assert_eq!(
        dropped(&[one(), pinned(session("two", &[(1, "a", 10), (2, "z", 1)]))], 1_000),
        ["b"]
    );
    // An older one refers to them as well.
    let both = session("two", &[(1, "b", 20), (2, "z", 1)]);
    assert_eq!(
        dropped(&[one(), both], 1_000),
        ["b", "a"].map(str::to_owned).into_iter().rev().collect::<Vec<_>>()
    );
    // The user looks at an older turn, since the newest is undone.
    assert_eq!(dropped(&[[one(), vec![Body::TurnUndone { turn: 3 }]].concat()], 1_000), ["a"]);
    let gone = DroppedOutput { sha256: "a".to_owned(), name: "a".to_owned() };
    let gone = Body::OutputsDropped { dropped: vec![gone] };
    assert_eq!(dropped(&[[one(), vec![gone.clone()]].concat()], 1_000), ["b"]);
    // The same bytes were stored again.
    let again = [began(400, 1, 101, "a"), figure(400, "a", 10)].to_vec();
    assert_eq!(dropped(&[[one(), vec![gone], again].concat()], 1_000), ["b", "a"]);
}

#[test]
fn each_output_is_named_for_the_user() {
    let states = [State::of(&log(session("one", &[(1, "a", 10), (2, "b", 20)])))];
    let [drop] = &to_drop(&[&states[0]], 1)[..] else { panic!("one") };
    let name = "result 1 (image/png) of “Purpose 101”".to_owned();
    let output = DroppedOutput { sha256: "a".to_owned(), name };
    assert_eq!(drop, &Droppable { sessions: vec!["one".to_owned()], output, bytes: 10 });
}

/// The records of a session.
fn records(bodies: Vec<Body>) -> Result<String, Box<dyn Error>> {
    Ok(encode_all(&log(bodies))?)
}

#[test]
fn a_copy_of_a_session_has_its_own_id_and_each_log_says_what_was_dropped()
-> Result<(), Box<dyn Error>> {
    let one = records(session("one", &[(1, "a", 10), (2, "b", 20)]))?;
    let stored = |id, log, pinned| StoredSession { id, log, pinned };
    let found = drops(None, &[stored("one", &one, false), stored("copy", &one, false)], 10, 7)?;
    assert_eq!(found.dropped.len(), 1);
    assert_eq!(found.dropped[0].sessions, ["one", "copy"]);
    for id in ["one", "copy"] {
        let read = read(format!("{one}{}", found.records[id]).as_bytes())?;
        assert_eq!(read.damage, []);
        let state = State::of(&read.events);
        assert!(state.is_dropped("a") && !state.is_dropped("b"));
        let names: Vec<String> = outputs(&state, 201, |digest| state.is_dropped(digest))
            .into_iter()
            .map(|output| output.name)
            .collect();
        assert_eq!(names, [found.dropped[0].output.name.as_str()]);
    }
    // A copy that is pinned keeps what both have, and so does the open session, whose record the
    // page writes.
    assert_eq!(
        drops(None, &[stored("one", &one, false), stored("copy", &one, true)], 10, 7)?,
        Drops::default()
    );
    let open =
        State::of(&log(session("one", &[(1, "a", 10), (2, "b", 20)]))).stored_as("open", false);
    let found = drops(Some(open.clone()), &[], 10, 7)?;
    assert_eq!(
        (found.dropped[0].sessions.as_slice(), found.records.len()),
        (["open".to_owned()].as_slice(), 0)
    );
    assert_eq!(drops(Some(open.stored_as("open", true)), &[], 10, 7)?, Drops::default());
    Ok(())
}

#[test]
fn a_log_that_is_damaged_or_of_another_version_is_left_as_it_is() -> Result<(), Box<dyn Error>> {
    let one = records(session("one", &[(1, "a", 10), (2, "b", 20)]))?;
    let torn = one.get(..one.len() - 3).ok_or("short")?;
    let damaged = one.replacen("question-asked", "question-asket", 1);
    let newer = one.replace("\"v\":3", "\"v\":9");
    for log in [torn, &damaged, &newer, "", "nonsense"] {
        assert_ne!(log, one);
        let found = drops(None, &[StoredSession { id: "one", log, pinned: false }], 10, 7)?;
        assert_eq!(found, Drops::default(), "{log}");
    }
    Ok(())
}
