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
    /// Without stages: how many came back how often.
    Returning { who: String },
    /// A comparison of two values of a column.
    Compare { measure: Measure, column: String, values: [Vec<String>; 2] },
    /// Several parts in one document.
    Report(Report),
}

/// A document and its parts. A workbook is always written, a PDF if `pdf` is set.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Report {
    pub(crate) measure: Measure,
    /// Trends, ranked groups, classes and funnels.
    pub(crate) parts: Vec<Task>,
    pub(crate) pdf: bool,
    /// The column of dates by whose months the workbook is split into sheets.
    pub(crate) monthly_sheets: Option<String>,
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

/// What a task does with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Measures it or groups by it, so that rows without a value are left out.
    Measured,
    /// Goes along its dates.
    Dated,
    /// Anything else.
    Other,
}

impl Task {
    /// Returns its measure.
    pub(crate) fn measure(&self) -> Option<&Measure> {
        match self {
            Self::Scalar { measure, .. }
            | Self::Grouped { measure, .. }
            | Self::Trend { measure, .. }
            | Self::Growth { measure, .. }
            | Self::Pareto { measure, .. }
            | Self::Compare { measure, .. } => Some(measure),
            Self::Report(report) => Some(&report.measure),
            _ => None,
        }
    }

    /// Returns the columns that it uses, and for what; `None` if it uses all of the table.
    pub(crate) fn columns(&self) -> Option<Vec<(&str, Use)>> {
        let measured = self.measure().and_then(|measure| measure.column.as_ref());
        let mut used: Vec<(&String, Use)> = measured.map(|name| (name, Use::Measured)).into_iter().collect();
        match self {
            Self::Overview | Self::Quality | Self::Columns | Self::Rows { .. } | Self::Report(_) => {
                return None;
            }
            Self::Scalar { .. } => {}
            Self::Duplicates { column } => used.push((column.as_ref()?, Use::Other)),
            Self::Values { column } | Self::Returning { who: column } => used.push((column, Use::Other)),
            Self::Histogram { column }
            | Self::Outliers { column }
            | Self::Compare { column, .. }
            | Self::Pareto { by: column, .. } => used.push((column, Use::Measured)),
            Self::Grouped { by, .. } => used.extend(by.iter().map(|group| match group {
                Group::Column(name) => (name, Use::Measured),
                Group::Part(date, _) => (date, Use::Dated),
            })),
            Self::Growth { date, .. } | Self::Trend { date, split: None, .. } => {
                used.push((date, Use::Dated))
            }
            Self::Trend { date, split: Some(name), .. } => {
                used.extend([(date, Use::Dated), (name, Use::Other)])
            }
            Self::Correlation { columns } => used.extend(columns.iter().map(|name| (name, Use::Other))),
            Self::Funnel { who, stage } => {
                used.extend(who.iter().chain([stage]).map(|name| (name, Use::Other)))
            }
        }
        Some(used.into_iter().map(|(name, how)| (name.as_str(), how)).collect())
    }

    /// Returns the columns whose dates it goes along.
    pub(crate) fn dates(&self) -> Vec<&str> {
        if let Self::Report(report) = self {
            return report.parts.iter().flat_map(Self::dates).collect();
        }
        let used = self.columns().into_iter().flatten();
        used.filter(|(_, how)| *how == Use::Dated).map(|(name, _)| name).collect()
    }
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

    /// Returns what pandas needs: the codes of its periods and of their starts, and the method of an index of dates
    /// that names them.
    pub(crate) fn pandas(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Hour => ("h", "h", "strftime(\"%Y-%m-%d %H:00\")"),
            Self::Day => ("D", "D", "strftime(\"%Y-%m-%d\")"),
            Self::Week => ("W-SUN", "W-MON", "strftime(\"%Y-%m-%d\")"),
            Self::Month => ("M", "MS", "strftime(\"%Y-%m\")"),
            Self::Quarter => ("Q", "QS", "to_period(\"Q\").astype(str)"),
            Self::Year => ("Y", "YS", "strftime(\"%Y\")"),
            Self::Weekday => ("D", "D", "day_name()"),
            Self::CalendarMonth => ("M", "MS", "month_name()"),
        }
    }
}

impl Order {
    /// Returns its adjective.
    pub(crate) fn adjective(self) -> &'static str {
        if self == Self::Top { "highest" } else { "lowest" }
    }

    /// Returns the method of pandas that returns its first values.
    pub(crate) fn method(self) -> &'static str {
        if self == Self::Top { "nlargest" } else { "nsmallest" }
    }
}

impl Op {
    fn terms(self) -> (&'static str, &'static str) {
        match self {
            Self::Sum => ("sum", "total"),
            Self::Mean => ("mean", "average"),
            Self::Median => ("median", "median"),
            Self::Min => ("min", "minimum"),
            Self::Max => ("max", "maximum"),
            Self::Std => ("std", "standard deviation of"),
            Self::Count => ("count", "number of"),
            Self::Distinct => ("nunique", "different"),
        }
    }

    /// Returns the method of pandas.
    pub(crate) fn method(self) -> &'static str {
        self.terms().0
    }

    /// Returns the word before a column's name.
    pub(crate) fn word(self) -> &'static str {
        self.terms().1
    }

    /// Returns whether the measures of parts add up to that of the whole.
    pub(crate) fn adds_up(self) -> bool {
        matches!(self, Self::Sum | Self::Count)
    }
}
