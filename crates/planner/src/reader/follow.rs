//! Follow-ups: a short question that changes the last query.

use super::draft::Draft;
use super::groups::periods_first;
use super::lexicon;
use super::sentence::mask;
use crate::Exchange;
use crate::query::{Aggregate, Chart, Filter, Kind, Measure, Operation, Order, Query, Test};

/// The most tokens of a follow-up.
const MAX_FOLLOW_UP_TOKENS: usize = 10;

/// Returns the last query as the question changes it; nothing if the question stands for itself.
pub(super) fn follow<'a>(
    base: &Draft<'a>,
    last: &Query,
    history: &[Exchange],
) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let sentence = draft.sentence();
    if last.table != draft.query.table || sentence.len() > MAX_FOLLOW_UP_TOKENS {
        return None;
    }
    if let Some(found) = that_row(&draft, last) {
        return Some(found);
    }
    let remark = sentence.length("follow", 0);
    // “which was the highest” is about the last answer's groups.
    let about_last = draft.superlative.is_some()
        && !last.groups.is_empty()
        && (draft.scene.in_column | draft.scene.in_value) == 0
        && draft.asked.is_some();
    let begins_so = remark > 0 || about_last;
    draft.used |= mask(&(0..remark));
    draft.read_flags();
    // “and for people over 70”
    let people = sentence.tokens.iter().any(|t| lexicon::family("people").contains(&t.stem));
    if people {
        draft.settle_pending(false);
    }
    let mut query = last.clone();
    let mut changed = false;
    let chart = std::mem::take(&mut draft.query.chart);
    if chart != Chart::Auto || draft.has("chart") {
        query.chart = chart;
        changed = true;
    }
    for mut condition in draft.conditions.clone() {
        changed = true;
        // “titles with portrait”, “and landscape”: the same test of another text.
        let tested = last.filters.iter().find(|known| known.column == condition.filter.column);
        if let (Some(Filter { test: Test::Text { place, .. }, .. }), Test::OneOf { not, .. }) =
            (tested, &condition.filter.test)
        {
            let (place, not) = (*place, *not);
            let text = sentence.tokens[condition.at].text.clone();
            condition.filter.test = Test::Text { place, text, not };
        }
        // “average pay of catchers”, “and outfielders?”: another boolean column instead.
        let flags: Vec<&Filter> =
            last.filters.iter().filter(|known| matches!(known.test, Test::Flag(_))).collect();
        if let ([flag], Test::Flag(true)) = (flags.as_slice(), &condition.filter.test)
            && flag.column != condition.filter.column
            && sentence.len() <= 4
            && sentence.is(0, &["and", "what", "how"])
            && !sentence.has_word(&["also"])
        {
            query.filters.retain(|known| known != *flag);
            draft.unsure = true;
        }
        replace(&mut query.filters, condition.filter, sentence.has_word(&["also", "or"]));
    }
    let mut groups = draft.groups.clone();
    if let Some((index, part)) = draft.target.filter(|_| groups.is_empty() && begins_so) {
        groups = vec![draft.group(index, part)];
    }
    // “top 2 customers by revenue”, “and by quantity?”: another measure of the same groups.
    let ranked_by = match groups.as_slice() {
        [group] if last.sort.is_some() && !last.groups.is_empty() && group.part.is_none() => {
            let columns = &draft.table().columns;
            columns.iter().position(|column| column.name == group.column && column.is_measure())
        }
        _ => None,
    };
    if let Some(index) = ranked_by {
        changed = true;
        draft.set_measure(index, draft.aggregate);
        query.measure = draft.query.measure.clone();
        query.aggregate = draft.query.aggregate;
    } else if !groups.is_empty() {
        changed = true;
        let adds = sentence.is(0, &["and", "also"])
            && !query.groups.is_empty()
            && sentence.has_word(&["also"]);
        if adds {
            query.groups.extend(groups)
        } else {
            query.groups = groups
        }
        query.groups.truncate(2);
        // “total score in maths”, “same for each subject”
        let grouped = |filter: &Filter| {
            query.groups.iter().any(|group| group.column == filter.column && group.part.is_none())
        };
        let kept: Vec<Filter> =
            query.filters.iter().filter(|filter| !grouped(filter)).cloned().collect();
        query.filters = kept;
        periods_first(&mut query);
        let along = query
            .groups
            .first()
            .and_then(|group| draft.table().column(&group.column))
            .is_some_and(|column| column.is_date() || column.year);
        query.kind = match query.kind {
            Kind::Aggregate | Kind::Trend if along => Kind::Trend,
            Kind::Count if along => Kind::Trend,
            Kind::Trend if query.measure.is_none() => Kind::Count,
            Kind::Trend | Kind::Comparison => Kind::Aggregate,
            Kind::Rows | Kind::Distinct | Kind::Overview => Kind::Count,
            kind => kind,
        };
        query.show.clear();
    }
    if let Some(limit) = draft.limit {
        changed = true;
        query.limit = Some(limit);
        query.nth = draft.nth;
        query.sort = query.sort.or(Some(Order::Top));
    }
    if draft.has("reverse") {
        draft.use_tag("reverse");
        changed = true;
        query.sort = match query.sort {
            Some(Order::Top) => Some(Order::Bottom),
            _ => Some(Order::Top),
        };
        if sentence.has_word(&["ascending", "lowest", "smallest"]) {
            query.sort = Some(Order::Bottom);
        }
        if sentence.has_word(&["descending", "largest"]) {
            query.sort = Some(Order::Top);
        }
    } else if let Some(superlative) = draft
        .superlative
        .clone()
        .filter(|_| !query.groups.is_empty() || begins_so && query.sort.is_some())
    {
        changed = true;
        query.sort = Some(if superlative.up { Order::Top } else { Order::Bottom });
        // “which was the highest”, after the second highest
        if query.nth && draft.limit.is_none() {
            (query.limit, query.nth) = (None, false);
        }
        query.limit = query.limit.or(Some(1));
        query.chart = Chart::Auto;
        if query.kind == Kind::Trend {
            query.kind = if query.measure.is_some() { Kind::Aggregate } else { Kind::Count };
        }
    }
    // “in percent”, “in absolute numbers”
    let adds = query.measure.is_none() || query.aggregate == Aggregate::Total;
    if draft.has("share")
        && matches!(query.kind, Kind::Count | Kind::Aggregate)
        && adds
        && !query.groups.is_empty()
    {
        draft.use_tag("share");
        query.kind = Kind::Share;
        query.base = std::mem::take(&mut query.filters);
        changed = true;
    } else if draft.has("share") && query.kind == Kind::Count && !last.filters.is_empty() {
        // “how many failed”, “in percent”
        draft.use_tag("share");
        query.kind = Kind::Share;
        changed = true;
    } else if let (true, Some(Measure::Computed { operation, .. })) =
        (sentence.has_word(&["absolute"]), &mut query.measure)
        && *operation == Operation::PercentChange
    {
        *operation = Operation::Minus;
        for at in 0..sentence.len() {
            if sentence.is(at, &["absolute", "numbers", "number", "terms"]) {
                draft.used |= mask(&(at..at + 1));
            }
        }
        changed = true;
    } else if query.kind == Kind::Share && sentence.has_word(&["absolute"]) {
        for at in 0..sentence.len() {
            if sentence.is(at, &["absolute", "numbers", "number", "counts", "terms"]) {
                draft.used |= mask(&(at..at + 1));
            }
        }
        query.kind = if query.measure.is_some() { Kind::Aggregate } else { Kind::Count };
        query.filters.splice(0..0, std::mem::take(&mut query.base)).for_each(drop);
        changed = true;
    }
    let measure = draft.measures().first().copied();
    // “average price by suburb”, “and how many in each”
    let counts = begins_so && measure.is_none() && draft.has("how many") && draft.has_each();
    if counts {
        draft.use_tag("how many");
        (query.kind, query.measure, query.second) = (Kind::Count, None, None);
        changed = true;
    } else if let Some(span) = measure.filter(|_| last.kind == Kind::Correlation)
        && sentence.has_word(&["with"])
    {
        let index = draft.take(span);
        query.second = draft.measure(index);
        changed = true;
    } else if let Some(span) = measure {
        let index = draft.take(span);
        let aggregate = draft.aggregate;
        let kept = query.aggregate;
        draft.set_measure(index, aggregate);
        query.measure = draft.query.measure.clone();
        // “how many gold medals”, “and silver?”: what was added up still is.
        let adds = kept == Aggregate::Total && !draft.column(index).level;
        query.aggregate = match (aggregate, query.kind) {
            (None, Kind::Aggregate) if adds => kept,
            (None, Kind::Aggregate)
                if matches!(
                    kept,
                    Aggregate::Average | Aggregate::Median | Aggregate::Highest | Aggregate::Lowest
                ) =>
            {
                kept
            }
            _ => draft.query.aggregate,
        };
        if query.kind == Kind::Count {
            query.kind = Kind::Aggregate;
        }
        changed = true;
    } else if let Some(aggregate) = draft.aggregate {
        query.aggregate = aggregate;
        changed = true;
    }
    if !changed {
        return None;
    }
    let own = draft.has("how many") || !about_last && draft.asked.is_some() && !begins_so;
    draft.conditions = kept(&query);
    draft.query = query;
    // What was open to doubt still is.
    draft.unsure |=
        history.last().is_some_and(|exchange| exchange.answer.contains(crate::wording::DOUBTED));
    draft.bonus += match (begins_so, own && !counts) {
        (true, false) => 0.35,
        (true, true) => 0.1,
        (false, false) => 0.05,
        (false, true) => -0.2,
    };
    Some(draft)
}

/// Returns the row of the last answer's highest or lowest value, if the question asks more of it:
/// “when was that”, “what is their job”.
fn that_row<'a>(base: &Draft<'a>, last: &Query) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let sentence = draft.sentence();
    let words = ["that", "it", "this", "their", "his", "her", "its", "they", "he", "she"];
    let refers = sentence.has_word(&words) || sentence.len() <= 3;
    let own = draft.aggregate.is_some()
        || draft.superlative.is_some()
        || draft.has("how many")
        || !draft.conditions.is_empty()
        || !draft.groups.is_empty();
    let order = match (last.kind, last.aggregate) {
        (Kind::Rows, _) if last.groups.is_empty() && last.limit == Some(1) => last.sort?,
        (Kind::Aggregate, Aggregate::Highest) if last.groups.is_empty() => Order::Top,
        (Kind::Aggregate, Aggregate::Lowest) if last.groups.is_empty() => Order::Bottom,
        _ => return None,
    };
    if !refers || own || draft.asked.is_none() || last.measure.is_none() {
        return None;
    }
    let mut show: Vec<String> = Vec::new();
    if let Some((index, _)) = draft.target {
        show.extend(draft.names_of(index));
    }
    // “where and when”
    if let Some(at) = (1..sentence.len()).find(|at| sentence.is(*at, &["when"]))
        && let Some(time) = draft.time_column()
    {
        draft.used |= mask(&(at..at + 1));
        show.push(draft.column(time).name.to_owned());
    }
    for span in draft.columns(|_| true) {
        let index = draft.take(span);
        show.push(draft.column(index).name.to_owned());
    }
    show.dedup();
    if show.is_empty() {
        return None;
    }
    draft.query = Query { show, limit: Some(1), sort: Some(order), ..last.clone() };
    draft.conditions = kept(last);
    draft.done(Kind::Rows, 0.4)
}

/// Returns the last query's conditions.
fn kept(last: &Query) -> Vec<super::draft::Condition> {
    let condition =
        |filter: &Filter| super::draft::Condition { filter: filter.clone(), at: 0, tokens: 0 };
    last.filters.iter().map(condition).collect()
}

/// Adds the last query's conditions to a question about the same rows: “of those, how many are
/// women”, “how long are they on average”.
pub(super) fn of_those<'a>(built: &Draft<'a>, last: &Query) -> Option<Draft<'a>> {
    let sentence = built.sentence();
    let words = ["those", "these", "them", "they", "their"];
    // “how many invoices is that”
    let end = sentence.len().saturating_sub(1);
    let that =
        sentence.is(end, &["that", "this"]) && sentence.is(end.wrapping_sub(1), &["is", "was"]);
    let refers = that || sentence.has_word(&words);
    if last.table != built.query.table || last.filters.is_empty() || !refers {
        return None;
    }
    let mut draft = built.clone();
    let base = draft.query.kind == Kind::Share;
    for condition in kept(last) {
        let known = |own: &super::draft::Condition| own.filter.column == condition.filter.column;
        if draft.conditions.iter().any(known) {
            continue;
        }
        match base {
            true => draft.query.base.push(condition.filter),
            false => draft.conditions.push(condition),
        }
    }
    draft.bonus += 0.1;
    Some(draft)
}

impl Draft<'_> {
    /// Uses an “each” that names no column: the groups stay.
    fn has_each(&mut self) -> bool {
        let last = self.sentence().len().saturating_sub(1);
        let each = self.groups.is_empty() && self.sentence().is(last, &["each"]);
        if each {
            self.used |= mask(&(last.saturating_sub(1)..last + 1));
        }
        each
    }
}

/// Puts a condition in the place of one on the same column.
fn replace(filters: &mut Vec<Filter>, filter: Filter, adds: bool) {
    if let (Test::OneOf { values, not: false }, true) = (&filter.test, adds) {
        let same = filters.iter_mut().find(|known| known.column == filter.column);
        if let Some(Filter { test: Test::OneOf { values: known, not: false }, .. }) = same {
            known.extend(values.clone());
            return;
        }
    }
    filters.retain(|known| known.column != filter.column);
    filters.push(filter);
}
