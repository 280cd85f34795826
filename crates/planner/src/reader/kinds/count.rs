//! Counts: of rows, of different values, or of what a column has already counted.

use super::*;
use crate::reader::lexicon::{any_in, family, stem};

/// Builds a count of rows, of different values, or the total of what a column counts.
pub(super) fn count<'a>(base: &Draft<'a>) -> Option<Draft<'a>> {
    let mut draft = base.clone();
    let sentence = draft.sentence();
    // “sum of count” is about a column.
    let named = |range: &std::ops::Range<usize>| {
        mask(range) & draft.scene.in_column == mask(range)
            && (draft.aggregate.is_some() || sentence.is(range.start, &["headcount"]))
            && !sentence.is(range.start, &["how"])
            // “count by week”, of a column “count”
            || range.start == 0
                && range.len() == 1
                && sentence.is(0, &["count", "counts"])
                && mask(range) & draft.scene.in_column != 0
    };
    let how_many = draft.find("how many").into_iter().find(|range| !named(range));
    let distinct = draft.find("distinct");
    let average = draft.aggregate.filter(|aggregate| *aggregate != Aggregate::Total);
    if how_many.is_some() && distinct.is_empty() {
        draft.read_answers();
    }
    if how_many.is_none() && distinct.is_empty() {
        return implied(draft);
    }
    if draft.query.measure.is_some() {
        return None;
    }
    let end = how_many.as_ref().map_or_else(|| distinct[0].start, |range| range.end);
    how_many.iter().for_each(|range| draft.used |= mask(range));
    let is_distinct =
        distinct.iter().any(|range| range.start >= end.saturating_sub(1) && range.start <= end + 3)
            || how_many.is_none();
    if is_distinct {
        distinct.iter().for_each(|range| draft.used |= mask(range));
    }
    // “average number of orders per customer”
    if average == Some(Aggregate::Average)
        && !draft.groups.is_empty()
        && draft.measures().is_empty()
    {
        let head = (end..sentence.len())
            .find(|at| sentence.weight(*at) >= 1.0 || draft.column_at(*at).is_some());
        head.iter().for_each(|at| draft.used |= bit(*at));
        draft.counted =
            head.filter(|at| !draft.scene.table.title.contains(&sentence.tokens[*at].stem));
        if let Some(span) = draft.columns(|_| true).first().copied() {
            draft.take(span);
        }
        draft.query.groups = draft.groups.clone();
        draft.query.aggregate = Aggregate::RowsPerGroup;
        return draft.done(Kind::Aggregate, 0.25);
    }
    if average.is_some() {
        return None;
    }
    let skip = |at: usize| {
        (sentence.small(at)
            || distinct.iter().any(|range| range.contains(&at))
            || draft.find("total").iter().any(|r| r.contains(&at)))
            && draft.column_at(at).is_none()
    };
    let in_value = |at: usize| draft.scene.in_value & bit(at) != 0 && draft.column_at(at).is_none();
    let head =
        (end..sentence.len()).find(|at| !skip(*at) && !in_value(*at)).unwrap_or(sentence.len());
    let free = |draft: &Draft, span: usize| !draft.is_taken(span);
    // “how many customers begin with A”: the column is tested, and counted.
    let tested = |span: usize| {
        let column = draft.named(span).map(|index| draft.column(index).name);
        draft.conditions.iter().any(|condition| {
            Some(condition.filter.column.as_str()) == column
                && matches!(condition.filter.test, Test::Text { .. })
        })
    };
    // “how many comments mention delivery” counts rows, not different comments.
    let mentions = |span: usize| {
        let column = draft.named(span).map(|index| draft.column(index).name);
        let contains =
            |test: &Test| matches!(test, Test::Text { place: crate::query::Place::Contains, .. });
        !is_distinct
            && draft.conditions.iter().any(|condition| {
                Some(condition.filter.column.as_str()) == column && contains(&condition.filter.test)
            })
    };
    // “number of rows where the country …”: the rows are counted.
    let rows = how_many.is_some() && draft.find("rows").iter().any(|range| range.start == end);
    // “how many people were convicted”: the verb is not what is counted.
    let verb = (end..head)
        .any(|at| sentence.is(at, &["people", "were", "was", "are", "is", "have", "has", "had"]));
    // “cities whose name ends in burg, how many”
    let named = if head == sentence.len() && draft.groups.is_empty() {
        (0..sentence.len()).find(|at| !sentence.small(*at)).unwrap_or(head)
    } else {
        head
    };
    let own = draft
        .column_at(named)
        .filter(|_| !rows && !verb)
        .filter(|span| !mentions(*span))
        .filter(|span| free(&draft, *span) || tested(*span));
    // “card holders”, of a column “cards”; “how many started before 1960”, of a column “start_year”
    let other = own.filter(|span| {
        let end = draft.span(*span).at.end;
        let spanned = (draft.scene.in_column | draft.scene.in_value) & bit(end) != 0;
        let noun = sentence.key(end).ends_with('s')
            && sentence.weight(end) >= 1.0
            && !spanned
            && !sentence.small(end);
        let column = draft.named(*span).map(|index| draft.column(index));
        let measured =
            column.is_some_and(|column| column.nature == Nature::Number || column.is_date());
        noun || measured && sentence.key(end - 1).ends_with("ed")
    });
    let own = own.filter(|_| other.is_none());
    let near = draft.columns(|_| true).into_iter().find(|span| {
        let start = draft.span(*span).at.start;
        is_distinct && start >= end
    });
    let mut bonus = 0.15;
    if let Some(span) = own.or(near) {
        bonus += counted(&mut draft, span, is_distinct);
    } else if head < sentence.len()
        && !beyond(&draft, end, head)
        && draft.scene.in_value & bit(head) == 0
        && draft.scene.in_column & bit(head) == 0
        && draft.free(bit(head))
    {
        let meant = || draft.scene.finder.text_named(head).or_else(|| recurring_name(&draft));
        match is_distinct.then(meant).flatten() {
            // “how many different storms”, of a table with a column of their names
            Some(index) => {
                draft.used |= bit(head);
                draft.query.measure = draft.measure(index);
                draft.query.kind = Kind::Distinct;
                let said = &sentence.tokens[head].text;
                let name = crate::wording::name(draft.column(index).name);
                draft.assume(format!("“{said}” is read as {name}."));
            }
            None => {
                noun(&mut draft, head);
                if is_distinct {
                    draft.counted = Some(head);
                }
            }
        }
        // “how many people were out of work”
        if let Some(at) = (end..head).find(|at| sentence.is(*at, &["people"])) {
            let counted = draft.counted.take();
            people(&mut draft, at);
            draft.counted = counted.filter(|_| draft.query.measure.is_none() && !draft.unsure);
        }
    }
    draft.read_flags();
    draft.query.groups = draft.groups.clone();
    let target = draft
        .target
        .filter(|(index, _)| !draft.has_filter(*index) && draft.query.groups.is_empty());
    let grouped = !draft.query.groups.is_empty() || target.is_some();
    if let Some((index, part)) = target {
        draft.query.groups = vec![draft.group(index, part)];
    }
    cross_several(&mut draft);
    // “how many men and how many women”
    if let Some(index) = draft.several.filter(|_| draft.find("how many").len() > 1)
        && draft.query.groups.is_empty()
    {
        draft.query.groups = vec![draft.group(index, None)];
        draft.use_tag("how many");
    }
    let of_values = draft.query.kind == Kind::Distinct;
    if !of_values && draft.query.measure.is_none() && head == sentence.len() {
        more_groups(&mut draft);
    }
    let own_rows = of_values
        && matches!(&draft.query.measure, Some(Measure::Column(name)) if draft.table().column(name).is_some_and(|c| c.unique || c.distinct * 10 > draft.table().rows * 9));
    draft.settle_pending(grouped || of_values && !own_rows);
    draft.use_nouns();
    if let Some(span) =
        draft.columns(|column| column.is_text() && column.distinct <= 100).first().copied()
        && draft.query.groups.is_empty()
        && draft.conditions.is_empty()
        && draft.query.measure.is_none()
    {
        let index = draft.take(span);
        draft.query.groups = vec![draft.group(index, None)];
    }
    if let Some(limit) = draft.limit.filter(|_| !draft.query.groups.is_empty()) {
        draft.sort(true, Some(limit));
    }
    if draft.aggregate == Some(Aggregate::Total) {
        draft.use_tag("total");
    }
    if of_values && draft.query.groups.is_empty() {
        return draft.done(Kind::Distinct, bonus);
    }
    let kind =
        if of_values || draft.query.measure.is_some() { Kind::Aggregate } else { Kind::Count };
    if of_values {
        draft.query.aggregate = Aggregate::Distinct;
    }
    if let (None, Some(weight)) = (&draft.query.measure, draft.table().weight) {
        draft.set_measure(weight, Some(Aggregate::Total));
        return draft.done(Kind::Aggregate, bonus);
    }
    periods_first(&mut draft.query);
    let along = draft
        .query
        .groups
        .first()
        .and_then(|group| draft.table().column(&group.column))
        .is_some_and(|c| c.is_date() || c.year);
    let recurs = draft.query.groups.first().is_some_and(|group| {
        matches!(group.part, Some(Part::Weekday | Part::MonthOfYear | Part::HourOfDay))
    });
    if along
        && !recurs
        && draft.query.sort.is_none()
        && draft.query.having.is_none()
        && draft.query.groups.len() <= 2
    {
        return draft.done(Kind::Trend, bonus);
    }
    draft.done(kind, bonus)
}

/// The most different values of a column that says of what kind the rows are.
const MAX_KINDS: u64 = 8;

/// Returns whether a span has a word for dates or their parts.
fn says_when(draft: &Draft, span: usize) -> bool {
    let mut tokens = draft.sentence().tokens[draft.span(span).at.clone()].iter();
    tokens.any(|token| {
        let stem = token.stem.as_str();
        matches!(stem, "date" | "time") || crate::reader::spans::PERIODS.contains(&stem)
    })
}

/// Returns whether a word of the file's name stands at a span.
fn in_title(draft: &Draft, span: usize) -> bool {
    let token = &draft.sentence().tokens[draft.span(span).at.start];
    draft.table().title.contains(&token.stem)
}

/// Uses the column that is counted: its different values, its total, or only the noun for rows.
fn counted(draft: &mut Draft, span: usize, distinct: bool) -> f64 {
    let Some(index) = draft.named(span) else { return 0.0 };
    let column = draft.column(index);
    let score = draft.span(span).score;
    if distinct && column.nature != Nature::Empty {
        draft.take(span);
        draft.query.measure = draft.measure(index);
        draft.query.kind = Kind::Distinct;
        return 0.05;
    }
    match column.nature {
        Nature::Flag => {
            draft.read_flags();
            0.0
        }
        Nature::Number if column.flag => {
            draft.read_flags();
            0.0
        }
        Nature::Number if !column.code => {
            draft.take(span);
            let counts = any_in(&column.words, "counted") || column.adds_up && !column.money;
            let zero = column.min.is_some_and(|min| min == 0.0) && column.whole;
            let few =
                column.part || column.year || column.distinct < 13 && !column.adds_up && !zero;
            // Whole numbers that recur and are not amounts, such as numbers of states.
            let recurs = column.whole && !column.adds_up && !column.level && !zero;
            let few = few || recurs && column.distinct * 2 < draft.table().rows;
            if few && !counts {
                draft.query.measure = draft.measure(index);
                draft.query.kind = Kind::Distinct;
            } else if counts || column.adds_up && !column.money || zero {
                draft.set_measure(index, Some(Aggregate::Total));
            }
            0.0
        }
        Nature::Text if column.distinct == 1 && column.missing => {
            let at = draft.span(span).at.clone();
            draft.take(span);
            draft.filter(index, Test::Filled(true), at.start, mask(&at));
            0.1
        }
        // “how many sales”, of a column “date of sale”
        Nature::Date
            if !draft.sentence().key(draft.span(span).at.end - 1).ends_with('s')
                || !says_when(draft, span)
                || draft.scene.finder.is_noun(draft.span(span).at.start)
                    && draft
                        .table()
                        .title
                        .contains(&draft.sentence().tokens[draft.span(span).at.start].stem) =>
        {
            draft.take(span);
            0.0
        }
        // “how many items were sold in total”: the numbers of them, if the table has these.
        Nature::Text
            if !distinct && draft.aggregate == Some(Aggregate::Total) && tally(draft).is_some() =>
        {
            draft.take(span);
            if let Some(tally) = tally(draft) {
                draft.set_measure(tally, Some(Aggregate::Total));
            }
            0.0
        }
        // “how many bikes”, of a file “bike_repairs” and a column of a few kinds of them
        _ if column.distinct <= MAX_KINDS && in_title(draft, span) => {
            draft.counted = Some(draft.span(span).at.start);
            draft.take(span);
            0.0
        }
        _ if column.unique || score < 0.75 || !names_head(draft, span, column) => {
            if !column.unique {
                draft.counted = Some(draft.span(span).at.start);
            }
            draft.take(span);
            0.0
        }
        _ => {
            draft.take(span);
            draft.query.measure = draft.measure(identified(draft, index));
            draft.query.kind = Kind::Distinct;
            0.0
        }
    }
}

/// Returns the column that identifies what another one names: two pupils may have one name.
fn identified(draft: &Draft, index: usize) -> usize {
    let own = &draft.column(index).words;
    let of = |column: &Column| {
        let id = column.words.split_last().filter(|(last, _)| *last == "id");
        id.is_some_and(|(_, rest)| rest == own)
    };
    draft.table().columns.iter().position(of).unwrap_or(index)
}

/// Returns whether a span names what a column's name is about.
pub(super) fn names_head(draft: &Draft, span: usize, column: &Column) -> bool {
    let word = draft.sentence().key(draft.span(span).at.end - 1);
    is_about(word, column) || draft.span(span).score >= 0.95
}

/// Returns whether a word names what a column's name is about: “employees” do not name an “employee
/// type”, but customers name a “Customer ID”, and countries or regions a “Country/Region”.
pub(super) fn is_about(word: &str, column: &Column) -> bool {
    let says = |own: &&String| {
        let stem = stem(crate::reader::lexicon::long_form(own).unwrap_or(own));
        !family("units").contains(&stem)
            && !matches!(stem.as_str(), "name" | "id" | "number" | "code")
    };
    // A “week of purchase” is a week.
    if let Some(of) =
        column.words.iter().position(|own| own == "of" || own.len() > 5 && own.ends_with("of"))
    {
        let thing = column.words[of].strip_suffix("of").filter(|head| !head.is_empty());
        let head = thing.or_else(|| column.words.get(of.checked_sub(1)?).map(String::as_str));
        return head.is_some_and(|head| super::super::likeness::likeness(word, head) >= 0.7);
    }
    let mut heads = column.words.iter().filter(says).rev();
    let heads: Vec<&String> = if column.name.contains('/') {
        heads.collect()
    } else {
        heads.next().into_iter().collect()
    };
    column.words.len() == 1
        || heads.iter().any(|head| super::super::likeness::likeness(word, head) >= 0.7)
}

/// Returns the only column that counts things.
fn tally(draft: &Draft) -> Option<usize> {
    let columns = draft.table().columns.iter().enumerate();
    let counts =
        |column: &Column| column.is_amount() && column.adds_up && any_in(&column.words, "counted");
    let found: Vec<usize> =
        columns.filter(|(_, column)| counts(column)).map(|(index, _)| index).collect();
    if let [only] = found[..] { Some(only) } else { None }
}

/// Returns whether a word stands behind the noun that is counted: “Canada” in “how many women are
/// from Canada”.
fn beyond(draft: &Draft, end: usize, head: usize) -> bool {
    let sentence = draft.sentence();
    let value = (end..head).find(|at| draft.scene.in_value & bit(*at) != 0);
    let leads = |at| sentence.is(at, &["from", "in", "at", "of", "with", "for", "on", "to", "by"]);
    value.is_some_and(|value| (value..head).any(leads))
}

/// States that rows stand for what a word names.
pub(in crate::reader) fn rows_for(word: &str) -> String {
    format!("Rows are counted: no column is named “{word}”.")
}

/// Returns the column that identifies what has several rows, of a table in which nothing identifies
/// the rows.
fn recurring_identifier(draft: &Draft) -> Option<usize> {
    let columns = &draft.table().columns;
    if columns.iter().any(|column| column.unique && (column.is_text() || column.code)) {
        return None;
    }
    let only_that = |column: &Column| {
        column.words.iter().all(|word| family("identifier").contains(&stem(word)))
    };
    let recurs = |column: &Column| {
        only_that(column)
            && !column.name.starts_with("Unnamed")
            && column.distinct * 2 <= draft.table().rows
    };
    columns.iter().position(recurs)
}

/// Returns the column of names that recur, if nothing else identifies what the rows are about.
fn recurring_name(draft: &Draft) -> Option<usize> {
    let recurs = |column: &Column| column.is_text() && !column.unique && column.distinct > 1;
    let named = |column: &Column| {
        recurs(column) && column.words.iter().all(|word| matches!(word.as_str(), "name" | "title"))
    };
    let columns = &draft.table().columns;
    columns.iter().position(named).or_else(|| recurring_identifier(draft))
}

/// Groups also by the column of which several values are named: “carried and rejected by topic”.
pub(super) fn cross_several(draft: &mut Draft) {
    let Some(index) = draft.several.filter(|index| draft.column(*index).is_text()) else { return };
    let joined = draft.sentence().has_word(&["and"]) && !draft.sentence().has_word(&["or"]);
    let name = draft.column(index).name;
    if let ([group], true) = (draft.query.groups.as_slice(), joined)
        && group.column != name
    {
        let group = draft.group(index, None);
        draft.query.groups.push(group);
    }
}

/// Returns the only column that is named for a number of whatever the rows are about.
fn plain_tally(draft: &Draft) -> Option<usize> {
    let named = |column: &Column| match column.words.as_slice() {
        [word] => {
            matches!(word.as_str(), "count" | "counts" | "freq" | "frequency" | "cases" | "n")
        }
        _ => false,
    };
    let columns = draft.table().columns.iter().enumerate();
    let mut found =
        columns.filter(|(_, column)| column.is_amount() && column.whole && named(column));
    let (first, None) = (found.next(), found.next()) else { return None };
    first.map(|(index, _)| index)
}

/// Returns the column that counts what the table is named after, if each row is something else:
/// “murders”, of a table of states.
pub(super) fn title_tally(draft: &Draft) -> Option<usize> {
    let table = draft.table();
    let label = table.label.map(|index| draft.column(index))?;
    let says = |stem: &String| {
        table.title.contains(stem) && !label.stems.contains(stem) && !family("money").contains(stem)
    };
    if !draft.sentence().tokens.iter().any(|token| says(&token.stem)) {
        return None;
    }
    let total = |column: &Column| column.is_amount() && column.whole && column.words == ["total"];
    plain_tally(draft).or_else(|| table.columns.iter().position(total))
}

/// Uses the noun that is counted; a column that counts it already is added up.
fn noun(draft: &mut Draft, at: usize) {
    let sentence = draft.sentence();
    let word = sentence.key(at);
    if draft.is_period_word(at) && draft.table().time.is_some() {
        let time = draft.table().time;
        if let (Some(time), Some((part, length))) = (time, draft.part_at(at)) {
            let column = draft.column(time);
            draft.used |= mask(&(at..at + length));
            if column.year && part == Part::Year || column.is_date() && part == Part::Day {
                draft.query.measure = draft.measure(time);
                draft.query.kind = Kind::Distinct;
            }
        }
        return;
    }
    if let [only] = draft.scene.finder.named_by(at)[..]
        && draft.column(only).is_text()
        && (2..=30).contains(&draft.column(only).distinct)
    {
        // “how many incumbents”, of a column “incumbent or challenger”: some of the rows, which no
        // value names.
        draft.counted = Some(at);
        return;
    }
    // “how many slow learners”: only some of them.
    let last = |at: usize| {
        let free = (draft.scene.in_value | draft.used) & bit(at) == 0;
        free && sentence.weight(at) >= 1.0 && sentence.key(at).ends_with('s')
    };
    if !word.ends_with('s') && last(at + 1) {
        draft.used |= bit(at + 1);
        draft.unsure = true;
        return;
    }
    draft.used |= bit(at);
    let tallies =
        |column: &Column| column.is_amount() && column.adds_up && any_in(&column.words, "counted");
    if draft.table().title.contains(&sentence.tokens[at].stem) {
        if let Some(index) = title_tally(draft) {
            draft.set_measure(index, Some(Aggregate::Total));
            return;
        }
        // “how many farms”, of a table with several rows for each of them; what is sold are the
        // rows
        let sold = sentence.has_word(&["sold", "bought", "ordered", "made"]);
        if let Some(index) = recurring_identifier(draft).filter(|_| !sold) {
            draft.query.measure = draft.measure(index);
            draft.query.kind = Kind::Distinct;
            let name = crate::wording::name(draft.column(index).name);
            draft.assume(format!("Each different {name} is counted once."));
        }
        return;
    }
    draft.counted = Some(at);
    // “how many cases”, of a table with a column “count”
    if let Some(index) = plain_tally(draft) {
        draft.set_measure(index, Some(Aggregate::Total));
        return;
    }
    let found = draft.scene.finder.column_for(&[word], &tallies);
    if let Some(index) =
        found.filter(|index| draft.scene.finder.names(at, draft.column(*index)) >= 0.8)
    {
        draft.set_measure(index, Some(Aggregate::Total));
        return;
    }
    if sentence.tokens[at].stem == stem("people") {
        draft.counted = None;
        people(draft, at);
    }
}

/// Counts people: by a column that has numbers of them, if there is only one, else by rows, if
/// these are people.
fn people(draft: &mut Draft, at: usize) {
    let columns = &draft.table().columns;
    let named = columns.iter().any(|column| column.is_text() && any_in(&column.words, "who"));
    let tallies =
        |column: &Column| column.is_amount() && column.adds_up && any_in(&column.words, "counted");
    let all: Vec<usize> = (0..columns.len()).filter(|i| tallies(&columns[*i])).collect();
    match all[..] {
        [one] => draft.set_measure(one, Some(Aggregate::Total)),
        _ if named || !draft.groups.is_empty() => {}
        _ => draft.assume(rows_for(&draft.sentence().tokens[at].text)),
    }
}

/// Builds a count that no word asks for: groups alone, or conditions alone.
fn implied<'a>(mut draft: Draft<'a>) -> Option<Draft<'a>> {
    if draft.aggregate.is_some() || draft.query.measure.is_some() || draft.superlative.is_some() {
        return None;
    }
    if draft.asked == Some(Asked::When) {
        return None;
    }
    // “goals by team”: what adds up is seldom a number of rows.
    let sentence = draft.sentence();
    let adds = |at: usize| {
        let stem = &sentence.tokens[at].stem;
        let named = (draft.scene.in_column | draft.scene.in_value) & bit(at) != 0;
        !named && family("adds up").contains(stem) && !draft.table().title.contains(stem)
    };
    let adds = (0..sentence.len()).any(adds);
    draft.use_nouns();
    let things: Vec<usize> =
        draft.columns(|column| column.code || column.unique && !column.is_measure());
    draft.read_flags();
    draft.query.groups = draft.groups.clone();
    cross_several(&mut draft);
    if let Some((index, part)) = draft.target.filter(|_| !draft.pending.is_empty()) {
        draft.query.groups = vec![draft.group(index, part)];
        draft.bonus += 0.15;
        // “which island has only one species”
        let text = draft
            .columns(|column| column.is_text() && !column.unique && column.distinct < 1000)
            .into_iter()
            .find(|span| draft.pending.iter().any(|p| p.at < draft.span(*span).at.start));
        if let Some(span) = text {
            let other = draft.take(span);
            if other != index {
                draft.query.measure = draft.measure(other);
                draft.query.aggregate = Aggregate::Distinct;
            }
        }
    }
    // “which states have fewer than 100 zip codes”, “employees hired per year”
    if !draft.query.groups.is_empty() {
        things.into_iter().for_each(|span| {
            draft.take(span);
        });
    }
    // “medals per country”: what stands before is counted.
    if let Some(per) = (1..draft.sentence().len()).find(|at| draft.sentence().is(*at, &["per"]))
        && !draft.query.groups.is_empty()
    {
        let plural = |draft: &Draft, span: usize| {
            let at = &draft.span(span).at;
            at.end <= per && draft.sentence().key(at.end - 1).ends_with('s')
        };
        for span in draft.columns(|column| column.is_text()) {
            if plural(&draft, span) {
                draft.take(span);
            }
        }
        // “cases per year”, of a table with a column “count”
        let sentence = draft.sentence();
        let open = (draft.scene.in_column | draft.scene.in_value) & bit(per - 1) == 0;
        let things =
            open && sentence.key(per - 1).ends_with('s') && sentence.weight(per - 1) >= 1.0;
        let tally = plain_tally(&draft).filter(|_| things && draft.table().weight.is_none());
        if let Some(index) = tally {
            draft.used |= bit(per - 1);
            draft.set_measure(index, Some(Aggregate::Total));
        }
    }
    more_groups(&mut draft);
    // “items never counted” asks for no number of rows of each.
    let single = |group: &Group| {
        let column = draft.table().column(&group.column);
        column
            .is_some_and(|column| column.is_text() && column.distinct * 10 > draft.table().rows * 9)
    };
    if draft.groups.is_empty()
        && !draft.conditions.is_empty()
        && draft.query.groups.iter().any(single)
    {
        return None;
    }
    if draft.query.groups.is_empty() {
        if draft.conditions.is_empty() {
            return None;
        }
        draft.settle_pending(false);
        let asked = if draft.asked.is_some() { -0.4 } else { -0.25 };
        return draft.done(Kind::Count, asked);
    }
    draft.unsure |= adds && draft.query.measure.is_none();
    draft.settle_pending(true);
    if let Some(limit) = draft.limit {
        draft.sort(true, Some(limit));
    }
    if let Some(weight) = draft.table().weight {
        draft.set_measure(weight, Some(Aggregate::Total));
        return finish_groups(draft, 0.0);
    }
    finish_groups(draft, 0.0)
}
