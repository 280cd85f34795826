//! Changes: between periods, and between columns of periods.

use super::sides::{focus, sides_measure};
use super::*;
use crate::query::Operation;
use crate::reader::likeness::abbreviates;

/// Builds a change: between two years, of a whole span of time, or of each thing.
pub(super) fn change<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let factor = draft.has("factor") && !draft.table().wide.is_empty();
    if !draft.has("change") && !draft.has("compare") && !factor {
        return None;
    }
    let percent = draft.has("share") || draft.sentence().has_word(&["fastest", "relative"]);
    let wide = draft.table().wide.clone();
    if !wide.is_empty() {
        return wide_change(draft, &wide, percent);
    }
    if !draft.has("change") {
        return None;
    }
    if let Some(built) = column_change(&draft, percent) {
        return Some(built);
    }
    let time = draft.time_column()?;
    let period = draft.query.groups.first().map(|group| group.column.clone());
    let between = draft.years.len() >= 2 || period.as_deref() == Some(draft.column(time).name);
    draft.use_tag("change");
    let down = draft.has("fell");
    let bonus = sides_measure(&mut draft);
    if draft.query.measure.is_none()
        && !draft.has("how many")
        && let Some(index) = draft.table().default_measure()
    {
        draft.set_measure(index, None);
        draft.assume_measure(index);
    }
    let part = draft.column(time).is_date().then_some(Part::Year);
    let group = draft.group(time, part);
    let asked = draft.target.or_else(|| {
        let group = draft.groups.iter().find(|group| group.column != draft.column(time).name)?;
        draft
            .table()
            .columns
            .iter()
            .position(|column| column.name == group.column)
            .map(|index| (index, None))
    });
    if let Some((index, _)) = asked.filter(|(index, _)| *index != time) {
        // Of each thing: the periods stand beside each other, the largest change first.
        if draft.years.len() < 2 {
            topics::with_year_before(&mut draft, time);
        }
        draft.query.groups = vec![group, draft.group(index, None)];
        draft.query.focus = if percent { Focus::Percent } else { Focus::Difference };
        draft.use_tag("share");
        let up = draft.superlative.as_ref().is_none_or(|superlative| superlative.up) != down;
        draft.sort(up, Some(draft.limit.unwrap_or(1)).filter(|_| draft.superlative.is_some()));
        return draft.done(Kind::Comparison, 0.4);
    }
    if between {
        if draft.query.groups.is_empty() {
            draft.query.groups = vec![group];
        }
        focus(&mut draft);
        if draft.query.focus == Focus::Sides {
            draft.query.focus = if percent { Focus::Percent } else { Focus::Difference };
        }
        return draft.done(Kind::Comparison, 0.2 + bonus);
    }
    let part = draft.usual_part(time);
    draft.query.groups =
        if draft.groups.is_empty() { vec![draft.group(time, part)] } else { draft.groups.clone() };
    draft.use_tag("how much");
    let first = draft.query.groups.first().map(|group| group.column.clone());
    let kind = if first.as_deref() == Some(draft.column(time).name) {
        Kind::Trend
    } else {
        Kind::Aggregate
    };
    draft.done(kind, 0.1)
}

/// Builds a change from one column to another of the same kind: “from baseline to week 12”, of
/// columns “sbp_bl” and “sbp_w12”.
fn column_change<'a>(base: &Draft<'a>, percent: bool) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let sentence = draft.sentence();
    let first = draft.named(*draft.measures().first()?)?;
    let columns = &draft.table().columns;
    let shares = |index: &usize| {
        let column = &columns[*index];
        column.is_amount()
            && column.words.len() > 1
            && column.words.iter().any(|word| columns[first].words.contains(word))
    };
    let alike: Vec<usize> = (0..columns.len()).filter(shares).collect();
    // What tells it from the others, and where the question says that.
    let said = |index: &usize| {
        let common =
            |word: &&String| !alike.iter().all(|other| columns[*other].words.contains(*word));
        let own: Vec<&String> = columns[*index].words.iter().filter(common).collect();
        let joined: String = own.iter().map(|word| word.as_str()).collect();
        let says = |at: &usize| {
            let key = sentence.key(*at);
            let shortened = |word: &String| {
                word.chars().count() >= 2 && key.len() >= word.len() + 3 && abbreviates(word, key)
            };
            key == joined
                || own
                    .iter()
                    .any(|word| key == word.as_str() || !sentence.small(*at) && shortened(word))
        };
        (0..sentence.len()).find(says).map(|at| (at, *index))
    };
    let mut named: Vec<(usize, usize)> = alike.iter().filter_map(said).collect();
    named.sort_unstable();
    named.dedup_by_key(|(at, _)| *at);
    let (from, to) = match (named.as_slice(), alike.as_slice()) {
        ([(_, from), .., (_, to)], _) | (_, [from, to]) => (*from, *to),
        _ => return None,
    };
    // “by how much did it fall” asks for a positive number.
    let falls = draft.has("fell") && draft.superlative.is_none() && !percent;
    let (from, to) = if falls { (to, from) } else { (from, to) };
    named.iter().for_each(|(at, _)| draft.used |= bit(*at));
    for span in
        draft.columns(|column| column.name == columns[from].name || column.name == columns[to].name)
    {
        draft.take(span);
    }
    // “week 12” is not the number of a patient.
    let numbers = (0..sentence.len()).filter(|at| {
        let says = |index: usize| columns[index].words.iter().any(|word| word == sentence.key(*at));
        sentence.key(*at).starts_with(|c: char| c.is_ascii_digit()) && (says(from) || says(to))
    });
    let numbers = numbers.fold(0, |all, at| all | bit(at));
    draft.used |= numbers;
    draft.conditions.retain(|condition| condition.tokens & numbers == 0);
    let tags = ["change", "compare", "how much", "how many", "share"];
    tags.into_iter().for_each(|tag| draft.use_tag(tag));
    let name = |index: usize| columns[index].name.to_owned();
    let operation = if percent { Operation::PercentChange } else { Operation::Minus };
    draft.query.measure = Some(Measure::Computed { left: name(to), operation, right: name(from) });
    draft.query.aggregate = draft.aggregate.unwrap_or(Aggregate::Average);
    draft.query.groups = draft.groups.clone();
    if let Some(superlative) = draft.superlative.clone() {
        let (index, part) =
            draft.target.or(draft.table().nearly_label.map(|label| (label, None)))?;
        let up = superlative.up != draft.has("fell");
        let limit = Some(draft.limit.unwrap_or(1));
        if draft.column(index).unique {
            draft.query.show = draft.names_of(index);
            draft.query.groups.clear();
            draft.sort(up, limit);
            return draft.done(Kind::Rows, 0.35);
        }
        draft.query.groups = vec![draft.group(index, part)];
        draft.sort(up, limit);
    }
    draft.done(Kind::Aggregate, 0.35)
}

/// Builds a change between columns that are named after years.
fn wide_change<'a>(
    mut draft: Draft<'a>,
    wide: &[(i32, usize)],
    percent: bool,
) -> Option<Draft<'a>> {
    let mut years: Vec<(i32, usize)> = wide
        .iter()
        .filter(|(year, _)| {
            draft.sentence().tokens.iter().any(|token| token.key == year.to_string())
        })
        .copied()
        .collect();
    if years.is_empty() {
        years = vec![*wide.first()?, *wide.last()?];
    }
    let (first, last) = (years.first()?.1, years.last()?.1);
    if first == last {
        return None;
    }
    for span in draft
        .columns(|column| wide.iter().any(|(_, index)| draft.column(*index).name == column.name))
    {
        draft.take(span);
    }
    for (at, token) in draft.sentence().tokens.iter().enumerate() {
        if years.iter().any(|(year, _)| token.key == year.to_string()) {
            draft.used |= bit(at);
        }
    }
    draft.use_tag("change");
    draft.use_tag("compare");
    draft.use_tag("how much");
    // “how many times higher was it in 2009 than in 1929”
    let factor = draft.has("factor");
    let operation = match (factor, percent) {
        (true, _) => Operation::DividedBy,
        (false, true) => Operation::PercentChange,
        (false, false) => Operation::Minus,
    };
    draft.use_tag("factor");
    draft.use_tag("how many");
    let name = |index: usize| draft.column(index).name.to_owned();
    draft.query.measure =
        Some(Measure::Computed { left: name(last), operation, right: name(first) });
    if percent {
        draft.use_tag("share");
    }
    let down = draft.has("fell");
    if let Some(superlative) = draft.superlative.clone() {
        let label = draft.target.map(|(index, _)| index).or(draft.table().nearly_label);
        // A thing with several rows: its total change.
        if let Some(index) = label
            .filter(|index| draft.column(*index).distinct * 2 <= draft.table().rows && !percent)
        {
            draft.query.aggregate = draft.aggregate.unwrap_or(draft.usual(last));
            draft.query.groups = vec![draft.group(index, None)];
            draft.sort(superlative.up != down, Some(draft.limit.unwrap_or(1)));
            return draft.done(Kind::Aggregate, 0.3);
        }
        draft.query.show.extend(label.map(|index| draft.column(index).name.to_owned()));
        draft.sort(superlative.up != down, Some(draft.limit.unwrap_or(1)));
        return draft.done(Kind::Rows, 0.3);
    }
    draft.query.aggregate = if percent || factor { Aggregate::Average } else { Aggregate::Total };
    draft.query.groups = draft.groups.clone();
    draft.done(Kind::Aggregate, 0.2)
}
