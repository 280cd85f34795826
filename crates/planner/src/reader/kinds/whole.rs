//! Wholes and sides: shares, comparisons of values, and changes between periods.

use super::*;
use crate::query::Operation;

/// The verbs that divide “what share of X *is* Y”: what stands before is the base.
const VERBS: [&str; 39] = [
    "is", "are", "was", "were", "has", "have", "had", "do", "did", "does", "comes", "come", "came",
    "live", "lives", "belongs", "belong", "goes", "survived", "voted", "involved", "involve",
    "contain", "include", "cost", "costs", "get", "got", "started", "use", "uses", "made", "make",
    "paid", "pay", "went", "work", "won", "lost",
];

/// What divides it if there is no verb.
const PREPOSITIONS: [&str; 8] = ["in", "who", "that", "with", "under", "over", "where", "from"];

pub(super) fn share<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let sentence = draft.sentence();
    let asked = draft.find("share").into_iter().find(|range| {
        let number = sentence
            .numbers
            .iter()
            .any(|number| number.percent && mask(&number.at) & mask(range) != 0);
        // “how often … in %”
        let last = range.end == sentence.len() && draft.has("how many");
        let by = sentence.is(range.start.wrapping_sub(1), &["by", "in"]) && !last;
        !number && !by && mask(range) & draft.scene.in_column & !draft.used == 0
    });
    let asked = asked.or_else(|| {
        // “percentage of men” where the word also names a column.
        draft
            .find("share")
            .into_iter()
            .find(|range| range.start <= 2 && mask(range) & draft.scene.in_column == 0)
    });
    // “survival rate”, of a boolean column
    let asked = asked.or_else(|| {
        let rate = |span: usize| {
            let end = draft.span(span).at.end;
            sentence.is(end, &["rate", "rates"]).then_some(end..end + 1)
        };
        draft.columns(|column| column.flag).into_iter().find_map(rate)
    });
    // “churn rate”, of a date that is only filled for those who did
    let done = |column: &Column| column.is_date() && column.missing;
    let happened = draft
        .columns(done)
        .into_iter()
        .find(|span| sentence.is(draft.span(*span).at.end, &["rate", "rates"]));
    let asked = asked.or_else(|| {
        let end = draft.span(happened?).at.end;
        Some(end..end + 1)
    });
    if let Some(span) = happened {
        let at = draft.span(span).at.clone();
        let index = draft.take(span);
        draft.filter(index, Test::Filled(true), at.start, mask(&at));
        draft.assume(format!(
            "The rate is of the rows with {}.",
            crate::wording::name(draft.column(index).name)
        ));
    }
    // “pass rate”, of a column with that value
    let rates = || {
        let value = |span: &usize| {
            matches!(draft.span(*span).meaning, super::super::spans::Meaning::Value { .. })
        };
        let ends = (0..draft.scene.spans.len()).filter(value).map(|span| draft.span(span).at.end);
        ends.into_iter()
            .find(|end| {
                sentence.is(*end, &["rate", "rates"]) && draft.scene.in_column & bit(*end) == 0
            })
            .map(|end| end..end + 1)
    };
    let of_value = asked.is_none();
    let asked = asked.or_else(rates)?;
    if draft.has("change") && draft.years.len() >= 2 {
        return None;
    }
    draft.used |= mask(&asked);
    draft.use_tag("how many");
    draft.read_flags();
    draft.read_answers();
    draft.read_some();
    let first = |words: &[&str]| (asked.end..sentence.len()).find(|at| sentence.is(*at, words));
    // “of patients in their 80s who died”
    let clause = || first(&["who", "that"]).filter(|at| *at > asked.end + 1);
    let verb =
        first(&VERBS).or_else(clause).or_else(|| first(&PREPOSITIONS)).unwrap_or(sentence.len());
    let adds = |draft: &Draft| {
        draft
            .measures()
            .into_iter()
            .find(|span| draft.named(*span).is_some_and(|i| draft.column(i).adds_up))
    };
    if draft.query.measure.is_none() {
        if let Some(span) = adds(&draft).filter(|_| {
            draft.superlative.is_none()
                || draft.limit.is_some()
                || !draft.groups.is_empty()
                || draft.target.is_some()
        }) {
            let index = draft.take(span);
            draft.set_measure(index, Some(Aggregate::Total));
        } else if let Some(fact) = draft.table().fact.or_else(|| count::title_tally(&draft)) {
            draft.set_measure(fact, Some(Aggregate::Total));
        }
    }
    draft.query.groups = draft.groups.clone();
    if of_value {
        if draft.query.groups.is_empty() {
            more_groups(&mut draft);
        }
        // “win rate (won out of won and lost)”: which of them is the whole is not read.
        draft.unsure |= draft.conditions.iter().any(
            |condition| matches!(&condition.filter.test, Test::OneOf { values, .. } if values.len() > 1),
        );
    }
    if draft.conditions.is_empty() && draft.query.groups.is_empty() {
        let text = |column: &Column| column.is_text() || column.flag || column.year;
        if let Some(span) = draft.columns(text).first().copied() {
            let at = draft.span(span).at.clone();
            let index = draft.take(span);
            // “involved dna”: a column that is filled or not.
            if draft.column(index).distinct == 1 && draft.column(index).missing {
                draft.filter(index, Test::Filled(true), at.start, mask(&at));
            } else {
                draft.query.groups = vec![draft.group(index, None)];
            }
        } else if let Some((index, part)) = draft.target {
            draft.query.groups = vec![draft.group(index, part)];
        }
    }
    if let (Some(superlative), Some((index, part)), true) =
        (&draft.superlative, draft.target, draft.query.groups.is_empty())
    {
        let up = superlative.up;
        draft.query.groups = vec![draft.group(index, part)];
        draft.sort(up, Some(draft.limit.unwrap_or(1)));
    } else if let Some(superlative) =
        draft.superlative.clone().filter(|_| !draft.query.groups.is_empty())
    {
        draft.sort(superlative.up, Some(draft.limit.unwrap_or(1)));
    } else if let Some(limit) = draft.limit {
        draft.sort(true, Some(limit));
    }
    draft.settle_pending(false);
    if draft.conditions.is_empty() && draft.query.groups.is_empty() {
        return None;
    }
    split_base(&mut draft, asked.start, asked.end, verb);
    draft.done(Kind::Share, 0.25)
}

/// Moves the conditions that say what is 100 % to the base.
fn split_base(draft: &mut Draft, start: usize, end: usize, verb: usize) {
    let sentence = draft.sentence();
    let conditions = draft.conditions.clone();
    if conditions.len() < 2 {
        return;
    }
    let inside: Vec<usize> = (0..conditions.len())
        .filter(|i| {
            let at = conditions[*i].at;
            // “share of renewables in 2017”: a period alone is not part of it.
            let outside = |other: &super::super::draft::Condition| {
                (other.at > verb || other.at < start) && !draft.is_time(&other.filter)
            };
            at >= end && at < verb && conditions.iter().any(outside)
        })
        .collect();
    let late: Vec<usize> = (0..conditions.len())
        .filter(|i| {
            let at = conditions[*i].at;
            let led = sentence.is(
                at.wrapping_sub(1),
                &["in", "for", "at", "during", "on", "from", "among", "of"],
            );
            at > verb && led && conditions.iter().any(|other| other.at >= verb && other.at < at)
        })
        .collect();
    let lead: Vec<usize> = (0..conditions.len())
        .filter(|i| {
            conditions[*i].at < start
                && sentence.is(0, &["of", "among", "in", "for", "within", "on"])
        })
        .collect();
    let mut moved = if !lead.is_empty() {
        lead
    } else if !inside.is_empty() {
        inside
    } else {
        late
    };
    for (i, condition) in conditions.iter().enumerate() {
        if draft.is_time(&condition.filter) && !moved.contains(&i) {
            moved.push(i);
        }
    }
    if moved.len() < conditions.len() {
        draft.query.base = moved.iter().map(|i| conditions[*i].filter.clone()).collect();
        draft.conditions = (0..conditions.len())
            .filter(|i| !moved.contains(i))
            .map(|i| conditions[i].clone())
            .collect();
    }
}

/// Sets what a comparison says: the sides, their difference, in percent, or a factor.
fn focus(draft: &mut Draft) {
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
fn sides_measure(draft: &mut Draft) -> f64 {
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
    let adjective = draft
        .superlative
        .as_ref()
        .and_then(|superlative| superlative.adjective.clone())
        .or_else(|| {
            (0..sentence.len()).find_map(|at| {
                let word = sentence.key(at);
                let base = super::super::lexicon::base(word, "er")
                    .or_else(|| super::super::lexicon::adjective(word).map(|_| word.to_owned()))?;
                draft.adjective_measure(&base).map(|_| base)
            })
        });
    if let Some((index, _)) = adjective
        .as_ref()
        .and_then(|adjective| draft.adjective_measure(adjective))
        .filter(|(i, _)| !draft.column(*i).is_date())
    {
        for at in 0..sentence.len() {
            if adjective.as_deref()
                == super::super::lexicon::base(sentence.key(at), "er").as_deref()
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
    ]) || draft.superlative.is_some();
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
    let asked = compares || asks || draft.has("how much") && more;
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
    let flag = draft
        .conditions
        .iter()
        .position(|condition| matches!(condition.filter.test, Test::Flag(_)));
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

/// Builds a change: between two years, of a whole span of time, or of each thing.
pub(super) fn change<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !draft.has("change") && !draft.has("compare") {
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

/// Returns whether a short word has letters of a long one in order, from its first one on: “bl” of
/// “baseline”.
fn abbreviates(short: &str, long: &str) -> bool {
    let mut letters = long.chars();
    long.chars().next() == short.chars().next()
        && short.chars().all(|letter| letters.any(|other| other == letter))
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
    let name = |index: usize| draft.column(index).name.to_owned();
    let operation = if percent { Operation::PercentChange } else { Operation::Minus };
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
    draft.query.aggregate = if percent { Aggregate::Average } else { Aggregate::Total };
    draft.query.groups = draft.groups.clone();
    draft.done(Kind::Aggregate, 0.2)
}
