//! The marks up to which the provider keeps a conversation in its cache.
//!
//! A mark covers tools, then the system prompt, then messages, up to its block. Reading costs a
//! tenth, writing a quarter more than usual, so a mark pays from the second request on; a prefix
//! shorter than the model's minimum (1,024 to 4,096 tokens) is not written and costs nothing. At
//! most four marks are allowed, and a hit is looked for in the 20 blocks before each.

use serde_json::{Value, json};

use super::blocks::is;

/// Sets the marks: on the last tool and on the system prompt, which all turns share; and, if
/// there are tools or the conversation goes on, on the last message, which the next request
/// repeats, and on the user's message before it, which the request before has written even if many
/// calls lie between.
pub(super) fn mark(tools: &mut [Value], system: &mut [Value], messages: &mut [Value]) {
    let continued = !tools.is_empty() || messages.len() > 1;
    tools.last_mut().into_iter().for_each(set);
    system.last_mut().into_iter().for_each(set);
    if !continued {
        return;
    }
    let asked = messages.iter_mut().rev().filter(|message| message["role"] == "user").take(2);
    for message in asked {
        if let Some(block) =
            message["content"].as_array_mut().and_then(|content| content.last_mut())
        {
            set(block);
        }
    }
}

fn set(block: &mut Value) {
    if !is(block, "thinking") && !is(block, "redacted_thinking") {
        block["cache_control"] = json!({ "type": "ephemeral" });
    }
}
