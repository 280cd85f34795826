//! Shares: which part of what is asked for.

use super::*;

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
    // “scrap as % of output” is a ratio of two columns.
    let is_ratio =
        |range: &std::ops::Range<usize>| draft.query.measure.is_some() && !draft.free(mask(range));
    let asked = draft.find("share").into_iter().find(|range| {
        let number = sentence
            .numbers
            .iter()
            .any(|number| number.percent && mask(&number.at) & mask(range) != 0);
        // “how often … in %”
        let last = range.end == sentence.len() && draft.has("how many");
        let by = sentence.is(range.start.wrapping_sub(1), &["by", "in"]) && !last;
        let named = mask(range) & draft.scene.in_column & !draft.used != 0;
        !number && !by && !named && !is_ratio(range)
    });
    let asked = asked.or_else(|| {
        // “percentage of men” where the word also names a column.
        let free = |range: &std::ops::Range<usize>| {
            mask(range) & draft.scene.in_column == 0 && !is_ratio(range)
        };
        draft.find("share").into_iter().find(|range| range.start <= 2 && free(range))
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
    let done = |column: &Column| {
        column.missing && (column.is_date() || column.is_text() && column.distinct == 1)
    };
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
    // “with their share”, of a table of shares
    let is_part = |column: &&Column| {
        column.words.iter().any(|word| {
            matches!(lexicon::long_form(word).unwrap_or(word), "percent" | "percentage" | "share")
        })
    };
    let amounts = draft.table().columns.iter().filter(|column| column.is_amount());
    let own = draft.conditions.is_empty() && amounts.clone().count() == 1;
    if own && amounts.clone().all(|column| is_part(&column)) {
        return None;
    }
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
    // “share of explicit songs among hip-hop tracks”
    let among = (end + 1..sentence.len()).find(|at| sentence.is(*at, &["among", "amongst"]));
    let whole: Vec<usize> = (0..conditions.len())
        .filter(|i| among.is_some_and(|among| conditions[*i].at > among))
        .collect();
    let mut moved = if !lead.is_empty() {
        lead
    } else if !whole.is_empty() && whole.len() < conditions.len() {
        whole
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
