//! One file: name, size, how far it has been read, and its tables.

use kernel::Profile;
use kernel::wheels::Facts;
use leptos::prelude::*;
use text::{file_name, format, visible};

use super::{
    actions,
    encodings::Encodings,
    icon::Icon,
    inline_code::with_code,
    keys::{Keys, without_keys},
    profile::TableProfile,
    session,
};
use crate::{
    actions::{FileActions, RerunActions},
    session::{FileEntry, FileState, Id, TableId},
};

/// One file of the panel.
#[component]
pub(super) fn File(file: FileEntry) -> impl IntoView {
    let (session, files) = (session(), actions::<dyn FileActions>());
    let reruns = actions::<dyn RerunActions>();
    let FileEntry { id, name, bytes, state, kept, search, former, .. } = file;
    let name = move || name.with(|name| file_name(name));
    let shown = Memo::new(move |_| state.with(without_keys));
    view! {
        <article class="file" data-testid="file">
            <div class="file-head">
                <Icon name="file" />
                <h3 class="file-name">{name}</h3>
                <span class="file-size">{format::bytes(bytes)}</span>
                <button
                    class="button is-quiet"
                    type="button"
                    aria-label=move || words::file_remove(&name())
                    on:click=move |_| { files.with(|files| files.remove_file(id)); }
                >
                    <Icon name="close" />
                </button>
            </div>
            {move || kept.get().then(|| view! {
                <p class="file-kept" data-testid="file-kept">
                    {words::file_kept_in_this_browser()}
                    <button
                        class="button is-quiet"
                        type="button"
                        aria-label=move || words::file_delete_the_copy_of(&name())
                        on:click=move |_| { files.with(|files| files.delete_copy(id)); }
                    >
                        {words::file_delete()}
                    </button>
                </p>
            })}
            {move || former.get().map(|former| view! {
                <p class="file-former" data-testid="file-former">
                    {words::file_in_place_of_the_former(&former)}
                    <button
                        class="button is-quiet"
                        type="button"
                        aria-label=move || words::file_go_back_to_the_former(&name())
                        disabled=move || session.busy()
                        on:click=move |_| { reruns.with(|reruns| reruns.take_back(id)); }
                    >
                        {words::file_undo()}
                    </button>
                </p>
            })}
            {move || match shown.get() {
                FileState::Waiting => status(words::file_waits_for_python_to()),
                FileState::Reading => status(words::file_being_read()),
                FileState::Failed(why) => problem(why),
                FileState::Ready(profile) => contents(id, &profile),
                FileState::Installed(facts) => package(&facts),
                FileState::NotInstalled(_, why) => problem(why),
            }}
            <Keys file=id state=state search=search />
        </article>
    }
    .into_any()
}

fn status(text: &'static str) -> AnyView {
    view! { <p class="file-status" role="status">{text}</p> }.into_any()
}

fn problem(text: String) -> AnyView {
    view! { <p class="file-problem" role="alert">{visible(&text)}</p> }.into_any()
}

fn package(facts: &Facts) -> AnyView {
    let Facts { name, version, sha256, .. } = facts;
    view! {
        <div class="file-profile" data-testid="file-package">
            <p class="file-status" role="status">{words::file_package_dropped_by_you(&name, &version)}</p>
            <p class="file-notes">{"SHA-256 "}<code class="wheel-hash">{sha256.clone()}</code></p>
        </div>
    }
    .into_any()
}

fn contents(id: Id, profile: &Profile) -> AnyView {
    let note = |(at, note): (usize, &String)| {
        let separator = (at > 0).then_some(" · ");
        view! { {separator}{with_code(note)} }
    };
    let notes = (!profile.notes.is_empty())
        .then(|| profile.notes.iter().enumerate().map(note).collect_view());
    let tables: Vec<_> = profile
        .tables
        .iter()
        .enumerate()
        .map(|(at, table)| {
            let id = TableId { file: id, at };
            view! { <TableProfile id=id table=table.clone() /> }.into_any()
        })
        .collect();
    view! {
        <div class="file-profile" data-testid="file-profile">
            {profile.error.clone().map(problem)}
            {(profile.encodings.len() > 1).then(|| view! { <Encodings file=id profile=profile.clone() /> })}
            {tables}
            {notes.map(|notes| view! { <p class="file-notes">{notes}</p> })}
        </div>
    }
    .into_any()
}
