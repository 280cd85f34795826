//! Offers another version of the page: a newer one, or the server's in place of the stored one.

use leptos::prelude::*;

use super::{actions, session};
use crate::actions::VersionActions;
use crate::session::Server;

/// The offers, above the notices, where they cover nothing.
#[component]
pub(super) fn VersionOffers() -> impl IntoView {
    let offers = session().versions;
    let newer = Memo::new(move |_| offers.get().newer);
    let absent = Memo::new(move |_| offers.get().server.is_some());
    view! {
        {move || newer.get().then(|| view! { <Newer /> })}
        {move || absent.get().then(|| view! { <ServerAbsent /> })}
    }
    .into_any()
}

#[component]
fn Newer() -> impl IntoView {
    let (offers, versions) = (session().versions, actions::<dyn VersionActions>());
    view! {
        <div class="notice version-offer" role="status" data-testid="version-offer">
            <p class="notice-text">
                {words::versions_a_newer_version_of()}
            </p>
            <button
                class="button is-main"
                type="button"
                on:click=move |_| { versions.with(|versions| versions.load_newer()); }
            >
                {words::versions_load_it_now()}
            </button>
            <button
                class="button is-quiet"
                type="button"
                on:click=move |_| offers.update(|offers| offers.newer = false)
            >
                {words::versions_later()}
            </button>
        </div>
    }
    .into_any()
}

/// Says that the server cannot be reached, and offers to load its page again where there is a
/// network.
#[component]
fn ServerAbsent() -> impl IntoView {
    let (offers, versions) = (session().versions, actions::<dyn VersionActions>());
    let server = move || offers.get().server;
    view! {
        <div class="notice version-offer" role="status" data-testid="server-absent">
            <p class="notice-text">{move || server().map(Server::text)}</p>
            <button
                class="button is-main"
                type="button"
                disabled=move || offers.get().offline || server() == Some(Server::Asked)
                on:click=move |_| { versions.with(|versions| versions.load_from_server()); }
            >
                {words::versions_load_the_servers_page()}
            </button>
            <button
                class="button is-quiet"
                type="button"
                on:click=move |_| offers.update(|offers| offers.server = None)
            >
                {words::versions_close()}
            </button>
        </div>
    }
    .into_any()
}
