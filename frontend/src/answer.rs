//! An answer that arrives, from the relay, an endpoint of the user's or the model in this tab: its bytes become deltas.

use chat::Delta;
use futures::StreamExt;
use futures::future::{Either, select};
use js_sys::{Function, Uint8Array};
use providers::{AnswerError, AnswerReader, Wire, error::Asked};
use wasm_bindgen::{JsCast, JsValue};
use wasm_streams::ReadableStream;
use wasm_streams::readable::IntoStream;

use crate::clock;
use crate::codecs::sentence;

/// The longest that an endpoint may be silent during its answer, in milliseconds.
const SILENCE_MS: u32 = 180_000;

/// An answer that arrives. Dropping it lets its stream go.
pub(crate) struct Answer {
    bytes: IntoStream<'static>,
    reader: AnswerReader,
    sender: Sender,
    /// The id of the model that answers, if the sender says so.
    pub(crate) model: Option<String>,
}

/// Who sends an answer: it decides what the user reads if the answer fails.
enum Sender {
    Relay,
    /// The model in this tab.
    Tab,
    Endpoint {
        host: String,
        model: String,
        /// Takes the key out of a text.
        masked: Function,
    },
}

impl Answer {
    /// Reads an answer of the relay by `model`.
    pub(crate) fn of_relay(bytes: web_sys::ReadableStream, model: Option<String>) -> Self {
        let reader = AnswerReader::events(Wire::ChatCompletions);
        Self { bytes: ReadableStream::from_raw(bytes).into_stream(), reader, sender: Sender::Relay, model }
    }

    /// Reads an answer of the model in this tab.
    pub(crate) fn of_tab(bytes: web_sys::ReadableStream) -> Self {
        Self { sender: Sender::Tab, ..Self::of_relay(bytes, None) }
    }

    /// Reads an answer of an endpoint; `whole` says that it is one JSON object, and `masked` takes the key out of a text.
    pub(crate) fn of_endpoint(
        bytes: web_sys::ReadableStream,
        (wire, whole): (Wire, bool),
        (host, model): (String, String),
        masked: Function,
    ) -> Self {
        let reader = if whole { AnswerReader::whole(wire) } else { AnswerReader::events(wire) };
        let sender = Sender::Endpoint { host, model, masked };
        Self { bytes: ReadableStream::from_raw(bytes).into_stream(), reader, sender, model: None }
    }

    /// Returns what comes next; `None` at the end of the answer.
    ///
    /// # Errors
    /// A sentence for the user, once everything that came before was returned.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Delta>>, String> {
        loop {
            if let Some(deltas) = self.reader.next() {
                return deltas.map(Some).map_err(|error| self.explain(error));
            }
            match self.read().await? {
                Some(bytes) => self.reader.push(&bytes),
                None if self.reader.is_over() => return Ok(None),
                None => return self.reader.end().map(Some).map_err(|error| self.explain(error)),
            }
        }
    }

    /// Returns the next bytes; `None` at their end. The stream is read to its end, also after the end mark, so that the
    /// relay does not take the answer for cancelled; an endpoint that leaves it open then is not waited for.
    async fn read(&mut self) -> Result<Option<Vec<u8>>, String> {
        let next = self.bytes.next();
        if matches!(self.sender, Sender::Relay) {
            return match next.await {
                Some(Ok(bytes)) => Ok(Some(to_vec(bytes))),
                Some(Err(_)) => Err("The connection to the model broke in the middle of its answer. \
                                     Ask again."
                    .to_owned()),
                None => Ok(None),
            };
        }
        if self.reader.is_over() {
            return Ok(None);
        }
        // The reader says whether an answer that breaks off, or falls silent, is complete.
        Ok(match select(next, clock::sleep(SILENCE_MS)).await {
            Either::Left((Some(Ok(bytes)), _)) => Some(to_vec(bytes)),
            Either::Left(_) | Either::Right(_) => None,
        })
    }

    fn explain(&self, error: AnswerError) -> String {
        match &self.sender {
            Sender::Endpoint { host, model, masked } => {
                let error = sentence(&error.into_provider_error(Asked { model, key: "" }), host);
                let text = masked.call1(&JsValue::NULL, &error.into());
                // Not shown rather than shown with the key.
                let text = text.ok().and_then(|text| text.as_string());
                text.unwrap_or_else(|| format!("{host} failed. Ask again."))
            }
            Sender::Relay | Sender::Tab => match error {
                AnswerError::Failed(failure) if failure.message.is_empty() => {
                    "The model failed without saying why. Ask again.".to_owned()
                }
                AnswerError::Failed(failure) => failure.message,
                AnswerError::Corrupt(problem) => format!("The model's answer cannot be read: {problem}."),
                AnswerError::CutOff => "The model's answer was cut off before its end; ask again.".to_owned(),
            },
        }
    }
}

fn to_vec(bytes: JsValue) -> Vec<u8> {
    bytes.unchecked_into::<Uint8Array>().to_vec()
}
