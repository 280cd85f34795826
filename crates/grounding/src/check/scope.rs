//! What an answer says around each number: the rows that its sentence names.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::evidence::{Evidence, Known, Values};
use crate::labels::{self, Mention};
use crate::prose;
use crate::quantity::Quantity;

/// The most rows above a number in which the head of its table is looked for: a longer way for each
/// number of a long table would block the page.
const MAX_ROWS: usize = 200;

/// Words before and after a difference.
const DIFFERENCES: ([&str; 5], [&str; 12]) = (
    ["by", "another", "up", "down", "additional"],
    [
        "above", "ahead", "apart", "behind", "below", "fewer", "higher", "larger", "less", "lower",
        "more", "smaller",
    ],
);

/// The sentences of an answer with the labels in them.
pub(super) struct Scopes<'a> {
    pub(super) text: &'a str,
    /// The values of the evidence, the newest first.
    pub(super) values: Vec<&'a Values>,
    /// How many of them are of this turn.
    pub(super) current: usize,
    /// The labels of the files' columns.
    pub(super) measures: &'a HashSet<String>,
    stated: &'a [Quantity],
    sentences: Vec<Sentence>,
    /// The sentence of each quantity, by its index in `sentences`.
    of: Vec<usize>,
    /// How many items the lists and the tables of the answer have, each count once, in their order.
    pub(super) listed: Vec<u32>,
}

/// A sentence, an item of a list, or a row of a table.
pub(super) struct Sentence {
    pub(super) span: Range<usize>,
    /// For each of the values the labels in it.
    pub(super) mentions: Vec<Vec<Mention>>,
    /// For each of the values the tables that they are of.
    tables: Vec<Vec<u32>>,
}

impl<'a> Scopes<'a> {
    pub(super) fn new(text: &'a str, stated: &'a [Quantity], evidence: &'a Evidence) -> Self {
        let values: Vec<&Values> = evidence.all().collect();
        let mut sentences: Vec<Sentence> = Vec::new();
        let mut of = Vec::new();
        for quantity in stated {
            let inside = |sentence: &Sentence| sentence.span.contains(&quantity.span.start);
            if !sentences.last().is_some_and(inside) {
                let span = prose::sentence(text, &quantity.span);
                let inside = text.get(span.clone()).unwrap_or_default();
                let mentions = |values: &&Values| {
                    let mentions = labels::mentions(inside, span.start, &values.labels);
                    if inside.trim_start().starts_with('|') {
                        of_one_row(mentions)
                    } else {
                        mentions
                    }
                };
                let mentions: Vec<Vec<Mention>> = values.iter().map(mentions).collect();
                let tables = values.iter().zip(&mentions).map(|(values, mentions)| {
                    let rows = mentions.iter().flat_map(|mention| &mention.rows);
                    let mut tables: Vec<u32> = rows.filter_map(|row| values.table(*row)).collect();
                    tables.dedup();
                    tables
                });
                sentences.push(Sentence { tables: tables.collect(), mentions, span });
            }
            of.push(sentences.len() - 1);
        }
        Self {
            text,
            values,
            current: evidence.current(),
            measures: evidence.measures(),
            stated,
            sentences,
            of,
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
        self.text
            .get(self.sentence(quantity).span.clone())
            .is_some_and(|row| row.trim_start().starts_with('|'))
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

    /// Returns whether the words beside a quantity, or beside the one that it follows in brackets,
    /// say that it is a difference: "by 12", "12 more".
    pub(super) fn says_difference(&self, quantity: usize) -> bool {
        let at = if self.follows_in_brackets(quantity) { quantity - 1 } else { quantity };
        let (before, after) = self.beside(&self.span(at));
        DIFFERENCES.0.contains(&before) || DIFFERENCES.1.contains(&after)
    }

    /// Returns whether a quantity stands in brackets right after another one.
    pub(super) fn follows_in_brackets(&self, quantity: usize) -> bool {
        let Some(before) = quantity.checked_sub(1).map(|before| self.span(before)) else {
            return false;
        };
        let between = self.text.get(before.end..self.span(quantity).start).unwrap_or_default();
        between
            .trim_start_matches(|c: char| c.is_alphabetic() || c == ' ' || c == '*')
            .starts_with('(')
            && between.trim_end_matches(['*', ' ']).ends_with('(')
    }

    /// Returns what names the column of a quantity in a table of the answer, with where it stands.
    pub(super) fn header(&self, quantity: usize) -> Option<Range<usize>> {
        let row = self.sentence(quantity).span.clone();
        let cells = self.text.get(row.start..self.span(quantity).start)?.matches('|').count();
        let mut start = row.start;
        // The first of the lines before it that are rows too.
        for _ in 0..MAX_ROWS {
            let Some(end) = start.checked_sub(1) else { break };
            let before = self.text[..end].rfind('\n').map_or(0, |at| at + 1);
            if !self.text[before..end].trim_start().starts_with('|') {
                break;
            }
            start = before;
        }
        let above = self.text[..start.saturating_sub(1)].rsplit('\n').next().unwrap_or_default();
        if start > 0 && above.trim_start().starts_with('|') {
            return None;
        }
        let line = self.text[start..].lines().next()?;
        let from = line.match_indices('|').nth(cells.checked_sub(1)?)?.0 + 1;
        let length = line[from..].find('|').unwrap_or(line.len() - from);
        (start < row.start).then_some(start + from..start + from + length)
    }

    /// Returns where a quantity stands.
    pub(super) fn span(&self, quantity: usize) -> Range<usize> {
        self.stated[quantity].span.clone()
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

    /// Returns the text of the quantity's sentence in lower case, between spaces.
    pub(super) fn words(&self, quantity: usize) -> String {
        let sentence = self.text.get(self.sentence(quantity).span.clone()).unwrap_or_default();
        let header = if self.is_table_row(quantity) { self.header(quantity) } else { None };
        let header = header.and_then(|header| self.text.get(header)).unwrap_or_default();
        format!(" {} {} ", sentence.to_lowercase(), header.to_lowercase())
    }

    /// Returns whether the quantity's sentence, or if it names no row of that table the text
    /// before it in the paragraph, names the row; `None` if neither names any.
    pub(super) fn names(&self, quantity: usize, values: usize, known: &Known) -> Option<bool> {
        let table = self.values[values].table(known.row)?;
        let named = |sentence: &Sentence| {
            let has = |mention: &Mention| mention.rows.binary_search(&known.row).is_ok();
            sentence.tables[values]
                .contains(&table)
                .then(|| sentence.mentions[values].iter().any(has))
        };
        // The sentence before says less than that of the number: what it does not name is not
        // excluded.
        let before = || named(self.before(quantity)?).filter(|named| *named);
        named(self.sentence(quantity)).or_else(before)
    }

    /// Returns whether the quantity's sentence names several rows of the number's table.
    pub(super) fn names_several(&self, quantity: usize, values: usize, known: &Known) -> bool {
        let table = self.values[values].table(known.row);
        let of_table = |mention: &&Mention| {
            mention
                .rows
                .iter()
                .any(|row| table.is_some() && self.values[values].table(*row) == table)
        };
        self.sentence(quantity).mentions[values].iter().filter(of_table).count() > 1
    }

    /// Returns the sentence with quantities before that of a quantity, if it is in the same
    /// paragraph.
    pub(super) fn before(&self, quantity: usize) -> Option<&Sentence> {
        let start = self.sentence(quantity).span.start;
        let before = self.sentences[..self.of[quantity]].last()?;
        (!self.text[before.span.start..start].contains('\n')).then_some(before)
    }

    /// Returns the words before and after a quantity in its sentence.
    pub(super) fn beside(&self, span: &Range<usize>) -> (&str, &str) {
        let apart = |c: char| !c.is_alphanumeric();
        let line = self.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
        let before = self.text[line..span.start]
            .trim_end_matches(|c: char| c.is_whitespace() || "$€£*~≈(−-".contains(c));
        let after = self.text[span.end..].trim_start_matches([' ', '*', '\u{a0}']);
        let last = before.rsplit(apart).next().unwrap_or_default();
        (last, after.split(apart).next().unwrap_or_default())
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

/// Keeps those rows that most of the labels name: the cells of a table's row are all about one.
fn of_one_row(mut mentions: Vec<Mention>) -> Vec<Mention> {
    let count = |row: u32| mentions.iter().filter(|mention| mention.rows.contains(&row)).count();
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for row in mentions.iter().flat_map(|mention| &mention.rows) {
        counts.entry(*row).or_insert_with(|| count(*row));
    }
    let most = counts.values().copied().max().unwrap_or(0);
    mentions
        .iter_mut()
        .for_each(|mention| mention.rows.retain(|row| counts.get(row) == Some(&most)));
    mentions.retain(|mention| !mention.rows.is_empty());
    mentions
}
