//! The composer: the field for questions, and the buttons that send one or stop the turn under way.

use leptos::{ev, html, prelude::*};

use super::{actions, icon::Icon, query::QueryBar, session, suggestions::Suggestions};
use crate::actions::{FileActions, TurnActions};

/// The composer with its suggestions.
#[component]
pub(super) fn Composer() -> impl IntoView {
    let (session, turns, files) =
        (session(), actions::<dyn TurnActions>(), actions::<dyn FileActions>());
    let draft = session.draft;
    let field = NodeRef::<html::Textarea>::new();
    let busy = Memo::new(move |_| session.busy());
    let blank = move || draft.with(|text| text.trim().is_empty());

    // The field is not bound to the draft: that would discard what was typed before hydration.
    Effect::new(move |first: Option<()>| {
        let Some(field) = field.get() else { return };
        if first.is_none() && draft.with_untracked(String::is_empty) && !field.value().is_empty() {
            draft.set(field.value());
        }
        draft.with(|text| {
            if field.value() != *text {
                field.set_value(text);
            }
        });
    });

    let send = move || {
        if busy.get_untracked() || untrack(blank) {
            return;
        }
        let text = draft.get_untracked().trim().to_owned();
        draft.set(String::new());
        turns.with(|turns| turns.ask(text));
        if let Some(field) = field.get_untracked() {
            // The field can always take the focus, so a failure is ignored. On touch devices it
            // loses the focus instead, which closes the on-screen keyboard that would hide the
            // answer.
            drop(if session.touch.get_untracked() { field.blur() } else { field.focus() });
        }
    };
    let keydown = move |event: ev::KeyboardEvent| {
        // While an input method composes, Enter accepts its suggestion (229 is how older browsers
        // report that).
        let composing = event.is_composing() || event.key_code() == 229;
        if event.key() == "Enter" && !event.shift_key() && !composing {
            event.prevent_default();
            send();
        }
    };
    let paste = move |event: ev::ClipboardEvent| {
        if files.with(|files| files.paste(event.clone())) == Some(true) {
            event.prevent_default();
        }
    };

    view! {
        <div class="composer">
            <Suggestions />
            <QueryBar />
            <form
                class="composer-box"
                aria-label=words::composer_ask()
                on:submit=move |event| {
                    event.prevent_default();
                    send();
                }
            >
                // The mirror behind the field has the field's text and so its height; a script may
                // not set styles here.
                <div class="composer-grow" data-text=move || format!("{} ", draft.get())>
                    <textarea
                        id="question"
                        rows="1"
                        node_ref=field
                        aria-label=words::composer_your_question()
                        aria-describedby="composer-hint"
                        placeholder=words::composer_ask_about_your_data()
                        enterkeyhint="send"
                        data-testid="composer"
                        on:input=move |event| draft.set(event_target_value(&event))
                        on:keydown=keydown
                        on:paste=paste
                    ></textarea>
                </div>
                <button
                    class="composer-button"
                    type="submit"
                    data-testid="send"
                    aria-label=words::composer_send()
                    hidden=busy
                    disabled=blank
                >
                    <Icon name="send" />
                </button>
                <button
                    class="composer-button is-stop"
                    type="button"
                    data-testid="stop"
                    aria-label=words::composer_stop()
                    hidden=move || !busy.get()
                    on:click=move |_| { turns.with(|turns| turns.stop()); }
                >
                    <Icon name="stop" />
                </button>
            </form>
            <p class="composer-hint" id="composer-hint">
                {move || if busy.get() && !session.interruptible.get() {
                    words::composer_esc_stops_and_loses()
                } else if busy.get() {
                    words::composer_esc_stops()
                } else { words::composer_enter_sends_shift_enter() }}
            </p>
        </div>
    }
    .into_any()
}
