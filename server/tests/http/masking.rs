//! The secrets that a provider is sent never come back, however it repeats them.

use serde_json::{Value, json};

use super::*;
use crate::{
    relay::{finish, post, question, sse, text},
    upstream::{Answer, Step, start},
};

const KEY: &str = "secret-key-123";
const HEADER: &str = "header/\"secret\"";

fn events(list: &[(&str, Value)]) -> String {
    list.iter().map(|(name, data)| format!("event: {name}\ndata: {data}\n\n")).collect()
}

/// Returns the server with the provider, which has a second secret in a header, and speaks a
/// format.
fn speaking(base: &str, kind: ProviderKind) -> Router {
    let mut config = connected(base);
    config.providers[0].kind = kind;
    config.providers[0].headers = vec![("x-more".into(), Secret::new(HEADER))];
    serving(config)
}

/// Returns an answer of each format with a piece of text after the other, as thoughts, text and
/// arguments of a call.
fn answer_of(kind: ProviderKind, pieces: &[&str]) -> String {
    match kind {
        ProviderKind::ChatCompletions => {
            let delta = |delta: Value| json!({ "choices": [{ "index": 0, "delta": delta }] });
            let call = |arguments: &str| {
                let first = json!({ "index": 0, "id": "call_1", "function": { "name": "run", "arguments": arguments } });
                delta(json!({ "tool_calls": [first] }))
            };
            let more = |arguments: &str| {
                delta(
                    json!({ "tool_calls": [{ "index": 0, "function": { "arguments": arguments } }] }),
                )
            };
            let thoughts = pieces.iter().map(|piece| delta(json!({ "reasoning_content": piece })));
            let texts = pieces.iter().map(|piece| text(piece));
            let calls = std::iter::once(call("")).chain(pieces.iter().map(|piece| more(piece)));
            let all: Vec<Value> =
                thoughts.chain(texts).chain(calls).chain([finish("tool_calls")]).collect();
            sse(&all) + "data: [DONE]\n\n"
        }
        ProviderKind::Responses => {
            let mut list = vec![];
            for piece in pieces {
                list.push(("response.output_text.delta", json!({ "type": "response.output_text.delta", "item_id": "m", "output_index": 0, "content_index": 0, "delta": piece })));
            }
            list.push(("response.completed", json!({ "type": "response.completed", "response": { "status": "completed", "output": [], "usage": { "input_tokens": 1, "output_tokens": 1 } } })));
            events(&list)
        }
        ProviderKind::Anthropic => {
            let start = |index: u32, block: Value| {
                (
                    "content_block_start",
                    json!({ "type": "content_block_start", "index": index, "content_block": block }),
                )
            };
            let delta = |index: u32, delta: Value| {
                (
                    "content_block_delta",
                    json!({ "type": "content_block_delta", "index": index, "delta": delta }),
                )
            };
            let stop = |index: u32| {
                ("content_block_stop", json!({ "type": "content_block_stop", "index": index }))
            };
            let mut list = vec![(
                "message_start",
                json!({ "type": "message_start", "message": { "usage": { "input_tokens": 1 } } }),
            )];
            list.push(start(0, json!({ "type": "thinking", "thinking": "" })));
            list.extend(
                pieces
                    .iter()
                    .map(|piece| delta(0, json!({ "type": "thinking_delta", "thinking": piece }))),
            );
            list.extend([stop(0), start(1, json!({ "type": "text", "text": "" }))]);
            list.extend(
                pieces.iter().map(|piece| delta(1, json!({ "type": "text_delta", "text": piece }))),
            );
            list.extend([
                stop(1),
                start(2, json!({ "type": "tool_use", "id": "call_1", "name": "run", "input": {} })),
            ]);
            list.extend(pieces.iter().map(|piece| {
                delta(2, json!({ "type": "input_json_delta", "partial_json": piece }))
            }));
            list.push(stop(2));
            list.push(("message_delta", json!({ "type": "message_delta", "delta": { "stop_reason": "tool_use" }, "usage": { "output_tokens": 1 } })));
            list.push(("message_stop", json!({ "type": "message_stop" })));
            events(&list)
        }
    }
}

/// Returns every string in a JSON value and under the same path of later ones, put together as
/// clients do.
fn texts(body: &str) -> String {
    let mut all = std::collections::BTreeMap::<String, String>::new();
    for data in body.lines().filter_map(|line| line.strip_prefix("data: ")).chain([body]) {
        let Ok(json) = serde_json::from_str::<Value>(data) else { continue };
        add(&json, "", &mut all);
    }
    all.into_values().collect::<Vec<_>>().join("\n")
}

fn add(json: &Value, path: &str, all: &mut std::collections::BTreeMap<String, String>) {
    match json {
        Value::String(text) => all.entry(path.to_owned()).or_default().push_str(text),
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(index, item)| add(item, &format!("{path}/{index}"), all));
        }
        Value::Object(members) => {
            members.iter().for_each(|(key, value)| add(value, &format!("{path}/{key}"), all));
        }
        _ => {}
    }
}

#[tokio::test]
async fn a_key_in_an_answer_is_masked_wherever_it_is_split() {
    for kind in [ProviderKind::ChatCompletions, ProviderKind::Responses, ProviderKind::Anthropic] {
        for secret in [KEY, HEADER] {
            let whole = format!("It is {secret}.");
            let ends: Vec<usize> = (6..whole.len()).collect();
            let mut scripts: Vec<Vec<&str>> =
                ends.iter().map(|end| vec![&whole[..*end], &whole[*end..]]).collect();
            scripts.push((0..whole.len()).map(|at| &whole[at..=at]).collect());
            let answers = scripts.iter().enumerate().map(|(index, pieces)| {
                let answer = answer_of(kind, pieces);
                // The escapes of JSON are another way to write the same.
                let answer =
                    if index == 0 { answer.replace("secret", "\\u0073ecret") } else { answer };
                Answer::stream(vec![if index + 1 == scripts.len() {
                    Step::Bytewise(answer)
                } else {
                    Step::Send(answer)
                }])
            });
            let provider = start(answers.collect()).await;
            let router = speaking(&provider.base, kind);
            for (index, pieces) in scripts.iter().enumerate() {
                let (status, _, body) = ask(router.clone(), post(&question(index % 2 == 0))).await;
                let texts = texts(&body);
                assert_eq!(status, StatusCode::OK, "{body}");
                assert!(!texts.contains(secret), "{kind:?} {pieces:?}\n{body}");
                let wanted = if kind == ProviderKind::Responses { 1 } else { 3 };
                let found = texts.matches("It is [key].").count();
                assert!(found >= wanted, "{kind:?} {pieces:?}: {found} of {wanted}\n{body}");
            }
        }
    }
}

#[tokio::test]
async fn a_key_in_an_error_is_masked() {
    let escaped =
        |secret: &str| secret.bytes().map(|byte| format!("\\u{byte:04x}")).collect::<String>();
    for secret in [KEY, HEADER] {
        let plain = json!({ "error": { "message": format!("no {secret} here"), "code": secret } })
            .to_string();
        let hidden = format!(r#"{{"error":{{"message":"no {} here"}}}}"#, escaped(secret));
        let mut answers = vec![
            Answer::status("401 Unauthorized", &plain),
            Answer::status("400 Bad Request", &hidden),
            Answer::status(
                "500 Internal Server Error",
                &format!("<title>no {secret} here</title>"),
            ),
            Answer { head: "403 Forbidden", steps: vec![Step::Bytewise(hidden.clone())] },
            Answer::stream(vec![Step::Bytewise(
                sse(&[text("One.")]) + &format!("data: {hidden}\n\n"),
            )]),
        ];
        answers.push(Answer {
            head: "200 OK\r\ncontent-type: application/json",
            steps: vec![Step::Send(plain)],
        });
        let count = answers.len();
        let provider = start(answers).await;
        let router = speaking(&provider.base, ProviderKind::ChatCompletions);
        for index in 0..count {
            let (_, headers, body) = ask(router.clone(), post(&question(true))).await;
            let texts = texts(&body);
            assert!(texts.contains("no [key] here"), "{index}: {body}");
            assert!(
                !texts.contains(secret) && !format!("{headers:?}").contains(secret),
                "{index}: {body}"
            );
        }
    }
}

#[tokio::test]
async fn what_the_configuration_shows_openly_stays_in_an_answer() {
    let folder = site();
    let provider = start(vec![Answer::stream(vec![Step::Send(
        sse(&[text("About A title"), text(" of ours"), finish("stop")]) + "data: [DONE]\n\n",
    )])])
    .await;
    let path = folder.join("insitu.toml");
    let base = &provider.base;
    let text = format!(
        "[[provider]]\nid = 'p'\nbase_url = '{base}'\nheaders = {{ X-Title = 'A title of ours' }}\n[[model]]\nid = 'small'\nprovider = 'p'\n"
    );
    std::fs::write(&path, text).unwrap();
    let variable = |name: &str| (name == "INSITU_CONFIG").then(|| path.display().to_string());
    let read = Config::read(variable).unwrap();
    let config = Config { server: config("127.0.0.1:3000").server, ..read };
    let (_, _, body) = ask(serving(config), post(&question(true))).await;
    assert!(texts(&body).contains("About A title of ours"), "{body}");
}
