//! The first step: what kind of endpoint, and where it is.

use leptos::{ev, prelude::*};
use providers::Wire;
use providers::direct::{LOCAL, local_address};

use super::{Handle, busy, choice, problem};
use crate::components::first_field;
use crate::session::EndpointKind;

/// Returns the step; `kept` says whether the browser keeps the key of the endpoint that was
/// connected before.
pub(super) fn step(kind: Wire, base: String, kept: bool, endpoint: Handle) -> AnyView {
    let (field, busy) = (first_field(), busy());
    let kind = RwSignal::new(kind);
    let example = move || EndpointKind::of(kind.get()).example;
    let is_local = move || kind.get() == Wire::ChatCompletions;
    let kinds = EndpointKind::ALL.map(|EndpointKind { wire, name, who, .. }| {
        let radio = view! {
            <input
                type="radio"
                name="endpoint-kind"
                value=wire.word()
                prop:checked=move || kind.get() == wire
                on:change=move |_| kind.set(wire)
            />
        };
        choice(radio.into_any(), name, who())
    });
    let locals = move || {
        let option = |server: providers::local_server::LocalServer| {
            view! { <option value=local_address(server) label=server.label()></option> }
        };
        is_local().then(|| LOCAL.map(option).into_iter().collect_view())
    };
    let local_note = move || {
        is_local().then(|| {
            let [ollama, ..] = LOCAL;
            view! {
                {words::endpoint_address_or()}
                <code>{local_address(ollama)}</code>
                {words::endpoint_address_for_ollama_on_this()}
            }
        })
    };
    let kept = if kept { words::endpoint_address_this_browser_keeps_its() } else { "" };
    let proceed = move |event: ev::SubmitEvent| {
        event.prevent_default();
        if let Some(field) = field.get_untracked() {
            endpoint.with(|endpoint| endpoint.continue_to(kind.get_untracked(), field.value()));
        }
    };
    view! {
        <form novalidate on:submit=proceed>
            <p class="sheet-text">
                {words::endpoint_address_this_browser_then_asks()}
            </p>
            <fieldset class="choices">
                <legend>{words::endpoint_address_kind()}</legend>
                {kinds.into_iter().collect_view()}
            </fieldset>
            <label class="endpoint-label" for="endpoint-base">{words::endpoint_address_address()}</label>
            <input
                class="endpoint-field"
                id="endpoint-base"
                type="text"
                inputmode="url"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                autofocus
                list="endpoint-examples"
                aria-describedby="endpoint-base-note"
                data-testid="endpoint-base"
                placeholder=example
                prop:value=base
                node_ref=field
            />
            <datalist id="endpoint-examples">
                <option value=example></option>
                {locals}
            </datalist>
            <p class="endpoint-note" id="endpoint-base-note">
                {words::endpoint_address_for_example()}<code>{example}</code>{local_note}{"."}
            </p>
            <p class="endpoint-note">
                {kept}
                {words::endpoint_address_the_page_loads_once()}
            </p>
            {problem()}
            <div class="endpoint-acts">
                <button class="button is-main" type="submit" disabled=busy data-testid="endpoint-continue">{words::endpoint_address_continue()}</button>
            </div>
        </form>
    }
    .into_any()
}
