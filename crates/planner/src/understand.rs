//! Understanding: from a question, the turns before it and the files to one plan.
//!
//! Chooses the table whose columns fit best and merges a follow-up into the question before it.

mod follow;

use crate::arithmetic;
use crate::decide::{decide, is_measure};
use crate::funnel;
use crate::grammar::Grammar;
use crate::input::{Column, File, Long, Table};
use crate::plan::{Plan, Query, Steps, Study, Task};
use crate::reading::{Intent, Reading, Topic, read};
use crate::words::{fold, name_words, stem, tokenize};
use crate::{Exchange, join, label};

/// How many earlier questions a follow-up may refer to.
const REACH: usize = 4;

/// Returns the plan for a question.
pub(crate) fn understand(question: &str, history: &[Exchange], files: &[File]) -> Plan {
    let grammar = Grammar::get();
    let words = tokenize(question);
    if let Some(plan) = arithmetic::read(question) {
        return plan;
    }
    if words.is_empty() || grammar.has("intent.help", &words) && words.len() <= 8 {
        return Plan::Help;
    }
    let sources: Vec<(usize, usize)> = (0..files.len())
        .flat_map(|file| (0..files[file].tables.len()).map(move |table| (file, table)))
        .filter(|(file, table)| !files[*file].tables[*table].columns.is_empty())
        .collect();
    if grammar.at("intent.hello", &words, 0) > 0 && words.len() <= 4 {
        return Plan::Hello;
    }
    let readings = sources.iter().map(|source| {
        let file = &files[source.0];
        let table = &file.tables[source.1];
        let mut reading = with_history(question, history, table);
        // A file or sheet that the question names is meant.
        let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
        let named = |name: &str| name.chars().count() > 2 && fold(question).contains(&fold(name));
        let sheet = table.sheet.as_deref().is_some_and(named);
        reading.fit += if named(&file.name) { 1000 } else { 0 } + if named(stem) || sheet { 60 } else { 0 };
        // One table is enough unless the columns of the other one are named too.
        reading.fit -= if table.is_derived() { 10 } else { 0 };
        // A time series needs the long form, which has dates.
        let timed =
            reading.grain.is_some() || reading.intent == Some(Intent::Trend) || !reading.spans.is_empty();
        let along = [Topic::Growth, Topic::Growers, Topic::Rolling, Topic::Change];
        let timed = timed || reading.topics.iter().any(|topic| along.contains(topic));
        reading.fit += if table.long.is_some() && timed { 50 } else { 0 };
        // The conversation stays with the same table unless another one fits better.
        reading.fit += history.last().map_or(0, |before| read(&before.question, table).fit / 10);
        (*source, reading)
    });
    // Of equals, the file that was added last, and its first table.
    let best =
        readings.max_by_key(|((file, table), reading)| (reading.fit, *file, std::cmp::Reverse(*table)));
    let across = |begin| funnel::tables(files, question, begin);
    let asks_funnel = |reading: &Reading| {
        reading.topics.contains(&Topic::Funnel) && !reading.topics.contains(&Topic::Report)
    };
    // A funnel over several tables begins with the one that has the most people.
    let start = best.as_ref().filter(|(_, reading)| asks_funnel(reading)).and_then(|_| across(None));
    let best = match start {
        Some((source, _)) => {
            let table = &files[source.0].tables[source.1];
            Some((source, with_history(question, history, table)))
        }
        None => best,
    };
    let Some((source, reading)) = best else {
        return if grammar.has("intent.beyond", &words) { Plan::Beyond } else { Plan::NoTable };
    };
    let (file, table) = (&files[source.0], &files[source.0].tables[source.1]);
    let funnel = reading.topics.contains(&Topic::Funnel);
    let steps = if funnel { across(Some(source)).map(|(_, steps)| steps) } else { None };
    let Some(mut query) = decide(&reading, table, source, steps) else {
        let says = reading.lost.is_some()
            || reading.intent.is_some()
            || reading.count
            || reading.op.is_some()
            || reading.order.is_some()
            || reading.grain.is_some();
        if (says || !reading.topics.is_empty())
            && !reading.beyond
            && !reading.unknown.is_empty()
            && lacks(&reading, table).is_none()
        {
            let measures = table.columns.iter().filter(|column| is_measure(column));
            return Plan::Unclear {
                words: reading.unknown.clone(),
                measures: measures.map(|column| column.name.clone()).collect(),
            };
        }
        return lacks(&reading, table).map_or(Plan::Beyond, Plan::Lacks);
    };
    // Unknown words may have been the point of the question.
    if reading.fit < 40 && reading.unknown.len() > 3 && !matches!(query.task, Task::Overview | Task::Quality)
    {
        return Plan::Beyond;
    }
    if let Task::Study(Study::Steps { steps: Steps::Tables(stages), .. }) = &query.task {
        let stages = stages.iter().map(|stage| format!("`{}` of {}", stage.who, stage.name));
        let stages = label::plain(&stages.collect::<Vec<_>>().join(", "));
        query.assumed.push(format!("The stages stand in several tables, matched by {stages}."));
    } else if sources.iter().filter(|(file, table)| !files[*file].tables[*table].is_derived()).count() > 1 {
        let sheet =
            table.sheet.as_ref().map(|sheet| format!(", sheet {}", label::plain(sheet))).unwrap_or_default();
        query.assumed.push(format!("This is about `{}`{sheet}.", label::plain(&file.name)));
    }
    if let Some(Long { periods }) = &table.long
        && let (Some((first, _)), Some((last, _))) =
            (periods.iter().min_by_key(|(_, day)| day), periods.iter().max_by_key(|(_, day)| day))
    {
        let (first, last) = (label::plain(first), label::plain(last));
        query.assumed.push(format!("I read the columns from `{first}` to `{last}` as one column of dates."));
    }
    if let Some(join) = &table.joined {
        query.assumed.push(format!(
            "I put the two tables together where `{}` is `{}`.",
            label::plain(&join.key),
            label::plain(&join.other_key)
        ));
    }
    // The name of a file or sheet is not a column's.
    let titles: Vec<String> = files
        .iter()
        .flat_map(|file| file.tables.iter().map(move |table| join::title(file, table)))
        .flat_map(|title| name_words(&title))
        .collect();
    let unknown =
        reading.unknown.iter().filter(|word| !titles.iter().any(|title| stem(title) == stem(&fold(word))));
    let said = |word: &String| {
        query.assumed.iter().any(|line| line.starts_with(&format!("No column holds {word},")))
    };
    let unknown: Vec<&str> = unknown.filter(|word| !said(word)).map(String::as_str).collect();
    if !unknown.is_empty() && !matches!(query.task, Task::Overview | Task::Quality | Task::Columns) {
        query.assumed.push(format!("I could make nothing of “{}” and left it aside.", unknown.join("”, “")));
    }
    Plan::Query(Box::new(query))
}

/// Returns what a study would need and the table does not have.
fn lacks(reading: &Reading, table: &Table) -> Option<&'static str> {
    let undated = !table.columns.iter().any(Column::is_date);
    reading.topics.iter().find_map(|topic| match topic {
        Topic::Funnel => Some("no column of stages, such as visit, cart and paid, no columns that count them, and no second table of the same people"),
        Topic::Growth | Topic::Growers | Topic::Rolling if undated => Some("no column of dates"),
        Topic::Change if undated && (reading.money || !reading.columns.is_empty()) => {
            Some("no column of dates")
        }
        _ => None,
    })
}

fn with_history(question: &str, history: &[Exchange], table: &Table) -> Reading {
    let reading = read(question, table);
    // A question about the whole table refers to no earlier one.
    let whole = matches!(reading.intent, Some(Intent::Overview | Intent::Quality | Intent::Columns));
    // "Compare West and East" compares the measure of the question before.
    let unsaid =
        reading.topics.first() == Some(&Topic::Compare) && !measured(&reading) && !reading.filters.is_empty();
    let leans = reading.followup || reading.pronoun || reading.flip || unsaid || leans(&reading);
    let open = reading.pronoun || reading.flip || unsaid || !complete(&reading);
    match history.split_last() {
        Some((before, earlier)) if leans && open && !whole => {
            let start = earlier.len().saturating_sub(REACH);
            let earlier = with_history(&before.question, &earlier[start..], table);
            follow::over(earlier, reading, table)
        }
        _ => reading,
    }
}

/// Returns whether a reading names a measure.
fn measured(reading: &Reading) -> bool {
    reading.columns.iter().any(|(_, by)| !*by) || reading.money || reading.count
}

/// Returns whether a reading says what to compute.
fn complete(reading: &Reading) -> bool {
    let by = reading.columns.iter().any(|(_, by)| *by);
    let measured = measured(reading);
    reading.intent.is_some()
        || !reading.topics.is_empty()
        || (measured && (by || reading.grain.is_some() || reading.order.is_some()))
        || (measured && reading.op.is_some())
}

/// Returns whether a reading is only a remark on the question before: a filter, a grouping, a kind of chart.
fn leans(reading: &Reading) -> bool {
    let measured = measured(reading) || reading.op.is_some();
    let something = !reading.filters.is_empty()
        || reading.bare.is_some()
        || !reading.columns.is_empty()
        || reading.chart.is_some()
        || reading.grain.is_some();
    !measured && reading.order.is_none() && something
}

/// Returns the query of a plan.
pub(crate) fn query(plan: &Plan) -> Option<&Query> {
    if let Plan::Query(query) = plan { Some(query.as_ref()) } else { None }
}

#[cfg(test)]
mod tests;
