//! Reading a chart from JSON.
//!
//! By hand, since derived code for this many types would add a tenth to the program with which the page
//! starts. `None` is a value that does not fit.

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};

use crate::elements::{
    Arrows, Bar, BoxStatistics, Contour, HeatMap, Hexagons, Points3d, Series, Slice, StepStyle,
    ViolinStatistics,
};
use crate::values::{Bound, Coordinate};
use crate::{Axes, Chart};

impl<'de> Deserialize<'de> for Chart {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        object(value, chart).ok_or_else(|| D::Error::custom("this is not a chart"))
    }
}

/// The fields of an object that have not been read.
struct Fields(Map<String, Value>);

impl Fields {
    /// Takes a field, if it is there.
    fn optional<T: Read>(&mut self, name: &str) -> Option<Option<T>> {
        match self.0.remove(name) {
            Some(value) => T::read(value).map(Some),
            None => Some(None),
        }
    }

    /// Takes a field that must be there.
    fn required<T: Read>(&mut self, name: &str) -> Option<T> {
        T::read(self.0.remove(name)?)
    }

    /// Takes a field that is empty, false or null if it is not there.
    fn or_empty<T: Read + Default>(&mut self, name: &str) -> Option<T> {
        self.optional(name).map(Option::unwrap_or_default)
    }
}

/// Reads an object.
fn object<T>(value: Value, read: impl Fn(&mut Fields) -> Option<T>) -> Option<T> {
    if let Value::Object(fields) = value { read(&mut Fields(fields)) } else { None }
}

/// Reads a list of what `read` reads.
fn list<T>(value: Value, read: impl Fn(Value) -> Option<T>) -> Option<Vec<T>> {
    let Value::Array(items) = value else { return None };
    let mut found = Vec::with_capacity(items.len());
    for item in items {
        found.push(read(item)?);
    }
    Some(found)
}

/// Reads a list of objects.
fn objects<T>(value: Value, read: impl Fn(&mut Fields) -> Option<T>) -> Option<Vec<T>> {
    list(value, |item| object(item, &read))
}

fn chart(fields: &mut Fields) -> Option<Chart> {
    let kind: String = fields.required("type")?;
    let axes = Axes {
        title: fields.or_empty("title")?,
        x_label: fields.or_empty("xLabel")?,
        x_unit: fields.or_empty("xUnit")?,
        x_scale: fields.or_empty("xScale")?,
        y_label: fields.or_empty("yLabel")?,
        y_unit: fields.or_empty("yUnit")?,
        y_scale: fields.or_empty("yScale")?,
        x_ticks: fields.or_empty("xTicks")?,
        y_ticks: fields.or_empty("yTicks")?,
        z_label: fields.optional("zLabel")?,
        z_unit: fields.optional("zUnit")?,
        z_scale: fields.optional("zScale")?,
        z_ticks: fields.optional("zTicks")?,
        polar: fields.or_empty("polar")?,
        zero_at: fields.optional("zeroAt")?,
        clockwise: fields.or_empty("clockwise")?,
        angles: fields.optional("angles")?,
        over: fields.or_empty("over")?,
    };
    let [horizontal, stacked, filled] =
        [fields.or_empty("horizontal")?, fields.or_empty("stacked")?, fields.or_empty("filled")?];
    let (value_label, value_unit) = (fields.optional("valueLabel")?, fields.optional("valueUnit")?);
    let elements = fields.0.remove("elements")?;
    Some(match kind.as_str() {
        "line" => Chart::Line { axes, stacked, elements: objects(elements, series)? },
        "scatter" => Chart::Scatter { axes, value_label, value_unit, elements: objects(elements, series)? },
        "bar" => Chart::Bar { axes, horizontal, stacked, elements: objects(elements, bar)? },
        "pie" => Chart::Pie { axes, elements: objects(elements, slice)? },
        "box" => Chart::Box { axes, horizontal, elements: objects(elements, box_statistics)? },
        "violin" => Chart::Violin { axes, horizontal, elements: objects(elements, violin_statistics)? },
        "heatmap" => Chart::Heatmap { axes, value_label, value_unit, elements: objects(elements, heat_map)? },
        "hexbin" => Chart::Hexbin { axes, value_label, value_unit, elements: objects(elements, hexagons)? },
        "contour" => {
            Chart::Contour { axes, filled, value_label, value_unit, elements: objects(elements, contour)? }
        }
        "quiver" => Chart::Quiver { axes, elements: objects(elements, arrows)? },
        "scatter3d" => Chart::Scatter3d { axes, elements: objects(elements, points_3d)? },
        "line3d" => Chart::Line3d { axes, elements: objects(elements, points_3d)? },
        "surface" => Chart::Surface { axes, elements: objects(elements, points_3d)? },
        "several" => Chart::Several { axes, elements: objects(elements, chart)? },
        _ => return None,
    })
}

fn series(fields: &mut Fields) -> Option<Series> {
    Some(Series {
        label: fields.or_empty("label")?,
        points: fields.required("points")?,
        total: fields.optional("total")?,
        step: fields.optional("step")?,
        x_errors: fields.optional("xErrors")?,
        y_errors: fields.optional("yErrors")?,
        values: fields.optional("values")?,
        sizes: fields.optional("sizes")?,
    })
}

fn bar(fields: &mut Fields) -> Option<Bar> {
    Some(Bar {
        label: fields.or_empty("label")?,
        group: fields.or_empty("group")?,
        value: fields.or_empty("value")?,
        from: fields.optional("from")?,
        to: fields.optional("to")?,
        base: fields.optional("base")?,
        error: fields.optional("error")?,
    })
}

fn slice(fields: &mut Fields) -> Option<Slice> {
    Some(Slice {
        label: fields.or_empty("label")?,
        angle: fields.required("angle")?,
        radius: fields.required("radius")?,
        value: fields.required("value")?,
    })
}

fn box_statistics(fields: &mut Fields) -> Option<BoxStatistics> {
    Some(BoxStatistics {
        label: fields.or_empty("label")?,
        min: fields.required("min")?,
        first_quartile: fields.required("firstQuartile")?,
        median: fields.or_empty("median")?,
        third_quartile: fields.required("thirdQuartile")?,
        max: fields.required("max")?,
        outliers: fields.required("outliers")?,
    })
}

fn violin_statistics(fields: &mut Fields) -> Option<ViolinStatistics> {
    Some(ViolinStatistics {
        label: fields.or_empty("label")?,
        min: fields.or_empty("min")?,
        first_quartile: fields.or_empty("firstQuartile")?,
        median: fields.or_empty("median")?,
        third_quartile: fields.or_empty("thirdQuartile")?,
        max: fields.or_empty("max")?,
        mean: fields.or_empty("mean")?,
    })
}

fn heat_map(fields: &mut Fields) -> Option<HeatMap> {
    Some(HeatMap {
        label: fields.or_empty("label")?,
        columns: fields.required("columns")?,
        rows: fields.required("rows")?,
        values: fields.required("values")?,
        total: fields.optional("total")?,
    })
}

fn hexagons(fields: &mut Fields) -> Option<Hexagons> {
    Some(Hexagons {
        label: fields.or_empty("label")?,
        points: fields.required("points")?,
        values: fields.required("values")?,
        total: fields.optional("total")?,
    })
}

fn contour(fields: &mut Fields) -> Option<Contour> {
    Some(Contour {
        label: fields.or_empty("label")?,
        level: fields.optional("level")?,
        from: fields.optional("from")?,
        to: fields.optional("to")?,
        points: fields.required("points")?,
        total: fields.optional("total")?,
    })
}

fn arrows(fields: &mut Fields) -> Option<Arrows> {
    Some(Arrows {
        label: fields.or_empty("label")?,
        vectors: fields.required("vectors")?,
        total: fields.optional("total")?,
    })
}

fn points_3d(fields: &mut Fields) -> Option<Points3d> {
    Some(Points3d {
        label: fields.or_empty("label")?,
        points: fields.required("points")?,
        total: fields.optional("total")?,
        faces: fields.optional("faces")?,
    })
}

/// A value that its type reads.
trait Read: Sized {
    fn read(value: Value) -> Option<Self>;
}

impl Read for StepStyle {
    fn read(value: Value) -> Option<Self> {
        match value.as_str()? {
            "pre" => Some(Self::Pre),
            "mid" => Some(Self::Mid),
            "post" => Some(Self::Post),
            _ => None,
        }
    }
}

impl Read for Coordinate {
    fn read(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(Self::Number(number)),
            Value::String(text) => Some(Self::Text(text)),
            Value::Null => Some(Self::Missing),
            _ => None,
        }
    }
}

impl Read for Bound {
    fn read(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(Self::At(number)),
            Value::Null => Some(Self::Open),
            _ => None,
        }
    }
}

impl Read for String {
    fn read(value: Value) -> Option<Self> {
        if let Value::String(text) = value { Some(text) } else { None }
    }
}

impl Read for Number {
    fn read(value: Value) -> Option<Self> {
        if let Value::Number(number) = value { Some(number) } else { None }
    }
}

impl Read for bool {
    fn read(value: Value) -> Option<Self> {
        value.as_bool()
    }
}

impl Read for u64 {
    fn read(value: Value) -> Option<Self> {
        value.as_u64()
    }
}

impl Read for u32 {
    fn read(value: Value) -> Option<Self> {
        value.as_u64()?.try_into().ok()
    }
}

impl<T: Read> Read for Option<T> {
    fn read(value: Value) -> Option<Self> {
        if value.is_null() { Some(None) } else { T::read(value).map(Some) }
    }
}

impl<T: Read> Read for Vec<T> {
    fn read(value: Value) -> Option<Self> {
        list(value, T::read)
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    fn read(value: Value) -> Option<Self> {
        Vec::read(value)?.try_into().ok()
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(value: Value) -> Option<Self> {
        let [first, second] = list(value, Some)?.try_into().ok()?;
        Some((A::read(first)?, B::read(second)?))
    }
}
