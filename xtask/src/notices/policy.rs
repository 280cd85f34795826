//! Which licences the project ships: those that `deny.toml` allows, for crates, wheels and npm
//! packages alike.
//!
//! cargo-deny reads the same lists for crates. It does not know the packages of the exceptions
//! whose names begin with `npm:` or `pypi:`, and `deny.toml` has it accept that.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, Licensee};

use crate::project;

/// The file's name, in the repository's root.
const FILE: &str = "deny.toml";

/// What is allowed.
pub(super) struct Policy {
    allowed: Vec<Licensee>,
    /// What is allowed of one package.
    exceptions: BTreeMap<String, Vec<Licensee>>,
    /// The packages whose exception was needed.
    needed: BTreeSet<String>,
}

#[derive(Deserialize)]
struct File {
    licenses: Licenses,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
    exceptions: Vec<Exception>,
}

#[derive(Deserialize)]
struct Exception {
    #[serde(alias = "crate")]
    name: String,
    allow: Vec<String>,
}

impl Policy {
    /// Reads `deny.toml`.
    pub(super) fn read() -> Result<Self> {
        Self::parse(
            &fs::read_to_string(project::path(FILE))
                .with_context(|| format!("cannot read {FILE}"))?,
        )
    }

    pub(super) fn parse(text: &str) -> Result<Self> {
        let File { licenses } =
            toml::from_str(text).with_context(|| format!("cannot read {FILE}"))?;
        let licensees =
            |names: &[String]| names.iter().map(|name| licensee(name)).collect::<Result<_>>();
        Ok(Self {
            allowed: licensees(&licenses.allow)?,
            exceptions: licenses
                .exceptions
                .iter()
                .map(|Exception { name, allow }| Ok((name.clone(), licensees(allow)?)))
                .collect::<Result<_>>()?,
            needed: BTreeSet::new(),
        })
    }

    /// Fails unless the package of this name in `deny.toml` may be shipped under the licence.
    pub(super) fn check(&mut self, package: &str, licence: &str) -> Result<()> {
        let parsed = Expression::parse(licence).with_context(|| {
            format!("the licence of {package}, `{licence}`, is not an SPDX expression")
        })?;
        let allows =
            |list: &[Licensee], wanted: &_| list.iter().any(|licensee| licensee.satisfies(wanted));
        if parsed.evaluate(|part| allows(&self.allowed, part)) {
            return Ok(());
        }
        let own = self.exceptions.get(package).map_or(&[][..], Vec::as_slice);
        if !parsed.evaluate(|part| allows(&self.allowed, part) || allows(own, part)) {
            bail!("{FILE} does not allow the licence of {package}: {licence}");
        }
        self.needed.insert(package.to_owned());
        Ok(())
    }

    /// Fails if an exception was not needed.
    pub(super) fn check_exceptions(&self) -> Result<()> {
        match self.exceptions.keys().find(|name| !self.needed.contains(*name)) {
            Some(name) => bail!("{FILE} has an exception that nothing shipped needs: {name}"),
            None => Ok(()),
        }
    }
}

fn licensee(name: &str) -> Result<Licensee> {
    Licensee::parse(name).with_context(|| format!("{FILE} allows `{name}`, which is not a licence"))
}
