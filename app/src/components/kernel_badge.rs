//! How the kernel is, in a badge that opens to details and a restart.

use leptos::{
    attr::{popovertarget, popovertargetaction},
    prelude::*,
};

use super::{
    actions,
    icon::{Icon, OPEN},
    session,
};
use crate::{
    format,
    session::{KernelState, Progress},
};

/// The badge and its menu.
#[component]
pub(super) fn KernelBadge() -> impl IntoView {
    let (session, actions) = (session(), actions());
    let kernel = session.kernel;
    // The live region says the state only, not each step of its progress.
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
                <Icon path=OPEN />
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
                <button
                    class="button"
                    type="button"
                    {..popovertarget("kernel-menu")}
                    {..popovertargetaction("hide")}
                    on:click=move |_| { actions.with(|actions| actions.restart()); }
                >
                    {"Restart Python"}
                </button>
                <p class="menu-note">{"Variables are lost, files stay."}</p>
            </div>
        </div>
    }
    .into_any()
}

/// What is being loaded and how much is left, in a few words.
pub(super) fn stage(progress: &Progress) -> String {
    match (progress.stage.as_str(), progress.bytes_left) {
        ("", 0) => "Starting".to_owned(),
        (stage, 0) => stage.to_owned(),
        ("", left) => format!("{} left", format::bytes(left)),
        (stage, left) => format!("{stage}, {} left", format::bytes(left)),
    }
}

/// How much is left, or where nothing is, what is being done.
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
        KernelState::Busy => "Python runs code. Stop keeps the variables; a restart does not.".to_owned(),
        KernelState::Fetching(packages) => format!("The code needs {packages}; it is fetched from this site."),
        KernelState::Failed(why) => why.clone(),
    }
}
