//! The JSON Schema of what scripts receive, against which the page's tests validate results.

use kernel::Outcome;
use kernel::protocol::Mounted;
use schemars::Schema;
use schemars::transform::RecursiveTransform;
use serde_json::{Value, json};

use crate::{JudgedProbe, Preview, Startup, TableWindow, Turn};

/// Returns the schemas of all results as `$defs`, by their types' names. A chart refers to the schema of `charts`.
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
    let mut types = generator.take_definitions(true);
    let chart = charts::schema();
    let parts = chart.get("$defs").and_then(Value::as_object).into_iter().flatten();
    parts.for_each(|(name, _)| drop(types.remove(name)));
    types.remove("Chart");
    json!({ "$schema": chart.get("$schema"), "$defs": types })
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
