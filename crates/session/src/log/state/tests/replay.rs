//! What runs again, in which order, and what comparing it has shown.

use kernel::Status;

use super::{A, chosen, state, undone};
use crate::log::testing::{answered, began, called, code_edited, console, edited, ended, ran};
use crate::log::{Body, Compared, Id, Origin, Rerun, StartCause, next_rerun};

#[test]
fn what_runs_again_is_what_succeeded_on_the_path() {
    let line: Vec<Body> = [
        console(100, None, "zero").to_vec(),
        vec![A(1, None), called(1, 11, "a"), called(1, 12, "b")],
        ran(101, 1, 11, "a").to_vec(),
        vec![began(102, 1, 12, "b"), ended(102, Status::Error)],
        answered(1).to_vec(),
        console(103, Some(1), "one").to_vec(),
        vec![A(2, Some(1)), called(2, 21, "c")],
        ran(104, 2, 21, "c").to_vec(),
        answered(2).to_vec(),
        console(105, Some(2), "two").to_vec(),
    ]
    .concat();
    let start = || Body::KernelStarted { cause: StartCause::Opened };
    let replayed = |executions: &[Id]| Body::Replayed {
        executions: executions.to_vec(),
        failed: None,
        compared: Vec::new(),
        runtime: None,
    };
    let cases: [(&str, Vec<Body>, &[Id], bool); 11] = [
        ("as it ran", vec![], &[100, 101, 103, 104, 105], true),
        ("a fresh kernel", vec![start()], &[100, 101, 103, 104, 105], false),
        (
            "replayed",
            vec![start(), replayed(&[100, 101, 103, 104, 105])],
            &[100, 101, 103, 104, 105],
            true,
        ),
        (
            "replayed in part",
            vec![start(), replayed(&[100, 101])],
            &[100, 101, 103, 104, 105],
            false,
        ),
        ("another branch", vec![edited(3, 2)], &[100, 101, 103], false),
        (
            "the branch chosen again",
            vec![edited(3, 2), chosen(2)],
            &[100, 101, 103, 104, 105],
            true,
        ),
        ("undone", vec![undone(2)], &[100, 101, 103], false),
        ("edited and not run", vec![code_edited(1, 11, "A")], &[100, 101, 103, 104, 105], true),
        (
            "edited and run",
            [vec![code_edited(1, 11, "A")], ran(106, 1, 11, "A").to_vec()].concat(),
            &[100, 106, 103, 104, 105],
            false,
        ),
        (
            "edited and failed",
            vec![code_edited(1, 11, "A"), began(106, 1, 11, "A"), ended(106, Status::Error)],
            &[100, 101, 103, 104, 105],
            true,
        ),
        (
            "deleted",
            [vec![Body::VariablesDeleted], console(106, Some(2), "new").to_vec()].concat(),
            &[106],
            true,
        ),
    ];
    for (name, more, expected, current) in cases {
        let state = state(&[line.clone(), more].concat());
        let found: Vec<Id> = state.replay().iter().map(|rerun| rerun.execution).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!(state.is_kernel_current(), current, "{name}");
    }
}

#[test]
fn a_check_counts_what_is_shown_and_compared() {
    let compared = |execution: Id, differences: &[&str]| Compared {
        execution,
        differences: differences.iter().map(|&text| text.to_owned()).collect(),
    };
    let replayed =
        |compared| Body::Replayed { executions: Vec::new(), failed: None, compared, runtime: None };
    let base = [
        vec![A(1, None), called(1, 11, "a"), called(1, 12, "b")],
        ran(101, 1, 11, "a").to_vec(),
        ran(102, 1, 12, "b").to_vec(),
        answered(1).to_vec(),
    ]
    .concat();
    let check = |further: Vec<Body>| state(&[base.clone(), further].concat()).check();
    assert_eq!(check(vec![]), None);
    let both = replayed(vec![compared(101, &[]), compared(102, &["what it printed differs"])]);
    let found = check(vec![both.clone()]).unwrap();
    assert_eq!(
        (found.compared, found.left_out, found.different, found.other_runtime),
        (2, 0, 1, 0)
    );
    // A later comparison counts, and what ran since was not compared.
    let mut later = vec![both, replayed(vec![compared(102, &[])])];
    later.extend(ran(103, 1, 11, "a2"));
    let found = check(later).unwrap();
    assert_eq!((found.compared, found.left_out, found.different), (1, 1, 0));
}

#[test]
fn what_ran_around_a_step_is_in_the_order_of_the_path() {
    let line = [
        console(100, None, "zero").to_vec(),
        vec![A(1, None), called(1, 11, "a"), called(1, 12, "b")],
        ran(101, 1, 11, "a").to_vec(),
        vec![began(102, 1, 12, "b"), ended(102, Status::Error)],
        answered(1).to_vec(),
        console(103, Some(1), "one").to_vec(),
        vec![A(2, Some(1)), called(2, 21, "c"), code_edited(2, 21, "C")],
        ran(104, 2, 21, "c").to_vec(),
    ]
    .concat();
    let state = state(&line);
    let codes = |list: &[Rerun<'_>]| {
        list.iter().map(|rerun| rerun.code.clone().into_owned()).collect::<Vec<_>>().join(" ")
    };
    for (turn, step, expected) in [
        (1, 11, Some(("zero", "b one C"))),
        (1, 12, Some(("zero a", "one C"))),
        (2, 21, Some(("zero a b one", ""))),
        (2, 11, None),
        (3, 31, None),
    ] {
        let found = state.around(turn, step).map(|(before, after)| (codes(&before), codes(&after)));
        assert_eq!(
            found,
            expected.map(|(before, after)| (before.to_owned(), after.to_owned())),
            "{turn} {step}"
        );
    }
}

#[test]
fn an_older_record_of_a_replay_compares_nothing() {
    let body: Body =
        serde_json::from_str(r#"{"kind":"replayed","executions":[4],"failed":null}"#).unwrap();
    let (executions, compared) = (vec![4], Vec::new());
    assert_eq!(body, Body::Replayed { executions, failed: None, compared, runtime: None });
}

#[test]
fn code_that_runs_again_is_the_next_one_of_its_kind() {
    let codes = ["a", "b", "a", "c"];
    let rerun = |(execution, code): (Id, &'static str)| Rerun {
        execution,
        origin: Origin::Console { after: None },
        code: code.into(),
    };
    let list: Vec<Rerun<'_>> = (1..).zip(codes).map(rerun).collect();
    let cases = [
        (0, "a", Some(0)),
        (1, "a", Some(2)),
        (3, "a", Some(0)),
        (3, "c", Some(3)),
        (4, "c", Some(3)),
        (0, "of a turn under way", None),
    ];
    for (next, code, expected) in cases {
        assert_eq!(next_rerun(&list, next, code), expected, "{next} {code}");
    }
}
