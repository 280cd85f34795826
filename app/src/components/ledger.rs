//! What has left the browser: a button with the total, and the list behind it.

use leptos::{
    attr::{popovertarget, popovertargetaction},
    prelude::*,
};
use text::{format, visible};

use super::{actions, icon::Icon, session};
use crate::{
    actions::PrivacyActions,
    session::{HERE, LedgerEntry},
};

/// The button in the header.
#[component]
pub(super) fn LedgerButton() -> impl IntoView {
    let ledger = session().ledger;
    let word = Memo::new(move |_| {
        ledger.with(|entries| match entries.iter().filter(|entry| entry.to != HERE).count() {
            0 => "Nothing has left this browser".to_owned(),
            count => {
                let bytes: usize =
                    entries.iter().filter(|entry| entry.to != HERE).map(|entry| entry.bytes).sum();
                format!(
                    "{} sent, {}",
                    format::plural(count as u64, "request"),
                    format::bytes(bytes as u64)
                )
            }
        })
    });
    view! {
        <button class="chip ledger-open" type="button" {..popovertarget("ledger")} data-testid="ledger-open">
            <Icon name="shield" />
            <span class="chip-text">{word}</span>
        </button>
    }
    .into_any()
}

/// The list itself, shown over the page.
#[component]
pub(super) fn Ledger() -> impl IntoView {
    let (ledger, privacy) = (session().ledger, actions::<dyn PrivacyActions>());
    let empty = move || ledger.with(Vec::is_empty);
    view! {
        <div class="sheet ledger" id="ledger" popover="auto" role="dialog" aria-labelledby="ledger-title" data-testid="ledger">
            <div class="sheet-head">
                <h2 id="ledger-title">{"What has left this browser"}</h2>
                <button class="button is-quiet" type="button" {..popovertarget("ledger")} {..popovertargetaction("hide")} aria-label="Close">
                    <Icon name="close" />
                </button>
            </div>
            <p class="sheet-text">
                {move || if empty() {
                    "Nothing. No file, no question and no result has been sent anywhere. Requests to a language model would be listed here, word for word."
                } else {
                    "Every request body that was sent, word for word, with its size and SHA-256. Loading the page and Python itself sends none. What was sent to “this tab” has not left the browser."
                }}
            </p>
            <ol class="ledger-list">
                <For each=move || ledger.get().into_iter().enumerate() key=|(index, _)| *index let((_, entry))>
                    {row(entry)}
                </For>
            </ol>
            <button class="button" type="button" hidden=empty on:click=move |_| { privacy.with(|privacy| privacy.download_ledger()); }>
                <Icon name="save" />
                {"Download the list"}
            </button>
        </div>
    }
    .into_any()
}

fn row(entry: LedgerEntry) -> AnyView {
    let open = RwSignal::new(false);
    let LedgerEntry { at, to, bytes, sha256, body, confirmed } = entry;
    let time = at.get(11..19).unwrap_or(&at).to_owned();
    view! {
        <li>
            <details class="ledger-entry" on:toggle=move |_| open.set(true)>
                <summary>
                    <time datetime=at>{time}</time>
                    <span class="ledger-to">{to}</span>
                    <span class="ledger-size">{format::bytes(bytes as u64)}</span>
                </summary>
                <p class="ledger-hash"><span>{"SHA-256 "}</span><code>{sha256}</code></p>
                <p class="ledger-hash" hidden=move || !confirmed.get() data-testid="receipt">
                    {"The server confirmed that it received exactly this."}
                </p>
                // A body can be large, so it is rendered only once it is opened.
                {move || open.get().then(|| view! {
                    <pre class="ledger-body" tabindex="0" aria-label="Body">{visible(&body)}</pre>
                })}
            </details>
        </li>
    }
    .into_any()
}
