//! The dialog of Python: its state, its limits, a restart, and the packages.

use leptos::prelude::*;
use text::format;
use words::Message;

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
                <h2 id="python-title">{words::python_python()}</h2>
                <button class="button is-quiet" type="button" on:click=move |_| shown.set(false)>
                    {words::python_close()}
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
                {words::python_this_browser_shares_no()}
            </p>
            <p class="menu-note" hidden=move || session.memory.get() == 0>
                {move || words::python_python_holds_of_memory(&format::bytes(session.memory.get()))}
            </p>
            <div class="python-limits">
                {choice(
                    words::python_time_limit_of_running(),
                    &SECONDS,
                    |limits| limits.seconds.into(),
                    |limits, seconds| Limits { seconds: u32::try_from(seconds).unwrap_or(0), ..limits },
                )}
                {choice(
                    words::python_memory_limit_from_the(),
                    &MEMORY,
                    |limits| limits.memory,
                    |limits, memory| Limits { memory, ..limits },
                )}
            </div>
            <p class="menu-note" hidden=move || !session.little_memory.get() data-testid="little-memory">
                {words::python_this_device_allows_a()}
            </p>
            <div class="python-act">
                <button class="button" type="button" on:click=restart>{words::python_restart_python()}</button>
                <p class="menu-note">{words::python_variables_are_lost_files()}</p>
            </div>
            <div class="python-act">
                <button
                    class="button"
                    type="button"
                    data-testid="diagnostics"
                    on:click=move |_| { turns.with(|turns| turns.save_diagnostics()); }
                >
                    {words::python_save_diagnostics()}
                </button>
                <p class="menu-note">
                    {words::python_what_this_page_did()}
                </p>
            </div>
            <Packages />
        </dialog>
    }
    .into_any()
}

/// The choices for each limit: 0 means none.
const SECONDS: [(u64, Message); 6] = [
    (10, words::python_10_seconds),
    (60, words::python_1_minute),
    (300, words::python_5_minutes),
    (900, words::python_15_minutes),
    (3600, words::python_1_hour),
    (0, words::python_none),
];
const MEMORY: [(u64, Message); 5] = [
    (512 << 20, words::python_0_5_gb),
    (1 << 30, words::python_1_gb),
    (2 << 30, words::python_2_gb),
    (3 << 30, words::python_3_gb),
    (0, words::python_the_browsers_own),
];

fn choice(
    label: &'static str,
    values: &[(u64, Message)],
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
            view! { <option value=value.to_string() prop:selected=chosen selected=chosen()>{name()}</option> }
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
        KernelState::Loading(_) => words::python_python_and_its_libraries().to_owned(),
        KernelState::Idle => words::python_python_runs_in_this().to_owned(),
        KernelState::Busy => words::python_python_runs_code().to_owned(),
        KernelState::Fetching(packages) => words::python_the_code_needs_it(&packages),
        KernelState::Failed(why) => why.clone(),
    }
}
