//! Which endpoints the page has asked for their models in this tab. Such a request has no body, so
//! that the ledger does not list it; the page must not say that nothing was sent, though.

use app::session::{Contact, note_contact};
use leptos::prelude::{ArcRwSignal, RwSignal, Set, Update, WithUntracked};

use crate::foreign::storage::{read, tab, write};

/// The name under which the tab stores them, since the page is loaded anew for an endpoint.
const NAME: &str = "insitu-contacts";

thread_local! {
    static CONTACTS: ArcRwSignal<Vec<Contact>> = ArcRwSignal::new(Vec::new());
}

/// Returns them, for the views of a session.
pub(crate) fn contacts() -> RwSignal<Vec<Contact>> {
    CONTACTS.with(Clone::clone).into()
}

/// Reads what the tab has stored. Not before the page is hydrated, which has to show what the server
/// has rendered.
pub(crate) fn restore_contacts() {
    let stored = read(tab(), NAME).and_then(|text| serde_json::from_str(&text).ok());
    if let Some(stored) = stored {
        CONTACTS.with(|contacts| contacts.set(stored));
    }
}

/// Notes a request before it is sent.
pub(super) fn note(host: &str) {
    CONTACTS.with(|contacts| {
        contacts.update(|contacts| note_contact(contacts, host));
        let text = contacts.with_untracked(serde_json::to_string);
        // Where nothing can be stored, they are known until the page is loaded again.
        write(tab(), NAME, &text.unwrap_or_default()).unwrap_or_default();
    });
}
