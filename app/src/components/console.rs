//! The console: an editor whose code runs in the session's interpreter, and above it what ran
//! before.

use leptos::{ev, html, prelude::*};
use text::visible;

use super::{
    actions,
    console_entry::{entry, heading},
    editor::CodeEditor,
    session,
};
use crate::{
    actions::{CodeEditing, ConsoleActions, TurnActions},
    session::{ConsoleRow, MAX_ENTRIES, Recall, console_rows},
};

/// The console, while it is open.
#[component]
pub(super) fn Console() -> impl IntoView {
    let console = session().console;
    let shown = Memo::new(move |_| console.offered.get() && console.open.get());
    (move || shown.get().then(panel)).into_any()
}

fn panel() -> AnyView {
    let (console, consoles) = (session().console, actions::<dyn ConsoleActions>());
    let panel = NodeRef::<html::Section>::new();
    let field = NodeRef::<html::Div>::new();
    let code = RwSignal::new(String::new());
    let recall = StoredValue::new(Recall::default());
    let run = move || {
        let written = code.get_untracked();
        if written.trim().is_empty() {
            return console.focus.set(true);
        }
        let focused = document().active_element();
        let within = panel.get_untracked().is_some_and(|panel| panel.contains(focused.as_deref()));
        let follow = field.get_untracked().filter(|_| within);
        if consoles.with(|consoles| consoles.run_in_console(written, follow)) == Some(true) {
            code.set(String::new());
            console.focus.set(within);
        }
    };
    let on_recall = move |(older, written): (bool, String)| {
        let earlier: Vec<String> = console
            .entries
            .with_untracked(|entries| entries.iter().map(|entry| entry.code.get_value()).collect());
        recall.try_update_value(|recall| recall.bring(older, &written, &earlier)).flatten()
    };
    let editor = move || {
        let editing = CodeEditing {
            code,
            label: words::console_python_code(),
            read_only: console.reading.get(),
            focus: console.focus,
            on_run: Callback::new(move |()| run()),
            on_recall: Some(Callback::new(on_recall)),
        };
        view! { <CodeEditor editing=editing /> }
    };
    let more = move || {
        let earlier = console.earlier.get();
        (earlier > 0).then(|| {
            view! {
                <li class="console-more">
                    <button
                        class="button is-quiet"
                        type="button"
                        data-testid="console-earlier"
                        on:click=move |_| {
                            console.most.update(|most| *most += MAX_ENTRIES);
                            consoles.with(|consoles| consoles.list_console());
                        }
                    >
                        {words::console_show_earlier(&earlier)}
                    </button>
                </li>
            }
        })
    };
    view! {
        <section class="console" aria-labelledby="console-title" data-testid="console" node_ref=panel>
            <div class="console-head">
                <h2 id="console-title">{words::console_console()}</h2>
                <button
                    class="button is-quiet"
                    type="button"
                    on:click=move |_| { consoles.with(|consoles| consoles.toggle_console()); }
                >
                    {words::console_close()}
                </button>
            </div>
            <ol class="console-entries" aria-label=words::console_what_ran_in_the()>
                {more}
                <For each=move || console.entries.with(|entries| console_rows(entries)) key=|(key, _)| *key let((_, row))>
                    {match row {
                        ConsoleRow::After(turn) => heading(turn),
                        ConsoleRow::Entry(one) => entry(one),
                    }}
                </For>
            </ol>
            <div class="console-field" node_ref=field>{editor}</div>
            <div class="console-foot">
                <div class="console-buttons">{move || (!console.reading.get()).then(|| buttons(run))}</div>
                <p class="console-status" role="status" data-testid="console-status">
                    {move || visible(&console.status.get())}
                </p>
            </div>
        </section>
    }
    .into_any()
}

/// The buttons that run the code and stop it, one of which is shown. It keeps the focus that the
/// other one had.
fn buttons(run: impl Fn() + Send + Sync + 'static) -> AnyView {
    let (running, turns) = (session().console.running, actions::<dyn TurnActions>());
    let (run_button, stop_button) =
        (NodeRef::<html::Button>::new(), NodeRef::<html::Button>::new());
    Effect::new(move |was: Option<bool>| {
        let is = running.get();
        let focused = document().active_element();
        if let (Some(true), false, Some(run), Some(stop)) =
            (was, is, run_button.get_untracked(), stop_button.get_untracked())
            && stop.is_same_node(focused.as_deref())
        {
            drop(run.focus());
        }
        is
    });
    let stop = move || {
        turns.with(|turns| turns.stop());
    };
    // Each line of output moves the button, so that a mouse may be released beside it, which is no
    // click. Touch and pens are released where they were pressed.
    let press = move |event: ev::PointerEvent| {
        if event.button() == 0 && event.pointer_type() == "mouse" {
            stop();
        }
    };
    view! {
        <button
            class="button"
            type="button"
            node_ref=run_button
            data-testid="console-run"
            hidden=running
            on:click=move |_| run()
        >
            {words::console_run()}
        </button>
        <button
            class="button"
            type="button"
            node_ref=stop_button
            data-testid="console-stop"
            hidden=move || !running.get()
            on:pointerdown=press
            on:click=move |_| stop()
        >
            {words::console_stop()}
        </button>
    }
    .into_any()
}
