//! What a turn shows, from the records of its log to the text on the page.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use grounding::{Claim, Support};
use kernel::{Outcome, PythonError, Shown, Status, TableData};
use serde_json::json;
use session::log::{Body, Compared, End, OpenLog, Origin};

use super::super::results::listed;
use super::*;
use crate::actions::Actions;
use crate::session::stored::{ReadSession, SessionLog};
use crate::session::{FormerRun, Session, StepCode};

/// A log that is written.
struct Log {
    log: SessionLog,
    executions: u32,
}

impl Log {
    /// Returns a log with a question.
    fn asked(question: &str) -> Self {
        let (log, _) = OpenLog::create("session-1", 0).expect("a log");
        let mut log = Self { log: SessionLog(Rc::new(RefCell::new(log))), executions: 100 };
        log.event(Body::QuestionAsked {
            turn: 1,
            parent: None,
            text: question.to_owned(),
            model: "rules".to_owned(),
            local: true,
        });
        log
    }

    fn event(&mut self, body: Body) {
        self.log.0.borrow_mut().append(0, body).expect("a record");
    }

    /// Runs the code of a step.
    fn step(mut self, step: u32, code: &str, outcome: Outcome) -> Self {
        self.called(step, code);
        self.executions += 1;
        let (execution, origin) = (self.executions, Origin::Step { turn: 1, step });
        let code = code.to_owned();
        self.event(Body::ExecutionBegan { execution, origin, code, runtime: None });
        let mut log = self.log.0.borrow_mut();
        log.ended(0, execution, outcome, (Vec::new(), &[])).expect("a record");
        drop(log);
        self
    }

    fn called(&mut self, step: u32, code: &str) {
        self.event(Body::StepCalled {
            turn: 1,
            step,
            reply: 1,
            call: format!("call-{step}"),
            remark: String::new(),
            purpose: format!("Purpose {step}"),
            code: code.to_owned(),
        });
    }

    /// Ends the turn with this answer, whose numbers have this support.
    fn answered(mut self, answer: &str, claims: Vec<Claim>, choices: &[&str]) -> Self {
        self.event(Body::AnswerFinished {
            turn: 1,
            text: answer.to_owned(),
            for_model: None,
            claims,
            remarks: Vec::new(),
            choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
            not_computed: false,
        });
        self.ended(End::Answered, None)
    }

    fn ended(mut self, end: End, message: Option<&str>) -> Self {
        self.event(Body::TurnEnded { turn: 1, end, message: message.map(str::to_owned) });
        self
    }

    /// Returns the turn as a page shows it that has this log.
    fn html(&self) -> String {
        self.html_with(|_| {})
    }

    fn html_with(&self, change: impl FnOnce(Turn)) -> String {
        Owner::new().with(|| {
            let session = Session::new();
            let read = ReadSession::of(self.log.0.borrow().state());
            let [restored] = &*read.turns else { panic!("{} turns", read.turns.len()) };
            let turn = restored.turn(&[]);
            for (step, stored) in turn.steps.get_untracked().iter().zip(&restored.steps) {
                if let Some(outcome) = &stored.outcome {
                    step.outcome.set(Some(Arc::new(outcome.inline.clone())));
                }
            }
            session.turns.set(vec![turn]);
            provide_context(session);
            Actions::inert().provide();
            change(turn);
            view! { <TurnView turn=turn /> }.to_html().replace("<!>", "")
        })
    }

    /// Returns the text that is shown.
    fn text(&self) -> String {
        visible_text(&self.html())
    }
}

/// Returns the text of HTML without tags and hidden parts, each run of white space as one space.
fn visible_text(html: &str) -> String {
    let mut text = String::new();
    for part in html.split('<') {
        let (tag, after) = part.split_once('>').unwrap_or(("", part));
        if !tag.is_empty() {
            text.push(' ');
        }
        text.push_str(after);
    }
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Returns what is within the first element with this test id, up to the end of its name's next
/// closing tag.
fn within<'a>(html: &'a str, testid: &str, end: &str) -> &'a str {
    let mark = format!("data-testid=\"{testid}\"");
    let from = html.find(&mark).unwrap_or_else(|| panic!("no {testid} in {html}"));
    let rest = &html[from..];
    &rest[..rest.find(end).unwrap_or(rest.len())]
}

fn table(rows: Vec<Vec<serde_json::Value>>) -> Outcome {
    let total_rows = rows.len() as u64;
    let data = TableData {
        columns: ["region", "amount"].map(str::to_owned).to_vec(),
        types: ["text", "number"].map(str::to_owned).to_vec(),
        index_columns: 0,
        rows,
        tail: Vec::new(),
        total_rows,
        all_columns: None,
    };
    let shown = Shown { data: Some(data), ..Shown::default() };
    Outcome { results: vec![shown], duration_ms: 20.0, ..Outcome::default() }
}

fn regions() -> Outcome {
    table(vec![vec![json!("North"), json!(12.5)], vec![json!("South"), json!(7.25)]])
}

fn claim(answer: &str, number: &str, support: Support) -> Claim {
    let from = answer.find(number).expect("the number");
    let span = from..from + number.len();
    Claim { span, support, lineage: None, doubts: Vec::new() }
}

#[test]
fn a_complete_turn_has_its_result_beside_the_answer_and_one_line_of_steps() {
    let log = Log::asked("Amount by region?").step(2, "df", regions());
    let html = log.answered("North is ahead.", Vec::new(), &[]).html();
    let text = visible_text(&html);
    let step = "How this was worked out: 1 step, 20 ms";
    for part in ["Amount by region?", "Answer complete", "Answered by rules", step] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    assert!(text.contains("1 result shown above, under the answer."), "{text}");
    assert_eq!(html.matches("data-testid=\"steps\"").count(), 1);
    assert!(!within(&html, "steps", ">").contains(" open"), "folded: {text}");
}

#[test]
fn a_table_that_the_answer_states_itself_is_not_shown_twice() {
    let stated = "| Region | Amount |\n|---|---:|\n| North | 12.50 |\n| South | 7.25 |";
    let of = |answer: &str| {
        let log = Log::asked("Amount by region?").step(2, "df", regions());
        let (mut beside, mut in_step) = (0, Vec::new());
        log.answered(answer, Vec::new(), &[]).html_with(|turn| {
            let above = last_ok(turn);
            beside = highlights(turn, above, &[]).len();
            in_step = listed(turn, above);
        });
        (beside, in_step)
    };
    assert_eq!(of("Two regions."), (1, vec![]));
    assert_eq!(of(stated), (0, vec![0]));
}

#[test]
fn a_number_that_no_result_has_is_counted_in_the_badge_and_named() {
    let answer = "North has 12.5 and South has 99.";
    let claims =
        vec![claim(answer, "12.5", Support::Question), claim(answer, "99", Support::NotFound)];
    let log = Log::asked("Amount?").step(2, "df", regions()).answered(answer, claims, &[]);
    let html = log.html();
    let badge = within(&html, "claims-badge", "</button>");
    assert!(badge.contains("1 number could not be verified"), "{badge}");
    assert!(visible_text(&html).contains("1 number was not found in any result."), "{html}");
}

#[test]
fn a_turn_that_was_stopped_or_failed_says_so_and_never_that_it_is_complete() {
    let cases = [
        (End::Stopped, "You stopped it.", "Stopped", false),
        (End::Limit, "The time is up.", "Stopped", false),
        (End::Error, "The model is gone.", "Failed", true),
        (End::CutOff, "The reply broke off.", "Failed", true),
    ];
    for (end, message, word, goes_on) in cases {
        let log = Log::asked("Amount?").step(2, "df", regions()).ended(end, Some(message));
        let html = log.html();
        let text = visible_text(&html);
        assert!(text.contains(word) && text.contains(message), "{end:?}: {text}");
        assert!(!text.contains("Answer complete"), "{end:?}: {text}");
        assert_eq!(html.contains("data-testid=\"continue\""), goes_on, "{end:?}: {text}");
        assert!(within(&html, "steps", ">").contains(" open"), "{end:?}: the steps are open");
    }
}

#[test]
fn a_step_says_how_it_ended() {
    let error = PythonError {
        name: "KeyError".to_owned(),
        value: "'Amount'".to_owned(),
        traceback: "Traceback".to_owned(),
    };
    let of = |status| Outcome { status, duration_ms: 1500.0, ..Outcome::default() };
    let cases = [
        (Outcome { error: Some(error), ..of(Status::Error) }, "KeyError, 1.5 s"),
        (of(Status::Interrupted), "stopped after 1.5 s"),
        (of(Status::Timeout), "too slow, stopped after 1.5 s"),
        (of(Status::Killed), "restarted after 1.5 s"),
    ];
    for (outcome, expected) in cases {
        let log = Log::asked("Amount?").step(2, "df['Amount']", outcome);
        let text = log.answered("No.", Vec::new(), &[]).text();
        assert!(text.to_lowercase().contains(&expected.to_lowercase()), "{expected}: {text}");
    }
    let mut log = Log::asked("Amount?");
    log.called(2, "import os");
    log.event(Body::StepRefused { turn: 1, step: 2, why: "Unknown <tool>.".to_owned() });
    let text = log.answered("No.", Vec::new(), &[]).text();
    assert!(text.contains("Unknown <tool>."), "{text}");
}

#[test]
fn questions_that_may_be_meant_are_buttons_and_markup_in_them_is_text() {
    let log = Log::asked("Amount?").answered("Which one?", Vec::new(), &["<b>Total</b> amount"]);
    let html = log.html();
    assert!(html.contains("data-testid=\"choice\""), "{html}");
    assert!(html.contains("&lt;b&gt;Total&lt;/b&gt; amount"), "{html}");
}

#[test]
fn a_result_that_another_run_did_not_give_again_is_named() {
    let mut log = Log::asked("Amount?").step(2, "df", regions()).answered("Two.", Vec::new(), &[]);
    let differences = vec!["result 1: 12.5 is 13".to_owned()];
    let compared = vec![Compared { execution: 101, differences }];
    log.event(Body::Replayed { executions: vec![101], failed: None, compared, runtime: None });
    let text = log.text();
    assert!(text.contains("12.5 is 13"), "{text}");
}

#[test]
fn code_that_was_edited_is_shown_as_such_where_it_can_be_run() {
    let mut log = Log::asked("Amount?").step(2, "df", regions()).answered("Two.", Vec::new(), &[]);
    log.event(Body::CodeEdited { turn: 1, step: 2, code: "df.head()".to_owned() });
    let turns = log.log.shown_turns(str::to_owned).expect("turns");
    let stored: StepCode = turns[0].steps[0].code.clone();
    let sentence = stored.freshness.sentence().expect("it is edited").1;
    let text = visible_text(&log.html_with(|turn| {
        turn.steps.get_untracked()[0].stored.set(Some(stored));
    }));
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn a_turn_under_way_says_what_it_does() {
    let cases = [
        (Phase::Thinking, "Thinking"),
        (Phase::Running, "Running Python"),
        (Phase::AwaitingConsent, "Waiting for your consent"),
    ];
    for (phase, expected) in cases {
        let log = Log::asked("Amount?");
        let html = log.html_with(|turn| turn.phase.set(phase));
        let text = visible_text(&html);
        assert!(text.contains(expected), "{expected}: {text}");
        assert!(!text.contains("Answer complete"), "{text}");
        assert!(html.contains("aria-busy=\"true\""), "{html}");
    }
}

#[test]
fn what_another_file_has_changed_stands_above_the_former_results() {
    let log = Log::asked("Amount?").step(2, "df", regions()).answered("Two.", Vec::new(), &[]);
    let former = table(vec![vec![json!("West"), json!(1.0)]]);
    let html = log.html_with(|turn| {
        let step = turn.steps.get_untracked()[0];
        let changes = session::log::changes(
            session::log::Run { outcome: &former, ms: 0 },
            session::log::Run { outcome: &regions(), ms: 1 },
        );
        step.former.set(Some(Arc::new(FormerRun { outcome: Arc::new(former), changes })));
    });
    let text = visible_text(&html);
    let changed = "With the new file Table: 2 rows added, 1 row removed, 2 rows instead of 1.";
    let (changed, former) = (text.find(changed), text.find("Results of the former file"));
    assert!(changed.is_some() && changed < former, "{text}");
}
