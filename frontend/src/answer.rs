//! Reads an answer as it arrives from the relay, the user's endpoint or the model in this tab:
//! bytes become deltas.

use chat::Delta;
use chat::wire::Failure;
use futures::StreamExt;
use futures::future::{Either, select};
use js_sys::{Function, Uint8Array};
use providers::{AnswerError, AnswerReader, Wire, direct, error::Asked};
use wasm_bindgen::{JsCast, JsValue};
use wasm_streams::ReadableStream;
use wasm_streams::readable::IntoStream;

use crate::clock;

/// The longest that an endpoint may be silent during its answer, in milliseconds.
const SILENCE_MS: u32 = 180_000;

/// An answer that arrives. Dropping it lets its stream go.
pub(crate) struct Answer {
    bytes: IntoStream<'static>,
    reader: AnswerReader,
    sender: Sender,
    /// Why the answer is not complete, once its bytes have ended.
    failed: Option<AnswerError>,
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
        Self::new(bytes, reader, Sender::Relay, model)
    }

    /// Reads an answer of the model in this tab.
    pub(crate) fn of_tab(bytes: web_sys::ReadableStream) -> Self {
        Self { sender: Sender::Tab, ..Self::of_relay(bytes, None) }
    }

    /// Reads an answer of an endpoint; `whole` says that it is one JSON object, and `masked` takes
    /// the key out of a text.
    pub(crate) fn of_endpoint(
        bytes: web_sys::ReadableStream,
        (wire, whole): (Wire, bool),
        (host, model): (String, String),
        masked: Function,
    ) -> Self {
        let reader = if whole { AnswerReader::whole(wire) } else { AnswerReader::events(wire) };
        let sender = Sender::Endpoint { host, model, masked };
        Self::new(bytes, reader, sender, None)
    }

    fn new(
        bytes: web_sys::ReadableStream,
        reader: AnswerReader,
        sender: Sender,
        model: Option<String>,
    ) -> Self {
        let bytes = ReadableStream::from_raw(bytes).into_stream();
        Self { bytes, reader, sender, failed: None, model }
    }

    /// Returns what comes next; `None` at the end of the answer.
    ///
    /// # Errors
    /// A sentence for the user, once everything that came before was returned.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<Delta>>, String> {
        loop {
            if let Some(error) = self.failed.take() {
                return Err(self.explain(error));
            }
            if let Some(deltas) = self.reader.next() {
                return deltas.map(Some).map_err(|error| self.explain(error));
            }
            match self.read().await? {
                Some(bytes) => self.reader.push(&bytes),
                None if self.reader.is_over() => return Ok(None),
                None => {
                    let (deltas, end) = self.reader.end();
                    self.failed = end.err();
                    return Ok(Some(deltas));
                }
            }
        }
    }

    /// Returns the next bytes; `None` at their end. The stream is read to its end, also after the
    /// end mark, so that the relay does not take the answer for cancelled; an endpoint that leaves
    /// it open then is not waited for.
    async fn read(&mut self) -> Result<Option<Vec<u8>>, String> {
        let relayed = matches!(self.sender, Sender::Relay);
        if self.reader.is_over() && !relayed {
            return Ok(None);
        }
        let next = self.bytes.next();
        let read = match &self.sender {
            Sender::Endpoint { .. } => match select(next, clock::sleep(SILENCE_MS)).await {
                Either::Left((read, _)) => read,
                Either::Right(_) => None,
            },
            // The relay has limits of its own, and a model in the tab may read a long prompt for
            // minutes.
            Sender::Relay | Sender::Tab => next.await,
        };
        match read {
            Some(Ok(bytes)) => Ok(Some(bytes.unchecked_into::<Uint8Array>().to_vec())),
            Some(Err(_)) if relayed => Err(words::answer_the_connection_to_the().to_owned()),
            // The reader says whether an answer that breaks off, or falls silent, is complete.
            Some(Err(_)) | None => Ok(None),
        }
    }

    fn explain(&self, error: AnswerError) -> String {
        match &self.sender {
            Sender::Endpoint { host, model, masked } => {
                let clear = |text: String| {
                    let text = masked.call1(&JsValue::NULL, &text.into());
                    // Not shown rather than shown with the key.
                    let text = text.ok().and_then(|text| text.as_string());
                    text.unwrap_or_else(|| words::answer_failed_ask_again(&host))
                };
                let error = match error {
                    // Before it is shortened, which could cut the key in two.
                    AnswerError::Failed(failure) => {
                        AnswerError::Failed(Failure { message: clear(failure.message), ..failure })
                    }
                    other => other,
                };
                clear(direct::sentence(&error.into_provider_error(Asked { model, key: "" }), host))
            }
            Sender::Relay | Sender::Tab => match error {
                AnswerError::Failed(failure) if failure.message.is_empty() => {
                    words::answer_the_model_failed_without().to_owned()
                }
                AnswerError::Failed(failure) => failure.message,
                AnswerError::Corrupt(problem) => words::answer_the_models_answer_cannot(&problem),
                AnswerError::CutOff => words::answer_the_models_answer_was().to_owned(),
            },
        }
    }
}
