//! The decoder of one answer: bytes of the provider's stream become the relay's events, as text.

use chat::wire::{self, DONE, Event, Head};
use chat::{Delta, Usage};
use providers::error::Asked;
use providers::{Decoder, Frames, ProviderError};
use serde_json::Value;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use super::{failure::to_failure, wire_of};

/// Maximum number of bytes of an answer that is not streamed.
const MAX_BYTES: usize = 8 * 1024 * 1024;

/// The form in which an answer arrives.
enum Transfer {
    /// As events.
    Events(Frames),
    /// As one JSON object, from a server that does not stream.
    Whole(Vec<u8>),
}

/// An answer that is being decoded.
#[wasm_bindgen]
pub struct AnswerDecoder {
    transfer: Transfer,
    decoder: Decoder,
    host: String,
    head: Head,
    /// Held back to the end, since some providers report it with every chunk.
    usage: Option<Usage>,
    opened: bool,
    over: bool,
}

#[wasm_bindgen]
impl AnswerDecoder {
    /// Creates the decoder of an answer of `model` by an endpoint of a kind. `whole` says that the answer is one JSON object.
    ///
    /// # Errors
    /// If there is no such kind.
    #[wasm_bindgen(constructor)]
    pub fn new(kind: &str, host: &str, model: &str, whole: bool) -> Result<Self, JsError> {
        Ok(Self {
            transfer: if whole { Transfer::Whole(Vec::new()) } else { Transfer::Events(Frames::new()) },
            decoder: wire_of(kind)?.decoder(),
            host: host.to_owned(),
            head: Head { id: "direct".to_owned(), model: model.to_owned(), created: 0 },
            usage: None,
            opened: false,
            over: false,
        })
    }

    /// Decodes more bytes, and returns the relay's events for them.
    pub fn feed(&mut self, piece: &[u8]) -> String {
        let mut out = String::new();
        if self.over {
            return out;
        }
        if !self.opened {
            self.opened = true;
            push(&mut out, &wire::opening_to_json(&self.head));
        }
        match &mut self.transfer {
            Transfer::Whole(whole) => {
                whole.extend_from_slice(piece);
                if whole.len() > MAX_BYTES {
                    self.fail(&corrupt("it is too long"), &mut out);
                }
            }
            Transfer::Events(frames) => match frames.read(piece) {
                Ok(frames) => {
                    for frame in frames {
                        self.decode(frame.name.as_deref(), &frame.data, &mut out);
                    }
                }
                Err(error) => self.fail(&corrupt(&error.to_string()), &mut out),
            },
        }
        out
    }

    /// Ends the answer, when no more bytes come, and returns the last events: the end mark, or why there is none.
    pub fn end(&mut self) -> String {
        let mut out = String::new();
        if let Transfer::Whole(whole) = &mut self.transfer
            && !self.over
        {
            match String::from_utf8(std::mem::take(whole)) {
                Ok(text) => self.decode(None, &text, &mut out),
                Err(_) => self.fail(&corrupt("it is not UTF-8"), &mut out),
            }
        }
        if !self.over {
            match self.decoder.end() {
                Ok(()) => self.finish(&mut out),
                Err(_) => self.fail(&ProviderError::CutOff, &mut out),
            }
        }
        out
    }
}

impl AnswerDecoder {
    fn decode(&mut self, name: Option<&str>, data: &str, out: &mut String) {
        if self.over || data.trim().is_empty() {
            return;
        }
        match self.decoder.decode(name, data) {
            Ok(Event::Deltas(deltas)) => {
                for delta in deltas {
                    match delta {
                        Delta::Usage(usage) => self.usage = Some(usage),
                        delta => push(out, &wire::chunk_to_json(&delta, &self.head)),
                    }
                }
            }
            Ok(Event::Done) => self.finish(out),
            Ok(Event::Failed(failure)) => {
                let asked = Asked { model: &self.head.model, key: "" };
                self.fail(&ProviderError::from_failure(&failure, asked), out);
            }
            Ok(Event::Unknown) => {}
            Err(error) => self.fail(&corrupt(&error.to_string()), out),
        }
    }

    fn finish(&mut self, out: &mut String) {
        self.over = true;
        if let Some(usage) = self.usage {
            push(out, &wire::chunk_to_json(&Delta::Usage(usage), &self.head));
        }
        out.push_str(&format!("data: {DONE}\n\n"));
    }

    fn fail(&mut self, error: &ProviderError, out: &mut String) {
        if !self.over {
            self.over = true;
            push(out, &to_failure(error, &self.host).to_json());
        }
    }
}

fn corrupt(problem: &str) -> ProviderError {
    ProviderError::Corrupt { problem: problem.to_owned() }
}

fn push(out: &mut String, event: &Value) {
    out.push_str(&format!("data: {event}\n\n"));
}
