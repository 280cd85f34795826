//! The sessions that are open in the page: each has a controller with a kernel of its own, and one
//! of them is shown.
//!
//! [`crate::stored`] decides which one, see [`crate::program`].

use std::cell::{Cell, RefCell};

use app::session::Session;
use kernel::automation::{Happening, SessionWord};
use leptos::mount::{UnmountHandle, hydrate_from, mount_to};
use leptos::prelude::*;
use leptos::tachys::dom::body;
use leptos::tachys::view::any_view::AnyViewState;

use crate::foreign::page::set_insitu;
use crate::foreign::window;
use crate::session_controller::SessionController;
use crate::{
    activity, agreements, automation, embedding, endpoint, functions, page_actions, session_index,
    theme, versions,
};

thread_local! {
    /// The session that is shown, with its view.
    static SHOWN: RefCell<Option<(SessionController, UnmountHandle<AnyViewState>)>> = const { RefCell::new(None) };
    /// How many sessions the page has opened.
    static OPENED: Cell<u32> = const { Cell::new(0) };
}

/// Begins the first session, in the page that the server rendered.
pub(crate) fn hydrate() {
    activity::listen();
    versions::listen();
    embedding::offer();
    theme::begin();
    let controller = open();
    set_insitu(&controller.insitu());
    let view = controller.clone();
    let mounted = hydrate_from(body(), move || page(&view));
    endpoint::restore_contacts();
    agreements::restore();
    session_index::begin();
    // Whatever is created outside of a view and of a session lives as long as the page.
    controller.owned(Owner::current).inspect(Owner::set);
    SHOWN.set(Some((controller.clone(), mounted)));
    controller.begin();
}

/// Begins another session, which is not shown.
pub(crate) fn begin_another() {
    let other = open();
    other.begin();
}

/// Returns a session in which nothing has happened.
fn open() -> SessionController {
    let owner = Owner::new_root(None);
    let number = OPENED.get() + 1;
    OPENED.set(number);
    let saved_functions = || functions::saved().into();
    let session = || Session {
        number,
        endpoint: endpoint::dialog().state(),
        contacts: endpoint::contacts(),
        agreed: agreements::agreed(),
        sessions: session_index::list(),
        side: session_index::side(),
        saved_functions: saved_functions(),
        versions: versions::offers(),
        ..Session::new()
    };
    let controller = owner.with(|| SessionController::new(session(), owner.clone()));
    activity::happened(controller.session, None, Happening::Session { state: SessionWord::Opened });
    controller.set_insitu(automation::offer(&controller));
    controller
}

fn page(controller: &SessionController) -> AnyView {
    let (session, actions) = (controller.session, page_actions::of(controller));
    view! { <app::App session actions /> }.into_any()
}

/// Shows a session in place of the one that is shown, whose view is taken from the page.
pub(crate) fn show(controller: &SessionController) {
    if let Some((before, mounted)) = SHOWN.take() {
        activity::happened(before.session, None, Happening::Session { state: SessionWord::Hidden });
        // It is asked again with the next file.
        before.session.file_questions.update(|questions| questions.keep_copies = false);
        drop(mounted);
    }
    controller.keep_console();
    activity::set_shown(controller.session);
    set_insitu(&controller.insitu());
    session_index::view_begins();
    let view = controller.clone();
    let mounted = controller.owned(|| mount_to(body(), move || page(&view)));
    SHOWN.set(Some((controller.clone(), mounted)));
    // Its last turn scrolls into view, if it has one.
    window().scroll_to_with_x_and_y(0.0, 0.0);
    activity::happened(controller.session, None, Happening::Session { state: SessionWord::Shown });
}
