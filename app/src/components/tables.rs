//! The tables of the files above the conversation: a tab for each, and the rows of one. It folds
//! to its tabs with the first question.

use leptos::prelude::*;
use text::{format, visible};

use super::first_rows::{Awaited, FirstRowsView};
use super::icon::Icon;
use super::result::{ResultRef, ResultView};
use super::table_reading::HeaderReadingView;
use super::{actions, session};
use crate::actions::FileActions;
use crate::session::{
    ALL_ROWS, FIRST_ROWS, FileState, KernelState, Tab, TableContent, shown_table, tabs,
};

/// The tables; nothing while no file has one.
#[component]
pub(super) fn FileTablesView() -> impl IntoView {
    let session = session();
    let (files, tables, acts) = (session.files, session.tables, actions::<dyn FileActions>());
    let list = Memo::new(move |_| {
        let shown: Vec<_> = files
            .get()
            .into_iter()
            .filter_map(|file| match file.state.get() {
                FileState::Ready(profile) => Some((file.id, file.name.get(), Some(profile))),
                FileState::Waiting | FileState::Reading => {
                    let has_rows = file.first_rows.with(Option::is_some);
                    has_rows.then(|| (file.id, file.name.get(), None))
                }
                _ => None,
            })
            .collect();
        tabs(shown.iter().map(|(id, name, profile)| (*id, name.clone(), profile.as_deref())))
    });
    let chosen = Memo::new(move |_| tables.with(|tables| tables.chosen));
    let folded = Memo::new(move |_| tables.with(|tables| tables.folded));
    let shown = Memo::new(move |_| list.with(|list| shown_table(list, chosen.get()).cloned()));
    let is_begun = Memo::new(move |_| session.turns.with(|turns| !turns.is_empty()));
    Effect::new(move |before: Option<bool>| {
        let is_begun = is_begun.get();
        if is_begun && before != Some(true) {
            tables.update(|tables| tables.folded = true);
        }
        is_begun
    });
    // Another interpreter does not have the tables of the one before it.
    let interpreter = RwSignal::new(0u32);
    Effect::new(move |was_there: Option<bool>| {
        let state = session.kernel;
        let is_there =
            state.with(|state| !matches!(state, KernelState::Loading(_) | KernelState::Failed(_)));
        if is_there && was_there == Some(false) {
            interpreter.update(|number| *number += 1);
        }
        is_there
    });
    // Read as soon as it is to be seen, but not while an answer waits for Python.
    let is_busy = Memo::new(move |_| session.busy());
    Effect::new(move |before: Option<Option<(Tab, u32)>>| {
        let before = before.flatten();
        let read = shown.get().filter(|tab| tab.read.is_some() && !folded.get());
        let wanted = read.map(|tab| (tab, interpreter.get()));
        if is_busy.get() || wanted.is_none() || wanted == before {
            return before;
        }
        if let Some((tab, _)) = &wanted {
            acts.with(|acts| acts.show_table(tab.table, FIRST_ROWS));
        }
        wanted
    });
    let is_none = Memo::new(move |_| shown.with(Option::is_none));
    let file = move || {
        let id = shown.with(|shown| shown.as_ref().map(|tab| tab.table.file))?;
        files.with(|files| files.iter().find(|file| file.id == id).copied())
    };
    let first = Memo::new(move |_| file()?.first_rows.get());
    let is_waiting = Memo::new(move |_| {
        file().is_some_and(|file| file.state.with(|state| *state == FileState::Waiting))
    });
    let tab = move |tab: Tab| {
        let id = tab.table;
        let is_chosen =
            Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|tab| tab.table)) == Some(id));
        view! {
            <button
                class="tables-tab"
                type="button"
                role="tab"
                aria-controls="tables-rows"
                aria-selected=move || is_chosen.get().to_string()
                data-testid="table-tab"
                on:click=move |_| tables.update(|tables| {
                    tables.chosen = Some(id);
                    tables.folded = false;
                })
            >
                <Icon name="table" />
                <span>{tab.name}</span>
            </button>
        }
    };
    let size = move || {
        if let Some(table) = shown.with(|shown| shown.as_ref()?.read.clone()) {
            return Some(table.size());
        }
        let columns = first.with(|first| Some(first.as_ref()?.all_columns))?;
        let columns = words::tables_columns(columns as u64);
        Some(format!("{columns} · {}", format::bytes(file()?.bytes)))
    };
    let header = move || {
        let tab = shown.get().filter(|_| first.with(Option::is_none))?;
        Some(view! { <HeaderReadingView id=tab.table header=tab.read?.header /> })
    };
    let rows = move || match first.get() {
        Some(rows) => view! { <FirstRowsView rows=rows is_waiting=is_waiting /> }.into_any(),
        None => view! { <Rows shown=shown /> }.into_any(),
    };
    view! {
        <section
            class="tables"
            class:is-folded=folded
            aria-label=words::tables_tables_of_your_files()
            hidden=is_none
            data-testid="tables"
        >
            <div class="tables-head">
                <div class="tables-tabs" role="tablist" aria-label=words::tables_tables()>
                    <For each=move || list.get() key=|tab| (tab.table.file, tab.table.at, tab.name.clone()) let(one)>
                        {tab(one)}
                    </For>
                </div>
                <span class="tables-size" data-testid="tables-size">{size}</span>
                <button
                    class="button is-quiet tables-fold"
                    type="button"
                    aria-controls="tables-rows"
                    aria-expanded=move || (!folded.get()).to_string()
                    data-testid="tables-fold"
                    on:click=move |_| tables.update(|tables| tables.folded = !tables.folded)
                >
                    {move || if folded.get() { words::tables_show_the_table() } else { words::tables_hide() }}
                </button>
            </div>
            <div class="tables-rows" id="tables-rows" role="tabpanel" hidden=folded data-testid="tables-rows">
                {header}
                {rows}
            </div>
        </section>
        <Awaited is_shown=Memo::new(move |_| is_none.get() && !is_begun.get()) />
    }
    .into_any()
}

/// The rows of the table that is shown.
#[component]
fn Rows(shown: Memo<Option<Tab>>) -> impl IntoView {
    let (tables, acts) = (session().tables, actions::<dyn FileActions>());
    let content = Memo::new(move |_| tables.with(|tables| tables.content.clone()));
    let status = move |text: String| view! { <p class={"tables-status"} role="status">{text}</p> };
    move || match content.get() {
        TableContent::Nothing => ().into_any(),
        TableContent::Reading => status(words::tables_reading_the_table().to_owned()).into_any(),
        TableContent::Failed(why) => {
            view! { <p class={"file-problem"} role="alert">{visible(&why)}</p> }.into_any()
        }
        TableContent::Rows(result, said) => {
            let there = result.data.as_ref().map(|data| data.total_rows).unwrap_or_default();
            let rest = shown.with_untracked(|shown| {
                let tab = shown.as_ref()?;
                let table = tab.read.as_ref()?;
                Some((tab.table, table.rows, table.rest(there)?))
            });
            let rest = rest.map(|(table, rows, (rest, fits))| {
                let all = move || {
                    let label = words::tables_show_all(rows);
                    let show = move |_| {
                        acts.with(|acts| acts.show_table(table, ALL_ROWS));
                    };
                    view! {
                        <button class="button is-quiet" type="button" data-testid="tables-all" on:click=show>
                            {label}
                        </button>
                    }
                };
                view! { <p class={"tables-status"} role="status">{rest}" "{fits.then(all)}</p> }
            });
            view! {
                <ResultView result=ResultRef::Alone(result) />
                {rest}
                {(!said.is_empty()).then(|| status(visible(&said)))}
            }
            .into_any()
        }
    }
}
