//! The welcome, in place of the conversation until it begins: what this is, and how to begin.

use leptos::prelude::*;

use super::{files::Pick, local_models::LocalModels, samples::Samples, session};

/// The empty state. It shrinks to a prompt once there are files.
#[component]
pub(super) fn Welcome() -> impl IntoView {
    let files = session().files;
    let has_files = Memo::new(move |_| files.with(|files| !files.is_empty()));
    view! {
        <section class="welcome" class:has-files=has_files>
            <h1>{move || if has_files.get() { "What would you like to know?" } else { "Ask your data, right where it is" }}</h1>
            <p class="welcome-what">
                {move || if has_files.get() {
                    "Ask in your own words, or begin with one of the questions below. Python runs in this browser; your files never leave it."
                } else {
                    "Drop a table and ask a question. Python runs in this browser, with pandas and matplotlib; the file never leaves it."
                }}
            </p>
            <div class="welcome-drop" hidden=has_files>
                <p class="welcome-drop-main">{"Drop files here"}</p>
                <p class="welcome-drop-more">{"CSV, Excel, JSON, text, images; several at once. Pasting works too."}</p>
                <Pick label="Choose files" />
            </div>
            <LocalModels />
            {move || (!has_files.get()).then(|| view! { <Samples word="No file at hand?" /> })}
        </section>
    }
    .into_any()
}
