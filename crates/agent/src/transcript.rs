//! Checks the rules that every provider has for a conversation.

use std::collections::HashSet;

use chat::Message;

#[cfg(test)]
mod tests;

/// Why a provider would refuse the conversation. The number is the message's index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Malformed {
    /// A system message that is not the first.
    #[error("message {0}: a system message that is not the first")]
    LateSystem(usize),
    /// Two user messages in a row, which templates of many local models refuse.
    #[error("message {0}: a second user message in a row")]
    UserTwice(usize),
    /// A message without content.
    #[error("message {0}: empty")]
    Empty(usize),
    /// A call whose id is empty or was used before.
    #[error("message {0}: a tool call id that is empty or used twice")]
    BadId(usize),
    /// A call whose arguments are not a JSON object.
    #[error("message {0}: arguments that are not a JSON object")]
    BadArguments(usize),
    /// A call that is not answered right after the message that made it, in order.
    #[error("message {0}: a tool call without its answer")]
    Unanswered(usize),
    /// An answer to no call.
    #[error("message {0}: an answer to no tool call")]
    Orphan(usize),
}

/// Checks a conversation: one system message at the head at most; no empty message; no two user
/// messages in a row; call ids unique; every tool call answered exactly once, in order, directly
/// after the message that made it.
pub fn well_formed(messages: &[Message]) -> Result<(), Malformed> {
    let mut ids = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    let mut after_user = false;
    for (at, message) in messages.iter().enumerate() {
        if let Message::Tool { call_id, .. } = message {
            if open.first() != Some(&call_id.as_str()) {
                return Err(Malformed::Orphan(at));
            }
            open.remove(0);
            continue;
        }
        if !open.is_empty() {
            return Err(Malformed::Unanswered(at));
        }
        match message {
            Message::System(_) if at > 0 => return Err(Malformed::LateSystem(at)),
            Message::User(_) if after_user => return Err(Malformed::UserTwice(at)),
            Message::User(parts) if parts.is_empty() => return Err(Malformed::Empty(at)),
            Message::Assistant { text, calls, .. } => {
                if text.trim().is_empty() && calls.is_empty() {
                    return Err(Malformed::Empty(at));
                }
                for call in calls {
                    if call.id.is_empty() || !ids.insert(&call.id) {
                        return Err(Malformed::BadId(at));
                    }
                    if !serde_json::from_str::<serde_json::Value>(&call.arguments)
                        .is_ok_and(|value| value.is_object())
                    {
                        return Err(Malformed::BadArguments(at));
                    }
                    open.push(&call.id);
                }
            }
            _ => {}
        }
        after_user = matches!(message, Message::User(_));
    }
    if open.is_empty() { Ok(()) } else { Err(Malformed::Unanswered(messages.len())) }
}
