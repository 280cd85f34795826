//! The list of keyboard shortcuts, which `?` opens.

use leptos::wasm_bindgen::JsCast;
use leptos::{ev, prelude::*, web_sys};

use super::{dialogs, modal::modal};

/// Keys, alternatives apart, and what they do.
type Row = (&'static [&'static str], &'static str);

/// What each place of the page does with keys. `Ctrl` is the command key on a Mac.
const GROUPS: [(&str, &[Row]); 5] = [
    (
        "Everywhere",
        &[
            (&["?"], "This list, unless you are typing"),
            (&["Esc"], "Close what is open, else stop the answer"),
        ],
    ),
    ("Your question", &[(&["Enter"], "Send it"), (&["Shift + Enter"], "Begin a new line")]),
    (
        "How the question was read",
        &[
            (&["←", "→", "Home", "End"], "Go to another part"),
            (&["↓"], "Show what a part can become"),
            (&["↑", "↓", "Enter"], "Choose one of that"),
        ],
    ),
    (
        "Code, in the console and in a step",
        &[
            (&["Ctrl + Enter", "Shift + Enter"], "Run it"),
            (&["Tab"], "Complete a name, or indent"),
            (&["Shift + Tab"], "Indent less"),
            (&["Esc, then Tab"], "Leave the editor"),
            (&["↑", "↓"], "In the console, at the first or last line: code that ran before"),
            (&["Ctrl + F"], "Find in the code"),
            (&["Ctrl + Z"], "Undo"),
        ],
    ),
    (
        "Tables",
        &[
            (&["←", "→", "↑", "↓"], "Go to another cell"),
            (&["Ctrl + arrow"], "Go to the first or last one"),
            (&["Page Up", "Page Down", "Home", "End"], "Go further"),
            (&["Shift + arrow"], "Select cells"),
            (&["Enter"], "Show the whole value; in the head, sort"),
            (&["Shift + Enter"], "In the head, sort by this column too"),
            (&["Ctrl + C"], "Copy the selected cells"),
            (&["Esc"], "Select nothing"),
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
    let groups: Vec<_> = GROUPS.into_iter().map(|(title, rows)| group(title, rows)).collect();
    view! {
        <dialog
            class="sheet shortcuts"
            node_ref=dialog
            aria-labelledby="shortcuts-title"
            data-testid="shortcuts"
            on:close=move |_| shown.set(false)
        >
            <div class="sheet-head">
                <h2 id="shortcuts-title">{"Keyboard shortcuts"}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| shown.set(false)>
                    {"Close"}
                </button>
            </div>
            <div class="shortcuts-groups">{groups}</div>
            <p class="menu-note">{"On a Mac, ⌘ does what Ctrl does."}</p>
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
                    <dd>{does}</dd>
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
