//! The elements of charts: series, bars, slices and the others.

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::values::{Bound, Coordinate, present};

/// A line, or a group of points.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct Series {
    /// Its name; empty if it has none.
    #[serde(default)]
    pub label: String,
    /// Its points, `[x, y]`.
    pub points: Vec<[Coordinate; 2]>,
    /// The original number of points, if `points` are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// How a line steps from point to point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepStyle>,
    /// The dashes of a line that is not solid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dash: Option<Dash>,
    /// The ends of each point's error bar along x, `[low, high]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x_errors: Option<Vec<[Coordinate; 2]>>,
    /// The same along y.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y_errors: Option<Vec<[Coordinate; 2]>>,
    /// The number that each point's colour encodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Option<Number>>>,
    /// The area of each point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Vec<Option<Number>>>,
}

/// Where a line that is drawn in steps changes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum StepStyle {
    /// At the point before.
    Pre,
    /// Between both points.
    Mid,
    /// At the point itself.
    Post,
}

/// The dashes of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Dash {
    /// Dashes.
    Dash,
    /// Dots.
    Dot,
    /// Dashes and dots.
    DashDot,
}

/// A bar.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Bar {
    /// Its label; of grouped bars the centre of their group.
    #[serde(default)]
    pub label: String,
    /// The name of its series; empty if it has none.
    #[serde(default)]
    pub group: String,
    /// Its length; null if it is missing.
    pub value: Option<Number>,
    /// Where a bar of a histogram begins.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub from: Option<Number>,
    /// Where a bar of a histogram ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub to: Option<Number>,
    /// Where it begins along its values, unless at zero. On an axis of dates `value` is in days
    /// then.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub base: Option<Coordinate>,
    /// The ends of its error bar, `[low, high]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub error: Option<[Coordinate; 2]>,
    /// What the code wrote at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub text: Option<String>,
}

/// A slice of a pie.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Slice {
    /// Its label; empty if it has none.
    #[serde(default)]
    pub label: String,
    /// Its angle, in degrees.
    pub angle: Number,
    /// Its radius.
    pub radius: Number,
    /// Its share of the whole, from 0 to 1.
    pub value: Number,
}

/// The statistics that a box plot shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct BoxStatistics {
    /// The label of its position, and its name.
    #[serde(default)]
    pub label: String,
    /// The end of the lower whisker.
    pub min: Number,
    /// The lower edge of the box.
    pub first_quartile: Number,
    /// The line in the box; null if there is none.
    pub median: Option<Number>,
    /// The upper edge of the box.
    pub third_quartile: Number,
    /// The end of the upper whisker.
    pub max: Number,
    /// The points beyond the whiskers.
    pub outliers: Vec<Number>,
}

/// The statistics that a violin plot shows, null for what it has no line for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(rename_all = "camelCase")]
pub struct ViolinStatistics {
    /// The label of its position, and its name.
    #[serde(default)]
    pub label: String,
    /// The lowest value.
    pub min: Option<Number>,
    /// The first quartile.
    pub first_quartile: Option<Number>,
    /// The median.
    pub median: Option<Number>,
    /// The third quartile.
    pub third_quartile: Option<Number>,
    /// The highest value.
    pub max: Option<Number>,
    /// The mean.
    pub mean: Option<Number>,
}

/// The values of cells in rows and columns.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct HeatMap {
    /// Its name; empty if it has none.
    #[serde(default)]
    pub label: String,
    /// The labels of the columns.
    pub columns: Vec<String>,
    /// The labels of the rows.
    pub rows: Vec<String>,
    /// The values of each row; null if one is missing.
    pub values: Vec<Vec<Option<Number>>>,
    /// The original number of cells, if `values` are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub total: Option<u64>,
}

/// Hexagonal bins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Hexagons {
    /// Their name; empty if they have none.
    #[serde(default)]
    pub label: String,
    /// The centre of each hexagon, `[x, y]`.
    pub points: Vec<[Coordinate; 2]>,
    /// The value of each hexagon: its count, or what the code computed of it.
    pub values: Vec<Option<Number>>,
    /// The original number of hexagons, if `points` are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub total: Option<u64>,
}

/// The lines of one level, with `level`, or an area between two levels, with `from` and `to`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Contour {
    /// Its values as text.
    #[serde(default)]
    pub label: String,
    /// The value of its lines.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub level: Option<Bound>,
    /// The lowest value of the area.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub from: Option<Bound>,
    /// The highest value of the area.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub to: Option<Bound>,
    /// The points of its lines or borders, `[x, y]`, with a pair of nulls between two pieces.
    pub points: Vec<[Coordinate; 2]>,
    /// The original number of points, if `points` are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}

/// Arrows, or wind barbs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Arrows {
    /// Their name; empty if they have none.
    #[serde(default)]
    pub label: String,
    /// Each arrow as `[x, y, along x, along y]`.
    pub vectors: Vec<[Coordinate; 4]>,
    /// The original number of arrows, if `vectors` are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub total: Option<u64>,
}

/// 3D points: a group of them, a line through them, or the vertices of a surface, each once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
pub struct Points3d {
    /// Their name; empty if they have none.
    #[serde(default)]
    pub label: String,
    /// The points, `[x, y, z]`.
    pub points: Vec<[Coordinate; 3]>,
    /// The original number of points, if `points` are not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    /// The faces of a surface: for each the indices of its vertices among the points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub faces: Option<Vec<Vec<u32>>>,
}
