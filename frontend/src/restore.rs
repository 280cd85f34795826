//! Restores a stored session: its turns, its files, what models remember of it, and the code that
//! makes its variables.
//!
//! The session comes from [`crate::stored`], in the form of [`crate::log`].

use std::sync::Arc;

use analyst::{Mode, Past};
use app::actions::ConsoleActions;
use app::session::stored::StoredFile;
use app::session::{
    Difference, Disclosure, Id, NamedWheel, Phase, Reran, Rerun, Settings, Step, Turn,
};
use chat::{Message, ToolCall};
use grounding::Claim;
use js_sys::JSON;
use kernel::activity::Task;
use kernel::automation::{Happening, SessionWord};
use leptos::prelude::{GetUntracked, GetValue, Set, Update, WithUntracked};
use leptos::task::spawn_local;
use session::log::{StoredOutcome, Wheel};
use wasm_bindgen::JsValue;

use crate::file_store::StoredWheel;
use crate::foreign::{get, list, text};
use crate::host::Host;
use crate::planner::Exchange;
use crate::program::SessionProgram;
use crate::recorder::Recorder;
use crate::session_controller::SessionController;
use crate::storage::parsed;
use crate::stored::{self, Restored, RestoredFile, Shown};
use crate::{activity, notices, readings};

impl SessionController {
    /// Restores the session that is stored, if there is one, and lets what happens be stored.
    pub(crate) async fn restore(&self) {
        let controller = self.clone();
        self.comparer.on_compared(move || controller.show_reran());
        // On a first visit, nothing that it needs waits for the storage.
        let at_once = stored::is_stored();
        let no_turn = if at_once { Some(self.no_turn().await) } else { None };
        if !at_once {
            self.host.ready().await.ok();
        }
        let program = Box::new(SessionProgram(self.clone()));
        if let Some(stored) = self.recorder.restore(program).await {
            let _no_turn = match no_turn {
                Some(no_turn) => no_turn,
                None => self.no_turn().await,
            };
            self.show(Shown::Session(stored)).await;
        }
        self.offer_console();
        let state = SessionWord::Restored;
        activity::happened(self.session, None, Happening::Session { state });
    }

    /// Shows a stored session, or only adds files of the one that is shown.
    pub(crate) async fn show(&self, shown: Shown) {
        let Restored { read, files, reading, why } = match shown {
            Shown::Session(restored) => restored,
            Shown::Files(files) => return self.restore_files(files),
        };
        let stored = &read;
        notices::continue_ids(id(stored, "nextId"));
        let session = self.session;
        self.recorder.set_reading(reading);
        let turns = self.owned(|| {
            list(stored, "turns", |stored| shown_turn(stored, &session.turns.get_untracked()))
        });
        session.turns.set(turns.clone());
        self.offer_console();
        self.list_console();
        restore_outcomes(&turns, stored, &self.host).await;
        if reading {
            return;
        }
        // Where other turns of the same session are shown, the settings stay.
        match text(stored, "disclosure").as_str() {
            "shape" => session.disclosure.set(Disclosure::Shape),
            "ask" => session.disclosure.set(Disclosure::Ask),
            "printed" => session.disclosure.set(Disclosure::Printed),
            _ => {}
        }
        session.limits.update(|limits| {
            if let Some(seconds) = whole(&get(stored, "seconds")) {
                limits.seconds = seconds;
            }
            if let Some(memory) = get(stored, "memory").as_f64().map(size) {
                limits.memory = memory;
            }
        });
        if let Some(settings) = settings(&get(stored, "options")) {
            session.settings.set(Some(settings));
        }
        let replay = list(stored, "replay", |code| code.as_string().unwrap_or_default());
        let pieces = replay.len();
        self.recorder.keep(get(stored, "model").as_string(), pieces > 0);
        self.choose_stored_model();
        {
            let mut conversation = self.conversation.borrow_mut();
            conversation.clear();
            conversation.resume(list(stored, "history", past));
            for step in turns.iter().flat_map(|turn| turn.steps.get_untracked()) {
                if let Some(outcome) = step.outcome.get_untracked() {
                    conversation.recall(step.id as usize, &step.code.get_untracked(), &outcome);
                }
            }
        }
        self.show_chips();
        let exchange = |turn: &Turn| {
            let reading = turn.reading.get_untracked().unwrap_or_default();
            Exchange {
                question: turn.question.get_value(),
                answer: turn.answer.get_untracked(),
                query: Some(reading.query).filter(|query| !query.is_null()),
                explained: reading.explained,
            }
        };
        *self.exchanges.borrow_mut() = turns.iter().map(exchange).collect();
        self.restore_files(files);
        // What it says of the variables is no longer so.
        notices::remove(session, session.rerun.get_untracked().notice);
        if pieces > 0 {
            let notice = notices::notify(session, why, false);
            self.host.record_stored(replay);
            session.rerun.set(Rerun { notice, pieces, ..Rerun::default() });
        } else {
            // Nothing is missing that these turns have made.
            self.host.take_unreported_loss();
            session.rerun.set(Rerun::default());
        }
        session.ledger.set(self.recorder.stored_requests().await);
        self.recorder.turns_shown();
    }

    /// Shows at each step how its outcome differed when its code ran again, once no turn is under
    /// way.
    pub(crate) fn show_reran(&self) {
        let (controller, doing) = (self.clone(), activity::begin(self.session, Task::Restoring));
        spawn_local(async move {
            let _doing = doing;
            let _no_turn = controller.no_turn().await;
            if let Ok(reran) = controller.recorder.log().reran() {
                controller.set_reran(&reran);
            }
        });
    }

    fn set_reran(&self, reran: &JsValue) {
        let turns = self.session.turns.get_untracked();
        let steps: Vec<Step> = turns.iter().flat_map(|turn| turn.steps.get_untracked()).collect();
        set_all_reran(&steps, reran);
        for stored in list(reran, "turns", JsValue::clone) {
            let number = id(&stored, "id");
            if let Some(turn) = turns.iter().find(|turn| turn.id == number) {
                set_claims(turn, &stored);
            }
        }
    }

    /// Adds the stored files that the page does not have.
    fn restore_files(&self, files: Vec<RestoredFile>) {
        for RestoredFile { file, content } in files {
            let StoredFile { id, name, bytes, wheel, encoding, absent, .. } = file;
            let why = absent.map(|absent| absent.why).unwrap_or_default();
            let wheel = wheel.map(|Wheel { name: package, version, sha256, confirmed }| {
                let named = NamedWheel { file: name.clone(), name: package, version, sha256 };
                StoredWheel { named, confirmed }
            });
            self.store.add_stored(id, name, (bytes, encoding), (wheel, content.ok_or(why)));
        }
    }
}

/// Returns the turn as it is stored: one of `before`, if it is there already.
fn shown_turn(stored: &JsValue, before: &[Turn]) -> Turn {
    let number = id(stored, "id");
    let known = before.iter().find(|turn| turn.id == number).copied();
    let turn =
        known.unwrap_or_else(|| Turn::new(number, text(stored, "question"), text(stored, "model")));
    let steps = turn.steps.get_untracked();
    if turn.phase.get_untracked() == Phase::Done && !get(stored, "changed").is_truthy() {
        set_all_reran(&steps, stored);
        set_claims(&turn, stored);
        return turn;
    }
    turn.steps.set(list(stored, "steps", |stored| {
        let number = id(stored, "id");
        let known = steps.iter().find(|step| step.id == number).copied();
        let step = known.unwrap_or_else(|| Step::new(number, text(stored, "remark")));
        step.purpose.set(text(stored, "purpose"));
        step.code.set(text(stored, "code"));
        step.refused.set(get(stored, "refused").as_string());
        set_reran(&step, stored);
        step.claims.set(serde_json::from_str(&text(stored, "claims")).unwrap_or_default());
        if get(stored, "changed").is_truthy() {
            step.outcome.set(None);
        }
        step
    }));
    turn.answer.set(text(stored, "answer"));
    set_claims(&turn, stored);
    turn.reading.set(readings::stored(&text(stored, "reading")));
    turn.choices.set(list(stored, "choices", |choice| choice.as_string().unwrap_or_default()));
    turn.not_computed.set(get(stored, "notComputed").is_truthy());
    turn.cut_off.set(get(stored, "cutOff").is_truthy());
    turn.stopped.set(get(stored, "message").as_string());
    turn.fallback.set(get(stored, "fallback").as_string());
    turn.fitted.set(text(stored, "fitted"));
    turn.thoughts.set(text(stored, "thoughts"));
    turn.phase.set(if get(stored, "over").is_truthy() { Phase::Done } else { Phase::Thinking });
    turn
}

/// Sets what supports the answer's numbers, which changes with the code and the outcomes that it
/// relies on.
fn set_claims(turn: &Turn, stored: &JsValue) {
    let claims: Vec<Claim> = serde_json::from_str(&text(stored, "claims")).unwrap_or_default();
    if turn.claims.with_untracked(|known| *known != claims) {
        turn.claims.set(claims);
    }
}

/// Sets how the outcomes of these steps differed when their code ran again: `stored` has them in
/// its `steps`.
fn set_all_reran(steps: &[Step], stored: &JsValue) {
    for stored in list(stored, "steps", JsValue::clone) {
        let number = id(&stored, "id");
        if let Some(step) = steps.iter().find(|step| step.id == number) {
            set_reran(step, &stored);
            step.claims.set(serde_json::from_str(&text(&stored, "claims")).unwrap_or_default());
        }
    }
}

/// Sets how the outcome of a step differed when its code ran again.
fn set_reran(step: &Step, stored: &JsValue) {
    let reran = get(stored, "reran");
    let difference = |stored: &JsValue| Difference {
        result: whole(&get(stored, "result")).map(|at| at as usize),
        text: text(stored, "text"),
    };
    let found = reran.is_object().then(|| Reran {
        differences: list(&reran, "differences", difference),
        why: text(&reran, "why"),
    });
    if step.reran.with_untracked(|known| *known != found) {
        step.reran.set(found);
    }
}

/// Restores the outcomes of steps, those of the last turn first: they may be large, and the turns
/// are shown meanwhile.
async fn restore_outcomes(turns: &[Turn], stored: &JsValue, host: &Host) {
    for (turn, stored) in turns.iter().zip(list(stored, "turns", JsValue::clone)).rev() {
        for (step, stored) in
            turn.steps.get_untracked().iter().zip(list(&stored, "steps", JsValue::clone))
        {
            let read = step.outcome.with_untracked(Option::is_none);
            if let Some(outcome) = Some(get(&stored, "outcome")).filter(|_| read)
                && let Ok(Some(outcome)) = parsed::<Option<StoredOutcome>>(&outcome)
            {
                let (mut outcome, files) = Recorder::with_parts(&outcome).await;
                host.add_stored(&mut outcome.files, files);
                step.outcome.set(Some(Arc::new(outcome)));
            }
        }
    }
}

/// Returns a turn as a conversation remembers it.
fn past(stored: &JsValue) -> Past {
    let mode = match text(stored, "mode").as_str() {
        "shape" => Mode::Shape,
        "ask" => Mode::Ask,
        _ => Mode::Printed,
    };
    Past {
        messages: list(stored, "messages", message),
        local: get(stored, "local").is_truthy(),
        mode,
    }
}

fn message(stored: &JsValue) -> Message {
    let content = text(stored, "text");
    match text(stored, "role").as_str() {
        "assistant" => Message::Assistant {
            text: content,
            calls: list(stored, "calls", |call| ToolCall {
                id: text(call, "id"),
                name: text(call, "name"),
                arguments: text(call, "arguments"),
                extra: None,
            }),
            reasoning: Vec::new(),
        },
        "tool" => Message::tool(text(stored, "call"), content),
        _ => Message::user(content),
    }
}

fn id(stored: &JsValue, key: &str) -> Id {
    whole(&get(stored, key)).unwrap_or_default()
}

/// Reads how models are asked; none if that is not said.
fn settings(options: &JsValue) -> Option<Settings> {
    let options = JSON::stringify(options).ok()?.as_string()?;
    serde_json::from_str(&options).ok()
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the log has whole numbers"
)]
fn whole(value: &JsValue) -> Option<u32> {
    value.as_f64().map(|value| value as u32)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a size is a whole number"
)]
fn size(value: f64) -> u64 {
    value as u64
}
