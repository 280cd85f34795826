//! Bodies as they are adapted to the provider.

use chat::{Image, Message, Part, ToolCall};
use serde_json::json;

use super::{super::conversation::adapted, *};
use crate::no_image::NO_IMAGE;

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
    let note = "Figure:\n[An image was left out: this model is set up as one that does not understand images.]";
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
    let result = |id: &str| Message::Tool {
        call_id: id.into(),
        text: "2".into(),
        images: vec![image.clone()],
    };
    let calls = ["a", "b"].map(|id| ToolCall { id: id.into(), ..ToolCall::default() }).to_vec();
    let called = Message::Assistant {
        text: String::new(),
        calls,
        reasoning: vec![chat::Reasoning::default()],
    };
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
