//! Calls of a model through this site's relay; each body enters the ledger before it is sent.

use std::sync::Arc;

use analyst::FencedMode;
use app::session::{LedgerEntry, Model, Session};
use chat::wire::{self, Event, Failure, Reader};
use chat::{Delta, Request};
use eventsource_stream::Eventsource;
use futures::StreamExt;
use futures::future::{Either, select};
use js_sys::Uint8Array;
use leptos::prelude::Update;
use serde_json::Value;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortController, Headers, RequestInit, Response};

use crate::cancellation::CancellationToken;
use crate::clock;
use crate::digest::sha256;
use crate::foreign::{message, window};

/// The relay's address for chat requests.
const CHAT: &str = "/v1/chat/completions";
/// The relay's address for the configured models.
const MODELS: &str = "/v1/models";

/// A model that the relay offers.
pub(crate) struct Offered {
    /// The model as shown.
    pub(crate) model: Model,
    /// How it calls tools, as far as the server knows.
    pub(crate) fenced: FencedMode,
}

/// Returns the models that are available here; none if the server has no provider or cannot be reached.
pub(crate) async fn models() -> Vec<Offered> {
    let fetched = async {
        let response: Response = JsFuture::from(window().fetch_with_str(MODELS)).await?.unchecked_into();
        JsFuture::from(response.text()?).await
    };
    let Ok(text) = fetched.await else { return Vec::new() };
    let list: Value = serde_json::from_str(&text.as_string().unwrap_or_default()).unwrap_or_default();
    let models = list.get("data").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    models
        .iter()
        .filter_map(|model| {
            Some(Offered {
                model: Model {
                    name: model.get("id")?.as_str()?.to_owned(),
                    builtin: false,
                    images: model.pointer("/insitu/images").and_then(Value::as_bool).unwrap_or(false),
                },
                fenced: match model.pointer("/insitu/fenced").and_then(Value::as_str) {
                    Some("always") => FencedMode::Always,
                    Some("never") => FencedMode::Never,
                    _ => FencedMode::Auto,
                },
            })
        })
        .collect()
}

/// Sends `request` and passes on each piece of the answer; returns when the answer is complete or
/// `cancellation` is cancelled, which closes the connection and so cancels the provider's call. `on_delta`
/// returns false to end it in the same way.
///
/// # Errors
/// A sentence for the user.
pub(crate) async fn call(
    request: &Request,
    session: Session,
    sent: impl Fn(&LedgerEntry),
    cancellation: &CancellationToken,
    mut on_delta: impl FnMut(Delta) -> bool,
) -> Result<(), String> {
    let body = wire::request_to_json(request).to_string();
    record(session, sent, &body).await?;
    if cancellation.is_cancelled() {
        return Ok(());
    }
    let connection = Connection::new()?;
    let answer = async {
        let response = connection.post(&body).await?;
        if !response.ok() {
            return Err(refusal(&response).await);
        }
        let stream = response.body().ok_or("The relay's answer has no content. Ask again.")?;
        let bytes = wasm_streams::ReadableStream::from_raw(stream.unchecked_into()).into_stream();
        let mut events = bytes.map(|chunk| chunk.map(|chunk| Uint8Array::from(chunk).to_vec())).eventsource();
        let mut reader = Reader::new();
        while let Some(event) = events.next().await {
            let event = event.map_err(|error| broken(&error))?;
            match reader
                .read(&event.data)
                .map_err(|error| format!("The model's answer cannot be read: {error}."))?
            {
                Event::Deltas(deltas) => {
                    for delta in deltas {
                        if !on_delta(delta) {
                            return Ok(());
                        }
                    }
                }
                Event::Done => break,
                Event::Failed(failure) => return Err(failure_message(failure)),
                Event::Unknown => {}
            }
        }
        reader.end().map_err(|error| capitalised(&format!("{error}.")))
    };
    match select(Box::pin(answer), cancellation.cancelled()).await {
        Either::Left((result, _)) => result,
        Either::Right(_) => Ok(()),
    }
}

/// A request that is aborted if this is dropped before the answer's end; aborting a finished one does
/// nothing.
struct Connection(AbortController);

impl Connection {
    fn new() -> Result<Self, String> {
        AbortController::new().map(Self).map_err(|thrown| message(&thrown))
    }

    async fn post(&self, body: &str) -> Result<Response, String> {
        let why = |thrown: JsValue| {
            format!(
                "The relay could not be reached ({}). Check the connection and ask again.",
                message(&thrown)
            )
        };
        let headers = Headers::new().map_err(why)?;
        headers.set("content-type", "application/json").map_err(why)?;
        headers.set("accept", "text/event-stream").map_err(why)?;
        let options = RequestInit::new();
        options.set_method("POST");
        options.set_headers(&headers);
        options.set_body(&JsValue::from(body));
        options.set_signal(Some(&self.0.signal()));
        let response = JsFuture::from(window().fetch_with_str_and_init(CHAT, &options)).await.map_err(why)?;
        Ok(response.unchecked_into())
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Records a body in the ledger.
async fn record(session: Session, sent: impl Fn(&LedgerEntry), body: &str) -> Result<(), String> {
    let hash = sha256(&Uint8Array::from(body.as_bytes())).await?;
    let origin = window().location().origin().unwrap_or_default();
    let entry = LedgerEntry {
        at: clock::timestamp(),
        to: format!("{origin}{CHAT}"),
        bytes: body.len(),
        sha256: hash,
        body: Arc::from(body),
    };
    sent(&entry);
    session.ledger.update(|ledger| ledger.push(entry));
    Ok(())
}

async fn refusal(response: &Response) -> String {
    let text = match response.text() {
        Ok(text) => JsFuture::from(text).await.ok().and_then(|text| text.as_string()),
        Err(_) => None,
    };
    let failure = text
        .and_then(|text| serde_json::from_str::<Value>(&text).ok())
        .and_then(|body| Failure::from_json(&body))
        .filter(|failure| !failure.message.is_empty());
    match failure {
        Some(failure) => failure_message(failure),
        None => format!("The relay answered {}. Ask again.", response.status()),
    }
}

fn failure_message(failure: Failure) -> String {
    if failure.message.is_empty() {
        "The model failed without saying why. Ask again.".to_owned()
    } else {
        failure.message
    }
}

fn broken<E: std::fmt::Debug>(_error: &eventsource_stream::EventStreamError<E>) -> String {
    "The connection to the model broke in the middle of its answer. Ask again.".to_owned()
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}
