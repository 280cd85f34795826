//! The parts of a query in words, as they stand on chips and in menus.

use crate::input::{ColumnType, File, Table};
use crate::query::{
    Aggregate, Bound, Chart, Content, Filter, Focus, Group, Kind, Measure, Operation, Order, Part,
    Place, Query, Sign, TableName, Test,
};

/// What an answer begins with whose reading is open to doubt.
pub(crate) const DOUBTED: &str = "I read this as: ";

/// Returns a name on one line; a name without visible characters in quotes.
pub(crate) fn name(name: &str) -> String {
    let line = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.is_empty() || line != name { format!("“{name}”") } else { line }
}

/// Returns a number with its thousands apart; four digits may be a year and stay together.
pub(crate) fn number(value: f64) -> String {
    let text = crate::literal::number(value);
    let digits = text.trim_start_matches('-').split('.').next().unwrap_or_default().len();
    if digits > 4 { group_digits(&text) } else { text }
}

/// Inserts commas between the thousands of a number's text; other text is unchanged.
pub(crate) fn group_digits(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let (whole, fraction) =
        digits.split_once('.').map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    if whole.is_empty() || !whole.bytes().all(|byte| byte.is_ascii_digit()) {
        return text.to_owned();
    }
    let mut out = String::from(sign);
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if let Some(fraction) = fraction {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// Returns the file and the table that a query is about; of a workbook without a named sheet, the
/// first one.
pub(crate) fn table_of<'a>(query: &Query, files: &'a [File]) -> Option<(&'a File, &'a Table)> {
    let TableName { file, sheet } = &query.table;
    let file = files.iter().rev().find(|known| known.name == *file)?;
    Some((file, file.tables.iter().find(|table| sheet.is_none() || table.sheet == *sheet)?))
}

/// Names a table: its file, and its sheet.
pub(crate) fn table(table: &TableName) -> String {
    match &table.sheet {
        Some(sheet) => format!("{}, {}", name(&table.file), name(sheet)),
        None => name(&table.file),
    }
}

/// Returns whether the query's aggregate is one of a measure.
pub(crate) fn measures(query: &Query) -> bool {
    query.aggregate != Aggregate::RowsPerGroup || query.measure.is_some()
}

/// Says what is asked for.
pub(crate) fn what(query: &Query) -> String {
    let text = match query.kind {
        Kind::Overview => "Overview",
        Kind::Quality => "Data quality",
        Kind::Columns => "List of columns",
        Kind::Count => "Number",
        Kind::Aggregate => return aggregate(query.aggregate),
        Kind::Rows => "Rows",
        Kind::Share => "Share",
        Kind::Distinct => "Different values",
        Kind::Missing => "Missing values",
        Kind::Duplicates => "Repeats",
        Kind::Outliers => "Unusual values",
        Kind::Correlation => "Correlation",
        Kind::Distribution => "Distribution",
        Kind::Comparison => "Comparison",
        Kind::Trend => "Trend",
        Kind::Growth => "Growth",
        Kind::Pareto => "ABC analysis",
        Kind::Funnel => "Funnel",
        Kind::Report => "Report",
    };
    text.to_owned()
}

/// Returns a number as a place: “95th”.
pub(crate) fn ordinal(number: u8) -> String {
    let end = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// Names an aggregate.
pub(crate) fn aggregate(aggregate: Aggregate) -> String {
    let text = match aggregate {
        Aggregate::Percentile(part) => {
            return format!("{} percentile", ordinal(part));
        }
        Aggregate::Total => "Total",
        Aggregate::Average => "Average",
        Aggregate::Median => "Median",
        Aggregate::Lowest => "Lowest",
        Aggregate::Highest => "Highest",
        Aggregate::Deviation => "Standard deviation",
        Aggregate::Range => "Range",
        Aggregate::MostCommon => "Most common value",
        Aggregate::Distinct => "Number of different values",
        Aggregate::Filled => "Number of values",
        Aggregate::RowsPerGroup => "Rows per group, on average",
    };
    text.to_owned()
}

/// Names what a query measures, also if it is not a column.
pub(crate) fn measured(query: &Query) -> String {
    match (&query.measure, query.kind) {
        (Some(Measure::Column(column)), Kind::Count) => format!("values of {}", name(column)),
        (Some(known), _) => measure(known),
        (None, Kind::Rows) => "in the file’s order".to_owned(),
        (None, Kind::Missing) => "each column".to_owned(),
        (None, Kind::Duplicates | Kind::Distinct) => "whole rows".to_owned(),
        (None, Kind::Aggregate | Kind::Outliers | Kind::Correlation | Kind::Distribution) => {
            "…".to_owned()
        }
        (None, _) => "rows".to_owned(),
    }
}

/// Names a measure.
pub(crate) fn measure(measure: &Measure) -> String {
    match measure {
        Measure::Column(column) => name(column),
        Measure::Computed { left, operation: Operation::PercentChange, right } => {
            format!("change in percent from {} to {}", name(right), name(left))
        }
        Measure::Computed { left, operation, right } => {
            format!("{} {} {}", name(left), sign_of(*operation), name(right))
        }
        Measure::Added(columns) => match columns.as_slice() {
            [first, .., last] if columns.len() > 3 => {
                format!("{} to {} added ({} columns)", name(first), name(last), columns.len())
            }
            columns => columns.iter().map(|column| name(column)).collect::<Vec<_>>().join(" + "),
        },
    }
}

/// Returns the sign of a calculation.
pub(crate) fn sign_of(operation: Operation) -> &'static str {
    match operation {
        Operation::Plus => "+",
        Operation::Minus => "−",
        Operation::Times => "×",
        Operation::DividedBy => "÷",
        Operation::PercentChange => "→ %",
    }
}

/// Names a group.
pub(crate) fn group(group: &Group) -> String {
    match group.part {
        Some(known) => format!("{} of {}", part(known), name(&group.column)),
        None => name(&group.column),
    }
}

/// Returns the sign of a comparison.
pub(crate) fn sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Equal => "=",
        Sign::NotEqual => "≠",
        Sign::Greater => ">",
        Sign::AtLeast => "≥",
        Sign::Less => "<",
        Sign::AtMost => "≤",
    }
}

/// States a comparison with a number.
pub(crate) fn compared(by: Sign, value: f64) -> String {
    format!("{} {}", sign(by), number(value))
}

/// Names the end of the order that is shown: “highest”, “2nd lowest”.
pub(crate) fn end(query: &Query) -> String {
    let end = if query.sort == Some(Order::Bottom) { "lowest" } else { "highest" };
    match query.limit.filter(|_| query.nth) {
        Some(place @ (2 | 22)) => format!("{place}nd {end}"),
        Some(place @ (3 | 23)) => format!("{place}rd {end}"),
        Some(place @ 21) => format!("{place}st {end}"),
        Some(place) => format!("{place}th {end}"),
        None => end.to_owned(),
    }
}

/// States the order and how much of it is kept.
pub(crate) fn order(query: &Query) -> String {
    match (query.sort, query.limit) {
        (Some(_), Some(_)) if query.nth => format!("only the {}", end(query)),
        (Some(Order::Top), Some(1)) => "only the highest".to_owned(),
        (Some(Order::Bottom), Some(1)) => "only the lowest".to_owned(),
        (Some(Order::Top), Some(limit)) => format!("top {limit}"),
        (Some(Order::Bottom), Some(limit)) => format!("bottom {limit}"),
        (Some(Order::Top), None) => "highest first".to_owned(),
        (Some(Order::Bottom), None) => "lowest first".to_owned(),
        (None, Some(limit)) => format!("first {limit}"),
        (None, None) if query.kind == Kind::Rows => "all".to_owned(),
        (None, None) => "all groups".to_owned(),
    }
}

/// States a condition.
pub(crate) fn filter(filter: &Filter) -> String {
    if matches!(filter.test, Test::Once) && filter.column.is_empty() {
        return "each different row once".to_owned();
    }
    format!("{} {}", name(&filter.column), test(&filter.test)).trim().to_owned()
}

/// States what has to hold of a value.
pub(crate) fn test(test: &Test) -> String {
    match test {
        Test::OneOf { values, not } => {
            let values: Vec<String> = values.iter().map(|value| name(value)).collect();
            let word = if *not { "is not" } else { "is" };
            format!("{word} {}", either(&values))
        }
        Test::Text { place, text, not } => {
            let verb = match (place, not) {
                (Place::Begins, false) => "begins with",
                (Place::Begins, true) => "does not begin with",
                (Place::Ends, false) => "ends with",
                (Place::Ends, true) => "does not end with",
                (Place::Contains, false) => "contains",
                (Place::Contains, true) => "does not contain",
            };
            format!("{verb} “{text}”")
        }
        Test::Compare(by, Bound::Number(value)) => compared(*by, *value),
        Test::Compare(by, Bound::Average) => format!("{} average", sign(*by)),
        Test::Compare(by, Bound::Column(column)) => format!("{} {}", sign(*by), name(column)),
        Test::Between(low, high) => format!("is from {} to {}", number(*low), number(*high)),
        Test::Period { from, to, .. } => format!("is {}", period(from.as_deref(), to.as_deref())),
        Test::Recurring(of, numbers) => {
            let names: Vec<String> = numbers.iter().map(|number| recurring(*of, *number)).collect();
            format!("is in {}", either(&names))
        }
        Test::Newest(of, 1) => format!("is in the newest {}", part(*of)),
        Test::Newest(of, count) => format!("is in the newest {count} {}s", part(*of)),
        Test::Filled(true) => "is not missing".to_owned(),
        Test::Filled(false) => "is missing".to_owned(),
        Test::Flag(yes) => if *yes { "is yes" } else { "is no" }.to_owned(),
        Test::Matched { table, matched, .. } => {
            let is = if *matched { "is" } else { "is not" };
            format!("{is} in {}", name(table.sheet.as_ref().unwrap_or(&table.file)))
        }
        Test::Once => "each once".to_owned(),
        Test::Open => "…".to_owned(),
    }
}

fn either(names: &[String]) -> String {
    match names {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => names.concat(),
    }
}

/// The days of a week.
pub(crate) const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
/// The months of a year.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Names a part of a date.
pub(crate) fn part(part: Part) -> &'static str {
    match part {
        Part::Decade => "decade",
        Part::Year => "year",
        Part::Quarter => "quarter",
        Part::Month => "month",
        Part::Week => "week",
        Part::Day => "day",
        Part::Hour => "hour",
        Part::MonthOfYear => "month of the year",
        Part::Weekday => "weekday",
        Part::HourOfDay => "hour of the day",
    }
}

/// Names a recurring part of a date: “March”, “Monday”, “Q2”, “14 h”.
pub(crate) fn recurring(part: Part, number: u32) -> String {
    let day = WEEKDAYS.get(number.wrapping_sub(1) as usize);
    match part {
        Part::Year => number.to_string(),
        Part::Month if number > 9999 => format!("{} {}", month(number % 100), number / 100),
        Part::Month | Part::MonthOfYear if (1..=12).contains(&number) => month(number).to_owned(),
        Part::Weekday => day.map_or_else(|| format!("weekday {number}"), |day| (*day).to_owned()),
        Part::Quarter => format!("Q{number}"),
        Part::Hour | Part::HourOfDay => format!("{number} h"),
        other => format!("{} {number}", self::part(other)),
    }
}

/// Returns the English name of a month from 1 to 12.
pub(crate) fn month(month: u32) -> &'static str {
    MONTHS.get(month.saturating_sub(1) as usize).copied().unwrap_or_default()
}

/// States a span of days, from its bounds: the words of a question may say something else.
pub(crate) fn period(from: Option<&str>, to: Option<&str>) -> String {
    match (from, to) {
        (Some(from), Some(to)) => match span(from, to) {
            Some(name) => format!("in {name}"),
            None => format!("from {from} to before {to}"),
        },
        (Some(from), None) => format!("from {} on", start(from)),
        (None, Some(to)) => format!("before {}", start(to)),
        (None, None) => "at any time".to_owned(),
    }
}

/// Returns year, month and day of an ISO day.
fn day(text: &str) -> Option<(i32, u32, u32)> {
    let mut parts = text.get(..10)?.splitn(3, '-');
    let year = parts.next()?.parse().ok()?;
    Some((year, parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

/// Names a day that begins a year or a month by these.
fn start(text: &str) -> String {
    match day(text) {
        Some((year, 1, 1)) => year.to_string(),
        Some((year, number @ 1..=12, 1)) => format!("{} {year}", month(number)),
        _ => text.to_owned(),
    }
}

/// Names a span that is a year or some, a quarter, a month or some, or a day.
fn span(from: &str, to: &str) -> Option<String> {
    let (first, last) = (day(from)?, day(to)?);
    if (first.2, last.2) != (1, 1) {
        let next = (last.0, last.1) == (first.0, first.1) && last.2 == first.2 + 1;
        return next.then(|| from.to_owned());
    }
    let count = (last.0 - first.0) * 12 + last.1 as i32 - first.1 as i32;
    let (year, number) = (first.0, first.1);
    match (number, count) {
        (1, 12) => Some(year.to_string()),
        (1, _) if count > 0 && count % 12 == 0 => {
            Some(format!("{year} to {}", year + count / 12 - 1))
        }
        (1 | 4 | 7 | 10, 3) => Some(format!("Q{} {year}", number.div_ceil(3))),
        (1..=12, 1) => Some(format!("{} {year}", month(number))),
        _ => None,
    }
}

/// States what a comparison shows.
pub(crate) fn focus(focus: Focus) -> &'static str {
    match focus {
        Focus::Sides => "each side",
        Focus::Difference => "the difference",
        Focus::Percent => "the difference in percent",
        Focus::Factor => "how many times",
    }
}

/// Returns the figure that suits a query.
pub(crate) fn fitting(query: &Query) -> Chart {
    match query.kind {
        Kind::Trend => Chart::Line,
        Kind::Aggregate
            if matches!(query.aggregate, Aggregate::RowsPerGroup | Aggregate::MostCommon) =>
        {
            Chart::None
        }
        Kind::Count | Kind::Aggregate | Kind::Share if !query.groups.is_empty() => Chart::Bars,
        Kind::Comparison | Kind::Growth | Kind::Pareto | Kind::Funnel => Chart::Bars,
        Kind::Distribution if query.groups.is_empty() => Chart::Histogram,
        Kind::Distribution => Chart::Boxes,
        Kind::Correlation if query.second.is_some() => Chart::Points,
        _ => Chart::None,
    }
}

/// States the form of the answer.
pub(crate) fn chart(query: &Query) -> String {
    form(if query.chart == Chart::Auto { fitting(query) } else { query.chart }).to_owned()
}

/// Names a form.
pub(crate) fn form(chart: Chart) -> &'static str {
    match chart {
        Chart::Auto => "table and what suits",
        Chart::Bars => "table and bars",
        Chart::Line => "table and line",
        Chart::Pie => "table and pie",
        Chart::Points => "table and points",
        Chart::Histogram => "table and histogram",
        Chart::Boxes => "table and box plot",
        Chart::None => "table",
    }
}

/// Names what a report has.
pub(crate) fn contents(contents: &[Content]) -> String {
    let name = |content: &Content| match content {
        Content::Trend => "trend",
        Content::Top => "top groups",
        Content::Classes => "ABC classes",
        Content::Funnel => "funnel",
        Content::WorkbookOnly => "Excel only",
        Content::MonthlySheets => "a sheet for each month",
    };
    match contents {
        [] => "trend, top groups, ABC classes".to_owned(),
        some => some.iter().map(name).collect::<Vec<_>>().join(", "),
    }
}

/// Returns which part is first in the dates that a query uses, if no value of them shows it.
pub(crate) fn day_first(query: &Query, files: &[File]) -> Option<&'static str> {
    let (_, table) = table_of(query, files)?;
    let filters = query.filters.iter().chain(&query.base);
    let names: Vec<&str> = filters
        .map(|filter| filter.column.as_str())
        .chain(query.groups.iter().map(|group| group.column.as_str()))
        .chain(query.measure.iter().chain(&query.second).flat_map(Measure::columns))
        .collect();
    let used = |name: &str| names.contains(&name) || query.kind == Kind::Report;
    let mut dates = table
        .columns
        .iter()
        .filter(|column| column.r#type == ColumnType::Date && used(&column.name));
    let assumed = dates.find_map(crate::day_order::assumed)?;
    Some(if query.day_first.unwrap_or(assumed) { "day first" } else { "month first" })
}
