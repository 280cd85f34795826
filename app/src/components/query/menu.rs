//! The menu of a chip: a field that narrows it, and the entries.

use leptos::wasm_bindgen::JsCast;
use leptos::{ev, html, prelude::*, web_sys};
use text::visible;

use super::{Line, menu_id};
use crate::components::session;
use crate::session::Choice;

/// The open menu of a line.
#[component]
pub(super) fn MenuView(line: Line) -> impl IntoView {
    let panel = NodeRef::<html::Div>::new();
    let field = NodeRef::<html::Input>::new();
    let entries = NodeRef::<html::Ul>::new();
    let touch = session().touch;
    let id = menu_id(line.turn);
    let list = format!("{id}-list");
    let controls = list.clone();
    let option = move |at: usize| format!("{}-{at}", menu_id(line.turn));
    let count = Memo::new(move |_| line.bar.choices.with(Vec::len));
    Effect::new(move |_| {
        // The keyboard on the screen would hide the entries.
        if touch.get_untracked() {
            panel.get().map(|panel| panel.focus().ok());
        } else {
            field.get().map(|field| field.focus().ok());
        }
    });
    Effect::new(move |_| {
        let at = line.active.get();
        count.track();
        let entry = document().get_element_by_id(&option(at));
        let entry = entry.and_then(|entry| entry.dyn_into::<web_sys::HtmlElement>().ok());
        if let (Some(entry), Some(list)) = (entry, entries.get()) {
            // Only the list scrolls, not the page.
            let top = entry.offset_top() - list.offset_top();
            let below = top + entry.offset_height() - list.client_height();
            list.set_scroll_top(list.scroll_top().max(below).min(top));
        }
    });
    let numbered = move || -> Vec<(usize, Choice)> {
        line.bar.choices.get().into_iter().enumerate().collect()
    };
    let keydown = move |event: ev::KeyboardEvent| {
        if event.is_composing() {
            return;
        }
        let last = count.get_untracked().saturating_sub(1);
        let at = line.active.get_untracked();
        match event.key().as_str() {
            "ArrowDown" => line.active.set(if at >= last { 0 } else { at + 1 }),
            "ArrowUp" => line.active.set(if at == 0 { last } else { at - 1 }),
            "Enter" => line.choose(at),
            "Escape" => line.close(true),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let left = move |event: ev::FocusEvent| {
        // An entry that is taken removes the menu with its field, which loses the focus by that.
        let Some(Some(_)) = line.open.try_get_untracked() else { return };
        let to = event.related_target().and_then(|to| to.dyn_into::<web_sys::Node>().ok());
        if !panel.get_untracked().is_some_and(|panel| panel.contains(to.as_ref())) {
            line.close(false);
        }
    };
    view! {
        <div class="query-menu" id=id node_ref=panel tabindex="-1" on:focusout=left on:keydown=keydown data-testid="query-menu">
            <input
                class="query-field"
                type="text"
                node_ref=field
                role="combobox"
                autocomplete="off"
                spellcheck="false"
                aria-label=words::query_menu_type_to_find_another_entry()
                aria-expanded="true"
                aria-autocomplete="list"
                aria-controls=controls
                aria-activedescendant=move || (count.get() > 0).then(|| option(line.active.get()))
                placeholder=words::query_menu_type_to_find_another()
                on:input=move |event| {
                    line.typed.set(event_target_value(&event));
                    line.list();
                }
            />
            <ul class="query-choices" id=list node_ref=entries role="listbox" aria-label=words::query_menu_what_it_can_become()>
                <For
                    each=numbered
                    key=|(at, choice)| (*at, choice.label.clone(), choice.detail.clone())
                    let((at, choice))
                >
                    <li
                        class="query-choice"
                        id=option(at)
                        role="option"
                        data-testid="query-choice"
                        aria-selected=move || (line.active.get() == at).to_string()
                        on:mousedown=move |event| event.prevent_default()
                        on:mousemove=move |_| line.active.set(at)
                        on:click=move |_| line.choose(at)
                    >
                        <span class={"query-choice-label"}>{visible(&choice.label)}</span>
                        <span class={"query-choice-detail"}>{visible(&choice.detail)}</span>
                    </li>
                </For>
            </ul>
            <p class="query-count visually-hidden" role="status">
                {move || match count.get() {
                    0 => words::query_menu_no_entry().to_owned(),
                    count => words::query_menu_entries(count as u64),
                }}
            </p>
        </div>
    }
    .into_any()
}
