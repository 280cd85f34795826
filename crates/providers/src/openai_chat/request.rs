//! Encodes a neutral request as the body for the provider.

use chat::{Message, Part, Request, wire};
use serde_json::{Value, json};

use crate::{Options, Unsupported};

/// The most tokens of a small model's answer.
const SMALL_ANSWER: u32 = 1_200;

/// Returns the body of the streaming request to the provider.
pub(crate) fn body(request: &Request, options: &Options) -> Result<Value, Unsupported> {
    let messages = adapted(&request.messages, options);
    let mut settings = request.options.clone();
    settings.max_tokens = settings.max_tokens.or(options.small.then_some(SMALL_ANSWER));
    settings.temperature = settings.temperature.or(options.small.then_some(0.0));
    let model = Some(options.model.clone());
    let request = Request { model, messages, stream: true, options: settings, ..request.clone() };
    let mut body = wire::request_to_json(&request);
    if let Value::Object(body) = &mut body {
        if !options.usage {
            body.remove("stream_options");
        }
        if options.completion_limit
            && let Some(limit) = body.remove("max_tokens")
        {
            body.insert("max_completion_tokens".to_owned(), json!(limit));
        }
    }
    Ok(body)
}

/// Returns whether a response says that the server does not know `stream_options`, so that the request should
/// be repeated without it. `body` is the text of the response.
pub(crate) fn refuses_usage(status: u16, body: &str) -> bool {
    matches!(status, 400 | 422) && (body.contains("stream_options") || body.contains("include_usage"))
}

/// What stands in place of an image that the model cannot see.
const NO_IMAGE: &str =
    "[An image was left out: this model is set up as one that does not understand images.]";

/// Returns the messages as the model and older servers take them: without reasoning, without lists of parts where text
/// suffices, and without images if the model does not understand them. Images of tools follow their results in a
/// message of the user, since results are text in this format.
fn adapted(messages: &[Message], options: &Options) -> Vec<Message> {
    let mut adapted = Vec::with_capacity(messages.len());
    let mut figures = Vec::new();
    for message in messages {
        let next = match message {
            Message::Tool { call_id, text, images } => {
                let mut text = text.clone();
                if options.images {
                    figures.extend(images.iter().cloned().map(Part::Image));
                } else {
                    images.iter().for_each(|_| text = format!("{text}\n{NO_IMAGE}"));
                }
                Message::tool(call_id, text)
            }
            Message::User(parts) => {
                user(introduced(&mut figures).into_iter().chain(parts.iter().cloned()), options)
            }
            Message::Assistant { text, calls, .. } => {
                adapted.extend((!figures.is_empty()).then(|| Message::User(introduced(&mut figures))));
                Message::Assistant { text: text.clone(), calls: calls.clone(), reasoning: Vec::new() }
            }
            Message::System(_) => message.clone(),
        };
        adapted.push(next);
    }
    adapted.extend((!figures.is_empty()).then(|| Message::User(introduced(&mut figures))));
    adapted
}

/// Returns a message of the user, as plain text if it has no image or the model does not understand images.
fn user(parts: impl Iterator<Item = Part>, options: &Options) -> Message {
    let parts: Vec<Part> = parts.collect();
    if options.images && parts.iter().any(|part| matches!(part, Part::Image(_))) {
        return Message::User(parts);
    }
    let texts = parts.iter().map(|part| match part {
        Part::Text(text) => text.as_str(),
        Part::Image(_) => NO_IMAGE,
    });
    Message::user(texts.collect::<Vec<_>>().join("\n"))
}

/// Takes the figures of the results so far, with a sentence that says what they are.
fn introduced(figures: &mut Vec<Part>) -> Vec<Part> {
    if figures.is_empty() {
        return Vec::new();
    }
    let mut parts = vec![Part::Text("The figures that the tools made:".to_owned())];
    parts.append(figures);
    parts
}

#[cfg(test)]
mod tests {
    use chat::{Image, ToolCall};

    use super::*;

    fn check(images: bool, usage: bool, completion_limit: bool, wanted: &Value) {
        let image = Image { media_type: "image/png".into(), base64: "AAAA".into(), detail: None };
        let request = Request {
            model: Some("what the page says".into()),
            messages: vec![
                Message::System("Be exact.".into()),
                Message::User(vec![Part::Text("a".into()), Part::Text("b".into())]),
                Message::User(vec![Part::Text("Figure:".into()), Part::Image(image)]),
            ],
            tools: Vec::new(),
            stream: false,
            options: chat::Options { max_tokens: Some(5), ..chat::Options::default() },
        };
        let options =
            Options { model: "small".into(), images, usage, completion_limit, ..Options::default() };
        assert_eq!(body(&request, &options).as_ref(), Ok(wanted));
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
    fn figures_of_tools_follow_all_their_results() {
        let image = Image { media_type: "image/png".into(), base64: "AAAA".into(), detail: None };
        let result =
            |id: &str| Message::Tool { call_id: id.into(), text: "2".into(), images: vec![image.clone()] };
        let calls = ["a", "b"].map(|id| ToolCall { id: id.into(), ..ToolCall::default() }).to_vec();
        let called =
            Message::Assistant { text: String::new(), calls, reasoning: vec![chat::Reasoning::default()] };
        let sent = |messages: &[Message], images: bool| {
            let options = Options { model: "m".into(), images, ..Options::default() };
            adapted(messages, &options)
        };
        let without = |message: &Message| match message {
            Message::Assistant { text, calls, .. } => {
                Message::Assistant { text: text.clone(), calls: calls.clone(), reasoning: Vec::new() }
            }
            other => other.clone(),
        };
        let figure = Part::Image(image.clone());
        let introduction = Part::Text("The figures that the tools made:".into());
        let messages = [called.clone(), result("a"), result("b"), Message::assistant("Two.")];
        let wanted = vec![
            without(&called),
            Message::tool("a", "2"),
            Message::tool("b", "2"),
            Message::User(vec![introduction.clone(), figure.clone(), figure.clone()]),
            Message::assistant("Two."),
        ];
        assert_eq!(sent(&messages, true), wanted);
        assert_eq!(sent(&messages[..3], true), wanted[..4]);
        let asked = [result("a"), Message::user("And now?")];
        let parts = vec![introduction, figure, Part::Text("And now?".into())];
        assert_eq!(sent(&asked, true), [Message::tool("a", "2"), Message::User(parts)]);
        let noted = format!("2\n{NO_IMAGE}");
        assert_eq!(sent(&asked, false), [Message::tool("a", noted), Message::user("And now?")]);
    }

    #[test]
    fn a_small_model_answers_without_randomness_and_within_a_limit() {
        let mut options = Options { model: "m".into(), small: true, ..Options::default() };
        let mut request = Request { stream: true, ..Request::default() };
        let sent = |request: &Request, options: &Options| {
            let body = body(request, options).unwrap();
            (body.get("temperature").cloned(), body.get("max_tokens").cloned())
        };
        assert_eq!(sent(&request, &options), (Some(json!(0.0)), Some(json!(1200))));
        request.options.max_tokens = Some(5);
        assert_eq!(sent(&request, &options), (Some(json!(0.0)), Some(json!(5))));
        options.small = false;
        request.options.max_tokens = None;
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
