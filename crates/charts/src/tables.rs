//! The numbers of a chart as tables, for users who prefer reading.

use std::collections::{HashMap, HashSet};

use serde::Serialize;
use serde_json::{Number, Value};

use crate::{Axes, Bar, BoxStatistics, Chart, Contour, HeatMap, Points3d, Series, Slice};
use crate::{Coordinate, ViolinStatistics};

/// The largest number of groups that are columns; more are easier to read as rows.
const MAX_GROUP_COLUMNS: usize = 12;

/// A table in the form of a result's data (`TableData` in `crates/kernel`).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Table {
    /// The names of the columns, each one once.
    pub columns: Vec<String>,
    /// The type of each column: `text`, `integer`, `number` or `datetime`.
    pub types: Vec<&'static str>,
    /// How many of the first columns name the rows.
    pub index_columns: usize,
    /// The rows, each as long as `columns`; null is a missing value.
    pub rows: Vec<Vec<Value>>,
    /// The number of rows.
    pub total_rows: usize,
}

/// A table with its title, which may be empty.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Titled {
    /// The title.
    pub title: String,
    /// The table.
    pub data: Table,
}

impl Chart {
    /// Returns the chart's numbers: a table for each of its axes.
    #[must_use]
    pub fn tables(&self) -> Vec<Titled> {
        let title = &self.axes().title;
        if let Self::Several { elements, .. } = self {
            let inner = elements.iter().map(Self::tables).enumerate();
            return inner
                .flat_map(|(at, tables)| tables.into_iter().map(move |table| (at, table)))
                .map(|(at, Titled { title: own, data })| {
                    let part = || {
                        if title.is_empty() { format!("Part {}", at + 1) } else { title.clone() }
                    };
                    Titled { title: if own.is_empty() { part() } else { own }, data }
                })
                .collect();
        }
        let data = match self {
            Self::Several { .. } => return Vec::new(),
            Self::Line { axes, elements, .. } => points(axes, "", elements),
            Self::Scatter { axes, elements, value_label, .. } => {
                points(axes, value_label.as_deref().unwrap_or_default(), elements)
            }
            Self::Hexbin { axes, elements, value_label, .. } => {
                let series = elements.iter().map(|hexagons| Series {
                    label: hexagons.label.clone(),
                    points: hexagons.points.clone(),
                    total: None,
                    dash: None,
                    step: None,
                    x_errors: None,
                    y_errors: None,
                    values: Some(hexagons.values.clone()),
                    sizes: None,
                });
                let series: Vec<Series> = series.collect();
                points(axes, value_label.as_deref().unwrap_or_default(), &series)
            }
            Self::Bar { axes, horizontal, elements, .. } => bars(axes, *horizontal, elements),
            Self::Pie { elements, .. } => slices(elements),
            Self::Box { elements, .. } => boxes(elements),
            Self::Violin { elements, .. } => violins(elements),
            Self::Heatmap { axes, elements, .. } => cells(axes, elements),
            Self::Contour { axes, elements, .. } => levels(axes, elements),
            Self::Quiver { axes, elements } => {
                let rows = elements.iter().flat_map(|arrows| &arrows.vectors);
                let rows: Vec<Vec<Value>> =
                    rows.map(|one| one.iter().map(coordinate).collect()).collect();
                let scales = [axes.x_scale.as_str(), axes.y_scale.as_str(), "", ""];
                let types = typed(&scales, &rows, 0);
                let names = [or(&axes.x_label, "x"), or(&axes.y_label, "y"), "along x", "along y"];
                table(&names, types, 0, rows)
            }
            Self::Scatter3d { axes, elements }
            | Self::Line3d { axes, elements }
            | Self::Surface { axes, elements } => places(axes, elements),
        };
        vec![Titled { title: title.clone(), data }]
    }
}

/// Series with the same x values are columns; others, and those with further values, are rows.
fn points(axes: &Axes, value_label: &str, series: &[Series]) -> Table {
    let (x, y) = (or(&axes.x_label, "x"), or(&axes.y_label, "y"));
    let name = |at: usize, label: &str| match label {
        "" if series.len() == 1 => y.to_owned(),
        "" => format!("{y} {}", at + 1),
        label => label.to_owned(),
    };
    let names: Vec<String> =
        series.iter().enumerate().map(|(at, one)| name(at, &one.label)).collect();
    let all = |at: usize| {
        series.iter().flat_map(move |one| one.points.iter().map(move |point| &point[at]))
    };
    let kinds = [kind(&axes.x_scale, all(0)), kind(&axes.y_scale, all(1))];
    let valued = series.iter().any(|one| one.values.is_some());
    let sized = series.iter().any(|one| one.sizes.is_some());
    if !valued && !sized && series.len() <= MAX_GROUP_COLUMNS && are_aligned(series) {
        let count = series.first().map_or(0, |one| one.points.len());
        let row = |at: usize| {
            let first = series
                .first()
                .and_then(|one| one.points.get(at))
                .map(|point| coordinate(&point[0]));
            let values = series
                .iter()
                .map(|one| one.points.get(at).map_or(Value::Null, |point| coordinate(&point[1])));
            first.into_iter().chain(values).collect()
        };
        let mut types = vec![kinds[0]];
        types.extend(names.iter().map(|_| kinds[1]));
        // The name of x may be that of a series too, since the user sees it above another kind of
        // values.
        let mut made = table(&names, Vec::new(), 1, (0..count).map(row).collect());
        made.columns.insert(0, x.to_owned());
        made.types = types;
        return made;
    }
    let extras = [(valued, or(value_label, "value")), (sized, "size")];
    let rows = series.iter().zip(&names).flat_map(|(one, name)| {
        one.points.iter().enumerate().map(move |(at, [first, second])| {
            let extra = |numbers: &Option<Vec<Option<Number>>>| {
                number(
                    numbers.as_ref().and_then(|numbers| numbers.get(at)).and_then(Option::as_ref),
                )
            };
            let mut row = vec![Value::from(name.as_str()), coordinate(first), coordinate(second)];
            row.extend(valued.then(|| extra(&one.values)));
            row.extend(sized.then(|| extra(&one.sizes)));
            row
        })
    });
    let mut columns = vec!["series", x, y];
    let mut types = vec!["text", kinds[0], kinds[1]];
    for (_, name) in extras.iter().filter(|(is_there, _)| *is_there) {
        columns.push(name);
        types.push("number");
    }
    table(&columns, types, 1, rows.collect())
}

/// Returns whether all series have the same x values.
fn are_aligned(series: &[Series]) -> bool {
    let Some((first, others)) = series.split_first() else { return true };
    let xs = |one: &Series| one.points.iter().map(|[x, _]| x.clone()).collect::<Vec<_>>();
    let expected = xs(first);
    others.iter().all(|one| xs(one) == expected)
}

fn bars(axes: &Axes, horizontal: bool, bars: &[Bar]) -> Table {
    let (across, along) =
        if horizontal { (&axes.y_label, &axes.x_label) } else { (&axes.x_label, &axes.y_label) };
    let (across, along) = (or(across, "label"), or(along, "value"));
    let text = |text: &str| Value::from(text);
    if bars.iter().any(|bar| bar.base.is_some()) {
        let zero = Coordinate::Number(0.into());
        let base = |bar: &Bar| bar.base.clone().unwrap_or_else(|| zero.clone());
        let bases: Vec<Coordinate> = bars.iter().map(base).collect();
        let rows = bars.iter().zip(&bases).map(|(bar, base)| {
            vec![text(&bar.label), text(&bar.group), coordinate(base), number(bar.value.as_ref())]
        });
        let types = vec!["text", "text", kind("", bases.iter()), "number"];
        return table(&[across, "group", "from", along], types, 1, rows.collect());
    }
    let groups = distinct(bars.iter().map(|bar| bar.group.as_str()));
    if groups.len() > MAX_GROUP_COLUMNS {
        let rows = bars
            .iter()
            .map(|bar| vec![text(&bar.group), text(&bar.label), number(bar.value.as_ref())]);
        return table(&["group", across, along], vec!["text", "text", "number"], 1, rows.collect());
    }
    if groups.len() < 2 {
        let rows = bars.iter().map(|bar| vec![text(&bar.label), number(bar.value.as_ref())]);
        return table(&[across, along], vec!["text", "number"], 1, rows.collect());
    }
    let values: HashMap<(&str, &str), Option<&Number>> = bars
        .iter()
        .map(|bar| ((bar.label.as_str(), bar.group.as_str()), bar.value.as_ref()))
        .collect();
    let rows = distinct(bars.iter().map(|bar| bar.label.as_str())).into_iter().map(|label| {
        let value = |group: &&str| number(values.get(&(label, *group)).copied().flatten());
        [text(label)].into_iter().chain(groups.iter().map(value)).collect()
    });
    let rows: Vec<Vec<Value>> = rows.collect();
    let name = |(at, group): (usize, &&str)| match *group {
        "" => format!("series {}", at + 1),
        group => group.to_owned(),
    };
    let columns: Vec<String> =
        [across.to_owned()].into_iter().chain(groups.iter().enumerate().map(name)).collect();
    let mut types = vec!["text"];
    types.extend(groups.iter().map(|_| "number"));
    table(&columns, types, 1, rows)
}

fn slices(slices: &[Slice]) -> Table {
    let share = |slice: &Slice| Value::from(slice.value.as_f64().map(|value| value * 100.0));
    let rows = slices.iter().map(|slice| vec![Value::from(slice.label.as_str()), share(slice)]);
    table(&["label", "share in %"], vec!["text", "number"], 1, rows.collect())
}

fn boxes(boxes: &[BoxStatistics]) -> Table {
    let columns =
        ["label", "minimum", "first quartile", "median", "third quartile", "maximum", "outliers"];
    let rows = boxes.iter().map(|one| {
        vec![
            Value::from(one.label.as_str()),
            number(Some(&one.min)),
            number(Some(&one.first_quartile)),
            number(one.median.as_ref()),
            number(Some(&one.third_quartile)),
            number(Some(&one.max)),
            Value::from(one.outliers.len()),
        ]
    });
    let types = vec!["text", "number", "number", "number", "number", "number", "integer"];
    table(&columns, types, 1, rows.collect())
}

/// The statistics that no violin has are left out.
fn violins(violins: &[ViolinStatistics]) -> Table {
    type Fact = (&'static str, fn(&ViolinStatistics) -> Option<&Number>);
    let facts: [Fact; 6] = [
        ("minimum", |one| one.min.as_ref()),
        ("first quartile", |one| one.first_quartile.as_ref()),
        ("median", |one| one.median.as_ref()),
        ("third quartile", |one| one.third_quartile.as_ref()),
        ("maximum", |one| one.max.as_ref()),
        ("mean", |one| one.mean.as_ref()),
    ];
    let known = facts.iter().filter(|(_, of)| violins.iter().any(|one| of(one).is_some()));
    let known: Vec<&Fact> = known.collect();
    let rows = violins.iter().map(|one| {
        let values = known.iter().map(|(_, of)| number(of(one)));
        [Value::from(one.label.as_str())].into_iter().chain(values).collect()
    });
    let rows: Vec<Vec<Value>> = rows.collect();
    let (mut columns, mut types) = (vec!["label"], vec!["text"]);
    for (name, _) in known {
        columns.push(name);
        types.push("number");
    }
    table(&columns, types, 1, rows)
}

fn levels(axes: &Axes, contours: &[Contour]) -> Table {
    let rows = contours.iter().flat_map(|contour| {
        // A pair of nulls separates two pieces of a line.
        let points = contour.points.iter().filter(|[x, _]| *x != Coordinate::Missing);
        points.map(|[x, y]| vec![Value::from(contour.label.as_str()), coordinate(x), coordinate(y)])
    });
    let rows: Vec<Vec<Value>> = rows.collect();
    let types = typed(&[&axes.x_scale, &axes.y_scale], &rows, 1);
    table(&["level", or(&axes.x_label, "x"), or(&axes.y_label, "y")], types, 1, rows)
}

fn places(axes: &Axes, series: &[Points3d]) -> Table {
    // A single series needs no name; several without names are numbered.
    let named = series.len() > 1 || series.iter().any(|one| !one.label.is_empty());
    let rows = series.iter().enumerate().flat_map(|(at, one)| {
        let name = if one.label.is_empty() { (at + 1).to_string() } else { one.label.clone() };
        one.points.iter().map(move |point| {
            let name = named.then(|| Value::from(name.as_str()));
            name.into_iter().chain(point.iter().map(coordinate)).collect()
        })
    });
    let rows: Vec<Vec<Value>> = rows.collect();
    let of_z = |text: &Option<String>| text.clone().unwrap_or_default();
    let (z_label, z_scale) = (of_z(&axes.z_label), of_z(&axes.z_scale));
    let types = typed(&[&axes.x_scale, &axes.y_scale, &z_scale], &rows, usize::from(named));
    let names = [or(&axes.x_label, "x"), or(&axes.y_label, "y"), or(&z_label, "z")];
    let columns: Vec<&str> = named.then_some("series").into_iter().chain(names).collect();
    table(&columns, types, usize::from(named), rows)
}

fn cells(axes: &Axes, maps: &[HeatMap]) -> Table {
    let none = HeatMap {
        label: String::new(),
        columns: vec![],
        rows: vec![],
        values: vec![],
        total: None,
    };
    let map = maps.first().unwrap_or(&none);
    let width = map.values.iter().map(Vec::len).max().unwrap_or_default();
    let name =
        |names: &[String], at: usize| names.get(at).cloned().unwrap_or_else(|| at.to_string());
    let rows = map.values.iter().enumerate().map(|(at, row)| {
        let values = (0..width).map(|column| number(row.get(column).and_then(Option::as_ref)));
        [Value::from(name(&map.rows, at))].into_iter().chain(values).collect()
    });
    let rows: Vec<Vec<Value>> = rows.collect();
    let names = (0..width).map(|at| name(&map.columns, at));
    let columns: Vec<String> =
        [or(&axes.y_label, "row").to_owned()].into_iter().chain(names).collect();
    let mut types = vec!["text"];
    types.extend((0..width).map(|_| "number"));
    table(&columns, types, 1, rows)
}

/// Returns a table whose columns have distinct names.
fn table<S: AsRef<str>>(
    columns: &[S],
    types: Vec<&'static str>,
    index_columns: usize,
    rows: Vec<Vec<Value>>,
) -> Table {
    let distinct = |(at, name): (usize, &S)| {
        let name = name.as_ref();
        let first = columns.iter().position(|other| other.as_ref() == name);
        if first == Some(at) { name.to_owned() } else { format!("{name} ({})", at + 1) }
    };
    let columns = columns.iter().enumerate().map(distinct).collect();
    Table { columns, types, index_columns, total_rows: rows.len(), rows }
}

/// Returns the types of columns after `skipped` ones of text, by the scale of each and its values.
fn typed(scales: &[&str], rows: &[Vec<Value>], skipped: usize) -> Vec<&'static str> {
    let mut types = vec!["text"; skipped];
    types.extend(scales.iter().enumerate().map(|(at, scale)| {
        let values = rows.iter().filter_map(|row| row.get(at + skipped));
        type_of(scale, values.filter(|value| !value.is_null()).map(Value::as_f64))
    }));
    types
}

/// Returns the type of a column of places on an axis.
fn kind<'a>(scale: &str, values: impl Iterator<Item = &'a Coordinate>) -> &'static str {
    type_of(scale, values.filter(|value| **value != Coordinate::Missing).map(Coordinate::as_f64))
}

/// Returns the type of a column from its values that are not missing; `None` is what is not a
/// number.
fn type_of(scale: &str, values: impl Iterator<Item = Option<f64>>) -> &'static str {
    if scale == "datetime" {
        return "datetime";
    }
    let mut found = "integer";
    for value in values {
        match value {
            None => return "text",
            Some(value) if value.fract() != 0.0 => found = "number",
            Some(_) => {}
        }
    }
    found
}

fn coordinate(place: &Coordinate) -> Value {
    match place {
        Coordinate::Number(number) => Value::Number(number.clone()),
        Coordinate::Text(text) => Value::from(text.as_str()),
        Coordinate::Missing => Value::Null,
    }
}

fn number(number: Option<&Number>) -> Value {
    number.cloned().map_or(Value::Null, Value::Number)
}

fn or<'a>(text: &'a str, other: &'a str) -> &'a str {
    if text.is_empty() { other } else { text }
}

fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut known = HashSet::new();
    texts.filter(|text| known.insert(*text)).collect()
}

#[cfg(test)]
mod tests;
