//! Single values of a chart. Numbers stay as they were written: an integer stays an integer.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

/// A place on an axis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Coordinate {
    /// A number.
    Number(Number),
    /// A date in ISO 8601, or the name of a category.
    Text(String),
    /// None: the value is missing, or the line has a gap.
    Missing,
}

impl Coordinate {
    /// Returns the number, if it is one.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Self::Number(number) => number.as_f64(),
            Self::Text(_) | Self::Missing => None,
        }
    }
}

/// The end of a range of values.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Bound {
    /// A value.
    At(Number),
    /// None: the range is open.
    Open,
}

/// Returns whether a field is left out: options are written only if they are true.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference over")]
pub(crate) fn is_false(option: &bool) -> bool {
    !option
}

/// Reads a field that is there, so that null is a value of it.
pub(crate) fn present<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    T::deserialize(deserializer).map(Some)
}
