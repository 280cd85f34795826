//! Compares which row each number of a sentence belongs to with the row that the sentence states it
//! for.
//!
//! A sentence that names several rows can be read in several ways: a number belongs to the label
//! before it, to the label after it, or to the one in its clause. If one reading fits all
//! results, nothing is said.

use std::ops::Range;

use super::Support;
use super::axis::Axis;
use super::clauses::clause;
use super::find::{Hit, Verdict};
use super::scope::Scopes;
use crate::evidence::Values;
use crate::labels::Mention;
use crate::quantity::Quantity;

/// Words between two numbers in brackets that are of different rows.
const COMPARING: [&str; 5] = [" against ", " vs", " versus ", " to ", " compared "];

/// Marks the numbers that have another row, or another column of groups, than any reading of their
/// sentence says.
pub(super) fn compare(stated: &[Quantity], scopes: &Scopes<'_>, verdicts: &mut [Verdict<'_>]) {
    for axis in Axis::BOTH {
        // Of each number in how many tables it is, and in how many it is somewhere else.
        let mut judged = vec![(0usize, 0usize); verdicts.len()];
        for group in scopes.groups() {
            for (index, values) in scopes.values.iter().enumerate() {
                for table in tables(scopes, group.start, index, axis) {
                    let judge = Judge { stated, scopes, verdicts, axis, index, values, table };
                    judge.judge(group.clone(), &mut judged);
                }
            }
        }
        for (verdict, (tables, contradicted)) in verdicts.iter_mut().zip(judged) {
            if let Support::Found { source, value, .. } = verdict.support
                && tables > 0
                && contradicted == tables
            {
                verdict.support = Support::OtherRow { source, value };
            }
        }
    }
}

/// Returns the tables of which a sentence names rows or columns, if these are groups.
fn tables(scopes: &Scopes<'_>, at: usize, index: usize, axis: Axis) -> Vec<u32> {
    let values = scopes.values[index];
    let mentions = scopes.sentence(at).names.mentions(axis, index);
    let indices = mentions.iter().flat_map(|mention| &mention.rows);
    let mut tables: Vec<u32> = indices.filter_map(|of| axis.table(values, *of)).collect();
    tables.sort_unstable();
    tables.dedup();
    tables.retain(|table| axis == Axis::Column || values.is_strict(*table));
    tables
}

/// What the numbers of a sentence are compared with: one table.
struct Judge<'a, 'b> {
    stated: &'a [Quantity],
    scopes: &'a Scopes<'b>,
    verdicts: &'a [Verdict<'b>],
    axis: Axis,
    index: usize,
    values: &'a Values,
    table: u32,
}

impl Judge<'_, '_> {
    fn is_inside(&self, hit: &Hit<'_>) -> bool {
        hit.values == self.index
            && self.axis.table(self.values, self.axis.of(hit.known)) == Some(self.table)
    }

    /// Counts the numbers of a sentence that are in the table, and those that are somewhere else
    /// in it than the sentence says.
    fn judge(&self, group: Range<usize>, judged: &mut [(usize, usize)]) {
        let of_table = |mention: &&Mention| {
            mention.rows.iter().any(|of| self.axis.table(self.values, *of) == Some(self.table))
        };
        let own = self.scopes.sentence(group.start).names.mentions(self.axis, self.index);
        let mut mentions: Vec<&Mention> = own.iter().filter(of_table).collect();
        if mentions.len() < 2 {
            return;
        }
        // "It" at the beginning is what the sentence before was about.
        let before = self
            .scopes
            .before(group.start)
            .map_or(&[][..], |before| before.names.mentions(self.axis, self.index));
        mentions.splice(0..0, before.iter().rfind(of_table));
        let numbers: Vec<usize> = group
            .filter(|at| {
                let hits = || self.verdicts[*at].hits.iter().filter(|hit| !hit.known.typed);
                matches!(self.verdicts[*at].support, Support::Found { .. })
                    && hits().any(|hit| hit.names(self.axis) == Some(true) && self.is_inside(hit))
                    && hits().all(|hit| hit.is_strict(self.axis, self.scopes))
                    && !mentions
                        .iter()
                        .any(|mention| mention.span.contains(&self.stated[*at].span.start))
            })
            .collect();
        let spans: Vec<Range<usize>> =
            numbers.iter().map(|at| self.stated[*at].span.clone()).collect();
        let has = |number: usize, mention: &Mention| {
            self.verdicts[numbers[number]].hits.iter().any(|hit| {
                hit.values == self.index && mention.rows.contains(&self.axis.of(hit.known))
            })
        };
        // The same table may have been shown more than once.
        let own = mentions.len() - own.iter().filter(of_table).count();
        let violated = violations(self.scopes.text, &spans, &mentions, own, &has);
        for (index, at) in numbers.iter().enumerate() {
            let (tables, contradicted) = &mut judged[*at];
            *tables += 1;
            *contradicted += usize::from(violated.contains(&index));
        }
    }
}

/// Returns the numbers that contradict the reading which fits best, or the label that they are
/// bound to. The labels before `own` are of the sentence before.
fn violations(
    text: &str,
    numbers: &[Range<usize>],
    mentions: &[&Mention],
    own: usize,
    has: &dyn Fn(usize, &Mention) -> bool,
) -> Vec<usize> {
    let before = |at: usize| -> Vec<usize> {
        let mut indices = (0..mentions.len())
            .rev()
            .filter(|mention| mentions[*mention].span.end <= numbers[at].start);
        let Some(last) = indices.next() else { return Vec::new() };
        let mut run = vec![last];
        // "A and B have 8 each": labels without a number between them belong together.
        for index in indices {
            let between = mentions[index].span.end..mentions[last].span.start;
            if numbers.iter().any(|number| between.contains(&number.start)) {
                break;
            }
            run.push(index);
        }
        run
    };
    let after = |at: usize| -> Vec<usize> {
        (0..mentions.len())
            .find(|mention| mentions[*mention].span.start >= numbers[at].end)
            .into_iter()
            .collect()
    };
    let nearest = |at: usize| -> Vec<usize> {
        let run = before(at);
        run.first().copied().into_iter().collect()
    };
    let clause = |at: usize| -> Vec<usize> {
        let clause = clause(text, &numbers[at], mentions);
        let inside: Vec<usize> = (0..mentions.len())
            .filter(|mention| clause.contains(&mentions[*mention].span.start))
            .collect();
        if inside.is_empty() { nearest(at) } else { inside }
    };
    // As many labels as numbers after them: "A, B and C have 1, 2 and 3".
    let in_order = |at: usize| -> Vec<usize> {
        let run = before(at);
        let run_end = run.first().map_or(0, |last| mentions[*last].span.end);
        let place = numbers
            .iter()
            .filter(|number| number.start >= run_end && number.start < numbers[at].start)
            .count();
        run.iter().rev().nth(place).copied().into_iter().collect()
    };
    // The same with the labels after the numbers: "1, 2 and 3 in A, B and C".
    let in_order_after = |at: usize| -> Vec<usize> {
        let Some(first) = after(at).first().copied() else { return Vec::new() };
        let start = first.checked_sub(1).map_or(0, |before| mentions[before].span.end);
        let place = numbers
            .iter()
            .filter(|number| number.start >= start && number.start < numbers[at].start)
            .count();
        let end = numbers
            .iter()
            .map(|number| number.start)
            .find(|start| *start > mentions[first].span.start);
        let label = mentions.get(first + place);
        let inside = label.is_some_and(|label| end.is_none_or(|end| label.span.start < end));
        if inside { vec![first + place] } else { Vec::new() }
    };
    // Fewer numbers than labels: "A and B have 8 each".
    let shared = |at: usize| -> Vec<usize> {
        let run = before(at);
        let start = run.first().map_or(0, |last| mentions[*last].span.end);
        let end = mentions
            .iter()
            .map(|mention| mention.span.start)
            .find(|next| *next >= start)
            .unwrap_or(usize::MAX);
        let count = numbers.iter().filter(|number| (start..end).contains(&number.start)).count();
        if count < run.len() { run } else { Vec::new() }
    };
    let readings: [&dyn Fn(usize) -> Vec<usize>; 6] =
        [&clause, &nearest, &after, &in_order, &in_order_after, &shared];
    let mut best: Option<Vec<usize>> = None;
    for reading in &readings {
        let read: Vec<Vec<usize>> = (0..numbers.len()).map(reading).collect();
        if read.iter().any(Vec::is_empty) {
            continue;
        }
        let violated: Vec<usize> = (0..numbers.len())
            .filter(|at| !read[*at].iter().any(|mention| has(*at, mentions[*mention])))
            .collect();
        if best.as_ref().is_none_or(|best| violated.len() < best.len()) {
            best = Some(violated);
        }
    }
    let mut violated = best.unwrap_or_default();
    let bound = all_bound(text, numbers, &mentions[own..]);
    let bound: Vec<Option<usize>> =
        bound.into_iter().map(|mention| mention.map(|mention| own + mention)).collect();
    let fits = |at: &usize| bound[*at].is_some_and(|mention| has(*at, mentions[mention]));
    let contradicted: Vec<usize> =
        (0..numbers.len()).filter(|at| bound[*at].is_some() && !fits(at)).collect();
    let fitting = (0..numbers.len()).filter(fits).count();
    // If most numbers have another row than the label beside them, the sentence is read wrongly.
    if contradicted.len() <= fitting.max(1) {
        violated.extend(contradicted);
        violated.sort_unstable();
        violated.dedup();
    }
    violated
}

/// Returns the label that each number is bound to. If each label has one number then, the label
/// before a number is also its own if nothing else in its clause is.
fn all_bound(text: &str, numbers: &[Range<usize>], mentions: &[&Mention]) -> Vec<Option<usize>> {
    let bound: Vec<Option<usize>> =
        (0..numbers.len()).map(|at| bound(text, numbers, at, mentions)).collect();
    let before =
        |at: usize| mentions.iter().rposition(|mention| mention.span.end <= numbers[at].start);
    let completed: Vec<Option<usize>> =
        bound.iter().enumerate().map(|(at, mention)| mention.or_else(|| before(at))).collect();
    let is_covered =
        |mention: usize| completed.iter().filter(|bound| **bound == Some(mention)).count() == 1;
    let one_each = numbers.len() == mentions.len() && (0..mentions.len()).all(is_covered);
    if one_each { completed } else { bound }
}

/// Returns the label that a number is bound to: the one right before or after it, at a bracket or a
/// colon, or the only one in its clause.
fn bound(text: &str, numbers: &[Range<usize>], at: usize, mentions: &[&Mention]) -> Option<usize> {
    let number = &numbers[at];
    let before = mentions.iter().rposition(|mention| mention.span.end <= number.start);
    let after = mentions.iter().position(|mention| mention.span.start >= number.end);
    let between = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let beside = |text: &str, opens: char| {
        text.trim_matches([' ', '*', '~', '≈', '$', '€']).chars().eq([opens])
    };
    // "39,850 (February)"
    if let Some(index) = after
        && beside(between(number.end, mentions[index].span.start), '(')
        && text[mentions[index].span.end..].starts_with(')')
    {
        return Some(index);
    }
    // "February (39,850)", "February: 39,850"
    if let Some(index) = before {
        let between = between(mentions[index].span.end, number.start);
        // "(38 against 35)" compares two rows.
        let bracket = text[number.end..].split([')', '\n']).next().unwrap_or_default();
        let compares = COMPARING.iter().any(|word| bracket.contains(word));
        if beside(between, '(') && !compares || beside(between, ':') {
            return Some(index);
        }
    }
    let clause = clause(text, number, mentions);
    let mut inside =
        (0..mentions.len()).filter(|index| clause.contains(&mentions[*index].span.start));
    let only = inside.next().filter(|_| inside.next().is_none())?;
    // "A, B and C have 1, 2 and 3": the labels belong to the numbers in their order.
    let parted =
        |from: usize, to: usize| numbers.iter().any(|number| (from..to).contains(&number.start));
    let precedes = mentions[only].span.end <= number.start;
    let neighbour = if precedes { only.checked_sub(1) } else { Some(only + 1) };
    let run = neighbour.and_then(|index| mentions.get(index)).is_some_and(|other| {
        if precedes {
            !parted(other.span.end, mentions[only].span.start)
        } else {
            !parted(mentions[only].span.end, other.span.start)
        }
    });
    (!run || numbers.len() == 1).then_some(only)
}
