//! Special kinds: correlations, distributions, duplicates, outliers and missing values.

use super::*;
use crate::reader::sentence::Tokens;

pub(super) fn correlation<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let plain = draft.aggregate.is_none() && draft.groups.is_empty() && draft.superlative.is_none();
    let versus = plain && draft.sentence().has_word(&["vs", "versus"]) && unlike(&draft);
    let against = draft.query.chart == Chart::Points
        || versus
        || draft.sentence().has_word(&["against"]) && draft.query.chart != Chart::Histogram;
    if let Some(built) = together(&draft) {
        return Some(built);
    }
    let asked = draft.has("correlation");
    if !asked && !against || draft.several.is_some() && draft.aggregate.is_some() {
        return None;
    }
    draft.use_tag("correlation");
    for at in 0..draft.sentence().len() {
        if draft.sentence().is(at, &["against", "vs", "versus"]) {
            draft.used |= bit(at);
        }
    }
    let numbers = draft.columns(|column| column.is_measure() || column.flag || column.year);
    let first = numbers.first().copied();
    let second = numbers
        .iter()
        .copied()
        .find(|span| draft.named(*span) != first.and_then(|first| draft.named(first)));
    match (first, second) {
        (Some(first), Some(second)) => {
            let (a, b) = (draft.take(first), draft.take(second));
            draft.query.measure = draft.measure(a);
            draft.query.second = draft.measure(b);
            draft.done(Kind::Correlation, 0.5)
        }
        (Some(first), None) if asked => {
            let a = draft.take(first);
            let text =
                draft.columns(|column| column.is_text() && column.distinct <= 100).first().copied();
            if let Some(text) = text {
                let group = draft.take(text);
                draft.set_measure(a, Some(Aggregate::Average));
                draft.query.groups = vec![draft.group(group, None)];
                return draft.done(Kind::Aggregate, 0.2);
            }
            draft.query.measure = draft.measure(a);
            draft.done(Kind::Correlation, 0.2)
        }
        (None, _) if asked => draft.done(Kind::Correlation, 0.1),
        _ => None,
    }
}

/// Builds what “do older employees earn more” asks: whether two numbers rise together.
fn together<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    const MORE: [&str; 7] = ["more", "less", "fewer", "higher", "lower", "better", "worse"];
    let mut draft = base.clone();
    let sentence = draft.sentence();
    let starts = sentence.is(0, &["do", "does", "did", "are", "is"]);
    if !starts || sentence.has_word(&["than", "or", "vs", "versus"]) || draft.several.is_some() {
        return None;
    }
    let compared =
        |at: &usize| sentence.is(*at, &MORE) || lexicon::base(sentence.key(*at), "er").is_some();
    let mut places = (1..sentence.len()).filter(compared);
    let (first, last, None) = (places.next()?, places.next()?, places.next()) else { return None };
    let amounts = draft.measures();
    let mut number = |at: usize, end: usize| {
        let within = |span: &&usize| (at + 1..end).contains(&draft.span(**span).at.start);
        if let Some(span) = amounts.iter().find(within) {
            return Some(draft.take(*span));
        }
        let base = lexicon::base(sentence.key(at), "er");
        let spoken = base.and_then(|base| draft.adjective_measure(&base)).map(|(index, _)| index);
        let amount = |column: &Column| column.is_amount();
        let verb = || draft.scene.finder.column_for(&[sentence.key(at - 1)], &amount);
        spoken.or_else(|| verb().filter(|_| sentence.is(at, &MORE)))
    };
    let (a, b) = (number(first, last)?, number(last, sentence.len())?);
    if a == b || draft.column(a).is_date() || draft.column(b).is_date() {
        return None;
    }
    draft.used |= bit(first) | bit(last) | bit(last - 1);
    draft.use_nouns();
    draft.query.measure = draft.measure(a);
    draft.query.second = draft.measure(b);
    draft.superlative = None;
    draft.done(Kind::Correlation, 0.45)
}

/// Returns whether two numbers are of different things: “salary vs years”, but not “home score vs
/// away score”.
fn unlike(draft: &Draft) -> bool {
    let numbers = draft.columns(|column| column.is_measure() && !column.flag && !column.year);
    match numbers[..] {
        [first, second] => {
            let beside = (draft.span(first).at.end..draft.span(second).at.start)
                .any(|at| draft.sentence().is(at, &["vs", "versus"]));
            let words = |span: usize| draft.named(span).map(|index| &draft.column(index).words);
            beside
                && words(first)
                    .zip(words(second))
                    .is_some_and(|(a, b)| !a.iter().any(|word| b.contains(word)))
        }
        _ => false,
    }
}

pub(super) fn distribution<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !matches!(draft.query.chart, Chart::Histogram | Chart::Boxes) {
        return None;
    }
    if let Some(span) = draft.measures().first().copied() {
        let index = draft.take(span);
        draft.query.measure = draft.measure(index);
        draft.query.groups = draft.groups.clone();
        return draft.done(Kind::Distribution, 0.4);
    }
    let span = draft.columns(|column| column.is_group() || column.is_date()).first().copied()?;
    let index = draft.take(span);
    let part = draft.usual_part(index);
    draft.query.groups = vec![draft.group(index, part)];
    // Of a box plot, the number is missing.
    draft.unsure |= draft.query.chart == Chart::Boxes;
    draft.query.chart = Chart::Auto;
    draft.done(Kind::Count, 0.2)
}

pub(super) fn duplicates<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let range = draft.find("duplicates").into_iter().find(|range| draft.free(mask(range)))?;
    if draft.superlative.is_some() && draft.target.is_some() || draft.has("once") {
        return None;
    }
    draft.used |= mask(&range);
    let word = draft.sentence().key(range.end - 1).to_owned();
    let label = draft.table().label;
    if let Some((index, part)) =
        draft.target.filter(|(i, _)| Some(*i) != label && matches!(word.as_str(), "once" | "twice"))
    {
        draft.query.groups = vec![draft.group(index, part)];
        let sign =
            if word == "once" { crate::query::Sign::Greater } else { crate::query::Sign::AtLeast };
        draft.query.having = Some((sign, if word == "once" { 1.0 } else { 2.0 }));
        return draft.done(Kind::Count, 0.2);
    }
    draft.use_tag("how many");
    draft.use_tag("rows");
    let span = draft.columns(|_| true).first().copied();
    if let Some(span) = span {
        let index = draft.take(span);
        draft.query.measure = draft.measure(index);
    } else if let Some((index, _)) = draft.target {
        draft.query.measure = draft.measure(index);
    } else if let Some(index) =
        draft.table().nearly_label.filter(|_| draft.sentence().has_word(&["name", "names"]))
    {
        // “which names appear twice”
        draft.query.measure = draft.measure(index);
    }
    draft.done(Kind::Duplicates, 0.3)
}

pub(super) fn outliers<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if !draft.has("outliers") {
        return None;
    }
    draft.use_tag("outliers");
    draft.use_tag("how many");
    let index = match draft.measures().first().copied() {
        Some(span) => draft.take(span),
        None => {
            let index = draft.table().default_measure()?;
            draft.assume_measure(index);
            index
        }
    };
    draft.query.measure = draft.measure(index);
    draft.done(Kind::Outliers, 0.3)
}

/// Builds rows without a value: how many, which, in which group, or their part.
pub(super) fn missing<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    if draft.aggregate.is_some() {
        return None;
    }
    let strong = draft.find("missing").into_iter().next();
    let weak = draft.find("have no").into_iter().find(|range| draft.free(mask(range)));
    let range = strong.clone().or(weak)?;
    let words: Tokens = strong.iter().fold(mask(&range), |all, range| all | mask(range));
    let everything = draft.has("columns") || draft.sentence().has_word(&["column", "field"]);
    let after: Vec<usize> = draft
        .columns(|_| true)
        .into_iter()
        .filter(|span| {
            let start = draft.span(*span).at.start;
            strong.is_some() || start >= range.end && start - range.end <= 3
        })
        .collect();
    let lacking = after
        .iter()
        .copied()
        .find(|span| draft.named(*span).is_some_and(|i| draft.column(i).missing));
    let share = draft.has("share");
    let how_many = draft.has("how many");
    if strong.is_some() && everything && after.is_empty() {
        draft.used |= words;
        draft.use_tag("columns");
        draft.use_tag("by");
        draft.use_tag("how many");
        let up = draft.superlative.as_ref().is_none_or(|superlative| superlative.up);
        draft.sort(up, if draft.superlative.is_some() { Some(1) } else { None });
        return draft.done(Kind::Missing, 0.3);
    }
    // If a target was named and nothing else is: “which email is missing”, “phone numbers that
    // are missing”.
    let next = after.first().copied();
    let pick = lacking.or_else(|| {
        // “how many transactions have no description”, of texts that are all there
        let sure = |span: &usize| {
            let text = draft.named(*span).is_some_and(|index| draft.column(index).is_text());
            text && draft.span(*span).at.start <= range.end + 1
        };
        next.filter(|span| strong.is_some() || sure(span))
    });
    // “without a name”, of a column “animal_name”
    let bare = || {
        let stem = &draft.sentence().tokens.get(range.end)?.stem;
        let columns = draft.table().columns.iter().enumerate();
        let mut named = columns.filter(|(_, own)| own.missing && own.stems.contains(stem));
        let (index, _) = named.next().filter(|_| strong.is_none())?;
        named.next().is_none().then_some(index)
    };
    let column = match (pick, draft.target) {
        (Some(span), _) => draft.take(span),
        _ if let Some(index) = bare() => {
            draft.used |= bit(range.end);
            index
        }
        (None, Some((index, _))) if strong.is_some() => {
            draft.target = None;
            index
        }
        (None, _) if strong.is_some() => {
            draft.used |= words;
            draft.use_tag("how many");
            draft.use_tag("by");
            return draft.done(Kind::Missing, 0.1);
        }
        _ => return None,
    };
    draft.used |= words;
    let asks = matches!(draft.asked, Some(Asked::Which | Asked::Who)) && !how_many && !share;
    let target = draft.target.filter(|(index, _)| *index != column);
    if let (Some((index, part)), Some(superlative)) = (target, draft.superlative.clone()) {
        draft.query.measure = draft.measure(column);
        draft.query.groups = vec![draft.group(index, part)];
        draft.sort(superlative.up, Some(draft.limit.unwrap_or(1)));
        return draft.done(Kind::Missing, 0.3);
    }
    if share {
        draft.use_tag("share");
        draft.filter(column, Test::Filled(false), range.start, 0);
        draft.query.groups = draft.groups.clone();
        return draft.done(Kind::Share, 0.3);
    }
    if (asks || draft.asks_for_rows()) && !how_many {
        let show = target.map(|(index, _)| index).or(draft.table().nearly_label);
        draft.query.show.extend(show.map(|index| draft.column(index).name.to_owned()));
        draft.filter(column, Test::Filled(false), range.start, 0);
        return draft.done(Kind::Rows, 0.3);
    }
    draft.use_tag("how many");
    draft.query.measure = draft.measure(column);
    draft.query.groups = draft.groups.clone();
    draft.read_flags();
    draft.done(Kind::Missing, 0.3)
}
