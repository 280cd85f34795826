//! Terms: what a query measures and groups by, as columns of the data frame: their names, the
//! Python that makes them, and the unit of their numbers.

use crate::columns::{is_money, is_years, yes};
use crate::input::{Column, ColumnType, Table};
use crate::label::{self, plain};
use crate::literal::{list, number, text};
use crate::query::{Aggregate, Group, Kind, Measure, Operation, Part, Query};
use crate::wording;

/// What the numbers of a measure are, by which they are formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Whole numbers of things.
    Count,
    /// Whole numbers that are measured.
    Whole,
    /// Numbers as they are.
    Number,
    /// Numbers with two decimals: money that has them, and averages.
    Decimal,
    /// Percentages out of 100.
    Percent,
    /// Days and times.
    Date,
    /// Texts.
    Text,
}

/// A measure as a column of the data frame.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    /// The column's name in the data frame; empty if rows are counted.
    pub(crate) name: String,
    /// The Python expression that makes the column, if it is not one of the table.
    pub(crate) code: Option<String>,
    /// What is measured, in words: “total revenue”.
    pub(crate) label: String,
    /// The unit of the aggregate.
    pub(crate) unit: Unit,
    /// The columns of the table that it is made of.
    pub(crate) columns: Vec<String>,
    /// How its values become one number; none if rows are counted.
    pub(crate) aggregate: Option<Aggregate>,
    /// Of a ratio of totals: what is divided, and by what.
    pub(crate) ratio: Option<(String, String)>,
}

/// A group as a column of the data frame.
#[derive(Clone, Debug)]
pub(crate) struct Key {
    /// The column's name in the data frame.
    pub(crate) name: String,
    /// The column of the table.
    pub(crate) column: String,
    /// Which part of its dates.
    pub(crate) part: Option<Part>,
    /// Whether the groups have an order of their own: times and numbers.
    pub(crate) ordered: bool,
}

/// The measures and groups of a query.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// The first measure; rows, if there is none.
    pub(crate) measure: Term,
    /// The second measure.
    pub(crate) second: Option<Term>,
    /// The groups.
    pub(crate) keys: Vec<Key>,
}

impl Terms {
    /// Returns the terms of a query of a table.
    pub(crate) fn of(query: &Query, table: &Table) -> Self {
        let aggregate = query.aggregated();
        let term = |measure: &Measure| Term::of(measure, aggregate, query.kind, table);
        let measure = query.measure.as_ref().map_or_else(Term::rows, term);
        let second = query.second.as_ref().map(term);
        let mut keys: Vec<Key> = query.groups.iter().map(|group| Key::of(group, table)).collect();
        if let [first, second] = keys.as_mut_slice()
            && first.name == second.name
        {
            second.name = new_name(format!("{} of {}", second.name, plain(&second.column)), table);
        }
        Self { measure, second, keys }
    }
}

/// Returns a name that no column of the table has.
fn new_name(name: String, table: &Table) -> String {
    if table.column(&name).is_some() { format!("{name} (calculated)") } else { name }
}

/// Returns whether an aggregate needs numbers.
pub(crate) fn needs_numbers(aggregate: Aggregate) -> bool {
    matches!(
        aggregate,
        Aggregate::Total
            | Aggregate::Average
            | Aggregate::Median
            | Aggregate::Percentile(_)
            | Aggregate::Deviation
            | Aggregate::Range
    )
}

impl Term {
    fn rows() -> Self {
        Self {
            name: String::new(),
            code: None,
            label: "rows".to_owned(),
            unit: Unit::Count,
            columns: Vec::new(),
            aggregate: None,
            ratio: None,
        }
    }

    fn of(measure: &Measure, aggregate: Aggregate, kind: Kind, table: &Table) -> Self {
        let label = label::measured(Some(measure), aggregate);
        let columns: Vec<String> = measure.columns().into_iter().map(str::to_owned).collect();
        let own = |unit| Self {
            name: columns.first().cloned().unwrap_or_default(),
            code: None,
            label: label.clone(),
            unit,
            columns: columns.clone(),
            aggregate: Some(aggregate),
            ratio: None,
        };
        let made = |name: String, code: String, unit| Self {
            name: new_name(name, table),
            code: Some(code),
            ..own(unit)
        };
        match measure {
            Measure::Column(name) => {
                let Some(column) = table.column(name) else { return own(Unit::Number) };
                let unit = unit(column, aggregate);
                let flag = yes(column).filter(|_| uses_numbers(kind));
                let df = format!("df[{}]", text(name));
                match (aggregate, flag) {
                    (Aggregate::Average, Some(yes)) => Self {
                        label: format!("percentage of {}", plain(name)),
                        ..made(
                            format!("{name} %"),
                            format!("{df}.eq({yes}).where({df}.notna()).astype(float) * 100"),
                            Unit::Percent,
                        )
                    },
                    (Aggregate::Total, Some(yes)) => Self {
                        label: format!("number of rows with {}", plain(name)),
                        ..made(format!("{name} (yes)"), format!("{df}.eq({yes})"), Unit::Count)
                    },
                    // Text has to be read as numbers before it can be calculated with; what cannot
                    // be read is said.
                    (aggregate, _)
                        if column.is_text() && needs_numbers(aggregate) && uses_numbers(kind) =>
                    {
                        let code = format!("pd.to_numeric({df}, errors=\"coerce\")");
                        made(format!("{name} (as numbers)"), code, unit)
                    }
                    _ => own(unit),
                }
            }
            Measure::Computed { left, operation, right } => {
                let dates = [left, right]
                    .iter()
                    .all(|name| table.column(name).is_some_and(Column::is_date));
                let (a, b) = (format!("df[{}]", text(left)), format!("df[{}]", text(right)));
                // Of money in and money out, each row has one.
                let gaps = |name: &String| table.column(name).map_or(0, |column| column.missing);
                let apart = aggregate == Aggregate::Total
                    && (gaps(left) + gaps(right)) * 20 > table.rows * 19;
                let code = match operation {
                    Operation::Plus if apart => format!("{a}.add({b}, fill_value=0)"),
                    Operation::Minus if apart && !dates => format!("{a}.sub({b}, fill_value=0)"),
                    Operation::Plus => format!("{a} + {b}"),
                    Operation::Minus if dates => format!("({a} - {b}).dt.total_seconds() / 86400"),
                    Operation::Minus => format!("{a} - {b}"),
                    Operation::Times => format!("{a} * {b}"),
                    // Of totals, a row divided by zero is a part as well.
                    Operation::DividedBy if aggregate == Aggregate::Total => format!("{a} / {b}"),
                    Operation::DividedBy => format!("{a} / {b}.where({b} != 0)"),
                    Operation::PercentChange => format!("({a} / {b}.where({b} != 0) - 1) * 100"),
                };
                let whole = |name: &String| {
                    table.column(name).is_some_and(|column| column.r#type == ColumnType::Integer)
                };
                let money = table.column(left).is_some_and(is_money) && !whole(left);
                let unit = match (aggregate, operation) {
                    (Aggregate::Distinct | Aggregate::Filled, _) => Unit::Count,
                    (_, Operation::PercentChange) => Unit::Percent,
                    (Aggregate::Total, Operation::DividedBy) => Unit::Number,
                    (Aggregate::Average | Aggregate::Deviation, _) => Unit::Decimal,
                    (_, Operation::Plus | Operation::Minus | Operation::Times) if money => {
                        Unit::Decimal
                    }
                    _ => Unit::Number,
                };
                let totals = *operation == Operation::DividedBy && aggregate == Aggregate::Total;
                let ratio = totals.then(|| (left.clone(), right.clone()));
                Self { ratio, ..made(wording::measure(measure), code, unit) }
            }
            Measure::Added(names) => {
                let money = names.iter().any(|name| {
                    table
                        .column(name)
                        .is_some_and(|c| is_money(c) && c.r#type != ColumnType::Integer)
                });
                let unit = match aggregate {
                    Aggregate::Distinct | Aggregate::Filled => Unit::Count,
                    Aggregate::Average | Aggregate::Deviation => Unit::Decimal,
                    _ if money => Unit::Decimal,
                    _ => Unit::Number,
                };
                made(
                    wording::measure(measure),
                    format!("df[{}].sum(axis=1, min_count=1)", list(names)),
                    unit,
                )
            }
        }
    }

    /// Returns whether rows are counted.
    pub(crate) fn counts(&self) -> bool {
        self.aggregate.is_none()
    }

    /// Returns whether the numbers of parts add up to that of the whole.
    pub(crate) fn adds_up(&self) -> bool {
        self.ratio.is_none()
            && matches!(self.aggregate, None | Some(Aggregate::Total | Aggregate::Filled))
    }

    /// Returns Python's number format.
    pub(crate) fn digits(&self) -> &'static str {
        match self.unit {
            Unit::Count | Unit::Whole => ".0f",
            Unit::Percent => ".1f",
            _ => ".2f",
        }
    }

    /// Returns what follows a data frame, or its groups, to aggregate the measure.
    pub(crate) fn of_groups(&self) -> String {
        let Some(aggregate) = self.aggregate else { return ".size()".to_owned() };
        if let Some(ratio) = self.of_totals() {
            return ratio;
        }
        let method = match aggregate {
            Aggregate::Range => ".agg(lambda values: values.max() - values.min())".to_owned(),
            Aggregate::MostCommon => {
                ".agg(lambda values: \", \".join(values.mode().astype(str)))".to_owned()
            }
            _ => method(aggregate),
        };
        format!("[{}]{method}", text(&self.name))
    }

    /// Returns what follows a data frame, or its groups, to divide one total by another.
    fn of_totals(&self) -> Option<String> {
        let (left, right) = self.ratio.as_ref()?;
        let [left, right] = [left, right].map(|name| text(name));
        Some(format!(".pipe(lambda rows: rows[{left}].sum() / rows[{right}].sum())"))
    }

    /// Returns what follows a data frame to aggregate the measure over all its rows.
    pub(crate) fn of_rows(&self) -> String {
        let Some(aggregate) = self.aggregate else { return ".shape[0]".to_owned() };
        if let Some(ratio) = self.of_totals() {
            return ratio;
        }
        let method = match aggregate {
            Aggregate::Range => ".pipe(lambda values: values.max() - values.min())".to_owned(),
            Aggregate::MostCommon => {
                ".pipe(lambda values: \", \".join(values.mode().astype(str)))".to_owned()
            }
            _ => method(aggregate),
        };
        format!("[{}]{method}", text(&self.name))
    }
}

fn method(aggregate: Aggregate) -> String {
    let method = match aggregate {
        Aggregate::Percentile(part) => {
            return format!(".quantile({})", number(f64::from(part) / 100.0));
        }
        Aggregate::Total => ".sum()",
        Aggregate::Average => ".mean()",
        Aggregate::Median => ".median()",
        Aggregate::Lowest => ".min()",
        Aggregate::Highest => ".max()",
        Aggregate::Deviation => ".std()",
        Aggregate::Distinct => ".nunique()",
        _ => ".count()",
    };
    method.to_owned()
}

/// Returns whether a kind calculates with its measure.
fn uses_numbers(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Aggregate
            | Kind::Comparison
            | Kind::Trend
            | Kind::Growth
            | Kind::Pareto
            | Kind::Share
            | Kind::Report
    )
}

fn unit(column: &Column, aggregate: Aggregate) -> Unit {
    match aggregate {
        Aggregate::Distinct | Aggregate::Filled => Unit::Count,
        Aggregate::RowsPerGroup => Unit::Number,
        Aggregate::MostCommon => Unit::Text,
        Aggregate::Range if column.is_date() => Unit::Number,
        _ if column.is_date() => Unit::Date,
        Aggregate::Average | Aggregate::Deviation => Unit::Decimal,
        Aggregate::Lowest | Aggregate::Highest if column.is_text() => Unit::Text,
        Aggregate::Median | Aggregate::Percentile(_) => {
            if is_money(column) {
                Unit::Decimal
            } else {
                Unit::Number
            }
        }
        _ if column.r#type == ColumnType::Integer => Unit::Whole,
        _ if is_money(column) => Unit::Decimal,
        _ => Unit::Number,
    }
}

impl Key {
    fn of(group: &Group, table: &Table) -> Self {
        let column = table.column(&group.column);
        let dates = column.is_some_and(Column::is_date);
        let numbers = column.is_some_and(|column| column.is_number() || is_years(column));
        let part = group.part.filter(|part| dates || *part == Part::Decade);
        let name = part.map_or_else(
            || group.column.clone(),
            |part| new_name(wording::part(part).to_owned(), table),
        );
        Self { name, column: group.column.clone(), part, ordered: dates || numbers }
    }

    /// Returns the Python expression that makes the column in a data frame, if it is not one of the
    /// table.
    pub(crate) fn code(&self, frame: &str, table: &Table) -> Option<String> {
        let column = format!("{frame}[{}]", text(&self.column));
        match self.part? {
            Part::Decade if !table.column(&self.column).is_some_and(Column::is_date) => {
                Some(format!("{column} // 10 * 10"))
            }
            part => Some(part_of(part, &column)),
        }
    }

    /// Returns whether the groups are periods that follow one another, so that one without rows can
    /// be seen.
    pub(crate) fn is_period(&self) -> bool {
        self.frequency().is_some()
    }

    /// Returns the code of pandas' offsets, for a part of one year.
    pub(crate) fn frequency(&self) -> Option<&'static str> {
        Some(match self.part? {
            Part::Year => "YS",
            Part::Quarter => "QS",
            Part::Month => "MS",
            Part::Week => "W-MON",
            Part::Day => "D",
            Part::Hour => "h",
            _ => return None,
        })
    }
}

/// Returns the names of weekdays and months as Python, in order, for the parts that recur.
fn names(part: Part) -> String {
    if part == Part::Weekday { list(wording::WEEKDAYS) } else { list(wording::MONTHS) }
}

/// Returns the expression of a part of a column's dates.
fn part_of(part: Part, df: &str) -> String {
    match part {
        Part::Decade => format!("(({df}.dt.year // 10 * 10).astype(\"Int64\"))"),
        Part::Year => format!("{df}.dt.strftime(\"%Y\")"),
        Part::Quarter => format!("{df}.dt.to_period(\"Q\").astype(str).where({df}.notna())"),
        Part::Month => format!("{df}.dt.strftime(\"%Y-%m\")"),
        Part::Week => format!("{df}.dt.to_period(\"W\").dt.start_time.dt.strftime(\"%Y-%m-%d\")"),
        Part::Day => format!("{df}.dt.strftime(\"%Y-%m-%d\")"),
        Part::Hour => format!("{df}.dt.strftime(\"%Y-%m-%d %H:00\")"),
        Part::MonthOfYear => {
            format!("pd.Categorical({df}.dt.month_name(), {}, ordered=True)", names(part))
        }
        Part::Weekday => {
            format!("pd.Categorical({df}.dt.day_name(), {}, ordered=True)", names(part))
        }
        Part::HourOfDay => format!("{df}.dt.hour.astype(\"Int64\")"),
    }
}

/// Returns the code of pandas' periods.
pub(crate) fn period(part: Part) -> &'static str {
    match part {
        Part::Decade | Part::Year => "Y",
        Part::Quarter => "Q",
        Part::Month | Part::MonthOfYear => "M",
        Part::Week => "W-SUN",
        Part::Day | Part::Weekday => "D",
        Part::Hour | Part::HourOfDay => "h",
    }
}
