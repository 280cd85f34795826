//! Files that take the place of others, and results that were made from them.

use super::*;
use crate::log::{End, Kept};

fn file(file: Id, name: &str) -> Body {
    let (name, sha256) = (name.to_owned(), Some(format!("{file:02}").repeat(32)));
    Body::FileAdded { file, name, path: None, bytes: 5, sha256, kept: Kept::Copy, wheel: None }
}

fn replaced(file: Id, by: Id) -> Body {
    Body::FileReplaced { file, by }
}

fn answer(text: &str) -> Body {
    Body::AnswerFinished {
        turn: 1,
        text: text.to_owned(),
        for_model: None,
        claims: Vec::new(),
        remarks: Vec::new(),
        choices: Vec::new(),
        not_computed: false,
    }
}

/// A question about file 5 with a step, its answer, and file 6 in the place of file 5.
fn line() -> Vec<Body> {
    let end = Body::TurnEnded { turn: 1, end: End::Answered, message: None };
    [
        vec![file(5, "a.csv"), A(1, None), called(1, 11, "x")],
        ran(101, 1, 11, "x").to_vec(),
        vec![answer("Old."), end, file(6, "a (2).csv"), replaced(5, 6)],
    ]
    .concat()
}

/// A case's name, what follows the replacement, and the files' names and the former file then.
type Case = (&'static str, Vec<Body>, Vec<(Id, &'static str)>, Option<Id>);

#[test]
fn a_file_takes_the_place_of_another_one_under_its_name() {
    let cases: [Case; 6] = [
        ("replaced", vec![], vec![(6, "a.csv")], Some(5)),
        ("taken back", vec![replaced(6, 5)], vec![(5, "a.csv"), (6, "a (2).csv")], None),
        ("undone", vec![replaced(6, 5), Body::FileRemoved { file: 6 }], vec![(5, "a.csv")], None),
        ("again", vec![file(7, "a (3).csv"), replaced(6, 7)], vec![(7, "a.csv")], Some(5)),
        (
            "by a file that was replaced",
            vec![replaced(6, 5), replaced(5, 6)],
            vec![(6, "a.csv")],
            Some(5),
        ),
        (
            "both removed",
            vec![Body::FileRemoved { file: 6 }, Body::FileRemoved { file: 5 }],
            vec![],
            None,
        ),
    ];
    for (name, more, files, former) in cases {
        let state = state(&[line(), more].concat());
        let found: Vec<(Id, &str)> =
            state.current_files().map(|file| (file.id, state.name_of(file))).collect();
        assert_eq!(found, files, "{name}");
        assert_eq!(state.former_file(6).map(|file| file.id), former, "{name}");
        assert_eq!(state.problems(), [], "{name}");
    }
}

#[test]
fn a_replacement_that_makes_no_sense_is_left_out() {
    for (more, problem) in [
        (replaced(6, 6), "File 6 cannot take the place of file 6."),
        (replaced(5, 7), "File 7 cannot take the place of file 5."),
        (replaced(8, 6), "There is no file 8; an event of it was left out."),
    ] {
        let (before, state) = (state(&line()), state(&[line(), vec![more]].concat()));
        let problems: Vec<&str> =
            state.problems().iter().map(|problem| problem.text.as_str()).collect();
        assert_eq!(problems, [problem]);
        assert!(before.current_files().eq(state.current_files()));
    }
}

#[test]
fn what_was_made_from_a_former_file_is_marked_and_returns_with_it() {
    let again = ran(102, 1, 11, "x").to_vec();
    let renewed = [again.clone(), vec![answer("New.")]].concat();
    let back = vec![replaced(6, 5)];
    let twice = [renewed.clone(), vec![file(7, "a (3).csv"), replaced(6, 7)]].concat();
    let stopped = [vec![began(102, 1, 11, "x")], ended_early(102)].concat();
    // What is shown, what was shown before, the answer, and whether it is a former one.
    let cases = [
        ("not run again", vec![], (Freshness::Former, 101, None), ("Old.", true)),
        ("run again", again.clone(), (Freshness::Current, 102, Some(101)), ("Old.", true)),
        ("answered again", renewed.clone(), (Freshness::Current, 102, Some(101)), ("New.", false)),
        (
            "cut off",
            vec![began(102, 1, 11, "x"), Body::KernelStarted { cause: StartCause::Opened }],
            (Freshness::Former, 101, None),
            ("Old.", true),
        ),
        ("stopped", stopped, (Freshness::Current, 102, Some(101)), ("Old.", true)),
        (
            "taken back",
            [renewed.clone(), back.clone()].concat(),
            (Freshness::Current, 101, None),
            ("Old.", false),
        ),
        (
            "taken back, and replaced again",
            [renewed, back.clone(), vec![replaced(5, 6)]].concat(),
            (Freshness::Current, 102, Some(101)),
            ("New.", false),
        ),
        ("taken back at once", back, (Freshness::Current, 101, None), ("Old.", false)),
        ("another one", twice, (Freshness::Former, 102, None), ("New.", true)),
    ];
    for (name, more, (freshness, shown, former), (text, is_former)) in cases {
        let state = state(&[line(), more].concat());
        let turn = state.turn(1).unwrap();
        let step = &turn.steps[0];
        assert_eq!(state.path_freshness(), [(11, freshness)], "{name}");
        assert_eq!(state.shown_execution(step).unwrap().id, shown, "{name}");
        assert_eq!(state.former_execution(step).map(|one| one.id), former, "{name}");
        assert_eq!((turn.answer.as_str(), state.is_former(1)), (text, is_former), "{name}");
        // What was stopped does not run again.
        let runs = if name == "stopped" { 101 } else { shown };
        assert_eq!(state.comparable()[0].execution, runs, "{name}");
        assert_eq!(state.outdated_steps().contains(&11), freshness == Freshness::Former, "{name}");
    }
}

fn ended_early(execution: Id) -> Vec<Body> {
    vec![ended(execution, Status::Interrupted)]
}

#[test]
fn an_answer_without_code_does_not_depend_on_files() {
    let bodies = [
        vec![file(5, "a.csv"), A(1, None)],
        answered(1).to_vec(),
        vec![file(6, "a (2).csv"), replaced(5, 6)],
    ]
    .concat();
    assert!(!state(&bodies).is_former(1));
}

#[test]
fn code_that_runs_with_another_file_is_as_it_was_written() {
    let edited = code_edited(1, 11, "y");
    let state = state(&[line(), vec![edited]].concat());
    let found: Vec<_> = state.renewable().into_iter().map(|rerun| rerun.code).collect();
    assert_eq!(found, ["y"]);
    assert_eq!(state.comparable()[0].code, "x");
}
