//! Amounts whose currency is in another column: the profile says so, and one click asks for one
//! result for each currency.

use crate::input::{Column, Table};
use crate::label;
use crate::query::{Filter, Group, Kind, Query, Test};

/// What the profile says of such a column, before and after the name of the one with the
/// currencies.
const SEVERAL: (&str, &str) =
    ("the amounts are in several currencies, which are not converted: group them by “", "”");

/// Returns what is to be said of a column's values: all of its doubt, except that amounts are in
/// several currencies if the query separates them.
pub(crate) fn said(column: &Column, query: &Query) -> Option<String> {
    let doubt = column.doubt.as_deref()?;
    let Some(by) = by(column).filter(|by| separates(query, by)) else {
        return Some(doubt.to_owned());
    };
    let part = format!("{}{by}{}", SEVERAL.0, SEVERAL.1);
    let rest: Vec<&str> =
        doubt.split(part.as_str()).map(|rest| rest.trim_matches([';', ' '])).collect();
    let rest = rest.into_iter().filter(|rest| !rest.is_empty()).collect::<Vec<_>>().join("; ");
    (!rest.is_empty()).then_some(rest)
}

/// Returns the same query for each currency, if its answer is one number from amounts in several.
pub(crate) fn apart(query: &Query, table: &Table) -> Option<Query> {
    if query.kind != Kind::Aggregate || !query.groups.is_empty() {
        return None;
    }
    let amounts = query.measure.as_ref()?.columns();
    let by = amounts.iter().find_map(|name| by(table.column(name)?))?;
    let column = table.column(by).filter(|_| !separates(query, by))?;
    let group = Group { column: column.name.clone(), part: None };
    Some(Query { groups: vec![group], ..query.clone() })
}

/// Returns what the click that asks for each currency says.
pub(crate) fn label(query: &Query) -> String {
    let by = query.groups.first().map(|group| label::plain(&group.column)).unwrap_or_default();
    format!("The same by `{by}`, since the amounts are in several currencies")
}

/// Returns the name of the column with the currencies of a column's amounts.
fn by(column: &Column) -> Option<&str> {
    let (_, rest) = column.doubt.as_ref()?.split_once(SEVERAL.0)?;
    Some(rest.split_once(SEVERAL.1)?.0)
}

fn separates(query: &Query, column: &str) -> bool {
    let one = |filter: &Filter| {
        filter.column == column
            && matches!(&filter.test, Test::OneOf { values, not: false } if values.len() == 1)
    };
    query.filters.iter().chain(&query.base).any(one)
        || query.groups.iter().any(|group| group.column == column)
}
