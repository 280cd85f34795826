//! Topics: overviews, data quality, reports, ABC classes, funnels and growth, which a word of their
//! own asks for.

use super::*;
use crate::query::{Bound, Content, Sign};
use crate::reader::lexicon::any_in;

/// The most stages of a funnel.
const MAX_STAGES: u64 = 12;

pub(super) fn overview<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !draft.has("overview") {
        return None;
    }
    draft.use_tag("overview");
    draft.done(Kind::Overview, 0.1)
}

pub(super) fn quality<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    // “average age of network issues” is about a column.
    // “wines of each quality”, of a column “quality”
    let named = draft.find("quality").iter().any(|at| mask(at) & draft.scene.in_column != 0);
    let asks = draft.has("how many") || !draft.groups.is_empty();
    if !draft.has("quality")
        || draft.aggregate.is_some() && !draft.measures().is_empty()
        || named && asks
    {
        return None;
    }
    draft.use_tag("quality");
    draft.use_tag("overview");
    draft.done(Kind::Quality, 0.15)
}

pub(super) fn columns<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let asks = draft.has("columns")
        && draft.query.chart == Chart::Auto
        && !draft.has("missing")
        && !draft.has("how many")
        && draft.conditions.is_empty();
    if !asks || !draft.columns(|_| true).is_empty() {
        return None;
    }
    draft.use_tag("columns");
    draft.done(Kind::Columns, 0.1)
}

/// Takes the measure that a topic is about, else the table's most likely one.
fn topic_measure(draft: &mut Draft) -> Option<()> {
    if draft.query.measure.is_some() {
        draft.query.aggregate = draft.aggregate.unwrap_or_else(|| draft.computed_aggregate());
        return Some(());
    }
    let named = draft.measures();
    let span = named
        .iter()
        .copied()
        .find(|span| draft.named(*span).is_some_and(|i| draft.column(i).adds_up));
    if let Some(span) = span.or(named.first().copied()) {
        let index = draft.take(span);
        let aggregate = draft.aggregate;
        draft.set_measure(index, aggregate);
        return Some(());
    }
    if draft.has("how many") {
        draft.use_tag("how many");
        return Some(());
    }
    if let Some((measure, at)) = draft.revenue() {
        draft.used |= bit(at);
        draft.query.measure = Some(measure);
        return Some(());
    }
    let index = draft.table().default_measure()?;
    let aggregate = draft.aggregate;
    draft.set_measure(index, aggregate);
    draft.assume_measure(index);
    Some(())
}

/// Takes the group that a topic is about, else the table's most likely one.
fn topic_group(draft: &mut Draft) -> Option<()> {
    if let Some(group) = draft.groups.iter().find(|group| group.part.is_none()) {
        draft.query.groups = vec![group.clone()];
        return Some(());
    }
    let several = |column: &Column| column.is_text() && (3..=5000).contains(&column.distinct);
    let index = match draft.columns(several).first().copied() {
        Some(span) => draft.take(span),
        None => {
            let things = [
                "product", "item", "customer", "client", "category", "employee", "region", "store",
                "country",
            ];
            let found = things.iter().find_map(|thing| {
                draft.table().columns.iter().position(|column| {
                    several(column)
                        && column
                            .stems
                            .iter()
                            .any(|stem| *stem == crate::reader::lexicon::stem(thing))
                })
            });
            let index = found.or_else(|| draft.table().columns.iter().position(several))?;
            let name = draft.column(index).name.to_owned();
            draft.assume(format!("The question does not say by what, so it is by {name}."));
            index
        }
    };
    draft.query.groups = vec![draft.group(index, None)];
    Some(())
}

pub(super) fn report<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !draft.has("report") {
        return None;
    }
    draft.use_tag("report");
    for tag in [
        "overview",
        "quality",
        "pareto",
        "funnel",
        "over time",
        "monthly",
        "by",
        "month",
        "superlative",
    ] {
        draft.use_tag(tag);
    }
    topic_measure(&mut draft);
    let _ = topic_group(&mut draft);
    // A report is long: what it names beside its parts casts no doubt on it.
    let all = (0..draft.sentence().len()).fold(0, |all, at| all | bit(at));
    draft.used |= all;
    draft.query.limit = draft.limit;
    draft.query.contents = contents(&draft);
    draft.query.chart = Chart::Auto;
    draft.done(Kind::Report, 0.4)
}

/// Returns the parts and the form that a question names.
fn contents(draft: &Draft) -> Vec<Content> {
    let sentence = draft.sentence();
    let says = |words: &[&str]| (0..sentence.len()).any(|at| sentence.is(at, words));
    let excel = says(&["excel", "xlsx", "workbook"]);
    let sheets = says(&["sheet", "sheets"]) && says(&["month", "months", "monthly"]);
    let months =
        draft.has("over time") || says(&["monthly", "weekly", "yearly", "daily", "quarterly"]);
    let named = [
        (Content::Trend, months && !sheets),
        (Content::Top, says(&["top", "best"])),
        (Content::Classes, draft.has("pareto")),
        (Content::Funnel, draft.has("funnel")),
        (Content::WorkbookOnly, excel && !says(&["pdf"])),
        (Content::MonthlySheets, sheets),
    ];
    named.into_iter().filter(|(_, said)| *said).map(|(content, _)| content).collect()
}

pub(super) fn pareto<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !draft.has("pareto") {
        return None;
    }
    draft.use_tag("pareto");
    topic_measure(&mut draft)?;
    topic_group(&mut draft)?;
    draft.done(Kind::Pareto, 0.3)
}

pub(super) fn funnel<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !draft.has("funnel") {
        return None;
    }
    draft.use_tag("funnel");
    let stage = |column: &Column| column.is_text() && (2..=MAX_STAGES).contains(&column.distinct);
    let named = draft.columns(stage).first().copied().map(|span| draft.take(span));
    let index = named.or_else(|| {
        draft.table().columns.iter().position(|c| stage(c) && any_in(&c.words, "stage"))
    });
    let who = draft.table().columns.iter().position(|column| {
        any_in(&column.words, "who") && column.distinct > MAX_STAGES
            || column.code && column.distinct * 2 < draft.table().rows
    });
    let index = index.or(who)?;
    draft.query.groups = vec![draft.group(index, None)];
    draft.query.measure = who.filter(|who| *who != index).and_then(|who| draft.measure(who));
    draft.query.aggregate = Aggregate::Distinct;
    draft.done(Kind::Funnel, 0.3)
}

/// Lets a period begin a year earlier: “growth in 2025” is against 2024.
pub(super) fn with_year_before(draft: &mut Draft, time: usize) {
    let name = draft.column(time).name;
    for condition in draft.conditions.iter_mut().filter(|condition| condition.filter.column == name)
    {
        match &mut condition.filter.test {
            Test::Period { from: Some(from), to: Some(_), .. } => {
                let year = from
                    .split_once('-')
                    .and_then(|(year, rest)| Some((year.parse::<i32>().ok()?, rest)));
                if let Some((year, rest)) = year {
                    let rest = if rest == "02-29" { "02-28" } else { rest };
                    *from = format!("{:04}-{rest}", year - 1);
                }
            }
            Test::Compare(Sign::Equal, Bound::Number(year)) => {
                condition.filter.test = Test::Between(*year - 1.0, *year);
            }
            Test::Between(from, _) => *from -= 1.0,
            _ => {}
        }
    }
}

/// Builds the growth of each period.
pub(super) fn growth<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let yearly = draft.has("year on year");
    if !yearly && !draft.has("growth")
        || draft.years.len() > 1
        || draft.superlative.is_some() && !yearly
    {
        return None;
    }
    let time = draft.time_column()?;
    let spoken = ["month", "quarter", "week", "day", "year"].into_iter().zip([
        Part::Month,
        Part::Quarter,
        Part::Week,
        Part::Day,
        Part::Year,
    ]);
    let spoken = spoken.into_iter().find(|(word, _)| {
        draft.sentence().tokens.iter().any(|token| token.key.starts_with(word)) && !yearly
    });
    draft.use_tag("growth");
    draft.use_tag("year on year");
    draft.use_tag("over time");
    for tag in ["monthly", "quarterly", "weekly", "daily", "yearly"] {
        draft.use_tag(tag);
    }
    topic_measure(&mut draft)?;
    for span in draft.columns(|column| column.is_date() || column.year || column.part) {
        draft.take(span);
    }
    let date = draft.column(time).is_date();
    let grouped = draft
        .groups
        .iter()
        .find(|group| group.column == draft.column(time).name)
        .and_then(|group| group.part);
    // Years are compared by the same months of both.
    let spoken = if yearly { Some(Part::Year) } else { spoken.map(|(_, part)| part) };
    let part = date.then(|| spoken.or(grouped).unwrap_or(Part::Month));
    draft.query.groups = vec![draft.group(time, part)];
    if part.is_none_or(|part| part == Part::Year) {
        with_year_before(&mut draft, time);
    }
    draft.done(Kind::Growth, 0.3)
}
