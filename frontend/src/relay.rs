//! Calls of a model through this site's relay, or of an endpoint of the user's; each body enters the ledger before it is
//! sent.

use std::sync::Arc;

use ::automation::Happening;
use analyst::FencedMode;
use app::session::{LedgerEntry, Model, Session};
use chat::wire;
use chat::{Delta, Reasoning, ReasoningKind, Request, Usage};
use futures::future::{Either, select};
use js_sys::{Array, Uint8Array};
use leptos::prelude::{ArcRwSignal, Set, Update};
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Response};

use crate::cancellation::CancellationToken;
use crate::digest::sha256;
use crate::endpoint;
use crate::foreign::{get, message, run, run_on, text, window};
use crate::{activity, clock};

/// The relay's address for chat requests.
const CHAT: &str = "/v1/chat/completions";
/// The window's function that imports `public/transport`.
const IMPORT: &str = "insituTransport";
/// What the user reads where the relay received something else than was sent.
const REPLACED: &str = "The server received something else than this page sent and the ledger lists: something between \
                        them changes requests. Ask nothing more here until you know what it is.";
/// The window's property that is set where a static host serves the page, see `public/static_host`.
const STATIC: &str = "insituStatic";
/// The relay's address for the configured models.
const MODELS: &str = "/v1/models";

/// A model that the relay or an endpoint offers.
pub(crate) struct Offered {
    /// The model as shown.
    pub(crate) model: Model,
    /// How it calls tools, as far as the server knows.
    pub(crate) fenced: FencedMode,
    /// Whether it answers where the user has not chosen another.
    pub(crate) default: bool,
}

/// Returns the models that are available here, none where a static host serves the page; `None` if the server cannot be reached.
pub(crate) async fn models() -> Option<Vec<Offered>> {
    if is_static() {
        return Some(Vec::new());
    }
    let fetched = async {
        let response: Response = JsFuture::from(window().fetch_with_str(MODELS)).await?.unchecked_into();
        JsFuture::from(response.text()?).await
    };
    let text = fetched.await.ok()?.as_string()?;
    let list: Value = serde_json::from_str(&text).ok()?;
    list.get("data")?;
    Some(offered(&list))
}

/// Returns whether a static host serves the page.
pub(crate) fn is_static() -> bool {
    !get(&window(), STATIC).is_undefined()
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

/// Sends `request`, to the user's endpoint if its model is a `direct` one, and passes on each piece of the answer; returns when the answer is complete or
/// `cancellation` is cancelled, which closes the connection and so cancels the provider's call. `on_delta`
/// returns false to end it in the same way. `sent` gets the entry of the ledger, and `answers` the answer that begins, as `public/transport` has it.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn call(
    request: &Request,
    direct: bool,
    session: Session,
    sent: &dyn Fn(&LedgerEntry),
    answers: &dyn Fn(&JsValue),
    cancellation: &CancellationToken,
    on_delta: &mut dyn FnMut(Delta) -> bool,
) -> Result<(), String> {
    let mut body = wire::conversation_to_json(request);
    let options = &request.options;
    body.extend(options.temperature.map(|temperature| ("temperature".to_owned(), temperature.into())));
    body.extend(options.effort.map(|effort| ("reasoning_effort".to_owned(), effort.word().into())));
    let body = Value::Object(body).to_string();
    let connection = AbortController::new().map(Connection).map_err(|thrown| message(&thrown))?;
    let answer = async {
        let signal = JsValue::from(connection.0.signal());
        let record = async |to: String, body: &str| record(session, sent, to, body).await;
        let answer = if direct {
            endpoint::ask(request.model.as_deref().unwrap_or_default(), &body, &signal, record).await?
        } else {
            let origin = window().location().origin().unwrap_or_default();
            let entry = record(format!("{origin}{CHAT}"), &body).await?;
            let answer = run(IMPORT, "ask", &[&body.into(), &entry.sha256.as_str().into(), &signal]).await?;
            match text(&answer, "receipt").as_str() {
                "same" => entry.confirmed.set(true),
                "different" => return Err(REPLACED.to_owned()),
                _ => {}
            }
            answer
        };
        answers(&answer);
        while let Ok(pieces) = run_on(&answer, "next", &[]).await?.dyn_into::<Array>() {
            for piece in pieces {
                if !delta(&piece).is_none_or(&mut *on_delta) {
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

/// A request that is aborted when this is dropped; aborting a finished one does nothing.
struct Connection(AbortController);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Returns the delta of a piece as `public/transport/answer.js` makes them.
fn delta(piece: &JsValue) -> Option<Delta> {
    let piece: &Array = piece.dyn_ref()?;
    let word = |at: u32| piece.get(at).as_string();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is a count")]
    let count = |at: u32| piece.get(at).as_f64().unwrap_or_default() as u64;
    let index = usize::try_from(count(1)).ok()?;
    Some(match word(0)?.as_str() {
        "text" => Delta::Text(word(1)?),
        "call" => Delta::ToolCall {
            index,
            id: word(2),
            name: word(3),
            arguments: word(4).unwrap_or_default(),
            extra: word(5).and_then(|json| serde_json::from_str(&json).ok()),
        },
        "reasoning" => {
            let kind = match word(2)?.as_str() {
                "text" => ReasoningKind::Text,
                "summary" => ReasoningKind::Summary,
                _ => ReasoningKind::Encrypted,
            };
            let (text, data, signature) = (word(3).unwrap_or_default(), word(4), word(5));
            let part = Reasoning { kind, text, data, signature, id: word(6), format: word(7) };
            Delta::Reasoning { index, part }
        }
        "usage" => Delta::Usage(Usage {
            input: count(1),
            output: count(2),
            cached: count(3),
            cache_written: count(4),
            reasoning: count(5),
        }),
        "finish" => Delta::Finish(wire::finish_from_word(&word(1)?)),
        _ => return None,
    })
}

/// Records a body in the ledger, and returns the entry.
pub(crate) async fn record(
    session: Session,
    sent: &dyn Fn(&LedgerEntry),
    to: String,
    body: &str,
) -> Result<LedgerEntry, String> {
    let hash = sha256(&Uint8Array::from(body.as_bytes())).await?;
    let entry = LedgerEntry {
        at: clock::timestamp(),
        to,
        bytes: body.len(),
        sha256: hash,
        body: Arc::from(body),
        confirmed: ArcRwSignal::new(false),
    };
    sent(&entry);
    session.ledger.update(|ledger| ledger.push(entry.clone()));
    let bytes = u32::try_from(entry.bytes).unwrap_or(u32::MAX);
    activity::happened(session, None, Happening::RequestSent { bytes });
    Ok(entry)
}
