//! What happens in a session, as it is stored.

use kernel::Outcome;
use session::log::{Body, End, Id, Wheel};

use super::super::Page;
use super::StoredSession;

/// The media type of the bodies of requests.
const JSON: &str = "application/json";

impl<P: Page> StoredSession<P> {
    /// Stores an event. The first one creates the session.
    pub fn record(&self, body: Body) {
        match &body {
            Body::FileRemoved { file } => self.forget_waiting(|waiting| waiting.id == *file),
            Body::TurnEnded { end, .. } => self.turn_ended(*end == End::Answered),
            _ => {}
        }
        let own = self.clone();
        self.enqueue(async move { own.event(body).await });
    }

    /// Stores a request that leaves the browser, with its SHA-256, and its body.
    pub fn keep_request(&self, turn: Option<Id>, to: String, sha256: String, body: String) {
        let own = self.clone();
        self.enqueue(async move {
            own.created().await?;
            let bytes = body.len() as u64;
            let body = own.0.page.put_text(&own.id(), &body, JSON).await.ok();
            own.event(Body::RequestSent { turn, to, bytes, sha256, body }).await
        });
    }

    /// Stores the end of an execution with its outcome; large parts and the files that it wrote,
    /// whose contents are in their order, are stored apart.
    pub fn ended(&self, execution: Id, outcome: Outcome, contents: Vec<Option<P::Blob>>) {
        let own = self.clone();
        self.enqueue(async move {
            own.created().await?;
            let (parts, lost) = own.0.page.put_parts(&own.id(), &outcome, contents).await?;
            own.append(|log, now| log.ended(now, execution, outcome, (parts, &lost))).await
        });
    }

    /// Keeps a file as well as the browser allows, and stores the event; `wheel` is the package, if
    /// the user has had a wheel installed.
    pub fn keep_file(&self, file: Id, name: String, given: &P::File, wheel: Option<Wheel>) {
        self.0.page.file_added(given, &name);
        self.forget_waiting(|waiting| waiting.name == name);
        let (own, given) = (self.clone(), given.clone());
        self.enqueue(async move {
            own.created().await?;
            let given = own.remember(file, &name, &given)?;
            let bytes = own.0.page.size(&given);
            let (sha256, kept) = own.keep(file, &name, &given).await;
            own.event(Body::FileAdded { file, name, path: None, bytes, sha256, kept, wheel }).await
        });
    }
}
