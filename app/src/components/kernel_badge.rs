//! The kernel's state in the header, while there is something to say of it.

use leptos::prelude::*;
use text::format;

use super::{dialogs, session};
use crate::session::{KernelState, Progress};

/// The badge, which opens the dialog of Python. Shown while Python loads, runs or has failed.
#[component]
pub(super) fn KernelBadge() -> impl IntoView {
    let (kernel, python) = (session().kernel, dialogs().python);
    // The live region announces the state only, not each step of its progress.
    let word = Memo::new(move |_| kernel.with(word));
    let idle = Memo::new(move |_| kernel.with(|kernel| *kernel == KernelState::Idle));
    let loading = move || match kernel.get() {
        KernelState::Loading(progress) => Some(progress),
        _ => None,
    };
    view! {
        <div class="kernel" data-testid="kernel-badge" data-state=move || kernel.with(name)>
            <span class="visually-hidden" role="status">{word}</span>
            <button
                class="chip badge"
                type="button"
                aria-haspopup="dialog"
                hidden=idle
                on:click=move |_| python.set(true)
            >
                <span class={"badge-dot"} aria-hidden="true"></span>
                <span class="badge-word">{word}</span>
                {move || loading().map(|progress| view! {
                    <span class="kernel-stage" title=stage(&progress)>{left(&progress)}</span>
                }.into_any())}
            </button>
            {move || loading().map(|progress| view! {
                <progress
                    class="kernel-progress"
                    max="1000"
                    value=progress.permille.to_string()
                    aria-label=words::kernel_badge_loading_python()
                ></progress>
            }.into_any())}
        </div>
    }
    .into_any()
}

/// Describes what is being loaded and how much is left, in a few words.
pub(super) fn stage(progress: &Progress) -> String {
    match (progress.stage.as_str(), progress.bytes_left) {
        ("", 0) => words::kernel_badge_starting().to_owned(),
        (stage, 0) => stage.to_owned(),
        ("", left) => words::kernel_badge_left(&format::bytes(left)),
        (stage, left) => words::kernel_badge_stage_left(&format::bytes(left), &stage),
    }
}

/// Describes how much is left or, if nothing is, what is being done.
fn left(progress: &Progress) -> String {
    match progress.bytes_left {
        0 => stage(progress),
        left => words::kernel_badge_left(&format::bytes(left)),
    }
}

pub(super) fn name(state: &KernelState) -> &'static str {
    match state {
        KernelState::Loading(progress) if progress.restart => "restarting",
        KernelState::Loading(_) => "loading",
        KernelState::Idle => "idle",
        KernelState::Busy => "busy",
        KernelState::Fetching(_) => "fetching",
        KernelState::Failed(_) => "failed",
    }
}

pub(super) fn word(state: &KernelState) -> String {
    match state {
        KernelState::Loading(progress) if progress.restart => {
            words::kernel_badge_restarting_python().to_owned()
        }
        KernelState::Loading(_) => words::kernel_badge_loading_python().to_owned(),
        KernelState::Idle => words::kernel_badge_python_ready().to_owned(),
        KernelState::Busy => words::kernel_badge_python_running().to_owned(),
        KernelState::Fetching(packages) => words::kernel_badge_fetching(&packages),
        KernelState::Failed(_) => words::kernel_badge_python_failed().to_owned(),
    }
}

/// Returns the state in one word, for the menu, which names Python itself.
pub(super) fn short_word(state: &KernelState) -> &'static str {
    match state {
        KernelState::Loading(progress) if progress.restart => words::kernel_badge_restarting(),
        KernelState::Loading(_) => words::kernel_badge_loading(),
        KernelState::Idle => words::kernel_badge_ready(),
        KernelState::Busy => words::kernel_badge_running(),
        KernelState::Fetching(_) => words::kernel_badge_fetching_packages(),
        KernelState::Failed(_) => words::kernel_badge_failed(),
    }
}
