//! What an answer says around each number: the rows that its sentence names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use super::axis::Axis;
use super::clauses::clause;
use super::tables;
use crate::evidence::{Evidence, Known, Values};
use crate::labels::{self, Mention};
use crate::prose;
use crate::quantity::{Quantity, Value};

/// The sentences of an answer with the labels in them.
pub(super) struct Scopes<'a> {
    pub(super) text: &'a str,
    /// The values of the evidence, the newest first.
    pub(super) values: Vec<&'a Values>,
    /// How many of them are of this turn.
    pub(super) current: usize,
    /// The labels of the files' columns.
    pub(super) measures: &'a HashSet<String>,
    pub(super) stated: &'a [Quantity],
    sentences: Vec<Sentence>,
    /// The sentence of each quantity, by its index in `sentences`.
    of: Vec<usize>,
    /// What names the column of each quantity that stands in a table of the answer.
    heads: Vec<Option<Head>>,
    /// How many items the lists and the tables of the answer have, each count once, in their order.
    pub(super) listed: Vec<u32>,
}

/// The name of a column in a table of the answer.
struct Head {
    span: Range<usize>,
    names: Rc<Names>,
}

/// The labels in a part of an answer, for each of the values.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// By [`Axis`].
    axes: [Vec<Named>; 2],
}

/// The labels of one of the values, and the tables that they are of.
#[derive(Debug, Default)]
struct Named {
    mentions: Vec<Mention>,
    tables: Vec<u32>,
}

impl Names {
    fn of(values: &[&Values], mut read: impl FnMut(&Values, Axis) -> Vec<Mention>) -> Self {
        let axes = Axis::BOTH.map(|axis| {
            let named = |values: &&Values| {
                let mentions = read(values, axis);
                let indices = mentions.iter().flat_map(|mention| &mention.rows);
                let mut tables: Vec<u32> =
                    indices.filter_map(|index| axis.table(values, *index)).collect();
                tables.dedup();
                Named { mentions, tables }
            };
            values.iter().map(named).collect()
        });
        Self { axes }
    }

    /// Returns the labels of rows for each of the values.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[Mention]> {
        self.axes[Axis::Row as usize].iter().map(|named| named.mentions.as_slice())
    }

    /// Returns the labels of rows or columns.
    pub(super) fn mentions(&self, axis: Axis, values: usize) -> &[Mention] {
        self.axes[axis as usize].get(values).map_or(&[], |named| &named.mentions)
    }

    /// Returns whether the row or the column of a number is named; `None` if none of its table is.
    fn has(&self, axis: Axis, values: usize, table: u32, index: u32) -> Option<bool> {
        let named = self.axes[axis as usize].get(values)?;
        let has = |mention: &Mention| mention.rows.binary_search(&index).is_ok();
        named.tables.contains(&table).then(|| named.mentions.iter().any(has))
    }
}

/// A sentence, an item of a list, or a row of a table.
pub(super) struct Sentence {
    pub(super) span: Range<usize>,
    pub(super) names: Names,
    /// The first row of its table, if it is another row of one.
    head: Option<Range<usize>>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(text: &'a str, stated: &'a [Quantity], evidence: &'a Evidence) -> Self {
        let values: Vec<&Values> = evidence.all().collect();
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut of = Vec::new();
        let mut heads: HashMap<usize, Rc<Names>> = HashMap::new();
        let mut head_of = Vec::new();
        for quantity in stated {
            let inside = |sentence: &Sentence| sentence.span.contains(&quantity.span.start);
            if !sentences.last().is_some_and(inside) {
                let span = prose::sentence(text, &quantity.span);
                let inside = text.get(span.clone()).unwrap_or_default();
                let row = tables::is_row(inside);
                let names = Names::of(&values, |values, axis| {
                    let labels = axis.labels(values);
                    let mut mentions = labels::mentions(inside, span.start, labels);
                    if row {
                        mentions.extend(tables::key(inside, span.start, labels));
                        mentions = tables::of_one_row(mentions);
                    }
                    mentions
                });
                let before = sentences.last().filter(|last| last.span.end == span.start);
                let head = row.then(|| before.and_then(|row| row.head.clone()));
                let head = head.and_then(|head| head.or_else(|| tables::head(text, span.start)));
                sentences.push(Sentence { names, head, span });
            }
            of.push(sentences.len() - 1);
            let cell = sentences.last().and_then(|row| {
                let head = row.head.clone()?;
                tables::column_name(text, head, &(row.span.start..quantity.span.start))
            });
            head_of.push(cell.map(|cell| {
                let names = heads.entry(cell.start).or_insert_with(|| {
                    let name = text.get(cell.clone()).unwrap_or_default();
                    Rc::new(Names::of(&values, |values, axis| {
                        let labels = axis.labels(values);
                        let mut mentions = labels::mentions(name, cell.start, labels);
                        mentions.extend(tables::key(&format!("|{name}|"), cell.start, labels));
                        mentions
                    }))
                });
                Head { span: cell, names: Rc::clone(names) }
            }));
        }
        Self {
            text,
            values,
            current: evidence.current(),
            measures: evidence.measures(),
            stated,
            sentences,
            of,
            heads: head_of,
            listed: lists(text),
        }
    }

    /// Returns whether a word is the name of a column of the files, or its plural.
    pub(super) fn names_a_column(&self, word: &str) -> bool {
        let word = word.to_lowercase();
        let singular = [("ies", "y"), ("es", ""), ("s", "")]
            .iter()
            .filter_map(|(ending, one)| Some(format!("{}{one}", word.strip_suffix(ending)?)));
        singular.chain([word.clone()]).any(|word| word.len() > 2 && self.measures.contains(&word))
    }

    /// Returns whether a number is written with separators of thousands, as no year is.
    pub(super) fn has_separator(&self, quantity: usize) -> bool {
        let written = self.text.get(self.stated[quantity].span.clone()).unwrap_or_default();
        written.contains(|c: char| !c.is_ascii_digit())
    }

    /// Returns whether a quantity stands in a row of a Markdown table.
    pub(super) fn is_table_row(&self, quantity: usize) -> bool {
        self.text.get(self.sentence(quantity).span.clone()).is_some_and(tables::is_row)
    }

    /// Returns whether the row of a table in which a quantity stands says in its first cell that it
    /// has the sums.
    pub(super) fn is_row_of_totals(&self, quantity: usize) -> bool {
        let row = self.text.get(self.sentence(quantity).span.clone()).unwrap_or_default();
        let first = row
            .trim_start()
            .trim_start_matches('|')
            .split('|')
            .next()
            .unwrap_or_default()
            .to_lowercase();
        ["total", "sum", "all", "overall", "together"]
            .iter()
            .any(|word| first.split(|c: char| !c.is_alphabetic()).any(|part| part == *word))
    }

    /// Returns what names the column of a quantity in a table of the answer, with where it stands.
    pub(super) fn header(&self, quantity: usize) -> Option<Range<usize>> {
        self.heads[quantity].as_ref().map(|head| head.span.clone())
    }

    /// Returns where a quantity stands.
    pub(super) fn span(&self, quantity: usize) -> Range<usize> {
        self.stated[quantity].span.clone()
    }

    /// Returns the number that a quantity states.
    pub(super) fn value(&self, quantity: usize) -> Option<f64> {
        match &self.stated.get(quantity)?.value {
            Value::Number(number) => Some(number.value),
            Value::Date(_) => None,
        }
    }

    /// Returns the sentence of a quantity.
    pub(super) fn sentence(&self, quantity: usize) -> &Sentence {
        &self.sentences[self.of[quantity]]
    }

    /// Returns the quantities of each sentence.
    pub(super) fn groups(&self) -> impl Iterator<Item = Range<usize>> {
        let mut start = 0;
        std::iter::from_fn(move || {
            let first = self.of.get(start)?;
            let length = self.of[start..].iter().take_while(|sentence| *sentence == first).count();
            start += length;
            Some(start - length..start)
        })
    }

    /// Returns the quantities of the sentence of a quantity.
    pub(super) fn group(&self, quantity: usize) -> Range<usize> {
        let sentence = self.of[quantity];
        self.of.partition_point(|of| *of < sentence)..self.of.partition_point(|of| *of <= sentence)
    }

    /// Returns whether the quantity's sentence, or the head of its column in a table of the answer,
    /// or if it names no row or column of that table the text before it in the paragraph, names
    /// the row or column; `None` if none of them names any.
    pub(super) fn names(
        &self,
        quantity: usize,
        values: usize,
        known: &Known,
        axis: Axis,
    ) -> Option<bool> {
        let index = axis.of(known);
        let table = axis.table(self.values[values], index)?;
        let named = |names: &Names| names.has(axis, values, table, index);
        let own = named(&self.sentence(quantity).names);
        let head = self.heads[quantity].as_ref().and_then(|head| named(&head.names));
        // The sentence before says less than that of the number: what it does not name is not
        // excluded.
        let before = || named(&self.before(quantity)?.names).filter(|named| *named);
        match axis {
            Axis::Row => own.or(head),
            // What is said of columns in another part of the sentence excludes nothing.
            Axis::Column => {
                head.or_else(|| own.filter(|_| self.names_a_column_near(quantity, values)))
            }
        }
        .or_else(before)
    }

    /// Returns whether a column is named in the same part of the sentence as a quantity.
    fn names_a_column_near(&self, quantity: usize, values: usize) -> bool {
        let at = self.span(quantity);
        let mentions = self.sentence(quantity).names.mentions(Axis::Column, values);
        mentions.iter().any(|mention| {
            let (start, end) = (at.end.min(mention.span.end), at.start.max(mention.span.start));
            !self.text.get(start..end).unwrap_or_default().contains("; ")
        })
    }

    /// Returns whether the quantity's sentence names several rows or columns of the number's table.
    pub(super) fn names_several(
        &self,
        quantity: usize,
        values: usize,
        known: &Known,
        axis: Axis,
    ) -> bool {
        let of = |index: u32| axis.table(self.values[values], index);
        let table = of(axis.of(known));
        let of_table = |mention: &&Mention| {
            mention.rows.iter().any(|index| table.is_some() && of(*index) == table)
        };
        self.sentence(quantity).names.mentions(axis, values).iter().filter(of_table).count() > 1
    }

    /// Returns the sentence with quantities before that of a quantity, if it is in the same
    /// paragraph.
    pub(super) fn before(&self, quantity: usize) -> Option<&Sentence> {
        let start = self.sentence(quantity).span.start;
        let before = self.sentences[..self.of[quantity]].last()?;
        (!self.text[before.span.start..start].contains('\n')).then_some(before)
    }

    /// Returns whether the sentence of a quantity before it, its clause, or its row in a table
    /// names a row.
    pub(super) fn follows_a_row(&self, quantity: usize) -> bool {
        let start = self.span(quantity).start;
        let clause = clause(self.text, &self.span(quantity), &[]);
        let whole = self.is_table_row(quantity);
        let head = self.heads[quantity].iter().flat_map(|head| head.names.rows());
        self.sentence(quantity).names.rows().flatten().any(|mention| {
            whole || mention.span.end <= start || clause.contains(&mention.span.start)
        }) || head.flatten().next().is_some()
    }

    /// Returns whether a quantity may be of this row: whether its clause, or its row in a table,
    /// names no row of that table, or this one too.
    pub(super) fn allows(&self, quantity: usize, row: Option<(usize, u32)>) -> bool {
        let Some((values, row)) = row else { return true };
        let of = |row: u32| self.values[values].table(row);
        let whole = self.is_table_row(quantity);
        let clause = clause(self.text, &self.span(quantity), &[]);
        let mut named =
            self.sentence(quantity).names.mentions(Axis::Row, values).iter().filter(|mention| {
                (whole || clause.contains(&mention.span.start))
                    && mention.rows.iter().any(|other| of(*other) == of(row))
            });
        let Some(first) = named.next() else { return true };
        first.rows.contains(&row) || named.any(|mention| mention.rows.contains(&row))
    }

    /// Returns whether a row is named after a quantity in its clause.
    pub(super) fn names_a_row_after(&self, quantity: usize) -> bool {
        let span = self.span(quantity);
        let after = span.end..clause(self.text, &span, &[]).end;
        let mut rows = self.sentence(quantity).names.rows().flatten();
        rows.any(|mention| after.contains(&mention.span.start))
    }

    /// Returns whether a quantity stands in the first cell of a row of a table.
    pub(super) fn is_first_cell(&self, quantity: usize) -> bool {
        let row = self.sentence(quantity).span.start..self.span(quantity).start;
        self.text.get(row).unwrap_or_default().matches('|').count() == 1
    }
}

/// Returns how many items the lists and the tables of a text have, each count once: an answer may
/// have thousands.
fn lists(text: &str) -> Vec<u32> {
    let item = |line: &str| {
        let line = line.trim_start();
        let marker = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with(['|', '-', '*', '•']) && !line.starts_with("**")
            || marker.len() < line.len() && marker.starts_with(['.', ')'])
    };
    let mut counts = Vec::new();
    let (mut items, mut table) = (0u32, false);
    for line in text.lines().chain([""]) {
        if item(line) {
            items += 1;
            table |= line.trim_start().starts_with('|');
        } else if items > 0 {
            // The first two lines of a table are its header.
            counts.push(if table { items.saturating_sub(2) } else { items });
            (items, table) = (0, false);
        }
    }
    let mut seen = HashSet::new();
    counts.retain(|count| seen.insert(*count));
    counts
}
