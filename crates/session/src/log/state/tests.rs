//! Branches, staleness, replay, history and what is lost, as tables of cases.

mod comparison;
mod history;
mod replacing;
mod replay;

use kernel::Status;

use super::*;
use crate::log::testing::{
    answered, asked, began, called, code_edited, console, edited, ended, log, ran, wheel,
};
use crate::log::{Body, Price, Setting, StartCause, Tokens};

type Ids = &'static [Id];

const A: fn(Id, Option<Id>) -> Body = asked;

fn state(bodies: &[Body]) -> State {
    State::of(&log(bodies.to_vec()))
}

fn chosen(turn: Id) -> Body {
    Body::BranchChosen { turn }
}

fn undone(turn: Id) -> Body {
    Body::TurnUndone { turn }
}

#[test]
fn the_path_follows_what_the_user_did_last() {
    let line = [A(1, None), A(2, Some(1)), A(3, Some(2))];
    let cases: [(&str, &[Body], Ids, Ids); 13] = [
        ("a line", &[], &[1, 2, 3], &[2]),
        ("an edit in the middle", &[edited(4, 2)], &[1, 4], &[2, 4]),
        ("an edit of the first", &[edited(4, 1)], &[4], &[2]),
        ("an edit of an edit", &[edited(4, 2), edited(5, 4)], &[1, 5], &[2, 4, 5]),
        ("an edit, then further", &[edited(4, 2), A(5, Some(4))], &[1, 4, 5], &[2, 4]),
        ("back to the older branch", &[edited(4, 2), chosen(2)], &[1, 2, 3], &[2, 4]),
        ("a leaf of the older branch", &[edited(4, 2), chosen(3)], &[1, 2, 3], &[2, 4]),
        (
            "each branch keeps its own",
            &[edited(4, 3), edited(5, 2), chosen(2)],
            &[1, 2, 4],
            &[2, 5],
        ),
        ("undo of the last", &[undone(3)], &[1, 2], &[2]),
        ("undo of an earlier one", &[undone(2)], &[1], &[]),
        ("an undone turn chosen again", &[undone(2), chosen(2)], &[1, 2, 3], &[2]),
        ("undo of what is not shown", &[edited(4, 2), undone(2)], &[1, 4], &[4]),
        ("a question after an undo", &[undone(2), A(4, Some(1))], &[1, 4], &[4]),
    ];
    for (name, more, path, branches) in cases {
        let bodies = [&line, more].concat();
        let state = state(&bodies);
        let shown: Vec<Id> = state.path().iter().map(|turn| turn.id).collect();
        assert_eq!(shown, path, "{name}");
        assert_eq!(state.leaf(), path.last().copied(), "{name}");
        assert_eq!(state.branches(2), branches, "{name}");
        assert_eq!(
            state.turns().len(),
            bodies.iter().filter(|body| is_question(body)).count(),
            "{name}"
        );
        assert_eq!(state.problems(), [], "{name}");
    }
}

#[test]
fn first_questions_are_branches_too() {
    assert_eq!(state(&[]).leaf(), None);
    let questions = [A(1, None), edited(2, 1), A(3, None)];
    assert_eq!(state(&questions).branches(1), [1, 2, 3]);
    let all_undone = state(&[&questions[..], &[1, 2, 3].map(undone)].concat());
    assert_eq!(
        (all_undone.branches(1), all_undone.leaf(), all_undone.title()),
        (vec![], None, String::new())
    );
}

#[test]
fn the_newest_turn_that_was_undone_at_the_end_can_be_shown_again() {
    let line = [A(1, None), A(2, Some(1)), A(3, Some(2))];
    let cases: [(&str, &[Body], Option<Id>); 6] = [
        ("nothing undone", &[], None),
        ("the last", &[undone(3)], Some(3)),
        ("one after the other", &[undone(3), undone(2)], Some(2)),
        ("all", &[undone(1)], Some(1)),
        ("a question since then", &[undone(3), A(4, Some(2))], None),
        ("shown again", &[undone(2), chosen(2)], None),
    ];
    for (name, more, undone) in cases {
        assert_eq!(state(&[&line, more].concat()).undone(), undone, "{name}");
    }
}

fn is_question(body: &Body) -> bool {
    matches!(body, Body::QuestionAsked { .. } | Body::QuestionEdited { .. })
}

#[test]
fn a_step_is_stale_exactly_while_code_before_it_differs_from_what_ran() {
    use Freshness::{Current, Edited, NotRun, Running, Stale};
    // Turn 1 has steps 11 and 12, turn 2 has step 21, with executions 101 and so on.
    let line: Vec<Body> = [
        vec![A(1, None), called(1, 11, "a"), called(1, 12, "b")],
        ran(101, 1, 11, "a").to_vec(),
        ran(102, 1, 12, "b").to_vec(),
        answered(1).to_vec(),
        vec![A(2, Some(1)), called(2, 21, "c")],
        ran(103, 2, 21, "c").to_vec(),
        answered(2).to_vec(),
    ]
    .concat();
    let edit = |step: Id, code: &str| code_edited(if step < 20 { 1 } else { 2 }, step, code);
    let run =
        |at: Id, step: Id, code: &str| ran(at, if step < 20 { 1 } else { 2 }, step, code).to_vec();
    let cases = [
        ("untouched", vec![], [Current, Current, Current], [false, false]),
        ("first edited", vec![edit(11, "A")], [Edited, Stale, Stale], [true, true]),
        (
            "edit taken back",
            vec![edit(11, "A"), edit(11, "a")],
            [Current, Current, Current],
            [false, false],
        ),
        ("last edited", vec![edit(21, "C")], [Current, Current, Edited], [false, true]),
        ("second edited", vec![edit(12, "B")], [Current, Edited, Stale], [true, true]),
        (
            "edited and run",
            [vec![edit(11, "A")], run(104, 11, "A")].concat(),
            [Current, Stale, Stale],
            [true, true],
        ),
        (
            "edited, run, and the next run too",
            [vec![edit(11, "A")], run(104, 11, "A"), run(105, 12, "b")].concat(),
            [Current, Current, Stale],
            [true, true],
        ),
        (
            "all run again",
            [vec![edit(11, "A")], run(104, 11, "A"), run(105, 12, "b"), run(106, 21, "c")].concat(),
            [Current, Current, Current],
            [true, true],
        ),
        (
            "the next run before the edited one",
            [vec![edit(11, "A")], run(104, 12, "b"), run(105, 11, "A")].concat(),
            [Current, Stale, Stale],
            [true, true],
        ),
        (
            "edited, run, and back as it was",
            [vec![edit(11, "A")], run(104, 11, "A"), vec![edit(11, "a")], run(105, 11, "a")]
                .concat(),
            [Current, Current, Current],
            [false, false],
        ),
        (
            "runs",
            vec![edit(21, "C"), began(104, 2, 21, "C")],
            [Current, Current, Running],
            [false, true],
        ),
        (
            "cut off",
            vec![began(104, 2, 21, "c"), Body::KernelStarted { cause: StartCause::Opened }],
            [Current, Current, NotRun],
            [false, false],
        ),
    ];
    for (name, more, expected, stale) in cases {
        let state = state(&[line.clone(), more].concat());
        let found: Vec<Freshness> =
            state.path_freshness().into_iter().map(|(_, freshness)| freshness).collect();
        assert_eq!(found, expected, "{name}");
        assert_eq!([1, 2].map(|turn| state.is_answer_stale(turn)), stale, "{name}");
        let apart: Vec<_> = [1, 2].into_iter().flat_map(|turn| state.freshness(turn)).collect();
        assert_eq!(apart, state.path_freshness(), "{name}");
    }
}

#[test]
fn a_number_whose_step_no_longer_stands_is_not_shown_as_supported() {
    let claim = |at: usize| -> grounding::Claim {
        let source = serde_json::json!({ "at": at, "place": "output" });
        let support =
            serde_json::json!({ "found": { "source": source, "match": "exact", "value": 7.0 } });
        serde_json::from_value(
            serde_json::json!({ "span": { "start": 0, "end": 1 }, "support": support, "lineage": null }),
        )
        .unwrap()
    };
    // The answer has a number of each of its two steps, and one that came from a later turn's step
    // is not in it.
    let answer = Body::AnswerFinished {
        turn: 1,
        text: "7 and 7".to_owned(),
        for_model: None,
        claims: vec![claim(11), claim(12)],
        remarks: vec![crate::log::RemarkClaims { step: 12, claims: vec![claim(11)] }],
        choices: Vec::new(),
        not_computed: false,
    };
    let line: Vec<Body> = [
        vec![A(1, None), called(1, 11, "a"), called(1, 12, "b")],
        ran(101, 1, 11, "a").to_vec(),
        ran(102, 1, 12, "b").to_vec(),
        vec![answer],
    ]
    .concat();
    let differs = |execution: Id| Body::Replayed {
        executions: vec![101, 102],
        failed: None,
        compared: vec![crate::log::Compared {
            execution,
            differences: vec!["Result 1: 7, now 8".to_owned()],
        }],
        runtime: None,
    };
    let run = |at: Id, step: Id, code: &str| ran(at, 1, step, code).to_vec();
    let cases = [
        ("untouched", vec![], [false, false, false]),
        ("first edited", vec![code_edited(1, 11, "A")], [true, true, true]),
        ("second edited", vec![code_edited(1, 12, "B")], [false, true, false]),
        (
            "all run again",
            [vec![code_edited(1, 11, "A")], run(103, 11, "A"), run(104, 12, "b")].concat(),
            [true, true, true],
        ),
        (
            "second edited and run",
            [vec![code_edited(1, 12, "B")], run(103, 12, "B")].concat(),
            [false, true, false],
        ),
        ("run again with the same outcome", run(103, 12, "b"), [false, false, false]),
        ("run again with another outcome", vec![differs(101)], [true, false, true]),
    ];
    for (name, more, expected) in cases {
        let state = state(&[line.clone(), more].concat());
        let turn = state.turn(1).unwrap();
        let outdated = state.outdated_steps();
        let mut claims = state.claims_now(turn, &turn.claims, &outdated);
        claims.extend(state.claims_now(turn, &turn.steps[1].claims, &outdated));
        let replaced: Vec<bool> = claims.iter().map(|claim| claim.support.is_marked()).collect();
        assert_eq!(replaced, expected, "{name}");
    }
}

#[test]
fn a_step_that_runs_again_counts_for_all_turns_after_it() {
    let line: Vec<Body> = (1..=3)
        .flat_map(|turn| {
            let (step, execution) = (turn + 10, turn + 100);
            let parent = Some(turn - 1).filter(|parent| *parent > 0);
            let begun = [A(turn, parent), called(turn, step, "a")];
            [begun, ran(execution, turn, step, "a"), answered(turn)].concat()
        })
        .collect();
    let again = [vec![code_edited(1, 11, "A")], ran(201, 1, 11, "A").to_vec()].concat();
    let third = ran(203, 3, 13, "a").to_vec();
    let state = state(&[line, again, third].concat());
    let found: Vec<Freshness> =
        state.path_freshness().into_iter().map(|(_, freshness)| freshness).collect();
    assert_eq!(found, [Freshness::Current, Freshness::Stale, Freshness::Current]);
}

#[test]
fn an_edit_in_one_branch_leaves_the_other_as_it_is() {
    let bodies = [
        vec![A(1, None), called(1, 11, "a")],
        ran(101, 1, 11, "a").to_vec(),
        vec![A(2, Some(1)), called(2, 21, "b"), called(2, 22, "c")],
        ran(102, 2, 21, "b").to_vec(),
        ran(103, 2, 22, "c").to_vec(),
        vec![edited(3, 2), called(3, 31, "d")],
        ran(104, 3, 31, "d").to_vec(),
        vec![code_edited(2, 21, "B")],
    ]
    .concat();
    let state = state(&bodies);
    assert_eq!(state.freshness(2), [(21, Freshness::Edited), (22, Freshness::Stale)]);
    assert_eq!(state.freshness(3), [(31, Freshness::Current)]);
    assert_eq!(state.path_freshness(), [(11, Freshness::Current), (31, Freshness::Current)]);
}

#[test]
fn a_turn_without_an_end_is_open_with_the_text_that_arrived() {
    let text = |text: &str| Body::TextReceived { turn: 2, text: text.to_owned() };
    let bodies = [answered(1).to_vec(), vec![A(2, Some(1)), text("The sum "), text("is")]].concat();
    let state = state(&[vec![A(1, None)], bodies].concat());
    let open: Vec<(Id, &str)> =
        state.open_turns().map(|turn| (turn.id, turn.answer.as_str())).collect();
    assert_eq!(open, [(2, "The sum is")]);
    let mut state = state;
    let end = Body::TurnEnded {
        turn: 2,
        end: End::CutOff,
        message: Some("The page was closed.".to_owned()),
    };
    state.apply(&crate::log::Event { seq: 100, ms: 1, body: end });
    assert_eq!(state.open_turns().count(), 0);
    assert_eq!(state.turn(2).unwrap().answer, "The sum is");
}

#[test]
fn text_before_a_call_is_its_remark_and_no_answer() {
    let text = Body::TextReceived { turn: 1, text: "Let me see.".to_owned() };
    let state = state(&[A(1, None), text, called(1, 11, "a")]);
    assert_eq!(state.turn(1).unwrap().answer, "");
}

#[test]
fn text_that_arrives_after_the_answer_changes_nothing() {
    let late = Body::TextReceived { turn: 1, text: "late".to_owned() };
    let state = state(&[vec![A(1, None)], answered(1).to_vec(), vec![late]].concat());
    assert_eq!(state.turn(1).unwrap().answer, "Answer 1.");
}

#[test]
fn what_a_lost_record_announced_is_added_and_named() {
    let whole: Vec<Body> = [
        vec![A(1, None), called(1, 11, "a")],
        ran(101, 1, 11, "a").to_vec(),
        answered(1).to_vec(),
        vec![A(2, Some(1))],
        answered(2).to_vec(),
    ]
    .concat();
    let cases = [
        (0, "The text of question 1 is lost.", [1, 2].as_slice(), 1),
        (1, "The call of step 11 is lost.", &[1, 2], 1),
        (2, "There is no execution 101; an event of it was left out.", &[1, 2], 0),
        (6, "The text of question 2 is lost.", &[1, 2], 1),
    ];
    for (lost, problem, path, executions) in cases {
        let mut events = log(whole.clone());
        events.remove(lost);
        let state = State::of(&events);
        let problems: Vec<&str> =
            state.problems().iter().map(|problem| problem.text.as_str()).collect();
        assert_eq!(problems, [problem]);
        assert_eq!(state.path().iter().map(|turn| turn.id).collect::<Vec<_>>(), path);
        assert_eq!(state.replay().len(), executions);
        assert!(state.turns().iter().all(|turn| turn.answered));
    }
}

#[test]
fn settings_names_and_files_are_those_of_the_last_event() {
    use crate::log::Setting::{Disclosure, Memory, Model, Seconds, WritesBlocks};
    let set = |setting| Body::SettingChanged { setting };
    let name = |title: &str| Body::Renamed { title: title.to_owned() };
    let file = |file, name: &str| Body::FileAdded {
        file,
        name: name.to_owned(),
        path: None,
        bytes: 5,
        sha256: None,
        kept: Kept::Handle,
        wheel: None,
    };
    let state = state(&[
        Body::Created { id: "s".to_owned() },
        set(Model { value: "a".to_owned() }),
        set(Model { value: "b".to_owned() }),
        set(Disclosure { value: crate::log::Disclosure::Shape }),
        set(Seconds { value: 0 }),
        set(Memory { value: 5 }),
        set(WritesBlocks { value: "b".to_owned() }),
        A(1, None),
        Body::Pinned { pinned: true },
        file(5, "x.csv"),
        file(6, "y.csv"),
        wheel("attrs"),
        Body::FileRemoved { file: 5 },
    ]);
    let expected = Settings {
        model: Some("b".to_owned()),
        disclosure: Some(crate::log::Disclosure::Shape),
        seconds: Some(0),
        memory: Some(5),
        write_blocks: BTreeSet::from(["b".to_owned()]),
        ..Settings::default()
    };
    assert_eq!(state.settings(), &expected);
    let files: Vec<_> =
        state.files().iter().map(|file| (file.name.as_str(), file.wheel.as_ref())).collect();
    let (version, sha256) = ("26.1.0".to_owned(), "ab".repeat(32));
    let package = Wheel { name: "attrs".to_owned(), version, sha256, confirmed: true };
    assert_eq!(files, [("y.csv", None), ("attrs-26.1.0-py3-none-any.whl", Some(&package))]);
    assert_eq!((state.id(), state.is_pinned(), state.next_id()), ("s", true, 10));
    let titled = |names: &[&str]| {
        let named: Vec<Body> = names.iter().map(|title| name(title)).collect();
        super::State::of(&log([vec![A(1, None), edited(2, 1)], named].concat())).title()
    };
    assert_eq!(titled(&[]), "Question 2?");
    assert_eq!(titled(&["Mine", " Ours "]), "Ours");
    assert_eq!(titled(&["Mine", ""]), "Question 2?");
}

#[test]
fn notes_of_a_turn_are_kept_and_are_no_part_of_what_a_model_reads() {
    let thought = |text: &str| Body::ThoughtsReceived { turn: 1, text: text.to_owned() };
    let mut bodies =
        vec![asked(1, None), Body::FallbackAnswered { turn: 1, model: "Beta".to_owned() }];
    bodies.extend(
        ["first", "second"].map(|text| Body::RequestFitted { turn: 1, text: text.to_owned() }),
    );
    bodies.extend([
        thought("Secret "),
        thought(&"é".repeat(crate::log::MAX_THOUGHTS / 2)),
        thought("more"),
    ]);
    let read = |reading: &str| Body::QueryRead { turn: 1, reading: reading.to_owned() };
    bodies.extend([read("{}"), read(r#"{"query":{"kind":"Secret count"}}"#)]);
    bodies.extend(answered(1));
    let state = State::of(&log(bodies));
    let turn = state.turn(1).unwrap();
    assert_eq!(turn.reading, r#"{"query":{"kind":"Secret count"}}"#);
    assert_eq!((turn.fallback.as_deref(), turn.fitted.as_str()), (Some("Beta"), "second"));
    assert!(
        turn.thoughts.starts_with("Secret éé") && turn.thoughts.len() <= crate::log::MAX_THOUGHTS
    );
    assert_eq!(turn.answer, "Answer 1.");
    assert!(!format!("{:?}", state.history()).contains("Secret"));
}

#[test]
fn usage_and_settings_are_those_that_were_recorded_last() {
    let price = |currency: Option<&str>| {
        Some(Price {
            input: 1.0,
            cached_input: None,
            cache_write: None,
            output: 2.0,
            currency: currency.map(str::to_owned),
        })
    };
    let tokens = Some(Tokens {
        input: 1_000_000,
        cached: 10,
        output: 500_000,
        reasoning: 5,
        ..Tokens::default()
    });
    let setting = |setting| Body::SettingChanged { setting };
    let state = State::of(&log([
        setting(Setting::Temperature { value: Some(0.2) }),
        setting(Setting::Effort { value: Some(chat::Effort::High) }),
        setting(Setting::Steps { value: Some(3) }),
        setting(Setting::Instructions { value: "In Swiss francs.".to_owned() }),
        setting(Setting::Temperature { value: None }),
        Body::RequestSent {
            turn: None,
            to: "/v1".to_owned(),
            bytes: 2,
            sha256: String::new(),
            body: None,
        },
        asked(1, None),
        Body::ReplyEnded { turn: 1, tokens, price: price(None) },
        Body::ReplyEnded { turn: 1, tokens: None, price: price(None) },
        asked(2, Some(1)),
        Body::ReplyEnded { turn: 2, tokens, price: price(Some("CHF")) },
        Body::TurnUndone { turn: 2 },
        Body::TestEnded { tokens, price: price(None) },
    ]));
    let settings = state.settings();
    assert_eq!((settings.temperature, settings.effort), (None, Some(chat::Effort::High)));
    assert_eq!((settings.steps, settings.instructions.as_str()), (Some(3), "In Swiss francs."));
    let first = &state.turn(1).unwrap().usage;
    assert_eq!((first.replies, first.reported, first.priced), (2, 1, 1));
    assert_eq!(first.costs.get("USD"), Some(&2.0));
    // What an undone turn has cost was paid all the same, and so was a test.
    let all = state.usage();
    assert_eq!((all.replies, all.tokens.input, all.costs.len()), (4, 3_000_000, 2));
    assert_eq!(all.costs.get("USD"), Some(&4.0));
    assert_eq!((state.problems(), state.requests().len()), ([].as_slice(), 1));
}
