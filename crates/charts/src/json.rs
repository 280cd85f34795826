//! A chart as JSON, of which only the type and the number of elements are read.
//!
//! The page starts with a program that passes charts on and reads none: what reads them is loaded later.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::Chart;

/// The types of charts; see [`Chart::kind`].
const KINDS: [&str; 14] = [
    "line",
    "scatter",
    "bar",
    "pie",
    "box",
    "violin",
    "heatmap",
    "hexbin",
    "contour",
    "quiver",
    "scatter3d",
    "line3d",
    "surface",
    "several",
];

/// A chart that may not be one: code can send anything in its place. [`ChartJson::read`] finds out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ChartJson(Value);

impl ChartJson {
    /// Reads the chart; `None` if it is none.
    #[must_use]
    pub fn read(&self) -> Option<Chart> {
        serde_json::from_value(self.0.clone()).ok()
    }

    /// Returns its type from the fixed list; `None` if it has another one.
    #[must_use]
    pub fn kind(&self) -> Option<&'static str> {
        let kind = self.0.get("type")?.as_str()?;
        KINDS.into_iter().find(|known| *known == kind)
    }

    /// Returns the number of its elements; see [`Chart::count`].
    #[must_use]
    pub fn count(&self) -> usize {
        self.0.get("elements").and_then(Value::as_array).map_or(0, Vec::len)
    }
}
