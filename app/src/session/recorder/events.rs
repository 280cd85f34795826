//! The events of the session: what happened, as `session::log` has it.

use std::sync::Arc;

use chat::Usage;
use kernel::automation::StopReason;
use kernel::wheels::Facts;
use kernel::{Outcome, Profile};
use leptos::prelude::{GetUntracked, GetValue};
use serde_json::Value;
use session::log::{
    self, Body, Compared, End, Origin, RemarkClaims, Setting, Stream, Tokens, Wheel,
};

use super::Recorder;
use crate::session::stored::Page;
use crate::session::{Disclosure, Id, LedgerEntry, Limits, Model, Reading, Turn};

impl From<Disclosure> for log::Disclosure {
    fn from(disclosure: Disclosure) -> Self {
        match disclosure {
            Disclosure::Shape => Self::Shape,
            Disclosure::Ask => Self::Ask,
            Disclosure::Printed => Self::Printed,
        }
    }
}

impl<P: Page> Recorder<P> {
    /// Records an event.
    fn event(&self, body: Body) {
        self.call(move |stored| stored.record(body));
    }

    /// Records the settings with which a turn asks this model, if they have changed.
    pub fn settings(&self, model: &str) {
        let session = self.0.session;
        let Limits { seconds, memory } = session.limits.get_untracked();
        let mut now = vec![
            Setting::Model { value: model.to_owned() },
            Setting::Disclosure { value: session.disclosure.get_untracked().into() },
            Setting::Seconds { value: seconds },
            Setting::Memory { value: memory },
        ];
        if let Some(asked) = session.settings.get_untracked() {
            now.extend([
                Setting::Temperature { value: asked.temperature },
                Setting::Effort { value: asked.effort },
                Setting::Steps { value: asked.steps },
                Setting::Instructions { value: asked.instructions },
            ]);
        }
        let before = self.0.settings.replace(now.clone());
        for setting in now.into_iter().filter(|setting| !before.contains(setting)) {
            self.event(Body::SettingChanged { setting });
        }
    }

    /// Records that a question was asked, and the turn that is to answer it.
    /// The place is the turn before it, or the turn in whose place it is asked.
    pub fn asked(&self, turn: &Turn, (parent, of): (Option<Id>, Option<Id>), model: &Model) {
        self.settings(&model.name);
        let (text, model, local) = (turn.question.get_value(), model.label.clone(), model.builtin);
        let turn = turn.id;
        self.event(match of {
            Some(of) => Body::QuestionEdited { turn, of, text, model, local },
            None => Body::QuestionAsked { turn, parent, text, model, local },
        });
    }

    /// Records the query that a turn is about.
    pub fn read(&self, turn: Id, reading: &Reading) {
        if let Ok(reading) = serde_json::to_string(reading) {
            self.event(Body::QueryRead { turn, reading });
        }
    }

    /// Records that a reply of a model elsewhere is over, with its tokens as far as they are known;
    /// without a turn, that of a test.
    pub fn reply(&self, turn: Option<Id>, used: Option<Usage>, price: &Value) {
        let tokens = used.map(|used| Tokens {
            input: used.input,
            cached: used.cached,
            cache_written: used.cache_written,
            output: used.output,
            reasoning: used.reasoning,
        });
        let price = serde_json::from_value(price.clone()).unwrap_or_default();
        self.event(match turn {
            Some(turn) => Body::ReplyEnded { turn, tokens, price },
            None => Body::TestEnded { tokens, price },
        });
    }

    /// Records which model answers in place of the one that was asked.
    pub fn fell_back(&self, turn: Id, model: &str) {
        self.event(Body::FallbackAnswered { turn, model: model.to_owned() });
    }

    /// Records more of what a model thinks.
    pub fn thought(&self, turn: Id, text: &str) {
        self.piece(turn, Stream::Thoughts, text);
    }

    /// Records how a request was shortened, so that it fits into what the model can read.
    pub fn fitted(&self, turn: Id, sentence: &str) {
        self.event(Body::RequestFitted { turn, text: sentence.to_owned() });
    }

    /// Records a request before it leaves the browser, with its body; of a turn, or the test of a
    /// connection.
    pub fn sent(&self, turn: Option<Id>, entry: &LedgerEntry) {
        let (to, sha256, body) = (entry.to.clone(), entry.sha256.clone(), entry.body.to_string());
        self.call(move |stored| stored.keep_request(turn, to, sha256, body));
    }

    /// Records a call for code: the step's id, remark, purpose and code; `reply` says which of the
    /// model's replies has it.
    pub fn called(&self, turn: Id, reply: u32, call: &str, step: (Id, String, &str, &str)) {
        let (id, remark, purpose, code) = step;
        self.event(Body::StepCalled {
            turn,
            step: id,
            reply,
            call: call.to_owned(),
            remark,
            purpose: purpose.to_owned(),
            code: code.to_owned(),
        });
    }

    /// Records the complete answer of a turn.
    pub fn answer(&self, turn: &Turn, for_model: Option<&str>) {
        let steps = turn.steps.get_untracked().into_iter();
        let remarks: Vec<RemarkClaims> = steps
            .map(|step| RemarkClaims { step: step.id, claims: step.claims.get_untracked() })
            .filter(|remark| !remark.claims.is_empty())
            .collect();
        self.event(Body::AnswerFinished {
            turn: turn.id,
            text: turn.answer.get_untracked(),
            for_model: for_model.map(str::to_owned),
            claims: turn.claims.get_untracked(),
            remarks,
            choices: turn.choices.get_untracked(),
            not_computed: turn.not_computed.get_untracked(),
        });
    }

    /// Records that the user has edited the code of a step.
    pub fn code_edited(&self, turn: Id, step: Id, code: &str) {
        self.event(Body::CodeEdited { turn, step, code: code.to_owned() });
    }

    /// Records that other turns are to be shown: that a turn was undone, or a branch chosen.
    pub fn turns_chosen(&self, chosen: Body) {
        self.event(chosen);
    }

    /// Records that executions ran again, which of them succeeded, the one that failed, and how
    /// their outcomes differ.
    pub fn replayed(&self, succeeded: Vec<Id>, failed: Option<Id>, compared: &[Compared]) {
        let compared = compared.to_vec();
        self.event(Body::Replayed { executions: succeeded, failed, compared, runtime: None });
    }

    /// Records what a model may read of an execution: a text and a number of pictures.
    pub fn disclosed(&self, execution: Id, mode: log::Disclosure, text: &str, images: usize) {
        self.event(Body::ResultDisclosed {
            execution,
            mode,
            text: text.to_owned(),
            images: u32::try_from(images).unwrap_or(u32::MAX),
        });
    }

    /// Records that a turn is over, and its steps that were not run: why, if it did not end with an
    /// answer, and what is said of that.
    pub fn turn_ended(&self, turn: &Turn, stopped: Option<StopReason>, message: Option<String>) {
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
                self.event(Body::StepRefused { turn: turn.id, step: step.id, why });
            }
        }
        let end = match stopped {
            None => End::Answered,
            Some(StopReason::Limit) => End::Limit,
            Some(StopReason::User) => End::Stopped,
            Some(StopReason::Error) => End::Error,
        };
        self.event(Body::TurnEnded { turn: turn.id, end, message });
    }

    /// Records text of a model.
    pub fn text(&self, turn: Id, piece: &str) {
        self.piece(turn, Stream::Answer, piece);
    }

    fn piece(&self, turn: Id, stream: Stream, piece: &str) {
        let piece = piece.to_owned();
        self.call(move |stored| stored.piece(turn, stream, &piece));
    }

    /// Records that code begins to run at this time, in milliseconds since 1970.
    pub fn began(&self, execution: Id, origin: Origin, code: &str, now: f64) {
        self.observe(code, now);
        let code = code.to_owned();
        self.event(Body::ExecutionBegan { execution, origin, code, runtime: None });
    }

    /// Records the outcome of an execution, with the contents of the files that it wrote, in their
    /// order.
    pub fn ended(&self, execution: Id, outcome: &Outcome, contents: Vec<Option<P::Blob>>) {
        let mut outcome = outcome.clone();
        // What belongs to an open page is not part of the log.
        outcome.kernel_unavailable = false;
        for file in &mut outcome.files {
            file.kept = None;
        }
        self.call(move |stored| stored.ended(execution, outcome, contents));
    }

    /// Records a file and keeps it as well as the browser allows.
    pub fn file(&self, id: Id, name: &str, file: &P::File) {
        self.keep_file(id, name, file, None);
    }

    /// Records a wheel that the user has confirmed, and keeps it like other files.
    pub fn wheel(&self, id: Id, facts: &Facts, file: &P::File) {
        let wheel = Wheel {
            name: facts.name.clone(),
            version: facts.version.clone(),
            sha256: facts.sha256.clone(),
            confirmed: true,
        };
        self.keep_file(id, &facts.file, file, Some(wheel));
    }

    fn keep_file(&self, id: Id, name: &str, file: &P::File, wheel: Option<Wheel>) {
        let (name, file) = (name.to_owned(), file.clone());
        self.call(move |stored| stored.keep_file(id, name, &file, wheel));
    }

    /// Records what the kernel found in a file.
    pub fn profile(&self, id: Id, profile: Arc<Profile>) {
        self.event(Body::FileProfiled { file: id, profile });
    }

    /// Records that a file took the place of another one, or that this is taken back.
    pub fn file_replaced(&self, file: Id, by: Id) {
        self.event(Body::FileReplaced { file, by });
    }

    /// Records that a file was removed.
    pub fn file_removed(&self, id: Id) {
        self.event(Body::FileRemoved { file: id });
    }
}
