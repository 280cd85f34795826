use std::sync::Arc;

use kernel::{Outcome, Shown, Status, TableData};
use serde_json::json;

use super::state;
use crate::log::testing::{asked, began, called, console, ended, ran, runtime};
use crate::log::{
    BlobRef, Body, Cause, Compared, Id, Origin, OtherVersion, Place, Runtime, StoredPart, detach,
};

const OLD: &str = "0a1b2c3d4e5f";
const NEW: &str = "ffeeddccbbaa";

fn in_runtime(execution: Id, runtime: Option<Runtime>) -> [Body; 2] {
    let (origin, code) = (Origin::Console { after: None }, String::new());
    [Body::ExecutionBegan { execution, origin, code, runtime }, ended(execution, Status::Ok)]
}

fn replayed(differences: &[&str], runtime: Option<Runtime>) -> Body {
    let differences = differences.iter().map(|&text| text.to_owned()).collect();
    Body::Replayed {
        executions: vec![1],
        failed: None,
        compared: vec![Compared { execution: 1, differences }],
        runtime,
    }
}

#[test]
fn a_difference_has_the_cause_that_the_runtimes_say() {
    let old = &[("Python", "3.13"), ("numpy", "2.2.0")][..];
    let new = &[("Python", "3.13"), ("numpy", "2.4.1")][..];
    let numpy = |before: &str, now: &str| OtherVersion {
        name: "numpy".to_owned(),
        before: Some(before.to_owned()),
        now: Some(now.to_owned()),
    };
    let changed = || Some(Cause::Changed(vec![numpy("2.2.0", "2.4.1")]));
    for (name, first, again, cause) in [
        ("the same", runtime(OLD, old), runtime(OLD, &[]), Some(Cause::Same)),
        ("another one", runtime(OLD, old), runtime(NEW, new), changed()),
        ("another build", runtime(OLD, old), runtime(NEW, old), Some(Cause::Changed(vec![]))),
        ("without versions", runtime(OLD, &[]), runtime(NEW, new), Some(Cause::ChangedUnknown)),
        ("an older log", None, runtime(NEW, new), Some(Cause::Unrecorded)),
        ("compared by an older page", runtime(OLD, old), None, Some(Cause::Unrecorded)),
    ] {
        let differing = replayed(&["what it printed differs"], again.clone());
        let found = state(&[in_runtime(1, first.clone()).to_vec(), vec![differing]].concat());
        assert_eq!(found.cause(&found.executions()[0]), cause, "{name}");
        let other = usize::from(matches!(cause, Some(Cause::Changed(_) | Cause::ChangedUnknown)));
        let check =
            found.check().map(|check| (check.compared, check.different, check.other_runtime));
        assert_eq!(check, Some((1, 1, other)), "{name}");
        // What is the same needs none.
        let same = state(&[in_runtime(1, first).to_vec(), vec![replayed(&[], again)]].concat());
        assert_eq!(same.cause(&same.executions()[0]), None, "{name}");
    }
}

#[test]
fn the_versions_of_a_runtime_are_those_of_any_event_that_has_them() {
    let versions = &[("Python", "3.14")][..];
    let later = [
        in_runtime(1, runtime(OLD, &[])).to_vec(),
        vec![replayed(&["what it printed differs"], runtime(NEW, &[("Python", "3.15")]))],
    ]
    .concat();
    let first = state(&later);
    assert_eq!(
        (first.has_versions(OLD), first.has_versions(NEW), first.has_versions("")),
        (false, true, false)
    );
    assert_eq!(first.cause(&first.executions()[0]), Some(Cause::ChangedUnknown));
    let known = state(&[later, in_runtime(2, runtime(OLD, versions)).to_vec()].concat());
    assert!(known.has_versions(OLD));
    let Some(Cause::Changed(found)) = known.cause(&known.executions()[0]) else { panic!() };
    assert_eq!(
        found.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["Python 3.14 before, 3.15 now"]
    );
}

#[test]
fn an_execution_that_began_twice_keeps_its_runtime() {
    let twice =
        [in_runtime(1, runtime(OLD, &[])).to_vec(), in_runtime(1, runtime(NEW, &[])).to_vec()]
            .concat();
    assert_eq!(state(&twice).executions()[0].runtime.as_deref(), Some(OLD));
}

#[test]
fn a_newer_execution_of_a_step_has_not_been_compared() {
    let bodies = [
        vec![asked(1, None), called(1, 11, "a"), began(1, 1, 11, "a"), ended(1, Status::Ok)],
        vec![replayed(&["what it printed differs"], runtime(NEW, &[]))],
        ran(2, 1, 11, "a").to_vec(),
        console(3, Some(1), "b").to_vec(),
    ]
    .concat();
    let state = state(&bodies);
    let causes: Vec<_> =
        state.executions().iter().map(|execution| state.cause(execution)).collect();
    assert_eq!(causes, [Some(Cause::Unrecorded), None, None]);
}

#[test]
fn what_is_no_longer_stored_is_not_compared() {
    let outcome = |printed: &str, cell: i32| {
        let data = TableData {
            columns: vec!["n".to_owned()],
            types: vec!["integer".to_owned()],
            index_columns: 0,
            rows: vec![vec![json!(cell)]],
            tail: Vec::new(),
            total_rows: 1,
            all_columns: None,
        };
        let results = vec![Shown { data: Some(data), ..Shown::default() }];
        Outcome { stdout: printed.to_owned(), results, ..Outcome::default() }
    };
    let part = |place: Place, sha256: &str| {
        let (sha256, media_type) = (sha256.to_owned(), "application/json".to_owned());
        StoredPart { place, blob: BlobRef { sha256, media_type, bytes: 9_000 } }
    };
    let parts = vec![part(Place::Stdout, "out"), part(Place::Table { result: 0 }, "table")];
    let ended = Arc::new(detach(outcome("was 1", 1), parts));
    let [began, _] = in_runtime(1, None);
    let state = state(&[began, Body::ExecutionEnded { execution: 1, outcome: ended }]);
    let table = serde_json::to_vec(&outcome("", 1).results[0].data).unwrap();
    let printed = "what it printed differs: “was 1” before, “was 2” now";
    let cell = "result 1: the table differs in row 1, “n”: 1 before, 2 now";
    for (stored, expected) in [
        (&["out", "table"][..], &[printed, cell][..]),
        (&["out"], &[printed]),
        (&["table"], &[cell]),
        (&[], &[]),
    ] {
        let find = |blob: &BlobRef| {
            let bytes = if blob.sha256 == "out" { b"was 1".to_vec() } else { table.clone() };
            stored.contains(&blob.sha256.as_str()).then_some(bytes)
        };
        let found = state.differences(&state.executions()[0], outcome("was 2", 2), 0, find);
        assert_eq!(found.unwrap(), expected, "{stored:?}");
    }
    let [began, _] = in_runtime(1, None);
    let running = super::state(&[began]);
    assert_eq!(running.differences(&running.executions()[0], outcome("", 1), 0, |_| None), None);
}
