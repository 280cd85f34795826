//! The facts of a chart that both texts state: one for a model, one for the user. How they are
//! worded and how exact their numbers are is each text's own.

use serde_json::Number;

use crate::{Chart, Contour, Coordinate, HeatMap, Points3d, Series};

/// An axis; each text is empty if there is none.
pub(crate) struct Axis<'a> {
    pub(crate) label: &'a str,
    pub(crate) unit: &'a str,
    pub(crate) scale: &'a str,
}

/// Returns the axes x and y, in 3D also z; a pie has none.
pub(crate) fn axes(chart: &Chart) -> Vec<Axis<'_>> {
    let axes = chart.axes();
    let z = [&axes.z_label, &axes.z_unit, &axes.z_scale]
        .map(|text| text.as_deref().unwrap_or_default());
    let all = [
        [&*axes.x_label, &*axes.x_unit, &*axes.x_scale],
        [&*axes.y_label, &*axes.y_unit, &*axes.y_scale],
        z,
    ];
    let count = match chart {
        Chart::Pie { .. } => 0,
        Chart::Scatter3d { .. } | Chart::Line3d { .. } | Chart::Surface { .. } => 3,
        _ => 2,
    };
    all.into_iter().take(count).map(|[label, unit, scale]| Axis { label, unit, scale }).collect()
}

/// Returns the meaning of the colours.
pub(crate) fn colours(chart: &Chart) -> Option<&str> {
    match chart {
        Chart::Scatter { value_label, .. }
        | Chart::Heatmap { value_label, .. }
        | Chart::Hexbin { value_label, .. }
        | Chart::Contour { value_label, .. } => {
            value_label.as_deref().filter(|label| !label.is_empty())
        }
        _ => None,
    }
}

/// Returns all places along an axis, by its index, of the chart's points.
pub(crate) fn places(chart: &Chart, axis: usize) -> Vec<&Coordinate> {
    match chart {
        Chart::Line { elements, .. } | Chart::Scatter { elements, .. } => {
            elements.iter().flat_map(|Series { points, .. }| along(points, axis)).collect()
        }
        Chart::Hexbin { elements, .. } => {
            elements.iter().flat_map(|one| along(&one.points, axis)).collect()
        }
        Chart::Contour { elements, .. } => {
            elements.iter().flat_map(|Contour { points, .. }| along(points, axis)).collect()
        }
        Chart::Quiver { elements, .. } => {
            elements.iter().flat_map(|one| along(&one.vectors, axis)).collect()
        }
        Chart::Scatter3d { elements, .. }
        | Chart::Line3d { elements, .. }
        | Chart::Surface { elements, .. } => {
            elements.iter().flat_map(|Points3d { points, .. }| along(points, axis)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the places of points along an axis, without those that are missing.
pub(crate) fn along<const N: usize>(
    points: &[[Coordinate; N]],
    axis: usize,
) -> impl Iterator<Item = &Coordinate> + Clone {
    points
        .iter()
        .filter_map(move |point| point.get(axis))
        .filter(|place| **place != Coordinate::Missing)
}

/// Returns the points of a series that have a value, as their x and this value.
pub(crate) fn valued(series: &Series) -> impl Iterator<Item = (&Coordinate, f64)> + Clone {
    series.points.iter().filter_map(|[x, y]| Some((x, y.as_f64()?)))
}

/// Returns what has the lowest value and what has the highest; the first, if several do.
pub(crate) fn extremes<T: Copy>(
    valued: impl IntoIterator<Item = (T, f64)>,
) -> Option<[(T, f64); 2]> {
    valued.into_iter().fold(None, |found, one| {
        let [lowest, highest] = found.unwrap_or([one; 2]);
        Some([
            if one.1 < lowest.1 { one } else { lowest },
            if one.1 > highest.1 { one } else { highest },
        ])
    })
}

/// Returns the lowest and the highest value.
pub(crate) fn extent(values: impl IntoIterator<Item = f64>) -> Option<[f64; 2]> {
    extremes(values.into_iter().map(|value| ((), value))).map(|ends| ends.map(|(_, value)| value))
}

/// Returns the original number of points, of which the chart may have a part.
pub(crate) fn total<T>(total: Option<u64>, points: &[T]) -> u64 {
    total.unwrap_or(points.len() as u64)
}

/// The statistics that a box or a violin shows; what is not drawn is unknown.
pub(crate) struct Distribution<'a> {
    pub(crate) label: &'a str,
    pub(crate) min: Option<&'a Number>,
    pub(crate) first_quartile: Option<&'a Number>,
    pub(crate) median: Option<&'a Number>,
    pub(crate) third_quartile: Option<&'a Number>,
    pub(crate) max: Option<&'a Number>,
    pub(crate) mean: Option<&'a Number>,
    /// How many there are; a violin has none.
    pub(crate) outliers: Option<usize>,
}

/// Returns the boxes or the violins of a chart.
pub(crate) fn distributions(chart: &Chart) -> Vec<Distribution<'_>> {
    match chart {
        Chart::Box { elements, .. } => elements
            .iter()
            .map(|one| Distribution {
                label: &one.label,
                min: Some(&one.min),
                first_quartile: Some(&one.first_quartile),
                median: one.median.as_ref(),
                third_quartile: Some(&one.third_quartile),
                max: Some(&one.max),
                mean: None,
                outliers: Some(one.outliers.len()),
            })
            .collect(),
        Chart::Violin { elements, .. } => elements
            .iter()
            .map(|one| Distribution {
                label: &one.label,
                min: one.min.as_ref(),
                first_quartile: one.first_quartile.as_ref(),
                median: one.median.as_ref(),
                third_quartile: one.third_quartile.as_ref(),
                max: one.max.as_ref(),
                mean: one.mean.as_ref(),
                outliers: None,
            })
            .collect(),
        _ => Vec::new(),
    }
}

/// Returns the numbers of rows and columns of a heat map.
pub(crate) fn size(map: &HeatMap) -> [usize; 2] {
    [map.values.len(), map.values.iter().map(Vec::len).max().unwrap_or_default()]
}

/// Returns a date without the time of midnight, or with a space before any other time. Other text
/// is unchanged.
pub(crate) fn moment(text: &str) -> String {
    match text.split_once('T') {
        Some((date, time))
            if date.len() == 10 && date.bytes().all(|b| b.is_ascii_digit() || b == b'-') =>
        {
            if time.starts_with("00:00:00") { date.to_owned() } else { format!("{date} {time}") }
        }
        _ => text.to_owned(),
    }
}
