//! The last step: the key and how long it is kept, the test of the connection, and the model.

use leptos::{ev, html, prelude::*};
use providers::direct::{Advice, Chosen, Finding};
use text::{format, visible};

use super::{Handle, busy, change_address, choice, forget, forget_text, problem};
use crate::components::{first_field, session};
use crate::session::{EndpointKind, EndpointTest, ModelStep};

/// How many of its models are listed: a service may offer hundreds.
const MAX_LISTED: usize = 50;

/// The name, the abilities and the field of the model.
#[derive(Clone, Copy)]
struct Entry {
    models: StoredValue<Vec<Chosen>>,
    field: NodeRef<html::Input>,
    id: RwSignal<String>,
    images: RwSignal<bool>,
    fenced: RwSignal<bool>,
}

impl Entry {
    fn new(models: Vec<Chosen>) -> Self {
        let entry = Self {
            field: NodeRef::new(),
            id: RwSignal::new(String::new()),
            images: RwSignal::new(false),
            fenced: RwSignal::new(false),
            models: StoredValue::new(models.clone()),
        };
        entry.enter(models.last().map(|last| last.id.clone()).unwrap_or_default());
        entry
    }

    /// Enters a name, with what is known of the model.
    fn enter(self, id: String) {
        let known =
            self.models.with_value(|models| models.iter().find(|one| one.id == id.trim()).cloned());
        self.id.set(id);
        if let Some(known) = known {
            self.images.set(known.images);
            self.fenced.set(known.fenced);
        }
    }

    fn focus(self) {
        if let Some(field) = self.field.get_untracked() {
            drop(field.focus());
        }
    }

    /// Returns the model that was entered; its window is not known yet.
    fn chosen(self) -> Chosen {
        Chosen {
            id: self.id.with_untracked(|id| id.trim().to_owned()),
            images: self.images.get_untracked(),
            fenced: self.fenced.get_untracked(),
            window: None,
        }
    }
}

/// Returns the step.
pub(super) fn step(step: ModelStep, endpoint: Handle) -> AnyView {
    let ModelStep { host, kind, has_key, kept, models } = step;
    let state = session().endpoint;
    let busy = busy();
    let (key, passphrase) = (first_field(), NodeRef::<html::Input>::new());
    forget_text(key);
    forget_text(passphrase);
    let keeps = RwSignal::new(false);
    let added = added(&models, endpoint);
    let entry = Entry::new(models);
    let test = Memo::new(move |_| state.with(|state| state.test.clone()));
    let listed = Memo::new(move |_| match test.get() {
        EndpointTest::Done(_, ids) => ids,
        EndpointTest::None | EndpointTest::Asking => Vec::new(),
    });
    Effect::new(move |_| {
        if let [only] = &listed.read()[..]
            && entry.id.with_untracked(String::is_empty)
        {
            entry.id.set(only.clone());
        }
    });
    let start = move |_| {
        if let Some(key) = key.get_untracked() {
            endpoint.with(|endpoint| endpoint.test_endpoint(key));
        }
    };
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let model = entry.chosen();
        if model.id.is_empty() {
            let problem = words::endpoint_model_enter_the_name_of();
            state.update(|state| state.problem = problem.to_owned());
            return entry.focus();
        }
        if let Some(key) = key.get_untracked() {
            let passphrase = passphrase.get_untracked().filter(|_| keeps.get_untracked());
            endpoint.with(|endpoint| endpoint.use_model(key, passphrase, model));
        }
    };
    let tested = {
        let host = host.clone();
        move || match test.get() {
            EndpointTest::None => None,
            EndpointTest::Asking => Some(
                view! { <p>{words::endpoint_model_asking_for_its_models(&visible(&host))}</p> }
                    .into_any(),
            ),
            EndpointTest::Done(found, ids) => {
                Some((finding(&found), listing(&ids, entry)).into_any())
            }
        }
    };
    let options = move || {
        listed.get().into_iter().map(|id| view! { <option value=id></option> }).collect_view()
    };
    view! {
        <form on:submit=submit>
            <p class="endpoint-where">
                <span><b>{visible(&host)}</b>{format!(" · {}", EndpointKind::of(kind).name)}</span>
                {change_address(endpoint)}
            </p>
            <label class="endpoint-label" for="endpoint-key">{words::endpoint_model_key()}</label>
            <input
                class="endpoint-field"
                id="endpoint-key"
                type="password"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                autofocus
                aria-describedby="endpoint-key-note"
                placeholder=if has_key { words::endpoint_model_entered_type_to_replace() } else { words::endpoint_model_leave_empty_if_it() }
                data-testid="endpoint-key"
                node_ref=key
            />
            <p class="endpoint-note" id="endpoint-key-note">
                {if kept {
                    words::endpoint_model_this_browser_keeps_it()
                } else {
                    words::endpoint_model_it_goes_from_this()
                }}
            </p>
            {(!kept).then(|| keeping(keeps, passphrase))}
            <div class="endpoint-acts">
                <button
                    class="button"
                    type="button"
                    disabled=move || test.with(|test| *test == EndpointTest::Asking)
                    data-testid="endpoint-test"
                    on:click=start
                >
                    {words::endpoint_model_test_the_connection()}
                </button>
            </div>
            <div class="endpoint-tested" role="status" data-testid="endpoint-tested">{tested}</div>
            {added}
            <label class="endpoint-label" for="endpoint-model">{words::endpoint_model_model()}</label>
            <input
                class="endpoint-field"
                id="endpoint-model"
                type="text"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                list="endpoint-models"
                aria-describedby="endpoint-model-note"
                data-testid="endpoint-model"
                prop:value=entry.id
                node_ref=entry.field
                on:input=move |event| entry.enter(event_target_value(&event))
            />
            <datalist id="endpoint-models">{options}</datalist>
            <p class="endpoint-note" id="endpoint-model-note">{words::endpoint_model_as_the_endpoint_names()}</p>
            {ability(
                "endpoint-images",
                entry.images,
                words::endpoint_model_it_sees_images(),
                words::endpoint_model_figures_are_sent_to(),
            )}
            {ability(
                "endpoint-fenced",
                entry.fenced,
                words::endpoint_model_it_cannot_call_tools(),
                words::endpoint_model_it_then_writes_its(),
            )}
            {problem()}
            <div class="endpoint-acts">
                <button class="button is-main" type="submit" disabled=busy data-testid="endpoint-use">{words::endpoint_model_use_this_model()}</button>
                <button
                    class="button"
                    type="button"
                    data-testid="endpoint-disconnect"
                    on:click=move |_| { endpoint.with(|endpoint| endpoint.disconnect()); }
                >
                    {words::endpoint_model_disconnect()}
                </button>
                {(kept || has_key).then(|| forget(endpoint))}
            </div>
        </form>
    }
    .into_any()
}

/// The choice how long the key is kept, and the passphrase for that.
fn keeping(keeps: RwSignal<bool>, passphrase: NodeRef<html::Input>) -> AnyView {
    let way = |keep: bool, name: &'static str, more: &'static str| {
        let choose = move |_| {
            keeps.set(keep);
            // It is shown first.
            if let Some(field) = passphrase.get_untracked().filter(|_| keep) {
                request_animation_frame(move || drop(field.focus()));
            }
        };
        let radio = view! {
            <input type="radio" name="endpoint-keep" prop:checked=move || keeps.get() == keep on:change=choose />
        };
        choice(radio.into_any(), name, more)
    };
    view! {
        <fieldset class="choices">
            <legend>{words::endpoint_model_keep_the_key()}</legend>
            {way(false, words::endpoint_model_until_this_page_is(), words::endpoint_model_in_its_memory_only())}
            {way(
                true,
                words::endpoint_model_in_this_browser_encrypted(),
                words::endpoint_model_you_choose_a_passphrase(),
            )}
        </fieldset>
        <div hidden=move || !keeps.get()>
            <label class="endpoint-label" for="endpoint-new-passphrase">{words::endpoint_model_passphrase()}</label>
            <input
                class="endpoint-field"
                id="endpoint-new-passphrase"
                type="password"
                autocomplete="off"
                autocapitalize="off"
                spellcheck="false"
                data-testid="endpoint-new-passphrase"
                node_ref=passphrase
            />
            <p class="endpoint-note">{words::endpoint_model_it_cannot_be_restored()}</p>
        </div>
    }
    .into_any()
}

/// The models that are in the menu, each with a button that removes it; nothing without any.
fn added(models: &[Chosen], endpoint: Handle) -> Option<AnyView> {
    let row = |Chosen { id, window, .. }: &Chosen| {
        let window = window.map(|window| words::endpoint_model_tokens(&format::count(window)));
        let (label, model) = (words::endpoint_model_remove_named(&visible(id)), id.clone());
        view! {
            <li>
                <span>{visible(id)}{window}</span>
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=label
                    on:click=move |_| { endpoint.with(|endpoint| endpoint.remove_model(&model)); }
                >
                    {words::endpoint_model_remove()}
                </button>
            </li>
        }
    };
    let list = || {
        view! {
            <p class="endpoint-label">{words::endpoint_model_in_the_model_menu()}</p>
            <ul class="endpoint-added" data-testid="endpoint-added">{models.iter().map(row).collect_view()}</ul>
        }
        .into_any()
    };
    (!models.is_empty()).then(list)
}

/// What the test has found.
fn finding(Finding { ok, sentence, advice }: &Finding) -> AnyView {
    let class = if *ok { "endpoint-status is-good" } else { "endpoint-status is-problem" };
    let step = |Advice { text, code }: &Advice| {
        let code = code.as_ref().map(|code| view! { {" "}<code>{visible(code)}</code> });
        view! { <li>{visible(text)}{code}</li> }
    };
    let steps =
        (!advice.is_empty()).then(|| view! { <ul>{advice.iter().map(step).collect_view()}</ul> });
    view! { <p class=class>{visible(sentence)}</p>{steps} }.into_any()
}

/// The models that the endpoint lists, each as a button that enters its name; nothing without any.
fn listing(ids: &[String], entry: Entry) -> Option<AnyView> {
    let button = |id: &String| {
        let (name, id) = (visible(id), id.clone());
        let enter = move |_| {
            entry.enter(id.clone());
            entry.focus();
        };
        view! { <li><button class="button" type="button" on:click=enter>{name}</button></li> }
    };
    let rest = ids.len().saturating_sub(MAX_LISTED);
    let rest =
        (rest > 0).then(|| view! { <li>{words::endpoint_model_and_more_type_a(&rest)}</li> });
    let list = || {
        view! {
            <ul class="endpoint-models" aria-label=words::endpoint_model_its_models() data-testid="endpoint-listed">
                {ids.iter().take(MAX_LISTED).map(button).collect_view()}
                {rest}
            </ul>
        }
        .into_any()
    };
    (!ids.is_empty()).then(list)
}

/// Something that the model can or cannot do.
fn ability(
    testid: &'static str,
    is: RwSignal<bool>,
    name: &'static str,
    more: &'static str,
) -> AnyView {
    let input = view! {
        <input
            type="checkbox"
            data-testid=testid
            prop:checked=is
            on:change=move |event| is.set(event_target_checked(&event))
        />
    };
    choice(input.into_any(), name, more)
}
