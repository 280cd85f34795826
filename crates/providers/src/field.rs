//! Fields of events, whose types must be right if an answer depends on them.

use chat::wire::WireError;
use serde_json::Value;

/// Collectors of parts and calls allocate up to an index, so that a corrupt one must not get
/// through.
pub(crate) const MAX_PARTS: usize = 1024;
/// The same for calls, as in [`chat::wire`].
pub(crate) const MAX_CALLS: usize = 128;

/// Returns a member that is text.
pub(crate) fn text<'a>(object: &'a Value, key: &str) -> Result<&'a str, WireError> {
    let value = object.get(key).unwrap_or(&Value::Null);
    value.as_str().ok_or_else(|| error(key, "is not a string"))
}

/// Returns a member that is a whole number from 0.
pub(crate) fn index(object: &Value, key: &str) -> Result<u64, WireError> {
    let value = object.get(key).unwrap_or(&Value::Null);
    value.as_u64().ok_or_else(|| error(key, "is not a whole number"))
}

/// Returns a member that is an object.
pub(crate) fn object<'a>(parent: &'a Value, key: &str) -> Result<&'a Value, WireError> {
    parent.get(key).filter(|value| value.is_object()).ok_or_else(|| error(key, "is not an object"))
}

/// Returns a member that is text and not empty, if it is there.
pub(crate) fn word<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object.get(key)?.as_str().filter(|text| !text.is_empty())
}

/// Returns the count at a pointer. Counts are not essential to a turn: one in an unknown form must
/// not end it.
pub(crate) fn count(object: &Value, pointer: &str) -> Option<u64> {
    object.pointer(pointer)?.as_u64()
}

/// Returns the error about the field `key`.
pub(crate) fn error(key: &str, problem: &str) -> WireError {
    WireError::Field { path: key.to_owned(), problem: problem.to_owned() }
}

/// Returns the error of an answer with too many of something.
pub(crate) fn too_many(key: &str, most: usize) -> WireError {
    error(key, &format!("has more than {most} items"))
}

/// Parses the data of an event.
pub(crate) fn json(data: &str) -> Result<Value, WireError> {
    serde_json::from_str(data).map_err(|error| WireError::NotJson(error.to_string()))
}
