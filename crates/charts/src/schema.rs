//! The JSON Schema of a chart, against which the harness's tests validate what they produce.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::Value;

use crate::Chart;

/// Returns the schema of what is written: every field that is always written is required, and no other field
/// is allowed.
#[must_use]
pub fn schema() -> Schema {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings.with_transform(RecursiveTransform(absent)).into_generator().into_root_schema_for::<Chart>()
}

/// Removes null from the fields that are not required: without a value they are absent.
fn absent(schema: &mut Schema) {
    let required: Vec<Value> = schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
    let fields = schema.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, field) in fields.filter(|(name, _)| !required.contains(&name.as_str().into())) {
        if let Some([kind, null]) = field["type"].as_array().map(Vec::as_slice)
            && null == "null"
        {
            field["type"] = kind.clone();
        } else if let Some([inner, null]) = field["anyOf"].as_array().map(Vec::as_slice)
            && null["type"] == "null"
            && let Some(reference) = inner.get("$ref").cloned()
            && let Some(field) = field.as_object_mut()
        {
            field.remove("anyOf");
            field.insert("$ref".to_owned(), reference);
        }
    }
}
