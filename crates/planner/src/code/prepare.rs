//! The first part of every program: read the table, parse dates and numbers, keep the requested rows, and note how
//! many are left out. Nothing is dropped silently.

use std::collections::BTreeSet;

use super::Writer;
use crate::columns::{is_years, yes};
use crate::input::{Column, ColumnType};
use crate::label;
use crate::literal::{fill, list, number, text};
use crate::plan::{Filter, Group, Part, Task, TextTest};

/// Above this size only the needed columns are read: a browser's Python has 2 to 4 GB for everything.
const BIG: u64 = 150_000_000;

impl Writer<'_> {
    pub(super) fn prepare(&self) -> String {
        let (query, table, fixes) = (self.query, self.table, self.fixes);
        let used = self.used();
        let mut code = format!("notes = []\ndf = {}\n", self.reader(&used));
        if fixes.names {
            code.push_str("df.columns = df.columns.astype(str).str.strip()\n");
        }
        code.push_str(&self.without_totals());
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
        let report = matches!(query.task, Task::Report(_));
        if report {
            code.push_str("all_rows = len(df)\ndf = df.drop_duplicates()\nfilled = df.notna().sum()\n");
        } else if query.task == Task::Quality {
            code.push_str("filled = df.notna().sum()\nduplicates = df.duplicated().sum()\n");
        } else if query.filters.contains(&Filter::Once) {
            code.push_str("repeated = df.duplicated().sum()\ndf = df.drop_duplicates()\n");
            code.push_str(
                "notes.append(f\"{repeated:,} rows that repeat an earlier one are left out, as asked.\")\n",
            );
        } else if table.duplicates > 0
            && self.columns_of_measure().is_some()
            && self.file.bytes <= BIG
            && !fixes.pieces
        {
            code.push_str("notes.append(f\"{df.duplicated().sum():,} rows repeat an earlier row exactly; they are counted.\")\n");
        }
        for column in table.columns.iter().filter(|column| used.contains(column.name.as_str())) {
            code.push_str(&self.typed(column));
        }
        if report {
            code.push('\n');
            code.push_str(include_str!("../../templates/report/cleaning.py"));
        }
        code.push_str("rows = len(df)\n");
        let lines: Vec<String> = query.filters.iter().filter_map(|filter| self.condition(filter)).collect();
        // The whole is kept, where a share of it is asked for.
        if matches!(query.task, Task::Scalar { share: true, .. }) {
            code.push_str("whole = df\n");
        }
        code.push_str(&lines.concat());
        code.push_str(&self.gaps());
        code
    }

    /// Returns the line that leaves total rows out, unless the question is about them.
    fn without_totals(&self) -> String {
        let labels: Vec<&String> = self.table.totals.iter().flat_map(|total| &total.labels).collect();
        let asked = self.query.filters.iter().any(|filter| {
            matches!(filter, Filter::OneOf { values, not: false, .. } if values.iter().any(|value| labels.contains(&value)))
        });
        let whole = matches!(self.query.task, Task::Rows { .. } | Task::Columns);
        match &self.table.without_totals {
            Some(expression) if !asked && !whole => format!(
                "with_totals = len(df)\ndf = {expression}\nnotes.append(f\"{{with_totals - len(df):,}} rows of totals are left out.\")\n"
            ),
            _ => String::new(),
        }
    }

    fn reader(&self, used: &BTreeSet<&str>) -> String {
        let (table, fixes) = (self.table, self.fixes);
        let mut reader = table.reader.trim().to_owned();
        if !reader.starts_with("pd.read_") {
            return reader;
        }
        let mut arguments = Vec::new();
        if let Some(encoding) = fixes.encoding {
            arguments.push(("encoding", text(encoding)));
        }
        if let Some(skip) = fixes.separator {
            arguments.extend([("sep", "None".to_owned()), ("engine", text("python"))]);
            if skip {
                arguments.push(("on_bad_lines", text("skip")));
            }
        }
        let csv = reader.starts_with("pd.read_csv(");
        let whole = table.joined.is_some()
            || table.without_totals.is_some()
            || used.is_empty()
            || used.len() >= table.columns.len();
        if csv && !whole && (self.file.bytes > BIG || fixes.pieces) {
            arguments.push(("usecols", list(used)));
        }
        if csv && fixes.pieces {
            arguments.push(("chunksize", "200_000".to_owned()));
        }
        for (key, value) in arguments {
            reader = with(&reader, key, &value);
        }
        if csv && fixes.pieces { format!("pd.concat({reader}, ignore_index=True)") } else { reader }
    }

    /// Returns the columns of the measure and of its groups.
    fn columns_of_measure(&self) -> Option<Vec<&str>> {
        Some(match &self.query.task {
            Task::Scalar { measure, .. } | Task::Trend { measure, .. } | Task::Growth { measure, .. } => {
                measure.column.as_deref().into_iter().collect()
            }
            Task::Grouped { measure, by, .. } => {
                let by = by.iter().filter_map(|group| {
                    if let Group::Column(name) = group { Some(name.as_str()) } else { None }
                });
                measure.column.as_deref().into_iter().chain(by).collect()
            }
            Task::Pareto { measure, by } => {
                measure.column.as_deref().into_iter().chain([by.as_str()]).collect()
            }
            Task::Compare { measure, column, .. } => {
                measure.column.as_deref().into_iter().chain([column.as_str()]).collect()
            }
            Task::Histogram { column } | Task::Outliers { column } => vec![column],
            _ => return None,
        })
    }

    /// Returns the columns of dates that the task goes along.
    fn dates(&self) -> Vec<&str> {
        match &self.query.task {
            Task::Trend { date, .. } | Task::Growth { date, .. } => vec![date],
            Task::Grouped { by, .. } => by
                .iter()
                .filter_map(|group| if let Group::Part(name, _) = group { Some(name.as_str()) } else { None })
                .collect(),
            Task::Report(report) => report
                .parts
                .iter()
                .filter_map(
                    |part| if let Part::Trend { date, .. } = part { Some(date.as_str()) } else { None },
                )
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the columns that the query uses.
    fn used(&self) -> BTreeSet<&str> {
        let mut used: BTreeSet<&str> = self.query.filters.iter().filter_map(Filter::column).collect();
        used.extend(self.columns_of_measure().into_iter().flatten());
        used.extend(self.dates());
        match &self.query.task {
            Task::Values { column } | Task::Duplicates { column: Some(column) } => {
                used.insert(column);
            }
            Task::Trend { split, .. } => used.extend(split.as_deref()),
            Task::Correlation { columns } => used.extend(columns.iter().map(String::as_str)),
            Task::Funnel { who, stage } => used.extend(who.as_deref().into_iter().chain([stage.as_str()])),
            Task::Scalar { .. }
            | Task::Grouped { .. }
            | Task::Growth { .. }
            | Task::Pareto { .. }
            | Task::Compare { .. }
            | Task::Histogram { .. } => {}
            _ => used.extend(self.table.columns.iter().map(|column| column.name.as_str())),
        }
        used
    }

    /// Returns the lines that give a column's values their type.
    fn typed(&self, column: &Column) -> String {
        let (name, fixes) = (text(&column.name), self.fixes);
        if is_years(column) {
            let whole = column.r#type == ColumnType::Integer && column.missing == 0;
            return if whole {
                String::new()
            } else {
                format!("df[{name}] = df[{name}].astype(\"Int64\")\n")
            };
        }
        if column.is_date() {
            let arguments = match () {
                () if fixes.dates => "format=\"mixed\", dayfirst=True, errors=\"coerce\"",
                () if day_first(column) => "dayfirst=True, errors=\"coerce\"",
                () => "errors=\"coerce\"",
            };
            let mut code = format!("df[{name}] = pd.to_datetime(df[{name}], {arguments})\n");
            let filtered = self.query.filters.iter().any(|filter| filter.column() == Some(&column.name));
            if filtered || self.dates().contains(&column.name.as_str()) {
                code.push_str(&format!(
                    "if undated := df[{name}].isna().sum():\n    notes.append(f\"{{undated:,}} of {{len(df):,}} rows have no readable \" + {} + \" and are left out.\")\n",
                    text(&label::plain(&column.name))
                ));
            }
            return code;
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
        if column.is_number() && column.bad > 0 {
            return format!("df[{name}] = pd.to_numeric(df[{name}], errors=\"coerce\")\n");
        }
        String::new()
    }

    /// Returns the line that keeps the rows of a filter.
    fn condition(&self, filter: &Filter) -> Option<String> {
        let name = text(filter.column()?);
        let keep = |test: String| Some(format!("df = df[{test}]\n"));
        let not = |not: bool| if not { "~" } else { "" };
        match filter {
            Filter::Compare { sign, value, .. } => keep(format!("df[{name}] {sign} {}", number(*value))),
            Filter::Between { low, high, .. } => {
                keep(format!("df[{name}].between({}, {})", number(*low), number(*high)))
            }
            Filter::OneOf { values, not: denied, .. } => match values.as_slice() {
                [one] => keep(format!("df[{name}] {} {}", if *denied { "!=" } else { "==" }, text(one))),
                many => keep(format!("{}df[{name}].isin({})", not(*denied), list(many))),
            },
            Filter::Text { test, text: wanted, not: denied, .. } => {
                let lower = format!("df[{name}].astype(\"string\").str.strip().str.lower()");
                let wanted = text(&wanted.to_lowercase());
                keep(match test {
                    TextTest::Begins => {
                        format!("{}{lower}.str.startswith({wanted}).fillna(False)", not(*denied))
                    }
                    TextTest::Ends => format!("{}{lower}.str.endswith({wanted}).fillna(False)", not(*denied)),
                    TextTest::Contains => {
                        format!("{}{lower}.str.contains({wanted}, regex=False).fillna(False)", not(*denied))
                    }
                })
            }
            Filter::Period { from, to, .. } => {
                let from = from.as_ref().map(|day| format!("(df[{name}] >= {})", text(day)));
                let to = to.as_ref().map(|day| format!("(df[{name}] < {})", text(day)));
                keep(from.into_iter().chain(to).collect::<Vec<_>>().join(" & "))
            }
            Filter::Newest { grain, count, .. } => Some(format!(
                "periods = df[{name}].dt.to_period(\"{}\")\ndf = df[periods > periods.max() - {count}]\nnotes.append(f\"The newest {} in the data is {{periods.max()}}.\")\n",
                grain.period(),
                grain.name()
            )),
            Filter::Filled { filled, .. } => {
                keep(format!("df[{name}].{}()", if *filled { "notna" } else { "isna" }))
            }
            Filter::Flag { set, column } => {
                let yes = self.table.column(column).and_then(yes).unwrap_or_else(|| "True".to_owned());
                keep(format!("df[{name}] {} {yes}", if *set { "==" } else { "!=" }))
            }
            Filter::Once => None,
        }
    }

    /// Returns lines that note how many rows a measure cannot use, if the profile says that there may be any.
    fn gaps(&self) -> String {
        let doubtful = |name: &&str| {
            self.table.column(name).is_some_and(|column| {
                column.missing + column.bad > 0
                    || self.table.sampled
                    || column.r#type == ColumnType::NumberText
            })
        };
        let line = |name: &str| {
            format!(
                "if gaps := df[{}].isna().sum():\n    notes.append(f\"{{gaps:,}} of {{len(df):,}} rows have no usable \" + {} + \" and are left out.\")\n",
                text(name),
                text(&label::plain(name))
            )
        };
        self.columns_of_measure().into_iter().flatten().filter(doubtful).map(line).collect()
    }
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
    parts.push(last.strip_suffix(')').map(str::to_owned).unwrap_or(last));
    parts.retain(|part| !part.trim_start().starts_with(&format!("{key}=")));
    parts.push(format!(" {key}={value}"));
    parts.join(",") + ")"
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
