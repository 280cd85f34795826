//! A model's answer while it is being written.

use std::collections::HashSet;

use chat::{Delta, FinishReason, Reasoning, ToolCall, Usage, thinking};

/// How much of the text is searched again with each piece, in bytes: a tag and the white space
/// after it.
const TAG_BYTES: usize = 64;

/// The part of an answer that has arrived so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    pub(crate) text: String,
    pub(crate) calls: Vec<CallDraft>,
    /// The parts of the reasoning with their indices, in the order in which they began.
    pub(crate) reasoning: Vec<(usize, Reasoning)>,
    /// The index of the part that began as text, if there is one.
    pub(crate) unopened: Option<usize>,
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
    extra: Option<serde_json::Value>,
}

impl Draft {
    /// Adds a piece. Pieces after the finish are accepted too: usage comes there, and some servers
    /// send empty text.
    pub(crate) fn take(&mut self, delta: Delta) {
        match delta {
            Delta::Text(text) => {
                // White space between a thought and the answer belongs to neither.
                let between = self.unopened.is_some() && self.text.is_empty();
                self.text.push_str(if between { text.trim_start() } else { &text });
                self.end_unopened(text.len());
            }
            Delta::Reasoning { index, part } => {
                match self.reasoning.iter_mut().find(|(at, _)| *at == index) {
                    Some((_, whole)) => whole.append(part),
                    None => self.reasoning.push((index, part)),
                }
            }
            Delta::ToolCall { index, id, name, arguments, extra } => {
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
                call.extra = extra.or(call.extra.take());
            }
            // Servers that report usage repeatedly report totals, so the last one counts.
            Delta::Usage(usage) => self.usage = usage,
            Delta::Finish(reason) => self.finish = Some(reason),
        }
    }

    /// Makes reasoning of the text before a closing tag that none opened, once that has come;
    /// `added` is the length of the newest text, in bytes.
    fn end_unopened(&mut self, added: usize) {
        let from = self.text.floor_char_boundary(self.text.len().saturating_sub(added + TAG_BYTES));
        if self.unopened.is_some() || thinking::end_of_unopened(&self.text[from..]).is_none() {
            return;
        }
        let Some((end, begin)) = thinking::end_of_unopened(&self.text) else { return };
        let index = self.reasoning.iter().map(|(index, _)| index + 1).max().unwrap_or(0);
        let part = Reasoning { text: self.text[..end].to_owned(), ..Reasoning::default() };
        self.reasoning.push((index, part));
        self.unopened = Some(index);
        self.text.drain(..begin);
    }

    /// Returns the thought that came as text, since no tag opened it.
    pub(crate) fn unopened(&self) -> Option<&str> {
        let unopened = self.unopened?;
        self.reasoning
            .iter()
            .find(|(index, _)| *index == unopened)
            .map(|(_, part)| part.text.as_str())
    }

    /// Returns the position of the call at `index`, which it adds if there is none. A second id at
    /// the same index is another call: some servers number all calls 0.
    fn position(&mut self, index: usize, id: &str) -> usize {
        let found = self.calls.iter().rposition(|call| call.index == index);
        match found {
            Some(at)
                if id.is_empty() || self.calls[at].id.is_empty() || self.calls[at].id == id =>
            {
                at
            }
            _ => {
                // After those of the same index: calls are in the order of their indices, in
                // whatever order they arrive.
                let at = self.calls.iter().take_while(|call| call.index <= index).count();
                self.calls.insert(at, CallDraft { index, ..CallDraft::default() });
                at
            }
        }
    }

    /// Returns the calls in order, each with an id that is not in `used`, and adds the ids to
    /// `used`.
    pub(crate) fn calls(&self, used: &mut HashSet<String>) -> Vec<ToolCall> {
        self.calls
            .iter()
            .map(|call| ToolCall {
                id: unused(&call.id, used),
                name: call.name.trim().to_owned(),
                arguments: call.arguments.clone(),
                extra: call.extra.clone(),
            })
            .collect()
    }

    /// Returns the parts of the reasoning that its provider may demand back.
    pub(crate) fn reasoning(&self) -> Vec<Reasoning> {
        self.reasoning.iter().map(|(_, part)| part.clone()).collect()
    }
}

/// Returns `wanted`, or a generated id if that is empty or taken.
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
