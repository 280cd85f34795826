//! Amounts whose currency is in another column: the profile says so, and the user asks for one result for each
//! currency by the choice below an answer.

use crate::columns;
use crate::input::{Column, Table};
use crate::plan::{Filter, Query, Task};

/// What the profile says of such a column, before and after the name of the one with the currencies.
const SEVERAL: (&str, &str) =
    ("the amounts are in several currencies, which are not converted: group them by “", "”");

/// Returns what is to be said of a column's values: all of its doubt, but that amounts are in several currencies if the
/// query tells them apart.
pub(crate) fn said(column: &Column, query: &Query) -> Option<String> {
    let doubt = column.doubt.as_deref()?;
    let Some(by) = by(column).filter(|by| separates(query, by)) else { return Some(doubt.to_owned()) };
    let part = format!("{}{by}{}", SEVERAL.0, SEVERAL.1);
    let rest: Vec<&str> = doubt.split(part.as_str()).map(|rest| rest.trim_matches([';', ' '])).collect();
    let rest = rest.into_iter().filter(|rest| !rest.is_empty()).collect::<Vec<_>>().join("; ");
    (!rest.is_empty()).then_some(rest)
}

/// Returns the same question for each currency, if its answer is one number from amounts in several.
pub(crate) fn apart(question: &str, query: &Query, table: &Table) -> Option<String> {
    let Task::Scalar { measure, .. } = &query.task else { return None };
    let by = by(table.column(measure.column.as_deref()?)?)?;
    let column = table.column(by).filter(|_| !separates(query, by))?;
    let bare = question.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '.' | '?' | ';'));
    Some(format!("{bare} by {}", columns::quoted(column)))
}

/// Returns the name of the column with the currencies of a column's amounts.
fn by(column: &Column) -> Option<&str> {
    let (_, rest) = column.doubt.as_ref()?.split_once(SEVERAL.0)?;
    Some(rest.split_once(SEVERAL.1)?.0)
}

fn separates(query: &Query, column: &str) -> bool {
    let one = |filter: &Filter| matches!(filter, Filter::OneOf { column: own, values, not: false } if own == column && values.len() == 1);
    let used = query.task.columns().unwrap_or_default();
    query.filters.iter().any(one) || used.iter().any(|(name, _)| *name == column)
}
