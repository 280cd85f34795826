//! Conditions on time.

use super::{Outcome, Reader};
use crate::calendar::{Period, month_name};
use crate::columns::is_years;
use crate::plan::{Filter, Grain};

impl Reader<'_> {
    pub(super) fn period(&mut self, at: usize, period: Period) -> Outcome<()> {
        // A column named before the period is the one of its dates: "hired since 2020" needs no word of its own.
        let named = self
            .before(at)
            .filter(|before| !self.used[*before])
            .and_then(|before| Some((before, self.column_at(before)?)));
        let date = match named.filter(|(_, column)| column.is_date() || is_years(column)) {
            Some((before, column)) => {
                self.used[before] = true;
                Some(column.name.clone())
            }
            None => self.date()?,
        };
        let Some(name) = date else {
            return self.doubt("This table has no column of dates or years.", at, vec![String::new()]);
        };
        self.used[at] = true;
        let not = self.denied(at);
        let years = self.table.column(&name).is_some_and(is_years);
        let filter = match period {
            Period::Days { from, to, words } if years => {
                let year = |day: &str| day.strip_suffix("-01-01").and_then(|year| year.parse::<f64>().ok());
                match (from.as_deref().map(year), to.as_deref().map(year)) {
                    (Some(Some(from)), Some(Some(to))) if to - from <= 1.0 => {
                        Filter::Compare { column: name, sign: "==", value: from }
                    }
                    (Some(Some(from)), Some(Some(to))) => {
                        Filter::Between { column: name, low: from, high: to - 1.0 }
                    }
                    (Some(Some(from)), None) => Filter::Compare { column: name, sign: ">=", value: from },
                    (None, Some(Some(to))) => Filter::Compare { column: name, sign: "<", value: to },
                    _ => {
                        return self.doubt(
                            format!("`{name}` only holds years, so {words} cannot be separated."),
                            at,
                            Vec::new(),
                        );
                    }
                }
            }
            Period::Days { from, to, words } => Filter::Period { column: name, from, to, words },
            Period::Newest { grain, count } if years && grain == Grain::Year => {
                let newest =
                    self.table.column(&name).and_then(|column| column.max.as_ref()?.as_f64()).unwrap_or(0.0);
                Filter::Compare { column: name, sign: ">", value: newest - count as f64 }
            }
            Period::Newest { grain, count } => Filter::Newest { column: name, grain, count },
            Period::Month(month) => {
                let years = self.years_of(&name);
                let texts = years
                    .iter()
                    .rev()
                    .take(4)
                    .map(|year| format!("in {} {year}", month_name(month)))
                    .collect();
                return self.doubt(format!("Which year's {} is meant?", month_name(month)), at, texts);
            }
        };
        if not {
            return self.doubt("I cannot leave a period out.", at, Vec::new());
        }
        self.filters.push(filter);
        Ok(())
    }

    /// Returns the years that a column of dates covers.
    pub(super) fn years_of(&self, name: &str) -> Vec<i32> {
        let Some(column) = self.table.column(name) else { return Vec::new() };
        let year =
            |value: &Option<serde_json::Value>| value.as_ref()?.as_str()?.get(..4)?.parse::<i32>().ok();
        match (year(&column.min), year(&column.max)) {
            (Some(first), Some(last)) if last - first < 200 => (first..=last).collect(),
            _ => Vec::new(),
        }
    }
}
