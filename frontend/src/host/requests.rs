//! The requests that wait for their reply, with the callers that wait for it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::time::Duration;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::LocalBoxFuture;
use js_sys::Array;
use kernel::activity::Task;
use kernel::lifecycle::{FileKey, REQUEST_LIMIT};
use kernel::protocol::StreamName;
use kernel::{Reply, Request, RequestId};

use super::Host;
use crate::activity::{self, Doing};
use crate::clock;

/// Receives each piece that an execution prints.
pub(crate) type OnStream = Rc<dyn Fn(StreamName, &str)>;

/// A reply and its attachments.
type Answer = (Reply, Array);

/// What belongs to a request besides its message.
pub(super) struct RequestOptions {
    /// The files that it mounts.
    pub(super) files: Vec<FileKey>,
    /// What is attached to its message.
    pub(super) attachments: Option<Array>,
    /// Receives what its execution prints.
    pub(super) on_stream: Option<OnStream>,
    /// Its time limit, from when it is posted.
    pub(super) limit: Duration,
}

impl Default for RequestOptions {
    fn default() -> Self {
        Self { files: Vec::new(), attachments: None, on_stream: None, limit: REQUEST_LIMIT }
    }
}

/// The waiting requests by id. No method calls other code while it borrows the table.
#[derive(Default)]
pub(super) struct PendingRequests(RefCell<HashMap<RequestId, Pending>>);

struct Pending {
    answer: oneshot::Sender<Answer>,
    /// Taken when the request is posted.
    attachments: Option<Array>,
    on_stream: Option<OnStream>,
}

impl PendingRequests {
    fn add(
        &self,
        id: RequestId,
        attachments: Option<Array>,
        on_stream: Option<OnStream>,
    ) -> oneshot::Receiver<Answer> {
        let (answer, receiver) = oneshot::channel();
        self.0.borrow_mut().insert(id, Pending { answer, attachments, on_stream });
        receiver
    }

    /// Returns what is attached to the request's message, once.
    pub(super) fn take_attachments(&self, id: RequestId) -> Array {
        let mut pending = self.0.borrow_mut();
        pending.get_mut(&id).and_then(|pending| pending.attachments.take()).unwrap_or_default()
    }

    /// Passes on what the execution printed.
    pub(super) fn stream(&self, id: RequestId, stream: StreamName, text: &str) {
        let on_stream = self.0.borrow().get(&id).and_then(|pending| pending.on_stream.clone());
        if let Some(on_stream) = on_stream {
            on_stream(stream, text);
        }
    }

    /// Ends the request with its reply.
    pub(super) fn settle(&self, reply: Reply, attachments: &Array) {
        let pending = self.0.borrow_mut().remove(&reply.id());
        if let Some(pending) = pending {
            // The caller may have stopped waiting.
            pending.answer.send((reply, attachments.clone())).ok();
        }
    }
}

impl Host {
    /// Submits a request and waits for its reply.
    pub(super) fn ask(
        &self,
        request: impl FnOnce(RequestId) -> Request,
    ) -> LocalBoxFuture<'_, Result<Reply, String>> {
        let answer = self.ask_with(request, RequestOptions::default());
        async { answer.await.map(|(reply, _)| reply) }.boxed_local()
    }

    /// Does the same with options, and returns what is attached to the reply as well.
    pub(super) fn ask_with(
        &self,
        request: impl FnOnce(RequestId) -> Request,
        options: RequestOptions,
    ) -> LocalBoxFuture<'_, Result<Answer, String>> {
        let RequestOptions { files, attachments, on_stream, limit } = options;
        let id = self.0.lifecycle.borrow_mut().submit(request, files, limit, clock::now());
        // Before anything is awaited: a request may be settled before its future is polled for the
        // first time.
        let receiver = self.0.requests.add(id, attachments, on_stream);
        // Boxed here, so that what follows is compiled once and not for each request.
        self.answered(receiver, activity::begin(self.0.session, Task::Request)).boxed_local()
    }

    async fn answered(
        &self,
        receiver: oneshot::Receiver<Answer>,
        _doing: Doing,
    ) -> Result<Answer, String> {
        self.carry_on(&Array::new());
        match receiver.await {
            Ok((Reply::Failed { message, .. }, _)) => Err(message),
            Ok(answer) => Ok(answer),
            Err(_) => Err(words::host_requests_python_gave_no_answer().to_owned()),
        }
    }
}

/// Returns the message about a reply of another kind than was asked for.
pub(super) fn unexpected(reply: &Reply) -> String {
    words::host_requests_python_gave_an_answer(&reply.id())
}
