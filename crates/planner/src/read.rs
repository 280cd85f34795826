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

use crate::columns::{is_date_part, is_group, is_measure, is_unique, is_years};
use crate::input::{Column, File, Table};
use crate::label;
use crate::lookup;
use crate::plan::{Chart, Filter, Grain, Group, LookUp, Query, Task};
use crate::spans::{Meaning, Span, spans};
use crate::values::Found;
use crate::words::Word;

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
    pub(crate) at: std::ops::Range<usize>,
    pub(crate) texts: Vec<String>,
}

/// The result of reading.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Reading {
    LookUp(LookUp),
    Query(Box<Query>),
    Doubt(Doubt),
}

/// Reads a question about one table.
pub(crate) fn read(question: &str, source: Source) -> Reading {
    let mut reader = Reader::new(question, source);
    if source.found.is_none() {
        let texts = lookup::texts(&reader.words, &reader.spans, source.table);
        if !texts.is_empty() {
            return Reading::LookUp(LookUp { source: source.at, texts });
        }
    }
    match reader.query() {
        Ok(query) => Reading::Query(Box::new(query)),
        Err(doubt) => Reading::Doubt(*doubt),
    }
}

pub(crate) type Outcome<T> = Result<T, Box<Doubt>>;

/// The spans of a question, and which of them are used.
pub(crate) struct Reader<'a> {
    pub(crate) question: &'a str,
    pub(crate) words: Vec<Word>,
    pub(crate) spans: Vec<Span>,
    pub(crate) used: Vec<bool>,
    pub(crate) source: Source<'a>,
    pub(crate) table: &'a Table,
    pub(crate) filters: Vec<Filter>,
    /// A condition on the measure of each group.
    pub(crate) having: Option<(&'static str, f64)>,
    pub(crate) assumed: Vec<String>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(question: &'a str, source: Source<'a>) -> Self {
        let stem = label::stem(&source.file.name);
        let title = source.table.sheet.as_ref().map_or(stem.clone(), |sheet| format!("{sheet} {stem}"));
        let (words, spans) = spans(question, &title, source.table, source.found.unwrap_or_default());
        let used = spans.iter().map(|span| !span.has_content()).collect();
        Self {
            question,
            words,
            spans,
            used,
            source,
            table: source.table,
            filters: Vec::new(),
            having: None,
            assumed: Vec::new(),
        }
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
        Ok(Query {
            source: self.source.at,
            filters: std::mem::take(&mut self.filters),
            task,
            chart,
            assumed: std::mem::take(&mut self.assumed),
        })
    }

    /// Returns a doubt about a span, with the texts that may replace it.
    pub(crate) fn doubt<T>(&self, why: impl Into<String>, span: usize, texts: Vec<String>) -> Outcome<T> {
        let edits = vec![Edit { at: self.bytes(span), texts }];
        Err(Box::new(Doubt { why: why.into(), edits }))
    }

    /// Returns a doubt with texts that may be added to the question.
    pub(crate) fn append<T>(&self, why: impl Into<String>, texts: Vec<String>) -> Outcome<T> {
        let end = self.question.trim_end_matches(['?', '.', '!', ' ']).len();
        Err(Box::new(Doubt { why: why.into(), edits: vec![Edit { at: end..end, texts }] }))
    }

    /// Returns whether an unused span has a tag.
    pub(crate) fn has(&self, tag: &str) -> bool {
        (0..self.spans.len()).any(|at| !self.used[at] && self.is_word(at, tag))
    }

    /// Returns the bytes of a span in the question.
    pub(crate) fn bytes(&self, span: usize) -> std::ops::Range<usize> {
        let tokens = &self.spans[span].tokens;
        self.words[tokens.start].at.start..self.words[tokens.end - 1].at.end
    }

    /// Returns a span's text in the question.
    pub(crate) fn text(&self, span: usize) -> &'a str {
        &self.question[self.bytes(span)]
    }

    /// Returns the next span before one that is no filler.
    pub(crate) fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| self.spans[*at].meaning != Meaning::Filler)
    }

    /// Returns the next span after one that is no filler.
    pub(crate) fn after(&self, at: usize) -> Option<usize> {
        (at + 1..self.spans.len()).find(|at| self.spans[*at].meaning != Meaning::Filler)
    }

    pub(crate) fn is_word(&self, at: usize, tag: &str) -> bool {
        matches!(self.spans[at].meaning, Meaning::Word(found) if found == tag)
    }

    /// Uses the unused spans with a tag; returns whether there is one.
    pub(crate) fn take(&mut self, tag: &str) -> bool {
        let found: Vec<usize> =
            (0..self.spans.len()).filter(|at| !self.used[*at] && self.is_word(*at, tag)).collect();
        found.iter().for_each(|at| self.used[*at] = true);
        !found.is_empty()
    }

    /// Returns the column that a span names.
    pub(crate) fn column_at(&self, at: usize) -> Option<&'a Column> {
        match self.spans[at].meaning {
            Meaning::Column(index) => self.table.columns.get(index),
            _ => None,
        }
    }

    /// Returns the unused spans that name a column, in order.
    pub(crate) fn columns(&self, fits: impl Fn(&Column) -> bool) -> Vec<(usize, &'a Column)> {
        let unused = (0..self.spans.len()).filter(|at| !self.used[*at]);
        unused.filter_map(|at| Some((at, self.column_at(at)?))).filter(|(_, column)| fits(column)).collect()
    }

    /// Returns the unused spans whose meaning fits.
    pub(crate) fn unused(&self, fits: impl Fn(&Meaning) -> bool) -> Vec<usize> {
        (0..self.spans.len()).filter(|at| !self.used[*at] && fits(&self.spans[*at].meaning)).collect()
    }

    /// Returns the column of dates; asks if there are several and none is named.
    pub(crate) fn date(&mut self) -> Outcome<Option<String>> {
        if let Some((at, column)) = self.columns(|column| column.is_date() || is_years(column)).first() {
            let name = column.name.clone();
            self.used[*at] = true;
            return Ok(Some(name));
        }
        let dates: Vec<&Column> = self.table.columns.iter().filter(|column| column.is_date()).collect();
        let years: Vec<&Column> = self.table.columns.iter().filter(|column| is_years(column)).collect();
        match (dates.as_slice(), years.as_slice()) {
            ([one], _) | ([], [one]) => Ok(Some(one.name.clone())),
            ([], []) => Ok(None),
            _ => {
                let several = if dates.is_empty() { &years } else { &dates };
                let names: Vec<String> = several.iter().map(|column| format!("`{}`", column.name)).collect();
                let end = self.question.trim_end_matches(['?', '.', '!', ' ']).len();
                let texts = names.iter().map(|name| format!(" by {name}")).collect();
                let why = format!("This table has several columns of dates: {}.", names.join(", "));
                Err(Box::new(Doubt { why, edits: vec![Edit { at: end..end, texts }] }))
            }
        }
    }

    /// Returns how rows are grouped by periods of a grain: by a column that states them, or by dates.
    pub(crate) fn along(&mut self, grain: Grain) -> Outcome<Along> {
        let stated = |column: &&Column| {
            (grain == Grain::Year && is_years(column))
                || (is_date_part(column)
                    && crate::words::stems(&column.name).last().is_some_and(|last| last == grain.name()))
        };
        let dates = self.table.columns.iter().any(Column::is_date);
        if let Some(column) = self.table.columns.iter().find(stated)
            && (grain == Grain::Year || !dates)
        {
            return Ok(Along::Group(Group::Column(column.name.clone())));
        }
        match self.date()? {
            Some(name) if self.table.column(&name).is_some_and(Column::is_date) => Ok(match grain {
                Grain::Weekday | Grain::CalendarMonth => Along::Group(Group::Part(name, grain)),
                _ => Along::Date(name),
            }),
            _ => {
                ask(format!("This table has no column of dates, so there are no {}s to go by.", grain.name()))
            }
        }
    }

    /// Reads which figure is wanted.
    pub(crate) fn chart(&mut self) -> Chart {
        let kinds =
            [("no chart", Chart::None), ("bar", Chart::Bar), ("line", Chart::Line), ("pie", Chart::Pie)];
        let wanted = kinds.into_iter().find(|(tag, _)| self.take(tag)).map(|(_, chart)| chart);
        self.take("chart");
        wanted.unwrap_or(Chart::Auto)
    }

    /// Returns the limit that stands beside a word such as "top", and uses it.
    pub(crate) fn limit_beside(&mut self, at: usize) -> Option<usize> {
        let found = [self.after(at), self.before(at)].into_iter().flatten().find_map(|beside| {
            match self.spans[beside].meaning {
                Meaning::Number(n) if !self.used[beside] && n >= 1.0 && n.fract() == 0.0 && n <= 1000.0 => {
                    Some((beside, n as usize))
                }
                _ => None,
            }
        });
        let (beside, limit) = found?;
        self.used[beside] = true;
        Some(limit)
    }

    /// Returns the column right after a span, if rows can be grouped by it.
    pub(crate) fn group_after(&self, at: usize) -> Option<(usize, &'a Column)> {
        let next = self.after(at)?;
        let column = self.column_at(next).filter(|column| !self.used[next] && is_group(column))?;
        Some((next, column))
    }

    /// Returns whether each row has its own value in a column.
    pub(crate) fn unique(&self, column: &Column) -> bool {
        is_unique(column, self.table)
    }

    /// Returns the measures of the table, as texts for a question.
    pub(crate) fn measure_names(&self) -> Vec<String> {
        let measures = self.table.columns.iter().filter(|column| is_measure(column));
        measures.map(|column| format!("`{}`", column.name)).collect()
    }
}

/// Returns a doubt that no choice settles.
pub(crate) fn ask<T>(why: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Doubt { why: why.into(), edits: Vec::new() }))
}

/// What rows are grouped by in time.
pub(crate) enum Along {
    Group(Group),
    Date(String),
}
