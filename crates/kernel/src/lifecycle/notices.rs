//! The worker's notices, and the line that an execution may ask the user for.

use super::{Cause, Effect, Lifecycle, State, Time};
use crate::protocol::StreamName;
use crate::{Notice, Request, RequestId};

/// Maximum length of a prompt that is shown, in bytes.
const MAX_PROMPT_BYTES: usize = 10_000;

/// Maximum length of a package's name, in bytes.
const MAX_NAME_BYTES: usize = 100;

/// Returns whether a package can have this name, which is shown while it is fetched.
fn is_package_name(name: &str) -> bool {
    let fits = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'_')
    };
    !name.is_empty() && name.len() <= MAX_NAME_BYTES && name.bytes().all(fits)
}

impl Lifecycle {
    pub(super) fn notice(&mut self, notice: Notice, now: Time) {
        match notice {
            Notice::Progress { stage, done, total } => {
                self.progress(now);
                self.effects.push_back(Effect::Progress { stage, done, total });
            }
            Notice::Stream { id, stream, text } => match self.pending.peek_mut(id) {
                Some(flight) => {
                    match stream {
                        StreamName::Stdout => flight.stdout.push(&text),
                        StreamName::Stderr => flight.stderr.push(&text),
                        StreamName::Display => {}
                    }
                    self.effects.push_back(Effect::Stream { id, stream, text });
                }
                None => self.unreadable += 1,
            },
            Notice::Input { id, mut prompt } => {
                let may_ask = self.pending.peek(id).is_some_and(|flight| {
                    matches!(flight.job.request, Request::Execute { interactive: true, .. })
                });
                if !may_ask || self.asking.is_some() || !matches!(self.state, State::Busy { .. }) {
                    self.unreadable += 1;
                    return;
                }
                self.asking = Some(now);
                prompt.truncate(prompt.floor_char_boundary(MAX_PROMPT_BYTES));
                self.effects.push_back(Effect::Ask(prompt));
            }
            Notice::Wanted { ticket, package } => {
                let busy = matches!(self.state, State::Busy { .. });
                if !busy || self.fetching.is_some() || !is_package_name(&package) {
                    self.unreadable += 1;
                    return;
                }
                self.fetching = Some(now);
                self.effects.push_back(Effect::Fetch { ticket, package });
            }
            Notice::Broken { id, message } => self.interpreter_broke(id, message, now),
            Notice::Memory { .. } if self.warned => self.unreadable += 1,
            Notice::Memory { bytes, limit } => {
                self.warned = true;
                self.effects.push_back(Effect::Memory { bytes, limit });
            }
        }
    }

    /// Handles that the interpreter is unusable since the request `id`. If the reply to it is still
    /// to come, that reply is the last and is awaited. If it has come, the request posted since was
    /// never begun: it is queued again and ends like those that wait.
    fn interpreter_broke(&mut self, id: RequestId, cause: String, now: Time) {
        if self.boot == Some(id) || self.pending.peek(id).is_some() {
            self.broken = Some(cause);
        } else if matches!(self.state, State::Starting { .. } | State::Failed { .. }) {
            self.unreadable += 1;
        } else {
            for flight in self.pending.take_all() {
                self.queue.push_front(flight.job);
            }
            self.terminate(Cause::Crashed(cause), now);
        }
    }

    /// Passes on the user's line for the execution that asked for one, or `None`. Its time limit
    /// continues now.
    pub fn answer(&mut self, text: Option<String>, now: Time) {
        let Some(since) = self.asking else { return };
        self.extend_deadline(since, now);
        self.stop_asking();
        self.effects.push_back(Effect::Answer(text));
    }

    /// Reports that the archive that the running request waits for has been handed over, or is
    /// unavailable. Its time limit continues now.
    pub fn fetched(&mut self, now: Time) {
        if let Some(since) = self.fetching.take() {
            self.extend_deadline(since, now);
        }
    }

    fn extend_deadline(&mut self, since: Time, now: Time) {
        if let State::Busy { deadline, .. } = &mut self.state {
            *deadline = deadline.saturating_add(now.saturating_sub(since));
        }
    }

    /// Ends every wait: the running request is over or is being stopped.
    pub(super) fn stop_waiting(&mut self) {
        self.fetching = None;
        self.stop_asking();
    }

    fn stop_asking(&mut self) {
        if self.asking.take().is_some() {
            self.effects.push_back(Effect::AskNoMore);
        }
    }
}
