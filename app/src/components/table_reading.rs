//! The controls that change how a table is read: of a column at the side, and of the header above
//! the table; and what has come of the last change.

use kernel::choices::{ChosenType, DecimalMark, HeaderReading};
use kernel::{Column, ColumnType, Table};
use leptos::{html, prelude::*};
use text::{truncated, visible};

use super::code::Code;
use super::{actions, session};
use crate::actions::ChoiceActions;
use crate::session::{ChangedReading, FileTables, ReadingChange, ReadingControl, TableId};

/// The most characters of a line that the header may be in.
const MAX_LINE: usize = 60;

/// A control: its label, what each of its options changes, and which of them is in force.
struct Control {
    label: &'static str,
    test_id: &'static str,
    options: Vec<(String, ReadingChange)>,
    current: Option<usize>,
}

/// The controls of a column, each with one choice.
#[component]
pub(super) fn ColumnReadingView(id: TableId, column: Column, may_be_text: bool) -> impl IntoView {
    let (name, reading) = (column.name.clone(), &column.reading);
    let controls = controls(&column, may_be_text);
    let label = words::table_reading_how_is_read(&visible(&name));
    let as_found = reading.chosen.is_some().then(|| ReadingChange::AsFound(name.clone()));
    let is_any = !controls.is_empty() || as_found.is_some();
    let of = Some(name.clone());
    let column = of.clone();
    let views: Vec<_> =
        controls.into_iter().map(|control| choice(id, column.as_ref(), control)).collect();
    is_any.then(|| {
        view! {
            <div class="column-reading" role="group" aria-label=label data-testid="column-reading">
                {views}
                {as_found.map(|change| reset(id, change))}
            </div>
            <Changed id=id column=of />
        }
        .into_any()
    })
}

/// Where the header of a table is; nothing if the file states the names of the columns.
#[component]
pub(super) fn HeaderReadingView(id: TableId, header: HeaderReading) -> impl IntoView {
    let HeaderReading { line, chosen, lines } = header;
    (!lines.is_empty()).then(|| {
        let current = match line {
            Some(line) => lines.iter().position(|first| first.line == line),
            None => Some(lines.len()),
        };
        let option = |line: u32, text: &str| {
            let text = truncated(&visible(text), MAX_LINE);
            (words::table_reading_line(&line, &text), ReadingChange::Header(line))
        };
        let none = (words::table_reading_no_header_row().to_owned(), ReadingChange::Header(0));
        let options =
            lines.iter().map(|first| option(first.line, &first.text)).chain([none]).collect();
        let control = Control {
            label: words::table_reading_header_row(),
            test_id: "reading-header",
            options,
            current,
        };
        view! {
            <div class="tables-reading">
                {choice(id, None, control)}
                {chosen.then(|| reset(id, ReadingChange::HeaderAsFound))}
            </div>
            <Changed id=id column=None />
        }
        .into_any()
    })
}

/// Returns the controls that a column has.
fn controls(column: &Column, may_be_text: bool) -> Vec<Control> {
    let name = || column.name.clone();
    let types = [ChosenType::Text, ChosenType::Number, ChosenType::Date];
    let current = match column.r#type {
        ColumnType::Text | ColumnType::Category => Some(0),
        ColumnType::Integer | ColumnType::Number | ColumnType::NumberText => Some(1),
        ColumnType::Date => Some(2),
        ColumnType::Boolean | ColumnType::Empty => None,
    };
    let kind = current.filter(|_| may_be_text).map(|current| Control {
        label: words::table_reading_type(),
        test_id: "reading-type",
        options: types
            .into_iter()
            .zip([
                words::table_reading_text(),
                words::table_reading_number(),
                words::table_reading_date(),
            ])
            .map(|(kind, word)| (word.to_owned(), ReadingChange::Type(name(), kind)))
            .collect(),
        current: Some(current),
    });
    let day_first = column.reading.day_first.filter(|_| column.r#type == ColumnType::Date);
    let order = day_first.map(|day_first| Control {
        label: words::table_reading_order_of_dates(),
        test_id: "reading-order",
        options: vec![
            (
                words::table_reading_day_first_31_12().to_owned(),
                ReadingChange::DayFirst(name(), true),
            ),
            (
                words::table_reading_month_first_12_31().to_owned(),
                ReadingChange::DayFirst(name(), false),
            ),
        ],
        current: Some(usize::from(!day_first)),
    });
    let decimal = column.reading.decimal.filter(|_| current == Some(1)).map(|mark| Control {
        label: words::table_reading_decimal_mark(),
        test_id: "reading-decimal",
        options: vec![
            (
                words::table_reading_point_1_5().to_owned(),
                ReadingChange::Decimal(name(), DecimalMark::Point),
            ),
            (
                words::table_reading_comma_1_5().to_owned(),
                ReadingChange::Decimal(name(), DecimalMark::Comma),
            ),
        ],
        current: Some(usize::from(mark == DecimalMark::Comma)),
    });
    [kind, order, decimal].into_iter().flatten().collect()
}

/// Returns whether the values of a column can be had as text: those of a text file and of a
/// workbook can, and others that are text.
pub(super) fn may_be_text(table: &Table, column: &Column) -> bool {
    !table.header.lines.is_empty() || matches!(column.dtype.as_str(), "str" | "object")
}

fn choice(id: TableId, column: Option<&String>, control: Control) -> AnyView {
    let (session, acts) = (session(), actions::<dyn ChoiceActions>());
    let (tables, column) = (session.tables, column.cloned());
    let Control { label, test_id, options, current } = control;
    let field = NodeRef::<html::Select>::new();
    let itself = ReadingControl { table: id, column: column.clone(), label };
    let wanted = itself.clone();
    Effect::new(move |_| {
        // The list of columns is made again with each profile.
        let Some(field) = field.get() else { return };
        if tables.with_untracked(|tables| tables.focus.as_ref() == Some(&wanted)) {
            tables.update_untracked(|tables| tables.focus = None);
            field.focus().ok();
        }
    });
    let value = current.map(|at| at.to_string()).unwrap_or_default();
    Effect::new(move |_| {
        let is_refused = tables.with(|tables| {
            tables.changed.as_ref().is_some_and(|change| change.refused && change.table == id)
        });
        if let Some(field) = field.get().filter(|_| is_refused) {
            field.set_value(&value);
        }
    });
    let labels: Vec<String> = options.iter().map(|(label, _)| label.clone()).collect();
    let options_view: Vec<_> = labels
        .into_iter()
        .enumerate()
        .map(|(at, label)| {
            view! { <option value=at.to_string() selected=current == Some(at)>{label}</option> }
                .into_any()
        })
        .collect();
    let change = move |event| {
        let chosen = event_target_value(&event).parse::<usize>().ok();
        if let Some((_, change)) = chosen.and_then(|at| options.get(at)) {
            tables.update(|tables| {
                tables.changed = None;
                tables.focus = Some(itself.clone());
            });
            acts.with(|acts| acts.change_reading(id, change.clone()));
        }
    };
    let described = described(id, column.as_deref());
    view! {
        <label class="reading-choice">
            <span>{label}</span>
            <select
                node_ref=field
                data-testid=test_id
                aria-describedby=described
                disabled=move || session.busy()
                on:change=change
            >
                {options_view}
            </select>
        </label>
    }
    .into_any()
}

/// Returns the button that takes back what the user has chosen.
fn reset(id: TableId, change: ReadingChange) -> AnyView {
    let (session, acts) = (session(), actions::<dyn ChoiceActions>());
    view! {
        <button
            class="button is-quiet reading-reset"
            type="button"
            data-testid="reading-reset"
            disabled=move || session.busy()
            on:click=move |_| {
                keep_focus(session.tables, id, &change);
                acts.with(|acts| acts.change_reading(id, change.clone()));
            }
        >
            {words::table_reading_read_as_found()}
        </button>
    }
    .into_any()
}

/// Has the first control take the focus of a button that will be gone.
fn keep_focus(tables: RwSignal<FileTables>, table: TableId, change: &ReadingChange) {
    let column = change.column().map(str::to_owned);
    let label = if column.is_some() {
        words::table_reading_type()
    } else {
        words::table_reading_header_row()
    };
    tables.update(|tables| {
        tables.focus = Some(ReadingControl { table, column, label });
    });
}

/// Returns the id of the element that says what has come of a change.
fn described(id: TableId, column: Option<&str>) -> String {
    let column: String =
        column.unwrap_or_default().bytes().map(|byte| format!("{byte:02x}")).collect();
    format!("reading-{}-{}-{column}", id.file, id.at)
}

/// What has come of the last change, if it was of this column, or of the header.
#[component]
fn Changed(id: TableId, column: Option<String>) -> impl IntoView {
    let (session, acts) = (session(), actions::<dyn ChoiceActions>());
    let tables = session.tables;
    let place = described(id, column.as_deref());
    let changed = Memo::new(move |_| {
        tables.with(|tables| {
            let own = |change: &ChangedReading| change.table == id && change.column == column;
            tables.changed.clone().filter(own)
        })
    });
    view! {
        <div class="reading-changed" id=place role="status" data-testid="reading-changed">
            {move || changed.get().map(|change| {
                let undo = change.undo.map(|undo| view! {
                    <button
                        class="button is-quiet"
                        type="button"
                        data-testid="reading-undo"
                        disabled=move || session.busy()
                        on:click=move |_| {
                            keep_focus(tables, id, &undo);
                            acts.with(|acts| acts.change_reading(id, undo.clone()));
                        }
                    >
                        {words::table_reading_undo()}
                    </button>
                });
                let code = (!change.code.is_empty()).then(|| view! {
                    <details class="reading-code">
                        <summary>{words::table_reading_code()}</summary>
                        <Code code=Signal::stored(change.code) language="python" finished=Signal::stored(true) />
                        <p class={"reading-note"}>{words::table_reading_it_has_run_and()}</p>
                    </details>
                });
                view! {
                    <p class="reading-said" class:is-refused=change.refused>{change.said}" "{undo}</p>
                    {code}
                }
                .into_any()
            })}
        </div>
    }
    .into_any()
}
