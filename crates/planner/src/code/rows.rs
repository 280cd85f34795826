//! The lines that keep the rows a question is about, and print how many these are.

use crate::input::{Column, ColumnType, Table};
use crate::literal::{list, number, text};
use crate::plan::{Filter, Grain, Query};
use crate::years;

/// Returns whether blanks surround a text, which would split one value into several.
pub(super) fn padded(column: &Column) -> bool {
    let blank = |text: &String| text.trim() != text;
    column.is_text() && (blank(&column.name) || column.examples.iter().any(blank))
}

/// Returns lines that keep in `df` the rows that pass the filters.
pub(super) fn filters(query: &Query, table: &Table) -> String {
    let conditions: Vec<String> = query
        .filters
        .iter()
        .filter(|filter| **filter != Filter::Once)
        .flat_map(|filter| filter_lines(filter, table))
        .collect();
    if conditions.is_empty() {
        return String::new();
    }
    let mut code = String::from("\nall_rows = len(df)\n");
    code.push_str(&conditions.join("\n"));
    code.push_str("\nprint(f\"Rows that match: {len(df):,} of {all_rows:,}\")\n");
    code
}

fn filter_lines(filter: &Filter, table: &Table) -> Vec<String> {
    let keep = |condition: String| vec![format!("df = df[{condition}]")];
    let of = |column: &str| format!("df[{}]", text(column));
    let trimmed = |column: &str, value: &'_ String| -> String {
        if table.column(column).is_some_and(padded) { value.trim().to_owned() } else { value.clone() }
    };
    match filter {
        // Years are whole numbers.
        Filter::Period { column, from, to, .. } if years::of(table, column) => {
            let year = |day: &String| day.get(..4).unwrap_or_default().to_owned();
            let from = from.as_ref().map(|day| format!("({} >= {})", of(column), year(day)));
            let to = to.as_ref().map(|day| {
                let sign = if day.ends_with("-01-01") { "<" } else { "<=" };
                format!("({} {sign} {})", of(column), year(day))
            });
            keep([from, to].into_iter().flatten().collect::<Vec<_>>().join(" & "))
        }
        Filter::Newest { column, count, .. } if years::of(table, column) => {
            let column = of(column);
            vec![
                format!("newest = {column}.max()"),
                format!("df = df[{column} > newest - {count}]"),
                "print(f\"Note: the newest year in the data is {newest:.0f}.\")".to_owned(),
            ]
        }
        Filter::Month { column, .. } if years::of(table, column) => Vec::new(),
        Filter::Compare { column, sign, value } => keep(format!("{} {sign} {}", of(column), number(*value))),
        Filter::OneOf { column, values, not } => match (values.as_slice(), not) {
            ([one], false) => keep(format!("{} == {}", of(column), text(&trimmed(column, one)))),
            ([one], true) => keep(format!("{} != {}", of(column), text(&trimmed(column, one)))),
            (many, false) => {
                let many = list(many.iter().map(|value| trimmed(column, value)));
                keep(format!("{}.isin({many})", of(column)))
            }
            (many, true) => {
                let many = list(many.iter().map(|value| trimmed(column, value)));
                keep(format!("~{}.isin({many})", of(column)))
            }
        },
        Filter::Same { column, value, not } => {
            let boolean = table.column(column).is_some_and(|column| column.r#type == ColumnType::Boolean);
            let value =
                if boolean && ["yes", "1"].contains(&value.to_lowercase().as_str()) { "true" } else { value };
            let folded = format!("{}.astype(\"string\").str.strip().str.casefold()", of(column));
            let sign = if *not { "!=" } else { "==" };
            keep(format!(
                "({folded} {sign} {}.casefold()).fillna({})",
                text(value),
                if *not { "True" } else { "False" }
            ))
        }
        Filter::Contains { column, value } => keep(format!(
            "{}.astype(\"string\").str.contains({}, case=False, regex=False, na=False)",
            of(column),
            text(value)
        )),
        Filter::Anywhere { columns, value } => {
            let columns = list(columns);
            vec![
                format!(
                    "wanted = df[{columns}].apply(lambda column: column.astype(\"string\").str.strip().str.casefold())"
                ),
                format!("df = df[wanted.eq({}.casefold()).fillna(False).any(axis=1)]", text(value)),
            ]
        }
        Filter::Period { column, from, to, .. } => {
            let from = from.as_ref().map(|day| format!("({} >= {})", of(column), text(day)));
            let to = to.as_ref().map(|day| format!("({} < {})", of(column), text(day)));
            keep([from, to].into_iter().flatten().collect::<Vec<_>>().join(" & "))
        }
        Filter::Month { column, month } => keep(format!("{}.dt.month == {month}", of(column))),
        Filter::Newest { column, grain, count, back } => {
            let column = of(column);
            if *back {
                let (unit, count) = match grain {
                    Grain::Quarter => ("months", count * 3),
                    Grain::Year => ("years", *count),
                    Grain::Month => ("months", *count),
                    Grain::Week => ("weeks", *count),
                    _ => ("days", *count),
                };
                return vec![
                    format!("newest = {column}.max()"),
                    format!("df = df[{column} > newest - pd.DateOffset({unit}={count})]"),
                    "print(f\"Note: counted back from {newest:%Y-%m-%d}, the newest date in the data.\")"
                        .to_owned(),
                ];
            }
            let code = match grain {
                Grain::Year => "Y",
                Grain::Quarter => "Q",
                Grain::Month => "M",
                Grain::Week => "W",
                _ => "D",
            };
            vec![
                format!("newest = {column}.max().to_period(\"{code}\")"),
                format!("df = df[{column}.dt.to_period(\"{code}\") == newest]"),
                format!("print(f\"Note: this is {{newest}}, the newest {} in the data.\")", grain.name()),
            ]
        }
        Filter::Filled { column, filled } => {
            keep(format!("{}.{}()", of(column), if *filled { "notna" } else { "isna" }))
        }
        Filter::Once => Vec::new(),
    }
}
