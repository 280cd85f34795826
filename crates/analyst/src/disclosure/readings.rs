//! Describes how the code read the session's files: which arguments of their profiles were added to
//! it, and which files it read otherwise.
//!
//! In every mode the same sentences, of names that the model knows: those of files with a profile,
//! and those of the arguments of pandas' readers.

use kernel::{Outcome, reading};

use crate::{Facts, plain::line};

/// The most characters of a file's name.
const MAX_NAME_LENGTH: usize = 200;

/// Returns the sections.
pub(super) fn sections(outcome: &Outcome, facts: &Facts) -> Vec<String> {
    let known = |file: &str, names: &mut dyn Iterator<Item = &str>| {
        let names: Vec<&str> = names.filter(|name| reading::is_known(name)).collect();
        let profiled = facts.profiles.iter().any(|profile| profile.name == file);
        (profiled && !names.is_empty())
            .then(|| format!("{} ({})", line(file, MAX_NAME_LENGTH), names.join(", ")))
    };
    let added: Vec<String> = reading::added(&outcome.additions)
        .into_iter()
        .filter_map(|(file, names)| known(file, &mut names.into_iter()))
        .collect();
    let unlike: Vec<String> = outcome
        .deviations
        .iter()
        .filter_map(|one| known(&one.file, &mut one.arguments.iter().map(String::as_str)))
        .collect();
    let mut sections = Vec::new();
    if !added.is_empty() {
        sections.push(format!(
            "Before the code ran, arguments were added to its calls as the files' profiles say: {}.",
            added.join("; ")
        ));
    }
    if !unlike.is_empty() {
        sections.push(format!(
            "Read otherwise than the profile says: {}. Columns, types or rows may be wrong. Unless that is intended, \
             read the file as described for it.",
            unlike.join("; ")
        ));
    }
    sections
}
