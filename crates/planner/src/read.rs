//! The reader: from the spans of a question to a query, or to a question back.
//!
//! Each span is used by exactly one part of the query. What no part uses is asked about, never left aside.

mod explain;
mod filters;
mod follow;
mod measures;
mod numbers;
mod periods;
mod report;
mod tasks;
mod topics;

pub(crate) use follow::{follow, is_follow_up};

use std::ops::{Range, RangeInclusive};

use crate::columns::{is_date_part, is_group, is_unique, is_years, quoted};
use crate::input::{Column, File, Table};
use crate::label;
use crate::plan::{Chart, Filter, Grain, Group, Op, Query, Task};
use crate::spans::{Meaning, Span, spans};
use crate::values::Found;
use crate::words::{Word, stems};

/// A question is read for one table.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) at: (usize, usize),
    pub(crate) file: &'a File,
    pub(crate) table: &'a Table,
    /// What was looked up, if anything was.
    pub(crate) found: Option<&'a [Found]>,
}

/// What keeps a question from being answered.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Doubt {
    /// What is unclear, as a sentence.
    pub(crate) why: String,
    /// What may replace bytes of the question.
    pub(crate) edits: Vec<Edit>,
}

/// Other texts for a part of the question.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Edit {
    pub(crate) at: Range<usize>,
    pub(crate) texts: Vec<String>,
}

pub(crate) type Outcome<T> = Result<T, Box<Doubt>>;

/// A column, and the span that names it.
pub(crate) type Named<'a> = (usize, &'a Column);

/// Reads a question about one table.
pub(crate) fn read(question: &str, source: Source) -> Outcome<Query> {
    Reader::new(question, source).query()
}

/// The spans of a question, and which of them are used.
pub(crate) struct Reader<'a> {
    pub(crate) question: &'a str,
    pub(crate) words: Vec<Word>,
    pub(crate) spans: Vec<Span>,
    used: Vec<bool>,
    source: Source<'a>,
    table: &'a Table,
    filters: Vec<Filter>,
    /// A condition on the measure of each group.
    having: Option<(&'static str, f64)>,
    assumed: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(question: &'a str, source: Source<'a>) -> Self {
        let stem = label::stem(&source.file.name);
        let title = source.table.sheet.as_ref().map_or(stem.clone(), |sheet| format!("{sheet} {stem}"));
        let (words, spans) = spans(question, &title, source.table, source.found.unwrap_or_default());
        let used = spans.iter().map(|span| !span.has_content()).collect();
        let (filters, having, assumed) = (Vec::new(), None, Vec::new());
        Self { question, words, spans, used, source, table: source.table, filters, having, assumed }
    }

    /// Reads the whole question.
    fn query(&mut self) -> Outcome<Query> {
        self.quiet_counts();
        self.explain()?;
        let chart = self.chart();
        self.read_filters()?;
        let task = match self.topic()? {
            Some(task) => task,
            None => self.task()?,
        };
        if matches!(task, Task::Grouped { .. } | Task::Values { .. } | Task::Rows { .. }) {
            self.take("where");
        }
        self.leftover()?;
        self.check_totals(&task)?;
        if chart != Chart::Auto && matches!(task, Task::Scalar { .. } | Task::Values { .. }) {
            self.assumed.push("One number needs no chart.".to_owned());
        }
        let (filters, assumed) = (std::mem::take(&mut self.filters), std::mem::take(&mut self.assumed));
        Ok(Query { source: self.source.at, filters, task, chart, assumed })
    }

    /// Returns a doubt about spans, with the texts that may replace them.
    fn doubt<T, S: Into<String>>(
        &self,
        why: impl Into<String>,
        spans: RangeInclusive<usize>,
        texts: impl IntoIterator<Item = S>,
    ) -> Outcome<T> {
        doubt(why, self.bytes(spans), texts)
    }

    /// Returns a doubt with texts that may be added to the question.
    fn append<T>(&self, why: impl Into<String>, texts: Vec<String>) -> Outcome<T> {
        let end = self.question.trim_end_matches(['?', '.', '!', ' ']).len();
        doubt(why, end..end, texts)
    }

    /// Returns a doubt with texts that may be asked instead of the question.
    fn replace<T>(&self, why: impl Into<String>, texts: Vec<String>) -> Outcome<T> {
        doubt(why, 0..self.question.len(), texts)
    }

    /// Returns a text before the name of each column that fits, for the choices of a doubt.
    fn offers(&self, before: &str, fits: impl Fn(&Column) -> bool) -> Vec<String> {
        self.all(fits).into_iter().map(|column| format!("{before}{}", quoted(column))).collect()
    }

    /// Returns the table's columns that fit.
    fn all(&self, fits: impl Fn(&Column) -> bool) -> Vec<&'a Column> {
        self.table.columns.iter().filter(|column| fits(column)).collect()
    }

    /// Returns the bytes of spans in the question.
    fn bytes(&self, spans: RangeInclusive<usize>) -> Range<usize> {
        let (first, last) = (&self.spans[*spans.start()], &self.spans[*spans.end()]);
        self.words[first.tokens.start].at.start..self.words[last.tokens.end - 1].at.end
    }

    /// Returns a span's text in the question.
    fn text(&self, span: usize) -> &'a str {
        &self.question[self.bytes(span..=span)]
    }

    /// Returns the next span before one that is no filler.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| self.spans[*at].meaning != Meaning::Filler)
    }

    /// Returns the next span after one that is no filler.
    fn after(&self, at: usize) -> Option<usize> {
        (at + 1..self.spans.len()).find(|at| self.spans[*at].meaning != Meaning::Filler)
    }

    fn meaning_before(&self, at: usize) -> Option<&Meaning> {
        self.before(at).map(|before| &self.spans[before].meaning)
    }

    fn meaning_after(&self, at: usize) -> Option<&Meaning> {
        self.after(at).map(|after| &self.spans[after].meaning)
    }

    /// Returns the spans right before and after one that are no fillers.
    fn beside(&self, at: usize) -> impl Iterator<Item = usize> + use<'a> {
        [self.before(at), self.after(at)].into_iter().flatten()
    }

    fn is_word(&self, at: usize, tag: &str) -> bool {
        matches!(self.spans[at].meaning, Meaning::Word(found) if found == tag)
    }

    /// Returns the first span with a tag, used or not.
    fn find(&self, tag: &str) -> Option<usize> {
        (0..self.spans.len()).find(|at| self.is_word(*at, tag))
    }

    /// Returns the unused spans whose meaning fits.
    fn unused(&self, fits: impl Fn(&Meaning) -> bool) -> Vec<usize> {
        (0..self.spans.len()).filter(|at| !self.used[*at] && fits(&self.spans[*at].meaning)).collect()
    }

    /// Returns the unused spans with a tag.
    fn tagged(&self, tag: &str) -> Vec<usize> {
        self.unused(|meaning| matches!(meaning, Meaning::Word(found) if *found == tag))
    }

    fn use_all(&mut self, spans: &[usize]) {
        spans.iter().for_each(|at| self.used[*at] = true);
    }

    /// Uses the unused spans with a tag; returns whether there is one.
    fn take(&mut self, tag: &str) -> bool {
        let found = self.tagged(tag);
        self.use_all(&found);
        !found.is_empty()
    }

    /// Uses the "by" right before a span.
    fn take_by(&mut self, at: usize) {
        let by = self.before(at).filter(|by| self.is_word(*by, "by"));
        self.use_all(by.as_slice());
    }

    /// Uses the first aggregation, and returns it with its span.
    fn take_op(&mut self) -> Option<(usize, Op)> {
        let found = self.unused(|meaning| matches!(meaning, Meaning::Op(_)));
        let at = *found.first()?;
        let Meaning::Op(op) = self.spans[at].meaning else { return None };
        self.used[at] = true;
        Some((at, op))
    }

    /// Returns the column that a span names.
    fn column_at(&self, at: usize) -> Option<&'a Column> {
        match self.spans[at].meaning {
            Meaning::Column(index) => self.table.columns.get(index),
            _ => None,
        }
    }

    /// Returns the column that an unused span names.
    fn free_column(&self, at: usize) -> Option<Named<'a>> {
        Some((at, self.column_at(at)?)).filter(|_| !self.used[at])
    }

    /// Returns the unused spans that name a column, in order.
    fn columns(&self, fits: impl Fn(&Column) -> bool) -> Vec<Named<'a>> {
        let named = (0..self.spans.len()).filter_map(|at| self.free_column(at));
        named.filter(|(_, column)| fits(column)).collect()
    }

    /// Uses the first unused span that names a column that fits.
    fn take_column(&mut self, fits: impl Fn(&Column) -> bool) -> Option<Named<'a>> {
        let (at, column) = self.columns(fits).first().copied()?;
        self.used[at] = true;
        Some((at, column))
    }

    /// Returns the column of dates; asks if there are several and none is named.
    fn date(&mut self) -> Outcome<Option<&'a Column>> {
        if let Some((_, column)) = self.take_column(|column| column.is_date() || is_years(column)) {
            return Ok(Some(column));
        }
        let (dates, years) = (self.all(Column::is_date), self.all(is_years));
        match if dates.is_empty() { years } else { dates }.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(one)),
            several => {
                let names: Vec<String> = several.iter().map(|column| quoted(column)).collect();
                let why = format!("This table has several columns of dates: {}.", names.join(", "));
                self.append(why, names.iter().map(|name| format!(" by {name}")).collect())
            }
        }
    }

    /// Returns the column that rows are grouped by in periods of a grain, and the group if it states the periods or
    /// they recur.
    fn along(&mut self, grain: Grain) -> Outcome<(&'a Column, Option<Group>)> {
        let stated = |column: &Column| {
            let named = || stems(&column.name).last().is_some_and(|last| last == grain.name());
            (grain == Grain::Year && is_years(column)) || (is_date_part(column) && named())
        };
        let dates = self.table.columns.iter().any(Column::is_date);
        if let (Some(column), true) = (self.all(stated).first(), grain == Grain::Year || !dates) {
            return Ok((column, Some(Group::Column(column.name.clone()))));
        }
        let recurs = matches!(grain, Grain::Weekday | Grain::CalendarMonth);
        match self.date()?.filter(|column| column.is_date()) {
            Some(column) => Ok((column, recurs.then(|| Group::Part(column.name.clone(), grain)))),
            None => {
                ask(format!("This table has no column of dates, so there are no {}s to go by.", grain.name()))
            }
        }
    }

    /// Reads which figure is wanted.
    fn chart(&mut self) -> Chart {
        let kinds =
            [("no chart", Chart::None), ("bar", Chart::Bar), ("line", Chart::Line), ("pie", Chart::Pie)];
        let wanted = kinds.into_iter().find(|(tag, _)| self.take(tag)).map(|(_, chart)| chart);
        self.take("chart");
        wanted.unwrap_or(Chart::Auto)
    }

    /// Returns the limit that stands beside a word such as "top", and uses it.
    fn limit_beside(&mut self, at: usize) -> Option<usize> {
        let limit = |beside: usize| match self.spans[beside].meaning {
            Meaning::Number(n) if !self.used[beside] && (1.0..=1000.0).contains(&n) && n.fract() == 0.0 => {
                Some((beside, n as usize))
            }
            _ => None,
        };
        let (beside, found) = [self.after(at), self.before(at)].into_iter().flatten().find_map(limit)?;
        self.used[beside] = true;
        Some(found)
    }

    /// Returns the column right after a span, if rows can be grouped by it.
    fn group_after(&self, at: usize) -> Option<Named<'a>> {
        self.free_column(self.after(at)?).filter(|(_, column)| is_group(column))
    }

    /// Returns whether each row has its own value in a column.
    fn unique(&self, column: &Column) -> bool {
        is_unique(column, self.table)
    }
}

/// Returns a doubt about bytes of the question, with the texts that may replace them.
fn doubt<T, S: Into<String>>(
    why: impl Into<String>,
    at: Range<usize>,
    texts: impl IntoIterator<Item = S>,
) -> Outcome<T> {
    let texts = texts.into_iter().map(Into::into).collect();
    Err(Box::new(Doubt { why: why.into(), edits: vec![Edit { at, texts }] }))
}

/// Returns a doubt that no choice settles.
pub(crate) fn ask<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Doubt { why: why.into(), edits: Vec::new() }))
}
