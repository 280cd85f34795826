//! What holds for every log: random sessions, and events without any sense.

#[cfg(any(feature = "typescript", feature = "schema"))]
mod declarations;

use std::collections::BTreeSet;

use crate::log::testing::{Random, every_kind, executions, nonsense, session};
use crate::log::{Damage, Event, ReadError, State, compact, encode_all, read, to_drop};

/// Returns random logs of both sorts.
fn logs(count: u64, size: u32) -> Vec<Vec<Event>> {
    (0..count)
        .flat_map(|seed| [session(seed, size), nonsense(seed, size)])
        .filter(|log| !log.is_empty())
        .collect()
}

#[test]
fn any_log_is_read_as_it_was_written() {
    for events in logs(60, 30).into_iter().chain([every_kind()]) {
        let text = encode_all(&events).unwrap();
        let log = read(text.as_bytes()).unwrap();
        assert_eq!(log.events, events);
        assert_eq!((log.damage, log.torn_at), (Vec::new(), None));
        assert_eq!(text.lines().count(), events.len(), "one record is one line");
    }
}

#[test]
fn a_log_cut_anywhere_is_a_prefix() {
    for events in logs(4, 5).into_iter().filter(|events| events.len() < 16) {
        let text = encode_all(&events).unwrap().into_bytes();
        for cut in 0..=text.len() {
            let kept = &text[..cut];
            let whole = kept.iter().filter(|byte| **byte == b'\n').count();
            let end = kept.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
            match read(kept) {
                Err(error) => assert_eq!((error, whole), (ReadError::Empty, 0)),
                Ok(log) => {
                    assert_eq!(log.events, events[..whole]);
                    assert_eq!(log.damage, []);
                    assert_eq!(log.torn_at, (end < cut).then_some(end));
                }
            }
        }
    }
}

#[test]
fn any_single_damaged_byte_is_noticed_and_costs_one_record_at_most() {
    let mut random = Random::new(7);
    for events in logs(3, 3).into_iter().filter(|events| events.len() < 12) {
        let text = encode_all(&events).unwrap().into_bytes();
        for at in 0..text.len() {
            let other = [b'\n', text[at] ^ 0x20, random.below(256) as u8];
            for byte in other.into_iter().filter(|byte| *byte != text[at]) {
                let mut damaged = text.clone();
                damaged[at] = byte;
                let Ok(log) = read(&damaged) else {
                    assert_eq!(events.len(), 1);
                    continue;
                };
                assert!(!log.damage.is_empty() || log.torn_at.is_some(), "byte {at} as {byte}");
                assert!(
                    log.events.len() + 1 >= events.len(),
                    "byte {at} as {byte}: {:?}",
                    log.damage
                );
                let mut original = events.iter();
                assert!(
                    log.events.iter().all(|event| original.any(|one| one == event)),
                    "byte {at}"
                );
            }
        }
    }
}

#[test]
fn missing_and_repeated_records_are_named() {
    let events = session(3, 8);
    let text = encode_all(&events).unwrap();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    for at in 0..lines.len() - 1 {
        let (before, after) = (&lines[..at], &lines[at + 1..]);
        let number = |at: usize| at as u64;
        let without = read([before, after].concat().concat().as_bytes()).unwrap();
        assert_eq!(without.damage, [Damage::Missing { after: number(at), before: number(at) + 2 }]);
        assert_eq!(without.events.len(), events.len() - 1);
        let twice =
            read([before, &[lines[at], lines[at]], after].concat().concat().as_bytes()).unwrap();
        assert_eq!(twice.damage, [Damage::Repeated { seq: number(at) + 1 }]);
        assert_eq!(twice.events, events);
    }
}

#[test]
fn every_prefix_of_any_log_has_a_state_that_is_consistent() {
    for events in logs(60, 40) {
        let mut state = State::default();
        for event in &events {
            state.apply(event);
            check(&state);
        }
        assert_eq!(state, State::of(&events));
    }
}

/// Checks what holds in every state.
fn check(state: &State) {
    let path = state.path();
    assert!(path.first().is_none_or(|first| first.parent.is_none()));
    for pair in path.windows(2) {
        assert_eq!(pair[1].parent, Some(pair[0].id));
    }
    for turn in state.turns() {
        assert_ne!(turn.parent, Some(turn.id));
        assert!(turn.undone || state.branches(turn.id).contains(&turn.id));
        assert_eq!(state.freshness(turn.id).len(), turn.steps.len());
        state.is_answer_stale(turn.id);
    }
    assert_eq!(
        state.path_freshness().len(),
        path.iter().map(|turn| turn.steps.len()).sum::<usize>()
    );
    let over = path.iter().filter(|turn| turn.end.is_some()).count();
    assert_eq!(state.history().turns.len(), over);
    let replayed: BTreeSet<_> = state.replay().iter().map(|rerun| rerun.execution).collect();
    assert_eq!(replayed.len(), state.replay().len(), "no execution runs twice");
    assert!(to_drop(&[state], u64::MAX).iter().all(|drop| !state.is_dropped(&drop.output.sha256)));
    assert!(state.title().chars().count() <= 60 || state.title().contains("crc"));
    state.is_kernel_current();
}

#[test]
fn compaction_changes_no_state() {
    let mut saved = 0;
    for seed in 0..60 {
        let events = session(seed, 30);
        let compacted = compact(events.clone());
        saved += events.len() - compacted.len();
        assert_eq!(State::of(&compacted), State::of(&events), "{seed}");
        assert_eq!(compact(compacted.clone()), compacted);
        let log = read(encode_all(&compacted).unwrap().as_bytes()).unwrap();
        assert_eq!((log.events, log.damage), (compacted, Vec::new()));
    }
    assert!(saved > 100, "{saved}");
}

#[test]
fn three_hundred_executions_are_folded_and_none_is_lost() {
    let events = executions(300);
    let state = State::of(&events);
    assert_eq!(state.executions().len(), 300);
    assert_eq!(read(encode_all(&events).unwrap().as_bytes()).unwrap().events, events);
    assert_eq!(
        (state.replay().len(), state.history().turns.len(), state.path_freshness().len()),
        (300, 300, 300)
    );
}
