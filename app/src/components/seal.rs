//! The promise that nothing gets out of the kernel, and a test of it that anybody can run.

use kernel::{Exit, protocol::Place};
use leptos::{
    attr::{popovertarget, popovertargetaction},
    prelude::*,
};

use super::{
    actions,
    icon::{CLOSE, Icon, LOCK},
    session,
};
use crate::{format, session::Seal, visible::visible};

const PLACES: [(Place, &str); 3] = [
    (Place::Python, "From Python"),
    (Place::Worker, "From JavaScript beside Python"),
    (Place::Frame, "From JavaScript in the frame around it"),
];

/// The button in the header.
#[component]
pub(super) fn SealButton() -> impl IntoView {
    view! {
        <button class="chip seal-open" type="button" {..popovertarget("seal")} data-testid="seal-open">
            <Icon path=LOCK />
            <span class="chip-text">{"Sealed"}</span>
        </button>
    }
    .into_any()
}

/// The test itself, shown over the page.
#[component]
pub(super) fn SealSheet() -> impl IntoView {
    let (seal, actions) = (session().seal, actions());
    let word = move || {
        seal.with(|seal| match seal {
            Seal::Untried => String::new(),
            Seal::Trying => "Trying every exit".to_owned(),
            Seal::Failed(why) => visible(why),
            Seal::Tried(exits) => match exits.iter().filter(|exit| !exit.refused).count() {
                0 => format!("All {} exits were refused.", exits.len()),
                open => {
                    format!("{} of {} were not refused.", format::plural(open as u64, "exit"), exits.len())
                }
            },
        })
    };
    let list = move || {
        seal.with(|seal| match seal {
            Seal::Tried(exits) => {
                PLACES.map(|(place, title)| section(title, exits, place)).into_iter().collect()
            }
            _ => Vec::new(),
        })
    };
    view! {
        <div class="sheet" id="seal" popover="auto" role="dialog" aria-labelledby="seal-title" data-testid="seal">
            <div class="sheet-head">
                <h2 id="seal-title">{"Nothing gets out"}</h2>
                <button class="button is-quiet" type="button" {..popovertarget("seal")} {..popovertargetaction("hide")} aria-label="Close">
                    <Icon path=CLOSE />
                </button>
            </div>
            <p class="sheet-text">
                {"Python runs in a sealed frame: it has no network, no storage, no cookies and no access to this page. See for yourself: the test tries every exit there is, and a server that would answer waits outside."}
            </p>
            <button
                class="button"
                type="button"
                disabled=move || seal.with(|seal| *seal == Seal::Trying)
                on:click=move |_| { actions.with(|actions| actions.try_exits()); }
            >
                {"Try every exit"}
            </button>
            <p class="seal-word" role="status" data-testid="seal-word">{word}</p>
            {list}
        </div>
    }
    .into_any()
}

fn section(title: &'static str, exits: &[Exit], place: Place) -> AnyView {
    let rows: Vec<_> = exits
        .iter()
        .filter(|exit| exit.place == place)
        .map(|exit| {
            view! {
                <li class="exit" class:is-open=!exit.refused data-testid="exit">
                    <span class="exit-name">{visible(&exit.name)}</span>
                    <span class="exit-fate">{if exit.refused { "refused" } else { "not refused" }}</span>
                    <span class="exit-how">{visible(&exit.how)}</span>
                </li>
            }
            .into_any()
        })
        .collect();
    view! {
        <h3 class="seal-place">{title}</h3>
        <ul>{rows}</ul>
    }
    .into_any()
}
