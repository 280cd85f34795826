//! Where a part of a model's reasoning was among the rest of its answer.
//!
//! A neutral message has its reasoning first, then its text, then its calls. Where a model thought between them, the part's
//! id ends with how many of the others came before it, since providers demand the parts back where they were: `rs_1#2`.

use chat::Reasoning;
use serde_json::Value;

/// Returns an id that says that `before` other parts came before; none where there is nothing to say.
pub(crate) fn id(id: Option<&str>, before: usize) -> Option<String> {
    match (id, before) {
        (None, 0) => None,
        (id, 0) => id.map(str::to_owned),
        (id, before) => Some(format!("{}#{before}", id.unwrap_or_default())),
    }
}

/// Returns the provider's id of a part.
pub(crate) fn original(part: &Reasoning) -> Option<&str> {
    let id = part.id.as_deref()?;
    let id = id.rsplit_once('#').filter(|(_, before)| is_number(before)).map_or(id, |(id, _)| id);
    (!id.is_empty()).then_some(id)
}

/// Returns how many other parts came before this one.
pub(crate) fn of(part: &Reasoning) -> usize {
    let before = part.id.as_deref().and_then(|id| id.rsplit_once('#')).map(|(_, before)| before);
    before.filter(|before| is_number(before)).and_then(|before| before.parse().ok()).unwrap_or(0)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns `others` with each thought before the first of them that came after it.
pub(crate) fn merged(thoughts: impl Iterator<Item = (usize, Value)>, others: Vec<Value>) -> Vec<Value> {
    let mut merged = Vec::new();
    let mut others = others.into_iter();
    let mut taken = 0;
    for (before, thought) in thoughts {
        while taken < before
            && let Some(other) = others.next()
        {
            merged.push(other);
            taken += 1;
        }
        merged.push(thought);
    }
    merged.extend(others);
    merged
}
