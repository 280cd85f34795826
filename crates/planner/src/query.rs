//! The query: what a question was understood to ask, as a small typed value.
//!
//! A query is read from a question, carried out by generated Python, shown above the answer as
//! chips, changed by them, and stored with the turn. It is plain data: it serializes to JSON and
//! back without loss, its columns have their names from the file, and nothing in it knows how it
//! was found or how it is carried out.

use serde::{Deserialize, Serialize};

/// A query of one table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// The table that is asked about.
    pub table: TableName,
    /// What is asked for.
    pub kind: Kind,
    /// How the measure's values become one number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub aggregate: Aggregate,
    /// What is measured; none if rows are counted, or if the kind needs nothing.
    #[serde(default, skip_serializing_if = "is_default")]
    pub measure: Option<Measure>,
    /// A second measure: the other side of a correlation, or a number beside the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub second: Option<Measure>,
    /// What rows are grouped by, outermost first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub groups: Vec<Group>,
    /// Which rows are looked at; all have to hold.
    #[serde(default, skip_serializing_if = "is_default")]
    pub filters: Vec<Filter>,
    /// Of a share: which rows, or what of their measure, are 100 %.
    #[serde(default, skip_serializing_if = "is_default")]
    pub base: Vec<Filter>,
    /// Which groups are kept, by their number.
    #[serde(default, skip_serializing_if = "is_default")]
    pub having: Option<(Sign, f64)>,
    /// Of rows: the columns that are shown first; all if empty.
    #[serde(default, skip_serializing_if = "is_default")]
    pub show: Vec<String>,
    /// The order of groups by their number, or of rows by the measure; of none, the groups' own
    /// order.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sort: Option<Order>,
    /// How many groups or rows are kept, from the first.
    #[serde(default, skip_serializing_if = "is_default")]
    pub limit: Option<u32>,
    /// Whether only the place that `limit` names is kept, as “second highest” asks; equal numbers
    /// share a place.
    #[serde(default, skip_serializing_if = "is_default")]
    pub nth: bool,
    /// What a comparison says of its two sides.
    #[serde(default, skip_serializing_if = "is_default")]
    pub focus: Focus,
    /// The figure beside the table.
    #[serde(default, skip_serializing_if = "is_default")]
    pub chart: Chart,
    /// Of a report: what it contains; without any, the trend, the top groups and the classes.
    #[serde(default, skip_serializing_if = "is_default")]
    pub contents: Vec<Content>,
    /// Whether the day or the month is first in dates that do not show it; without it, as the
    /// profile assumed.
    #[serde(default, skip_serializing_if = "is_default")]
    pub day_first: Option<bool>,
}

impl Query {
    /// Returns the query without the parts that its kind does not carry out, so that none is shown.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        let rows_per_group =
            self.kind == Kind::Aggregate && self.aggregate == Aggregate::RowsPerGroup;
        let of_groups =
            matches!(self.kind, Kind::Count | Kind::Aggregate | Kind::Trend) && !rows_per_group;
        if !of_groups && !matches!(self.kind, Kind::Share | Kind::Rows | Kind::Comparison) {
            self.sort = None;
            self.limit = self.limit.filter(|_| self.kind == Kind::Distinct);
        }
        let takes_part = self.kind == Kind::Share && !self.filters.is_empty();
        if !of_groups && self.kind != Kind::Distinct && !takes_part {
            self.having = None;
        }
        match self.kind {
            Kind::Growth | Kind::Pareto | Kind::Funnel => self.groups.truncate(1),
            Kind::Missing if self.measure.is_none() => self.groups.clear(),
            Kind::Comparison if !self.groups.is_empty() => self.second = None,
            _ => {}
        }
        if self.kind != Kind::Share && !self.base.is_empty() {
            self.filters.splice(0..0, std::mem::take(&mut self.base)).for_each(drop);
        }
        self.nth &= match self.kind {
            Kind::Rows => self.groups.is_empty() && self.measure.is_some(),
            Kind::Count | Kind::Aggregate => self.groups.len() == 1,
            _ => false,
        } && self.sort.is_some()
            && self.limit.is_some_and(|limit| limit > 1);
        if self.kind != Kind::Comparison {
            self.focus = Focus::default();
        }
        self
    }

    /// Returns how the measure becomes one number.
    pub(crate) fn aggregated(&self) -> Aggregate {
        match self.kind {
            Kind::Count => Aggregate::Filled,
            Kind::Funnel => Aggregate::Distinct,
            _ => self.aggregate,
        }
    }
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// A table of the session, by its names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TableName {
    /// The file's name.
    pub file: String,
    /// The sheet's name in a workbook.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sheet: Option<String>,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    /// All columns at a glance.
    #[default]
    Overview,
    /// Missing, doubtful and repeated values of each column.
    Quality,
    /// The list of columns.
    Columns,
    /// Rows, counted: of all, or of each group.
    Count,
    /// The aggregate of the measure: of all rows, or of each group.
    Aggregate,
    /// Rows, as they are or with the highest or lowest values of the measure.
    Rows,
    /// Rows that match, or their measure, as a percentage of `base`; with groups, each group's
    /// part.
    Share,
    /// The different values of the measure: how many, and which.
    Distinct,
    /// Rows without a value of the measure; without a measure, missing values of each column.
    Missing,
    /// Rows that repeat earlier ones, or values of the measure that occur more than once.
    Duplicates,
    /// Values of the measure far from the others.
    Outliers,
    /// How two measures, or one and all others, go together.
    Correlation,
    /// How the values of the measure are distributed.
    Distribution,
    /// The aggregate for each of a few values of the first group, and what lies between them.
    Comparison,
    /// The aggregate along the first group, which has dates.
    Trend,
    /// The aggregate of each period of the first group compared with the one before, or a year
    /// before.
    Growth,
    /// Which few groups make up most of the whole, in classes A, B and C.
    Pareto,
    /// How many reach each stage of the first group.
    Funnel,
    /// Cleaning notes, months, top groups, classes and funnel in one PDF and workbook.
    Report,
}

/// How values become one number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Aggregate {
    /// The sum.
    #[default]
    Total,
    /// The arithmetic mean; of a boolean column, the part that is true.
    Average,
    /// The middle value.
    Median,
    /// The value that this many percent of the values do not exceed.
    Percentile(u8),
    /// The smallest value.
    Lowest,
    /// The largest value.
    Highest,
    /// The sample's standard deviation.
    Deviation,
    /// The largest less the smallest value.
    Range,
    /// The value that occurs most often.
    MostCommon,
    /// How many different values.
    Distinct,
    /// How many values there are.
    Filled,
    /// How many rows each group has on average; the groups are those of `groups`.
    RowsPerGroup,
}

/// What is measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Measure {
    /// A column.
    Column(String),
    /// Two columns calculated with, row by row.
    Computed {
        /// The left column.
        left: String,
        /// What is done with them.
        operation: Operation,
        /// The right column.
        right: String,
    },
    /// Several columns added, row by row, such as one for each year.
    Added(Vec<String>),
}

impl Measure {
    /// Returns the columns that it is made of.
    pub(crate) fn columns(&self) -> Vec<&str> {
        match self {
            Self::Column(name) => vec![name],
            Self::Computed { left, right, .. } => vec![left, right],
            Self::Added(names) => names.iter().map(String::as_str).collect(),
        }
    }
}

/// What is done with two columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Operation {
    /// The left one plus the right one.
    Plus,
    /// The left one less the right one; of two dates, days from the right one to the left one.
    Minus,
    /// The left one times the right one.
    Times,
    /// The left one divided by the right one.
    DividedBy,
    /// The change from the right one to the left one, in percent.
    PercentChange,
}

/// What rows are grouped by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Group {
    /// The column.
    pub column: String,
    /// Which part of its value: of dates, a grain; of years, the decade; none is the value itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub part: Option<Part>,
}

/// A part of a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Part {
    /// Ten years.
    Decade,
    /// A year.
    Year,
    /// A quarter of one year.
    Quarter,
    /// A month of one year.
    Month,
    /// A week of one year.
    Week,
    /// A day.
    Day,
    /// An hour of one day.
    Hour,
    /// A month of any year.
    MonthOfYear,
    /// A day of the week.
    Weekday,
    /// An hour of any day.
    HourOfDay,
}

/// A condition on rows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    /// The column that is tested.
    pub column: String,
    /// What has to hold.
    pub test: Test,
}

/// What has to hold of a value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Test {
    /// It is one of these texts as written in the file, or with `not` none of them and not missing.
    OneOf {
        /// The texts.
        values: Vec<String>,
        /// Whether none of them may be it.
        #[serde(default, skip_serializing_if = "is_default")]
        not: bool,
    },
    /// The beginning, end or a part of its text; case is ignored.
    Text {
        /// Where the text is.
        place: Place,
        /// The text.
        text: String,
        /// Whether it may not be there.
        #[serde(default, skip_serializing_if = "is_default")]
        not: bool,
    },
    /// A number compared.
    Compare(Sign, Bound),
    /// A number between two others, both included.
    Between(f64, f64),
    /// A date from a day on (ISO), to before another.
    Period {
        /// The first day.
        from: Option<String>,
        /// The day after the last one.
        to: Option<String>,
        /// How the question says it, such as “March 2026”.
        words: String,
    },
    /// A recurring part of a date: months 1 to 12, weekdays 1 (Monday) to 7, hours 0 to 23,
    /// quarters 1 to 4.
    Recurring(Part, Vec<u32>),
    /// The newest periods up to the newest date in the data.
    Newest(Part, u32),
    /// Whether there is a value at all.
    Filled(bool),
    /// Whether a column of two values says yes.
    Flag(bool),
    /// Whether a column of another table, which a key relates to this one, has the value.
    Matched {
        /// The other table.
        table: TableName,
        /// Its column.
        column: String,
        /// Whether it has the value.
        matched: bool,
    },
    /// Each distinct row once; the column is empty.
    Once,
    /// What the user has still to enter: a number, a text or a date.
    Open,
}

/// Where a text is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Place {
    /// At the beginning.
    Begins,
    /// At the end.
    Ends,
    /// Anywhere.
    Contains,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Sign {
    /// Equal.
    #[serde(rename = "=")]
    Equal,
    /// Not equal.
    #[serde(rename = "!=")]
    NotEqual,
    /// Greater.
    #[serde(rename = ">")]
    Greater,
    /// Greater or equal.
    #[serde(rename = ">=")]
    AtLeast,
    /// Less.
    #[serde(rename = "<")]
    Less,
    /// Less or equal.
    #[serde(rename = "<=")]
    AtMost,
}

/// What a number is compared with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Bound {
    /// A number.
    Number(f64),
    /// The average of the column over all rows that the other filters keep.
    Average,
    /// The value of another column in the same row.
    Column(String),
}

/// Which end comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Order {
    /// The highest first.
    Top,
    /// The lowest first.
    Bottom,
}

/// What a comparison says of its sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Focus {
    /// Each side's number, and which is higher.
    #[default]
    Sides,
    /// The difference.
    Difference,
    /// The difference in percent of the earlier or smaller side.
    Percent,
    /// How many times the one is the other.
    Factor,
}

/// The figure beside the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Chart {
    /// What suits the kind, if anything does.
    #[default]
    Auto,
    /// Bars.
    Bars,
    /// A line.
    Line,
    /// A pie.
    Pie,
    /// Points.
    Points,
    /// A histogram.
    Histogram,
    /// A box plot.
    Boxes,
    /// None.
    None,
}

/// A part of a report, or a form of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Content {
    /// The measure along the dates.
    Trend,
    /// The first groups by the measure.
    Top,
    /// The classes A, B and C of the groups.
    Classes,
    /// The stages, or how often somebody came back.
    Funnel,
    /// The workbook alone, without a PDF.
    WorkbookOnly,
    /// A sheet of the workbook for each month.
    MonthlySheets,
}

/// A word that the user has explained once, which is remembered for the session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Explained {
    /// The word, as the question has it.
    pub word: String,
    /// The condition that it stands for.
    #[serde(default, skip_serializing_if = "is_default")]
    pub filter: Option<Filter>,
    /// The column that it names.
    #[serde(default, skip_serializing_if = "is_default")]
    pub column: Option<String>,
}

/// A query as it was read, and how far it is to be trusted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Reading {
    /// The query.
    pub query: Query,
    /// How well it explains the question, by which readings are ordered.
    pub score: f64,
    /// Words with content that it does not use, as the question has them.
    pub unused: Vec<String>,
    /// What was assumed if the question leaves it open, as sentences.
    pub assumed: Vec<String>,
    /// Whether something that was assumed may be wrong, or a name or a number is not used.
    pub unsure: bool,
}
