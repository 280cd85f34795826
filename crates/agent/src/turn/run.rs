//! The calls of one answer, from their start to their place in the transcript.

use chat::{Image, Message, Part, Reasoning, ToolCall};

use super::Turn;
use crate::{arguments, settings::Fenced};

/// The length of a result, in bytes, beyond which a small model may have lost the question.
const LONG: usize = 1_500;

/// What precedes the error of code that has failed twice.
const REPEATED: &str = "You wrote the same program for this twice, and it failed:\n";

/// What precedes the failure of a call that is made again.
const NOT_AGAIN: &str = "You have written this program before in this turn, and it failed, so it was not run again. Its failure was:\n\n";

/// What is to be done about a call that is made again if the driver says nothing.
const OTHERWISE: &str = "Write another program.";

/// The calls of one answer.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) calls: Vec<Pending>,
    /// What the model thought before it made them.
    pub(super) reasoning: Vec<Reasoning>,
    /// Whether they came as tool calls rather than as text.
    pub(super) native: bool,
}

#[derive(Debug)]
pub(super) struct Pending {
    pub(super) call: ToolCall,
    pub(super) answer: Option<Answer>,
}

#[derive(Debug, Default)]
pub(super) struct Answer {
    pub(super) text: String,
    pub(super) images: Vec<Image>,
    pub(super) failed: bool,
    pub(super) next: Option<String>,
    pub(super) if_repeated: Option<Vec<String>>,
}

/// A call that has failed in this turn.
#[derive(Debug, Default)]
pub(super) struct Failure {
    /// How often it was made.
    pub(super) count: usize,
    /// What the model read of it.
    pub(super) text: String,
    /// What is to be done if it is made again; `None` if it may run again.
    pub(super) if_repeated: Option<Vec<String>>,
}

impl Failure {
    /// Returns the text for the same call, made again, and what the model has to do then; `None`
    /// if it may run.
    pub(super) fn repeated(&self) -> Option<(String, String)> {
        let said = self.if_repeated.as_ref()?;
        let at = self.count.min(said.len()).saturating_sub(1);
        let next = said.get(at).map_or(OTHERWISE, String::as_str);
        Some((format!("{NOT_AGAIN}{}", self.text), next.to_owned()))
    }
}

impl Turn {
    /// Removes all failures but the latest from a request to a model that writes its calls as text:
    /// small models repeat what stands before them. Of a call that has failed in the same form
    /// before, they see the error alone, after the question.
    pub(super) fn forget_failures(&self, messages: &mut Vec<Message>) {
        let [first, .., latest] = self.failed_at[..] else { return };
        if !self.fences() {
            return;
        }
        let repeated = self.failures.values().any(|failure| failure.count > 1);
        let asked = first.checked_sub(1).and_then(|asked| messages.get(asked));
        if repeated && matches!(asked, Some(Message::User(_))) {
            let failure = messages.drain(first..).skip(latest - first + 1).collect::<Vec<_>>();
            let Some(Message::User(question)) = messages.last_mut() else { return };
            question.push(Part::Text(REPEATED.to_owned()));
            for message in failure {
                if let Message::User(parts) = message {
                    question.extend(parts);
                }
            }
        } else {
            messages.drain(first..latest);
        }
    }
}

impl Run {
    /// Returns the answer with its calls and all their results as messages of the transcript.
    pub(super) fn into_messages(self, fenced: &Fenced) -> Vec<Message> {
        let mut messages = Vec::new();
        let mut failed = false;
        let mut next = None;
        let mut results: Vec<(ToolCall, String, Vec<Image>)> = Vec::new();
        for Pending { call, answer } in self.calls {
            let answer = answer.unwrap_or_else(|| Answer {
                text: "No result: the turn was ended before this call was finished.".to_owned(),
                images: Vec::new(),
                failed: true,
                next: None,
                if_repeated: None,
            });
            failed |= answer.failed;
            next = answer.next.or(next);
            results.push((call, answer.text, answer.images));
        }
        if self.native {
            let calls = results.iter().map(|(call, ..)| sanitised(call)).collect();
            messages.push(Message::Assistant { text: self.text, calls, reasoning: self.reasoning });
            messages.extend(results.into_iter().map(|(call, text, images)| Message::Tool {
                call_id: call.id,
                text,
                images,
            }));
        } else {
            let after = if failed { &fenced.after_failure } else { &fenced.after_success };
            let after = next.as_ref().unwrap_or(after);
            let long = results.iter().map(|(_, text, _)| text.len()).sum::<usize>() > LONG;
            let again = Some(fenced.again.as_str()).filter(|_| long);
            let texts = results.iter().map(|(_, text, _)| text.as_str());
            let texts: Vec<&str> = texts.chain(again).chain([after.as_str()]).collect();
            let mut parts = vec![Part::Text(texts.join("\n\n").trim().to_owned())];
            parts.extend(results.into_iter().flat_map(|(.., images)| images).map(Part::Image));
            messages.push(Message::assistant(self.text));
            messages.push(Message::User(parts));
        }
        messages
    }
}

/// Returns the call in a form that every provider accepts in a transcript.
fn sanitised(call: &ToolCall) -> ToolCall {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' };
    let name: String = call.name.chars().map(plain).take(64).collect();
    ToolCall {
        id: call.id.clone(),
        name: if name.is_empty() { "unnamed".to_owned() } else { name },
        arguments: arguments::parsable(&call.arguments),
        extra: call.extra.clone(),
    }
}
