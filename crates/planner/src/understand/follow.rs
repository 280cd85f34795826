//! Follow-ups: what a remark says is merged into what the question before it said.
//!
//! "It" is what was measured, "them" are the groups that it was measured for.

use crate::columns;
use crate::decide::decide;
use crate::input::Table;
use crate::plan::{ALL, Among, Group, Of, Order, Task};
use crate::reading::{Intent, Reading, Topic};

/// Merges a follow-up into the earlier reading; the follow-up takes precedence.
pub(super) fn over(mut earlier: Reading, now: Reading, table: &Table) -> Reading {
    let measures = |name: &str| {
        table.column(name).is_some_and(|column| column.is_number() && !columns::is_identifier(column))
    };
    let asks_more = now.grain.is_some()
        || now.op.is_some()
        || now.flip
        || !now.topics.is_empty()
        || now.columns.iter().any(|(name, _)| measures(name));
    if now.plural && asks_more {
        narrow(&mut earlier, table);
    }
    // In "top 5 customers by revenue" the "by" names the measure: "and by quantity?" names another.
    let ranked = earlier.order.is_some();
    let groups = |(name, by): &(String, bool)| !measures(name) || (*by && !ranked);
    let (new_groups, new_measures): (Vec<_>, Vec<_>) = now.columns.iter().cloned().partition(groups);
    if now.intent == Some(Intent::Correlation) && new_groups.is_empty() {
        return related(earlier, now, table, &measures);
    }
    // "Plot them by month" draws a line for each of them; "plot it by month" draws one.
    let one_line = now.grain.is_some() && !(now.plural && new_groups.is_empty());
    if !new_groups.is_empty() || one_line {
        let by_named = earlier.columns.iter().any(|(name, by)| *by && !measures(name));
        earlier.columns.retain(|(name, by)| measures(name) || ((by_named || earlier.count) && !*by));
    }
    if !new_groups.is_empty() || now.grain.is_some() {
        earlier.grain = now.grain;
        earlier.grain_first = now.grain_first;
    }
    let fresh = !new_measures.is_empty();
    let changed = !now.topics.is_empty() || now.grain.is_some() || now.intent.is_some();
    if changed {
        (earlier.chart, earlier.flip) = (None, false);
    }
    if fresh {
        earlier.columns.retain(|(name, _)| !measures(name));
        earlier.money = false;
    }
    earlier.columns = new_measures.into_iter().chain(earlier.columns).chain(new_groups).collect();
    // "What about 2025?" replaces "in 2026".
    earlier.filters.retain(|filter| !now.filters.iter().any(|new| new.column() == filter.column()));
    earlier.filters.extend(now.filters);
    if !now.spans.is_empty() {
        earlier.spans.clone_from(&now.spans);
    }
    if !now.topics.is_empty() {
        // Two named values are compared in total; the other studies keep the grouping.
        if now.topics.first() == Some(&Topic::Compare) {
            earlier.columns.retain(|(name, _)| measures(name));
        }
        (earlier.topics, earlier.yearly, earlier.number) = (now.topics, now.yearly, now.number);
        (earlier.intent, earlier.order, earlier.limit) = (None, None, None);
        (earlier.shrinking, earlier.files) = (now.shrinking, now.files);
        (earlier.grain, earlier.spans) = (now.grain, now.spans);
    } else if matches!(now.intent, Some(Intent::Distribution | Intent::Trend)) {
        if !now.plural {
            earlier.columns.retain(|(name, _)| measures(name));
        }
        (earlier.intent, earlier.order, earlier.limit) = (now.intent, None, None);
    }
    if now.flip {
        let descending = earlier.order.unwrap_or(Order::Top) == Order::Top;
        earlier.order = Some(if descending { Order::Bottom } else { Order::Top });
        earlier.flip = !earlier.flip;
    } else {
        earlier.order = now.order.or(earlier.order);
    }
    // "Those above 100" refers to the measure that was shown then.
    let same_figure = now.op.is_none() && !fresh && !changed;
    earlier.bare = now.bare.or(earlier.bare.filter(|_| same_figure));
    earlier.op = now.op.or(earlier.op);
    earlier.count |= now.count;
    earlier.limit = now.limit.or(earlier.limit);
    earlier.chart = now.chart.or(earlier.chart);
    earlier.share |= now.share;
    earlier.rate = now.rate.or(earlier.rate);
    earlier.money |= now.money;
    earlier.fit += now.fit;
    earlier.unknown = now.unknown;
    earlier.laid = true;
    earlier
}

/// Restricts the reading to the groups that a ranking showed, since "them" refers to these.
fn narrow(earlier: &mut Reading, table: &Table) {
    let Some(Task::Grouped { measure, by, rank: Some(rank), .. }) =
        decide(earlier, table, (0, 0), None).map(|query| query.task)
    else {
        return;
    };
    if rank.1 == ALL {
        (earlier.order, earlier.flip) = (None, false);
        return;
    }
    if let [Group::Column(by)] = by.as_slice() {
        earlier.among = Some(Among { by: by.clone(), measure, rank });
        (earlier.order, earlier.limit) = (None, None);
        if !earlier.columns.iter().any(|(name, _)| name == by) {
            earlier.columns.push((by.clone(), true));
        }
    }
}

/// Relates what was measured before to what is named now: "How does it relate to price?"
fn related(earlier: Reading, now: Reading, table: &Table, measures: &dyn Fn(&str) -> bool) -> Reading {
    let named = |reading: &Reading| {
        reading.columns.iter().map(|(name, _)| name.clone()).filter(|name| measures(name)).collect::<Vec<_>>()
    };
    let before = named(&earlier).into_iter().next().or_else(|| {
        let query = decide(&earlier, table, (0, 0), None)?;
        match &query.task.measure()?.of {
            Of::Column(name) => Some(name.clone()),
            _ => None,
        }
    });
    let fresh = named(&now);
    let columns = before.filter(|name| fresh.len() == 1 && !fresh.contains(name)).into_iter().chain(fresh);
    let mut filters = earlier.filters;
    filters.retain(|filter| !now.filters.iter().any(|new| new.column() == filter.column()));
    filters.extend(now.filters);
    Reading {
        intent: Some(Intent::Correlation),
        columns: columns.map(|name| (name, false)).collect(),
        filters,
        chart: now.chart,
        fit: earlier.fit + now.fit,
        unknown: now.unknown,
        laid: true,
        ..Reading::default()
    }
}
