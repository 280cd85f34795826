//! The dialog of Python: its state, its limits, a restart, and the packages.

use leptos::prelude::*;
use text::format;

use super::{actions, dialogs, kernel_badge, modal::modal, packages::Packages, session};
use crate::{
    actions::TurnActions,
    session::{KernelState, Limits},
};

/// A modal dialog, there while it is shown.
#[component]
pub(super) fn PythonDialog() -> impl IntoView {
    let shown = dialogs().python;
    (move || shown.get().then(dialog)).into_any()
}

fn dialog() -> AnyView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    let (shown, dialog) = (dialogs().python, modal(|| true));
    let kernel = session.kernel;
    let restart = move |_| {
        shown.set(false);
        turns.with(|turns| turns.restart());
    };
    let stage = move || match kernel.get() {
        KernelState::Loading(progress) => Some(kernel_badge::stage(&progress)),
        _ => None,
    };
    view! {
        <dialog
            class="sheet python"
            node_ref=dialog
            aria-labelledby="python-title"
            data-testid="python"
            on:close=move |_| shown.set(false)
        >
            <div class="sheet-head">
                <h2 id="python-title">{"Python"}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| shown.set(false)>
                    {"Close"}
                </button>
            </div>
            <p class="python-state" data-state=move || kernel.with(kernel_badge::name)>
                <span class={"badge-dot"} aria-hidden="true"></span>
                {move || kernel.with(kernel_badge::word)}
                {move || stage().map(|stage| format!(": {stage}"))}
            </p>
            <p class="sheet-text">{move || kernel.with(explanation)}</p>
            {move || {
                session.startup.get().map(|startup| view! {
                    <p class="menu-note" data-testid="startup">{startup.to_string()}</p>
                })
            }}
            <p class="menu-note" hidden=session.interruptible data-testid="not-isolated">
                {"This browser shares no memory with Python here, so stopping code restarts Python and loses the variables."}
            </p>
            <p class="menu-note" hidden=move || session.memory.get() == 0>
                {move || format!("Python holds {} of memory.", format::bytes(session.memory.get()))}
            </p>
            <div class="python-limits">
                {choice(
                    "Time limit of running code",
                    &SECONDS,
                    |limits| limits.seconds.into(),
                    |limits, seconds| Limits { seconds: u32::try_from(seconds).unwrap_or(0), ..limits },
                )}
                {choice(
                    "Memory limit, from the next restart",
                    &MEMORY,
                    |limits| limits.memory,
                    |limits, memory| Limits { memory, ..limits },
                )}
            </div>
            <p class="menu-note" hidden=move || !session.little_memory.get() data-testid="little-memory">
                {"This device allows a page little memory, so Python begins with half a gigabyte. Large files are read in pieces."}
            </p>
            <div class="python-act">
                <button class="button" type="button" on:click=restart>{"Restart Python"}</button>
                <p class="menu-note">{"Variables are lost, files stay."}</p>
            </div>
            <div class="python-act">
                <button
                    class="button"
                    type="button"
                    data-testid="diagnostics"
                    on:click=move |_| { turns.with(|turns| turns.save_diagnostics()); }
                >
                    {"Save diagnostics"}
                </button>
                <p class="menu-note">
                    {"What this page did lately, for a report of a fault: times, counts and states. Nothing of your files, questions or results is in it."}
                </p>
            </div>
            <Packages />
        </dialog>
    }
    .into_any()
}

/// The choices for each limit: 0 means none.
const SECONDS: [(u64, &str); 6] = [
    (10, "10 seconds"),
    (60, "1 minute"),
    (300, "5 minutes"),
    (900, "15 minutes"),
    (3600, "1 hour"),
    (0, "None"),
];
const MEMORY: [(u64, &str); 5] = [
    (512 << 20, "0.5 GB"),
    (1 << 30, "1 GB"),
    (2 << 30, "2 GB"),
    (3 << 30, "3 GB"),
    (0, "The browser’s own"),
];

fn choice(
    label: &'static str,
    values: &[(u64, &'static str)],
    given: fn(Limits) -> u64,
    choose: fn(Limits, u64) -> Limits,
) -> AnyView {
    let limits = session().limits;
    let choose = move |event| {
        let value = event_target_value(&event).parse().unwrap_or(0);
        limits.set(choose(limits.get_untracked(), value));
    };
    let options: Vec<_> = values
        .iter()
        .map(|&(value, name)| {
            let chosen = move || given(limits.get()) == value;
            view! { <option value=value.to_string() prop:selected=chosen selected=chosen()>{name}</option> }
                .into_any()
        })
        .collect();
    view! {
        <label class="menu-choice">
            <span>{label}</span>
            <select on:change=choose>{options}</select>
        </label>
    }
    .into_any()
}

fn explanation(state: &KernelState) -> String {
    match state {
        KernelState::Loading(_) => {
            "Python and its libraries are loaded into this browser once, then kept in its cache. You can ask already; the question waits.".to_owned()
        }
        KernelState::Idle => "Python runs in this browser, isolated in a frame without network access. It waits for code.".to_owned(),
        KernelState::Busy => "Python runs code.".to_owned(),
        KernelState::Fetching(packages) => format!("The code needs {packages}; it is fetched from this site."),
        KernelState::Failed(why) => why.clone(),
    }
}
