//! The dialog “Connect an endpoint”: first the address, which the page's policy has to admit, so
//! that the page is loaded again; then the key and the model.

mod address;
mod model;

use leptos::{ev, html, prelude::*};
use text::visible;

use super::{actions, first_field, modal::modal, session};
use crate::{
    actions::{ActionsHandle, EndpointActions},
    session::EndpointStep,
};

type Handle = ActionsHandle<dyn EndpointActions>;

/// A modal dialog, open while [`crate::session::EndpointDialog::shown`] is set.
#[component]
pub(super) fn EndpointDialog() -> impl IntoView {
    let (state, endpoint) = (session().endpoint, actions::<dyn EndpointActions>());
    let shown = Memo::new(move |_| state.with(|state| state.shown));
    let dialog = modal(move || shown.get());
    let close = move || {
        endpoint.with(|endpoint| endpoint.close_endpoint());
    };
    let why = Memo::new(move |_| state.with(|state| visible(&state.why)));
    let why = move || {
        why.with(|why| {
            (!why.is_empty()).then(|| view! { <p class="endpoint-why">{why.clone()}</p> })
        })
    };
    // A dialog that is opened again starts over.
    let step = Memo::new(move |_| {
        state.with(|state| state.shown.then(|| (state.opened, state.step.clone())))
    });
    let body = move || {
        step.get().map(|(_, step)| match step {
            EndpointStep::Address { kind, base, kept } => address::step(kind, base, kept, endpoint),
            EndpointStep::Passphrase(host) => passphrase(&host, endpoint),
            EndpointStep::Model(step) => model::step(step, endpoint),
        })
    };
    view! {
        <dialog
            class="sheet endpoint"
            node_ref=dialog
            aria-labelledby="endpoint-title"
            data-testid="endpoint"
            on:close=move |_| {
                // It may have been opened again since.
                if dialog.get_untracked().is_some_and(|dialog| !dialog.open()) {
                    close();
                }
            }
        >
            <div class="sheet-head">
                <h2 id="endpoint-title">{words::endpoint_connect_an_endpoint()}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| close()>{words::endpoint_close()}</button>
            </div>
            {why}
            <div class="endpoint-body">{body}</div>
        </dialog>
    }
    .into_any()
}

/// The step that asks for the passphrase of a key that the browser keeps.
fn passphrase(host: &str, endpoint: Handle) -> AnyView {
    let field = first_field();
    forget_text(field);
    // What did not fit is replaced by what is typed next.
    let (state, busy) = (session().endpoint, busy());
    Effect::new(move |_| {
        if state.with(|state| !state.problem.is_empty() && !state.busy)
            && let Some(field) = field.get_untracked()
        {
            field.select();
        }
    });
    let unlock = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if let Some(field) = field.get_untracked() {
            endpoint.with(|endpoint| endpoint.unlock_key(field));
        }
    };
    view! {
        <form on:submit=unlock>
            <p class="sheet-text">
                {words::endpoint_this_browser_keeps_the()}<b>{visible(host)}</b>{words::endpoint_encrypted_with_your_passphrase()}
            </p>
            <label class="endpoint-label" for="endpoint-passphrase">{words::endpoint_passphrase()}</label>
            <input
                class="endpoint-field"
                id="endpoint-passphrase"
                type="password"
                autocomplete="off"
                autofocus
                node_ref=field
                data-testid="endpoint-passphrase"
            />
            {problem()}
            <div class="endpoint-acts">
                <button class="button is-main" type="submit" disabled=busy data-testid="endpoint-unlock">{words::endpoint_unlock()}</button>
                {forget(endpoint)}
                {change_address(endpoint)}
            </div>
        </form>
    }
    .into_any()
}

/// Empties a field when its step is over: it has a secret.
fn forget_text(field: NodeRef<html::Input>) {
    on_cleanup(move || {
        if let Some(field) = field.try_get_untracked().flatten() {
            field.set_value("");
        }
    });
}

fn busy() -> Memo<bool> {
    let state = session().endpoint;
    Memo::new(move |_| state.with(|state| state.busy))
}

/// Why what the user wanted failed.
fn problem() -> AnyView {
    let state = session().endpoint;
    let problem = Memo::new(move |_| state.with(|state| visible(&state.problem)));
    view! {
        <p class="endpoint-status is-problem" role="alert" data-testid="endpoint-status">{problem}</p>
    }
    .into_any()
}

fn forget(endpoint: Handle) -> AnyView {
    view! {
        <button
            class="button"
            type="button"
            data-testid="endpoint-forget"
            on:click=move |_| { endpoint.with(|endpoint| endpoint.forget_key()); }
        >
            {words::endpoint_forget_the_key()}
        </button>
    }
    .into_any()
}

fn change_address(endpoint: Handle) -> AnyView {
    view! {
        <button
            class="button is-quiet"
            type="button"
            on:click=move |_| { endpoint.with(|endpoint| endpoint.change_address()); }
        >
            {words::endpoint_change_address()}
        </button>
    }
    .into_any()
}

/// A choice with its control, its name, and what it means.
fn choice(control: AnyView, name: &'static str, more: &'static str) -> AnyView {
    view! {
        <label class="choice">
            {control}
            <span class="choice-text">
                <span class="choice-name">{name}</span>
                <span class="choice-more">{more}</span>
            </span>
        </label>
    }
    .into_any()
}
