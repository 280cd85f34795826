//! What leaves the browser, for the user to control and to check: consent, the ledger, and the
//! self-test.

use std::cell::RefCell;

use app::actions::PrivacyActions;
use app::session::{AgreedModel, Consent, Session, Verdict};
use futures::channel::oneshot;
use futures::future::{Either, select};
use js_sys::Array;
use leptos::prelude::{Set, WithUntracked};
use serde_json::json;

use crate::cancellation::CancellationToken;
use crate::host::Host;
use crate::{agreements, clock, notices, save, self_test};

/// The requests for consent, and what is shown of the rest.
pub(crate) struct Privacy {
    session: Session,
    host: Host,
    /// The caller that waits for the user's verdict.
    waiting: RefCell<Option<oneshot::Sender<Verdict>>>,
}

impl Privacy {
    /// Returns the state in which the user is not asked.
    pub(crate) fn new(session: Session, host: Host) -> Self {
        Self { session, host, waiting: RefCell::default() }
    }

    /// Asks the user for consent. A cancellation is answered with [`Verdict::Stop`].
    pub(crate) async fn ask(&self, consent: Consent, cancellation: &CancellationToken) -> Verdict {
        let (sender, receiver) = oneshot::channel();
        self.waiting.replace(Some(sender));
        self.session.consent.set(Some(consent));
        let verdict = match select(receiver, cancellation.cancelled()).await {
            Either::Left((verdict, _)) => verdict.unwrap_or(Verdict::Stop),
            Either::Right(_) => Verdict::Stop,
        };
        self.session.consent.set(None);
        verdict
    }
}

impl PrivacyActions for Privacy {
    fn decide(&self, verdict: Verdict) {
        if let Some(waiting) = self.waiting.take() {
            waiting.send(verdict).ok();
        }
    }

    fn revoke(&self, model: &AgreedModel) {
        agreements::remove(model);
    }

    fn download_ledger(&self) {
        let entries = self.session.ledger.with_untracked(|ledger| {
            ledger
                .iter()
                .map(|entry| {
                    json!({
                        "at": entry.at, "to": entry.to, "bytes": entry.bytes, "sha256": entry.sha256,
                        "body": &*entry.body,
                    })
                })
                .collect::<Vec<_>>()
        });
        let text = format!("{:#}", json!({ "requests": entries }));
        let name =
            format!("insitu-what-was-sent-{}.json", clock::timestamp().replace([':', '.'], "-"));
        notices::attempt(self.session, async move {
            save::file(&Array::of1(&text.into()), &name, "application/json")
        });
    }

    fn try_exits(&self) {
        self_test::show(self.session, &self.host);
    }
}
