//! The bill of materials, in the format of CycloneDX: what `THIRD-PARTY-NOTICES` lists, for
//! programs. It has neither a time nor a number of its own, so that the same sources make the same
//! bytes.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use cyclonedx_bom::external_models::uri::Purl;
use cyclonedx_bom::models::bom::{Bom, SpecVersion};
use cyclonedx_bom::models::component::{Classification, Component, Components, Pedigree};
use cyclonedx_bom::models::license::{LicenseChoice, Licenses};
use cyclonedx_bom::models::metadata::Metadata;
use cyclonedx_bom::validation::Validate;

use crate::notices::{self, Entry};
use crate::runtime::additions::catalog_of_build;
use crate::runtime::wheel::Wheel;

/// Returns the bill of the program called `name`, as JSON.
pub(crate) fn render(name: &str, version: &str) -> Result<Vec<u8>> {
    let mut components = Vec::new();
    let mut known = BTreeSet::new();
    for section in notices::sections()? {
        for entry in section.entries {
            let component = component(&entry, section.purl)?;
            // A crate of the server may be in a Python package too.
            if component.bom_ref.as_ref().is_none_or(|reference| known.insert(reference.clone())) {
                components.push(component);
            }
        }
    }
    for entry in added(&catalog_of_build()?.wheels) {
        components.push(component(&entry, Some("pypi"))?);
    }
    let mut program =
        Component::new(Classification::Application, name, version, Some(name.to_owned()));
    program.licenses = Some(licence("Apache-2.0 OR MIT"));
    let bom = Bom {
        version: 1,
        spec_version: SpecVersion::V1_5,
        metadata: Some(Metadata { component: Some(program), ..Metadata::default() }),
        components: Some(Components(components)),
        serial_number: None,
        ..Bom::default()
    };
    let checked = bom.validate_version(SpecVersion::V1_5);
    anyhow::ensure!(checked.passed(), "the bill of materials is not valid: {checked:?}");
    let mut json = Vec::new();
    bom.output_as_json_v1_5(&mut json).context("the bill of materials cannot be written")?;
    Ok(json)
}

/// Returns the Python packages that an operator added, whose licences the project does not know.
fn added(wheels: &[Wheel]) -> impl Iterator<Item = Entry> {
    wheels.iter().filter(|wheel| !wheel.tested).map(|Wheel { name, version, .. }| Entry {
        name: name.clone(),
        version: version.clone(),
        licence: "NOASSERTION".to_owned(),
        ..Entry::default()
    })
}

fn component(entry: &Entry, purl: Option<&str>) -> Result<Component> {
    let Entry { name, version, licence: expression, modified, .. } = entry;
    let purl = purl.map(|kind| package_url(kind, name, version)).transpose()?;
    let reference = purl.as_ref().map(ToString::to_string);
    let mut component = Component::new(Classification::Library, name, version, reference);
    component.purl = purl;
    component.licenses = Some(licence(expression));
    component.pedigree = (!modified.is_empty()).then(|| Pedigree {
        ancestors: None,
        descendants: None,
        variants: None,
        commits: None,
        patches: None,
        notes: Some(modified.clone()),
    });
    Ok(component)
}

/// Returns the package URL. The scope of an npm package is a part of its own in it.
fn package_url(kind: &str, name: &str, version: &str) -> Result<Purl> {
    let url = match name.strip_prefix('@').and_then(|scoped| scoped.split_once('/')) {
        Some((scope, name)) => format!("pkg:{kind}/%40{scope}/{name}@{version}").parse().ok(),
        None => Purl::new(kind, name, version).ok(),
    };
    url.with_context(|| format!("{name} has no package URL"))
}

fn licence(expression: &str) -> Licenses {
    Licenses(vec![LicenseChoice::expression(expression)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_that_an_operator_added_are_listed_without_a_licence() {
        let (ours, mut theirs) = (Wheel::named("array", "1"), Wheel::named("maps", "2.1"));
        theirs.tested = false;
        let components: Vec<Component> =
            added(&[ours, theirs]).map(|entry| component(&entry, Some("pypi")).unwrap()).collect();
        let urls: Vec<_> =
            components.iter().filter_map(|it| it.purl.as_ref()).map(ToString::to_string).collect();
        assert_eq!(urls, ["pkg:pypi/maps@2.1"]);
        let bom = Bom { components: Some(Components(components)), ..Bom::default() };
        assert!(bom.validate_version(SpecVersion::V1_5).passed());
    }

    #[test]
    fn a_component_says_what_it_is_and_under_which_licence() {
        let entry = Entry {
            name: "@lezer/python".into(),
            version: "1.1.19".into(),
            licence: "MIT".into(),
            ..Entry::default()
        };
        let component = component(&entry, Some("npm")).unwrap();
        assert_eq!(component.purl.unwrap().to_string(), "pkg:npm/%40lezer/python@1.1.19");
        assert_eq!((component.licenses, component.pedigree), (Some(licence("MIT")), None));
    }

    #[test]
    fn a_component_says_how_it_was_edited() {
        let entry = Entry {
            name: "array".into(),
            version: "1".into(),
            licence: "MIT".into(),
            modified: "It was wrong.".into(),
            ..Entry::default()
        };
        let component = component(&entry, Some("pypi")).unwrap();
        assert_eq!(component.pedigree.as_ref().unwrap().notes.as_deref(), Some("It was wrong."));
        let bom = Bom { components: Some(Components(vec![component])), ..Bom::default() };
        assert!(bom.validate_version(SpecVersion::V1_5).passed());
    }
}
