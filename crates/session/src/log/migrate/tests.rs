//! The stored logs of every version: they are read, and lead to the state that they always led to.

use std::path::Path;

use kernel::Status;

use crate::log::testing::every_kind;
use crate::log::{
    Body, Damage, Disclosure, End, Freshness, Log, SCHEMA, Setting, Settings, State, Usage,
    encode_all, read,
};

fn golden(path: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/log").join(path)).unwrap()
}

fn opened(path: &str) -> (Log, State) {
    let log = read(&golden(path)).unwrap();
    let state = State::of(&log.events);
    // Once migrated, it is stored and read like any other.
    let again = read(encode_all(&log.events).unwrap().as_bytes()).unwrap();
    assert_eq!((again.schema, &again.events, again.damage), (SCHEMA, &log.events, Vec::new()));
    (log, state)
}

#[test]
fn a_linear_session_becomes_a_tree_with_one_branch() {
    let (log, state) = opened("v1/two-turns.jsonl");
    assert_eq!((log.schema, log.damage, log.torn_at), (1, vec![], None));
    assert_eq!(
        (state.id(), state.title().as_str(), state.problems()),
        ("first", "Rows", [].as_slice())
    );
    let turns: Vec<_> = state
        .path()
        .iter()
        .map(|turn| (turn.id, turn.parent, turn.question.clone(), turn.answer.clone(), turn.end))
        .collect();
    let expected = [
        (2, None, "How many rows are there?", "There are **500** rows."),
        (4, Some(2), "And without “returns”?", "480."),
    ];
    let expected = expected.map(|(id, parent, question, answer)| {
        (id, parent, question.to_owned(), answer.to_owned(), Some(End::Answered))
    });
    assert_eq!(turns, expected);
    let replies: Vec<u32> =
        state.turns().iter().flat_map(|turn| turn.steps.iter().map(|step| step.reply)).collect();
    assert_eq!(replies, [0, 0, 1], "each call of version 1 is a reply of its own");
    let statuses: Vec<_> = state
        .executions()
        .iter()
        .map(|execution| (execution.id, execution.outcome.as_ref().unwrap().inline.status))
        .collect();
    assert_eq!(statuses, [(3, Status::Ok), (5, Status::Error), (6, Status::Ok)]);
    assert_eq!(state.execution(3).unwrap().outcome.as_ref().unwrap().inline.stdout, "500\n");
    assert_eq!(state.path_freshness(), [3, 5, 6].map(|step| (step, Freshness::Current)));
    assert_eq!(state.replay().iter().map(|rerun| rerun.execution).collect::<Vec<_>>(), [3, 6]);
    assert!(state.is_kernel_current());
    assert_eq!(state.settings().model.as_deref(), Some("relay-model"));
    assert_eq!(state.settings().disclosure, Some(Disclosure::Shape));
    let modes: Vec<_> = state.turns().iter().map(|turn| (turn.disclosure, turn.local)).collect();
    assert_eq!(modes, [(Disclosure::Printed, false), (Disclosure::Shape, false)]);
    assert_eq!(
        state.files().iter().map(|file| (file.id, file.bytes)).collect::<Vec<_>>(),
        [(1, 2048)]
    );
    // Version 1 does not say what was disclosed, so that nothing is.
    assert!(!format!("{:?}", state.history()).contains("480\\n"));
}

#[test]
fn pieces_of_text_are_joined_under_the_number_of_the_last() {
    let (log, state) = opened("v1/cut-off.jsonl");
    let texts: Vec<_> = log
        .events
        .iter()
        .filter_map(|event| match &event.body {
            Body::TextReceived { text, .. } => Some((event.seq, text.as_str())),
            _ => None,
        })
        .collect();
    assert_eq!(texts, [(18, "The mean of b")]);
    assert_eq!(
        state.open_turns().map(|turn| (turn.id, turn.local)).collect::<Vec<_>>(),
        [(2, true)]
    );
    let first = state.turn(1).unwrap();
    assert_eq!(
        (first.end, first.message.as_deref()),
        (Some(End::Stopped), Some("You stopped it."))
    );
    let numbers: Vec<u64> = log.events.iter().map(|event| event.seq).collect();
    assert_eq!(numbers, [2, 4, 6, 8, 9, 10, 12, 18]);
}

#[test]
fn what_a_version_does_not_have_is_named_and_costs_nothing_else() {
    let (log, state) = opened("v1/not-understood.jsonl");
    let [Damage::Unreadable { seq: 6, kind, .. }] = log.damage.as_slice() else {
        panic!("{:?}", log.damage)
    };
    assert_eq!(kind, "sparkle");
    let turn = state.turn(1).unwrap();
    assert_eq!((turn.answer.as_str(), turn.end), ("5", Some(End::Error)));
}

#[test]
fn a_session_of_version_2_has_its_turns_and_knows_no_usage() {
    let (log, state) = opened("v2/two-models.jsonl");
    assert_eq!((log.schema, log.damage, log.torn_at), (2, vec![], None));
    assert_eq!((state.id(), state.problems()), ("3f0c", [].as_slice()));
    let turns: Vec<_> =
        state.path().iter().map(|turn| (turn.id, turn.answer.clone(), turn.end)).collect();
    assert_eq!(turns, [(1, "Answer 1.".to_owned(), Some(End::Answered)), (4, String::new(), None)]);
    assert_eq!(
        state.requests().iter().map(|sent| sent.turn).collect::<Vec<_>>(),
        [Some(1), Some(1)]
    );
    assert_eq!(state.usage(), Usage::default());
    let seconds = Some(60);
    let disclosure = Some(Disclosure::Printed);
    let model = Some("large".to_owned());
    assert_eq!(*state.settings(), Settings { model, disclosure, seconds, ..Settings::default() });
    // Events without any sense, of each kind that version 2 had.
    let (log, state) = opened("v2/every-kind.jsonl");
    assert_eq!((log.events.len(), log.damage, state.usage()), (26, vec![], Usage::default()));
}

/// Fails if an event of the current schema is written differently than before: that is a new
/// version.
#[test]
fn the_current_version_writes_every_kind_of_event_as_stored() {
    if std::env::var_os("INSITU_BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden/log/v3/every-kind.jsonl");
        std::fs::write(path, encode_all(&every_kind()).unwrap()).unwrap();
    }
    let stored = golden("v3/every-kind.jsonl");
    let log = read(&stored).unwrap();
    assert_eq!((log.schema, &log.damage), (SCHEMA, &vec![]));
    assert_eq!(log.events, every_kind());
    assert_eq!(encode_all(&log.events).unwrap(), String::from_utf8(stored).unwrap());
}

/// A log of the current schema from before executions had a runtime is what it was, and stays so
/// when it is written again.
#[test]
fn a_log_without_runtimes_gets_none() {
    let stored = golden("v3/before-runtimes.jsonl");
    let (log, state) = opened("v3/before-runtimes.jsonl");
    assert_eq!((log.schema, log.events.len(), &log.damage), (SCHEMA, 31, &vec![]));
    assert_eq!(
        state.executions().iter().map(|execution| &execution.runtime).collect::<Vec<_>>(),
        [&None]
    );
    assert_eq!(encode_all(&log.events).unwrap(), String::from_utf8(stored).unwrap());
}

#[test]
fn every_setting_is_written_as_before() {
    let cases = [
        (Setting::Model { value: "m".to_owned() }, r#"{"name":"model","value":"m"}"#),
        (Setting::Disclosure { value: Disclosure::Ask }, r#"{"name":"disclosure","value":"ask"}"#),
        (Setting::Seconds { value: 60 }, r#"{"name":"seconds","value":60}"#),
        (Setting::Memory { value: 0 }, r#"{"name":"memory","value":0}"#),
        (
            Setting::WritesBlocks { value: "m".to_owned() },
            r#"{"name":"writes-blocks","value":"m"}"#,
        ),
        (Setting::Temperature { value: Some(0.5) }, r#"{"name":"temperature","value":0.5}"#),
        (Setting::Temperature { value: None }, r#"{"name":"temperature","value":null}"#),
        (Setting::Effort { value: Some(chat::Effort::Low) }, r#"{"name":"effort","value":"low"}"#),
        (Setting::Steps { value: Some(8) }, r#"{"name":"steps","value":8}"#),
        (Setting::Instructions { value: "a".to_owned() }, r#"{"name":"instructions","value":"a"}"#),
    ];
    for (setting, json) in cases {
        assert_eq!(serde_json::to_string(&setting).unwrap(), json);
    }
}
