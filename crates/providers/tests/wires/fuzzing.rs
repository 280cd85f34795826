//! Arbitrary bytes, arbitrary JSON and real events with changes: never a panic, and never an end
//! without an end mark.

use chat::{Delta, wire::Event};
use proptest::prelude::*;
use providers::{Frames, Wire};
use serde_json::{Map, Value, json};

use crate::Traffic;

/// As many cases as take about a second.
fn config(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

/// The name of an event, and its data.
type Named = (Option<String>, String);

/// The events of all files.
type Real = Vec<(Wire, Vec<Named>)>;

/// Decodes events in turn, and checks what holds for any of them.
fn decode(wire: Wire, events: &[Named]) {
    let mut decoder = wire.decoder();
    for (name, data) in events {
        let ended = decoder.end().is_ok();
        let Ok(event) = decoder.decode(name.as_deref(), data) else { continue };
        // Collectors allocate up to an index.
        if let Event::Deltas(deltas) = &event {
            for delta in deltas {
                match delta {
                    Delta::ToolCall { index, .. } => assert!(*index < 128, "{data}"),
                    Delta::Reasoning { index, .. } => assert!(*index < 1024, "{data}"),
                    Delta::Finish(_) => assert!(decoder.end().is_ok(), "{data}"),
                    Delta::Text(_) | Delta::Usage(_) => {}
                }
            }
        }
        if matches!(event, Event::Failed(_) | Event::Done) {
            assert!(decoder.end().is_ok(), "{data}");
        }
        assert!(!ended || decoder.end().is_ok(), "the end was taken back by {data}");
    }
}

fn wires() -> impl Strategy<Value = Wire> {
    prop::sample::select(&Wire::ALL[..])
}

/// Any JSON, with keys and words that the formats use.
fn any_json() -> impl Strategy<Value = Value> {
    const WORDS: &[&str] = &[
        "type",
        "index",
        "delta",
        "content_block",
        "message",
        "usage",
        "choices",
        "tool_calls",
        "function",
        "arguments",
        "name",
        "id",
        "error",
        "content",
        "text",
        "response",
        "output",
        "item",
        "output_index",
        "reasoning_details",
        "finish_reason",
        "stop_reason",
        "message_start",
        "message_stop",
        "tool_use",
        "content_block_start",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "text_delta",
        "response.output_item.added",
        "response.output_item.done",
        "response.completed",
        "reasoning",
        "function_call",
        "call_id",
        "response.output_text.delta",
        "thinking",
        "input",
        "input_tokens",
        "stop",
    ];
    let word = prop::sample::select(WORDS).prop_map(str::to_owned);
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (0_u64..4).prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        word.clone().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(5, 40, 6, move |inner| {
        let members = prop::collection::vec((word.clone(), inner.clone()), 0..6);
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| Value::Object(members.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// The data of every event in `traffic/`, with names.
fn real() -> Real {
    let events = |traffic: Traffic| {
        let frames = traffic.frames().into_iter().map(|frame| (frame.name, frame.data)).collect();
        (traffic.wire, frames)
    };
    let whole = |traffic: Traffic| (traffic.wire, vec![(None, traffic.text)]);
    Traffic::all("sse")
        .into_iter()
        .map(events)
        .chain(Traffic::all("json").into_iter().map(whole))
        .collect()
}

/// Replaces the value at the `place`th of all places of a JSON value, counted modulo their number.
fn replaced(value: &mut Value, place: usize, new: &Value) {
    fn count(value: &Value) -> usize {
        1 + match value {
            Value::Array(items) => items.iter().map(count).sum(),
            Value::Object(members) => members.values().map(count).sum(),
            _ => 0,
        }
    }
    fn set(value: &mut Value, place: usize, new: &Value) {
        if place == 0 {
            *value = new.clone();
            return;
        }
        let mut left = place - 1;
        let children: Vec<&mut Value> = match value {
            Value::Array(items) => items.iter_mut().collect(),
            Value::Object(members) => members.values_mut().collect(),
            _ => Vec::new(),
        };
        for child in children {
            let size = count(child);
            if left < size {
                return set(child, left, new);
            }
            left -= size;
        }
    }
    let places = count(value);
    set(value, place % places, new);
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn any_bytes_are_framed_or_refused(chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..20)) {
        let mut frames = Frames::new();
        for chunk in &chunks {
            if frames.read(chunk).is_err() {
                break;
            }
        }
    }

    #[test]
    fn any_text_is_framed_the_same_however_it_is_split(
        text in "(data|event|id|retry|:|: |\n|\r|\r\n|\u{feff}|x|é|🙂|\\[DONE\\]){0,40}",
        places in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let whole = Frames::new().read(text.as_bytes()).unwrap();
        let mut places: Vec<usize> = places.iter().map(|place| place.index(text.len() + 1)).collect();
        places.extend([0, text.len()]);
        places.sort_unstable();
        let mut frames = Frames::new();
        let mut found = Vec::new();
        for pair in places.windows(2) {
            found.extend(frames.read(&text.as_bytes()[pair[0]..pair[1]]).unwrap());
        }
        prop_assert_eq!(found, whole);
    }

    #[test]
    fn any_text_as_an_event_is_decoded_or_refused(wire in wires(), events in prop::collection::vec((prop::option::of(".{0,12}"), ".{0,60}"), 0..6)) {
        decode(wire, &events);
    }

    #[test]
    fn any_json_as_an_event_is_decoded_or_refused(wire in wires(), events in prop::collection::vec(any_json(), 1..8)) {
        let events: Vec<_> = events.iter().map(|event| (None, event.to_string())).collect();
        decode(wire, &events);
    }
}

proptest! {
    #![proptest_config(config(1500))]

    #[test]
    fn real_events_with_changes_are_decoded_or_refused(
        file in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<usize>(), any_json(), 0..4_u8), 1..4),
    ) {
        let all = REAL.with(Clone::clone);
        let (wire, mut events) = file.get(&all).clone();
        for (event, place, new, change) in changes {
            let at = event.index(events.len());
            match change {
                0 => drop(events.remove(at)),
                1 => events.insert(at, events[at].clone()),
                _ => {
                    if let Ok(mut value) = serde_json::from_str::<Value>(&events[at].1) {
                        replaced(&mut value, place, &new);
                        events[at].1 = value.to_string();
                    }
                }
            }
            if events.is_empty() {
                break;
            }
        }
        decode(wire, &events);
    }
}

thread_local! {
    static REAL: std::rc::Rc<Real> = std::rc::Rc::new(real());
}

#[test]
fn an_answer_that_begins_parts_without_end_is_refused() {
    type Begin = (Wire, fn(usize) -> Value);
    let begin: [Begin; 4] = [
        (
            Wire::ChatCompletions,
            |at| json!({ "choices": [{ "delta": { "tool_calls": [{ "index": at, "id": at.to_string(), "function": {} }] } }] }),
        ),
        (
            Wire::Anthropic,
            |at| json!({ "type": "content_block_start", "index": at, "content_block": { "type": "other" } }),
        ),
        (
            Wire::Responses,
            |at| json!({ "type": "response.output_item.added", "output_index": at, "item": { "type": "reasoning", "id": "rs" } }),
        ),
        (
            Wire::Responses,
            |at| json!({ "type": "response.output_text.delta", "output_index": at, "delta": "x" }),
        ),
    ];
    for (wire, event) in begin {
        let mut decoder = wire.decoder();
        let refused = (0..2000).find(|at| decoder.decode(None, &event(*at).to_string()).is_err());
        assert!(refused.is_some_and(|at| at <= 1024), "{}: {refused:?}", wire.word());
    }
}

#[test]
fn an_event_without_end_and_bytes_that_are_no_text_are_refused() {
    let chunk = [b'x'; 64 * 1024];
    let mut frames = Frames::new();
    frames.read(b"data: ").unwrap();
    let mut pushed = (0..300).map(|_| frames.read(&chunk));
    let error = pushed.find_map(Result::err).map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("one of its events is longer than 16 MB"));
    for bytes in [&b"data: \xff\n\n"[..], b"\xc3\x28\r", b"data: a\n\n\xed\xa0\x80\n"] {
        assert_eq!(
            Frames::new().read(bytes).unwrap_err().to_string(),
            "it is not UTF-8",
            "{bytes:?}"
        );
    }
}
