//! Fewer and larger events: pieces of text joined while they arrive, and again once a turn is over.

use std::collections::HashSet;

use crate::log::{Body, Event, Id, record};

/// The longest that text waits, in milliseconds, and the most of it that waits, in bytes.
const MAX_WAIT_MS: u64 = 1_000;
const MAX_WAITING_BYTES: usize = 2 << 10;

/// What a model writes piece by piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stream {
    /// Its answer. A sentence becomes one event, so that a page that is closed loses at most the
    /// sentence that is being written.
    #[default]
    Answer,
    /// What it thinks.
    Thoughts,
}

impl Stream {
    fn body(self, turn: Id, text: String) -> Body {
        match self {
            Self::Answer => Body::TextReceived { turn, text },
            Self::Thoughts => Body::ThoughtsReceived { turn, text },
        }
    }
}

/// Joins the pieces of text of a model that arrive one after the other.
#[derive(Clone, Debug, Default)]
pub struct Coalescer {
    turn: Id,
    stream: Stream,
    text: String,
    since: u64,
}

impl Coalescer {
    /// Adds a piece and returns the event to write, if a sentence or a line of an answer has ended,
    /// or enough text or time has passed. Text of another turn or stream ends what was pending
    /// before.
    pub fn push(&mut self, turn: Id, stream: Stream, piece: &str, now_ms: u64) -> Vec<Body> {
        let same = (turn, stream) == (self.turn, self.stream);
        let mut ready: Vec<Body> =
            if same { Vec::new() } else { self.flush().into_iter().collect() };
        if self.text.is_empty() {
            (self.turn, self.stream, self.since) = (turn, stream, now_ms);
        }
        self.text.push_str(piece);
        let due = now_ms.saturating_sub(self.since) >= MAX_WAIT_MS
            || self.text.len() >= MAX_WAITING_BYTES;
        let end = match stream {
            _ if due => self.text.len(),
            Stream::Answer => sentences(&self.text),
            Stream::Thoughts => 0,
        };
        if end > 0 {
            let rest = self.text.split_off(end);
            let text = std::mem::replace(&mut self.text, rest);
            self.since = now_ms;
            ready.push(stream.body(turn, text));
        }
        ready
    }

    /// Returns the event for what is pending. To be called before any other event of the turn, and
    /// by a timer.
    pub fn flush(&mut self) -> Option<Body> {
        let text = std::mem::take(&mut self.text);
        (!text.is_empty()).then(|| self.stream.body(self.turn, text))
    }
}

/// Returns where the last complete sentence or line of a text ends; 0 if there is none.
fn sentences(text: &str) -> usize {
    let mut end = 0;
    let mut before = ' ';
    for (at, character) in text.char_indices() {
        let ends = character == '\n'
            || character == ' ' && matches!(before, '.' | '!' | '?' | ':')
            || matches!(character, '。' | '！' | '？');
        if ends {
            end = at + character.len_utf8();
        }
        before = character;
    }
    end
}

/// Returns the events with the same state and less text: pieces whose answer is complete are left
/// out, and adjacent pieces are joined under the number of the last one. Other events keep their
/// numbers.
pub fn compact(events: Vec<Event>) -> Vec<Event> {
    let complete: HashSet<Id> = events
        .iter()
        .filter_map(|event| match event.body {
            Body::AnswerFinished { turn, .. } => Some(turn),
            _ => None,
        })
        .collect();
    let mut asked: HashSet<Id> = HashSet::new();
    let mut kept: Vec<Event> = Vec::with_capacity(events.len());
    for event in events {
        match &event.body {
            Body::QuestionAsked { turn, .. } | Body::QuestionEdited { turn, .. } => {
                asked.insert(*turn);
            }
            // If the question is lost, the first piece is what adds the turn to the state.
            Body::TextReceived { turn, text } => {
                if complete.contains(turn) && asked.contains(turn) {
                    continue;
                }
                if let Some(Event {
                    seq,
                    ms,
                    body: Body::TextReceived { turn: before, text: joined },
                }) = kept.last_mut()
                    && before == turn
                {
                    joined.push_str(text);
                    (*seq, *ms) = (event.seq, event.ms);
                    continue;
                }
            }
            _ => {}
        }
        kept.push(event);
    }
    kept
}

/// Returns the records of a whole log, to store it again after a migration, a repair or a
/// compaction.
///
/// # Errors
/// If an event cannot be written as JSON.
pub fn encode_all(events: &[Event]) -> Result<String, serde_json::Error> {
    let mut after = 0;
    let mut text = String::new();
    for event in events {
        text.push_str(&record::encode(event, after)?);
        after = event.seq;
    }
    Ok(text)
}

#[cfg(test)]
mod tests;
