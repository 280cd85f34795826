//! The whole page: header, sessions and files at the side, conversation, composer; and the handlers
//! for the whole page, dropped files and Escape.

use leptos::{ev, prelude::*};

use super::{
    Dialogs, composer::Composer, consent::ConsentDialog, conversation::Conversation,
    endpoint::EndpointDialog, files::Files, functions::FunctionDialogs, header::Header,
    line::LineDialog, notices::Notices, open_models::OpenModelsDialog, preview::PreviewDialog,
    privacy::PrivacyPanel, python::PythonDialog, session_list::SessionListDialog,
    session_side::SideSessions, shortcuts::ShortcutsDialog, variables::VariablesDialog,
    versions::VersionOffers, wheel::WheelDialog,
};
use crate::{actions::Actions, session::Session};

/// The page over a session. On the server it is [`Session::new`] and [`Actions::inert`].
#[component]
pub fn App(
    /// What is shown.
    session: Session,
    /// What a user can do.
    actions: Actions,
) -> impl IntoView {
    provide_context(session);
    provide_context(Dialogs::new());
    actions.provide();
    let Actions { turns, files, .. } = actions;
    let dragging = RwSignal::new(false);

    Effect::new(move |_| {
        let handle = window_event_listener(ev::keydown, move |event| {
            // Escape first closes popovers and dialogs, and ends a composition.
            let taken = event.default_prevented()
                || event.is_composing()
                || matches!(document().query_selector(":popover-open, dialog[open]"), Ok(Some(_)));
            if event.key() == "Escape" && !taken && untrack(|| session.busy()) {
                turns.with(|turns| turns.stop());
            }
        });
        on_cleanup(move || handle.remove());
    });

    let drag = move |event: ev::DragEvent| {
        if files.with(|files| files.carries_files(&event)) == Some(true) {
            event.prevent_default();
            dragging.set(true);
        }
    };
    let drop = move |event: ev::DragEvent| {
        if dragging.get_untracked() {
            event.prevent_default();
            dragging.set(false);
            files.with(|files| files.drop_files(event));
        }
    };

    view! {
        <div class="page" on:dragenter=drag on:dragover=drag on:drop=drop>
            <a class="skip" href="#question">{words::page_skip_to_the_question()}</a>
            <Header />
            <div class="page-body">
                <SideSessions />
                <Files />
                <main class="page-main" aria-label=words::page_conversation()>
                    <Conversation />
                    <div class="page-foot">
                        <VersionOffers />
                        <Notices />
                        <Composer />
                    </div>
                </main>
            </div>
            <PrivacyPanel />
            <ConsentDialog />
            <WheelDialog />
            <PreviewDialog />
            <OpenModelsDialog />
            <EndpointDialog />
            <PythonDialog />
            <ShortcutsDialog />
            <LineDialog />
            <SessionListDialog />
            <FunctionDialogs />
            <VariablesDialog />
            <div class="drop-overlay" hidden=move || !dragging.get() on:dragleave=move |_| dragging.set(false)>
                <p>{words::page_drop_the_files_to()}</p>
                <p class="drop-overlay-more">{words::page_they_stay_in_this()}</p>
            </div>
        </div>
    }
    .into_any()
}
