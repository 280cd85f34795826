//! The choice of what a session is saved as.

use leptos::{ev, prelude::*};

use super::actions;
use crate::{actions::SessionListActions, session::ExportForm};

/// A button for each form; `on_export` is called once one is chosen.
#[component]
pub(super) fn ExportChoice(
    /// The session's id; empty if it is not stored.
    #[prop(into)]
    id: Signal<String>,
    /// What a button's accessible name begins with, if it is needed.
    #[prop(optional)]
    name: String,
    /// The class of a button.
    class: &'static str,
    #[prop(optional, into)] on_export: Option<Callback<()>>,
) -> impl IntoView {
    let actions = actions::<dyn SessionListActions>();
    let button = |form: ExportForm| {
        let export = move |_: ev::MouseEvent| {
            if let Some(on_export) = on_export {
                on_export.run(());
            }
            let id = id.get_untracked();
            actions.with(|actions| actions.export_session(&id, form));
        };
        let label = (!name.is_empty()).then(|| format!("{name}: {}", form.label()));
        view! {
            <button
                class=class
                type="button"
                aria-label=label
                title=form.about()
                disabled=move || id.with(String::is_empty)
                on:click=export
            >
                {form.label()}
            </button>
        }
        .into_any()
    };
    ExportForm::ALL.into_iter().map(button).collect_view().into_any()
}
