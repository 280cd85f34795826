//! What a transcript takes from a state.

use exports::{Entry, Transcript, Usage};

use crate::log::{Disclosure, Price, Setting, StartCause, State, Tokens};

use super::*;

fn state(bodies: impl IntoIterator<Item = Body>) -> State {
    State::of(&read(log_of(bodies).as_bytes()).unwrap().events)
}

fn found(blob: &BlobRef) -> Option<Vec<u8>> {
    (blob.sha256 == digest(FIGURE)).then(|| FIGURE.to_vec())
}

fn console(execution: u32, after: Option<u32>, code: &str) -> [Body; 2] {
    [began(execution, Origin::Console { after }, code), drawn(execution, Status::Ok)]
}

/// Returns a line for each entry and step of a transcript.
fn outline(transcript: &Transcript) -> Vec<String> {
    let mut lines = Vec::new();
    for entry in &transcript.entries {
        match entry {
            Entry::Console(step) => lines.push(format!("console: {}", step.code)),
            Entry::Turn(turn) => {
                let stopped =
                    turn.stopped.iter().map(|why| format!(" ({why})")).collect::<String>();
                lines.push(format!("{}: {}{stopped}", turn.question, turn.answer));
                lines.extend(
                    turn.steps
                        .iter()
                        .map(|step| format!("{:?}: {}", step.outcome.status, step.code)),
                );
            }
        }
    }
    lines
}

#[test]
fn the_shown_path_is_written_down_in_its_order() {
    let step = |turn, step| Origin::Step { turn, step };
    let mut bodies = vec![Body::Created { id: "a".to_owned() }];
    bodies.extend(console(1, None, "before = 1"));
    bodies.push(asked(10, None, "First?"));
    bodies.extend([
        called(10, 11, "failing"),
        began(12, step(10, 11), "failing"),
        drawn(12, Status::Error),
    ]);
    // The user edited the step's code, it ran, and was edited again without running.
    bodies.extend([
        Body::CodeEdited { turn: 10, step: 11, code: "working".to_owned() },
        began(13, step(10, 11), "working"),
        drawn(13, Status::Ok),
        Body::CodeEdited { turn: 10, step: 11, code: "not run".to_owned() },
        called(10, 14, "refused"),
        Body::StepRefused { turn: 10, step: 14, why: "There is no kernel.".to_owned() },
    ]);
    bodies.extend(answered(10, "One."));
    bodies.extend(console(15, Some(10), "between = 2"));
    // A branch that is not shown.
    bodies.push(asked(20, Some(10), "Elsewhere?"));
    bodies.extend(answered(20, "There."));
    bodies.extend(console(21, Some(20), "elsewhere = 3"));
    bodies.push(Body::QuestionEdited {
        turn: 30,
        of: 20,
        text: "Second?".to_owned(),
        model: "another model".to_owned(),
        local: false,
    });
    bodies.extend([called(30, 31, "endless"), began(32, step(30, 31), "endless")]);
    bodies.push(Body::KernelStarted { cause: StartCause::Lost });
    bodies.push(Body::FallbackAnswered { turn: 30, model: "a fallback".to_owned() });
    let tokens = Some(Tokens { input: 1_000_000, output: 5, ..Tokens::default() });
    let price = Some(Price {
        input: 2.0,
        cached_input: None,
        cache_write: None,
        output: 0.0,
        currency: None,
    });
    bodies.push(Body::ReplyEnded { turn: 30, tokens, price: price.clone() });
    bodies.push(Body::ReplyEnded { turn: 20, tokens, price });
    bodies.push(Body::ThoughtsReceived { turn: 30, text: "a secret thought".to_owned() });
    bodies.push(Body::TurnEnded { turn: 30, end: End::Stopped, message: None });
    let transcript = transcript(&state(bodies), Interpreter::default(), found);
    assert_eq!(
        outline(&transcript),
        [
            "console: before = 1",
            "First?: One.",
            "Ok: working",
            "console: between = 2",
            "Second?:  (The answer was stopped.)",
            "Killed: endless",
        ]
    );
    assert_eq!(transcript.environment.models, ["a model", "a fallback"]);
    let Some(Entry::Turn(last)) = transcript.entries.last() else { panic!("no turn is last") };
    assert_eq!(last.model.as_deref(), Some("a fallback, since another model did not answer"));
    let costs = |cost| [("USD".to_owned(), cost)].into();
    let usage = Usage { input: 1_000_000, output: 5, costs: costs(2.0), incomplete: false };
    assert_eq!(last.usage, Some(usage.clone()));
    let all = Usage { input: 2_000_000, output: 10, costs: costs(4.0), ..usage };
    assert_eq!(transcript.usage, Some(all), "also of a branch that is not shown");
    assert!(!format!("{transcript:?}").contains("a secret thought"));
    assert_eq!(transcript.title, "First?");
    assert_eq!((transcript.created, transcript.updated), (Some(1_000), Some(31_000)));
}

#[test]
fn data_files_are_listed_once_and_wheels_are_none_of_them() {
    let package = crate::log::Wheel {
        name: "attrs".to_owned(),
        version: "26.1.0".to_owned(),
        sha256: "ab".repeat(32),
        confirmed: true,
    };
    let bodies = [
        Body::Created { id: "a".to_owned() },
        added(1, "a.csv", Kept::Copy),
        wheel(2, "attrs.whl", &package),
        added(3, "b.csv", Kept::Copy),
        added(4, "a.csv", Kept::Copy),
    ];
    let transcript = transcript(&state(bodies), Interpreter::default(), found);
    let names: Vec<&str> = transcript.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["b.csv", "a.csv"]);
    let file = TABLE.len() as u64;
    let crate::log::Wheel { name, version, sha256, .. } = package;
    let expected =
        exports::Wheel { name, version, file: "attrs.whl".to_owned(), bytes: file, sha256 };
    assert_eq!(transcript.wheels, [expected]);
}

#[test]
fn a_file_in_the_place_of_another_one_has_its_name_and_states_both_hashes() {
    let mut newer = added(2, "a (2).csv", Kept::Copy);
    if let Body::FileAdded { sha256, .. } = &mut newer {
        *sha256 = Some("ab".repeat(32));
    }
    let bodies = [added(1, "a.csv", Kept::Copy), newer, Body::FileReplaced { file: 1, by: 2 }];
    let files = transcript(&state(bodies), Interpreter::default(), found).files;
    let [file] = files.as_slice() else { panic!("{files:?}") };
    assert_eq!((file.name.as_str(), file.path.as_str()), ("a.csv", "/data/a.csv"));
    assert_eq!(file.sha256, Some("ab".repeat(32)));
    let former: Vec<_> = file.former.iter().map(|former| former.sha256.clone()).collect();
    assert_eq!(former, [Some(digest(TABLE))]);
}

#[test]
fn outputs_are_attached_and_dropped_ones_are_left_out() {
    let read = read(small().as_bytes()).unwrap();
    let state = State::of(&read.events);
    let image = |transcript: &Transcript| match &transcript.entries[0] {
        Entry::Turn(turn) => turn.steps[0].outcome.results[0].mime.get("image/png").cloned(),
        Entry::Console(_) => panic!("the first entry is the turn"),
    };
    let whole = transcript(&state, Interpreter::default(), found);
    assert_eq!(image(&whole).as_deref(), Some("iVBORw0KGgogYW5kIHdoYXQgZm9sbG93cw=="));
    assert_eq!(image(&transcript(&state, Interpreter::default(), |_| None)), None);
    let file = &whole.files[0];
    assert_eq!(
        (file.name.as_str(), file.path.as_str()),
        ("sales/north.csv", "/data/sales/north.csv")
    );
    assert_eq!(file.sha256, Some(digest(TABLE)));
    assert_eq!(blobs_of_shown(&state), [&figure().blob]);
}

#[test]
fn a_session_file_needs_what_other_branches_and_the_ledger_refer_to() {
    let body =
        BlobRef { sha256: "b".repeat(64), media_type: "application/json".to_owned(), bytes: 9 };
    let sent = Body::RequestSent {
        turn: Some(1),
        to: "/relay".to_owned(),
        bytes: 9,
        sha256: body.sha256.clone(),
        body: Some(body.clone()),
    };
    let step = Origin::Step { turn: 1, step: 2 };
    let mut bodies = vec![
        Body::Created { id: "a".to_owned() },
        asked(1, None, "Undone?"),
        sent,
        called(1, 2, "x"),
    ];
    bodies.extend([began(3, step, "x"), drawn(3, Status::Ok)]);
    bodies.extend(answered(1, "Yes."));
    bodies.push(Body::TurnUndone { turn: 1 });
    let state = state(bodies);
    assert_eq!(blobs_of_shown(&state), Vec::<&BlobRef>::new());
    assert_eq!(blobs_of_all(&state), [&figure().blob, &body]);
}

#[test]
fn the_environment_is_what_state_and_page_know() {
    let interpreter: Interpreter = serde_json::from_str(
        r#"{"python":"3.14.0","packages":{"pandas":"3.0.1"},"seed":7,"more":1}"#,
    )
    .unwrap();
    let shape = Setting::Disclosure { value: Disclosure::Shape };
    let local = |turn, local| Body::QuestionAsked {
        turn,
        parent: None,
        text: "?".to_owned(),
        model: "m".to_owned(),
        local,
    };
    let created = || Body::Created { id: "a".to_owned() };
    let of = |bodies: Vec<Body>| transcript(&state(bodies), interpreter.clone(), found).environment;
    let sent = of(vec![created(), Body::SettingChanged { setting: shape }, local(1, false)]);
    assert_eq!((sent.python.as_deref(), sent.seed), (Some("3.14.0"), Some(7)));
    assert_eq!(sent.packages["pandas"], "3.0.1");
    assert_eq!(sent.disclosure, "Column info only");
    assert_eq!(of(vec![created(), local(1, true)]).disclosure, "Nothing left the page");
    assert_eq!(of(vec![created()]).disclosure, "");
}

#[test]
fn every_complete_export_is_written_from_a_transcript() {
    let read = read(small().as_bytes()).unwrap();
    let transcript = transcript(&State::of(&read.events), Interpreter::default(), found);
    for text in [
        exports::notebook(&transcript),
        exports::script(&transcript),
        exports::markdown(&transcript),
        exports::audit(&transcript),
    ] {
        for part in ["What is the revenue?", "df.plot()", "north.csv", &digest(TABLE)] {
            assert!(text.contains(part), "{part} is missing in {text}");
        }
    }
}

#[test]
fn code_is_exported_and_runs_again_as_it_ran() {
    let written = r#"import pandas as pd
pd.read_csv("ä.csv").sum()"#;
    let addition = kernel::Addition {
        at: 40,
        text: r#", sep=";""#.to_owned(),
        file: "ä.csv".to_owned(),
        arguments: vec!["sep".to_owned()],
    };
    let inline = Outcome { additions: vec![addition], ..Outcome::default() };
    let outcome = Arc::new(StoredOutcome { inline, parts: Vec::new() });
    let state = state([
        Body::Created { id: "a".to_owned() },
        began(1, Origin::Console { after: None }, written),
        Body::ExecutionEnded { execution: 1, outcome },
    ]);
    let run = "import pandas as pd\npd.read_csv(\"ä.csv\", sep=\";\").sum()";
    let transcript = transcript(&state, Interpreter::default(), found);
    assert_eq!(outline(&transcript), [format!("console: {run}")]);
    assert_eq!(state.replay().iter().map(|rerun| rerun.code.as_ref()).collect::<Vec<_>>(), [run]);
    assert_eq!(state.executions().first().map(|execution| execution.code.as_str()), Some(written));
}
