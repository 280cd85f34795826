//! Requests as each wire writes them, and what each refuses.

use chat::{
    Effort, Image, Message, Options as Asked, Part, Reasoning, ReasoningKind, Request,
    ResponseFormat, Tool, ToolCall, ToolChoice,
};
use providers::{Options, ReasoningReturn, Thinking, Wire};
use serde_json::json;

use crate::golden;

fn image() -> Image {
    Image { media_type: "image/png".into(), base64: "iVBORw0KGgo=".into(), detail: None }
}

fn reasoning(kind: ReasoningKind, text: &str, id: Option<&str>, format: Option<&str>) -> Reasoning {
    let encrypted = kind == ReasoningKind::Encrypted;
    Reasoning {
        kind,
        text: if encrypted { String::new() } else { text.into() },
        data: encrypted.then(|| text.into()),
        signature: (kind == ReasoningKind::Text && format.is_some()).then(|| "EqQBCgIYAhIM".into()),
        id: id.map(Into::into),
        format: format.map(Into::into),
    }
}

/// Returns a conversation with everything that one can have, of which the model has been changed
/// twice.
fn conversation() -> Vec<Message> {
    let call = |id: &str, arguments: &str, extra: Option<serde_json::Value>| ToolCall {
        id: id.into(),
        name: "run_python".into(),
        arguments: arguments.into(),
        extra,
    };
    let signature = json!({ "google": { "thought_signature": "CikB" } });
    vec![
        Message::System("You analyse data.".into()),
        Message::System("Be exact.".into()),
        Message::User(vec![
            Part::Text("What is in this?".into()),
            Part::Text(" ".into()),
            Part::Image(image()),
        ]),
        Message::Assistant {
            text: "I look twice.".into(),
            calls: vec![
                call("call_1", r#"{"code":"1"}"#, Some(signature)),
                call("functions.run:2", "not JSON", None),
            ],
            reasoning: vec![
                reasoning(ReasoningKind::Text, "A table?", None, Some("anthropic-claude-v1")),
                reasoning(
                    ReasoningKind::Encrypted,
                    "EmwK",
                    Some("#1"),
                    Some("anthropic-claude-v1"),
                ),
                reasoning(
                    ReasoningKind::Summary,
                    "A table.",
                    Some("rs_1"),
                    Some("openai-responses-v1"),
                ),
                reasoning(
                    ReasoningKind::Encrypted,
                    "gAAA",
                    Some("rs_1"),
                    Some("openai-responses-v1"),
                ),
                reasoning(
                    ReasoningKind::Encrypted,
                    "gBBB",
                    Some("rs_2#2"),
                    Some("openai-responses-v1"),
                ),
                reasoning(ReasoningKind::Text, "Hm, a table.", None, None),
            ],
        },
        Message::Tool { call_id: "call_1".into(), text: "1".into(), images: vec![image()] },
        Message::tool("functions.run:2", ""),
        Message::user("And now?"),
        // A server without ids of its own begins again with each answer.
        Message::Assistant {
            text: String::new(),
            calls: vec![call("call_1", "", None)],
            reasoning: Vec::new(),
        },
        Message::tool("call_1", "3"),
    ]
}

fn tools() -> Vec<Tool> {
    let parameters = json!({ "type": "object", "properties": { "code": { "type": "string" } } });
    let run = Tool {
        name: "run_python".into(),
        description: "Runs Python.".into(),
        parameters,
        strict: Some(true),
    };
    vec![run, Tool { name: "list_files".into(), ..Tool::default() }]
}

fn options(model: &str) -> Options {
    Options { model: model.into(), images: true, usage: true, caching: true, ..Options::default() }
}

fn request(asked: Asked) -> Request {
    Request { model: None, messages: conversation(), tools: tools(), stream: true, options: asked }
}

#[track_caller]
fn check(wire: Wire, name: &str, request: &Request, options: &Options) {
    let body = wire.body(request, options).unwrap();
    golden(
        &format!("{}/{name}.json", wire.word()),
        &(serde_json::to_string_pretty(&body).unwrap() + "\n"),
    );
}

#[test]
fn a_conversation_is_written_as_each_wire_has_it() {
    for wire in Wire::ALL {
        check(wire, "request", &request(Asked::default()), &options("m"));
    }
    let thinking = Options { reasoning: true, ..options("m") };
    check(Wire::Responses, "request-thinking", &request(Asked::default()), &thinking);
    let details =
        Options { reasoning_return: ReasoningReturn::Details, call_extra: true, ..options("m") };
    check(Wire::ChatCompletions, "request-openrouter", &request(Asked::default()), &details);
    let content = Options { reasoning_return: ReasoningReturn::Content, ..options("m") };
    check(Wire::ChatCompletions, "request-deepseek", &request(Asked::default()), &content);
    let asked = Asked { seed: Some(7), max_tokens: Some(9), ..Asked::default() };
    let mistral =
        Options { images: false, ..Options::of("api.mistral.ai", "mistral-small-latest") };
    check(Wire::ChatCompletions, "request-mistral", &request(asked), &mistral);
    let openai = Options::of("api.openai.com", "gpt-5-mini");
    let asked = Asked { max_tokens: Some(9), temperature: Some(1.0), ..Asked::default() };
    check(Wire::ChatCompletions, "request-openai", &request(asked), &openai);
}

#[test]
fn how_an_answer_is_generated_is_written_as_each_wire_has_it() {
    let further = |fields: serde_json::Value| fields.as_object().unwrap().clone();
    let asked = Asked {
        max_tokens: Some(4000),
        effort: Some(Effort::High),
        tool_choice: Some(ToolChoice::Auto),
        parallel_tool_calls: Some(false),
        format: Some(ResponseFormat::JsonSchema {
            name: "answer".into(),
            description: Some("The answer.".into()),
            schema: json!({ "type": "object" }),
            strict: Some(true),
        }),
        further: further(json!({ "user": "u1", "service_tier": "default", "store": false })),
        ..Asked::default()
    };
    for wire in Wire::ALL {
        check(wire, "options", &request(asked.clone()), &options("m"));
    }
    let budget = Options { thinking: Thinking::Budget, ..options("claude-sonnet-4-5") };
    let fresh = Request { messages: vec![Message::user("Hi")], ..request(asked) };
    check(Wire::Anthropic, "options-budget", &fresh, &budget);
    let asked = Asked {
        temperature: Some(0.5),
        top_p: Some(0.9),
        stop: vec!["END".into()],
        tool_choice: Some(ToolChoice::Tool("run_python".into())),
        further: further(json!({ "top_k": 5 })),
        ..Asked::default()
    };
    // Set up as one that thinks, but a temperature is asked for.
    let thinking =
        Options { reasoning: true, max_output: Some(64_000), ..options("claude-sonnet-4-6") };
    check(Wire::Anthropic, "options-sampling", &request(asked), &thinking);
    let asked = Asked { temperature: Some(0.5), top_p: Some(0.9), ..Asked::default() };
    let further =
        further(json!({ "prompt_cache_key": "k", "verbosity": "low", "metadata": { "a": "b" } }));
    let asked = Asked {
        format: Some(ResponseFormat::JsonObject),
        tool_choice: Some(ToolChoice::Required),
        further,
        ..asked
    };
    check(Wire::Responses, "options-sampling", &request(asked), &options("gpt-4o"));
}

#[test]
fn the_most_effort_has_another_name_for_older_models_of_anthropics() {
    let request = request(Asked { effort: Some(Effort::XHigh), ..Asked::default() });
    for (model, word) in [("claude-opus-4-6", "max"), ("claude-opus-4-7", "xhigh"), ("m", "xhigh")]
    {
        let body = Wire::Anthropic.body(&request, &options(model)).unwrap();
        assert_eq!(body["output_config"]["effort"], word, "{model}");
    }
}

#[test]
fn one_question_without_tools_is_not_written_into_the_cache() {
    let messages = vec![Message::System("Be exact.".into()), Message::user("Hi")];
    let request = Request { messages, tools: Vec::new(), ..request(Asked::default()) };
    check(Wire::Anthropic, "one-question", &request, &options("m"));
}

#[test]
fn a_conversation_with_calls_defines_their_tools_even_if_none_is_offered() {
    let request = Request { tools: Vec::new(), ..request(Asked::default()) };
    check(Wire::Anthropic, "no-tools", &request, &Options { caching: false, ..options("m") });
}

#[test]
fn what_a_wire_or_a_model_cannot_take_is_refused_by_name() {
    let set = |change: &dyn Fn(&mut Asked)| {
        let mut asked = Asked::default();
        change(&mut asked);
        request(asked)
    };
    let further = |key: &str, value: serde_json::Value| {
        set(&|asked| drop(asked.further.insert(key.into(), value.clone())))
    };
    let refusal = |wire: Wire, request: &Request, options: &Options| {
        wire.body(request, options)
            .map_or_else(|refused| refused.to_string(), |_| "none".to_owned())
    };
    let no_option =
        |field: &str, api: &str| format!("{field}: {api} has no such option; leave it out");
    let fixed = |field: &str, model: &str| {
        format!("{field}: cannot be set for {model}, which refuses it; leave it out")
    };
    let (anthropic, responses) = ("Anthropic's Messages API", "OpenAI's Responses API");
    let cannot =
        |field: &str, api: &str| format!("{field}: cannot be carried by {api}; leave it out");
    let (any, fixed_model) = (options("m"), Options { fixed_sampling: true, ..options("m") });
    let never = Options { thinking: Thinking::Never, ..options("m") };
    let budget = Options { thinking: Thinking::Budget, ..options("m") };
    let cases = [
        (Wire::Anthropic, set(&|asked| asked.seed = Some(1)), &any, no_option("seed", anthropic)),
        (Wire::Anthropic, set(&|asked| asked.presence_penalty = Some(1.0)), &any, no_option("presence_penalty", anthropic)),
        (Wire::Anthropic, set(&|asked| asked.presence_penalty = Some(0.0)), &any, "none".into()),
        (Wire::Anthropic, set(&|asked| asked.temperature = Some(1.5)), &any, "temperature: is 1.5; Anthropic takes 0 to 1".into()),
        (Wire::Anthropic, set(&|asked| asked.temperature = Some(0.5)), &fixed_model, fixed("temperature", "m")),
        (Wire::Anthropic, set(&|asked| asked.temperature = Some(1.0)), &fixed_model, "none".into()),
        (Wire::Anthropic, further("top_k", json!(5)), &fixed_model, fixed("top_k", "m")),
        (Wire::Anthropic, further("logit_bias", json!({})), &any, cannot("logit_bias", anthropic)),
        (Wire::Anthropic, further("store", json!(true)), &any, cannot("store", anthropic)),
        (Wire::Anthropic, set(&|asked| asked.format = Some(ResponseFormat::JsonObject)), &any,
            "response_format.type: `json_object` does not exist in Anthropic's Messages API; use json_schema".into()),
        (Wire::Anthropic, set(&|asked| asked.effort = Some(Effort::Low)), &never,
            "reasoning_effort: this model does not think; leave it out".into()),
        (Wire::Anthropic, set(&|asked| asked.effort = Some(Effort::None)), &never, "none".into()),
        (Wire::Anthropic, set(&|asked| (asked.effort, asked.temperature) = (Some(Effort::Low), Some(0.5))), &any,
            "temperature: cannot be 0.5 while the model thinks; leave it out, or set reasoning_effort to none".into()),
        (Wire::Anthropic, set(&|asked| (asked.effort, asked.tool_choice) = (Some(Effort::Low), Some(ToolChoice::Required))), &any,
            "tool_choice: a tool cannot be forced while the model thinks; use `auto`, or set reasoning_effort to none".into()),
        (Wire::Anthropic, Request { messages: vec![Message::user("Hi")], ..set(&|asked| (asked.effort, asked.max_tokens) = (Some(Effort::Low), Some(1000))) }, &budget,
            "max_tokens: is 1000, which leaves no room for thinking; raise it above 1024, or set reasoning_effort to none".into()),
        (Wire::Anthropic, Request { tools: Vec::new(), ..set(&|asked| asked.tool_choice = Some(ToolChoice::Required)) }, &any,
            "tool_choice: there are no `tools` to choose from; add them".into()),
        (Wire::Responses, set(&|asked| asked.stop = vec!["x".into()]), &any, no_option("stop", responses)),
        (Wire::Responses, set(&|asked| asked.seed = Some(1)), &any, no_option("seed", responses)),
        (Wire::Responses, set(&|asked| asked.frequency_penalty = Some(1.0)), &any, no_option("frequency_penalty", responses)),
        (Wire::Responses, set(&|asked| asked.top_p = Some(0.5)), &fixed_model, fixed("top_p", "m")),
        (Wire::Responses, set(&|asked| (asked.top_p, asked.effort) = (Some(0.5), Some(Effort::None))), &fixed_model, "none".into()),
        (Wire::Responses, further("top_k", json!(5)), &any, cannot("top_k", responses)),
        (Wire::ChatCompletions, set(&|asked| asked.temperature = Some(0.0)), &fixed_model, fixed("temperature", "m")),
        (Wire::ChatCompletions, set(&|asked| asked.frequency_penalty = Some(1.0)), &fixed_model, fixed("frequency_penalty", "m")),
        (Wire::ChatCompletions, set(&|asked| (asked.temperature, asked.seed) = (Some(0.0), Some(1))), &any, "none".into()),
        (Wire::ChatCompletions, further("top_k", json!(5)), &any, "none".into()),
    ];
    for (wire, request, options, wanted) in &cases {
        assert_eq!(
            &refusal(*wire, request, options),
            wanted,
            "{} {:?}",
            wire.word(),
            request.options
        );
    }
}

#[test]
fn a_resolution_of_images_that_a_wire_does_not_have_is_refused_by_name() {
    let with = |detail: Option<&str>| Image { detail: detail.map(str::to_owned), ..image() };
    let user =
        |detail| Message::User(vec![Part::Text("What is this?".into()), Part::Image(with(detail))]);
    let tool = |detail| Message::Tool {
        call_id: "c".into(),
        text: "1".into(),
        images: vec![with(detail)],
    };
    for (wire, message, wanted) in [
        (Wire::Anthropic, user(Some("low")), Some("messages[1].content[1].image_url.detail")),
        (Wire::Anthropic, user(Some("original")), Some("messages[1].content[1].image_url.detail")),
        (Wire::Anthropic, tool(Some("low")), Some("messages[1].content")),
        (Wire::Anthropic, user(Some("high")), None),
        (Wire::Anthropic, user(Some("auto")), None),
        (Wire::Anthropic, tool(None), None),
        (Wire::Responses, user(Some("low")), None),
        (Wire::ChatCompletions, user(Some("low")), None),
    ] {
        let messages = vec![Message::System("Be exact.".into()), message];
        let request = Request { messages, ..Request::default() };
        let refused = wire.body(&request, &options("m")).err();
        assert_eq!(
            refused.as_ref().map(|refused| refused.field.as_str()),
            wanted,
            "{} {request:?}",
            wire.word()
        );
    }
}

#[test]
fn a_small_model_answers_within_a_limit_and_without_randomness() {
    let request = request(Asked::default());
    let small = Options { small: true, ..options("m") };
    let sent = |wire: Wire, limit: &str| {
        let body = wire.body(&request, &small).unwrap();
        (body["temperature"].clone(), body[limit].clone())
    };
    assert_eq!(sent(Wire::ChatCompletions, "max_tokens"), (json!(0.0), json!(1200)));
    assert_eq!(sent(Wire::Responses, "max_output_tokens"), (json!(0.0), json!(1200)));
}
