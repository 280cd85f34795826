//! The profile of one table of a file: its size, and its columns in a section that opens.

use kernel::{Column, ColumnType, Table};
use leptos::{ev, prelude::*, web_sys};
use serde_json::Value;
use text::{format, truncated, visible};

use super::table_reading::{ColumnReadingView, may_be_text};
use super::{actions, session};
use crate::actions::TurnActions;
use crate::session::{TableId, unreadable};

/// The most characters of a value.
const MAX_VALUE: usize = 24;

/// A table of more columns than this has a field that searches them.
const MIN_SEARCHED: usize = 12;

/// A table's profile.
#[component]
pub(super) fn TableProfile(id: TableId, table: Table) -> impl IntoView {
    let about = if table.rows_exact { "" } else { words::profile_about() };
    let size = format!(
        "{about}{} · {}",
        words::profile_rows(table.rows),
        words::profile_columns(table.columns.len() as u64)
    );
    let duplicates = (table.duplicates > 0).then(|| words::profile_repeated_rows(table.duplicates));
    let sampled = table.sampled.then_some(words::profile_from_the_first_rows());
    let remarks: Vec<String> =
        [duplicates, sampled.map(str::to_owned)].into_iter().flatten().collect();
    let sheet = table.sheet.as_deref().map(visible);
    view! {
        <details class="profile" open=true>
            <summary>
                {sheet.map(|sheet| view! { <span class="profile-sheet">{sheet}</span> })}
                <span class="profile-size">{size}</span>
            </summary>
            {(!remarks.is_empty()).then(|| view! { <p class="profile-remarks">{remarks.join(", ")}</p> })}
            <Columns id=id table=table />
        </details>
    }
    .into_any()
}

/// The columns, one line each; a long list can be searched.
#[component]
fn Columns(id: TableId, table: Table) -> impl IntoView {
    let columns = &table.columns;
    let wanted = RwSignal::new(String::new());
    let search = (columns.len() > MIN_SEARCHED).then(|| {
        view! {
            <input
                class="profile-search"
                type="search"
                placeholder=words::profile_find_a_column()
                aria-label=words::profile_find_a_column()
                data-testid="column-search"
                on:input=move |event| wanted.set(event_target_value(&event).trim().to_lowercase())
            />
        }
    });
    let row = |column: &Column| {
        let name = column.name.to_lowercase();
        let is_other = move || wanted.with(|wanted| !name.contains(wanted.as_str()));
        view! { <li hidden=is_other>{about(id, column, may_be_text(&table, column))}</li> }
            .into_any()
    };
    view! {
        {search}
        <ul class="profile-columns">{columns.iter().map(row).collect_view()}</ul>
    }
    .into_any()
}

/// One column: its name and type, and what is known of its values in a section that opens.
fn about(id: TableId, column: &Column, may_be_text: bool) -> AnyView {
    let (session, turns) = (session(), actions::<dyn TurnActions>());
    let (tables, place) = (session.tables, (id, column.name.clone()));
    let is_open = tables.with_untracked(|tables| tables.open.contains(&place));
    let toggled = move |event: ev::Event| {
        let open = event_target::<web_sys::HtmlDetailsElement>(&event).open();
        // Nothing shows it, so that nothing has to follow.
        tables.update_untracked(|tables| {
            tables.open.retain(|other| *other != place);
            if open {
                tables.open.push(place.clone());
            }
        });
    };
    let missing =
        (column.missing > 0).then(|| words::profile_missing(&format::count(column.missing)));
    let bad = (column.bad > 0).then(|| words::profile_unreadable(&format::count(column.bad)));
    let problems: Vec<String> = missing.iter().cloned().chain(bad).collect();
    let distinct = words::profile_distinct(&format::count(column.distinct));
    let facts = [Some(distinct), missing].into_iter().flatten().collect::<Vec<_>>();
    let doubt = column.doubt.as_deref().map(visible);
    let missing_values = unreadable(column);
    let question = question(column);
    view! {
        <details class="column" data-testid="column" open=is_open on:toggle=toggled>
            <summary>
                <span class="column-name">{visible(&column.name)}</span>
                {(!problems.is_empty() || doubt.is_some()).then(|| view! {
                    <span class="column-mark" title=problems.join(", ")>
                        <span class="visually-hidden">{words::profile_to_be_noted()}</span>
                    </span>
                })}
                <span class="column-type">{word(column.r#type)}</span>
            </summary>
            <p class="column-values">{values(column)}</p>
            <p class="column-facts">{facts.join(", ")}</p>
            {missing_values.map(|said| {
                let is_said = is_said(id, column, said.clone());
                view! { <p class="column-doubt" hidden=is_said>{said}</p> }
            })}
            {doubt.map(|doubt| view! { <p class="column-doubt">{doubt}</p> })}
            <ColumnReadingView id=id column=column.clone() may_be_text=may_be_text />
            {question.map(|question| view! {
                <button
                    class="button is-quiet column-ask"
                    type="button"
                    data-testid="column-ask"
                    disabled=move || session.busy()
                    on:click=move |_| { turns.with(|turns| turns.ask(question.clone())); }
                >
                    {words::profile_ask_about_it()}
                </button>
            })}
        </details>
    }
    .into_any()
}

/// Returns whether what has come of the column's last change says this already.
fn is_said(id: TableId, column: &Column, words: String) -> Memo<bool> {
    let (tables, column) = (session().tables, Some(column.name.clone()));
    Memo::new(move |_| {
        tables.with(|tables| {
            tables.changed.as_ref().is_some_and(|change| {
                change.table == id && change.column == column && change.said.contains(&words)
            })
        })
    })
}

/// Returns the first question about a column: how its values are spread; none if it has no values.
fn question(column: &Column) -> Option<String> {
    // Without the sign around it that the planner knows names by.
    let name = column.name.replace('`', "");
    match column.r#type {
        ColumnType::Empty => None,
        ColumnType::Integer | ColumnType::Number | ColumnType::NumberText => {
            Some(format!("Distribution of `{name}`"))
        }
        ColumnType::Date => Some(format!("How many rows per month of `{name}`?")),
        ColumnType::Boolean | ColumnType::Category => Some(format!("How many rows by `{name}`?")),
        ColumnType::Text => Some(format!("Top 10 `{name}` by number of rows")),
    }
}

/// Returns the range of a column if it has one, else a few of its values.
fn values(column: &Column) -> String {
    let ordered =
        matches!(column.r#type, ColumnType::Integer | ColumnType::Number | ColumnType::Date);
    match (&column.min, &column.max) {
        (Some(least), Some(most)) if ordered => {
            let year =
                |value: &Value| value.as_f64().is_some_and(|year| (1000.0..2200.0).contains(&year));
            let years = column.name.to_lowercase().contains("year") && year(least) && year(most);
            format!("{} – {}", plain(least, years), plain(most, years))
        }
        _ => {
            let examples: Vec<String> = column
                .examples
                .iter()
                .take(3)
                .map(|example| truncated(&visible(example), MAX_VALUE))
                .collect();
            let more = if column.distinct > examples.len() as u64 { ", …" } else { "" };
            if examples.is_empty() {
                String::new()
            } else {
                format!("{}{more}", examples.join(", "))
            }
        }
    }
}

/// Returns a value as text. A number has commas between its thousands, unless it is a year.
fn plain(value: &Value, year: bool) -> String {
    match value {
        Value::String(text) => truncated(&visible(text.trim_end_matches("T00:00:00")), MAX_VALUE),
        Value::Number(number) if year => number.to_string().trim_end_matches(".0").to_owned(),
        Value::Number(number) => format::grouped(number.to_string().trim_end_matches(".0")),
        other => other.to_string(),
    }
}

fn word(column_type: ColumnType) -> &'static str {
    match column_type {
        ColumnType::Integer => words::profile_whole_number(),
        ColumnType::Number => words::profile_number(),
        ColumnType::NumberText => words::profile_number_as_text(),
        ColumnType::Boolean => words::profile_yes_no(),
        ColumnType::Date => words::profile_date(),
        ColumnType::Category => words::profile_category(),
        ColumnType::Text => words::profile_text(),
        ColumnType::Empty => words::profile_empty(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_have_no_commas_and_other_numbers_have() {
        let column = |name: &str, min: f64, max: f64| Column {
            name: name.to_owned(),
            r#type: ColumnType::Number,
            dtype: "float64".to_owned(),
            missing: 1,
            distinct: 2,
            bad: 0,
            examples: Vec::new(),
            min: Some(min.into()),
            max: Some(max.into()),
            conversion: None,
            doubt: None,
            reading: kernel::choices::ColumnReading::default(),
            spellings: 0,
        };
        assert_eq!(values(&column("Year", 2023.0, 2024.0)), "2023 – 2024");
        assert_eq!(values(&column("Yearly income", 1900.0, 120_000.0)), "1,900 – 120,000");
        assert_eq!(values(&column("Price", 1900.0, 2000.0)), "1,900 – 2,000");
    }
}
