//! The form of a session's settings. What is typed into a field is taken over when the field is
//! left, if it is accepted.

use chat::Effort;
use leptos::{html, prelude::*};
use text::format;

use super::super::session;
use crate::session::{
    Field, Given, ListedModel, MAX_INSTRUCTIONS, MAX_STEPS, STEPS, Session, Settings, SettingsForm,
};

/// Takes over what was typed.
pub(super) fn take_all(session: Session) {
    take_by(session, |form, settings| form.take_all(settings));
}

fn take(session: Session, field: Field) {
    take_by(session, |form, settings| form.take(field, settings));
}

fn take_by(session: Session, take: impl FnOnce(&mut SettingsForm, &Settings) -> Settings) {
    let mut form = session.settings_form.get_untracked();
    let before = session.settings.get_untracked().unwrap_or_default();
    let settings = take(&mut form, &before);
    if settings != before {
        session.settings.set(Some(settings));
    }
    session.settings_form.set(form);
}

/// The form, for a model that is asked outside of this page.
#[component]
pub(super) fn SettingsOfSession() -> impl IntoView {
    let session = session();
    let form = session.settings_form;
    let model = Memo::new(move |_| {
        session.models.with(|models| models.get(session.model.get()).map(ListedModel::of))
    });
    let settings = Memo::new(move |_| session.settings.get().unwrap_or_default());
    let reasons =
        Memo::new(move |_| model.with(|model| model.as_ref().is_some_and(|model| model.reasoning)));
    let stays =
        Memo::new(move |_| model.with(|model| model.as_ref().is_none_or(ListedModel::is_in_page)));
    let title = move || settings.with(|settings| settings.summary(reasons.get()));
    let instructions = text_of(Field::Instructions);
    let count = move || {
        let [length, most] = [instructions.with(|text| text.chars().count()), MAX_INSTRUCTIONS];
        words::models_settings_of_characters(
            &format::count(length as u64),
            &format::count(most as u64),
        )
    };
    let problem = Memo::new(move |_| form.with(SettingsForm::problem));
    let details = NodeRef::<html::Details>::new();
    let toggled = move |_| {
        if let Some(details) = details.get_untracked() {
            form.update(|form| form.open = details.open());
        }
    };
    view! {
        <details
            class="menu-details models-settings"
            data-testid="settings"
            node_ref=details
            hidden=stays
            open=form.with_untracked(|form| form.open)
            on:toggle=toggled
        >
            <summary>{title}</summary>
            {number(Field::Temperature, words::models_settings_temperature_from_0_to().to_owned(), "decimal", words::models_settings_the_models_default().to_owned())}
            <label class="menu-choice" hidden=move || !reasons.get()>
                <span>{words::models_settings_reasoning_effort()}</span>
                {effort(settings)}
            </label>
            {number(Field::Steps, words::models_settings_steps_of_an_answer(&MAX_STEPS), "numeric", STEPS.to_string())}
            <label class="menu-choice">
                <span>{words::models_settings_added_to_the_instructions()}</span>
                <textarea
                    rows="4"
                    aria-describedby="models-count models-problem"
                    aria-invalid=is_refused(Field::Instructions)
                    placeholder=words::models_settings_for_example_amounts_are()
                    data-testid="setting-instructions"
                    prop:value=instructions
                    on:input=move |event| form.update(|form| form.type_into(Field::Instructions, event_target_value(&event)))
                    on:change=move |_| take(session, Field::Instructions)
                ></textarea>
                <span id="models-count" class="menu-note">{count}</span>
            </label>
            <p class="menu-problem" id="models-problem" role="alert" data-testid="settings-problem">{problem}</p>
            <p class="menu-note">
                {words::models_settings_they_hold_from_the()}
            </p>
        </details>
    }
    .into_any()
}

/// Returns what a field has.
fn text_of(field: Field) -> Memo<String> {
    let session = session();
    Memo::new(move |_| {
        let settings = session.settings.get().unwrap_or_default();
        session.settings_form.with(|form| form.text(field, &settings))
    })
}

/// Returns whether what a field has is not accepted, as its attribute has it.
fn is_refused(field: Field) -> impl Fn() -> Option<&'static str> + Copy + Send + 'static {
    let form = session().settings_form;
    move || form.with(|form| form.is_refused(field)).then_some("true")
}

/// A field for a number.
fn number(field: Field, label: String, mode: &'static str, default: String) -> AnyView {
    let session = session();
    let typed = move |event| {
        session.settings_form.update(|form| form.type_into(field, event_target_value(&event)));
    };
    let name = if field == Field::Steps { "setting-steps" } else { "setting-temperature" };
    view! {
        <label class="menu-choice">
            <span>{label}</span>
            <input
                type="text"
                inputmode=mode
                placeholder=default
                aria-describedby="models-problem"
                aria-invalid=is_refused(field)
                data-testid=name
                prop:value=text_of(field)
                on:input=typed
                on:change=move |_| take(session, field)
            />
        </label>
    }
    .into_any()
}

/// The choice of the reasoning effort.
fn effort(settings: Memo<Settings>) -> AnyView {
    let session = session();
    let choose = move |event| {
        let word = event_target_value(&event);
        let given = if word.is_empty() { Given::Null } else { Given::Text(word) };
        if let Ok(settings) = settings.get_untracked().with(Some(&[("effort".to_owned(), given)])) {
            session.settings.set(Some(settings));
        }
    };
    let option = |effort: Option<Effort>, words: &'static str| {
        let value = effort.map(Effort::word).unwrap_or_default();
        view! {
            <option value=value prop:selected=move || settings.with(|settings| settings.effort == effort)>{words}</option>
        }
        .into_any()
    };
    let words = |effort| match effort {
        Effort::None => words::models_settings_none(),
        Effort::Minimal => words::models_settings_minimal(),
        Effort::Low => words::models_settings_low(),
        Effort::Medium => words::models_settings_medium(),
        Effort::High => words::models_settings_high(),
        Effort::XHigh => words::models_settings_very_high(),
    };
    let efforts: Vec<_> =
        Effort::ALL.into_iter().map(|effort| option(Some(effort), words(effort))).collect();
    view! {
        <select data-testid="setting-effort" on:change=choose>
            {option(None, words::models_settings_the_models_default())}
            {efforts}
        </select>
    }
    .into_any()
}
