//! Shapes: how a query is carried out, by its kind and by what it is asked of.

use crate::input::{Column, Table};
use crate::query::{Aggregate, Chart, Group, Kind, Measure, Order, Part, Query};
use crate::terms::{Terms, Unit};

/// The ways in which queries are carried out; each has its template and its sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    Overview,
    Quality,
    Columns,
    /// One number, or one for each of two measures.
    Scalar,
    /// How many rows a group has on average.
    RowsPerGroup,
    /// One number for each group.
    Grouped,
    /// The first of a second group within each of a first one.
    Within,
    /// A table of two groups.
    Crossed,
    /// One number for each period.
    Periods,
    /// One for each period and group.
    Lines,
    /// A part of a whole.
    Share,
    /// In each group, the part of its rows.
    Rates,
    Rows,
    /// The different values of a column.
    Values,
    /// Rows without a value.
    Missing,
    DuplicateRows,
    DuplicateValues,
    Outliers,
    /// A correlation of two.
    Pair,
    /// Correlations of one with all others.
    Against,
    /// Correlations of all.
    Matrix,
    Histogram,
    /// The spread of a measure in each group.
    Spread,
    Comparison,
    /// The sides of a comparison in each of a second group.
    ComparedWithin,
    /// Two measures compared.
    TwoMeasures,
    Growth,
    YearOnYear,
    Pareto,
    Funnel,
    /// Without stages: how many came back how often.
    Returning,
    Report,
}

/// Returns the query that is carried out for one that says the same in other words.
pub(crate) fn plainly(query: &Query, table: &Table) -> Query {
    let mut plain = query.clone();
    let column = match &query.measure {
        Some(Measure::Column(name)) => table.column(name),
        _ => None,
    };
    let by =
        |column: &Column, part: Option<Part>| vec![Group { column: column.name.clone(), part }];
    match (query.kind, column) {
        (Kind::Aggregate, Some(column))
            if query.aggregate == Aggregate::MostCommon && query.groups.is_empty() =>
        {
            plain.groups = by(column, None);
            (plain.kind, plain.measure) = (Kind::Count, None);
            plain.sort = query.sort.or(Some(Order::Top));
            plain.limit = query.limit.or(Some(1));
        }
        (Kind::Distribution, Some(column)) if column.is_date() && query.groups.is_empty() => {
            plain.groups = by(column, Some(Part::Month));
            (plain.kind, plain.measure) = (Kind::Count, None);
        }
        (Kind::Distribution, Some(column)) if !column.is_number() => {
            plain.groups.splice(0..0, by(column, None));
            (plain.kind, plain.measure) = (Kind::Count, None);
        }
        (Kind::Distinct, Some(column)) if query.having.is_some() && query.groups.is_empty() => {
            plain.groups = by(column, None);
            (plain.kind, plain.measure) = (Kind::Count, None);
        }
        (Kind::Distinct, _) if !query.groups.is_empty() && query.measure.is_some() => {
            (plain.kind, plain.aggregate) = (Kind::Aggregate, Aggregate::Distinct);
        }
        _ => {}
    }
    if plain.kind == Kind::Aggregate
        && plain.measure.is_none()
        && plain.aggregate != Aggregate::RowsPerGroup
    {
        plain.kind = Kind::Count;
    }
    plain
}

/// Returns the shape of a query, which was made plain.
pub(crate) fn of(query: &Query, terms: &Terms) -> Shape {
    let keys = &terms.keys;
    let whole = query.sort.is_none()
        && query.limit.is_none()
        && query.having.is_none()
        && terms.second.is_none();
    let measured = query.measure.is_some();
    match query.kind {
        Kind::Overview => Shape::Overview,
        Kind::Quality => Shape::Quality,
        Kind::Missing if measured => Shape::Missing,
        Kind::Missing => Shape::Quality,
        Kind::Columns => Shape::Columns,
        Kind::Aggregate if query.aggregate == Aggregate::RowsPerGroup => Shape::RowsPerGroup,
        Kind::Count | Kind::Aggregate | Kind::Trend => match keys.as_slice() {
            [] => Shape::Scalar,
            // Both ends of a range stand beside it.
            _ if query.aggregate == Aggregate::Range && measured => Shape::Grouped,
            [first] if first.is_period() && whole && terms.measure.unit != Unit::Text => {
                Shape::Periods
            }
            [first, _] if first.is_period() && whole && terms.measure.unit != Unit::Text => {
                Shape::Lines
            }
            [_, _] if query.sort.is_some() && query.limit.is_some() => Shape::Within,
            [_, _] if whole && terms.measure.unit != Unit::Text => Shape::Crossed,
            _ => Shape::Grouped,
        },
        Kind::Share if keys.is_empty() => Shape::Share,
        Kind::Share if query.filters.is_empty() => Shape::Grouped,
        Kind::Share => Shape::Rates,
        Kind::Rows => Shape::Rows,
        Kind::Distinct if measured => Shape::Values,
        Kind::Distinct => Shape::Scalar,
        Kind::Duplicates if measured => Shape::DuplicateValues,
        Kind::Duplicates => Shape::DuplicateRows,
        Kind::Outliers => Shape::Outliers,
        Kind::Correlation if terms.second.is_some() => Shape::Pair,
        Kind::Correlation if measured => Shape::Against,
        Kind::Correlation => Shape::Matrix,
        Kind::Distribution if keys.is_empty() => Shape::Histogram,
        Kind::Distribution => Shape::Spread,
        Kind::Comparison if keys.is_empty() => Shape::TwoMeasures,
        Kind::Comparison if keys.len() > 1 => Shape::ComparedWithin,
        Kind::Comparison => Shape::Comparison,
        Kind::Growth => match keys.first() {
            Some(key) if key.part == Some(Part::Year) => Shape::YearOnYear,
            _ => Shape::Growth,
        },
        Kind::Pareto => Shape::Pareto,
        Kind::Funnel if keys.is_empty() => Shape::Returning,
        Kind::Funnel => Shape::Funnel,
        Kind::Report => Shape::Report,
    }
}

/// Returns whether each group's part of the whole is asked for.
pub(crate) fn is_shared(query: &Query) -> bool {
    query.kind == Kind::Share && query.filters.is_empty() && !query.groups.is_empty()
}

/// Returns why a query cannot be carried out on a table, as a sentence.
pub(crate) fn obstacle(query: &Query, table: &Table) -> Option<String> {
    use crate::columns::is_years;
    use crate::label::plain;
    use crate::query::{Bound, Content, Filter, Test};
    use crate::terms::needs_numbers;

    let measures = || query.measure.iter().chain(&query.second);
    let filters = || query.base.iter().chain(&query.filters);
    let bounds = filters().filter_map(|filter| match &filter.test {
        Test::Compare(_, Bound::Column(name)) => Some(name.clone()),
        _ => None,
    });
    let tested =
        filters().filter(|filter| filter.test != Test::Once).map(|filter| filter.column.clone());
    let mut names: Vec<String> = measures().flat_map(Measure::columns).map(str::to_owned).collect();
    names.extend(query.groups.iter().map(|group| group.column.clone()));
    names.extend(tested.chain(bounds).chain(query.show.iter().cloned()));
    if let Some(name) = names.iter().find(|name| table.column(name).is_none()) {
        return Some(format!("The table has no column `{}`.", plain(name)));
    }
    if let Some(filter) = filters().find(|filter| filter.test == Test::Open) {
        return Some(format!("The condition on `{}` is not complete yet.", plain(&filter.column)));
    }
    let unrelated = |filter: &&Filter| {
        matches!(filter.test, Test::Matched { .. }) && table.relation(filter).is_none()
    };
    if let Some(filter) = filters().find(unrelated) {
        return Some(format!("No key relates `{}` to that table.", plain(&filter.column)));
    }
    let column = |name: &str| table.column(name);
    let dates = |name: &str| column(name).is_some_and(|column| column.is_date());
    let undated = filters().find(|filter| {
        let numbers = column(&filter.column).is_some_and(|column| column.is_number());
        match &filter.test {
            Test::Period { .. } | Test::Newest(..) => {
                !dates(&filter.column) && !column(&filter.column).is_some_and(is_years)
            }
            Test::Recurring(..) => !dates(&filter.column) && !numbers,
            Test::Compare(_, Bound::Number(_) | Bound::Average) | Test::Between(..) => !numbers,
            _ => false,
        }
    });
    if let Some(filter) = undated {
        let what = match filter.test {
            Test::Compare(..) | Test::Between(..) => "numbers",
            _ => "dates",
        };
        return Some(format!("`{}` does not hold {what}.", plain(&filter.column)));
    }
    let added = measures().find_map(|measure| match measure {
        Measure::Column(name)
            if dates(name)
                && matches!(
                    query.kind,
                    Kind::Aggregate | Kind::Trend | Kind::Comparison | Kind::Share | Kind::Pareto
                )
                && needs_numbers(query.aggregate)
                && !matches!(
                    query.aggregate,
                    Aggregate::Average | Aggregate::Median | Aggregate::Range
                ) =>
        {
            Some(name)
        }
        _ => None,
    });
    if let Some(name) = added {
        return Some(format!("`{}` holds dates, which cannot be added.", plain(name)));
    }
    let needs = |what: &str| Some(format!("It is not said {what}."));
    match query.kind {
        Kind::Outliers | Kind::Distribution if query.measure.is_none() => needs("of which column"),
        Kind::Outliers
            if measures()
                .any(|m| m.columns().iter().any(|n| !column(n).is_some_and(Column::is_number))) =>
        {
            Some("Unusual values are found among numbers only.".to_owned())
        }
        Kind::Report if query.groups.is_empty() && !query.contents.contains(&Content::Funnel) => {
            Some(
                "The table has neither dates nor things to rank, so there is nothing to report."
                    .to_owned(),
            )
        }
        Kind::Comparison
            if query.groups.is_empty() && (query.second.is_none() || query.measure.is_none()) =>
        {
            needs("what is compared")
        }
        Kind::Growth
            if !query.groups.first().is_some_and(|group| {
                dates(&group.column) && group.part.is_some()
                    || column(&group.column).is_some_and(is_years)
            }) =>
        {
            needs("along which dates")
        }
        Kind::Comparison
            if matches!(&query.groups[..], [first, second] if first.column == second.column
                && !second.part.is_some_and(|part| matches!(part, Part::MonthOfYear | Part::Weekday | Part::HourOfDay))) =>
        {
            Some("The periods of one year have no counterpart in another one.".to_owned())
        }
        Kind::Growth | Kind::Pareto | Kind::Funnel if query.groups.len() > 1 => {
            Some("It is computed along one group at a time.".to_owned())
        }
        Kind::Pareto if query.groups.is_empty() => needs("of what the classes are"),
        Kind::Funnel if query.groups.is_empty() && query.measure.is_none() => {
            needs("by which stages")
        }
        Kind::Aggregate
            if query.aggregate == Aggregate::RowsPerGroup && query.groups.is_empty() =>
        {
            needs("for each of what")
        }
        _ => None,
    }
}

/// Returns why the figure that is asked for is not the one that is drawn.
pub(crate) fn other_figure(query: &Query, shape: Shape, terms: &Terms) -> Option<&'static str> {
    let adds_up = terms.measure.adds_up();
    match (query.chart, shape) {
        (Chart::Auto | Chart::None, _) | (_, Shape::Report) => None,
        (Chart::Pie, Shape::Grouped)
            if adds_up && terms.keys.len() == 1 && query.limit.is_none() =>
        {
            None
        }
        (Chart::Pie, Shape::Periods | Shape::Grouped) => {
            Some("A pie needs parts of a whole, so it is not drawn as one.")
        }
        (Chart::Bars | Chart::Line | Chart::Points, Shape::Grouped | Shape::Periods) => None,
        (
            Chart::Bars,
            Shape::Crossed
            | Shape::Within
            | Shape::Rates
            | Shape::Comparison
            | Shape::ComparedWithin
            | Shape::TwoMeasures
            | Shape::Pareto
            | Shape::Funnel
            | Shape::Returning
            | Shape::Growth
            | Shape::YearOnYear
            | Shape::Quality,
        ) => None,
        (Chart::Line, Shape::Lines) => None,
        (Chart::Boxes, Shape::Grouped) if terms.keys.len() == 1 && !terms.measure.counts() => None,
        (Chart::Histogram | Chart::Boxes, Shape::Scalar) if !terms.measure.counts() => None,
        (Chart::Histogram, Shape::Histogram)
        | (Chart::Boxes, Shape::Histogram | Shape::Spread | Shape::Outliers) => None,
        (Chart::Points, Shape::Pair) => None,
        (Chart::Bars, Shape::Rows) if !terms.measure.counts() => None,
        (
            _,
            Shape::Scalar
            | Shape::Rows
            | Shape::Values
            | Shape::Share
            | Shape::Missing
            | Shape::Columns,
        ) => Some("There is nothing to draw in that form."),
        _ => Some("It is drawn in the form that suits it, not in the one asked for."),
    }
}
