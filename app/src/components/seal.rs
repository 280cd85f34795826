//! The isolation test: it tries every exit of the frame in which Python runs.

use kernel::automation::{JudgedFate, JudgedProbe};
use kernel::protocol::Place;
use leptos::prelude::*;
use text::visible;
use words::Message;

use super::{actions, session};
use crate::{actions::PrivacyActions, session::Seal};

/// The places of exits, in the order in which they are shown.
const PLACES: [(Place, Message); 3] = [
    (Place::Python, words::seal_from_python),
    (Place::Worker, words::seal_from_javascript_beside_python),
    (Place::Frame, words::seal_from_javascript_in_the),
];

/// The part of the panel for the test.
#[component]
pub(super) fn IsolationTest() -> impl IntoView {
    let (privacy, seal) = (actions::<dyn PrivacyActions>(), session().seal);
    let running = Memo::new(move |_| seal.with(|seal| seal.running));
    let word = Memo::new(move |_| seal.with(|seal| visible(&seal.word)));
    let badge = Memo::new(move |_| seal.with(|seal| seal.badge.clone()));
    let leaks = Memo::new(move |_| seal.with(Seal::leaks));
    let probes = Memo::new(move |_| seal.with(|seal| seal.probes.clone()));
    let passed = move || !leaks.get() && probes.with(|probes| !probes.is_empty());
    let sections = move || {
        let some = |probes: &Vec<JudgedProbe>| {
            (!probes.is_empty())
                .then(|| PLACES.map(|(place, title)| section(place, title(), probes)))
        };
        probes.with(some).into_iter().flatten().collect_view()
    };
    view! {
        <section class="privacy-part" aria-labelledby="seal-title" data-testid="seal">
            <div class="seal-head">
                <h3 id="seal-title">{words::seal_isolation_test()}</h3>
                <span class="seal-badge" class:is-problem=leaks class:is-passed=passed data-testid="seal-badge">{badge}</span>
            </div>
            <p class="privacy-text">
                {words::seal_python_has_no_network()}
            </p>
            <button
                class="button"
                type="button"
                disabled=running
                on:click=move |_| { privacy.with(|privacy| privacy.try_exits()); }
            >
                {words::seal_try_every_exit()}
            </button>
            <p class="seal-word" role="status" data-testid="seal-word">{word}</p>
            <div>{sections}</div>
        </section>
    }
    .into_any()
}

/// The exits of one place; those that were not refused come first.
fn section(place: Place, title: &'static str, probes: &[JudgedProbe]) -> AnyView {
    let mut probes: Vec<&JudgedProbe> =
        probes.iter().filter(|probe| probe.place == place).collect();
    probes.sort_by_key(|probe| probe.fate == JudgedFate::Refused);
    let row = |JudgedProbe { name, fate, how, .. }: &JudgedProbe| {
        let (class, fate) = match fate {
            JudgedFate::Refused => ("exit is-refused", words::seal_refused()),
            JudgedFate::Open => ("exit is-open", words::seal_open()),
            JudgedFate::Unproven => ("exit is-unproven", words::seal_not_proven_here()),
        };
        view! {
            <li class=class data-testid="exit">
                <span class="exit-name">{visible(name)}</span>
                <span class="exit-fate">{fate}</span>
                <span class="exit-how">{visible(how)}</span>
            </li>
        }
    };
    view! {
        <h4 class="seal-place">{title}</h4>
        <ul>{probes.into_iter().map(row).collect_view()}</ul>
    }
    .into_any()
}
