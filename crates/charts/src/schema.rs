//! The JSON Schema of a chart, against which the tests of the harness and of the page validate
//! charts.

use schemars::Schema;
use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use crate::Chart;

/// Returns the schema of what is written: every field that is always written is required, and no
/// other field is allowed.
#[must_use]
pub fn schema() -> Schema {
    let mut schema = schema_settings().into_generator().into_root_schema_for::<Chart>();
    // With it a validator names the field that is wrong, rather than all types of charts.
    schema.insert("discriminator".to_owned(), json!({ "propertyName": "type" }));
    schema
}

/// Returns the settings for schemas of what is written.
#[must_use]
pub fn schema_settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().for_serialize().with_transform(RecursiveTransform(absent))
}

/// Removes null from the fields that are not required: without a value they are absent. Defaults
/// are for reading.
fn absent(schema: &mut Schema) {
    schema.remove("default");
    let required: Vec<Value> =
        schema.get("required").and_then(Value::as_array).cloned().unwrap_or_default();
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
