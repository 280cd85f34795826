//! The requests that wait for their reply, as plain data.
//!
//! A reply ends a request only if both its id and its kind match; everything else is dropped and
//! counted, since the worker is not trusted. Knows neither time nor what the owner of a request
//! does with the reply.

use std::collections::BTreeMap;

use crate::{Reply, Request, RequestId};

/// The kind of a request, without its contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// [`Request::Boot`].
    Boot,
    /// [`Request::Load`].
    Load,
    /// [`Request::Install`].
    Install,
    /// [`Request::Mount`].
    Mount,
    /// [`Request::Unmount`].
    Unmount,
    /// [`Request::Imports`].
    Imports,
    /// [`Request::Execute`].
    Execute,
    /// [`Request::Profile`].
    Profile,
    /// [`Request::Read`].
    Read,
    /// [`Request::Table`].
    Table,
    /// [`Request::Save`].
    Save,
    /// [`Request::Preview`].
    Preview,
    /// [`Request::Vectors`].
    Vectors,
    /// [`Request::Restore`].
    Restore,
    /// [`Request::SelfTest`].
    SelfTest,
    /// [`Request::Ping`].
    Ping,
}

impl Kind {
    /// Returns the kind of `request`.
    pub fn of(request: &Request) -> Self {
        match request {
            Request::Boot { .. } => Self::Boot,
            Request::Load { .. } => Self::Load,
            Request::Install { .. } => Self::Install,
            Request::Mount { .. } => Self::Mount,
            Request::Unmount { .. } => Self::Unmount,
            Request::Imports { .. } => Self::Imports,
            Request::Execute { .. } => Self::Execute,
            Request::Profile { .. } => Self::Profile,
            Request::Read { .. } => Self::Read,
            Request::Table { .. } => Self::Table,
            Request::Save { .. } => Self::Save,
            Request::Preview { .. } => Self::Preview,
            Request::Vectors { .. } => Self::Vectors,
            Request::Restore { .. } => Self::Restore,
            Request::SelfTest { .. } => Self::SelfTest,
            Request::Ping { .. } => Self::Ping,
        }
    }

    /// Returns whether it is about a result of the interpreter, which the next interpreter does not
    /// have.
    pub fn about_results(self) -> bool {
        matches!(self, Self::Table | Self::Save | Self::Vectors)
    }

    /// Returns whether `reply` answers a request of this kind.
    pub fn fits(self, reply: &Reply) -> bool {
        match reply {
            Reply::Booted { .. } => self == Self::Boot,
            Reply::Loaded { .. } => self == Self::Load,
            Reply::Installed { .. } => self == Self::Install,
            Reply::Mounted { .. } => self == Self::Mount,
            Reply::Unmounted { .. } => self == Self::Unmount,
            Reply::Imports { .. } => self == Self::Imports,
            Reply::Executed { .. } => self == Self::Execute,
            Reply::Profiled { .. } => self == Self::Profile,
            Reply::Content { .. } => self == Self::Read,
            Reply::Tabled { .. } => self == Self::Table,
            Reply::Saved { .. } => self == Self::Save,
            Reply::Previewed { .. } => self == Self::Preview,
            Reply::Vectored { .. } => self == Self::Vectors,
            Reply::Restored { .. } => self == Self::Restore,
            Reply::SelfTested { .. } => self == Self::SelfTest,
            Reply::Pong { .. } => self == Self::Ping,
            Reply::Failed { .. } => true,
        }
    }
}

/// The waiting requests. `T` is the note that the owner keeps with each.
#[derive(Clone, Debug)]
pub struct Pending<T> {
    waiting: BTreeMap<RequestId, (Kind, T)>,
    strays: u64,
}

impl<T> Default for Pending<T> {
    fn default() -> Self {
        Self { waiting: BTreeMap::new(), strays: 0 }
    }
}

impl<T> Pending<T> {
    /// Adds `request`, which has been posted.
    pub fn insert(&mut self, request: &Request, note: T) {
        self.waiting.insert(request.id(), (Kind::of(request), note));
    }

    /// Removes the request that `reply` ends and returns its note; returns `None` and counts a
    /// stray if no request fits.
    pub fn settle(&mut self, reply: &Reply) -> Option<T> {
        match self.waiting.get(&reply.id()) {
            Some((kind, _)) if kind.fits(reply) => {
                self.waiting.remove(&reply.id()).map(|(_, note)| note)
            }
            _ => {
                self.strays += 1;
                None
            }
        }
    }

    /// Removes every request, each with a reply that fails with `reason`; used when the worker is
    /// gone.
    pub fn fail_all(&mut self, reason: &str) -> Vec<(T, Reply)> {
        std::mem::take(&mut self.waiting)
            .into_iter()
            .map(|(id, (_, note))| (note, Reply::Failed { id, message: reason.to_owned() }))
            .collect()
    }

    /// Removes every request without a reply.
    pub fn take_all(&mut self) -> Vec<T> {
        std::mem::take(&mut self.waiting).into_values().map(|(_, note)| note).collect()
    }

    /// Returns the note of the request `id`.
    pub fn peek(&self, id: RequestId) -> Option<&T> {
        self.waiting.get(&id).map(|(_, note)| note)
    }

    /// Returns the note of the request `id` for changes.
    pub fn peek_mut(&mut self, id: RequestId) -> Option<&mut T> {
        self.waiting.get_mut(&id).map(|(_, note)| note)
    }

    /// Returns the notes, by id.
    pub fn notes(&self) -> impl Iterator<Item = &T> {
        self.waiting.values().map(|(_, note)| note)
    }

    /// Returns the number of waiting requests.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// Returns whether no request waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns the number of replies that fitted no request.
    pub fn strays(&self) -> u64 {
        self.strays
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Pending<&'static str> {
        let mut pending = Pending::default();
        pending.insert(&Request::Imports { id: 1, code: String::new() }, "imports");
        pending.insert(&Request::Load { id: 2, packages: vec![] }, "load");
        pending
    }

    fn check(reply: Reply, settled: Option<&'static str>, strays: u64) {
        let mut pending = table();
        assert_eq!((pending.settle(&reply), pending.strays()), (settled, strays), "{reply:?}");
        assert_eq!(pending.len(), 2 - usize::from(settled.is_some()));
    }

    #[test]
    fn a_reply_ends_the_request_of_its_id_and_kind() {
        check(Reply::Loaded { id: 2 }, Some("load"), 0);
        check(Reply::Imports { id: 1, modules: vec![] }, Some("imports"), 0);
        check(Reply::Failed { id: 1, message: "no".to_owned() }, Some("imports"), 0);
    }

    #[test]
    fn a_reply_without_a_request_is_dropped_and_counted() {
        check(Reply::Loaded { id: 3 }, None, 1);
        check(Reply::Loaded { id: 1 }, None, 1);
        check(Reply::Unmounted { id: 2 }, None, 1);
    }

    #[test]
    fn a_second_reply_to_one_request_is_a_stray() {
        let mut pending = table();
        assert_eq!(pending.settle(&Reply::Loaded { id: 2 }), Some("load"));
        assert_eq!(pending.settle(&Reply::Loaded { id: 2 }), None);
        assert_eq!(pending.strays(), 1);
    }

    #[test]
    fn fail_all_fails_every_request() {
        let mut pending = table();
        let failed = |id| Reply::Failed { id, message: "the worker died".to_owned() };
        assert_eq!(
            pending.fail_all("the worker died"),
            [("imports", failed(1)), ("load", failed(2))]
        );
        assert!(pending.is_empty());
    }
}
