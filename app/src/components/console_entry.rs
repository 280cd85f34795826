//! What ran in the console: code, and what came of it.

use kernel::{Outcome, reading};
use leptos::{html, prelude::*};
use text::visible;

use super::{
    code::Code,
    differs::Differs,
    outcome, printed, readings,
    result::{ResultRef, ResultView},
    results::Created,
    session,
};
use crate::session::{ConsoleEntry, Id, Produced, Turn};

/// Says after which turn the entries ran that follow.
pub(super) fn heading(turn: Id) -> AnyView {
    let turns = session().turns;
    let question = move || {
        let question = |turns: &Vec<Turn>| {
            turns
                .iter()
                .find(|one| one.id == turn)
                .map(|one| one.question.with_value(|text| visible(text)))
        };
        words::console_entry_after(&turns.with(question).unwrap_or_default())
    };
    view! { <li class="console-after">{question}</li> }.into_any()
}

/// Shows code that ran in the console, and what came of it.
pub(super) fn entry(entry: ConsoleEntry) -> AnyView {
    let ConsoleEntry { code, produced, reran, .. } = entry;
    let state = Memo::new(move |_| produced.with(Produced::state));
    // As it ran: with the arguments that were added from the files' profiles.
    let code = Signal::derive(move || {
        code.with_value(|code| {
            produced.with(|produced| match produced {
                Produced::Outcome(outcome) => reading::completed(code, &outcome.additions),
                _ => code.clone(),
            })
        })
    });
    let output = move || match produced.get() {
        Produced::Running => live(entry),
        Produced::Reading => note(words::console_entry_reading_what_it_produced().to_owned()),
        Produced::Nothing(why) => note(why.to_owned()),
        Produced::Unreadable(why) => note(why),
        Produced::Outcome(outcome) => {
            let view = |index| {
                view! { <ResultView result=ResultRef::Of(outcome.clone(), index) /> }.into_any()
            };
            let results: Vec<_> = (0..outcome.results.len()).map(view).collect();
            let used = outcome.clone();
            let files = outcome.files.clone();
            let written = (!files.is_empty()).then(|| {
                view! {
                    <Created files=Signal::stored(files) testid="console-file" />
                }
            });
            view! {
                {readings::of_outcome(&outcome, words::console_entry_a_line_as_written())}
                {move || doubts(entry, &used)}
                {outcome::produced(&outcome, results.into_any(), None)}
                {written}
            }
            .into_any()
        }
    };
    view! {
        <li class="console-entry" data-testid="console-entry" data-state=state>
            <Code code=code language="python" finished=Signal::stored(true) />
            <div class="console-output">{output}</div>
            <Differs reran=reran testid="console-differs" />
        </li>
    }
    .into_any()
}

/// Says what is doubtful about what code used, as the notes of an answer do.
fn doubts(entry: ConsoleEntry, outcome: &Outcome) -> Vec<AnyView> {
    let (session, console) = (session(), session().console);
    let of_now = || {
        let (files, turns) = (session.files.get(), session.turns.get());
        entry.doubts_of(outcome, &files, &turns, &console.entries.get())
    };
    let doubts = entry.doubts.get().unwrap_or_else(of_now);
    let said = |doubt: String| {
        let doubt = visible(&doubt);
        view! { <p class="step-note" role="note" data-testid="console-doubt">{doubt}</p> }
            .into_any()
    };
    doubts.into_iter().map(said).collect()
}

fn note(sentence: String) -> AnyView {
    view! { <p class="step-note">{sentence}</p> }.into_any()
}

/// What is printed while code runs, scrolled to its end.
fn live(entry: ConsoleEntry) -> AnyView {
    let shown = NodeRef::<html::Pre>::new();
    let text = Memo::new(move |_| entry.live.with(|text| printed::plain(text)));
    Effect::new(move |_| {
        text.track();
        let Some(shown) = shown.get() else { return };
        request_animation_frame(move || shown.set_scroll_top(shown.scroll_height()));
    });
    view! {
        <p class="step-note">{words::console_entry_running()}</p>
        <pre
            class="output"
            node_ref=shown
            tabindex="0"
            role="group"
            aria-label=words::console_entry_output_so_far()
            data-testid="live"
            hidden=move || text.with(String::is_empty)
        >
            {text}
        </pre>
    }
    .into_any()
}
