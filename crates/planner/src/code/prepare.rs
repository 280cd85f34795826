//! The first half of every program: read the table, parse dates and numbers, keep the requested rows, and
//! print how many are left out. Nothing is dropped silently.

use std::collections::BTreeSet;

use super::{Fixes, rows as kept};
use crate::input::{Column, ColumnType, File, Table};
use crate::label;
use crate::literal::{fill, list, text};
use crate::plan::{Among, Filter, Grain, Group, Measure, Of, Op, Order, Part, Query, Study, Task};
use crate::{flags, years};

/// Above this size only the needed columns are read: a browser's Python has 2 to 4 GB for everything.
const BIG: u64 = 150_000_000;

pub(super) fn rows(query: &Query, file: &File, table: &Table, fixes: &Fixes) -> String {
    let used = used(query, table);
    let mut code = format!("df = {}\n", reader(file, table, fixes, &used));
    if fixes.names {
        code.push_str("df.columns = df.columns.astype(str).str.strip()\n");
    }
    if let Some(join) = &table.joined {
        let pieces = [
            ("other", join.reader.clone()),
            ("other_key", text(&join.other_key)),
            ("other_name", text(&join.name)),
            ("key", text(&join.key)),
            ("suffix", text(&join.suffix)),
        ];
        code.push_str(&fill(include_str!("../../templates/join.py"), &pieces));
    }
    if let Some(long) = &table.long {
        let periods = long.periods.iter().map(|(name, day)| format!("{}: {}", text(name), text(day)));
        let periods = format!("{{{}}}", periods.collect::<Vec<_>>().join(", "));
        code.push_str(&fill(include_str!("../../templates/long.py"), &[("periods", periods)]));
    }
    let report = matches!(query.task, Task::Study(Study::Report(_)));
    if report {
        code.push_str("all_rows = len(df)\ndf = df.drop_duplicates()\nfilled = df.notna().sum()\n");
    } else if query.task == Task::Quality {
        code.push_str("filled = df.notna().sum()\nduplicates = df.duplicated().sum()\n");
    } else if query.filters.contains(&Filter::Once) {
        code.push_str("repeated = df.duplicated().sum()\ndf = df.drop_duplicates()\n");
        code.push_str(
            "print(f\"Note: {repeated:,} rows that repeat an earlier one are left out, as asked.\")\n",
        );
    } else if table.duplicates > 0 && measures(&query.task) && !(file.bytes > BIG || fixes.pieces) {
        code.push_str("print(f\"Note: {df.duplicated().sum():,} rows repeat an earlier row exactly; they are counted.\")\n");
    }
    for column in table.columns.iter().filter(|column| used.contains(column.name.as_str())) {
        code.push_str(&typed(column, fixes, query));
    }
    if let Some(Of::Product(a, b)) = query.task.measure().map(|measure| &measure.of) {
        let name = text(&crate::label::product_name(a, b));
        code.push_str(&format!("df[{name}] = df[{}] * df[{}]\n", text(a), text(b)));
    }
    if report {
        code.push('\n');
        code.push_str(super::report::CLEANING);
    }
    code.push_str(&kept::filters(query, table));
    code.push_str(&gaps(query, table));
    if let Some(Among { by, measure, rank }) = &query.among {
        let method = if rank.0 == Order::Top { "nlargest" } else { "nsmallest" };
        let by = text(by);
        let values = match &measure.of {
            Of::Column(name) => format!("df.groupby({by})[{}].{}()", text(name), measure.op.method()),
            _ => format!("df.groupby({by}).size()"),
        };
        let pieces =
            [("values", values), ("method", method.to_owned()), ("count", rank.1.to_string()), ("by", by)];
        code.push_str(&fill(include_str!("../../templates/among.py"), &pieces));
    }
    if let Some(grain) = query.counted
        && let Some(Measure { op: Op::Distinct, of: Of::Column(date) }) = query.task.measure()
        && !years::of(table, date)
    {
        let period = match grain {
            Grain::Week => "W",
            Grain::Month => "M",
            Grain::Year => "Y",
            _ => "D",
        };
        let date = text(date);
        code.push_str(&format!("df[{date}] = df[{date}].dt.to_period(\"{period}\")\n"));
    }
    if let Some(years) = runs_along(&query.task).filter(|date| years::of(table, date)) {
        let name = text(years);
        code.push_str(&format!(
            "df[{name}] = pd.to_datetime(df[{name}].astype(\"Int64\").astype(\"string\"), format=\"%Y\", errors=\"coerce\")\n"
        ));
    }
    code
}

/// Returns the column of dates that a task runs along.
fn runs_along(task: &Task) -> Option<&str> {
    match task {
        Task::Trend { date, .. } => Some(date),
        Task::Study(Study::Report(report)) => report.parts.iter().find_map(|part| match part {
            Part::Trend { date, .. } => Some(date.as_str()),
            _ => None,
        }),
        Task::Study(study) => study.date(),
        _ => None,
    }
}

fn measures(task: &Task) -> bool {
    *task == Task::Overview || task.measure().is_some()
}

/// Returns the columns that a query uses.
fn used<'a>(query: &'a Query, table: &'a Table) -> BTreeSet<&'a str> {
    let mut used: BTreeSet<&str> = query.filters.iter().filter_map(Filter::column).collect();
    for filter in &query.filters {
        if let Filter::Anywhere { columns, .. } = filter {
            used.extend(columns.iter().map(String::as_str));
        }
    }
    if let Some(Among { by, measure, .. }) = &query.among {
        used.insert(by);
        if let Of::Column(name) = &measure.of {
            used.insert(name);
        }
    }
    match query.task.measure().map(|measure| &measure.of) {
        None | Some(Of::Rows) => {}
        Some(Of::Column(name)) => {
            used.insert(name);
        }
        Some(Of::Product(a, b)) => used.extend([a.as_str(), b.as_str()]),
    }
    match &query.task {
        Task::Overview | Task::Quality | Task::Columns => {
            used.extend(table.columns.iter().map(|c| c.name.as_str()))
        }
        Task::Rows { sort, .. } => used.extend(sort.iter().map(|(name, _)| name.as_str())),
        Task::Scalar { .. } => {}
        Task::Grouped { by, .. } => {
            used.extend(by.iter().map(|group| match group {
                Group::Column(name) | Group::Part(name, _) => name.as_str(),
            }));
        }
        Task::Trend { date, split, .. } => {
            used.insert(date);
            used.extend(split.as_deref());
        }
        Task::Histogram { column } => {
            used.insert(column);
        }
        Task::Correlation { columns } => used.extend(columns.iter().map(String::as_str)),
        Task::Study(study) if study.whole_rows() => {
            used.extend(table.columns.iter().map(|c| c.name.as_str()))
        }
        Task::Study(study) => used.extend(study.groups().into_iter().chain(study.date())),
    }
    used
}

fn reader(file: &File, table: &Table, fixes: &Fixes, used: &BTreeSet<&str>) -> String {
    let mut reader = table.reader.trim().to_owned();
    if !reader.starts_with("pd.read_") {
        return reader;
    }
    if let Some(encoding) = fixes.encoding {
        reader = with(&reader, "encoding", &text(encoding));
    }
    if let Some(skip) = fixes.separator {
        reader = with(&with(&reader, "sep", "None"), "engine", "\"python\"");
        if skip {
            reader = with(&reader, "on_bad_lines", "\"skip\"");
        }
    }
    let csv = reader.starts_with("pd.read_csv(");
    let whole = table.is_derived() || used.is_empty() || used.len() >= table.columns.len();
    if csv && !whole && (file.bytes > BIG || fixes.pieces) {
        reader = with(&reader, "usecols", &list(used));
    }
    if csv && fixes.pieces {
        reader = format!("pd.concat({}, ignore_index=True)", with(&reader, "chunksize", "200_000"));
    }
    reader
}

/// Returns a call with one keyword argument set, whether it was present or not.
fn with(call: &str, key: &str, value: &str) -> String {
    let mut parts = vec![String::new()];
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for c in call.chars() {
        let inside = quote.is_some();
        match (quote, c) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth -= 1,
            _ => {}
        }
        if c == ',' && depth == 1 && !inside {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    let Some(last) = parts.pop() else { return call.to_owned() };
    let last = last.strip_suffix(')').map(str::to_owned).unwrap_or(last);
    parts.push(last);
    parts.retain(|part| !part.trim_start().starts_with(&format!("{key}=")));
    parts.push(format!(" {key}={value}"));
    parts.join(",") + ")"
}

fn typed(column: &Column, fixes: &Fixes, query: &Query) -> String {
    let name = text(&column.name);
    if years::is_years(column) {
        return String::new();
    }
    if column.is_date() {
        let arguments = match () {
            () if fixes.dates => "format=\"mixed\", dayfirst=True, errors=\"coerce\"",
            () if day_first(column) => "dayfirst=True, errors=\"coerce\"",
            () => "errors=\"coerce\"",
        };
        let mut code = format!("df[{name}] = pd.to_datetime(df[{name}], {arguments})\n");
        let dated = query.filters.iter().any(|filter| {
            matches!(filter, Filter::Period { .. } | Filter::Month { .. } | Filter::Newest { .. })
                && filter.column() == Some(&column.name)
        });
        let trend = matches!(&query.task, Task::Trend { date, .. } if *date == column.name)
            || matches!(&query.task, Task::Study(study) if study.date() == Some(&column.name))
            || matches!(&query.task, Task::Grouped { by, .. } if by.iter().any(|g| matches!(g, Group::Part(..))));
        if dated || trend {
            code.push_str(&format!(
                "undated = df[{name}].isna().sum()\nif undated:\n    print(f\"Note: {{undated:,}} of {{len(df):,}} rows have no readable\", {}, \"and are left out.\")\n",
                text(&label::plain(&column.name))
            ));
        }
        return code;
    }
    let measured = query
        .task
        .measure()
        .is_some_and(|measure| measure.of == Of::Column(column.name.clone()) && measure.op == Op::Mean);
    if let Some(yes) = flags::yes(column).filter(|yes| measured && !yes.is_empty()) {
        let yes = text(&yes);
        return format!("df[{name}] = (df[{name}] == {yes}).astype(float).where(df[{name}].notna())\n");
    }
    if column.r#type == ColumnType::NumberText || (fixes.numbers && column.is_number()) {
        let plain = if decimal_comma(column) {
            "text.str.replace(\".\", \"\").str.replace(\",\", \".\")"
        } else {
            "text.str.replace(\",\", \"\")"
        };
        return fill(
            include_str!("../../templates/numbers.py"),
            &[("column", name), ("plain", plain.to_owned())],
        );
    }
    if kept::padded(column) {
        return format!("df[{name}] = df[{name}].str.strip()\n");
    }
    if column.is_number() && column.bad > 0 {
        return format!("df[{name}] = pd.to_numeric(df[{name}], errors=\"coerce\")\n");
    }
    String::new()
}

/// Returns whether the day precedes the month in the examples.
fn day_first(column: &Column) -> bool {
    column.examples.iter().any(|example| {
        let mut parts = example.split(['.', '/', '-', ' ']);
        let first = parts.next().and_then(|part| part.parse::<u32>().ok()).unwrap_or(0);
        let dotted = example.contains('.') && example.find('.').is_some_and(|at| at <= 2);
        (1..=31).contains(&first) && (dotted || first > 12)
    })
}

/// Returns whether a comma precedes the decimals.
fn decimal_comma(column: &Column) -> bool {
    column.examples.iter().any(|example| {
        let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).count();
        match (example.rfind(','), example.rfind('.')) {
            (Some(comma), Some(dot)) => comma > dot,
            (Some(comma), None) => digits(&example[comma + 1..]) != 3,
            (None, Some(dot)) => digits(&example[dot + 1..]) == 3 && example.matches('.').count() > 1,
            (None, None) => false,
        }
    })
}

/// Returns lines that print how many rows a measure cannot use, if the profile says that there may be any.
fn gaps(query: &Query, table: &Table) -> String {
    let mut columns: Vec<&str> = Vec::new();
    match query.task.measure().map(|measure| &measure.of) {
        // A report says this in its notes on cleaning.
        _ if matches!(query.task, Task::Study(Study::Report(_))) => return String::new(),
        None | Some(Of::Rows) => {}
        Some(Of::Column(name)) => columns.push(name),
        Some(Of::Product(a, b)) => columns.extend([a.as_str(), b.as_str()]),
    }
    match &query.task {
        Task::Histogram { column } | Task::Study(Study::Outliers { column }) => columns.push(column),
        Task::Study(study) if !matches!(study, Study::Change { .. }) => columns.extend(study.groups()),
        _ => {}
    }
    if let Task::Grouped { by, .. } = &query.task {
        columns.extend(
            by.iter().filter_map(
                |group| {
                    if let Group::Column(name) = group { Some(name.as_str()) } else { None }
                },
            ),
        );
    }
    if let Task::Trend { split: Some(split), .. } = &query.task {
        columns.push(split);
    }
    let doubtful = |name: &&str| {
        table.column(name).is_some_and(|column| {
            column.missing + column.bad > 0 || table.sampled || column.r#type == ColumnType::NumberText
        })
    };
    let line = |name: &str| {
        let plain = text(&label::plain(name));
        format!(
            "gaps = df[{}].isna().sum()\nif gaps:\n    print(f\"Note: {{gaps:,}} of {{len(df):,}} rows have no usable\", {plain}, \"and are left out.\")\n",
            text(name)
        )
    };
    columns.into_iter().filter(doubtful).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_argument_is_set_once_and_strings_are_left_alone() {
        let cases = [
            (r#"pd.read_csv("a.csv")"#, r#"pd.read_csv("a.csv", encoding="latin-1")"#),
            (
                r#"pd.read_csv("a,encoding=(.csv", encoding="utf-8", sep=",")"#,
                r#"pd.read_csv("a,encoding=(.csv", sep=",", encoding="latin-1")"#,
            ),
        ];
        for (call, wanted) in cases {
            assert_eq!(with(call, "encoding", "\"latin-1\""), wanted);
        }
    }
}
