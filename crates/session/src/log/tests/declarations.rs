//! The declarations for TypeScript and the JSON Schema have every kind of event.

use std::collections::BTreeSet;

use crate::log::testing::every_kind;

fn kinds() -> BTreeSet<String> {
    let kind = |event: &crate::log::Event| {
        serde_json::to_value(&event.body).unwrap()["kind"].as_str().unwrap().to_owned()
    };
    let kinds: BTreeSet<String> = every_kind().iter().map(kind).collect();
    assert_eq!(kinds.len(), 30);
    kinds
}

#[cfg(feature = "typescript")]
#[test]
fn typescript_declares_every_kind() {
    use ts_rs::TS;
    let config = ts_rs::Config::default();
    let declaration = crate::log::Body::decl(&config);
    for kind in kinds() {
        assert!(declaration.contains(&format!("\"kind\": \"{kind}\"")), "{kind} in {declaration}");
    }
    assert_eq!(declaration.matches("\"kind\": ").count(), 30);
    assert!(!declaration.contains("bigint"), "JSON has no bigint: {declaration}");
}

#[cfg(feature = "schema")]
#[test]
fn the_json_schema_has_every_kind() {
    let schema = schemars::schema_for!(crate::log::Event).to_value();
    let variants = schema["$defs"]["Body"]["oneOf"].as_array().unwrap();
    let consts =
        variants.iter().map(|one| one["properties"]["kind"]["const"].as_str().unwrap().to_owned());
    assert_eq!(consts.collect::<BTreeSet<_>>(), kinds());
}
