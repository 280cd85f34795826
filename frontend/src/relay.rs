//! Calls of a model through this site's relay, or of the user's endpoint; each body enters
//! the ledger before it is sent.

use std::sync::Arc;

use analyst::FencedMode;
use app::session::{Id, LedgerEntry, Model, Question, Session};
use chat::receipt::{self, Receipt};
use chat::wire::{self, Failure};
use chat::{Delta, Request};
use futures::future::{Either, select};
use gloo_net::http;
use js_sys::Uint8Array;
use kernel::automation::Happening;
use leptos::prelude::{ArcRwSignal, GetValue, Set, Update, WithUntracked};
use serde_json::Value;
use web_sys::{AbortController, AbortSignal};

use crate::answer::Answer;
use crate::cancellation::CancellationToken;
use crate::digest::sha256;
use crate::endpoint;
use crate::foreign::page::page;
use crate::foreign::{gloo_message, message, window};
use crate::{activity, clock};

/// The relay's address for chat requests.
const CHAT: &str = "/v1/chat/completions";
/// The relay's address for the configured models.
const MODELS: &str = "/v1/models";

/// A model that the relay or an endpoint offers.
pub(crate) struct Offered {
    /// The model as shown.
    pub(crate) model: Model,
    /// How it calls tools, as far as the server knows.
    pub(crate) fenced: FencedMode,
    /// Whether it answers if the user has not chosen another.
    pub(crate) default: bool,
}

/// Returns the models that are available here, none if a static host serves the page; `None` if
/// the server cannot be reached.
pub(crate) async fn models() -> Option<Vec<Offered>> {
    if is_static() {
        return Some(Vec::new());
    }
    let text = http::Request::get(MODELS).send().await.ok()?.text().await.ok()?;
    let list: Value = serde_json::from_str(&text).ok()?;
    list.get("data")?;
    Some(offered(&list))
}

/// Returns whether a static host serves the page.
pub(crate) fn is_static() -> bool {
    page().static_host().is_some()
}

/// Returns the models of a list in the form of `/v1/models`.
pub(crate) fn offered(list: &Value) -> Vec<Offered> {
    let models = list.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    models.iter().filter_map(one).collect()
}

fn one(item: &Value) -> Option<Offered> {
    let name = item.get("id")?.as_str()?;
    let about = &item["insitu"];
    let is = |key: &str| about[key].as_bool().unwrap_or(false);
    Some(Offered {
        model: Model {
            name: name.to_owned(),
            label: about["label"].as_str().unwrap_or(name).to_owned(),
            builtin: false,
            images: is("images"),
            direct: about.get("direct").is_some(),
            reasoning: is("reasoning"),
            info: item.clone(),
        },
        fenced: match about["fenced"].as_str() {
            Some("always") => FencedMode::Always,
            Some("never") => FencedMode::Never,
            _ => FencedMode::Auto,
        },
        default: is("default"),
    })
}

/// What is called while a call is under way.
pub(crate) struct Follow<'a> {
    /// The turn that the call belongs to; none for a test.
    pub(crate) turn: Option<Id>,
    /// Gets the entry of the ledger, before the request is sent.
    pub(crate) sent: &'a dyn Fn(&LedgerEntry),
    /// Gets the id of the model that answers when the answer begins, if the relay says it.
    pub(crate) begun: &'a dyn Fn(Option<&str>),
}

/// Sends `request`, to the user's endpoint if its model is a `direct` one, and passes on each delta
/// of the answer; returns when the answer is complete or `cancellation` is cancelled, which closes
/// the connection and so cancels the provider's call. `on_delta` returns false to end it in the
/// same way.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn call(
    request: &Request,
    direct: bool,
    session: Session,
    Follow { turn, sent, begun }: Follow<'_>,
    cancellation: &CancellationToken,
    on_delta: &mut dyn FnMut(Delta) -> bool,
) -> Result<(), String> {
    let mut body = wire::conversation_to_json(request);
    let options = &request.options;
    body.extend(
        options.temperature.map(|temperature| ("temperature".to_owned(), temperature.into())),
    );
    body.extend(options.effort.map(|effort| ("reasoning_effort".to_owned(), effort.word().into())));
    let body = Value::Object(body).to_string();
    let connection = AbortController::new().map(Connection).map_err(|thrown| message(&thrown))?;
    let answer = async {
        let signal = connection.0.signal();
        let record = async |to: String, body: &str| record(session, turn, sent, to, body).await;
        let mut answer = if direct {
            endpoint::ask(request.model.as_deref().unwrap_or_default(), &body, &signal, record)
                .await?
        } else {
            let origin = window().location().origin().unwrap_or_default();
            let entry = record(format!("{origin}{CHAT}"), &body).await?;
            ask(&entry, &signal).await?
        };
        begun(answer.model.as_deref());
        while let Some(deltas) = answer.next().await? {
            for delta in deltas {
                if !on_delta(delta) {
                    return Ok(());
                }
            }
        }
        Ok(())
    };
    match select(Box::pin(answer), cancellation.cancelled()).await {
        Either::Left((result, _)) => result,
        Either::Right(_) => Ok(()),
    }
}

/// Sends what the ledger lists to the relay, and returns the answer when it begins.
async fn ask(entry: &LedgerEntry, signal: &AbortSignal) -> Result<Answer, String> {
    let unreachable = |error: gloo_net::Error| {
        let why = gloo_message(error);
        words::relay_the_relay_could_not(&why)
    };
    let request = http::Request::post(CHAT)
        .header("content-type", "application/json")
        .header("accept", "text/event-stream")
        .abort_signal(Some(signal))
        .body(&*entry.body)
        .map_err(unreachable)?;
    let response = request.send().await.map_err(unreachable)?;
    if !response.ok() {
        return Err(refusal(&response).await);
    }
    let header = |name| response.headers().get(name);
    let (hash, bytes) = (header(receipt::SHA256), header(receipt::BYTES));
    match receipt::compare(hash.as_deref(), bytes.as_deref(), (&entry.sha256, entry.bytes)) {
        Receipt::Same => entry.confirmed.set(true),
        Receipt::Different => return Err(words::relay_the_server_received_something().to_owned()),
        Receipt::Missing => {}
    }
    let body = response.body().ok_or(words::relay_the_relays_answer_has())?;
    Ok(Answer::of_relay(body, header("x-insitu-model")))
}

/// Returns why the relay refuses a request, as a sentence for the user.
async fn refusal(response: &http::Response) -> String {
    let body = response.text().await.unwrap_or_default();
    let body: Value = serde_json::from_str(&body).unwrap_or_default();
    let failure = Failure::from_json(&body).unwrap_or_default();
    let signed_out = ["no_access", "session_ended"];
    if response.status() == 401
        && failure.code.is_some_and(|code| signed_out.contains(&code.as_str()))
    {
        return words::relay_sign_in_again_in(&words::turn_your_sign_in_has());
    }
    if failure.message.is_empty() {
        return words::relay_the_relay_answered_ask(&response.status());
    }
    failure.message
}

/// A request that is aborted when this is dropped; aborting a finished one does nothing.
struct Connection(AbortController);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Records a body of a turn, or of a test, in the ledger, and returns the entry.
pub(crate) async fn record(
    session: Session,
    turn: Option<Id>,
    sent: &dyn Fn(&LedgerEntry),
    to: String,
    body: &str,
) -> Result<LedgerEntry, String> {
    let hash = sha256(&Uint8Array::from(body.as_bytes())).await?;
    let question = session.turns.with_untracked(|turns| {
        let turn = turns.iter().find(|asked| Some(asked.id) == turn)?;
        Some(Question { turn: turn.id, text: turn.question.get_value().into() })
    });
    let entry = LedgerEntry {
        at: clock::timestamp(),
        to,
        bytes: body.len(),
        sha256: hash,
        body: Arc::from(body),
        question,
        confirmed: ArcRwSignal::new(false),
    };
    sent(&entry);
    session.ledger.update(|ledger| ledger.push(entry.clone()));
    let bytes = u32::try_from(entry.bytes).unwrap_or(u32::MAX);
    activity::happened(session, None, Happening::RequestSent { bytes });
    Ok(entry)
}
