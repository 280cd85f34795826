//! For which models the user has agreed in this browser that everything printed goes to them.

use app::session::{AgreedModel, Disclosure, Model, agree, missing_agreement, revoke};
use leptos::prelude::{ArcRwSignal, GetUntracked, RwSignal, Set};

use crate::foreign::storage::{browser, read, write};
use crate::foreign::window;

/// The name under which the browser stores them.
const NAME: &str = "insitu-agreed";

thread_local! {
    static AGREED: ArcRwSignal<Vec<AgreedModel>> = ArcRwSignal::new(Vec::new());
}

/// Returns them, for the views of a session.
pub(crate) fn agreed() -> RwSignal<Vec<AgreedModel>> {
    AGREED.with(Clone::clone).into()
}

/// Returns what the user has to agree to before a question goes to this model, if anything.
pub(crate) fn missing(model: &Model, disclosure: Disclosure) -> Option<AgreedModel> {
    // Without its host name, the page counts as one from elsewhere.
    let page = window().location().hostname().unwrap_or_default();
    missing_agreement(model, disclosure, &page, &stored())
}

/// Notes that the user has agreed.
pub(crate) fn add(model: AgreedModel) {
    change(|agreed| agree(agreed, model));
}

/// Takes an agreement back.
pub(crate) fn remove(model: &AgreedModel) {
    change(|agreed| revoke(agreed, model));
}

/// Reads what the browser has stored, which another tab may have changed. Not before the page is
/// hydrated, which has to show what the server has rendered.
pub(crate) fn restore() {
    stored();
}

fn stored() -> Vec<AgreedModel> {
    AGREED.with(|agreed| {
        let known = agreed.get_untracked();
        // Where nothing can be stored, they hold until the page is left.
        let Some(storage) = browser() else { return known };
        let text = read(Some(storage), NAME).unwrap_or_default();
        let now: Vec<AgreedModel> = serde_json::from_str(&text).unwrap_or_default();
        if now != known {
            agreed.set(now.clone());
        }
        now
    })
}

fn change(act: impl FnOnce(&mut Vec<AgreedModel>)) {
    let mut now = stored();
    act(&mut now);
    let text = serde_json::to_string(&now).unwrap_or_default();
    // If there is no room for it, the user is asked again.
    write(browser(), NAME, &text).unwrap_or_default();
    AGREED.with(|agreed| agreed.set(now));
}
