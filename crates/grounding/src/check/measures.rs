//! Compares which measure a number is stated for with the column, or the row of statistics, that it
//! stands in.
//!
//! "The mean is 54.49" is wrong if 54.49 is the median, and "a profit of 5,000" if that is
//! the sales. Only a clause that names a measure of the table, and not the number's own,
//! contradicts it: what is said in other words is not judged.

use std::collections::HashMap;
use std::ops::Range;

use super::Support;
use super::axis::Axis;
use super::clauses::clause;
use super::find::{Hit, Verdict};
use super::scope::Scopes;
use crate::evidence::{NONE, Place, Values};
use crate::labels;
use crate::quantity::Quantity;

/// The statistics that are known apart in rows. Others, such as quartiles, are stated in many ways.
const STATISTICS: [&str; 6] = ["count", "max", "mean", "median", "min", "std"];
/// Words that name an extreme, or which row has it.
const SUPERLATIVES: [&str; 6] =
    ["greatest", "highest", "largest", "lowest", "smallest", "strongest"];
/// Words of a clause that states both ends of a range.
const RANGES: [&str; 4] = ["range", "between", "from", "vary"];
/// Columns that say when a row is, which is not a measure.
const TIMES: [&str; 7] = ["date", "day", "hour", "month", "quarter", "week", "year"];

/// Marks the numbers that the answer states for another measure than that of all places where they
/// were found.
pub(super) fn compare(stated: &[Quantity], scopes: &Scopes<'_>, verdicts: &mut [Verdict<'_>]) {
    let tables: Vec<Tables> = scopes.values.iter().map(|values| Tables::of(values)).collect();
    let judge = Judge { stated, scopes, tables: &tables, verdicts };
    let misnamed: Vec<usize> = (0..verdicts.len()).filter(|at| judge.is_misnamed(*at)).collect();
    for at in misnamed {
        if let Support::Found { source, value, .. } = verdicts[at].support {
            verdicts[at].support = Support::OtherRow { source, value };
            verdicts[at].misnamed = true;
        }
    }
}

/// Indices of columns or rows by their labels.
type Labels = HashMap<String, Vec<u32>>;

/// The measures of one execution's tables by their labels: columns by their index, and rows of
/// statistics by theirs.
struct Tables {
    columns: HashMap<u32, Labels>,
    rows: HashMap<u32, Labels>,
}

impl Tables {
    fn of(values: &Values) -> Self {
        let (mut columns, mut rows) =
            (HashMap::<u32, Labels>::new(), HashMap::<u32, Labels>::new());
        for (at, column) in values.columns.iter().enumerate().filter(|(_, column)| column.count > 0)
        {
            if let Some(label) = labels::label(&column.label)
                .filter(|label| !TIMES.contains(&label.to_lowercase().as_str()))
            {
                columns.entry(column.table).or_default().entry(label).or_default().push(at as u32);
            }
        }
        for (label, of_label) in &values.labels {
            for row in of_label {
                let Some(table) =
                    values.table(*row).filter(|table| !values.strict[*table as usize])
                else {
                    continue;
                };
                let measures = STATISTICS.contains(&label.as_str()) || label.contains(' ');
                if measures {
                    rows.entry(table).or_default().entry(label.clone()).or_default().push(*row);
                }
            }
        }
        columns.retain(|_, labels| labels.len() > 1);
        rows.retain(|_, labels| labels.len() > 1);
        Self { columns, rows }
    }
}

/// What the numbers of an answer are compared with.
struct Judge<'a, 'b> {
    stated: &'a [Quantity],
    scopes: &'a Scopes<'b>,
    tables: &'a [Tables],
    verdicts: &'a [Verdict<'b>],
}

impl Judge<'_, '_> {
    /// Returns whether all places of a number are contradicted.
    fn is_misnamed(&self, at: usize) -> bool {
        let verdict = &self.verdicts[at];
        let Support::Found { source, .. } = verdict.support else { return false };
        let mut judged = verdict
            .hits
            .iter()
            .filter(|hit| !hit.known.typed && hit.known.source.place != Place::Profile)
            .peekable();
        source.place != Place::Profile
            && judged.peek().is_some()
            && judged.all(|hit| self.contradicts(hit, at))
    }

    /// Returns whether the number's clause, or the head of its column in a table of the answer,
    /// names measures of the hit's table, but not its own, and no other number there is of one of
    /// these.
    fn contradicts(&self, hit: &Hit<'_>, at: usize) -> bool {
        let values = self.scopes.values[hit.values];
        let column = values.columns.get(hit.known.column as usize);
        let of_columns =
            column.and_then(|column| self.tables[hit.values].columns.get(&column.table));
        let of_rows =
            values.table(hit.known.row).and_then(|table| self.tables[hit.values].rows.get(&table));
        let Some(part) = self.part(at) else { return false };
        let named = |labels: &Labels, index: fn(&Hit<'_>) -> u32| {
            let own = index(hit);
            let text = self.scopes.text.get(part.clone()).unwrap_or_default();
            let mut mentions = labels::mentions(text, part.start, labels);
            // "Support is lowest at 43,775" names the row with the lowest of any measure.
            let about_row = hit.is_strict(Axis::Row, self.scopes) && self.names_a_row(&part, at);
            mentions.retain(|mention| {
                let word = self.scopes.text.get(mention.span.clone()).unwrap_or_default();
                !about_row || !SUPERLATIVES.contains(&word.to_lowercase().as_str())
            });
            let known = labels.values().any(|indices| indices.contains(&own));
            let is_mentioned =
                |index: u32| mentions.iter().any(|mention| mention.rows.contains(&index));
            let another = self.scopes.group(at).any(|other| {
                let hits =
                    || self.verdicts[other].hits.iter().filter(|other| other.values == hit.values);
                // "12 degrees with little wind (5)"
                let follows = other == at + 1
                    && mentions
                        .iter()
                        .all(|mention| self.stated[at].span.end <= mention.span.start);
                other != at
                    && (follows || part.contains(&self.stated[other].span.start))
                    && hits().any(|hit| is_mentioned(index(hit)))
            });
            known && !mentions.is_empty() && !is_mentioned(own) && !another
        };
        of_columns
            .is_some_and(|labels| hit.known.column != NONE && named(labels, |hit| hit.known.column))
            || of_rows.is_some_and(|labels| named(labels, |hit| hit.known.row))
    }

    /// Returns whether a part of a number's sentence names a row.
    fn names_a_row(&self, part: &Range<usize>, at: usize) -> bool {
        let mut rows = self.scopes.sentence(at).names.rows().flatten();
        rows.any(|mention| part.contains(&mention.span.start))
    }

    /// Returns the part of the answer that names the measure of a number.
    fn part(&self, at: usize) -> Option<Range<usize>> {
        if self.scopes.is_table_row(at) {
            return self.scopes.header(at);
        }
        let span = &self.stated[at].span;
        let sentence = self.scopes.sentence(at).span.clone();
        let clause = clause(self.scopes.text, span, &[]);
        let part = clause.start.max(sentence.start)..clause.end.min(sentence.end).max(span.end);
        let lower = self.scopes.text.get(part.clone())?.to_lowercase();
        (!RANGES.iter().any(|word| lower.contains(word))).then_some(part)
    }
}
