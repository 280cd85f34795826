//! The panel of files: at the side, or on a phone a section above the conversation that opens.

use leptos::prelude::*;

use super::{
    actions, file::File, file_questions::FileQuestions, icon::Icon, new_files::NewFiles, session,
};
use crate::actions::FileActions;

/// The panel.
#[component]
pub(super) fn Files() -> impl IntoView {
    let session = session();
    let files = session.files;
    let open = RwSignal::new(false);
    let empty = move || files.with(Vec::is_empty);
    // Until then the first screen has all of this.
    let begun = Memo::new(move |_| !empty() || session.turns.with(|turns| !turns.is_empty()));
    view! {
        <aside class="files" aria-labelledby="files-title" class:is-open=open class:is-blank=move || !begun.get()>
            <div class="files-head">
                <h2 id="files-title">{words::files_files()}</h2>
                <button
                    class="files-toggle"
                    type="button"
                    aria-controls="files-body"
                    aria-expanded=move || open.get().to_string()
                    on:click=move |_| open.update(|open| *open = !*open)
                >
                    <span>{move || match files.with(Vec::len) {
                        0 => words::files_none_yet().to_owned(),
                        count => words::files_count(count as u64),
                    }}</span>
                    <Icon name="open" />
                </button>
            </div>
            <NewFiles />
            <div class="files-body" id="files-body">
                <ul class="files-list">
                    <For each=move || files.get() key=|file| file.key let(file)>
                        <li><File file=file /></li>
                    </For>
                </ul>
                <FileQuestions />
                <div class="files-add">
                    <Pick label=words::files_add_files() />
                    <Pick label=words::files_add_a_folder() folder=true />
                </div>
            </div>
        </aside>
    }
    .into_any()
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
                data-testid="pick"
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
