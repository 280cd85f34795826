//! The list of keyboard shortcuts, which `?` opens.

use leptos::wasm_bindgen::JsCast;
use leptos::{ev, prelude::*, web_sys};
use words::Message;

use super::{dialogs, modal::modal};

/// Keys, alternatives apart, and what they do.
type Row = (&'static [&'static str], Message);

/// What each place of the page does with keys. `Ctrl` is the command key on a Mac.
const GROUPS: [(Message, &[Row]); 5] = [
    (
        words::shortcuts_everywhere,
        &[
            (&["?"], words::shortcuts_this_list_unless_you),
            (&["Esc"], words::shortcuts_close_what_is_open),
        ],
    ),
    (
        words::shortcuts_your_question,
        &[
            (&["Enter"], words::shortcuts_send_it),
            (&["Shift + Enter"], words::shortcuts_begin_a_new_line),
        ],
    ),
    (
        words::shortcuts_how_the_question_was,
        &[
            (&["←", "→", "Home", "End"], words::shortcuts_go_to_another_part),
            (&["↓"], words::shortcuts_show_what_a_part),
            (&["↑", "↓", "Enter"], words::shortcuts_choose_one_of_that),
        ],
    ),
    (
        words::shortcuts_code_in_the_console,
        &[
            (&["Ctrl + Enter", "Shift + Enter"], words::shortcuts_run_it),
            (&["Tab"], words::shortcuts_complete_a_name_or),
            (&["Shift + Tab"], words::shortcuts_indent_less),
            (&["Esc, then Tab"], words::shortcuts_leave_the_editor),
            (&["↑", "↓"], words::shortcuts_in_the_console_at),
            (&["Ctrl + F"], words::shortcuts_find_in_the_code),
            (&["Ctrl + Z"], words::shortcuts_undo),
        ],
    ),
    (
        words::shortcuts_tables,
        &[
            (&["←", "→", "↑", "↓"], words::shortcuts_go_to_another_cell),
            (&["Ctrl + arrow"], words::shortcuts_go_to_the_first),
            (&["Page Up", "Page Down", "Home", "End"], words::shortcuts_go_further),
            (&["Shift + arrow"], words::shortcuts_select_cells),
            (&["Enter"], words::shortcuts_show_the_whole_value),
            (&["Shift + Enter"], words::shortcuts_in_the_head_sort),
            (&["Ctrl + C"], words::shortcuts_copy_the_selected_cells),
            (&["Esc"], words::shortcuts_select_nothing),
        ],
    ),
];

/// Elements in which a key is text.
const FIELDS: &str = "input, textarea, select, [contenteditable]";

/// A modal dialog, there while it is shown.
#[component]
pub(super) fn ShortcutsDialog() -> impl IntoView {
    let shown = dialogs().shortcuts;
    Effect::new(move |_| {
        let handle = window_event_listener(ev::keydown, move |event| {
            if event.key() == "?" && !is_taken(&event) {
                event.prevent_default();
                shown.set(true);
            }
        });
        on_cleanup(move || handle.remove());
    });
    (move || shown.get().then(dialog)).into_any()
}

/// Returns whether a key is meant for something else: a field, a menu or dialog that is open, or
/// the browser.
fn is_taken(event: &ev::KeyboardEvent) -> bool {
    let open = document().query_selector(":popover-open, dialog[open]");
    // An editor is in a shadow root, whose element would be the target.
    let target = event.composed_path().get(0).dyn_into::<web_sys::Element>();
    let typed = target.is_ok_and(|target| matches!(target.closest(FIELDS), Ok(Some(_))));
    event.default_prevented()
        || event.is_composing()
        || event.ctrl_key()
        || event.meta_key()
        || event.alt_key()
        || typed
        || matches!(open, Ok(Some(_)))
}

fn dialog() -> AnyView {
    let (shown, dialog) = (dialogs().shortcuts, modal(|| true));
    let groups: Vec<_> = GROUPS.into_iter().map(|(title, rows)| group(title(), rows)).collect();
    view! {
        <dialog
            class="sheet shortcuts"
            node_ref=dialog
            aria-labelledby="shortcuts-title"
            data-testid="shortcuts"
            on:close=move |_| shown.set(false)
        >
            <div class="sheet-head">
                <h2 id="shortcuts-title">{words::shortcuts_keyboard_shortcuts()}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| shown.set(false)>
                    {words::shortcuts_close()}
                </button>
            </div>
            <div class="shortcuts-groups">{groups}</div>
            <p class="menu-note">{words::shortcuts_on_a_mac_does()}</p>
        </dialog>
    }
    .into_any()
}

fn group(title: &'static str, rows: &[Row]) -> AnyView {
    let rows: Vec<_> = rows
        .iter()
        .map(|&(keys, does)| {
            let keys: Vec<_> =
                keys.iter().map(|&key| view! { <kbd>{key}</kbd> }.into_any()).collect();
            view! {
                <div class="shortcut">
                    <dt>{keys}</dt>
                    <dd>{does()}</dd>
                </div>
            }
            .into_any()
        })
        .collect();
    view! {
        <section class="shortcuts-group">
            <h3>{title}</h3>
            <dl>{rows}</dl>
        </section>
    }
    .into_any()
}
