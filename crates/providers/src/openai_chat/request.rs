//! Encodes a neutral request as the body for the provider.

use chat::{Message, Part, Request, wire};
use serde_json::{Value, json};

/// The options of a provider and its model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The provider's name of the model, which replaces that of the request.
    pub model: String,
    /// Whether the model understands images. If not, a note replaces them.
    pub images: bool,
    /// Whether to ask for the usage at the end of the stream. Some servers refuse a request that does.
    pub usage: bool,
    /// Whether the limit of tokens is called `max_completion_tokens`, as newer models of OpenAI's demand,
    /// which refuse `max_tokens`; other servers know only the latter.
    pub completion_limit: bool,
    /// Whether the model is a small one: it is asked without randomness, and for no more tokens than a program
    /// needs, since such models may repeat themselves without end.
    pub small: bool,
}

/// The most tokens of a small model's answer.
const SMALL_ANSWER: u32 = 1_200;

/// Returns the body of the streaming request to the provider.
pub fn body(request: &Request, options: &Options) -> Value {
    let messages = request.messages.iter().map(|message| adapted(message, options)).collect();
    let max_tokens = request.max_tokens.or(options.small.then_some(SMALL_ANSWER));
    let model = Some(options.model.clone());
    let request = Request { model, messages, stream: true, max_tokens, ..request.clone() };
    let mut body = wire::request_to_json(&request);
    if let Value::Object(body) = &mut body {
        if !options.usage {
            body.remove("stream_options");
        }
        if options.small {
            body.insert("temperature".to_owned(), json!(0));
        }
        if options.completion_limit
            && let Some(limit) = body.remove("max_tokens")
        {
            body.insert("max_completion_tokens".to_owned(), json!(limit));
        }
    }
    body
}

/// Returns whether a response says that the server does not know `stream_options`, so that the request should
/// be repeated without it. `body` is the text of the response.
pub fn refuses_usage(status: u16, body: &str) -> bool {
    matches!(status, 400 | 422) && (body.contains("stream_options") || body.contains("include_usage"))
}

/// Removes from the message what the model or older servers cannot take: images if it does not understand
/// them, and lists of parts where text suffices.
fn adapted(message: &Message, options: &Options) -> Message {
    let Message::User(parts) = message else { return message.clone() };
    if options.images && parts.iter().any(|part| matches!(part, Part::Image(_))) {
        return message.clone();
    }
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        Part::Image(_) => {
            "[An image was left out: this model is set up as one that does not understand images.]"
        }
    });
    Message::user(texts.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use chat::Image;

    use super::*;

    fn check(images: bool, usage: bool, completion_limit: bool, wanted: &Value) {
        let image = Image { media_type: "image/png".into(), base64: "AAAA".into() };
        let request = Request {
            model: Some("what the page says".into()),
            messages: vec![
                Message::System("Be exact.".into()),
                Message::User(vec![Part::Text("a".into()), Part::Text("b".into())]),
                Message::User(vec![Part::Text("Figure:".into()), Part::Image(image)]),
            ],
            tools: Vec::new(),
            stream: false,
            max_tokens: Some(5),
        };
        let options = Options { model: "small".into(), images, usage, completion_limit, small: false };
        assert_eq!(&body(&request, &options), wanted);
    }

    #[test]
    fn the_body_is_adapted_to_the_provider() {
        let figure = json!([
            { "type": "text", "text": "Figure:" },
            { "type": "image_url", "image_url": { "url": "data:image/png;base64,AAAA" } },
        ]);
        let note =
            "Figure:\n[An image was left out: this model is set up as one that does not understand images.]";
        let messages = |last: Value| {
            json!([
                { "role": "system", "content": "Be exact." },
                { "role": "user", "content": "a\nb" },
                { "role": "user", "content": last },
            ])
        };
        check(
            true,
            true,
            true,
            &json!({
                "model": "small", "messages": messages(figure), "stream": true,
                "stream_options": { "include_usage": true }, "max_completion_tokens": 5,
            }),
        );
        check(
            false,
            false,
            false,
            &json!({ "model": "small", "messages": messages(json!(note)), "stream": true, "max_tokens": 5 }),
        );
    }

    #[test]
    fn a_small_model_answers_without_randomness_and_within_a_limit() {
        let mut options =
            Options { model: "m".into(), images: false, usage: false, completion_limit: false, small: true };
        let mut request =
            Request { model: None, messages: vec![], tools: vec![], stream: true, max_tokens: None };
        let sent = |request: &Request, options: &Options| {
            let body = body(request, options);
            (body.get("temperature").cloned(), body.get("max_tokens").cloned())
        };
        assert_eq!(sent(&request, &options), (Some(json!(0)), Some(json!(1200))));
        request.max_tokens = Some(5);
        assert_eq!(sent(&request, &options), (Some(json!(0)), Some(json!(5))));
        options.small = false;
        request.max_tokens = None;
        assert_eq!(sent(&request, &options), (None, None));
    }

    #[test]
    fn a_server_that_refuses_stream_options_is_recognised() {
        assert!(refuses_usage(
            400,
            r#"{"error":{"message":"Unrecognized request argument: stream_options"}}"#
        ));
        assert!(refuses_usage(422, "extra fields not permitted: include_usage"));
        assert!(!refuses_usage(400, "no such model"));
        assert!(!refuses_usage(500, "stream_options"));
    }
}
