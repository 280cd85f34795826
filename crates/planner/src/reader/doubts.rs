//! Doubts: where a query answers only something near to the question, and whether a reading is open
//! to doubt.

use super::draft::{Condition, Draft};
use super::sentence::{Tokens, bit};
use super::{kinds, lexicon, table};
use crate::query::{Aggregate, Bound, Chart, Filter, Kind, Measure, Query, Reading, Sign, Test};
use crate::wording;

/// Leaves out numbers that stand for no value, such as -999.
pub(super) fn placeholders(draft: &mut Draft) {
    const PLACEHOLDERS: [f64; 3] = [-999.0, -9999.0, -99999.0];
    let kinds = [Kind::Aggregate, Kind::Trend, Kind::Comparison, Kind::Growth, Kind::Distribution];
    let own = draft.query.measure.iter().flat_map(Measure::columns);
    let columns = &draft.table().columns;
    let index = own
        .filter_map(|name| columns.iter().position(|c| c.name == name))
        .find(|index| columns[*index].min.is_some_and(|min| PLACEHOLDERS.contains(&min)));
    let Some(index) = index.filter(|index| !draft.has_filter(*index)) else { return };
    let matters = kinds.contains(&draft.query.kind) && draft.query.aggregate != Aggregate::Highest;
    if let (Some(min), true) = (columns[index].min, matters) {
        let name = wording::name(columns[index].name);
        draft.assumed.push(format!("{min} of {name} stands for no value, so it is left out."));
        draft.filter(index, Test::Compare(Sign::Greater, Bound::Number(min)), 0, 0);
    }
}

/// Says if a query answers something near to the question.
pub(super) fn assume(draft: &mut Draft) {
    let query = draft.query.clone();
    rows_for_things(draft, &query);
    joined_conditions(draft, &query);
    quantifiers(draft, &query);
    other_event(draft, &query);
    draft.unsure |= is_lost_duration(draft, &query)
        || is_lost_choice(draft, &query)
        || query.filters.iter().chain(&query.base).any(|filter| is_beyond(draft, filter));
}

/// Returns whether a number is compared that no value of the column reaches: perhaps another column
/// is meant.
fn is_beyond(draft: &Draft, filter: &Filter) -> bool {
    let limits = draft.table().column(&filter.column).and_then(|column| column.min.zip(column.max));
    let Some((min, max)) = limits else { return false };
    match &filter.test {
        Test::Compare(Sign::Greater | Sign::AtLeast, Bound::Number(least)) => *least > max,
        Test::Compare(Sign::Less | Sign::AtMost, Bound::Number(most)) => *most < min,
        Test::Between(least, most) => *least > max || *most < min,
        _ => false,
    }
}

/// Returns whether the question asks which of two it is, and the query does not compare: “do more
/// cars drive in or out”.
fn is_lost_choice(draft: &Draft, query: &Query) -> bool {
    let sentence = draft.sentence();
    let asks = sentence.is(0, &["do", "does", "did", "is", "are", "was", "were"]);
    let choice = sentence.has_word(&["or"]) && sentence.has_word(&["more", "less", "fewer"]);
    asks && choice && query.kind != Kind::Comparison && query.groups.is_empty()
}

/// Returns whether the question asks how long something takes, and the query neither takes the days
/// between two dates nor has a column that says it.
fn is_lost_duration(draft: &Draft, query: &Query) -> bool {
    const LONG: [&str; 16] = [
        "duration", "length", "time", "times", "days", "hours", "hour", "minutes", "min",
        "seconds", "months", "years", "runtime", "tenure", "delay", "age",
    ];
    let says = |name: &&str| {
        draft
            .table()
            .column(name)
            .is_some_and(|column| column.words.iter().any(|word| LONG.contains(&word.as_str())))
    };
    let difference = matches!(query.measure, Some(Measure::Computed { .. }));
    draft.has("duration")
        && !difference
        && !query.measure.iter().flat_map(Measure::columns).any(|name| says(&name))
}

/// Says which date a period is about if the table has several, and a verb names none of them: “how
/// many left in 2023”, of columns “hired” and “terminated”.
fn other_event(draft: &mut Draft, query: &Query) {
    let Some(time) = draft.table().time else { return };
    let born = |index: &&usize| {
        !draft.column(**index).words.iter().any(|word| word.starts_with("birth") || word == "dob")
    };
    let events = draft.table().dates.iter().filter(born).count();
    let (name, sentence) = (draft.column(time).name, draft.sentence());
    let about = query.filters.iter().any(|filter| filter.column == name)
        || query.groups.iter().any(|group| group.column == name);
    if events < 2 || !about || !draft.all_columns(|column| column.is_date()).is_empty() {
        return;
    }
    let spans = draft.scene.in_column | draft.scene.in_value;
    let verb = |at: &usize| {
        let key = sentence.key(*at);
        let past = key.len() > 4 && key.ends_with("ed")
            || matches!(
                key,
                "left" | "paid" | "sent" | "sold" | "began" | "ended" | "went" | "came"
            );
        past && spans & bit(*at) == 0
    };
    if let Some(at) = (0..sentence.len()).find(verb) {
        let (verb, name) = (&sentence.tokens[at].text, wording::name(name));
        draft.assume(format!("No date is called “{verb}”, so it is {name}."));
    }
}

/// Says if rows stand for what the question counts or adds up.
fn rows_for_things(draft: &mut Draft, query: &Query) {
    if query.kind == Kind::Rows && query.limit != Some(1) && draft.has("how many") {
        draft.assume("The question asks for a number; these are the rows.".to_owned());
    }
    let sentence = draft.sentence();
    // “how many draws”: without a condition but a time, each row is one.
    let plural = |at: usize| sentence.key(at).ends_with('s');
    let narrowed =
        |at: usize| query.filters.iter().any(|filter| !plural(at) || !draft.is_time(filter));
    let per_group = query.kind == Kind::Aggregate && query.aggregate == Aggregate::RowsPerGroup;
    let plain = query.kind == Kind::Count && query.measure.is_none() && query.groups.is_empty();
    if let Some(at) = draft.counted.filter(|at| (plain || per_group) && !narrowed(*at)) {
        draft.assume(kinds::rows_for(&sentence.tokens[at].text));
    }
    // “how many medals in total”, of a table of numbers of medals.
    let tallies = |column: &table::Column| {
        let words = |family| lexicon::any_in(&column.words, family);
        column.is_amount() && column.adds_up && (words("counted") || column.words == ["total"])
    };
    if query.kind == Kind::Count
        && query.measure.is_none()
        && draft.aggregate == Some(Aggregate::Total)
        && draft.table().columns.iter().any(tallies)
    {
        draft.assume("Rows are counted; nothing is added up.".to_owned());
    }
    let alone = |name: &str| {
        draft.table().column(name).is_some_and(|column| column.unique && !column.is_date())
    };
    if query.having.is_some()
        && query.measure.is_none()
        && matches!(query.groups.as_slice(), [group] if group.part.is_none() && alone(&group.column))
    {
        draft.assume("The comparison names no column, so it is about numbers of rows.".to_owned());
    }
    let total = query.measure.iter().flat_map(Measure::columns).any(|name| {
        draft
            .table()
            .column(name)
            .is_some_and(|column| column.stems.iter().any(|stem| stem == "total"))
    });
    let averaged = matches!(draft.aggregate, Some(Aggregate::Average | Aggregate::Median));
    if query.kind == Kind::Rows && averaged {
        draft.assume("These are the rows; nothing is averaged.".to_owned());
    }
    if query.kind == Kind::Rows && draft.aggregate == Some(Aggregate::Total) && !total {
        draft.assume("These are the rows; nothing is added up.".to_owned());
    }
}

/// Says if the question joins conditions otherwise than by “and”.
fn joined_conditions(draft: &mut Draft, query: &Query) {
    let sentence = draft.sentence();
    let mut conditions: Vec<&Condition> = draft.conditions.iter().collect();
    conditions.sort_by_key(|condition| condition.at);
    let either = conditions.windows(2).any(|pair| {
        let end = (Tokens::BITS - pair[0].tokens.leading_zeros()) as usize;
        let between = (end.max(pair[0].at)..pair[1].at).any(|at| sentence.is(at, &["or"]));
        between && pair[0].filter.column != pair[1].filter.column
    });
    let several = conditions.len() > 1;
    if either {
        draft.assume("The question says “or”; here all conditions have to hold.".to_owned());
    }
    // “both perjury and misconduct” are two values that no cell has at once.
    let sides = query.filters.iter().any(
        |filter| matches!(&filter.test, Test::OneOf { values, not: false } if values.len() > 1),
    );
    let apart =
        query.groups.iter().any(|group| query.filters.iter().any(|f| f.column == group.column));
    let two = several && !sides;
    let neither =
        (0..sentence.len()).any(|at| sentence.is(at, &["neither"]) && sentence.is(at + 1, &["of"]));
    if neither {
        draft.assume("“Neither” is not used: a condition is asked of one column.".to_owned());
    }
    if says(draft, &["both"])
        && !two
        && !apart
        && query.kind != Kind::Comparison
        && draft.find("both").is_empty()
    {
        draft.assume("“Both” is not used: a condition is asked of each row.".to_owned());
    }
}

/// Says if a word such as “never” or “every” is about all rows of a thing.
fn quantifiers(draft: &mut Draft, query: &Query) {
    let sentence = draft.sentence();
    // Of things that have several rows, “never” is about all of these.
    let recurs = !draft
        .table()
        .columns
        .iter()
        .any(|column| column.unique && (column.is_text() || column.code));
    // “above 80 in every year” does not ask for a number for each year.
    let compares = query.having.is_some()
        || query
            .filters
            .iter()
            .any(|filter| matches!(filter.test, Test::Compare(..) | Test::Between(..)));
    let every = (0..sentence.len()).any(|at| {
        let all = compares && sentence.is(at.wrapping_sub(1), &["in", "at", "on"]);
        sentence.is(at, &["every"]) && (draft.free(bit(at)) || all)
    });
    if recurs && (says(draft, &["never", "always"]) || every) {
        draft.assume("“Never”, “always” and “every” are asked of each row.".to_owned());
    }
    let denied = |filter: &&Filter| {
        matches!(
            filter.test,
            Test::OneOf { not: true, .. } | Test::Text { not: true, .. } | Test::Flag(false)
        )
    };
    if let (Kind::Distinct, Some(Measure::Column(name)), Some(filter)) =
        (query.kind, &query.measure, query.filters.iter().find(denied))
        && filter.column != *name
        && recurs
        && says(draft, &["never", "without", "no", "none"])
    {
        let (name, filter) = (wording::name(name), wording::filter(filter));
        draft.assume(format!("A value of {name} counts if any of its rows fits: {filter}."));
    }
}

/// Returns whether one of these words stands outside of names and values.
fn says(draft: &Draft, words: &[&str]) -> bool {
    let own = draft.scene.in_column | draft.scene.in_value | draft.explained;
    (0..draft.sentence().len()).any(|at| own & bit(at) == 0 && draft.sentence().is(at, words))
}

/// Returns whether the first reading is open to doubt: a measure that the question does not name, a
/// low score, two or more words with content unused, or a close second.
pub fn is_doubtful(readings: &[Reading]) -> bool {
    const CLOSE: f64 = 0.03;
    const LOW: f64 = 0.85;
    let Some(first) = readings.first() else { return true };
    let close = readings.get(1).is_some_and(|second| {
        first.score - second.score < CLOSE && differs(&first.query, &second.query)
    });
    let kinds =
        matches!(first.query.kind, Kind::Overview | Kind::Quality | Kind::Columns | Kind::Report);
    first.unused.len() >= 2 || close || (first.unsure || first.score < LOW) && !kinds
}

/// Returns whether two queries differ in more than how they are shown.
fn differs(a: &Query, b: &Query) -> bool {
    // A number of rows, and the rows, whose number is stated too.
    let rows = |a: &Query, b: &Query| {
        let plain = a.measure.is_none() && a.groups.is_empty() && b.limit.is_none();
        a.kind == Kind::Count && b.kind == Kind::Rows && plain && a.filters == b.filters
    };
    if rows(a, b) || rows(b, a) {
        return false;
    }
    let plain = |query: &Query| Query { chart: Chart::Auto, show: Vec::new(), ..query.clone() };
    plain(a) != plain(b)
}
