//! What has left the browser: every request, word for word, under the question that it was sent
//! for.

use leptos::prelude::*;
use std::sync::Arc;
use text::{format, visible};

use super::{actions, icon::Icon, session};
use crate::{
    actions::PrivacyActions,
    session::{LedgerEntry, columns, contacts_sentence, ledger_headings, sent_sentence},
};

/// The part of the panel for what was sent.
#[component]
pub(super) fn Ledger() -> impl IntoView {
    let session = session();
    let (ledger, privacy) = (session.ledger, actions::<dyn PrivacyActions>());
    let empty = Memo::new(move |_| ledger.with(Vec::is_empty));
    let sentence = Memo::new(move |_| {
        ledger.with(|entries| session.contacts.with(|contacts| sent_sentence(entries, contacts)))
    });
    let contacts =
        Memo::new(move |_| session.contacts.with(|contacts| contacts_sentence(contacts)));
    let rows = move || {
        let headings = ledger.with(|entries| ledger_headings(entries));
        ledger.get().into_iter().zip(headings).enumerate()
    };
    view! {
        <section class="privacy-part" aria-labelledby="ledger-title" data-testid="ledger">
            <h3 id="ledger-title">{words::ledger_what_was_sent()}</h3>
            <p class="privacy-text">{sentence}</p>
            {move || contacts.get().map(|said| view! {
                <p class="privacy-text" data-testid="contacts">{said}</p>
            })}
            <ol class="ledger-list">
                <For each=rows key=|(index, _)| *index let((_, (entry, heading)))>
                    {row(entry, heading)}
                </For>
            </ol>
            <button
                class="button"
                type="button"
                hidden=empty
                on:click=move |_| { privacy.with(|privacy| privacy.download_ledger()); }
            >
                <Icon name="save" />
                {words::ledger_download_the_list()}
            </button>
        </section>
    }
    .into_any()
}

fn row(entry: LedgerEntry, heading: Option<Arc<str>>) -> AnyView {
    let open = RwSignal::new(false);
    let LedgerEntry { at, to, bytes, sha256, body, confirmed, .. } = entry;
    let time = at.get(11..19).unwrap_or(&at).to_owned();
    let heading = heading
        .map(|heading| view! { <h4 class="ledger-question">{visible(&heading)}</h4> }.into_any());
    // A body can be large, so it is read and rendered only once it is opened.
    let content = move || {
        open.get().then(|| {
            let names = columns(&body).iter().map(|name| visible(name)).collect::<Vec<_>>();
            let names = (!names.is_empty()).then(|| {
                view! {
                    <p class="ledger-hash" data-testid="ledger-columns">
                        {words::ledger_names(names.len() as u64, &names.join(", "))}
                    </p>
                }
            });
            view! {
                {names}
                <pre class="ledger-body" tabindex="0" aria-label=words::ledger_body()>{visible(&body)}</pre>
            }
        })
    };
    view! {
        <li>
            {heading}
            <details class="ledger-entry" on:toggle=move |_| open.set(true)>
                <summary>
                    <Icon name="open" />
                    <time datetime=at>{time}</time>
                    <span class="ledger-to">{to}</span>
                    <span class="ledger-size">{format::bytes(bytes as u64)}</span>
                </summary>
                <p class="ledger-hash"><span>{"SHA-256 "}</span><code>{sha256}</code></p>
                <p class="ledger-hash" hidden=move || !confirmed.get() data-testid="receipt">
                    {words::ledger_the_server_confirmed_that()}
                </p>
                {content}
            </details>
        </li>
    }
    .into_any()
}
