//! Discloses everything printed and shown: each result in the form that helps a model most, all
//! bounded, with a note of what was cut and where the rest is.
//!
//! Writes text only. The gate decides whether any of it is passed on, and which pictures.

use kernel::{Finding, Outcome, PythonError, Shown};
use text::{clip, format};

use super::{
    MAX_RESULTS, MAX_VALUE_LENGTH, NOTHING_SHOWN, beyond, findings, forms, readings, shows_nothing,
    status, table, traceback,
};
use crate::{
    Facts, hints,
    plain::{line, plain},
    remedies::{self, Failure},
};

/// The most characters of standard output, so that one print does not push out the results after
/// it.
const MAX_STDOUT_LENGTH: usize = 5_000;
/// The most characters of standard error, of which the end matters.
const MAX_STDERR_LENGTH: usize = 1_500;
/// The most characters of one chart's summary, about 800 tokens.
const MAX_CHART_LENGTH: usize = 2_500;
/// The most characters of a figure's own text if its chart has a summary.
const MAX_CAPTION_LENGTH: usize = 300;

/// Returns the sections. `attached` returns the note on the picture of the result with this index.
pub(super) fn sections(
    outcome: &Outcome,
    facts: &Facts,
    mut attached: impl FnMut(usize) -> &'static str,
) -> Vec<String> {
    let tenths = (outcome.duration_ms / 100.0).round() as u64;
    let mut sections = vec![format!("{} ({}.{} s)", status(outcome), tenths / 10, tenths % 10)];
    sections.extend(readings::sections(outcome, facts));
    for (name, text, most) in [
        ("stdout", &outcome.stdout, MAX_STDOUT_LENGTH),
        ("stderr", &outcome.stderr, MAX_STDERR_LENGTH),
    ] {
        let text = plain(text);
        let text = text.trim_end();
        if !text.trim().is_empty() {
            let shown = clip(text, most);
            let whole = whole_output(outcome).filter(|_| name == "stdout" && shown != text);
            let whole =
                whole.map(|path| format!(" (cut; all of it is in {path})")).unwrap_or_default();
            sections.push(format!("{name}{whole}:\n{shown}"));
        }
    }
    for (at, shown) in outcome.results.iter().take(MAX_RESULTS).enumerate() {
        // A cell's full value is available again under this name.
        let whole =
            if shown.main { format!("Out[{}]", outcome.execution_count) } else { String::new() };
        let words = forms::summary(shown).map(|words| clip(&plain(&words), MAX_CHART_LENGTH));
        sections.push(format!("[{}] {}", at + 1, result(shown, &whole, words, || attached(at))));
    }
    sections.extend(beyond(outcome.results.len()));
    if !outcome.files.is_empty() {
        let files: Vec<String> = outcome
            .files
            .iter()
            .map(|file| format!("{} ({} bytes)", plain(&file.path), format::count(file.bytes)))
            .collect();
        sections.push(format!("Files written: {}", clip(&files.join(", "), MAX_VALUE_LENGTH)));
    }
    if let Some(error) = &outcome.error {
        sections.push(traceback::cleaned(error));
        let known = hints::Names {
            profiles: facts.profiles,
            variables: &outcome.variables,
            question: facts.question,
        };
        sections.extend(hints::for_error(&error.name, Some(&error.value), &known));
    }
    sections.extend(findings::printed(outcome, facts.profiles));
    if shows_nothing(outcome) {
        sections.push(NOTHING_SHOWN.to_owned());
    }
    sections
}

/// Returns the exception, and what to do if it comes again.
pub(super) fn remedy(
    error: &PythonError,
    outcome: &Outcome,
    facts: &Facts,
) -> (String, Option<String>) {
    let missing = hints::wanted(&error.value);
    let columns = outcome.findings.iter().filter_map(|finding| match finding {
        Finding::NotNumbers { column, forms, .. } => Some((column.as_str(), forms.as_slice())),
        Finding::NoMatch { .. } | Finding::Join { .. } => None,
    });
    let failure = Failure {
        class: &error.name,
        message: &error.value,
        missing: missing.as_deref(),
        code: facts.code,
        question: facts.question,
        profiles: facts.profiles,
        not_numbers: columns.collect(),
    };
    (format!("{}: {}", error.name, error.value), remedies::of(&failure))
}

/// Returns the path of the output spill, if it is where the kernel writes it.
fn whole_output(outcome: &Outcome) -> Option<&str> {
    let place = format!("/out/.outputs/{}.txt", outcome.execution_count);
    outcome.output.as_deref().filter(|path| *path == place)
}

fn result(
    shown: &Shown,
    whole: &str,
    words: Option<String>,
    attached: impl FnOnce() -> &'static str,
) -> String {
    let text = plain(&shown.text);
    let text = text.trim();
    if let Some((kind, _)) = forms::specification(shown) {
        return section(
            &format!("Interactive chart ({kind}), shown to the user"),
            &line(text, MAX_CAPTION_LENGTH),
            words,
        );
    }
    if shown.chart.is_some() || shown.mime.keys().any(|kind| kind.starts_with("image/")) {
        let note =
            if shown.mime.keys().any(|kind| forms::is_picture(kind)) { attached() } else { "" };
        let caption = if words.is_some() {
            line(text, MAX_CAPTION_LENGTH)
        } else {
            clip(text, MAX_VALUE_LENGTH)
        };
        return section(&format!("Figure, shown to the user{note}"), &caption, words);
    }
    if let Some(data) = &shown.data {
        return table::written(data, whole);
    }
    // As a notebook shows it; `text` is on one line.
    let value = || {
        shown
            .mime
            .get("text/plain")
            .map_or_else(|| text.to_owned(), |value| plain(value).trim().to_owned())
    };
    let (kind, body) = forms::text(shown, words).unwrap_or_else(|| ("", value()));
    let clipped = clip(&body, MAX_VALUE_LENGTH);
    let note = if clipped != body && !whole.is_empty() {
        format!("(cut; the whole is {whole}) ")
    } else {
        String::new()
    };
    format!("{kind}{note}{clipped}")
}

fn section(head: &str, caption: &str, about: Option<String>) -> String {
    let about = about.map(|about| format!("\n{about}")).unwrap_or_default();
    format!("{head}: {caption}{about}")
}
