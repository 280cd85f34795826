//! An editor for Python, for code that users write or change themselves.

use leptos::{html, prelude::*};

use super::actions;
use crate::actions::{CodeEditing, EditorActions};

/// An element that the browser's side fills with an editor, once that is loaded.
#[component]
pub(super) fn CodeEditor(
    /// How and what it edits.
    editing: CodeEditing,
) -> impl IntoView {
    let editors = actions::<dyn EditorActions>();
    let place = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get() {
            editors.with(|editors| editors.open_editor(place, editing));
        }
    });
    view! { <div node_ref=place on:focusin=move |_| { editors.with(|editors| editors.warm_editors()); }></div> }
        .into_any()
}
