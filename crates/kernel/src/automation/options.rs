//! The options of methods, in every form that scripts may write.
//!
//! [`crate::automation::requests`] checks those about tables, and turns them into the one form of
//! the worker protocol.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The options of `run`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields = nullable))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct RunOptions {
    /// The longest that the code may run, in milliseconds from 1 to a day; the user's setting by
    /// default.
    pub timeout_ms: Option<f64>,
    /// Whether the code only asks the interpreter about its state: it is not part of the session,
    /// and is not offered to be run again.
    pub silent: Option<bool>,
}

/// The options of `table`: which window of which rows.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default)]
pub struct WindowOptions {
    /// Which rows, in which order.
    #[serde(flatten)]
    pub view: View,
    /// The number of matching rows before the window; 0 by default.
    pub offset: Option<u64>,
    /// The maximum number of rows, from 0 to 1,000; 100 by default.
    pub limit: Option<u32>,
    /// Whether to describe each column as well; false by default.
    pub stats: Option<bool>,
    /// Which cells are not shortened, in a window of one row; none by default.
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub whole: Option<Whole>,
    /// The number of columns before those of the window, without index levels, of which at most 200
    /// are sent; 0 by default.
    #[serde(rename = "firstColumn")]
    pub first_column: Option<u32>,
}

/// The options of `saveTable`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default)]
pub struct SaveOptions {
    /// Which rows, in which order.
    #[serde(flatten)]
    pub view: View,
    /// The kind of file; CSV by default.
    pub format: Option<FileFormat>,
}

/// Which rows of a table, in which order. A row has to meet all conditions and to contain the
/// searched text.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(default)]
pub struct View {
    /// The sort order, the primary key first; the table's own by default.
    pub sort: Option<OneOrMany<Sort>>,
    /// Conditions, and at most one text to search for.
    pub filter: Option<OneOrMany<Filter>>,
    /// A text that some cell of a row has to contain, whatever its case.
    pub search: Option<String>,
}

/// One value, or a list of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// A list.
    Many(Vec<T>),
}

/// What rows are sorted by.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Sort {
    /// A column, ascending.
    Column(ColumnName),
    /// A column with its direction.
    Key(SortKey),
}

/// One key of a sort order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct SortKey {
    /// The column.
    pub column: ColumnName,
    /// Whether the largest value comes first; false by default. Missing values come last in both
    /// directions.
    pub descending: Option<bool>,
}

/// What a row has to match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Filter {
    /// A text that some cell has to contain, as in `search`.
    Text(String),
    /// A condition for one cell.
    Condition(Condition),
}

/// A condition that a row has to meet.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// The column whose cell is compared.
    pub column: ColumnName,
    /// How it is compared; `equals` by default.
    pub op: Option<Op>,
    /// What it is compared with: a number, text, or a date as text; nothing for `missing` and
    /// `present`.
    pub value: Option<Value>,
}

/// The ways of comparing a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub enum Op {
    /// Its text contains the value, whatever its case.
    Contains,
    /// It equals the value; a date without a time equals the whole day.
    Equals,
    /// It is the value or comes after it.
    AtLeast,
    /// It is the value or comes before it.
    AtMost,
    /// It is missing.
    Missing,
    /// It is not missing.
    Present,
}

impl Op {
    /// All of them, as scripts are told of them.
    pub const ALL: [Self; 6] =
        [Self::Contains, Self::Equals, Self::AtLeast, Self::AtMost, Self::Missing, Self::Present];
}

/// A column, by its name or its position from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum ColumnName {
    /// Its name.
    Name(String),
    /// Its position.
    Position(u32),
}

/// Which cells of a row are not shortened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Whole {
    /// All of them, or none.
    All(bool),
    /// That of one column.
    Column(ColumnName),
}

/// The kinds of files that a table is saved as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum FileFormat {
    /// Comma-separated values.
    Csv,
    /// A workbook of Excel.
    Xlsx,
}
