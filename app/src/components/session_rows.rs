//! The stored sessions as a list with a search, in the dialog and at the side of the page: open,
//! rename, pin, duplicate, export, stop, and delete with undo.

use leptos::{ev, html, prelude::*};
use text::visible;

use super::{actions, icon::Icon, session, session_exports::ExportChoice};
use crate::{
    actions::{ActionsHandle, SessionListActions},
    session::ListedSession,
};

type Handle = ActionsHandle<dyn SessionListActions>;

/// Where the sessions are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In the dialog, where each row has its buttons beside the name.
    Dialog,
    /// At the side of the page, where one button of a row shows the others.
    Side,
}

/// What the rows of a list share. Copied freely: each field is a handle.
#[derive(Clone, Copy)]
struct Rows {
    place: Place,
    actions: Handle,
    /// The session whose buttons are shown at the side.
    unfolded: RwSignal<Option<String>>,
    /// The session whose row takes the focus when it is made again: it is renamed, deleted or
    /// restored.
    focus: StoredValue<Option<String>>,
}

/// The field that searches the list.
#[component]
pub(super) fn SessionSearch(
    #[prop(into)] search: Signal<String>,
    on_search: Callback<String>,
) -> impl IntoView {
    view! {
        <input
            class="sessions-search"
            type="search"
            placeholder=words::session_rows_search()
            aria-label=words::session_rows_search_sessions()
            autocomplete="off"
            prop:value=search
            on:input=move |event| on_search.run(event_target_value(&event))
        />
    }
    .into_any()
}

/// The rows of the sessions that have `search` in their names.
#[component]
pub(super) fn SessionRows(place: Place, #[prop(into)] search: Signal<String>) -> impl IntoView {
    let list = session().sessions;
    let rows = Rows {
        place,
        actions: actions::<dyn SessionListActions>(),
        unfolded: RwSignal::new(None),
        focus: StoredValue::new(None),
    };
    let found = Memo::new(move |_| list.with(|list| list.matching(&search.get())));
    let none = move || {
        let words = if search.with(|search| search.trim().is_empty()) {
            words::session_rows_nothing_is_stored_yet()
        } else {
            words::session_rows_no_session_has_that()
        };
        found.with(Vec::is_empty).then(|| view! { <li class="sheet-text">{words}</li> })
    };
    view! {
        <ul class="sessions-list">
            // A row may have the focus, so it is made again only for another title or after a
            // deletion.
            <For
                each=move || found.get()
                key=|one| (one.id.clone(), one.title.clone(), one.deleted)
                children=move |one| rows.row(&one)
            />
            {none}
        </ul>
    }
    .into_any()
}

impl Rows {
    /// A session, with what can be done with it.
    fn row(self, one: &ListedSession) -> AnyView {
        if one.deleted {
            return self.deleted(one);
        }
        let (id, name, title) = (one.id.clone(), visible(&one.name()), one.title.clone());
        let is_renamed = RwSignal::new(false);
        let now = now(one);
        let shown = move || {
            if is_renamed.get() {
                self.name_field(&id, &name, title.clone(), is_renamed)
            } else {
                self.name(&id, &name, now)
            }
        };
        let buttons = self.buttons(one, is_renamed, now);
        let test_id = if self.place == Place::Side { "side-session" } else { "session" };
        view! {
            <li class="sessions-row" data-testid=test_id>
                {shown}
                {buttons}
            </li>
        }
        .into_any()
    }

    /// The button that opens a session: its name, and what it does or when it was changed.
    fn name(self, id: &str, name: &str, now: Memo<ListedSession>) -> AnyView {
        let (id, title) = (id.to_owned(), name.to_owned());
        let button = self.focused(&id);
        let facts = move || match self.place {
            Place::Dialog => now.with(ListedSession::facts),
            Place::Side => now.with(|now| now.when.clone()),
        };
        let open = move |_| {
            self.actions.with(|actions| actions.open_session(&id));
        };
        view! {
            <button
                class="sessions-name"
                type="button"
                node_ref=button
                title=(self.place == Place::Side).then(|| title.clone())
                aria-current=move || now.with(|now| now.is_shown.then_some("true"))
                on:click=open
            >
                <span class="sessions-title">{title.clone()}</span>
                <span class="sessions-state" data-testid="session-state">
                    {move || now.with(|now| now.doing.words())}
                </span>
                <span class="sessions-facts">{facts}</span>
            </button>
        }
        .into_any()
    }

    /// The field for another name, in place of the session's.
    fn name_field(
        self,
        id: &str,
        name: &str,
        title: String,
        is_renamed: RwSignal<bool>,
    ) -> AnyView {
        let field = super::first_field();
        // A name that is not another one ends it. Else the row is made again once it is stored.
        let is_same = {
            let title = title.clone();
            move |value: &str| value.trim() == title
        };
        // Whatever ends it removes the field, which may have been left or changed then.
        let is_under_way = move || is_renamed.try_get_untracked() == Some(true);
        let pressed = {
            let (id, is_same) = (id.to_owned(), is_same.clone());
            move |event: ev::KeyboardEvent| {
                let ends = event.key() == "Enter" && is_same(&event_target_value(&event));
                if ends || event.key() == "Escape" {
                    event.prevent_default();
                    self.focus.set_value(Some(id.clone()));
                    is_renamed.set(false);
                }
            }
        };
        let left = {
            let is_same = is_same.clone();
            move |event: ev::FocusEvent| {
                if is_under_way() && is_same(&event_target_value(&event)) {
                    is_renamed.set(false);
                }
            }
        };
        let renamed = {
            let id = id.to_owned();
            move |event: ev::Event| {
                let title = event_target_value(&event);
                if is_under_way() && !is_same(&title) {
                    self.focus.set_value(Some(id.clone()));
                    self.actions.with(|actions| actions.rename_session(&id, title));
                }
            }
        };
        view! {
            <input
                class="sessions-search"
                node_ref=field
                value=title
                aria-label=words::session_rows_new_name_of(&name)
                on:keydown=pressed
                on:blur=left
                on:change=renamed
            />
        }
        .into_any()
    }

    /// The buttons of a session; at the side, behind another one.
    fn buttons(
        self,
        one: &ListedSession,
        is_renamed: RwSignal<bool>,
        now: Memo<ListedSession>,
    ) -> AnyView {
        let (id, name) = (one.id.clone(), visible(&one.name()));
        let act = |act: fn(&dyn SessionListActions, &str)| {
            let id = id.clone();
            move |_: ev::MouseEvent| {
                self.actions.with(|actions| act(actions, &id));
            }
        };
        let pin = move || {
            if now.with(|now| now.pinned) {
                words::session_rows_unpin()
            } else {
                words::session_rows_pin()
            }
        };
        let pin_label = {
            let name = name.clone();
            move || format!("{} {name}", pin())
        };
        let rename = move |_| {
            is_renamed.set(true);
            self.unfolded.set(None);
        };
        let delete = {
            let (id, act) = (id.clone(), act(|actions, id| actions.delete_session(id)));
            move |event: ev::MouseEvent| {
                self.focus.set_value(Some(id.clone()));
                self.unfolded.set(None);
                act(event);
            }
        };
        let is_exported = RwSignal::new(false);
        let buttons = view! {
            <button
                class="button is-quiet"
                type="button"
                aria-label=pin_label
                on:click=act(|actions, id| actions.pin_session(id))
            >
                {pin}
            </button>
            {button(words::session_rows_rename(), words::session_rows_rename_named(&name), rename)}
            {button(words::session_rows_duplicate(), words::session_rows_duplicate_named(&name), act(|actions, id| actions.duplicate_session(id)))}
            <button
                class="button is-quiet"
                type="button"
                aria-label=words::session_rows_export_named(&name)
                aria-expanded=move || is_exported.get().to_string()
                on:click=move |_| is_exported.update(|is| *is = !*is)
            >
                {words::session_rows_export()}
            </button>
            <button
                class="button is-quiet"
                type="button"
                aria-label=words::session_rows_stop_named(&name)
                hidden=move || !now.with(ListedSession::can_be_stopped)
                on:click=act(|actions, id| actions.stop_session(id))
            >
                {words::session_rows_stop()}
            </button>
            {button(words::session_rows_delete(), words::session_rows_delete_named(&name), delete)}
            <div
                class="sessions-exports"
                role="group"
                aria-label=words::session_rows_export_named(&name)
                hidden=move || !is_exported.get()
            >
                <ExportChoice
                    id=Signal::stored(id.clone())
                    name=words::session_rows_export_named(&name)
                    class={"button is-quiet"}
                />
            </div>
        }
        .into_any();
        match self.place {
            Place::Dialog => buttons,
            Place::Side => self.folded(id, &name, buttons),
        }
    }

    /// The buttons of a session, and the one that shows them.
    fn folded(self, id: String, name: &str, buttons: AnyView) -> AnyView {
        let opener = NodeRef::<html::Button>::new();
        let is_unfolded = {
            let id = id.clone();
            Memo::new(move |_| self.unfolded.with(|unfolded| unfolded.as_ref() == Some(&id)))
        };
        let toggle = move |_| {
            self.unfolded.set((!is_unfolded.get_untracked()).then(|| id.clone()));
        };
        let pressed = move |event: ev::KeyboardEvent| {
            if event.key() == "Escape" && !event.default_prevented() {
                event.prevent_default();
                self.unfolded.set(None);
                if let Some(opener) = opener.get_untracked() {
                    drop(opener.focus());
                }
            }
        };
        view! {
            <button
                class="button is-quiet sessions-more"
                type="button"
                node_ref=opener
                aria-label=words::session_rows_more_for(&name)
                aria-expanded=move || is_unfolded.get().to_string()
                on:click=toggle
            >
                <Icon name="more" />
            </button>
            <div
                class="sessions-buttons"
                role="group"
                aria-label=name.to_owned()
                hidden=move || !is_unfolded.get()
                on:keydown=pressed
            >
                {buttons}
            </div>
        }
        .into_any()
    }

    /// A session whose deletion can be undone.
    fn deleted(self, one: &ListedSession) -> AnyView {
        let (id, name) = (one.id.clone(), visible(&one.name()));
        let undo = self.focused(&id);
        let restore = move |_| {
            self.focus.set_value(Some(id.clone()));
            self.actions.with(|actions| actions.restore_session(&id));
        };
        view! {
            <li class="sessions-row">
                <span class="sessions-name is-deleted">{words::session_rows_deleted(&name)}</span>
                <button
                    class="button is-quiet"
                    type="button"
                    node_ref=undo
                    aria-label=words::session_rows_undo_deleting(&name)
                    on:click=restore
                >
                    {words::session_rows_undo()}
                </button>
            </li>
        }
        .into_any()
    }

    /// Returns a reference to the button that takes the focus if the row had it, and has lost it by
    /// being made again.
    fn focused(self, id: &str) -> NodeRef<html::Button> {
        let button = NodeRef::<html::Button>::new();
        if self.focus.with_value(|focus| focus.as_deref() == Some(id)) {
            self.focus.set_value(None);
            Effect::new(move |_| {
                let is_lost =
                    document().active_element().is_none_or(|active| active.tag_name() == "BODY");
                if let Some(button) = button.get().filter(|_| is_lost) {
                    drop(button.focus());
                }
            });
        }
        button
    }
}

/// Returns a session as it is now in the list.
fn now(one: &ListedSession) -> Memo<ListedSession> {
    let (list, first) = (session().sessions, one.clone());
    Memo::new(move |_| {
        list.with(|list| list.find(&first.id).cloned()).unwrap_or_else(|| first.clone())
    })
}

fn button(
    words: &'static str,
    label: String,
    act: impl FnMut(ev::MouseEvent) + 'static,
) -> AnyView {
    view! {
        <button class="button is-quiet" type="button" aria-label=label on:click=act>{words}</button>
    }
    .into_any()
}
