//! The kernel's state, in a badge that opens to details and a restart.

use leptos::{
    attr::{popovertarget, popovertargetaction},
    prelude::*,
};
use text::format;

use super::{actions, icon::Icon, packages::Packages, session};
use crate::{
    actions::TurnActions,
    session::{KernelState, Limits, Progress},
};

/// The badge and its menu.
#[component]
pub(super) fn KernelBadge() -> impl IntoView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    let kernel = session.kernel;
    // The live region announces the state only, not each step of its progress.
    let word = Memo::new(move |_| kernel.with(word));
    let loading = move || match kernel.get() {
        KernelState::Loading(progress) => Some(progress),
        _ => None,
    };
    view! {
        <div class="kernel" data-testid="kernel-badge" data-state=move || kernel.with(name)>
            <button class="badge" type="button" {..popovertarget("kernel-menu")} aria-describedby="kernel-word">
                <span class={"badge-dot"} aria-hidden="true"></span>
                <span class="badge-word" id="kernel-word" role="status">{word}</span>
                <Icon name="open" />
            </button>
            {move || {
                loading().map(|progress| view! {
                    <span class="kernel-progress">
                        <progress max="1000" value=progress.permille.to_string() aria-label="Loading Python"></progress>
                        <span class="kernel-stage" title=stage(&progress)>{left(&progress)}</span>
                    </span>
                }.into_any())
            }}
            <div class="menu" id="kernel-menu" popover="auto" role="group" aria-label="Python kernel">
                <p class="menu-text">{move || kernel.with(explanation)}</p>
                {move || {
                    session.startup.get().map(|startup| view! {
                        <p class="menu-note" data-testid="startup">{startup.to_string()}</p>
                    })
                }}
                <p class="menu-note" hidden=session.interruptible data-testid="not-isolated">
                    {"This browser shares no memory with the kernel here, so stopping code restarts Python and loses the variables."}
                </p>
                <p class="menu-note" hidden=move || session.memory.get() == 0>
                    {move || format!("Python holds {} of memory.", format::bytes(session.memory.get()))}
                </p>
                {choice(
                    "Time limit of an execution",
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
                <p class="menu-note" hidden=move || !session.little_memory.get() data-testid="little-memory">
                    {"This device allows a page little memory, so Python begins with half a gigabyte. Large files are read in pieces."}
                </p>
                <button
                    class="button"
                    type="button"
                    {..popovertarget("kernel-menu")}
                    {..popovertargetaction("hide")}
                    on:click=move |_| { turns.with(|turns| turns.restart()); }
                >
                    {"Restart Python"}
                </button>
                <p class="menu-note">{"Variables are lost, files stay."}</p>
                <button
                    class="button is-quiet"
                    type="button"
                    data-testid="diagnostics"
                    on:click=move |_| { turns.with(|turns| turns.save_diagnostics()); }
                >
                    {"Save diagnostics"}
                </button>
                <p class="menu-note">
                    {"What this page did lately, for a report of a fault: times, counts and states. Nothing of your files, questions or results is in it."}
                </p>
                <Packages />
            </div>
        </div>
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

/// Describes what is being loaded and how much is left, in a few words.
pub(super) fn stage(progress: &Progress) -> String {
    match (progress.stage.as_str(), progress.bytes_left) {
        ("", 0) => "Starting".to_owned(),
        (stage, 0) => stage.to_owned(),
        ("", left) => format!("{} left", format::bytes(left)),
        (stage, left) => format!("{stage}, {} left", format::bytes(left)),
    }
}

/// Describes how much is left or, if nothing is, what is being done.
fn left(progress: &Progress) -> String {
    match progress.bytes_left {
        0 => stage(progress),
        left => format!("{} left", format::bytes(left)),
    }
}

fn name(state: &KernelState) -> &'static str {
    match state {
        KernelState::Loading(progress) if progress.restart => "restarting",
        KernelState::Loading(_) => "loading",
        KernelState::Idle => "idle",
        KernelState::Busy => "busy",
        KernelState::Fetching(_) => "fetching",
        KernelState::Failed(_) => "failed",
    }
}

fn word(state: &KernelState) -> String {
    match state {
        KernelState::Loading(progress) if progress.restart => "Restarting Python".to_owned(),
        KernelState::Loading(_) => "Loading Python".to_owned(),
        KernelState::Idle => "Python ready".to_owned(),
        KernelState::Busy => "Python running".to_owned(),
        KernelState::Fetching(packages) => format!("Fetching {packages}"),
        KernelState::Failed(_) => "Python failed".to_owned(),
    }
}

fn explanation(state: &KernelState) -> String {
    match state {
        KernelState::Loading(_) => {
            "Python and its libraries are loaded into this browser once, then kept in its cache. You can ask already; the question waits.".to_owned()
        }
        KernelState::Idle => "Python runs in this browser, in a sealed frame without network access. It waits for code.".to_owned(),
        KernelState::Busy => "Python runs code.".to_owned(),
        KernelState::Fetching(packages) => format!("The code needs {packages}; it is fetched from this site."),
        KernelState::Failed(why) => why.clone(),
    }
}
