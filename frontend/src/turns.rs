//! Drives one turn: does what [`analyst::Turn`] asks for and feeds back the results.
//!
//! Decides nothing about the conversation. Continues in a hidden tab: it is woken by messages and
//! by the network, and timers only bound it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use analyst::{
    Context, Disclosed, Facts, FencedMode, Mode, NotRun, PythonCall, Step, Stopped, disclose,
};
use app::session::{
    Consent, Disclosure, LedgerEntry, Model, Phase, Reading, Verdict, agreement_question,
};
use chat::{Image, ToolCall, Usage};
use futures::future::{Either, select};
use kernel::automation::StopReason;
use kernel::{Outcome, Profile};
use leptos::prelude::{GetUntracked, Set, Update, WithUntracked};
use serde_json::Value;
use session::log::Thoughts;

use crate::cancellation::CancellationToken;
use crate::ended::Ended;
use crate::host::Author;
use crate::planner::{self, Attempt, Exchange};
use crate::recorder::{Origin, chosen_mode};
use crate::relay::{self, Follow};
use crate::session_state::SessionState;
use crate::shown::Shown;
use crate::{agreements, clock, pictures};

/// How often a silent model's time limit is checked, in milliseconds.
const LOOK_EVERY_MS: u32 = 1_000;

/// Media types of pictures, the sharpest first.
const PICTURES: [&str; 4] = ["image/png", "image/webp", "image/jpeg", "image/gif"];

/// A turn under way.
struct Drive<'a> {
    state: &'a SessionState,
    shown: &'a Shown,
    cancellation: &'a CancellationToken,
    turn: Rc<RefCell<analyst::Turn>>,
    context: Context,
    /// Whether the model is one of the user's endpoint.
    direct: bool,
    question: &'a str,
    attempts: Vec<Attempt>,
    /// How many replies of the model there were.
    replies: u32,
    /// The tokens of the reply under way, as the provider reports them.
    used: Cell<Option<Usage>>,
    /// What models have thought so far.
    thoughts: RefCell<Thoughts>,
    /// What the model's tokens cost, as the relay says it.
    price: Value,
    /// What the tokens of the model cost that answers in its place, in the reply under way.
    answering: RefCell<Option<Value>>,
}

/// Runs a turn from the question to its end, displayed in `shown`, until `cancellation` is
/// cancelled.
pub(crate) async fn drive(
    state: &SessionState,
    (question, model): (&str, Model),
    shown: &Shown,
    cancellation: &CancellationToken,
) -> Ended {
    shown.phase(Phase::WaitingForKernel);
    let prepared = async {
        state.host.ready().await?;
        state.store.settled().await;
        Ok::<(), String>(())
    };
    match select(Box::pin(prepared), cancellation.cancelled()).await {
        Either::Left((Err(message), _)) => {
            return Ended { stopped: Some(StopReason::Error), message: Some(message) };
        }
        Either::Left(_) => {}
        Either::Right(_) => {
            let message = Some(words::turns_you_stopped_it_before().to_owned());
            return Ended { stopped: Some(StopReason::User), message };
        }
    }
    let Some(mode) = agreed_mode(state, &model, shown, cancellation).await else {
        let message = Some(words::turns_you_stopped_it_before_anything().to_owned());
        return Ended { stopped: Some(StopReason::User), message };
    };
    let (context, direct, price) = context(state, model, mode).await;
    let turn = state.conversation.borrow().begin(question, &context, clock::now_ms());
    let turn = Rc::new(RefCell::new(turn));
    shown.follow(turn.clone());
    let mut drive = Drive {
        state,
        shown,
        cancellation,
        turn,
        context,
        direct,
        question,
        attempts: Vec::new(),
        replies: 0,
        used: Cell::default(),
        thoughts: RefCell::default(),
        price,
        answering: RefCell::default(),
    };
    let ending = loop {
        if cancellation.is_cancelled() {
            drive.turn.borrow_mut().stop();
        }
        let step = drive.turn.borrow_mut().next(clock::now_ms());
        match step {
            Step::CallModel(request) => drive.call_model(&request).await,
            Step::RunPython(calls) => drive.run(calls).await,
            Step::Done(ending) => break ending,
        }
    };
    // The outcomes of this turn have already reported its losses to the model.
    state.host.take_unreported_loss();
    shown.settle(&[]);
    shown.answer(drive.turn.borrow().answer());
    // What the planner says without a result, such as a question back, has no numbers to support.
    let shows = |attempt: &Attempt| !attempt.outcome.results.is_empty();
    let asked = drive.context.local && !drive.attempts.last().is_some_and(shows);
    // Nor do numbers of a reading that may not be what was meant.
    let doubtful = shown
        .turn()
        .reading
        .with_untracked(|reading| reading.as_ref().is_some_and(|it| it.doubtful));
    let claims = if asked || doubtful { Vec::new() } else { drive.turn.borrow().claims() };
    shown.ground(claims, ending.rejected);
    if !drive.context.local {
        shown.ground_remarks(|remark| drive.turn.borrow().claims_of(remark));
    }
    drive.record_answer();
    drive.remember();
    let stopped = match ending.reason {
        Stopped::Answered => None,
        Stopped::User => Some(StopReason::User),
        Stopped::Steps | Stopped::Time | Stopped::Tokens | Stopped::Repeats => {
            Some(StopReason::Limit)
        }
        Stopped::Failed(_) => Some(StopReason::Error),
    };
    let message = ending.message.or_else(|| {
        (stopped == Some(StopReason::User)).then(|| words::turns_you_stopped_it().to_owned())
    });
    Ended { stopped, message }
}

/// Returns what the model may see in this turn, after asking the user if that needs an agreement;
/// `None` if the user ends the turn. What the user chooses meanwhile is for the next one.
async fn agreed_mode(
    state: &SessionState,
    model: &Model,
    shown: &Shown,
    cancellation: &CancellationToken,
) -> Option<Mode> {
    let session = state.session;
    let mode = chosen_mode(session);
    let Some(missing) = agreements::missing(model, session.disclosure.get_untracked()) else {
        return Some(mode);
    };
    shown.phase(Phase::AwaitingConsent);
    let question = agreement_question(&missing, &state.store.profiles());
    match state.privacy.ask(question, cancellation).await {
        Verdict::Send => {
            agreements::add(missing);
            Some(mode)
        }
        Verdict::Shape => {
            session.disclosure.set(Disclosure::Shape);
            state.recorder.settings(&model.name);
            Some(Mode::Shape)
        }
        Verdict::Stop => None,
    }
}

/// Returns the inputs of a turn besides the question, whether its model is one of the user's
/// endpoint, and what its tokens cost.
async fn context(state: &SessionState, model: Model, mode: Mode) -> (Context, bool, Value) {
    let functions = state.function_headings().await;
    let fenced = state.fencing.borrow().get(&model.name).copied();
    let direct = model.direct;
    let context = Context {
        preferences: state.preferences(&model),
        files: state.store.profiles(),
        model: (!model.builtin).then_some(model.name),
        fenced: fenced.unwrap_or(FencedMode::Auto),
        images: model.images,
        window: model.info["insitu"]["window"]
            .as_u64()
            .and_then(|tokens| u32::try_from(tokens).ok()),
        disclosure: mode,
        functions,
        packages: state.store.packages(),
        forgotten: state.host.take_unreported_loss(),
        local: model.builtin,
    };
    (context, direct, model.info["insitu"]["price"].clone())
}

impl Drive<'_> {
    async fn call_model(&mut self, request: &chat::Request) {
        self.shown.phase(Phase::Thinking);
        self.replies += 1;
        self.thoughts.borrow_mut().next_reply();
        self.answering.take();
        let result = if self.context.local {
            self.ask_planner()
        } else {
            self.bounded(self.call_relay(request)).await
        };
        self.shown.paint();
        if !self.context.local {
            let price = self.answering.take().unwrap_or_else(|| self.price.clone());
            self.state.recorder.reply(Some(self.shown.id()), self.used.take(), &price);
        }
        if self.cancellation.is_cancelled() {
            return;
        }
        let mut turn = self.turn.borrow_mut();
        if let Some(thought) = turn.unopened_thought() {
            self.think(usize::MAX, thought);
        }
        if let Some(sentence) = turn.fitted().sentence() {
            self.state.recorder.fitted(self.shown.id(), &sentence);
            self.shown.turn().fitted.set(sentence);
        }
        // A violation means that the turn is over already, for instance by its time limit; `next`
        // reports that.
        match result {
            Ok(()) => turn.model_ended().ok(),
            Err(message) => turn.model_failed(message).ok(),
        };
    }

    /// Asks the planner, which is part of the page and answers at once.
    fn ask_planner(&self) -> Result<(), String> {
        let files = &self.context.files;
        let own = self.reading().filter(|reading| reading.own).map(|reading| reading.query);
        let history = self.state.exchanges.borrow();
        let (deltas, reading) =
            planner::reply(self.question, files, &history, &self.attempts, own.as_ref())?;
        if let Some(reading) = reading {
            self.read(reading);
        }
        deltas.into_iter().for_each(|delta| self.feed(delta));
        Ok(())
    }

    fn reading(&self) -> Option<Reading> {
        self.shown.turn().reading.get_untracked()
    }

    /// Shows and records the query that the turn is about, if it is another one than before.
    fn read(&self, mut reading: Reading) {
        let before = self.reading().unwrap_or_default();
        reading.own = before.own;
        reading.explained.clone_from(&before.explained);
        reading.chips.clone_from(&before.chips);
        if reading == before {
            return;
        }
        if reading.query != before.query || before.chips.is_empty() {
            reading.chips = planner::chips(&reading.query, &self.context.files).0;
        }
        self.state.recorder.read(self.shown.id(), &reading);
        self.shown.turn().reading.set(Some(reading));
    }

    async fn call_relay(&self, request: &chat::Request) -> Result<(), String> {
        let (recorder, turn) = (&self.state.recorder, self.shown.id());
        let sent = |entry: &LedgerEntry| recorder.sent(Some(turn), entry);
        let begun = |model: Option<&str>| {
            if let Some(model) = model.filter(|model| request.model.as_deref() != Some(model)) {
                self.fall_back(model);
            }
        };
        let session = self.state.session;
        relay::call(
            request,
            self.direct,
            session,
            Follow { turn: Some(turn), sent: &sent, begun: &begun },
            self.cancellation,
            &mut |delta| {
                self.feed(delta);
                !self.is_over()
            },
        )
        .await
    }

    /// Waits for a model's answer, but no longer than the turn's limits.
    async fn bounded(&self, call: impl Future<Output = Result<(), String>>) -> Result<(), String> {
        let mut call = Box::pin(call);
        loop {
            call = match select(call, clock::sleep(LOOK_EVERY_MS)).await {
                Either::Left((result, _)) => return result,
                Either::Right(_) if self.is_over() => return Ok(()),
                Either::Right((_, call)) => call,
            };
        }
    }

    /// Returns whether the turn's limits have ended it while the model was writing.
    fn is_over(&self) -> bool {
        self.turn.borrow_mut().is_over(clock::now_ms())
    }

    fn feed(&self, delta: chat::Delta) {
        if let chat::Delta::Text(piece) = &delta {
            self.state.recorder.text(self.shown.id(), piece);
        }
        if let chat::Delta::Usage(usage) = &delta {
            self.used.set(Some(*usage));
        }
        if let chat::Delta::Reasoning { index, part } = &delta {
            self.think(*index, &part.text);
        }
        self.turn.borrow_mut().delta(delta).ok();
        self.shown.schedule();
    }

    /// Shows and records more of what the model thinks.
    fn think(&self, part: usize, text: &str) {
        let more = self.thoughts.borrow_mut().add(part, text);
        if !more.is_empty() {
            self.state.recorder.thought(self.shown.id(), &more);
            self.shown.turn().thoughts.update(|thoughts| thoughts.push_str(&more));
        }
    }

    /// Shows and records that the model of this id answers in place of the chosen one.
    fn fall_back(&self, id: &str) {
        let known = self.state.session.models.with_untracked(|models| {
            let model = models.iter().find(|model| model.name == id)?;
            Some((model.label.clone(), model.info["insitu"]["price"].clone()))
        });
        let (label, price) = known.unwrap_or_else(|| (id.to_owned(), Value::Null));
        self.answering.replace(Some(price));
        let fallback = self.shown.turn().fallback;
        if fallback.with_untracked(|known| known.as_ref() != Some(&label)) {
            self.state.recorder.fell_back(self.shown.id(), &label);
            fallback.set(Some(label));
        }
    }

    async fn run(&mut self, calls: Vec<PythonCall>) {
        let steps = self.shown.settle(&calls);
        for (call, step) in calls.into_iter().zip(steps) {
            if self.cancellation.is_cancelled() {
                step.skip();
                continue;
            }
            self.shown.phase(Phase::Running);
            let (recorder, turn) = (&self.state.recorder, self.shown.id());
            let called =
                (step.id(), step.remark(), call.run.purpose.as_str(), call.run.code.as_str());
            recorder.called(turn, self.replies, &call.id, called);
            self.define(&call.run.code).await;
            let execution = recorder.began(Origin::Step { turn, step: step.id() }, &call.run.code);
            let outcome = self
                .state
                .host
                .execute(&call.run.code, None, Author::Model, step.on_stream())
                .await;
            let outcome = Arc::new(outcome);
            // A large outcome is parsed, shown and prepared for the model in separate tasks, so
            // that none blocks the page for long.
            clock::sleep(0).await;
            step.finish(outcome.clone());
            clock::sleep(0).await;
            self.state.recorder.ended(execution, &outcome, &self.state.host);
            clock::sleep(0).await;
            self.turn.borrow_mut().executed(step.id() as usize, &call.run.code, &outcome);
            clock::sleep(0).await;
            if self.context.local {
                self.attempts.push(Attempt { call: as_call(&call), outcome: outcome.clone() });
            }
            let disclosed = self.disclosed(&call, &outcome).await;
            self.state.recorder.disclosed(execution, &disclosed);
            self.turn.borrow_mut().tool_result(&call.id, disclosed).ok();
        }
    }

    /// Runs what has to run before code, such as the definitions of saved functions that it calls,
    /// as code of the console before this turn. If they fail, the code says that the functions
    /// are not defined.
    async fn define(&self, code: &str) {
        let SessionState { recorder, host, session, .. } = self.state;
        let source = self.state.definitions(code).await;
        if source.is_empty() {
            return;
        }
        let before =
            session.turns.with_untracked(|turns| turns.iter().rev().nth(1).map(|turn| turn.id));
        let execution = recorder.began(Origin::Console { after: before }, &source);
        let outcome = host.execute(&source, None, Author::Model, Rc::new(|_, _| {})).await;
        recorder.ended(execution, &outcome, host);
    }

    /// Returns what the model may read, after asking the user if that is the setting.
    async fn disclosed(&self, call: &PythonCall, outcome: &Outcome) -> Disclosed {
        if outcome.kernel_unavailable {
            return Disclosed::not_run(NotRun::NoKernel);
        }
        let profiles: &[Arc<Profile>] = &self.context.files;
        let pictures = self.pictures(outcome).await;
        let facts = Facts {
            question: self.question,
            code: &call.run.code,
            profiles,
            images_allowed: self.context.images,
            pictures: &pictures,
        };
        let shape = || disclose(Mode::Shape, outcome, &facts);
        match self.context.disclosure {
            // What the planner sees stays in the page.
            _ if self.context.local => disclose(Mode::Printed, outcome, &facts),
            Mode::Ask if self.cancellation.is_cancelled() => shape(),
            Mode::Ask => {
                let whole = disclose(Mode::Ask, outcome, &facts);
                match self.consent(&whole, shape().text()).await {
                    Verdict::Send => whole,
                    Verdict::Shape => shape(),
                    Verdict::Stop => {
                        self.cancellation.cancel();
                        Disclosed::not_run(NotRun::Declined)
                    }
                }
            }
            mode => disclose(mode, outcome, &facts),
        }
    }

    /// Returns the outcome's pictures scaled for a model, if it accepts pictures and may see them.
    async fn pictures(&self, outcome: &Outcome) -> Vec<(usize, Image)> {
        let mut pictures = Vec::new();
        if !self.context.images || self.context.local || self.context.disclosure == Mode::Shape {
            return pictures;
        }
        for (at, shown) in outcome.results.iter().enumerate() {
            let picture = PICTURES.iter().find_map(|mime| Some((*mime, shown.mime.get(*mime)?)));
            if let Some((mime, base64)) = picture.filter(|_| pictures.len() < analyst::MAX_IMAGES)
                && let Some(image) = pictures::for_model(mime, base64).await
            {
                pictures.push((at, image));
            }
        }
        pictures
    }

    async fn consent(&self, whole: &Disclosed, instead: &str) -> Verdict {
        self.shown.phase(Phase::AwaitingConsent);
        let consent = Consent::Result {
            text: whole.text().to_owned(),
            images: whole.images().len(),
            instead: instead.to_owned(),
        };
        self.state.privacy.ask(consent, self.cancellation).await
    }

    /// Records the complete answer, if there is one.
    fn record_answer(&self) {
        let turn = self.turn.borrow();
        if !turn.answer().is_empty() {
            self.state.recorder.answer(self.shown.turn(), turn.answer_for_model());
        }
    }

    /// Stores what later turns depend on.
    fn remember(&self) {
        let turn = self.turn.borrow();
        self.state.conversation.borrow_mut().finish(&turn);
        if let Some(model) = self.context.model.as_ref().filter(|_| turn.fences()) {
            self.state.fencing.borrow_mut().insert(model.clone(), FencedMode::Always);
        }
        let (question, answer) = (self.question.to_owned(), turn.answer().to_owned());
        let reading = self.reading().unwrap_or_default();
        let query = Some(reading.query).filter(|query| !query.is_null());
        let exchange = Exchange { question, answer, query, explained: reading.explained };
        self.state.exchanges.borrow_mut().push(exchange);
    }
}

fn as_call(call: &PythonCall) -> ToolCall {
    let arguments = serde_json::json!({ "code": call.run.code, "purpose": call.run.purpose });
    ToolCall {
        id: call.id.clone(),
        name: analyst::call::RUN_PYTHON.to_owned(),
        arguments: arguments.to_string(),
        extra: None,
    }
}
