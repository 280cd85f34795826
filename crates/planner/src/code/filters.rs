//! Conditions as Python.

use super::Writer;
use crate::columns::{is_years, yes};
use crate::input::{Column, ColumnType};
use crate::literal::{list, number, text};
use crate::query::{Bound, Filter, Part, Place, Sign, Test};
use crate::terms::period;
use crate::wording;

impl Writer<'_> {
    /// Returns the line that keeps the rows of a condition; nothing if it is carried out elsewhere.
    pub(super) fn condition(&self, filter: &Filter) -> String {
        let name = text(&filter.column);
        let df = format!("df[{name}]");
        let column = self.table.column(&filter.column);
        let years = column.is_some_and(is_years);
        let missing =
            column.is_some_and(|column| column.missing + column.bad > 0) || self.table.sampled;
        // Of a denied condition nothing is known if there is no value.
        let denied = |test: String| {
            if missing { format!("{df}.notna() & ~({test})") } else { format!("~({test})") }
        };
        if let Some(at) = self.marks().position(|mark| std::ptr::eq(mark, filter)) {
            let denied =
                matches!(filter.test, Test::OneOf { not: true, .. } | Test::Text { not: true, .. });
            let no = if denied { "~" } else { "" };
            return format!("df = df[{no}marked_{at}[df.index]]\n");
        }
        let test = match &filter.test {
            Test::OneOf { values, not } => {
                let test = self.one_of(&df, column, values, *not);
                match not {
                    true if missing => format!("{df}.notna() & {test}"),
                    _ => test,
                }
            }
            Test::Text { place, text: part, not } => {
                let lower = format!("{df}.astype(\"string\").str.strip().str.lower()");
                let part = text(&part.to_lowercase());
                let holds = match place {
                    Place::Begins => format!("{lower}.str.startswith({part})"),
                    Place::Ends => format!("{lower}.str.endswith({part})"),
                    Place::Contains => format!("{lower}.str.contains({part}, regex=False)"),
                };
                let holds = format!("{holds}.fillna(False)");
                if *not { denied(holds) } else { holds }
            }
            Test::Compare(sign, Bound::Number(value)) => {
                compared(&filter.column, *sign, &number(*value))
            }
            Test::Compare(sign, Bound::Column(other)) => {
                compared(&filter.column, *sign, &format!("df[{}]", text(other)))
            }
            Test::Between(low, high) => {
                format!("{df}.between({}, {})", number(*low), number(*high))
            }
            Test::Period { from, to, .. } => {
                let bound = |sign: &str, day: &String| {
                    let year = day.get(..4).unwrap_or(day);
                    if years {
                        format!("({df} {sign} {})", number(year.parse().unwrap_or(0.0)))
                    } else {
                        format!("({df} {sign} {})", text(day))
                    }
                };
                let from = from.as_ref().map(|day| bound(">=", day));
                let to = to.as_ref().map(|day| bound("<", day));
                from.into_iter().chain(to).collect::<Vec<_>>().join(" & ")
            }
            Test::Recurring(part, months) => {
                let values = months.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
                let dates = column.is_some_and(Column::is_date);
                let of = if dates { recurring(*part, &df) } else { df.clone() };
                // Months of one year are written as their year and month in one number.
                let of = match (dates, part) {
                    (true, Part::Month) if months.iter().any(|month| *month > 12) => {
                        format!("({df}.dt.year * 100 + {df}.dt.month)")
                    }
                    _ => of,
                };
                format!("{of}.isin([{values}])")
            }
            Test::Newest(part, count) if years => {
                return format!(
                    "newest = {df}.max()\ndf = df[{df} > newest - {}]\nnotes.append(f\"The newest year in the data is {{newest}}.\")\n",
                    count * if *part == Part::Decade { 10 } else { 1 }
                );
            }
            Test::Newest(part, count) => {
                return format!(
                    "periods = {df}.dt.to_period(\"{}\")\ndf = df[periods > periods.max() - {count}]\n\
                     notes.append(f\"The newest {} in the data is {{periods.max()}}.\")\n",
                    period(*part),
                    wording::part(*part)
                );
            }
            Test::Filled(true) => format!("{df}.notna()"),
            Test::Filled(false) => format!("{df}.isna()"),
            Test::Flag(set) => {
                let yes = column.and_then(yes).unwrap_or_else(|| "True".to_owned());
                let says = format!("{df} == {yes}");
                if *set { says } else { denied(says) }
            }
            Test::Matched { matched, .. } => match self.table.relation(filter) {
                Some(at) => {
                    format!("{}matched_{at}[df.index]", if *matched { "" } else { "~" })
                }
                None => return String::new(),
            },
            Test::Compare(_, Bound::Average) | Test::Once | Test::Open => return String::new(),
        };
        if test.is_empty() { String::new() } else { format!("df = df[{test}]\n") }
    }

    /// Returns the conditions on texts among numbers, such as “HI” or “DNS”, which no longer are
    /// there once these are numbers.
    fn marks(&self) -> impl Iterator<Item = &Filter> {
        let number = |value: &String| value.trim().parse::<f64>().is_ok();
        let is_mark = move |filter: &&Filter| {
            let converted = self.table.column(&filter.column).is_some_and(|column| {
                column.is_number() && (column.bad > 0 || column.r#type == ColumnType::NumberText)
            });
            let texts = match &filter.test {
                Test::OneOf { values, .. } => !values.iter().any(number),
                Test::Text { .. } => true,
                _ => false,
            };
            converted && texts
        };
        self.conditions().filter(is_mark)
    }

    /// Returns the lines that tell which rows have such a text, before any value is converted.
    pub(super) fn marked(&self) -> String {
        let find = |(at, filter): (usize, &Filter)| {
            let test = match &filter.test {
                Test::OneOf { values, .. } => format!("isin({})", list(values)),
                Test::Text { place, text: part, .. } => {
                    let part = text(part);
                    match place {
                        Place::Begins => format!("str.startswith({part})"),
                        Place::Ends => format!("str.endswith({part})"),
                        Place::Contains => format!("str.contains({part}, case=False, regex=False)"),
                    }
                }
                _ => return String::new(),
            };
            format!(
                "marked_{at} = df[{}].astype(\"string\").str.strip().{test}.fillna(False)\n",
                text(&filter.column)
            )
        };
        self.marks().enumerate().map(find).collect()
    }

    /// Returns the test whether a value is one of these, which are as the file has them.
    fn one_of(&self, df: &str, column: Option<&Column>, values: &[String], not: bool) -> String {
        let no = if not { "~" } else { "" };
        let is = if not { "!=" } else { "==" };
        let numbers: Option<Vec<String>> = values
            .iter()
            .map(|value| {
                value.trim().parse::<f64>().ok().filter(|value| value.is_finite()).map(number)
            })
            .collect();
        let items = match (column.map(|column| column.r#type), numbers) {
            (
                Some(ColumnType::Integer | ColumnType::Number | ColumnType::NumberText),
                Some(numbers),
            ) => numbers,
            (
                Some(
                    ColumnType::Boolean
                    | ColumnType::Integer
                    | ColumnType::Number
                    | ColumnType::NumberText,
                ),
                _,
            ) => {
                return format!("{no}{df}.astype(str).isin({})", list(values));
            }
            (Some(ColumnType::Date), _) => {
                return format!(
                    "{no}{df}.isin(pd.to_datetime({}, errors=\"coerce\"))",
                    list(values)
                );
            }
            _ => values.iter().map(|value| text(value)).collect(),
        };
        match items.as_slice() {
            [one] => format!("({df} {is} {one})"),
            items => format!("{no}{df}.isin([{}])", items.join(", ")),
        }
    }
}

/// Returns a comparison; a missing value never holds.
pub(super) fn compared(column: &str, sign: Sign, with: &str) -> String {
    let df = format!("df[{}]", text(column));
    match sign {
        Sign::Equal => format!("{df} == {with}"),
        Sign::NotEqual => format!("{df}.notna() & ({df} != {with})"),
        Sign::Greater => format!("{df} > {with}"),
        Sign::AtLeast => format!("{df} >= {with}"),
        Sign::Less => format!("{df} < {with}"),
        Sign::AtMost => format!("{df} <= {with}"),
    }
}

/// Returns the number of a recurring part of a column's dates.
fn recurring(part: Part, df: &str) -> String {
    match part {
        Part::Weekday => format!("(1 + {df}.dt.dayofweek)"),
        Part::Month | Part::MonthOfYear => format!("{df}.dt.month"),
        Part::Quarter => format!("{df}.dt.quarter"),
        Part::Hour | Part::HourOfDay => format!("{df}.dt.hour"),
        Part::Week => format!("{df}.dt.isocalendar().week"),
        Part::Day => format!("{df}.dt.day"),
        Part::Year => format!("{df}.dt.year"),
        Part::Decade => format!("({df}.dt.year // 10 * 10)"),
    }
}
