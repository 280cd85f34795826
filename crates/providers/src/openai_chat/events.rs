//! Decodes the provider's events into neutral deltas.
//!
//! Compatible servers differ in details. Each frame is first normalised to what the format says,
//! then parsed strictly: what is not normalised here and does not fit is corrupt.

use chat::{
    Delta, FinishReason,
    wire::{self, DONE, Event, WireError},
};
use serde_json::{Map, Value, json};

use super::normalise;

/// A decoder of the events of one answer.
#[derive(Clone, Debug, Default)]
pub(crate) struct Decoder {
    /// The calls of this answer so far, in the order in which they will be numbered.
    calls: Vec<Call>,
    ended: bool,
}

/// A call that has begun.
#[derive(Clone, Debug)]
struct Call {
    /// The index that the provider assigned, if any.
    index: Option<u64>,
    /// The id that the provider assigned, if any.
    id: Option<String>,
    /// The id under which it was emitted.
    emitted: String,
    /// Whether its name has been emitted.
    named: bool,
    /// Its arguments so far.
    arguments: String,
}

impl Decoder {
    /// Decodes the data of one event, or the whole body of an answer by a server that does not
    /// stream.
    ///
    /// # Errors
    /// Data that is not JSON or not of this format: the stream is corrupt.
    pub(crate) fn decode(&mut self, data: &str) -> Result<Event, WireError> {
        if data.trim() == DONE {
            self.ended = true;
            return Ok(Event::Done);
        }
        let mut frame: Value =
            serde_json::from_str(data).map_err(|error| WireError::NotJson(error.to_string()))?;
        self.normalise(&mut frame);
        let mut event = wire::event_from_json(&frame)?;
        match &mut event {
            Event::Deltas(deltas) => self.finish(deltas),
            Event::Failed(_) => self.ended = true,
            Event::Done | Event::Unknown => {}
        }
        Ok(event)
    }

    /// Checks, when no more bytes come, that the answer was complete.
    ///
    /// # Errors
    /// [`WireError::CutOff`] unless the provider said that the answer is complete.
    pub(crate) fn end(&self) -> Result<(), WireError> {
        if self.ended { Ok(()) } else { Err(WireError::CutOff) }
    }

    /// Records the end, and distinguishes calls from a plain stop, which several local servers do
    /// not.
    fn finish(&mut self, deltas: &mut [Delta]) {
        for delta in deltas {
            if let Delta::Finish(reason) = delta {
                self.ended = true;
                match reason {
                    FinishReason::Stop if !self.calls.is_empty() => {
                        *reason = FinishReason::ToolCalls
                    }
                    FinishReason::Other(word) if is_limit(word) => *reason = FinishReason::Length,
                    _ => {}
                }
            }
        }
    }

    fn normalise(&mut self, frame: &mut Value) {
        let Some(frame) = frame.as_object_mut() else { return };
        // Some servers report success as a null error.
        if frame.get("error").is_some_and(Value::is_null) {
            frame.remove("error");
        }
        normalise::usage(frame);
        for choice in frame.get_mut("choices").and_then(Value::as_array_mut).into_iter().flatten() {
            let Some(choice) = choice.as_object_mut() else { continue };
            // A server that does not stream sends the whole message in place of the delta.
            if !choice.contains_key("delta")
                && let Some(message) = choice.remove("message")
            {
                choice.insert("delta".to_owned(), message);
            }
            if choice.get("finish_reason").is_some_and(|reason| !reason.is_string()) {
                choice.remove("finish_reason");
            }
            if let Some(delta) = choice.get_mut("delta").and_then(Value::as_object_mut) {
                normalise::content(delta);
                normalise::reasoning(delta);
                for call in
                    delta.get_mut("tool_calls").and_then(Value::as_array_mut).into_iter().flatten()
                {
                    if let Some(call) = call.as_object_mut() {
                        self.normalise_call(call);
                    }
                }
            }
        }
    }

    /// Sets the index of a piece of a call, and its id and name in the first piece only.
    fn normalise_call(&mut self, call: &mut Map<String, Value>) {
        let index = call.get("index").and_then(Value::as_u64);
        let id = word(call.remove("id"));
        let (mut name, mut arguments) = (None, String::new());
        if let Some(function) = call.get_mut("function").and_then(Value::as_object_mut) {
            name = word(function.remove("name"));
            // Arguments are text in the format; several servers send them parsed.
            if let Some(arguments) = function.get_mut("arguments")
                && matches!(arguments, Value::Object(_) | Value::Array(_))
            {
                *arguments = json!(arguments.to_string());
            }
            arguments =
                function.get("arguments").and_then(Value::as_str).unwrap_or_default().to_owned();
        }
        let known = self.known(index, id.as_deref(), name.as_deref(), &arguments);
        let number = known.unwrap_or(self.calls.len());
        if known.is_none() {
            let emitted = self.unused(id.as_deref(), number);
            call.insert("id".to_owned(), json!(emitted));
            self.calls.push(Call { index, id, emitted, named: false, arguments: String::new() });
        }
        if let Some(open) = self.calls.get_mut(number) {
            open.arguments.push_str(&arguments);
            if let Some(name) = name
                && !open.named
            {
                open.named = true;
                // `function` exists, since the name came out of it.
                call["function"]["name"] = json!(name);
            }
        }
        call.insert("index".to_owned(), json!(number));
    }

    /// Returns the id of a call that begins: the provider's, unless it has none or another call has
    /// it already.
    fn unused(&self, id: Option<&str>, number: usize) -> String {
        let taken = |id: &str| self.calls.iter().any(|call| call.emitted == id);
        let made = (number + 1..).map(|number| format!("call_{number}")).find(|id| !taken(id));
        id.filter(|id| !taken(id)).map(str::to_owned).or(made).unwrap_or_default()
    }

    /// Returns the number of the call that a piece continues, or `None` if it begins one.
    fn known(
        &self,
        index: Option<u64>,
        id: Option<&str>,
        name: Option<&str>,
        arguments: &str,
    ) -> Option<usize> {
        let last_where = |is: &dyn Fn(&Call) -> bool| self.calls.iter().rposition(is);
        // Some servers give all calls of an answer one id: then another index is another call, and
        // so are a name and complete arguments after complete arguments.
        let by_id = id.and_then(|id| {
            last_where(&|call| {
                call.id.as_deref() == Some(id)
                    && (index.is_none() || call.index.is_none() || call.index == index)
            })
        });
        if let Some(number) = by_id {
            let whole =
                |arguments: &str| serde_json::from_str::<Map<String, Value>>(arguments).is_ok();
            let begins = name.is_some() && arguments.trim_start().starts_with('{');
            let again = begins
                && self.calls.get(number).is_some_and(|call| call.named && whole(&call.arguments));
            return (!again).then_some(number);
        }
        let last = match index {
            Some(_) => last_where(&|call| call.index == index),
            None => self.calls.len().checked_sub(1),
        }?;
        let call = self.calls.get(last)?;
        // Some servers send whole calls in a row, without indices or all with the same one: another
        // id is another call, and so is another name if there are no ids at all.
        let other_id = id.is_some() && call.id.is_some();
        let other_name = index.is_none() && id.is_none() && name.is_some() && call.named;
        (!other_id && !other_name).then_some(last)
    }
}

/// Returns whether a finish reason that the format does not have says that the answer was cut at a
/// limit.
fn is_limit(word: &str) -> bool {
    const WORDS: [&str; 5] =
        ["max_tokens", "model_length", "max_output_tokens", "max_length", "max_new_tokens"];
    WORDS.iter().any(|limit| limit.eq_ignore_ascii_case(word))
}

/// Returns text that is not empty; numbers count, as some servers number their calls.
fn word(value: Option<Value>) -> Option<String> {
    match value? {
        Value::String(text) if !text.is_empty() => Some(text),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
