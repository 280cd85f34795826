//! Requests as they are written, as they are parsed, and as other clients write them.

use serde_json::{Value, json};

use super::*;

fn request(messages: Vec<Message>) -> Request {
    Request { model: None, messages, tools: Vec::new(), stream: false, max_tokens: None }
}

#[test]
fn a_full_request_is_written_in_the_format_and_read_back_unchanged() {
    let call =
        ToolCall { id: "call_1".into(), name: "run_python".into(), arguments: "{\"code\":\"1+1\"}".into() };
    let image = Image { media_type: "image/png".into(), base64: "iVBORw0KGgo=".into() };
    let request = Request {
        model: Some("small".into()),
        messages: vec![
            Message::System("Be exact.".into()),
            Message::user("What is 1+1?"),
            Message::Assistant { text: String::new(), calls: vec![call] },
            Message::Tool { call_id: "call_1".into(), text: "2".into() },
            Message::User(vec![Part::Text("The figure:".into()), Part::Image(image)]),
            Message::Assistant { text: "Two.".into(), calls: Vec::new() },
        ],
        tools: vec![Tool {
            name: "run_python".into(),
            description: "Runs Python.".into(),
            parameters: json!({ "type": "object" }),
        }],
        stream: true,
        max_tokens: Some(900),
    };
    let body = request_to_json(&request);
    assert_eq!(
        body,
        json!({
            "model": "small",
            "messages": [
                { "role": "system", "content": "Be exact." },
                { "role": "user", "content": "What is 1+1?" },
                { "role": "assistant", "content": null, "tool_calls": [{ "id": "call_1", "type": "function",
                    "function": { "name": "run_python", "arguments": "{\"code\":\"1+1\"}" } }] },
                { "role": "tool", "tool_call_id": "call_1", "content": "2" },
                { "role": "user", "content": [
                    { "type": "text", "text": "The figure:" },
                    { "type": "image_url", "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=" } },
                ] },
                { "role": "assistant", "content": "Two." },
            ],
            "tools": [{ "type": "function", "function": {
                "name": "run_python", "description": "Runs Python.", "parameters": { "type": "object" } } }],
            "stream": true, "stream_options": { "include_usage": true }, "max_tokens": 900,
        })
    );
    assert!(wants_usage(&body));
    assert_eq!(request_from_json(&body), Ok(request));
}

#[test]
fn requests_of_other_clients_are_parsed() {
    let check = |message: Value, wanted: Message| {
        let body = json!({ "messages": [message], "temperature": 0, "unheard_of": { "a": 1 } });
        assert_eq!(request_from_json(&body), Ok(request(vec![wanted])));
    };
    let system = Message::System("Be exact.".into());
    check(json!({ "role": "developer", "content": "Be exact." }), system.clone());
    check(json!({ "role": "system", "content": [{ "type": "text", "text": "Be exact." }] }), system);
    check(
        json!({ "role": "user", "content": [{ "type": "text", "text": "Hi" }], "name": "Ada" }),
        Message::user("Hi"),
    );
    check(
        json!({ "role": "tool", "tool_call_id": "x", "content": [
            { "type": "text", "text": "one" }, { "type": "text", "text": "two" }] }),
        Message::Tool { call_id: "x".into(), text: "one\ntwo".into() },
    );
    check(
        json!({ "role": "assistant", "content": null, "tool_calls": null }),
        Message::Assistant { text: String::new(), calls: Vec::new() },
    );
    let newer = json!({ "messages": [{ "role": "user", "content": "Hi" }], "max_completion_tokens": 5, "max_tokens": 9 });
    assert_eq!(request_from_json(&newer).map(|request| request.max_tokens), Ok(Some(5)));
}

#[test]
fn a_bad_request_gets_an_error_that_says_where_and_what_to_change() {
    let check = |body: Value, wanted: &str| {
        assert_eq!(request_from_json(&body).map_err(|error| error.to_string()), Err(wanted.to_owned()));
    };
    let user = |content: Value| json!({ "messages": [{ "role": "user", "content": content }] });
    check(json!([]), "body: is no JSON object; send an object with `messages`");
    check(json!({}), "messages: is missing; add it");
    check(json!({ "messages": [] }), "messages: is empty; add at least one message");
    check(json!({ "messages": "Hi" }), "messages: is a string; make it an array");
    check(json!({ "messages": [{ "content": "Hi" }] }), "messages[0].role: is missing; add it");
    check(
        json!({ "messages": [{ "role": "function", "content": "Hi" }] }),
        "messages[0].role: `function` is unknown; use system, developer, user, assistant or tool",
    );
    check(user(json!(7)), "messages[0].content: is a number; make it a string or an array of parts");
    check(
        user(json!([{ "type": "input_audio" }])),
        "messages[0].content[0].type: `input_audio` is unknown; use text or image_url",
    );
    for url in ["https://example.org/a.png", "data:text/html;base64,AAAA", "data:image/png;base64,a b"] {
        check(
            user(json!([{ "type": "image_url", "image_url": { "url": url } }])),
            "messages[0].content[0].image_url.url: is not a base64 data URL; send the image itself as \
             `data:image/png;base64,…`",
        );
    }
    check(
        json!({ "messages": [{ "role": "tool", "content": "2" }] }),
        "messages[0].tool_call_id: is missing; add it",
    );
    check(
        json!({ "messages": [{ "role": "user", "content": "Hi" }], "n": 2 }),
        "n: only one answer can be asked for; leave it out",
    );
    check(
        json!({ "messages": [{ "role": "user", "content": "Hi" }], "stream": "yes" }),
        "stream: is a string; make it true or false",
    );
    check(
        json!({ "messages": [{ "role": "user", "content": "Hi" }], "tools": [{ "type": "web_search" }] }),
        "tools[0].type: only tools of type `function` can be called; change it",
    );
}
