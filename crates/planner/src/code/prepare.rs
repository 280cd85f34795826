//! The first part of every program: read the table, parse dates and numbers, keep the requested rows, and note how
//! many are left out. Nothing is dropped silently.

use super::Writer;
use crate::columns::{is_years, yes};
use crate::currencies;
use crate::input::{Column, ColumnType};
use crate::label;
use crate::literal::{list, number, text};
use crate::plan::{Filter, Task, TextTest, Use};

/// Above this size only the needed columns are read: a browser's Python has 2 to 4 GB for everything.
const BIG: u64 = 150_000_000;

impl Writer<'_> {
    /// Returns the lines that prepare `df`.
    pub(super) fn prepare(&self) -> String {
        let (query, table) = (self.query, self.table);
        let columns = query.task.columns();
        let filtered: Vec<&str> = query.filters.iter().filter_map(Filter::column).collect();
        let used: Option<Vec<&str>> = columns.as_ref().map(|columns| {
            let is_used =
                |name: &str| columns.iter().any(|(used, _)| *used == name) || filtered.contains(&name);
            table.columns.iter().map(|column| column.name.as_str()).filter(|name| is_used(name)).collect()
        });
        let mut code =
            format!("notes, findings, record = [], [], {{}}\ndf = {}\n", self.reader(used.as_deref()));
        code += &self.doubts(used.as_deref());
        code += &self.without_totals();
        let report = matches!(query.task, Task::Report(_));
        let measured = query.task.measure().is_some()
            || matches!(query.task, Task::Histogram { .. } | Task::Outliers { .. });
        code += match () {
            () if report => "all_rows = len(df)\ndf = df.drop_duplicates()\nfilled = df.notna().sum()\n",
            () if query.task == Task::Quality => {
                "filled = df.notna().sum()\nduplicates = df.duplicated().sum()\n"
            }
            () if query.filters.contains(&Filter::Once) => {
                "repeated = df.duplicated().sum()\ndf = df.drop_duplicates()\n\
                 notes.append(f\"{repeated:,} rows that repeat an earlier one are left out, as asked.\")\n"
            }
            () if table.duplicates > 0 && measured && !self.is_big() => {
                "notes.append(f\"{df.duplicated().sum():,} rows repeat an earlier row exactly; they are counted.\")\n"
            }
            () => "",
        };
        for column in table
            .columns
            .iter()
            .filter(|column| used.as_ref().is_none_or(|used| used.contains(&column.name.as_str())))
        {
            code += &self.typed(column);
            let along = filtered.contains(&column.name.as_str())
                || query.task.dates().contains(&column.name.as_str());
            if column.is_date() && !is_years(column) && along {
                code += &left_out("undated", "readable", &column.name);
            }
        }
        if report {
            code += include_str!("../../templates/report/cleaning.py");
        }
        code += "rows = len(df)\n";
        // The whole is kept, where a share of it is asked for.
        if matches!(query.task, Task::Scalar { share: true, .. }) {
            code += "whole = df\n";
        }
        code.extend(query.filters.iter().filter_map(|filter| self.condition(filter)));
        // Missing values are counted if the profile says that there may be any.
        let doubtful = |name: &str| {
            table.column(name).is_some_and(|column| {
                column.missing + column.bad > 0 || table.sampled || column.r#type == ColumnType::NumberText
            })
        };
        let measured =
            columns.iter().flatten().filter(|(name, used)| *used == Use::Measured && doubtful(name));
        code.extend(measured.map(|(name, _)| left_out("gaps", "usable", name)));
        code
    }

    /// Returns whether the table is too large to be read whole.
    fn is_big(&self) -> bool {
        self.file.bytes > BIG || self.fixes.pieces
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
                "with_totals = len(df)\ndf = {expression}\nnotes.append(f\"Rows of totals are left out: {{with_totals - len(df):,}}.\")\n"
            ),
            _ => String::new(),
        }
    }

    /// Returns the expression that reads the table; where it is big, only the used columns of it.
    fn reader(&self, used: Option<&[&str]>) -> String {
        let reader = self.table.reader.trim();
        let call = reader.strip_prefix("pd.read_csv(").and_then(|call| call.strip_suffix(')'));
        let Some(call) = call.filter(|_| self.is_big()) else { return reader.to_owned() };
        let mut call = format!("pd.read_csv({call}");
        if let Some(used) = used.filter(|used| !used.is_empty() && used.len() < self.table.columns.len())
            && self.table.without_totals.is_none()
            && !["usecols=", "parse_dates=", "na_values={"].iter().any(|word| call.contains(word))
        {
            call += &format!(", usecols={}", list(used));
        }
        if self.fixes.pieces {
            format!("pd.concat({call}, chunksize=200_000), ignore_index=True)")
        } else {
            call + ")"
        }
    }

    /// Returns the lines that give a column's values their type, as the profile decided.
    fn typed(&self, column: &Column) -> String {
        let name = text(&column.name);
        let parsed = match (&column.conversion, column.r#type) {
            (Some(conversion), _) => conversion.clone(),
            (None, ColumnType::Integer) if is_years(column) && column.missing == 0 => return String::new(),
            (None, _) if is_years(column) => format!("df[{name}].astype(\"Int64\")"),
            (None, ColumnType::Date) => format!("pd.to_datetime(df[{name}], errors=\"coerce\")"),
            (None, ColumnType::NumberText) => format!("pd.to_numeric(df[{name}], errors=\"coerce\")"),
            (None, _) if column.is_number() && column.bad > 0 => {
                format!("pd.to_numeric(df[{name}], errors=\"coerce\")")
            }
            (None, _) => return String::new(),
        };
        format!("df[{name}] = {parsed}\n")
    }

    /// Returns the lines that note what was assumed of the used columns, and which lines of the
    /// file were not read.
    fn doubts(&self, used: Option<&[&str]>) -> String {
        let unread = match self.table.unread {
            0 => String::new(),
            1 => "notes.append(\"1 line of the file has more cells than the header and is left out.\")\n"
                .to_owned(),
            count => format!(
                "notes.append(f\"{{{count}:,}} lines of the file have more cells than the header and are left out.\")\n"
            ),
        };
        // A report uses dates and numbers of the whole table; for other tasks without a selection of
        // columns, the profile beside the answer has them all.
        let report = matches!(self.query.task, Task::Report(_));
        let whole: Vec<&str> = self.table.columns.iter().map(|column| column.name.as_str()).collect();
        let used = used.unwrap_or(if report { &whole } else { &[] });
        let columns = used.iter().filter_map(|name| self.table.column(name));
        let doubts = columns.filter_map(|column| {
            let doubt = currencies::said(column, self.query)?;
            Some(format!("About {}: {doubt}.", label::plain(&column.name)))
        });
        unread + &doubts.map(|line| format!("notes.append({})\n", text(&line))).collect::<String>()
    }

    /// Returns the line that keeps the rows of a filter.
    fn condition(&self, filter: &Filter) -> Option<String> {
        let column = format!("df[{}]", text(filter.column()?));
        let no = |denied: bool| if denied { "~" } else { "" };
        let is = |yes: bool| if yes { "==" } else { "!=" };
        let test = match filter {
            Filter::Compare { sign, value, .. } => format!("{column} {sign} {}", number(*value)),
            Filter::Between { low, high, .. } => {
                format!("{column}.between({}, {})", number(*low), number(*high))
            }
            Filter::OneOf { values, not, .. } => match values.as_slice() {
                [one] => format!("{column} {} {}", is(!not), text(one)),
                many => format!("{}{column}.isin({})", no(*not), list(many)),
            },
            Filter::Text { test, text: wanted, not, .. } => {
                let lower = format!("{}{column}.astype(\"string\").str.strip().str.lower()", no(*not));
                let wanted = text(&wanted.to_lowercase());
                let holds = match test {
                    TextTest::Begins => format!("startswith({wanted})"),
                    TextTest::Ends => format!("endswith({wanted})"),
                    TextTest::Contains => format!("contains({wanted}, regex=False)"),
                };
                format!("{lower}.str.{holds}.fillna(False)")
            }
            Filter::Period { from, to, .. } => {
                let from = from.as_ref().map(|day| format!("({column} >= {})", text(day)));
                let to = to.as_ref().map(|day| format!("({column} < {})", text(day)));
                from.into_iter().chain(to).collect::<Vec<_>>().join(" & ")
            }
            Filter::Newest { grain, count, .. } => {
                return Some(format!(
                    "periods = {column}.dt.to_period(\"{}\")\ndf = df[periods > periods.max() - {count}]\n\
                     notes.append(f\"The newest {} in the data is {{periods.max()}}.\")\n",
                    grain.pandas().0,
                    grain.name()
                ));
            }
            Filter::Filled { filled: true, .. } => format!("{column}.notna()"),
            Filter::Filled { filled: false, .. } => format!("{column}.isna()"),
            Filter::Flag { set, column: name } => {
                let yes = self.table.column(name).and_then(yes).unwrap_or_else(|| "True".to_owned());
                format!("{column} {} {yes}", is(*set))
            }
            Filter::Once => return None,
        };
        Some(format!("df = df[{test}]\n"))
    }
}

/// Returns the lines that note how many rows have no value in a column.
fn left_out(count: &str, kind: &str, name: &str) -> String {
    format!(
        "if {count} := df[{}].isna().sum():\n    notes.append(f\"{{{count}:,}} of {{len(df):,}} rows have no {kind} \" + {} + \" and are left out.\")\n",
        text(name),
        text(&label::plain(name))
    )
}
