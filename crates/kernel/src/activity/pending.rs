//! What sessions have begun and not ended.

use std::collections::BTreeMap;

use serde::Serialize;

/// Identifies something that was begun.
pub type Ticket = u32;

/// What was begun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// A turn, or another call of a user or a script, until it has its result.
    Call,
    /// Code runs, or waits for the interpreter.
    Execution,
    /// The kernel is asked for a profile, a table, a document and so on.
    Request,
    /// A file is added.
    File,
    /// The stored session is restored.
    Restoring,
    /// A result is put on the page.
    Result,
    /// A module is loaded that text waits for.
    Text,
}

/// Something that was begun, and by which of the page's sessions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// The session's number in the page, from 1.
    pub session: u32,
    /// What was begun.
    pub task: Task,
}

/// All that was begun and has not ended.
#[derive(Clone, Debug, Default)]
pub struct Pending {
    next: Ticket,
    open: BTreeMap<Ticket, Open>,
}

impl Pending {
    /// Notes that a session begins something.
    pub fn begin(&mut self, session: u32, task: Task) -> Ticket {
        self.next += 1;
        self.open.insert(self.next, Open { session, task });
        self.next
    }

    /// Notes that it has ended. Returns whether its session has nothing left to end.
    pub fn end(&mut self, ticket: Ticket) -> bool {
        let ended = self.open.remove(&ticket);
        ended.is_some_and(|ended| self.is_idle(ended.session))
    }

    /// Returns whether a session has ended all that it has begun.
    #[must_use]
    pub fn is_idle(&self, session: u32) -> bool {
        self.open.values().all(|open| open.session != session)
    }

    /// Returns what has not ended, in the order in which it was begun.
    pub fn open(&self) -> impl Iterator<Item = Open> {
        self.open.values().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_idle_once_all_that_it_began_has_ended() {
        let mut pending = Pending::default();
        assert!(pending.is_idle(1));
        let turn = pending.begin(1, Task::Call);
        let execution = pending.begin(1, Task::Execution);
        let other = pending.begin(2, Task::Call);
        assert!(!pending.is_idle(1));
        assert!(!pending.end(execution), "the turn is under way");
        assert!(pending.end(turn), "another session's turn does not count");
        assert!(pending.is_idle(1) && !pending.is_idle(2));
        assert!(!pending.end(turn), "it has ended before");
        assert!(pending.end(other));
    }

    #[test]
    fn what_is_open_is_listed_in_its_order_without_texts() {
        let mut pending = Pending::default();
        pending.begin(2, Task::Call);
        let file = pending.begin(1, Task::File);
        pending.begin(1, Task::Result);
        pending.end(file);
        let listed = serde_json::to_value(pending.open().collect::<Vec<_>>()).unwrap();
        let expected = serde_json::json!([
            { "session": 2, "task": "call" },
            { "session": 1, "task": "result" },
        ]);
        assert_eq!(listed, expected);
    }

    #[test]
    fn a_ticket_is_never_given_twice() {
        let mut pending = Pending::default();
        let first = pending.begin(1, Task::Text);
        pending.end(first);
        assert_ne!(pending.begin(1, Task::Text), first);
    }
}
