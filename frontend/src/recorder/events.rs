//! The events of the session: what happened, as `session_log` has it.

use ::automation::StopReason;
use analyst::{Disclosed, Mode};
use app::session::{Id, LedgerEntry, Limits, Model, Reading, Settings, Turn};
use chat::{Effort, Usage};
use grounding::Claim;
use js_sys::{Array, Object};
use kernel::{Outcome, Profile};
use leptos::prelude::{GetUntracked, GetValue};
use serde_json::Value;
use session_log::Compared;
use wasm_bindgen::JsValue;
use web_sys::File;
use wheels::Facts;

use super::{Recorder, chosen_mode};
use crate::ended::Ended;
use crate::foreign::{self, set};
use crate::host::Host;
use crate::notices;

fn mode_name(mode: Mode) -> &'static str {
    match mode {
        Mode::Shape => "shape",
        Mode::Ask => "ask",
        Mode::Printed => "printed",
    }
}

/// What code belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Origin {
    /// A step of a turn.
    Step {
        /// The turn.
        turn: Id,
        /// The step.
        step: Id,
    },
    /// The console.
    Console {
        /// The last turn before it.
        after: Option<Id>,
    },
}

/// What supports the numbers of the remark before a step, in the form of the log's event.
#[derive(serde::Serialize)]
struct RemarkClaims {
    step: Id,
    claims: Vec<Claim>,
}

impl Recorder {
    /// Records an event of this kind with these fields; see `session_log`.
    fn event(&self, kind: &str, fields: &[(&str, JsValue)]) {
        let body = object(fields);
        set(&body, "kind", &kind.into());
        self.call(vec!["record".into(), body.into()]);
    }

    /// Records the settings of the next turn, if they have changed.
    fn settings(&self, model: &str) {
        let asked = self.0.session.settings.get_untracked();
        let asked =
            |value: fn(Settings) -> JsValue| asked.clone().map_or(JsValue::UNDEFINED, value);
        let Limits { seconds, memory } = self.0.session.limits.get_untracked();
        let disclosure = mode_name(chosen_mode(self.0.session));
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53 bytes")]
        let now = [
            ("model", model.into()),
            ("disclosure", disclosure.into()),
            ("seconds", seconds.into()),
            ("memory", JsValue::from(memory as f64)),
            ("temperature", asked(|asked| optional(asked.temperature))),
            ("effort", asked(|asked| optional(asked.effort.map(Effort::word)))),
            ("steps", asked(|asked| optional(asked.steps))),
            ("instructions", asked(|asked| asked.instructions.into())),
        ];
        let before = self.0.settings.replace(now.iter().map(|(_, value)| value.clone()).collect());
        for (at, (name, value)) in now.into_iter().enumerate() {
            if before.get(at) != Some(&value) && !value.is_undefined() {
                let setting = object(&[("name", name.into()), ("value", value)]);
                self.event("setting-changed", &[("setting", setting.into())]);
            }
        }
    }

    /// Records that a question was asked, and the turn that is to answer it.
    /// The place is the turn before it, or the turn in whose place it is asked.
    pub(crate) fn asked(&self, turn: &Turn, (parent, of): (Option<Id>, Option<Id>), model: &Model) {
        self.settings(&model.name);
        let (kind, place) = match of {
            Some(of) => ("question-edited", ("of", of.into())),
            None => ("question-asked", ("parent", optional(parent))),
        };
        self.event(
            kind,
            &[
                ("turn", turn.id.into()),
                place,
                ("text", turn.question.get_value().into()),
                ("model", model.label.as_str().into()),
                ("local", model.builtin.into()),
            ],
        );
    }

    /// Records the query that a turn is about.
    pub(crate) fn read(&self, turn: Id, reading: &Reading) {
        if let Ok(reading) = serde_json::to_string(reading) {
            self.event("query-read", &[("turn", turn.into()), ("reading", reading.into())]);
        }
    }

    /// Records that a reply of a model elsewhere is over, with its tokens as far as they are known;
    /// without a turn, that of a test.
    pub(crate) fn reply(&self, turn: Option<Id>, used: Option<Usage>, price: &Value) {
        #[expect(clippy::cast_precision_loss, reason = "less than 2^53 tokens")]
        let number = |tokens: u64| JsValue::from(tokens as f64);
        let tokens = used.map(|used| {
            object(&[
                ("input", number(used.input)),
                ("cached", number(used.cached)),
                ("cacheWritten", number(used.cache_written)),
                ("output", number(used.output)),
                ("reasoning", number(used.reasoning)),
            ])
        });
        let price = foreign::plain(price).unwrap_or(JsValue::NULL);
        let fields = [("tokens", optional(tokens)), ("price", price), ("turn", optional(turn))];
        match turn {
            Some(_) => self.event("reply-ended", &fields),
            None => self.event("test-ended", &fields[..2]),
        }
    }

    /// Records which model answers in place of the one that was asked.
    pub(crate) fn fell_back(&self, turn: Id, model: &str) {
        self.event("fallback-answered", &[("turn", turn.into()), ("model", model.into())]);
    }

    /// Records more of what a model thinks.
    pub(crate) fn thought(&self, turn: Id, text: &str) {
        self.call(vec!["thought".into(), turn.into(), text.into()]);
    }

    /// Records how a request was shortened, so that it fits into what the model can read.
    pub(crate) fn fitted(&self, turn: Id, sentence: &str) {
        self.event("request-fitted", &[("turn", turn.into()), ("text", sentence.into())]);
    }

    /// Records a request before it leaves the browser, with its body; of a turn, or the test of a
    /// connection.
    pub(crate) fn sent(&self, turn: Option<Id>, entry: &LedgerEntry) {
        self.call(vec![
            "keepRequest".into(),
            optional(turn),
            entry.to.as_str().into(),
            entry.sha256.as_str().into(),
            (&*entry.body).into(),
        ]);
    }

    /// Records a call for code: the step's id, remark, purpose and code; `reply` says which of the
    /// model's replies has it.
    pub(crate) fn called(&self, turn: Id, reply: u32, call: &str, step: (Id, String, &str, &str)) {
        let (id, remark, purpose, code) = step;
        self.event(
            "step-called",
            &[
                ("turn", turn.into()),
                ("step", id.into()),
                ("reply", reply.into()),
                ("call", call.into()),
                ("remark", remark.into()),
                ("purpose", purpose.into()),
                ("code", code.into()),
            ],
        );
    }

    /// Records the complete answer of a turn.
    pub(crate) fn answer(&self, turn: &Turn, for_model: Option<&str>) {
        let choices: Array = turn.choices.get_untracked().into_iter().map(JsValue::from).collect();
        let steps = turn.steps.get_untracked().into_iter();
        let remarks: Vec<RemarkClaims> = steps
            .map(|step| RemarkClaims { step: step.id, claims: step.claims.get_untracked() })
            .filter(|remark| !remark.claims.is_empty())
            .collect();
        self.event(
            "answer-finished",
            &[
                ("turn", turn.id.into()),
                ("text", turn.answer.get_untracked().into()),
                ("forModel", optional(for_model)),
                (
                    "claims",
                    foreign::plain(&turn.claims.get_untracked())
                        .unwrap_or_else(|_| Array::new().into()),
                ),
                ("remarks", foreign::plain(&remarks).unwrap_or_else(|_| Array::new().into())),
                ("choices", choices.into()),
                ("notComputed", turn.not_computed.get_untracked().into()),
            ],
        );
    }

    /// Records that the user has edited the code of a step.
    pub(crate) fn code_edited(&self, turn: Id, step: Id, code: &str) {
        self.event(
            "code-edited",
            &[("turn", turn.into()), ("step", step.into()), ("code", code.into())],
        );
    }

    /// Records that other turns are to be shown: `turn-undone` or `branch-chosen`.
    pub(crate) fn turns_chosen(&self, kind: &str, turn: Id) {
        self.event(kind, &[("turn", turn.into())]);
    }

    /// Records that executions ran again, which of them succeeded, the one that failed, and how
    /// their outcomes differ.
    pub(crate) fn replayed(&self, succeeded: Vec<Id>, failed: Option<Id>, compared: &[Compared]) {
        let executions: Array = succeeded.into_iter().map(JsValue::from).collect();
        self.event(
            "replayed",
            &[
                ("executions", executions.into()),
                ("failed", optional(failed)),
                ("compared", foreign::plain(&compared).unwrap_or_else(|_| Array::new().into())),
            ],
        );
    }

    /// Records what a model may read of an execution.
    pub(crate) fn disclosed(&self, execution: Id, disclosed: &Disclosed) {
        self.event(
            "result-disclosed",
            &[
                ("execution", execution.into()),
                ("mode", mode_name(disclosed.mode()).into()),
                ("text", disclosed.text().into()),
                ("images", disclosed.images().len().into()),
            ],
        );
    }

    /// Records that a turn is over, and its steps that were not run.
    pub(crate) fn turn(&self, turn: &Turn, ended: &Ended) {
        for step in turn.steps.get_untracked() {
            if let Some(why) = step.refused.get_untracked() {
                let (purpose, code) = (step.purpose.get_untracked(), step.code.get_untracked());
                let call = format!("refused-{}", step.id);
                self.called(
                    turn.id,
                    u32::MAX,
                    &call,
                    (step.id, step.remark.get_value(), &purpose, &code),
                );
                let fields =
                    [("turn", turn.id.into()), ("step", step.id.into()), ("why", why.into())];
                self.event("step-refused", &fields);
            }
        }
        let end = match ended.stopped {
            None => "answered",
            Some(StopReason::Limit) => "limit",
            Some(StopReason::User) => "stopped",
            Some(StopReason::Error) => "error",
        };
        let message = optional(ended.message.as_deref());
        self.event(
            "turn-ended",
            &[("turn", turn.id.into()), ("end", end.into()), ("message", message)],
        );
    }

    /// Records text of a model.
    pub(crate) fn text(&self, turn: Id, piece: &str) {
        self.call(vec!["text".into(), turn.into(), piece.into()]);
    }

    /// Records that code begins to run; returns the execution's id.
    pub(crate) fn began(&self, origin: Origin, code: &str) -> Id {
        self.observe(code);
        let execution = notices::next_id();
        let origin = match origin {
            Origin::Step { turn, step } => {
                object(&[("from", "step".into()), ("turn", turn.into()), ("step", step.into())])
            }
            Origin::Console { after } => {
                object(&[("from", "console".into()), ("after", optional(after))])
            }
        };
        let fields =
            [("execution", execution.into()), ("origin", origin.into()), ("code", code.into())];
        self.event("execution-began", &fields);
        execution
    }

    /// Records the outcome of an execution, with the files that it wrote.
    pub(crate) fn ended(&self, execution: Id, outcome: &Outcome, host: &Host) {
        if let Ok(json) = serde_json::to_string(outcome) {
            let contents: Array =
                outcome.files.iter().map(|file| optional(host.written_file(file))).collect();
            self.call(vec!["ended".into(), execution.into(), json.into(), contents.into()]);
        }
    }

    /// Records a file and keeps it as well as the browser allows.
    pub(crate) fn file(&self, id: Id, name: &str, file: &File) {
        self.call(vec!["keepFile".into(), id.into(), name.into(), file.into()]);
    }

    /// Records a wheel that the user has confirmed, and keeps it like other files.
    pub(crate) fn wheel(&self, id: Id, facts: &Facts, file: &File) {
        let package = object(&[
            ("name", facts.name.as_str().into()),
            ("version", facts.version.as_str().into()),
            ("sha256", facts.sha256.as_str().into()),
            ("confirmed", true.into()),
        ]);
        let name = facts.file.as_str();
        self.call(vec!["keepFile".into(), id.into(), name.into(), file.into(), package.into()]);
    }

    /// Records what the kernel found in a file.
    pub(crate) fn profile(&self, id: Id, profile: &Profile) {
        if let Ok(profile) = foreign::plain(profile) {
            self.event("file-profiled", &[("file", id.into()), ("profile", profile)]);
        }
    }

    /// Records that a file was removed.
    pub(crate) fn file_removed(&self, id: Id) {
        self.event("file-removed", &[("file", id.into())]);
    }
}

/// Returns an object with these fields.
fn object(fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (name, value) in fields {
        set(&object, name, value);
    }
    object
}

/// Returns a value, or null.
fn optional(value: Option<impl Into<JsValue>>) -> JsValue {
    value.map_or(JsValue::NULL, Into::into)
}
