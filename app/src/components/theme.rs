//! The choice of the colour scheme.

use leptos::prelude::*;

use super::actions;
use crate::{actions::ThemeActions, session::Theme};

/// One choice for the whole page.
#[component]
pub(super) fn ThemeChoice() -> impl IntoView {
    let acts = actions::<dyn ThemeActions>();
    let chosen = RwSignal::new(Theme::default());
    Effect::new(move |_| chosen.set(acts.with(|acts| acts.theme()).unwrap_or_default()));
    let choices: Vec<_> = Theme::ALL
        .into_iter()
        .map(|theme| {
            let choose = move |_| {
                chosen.set(theme);
                acts.with(|acts| acts.choose_theme(theme));
            };
            view! {
                <label class="theme-choice">
                    <input
                        class="visually-hidden"
                        type="radio"
                        name="theme"
                        prop:checked=move || chosen.get() == theme
                        on:change=choose
                    />
                    <span>{theme.label()}</span>
                </label>
            }
            .into_any()
        })
        .collect();
    view! {
        <fieldset class="theme" data-testid="theme">
            <legend>{words::theme_theme()}</legend>
            <div class="theme-choices">{choices}</div>
        </fieldset>
    }
    .into_any()
}
