//! What an execution says of the data that its output does not: selections that match no row, and
//! text in the place of numbers. The interpreter finds it; code can forge it as it can forge
//! everything in an outcome.

use serde::{Deserialize, Serialize};

/// A finding. Its texts hold values of the session's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Finding {
    /// No row of a column passes a test with a constant of the code.
    NoMatch {
        /// The column's name; empty if it has none.
        column: String,
        /// The test: `==`, or the name of a method such as `isin` or `contains`.
        test: String,
        /// The constant.
        value: String,
        /// The column's values that are nearest to it, the nearest first; of a column with few
        /// values, all.
        nearest: Vec<String>,
        /// Number of distinct values of the column.
        distinct: u64,
    },
    /// A statement that failed needs numbers, and takes them from a column of text.
    NotNumbers {
        /// The column's name.
        column: String,
        /// Number of its values that are not numbers.
        count: u64,
        /// Number of its values that are not missing, as far as they were looked at.
        of: u64,
        /// The forms of the values that are not numbers.
        forms: Vec<Form>,
        /// A few of them.
        examples: Vec<String>,
    },
}

/// The form of a value that is not a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub enum Form {
    /// Nothing but white space.
    Blank,
    /// `1,200`
    Thousands,
    /// `1.200,50`
    DecimalComma,
    /// `12 %`
    Percent,
    /// `$ 12`
    Currency,
    /// `10-20`
    Range,
    /// `12 kg`, `5*`
    Unit,
    /// Text without digits.
    Words,
}
