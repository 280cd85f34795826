//! Describes what an execution says of the data besides its output: selections that match no row,
//! text in the place of numbers, and joins that multiply or lose rows.
//!
//! With values if everything printed is disclosed. In shape mode without any: of selections
//! those whose column and constant the model knows; of columns how many values are not numbers, and
//! of joins how many rows, each to one significant digit; the forms of values from a fixed list.

use std::sync::Arc;

use kernel::{Finding, Form, Outcome, Profile};
use text::format;

use super::{coarse::coarse, known::Known};
use crate::plain::line;

/// The most findings that are described, and the most values of one.
const MAX_FINDINGS: usize = 8;
const MAX_VALUES: usize = 8;
/// The most characters of a name or a value.
const MAX_NAME_LENGTH: usize = 80;
/// The tests of a selection.
const TESTS: [&str; 8] =
    ["==", "eq", "isin", "contains", "startswith", "endswith", "match", "fullmatch"];

/// The forms of values, each in words.
const FORMS: [(Form, &str); 8] = [
    (Form::Thousands, "separators of thousands"),
    (Form::DecimalComma, "decimal commas"),
    (Form::Percent, "percent signs"),
    (Form::Currency, "signs of currencies"),
    (Form::Unit, "units or marks"),
    (Form::Range, "ranges"),
    (Form::Words, "words"),
    (Form::Blank, "blanks"),
];

/// Describes the findings with their values.
pub(super) fn printed(outcome: &Outcome, profiles: &[Arc<Profile>]) -> Vec<String> {
    outcome
        .findings
        .iter()
        .take(MAX_FINDINGS)
        .map(|finding| with_values(finding, profiles))
        .collect()
}

fn with_values(finding: &Finding, profiles: &[Arc<Profile>]) -> String {
    match finding {
        Finding::NoMatch { column, test, value, nearest, distinct } => {
            let (column, test) = (quoted(column), line(test, MAX_NAME_LENGTH));
            let mut about = format!("No row matches {column} {test} {}.", quoted(value));
            if let Some(name) = column_called(value, profiles).map(quoted) {
                about.push_str(&format!(
                    " {name} is a column: the rows in which it has a value are df[df[{name}].notna()]."
                ));
            }
            if nearest.is_empty() {
                return format!("{about} None of the {distinct} values of {column} is like it.");
            }
            format!("{about} Nearest values of {column} ({distinct} distinct): {}.", list(nearest))
        }
        Finding::NotNumbers { column, count: 0, .. } => {
            format!("{} has numbers that are stored as text.", quoted(column))
        }
        Finding::Join { .. } => finding.joined(format::count).unwrap_or_default(),
        Finding::NotNumbers { column, count, of, examples, .. } => {
            let column = quoted(column);
            format!(
                "{column} is text: {count} of {of} values are not numbers, such as {}.",
                list(examples)
            )
        }
    }
}

/// Describes the findings without values.
pub(super) fn shape(outcome: &Outcome, known: &Known) -> Vec<String> {
    let described =
        outcome.findings.iter().take(MAX_FINDINGS).map(|finding| without_values(finding, known));
    let mut sections: Vec<String> = described.collect();
    sections.dedup();
    sections
}

fn without_values(finding: &Finding, known: &Known) -> String {
    match finding {
        Finding::NoMatch { column, test, value, .. }
            if known.is_column(column) && known.states(value) && TESTS.contains(&test.as_str()) =>
        {
            format!("No row matches {} {test} {}.", quoted(column), quoted(value))
        }
        Finding::NoMatch { .. } => "A selection of the code matches no row.".to_owned(),
        Finding::NotNumbers { column, .. } if !known.is_column(column) => {
            "A column that the code uses as numbers is text.".to_owned()
        }
        Finding::NotNumbers { column, count: 0, .. } => {
            format!("{} has numbers that are stored as text.", quoted(column))
        }
        Finding::Join { .. } => finding.joined(|count| coarse(count, 1)).unwrap_or_default(),
        Finding::NotNumbers { column, count, of, forms, .. } => {
            let words: Vec<&str> = FORMS
                .iter()
                .filter(|(form, _)| forms.contains(form))
                .map(|(_, words)| *words)
                .collect();
            let of_form =
                if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
            let (count, of) = (coarse(*count, 1), coarse(*of, 1));
            format!("{} is text: {count} of {of} values are not numbers{of_form}.", quoted(column))
        }
    }
}

/// Returns the column whose name a value is, whatever its case.
fn column_called<'a>(value: &str, profiles: &'a [Arc<Profile>]) -> Option<&'a str> {
    let tables = profiles.iter().flat_map(|profile| &profile.tables);
    let mut names = tables.flat_map(|table| &table.columns).map(|column| column.name.as_str());
    names.find(|name| name.eq_ignore_ascii_case(value))
}

fn quoted(text: &str) -> String {
    format!("{:?}", line(text, MAX_NAME_LENGTH))
}

fn list(values: &[String]) -> String {
    values.iter().take(MAX_VALUES).map(|value| quoted(value)).collect::<Vec<_>>().join(", ")
}
