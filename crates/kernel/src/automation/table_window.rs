//! A window of a table, as the harness (`insitu/windows.py`) makes it, or the page for a table that
//! it has in full.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A window of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TableWindow {
    /// Column names, index levels first unless the index is a plain range.
    pub columns: Vec<String>,
    /// The type of each column, as in `TableData`.
    pub types: Vec<String>,
    /// How many of the first columns are index levels.
    pub index_columns: u32,
    /// The number of matching rows before the window.
    pub offset: u64,
    /// The rows, each as long as `columns`, with cells as in `TableData`. A text ends at 500
    /// characters, with `…`, unless it was requested whole.
    pub rows: Vec<Vec<Value>>,
    /// The number of rows that match.
    pub total_rows: u64,
    /// The number of rows in all.
    pub all_rows: u64,
    /// The number of columns before those of the window, and in all, without index levels: if the
    /// window does not have all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub first_column: Option<u32>,
    /// See `first_column`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub all_columns: Option<u32>,
    /// With `whole`: the cells of which only the beginning was sent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub cut: Option<Vec<CutCell>>,
    /// The statistics of each column, if they were requested.
    pub stats: Option<Vec<ColumnStats>>,
}

/// A cell that is too long even to be sent whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CutCell {
    /// The position of its column.
    pub column: u32,
    /// The number of its characters.
    pub length: u64,
}

/// The statistics of a column over the rows that match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ColumnStats {
    /// The number of missing values.
    pub missing: u64,
    /// The number of distinct values.
    pub distinct: u64,
    /// The smallest value as its cell shows it; null if the values have no order, or there are
    /// none.
    pub min: Value,
    /// The largest value, likewise.
    pub max: Value,
    /// Whether there are more distinct values than `distinct`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub more: Option<bool>,
    /// A histogram: the number of values in each of equal intervals between `min` and `max`.
    pub bins: Option<Vec<u64>>,
    /// The number of rows that `bins` counts, if not all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub sampled: Option<u64>,
    /// The most frequent values, `[text, count]`, the most frequent first.
    pub top: Vec<(String, u64)>,
}
