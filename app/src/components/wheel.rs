//! Questions about wheels: whether one is to be installed, with what is known of it, and whether
//! code is to run without one that is missing.

use kernel::wheels::Facts;
use leptos::{ev, prelude::*};
use text::{file_name, format, visible};

use super::{actions, files::Pick, modal::modal, session};
use crate::{
    actions::FileActions,
    session::{NamedWheel, WheelQuestion, WheelVerdict},
};

/// A modal dialog, open while [`crate::session::Session::wheel`] is set.
#[component]
pub(super) fn WheelDialog() -> impl IntoView {
    let (question, files) = (session().wheel, actions::<dyn FileActions>());
    let dialog = modal(move || question.with(Option::is_some));
    let decide = move |verdict| {
        files.with(|files| files.decide_wheel(verdict));
    };
    // A script that clicks is not the user.
    let accept = move |event: ev::MouseEvent| {
        if event.is_trusted() {
            decide(WheelVerdict::Accept);
        }
    };
    let body = move || {
        question.get().map(|question| match question {
            WheelQuestion::Install { facts, note } => install(&facts, &note),
            WheelQuestion::Missing(wheels) => missing(&wheels),
        })
    };
    let word = move || match question.get() {
        Some(WheelQuestion::Missing(_)) => words::wheel_run_without(),
        _ => words::wheel_install(),
    };
    view! {
        <dialog
            class="sheet wheel"
            node_ref=dialog
            aria-labelledby="wheel-title"
            data-testid="wheel"
            on:cancel=move |event: ev::Event| {
                event.prevent_default();
                decide(WheelVerdict::Decline);
            }
        >
            {body}
            <div class="consent-choices">
                // First, so that it has the focus, and Enter installs nothing.
                <button class="button" type="button" on:click=move |_| decide(WheelVerdict::Decline)>{words::wheel_cancel()}</button>
                <button class="button is-main" type="button" on:click=accept>{word}</button>
            </div>
        </dialog>
    }
    .into_any()
}

fn install(facts: &Facts, note: &str) -> AnyView {
    let Facts { file, name, version, sha256, bytes, installed_bytes, files, native, .. } = facts;
    let list = |words: &[String]| visible(&words.join(", "));
    let mut rows = vec![
        (words::wheel_package(), format!("{name} {version}")),
        (words::wheel_file(), format!("{}, {}", file_name(file), format::bytes(*bytes))),
        (
            words::wheel_installed(),
            format!("{}, {}", words::wheel_files(*files as u64), format::bytes(*installed_bytes)),
        ),
        (
            words::wheel_code(),
            if *native { words::wheel_python_and_compiled_code() } else { words::wheel_python() }
                .to_owned(),
        ),
        (words::wheel_modules(), list(&facts.modules)),
    ];
    if !facts.missing.is_empty() {
        rows.push((words::wheel_missing_packages(), list(&facts.missing)));
    }
    if !facts.left_out.is_empty() {
        rows.push((words::wheel_not_installed(), list(&facts.left_out)));
    }
    let rows: Vec<_> = rows
        .into_iter()
        .map(|(name, value)| view! { <div><dt>{name}</dt><dd>{value}</dd></div> }.into_any())
        .collect();
    let note = (!note.is_empty()).then(|| view! { <p class="sheet-text">{visible(note)}</p> });
    view! {
        <h2 id="wheel-title">{words::wheel_install_for_this_session(&name, &version)}</h2>
        <dl class="wheel-facts">
            {rows}
            <div><dt>{"SHA-256"}</dt><dd><code class="wheel-hash">{sha256.clone()}</code></dd></div>
        </dl>
        {note}
        <p class="sheet-text">
            {words::wheel_nothing_of_it_runs()}
        </p>
    }
    .into_any()
}

fn missing(wheels: &[NamedWheel]) -> AnyView {
    let wheels: Vec<_> = wheels
        .iter()
        .map(|wheel| {
            let NamedWheel { file, name, version, sha256 } = wheel;
            let package = visible(&words::wheel_from(&file_name(file), &name, &version));
            view! { <li>{package}<br />{"SHA-256 "}<code class="wheel-hash">{visible(sha256)}</code></li> }
                .into_any()
        })
        .collect();
    view! {
        <h2 id="wheel-title">{words::wheel_the_code_that_is()}</h2>
        <ul class="wheel-missing">{wheels}</ul>
        <p class="sheet-text">{words::wheel_drop_these_wheels_here()}</p>
        <Pick label=words::wheel_choose_a_wheel() />
    }
    .into_any()
}
