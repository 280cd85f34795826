//! Follow-ups: what a remark changes in the query before it.

use super::tasks::{grouped, groups_of};
use super::{Outcome, Reader, Source, ask};
use crate::columns::is_group;
use crate::lexicon::family;
use crate::plan::{Chart, Measure, Order, Query, Rank, Task};
use crate::spans::Meaning;
use crate::words::tokenize;

/// The most tokens of a remark.
const LONGEST: usize = 10;

/// Returns whether a question may be a remark on the one before it.
pub(crate) fn is_follow_up(question: &str) -> bool {
    let words = tokenize(question);
    let begins = |phrase: &String| {
        phrase.split(' ').enumerate().all(|(at, part)| words.get(at).is_some_and(|word| word.key == part))
    };
    words.len() <= LONGEST && family("remark").iter().any(begins)
}

/// Returns the earlier query with what a remark changes.
pub(crate) fn follow(mut earlier: Query, question: &str, source: Source) -> Outcome<Query> {
    let mut reader = Reader::new(question, source);
    reader.explain()?;
    let chart = reader.chart();
    let reverse = reader.take("reverse");
    reader.read_filters()?;
    let filters = std::mem::take(&mut reader.filters);
    let grain = reader.grain();
    let ranked = matches!(earlier.task, Task::Grouped { rank: Some(_), .. });
    let mut groups = reader.groups(ranked)?;
    let rank = reader.rank();
    let said = reader.said()?;
    if groups.is_empty() && said.is_empty() {
        groups.extend(reader.take_column(is_group).map(|(_, column)| column));
    }
    let changed = chart != Chart::Auto
        || reverse
        || !filters.is_empty()
        || grain.is_some()
        || rank.is_some()
        || !groups.is_empty()
        || !said.is_empty();
    // "What about 2026?" replaces "in 2025".
    earlier.filters.retain(|filter| !filters.iter().any(|new| new.column() == filter.column()));
    earlier.filters.extend(filters);
    if chart != Chart::Auto {
        earlier.chart = chart;
    }
    if let (Task::Histogram { column } | Task::Outliers { column }, Some((_, named)), None) =
        (&mut earlier.task, said.column, said.op)
    {
        column.clone_from(&named.name);
    } else if !said.is_empty() {
        let Some(measure) = measure_of(&mut earlier.task) else { return unfitting() };
        *measure = match said.column {
            // "and the price?" keeps the aggregation that was asked for before.
            Some((_, column)) if said.op.is_none() && measure.column.is_some() => {
                Measure::of(measure.op, &column.name)
            }
            _ => reader.measure(&said, None, true)?,
        };
    }
    if let Some(grain) = grain {
        let Some(measure) = measure_of(&mut earlier.task).cloned() else { return unfitting() };
        let split = groups.last().map(|column| column.name.clone());
        earlier.task = match reader.along(grain)? {
            (date, None) => Task::Trend { measure, date: date.name.clone(), grain, split, rank: None },
            (_, Some(group)) => {
                Task::Grouped { measure, by: vec![group], rank: None, share: false, having: None }
            }
        };
    } else if let Some(first) = groups.first() {
        let one = groups.len() == 1;
        match &mut earlier.task {
            Task::Scalar { measure, share: false } => earlier.task = grouped(measure.clone(), &groups, None),
            Task::Grouped { by, .. } => *by = groups_of(&groups),
            Task::Trend { split, rank, .. } if one => (*split, *rank) = (Some(first.name.clone()), None),
            Task::Pareto { by, .. } if one => by.clone_from(&first.name),
            _ => return unfitting(),
        }
    }
    match &mut earlier.task {
        Task::Grouped { rank: old, .. } | Task::Trend { rank: old, split: None, .. } if rank.is_some() => {
            *old = rank
        }
        _ if rank.is_some() => return unfitting(),
        _ => {}
    }
    let flip = |order: Order| if order == Order::Top { Order::Bottom } else { Order::Top };
    match &mut earlier.task {
        Task::Grouped { rank: Some(rank), .. } if reverse => rank.order = flip(rank.order),
        Task::Grouped { rank, .. } if reverse => *rank = Some(Rank { order: Order::Bottom, limit: 1000 }),
        Task::Rows { sort: Some((_, order)), .. } if reverse => *order = flip(*order),
        _ if reverse => return unfitting(),
        _ => {}
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
    fn rank(&mut self) -> Option<Rank> {
        let at = *self.unused(|meaning| matches!(meaning, Meaning::Extreme(_))).first()?;
        let Meaning::Extreme(order) = self.spans[at].meaning else { return None };
        let limit = self.limit_beside(at)?;
        self.used[at] = true;
        Some(Rank { order, limit })
    }
}
