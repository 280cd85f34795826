//! A chart's data as text for a model: what it is, its axes, and for each series the numbers that a
//! question could be about.
//!
//! The chart comes from the interpreter, so its texts and counts can be anything.

use serde_json::Number;
use text::format::plural;

use crate::summaries::facts::{self, Distribution, along, extremes, total};
use crate::summaries::label;
use crate::{Arrows, Bar, Chart, Contour, Coordinate, HeatMap, Hexagons, Points3d, Series, Slice};

/// The most charts of one figure, and how deep they may be nested.
const MAX_CHARTS: usize = 6;
const MAX_DEPTH: u32 = 2;
/// The most series that are described, the most points of each, and the most bars.
const MAX_SERIES: usize = 12;
const MAX_POINTS: usize = 24;
const MAX_BARS: usize = 40;
/// The most cells of a heat map.
const MAX_CELLS: usize = 100;

/// Describes a chart in words; returns `None` if there is nothing to say.
pub fn chart(chart: &Chart) -> Option<String> {
    let mut lines = Vec::new();
    describe(chart, 0, &mut lines);
    let text = lines.join("\n");
    (!text.is_empty()).then_some(text)
}

fn describe(chart: &Chart, depth: u32, lines: &mut Vec<String>) {
    let count = chart.count();
    if count == 0 || depth > MAX_DEPTH {
        return;
    }
    if let Chart::Several { elements, .. } = chart {
        lines.push(format!("{count} charts:"));
        elements.iter().take(MAX_CHARTS).for_each(|inner| describe(inner, depth + 1, lines));
        return;
    }
    lines.push(head(chart));
    match chart {
        Chart::Line { elements, .. } | Chart::Scatter { elements, .. } => {
            each(elements, series, "series", lines)
        }
        Chart::Hexbin { elements, .. } => each(elements, cells, "series", lines),
        Chart::Contour { elements, .. } => each(elements, level, "levels", lines),
        Chart::Quiver { elements, .. } => each(elements, arrows, "series", lines),
        Chart::Scatter3d { elements, .. }
        | Chart::Line3d { elements, .. }
        | Chart::Surface { elements, .. } => each(elements, points_3d, "series", lines),
        Chart::Bar { elements, .. } => bars(elements, bar, lines),
        Chart::Pie { elements, .. } => bars(elements, slice, lines),
        Chart::Box { .. } | Chart::Violin { .. } => {
            lines.extend(facts::distributions(chart).iter().take(MAX_BARS).map(distribution));
        }
        Chart::Heatmap { elements, .. } => elements.iter().take(1).for_each(|map| heat(map, lines)),
        Chart::Several { .. } => {}
    }
}

/// Returns the type, the title and the axes.
fn head(chart: &Chart) -> String {
    let (kind, axes) = (chart.kind(), chart.axes());
    let horizontal = match chart {
        Chart::Bar { horizontal: true, .. }
        | Chart::Box { horizontal: true, .. }
        | Chart::Violin { horizontal: true, .. } => "horizontal ",
        _ => "",
    };
    let polar = if axes.polar { " (x is the angle in radians, y the radius)" } else { "" };
    let mut head = format!("Chart data: {horizontal}{kind}{polar}");
    if let Some(title) = label(&axes.title) {
        head.push_str(&format!(", {title:?}"));
    }
    for (name, axis) in ["x", "y", "z"].into_iter().zip(facts::axes(chart)) {
        let name_of_axis = label(axis.label);
        let unit = label(axis.unit)
            .filter(|unit| name_of_axis.as_ref().is_none_or(|name| !name.contains(unit.as_str())));
        let unit = unit.map(|unit| format!("in {unit}"));
        let parts: Vec<String> =
            [name_of_axis, unit, label(axis.scale)].into_iter().flatten().collect();
        if !parts.is_empty() {
            head.push_str(&format!("; {name}: {}", parts.join(", ")));
        }
    }
    if let Some(colours) = facts::colours(chart).and_then(label) {
        head.push_str(&format!("; colour: {colours}"));
    }
    head
}

/// Writes each element with its own function, and how many are left out.
fn each<T>(elements: &[T], describe: fn(&T) -> String, name: &str, lines: &mut Vec<String>) {
    lines.extend(elements.iter().take(MAX_SERIES).map(describe));
    let more = elements.len().saturating_sub(MAX_SERIES);
    if more > 0 {
        lines.push(format!("and {more} more {name}"));
    }
}

/// Describes the count and extremes of a series, and some of its points.
fn series(element: &Series) -> String {
    let points = &element.points;
    let count = total(element.total, points);
    let mut text = format!("- {}{count} points", named(&element.label));
    if let Some([lowest, highest]) = extremes(facts::valued(element)) {
        let at = |(x, y): (&Coordinate, f64)| format!("{} at {}", rounded(y), coordinate(x));
        text.push_str(&format!(", min {}, max {}", at(lowest), at(highest)));
    }
    let colours = element.values.iter().flatten().flatten().filter_map(Number::as_f64);
    if let Some([least, most]) = facts::extent(colours).map(|ends| ends.map(rounded)) {
        text.push_str(&format!(", colours from {least} to {most}"));
    }
    let some = thinned(points).map(|[x, y]| format!("({}, {})", coordinate(x), coordinate(y)));
    format!("{text}; {}", listed(some.collect(), count))
}

/// Returns a label as the beginning of an element's line.
fn named(text: &str) -> String {
    label(text).map(|label| format!("{label:?}, ")).unwrap_or_default()
}

/// Lists items, and says whether they are all.
fn listed(some: Vec<String>, count: u64) -> String {
    let word = if (some.len() as u64) < count { "some of them" } else { "they are" };
    format!("{word}: {}", some.join(" "))
}

/// Describes the extent of points along one of their axes.
fn span<const N: usize>(points: &[[Coordinate; N]], axis: usize, name: &str) -> String {
    facts::extent(along(points, axis).filter_map(Coordinate::as_f64))
        .map(|[least, most]| format!(", {name} from {} to {}", rounded(least), rounded(most)))
        .unwrap_or_default()
}

/// Describes the number of hexagons, and those with the highest values.
fn cells(element: &Hexagons) -> String {
    let valued = element.points.iter().zip(&element.values);
    let mut held: Vec<(&[Coordinate; 2], f64)> =
        valued.filter_map(|(point, value)| Some((point, value.as_ref()?.as_f64()?))).collect();
    held.sort_by(|a, b| b.1.total_cmp(&a.1));
    let most: Vec<String> = held
        .iter()
        .take(MAX_POINTS)
        .map(|([x, y], value)| {
            format!("{} at ({}, {})", rounded(*value), coordinate(x), coordinate(y))
        })
        .collect();
    let (name, count) = (named(&element.label), total(element.total, &element.points));
    format!("- {name}{count} hexagons; those that hold the most: {}", most.join(" "))
}

/// Describes a level, and the extent of its lines.
fn level(element: &Contour) -> String {
    let [x, y] = [(0, "x"), (1, "y")].map(|(axis, name)| span(&element.points, axis, name));
    format!("- level {}{x}{y}", label(&element.label).unwrap_or_default())
}

/// Describes the number of arrows, and some of them.
fn arrows(element: &Arrows) -> String {
    let some = thinned(&element.vectors).map(|arrow| {
        let [x, y, u, v] = arrow.each_ref().map(coordinate);
        format!("({u}, {v}) at ({x}, {y})")
    });
    let count = total(element.total, &element.vectors);
    format!("- {}{count} arrows; {}", named(&element.label), listed(some.collect(), count))
}

/// Describes the number of 3D points, their extent, and some of them.
fn points_3d(element: &Points3d) -> String {
    let points = &element.points;
    let count = total(element.total, points);
    let extents =
        [(0, "x"), (1, "y"), (2, "z")].map(|(axis, name)| span(points, axis, name)).concat();
    let some = thinned(points).map(|point| {
        let [x, y, z] = point.each_ref().map(coordinate);
        format!("({x}, {y}, {z})")
    });
    format!("- {}{count} points{extents}; {}", named(&element.label), listed(some.collect(), count))
}

/// Returns at most [`MAX_POINTS`] items, evenly spaced, with both ends.
fn thinned<T>(all: &[T]) -> impl Iterator<Item = &T> {
    let count = all.len().min(MAX_POINTS);
    let step = move |at: usize| if count < 2 { 0 } else { at * (all.len() - 1) / (count - 1) };
    (0..count).filter_map(move |at| all.get(step(at)))
}

fn bars<T>(elements: &[T], describe: fn(&T) -> String, lines: &mut Vec<String>) {
    let shown: Vec<String> = elements.iter().take(MAX_BARS).map(describe).collect();
    lines.push(shown.join("; "));
    if elements.len() > MAX_BARS {
        lines.push(format!("and {} more", elements.len() - MAX_BARS));
    }
}

fn bar(element: &Bar) -> String {
    let group = label(&element.group).map(|group| format!(" ({group})")).unwrap_or_default();
    let name = label(&element.label).unwrap_or_default();
    let from =
        element.base.as_ref().map(|base| format!(" from {}", coordinate(base))).unwrap_or_default();
    format!("{name}{group}: {}{from}", optional(element.value.as_ref()))
}

fn slice(element: &Slice) -> String {
    let share = element.value.as_f64().unwrap_or_default();
    format!("{}: {} %", label(&element.label).unwrap_or_default(), rounded(share * 100.0))
}

/// Describes a box or a violin by its minimum, quartiles, maximum and mean.
fn distribution(one: &Distribution) -> String {
    let statistics = [
        ("min", one.min),
        ("first quartile", one.first_quartile),
        ("median", one.median),
        ("third quartile", one.third_quartile),
        ("max", one.max),
        ("mean", one.mean),
    ];
    let known = statistics
        .into_iter()
        .filter_map(|(name, value)| Some(format!("{name} {}", number(value?))));
    let outliers = one.outliers.map(|count| plural(count as u64, "outlier"));
    let parts: Vec<String> = known.chain(outliers).collect();
    format!("- {:?}: {}", label(one.label).unwrap_or_default(), parts.join(", "))
}

fn heat(map: &HeatMap, lines: &mut Vec<String>) {
    let [height, width] = facts::size(map);
    let [rows, columns] =
        [(height, "row"), (width, "column")].map(|(count, of)| plural(count as u64, of));
    lines.push(format!("{rows} and {columns}"));
    if height * width <= MAX_CELLS {
        let name = |name: &String| label(name).unwrap_or_default();
        let columns: Vec<String> = map.columns.iter().take(width).map(name).collect();
        lines.push(format!("columns: {}", columns.join(", ")));
        for (name, row) in map.rows.iter().map(name).zip(&map.values) {
            let row: Vec<String> = row.iter().map(|value| optional(value.as_ref())).collect();
            lines.push(format!("- {name}: {}", row.join(", ")));
        }
    }
}

/// Formats a place on an axis.
fn coordinate(place: &Coordinate) -> String {
    match place {
        Coordinate::Number(value) => number(value),
        Coordinate::Text(text) => crate::summaries::line(&facts::moment(text)),
        Coordinate::Missing => optional(None),
    }
}

fn optional(value: Option<&Number>) -> String {
    value.map_or_else(|| "none".to_owned(), number)
}

fn number(number: &Number) -> String {
    match number.as_f64() {
        Some(value) if number.is_f64() => rounded(value),
        _ => number.to_string(),
    }
}

/// Rounds to six digits for a small number and two decimals for a large one: enough to answer with,
/// without floating-point noise.
fn rounded(number: f64) -> String {
    const WHOLE: f64 = 9_007_199_254_740_992.0;
    let size = number.abs();
    let mut scale = if size >= 1000.0 { 100.0 } else { 1.0 };
    while size > 0.0 && size * scale < 1e5 && scale < 1e300 {
        scale *= 10.0;
    }
    let value = if size < WHOLE { (number * scale).round() / scale } else { number };
    if value.trunc() == value && size < WHOLE {
        return (value as i64).to_string();
    }
    serde_json::Number::from_f64(value).map_or_else(String::new, |number| number.to_string())
}
