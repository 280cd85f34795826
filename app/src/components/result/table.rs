//! Tables and trees of JSON, which widgets show.

use std::rc::Rc;

use kernel::Shown;
use leptos::{html, prelude::*, task::spawn_local};
use serde::Serialize;

use super::texts::TextView;
use super::{Handles, ResultRef};
use crate::actions::{ResultActions, TableView};
use crate::components::actions;
use crate::session::forms::file_name;

/// A result's table in the form that the widget takes.
#[derive(Serialize)]
struct Whole<'a> {
    id: &'a str,
    text: &'a str,
    data: &'a Option<kernel::TableData>,
    /// What it is saved as, if its text is not a title.
    name: &'a str,
}

/// A result that is a table, with the result's menu among the table's tools.
#[component]
pub(super) fn TableResult(result: ResultRef, handles: Handles, menu: AnyView) -> impl IntoView {
    let Shown { id, text, data, .. } = &*result;
    // Cells are JSON already, so this cannot fail.
    let name = handles.title.with_untracked(|title| file_name(title, "", "table"));
    let whole = serde_json::to_string(&Whole { id, text, data, name: &name }).unwrap_or_default();
    let place = NodeRef::<html::Div>::new();
    let tools = NodeRef::<html::Span>::new();
    // It ends with this view: another form may be shown by the time that the table is there.
    let alive = StoredValue::new(());
    Effect::new(move |_| {
        let (Some(place), Some(tools)) = (place.get(), tools.get()) else { return };
        let shown = handles
            .results
            .with(|results| results.show_table(place, whole.clone(), handles.notify));
        let Some(shown) = shown else { return };
        spawn_local(async move {
            match shown.await {
                Err(why) if alive.try_get_value().is_some() => handles.failed.run(why),
                Err(_) => {}
                Ok(table) if alive.try_get_value().is_some() => {
                    table.add_menu(&tools);
                    handles.table.set_value(Some(table));
                }
                Ok(table) => table.remove(),
            }
        });
    });
    view! {
        <div node_ref=place></div>
        <span node_ref=tools>{menu}</span>
    }
    .into_any()
}

/// A table of numbers, all of which the page has.
#[component]
pub(super) fn Numbers(
    /// The table.
    table: charts::tables::Titled,
    /// Says what has come of an action.
    notify: Callback<String>,
) -> impl IntoView {
    let whole = serde_json::json!({ "text": table.title, "data": table.data }).to_string();
    let title = (!table.title.is_empty())
        .then(|| view! { <p class={"figure-title"}>{text::visible(&table.title)}</p> });
    view! {
        {title}
        <WholeTable whole=whole notify=notify />
    }
    .into_any()
}

/// A table in the form that the widget takes, which has all rows that are shown.
#[component]
pub(in crate::components) fn WholeTable(
    /// The table as JSON.
    whole: String,
    /// Says what has come of an action.
    notify: Callback<String>,
) -> impl IntoView {
    let results = actions::<dyn ResultActions>();
    let place = NodeRef::<html::Div>::new();
    let slot = StoredValue::new_local(None);
    on_cleanup(move || {
        if let Some(table) = slot.try_update_value(Option::take).flatten() {
            let table: Rc<dyn TableView> = table;
            table.remove();
        }
    });
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let Some(shown) = results.with(|results| results.show_table(place, whole.clone(), notify))
        else {
            return;
        };
        spawn_local(async move {
            match shown.await {
                Ok(table) => {
                    if let Some(Some(late)) = slot.try_set_value(Some(table)) {
                        late.remove();
                    }
                }
                Err(why) => drop(notify.try_run(why)),
            }
        });
    });
    view! { <div node_ref=place></div> }.into_any()
}

/// A tree of JSON; text that is not JSON is shown as it is.
#[component]
pub(super) fn JsonView(content: String) -> impl IntoView {
    let results = actions::<dyn ResultActions>();
    let place = NodeRef::<html::Div>::new();
    let is_text = RwSignal::new(false);
    let text = StoredValue::new(content);
    Effect::new(move |_| {
        let Some(place) = place.get() else { return };
        let Some(shown) = results.with(|results| results.show_json(place, text.get_value())) else {
            return;
        };
        spawn_local(async move {
            if shown.await != Ok(true) {
                is_text.try_set(true);
            }
        });
    });
    view! {
        <div node_ref=place></div>
        {move || is_text.get().then(|| view! { <TextView content=text.get_value() /> })}
    }
    .into_any()
}
