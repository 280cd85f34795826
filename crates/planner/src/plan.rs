//! The plan: what a question was understood to ask, as plain data, before any Python is written.
//!
//! Columns have their names from the file. Nothing here knows how a plan was found or how it is carried out.

mod study;

pub(crate) use study::{Part, Report, Span, Stage, Steps, Study};

/// What to do about a question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Plan {
    /// Greet.
    Hello,
    /// Say what can be asked.
    Help,
    /// Evaluate an expression with these functions of `math`.
    Arithmetic { expression: String, functions: Vec<String> },
    /// Run the user's own Python.
    Python(String),
    /// The question needs a table and there is none.
    NoTable,
    /// The question asks for what the table lacks, in words.
    Lacks(&'static str),
    /// The requested measure has a name that no column has.
    Unclear { words: Vec<String>, measures: Vec<String> },
    /// The question asks for what rules cannot answer.
    Beyond,
    /// Query a table.
    Query(Box<Query>),
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
    /// The groups that the rows must belong to.
    pub(crate) among: Option<Among>,
    /// Which of the answer's own measures are shown: those above a number.
    pub(crate) only: Option<(&'static str, f64)>,
    /// The length of the distinct periods that are counted.
    pub(crate) counted: Option<Grain>,
    /// Whether the newest period comes first.
    pub(crate) newest_first: bool,
    /// What was assumed where the question left a choice, as sentences.
    pub(crate) assumed: Vec<String>,
}

/// The first groups of a ranking: "them" after "the top 5 customers by revenue".
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Among {
    pub(crate) by: String,
    pub(crate) measure: Measure,
    pub(crate) rank: (Order, usize),
}

/// More groups than any table has, for a ranking of all of them.
pub(crate) const ALL: usize = 100_000;

/// What to compute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Task {
    /// All columns at a glance.
    Overview,
    /// Missing, doubtful and repeated values.
    Quality,
    /// The list of columns.
    Columns,
    /// Rows as they stand, or those with the largest or smallest values.
    Rows { limit: usize, sort: Option<(String, Order)> },
    /// One number.
    Scalar { measure: Measure },
    /// One number for each group.
    Grouped { measure: Measure, by: Vec<Group>, rank: Option<(Order, usize)>, share: Share, chart: Chart },
    /// One number for each period.
    Trend {
        measure: Measure,
        date: String,
        grain: Grain,
        split: Option<String>,
        rank: Option<(Order, usize)>,
        chart: Chart,
    },
    /// The distribution of a numeric column.
    Histogram { column: String },
    /// The correlation of numeric columns; with two of them, their points.
    Correlation { columns: Vec<String> },
    /// A study, which needs more than one measure.
    Study(Study),
}

impl Task {
    /// Returns the requested kind of figure, if the task has a choice.
    pub(crate) fn chart(&self) -> Option<Chart> {
        match self {
            Self::Grouped { chart, .. } | Self::Trend { chart, .. } => Some(*chart),
            _ => None,
        }
    }

    /// Returns the measure that it computes.
    pub(crate) fn measure(&self) -> Option<&Measure> {
        match self {
            Self::Scalar { measure } | Self::Grouped { measure, .. } | Self::Trend { measure, .. } => {
                Some(measure)
            }
            Self::Study(study) => study.measure(),
            _ => None,
        }
    }
}

/// A measure to compute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measure {
    pub(crate) op: Op,
    pub(crate) of: Of,
}

/// What a measure is computed from.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Of {
    /// The rows themselves.
    Rows,
    /// A column.
    Column(String),
    /// One column times another, where no column holds the amount.
    Product(String, String),
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
    /// A recurring part of a date: weekday or hour.
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
}

/// Which end of a ranking comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    Top,
    Bottom,
}

/// Whether shares of the whole are requested.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Share {
    No,
    All,
    /// The share of this group in particular.
    Of(String),
}

/// The kind of figure; `Auto` leaves it to the planner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chart {
    Auto,
    Bar,
    Line,
    Pie,
    /// No figure, the table alone.
    Table,
}

/// Which rows to keep.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    /// A number in a column compared with another.
    Compare { column: String, sign: &'static str, value: f64 },
    /// One of several texts as written in the file, or none of them.
    OneOf { column: String, values: Vec<String>, not: bool },
    /// A text that was not seen among the examples; case is ignored.
    Same { column: String, value: String, not: bool },
    /// A text within a text.
    Contains { column: String, value: String },
    /// A word that may stand in any of these columns.
    Anywhere { columns: Vec<String>, value: String },
    /// From a day on, to before another (ISO); `words` describes it.
    Period { column: String, from: Option<String>, to: Option<String>, words: String },
    /// A month of any year.
    Month { column: String, month: u32 },
    /// The newest period, or this many of them up to the newest date in the data.
    Newest { column: String, grain: Grain, count: usize, back: bool },
    /// Rows where a column has a value, or none.
    Filled { column: String, filled: bool },
    /// Each distinct row once.
    Once,
}

impl Filter {
    /// Returns the column that it tests.
    pub(crate) fn column(&self) -> Option<&str> {
        match self {
            Self::Compare { column, .. }
            | Self::OneOf { column, .. }
            | Self::Same { column, .. }
            | Self::Contains { column, .. }
            | Self::Period { column, .. }
            | Self::Month { column, .. }
            | Self::Newest { column, .. }
            | Self::Filled { column, .. } => Some(column),
            Self::Anywhere { .. } | Self::Once => None,
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
        }
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
            Self::Min => "lowest",
            Self::Max => "highest",
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
