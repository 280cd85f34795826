//! How the user has the tables of a file read, where that differs from what the profile finds: the
//! line of the header, and a column's type, order of day and month, and decimal mark. A profile
//! states which choices it was made with; those that do not fit the file are left out of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What the user has chosen for a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TableChoice {
    /// The sheet's name, as the table of the profile has it.
    #[serde(default)]
    pub sheet: Option<String>,
    /// The line of the header, from 1; 0 without a header.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<u32>,
    /// What was chosen for columns, by name.
    #[serde(default)]
    pub columns: BTreeMap<String, ColumnChoice>,
}

/// What the user has chosen for a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColumnChoice {
    /// What its values are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#type: Option<ChosenType>,
    /// Whether the day is before the month in its dates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_first: Option<bool>,
    /// The decimal mark of its numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal: Option<DecimalMark>,
}

/// What a user may have the values of a column read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum ChosenType {
    /// Text, character by character as in the file.
    Text,
    /// Numbers.
    Number,
    /// Dates.
    Date,
}

/// What divides the whole part of a number from its fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum DecimalMark {
    /// `1.5`
    Point,
    /// `1,5`
    Comma,
}

/// How the values of a column are read, as far as the user can change it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ColumnReading {
    /// Whether the day is before the month; none if the values are not dates in numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_first: Option<bool>,
    /// The decimal mark; none if no value has one, or the values are stored as numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decimal: Option<DecimalMark>,
    /// A few values that do not fit the type, the most frequent first. Shown to the user only.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unreadable: Vec<String>,
    /// What the user has chosen of this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chosen: Option<ColumnChoice>,
    /// Whether no value can be read as the user wanted, so that the column is read as before.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
}

/// Where the header of a table is, and where else it may be.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct HeaderReading {
    /// Its line, from 1; none without a header.
    pub line: Option<u32>,
    /// Whether the user has chosen that.
    pub chosen: bool,
    /// Lines that it may be in; none if the file states the names of its columns.
    pub lines: Vec<FirstLine>,
}

/// One of the first lines of a table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct FirstLine {
    /// The line, from 1.
    pub line: u32,
    /// Its cells, or the first of them. Shown to the user only.
    pub text: String,
}
