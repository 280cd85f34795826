//! What keeps the secrets that a provider is sent out of what comes back from it.
//!
//! It works on answers that are decoded, if they leave the connection to the provider, since
//! that is the one place that all of them pass: streams, whole answers and errors of each format,
//! for the client and for the log. Earlier, in the raw bytes, a secret may be written with JSON's
//! escapes or be spread over several events; later, where text is written, an error has been put
//! into a sentence already. How the network splits the bytes does not matter here, and what is
//! split over pieces of an answer is put together: the end of a piece that may be the beginning of
//! a secret waits for the next piece of the same text. Headers of a provider are not passed on,
//! except for a wait that was read as a number.

use std::{collections::BTreeMap, sync::Arc};

use aho_corasick::{AhoCorasick, MatchKind};
use chat::{Delta, FinishReason, Reasoning, wire::Failure};
use serde_json::Value;

use crate::config::{Provider, Secret};

/// What stands in a secret's place.
pub(super) const MASKED: &str = "[key]";

/// The least length of a secret in bytes. A shorter value protects nothing, and may be part of any
/// word.
const LEAST: usize = 8;

/// The secrets of one provider.
#[derive(Clone, Debug)]
pub(super) struct Mask(Option<Arc<Patterns>>);

struct Patterns {
    /// Each secret as it is, and as it is within JSON that is text itself: the arguments of a call.
    texts: Vec<String>,
    search: AhoCorasick,
}

impl std::fmt::Debug for Patterns {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Patterns").finish_non_exhaustive()
    }
}

impl Mask {
    /// Creates the mask of errors: nothing that `provider` is sent in a header of its own is
    /// repeated.
    pub(super) fn of_errors(provider: &Provider) -> Self {
        Self::new(provider.headers.iter().map(|(_, value)| value).chain(&provider.key))
    }

    /// Creates the mask of answers. The value of a header that is not a secret, a title for
    /// instance, may be in any text.
    pub(super) fn of_answers(provider: &Provider) -> Self {
        let headers =
            provider.headers.iter().map(|(_, value)| value).filter(|value| !value.is_open());
        Self::new(headers.chain(&provider.key))
    }

    fn new<'a>(secrets: impl Iterator<Item = &'a Secret>) -> Self {
        let secrets = secrets.map(Secret::reveal);
        let mut texts: Vec<String> =
            secrets.filter(|secret| secret.len() >= LEAST).flat_map(written).collect();
        texts.sort_unstable();
        texts.dedup();
        if texts.is_empty() {
            return Self(None);
        }
        let search = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&texts);
        // Only patterns of gigabytes cannot be built.
        Self(search.ok().map(|search| Arc::new(Patterns { texts, search })))
    }

    /// Returns text without the secrets.
    pub(super) fn text(&self, text: String) -> String {
        match &self.0 {
            Some(patterns) if patterns.search.is_match(&text) => {
                patterns.search.replace_all(&text, &vec![MASKED; patterns.texts.len()])
            }
            _ => text,
        }
    }

    /// Returns the body of an error, JSON or any text, without the secrets.
    pub(super) fn body(&self, body: String) -> String {
        match serde_json::from_str(&body) {
            Ok(json) => self.json(json).to_string(),
            Err(_) => self.text(body),
        }
    }

    /// Returns a report of the provider's without the secrets.
    pub(super) fn failure(&self, Failure { message, kind, code, param }: Failure) -> Failure {
        Failure {
            message: self.text(message),
            kind: self.optional(kind),
            code: self.optional(code),
            param: self.optional(param),
        }
    }

    fn optional(&self, text: Option<String>) -> Option<String> {
        text.map(|text| self.text(text))
    }

    fn json(&self, json: Value) -> Value {
        match json {
            Value::String(text) => Value::String(self.text(text)),
            Value::Array(items) => items.into_iter().map(|item| self.json(item)).collect(),
            Value::Object(members) => {
                members.into_iter().map(|(key, value)| (self.text(key), self.json(value))).collect()
            }
            other => other,
        }
    }
}

impl Patterns {
    /// Returns the beginning of `text` without the secrets, and its end that may be the beginning
    /// of one.
    fn split(&self, text: String) -> (String, String) {
        let mut kept = self.end(&text);
        if kept == text.len() && !self.search.is_match(&text) {
            return (text, String::new());
        }
        let (mut clear, mut from) = (String::new(), 0);
        // What begins in the end that is kept is decided with the next piece: it may be part of a
        // longer secret.
        for found in self.search.find_iter(&text).take_while(|found| found.start() < kept) {
            clear.push_str(text.get(from..found.start()).unwrap_or_default());
            clear.push_str(MASKED);
            from = found.end();
        }
        kept = kept.max(from);
        clear.push_str(text.get(from..kept).unwrap_or_default());
        (clear, text.get(kept..).unwrap_or_default().to_owned())
    }

    /// Returns where the longest end of `text` begins that a secret begins with and goes on after.
    fn end(&self, text: &str) -> usize {
        let longest = self.texts.iter().map(String::len).max().unwrap_or_default();
        let from = text.len().saturating_sub(longest.saturating_sub(1));
        let open = |at: &usize| {
            let end = text.get(*at..).unwrap_or_default();
            !end.is_empty()
                && self
                    .texts
                    .iter()
                    .any(|secret| secret.len() > end.len() && secret.starts_with(end))
        };
        (from..text.len()).find(open).unwrap_or(text.len())
    }
}

/// Returns a secret as it is, and as it may be written within JSON.
fn written(secret: &str) -> [String; 3] {
    let json = secret.replace('\\', "\\\\").replace('"', "\\\"");
    let slashes = json.replace('/', "\\/");
    [secret.to_owned(), json, slashes]
}

/// A text of an answer that comes in pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Channel {
    Text,
    Reasoning(usize),
    Arguments(usize),
}

/// The mask of one answer, piece by piece.
#[derive(Debug)]
pub(super) struct Masking {
    mask: Mask,
    /// The ends of texts that may be the beginning of a secret. Each is shorter than one.
    kept: BTreeMap<Channel, String>,
}

impl Masking {
    /// Begins an answer.
    pub(super) fn new(mask: Mask) -> Self {
        Self { mask, kept: BTreeMap::new() }
    }

    /// Returns the next pieces of the answer as far as they are certain not to be part of a secret.
    pub(super) fn pieces(&mut self, deltas: Vec<Delta>) -> Vec<Delta> {
        let Some(patterns) = self.mask.0.clone() else { return deltas };
        let mut pieces = Vec::with_capacity(deltas.len());
        for delta in deltas {
            match delta {
                Delta::Text(text) => {
                    let text = self.piece(&patterns, Channel::Text, text);
                    pieces.extend(Some(text).filter(|text| !text.is_empty()).map(Delta::Text));
                }
                Delta::Reasoning {
                    index,
                    part: Reasoning { kind, text, data, signature, id, format },
                } => {
                    let text = self.piece(&patterns, Channel::Reasoning(index), text);
                    let (data, signature) =
                        (self.mask.optional(data), self.mask.optional(signature));
                    let part = Reasoning {
                        kind,
                        text,
                        data,
                        signature,
                        id: self.mask.optional(id),
                        format,
                    };
                    pieces.push(Delta::Reasoning { index, part });
                }
                Delta::ToolCall { index, id, name, arguments, extra } => {
                    let arguments = self.piece(&patterns, Channel::Arguments(index), arguments);
                    let (id, name) = (self.mask.optional(id), self.mask.optional(name));
                    let extra = extra.map(|extra| self.mask.json(extra));
                    pieces.push(Delta::ToolCall { index, id, name, arguments, extra });
                }
                Delta::Finish(reason) => {
                    pieces.extend(self.rest());
                    pieces.push(Delta::Finish(match reason {
                        FinishReason::Other(word) => FinishReason::Other(self.mask.text(word)),
                        known => known,
                    }));
                }
                Delta::Usage(usage) => pieces.push(Delta::Usage(usage)),
            }
        }
        pieces
    }

    /// Returns what was kept back, when no more comes that could make it a secret.
    pub(super) fn rest(&mut self) -> Vec<Delta> {
        let kept = std::mem::take(&mut self.kept).into_iter();
        let rest = kept.map(|(channel, text)| {
            let text = self.mask.text(text);
            match channel {
                Channel::Text => Delta::Text(text),
                Channel::Reasoning(index) => {
                    Delta::Reasoning { index, part: Reasoning { text, ..Reasoning::default() } }
                }
                Channel::Arguments(index) => {
                    Delta::ToolCall { index, id: None, name: None, arguments: text, extra: None }
                }
            }
        });
        rest.collect()
    }

    fn piece(&mut self, patterns: &Patterns, channel: Channel, text: String) -> String {
        let text = match self.kept.remove(&channel) {
            Some(mut kept) => {
                kept.push_str(&text);
                kept
            }
            None => text,
        };
        let (clear, kept) = patterns.split(text);
        if !kept.is_empty() {
            self.kept.insert(channel, kept);
        }
        clear
    }
}

#[cfg(test)]
mod tests;
