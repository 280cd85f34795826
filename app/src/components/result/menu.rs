//! The menu of a result: its other forms, copying, saving.

use std::sync::atomic::{AtomicU32, Ordering};

use leptos::{attr::popovertarget, html, prelude::*};

use super::acts::{Act, Entry, Group};
use crate::components::icon::Icon;

/// Distinguishes the menus of the page. Results are shown in the browser only, so each page counts
/// from zero.
static MENUS: AtomicU32 = AtomicU32::new(0);

/// A button with its menu. The entries are made when it opens, since what can be done changes.
#[component]
pub(super) fn Menu(
    /// Returns what the menu has now.
    groups: Callback<(), Vec<Group>>,
    /// Does what an entry says.
    run: Callback<Act>,
) -> impl IntoView {
    let id = format!("result-menu-{}", MENUS.fetch_add(1, Ordering::Relaxed));
    let place = NodeRef::<html::Div>::new();
    let shown = RwSignal::new(Vec::<Group>::new());
    let act = Callback::new(move |act: Act| {
        if let Some(menu) = place.get_untracked() {
            // It fails only if the menu is not open.
            drop(menu.hide_popover());
        }
        run.run(act);
    });
    view! {
        <span class="result-menu-place">
            <button
                class="button is-quiet result-more"
                type="button"
                {..popovertarget(id.clone())}
                aria-label=words::result_menu_more_about_this_result()
                data-testid="result-menu"
                on:click=move |_| shown.set(groups.run(()))
            >
                <Icon name="more" />
            </button>
            <div
                id=id
                class="menu result-menu"
                popover="auto"
                aria-label=words::result_menu_more_about_this_result()
                role="group"
                node_ref=place
            >
                {move || shown.get().into_iter().map(|group| section(group, act)).collect_view()}
            </div>
        </span>
    }
    .into_any()
}

fn section(Group { title, entries }: Group, run: Callback<Act>) -> AnyView {
    let entries = entries.into_iter().map(|Entry { label, chosen, act }| {
        let pressed = chosen.map(|chosen| chosen.to_string());
        let mark = (chosen == Some(true)).then(|| view! { <Icon name="check" /> });
        view! {
            <button
                class="result-menu-entry"
                type="button"
                aria-pressed=pressed
                on:click=move |_| run.run(act.clone())
            >
                {label}
                {mark}
            </button>
        }
        .into_any()
    });
    let entries: Vec<AnyView> = entries.collect();
    view! {
        <div class="result-menu-group" role="group" aria-label=title>
            <p class="result-menu-title" aria-hidden="true">{title}</p>
            {entries}
        </div>
    }
    .into_any()
}
