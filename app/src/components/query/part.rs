//! One chip: a part of a query, or a word that it does not use.

use leptos::{ev, html, prelude::*};
use text::visible;

use super::{Line, MenuView, menu_id};
use crate::components::icon::Icon;
use crate::session::Chip;

/// A chip, and its menu while that is open.
#[component]
pub(super) fn Part(line: Line, chip: Chip) -> impl IntoView {
    let Chip { id, part, before, label, clause, adds } = chip;
    let button = NodeRef::<html::Button>::new();
    let open = Memo::new(move |_| line.open.get() == Some(id));
    let right = RwSignal::new(false);
    Effect::new(move |_| {
        // A chip is disabled while its query runs.
        if line.focus.get() == Some(id)
            && !line.busy.get()
            && let Some(button) = button.get()
        {
            line.focus.set(None);
            button.focus().ok();
        }
    });
    // The menu of a chip on the right half ends with its chip.
    Effect::new(move |_| {
        if let Some(button) = button.get().filter(|_| open.get()) {
            let width =
                button.closest(".query").ok().flatten().map_or(0, |query| query.client_width());
            right.set(button.offset_left() + button.offset_width() / 2 > width / 2);
        }
    });
    let keydown = move |event: ev::KeyboardEvent| {
        let key = event.key();
        if key == "ArrowDown" && !open.get_untracked() {
            event.prevent_default();
            line.toggle(id);
        } else if line.walk(id, &key) {
            event.prevent_default();
        }
    };
    let shown = visible(&label);
    let name = if adds { part } else { format!("{part}: {shown}") };
    let hint = shown.clone();
    view! {
        <span class="query-part" class:is-clause=clause class:is-right=right>
            {(!before.is_empty()).then(|| view! { <span class="query-before">{before}</span> }.into_any())}
            <button
                class="query-chip"
                class:adds=adds
                type="button"
                node_ref=button
                title=hint
                aria-label=name
                aria-haspopup="listbox"
                aria-expanded=move || open.get().to_string()
                aria-controls=move || open.get().then(|| menu_id(line.turn))
                tabindex=move || if line.reached.get() == id { "0" } else { "-1" }
                disabled=line.busy
                data-testid="query-chip"
                data-chip=id
                // A press would first take the focus from the menu, which closes it.
                on:mousedown=move |event| if open.get_untracked() { event.prevent_default() }
                on:click=move |_| line.toggle(id)
                on:keydown=keydown
            >
                <span class={"query-label"}>{shown}</span>
                {(!adds).then(|| view! { <Icon name="open" /> })}
            </button>
            {move || open.get().then(|| view! { <MenuView line=line /> })}
        </span>
    }
    .into_any()
}
