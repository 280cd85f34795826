//! The statement that nothing leaves the kernel: a button, and the dialog with the self-test that
//! it opens.

use kernel::automation::{JudgedFate, JudgedProbe};
use kernel::protocol::Place;
use leptos::prelude::*;
use text::visible;

use super::{actions, icon::Icon, modal::modal, session};
use crate::actions::PrivacyActions;

/// The places of exits, in the order in which they are shown.
const PLACES: [(Place, &str); 3] = [
    (Place::Python, "From Python"),
    (Place::Worker, "From JavaScript beside Python"),
    (Place::Frame, "From JavaScript in the frame around it"),
];

/// The button in the header.
#[component]
pub(super) fn SealButton() -> impl IntoView {
    let (privacy, seal) = (actions::<dyn PrivacyActions>(), session().seal);
    let badge = Memo::new(move |_| seal.with(|seal| seal.badge.clone()));
    view! {
        <button
            class="chip seal-open"
            type="button"
            aria-haspopup="dialog"
            data-testid="seal-open"
            on:click=move |_| { privacy.with(|privacy| privacy.show_seal()); }
        >
            <Icon name="lock" />
            <span class="chip-text" data-testid="seal-badge">{badge}</span>
        </button>
    }
    .into_any()
}

/// A modal dialog, open while [`crate::session::Seal::shown`] is set.
#[component]
pub(super) fn SealDialog() -> impl IntoView {
    let (privacy, seal) = (actions::<dyn PrivacyActions>(), session().seal);
    let shown = Memo::new(move |_| seal.with(|seal| seal.shown));
    let dialog = modal(move || shown.get());
    let close = move || seal.update(|seal| seal.shown = false);
    let running = Memo::new(move |_| seal.with(|seal| seal.running));
    let word = Memo::new(move |_| seal.with(|seal| visible(&seal.word)));
    let probes = Memo::new(move |_| seal.with(|seal| seal.probes.clone()));
    let sections = move || {
        let some = |probes: &Vec<JudgedProbe>| {
            (!probes.is_empty()).then(|| PLACES.map(|(place, title)| section(place, title, probes)))
        };
        probes.with(some).into_iter().flatten().collect_view()
    };
    view! {
        <dialog
            class="sheet"
            node_ref=dialog
            aria-labelledby="seal-title"
            data-testid="seal"
            on:close=move |_| {
                if dialog.get_untracked().is_some_and(|dialog| !dialog.open()) {
                    close();
                }
            }
        >
            <div class="sheet-head">
                <h2 id="seal-title">{"Nothing gets out"}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| close()>{"Close"}</button>
            </div>
            <p class="sheet-text">
                {"Python runs in a sealed frame: it has no network, no storage, no cookies and no access to this page. See for \
                  yourself: the test tries every exit there is, towards an address that would answer and counts who comes."}
            </p>
            <button
                class="button"
                type="button"
                disabled=running
                on:click=move |_| { privacy.with(|privacy| privacy.try_exits()); }
            >
                {"Try every exit"}
            </button>
            <p class="seal-word" role="status" data-testid="seal-word">{word}</p>
            <div>{sections}</div>
        </dialog>
    }
    .into_any()
}

/// The exits of one place; those that were not refused come first.
fn section(place: Place, title: &'static str, probes: &[JudgedProbe]) -> AnyView {
    let mut probes: Vec<&JudgedProbe> =
        probes.iter().filter(|probe| probe.place == place).collect();
    probes.sort_by_key(|probe| probe.fate == JudgedFate::Refused);
    let row = |JudgedProbe { name, fate, how, .. }: &JudgedProbe| {
        let (class, fate) = match fate {
            JudgedFate::Refused => ("exit is-refused", "refused"),
            JudgedFate::Open => ("exit is-open", "open"),
            JudgedFate::Unproven => ("exit is-unproven", "not proven here"),
        };
        view! {
            <li class=class data-testid="exit">
                <span class="exit-name">{visible(name)}</span>
                <span class="exit-fate">{fate}</span>
                <span class="exit-how">{visible(how)}</span>
            </li>
        }
    };
    view! {
        <h3 class="seal-place">{title}</h3>
        <ul>{probes.into_iter().map(row).collect_view()}</ul>
    }
    .into_any()
}
