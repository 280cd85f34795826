//! Version 1: a linear session. Its turns have no parents and no edits, each piece of text that
//! arrived is an event, and outcomes are stored whole.
//!
//! | kind | fields | in version 2 |
//! | --- | --- | --- |
//! | `created` | `id` | the same |
//! | `renamed` | `title` | the same |
//! | `model` | `name` | `setting-changed` |
//! | `disclosure` | `mode` | `setting-changed` |
//! | `file` | `file`, `name`, `path`, `bytes` | `file-added`, its bytes kept nowhere |
//! | `question` | `turn`, `text` | `question-asked`, after the turn before it |
//! | `delta` | `turn`, `text` | `text-received`, coalesced |
//! | `run` | `turn`, `step`, `purpose`, `code` | `step-called` and `execution-began` |
//! | `ran` | `step`, `outcome` | `execution-ended`; the execution has the step's id |
//! | `answer` | `turn`, `text` | `answer-finished` |
//! | `end` | `turn`, `stopped` (`limit`, `user`, `error` or null), `message` | `turn-ended` |
//!
//! The numbers of version 1 are even, so that the second of two events has one of its own.

use serde_json::{Map, Value, json};

use crate::log::record::Frame;

/// What a linear session implies without saying so.
#[derive(Default)]
struct Linear {
    /// The last turn.
    turn: Value,
    /// The model that answers; the built-in planner at first.
    model: Option<String>,
    /// The calls of the last turn so far.
    calls: u32,
}

/// The built-in planner's name in version 1.
const PLANNER: &str = "Built-in planner";

pub(super) fn to_2(frames: Vec<Frame>) -> Vec<Frame> {
    let mut linear = Linear::default();
    let mut migrated: Vec<Frame> = Vec::with_capacity(frames.len());
    for frame in frames {
        let mut bodies = linear.bodies(&frame);
        let last = bodies.pop();
        if let (Some(first), true) = (bodies.pop(), frame.seq > 0) {
            migrated.push(Frame { seq: frame.seq - 1, body: first, ..frame.clone() });
        }
        let Some(body) = last else { continue };
        match migrated.last_mut() {
            Some(before) if continues(&before.body, &body) => append(before, &frame, &body),
            _ => migrated.push(Frame { body, ..frame }),
        }
    }
    migrated
}

impl Linear {
    /// Returns the one or two events that an event of version 1 is. What version 1 does not have
    /// stays as it is, so that reading names it.
    fn bodies(&mut self, frame: &Frame) -> Vec<Value> {
        let old = |name: &str| frame.body.get(name).cloned().unwrap_or(Value::Null);
        let one = match frame.kind() {
            "model" => {
                self.model = old("name").as_str().map(str::to_owned);
                json!({"kind": "setting-changed", "setting": {"name": "model", "value": old("name")}})
            }
            "disclosure" => {
                json!({"kind": "setting-changed", "setting": {"name": "disclosure", "value": old("mode")}})
            }
            "file" => json!({
                "kind": "file-added", "file": old("file"), "name": old("name"), "path": old("path"),
                "bytes": old("bytes"), "sha256": null, "kept": "none",
            }),
            "question" => {
                let parent = std::mem::replace(&mut self.turn, old("turn"));
                self.calls = 0;
                let model = self.model.as_deref().unwrap_or(PLANNER);
                json!({
                    "kind": "question-asked", "turn": old("turn"), "parent": parent, "text": old("text"),
                    "model": model, "local": model == PLANNER,
                })
            }
            "delta" => json!({"kind": "text-received", "turn": old("turn"), "text": old("text")}),
            "run" => {
                let reply = self.calls;
                self.calls += 1;
                let origin = json!({"from": "step", "turn": old("turn"), "step": old("step")});
                let called = json!({
                    "kind": "step-called", "turn": old("turn"), "step": old("step"), "reply": reply,
                    "call": format!("call_{}", old("step")), "remark": "", "purpose": old("purpose"),
                    "code": old("code"),
                });
                let began = json!({
                    "kind": "execution-began", "execution": old("step"), "origin": origin, "code": old("code"),
                });
                return vec![called, began];
            }
            "ran" => json!({
                "kind": "execution-ended", "execution": old("step"),
                "outcome": {"inline": old("outcome"), "parts": []},
            }),
            "answer" => {
                json!({"kind": "answer-finished", "turn": old("turn"), "text": old("text")})
            }
            "end" => {
                let end = match old("stopped").as_str() {
                    Some("user") => "stopped".to_owned(),
                    Some(other) => other.to_owned(),
                    None => "answered".to_owned(),
                };
                json!({"kind": "turn-ended", "turn": old("turn"), "end": end, "message": old("message")})
            }
            _ => frame.body.clone(),
        };
        vec![one]
    }
}

/// Returns whether both are text of the same turn.
fn continues(before: &Value, body: &Value) -> bool {
    let text = |body: &Value| body.get("kind").is_some_and(|kind| kind == "text-received");
    text(before) && text(body) && before.get("turn") == body.get("turn")
}

fn append(before: &mut Frame, frame: &Frame, body: &Value) {
    let more = body.get("text").and_then(Value::as_str).unwrap_or_default();
    let object: Option<&mut Map<String, Value>> = before.body.as_object_mut();
    if let Some(Value::String(text)) = object.and_then(|object| object.get_mut("text")) {
        text.push_str(more);
    }
    (before.seq, before.ms) = (frame.seq, frame.ms);
}
