//! The stored sessions at the left edge of a wide page, and the button in the header that folds
//! them. The list itself is the dialog's.

use leptos::{html, prelude::*};
use text::visible;

use super::{
    actions,
    icon::Icon,
    session,
    session_rows::{Place, SessionRows, SessionSearch},
};
use crate::{
    actions::SessionListActions,
    session::{Session, SessionSide},
};

/// The id of the list, for its button.
const ID: &str = "sessions-side";

/// Returns whether the sessions are at the side.
pub(super) fn is_open(session: Session) -> Memo<bool> {
    Memo::new(move |_| session.side.with(SessionSide::is_open))
}

/// The button that folds the list. A wide page always has a place for it, so that nothing in the
/// header moves.
#[component]
pub(super) fn SideToggle() -> impl IntoView {
    let (session, acts) = (session(), actions::<dyn SessionListActions>());
    let is_open = is_open(session);
    let is_offered = Memo::new(move |_| {
        session.side.with(|side| session.sessions.with(|list| side.is_offered(list)))
    });
    let fold = move |_| {
        acts.with(|acts| acts.fold_sessions(is_open.get_untracked()));
    };
    view! {
        <button
            class="chip side-toggle"
            class:is-offered=is_offered
            type="button"
            aria-label=words::session_side_sessions()
            title=move || if is_open.get() { words::session_side_hide_the_sessions() } else { words::session_side_show_the_sessions() }
            aria-controls=ID
            aria-expanded=move || is_open.get().to_string()
            data-testid="side-toggle"
            on:click=fold
        >
            <Icon name="side" />
        </button>
    }
    .into_any()
}

/// The list, there while it is open.
#[component]
pub(super) fn SideSessions() -> impl IntoView {
    let is_open = is_open(session());
    (move || is_open.get().then(list)).into_any()
}

fn list() -> AnyView {
    let (session, acts) = (session(), actions::<dyn SessionListActions>());
    let (sessions, side) = (session.sessions, session.side);
    let is_read = Memo::new(move |_| sessions.with(|list| list.is_read));
    let search = Memo::new(move |_| side.with(|side| side.search.clone()));
    let status = Memo::new(move |_| sessions.with(|list| visible(&list.status)));
    let rows = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(rows) = rows.get() {
            rows.set_scroll_top(side.with_untracked(|side| side.scrolled));
        }
    });
    let scrolled = move |_| {
        if let Some(rows) = rows.get_untracked() {
            // Nothing shows it, so that nothing has to follow.
            side.update_untracked(|side| side.scrolled = rows.scroll_top());
        }
    };
    view! {
        <nav
            class="sessions-side"
            class:is-unread=move || !is_read.get()
            id=ID
            aria-labelledby="side-title"
            data-testid="side"
        >
            <div class="side-head">
                <h2 id="side-title">{words::session_side_sessions()}</h2>
                <button
                    class="button is-quiet"
                    type="button"
                    data-testid="side-new"
                    on:click=move |_| { acts.with(|acts| acts.new_session()); }
                >
                    <Icon name="plus" />
                    <span>{words::session_side_new_session()}</span>
                </button>
            </div>
            <SessionSearch
                search=search
                on_search=Callback::new(move |words| side.update(|side| side.search = words))
            />
            <div class="side-rows" node_ref=rows on:scroll=scrolled>
                <SessionRows place=Place::Side search=search />
            </div>
            <p class="side-status" role="status" data-testid="side-status">{status}</p>
        </nav>
    }
    .into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use super::*;
    use crate::actions::Actions;
    use crate::session::{Doing, ListOrder, ListedSession};

    /// Returns the list at the side of a page that shows the second of two sessions.
    fn html(side: SessionSide) -> String {
        let listed = |id: &str, changed: f64| ListedSession {
            id: id.to_owned(),
            title: format!("Sales <{id}>"),
            when: "Nov 30, 2026, 10:15 AM".to_owned(),
            changed,
            ..ListedSession::default()
        };
        let computing = ListedSession { doing: Doing::Computing, ..listed("a", 1.0) };
        let shown = ListedSession { is_shown: true, ..listed("b", 2.0) };
        Owner::new().with(|| {
            let session = Session::new();
            session.sessions.update(|list| list.list(vec![computing, shown], ListOrder::Changed));
            session.side.set(side);
            provide_context(session);
            Actions::inert().provide();
            view! { <SideSessions /> }.to_html().replace("<!>", "")
        })
    }

    #[test]
    fn a_wide_page_lists_the_sessions_and_marks_the_one_that_it_shows() {
        let side = SessionSide { fits: true, is_due: true, ..SessionSide::default() };
        let shown = html(side.clone());
        let rows: Vec<&str> = shown.split("data-testid=\"side-session\"").skip(1).collect();
        let current: Vec<bool> = rows.iter().map(|row| row.contains("aria-current")).collect();
        assert_eq!(current, [true, false], "{shown}");
        assert!(rows[0].contains("Sales &lt;b&gt;"), "{shown}");
        for part in [
            "<nav id=\"sessions-side\" aria-labelledby=\"side-title\"",
            "<h2 id=\"side-title\">Sessions</h2>",
            "aria-label=\"Search sessions\"",
            "data-testid=\"session-state\" class=\"sessions-state\">Computing</span>",
            "aria-label=\"More for Sales &lt;a&gt;\"",
            "aria-label=\"Rename Sales &lt;a&gt;\"",
        ] {
            assert!(shown.contains(part), "{part} is missing in {shown}");
        }
        let found = html(SessionSide { search: "<A>".to_owned(), ..side.clone() });
        assert_eq!(found.matches("data-testid=\"side-session\"").count(), 1, "{found}");
        let folded = html(SessionSide { folded: true, ..side });
        assert!(!folded.contains("<nav"), "{folded}");
    }
}
