//! The JSON Schema of what scripts receive, against which the page's tests validate results.

use schemars::Schema;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use crate::Outcome;
use crate::automation::{
    JudgedProbe, OfflineStatus, OfflineUpdate, PageEvent, Preview, Startup, TableWindow, Turn,
};
use crate::protocol::Mounted;

/// Returns the schemas of all results as `$defs`, by their types' names. A chart refers to the
/// schema of `charts`.
#[must_use]
pub fn schema() -> Value {
    let settings = charts::schema_settings().with_transform(RecursiveTransform(own));
    let mut generator = settings.into_generator();
    generator.subschema_for::<Startup>();
    generator.subschema_for::<Mounted>();
    generator.subschema_for::<Outcome>();
    generator.subschema_for::<Turn>();
    generator.subschema_for::<JudgedProbe>();
    generator.subschema_for::<TableWindow>();
    generator.subschema_for::<Preview>();
    generator.subschema_for::<PageEvent>();
    generator.subschema_for::<OfflineStatus>();
    generator.subschema_for::<OfflineUpdate>();
    let mut types = generator.take_definitions(true);
    let chart = charts::schema();
    let parts = chart.get("$defs").and_then(Value::as_object).into_iter().flatten();
    parts.for_each(|(name, _)| drop(types.remove(name)));
    types.remove("Chart");
    if let Some(event) = types.get_mut("PageEvent") {
        close_variants(event);
    }
    json!({ "$schema": chart.get("$schema"), "$defs": types })
}

/// Allows no other fields in a type into which an enum is flattened: those of the type and of one
/// variant.
fn close_variants(schema: &mut Value) {
    let variants = schema.get_mut("oneOf").and_then(Value::as_array_mut).into_iter().flatten();
    for variant in variants.filter_map(Value::as_object_mut) {
        variant.remove("additionalProperties");
        // Also if there is none, which is an object of anything otherwise.
        let data = variant.get_mut("properties").and_then(|fields| fields.get_mut("data"));
        if let Some(data) = data.and_then(Value::as_object_mut) {
            data.insert("additionalProperties".to_owned(), false.into());
        }
    }
    if let Some(fields) = schema.as_object_mut() {
        fields.remove("additionalProperties");
        fields.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

/// Allows no other fields than those of a type, and refers to charts where their schema is.
fn own(schema: &mut Schema) {
    if schema.get("properties").is_some() {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
    if schema.get("$ref").is_some_and(|target| target == "#/$defs/Chart") {
        schema.insert("$ref".to_owned(), "../charts/schema.json".into());
    }
}
