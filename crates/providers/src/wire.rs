//! The wire formats that providers speak, behind one interface for the owners of connections.

use chat::{
    Request,
    thinking::Thoughts,
    wire::{Event, WireError},
};
use serde_json::Value;

use crate::{Options, Unsupported, anthropic, openai_chat, openai_responses};

/// A wire format.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wire {
    /// OpenAI Chat Completions, which most providers and every local server speak.
    #[default]
    ChatCompletions,
    /// OpenAI Responses.
    Responses,
    /// Anthropic Messages.
    Anthropic,
}

/// The header that carries a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Auth {
    /// `Authorization: Bearer …`.
    Bearer,
    /// `api-key`, of Azure.
    ApiKey,
    /// `x-api-key`, of Anthropic.
    XApiKey,
    /// None.
    None,
}

impl Wire {
    /// Every wire.
    pub const ALL: [Self; 3] = [Self::ChatCompletions, Self::Responses, Self::Anthropic];

    /// Returns its name in a configuration, the `kind` of a provider.
    pub fn word(self) -> &'static str {
        match self {
            Self::ChatCompletions => "chat-completions",
            Self::Responses => "responses",
            Self::Anthropic => "anthropic",
        }
    }

    /// Returns the wire of that name.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|wire| wire.word() == word)
    }

    /// Returns the path below the base URL, which requests are posted to.
    pub fn path(self) -> &'static str {
        match self {
            Self::ChatCompletions => "chat/completions",
            Self::Responses => "responses",
            Self::Anthropic => "messages",
        }
    }

    /// Returns the header that carries the key, unless the configuration names another.
    pub fn auth(self) -> Auth {
        match self {
            Self::ChatCompletions | Self::Responses => Auth::Bearer,
            Self::Anthropic => Auth::XApiKey,
        }
    }

    /// Returns the headers that every request has, as names and values.
    pub fn headers(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::ChatCompletions | Self::Responses => &[],
            Self::Anthropic => &[("anthropic-version", "2023-06-01")],
        }
    }

    /// Returns the body of the request, which always asks for a stream.
    ///
    /// # Errors
    /// The first field that has no place in this format or that this model refuses: none is dropped
    /// silently.
    pub fn body(self, request: &Request, options: &Options) -> Result<Value, Unsupported> {
        match self {
            Self::ChatCompletions => openai_chat::body(request, options),
            Self::Responses => openai_responses::body(request, options),
            Self::Anthropic => anthropic::body(request, options),
        }
    }

    /// Returns a decoder at the beginning of an answer.
    pub fn decoder(self) -> Decoder {
        let state = match self {
            Self::ChatCompletions => State::ChatCompletions(openai_chat::Decoder::default()),
            Self::Responses => State::Responses(openai_responses::Decoder::default()),
            Self::Anthropic => State::Anthropic(anthropic::Decoder::default()),
        };
        Decoder { state, thoughts: Thoughts::default() }
    }

    /// Returns whether a response says that the server does not know `stream_options`, so that the
    /// request should be repeated with [`Options::usage`] off. `body` is the text of the response.
    pub fn refuses_usage(self, status: u16, body: &str) -> bool {
        self == Self::ChatCompletions && openai_chat::refuses_usage(status, body)
    }
}

/// A decoder of the events of one answer.
#[derive(Clone, Debug)]
pub struct Decoder {
    state: State,
    /// What the model thinks within its text.
    thoughts: Thoughts,
}

#[derive(Clone, Debug)]
enum State {
    ChatCompletions(openai_chat::Decoder),
    Responses(openai_responses::Decoder),
    Anthropic(anthropic::Decoder),
}

impl Decoder {
    /// Decodes one event: its name if it has one, and its data. The whole body of a server that
    /// does not stream is decoded as one event without a name.
    ///
    /// # Errors
    /// Data that is not JSON or not of this format: the stream is corrupt.
    pub fn decode(&mut self, name: Option<&str>, data: &str) -> Result<Event, WireError> {
        let event = match &mut self.state {
            State::ChatCompletions(decoder) => decoder.decode(data),
            State::Responses(decoder) => decoder.decode(name, data),
            State::Anthropic(decoder) => decoder.decode(name, data),
        }?;
        Ok(match event {
            Event::Deltas(deltas) => Event::Deltas(self.thoughts.convert(deltas)),
            other => other,
        })
    }

    /// Checks, when no more bytes come, that the answer was complete.
    ///
    /// # Errors
    /// [`WireError::CutOff`] unless the provider's own end mark, or its failure, was decoded.
    pub fn end(&self) -> Result<(), WireError> {
        match &self.state {
            State::ChatCompletions(decoder) => decoder.end(),
            State::Responses(decoder) => decoder.end(),
            State::Anthropic(decoder) => decoder.end(),
        }
    }
}

#[cfg(test)]
mod tests {
    use chat::{Delta, Reasoning};

    use super::*;

    #[test]
    fn each_wire_has_its_name_address_and_headers() {
        for (wire, word, path, auth, headers) in [
            (Wire::ChatCompletions, "chat-completions", "chat/completions", Auth::Bearer, &[][..]),
            (Wire::Responses, "responses", "responses", Auth::Bearer, &[]),
            (
                Wire::Anthropic,
                "anthropic",
                "messages",
                Auth::XApiKey,
                &[("anthropic-version", "2023-06-01")],
            ),
        ] {
            assert_eq!(
                (wire.word(), wire.path(), wire.auth(), wire.headers()),
                (word, path, auth, headers)
            );
            assert_eq!(Wire::from_word(word), Some(wire));
        }
        assert_eq!(Wire::from_word("openai"), None);
    }

    #[test]
    fn what_a_model_thinks_in_its_text_is_reasoning_on_every_wire() {
        let chat =
            r#"{"choices":[{"delta":{"content":"<think>a</think>b"},"finish_reason":"stop"}]}"#;
        let responses = r#"{"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"<think>a</think>b"}"#;
        let anthropic = r#"{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"<think>a</think>b"}}"#;
        let begun =
            r#"{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}"#;
        let thought = Reasoning { text: "a".to_owned(), ..Reasoning::default() };
        for (wire, events) in [
            (Wire::ChatCompletions, &[chat][..]),
            (Wire::Responses, &[responses]),
            (Wire::Anthropic, &[begun, anthropic]),
        ] {
            let mut decoder = wire.decoder();
            let mut deltas = Vec::new();
            for event in events {
                if let Ok(Event::Deltas(more)) = decoder.decode(None, event) {
                    deltas.extend(more);
                }
            }
            deltas.retain(|delta| !matches!(delta, Delta::Finish(_)));
            let expected =
                [Delta::Reasoning { index: 0, part: thought.clone() }, Delta::Text("b".to_owned())];
            assert_eq!(deltas, expected, "{wire:?}");
        }
    }

    #[test]
    fn only_chat_completions_asks_for_the_usage() {
        let body = "Unrecognized request argument: stream_options";
        let refused = Wire::ALL.map(|wire| wire.refuses_usage(400, body));
        assert_eq!(refused, [true, false, false]);
    }
}
