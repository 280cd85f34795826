//! What the recorder stores of a turn, and what the page shows of the log afterwards.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kernel::automation::StopReason;
use kernel::{Outcome, Status};
use leptos::prelude::{Get, GetUntracked, Memo, Owner, Set, Update};
use session::log::{Body, End, Origin};

use super::*;
use crate::session::stored::tests::browser::{Tab, World};
use crate::session::{Freshness, Limits, Model, Step, Turn};

const ID: &str = "session-1";

/// A page with one session, whose recorder has restored it.
struct Shown {
    world: World,
    session: Session,
    recorder: Recorder<Tab>,
    /// The signals live as long as it does.
    owner: Owner,
}

impl Shown {
    /// Returns a page with a session that is not restored yet.
    fn waiting() -> Self {
        let owner = Owner::new();
        let session = owner.with(Session::new);
        Self { world: World::default(), session, recorder: Recorder::new(session), owner }
    }

    /// Returns a page with an empty session.
    fn new() -> Self {
        let shown = Self::waiting();
        shown.restore();
        shown
    }

    fn restore(&self) {
        let stored = self.world.tab_of(self.recorder.log().0.clone());
        self.recorder.restored(Ok(stored));
        self.world.run();
    }

    /// Asks a question after another turn, or in the place of one.
    fn ask(&self, id: Id, place: (Option<Id>, Option<Id>)) -> Turn {
        let turn = self.owner.with(|| Turn::new(id, format!("Question {id}?"), "m".to_owned()));
        self.session.turns.update(|turns| turns.push(turn));
        self.recorder.asked(&turn, place, &Model::planner());
        turn
    }

    /// Runs the code of a step; `execution` is its id, and the step's ten more.
    fn run(&self, turn: &Turn, execution: Id, code: &str, status: Status) -> Step {
        let step = self.owner.with(|| Step::new(execution + 10, String::new()));
        turn.steps.update(|steps| steps.push(step));
        self.recorder.called(turn.id, 1, "c", (step.id, String::new(), "Count", code));
        self.execute(Origin::Step { turn: turn.id, step: step.id }, execution, code, status);
        step
    }

    fn execute(&self, origin: Origin, execution: Id, code: &str, status: Status) {
        self.recorder.began(execution, origin, code, 0.0);
        let outcome = Outcome { status, ..Outcome::default() };
        self.recorder.ended(execution, &outcome, Vec::new());
    }

    /// Ends a turn with an answer.
    fn end(&self, turn: &Turn) {
        turn.answer.set(format!("Answer {}.", turn.id));
        self.recorder.answer(turn, None);
        self.recorder.turn_ended(turn, None, None);
        self.world.run();
        self.recorder.show_log(self.recorder.is_own());
    }

    fn kinds(&self) -> Vec<String> {
        self.world.run();
        self.world.kinds(ID)
    }
}

fn freshness(step: &Step) -> Option<Freshness> {
    step.stored.get_untracked().map(|code| code.freshness)
}

#[test]
fn what_happens_before_the_session_is_restored_is_stored_afterwards_in_its_order() {
    let shown = Shown::waiting();
    let turn = shown.ask(1, (None, None));
    shown.run(&turn, 2, "1 + 1", Status::Ok);
    assert!(shown.recorder.id().is_none() && shown.recorder.shown_turns().is_none());
    shown.restore();
    shown.end(&turn);
    assert_eq!(shown.recorder.id().as_deref(), Some(ID));
    let kinds = shown.kinds();
    let expected = [
        "question-asked",
        "step-called",
        "execution-began",
        "execution-ended",
        "answer-finished",
        "turn-ended",
    ];
    let order: Vec<_> = kinds.iter().filter(|kind| expected.contains(&kind.as_str())).collect();
    assert_eq!(order, expected, "{kinds:?}");
}

#[test]
fn if_nothing_can_be_stored_what_happens_is_lost_with_the_reason() {
    let shown = Shown::waiting();
    let before = shown.ask(1, (None, None));
    shown.recorder.restored(Err("No storage.".to_owned()));
    assert!(shown.recorder.is_restored());
    assert_eq!(shown.recorder.lost().as_deref(), Some("No storage."), "asked before");
    shown.recorder.turn_ended(&before, None, None);
    assert!(shown.recorder.refusal().is_none(), "questions are still answered");
    let empty = Shown::waiting();
    empty.recorder.restored(Err("No storage.".to_owned()));
    assert_eq!(empty.recorder.lost(), None, "nothing has happened");
}

#[test]
fn settings_are_recorded_once_and_again_if_they_change() {
    let shown = Shown::new();
    let settings = || shown.kinds().iter().filter(|kind| *kind == "setting-changed").count();
    shown.recorder.settings("m");
    assert_eq!(settings(), 4, "model, disclosure, seconds, memory");
    shown.recorder.settings("m");
    assert_eq!(settings(), 4);
    shown.session.limits.update(|limits| *limits = Limits { seconds: 7, ..*limits });
    shown.recorder.settings("other");
    assert_eq!(settings(), 6, "model and seconds");
}

#[test]
fn the_end_of_a_turn_has_its_reason_and_the_steps_that_were_not_run() {
    let cases = [
        (None, End::Answered),
        (Some(StopReason::Limit), End::Limit),
        (Some(StopReason::User), End::Stopped),
        (Some(StopReason::Error), End::Error),
    ];
    for (stopped, expected) in cases {
        let shown = Shown::new();
        let turn = shown.ask(1, (None, None));
        let step = shown.owner.with(|| Step::new(5, "First.".to_owned()));
        step.code.set("import os".to_owned());
        step.refused.set(Some("Unknown tool.".to_owned()));
        turn.steps.update(|steps| steps.push(step));
        shown.recorder.turn_ended(&turn, stopped, Some("Why.".to_owned()));
        shown.world.run();
        let state = shown.world.stored(ID);
        let stored = state.turn(1).expect("a turn");
        assert_eq!((stored.end, stored.message.as_deref()), (Some(expected), Some("Why.")));
        let [step] = &*stored.steps else { panic!("{:?}", stored.steps) };
        assert_eq!((step.id, step.code.as_str()), (5, "import os"));
        assert_eq!(step.refused.as_deref(), Some("Unknown tool."));
    }
}

#[test]
fn code_that_was_edited_makes_what_follows_it_out_of_date_until_it_has_run() {
    let shown = Shown::new();
    let first = shown.ask(1, (None, None));
    let one = shown.run(&first, 10, "n = 1", Status::Ok);
    shown.end(&first);
    let second = shown.ask(2, (Some(1), None));
    let two = shown.run(&second, 30, "n + 1", Status::Ok);
    shown.end(&second);
    assert_eq!([freshness(&one), freshness(&two)], [Some(Freshness::Current); 2]);
    shown.recorder.code_edited(1, one.id, "n = 2");
    shown.world.run();
    shown.recorder.show_log(true);
    assert_eq!(
        [freshness(&one), freshness(&two)],
        [Some(Freshness::Edited), Some(Freshness::Stale)]
    );
    let stale = |turn: &Turn| turn.versions.get_untracked().is_some_and(|it| it.stale);
    assert!(stale(&first) && stale(&second));
    for (origin, execution, code) in [
        (Origin::Step { turn: 1, step: one.id }, 50, "n = 2"),
        (Origin::Step { turn: 2, step: two.id }, 60, "n + 1"),
    ] {
        shown.execute(origin, execution, code, Status::Ok);
    }
    shown.world.run();
    shown.recorder.show_log(true);
    assert_eq!([freshness(&one), freshness(&two)], [Some(Freshness::Current); 2]);
    assert!(stale(&second), "the answer is of the former results");
}

#[test]
fn an_edited_question_has_two_versions_and_an_undone_turn_can_be_shown_again() {
    let shown = Shown::new();
    let first = shown.ask(1, (None, None));
    shown.end(&first);
    let other = shown.ask(2, (None, Some(1)));
    shown.end(&other);
    let versions = other.versions.get_untracked().expect("versions");
    assert_eq!((versions.turns, versions.stale), (vec![1, 2], false));
    assert!(first.versions.get_untracked().is_none(), "it is not shown");
    shown.recorder.turns_chosen(Body::TurnUndone { turn: 2 });
    shown.world.run();
    shown.recorder.show_log(true);
    assert_eq!(shown.session.ending.get_untracked().undone, Some(2));
}

#[test]
fn nothing_is_drawn_again_if_nothing_has_changed() {
    let shown = Shown::new();
    let turn = shown.ask(1, (None, None));
    let step = shown.run(&turn, 2, "1", Status::Ok);
    shown.end(&turn);
    let drawn = Arc::new(AtomicUsize::new(0));
    let (counted, session) = (drawn.clone(), shown.session);
    let view = shown.owner.with(|| {
        Memo::new(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            (turn.versions.get(), step.stored.get(), session.ending.get().undone)
        })
    });
    let count = || {
        view.get_untracked();
        drawn.load(Ordering::Relaxed)
    };
    assert_eq!(count(), 1);
    shown.recorder.show_log(true);
    assert_eq!(count(), 1, "the same log");
    shown.recorder.code_edited(1, step.id, "2");
    shown.world.run();
    shown.recorder.show_log(true);
    assert_eq!(count(), 2, "another code");
}

#[test]
fn while_a_turn_is_under_way_nothing_of_the_conversation_can_be_changed() {
    let shown = Shown::new();
    let first = shown.ask(1, (None, None));
    shown.end(&first);
    assert_eq!(shown.recorder.shown_turns().map(|turns| turns.len()), Some(1));
    let second = shown.ask(2, (Some(1), None));
    shown.world.run();
    assert_eq!(shown.recorder.shown_turns(), None);
    shown.recorder.show_log(true);
    assert_eq!(first.versions.get_untracked(), None);
    shown.end(&second);
    assert_eq!(shown.recorder.shown_turns().map(|turns| turns.len()), Some(2));
}

#[test]
fn a_tab_that_only_reads_changes_nothing_and_says_why() {
    let shown = Shown::new();
    let turn = shown.ask(1, (None, None));
    shown.end(&turn);
    let reader = Recorder::new(shown.session);
    let (tab, restored) = shown.world.open_of(reader.log().0.clone(), ID);
    assert!(restored.is_some_and(|restored| restored.reading));
    reader.restored(Ok(tab));
    assert!(reader.is_reading() && !reader.is_own() && reader.refusal().is_some());
    assert!(reader.shown_turns().is_none() && reader.usage().is_none());
    assert_eq!(reader.log().path_steps().len(), 0);
    assert_eq!(reader.log().shown_turns(str::to_owned).map(|turns| turns.len()), Some(1));
}

#[test]
fn the_console_lists_what_ran_beside_the_turns_that_are_shown() {
    let shown = Shown::new();
    shown.execute(Origin::Console { after: None }, 1, "before = 1", Status::Ok);
    let turn = shown.ask(2, (None, None));
    shown.end(&turn);
    shown.execute(Origin::Console { after: Some(2) }, 3, "after = 1", Status::Error);
    shown.recorder.began(4, Origin::Console { after: Some(2) }, "running = 1", 0.0);
    shown.world.run();
    let codes = |most| {
        let listed = shown.recorder.consoles(most);
        let codes: Vec<_> = listed.entries.into_iter().map(|entry| entry.code).collect();
        (listed.earlier, codes)
    };
    let all = ["before = 1", "after = 1", "running = 1"].map(str::to_owned).to_vec();
    assert_eq!(codes(10), (0, all.clone()));
    assert_eq!(codes(2), (1, all[1..].to_vec()), "the newest");
    let entries = shown.recorder.consoles(10).entries;
    let outcomes: Vec<_> = entries.iter().map(|entry| entry.has_outcome).collect();
    assert_eq!(outcomes, [true, true, false]);
    shown.recorder.turns_chosen(Body::TurnUndone { turn: 2 });
    shown.world.run();
    assert_eq!(codes(10), (0, all[..1].to_vec()), "what belongs to a turn that is not shown");
}

#[test]
fn text_of_a_model_is_stored_with_its_turn_and_its_thoughts_apart() {
    let shown = Shown::new();
    let turn = shown.ask(1, (None, None));
    shown.recorder.thought(1, "I look at the columns. ");
    shown.recorder.text(1, "There are two. ");
    shown.recorder.fell_back(1, "another");
    shown.world.pass(1_000);
    let state = shown.world.stored(ID);
    let stored = state.turn(1).expect("a turn");
    assert_eq!(stored.thoughts, "I look at the columns. ");
    assert_eq!(stored.answer, "There are two. ");
    assert_eq!(stored.fallback.as_deref(), Some("another"));
    shown.end(&turn);
    assert_eq!(shown.world.stored(ID).turn(1).expect("a turn").answer, "Answer 1.");
}

#[test]
fn the_model_and_the_replay_of_a_stored_session_are_taken_once() {
    let shown = Shown::new();
    shown.recorder.keep(Some("m".to_owned()), true);
    assert_eq!(
        (shown.recorder.take_model(), shown.recorder.take_model()),
        (Some("m".into()), None)
    );
    assert_eq!((shown.recorder.take_replay(), shown.recorder.take_replay()), (true, false));
}

#[test]
fn what_code_defines_is_known_and_whether_it_sets_a_seed() {
    let shown = Shown::new();
    assert!(!shown.recorder.sets_seed());
    shown.execute(Origin::Console { after: None }, 1, "import random\nrandom.seed(3)", Status::Ok);
    assert!(shown.recorder.sets_seed());
}
