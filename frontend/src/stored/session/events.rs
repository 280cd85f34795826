//! What happens in a session, as it is stored.

use kernel::Outcome;
use session::log::{BlobRef, Body, End, Id, Wheel};
use web_sys::{Blob, File};

use super::super::contents::store_parts;
use super::{StoredSession, now};
use crate::foreign::size;
use crate::foreign::text;
use crate::storage::{self, done};

/// The media type of the bodies of requests.
const JSON: &str = "application/json";

impl StoredSession {
    /// Stores an event. The first one creates the session.
    pub(crate) fn record(&self, body: Body) {
        match &body {
            Body::FileRemoved { file } => self.forget_waiting(|waiting| waiting.id == *file),
            Body::TurnEnded { end, .. } => self.turn_ended(*end == End::Answered),
            _ => {}
        }
        let own = self.clone();
        self.enqueue(async move { own.event(body).await });
    }

    /// Stores a request that leaves the browser, with its SHA-256, and its body.
    pub(crate) fn keep_request(&self, turn: Option<Id>, to: String, sha256: String, body: String) {
        let own = self.clone();
        self.enqueue(async move {
            own.created().await?;
            let content = storage::blob(body.as_bytes())?;
            let stored = match storage::current() {
                Some(storage) => done(storage.blobs().put(&own.id(), &content, JSON)).await.ok(),
                None => None,
            };
            let bytes = body.len() as u64;
            let body = stored.map(|info| BlobRef {
                sha256: text(&info, "digest"),
                media_type: JSON.to_owned(),
                bytes,
            });
            own.event(Body::RequestSent { turn, to, bytes, sha256, body }).await
        });
    }

    /// Stores the end of an execution with its outcome; large parts and the files that it wrote,
    /// whose contents are in their order, are stored apart.
    pub(crate) fn ended(&self, execution: Id, outcome: Outcome, contents: Vec<Option<Blob>>) {
        let own = self.clone();
        self.enqueue(async move {
            own.created().await?;
            let notify = |text| own.notify(text, true);
            let (parts, lost) = store_parts(&own.id(), &outcome, contents, notify).await?;
            own.append(|log| log.ended(now(), execution, outcome, (parts, &lost))).await
        });
    }

    /// Keeps a file as well as the browser allows, and stores the event; `wheel` is the package, if
    /// the user has had a wheel installed.
    pub(crate) fn keep_file(&self, file: Id, name: String, given: &File, wheel: Option<Wheel>) {
        self.0.receiving.borrow_mut().file_added(given, &name);
        self.forget_waiting(|waiting| waiting.name == name);
        let (own, given) = (self.clone(), given.clone());
        self.enqueue(async move {
            own.created().await?;
            let given = own.remember(&name, &given)?;
            let bytes = size(&given);
            let (sha256, kept) = own.keep(&given).await;
            own.event(Body::FileAdded { file, name, path: None, bytes, sha256, kept, wheel }).await
        });
    }
}
