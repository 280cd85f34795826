//! One answer of the model while it is being written.

use std::collections::HashSet;

use chat::{Delta, FinishReason, ToolCall, Usage};

/// What has arrived so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) text: String,
    pub(crate) calls: Vec<CallDraft>,
    pub(crate) finish: Option<FinishReason>,
    pub(crate) usage: Usage,
}

/// A tool call that is being written.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallDraft {
    index: usize,
    id: String,
    pub(crate) name: String,
    pub(crate) arguments: String,
}

impl Draft {
    /// Adds a piece. Pieces after the finish are taken as well: usage comes there, and some servers send empty text.
    pub(crate) fn take(&mut self, delta: Delta) {
        match delta {
            Delta::Text(text) => self.text.push_str(&text),
            Delta::ToolCall { index, id, name, arguments } => {
                let id = id.unwrap_or_default();
                let at = self.position(index, &id);
                let call = &mut self.calls[at];
                if !id.is_empty() {
                    call.id = id;
                }
                if let Some(name) = name.filter(|_| call.name.is_empty()) {
                    call.name = name;
                }
                call.arguments.push_str(&arguments);
            }
            // Servers that report usage repeatedly report totals, so the last one counts.
            Delta::Usage(usage) => self.usage = usage,
            Delta::Finish(reason) => self.finish = Some(reason),
        }
    }

    /// Where the call at `index` is. A second id at the same index is a further call: some servers number all calls 0.
    fn position(&mut self, index: usize, id: &str) -> usize {
        let found = self.calls.iter().rposition(|call| call.index == index);
        match found {
            Some(at) if id.is_empty() || self.calls[at].id.is_empty() || self.calls[at].id == id => at,
            _ => {
                // Behind those of the same index: calls stand in the order of their indices, whatever order they come in.
                let at = self.calls.iter().take_while(|call| call.index <= index).count();
                self.calls.insert(at, CallDraft { index, ..CallDraft::default() });
                at
            }
        }
    }

    /// The calls in order, with an id each that is not in `used`, to which the ids are added.
    pub(crate) fn calls(&self, used: &mut HashSet<String>) -> Vec<ToolCall> {
        self.calls
            .iter()
            .map(|call| ToolCall {
                id: unused(&call.id, used),
                name: call.name.trim().to_owned(),
                arguments: call.arguments.clone(),
            })
            .collect()
    }
}

/// `wanted`, or a made-up id where that is empty or taken.
pub(crate) fn unused(wanted: &str, used: &mut HashSet<String>) -> String {
    let mut id = wanted.trim().to_owned();
    let mut number = used.len() + 1;
    while id.is_empty() || used.contains(&id) {
        id = format!("call_{number}");
        number += 1;
    }
    used.insert(id.clone());
    id
}
