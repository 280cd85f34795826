//! The plan: what a question was understood to ask, as plain data, before any Python is written.
//!
//! Columns have their names from the file. Nothing here knows how a plan was found or how it is carried out.

/// What to do about a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plan {
    /// Greet.
    Hello,
    /// Say what can be asked.
    Help,
    /// Evaluate an expression.
    Arithmetic(String),
    /// Run the user's own Python.
    Python(String),
    /// The question needs a table and there is none.
    NoTable,
    /// Find out where the values that the question names are, then read it again.
    LookUp(LookUp),
    /// Ask back.
    Ask(Ask),
    /// Query a table.
    Query(Box<Query>),
}

/// Texts to look for among a table's values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct LookUp {
    pub(crate) source: (usize, usize),
    /// Each with its length in tokens.
    pub(crate) texts: Vec<(String, usize)>,
}

/// A question back: why, and complete questions that the planner can answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Ask {
    pub(crate) why: String,
    pub(crate) choices: Vec<String>,
}

/// A query of one table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Query {
    /// The file's index, and the table's index in it.
    pub(crate) source: (usize, usize),
    /// Which rows to keep.
    pub(crate) filters: Vec<Filter>,
    /// What to compute.
    pub(crate) task: Task,
    /// The requested kind of figure.
    pub(crate) chart: Chart,
    /// What was assumed, as sentences.
    pub(crate) assumed: Vec<String>,
}

/// What to compute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    /// All columns at a glance.
    Overview,
    /// Missing, doubtful and repeated values.
    Quality,
    /// The list of columns.
    Columns,
    /// Rows that occur more than once, or values of a column that do.
    Duplicates { column: Option<String> },
    /// Rows as they are, or those with the largest or smallest values.
    Rows { limit: usize, sort: Option<(String, Order)> },
    /// The different values of a column in the rows that match.
    Values { column: String },
    /// One number; `share` makes it a percentage of that of all rows.
    Scalar { measure: Measure, share: bool },
    /// One number for each group.
    Grouped {
        measure: Measure,
        by: Vec<Group>,
        rank: Option<Rank>,
        share: bool,
        having: Option<(&'static str, f64)>,
    },
    /// One number for each period, or one for each period and value of `split`.
    Trend { measure: Measure, date: String, grain: Grain, split: Option<String>, rank: Option<Rank> },
    /// The distribution of a numeric column.
    Histogram { column: String },
    /// The correlation of numeric columns; with two of them, their points.
    Correlation { columns: Vec<String> },
    /// Each period compared with the one before, or the same months of two years.
    Growth { measure: Measure, date: String, grain: Grain, yearly: bool },
    /// Values far from the others.
    Outliers { column: String },
    /// Which few groups make up most of the whole, in classes A, B and C.
    Pareto { measure: Measure, by: String },
    /// How many reach each stage.
    Funnel { who: Option<String>, stage: String },
    /// A comparison of two values of a column.
    Compare { measure: Measure, column: String, values: [Vec<String>; 2] },
    /// Several parts in one document.
    Report(Report),
}

/// A document and its parts. A workbook is always written, a PDF if `pdf` is set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report {
    pub(crate) measure: Measure,
    pub(crate) parts: Vec<Part>,
    pub(crate) pdf: bool,
    /// The column of dates by whose months the workbook is split into sheets.
    pub(crate) monthly_sheets: Option<String>,
}

/// One part of a report.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// The measure by period.
    Trend { date: String, grain: Grain },
    /// The top groups.
    Top { by: String, limit: usize },
    /// The classes A, B and C.
    Pareto { by: String },
    /// The funnel of a column of stages.
    Funnel { who: Option<String>, stage: String },
    /// Without stages: how many came back how often.
    Returning { who: String },
}

/// A measure to compute: an aggregation of a column, or the number of rows.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measure {
    pub(crate) op: Op,
    pub(crate) column: Option<String>,
}

impl Measure {
    /// The number of rows.
    pub(crate) const ROWS: Self = Self { op: Op::Count, column: None };

    /// Returns an aggregation of a column.
    pub(crate) fn of(op: Op, column: &str) -> Self {
        Self { op, column: Some(column.to_owned()) }
    }
}

/// The aggregations of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    Sum,
    Mean,
    Median,
    Min,
    Max,
    Std,
    Count,
    Distinct,
}

/// What rows are grouped by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Group {
    Column(String),
    /// A recurring part of a date: weekday, month of the year or hour.
    Part(String, Grain),
}

/// Grains: lengths of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grain {
    Hour,
    Day,
    Week,
    Month,
    Quarter,
    Year,
    Weekday,
    /// A month of any year.
    CalendarMonth,
}

/// Which end of a ranking comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Top,
    Bottom,
}

/// The first groups of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rank {
    pub(crate) order: Order,
    pub(crate) limit: usize,
}

/// The kind of figure; `Auto` leaves it to the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chart {
    Auto,
    Bar,
    Line,
    Pie,
    /// No figure, the table alone.
    None,
}

/// How a text is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TextTest {
    Begins,
    Ends,
    Contains,
}

/// Which rows to keep.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    /// A number in a column compared with another.
    Compare { column: String, sign: &'static str, value: f64 },
    /// A number between two others, both included.
    Between { column: String, low: f64, high: f64 },
    /// One of several texts as written in the file, or none of them.
    OneOf { column: String, values: Vec<String>, not: bool },
    /// The beginning, end or part of a text; case is ignored.
    Text { column: String, test: TextTest, text: String, not: bool },
    /// From a day on, to before another (ISO); `words` describes it.
    Period { column: String, from: Option<String>, to: Option<String>, words: String },
    /// The newest period, or this many of them up to the newest date in the data.
    Newest { column: String, grain: Grain, count: usize },
    /// Rows where a column has a value, or none.
    Filled { column: String, filled: bool },
    /// Rows where a column of two values says yes, or no.
    Flag { column: String, set: bool },
    /// Each distinct row once.
    Once,
}

impl Filter {
    /// Returns the column that it tests.
    pub(crate) fn column(&self) -> Option<&str> {
        match self {
            Self::Compare { column, .. }
            | Self::Between { column, .. }
            | Self::OneOf { column, .. }
            | Self::Text { column, .. }
            | Self::Period { column, .. }
            | Self::Newest { column, .. }
            | Self::Filled { column, .. }
            | Self::Flag { column, .. } => Some(column),
            Self::Once => None,
        }
    }
}

impl Grain {
    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Hour => "hour",
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
            Self::Weekday => "weekday",
            Self::CalendarMonth => "calendar month",
        }
    }

    /// Returns the code of its periods in pandas.
    pub(crate) fn period(self) -> &'static str {
        match self {
            Self::Hour => "h",
            Self::Day | Self::Weekday => "D",
            Self::Week => "W-SUN",
            Self::Month | Self::CalendarMonth => "M",
            Self::Quarter => "Q",
            Self::Year => "Y",
        }
    }
}

impl Order {
    /// Returns its adjective.
    pub(crate) fn adjective(self) -> &'static str {
        if self == Self::Top { "highest" } else { "lowest" }
    }
}

impl Op {
    /// Returns the method of pandas.
    pub(crate) fn method(self) -> &'static str {
        match self {
            Self::Sum => "sum",
            Self::Mean => "mean",
            Self::Median => "median",
            Self::Min => "min",
            Self::Max => "max",
            Self::Std => "std",
            Self::Count => "count",
            Self::Distinct => "nunique",
        }
    }

    /// Returns the word before a column's name.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Sum => "total",
            Self::Mean => "average",
            Self::Median => "median",
            Self::Min => "minimum",
            Self::Max => "maximum",
            Self::Std => "standard deviation of",
            Self::Count => "number of",
            Self::Distinct => "different",
        }
    }

    /// Returns whether the measures of parts add up to that of the whole.
    pub(crate) fn adds_up(self) -> bool {
        matches!(self, Self::Sum | Self::Count)
    }
}
