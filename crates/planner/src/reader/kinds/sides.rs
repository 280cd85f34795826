//! Comparisons: the sides that are compared, and what is measured of each.

use super::*;
use crate::query::{Bound, Sign};

/// Sets what a comparison says: the sides, their difference, in percent, or a factor.
pub(super) fn focus(draft: &mut Draft) {
    let percent = draft.has("share");
    let factor = draft.has("factor");
    let difference = draft.has("difference");
    draft.query.focus = match () {
        () if percent => Focus::Percent,
        () if factor => Focus::Factor,
        () if difference => Focus::Difference,
        () => Focus::Sides,
    };
    if percent {
        draft.use_tag("share");
    }
    for tag in ["compare", "difference", "factor", "how much"] {
        draft.use_tag(tag);
    }
}

/// Takes what is compared: the named measure, that of an adjective, else rows.
pub(super) fn sides_measure(draft: &mut Draft) -> f64 {
    if draft.query.measure.is_some() {
        draft.query.aggregate = draft.aggregate.unwrap_or_else(|| draft.computed_aggregate());
        return 0.1;
    }
    let sentence = draft.sentence();
    // “are there more boys or girls”
    let rows = (1..sentence.len()).any(|at| {
        sentence.is(at, &["there"])
            && sentence.is(at - 1, &["are", "were", "is", "was"])
            && sentence.is(at + 1, &["more", "fewer", "less"])
    });
    if rows {
        if let Some(weight) = draft.table().weight {
            draft.set_measure(weight, Some(Aggregate::Total));
        }
        return 0.1;
    }
    let plain = draft
        .measures()
        .into_iter()
        .find(|span| draft.named(*span).is_some_and(|i| !draft.column(i).year));
    if let Some(span) = plain {
        let index = draft.take(span);
        let aggregate = draft.aggregate;
        draft.set_measure(index, aggregate);
        return 0.1;
    }
    let adjective =
        draft.superlative.as_ref().and_then(|superlative| superlative.adjective.clone()).or_else(
            || {
                (0..sentence.len()).find_map(|at| {
                    let word = sentence.key(at);
                    let base = lexicon::base(word, "er")
                        .or_else(|| lexicon::adjective(word).map(|_| word.to_owned()))?;
                    draft.adjective_measure(&base).map(|_| base)
                })
            },
        );
    if let Some((index, _)) = adjective
        .as_ref()
        .and_then(|adjective| draft.adjective_measure(adjective))
        .filter(|(i, _)| !draft.column(*i).is_date())
    {
        for at in 0..sentence.len() {
            if adjective.as_deref() == lexicon::base(sentence.key(at), "er").as_deref()
                || Some(sentence.key(at)) == adjective.as_deref()
            {
                draft.used |= bit(at);
            }
        }
        let aggregate = draft.aggregate;
        draft.set_measure(index, aggregate);
        return 0.1;
    }
    if draft.has("how many") || draft.table().default_measure().is_none() {
        draft.use_tag("how many");
        return 0.1;
    }
    if draft.aggregate.is_some()
        || draft.table().fact.is_some()
        || draft.several.is_some_and(|i| draft.column(i).unique)
    {
        if let Some(index) = draft.table().default_measure() {
            let aggregate = draft.aggregate;
            draft.set_measure(index, aggregate);
            draft.assume_measure(index);
        }
        return 0.0;
    }
    if draft.has("compare")
        && !draft.sentence().has_word(&["more", "fewer", "many", "often"])
        && let Some(index) = draft.table().default_measure()
    {
        draft.set_measure(index, None);
        draft.assume_measure(index);
        return -0.05;
    }
    0.0
}

/// Builds a comparison of a few values, of two measures, or of one value with the others.
pub(super) fn comparison<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let sentence = draft.sentence();
    let compares = draft.has("compare");
    let more = sentence.has_word(&[
        "more", "less", "fewer", "higher", "lower", "better", "bigger", "larger", "smaller",
        "than", "or",
    ]) || draft.superlative.is_some()
        || sentence.tokens.iter().any(|token| lexicon::base(&token.key, "er").is_some());
    let starts = sentence.is(
        0,
        &[
            "do", "does", "did", "is", "are", "was", "were", "who", "which", "what", "has", "have",
            "compare", "among", "on", "how", "whose",
        ],
    ) || sentence.has_word(&["who"]);
    if draft.several.is_none() {
        draft.read_flags();
    }
    if let Some(built) = wide_sides(&draft) {
        return Some(built);
    }
    if let Some(index) = draft.several {
        let averaged = draft.aggregate.is_some_and(|aggregate| aggregate != Aggregate::Total)
            && !sentence.has_word(&["or"]);
        let asked = compares
            || more && starts
            || averaged
            || draft.has("factor")
            || sentence.has_word(&["each", "respectively"]);
        let counted = draft.has("how many") && !compares && !more;
        if !asked || counted || draft.has("share") && !compares {
            return None;
        }
        if draft.query.groups.is_empty() {
            draft.query.groups = vec![draft.group(index, None)];
        }
        for mut group in draft.groups.clone() {
            // “monthly revenue of 2024 and 2025”: the months of a year beside each other.
            let same = draft.query.groups.iter().any(|known| known.column == group.column);
            if same && group.part == Some(Part::Month) {
                group.part = Some(Part::MonthOfYear);
            }
            if !draft.query.groups.contains(&group) {
                draft.query.groups.push(group);
            }
        }
        let bonus = sides_measure(&mut draft);
        focus(&mut draft);
        draft.use_tag("how many");
        draft.use_tag("rest");
        let aside = draft.target.is_some_and(|(target, _)| {
            target != index && Some(target) != draft.table().nearly_label
        });
        return draft.done(Kind::Comparison, 0.2 + bonus - if aside { 0.3 } else { 0.0 });
    }
    // “do people who were not released have more checks”
    let asks = sentence.is(0, &["do", "does", "did", "are", "is", "were", "was"]) && more;
    // “prices in Bergen and elsewhere”
    let rest = draft.find("rest").iter().any(|range| {
        sentence.is(range.start.wrapping_sub(1), &["and", "or", "vs", "versus", "than", "to"])
    });
    if let Some(built) = draft.two_columns().filter(|_| more) {
        return Some(built);
    }
    let asked = compares || asks || rest || draft.has("how much") && more;
    if !asked {
        return None;
    }
    if asks && !compares {
        return with_rest(&draft);
    }
    // One value, or one boolean condition, with all others.
    if let Some(built) = with_rest(&draft) {
        return Some(built);
    }
    // “with and without X”, a flag that is named once, a text whose values are compared.
    let group = draft
        .columns(|column| column.is_text() && column.distinct <= 30 || column.flag)
        .first()
        .copied();
    let numbers = draft.measures();
    if let Some((index, part)) = group.map(|span| (draft.take(span), None)).or_else(|| {
        let group = draft.groups.first()?;
        let index = draft.table().columns.iter().position(|column| column.name == group.column)?;
        Some((index, group.part))
    }) {
        draft.query.groups = vec![draft.group(index, part)];
        let bonus = sides_measure(&mut draft);
        focus(&mut draft);
        if draft.query.measure.is_none() {
            return draft.done(Kind::Count, bonus);
        }
        let kind =
            if draft.column(index).distinct == 2 { Kind::Comparison } else { Kind::Aggregate };
        return draft.done(kind, 0.1 + bonus);
    }
    if let [first, second, ..] = numbers[..]
        && draft.named(first) != draft.named(second)
    {
        let (a, b) = (draft.take(first), draft.take(second));
        let aggregate = draft.aggregate;
        draft.set_measure(a, aggregate);
        draft.query.second = draft.measure(b);
        focus(&mut draft);
        return draft.done(Kind::Comparison, 0.2);
    }
    None
}

impl<'a> Draft<'a> {
    /// Builds two columns of numbers beside each other, of which one is asked for: “is the bid or
    /// the ask higher”.
    fn two_columns(&self) -> Option<Self> {
        let mut draft = self.clone();
        let [first, second] = draft.measures()[..] else { return None };
        let between = draft.span(first).at.end..draft.span(second).at.start;
        let or = between.clone().any(|at| draft.sentence().is(at, &["or"]));
        let small = between.clone().all(|at| draft.sentence().small(at));
        let same = draft.named(first) == draft.named(second);
        if !or || !small || same || !draft.groups.is_empty() || draft.several.is_some() {
            return None;
        }
        let (a, b) = (draft.take(first), draft.take(second));
        let aggregate = draft.aggregate;
        draft.set_measure(a, aggregate);
        draft.query.second = draft.measure(b);
        focus(&mut draft);
        draft.used |= mask(&between);
        draft.done(Kind::Comparison, 0.35)
    }
}

/// Builds two columns that are named after years beside each other: “cost 2024 vs 2025”.
fn wide_sides<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let (sentence, wide) = (draft.sentence(), draft.table().wide.clone());
    let beside = sentence.has_word(&["vs", "versus", "compare", "compared"]);
    if draft.query.measure.is_some() || draft.superlative.is_some() || !beside {
        return None;
    }
    let place = |year: &i32| (0..sentence.len()).find(|at| sentence.key(*at) == year.to_string());
    let named: Vec<(usize, usize)> =
        wide.iter().filter_map(|(year, index)| Some((place(year)?, *index))).collect();
    let [(first_at, first), (last_at, last)] = named[..] else { return None };
    let years = bit(first_at) | bit(last_at);
    draft.used |= years;
    draft.conditions.retain(|condition| condition.tokens & years == 0);
    draft.query.groups.clear();
    let own = |column: &Column| wide.iter().any(|(_, i)| draft.column(*i).name == column.name);
    for span in draft.columns(own) {
        draft.take(span);
    }
    draft.set_measure(first, draft.aggregate);
    draft.query.second = draft.measure(last);
    focus(&mut draft);
    draft.query.groups = draft.groups.clone();
    if draft.query.groups.is_empty() {
        return draft.done(Kind::Comparison, 0.35);
    }
    draft.done(Kind::Aggregate, 0.35)
}

/// Builds a comparison of one value, or of one boolean condition, with all others.
fn with_rest<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let flag = draft.conditions.iter().position(|condition| match condition.filter.test {
        Test::Flag(_) => true,
        Test::Compare(Sign::Equal, Bound::Number(_)) => {
            draft.table().column(&condition.filter.column).is_some_and(|column| column.flag)
        }
        _ => false,
    });
    let value = draft
        .conditions
        .iter()
        .position(|condition| matches!(condition.filter.test, Test::OneOf { not: false, .. }));
    let rest = draft.has("rest") || flag.is_some();
    let place = flag.or(value).filter(|_| rest)?;
    let condition = draft.conditions.remove(place);
    draft.use_tag("rest");
    draft.query.groups = vec![Group { column: condition.filter.column, part: None }];
    let bonus = sides_measure(&mut draft);
    focus(&mut draft);
    draft.done(Kind::Comparison, 0.1 + bonus)
}
