//! The panel of files: at the side, or on a phone a section above the conversation that opens.

use leptos::prelude::*;
use text::format;

use super::{actions, file::File, icon::Icon, samples::Samples, session};
use crate::actions::FileActions;

/// The panel.
#[component]
pub(super) fn Files() -> impl IntoView {
    let session = session();
    let files = session.files;
    let open = RwSignal::new(false);
    let empty = move || files.with(Vec::is_empty);
    // Until then the welcome offers the samples.
    let begun = Memo::new(move |_| !empty() || session.turns.with(|turns| !turns.is_empty()));
    view! {
        <aside class="files" aria-labelledby="files-title" class:is-open=open class:is-empty=empty>
            <div class="files-head">
                <h2 id="files-title">{"Files"}</h2>
                <button
                    class="files-toggle"
                    type="button"
                    aria-controls="files-body"
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    <span>{move || match files.with(Vec::len) {
                        0 => "None yet".to_owned(),
                        count => format::plural(count as u64, "file"),
                    }}</span>
                    <Icon name="open" />
                </button>
            </div>
            <div class="files-body" id="files-body">
                <p class="files-none" hidden=move || !empty()>
                    {"Files that you add are listed here with what is in them."}
                </p>
                <ul class="files-list">
                    <For each=move || files.get() key=|file| file.key let(file)>
                        <li><File file=file /></li>
                    </For>
                </ul>
                // `public/sessions` asks here for files of a stored session.
                <div id={"files-keep"}></div>
                <KeepCopies />
                <div class="files-add">
                    <Pick label="Add files" />
                    <Pick label="Add a folder" folder=true />
                </div>
                {move || begun.get().then(|| view! { <Samples word="Or a sample" /> })}
            </div>
        </aside>
    }
    .into_any()
}

/// What the user is asked about copies.
const KEEP: &str = "Keep copies of your files in this browser, so that they are there after a reload? They are sent nowhere.";

/// Asks, once, whether copies of the user's files are to be kept in the browser's storage.
#[component]
fn KeepCopies() -> impl IntoView {
    let (asked, files) = (session().keep_copies, actions::<dyn FileActions>());
    let decide = move |keep| {
        files.with(|files| files.decide_copies(keep));
    };
    move || {
        let question = move || {
            view! {
                <div class="files-keep" role="group" aria-label=KEEP data-testid="keep-copies">
                    <p>{KEEP}</p>
                    <button class="button" type="button" on:click=move |_| decide(true)>{"Keep copies"}</button>
                    <button class="button is-quiet" type="button" on:click=move |_| decide(false)>{"Do not keep"}</button>
                </div>
            }
        };
        asked.get().then(question)
    }
}

/// A button that opens the browser's file picker.
#[component]
pub(super) fn Pick(
    label: &'static str,
    /// Whether it picks a folder with everything in it.
    #[prop(optional)]
    folder: bool,
) -> impl IntoView {
    let files = actions::<dyn FileActions>();
    view! {
        <label class="button pick">
            <input
                class="visually-hidden"
                type="file"
                multiple=true
                prop:webkitdirectory=folder
                on:change=move |event| { files.with(|files| files.pick_files(event)); }
            />
            <Icon name="plus" />
            <span>{label}</span>
        </label>
    }
    .into_any()
}
