//! Conditions on time.

use super::{Outcome, Reader, ask};
use crate::calendar::{Period, month_name};
use crate::columns::{is_years, months};
use crate::input::Column;
use crate::plan::{Filter, Grain};

impl Reader<'_> {
    pub(super) fn period(&mut self, at: usize, period: Period) -> Outcome<()> {
        // A column named before the period is the one of its dates: "hired since 2020" needs no word of its own.
        let named = self.before(at).and_then(|before| self.free_column(before));
        let date = match named.filter(|(_, column)| column.is_date() || is_years(column)) {
            Some((before, column)) => {
                self.used[before] = true;
                Some(column)
            }
            None => self.date()?,
        };
        let Some(date) = date else {
            return self.doubt("This table has no column of dates or years.", at..=at, [""]);
        };
        self.used[at] = true;
        if self.denied(at) {
            return ask("I cannot leave a period out.");
        }
        let (column, years) = (date.name.clone(), is_years(date));
        self.filters.push(match period {
            Period::Days { from, to, words } if years => {
                // Whole years only; an open end has none.
                let year = |day: Option<String>| match day {
                    Some(day) => day.strip_suffix("-01-01").and_then(|year| year.parse().ok()).map(Some),
                    None => Some(None),
                };
                match (year(from), year(to)) {
                    (Some(Some(from)), Some(Some(to))) if to - from <= 1.0 => {
                        Filter::Compare { column, sign: "==", value: from }
                    }
                    (Some(Some(low)), Some(Some(to))) => Filter::Between { column, low, high: to - 1.0 },
                    (Some(Some(value)), Some(None)) => Filter::Compare { column, sign: ">=", value },
                    (Some(None), Some(Some(value))) => Filter::Compare { column, sign: "<", value },
                    _ => {
                        return ask(format!("`{column}` only holds years, so {words} cannot be separated."));
                    }
                }
            }
            Period::Days { from, to, words } => Filter::Period { column, from, to, words },
            Period::Newest { grain: Grain::Year, count } if years => {
                let newest = date.max.as_ref().and_then(serde_json::Value::as_f64).unwrap_or(0.0);
                Filter::Compare { column, sign: ">", value: newest - count as f64 }
            }
            Period::Newest { grain, count } => Filter::Newest { column, grain, count },
            Period::Month(month) => {
                let name = month_name(month);
                let years = self.years_of(date).into_iter().rev().take(4);
                let texts = years.map(|year| format!("in {name} {year}"));
                return self.doubt(format!("Which year's {name} is meant?"), at..=at, texts);
            }
        });
        Ok(())
    }

    /// Returns the years that a column of dates covers.
    pub(super) fn years_of(&self, date: &Column) -> Vec<u64> {
        let (first, last) = months(date).unwrap_or((1, 0));
        let years = first / 12..=last / 12;
        if years.clone().count() <= 200 && first <= last { years.collect() } else { Vec::new() }
    }
}
