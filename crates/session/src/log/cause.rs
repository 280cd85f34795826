//! What the runtimes of two runs of the same code say of a difference between their outcomes.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};

/// What is named first of a runtime: most numbers come from these.
const FIRST: [&str; 4] = ["Python", "Pyodide", "numpy", "pandas"];

/// The most versions that a sentence names.
const MAX_NAMED_VERSIONS: usize = 6;

/// What the runtimes say of a difference. Displayed as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The same runtime ran the code both times.
    Same,
    /// Another runtime ran it the second time; these of its versions are others.
    Changed(Vec<OtherVersion>),
    /// Another runtime ran it the second time, and the versions of one of them are not known.
    ChangedUnknown,
    /// The log does not have the runtime of one of them.
    Unrecorded,
}

/// A part of a runtime that has another version, or that only one of them has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherVersion {
    /// Its name.
    pub name: String,
    /// The version of the first run.
    pub before: Option<String>,
    /// The version of the second one.
    pub now: Option<String>,
}

impl Cause {
    /// Compares the versions of two runtimes that are not the same.
    pub(crate) fn between(
        before: &BTreeMap<String, String>,
        now: &BTreeMap<String, String>,
    ) -> Self {
        if before.is_empty() || now.is_empty() {
            return Self::ChangedUnknown;
        }
        let rank =
            |name: &str| FIRST.iter().position(|first| *first == name).unwrap_or(FIRST.len());
        let mut names: Vec<&String> = before.keys().chain(now.keys()).collect();
        names.sort_by_key(|name| (rank(name), *name));
        names.dedup();
        let version = |name: &String| OtherVersion {
            name: name.clone(),
            before: before.get(name).cloned(),
            now: now.get(name).cloned(),
        };
        Self::Changed(names.into_iter().map(version).filter(|one| one.before != one.now).collect())
    }
}

impl Display for Cause {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => out.write_str(
                "The runtime is the same; the data, the time or random numbers without a seed may be the reason.",
            ),
            Self::Changed(versions) if versions.is_empty() => out.write_str(
                "The runtime has changed since: it is another build with the same versions of Python and its packages.",
            ),
            Self::Changed(versions) => {
                let named: Vec<_> = versions.iter().take(MAX_NAMED_VERSIONS).map(ToString::to_string).collect();
                write!(out, "The runtime has changed since: {}", named.join("; "))?;
                match versions.len() - named.len() {
                    0 => out.write_str("."),
                    1 => out.write_str("; and 1 other."),
                    others => write!(out, "; and {others} others."),
                }
            }
            Self::ChangedUnknown => {
                out.write_str("The runtime has changed since; its versions then are not recorded.")
            }
            Self::Unrecorded => out.write_str(
                "This was made with an earlier version of Insitu, which did not record its runtime.",
            ),
        }
    }
}

impl Display for OtherVersion {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Self { name, before, now } = self;
        match (before, now) {
            (Some(before), Some(now)) => write!(out, "{name} {before} before, {now} now"),
            (Some(before), None) => write!(out, "{name} {before} before, not there now"),
            (None, Some(now)) => write!(out, "{name} not there before, {now} now"),
            (None, None) => out.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests;
