//! Where a part of a model's reasoning was among the rest of its answer.
//!
//! A neutral message has its reasoning first, then its text, then its calls. If a model thought
//! between them, the part's id ends with how many of the others came before it, since providers
//! demand the parts back where they were: `rs_1#2`. If text may go on after the thought, how
//! many bytes of it came before follows: `#1.18`.

use chat::Reasoning;
use serde_json::Value;

/// Returns an id that says that `before` other parts came before; none if there is nothing to
/// say.
pub(crate) fn id(id: Option<&str>, before: usize) -> Option<String> {
    match (id, before) {
        (None, 0) => None,
        (id, 0) => id.map(str::to_owned),
        (id, before) => Some(format!("{}#{before}", id.unwrap_or_default())),
    }
}

/// Returns an id of a provider that has none, for a part that `before` others and `bytes` of the
/// text came before.
pub(crate) fn id_within(before: usize, bytes: usize) -> Option<String> {
    if bytes == 0 { id(None, before) } else { Some(format!("#{before}.{bytes}")) }
}

/// Returns the provider's id of a part.
pub(crate) fn original(part: &Reasoning) -> Option<&str> {
    let id = part.id.as_deref()?;
    let id =
        id.rsplit_once('#').filter(|(_, place)| parsed(place).is_some()).map_or(id, |(id, _)| id);
    (!id.is_empty()).then_some(id)
}

/// Returns how many other parts came before this one.
pub(crate) fn of(part: &Reasoning) -> usize {
    place(part).map_or(0, |(before, _)| before)
}

/// Returns how many bytes of the text came before this part, if that is known.
pub(crate) fn bytes(part: &Reasoning) -> Option<usize> {
    place(part)?.1
}

fn place(part: &Reasoning) -> Option<(usize, Option<usize>)> {
    parsed(part.id.as_deref()?.rsplit_once('#')?.1)
}

/// Parses `2` and `1.18`.
fn parsed(place: &str) -> Option<(usize, Option<usize>)> {
    let number = |text: &str| {
        let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        // A number that is too large is one all the same, and no place.
        plain.then(|| text.parse().unwrap_or(0))
    };
    match place.split_once('.') {
        Some((before, bytes)) => Some((number(before)?, Some(number(bytes)?))),
        None => Some((number(place)?, None)),
    }
}

/// Returns `others` with each thought before the first of them that came after it.
pub(crate) fn merged(
    thoughts: impl Iterator<Item = (usize, Value)>,
    others: Vec<Value>,
) -> Vec<Value> {
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
