//! Reasoning that a model writes into its text, between tags such as `<think>` and `</think>`.
//!
//! Servers that do not know a model's template pass its reasoning on as text. Only a tag at the
//! beginning of the text opens a thought, or one directly after another thought: elsewhere it is
//! what the model writes about.

use crate::{Delta, Reasoning};

#[cfg(test)]
mod tests;

/// The tags that open and close a thought: of Qwen, DeepSeek and most others; of models that were
/// taught by prompts; of Mistral.
const TAGS: [(&str, &str); 3] =
    [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]")];

/// A filter of one answer's deltas, which makes reasoning of what the model writes between tags,
/// however the text is divided.
#[derive(Clone, Debug, Default)]
pub struct Thoughts {
    state: State,
    /// Text that may be the beginning of a tag.
    held: String,
    /// One more than the highest index of the parts of reasoning so far.
    next: usize,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum State {
    /// Nothing but white space and complete thoughts have come.
    #[default]
    Before,
    /// In a thought, which this tag closes.
    Inside(&'static str),
    /// After a thought, before what follows it.
    After,
    /// In the answer.
    Text,
}

impl Thoughts {
    /// Converts deltas, in their order. What may be the beginning of a tag is held back until the
    /// text goes on, or until something else than text comes.
    pub fn convert(&mut self, deltas: Vec<Delta>) -> Vec<Delta> {
        let mut converted = Vec::with_capacity(deltas.len());
        for delta in deltas {
            match delta {
                Delta::Text(text) => self.text(&text, &mut converted),
                Delta::Reasoning { index, part } => {
                    self.next = self.next.max(index + 1);
                    converted.push(Delta::Reasoning { index, part });
                }
                Delta::Usage(usage) => converted.push(Delta::Usage(usage)),
                other => {
                    self.flush(&mut converted);
                    converted.push(other);
                }
            }
        }
        converted
    }

    fn text(&mut self, text: &str, out: &mut Vec<Delta>) {
        let mut text = std::mem::take(&mut self.held) + text;
        loop {
            match self.state {
                State::Text => return push(Delta::Text(text), out),
                State::Before | State::After => {
                    let begun = text.trim_start();
                    if let Some((open, close)) =
                        TAGS.iter().find(|(open, _)| begun.starts_with(open))
                    {
                        text = begun[open.len()..].to_owned();
                        self.state = State::Inside(close);
                    } else if TAGS.iter().any(|(open, _)| open.starts_with(begun)) {
                        self.held = text;
                        return;
                    } else {
                        // White space between a thought and the answer belongs to neither.
                        text = if self.state == State::After { begun.to_owned() } else { text };
                        self.state = State::Text;
                    }
                }
                State::Inside(close) => {
                    if let Some((thought, rest)) = text.split_once(close) {
                        self.thought(thought, out);
                        self.next += 1;
                        self.state = State::After;
                        text = rest.to_owned();
                    } else {
                        let kept =
                            (1..close.len()).rev().find(|length| text.ends_with(&close[..*length]));
                        self.held = text.split_off(text.len() - kept.unwrap_or(0));
                        self.thought(&text, out);
                        return;
                    }
                }
            }
        }
    }

    /// Ends what was held back: no tag follows.
    fn flush(&mut self, out: &mut Vec<Delta>) {
        let held = std::mem::take(&mut self.held);
        match self.state {
            State::Inside(_) => self.thought(&held, out),
            State::Before | State::Text if !held.trim().is_empty() => {
                self.state = State::Text;
                push(Delta::Text(held), out);
            }
            State::Before | State::Text | State::After => {}
        }
    }

    fn thought(&self, text: &str, out: &mut Vec<Delta>) {
        if !text.is_empty() {
            let part = Reasoning { text: text.to_owned(), ..Reasoning::default() };
            out.push(Delta::Reasoning { index: self.next, part });
        }
    }
}

fn push(delta: Delta, out: &mut Vec<Delta>) {
    if !matches!(&delta, Delta::Text(text) if text.is_empty()) {
        out.push(delta);
    }
}

/// Returns where a thought that began without a tag ends in a text, and where the answer begins, in
/// bytes. Templates of some models open the thought for them, so that only the closing tag is in
/// the text; it ends its line there.
pub fn end_of_unopened(text: &str) -> Option<(usize, usize)> {
    TAGS.iter().find_map(|(_, close)| {
        text.match_indices(close).find_map(|(at, _)| {
            let rest = &text[at + close.len()..];
            let ends_line = rest.trim_start_matches([' ', '\t', '\r']).starts_with('\n');
            let opened = TAGS.iter().any(|(open, _)| text[..at].contains(open));
            (ends_line && !opened).then(|| (at, text.len() - rest.trim_start().len()))
        })
    })
}
