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
        Self::read(Value::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("this is not a chart"))
    }
}

trait Read: Sized {
    fn read(value: Value) -> Option<Self>;
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

impl Read for Chart {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
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
        let elements: Value = fields.required("elements")?;
        Some(match kind.as_str() {
            "line" => Self::Line { axes, stacked, elements: Vec::read(elements)? },
            "scatter" => Self::Scatter { axes, value_label, value_unit, elements: Vec::read(elements)? },
            "bar" => Self::Bar { axes, horizontal, stacked, elements: Vec::read(elements)? },
            "pie" => Self::Pie { axes, elements: Vec::read(elements)? },
            "box" => Self::Box { axes, horizontal, elements: Vec::read(elements)? },
            "violin" => Self::Violin { axes, horizontal, elements: Vec::read(elements)? },
            "heatmap" => Self::Heatmap { axes, value_label, value_unit, elements: Vec::read(elements)? },
            "hexbin" => Self::Hexbin { axes, value_label, value_unit, elements: Vec::read(elements)? },
            "contour" => {
                Self::Contour { axes, filled, value_label, value_unit, elements: Vec::read(elements)? }
            }
            "quiver" => Self::Quiver { axes, elements: Vec::read(elements)? },
            "scatter3d" => Self::Scatter3d { axes, elements: Vec::read(elements)? },
            "line3d" => Self::Line3d { axes, elements: Vec::read(elements)? },
            "surface" => Self::Surface { axes, elements: Vec::read(elements)? },
            "several" => Self::Several { axes, elements: Vec::read(elements)? },
            _ => return None,
        })
    }
}

impl Read for Series {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
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

impl Read for Bar {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            group: fields.or_empty("group")?,
            value: fields.or_empty("value")?,
            from: fields.optional("from")?,
            to: fields.optional("to")?,
            base: fields.optional("base")?,
            error: fields.optional("error")?,
        })
    }
}

impl Read for Slice {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            angle: fields.required("angle")?,
            radius: fields.required("radius")?,
            value: fields.required("value")?,
        })
    }
}

impl Read for BoxStatistics {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            min: fields.required("min")?,
            first_quartile: fields.required("firstQuartile")?,
            median: fields.or_empty("median")?,
            third_quartile: fields.required("thirdQuartile")?,
            max: fields.required("max")?,
            outliers: fields.required("outliers")?,
        })
    }
}

impl Read for ViolinStatistics {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            min: fields.or_empty("min")?,
            first_quartile: fields.or_empty("firstQuartile")?,
            median: fields.or_empty("median")?,
            third_quartile: fields.or_empty("thirdQuartile")?,
            max: fields.or_empty("max")?,
            mean: fields.or_empty("mean")?,
        })
    }
}

impl Read for HeatMap {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            columns: fields.required("columns")?,
            rows: fields.required("rows")?,
            values: fields.required("values")?,
            total: fields.optional("total")?,
        })
    }
}

impl Read for Hexagons {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            points: fields.required("points")?,
            values: fields.required("values")?,
            total: fields.optional("total")?,
        })
    }
}

impl Read for Contour {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            level: fields.optional("level")?,
            from: fields.optional("from")?,
            to: fields.optional("to")?,
            points: fields.required("points")?,
            total: fields.optional("total")?,
        })
    }
}

impl Read for Arrows {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            vectors: fields.required("vectors")?,
            total: fields.optional("total")?,
        })
    }
}

impl Read for Points3d {
    fn read(value: Value) -> Option<Self> {
        let mut fields = Fields::read(value)?;
        Some(Self {
            label: fields.or_empty("label")?,
            points: fields.required("points")?,
            total: fields.optional("total")?,
            faces: fields.optional("faces")?,
        })
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

impl Read for Fields {
    fn read(value: Value) -> Option<Self> {
        match value {
            Value::Object(fields) => Some(Self(fields)),
            _ => None,
        }
    }
}

impl Read for Value {
    fn read(value: Value) -> Option<Self> {
        Some(value)
    }
}

impl Read for String {
    fn read(value: Value) -> Option<Self> {
        match value {
            Value::String(text) => Some(text),
            _ => None,
        }
    }
}

impl Read for Number {
    fn read(value: Value) -> Option<Self> {
        match value {
            Value::Number(number) => Some(number),
            _ => None,
        }
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
        let Value::Array(items) = value else { return None };
        let mut read = Self::with_capacity(items.len());
        for item in items {
            read.push(T::read(item)?);
        }
        Some(read)
    }
}

impl<T: Read, const N: usize> Read for [T; N] {
    fn read(value: Value) -> Option<Self> {
        Vec::read(value)?.try_into().ok()
    }
}

impl<A: Read, B: Read> Read for (A, B) {
    fn read(value: Value) -> Option<Self> {
        let [first, second] = Read::read(value)?;
        Some((A::read(first)?, B::read(second)?))
    }
}
