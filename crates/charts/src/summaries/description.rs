//! A chart in words for the user: its type, its axes, and what stands out in each series. Texts of
//! the chart are unchanged; whoever shows them escapes what hides.

use serde_json::Number;
use text::format::{plural, share, short};

use crate::summaries::facts::{self, Distribution, extremes, moment, total};
use crate::{Arrows, Bar, Chart, Contour, Coordinate, HeatMap, Hexagons, Points3d, Series, Slice};

/// More series or elements than this are summarised instead of listed.
const MAX_LISTED_SERIES: usize = 8;

/// Describes a chart for the user, with one or a few sentences per entry.
#[must_use]
pub fn description(chart: &Chart) -> Vec<String> {
    let title = &chart.axes().title;
    if let Chart::Several { elements, .. } = chart {
        let title = if title.is_empty() { String::new() } else { format!("“{title}”: ") };
        let head = format!("{title}{} in one figure.", plural(elements.len() as u64, "chart"));
        return [head]
            .into_iter()
            .chain(elements.iter().take(MAX_LISTED_SERIES).flat_map(description))
            .collect();
    }
    let title = if title.is_empty() { String::new() } else { format!(" “{title}”") };
    let mut lines = vec![format!("{}{title}.", name(chart))];
    lines.extend(axes(chart));
    lines.extend(facts::colours(chart).map(|colours| format!("Colours: {colours}.")));
    lines.extend(details(chart));
    lines
}

fn name(chart: &Chart) -> &'static str {
    match chart {
        Chart::Line { .. } => "Line chart",
        Chart::Scatter { .. } => "Scatter plot",
        Chart::Bar { .. } => "Bar chart",
        Chart::Pie { .. } => "Pie chart",
        Chart::Box { .. } => "Box plot",
        Chart::Violin { .. } => "Violin plot",
        Chart::Heatmap { .. } => "Heat map",
        Chart::Hexbin { .. } => "Hexagons",
        Chart::Contour { .. } => "Contours",
        Chart::Quiver { .. } => "Vector field",
        Chart::Scatter3d { .. } => "3D scatter plot",
        Chart::Line3d { .. } => "3D lines",
        Chart::Surface { .. } => "Surface",
        Chart::Several { .. } => "Charts",
    }
}

fn details(chart: &Chart) -> Vec<String> {
    match chart {
        Chart::Line { elements, .. } => listed(elements, ["series", "series"], line),
        Chart::Scatter { elements, .. } => listed(elements, ["group", "groups"], group),
        Chart::Bar { elements, .. } => bars(elements),
        Chart::Pie { elements, .. } => vec![slices(elements)],
        Chart::Box { .. } => {
            listed(&facts::distributions(chart), ["box", "boxes"], |one| distribution(one, "box"))
        }
        Chart::Violin { .. } => {
            listed(&facts::distributions(chart), ["violin", "violins"], |one| {
                distribution(one, "violin")
            })
        }
        Chart::Heatmap { elements, .. } => elements.first().map(cells).into_iter().collect(),
        Chart::Hexbin { elements, .. } => elements.iter().map(hexagons).collect(),
        Chart::Contour { elements, filled, .. } => vec![levels(elements, *filled)],
        Chart::Quiver { elements, .. } => elements.iter().map(arrows).collect(),
        Chart::Scatter3d { elements, .. }
        | Chart::Line3d { elements, .. }
        | Chart::Surface { elements, .. } => listed(elements, ["group", "groups"], places),
        Chart::Several { .. } => Vec::new(),
    }
}

/// Describes the axes that have a label, a range or a scale worth a word.
fn axes(chart: &Chart) -> Vec<String> {
    let polar = chart.axes().polar;
    let axes = facts::axes(chart);
    let names = match axes.len() {
        _ if polar => ["Angle (in radians)", "Radius", ""],
        3 => ["First", "Second", "Third"],
        _ => ["Horizontal", "Vertical", ""],
    };
    let described = axes.iter().zip(names).enumerate().filter_map(|(at, (axis, name))| {
        let range = range(&facts::places(chart, at));
        let scale = if axis.scale == "log" { ", logarithmic" } else { "" };
        let words = match axis.label {
            "" if range.is_empty() && scale.is_empty() => return None,
            "" if polar => name.to_owned(),
            "" => format!("{name} axis"),
            label => format!("{name} axis: {label}"),
        };
        Some(format!("{words}{range}{scale}."))
    });
    described.collect()
}

/// Describes the range of places along an axis: of numbers by their extent, of others from first to
/// last.
fn range(places: &[&Coordinate]) -> String {
    let numbers: Option<Vec<f64>> = places.iter().map(|place| place.as_f64()).collect();
    let ends = match numbers {
        Some(numbers) => facts::extent(numbers).map(|ends| ends.map(short)),
        None => places.first().zip(places.last()).map(|(first, last)| [place(first), place(last)]),
    };
    match ends {
        None => String::new(),
        Some([first, last]) if first == last => format!(", {first}"),
        Some([first, last]) => format!(", from {first} to {last}"),
    }
}

/// Describes elements, and says how many are left out.
fn listed<T>(
    elements: &[T],
    [one, many]: [&str; 2],
    describe: impl Fn(&T) -> String,
) -> Vec<String> {
    let mut lines: Vec<String> = elements.iter().take(MAX_LISTED_SERIES).map(describe).collect();
    match elements.len().saturating_sub(MAX_LISTED_SERIES) {
        0 => {}
        1 => lines.push(format!("And 1 more {one}.")),
        more => lines.push(format!("And {more} more {many}.")),
    }
    lines
}

/// Describes the extremes of a line and its trend.
fn line(series: &Series) -> String {
    let name = if series.label.is_empty() {
        "The line".to_owned()
    } else {
        format!("“{}”", series.label)
    };
    let Some([lowest, highest]) = extremes(facts::valued(series)) else {
        return format!("{name} has no values.");
    };
    let size = plural(total(series.total, &series.points), "point");
    if lowest.1 == highest.1 {
        return format!("{name}, {size}: always {}.", short(lowest.1));
    }
    let at = |(x, y): (&Coordinate, f64)| format!("{} at {}", short(y), place(x));
    let trend = trend(&along_axis(series), highest.1 - lowest.1);
    format!("{name}, {size}: highest {}, lowest {}; {trend}.", at(highest), at(lowest))
}

/// Returns the values of a series from the beginning of its axis to the end, in whatever order code
/// has drawn them: numbers and dates have an order, other names that of the series.
fn along_axis(series: &Series) -> Vec<f64> {
    let mut points: Vec<(&Coordinate, f64)> = facts::valued(series).collect();
    let dated = |text: &str| {
        let day = text.as_bytes().get(..10);
        day.is_some_and(|day| day.iter().all(|byte| byte.is_ascii_digit() || *byte == b'-'))
    };
    if points.iter().all(|(x, _)| x.as_f64().is_some()) {
        points.sort_by(|(one, _), (other, _)| {
            one.as_f64().unwrap_or_default().total_cmp(&other.as_f64().unwrap_or_default())
        });
    } else if points.iter().all(|(x, _)| matches!(x, Coordinate::Text(text) if dated(text))) {
        points.sort_by(|(one, _), (other, _)| match (one, other) {
            (Coordinate::Text(one), Coordinate::Text(other)) => one.cmp(other),
            _ => std::cmp::Ordering::Equal,
        });
    }
    points.into_iter().map(|(_, y)| y).collect()
}

/// Describes the trend from the first value to the last, by linear regression, unless the ends say
/// the opposite. There are at least two values.
fn trend(values: &[f64], extent: f64) -> String {
    let count = values.len() as f64;
    let middle = (count - 1.0) / 2.0;
    let mean = values.iter().sum::<f64>() / count;
    let distance = |at: usize| at as f64 - middle;
    let both: f64 =
        values.iter().enumerate().map(|(at, value)| distance(at) * (value - mean)).sum();
    let squares: f64 = (0..values.len()).map(|at| distance(at).powi(2)).sum();
    let change = both / squares * (count - 1.0);
    let ends =
        values.last().copied().unwrap_or_default() - values.first().copied().unwrap_or_default();
    let direction = match change {
        _ if change.abs() < 0.2 * extent || change * ends < 0.0 => "no clear trend",
        _ if change > 0.0 => "rising overall",
        _ => "falling overall",
    };
    let [first, last] =
        [values.first(), values.last()].map(|end| short(end.copied().unwrap_or_default()));
    format!("{direction}, {first} at first, {last} at last")
}

/// Describes a group of points, and how x and y are related.
fn group(series: &Series) -> String {
    let Series { label, points, .. } = series;
    let known: Vec<[f64; 2]> =
        facts::valued(series).filter_map(|(x, y)| Some([x.as_f64()?, y])).collect();
    format!("{}{}{}.", named(label), plural(total(series.total, points), "point"), relation(&known))
}

fn relation(points: &[[f64; 2]]) -> String {
    let [x, y] = [0, 1]
        .map(|side| points.iter().map(|point| point[side]).sum::<f64>() / points.len() as f64);
    let sum = |product: fn(f64, f64) -> f64| {
        points.iter().map(|point| product(point[0] - x, point[1] - y)).sum()
    };
    let [both, first, second]: [f64; 3] = [sum(|x, y| x * y), sum(|x, _| x * x), sum(|_, y| y * y)];
    if points.len() < 3 || first == 0.0 || second == 0.0 {
        return String::new();
    }
    let correlation = both / (first * second).sqrt();
    let strength = match correlation.abs() {
        size if size < 0.2 => "hardly related",
        size if size < 0.5 => "weakly related",
        size if size < 0.8 => "moderately related",
        _ => "strongly related",
    };
    let direction = match correlation {
        _ if correlation.abs() < 0.2 => "",
        _ if correlation > 0.0 => ", rising together",
        _ => ", one falling as the other rises",
    };
    format!(
        "; {strength}{direction} (correlation {})",
        short((correlation * 100.0).round() / 100.0)
    )
}

fn bars(elements: &[Bar]) -> Vec<String> {
    let known: Vec<(&Bar, f64)> =
        elements.iter().filter_map(|bar| Some((bar, bar.value.as_ref()?.as_f64()?))).collect();
    let name = |bar: &Bar| match bar.group.as_str() {
        "" => bar.label.clone(),
        group => format!("{} ({group})", bar.label),
    };
    let Some([lowest, highest]) = extremes(known.iter().copied()) else { return Vec::new() };
    if known.len() <= MAX_LISTED_SERIES {
        let all: Vec<String> =
            known.iter().map(|(bar, value)| format!("{}: {}", name(bar), short(*value))).collect();
        return vec![format!("{}.", all.join("; "))];
    }
    let with = |(bar, value): (&Bar, f64)| format!("{} with {}", name(bar), short(value));
    vec![format!(
        "{}: highest {}, lowest {}.",
        plural(known.len() as u64, "bar"),
        with(highest),
        with(lowest)
    )]
}

fn slices(elements: &[Slice]) -> String {
    let mut sorted: Vec<(&str, f64)> = elements
        .iter()
        .map(|slice| (&*slice.label, slice.value.as_f64().unwrap_or_default()))
        .collect();
    sorted.sort_by(|a, b| b.1.total_cmp(&a.1));
    let (largest, rest) = sorted.split_at(sorted.len().min(MAX_LISTED_SERIES));
    let mut parts: Vec<String> =
        largest.iter().map(|(label, part)| format!("{label} {}", share(*part))).collect();
    if !rest.is_empty() {
        let sum = rest.iter().map(|(_, part)| part).sum();
        parts.push(format!("{} {}", plural(rest.len() as u64, "other"), share(sum)));
    }
    format!("{}.", parts.join(", "))
}

/// Describes a box or a violin.
fn distribution(one: &Distribution, kind: &str) -> String {
    let name = if one.label.is_empty() { format!("The {kind}") } else { one.label.to_owned() };
    let number = |number: Option<&Number>| number.and_then(Number::as_f64).map(short);
    let pair = |low, high| number(low).zip(number(high));
    let parts = [
        number(one.median).map(|median| format!("median {median}")),
        number(one.mean).map(|mean| format!("mean {mean}")),
        pair(one.first_quartile, one.third_quartile)
            .map(|(low, high)| format!("half of it between {low} and {high}")),
        pair(one.min, one.max).map(|(low, high)| match one.outliers {
            Some(_) => format!("whiskers from {low} to {high}"),
            None => format!("ends at {low} and {high}"),
        }),
        one.outliers.filter(|count| *count > 0).map(|count| plural(count as u64, "outlier")),
    ];
    format!("{name}: {}.", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

fn hexagons(element: &Hexagons) -> String {
    let size = plural(total(element.total, &element.points), "hexagon");
    let valued = element.points.iter().zip(&element.values);
    let valued = valued.filter_map(|(centre, value)| Some((centre, value.as_ref()?.as_f64()?)));
    match extremes(valued) {
        None => format!("{size}."),
        Some([_, ([x, y], value)]) => {
            format!("{size}; the highest, {}, at {}, {}.", short(value), place(x), place(y))
        }
    }
}

fn levels(elements: &[Contour], filled: bool) -> String {
    let labels: Vec<&str> =
        elements.iter().take(2 * MAX_LISTED_SERIES).map(|level| &*level.label).collect();
    let more = if elements.len() > labels.len() { " and more" } else { "" };
    let size = plural(elements.len() as u64, if filled { "area" } else { "level" });
    format!("{size}: {}{more}.", labels.join(", "))
}

fn arrows(element: &Arrows) -> String {
    let size = plural(total(element.total, &element.vectors), "arrow");
    let long = element.vectors.iter().filter_map(|[x, y, u, v]| {
        let (u, v) = (u.as_f64()?, v.as_f64()?);
        Some(((x, y, u, v), u.hypot(v)))
    });
    match extremes(long) {
        None => format!("{size}."),
        Some([_, ((x, y, u, v), _)]) => {
            format!(
                "{size}; the longest, ({}, {}), at {}, {}.",
                short(u),
                short(v),
                place(x),
                place(y)
            )
        }
    }
}

fn places(element: &Points3d) -> String {
    format!("{}{}.", named(&element.label), plural(total(element.total, &element.points), "point"))
}

fn cells(map: &HeatMap) -> String {
    let [rows, columns] = facts::size(map);
    let size = format!("{} and {}", plural(rows as u64, "row"), plural(columns as u64, "column"));
    let known = map.values.iter().enumerate().flat_map(|(row, values)| {
        let values = values.iter().enumerate();
        values.filter_map(move |(column, value)| Some(((row, column), value.as_ref()?.as_f64()?)))
    });
    let Some([lowest, highest]) = extremes(known) else { return format!("{size}.") };
    let name =
        |names: &[String], at: usize| names.get(at).cloned().unwrap_or_else(|| at.to_string());
    let at = |((row, column), value): ((usize, usize), f64)| {
        format!("{} at {}, {}", short(value), name(&map.rows, row), name(&map.columns, column))
    };
    format!("{size}; highest {}; lowest {}.", at(highest), at(lowest))
}

/// Returns a label as the beginning of a sentence.
fn named(label: &str) -> String {
    if label.is_empty() { String::new() } else { format!("“{label}”, ") }
}

/// Formats a place on an axis.
fn place(place: &Coordinate) -> String {
    match place {
        Coordinate::Number(number) => short(number.as_f64().unwrap_or_default()),
        Coordinate::Text(text) => moment(text),
        Coordinate::Missing => "none".to_owned(),
    }
}

#[cfg(test)]
mod tests;
