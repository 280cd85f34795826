//! The turns, oldest first; before the first one, the welcome.

use leptos::prelude::*;

use super::{
    console::Console, ending::TurnsEnd, session, tables::FileTablesView, turn::TurnView,
    welcome::Welcome,
};

/// The conversation.
#[component]
pub(super) fn Conversation() -> impl IntoView {
    let turns = session().turns;
    let empty = Memo::new(move |_| turns.with(Vec::is_empty));
    view! {
        {move || if empty.get() {
            view! { <Welcome /> }.into_any()
        } else {
            view! { <h1 class="visually-hidden">{words::conversation_conversation()}</h1> }.into_any()
        }}
        <FileTablesView />
        <ol class="conversation">
            <For each=move || turns.get() key=|turn| turn.id let(turn)>
                <li><TurnView turn=turn /></li>
            </For>
        </ol>
        <TurnsEnd />
        <Console />
    }
    .into_any()
}
