//! Discloses only the shape of an outcome: facts, and no cell value. The documentation of [`super`]
//! says what passes and what remains.
//!
//! Writes text only, from an outcome that is treated as forged.

use charts::Chart;
use kernel::{Finding, Outcome, PythonError};

use super::{
    MAX_RESULTS, beyond,
    coarse::coarse,
    findings, forms,
    known::{Known, WITHHELD},
    readings, shows_nothing, status,
};
use crate::{
    Facts, hints,
    remedies::{self, Failure},
};

/// Returns the sections.
pub(super) fn sections(outcome: &Outcome, facts: &Facts) -> Vec<String> {
    let known = Known::new(facts);
    let mut sections = vec![
        format!("{} ({})", status(outcome), coarse_duration(outcome.duration_ms)),
        "The user shares only the shape of results, not their values. Do not ask for values."
            .to_owned(),
    ];
    sections.extend(readings::sections(outcome, facts));
    for (name, text) in [("standard output", &outcome.stdout), ("standard error", &outcome.stderr)]
    {
        if !text.is_empty() {
            let lines = coarse(text.lines().count() as u64, 1);
            let characters = coarse(text.chars().count() as u64, 1);
            sections.push(format!(
                "It printed {lines} lines ({characters} characters) to {name}. (text withheld)"
            ));
        }
    }
    for (at, shown) in outcome.results.iter().take(MAX_RESULTS).enumerate() {
        let what = match &shown.data {
            _ if shown.mime.keys().any(|kind| kind.starts_with("image/"))
                || forms::interactive(shown) =>
            {
                figure(shown.chart.as_ref())
            }
            Some(data) => known.table(data),
            None => "A value, shown to the user. (withheld)".to_owned(),
        };
        sections.push(format!("[{}] {what}", at + 1));
    }
    sections.extend(beyond(outcome.results.len()));
    if !outcome.files.is_empty() {
        let name = |path: &str| path.rsplit('/').next().unwrap_or(path).to_owned();
        let files = outcome.files.iter().take(MAX_RESULTS).map(|file| {
            let whole = known.in_code(&file.path).then(|| file.path.clone());
            let file_name =
                whole.or_else(|| Some(name(&file.path)).filter(|name| known.in_code(name)));
            let file_name = file_name.unwrap_or_else(|| WITHHELD.to_owned());
            format!("{file_name} ({} bytes)", coarse(file.bytes, 1))
        });
        sections.push(format!("Files written: {}", files.collect::<Vec<_>>().join(", ")));
    }
    if let Some(error) = &outcome.error {
        sections.push(known.error(error, facts.code));
        let class = known.class(&error.name).unwrap_or_default();
        let wanted = hints::wanted(&error.value).filter(|name| known.in_code(name));
        // The code that ran chooses the names of variables.
        let names =
            hints::Names { profiles: facts.profiles, variables: &[], question: facts.question };
        sections.extend(hints::for_error(class, wanted.as_deref(), &names));
    }
    sections.extend(findings::shape(outcome, &known));
    if shows_nothing(outcome) {
        sections.push("It showed nothing.".to_owned());
    }
    sections
}

/// Returns the exception, and what to do if it comes again, both of words that the model knows.
pub(super) fn remedy(
    error: &PythonError,
    outcome: &Outcome,
    facts: &Facts,
) -> (String, Option<String>) {
    let known = Known::new(facts);
    let message = known.message(&error.value);
    let missing = hints::wanted(&error.value).filter(|name| known.in_code(name));
    let columns = outcome.findings.iter().filter_map(|finding| match finding {
        Finding::NotNumbers { column, forms, .. } if known.is_column(column) => {
            Some((column.as_str(), forms.as_slice()))
        }
        _ => None,
    });
    let failure = Failure {
        class: known.class(&error.name).unwrap_or_default(),
        message: &message,
        missing: missing.as_deref(),
        code: facts.code,
        question: facts.question,
        profiles: facts.profiles,
        not_numbers: columns.collect(),
    };
    (known.error(error, facts.code), remedies::of(&failure))
}

/// Describes a figure: that it was shown and, for a chart, its type and roughly how many elements
/// it has, which repeat no word of it.
fn figure(chart: Option<&Chart>) -> String {
    let what = chart.map(|chart| {
        format!(" ({} chart, {} elements)", chart.kind(), coarse(chart.count() as u64, 1))
    });
    format!("Figure{}, shown to the user.", what.unwrap_or_default())
}

fn coarse_duration(milliseconds: f64) -> &'static str {
    match milliseconds {
        ms if ms < 1_000.0 => "under 1 s",
        ms if ms < 10_000.0 => "under 10 s",
        ms if ms < 60_000.0 => "under 1 min",
        _ => "over 1 min",
    }
}
