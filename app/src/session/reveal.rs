//! Where the number behind a mark stands in the outcome of its step: the line that was printed, or
//! the cell of a table.

use std::sync::Arc;

use grounding::{Claim, Match, Number, Place, Source, Support, Value, printed, stated};
use kernel::{Outcome, TableData};
use text::{excerpt, terminal};

use super::Id;

/// A printed line that is longer is a record for programs: a table that has the number says more.
const MAX_LINE: usize = 300;

/// A place that a mark points to.
#[derive(Clone, Debug)]
pub struct Reveal {
    /// The step.
    pub step: Id,
    /// Its outcome.
    pub outcome: Arc<Outcome>,
    /// The place in it.
    pub spot: Spot,
}

/// A place in an outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// A line of what was printed, from 0, as the page shows it.
    Line(usize),
    /// A cell of a result's table.
    Cell {
        /// The index of the result.
        result: usize,
        /// The row, from 0.
        row: usize,
        /// The column, from 0.
        column: usize,
    },
    /// A result of another kind.
    Result(usize),
    /// The step as a whole.
    Step,
}

/// Returns where the number of a claim stands; `answer` is the text that states it.
pub fn spot(claim: &Claim, answer: &str, outcome: &Outcome) -> Spot {
    let words = answer.get(claim.span.clone()).unwrap_or_default();
    let Some((place, sought)) = sought(&claim.support, words) else { return Spot::Step };
    // The rest of the line names the row.
    let start = answer[..claim.span.start].rfind('\n').map_or(0, |at| at + 1);
    let end = answer[claim.span.end..].find('\n').map_or(answer.len(), |at| claim.span.end + at);
    let about = answer[start..end].to_lowercase();
    let cell = |result: usize| {
        let data = outcome.results.get(result)?.data.as_ref()?;
        let (row, column) = cell(data, &sought, &about)?;
        Some(Spot::Cell { result, row, column })
    };
    match place {
        Place::Result(result) => cell(result).unwrap_or(Spot::Result(result)),
        Place::Output => {
            let text = terminal::plain(&excerpt(&outcome.stdout));
            let line = line(&text, &sought, &about);
            let is_record = line.is_none_or(|(_, length)| length > MAX_LINE);
            let in_table = is_record.then(|| (0..outcome.results.len()).find_map(cell)).flatten();
            in_table.or(line.map(|(at, _)| Spot::Line(at))).unwrap_or(Spot::Step)
        }
        Place::Profile | Place::Answer => Spot::Step,
    }
}

/// Returns where to look, and for which of these values.
fn sought(support: &Support, words: &str) -> Option<(Place, Vec<Value>)> {
    let number = |value: f64| {
        vec![Value::Number(Number {
            value,
            resolution: 0.0,
            scale: 1.0,
            digits: 0,
            signed: false,
            percent: false,
            factor: false,
            about: false,
        })]
    };
    let said = || stated(words).into_iter().map(|quantity| quantity.value).collect::<Vec<_>>();
    let of = |source: &Source, values: Vec<Value>| {
        Some((source.place, values)).filter(|(_, values)| !values.is_empty())
    };
    match support {
        Support::Found { source, r#match: Match::Date, .. } => of(source, said()),
        Support::Found { source, value, .. } | Support::OtherRow { source, value } => {
            of(source, number(*value))
        }
        Support::Derived { source, left, .. } => of(source, number(*left)),
        Support::Typed { source } | Support::ByChance { source } | Support::Replaced { source } => {
            of(source, said())
        }
        Support::Question | Support::Parameter | Support::NotFound | Support::UnknownName => None,
    }
}

fn is_same(found: &Value, sought: &Value) -> bool {
    match (found, sought) {
        (Value::Number(found), Value::Number(sought)) => {
            let near = found.resolution.max(sought.resolution) / 2.0;
            let exact = 1e-9 * sought.value.abs();
            (found.value.abs() - sought.value.abs()).abs() <= near.max(exact)
        }
        (found, sought) => found == sought,
    }
}

/// Returns the line that has the number, and its length: one that shares words with the answer's
/// line, if there is one.
fn line(text: &str, sought: &[Value], about: &str) -> Option<(usize, usize)> {
    let has = |line: &str| {
        printed(line).iter().any(|one| sought.iter().any(|sought| is_same(&one.value, sought)))
    };
    let found = text.lines().enumerate().filter(|(_, line)| has(line));
    let words = |line: &str| shared(line.split(|c: char| !c.is_alphanumeric()), about);
    best(found.map(|(at, line)| (words(line), (at, line.len()))))
}

/// Returns row and column of the cell that has the number.
fn cell(data: &TableData, sought: &[Value], about: &str) -> Option<(usize, usize)> {
    let has = |cell: &serde_json::Value| {
        let text = match cell {
            serde_json::Value::String(text) => text.clone(),
            serde_json::Value::Number(number) => number.to_string(),
            _ => return false,
        };
        match text.parse::<f64>() {
            // As Python writes it, with an exponent or without.
            Ok(value) => sought.iter().any(|one| {
                matches!(one, Value::Number(one) if (value.abs() - one.value.abs()).abs()
                    <= (one.resolution / 2.0).max(1e-9 * one.value.abs()))
            }),
            Err(_) => printed(&text)
                .iter()
                .any(|one| sought.iter().any(|sought| is_same(&one.value, sought))),
        }
    };
    let found = data.rows.iter().enumerate().flat_map(|(at, row)| {
        let cells = row.iter().enumerate().filter(|(_, cell)| has(cell));
        let texts = row.iter().filter_map(serde_json::Value::as_str);
        let score = shared(texts, about);
        cells.map(move |(column, _)| (score, (at, column))).collect::<Vec<_>>()
    });
    best(found)
}

/// Returns how many of the words occur in the answer's line.
fn shared<'a>(words: impl Iterator<Item = &'a str>, about: &str) -> usize {
    words.filter(|word| word.chars().count() > 1 && about.contains(&word.to_lowercase())).count()
}

/// Returns the first of those with the highest score.
fn best<T>(scored: impl Iterator<Item = (usize, T)>) -> Option<T> {
    let better = |best: Option<(usize, T)>, one: (usize, T)| match best {
        Some(best) if best.0 >= one.0 => Some(best),
        _ => Some(one),
    };
    scored.fold(None, better).map(|(_, found)| found)
}

#[cfg(test)]
mod tests {
    use kernel::Shown;
    use serde_json::json;

    use super::*;

    fn claim(answer: &str, words: &str, support: Support) -> Claim {
        let start = answer.find(words).unwrap();
        let span = start..start + words.len();
        Claim { span, support, lineage: None, doubts: Vec::new() }
    }

    #[test]
    fn a_mark_points_to_the_line_or_the_cell_that_has_its_number() {
        let data = TableData {
            columns: vec!["item".to_owned(), "amount".to_owned()],
            types: vec!["text".to_owned(), "number".to_owned()],
            index_columns: 0,
            rows: vec![
                vec![json!("chair"), json!(80)],
                vec![json!("lamp"), json!(19.75)],
                vec![json!("desk"), json!(80)],
            ],
            tail: Vec::new(),
            total_rows: 3,
            all_columns: None,
        };
        let outcome = |stdout: &str| Outcome {
            stdout: stdout.to_owned(),
            results: vec![Shown::default(), Shown { data: Some(data.clone()), ..Shown::default() }],
            ..Outcome::default()
        };
        let lines = outcome("3 orders\n\u{1b}[1mmean\u{1b}[0m 33.25\nmost 80\non 2024-03-01\n");
        let record =
            outcome(&format!("{{\"cells\": [19.75], \"notes\": \"{}\"}}", "a".repeat(400)));
        let at = |place| Source { at: 1, place };
        let found = |place, r#match, value| Support::Found { source: at(place), r#match, value };
        let cell = |row, column| Spot::Cell { result: 1, row, column };
        let (out, table) = (Place::Output, Place::Result(1));
        let cases = [
            ("It is 33.25.", "33.25", found(out, Match::Exact, 33.25), &lines, Spot::Line(1)),
            ("About 33.", "33", found(out, Match::Rounded, 33.25), &lines, Spot::Line(1)),
            ("On 2024-03-01.", "2024-03-01", found(out, Match::Date, 0.0), &lines, Spot::Line(3)),
            ("It is 7.", "7", found(out, Match::Exact, 7.0), &lines, Spot::Step),
            ("Lamps: 19.75", "19.75", found(table, Match::Exact, 19.75), &lines, cell(1, 1)),
            ("The desk: 80", "80", found(table, Match::Exact, 80.0), &lines, cell(2, 1)),
            ("Most: 80", "80", found(table, Match::Exact, 80.0), &lines, cell(0, 1)),
            ("It is 9.", "9", found(table, Match::Exact, 9.0), &lines, Spot::Result(1)),
            ("The lamp: 19.75", "19.75", found(out, Match::Exact, 19.75), &record, cell(1, 1)),
            (
                "In all 99.75",
                "99.75",
                Support::Derived {
                    source: at(table),
                    how: grounding::Arithmetic::Sum,
                    left: 80.0,
                    right: 19.75,
                },
                &lines,
                cell(0, 1),
            ),
            ("It was 3.", "3", Support::Replaced { source: at(out) }, &lines, Spot::Line(0)),
            ("It was 3.", "3", Support::NotFound, &lines, Spot::Step),
        ];
        for (answer, words, support, outcome, expected) in cases {
            assert_eq!(spot(&claim(answer, words, support), answer, outcome), expected, "{answer}");
        }
    }
}
