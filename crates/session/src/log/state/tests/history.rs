//! What a model reads, and what it never reads.

use chat::{Message, Part};

use super::*;
use crate::log::Disclosure::{Printed, Shape};
use crate::log::testing::disclosed;

/// Writes messages as lines, so that a case fits on a few of them.
fn lines(past: &PastTurn) -> Vec<String> {
    past.messages
        .iter()
        .map(|message| match message {
            Message::User(parts) => match parts.as_slice() {
                [Part::Text(text)] => format!("user: {text}"),
                _ => "user: ?".to_owned(),
            },
            Message::Assistant { text, calls, .. } => {
                let ids: Vec<&str> = calls.iter().map(|call| call.id.as_str()).collect();
                format!("model: {text}{}", ids.join(","))
            }
            Message::Tool { call_id, text, .. } => format!("{call_id}: {text}"),
            Message::System(_) => "system".to_owned(),
        })
        .collect()
}

fn turn_with_a_step() -> Vec<Body> {
    [
        vec![A(1, None), called(1, 11, "a")],
        ran(101, 1, 11, "a").to_vec(),
        vec![disclosed(101, Printed)],
        answered(1).to_vec(),
    ]
    .concat()
}

#[test]
fn a_turn_is_its_question_calls_results_and_answer() {
    let cases: [(&str, Vec<Body>, &str); 4] = [
        ("as it was", vec![], "disclosed 101"),
        (
            "edited",
            vec![code_edited(1, 11, "A")],
            "disclosed 101\n\nThe user has since changed this code to:\n```python\nA\n```\nIt has not run yet.",
        ),
        (
            "edited and run",
            [vec![code_edited(1, 11, "A")], ran(102, 1, 11, "A").to_vec()].concat(),
            "disclosed 101\n\nThe user has since changed this code to:\n```python\nA\n```\nIt has run. Its result was not shared with you.",
        ),
        (
            "edited, run and disclosed",
            [
                vec![code_edited(1, 11, "A")],
                ran(102, 1, 11, "A").to_vec(),
                vec![disclosed(102, Printed)],
            ]
            .concat(),
            "disclosed 101\n\nThe user has since changed this code to:\n```python\nA\n```\ndisclosed 102",
        ),
    ];
    for (name, more, result) in cases {
        let history = state(&[turn_with_a_step(), more].concat()).history();
        let expected = [
            "user: Question 1?".to_owned(),
            "model: call_11".to_owned(),
            format!("call_11: {result}"),
            "model: Answer 1.".to_owned(),
        ];
        assert_eq!(history.turns.iter().map(lines).collect::<Vec<_>>(), [expected], "{name}");
    }
}

#[test]
fn nothing_that_an_execution_produced_is_read_without_its_disclosure() {
    let withheld: Vec<Body> = turn_with_a_step()
        .into_iter()
        .filter(|body| !matches!(body, Body::ResultDisclosed { .. }))
        .collect();
    let failed = [began(103, 1, 11, "A"), ended(103, Status::Error)].to_vec();
    for bodies in [withheld.clone(), [withheld, vec![code_edited(1, 11, "A")], failed].concat()] {
        let state = state(&[bodies, console(110, Some(1), "x = 1").to_vec()].concat());
        let history = state.history();
        let text =
            format!("{history:?}{:?}", history.since.iter().map(Change::note).collect::<Vec<_>>());
        assert!(
            state.executions().iter().all(|one| one
                .outcome
                .as_ref()
                .unwrap()
                .inline
                .stdout
                .starts_with("printed"))
        );
        assert!(!text.contains("printed 1"), "{text}");
    }
}

#[test]
fn an_answer_that_the_model_may_not_know_is_replaced() {
    let answer = Body::AnswerFinished {
        turn: 1,
        text: "secret".to_owned(),
        for_model: Some("(shown)".to_owned()),
        claims: Vec::new(),
        remarks: Vec::new(),
        choices: Vec::new(),
        not_computed: false,
    };
    let state = state(&[
        A(1, None),
        answer,
        Body::TurnEnded { turn: 1, end: End::Answered, message: None },
    ]);
    assert_eq!(state.turn(1).unwrap().answer, "secret");
    assert_eq!(lines(&state.history().turns[0]), ["user: Question 1?", "model: (shown)"]);
}

#[test]
fn a_turn_has_the_widest_mode_of_what_was_disclosed_in_it() {
    let mode = |value| Body::SettingChanged { setting: crate::log::Setting::Disclosure { value } };
    let cases = [
        (Shape, Shape, Shape),
        (Shape, Printed, Printed),
        (Printed, Shape, Printed),
        (Printed, Printed, Printed),
    ];
    for (set, sent, widest) in cases {
        let bodies = [
            vec![mode(set), A(1, None), called(1, 11, "a")],
            ran(101, 1, 11, "a").to_vec(),
            vec![disclosed(101, sent), mode(Shape)],
            answered(1).to_vec(),
        ]
        .concat();
        assert_eq!(state(&bodies).history().turns[0].widest, widest, "{set:?} {sent:?}");
    }
}

#[test]
fn the_history_is_that_of_the_path_with_what_the_user_did_between() {
    let line: Vec<Body> = [
        console(90, None, "x = 0").to_vec(),
        turn_with_a_step(),
        console(91, Some(1), "x = 1").to_vec(),
        vec![A(2, Some(1))],
        answered(2).to_vec(),
        console(92, Some(2), "x = 2").to_vec(),
    ]
    .concat();
    let code = |code: &str| vec![Change::Console { code: code.to_owned() }];
    let of = |more: Vec<Body>| {
        let history = state(&[line.clone(), more].concat()).history();
        let turns: Vec<(Id, Vec<Change>)> =
            history.turns.into_iter().map(|past| (past.turn, past.before)).collect();
        (turns, history.since)
    };
    assert_eq!(of(vec![]), (vec![(1, code("x = 0")), (2, code("x = 1"))], code("x = 2")));
    let other = of([vec![edited(3, 2)], answered(3).to_vec()].concat());
    assert_eq!(other, (vec![(1, code("x = 0")), (3, code("x = 1"))], vec![]));
    let open = of(vec![A(3, Some(2))]);
    assert_eq!(open, (vec![(1, code("x = 0")), (2, code("x = 1"))], code("x = 2")));
    let deleted = of(vec![Body::VariablesDeleted]);
    assert_eq!(deleted.1, [code("x = 2"), vec![Change::VariablesDeleted]].concat());
}
