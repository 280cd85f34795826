//! Requests as they are written, as they are parsed, and as other clients write them.

use serde_json::{Value, json};

use super::*;
use crate::{Effort, Options, Reasoning, ReasoningKind, ResponseFormat, ToolChoice};

fn request(messages: Vec<Message>) -> Request {
    Request { messages, ..Request::default() }
}

fn image() -> Image {
    Image {
        media_type: "image/png".into(),
        base64: "iVBORw0KGgo=".into(),
        detail: Some("low".into()),
    }
}

#[test]
fn a_full_request_is_written_in_the_format_and_read_back_unchanged() {
    let call = ToolCall {
        id: "call_1".into(),
        name: "run_python".into(),
        arguments: "{\"code\":\"1+1\"}".into(),
        extra: Some(json!({ "google": { "thought_signature": "c2ln" } })),
    };
    let thought = Reasoning {
        text: "Add them.".into(),
        signature: Some("EqQB".into()),
        format: Some("anthropic-claude-v1".into()),
        ..Reasoning::default()
    };
    let hidden = Reasoning {
        kind: ReasoningKind::Encrypted,
        data: Some("gAAA".into()),
        id: Some("rs_1".into()),
        ..Reasoning::default()
    };
    let request = Request {
        model: Some("small".into()),
        messages: vec![
            Message::System("Be exact.".into()),
            Message::user("What is 1+1?"),
            Message::Assistant {
                text: String::new(),
                calls: vec![call],
                reasoning: vec![thought, hidden],
            },
            Message::Tool { call_id: "call_1".into(), text: "2".into(), images: vec![image()] },
            Message::User(vec![Part::Text("The figure:".into()), Part::Image(image())]),
            Message::assistant("Two."),
        ],
        tools: vec![Tool {
            name: "run_python".into(),
            description: "Runs Python.".into(),
            parameters: json!({ "type": "object" }),
            strict: Some(true),
        }],
        stream: true,
        options: Options { max_tokens: Some(900), ..Options::default() },
    };
    let figure = json!({ "type": "image_url",
        "image_url": { "url": "data:image/png;base64,iVBORw0KGgo=", "detail": "low" } });
    let body = request_to_json(&request);
    assert_eq!(
        body,
        json!({
            "model": "small",
            "messages": [
                { "role": "system", "content": "Be exact." },
                { "role": "user", "content": "What is 1+1?" },
                { "role": "assistant", "content": null,
                  "reasoning_details": [
                    { "type": "reasoning.text", "text": "Add them.", "signature": "EqQB", "format": "anthropic-claude-v1" },
                    { "type": "reasoning.encrypted", "data": "gAAA", "id": "rs_1" } ],
                  "tool_calls": [{ "id": "call_1", "type": "function",
                    "function": { "name": "run_python", "arguments": "{\"code\":\"1+1\"}" },
                    "extra_content": { "google": { "thought_signature": "c2ln" } } }] },
                { "role": "tool", "tool_call_id": "call_1", "content": [{ "type": "text", "text": "2" }, figure] },
                { "role": "user", "content": [{ "type": "text", "text": "The figure:" }, figure] },
                { "role": "assistant", "content": "Two." },
            ],
            "tools": [{ "type": "function", "function": { "name": "run_python", "description": "Runs Python.",
                "parameters": { "type": "object" }, "strict": true } }],
            "stream": true, "stream_options": { "include_usage": true }, "max_tokens": 900,
        })
    );
    assert!(wants_usage(&body));
    assert_eq!(request_from_json(&body), Ok(request));
}

#[test]
fn every_option_is_relayed() {
    let format = ResponseFormat::JsonSchema {
        name: "total".into(),
        description: Some("The total.".into()),
        schema: json!({ "type": "object" }),
        strict: Some(true),
    };
    let further = json!({ "logit_bias": { "50256": -100 }, "service_tier": "flex", "top_k": 40, "user": "u1" });
    let options = Options {
        max_tokens: Some(5),
        temperature: Some(0.5),
        top_p: Some(0.9),
        frequency_penalty: Some(0.25),
        presence_penalty: Some(-1.0),
        seed: Some(-7),
        stop: vec!["END".into()],
        tool_choice: Some(ToolChoice::Tool("run_python".into())),
        parallel_tool_calls: Some(false),
        format: Some(format),
        effort: Some(Effort::Low),
        further: further.as_object().cloned().unwrap_or_default(),
    };
    let request = Request { messages: vec![Message::user("Hi")], options, ..Request::default() };
    let body = request_to_json(&request);
    assert_eq!(
        body,
        json!({
            "messages": [{ "role": "user", "content": "Hi" }], "stream": false, "max_tokens": 5, "temperature": 0.5,
            "top_p": 0.9, "frequency_penalty": 0.25, "presence_penalty": -1.0, "seed": -7, "stop": ["END"],
            "tool_choice": { "type": "function", "function": { "name": "run_python" } },
            "parallel_tool_calls": false,
            "response_format": { "type": "json_schema", "json_schema": { "name": "total",
                "description": "The total.", "schema": { "type": "object" }, "strict": true } },
            "reasoning_effort": "low",
            "logit_bias": { "50256": -100 }, "service_tier": "flex", "top_k": 40, "user": "u1",
        })
    );
    assert_eq!(request_from_json(&body), Ok(request));
}

#[test]
fn requests_of_other_clients_are_parsed() {
    let check = |message: Value, wanted: Message| {
        let body = json!({ "messages": [message], "temperature": null, "n": 1, "logprobs": false });
        assert_eq!(request_from_json(&body), Ok(request(vec![wanted])));
    };
    let system = Message::System("Be exact.".into());
    check(json!({ "role": "developer", "content": "Be exact." }), system.clone());
    check(
        json!({ "role": "system", "content": [{ "type": "text", "text": "Be exact." }] }),
        system,
    );
    check(
        json!({ "role": "user", "content": [{ "type": "text", "text": "Hi" }], "name": null }),
        Message::user("Hi"),
    );
    check(
        json!({ "role": "tool", "tool_call_id": "x", "content": [
            { "type": "text", "text": "one" }, { "type": "text", "text": "two" }] }),
        Message::tool("x", "one\ntwo"),
    );
    check(
        json!({ "role": "assistant", "content": null, "tool_calls": null }),
        Message::assistant(""),
    );
    // What an SDK writes of an answer that it received.
    check(
        json!({ "role": "assistant", "content": null, "refusal": "I can't.", "annotations": [], "audio": null }),
        Message::assistant("I can't."),
    );
    let thought = Reasoning { text: "Hm.".into(), ..Reasoning::default() };
    check(
        json!({ "role": "assistant", "content": "Two.", "reasoning_content": "Hm." }),
        Message::Assistant { text: "Two.".into(), calls: Vec::new(), reasoning: vec![thought] },
    );
    let newer = json!({ "messages": [{ "role": "user", "content": "Hi" }], "max_completion_tokens": 5, "max_tokens": 9 });
    assert_eq!(request_from_json(&newer).map(|request| request.options.max_tokens), Ok(Some(5)));
}

#[test]
fn a_bad_request_gets_an_error_that_says_where_and_what_to_change() {
    let check = |body: Value, wanted: &str| {
        assert_eq!(
            request_from_json(&body).map_err(|error| error.to_string()),
            Err(wanted.to_owned())
        );
    };
    let user = |content: Value| json!({ "messages": [{ "role": "user", "content": content }] });
    check(json!([]), "body: is not a JSON object; send an object with `messages`");
    check(json!({}), "messages: is missing; add it");
    check(json!({ "messages": [] }), "messages: is empty; add at least one message");
    check(json!({ "messages": "Hi" }), "messages: is a string; make it an array");
    check(json!({ "messages": [{ "content": "Hi" }] }), "messages[0].role: is missing; add it");
    check(
        json!({ "messages": [{ "role": "function", "content": "Hi" }] }),
        "messages[0].role: `function` is unknown; use system, developer, user, assistant or tool",
    );
    check(
        user(json!(7)),
        "messages[0].content: is a number; make it a string or an array of parts",
    );
    check(
        user(json!([{ "type": "input_audio" }])),
        "messages[0].content[0].type: `input_audio` is unknown; use text or image_url",
    );
    for url in
        ["https://example.org/a.png", "data:text/html;base64,AAAA", "data:image/png;base64,a b"]
    {
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
    let field = |key: &str, value: Value, wanted: &str| {
        let mut body = json!({ "messages": [{ "role": "user", "content": "Hi" }] });
        body[key] = value;
        check(body, wanted);
    };
    field("unheard_of", json!(1), "unheard_of: is a field that is not relayed; leave it out");
    field("logprobs", json!(true), "logprobs: log probabilities are not relayed; leave it out");
    field("functions", json!([{}]), "functions: is not relayed; use `tools`");
    field(
        "modalities",
        json!(["text", "audio"]),
        "modalities: answers are text only; leave it out",
    );
    field("temperature", json!("hot"), "temperature: is a string; make it a number");
    field("stop", json!(1), "stop: is a number; make it a string or an array of strings");
    field(
        "stream_options",
        json!({ "a": 1 }),
        "stream_options.a: is a field that is not relayed; leave it out",
    );
    field(
        "reasoning_effort",
        json!("extreme"),
        "reasoning_effort: `extreme` is unknown; use one of none, minimal, low, medium, high, xhigh",
    );
    field(
        "response_format",
        json!({ "type": "xml" }),
        "response_format.type: `xml` is unknown; use text, json_object or json_schema",
    );
    field(
        "tool_choice",
        json!("any"),
        "tool_choice: `any` is unknown; use auto, none, required or a function by its name",
    );
    check(
        json!({ "messages": [{ "role": "user", "content": "Hi", "name": "Ada" }] }),
        "messages[0].name: is a field that is not relayed; leave it out",
    );
    check(
        json!({ "messages": [{ "role": "system", "content": [{ "type": "image_url",
            "image_url": { "url": "data:image/png;base64,AAAA" } }] }] }),
        "messages[0].content: has an image, which only messages of the user and of tools can hold; move it to one",
    );
    check(
        json!({ "messages": [{ "role": "assistant", "content": "a",
            "reasoning_details": [{ "type": "reasoning.text", "index": 5000 }] }] }),
        "messages[0].reasoning_details[0].index: is 5000; keep it below 1024",
    );
}
