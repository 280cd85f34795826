//! Follow-ups: what a remark changes in the query before it.

use super::{Along, Outcome, Reader, Source, ask};
use crate::columns::is_group;
use crate::plan::{Chart, Group, Measure, Order, Query, Rank, Task};
use crate::spans::Meaning;
use crate::words::tokenize;

/// The words that begin a remark on the question before.
const MARKERS: [&str; 21] = [
    "and",
    "only",
    "but",
    "as",
    "by",
    "now",
    "instead",
    "without",
    "excluding",
    "except",
    "in",
    "for",
    "since",
    "just",
    "also",
    "or",
    "then",
    "per",
    "after",
    "before",
    "not",
];

/// Returns whether a question may be a remark on the one before it.
pub(crate) fn is_follow_up(question: &str) -> bool {
    let words = tokenize(question);
    let first = words.first().map(|word| word.key.as_str());
    let about = ["what about", "how about", "and what about"]
        .iter()
        .any(|head| question.trim().to_lowercase().starts_with(head));
    words.len() <= 10 && (about || first.is_some_and(|first| MARKERS.contains(&first)))
}

/// Returns the earlier query with what a remark changes.
pub(crate) fn follow(mut earlier: Query, question: &str, source: Source) -> Outcome<Query> {
    let mut reader = Reader::new(question, source);
    reader.explain()?;
    let chart = reader.chart();
    let reverse = reader.take("reverse");
    reader.read_filters()?;
    let filters = std::mem::take(&mut reader.filters);
    let mut changed = chart != Chart::Auto || reverse || !filters.is_empty();
    // "What about 2026?" replaces "in 2025".
    earlier.filters.retain(|filter| !filters.iter().any(|new| new.column() == filter.column()));
    earlier.filters.extend(filters);
    if chart != Chart::Auto {
        earlier.chart = chart;
    }
    let grain = reader.grain();
    let ranked = matches!(earlier.task, Task::Grouped { rank: Some(_), .. });
    let groups = reader.groups(ranked)?;
    let mut groups: Vec<String> = groups.into_iter().map(|column| column.name.clone()).collect();
    let rank = reader.ranking_of();
    let said = reader.said()?;
    let named = said.op.is_some() || said.column.is_some() || said.counted.is_some() || said.rows;
    if groups.is_empty()
        && !named
        && let Some((at, column)) = reader.columns(is_group).first().copied()
    {
        reader.used[at] = true;
        groups.push(column.name.clone());
    }
    if let (Task::Histogram { column } | Task::Outliers { column }, Some((_, named)), None) =
        (&mut earlier.task, said.column, said.op)
    {
        changed = true;
        column.clone_from(&named.name);
    } else if named {
        changed = true;
        let before = measure_of(&mut earlier.task).cloned();
        let measure = match (&said.column, said.op, before) {
            // "and the price?" keeps the aggregation that was asked for before.
            (Some((_, column)), None, Some(before)) if before.column.is_some() => {
                Measure::of(before.op, &column.name)
            }
            _ => reader.measure(&said, None, true)?,
        };
        match measure_of(&mut earlier.task) {
            Some(place) => *place = measure,
            None => return unfitting(),
        }
    }
    if let Some(grain) = grain {
        changed = true;
        let Some(measure) = measure_of(&mut earlier.task).cloned() else { return unfitting() };
        earlier.task = match reader.along(grain)? {
            Along::Date(date) => Task::Trend { measure, date, grain, split: groups.pop(), rank: None },
            Along::Group(group) => {
                Task::Grouped { measure, by: vec![group], rank: None, share: false, having: None }
            }
        };
    } else if !groups.is_empty() {
        changed = true;
        let by: Vec<Group> = groups.iter().cloned().map(Group::Column).collect();
        earlier.task = match earlier.task {
            Task::Scalar { measure, share: false } => {
                Task::Grouped { measure, by, rank: None, share: false, having: None }
            }
            Task::Grouped { measure, rank, share, having, .. } => {
                Task::Grouped { measure, by, rank, share, having }
            }
            Task::Trend { measure, date, grain, .. } if groups.len() == 1 => {
                Task::Trend { measure, date, grain, split: groups.pop(), rank: None }
            }
            Task::Pareto { measure, .. } if groups.len() == 1 => {
                Task::Pareto { measure, by: groups.swap_remove(0) }
            }
            _ => return unfitting(),
        };
    }
    if let Some(wanted) = rank {
        changed = true;
        match &mut earlier.task {
            Task::Grouped { rank, .. } | Task::Trend { rank, split: None, .. } => *rank = Some(wanted),
            _ => return unfitting(),
        }
    }
    if reverse {
        let flip = |order: Order| if order == Order::Top { Order::Bottom } else { Order::Top };
        match &mut earlier.task {
            Task::Grouped { rank, .. } => {
                *rank = Some(rank.map_or(Rank { order: Order::Bottom, limit: 1000 }, |rank| Rank {
                    order: flip(rank.order),
                    ..rank
                }))
            }
            Task::Rows { sort: Some((_, order)), .. } => *order = flip(*order),
            _ => return unfitting(),
        }
    }
    reader.leftover()?;
    if !changed {
        return unfitting();
    }
    if let (Task::Grouped { measure, .. }, Chart::Pie) = (&earlier.task, earlier.chart)
        && !measure.op.adds_up()
    {
        reader.assumed.push("A pie needs parts of a whole, so I drew bars.".to_owned());
    }
    earlier.assumed.append(&mut reader.assumed);
    Ok(earlier)
}

fn unfitting<T>() -> Outcome<T> {
    ask("I cannot tell how that changes the question before. Ask it as a whole question.")
}

fn measure_of(task: &mut Task) -> Option<&mut Measure> {
    match task {
        Task::Scalar { measure, .. }
        | Task::Grouped { measure, .. }
        | Task::Trend { measure, .. }
        | Task::Growth { measure, .. }
        | Task::Pareto { measure, .. }
        | Task::Compare { measure, .. } => Some(measure),
        Task::Report(report) => Some(&mut report.measure),
        _ => None,
    }
}

impl Reader<'_> {
    /// Reads a rank with a limit, "top 3", and uses its spans.
    fn ranking_of(&mut self) -> Option<Rank> {
        let at = *self.unused(|meaning| matches!(meaning, Meaning::Extreme(_))).first()?;
        let Meaning::Extreme(order) = self.spans[at].meaning else { return None };
        let limit = self.limit_beside(at)?;
        self.used[at] = true;
        Some(Rank { order, limit })
    }
}
