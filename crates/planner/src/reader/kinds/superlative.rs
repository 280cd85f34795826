//! Superlatives: the row, the group or the value that has most or least of something.

use super::*;
use crate::query::Order;
use crate::reader::draft::Superlative;
use crate::reader::lexicon::{self, any_in, stem};

/// Builds what has most or least of something.
pub(super) fn superlative<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let superlative = draft.superlative.clone()?;
    let sentence = draft.sentence();
    // “women or men: who has the higher limit on average”
    if draft.several.is_some() && draft.aggregate.is_some() && draft.limit.is_none() {
        return None;
    }
    let word = sentence.key(superlative.at).to_owned();
    let adjective = superlative.adjective.clone();
    let (at, mut up) = (superlative.at, superlative.up);
    let how_many = draft.find("how many").into_iter().next();
    // The measure: the nearest number after the superlative, else the one that the adjective speaks
    // of.
    let mut measure = None;
    let timely =
        matches!(adjective.as_deref(), Some("old" | "new" | "late" | "early" | "recent" | "young"))
            || matches!(word.as_str(), "latest" | "earliest");
    let ends =
        matches!(word.as_str(), "highest" | "lowest" | "max" | "min" | "maximum" | "minimum");
    // “most inspections” does not ask for the inspection score: the rows are counted.
    let most = matches!(word.as_str(), "most" | "least" | "fewest" | "more" | "fewer");
    let scored = |column: &Column| column.is_measure() && !column.flag && !column.adds_up;
    let counted = draft.columns(scored).into_iter().find(|span| {
        let place = draft.span(*span);
        let near = place.at.start > at && place.at.start - at <= 2;
        let named = draft.named(*span).map(|index| draft.column(index));
        let plural = sentence.key(place.at.end - 1).ends_with('s');
        most && near
            && plural
            && named.is_some_and(|column| !super::count::names_head(&draft, *span, column))
    });
    counted.iter().for_each(|span| {
        draft.take(*span);
    });
    // “the most inspections”, of a file of inspections
    let rows =
        (at + 1..sentence.len().min(at + 3)).find(|at| !sentence.small(*at)).filter(|next| {
            let plural = sentence.key(*next).ends_with('s') && draft.column_at(*next).is_none();
            most && plural && draft.table().title.contains(&sentence.tokens[*next].stem)
        });
    rows.iter().for_each(|at| draft.used |= bit(*at));
    // “the most tickets”, of a column that numbers them
    let numbered = draft
        .columns(|column| column.unique && !column.is_measure() && !column.is_date())
        .into_iter()
        .find(|span| {
            let place = &draft.span(*span).at;
            most && (at + 1..at + 3).contains(&place.start)
                && sentence.key(place.end - 1).ends_with('s')
        });
    numbered.iter().for_each(|span| {
        draft.take(*span);
    });
    let tally = rows.and_then(|_| super::count::title_tally(&draft));
    let counts = superlative.counts || counted.is_some() || rows.is_some() || numbered.is_some();
    let counts = counts && tally.is_none();
    if !counts {
        let fits = |column: &Column| column.is_measure() && !column.flag;
        let spans = draft.columns(fits);
        // “highest year”, but not “highest rate, and which year”
        let meant = |span: &usize| {
            let year = draft.named(*span).is_some_and(|index| draft.column(index).year);
            !year || timely || ends && draft.span(*span).at.start == at + 1
        };
        let spans: Vec<usize> = spans.into_iter().filter(meant).collect();
        let target = draft.target.map(|(index, _)| index);
        let spans: Vec<usize> =
            spans.into_iter().filter(|span| draft.named(*span) != target).collect();
        let after = spans.iter().copied().find(|span| draft.span(*span).at.end > at);
        // “the cheapest house that has a garage” is not about the garage.
        let meant = adjective.as_deref().and_then(|adjective| draft.adjective_measure(adjective));
        let known = |index: usize| {
            let known = adjective.as_deref().and_then(lexicon::adjective);
            known.is_none_or(|known| {
                let words = &draft.column(index).words;
                known
                    .measures
                    .iter()
                    .any(|(word, _)| super::super::likeness::best(word, words) > 0.8)
            })
        };
        // “construction at its highest”, “the highest 100 year GWP”
        let plain = lexicon::superlative(&word).is_some();
        let its = sentence.is(at.wrapping_sub(1), &["its", "their"]);
        let next = |span: usize| {
            let start = draft.span(span).at.start;
            start > at
                && (at + 1..start).all(|at| sentence.number(at).is_some() || sentence.small(at))
                && !sentence.is(start.wrapping_sub(1), &["a", "an", "no"])
        };
        let own = |span: usize| {
            let named = its || plain && next(span);
            draft.named(span).is_some_and(|index| named || meant.is_none() || known(index))
        };
        if let Some(span) = after.or(spans.last().copied()).filter(|span| own(*span)) {
            let span = draft.head(span);
            let index = draft.take(span);
            measure = Some(index);
            // “fastest time” is the lowest.
            let known = adjective.as_deref().and_then(lexicon::adjective);
            let own = known.as_ref().and_then(|known| {
                let names = |word: &str| {
                    super::super::likeness::best(word, &draft.column(index).words) > 0.8
                };
                known.measures.iter().find(|(word, _)| names(word)).map(|(_, up)| *up)
            });
            match (own, known) {
                (Some(Some(own)), Some(known)) => up = (superlative.up == known.up) == own,
                // “fastest run800m”: much of a speed, but little of a time.
                (None, Some(known))
                    if known.measures.iter().any(|(_, up)| *up == Some(!known.up)) =>
                {
                    let end = if up { "highest" } else { "lowest" };
                    let name = crate::wording::name(draft.column(index).name);
                    draft.assume(format!("“{word}” is read as the {end} {name}."));
                }
                _ => {}
            }
        } else if let (Some(span), true) = (
            draft.columns(|column| column.is_date()).first().copied(),
            matches!(adjective.as_deref(), Some("late" | "early" | "new" | "recent")),
        ) {
            // “who was hired first”
            measure = Some(draft.take(span));
        } else if let Some(adjective) = &adjective {
            if let Some((index, direction)) = draft.adjective_measure(adjective) {
                let usual = lexicon::adjective(adjective).is_none_or(|known| known.up);
                measure = Some(index);
                up = (superlative.up == usual) == direction;
            }
        } else if how_many.is_none() {
            measure = loose_measure(&mut draft, at);
            // “which branch earned the most”
            if let (None, Some((index, at))) = (measure, draft.money_word()) {
                draft.used |= bit(at);
                measure = Some(index);
            }
        }
    }
    if draft.query.measure.is_some() {
        measure = None;
    }
    measure = tally.or(measure);
    if measure.is_none() && !counts && draft.table().weight.is_none() {
        let free = draft
            .columns(|column| column.is_text())
            .into_iter()
            .filter(|span| draft.span(*span).at.start > at);
        if draft.target.is_none() || free.count() == 0 {
            measure = draft.table().fact;
        }
    }
    if let Some(index) = measure {
        let words = &draft.column(index).words;
        let good = matches!(word.as_str(), "best" | "top" | "highest");
        let reversed = any_in(words, "reversed") && (good || word == "worst");
        let time = words.iter().any(|word| matches!(word.as_str(), "time" | "seconds"))
            && matches!(word.as_str(), "best" | "worst");
        if reversed || time {
            up = !up;
        }
        let tally =
            matches!(words.as_slice(), [one] if matches!(one.as_str(), "count" | "n" | "cases"));
        if word == "worst" && (any_in(words, "bad") || tally) && !reversed {
            up = true;
        }
    }
    target_of(&mut draft, at, measure);
    draft.read_flags();
    if measure.is_some() {
        draft.read_some();
    }
    if sentence.has_word(&["and"])
        && draft.has("highest and lowest")
        && let Some(index) = measure
    {
        draft.use_tag("highest and lowest");
        draft.set_measure(index, Some(Aggregate::Range));
        draft.query.groups = draft.groups.clone();
        return draft.done(Kind::Aggregate, 0.2);
    }
    let limit = draft.limit;
    let label = draft.table().nearly_label;
    let computed = draft.query.measure.clone();
    if measure.is_some() || computed.is_some() {
        if let Some(index) = measure {
            draft.query.measure = draft.measure(index);
        }
        return with_measure(draft, measure, up, limit, label, &word);
    }
    // “which airport do most flights leave from”: without a group, nothing can be counted.
    let counts =
        superlative.counts || counts && (draft.target.is_some() || !draft.groups.is_empty());
    without_measure(draft, up, limit, label, &word, counts)
}

impl Draft<'_> {
    /// Returns where the superlative is if the query has no part that says it: no order and no
    /// extreme, or an adjective that names no measure, as “rainiest” if nothing is about rain.
    pub(crate) fn lost_superlative(&self) -> Option<usize> {
        let Superlative { at, adjective, counts, .. } = self.superlative.as_ref()?;
        let query = &self.query;
        let extreme =
            matches!(query.aggregate, Aggregate::Highest | Aggregate::Lowest | Aggregate::Range);
        let ordered = query.sort.is_some() || query.limit.is_some() || extreme;
        let plain = adjective.is_none()
            || *counts
            || lexicon::superlative(self.sentence().key(*at)).is_some();
        let compared = matches!(query.kind, Kind::Comparison | Kind::Growth | Kind::Pareto);
        let named = plain || query.measure.is_some();
        // “wetter on clay or on sand”, of numbers of rows
        let compared = compared && named || query.kind == Kind::Correlation;
        (!(compared || ordered && named)).then_some(*at)
    }
}

/// Returns the column that words after the superlative name loosely: “most medals”.
fn loose_measure(draft: &mut Draft, at: usize) -> Option<usize> {
    let sentence = draft.sentence();
    let tokens: Vec<usize> = (at + 1..sentence.len().min(at + 3))
        .filter(|at| {
            sentence.weight(*at) >= 1.0
                && draft.scene.in_column & bit(*at) == 0
                && draft.scene.in_value & bit(*at) == 0
        })
        .collect();
    let words: Vec<&str> = tokens.iter().map(|at| sentence.key(*at)).collect();
    if words.is_empty() {
        return None;
    }
    let index = draft.scene.finder.column_for(&words, &|column| column.is_amount())?;
    // “most inspections” does not ask for the inspection score.
    let column = draft.column(index);
    if words[0].ends_with('s') && !column.adds_up && !super::count::is_about(words[0], column) {
        return None;
    }
    let named: Vec<usize> = tokens
        .into_iter()
        .filter(|at| draft.scene.finder.names(*at, draft.column(index)) >= 0.6)
        .collect();
    named.iter().for_each(|at| draft.used |= bit(*at));
    (!named.is_empty()).then_some(index)
}

/// Finds the thing that is ranked, if it does not stand after “which”.
fn target_of(draft: &mut Draft, at: usize, measure: Option<usize>) {
    if draft.target.is_some() || draft.row {
        return;
    }
    // “day with the most confirmed cases”
    if let (Some((part, length)), Some(time), true) =
        (draft.part_at(0), draft.table().time, draft.groups.is_empty())
    {
        let column = draft.column(time);
        if column.is_date() || part == Part::Year {
            draft.target = Some((time, column.is_date().then_some(part)));
            draft.used |= mask(&(0..length));
            return;
        }
    }
    let things = draft
        .columns(|column| !column.is_amount() && !column.flag && column.nature != Nature::Empty);
    let mut things: Vec<usize> =
        things.into_iter().filter(|span| draft.named(*span) != measure).collect();
    // “oldest house sold in 2024” does not ask for the date.
    things.retain(|span| {
        draft.named(*span).is_none_or(|i| !draft.column(i).is_date() || !draft.has_filter(i))
    });
    // “most common number of bedrooms”
    if things.is_empty() && draft.superlative.as_ref().is_some_and(|superlative| superlative.counts)
    {
        things = draft.columns(|column| column.nature != Nature::Empty);
        things.retain(|span| {
            let place = draft.span(*span);
            place.score >= 0.75 && place.at.start > at && place.at.start - at <= 5
        });
    }
    let after = things.iter().copied().find(|span| draft.span(*span).at.start > at);
    // “publishers with most titles”
    let owner = things.iter().copied().find(|span| {
        let end = draft.span(*span).at.end;
        let links = ["with", "having", "have", "has", "had", "that", "which", "who", "got", "the"];
        end < at && (end..at).all(|between| draft.sentence().is(between, &links))
    });
    if let Some(span) = owner.or(after).or(things.first().copied()) {
        let index = draft.take(span);
        draft.target = Some((draft.named_thing(index), None));
        return;
    }
    // “the busiest month”
    for next in at + 1..draft.sentence().len().min(at + 4) {
        if let (Some((part, length)), Some(time), true) =
            (draft.part_at(next), draft.table().time, draft.groups.is_empty())
        {
            let column = draft.column(time);
            if column.is_date() || part == Part::Year {
                draft.target = Some((time, column.is_date().then_some(part)));
                draft.used |= mask(&(next..next + length));
            }
            return;
        }
    }
    // “the three schools with the most wins”
    let noun = |next: &usize| {
        let named = (draft.scene.in_column | draft.scene.in_value) & bit(*next) != 0;
        let plural = draft.sentence().key(*next).ends_with('s');
        let rows = draft.table().says(draft.sentence(), *next);
        plural && !named && !rows && draft.scene.finder.is_noun(*next) && draft.free(bit(*next))
    };
    if let Some(next) = (0..at).find(noun).filter(|_| draft.limit.is_some())
        && let Some(index) = draft.table().nearly_label.or_else(|| draft.thing())
    {
        draft.used |= bit(next);
        draft.target = Some((index, None));
        if draft.table().nearly_label.is_none() {
            let said = &draft.sentence().tokens[next].text;
            let name = crate::wording::name(draft.column(index).name);
            draft.assume(format!("“{said}” is read as {name}."));
        }
        return;
    }
    // A noun for rows right after it: what identifies them.
    for next in at + 1..draft.sentence().len().min(at + 4) {
        if draft.scene.finder.is_noun(next) && draft.free(bit(next)) {
            draft.used |= bit(next);
            draft.target = draft.table().nearly_label.map(|label| (label, None));
            return;
        }
    }
}

/// Builds a superlative of a measure: rows, or groups.
fn with_measure<'a>(
    mut draft: Draft<'a>,
    measure: Option<usize>,
    up: bool,
    limit: Option<u32>,
    label: Option<usize>,
    word: &str,
) -> Option<Draft<'a>> {
    let sentence = draft.sentence();
    let aggregate = draft.aggregate;
    let rows = draft.table().rows;
    let ends = matches!(word, "max" | "min" | "maximum" | "minimum" | "highest" | "lowest");
    let target = draft.target.filter(|(index, _)| Some(*index) != measure);
    let who = draft.asked == Some(Asked::Who);
    let varied = |draft: &Draft, index: usize| {
        draft.column(index).is_text()
            && draft.column(index).distinct * 10 > rows * if who { 4 } else { 6 }
    };
    let identifies = |draft: &Draft, index: usize| {
        draft.column(index).unique
            || varied(draft, index)
            || draft.table().label == Some(index)
            || draft.column(index).code && draft.column(index).distinct * 10 > rows * 9
    };
    // “most valuable company in each category”: rows of each group.
    let named_groups: Vec<Group> = draft
        .groups
        .iter()
        .filter(|group| target.is_none_or(|(i, _)| draft.column(i).name != group.column))
        .cloned()
        .collect();
    // “lowest rate, and which state it was”: the row itself.
    let and_which = draft.find_row_words()
        && aggregate.is_none()
        && measure.is_some()
        && draft.groups.is_empty()
        && (superlative_at(&draft)..sentence.len())
            .any(|at| sentence.is(at, &["which", "who", "where", "when"]));
    if let Some((index, part)) = target {
        // “when was it highest”, of columns “year” and “month”
        let moment = draft.asked == Some(Asked::When) && draft.column(index).year;
        let parts: Vec<String> = draft
            .table()
            .columns
            .iter()
            .filter(|column| moment && aggregate.is_none() && column.part)
            .map(|column| column.name.to_owned())
            .collect();
        let own_rows = and_which
            || !parts.is_empty()
            || identifies(&draft, index)
                && !matches!(part, Some(part) if part != Part::Day)
                && aggregate.is_none();
        if own_rows {
            draft.query.show = draft.names_of(index);
            draft.query.show.extend(parts);
            for span in draft.columns(|column| column.nature != Nature::Empty) {
                let other = draft.take(span);
                let name = draft.column(other).name.to_owned();
                if Some(other) != measure && !draft.query.show.contains(&name) {
                    draft.query.show.push(name);
                }
            }
            draft.query.groups = named_groups.into_iter().take(1).collect();
            draft.settle_pending(false);
            draft.sort(up, Some(limit.unwrap_or(1)));
            return draft.done(Kind::Rows, 0.2);
        }
        let column = draft.column(index);
        let mut groups = named_groups;
        groups.truncate(1);
        groups.push(draft.group(index, part));
        draft.query.groups = groups;
        let adds = measure.map_or_else(
            || draft.computed_aggregate() == Aggregate::Total,
            |m| draft.column(m).adds_up,
        );
        // “most absences”: numbers of something, which may be zero, are added up.
        let counts = |m: usize| draft.column(m).whole && draft.column(m).min == Some(0.0);
        let adds =
            adds || matches!(word, "most" | "least" | "fewest") && measure.is_some_and(counts);
        let date = measure.is_some_and(|m| draft.column(m).is_date());
        let single = sentence.has_word(&["ever", "single", "record", "individual"])
            || column.distinct * 2 > rows;
        let extreme = if up { Aggregate::Highest } else { Aggregate::Lowest };
        draft.query.aggregate = match aggregate {
            Some(aggregate) => aggregate,
            None if date
                || !adds
                    && measure.is_some()
                    && (single || matches!(word, "max" | "min" | "maximum" | "minimum")) =>
            {
                extreme
            }
            None if adds => Aggregate::Total,
            None => Aggregate::Average,
        };
        draft.settle_pending(true);
        draft.sort(up, Some(limit.unwrap_or(1)));
        return draft.done(Kind::Aggregate, 0.2);
    }
    if !draft.groups.is_empty() {
        draft.query.groups = draft.groups.clone();
        if let (Some(measure), true) = (measure, limit.is_some() || !ends) {
            draft.query.aggregate = aggregate.unwrap_or_else(|| draft.usual(measure));
            draft.settle_pending(true);
            draft.sort(up, limit.or(Some(1)).filter(|_| limit.is_some() || word != "most"));
            return draft.done(Kind::Aggregate, 0.15);
        }
        draft.query.aggregate =
            aggregate.unwrap_or(if up { Aggregate::Highest } else { Aggregate::Lowest });
        draft.settle_pending(true);
        return draft.done(Kind::Aggregate, 0.2);
    }
    draft.settle_pending(false);
    let place = draft.find_row_words();
    let value_only = ends
        && limit.is_none()
        && !matches!(draft.asked, Some(Asked::Who | Asked::Where | Asked::When))
        && !place;
    let dated = measure.is_some_and(|measure| draft.column(measure).is_date());
    if value_only && aggregate.is_none() && !dated && measure.is_some() && !asks_row(&draft) {
        draft.query.aggregate = if up { Aggregate::Highest } else { Aggregate::Lowest };
        return draft.done(Kind::Aggregate, 0.2);
    }
    // “which storm had the strongest wind”, of a file “storms” with a column “name”
    let called = |column: &Column| {
        column.is_text() && column.words.len() == 1 && any_in(&column.words, "name words")
    };
    let label =
        label.or_else(|| draft.table().columns.iter().position(called).filter(|_| draft.row));
    draft.query.show.extend(label.map_or(Vec::new(), |index| draft.names_of(index)));
    for span in draft.columns(|column| column.nature != Nature::Empty) {
        let other = draft.take(span);
        let name = draft.column(other).name.to_owned();
        if Some(other) != measure && !draft.query.show.contains(&name) {
            draft.query.show.push(name);
        }
    }
    draft.sort(up, Some(limit.unwrap_or(1)));
    draft.done(Kind::Rows, 0.15)
}

/// Returns where the superlative stands.
fn superlative_at(draft: &Draft) -> usize {
    draft.superlative.as_ref().map_or(0, |superlative| superlative.at)
}

/// Returns whether the row is asked for, rather than the value: “and which city”, “row with the
/// highest price”.
fn asks_row(draft: &Draft) -> bool {
    draft.has("rows")
        || draft.row
        || draft
            .sentence()
            .tokens
            .iter()
            .skip(1)
            .any(|token| matches!(token.key.as_str(), "which" | "who" | "where" | "when"))
}

/// Builds a superlative without a measure: what occurs most often.
fn without_measure<'a>(
    mut draft: Draft<'a>,
    up: bool,
    limit: Option<u32>,
    label: Option<usize>,
    word: &str,
    counts: bool,
) -> Option<Draft<'a>> {
    draft.use_tag("how many");
    draft.use_tag("rows");
    draft.use_nouns();
    draft.use_noun_after_superlative();
    let vague = matches!(word, "best" | "worst" | "top" | "bottom" | "leading");
    let at = superlative_at(&draft);
    // “the most hours” does not count rows.
    let unit = (at + 1..at + 3).find(|at| !draft.sentence().small(*at)).filter(|at| {
        let stem = draft.sentence().tokens.get(*at).map_or("", |token| &token.stem);
        let known = |list| lexicon::family(list).iter().any(|unit| lexicon::stem(unit) == stem);
        (draft.scene.in_column | draft.scene.in_value) & bit(*at) == 0
            && ["durations", "units", "money words"].into_iter().any(known)
    });
    let vague = vague || unit.is_some();
    let target = draft.target;
    let groups: Vec<Group> = draft
        .groups
        .iter()
        .filter(|group| target.is_none_or(|(i, _)| draft.column(i).name != group.column))
        .cloned()
        .collect();
    let unique = target.is_some_and(|(index, part)| {
        draft.column(index).unique && matches!(part, None | Some(Part::Day))
    });
    let other = draft
        .columns(|column| column.is_text() || column.is_date() || column.code)
        .first()
        .copied();
    let asked =
        draft.superlative.as_ref().is_some_and(|superlative| superlative.adjective.is_some());
    // An adjective that speaks of no measure here is not used.
    if let Some(superlative) = draft.superlative.as_ref().filter(|_| asked) {
        draft.used &= !bit(superlative.at);
    }
    let unique = unique && (!counts || draft.table().default_measure().is_some());
    let target = target.filter(|(index, _)| !counts || !draft.column(*index).unique);
    if unique
        || !counts && (vague && other.is_none() || target.is_none() && draft.groups.is_empty())
    {
        let default = draft.table().default_measure()?;
        draft.query.measure = draft.measure(default);
        draft.assume_measure(default);
        draft.bonus -= if asked { 0.2 } else { 0.1 };
        let bad = word == "worst" && any_in(&draft.column(default).words, "bad");
        return with_measure(draft, Some(default), up || bad, limit, label, word);
    }
    let (index, part) = match target {
        Some(target) => target,
        // “most common complaint”: nothing is called so, but there is a category.
        None if counts && draft.groups.is_empty() => {
            let category = |column: &Column| {
                column.is_text() && !column.unique && (3..=50).contains(&column.distinct)
            };
            let index = draft.table().columns.iter().position(category)?;
            draft.assume(format!(
                "Nothing is called so, so it is {}.",
                crate::wording::name(draft.column(index).name)
            ));
            (index, None)
        }
        None => {
            let group = draft.groups.first()?.clone();
            let index =
                draft.table().columns.iter().position(|column| column.name == group.column)?;
            (index, group.part)
        }
    };
    let mut all = groups;
    if target.is_none() {
        all.clear();
    }
    all.truncate(1);
    all.push(draft.group(index, part));
    draft.query.groups = all;
    // “which state has the most cities”: another column's different values.
    if let Some(span) = other.filter(|_| !counts) {
        let other = draft.take(span);
        let column = draft.column(other);
        let things =
            !column.unique && !column.is_date() && column.distinct > 2 && !draft.has_filter(other);
        if other != index && things && Some(other) != draft.table().label {
            draft.query.measure = draft.measure(other);
            draft.query.aggregate = Aggregate::Distinct;
            draft.settle_pending(true);
            draft.sort(up, Some(limit.unwrap_or(1)));
            return draft.done(Kind::Aggregate, 0.1);
        }
    }
    draft.settle_pending(true);
    draft.sort(up, Some(limit.unwrap_or(1)));
    if let Some(weight) = draft.table().weight {
        draft.set_measure(weight, Some(Aggregate::Total));
        return draft.done(Kind::Aggregate, 0.15);
    }
    // “most shots”, of a column “shot”: what is counted.
    let sentence = draft.sentence();
    let plural = draft.columns(|column| column.is_text() || column.flag).into_iter().find(|span| {
        let place = &draft.span(*span).at;
        (at + 1..at + 3).contains(&place.start) && sentence.key(place.end - 1).ends_with('s')
    });
    let tokens = plural.map_or(0, |span| mask(&draft.span(span).at));
    draft.used |= tokens;
    draft.explained |= tokens;
    draft.unsure |= unit.is_some();
    let counted = matches!(word, "most" | "least" | "fewest" | "more" | "less" | "fewer");
    if !counts && !counted {
        draft.assume(format!("“{word}” names no column; rows are counted."));
    }
    draft.done(Kind::Count, if counts { 0.3 } else { 0.1 })
}

impl Draft<'_> {
    /// Uses the word right after “most”, which is what is counted: “the most films”.
    fn use_noun_after_superlative(&mut self) {
        let Some(superlative) = &self.superlative else { return };
        let sentence = self.sentence();
        let at = (superlative.at + 1..sentence.len())
            .find(|at| !sentence.small(*at) && self.used & bit(*at) == 0);
        if let Some(at) = at.filter(|at| {
            (self.scene.in_column | self.scene.in_value) & bit(*at) == 0
                && *at <= superlative.at + 3
        }) {
            // “most punctual” is not about a number of rows.
            let after = superlative.at + 1 == at && sentence.is(superlative.at, &["most", "least"]);
            self.unsure |= after && !sentence.key(at).ends_with('s');
            self.used |= bit(at);
        }
    }

    /// Returns whether rows are asked for beside a value: “and where”, “with its name”.
    fn find_row_words(&self) -> bool {
        let sentence = self.sentence();
        (0..sentence.len()).any(|at| {
            sentence.is(at, &["and", "with"])
                && sentence.is(
                    at + 1,
                    &["which", "what", "who", "where", "when", "its", "their", "in", "on"],
                )
        }) || self.query.sort == Some(Order::Top) && stem(sentence.key(0)) == "list"
    }
}
