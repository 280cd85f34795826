//! A figure's data as types: what kind of chart it is, its axes, and its elements with their
//! numbers.
//!
//! The JSON form is the one of `docs/results.md`, which the harness writes and the page draws;
//! `schema.json` is made from these types. [`Chart::tables`] has its numbers as tables, and
//! [`summaries`] says in words what is in it. Knows nothing of models, IO or pages.

mod elements;
#[cfg(feature = "schema")]
mod schema;
pub mod summaries;
pub mod tables;
mod values;

pub use elements::{
    Arrows, Bar, BoxStatistics, Contour, Dash, HeatMap, Hexagons, Points3d, Series, Slice,
    StepStyle, ViolinStatistics,
};
#[cfg(feature = "schema")]
pub use schema::{schema, schema_settings};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Number, Value};
use values::is_false;
pub use values::{Bound, Coordinate};

/// A chart. Texts that are missing are read as empty ones; elements and their numbers must be
/// there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(deny_unknown_fields))]
#[serde(tag = "type", rename_all = "lowercase", rename_all_fields = "camelCase")]
pub enum Chart {
    /// Lines through points, or the layers of stacked areas.
    Line {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// Whether the series are layers on top of each other, each with its own height.
        #[serde(default, skip_serializing_if = "is_false")]
        stacked: bool,
        /// The lines.
        elements: Vec<Series>,
    },
    /// Points.
    Scatter {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The meaning of the colours.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_label: Option<String>,
        /// The unit in `value_label`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_unit: Option<String>,
        /// The groups of points.
        elements: Vec<Series>,
    },
    /// Bars, also those of histograms.
    Bar {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// Whether the bars' labels are on the y axis.
        #[serde(default, skip_serializing_if = "is_false")]
        horizontal: bool,
        /// Whether bars of one label are on top of each other.
        #[serde(default, skip_serializing_if = "is_false")]
        stacked: bool,
        /// The bars.
        elements: Vec<Bar>,
    },
    /// A pie, or a ring.
    Pie {
        /// The title; a pie has no axes.
        #[serde(flatten)]
        axes: Axes,
        /// The slices.
        elements: Vec<Slice>,
    },
    /// Box plots.
    Box {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// Whether the boxes' labels are on the y axis.
        #[serde(default, skip_serializing_if = "is_false")]
        horizontal: bool,
        /// The boxes.
        elements: Vec<BoxStatistics>,
    },
    /// Violin plots.
    Violin {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// Whether the violins' labels are on the y axis.
        #[serde(default, skip_serializing_if = "is_false")]
        horizontal: bool,
        /// The violins.
        elements: Vec<ViolinStatistics>,
    },
    /// Values of cells in rows and columns.
    Heatmap {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The meaning of the colours.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_label: Option<String>,
        /// The unit in `value_label`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_unit: Option<String>,
        /// The heat map.
        elements: Vec<HeatMap>,
    },
    /// Values of hexagonal bins.
    Hexbin {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The meaning of the colours.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_label: Option<String>,
        /// The unit in `value_label`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_unit: Option<String>,
        /// The hexagons.
        elements: Vec<Hexagons>,
    },
    /// Lines of equal value, or the areas between them.
    Contour {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// Whether the elements are areas.
        #[serde(default, skip_serializing_if = "is_false")]
        filled: bool,
        /// The meaning of the colours.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_label: Option<String>,
        /// The unit in `value_label`.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "typescript", ts(optional))]
        value_unit: Option<String>,
        /// The levels, or the areas, in the order of their values.
        elements: Vec<Contour>,
    },
    /// A vector field.
    Quiver {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The arrows.
        elements: Vec<Arrows>,
    },
    /// 3D points.
    Scatter3d {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The groups of points.
        elements: Vec<Points3d>,
    },
    /// 3D lines.
    Line3d {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The lines.
        elements: Vec<Points3d>,
    },
    /// 3D surfaces.
    Surface {
        /// The title and the axes.
        #[serde(flatten)]
        axes: Axes,
        /// The surfaces.
        elements: Vec<Points3d>,
    },
    /// Several charts in one figure: several axes, twin axes, or several kinds of marks in one.
    Several {
        /// The title of the figure; its other fields are those of the only axes, or empty.
        #[serde(flatten)]
        axes: Axes,
        /// The charts.
        elements: Vec<Chart>,
    },
}

/// What every chart has: its title and its axes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
#[allow(clippy::struct_excessive_bools, reason = "fields of the JSON that are written if true")]
pub struct Axes {
    /// The title; empty if there is none.
    pub title: String,
    /// The label of the x axis, as it is written.
    pub x_label: String,
    /// The part of the label in brackets.
    pub x_unit: String,
    /// The scale: `linear`, `log`, `datetime`, `categorical`, or the name of another of
    /// matplotlib's.
    pub x_scale: String,
    /// The label of the y axis.
    pub y_label: String,
    /// The part of the label in brackets.
    pub y_unit: String,
    /// The scale, as of the x axis.
    pub y_scale: String,
    /// The tick labels of the x axis.
    pub x_ticks: Vec<String>,
    /// The tick labels of the y axis.
    pub y_ticks: Vec<String>,
    /// The label of the z axis of a 3D chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub z_label: Option<String>,
    /// The part of the label in brackets.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub z_unit: Option<String>,
    /// The scale, as of the x axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub z_scale: Option<String>,
    /// The tick labels of the z axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub z_ticks: Option<Vec<String>>,
    /// Whether x is an angle in radians, and y the distance from the centre.
    #[serde(default, skip_serializing_if = "is_false")]
    pub polar: bool,
    /// The angle of a polar chart's zero, or of the beginning of a pie, in radians
    /// counterclockwise from the right, if it is not there.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub zero_at: Option<Number>,
    /// Whether the angles of a polar chart, or of a pie, increase clockwise.
    #[serde(default, skip_serializing_if = "is_false")]
    pub clockwise: bool,
    /// The angular labels that the code set, each with its angle.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub angles: Option<Vec<(Number, String)>>,
    /// Whether the chart is drawn over the one before, with its own vertical axis at the right.
    #[serde(default, skip_serializing_if = "is_false")]
    pub over: bool,
    /// Whether the x axis has its largest value at the left.
    #[serde(default, skip_serializing_if = "is_false")]
    pub x_reversed: bool,
    /// Whether the y axis has its largest value at the bottom.
    #[serde(default, skip_serializing_if = "is_false")]
    pub y_reversed: bool,
    /// The lower and the upper end of the x axis, if the code set them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub x_limits: Option<[Coordinate; 2]>,
    /// The same for the y axis.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub y_limits: Option<[Coordinate; 2]>,
    /// The title of the legend, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub legend_title: Option<String>,
    /// Of a whole figure, whether the chart has everything that it shows, so that the page can
    /// draw it in its place.
    #[serde(default, skip_serializing_if = "is_false")]
    pub complete: bool,
}

/// Reads a chart where code can have put anything: what is not a chart is `None`, and not an error.
///
/// # Errors
/// If the value is not JSON.
pub fn if_valid<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Chart>, D::Error> {
    Ok(serde_json::from_value(Value::deserialize(deserializer)?).ok())
}

impl Chart {
    /// Returns the name of its type, as in `type`.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Line { .. } => "line",
            Self::Scatter { .. } => "scatter",
            Self::Bar { .. } => "bar",
            Self::Pie { .. } => "pie",
            Self::Box { .. } => "box",
            Self::Violin { .. } => "violin",
            Self::Heatmap { .. } => "heatmap",
            Self::Hexbin { .. } => "hexbin",
            Self::Contour { .. } => "contour",
            Self::Quiver { .. } => "quiver",
            Self::Scatter3d { .. } => "scatter3d",
            Self::Line3d { .. } => "line3d",
            Self::Surface { .. } => "surface",
            Self::Several { .. } => "several",
        }
    }

    /// Returns the title and the axes.
    #[must_use]
    pub fn axes(&self) -> &Axes {
        match self {
            Self::Line { axes, .. }
            | Self::Scatter { axes, .. }
            | Self::Bar { axes, .. }
            | Self::Pie { axes, .. }
            | Self::Box { axes, .. }
            | Self::Violin { axes, .. }
            | Self::Heatmap { axes, .. }
            | Self::Hexbin { axes, .. }
            | Self::Contour { axes, .. }
            | Self::Quiver { axes, .. }
            | Self::Scatter3d { axes, .. }
            | Self::Line3d { axes, .. }
            | Self::Surface { axes, .. }
            | Self::Several { axes, .. } => axes,
        }
    }

    /// Returns the chart without its view: what only says how the page draws it, and what charts of
    /// earlier versions do not have. What is left is equal if the data is.
    #[must_use]
    pub fn without_view(&self) -> Self {
        let mut chart = self.clone();
        match &mut chart {
            Self::Line { elements, .. } | Self::Scatter { elements, .. } => {
                elements.iter_mut().for_each(|series| series.dash = None);
            }
            Self::Bar { elements, .. } => elements.iter_mut().for_each(|bar| bar.text = None),
            Self::Pie { axes, .. } => (axes.zero_at, axes.clockwise) = (None, false),
            Self::Several { elements, .. } => {
                elements.iter_mut().for_each(|part| *part = part.without_view());
            }
            _ => {}
        }
        let axes = chart.axes_mut();
        (axes.x_reversed, axes.y_reversed, axes.complete) = (false, false, false);
        (axes.x_limits, axes.y_limits, axes.legend_title) = (None, None, None);
        chart
    }

    fn axes_mut(&mut self) -> &mut Axes {
        match self {
            Self::Line { axes, .. }
            | Self::Scatter { axes, .. }
            | Self::Bar { axes, .. }
            | Self::Pie { axes, .. }
            | Self::Box { axes, .. }
            | Self::Violin { axes, .. }
            | Self::Heatmap { axes, .. }
            | Self::Hexbin { axes, .. }
            | Self::Contour { axes, .. }
            | Self::Quiver { axes, .. }
            | Self::Scatter3d { axes, .. }
            | Self::Line3d { axes, .. }
            | Self::Surface { axes, .. }
            | Self::Several { axes, .. } => axes,
        }
    }

    /// Returns the number of its elements: series, bars, slices, or charts.
    #[must_use]
    pub fn count(&self) -> usize {
        match self {
            Self::Line { elements, .. } | Self::Scatter { elements, .. } => elements.len(),
            Self::Bar { elements, .. } => elements.len(),
            Self::Pie { elements, .. } => elements.len(),
            Self::Box { elements, .. } => elements.len(),
            Self::Violin { elements, .. } => elements.len(),
            Self::Heatmap { elements, .. } => elements.len(),
            Self::Hexbin { elements, .. } => elements.len(),
            Self::Contour { elements, .. } => elements.len(),
            Self::Quiver { elements, .. } => elements.len(),
            Self::Scatter3d { elements, .. }
            | Self::Line3d { elements, .. }
            | Self::Surface { elements, .. } => elements.len(),
            Self::Several { elements, .. } => elements.len(),
        }
    }
}

#[cfg(test)]
mod tests;
